//! The syntax of one record, without chess knowledge.

use super::{
    Issue, KnownTag, NameId, PlyName, Problem, TagKey,
    tags::{is_unknown, unescape},
};
use crate::{Encoding, Span};
use bughouse::{Claim, San, Seat, Team, typography::to_ascii};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A record of BPGN as written.
///
/// When parsing many records, reuse one value with [`Record::parse_into`], which keeps its allocations.
pub type Record = WrittenRecord<PlyText, Problem>;

/// A record as written, with plies `P` and problems `E` of BPGN or Kriegspiel. Offset 0 of every [`Span`] is the start
/// of the record.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenRecord<P, E> {
    /// In file order, including unknown ones.
    pub tags: Vec<Tag>,
    /// In file order, which is the order of the match.
    pub plies: Vec<P>,
    /// All text among the plies that is neither a move nor its clock, in file order.
    pub notes: Vec<Note>,
    pub ending: Ending,
    /// The number of plies before the first unreadable move; `None` if every move is readable. The plies from this
    /// index on cannot be played.
    pub unreadable_ply: Option<u32>,
    /// In file order.
    pub issues: Vec<Issue<E>>,
    pub encoding: Encoding,
}

impl<P, E> Default for WrittenRecord<P, E> {
    fn default() -> Self {
        Self {
            tags: Vec::new(),
            plies: Vec::new(),
            notes: Vec::new(),
            ending: Ending::default(),
            unreadable_ply: None,
            issues: Vec::new(),
            encoding: Encoding::default(),
        }
    }
}

/// A tag, by its spans in the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag {
    pub span: Span,
    pub name: Span,
    /// The value without its quotes, still escaped; empty if it is missing.
    pub value: Span,
    /// The name, if the program knows it. Many tags are looked up in every record, and this needs no access to the text.
    pub(super) id: Option<NameId>,
}

/// A ply as written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlyText {
    /// From the move number, if there is one, to the end of the clock, if there is one.
    pub span: Span,
    /// The move with its suffix, `Nxf7+!?`.
    pub san_span: Span,
    /// The clock with its braces; empty if there is none.
    pub clock_span: Span,
    pub san: San,
    /// The move number, or the expected one if the text has none.
    pub number: u16,
    pub seat: Seat,
    /// What the suffix of the move claims about check and mate.
    pub claim: Claim,
    pub clock: Clock,
}

impl PlyText {
    /// Returns the ply name, such as `12b`.
    pub const fn name(&self) -> PlyName {
        PlyName { number: self.number, seat: self.seat }
    }
}

/// The time written beside a ply, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    #[default]
    None,
    /// The time left on the seat's clock: `{178.839}`, `{[%clk 0:02:58.8]}`. May be negative.
    Left {
        ms: i32,
        /// Whether only whole seconds are written.
        whole: bool,
    },
    /// The time spent on the move: `{[%emt 1.3]}`, or `%clk` in chess.com's exports of 2022.
    Spent { ms: i32 },
    /// The match time: `{[ts=185.070]}`.
    At {
        /// Since the match began.
        ms: i32,
    },
}

impl Clock {
    /// Returns the milliseconds beside the ply, of whichever kind; `None` without a time.
    pub const fn ms(self) -> Option<i32> {
        match self {
            Self::None => None,
            Self::Left { ms, .. } | Self::Spent { ms } | Self::At { ms } => Some(ms),
        }
    }

    /// Returns the milliseconds left on the seat's clock, or `None` if the file does not state them.
    pub const fn left_ms(self) -> Option<i32> {
        match self {
            Self::Left { ms, .. } => Some(ms),
            _ => None,
        }
    }
}

/// Text among the plies that is neither a move nor its clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// The number of plies before the note; 0 for notes on the whole match.
    pub after: u32,
    pub kind: NoteKind,
    /// With its delimiters, such as braces.
    pub span: Span,
    /// Without delimiters such as braces, `C:` or `;`.
    pub text: Span,
}

/// The kind of a note, by its delimiters and first letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// `{A:!}`, or a glyph directly after the move (`e4!`).
    Annotation,
    /// `{C:…}`, or the text after a clock command in the same brace.
    Comment,
    /// `{D:}`: requests a diagram.
    Diagram,
    /// `{L:…}`: the lag of the previous ply.
    Lag,
    /// `$n`.
    Nag,
    /// `( … )`: a variation, stored as text.
    Variation,
    /// `;` to the end of the line.
    LineComment,
    /// A line that begins with `%`.
    Escape,
    /// Any other brace.
    Brace,
    /// Text that the notation does not allow. There is an issue for it.
    Stray,
}

/// The end of the movetext: `{death checkmated} 0-1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// The last brace before the result, without its braces; empty if there is none. This brace is also among the
    /// notes, as a [`NoteKind::Brace`].
    pub reason: Span,
    /// Empty if there is no result after the moves.
    pub result_span: Span,
    /// The result after the moves.
    pub result: Option<GameResult>,
}

/// The result of a match or a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GameResult {
    /// `1-0`: White A and Black B won.
    First,
    /// `0-1`: Black A and White B won.
    Second,
    /// `1/2-1/2`.
    Draw,
    /// `*`: undecided or unknown.
    Unknown,
}

impl GameResult {
    /// Parses a result. Returns `None` if `text` contains anything else. `0-0`, by which both teams lose, is a result
    /// that nobody won, and may be castling in movetext.
    pub fn parse(text: &[u8]) -> Option<Self> {
        Some(match text {
            b"1-0" => Self::First,
            b"0-1" => Self::Second,
            b"1/2-1/2" => Self::Draw,
            b"*" => Self::Unknown,
            _ => return Self::parse_unusual(text),
        })
    }

    /// Parses other spellings of a result, also with typographic characters, in quotes, and with a sign that ends a
    /// sentence.
    #[cold]
    fn parse_unusual(text: &[u8]) -> Option<Self> {
        // The longest spelling with typographic characters, and quotes.
        const MAX_LEN: usize = 23;
        if text.is_empty() || text.len() > MAX_LEN {
            return None;
        }
        let text = to_ascii(text)?;
        let text = match &text[..] {
            [b'"', inner @ .., b'"'] | [b'\'', inner @ .., b'\''] => inner,
            text => text,
        };
        let end = text.iter().rev().take_while(|byte| matches!(byte, b'.' | b',' | b'!')).count();
        let (text, end) = text.split_at(text.len() - end);
        Some(match text {
            // With a full stop, this is rather castling.
            b"0-0" if !end.is_empty() => return None,
            b"1-0" | b"1:0" | b"1.0-0.0" => Self::First,
            b"0-1" | b"0:1" | b"0.0-1.0" => Self::Second,
            b"1/2-1/2" | b"1/2:1/2" | b"1/2" | b"0.5-0.5" | b"0,5-0,5" | b"0.5:0.5" => Self::Draw,
            b"0-0" | b"0:0" | b"*" => Self::Unknown,
            _ => return None,
        })
    }

    /// Returns the result of a match that `team` won.
    pub const fn win_of(team: Team) -> Self {
        match team {
            Team::First => Self::First,
            Team::Second => Self::Second,
        }
    }

    /// Returns the team that won, or `None` for a draw and without a result.
    pub const fn winner(self) -> Option<Team> {
        match self {
            Self::First => Some(Team::First),
            Self::Second => Some(Team::Second),
            Self::Draw | Self::Unknown => None,
        }
    }

    /// Returns whether the result is a win or a draw.
    pub const fn is_decided(self) -> bool {
        !matches!(self, Self::Unknown)
    }

    /// Returns the result as written in files.
    pub const fn text(self) -> &'static str {
        match self {
            Self::First => "1-0",
            Self::Second => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }
}

impl<P, E> WrittenRecord<P, E> {
    /// Returns whether the record contains a tag or a ply.
    pub const fn is_readable(&self) -> bool {
        !self.plies.is_empty() || !self.tags.is_empty()
    }

    /// Looks up a tag. `text` is the record.
    pub fn find_tag(&self, text: &[u8], key: impl TagKey) -> Option<&Tag> {
        key.find_in(&self.tags, text)
    }

    /// Returns the value of a tag, still escaped. `text` is the record.
    pub fn tag<'t>(&self, text: &'t [u8], key: impl TagKey) -> Option<&'t [u8]> {
        self.find_tag(text, key).map(|tag| tag.value.of(text))
    }

    /// Returns the value of a tag, decoded and unescaped. `text` is the record.
    pub fn tag_text<'t>(&self, text: &'t [u8], key: impl TagKey) -> Option<Cow<'t, str>> {
        self.tag(text, key).map(|raw| self.unescape(raw))
    }

    /// Returns the value of a tag without spaces at the ends, or `None` if the tag is missing or [`is_unknown`].
    pub fn known_text(&self, text: &[u8], key: impl TagKey) -> Option<String> {
        let value = self.tag_text(text, key).filter(|value| !is_unknown(value))?;
        Some(value.trim().to_owned())
    }

    /// Iterates over the names and values of all tags. Names are decoded; values are decoded and unescaped.
    pub fn tag_texts(&self, text: &[u8]) -> impl Iterator<Item = (String, String)> {
        self.tags.iter().map(move |tag| {
            let name = self.encoding.decode(tag.name.of(text)).into_owned();
            (name, self.unescape(tag.value.of(text)).into_owned())
        })
    }

    /// Returns the value of the `Result` tag, if it is valid.
    pub fn result_tag(&self, text: &[u8]) -> Option<GameResult> {
        GameResult::parse(self.tag(text, KnownTag::Result)?.trim_ascii())
    }

    /// Returns the result to display: the `Result` tag if it is decided, otherwise the result after the moves. If there
    /// is none after the moves, returns the undecided result of the tag, or `None` without a tag.
    pub fn result(&self, text: &[u8]) -> Option<GameResult> {
        self.result_with(self.result_tag(text))
    }

    /// Like [`WrittenRecord::result`]; `tag` is the value of the `Result` tag.
    pub(crate) fn result_with(&self, tag: Option<GameResult>) -> Option<GameResult> {
        match tag {
            Some(result) if result.is_decided() => Some(result),
            open => self.ending.result.or(open),
        }
    }

    /// Returns the notes after ply `moment - 1` and before ply `moment`.
    pub fn notes_at(&self, moment: usize) -> &[Note] {
        let first = self.notes.partition_point(|note| (note.after as usize) < moment);
        let count = self.notes[first..].partition_point(|note| note.after as usize == moment);
        &self.notes[first..first + count]
    }

    /// Returns whether `note` is the reason for the result.
    pub fn is_reason(&self, note: &Note) -> bool {
        let reason = self.ending.reason;
        !reason.is_empty() && note.kind == NoteKind::Brace && note.text == reason
    }

    /// Returns whether `note` is a comment, in a brace of any kind or after `;`, and not the reason for the result.
    pub fn is_comment(&self, note: &Note) -> bool {
        match note.kind {
            NoteKind::Comment | NoteKind::LineComment => true,
            NoteKind::Brace => !self.is_reason(note),
            _ => false,
        }
    }

    /// Returns the start of the reason or, without a reason, of the result. Returns `None` if the record has neither.
    pub fn start_of_ending(&self) -> Option<u32> {
        let reason = self.notes.iter().find(|note| self.is_reason(note)).map(|note| note.span);
        let result = Some(self.ending.result_span).filter(|span| !span.is_empty());
        reason.or(result).map(|span| span.start)
    }

    /// Decodes the raw value of a tag and resolves `\"` and `\\`.
    pub fn unescape<'t>(&self, raw: &'t [u8]) -> Cow<'t, str> {
        unescape(self.encoding, raw)
    }
}
