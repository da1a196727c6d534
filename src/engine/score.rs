//! [`Score`]: an engine's evaluation of a position.

use serde::{Deserialize, Serialize};

/// A score from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Score {
    /// An evaluation in hundredths of a pawn. In bughouse, values beyond ±1000 are common.
    Centipawns(i32),
    /// The side to move mates in this number of moves, confirmed by the program's own search for mates.
    Mates(u8),
    /// The side to move is mated in this number of moves, confirmed by the program's own search; 0 if it is mated now.
    Mated(u8),
    /// A mate that the engine claims but the program's own search does not confirm, since a piece may arrive and answer
    /// it. Contains the last centipawn score before the claim.
    Unproved(Option<i32>),
}

impl Score {
    /// Returns the win probability of the side to move on this board, from 0 to 1; `None` for an unproved mate without
    /// an earlier score.
    pub fn chance(self) -> Option<f64> {
        match self {
            Self::Centipawns(cp) => Some(winning_chance(cp)),
            Self::Mates(_) => Some(1.0),
            Self::Mated(_) => Some(0.0),
            Self::Unproved(before) => before.map(winning_chance),
        }
    }

    /// Formats the score: `+6.76` in pawns, `mate in 2`, `mated` or `mated in 2`. An unproved mate is formatted as the
    /// last score before the claim with a question mark, `+6.76?`. Without such a score it is `?`.
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

/// Returns the win probability for a score of `cp` hundredths of a pawn: 1/(1+e^(−cp/1000)). The scale suits bughouse,
/// where scores are larger than in chess.
pub fn winning_chance(cp: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(cp) / 1000.0).exp())
}

/// Formats a win probability in whole per cent, such as `66 %`.
pub fn chance_text(chance: f64) -> String {
    format!("{:.0} %", chance * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn win_probability_is_symmetric_and_never_certain() {
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
