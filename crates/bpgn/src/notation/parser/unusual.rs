//! Words that are neither plain moves nor results: typographic characters, dots, signs after a clock.

use super::BpgnParser;
use crate::Span;
use crate::notation::{
    GameResult,
    written_number::{WrittenNumber, length_of, pieces},
};
use bughouse::{San, SanError, typography::to_ascii};

/// The maximum length in bytes of a piece of a word that may be a number, a move or a result.
const MAX_PIECE_BYTES: usize = 64;

impl BpgnParser<'_, '_> {
    /// Parses the word at `span`, which is no plain move for the reason `why`. Every blank of Unicode separates words
    /// here. What is certain is read; all else becomes an issue.
    #[cold]
    pub(super) fn parse_unusual_word(&mut self, span: Span, why: SanError) {
        let text = span.of(self.text);
        if text.is_ascii() {
            return self.parse_piece(span, why);
        }
        for piece in pieces(text) {
            let piece = part(span, piece.start, piece.end);
            let why = San::parse(piece.of(self.text)).err().unwrap_or(why);
            self.parse_piece(piece, why);
        }
    }

    /// Parses one word without blanks. `why` is the reason why it is no move, if it is none.
    fn parse_piece(&mut self, span: Span, why: SanError) {
        let text = span.of(self.text);
        if text.len() <= MAX_PIECE_BYTES
            && let Some(ascii) = to_ascii(text)
            && self.parse_ascii_piece(span, &ascii, why)
        {
            return;
        }
        match San::parse(text) {
            Ok(read) => self.add_move(span, &read),
            Err(_) if self.moves.number.is_none() && self.parse_suffix(span) => {}
            Err(_) => self.add_unreadable(span, why),
        }
    }

    /// Parses dots, a result or a move number with what follows it. `ascii` is the text of `span` in ASCII. Returns
    /// `false` if it is anything else.
    fn parse_ascii_piece(&mut self, span: Span, ascii: &[u8], why: SanError) -> bool {
        // Only invisible characters, or dots between a number and its move.
        if ascii.iter().all(|&byte| byte == b'.') && (ascii.is_empty() || self.in_movetext) {
            return true;
        }
        if let Some(result) = GameResult::parse(ascii)
            && !self.is_castling(span)
        {
            self.add_result(span, result);
            return true;
        }
        let Some(written) = WrittenNumber::at_start(ascii) else { return false };
        self.moves.letter_first |= !ascii[0].is_ascii_digit();
        self.add_written_number(span, &written, why);
        true
    }

    /// Parses `a1.` or `a1.e5` after a number such as `A1.`. Returns `false` if the word at `span` is anything else, or
    /// follows a number and so may be a move.
    #[cold]
    pub(super) fn parse_small_letter_number(&mut self, span: Span) -> bool {
        let text = span.of(self.text);
        let (b'a' | b'b', None) = (text[0], self.moves.number) else { return false };
        let Some(written) = WrittenNumber::after_letter(text[0], text) else { return false };
        self.add_written_number(span, &written, SanError::NoTarget);
        true
    }

    /// Adds the number at the start of the word at `span`, and parses what follows it. `why` is the reason why that is
    /// no move, if it is none.
    fn add_written_number(&mut self, span: Span, written: &WrittenNumber, why: SanError) {
        let number = part(span, 0, length_of(span.of(self.text), written.length));
        self.add_number(number, written.number, written.seat);
        let rest = Span::new(number.end, span.end);
        if !rest.is_empty() {
            let why = San::parse(rest.of(self.text)).err().unwrap_or(why);
            self.parse_piece(rest, why);
        }
    }
}

/// Returns the part of `span` from byte `from` to byte `to`.
fn part(span: Span, from: usize, to: usize) -> Span {
    Span::from_offsets(from, to).shifted(span.start)
}
