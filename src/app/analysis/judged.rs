//! [`Analysis`]: what is said of the moments of a match, as far as they have been judged.

use super::{AnalysisJob, tried::Tried};
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

/// What is said of the moments of one match. It is gone with the match, and with a change of its plies or times.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// What was judged, once that has begun.
    job: Option<Arc<AnalysisJob>>,
    work: Work,
    /// By moment; `None` where it has not been judged yet.
    moments: Vec<Option<Box<ByBoard<BoardTactics>>>>,
    judged: usize,
    /// The report, once all moments have been judged.
    report: Option<Box<MatchReport>>,
    /// What is shown of a variation.
    pub(super) tried: Option<Box<Tried>>,
}

/// How far the work in the background has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Work {
    /// It has not begun.
    #[default]
    Waiting,
    /// It goes on.
    Going,
    /// It has come to its end.
    Done,
    /// A fault has stopped it.
    Stopped,
}

/// A moment that has been judged.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The moment.
    pub moment: Moment,
    /// What is said of both boards.
    pub tactics: Box<ByBoard<BoardTactics>>,
}

/// The report of a match, and the rows that are made of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchReport {
    /// The report.
    pub report: Report,
    /// What is told of each seat, in sentences.
    pub sentences: BySeat<Vec<Sentence>>,
    /// The mates that were there, in the order of their moments.
    pub marks: Vec<MateMark>,
    /// What is said of each ply that missed a mate.
    missed: BTreeMap<usize, String>,
}

/// A mate that was there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MateMark {
    /// Who had it.
    pub seat: Seat,
    /// When.
    pub moment: Moment,
    /// Whether it was played.
    pub is_played: bool,
    /// What became of it, in a sentence.
    pub text: String,
}

impl MatchReport {
    /// The report of `played`, whose times are `timeline` and whose tactics are `tactics`.
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

    /// The plies that missed a mate, from 0, in order.
    pub(super) fn missed_plies(&self) -> impl Iterator<Item = usize> {
        self.missed.keys().copied()
    }

    /// What is said of ply `ply`, from 0, where it missed a mate.
    #[must_use]
    pub fn missed_by(&self, ply: usize) -> Option<&str> {
        self.missed.get(&ply).map(String::as_str)
    }
}

impl Analysis {
    /// What is said of both boards at `moment`, if it has been judged.
    #[must_use]
    pub fn at(&self, moment: Moment) -> Option<&ByBoard<BoardTactics>> {
        self.moments.get(moment)?.as_deref()
    }

    /// The report, once all moments have been judged.
    #[must_use]
    pub fn report(&self) -> Option<&MatchReport> {
        self.report.as_deref()
    }

    /// How many moments of how many have been judged.
    #[must_use]
    pub const fn progress(&self) -> (usize, usize) {
        (self.judged, self.moments.len())
    }

    /// Whether a fault has stopped the work.
    #[must_use]
    pub const fn is_stopped(&self) -> bool {
        matches!(self.work, Work::Stopped)
    }

    /// Whether the work goes on.
    #[must_use]
    pub const fn is_going(&self) -> bool {
        matches!(self.work, Work::Going)
    }

    /// Whether the work has not begun.
    pub(super) const fn waits(&self) -> bool {
        matches!(self.work, Work::Waiting)
    }

    /// The work has begun.
    pub(super) fn begin(&mut self, job: Arc<AnalysisJob>) {
        *self = Self {
            moments: vec![None; job.played.plies.len() + 1],
            job: Some(job),
            work: Work::Going,
            ..Self::default()
        };
    }

    /// Nothing is known any more, and nothing has begun.
    pub(super) fn forget(&mut self) {
        if !self.waits() {
            *self = Self::default();
        }
    }

    /// A fault has stopped the work.
    pub(super) const fn stop(&mut self) {
        self.work = Work::Stopped;
    }

    /// Some more moments have been judged.
    pub(super) fn judge(&mut self, judged: Vec<Judged>) {
        for Judged { moment, tactics } in judged {
            if let Some(place) = self.moments.get_mut(moment) {
                self.judged += usize::from(place.is_none());
                *place = Some(tactics);
            }
        }
    }

    /// All moments have been judged.
    pub(super) fn finish(&mut self, report: Box<MatchReport>) {
        self.report = Some(report);
        self.work = Work::Done;
    }

    /// The same for a match that has been changed: nothing, unless its plies and times are what they were.
    #[must_use]
    pub(in crate::app) fn changed(self, played: &Match, timeline: &Timeline) -> Self {
        let is_same = |job: &Arc<AnalysisJob>| job.is_about(played, timeline);
        if self.job.as_ref().is_some_and(is_same) { self } else { Self::default() }
    }
}
