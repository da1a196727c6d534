//! [`TabsAction`]: opening and closing tabs.

use super::{
    shared_file::share_undo,
    switching::{can_leave, leave, open_empty, show},
    tab_list::Tab,
};
use crate::{
    app::{
        Center, Cx, DeferredAction, FileSession, JobKind, LibraryAction, Offer, RecordSession,
        SavingAction, Session, Shell, guard, library,
    },
    archive::RecordId,
};
use std::path::PathBuf;

/// The maximum number of files for which tabs are offered.
const MAX_FILES_IN_TABS: usize = 20;

#[derive(Clone, Debug)]
pub enum TabsAction {
    /// Open an empty tab after the shown one.
    New,
    /// Show the tab at this index.
    Show(usize),
    /// Show the next tab; after the last one, the first.
    Next,
    /// Show the previous tab; before the first one, the last.
    Previous,
    /// Close the tab at this index, after asking about its unsaved work.
    Close(usize),
    /// Open this record of the file in a new tab. If a tab shows it, show that tab.
    Open(RecordId),
    /// If a single file has unsaved work, show its tab, since the user is asked about it.
    ShowOnlyUnsaved,
    /// Save the unsaved work of every tab, one after the other, then quit.
    SaveAll,
    /// Give the shown record a tab of its own. The shown tab returns to the record before it.
    Split,
    /// Open each of these files in a tab of its own, unless a tab has it. They replace the list of them.
    OpenFiles(Vec<PathBuf>),
}

pub(in crate::app) fn update_tabs(cx: &mut Cx<'_>, action: TabsAction) {
    let (shown, count) = (cx.tabs.shown_index, cx.tabs.count());
    match action {
        TabsAction::New => open_empty(cx),
        TabsAction::Show(index) => show(cx, index),
        TabsAction::Next => show(cx, (shown + 1) % count),
        TabsAction::Previous => show(cx, (shown + count - 1) % count),
        TabsAction::Close(index) => close(cx, index),
        TabsAction::Open(id) => open_record(cx, id),
        TabsAction::Split => split(cx),
        TabsAction::ShowOnlyUnsaved => {
            if cx.library.files().filter(|file| file.is_unsaved()).count() == 1 {
                show_unsaved(cx);
            }
        }
        TabsAction::SaveAll => save_all(cx),
        TabsAction::OpenFiles(paths) => {
            let file = cx.library.file();
            let list = file.filter(|file| file.read.paths == paths && !file.is_unsaved());
            let replaced_list = list.map(|file| file.opened);
            let tabs = cx.tabs_mut();
            tabs.replaced_list = replaced_list;
            tabs.queue = paths.into();
            open_next(cx);
        }
    }
}

/// Returns whether the shown record can get a tab of its own.
pub fn can_open_in_new_tab(session: &Session) -> bool {
    let file = session.library.file();
    session.open.is_some() && file.is_some_and(|file| file.record.previous.is_some())
}

fn open_record(cx: &mut Cx<'_>, id: RecordId) {
    let Some(file) = cx.library.file() else { return };
    let (opened, shown) = (file.opened, file.record.id);
    if shown == id {
        return;
    }
    let is_open = |tab: &Tab| tab.opened == Some(opened) && tab.record.id == id;
    if let Some(index) = cx.tabs.position(is_open) {
        return show(cx, index);
    }
    if can_leave(cx) {
        let left = leave(cx);
        cx.tabs_mut().add_after(left);
        cx.show_center(Center::Boards);
        library::choose(cx, id);
        library::update_listing(cx);
    }
}

fn split(cx: &mut Cx<'_>) {
    let number = cx.tabs.shown;
    let Shell { matches, center, .. } = cx.shell;
    let Some(file) = cx.file() else { return };
    let Some((id, moment)) = file.record.previous else { return };
    let record = RecordSession { id, ..RecordSession::default() };
    let opened = Some(file.opened);
    let is_open = |tab: &Tab| tab.opened == opened && tab.record.id == id;
    if cx.tabs.position(is_open).is_some() {
        // The record before has a tab already, which stays as it is.
        let noun = cx.noun();
        return cx.notify(format!("This {noun} has a tab of its own already."));
    }
    cx.in_file(|file| file.record.previous = None);
    let left = Tab { number, opened, record, moment, matches, center, ..Tab::default() };
    cx.tabs_mut().add_after(left);
    share_undo(cx);
}

fn close(cx: &mut Cx<'_>, index: usize) {
    if index == cx.tabs.shown_index {
        return guard::guarded(cx, DeferredAction::Close);
    }
    let Some(tab) = cx.tabs.get(index) else { return };
    let opened = tab.opened;
    let is_shared = cx.tabs.hidden.iter().filter(|tab| tab.opened == opened).count() > 1
        || cx.library.file().map(|file| file.opened) == opened;
    if is_shared {
        cx.tabs_mut().remove(index);
        return share_undo(cx);
    }
    match guard::guard_hidden(cx, opened) {
        Some(guarded) => {
            if cx.library.parked(opened).is_some_and(FileSession::is_loading) {
                cx.cancel([JobKind::Read]);
            }
            cx.tabs_mut().remove(index);
            cx.library_mut().drop_parked(opened, &guarded);
        }
        None => {
            let number = cx.tabs.get(index).map(|tab| tab.number);
            show(cx, index);
            if number == Some(cx.tabs.shown) {
                guard::guarded(cx, DeferredAction::Close);
            }
        }
    }
}

/// Shows a tab whose file has unsaved work, unless the shown one does. Returns whether there is one.
fn show_unsaved(cx: &mut Cx<'_>) -> bool {
    if cx.is_unsaved() {
        return true;
    }
    let unsaved = cx.library.files().find(|file| file.is_unsaved());
    let Some(opened) = unsaved.map(|file| file.opened) else { return false };
    if let Some(index) = cx.tabs.position(|tab| tab.opened == Some(opened)) {
        show(cx, index);
    }
    true
}

/// Saves the first unsaved file, after which the next one follows. Quits once all are saved.
fn save_all(cx: &mut Cx<'_>) {
    if show_unsaved(cx) {
        // Otherwise the shown tab cannot be left now, and a notice says why.
        if cx.is_unsaved() {
            cx.request(SavingAction::SaveThen(DeferredAction::SaveAllAndQuit));
        }
    } else {
        guard::guarded(cx, DeferredAction::Quit);
    }
}

/// If `paths`, which are open as one list, are a few files, offers to open each in a tab of its own.
pub(in crate::app) fn offer_tabs(cx: &mut Cx<'_>, paths: &[PathBuf]) {
    if (2..=MAX_FILES_IN_TABS).contains(&paths.len()) {
        let files = cx.library.file().map_or(&[][..], |file| &file.list.files);
        // A folder contains files with other paths.
        let are_files = paths.iter().all(|path| files.iter().any(|file| file.path == *path));
        let what = if are_files { "files" } else { "files and folders" };
        let words = format!("The {} {what} are open as one list.", paths.len());
        cx.notify_with_offer(words, Offer::OpenInTabs(paths.to_vec()));
    }
}

/// Opens the next file that is to get a tab of its own, if any. An unreadable file leaves its tab to the next one.
pub(in crate::app) fn open_next(cx: &mut Cx<'_>) {
    while let Some(path) = cx.tabs_mut().queue.pop_front() {
        let paths = vec![path];
        if !cx.library.files().any(|file| file.read.paths == paths) {
            return cx.request(LibraryAction::OpenAll(paths));
        }
    }
}
