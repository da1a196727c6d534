//! Right-to-left text, such as Hebrew and Arabic, in the order in which it is painted. Text without such letters is only
//! scanned.

use std::{borrow::Cow, ops::Range};
use unicode_bidi::{BidiClass, BidiInfo, bidi_class};

/// A part of a line that runs in one direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectedRun {
    /// The range of the run in the line, in bytes.
    pub range: Range<usize>,
    pub is_right_to_left: bool,
}

/// Returns whether any character of `text` runs from right to left.
pub fn has_right_to_left(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(is_right_to_left)
}

fn is_right_to_left(character: char) -> bool {
    // No character before Hebrew runs from right to left.
    character >= '\u{590}' && matches!(bidi_class(character), BidiClass::R | BidiClass::AL)
}

/// Returns the runs of `line` from left to right. The first letter determines the direction of the line.
pub fn directed_runs(line: &str) -> Vec<DirectedRun> {
    if !has_right_to_left(line) {
        return vec![DirectedRun { range: 0..line.len(), is_right_to_left: false }];
    }
    let info = BidiInfo::new(line, None);
    let mut directed = Vec::new();
    for paragraph in &info.paragraphs {
        let (levels, runs) = info.visual_runs(paragraph, paragraph.range.clone());
        for range in runs {
            let is_right_to_left = levels[range.start].is_rtl();
            directed.push(DirectedRun { range, is_right_to_left });
        }
    }
    directed
}

/// Returns `line` with its words in the order in which they are painted from left to right, for a painter that itself
/// reverses the letters of a word.
pub fn in_visual_order(line: &str) -> Cow<'_, str> {
    if !has_right_to_left(line) {
        return Cow::Borrowed(line);
    }
    Cow::Owned(visual_characters(line).into_iter().map(|it| it.character).collect())
}

/// A character of a line in visual order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VisualCharacter {
    /// The index of the character in the line, in characters.
    pub index: usize,
    /// The character as it is painted, which may be mirrored.
    pub character: char,
}

impl VisualCharacter {
    /// Returns whether the character belongs to a right-to-left word, as a letter or a mark.
    pub fn is_of_right_to_left_word(self) -> bool {
        is_right_to_left(self.character) || self.is_mark()
    }

    /// Returns whether the character is a mark on a letter, without a place of its own.
    pub fn is_mark(self) -> bool {
        bidi_class(self.character) == BidiClass::NSM
    }
}

/// Returns the characters of `line` in the order of [`in_visual_order`].
pub fn visual_characters(line: &str) -> Vec<VisualCharacter> {
    let mut ordered = Vec::with_capacity(line.len());
    for DirectedRun { range, is_right_to_left } in directed_runs(line) {
        let first = line.get(..range.start).unwrap_or_default().chars().count();
        let run = line.get(range).unwrap_or_default().chars().enumerate();
        let run: Vec<VisualCharacter> =
            run.map(|(at, character)| VisualCharacter { index: first + at, character }).collect();
        if is_right_to_left {
            push_reversed(&run, &mut ordered);
        } else {
            ordered.extend(run);
        }
    }
    ordered
}

/// Appends the words of `run` from the last to the first, with the characters between them mirrored.
fn push_reversed(run: &[VisualCharacter], ordered: &mut Vec<VisualCharacter>) {
    let mut end = run.len();
    for (at, one) in run.iter().enumerate().rev() {
        if is_right_to_left(one.character) {
            // The word ends where a character before it does not belong to a word.
            let before = at.checked_sub(1).map(|before| run[before]);
            if !before.is_some_and(VisualCharacter::is_of_right_to_left_word) {
                ordered.extend(&run[at..end]);
                end = at;
            }
        } else if !one.is_mark() {
            ordered.push(VisualCharacter { character: mirrored(one.character), ..*one });
            end = at;
        }
    }
    // Marks at the start of the run, without a letter.
    ordered.extend(&run[..end]);
}

const fn mirrored(character: char) -> char {
    match character {
        '(' => ')',
        ')' => '(',
        '[' => ']',
        ']' => '[',
        '<' => '>',
        '>' => '<',
        '«' => '»',
        '»' => '«',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_reversed_and_letters_are_not() {
        for (line, expect) in [
            ("", ""),
            ("Nf3 – José", "Nf3 – José"),
            ("שלום", "שלום"),
            ("שלום עולם", "עולם שלום"),
            ("אחת, שתיים (שלוש)!", "!(שלוש) שתיים ,אחת"),
            // A move in a Hebrew sentence, and a Hebrew name in an English one.
            ("לבן משחק Nf3 ומנצח", "ומנצח Nf3 משחק לבן"),
            ("by דני כהן, London", "by כהן דני, London"),
            ("מהלך 12 טוב", "טוב 12 מהלך"),
            ("سلام عليكم", "عليكم سلام"),
            // Vowel marks stay with their letters.
            ("שָׁלוֹם עוֹלָם", "עוֹלָם שָׁלוֹם"),
        ] {
            assert_eq!(in_visual_order(line), expect, "{line}");
        }
    }

    /// The order of the letters, read from right to left in each right-to-left word, is the order of the algorithm.
    #[test]
    fn order_is_that_of_the_algorithm_for_single_characters() {
        let line = "אב גד Nf3 (הו) 12 ז.";
        let info = BidiInfo::new(line, None);
        let paragraph = &info.paragraphs[0];
        let expect = info.reorder_line(paragraph, paragraph.range.clone());
        let ordered = in_visual_order(line);
        let words = ordered.split_inclusive(|it: char| !is_right_to_left(it));
        let mut shown = String::new();
        for word in words {
            let letters = word.trim_end_matches(|it: char| !is_right_to_left(it));
            shown.extend(letters.chars().rev());
            // The crate does not mirror.
            shown.extend(word.get(letters.len()..).unwrap().chars().map(mirrored));
        }
        assert_eq!(shown, expect);
    }
}
