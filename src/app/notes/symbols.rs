//! The symbols that complete the field for annotations, found by sign, number or name.

use crate::{
    app::Field,
    app::Session,
    notation::{GLYPHS, Nag, nags},
};

/// The maximum number of symbols found by name.
const MAX_SYMBOLS: usize = 6;

/// The numbers of the symbols that are offered while the field is empty.
const COMMON: [u8; 10] = [16, 17, 14, 15, 10, 13, 146, 7, 138, 32];

/// Returns the symbols that `typed` may mean: those whose number begins with it, or whose name has each of its words.
/// Returns the common symbols for an empty text, and none for a text that is a symbol already.
pub fn symbols(typed: &str) -> Vec<Nag> {
    let all = nags();
    let typed = typed.trim().to_lowercase();
    if typed.is_empty() {
        let numbered = |number: &u8| all.iter().find(|nag| nag.number == *number).cloned();
        return COMMON.iter().filter_map(numbered).collect();
    }
    if all.iter().any(|nag| nag.sign == typed || format!("${}", nag.number) == typed) {
        return Vec::new();
    }
    let digits = typed.trim_start_matches('$');
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_found = |nag: &Nag| {
        let name = nag.name.to_lowercase();
        if is_number {
            nag.number.to_string().starts_with(digits)
        } else {
            typed.split_whitespace().all(|word| name.contains(word))
        }
    };
    all.into_iter().filter(is_found).take(MAX_SYMBOLS).collect()
}

/// Returns the text that writes `nag` in the field for annotations. The annotation of a match is free text; elsewhere
/// most symbols are written as numbers.
pub fn symbol_text(session: &Session, nag: &Nag) -> String {
    let is_free = session.game().is_none()
        && super::glyph_field(session) == Field::Annotation
        && !nag.sign.is_empty();
    if is_free || GLYPHS.contains(&nag.sign) {
        nag.sign.to_owned()
    } else {
        format!("${}", nag.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_found_by_number_and_name() {
        let numbers = |typed| symbols(typed).iter().map(|nag| nag.number).collect::<Vec<_>>();
        assert_eq!(numbers(""), COMMON);
        assert_eq!(numbers("black slight adv"), [15, 25]);
        assert_eq!(numbers("$14"), [0; 0], "a symbol already");
        assert_eq!(numbers("$13"), [0; 0]);
        assert_eq!(numbers("$23"), [0; 0]);
        assert_eq!(numbers("novel"), [146]);
        assert_eq!(numbers("239"), [239]);
        assert_eq!(numbers("no such symbol"), [0; 0]);
        assert_eq!(numbers("white").len(), MAX_SYMBOLS);
    }
}
