//! The list of matches: what is shown of it and in what order, and how it grows while the files are read.

use super::{MatchRow, OpenFile};
use crate::{
    app::{
        Action, Cx, SearchAction,
        issues::sentence,
        library::{
            opening::{choose, go_to_name},
            unpacking::say_of_file,
        },
    },
    archive::{
        CellValue, Collection, Index, IndexError, Progress, Query, RecordId, Row, RowNumber,
    },
    file::FileRange,
    parallel::MAX_SERIAL,
};
use std::collections::BTreeMap;

/// What is shown of a list, and in what order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listing {
    /// What the rows fit.
    pub query: Query,
    /// What they are sorted by.
    pub by: CellValue,
    /// Whether the last comes first.
    pub descending: bool,
}

impl Listing {
    /// The rows of `index` that fit, in order; in that of the file the matches of a series stand together. Those of
    /// `edited` are as they are there.
    #[must_use]
    pub fn rows(&self, index: &Index, edited: &Edited) -> Vec<RowNumber> {
        let mut rows = index.filter(&self.query);
        for (&id, record) in &edited.0 {
            let Ok(number) = RowNumber::try_from(id) else {
                continue;
            };
            let fits = !record.filter(&self.query).is_empty();
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
            index.put_series_together(&mut rows);
        }
        rows
    }
}

/// Records that are not as the index has them: each as the index of it alone.
#[derive(Clone, Debug, Default)]
pub struct Edited(BTreeMap<RecordId, Index>);

impl Edited {
    /// The row of record `id`, if it has been changed.
    #[must_use]
    pub fn row(&self, id: RecordId) -> Option<Row<&str>> {
        self.0.get(&id)?.row(0)
    }

    /// Notes that record `id` has the bytes `text` now.
    pub(in crate::app) fn insert(&mut self, id: RecordId, text: &[u8]) {
        self.0.insert(id, Index::of_bytes(text));
    }

    pub(in crate::app) fn remove(&mut self, id: RecordId) {
        self.0.remove(&id);
    }

    pub(in crate::app) fn retain(&mut self, keep: impl Fn(RecordId) -> bool) {
        self.0.retain(|&id, _| keep(id));
    }
}

/// A step through the list as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListStep {
    /// So many rows up.
    Up(usize),
    /// So many rows down.
    Down(usize),
    /// To the first.
    First,
    /// To the last.
    Last,
}

/// Asks for a list that is filtered and sorted elsewhere.
#[derive(Clone, Debug)]
pub struct ListJob {
    /// What is listed.
    pub index: Index,
    /// What is not as it is there.
    pub edited: Edited,
    /// How.
    pub listing: Listing,
}

/// Two are equal if they list as many records in the same way.
impl PartialEq for ListJob {
    fn eq(&self, other: &Self) -> bool {
        self.listing == other.listing && self.index.len() == other.index.len()
    }
}

/// A list that has grown since it was first shown.
#[derive(Debug)]
pub struct Grown {
    /// What there is now, if that is known.
    pub list: Option<Collection>,
    /// How far it has come; nothing when that is all.
    pub reading: Option<Reading>,
    /// Why it ended too early.
    pub failed: Option<IndexError>,
}

/// How far the reading of files has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// What is behind it.
    pub progress: Progress,
    /// Bytes a second.
    pub rate: f64,
}

impl OpenFile {
    /// The row of record `id` as it is now.
    #[must_use]
    pub fn row(&self, id: RecordId) -> Option<MatchRow> {
        let listed = self.list.index.row(id)?;
        let row = match self.edited.row(id) {
            // An index of one record knows of no series.
            Some(mut edited) => {
                edited.series = listed.series;
                edited
            }
            None => listed,
        };
        let file = self.list.files.get(listed.file);
        let file = file.and_then(|file| file.path.file_name());
        let file = file.map(|name| name.to_string_lossy());
        Some(MatchRow::of(id, &row, file.as_deref().unwrap_or_default()))
    }

    /// How many matches there are.
    #[must_use]
    pub const fn matches(&self) -> usize {
        self.list.index.len()
    }

    /// Where record `id` stands in the text of its file.
    #[must_use]
    pub fn range(&self, id: RecordId) -> Option<FileRange> {
        self.list.index.range(id)
    }
}

/// Filters and sorts the list anew, or asks for it where it is long.
pub(in crate::app) fn refilter(cx: &mut Cx<'_>) {
    cx.request(Action::Search(SearchAction::Outdate));
    let Some(file) = cx.library.file_mut() else {
        return;
    };
    let filter = &mut file.filter;
    filter.pending = file.list.index.len() > MAX_SERIAL;
    if !filter.pending {
        filter.rows = filter.listing.rows(&file.list.index, &file.edited);
        return;
    }
    filter.job = Some(Box::new(ListJob {
        index: file.list.index.clone(),
        edited: file.edited.clone(),
        listing: filter.listing.clone(),
    }));
}

/// What was asked for has been filtered and sorted.
pub(in crate::app) fn take_list(cx: &mut Cx<'_>, rows: Vec<RowNumber>) {
    if let Some(file) = cx.library.file_mut() {
        file.filter.rows = rows;
        file.filter.pending = false;
        cx.request(Action::Search(SearchAction::Outdate));
    }
}

/// Goes through the list as it is shown.
pub(in crate::app) fn step_list(cx: &mut Cx<'_>, step: ListStep) {
    let Some(file) = cx.library.file() else {
        return;
    };
    let rows = &file.filter.rows;
    let chosen = RowNumber::try_from(file.chosen).unwrap_or(RowNumber::MAX);
    let Some(last) = rows.len().checked_sub(1) else {
        return;
    };
    let at = rows.iter().position(|&row| row == chosen);
    let to = match (step, at) {
        (ListStep::Last, _) => last,
        (ListStep::First, _) | (_, None) => 0,
        (ListStep::Up(by), Some(at)) => at.saturating_sub(by),
        (ListStep::Down(by), Some(at)) => (at + by).min(last),
    };
    if at != Some(to) {
        choose(cx, rows[to] as usize);
    }
}

/// Other words to filter by. Where they cannot be understood, the list stays as it was.
pub(in crate::app) fn filter(cx: &mut Cx<'_>, words: String) {
    let Some(file) = cx.library.file_mut() else {
        return;
    };
    let filter = &mut file.filter;
    filter.problem = None;
    let parsed = words.parse();
    filter.words = words;
    match parsed {
        Ok(query) => {
            filter.listing.query = query;
            refilter(cx);
        }
        Err(error) => filter.problem = Some(sentence(&error.to_string())),
    }
}

/// Sorts by `by`: first as one wants it first, the second time the other way round, the third time as the
/// file is.
pub(in crate::app) fn sort_by(cx: &mut Cx<'_>, by: CellValue) {
    let first = by.descends_first();
    let Some(file) = cx.library.file_mut() else {
        return;
    };
    let listing = &mut file.filter.listing;
    if listing.by != by {
        (listing.by, listing.descending) = (by, first);
    } else if listing.descending == first && by != CellValue::Number {
        listing.descending = !first;
    } else {
        (listing.by, listing.descending) =
            (CellValue::Number, by == CellValue::Number && !listing.descending);
    }
    refilter(cx);
}

/// More of the files has been read.
pub(in crate::app) fn take_grown(cx: &mut Cx<'_>, grown: Grown) {
    let Some(file) = cx.library.file_mut() else {
        return;
    };
    if let Some(list) = grown.list {
        file.list = list;
    }
    file.reading = grown.reading;
    let whole = file.reading.is_none();
    if let Some(error) = grown.failed {
        cx.say(sentence(&error.to_string()));
    }
    choose_wanted(cx, whole);
    if whole {
        say_notices(cx);
    }
    refilter(cx);
}

/// Shows the match that was asked for, once the list has it; says that there is none when it is `whole`.
pub(in crate::app) fn choose_wanted(cx: &mut Cx<'_>, whole: bool) {
    let Some(file) = cx.library.file_mut() else {
        return;
    };
    let Some((game, at)) = file.wanted.clone() else {
        return;
    };
    let records = file.matches();
    if (1..=records).contains(&game) {
        file.wanted = None;
        choose(cx, game - 1);
    } else if whole {
        file.wanted = None;
        cx.say(format!("There is no match {game}: the file has {records}."));
    } else {
        return;
    }
    if let Some(at) = at {
        go_to_name(cx, &at);
    }
}

/// Reading is given up; what there is stays.
pub(in crate::app) fn stop_reading(cx: &mut Cx<'_>) {
    let Some(file) = cx.library.file_mut() else {
        return;
    };
    if file.reading.take().is_none() {
        return;
    }
    file.wanted = None;
    let words = format!(
        "Reading was stopped after {} matches; open the file again for the rest.",
        file.matches()
    );
    cx.tell(words);
}

/// Says what there is to be known of how the files were opened.
pub(in crate::app) fn say_notices(cx: &mut Cx<'_>) {
    let Some(file) = cx.library.file() else {
        return;
    };
    let read = file.as_read();
    let list = file.list.clone();
    for error in &list.missing {
        cx.say(sentence(&error.to_string()));
    }
    for file in &list.files {
        for notice in &file.notices {
            let words = sentence(&format!("{notice}: {}", file.path.display()));
            say_of_file(cx, words, &file.path, notice, &read);
        }
    }
}
