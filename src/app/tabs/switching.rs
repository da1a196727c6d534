//! Leaving the shown tab, and showing another one.

use super::{shared_file::share_undo, tab_list::Tab};
use crate::{
    app::{
        Arrival, Cx, DeferredAction, EngineAction, FileSession, JobKind, KriegspielAction,
        LibraryAction, Open, RecordSession, Save, SearchAction, Shell, guard, guard::Guarded,
        library, playback,
    },
    rules::BoardId,
};
use std::path::PathBuf;

/// Returns whether the shown tab can be left. Otherwise shows the reason: a save needs the tab until it has ended, or a
/// typed move cannot be played.
pub(super) fn can_leave(cx: &mut Cx<'_>) -> bool {
    let file = cx.library.file();
    let is_busy = file.is_some_and(|file| file.path_dialog || file.save != Save::Idle);
    if is_busy {
        cx.notify("Wait until the file is saved, then change the tab.".to_owned());
    }
    !is_busy && playback::commit_typed_moves(cx)
}

/// Takes the shown tab out of the session: pauses the playback and cancels its jobs. The file stays.
pub(super) fn leave(cx: &mut Cx<'_>) -> Tab {
    cx.commit_drafts();
    cx.drop_lone_replies();
    cx.leave_puzzles();
    let moment = cx.moment();
    let is_scoring = cx.jobs.is_running(JobKind::Score);
    let mut open = cx.replace_open(None);
    let mut pending: Vec<JobKind> = open.as_ref().map_or_else(Vec::new, Open::pending_jobs);
    if let Some(open) = &mut open {
        open.suspend(is_scoring);
    }
    let file = cx.library.file();
    let file_jobs = file.into_iter().flat_map(FileSession::pending_jobs);
    // A file that is being loaded is loaded in a hidden tab, too.
    pending.extend(file_jobs.filter(|kind| *kind != JobKind::Read));
    cx.cancel(pending);
    let file = cx.file_mut();
    let opened = file.as_ref().map(|file| file.opened);
    let (mut record, mut revision) = (RecordSession::default(), 0);
    if let Some(file) = file {
        file.changes.end_typing();
        file.replaying = None;
        record = std::mem::take(&mut file.record);
        revision = file.revision();
    }
    record.arrival = None;
    let Shell { matches, center, flipped, .. } = cx.shell;
    let paused = cx.replace_paused(None);
    let number = cx.tabs.shown;
    for board in BoardId::ALL {
        // The engine does not play on in another tab.
        cx.request(EngineAction::PlayColor(board, None));
    }
    Tab { number, opened, record, open, moment, revision, paused, matches, center, flipped }
}

/// Shows `tab`, which was taken from the hidden ones.
fn enter(cx: &mut Cx<'_>, tab: Tab) {
    let before = cx.library.file().map(|file| file.opened);
    cx.library_mut().unpark(tab.opened);
    let Tab { record, open, moment, revision, paused, matches, center, flipped, .. } = tab;
    cx.replace_open(open);
    cx.replace_paused(paused);
    cx.show_matches(matches);
    cx.show_center(center);
    cx.flip(flipped);
    cx.notices().forget_offers();
    let id = record.id;
    cx.in_file(|file| file.record = record);
    share_undo(cx);
    if before != tab.opened {
        cx.cancel([JobKind::Puzzles]);
        cx.request(SearchAction::FileLeft(before));
        // Compares the file with the disk.
        cx.request(LibraryAction::WindowFocused);
    }
    let is_changed = cx.library.file().is_some_and(|file| file.revision() != revision);
    if cx.library.file().is_none() {
        return;
    }
    if cx.open.is_none() {
        library::choose(cx, id);
        library::arrive(cx, Arrival::Moment(moment));
    } else if is_changed {
        // Another tab has changed or saved the file, and maybe this record.
        library::show_chosen(cx);
        if cx.is_loading_record() {
            // The former version must not be edited meanwhile.
            cx.close_record();
            library::arrive(cx, Arrival::Moment(moment));
        }
    }
    library::update_listing(cx);
    cx.request(KriegspielAction::RecordShown);
}

pub(super) fn show(cx: &mut Cx<'_>, index: usize) {
    if cx.tabs.get(index).is_some() && can_leave(cx) {
        let left = leave(cx);
        let tab = cx.tabs_mut().turn_to(index, left);
        enter(cx, tab);
    }
}

/// Opens an empty tab after the shown one. Does nothing if the shown tab cannot be left.
pub(in crate::app) fn open_empty(cx: &mut Cx<'_>) {
    if can_leave(cx) {
        let left = leave(cx);
        let number = cx.tabs_mut().add_after(left);
        enter(cx, Tab { number, ..Tab::default() });
    }
}

/// Performs `then`, which shows a match, in a tab of its own. Does nothing if the shown tab has a file and cannot be
/// left.
pub(in crate::app) fn open_new(cx: &mut Cx<'_>, then: DeferredAction) {
    if leave_open_file(cx) {
        guard::guarded(cx, then);
    }
}

/// Opens an empty tab for another file, unless the shown tab has no file, an untouched sample, or the list whose files
/// are opened in tabs. Returns whether the shown tab can get a file now.
pub(in crate::app) fn leave_open_file(cx: &mut Cx<'_>) -> bool {
    let list = cx.tabs_mut().replaced_list.take();
    let is_replaceable = |file: &FileSession| {
        file.is_untouched_sample() || list == Some(file.opened) && !file.is_unsaved()
    };
    if cx.library.file().is_none_or(is_replaceable) {
        return true;
    }
    open_empty(cx);
    cx.library.file().is_none()
}

/// Closes the shown tab, and shows the next one.
pub(in crate::app) fn close_shown(cx: &mut Cx<'_>, guarded: Guarded) {
    let left = leave(cx);
    let Some(tab) = cx.tabs_mut().take_next() else { return enter(cx, left) };
    let is_shared = left.opened.is_some_and(|opened| cx.tabs.shows(opened));
    if !is_shared && left.opened != tab.opened {
        if cx.library.file().is_some_and(FileSession::is_loading) {
            cx.cancel([JobKind::Read]);
        }
        cx.library_mut().close(guarded);
    }
    enter(cx, tab);
}

/// Shows the tab that has the files at `paths` open, if a hidden one does. Returns whether it does.
pub(in crate::app) fn show_file(cx: &mut Cx<'_>, paths: &[PathBuf]) -> bool {
    if cx.library.shows_files(paths) {
        return false;
    }
    let has_paths = |file: &&FileSession| file.read.paths == paths && file.is_on_disk();
    let Some(opened) = cx.library.files().find(has_paths).map(|file| file.opened) else {
        return false;
    };
    let Some(index) = cx.tabs.position(|tab| tab.opened == Some(opened)) else { return false };
    show(cx, index);
    true
}

/// Shows the tab with this number, which has requested files that have arrived. Opens a new tab if it is closed. Returns
/// whether that tab is shown now; `false` if the shown one cannot be left.
pub(in crate::app) fn show_requesting(cx: &mut Cx<'_>, tab: Option<u64>) -> bool {
    let before = cx.tabs.shown;
    let Some(number) = tab else { return true };
    if number == before {
        return true;
    }
    match cx.tabs.position(|tab| tab.number == number) {
        Some(index) => show(cx, index),
        None => open_empty(cx),
    }
    cx.tabs.shown != before
}
