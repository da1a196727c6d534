//! The rows of a list in another order than the file's.

use super::run::{RowNumber, date_number, mean_rating};
use crate::{
    archive::{Index, marks::Marks, strings::StringId},
    notation::TimeControl,
};
use rayon::prelude::*;

/// What a list is sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SortBy {
    /// The order of the file.
    #[default]
    File,
    /// The name of White A, letters alike.
    WhiteA,
    /// The name of Black A.
    BlackA,
    /// The name of White B.
    WhiteB,
    /// The name of Black B.
    BlackB,
    /// The mean of the known ratings.
    Rating,
    /// The mean of the first team, White A and Black B.
    FirstTeam,
    /// The mean of the second team.
    SecondTeam,
    /// The event, letters alike.
    Event,
    /// The date.
    Date,
    /// The time control: its first part, then what is added.
    TimeControl,
    /// The result: 1-0, 1/2-1/2, 0-1, none.
    Result,
    /// How it ended.
    Cause,
    /// The number of plies.
    Plies,
    /// How long it took.
    Length,
    /// Whether it is annotated.
    Marks,
}

impl SortBy {
    /// Whether one wants the last first: the strongest, the newest, the longest.
    #[must_use]
    pub const fn descends_first(self) -> bool {
        matches!(
            self,
            Self::Rating
                | Self::FirstTeam
                | Self::SecondTeam
                | Self::Date
                | Self::Plies
                | Self::Length
                | Self::Marks
        )
    }
}

impl Index {
    /// Sorts `rows`; those that are alike stay in the order of the file. What is not known comes first, or
    /// last where it is `descending`.
    pub fn sort(&self, rows: &mut [RowNumber], by: SortBy, descending: bool) {
        let places = match by {
            SortBy::WhiteA | SortBy::BlackA | SortBy::WhiteB | SortBy::BlackB | SortBy::Event => {
                self.strings.places()
            }
            SortBy::Date => self.numbers(|text| date_number(text).unwrap_or(0)),
            SortBy::TimeControl => self.numbers(|text| {
                TimeControl::parse(text).map_or(0, |control| {
                    // Up to 18 hours by the second, and then the increment.
                    let seconds = (control.initial_ms / 1000).clamp(0, 0xffff).unsigned_abs();
                    let added = (control.increment_ms / 1000)
                        .clamp(0, 0xffff)
                        .unsigned_abs();
                    (seconds << 16 | added).max(1)
                })
            }),
            _ => Vec::new(),
        };
        let mut keyed: Vec<u64> = rows
            .par_iter()
            .map(|&row| {
                let key = self.key(row, by, &places);
                let key = if descending { !key } else { key };
                u64::from(key) << 32 | u64::from(row)
            })
            .collect();
        keyed.par_sort_unstable();
        for (row, keyed) in rows.iter_mut().zip(keyed) {
            *row = RowNumber::try_from(keyed & u64::from(u32::MAX)).unwrap_or_default();
        }
    }

    fn numbers(&self, number: impl Fn(&str) -> u32) -> Vec<u32> {
        self.strings.iter().map(number).collect()
    }

    fn key(&self, number: RowNumber, by: SortBy, places: &[u32]) -> u32 {
        let Some((block, row)) = self.place(number as usize) else {
            return 0;
        };
        let block = &self.blocks[block];
        let place = |id: StringId| places[id as usize];
        let [a, b, c, d] = block.ratings[row];
        match by {
            SortBy::File => number,
            SortBy::WhiteA => place(block.players[row][0]),
            SortBy::BlackA => place(block.players[row][1]),
            SortBy::WhiteB => place(block.players[row][2]),
            SortBy::BlackB => place(block.players[row][3]),
            SortBy::Rating => mean_rating([a, b, c, d]),
            SortBy::FirstTeam => mean_rating([a, d, 0, 0]),
            SortBy::SecondTeam => mean_rating([b, c, 0, 0]),
            SortBy::Event => place(block.events[row]),
            SortBy::Date => place(block.dates[row]),
            SortBy::TimeControl => place(block.time_controls[row]),
            SortBy::Result => u32::from(block.results[row]),
            SortBy::Cause => u32::from(block.causes[row]),
            SortBy::Plies => block.plies[row],
            SortBy::Length => u32::from(block.seconds[row]),
            SortBy::Marks => Marks::of_bits(block.marks[row]).bits().into(),
        }
    }
}
