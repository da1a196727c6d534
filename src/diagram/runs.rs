//! [`runs`]: splits a line of text into runs, each in one font.

use std::{collections::HashSet, ops::Range};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// The number of the font: 0 is the bundled font, 1 and higher are fallback fonts.
    pub face: u16,
    /// The range of the run in the text, in bytes.
    pub range: Range<usize>,
}

/// Splits `text` into runs. `own` returns whether the bundled font has a character; `other` returns the number of a
/// fallback font that has the character, or `None`. Adjacent words in the same fallback font form one run with the
/// spaces between them, so that words of right-to-left scripts stay in order.
pub(super) fn runs(
    text: &str,
    own: impl Fn(char) -> bool,
    other: impl Fn(char) -> Option<u16>,
) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    // The number of spaces after the last word if that word is in a fallback font, otherwise 0. The spaces join the run
    // of that word if the next word has the same font.
    let mut blanks = 0;
    for (at, character) in text.char_indices() {
        let end = at + character.len_utf8();
        let last = runs.last().map(|run| run.face);
        if character == ' ' && last.is_some_and(|face| face > 0) {
            blanks += 1;
            continue;
        }
        let face = match last {
            Some(face) if is_combining(character) && blanks == 0 => face,
            _ if own(character) || is_combining(character) => 0,
            _ => other(character).unwrap_or(0),
        };
        match runs.last_mut() {
            Some(run) if run.face == face => run.range.end = end,
            _ => runs.push(Run { face, range: at - blanks..end }),
        }
        blanks = 0;
    }
    if blanks > 0 {
        runs.push(Run { face: 0, range: text.len() - blanks..text.len() });
    }
    runs
}

/// Returns whether `character` combines with the previous one. Both must then be in the same font.
const fn is_combining(character: char) -> bool {
    matches!(
        character,
        '\u{300}'..='\u{36f}' | '\u{200c}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' | '\u{20e0}' | '\u{e0100}'..='\u{e01ef}'
    )
}

/// Returns the distinct characters of `text` that no font has. Whitespace, control and combining characters are
/// never reported.
pub(super) fn missing(
    text: &str,
    own: impl Fn(char) -> bool,
    other: impl Fn(char) -> Option<u16>,
) -> Vec<char> {
    let mut reported = HashSet::new();
    let is_seen = |character: char| {
        !character.is_control() && !character.is_whitespace() && !is_combining(character)
    };
    let lacks =
        |&character: &char| is_seen(character) && !own(character) && reported.insert(character);
    text.chars().filter(lacks).filter(|&character| other(character).is_none()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn other(character: char) -> Option<u16> {
        match character {
            '\u{4e00}'..='\u{9fff}' => Some(1),
            '\u{620}'..='\u{64a}' => Some(2),
            _ => None,
        }
    }

    fn check(text: &str, expect: &[(u16, &str)]) {
        let runs = runs(text, |character| character.is_ascii(), other);
        let told: Vec<(u16, &str)> =
            runs.iter().map(|run| (run.face, text.get(run.range.clone()).unwrap())).collect();
        assert_eq!(told, expect);
    }

    #[test]
    fn each_run_has_one_font() {
        check("raven", &[(0, "raven")]);
        check("", &[]);
        check("raven 王伟!", &[(0, "raven "), (1, "王伟"), (0, "!")]);
        check("王 伟 x ", &[(1, "王 伟"), (0, " x ")]);
        check("王伟 ", &[(1, "王伟"), (0, " ")]);
        check("سلام عليكم", &[(2, "سلام عليكم")]);
        check("王 سلام", &[(1, "王"), (2, " سلام")]);
        check("王\u{fe00}", &[(1, "王\u{fe00}")]);
        // A character that no font has is drawn as a box from the bundled font.
        check("a\u{10fffd}b", &[(0, "a\u{10fffd}b")]);
    }

    #[test]
    fn missing_characters_are_reported_once() {
        let told = missing("a王\u{10fffd} ♞\u{10fffd}\n", |character| character.is_ascii(), other);
        assert_eq!(told, ['\u{10fffd}', '♞']);
    }
}
