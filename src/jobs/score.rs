//! Engine evaluation of every moment of a match.

use super::{
    JobContext, Lane, Pace,
    engine::{EnginePool, INTERVAL},
    task::Task,
};
use crate::{
    app::{Action, EngineAction, ScoreJob, Scored},
    engine::{EngineError, MatchScores},
    file::CacheFolder,
};
use std::{path::PathBuf, sync::Arc};

/// The maximum size of the folder of cached scores, in bytes.
const MAX_CACHE_BYTES: u64 = 20_000_000;

/// The engine's scores of the moments of a match.
pub(super) struct Score {
    pub(super) job: Arc<ScoreJob>,
    pub(super) pool: EnginePool,
    /// The folder of cached scores, if the cache is in use.
    pub(super) folder: Option<PathBuf>,
}

impl Task for Score {
    const TITLE: &'static str = "the engine's analysis of this match";
    const LANE: Lane = Lane::EngineReport;

    /// Loads the cached scores of the match and, if requested, evaluates the remaining moments with the engine.
    fn run(self, context: &JobContext<Action>) {
        let Self { job, pool, folder } = self;
        let cache = folder.map(|folder| CacheFolder::new(folder, MAX_CACHE_BYTES));
        let played = &job.played;
        let cached = cache.as_ref().and_then(|cache| MatchScores::load(cache, played));
        let report = |scores: &MatchScores| {
            let scored = Scored { job: Arc::clone(&job), scores: scores.clone() };
            context.send(EngineAction::Scored(Box::new(scored)));
        };
        let finish = |scores: &MatchScores, error: Option<EngineError>| {
            report(scores);
            context.finish(error.map(|error| error.to_string()));
        };
        if !job.runs_engine {
            return finish(&cached.unwrap_or_default(), None);
        }
        let watch = &mut || context.cancel().flow();
        let mut engine = match pool.start(job.path.as_deref(), job.setup, watch) {
            Ok(Some(engine)) => engine,
            Ok(None) => return,
            Err(error) => return finish(&cached.unwrap_or_default(), Some(error)),
        };
        // Only scores by the same engine with the same node limit can be continued.
        let can_continue =
            |cached: &MatchScores| cached.engine == engine.name() && cached.nodes == job.nodes;
        let candidates = cached.into_iter().chain([job.done.clone()]).filter(can_continue);
        let mut scores = candidates
            .max_by_key(|scores| scores.moments.len())
            .unwrap_or_else(|| MatchScores::new(&engine, job.nodes));
        let mut pace = Pace::every(INTERVAL);
        let mut reported = None;
        let result = scores.resume(played, &mut engine, &mut |scores| {
            if reported != Some(scores.moments.len()) && pace.is_due() {
                reported = Some(scores.moments.len());
                report(scores);
            }
            context.cancel().flow()
        });
        if let Some(cache) = &cache {
            // If storing fails, the scores are merely computed again next time.
            let _ = scores.store(cache, played);
        }
        finish(&scores, result.err());
    }
}
