//! [`Moments`]: evaluates the moments of a match in sequence.

use super::{Engine, EngineError, EngineRequest, EngineResult};
use crate::rules::{BoardId, ByBoard, Position};
use std::ops::ControlFlow;

/// Evaluates consecutive moments. A board that the last ply left unchanged is not searched again.
#[derive(Debug)]
pub struct Moments<'a> {
    engine: &'a mut Engine,
    nodes: u64,
    last: ByBoard<Option<(EngineRequest, EngineResult)>>,
}

impl<'a> Moments<'a> {
    /// Creates an evaluator that searches `nodes` per board and moment.
    pub fn new(engine: &'a mut Engine, nodes: u64) -> Self {
        Self { engine, nodes, last: ByBoard::default() }
    }

    /// Evaluates both boards of `position`. `watch` is called about twenty times a second and may cancel, which returns
    /// `None`.
    ///
    /// # Errors
    /// Why the engine gives no result. It is unusable afterwards.
    pub fn both(
        &mut self,
        position: &Position,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Option<ByBoard<EngineResult>>, EngineError> {
        let mut answers = ByBoard::default();
        for id in BoardId::ALL {
            match self.board(position, id, watch)? {
                Some(answer) => answers[id] = answer,
                None => return Ok(None),
            }
        }
        Ok(Some(answers))
    }

    /// Evaluates one board.
    ///
    /// # Errors
    /// See [`Moments::both`].
    pub fn board(
        &mut self,
        position: &Position,
        id: BoardId,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Option<EngineResult>, EngineError> {
        let asked = EngineRequest::of(position, id, self.nodes);
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
