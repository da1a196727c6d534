//! Adding downloaded matches to the open file.

use super::finish;
use crate::{
    app::{Cx, Effect, Session, Then, guard::guarded},
    formats::{AddError, Additions},
    import::ImportedMatch,
    text::{count_words, sentence},
};
use std::path::{Path, PathBuf};

/// Adds matches to a file, without those that it has.
#[derive(Clone, Debug, PartialEq)]
pub struct AddJob {
    /// The file.
    pub to: PathBuf,
    /// The matches.
    pub matches: Vec<ImportedMatch>,
}

/// The result of an [`AddJob`].
#[derive(Debug)]
pub struct Added {
    /// The file.
    pub to: PathBuf,
    /// What has changed.
    pub outcome: Result<Additions, AddError>,
}

/// Returns the open file if matches can be added to it: it is a single one, loaded completely and without unsaved work.
#[must_use]
pub fn target(session: &Session) -> Option<&Path> {
    let file = session.file()?;
    let [alone] = file.list.files.as_slice() else { return None };
    let can = file.storage.is_in_place() && file.progress().is_none() && !session.is_unsaved();
    can.then_some(alone.path.as_path())
}

/// Adds what has arrived to the open file.
pub(super) fn add(cx: &mut Cx<'_>) {
    let to = target(cx).map(Path::to_owned);
    let Some((to, download)) = to.zip(cx.import.download.as_ref()) else { return };
    let job = AddJob { to, matches: download.matches().to_vec() };
    cx.run(Effect::AddMatches(Box::new(job)));
}

/// Shows the file with the matches that were added to it.
pub(super) fn apply_added(cx: &mut Cx<'_>, added: Added) {
    let Additions { added: count, completed, known } = match added.outcome {
        Ok(additions) => additions,
        Err(error) => {
            cx.import.refused = vec![sentence(&error.to_string()).into()];
            return;
        }
    };
    let is_open = target(cx) == Some(added.to.as_path());
    cx.import.is_pending = true;
    finish(cx);
    if is_open {
        guarded(cx, Then::Reload);
    }
    let name = added.to.file_name().unwrap_or_default().to_string_lossy();
    let mut words = format!("Added {} to {name}", count_words(count, "match", "matches"));
    if completed > 0 {
        words += &format!(", completed {}", count_words(completed, "half match", "half matches"));
    }
    if known > 0 {
        words += &format!(", {known} already there");
    }
    cx.notify(format!("{words}."));
}
