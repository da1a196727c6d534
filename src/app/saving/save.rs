//! Saving a file in place or under another name.

use crate::{
    app::{
        Cx, DeferredAction, Dialog, DraftTask, Effect, FileSession, JobKind, LibraryAction,
        NotesAction, Save, SaveAs, SaveTarget, Storage,
        action::{SaveJob, SaveOutcome, Saved},
        guard::guarded,
        invalid_draft,
        saving::{destination::show_path_prompt, drop_deferred_action, report_failure},
        short_path,
    },
    archive::RecordId,
    file::{FileError, Splice},
    text::sentence,
};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

impl FileSession {
    /// Returns the file index of each changed record. A file occurs once for each of its changed records.
    fn changed_files(&self) -> impl Iterator<Item = usize> {
        let records = self.changes.texts().map(|(record, _)| record);
        records.filter_map(|record| self.list.index.file_of(record))
    }

    /// Returns the index of the first changed file that can be saved in place.
    fn file_to_save(&self) -> Option<usize> {
        self.changed_files().find(|&number| self.list.files[number].is_as_written())
    }
}

/// Saves the open file, then performs `then`. Asks for a path if the file cannot be saved in place.
/// An entry that cannot be saved is reported; then `then` is not performed, and the entry is shown instead.
pub(in crate::app) fn save_then(cx: &mut Cx<'_>, then: Option<DeferredAction>) {
    cx.commit_drafts();
    cx.drop_lone_replies();
    cx.close_dialog_if(Dialog::is_about_open_file);
    let mut then = then;
    if let Some(place) = invalid_draft::report_invalid(cx)
        && then.take().is_some()
    {
        cx.request(NotesAction::GoToDraft(Box::new(place), DraftTask::Show));
    }
    if cx.game().is_some_and(|game| game.problem.unchecked) {
        drop_deferred_action(cx);
        cx.warn(
            "The search for a solution is still running. Wait for it, or stop it to save the \
             problem without a solution."
                .to_owned(),
        );
        return;
    }
    let Some(file) = cx.file_mut() else { return };
    if let Save::Saving { then: deferred, .. } = &mut file.save {
        // A running save continues; only its deferred action changes.
        if then.is_some() {
            *deferred = then;
        }
        return;
    }
    file.save = Save::Idle;
    if file.storage != Storage::InPlace {
        file.save = Save::AskingPath { then };
        return show_path_prompt(cx, SaveTarget::File);
    }
    let is_missing = file.is_missing();
    if file.changes.is_clean() && !is_missing {
        return proceed_after_save(cx, then);
    }
    // Each save writes one file: the first changed one.
    if let Some(number) = file.file_to_save().or(if is_missing { Some(0) } else { None }) {
        let to = file.list.files[number].path.clone();
        return save_to(cx, to, true, true, then);
    }
    let other = file.changed_files().next();
    if let Some(other) = other.and_then(|number| file.list.files.get(number)) {
        let what = other.origin.read_only_reason().unwrap_or("a BGN file");
        let words = format!(
            "{} is {what} and can’t be overwritten. Save a copy of the match instead.",
            short_path(&other.path)
        );
        notify_saved(cx);
        cx.warn(words);
    }
}

/// Saves the first changed file to `to`, and performs `then` once all changed files are saved. With `check`, fails if
/// another program has changed the file since it was loaded. Without `replace`, fails if `to` exists.
pub(in crate::app) fn save_to(
    cx: &mut Cx<'_>,
    to: PathBuf,
    check: bool,
    replace: bool,
    then: Option<DeferredAction>,
) {
    let backup = cx.settings.backup && !cx.library.backed_up.contains(&to);
    let Some(file) = cx.file_mut() else { return };
    let number = file.file_to_save().unwrap_or(0);
    let Some(saved) = file.list.files.get(number) else { return };
    let saved = saved.clone();
    let (records, splices) = file
        .changes
        .texts()
        .filter(|&(record, _)| file.list.index.file_of(record) == Some(number))
        .filter_map(|(record, text)| {
            let range = file.list.index.range(record)?;
            Some((record, Splice { range, insert: text.to_vec() }))
        })
        .unzip();
    let first = file.list.index.records_of(number).start;
    let has_other_files = file.list.files.len() > 1 && !file.is_loading();
    let list = if has_other_files { Some(file.list.clone()) } else { None };
    file.save = Save::Saving { then, next: None };
    let job = SaveJob {
        opened: file.opened,
        number,
        file: saved,
        records,
        first,
        list,
        splices,
        to,
        check,
        replace,
        backup,
    };
    cx.close_dialog();
    // The result of a check would be about the file before the save.
    if cx.jobs.is_running(JobKind::CheckFiles) {
        cx.cancel([JobKind::CheckFiles]);
    }
    cx.run(Effect::Save(Box::new(job)));
}

/// Saves the file to `to`. If a save is running, waits for its end first. Replaces an existing file only if `replace`.
pub(in crate::app) fn save_as(cx: &mut Cx<'_>, to: PathBuf, replace: bool) {
    let Some(file) = cx.file_mut() else { return };
    if let Save::Saving { next, .. } = &mut file.save {
        *next = Some(SaveAs { to, replace });
        return;
    }
    let then = file.save.end_prompt();
    save_to(cx, to, false, replace, then);
}

/// Resolves a conflict by overwriting the changes of another program.
pub(in crate::app) fn overwrite_external_change(cx: &mut Cx<'_>) {
    let Some(file) = cx.file_mut() else { return };
    match std::mem::take(&mut file.save) {
        Save::Conflict { to, then, .. } => save_to(cx, to, false, true, then),
        other => {
            file.save = other;
        }
    }
}

pub(in crate::app) fn finish_save(cx: &mut Cx<'_>, saved: Saved) {
    if let SaveOutcome::Done { file: written, .. } = &saved.outcome {
        cx.library_mut().follow_save(saved.opened, &saved.to, written);
    }
    let Some(file) = cx.file_mut() else { return };
    if saved.opened != file.opened {
        // Another file has been opened since the save began; only a failure is worth a notice. If a hidden tab has the
        // file, its changes stay, and the next save finds what this one wrote.
        if let Some(hidden) = cx.library_mut().parked_mut(saved.opened) {
            hidden.save = Save::Idle;
        }
        if let SaveOutcome::Failed(error) = saved.outcome {
            cx.warn(failure_text(&error, &saved.to));
        }
        return;
    }
    let Save::Saving { then, next } = std::mem::take(&mut file.save) else {
        return apply_saved(cx, saved, None);
    };
    let Some(SaveAs { to, replace }) = next else { return apply_saved(cx, saved, then) };
    // The deferred action waits for the "Save as" that follows.
    apply_saved(cx, saved, None);
    cx.in_file(|file| file.save.end_prompt());
    save_as(cx, to, replace);
    if let Some(Save::Saving { then: deferred, .. }) = cx.file_mut().map(|file| &mut file.save) {
        *deferred = then;
    }
}

/// Handles the outcome of saving the open file. Performs `then` after a success, keeps `then` while the user is asked
/// about a conflict or an existing file, and drops `then` after a failure.
fn apply_saved(cx: &mut Cx<'_>, saved: Saved, then: Option<DeferredAction>) {
    let to = saved.to;
    if let SaveOutcome::Done { backed_up: true, .. } = saved.outcome {
        cx.library_mut().backed_up.insert(to.clone());
    }
    let Some(file) = cx.file_mut() else { return };
    match saved.outcome {
        SaveOutcome::Unread(error) => {
            notify_saved(cx);
            cx.warn(format!(
                "Saved, but the file can’t be read back. Your changes stay marked as unsaved. {}",
                sentence(&error.to_string())
            ));
        }
        SaveOutcome::Done { list, records, .. } => {
            let before = file.changes.texts().count();
            let is_single_file = file.list.files.len() == 1;
            if is_single_file {
                // A folder that contains one file stays open as a folder.
                if file.list.files[0].path != to {
                    file.path.clone_from(&to);
                    file.read.paths = vec![to.clone()];
                }
                file.list = list;
            } else if list.files.len() > 1 {
                file.list = list;
            } else {
                file.list = file.list.with_file(saved.number, &list);
            }
            file.storage = Storage::InPlace;
            file.on_disk.remove(&saved.number);
            let written: BTreeMap<RecordId, Vec<u8>> = records.into_iter().collect();
            file.changes.drop_unchanged(|record| written.get(&record).cloned());
            let after = file.changes.texts().count();
            file.typed_save = None;
            cx.request(LibraryAction::ShowSaved);
            if is_single_file {
                cx.change_settings(|settings| settings.remember(&to));
            }
            if then.is_none() {
                let name = to.file_name().unwrap_or(to.as_os_str());
                cx.in_file(|file| file.saved_names.push(name.to_string_lossy().into_owned()));
            }
            if (1..before).contains(&after) && !is_single_file {
                save_then(cx, then);
            } else {
                proceed_after_save(cx, then);
            }
            // One notice names the files of a save, once the last of them is written.
            if !cx.file().is_some_and(|file| file.save.is_saving()) {
                notify_saved(cx);
            }
        }
        SaveOutcome::ChangedOnDisk(differences) => {
            notify_saved(cx);
            let Some(file) = cx.file_mut() else { return };
            file.save = Save::Conflict { to: to.clone(), differences, then };
            cx.open_dialog(Dialog::ChangedOnDisk(to));
        }
        SaveOutcome::Exists => {
            file.save = Save::AskingPath { then };
            cx.open_dialog(Dialog::Replace(SaveTarget::File, to));
        }
        SaveOutcome::Failed(error) => {
            notify_saved(cx);
            let Some(file) = cx.file_mut() else { return };
            let words = failure_text(&error, &to);
            if file.typed_save.is_some() {
                // The dialog opens again, with its deferred action.
                file.save = Save::AskingPath { then };
            }
            let words = format!("{words} Your changes are still open here.");
            report_failure(cx, SaveTarget::File, words);
        }
    }
}

/// Names the files that the current save has written.
fn notify_saved(cx: &mut Cx<'_>) {
    let Some(file) = cx.file_mut() else { return };
    let names = std::mem::take(&mut file.saved_names);
    match names.as_slice() {
        [] => {}
        [name] => cx.notify(format!("Saved {name}.")),
        names => cx.notify(format!("Saved {} files: {}.", names.len(), names.join(", "))),
    }
}

/// Describes why `path` was not saved: first the reason, then the path, which may be long.
fn failure_text(error: &FileError, path: &Path) -> String {
    let words = error.to_string();
    match words.strip_prefix(&format!("{}: ", path.display())) {
        Some(reason) => sentence(&format!("{reason}: {}", short_path(path))),
        None => sentence(&words),
    }
}

/// Performs `then` after a save. If there is still unsaved work, asks the user first.
fn proceed_after_save(cx: &mut Cx<'_>, then: Option<DeferredAction>) {
    match then {
        // What could not be saved asks again instead of being saved again.
        Some(DeferredAction::SaveAllAndQuit) if cx.is_unsaved() => {
            guarded(cx, DeferredAction::Quit);
        }
        Some(then) => guarded(cx, then),
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_comes_before_a_long_path() {
        let path = PathBuf::from(format!("/home/{}/club.bpgn", "folder".repeat(20)));
        let error = FileError::ReadOnly(path.clone());
        let words = failure_text(&error, &path);
        assert!(words.starts_with("The file is read-only; nothing written: /home/f"), "{words}");
        assert!(words.ends_with("folder/club.bpgn.") && words.chars().count() < 90, "{words}");
        // A path other than that of the saved file is named as it is.
        let words = failure_text(&error, Path::new("/home/other"));
        assert!(
            words.starts_with("/home/folder") && words.ends_with("nothing written."),
            "{words}"
        );
    }
}
