//! The columns of a match list, each declared once: [`COLUMNS`].
//!
//! This table serves the command line, CSV, filters, sorting, the table in the window and the index cache. A new column
//! for a tag is one row here, and one in each list that shows it: [`TABLE_COLUMNS`] and [`JSON_COLUMNS`]. Any other new
//! column also needs a variant of [`CellValue`], which [`CellValue::read`] and [`Index::sort`](super::Index::sort) must
//! handle.

use super::{Marks, Row};
use crate::{
    notation::{Cause, KnownTag, TagValue},
    rules::{Seat, Team},
};
use std::borrow::Cow;

/// The kind of value in the cells of a column. Rows are sorted by [`CellValue::order`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellValue {
    /// The number of the match in the list, from 1. Sorts by file order.
    #[default]
    Number,
    File,
    /// The value of a tag. A rating tag is a number.
    Tag(KnownTag),
    /// The players of a team with their ratings. Sorts by their mean rating.
    Team(Team),
    /// The mean of the known ratings of a team, or of all players if `None`.
    MeanRating(Option<Team>),
    /// The result. Sorts as none, `1-0`, `1/2-1/2`, `0-1`, contradicted, `*`.
    Result,
    Cause,
    Plies,
    /// The duration by the clocks, in seconds.
    Seconds,
    /// Whether the match has comments.
    Comments,
    /// Whether the match has annotations.
    Annotations,
    /// Whether the match has diagrams.
    Diagrams,
    /// The kinds of notes in the match, in words: comments, annotations, diagrams.
    Notes,
    /// The number of the match in its series, and the score of the series. Sorts by the number of the series.
    Series,
    /// The offset of the start of the record, in bytes.
    Start,
    /// The offset of the end of the record, in bytes.
    End,
}

/// A column of the table in the window.
#[derive(Clone, Copy, Debug)]
pub struct TableColumn {
    pub column: &'static Column,
    pub width: ColumnWidth,
    /// The place in `HIDDEN_COLUMNS`, from 1; `None` if the column is never hidden.
    pub hide_order: Option<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ColumnWidth {
    /// A width in points.
    Points(f32),
    /// A share of the remaining width.
    Share(f32),
}

/// A column in the JSON object of a record.
#[derive(Clone, Copy, Debug)]
pub struct JsonColumn {
    pub column: &'static Column,
    /// The key in a game of Kriegspiel; `None` if such games do not have the value.
    pub kriegspiel: Option<&'static str>,
}

#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The label on the screen.
    pub label: &'static str,
    /// The key in CSV, JSON and filters.
    pub key: &'static str,
    pub value: CellValue,
    pub is_in_csv: bool,
}

const fn column(label: &'static str, key: &'static str, value: CellValue) -> Column {
    Column { label, key, value, is_in_csv: true }
}

/// Returns a column that is left out of CSV.
const fn no_csv(label: &'static str, key: &'static str, value: CellValue) -> Column {
    Column { is_in_csv: false, ..column(label, key, value) }
}

const fn tag(label: &'static str, key: &'static str, tag: KnownTag) -> Column {
    column(label, key, CellValue::Tag(tag))
}

use CellValue as V;
use ColumnWidth::{Points, Share};
use KnownTag as T;

const RATING: ColumnWidth = Points(60.0);

/// The columns, in CSV order.
pub const COLUMNS: &[Column] = &[
    column("No.", "match", V::Number),
    column("File", "file", V::File),
    tag("Event", "event", T::Event),
    tag("Date", "date", T::Date),
    tag("Time", "time_control", T::TimeControl),
    tag("White A", "white_a", T::WhiteA),
    tag("Rating", "white_a_elo", T::WhiteAElo),
    tag("Black A", "black_a", T::BlackA),
    tag("Rating", "black_a_elo", T::BlackAElo),
    tag("White B", "white_b", T::WhiteB),
    tag("Rating", "white_b_elo", T::WhiteBElo),
    tag("Black B", "black_b", T::BlackB),
    tag("Rating", "black_b_elo", T::BlackBElo),
    no_csv("White A & Black B", "first_team", V::Team(Team::First)),
    no_csv("Avg.", "first_mean", V::MeanRating(Some(Team::First))),
    no_csv("Black A & White B", "second_team", V::Team(Team::Second)),
    no_csv("Avg.", "second_mean", V::MeanRating(Some(Team::Second))),
    column("Result", "result", V::Result),
    column("Ended by", "ended_by", V::Cause),
    column("Moves", "plies", V::Plies),
    column("Length", "seconds", V::Seconds),
    column("Comments", "comments", V::Comments),
    column("Annotations", "annotations", V::Annotations),
    column("Diagrams", "diagrams", V::Diagrams),
    no_csv("Notes", "notes", V::Notes),
    no_csv("Series", "series", V::Series),
    no_csv("Start", "start", V::Start),
    no_csv("End", "end", V::End),
];

/// The columns of the table in the window, in display order.
pub static TABLE_COLUMNS: [TableColumn; 22] = [
    in_table("white_a", Share(1.0)),
    in_table("white_a_elo", RATING),
    in_table("black_b", Share(1.0)),
    in_table("black_b_elo", RATING),
    in_table("first_mean", RATING),
    in_table("black_a", Share(1.0)),
    in_table("black_a_elo", RATING),
    in_table("white_b", Share(1.0)),
    in_table("white_b_elo", RATING),
    in_table("second_mean", RATING),
    in_table("result", Points(90.0)),
    in_table("ended_by", Points(98.0)),
    in_table("plies", Points(60.0)),
    in_table("seconds", Points(58.0)),
    in_table("time_control", Points(58.0)),
    in_table("date", Points(92.0)),
    in_table("notes", Points(92.0)),
    in_table("event", Share(0.6)),
    in_table("file", Share(0.8)),
    in_table("first_team", Share(1.0)),
    in_table("second_team", Share(1.0)),
    in_table("series", Share(0.8)),
];

/// The columns of the table that a narrow window hides, in this order. Columns of one entry are hidden together.
const HIDDEN_COLUMNS: &[&[&str]] = &[
    &["event"],
    &["notes", "series"],
    &["time_control"],
    &["ended_by"],
    &["seconds"],
    &["plies"],
    &["first_mean", "second_mean"],
    &["white_a_elo", "black_b_elo", "black_a_elo", "white_b_elo"],
    &["date", "file"],
    &["white_a", "black_b", "black_a", "white_b"],
];

/// The columns of a JSON object, in its order.
pub static JSON_COLUMNS: [JsonColumn; 12] = [
    in_json("event", Some("event")),
    in_json("date", Some("date")),
    in_json("time_control", None),
    in_json("result", Some("result")),
    in_json("plies", Some("plies")),
    in_json("white_a", Some("white")),
    in_json("black_a", Some("black")),
    in_json("white_b", None),
    in_json("black_b", None),
    in_json("start", Some("start")),
    in_json("end", Some("end")),
    in_json("series", None),
];

const fn in_table(key: &str, width: ColumnWidth) -> TableColumn {
    TableColumn { column: column_of(key), width, hide_order: hide_order(key) }
}

/// Returns the place of this key in [`HIDDEN_COLUMNS`], from 1.
const fn hide_order(key: &str) -> Option<u8> {
    let mut order = 0_u8;
    while (order as usize) < HIDDEN_COLUMNS.len() {
        let mut keys = HIDDEN_COLUMNS[order as usize];
        order += 1;
        while let [first, rest @ ..] = keys {
            if is_same(first.as_bytes(), key.as_bytes()) {
                return Some(order);
            }
            keys = rest;
        }
    }
    None
}

const fn in_json(key: &str, kriegspiel: Option<&'static str>) -> JsonColumn {
    JsonColumn { column: column_of(key), kriegspiel }
}

/// Returns the column with this key. In a constant, an unknown key is a compile error.
const fn column_of(key: &str) -> &'static Column {
    let mut place = 0;
    while !is_same(COLUMNS[place].key.as_bytes(), key.as_bytes()) {
        place += 1;
    }
    &COLUMNS[place]
}

/// Returns whether two texts are equal; `==` is not available in constants.
const fn is_same(one: &[u8], other: &[u8]) -> bool {
    match (one, other) {
        ([], []) => true,
        ([a, one @ ..], [b, other @ ..]) => *a == *b && is_same(one, other),
        _ => false,
    }
}

/// The number of tags in [`TEXTS`].
pub(super) const TEXT_COUNT: usize = text_tags().1;

/// The tags with a column of texts: all tags in [`COLUMNS`] except ratings, in the same order.
pub(super) const TEXTS: [KnownTag; TEXT_COUNT] = {
    let (tags, _) = text_tags();
    *tags.split_at(TEXT_COUNT).0.first_chunk().expect("as many as were counted")
};

/// The indexes of the player tags in [`TEXTS`], by seat.
pub(super) const PLAYERS: [usize; 4] = [
    text_place(KnownTag::player(Seat::WhiteA)),
    text_place(KnownTag::player(Seat::BlackA)),
    text_place(KnownTag::player(Seat::WhiteB)),
    text_place(KnownTag::player(Seat::BlackB)),
];

/// Returns the index of `tag` in [`TEXTS`], or [`TEXT_COUNT`] if it has no text column.
pub(super) const fn text_place(tag: KnownTag) -> usize {
    let mut place = 0;
    while place < TEXT_COUNT && TEXTS[place] as usize != tag as usize {
        place += 1;
    }
    place
}

/// Returns the tags for [`TEXTS`] at the start of an array, and their number. The remaining entries have no meaning.
const fn text_tags() -> ([KnownTag; COLUMNS.len()], usize) {
    let mut tags = [KnownTag::Event; COLUMNS.len()];
    let (mut count, mut place) = (0, 0);
    while place < COLUMNS.len() {
        if let CellValue::Tag(tag) = COLUMNS[place].value
            && !matches!(tag.value(), TagValue::Rating)
        {
            tags[count] = tag;
            count += 1;
        }
        place += 1;
    }
    (tags, count)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell<'r> {
    /// An unknown value.
    Empty,
    Text(Cow<'r, str>),
    Number(u64),
}

impl Cell<'_> {
    /// Returns the cell as text; an unknown value is empty.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Empty => Cow::Borrowed(""),
            Self::Text(text) => Cow::Borrowed(text),
            Self::Number(number) => Cow::Owned(number.to_string()),
        }
    }
}

impl CellValue {
    /// Returns the cell of `row`. `number` is the number of the row in its list, from 1, and `file` the name of its
    /// file.
    pub fn read<'r, S: AsRef<str>>(
        self,
        row: &'r Row<S>,
        number: usize,
        file: &'r str,
    ) -> Cell<'r> {
        let count = |number: usize| Cell::Number(number as u64);
        let rating =
            |rating: Option<u16>| rating.map_or(Cell::Empty, |number| Cell::Number(number.into()));
        let words = |words: &'static str| Cell::Text(Cow::Borrowed(words));
        let Marks { comment, annotation, diagram } = row.marks;
        match self {
            Self::Number => count(number),
            Self::File => Cell::Text(Cow::Borrowed(file)),
            Self::Tag(tag) => match tag.rated_seat() {
                Some(seat) => rating(row.rating(seat)),
                None => Cell::Text(Cow::Borrowed(row.text(tag))),
            },
            Self::Team(team) => Cell::Text(Cow::Owned(row.rated_team(team))),
            Self::MeanRating(team) => rating(row.mean_rating(team)),
            Self::Result => words(row.result.text()),
            Self::Cause => words(row.cause.map_or("", Cause::name)),
            Self::Plies => count(row.plies),
            Self::Seconds => rating(row.seconds),
            Self::Comments => Cell::Number(comment.into()),
            Self::Annotations => Cell::Number(annotation.into()),
            Self::Diagrams => Cell::Number(diagram.into()),
            Self::Notes => Cell::Text(Cow::Owned(row.marks.words())),
            Self::Series => row.series.map_or(Cell::Empty, |series| {
                Cell::Text(Cow::Owned(series.short(row.series_score().as_deref())))
            }),
            Self::Start => Cell::Number(row.range.start),
            Self::End => Cell::Number(row.range.end),
        }
    }

    /// Like [`CellValue::read`], as text for the window.
    pub fn display_text<S: AsRef<str>>(self, row: &Row<S>, number: usize, file: &str) -> String {
        match (self, row.seconds) {
            (Self::Seconds, Some(seconds)) => format!("{}:{:02}", seconds / 60, seconds % 60),
            _ => self.read(row, number, file).text().into_owned(),
        }
    }

    /// Returns the value by which rows are sorted: the mean rating for a team, otherwise the value itself.
    #[must_use]
    pub const fn order(self) -> Self {
        match self {
            Self::Team(team) => Self::MeanRating(Some(team)),
            other => other,
        }
    }

    /// Describes what the column sorts by, such as `rating of White A`. `label` is the heading of the column.
    pub fn sort_key_label(self, label: &str) -> String {
        let seats = |team| match team {
            Team::First => "White A and Black B",
            Team::Second => "Black A and White B",
        };
        match self {
            Self::Number => "number".to_owned(),
            Self::Team(team) | Self::MeanRating(Some(team)) => {
                format!("average rating of {}", seats(team))
            }
            Self::Tag(tag) => match (tag.rated_seat(), tag.named_seat()) {
                (Some(seat), _) => format!("rating of {}", seat.name()),
                (None, Some(seat)) => seat.name().to_owned(),
                (None, None) => label.to_lowercase(),
            },
            _ => label.to_lowercase(),
        }
    }

    /// Returns whether the cells of a table are aligned right: those with numbers.
    pub const fn is_right_aligned(self) -> bool {
        match self {
            Self::Tag(tag) => matches!(tag.value(), TagValue::Rating),
            Self::Number | Self::MeanRating(_) | Self::Plies | Self::Seconds => true,
            _ => false,
        }
    }

    /// Returns whether a first click sorts in descending order: strongest, newest or longest first.
    pub const fn sorts_descending_first(self) -> bool {
        match self {
            Self::Tag(tag) => matches!(tag.value(), TagValue::Rating | TagValue::Date),
            Self::Number | Self::File | Self::Result | Self::Cause | Self::Start | Self::End => {
                false
            }
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_column_is_shown_and_none_twice() {
        let table = TABLE_COLUMNS.iter().map(|it| it.column.key);
        let json = JSON_COLUMNS.iter().map(|it| it.column.key);
        let csv = COLUMNS.iter().filter(|it| it.is_in_csv).map(|it| it.key);
        let all = COLUMNS.iter().map(|it| it.key);
        let mut shown = BTreeSet::new();
        for keys in [Vec::from_iter(table), json.collect(), csv.collect()] {
            let once: BTreeSet<_> = keys.iter().copied().collect();
            assert_eq!(once.len(), keys.len(), "{keys:?}");
            shown.extend(once);
        }
        assert_eq!(shown.len(), COLUMNS.len());
        assert_eq!(shown, all.collect());
    }

    #[test]
    fn every_hidden_column_is_in_the_table() {
        let hidden = TABLE_COLUMNS.iter().filter(|it| it.hide_order.is_some());
        assert_eq!(hidden.count(), HIDDEN_COLUMNS.concat().len());
    }
}
