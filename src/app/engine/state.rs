//! [`EngineState`]: the engine and its evaluation of the current boards.

use super::{
    BoardEngines, BoardEvaluation, EngineTask, EvaluationJob, EvaluationResult, EvaluationUpdate,
    PieceWorth,
};
use crate::{
    app::{Effect, JobKind, PlaybackAction, context::Cx},
    engine::{EngineLine, EngineRequest, EngineResult, Setup},
    rules::{BoardId, ByBoard, Color, Move, Position},
    settings::EngineSetup,
    timeline::Moment,
};
use std::{iter::successors, path::PathBuf, sync::Arc};

#[derive(Clone, Debug, Default)]
pub struct EngineState {
    /// The engines of this machine; `None` before they have been looked for.
    pub detected: Option<Vec<PathBuf>>,
    pub names: ByBoard<Option<String>>,
    /// The reason why the engine failed; `None` if it has not failed. After a failure, the engine stays off until the
    /// user tries again or chooses an engine.
    pub failed: Option<String>,
    /// The colour that the engine plays on each board in a variation; `None` if the engine does not play on the board.
    /// Showing a moment of the match other than `variation_start` resets the colours.
    pub plays: ByBoard<Option<Color>>,
    /// The moment of the match at which the variation with the engine's moves begins.
    variation_start: Option<Moment>,
    pub has_started_detection: bool,
    current_job: Option<Arc<EvaluationJob>>,
    latest: ByBoard<Option<LatestEvaluation>>,
}

/// The latest evaluation of a board. A change of the position hides the evaluation.
#[derive(Clone, Debug)]
pub(super) struct LatestEvaluation {
    pub request: EngineRequest,
    pub result: EngineResult,
    pub threat: Option<EngineLine>,
    pub worth: Vec<PieceWorth>,
}

impl EngineState {
    /// Returns the distinct names of the running engines; empty if none is running.
    pub fn names_text(&self) -> String {
        let mut names: Vec<&str> = self.names.iter().flatten().map(String::as_str).collect();
        names.dedup();
        names.join(", ")
    }

    /// Returns the evaluation of board `id` in `position`, or `None` if the latest evaluation is of another position.
    pub(in crate::app) fn evaluation_of(
        &self,
        id: BoardId,
        position: &Position,
    ) -> Option<BoardEvaluation> {
        let latest = self.latest[id].as_ref()?;
        let is_current = latest.request == EngineRequest::of(position, id, 0);
        if is_current { Some(BoardEvaluation::of(id, latest)) } else { None }
    }

    /// Starts evaluating the current position, or quits the engine if evaluations are not shown.
    pub(in crate::app) fn refresh(&mut self, cx: &mut Cx<'_>) {
        let in_variation = cx.attempt().variation.is_some();
        if !in_variation && self.variation_start != Some(cx.moment()) {
            self.plays = ByBoard::default();
        }
        let requested = self.requested_evaluation(cx);
        match (requested, &self.current_job) {
            (Some(job), Some(current_job)) if **current_job == job => {}
            (Some(job), _) => {
                let job = Arc::new(job);
                self.current_job = Some(Arc::clone(&job));
                cx.run(Effect::Engine(EngineTask::Evaluate(job)));
            }
            (None, Some(_)) => {
                self.current_job = None;
                // `End` is a job of the same kind, so it replaces the search. An `Effect::Cancel` would also cancel `End`.
                cx.forget_job(JobKind::Evaluate);
                cx.run(Effect::Engine(EngineTask::End));
            }
            (None, None) => {}
        }
    }

    fn requested_evaluation(&self, cx: &Cx<'_>) -> Option<EvaluationJob> {
        if !cx.evaluates_positions() || self.failed.is_some() {
            return None;
        }
        let position = cx.position();
        Some(EvaluationJob {
            engines: board_engines(&cx.settings.engine_setup),
            setup: limits(&cx.settings.engine_setup),
            limit: cx.settings.engine_setup.limit,
            requests: ByBoard::from_fn(|id| EngineRequest::of(&position, id, 0)),
            reply: self.replying_board(&position),
        })
    }

    /// Returns the board on which the engine plays the next move, if any.
    fn replying_board(&self, position: &Position) -> Option<BoardId> {
        let is_its_turn = |id: &BoardId| {
            let color = position.turn(*id).color();
            self.plays[*id] == Some(color)
        };
        BoardId::ALL.into_iter().find(is_its_turn)
    }

    /// Lets the engine play `color` on board `id` from the current moment; with `None` the engine stops playing there.
    pub(super) fn play_as(&mut self, id: BoardId, color: Option<Color>, cx: &Cx<'_>) {
        self.plays[id] = color;
        if color.is_some() {
            self.variation_start = Some(cx.moment());
        }
    }

    /// Applies a partial result, unless the position has changed or the engine has failed.
    pub(super) fn apply_evaluation(&mut self, evaluation: EvaluationResult, cx: &mut Cx<'_>) {
        let position = cx.position();
        let EvaluationResult { board, request: about, update: what } = evaluation;
        if about != EngineRequest::of(&position, board, 0) || self.failed.is_some() {
            return;
        }
        let replies = self.replying_board(&position) == Some(board);
        let latest = &mut self.latest[board];
        let latest = match latest {
            Some(latest) if latest.request == about => latest,
            _ => latest.insert(LatestEvaluation {
                request: about,
                result: EngineResult::default(),
                threat: None,
                worth: Vec::new(),
            }),
        };
        match what {
            EvaluationUpdate::Lines(answer) => latest.result = answer,
            EvaluationUpdate::Threat(threat) => latest.threat = threat,
            EvaluationUpdate::Worth(worth) => latest.worth = worth,
            EvaluationUpdate::Reply => {
                if replies && let Some(mv) = latest.result.best {
                    let plies = vec![(position.turn(board), mv)];
                    cx.request(PlaybackAction::PlayLine(plies));
                }
            }
        }
    }

    /// Plays `moves` on board `id` as a variation from the current position.
    pub(super) fn save_line(id: BoardId, moves: Vec<Move>, cx: &mut Cx<'_>) {
        let seats = successors(Some(cx.position().turn(id)), |seat| Some(seat.opponent()));
        cx.request(PlaybackAction::PlayLine(seats.zip(moves).collect()));
    }

    pub(in crate::app) fn fail(&mut self, why: String) {
        self.failed = Some(why);
        self.current_job = None;
        self.names = ByBoard::default();
        self.latest = ByBoard::default();
    }
}

pub(super) const fn limits(setup: &EngineSetup) -> Setup {
    let &EngineSetup { path: _, two: _, second_path: _, lines, threads, hash_mb, limit: _ } = setup;
    Setup { hash_mb, threads, lines }
}

fn board_engines(setup: &EngineSetup) -> BoardEngines {
    let first = setup.path.clone();
    if setup.two {
        let second = setup.second_path.clone().or_else(|| first.clone());
        BoardEngines::Two(ByBoard::new(first, second))
    } else {
        BoardEngines::One(first)
    }
}
