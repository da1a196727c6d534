//! [`MatchScores`]: the evaluations of all moments of a match.

use super::{Engine, EngineError, EngineResult, Moments, Score};
use crate::{
    replay::Match,
    rules::{BoardId, ByBoard, Color, Position, Team},
};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// The evaluation of one board at a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardScore {
    /// The score for the side to move; `None` if the engine returned none.
    pub score: Option<Score>,
    /// The engine's best move in SAN, without `+` and `#`.
    pub best: Option<String>,
    pub white_to_move: bool,
}

impl BoardScore {
    fn of(result: &EngineResult, position: &Position, id: BoardId) -> Self {
        let board = &position.boards[id];
        Self {
            score: result.score(),
            best: result.best.map(|mv| board.san(mv).to_string()),
            white_to_move: board.turn() == Color::White,
        }
    }

    /// Returns the win probability of the side to move, from 0 to 1. `None` if there is no score, or if the
    /// score is an unproved mate and there is no earlier score to use instead.
    pub fn chance(&self) -> Option<f64> {
        self.score?.chance()
    }

    /// Returns the win probability of the first team (White A and Black B) on board `id`, from 0 to 1. Returns `None`
    /// as [`Self::chance`] does.
    pub fn chance_of_first(&self, id: BoardId) -> Option<f64> {
        let first_is_white = (id == BoardId::A) == (Team::First.seats()[0].color() == Color::White);
        let chance = self.chance()?;
        Some(if self.white_to_move == first_is_white { chance } else { 1.0 - chance })
    }
}

/// The evaluations of both boards at the moments of a match, in order from the start. The last moments are missing
/// while they are not evaluated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchScores {
    /// The name that the engine reported.
    pub engine: String,
    /// The limit on nodes per evaluation.
    pub nodes: u64,
    /// The evaluations of both boards, by moment.
    pub moments: Vec<ByBoard<BoardScore>>,
}

impl MatchScores {
    pub fn new(engine: &Engine, nodes: u64) -> Self {
        Self { engine: engine.name().to_owned(), nodes, moments: Vec::new() }
    }

    /// Returns whether all moments of `played` are evaluated.
    pub fn is_complete(&self, played: &Match) -> bool {
        self.moments.len() > played.plies.len()
    }

    /// Evaluates the missing moments of `played`. `watch` receives the evaluations about twenty times per second. If
    /// `watch` breaks, the evaluation stops, and the evaluations so far are kept.
    ///
    /// # Errors
    /// If the engine fails. The evaluations before the error are kept.
    pub fn resume(
        &mut self,
        played: &Match,
        engine: &mut Engine,
        watch: &mut dyn FnMut(&Self) -> ControlFlow<()>,
    ) -> Result<(), EngineError> {
        let mut moments = Moments::new(engine, self.nodes);
        for (_, position) in played.positions(self.moments.len()..=played.plies.len()) {
            let results = moments.both(&position, &mut || watch(self))?;
            let Some(results) = results else { return Ok(()) };
            self.moments.push(ByBoard::from_fn(|id| BoardScore::of(&results[id], &position, id)));
        }
        // The last moment was added after the previous call of `watch`.
        let _ = watch(self);
        Ok(())
    }
}
