//! The standard traits of text: [`FromStr`] and [`Display`](fmt::Display), and with the feature `serde` the same texts
//! in any data format.
//!
//! | type | text |
//! |---|---|
//! | [`Seat`] | `A`, `a`, `B`, `b` |
//! | [`San`] | `Nf3`, `exd5`, `O-O`, `N@f7` |
//! | [`Move`] | UCI: `g1f3`, `e1g1`, `N@f7`; read by [`Position::resolve_uci`], as it depends on the position |
//! | [`Position`] | BFEN 0.1, both boards separated by ` \| ` |

use crate::{Bfen, BfenError, BoardId, Move, Position, San, SanError, Seat};
use std::{fmt, str::FromStr};

/// A text that is not one of the four letters of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a seat is one of A, a, B and b")]
pub struct SeatError;

impl FromStr for Seat {
    type Err = SeatError;

    fn from_str(text: &str) -> Result<Self, SeatError> {
        match *text.as_bytes() {
            [letter] => Self::from_letter(letter).ok_or(SeatError),
            _ => Err(SeatError),
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Reads the move as [`San::parse`] does, without its suffixes.
impl FromStr for San {
    type Err = SanError;

    fn from_str(text: &str) -> Result<Self, SanError> {
        Self::parse(text.as_bytes()).map(|text| text.san)
    }
}

/// Formats the move as UCI, with castling as the king's move.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.uci(false))
    }
}

/// Reads the position as [`Bfen::parse`] does, without clocks.
impl FromStr for Position {
    type Err = BfenError;

    fn from_str(text: &str) -> Result<Self, BfenError> {
        Bfen::parse(text, None).map(|bfen| bfen.position)
    }
}

/// Formats both boards as BFEN 0.1.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} | {}", self.bfen(BoardId::A), self.bfen(BoardId::B))
    }
}

#[cfg(feature = "serde")]
mod serialized {
    use super::{Move, Position, San, Seat};
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
    use std::{fmt, marker::PhantomData, str::FromStr};

    /// Reads any type from its text.
    struct FromText<T>(PhantomData<T>);

    impl<T> de::Visitor<'_> for FromText<T>
    where
        T: FromStr,
        T::Err: fmt::Display,
    {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a text")
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
            text.parse().map_err(E::custom)
        }
    }

    macro_rules! serialize_as_text {
        ($($name:ty),*) => {$(
            impl Serialize for $name {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }
        )*};
    }

    macro_rules! deserialize_from_text {
        ($($name:ty),*) => {$(
            impl<'de> Deserialize<'de> for $name {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    deserializer.deserialize_str(FromText(PhantomData))
                }
            }
        )*};
    }

    serialize_as_text!(Seat, San, Move, Position);
    deserialize_from_text!(Seat, San, Position);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_their_letters() {
        for seat in Seat::ALL {
            assert_eq!(seat.to_string().parse(), Ok(seat));
        }
        for text in ["", "C", "AA", "Ä"] {
            assert_eq!(text.parse::<Seat>(), Err(SeatError), "{text}");
        }
    }

    #[test]
    fn moves_are_resolved_from_uci() {
        let text = "r3k2r/8/8/8/8/8/8/R3K2R[Nn] w KQkq - 0 1 | \
                    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
        let position: Position = text.parse().expect("the position should be valid");
        assert_eq!(position.to_string(), text);
        let moves = position.legal_moves(Seat::WhiteA);
        assert!(moves.len() > 40);
        for mv in moves {
            assert_eq!(position.resolve_uci(Seat::WhiteA, &mv.to_string()), Some(mv));
            assert_eq!(position.resolve_uci(Seat::WhiteA, &mv.uci(true)), Some(mv));
        }
        for text in ["e1e3", "N@a1", "", "e1g1q", "B@e4"] {
            assert_eq!(position.resolve_uci(Seat::WhiteA, text), None, "{text}");
        }
        assert_eq!(position.resolve_uci(Seat::BlackA, "e8g8"), None);
    }

    #[cfg(feature = "serde")]
    #[test]
    fn serde_uses_the_texts() {
        let san: San = "N@f7".parse().expect("the move should be valid");
        let json = serde_json::to_string(&(Seat::BlackB, san)).expect("both should serialise");
        assert_eq!(json, r#"["b","N@f7"]"#);
        assert_eq!(serde_json::from_str::<(Seat, San)>(&json).ok(), Some((Seat::BlackB, san)));
        let position = Position::default();
        let json = serde_json::to_string(&position).expect("a position should serialise");
        assert_eq!(serde_json::from_str::<Position>(&json).ok(), Some(position));
        let error = serde_json::from_str::<Seat>("\"x\"").expect_err("x is no seat").to_string();
        assert!(error.starts_with("a seat is one of A, a, B and b"), "{error}");
    }
}
