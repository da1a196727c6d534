//! The JSON of BGN, one match an object: what its members are called and hold.
//!
//! The names of a ply's members are those of BGN; for bughouse this adds `b`, `n`, `drop`, `xp`, `clk`, `emt`, `ts`, `lag`
//! and `san`. All numbers of time are seconds. Members that nobody here knows are kept and written again,
//! behind the others. What a match means by it is in [`replay`](crate::replay).

use crate::rules::BoardId;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::{Map, Value};
use std::fmt;

/// The source that annotations of a file are said to have.
pub(crate) const FILE: &str = "file";

/// A match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bgn {
    /// The tags as they are written, the first where several have one name.
    #[serde(default)]
    pub pgn: Map<String, Value>,
    /// What the tags mean.
    #[serde(default)]
    pub bgn: BgnInfo,
    /// The plies, in the order of the match.
    #[serde(default)]
    pub moves: Vec<BgnMove>,
    /// Members that are not known.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// What the tags mean, and what is said of the match as a whole.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BgnInfo {
    /// The date as ISO 8601, as far as it is known: `2006-05-17`, `2006-05`, `2006`.
    #[serde(rename = "eventDate", default, skip_serializing_if = "Option::is_none")]
    pub event_date: Option<Value>,
    /// The players by the letter of their seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<BgnPlayers>,
    /// The time control.
    #[serde(rename = "timeControl", default, skip_serializing_if = "Option::is_none")]
    pub time_control: Option<BgnTimeControl>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`, the tag's or that after the moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The result after the moves, as it is written.
    #[serde(rename = "movesResult", default, skip_serializing_if = "Option::is_none")]
    pub moves_result: Option<String>,
    /// The closing comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What is said before the first ply.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub a: Vec<BgnNote>,
    /// The text from the first ply on that could not be played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unplayed: Option<String>,
    /// Members that are not known, the sources of annotations among them.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// The four players.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BgnPlayers {
    /// White A.
    #[serde(rename = "A")]
    pub white_a: BgnPlayer,
    /// Black A.
    #[serde(rename = "a")]
    pub black_a: BgnPlayer,
    /// White B.
    #[serde(rename = "B")]
    pub white_b: BgnPlayer,
    /// Black B.
    #[serde(rename = "b")]
    pub black_b: BgnPlayer,
}

/// A player.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BgnPlayer {
    /// The name, as servers know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nick: Option<String>,
    /// The rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u16>,
    /// Members that are not known.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// A time control.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BgnTimeControl {
    /// What each seat begins with.
    pub initial: Seconds,
    /// What it is given for a ply.
    pub increment: Seconds,
}

/// A ply.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BgnMove {
    /// The board, `A` or `B`; a chess game has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b: Option<BgnBoard>,
    /// The number with the letter of the seat, `12b`, where it is not the next one after that of the ply before on
    /// this board, or 1 of White.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n: Option<String>,
    /// The piece that moves, `P` to `K`; a promoted one is what it became.
    #[serde(default)]
    pub p: String,
    /// From where; a drop has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub f: Option<String>,
    /// To where; when castling, where the king goes.
    #[serde(default)]
    pub t: String,
    /// The piece taken, as it stood there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<String>,
    /// Whether that was a promoted piece, which is a pawn again.
    #[serde(default, skip_serializing_if = "is_false")]
    pub xp: bool,
    /// What a pawn becomes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promote: Option<String>,
    /// Whether this is castling.
    #[serde(default, skip_serializing_if = "is_false")]
    pub castle: bool,
    /// Whether this is a drop.
    #[serde(default, skip_serializing_if = "is_false")]
    pub drop: bool,
    /// How many checks the opposing king has been given so far, where this gives one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub c: Option<u32>,
    /// The move as BPGN writes it, with `+` or `#`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub san: Option<String>,
    /// The seat's clock after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clk: Option<Seconds>,
    /// What the move took, in files that write this in place of a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub emt: Option<Seconds>,
    /// The match time that the file itself writes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ts: Option<Seconds>,
    /// The lag that was recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lag: Option<Seconds>,
    /// Since the start of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub et: Option<Seconds>,
    /// What is said of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub a: Vec<BgnNote>,
    /// Members that are not known.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// A board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BgnBoard {
    /// Board A.
    A,
    /// Board B.
    B,
}

impl From<BoardId> for BgnBoard {
    fn from(board: BoardId) -> Self {
        match board {
            BoardId::A => Self::A,
            BoardId::B => Self::B,
        }
    }
}

impl From<BgnBoard> for BoardId {
    fn from(board: BgnBoard) -> Self {
        match board {
            BgnBoard::A => Self::A,
            BgnBoard::B => Self::B,
        }
    }
}

/// An annotation of a ply, or of the match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BgnNote {
    /// Who says it: the `id` of a source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The quality, −2 to 2 for `??`, `?`, none, `!`, `!!`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub q: Option<i8>,
    /// A sign that is none of those.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub glyph: Option<String>,
    /// A comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Whether a diagram is wanted here.
    #[serde(default, skip_serializing_if = "is_false")]
    pub diagram: bool,
    /// Any other text of the file, as it stands there: other braces, `$n`, variations, lines of comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Another line that might have been played instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alt: Option<BgnLine>,
    /// Members that are not known.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// A line that was not played; its plies may have lines of their own.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BgnLine {
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What is said of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Its plies.
    #[serde(default)]
    pub moves: Vec<BgnMove>,
    /// Members that are not known.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// A time: `298` where whole seconds are known, `298.0` or `298.652` where milliseconds are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seconds {
    /// Milliseconds.
    pub ms: i32,
    /// Whether no fraction is known.
    pub whole: bool,
}

impl Serialize for Seconds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.whole {
            serializer.serialize_i32(self.ms / 1000)
        } else {
            serializer.serialize_f64(f64::from(self.ms) / 1000.0)
        }
    }
}

impl<'de> Deserialize<'de> for Seconds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Seconds;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of seconds, up to 24 days")
            }

            fn visit_i64<E: de::Error>(self, seconds: i64) -> Result<Seconds, E> {
                let ms = seconds.checked_mul(1000).and_then(|ms| ms.try_into().ok());
                let ms =
                    ms.ok_or_else(|| E::invalid_value(de::Unexpected::Signed(seconds), &self))?;
                Ok(Seconds { ms, whole: true })
            }

            fn visit_u64<E: de::Error>(self, seconds: u64) -> Result<Seconds, E> {
                self.visit_i64(i64::try_from(seconds).unwrap_or(i64::MAX))
            }

            fn visit_f64<E: de::Error>(self, seconds: f64) -> Result<Seconds, E> {
                let ms = (seconds * 1000.0).round();
                if ms.abs() > f64::from(i32::MAX) {
                    return Err(E::invalid_value(de::Unexpected::Float(seconds), &self));
                }
                #[expect(clippy::cast_possible_truncation, reason = "within bounds, as just seen")]
                let ms = ms as i32;
                Ok(Seconds { ms, whole: false })
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}
