//! Judges sits ([`SitAudit`]), and lists the longest thinks that are not sits ([`Think`]).
//!
//! The judgement considers the pieces that the seat wanted, the partner's chances to win them, the time for which the
//! sit was safe, and the outcome.

use super::{Finding, FindingKind, MatchTactics, Theme, lost_team};
use crate::{
    analysis::tactics::{BoardTactics, captures_for},
    replay::Match,
    rules::{ByBoard, Move, Position, Role, Seat},
    timeline::{Diagonal, MatchTime, Moment, Sit, Timeline},
};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// The facts by which to judge a sit, beside those of its [`Finding`]: its first moment and its end, its duration, the
/// first piece that came, and the partner's moves at [`SitAudit::partner`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SitAudit {
    /// Each of these roles, if added to the seat's reserve, would have given it a mate when the sit began. Sorted from
    /// pawn to queen.
    #[serde(with = "crate::analysis::encoding::roles")]
    pub wanted: Vec<Role>,
    /// The partner's first chance during the sit to win a wanted piece.
    pub partner: Option<WaitChance>,
    /// The index of the ply that captured the first wanted piece that the seat received. `None` if no wanted piece
    /// arrived.
    pub arrival: Option<usize>,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SitCost {
    /// The match was lost during the sit.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitChance {
    /// The moment of the chance, at which the partner is to move.
    pub moment: Moment,
    /// The number of moves in which the partner wins the piece; 1 for an immediate capture.
    pub moves: u8,
    /// Whether the partner can capture the piece at once.
    pub is_at_hand: bool,
}

/// How far the sitting seat's clock is ahead of that of the partner's opponent, who could sit too. While the seat is
/// ahead, the sit is safe: the other team runs out of time first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// Returns the findings of all sits of the match.
pub(super) fn findings(
    played: &Match,
    timeline: &Timeline,
    tactics: &MatchTactics,
) -> Vec<Finding> {
    let sits = timeline.sits().into_iter();
    sits.map(|sit| sit_finding(played, timeline, tactics, sit)).collect()
}

/// Returns the moments of `sit`: from its beginning to the next ply on the seat's board, or to the end of the match.
pub fn sit_moments(played: &Match, sit: &Sit) -> RangeInclusive<Moment> {
    let following = played.plies.iter().skip(sit.begins);
    let others = following.take_while(|ply| ply.seat.board() != sit.seat.board()).count();
    sit.begins..=sit.begins + others
}

/// Returns the finding of `sit`. Reads `tactics` only at its [moments](sit_moments).
pub fn sit_finding(
    played: &Match,
    timeline: &Timeline,
    tactics: &MatchTactics,
    sit: Sit,
) -> Finding {
    let (seat, board) = (sit.seat, sit.seat.board());
    let moments = sit_moments(played, &sit);
    let (begins, ends) = (*moments.start(), *moments.end());
    let none = BoardTactics::default();
    let at = |moment: Moment| tactics.moments.get(moment).map_or(&none, |both| &both[board]);
    let wants = |moment, role| at(moment).wanted.iter().any(|more| more.role == role);
    let arrival = (begins..ends).find_map(|index| {
        let ply = &played.plies[index];
        let role = ply.taken.filter(|&role| wants(index, role))?;
        (ply.seat.partner() == seat).then_some((role, index))
    });
    let mate = match (&at(begins).mate, &at(ends).mate) {
        (None, Some(mate)) => Some(mate.moves),
        _ => None,
    };
    let clocks = DiagonalClocks::during(timeline, &sit, ends);
    let is_overtaken = clocks.is_some_and(|it| it.before_ms > 0 && it.after_ms <= 0);
    let cost = if lost_team(played) == Some(seat.team()) && ends == played.plies.len() {
        Some(SitCost::Match)
    } else if arrival.is_none() && is_overtaken {
        Some(SitCost::Lead)
    } else {
        None
    };
    let (partner, first) = partner_chance(played, tactics, seat, moments.clone()).unzip();
    let stuck = at(begins).stuck.then_some(Theme::Starvation);
    Finding {
        first: first.unwrap_or_default(),
        piece: arrival.map(|(role, _)| role),
        played: (ends < played.plies.len()).then_some(ends),
        took_ms: Some(sit.to - sit.from),
        lead_ms: clocks.map(|clocks| clocks.before_ms),
        themes: stuck.into_iter().collect(),
        decided: cost == Some(SitCost::Match),
        sit: Some(Box::new(SitAudit {
            wanted: at(begins).wanted.iter().map(|more| more.role).collect(),
            partner,
            arrival: arrival.map(|(_, ply)| ply),
            mate,
            clocks,
            last_useful: moments.rev().find(|&moment| !at(moment).wanted.is_empty()),
            cost,
        })),
        ..Finding::new(FindingKind::Sit, seat, begins, ends)
    }
}

/// Returns the earliest chance during `moments` for the partner of `seat` to win a piece that `seat` wants, and all moves
/// of the partner that begin to win it. Returns `None` if there is no chance.
fn partner_chance(
    played: &Match,
    tactics: &MatchTactics,
    seat: Seat,
    moments: RangeInclusive<Moment>,
) -> Option<(WaitChance, Vec<Move>)> {
    let mut position = played.position_after(*moments.start());
    for moment in moments {
        if let Some(both) = tactics.moments.get(moment)
            && let Some(chance) = chance_at(&position, both, seat, moment)
        {
            return Some(chance);
        }
        if let Some(ply) = played.plies.get(moment) {
            ply.play_on(&mut position);
        }
    }
    None
}

fn chance_at(
    position: &Position,
    both: &ByBoard<BoardTactics>,
    seat: Seat,
    moment: Moment,
) -> Option<(WaitChance, Vec<Move>)> {
    let board_tactics = &both[seat.board()];
    let kinds = board_tactics.wanted.iter();
    let captures: Vec<Move> =
        kinds.flat_map(|more| captures_for(position, seat, more.role)).collect();
    if !captures.is_empty() {
        return Some((WaitChance { moment, moves: 1, is_at_hand: true }, captures));
    }
    let joint = board_tactics.joint.as_ref()?;
    Some((WaitChance { moment, moves: joint.moves, is_at_hand: false }, joint.first.clone()))
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

/// Returns the longest thinks of `seat` that are not sits among `findings`, longest first; none if the match has no clocks.
pub(super) fn thinks(
    played: &Match,
    timeline: &Timeline,
    seat: Seat,
    findings: &[Finding],
) -> Vec<Think> {
    if !timeline.has_clocks() {
        return Vec::new();
    }
    let ends_sit = |ply| findings.iter().any(|it| it.sit.is_some() && it.until == ply);
    let own = (0..played.plies.len()).filter(|&ply| played.plies[ply].seat == seat);
    let mut thinks: Vec<Think> = own
        .filter(|&ply| !ends_sit(ply))
        .filter_map(|ply| Some(Think { seat, ply, ms: timeline.spent(ply)? }))
        .filter(|think| think.ms > 0)
        .collect();
    thinks.sort_by_key(|think| (std::cmp::Reverse(think.ms), think.ply));
    thinks.truncate(MAX_THINKS);
    thinks
}
