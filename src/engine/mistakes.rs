//! [`find_mistakes`]: finds the mistakes in a match, judging by an engine's evaluations.
//!
//! A ply is judged by the evaluations of its board right before and right after it. No ply of the other board lies in
//! between, so no player is blamed for events there. The value of a captured piece to the partner is ignored.

use super::MatchScores;
use crate::{
    replay::Match,
    rules::{BoardId, Seat},
};

/// The severity of a mistake, by the drop in win probability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The win probability drops by at least 10 percentage points.
    Dubious,
    /// The win probability drops by at least 20 percentage points.
    Mistake,
    /// The win probability drops by at least 30 percentage points.
    Blunder,
}

impl Severity {
    /// Returns the severity of `drop`, a drop in win probability from 0 to 1. Returns `None` if `drop` is less than
    /// 0.1, which is within the noise of evaluations.
    pub fn of(drop: f64) -> Option<Self> {
        match drop {
            _ if drop >= 0.3 => Some(Self::Blunder),
            _ if drop >= 0.2 => Some(Self::Mistake),
            _ if drop >= 0.1 => Some(Self::Dubious),
            _ => None,
        }
    }

    /// Returns the glyph that annotates a mistake of this severity.
    pub const fn glyph(self) -> &'static str {
        match self {
            Self::Dubious => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

/// The sentence about a match without mistakes.
pub const NO_MISTAKES: &str = "No move lowers the win probability by 10 percentage points or more.";

/// A ply that lowered the win probability of its player.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// The index of the ply in the match, counted from 0.
    pub ply: usize,
    pub seat: Seat,
    /// The player's win probability on this board before the ply, from 0 to 1.
    pub before: f64,
    /// The player's win probability on this board after the ply, from 0 to 1.
    pub after: f64,
    pub severity: Severity,
    /// The move that the engine prefers, in SAN.
    pub best: Option<String>,
}

/// Returns the mistakes in `played` according to `scores`, in order. The engine's best move is never a mistake. Skips
/// plies without two scores, and drops of lent pieces (pieces that the reserve lacked).
pub fn find_mistakes(played: &Match, scores: &MatchScores) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    let positions = played.positions(0..=played.plies.len());
    let pairs = scores.moments.windows(2);
    for ((index, position), (ply, pair)) in positions.zip(played.plies.iter().zip(pairs)) {
        let id: BoardId = ply.seat.board();
        let (before, after) = (&pair[0][id], &pair[1][id]);
        let san = position.boards[id].san(ply.mv).to_string();
        // A lent piece was not in the reserve when the position was evaluated.
        if ply.is_lent || before.best.as_deref() == Some(&san) {
            continue;
        }
        let (Some(chance_before), Some(opponent_chance)) = (before.chance(), after.chance()) else {
            continue;
        };
        let chance_after = 1.0 - opponent_chance;
        if let Some(severity) = Severity::of(chance_before - chance_after) {
            mistakes.push(Mistake {
                ply: index,
                seat: ply.seat,
                before: chance_before,
                after: chance_after,
                severity,
                best: before.best.clone(),
            });
        }
    }
    mistakes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        engine::{BoardScore, Score},
        rules::{ByBoard, Move, Role, Square},
    };

    fn scores(moments: &[(i32, bool, i32, bool)]) -> MatchScores {
        let board = |cp, white_to_move| BoardScore {
            score: Some(Score::Centipawns(cp)),
            best: None,
            white_to_move,
        };
        let both = |&(a, white_a, b, white_b): &(i32, bool, i32, bool)| {
            ByBoard::new(board(a, white_a), board(b, white_b))
        };
        MatchScores { engine: String::new(), nodes: 1, moments: moments.iter().map(both).collect() }
    }

    /// White A moves a pawn. Then White B captures, which changes the evaluation of board A.
    fn two_plies() -> Match {
        let ply = |seat| crate::replay::Ply {
            number: 1,
            seat,
            mv: Move::Normal {
                role: Role::Pawn,
                from: Square::E2,
                to: Square::E4,
                promotion: None,
            },
            taken: None,
            is_lent: false,
            check: false,
            mate: false,
            clock: crate::replay::Clock::default(),
            lag_ms: None,
        };
        Match { plies: vec![ply(Seat::WhiteA), ply(Seat::WhiteB)], ..Match::default() }
    }

    #[test]
    fn mistakes_ignore_changes_of_the_other_board() {
        // Board A drops by 2,000 centipawns while board B moves, so no ply on board A is to blame.
        let scores_after_drop =
            scores(&[(0, true, 0, true), (0, false, 0, true), (2000, false, 0, false)]);
        assert_eq!(find_mistakes(&two_plies(), &scores_after_drop), []);
    }

    #[test]
    fn mistake_is_measured_from_the_previous_evaluation() {
        let scores_after_drop =
            scores(&[(500, true, 0, true), (1000, false, 0, true), (1000, false, 0, false)]);
        let mistakes = find_mistakes(&two_plies(), &scores_after_drop);
        assert_eq!(mistakes.len(), 1);
        assert_eq!((mistakes[0].ply, mistakes[0].seat), (0, Seat::WhiteA));
        assert_eq!(mistakes[0].severity, Severity::Blunder);
        assert!((mistakes[0].before - 0.6225).abs() < 0.001);
        assert!((mistakes[0].after - 0.2689).abs() < 0.001);
    }

    #[test]
    fn best_engine_move_is_never_a_mistake() {
        let mut scores_after_drop = scores(&[(500, true, 0, true), (1000, false, 0, true)]);
        scores_after_drop.moments[0][BoardId::A].best = Some("e4".to_owned());
        assert_eq!(find_mistakes(&two_plies(), &scores_after_drop), []);
    }

    #[test]
    fn loss_of_a_tenth_is_dubious_and_less_is_ignored() {
        assert_eq!(Severity::of(0.09), None);
        assert_eq!(Severity::of(-0.5), None);
        assert_eq!(Severity::of(0.1), Some(Severity::Dubious));
        assert_eq!(Severity::of(0.25).map(Severity::glyph), Some("?"));
        assert_eq!(Severity::of(0.3).map(Severity::glyph), Some("??"));
    }
}
