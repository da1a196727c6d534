//! [`LoadRequest`]: a request to load files, some of them without limits on the unpacked size.

use crate::{
    app::{Cx, Offer},
    archive::{Collection, Notice},
};
use std::path::{Path, PathBuf};

/// A request to load files. The files in `unlimited` are unpacked without limits on their size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadRequest {
    /// The files and folders to load.
    pub paths: Vec<PathBuf>,
    /// The files to load without size limits.
    pub unlimited: Vec<PathBuf>,
}

impl LoadRequest {
    /// Creates a request to load `paths`, with limits on the unpacked size of every file.
    pub(in crate::app) const fn of(paths: Vec<PathBuf>) -> Self {
        Self { paths, unlimited: Vec::new() }
    }

    /// Returns the offer to load the files again, with the file at `path` unpacked without size limits. Returns `None`
    /// if this file was already unpacked without limits, and for standard input.
    pub(in crate::app) fn offer(&self, path: &Path) -> Option<Offer> {
        let is_unlimited = self.unlimited.iter().any(|unlimited| unlimited == path);
        // Standard input can be read only once.
        if is_unlimited || path == Path::new("-") {
            return None;
        }
        let mut offered = self.clone();
        offered.unlimited.push(path.to_owned());
        Some(Offer::UnpackWhole(offered))
    }
}

/// Shows the notices about the files of `list`, which were loaded by the request `read`. For a file that exceeds the
/// limits on the unpacked size, offers to unpack it without limits.
pub(in crate::app) fn warn_about_files(cx: &mut Cx<'_>, list: &Collection, read: &LoadRequest) {
    for file in &list.files {
        // That a single file has no match is reported by the caller, which then shows no list.
        let is_reported =
            |notice: &&Notice| list.files.len() > 1 || !matches!(notice, Notice::NoMatch);
        for notice in file.notices.iter().filter(is_reported) {
            let words = format!("{}: {notice}.", file.path.display());
            match read.offer(&file.path) {
                Some(offer) if notice.can_lift_limit() => cx.warn_with_offer(words, offer),
                _ => cx.warn(words),
            }
        }
    }
}
