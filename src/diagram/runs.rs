//! [`runs`]: a line of text in pieces that one typeface each can show.

use std::{collections::HashSet, ops::Range};

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// Which typeface shows it: 0 for the program's own.
    pub face: u16,
    /// Where it stands in the text, in bytes.
    pub range: Range<usize>,
}

/// The pieces of `text`. `own` says whether the program's own face has a letter, `other` which other face has it. Blanks
/// between words of another face stay with them, so that words of a script which is written from right to left keep
/// their order.
pub(super) fn runs(
    text: &str,
    own: impl Fn(char) -> bool,
    other: impl Fn(char) -> Option<u16>,
) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    // Blanks behind a word, which belong to it if more of the same face comes.
    let mut blanks = 0;
    for (at, letter) in text.char_indices() {
        let end = at + letter.len_utf8();
        let last = runs.last().map(|run| run.face);
        if letter == ' ' && last.is_some_and(|face| face > 0) {
            blanks += 1;
            continue;
        }
        let face = match last {
            Some(face) if is_joined(letter) && blanks == 0 => face,
            _ if own(letter) || is_joined(letter) => 0,
            _ => other(letter).unwrap_or(0),
        };
        match runs.last_mut() {
            Some(run) if run.face == face => run.range.end = end,
            _ => runs.push(Run { face, range: at - blanks..end }),
        }
        blanks = 0;
        // Blanks before a letter of the own face are its own.
        if let [.., before, after] = runs.as_mut_slice()
            && before.range.end != after.range.start
        {
            let gap = before.range.end..after.range.start;
            if after.face == 0 {
                after.range.start = gap.start;
            }
        }
    }
    if blanks > 0 {
        runs.push(Run { face: 0, range: text.len() - blanks..text.len() });
    }
    runs
}

/// Whether `letter` only changes the one before it.
const fn is_joined(letter: char) -> bool {
    matches!(
        letter,
        '\u{300}'..='\u{36f}' | '\u{200c}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' | '\u{20e0}' | '\u{e0100}'..='\u{e01ef}'
    )
}

/// The letters of `text` that neither has, each once.
pub(super) fn missing(
    text: &str,
    own: impl Fn(char) -> bool,
    other: impl Fn(char) -> Option<u16>,
) -> Vec<char> {
    let mut met = HashSet::new();
    let is_seen =
        |letter: char| !letter.is_control() && !letter.is_whitespace() && !is_joined(letter);
    let lacks = |&letter: &char| is_seen(letter) && !own(letter) && met.insert(letter);
    text.chars().filter(lacks).filter(|&letter| other(letter).is_none()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn other(letter: char) -> Option<u16> {
        match letter {
            '\u{4e00}'..='\u{9fff}' => Some(1),
            '\u{620}'..='\u{64a}' => Some(2),
            _ => None,
        }
    }

    fn check(text: &str, expect: &[(u16, &str)]) {
        let runs = runs(text, |letter| letter.is_ascii(), other);
        let told: Vec<(u16, &str)> =
            runs.iter().map(|run| (run.face, text.get(run.range.clone()).unwrap())).collect();
        assert_eq!(told, expect);
    }

    #[test]
    fn each_piece_has_one_face() {
        check("raven", &[(0, "raven")]);
        check("", &[]);
        check("raven 王伟!", &[(0, "raven "), (1, "王伟"), (0, "!")]);
        check("王 伟 x ", &[(1, "王 伟"), (0, " x ")]);
        check("王伟 ", &[(1, "王伟"), (0, " ")]);
        check("سلام عليكم", &[(2, "سلام عليكم")]);
        check("王 سلام", &[(1, "王"), (2, " سلام")]);
        check("王\u{fe00}", &[(1, "王\u{fe00}")]);
        // What nobody has is shown as the box of the own face.
        check("a\u{10fffd}b", &[(0, "a\u{10fffd}b")]);
    }

    #[test]
    fn letters_without_a_face_are_told_once() {
        let told = missing("a王\u{10fffd} ♞\u{10fffd}\n", |letter| letter.is_ascii(), other);
        assert_eq!(told, ['\u{10fffd}', '♞']);
    }
}
