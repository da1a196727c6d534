//! [`Writer`]: what writes a file of a form.

#![expect(
    clippy::type_complexity,
    reason = "a field of a writer is the signature of the function that it calls"
)]

use crate::{
    diagram::{
        AnimationError, EachGame, GameView, Look, PdfError, PictureForm, PieceSet, Raster, Sheet,
        Show, Theme, Watch,
    },
    document::Document,
    kriegspiel::Chances,
    replay::VariationPlace,
};
use std::ops::RangeInclusive;

/// What writes a file of a form, by what it is written from. The window and the command line know these kinds: what
/// can be chosen of each, how it is shown before, and who calls it. A form of a kind that is here needs no more than its
/// row.
#[derive(Clone, Copy, Debug)]
pub enum Writer {
    /// The bytes of the matches, as they are.
    Bytes,
    /// Games of Kriegspiel, from the side that is asked for.
    Games,
    /// What a list shows, by [`ListExport`](super::ListExport).
    Rows,
    /// A text for each match.
    Text(TextWriter),
    /// Whole matches with boards that can be turned.
    Paged(Paged),
    /// Moments of a match.
    Drawing(Drawing),
}

/// Writes one match as text.
pub type TextWriter = fn(&Document) -> String;

/// What lays whole matches out.
#[derive(Clone, Copy, Debug)]
pub enum Paged {
    /// A page that replays one match.
    Page(PageWriter),
    /// Matches on pages to print.
    Paper(PaperWriter),
}

/// Writes one match, or one game of Kriegspiel, as a page: with these colours and pieces, whether the second team sits
/// below, and the moment at which it begins.
#[derive(Clone, Copy, Debug)]
pub struct PageWriter {
    /// Of a match.
    pub of_match: fn(&Document, &Theme, &PieceSet, bool, usize) -> String,
    /// Of a game of Kriegspiel.
    pub of_game: fn(GameView<'_>, &Theme, &PieceSet, bool, usize) -> String,
}

/// Lays matches, or games of Kriegspiel, out on paper.
#[derive(Clone, Copy, Debug)]
pub struct PaperWriter {
    /// Of matches.
    pub of_matches:
        fn(&mut dyn Iterator<Item = Document>, &Sheet<'_>, Watch<'_>) -> Result<Vec<u8>, PdfError>,
    /// Of games of Kriegspiel.
    pub of_games: fn(EachGame<'_>, &Sheet<'_>, Watch<'_>) -> Result<Vec<u8>, PdfError>,
    /// The first page of a match in pixels, so many wide.
    pub first_page: fn(&Document, &Sheet<'_>, u32) -> Result<Raster, PdfError>,
    /// The first page of a game of Kriegspiel.
    pub first_page_of_game: fn(GameView<'_>, &Sheet<'_>, u32) -> Result<Raster, PdfError>,
}

/// What draws moments.
#[derive(Clone, Copy, Debug)]
pub enum Drawing {
    /// One moment.
    Picture(PictureForm),
    /// A stretch of moments.
    Animation(AnimationWriter),
}

/// Draws a stretch of moments. The numbers are how many times as fast as the match it runs, and its width in pixels.
#[derive(Clone, Copy, Debug)]
pub struct AnimationWriter {
    /// Of a match.
    pub of_match: fn(
        &Document,
        &Show,
        &Look<'_>,
        RangeInclusive<usize>,
        (f64, u32),
        Watch<'_>,
    ) -> Result<Vec<u8>, AnimationError>,
    /// Of a variation, from where it leaves the match.
    pub of_variation: fn(
        &Document,
        &VariationPlace,
        &Show,
        &Look<'_>,
        f64,
        u32,
    ) -> Result<Vec<u8>, AnimationError>,
    /// Of a game of Kriegspiel; the chances are where the other side's pieces may stand, ply by ply.
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
    /// Whether it draws moments.
    #[must_use]
    pub const fn is_drawing(&self) -> bool {
        matches!(self, Self::Drawing(_))
    }

    /// Whether it animates a stretch of moments.
    #[must_use]
    pub const fn is_animation(&self) -> bool {
        matches!(self, Self::Drawing(Drawing::Animation(_)))
    }

    /// Whether it prints on paper.
    #[must_use]
    pub const fn is_paper(&self) -> bool {
        matches!(self, Self::Paged(Paged::Paper(_)))
    }

    /// Whether it lays whole matches out, on a page or on paper.
    #[must_use]
    pub const fn is_paged(&self) -> bool {
        matches!(self, Self::Paged(_))
    }

    /// Whether it shows games of Kriegspiel too, from one side.
    #[must_use]
    pub const fn shows_games(&self) -> bool {
        self.is_paged() || self.is_drawing()
    }
}
