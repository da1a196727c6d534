//! [`EngineAction`] and what comes of it.

use super::{Guessed, Scored};
use crate::{
    app::{Effect, State},
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

impl State {
    pub(in crate::app) fn update_engine(&mut self, action: EngineAction) -> Vec<Effect> {
        let setup = &mut self.settings.engine_setup;
        match action {
            EngineAction::Look => return self.look_for_engines().into_iter().collect(),
            EngineAction::Found(found) => self.engine.found = found,
            EngineAction::Started(board, name) => self.engine.names[board] = Some(name),
            EngineAction::Guessed(guessed) => self.take_guess(*guessed),
            EngineAction::Failed(why) => self.engine_failed(why),
            EngineAction::Scored(scored) => self.take_scores(*scored),
            EngineAction::TryAgain => self.engine.failed = None,
            EngineAction::TypePath(typed) => self.engine.typed = Some(typed),
            EngineAction::Use(path) => {
                self.engine.typed = None;
                setup.path = path;
                self.engine.failed = None;
                return vec![self.keep()];
            }
            EngineAction::Two(two) => {
                setup.two = two;
                self.engine.failed = None;
                return vec![self.keep()];
            }
            EngineAction::TypeSecondPath(typed) => self.engine.second_typed = Some(typed),
            EngineAction::UseSecond(path) => {
                self.engine.second_typed = None;
                setup.second_path = path;
                self.engine.failed = None;
                return vec![self.keep()];
            }
            EngineAction::Lines(lines) => {
                setup.lines = lines.clamp(*ENGINE_LINES.start(), *ENGINE_LINES.end());
                return vec![self.keep()];
            }
            EngineAction::Threads(threads) => {
                setup.threads = threads.clamp(*ENGINE_THREADS.start(), *ENGINE_THREADS.end());
                return vec![self.keep()];
            }
            EngineAction::HashMegabytes(megabytes) => {
                setup.hash_mb = megabytes.clamp(*ENGINE_MEGABYTES.start(), *ENGINE_MEGABYTES.end());
                return vec![self.keep()];
            }
            EngineAction::KeepLine(board, rank, plies) => self.keep_line(board, rank, plies),
            EngineAction::Plays(board, color) => self.engine_plays(board, color),
        }
        Vec::new()
    }
}
