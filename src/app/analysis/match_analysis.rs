//! [`Analysis`]: the analysis of a match, available moment by moment.

use super::{AnalysisJob, variation_moment::VariationMoment};
use crate::{
    analysis::{
        report::{
            JointChance, Line, MatchTactics, MateChance, Outcome, Report, SeatReport, Sentence,
            Subject, chance_sentence, joint_sentence, sentences, winning_lines,
        },
        tactics::{BoardTactics, Solver},
    },
    replay::Match,
    rules::{BoardId, ByBoard, BySeat, Position, Seat},
    timeline::{Moment, Timeline},
};
use std::{collections::BTreeMap, sync::Arc};

/// The analysis of a match, with a result for each moment. A change of the plies or times resets the analysis.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// The job; `None` before it has been started.
    pub(super) job: Option<Arc<AnalysisJob>>,
    /// Whether a panic has stopped the job.
    pub(super) is_stopped: bool,
    /// The results by moment; `None` while pending.
    moments: Vec<Option<Box<AnalysedPosition>>>,
    /// The report, once all moments were analysed.
    pub report: Option<Box<MatchReport>>,
    /// The analysis of the variation's current position, if the boards show a variation.
    pub(super) variation_moment: Option<Box<VariationMoment>>,
}

#[derive(Clone, Debug)]
pub struct AnalysedMoment {
    pub moment: Moment,
    pub position: Box<AnalysedPosition>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnalysedPosition {
    pub tactics: ByBoard<BoardTactics>,
    /// The winning line of the seat to move on each board; empty if that seat has no win. A line may use both boards.
    pub lines: ByBoard<Line>,
}

impl AnalysedPosition {
    /// Creates the analysis of a moment from its `tactics`, and computes the winning lines. `position` returns the
    /// position at that moment. It is called only if a seat to move has a forced win, because each call replays the
    /// match.
    #[must_use]
    pub fn of(
        solver: &mut Solver,
        tactics: ByBoard<BoardTactics>,
        position: impl FnOnce() -> Position,
    ) -> Self {
        let is_won = |board: &BoardTactics| board.mate.is_some() || board.joint.is_some();
        let lines = match tactics.iter().any(is_won) {
            true => winning_lines(solver, &position(), &tactics),
            false => ByBoard::default(),
        };
        Self { tactics, lines }
    }
}

/// The report of a match, with its findings as sentences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchReport {
    pub report: Report,
    /// The findings about each seat, as sentences.
    pub sentences: BySeat<Vec<Sentence>>,
    /// Forced mates and joint wins (wins that use both boards), in the order of their moments.
    pub marks: Vec<WinMark>,
    /// The description of each missed mate, by the index of the ply that missed it.
    missed: BTreeMap<usize, String>,
}

/// A forced win that was available at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinMark {
    /// The seat that had the win.
    pub seat: Seat,
    pub moment: Moment,
    /// Whether the win uses both boards; `false` for a mate on one board.
    pub is_joint: bool,
    pub text: String,
    outcome: Outcome,
}

impl WinMark {
    #[must_use]
    pub fn is_played(&self) -> bool {
        self.outcome == Outcome::Played
    }

    /// Returns whether another move was played instead of the win.
    #[must_use]
    pub const fn is_missed(&self) -> bool {
        matches!(self.outcome, Outcome::Missed { .. })
    }
}

impl MatchReport {
    #[must_use]
    pub fn of(played: &Match, timeline: &Timeline, tactics: &MatchTactics) -> Self {
        let report = Report::of(played, timeline, tactics);
        let mate = |chance: &MateChance| WinMark {
            seat: chance.seat,
            moment: chance.moment,
            is_joint: false,
            text: chance_sentence(played, chance).text,
            outcome: chance.outcome,
        };
        let joint = |chance: &JointChance| WinMark {
            seat: chance.seat,
            moment: chance.moment,
            is_joint: true,
            text: joint_sentence(played, chance).text,
            outcome: chance.outcome,
        };
        let mates = report.seats.iter().flat_map(SeatReport::new_chances).map(mate);
        let joints = report.seats.iter().flat_map(SeatReport::joint_wins).map(joint);
        let mut marks: Vec<WinMark> = mates.chain(joints).collect();
        marks.sort_by_key(|mark| (mark.moment, mark.seat));
        let missed = marks.iter().filter(|mark| !mark.is_joint && mark.is_missed());
        Self {
            missed: missed.map(|mark| (mark.moment, mark.text.clone())).collect(),
            sentences: BySeat::from_fn(|seat| sentences(played, &report, seat)),
            marks,
            report,
        }
    }

    /// Iterates over the wins that were missed or still available when the match ended. Each item is the seat that had
    /// the win, and the moment.
    pub(super) fn missed_wins(&self) -> impl Iterator<Item = (Seat, Moment)> {
        Seat::ALL.into_iter().flat_map(|seat| {
            let sentences = self.sentences[seat].iter();
            let missed = sentences.filter(|it| it.subject == Subject::MissedWin);
            missed.map(move |sentence| (seat, sentence.moment))
        })
    }

    /// Returns the plies that missed a mate, zero-based, in order.
    pub(super) fn missed_plies(&self) -> impl Iterator<Item = usize> {
        self.missed.keys().copied()
    }

    /// Returns the description of the mate that ply `ply` (zero-based) missed, if any.
    #[must_use]
    pub fn missed_by(&self, ply: usize) -> Option<&str> {
        self.missed.get(&ply).map(String::as_str)
    }
}

impl Analysis {
    /// Returns the tactics and winning lines at `moment`, if analysed.
    #[must_use]
    pub fn at(&self, moment: Moment) -> Option<&AnalysedPosition> {
        self.moments.get(moment)?.as_deref()
    }

    /// Returns the winning line of the seat to move on `board` at `moment`, if there is one.
    #[must_use]
    pub(super) fn line(&self, moment: Moment, board: BoardId) -> Option<&Line> {
        Some(&self.at(moment)?.lines[board]).filter(|line| !line.is_empty())
    }

    /// Returns the number of analysed moments, and the number of all moments.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.moments.iter().flatten().count(), self.moments.len())
    }

    #[must_use]
    pub const fn is_running(&self) -> bool {
        self.job.is_some() && self.report.is_none() && !self.is_stopped
    }

    /// Resets the analysis for `job`, which has been started.
    pub(super) fn begin(&mut self, job: Arc<AnalysisJob>) {
        *self = Self {
            moments: vec![None; job.played.plies.len() + 1],
            job: Some(job),
            ..Self::default()
        };
    }

    /// Marks the analysis as stopped by a panic.
    pub(in crate::app) const fn stop(&mut self) {
        self.is_stopped = true;
    }

    /// Drops what a panic has stopped, so that it is started again.
    pub(super) fn forget_stopped(&mut self) {
        self.variation_moment.take_if(|it| it.is_stopped);
        if self.is_stopped {
            let variation_moment = self.variation_moment.take();
            *self = Self { variation_moment, ..Self::default() };
        }
    }

    pub(super) fn apply_result(&mut self, analysed: Vec<AnalysedMoment>) {
        for AnalysedMoment { moment, position } in analysed {
            if let Some(place) = self.moments.get_mut(moment) {
                *place = Some(position);
            }
        }
    }

    /// Returns `self` if it is the analysis of `played` with the times of `timeline`, otherwise an empty analysis.
    #[must_use]
    pub(in crate::app) fn changed(self, played: &Match, timeline: &Timeline) -> Self {
        let is_same = |job: &Arc<AnalysisJob>| job.is_about(played, timeline);
        if self.job.as_ref().is_some_and(is_same) { self } else { Self::default() }
    }
}
