//! [`SearchSuggestion`]: what to search for instead of plain words.

use super::{
    SEARCH_TERMS, SearchQuery, SearchQueryError, SearchTerm, form::names_player, terms::Keyword,
};
use crate::{
    analysis::ledger::{FindingKind, Theme},
    rules::{Reserve, Role, Square, role_name},
    text::{quoted_word, quoted_words},
};

/// A query that the user may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchSuggestion {
    pub query: String,
    /// What the words are taken for, such as `for a player `; empty for a term.
    pub(super) purpose: &'static str,
}

/// The minimum length of a text for it to be taken for a name or for words. A square is shorter.
const MIN_WORDS_LEN: usize = 3;

/// The minimum Jaro–Winkler similarity between a mistyped term and a suggestion, from 0 to 1.
const MIN_SIMILARITY: f64 = 0.9;

/// Words beside a piece and a square that say nothing more about a drop.
const FILLERS: [&str; 5] = ["a", "the", "on", "at", "to"];

/// Returns the queries that `text`, in which a term is unknown, may mean. Its known terms stay in them.
pub(super) fn suggestions(text: &str) -> Vec<SearchSuggestion> {
    let is_term = |word: &&str| {
        matches!(SearchQuery::parse_terms(word), Ok(_) | Err(SearchQueryError::OnlyPlayer(_)))
    };
    let known: Vec<&str> = quoted_words(text).filter(is_term).collect();
    let unknown: Vec<&str> = quoted_words(text).filter(|word| !is_term(word)).collect();
    let joined = quoted_words(text).collect::<Vec<_>>().join("-");
    if let Some(term) = named_term(&joined).or_else(|| named_term(&unknown.join("-"))) {
        return vec![SearchSuggestion { query: term, purpose: "" }];
    }
    let suggestion = |term: String, purpose| {
        let query = [&[term.as_str()], known.as_slice()].concat().join(" ");
        let is_query = SearchQuery::parse_terms(&query).is_ok() || lone_player(&query).is_some();
        if is_query { Some(SearchSuggestion { query, purpose }) } else { None }
    };
    if let Some(drop) = drop_term(&unknown) {
        return suggestion(drop, "").into_iter().collect();
    }
    let words = unknown.join(" ").replace('"', "");
    let is_of_words = |c: char| c.is_alphanumeric() || " _-.'’".contains(c);
    if words.len() < MIN_WORDS_LEN || !words.chars().all(is_of_words) {
        return Vec::new();
    }
    let player = || suggestion(format!("player:{}", quoted_word(&words)), "for a player ");
    let comment = suggestion(format!("comment:{}", quoted_word(&words)), "for a comment ");
    // Several words without quotation marks are rarely a name.
    let (player, mistyped) = match unknown.as_slice() {
        [word] => (player(), nearest_term(word).and_then(|term| suggestion(term, ""))),
        _ => (None, None),
    };
    mistyped.into_iter().chain(player).chain(comment).collect()
}

/// Returns the name in `text` if that is only `player:NAME` or `by:NAME`.
pub fn lone_player(text: &str) -> Option<String> {
    let mut words = quoted_words(text);
    let (word, None) = (words.next()?, words.next()) else { return None };
    let Some((Keyword::Player | Keyword::By, ":", name)) = Keyword::split(word) else {
        return None;
    };
    Some(name.replace('"', "")).filter(|name| !name.trim().is_empty())
}

/// Returns the query `text` with the moves of the player whose matches it searches: `by:gnejs sit>20` for
/// `player:gnejs sit>20`. Returns `None` unless `text` names exactly one player, by `player:`.
pub fn own_moves_query(text: &str) -> Option<String> {
    let name_of = |word: &&str| match Keyword::split(word) {
        Some((Keyword::Player, ":", name)) => Some(name.to_owned()),
        _ => None,
    };
    let words: Vec<&str> = quoted_words(text).collect();
    let names: Vec<String> = words.iter().filter_map(name_of).collect();
    let [name] = names.as_slice() else { return None };
    if words.iter().any(|word| names_player(word)) {
        return None;
    }
    let by = format!("by:{name}");
    let own = words.iter().map(|word| if name_of(word).is_some() { by.as_str() } else { word });
    let query = own.collect::<Vec<_>>().join(" ");
    if SearchQuery::parse_terms(&query).is_ok() { Some(query) } else { None }
}

/// Returns the term that is called `name` in the help: `missed-mate`, `theme:smothered`.
fn named_term(name: &str) -> Option<String> {
    let name = name.to_lowercase();
    let terms = [name.clone(), format!("finding:{name}"), format!("theme:{name}")];
    terms.into_iter().find(|term| SearchQuery::parse_terms(term).is_ok())
}

/// Returns the term whose name in the help is most similar to `word`, if one is similar.
fn nearest_term(word: &str) -> Option<String> {
    let word = word.to_lowercase();
    let bare = SEARCH_TERMS.iter().filter_map(SearchTerm::word);
    let kinds = FindingKind::ALL.iter().map(|it| it.word());
    let names = bare.chain(kinds).chain(Theme::ALL.iter().map(|it| it.word()));
    let similar = names.map(|name| (strsim::jaro_winkler(name, &word), name));
    let (similarity, nearest) = similar.max_by(|(a, _), (b, _)| a.total_cmp(b))?;
    if similarity >= MIN_SIMILARITY { named_term(nearest) } else { None }
}

/// Returns the term for a drop in words: `Q@` for `queen drop`, `N@f7` for `drops a knight on f7`.
fn drop_term(words: &[&str]) -> Option<String> {
    let (mut is_drop, mut piece, mut square) = (false, String::new(), String::new());
    for word in words {
        let word = word.to_lowercase();
        let is_named = |role: &Role| word.trim_end_matches('s') == role_name(*role);
        if let Some(role) = Reserve::ROLES.iter().find(|role| is_named(role)) {
            piece = role.upper_char().to_string();
        } else if word.parse::<Square>().is_ok() {
            square = word;
        } else if ["drop", "drops", "dropped"].contains(&word.as_str()) {
            is_drop = true;
        } else if !FILLERS.contains(&word.as_str()) {
            return None;
        }
    }
    if is_drop { Some(format!("{piece}@{square}")) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_alone_has_a_name() {
        assert_eq!(lone_player("by:\"Ann B\""), Some("Ann B".to_owned()));
        for text in ["by:\"\"", "player:\"", "by:", "by:ann mate", "ann"] {
            assert_eq!(lone_player(text), None, "{text}");
        }
    }

    #[test]
    fn plain_words_suggest_queries() {
        for (typed, expected) in [
            ("queen drop", &["Q@"] as &[&str]),
            ("drops a Knight on f7", &["N@f7"]),
            ("Pawn drops mate", &["P@ mate"]),
            ("missed mate", &["missed-mate"]),
            ("drop mate", &["theme:drop-mate"]),
            ("Smothered", &["theme:smothered"]),
            ("knight fork", &["comment:\"knight fork\""]),
            ("xshyne", &["player:xshyne", "comment:xshyne"]),
            ("\"Ann Lee\"", &["player:\"Ann Lee\"", "comment:\"Ann Lee\""]),
            ("sit>20 xshyne", &["player:xshyne sit>20", "comment:xshyne sit>20"]),
            ("player:ann fork", &["comment:fork player:ann"]),
            ("Q@h7 mat", &["mate Q@h7", "player:mat Q@h7", "comment:mat Q@h7"]),
            ("smotherd", &["theme:smothered", "player:smotherd", "comment:smotherd"]),
            ("e4", &[]),
            ("xshyne | Nf3", &[]),
        ] {
            let error = typed.parse::<SearchQuery>().expect_err(typed);
            let queries: Vec<&str> = error.suggestions().iter().map(|it| &*it.query).collect();
            assert_eq!(queries, expected, "{typed}");
            let is_query =
                |query: &&str| query.parse::<SearchQuery>().is_ok() || lone_player(query).is_some();
            assert!(queries.iter().all(is_query), "{typed}");
            assert!(error.to_string().len() < 140, "{error}");
        }
    }

    #[test]
    fn matches_of_a_player_become_moves_of_the_player() {
        for (typed, expected) in [
            ("player:larso sit>20", Some("by:larso sit>20")),
            ("player:\"Ann Lee\" A:N@f7", Some("by:\"Ann Lee\" A:N@f7")),
            ("player:larso by:gnejs sit>20", None),
            ("player:larso player:gnejs sit>20", None),
            ("player:larso", None),
            ("sit>20", None),
        ] {
            assert_eq!(own_moves_query(typed).as_deref(), expected, "{typed}");
        }
    }

    #[test]
    fn errors_say_what_to_do_next() {
        let error = |typed: &str| typed.parse::<SearchQuery>().expect_err(typed).to_string();
        assert_eq!(error("queen drop"), "unknown term \"queen\"; use Q@");
        assert_eq!(
            error("xshyne"),
            "unknown term \"xshyne\"; for a player use player:xshyne; for a comment use \
             comment:xshyne"
        );
        assert_eq!(
            error("e4"),
            "unknown term \"e4\"; a search finds positions such as N@f7 mate, Nf3,pe5,-e4 or sit>20; \
             the help lists all terms"
        );
    }
}
