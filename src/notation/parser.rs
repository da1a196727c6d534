//! From tokens to a [`Record`].

use super::{
    Clock, Ending, GameResult, Issue, Note, NoteKind, PlyName, PlyText, Problem, Record, Severity,
    clock::{Inside, inside, tell_spent_from_left},
    lexer::{EVENT, Lexer, Token, TokenKind, is_line_start, tokens},
    plain::{PlainPly, plain_ply},
    tags::{plain_tag, read_tag},
};
use crate::{
    file::{Encoding, Span},
    rules::{Claim, Color, San, SanText, Seat},
};

use memchr::memchr;

/// No more warnings than this are listed for one record, and no more errors than twice as many.
const MAX_ISSUES: usize = 200;

impl Record {
    /// Reads all of `text` as one record. Never fails: what cannot be read is an issue.
    #[must_use]
    pub fn parse(text: &[u8]) -> Self {
        let mut record = Self::default();
        record.parse_into(text);
        record
    }

    /// Reads all of `text` in place of what is here, keeping the memory of the lists.
    pub fn parse_into(&mut self, text: &[u8]) {
        self.read(text, false, true);
    }

    /// Reads the first record of `text` in place of what is here and returns where the next one begins, or
    /// the length of `text`.
    pub fn parse_first(&mut self, text: &[u8]) -> usize {
        self.read(text, true, true)
    }

    /// Whether nothing but blanks was read.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.tags.is_empty()
            && self.plies.is_empty()
            && self.notes.is_empty()
            && self.issues.is_empty()
            && self.ending == Ending::default()
    }

    /// `plain` is whether plain tags and plies are read in one go, which changes nothing but the time it takes.
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
    /// A move number that waits for its move.
    number: Option<(PlyName, Span)>,
    /// Whether a clock may still come for the last ply, or for one that was read already.
    clock_open: bool,
    /// Whether anything but tags was seen.
    movetext: bool,
    /// Whether clocks are written as `%clk`.
    command_clocks: bool,
    /// The last brace that may be the reason of the result.
    reason: Span,
    /// Whether issues were left out, and this was said.
    more: bool,
    repeated: RepeatedNumbers,
}

impl Parser<'_, '_> {
    /// Whether `token` begins the next record.
    fn begins_record(&self, token: Token) -> bool {
        match token.kind {
            TokenKind::Tag | TokenKind::OpenTag => {
                let line_start = || is_line_start(self.text, token.span.start as usize);
                if self.movetext {
                    self.has_result() || line_start()
                } else {
                    // A record without movetext ends where the next one names its event.
                    token.span.of(self.text).starts_with(EVENT) && self.has_event() && line_start()
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

    /// Reads the plain tags that come next, if there are any, as the tokens would have it.
    #[inline]
    fn take_plain_tags(&mut self, lexer: &mut Lexer<'_>) {
        while !self.movetext
            && let Some(tag) = plain_tag(self.text, lexer.at())
        {
            // Which may begin another record.
            if tag.name.of(self.text) == b"Event" && !self.record.tags.is_empty() {
                return;
            }
            let end = tag.span.end as usize;
            lexer.go_to(end + usize::from(self.text.get(end) == Some(&b'\n')));
            self.record.tags.push(tag);
        }
    }

    /// Reads the plain plies that come next, if there are any, as the tokens would have it.
    #[inline]
    fn take_plain_plies(&mut self, lexer: &mut Lexer<'_>) {
        // After a result another record may begin with a move number.
        if self.number.is_some() || self.has_result() {
            return;
        }
        while let Some(ply) = plain_ply(self.text, lexer.at()) {
            let repeated = self.record.plies.last().is_some_and(|last| {
                // The seat first: two plies of one seat are rare, those of one number are not.
                (last.seat, last.number, last.san) == (ply.seat, ply.number, ply.san)
            });
            if repeated {
                return;
            }
            let start = lexer.at();
            let end = ply.end as usize;
            // One blank is the rule. More are a token, and tokens come next where no ply does.
            lexer.go_to(end + usize::from(self.text.get(end) == Some(&b' ')));
            self.take_plain_ply(start, &ply);
        }
    }

    #[inline]
    fn take_plain_ply(&mut self, start: usize, ply: &PlainPly) {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a text is under 4 GiB long"
        )]
        let span = Span::new(start as u32, ply.end);
        self.record.plies.push(PlyText {
            span,
            san_span: ply.san_span,
            clock_span: Span::new(ply.san_span.end, ply.end),
            san: ply.san,
            number: ply.number,
            seat: ply.seat,
            claim: ply.claim,
            clock: Clock::Left {
                ms: ply.left_ms,
                whole: ply.whole,
            },
        });
        self.clock_open = false;
        self.reason = Span::default();
        self.movetext = true;
    }

    #[inline]
    fn take(&mut self, token: Token) {
        match token.kind {
            TokenKind::Space => return,
            TokenKind::Number => self.take_number(token.span),
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

    fn take_tag(&mut self, span: Span) {
        let (tag, problem) = read_tag(self.text, span);
        if let Some(problem) = problem {
            self.issue(span, problem);
        }
        self.record.tags.push(tag);
    }

    #[inline]
    fn take_number(&mut self, span: Span) {
        if let Some((name, at)) = self.number.take() {
            self.issue(at, Problem::NumberAlone(name));
        }
        let text = span.of(self.text);
        let mut number: u16 = 0;
        let mut at = 0;
        while let Some(digit) = text
            .get(at)
            .map(|b| b.wrapping_sub(b'0'))
            .filter(|d| *d < 10)
        {
            number = number.saturating_mul(10).saturating_add(u16::from(digit));
            at += 1;
        }
        let seat = match text.get(at).and_then(|&letter| Seat::from_letter(letter)) {
            Some(seat) => seat,
            None => {
                let seat = self.due().seat;
                self.issue(span, Problem::NoSeat(PlyName { number, seat }));
                seat
            }
        };
        self.number = Some((PlyName { number, seat }, span));
        self.clock_open = false;
    }

    #[inline]
    fn take_word(&mut self, span: Span) {
        let text = span.of(self.text);
        if matches!(text[0], b'0' | b'1' | b'*')
            && let Some(result) = GameResult::parse(text)
        {
            return self.take_result(span, result);
        }
        match San::parse(text) {
            Ok(read) => self.take_move(span, &read),
            Err(why) => match self.number.take() {
                Some((ply, at)) => {
                    self.issue(span, Problem::NoMove { ply, why });
                    self.note(NoteKind::Stray, at.to(span), at.to(span));
                    let plies = self.plies();
                    self.record.unreadable_ply.get_or_insert(plies);
                    self.clock_open = false;
                }
                None if !self.take_suffix(span) => self.take_stray(span),
                None => {}
            },
        }
    }

    /// A suffix that stands apart from its move: `exd6 e.p.`, `Nf7 +`, `Kxf7 !?`. Whether it was one.
    #[cold]
    fn take_suffix(&mut self, span: Span) -> bool {
        let text = span.of(self.text);
        let glyph = text.iter().all(|b| matches!(b, b'!' | b'?'));
        let known = glyph || matches!(text, b"e.p." | b"ep" | b"+" | b"++" | b"#");
        let follows = self.clock_open && !self.record.plies.is_empty();
        if !known || !follows {
            return false;
        }
        if glyph {
            self.note(NoteKind::Annotation, span, span);
        } else if let (Some(ply), b"+" | b"++" | b"#") = (self.record.plies.last_mut(), text) {
            ply.claim = match text {
                b"#" => Claim::Mate,
                _ => Claim::Check,
            };
        }
        true
    }

    #[inline]
    fn take_move(&mut self, span: Span, read: &SanText) {
        let (name, start) = match self.number.take() {
            Some((name, at)) => (name, at.start),
            None => {
                let name = self.due();
                self.issue(span, Problem::NoNumber(name));
                (name, span.start)
            }
        };
        if let Some(last) = self.record.plies.last()
            && last.number == name.number
            && last.seat == name.seat
            && last.san == read.san
            && self.repeated.count(&self.record.plies) == 0
        {
            self.issue(span, Problem::Repeated(name));
            self.clock_open = true;
            return;
        }
        if self.has_result() {
            self.issue(span, Problem::AfterResult(name));
        }
        if let Some(oddity) = read.oddity {
            self.issue(span, Problem::Odd { ply: name, oddity });
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
        self.clock_open = true;
        self.reason = Span::default();
        if read.glyph.0 < read.glyph.1 {
            let glyph = Span::new(
                span.start + u32::from(read.glyph.0),
                span.start + u32::from(read.glyph.1),
            );
            self.note(NoteKind::Annotation, glyph, glyph);
        }
    }

    fn take_result(&mut self, span: Span, result: GameResult) {
        if let Some((name, at)) = self.number.take() {
            self.issue(at, Problem::NumberAlone(name));
        }
        if self.has_result() {
            self.issue(span, Problem::SecondResult);
        }
        self.record.ending = Ending {
            reason: self.reason,
            result_span: span,
            result: Some(result),
        };
    }

    #[inline]
    fn take_brace(&mut self, span: Span) {
        let text = Span::new(span.start + 1, span.end - 1);
        match inside(text.of(self.text)) {
            Inside::Clock(clock, rest) => self.take_clock(span, text, clock, rest),
            Inside::Letter(letter) => {
                self.note_inner_brace(text);
                let kind = match letter {
                    b'A' => NoteKind::Annotation,
                    b'C' => NoteKind::Comment,
                    b'D' => NoteKind::Diagram,
                    _ => NoteKind::Lag,
                };
                self.note(kind, span, Span::new(text.start + 2, text.end));
            }
            Inside::Other => {
                self.note_inner_brace(text);
                self.reason = text;
                self.note(NoteKind::Brace, span, text);
            }
        }
    }

    /// A brace that was never closed swallows what follows up to the end of the next one.
    fn note_inner_brace(&mut self, text: Span) {
        if let Some(at) = memchr(b'{', text.of(self.text)) {
            #[expect(clippy::cast_possible_truncation, reason = "within a text under 4 GiB")]
            let at = text.start + at as u32;
            self.issue(Span::new(at, at + 1), Problem::InnerBrace);
        }
    }

    #[inline]
    fn take_clock(&mut self, span: Span, text: Span, clock: Clock, rest: Option<usize>) {
        match self.record.plies.last_mut() {
            Some(ply) if self.clock_open => {
                if ply.clock == Clock::None {
                    ply.clock = clock;
                    ply.clock_span = span;
                    ply.span.end = span.end;
                }
                self.clock_open = false;
                self.command_clocks |= text.of(self.text).contains(&b'%');
            }
            _ => return self.note(NoteKind::Brace, span, text),
        }
        if let Some(rest) = rest {
            #[expect(clippy::cast_possible_truncation, reason = "within a text under 4 GiB")]
            let words = Span::new(text.start + rest as u32, text.end);
            self.note(NoteKind::Comment, words, words);
        }
    }

    fn take_paren(&mut self, span: Span) {
        let text = Span::new(span.start + 1, span.end - 1);
        if self.clock_open
            && let Inside::Clock(clock, None) = inside(text.of(self.text))
        {
            return self.take_clock(span, text, clock, None);
        }
        self.note(NoteKind::Variation, span, text);
    }

    /// Text that belongs to nothing; what stands side by side is one piece, with one issue.
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
        // One such ply alone is more likely a slip.
        if self.repeated.count(&self.record.plies) >= 2 {
            let PlyText {
                span, number, seat, ..
            } = self.record.plies[self.repeated.first];
            give_to_black(&mut self.record.plies);
            self.issue(span, Problem::CapitalsForBlack(PlyName { number, seat }));
            // Where the text stands is the order of the issues.
            self.record.issues.sort_by_key(|issue| issue.span.start);
        }
        if self.command_clocks {
            let control = self.record.time_control(self.text);
            tell_spent_from_left(&mut self.record.plies, control);
        }
    }

    /// The ply that should come where the text does not say: the reply to the last one, or White A's first.
    fn due(&self) -> PlyName {
        let Some(last) = self.record.plies.last() else {
            return PlyName {
                number: 1,
                seat: Seat::WhiteA,
            };
        };
        let black = last.seat.color() == Color::Black;
        PlyName {
            number: last.number.saturating_add(u16::from(black)),
            seat: last.seat.opponent(),
        }
    }

    fn plies(&self) -> u32 {
        u32::try_from(self.record.plies.len()).unwrap_or(u32::MAX)
    }

    fn note(&mut self, kind: NoteKind, span: Span, text: Span) {
        let after = self.plies();
        self.record.notes.push(Note {
            after,
            kind,
            span,
            text,
        });
    }

    #[cold]
    fn issue(&mut self, span: Span, problem: Problem) {
        let issues = &mut self.record.issues;
        // Warnings, however many, must not hide an error.
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

/// The plies that repeat the number of the ply before them on their board. A text that has capitals for Black too, as
/// pychess copies it, has many.
#[derive(Default)]
struct RepeatedNumbers {
    /// How many plies were counted already.
    counted: usize,
    /// The last number of each board.
    last: [Option<u16>; 2],
    /// The first ply that repeats a number, where there is one.
    first: usize,
    count: usize,
    /// Whether any ply is named as Black's.
    any_black: bool,
}

impl RepeatedNumbers {
    /// How many there are among `plies`, of which those that were counted before are not looked at again. None where
    /// any ply is named as Black's.
    fn count(&mut self, plies: &[PlyText]) -> usize {
        for (index, ply) in plies.iter().enumerate().skip(self.counted) {
            self.any_black |= ply.seat.color() == Color::Black;
            let last = &mut self.last[ply.seat.board() as usize];
            if last.replace(ply.number) == Some(ply.number) {
                if self.count == 0 {
                    self.first = index;
                }
                self.count += 1;
            }
        }
        self.counted = plies.len();
        if self.any_black { 0 } else { self.count }
    }
}

/// Makes every ply Black's that repeats the number of the ply before it on its board.
fn give_to_black(plies: &mut [PlyText]) {
    let mut last = [None; 2];
    for ply in plies {
        let last = &mut last[ply.seat.board() as usize];
        if *last == Some(ply.number) {
            ply.seat = ply.seat.opponent();
            *last = None;
        } else {
            *last = Some(ply.number);
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
            let ends = (
                plain.read(text, only_first, true),
                slow.read(text, only_first, false),
            );
            assert_eq!(ends.0, ends.1);
            assert_eq!(plain, slow, "{}", String::from_utf8_lossy(text));
        }
    }

    proptest! {
        /// Pieces of tags and plies, plain ones and others, in any order.
        #[test]
        fn what_is_plain_means_what_its_tokens_mean(
            pieces in prop::collection::vec(
                prop_oneof![
                    6 => "[1-9][0-9]?[AaBb]\\. ?[NBRQKP]?[a-h1-8]?[x@]?[a-h][1-8][+#]?\\{[0-9]{1,4}(\\.[0-9]{0,4})?\\} ?",
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
