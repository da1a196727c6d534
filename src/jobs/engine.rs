//! Engine evaluation of the current position.

use super::{Cancel, JobContext, Lane, Pace, task::Task};
use crate::{
    app::{
        Action, BoardEngines, EngineAction, EvaluationJob, EvaluationResult, EvaluationUpdate,
        PieceWorth,
    },
    engine::{
        Engine, EngineError, EngineLimits, EngineRequest, EngineResult, SearchLimit, Setup,
        engines_in,
    },
    rules::{BoardId, ByBoard, Color, Reserve, Seat},
};
use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

/// The interval between reports of partial results.
pub(super) const INTERVAL: Duration = Duration::from_millis(100);

/// Node limits of the first two searches of each board, before threats and piece values are computed.
const FIRST_NODES: [u64; 2] = [20_000, 100_000];

/// Node limit of the third search of each board. The user sets the limit of the fourth.
const LATER_NODES: u64 = 500_000;

/// Node limit of a search for a threat or for the value of an extra piece.
const SIDE_SEARCH_NODES: u64 = 20_000;

/// The idle engine processes by board. An engine that searches both boards is stored under board A. Dropping an engine
/// ends its process. Idle engines are dropped with the last clone of the pool.
#[derive(Clone)]
pub(super) struct EnginePool {
    running: Arc<Mutex<ByBoard<Option<Running>>>>,
    /// The folders searched for engines.
    folders: Arc<[PathBuf]>,
    /// Set when the user switches the engine off. A new job that replaces the current one does not set this flag,
    /// because the new job reuses the process.
    off: Cancel,
}

struct Running {
    engine: Engine,
    path: Option<PathBuf>,
}

impl EnginePool {
    /// Creates a pool without engines. If no path is configured, `folders` are searched for an engine.
    pub(super) fn new(folders: Vec<PathBuf>) -> Self {
        Self { running: Arc::default(), folders: folders.into(), off: Cancel::default() }
    }

    /// Cancels engines that are still starting; [`EnginePool::clear`] terminates the idle ones.
    pub(super) fn switch_off(&mut self) {
        std::mem::take(&mut self.off).cancel();
    }

    /// Returns the known engines in the searched folders.
    pub(super) fn engines_in_path(&self) -> Vec<PathBuf> {
        engines_in(&self.folders)
    }

    /// Starts the engine at `path` or, without a path, the first known engine in the searched folders. Returns `None`
    /// if `watch` returns `Break`.
    pub(super) fn start(
        &self,
        path: Option<&Path>,
        setup: Setup,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Option<Engine>, EngineError> {
        let detect = || self.engines_in_path().into_iter().next();
        let path = path.map(Path::to_owned).or_else(detect).ok_or(EngineError::NoneFound)?;
        Engine::start(&path, setup, EngineLimits::default(), watch)
    }

    /// Terminates the idle engines.
    pub(super) fn clear(&self) {
        for id in BoardId::ALL {
            self.take(id);
        }
    }

    /// Removes the engine of board `id` from the pool and returns it, if there is one.
    fn take(&self, id: BoardId) -> Option<Running> {
        self.running.lock().ok()?[id].take()
    }

    fn put(&self, id: BoardId, running: Running) {
        if let Ok(mut engine_pool) = self.running.lock() {
            engine_pool[id] = Some(running);
        }
    }
}

/// A search of the current position.
pub(super) struct Evaluate {
    pub(super) job: Arc<EvaluationJob>,
    pub(super) pool: EnginePool,
}

impl Task for Evaluate {
    const TITLE: &'static str = "the engine search";
    const LANE: Lane = Lane::Engine;

    /// Searches both boards with increasing node limits: in turn with one engine, in parallel with two.
    fn run(self, context: &JobContext<Action>) {
        let Self { job, pool } = self;
        let failed = AtomicBool::new(false);
        let search = |path: &Option<PathBuf>, boards: &[BoardId]| {
            if let Err(error) = search(&job, &pool, context, path, boards, &failed)
                && !failed.swap(true, Ordering::Relaxed)
            {
                context.send(EngineAction::Failed(error.to_string()));
            }
        };
        match &job.engines {
            BoardEngines::One(path) => {
                pool.take(BoardId::B);
                let mut boards = BoardId::ALL;
                // The board on which the engine replies comes first.
                boards.sort_by_key(|id| job.reply != Some(*id));
                search(path, &boards);
            }
            BoardEngines::Two(paths) => {
                let search = |id: BoardId| search(&paths[id], &[id]);
                thread::scope(|scope| {
                    let thread = thread::Builder::new().name("second engine".to_owned());
                    let second = thread.spawn_scoped(scope, || search(BoardId::B));
                    search(BoardId::A);
                    if second.is_err() {
                        // If the second thread cannot be started, the boards are searched in turn.
                        search(BoardId::B);
                    }
                });
            }
        }
        if failed.into_inner() {
            // If one engine fails, the engine of the other board is stopped too.
            pool.clear();
        }
        context.finish(None);
    }
}

/// Terminates the idle engines of this pool.
pub(super) struct EndEngines(pub(super) EnginePool);

impl Task for EndEngines {
    const TITLE: &'static str = "the engine search";
    const LANE: Lane = Lane::Engine;

    /// The kind of [`Evaluate`], which this task replaces.
    fn run(self, _context: &JobContext<Action>) {
        self.0.clear();
    }
}

/// Looks for installed engines.
pub(super) struct FindEngines(pub(super) EnginePool);

impl Task for FindEngines {
    const TITLE: &'static str = "looking for engines";
    const LANE: Lane = Lane::LowPriority;

    fn run(self, context: &JobContext<Action>) {
        context.send(EngineAction::EnginesFound(self.0.engines_in_path()));
    }
}

/// Searches `boards` in turn with the engine at `path`. Stops early if the other engine fails.
fn search(
    job: &EvaluationJob,
    engine_pool: &EnginePool,
    context: &JobContext<Action>,
    path: &Option<PathBuf>,
    boards: &[BoardId],
    failed: &AtomicBool,
) -> Result<(), EngineError> {
    let Some(&slot) = boards.iter().min() else { return Ok(()) };
    let has_same_path = |running: &Running| running.path == *path;
    let mut running = match engine_pool.take(slot).filter(has_same_path) {
        Some(mut running) => {
            running.engine.configure(job.setup);
            running
        }
        None => {
            let watch = &mut || flow(&engine_pool.off, failed);
            let Some(engine) = engine_pool.start(path.as_deref(), job.setup, watch)? else {
                return Ok(());
            };
            Running { engine, path: path.clone() }
        }
    };
    for id in boards {
        let name = running.engine.name().to_owned();
        context.send(EngineAction::Started(*id, name));
    }
    EvaluationRun {
        job,
        boards,
        engine: &mut running.engine,
        context,
        failed,
        pace: Pace::every(INTERVAL),
        searched: ByBoard::default(),
    }
    .search_all()?;
    engine_pool.put(slot, running);
    Ok(())
}

/// The searches of one engine for an evaluation job.
struct EvaluationRun<'a> {
    job: &'a EvaluationJob,
    /// The boards that this engine searches, in order.
    boards: &'a [BoardId],
    engine: &'a mut Engine,
    context: &'a JobContext<Action>,
    /// Set when the engine of the other board has failed, which also ends the search of this engine.
    failed: &'a AtomicBool,
    pace: Pace,
    /// The node count of the last finished search, by board.
    searched: ByBoard<u64>,
}

impl EvaluationRun<'_> {
    /// Runs the searches: first short ones, then those for threats and piece values, then long ones.
    fn search_all(&mut self) -> Result<(), EngineError> {
        let boards = self.boards;
        let limit = self.job.limit;
        for nodes in FIRST_NODES {
            self.search_all_boards(SearchLimit::Nodes(nodes).min_nodes(limit))?;
        }
        let reply = self.job.reply.filter(|id| boards.contains(id));
        if let Some(id) = reply
            && !self.is_over()
        {
            self.report(id, EvaluationUpdate::Reply);
        }
        for &id in boards {
            self.threat(id)?;
            self.worth(id)?;
        }
        self.search_all_boards(SearchLimit::Nodes(LATER_NODES).min_nodes(limit))?;
        self.search_all_boards(limit)
    }

    fn search_all_boards(&mut self, limit: SearchLimit) -> Result<(), EngineError> {
        for &id in self.boards {
            self.lines(id, limit)?;
        }
        Ok(())
    }

    /// Returns whether the job is cancelled or the engine of the other board has failed.
    fn is_over(&self) -> bool {
        self.context.is_cancelled() || self.failed.load(Ordering::Relaxed)
    }

    fn report(&self, board: BoardId, update: EvaluationUpdate) {
        report(self.job, self.context, board, update);
    }

    /// Searches board `id`, and reports its lines as they improve.
    fn lines(&mut self, id: BoardId, limit: SearchLimit) -> Result<(), EngineError> {
        if self.is_over() {
            return Ok(());
        }
        let request = EngineRequest { limit, ..self.job.requests[id].clone() };
        let searched = self.searched[id];
        let (context, failed, pace, job) = (self.context, self.failed, &mut self.pace, self.job);
        let result = self.engine.search(&request, &mut |result: &EngineResult| {
            // Each search starts again from few nodes. Its lines are shown only when it has passed the node count of
            // the previous search.
            if pace.is_due() && result.nodes > searched && !result.lines.is_empty() {
                report(job, context, id, EvaluationUpdate::Lines(result.clone()));
            }
            flow(context.cancel(), failed)
        })?;
        if !self.is_over() {
            self.searched[id] = result.nodes;
            self.report(id, EvaluationUpdate::Lines(result));
        }
        Ok(())
    }

    /// Searches `request` up to [`SIDE_SEARCH_NODES`]. Returns `None` if the job is cancelled or the other engine has
    /// failed.
    fn side_search(&mut self, request: EngineRequest) -> Result<Option<EngineResult>, EngineError> {
        if self.is_over() {
            return Ok(None);
        }
        let request = EngineRequest { limit: SearchLimit::Nodes(SIDE_SEARCH_NODES), ..request };
        let (context, failed) = (self.context, self.failed);
        let result = self.engine.search(&request, &mut |_| flow(context.cancel(), failed))?;
        Ok((!self.is_over()).then_some(result))
    }

    /// Reports the threat on board `id`: the opponent's best line if the side to move passed. In check, reports that
    /// there is no threat.
    fn threat(&mut self, id: BoardId) -> Result<(), EngineError> {
        let threat = match self.job.requests[id].null_move() {
            Some(null_move) => match self.side_search(null_move)? {
                Some(result) => result.best_line().cloned(),
                None => return Ok(()),
            },
            None => None,
        };
        self.report(id, EvaluationUpdate::Threat(threat));
        Ok(())
    }

    /// Reports, for both reserves, how much one more piece of each kind changes its owner's win probability.
    fn worth(&mut self, id: BoardId) -> Result<(), EngineError> {
        let request = &self.job.requests[id];
        let turn = request.board.turn();
        let Some(before) = self.side_search(request.clone())? else { return Ok(()) };
        let mut worth = Vec::new();
        for color in Color::ALL {
            for role in Reserve::ROLES {
                let Some(result) = self.side_search(request.with_piece(color, role))? else {
                    return Ok(());
                };
                if let (Some(before), Some(after)) = (before.chance(), result.chance()) {
                    let change = after - before;
                    worth.push(PieceWorth {
                        seat: Seat::new(id, color),
                        role,
                        change: if color == turn { change } else { -change },
                    });
                }
            }
        }
        self.report(id, EvaluationUpdate::Worth(worth));
        Ok(())
    }
}

fn report(
    job: &EvaluationJob,
    context: &JobContext<Action>,
    board: BoardId,
    update: EvaluationUpdate,
) {
    let request = job.requests[board].clone();
    let result = EvaluationResult { board, request, update };
    context.send(EngineAction::EvaluationResult(Box::new(result)));
}

fn flow(cancel: &Cancel, failed: &AtomicBool) -> ControlFlow<()> {
    if failed.load(Ordering::Relaxed) {
        return ControlFlow::Break(());
    }
    cancel.flow()
}
