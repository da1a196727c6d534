//! Counts and plurals in messages.

use std::fmt::Display;

pub fn plural<'t>(count: impl From<u8> + PartialEq + Copy, one: &'t str, more: &'t str) -> &'t str {
    if count == 1.into() { one } else { more }
}

/// Returns the count and its noun, such as `1 illegal try` or `2 illegal tries`.
pub fn count_text(
    count: impl From<u8> + PartialEq + Display + Copy,
    one: &str,
    more: &str,
) -> String {
    format!("{count} {}", plural(count, one, more))
}

/// Appends the digits of `number` to `text`. Faster than formatting.
pub fn push_number(mut number: u64, text: &mut String) {
    // The largest number has 20 digits.
    let mut digits = [b'0'; 20];
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] += u8::try_from(number % 10).unwrap_or(0);
        number /= 10;
        if number == 0 {
            break;
        }
    }
    *text += str::from_utf8(&digits[start..]).unwrap_or_default();
}

/// Returns the number in words up to twelve, as in running text, and in digits beyond: `seven`, `13`.
pub fn number_word(number: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.get(number).map_or_else(|| number.to_string(), |&word| word.to_owned())
}

/// Formats a non-negative integer with a comma every three digits, such as `1,204`.
pub fn grouped(number: impl Display) -> String {
    let mut text = number.to_string();
    for place in (1..text.len()).rev().skip(2).step_by(3) {
        text.insert(place, ',');
    }
    text
}

/// Truncates `value` to an integer: 0 if it is negative or NaN, `u32::MAX` if it is too large.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
pub fn to_u32(value: impl Into<f64>) -> u32 {
    value.into() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pushed_numbers_are_those_of_the_standard_library() {
        for number in [0, 9, 10, 2165, 65_535, u64::MAX] {
            let mut text = "x".to_owned();
            push_number(number, &mut text);
            assert_eq!(text, format!("x{number}"));
        }
    }

    #[test]
    fn digits_are_grouped_by_three() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (361_953, "361,953"),
            (2_000_000, "2,000,000"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }
}
