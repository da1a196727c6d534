//! [`Reason`]: why a move is better than the played one, in terms of chess.
//!
//! A reason is a fact about the expected lines: it can be verified by playing them.

use super::{
    evaluate::{Reserves, board_value, index},
    judge::Candidate,
};
use crate::rules::{Bitboard, Board, Claim, Move, Reserve, Role, attacks, role_name};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Reason {
    /// The played move is the best one.
    #[default]
    None,
    /// The better move begins a proved mate, the played one does not.
    MissesMate { moves: u8 },
    /// After the played move the opponent has a proved mate, after the better one not.
    AllowsMate { moves: u8 },
    /// The partner wins the mating piece by force if the player sits.
    SpoilsJoint,
    /// The expected reply leaves the player in check, without an answer until a piece arrives.
    MustWait,
    /// The expected reply gives check, and the piece that moves also attacks one that is worth more.
    Fork {
        #[serde(with = "crate::analysis::encoding::some_role")]
        role: Role,
    },
    /// The expected reply captures a piece of this kind, and the next move does not recapture.
    Loses {
        #[serde(with = "crate::analysis::encoding::some_role")]
        role: Role,
    },
    /// The better move captures a piece of this kind, and the expected reply does not recapture.
    Wins {
        #[serde(with = "crate::analysis::encoding::some_role")]
        role: Role,
    },
    /// The better move gives check, and the piece that moves also attacks one that is worth more.
    Attacks {
        #[serde(with = "crate::analysis::encoding::some_role")]
        role: Role,
    },
    /// The better move leaves the opponent in check, without an answer until a piece arrives.
    Binds,
    /// The search prefers the better move, without a single reason.
    Preferred,
}

impl Reason {
    /// Returns why `best` is better than `played`.
    pub(super) fn of(
        board: &Board,
        reserves: &Reserves,
        best: &Candidate,
        played: &Candidate,
    ) -> Self {
        if let (Some(moves), None) = (best.mates_in, played.mates_in) {
            return Self::MissesMate { moves };
        }
        if let (Some(mate), None) = (&played.allows, &best.allows) {
            return Self::AllowsMate { moves: mate.moves };
        }
        let gain = |mv: Move| board.captured_by(mv).map_or(0, board_value);
        if let Some(reply) = Step::of(board, &played.root.line) {
            if reply.leaves_waiting(&reserves[index(board.turn())]) {
                return Self::MustWait;
            }
            let also_lost = Step::of(board, &best.root.line).map_or(0, |reply| reply.gain());
            if let Some(role) = reply.wins()
                && board_value(role) > gain(played.root.mv).max(also_lost)
            {
                return Self::Loses { role };
            }
            if let Some(role) = reply.forks() {
                return Self::Fork { role };
            }
        }
        if let Some(role) = board.captured_by(best.root.mv)
            && board_value(role) > gain(played.root.mv)
            && best.root.line.get(1).is_some_and(|reply| reply.to() != best.root.mv.to())
        {
            return Self::Wins { role };
        }
        let better = Step { before: board.clone(), mv: best.root.mv, next: None };
        if better.leaves_waiting(&reserves[index(board.turn().other())]) {
            return Self::Binds;
        }
        better.forks().map_or(Self::Preferred, |role| Self::Attacks { role })
    }

    /// Returns the word for the reason in JSON.
    pub const fn word(self) -> Option<&'static str> {
        Some(match self {
            Self::None | Self::Preferred => return None,
            Self::MissesMate { .. } => "misses-mate",
            Self::AllowsMate { .. } => "allows-mate",
            Self::SpoilsJoint => "spoils-joint",
            Self::MustWait => "must-wait",
            Self::Fork { .. } => "fork",
            Self::Loses { .. } => "loses-piece",
            Self::Wins { .. } => "wins-piece",
            Self::Attacks { .. } => "attacks",
            Self::Binds => "binds",
        })
    }

    /// Returns one sentence about `played`, which was played on `board`. `line` are the expected moves from `played` on,
    /// and `better` the moves from the better one on; empty if that is to sit.
    pub(super) fn sentence(self, board: &Board, line: &[Move], better: &[Move]) -> String {
        let Some(&played) = line.first() else { return String::new() };
        let san = |mv: Move| san(board, mv);
        let reply = || {
            let after = board.after_move(played);
            line.get(1).map_or_else(String::new, |&mv| self::san(&after, mv))
        };
        let best = better.first().map_or_else(|| "sitting".to_owned(), |&mv| san(mv));
        match self {
            Self::None => String::new(),
            Self::MissesMate { moves: 1 } => format!("{best} is mate."),
            Self::MissesMate { moves } => format!("{best} mates in {moves}."),
            // The search of the board does not always expect the mating move.
            Self::AllowsMate { moves } if line.len() < 2 => {
                format!("{} allows mate in {moves}. Better: {best}.", san(played))
            }
            Self::AllowsMate { moves: 1 } => {
                format!("{} allows {}. Better: {best}.", san(played), reply())
            }
            Self::AllowsMate { moves } => {
                format!("{} allows {}, mate in {moves}. Better: {best}.", san(played), reply())
            }
            Self::SpoilsJoint => format!(
                "{} gives up a joint win: the partner wins the mating piece by force. Better: sit.",
                san(played)
            ),
            Self::MustWait => format!(
                "After {}, {} can only be answered by a piece that is not in reserve. Better: {best}.",
                san(played),
                reply()
            ),
            Self::Fork { role } => format!(
                "After {}, {} checks and attacks the {}. Better: {best}.",
                san(played),
                reply(),
                role_name(role)
            ),
            Self::Loses { role } => format!(
                "After {}, {} takes a {}. Better: {best}.",
                san(played),
                reply(),
                role_name(role)
            ),
            Self::Wins { role } => format!("{best} takes a {}.", role_name(role)),
            Self::Attacks { role } => {
                format!("{best} checks and attacks the {}.", role_name(role))
            }
            Self::Binds => {
                format!("{best} can only be answered by a piece that is not in reserve.")
            }
            Self::Preferred => format!("Better: {best}."),
        }
    }
}

/// A move of a line.
struct Step {
    /// The board before the move.
    before: Board,
    mv: Move,
    /// The next move, if it is known.
    next: Option<Move>,
}

impl Step {
    /// Returns the reply to the first move of `line`.
    fn of(board: &Board, line: &[Move]) -> Option<Self> {
        let (&first, &mv) = (line.first()?, line.get(1)?);
        Some(Self { before: board.after_move(first), mv, next: line.get(2).copied() })
    }

    fn gain(&self) -> i32 {
        self.before.captured_by(self.mv).map_or(0, board_value)
    }

    /// Returns the piece that the move captures, if the next move does not recapture.
    fn wins(&self) -> Option<Role> {
        let role = self.before.captured_by(self.mv)?;
        if self.next?.to() == self.mv.to() { None } else { Some(role) }
    }

    /// Returns whether the opponent, who holds `reserve`, has no legal answer to the move, which is no mate.
    fn leaves_waiting(&self, reserve: &Reserve) -> bool {
        let after = self.before.after_move(self.mv);
        after.is_check() && !after.is_checkmate() && after.legal_moves(reserve).is_empty()
    }

    /// Returns the most valuable piece that the move attacks besides the king, if it is worth more than the attacker.
    fn forks(&self) -> Option<Role> {
        let after = self.before.after_move(self.mv);
        let to = self.mv.to();
        let attacker = after.pieces().role_at(to)?;
        if !after.checkers().contains(to) {
            return None;
        }
        let reach =
            attacks::attacks(to, attacker.of(self.before.turn()), after.pieces().occupied());
        let targets: Bitboard = reach & after.pieces().by_color(after.turn());
        let roles = targets.into_iter().filter_map(|square| after.pieces().role_at(square));
        let role = roles.max_by_key(|&role| board_value(role))?;
        // A bishop that attacks a knight is no fork.
        if board_value(role) > board_value(attacker) + 40 { Some(role) } else { None }
    }
}

fn san(board: &Board, mv: Move) -> String {
    let after = board.after_move(mv);
    let claim = Claim::of(after.is_check(), after.is_checkmate());
    format!("{}{}", board.san(mv), claim.suffix())
}
