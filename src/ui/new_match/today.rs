//! [`today`]: the current date.

use crate::{
    clock::{SystemTime, UNIX_EPOCH},
    text::Day,
};

/// Returns today's date in UTC, since the standard library knows no local time zone.
pub fn today() -> Day {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    Day::from_unix_seconds(seconds)
}
