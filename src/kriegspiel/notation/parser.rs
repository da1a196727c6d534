//! The parser of Kriegspiel PGN: turns tokens into a [`Record`].

use super::{
    Announcement, Filtered, MoveText, PlyName, PlyText, Problem, Record,
    announcement::{announcement_span, read},
    record::parse_bool,
};
use crate::{
    file::{Encoding, Span},
    notation::{
        GameResult, KnownTag, Moves, NoteKind, Parser, Severity, Tag, WrittenRecord, tokens,
    },
    rules::{Claim, Color, San},
};

impl Record {
    /// Parses all of `text` as one game. Never fails; unreadable parts become issues.
    pub fn parse(text: &[u8]) -> Self {
        let encoding = Encoding::of(text);
        let mut record = Self(WrittenRecord { encoding, ..WrittenRecord::default() });
        let mut parser = GameParser::new(text, &mut record.0);
        for token in tokens(text) {
            parser.take(token);
        }
        parser.drop_number();
        record.issues.sort_by_key(|issue| issue.span.start);
        record
    }
}

#[derive(Default)]
struct GameMoves {
    /// A move number whose move is still to come: the number, whether dots assign it to Black, and its span.
    number: Option<(u16, bool, Span)>,
    /// The name of the next ply; `None` before the first ply, which may have any number.
    next_name: Option<PlyName>,
}

type GameParser<'t, 'r> = Parser<'t, 'r, GameMoves>;

impl Moves for GameMoves {
    type Ply = PlyText;
    type Problem = Problem;

    fn severity(problem: Problem) -> Severity {
        problem.severity()
    }

    /// Reports an invalid value of a tag that only Kriegspiel uses.
    fn parse_tag(parser: &mut GameParser<'_, '_>, tag: Tag) {
        let value = tag.value.of(parser.text);
        let name = tag.name.of(parser.text).to_ascii_lowercase();
        let (is_valid, problem) = match name.as_slice() {
            b"filtered" => (Filtered::parse(value).is_some(), Problem::Filtered),
            b"depth" => {
                (value.trim_ascii().iter().all(u8::is_ascii_digit), Problem::ProblemQuestion)
            }
            b"forced" | b"epsilon" => {
                let value = parser.record.encoding.decode(value);
                (parse_bool(&value).is_some(), Problem::ProblemQuestion)
            }
            _ => return,
        };
        if !is_valid {
            parser.issue(tag.value, problem);
        }
    }

    fn parse_number(parser: &mut GameParser<'_, '_>, span: Span) {
        parser.drop_number();
        let text = span.of(parser.text);
        let digits = text.iter().take_while(|b| b.is_ascii_digit());
        let number =
            digits.fold(0_u16, |n, b| n.saturating_mul(10).saturating_add(u16::from(b - b'0')));
        let dots = text.iter().filter(|&&b| b == b'.').count();
        parser.moves.number = Some((number, dots > 1, span));
    }

    fn parse_word(parser: &mut GameParser<'_, '_>, span: Span) {
        let text = span.of(parser.text);
        if text != b"0-0"
            && let Some(result) = GameResult::parse(text)
        {
            return parser.add_result(span, result);
        }
        if text.iter().all(u8::is_ascii_digit) {
            // A move number may lack its dot.
            return Self::parse_number(parser, span);
        }
        if text.iter().all(|&b| b == b'.') {
            if let Some((_, black, at)) = &mut parser.moves.number {
                *black |= text.len() > 1;
                at.end = span.end;
                return;
            }
            return parser.add_stray_text(span);
        }
        if text == b"??" {
            return add_ply(parser, span, MoveText::Hidden);
        }
        match San::parse(text) {
            Ok(read) => {
                add_ply(parser, span, MoveText::Known(read.san, read.claim));
                let ply = last_name(parser);
                if let (Some(nonstandard), Some(ply)) = (read.nonstandard, ply) {
                    parser.issue(span, Problem::Odd { ply, nonstandard });
                }
                parser.note_glyph(span, read.glyph);
            }
            Err(_) if parser.moves.number.is_none() && parser.parse_suffix(span) => {}
            Err(why) => {
                let plies = parser.plies();
                parser.record.unreadable_ply.get_or_insert(plies);
                add_ply(parser, span, MoveText::Unreadable);
                if let Some(ply) = last_name(parser) {
                    parser.issue(span, Problem::NoMove { ply, why });
                }
            }
        }
    }

    fn parse_brace(parser: &mut GameParser<'_, '_>, span: Span) {
        let inner = trimmed(parser, Span::new(span.start + 1, span.end - 1));
        if announcement_span(parser.text, inner).is_some() {
            parse_announcements(parser, span, inner);
        } else {
            let text = Span::new(span.start + 1, span.end - 1);
            parser.reason = text;
            parser.note(NoteKind::Brace, span, text);
        }
    }

    fn parse_paren(parser: &mut GameParser<'_, '_>, span: Span) {
        match announcement_span(parser.text, span) {
            Some(found) if found == span => parse_announcements(parser, span, span),
            _ => parser.note(NoteKind::Variation, span, Span::new(span.start + 1, span.end - 1)),
        }
    }

    fn claim_mut(ply: &mut PlyText) -> Option<&mut Claim> {
        match &mut ply.mv {
            MoveText::Known(_, claim) => Some(claim),
            MoveText::Hidden | MoveText::Unreadable => None,
        }
    }

    fn drop_number(&mut self) -> Option<(Span, Problem)> {
        self.number.take().map(|(.., at)| (at, Problem::NumberAlone))
    }
}

fn add_ply(parser: &mut GameParser<'_, '_>, span: Span, mv: MoveText) {
    let number = parser.moves.number.take();
    let name = match parser.moves.next_name {
        Some(name) => name,
        None => first_name(parser, number.map(|(number, black, _)| (number, black))),
    };
    if let Some((written, _, at)) = number
        && written != name.number
    {
        parser.issue(at, Problem::Number(name));
    }
    if parser.has_result() {
        parser.issue(span, Problem::AfterResult(name));
    }
    parser.moves.next_name = Some(name.next());
    parser.reason = Span::default();
    parser.record.plies.push(PlyText {
        span: Span::new(number.map_or(span.start, |(.., at)| at.start), span.end),
        move_span: span,
        name,
        mv,
        announcement: None,
    });
}

/// Returns the name of the first ply. Black moves first if the number has several dots or the `FEN` tag says so.
fn first_name(parser: &GameParser<'_, '_>, number: Option<(u16, bool)>) -> PlyName {
    let fen = parser.record.tag_text(parser.text, KnownTag::Fen).unwrap_or_default();
    let black =
        number.is_some_and(|(_, black)| black) || fen.split_ascii_whitespace().nth(1) == Some("b");
    PlyName { number: number.map_or(1, |(number, _)| number), color: Color::from_white(!black) }
}

/// Parses the announcements at the start of `inner`, the text of a brace. One announcement belongs to the last ply,
/// two to the last two plies, since some files announce White's and Black's move in one comment.
fn parse_announcements(parser: &mut GameParser<'_, '_>, span: Span, inner: Span) {
    let mut found = Vec::new();
    let mut rest = inner;
    while found.len() < 2
        && let Some(one) = announcement_span(parser.text, rest)
    {
        found.push(one);
        rest = trimmed(parser, Span::new(one.end, rest.end));
    }
    let plies = parser.record.plies.len();
    let Some(first) = plies.checked_sub(found.len()) else {
        parser.issue(span, Problem::EarlyAnnouncement);
        return parser.note(NoteKind::Brace, span, inner);
    };
    for (index, at) in (first..).zip(found) {
        let ply = &parser.record.plies[index];
        let (name, hidden) = (ply.name, ply.mv == MoveText::Hidden);
        if ply.announcement.is_some() {
            parser.issue(at, Problem::SecondAnnouncement(name));
            parser.note(NoteKind::Brace, at, at);
            continue;
        }
        let mut issues = Vec::new();
        let mut issue = |span, problem| issues.push((span, problem));
        let read = read(parser.text, at, name, hidden, &mut issue);
        for (span, problem) in issues {
            parser.issue(span, problem);
        }
        let comment = if index + 1 == plies { rest } else { Span::at(at.end) };
        parser.record.plies[index].announcement = Some(Announcement { comment, ..read });
    }
}

fn trimmed(parser: &GameParser<'_, '_>, span: Span) -> Span {
    let text = span.of(parser.text);
    #[expect(clippy::cast_possible_truncation, reason = "within a text under 4 GiB")]
    let blanks = (text.len() - text.trim_ascii_start().len()) as u32;
    #[expect(clippy::cast_possible_truncation, reason = "within a text under 4 GiB")]
    let len = text.trim_ascii().len() as u32;
    Span::new(span.start + blanks, span.start + blanks + len)
}

fn last_name(parser: &GameParser<'_, '_>) -> Option<PlyName> {
    parser.record.plies.last().map(|ply| ply.name)
}
