//! [`Day`]: a day of the Gregorian calendar.

use std::{fmt, ops::Add, str::FromStr};

pub const MONTH_NAMES: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A day, as the number of days since 1 January 1970. Written as `2026-11-24`; `2026.11.24` can be parsed too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(pub u32);

/// 31 December 9999, to which later days are clamped.
const LAST: u32 = 2_932_896;

impl Day {
    /// Returns the day of a time in seconds since 1 January 1970, in UTC.
    pub fn from_unix_seconds(seconds: u64) -> Self {
        Self(u32::try_from(seconds / 86_400).unwrap_or(LAST).min(LAST))
    }

    /// Returns the year, the month and the day of the month, the last two counted from 1.
    pub fn date(self) -> (u32, u32, u32) {
        let mut days = self.0;
        let mut year = 1970;
        while days >= days_in_year(year) {
            days -= days_in_year(year);
            year += 1;
        }
        let mut month = 1;
        for length in months(year) {
            if days < length {
                break;
            }
            days -= length;
            month += 1;
        }
        (year, month, days + 1)
    }

    /// Returns the Monday of this day's week, or 1 January 1970 if that Monday is earlier.
    #[must_use]
    pub const fn monday(self) -> Self {
        // 1 January 1970 was a Thursday.
        Self(self.0.saturating_sub((self.0 + 3) % 7))
    }
}

fn days_in_year(year: u32) -> u32 {
    months(year).iter().sum()
}

const fn months(year: u32) -> [u32; 12] {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let february = if is_leap { 29 } else { 28 };
    [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
}

impl Add<u32> for Day {
    type Output = Self;

    fn add(self, days: u32) -> Self {
        Self(self.0.saturating_add(days).min(LAST))
    }
}

impl fmt::Display for Day {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date();
        write!(formatter, "{year}-{month:02}-{day:02}")
    }
}

/// Formats a time in seconds since 1 January 1970, because the standard library does not know the local time zone:
/// `2026-11-24 18:05:09 UTC`.
pub fn utc_text(seconds: u64) -> String {
    let (minute, second) = (seconds / 60 % 60, seconds % 60);
    let day = Day::from_unix_seconds(seconds);
    format!("{day} {:02}:{minute:02}:{second:02} UTC", seconds / 3600 % 24)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a date such as 2026-11-24")]
pub struct InvalidDate;

impl FromStr for Day {
    type Err = InvalidDate;

    fn from_str(text: &str) -> Result<Self, InvalidDate> {
        let mut parts = text.splitn(3, ['-', '.']);
        let mut number = || parts.next()?.parse::<u32>().ok();
        let (Some(year), Some(month), Some(day)) = (number(), number(), number()) else {
            return Err(InvalidDate);
        };
        let month = usize::try_from(month).ok().and_then(|month| month.checked_sub(1));
        let (1970..=9999, Some(month @ 0..12)) = (year, month) else { return Err(InvalidDate) };
        let lengths = months(year);
        if !(1..=lengths[month]).contains(&day) {
            return Err(InvalidDate);
        }
        let years: u32 = (1970..year).map(days_in_year).sum();
        let months: u32 = lengths[..month].iter().sum();
        Ok(Self(years + months + day - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_round_trip() {
        for (day, text) in [
            (0, "1970-01-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_453, "2025-12-31"),
            (20_454, "2026-01-01"),
            (LAST, "9999-12-31"),
        ] {
            assert_eq!(Day(day).to_string(), text);
            assert_eq!(text.parse(), Ok(Day(day)));
        }
        for text in ["", "2026", "2026-13-01", "2026-02-29", "1969-12-31", "2026-1-0", "x-1-1"] {
            assert_eq!(text.parse::<Day>(), Err(InvalidDate), "{text}");
        }
    }

    #[test]
    fn times_have_seconds() {
        assert_eq!(utc_text(86_400 + 3 * 3600 + 4 * 60 + 5), "1970-01-02 03:04:05 UTC");
    }

    #[test]
    fn weeks_begin_on_monday() {
        let monday: Day = "2026-11-23".parse().unwrap();
        for days in 0..7 {
            assert_eq!((monday + days).monday(), monday);
        }
        assert_ne!((monday + 7).monday(), monday);
    }
}
