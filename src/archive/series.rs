//! [`Series`]: the matches of a list that the same four players played one after the other, with a score.

use super::{Index, RowNumber, block::Block, date_number, strings::StringId};
use crate::{
    notation::{GameResult, KnownTag, read_time_of_day},
    rules::Team,
};
use foldhash::fast::FixedState;
use std::collections::HashMap;

/// Matches of a series are not further than this from the one before, in seconds.
const HOUR: i64 = 3600;

/// Where a match stands in its series. The score is that of the whole series, whatever a list shows of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeriesPlace {
    /// The number of the series in the list, from 1, in the order of their first rows.
    pub number: u32,
    /// Which match of the series it is, from 1.
    pub game: u32,
    /// How many matches the series has.
    pub games: u32,
    /// The half points of the first team of this match (White A and Black B).
    pub first: u32,
    /// The half points of the second team of this match.
    pub second: u32,
}

impl SeriesPlace {
    /// The score as it is written, the first team of this match before the second: `3–2`, `2½–1½`.
    #[must_use]
    pub fn score(&self) -> String {
        format!("{}–{}", points(self.first), points(self.second))
    }

    /// `2 of 5: 3–2`.
    #[must_use]
    pub fn short(&self) -> String {
        format!("{} of {}: {}", self.game, self.games, self.score())
    }

    /// `match 2 of 5, score 3–2`.
    #[must_use]
    pub fn words(&self) -> String {
        let Self { game, games, .. } = self;
        format!("match {game} of {games}, score {}", self.score())
    }
}

/// Half points in whole ones: `3`, `2½`, `½`.
fn points(half: u32) -> String {
    match (half / 2, half % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}

/// The series of a list.
///
/// Two matches follow each other in a series where the same two teams play, on whatever board and with whatever
/// colour, all four are named, and not more than an hour lies between the times in their tags (`Date` with `Time`,
/// or else with `EndTime`). The same four at the same
/// second are one match that stands in the list twice: it counts once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Series {
    /// The rows of matches in a series, in order.
    rows: Vec<Member>,
    /// The same rows series by series, each in the order of the matches.
    ordered: Vec<RowNumber>,
    tallies: Vec<Tally>,
}

/// A match of a series: 12 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Member {
    row: RowNumber,
    series: u32,
    /// Which match it is, from 1, twice; one more where its first team is the second one of the tally.
    game: u32,
}

/// A series as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    /// Where its rows begin in the ordered ones.
    from: u32,
    /// Where they end.
    to: u32,
    games: u32,
    /// The half points of both teams.
    points: [u32; 2],
}

/// A match that has a time.
#[derive(Clone, Copy, Debug)]
struct Timed {
    /// Which players.
    group: u32,
    row: RowNumber,
    seconds: i64,
}

impl Series {
    /// The series of the matches of `index`. The time is proportional to the number of rows, but for the sorting of
    /// the matches of four players among each other; the memory is 16 bytes for each match that has a time.
    pub(super) fn of(index: &Index) -> Self {
        let (timed, groups) = timed(index);
        let timed = by_group(&timed, groups);
        let mut found: Vec<&[Timed]> = timed.chunk_by(follows).collect();
        found.retain(|matches| matches.len() > 1);
        found.sort_unstable_by_key(|matches| matches.iter().map(|timed| timed.row).min());
        let mut series = Self::default();
        for matches in found {
            series.push(index, matches);
        }
        series.rows.sort_unstable_by_key(|member| member.row);
        series
    }

    /// Adds the series of `matches`, which are in order.
    fn push(&mut self, index: &Index, matches: &[Timed]) {
        let (rows, ordered) = (self.rows.len(), self.ordered.len());
        let number = narrow(self.tallies.len());
        let mut tally = Tally {
            from: narrow(ordered),
            ..Tally::default()
        };
        let mut before = None;
        for timed in matches {
            let Some((block, row)) = index.block_of(timed.row) else {
                continue;
            };
            let is_swapped = teams(block.players(row)).is_none_or(|teams| teams.is_swapped);
            if before != Some(timed.seconds) {
                before = Some(timed.seconds);
                let [first, second] = half_points(block.result(row));
                tally.games += 1;
                tally.points[usize::from(is_swapped)] += first;
                tally.points[usize::from(!is_swapped)] += second;
            }
            self.rows.push(Member {
                row: timed.row,
                series: number,
                game: tally.games * 2 + u32::from(is_swapped),
            });
            self.ordered.push(timed.row);
        }
        tally.to = narrow(self.ordered.len());
        if tally.games > 1 {
            self.tallies.push(tally);
        } else {
            // One match that stands in the list twice is none.
            self.rows.truncate(rows);
            self.ordered.truncate(ordered);
        }
    }

    /// Where the match of row `row` stands in its series; `None` where it is in none.
    pub(super) fn place(&self, row: RowNumber) -> Option<SeriesPlace> {
        let member = self.member(row)?;
        let tally = self.tallies.get(member.series as usize)?;
        let is_swapped = member.game % 2;
        Some(SeriesPlace {
            number: member.series + 1,
            game: member.game / 2,
            games: tally.games,
            first: tally.points[is_swapped as usize],
            second: tally.points[1 - is_swapped as usize],
        })
    }

    /// Puts the matches of each series behind the first of them, in the order in which they were played. The rows
    /// are sorted before.
    pub(super) fn put_together(&self, rows: &mut Vec<RowNumber>) {
        if self.rows.is_empty() {
            return;
        }
        let mut is_done = vec![false; self.tallies.len()];
        let mut together = Vec::with_capacity(rows.len());
        for &row in rows.iter() {
            let Some(member) = self.member(row) else {
                together.push(row);
                continue;
            };
            let series = member.series as usize;
            if !std::mem::replace(&mut is_done[series], true) {
                let Tally { from, to, .. } = self.tallies[series];
                let all = self.ordered[from as usize..to as usize].iter();
                together.extend(all.filter(|row| rows.binary_search(row).is_ok()));
            }
        }
        *rows = together;
    }

    fn member(&self, row: RowNumber) -> Option<&Member> {
        let found = self.rows.binary_search_by_key(&row, |member| member.row);
        self.rows.get(found.ok()?)
    }
}

/// A count of rows, which are counted in 32 bits.
fn narrow(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The half points of both teams.
const fn half_points(result: Option<GameResult>) -> [u32; 2] {
    match result {
        Some(GameResult::First) => [2, 0],
        Some(GameResult::Second) => [0, 2],
        Some(GameResult::Draw) => [1, 1],
        Some(GameResult::Unknown) | None => [0, 0],
    }
}

/// Whether `later` may stand behind `earlier` in a series.
const fn follows(earlier: &Timed, later: &Timed) -> bool {
    earlier.group == later.group && later.seconds - earlier.seconds <= HOUR
}

/// Two teams of two players, in an order that does not depend on boards and colours.
struct Teams {
    players: [StringId; 4],
    /// Whether the first team of the match is the second one here.
    is_swapped: bool,
}

/// The teams of the players at the four seats; `None` where one is not named, or both teams have the same names.
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
    let ([a, b], [c, d]) = if is_swapped {
        (second, first)
    } else {
        (first, second)
    };
    Some(Teams {
        players: [a, b, c, d],
        is_swapped,
    })
}

/// The matches that have four names and a time, and how many groups of players there are.
fn timed(index: &Index) -> (Vec<Timed>, usize) {
    let mut timed = Vec::new();
    let mut groups: HashMap<[StringId; 4], u32, FixedState> = HashMap::default();
    // Matches of one day stand together.
    let mut date = (0, None);
    let unknown = index.strings.iter().position(|name| name == "?");
    let unknown = unknown.map_or(0, narrow);
    let rows = index
        .blocks
        .iter()
        .flat_map(|block| (0..block.len()).map(move |row| (block, row)));
    for (number, (block, row)) in (0..).zip(rows) {
        let Some(time) = block.time_of_day(row) else {
            continue;
        };
        let players = block.players(row);
        let Some(teams) = teams(players).filter(|_| !players.contains(&unknown)) else {
            continue;
        };
        let id = block.text(KnownTag::Date, row);
        if date.0 != id {
            date = (id, date_number(index.strings.get(id)).and_then(day));
        }
        let Some(day) = date.1 else { continue };
        let next = narrow(groups.len());
        timed.push(Timed {
            group: *groups.entry(teams.players).or_insert(next),
            row: number,
            seconds: day * 86_400 + i64::from(time),
        });
    }
    (timed, groups.len())
}

/// The same group by group, each in the order of time; those of one second in the order of the list.
fn by_group(timed: &[Timed], groups: usize) -> Vec<Timed> {
    let Some(&any) = timed.first() else {
        return Vec::new();
    };
    let mut places = vec![0; groups];
    for one in timed {
        places[one.group as usize] += 1;
    }
    let mut at = 0;
    for place in &mut places {
        (*place, at) = (at, at + *place);
    }
    let mut sorted = vec![any; timed.len()];
    for one in timed {
        let place = &mut places[one.group as usize];
        sorted[*place] = *one;
        *place += 1;
    }
    let mut from = 0;
    // Each place is where its group ends by now.
    for to in places {
        sorted[from..to].sort_unstable_by_key(|one| (one.seconds, one.row));
        from = to;
    }
    sorted
}

/// The day of a date of [`date_number`], counted from some day on; `None` where the month or the day is not known.
fn day(date: u32) -> Option<i64> {
    let (year, month, day) = (date / 10_000, date / 100 % 100, date % 100);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // The rule of the Gregorian calendar, the year counted from March, so that a leap day ends it.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year.checked_sub(1)?, month + 9)
    };
    let days = year * 365 + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day;
    Some(days.into())
}

/// The seconds of the day that the tags of a record tell: when it began, or else when it ended.
pub(super) fn time_of_tags<'t>(tag: impl Fn(KnownTag) -> &'t [u8]) -> Option<u32> {
    let times = [KnownTag::Time, KnownTag::EndTime];
    times.into_iter().find_map(|it| read_time_of_day(tag(it)))
}

impl Index {
    /// The series of its matches. They are found when they are first asked for, in time proportional to the rows;
    /// until then no row is said to be in one.
    pub fn find_series(&self) {
        self.series.get_or_init(|| Series::of(self));
    }

    /// Puts the matches of each series behind the first of them. `rows` are as [`Index::filter`] gives them.
    pub fn put_series_together(&self, rows: &mut Vec<RowNumber>) {
        self.series
            .get_or_init(|| Series::of(self))
            .put_together(rows);
    }

    /// Whether a series was found.
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
    fn days_follow_each_other_as_in_the_calendar() {
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
    fn half_points_are_written() {
        assert_eq!([0, 1, 2, 3, 10].map(points), ["0", "½", "1", "1½", "5"]);
    }
}
