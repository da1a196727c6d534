//! The parser: turns tokens into a [`Record`].

mod brace;
mod repeated_numbers;
mod unusual;
mod word;

use super::{
    Clock, Ending, GameResult, Issue, Note, NoteKind, PlyName, PlyText, Problem, Record, Severity,
    Tag, WrittenRecord,
    clock::distinguish_spent_from_left,
    lexer::{EVENT, Lexer, Token, TokenKind, begins_record, tokens},
    plain::{blank, plain_ply},
    tags::{plain_tag, read_tag},
};
use crate::{Encoding, Span};
use bughouse::{Claim, San, typography::unusual_character};
use repeated_numbers::{RepeatedNumbers, assign_to_black};

/// The maximum number of issues per record. For errors the limit is twice as high, so that warnings do not displace
/// errors.
const MAX_ISSUES: usize = 200;

impl Record {
    /// Parses all of `text` as one record. Never fails; unreadable parts become issues.
    pub fn parse(text: &[u8]) -> Self {
        let mut record = Self::default();
        record.parse_into(text);
        record
    }

    /// Like [`Record::parse`], but reuses the allocations of `self`.
    pub fn parse_into(&mut self, text: &[u8]) {
        self.read(text, false, true);
    }

    /// Parses the first record of `text` into `self`. Returns the offset of the next record, or the length of `text`.
    pub fn parse_first(&mut self, text: &[u8]) -> usize {
        self.read(text, true, true)
    }

    /// Returns whether the text of this record is blank.
    pub fn is_blank(&self) -> bool {
        self.tags.is_empty()
            && self.plies.is_empty()
            && self.notes.is_empty()
            && self.issues.is_empty()
            && self.ending == Ending::default()
    }

    /// Parses `text`, or only its first record if `only_first`. Returns the offset at which parsing ended. `plain`
    /// enables the fast paths for plain tags and plies. They do not change the result.
    fn read(&mut self, text: &[u8], only_first: bool, plain: bool) -> usize {
        self.tags.clear();
        self.plies.clear();
        self.notes.clear();
        self.issues.clear();
        self.ending = Ending::default();
        self.unreadable_ply = None;
        let mut parser = Parser::new(text, self);
        let mut end = text.len();
        let mut lexer = tokens(text);
        loop {
            if plain {
                parser.parse_plain_tags(&mut lexer);
                parser.parse_plain_plies(&mut lexer);
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

/// The part of the parser that differs between BPGN and Kriegspiel: moves. Tags, comments and results are parsed alike.
pub trait Moves: Default {
    /// A ply as written.
    type Ply;
    /// What may be wrong in a text.
    type Problem: Copy + PartialEq + From<Problem>;

    /// Returns the severity of `problem`.
    fn severity(problem: Self::Problem) -> Severity;

    /// Examines a tag that was added to the record.
    fn parse_tag(_: &mut Parser<'_, '_, Self>, _: Tag) {}

    /// Parses a move number.
    fn parse_number(parser: &mut Parser<'_, '_, Self>, span: Span);

    /// Parses a word. Not called for a result before the first tag or ply.
    fn parse_word(parser: &mut Parser<'_, '_, Self>, span: Span);

    /// Parses a brace, which may be a comment or a clock.
    fn parse_brace(parser: &mut Parser<'_, '_, Self>, span: Span);

    /// Parses a group in parentheses.
    fn parse_paren(parser: &mut Parser<'_, '_, Self>, span: Span);

    /// Returns what the suffix of a move claims, or `None` if the move is unknown.
    fn claim_mut(ply: &mut Self::Ply) -> Option<&mut Claim>;

    /// Removes the pending move number, if there is one. Returns its span and the problem to report.
    fn drop_number(&mut self) -> Option<(Span, Self::Problem)>;
}

/// The parser of one record.
pub struct Parser<'t, 'r, M: Moves> {
    pub text: &'t [u8],
    pub record: &'r mut WrittenRecord<M::Ply, M::Problem>,
    /// Whether the movetext has begun. Blanks never begin it, and neither do line comments and results before the
    /// first tag.
    in_movetext: bool,
    /// The last brace since the last ply, which becomes the reason if a result follows.
    pub reason: Span,
    /// Whether [`Problem::More`] has been added.
    has_reported_excess: bool,
    pub moves: M,
}

#[derive(Default)]
struct BpgnMoves {
    /// A move number whose move is still to come, and its span.
    number: Option<(PlyName, Span)>,
    /// Whether the seat letter of any number came first: `A1.`. Then `a1.` is a number too, and no move.
    letter_first: bool,
    /// Whether a clock that follows belongs to the last ply or to a repetition of that ply.
    clock_open: bool,
    /// Whether any clock is written as a command such as `%clk`.
    command_clocks: bool,
    repeated: RepeatedNumbers,
}

type BpgnParser<'t, 'r> = Parser<'t, 'r, BpgnMoves>;

impl Moves for BpgnMoves {
    type Ply = PlyText;
    type Problem = Problem;

    fn severity(problem: Problem) -> Severity {
        problem.severity()
    }

    #[inline]
    fn parse_number(parser: &mut BpgnParser<'_, '_>, span: Span) {
        parser.parse_number(span);
    }

    #[inline]
    fn parse_word(parser: &mut BpgnParser<'_, '_>, span: Span) {
        parser.parse_word(span);
    }

    #[inline]
    fn parse_brace(parser: &mut BpgnParser<'_, '_>, span: Span) {
        parser.parse_brace(span);
    }

    fn parse_paren(parser: &mut BpgnParser<'_, '_>, span: Span) {
        parser.parse_paren(span);
    }

    fn claim_mut(ply: &mut PlyText) -> Option<&mut Claim> {
        Some(&mut ply.claim)
    }

    fn drop_number(&mut self) -> Option<(Span, Problem)> {
        self.number.take().map(|(name, at)| (at, Problem::NumberAlone(name)))
    }
}

impl BpgnParser<'_, '_> {
    /// Returns whether the next record begins at `token`.
    fn begins_record(&self, token: Token) -> bool {
        match token.kind {
            TokenKind::Tag | TokenKind::OpenTag => {
                if self.in_movetext {
                    self.has_result() || begins_record(self.text, token.span.start as usize)
                } else {
                    // Before any movetext, only a second `Event` tag begins another record.
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

    /// Parses plain tags at the position of `lexer`. The result is the same as that of parsing token by token.
    #[inline]
    fn parse_plain_tags(&mut self, lexer: &mut Lexer<'_>) {
        while !self.in_movetext
            && let Some(tag) = plain_tag(self.text, lexer.at())
        {
            // An `Event` tag after other tags may begin another record.
            if tag.name.of(self.text) == b"Event" && !self.record.tags.is_empty() {
                return;
            }
            let end = tag.span.end as usize;
            lexer.go_to(end + usize::from(self.text.get(end) == Some(&b'\n')));
            self.record.tags.push(tag);
        }
    }

    /// Parses plain plies at the position of `lexer`. The result is the same as that of parsing token by token.
    #[inline]
    fn parse_plain_plies(&mut self, lexer: &mut Lexer<'_>) {
        // After a result, a move number may begin another record.
        if self.moves.number.is_some() || self.has_result() {
            return;
        }
        while let Some(ply) = plain_ply(self.text, lexer.at()) {
            let repeated = self.record.plies.last().is_some_and(|last| {
                // Compare the seat first. Seats of consecutive plies nearly always differ, numbers often do not.
                (last.seat, last.number, last.san) == (ply.seat, ply.number, ply.san)
            });
            if repeated {
                return;
            }
            let end = ply.span.end as usize;
            // Usually exactly one blank or line end follows. The lexer reads any further ones as a token.
            let blank = blank(matches!(self.text.get(end), Some(b' ' | b'\n')));
            lexer.go_to(end + blank);
            self.record.plies.push(ply);
            self.moves.clock_open = ply.clock == Clock::None;
            self.reason = Span::default();
            self.in_movetext = true;
        }
    }

    fn finish(&mut self) {
        self.drop_number();
        if !self.has_result() {
            self.record.ending.reason = self.reason;
        }
        // A single repeated number is more likely a typo.
        if self.moves.repeated.count(&self.record.plies) >= 2 {
            let PlyText { span, number, seat, .. } = self.record.plies[self.moves.repeated.first];
            assign_to_black(&mut self.record.plies);
            self.issue(span, Problem::CapitalsForBlack(PlyName { number, seat }));
            // Issues are sorted by place.
            self.record.issues.sort_by_key(|issue| issue.span.start);
        }
        if self.moves.command_clocks {
            let control = self.record.time_control(self.text);
            distinguish_spent_from_left(&mut self.record.plies, control);
        }
    }
}

impl<'t, 'r, M: Moves> Parser<'t, 'r, M> {
    /// Starts to parse `text` into `record`.
    pub fn new(text: &'t [u8], record: &'r mut WrittenRecord<M::Ply, M::Problem>) -> Self {
        let (reason, moves) = (Span::default(), M::default());
        Self { text, record, in_movetext: false, reason, has_reported_excess: false, moves }
    }

    /// Returns whether a result was parsed after the moves.
    pub const fn has_result(&self) -> bool {
        !self.record.ending.result_span.is_empty()
    }

    /// Adds `token` to the record.
    #[inline]
    pub fn take(&mut self, token: Token) {
        match token.kind {
            TokenKind::Space => return,
            TokenKind::Number => M::parse_number(self, token.span),
            TokenKind::Word if self.is_lone_result(token.span) => {
                self.issue(token.span, Problem::LoneResult.into());
                return self.note(NoteKind::Stray, token.span, token.span);
            }
            TokenKind::Word => M::parse_word(self, token.span),
            TokenKind::Brace => M::parse_brace(self, token.span),
            TokenKind::Tag if !self.in_movetext => return self.parse_tag(token.span),
            TokenKind::OpenTag if !self.in_movetext => {
                self.issue(token.span, Problem::OpenTag.into());
                return self.parse_tag(token.span);
            }
            TokenKind::Tag | TokenKind::OpenTag | TokenKind::Stray => {
                self.add_stray_text(token.span);
            }
            TokenKind::OpenBrace => {
                let sign = Span::new(token.span.start, token.span.start + 1);
                self.issue(sign, Problem::OpenBrace.into());
                let text = Span::new(sign.end, token.span.end);
                self.note(NoteKind::Brace, token.span, text);
            }
            TokenKind::Paren => M::parse_paren(self, token.span),
            TokenKind::Nag => self.note(NoteKind::Nag, token.span, token.span),
            TokenKind::LineComment => {
                let text = Span::new(token.span.start + 1, token.span.end);
                self.note(NoteKind::LineComment, token.span, text);
                self.in_movetext |= !self.record.tags.is_empty();
                return;
            }
            TokenKind::Escape => {
                self.note(NoteKind::Escape, token.span, token.span);
                self.in_movetext |= !self.record.tags.is_empty();
                return;
            }
        }
        self.in_movetext = true;
    }

    /// Returns whether the word at `span` is a result before any tag or ply. Such a result cannot end a match.
    fn is_lone_result(&self, span: Span) -> bool {
        !self.in_movetext
            && self.record.tags.is_empty()
            && GameResult::parse(span.of(self.text)).is_some()
    }

    fn parse_tag(&mut self, span: Span) {
        let (tag, problem) = read_tag(self.text, span);
        if let Some(problem) = problem {
            self.issue(span, problem.into());
        }
        self.record.tags.push(tag);
        M::parse_tag(self, tag);
    }

    /// Adds unexpected text as a note and an issue. If only blanks separate the text from earlier unexpected text,
    /// extends the earlier note and issue instead.
    pub fn add_stray_text(&mut self, span: Span) {
        let after = self.plies();
        if let Some(last) = self.record.notes.last_mut()
            && last.kind == NoteKind::Stray
            && last.after == after
            && self.text[last.span.end as usize..span.start as usize]
                .iter()
                .all(u8::is_ascii_whitespace)
        {
            let before = last.span;
            last.span.end = span.end;
            last.text.end = span.end;
            if let Some(issue) = self.record.issues.last_mut()
                && issue.span == before
            {
                issue.span.end = span.end;
            }
            return;
        }
        let character = unusual_character(span.of(self.text));
        self.issue(span, character.map_or(Problem::Stray, Problem::StrayCharacter).into());
        self.note(NoteKind::Stray, span, span);
    }

    /// Parses a suffix after a blank or a clock: `exd6 e.p.`, `Nf7 +`, `Kxf7 !?`, `e5{179} ±`. Returns `false` if the
    /// word is not a suffix or no move precedes it.
    #[cold]
    pub fn parse_suffix(&mut self, span: Span) -> bool {
        let Some(suffix) = San::parse_suffix(span.of(self.text)) else { return false };
        let Some(ply) = self.record.plies.last_mut() else { return false };
        match (suffix.claim, M::claim_mut(ply)) {
            (Claim::None, _) => {}
            (claim, Some(claimed)) => *claimed = claim,
            (_, None) => return false,
        }
        self.note_glyph(span, suffix.glyph);
        true
    }

    /// Ends the movetext with `result` at `span`, and reports a second result.
    pub fn add_result(&mut self, span: Span, result: GameResult) {
        self.drop_number();
        if self.has_result() {
            self.issue(span, Problem::SecondResult.into());
        }
        self.record.ending =
            Ending { reason: self.reason, result_span: span, result: Some(result) };
    }

    /// Reports the pending move number, if any, as a number without a move.
    pub fn drop_number(&mut self) {
        if let Some((at, problem)) = self.moves.drop_number() {
            self.issue(at, problem);
        }
    }

    /// Returns the number of plies so far.
    pub fn plies(&self) -> u32 {
        u32::try_from(self.record.plies.len()).unwrap_or(u32::MAX)
    }

    /// Adds the glyph at the bytes from `from` to `to` of `word` as an annotation, unless it is empty.
    #[inline]
    pub fn note_glyph(&mut self, word: Span, (from, to): (u8, u8)) {
        if from < to {
            let glyph = Span::new(word.start + u32::from(from), word.start + u32::from(to));
            self.note(NoteKind::Annotation, glyph, glyph);
        }
    }

    /// Adds a note after the last ply.
    pub fn note(&mut self, kind: NoteKind, span: Span, text: Span) {
        let after = self.plies();
        self.record.notes.push(Note { after, kind, span, text });
    }

    /// Adds an issue, unless the record has too many.
    #[cold]
    pub fn issue(&mut self, span: Span, problem: M::Problem) {
        let issues = &mut self.record.issues;
        // Warnings must not displace errors.
        let limit = match M::severity(problem) {
            Severity::Hint | Severity::Warning => MAX_ISSUES,
            Severity::Error => 2 * MAX_ISSUES,
        };
        if issues.len() < limit {
            issues.push(Issue { span, problem });
        } else if !self.has_reported_excess {
            self.has_reported_excess = true;
            let problem = Problem::More.into();
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
        /// Tags and plies in any order, plain and other ones.
        #[test]
        fn fast_path_equals_the_tokenizer(
            pieces in prop::collection::vec(
                prop_oneof![
                    6 => "[1-9][0-9]?[AaBb]\\. ?[NBRQKP]?[a-h1-8]?[x@]?[a-h][1-8][+#]?\\{[0-9]{1,4}(\\.[0-9]{0,4})?\\} ?",
                    3 => "[1-9][AaBb]\\. [NQP]?[a-h]?[x@]?[a-h][1-8] ?\\{(\\[ts=)?[0-9]{0,4}(\\.[0-9]{0,4})?\\]?\\}[ \n]?",
                    3 => "[1-9][AaBb]\\.[ \n]?([NQ]?[a-h]?[1-8]?[x@]?[a-h][18](=[QNK])?|O-O(-O)?)[+#!]?[ \n\r]?(\\{\\[%clk[ \n]0:0[0-9]:0[0-9]\\]\\} |\\{9\\})?",
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
