//! [`Reason`]: why a move is better than the played one, in terms of chess.
//!
//! A reason is a fact about the expected lines: it can be verified by playing them.

use super::{
    evaluate::{Reserves, board_value, exposed, index},
    exchange::Exchange,
    judge::Candidate,
};
use crate::{
    analysis::tactics::{BoardTactics, ExtraPiece, Solver},
    rules::{Bitboard, Board, Claim, Move, Reserve, Role, attacks, role_name},
};

/// The least value of an exchange that is a reason, in hundredths of a pawn.
const CLEAR_VALUE: i32 = 80;

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
    /// The expected reply captures a piece of this kind, with which the capturer's partner mates on the other board.
    FeedsMate {
        #[serde(with = "crate::analysis::encoding")]
        role: Role,
        moves: u8,
    },
    /// The better move captures a piece of this kind, with which the player's partner mates on the other board.
    WinsMatingPiece {
        #[serde(with = "crate::analysis::encoding")]
        role: Role,
        moves: u8,
    },
    /// The expected reply gives check, and the piece that moves also attacks one that is worth more.
    Fork {
        #[serde(with = "crate::analysis::encoding")]
        role: Role,
    },
    /// The expected reply captures a piece of this kind, and the next move does not recapture.
    Loses {
        #[serde(with = "crate::analysis::encoding")]
        role: Role,
    },
    /// The better move captures a piece of this kind, and the expected reply does not recapture.
    Wins {
        #[serde(with = "crate::analysis::encoding")]
        role: Role,
    },
    /// The expected moves after the played one cost the player more than they win.
    LosesExchange(Exchange),
    /// The expected moves after the better one win more than they cost.
    WinsExchange(Exchange),
    /// The better move gives check, and the piece that moves also attacks one that is worth more.
    Attacks {
        #[serde(with = "crate::analysis::encoding")]
        role: Role,
    },
    /// The better move leaves the opponent in check, without an answer until a piece arrives.
    Binds,
    /// After the better move the player threatens a proved mate; after the played one not.
    Threatens { moves: u8 },
    /// The piece that makes the better move attacks one that is worth more, without check.
    Hits {
        #[serde(with = "crate::analysis::encoding")]
        role: Role,
    },
    /// More squares beside the player's king are without defence but for the king after the played move than after the
    /// better one.
    Exposes { played: u8, better: u8 },
    /// The same for the opponent's king: fewer after the played move.
    ExposesTheirs { played: u8, better: u8 },
    /// The search prefers the better move, without a single reason.
    Preferred,
}

/// The pieces with which a partner mates on the other board.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatingPieces<'a> {
    /// Those with which the player's partner mates.
    pub ours: &'a [ExtraPiece],
    /// Those with which the opponent's partner mates.
    pub theirs: &'a [ExtraPiece],
}

impl<'a> MatingPieces<'a> {
    /// Returns the pieces from the exact `tactics` of the other board. `partner_moves` is whether the player's partner is
    /// to move there.
    pub(super) fn of(tactics: &'a BoardTactics, partner_moves: bool) -> Self {
        let BoardTactics { wanted, fatal, .. } = tactics;
        if partner_moves {
            Self { ours: wanted, theirs: fatal }
        } else {
            Self { ours: fatal, theirs: wanted }
        }
    }
}

impl Reason {
    /// Returns why `best` is better than `played`.
    pub(super) fn of(
        board: &Board,
        reserves: &Reserves,
        best: &Candidate,
        played: &Candidate,
        pieces: MatingPieces<'_>,
        solver: &mut Solver,
    ) -> Self {
        if let (Some(moves), None) = (best.mates_in, played.mates_in) {
            return Self::MissesMate { moves };
        }
        if let (Some(mate), None) = (&played.allows, &best.allows) {
            return Self::AllowsMate { moves: mate.moves };
        }
        Self::of_replies(board, reserves, best, played, pieces)
            .or_else(|| Self::of_exchanges(board, best, played))
            .or_else(|| Self::of_move(board, reserves, best, played, solver))
            .or_else(|| Self::of_kings(board, best, played))
            .unwrap_or(Self::Preferred)
    }

    /// Returns a reason in the expected reply to the played move, or in the capture of a piece.
    fn of_replies(
        board: &Board,
        reserves: &Reserves,
        best: &Candidate,
        played: &Candidate,
        pieces: MatingPieces<'_>,
    ) -> Option<Self> {
        let gain = |mv: Move| board.captured_by(mv).map_or(0, board_value);
        let answer = Step::of(board, &best.root.line);
        if let Some(reply) = Step::of(board, &played.root.line) {
            if reply.leaves_waiting(&reserves[index(board.turn())]) {
                return Some(Self::MustWait);
            }
            let feeds = |step: &Step| mating(pieces.theirs, step.before.captured_by(step.mv));
            if let Some((role, moves)) = feeds(&reply)
                && answer.as_ref().and_then(feeds).is_none()
            {
                return Some(Self::FeedsMate { role, moves });
            }
            let also_lost = answer.map_or(0, |reply| reply.gain());
            if let Some(role) = reply.wins()
                && board_value(role) > gain(played.root.mv).max(also_lost)
            {
                return Some(Self::Loses { role });
            }
            if let Some(role) = reply.forks() {
                return Some(Self::Fork { role });
            }
        }
        let wins = |mv: Move| mating(pieces.ours, board.captured_by(mv));
        if let Some((role, moves)) = wins(best.root.mv)
            && wins(played.root.mv).is_none()
        {
            return Some(Self::WinsMatingPiece { role, moves });
        }
        let role = board.captured_by(best.root.mv)?;
        let is_kept = best.root.line.get(1).is_some_and(|reply| reply.to() != best.root.mv.to());
        let is_more = board_value(role) > gain(played.root.mv);
        if is_kept && is_more { Some(Self::Wins { role }) } else { None }
    }

    /// Returns a reason in the pieces that change hands in the expected moves.
    fn of_exchanges(board: &Board, best: &Candidate, played: &Candidate) -> Option<Self> {
        let with_played = Exchange::of(board, &played.root.line);
        let with_best = Exchange::of(board, &best.root.line);
        if with_best.value() < with_played.value() + CLEAR_VALUE {
            return None;
        }
        if with_played.value() <= -CLEAR_VALUE {
            return Some(Self::LosesExchange(with_played.reversed()));
        }
        if with_best.value() >= CLEAR_VALUE { Some(Self::WinsExchange(with_best)) } else { None }
    }

    /// Returns a reason in the better move itself.
    fn of_move(
        board: &Board,
        reserves: &Reserves,
        best: &Candidate,
        played: &Candidate,
        solver: &mut Solver,
    ) -> Option<Self> {
        let step = |candidate: &Candidate| Step {
            before: board.clone(),
            mv: candidate.root.mv,
            next: None,
        };
        let (better, worse) = (step(best), step(played));
        if better.leaves_waiting(&reserves[index(board.turn().other())]) {
            return Some(Self::Binds);
        }
        if let Some(role) = better.forks() {
            return Some(Self::Attacks { role });
        }
        let own = reserves[index(board.turn())];
        if let Some(moves) = better.threatens(own, solver)
            && worse.threatens(own, solver).is_none()
        {
            return Some(Self::Threatens { moves });
        }
        let role = better.hits()?;
        let is_more = worse.hits().is_none_or(|hit| board_value(hit) < board_value(role));
        if is_more { Some(Self::Hits { role }) } else { None }
    }

    /// Returns a reason in the squares around the kings.
    fn of_kings(board: &Board, best: &Candidate, played: &Candidate) -> Option<Self> {
        let (us, them) = (board.turn(), board.turn().other());
        let after_best = board.after_move(best.root.mv);
        let after_played = board.after_move(played.root.mv);
        let (better, worse) = (exposed(&after_best, us), exposed(&after_played, us));
        if worse > better {
            return Some(Self::Exposes { played: worse, better });
        }
        let [theirs, fewer] = [&after_best, &after_played].map(|board| exposed(board, them));
        if theirs > fewer {
            Some(Self::ExposesTheirs { played: fewer, better: theirs })
        } else {
            None
        }
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
            Self::FeedsMate { .. } => "feeds-mate",
            Self::WinsMatingPiece { .. } => "wins-mating-piece",
            Self::LosesExchange(_) => "loses-exchange",
            Self::WinsExchange(_) => "wins-exchange",
            Self::Threatens { .. } => "threatens-mate",
            Self::Hits { .. } => "hits",
            Self::Exposes { .. } => "exposes-king",
            Self::ExposesTheirs { .. } => "exposes-their-king",
        })
    }

    /// Returns one sentence about `played`, which was played on `board`. `line` are the expected moves from `played` on,
    /// and `better` the moves from the better one on; empty if that is to sit.
    pub(super) fn sentence(self, board: &Board, line: &[Move], better: &[Move]) -> String {
        let Some(&played) = line.first() else { return String::new() };
        let after = board.after_move(played);
        let reply = line.get(1).map_or_else(String::new, |&mv| san(&after, mv));
        let best = better.first().map_or_else(|| "sitting".to_owned(), |&mv| san(board, mv));
        let played = san(board, played);
        match self {
            Self::None => String::new(),
            Self::MissesMate { moves: 1 } => format!("{best} is mate."),
            Self::MissesMate { moves } => format!("{best} mates in {moves}."),
            // The search of the board does not always expect the mating move.
            Self::AllowsMate { moves } if line.len() < 2 => {
                format!("{played} allows mate in {moves}. Better: {best}.")
            }
            Self::AllowsMate { moves: 1 } => format!("{played} allows {reply}. Better: {best}."),
            Self::AllowsMate { moves } => {
                format!("{played} allows {reply}, mate in {moves}. Better: {best}.")
            }
            Self::SpoilsJoint => format!(
                "{played} gives up a joint win: the partner wins the mating piece by force. Better: sitting."
            ),
            Self::MustWait => format!(
                "After {played}, {reply} can only be answered by a piece that is not in reserve. Better: {best}."
            ),
            Self::Fork { role } => {
                let role = role_name(role);
                format!("After {played}, {reply} checks and attacks the {role}. Better: {best}.")
            }
            Self::Loses { role } => {
                let played = match board.captured_by(line[0]) {
                    Some(won) => format!("{played} takes a {}, but", role_name(won)),
                    None => format!("After {played},"),
                };
                format!("{played} {reply} takes a {}. Better: {best}.", role_name(role))
            }
            Self::Wins { role } => format!("Better: {best}, which takes a {}.", role_name(role)),
            Self::Attacks { role } => {
                format!("Better: {best}, which checks and attacks the {}.", role_name(role))
            }
            Self::Binds => {
                format!("Better: {best}, which only a piece that is not in reserve can answer.")
            }
            Self::FeedsMate { role, moves } => format!(
                "After {played}, {reply} takes a {}, with which the capturer's partner mates in {moves}. Better: \
                 {best}.",
                role_name(role)
            ),
            Self::WinsMatingPiece { role, moves } => {
                let role = role_name(role);
                format!(
                    "Better: {best}, which takes a {role}, with which the partner mates in {moves}."
                )
            }
            Self::LosesExchange(exchange) => {
                let lost = exchange.words();
                format!("After {played}, {reply} leads to the loss of {lost}. Better: {best}.")
            }
            Self::WinsExchange(exchange) => {
                let won = exchange.words() + &exchange_of_played(board, line);
                format!("Better: {best}, which leads to the win of {won}.")
            }
            Self::Threatens { moves: 1 } => format!("Better: {best}, which threatens mate."),
            Self::Threatens { moves } => {
                format!("Better: {best}, which threatens mate in {moves}.")
            }
            Self::Hits { role } => {
                format!("Better: {best}, which attacks the {}.", role_name(role))
            }
            Self::Exposes { played: worse, better } => {
                let worse = squares(worse);
                format!(
                    "{played} leaves {worse} beside the king undefended. Better: {best}, only {better}."
                )
            }
            Self::ExposesTheirs { played: worse, better } => {
                let better = squares(better);
                format!(
                    "Better: {best}, which leaves {better} beside the other king undefended, {played} only {worse}."
                )
            }
            Self::Preferred => format!("The search prefers {best} to {played}."),
        }
    }
}

/// Describes what the first move of `line` wins if it captures a piece, after a better exchange: `; Nxe4 wins no more
/// than it loses`. Returns an empty text if it captures nothing.
fn exchange_of_played(board: &Board, line: &[Move]) -> String {
    let Some(&mv) = line.first().filter(|mv| board.captured_by(**mv).is_some()) else {
        return String::new();
    };
    let (san, exchange) = (san(board, mv), Exchange::of(board, line));
    if exchange.value() >= CLEAR_VALUE {
        format!("; {san} wins only {}", exchange.words())
    } else {
        format!("; {san} wins no more than it loses")
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

    /// Returns the most valuable piece that the move attacks besides the king, if it gives check and the piece is worth
    /// more than the attacker.
    fn forks(&self) -> Option<Role> {
        let after = self.before.after_move(self.mv);
        if after.checkers().contains(self.mv.to()) { self.hits() } else { None }
    }

    /// Returns the length of the mate that the side threatens after the move, with `own` in reserve before it.
    fn threatens(&self, mut own: Reserve, solver: &mut Solver) -> Option<u8> {
        own.take_dropped(self.mv);
        let after = self.before.after_move(self.mv).null_move()?;
        solver.forced_mate(&after, own).map(|mate| mate.moves)
    }

    /// Returns the most valuable piece that the move attacks besides the king, if it is worth more than the attacker.
    fn hits(&self) -> Option<Role> {
        let after = self.before.after_move(self.mv);
        let to = self.mv.to();
        let attacker = after.pieces().role_at(to)?;
        let reach =
            attacks::attacks(to, attacker.of(self.before.turn()), after.pieces().occupied());
        let king = Bitboard::from(after.king(after.turn()));
        let targets = reach & after.pieces().by_color(after.turn()) & !king;
        let roles = targets.into_iter().filter_map(|square| after.pieces().role_at(square));
        let role = roles.max_by_key(|&role| board_value(role))?;
        // A bishop that attacks a knight is no fork.
        if board_value(role) > board_value(attacker) + 40 { Some(role) } else { None }
    }
}

/// Returns the piece of `pieces` of kind `role`, with the length of its mate.
fn mating(pieces: &[ExtraPiece], role: Option<Role>) -> Option<(Role, u8)> {
    let piece = pieces.iter().find(|piece| Some(piece.role) == role)?;
    Some((piece.role, piece.mate.moves))
}

fn squares(count: u8) -> String {
    if count == 1 { "1 square".to_owned() } else { format!("{count} squares") }
}

/// Returns `mv` in SAN with `+` or `#`.
pub(super) fn san(board: &Board, mv: Move) -> String {
    let after = board.after_move(mv);
    let claim = Claim::of(after.is_check(), after.is_checkmate());
    format!("{}{}", board.san(mv), claim.suffix())
}
