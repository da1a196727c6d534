//! [`MatchSource`]: the matches that a link, a number or a name refers to.

use super::board::{AddressedGame, BoardRef, WebAddress, bare_link};

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
    /// The number of a daily game on chess.com, which is no bughouse match.
    Daily(String),
    /// The name of a player on chess.com.
    Player(String),
}

impl MatchSource {
    /// Parses a link to chess.com, to one of the bughouse viewers or to pychess, or the number of a game. Returns
    /// `None` for other text.
    pub fn from_link(text: &str) -> Option<Self> {
        let address = WebAddress::parse(text);
        let ply = || address.member(&["move", "ply"])?.parse().ok();
        let game = |name: &str| {
            let board = BoardRef::from_address(address.member(&[name])?)?;
            Some(Self::Board { board, ply: ply() })
        };
        let first = address.names().next().unwrap_or_default();
        match address.host.as_str() {
            "bughouse.aronteh.com" => game("gameId"),
            "bmacho.github.io" if first == "bughouse-viewer" => game("game_id"),
            "pychess.org" => {
                let is_id = first.len() == 8 && first.chars().all(|c| c.is_ascii_alphanumeric());
                if is_id { Some(Self::Pychess(first.to_owned())) } else { None }
            }
            _ => match address.game() {
                Some(AddressedGame::Daily(number)) => Some(Self::Daily(number)),
                _ => Some(Self::Board { board: BoardRef::from_address(text)?, ply: ply() }),
            },
        }
    }

    /// Parses a link or number like [`MatchSource::from_link`]. Also parses the name of a player, alone, after `@`, or
    /// in the address of one of the player's pages.
    pub fn of(text: &str) -> Option<Self> {
        Self::from_link(text).or_else(|| {
            let player = named_player(text).unwrap_or_else(|| bare_link(text));
            let name = player.strip_prefix('@').unwrap_or(player);
            let is_name = (3..=25).contains(&name.len())
                && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
            if is_name { Some(Self::Player(name.to_owned())) } else { None }
        })
    }
}

/// Returns the name of the player to whose page on chess.com the address `text` leads.
fn named_player(text: &str) -> Option<&str> {
    let address = WebAddress::parse(text);
    let names: Vec<&str> = address.names().collect();
    match (address.host.as_str(), names.as_slice()) {
        // The site may put the language before `member`.
        (
            "chess.com",
            ["member" | "@", name, ..]
            | [_, "member", name, ..]
            | ["games", "archive", name, ..]
            | ["stats", "live", _, name, ..],
        )
        | ("api.chess.com", ["pub", "player", name, ..]) => Some(name),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_write_a_link_is_read() {
        for text in [
            "https://www.chess.com/game/live/158858846801/review",
            "https://www.chess.com/analysis/game/live/158858846801/review?tab=review&move=4",
            "https://www.chess.com/game/live/158858846801#move",
            "https://www.chess.com/game/158858846801",
            "https://www.chess.com/de/game/live/158858846801",
            "https://www.chess.com/live/game/158858846801",
            "https://www.chess.com/live#g=158858846801",
            "https://www.chess.com/live/game#g=158858846801",
            "http://www.chess.com/livechess/game?id=158858846801",
            "https://www.chess.com/callback/live/game/158858846801",
            "https://m.chess.com/game/live/158858846801",
            "Https://WWW.Chess.com/game/live/158858846801/",
            "<https://www.chess.com/game/live/158858846801>",
            "\u{201c}chess.com/game/live/158858846801\u{201d}.",
            "[our match](https://www.chess.com/game/live/158858846801)",
            "(158858846801)",
            "#g=158858846801",
            "/live#g=158858846801",
        ] {
            let board = BoardRef::Number(158_858_846_801);
            assert_eq!(BoardRef::from_address(text), Some(board.clone()), "{text}");
            let source = MatchSource::from_link(text);
            let Some(MatchSource::Board { board: found, .. }) = source else { panic!("{text}") };
            assert_eq!(found, board, "{text}");
        }
        for text in [
            "@Gnejs",
            "https://www.chess.com/member/Gnejs/games?page=2",
            "https://chess.com/@/Gnejs",
            "https://www.chess.com/games/archive/Gnejs?gameType=live",
            "https://www.chess.com/fr/member/Gnejs",
            "https://api.chess.com/pub/player/Gnejs/games/2026/08",
            "https://www.chess.com/stats/live/bughouse/Gnejs/0",
            "<https://www.chess.com/member/Gnejs>",
        ] {
            assert_eq!(MatchSource::of(text), Some(MatchSource::Player("Gnejs".into())), "{text}");
        }
        for daily in [
            "https://www.chess.com/game/daily/158858846",
            "https://www.chess.com/game/daily/158858846/review",
            "https://www.chess.com/daily/game/158858846",
        ] {
            assert_eq!(MatchSource::of(daily), Some(MatchSource::Daily("158858846".into())));
            assert_eq!(BoardRef::from_address(daily), None);
        }
    }

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
            ("#g=1588588", board(1_588_588, None)),
            ("1588588", Some(MatchSource::Player("1588588".into()))),
            ("#g=0", None),
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
            ("https://chess.com.example.org/game/live/158858846801", None),
            ("https://www.chess.com/variants/4-player-chess/game/158858846", None),
            ("https://www.chess.com/game/computer/158858846", None),
            ("https://www.chess.com/game/live", None),
            ("https://www.chess.com/game/live/0", None),
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
