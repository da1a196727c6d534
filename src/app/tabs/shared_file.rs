//! Files that several tabs show: what belongs to each tab, and to the tabs of a file that is replaced.

use crate::{
    app::{Cx, LoadRequest, RecordSession, Session},
    archive::RecordId,
};
use std::collections::BTreeSet;

/// Returns the records of the file `opened` that other tabs than the one with the number `tab` show, except `id`.
pub(super) fn records_elsewhere(
    session: &Session,
    opened: u64,
    tab: u64,
    id: RecordId,
) -> BTreeSet<RecordId> {
    let tabs = &session.tabs;
    let others = tabs.hidden.iter().filter(|it| it.number != tab && it.opened == Some(opened));
    let mut records: BTreeSet<RecordId> = others.map(|it| it.record.id).collect();
    if let Some(file) = session.library.file()
        && file.opened == opened
        && tabs.shown != tab
    {
        records.insert(file.record.id);
    }
    records.remove(&id);
    records
}

/// Leaves the changes of records that other tabs show to the undo of these tabs.
pub(in crate::app) fn share_undo(cx: &mut Cx<'_>) {
    let Some(file) = cx.library.file() else { return };
    let records = records_elsewhere(cx, file.opened, cx.tabs.shown, file.record.id);
    cx.in_file(|file| file.changes.leave_to_others(records));
}

/// Before the open file is replaced by the files of `read`: keeps the file if hidden tabs show it. If the file is
/// reloaded instead, returns its number.
pub(in crate::app) fn keep_shared_file(cx: &mut Cx<'_>, read: &LoadRequest) -> Option<u64> {
    let file = cx.library.file()?;
    let opened = file.opened;
    if !cx.tabs.shows(opened) {
        return None;
    }
    if file.is_on_disk() && file.read.paths == read.paths {
        return Some(opened);
    }
    cx.library_mut().park();
    None
}

/// Lets the hidden tabs of the file `reloaded` show the file that has replaced it.
pub(in crate::app) fn follow_reload(cx: &mut Cx<'_>, reloaded: Option<u64>) {
    let now = cx.library.file().map(|file| file.opened);
    let Some(reloaded) = reloaded else { return };
    for tab in cx.tabs_mut().hidden.iter_mut().filter(|tab| tab.opened == Some(reloaded)) {
        tab.opened = now;
        tab.open = None;
        tab.record = RecordSession { id: tab.record.id, ..RecordSession::default() };
    }
}
