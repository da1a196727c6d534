//! [`Progress`]: results and review dates of puzzles, in a file of its own.
//!
//! A puzzle that was not solved at the first try is due for review after 1 day. Each review solved at the first try
//! leads to the next interval: 3, 7, 21, 60 and 180 days. A failed review starts over. The file is JSON, so that other
//! programs can read it.

use super::{
    PuzzleScore,
    store::{ContentError, Stored, read_limited},
};
use crate::{
    analysis::puzzles::{Kind, PuzzleKey},
    file::FileError,
    text::Day,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
};

/// The intervals between the reviews of a failed puzzle, in days.
pub const INTERVALS: [u32; 6] = [1, 3, 7, 21, 60, 180];

/// The maximum number of puzzles stored.
const MAX_PUZZLES: usize = 20_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PuzzleOutcome {
    /// Solved without mistakes or hints.
    FirstTry,
    WithHints,
    /// The user viewed the solution.
    GaveUp,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TriedPuzzle {
    /// Both boards in BFEN, separated by ` | `.
    position: String,
    /// The letter of the seat.
    seat: char,
    #[serde(with = "as_text")]
    kind: Kind,
    /// The day of the last try.
    #[serde(with = "as_text")]
    pub tried: Day,
    pub outcome: PuzzleOutcome,
    /// The number of reviews solved since the last failure, not counting those solved before they were due. The
    /// interval to the next review is `INTERVALS[step]`. After the last interval, no review follows.
    #[serde(default, skip_serializing_if = "is_zero")]
    step: u8,
    /// The day of the next review; `None` if no review is scheduled.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "as_optional_text")]
    pub due: Option<Day>,
}

/// The results in one kind of puzzle on one day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DayScore {
    #[serde(with = "as_text")]
    pub day: Day,
    #[serde(with = "as_text")]
    pub kind: Kind,
    #[serde(flatten)]
    pub score: PuzzleScore,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    version: u32,
    /// The totals of older versions, which stored neither day nor kind; `None` until they are moved here from the
    /// settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    earlier: Option<PuzzleScore>,
    /// The results by day and kind, in the order of days.
    #[serde(default)]
    days: Vec<DayScore>,
    /// The puzzles tried, in the order of their first try.
    #[serde(default)]
    puzzles: Vec<TriedPuzzle>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeekScore {
    /// The Monday of the week.
    pub monday: Day,
    pub score: PuzzleScore,
}

impl PuzzleScore {
    pub fn add(&mut self, outcome: PuzzleOutcome) {
        let count = match outcome {
            PuzzleOutcome::FirstTry => &mut self.at_once,
            PuzzleOutcome::WithHints => &mut self.later,
            PuzzleOutcome::GaveUp => &mut self.shown,
        };
        *count = count.saturating_add(1);
    }

    pub fn add_all(&mut self, other: Self) {
        *self = self.zip(other, u32::saturating_add);
    }

    /// Returns the number of tries with any outcome.
    pub const fn tried(self) -> u32 {
        self.at_once.saturating_add(self.later).saturating_add(self.shown)
    }

    /// Combines the counts of each outcome with `combine`.
    fn zip(self, other: Self, combine: fn(u32, u32) -> u32) -> Self {
        Self {
            at_once: combine(self.at_once, other.at_once),
            later: combine(self.later, other.later),
            shown: combine(self.shown, other.shown),
        }
    }

    /// Returns, for each outcome, the larger count of `self` and `other`.
    fn max(self, other: Self) -> Self {
        self.zip(other, u32::max)
    }
}

impl Progress {
    /// Adds the totals that older versions stored in the settings. Does nothing if totals have been added before.
    pub fn merge_earlier(&mut self, earlier: PuzzleScore) {
        self.earlier.get_or_insert(earlier);
    }

    /// Records a try of the puzzle `key` on `day`, and schedules its next review.
    pub fn record_try(&mut self, key: &PuzzleKey, outcome: PuzzleOutcome, day: Day) {
        self.version = 1;
        let known = self.days.iter_mut().rev().take_while(|it| it.day >= day);
        match known.into_iter().find(|it| it.day == day && it.kind == key.kind) {
            Some(known) => known.score.add(outcome),
            None => {
                let mut score = PuzzleScore::default();
                score.add(outcome);
                let at = self.days.partition_point(|it| it.day <= day);
                self.days.insert(at, DayScore { day, kind: key.kind, score });
            }
        }
        let index = self.puzzles.iter().position(|it| it.has_key(key));
        let at = index.unwrap_or_else(|| {
            self.puzzles.push(TriedPuzzle::of(key, day));
            self.puzzles.len() - 1
        });
        self.puzzles[at].note(outcome, day);
        self.limit();
    }

    /// Returns the puzzle `key` if it was tried.
    pub fn tried(&self, key: &PuzzleKey) -> Option<&TriedPuzzle> {
        self.puzzles.iter().find(|it| it.has_key(key))
    }

    /// Returns the puzzles due for review on `day`, longest overdue first.
    pub fn due(&self, day: Day) -> Vec<PuzzleKey> {
        let mut due: Vec<(Day, PuzzleKey)> = self
            .puzzles
            .iter()
            .filter_map(|it| Some((it.due.filter(|due| *due <= day)?, it.key())))
            .collect();
        due.sort_by_key(|(due, _)| *due);
        due.into_iter().map(|(_, key)| key).collect()
    }

    /// Returns the number of puzzles whose review is due after `day`.
    pub fn scheduled(&self, day: Day) -> usize {
        self.puzzles.iter().filter(|it| it.due.is_some_and(|due| due > day)).count()
    }

    /// Returns the results in puzzles of `kind`. If `kind` is `None`, returns those of all kinds, including the totals
    /// of older versions.
    pub fn score(&self, kind: Option<Kind>) -> PuzzleScore {
        let mut sum = match kind {
            None => self.earlier.unwrap_or_default(),
            Some(_) => PuzzleScore::default(),
        };
        self.days_of(kind).for_each(|day| sum.add_all(day.score));
        sum
    }

    /// Returns the results in puzzles of `kind`, or of all kinds if `kind` is `None`.
    fn days_of(&self, kind: Option<Kind>) -> impl Iterator<Item = &DayScore> {
        self.days.iter().filter(move |day| kind.is_none_or(|kind| day.kind == kind))
    }

    /// Returns the results in puzzles of `kind` (`None` for all kinds) for each of `count` weeks, oldest first. The
    /// last week is that of `day`.
    pub fn weeks(&self, kind: Option<Kind>, day: Day, count: u32) -> Vec<WeekScore> {
        let last = day.monday();
        let mondays = (0..count).rev().map(|back| Day(last.0.saturating_sub(7 * back)));
        let empty = |monday| WeekScore { monday, score: PuzzleScore::default() };
        let mut weeks: Vec<WeekScore> = mondays.map(empty).collect();
        for day in self.days_of(kind) {
            let monday = day.day.monday();
            if let Some(week) = weeks.iter_mut().find(|week| week.monday == monday) {
                week.score.add_all(day.score);
            }
        }
        weeks
    }

    /// Merges another progress file. Keeps the later try of each puzzle, and the larger counts for each day and kind.
    /// Importing a file twice changes nothing.
    pub fn merge(&mut self, other: Self) {
        self.version = 1;
        if let Some(earlier) = other.earlier {
            self.earlier = Some(self.earlier.unwrap_or_default().max(earlier));
        }
        for new in other.days {
            let known = self.days.iter_mut().find(|it| (it.day, it.kind) == (new.day, new.kind));
            match known {
                Some(known) => known.score = known.score.max(new.score),
                None => self.days.push(new),
            }
        }
        self.days.sort_by_key(|it| (it.day, it.kind));
        let known: BTreeMap<PuzzleKey, usize> =
            (0..).zip(&self.puzzles).map(|(at, it)| (it.key(), at)).collect();
        for new in other.puzzles {
            match known.get(&new.key()) {
                Some(&at) if self.puzzles[at].tried >= new.tried => {}
                Some(&at) => self.puzzles[at] = new,
                None => self.puzzles.push(new),
            }
        }
        self.limit();
    }

    /// Reads a progress file that the user exported.
    ///
    /// # Errors
    /// A disk error, or why this is not a progress file.
    pub fn read(path: &Path) -> Result<Self, ProgressFileError> {
        let bytes = read_limited(path, Self::MAX_BYTES)?;
        Self::from_json(&String::from_utf8_lossy(&bytes))
            .map_err(|why| ProgressFileError::Content(path.to_owned(), why))
    }

    pub fn to_json(&self) -> String {
        // This cannot fail: all maps have text keys, and JSON can write all the numbers.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Parses a progress file.
    ///
    /// # Errors
    /// A JSON error with line and column, if `text` is not a progress file.
    pub fn from_json(text: &str) -> Result<Self, serde_json::Error> {
        let mut progress: Self = serde_json::from_str(text)?;
        progress.limit();
        Ok(progress)
    }

    /// Drops the oldest puzzles beyond the maximum. Puzzles without a pending review are dropped first.
    fn limit(&mut self) {
        while self.puzzles.len() > MAX_PUZZLES {
            let done = self.puzzles.iter().position(|it| it.due.is_none());
            self.puzzles.remove(done.unwrap_or(0));
        }
    }
}

/// An error of [`Progress::read`].
#[derive(Debug, thiserror::Error)]
pub enum ProgressFileError {
    #[error("cannot choose a file: the system has no file dialog")]
    NoDialog,
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{}: not a puzzle progress file ({_1})", .0.display())]
    Content(PathBuf, serde_json::Error),
}

impl Stored for Progress {
    const NOUN: &'static str = "the puzzle progress";
    const FALLBACK: &'static str = "starting empty";
    /// Over ten times the size of a file with the maximum number of puzzles.
    const MAX_BYTES: u64 = 64_000_000;

    fn user_path(dirs: &directories::ProjectDirs) -> PathBuf {
        dirs.data_dir().join("puzzles.json")
    }

    fn parse(text: &str) -> Result<(Self, Vec<&'static str>), ContentError> {
        Ok((Self::from_json(text)?, Vec::new()))
    }

    fn text(&self) -> io::Result<String> {
        Ok(self.to_json())
    }
}

impl TriedPuzzle {
    fn of(key: &PuzzleKey, day: Day) -> Self {
        Self {
            position: key.position.clone(),
            seat: key.seat,
            kind: key.kind,
            tried: day,
            outcome: PuzzleOutcome::FirstTry,
            step: 0,
            due: None,
        }
    }

    fn has_key(&self, key: &PuzzleKey) -> bool {
        (self.kind, self.seat) == (key.kind, key.seat) && self.position == key.position
    }

    fn key(&self) -> PuzzleKey {
        PuzzleKey { position: self.position.clone(), seat: self.seat, kind: self.kind }
    }

    /// Records a try, and schedules the next review.
    fn note(&mut self, outcome: PuzzleOutcome, day: Day) {
        (self.tried, self.outcome) = (day, outcome);
        match (outcome, self.due) {
            (PuzzleOutcome::FirstTry, None) => {}
            // Solving a puzzle before its review is due does not change the schedule.
            (PuzzleOutcome::FirstTry, Some(due)) if day < due => {}
            (PuzzleOutcome::FirstTry, Some(_)) => {
                self.step = self.step.saturating_add(1);
                self.due = INTERVALS.get(usize::from(self.step)).map(|days| day + *days);
            }
            (PuzzleOutcome::WithHints | PuzzleOutcome::GaveUp, _) => {
                self.step = 0;
                self.due = Some(day + INTERVALS[0]);
            }
        }
    }
}

const fn is_zero(number: &u8) -> bool {
    *number == 0
}

mod as_text {
    use super::{Deserialize, Deserializer, Error as _, Serializer};
    use std::{fmt::Display, str::FromStr};

    pub(super) fn serialize<T: Display, S: Serializer>(
        value: &T,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub(super) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<T, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(D::Error::custom)
    }
}

mod as_optional_text {
    use super::{Day, Deserialize, Deserializer, Error as _, Serializer};

    pub(super) fn serialize<S: Serializer>(day: &Option<Day>, to: S) -> Result<S::Ok, S::Error> {
        match day {
            Some(day) => to.collect_str(day),
            None => to.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Day>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
    }
}
