//! The terms of the query syntax: one table for the parser, the form, the help and the errors.

use crate::{
    analysis::{
        ledger::{FindingKind, Theme},
        report::or,
    },
    text::sentence,
};

/// A kind of term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchTerm {
    /// The keyword with which the term begins; `None` if it begins with a piece, a square or a board.
    keyword: Option<Keyword>,
    /// One or more terms of this kind, separated by spaces. Invariant: with a keyword, it begins with that word.
    pub example: &'static str,
    /// Completes the sentence "A result is a position …".
    meaning: &'static str,
}

/// The word with which a term begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    Turn,
    Mate,
    Sit,
    Think,
    Cost,
    MissedMate,
    MateIn,
    Wanted,
    Fatal,
    GivenAway,
    Joint,
    MissedJoint,
    Finding,
    Theme,
    Loss,
    Comment,
    By,
    Player,
}

const fn plain(example: &'static str, meaning: &'static str) -> SearchTerm {
    SearchTerm { keyword: None, example, meaning }
}

const fn term(keyword: Keyword, example: &'static str, meaning: &'static str) -> SearchTerm {
    SearchTerm { keyword: Some(keyword), example, meaning }
}

/// All kinds of terms, in the order of the help.
pub const SEARCH_TERMS: &[SearchTerm] = &[
    plain(
        "Nf3,pe5,-e4",
        "with these pieces on these squares: capitals are White’s, and - is an empty square",
    ),
    plain(
        "*/*/*/*/*/??P??P??/*/*",
        "with this board, written as in FEN: ? is any square, * the rest of a rank",
    ),
    plain("[NNp]", "with at least these pieces in reserve"),
    term(Keyword::Turn, "turn:w", "with White to move; turn:b is Black"),
    plain(
        "N@f7 @f7 N@",
        "after this drop: a knight on f7, any piece on f7, or a knight on any square",
    ),
    term(Keyword::Mate, "mate", "with checkmate"),
    term(
        Keyword::Sit,
        "sit>20",
        "at the start of a sit of more than 20 s: the player waits for a piece, has no move, or outwaits the diagonal \
         opponent",
    ),
    term(Keyword::Think, "think>20", "at the start of a think of more than 20 s that is no sit"),
    term(Keyword::Cost, "cost", "at the start of a sit or long think that cost something"),
    term(Keyword::MissedMate, "missed-mate", "before a move that misses a forced mate"),
    term(
        Keyword::MateIn,
        "mate-in:2",
        "with a forced mate in 2 moves for the player to move, and no shorter one",
    ),
    term(
        Keyword::Wanted,
        "wanted:N",
        "with a forced mate for the player to move, given one more knight",
    ),
    term(Keyword::Fatal, "fatal", "after a capture that hands over the mating piece"),
    term(
        Keyword::GivenAway,
        "given-away",
        "after such a capture of a piece that its player could have kept",
    ),
    term(
        Keyword::Joint,
        "joint joint:2",
        "in which one player can sit while the partner wins the mating piece, in any number of moves \
         or in 2",
    ),
    term(
        Keyword::MissedJoint,
        "missed-joint",
        "before a move that misses such a win, or a capture of the mating piece",
    ),
    term(Keyword::Finding, "finding:piece-lost", "with a finding of this kind in the report"),
    term(Keyword::Theme, "theme:smothered", "with a finding of this theme in the report"),
    term(
        Keyword::Loss,
        "loss>30",
        "before a move that costs more than 30 % of the win probability, as estimated by the review; \
         that takes a second a match, so add other terms",
    ),
    term(
        Keyword::Comment,
        "comment:sacrifice",
        "with this word in a comment, also of a variation; part of the word is enough, and \
         comment:\"two words\" are words that follow each other",
    ),
    term(
        Keyword::By,
        "by:gnejs by:me",
        "of this player: mate by:gnejs are mates that gnejs gave, sit>20 by:gnejs sits of gnejs, \
         missed-mate by:me mates that you missed; with a position alone, this player is to move; \
         by:\"First Last\" is a name with a space",
    ),
    term(
        Keyword::Player,
        "player:gnejs player:me",
        "from a match of this player, also when others move; part of the name is enough",
    ),
    plain(
        "A:N@f7 B:mate",
        "on board A or B only; without a letter, all terms match the same board",
    ),
];

impl SearchTerm {
    /// Returns the keyword of the term as written, such as `missed-mate`; `None` if it has none.
    pub(super) fn word(&self) -> Option<&'static str> {
        self.keyword?;
        self.example.split([':', '>', ' ']).next()
    }

    /// Returns the meaning as a sentence, with the possible values if there are few.
    pub fn meaning(&self) -> String {
        let values: Vec<&str> = match self.keyword {
            Some(Keyword::Finding) => FindingKind::ALL.map(FindingKind::word).to_vec(),
            Some(Keyword::Theme) => Theme::ALL.map(Theme::word).to_vec(),
            _ => return sentence(self.meaning),
        };
        sentence(&format!("{}: {}", self.meaning, or(values)))
    }
}

/// Returns the examples of all kinds of terms as a list: `Nf3,pe5,-e4, …, A:N@f7`.
pub fn search_examples() -> String {
    let examples: Vec<&str> = SEARCH_TERMS.iter().map(|it| it.example).collect();
    examples.join(", ")
}

impl Keyword {
    /// Splits `term` into its keyword, in upper or lower case, the sign after it (`:`, `>` or nothing), and the value.
    /// Returns `None` if the term has no keyword.
    pub(super) fn split(term: &str) -> Option<(Self, &str, &str)> {
        let end = term.find([':', '>']).unwrap_or(term.len());
        let (word, rest) = term.split_at(end);
        let is_named =
            |term: &&SearchTerm| term.word().is_some_and(|it| it.eq_ignore_ascii_case(word));
        let keyword = SEARCH_TERMS.iter().find(is_named)?.keyword?;
        let (sign, value) = rest.split_at(rest.len().min(1));
        Some((keyword, sign, value))
    }

    /// Returns a term with this keyword.
    pub(super) fn example(self) -> &'static str {
        let term = SEARCH_TERMS.iter().find(|term| term.keyword == Some(self));
        term.and_then(|term| term.example.split(' ').next()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{SearchQuery, SearchQueryForm};

    #[test]
    fn every_term_is_read_in_lower_and_upper_case() {
        let query = |text: &str| format!("{text} Nf3").parse::<SearchQuery>();
        for term in SEARCH_TERMS.iter().flat_map(|it| it.example.split(' ')) {
            let read = query(term).unwrap_or_else(|error| panic!("{term}: {error}"));
            assert_ne!(Ok(&read), query("").as_ref(), "{term}");
            if Keyword::split(term).is_some() {
                assert_eq!(query(&term.to_ascii_uppercase()), Ok(read.clone()), "{term}");
                let board = format!("B:{}", term.to_ascii_uppercase());
                assert_eq!(query(&board).ok(), query(&format!("B:{term}")).ok(), "{term}");
                // The form keeps the term apart from other fields.
                let mut form = SearchQueryForm::of(term);
                "Nf3".clone_into(&mut form.pieces);
                assert_eq!(form.text().parse(), query(term), "{term}");
            }
        }
    }

    #[test]
    fn errors_name_every_value() {
        let error = |text: &str| text.parse::<SearchQuery>().expect_err(text).to_string();
        let (finding, theme) = (error("finding:x"), error("theme:x"));
        assert!(FindingKind::ALL.iter().all(|it| finding.contains(it.word())), "{finding}");
        assert!(Theme::ALL.iter().all(|it| theme.contains(it.word())), "{theme}");
        assert_eq!(error("sit"), "use sit>20, not \"sit\"");
        assert_eq!(error("player: mate"), "use player:gnejs, not \"player:\"");
        assert_eq!(
            error("player:gnejs"),
            "player:gnejs needs a move or a position: add a term such as sit>20 or N@f7"
        );
    }
}
