//! [`Moments`]: evaluates the moments of a match in order.

use super::{Engine, EngineError, EngineRequest, EngineResult};
use crate::rules::{BoardId, ByBoard, Position};
use std::ops::ControlFlow;

/// Evaluates consecutive moments. A board that has not changed since the previous moment is not searched again.
#[derive(Debug)]
pub struct Moments<'a> {
    engine: &'a mut Engine,
    nodes: u64,
    /// The last request and its result, by board.
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
    /// If the engine fails. The engine cannot be used afterwards.
    pub fn both(
        &mut self,
        position: &Position,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Option<ByBoard<EngineResult>>, EngineError> {
        let mut results = ByBoard::default();
        for id in BoardId::ALL {
            let Some(result) = self.board(position, id, watch)? else { return Ok(None) };
            results[id] = result;
        }
        Ok(Some(results))
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
        if let Some((last, result)) = &self.last[id]
            && *last == request
        {
            return Ok(Some(result.clone()));
        }
        let mut is_cancelled = watch().is_break();
        if is_cancelled {
            return Ok(None);
        }
        let result = self.engine.search(&request, &mut |_| {
            let flow = watch();
            is_cancelled |= flow.is_break();
            flow
        })?;
        if is_cancelled {
            return Ok(None);
        }
        self.last[id] = Some((request, result.clone()));
        Ok(Some(result))
    }
}
