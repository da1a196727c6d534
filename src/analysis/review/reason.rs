//! [`Reason`]: why a move is better than the played one, in terms of chess.
//!
//! A reason is a fact about the expected lines: it can be verified by playing them. What the opponent also does after the
//! better move is no reason.

use super::{
    evaluate::{Reserves, board_value, exposed, index},
    exchange::Exchange,
    judge::Candidate,
    replies::{Replies, Step},
};
use crate::{
    analysis::tactics::{BoardTactics, ExtraPiece, Solver},
    rules::{Board, Move, Role, role_name},
};

/// The least value of an exchange that is a reason, in hundredths of a pawn: that of a rook for a knight.
const CLEAR_VALUE: i32 = 50;

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
    /// The better move begins to win the piece with which the partner mates: in `moves` moves, and then in at most `mate`
    /// moves, or without a mate since no reply is left.
    MissesJoint { moves: u8, mate: Option<u8> },
    /// The expected reply leaves the player in check, without an answer until a piece arrives.
    MustWait,
    /// The expected reply captures a piece of this kind, with which the capturer's partner mates on the other board.
    FeedsMate {
        #[serde(with = "crate::analysis::encoding")]
        role: Role,
        moves: u8,
        /// Whether the partner is not to move there, and mates after every move of the other side.
        waits: bool,
    },
    /// The better move captures a piece of this kind, with which the player's partner mates on the other board.
    WinsMatingPiece {
        #[serde(with = "crate::analysis::encoding")]
        role: Role,
        moves: u8,
        /// As for [`Reason::FeedsMate`].
        waits: bool,
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
    /// The better move captures a piece of this kind, which the expected moves neither recapture nor win back elsewhere.
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

/// The pieces with which a partner mates on the other board: at once, or after every move of the other side.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatingPieces<'a> {
    /// Those with which the player's partner mates.
    ours: &'a [ExtraPiece],
    /// Those with which the opponent's partner mates.
    theirs: &'a [ExtraPiece],
    /// Whether the player's partner is to move there, otherwise the opponent's.
    partner_moves: bool,
}

impl<'a> MatingPieces<'a> {
    /// Returns the pieces from the exact `tactics` of the other board. `partner_moves` is whether the player's partner is
    /// to move there.
    pub(super) fn of(tactics: &'a BoardTactics, partner_moves: bool) -> Self {
        let (ours, theirs) = if partner_moves {
            (&tactics.wanted, &tactics.fatal)
        } else {
            (&tactics.fatal, &tactics.wanted)
        };
        Self { ours, theirs, partner_moves }
    }
}

/// The better move and the played one, on the same board.
#[derive(Clone, Copy)]
pub(super) struct Comparison<'a> {
    pub board: &'a Board,
    pub reserves: &'a Reserves,
    pub best: &'a Candidate,
    pub played: &'a Candidate,
    pub pieces: MatingPieces<'a>,
}

impl Comparison<'_> {
    /// Returns why the better move is better.
    pub(super) fn reason(self, solver: &mut Solver) -> Reason {
        let Self { board, reserves, best, played, .. } = self;
        if let (Some(moves), None) = (best.mates_in, played.mates_in) {
            return Reason::MissesMate { moves };
        }
        if let (Some(mate), None) = (&played.allows, &best.allows) {
            return Reason::AllowsMate { moves: mate.moves };
        }
        let replies = Replies::of(board, reserves, &best.root.line);
        self.of_replies(&replies, solver)
            .or_else(|| self.of_lost_exchange(&replies))
            .or_else(|| self.of_captures())
            .or_else(|| self.of_won_exchange())
            .or_else(|| self.of_move(solver))
            .or_else(|| self.of_kings())
            .unwrap_or(Reason::Preferred)
    }

    /// Returns a reason in the expected reply to the played move. `replies` are those to the better one.
    fn of_replies(self, replies: &Replies, solver: &mut Solver) -> Option<Reason> {
        let Self { board, reserves, played, pieces, .. } = self;
        let own = reserves[index(board.turn())];
        let reply = Step::of(board, &played.root.line)?;
        if reply.leaves_waiting(&own) && !replies.include(&reply, |step| step.leaves_waiting(&own))
        {
            return Some(Reason::MustWait);
        }
        if let Some((role, moves)) = mating(pieces.theirs, reply.captured())
            && !replies.include(&reply, |step| step.captured() == Some(role))
            && !reply.is_outpaced(own, moves, played.root.mv, solver)
        {
            return Some(Reason::FeedsMate { role, moves, waits: pieces.partner_moves });
        }
        let gain = board.captured_by(played.root.mv).map_or(0, board_value);
        if let Some(role) = reply.wins()
            && board_value(role) > gain
            && !replies.include_capture(&reply, role)
        {
            return Some(Reason::Loses { role });
        }
        let role = reply.forks()?;
        if replies.include(&reply, |step| step.forks() == Some(role)) {
            None
        } else {
            Some(Reason::Fork { role })
        }
    }

    /// Returns a reason in the capture of a piece by the better move.
    fn of_captures(self) -> Option<Reason> {
        let Self { board, best, played, pieces, .. } = self;
        let wins = |mv: Move| mating(pieces.ours, board.captured_by(mv));
        if let Some((role, moves)) = wins(best.root.mv)
            && wins(played.root.mv).is_none()
            && best.allows.as_ref().is_none_or(|mate| mate.moves > moves)
        {
            return Some(Reason::WinsMatingPiece { role, moves, waits: !pieces.partner_moves });
        }
        let role = board.captured_by(best.root.mv)?;
        let is_kept = best.root.line.get(1).is_some_and(|reply| reply.to() != best.root.mv.to());
        let gain = board.captured_by(played.root.mv).map_or(0, board_value);
        // What the capture wins may be lost again in the next moves.
        let is_won = Exchange::of(board, &best.root.line).value() >= CLEAR_VALUE;
        if is_kept && is_won && board_value(role) > gain {
            Some(Reason::Wins { role })
        } else {
            None
        }
    }

    /// Returns a reason in what the expected moves after the played one cost.
    fn of_lost_exchange(self, replies: &Replies) -> Option<Reason> {
        let exchange = self.clearly_worse_exchange()?;
        let reply = Step::of(self.board, &self.played.root.line)?;
        let role = exchange.most_valuable_lost()?;
        if exchange.value() > -CLEAR_VALUE || replies.include_capture(&reply, role) {
            return None;
        }
        Some(Reason::LosesExchange(exchange.reversed()))
    }

    /// Returns a reason in what the expected moves after the better one win.
    fn of_won_exchange(self) -> Option<Reason> {
        self.clearly_worse_exchange()?;
        let exchange = Exchange::of(self.board, &self.best.root.line);
        if exchange.value() >= CLEAR_VALUE { Some(Reason::WinsExchange(exchange)) } else { None }
    }

    /// Returns a reason in the better move itself.
    fn of_move(self, solver: &mut Solver) -> Option<Reason> {
        let Self { board, reserves, best, played, .. } = self;
        let step = |candidate: &Candidate| Step::first(board, candidate.root.mv);
        let (better, worse) = (step(best), step(played));
        if better.leaves_waiting(&reserves[index(board.turn().other())]) {
            return Some(Reason::Binds);
        }
        if let Some(role) = better.forks() {
            return Some(Reason::Attacks { role });
        }
        let own = reserves[index(board.turn())];
        if let Some(moves) = better.threatens(own, solver)
            && worse.threatens(own, solver).is_none()
        {
            return Some(Reason::Threatens { moves });
        }
        let role = better.hits()?;
        let is_more = worse.hits().is_none_or(|hit| board_value(hit) < board_value(role));
        if is_more { Some(Reason::Hits { role }) } else { None }
    }

    /// Returns a reason in the squares around the kings.
    fn of_kings(self) -> Option<Reason> {
        let Self { board, best, played, .. } = self;
        let (us, them) = (board.turn(), board.turn().other());
        let after_best = board.after_move(best.root.mv);
        let after_played = board.after_move(played.root.mv);
        let (better, worse) = (exposed(&after_best, us), exposed(&after_played, us));
        if worse > better {
            return Some(Reason::Exposes { played: worse, better });
        }
        let [theirs, fewer] = [&after_best, &after_played].map(|board| exposed(board, them));
        if theirs > fewer {
            Some(Reason::ExposesTheirs { played: fewer, better: theirs })
        } else {
            None
        }
    }

    /// Returns the exchange in the line of the played move, if that of the better one is clearly better.
    fn clearly_worse_exchange(self) -> Option<Exchange> {
        let with_played = Exchange::of(self.board, &self.played.root.line);
        let with_best = Exchange::of(self.board, &self.best.root.line);
        let is_clear = with_best.value() >= with_played.value() + CLEAR_VALUE;
        if is_clear { Some(with_played) } else { None }
    }
}

impl Reason {
    /// Returns the word for the reason in JSON.
    pub const fn word(self) -> Option<&'static str> {
        Some(match self {
            Self::None | Self::Preferred => return None,
            Self::MissesMate { .. } => "misses-mate",
            Self::AllowsMate { .. } => "allows-mate",
            Self::SpoilsJoint => "spoils-joint",
            Self::MissesJoint { .. } => "misses-joint",
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
            Self::AllowsMate { moves: 1 } => format!("{played} allows {reply}. Better: {best}."),
            Self::AllowsMate { moves } => {
                format!("{played} allows {reply}, mate in {moves}. Better: {best}.")
            }
            Self::SpoilsJoint => format!(
                "{played} gives up a joint win: the partner wins the mating piece by force. Better: sitting."
            ),
            Self::MissesJoint { moves, mate } => {
                format!("{played} misses a joint win: {best} {}.", joint_win(moves, mate))
            }
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
            Self::FeedsMate { role, moves, waits } => format!(
                "After {played}, {reply} takes a {}, with which the capturer's partner mates in {moves}{}. Better: \
                 {best}.",
                role_name(role),
                after_every_move(waits)
            ),
            Self::LosesExchange(exchange) => {
                let lost = exchange.words();
                format!("After {played}, the line with {reply} loses {lost}. Better: {best}.")
            }
            Self::WinsExchange(exchange) => {
                let won = exchange.words() + &exchange_of_played(board, line);
                format!("Better: {best}, whose line wins {won}.")
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
            Self::Wins { role } => format!("Better: {best}, which takes a {}.", role_name(role)),
            Self::WinsMatingPiece { role, moves, waits } => format!(
                "Better: {best}, which takes a {}, with which the partner mates in {moves}{}.",
                role_name(role),
                after_every_move(waits)
            ),
            Self::Attacks { role } => {
                format!("Better: {best}, which checks and attacks the {}.", role_name(role))
            }
            Self::Binds => {
                format!("Better: {best}, which only a piece that is not in reserve can answer.")
            }
            Self::Threatens { moves: 1 } => format!("Better: {best}, which threatens mate."),
            Self::Threatens { moves } => {
                format!("Better: {best}, which threatens mate in {moves}.")
            }
            Self::Hits { role } => {
                format!("Better: {best}, which attacks the {}.", role_name(role))
            }
            Self::Preferred => format!("The search prefers {best} to {played}."),
        }
    }
}

/// Describes when a partner mates who is not to move if it `waits`: it can be kept waiting.
const fn after_every_move(waits: bool) -> &'static str {
    if waits { " after every move there" } else { "" }
}

/// Describes how a move begins a joint win, for the fields of [`Reason::MissesJoint`].
fn joint_win(moves: u8, mate: Option<u8>) -> String {
    let in_moves = match moves {
        1 => String::new(),
        _ => format!(" in {moves} moves"),
    };
    match mate {
        Some(mate) => format!("wins the mating piece{in_moves}, then the partner mates in {mate}"),
        None => format!("leaves no reply{in_moves}"),
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
    format!("{}{}", board.san(mv), board.after_move(mv).claim().suffix())
}
