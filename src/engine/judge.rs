//! Plies that an engine would not have played: [`judged`].
//!
//! A ply is held only against the guess right before it and right after it, between which nothing has come from the
//! other board: so nobody is blamed for what the other board did. What the ply has taken helps the partner, and no
//! engine sees that.

use super::MatchScores;
use crate::{
    replay::Match,
    rules::{BoardId, Seat},
};

/// By how much a chance has fallen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// By a tenth or more.
    Dubious,
    /// By a fifth or more.
    Mistake,
    /// By three tenths or more.
    Blunder,
}

impl Severity {
    /// That of a chance that fell by `drop`; `None` where that is within the noise of a guess.
    #[must_use]
    pub fn of(drop: f64) -> Option<Self> {
        match drop {
            _ if drop >= 0.3 => Some(Self::Blunder),
            _ if drop >= 0.2 => Some(Self::Mistake),
            _ if drop >= 0.1 => Some(Self::Dubious),
            _ => None,
        }
    }

    /// The glyph that a person would write.
    #[must_use]
    pub const fn glyph(self) -> &'static str {
        match self {
            Self::Dubious => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

/// A ply after which the chance of its seat is lower.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The ply, counted from 0.
    pub ply: usize,
    /// Who played it.
    pub seat: Seat,
    /// The chance of the seat on its board before, from 0 to 1.
    pub before: f64,
    /// The same after.
    pub after: f64,
    /// How much lower that is.
    pub severity: Severity,
    /// What the engine would have played.
    pub best: Option<String>,
}

/// The plies of `played` after which `scores` are lower, in order.
#[must_use]
pub fn judged(played: &Match, scores: &MatchScores) -> Vec<Judged> {
    let mut position = played.set_up.position.clone();
    let mut found = Vec::new();
    let pairs = scores.moments.windows(2);
    for ((ply, played), pair) in played.plies.iter().enumerate().zip(pairs) {
        let id: BoardId = played.seat.board();
        let (before, after) = (&pair[0][id], &pair[1][id]);
        let san = position.boards[id].san(played.mv).to_string();
        played.play_on(&mut position);
        // A piece that was lent was not in the reserve that the guess before was about.
        if played.lent || before.best.as_deref() == Some(&san) {
            continue;
        }
        let (Some(had), Some(other)) = (before.chance(), after.chance()) else {
            continue;
        };
        let has = 1.0 - other;
        if let Some(severity) = Severity::of(had - has) {
            found.push(Judged {
                ply,
                seat: played.seat,
                before: had,
                after: has,
                severity,
                best: before.best.clone(),
            });
        }
    }
    found
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

    /// White A moves a pawn, then White B takes something, which changes what board A is worth.
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
            lent: false,
            check: false,
            mate: false,
            clock: crate::replay::Clock::default(),
            lag_ms: None,
        };
        Match { plies: vec![ply(Seat::WhiteA), ply(Seat::WhiteB)], ..Match::default() }
    }

    #[test]
    fn nobody_is_blamed_for_the_other_board() {
        // Board A falls by 2,000 while board B moves: no ply of board A did that.
        let fallen = scores(&[(0, true, 0, true), (0, false, 0, true), (2000, false, 0, false)]);
        assert_eq!(judged(&two_plies(), &fallen), []);
    }

    #[test]
    fn a_ply_is_held_against_the_guess_right_before_it() {
        let fallen =
            scores(&[(500, true, 0, true), (1000, false, 0, true), (1000, false, 0, false)]);
        let found = judged(&two_plies(), &fallen);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].ply, found[0].seat), (0, Seat::WhiteA));
        assert_eq!(found[0].severity, Severity::Blunder);
        assert!((found[0].before - 0.6225).abs() < 0.001);
        assert!((found[0].after - 0.2689).abs() < 0.001);
    }

    #[test]
    fn what_the_engine_would_have_played_is_never_blamed() {
        let mut fallen = scores(&[(500, true, 0, true), (1000, false, 0, true)]);
        fallen.moments[0][BoardId::A].best = Some("e4".to_owned());
        assert_eq!(judged(&two_plies(), &fallen), []);
    }

    #[test]
    fn a_tenth_is_dubious_and_less_is_noise() {
        assert_eq!(Severity::of(0.09), None);
        assert_eq!(Severity::of(-0.5), None);
        assert_eq!(Severity::of(0.1), Some(Severity::Dubious));
        assert_eq!(Severity::of(0.25).map(Severity::glyph), Some("?"));
        assert_eq!(Severity::of(0.3).map(Severity::glyph), Some("??"));
    }
}
