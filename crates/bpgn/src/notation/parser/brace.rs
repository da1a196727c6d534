//! Braces and parentheses: clocks, notes, variations.

use super::BpgnParser;
use crate::Span;
use crate::notation::{
    Clock, NoteKind, Problem,
    clock::{BraceKind, clock_in_words, inside, is_unread_clock},
};
use memchr::memchr;

impl BpgnParser<'_, '_> {
    #[inline]
    pub(super) fn parse_brace(&mut self, span: Span) {
        let text = Span::new(span.start + 1, span.end - 1);
        match inside(text.of(self.text)) {
            BraceKind::Clock(clock, rest) => self.add_clock(span, text, clock, rest),
            BraceKind::Letter(letter) => {
                self.report_inner_brace(text);
                self.find_clock(span, text);
                let kind = match letter {
                    b'A' => NoteKind::Annotation,
                    b'C' => NoteKind::Comment,
                    b'D' => NoteKind::Diagram,
                    _ => NoteKind::Lag,
                };
                self.note(kind, span, Span::new(text.start + 2, text.end));
            }
            BraceKind::Other => {
                self.report_inner_brace(text);
                self.find_clock(span, text);
                self.reason = text;
                self.note(NoteKind::Brace, span, text);
            }
        }
    }

    /// Gives the last ply the clock that stands among the words of `text`, the contents of the brace at `span`. The
    /// brace stays a comment. Reports a clock that cannot be read, since the ply may lack it.
    fn find_clock(&mut self, span: Span, text: Span) {
        let Some(ply) = self.record.plies.last_mut() else { return };
        if self.moves.number.is_some() {
            return;
        }
        match clock_in_words(text.of(self.text)) {
            Some(clock) if self.moves.clock_open && ply.clock == Clock::None => {
                ply.clock = clock;
                self.moves.clock_open = false;
                self.moves.command_clocks = true;
            }
            Some(clock) => self.report_second_clock(span, clock),
            None if self.moves.clock_open && is_unread_clock(text.of(self.text)) => {
                self.issue(span, Problem::UnreadClock);
            }
            None => {}
        }
    }

    /// Reports `clock`, at `span`, if it is of the same kind as that of the last ply, but differs.
    #[cold]
    fn report_second_clock(&mut self, span: Span, clock: Clock) {
        let Some(ply) = self.record.plies.last() else { return };
        let same_kind = std::mem::discriminant(&ply.clock) == std::mem::discriminant(&clock);
        // After an unreadable move, the clock belongs to that move.
        let is_of_ply = self.moves.number.is_none() && self.record.unreadable_ply.is_none();
        if same_kind && ply.clock != clock && is_of_ply {
            self.issue(span, Problem::SecondClock(ply.name()));
        }
    }

    /// Reports a `{` inside `text`, the contents of a brace. Such a `{` suggests that a `}` is missing and that `text`
    /// extends to the `}` of the next brace.
    fn report_inner_brace(&mut self, text: Span) {
        if let Some(at) = memchr(b'{', text.of(self.text)) {
            let brace = Span::from_offsets(at, at + 1).shifted(text.start);
            self.issue(brace, Problem::InnerBrace);
        }
    }

    #[inline]
    fn add_clock(&mut self, span: Span, text: Span, clock: Clock, rest: Option<usize>) {
        match self.record.plies.last_mut() {
            Some(ply) if self.moves.clock_open => {
                if ply.clock == Clock::None {
                    ply.clock = clock;
                    ply.clock_span = span;
                    ply.span.end = span.end;
                }
                self.moves.clock_open = false;
                self.moves.command_clocks |= text.of(self.text).contains(&b'%');
            }
            _ => {
                self.report_second_clock(span, clock);
                return self.note(NoteKind::Brace, span, text);
            }
        }
        if let Some(rest) = rest {
            let words = Span::from_offsets(rest, text.len()).shifted(text.start);
            self.note(NoteKind::Comment, words, words);
        }
    }

    pub(super) fn parse_paren(&mut self, span: Span) {
        let text = Span::new(span.start + 1, span.end - 1);
        if self.moves.clock_open
            && let BraceKind::Clock(clock, None) = inside(text.of(self.text))
        {
            return self.add_clock(span, text, clock, None);
        }
        self.note(NoteKind::Variation, span, text);
    }
}
