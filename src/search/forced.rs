//! Query terms about forced mates ([`MateTerms`]), and the facts to which they are compared ([`MateFacts`]).

use super::{
    SearchQueryError,
    match_facts::{MatchFacts, MateFacts},
    terms::Keyword,
};
use crate::{
    analysis::{
        ledger::{Finding, FindingKind, Ledger, MatchTactics, Theme},
        tactics::{BoardTactics, Limits, Solver},
    },
    replay::Match,
    rules::{ByBoard, Position, Role},
    timeline::Timeline,
};

/// Query terms about forced mates on one board. Only mates in which every move gives check count, as in `tandem
/// tactics`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MateTerms {
    /// The side to move must have a forced mate in exactly this number of moves. `None` sets no condition.
    pub mate_in: Option<u8>,
    /// A piece of this role, added to the reserve of the side to move, must give that side a forced mate. `None` sets
    /// no condition.
    pub wanted: Option<Role>,
    /// The side to move must have a joint win of this length. `None` sets no condition. In a joint win a player sits
    /// while their partner wins a piece that mates.
    pub joint: Option<JointLength>,
    pub findings: FindingTerms,
}

/// Query terms about the findings at a moment. Unlike all other terms about forced mates, they are about a ply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FindingTerms {
    /// Whether the next ply must miss a forced mate.
    pub missed: bool,
    /// Whether the previous ply must capture a piece that lets the capturer's partner mate on the other board.
    pub fatal: bool,
    /// Whether the player of that piece could have kept it.
    pub given_away: bool,
    /// Whether the next ply must miss or spoil a joint win, or miss a capture that mates.
    pub missed_joint: bool,
    /// A finding of this kind must be shown at the moment. `None` sets no condition.
    pub kind: Option<FindingKind>,
    /// A finding with this theme must be shown at the moment. `None` sets no condition.
    pub theme: Option<Theme>,
    /// Whether a sit that costs something must begin.
    pub costs: bool,
}

/// The findings of the term `missed-joint`.
const MISSED_JOINT: [FindingKind; 3] =
    [FindingKind::CaptureMissed, FindingKind::JointMissed, FindingKind::JointSpoiled];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointLength {
    Any,
    /// The joint win takes exactly this number of moves of the partner.
    Moves(u8),
}

/// The search depth, in moves, for terms without a number of moves, such as `missed-mate`.
pub(super) const DEFAULT_MATE_MOVES: u8 = 3;
/// The maximum search depth, in moves.
const MAX_MOVES: u8 = 4;
/// The maximum length of a joint win, in moves of the partner.
const MAX_JOINT_MOVES: u8 = 3;

impl MateTerms {
    /// Adds the term of `keyword` with `value` after the sign `sign`. Returns `false` if that is not a term about forced
    /// mates.
    pub(super) fn read(
        &mut self,
        keyword: Keyword,
        sign: &str,
        value: &str,
    ) -> Result<bool, SearchQueryError> {
        let findings = &mut self.findings;
        match (keyword, sign) {
            (Keyword::MissedMate, "") => findings.missed = true,
            (Keyword::Fatal, "") => findings.fatal = true,
            (Keyword::GivenAway, "") => findings.given_away = true,
            (Keyword::MissedJoint, "") => findings.missed_joint = true,
            (Keyword::Cost, "") => findings.costs = true,
            (Keyword::Finding, ":") => {
                let word = value.to_ascii_lowercase();
                let kind = FindingKind::ALL.into_iter().find(|it| it.word() == word);
                findings.kind =
                    Some(kind.ok_or_else(|| SearchQueryError::Finding(value.to_owned()))?);
            }
            (Keyword::Theme, ":") => findings.theme = Some(value.to_ascii_lowercase().parse()?),
            (Keyword::Joint, "") => self.joint = Some(JointLength::Any),
            (Keyword::Joint, ":") => {
                let moves = moves_up_to(MAX_JOINT_MOVES, value, SearchQueryError::Joint)?;
                self.joint = Some(JointLength::Moves(moves));
            }
            (Keyword::MateIn, ":") => {
                self.mate_in = Some(moves_up_to(MAX_MOVES, value, SearchQueryError::MateIn)?);
            }
            (Keyword::Wanted, ":") => {
                let wrong = || SearchQueryError::NeededPiece(value.to_owned());
                self.wanted = Some(role(value).ok_or_else(wrong)?);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns whether the terms need more than [`MateFacts::mate_in`]. All other facts depend on the search depth, so
    /// facts from a deeper search cannot be used for them.
    pub(super) fn needs_full_tactics(&self) -> bool {
        *self != Self { mate_in: self.mate_in, ..Self::default() }
    }

    /// Returns the search depth for these terms, in moves.
    pub(super) fn moves(&self) -> u8 {
        let named = self.mate_in.unwrap_or(0);
        if self.needs_full_tactics() { named.max(DEFAULT_MATE_MOVES) } else { named }
    }

    /// Returns whether `facts` satisfy the terms. Without facts, only empty terms are satisfied.
    pub(super) fn is_satisfied(&self, facts: Option<&MateFacts>) -> bool {
        let Some(facts) = facts else { return self.is_empty() };
        let Self { mate_in, wanted, joint, findings } = self;
        mate_in.is_none_or(|moves| facts.mate_in == Some(moves))
            && wanted.is_none_or(|role| facts.wants(role))
            && joint.is_none_or(|length| match length {
                JointLength::Any => facts.joint.is_some(),
                JointLength::Moves(moves) => facts.joint == Some(moves),
            })
            && findings.are_satisfied(facts)
    }
}

impl FindingTerms {
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns whether there are terms that `finding` alone satisfies. Does not check whether a wait costs something.
    pub(super) fn finds(&self, finding: &Finding) -> bool {
        let mut facts = MateFacts::default();
        facts.add(finding, finding.kind.is_wait());
        !self.is_empty() && self.are_satisfied(&facts)
    }

    fn are_satisfied(&self, facts: &MateFacts) -> bool {
        let Self { missed, fatal, given_away, missed_joint, costs, kind, theme } = *self;
        (!missed || facts.has(&[FindingKind::MateMissed]))
            && (!fatal || facts.has(&[FindingKind::PieceLost]))
            && (!given_away || facts.given_away)
            && (!missed_joint || facts.has(&MISSED_JOINT))
            && (!costs || facts.costs)
            && kind.is_none_or(|kind| facts.has(&[kind]))
            && theme.is_none_or(|theme| facts.themes.contains(theme))
    }
}

/// Parses a number of moves from 1 to `most`; `wrong` builds the error.
fn moves_up_to(
    most: u8,
    text: &str,
    wrong: fn(String) -> SearchQueryError,
) -> Result<u8, SearchQueryError> {
    let moves = text.parse().ok().filter(|moves| (1..=most).contains(moves));
    moves.ok_or_else(|| wrong(text.to_owned()))
}

/// Parses the letter of a piece that can be dropped. Returns `None` for a king and for any other text.
pub(super) fn role(text: &str) -> Option<Role> {
    let mut letters = text.chars();
    let role = letters.next().and_then(Role::from_char)?;
    if letters.next().is_none() && role != Role::King { Some(role) } else { None }
}

impl MateFacts {
    fn of(tactics: &BoardTactics) -> Self {
        let wanted = tactics.wanted.iter().map(|more| bit(more.role));
        Self {
            mate_in: tactics.mate.as_ref().map(|mate| mate.moves),
            wanted: wanted.fold(0, |all, bit| all | bit),
            joint: tactics.joint.as_ref().map(|joint| joint.moves),
            ..Self::default()
        }
    }

    const fn wants(self, role: Role) -> bool {
        self.wanted & bit(role) > 0
    }
}

const fn bit(role: Role) -> u8 {
    1 << role as u8
}

pub(super) fn limits(moves: u8) -> Limits {
    Limits { moves, deliver: MAX_JOINT_MOVES, ..Limits::default() }
}

/// Returns the facts on both boards of `position`, for mates in up to `moves` moves. Facts about plies are `false`,
/// since a position has none.
pub(super) fn facts_of_position(position: &Position, moves: u8) -> ByBoard<MateFacts> {
    let both = Solver::new(limits(moves)).both(position);
    ByBoard::from_fn(|id| MateFacts::of(&both[id]))
}

/// Returns the facts at each moment of `played` and its findings, for mates in up to `moves` moves.
pub(super) fn facts(played: &Match, moves: u8) -> MatchFacts {
    if played.unreadable_start().is_some() {
        // The positions are those of another match.
        return MatchFacts::default();
    }
    let mut solver = Solver::new(limits(moves));
    let tactics = MatchTactics::of(&mut solver, played);
    let of_moment = |both: &ByBoard<BoardTactics>| ByBoard::from_fn(|id| MateFacts::of(&both[id]));
    let mut facts: Vec<_> = tactics.moments.iter().map(of_moment).collect();
    let ledger = Ledger::of(played, &Timeline::of(played), &tactics, &mut solver);
    for finding in &ledger.findings {
        // The seat that lost a piece is to move after the capture.
        let after = usize::from(finding.kind == FindingKind::PieceLost);
        if let Some(both) = facts.get_mut(finding.shown() + after) {
            let costs = ledger.wait(finding).is_some_and(|wait| wait.cost.is_some());
            both[finding.seat.board()].add(finding, costs);
        }
    }
    MatchFacts::of(&facts, ledger.findings)
}
