//! Downloads of matches, and additions to a file of matches.

use super::{JobContext, Lane, task::Task};
use crate::{
    app::{Action, AddJob, Added, DownloadError, DownloadJob, DownloadReport, ImportingAction},
    file::{CacheFolder, UnpackLimits},
    formats::MatchFile,
    import::{
        ImportedMatch, MatchSource,
        fetch::{Client, DownloadResult, FetchEvent, FetchProgress, Period},
    },
    settings::full_path,
};
use std::{collections::HashSet, ops::ControlFlow, path::PathBuf};

/// The size limit of the download cache, in bytes. A board takes about 2 kB, a player's month up to a few MB.
const MAX_CACHE_BYTES: u64 = 64 << 20;

pub(super) struct DownloadMatches {
    pub(super) job: Box<DownloadJob>,
    /// The address of a local server that replaces chess.com in tests.
    pub(super) base: Option<String>,
    pub(super) cache: Option<PathBuf>,
    pub(super) unpack: UnpackLimits,
}

impl Task for DownloadMatches {
    const TITLE: &'static str = "the download";
    const LANE: Lane = Lane::Latest;

    /// Downloads matches, and reports each one as it arrives.
    fn run(self, context: &JobContext<Action>) {
        let Self { job, base, cache, unpack } = self;
        let mut reported = FetchProgress::default();
        let report = |progress: FetchProgress, matches: Vec<ImportedMatch>, end| {
            let report = DownloadReport { skipped: progress.skipped, matches, end };
            context.send(ImportingAction::Reported(Box::new(report)));
        };
        let end = fetch(&job, base, cache, unpack, &mut |event| {
            match event {
                FetchEvent::Match(found) => report(reported, vec![found.clone()], None),
                FetchEvent::Progress(progress) if progress != reported => {
                    reported = progress;
                    context.report(job.progress(progress));
                }
                FetchEvent::Progress(_) => {}
            }
            context.cancel().flow()
        });
        report(reported, Vec::new(), Some(end));
        context.finish(None);
    }
}

fn fetch(
    job: &DownloadJob,
    base: Option<String>,
    cache: Option<PathBuf>,
    unpack: UnpackLimits,
    watch: &mut dyn FnMut(FetchEvent<'_>) -> ControlFlow<()>,
) -> Result<DownloadResult, DownloadError> {
    let cache = cache.map(|cache| CacheFolder::new(cache.join("boards"), MAX_CACHE_BYTES));
    let mut client = Client::new(base, cache)?;
    if let Some(update) = &job.update {
        let file = MatchFile::read_or_new(&update.path, unpack)?;
        return fetch_update(&mut client, file, &update.names, &job.known, watch);
    }
    client.halves.clone_from(&job.halves);
    Ok(match &job.source {
        MatchSource::Board { board, .. } => client.download_match(board, watch)?,
        MatchSource::Player(name) => client.player(name, &job.period, &job.known, watch)?,
        // The user saves pychess pages in the browser; the program cannot download them.
        MatchSource::Pychess(_) | MatchSource::Daily(_) => DownloadResult::default(),
    })
}

/// Downloads the matches of each of the user's `names`, starting on the date of the name's latest match in `file`.
/// Skips boards that are in the file or whose number or UUID is in `known`.
fn fetch_update(
    client: &mut Client,
    mut file: MatchFile,
    names: &[String],
    known: &HashSet<String>,
    watch: &mut dyn FnMut(FetchEvent<'_>) -> ControlFlow<()>,
) -> Result<DownloadResult, DownloadError> {
    file.ids.extend(known.iter().cloned());
    client.halves.clone_from(&file.half_ids);
    let mut all = DownloadResult::default();
    for name in names {
        let period = Period::after(file.latest_match_date(name));
        let fetched = match client.player(name, &period, &file.ids, watch) {
            Ok(fetched) => fetched,
            // After an error, the matches already received for other names are kept.
            Err(error) if !all.import.matches.is_empty() => {
                DownloadResult { stopped: Some(error), ..DownloadResult::default() }
            }
            Err(error) => return Err(error.into()),
        };
        file.ids.extend(fetched.import.matches.iter().flat_map(|it| it.ids.iter().cloned()));
        all.join(fetched);
        if all.stopped.is_some() {
            break;
        }
    }
    Ok(all)
}

/// Adds matches to a file, which is read within the limits on unpacking.
pub(super) struct AddMatches(pub(super) Box<AddJob>, pub(super) UnpackLimits);

impl Task for AddMatches {
    const TITLE: &'static str = "saving";
    const LANE: Lane = Lane::Saving;

    fn run(self, context: &JobContext<Action>) {
        let AddJob { to, matches } = *self.0;
        let to = full_path(&to);
        let file = MatchFile::read_or_new(&to, self.1).map_err(Into::into);
        let outcome = file.and_then(|file| file.add(&matches));
        context.send(ImportingAction::Added(Box::new(Added { to, outcome })));
    }
}
