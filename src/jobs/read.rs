//! Loading files, with progress reports.

use super::{JobContext, Pace};
use crate::{
    app::{Action, GrownList, Imported, JobProgress, LibraryAction, OpenedFiles, UnpackWhole},
    archive::{Collection, WalkError},
    clock::Instant,
    file::{CacheFolder, UnpackLimits},
    import::BoardFiles,
    text::grouped,
};
use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
    time::Duration,
};

const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

pub(super) struct ReadJob {
    /// The files and folders to load.
    pub(super) read: UnpackWhole,
    /// The number of the match to open, counted from 1.
    pub(super) game: Option<usize>,
    /// The position to show in the opened match, in the syntax of the command line.
    pub(super) at: Option<String>,
    /// Whether chat in imported matches becomes comments.
    pub(super) with_chat: bool,
    pub(super) cache: Option<CacheFolder>,
}

impl ReadJob {
    /// Reports the first matches as soon as they are loaded, and then the growing list.
    pub(super) fn run(self, context: &JobContext<Action>) {
        if let Some(boards) = self.boards(context) {
            let partner = boards.partner_file(|| context.is_cancelled());
            return context.send(self.imported(&boards, partner));
        }
        let start = Instant::now();
        // The limit on reports of the growing list; `None` until the first matches are shown.
        let mut shown: Option<Pace> = None;
        let (paths, cache) = (&self.read.paths, self.cache.as_ref());
        let limits = |path: &Path| self.limits(path);
        let read = Collection::open_within(paths, cache, limits, |progress, partial_list| {
            if context.is_cancelled() {
                return ControlFlow::Break(());
            }
            let report = || {
                let rate = progress.bytes as f64 / start.elapsed().as_secs_f64().max(1e-6);
                let megabytes = |bytes: u64| grouped(bytes / 1_000_000);
                let (bytes, total) = (megabytes(progress.bytes), megabytes(progress.total));
                let detail = format!("Loading: {bytes} of {total} MB, {:.0} MB/s", rate / 1e6);
                let (done, total) = (progress.bytes, progress.total);
                context.report(JobProgress { done, total, detail });
            };
            match &mut shown {
                Some(pace) => {
                    if pace.is_due() {
                        context.send(self.grown(Some(partial_list()), true, None));
                        report();
                    }
                }
                None => {
                    let list = partial_list();
                    if list.has_matches() {
                        context.send(self.opened(Ok(list), true));
                        report();
                        shown = Some(Pace::after(UPDATE_INTERVAL));
                    }
                }
            }
            ControlFlow::Continue(())
        });
        match (read, shown) {
            (Err(WalkError::Cancelled), _) => {}
            (Ok(list), None) => {
                let files = list.files.clone();
                context.send(self.opened(Ok(list), false));
                files.iter().for_each(|file| file.text.scan());
            }
            (Ok(list), Some(_)) => {
                let files = list.files.clone();
                context.send(self.grown(Some(list), false, None));
                // Editing needs the encoding of the whole file.
                files.iter().for_each(|file| file.text.scan());
            }
            (Err(error), None) => context.send(self.opened(Err(error), false)),
            (Err(error), Some(_)) => context.send(self.grown(None, false, Some(error))),
        }
    }

    fn limits(&self, path: &Path) -> UnpackLimits {
        UnpackLimits::current_unless_lifted(self.read.unlimited.iter().any(|whole| whole == path))
    }

    /// Reads the files as single-board exports. Returns `None` if a file may be a match file, or if the job
    /// is cancelled.
    fn boards(&self, context: &JobContext<Action>) -> Option<BoardFiles> {
        let limits = |path: &Path| self.limits(path);
        BoardFiles::read_alone(&self.read.paths, limits, self.with_chat, || context.is_cancelled())
    }

    /// Returns the action that opens the matches merged from single-board exports, as an unsaved list. `partner` is a
    /// file that contains the partner board of a half match, if one was found.
    fn imported(&self, boards: &BoardFiles, partner: Option<PathBuf>) -> LibraryAction {
        let first = self.read.paths.first().map(|path| path.with_extension("bpgn"));
        let path = first.unwrap_or_else(|| PathBuf::from("imported.bpgn"));
        let list = boards.list(path.clone());
        LibraryAction::OpenedFiles(Box::new(OpenedFiles {
            game: self.game,
            at: self.at.clone(),
            imported: Some(Imported::of(boards, &self.read).with_partner(partner)),
            ..OpenedFiles::complete(path, list)
        }))
    }

    fn opened(&self, list: Result<Collection, WalkError>, is_partial: bool) -> LibraryAction {
        LibraryAction::OpenedFiles(Box::new(OpenedFiles {
            read: self.read.clone(),
            game: self.game,
            at: self.at.clone(),
            has_matches: list.as_ref().is_ok_and(Collection::has_matches),
            list,
            is_partial,
            imported: None,
        }))
    }

    fn grown(
        &self,
        list: Option<Collection>,
        is_partial: bool,
        failed: Option<WalkError>,
    ) -> LibraryAction {
        LibraryAction::GrownList(Box::new(GrownList { list, is_partial, failed }))
    }
}
