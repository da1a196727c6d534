//! User actions on the engine, and results of engine jobs: [`EngineAction`].

use super::{
    EngineState, EngineTask, EvaluationResult, Scored,
    match_evaluation::{apply_scores, score},
};
use crate::{
    app::{Effect, JobKind, context::Cx},
    rules::{BoardId, Color, Move},
};
use std::path::PathBuf;

#[derive(Debug)]
pub enum EngineAction {
    /// Look for installed engines, unless the search was started before.
    Detect,
    /// Look for installed engines again.
    DetectAgain,
    /// The search for installed engines has ended with these paths.
    EnginesFound(Vec<PathBuf>),
    /// The engine with this name is running and searches this board.
    Started(BoardId, String),
    /// A partial result of the search of a board.
    EvaluationResult(Box<EvaluationResult>),
    /// The engine failed, for this reason.
    Failed(String),
    /// Progress of the analysis of the match.
    Scored(Box<Scored>),
    /// Analyse the remaining moments of the match.
    ScoreMatch,
    /// Cancel the analysis of the match, and keep the scores computed so far.
    StopScoring,
    /// Restart the engine after a failure.
    Restart,
    /// Play these moves of an engine line on this board, as a variation.
    SaveLine(BoardId, Vec<Move>),
    /// Let the engine play this colour on this board, in a variation from the current moment; `None` makes the engine
    /// stop playing.
    PlayColor(BoardId, Option<Color>),
}

impl EngineState {
    pub(in crate::app) fn update(&mut self, action: EngineAction, cx: &mut Cx<'_>) {
        match action {
            EngineAction::Detect => {
                if !std::mem::replace(&mut self.has_started_detection, true) {
                    cx.run(Effect::Engine(EngineTask::Find));
                }
            }
            EngineAction::DetectAgain => cx.run(Effect::Engine(EngineTask::Find)),
            EngineAction::EnginesFound(detected) => self.detected = Some(detected),
            EngineAction::Started(board, name) => self.names[board] = Some(name),
            EngineAction::EvaluationResult(evaluation) => self.apply_evaluation(*evaluation, cx),
            EngineAction::Failed(why) => self.fail(why),
            EngineAction::Scored(scored) => apply_scores(*scored, cx),
            EngineAction::ScoreMatch => score(true, cx),
            EngineAction::StopScoring => cx.cancel([JobKind::Score]),
            EngineAction::Restart => self.failed = None,
            EngineAction::SaveLine(board, moves) => Self::save_line(board, moves, cx),
            EngineAction::PlayColor(board, color) => self.play_as(board, color, cx),
        }
    }
}
