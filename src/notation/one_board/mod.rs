//! One board of a match, as sites that know one board at a time give it out: [`BoardGame`].
//!
//! [`read_boards`] tells by the content which of the forms a text has: chess.com's answer for one board, a
//! player's month, or PGN with a `Variant` of bughouse. What two boards make together is found in
//! [`replay`](crate::replay).

mod answer;
mod coded_moves;
mod json;
mod month;
mod pgn;
mod read;

pub use coded_moves::{MoveListError, decode_moves};
pub use read::{BoardProblem, BoardProblemKind, BoardsRead, is_foreign, read_boards};

use super::{GameResult, TimeControl};
use crate::rules::San;

/// One board of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardGame {
    /// The site's number of this board.
    pub id: Option<u64>,
    /// The site's other name of this board.
    pub uuid: Option<String>,
    /// How the site calls the other board.
    pub partner: Option<BoardRef>,
    /// Where the site shows this board.
    pub address: Option<String>,
    /// White, then Black.
    pub players: [BoardPlayer; 2],
    /// The plies in order, White and Black in turn.
    pub plies: Vec<BoardPly>,
    /// The clocks and what each ply adds.
    pub control: Option<TimeControl>,
    /// The time control as it is written.
    pub control_text: String,
    /// The event; empty if none is given.
    pub event: String,
    /// The site; empty if none is given.
    pub site: String,
    /// The day, as `2025.11.30`; empty if none is given.
    pub date: String,
    /// The time of the day at the end, as it is written; empty if none is given.
    pub end_time: String,
    /// Seconds since 1970 at the end.
    pub end_s: Option<i64>,
    /// The result of this board: `1-0` if White of this board won.
    pub result: Option<GameResult>,
    /// How it ended, in the site's words.
    pub reason: String,
    /// Whether it ended because the other board did.
    pub ended_by_partner: bool,
    /// The position at the start; `None` for the usual one.
    pub fen: Option<String>,
    /// Which form it was read from.
    pub origin: BoardOrigin,
    /// The number of the file among those that were read, from 0.
    pub file: usize,
}

/// How a site calls a board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum BoardRef {
    /// By a number.
    Number(u64),
    /// By a uuid.
    Uuid(String),
}

/// A player of one board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardPlayer {
    /// The name; empty if none is given.
    pub name: String,
    /// The rating; empty if none is given.
    pub rating: String,
    /// `GM`, `NM` and the like; empty if none is given.
    pub title: String,
}

/// A ply of one board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardPly {
    /// The move. A move that is given by its squares names its whole origin.
    pub san: San,
    /// The mover's clock after it in milliseconds.
    pub clock_ms: Option<i32>,
}

/// The forms of one board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardOrigin {
    /// chess.com's answer for one board.
    #[default]
    Answer,
    /// An entry of a player's month, which has no clocks.
    Month,
    /// PGN.
    Pgn,
}

impl BoardGame {
    /// Whether `name` is this board's.
    #[must_use]
    pub fn is_called(&self, name: &BoardRef) -> bool {
        match name {
            BoardRef::Number(number) => self.id == Some(*number),
            BoardRef::Uuid(uuid) => self.uuid.as_deref() == Some(uuid),
        }
    }

    /// Whether both are the same board of the same site.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        let same_id = self.id.is_some() && self.id == other.id;
        let same_uuid = self.uuid.is_some() && self.uuid == other.uuid;
        same_id || same_uuid
    }
}

impl BoardRef {
    /// The board that `text`, an address of chess.com or a number alone, speaks of.
    #[must_use]
    pub fn of_address(text: &str) -> Option<Self> {
        let path = text.split(['?', '#']).next()?.trim_end_matches('/');
        let number = |text: &str| text.parse().ok().filter(|&number| number > 99_999_999);
        if let Some(number) = number(path) {
            return Some(Self::Number(number));
        }
        let rest = path.strip_prefix("https://").or(path.strip_prefix("http://"));
        let rest = rest.unwrap_or(path);
        let rest = rest.strip_prefix("www.").unwrap_or(rest);
        let last = rest.strip_prefix("chess.com/")?.rsplit('/').next()?;
        let is_uuid = last.len() == 36 && last.split('-').count() == 5;
        match number(last) {
            Some(number) => Some(Self::Number(number)),
            None => is_uuid.then(|| Self::Uuid(last.to_owned())),
        }
    }

    /// The address at which chess.com gives out the text of that board.
    #[must_use]
    pub fn answer_address(&self) -> String {
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
