//! Adding downloaded matches to a file.

use super::{Download, ImportSheet};
use crate::{
    app::{Cx, DeferredAction, Dialog, Effect, Offer, Session, Storage, guard::guarded},
    formats::{AddError, Additions},
    import::ImportedMatch,
    text::{count_text, sentence},
};
use std::path::{Path, PathBuf};

/// Matches to add to a file. Matches that the file contains already are left out.
#[derive(Clone, Debug, PartialEq)]
pub struct AddJob {
    pub to: PathBuf,
    pub matches: Vec<ImportedMatch>,
}

/// The result of an [`AddJob`].
#[derive(Debug)]
pub struct Added {
    pub to: PathBuf,
    pub outcome: Result<Additions, AddError>,
}

/// Returns the path of the open file if matches can be added to that file, otherwise `None`. Matches can be added only
/// to a single file that can be saved in place, is completely loaded, and has no unsaved work.
pub fn target(session: &Session) -> Option<&Path> {
    let file = session.file()?;
    let [alone] = file.list.files.as_slice() else { return None };
    let is_in_place = file.storage == Storage::InPlace;
    let can = is_in_place && !file.is_loading() && !session.is_unsaved();
    if can { Some(alone.path.as_path()) } else { None }
}

impl ImportSheet {
    /// Adds the received matches to the file `to`.
    pub(super) fn add(&self, to: PathBuf, cx: &mut Cx<'_>) {
        let Some(download) = &self.download else { return };
        let job = AddJob { to, matches: download.matches().to_vec() };
        cx.run(Effect::AddMatches(Box::new(job)));
    }

    /// Reports the number of added matches, or the error. If the open file has changed, reloads the file, or only offers to
    /// reload if that is unsafe (see [`target`]). If another file has changed, offers to open that file.
    pub(super) fn apply_added(&mut self, added: Added, cx: &mut Cx<'_>) {
        let Additions { added: count, completed, known } = match added.outcome {
            Ok(additions) => additions,
            Err(error) => {
                self.form.failure_notes = vec![sentence(&error.to_string()).into()];
                cx.open_dialog(Dialog::Import);
                return;
            }
        };
        let download = self.download.as_ref();
        let update = download.filter(|download| download.job.update.is_some());
        // After an incomplete update the dialog stays open and shows what is missing.
        if update.is_none_or(Download::is_complete) {
            self.is_pending = true;
            self.finish(cx);
        }
        let name = added.to.file_name().unwrap_or_default().to_string_lossy();
        let mut words = Vec::new();
        if count > 0 {
            words.push(format!("Added {} to {name}", count_text(count, "match", "matches")));
        }
        if completed > 0 {
            let halves = count_text(completed, "half match", "half matches");
            words.push(format!("completed {halves} in {name}"));
        }
        if words.is_empty() {
            words.push(format!("Nothing new for {name}"));
        }
        if known > 0 {
            words.push(format!("{known} already in the file"));
        }
        let words = sentence(&words.join(", "));
        let files = cx.file().map_or(&[][..], |file| &file.list.files);
        let is_open = matches!(files, [alone] if alone.path == added.to);
        if count + completed == 0 {
            cx.notify(words);
        } else if !is_open {
            cx.notify_with_offer(words, Offer::OpenMatches(added.to));
        } else if target(cx).is_some() {
            guarded(cx, DeferredAction::Reload);
            cx.notify(words);
        } else {
            cx.notify_with_offer(words, Offer::Reload);
        }
    }
}
