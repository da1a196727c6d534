//! [`Group`]: the syntax of variations in parentheses. Whether their moves can be played is decided by `replay`.
//!
//! A variation is written `(2A. e5 2a. f6 (2a. c5 3A. c3) 3A. f4)`, in the comment on a ply or directly in the
//! movetext. Its plies may be on both boards and may have glyphs such as `!` or `$1`. In movetext they may also have
//! comments and clocks in braces, and line comments after `;`.
//!
//! A brace in the comment on a ply would end that comment. A comment in such a variation is therefore in parentheses,
//! `(2A. e5 (C:better) 2a. f6)`. `C:` is not a move, so such a group is never read as a variation.

use super::{
    GameResult, PlyName,
    clock::{BraceKind, inside},
    glyph::is_diagram_nag,
    lexer::{begins_line_comment, line_end},
    written_number::{WrittenNumber, length_of, pieces},
};
use crate::Span;
use bughouse::{San, typography::to_ascii};
use std::ops::Range;

/// The maximum nesting depth. Deeper groups are plain text.
pub const MAX_DEPTH: usize = 64;

/// A pair of parentheses with its contents. Offset 0 of every span is the start of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub span: Span,
    pub items: Vec<Item>,
}

/// A part of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    Ply(PlyInGroup),
    /// A NAG such as `$1`, a glyph such as `!` after a blank, or the glyph in `{A:!}`.
    Glyph(Span),
    /// A NAG that requests a diagram such as `$220`, or the text of a brace such as `{D:}`.
    Diagram(Span),
    /// The text of a comment in braces, in `(C:…)` or after `;`, without these delimiters.
    Comment(Span),
    /// Such as `*` or `1-0`.
    Result(Span),
    Group(Group),
    /// Any other text. A group that contains it is not a variation.
    Words(Span),
}

/// A move in a group, with or without number and seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyInGroup {
    /// From the number, if there is one, to the end of the move.
    pub span: Span,
    /// The move with its suffix.
    pub san_span: Span,
    pub name: NameInGroup,
    pub san: San,
    /// A glyph directly after the move; empty if there is none.
    pub glyph: Span,
}

/// The part of a ply's name that is written in a group: nothing, the number, or number and seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameInGroup {
    None,
    /// The number alone, `12.`.
    Number(u16),
    /// Number and seat, `12a.`.
    Full(PlyName),
}

impl Group {
    /// Returns the outermost groups in the comment at `span` of `text`, in order. Skips unclosed parentheses.
    pub fn parse_all(text: &[u8], span: Span) -> Vec<Self> {
        Reader::of(text, span, false).groups()
    }

    /// Parses the movetext at `span` of `text`. Returns `None` unless it is exactly one group. Recognizes line comments
    /// unless they would leave the group unclosed.
    pub fn parse_movetext_group(text: &[u8], span: Span) -> Option<Self> {
        let whole = span.start as usize..span.end as usize - 1;
        let is_whole = |reader: &Reader<'_>| reader.pairs.first() == Some(&whole);
        let readers = [true, false].map(|lines| Reader::of(text, span, lines));
        let reader = readers.into_iter().find(is_whole)?;
        reader.groups().into_iter().next()
    }

    /// Iterates over the plies of this group, without those of nested groups.
    pub fn plies(&self) -> impl Iterator<Item = &PlyInGroup> {
        self.items.iter().filter_map(|item| match item {
            Item::Ply(ply) => Some(ply),
            _ => None,
        })
    }

    /// Returns whether the group may be a variation. Comments aside, a variation begins with a ply, contains no other
    /// text, and has a result only at its end.
    pub fn may_be_variation(&self) -> bool {
        let is_comment = |item: &&Item| matches!(item, Item::Comment(_));
        let first = self.items.iter().find(|item| !is_comment(item));
        let mut after_result =
            self.items.iter().skip_while(|item| !matches!(item, Item::Result(_))).skip(1);
        matches!(first, Some(Item::Ply(_)))
            && !self.items.iter().any(|item| matches!(item, Item::Words(_)))
            && after_result.all(|item| is_comment(&item))
    }

    /// Returns the span of the first result in the group, if there is one.
    pub fn result(&self) -> Option<Span> {
        self.items.iter().find_map(|item| match item {
            Item::Result(span) => Some(*span),
            _ => None,
        })
    }
}

struct Reader<'t> {
    /// The text up to the end of the groups.
    text: &'t [u8],
    /// The range of each pair of parentheses, in text order: from the `(` up to, but excluding, the `)`.
    pairs: Vec<Range<usize>>,
    /// The index of the next pair to parse.
    next: usize,
    /// Whether line comments are recognized: those after `;`, and lines that begin with `%`.
    lines: bool,
}

impl<'t> Reader<'t> {
    /// Matches the parentheses at `span` of `text` in one pass. Parentheses in braces are text.
    fn of(text: &'t [u8], span: Span, lines: bool) -> Self {
        let text = &text[..span.end as usize];
        let mut open: Vec<usize> = Vec::new();
        let mut closed: Vec<(usize, usize)> = Vec::new();
        let mut at = span.start as usize;
        let next = |at: usize| {
            let rest = &text[at..];
            if lines {
                rest.iter().position(|byte| matches!(byte, b'(' | b')' | b'{' | b';' | b'%'))
            } else {
                memchr::memchr3(b'(', b')', b'{', rest)
            }
        };
        while let Some(found) = next(at) {
            at += found;
            match text[at] {
                b';' | b'%' if begins_line_comment(text, at) => {
                    at = line_end(text, at);
                    continue;
                }
                b';' | b'%' => {}
                b'(' => open.push(at),
                b')' => closed.extend(open.pop().map(|start| (start, at))),
                // An unclosed brace is text, so parentheses after it count.
                _ => at += memchr::memchr(b'}', &text[at..]).unwrap_or(0),
            }
            at += 1;
        }
        closed.sort_unstable();
        let pairs = closed.into_iter().map(|(start, end)| start..end).collect();
        Self { text, pairs, next: 0, lines }
    }

    fn groups(mut self) -> Vec<Group> {
        let mut groups = Vec::new();
        while let Some(pair) = self.pairs.get(self.next).cloned() {
            groups.push(self.parse_group(&pair, 1));
        }
        groups
    }

    /// Parses the group at `pair`, which must be the next pair.
    fn parse_group(&mut self, pair: &Range<usize>, depth: usize) -> Group {
        self.next += 1;
        let mut items = Vec::new();
        let mut at = pair.start + 1;
        while at < pair.end {
            let next = self.pairs.get(self.next).cloned();
            let inner = next.filter(|inner| inner.start < pair.end);
            let until = inner.as_ref().map_or(pair.end, |inner| inner.start);
            parse_text(self.text, at..until, self.lines, &mut items);
            at = until;
            let Some(inner) = inner else { continue };
            at = inner.end + 1;
            if self.text[inner.start + 1..].starts_with(b"C:") {
                items.push(Item::Comment(span(&(inner.start + 3..inner.end))));
                self.skip_to(at);
            } else if depth < MAX_DEPTH {
                items.push(Item::Group(self.parse_group(&inner, depth + 1)));
            } else {
                items.push(Item::Words(span(&(inner.start..at))));
                self.skip_to(at);
            }
        }
        Group { span: span(&(pair.start..pair.end + 1)), items }
    }

    fn skip_to(&mut self, at: usize) {
        let skipped = self.pairs[self.next..].partition_point(|pair| pair.start < at);
        self.next += skipped;
    }
}

/// Parses text without parentheses: numbers, moves, glyphs and comments and, if `lines`, line comments.
fn parse_text(text: &[u8], range: Range<usize>, lines: bool, items: &mut Vec<Item>) {
    let mut at = range.start;
    // A move number whose move is still to come, and its offset.
    let mut number: Option<(NameInGroup, usize)> = None;
    while at < range.end {
        let byte = text[at];
        if byte.is_ascii_whitespace() || byte == 0 {
            at += 1;
            continue;
        }
        let start = at;
        if byte == b'{' {
            let close = memchr::memchr(b'}', &text[at..range.end]);
            at = close.map_or(range.end, |close| at + close + 1);
            if close.is_some() {
                parse_brace(text, start + 1..at - 1, items);
            } else {
                items.push(Item::Words(span(&(start..at))));
            }
            continue;
        }
        if lines && begins_line_comment(text, at) {
            at = line_end(text, at).min(range.end);
            if byte == b';' {
                let words = text[start + 1..at].trim_ascii_end().len();
                items.push(Item::Comment(span(&(start + 1..start + 1 + words))));
            }
            continue;
        }
        at += length_of_word(&text[at..range.end], lines);
        if text[start..at].is_ascii() {
            parse_piece(text, &(start..at), &mut number, items);
            continue;
        }
        for piece in pieces(&text[start..at]) {
            parse_piece(text, &(start + piece.start..start + piece.end), &mut number, items);
        }
    }
    if let Some((_, number_start)) = number {
        items.push(Item::Words(span(&(number_start..range.end))));
    }
}

/// Parses a word without blanks: a number, its move, or both, as in the movetext. `number` is a move number whose move is
/// still to come, and its offset.
fn parse_piece(
    text: &[u8],
    piece: &Range<usize>,
    number: &mut Option<(NameInGroup, usize)>,
    items: &mut Vec<Item>,
) {
    let letters = &text[piece.clone()];
    let ascii = if letters.is_ascii() { None } else { to_ascii(letters) };
    let ascii = ascii.as_deref().unwrap_or(letters);
    // Only invisible characters, or dots between a number and its move.
    if ascii.iter().all(|&byte| byte == b'.') && (ascii.is_empty() || number.is_some()) {
        return;
    }
    let mut start = piece.start;
    let is_result = number.is_none() && GameResult::parse(ascii).is_some();
    if !is_result && let Some(written) = WrittenNumber::at_start(ascii) {
        let WrittenNumber { number: count, seat, length } = written;
        let name = match seat {
            Some(seat) => NameInGroup::Full(PlyName { number: count, seat }),
            None => NameInGroup::Number(count),
        };
        if let Some((_, number_start)) = number.replace((name, start)) {
            items.push(Item::Words(span(&(number_start..start))));
        }
        start += length_of(letters, length);
        if start == piece.end {
            return;
        }
    }
    items.push(parse_word(text, &(start..piece.end), number.take()));
}

/// Parses a word other than a number: a move, a glyph, a result or other text.
fn parse_word(text: &[u8], word: &Range<usize>, number: Option<(NameInGroup, usize)>) -> Item {
    let letters = &text[word.clone()];
    let start = number.map_or(word.start, |(_, start)| start);
    let is_nag =
        letters[0] == b'$' && letters.len() > 1 && letters[1..].iter().all(u8::is_ascii_digit);
    let is_sign = || {
        let suffix = San::parse_suffix(letters);
        suffix.is_some_and(|suffix| usize::from(suffix.glyph.1 - suffix.glyph.0) == letters.len())
    };
    if number.is_none() && is_nag && std::str::from_utf8(letters).is_ok_and(is_diagram_nag) {
        return Item::Diagram(span(word));
    }
    if number.is_none() && (is_nag || is_sign()) {
        return Item::Glyph(span(word));
    }
    if number.is_none() && letters != b"0-0" && GameResult::parse(letters).is_some() {
        return Item::Result(span(word));
    }
    match San::parse(letters) {
        Ok(read) => Item::Ply(PlyInGroup {
            span: span(&(start..word.end)),
            san_span: span(word),
            name: number.map_or(NameInGroup::None, |(name, _)| name),
            san: read.san,
            glyph: span(
                &(word.start + usize::from(read.glyph.0)..word.start + usize::from(read.glyph.1)),
            ),
        }),
        Err(_) => Item::Words(span(&(start..word.end))),
    }
}

/// Parses a brace in a group: a comment, a glyph, or a clock, which is ignored.
fn parse_brace(text: &[u8], range: Range<usize>, items: &mut Vec<Item>) {
    let words = &text[range.clone()];
    items.push(match inside(words) {
        BraceKind::Clock(..) => return,
        BraceKind::Letter(b'C') => Item::Comment(span(&(range.start + 2..range.end))),
        // With words, it is a comment.
        BraceKind::Letter(b'D') if words[2..].trim_ascii().is_empty() => {
            Item::Diagram(span(&range))
        }
        BraceKind::Letter(b'A') => Item::Glyph(span(&(range.start + 2..range.end))),
        _ => Item::Comment(span(&range)),
    });
}

/// Returns the length of the word at the start of `text`. A word ends at a blank, a brace, a parenthesis or, if
/// `lines`, a `;`.
fn length_of_word(text: &[u8], lines: bool) -> usize {
    let ends = |byte: &u8| {
        byte.is_ascii_whitespace()
            || matches!(byte, b'{' | b'(' | b')' | 0)
            || (lines && *byte == b';')
    };
    // An unclosed parenthesis is a word of one byte.
    text.iter().position(ends).unwrap_or(text.len()).max(1)
}

fn span(range: &Range<usize>) -> Span {
    Span::from_offsets(range.start, range.end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn whole(text: &str) -> Span {
        Span::new(0, u32::try_from(text.len()).unwrap())
    }

    fn parse_all(text: &str) -> Vec<Group> {
        Group::parse_all(text.as_bytes(), whole(text))
    }

    /// Formats the groups for comparison.
    fn read(text: &str) -> String {
        let groups = parse_all(text);
        let groups: Vec<_> = groups.iter().map(|group| show(group, text)).collect();
        groups.join(" ")
    }

    fn show(group: &Group, text: &str) -> String {
        let of = |span: &Span| String::from_utf8_lossy(span.of(text.as_bytes())).into_owned();
        let items = group.items.iter().map(|item| match item {
            Item::Ply(ply) => {
                let name = match ply.name {
                    NameInGroup::None => String::new(),
                    NameInGroup::Number(number) => format!("{number}:"),
                    NameInGroup::Full(name) => format!("{name}:"),
                };
                let glyph = of(&ply.glyph);
                format!("{name}{}{glyph}", ply.san)
            }
            Item::Glyph(span) => format!("glyph:{}", of(span)),
            Item::Diagram(span) => format!("diagram:{}", of(span)),
            Item::Comment(span) => format!("comment:{}", of(span)),
            Item::Words(span) => format!("words:{}", of(span)),
            Item::Result(span) => format!("result:{}", of(span)),
            Item::Group(group) => show(group, text),
        });
        format!("({})", items.collect::<Vec<_>>().join(" "))
    }

    /// Compares with the movetext, which has the same words.
    #[test]
    fn unusual_forms_are_read_as_in_the_movetext() {
        for text in [
            "1A. e4 1a. e5",
            "1A.\u{a0}e4 1a.\u{a0}e5",
            "1A.\u{202f}e4\u{2009}1a.\u{3000}e5",
            "\u{a0}1A.\u{200b}e4 \u{200b} 1a. e5\u{a0}",
            "1A . e4 1a . . . e5",
            "1A.. e4 1a. ... e5",
            "1A e4 1a e5",
            "1A… e4 1a.… e5",
            "１A．e4 1a.ｅ５",
            "1A. O–O 1a. 0—0—0",
            "1A. e4— 1a. N@f6\u{a0}",
            "1A. e4± 1a. e5⁉",
            "1A. ♘f3 1a. d5–d4",
            "1A. e4 1a. e5 ½–½",
            "1A. e4 1a. e5 0.5-0.5",
            "1A. e4 1a. e5 1–0",
        ] {
            let group = format!("({text})");
            let groups = parse_all(&group);
            let group_plies: Vec<_> = groups[0]
                .plies()
                .map(|ply| (ply.name, ply.san, ply.glyph.of(group.as_bytes())))
                .collect();
            let record = crate::notation::Record::parse(text.as_bytes());
            let plies: Vec<_> =
                record.plies.iter().map(|ply| (NameInGroup::Full(ply.name()), ply.san)).collect();
            let read: Vec<_> = group_plies.iter().map(|(name, san, _)| (*name, *san)).collect();
            assert_eq!(read, plies, "{text}");
            let is_ended = !record.ending.result_span.is_empty();
            assert_eq!(groups[0].result().is_some(), is_ended, "{text}");
            assert_eq!(groups[0].may_be_variation(), plies.len() == 2, "{text}");
        }
    }

    #[test]
    fn comments_and_clocks_in_braces() {
        assert_eq!(
            read("(2A. e5 {C:strong (really)} {178.2} 2a. f6 {[%emt 1]} {idea} {A:?})"),
            "(2A:e5 comment:strong (really) 2a:f6 comment:idea glyph:?)"
        );
    }

    #[test]
    fn comments_in_brackets_of_their_own() {
        assert_eq!(
            read("(2A. e5 (C:or (2A. d4)) 2a. f6 (C:) (C: e4))"),
            "(2A:e5 comment:or (2A. d4) 2a:f6 comment: comment: e4)"
        );
        // An outermost group that begins with `C:` is text.
        assert_eq!(read("(C: 2A. e5)"), "(words:C: 2A:e5)");
    }

    #[test]
    fn words_and_unclosed_brackets() {
        assert_eq!(read("see (the book) or (not"), "(words:the words:book)");
        assert_eq!(read("((2A. e4)"), "(2A:e4)");
        assert_eq!(read("(2A. ) (2A. e4 {open)"), "(words:2A. ) (2A:e4 words:{open)");
        assert_eq!(read("(1-0) () (;)"), "(result:1-0) () (words:;)");
    }

    /// Formats the group of a part of movetext for comparison.
    fn read_movetext(text: &str) -> String {
        Group::parse_movetext_group(text.as_bytes(), whole(text))
            .map_or_else(String::new, |group| show(&group, text))
    }

    #[test]
    fn line_comments_are_recognized_only_in_movetext() {
        assert_eq!(
            read_movetext("(2A. e5; why) (not\n%2A. d4)\n2a. f6 ;\n*)"),
            "(2A:e5 comment: why) (not 2a:f6 comment: result:*)"
        );
        assert_eq!(read("(2A. e5; why)"), "(words:2A. e5; words:why)");
        // If `;` would hide the closing parenthesis, it begins no line comment.
        assert_eq!(read_movetext("(2A. e5; why)"), "(words:2A. e5; words:why)");
    }

    #[test]
    fn variation_may_start_with_comments_and_end_with_a_result() {
        let may = |text: &str| parse_all(text)[0].may_be_variation();
        assert!(may("({C:better} {b} 2A. e5 2a. f6)") && may("((C:better) 2A. e5)"));
        assert!(may("(2A. e5 *)") && may("(2A. e5 1/2-1/2 {C:drawn})"));
        assert!(!may("({C:better})") && !may("($1 2A. e5)") && !may("(*)"));
        assert!(!may("(2A. e5 * 2a. f6)") && !may("(1-0 2A. e5)") && !may("(2A. e5 1-0 0-1)"));
    }

    proptest! {
        #[test]
        fn arbitrary_text_never_panics(text in "[(){}A-Ba-b1-9.e4N@f7 !?$C:é]{0,60}") {
            for group in parse_all(&text) {
                prop_assert!(group.span.of(text.as_bytes()).starts_with(b"("));
                prop_assert!(group.span.of(text.as_bytes()).ends_with(b")"));
            }
        }
    }
}
