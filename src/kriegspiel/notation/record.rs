//! The syntax of one Kriegspiel game: what is written and where.

use super::{Announcement, PlyName, Problem};
use crate::{
    file::{Encoding, Span},
    notation::{Ending, GameResult, Issue, KnownTag, Note, Tag, TagKey, unescape},
    rules::{Claim, Color, San},
};
use std::borrow::Cow;

/// A game as it is written. Every [`Span`] counts from the first byte of its record.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The tags in file order.
    pub tags: Vec<Tag>,
    /// The plies in file order.
    pub plies: Vec<PlyText>,
    /// Everything between the plies that is neither a move nor an announcement.
    pub notes: Vec<Note>,
    /// How the movetext ends.
    pub ending: Ending,
    /// How many plies stand before the first that could not be read; `None` if every one could.
    pub unreadable_ply: Option<u32>,
    /// What the text has against it, in file order.
    pub issues: Vec<Issue<Problem>>,
    /// UTF-8 if the record decodes as such.
    pub encoding: Encoding,
}

/// One ply as it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct PlyText {
    /// From the first byte of the move number (of the move, where the number is missing) to the last of
    /// the move.
    pub span: Span,
    /// The move with its suffix, or `??`.
    pub move_span: Span,
    /// Which ply it is, by the order of the moves.
    pub name: PlyName,
    /// The move.
    pub mv: MoveText,
    /// What was announced; `None` where the file does not say.
    pub announcement: Option<Announcement>,
}

/// The move of a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveText {
    /// Written, with what its suffix claims.
    Known(San, Claim),
    /// `??`.
    Hidden,
    /// Something that is no move.
    Unreadable,
}

/// From whose side a game is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filtered {
    /// The referee's: every move is known.
    No,
    /// One player's: the other's moves are `??`.
    For(Color),
}

/// What a problem asks: the `depth`, `forced` and `epsilon` tags of the Berkeley problem database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Within how many plies the side to move should mate, from 1.
    pub depth: u32,
    /// Whether the mate is said to be forced.
    pub forced: Option<bool>,
    /// Whether a plan is said to exist that mates with a chance as near to 1 as one likes.
    pub epsilon: Option<bool>,
}

impl Record {
    /// The tag that `key` means in `text`, the record's own bytes.
    #[must_use]
    pub fn find_tag(&self, text: &[u8], key: impl TagKey) -> Option<&Tag> {
        key.find_in(&self.tags, text)
    }

    /// The value of a tag as a person reads it: decoded, escapes resolved.
    #[must_use]
    pub fn tag_text<'t>(&self, text: &'t [u8], key: impl TagKey) -> Option<Cow<'t, str>> {
        let tag = self.find_tag(text, key)?;
        Some(unescape(self.encoding, tag.value.of(text)))
    }

    /// Name and value of every tag, as a person reads them.
    pub fn tag_texts(&self, text: &[u8]) -> impl Iterator<Item = (String, String)> {
        self.tags.iter().map(move |tag| {
            let name = self.encoding.decode(tag.name.of(text)).into_owned();
            let value = unescape(self.encoding, tag.value.of(text)).into_owned();
            (name, value)
        })
    }

    /// What the `Result` tag says.
    #[must_use]
    pub fn result_tag(&self, text: &[u8]) -> Option<GameResult> {
        let tag = self.find_tag(text, KnownTag::Result)?;
        GameResult::parse(tag.value.of(text).trim_ascii())
    }

    /// The result to show: the tag's, or that after the moves where the tag leaves it open.
    #[must_use]
    pub fn result(&self, text: &[u8]) -> Option<GameResult> {
        match self.result_tag(text) {
            Some(result) if result.is_decided() => Some(result),
            open => self.ending.result.or(open),
        }
    }

    /// From whose side it is written: as the `Filtered` tag says. Where there is none, as its moves say:
    /// for the one side whose moves are all given, if all of the other's are `??`.
    #[must_use]
    pub fn filtered(&self, text: &[u8]) -> Filtered {
        if let Some(tag) = self.find_tag(text, KnownTag::Filtered)
            && let Some(filtered) = Filtered::parse(tag.value.of(text))
        {
            return filtered;
        }
        let hides = |color: Color| {
            let mut plies = self.plies.iter().filter(|ply| ply.name.color == color);
            plies.clone().next().is_some() && plies.all(|ply| ply.mv == MoveText::Hidden)
        };
        match (hides(Color::White), hides(Color::Black)) {
            (true, false) => Filtered::For(Color::Black),
            (false, true) => Filtered::For(Color::White),
            _ => Filtered::No,
        }
    }

    /// What it asks, if it is a problem: it has a `depth` tag.
    #[must_use]
    pub fn asked(&self, text: &[u8]) -> Option<Asked> {
        let value = |tag: KnownTag| Some(self.tag_text(text, tag)?.trim().to_owned());
        let truth = |tag| value(tag).and_then(|value| read_truth(&value));
        Some(Asked {
            depth: value(KnownTag::Depth).as_deref().and_then(read_depth)?,
            forced: truth(KnownTag::Forced),
            epsilon: truth(KnownTag::Epsilon),
        })
    }
}

/// A number of plies from 1, and the largest that there is for a larger one.
fn read_depth(value: &str) -> Option<u32> {
    let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    let depth = is_number.then(|| value.parse().unwrap_or(u32::MAX))?;
    Some(depth).filter(|&depth| depth > 0)
}

/// `T` or `F`, as the database writes it, or the whole word.
pub(super) fn read_truth(value: &str) -> Option<bool> {
    match value.trim().to_ascii_lowercase().as_str() {
        "t" | "true" => Some(true),
        "f" | "false" => Some(false),
        _ => None,
    }
}

impl Filtered {
    /// Reads the value of a `Filtered` tag.
    #[must_use]
    pub fn parse(value: &[u8]) -> Option<Self> {
        match value.trim_ascii().to_ascii_lowercase().as_slice() {
            b"white" => Some(Self::For(Color::White)),
            b"black" => Some(Self::For(Color::Black)),
            b"no" => Some(Self::No),
            _ => None,
        }
    }

    /// As the tag is written.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::No => "no",
            Self::For(Color::White) => "white",
            Self::For(Color::Black) => "black",
        }
    }
}
