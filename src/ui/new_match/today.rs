//! [`today`]: the current date.

use crate::{
    clock::{SystemTime, UNIX_EPOCH},
    text::Day,
};

/// Returns the current date in UTC, because the standard library does not know the local time zone.
pub fn today() -> Day {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    Day::from_unix_seconds(seconds)
}
