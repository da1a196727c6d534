//! [`WebAddress`]: the parts of an address on the web, as people copy and type them.

use super::BoardRef;

/// An address on the web. Its scheme may be missing, and its host is in lower case, without `www.` or `m.`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::import) struct WebAddress<'t> {
    pub(in crate::import) host: String,
    path: &'t str,
    query: &'t str,
    fragment: &'t str,
}

/// A game on chess.com that an address names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::import) enum AddressedGame {
    Live(BoardRef),
    /// A game with days for each move. Bughouse is not among them, but the numbers are the same as those of live games.
    Daily(String),
}

impl<'t> WebAddress<'t> {
    /// Parses `text`, which may stand in brackets or quotes, as in mails and in Markdown.
    pub(in crate::import) fn parse(text: &'t str) -> Self {
        let text = bare_link(text);
        let (rest, fragment) = text.split_once('#').unwrap_or((text, ""));
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        let rest = rest.split_once("://").map_or(rest, |(scheme, after)| {
            let is_web = ["http", "https"].iter().any(|it| scheme.eq_ignore_ascii_case(it));
            if is_web { after } else { rest }
        });
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let host = host.to_lowercase();
        let bare_host = ["www.", "m."].iter().find_map(|prefix| host.strip_prefix(prefix));
        Self { host: bare_host.unwrap_or(&host).to_owned(), path, query, fragment }
    }

    /// Iterates over the names between the slashes of the path.
    pub(in crate::import) fn names(&self) -> impl Iterator<Item = &'t str> + Clone {
        self.path.split('/').filter(|name| !name.is_empty())
    }

    /// Returns the value of the first member with one of `names` in the query, or else in the fragment.
    pub(in crate::import) fn member(&self, names: &[&str]) -> Option<&'t str> {
        let parts = self.query.split('&').chain(self.fragment.split('&'));
        let mut members = parts.filter_map(|part| part.split_once('='));
        members.find(|(name, _)| names.contains(name)).map(|(_, value)| value)
    }

    /// Returns the game on chess.com that the address names, on its page, in its analysis or review, or in the old
    /// live server. Returns `None` for other addresses, such as those of games of the variants server or against the
    /// computer, which have numbers of their own.
    pub(in crate::import) fn game(&self) -> Option<AddressedGame> {
        if self.host != "chess.com" {
            return None;
        }
        let mut names = self.names().map(str::to_ascii_lowercase);
        if self.names().next().is_some_and(|first| first.eq_ignore_ascii_case("variants")) {
            return None;
        }
        if !names.any(|name| name == "game") {
            if !self.names().any(|name| name.starts_with("live")) {
                return None;
            }
            return board_ref(self.member(&["g", "game"])?).map(AddressedGame::Live);
        }
        let after: Vec<String> = names.collect();
        let in_path = after.iter().find_map(|name| board_ref(name));
        let board = in_path.or_else(|| board_ref(self.member(&["id", "g"])?))?;
        if after.first().is_some_and(|name| name == "computer") {
            return None;
        }
        let is_daily = self.names().any(|name| name.eq_ignore_ascii_case("daily"));
        Some(if is_daily {
            AddressedGame::Daily(board.to_string())
        } else {
            AddressedGame::Live(board)
        })
    }
}

/// Parses the number or the uuid of a board.
fn board_ref(text: &str) -> Option<BoardRef> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number {
        return text.parse().ok().filter(|&number| number > 0).map(BoardRef::Number);
    }
    let is_uuid = text.len() == 36
        && text.split('-').map(str::len).eq([8, 4, 4, 4, 12])
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if is_uuid { Some(BoardRef::Uuid(text.to_ascii_lowercase())) } else { None }
}

/// Returns `text` without what surrounds a link in mails, chats and Markdown: blanks, brackets, quotes, and the
/// punctuation of a sentence.
pub(in crate::import) fn bare_link(text: &str) -> &str {
    let text = text.trim();
    let target = text.strip_prefix('[').and_then(|rest| rest.split_once("]("));
    let text = target.map_or(text, |(_, target)| target);
    let start: &[char] = &['\u{feff}', '<', '(', '[', '"', '\'', '`', '“', '‘', '«'];
    let end: &[char] =
        &['>', ')', ']', '"', '\'', '`', '”', '’', '»', '.', ',', ';', ':', '!', '/'];
    text.trim_start_matches(start).trim_end_matches(end).trim()
}
