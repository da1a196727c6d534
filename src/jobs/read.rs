//! Loading files, with progress reports.

use super::{JobContext, Lane, Pace, task::Task};
use crate::{
    app::{Action, GrownList, Imported, JobProgress, LibraryAction, OpenedFiles, ReadJob},
    archive::{Collection, WalkError},
    clock::Instant,
    file::{CacheFolder, FileError, Text, UnpackLimits, is_folder},
    import::{BoardFiles, InputOptions, Inputs},
    text::grouped,
};
use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
    time::Duration,
};

const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

pub(super) struct LoadFiles {
    pub(super) job: Box<ReadJob>,
    pub(super) cache: Option<CacheFolder>,
    pub(super) unpack: UnpackLimits,
}

impl Task for LoadFiles {
    const TITLE: &'static str = "loading the file";
    const LANE: Lane = Lane::Latest;

    fn run(self, context: &JobContext<Action>) {
        self.load(context);
        context.finish(None);
    }
}

impl LoadFiles {
    /// Reports the first matches as soon as they are loaded, and then the growing list.
    fn load(&self, context: &JobContext<Action>) {
        let start = Instant::now();
        // The limit on reports of the growing list; `None` until the first matches are shown.
        let mut shown: Option<Pace> = None;
        let options = InputOptions {
            open: &|path| self.open(path),
            cache: self.cache.as_ref(),
            with_chat: self.job.with_chat,
            is_cancelled: &|| context.is_cancelled(),
        };
        let read = Inputs::open(&self.job.read.paths, &options, |progress, partial_list| {
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
                        context.send(grown(partial_list()));
                        report();
                    }
                }
                None => {
                    let list = partial_list();
                    if list.has_matches() {
                        context.send(self.opened(Ok(list), None, true));
                        report();
                        shown = Some(Pace::after(UPDATE_INTERVAL));
                    }
                }
            }
            ControlFlow::Continue(())
        });
        let inputs = match read {
            Ok(inputs) => inputs,
            Err(WalkError::Cancelled) => return,
            Err(error) if shown.is_none() => {
                return context.send(self.opened(Err(error), None, false));
            }
            Err(error) => {
                let failed = GrownList { failed: Some(error), ..GrownList::default() };
                return context.send(LibraryAction::GrownList(Box::new(failed)));
            }
        };
        let boards = &inputs.boards;
        if !inputs.has_files() && boards.paths().next().is_some() {
            let partner = boards.partner_file(options.open, options.is_cancelled);
            return context.send(self.imported(boards, partner));
        }
        let list = inputs.list(inputs.paired_path(&self.job.read.paths));
        let files = list.files.clone();
        let imported = self.report(&inputs);
        if shown.is_none() {
            context.send(self.opened(Ok(list), imported, false));
        } else {
            let grown = GrownList { list: Some(list), imported, ..GrownList::default() };
            context.send(LibraryAction::GrownList(Box::new(grown)));
        }
        // Editing needs the encoding of the whole file.
        files.iter().for_each(|file| file.text.scan());
    }

    /// Returns the report on the input other than match files. Returns `None` if there is nothing to report.
    fn report(&self, inputs: &Inputs) -> Option<Imported> {
        let mut imported = Imported::of(&inputs.boards, &self.job.read);
        let is_empty_folder = |path: &PathBuf| !inputs.has_files() && is_folder(path);
        if let Some(folder) = self.job.read.paths.first().filter(|path| is_empty_folder(path)) {
            let words = format!("{}: no match files in this folder.", folder.display());
            imported.notes.insert(0, words.into());
        }
        (imported != Imported::default()).then_some(imported)
    }

    fn open(&self, path: &Path) -> Result<Text, FileError> {
        let is_unlimited = self.job.read.unlimited.iter().any(|whole| whole == path);
        Ok(Text::open(path)?.within(self.unpack.unless_lifted(is_unlimited)))
    }

    /// Returns the action that opens the matches merged from single-board exports, as an unsaved list. `partner` is a
    /// file that contains the partner board of a half match, if one was found.
    fn imported(&self, boards: &BoardFiles, partner: Option<PathBuf>) -> LibraryAction {
        let first = self.job.read.paths.first().map(|path| path.with_extension("bpgn"));
        let path = first.unwrap_or_else(|| PathBuf::from("imported.bpgn"));
        let list = boards.list(path.clone());
        LibraryAction::OpenedFiles(Box::new(OpenedFiles {
            game: self.job.game,
            at: self.job.at.clone(),
            imported: Some(Imported::of(boards, &self.job.read).with_partner(partner)),
            ..OpenedFiles::complete(path, list)
        }))
    }

    fn opened(
        &self,
        list: Result<Collection, WalkError>,
        imported: Option<Imported>,
        is_partial: bool,
    ) -> LibraryAction {
        LibraryAction::OpenedFiles(Box::new(OpenedFiles {
            read: self.job.read.clone(),
            game: self.job.game,
            at: self.job.at.clone(),
            has_matches: list.as_ref().is_ok_and(Collection::has_matches),
            list,
            is_partial,
            imported,
        }))
    }
}

fn grown(list: Collection) -> LibraryAction {
    LibraryAction::GrownList(Box::new(GrownList {
        list: Some(list),
        is_partial: true,
        ..GrownList::default()
    }))
}
