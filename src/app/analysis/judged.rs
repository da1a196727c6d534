//! [`Analysis`]: the analysis of a match, available moment by moment.

use super::{AnalysisJob, variation_moment::VariationMoment};
use crate::{
    analysis::{
        report::{
            Chance, MatchTactics, Outcome, Report, SeatReport, Sentence, chance_sentence, sentences,
        },
        tactics::BoardTactics,
    },
    replay::Match,
    rules::{ByBoard, BySeat, Seat},
    timeline::{Moment, Timeline},
};
use std::{collections::BTreeMap, sync::Arc};

/// The analysis of the moments of a match. A change of plies or times resets it.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// The job, once started.
    job: Option<Arc<AnalysisJob>>,
    work: Work,
    /// The results by moment; `None` if pending.
    moments: Vec<Option<Box<ByBoard<BoardTactics>>>>,
    judged: usize,
    /// The report, once all moments were analysed.
    report: Option<Box<MatchReport>>,
    /// The analysis of the current variation.
    pub(super) tried: Option<Box<VariationMoment>>,
}

/// The state of the job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Work {
    /// Not started.
    #[default]
    Waiting,
    /// Running.
    Going,
    /// Completed.
    Done,
    /// Stopped by a panic.
    Stopped,
}

/// An analysed moment.
#[derive(Clone, Debug)]
pub struct AnalysedMoment {
    /// The moment.
    pub moment: Moment,
    /// The tactics of both boards.
    pub tactics: Box<ByBoard<BoardTactics>>,
}

/// The report of a match, with derived rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchReport {
    /// The report.
    pub report: Report,
    /// The findings about each seat, as sentences.
    pub sentences: BySeat<Vec<Sentence>>,
    /// Available mates in the order of their moments.
    pub marks: Vec<MateMark>,
    /// The description of each ply that missed a mate.
    missed: BTreeMap<usize, String>,
}

/// An available mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MateMark {
    /// The seat that had it.
    pub seat: Seat,
    /// The moment.
    pub moment: Moment,
    /// Whether it was played.
    pub is_played: bool,
    /// What happened, as a sentence.
    pub text: String,
}

impl MatchReport {
    /// Creates the report of `played` with the times `timeline` and the tactics `tactics`.
    #[must_use]
    pub fn of(played: &Match, timeline: &Timeline, tactics: &MatchTactics) -> Self {
        let report = Report::of(played, timeline, tactics);
        let mark = |chance: &Chance| MateMark {
            seat: chance.seat,
            moment: chance.moment,
            is_played: chance.outcome == Outcome::Played,
            text: chance_sentence(played, chance).text,
        };
        let new_chances = report.seats.iter().flat_map(SeatReport::new_chances);
        let mut marks: Vec<MateMark> = new_chances.map(mark).collect();
        marks.sort_by_key(|mark| (mark.moment, mark.seat));
        let missed = marks.iter().filter(|mark| !mark.is_played);
        let missed = missed.filter(|mark| mark.moment < played.plies.len());
        Self {
            missed: missed.map(|mark| (mark.moment, mark.text.clone())).collect(),
            sentences: BySeat::from_fn(|seat| sentences(played, &report, seat)),
            marks,
            report,
        }
    }

    /// Returns the plies that missed a mate, zero-based, in order.
    pub(super) fn missed_plies(&self) -> impl Iterator<Item = usize> {
        self.missed.keys().copied()
    }

    /// Returns the description of the mate that ply `ply`, zero-based, missed, if any.
    #[must_use]
    pub fn missed_by(&self, ply: usize) -> Option<&str> {
        self.missed.get(&ply).map(String::as_str)
    }
}

impl Analysis {
    /// Returns the tactics of both boards at `moment`, if analysed.
    #[must_use]
    pub fn at(&self, moment: Moment) -> Option<&ByBoard<BoardTactics>> {
        self.moments.get(moment)?.as_deref()
    }

    /// Returns the report, once all moments were analysed.
    #[must_use]
    pub fn report(&self) -> Option<&MatchReport> {
        self.report.as_deref()
    }

    /// Returns the number of analysed moments and of all moments.
    #[must_use]
    pub const fn progress(&self) -> (usize, usize) {
        (self.judged, self.moments.len())
    }

    /// Returns whether a panic has stopped the job.
    #[must_use]
    pub const fn is_stopped(&self) -> bool {
        matches!(self.work, Work::Stopped)
    }

    /// Returns whether the job is running.
    #[must_use]
    pub const fn is_going(&self) -> bool {
        matches!(self.work, Work::Going)
    }

    /// Returns whether the job was not started.
    pub(super) const fn waits(&self) -> bool {
        matches!(self.work, Work::Waiting)
    }

    /// Marks the job as started.
    pub(super) fn begin(&mut self, job: Arc<AnalysisJob>) {
        *self = Self {
            moments: vec![None; job.played.plies.len() + 1],
            job: Some(job),
            work: Work::Going,
            ..Self::default()
        };
    }

    /// Resets the analysis.
    pub(super) fn forget(&mut self) {
        if !self.waits() {
            *self = Self::default();
        }
    }

    /// Marks the job as stopped by a panic.
    pub(super) const fn stop(&mut self) {
        self.work = Work::Stopped;
    }

    /// Adds analysed moments.
    pub(super) fn judge(&mut self, judged: Vec<AnalysedMoment>) {
        for AnalysedMoment { moment, tactics } in judged {
            if let Some(place) = self.moments.get_mut(moment) {
                self.judged += usize::from(place.is_none());
                *place = Some(tactics);
            }
        }
    }

    /// Completes the analysis.
    pub(super) fn finish(&mut self, report: Box<MatchReport>) {
        self.report = Some(report);
        self.work = Work::Done;
    }

    /// Returns the analysis for a changed match: empty unless plies and times are the same.
    #[must_use]
    pub(in crate::app) fn changed(self, played: &Match, timeline: &Timeline) -> Self {
        let is_same = |job: &Arc<AnalysisJob>| job.is_about(played, timeline);
        if self.job.as_ref().is_some_and(is_same) { self } else { Self::default() }
    }
}
