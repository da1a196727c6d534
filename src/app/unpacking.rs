//! [`UnpackWhole`]: unpacking archives that exceed the unpacking limits, at the user's request.

use crate::{
    app::{Cx, Offer},
    archive::Collection,
};
use std::path::{Path, PathBuf};

/// A request to load files, some of them without unpacking limits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnpackWhole {
    /// The files and folders to load.
    pub paths: Vec<PathBuf>,
    /// The files to load without unpacking limits.
    pub whole: Vec<PathBuf>,
}

impl UnpackWhole {
    /// Creates a request to load `paths` with the unpacking limits for every file.
    pub(in crate::app) const fn of(paths: Vec<PathBuf>) -> Self {
        Self { paths, whole: Vec::new() }
    }

    /// Returns the offer to reload with the file at `path` unpacked without unpacking limits; `None` if it already was.
    pub(in crate::app) fn offer(&self, path: &Path) -> Option<Offer> {
        let is_lifted = self.whole.iter().any(|whole| whole == path);
        // Standard input can be read only once.
        if is_lifted || path == Path::new("-") {
            return None;
        }
        let mut offered = self.clone();
        offered.whole.push(path.to_owned());
        Some(Offer::UnpackWhole(offered))
    }
}

/// Shows the notices of all files of `list`, which `read` has loaded. If a file exceeds the unpacking limits, offers to
/// unpack all of it.
pub(in crate::app) fn warn_about_files(cx: &mut Cx<'_>, list: &Collection, read: &UnpackWhole) {
    for file in &list.files {
        for notice in &file.notices {
            let words = format!("{}: {notice}.", file.path.display());
            match read.offer(&file.path).filter(|_| notice.can_be_lifted()) {
                Some(offer) => cx.warn_with_offer(words, offer),
                None => cx.warn(words),
            }
        }
    }
}
