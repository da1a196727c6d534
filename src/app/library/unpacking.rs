//! [`UnpackWhole`]: packed files that are over the limits of unpacking, and are unpacked all the same.

use crate::{
    app::{Cx, Offer},
    archive::Notice,
};
use std::path::{Path, PathBuf};

/// Files to read once more, so that all of some of them is unpacked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnpackWhole {
    /// What is read: files and folders.
    pub paths: Vec<PathBuf>,
    /// Those files of which all is unpacked, whatever the limits are.
    pub whole: Vec<PathBuf>,
}

impl UnpackWhole {
    /// Offers to read the same once more with all of the file at `path`, if that was not so this time.
    pub(in crate::app) fn offer(&self, path: &Path) -> Option<Offer> {
        let is_lifted = self.whole.iter().any(|whole| whole == path);
        // Standard input can be read once.
        if is_lifted || path == Path::new("-") {
            return None;
        }
        let mut offered = self.clone();
        offered.whole.push(path.to_owned());
        Some(Offer::UnpackWhole(offered))
    }
}

/// Says `words`, which tell the `notice` about the file at `path`; `read` says how it was read. Where it is over
/// the limits of unpacking, all of it is offered.
pub(in crate::app) fn say_of_file(
    cx: &mut Cx<'_>,
    words: String,
    path: &Path,
    notice: &Notice,
    read: &UnpackWhole,
) {
    match read.offer(path).filter(|_| notice.can_be_lifted()) {
        Some(offer) => cx.say_and_offer(words, offer),
        None => cx.say(words),
    }
}
