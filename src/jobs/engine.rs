//! Engine evaluation of the current position and of every moment of a match.

use super::{Cancel, JobContext, Pace};
use crate::{
    app::{
        BoardEngines, EngineAction, EvaluationJob, EvaluationResult, EvaluationUpdate, PieceWorth,
        ScoreJob, Scored,
    },
    engine::{
        Engine, EngineError, EngineLimits, EngineResult, MatchScores, Question, SearchLimit, Setup,
        engines_in,
    },
    file::CacheFolder,
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

/// The minimum time between two progress reports.
const INTERVAL: Duration = Duration::from_millis(100);

/// Node limits of the first two searches of each board, before threats and piece values are computed.
const FIRST: [u64; 2] = [20_000, 100_000];

/// Node limit of the search before the last, whose limit the user sets.
const LATER: u64 = 500_000;

/// Node limit of a search for a threat or for the value of an extra piece.
const ASIDE: u64 = 20_000;

/// The size limit of the score cache, in bytes.
const KEPT: u64 = 20_000_000;

/// Idle engine processes by the board that each searches; an engine that searches both boards is stored under board
/// A. Each is terminated when it is removed and when the last clone of the pool is dropped.
#[derive(Clone)]
pub(super) struct EnginePool {
    running: Arc<Mutex<ByBoard<Option<Running>>>>,
    /// Search path for engines.
    folders: Arc<[PathBuf]>,
    /// Cancelled when the engine is switched off. Replacing a job does not cancel it, because the next job reuses the
    /// engine.
    off: Cancel,
}

struct Running {
    engine: Engine,
    path: Option<PathBuf>,
}

impl EnginePool {
    /// Creates an empty pool. `folders` are searched for an engine if no path is configured.
    pub(super) fn new(folders: Vec<PathBuf>) -> Self {
        Self { running: Arc::default(), folders: folders.into(), off: Cancel::default() }
    }

    /// Stops engines that are still starting; [`EnginePool::clear`] terminates the idle ones.
    pub(super) fn switch_off(&mut self) {
        std::mem::take(&mut self.off).cancel();
    }

    /// Returns the engines found in the search path.
    pub(super) fn found(&self) -> Vec<PathBuf> {
        engines_in(&self.folders)
    }

    fn start(
        &self,
        path: Option<&Path>,
        setup: Setup,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Option<Engine>, EngineError> {
        let found = || self.found().into_iter().next();
        let path = path.map(Path::to_owned).or_else(found);
        let path = path.ok_or(EngineError::NoneFound)?;
        Engine::start(&path, setup, EngineLimits::default(), watch)
    }

    /// Terminates the idle engines.
    pub(super) fn clear(&self) {
        for id in BoardId::ALL {
            self.take(id);
        }
    }

    fn take(&self, id: BoardId) -> Option<Running> {
        self.running.lock().ok()?[id].take()
    }

    fn put(&self, id: BoardId, running: Running) {
        if let Ok(mut shelf) = self.running.lock() {
            shelf[id] = Some(running);
        }
    }
}

/// Runs `job`: searches both boards with increasing node limits, in turn or in parallel.
pub(super) fn guess(job: &EvaluationJob, shelf: &EnginePool, desk: &JobContext<EngineAction>) {
    let failed = AtomicBool::new(false);
    let search = |path: &Option<PathBuf>, boards: &[BoardId]| {
        if let Err(error) = search(job, shelf, desk, (path, boards), &failed)
            && !failed.swap(true, Ordering::Relaxed)
        {
            desk.answer(EngineAction::Failed(error.to_string()));
        }
    };
    match &job.engines {
        BoardEngines::One(path) => {
            shelf.take(BoardId::B);
            let mut boards = BoardId::ALL;
            // The board with a pending request comes first.
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
                    // Without a second thread the boards are searched in turn.
                    search(BoardId::B);
                }
            });
        }
    }
    if failed.into_inner() {
        // The other engine is no longer needed.
        shelf.clear();
    }
}

/// Searches `boards` in turn with the engine at `path`, until either engine fails.
fn search(
    job: &EvaluationJob,
    shelf: &EnginePool,
    desk: &JobContext<EngineAction>,
    (path, boards): (&Option<PathBuf>, &[BoardId]),
    failed: &AtomicBool,
) -> Result<(), EngineError> {
    let Some(&place) = boards.iter().min() else {
        return Ok(());
    };
    let same = |running: &Running| running.path == *path;
    let mut running = match shelf.take(place).filter(same) {
        Some(mut running) => {
            running.engine.configure(job.setup);
            running
        }
        None => {
            let watch = &mut || flow(&shelf.off, failed);
            let Some(engine) = shelf.start(path.as_deref(), job.setup, watch)? else {
                return Ok(());
            };
            Running { engine, path: path.clone() }
        }
    };
    for id in boards {
        let name = running.engine.name().to_owned();
        desk.answer(EngineAction::Started(*id, name));
    }
    Asking {
        job,
        boards,
        engine: &mut running.engine,
        desk,
        failed,
        pace: Pace::every(INTERVAL),
        searched: ByBoard::default(),
    }
    .ask()?;
    shelf.put(place, running);
    Ok(())
}

struct Asking<'a> {
    job: &'a EvaluationJob,
    /// The boards that this engine searches, in order.
    boards: &'a [BoardId],
    engine: &'a mut Engine,
    desk: &'a JobContext<EngineAction>,
    /// Whether the other engine has failed, which cancels this search too.
    failed: &'a AtomicBool,
    pace: Pace,
    /// The nodes of the last finished search of each board.
    searched: ByBoard<u64>,
}

impl Asking<'_> {
    fn ask(&mut self) -> Result<(), EngineError> {
        let boards = self.boards;
        let limit = self.job.limit;
        for nodes in FIRST {
            self.all_lines(SearchLimit::Nodes(nodes).min_nodes(limit))?;
        }
        let reply = self.job.reply.filter(|id| boards.contains(id));
        if let Some(id) = reply.filter(|_| !self.is_over()) {
            self.say(id, EvaluationUpdate::Reply);
        }
        for &id in boards {
            self.threat(id)?;
            self.worth(id)?;
        }
        self.all_lines(SearchLimit::Nodes(LATER).min_nodes(limit))?;
        self.all_lines(limit)
    }

    fn all_lines(&mut self, limit: SearchLimit) -> Result<(), EngineError> {
        for &id in self.boards {
            self.lines(id, limit)?;
        }
        Ok(())
    }

    /// Returns whether the search is cancelled.
    fn is_over(&self) -> bool {
        self.desk.is_cancelled() || self.failed.load(Ordering::Relaxed)
    }

    fn say(&self, board: BoardId, what: EvaluationUpdate) {
        self.desk.answer(EngineAction::EvaluationResult(Box::new(EvaluationResult {
            board,
            about: self.job.questions[board].clone(),
            what,
        })));
    }

    /// Searches board `id` and reports its lines as they improve.
    fn lines(&mut self, id: BoardId, limit: SearchLimit) -> Result<(), EngineError> {
        if self.is_over() {
            return Ok(());
        }
        let asked = Question { limit, ..self.job.questions[id].clone() };
        let searched = self.searched[id];
        let (desk, failed, pace, job) = (self.desk, self.failed, &mut self.pace, self.job);
        let answer = self.engine.search(&asked, &mut |answer: &EngineResult| {
            // A new search starts with less than is already shown.
            if pace.is_due() && answer.nodes > searched && !answer.lines.is_empty() {
                let guessed = EvaluationResult {
                    board: id,
                    about: job.questions[id].clone(),
                    what: EvaluationUpdate::Lines(answer.clone()),
                };
                desk.answer(EngineAction::EvaluationResult(Box::new(guessed)));
            }
            flow(desk.cancel(), failed)
        })?;
        if !self.is_over() {
            self.searched[id] = answer.nodes;
            self.say(id, EvaluationUpdate::Lines(answer));
        }
        Ok(())
    }

    /// Runs a side search; `None` if it was cancelled.
    fn aside(&mut self, asked: Question) -> Result<Option<EngineResult>, EngineError> {
        if self.is_over() {
            return Ok(None);
        }
        let asked = Question { limit: SearchLimit::Nodes(ASIDE), ..asked };
        let (desk, failed) = (self.desk, self.failed);
        let answer = self.engine.search(&asked, &mut |_| flow(desk.cancel(), failed))?;
        Ok((!self.is_over()).then_some(answer))
    }

    /// Reports what the other side would play if it were to move.
    fn threat(&mut self, id: BoardId) -> Result<(), EngineError> {
        let threat = match self.job.questions[id].passed() {
            Some(passed) => match self.aside(passed)? {
                Some(answer) => answer.best_line().cloned(),
                None => return Ok(()),
            },
            None => None,
        };
        self.say(id, EvaluationUpdate::Threat(threat));
        Ok(())
    }

    /// Reports the value of one more piece of each kind in either reserve: the change of its owner's win probability.
    fn worth(&mut self, id: BoardId) -> Result<(), EngineError> {
        let asked = &self.job.questions[id];
        let turn = asked.board.turn();
        let Some(before) = self.aside(asked.clone())? else {
            return Ok(());
        };
        let mut worth = Vec::new();
        for color in Color::ALL {
            for role in Reserve::ROLES {
                let Some(answer) = self.aside(asked.with_piece(color, role))? else {
                    return Ok(());
                };
                if let (Some(before), Some(after)) = (before.chance(), answer.chance()) {
                    let change = after - before;
                    worth.push(PieceWorth {
                        seat: Seat::new(id, color),
                        role,
                        change: if color == turn { change } else { -change },
                    });
                }
            }
        }
        self.say(id, EvaluationUpdate::Worth(worth));
        Ok(())
    }
}

/// Returns whether the search continues.
fn flow(cancel: &Cancel, failed: &AtomicBool) -> ControlFlow<()> {
    if failed.load(Ordering::Relaxed) {
        return ControlFlow::Break(());
    }
    cancel.flow()
}

/// Runs `job`: loads the cached scores of the match from `folder` and, if requested, has the engine evaluate the
/// rest.
pub(super) fn score(
    job: &Arc<ScoreJob>,
    shelf: &EnginePool,
    folder: Option<PathBuf>,
    desk: &JobContext<EngineAction>,
) {
    let cache = folder.map(|folder| CacheFolder::new(folder, KEPT));
    let played = &job.played;
    let kept = cache.as_ref().and_then(|cache| MatchScores::load(cache, played));
    let say = |scores: &MatchScores, is_going, failed| {
        desk.answer(EngineAction::Scored(Box::new(Scored {
            job: Arc::clone(job),
            scores: scores.clone(),
            is_going,
            failed,
        })));
    };
    if !job.asks {
        return say(&kept.unwrap_or_default(), false, None);
    }
    let watch = &mut || desk.cancel().flow();
    let mut engine = match shelf.start(job.path.as_deref(), job.setup, watch) {
        Ok(Some(engine)) => engine,
        Ok(None) => return,
        Err(error) => {
            return say(&kept.unwrap_or_default(), false, Some(error.to_string()));
        }
    };
    // Scores of another engine, or with other limits, cannot be continued.
    let fits = |kept: &MatchScores| kept.engine == engine.name() && kept.nodes == job.nodes;
    let done = kept.into_iter().chain([job.done.clone()]).filter(fits);
    let mut scores = done
        .max_by_key(|scores| scores.moments.len())
        .unwrap_or_else(|| MatchScores::new(&engine, job.nodes));
    let mut pace = Pace::every(INTERVAL);
    let mut told = None;
    let gone = scores.go_on(played, &mut engine, &mut |scores| {
        if told != Some(scores.moments.len()) && pace.is_due() {
            told = Some(scores.moments.len());
            say(scores, true, None);
        }
        desk.cancel().flow()
    });
    if let Some(cache) = &cache {
        // Scores that cannot be stored are computed again.
        let _ = scores.store(cache, played);
    }
    say(&scores, false, gone.err().map(|error| error.to_string()));
}
