//! The parser: tokens to a [`Record`].

mod brace;
mod repeated_numbers;
mod word;

use super::{
    Ending, GameResult, Issue, Note, NoteKind, PlyName, PlyText, Problem, Record, Severity,
    clock::tell_spent_from_left,
    lexer::{EVENT, Lexer, Token, TokenKind, begins_record, tokens},
    plain::{blank, plain_ply},
    tags::{plain_tag, read_tag},
};
use crate::file::{Encoding, Span};
use repeated_numbers::{RepeatedNumbers, give_to_black};

/// Maximum warnings per record; errors are listed up to twice this number.
const MAX_ISSUES: usize = 200;

impl Record {
    /// Parses all of `text` as one record. Never fails: unreadable parts are issues.
    #[must_use]
    pub fn parse(text: &[u8]) -> Self {
        let mut record = Self::default();
        record.parse_into(text);
        record
    }

    /// Parses all of `text` into this record, reusing the memory of its lists.
    pub fn parse_into(&mut self, text: &[u8]) {
        self.read(text, false, true);
    }

    /// Parses the first record of `text` into this one and returns the start of the next, or the length of `text`.
    pub fn parse_first(&mut self, text: &[u8]) -> usize {
        self.read(text, true, true)
    }

    /// Returns whether only blanks were read.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.tags.is_empty()
            && self.plies.is_empty()
            && self.notes.is_empty()
            && self.issues.is_empty()
            && self.ending == Ending::default()
    }

    /// Parses `text`. `plain` enables the fast paths for plain tags and plies, which do not change the result.
    fn read(&mut self, text: &[u8], only_first: bool, plain: bool) -> usize {
        self.tags.clear();
        self.plies.clear();
        self.notes.clear();
        self.issues.clear();
        self.ending = Ending::default();
        self.unreadable_ply = None;
        let mut parser = Parser {
            text,
            record: self,
            number: None,
            clock_open: false,
            movetext: false,
            command_clocks: false,
            reason: Span::default(),
            more: false,
            repeated: RepeatedNumbers::default(),
        };
        let mut end = text.len();
        let mut lexer = tokens(text);
        loop {
            if plain {
                parser.take_plain_tags(&mut lexer);
                parser.take_plain_plies(&mut lexer);
            }
            let Some(token) = lexer.next() else { break };
            if only_first && parser.begins_record(token) {
                end = token.span.start as usize;
                break;
            }
            parser.take(token);
        }
        parser.finish();
        self.encoding = Encoding::of(&text[..end]);
        end
    }
}

struct Parser<'t, 'r> {
    text: &'t [u8],
    record: &'r mut Record,
    /// A pending move number.
    number: Option<(PlyName, Span)>,
    /// Whether a clock may follow for the last ply, or for a repeated one.
    clock_open: bool,
    /// Whether anything but tags was seen.
    movetext: bool,
    /// Whether clocks are `%clk` commands.
    command_clocks: bool,
    /// The last brace, which may be the reason of the result.
    reason: Span,
    /// Whether issues were dropped and this was reported.
    more: bool,
    repeated: RepeatedNumbers,
}

impl Parser<'_, '_> {
    /// Returns whether `token` begins the next record.
    fn begins_record(&self, token: Token) -> bool {
        match token.kind {
            TokenKind::Tag | TokenKind::OpenTag => {
                if self.movetext {
                    self.has_result() || begins_record(self.text, token.span.start as usize)
                } else {
                    // A record without movetext ends at the next event.
                    token.span.of(self.text).starts_with(EVENT) && self.has_event()
                }
            }
            TokenKind::Number => {
                self.has_result()
                    && matches!(token.span.of(self.text), [b'1', b'A' | b'B', b'.', ..])
            }
            _ => false,
        }
    }

    fn has_event(&self) -> bool {
        let tags = &self.record.tags;
        tags.iter().any(|tag| tag.name.of(self.text) == b"Event")
    }

    const fn has_result(&self) -> bool {
        !self.record.ending.result_span.is_empty()
    }

    /// Reads the plain tags that come next, if any, with the same result as the tokens.
    #[inline]
    fn take_plain_tags(&mut self, lexer: &mut Lexer<'_>) {
        while !self.movetext
            && let Some(tag) = plain_tag(self.text, lexer.at())
        {
            // It may begin another record.
            if tag.name.of(self.text) == b"Event" && !self.record.tags.is_empty() {
                return;
            }
            let end = tag.span.end as usize;
            lexer.go_to(end + usize::from(self.text.get(end) == Some(&b'\n')));
            self.record.tags.push(tag);
        }
    }

    /// Reads the plain plies that come next, if any, with the same result as the tokens.
    #[inline]
    fn take_plain_plies(&mut self, lexer: &mut Lexer<'_>) {
        // After a result, a move number may begin another record.
        if self.number.is_some() || self.has_result() {
            return;
        }
        while let Some(ply) = plain_ply(self.text, lexer.at()) {
            let repeated = self.record.plies.last().is_some_and(|last| {
                // Compares the seat first: consecutive plies rarely share a seat, but often a number.
                (last.seat, last.number, last.san) == (ply.seat, ply.number, ply.san)
            });
            if repeated {
                return;
            }
            let end = ply.span.end as usize;
            // Usually one blank or line end follows. More are a token, and tokens are tried next anyway.
            let blank = blank(matches!(self.text.get(end), Some(b' ' | b'\n')));
            lexer.go_to(end + blank);
            self.record.plies.push(ply);
            self.clock_open = false;
            self.reason = Span::default();
            self.movetext = true;
        }
    }

    #[inline]
    fn take(&mut self, token: Token) {
        match token.kind {
            TokenKind::Space => return,
            TokenKind::Number => self.take_number(token.span),
            TokenKind::Word if self.is_lone_result(token.span) => {
                self.issue(token.span, Problem::LoneResult);
                return self.note(NoteKind::Stray, token.span, token.span);
            }
            TokenKind::Word => self.take_word(token.span),
            TokenKind::Brace => self.take_brace(token.span),
            TokenKind::Tag if !self.movetext => return self.take_tag(token.span),
            TokenKind::OpenTag if !self.movetext => {
                self.issue(token.span, Problem::OpenTag);
                return self.take_tag(token.span);
            }
            TokenKind::Tag | TokenKind::OpenTag | TokenKind::Stray => self.take_stray(token.span),
            TokenKind::OpenBrace => {
                let sign = Span::new(token.span.start, token.span.start + 1);
                self.issue(sign, Problem::OpenBrace);
                let text = Span::new(sign.end, token.span.end);
                self.note(NoteKind::Brace, token.span, text);
            }
            TokenKind::Paren => self.take_paren(token.span),
            TokenKind::Nag => self.note(NoteKind::Nag, token.span, token.span),
            TokenKind::LineComment => {
                let text = Span::new(token.span.start + 1, token.span.end);
                self.note(NoteKind::LineComment, token.span, text);
                self.movetext |= !self.record.tags.is_empty();
                return;
            }
            TokenKind::Escape => {
                self.note(NoteKind::Escape, token.span, token.span);
                self.movetext |= !self.record.tags.is_empty();
                return;
            }
        }
        self.movetext = true;
    }

    /// Returns whether the result at `span` ends no match: nothing precedes it.
    fn is_lone_result(&self, span: Span) -> bool {
        !self.movetext
            && self.record.tags.is_empty()
            && GameResult::parse(span.of(self.text)).is_some()
    }

    fn take_tag(&mut self, span: Span) {
        let (tag, problem) = read_tag(self.text, span);
        if let Some(problem) = problem {
            self.issue(span, problem);
        }
        self.record.tags.push(tag);
    }

    /// Adds unexpected text; adjacent pieces are merged and share one issue.
    fn take_stray(&mut self, span: Span) {
        let after = self.plies();
        if let Some(last) = self.record.notes.last_mut()
            && last.kind == NoteKind::Stray
            && last.after == after
            && self.text[last.span.end as usize..span.start as usize]
                .iter()
                .all(u8::is_ascii_whitespace)
        {
            last.span.end = span.end;
            last.text.end = span.end;
            if let Some(issue) = self.record.issues.last_mut()
                && issue.problem == Problem::Stray
            {
                issue.span.end = span.end;
            }
            return;
        }
        self.issue(span, Problem::Stray);
        self.note(NoteKind::Stray, span, span);
    }

    fn finish(&mut self) {
        if let Some((name, at)) = self.number.take() {
            self.issue(at, Problem::NumberAlone(name));
        }
        if !self.has_result() {
            self.record.ending.reason = self.reason;
        }
        // A single such ply is more likely a typo.
        if self.repeated.count(&self.record.plies) >= 2 {
            let PlyText { span, number, seat, .. } = self.record.plies[self.repeated.first];
            give_to_black(&mut self.record.plies);
            self.issue(span, Problem::CapitalsForBlack(PlyName { number, seat }));
            // Issues are sorted by place.
            self.record.issues.sort_by_key(|issue| issue.span.start);
        }
        if self.command_clocks {
            let control = self.record.time_control(self.text);
            tell_spent_from_left(&mut self.record.plies, control);
        }
    }

    fn plies(&self) -> u32 {
        u32::try_from(self.record.plies.len()).unwrap_or(u32::MAX)
    }

    fn note(&mut self, kind: NoteKind, span: Span, text: Span) {
        let after = self.plies();
        self.record.notes.push(Note { after, kind, span, text });
    }

    #[cold]
    fn issue(&mut self, span: Span, problem: Problem) {
        let issues = &mut self.record.issues;
        // Warnings must not displace errors.
        let most = match problem.severity() {
            Severity::Warning => MAX_ISSUES,
            Severity::Error => 2 * MAX_ISSUES,
        };
        if issues.len() < most {
            issues.push(Issue { span, problem });
        } else if !self.more {
            self.more = true;
            let problem = Problem::More;
            issues.push(Issue { span, problem });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &[u8]) {
        for only_first in [false, true] {
            let (mut plain, mut slow) = (Record::default(), Record::default());
            let ends = (plain.read(text, only_first, true), slow.read(text, only_first, false));
            assert_eq!(ends.0, ends.1);
            assert_eq!(plain, slow, "{}", String::from_utf8_lossy(text));
        }
    }

    proptest! {
        /// Tags and plies, plain ones and others, in any order.
        #[test]
        fn fast_path_equals_the_tokenizer(
            pieces in prop::collection::vec(
                prop_oneof![
                    6 => "[1-9][0-9]?[AaBb]\\. ?[NBRQKP]?[a-h1-8]?[x@]?[a-h][1-8][+#]?\\{[0-9]{1,4}(\\.[0-9]{0,4})?\\} ?",
                    3 => "[1-9][AaBb]\\. [NQP]?[a-h]?[x@]?[a-h][1-8] ?\\{(\\[ts=)?[0-9]{0,4}(\\.[0-9]{0,4})?\\]?\\}[ \n]?",
                    1 => "[0-9]{0,4}[ABabc]?\\.{0,2} {0,2}",
                    1 => "[NBRQKPabex@1-8+#=!O-]{1,8}",
                    1 => "\\{[0-9.:-]{0,9}\\}",
                    1 => "[ \0\r\n(){}$;%]",
                    1 => Just("1-0 ".to_owned()),
                    1 => Just("\n[Event \"x\"]\n".to_owned()),
                    1 => Just("1A. e4{3.5} 1A. e4{3.5}".to_owned()),
                ],
                0..12,
            ),
            tags in prop::collection::vec(
                prop_oneof![
                    6 => "\\[[A-Za-z0-9_]{0,9} \"[ -~é]{0,12}\"\\]\n?",
                    1 => "\\[ ?[A-Z]{0,9} {0,2}\"?[a-z\\[\\]\"\\\\ \0\r\n]{0,9}\"?\\]?",
                    1 => "[ \0\r\n\\[\\]]",
                    1 => Just("[Event \"x\"]\n".to_owned()),
                ],
                0..6,
            ),
        ) {
            let mut text = [tags, pieces].concat().concat();
            check(text.as_bytes());
            text.push_str(&" ".repeat(24));
            check(text.as_bytes());
        }
    }
}
