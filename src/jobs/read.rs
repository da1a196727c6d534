//! Reading files, with reports of how far it has come.

use super::{Desk, Pace};
use crate::{
    app::{Action, Grown, Halt, Opened, Reading},
    archive::{Collection, IndexError},
    file::{CacheFolder, Source},
    replay::{bpgn_of_lines, is_bgn_name},
};
use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

/// The list is shown anew after so long, and not before.
const EVERY: Duration = Duration::from_millis(100);

/// What to read.
pub(super) struct ReadJob {
    /// Files and folders.
    pub(super) paths: Vec<PathBuf>,
    /// The match to show, counted from 1.
    pub(super) game: Option<usize>,
    /// Where in it.
    pub(super) at: Option<String>,
    /// Which of all that was asked for, counted.
    pub(super) asked: u64,
    /// Ends the reading.
    pub(super) halt: Halt,
    /// Where indexes and unpacked files are kept.
    pub(super) cache: Option<CacheFolder>,
}

impl ReadJob {
    /// Reads, and answers as soon as there is a match, and again and again as there are more.
    pub(super) fn run(self, desk: &Desk<Action>) {
        let begun = Instant::now();
        // Once the first matches are shown.
        let mut shown: Option<Pace> = None;
        let read = self.collect(|progress, so_far| {
            if desk.is_cancelled() || self.halt.is_called() {
                return ControlFlow::Break(());
            }
            let reading = Some(Reading {
                progress,
                rate: progress.bytes as f64 / begun.elapsed().as_secs_f64().max(1e-6),
            });
            match &mut shown {
                Some(pace) => {
                    if pace.is_due() {
                        desk.answer(self.grown(Some(so_far()), reading, None));
                    }
                }
                None => {
                    let list = so_far();
                    if list.has_matches() {
                        desk.answer(self.opened(Ok(list), reading));
                        shown = Some(Pace::after(EVERY));
                    }
                }
            }
            ControlFlow::Continue(())
        });
        match (read, shown) {
            (Err(IndexError::Cancelled), _) => {}
            (Ok(list), None) => {
                let files = list.files.clone();
                desk.answer(self.opened(Ok(list), None));
                files.iter().for_each(|file| file.text.survey());
            }
            (Ok(list), Some(_)) => {
                let files = list.files.clone();
                desk.answer(self.grown(Some(list), None, None));
                // Whoever edits asks for the encoding of the whole file.
                files.iter().for_each(|file| file.text.survey());
            }
            (Err(error), None) => desk.answer(self.opened(Err(error), None)),
            (Err(error), Some(_)) => desk.answer(self.grown(None, None, Some(error))),
        }
    }

    fn collect(
        &self,
        each: impl FnMut(crate::archive::Progress, &dyn Fn() -> Collection) -> ControlFlow<()>,
    ) -> Result<Collection, IndexError> {
        match self.paths.as_slice() {
            [path] if path == Path::new("-") => Ok(Collection::of(Source::read(path)?)),
            [path] if is_bgn_name(path) => Ok(Collection::of(read_bgn(path)?)),
            paths if paths.iter().any(|path| is_bgn_name(path)) => self.with_bgn(each),
            paths => Collection::open(paths, self.cache.as_ref(), each),
        }
    }

    /// Several files, of which some are of BGN: these come behind the others.
    fn with_bgn(
        &self,
        each: impl FnMut(crate::archive::Progress, &dyn Fn() -> Collection) -> ControlFlow<()>,
    ) -> Result<Collection, IndexError> {
        let paths = self.paths.iter().cloned();
        let (lines, others): (Vec<PathBuf>, Vec<PathBuf>) =
            paths.partition(|path| is_bgn_name(path));
        let mut list = Collection::default();
        if !others.is_empty() {
            match Collection::open(&others, self.cache.as_ref(), each) {
                Err(error) if !matches!(error, IndexError::Cancelled) => {
                    list.missing.push(Arc::new(error));
                }
                opened => list = opened?,
            }
        }
        for path in &lines {
            match read_bgn(path) {
                Ok(source) => list.append(Collection::of(source)),
                Err(error) => list.missing.push(Arc::new(error)),
            }
        }
        Ok(list)
    }

    fn opened(&self, list: Result<Collection, IndexError>, reading: Option<Reading>) -> Action {
        Action::Opened(Box::new(Opened {
            paths: self.paths.clone(),
            game: self.game,
            at: self.at.clone(),
            asked: self.asked,
            list,
            reading,
            halt: self.halt.clone(),
        }))
    }

    fn grown(
        &self,
        list: Option<Collection>,
        reading: Option<Reading>,
        failed: Option<IndexError>,
    ) -> Action {
        Action::Grown(Box::new(Grown {
            asked: self.asked,
            list,
            reading,
            failed,
        }))
    }
}

/// The matches of a file of BGN as BPGN.
fn read_bgn(path: &Path) -> Result<Source, IndexError> {
    let source = Source::read(path)?;
    let text = bpgn_of_lines(source.bytes())
        .map_err(|error| IndexError::Bgn(error.to_string(), path.to_owned()))?;
    Ok(Source::from_bytes(path, text))
}
