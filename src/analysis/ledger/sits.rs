//! Judges long turns ([`Wait`]), and lists the longest thinks ([`Think`]).
//!
//! The judgement considers the pieces that the seat wanted, the partner's chances to win them, the time for which the
//! sit was safe, and the outcome.

use super::{Context, Finding, FindingKind, MatchTactics, Themes, TurnKind, turn_kind};
use crate::{
    analysis::tactics::{BoardTactics, Joint, captures_for},
    replay::Match,
    rules::{ByBoard, Move, Position, Role, Seat},
    timeline::{Diagonal, MatchTime, Moment, Sit, Timeline},
};
use std::ops::RangeInclusive;

/// A sit or a long think, with the facts by which to judge it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    pub sit: Sit,
    /// The moment of the ply that ends the sit, or the end of the match.
    pub ends: Moment,
    /// Whether the seat was in check and had no legal reply when the sit began.
    pub stuck: bool,
    /// The number of moves in which the opponent mated by force, whatever the seat played, when the sit began; `None` if
    /// there was no such mate.
    pub faced_mate: Option<u8>,
    pub kind: TurnKind,
    /// Each of these roles, if added to the seat's reserve, would have given it a mate when the sit began. Sorted from
    /// pawn to queen.
    pub wanted: Vec<Role>,
    /// The partner's first chance during the sit to win a wanted piece.
    pub partner: Option<WaitChance>,
    /// Whether it is proved that the partner could not win a wanted piece at once or by checks during the sit. Unproved
    /// without a chance if the partner could begin a race by a capture, or mate instead.
    pub is_partner_unable: bool,
    /// The role of the first wanted piece that the seat received, and the index of the ply that captured it. `None` if
    /// no wanted piece arrived.
    pub arrival: Option<(Role, usize)>,
    /// The number of moves to mate at the end of the sit. `None` if there was no mate, or if the seat had a mate from
    /// the beginning.
    pub mate: Option<u8>,
    /// The clocks of the two players who could sit; `None` if one is unknown.
    pub clocks: Option<DiagonalClocks>,
    /// The last moment of the sit at which a wanted piece would have mated; `None` if none was wanted.
    pub last_useful: Option<Moment>,
    /// What the sit cost; `None` if nothing.
    pub cost: Option<SitCost>,
}

/// What a sit cost, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SitCost {
    /// The match was lost during the sit, before which no mate was forced. The sit was not safe throughout.
    Match,
    /// The seat had more time than its diagonal opponent at the beginning of the sit and less at its end, and nothing came.
    Lead,
}

impl SitCost {
    /// Returns the word for the cost in JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Lead => "lead",
        }
    }
}

/// A chance of the partner to win a wanted piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitChance {
    /// The moment of the chance, at which the partner is to move.
    pub moment: Moment,
    /// The number of moves in which the partner wins the piece; 1 for an immediate capture.
    pub moves: u8,
    /// Whether the partner can capture the piece at once.
    pub is_at_hand: bool,
    /// All moves of the partner that begin to win the piece.
    pub first: Vec<Move>,
    /// How far the sitting seat's clock was ahead on its diagonal, in milliseconds; `None` if a clock is unknown.
    pub lead_ms: Option<i32>,
}

impl WaitChance {
    /// Returns whether the partner's opponent could have waited for longer instead of answering the partner's checks.
    pub fn is_refusable(&self) -> bool {
        !self.is_at_hand && self.lead_ms.is_some_and(|lead| lead <= 0)
    }
}

/// How far the sitting seat's clock is ahead of that of the partner's opponent, who could sit too. While the seat is
/// ahead, the sit is safe: the other team runs out of time first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiagonalClocks {
    /// The lead at the beginning of the sit, in milliseconds; negative if the seat is behind.
    pub before_ms: i32,
    /// The lead at the end of the sit, in milliseconds.
    pub after_ms: i32,
    /// The time for which the sit was safe, in milliseconds: from its beginning until the lead was gone, or to its end.
    pub safe_ms: MatchTime,
}

/// The time that a seat spent on a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Think {
    pub seat: Seat,
    pub ply: usize,
    /// The time spent on the ply, in milliseconds: by the clock of its seat, or the match time if there is no clock.
    pub ms: MatchTime,
}

/// The maximum number of thinks reported for each seat.
const MAX_THINKS: usize = 3;

/// Returns the sits and long thinks of the match, earliest first.
pub(super) fn waits(played: &Match, timeline: &Timeline, tactics: &MatchTactics) -> Vec<Wait> {
    let mut sits = timeline.sits();
    sits.sort_by_key(|sit| sit.begins);
    sits.into_iter().map(|sit| Wait::of(played, timeline, tactics, sit)).collect()
}

impl Wait {
    /// Returns the moments of `sit`: from its beginning to the next ply on the seat's board, or to the end of
    /// the match.
    pub fn moments(played: &Match, sit: &Sit) -> RangeInclusive<Moment> {
        let following = played.plies.iter().skip(sit.begins);
        let others = following.take_while(|ply| ply.seat.board() != sit.seat.board()).count();
        sit.begins..=sit.begins + others
    }

    /// Returns the moments of which [`Self::of`] reads the tactics: those of `sit` and the one before.
    pub fn tactics_moments(played: &Match, sit: &Sit) -> RangeInclusive<Moment> {
        let moments = Self::moments(played, sit);
        moments.start().saturating_sub(1)..=*moments.end()
    }

    /// Judges `sit`. Reads `tactics` only at its [moments](Self::tactics_moments).
    pub fn of(played: &Match, timeline: &Timeline, tactics: &MatchTactics, sit: Sit) -> Self {
        let (seat, board) = (sit.seat, sit.seat.board());
        let moments = Self::moments(played, &sit);
        let (begins, ends) = (*moments.start(), *moments.end());
        let none = BoardTactics::default();
        let board_tactics =
            |moment: Moment| tactics.moments.get(moment).map_or(&none, |both| &both[board]);
        let wants =
            |moment, role| board_tactics(moment).wanted.iter().any(|more| more.role == role);
        let came = (begins..ends).find_map(|index| {
            let ply = &played.plies[index];
            let role = ply.taken.filter(|&role| wants(index, role))?;
            (ply.seat.partner() == seat).then_some((role, index))
        });
        let mate = match (&board_tactics(begins).mate, &board_tactics(ends).mate) {
            (None, Some(mate)) => Some(mate.moves),
            _ => None,
        };
        let clocks = DiagonalClocks::during(timeline, &sit, ends);
        let is_safe = clocks.is_some_and(|it| it.safe_ms >= sit.to - sit.from);
        let faced_mate = faced_mate(played, tactics, &sit);
        let lost = super::lost_team(played) == Some(seat.team());
        let is_overtaken = clocks.is_some_and(|it| it.before_ms > 0 && it.after_ms <= 0);
        let is_lost_by_it = lost && !is_safe && faced_mate.is_none();
        let cost = if is_lost_by_it && ends == played.plies.len() {
            Some(SitCost::Match)
        } else if came.is_none() && is_overtaken {
            Some(SitCost::Lead)
        } else {
            None
        };
        let stuck = board_tactics(begins).stuck;
        let mut during = (begins..=ends).rev();
        let last_useful = during.find(|&moment| !board_tactics(moment).wanted.is_empty());
        let partner = partner_chance(played, timeline, tactics, seat, moments.clone());
        Self {
            last_useful,
            cost,
            sit,
            ends,
            stuck,
            faced_mate,
            kind: TurnKind::of(played, &timeline.sits(), &sit),
            wanted: board_tactics(begins).wanted.iter().map(|more| more.role).collect(),
            is_partner_unable: partner.is_none()
                && is_partner_unable(played, tactics, seat, moments),
            partner,
            arrival: came,
            mate,
            clocks,
        }
    }
}

/// Returns the number of moves in which the opponent mates when `sit` begins, after a move that began the mate.
fn faced_mate(played: &Match, tactics: &MatchTactics, sit: &Sit) -> Option<u8> {
    let last = sit.begins.checked_sub(1)?;
    let mate = tactics.moments.get(last)?[sit.seat.board()].mate.as_ref()?;
    turn_kind::faced_mate(mate, played.plies[last].mv)
}

/// Returns the earliest chance during `moments` for the partner of `seat` to win a piece that `seat` wants, or `None`.
fn partner_chance(
    played: &Match,
    timeline: &Timeline,
    tactics: &MatchTactics,
    seat: Seat,
    moments: RangeInclusive<Moment>,
) -> Option<WaitChance> {
    for (moment, position) in played.positions(moments) {
        if let Some(both) = tactics.moments.get(moment)
            && let Some(chance) = chance_at(&position, both, seat, moment)
        {
            let clocks = timeline.clocks(moment, timeline.time_of(moment));
            return Some(WaitChance { lead_ms: Diagonal::lead_ms(&clocks, seat), ..chance });
        }
    }
    None
}

/// Returns whether at all `moments` the partner of `seat` can neither win nor capture a piece that `seat` wants, nor mate.
fn is_partner_unable(
    played: &Match,
    tactics: &MatchTactics,
    seat: Seat,
    moments: RangeInclusive<Moment>,
) -> bool {
    let partner = seat.partner();
    for (moment, position) in played.positions(moments) {
        let Some(both) = tactics.moments.get(moment) else { return false };
        let (own, theirs) = (&both[seat.board()], &both[partner.board()]);
        let is_to_move = position.turn(partner.board()) == partner;
        let captures = |role: Role| is_to_move && !captures_for(&position, seat, role).is_empty();
        if own.joint.is_some()
            || own.unfinished
            || theirs.unfinished
            || (is_to_move && theirs.mate.is_some())
            || own.wanted.iter().any(|more| captures(more.role))
        {
            return false;
        }
    }
    true
}

fn chance_at(
    position: &Position,
    both: &ByBoard<BoardTactics>,
    seat: Seat,
    moment: Moment,
) -> Option<WaitChance> {
    let board_tactics = &both[seat.board()];
    let kinds = board_tactics.wanted.iter();
    let winning = |role: Role| board_tactics.winning_captures(position, seat, role);
    let captures: Vec<Move> = kinds.flat_map(|more| winning(more.role)).collect();
    if !captures.is_empty() {
        return Some(WaitChance {
            moment,
            moves: 1,
            is_at_hand: true,
            first: captures,
            lead_ms: None,
        });
    }
    let Joint { moves, first, .. } = board_tactics.joint.clone()?;
    Some(WaitChance { moment, moves, is_at_hand: false, first, lead_ms: None })
}

impl DiagonalClocks {
    /// Returns the leads at the beginning and the end of `sit`, and its safe time. `ends` is the last moment of `sit`.
    /// Returns `None` if a clock is unknown.
    fn during(timeline: &Timeline, sit: &Sit, ends: Moment) -> Option<Self> {
        let lead = |moment, time| Diagonal::lead_ms(&timeline.clocks(moment, time), sit.seat);
        let before_ms = lead(sit.begins, sit.from)?;
        let after_ms = lead(ends, sit.to)?;
        let safe_until = (sit.begins..=ends).find_map(|moment| {
            let from = timeline.time_of(moment).max(sit.from);
            let to = if moment == ends { sit.to } else { timeline.time_of(moment + 1) };
            let is_behind = |time: MatchTime| lead(moment, time).is_some_and(|lead| lead <= 0);
            if is_behind(from) {
                return Some(from);
            }
            is_behind(to).then(|| {
                let (mut ahead, mut behind) = (from, to);
                while behind - ahead > 1 {
                    let middle = ahead.midpoint(behind);
                    if is_behind(middle) { behind = middle } else { ahead = middle }
                }
                behind
            })
        });
        let safe_ms = safe_until.unwrap_or(sit.to).saturating_sub(sit.from);
        Some(Self { before_ms, after_ms, safe_ms })
    }
}

/// Returns the longest thinks of `seat`, longest first; none if the match has no clocks. The sits in `waits` are none.
pub(super) fn thinks(
    played: &Match,
    timeline: &Timeline,
    seat: Seat,
    waits: &[Wait],
) -> Vec<Think> {
    if !timeline.has_clocks() {
        return Vec::new();
    }
    let own = (0..played.plies.len()).filter(|&ply| played.plies[ply].seat == seat);
    let is_sit = |ply| waits.iter().any(|it| it.ends == ply && it.kind == TurnKind::Sit);
    let own = own.filter(|&ply| !is_sit(ply));
    let mut thinks: Vec<Think> = own
        .filter_map(|ply| Some(Think { seat, ply, ms: timeline.spent(ply)? }))
        .filter(|think| think.ms > 0)
        .collect();
    thinks.sort_by_key(|think| (std::cmp::Reverse(think.ms), think.ply));
    thinks.truncate(MAX_THINKS);
    thinks
}

/// Returns the finding of a sit or a long think.
pub(super) fn finding(context: &Context<'_>, wait: &Wait) -> Finding {
    let Sit { seat, begins, ms, .. } = wait.sit;
    let ends = wait.ends;
    let kind = match wait.kind {
        TurnKind::Sit => FindingKind::Sit,
        TurnKind::Think => FindingKind::Think,
    };
    Finding {
        first: wait.partner.as_ref().map_or_else(Vec::new, |chance| chance.first.clone()),
        piece: wait.arrival.map(|(role, _)| role),
        played: (ends < context.played.plies.len()).then_some(ends),
        took_ms: Some(ms),
        lead_ms: wait.clocks.map(|clocks| clocks.before_ms),
        themes: if wait.stuck { Themes::STARVATION } else { Themes::NONE },
        decided: wait.cost == Some(SitCost::Match),
        ..Finding::new(kind, seat, begins, ends)
    }
}
