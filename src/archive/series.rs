//! [`Series`]: consecutive matches between the same two teams, with a score.

use super::{Index, ListedResult, RowNumber, block::Block, date_text, strings::StringId};
use crate::{
    notation::{GameResult, KnownTag, date_number, read_time_of_day},
    rules::Team,
    text::{Day, push_number},
};
use std::{cmp::Ordering, ops::Range};

/// The maximum time from one match of a series to the next, in seconds.
const MAX_PAUSE_SECONDS: u64 = 3600;

/// The place of a match in its series, with the score of the whole series. Filters change neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeriesPlace {
    /// The number of the series in the list, from 1. Series are numbered in the order of their first rows.
    pub number: u32,
    /// The number of the match in the series, from 1.
    pub game: u32,
    /// The number of matches in the series.
    pub games: u32,
    /// The half points of the two teams in the series. The first team has White A and Black B in the first match.
    pub points: [u32; 2],
    /// Whether the first team of the series has White B and Black A in this match.
    pub is_swapped: bool,
}

impl SeriesPlace {
    /// Returns the score with the team that leads, which `name` names: `3–2 for raven & death`, or `2½–2½`. The score is
    /// the same for each match of the series.
    pub fn score(&self, name: impl Fn(Team) -> String) -> String {
        let [first, second] = self.own_points();
        let mut text = String::new();
        push_points(first.max(second), &mut text);
        text += "–";
        push_points(first.min(second), &mut text);
        match first.cmp(&second) {
            Ordering::Greater => text + " for " + &name(Team::First),
            Ordering::Less => text + " for " + &name(Team::Second),
            Ordering::Equal => text,
        }
    }

    /// Returns the place in short: `2 of 5: 3–2 for raven & death`, or `2 of 5` without a score.
    pub fn short(&self, score: Option<&str>) -> String {
        self.text("", ": ", score)
    }

    /// Returns the place for a row with room: `Game 2 of 5 · session 3–2 for raven & death`, or `Game 2 of 5` without a
    /// score.
    pub fn title(&self, score: Option<&str>) -> String {
        self.text("Game ", " · session ", score)
    }

    /// Returns the place in words: `game 2 of 5, session 3–2 for raven & death`, or `game 2 of 5` without a score.
    pub fn words(&self, score: Option<&str>) -> String {
        self.text("game ", ", session ", score)
    }

    /// Returns the half points of both teams, with the first team of this match first.
    pub const fn own_points(&self) -> [u32; 2] {
        let [first, second] = self.points;
        if self.is_swapped { [second, first] } else { [first, second] }
    }

    /// Returns the place after `before`, and the score after `between`.
    fn text(&self, before: &str, between: &str, score: Option<&str>) -> String {
        let mut text = before.to_owned();
        push_number(self.game.into(), &mut text);
        text += " of ";
        push_number(self.games.into(), &mut text);
        if let Some(score) = score {
            text += between;
            text += score;
        }
        text
    }
}

/// Appends half points: `3`, `2½`, `½`.
fn push_points(half: u32, text: &mut String) {
    if half != 1 {
        push_number((half / 2).into(), text);
    }
    if half % 2 == 1 {
        *text += "½";
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
    members: Vec<Member>,
    /// The rows of `members`, grouped by series and in match order.
    ordered: Vec<RowNumber>,
    /// The series, in the order of their first rows.
    tallies: Vec<Tally>,
}

/// A row that is in a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Member {
    row: RowNumber,
    /// The index of the series in [`Series::tallies`].
    series: u32,
    /// The number of the match in its series, from 1.
    game: u32,
    /// Whether the match has the teams of the tally in reverse order.
    is_swapped: bool,
}

/// The rows and the score of a series.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Tally {
    /// The range of the series in [`Series::ordered`].
    rows: Range<usize>,
    games: u32,
    /// The half points of the two teams, in the order of [`Teams`].
    points: [u32; 2],
    /// Whether the first match has the teams in reverse order.
    starts_swapped: bool,
}

/// A match with the time at which it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct TimedMatch {
    /// The players, in the order of [`Teams`].
    players: [StringId; 4],
    /// The date and time of day, in seconds since 1970.
    seconds: u64,
    row: RowNumber,
}

impl Series {
    /// Finds the series in `index`. Apart from sorting, the time is linear in the number of rows.
    pub(super) fn of(index: &Index) -> Self {
        let mut dates = DateParser::default();
        let rows = 0..RowNumber::try_from(index.len()).unwrap_or(RowNumber::MAX);
        let mut timed: Vec<_> = rows.filter_map(|row| dates.timed(index, row)).collect();
        timed.sort_unstable();
        let follows = |earlier: &TimedMatch, later: &TimedMatch| {
            earlier.players == later.players && later.seconds - earlier.seconds <= MAX_PAUSE_SECONDS
        };
        // A single match is no series, even if it is listed twice.
        let is_series = |matches: &&[TimedMatch]| {
            matches.first().map(|first| first.seconds) != matches.last().map(|last| last.seconds)
        };
        let mut found: Vec<_> = timed.chunk_by(follows).filter(is_series).collect();
        found.sort_unstable_by_key(|matches| matches.iter().map(|timed| timed.row).min());

        let mut series = Self::default();
        for matches in found {
            series.push(index, matches);
        }
        series.members.sort_unstable();
        series
    }

    /// Adds the series that consists of `matches`, which must be sorted by time.
    fn push(&mut self, index: &Index, matches: &[TimedMatch]) {
        let from = self.ordered.len();
        let series = u32::try_from(self.tallies.len()).unwrap_or(u32::MAX);
        let mut tally = Tally::default();
        let mut last = None;
        for timed in matches {
            let Some((block, row)) = index.block_of(timed.row) else { continue };
            let is_swapped = teams(block.players(row)).is_none_or(|teams| teams.is_swapped);
            if last.is_none() {
                tally.starts_swapped = is_swapped;
            }
            if last != Some(timed.seconds) {
                last = Some(timed.seconds);
                let [first, second] = half_points(block.result(row));
                tally.games += 1;
                tally.points[usize::from(is_swapped)] += first;
                tally.points[usize::from(!is_swapped)] += second;
            }
            self.ordered.push(timed.row);
            self.members.push(Member { row: timed.row, series, game: tally.games, is_swapped });
        }
        tally.rows = from..self.ordered.len();
        self.tallies.push(tally);
    }

    fn member(&self, row: RowNumber) -> Option<(&Member, &Tally)> {
        let at = self.members.binary_search_by_key(&row, |member| member.row).ok()?;
        let member = self.members.get(at)?;
        Some((member, self.tallies.get(member.series as usize)?))
    }

    pub(super) fn place(&self, row: RowNumber) -> Option<SeriesPlace> {
        let (member, tally) = self.member(row)?;
        let [one, other] = tally.points;
        Some(SeriesPlace {
            number: member.series + 1,
            game: member.game,
            games: tally.games,
            points: if tally.starts_swapped { [other, one] } else { [one, other] },
            is_swapped: member.is_swapped != tally.starts_swapped,
        })
    }

    /// Returns `rows` with all other matches of their series, in file order.
    fn with_members(&self, mut rows: Vec<RowNumber>) -> Vec<RowNumber> {
        let mut is_added = vec![false; self.tallies.len()];
        for at in 0..rows.len() {
            let Some((member, tally)) = self.member(rows[at]) else { continue };
            if !std::mem::replace(&mut is_added[member.series as usize], true) {
                rows.extend(&self.ordered[tally.rows.clone()]);
            }
        }
        rows.sort_unstable();
        rows.dedup();
        rows
    }

    /// Reorders `rows` so that the matches of a series are adjacent and in match order. They take the place of the
    /// first of them in `rows`. `rows` must be sorted.
    pub(super) fn group_rows(&self, rows: &mut Vec<RowNumber>) {
        if self.members.is_empty() {
            return;
        }
        let mut is_done = vec![false; self.tallies.len()];
        let mut grouped = Vec::with_capacity(rows.len());
        for &row in rows.iter() {
            let Some((member, tally)) = self.member(row) else {
                grouped.push(row);
                continue;
            };
            if !std::mem::replace(&mut is_done[member.series as usize], true) {
                let all = self.ordered[tally.rows.clone()].iter();
                grouped.extend(all.filter(|row| rows.binary_search(row).is_ok()));
            }
        }
        *rows = grouped;
    }
}

/// Returns the points of both teams for `result`, in half points.
const fn half_points(result: ListedResult) -> [u32; 2] {
    match result {
        ListedResult::Written(GameResult::First) => [2, 0],
        ListedResult::Written(GameResult::Second) => [0, 2],
        ListedResult::Written(GameResult::Draw) => [1, 1],
        ListedResult::Written(GameResult::Unknown)
        | ListedResult::Missing
        | ListedResult::Contradicted(_) => [0, 0],
    }
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
        let mut names = team.seats().map(|seat| players[seat as usize]);
        names.sort_unstable();
        names
    };
    let (first, second) = (team(Team::First), team(Team::Second));
    if players.contains(&0) || first == second {
        return None;
    }
    let is_swapped = second < first;
    let ([a, b], [c, d]) = if is_swapped { (second, first) } else { (first, second) };
    Some(Teams { players: [a, b, c, d], is_swapped })
}

/// A parser of dates that caches the last date, since consecutive matches mostly have the same one.
#[derive(Default)]
struct DateParser {
    last: Option<(StringId, Option<Day>)>,
}

impl DateParser {
    /// Returns row `row` as a match with a time. Returns `None` if the row has no two teams of named players, no
    /// complete date or no time of day.
    fn timed(&mut self, index: &Index, row: RowNumber) -> Option<TimedMatch> {
        let (block, at) = index.block_of(row)?;
        let time = block.time_of_day(at)?;
        let players = teams(block.players(at))?.players;
        if players.iter().any(|&name| index.strings.get(name) == "?") {
            return None;
        }
        let date = block.text(KnownTag::Date, at);
        let day = match self.last {
            Some((last, day)) if last == date => day,
            _ => day_of(index.strings.get(date)),
        };
        self.last = Some((date, day));
        let seconds = u64::from(day?.0) * 86_400 + u64::from(time);
        Some(TimedMatch { players, seconds, row })
    }
}

/// Returns the day that `date`, the value of a tag, states completely.
fn day_of(date: &str) -> Option<Day> {
    date_text(date_number(date)?).parse().ok()
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

    /// Returns `rows`, which must be sorted, with all other matches of their series, in file order.
    pub fn with_series(&self, rows: Vec<RowNumber>) -> Vec<RowNumber> {
        if rows.len() == self.len() {
            return rows;
        }
        self.series.get_or_init(|| Series::of(self)).with_members(rows)
    }

    /// Returns whether any match is in a series; `false` before [`Index::find_series`] or [`Index::group_series`].
    pub fn has_series(&self) -> bool {
        let series = self.series.get();
        series.is_some_and(|series| !series.tallies.is_empty())
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
    fn incomplete_dates_are_no_days() {
        assert_eq!(day_of("2025.11.30"), Some(Day(20_422)));
        for unknown in ["2006", "2006.05", "2006.05.??", "2006.13.01", ""] {
            assert_eq!(day_of(unknown), None);
        }
    }

    #[test]
    fn half_points_are_formatted() {
        let points = |half: u32| {
            let mut text = String::new();
            push_points(half, &mut text);
            text
        };
        assert_eq!([0, 1, 2, 3, 10].map(points), ["0", "½", "1", "1½", "5"]);
    }
}
