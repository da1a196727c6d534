//! Braces and parentheses: clocks, notes, variations.

use super::BpgnParser;
use crate::Span;
use crate::notation::{
    Clock, NoteKind, Problem,
    clock::{BraceKind, inside},
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
                self.reason = text;
                self.note(NoteKind::Brace, span, text);
            }
        }
    }

    /// Reports a `{` inside `text`, the contents of a brace. Such a `{` suggests that a `}` is missing and that `text`
    /// extends to the `}` of the next brace.
    fn report_inner_brace(&mut self, text: Span) {
        if let Some(at) = memchr(b'{', text.of(self.text)) {
            #[expect(clippy::cast_possible_truncation, reason = "within a text under 4 GiB")]
            let at = text.start + at as u32;
            self.issue(Span::new(at, at + 1), Problem::InnerBrace);
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
            _ => return self.note(NoteKind::Brace, span, text),
        }
        if let Some(rest) = rest {
            #[expect(clippy::cast_possible_truncation, reason = "within a text under 4 GiB")]
            let words = Span::new(text.start + rest as u32, text.end);
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
