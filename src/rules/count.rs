//! So many of a thing, in words.

use std::fmt::Display;

/// `one` where `count` is 1, else `more`.
pub fn plural<'t>(count: impl From<u8> + PartialEq + Copy, one: &'t str, more: &'t str) -> &'t str {
    if count == 1.into() { one } else { more }
}

/// `1 illegal try`, `2 illegal tries`.
pub fn count_words(
    count: impl From<u8> + PartialEq + Display + Copy,
    one: &str,
    more: &str,
) -> String {
    format!("{count} {}", plural(count, one, more))
}
