//! Dates in tags.

use bughouse::typography::{Meaning, characters};

/// Converts `2006.05.17` to 20060517, so that dates compare as numbers. Unknown parts are 0: `2006.??.??` becomes
/// 20060000. Other orders are read if they are certain: `17.05.2006`, `17 May 2006`. Otherwise only the year is read:
/// `05/06/2006`. Returns `None` if there is no year of four digits.
pub fn date_number(text: &str) -> Option<u32> {
    iso_number(text).or_else(|| other_number(text))
}

/// Returns whether `text` is a date that begins with the year, or is unknown.
pub fn is_iso_date(text: &str) -> bool {
    let is_part = |part: &str| {
        let part = part.split(['T', ' ']).next().unwrap_or_default();
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'?')
    };
    let text = text.trim();
    let is_known = text.bytes().any(|byte| !matches!(byte, b'?' | b'.' | b'-' | b'/' | b' '));
    let mut parts = text.split(['.', '-', '/']);
    let has_year = parts.next().is_some_and(|year| year.len() == 4 && is_part(year));
    let of_iso = iso_number(text).is_some_and(|date| date / 100 % 100 <= 12 && date % 100 <= 31);
    !is_known || (has_year && parts.take(2).all(is_part) && (of_iso || text.starts_with('?')))
}

fn iso_number(text: &str) -> Option<u32> {
    let mut parts = text.trim().split(['.', '-', '/']);
    let year: u32 = parts.next().filter(|year| year.len() == 4)?.parse().ok()?;
    let mut part = || {
        // A time may follow the day.
        let digits = |part: &'_ str| part.split(['T', ' ']).next()?.parse().ok();
        let number = parts.next().and_then(digits);
        number.filter(|&n: &u32| n < 100).unwrap_or(0)
    };
    Some(year * 10_000 + part() * 100 + part())
}

/// Reads a date whose year comes last, or whose month is a word.
#[cold]
fn other_number(text: &str) -> Option<u32> {
    // Texts that long are prose.
    if text.len() > 64 {
        return None;
    }
    let plain: String = characters(text.as_bytes())
        .filter_map(|(_, character)| match Meaning::of(character) {
            Meaning::Ascii(ascii) => Some(ascii),
            Meaning::Invisible => None,
            _ => Some(" "),
        })
        .collect();
    let is_year = |number: &u32| (1000..=2999).contains(number);
    let mut year = None;
    let mut month = None;
    let mut is_year_first = false;
    let mut others = Vec::new();
    for word in plain.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        match digits.parse::<u32>() {
            Ok(number) if digits.len() == 8 && digits == word && is_year(&(number / 10_000)) => {
                return Some(number);
            }
            Ok(number) if digits.len() == 4 && is_year(&number) => {
                is_year_first |= others.is_empty();
                year.get_or_insert(number);
            }
            Ok(number) if digits.len() <= 2 => others.push(number),
            Ok(_) => {}
            Err(_) => month = month.or(month_named(word)),
        }
    }
    let date = |month: u32, day: u32| {
        let is_date = (1..=12).contains(&month) && day <= 31;
        if is_date { Some(month * 100 + day) } else { None }
    };
    let in_year = match (month, others.as_slice()) {
        (Some(month), [day, ..]) => date(month, *day),
        (Some(month), []) => date(month, 0),
        // The day comes first where points separate the parts.
        (None, &[first, second, ..]) => {
            let is_day_first =
                !is_year_first && (plain.contains('.') || first > 12 || first == second);
            let is_certain = is_year_first || is_day_first || second > 12;
            let (day, month) = if is_day_first { (first, second) } else { (second, first) };
            if is_certain { date(month, day) } else { None }
        }
        (None, [month]) => date(*month, 0),
        (None, []) => None,
    };
    year.map(|year| year * 10_000 + in_year.unwrap_or(0))
}

fn month_named(word: &str) -> Option<u32> {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let start = word.get(..3)?.to_ascii_lowercase();
    let place = MONTHS.iter().position(|month| *month == start)?;
    u32::try_from(place + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_many_forms() {
        for (text, number, is_iso) in [
            ("2006.05.17", Some(20_060_517), true),
            ("2006-05-17", Some(20_060_517), true),
            ("2006/5/7", Some(20_060_507), true),
            ("2006", Some(20_060_000), true),
            ("2006.??.??", Some(20_060_000), true),
            ("????.??.??", None, true),
            ("", None, true),
            ("2021-05-12T10:00:00Z", Some(20_210_512), true),
            ("2006.13.45", Some(20_061_345), false),
            ("12.05.2021", Some(20_210_512), false),
            ("13/05/2021", Some(20_210_513), false),
            ("05/13/2021", Some(20_210_513), false),
            ("05/06/2021", Some(20_210_000), false),
            ("12 May 2021", Some(20_210_512), false),
            ("May 12th, 2021", Some(20_210_512), false),
            ("Wed May 12 10:00:00 2021", Some(20_210_512), false),
            ("20210512", Some(20_210_512), false),
            ("2021\u{5e74}5\u{6708}12\u{65e5}", Some(20_210_512), false),
            ("2021–05–12", Some(20_210_512), false),
            ("05/2021", Some(20_210_500), false),
            ("12.05.21", None, false),
            ("yesterday", None, false),
        ] {
            assert_eq!(date_number(text), number, "{text}");
            assert_eq!(is_iso_date(text), is_iso, "{text}");
        }
    }
}
