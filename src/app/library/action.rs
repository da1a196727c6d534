//! [`LibraryAction`]: opening files, and navigating the match list.

use super::{
    FilesChecked, GrownList, RecordRead,
    file_check::{check_files, files_checked},
    opening::read,
};
use crate::{
    app::{
        Arrival, Cx, DeferredAction, FileAnswer, ImportedList, ImportingAction, ListStep,
        LoadRequest, OpenedFiles, Recovered, guard,
        guard::Guarded,
        library::{
            listing::{
                apply_endings, apply_growth, apply_rows, filter, sort_by, step_list, stop_reading,
            },
            opening::{apply_opened, show_saved},
            pasting::{apply_imported, paste},
            record::{arrive, choose, record_read},
            recovered::show_recovered,
        },
        tabs,
    },
    archive::{CellValue, Index, RecordId, RowNumber},
};
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub enum LibraryAction {
    /// Open a file, or a folder of files.
    Open(PathBuf),
    /// Open these files and folders as one list.
    OpenAll(Vec<PathBuf>),
    /// Files were loaded, each completely or in part.
    OpenedFiles(Box<OpenedFiles>),
    /// More of the file was loaded.
    GrownList(Box<GrownList>),
    StopReading,
    /// The window got the focus: check whether the open files have changed on disk.
    WindowFocused,
    /// The open files were compared with the disk.
    FilesChecked(Box<FilesChecked>),
    RecordRead(Box<RecordRead>),
    /// The list was filtered and sorted into these rows.
    Listed(Vec<RowNumber>),
    /// Matches were replayed: the index with the endings known so far.
    Replayed(Box<Index>),
    /// Step through the list in display order.
    Step(ListStep),
    Sort(CellValue),
    /// The file dialog was closed.
    OpenDialogClosed(FileAnswer),
    Choose(RecordId),
    /// Show this match, and go to this place in it.
    ShowAt(RecordId, Arrival),
    /// The open file was saved: show the chosen record as it is in the file.
    ShowSaved,
    /// Show these recovered changes.
    ShowRecovered(Box<Recovered>, Guarded),
    /// Set the match filter.
    Filter(String),
    /// Open the text of the clipboard.
    Pasted(String),
    /// Open downloaded matches.
    Imported(Box<ImportedList>),
}

pub(in crate::app) fn update_library(cx: &mut Cx<'_>, action: LibraryAction) {
    match action {
        LibraryAction::Open(path) => open_all(cx, vec![path]),
        LibraryAction::OpenAll(paths) => open_all(cx, paths),
        LibraryAction::OpenedFiles(opened) => apply_opened(cx, *opened),
        LibraryAction::GrownList(grown) => apply_growth(cx, *grown),
        LibraryAction::StopReading => stop_reading(cx),
        LibraryAction::WindowFocused => check_files(cx),
        LibraryAction::FilesChecked(checked) => files_checked(cx, *checked),
        LibraryAction::RecordRead(read) => record_read(cx, *read),
        LibraryAction::Listed(rows) => apply_rows(cx, rows),
        LibraryAction::Replayed(index) => apply_endings(cx, *index),
        LibraryAction::Step(step) => step_list(cx, step),
        LibraryAction::Sort(by) => sort_by(cx, by),
        LibraryAction::OpenDialogClosed(answer) => match answer {
            FileAnswer::Chosen(path) => open_all(cx, vec![path]),
            FileAnswer::Cancelled => {}
            FileAnswer::Unavailable => cx.request(ImportingAction::TypePath),
        },
        LibraryAction::Choose(id) => choose_other(cx, id),
        LibraryAction::ShowAt(id, place) => {
            choose_other(cx, id);
            arrive(cx, place);
        }
        LibraryAction::ShowSaved => show_saved(cx),
        LibraryAction::ShowRecovered(recovered, guarded) => {
            show_recovered(cx, *recovered, guarded);
        }
        LibraryAction::Filter(words) => filter(cx, words),
        LibraryAction::Pasted(text) => paste(cx, &text),
        LibraryAction::Imported(list) => apply_imported(cx, *list),
    }
}

/// Shows record `id` unless it is shown already, so that the current moment stays.
fn choose_other(cx: &mut Cx<'_>, id: RecordId) {
    let is_shown = cx.open.is_some() || cx.is_loading_record();
    if !is_shown || cx.file().is_some_and(|file| file.record.id != id) {
        choose(cx, id);
    }
}

fn open_all(cx: &mut Cx<'_>, mut paths: Vec<PathBuf>) {
    cx.close_dialog();
    // Standard input is for the command line only: the window would wait for input forever.
    for path in &mut paths {
        if path == Path::new("-") {
            *path = Path::new(".").join(&path);
        }
    }
    if tabs::show_file(cx, &paths) {
        return;
    }
    if cx.library.shows_files(&paths) {
        return guard::guarded(cx, DeferredAction::Open(paths));
    }
    // They get a tab of their own after loading, unless they hold the missing board of the open match.
    read(cx, LoadRequest::of(paths), None, None, None);
}
