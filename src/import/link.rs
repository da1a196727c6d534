//! [`MatchSource`]: the matches that a link, a number or a name refers to.

use super::board::{BoardRef, without_scheme};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchSource {
    /// A match on chess.com, named by one of its boards.
    Board {
        board: BoardRef,
        /// The ply on that board to which the link points; `None` if it names no ply.
        ply: Option<u32>,
    },
    /// The id of a match on pychess. The user must save its page with a browser.
    Pychess(String),
    /// The name of a player on chess.com.
    Player(String),
}

impl MatchSource {
    /// Parses a link to chess.com, to one of the bughouse viewers or to pychess, or the number of a game. Returns
    /// `None` for other text.
    #[must_use]
    pub fn from_link(text: &str) -> Option<Self> {
        let text = text.trim();
        let member = |names: &[&str]| query(text).find(|(name, _)| names.contains(name));
        let ply = || member(&["move", "ply"])?.1.parse().ok();
        let host_and_path = without_scheme(text);
        let game = |name: &str| {
            let board = BoardRef::from_address(member(&[name])?.1)?;
            Some(Self::Board { board, ply: ply() })
        };
        if host_and_path.starts_with("bughouse.aronteh.com") {
            return game("gameId");
        }
        if host_and_path.starts_with("bmacho.github.io/bughouse-viewer") {
            return game("game_id");
        }
        if let Some(path) = host_and_path.strip_prefix("pychess.org/") {
            let id: String = path.chars().take_while(char::is_ascii_alphanumeric).collect();
            return (id.len() == 8).then_some(Self::Pychess(id));
        }
        let board = BoardRef::from_address(text)?;
        Some(Self::Board { board, ply: ply() })
    }

    /// Parses a link or number like [`MatchSource::from_link`]. Also parses the name of a player, alone or in the
    /// address of a profile.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let text = text.trim();
        Self::from_link(text).or_else(|| {
            let address = without_scheme(text);
            let name = address.strip_prefix("chess.com/member/").unwrap_or(text);
            let is_name = (3..=25).contains(&name.len())
                && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
            is_name.then(|| Self::Player(name.to_owned()))
        })
    }
}

/// Iterates over the names and values of the query part of an address.
fn query(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let query = text.split_once('?').map_or("", |(_, query)| query);
    let query = query.split('#').next().unwrap_or_default();
    query.split('&').filter_map(|member| member.split_once('='))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_numbers_and_names_are_distinguished() {
        let board = |number, ply| Some(MatchSource::Board { board: BoardRef::Number(number), ply });
        let uuid = "6a69035d-8c2f-11f1-9508-a0369feff220";
        for (text, expect) in [
            ("https://www.chess.com/game/live/158858846801", board(158_858_846_801, None)),
            (" chess.com/game/live/158858846801?move=44\n", board(158_858_846_801, Some(44))),
            (
                "www.chess.com/analysis/game/live/158858846801?tab=review",
                board(158_858_846_801, None),
            ),
            ("158858846801", board(158_858_846_801, None)),
            (
                "https://bughouse.aronteh.com/?gameId=158858846801&ply=7",
                board(158_858_846_801, Some(7)),
            ),
            (
                "https://bmacho.github.io/bughouse-viewer/view.html?game_id=158858846801&flip=true&move=9",
                board(158_858_846_801, Some(9)),
            ),
            (
                "https://www.pychess.org/aB3dE6gH?ply=4",
                Some(MatchSource::Pychess("aB3dE6gH".into())),
            ),
            ("Gnejs", Some(MatchSource::Player("Gnejs".into()))),
            ("https://www.chess.com/member/Gnejs", Some(MatchSource::Player("Gnejs".into()))),
            ("https://example.org/game/live/158858846801", None),
            ("1A. e4", None),
            ("", None),
        ] {
            assert_eq!(MatchSource::of(text), expect, "{text}");
        }
        let text = format!("https://www.chess.com/game/live/{uuid}");
        let expect = MatchSource::Board { board: BoardRef::Uuid(uuid.to_owned()), ply: None };
        assert_eq!(MatchSource::from_link(&text), Some(expect));
    }
}
