//! [`Moments`]: asks an engine about one moment after the other.

use super::{Answer, Engine, EngineError, Question};
use crate::rules::{BoardId, ByBoard, Position};
use std::ops::ControlFlow;

/// Asks about one moment after the other. What a ply leaves as it was is not asked again.
#[derive(Debug)]
pub struct Moments<'a> {
    engine: &'a mut Engine,
    nodes: u64,
    last: ByBoard<Option<(Question, Answer)>>,
}

impl<'a> Moments<'a> {
    /// Asks `engine`, which looks at so many positions each time.
    pub fn new(engine: &'a mut Engine, nodes: u64) -> Self {
        Self { engine, nodes, last: ByBoard::default() }
    }

    /// The answers about both boards of `position`; `None` where `watch`, which is called about twenty times a second,
    /// has stopped it.
    ///
    /// # Errors
    /// Why the engine gives no answer. It cannot be used any more then.
    pub fn both(
        &mut self,
        position: &Position,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Option<ByBoard<Answer>>, EngineError> {
        let mut answers = ByBoard::default();
        for id in BoardId::ALL {
            match self.board(position, id, watch)? {
                Some(answer) => answers[id] = answer,
                None => return Ok(None),
            }
        }
        Ok(Some(answers))
    }

    /// The same about one board.
    ///
    /// # Errors
    /// The same.
    pub fn board(
        &mut self,
        position: &Position,
        id: BoardId,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Option<Answer>, EngineError> {
        let asked = Question::of(position, id, self.nodes);
        if let Some((last, answer)) = &self.last[id]
            && *last == asked
        {
            return Ok(Some(answer.clone()));
        }
        let mut stopped = watch().is_break();
        if stopped {
            return Ok(None);
        }
        let answer = self.engine.search(&asked, &mut |_| {
            let flow = watch();
            stopped |= flow.is_break();
            flow
        })?;
        if stopped {
            return Ok(None);
        }
        self.last[id] = Some((asked, answer.clone()));
        Ok(Some(answer))
    }
}
