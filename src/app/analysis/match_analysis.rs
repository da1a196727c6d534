//! [`Analysis`]: the analysis of a match, available moment by moment.

use super::{AnalysisJob, variation_moment::VariationMoment};
use crate::{
    analysis::{
        ledger::{Finding, FindingKind, Ledger},
        report::{Line, ReportWriter, Sentence, Subject, winning_lines},
        tactics::{BoardTactics, Solver},
    },
    document::{Document, Header},
    rules::{BoardId, ByBoard, BySeat, Position, Seat},
    timeline::{Moment, Sit},
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

/// The report of a match: its ledger, with the findings as sentences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchReport {
    pub ledger: Ledger,
    /// The names in the sentences.
    names: BySeat<String>,
    /// The findings about each seat, as sentences.
    pub sentences: BySeat<Vec<Sentence>>,
    /// The moment and the sentence of what decided the match; `None` if unknown.
    pub decision: Option<(Moment, String)>,
    /// The wins that were found or missed, in the order of their moments.
    pub marks: Vec<WinMark>,
    /// The description of each missed mate, by the index of the ply that missed it.
    missed: BTreeMap<usize, String>,
}

/// A win that was found or missed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinMark {
    /// The seat that found or missed the win.
    pub seat: Seat,
    pub moment: Moment,
    pub kind: FindingKind,
    pub text: String,
}

impl WinMark {
    /// Returns whether another move was played instead of the win.
    pub const fn is_missed(&self) -> bool {
        self.kind.is_missed_win()
    }
}

impl MatchReport {
    pub fn of(document: &Document, ledger: Ledger) -> Self {
        let played = document.played();
        let names = Header::of(document).names();
        let writer = ReportWriter::of(played, &ledger, &names);
        let is_win = |it: &&Finding| {
            it.kind.is_joint()
                || matches!(it.kind, FindingKind::MateFound | FindingKind::MateMissed)
        };
        let wins = ledger.findings.iter().filter(is_win);
        let mark = |it: &Finding| WinMark {
            seat: it.seat,
            moment: it.shown(),
            kind: it.kind,
            text: writer.sentence(it).text,
        };
        let mut marks: Vec<WinMark> = wins.map(mark).collect();
        marks.sort_by_key(|mark| (mark.moment, mark.seat));
        let missed = ledger.findings.iter().filter(|it| it.kind == FindingKind::MateMissed);
        Self {
            decision: writer.decision(),
            missed: missed.filter_map(|it| Some((it.played?, writer.sentence(it).text))).collect(),
            sentences: BySeat::from_fn(|seat| writer.sentences(seat)),
            marks,
            names,
            ledger,
        }
    }

    /// Iterates over the wins that were missed: the seat whose winning line can be shown, and the moment.
    pub(super) fn missed_wins(&self) -> impl Iterator<Item = (Seat, Moment)> {
        let missed = self.ledger.findings.iter().filter(|it| it.kind.is_missed_win());
        missed.map(|it| (it.attacker(), it.shown()))
    }

    /// Returns the plies that missed a mate, zero-based, in order.
    pub(super) fn missed_plies(&self) -> impl Iterator<Item = usize> {
        self.missed.keys().copied()
    }

    /// Returns the sentence about `turn`, a sit or a long think.
    pub fn long_turn(&self, turn: &Sit) -> Option<&str> {
        let is_about = |it: &&Sentence| {
            it.moment == turn.begins
                && matches!(it.subject, Subject::Finding { kind, .. } if kind.is_wait())
        };
        self.sentences[turn.seat].iter().find(is_about).map(|it| it.text.as_str())
    }

    /// Returns the description of the mate that ply `ply` (zero-based) missed, if any.
    pub fn missed_by(&self, ply: usize) -> Option<&str> {
        self.missed.get(&ply).map(String::as_str)
    }
}

impl Analysis {
    /// Returns the tactics and winning lines at `moment`, if analysed.
    pub fn at(&self, moment: Moment) -> Option<&AnalysedPosition> {
        self.moments.get(moment)?.as_deref()
    }

    /// Returns the winning line of the seat to move on `board` at `moment`, if there is one.
    pub(super) fn line(&self, moment: Moment, board: BoardId) -> Option<&Line> {
        Some(&self.at(moment)?.lines[board]).filter(|line| !line.is_empty())
    }

    /// Returns the number of analysed moments, and the number of all moments.
    pub fn progress(&self) -> (usize, usize) {
        (self.moments.iter().flatten().count(), self.moments.len())
    }

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

    /// Drops the analysis of the variation's current position.
    pub(in crate::app) fn forget_position(&mut self) {
        self.variation_moment = None;
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

    /// Returns `self` if it is the analysis of `document`, otherwise an empty analysis. If only names have changed, rewrites
    /// the sentences.
    #[must_use]
    pub(in crate::app) fn changed(mut self, document: &Document) -> Self {
        let is_same = |job: &Arc<AnalysisJob>| job.is_about(document.played(), document.timeline());
        if !self.job.as_ref().is_some_and(is_same) {
            return Self::default();
        }
        if let Some(report) = &mut self.report
            && report.names != Header::of(document).names()
        {
            **report = MatchReport::of(document, std::mem::take(&mut report.ledger));
        }
        self
    }
}
