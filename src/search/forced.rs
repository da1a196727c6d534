//! Query terms about forced mates and findings ([`MateTerms`]), and the facts to which they are compared.

use super::{
    SearchQueryError,
    match_facts::{MatchFacts, MateFacts, MomentFacts},
};
use crate::{
    analysis::{
        ledger::{Finding, FindingKind, Ledger, MatchTactics, Theme, match_hash},
        tactics::{BoardTactics, Limits, Solver},
    },
    replay::Match,
    rules::{BoardId, ByBoard, Position, Role},
    timeline::Timeline,
};
use std::ops::ControlFlow;

/// Query terms about forced mates on one board. Only mates in which every move gives check count, as in `tandem
/// tactics`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MateTerms {
    /// The side to move must have a forced mate in exactly this number of moves. `None` sets no condition.
    pub mate_in: Option<u8>,
    /// A piece of this role, added to the reserve of the side to move, must give that side a forced mate. `None` sets
    /// no condition.
    pub wanted: Option<Role>,
    /// Whether the next ply must miss a forced mate.
    pub missed: bool,
    /// Whether the previous ply must capture a piece that lets the capturer's partner mate on the other board.
    pub fatal: bool,
    /// The side to move must have a joint win of this length. `None` sets no condition. In a joint win a player sits
    /// while their partner wins a piece that mates.
    pub joint: Option<JointLength>,
    /// Whether the next ply must miss or spoil a joint win, or miss a capture that mates.
    pub missed_joint: bool,
    /// A finding of this kind must be shown at the moment. `None` sets no condition.
    pub kind: Option<FindingKind>,
    /// A finding with this theme must be shown at the moment. `None` sets no condition.
    pub theme: Option<Theme>,
    /// Whether a sit that costs something must begin.
    pub costs: bool,
}

/// A term that a finding satisfies.
#[derive(Clone, Copy)]
enum FindingTerm {
    Kind(FindingKind),
    MissedJoint,
    Cost,
    /// Any finding, if its theme fits.
    Theme,
}

impl FindingTerm {
    fn is_satisfied(self, finding: &Finding) -> bool {
        use FindingKind::{CaptureMissed, JointMissed, JointSpoiled};
        match self {
            Self::Kind(kind) => finding.kind == kind,
            Self::MissedJoint => {
                matches!(finding.kind, CaptureMissed | JointMissed | JointSpoiled)
            }
            Self::Cost => finding.sit.as_ref().is_some_and(|sit| sit.cost.is_some()),
            Self::Theme => true,
        }
    }
}

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
    /// Parses `term` and adds it to these terms. Returns `false` if `term` is not about forced mates.
    pub(super) fn read(&mut self, term: &str) -> Result<bool, SearchQueryError> {
        match term.split_once(':').map_or((term, None), |(word, value)| (word, Some(value))) {
            ("missed-mate", None) => self.missed = true,
            ("fatal", None) => self.fatal = true,
            ("missed-joint", None) => self.missed_joint = true,
            ("cost", None) => self.costs = true,
            ("finding", Some(word)) => {
                let kind = FindingKind::ALL.into_iter().find(|it| it.word() == word);
                self.kind = Some(kind.ok_or_else(|| SearchQueryError::Finding(word.to_owned()))?);
            }
            ("theme", Some(word)) => {
                let theme = Theme::ALL.into_iter().find(|it| it.word() == word);
                self.theme = Some(theme.ok_or_else(|| SearchQueryError::Theme(word.to_owned()))?);
            }
            ("joint", None) => self.joint = Some(JointLength::Any),
            ("joint", Some(moves)) => {
                let moves = moves_up_to(MAX_JOINT_MOVES, moves, SearchQueryError::Joint)?;
                self.joint = Some(JointLength::Moves(moves));
            }
            ("mate-in", Some(moves)) => {
                self.mate_in = Some(moves_up_to(MAX_MOVES, moves, SearchQueryError::MateIn)?);
            }
            ("wanted", Some(letter)) => {
                let wrong = || SearchQueryError::NeededPiece(letter.to_owned());
                self.wanted = Some(role(letter).ok_or_else(wrong)?);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns whether any term is about a finding, as opposed to a position.
    pub(super) fn is_event(&self) -> bool {
        self.finding_terms().next().is_some()
    }

    fn finding_terms(&self) -> impl Iterator<Item = FindingTerm> {
        let kind = |is_set, kind| if is_set { Some(FindingTerm::Kind(kind)) } else { None };
        [
            kind(self.missed, FindingKind::MateMissed),
            kind(self.fatal, FindingKind::PieceLost),
            self.kind.map(FindingTerm::Kind),
            if self.missed_joint { Some(FindingTerm::MissedJoint) } else { None },
            if self.costs { Some(FindingTerm::Cost) } else { None },
            self.theme.map(|_| FindingTerm::Theme),
        ]
        .into_iter()
        .flatten()
    }

    /// Returns whether the terms need more than [`MateFacts::mate_in`]. All other facts depend on the search depth, so
    /// facts from a deeper search cannot be used for them.
    pub(super) fn needs_full_tactics(&self) -> bool {
        self.is_event() || self.wanted.is_some() || self.joint.is_some()
    }

    /// Returns the search depth for these terms, in moves.
    pub(super) fn moves(&self) -> u8 {
        let named = self.mate_in.unwrap_or(0);
        if self.needs_full_tactics() { named.max(DEFAULT_MATE_MOVES) } else { named }
    }

    /// Returns whether `facts` satisfy the terms on `board`. Without facts, only empty terms are satisfied. With a theme,
    /// each finding that satisfies a term must have it.
    pub(super) fn is_satisfied(&self, facts: Option<MomentFacts<'_>>, board: BoardId) -> bool {
        let Some(facts) = facts else { return self.is_empty() };
        let mates = facts.mates[board];
        self.mate_in.is_none_or(|moves| mates.mate_in == Some(moves))
            && self.wanted.is_none_or(|role| mates.wants(role))
            && self.joint.is_none_or(|length| match length {
                JointLength::Any => mates.joint.is_some(),
                JointLength::Moves(moves) => mates.joint == Some(moves),
            })
            && self.finding_terms().all(|term| {
                let mut on_board = facts.findings.iter().filter(|it| it.seat.board() == board);
                on_board.any(|it| self.is_found(term, it))
            })
    }

    /// Returns whether `finding` satisfies a term.
    pub(super) fn finds(&self, finding: &Finding) -> bool {
        let is_by_theme = self.finding_terms().count() == 1;
        let mut terms = self.finding_terms();
        terms.any(|term| {
            (is_by_theme || !matches!(term, FindingTerm::Theme)) && self.is_found(term, finding)
        })
    }

    fn is_found(&self, term: FindingTerm, finding: &Finding) -> bool {
        term.is_satisfied(finding) && self.theme.is_none_or(|theme| finding.themes.contains(theme))
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
        }
    }

    const fn wants(self, role: Role) -> bool {
        self.wanted & bit(role) > 0
    }
}

const fn bit(role: Role) -> u8 {
    1 << role as u8
}

fn limits(moves: u8) -> Limits {
    Limits { moves, deliver: MAX_JOINT_MOVES, ..Limits::default() }
}

/// Returns the mates on both boards of `position`, in up to `moves` moves. A position has no findings.
pub(super) fn facts_of_position(position: &Position, moves: u8) -> MomentFacts<'static> {
    let both = Solver::new(limits(moves)).both(position);
    let mates = ByBoard::from_fn(|id| MateFacts::of(&both[id]));
    MomentFacts { hash: 0, mates, findings: &[] }
}

/// Returns the facts at each moment of `played`, for mates in up to `moves` moves.
pub(super) fn facts(played: &Match, moves: u8) -> MatchFacts {
    if played.unreadable_start().is_some() {
        // The positions are those of another match.
        return MatchFacts::default();
    }
    let mut solver = Solver::new(limits(moves));
    let tactics = MatchTactics::by(&mut solver, played, 0, |_, _| ControlFlow::Continue(()))
        .unwrap_or_default();
    let of_moment = |both: &ByBoard<BoardTactics>| ByBoard::from_fn(|id| MateFacts::of(&both[id]));
    let mates: Vec<_> = tactics.moments.iter().map(of_moment).collect();
    let ledger = Ledger::of(played, &Timeline::of(played), &tactics, &mut solver);
    MatchFacts::of(match_hash(played), &mates, ledger.findings)
}
