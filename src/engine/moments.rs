//! [`Moments`]: evaluates the moments of a match, one after the other.

use super::{Engine, EngineError, EngineRequest, EngineResult};
use crate::rules::{BoardId, ByBoard, Position};
use std::ops::ControlFlow;

/// Evaluates consecutive moments. A board that has not changed since the previous moment is not searched again.
#[derive(Debug)]
pub struct Moments<'a> {
    engine: &'a mut Engine,
    nodes: u64,
    last: ByBoard<Option<(EngineRequest, EngineResult)>>,
}

impl<'a> Moments<'a> {
    /// Creates an evaluator that limits each search to `nodes` nodes.
    pub fn new(engine: &'a mut Engine, nodes: u64) -> Self {
        Self { engine, nodes, last: ByBoard::default() }
    }

    /// Evaluates both boards of `position`. Calls `watch` about twenty times per second; if `watch` breaks, returns
    /// `Ok(None)`.
    ///
    /// # Errors
    /// Why there is no result. The engine cannot be used afterwards.
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

    /// Evaluates board `id` of `position`. Calls `watch` about twenty times per second; if `watch` breaks, returns
    /// `Ok(None)`.
    ///
    /// # Errors
    /// As for [`Moments::both`].
    pub fn board(
        &mut self,
        position: &Position,
        id: BoardId,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Option<EngineResult>, EngineError> {
        let request = EngineRequest::of(position, id, self.nodes);
        if let Some((last, answer)) = &self.last[id]
            && *last == request
        {
            return Ok(Some(answer.clone()));
        }
        let mut stopped = watch().is_break();
        if stopped {
            return Ok(None);
        }
        let answer = self.engine.search(&request, &mut |_| {
            let flow = watch();
            stopped |= flow.is_break();
            flow
        })?;
        if stopped {
            return Ok(None);
        }
        self.last[id] = Some((request, answer.clone()));
        Ok(Some(answer))
    }
}
