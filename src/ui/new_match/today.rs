//! [`today`]: the current date in the format of the `Date` tag.

use crate::clock::{SystemTime, UNIX_EPOCH};

/// Returns the current date in UTC, `2026.11.22`: the standard library has no local time zone.
pub fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    date_of(seconds / 86_400)
}

/// Returns the Gregorian date of a day counted from 1 January 1970.
fn date_of(days: u64) -> String {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut rest = days;
    let mut year = 1970;
    while rest >= 365 + u64::from(is_leap(year)) {
        rest -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if rest < length {
            break;
        }
        rest -= length;
        month += 1;
    }
    format!("{year}.{month:02}.{:02}", rest + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates() {
        assert_eq!(date_of(0), "1970.01.01");
        assert_eq!(date_of(11_016), "2000.02.29");
        assert_eq!(date_of(11_017), "2000.03.01");
        assert_eq!(date_of(20_453), "2025.12.31");
        assert_eq!(date_of(20_454), "2026.01.01");
    }
}
