//! [`MatchScores`]: what an engine guesses at every moment of a match.

use super::{Answer, Engine, EngineError, Moments, Score};
use crate::{
    replay::Match,
    rules::{BoardId, ByBoard, Color, Position, Team},
};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// What is guessed of a board at a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardScore {
    /// What it is worth to the side to move; `None` where the engine has nothing to say.
    pub score: Option<Score>,
    /// The move that the engine would play, as it is written, without a suffix.
    pub best: Option<String>,
    /// Whether White is to move.
    pub white_to_move: bool,
}

impl BoardScore {
    fn of(answer: &Answer, position: &Position, id: BoardId) -> Self {
        let board = &position.boards[id];
        Self {
            score: answer.score(),
            best: answer.best.map(|mv| board.san(mv).to_string()),
            white_to_move: board.turn() == Color::White,
        }
    }

    /// The chance of the side to move, from 0 to 1.
    #[must_use]
    pub fn chance(&self) -> Option<f64> {
        self.score?.chance()
    }

    /// The chance of the first team on board `id`: of White on A and of Black on B.
    #[must_use]
    pub fn chance_of_first(&self, id: BoardId) -> Option<f64> {
        let first_is_white = (id == BoardId::A) == (Team::First.seats()[0].color() == Color::White);
        let chance = self.chance()?;
        Some(if self.white_to_move == first_is_white { chance } else { 1.0 - chance })
    }
}

/// What an engine guesses of both boards at the moments of a match, from the start on; not all of them as long as it is
/// not done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchScores {
    /// The name of the engine.
    pub engine: String,
    /// How many positions it looked at each time.
    pub nodes: u64,
    /// By moment.
    pub moments: Vec<ByBoard<BoardScore>>,
}

impl MatchScores {
    /// None yet, by `engine`.
    #[must_use]
    pub fn new(engine: &Engine, nodes: u64) -> Self {
        Self { engine: engine.name().to_owned(), nodes, moments: Vec::new() }
    }

    /// Whether all moments of `played` are done.
    #[must_use]
    pub fn is_whole(&self, played: &Match) -> bool {
        self.moments.len() > played.plies.len()
    }

    /// Asks `engine` about the moments of `played` that are left. `watch` is called about twenty times a second, with
    /// what is there so far, and can stop it; what is done then stays.
    ///
    /// # Errors
    /// Why the engine gives no answer. What is done stays.
    pub fn go_on(
        &mut self,
        played: &Match,
        engine: &mut Engine,
        watch: &mut dyn FnMut(&Self) -> ControlFlow<()>,
    ) -> Result<(), EngineError> {
        let mut moments = Moments::new(engine, self.nodes);
        let mut position = played.set_up.position.clone();
        for moment in 0..=played.plies.len() {
            if let Some(before) = moment.checked_sub(1) {
                played.plies[before].play_on(&mut position);
            }
            if moment < self.moments.len() {
                continue;
            }
            let answers = moments.both(&position, &mut || watch(self))?;
            let Some(answers) = answers else {
                return Ok(());
            };
            self.moments.push(ByBoard::from_fn(|id| BoardScore::of(&answers[id], &position, id)));
        }
        // Who watches sees the last one too.
        let _ = watch(self);
        Ok(())
    }
}
