//! Move numbers in any spelling, in the movetext and in variations.

use bughouse::{
    Seat,
    typography::{Meaning, characters},
};
use std::ops::Range;

/// Returns the pieces of the word `text` between blanks of Unicode, such as no-break spaces.
pub(super) fn pieces(text: &[u8]) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut start = None;
    for (at, character) in characters(text) {
        let is_blank = Meaning::of(character) == Meaning::Blank;
        match start {
            None if !is_blank => start = Some(at),
            Some(from) if is_blank => {
                pieces.push(from..at);
                start = None;
            }
            _ => {}
        }
    }
    pieces.extend(start.map(|from| from..text.len()));
    pieces
}

/// A move number with its dots at the start of a word, such as `12b.`.
pub(super) struct WrittenNumber {
    pub(super) number: u16,
    pub(super) seat: Option<Seat>,
    /// The length in ASCII.
    pub(super) length: usize,
}

impl WrittenNumber {
    /// Reads the number at the start of `word`. It ends with dots or, after a seat letter, with the word. A capital
    /// letter may come first: `A12.`.
    pub(super) fn at_start(word: &[u8]) -> Option<Self> {
        if let [letter @ (b'A' | b'B'), ..] = word {
            return Self::after_letter(*letter, word);
        }
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = std::str::from_utf8(&word[..digits]).ok()?.parse().ok()?;
        let seat = word.get(digits).and_then(|&letter| Seat::from_letter(letter));
        let after = digits + usize::from(seat.is_some());
        let dots = word[after..].iter().take_while(|&&byte| byte == b'.').count();
        let is_number = dots > 0 || (seat.is_some() && after == word.len());
        is_number.then_some(Self { number, seat, length: after + dots })
    }

    /// Reads the number at the start of `word`, which begins with the seat letter `letter`. It ends with dots.
    pub(super) fn after_letter(letter: u8, word: &[u8]) -> Option<Self> {
        let seat = Seat::from_letter(letter)?;
        let number = Self::at_start(&word[1..]).filter(|it| it.seat.is_none())?;
        Some(Self { seat: Some(seat), length: number.length + 1, ..number })
    }
}

/// Returns the length of the start of `text` that is `ascii_length` bytes long in ASCII.
pub(super) fn length_of(text: &[u8], ascii_length: usize) -> usize {
    let mut missing = ascii_length;
    for (at, character) in characters(text) {
        if missing == 0 {
            return at;
        }
        if let Meaning::Ascii(ascii) = Meaning::of(character) {
            missing = missing.saturating_sub(ascii.len());
        }
    }
    text.len()
}
