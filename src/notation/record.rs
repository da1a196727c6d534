//! The syntax of one BPGN record: what is written and where, never judged as chess.

use super::{Issue, TagKey, tags::unescape};
use crate::{
    file::{Encoding, Span},
    rules::{Claim, San, Seat},
};
use std::borrow::Cow;

/// A record as it is written. Every [`Span`] counts from the first byte of the record.
///
/// When many are read, one is parsed into again and again ([`Record::parse_into`]), so that its lists keep
/// their memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The tags in file order, unknown ones among them.
    pub tags: Vec<Tag>,
    /// The plies in file order, which is the order of the match.
    pub plies: Vec<PlyText>,
    /// Everything between the plies that is neither a move nor its clock, in file order.
    pub notes: Vec<Note>,
    /// How the movetext ends.
    pub ending: Ending,
    /// How many plies stand before the first that could not be read; `None` if every one could. What
    /// follows is kept and shown, but not played.
    pub unreadable_ply: Option<u32>,
    /// What the text has against it, in file order.
    pub issues: Vec<Issue>,
    /// UTF-8 if the record decodes as such.
    pub encoding: Encoding,
}

/// `[Name "value"]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag {
    /// From `[` to `]`, both included.
    pub span: Span,
    /// The name.
    pub name: Span,
    /// The value without its quotes, escapes still in it; empty where there is none.
    pub value: Span,
}

/// One ply as it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlyText {
    /// From the first byte of the move number (of the move, where the number is missing) to the last of
    /// the clock, or of the move where no clock follows.
    pub span: Span,
    /// The move with its suffix, `Nxf7+!?`.
    pub san_span: Span,
    /// The clock with its braces; empty if there is none.
    pub clock_span: Span,
    /// The move.
    pub san: San,
    /// The number before the seat's letter, or the one that was due where it is missing.
    pub number: u16,
    /// Who moves.
    pub seat: Seat,
    /// What the suffix claims.
    pub claim: Claim,
    /// The clock.
    pub clock: Clock,
}

/// The time written beside a ply, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// None is written.
    #[default]
    None,
    /// What the seat has left: `{178.839}`, `{[%clk 0:02:58.8]}`. May be negative. `whole` if no
    /// fraction is written.
    Left {
        /// Milliseconds left.
        ms: i32,
        /// Whether only whole seconds are written.
        whole: bool,
    },
    /// What the move took: `{[%emt 1.3]}`, and the `%clk` of chess.com's exports of 2022.
    Spent {
        /// Milliseconds taken.
        ms: i32,
    },
    /// Match time: `{[ts=185.070]}`.
    At {
        /// Milliseconds since the match began.
        ms: i32,
    },
}

/// Something between the plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// How many plies stand before it; 0 for what is said of the match as a whole.
    pub after: u32,
    /// What it is.
    pub kind: NoteKind,
    /// From its first byte to its last, braces included.
    pub span: Span,
    /// What it says, without braces and without `A:` or `C:`.
    pub text: Span,
}

/// The kinds of [`Note`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// `{A:!}`, or a glyph glued to the move (`e4!`).
    Annotation,
    /// `{C:…}`.
    Comment,
    /// `{D:}`: a diagram belongs here.
    Diagram,
    /// `{L:…}`: the lag of the ply before it.
    Lag,
    /// `$n`.
    Nag,
    /// `( … )`: a variation, kept as text.
    Variation,
    /// `;` to the end of the line.
    LineComment,
    /// A line that begins with `%`.
    Escape,
    /// Any other braces.
    Brace,
    /// Text that no part of the notation allows; an issue goes with it.
    Stray,
}

/// The end of the movetext: `{death checkmated} 0-1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// The last brace before the result, without its braces; empty if there is none. It is among the
    /// notes too, as [`NoteKind::Brace`].
    pub reason: Span,
    /// The result as it is written after the moves; empty if there is none.
    pub result_span: Span,
    /// What it says.
    pub result: Option<GameResult>,
}

/// The result of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`: White A and Black B won.
    First,
    /// `0-1`: Black A and White B won.
    Second,
    /// `1/2-1/2`.
    Draw,
    /// `*`: none, or not known.
    Unknown,
}

impl GameResult {
    /// The result that is exactly `text`.
    #[must_use]
    pub fn parse(text: &[u8]) -> Option<Self> {
        Some(match text {
            b"1-0" => Self::First,
            b"0-1" => Self::Second,
            b"1/2-1/2" => Self::Draw,
            b"*" => Self::Unknown,
            _ => return None,
        })
    }

    /// Whether it says who won, or that nobody did.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        !matches!(self, Self::Unknown)
    }

    /// As it is written.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::First => "1-0",
            Self::Second => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }
}

impl Record {
    /// Whether anything in it looks like a match: a tag or a ply.
    #[must_use]
    pub const fn is_readable(&self) -> bool {
        !self.plies.is_empty() || !self.tags.is_empty()
    }

    /// The tag that `key` means in `text`, the record's own bytes.
    #[must_use]
    pub fn find_tag(&self, text: &[u8], key: impl TagKey) -> Option<&Tag> {
        key.find_in(&self.tags, text)
    }

    /// The raw value of the tag that `key` means in `text`, the record's own bytes.
    #[must_use]
    pub fn tag<'t>(&self, text: &'t [u8], key: impl TagKey) -> Option<&'t [u8]> {
        self.find_tag(text, key).map(|tag| tag.value.of(text))
    }

    /// The value of a tag as a person reads it: decoded, escapes resolved.
    #[must_use]
    pub fn tag_text<'t>(&self, text: &'t [u8], key: impl TagKey) -> Option<Cow<'t, str>> {
        self.tag(text, key).map(|raw| self.unescape(raw))
    }

    /// Decodes a tag's raw value and resolves `\"` and `\\`.
    #[must_use]
    pub fn unescape<'t>(&self, raw: &'t [u8]) -> Cow<'t, str> {
        unescape(self.encoding, raw)
    }
}
