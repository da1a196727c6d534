//! The syntax of one Kriegspiel game, with the spans of its parts.

use super::{Announcement, HiddenPieces, PlyName, Problem, Response};
use crate::{
    file::Span,
    notation::{KnownTag, WrittenRecord, is_unknown},
    rules::{Claim, Color, San},
};
use std::ops::{Deref, DerefMut};

/// A game as written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record(pub(super) WrittenRecord<PlyText, Problem>);

impl Deref for Record {
    type Target = WrittenRecord<PlyText, Problem>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Record {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

/// A ply as written.
#[derive(Clone, Debug, PartialEq)]
pub struct PlyText {
    /// From the move number, if there is one, to the end of the move.
    pub span: Span,
    /// The move with its suffix, or `??`.
    pub move_span: Span,
    /// The name of the ply by the order of the moves, even if another number is written.
    pub name: PlyName,
    pub mv: MoveText,
    pub announcement: Option<Announcement>,
}

impl PlyText {
    /// Returns the announced response; that of a quiet move if nothing is announced.
    pub fn response(&self) -> Response {
        self.announcement.as_ref().map_or_else(Response::default, |it| it.response)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveText {
    /// A readable move, and what its suffix claims about check and mate.
    Known(San, Claim),
    Hidden,
    /// Text that is not a move.
    Unreadable,
}

/// The view in which a game is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filtered {
    /// The referee's view, in which all moves are known.
    #[default]
    No,
    /// The view of this player, in which the opponent's moves are `??`.
    For(Color),
}

/// The order in which a record lists the illegal tries before a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TriesOrder {
    /// The last try comes first, as the standard has it.
    LatestFirst,
    /// In the order of play, as Darkboard has it: of the pawn captures that it tries from the a-file to the h-file, the
    /// legal one ends the list.
    AsPlayed,
}

/// The question of a problem: the `depth`, `forced` and `epsilon` tags of the Berkeley problem database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProblemQuestion {
    /// The number of plies within which the side to move should mate, at least 1.
    pub depth: u32,
    /// Whether the problem claims a forced mate.
    pub forced: Option<bool>,
    /// Whether the problem claims a plan that mates with a probability arbitrarily close to 1.
    pub epsilon: Option<bool>,
}

impl Record {
    /// Returns the view in which the game is written, from its `Filtered` tag. Without a valid tag, it is a player's
    /// view if the position hides pieces of the opponent, or if all moves of the opponent are `??` but not all of the
    /// player's. A position with hidden pieces is a player's view even if the tag says no.
    pub fn filtered(&self, text: &[u8]) -> Filtered {
        let tag = self.find_tag(text, KnownTag::Filtered);
        let filtered = tag.and_then(|tag| Filtered::parse(tag.value.of(text)));
        match (filtered, self.hidden_color(text)) {
            (Some(Filtered::For(color)), _) => return Filtered::For(color),
            (_, Some(color)) => return Filtered::For(color.other()),
            (Some(Filtered::No), None) => return Filtered::No,
            (None, None) => {}
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

    /// Returns the side of which the starting position hides pieces: that of the `Hidden` tag or, without one, the side
    /// whose king is missing in the `FEN` tag, unless a move of that side is written. A tag that cannot be read is about
    /// the side of its first piece, or about Black.
    pub fn hidden_color(&self, text: &[u8]) -> Option<Color> {
        if let Some(value) = self.hidden_pieces(text) {
            let read = value.parse().map(|hidden: HiddenPieces| hidden.color);
            return Some(read.unwrap_or_else(|_| color_of_first_piece(&value)));
        }
        let color = HiddenPieces::kingless_side(&self.tag_text(text, KnownTag::Fen)?)?;
        let moves = self.plies.iter().filter(|ply| ply.name.color == color);
        moves.clone().all(|ply| ply.mv == MoveText::Hidden).then_some(color)
    }

    /// Returns whether any announcement has pawn tries.
    pub fn announces_pawn_tries(&self) -> bool {
        self.plies.iter().any(|ply| ply.response().pawn_tries.is_some())
    }

    /// Returns the order in which illegal tries are listed. Pawn tries, which the standard does not have, in a record
    /// that names no variant, which the standard demands, are those of Darkboard. An edit that makes the record name a
    /// variant reverses the lists.
    pub fn tries_order(&self, text: &[u8]) -> TriesOrder {
        let names_variant = KnownTag::Variant
            .find_all(&self.tags)
            .any(|tag| !is_unknown(&self.encoding.decode(tag.value.of(text))));
        if !names_variant && self.announces_pawn_tries() {
            TriesOrder::AsPlayed
        } else {
            TriesOrder::LatestFirst
        }
    }

    /// Returns the value of the `Hidden` tag, or `None` if it is empty or missing.
    pub fn hidden_pieces(&self, text: &[u8]) -> Option<String> {
        let value = self.tag_text(text, KnownTag::Hidden)?;
        if value.trim().is_empty() {
            return None;
        }
        Some(value.into_owned())
    }

    /// Returns the question of a problem, if the record has a valid `depth` tag.
    pub fn question(&self, text: &[u8]) -> Option<ProblemQuestion> {
        let value = |tag: KnownTag| Some(self.tag_text(text, tag)?.trim().to_owned());
        let truth = |tag| value(tag).and_then(|value| parse_bool(&value));
        Some(ProblemQuestion {
            depth: value(KnownTag::Depth).as_deref().and_then(read_depth)?,
            forced: truth(KnownTag::Forced),
            epsilon: truth(KnownTag::Epsilon),
        })
    }
}

fn color_of_first_piece(value: &str) -> Color {
    let first = value.trim_start_matches(|letter: char| !letter.is_alphabetic());
    Color::from_white(first.starts_with(|letter: char| letter.is_uppercase()))
}

/// Parses a number of plies. Returns `None` for 0 and for other text. A number that is too large becomes `u32::MAX`.
fn read_depth(value: &str) -> Option<u32> {
    let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    let depth = is_number.then(|| value.parse().unwrap_or(u32::MAX))?;
    Some(depth).filter(|&depth| depth > 0)
}

/// Parses `T` or `F`, as in the problem database, or `true` or `false`.
pub(super) fn parse_bool(value: &str) -> Option<bool> {
    match value.trim().to_ascii_lowercase().as_str() {
        "t" | "true" => Some(true),
        "f" | "false" => Some(false),
        _ => None,
    }
}

impl Filtered {
    pub fn parse(value: &[u8]) -> Option<Self> {
        match value.trim_ascii().to_ascii_lowercase().as_slice() {
            b"white" => Some(Self::For(Color::White)),
            b"black" => Some(Self::For(Color::Black)),
            b"no" => Some(Self::No),
            _ => None,
        }
    }

    pub const fn text(self) -> &'static str {
        match self {
            Self::No => "no",
            Self::For(Color::White) => "white",
            Self::For(Color::Black) => "black",
        }
    }
}
