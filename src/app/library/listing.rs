//! [`Listing`]: filter and order of the match list; also growth of the list during loading, and steps through the list.

use crate::{
    app::{
        Cx, Effect, FileSession, Imported, JobKind, ListStep, LoadState, MatchRow, SearchAction,
        library::record::{choose, go_to_name},
        load_request::warn_about_files,
    },
    archive::{CellValue, Collection, Index, RecordId, Row, RowFilter, RowNumber, WalkError},
    kriegspiel::Notation,
    parallel::MAX_SERIAL,
    text::{count_text, sentence},
};
use std::collections::{BTreeMap, HashSet};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listing {
    pub filter: RowFilter,
    pub by: CellValue,
    pub descending: bool,
    /// The identities of the watched matches; `None` unless the results of all others are hidden.
    pub watched: Option<Vec<u64>>,
}

impl Listing {
    /// Returns the rows of `index` that match the filter, in order. In file order, the matches of a series (consecutive
    /// matches between the same teams) are grouped. `edited` has the rows of changed records, which replace those of
    /// `index`.
    pub fn rows(&self, index: &Index, edited: &EditedRows) -> Vec<RowNumber> {
        let sorts_by_result = matches!(self.by, CellValue::Result | CellValue::Cause);
        match &self.watched {
            Some(watched) if sorts_by_result || self.filter.depends_on_result() => {
                let watched: HashSet<u64> = watched.iter().copied().collect();
                let is_hidden = |row: &Row<&str>| {
                    row.notation == Notation::Bpgn && !watched.contains(&row.identity())
                };
                let hide = |(&id, record): (&RecordId, &Index)| {
                    let is_listed_hidden = index.row(id).is_some_and(|row| is_hidden(&row));
                    (id, record.with_hidden_results(|_| is_listed_hidden))
                };
                let edited: EditedRows = edited.iter().map(hide).collect();
                self.visible_rows(&index.with_hidden_results(is_hidden), &edited)
            }
            _ => self.visible_rows(index, edited),
        }
    }

    /// Like [`Listing::rows`], with indexes whose results may all be shown.
    fn visible_rows(&self, index: &Index, edited: &EditedRows) -> Vec<RowNumber> {
        let mut rows = index.filter(&self.filter);
        for (&id, record) in edited {
            let Ok(number) = RowNumber::try_from(id) else { continue };
            let filter = self.filter.of_file(index.file_of(id).unwrap_or(0));
            let fits = !record.filter(&filter).is_empty();
            match (rows.binary_search(&number), fits) {
                (Ok(place), false) => {
                    rows.remove(place);
                }
                (Err(place), true) => rows.insert(place, number),
                _ => {}
            }
        }
        if self.by != CellValue::Number || self.descending {
            index.find_series();
            index.sort(&mut rows, self.by, self.descending);
        } else {
            index.group_series(&mut rows);
        }
        rows
    }
}

/// The rows of changed records, each in an index of its own.
pub type EditedRows = BTreeMap<RecordId, Index>;

/// A long list to filter and sort in the background.
#[derive(Clone, Debug)]
pub struct ListJob {
    pub index: Index,
    pub edited: EditedRows,
    pub listing: Listing,
}

/// A list that has grown during loading.
#[derive(Debug, Default)]
pub struct GrownList {
    /// The list, if it has changed.
    pub list: Option<Collection>,
    /// Whether more records are still being loaded.
    pub is_partial: bool,
    /// The error that ended loading, if any.
    pub failed: Option<WalkError>,
    /// The report on matches that were paired from single-board exports, and on files that were not read.
    pub imported: Option<Imported>,
}

impl FileSession {
    /// Returns the row of record `id`, including the user's changes; `None` without such a record.
    pub fn row(&self, id: RecordId) -> Option<MatchRow> {
        let listed = self.list.index.row(id)?;
        let row = match self.edited.get(&id).and_then(|record| record.row(0)) {
            // The index of a single record has no series, so the series comes from the list.
            Some(mut edited) => {
                edited.series = listed.series;
                edited
            }
            None => listed,
        };
        let file = self.list.files.get(listed.file);
        let name = file.and_then(|file| file.path.file_name()).unwrap_or_default();
        Some(MatchRow::of(id, &row, &name.to_string_lossy()))
    }

    /// Returns the rows to filter and sort, in the list and of changed records. The end of the hidden game is unknown.
    fn known_rows(&self) -> (Index, EditedRows) {
        let (index, mut edited) = (&self.list.index, self.edited.clone());
        let Some(id) = self.filter.hidden else { return (index.clone(), edited) };
        if let Some(record) = edited.get_mut(&id) {
            *record = record.with_hidden_end(0);
        }
        (index.with_hidden_end(id), edited)
    }

    /// Returns the number of records.
    pub const fn matches(&self) -> usize {
        self.list.index.len()
    }
}

/// The maximum size of the matches that are replayed on the UI thread, in bytes: less than a millisecond.
const MAX_REPLAYED_BYTES: u64 = 64 << 10;

/// Replays the matches of a loaded list whose endings are unknown, in a job unless the list is short. Does nothing while
/// a job replays this list.
fn replay_endings(cx: &mut Cx<'_>) {
    let is_running = cx.jobs.is_running(JobKind::Endings);
    let Some(file) = cx.file_mut() else { return };
    if file.is_loading() || file.list.index.is_replayed() {
        return;
    }
    let lengths = file.list.files.iter().map(|file| file.text.length());
    if lengths.sum::<u64>() <= MAX_REPLAYED_BYTES {
        return file.list.replay_loaded();
    }
    let is_this_list = |index: &Index| index.has_rows_of(&file.list.index);
    if is_running && file.replaying.as_ref().is_some_and(is_this_list) {
        return;
    }
    file.replaying = Some(file.list.index.clone());
    let list = Box::new(file.list.clone());
    cx.run(Effect::ReplayEndings(list));
}

/// Shows the endings that a job has read, unless the list has changed since.
pub(in crate::app) fn apply_endings(cx: &mut Cx<'_>, index: Index) {
    let Some(file) = cx.file_mut() else { return };
    if !index.has_rows_of(&file.list.index) {
        return;
    }
    if index.is_replayed() {
        file.replaying = None;
    }
    file.list.index = index;
    update_listing(cx);
}

/// Filters and sorts the list, in a job if it is long. Replays its matches if necessary.
pub(in crate::app) fn update_listing(cx: &mut Cx<'_>) {
    cx.request(SearchAction::MarkOutdated);
    replay_endings(cx);
    let hidden = cx.game_without_end();
    let watched = if cx.settings.hide_results { Some(cx.settings.watched.clone()) } else { None };
    let Some(file) = cx.file_mut() else { return };
    file.filter.hidden = hidden;
    let listing = &mut file.filter.listing;
    listing.watched = watched;
    listing.filter = std::mem::take(&mut listing.filter).with_files(&file.list.files);
    let (index, edited) = file.known_rows();
    let filter = &mut file.filter;
    if index.len() <= MAX_SERIAL {
        filter.rows = filter.listing.rows(&index, &edited);
        if std::mem::take(&mut filter.pending) {
            cx.cancel([JobKind::List]);
        }
        return;
    }
    filter.pending = true;
    let job = ListJob { index, edited, listing: filter.listing.clone() };
    cx.run(Effect::List(Box::new(job)));
}

/// Filters and sorts the list again if a player's view has begun or ceased to hide the end of the open game, or other
/// results are hidden. Neither filter nor order may depend on what is hidden.
pub(in crate::app) fn refresh_listing(cx: &mut Cx<'_>) {
    let hidden = cx.game_without_end();
    let watched = if cx.settings.hide_results { Some(&cx.settings.watched) } else { None };
    let Some(file) = cx.library.file() else { return };
    if file.filter.hidden != hidden || file.filter.listing.watched.as_ref() != watched {
        update_listing(cx);
    }
}

pub(in crate::app) fn apply_rows(cx: &mut Cx<'_>, rows: Vec<RowNumber>) {
    if let Some(file) = cx.file_mut() {
        file.filter.rows = rows;
        file.filter.pending = false;
        cx.request(SearchAction::MarkOutdated);
    }
}

pub(in crate::app) fn step_list(cx: &mut Cx<'_>, step: ListStep) {
    let Some(file) = cx.library.file() else { return };
    let rows = &file.filter.rows;
    let chosen = RowNumber::try_from(file.record.id).unwrap_or(RowNumber::MAX);
    let Some(last) = rows.len().checked_sub(1) else { return };
    let at = rows.iter().position(|&row| row == chosen);
    let to = step.from(at, last);
    if at != Some(to) {
        choose(cx, rows[to] as usize);
    }
}

/// Sets the filter. If the filter is invalid, the list stays unchanged.
pub(in crate::app) fn filter(cx: &mut Cx<'_>, words: String) {
    let names = cx.settings.names();
    let Some(file) = cx.file_mut() else { return };
    let filter = &mut file.filter;
    filter.problem = None;
    let parsed = words.parse::<RowFilter>();
    filter.words = words;
    match parsed {
        Ok(parsed) => {
            filter.listing.filter = parsed.with_user(&names);
            update_listing(cx);
        }
        Err(error) => filter.problem = Some(sentence(&error.to_string())),
    }
}

/// Sorts by the column `by`, in the default direction of that column. A second call reverses the order, a third
/// restores file order.
pub(in crate::app) fn sort_by(cx: &mut Cx<'_>, by: CellValue) {
    let default_descending = by.sorts_descending_first();
    let Some(file) = cx.file_mut() else { return };
    let listing = &mut file.filter.listing;
    if listing.by != by {
        (listing.by, listing.descending) = (by, default_descending);
    } else if listing.descending == default_descending && by != CellValue::Number {
        listing.descending = !default_descending;
    } else {
        (listing.by, listing.descending) =
            (CellValue::Number, by == CellValue::Number && !listing.descending);
    }
    update_listing(cx);
}

/// Shows the part of the list loaded so far.
pub(in crate::app) fn apply_growth(cx: &mut Cx<'_>, grown: GrownList) {
    let Some((file, is_shown)) = cx.library_mut().growing_mut() else { return };
    if let Some(list) = grown.list {
        file.list = list;
    }
    let load = std::mem::replace(&mut file.load, LoadState::of(grown.is_partial));
    let is_complete = !file.is_loading();
    if let Some(error) = grown.failed {
        cx.warn(sentence(&error.to_string()));
    }
    if !is_shown {
        // The tab that shows the file updates its list when it is shown again.
        return;
    }
    if let LoadState::Growing { pending_match: Some((game, at)) } = load {
        show_pending_match(cx, game, at, is_complete);
    }
    if is_complete {
        report_notices(cx);
        if let Some(imported) = grown.imported {
            imported.report(cx);
        }
    }
    update_listing(cx);
}

/// Shows match `game` (one-based) at the position `at`. If the list does not have that match yet, waits until the match
/// is loaded. If `is_complete`, the list is fully loaded, and a missing match causes a warning instead.
pub(in crate::app) fn show_pending_match(
    cx: &mut Cx<'_>,
    game: usize,
    at: Option<String>,
    is_complete: bool,
) {
    let Some(file) = cx.file_mut() else { return };
    let records = file.matches();
    if (1..=records).contains(&game) {
        choose(cx, game - 1);
    } else if is_complete {
        let matches = count_text(records, "match", "matches");
        cx.warn(format!("Match {game} doesn’t exist. The file has {matches}."));
    } else {
        if let LoadState::Growing { pending_match } = &mut file.load {
            *pending_match = Some((game, at));
        }
        return;
    }
    if let Some(at) = at {
        go_to_name(cx, &at);
    }
}

/// Cancels loading the rest of the list; loaded matches stay.
pub(in crate::app) fn stop_reading(cx: &mut Cx<'_>) {
    let Some(file) = cx.file_mut() else { return };
    if std::mem::take(&mut file.load) == LoadState::Whole {
        return;
    }
    let loaded = count_text(file.matches(), "match", "matches");
    let words = format!("Stopped loading after {loaded}. Open the file again to load the rest.");
    cx.cancel([JobKind::Read]);
    cx.notify(words);
    update_listing(cx);
}

/// Stops waiting for the requested files, after a panic in the job.
pub(in crate::app) fn stop_loading(cx: &mut Cx<'_>) {
    cx.library_mut().end_loading();
}

/// Stops waiting for the filtered list, after a panic in the job.
pub(in crate::app) fn stop_listing(cx: &mut Cx<'_>) {
    cx.in_file(|file| file.filter.pending = false);
}

/// Shows notices about missing files, and about problems in loaded files.
pub(in crate::app) fn report_notices(cx: &mut Cx<'_>) {
    let Some(file) = cx.library.file() else { return };
    let read = file.read.clone();
    let list = file.list.clone();
    for error in &list.open_errors {
        cx.warn(sentence(&error.to_string()));
    }
    warn_about_files(cx, &list, &read);
}
