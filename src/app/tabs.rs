//! [`Tabs`]: several open matches, one of which is shown.
//!
//! The session holds the shown tab. A hidden [`Tab`] keeps its record with the playhead and the view, and the number of
//! its file. Switching swaps both. Tabs of the same file share its [`FileSession`], so that each sees the changes of the
//! others and saving writes them all; only undo is separate. Jobs follow the shown tab: leaving a tab cancels its jobs,
//! and the work that they left unfinished starts again once the tab is shown.

use super::{
    Arrival, Center, Cx, DeferredAction, EngineAction, FileSession, JobKind, KriegspielAction,
    LibraryAction, LoadRequest, Offer, Open, RecordSession, Round, Save, SavingAction,
    SearchAction, Session, Shell, Storage, guard, guard::Guarded, library, playback,
};
use crate::{archive::RecordId, rules::BoardId, timeline::Moment};
use std::{
    cmp::Ordering,
    collections::{BTreeSet, VecDeque},
    path::PathBuf,
};

/// The maximum number of files for which tabs are offered.
const MAX_FILES_IN_TABS: usize = 20;

/// The hidden tabs, and the place of the shown one among them.
#[derive(Clone, Debug, Default)]
pub struct Tabs {
    /// The hidden tabs, from left to right.
    hidden: Vec<Tab>,
    /// The number of hidden tabs to the left of the shown one.
    shown_index: usize,
    /// The number of the shown tab.
    shown: u64,
    /// The highest number given to a tab. Tabs keep their numbers.
    last: u64,
    /// The files to open next, each in a tab of its own.
    queue: VecDeque<PathBuf>,
    /// The number of the list whose files are opened in tabs. The first of them replaces it.
    replaced_list: Option<u64>,
}

/// A hidden tab.
#[derive(Clone, Debug, Default)]
pub struct Tab {
    number: u64,
    /// The number of the file; `None` for the start page.
    opened: Option<u64>,
    record: RecordSession,
    /// The record with its view; `None` if it is to be loaded again, at `moment`.
    open: Option<Open>,
    moment: Moment,
    /// The revision of the file when the tab was hidden.
    revision: u64,
    /// The puzzles that were left to look at a match.
    paused: Option<Round>,
    matches: bool,
    center: Center,
    /// Whether the boards are turned around.
    flipped: bool,
}

/// A tab as the strip of tabs shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TabRow {
    /// The name of the file, such as `club.bpgn`, or `new match` for one that is in no file.
    pub name: String,
    /// What tells tabs with the same name apart, as ` · 7` for match 7 of its file, or ` 2` for the second new match;
    /// empty if there is nothing.
    pub number: String,
    /// The whole name with the players.
    pub words: String,
    pub is_unsaved: bool,
    pub is_shown: bool,
}

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

impl Tabs {
    /// Returns the number of tabs.
    pub const fn count(&self) -> usize {
        self.hidden.len() + 1
    }

    /// Returns the number of the shown tab. It identifies the tab, and does not depend on its place.
    pub(in crate::app) const fn shown(&self) -> u64 {
        self.shown
    }

    /// Returns whether a hidden tab shows the file with the number `opened`.
    pub(in crate::app) fn shows(&self, opened: u64) -> bool {
        self.hidden.iter().any(|tab| tab.opened == Some(opened))
    }

    /// Returns the record and the moment of a hidden tab of the file with the number `opened`.
    pub(in crate::app) fn place_in(&self, opened: u64) -> Option<(RecordId, Moment)> {
        let tab = self.hidden.iter().find(|tab| tab.opened == Some(opened))?;
        Some((tab.record.id, tab.moment))
    }

    /// Returns the index of the first hidden tab that `is_wanted`.
    fn position(&self, is_wanted: impl Fn(&Tab) -> bool) -> Option<usize> {
        let place = self.hidden.iter().position(is_wanted)?;
        Some(if place < self.shown_index { place } else { place + 1 })
    }

    /// Returns the hidden tab at `index`; `None` for the shown one.
    fn get(&self, index: usize) -> Option<&Tab> {
        match index.cmp(&self.shown_index) {
            Ordering::Less => self.hidden.get(index),
            Ordering::Equal => None,
            Ordering::Greater => self.hidden.get(index - 1),
        }
    }

    /// Removes and returns the hidden tab at `index`.
    fn remove(&mut self, index: usize) -> Tab {
        if index > self.shown_index {
            return self.hidden.remove(index - 1);
        }
        self.shown_index -= 1;
        self.hidden.remove(index)
    }

    /// Makes the hidden tab at `index` the shown one, with `left` in the place of the tab shown so far. Returns the tab
    /// to show.
    fn turn_to(&mut self, index: usize, left: Tab) -> Tab {
        self.hidden.insert(self.shown_index, left);
        self.shown_index = index;
        let tab = self.hidden.remove(index);
        self.shown = tab.number;
        tab
    }

    /// Makes the tab after the shown one, or else that before it, the shown one in its place. Returns the tab to show;
    /// `None` if there is no hidden tab.
    fn take_next(&mut self) -> Option<Tab> {
        if self.shown_index == self.hidden.len() {
            self.shown_index = self.shown_index.checked_sub(1)?;
        }
        let tab = self.hidden.remove(self.shown_index);
        self.shown = tab.number;
        Some(tab)
    }

    /// Hides `left` and makes a new tab after it the shown one. Returns the number of the new tab.
    fn add_after(&mut self, left: Tab) -> u64 {
        self.hidden.insert(self.shown_index, left);
        self.shown_index += 1;
        self.last += 1;
        self.shown = self.last;
        self.shown
    }
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

/// Returns the tabs from left to right.
pub fn tab_rows(session: &Session) -> Vec<TabRow> {
    let tabs = &session.tabs;
    let row = |tab: &Tab| tab_row(session, tab.number, tab.opened, tab.record.id);
    let file = session.library.file();
    let id = file.map_or(0, |file| file.record.id);
    let shown = tab_row(session, tabs.shown, file.map(|file| file.opened), id);
    let mut rows: Vec<TabRow> = tabs.hidden.iter().map(row).collect();
    rows.insert(tabs.shown_index, shown);
    rows
}

fn tab_row(session: &Session, tab: u64, opened: Option<u64>, id: RecordId) -> TabRow {
    let is_shown = session.tabs.shown == tab;
    let file = session.library.files().find(|file| Some(file.opened) == opened);
    let Some(file) = file else {
        let (name, number) = ("New tab".to_owned(), String::new());
        return TabRow { words: name.clone(), name, number, is_unsaved: false, is_shown };
    };
    let elsewhere = records_elsewhere(session, file.opened, tab, id);
    let (name, is_unsaved) = (file.name(), has_own_changes(file, &elsewhere));
    let number = if file.matches() > 1 { format!(" · {}", id + 1) } else { String::new() };
    let words = match file.row(id) {
        Some(row) if row.second.is_empty() => format!("{name}{number}: {}", row.first),
        Some(row) => format!("{name}{number}: {} vs {}", row.first, row.second),
        None => format!("{name}{number}"),
    };
    let (name, number) = match unsaved_name(file) {
        Some((name, new)) => (name, format!("{new}{number}")),
        None => (name, number),
    };
    TabRow { name, number, words, is_unsaved, is_shown }
}

/// Splits the name of a file that is nowhere on disk into its words and its number: `new match` and ` 2`. The number is
/// empty for the first file of that name. Returns `None` for other files.
fn unsaved_name(file: &FileSession) -> Option<(String, String)> {
    if file.storage != Storage::NoFile {
        return None;
    }
    let stem = file.path.file_stem()?.to_str()?;
    let is_number = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    match stem.rsplit_once(' ') {
        Some((words, number)) if is_number(number) => {
            Some((words.to_owned(), format!(" {number}")))
        }
        _ => Some((stem.to_owned(), String::new())),
    }
}

/// Returns the records of the file `opened` that other tabs than the one with the number `tab` show, except `id`.
fn records_elsewhere(session: &Session, opened: u64, tab: u64, id: RecordId) -> BTreeSet<RecordId> {
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

/// Returns whether `file` has unsaved work outside the records that are shown `elsewhere`.
fn has_own_changes(file: &FileSession, elsewhere: &BTreeSet<RecordId>) -> bool {
    !file.storage.is_in_file()
        || file.changes.texts().any(|(id, _)| !elsewhere.contains(&id))
        || file.drafts().iter().any(|draft| !elsewhere.contains(&draft.place.record))
}

/// Leaves the changes of records that other tabs show to the undo of these tabs.
pub(in crate::app) fn share_undo(cx: &mut Cx<'_>) {
    let Some(file) = cx.library.file() else { return };
    let records = records_elsewhere(cx, file.opened, cx.tabs.shown, file.record.id);
    cx.in_file(|file| file.changes.leave_to_others(records));
}

/// Returns whether the shown record can get a tab of its own.
pub fn can_open_in_new_tab(session: &Session) -> bool {
    let file = session.library.file();
    session.open.is_some() && file.is_some_and(|file| file.record.previous.is_some())
}

/// Returns whether the shown tab can be left. Otherwise shows the reason: a save needs the tab until it has ended, or a
/// typed move cannot be played.
fn can_leave(cx: &mut Cx<'_>) -> bool {
    let file = cx.library.file();
    let is_busy = file.is_some_and(|file| file.path_dialog || file.save != Save::Idle);
    if is_busy {
        cx.notify("Wait until the file is saved, then change the tab.".to_owned());
    }
    !is_busy && playback::commit_typed_moves(cx)
}

/// Takes the shown tab out of the session: pauses the playback and cancels its jobs. The file stays.
fn leave(cx: &mut Cx<'_>) -> Tab {
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

fn show(cx: &mut Cx<'_>, index: usize) {
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
    if !can_leave(cx) {
        return;
    }
    let left = leave(cx);
    cx.tabs_mut().add_after(left);
    cx.show_center(Center::Boards);
    library::choose(cx, id);
    library::update_listing(cx);
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
