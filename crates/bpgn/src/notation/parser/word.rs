//! Parses words outside of braces: numbers, moves, results.

use super::BpgnParser;
use crate::Span;
use crate::notation::{
    Clock, GameResult, NoteKind, PlyName, PlyText, Problem, lexer::begins_record,
};
use bughouse::{BoardId, San, SanError, SanText, Seat};

impl BpgnParser<'_, '_> {
    #[inline]
    pub(super) fn parse_number(&mut self, span: Span) {
        self.drop_number();
        let text = span.of(self.text);
        let mut number: u16 = 0;
        let mut at = 0;
        while let Some(digit) = text.get(at).map(|b| b.wrapping_sub(b'0')).filter(|d| *d < 10) {
            number = number.saturating_mul(10).saturating_add(u16::from(digit));
            at += 1;
        }
        // Most numbers have the letter directly after the digits.
        let is_gap = |byte: &u8| matches!(byte, b'.' | b' ' | b'-' | b'_');
        while text.get(at).is_some_and(is_gap) {
            at += 1;
        }
        let seat = text.get(at).and_then(|&letter| Seat::from_letter(letter));
        self.add_number(span, number, seat);
    }

    /// Adds the move number at `span`, of `seat` if it has a seat letter.
    #[inline]
    pub(super) fn add_number(&mut self, span: Span, number: u16, seat: Option<Seat>) {
        let seat = match seat {
            Some(seat) => seat,
            None => {
                let seat = self.expected_name().seat;
                self.issue(span, Problem::NoSeat(PlyName { number, seat }));
                seat
            }
        };
        self.moves.number = Some((PlyName { number, seat }, span));
        self.moves.clock_open = false;
    }

    #[inline]
    pub(super) fn parse_word(&mut self, span: Span) {
        let text = span.of(self.text);
        if matches!(text[0], b'0' | b'1' | b'*')
            && let Some(result) = GameResult::parse(text)
            && !self.is_castling(span)
        {
            return self.add_result(span, result);
        }
        if self.moves.letter_first && self.parse_small_letter_number(span) {
            return;
        }
        match San::parse(text) {
            Ok(read) => self.add_move(span, &read),
            Err(why) => self.parse_unusual_word(span, why),
        }
    }

    /// Adds a word that is neither a result nor a move.
    pub(super) fn add_unreadable(&mut self, span: Span, why: SanError) {
        match self.moves.number.take() {
            Some((ply, at)) => {
                self.issue(span, Problem::NoMove { ply, why });
                self.note(NoteKind::Stray, at.to(span), at.to(span));
                let plies = self.plies();
                self.record.unreadable_ply.get_or_insert(plies);
                self.moves.clock_open = false;
            }
            None => self.add_stray_text(span),
        }
    }

    /// Returns whether the result at `span` is castling instead: `0-0` after a move number or before other moves.
    #[inline]
    pub(super) fn is_castling(&self, span: Span) -> bool {
        matches!(span.of(self.text), [b'0', .., b'0'])
            && (self.moves.number.is_some() || self.has_moves_after(span.end as usize))
    }

    /// Returns whether anything but blanks follows `at` in the record.
    #[cold]
    fn has_moves_after(&self, at: usize) -> bool {
        let rest = self.text[at..].trim_ascii_start();
        let next = self.text.len() - rest.len();
        match rest.first() {
            None => false,
            Some(b'[') => !begins_record(self.text, next),
            Some(_) => true,
        }
    }

    #[inline]
    pub(super) fn add_move(&mut self, span: Span, read: &SanText) {
        let (name, start) = match self.moves.number.take() {
            Some((name, at)) => (name, at.start),
            None => {
                let name = self.expected_name();
                self.issue(span, Problem::NoNumber(name));
                (name, span.start)
            }
        };
        if let Some(last) = self.record.plies.last()
            && last.number == name.number
            && last.seat == name.seat
            && last.san == read.san
            && self.moves.repeated.count(&self.record.plies) == 0
        {
            self.issue(span, Problem::Repeated(name));
            self.moves.clock_open = true;
            return;
        }
        if self.has_result() {
            self.issue(span, Problem::AfterResult(name));
        }
        if let Some(nonstandard) = read.nonstandard {
            self.issue(span, Problem::Odd { ply: name, nonstandard });
        }
        self.record.plies.push(PlyText {
            span: Span::new(start, span.end),
            san_span: span,
            clock_span: Span::at(span.end),
            san: read.san,
            number: name.number,
            seat: name.seat,
            claim: read.claim,
            clock: Clock::None,
        });
        self.moves.clock_open = true;
        self.reason = Span::default();
        self.note_glyph(span, read.glyph);
    }

    /// Returns the assumed name of the next ply: the reply to the last ply, or White's first move on board A.
    fn expected_name(&self) -> PlyName {
        let last = self.record.plies.last();
        last.map_or(PlyName::first(BoardId::A), |last| last.name().next())
    }
}
