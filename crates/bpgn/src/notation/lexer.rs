//! The lexer. It allocates nothing and assigns every byte to exactly one token, in order.

use super::swar;
use crate::Span;
use bughouse::typography::{Meaning, characters};
use memchr::{memchr, memchr_iter, memchr2, memchr2_iter, memmem};

/// A token and its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// Blanks, line ends, NUL bytes and a byte order mark.
    Space,
    /// `[Name "value"]`.
    Tag,
    /// `[` without a closing `]`, up to the end of the line.
    OpenTag,
    /// `12b.`, `12.` or `12b`.
    Number,
    /// A move, a result or any other text without blanks.
    Word,
    Brace,
    /// `{` without a closing `}`, up to the next record or the end of the text.
    OpenBrace,
    Paren,
    /// `$n`.
    Nag,
    /// `;` to the end of the line.
    LineComment,
    /// `%` at the start of a line, up to its end.
    Escape,
    /// An unmatched parenthesis, bracket or brace.
    Stray,
}

/// The maximum length in bytes of a variation, and of a tag that spans several lines. Longer ones count as unclosed.
const MAX_UNCLOSED_SEARCH_BYTES: usize = 16 * 1024;

/// The number of bytes of a line that are searched first for the end of a tag.
const NEARBY_BYTES: usize = 256;

/// The maximum length of a clock in parentheses, in bytes.
const MAX_CLOCK_LEN: usize = 16;

/// Results that begin like a move number.
const POINTS: [&[u8]; 3] = [b"0.5-0.5", b"1.0-0.0", b"0.0-1.0"];

/// Splits a text into tokens.
#[derive(Clone, Debug)]
pub struct Lexer<'t> {
    text: &'t [u8],
    at: usize,
    /// Every `(` before this offset counts as unclosed, since it follows an unclosed `(`.
    no_paren_before: usize,
    /// No tag that spans several lines ends before this offset.
    no_wrapped_before: usize,
}

/// Returns the tokens of `text`, which must be under 4 GiB.
pub const fn tokens(text: &[u8]) -> Lexer<'_> {
    Lexer { text, at: 0, no_paren_before: 0, no_wrapped_before: 0 }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    #[inline]
    fn next(&mut self) -> Option<Token> {
        let start = self.at;
        let &first = self.text.get(start)?;
        let kind = match CLASS[first as usize] {
            Class::Space => {
                let mut at = start + 1;
                while self.class_at(at) == Some(Class::Space) {
                    at += 1;
                }
                self.at = at;
                TokenKind::Space
            }
            Class::Digit => self.number_or_word(),
            Class::OpenBrace => self.brace(),
            Class::OpenTag => self.tag(),
            Class::OpenParen => self.paren(),
            Class::Dollar => self.nag(),
            Class::Semicolon => {
                self.at = line_end(self.text, start);
                TokenKind::LineComment
            }
            Class::Percent if is_line_start(self.text, start) => {
                self.at = line_end(self.text, start);
                TokenKind::Escape
            }
            Class::Letter | Class::Percent => self.word(),
            Class::Close => {
                self.at += 1;
                TokenKind::Stray
            }
            Class::High => {
                if self.text[start..].starts_with(BYTE_ORDER_MARK) {
                    self.at += BYTE_ORDER_MARK.len();
                    TokenKind::Space
                } else {
                    self.word()
                }
            }
        };
        Some(Token { kind, span: Span::from_offsets(start, self.at) })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Space,
    Letter,
    Digit,
    OpenBrace,
    OpenTag,
    OpenParen,
    Close,
    Dollar,
    Semicolon,
    Percent,
    High,
}

static CLASS: [Class; 256] = classes();

const fn classes() -> [Class; 256] {
    let mut table = [Class::Letter; 256];
    let mut byte = 0;
    while byte < 256 {
        #[expect(clippy::cast_possible_truncation, reason = "below 256")]
        let b = byte as u8;
        table[byte] = match b {
            0..=b' ' | 0x7f => Class::Space,
            b'0'..=b'9' => Class::Digit,
            b'{' => Class::OpenBrace,
            b'[' => Class::OpenTag,
            b'(' => Class::OpenParen,
            b'}' | b']' | b')' => Class::Close,
            b'$' => Class::Dollar,
            b';' => Class::Semicolon,
            b'%' => Class::Percent,
            0x80.. => Class::High,
            _ => Class::Letter,
        };
        byte += 1;
    }
    table
}

impl<'t> Lexer<'t> {
    #[inline]
    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// Continues at `at`, which must be the start of a token.
    #[inline]
    pub(super) const fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    #[inline]
    fn class_at(&self, at: usize) -> Option<Class> {
        self.text.get(at).map(|&byte| CLASS[byte as usize])
    }

    /// Reads up to a blank, a brace, bracket or parenthesis, `;`, `$` or a byte order mark. A promotion in parentheses,
    /// such as `(Q)`, belongs to the word before it.
    #[inline]
    fn word(&mut self) -> TokenKind {
        let mut at = self.at + 1;
        loop {
            if let Some(next) = swar::word(self.text, at) {
                at += swar::word_end(next);
            }
            match self.class_at(at) {
                Some(Class::High) if self.text[at..].starts_with(BYTE_ORDER_MARK) => break,
                Some(Class::Letter | Class::Digit | Class::Percent | Class::High) => at += 1,
                Some(Class::OpenParen)
                    if matches!(
                        self.text.get(at + 1..at + 3),
                        Some([b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n', b')'])
                    ) =>
                {
                    at += 3;
                }
                _ => break,
            }
        }
        self.at = at;
        TokenKind::Word
    }

    /// Reads a move number such as `12b.` or `12.`, or a word that begins with a digit, such as `1-0` or `0-0-0`.
    #[inline]
    fn number_or_word(&mut self) -> TokenKind {
        let mut at = self.at + 1;
        while self.class_at(at) == Some(Class::Digit) {
            at += 1;
        }
        let has_seat = self.text.get(at).copied().is_some_and(is_seat);
        let after = at + usize::from(has_seat);
        let has_dot = self.text.get(after) == Some(&b'.');
        let ends_here =
            || has_seat && !matches!(self.class_at(after), Some(Class::Letter | Class::Digit));
        if !(has_seat && has_dot)
            && let Some(end) = self.unusual_number_end(at)
        {
            self.at = end;
            return TokenKind::Number;
        }
        if !has_dot && !ends_here() {
            return self.word();
        }
        if !has_seat && POINTS.iter().any(|points| self.text[self.at..].starts_with(points)) {
            return self.word();
        }
        at = after + usize::from(has_dot);
        while let Some(b'.' | b':' | b')') = self.text.get(at) {
            at += 1;
        }
        self.at = at;
        TokenKind::Number
    }

    /// Returns the end of a move number in another form that people write: `1 A.`, `1.A`, `1. a.`, `1-A`, `1A)`, `1A:`,
    /// `1A,` or `1)`. `digits_end` is the end of its digits. Returns `None` for anything else.
    fn unusual_number_end(&self, digits_end: usize) -> Option<usize> {
        let rest = &self.text[digits_end..];
        let gap = match rest.first() {
            Some(b'-' | b'_') => 1,
            _ => rest.iter().take_while(|&&byte| matches!(byte, b'.' | b' ')).count(),
        };
        let seat = rest.get(gap).copied().filter(|&letter| is_seat(letter));
        if seat.is_none() && rest.first() != Some(&b')') {
            return None;
        }
        let letter_end = digits_end + if seat.is_some() { gap + 1 } else { 0 };
        let after = &self.text[letter_end..];
        let signs = after.iter().take_while(|&&byte| matches!(byte, b'.' | b')' | b':')).count();
        let is_blank = |byte: Option<&u8>| byte.is_none_or(|&byte| byte <= b' ');
        match after.get(signs) {
            // A letter after a single blank may be part of other text, so a move must follow.
            next if is_blank(next) => {
                let follows = after[signs..].trim_ascii_start().first();
                let is_plain = signs == 0 && gap == 0;
                let is_number = follows.is_some_and(u8::is_ascii_alphanumeric) && !is_plain;
                is_number.then_some(letter_end + signs)
            }
            Some(b',' | b'-' | b'_' | b'/' | b'|' | b'>' | b'=') if signs == 0 => {
                let next = after.get(1).copied();
                // The next record may begin at a bracket, which must end this one as the end of the text does.
                let ends = is_blank(next.as_ref())
                    || next.is_some_and(|it| it == b'[' || it.is_ascii_alphabetic());
                if ends { Some(letter_end + 1) } else { None }
            }
            Some(next) if signs > 0 && next.is_ascii_alphabetic() => Some(letter_end + signs),
            _ => None,
        }
    }

    #[inline]
    fn brace(&mut self) -> TokenKind {
        // Most braces hold a clock of at most seven bytes. A new record cannot begin within seven bytes, so this path
        // does not check for one.
        if let Some(next) = swar::word(self.text, self.at + 1)
            && let length @ ..8 = swar::position(next, b'}')
        {
            self.at += length + 2;
            return TokenKind::Brace;
        }
        match brace_end(self.text, self.at, self.text.len()) {
            Ok(end) => {
                self.at = end;
                TokenKind::Brace
            }
            Err(end) => {
                self.at = end;
                TokenKind::OpenBrace
            }
        }
    }

    fn tag(&mut self) -> TokenKind {
        let start = self.at;
        let mut end = start;
        // A long line may hold many tags. Searching all of it for each tag would take quadratic time.
        let mut nearby = NEARBY_BYTES;
        while end == start {
            let text = &self.text[start..self.text.len().min(start + nearby)];
            if let Some(len) = closed_tag_end(text) {
                self.at = start + len;
                return TokenKind::Tag;
            }
            nearby *= 4;
            match memchr2(b'\n', b'\r', text) {
                Some(len) => end = start + len,
                None if start + text.len() == self.text.len() => end = self.text.len(),
                None => {}
            }
        }
        let line = &self.text[start..end];
        if let Some(len) = unquoted_tag_end(line) {
            self.at = start + len;
            return TokenKind::Tag;
        }
        // Mail programs wrap long values over several lines. A wrapped tag ends at the next `"]`, unless another tag
        // begins before it.
        match wrapped_tag_end(self.text, start, end, self.no_wrapped_before) {
            Ok(end) => {
                self.at = end;
                return TokenKind::Tag;
            }
            Err(searched_to) => self.no_wrapped_before = self.no_wrapped_before.max(searched_to),
        }
        self.at = end.max(start + 1);
        TokenKind::OpenTag
    }

    fn paren(&mut self) -> TokenKind {
        if self.at >= self.no_paren_before {
            match closing_paren_of_movetext(self.text, self.at) {
                Ok(end) => {
                    self.at = end;
                    return TokenKind::Paren;
                }
                Err(end) => self.no_paren_before = end,
            }
        }
        // A clock in parentheses is recognized even after an unclosed `(`, since a clock is short.
        let short = &self.text[self.at + 1..self.text.len().min(self.at + MAX_CLOCK_LEN)];
        let is_clock_byte = |b: &u8| b.is_ascii_digit() || matches!(b, b'.' | b':' | b'-');
        if let Some(len) = short.iter().position(|b| !is_clock_byte(b))
            && short[len] == b')'
        {
            self.at += len + 2;
            return TokenKind::Paren;
        }
        self.at += 1;
        TokenKind::Stray
    }

    fn nag(&mut self) -> TokenKind {
        let mut at = self.at + 1;
        while self.class_at(at) == Some(Class::Digit) {
            at += 1;
        }
        if self.text.get(at) == Some(&b'@') {
            return self.word();
        }
        self.at = at;
        TokenKind::Nag
    }
}

#[inline]
const fn is_seat(letter: u8) -> bool {
    matches!(letter, b'A' | b'a' | b'B' | b'b')
}

/// The number of bytes before an offset that [`is_line_start`] examines. A line end and a byte order mark fit into
/// them.
pub const LINE_START: u64 = 4;

/// Returns whether a line starts at `at`. Ignores a byte order mark before `at`, since concatenated files contain such
/// marks.
pub fn is_line_start(text: &[u8], at: usize) -> bool {
    let before = &text[..at];
    let line_before = before.strip_suffix(BYTE_ORDER_MARK).unwrap_or(before);
    matches!(line_before.last(), None | Some(b'\n' | b'\r'))
}

/// Returns whether a line comment begins at `at`: a `;`, or a `%` at the start of a line. `at` must be outside of
/// braces.
pub(super) fn begins_line_comment(text: &[u8], at: usize) -> bool {
    text[at] == b';' || (text[at] == b'%' && is_line_start(text, at))
}

/// Returns the offset of the line break that ends the line at `at`, or the length of `text` in the last line.
pub(super) fn line_end(text: &[u8], at: usize) -> usize {
    memchr2(b'\n', b'\r', &text[at..]).map_or(text.len(), |len| at + len)
}

/// The text that begins a new record. In the middle of a line, it begins a record only outside of braces, comments and
/// tags.
pub const EVENT: &[u8] = b"[Event \"";

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Returns whether the tag at `at` in movetext begins a record. An `Event` tag does so even inside a line, since
/// concatenated files may lack a final line end.
pub(super) fn begins_record(text: &[u8], at: usize) -> bool {
    is_line_start(text, at) || text[at..].starts_with(EVENT)
}

/// Returns the length of the tag at the start of `text` if it ends on the same line: at the first `]` after its quoted
/// value, or at the first `]` if there are no quotes. Other text may follow the tag.
fn closed_tag_end(text: &[u8]) -> Option<usize> {
    let open = memchr2(b'"', b']', text)?;
    let close = match text[open] {
        b'"' => {
            let quote = closing_quote(text, open + 1)?;
            let close = quote + memchr(b']', &text[quote..])?;
            if close == quote + 1 { close } else { ambiguous_tag_end(text, quote, close)? }
        }
        _ if text[..open].is_ascii() => open,
        _ => typographic_tag_end(text, open),
    };
    let in_one_line = memchr2(b'\n', b'\r', &text[..close]).is_none();
    if in_one_line { Some(close + 1) } else { None }
}

/// Returns the offset of the `]` that ends a tag with more than one `]` after the quote at `quote`. If the value
/// contains quotes, its last quote is before a `]`. `first` is the first `]`. Returns `None` if `quote` is in another
/// line.
#[cold]
fn ambiguous_tag_end(text: &[u8], quote: usize, first: usize) -> Option<usize> {
    if line_end(text, 0) < quote {
        return None;
    }
    if text[quote + 1..first].trim_ascii().is_empty() {
        return Some(first);
    }
    // The quote at `quote` may belong to the next tag if this one ends with a typographic quote.
    let open = memchr(b'"', text).unwrap_or(quote);
    Some(bracket_after_value(text, open + 1).unwrap_or(first))
}

/// Returns the offset of the `]` that ends a tag without `"`. If the value is in typographic quotes, the `]` follows
/// the closing quote. `first` is the first `]`.
#[cold]
fn typographic_tag_end(text: &[u8], first: usize) -> usize {
    let opening = characters(&text[..first]).find(|(_, it)| Meaning::of(*it) == Meaning::Quote);
    let closing = opening.and_then(|(at, _)| bracket_after_value(text, at));
    closing.unwrap_or(first)
}

/// Returns the offset of the first `]` from `from` on, in the same line, that ends a tag: the last quote of the value
/// is before it, or another tag or the end of the line after it.
fn bracket_after_value(text: &[u8], from: usize) -> Option<usize> {
    let line = &text[..line_end(text, from)];
    let mut brackets = memchr_iter(b']', &line[from..]).map(|at| from + at);
    brackets.find(|&at| {
        ends_with_quote(line[..at].trim_ascii_end())
            || matches!(line.get(at + 1), None | Some(b'['))
    })
}

/// Returns whether `text` ends with a quotation mark of any kind that no backslash escapes.
fn ends_with_quote(text: &[u8]) -> bool {
    match text {
        [.., b'\\', b'"'] => false,
        [.., b'"'] => true,
        _ => typographic_quote_at_end(text) > 0,
    }
}

/// Returns the length of the typographic quotation mark at the end of `text`, or 0 if there is none.
pub(super) fn typographic_quote_at_end(text: &[u8]) -> usize {
    // No quotation mark is longer.
    let tail = &text[text.len().saturating_sub(3)..];
    let last = tail.utf8_chunks().last();
    let is_quote =
        |character: char| Meaning::of(character) == Meaning::Quote || character == FULL_WIDTH_QUOTE;
    match last {
        Some(chunk) if chunk.invalid().is_empty() => match chunk.valid().chars().next_back() {
            Some(character) if is_quote(character) => character.len_utf8(),
            _ => 0,
        },
        Some(_) => {
            let last = characters(&text[text.len() - 1..]).next();
            usize::from(last.is_some_and(|(_, character)| is_quote(character)))
        }
        None => 0,
    }
}

/// The only quotation mark that means `"` without doubt.
pub(super) const FULL_WIDTH_QUOTE: char = '＂';

/// Returns the length of a tag whose value lacks its closing quote, `[Name "value]`. Such a tag extends to the next tag
/// or to the last `]` of `line`. Returns `None` if there is a closing quote or no `]` after the value.
fn unquoted_tag_end(line: &[u8]) -> Option<usize> {
    let open = memchr(b'"', line)?;
    if let Some(close) = bracket_after_value(line, open + 1) {
        return Some(close + 1);
    }
    if closing_quote(line, open + 1).is_some() {
        return None;
    }
    memchr::memrchr(b']', line).filter(|&at| at > open).map(|at| at + 1)
}

/// Returns the end of a tag that begins on one line and ends on a later one. If the tag has no end, the error is the
/// offset at which the search stopped. `searched_to` is the offset at which an earlier search stopped, so no tag ends
/// before it.
fn wrapped_tag_end(
    text: &[u8],
    start: usize,
    line_end: usize,
    searched_to: usize,
) -> Result<usize, usize> {
    let text = &text[..text.len().min(start + MAX_UNCLOSED_SEARCH_BYTES)];
    let line = text.get(start..line_end).ok_or(start)?;
    let open = start + memchr(b'"', line).ok_or(start)? + 1;
    // The two bytes `"]` may straddle `searched_to`.
    let from = open.max(searched_to.saturating_sub(1)).min(text.len());
    // Search for the next tag first. In a text that causes many such searches, the next tag is near.
    let next_tag = memchr2_iter(b'\n', b'\r', &text[from..])
        .map(|at| from + at)
        .find(|&at| text.get(at + 1) == Some(&b'['));
    let end = next_tag.unwrap_or(text.len());
    let end = memmem::find(&text[from..end], EVENT).map_or(end, |event| from + event);
    match memmem::find(&text[from..end], b"\"]") {
        Some(close) => Ok(from + close + 2),
        None => Err(end),
    }
}

/// Returns the offset of the first `"` from `at` on that no backslash escapes.
pub(super) fn closing_quote(line: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let found = at + memchr2(b'"', b'\\', line.get(at..)?)?;
        if line[found] == b'"' {
            return Some(found);
        }
        at = found + 2;
    }
}

/// Returns the offset after the `}` that closes the `{` at `at`. If there is no `}`, the error is the offset at which
/// the search stopped: `end` or the start of the next record. Without this stop, many unclosed braces would each scan
/// the rest of the file.
#[inline]
fn brace_end(text: &[u8], at: usize, end: usize) -> Result<usize, usize> {
    let open = at + 1;
    for found in memchr2_iter(b'}', b'[', &text[open..end]) {
        let at = open + found;
        if text[at] == b'}' {
            return Ok(at + 1);
        }
        if text[at..].starts_with(EVENT) && is_line_start(text, at) {
            return Err(at);
        }
    }
    Err(end)
}

/// Returns the offset after the `)` that closes the `(` at `at` in movetext. If there is no such `)`, the error is the
/// offset at which the search stopped. A `)` in a line comment counts only if no other `)` closes the `(`.
fn closing_paren_of_movetext(text: &[u8], at: usize) -> Result<usize, usize> {
    closing_paren(text, at, true).or_else(|end| {
        let may_have_comments = memchr2(b';', b'%', &text[at..end]).is_some();
        if may_have_comments { closing_paren(text, at, false) } else { Err(end) }
    })
}

/// Returns the offset after the `)` that closes the `(` at `at`. If there is no such `)`, the error is the offset at
/// which the search stopped. Ignores parentheses in braces. If `skip_comments`, also ignores those in line comments.
fn closing_paren(text: &[u8], mut at: usize, skip_comments: bool) -> Result<usize, usize> {
    let end = text.len().min(at + MAX_UNCLOSED_SEARCH_BYTES);
    let mut depth = 0_usize;
    while at < end {
        match text[at] {
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return Ok(at + 1);
                }
            }
            // An unclosed brace contains the rest of the text.
            b'{' => at = brace_end(text, at, end).map_err(|_| end)? - 1,
            b'[' if begins_record(text, at) => return Err(at),
            b';' | b'%' if skip_comments && begins_line_comment(text, at) => {
                at = line_end(text, at);
            }
            _ => {}
        }
        at += 1;
    }
    Err(end)
}
