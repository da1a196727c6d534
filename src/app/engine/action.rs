//! [`EngineAction`] and what comes of it.

use super::{
    EngineState, EngineTask, Guessed, Scored,
    match_guesses::{score, stop_scoring, take_scores},
};
use crate::{
    app::{Effect, context::Cx},
    rules::{BoardId, Color},
    settings::{ENGINE_LINES, ENGINE_MEGABYTES, ENGINE_THREADS},
};
use std::path::PathBuf;

/// What an engine answers, and what a person does with it.
#[derive(Debug)]
pub enum EngineAction {
    /// Engines are to be shown that could be used.
    Look,
    /// These engines were found.
    Found(Vec<PathBuf>),
    /// The engine of this name runs, and searches this board.
    Started(BoardId, String),
    /// Something has been found about a board.
    Guessed(Box<Guessed>),
    /// The engine cannot be used, and why.
    Failed(String),
    /// The search through the match has come so far.
    Scored(Box<Scored>),
    /// Search every moment of the match that is left.
    ScoreMatch,
    /// Stop that search; its scores stay.
    StopScoring,
    /// The engine is asked again after a failure.
    TryAgain,
    /// A path is typed.
    TypePath(String),
    /// The engine at this path is used; the first that is found where none is named.
    Use(Option<PathBuf>),
    /// Whether each board has an engine of its own.
    Two(bool),
    /// The path of the engine of board B is typed.
    TypeSecondPath(String),
    /// The engine at this path is used for board B where there are two; that of board A where none is named.
    UseSecond(Option<PathBuf>),
    /// So many lines are shown.
    Lines(u32),
    /// So many threads may be used.
    Threads(u32),
    /// So many megabytes may be used.
    HashMegabytes(u32),
    /// The first plies of a line become a variation: the board, the rank of the line from 0, and how many.
    KeepLine(BoardId, usize, usize),
    /// The engine plays this colour on a board, in a variation from here; neither where it is `None`.
    Plays(BoardId, Option<Color>),
}

impl EngineState {
    pub(in crate::app) fn update(&mut self, action: EngineAction, cx: &mut Cx<'_>) {
        let setup = &mut cx.settings.engine_setup;
        match action {
            EngineAction::Look => {
                if self.begins_looking() {
                    cx.run(Effect::Engine(EngineTask::Find));
                }
            }
            EngineAction::Found(found) => self.found = found,
            EngineAction::Started(board, name) => self.names[board] = Some(name),
            EngineAction::Guessed(guessed) => self.take_guess(*guessed, cx),
            EngineAction::Failed(why) => self.fail(why),
            EngineAction::Scored(scored) => take_scores(*scored, cx),
            EngineAction::ScoreMatch => score(true, cx),
            EngineAction::StopScoring => stop_scoring(cx),
            EngineAction::TryAgain => self.failed = None,
            EngineAction::TypePath(typed) => self.typed = Some(typed),
            EngineAction::Use(path) => {
                self.typed = None;
                setup.path = path;
                self.failed = None;
                cx.save_settings();
            }
            EngineAction::Two(two) => {
                setup.two = two;
                self.failed = None;
                cx.save_settings();
            }
            EngineAction::TypeSecondPath(typed) => self.second_typed = Some(typed),
            EngineAction::UseSecond(path) => {
                self.second_typed = None;
                setup.second_path = path;
                self.failed = None;
                cx.save_settings();
            }
            EngineAction::Lines(lines) => {
                setup.lines = lines.clamp(*ENGINE_LINES.start(), *ENGINE_LINES.end());
                cx.save_settings();
            }
            EngineAction::Threads(threads) => {
                setup.threads = threads.clamp(*ENGINE_THREADS.start(), *ENGINE_THREADS.end());
                cx.save_settings();
            }
            EngineAction::HashMegabytes(megabytes) => {
                setup.hash_mb = megabytes.clamp(*ENGINE_MEGABYTES.start(), *ENGINE_MEGABYTES.end());
                cx.save_settings();
            }
            EngineAction::KeepLine(board, rank, plies) => self.keep_line(board, rank, plies, cx),
            EngineAction::Plays(board, color) => self.play_as(board, color, cx),
        }
    }
}
