//! [`TabRow`]: a tab as the strip of tabs shows it.

use super::{shared_file::records_elsewhere, tab_list::Tab};
use crate::{
    app::{FileSession, Session, Storage},
    archive::RecordId,
};
use std::collections::BTreeSet;

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

/// Returns whether `file` has unsaved work outside the records that are shown `elsewhere`.
fn has_own_changes(file: &FileSession, elsewhere: &BTreeSet<RecordId>) -> bool {
    !file.storage.is_in_file()
        || file.changes.texts().any(|(id, _)| !elsewhere.contains(&id))
        || file.drafts().iter().any(|draft| !elsewhere.contains(&draft.place.record))
}
