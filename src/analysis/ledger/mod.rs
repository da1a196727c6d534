//! The ledger: what each player of a match found, missed and gave away.
//!
//! A [`Finding`] is one fact about one decision of one player. Reports, hints, marks, search terms, puzzles and
//! summaries are views of the ledger, so they cannot disagree. Every finding is proved by [`super::tactics`], except the
//! [estimates](Ledger::estimates) of a review, which are a list of their own.
//!
//! Rules of blame, for all kinds:
//!
//! - A chance is one finding, however many moments it lasts. A win that is played out over several moves is one finding,
//!   too; if a later move spoils it, only that move counts.
//! - A move within [`REACTION_MS`] of the first moment of a chance is not blamed, since the player could not have seen the
//!   chance. A capture that was possible and wanted before the opponent's last move could be seen since then. Without
//!   clocks, every move counts.
//! - A sit that the clocks did not allow is never the better move: a joint win that needs the seat to outwait the partner's
//!   opponent is missed or spoiled only if the seat was ahead on the diagonal, or if a clock is unknown.
//! - At most one finding decided the match, see [`Ledger::decision`].
//! - A chance that is open when the match ends counts as missed only if the team lost.
//!
//! | kind | belongs to | holds when |
//! |---|---|---|
//! | mate found, missed | the seat to move | there was a forced mate; the move kept it with one move less, or not |
//! | capture made, missed | the partner who could capture | a capture brings the piece with which the waiting partner mates before the capturer is mated; it was made before the chance was gone, or not |
//! | joint win made, missed | the partner who delivers | a forced win of such a piece in two moves or more was played to its end, or another move was played |
//! | joint win spoiled | the seat that waited | it moved, though its partner could capture the piece at once or was winning it by force |
//! | piece lost | the seat whose piece it was | the piece was fatal (or wanted by the side to move) and was captured, and the seat could not mate as fast unless it was mated with the piece |
//! | sit, think | the seat that waited | a turn that lasts long enough to be a sit, see [`crate::timeline::Sit`]; with a reason to wait ([`TurnKind`]), or without |
//! | defence found, missed | the seat to move | in check or threatened with mate, some move avoids every forced mate; the move did, or not. A found defence counts only if at most [`MAX_ONLY_MOVES`] moves avoid every forced mate |

mod chances;
mod decision;
mod defences;
mod finding;
mod losses;
mod match_tactics;
mod mates;
mod mistake;
mod sits;
mod themes;
mod turn_kind;
mod wanted_pieces;

pub use defences::MAX_ONLY_MOVES;
pub use finding::{Finding, FindingId, FindingKind, match_hash};
pub use match_tactics::MatchTactics;
pub use mistake::Mistake;
pub use sits::{DiagonalClocks, SitCost, Think, Wait, WaitChance};
pub use themes::{Theme, Themes, UnknownTheme};
pub use turn_kind::{LongTurn, TurnKind};
pub use wanted_pieces::WantedPieces;

use super::tactics::{Limits, Solver};
use crate::{
    notation::GameResult,
    replay::Match,
    rules::{BoardId, BySeat, Seat, Team},
    timeline::{MatchTime, Moment, Timeline},
};

/// The time, in milliseconds, in which a player cannot react to a new chance.
pub const REACTION_MS: MatchTime = 1_000;

/// The findings of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// The findings by moment, seat and kind.
    pub findings: Vec<Finding>,
    /// The turning points of a review, in the order of the match. They are estimates, so no view mixes them with
    /// `findings`. Empty without a review.
    pub estimates: Vec<Finding>,
    /// The sits and long thinks in the order of their findings.
    pub waits: Vec<Wait>,
    /// The moments at which one more piece would have given a seat a mate.
    pub wanted: BySeat<Vec<WantedPieces>>,
    /// The longest thinks of each seat, longest first.
    pub thinks: BySeat<Vec<Think>>,
    /// Whether a search exceeded its budget, so that findings may be missing.
    pub unfinished: bool,
}

impl Ledger {
    /// Returns the ledger of `played`, from its `tactics`. `solver` must have the limits of these.
    pub fn of(
        played: &Match,
        timeline: &Timeline,
        tactics: &MatchTactics,
        solver: &mut Solver,
    ) -> Self {
        let mut context = Context { played, timeline, tactics, solver, lost: lost_team(played) };
        let waits = sits::waits(played, timeline, tactics);
        let mut findings = mates::findings(&mut context);
        findings.extend(chances::findings(&context));
        findings.extend(losses::findings(&mut context));
        findings.extend(defences::findings(&mut context));
        themes::add(&mut context, &mut findings);
        findings.extend(waits.iter().map(|wait| sits::finding(&context, wait)));
        findings.sort_by_key(|it| (it.from, it.seat, it.kind));
        decision::keep_decision(&mut findings);
        let thinks = BySeat::from_fn(|seat| sits::thinks(played, timeline, seat, &waits));
        let wanted = wanted_pieces::wanted_pieces(played, tactics);
        Self {
            findings,
            estimates: Vec::new(),
            waits,
            wanted,
            thinks,
            unfinished: tactics.is_unfinished(),
        }
    }

    /// Computes the tactics of `played` within `limits`, and returns the ledger.
    pub fn within(played: &Match, timeline: &Timeline, limits: Limits) -> Self {
        let mut solver = Solver::new(limits);
        let tactics = MatchTactics::of(&mut solver, played);
        Self::of(played, timeline, &tactics, &mut solver)
    }

    /// Iterates over the findings of `seat`, in the order of the match.
    pub fn of_seat(&self, seat: Seat) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(move |it| it.seat == seat)
    }

    /// Returns the finding that decided the match; `None` if no finding is known to have decided it.
    pub fn decision(&self) -> Option<&Finding> {
        self.findings.iter().find(|it| it.decided)
    }

    /// Returns the sit or the long think of a finding of these kinds.
    pub fn wait(&self, finding: &Finding) -> Option<&Wait> {
        if !finding.kind.is_wait() {
            return None;
        }
        self.waits.iter().find(|it| it.sit.seat == finding.seat && it.sit.begins == finding.from)
    }
}

/// The match from which the findings are computed.
struct Context<'a> {
    played: &'a Match,
    timeline: &'a Timeline,
    tactics: &'a MatchTactics,
    solver: &'a mut Solver,
    /// The team that lost; `None` if unknown.
    lost: Option<Team>,
}

impl Context<'_> {
    /// Returns the time that the player of ply `ply` took for it from `from` on: for a whole turn by the player's clock,
    /// otherwise the match time, up to the end of the match if there is no such ply. Returns `None` without clocks.
    fn took_ms(&self, from: Moment, ply: usize) -> Option<MatchTime> {
        let passed_ms = self.passed_ms(from, ply)?;
        if turn_start(self.played, ply) == Some(from) {
            self.timeline.spent(ply)
        } else {
            Some(passed_ms)
        }
    }

    /// Returns the match time from `from` to ply `ply`, or to the end of the match if there is no such ply. Returns `None`
    /// without clocks.
    fn passed_ms(&self, from: Moment, ply: usize) -> Option<MatchTime> {
        if !self.timeline.has_clocks() {
            return None;
        }
        let to = if ply < self.played.plies.len() {
            self.timeline.time(ply)
        } else {
            self.timeline.end()
        };
        Some(to.saturating_sub(self.timeline.time_of(from)))
    }

    /// Returns whether ply `ply` may be blamed for a chance that came at `from`.
    fn is_blamed(&self, from: Moment, ply: usize) -> bool {
        self.passed_ms(from, ply).is_none_or(|ms| ms >= REACTION_MS)
    }

    /// Returns whether ply `index` mated and so ended the match. Moves made at the same time on the other board may follow.
    fn ends_match(&self, index: usize) -> bool {
        let ply = &self.played.plies[index];
        ply.mate && self.played.ending.mated == Some(ply.seat.opponent())
    }

    fn has_lost(&self, seat: Seat) -> bool {
        self.lost == Some(seat.team())
    }

    fn has_won(&self, seat: Seat) -> bool {
        self.lost == Some(seat.team().other())
    }
}

/// Returns the moment at which the turn of ply `ply` began; `None` if there is no such ply.
pub(in crate::analysis) fn turn_start(played: &Match, ply: usize) -> Option<Moment> {
    let board = played.plies.get(ply)?.seat.board();
    let before = played.plies[..ply].iter().rposition(|it| it.seat.board() == board);
    Some(before.map_or(0, |last| last + 1))
}

/// Returns the losing team, by the mate on the boards or else by the result, unless the record contradicts it.
pub fn lost_team(played: &Match) -> Option<Team> {
    let ending = &played.ending;
    let result = if ending.is_contradicted { None } else { ending.result };
    let by_result = || result.and_then(GameResult::winner).map(Team::other);
    ending.mated.map(Seat::team).or_else(by_result)
}

/// Returns the seat to move on `board` at `moment`.
pub(in crate::analysis) fn turn(played: &Match, moment: Moment, board: BoardId) -> Seat {
    let before = &played.plies[..moment.min(played.plies.len())];
    let last = before.iter().rev().find(|ply| ply.seat.board() == board);
    last.map_or_else(|| played.set_up.position.turn(board), |ply| ply.seat.opponent())
}
