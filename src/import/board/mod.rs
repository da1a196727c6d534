//! Single-board exports. [`BoardGame`] is one board of a match.
//!
//! [`read_boards`] detects the format from the content: the response of chess.com for one board, a player's month
//! there, PGN with a `Variant` of bughouse, or a match page of pychess. [`Importer`](super::Importer) pairs the boards.

mod coded_moves;
mod html;
mod json;
mod month;
mod page;
mod pgn;
mod read;
mod response;

pub use coded_moves::{MoveListError, decode_moves};
pub use page::PageError;
pub use read::{BoardProblem, BoardProblemKind, BoardsRead, is_foreign, read_boards};

use crate::{
    notation::{GameResult, TimeControl},
    rules::San,
};

/// One board of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardGame {
    /// The number that identifies this board on its site, if known.
    pub id: Option<u64>,
    /// The uuid that identifies this board on its site, if known.
    pub uuid: Option<String>,
    /// The partner board, as the site refers to it, if it does.
    pub partner: Option<BoardRef>,
    /// The address of this board on the site, if known.
    pub address: Option<String>,
    /// The players, White first.
    pub players: [BoardPlayer; 2],
    /// The plies in order, White and Black alternating. Black may begin.
    pub plies: Vec<BoardPly>,
    /// The place of each ply in the order of the match, increasing; empty if the site does not state it.
    pub order: Vec<u32>,
    /// The chat messages, in order.
    pub comments: Vec<BoardComment>,
    /// The initial time and the increment per ply, if known.
    pub control: Option<TimeControl>,
    /// The time control as written.
    pub control_text: String,
    /// The event; empty if unknown.
    pub event: String,
    /// The site; empty if unknown.
    pub site: String,
    /// The date, `2025.11.30`; empty if unknown.
    pub date: String,
    /// The time of day at which the board ended, as written; empty if unknown.
    pub end_time: String,
    /// The time at which the board ended, in seconds since 1970; `None` if unknown.
    pub end_s: Option<i64>,
    /// The result of this board, if known: `1-0` if White of this board won.
    pub result: Option<GameResult>,
    /// The reason for the result, in the words of the site.
    pub reason: String,
    /// Whether the board ended because the partner board did.
    pub ended_by_partner: bool,
    /// The starting position as FEN; `None` for the standard one.
    pub fen: Option<String>,
    /// The format it was read from.
    pub origin: BoardOrigin,
    /// The index of the input file, from 0.
    pub file: usize,
}

/// A site's reference to a board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum BoardRef {
    Number(u64),
    Uuid(String),
}

/// A player of one board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardPlayer {
    /// The name; empty if unknown.
    pub name: String,
    /// The rating; empty if unknown.
    pub rating: String,
    /// `GM`, `NM` and the like; empty if none.
    pub title: String,
}

/// A ply of one board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardPly {
    /// The move. If the site states origin and target squares, the origin is complete.
    pub san: San,
    /// The clock of the player who moved, after the ply, in milliseconds; `None` if unknown.
    pub clock_ms: Option<i32>,
}

/// A message of the players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardComment {
    /// The number of plies on this board before the message.
    pub after: usize,
    /// The name of the player and the message.
    pub text: String,
}

/// The source of a board: the format in which it was exported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardOrigin {
    /// The response of chess.com for one board.
    #[default]
    Response,
    /// An entry of a player's month at chess.com. It has no clocks.
    Month,
    Pgn,
    /// A match page of pychess. It has both boards.
    Page,
}

impl BoardGame {
    /// Returns whether `name` is this board's number or uuid.
    #[must_use]
    pub fn matches_ref(&self, name: &BoardRef) -> bool {
        match name {
            BoardRef::Number(number) => self.id == Some(*number),
            BoardRef::Uuid(uuid) => self.uuid.as_deref() == Some(uuid),
        }
    }

    /// Returns whether both are exports of the same board.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        let same_id = self.id.is_some() && self.id == other.id;
        let same_uuid = self.uuid.is_some() && self.uuid == other.uuid;
        same_id || same_uuid
    }
}

impl BoardRef {
    /// Parses the address of a board on chess.com, or a bare number. Returns `None` for anything else.
    #[must_use]
    pub fn from_address(text: &str) -> Option<Self> {
        let path = text.split(['?', '#']).next()?.trim_end_matches('/');
        let number = |text: &str| text.parse().ok().filter(|&number| number > 0);
        // A small number may mean anything.
        if let Some(number) = number(path).filter(|&number| number > 99_999_999) {
            return Some(Self::Number(number));
        }
        let rest = path.strip_prefix("https://").or(path.strip_prefix("http://"));
        let rest = rest.unwrap_or(path);
        let rest = rest.strip_prefix("www.").unwrap_or(rest);
        let (_, rest) = rest.strip_prefix("chess.com/")?.split_once("game/")?;
        let last = rest.rsplit('/').next()?;
        let is_uuid = last.len() == 36 && last.split('-').count() == 5;
        match number(last) {
            Some(number) => Some(Self::Number(number)),
            None => is_uuid.then(|| Self::Uuid(last.to_owned())),
        }
    }

    /// Returns the address of the page about the board on chess.com.
    #[must_use]
    pub fn page_address(&self) -> String {
        format!("https://www.chess.com/game/live/{self}")
    }

    /// Returns the address on chess.com of the board's data, which this module reads.
    #[must_use]
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
