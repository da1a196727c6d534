//! [`ExerciseAction`], and what the state does with it.

use super::{ExerciseStage, Gathered, PoseJob, Posed, Round, Solving, words};
use crate::{
    analysis::report::Task,
    app::{Effect, HitRow, State, issues::capital, library::Arrival},
    archive::{RecordId, RowNumber},
    rules::{Move, Reserve, Role, Seat, role_name},
    text::grouped,
    timeline::{Command as Play, Moment},
};
use std::collections::BTreeMap;

/// What a person does with exercises, and what a job has found.
#[derive(Debug)]
pub enum ExerciseAction {
    /// The piece that is needed, or must not be lost, is this.
    Name(Role),
    /// Look for no more of them.
    Stop,
    /// A job has found some.
    Gathered(Box<Gathered>),
}

impl State {
    pub(in crate::app) fn update_exercises(&mut self, action: ExerciseAction) {
        match action {
            ExerciseAction::Name(role) => {
                self.with_solving(|solving, posed| solving.name(posed, role));
            }
            ExerciseAction::Stop => {
                if let Some(round) = &mut self.exercises.round {
                    round.walked = None;
                }
            }
            ExerciseAction::Gathered(gathered) => {
                if let Some(why) = &gathered.failed {
                    self.say(crate::app::issues::sentence(why));
                }
                if let Some(round) = &mut self.exercises.round {
                    round.take(*gathered);
                }
            }
        }
    }

    /// The exercises that stand in place of the match; `None` where the match is shown. While there are any, nothing
    /// that is known of the match may be seen or heard.
    #[must_use]
    pub const fn exercise(&self) -> Option<&Round> {
        self.exercises.round()
    }

    /// The exercise on the boards.
    pub(in crate::app) fn solving(&self) -> Option<(&Posed, &Solving)> {
        self.exercise()?.now()
    }

    /// Looks for exercises in the match that is open.
    pub(in crate::app) fn exercises_of_match(&mut self) -> Vec<Effect> {
        let Some(file) = self.file() else {
            return Vec::new();
        };
        let row = RowNumber::try_from(file.chosen).unwrap_or_default();
        self.seek_exercises(vec![row], None)
    }

    /// Looks for exercises in the matches that are listed.
    pub(in crate::app) fn exercises_of_list(&mut self) -> Vec<Effect> {
        let rows = self.file().map(|file| file.filter.rows.clone());
        self.seek_exercises(rows.unwrap_or_default(), None)
    }

    /// Looks for exercises at the moments that the search has found.
    pub(in crate::app) fn exercises_of_search(&mut self) -> Vec<Effect> {
        let mut rows: Vec<RowNumber> = Vec::new();
        let mut moments: BTreeMap<RecordId, Vec<Moment>> = BTreeMap::new();
        // An exercise is a moment of a match.
        let of_match = |row: &&HitRow| row.hit.variation.is_none();
        for hit in self.search.hits().iter().filter(of_match).map(|row| &row.hit) {
            if !moments.contains_key(&hit.record) {
                rows.extend(RowNumber::try_from(hit.record));
            }
            moments.entry(hit.record).or_default().push(hit.moment);
        }
        self.seek_exercises(rows, Some(moments))
    }

    fn seek_exercises(
        &mut self,
        rows: Vec<RowNumber>,
        moments: Option<BTreeMap<RecordId, Vec<Moment>>>,
    ) -> Vec<Effect> {
        self.settle();
        self.play(Play::Pause);
        self.empty_hand();
        let Some(file) = self.library.file() else {
            return Vec::new();
        };
        let changed = file.changes.texts();
        let job = PoseJob {
            list: file.list.clone(),
            moments,
            changed: changed.map(|(id, text)| (id, text.to_vec())).collect(),
            rows,
        };
        self.shell.dialog = None;
        // Who asks for others goes on from these.
        let aside = match self.exercises.round.take() {
            Some(round) => round.aside,
            None => self.shell.notices.put_aside(),
        };
        self.exercises.round = Some(Round::seeking(job.rows.len(), aside));
        vec![Effect::Pose(Box::new(job))]
    }

    /// Leaves the exercises. The match is as it was.
    pub(in crate::app) fn leave_exercises(&mut self) {
        if let Some(round) = self.exercises.round.take() {
            self.shell.notices.take_back(round.aside);
        }
    }

    /// Puts back the piece in hand; where there is none, leaves the exercises.
    pub(in crate::app) fn step_out_of_exercise(&mut self) {
        let attempt = self.shown_mut().map(|shown| &mut shown.attempt);
        let held =
            attempt.is_some_and(|it| it.hand.take().is_some() || it.promotion.take().is_some());
        if !held {
            self.leave_exercises();
        }
    }

    pub(in crate::app) fn step_exercise(&mut self, forward: bool) {
        if let Some(round) = &mut self.exercises.round {
            round.step(forward);
        }
    }

    pub(in crate::app) fn exercise_hint(&mut self) {
        self.with_solving(Solving::hint);
    }

    pub(in crate::app) fn exercise_answer(&mut self) {
        self.with_solving(Solving::answer);
    }

    /// Leaves the exercises, and keeps what was played in this one as a variation of its match.
    pub(in crate::app) fn keep_exercise(&mut self) {
        let Some((posed, solving)) = self.solving() else {
            return;
        };
        let (record, moment) = (posed.record, posed.exercise.moment);
        let plies = solving.plies().to_vec();
        self.leave_exercises();
        if self.file().is_none_or(|file| file.chosen != record) {
            self.choose(record);
        }
        self.arrive(Arrival::Variation(moment, plies));
    }

    /// Plays `mv` on the boards of the exercise.
    pub(in crate::app) fn play_in_exercise(&mut self, seat: Seat, mv: Move) {
        self.with_solving(|solving, posed| solving.play(posed, seat, mv));
    }

    fn with_solving(&mut self, act: impl FnOnce(&mut Solving, &Posed)) {
        if let Some(round) = &mut self.exercises.round {
            round.act(&mut self.settings.exercises, act);
        }
    }
}

impl Round {
    /// Who is asked what; what is sought, or that there is none, where nothing is asked.
    #[must_use]
    pub fn question(&self) -> String {
        match (self.now(), &self.walked) {
            (Some((posed, _)), _) => words::question(posed),
            (None, Some(_)) => "Looking for exercises…".to_owned(),
            (None, None) => "No exercise was found: there is no forced mate in up to 3 moves, and no piece that would bring one.".to_owned(),
        }
    }

    /// Whether a piece is to be named now.
    #[must_use]
    pub fn asks_piece(&self) -> bool {
        self.now().is_some_and(|(_, solving)| solving.stage() == ExerciseStage::Name)
    }

    /// The kinds of piece that can be named, with their names.
    pub fn kinds(&self) -> impl Iterator<Item = (Role, String)> {
        let kinds = Reserve::ROLES.into_iter();
        kinds.map(|role| (role, capital(role_name(role))))
    }

    /// What stands before the kinds of piece; nothing where none is asked for at any time.
    #[must_use]
    pub fn piece_label(&self) -> Option<&'static str> {
        match self.now()?.0.exercise.task {
            Task::Mate(_) => None,
            Task::Need(_) => Some("Needed:"),
            Task::Keep(_) => Some("Not to be lost:"),
        }
    }

    /// `3 of 12`, and how far the search for more has come.
    #[must_use]
    pub fn progress(&self) -> String {
        let mut words = match self.count() {
            0 => String::new(),
            count => format!("Exercise {} of {count}", self.number()),
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
    fn how_far_the_search_has_come_stands_behind_what_is_asked() {
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
        assert_eq!(round.progress(), "Exercise 1 of 1 · 2 of 3 matches searched");
        round.take(Gathered::default());
        assert_eq!(round.progress(), "Exercise 1 of 1");
    }
}
