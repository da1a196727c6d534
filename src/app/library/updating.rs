//! Updating the file of the user's own matches.

use crate::app::{Cx, Dialog, Effect, Offer, SettingsPage};
use std::path::PathBuf;

/// What came of an update.
#[derive(Debug)]
pub struct Updated {
    /// The file.
    pub path: PathBuf,
    /// The counts and the errors, as sentences.
    pub words: String,
    /// Whether the file has changed.
    pub is_changed: bool,
}

/// Adds the latest matches of the user to the file of the settings; shows the settings if they name none or
/// forbid downloads.
pub(in crate::app) fn update_matches(cx: &mut Cx<'_>) {
    let (names, path) = (cx.settings.names(), cx.settings.my_file.clone());
    if !cx.settings.can_download() || names.is_empty() || path.is_empty() {
        cx.shell.dialog = Some(Dialog::Settings(SettingsPage::Matches, None));
        return;
    }
    cx.notify("Downloading your matches…".to_owned());
    cx.run(Effect::Update { names, path: path.into() });
}

/// Shows what came of an update. The open file is not replaced without a click.
pub(super) fn apply_updated(cx: &mut Cx<'_>, updated: Updated) {
    let Updated { path, words, is_changed } = updated;
    let files = cx.library.file().map_or(&[][..], |file| &file.list.files);
    let is_open = matches!(files, [alone] if alone.path == path);
    match (is_changed, is_open) {
        (false, _) => cx.notify(words),
        (true, true) => cx.notify_with_offer(words, Offer::Reload),
        (true, false) => cx.notify_with_offer(words, Offer::OpenMatches(path)),
    }
}
