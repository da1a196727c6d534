//! Downloading matches, and adding them to a file.

use super::JobContext;
use crate::{
    app::{AddJob, Added, DownloadJob, DownloadReport, ImportingAction},
    file::CacheFolder,
    formats::MatchFile,
    import::{
        ImportedMatch, MatchSource,
        fetch::{Client, FetchError, FetchEvent, FetchProgress, Fetched},
    },
};
use std::{ops::ControlFlow, path::PathBuf};

/// The cache limit for answers; a board has about 2 KB, a player's month up to some megabytes.
const MAX_CACHE_BYTES: u64 = 64 << 20;

/// Downloads what `job` names from chess.com, or from `base` in its place. Every match is reported as it arrives.
pub(super) fn download(
    job: &DownloadJob,
    base: Option<String>,
    cache: Option<PathBuf>,
    context: &JobContext<ImportingAction>,
) {
    let mut reported = FetchProgress::default();
    let report = |progress, matches: Vec<ImportedMatch>, end| {
        let report = DownloadReport { progress, matches, end };
        context.answer(ImportingAction::Reported(Box::new(report)));
    };
    let end = fetch(job, base, cache, &mut |event| {
        match event {
            FetchEvent::Match(found) => report(reported, vec![found.clone()], None),
            FetchEvent::Progress(progress) if progress != reported => {
                reported = progress;
                report(reported, Vec::new(), None);
            }
            FetchEvent::Progress(_) => {}
        }
        match context.is_cancelled() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    report(reported, Vec::new(), Some(end));
}

fn fetch(
    job: &DownloadJob,
    base: Option<String>,
    cache: Option<PathBuf>,
    watch: &mut dyn FnMut(FetchEvent<'_>) -> ControlFlow<()>,
) -> Result<Fetched, FetchError> {
    let mut client = client(base, cache)?;
    client.halves.clone_from(&job.halves);
    match &job.source {
        MatchSource::Board { board, .. } => client.download_match(board, watch),
        MatchSource::Player(name) => client.player(name, &job.period, &job.known, watch),
        // Its page has to be saved by a browser.
        MatchSource::Pychess(_) => Ok(Fetched::default()),
    }
}

/// Creates a client with a cache of answers in the folder `cache`.
pub(super) fn client(base: Option<String>, cache: Option<PathBuf>) -> Result<Client, FetchError> {
    let cache = cache.map(|cache| CacheFolder::new(cache.join("boards"), MAX_CACHE_BYTES));
    Client::new(base, cache)
}

/// Adds matches to a file.
pub(super) fn add_matches(job: AddJob) -> ImportingAction {
    let AddJob { to, matches } = job;
    let outcome = MatchFile::read(&to).map_err(Into::into).and_then(|file| file.add(&matches));
    ImportingAction::Added(Box::new(Added { to, outcome }))
}
