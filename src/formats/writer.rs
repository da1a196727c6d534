//! [`Writer`]: the writer of a format.

#![expect(
    clippy::type_complexity,
    reason = "a field of a writer is the signature of the function that it calls"
)]

use crate::{
    diagram::{
        AnimationError, EachGame, GameView, Look, PdfError, PictureFormat, PieceSet, Raster, Sheet,
        Show, Theme, Watch,
    },
    document::Document,
    kriegspiel::Chances,
    replay::VariationPlace,
};
use std::ops::RangeInclusive;

/// The writer of a format, by the kind of its input. The window and the command line handle these kinds: options,
/// preview and invocation. A format of an existing kind needs only a row in the table.
#[derive(Clone, Copy, Debug)]
pub enum Writer {
    /// The bytes of the matches, unchanged.
    Bytes,
    /// Games of Kriegspiel, from the chosen side.
    Games,
    /// List rows, written by [`ListExport`](super::ListExport).
    Rows,
    /// A text per match.
    Text(TextWriter),
    /// Whole matches with boards that can be flipped.
    Paged(Paged),
    /// Moments of a match.
    Drawing(Drawing),
}

/// Writes one match as text.
pub type TextWriter = fn(&Document) -> String;

/// A layout of whole matches.
#[derive(Clone, Copy, Debug)]
pub enum Paged {
    /// A replay page for one match.
    Page(PageWriter),
    /// A print-out.
    Paper(PaperWriter),
}

/// Writes one match or game of Kriegspiel as a replay page. The arguments after the match are the colours, the pieces,
/// whether the second team is below, and the initial moment.
#[derive(Clone, Copy, Debug)]
pub struct PageWriter {
    /// For a match.
    pub of_match: fn(&Document, &Theme, &PieceSet, bool, usize) -> String,
    /// For a game of Kriegspiel.
    pub of_game: fn(GameView<'_>, &Theme, &PieceSet, bool, usize) -> String,
}

/// Writes matches or games of Kriegspiel as PDF.
#[derive(Clone, Copy, Debug)]
pub struct PaperWriter {
    /// For matches.
    pub of_matches:
        fn(&mut dyn Iterator<Item = Document>, &Sheet<'_>, Watch<'_>) -> Result<Vec<u8>, PdfError>,
    /// For games of Kriegspiel.
    pub of_games: fn(EachGame<'_>, &Sheet<'_>, Watch<'_>) -> Result<Vec<u8>, PdfError>,
    /// Renders the first page of a match, this number of pixels wide.
    pub first_page: fn(&Document, &Sheet<'_>, u32) -> Result<Raster, PdfError>,
    /// Renders the first page of a game of Kriegspiel.
    pub first_page_of_game: fn(GameView<'_>, &Sheet<'_>, u32) -> Result<Raster, PdfError>,
}

/// A drawing of moments.
#[derive(Clone, Copy, Debug)]
pub enum Drawing {
    /// One moment.
    Picture(PictureFormat),
    /// A range of moments.
    Animation(AnimationWriter),
}

/// Draws a range of moments. The numbers are the speed relative to the match and the width in pixels.
#[derive(Clone, Copy, Debug)]
pub struct AnimationWriter {
    /// For a match.
    pub of_match: fn(
        &Document,
        &Show,
        &Look<'_>,
        RangeInclusive<usize>,
        (f64, u32),
        Watch<'_>,
    ) -> Result<Vec<u8>, AnimationError>,
    /// For a variation, from its departure point.
    pub of_variation: fn(
        &Document,
        &VariationPlace,
        &Show,
        &Look<'_>,
        f64,
        u32,
    ) -> Result<Vec<u8>, AnimationError>,
    /// For a game of Kriegspiel; the probabilities are those of the squares of the opponent's pieces, by ply.
    pub of_game: fn(
        GameView<'_>,
        RangeInclusive<usize>,
        &[Chances],
        &Show,
        &Look<'_>,
        (f64, u32),
        Watch<'_>,
    ) -> Result<Vec<u8>, AnimationError>,
}

impl Writer {
    /// Returns whether it draws moments.
    #[must_use]
    pub const fn is_drawing(&self) -> bool {
        matches!(self, Self::Drawing(_))
    }

    /// Returns whether it animates a range of moments.
    #[must_use]
    pub const fn is_animation(&self) -> bool {
        matches!(self, Self::Drawing(Drawing::Animation(_)))
    }

    /// Returns whether it writes PDF.
    #[must_use]
    pub const fn is_paper(&self) -> bool {
        matches!(self, Self::Paged(Paged::Paper(_)))
    }

    /// Returns whether it lays out whole matches, as page or PDF.
    #[must_use]
    pub const fn is_paged(&self) -> bool {
        matches!(self, Self::Paged(_))
    }

    /// Returns whether it also supports games of Kriegspiel, from one side.
    #[must_use]
    pub const fn shows_games(&self) -> bool {
        self.is_paged() || self.is_drawing()
    }
}
