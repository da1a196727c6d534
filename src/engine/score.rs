//! What a position is worth to the side to move: [`Score`].

use serde::{Deserialize, Serialize};

/// A score, from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Score {
    /// A guess in hundredths of a pawn. In bughouse ±1000 are ordinary.
    Centipawns(i32),
    /// A mate in so many moves of the side to move that tactics has proved.
    Mates(u8),
    /// The same against the side to move; 0 where it is mated.
    Mated(u8),
    /// The engine claims a mate that tactics has not proved: a piece may come that answers it. The guess in
    /// hundredths of a pawn from before it did, if there was one.
    Unproved(Option<i32>),
}

impl Score {
    /// The chance that the side to move wins on this board, from 0 to 1; `None` where the engine gives none that can
    /// be believed.
    #[must_use]
    pub fn chance(self) -> Option<f64> {
        match self {
            Self::Centipawns(cp) => Some(winning_chance(cp)),
            Self::Mates(_) => Some(1.0),
            Self::Mated(_) => Some(0.0),
            Self::Unproved(before) => before.map(winning_chance),
        }
    }

    /// In pawns, `+6.76`, or `mate in 2`; `?` behind a number that the engine has taken back for a mate that is not
    /// proved.
    #[must_use]
    pub fn text(self) -> String {
        match self {
            Self::Centipawns(cp) => pawns(cp),
            Self::Mates(moves) => format!("mate in {moves}"),
            Self::Mated(0) => "mated".to_owned(),
            Self::Mated(moves) => format!("mated in {moves}"),
            Self::Unproved(Some(before)) => format!("{}?", pawns(before)),
            Self::Unproved(None) => "?".to_owned(),
        }
    }
}

fn pawns(cp: i32) -> String {
    format!("{:+.2}", f64::from(cp) / 100.0)
}

/// The chance to win that goes with `cp` hundredths of a pawn: 1/(1+e^(−cp/1000)), with the scale of bughouse.
#[must_use]
pub fn winning_chance(cp: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(cp) / 1000.0).exp())
}

/// A chance in whole per cent: `66 %`.
#[must_use]
pub fn chance_text(chance: f64) -> String {
    format!("{:.0} %", chance * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chance_is_symmetric_and_never_certain() {
        for cp in [0, 1, 676, 1835, 30_000] {
            let both = winning_chance(cp) + winning_chance(-cp);
            assert!((both - 1.0).abs() < 1e-12, "{cp}");
        }
        assert_eq!(chance_text(winning_chance(676)), "66 %");
        assert_eq!(Score::Unproved(None).chance(), None);
        assert_eq!(Score::Unproved(Some(676)).text(), "+6.76?");
        assert_eq!(Score::Centipawns(-5).text(), "-0.05");
    }
}
