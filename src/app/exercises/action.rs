//! [`ExerciseAction`].

use super::{ExerciseStage, Gathered, PoseJob, Posed, Round, Solving, words};
use crate::{
    analysis::report::Task,
    app::{Cx, Effect, JobKind, library, library::Arrival, notes, playback},
    archive::{RecordId, RowNumber},
    rules::{Move, Reserve, Role, Seat, role_name},
    text::{capital, grouped, sentence},
    timeline::{Command as Play, Moment},
};
use std::collections::BTreeMap;

/// A user action in exercises, or a report of the job that finds them.
#[derive(Debug)]
pub enum ExerciseAction {
    /// Name this piece as the needed or dangerous one.
    Name(Role),
    /// Play a move on the boards of the exercise.
    Play(Seat, Move),
    /// Find exercises in these matches; only at the given moments, if any.
    Seek(Vec<RowNumber>, Option<BTreeMap<RecordId, Vec<Moment>>>),
    /// Cancel the search for exercises.
    Stop,
    /// Exercises were found.
    Gathered(Box<Gathered>),
}

pub(in crate::app) fn update_exercises(cx: &mut Cx<'_>, action: ExerciseAction) {
    match action {
        ExerciseAction::Name(role) => {
            with_solving(cx, |solving, posed| solving.name(posed, role));
        }
        ExerciseAction::Play(seat, mv) => {
            with_solving(cx, |solving, posed| solving.play(posed, seat, mv));
        }
        ExerciseAction::Seek(rows, moments) => seek_exercises(cx, rows, moments),
        ExerciseAction::Stop => {
            let walked = cx.exercises.round.as_mut().and_then(|round| round.walked.take());
            cx.cancel(walked.map(|_| JobKind::Exercises));
        }
        ExerciseAction::Gathered(gathered) => {
            if let Some(why) = &gathered.failed {
                cx.warn(sentence(why));
            }
            if let Some(round) = &mut cx.exercises.round {
                round.take(*gathered);
            }
        }
    }
}

/// Starts exercises from the open match.
pub(in crate::app) fn exercises_of_match(cx: &mut Cx<'_>) {
    let Some(file) = cx.file() else {
        return;
    };
    let row = RowNumber::try_from(file.record.id).unwrap_or_default();
    seek_exercises(cx, vec![row], None);
}

/// Starts exercises from the listed matches.
pub(in crate::app) fn exercises_of_list(cx: &mut Cx<'_>) {
    let rows = cx.file().map(|file| file.filter.rows.clone());
    seek_exercises(cx, rows.unwrap_or_default(), None);
}

fn seek_exercises(
    cx: &mut Cx<'_>,
    rows: Vec<RowNumber>,
    moments: Option<BTreeMap<RecordId, Vec<Moment>>>,
) {
    notes::settle(cx);
    playback::play(cx, Play::Pause);
    playback::empty_hand(cx);
    let Some(file) = cx.library.file() else {
        return;
    };
    let changed = file.changes.texts();
    let job = PoseJob {
        list: file.list.clone(),
        moments,
        changed: changed.map(|(id, text)| (id, text.to_vec())).collect(),
        rows,
    };
    cx.shell.dialog = None;
    // A new search keeps the notices set aside by the current exercises.
    let aside = match cx.exercises.round.take() {
        Some(round) => round.aside,
        None => cx.shell.notices.put_aside(),
    };
    cx.is_changed = true;
    cx.exercises.round = Some(Round::seeking(job.rows.len(), aside));
    cx.run(Effect::Pose(Box::new(job)));
}

/// Drops the piece in hand, or else leaves the exercises.
pub(in crate::app) fn step_out_of_exercise(cx: &mut Cx<'_>) {
    let attempt = cx.shown_mut().map(|shown| &mut shown.attempt);
    let held = attempt.is_some_and(|it| it.hand.take().is_some() || it.promotion.take().is_some());
    if !held {
        cx.leave_exercises();
    }
}

pub(in crate::app) fn step_exercise(cx: &mut Cx<'_>, forward: bool) {
    cx.is_changed = true;
    if let Some(round) = &mut cx.exercises.round {
        round.step(forward);
    }
}

pub(in crate::app) fn exercise_hint(cx: &mut Cx<'_>) {
    with_solving(cx, Solving::hint);
}

pub(in crate::app) fn exercise_answer(cx: &mut Cx<'_>) {
    with_solving(cx, Solving::answer);
}

/// Leaves the exercises and saves the moves of this one as a variation of its match.
pub(in crate::app) fn keep_exercise(cx: &mut Cx<'_>) {
    let Some((posed, solving)) = cx.solving() else {
        return;
    };
    let (record, moment) = (posed.record, posed.exercise.moment);
    let plies = solving.plies().to_vec();
    cx.leave_exercises();
    if cx.file().is_none_or(|file| file.record.id != record) {
        library::choose(cx, record);
    }
    library::arrive(cx, Arrival::Variation(moment, plies));
}

fn with_solving(cx: &mut Cx<'_>, act: impl FnOnce(&mut Solving, &Posed)) {
    let session = &mut *cx.session;
    session.is_changed = true;
    if let Some(round) = &mut session.exercises.round {
        round.act(&mut session.settings.exercises, act);
    }
}

impl Round {
    /// Returns the question; without an exercise, that the search is running or has found none.
    #[must_use]
    pub fn question(&self) -> String {
        match (self.now(), &self.walked) {
            (Some((posed, _)), _) => words::question(posed),
            (None, Some(_)) => "Looking for puzzles…".to_owned(),
            (None, None) => {
                "No puzzles found: there is no forced mate in 3 or fewer, and no piece that \
                 would give one."
                    .to_owned()
            }
        }
    }

    /// Returns whether a piece must be named now.
    #[must_use]
    pub fn asks_piece(&self) -> bool {
        self.now().is_some_and(|(_, solving)| solving.stage() == ExerciseStage::Name)
    }

    /// Returns the selectable kinds of piece, with their names.
    pub fn kinds(&self) -> impl Iterator<Item = (Role, String)> {
        let kinds = Reserve::ROLES.into_iter();
        kinds.map(|role| (role, capital(role_name(role))))
    }

    /// Returns the label of the kinds of piece; `None` if the exercise never asks for one.
    #[must_use]
    pub fn piece_label(&self) -> Option<&'static str> {
        match self.now()?.0.exercise.task {
            Task::Mate(_) => None,
            Task::Need(_) => Some("Piece needed:"),
            Task::Keep(_) => Some("Must not lose:"),
        }
    }

    /// Returns `3 of 12` and the progress of the search for more.
    #[must_use]
    pub fn progress(&self) -> String {
        let mut words = match self.count() {
            0 => String::new(),
            count => format!("Puzzle {} of {count}", self.number()),
        };
        if let Some(walked) = self.walked {
            let sought = format!(
                "{} of {} matches searched",
                grouped(walked.records),
                grouped(walked.total)
            );
            if !words.is_empty() {
                words.push_str(" · ");
            }
            words.push_str(&sought);
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        analysis::{
            report::exercises_of,
            tactics::{Limits, Solver},
        },
        rules::{Bfen, BySeat},
        search::Walked,
    };

    #[test]
    fn search_progress_follows_the_query() {
        let mut round = Round::seeking(3, Vec::new());
        assert_eq!(round.progress(), "0 of 3 matches searched");
        let position = Bfen::parse("7k/5Q2/8/8/8/8/8/K7[P] w - - 0 1", None);
        let position = position.expect("a position").position;
        let found = exercises_of(&position, 0, &mut Solver::new(Limits::default()));
        let posed = found.into_iter().take(1).map(|exercise| Posed {
            exercise,
            record: 0,
            position: position.clone(),
            players: BySeat::from_fn(|seat| seat.name().to_owned()),
        });
        round.take(Gathered {
            posed: posed.collect(),
            walked: Some(Walked { records: 2, ..Walked::none_of(3) }),
            failed: None,
        });
        assert_eq!(round.progress(), "Puzzle 1 of 1 · 2 of 3 matches searched");
        round.take(Gathered::default());
        assert_eq!(round.progress(), "Puzzle 1 of 1");
    }
}
