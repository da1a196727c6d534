//! The JSON types of BGN, in which a match is one object.
//!
//! Plies have the members of BGN and, for bughouse, also `b`, `n`, `drop`, `xp`, `clk`, `emt`, `ts`, `lag` and `san`.
//! All times are in seconds. Unknown members are preserved and written after the known ones. [`replay`](crate::replay)
//! converts a match to these types.

use bughouse::BoardId;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::{Map, Value};
use std::fmt;

/// The `id` of notes that come from the file itself rather than from an annotator.
pub const FILE: &str = "file";

/// The glyphs of the qualities in [`BgnNote::q`]. Quality 0 has none.
pub const QUALITIES: [(i8, &str); 4] = [(-2, "??"), (-1, "?"), (1, "!"), (2, "!!")];

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Bgn {
    /// The tags as written. Of repeated tags, only the first is present.
    pub pgn: Map<String, Value>,
    /// Values parsed from the tags.
    pub bgn: BgnInfo,
    /// In match order.
    pub moves: Vec<BgnMove>,
    /// Unknown members.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// Values that are parsed from the tags, and notes on the whole match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct BgnInfo {
    /// The date as ISO 8601, possibly partial: `2006-05-17`, `2006-05`, `2006`.
    #[serde(rename = "eventDate", skip_serializing_if = "Option::is_none")]
    pub event_date: Option<Value>,
    /// The players by seat letter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<BgnPlayers>,
    #[serde(rename = "timeControl", skip_serializing_if = "Option::is_none")]
    pub time_control: Option<BgnTimeControl>,
    /// The result to display: `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The result after the moves, as written.
    #[serde(rename = "movesResult", skip_serializing_if = "Option::is_none")]
    pub moves_result: Option<String>,
    /// The reason for the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Notes before the first ply.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub a: Vec<BgnNote>,
    /// The text that begins with the first unplayable ply; `None` if all plies can be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unplayed: Option<String>,
    /// Unknown members.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// The players of a match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BgnPlayers {
    #[serde(rename = "A")]
    pub white_a: BgnPlayer,
    #[serde(rename = "a")]
    pub black_a: BgnPlayer,
    #[serde(rename = "B")]
    pub white_b: BgnPlayer,
    #[serde(rename = "b")]
    pub black_b: BgnPlayer,
}

/// A player of a match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BgnPlayer {
    /// The name on the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nick: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<u16>,
    /// Unknown members.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// The time control of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BgnTimeControl {
    /// The initial time of each seat.
    pub initial: Seconds,
    /// The time added per ply.
    pub increment: Seconds,
}

/// A ply.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct BgnMove {
    /// The board; missing in a game of chess.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b: Option<BoardId>,
    /// Number and seat letter, such as `12b`. Missing if the ply continues the numbering of its board, which begins
    /// with White's move 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n: Option<String>,
    /// The letter of the piece that moves, `P` to `K`. A promoted piece has the letter of its new role.
    pub p: String,
    /// The origin square; missing for a drop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub f: Option<String>,
    /// The target square. For castling, the target square of the king.
    pub t: String,
    /// The captured piece. A promoted piece has the letter of its new role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x: Option<String>,
    /// Whether the captured piece was a promoted pawn and so enters the reserve as a pawn.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub xp: bool,
    /// The role to which a pawn promotes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promote: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub castle: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub drop: bool,
    /// The number of checks to the opposing king so far, including this one. `None` if the ply gives no check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub c: Option<u32>,
    /// The move as in BPGN, with `+` or `#`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub san: Option<String>,
    /// The seat's clock after the ply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clk: Option<Seconds>,
    /// The time spent on the ply, in files without clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emt: Option<Seconds>,
    /// The match time, if the file records it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ts: Option<Seconds>,
    /// The lag, if the file records it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lag: Option<Seconds>,
    /// The time since the start of the match, computed by Tandem.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub et: Option<Seconds>,
    /// Notes after the ply.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub a: Vec<BgnNote>,
    /// Unknown members.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// A note of one annotator on a ply or on the match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct BgnNote {
    /// The `id` of the annotator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The quality of the move from −2 to 2: `??`, `?`, neither, `!`, `!!`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub q: Option<i8>,
    /// A glyph that has no value in `q`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub glyph: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Whether a diagram is requested.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub diagram: bool,
    /// Any other text, as written: other braces, `$n`, variations, line comments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// A variation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alt: Option<BgnLine>,
    /// Unknown members.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// A variation. Its plies may have variations too.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct BgnLine {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    pub moves: Vec<BgnMove>,
    /// Unknown members.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// A time in seconds, displayed as `298` or `298.652`. In BGN, it is written as an integer (`298`) if only whole seconds are known, otherwise with a fraction
/// (`298.0`, `298.652`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seconds {
    /// The time in milliseconds.
    pub ms: i32,
    /// Whether only whole seconds are known.
    pub whole: bool,
}

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.ms < 0 { "-" } else { "" };
        let ms = self.ms.unsigned_abs();
        write!(f, "{sign}{}", ms / 1000)?;
        if self.whole { Ok(()) } else { write!(f, ".{:03}", ms % 1000) }
    }
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
                let ms = seconds
                    .checked_mul(1000)
                    .and_then(|ms| ms.try_into().ok())
                    .ok_or_else(|| E::invalid_value(de::Unexpected::Signed(seconds), &self))?;
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
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "within bounds, as checked above"
                )]
                let ms = ms as i32;
                Ok(Seconds { ms, whole: false })
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}
