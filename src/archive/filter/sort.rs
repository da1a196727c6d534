//! The sorting of list rows.

use super::run::RowNumber;
use crate::{
    archive::{
        CellValue, Index,
        block::{CAUSE, PLIES, RESULT, SECONDS},
        columns::text_place,
        row::mean_rating,
    },
    notation::{TagValue, TimeControl, date_number},
};

impl Index {
    /// Sorts `rows` by the value `by`, and rows with equal values in file order. Unknown values come first, or last if
    /// `descending`. Case is ignored in names. Time controls are sorted by initial time, then by increment.
    pub fn sort(&self, rows: &mut [RowNumber], by: CellValue, descending: bool) {
        if by == CellValue::Series {
            self.find_series();
        }
        let text_keys = match by {
            CellValue::Tag(tag) => match tag.value() {
                TagValue::Date => self.numbers(|text| date_number(text).unwrap_or(0)),
                TagValue::TimeControl => self.numbers(time_control_number),
                _ => self.strings.alphabetical_ranks(),
            },
            _ => Vec::new(),
        };
        rows.sort_by_cached_key(|&row| {
            let key = self.key(row, by, &text_keys);
            (if descending { !key } else { key }, row)
        });
    }

    fn numbers(&self, number: impl Fn(&str) -> u32) -> Vec<u32> {
        self.strings.iter().map(number).collect()
    }

    fn key(&self, number: RowNumber, by: CellValue, text_keys: &[u32]) -> u32 {
        let Some((block, row)) = self.place(number as usize) else { return 0 };
        let block = &self.blocks[block];
        let ratings = || block.ratings(row);
        let marks = || block.marks(row);
        match by {
            CellValue::Number | CellValue::Start | CellValue::End => number,
            CellValue::File => block.file,
            CellValue::Tag(tag) => match tag.rated_seat() {
                Some(seat) => ratings()[seat as usize].into(),
                None => {
                    let texts = block.texts(text_place(tag));
                    texts.map_or(0, |texts| text_keys[texts.get(row) as usize])
                }
            },
            CellValue::Team(team) => mean_rating(ratings(), Some(team)),
            CellValue::MeanRating(team) => mean_rating(ratings(), team),
            CellValue::Result => block.column(RESULT).get(row),
            CellValue::Cause => block.column(CAUSE).get(row),
            CellValue::Plies => block.column(PLIES).get(row),
            CellValue::Seconds => block.column(SECONDS).get(row),
            CellValue::Series => {
                let place = self.series.get().and_then(|series| series.place(number));
                place.map_or(0, |place| place.number)
            }
            CellValue::Comments => marks().comment.into(),
            CellValue::Annotations => marks().annotation.into(),
            CellValue::Diagrams => marks().diagram.into(),
            CellValue::Notes => marks().bits().into(),
        }
    }
}

/// Encodes a time control as a number that sorts by initial time, up to 18 hours, then by increment; 0 for none.
fn time_control_number(text: &str) -> u32 {
    let seconds = |ms: i32| (ms / 1000).clamp(0, 0xffff).unsigned_abs();
    TimeControl::parse(text).map_or(0, |control| {
        (seconds(control.initial_ms) << 16 | seconds(control.increment_ms)).max(1)
    })
}
