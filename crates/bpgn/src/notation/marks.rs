//! Arrows and circles in comments: `[%cal Ge2e4,Rb1c3]` and `[%csl Yd5]`, as in chess programs.
//!
//! They are drawn on the board of the ply with the comment, or on board A before the first ply. A command for the other
//! board has that board's letter after its name: `[%calB Gg1f3]`. Programs that do not know such a command display it
//! as text.

use crate::Span;
use bughouse::{BoardId, Square};

/// An arrow or a circle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The start of an arrow, or the circled square.
    pub from: Square,
    /// The end of an arrow; `None` for a circle.
    pub to: Option<Square>,
    pub color: MarkColor,
}

/// The color of an arrow or a circle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MarkColor {
    /// Drawn without modifier key.
    #[default]
    Green,
    /// Drawn with Shift.
    Red,
    /// Drawn with Alt.
    Blue,
    /// Drawn with Shift and Alt.
    Yellow,
}

impl MarkColor {
    /// All colors.
    pub const ALL: [Self; 4] = [Self::Green, Self::Red, Self::Blue, Self::Yellow];

    /// Returns the color in lower case, such as `green`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Green => "green",
            Self::Red => "red",
            Self::Blue => "blue",
            Self::Yellow => "yellow",
        }
    }

    /// Returns the letter of the color in a comment.
    pub const fn letter(self) -> char {
        self.name().as_bytes()[0].to_ascii_uppercase() as char
    }
}

/// A `[%cal …]` or `[%csl …]` command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnMarks {
    /// The span from `[` to `]`; offset 0 is the start of the comment.
    pub span: Span,
    /// The board, if the command names one.
    pub board: Option<BoardId>,
    pub marks: Vec<Mark>,
}

/// Returns the commands in the comment `text`, in order. Other square brackets, and commands with an invalid mark, are
/// plain text.
pub fn parse_drawn_marks(text: &[u8]) -> Vec<DrawnMarks> {
    let starts = memchr::memmem::find_iter(text, b"[%c");
    starts.filter_map(|start| parse_marks(text, start)).collect()
}

/// Returns the spans of the commands in the comment at `span` of `text`, in order.
pub fn mark_spans(text: &[u8], span: Span) -> Vec<Span> {
    let marks = parse_drawn_marks(span.of(text)).into_iter();
    marks.map(|marks| marks.span.shifted(span.start)).collect()
}

fn parse_marks(text: &[u8], start: usize) -> Option<DrawnMarks> {
    let rest = &text[start..];
    let length = memchr::memchr(b']', rest)? + 1;
    let inner = std::str::from_utf8(&rest[2..length - 1]).ok()?;
    let (name, list) = inner.split_once(|it: char| it.is_ascii_whitespace())?;
    let (arrows, board) = match name {
        "cal" => (true, None),
        "csl" => (false, None),
        "calA" => (true, Some(BoardId::A)),
        "calB" => (true, Some(BoardId::B)),
        "cslA" => (false, Some(BoardId::A)),
        "cslB" => (false, Some(BoardId::B)),
        _ => return None,
    };
    let marks = list.split(',').map(|mark| read_mark(mark.trim(), arrows));
    Some(DrawnMarks {
        span: Span::from_offsets(start, start + length),
        board,
        marks: marks.collect::<Option<_>>()?,
    })
}

fn read_mark(text: &str, arrow: bool) -> Option<Mark> {
    let letter = text.chars().next()?;
    let color = MarkColor::ALL.into_iter().find(|color| color.letter() == letter)?;
    let squares = text.get(1..)?;
    let (from, to) = squares.split_at_checked(2)?;
    let from: Square = from.parse().ok()?;
    let to = match (arrow, to) {
        (false, "") => None,
        (true, to) => Some(to.parse().ok().filter(|to| *to != from)?),
        _ => return None,
    };
    Some(Mark { from, to, color })
}

/// Formats the `marks` drawn on `board` as text for a comment on a ply of `ply_board`. Circles come first. The text is
/// empty if there are no marks.
pub fn format_marks(marks: &[Mark], board: BoardId, ply_board: BoardId) -> String {
    let letter = if board == ply_board { String::new() } else { board.letter().to_string() };
    let list = |arrows: bool| -> Vec<String> {
        let of_kind = marks.iter().filter(|mark| mark.to.is_some() == arrows);
        of_kind
            .map(|mark| {
                let to = mark.to.map_or_else(String::new, |to| to.to_string());
                format!("{}{}{to}", mark.color.letter(), mark.from)
            })
            .collect()
    };
    let parts = [("csl", list(false)), ("cal", list(true))];
    parts
        .into_iter()
        .filter(|(_, list)| !list.is_empty())
        .map(|(name, list)| format!("[%{name}{letter} {}]", list.join(",")))
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        let found = parse_drawn_marks(text.as_bytes()).into_iter().map(|drawn| {
            let board = drawn.board.unwrap_or(BoardId::A);
            let place = drawn.span.of(text.as_bytes());
            assert!(place.starts_with(b"[%c") && place.ends_with(b"]"));
            format_marks(&drawn.marks, board, BoardId::A)
        });
        assert_eq!(found.collect::<Vec<_>>().join("; "), expect, "{text}");
    }

    #[test]
    fn marks_round_trip() {
        check("Good. [%csl Gd5,Rf7][%cal Ye2e4, Bb1c3] idea", "[%csl Gd5,Rf7]; [%cal Ye2e4,Bb1c3]");
        check("[%calB Gg1f3]", "[%calB Gg1f3]");
        for words in [
            "[%cal e2e4]",
            "[%cal Ge2]",
            "[%csl Ge2e4]",
            "[%cal Ge2e2]",
            "[%clk 0:01]",
            "[%calC Ge2e4]",
            "[%cal Gé]",
            "[%cal Ge2e4",
        ] {
            check(words, "");
        }
    }
}
