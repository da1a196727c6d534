//! [`Series`]: consecutive matches between the same two teams, with a score.

use super::{
    Index, RowNumber, bit_packed::BitPackedColumn, block::Block, date_number, strings::StringId,
};
use crate::{
    notation::{GameResult, KnownTag, read_time_of_day},
    parallel::run_in_ranges,
    rules::Team,
};
use foldhash::fast::FixedState;
use std::{hash::BuildHasher as _, ops::Range};

/// The maximum time from one match of a series to the next, in seconds.
const MAX_PAUSE_SECONDS: i64 = 3600;

/// The place of a match in its series, with the score of the whole series. Filters change neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeriesPlace {
    /// The number of the series in the list, from 1. Series are numbered in the order of their first rows.
    pub number: u32,
    /// The number of the match in the series, from 1.
    pub game: u32,
    /// The number of matches in the series.
    pub games: u32,
    /// The half points scored in the series by the team that has White A and Black B in this match.
    pub first: u32,
    /// The half points scored in the series by the team that has White B and Black A in this match.
    pub second: u32,
}

impl SeriesPlace {
    /// Returns the score, with the team of White A first: `3–2`, `2½–1½`.
    #[must_use]
    pub fn score(&self) -> String {
        format!("{}–{}", points(self.first), points(self.second))
    }

    /// Returns the place in short: `2 of 5: 3–2`, or `2 of 5` unless `with_score`.
    #[must_use]
    pub fn short(&self, with_score: bool) -> String {
        let place = format!("{} of {}", self.game, self.games);
        if with_score { format!("{place}: {}", self.score()) } else { place }
    }

    /// Returns the place in words: `match 2 of 5, score 3–2`, or `match 2 of 5` unless `with_score`.
    #[must_use]
    pub fn words(&self, with_score: bool) -> String {
        let place = format!("match {} of {}", self.game, self.games);
        if with_score { format!("{place}, score {}", self.score()) } else { place }
    }
}

/// Formats half points: `3`, `2½`, `½`.
fn points(half: u32) -> String {
    match (half / 2, half % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}

/// The series of a list.
///
/// Consecutive matches are in one series if all players are named, both teams are the same, whatever their boards and
/// colours, and the matches are at most an hour apart. The time of a match is that of the tags `Date` and `Time`, or of
/// `EndTime` without a `Time` tag. Two rows with the same players at the same second are one match that is listed
/// twice; it counts once.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Series {
    /// The rows that are in a series, sorted.
    rows: Vec<RowNumber>,
    /// For each row in `rows`, the index of its series in `tallies`.
    series: BitPackedColumn,
    /// For each row in `rows`, an encoded match number. The upper bits are the number of the match in its series, from
    /// 1. The lowest bit is set if the match has the teams of the tally in reverse order.
    games: BitPackedColumn,
    /// The rows in `rows`, grouped by series and in match order.
    ordered: BitPackedColumn,
    tallies: Vec<Tally>,
}

/// The rows and the score of a series.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    /// The index in `ordered` of the first row of the series.
    from: u32,
    /// The index in `ordered` after the last row of the series.
    to: u32,
    games: u32,
    /// The half points of the two teams, in the order of [`Teams`].
    points: [u32; 2],
}

impl Tally {
    fn rows(&self) -> Range<usize> {
        self.from as usize..self.to as usize
    }
}

/// A match with the time at which it was played.
#[derive(Clone, Copy, Debug)]
struct TimedMatch {
    /// The players, in the order of [`Teams`].
    players: [StringId; 4],
    /// The date and time of day, in seconds since a fixed day.
    seconds: i64,
    row: RowNumber,
}

/// The series that were found, before they are sorted by their first rows.
#[derive(Debug, Default)]
struct UnorderedSeries {
    /// The rows grouped by series, each with its match number encoded as in [`Series`].
    members: Vec<(RowNumber, u32)>,
    /// The tally of each series, with its first row in the list.
    tallies: Vec<(RowNumber, Tally)>,
}

impl UnorderedSeries {
    /// Adds the series that consists of `matches`, which must be sorted by time. Adds nothing if `matches` are a single
    /// match.
    fn push(&mut self, index: &Index, matches: &[TimedMatch]) {
        let before = self.members.len();
        let mut tally = Tally { from: to_u32(before), ..Tally::default() };
        let mut last = None;
        for timed in matches {
            let Some((block, row)) = index.block_of(timed.row) else { continue };
            let is_swapped = teams(block.players(row)).is_none_or(|teams| teams.is_swapped);
            if last != Some(timed.seconds) {
                last = Some(timed.seconds);
                let [first, second] = half_points(block.result(row));
                tally.games += 1;
                tally.points[usize::from(is_swapped)] += first;
                tally.points[usize::from(!is_swapped)] += second;
            }
            let game = tally.games * 2 + u32::from(is_swapped);
            self.members.push((timed.row, game));
        }
        tally.to = to_u32(self.members.len());
        let first = matches.iter().map(|timed| timed.row).min();
        match first {
            Some(first) if tally.games > 1 => self.tallies.push((first, tally)),
            // A single match is no series, even if it is listed twice.
            _ => self.members.truncate(before),
        }
    }

    /// Sorts the series by their first rows.
    fn finish(mut self) -> Series {
        self.tallies.sort_unstable_by_key(|&(first, _)| first);
        let mut ordered = Vec::with_capacity(self.members.len());
        let mut members = Vec::with_capacity(self.members.len());
        let mut tallies = Vec::with_capacity(self.tallies.len());
        for (number, &(_, tally)) in (0..).zip(&self.tallies) {
            let from = to_u32(ordered.len());
            for &(row, game) in &self.members[tally.rows()] {
                ordered.push(row);
                members.push((row, number, game));
            }
            let to = to_u32(ordered.len());
            tallies.push(Tally { from, to, ..tally });
        }
        members.sort_unstable();
        let column = |cell: fn(&(RowNumber, u32, u32)) -> u32| {
            let cells: Vec<u32> = members.iter().map(cell).collect();
            BitPackedColumn::from_slice(&cells)
        };
        Series {
            rows: members.iter().map(|&(row, _, _)| row).collect(),
            series: column(|&(_, series, _)| series),
            games: column(|&(_, _, game)| game),
            ordered: BitPackedColumn::from_slice(&ordered),
            tallies,
        }
    }
}

impl Series {
    /// Finds the series in `index`. Apart from sorting, the time is linear in the number of rows. The memory is 8 bytes
    /// per match with a time and 24 bytes per match in a series.
    pub(super) fn of(index: &Index) -> Self {
        let timed = timed(index);
        let mut found = UnorderedSeries::default();
        let mut matches = Vec::new();
        let mut dates = DateParser::default();
        // Equal upper halves mean the same teams, apart from hash collisions.
        for alike in timed.chunk_by(|one, other| one >> 32 == other >> 32) {
            // Most teams have only one match.
            if alike.len() < 2 {
                continue;
            }
            matches.clear();
            let rows = alike.iter().map(|one| row_of_entry(*one));
            matches.extend(rows.filter_map(|row| dates.timed(index, row)));
            matches.sort_unstable_by_key(|timed| (timed.players, timed.seconds, timed.row));
            for matches in matches.chunk_by(follows) {
                found.push(index, matches);
            }
        }
        drop(timed);
        found.finish()
    }

    pub(super) fn place(&self, row: RowNumber) -> Option<SeriesPlace> {
        let member = self.rows.binary_search(&row).ok()?;
        let series = self.series.get(member);
        let game = self.games.get(member);
        let tally = self.tallies.get(series as usize)?;
        let is_swapped = game % 2;
        Some(SeriesPlace {
            number: series + 1,
            game: game / 2,
            games: tally.games,
            first: tally.points[is_swapped as usize],
            second: tally.points[1 - is_swapped as usize],
        })
    }

    /// Reorders `rows` so that the matches of a series are adjacent and in match order. They take the place of the
    /// first of them in `rows`. `rows` must be sorted.
    pub(super) fn group_rows(&self, rows: &mut Vec<RowNumber>) {
        if self.rows.is_empty() {
            return;
        }
        let mut is_done = vec![false; self.tallies.len()];
        let mut grouped = Vec::with_capacity(rows.len());
        for &row in rows.iter() {
            let Ok(member) = self.rows.binary_search(&row) else {
                grouped.push(row);
                continue;
            };
            let series = self.series.get(member) as usize;
            if !std::mem::replace(&mut is_done[series], true) {
                let all = self.tallies[series].rows();
                let all = all.map(|place| self.ordered.get(place));
                grouped.extend(all.filter(|row| rows.binary_search(row).is_ok()));
            }
        }
        *rows = grouped;
    }
}

/// Converts a number of rows, which always fits 32 bits.
fn to_u32(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Returns the row in the lower half of `entry`, a number from [`timed`].
fn row_of_entry(entry: u64) -> RowNumber {
    RowNumber::try_from(entry & u64::from(RowNumber::MAX)).unwrap_or(RowNumber::MAX)
}

/// Returns the points of both teams for `result`, in half points.
const fn half_points(result: Option<GameResult>) -> [u32; 2] {
    match result {
        Some(GameResult::First) => [2, 0],
        Some(GameResult::Second) => [0, 2],
        Some(GameResult::Draw) => [1, 1],
        Some(GameResult::Unknown) | None => [0, 0],
    }
}

fn follows(earlier: &TimedMatch, later: &TimedMatch) -> bool {
    earlier.players == later.players && later.seconds - earlier.seconds <= MAX_PAUSE_SECONDS
}

/// Two teams of two players, in an order that does not depend on boards and colours.
struct Teams {
    players: [StringId; 4],
    /// Whether the first team of the match, which has White A and Black B, is the second team in this order.
    is_swapped: bool,
}

/// Returns the teams of `players`, which are in seat order. Returns `None` if a player is not named, or if both teams
/// have the same names.
fn teams(players: [StringId; 4]) -> Option<Teams> {
    let team = |team: Team| {
        let mut team = team.seats().map(|seat| players[seat as usize]);
        team.sort_unstable();
        team
    };
    let (first, second) = (team(Team::First), team(Team::Second));
    if players.contains(&0) || first == second {
        return None;
    }
    let is_swapped = second < first;
    let ([a, b], [c, d]) = if is_swapped { (second, first) } else { (first, second) };
    Some(Teams { players: [a, b, c, d], is_swapped })
}

/// Returns a sorted list with a number for each match that has two different teams of named players and a time of day.
/// The upper half of the number is a hash of the teams, the lower half is the row.
fn timed(index: &Index) -> Vec<u64> {
    let hasher = FixedState::default();
    let unknown = index.strings.iter().position(|name| name == "?");
    let unknown = unknown.map_or(0, to_u32);
    let sorted = run_in_ranges(index.blocks.len(), index.len(), |range| {
        let mut timed = Vec::new();
        for (block, &first) in index.blocks[range.clone()].iter().zip(&index.firsts[range]) {
            for row in 0..block.len() {
                let players = block.players(row);
                if block.time_of_day(row).is_none() || players.contains(&unknown) {
                    continue;
                }
                if let Some(teams) = teams(players) {
                    let hash = hasher.hash_one(teams.players) >> 32 << 32;
                    timed.push(hash | u64::from(to_u32(first + row)));
                }
            }
        }
        timed.sort_unstable();
        timed
    });
    let mut timed = sorted.concat();
    // A stable sort merges sorted runs, which is cheap.
    timed.sort();
    timed
}

/// A parser of dates that caches the last date, since consecutive matches mostly have the same one.
#[derive(Default)]
struct DateParser {
    last: Option<(StringId, Option<i64>)>,
}

impl DateParser {
    /// Returns row `row` as a match with a time. Returns `None` if the row has no teams, no complete date or no time
    /// of day.
    fn timed(&mut self, index: &Index, row: RowNumber) -> Option<TimedMatch> {
        let (block, at) = index.block_of(row)?;
        let teams = teams(block.players(at))?;
        let date = block.text(KnownTag::Date, at);
        let day = match self.last {
            Some((last, day)) if last == date => day,
            _ => date_number(index.strings.get(date)).and_then(day),
        };
        self.last = Some((date, day));
        Some(TimedMatch {
            players: teams.players,
            seconds: day? * 86_400 + i64::from(block.time_of_day(at)?),
            row,
        })
    }
}

/// Converts a [`date_number`] to a number of days since a fixed day. Returns `None` if month or day is unknown.
fn day(date: u32) -> Option<i64> {
    let (year, month, day) = (date / 10_000, date / 100 % 100, date % 100);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Gregorian calendar. Years begin in March, so a leap day is the last day of a year.
    let (year, month) =
        if month > 2 { (year, month - 3) } else { (year.checked_sub(1)?, month + 9) };
    let days = year * 365 + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day;
    Some(days.into())
}

/// The tags with the time of day of a match. The first one that holds a time counts.
pub(super) const TIME_TAGS: [KnownTag; 2] = [KnownTag::Time, KnownTag::EndTime];

/// Returns the time of day in seconds, from the values of [`TIME_TAGS`]. Returns `None` if neither holds a time.
pub(super) fn time_of_day(values: [&[u8]; 2]) -> Option<u32> {
    values.into_iter().find_map(read_time_of_day)
}

impl Index {
    /// Finds the series of the matches. Before the first call no row is in a series. Later calls do nothing, unless
    /// rows were added since.
    pub fn find_series(&self) {
        self.series.get_or_init(|| Series::of(self));
    }

    /// Reorders `rows` so that the matches of a series are adjacent and in match order. They take the place of the
    /// first of them in `rows`. `rows` must be a result of [`Index::filter`].
    pub fn group_series(&self, rows: &mut Vec<RowNumber>) {
        self.series.get_or_init(|| Series::of(self)).group_rows(rows);
    }

    /// Returns whether any match is in a series; `false` before [`Index::find_series`] or [`Index::group_series`].
    #[must_use]
    pub fn has_series(&self) -> bool {
        let series = self.series.get();
        series.is_some_and(|series| !series.rows.is_empty())
    }

    fn block_of(&self, row: RowNumber) -> Option<(&Block, usize)> {
        let (block, row) = self.place(row as usize)?;
        Some((&self.blocks[block], row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn day_numbers_are_consecutive() {
        let days = |date| date_number(date).and_then(day);
        let day = |date| days(date).expect("a day");
        assert_eq!(day("2024.03.01") - day("2024.02.28"), 2);
        assert_eq!(day("2023.03.01") - day("2023.02.28"), 1);
        assert_eq!(day("2000.03.01") - day("2000.02.28"), 2);
        assert_eq!(day("1900.03.01") - day("1900.02.28"), 1);
        assert_eq!(day("2026.01.01") - day("2025.12.31"), 1);
        assert_eq!(day("2025.11.30") - day("1970.01.01"), 20_422);
        for unknown in ["2006", "2006.05", "2006.05.??", "2006.13.01", ""] {
            assert_eq!(days(unknown), None);
        }
    }

    #[test]
    fn half_points_are_formatted() {
        assert_eq!([0, 1, 2, 3, 10].map(points), ["0", "½", "1", "1½", "5"]);
    }
}
