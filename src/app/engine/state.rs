//! [`EngineState`]: the engine that is asked about what is shown, and what it has said.

use super::{BoardEngines, BoardGuess, EngineTask, GuessJob, GuessPart, Guessed, PieceWorth};
use crate::{
    app::{Effect, JobKind, State},
    engine::{Answer, EngineLine, Question, Setup},
    rules::{BoardId, ByBoard, Color, Position},
    timeline::Moment,
};
use std::{path::PathBuf, sync::Arc};

/// The engine, and what it has said of the boards that are shown.
#[derive(Clone, Debug, Default)]
pub struct EngineState {
    /// The engines that were found without a path.
    pub found: Vec<PathBuf>,
    /// The names of the engines that run, by the board that each searches.
    pub names: ByBoard<Option<String>>,
    /// Why it does not run; nothing is asked until something is changed.
    pub failed: Option<String>,
    /// The path that is typed in the settings, until it is taken.
    pub typed: Option<String>,
    /// The same of the engine of board B.
    pub second_typed: Option<String>,
    /// The colours that it plays on the boards in a variation, which are gone with that.
    pub plays: ByBoard<Option<Color>>,
    /// The moment at which it begins a variation.
    begins: Option<Moment>,
    /// Whether engines were looked for.
    looked: bool,
    /// What was asked last.
    asked: Option<Arc<GuessJob>>,
    said: ByBoard<Option<Said>>,
}

/// What was said about a board. It is shown only while that board is.
#[derive(Clone, Debug)]
pub(super) struct Said {
    pub about: Question,
    pub answer: Answer,
    pub threat: Option<EngineLine>,
    pub worth: Vec<PieceWorth>,
}

/// The question about a board, in the form in which two are the same.
fn question(position: &Position, id: BoardId) -> Question {
    Question::of(position, id, 0)
}

impl EngineState {
    /// Whether engines were looked for.
    #[must_use]
    pub const fn has_looked(&self) -> bool {
        self.looked
    }

    /// The names of the engines that run, each once; empty where none does.
    #[must_use]
    pub fn names_text(&self) -> String {
        let mut names: Vec<&str> = self.names.iter().flatten().map(String::as_str).collect();
        names.dedup();
        names.join(", ")
    }
}

impl State {
    /// Whether an engine is asked about what is shown. It tells nothing while an exercise asks.
    #[must_use]
    pub fn guesses(&self) -> bool {
        self.settings.engine && self.shown_match().is_some() && self.exercise().is_none()
    }

    /// What is guessed of board `id` as it is shown.
    #[must_use]
    pub fn guess_of(&self, id: BoardId, position: &Position) -> Option<BoardGuess> {
        if !self.guesses() {
            return None;
        }
        let said = self.engine.said[id].as_ref()?;
        (said.about == question(position, id)).then(|| BoardGuess::of(id, said))
    }

    /// What the engine may use.
    pub(super) fn engine_setup(&self) -> Setup {
        let setup = &self.settings.engine_setup;
        Setup { hash_mb: setup.hash_mb, threads: setup.threads, lines: setup.lines }
    }

    /// Has engines looked for, once.
    pub(super) fn look_for_engines(&mut self) -> Option<Effect> {
        let looked = std::mem::replace(&mut self.engine.looked, true);
        (!looked).then_some(Effect::Engine(EngineTask::Find))
    }

    /// Has the engine asked about what is shown, and about nothing else.
    pub(in crate::app) fn guess(&mut self) -> Vec<Effect> {
        if !self.plays_on() {
            self.engine.plays = ByBoard::default();
        }
        let wanted = self.wanted_guess();
        match (wanted, &self.engine.asked) {
            (Some(job), Some(asked)) if **asked == job => Vec::new(),
            (Some(job), _) => {
                let job = Arc::new(job);
                self.engine.asked = Some(Arc::clone(&job));
                vec![Effect::Engine(EngineTask::Guess(job))]
            }
            (None, Some(_)) => {
                self.engine.asked = None;
                vec![Effect::Cancel(JobKind::Guess), Effect::Engine(EngineTask::End)]
            }
            (None, None) => Vec::new(),
        }
    }

    fn wanted_guess(&self) -> Option<GuessJob> {
        if !self.guesses() || self.engine.failed.is_some() {
            return None;
        }
        let position = self.position();
        Some(GuessJob {
            engines: self.board_engines(),
            setup: self.engine_setup(),
            questions: ByBoard::from_fn(|id| question(&position, id)),
            reply: self.replying_board(&position),
        })
    }

    fn board_engines(&self) -> BoardEngines {
        let setup = &self.settings.engine_setup;
        let first = setup.path.clone();
        if setup.two {
            let second = setup.second_path.clone().or_else(|| first.clone());
            BoardEngines::Two(ByBoard::new(first, second))
        } else {
            BoardEngines::One(first)
        }
    }

    /// Whether a variation is played in which the engine may take part, or is about to begin one.
    fn plays_on(&self) -> bool {
        let begins = self.engine.begins;
        self.attempt().variation.is_some() || begins == Some(self.playhead().moment())
    }

    /// The board on which the engine is to play the next move.
    fn replying_board(&self, position: &Position) -> Option<BoardId> {
        let is_its_turn = |id: &BoardId| {
            let color = position.turn(*id).color();
            self.engine.plays[*id] == Some(color)
        };
        BoardId::ALL.into_iter().find(is_its_turn)
    }

    /// Has the engine play `color` on board `id` from here on; neither where it is `None`.
    pub(super) fn engine_plays(&mut self, id: BoardId, color: Option<Color>) {
        self.engine.plays[id] = color;
        if color.is_some() {
            self.engine.begins = Some(self.playhead().moment());
        }
    }

    /// Takes in what was said, which is about what is shown, or is of no use.
    pub(super) fn take_guess(&mut self, guessed: Guessed) {
        let position = self.position();
        let Guessed { board, about, what } = guessed;
        if about != question(&position, board) || self.engine.failed.is_some() {
            return;
        }
        let said = &mut self.engine.said[board];
        let said = match said {
            Some(said) if said.about == about => said,
            _ => said.insert(Said {
                about,
                answer: Answer::default(),
                threat: None,
                worth: Vec::new(),
            }),
        };
        match what {
            GuessPart::Lines(answer) => said.answer = answer,
            GuessPart::Threat(threat) => said.threat = threat,
            GuessPart::Worth(worth) => said.worth = worth,
            GuessPart::Reply => {
                let best = said.answer.best;
                if let Some(mv) = best.filter(|_| self.replying_board(&position) == Some(board)) {
                    self.play_in_variation(position.turn(board), mv);
                }
            }
        }
    }

    /// Plays the first `plies` plies of line `rank` of board `id` as a variation from what is shown.
    pub(super) fn keep_line(&mut self, id: BoardId, rank: usize, plies: usize) {
        let position = self.position();
        let Some(said) = &self.engine.said[id] else {
            return;
        };
        if said.about != question(&position, id) {
            return;
        }
        let Some(line) = said.answer.lines.get(rank) else {
            return;
        };
        let mut seat = position.turn(id);
        let moves = line.moves.iter().take(plies);
        let moves: Vec<_> = moves
            .map(|mv| {
                let played = (seat, *mv);
                seat = seat.opponent();
                played
            })
            .collect();
        self.play_all_in_variation(&moves);
    }

    /// The engine cannot be used.
    pub(super) fn engine_failed(&mut self, why: String) {
        self.engine.failed = Some(why);
        self.engine.asked = None;
        self.engine.names = ByBoard::default();
        self.engine.said = ByBoard::default();
    }
}
