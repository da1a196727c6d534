//! Opening files and matches.

use super::completing::complete_open;
use crate::{
    analysis::puzzles::PUZZLE_TAG,
    app::{
        Center, Cx, DeferredAction, Dialog, Effect, FileSession, ImportingAction, JobKind,
        KriegspielAction, LoadRequest, Offer, OpenedFiles, Panel, ReadJob, ReadRequest,
        SearchAction, ShellAction, Storage, guard,
        guard::Guarded,
        imported::{ImportedNote, report_imported},
        library::{
            file_check::missing_text,
            listing::{report_notices, show_pending_match, update_listing},
            record::{choose, go_to_name, show_chosen},
        },
        load_request::warn_about_files,
        tabs,
    },
    archive::{Collection, RecordId, RowNumber, TextOrigin},
    file::Source,
    parallel::MAX_SERIAL,
    text::sentence,
};
use std::path::{Path, PathBuf};

impl OpenedFiles {
    /// Returns the kind of place where the matches are stored.
    fn storage(&self, list: &Collection) -> Storage {
        let is_input = self.read.paths.first().is_none_or(|path| path == Path::new("-"));
        match list.files.as_slice() {
            // Standard input cannot be read again.
            _ if is_input => Storage::NoFile,
            [] => Storage::InPlace,
            files if files.iter().all(|it| it.origin == TextOrigin::Paired) => Storage::Imported,
            // An archive cannot be overwritten with unpacked data, and a BGN file cannot be overwritten with BPGN.
            [only_file] if !only_file.is_as_written() => Storage::ReadOnly,
            _ => Storage::InPlace,
        }
    }
}

/// Loads the files of the request `read`, then shows match `game` (one-based) at position `at`. Asks the user about
/// unsaved work before showing the match. With `guarded`, the user has been asked before loading, and is asked again
/// only if the work changes during loading or a save is running.
pub(in crate::app) fn read(
    cx: &mut Cx<'_>,
    read: LoadRequest,
    game: Option<usize>,
    at: Option<String>,
    guarded: Option<&Guarded>,
) {
    let allowed = guarded.map(|_| cx.library.unsaved_revision());
    let other = |file: &&FileSession| file.is_loading() && file.read.paths != read.paths;
    let loading = cx.library.files().find(other).map(FileSession::name);
    if let Some(name) = loading {
        cx.notify(format!("Stopped loading {name}. Reload it to load the rest."));
    }
    let tab = cx.tabs.shown();
    cx.library_mut().begin_read(ReadRequest { read: read.clone(), allowed, tab });
    let (keep_mb, with_chat) = (cx.settings.keep_mb, cx.settings.chat);
    cx.run(Effect::Read(Box::new(ReadJob { read, keep_mb, with_chat, game, at })));
}

/// Shows `list` under the name `path`: match `game` (one-based; `None` for the first) at position `at` (`None` for the
/// start). If there is unsaved work, asks the user instead.
pub fn show(cx: &mut Cx<'_>, path: &Path, list: Collection, game: Option<usize>, at: Option<&str>) {
    let opened = OpenedFiles {
        game,
        at: at.map(str::to_owned),
        ..OpenedFiles::complete(path, Collection::default())
    };
    if let Some(guarded) = guard::guard(cx, &DeferredAction::Open(opened.read.paths.clone())) {
        show_opened(cx, &opened, list, Storage::ReadOnly, guarded);
    }
}

/// Shows `list`, which is completely loaded, under the name `path`.
pub(in crate::app) fn show_list(
    cx: &mut Cx<'_>,
    path: &Path,
    list: Collection,
    storage: Storage,
    guarded: Guarded,
) {
    let opened = OpenedFiles::complete(path, Collection::default());
    show_opened(cx, &opened, list, storage, guarded);
}

/// Shows `list`. `opened` describes how the list was loaded, and what to show first.
pub(in crate::app) fn show_opened(
    cx: &mut Cx<'_>,
    opened: &OpenedFiles,
    list: Collection,
    storage: Storage,
    guarded: Guarded,
) {
    let many = list.index.len() > 1 || opened.is_partial;
    let files = list.files.len();
    let is_reload = cx.library.shows_files(&opened.read.paths);
    // The file that was shown last comes first.
    let before: Vec<&FileSession> = cx.library.files().collect();
    let duplicates = before.iter().rev().find_map(|it| repeated_matches_notice(it, opened, &list));
    cancel_file_jobs(cx);
    let reloaded = tabs::keep_shared_file(cx, &opened.read);
    cx.library_mut().replace(opened, list, storage, guarded);
    tabs::follow_reload(cx, reloaded);
    cx.request(ImportingAction::Finished);
    cx.end_puzzles();
    // Dialogs and offers about the previous file are obsolete.
    cx.close_dialog_if(Dialog::is_about_open_file);
    if !is_reload {
        cx.notices().dismiss_earlier();
    }
    cx.notices().forget_offers();
    cx.show_matches(many);
    if cx.shell.center != Center::Table || !many {
        cx.show_center(Center::Boards);
    }
    cx.request(SearchAction::Forget);
    update_listing(cx);
    cx.request(KriegspielAction::FileShown);
    choose(cx, 0);
    if !is_reload {
        leave_search(cx);
    }
    match (opened.game, &opened.at) {
        (Some(game), at) => show_pending_match(cx, game, at.clone(), !opened.is_partial),
        (None, Some(at)) => go_to_name(cx, at),
        (None, None) => {}
    }
    if let Some(words) = duplicates {
        cx.notify(words);
    }
    offer_puzzles(cx);
    if !opened.is_partial && files > 0 {
        report_notices(cx);
    }
    cx.request(ShellAction::FirstSteps);
}

/// Shows the announcements of a new game of Kriegspiel instead of a search from before it was opened.
fn leave_search(cx: &mut Cx<'_>) {
    if cx.shell.panel == Panel::Search && cx.library.file().is_some_and(FileSession::shows_game) {
        cx.select_panel(Panel::Moves);
    }
}

/// Closes the open files and shows the start page.
pub(in crate::app) fn close(cx: &mut Cx<'_>, guarded: Guarded) {
    cancel_file_jobs(cx);
    cx.end_puzzles();
    cx.close_record();
    cx.library_mut().close(guarded);
    cx.notices().forget_offers();
    cx.show_matches(false);
    cx.show_center(Center::Boards);
    cx.request(SearchAction::Forget);
}

/// Offers to solve the puzzles if the file is a puzzle set.
fn offer_puzzles(cx: &mut Cx<'_>) {
    let Some(open) = &cx.open else { return };
    let text = open.content.text();
    let is_set = open.content.tags().iter().any(|tag| tag.name.of(text) == PUZZLE_TAG.as_bytes());
    if is_set {
        cx.notify_with_offer("This file is a set of puzzles.".to_owned(), Offer::SolvePuzzles);
    }
}

/// Cancels the jobs whose results the open file is waiting for.
fn cancel_file_jobs(cx: &mut Cx<'_>) {
    let file = cx.library.file();
    let pending: Vec<JobKind> = file.into_iter().flat_map(FileSession::pending_jobs).collect();
    cx.cancel(pending);
}

/// Returns a notice about matches in `list` that are also in the open file `before`. Returns `None` if there are no such
/// matches, if the same files are reloaded, or if comparing the lists would take too long.
fn repeated_matches_notice(
    before: &FileSession,
    opened: &OpenedFiles,
    list: &Collection,
) -> Option<String> {
    let lengths = [&before.list, list].map(|list| list.index.len());
    let is_on_disk = before.list.files.iter().any(|file| file.fingerprint.is_some());
    let is_reload =
        is_on_disk && opened.read.paths.iter().all(|path| before.read.paths.contains(path));
    if is_reload || lengths.into_iter().any(|len| len > MAX_SERIAL) {
        return None;
    }
    let duplicates = list.index.duplicates_in(&before.list.index);
    let mut theirs: Vec<RecordId> = duplicates.iter().map(|(_, id)| *id).collect();
    theirs.sort_unstable();
    theirs.dedup();
    let name = match before.list.files.len() {
        0 | 1 => before.name(),
        _ => "the last list".to_owned(),
    };
    match (list.index.len(), duplicates.as_slice(), theirs.as_slice()) {
        (1, [(_, id)], _) => {
            Some(format!("You already have this match: {}.", place_of(before, *id)))
        }
        (_, [(new, id)], _) => {
            Some(format!("You already have match {}: {}.", new + 1, place_of(before, *id)))
        }
        (.., []) => None,
        (.., [_]) => Some(format!("One match of {name} is also here.")),
        (.., theirs) => Some(format!("{} matches of {name} are also here.", theirs.len())),
    }
}

/// Returns the place of record `id`: the name of its file and, if the file has several matches, its number there.
fn place_of(session: &FileSession, id: RecordId) -> String {
    let name = match session.list.place(id) {
        Some((file, _)) if session.list.files.len() > 1 => {
            file.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
        }
        _ => session.name(),
    };
    match session.list.number_in_file(id) {
        Some((number, 2..)) => format!("match {number} of {name}"),
        _ => name,
    }
}

pub(in crate::app) fn apply_opened(cx: &mut Cx<'_>, mut opened: OpenedFiles) {
    let request = cx.library_mut().arrive();
    let is_there = tabs::show_requesting(cx, request.as_ref().map(|request| request.tab));
    match std::mem::replace(&mut opened.list, Ok(Collection::default())) {
        Err(error) => {
            cx.request(ImportingAction::Refused(vec![sentence(&error.to_string()).into()]));
        }
        Ok(list) if !opened.has_matches => match opened.imported {
            Some(imported) if is_nothing(&list, &imported.notes) => {
                cx.request(ImportingAction::Refused(imported.refusal()));
            }
            imported => {
                report_no_matches(cx, &opened.read, &list);
                report_imported(cx, imported.unwrap_or_default().notes);
            }
        },
        Ok(list) if is_there && !opened.is_partial && complete_open(cx, &list) => {
            cx.request(ImportingAction::Finished);
        }
        Ok(list) => {
            // The answer was about the unsaved work of the requesting tab.
            let asked = if is_there { request.as_ref() } else { None };
            let allowed = asked.and_then(|request| request.allowed);
            let then = match request {
                Some(request) if !request.read.unlimited.is_empty() => {
                    DeferredAction::UnpackWhole(request.read)
                }
                _ => DeferredAction::Open(opened.read.paths.clone()),
            };
            if !cx.library.shows_files(&opened.read.paths) {
                tabs::leave_open_file(cx);
            }
            match guard::guard_arrival(cx, allowed, &then) {
                Some(guarded) => show_read(cx, opened, list, guarded),
                // The rest is not loaded now: once the user has saved or discarded the unsaved work, the files are
                // loaded again.
                None if opened.is_partial => cx.cancel([JobKind::Read]),
                None => {}
            }
        }
    }
    tabs::open_next(cx);
}

/// Returns whether there is no text in `list`, only `notes` on why.
fn is_nothing(list: &Collection, notes: &[ImportedNote]) -> bool {
    let mut files = list.files.iter();
    list.files.is_empty() || !notes.is_empty() && files.all(|file| file.text.is_blank())
}

/// Shows the loaded `list`, which has matches.
fn show_read(cx: &mut Cx<'_>, mut opened: OpenedFiles, list: Collection, guarded: Guarded) {
    let storage = opened.storage(&list);
    let is_reload = cx.library.shows_files(&opened.read.paths);
    show_opened(cx, &opened, list, storage, guarded);
    if let Some(imported) = opened.imported.take() {
        imported.report(cx);
    }
    if !is_reload {
        tabs::offer_tabs(cx, &opened.read.paths);
    }
    if storage.is_in_file() {
        let paths = opened.read.paths.iter().rev();
        cx.change_settings(|settings| paths.for_each(|path| settings.remember(path)));
    }
}

/// Shows the chosen record again, as it is in the saved file.
pub(super) fn show_saved(cx: &mut Cx<'_>) {
    let Some(file) = cx.file_mut() else { return };
    let changes = &file.changes;
    file.edited.retain(|&id, _| changes.text(id).is_some());
    let missing = missing_text(&file.name());
    cx.notices().dismiss_texts(&[&missing]);
    show_chosen(cx);
    update_listing(cx);
}

/// Reports that the loaded files have no matches.
fn report_no_matches(cx: &mut Cx<'_>, read: &LoadRequest, list: &Collection) {
    warn_about_files(cx, list, read);
    let what = match list.files.as_slice() {
        // A BGN file already has a notice for each line that is not a match.
        [file] if file.bgn.is_some() => return,
        [] => "no match files in this folder",
        [file] if file.text.is_blank() && file.notices.is_empty() => "the file is empty",
        [_] => "no bughouse match in this file",
        _ => "no bughouse match in these files",
    };
    let path = read.paths.first().map(|path| path.display().to_string()).unwrap_or_default();
    let note = format!("{path}: {what}.").into();
    cx.request(ImportingAction::Refused(vec![note]));
}

pub(in crate::app) fn step_match(cx: &mut Cx<'_>, forward: bool) {
    let Some(file) = cx.library.file() else { return };
    let chosen = RowNumber::try_from(file.record.id).unwrap_or(RowNumber::MAX);
    let rows = &file.filter.rows;
    let next = match rows.iter().position(|&row| row == chosen) {
        Some(place) if forward => rows.get(place + 1),
        Some(place) => place.checked_sub(1).and_then(|place| rows.get(place)),
        // If the filter excludes the current match, goes to the nearest listed match in file order.
        None if forward => rows.iter().filter(|&&row| row > chosen).min(),
        None => rows.iter().filter(|&&row| row < chosen).max(),
    };
    if let Some(&row) = next {
        choose(cx, row as usize);
    }
}

/// Shows `text` as a file that is not on disk. Its name is `STEM.EXTENSION`, or `STEM 2.EXTENSION` if a tab that stays
/// open shows a file with the first name.
pub(in crate::app) fn show_unsaved(
    cx: &mut Cx<'_>,
    stem: &str,
    extension: &str,
    text: String,
    guarded: Guarded,
) {
    let replaced = cx.library.file().filter(|file| !cx.tabs.shows(file.opened));
    let replaced = replaced.map(|file| file.opened);
    let is_free = |path: &PathBuf| {
        let mut stay = cx.library.files().filter(|file| Some(file.opened) != replaced);
        stay.all(|file| file.path != *path)
    };
    let first = PathBuf::from(format!("{stem}.{extension}"));
    let numbered = (2..).map(|number: u32| PathBuf::from(format!("{stem} {number}.{extension}")));
    let path = std::iter::once(first.clone()).chain(numbered).find(is_free).unwrap_or(first);
    let list = Collection::of(Source::from_bytes(&path, text));
    show_list(cx, &path, list, Storage::NoFile, guarded);
}
