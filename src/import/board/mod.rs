//! Single-board exports: [`BoardGame`] is one board of a match.
//!
//! [`read_boards`] detects the format from the content: a response of chess.com for one board, a player's month at
//! chess.com, PGN whose `Variant` is bughouse, or a match page of pychess. [`Importer`](super::Importer) pairs the
//! boards.

mod address;
mod boards_read;
mod coded_moves;
mod html;
mod json;
mod month;
mod page;
mod pgn;
mod read;
mod response;

pub(in crate::import) use address::{AddressedGame, WebAddress, bare_link};
pub use boards_read::{BoardProblem, BoardProblemKind, BoardsRead};
pub use coded_moves::{MoveListError, decode_moves};
pub use page::PageError;
pub(super) use read::read_boards_within;
pub use read::{is_board_export, read_boards};

use crate::{
    notation::{GameResult, TimeControl},
    rules::{BoardId, Role, San, Square},
};
use std::collections::HashSet;

/// The maximum length in bytes of a name, tag or chat message. Longer texts are left out.
pub(super) const MAX_TEXT_BYTES: usize = 1000;

/// The maximum memory of all boards of an import, in bytes. A usual board takes two kilobytes. The matches that are
/// written while the boards are still in memory take about half as much.
pub(super) const MAX_BOARDS_BYTES: usize = 512 << 20;

/// The maximum clock in milliseconds; larger clocks are invalid. Times computed from valid clocks fit into `i32`.
const MAX_CLOCK_MS: i32 = 24 * 60 * 60 * 1000;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardGame {
    /// The number of this board on its site; `None` if unknown.
    pub id: Option<u64>,
    /// The uuid of this board on its site; `None` if unknown.
    pub uuid: Option<String>,
    /// The partner board, if the site names it.
    pub partner: Option<BoardRef>,
    /// The address of this board on its site; `None` if unknown.
    pub address: Option<String>,
    /// White and Black.
    pub players: [BoardPlayer; 2],
    /// The plies in order, White and Black alternating. Black may begin.
    pub plies: Vec<BoardPly>,
    /// For each ply of this board, its index among the plies of both boards. The indexes increase. Empty if the site
    /// does not give the order.
    pub order: Vec<u32>,
    /// The chat, in the order of the plies.
    pub comments: Vec<BoardComment>,
    pub control: Option<TimeControl>,
    /// The time control as the site writes it; empty if unknown.
    pub control_text: String,
    /// The event; empty if unknown.
    pub event: String,
    /// The site; empty if unknown.
    pub site: String,
    /// The date, such as `2025.11.30`; empty if unknown.
    pub date: String,
    /// The time of day at which the board ended, as written by the site; empty if unknown.
    pub end_time: String,
    /// The time at which the board ended, in seconds since 1970; `None` if unknown.
    pub end_s: Option<i64>,
    /// The result of this board, where `1-0` means that White of this board won. `None` if unknown.
    pub result: Option<GameResult>,
    /// The reason for the result, in the site's words; empty if unknown.
    pub reason: String,
    /// Whether this board ended only because the partner board did.
    pub ended_by_partner: bool,
    /// The starting position as FEN; `None` for the standard one.
    pub fen: Option<String>,
    /// The format in which the board was exported.
    pub origin: BoardOrigin,
    /// The index of the input file.
    pub file: usize,
}

/// The number or the uuid by which a site names a board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum BoardRef {
    Number(u64),
    Uuid(String),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardPlayer {
    /// The name of the player; empty if unknown.
    pub name: String,
    /// The rating of the player; empty if unknown.
    pub rating: String,
    /// The title of the player, such as `GM` or `NM`; empty if none.
    pub title: String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardPly {
    /// The move. If the site gives both squares of the move, the origin has file and rank.
    pub san: San,
    /// The clock of the player who moved, after the ply, in milliseconds; `None` if unknown.
    pub clock_ms: Option<i32>,
}

/// A chat message of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardComment {
    /// The number of plies on this board before the message.
    pub after: usize,
    /// The player's name and the message.
    pub text: String,
}

/// The format in which a board was exported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardOrigin {
    /// A response of chess.com for one board.
    #[default]
    Response,
    /// A player's month at chess.com: a list of the games of one month, without clocks.
    Month,
    Pgn,
    /// A match page of pychess, which contains both boards.
    Page,
}

impl BoardGame {
    /// Empties the texts that are longer than [`MAX_TEXT_BYTES`], and returns what they were.
    fn remove_long_texts(&mut self) -> Vec<&'static str> {
        let mut removed = Vec::new();
        let mut check = |name, text: &mut String| {
            if text.len() > MAX_TEXT_BYTES {
                *text = String::new();
                removed.push(name);
            }
        };
        for BoardPlayer { name, rating, title } in &mut self.players {
            check("name of a player", name);
            check("rating of a player", rating);
            check("title of a player", title);
        }
        check("time control", &mut self.control_text);
        check("event", &mut self.event);
        check("site", &mut self.site);
        check("date", &mut self.date);
        check("end time", &mut self.end_time);
        check("reason for the result", &mut self.reason);
        for comment in &mut self.comments {
            check("chat message", &mut comment.text);
        }
        let texts = [
            ("uuid of the board", &mut self.uuid),
            ("address of the board", &mut self.address),
            ("starting position", &mut self.fen),
        ];
        for (name, text) in texts {
            check(name, text.get_or_insert_default());
            text.take_if(|text| text.is_empty());
        }
        if let Some(BoardRef::Uuid(uuid)) = &mut self.partner {
            check("uuid of the partner board", uuid);
        }
        self.partner.take_if(|partner| *partner == BoardRef::Uuid(String::new()));
        removed
    }

    /// Returns the memory that the board takes, in bytes.
    fn memory_bytes(&self) -> usize {
        let players = self.players.iter().flat_map(|it| [&it.name, &it.rating, &it.title]);
        let texts =
            [&self.control_text, &self.event, &self.site, &self.date, &self.end_time, &self.reason];
        let optional = [&self.uuid, &self.address, &self.fen];
        let texts = players.chain(texts).chain(optional.into_iter().flatten());
        let comments = self.comments.iter().map(|it| size_of_val(it) + it.text.len());
        size_of::<Self>()
            + texts.map(String::len).sum::<usize>()
            + comments.sum::<usize>()
            + size_of_val(self.plies.as_slice())
            + size_of_val(self.order.as_slice())
    }

    /// Iterates over the number and the uuid of this board, skipping unknown ones.
    pub fn names(&self) -> impl Iterator<Item = BoardRef> {
        let number = self.id.map(BoardRef::Number);
        number.into_iter().chain(self.uuid.clone().map(BoardRef::Uuid))
    }

    /// Returns whether `ids` contains the number or the uuid of this board.
    pub fn has_name_in(&self, ids: &HashSet<String>) -> bool {
        self.names().any(|name| ids.contains(&name.to_string()))
    }
}

impl BoardRef {
    /// Parses the address of a board on chess.com or its end, `#g=123`, or the number of a board. Returns `None` for a
    /// bare number up to 99,999,999, which may mean anything else.
    pub fn from_address(text: &str) -> Option<Self> {
        let bare = bare_link(text);
        let end = ["#g=", "g=", "live#g=", "/live#g="].iter().find_map(|it| bare.strip_prefix(it));
        let least = if end.is_some() { 1 } else { 100_000_000 };
        if let Ok(number) = end.unwrap_or(bare).parse()
            && number >= least
        {
            return Some(Self::Number(number));
        }
        match WebAddress::parse(text).game()? {
            AddressedGame::Live(board) => Some(board),
            AddressedGame::Daily(_) => None,
        }
    }

    /// Parses the address of a board on any site: like [`BoardRef::from_address`], or else the number at the end of its
    /// path.
    pub(in crate::import) fn from_link(text: &str) -> Option<Self> {
        Self::from_address(text).or_else(|| {
            let number = WebAddress::parse(text).names().last()?.parse().ok()?;
            Some(Self::Number(number))
        })
    }

    pub const fn number(&self) -> Option<u64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Uuid(_) => None,
        }
    }

    pub fn uuid(&self) -> Option<String> {
        match self {
            Self::Number(_) => None,
            Self::Uuid(uuid) => Some(uuid.clone()),
        }
    }

    /// Returns the address of the web page of the board on chess.com.
    pub fn page_address(&self) -> String {
        format!("https://www.chess.com/game/live/{self}")
    }

    /// Returns the address of the board's data on chess.com, in the format that this module reads.
    pub fn data_address(&self) -> String {
        format!("https://www.chess.com/callback/live/game/{self}")
    }
}

impl std::fmt::Display for BoardRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Uuid(uuid) => f.write_str(uuid),
        }
    }
}

/// Converts a result of `board` to the result of the match, or the reverse. On board B, White plays for the second
/// team.
pub(super) const fn of_match(result: GameResult, board: BoardId) -> GameResult {
    match (result, board) {
        (GameResult::First, BoardId::B) => GameResult::Second,
        (GameResult::Second, BoardId::B) => GameResult::First,
        (result, _) => result,
    }
}

/// Returns the move of the piece on `from`.
const fn move_between(from: Square, to: Square, promotion: Option<Role>) -> San {
    San::Normal {
        // The origin is a single square. A pawn with a full origin stands for any piece.
        role: Role::Pawn,
        file: Some(from.file()),
        rank: Some(from.rank()),
        to,
        capture: false,
        promotion,
    }
}

/// Parses a decided result. Returns `None` for any other text, such as `*`.
fn game_result(text: &str) -> Option<GameResult> {
    GameResult::parse(text.as_bytes()).filter(|result| result.is_decided())
}

/// Returns a clock of `ms` milliseconds, or `None` if it is not from 0 to [`MAX_CLOCK_MS`].
#[expect(clippy::cast_possible_truncation, reason = "saturates, and too large a value is rejected")]
fn milliseconds(ms: f64) -> Option<i32> {
    let ms = ms.round() as i64;
    let ms = i32::try_from(ms).ok()?;
    if (0..=MAX_CLOCK_MS).contains(&ms) { Some(ms) } else { None }
}
