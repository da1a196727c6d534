//! [`Writer`]: the writers of file formats.

#![expect(
    clippy::type_complexity,
    reason = "a field of a writer is the signature of the function that it calls"
)]

use crate::{
    diagram::{
        AnimationError, GameSource, GameView, Look, PdfError, PictureFormat, PieceSet, Raster,
        Sheet, Show, Theme, Watch,
    },
    document::Document,
    kriegspiel::PieceProbabilities,
    replay::VariationPlace,
};
use std::ops::RangeInclusive;

/// The writer of a format. Each variant is a kind of writer with options, preview and functions of its own. A further
/// format of an existing kind needs only a row in the table of formats.
#[derive(Clone, Copy, Debug)]
pub enum Writer {
    /// Copies the bytes of the matches.
    Bytes,
    /// Writes games of Kriegspiel, as seen by the referee or a player.
    Games,
    /// Writes the rows of a list, by [`ListExport`](super::ListExport).
    Rows,
    /// Writes a text for each match.
    Text(TextWriter),
    /// Writes whole matches with boards, which can be flipped.
    Paged(Paged),
    /// Draws moments of a match.
    Drawing(Drawing),
}

pub type TextWriter = fn(&Document) -> String;

#[derive(Clone, Copy, Debug)]
pub enum Paged {
    /// Writes a replay page of one match.
    Page(PageWriter),
    Print(PrintWriter),
}

/// The functions that write a replay page. The arguments after the match or game are the theme, the pieces, whether the
/// second team is at the bottom, and the moment shown first.
#[derive(Clone, Copy, Debug)]
pub struct PageWriter {
    pub of_match: fn(&Document, &Theme, &PieceSet, bool, usize) -> String,
    pub of_game: fn(GameView<'_>, &Theme, &PieceSet, bool, usize) -> String,
}

#[derive(Clone, Copy, Debug)]
pub struct PrintWriter {
    pub of_matches:
        fn(&mut dyn Iterator<Item = Document>, &Sheet<'_>, Watch<'_>) -> Result<Vec<u8>, PdfError>,
    pub of_games: fn(GameSource<'_>, &Sheet<'_>, Watch<'_>) -> Result<Vec<u8>, PdfError>,
    /// Renders the first page of a match, for the preview. The last argument is the width in pixels.
    pub first_page: fn(&Document, &Sheet<'_>, u32) -> Result<Raster, PdfError>,
    /// Renders the first page of a game of Kriegspiel, for the preview. The last argument is the width in pixels.
    pub first_page_of_game: fn(GameView<'_>, &Sheet<'_>, u32) -> Result<Raster, PdfError>,
}

#[derive(Clone, Copy, Debug)]
pub enum Drawing {
    Picture(PictureFormat),
    /// Draws an animation of a range of moments.
    Animation(AnimationWriter),
}

/// The functions that draw an animation. The arguments `f64` and `u32` are the speed and the width in pixels. The speed
/// is a multiple of the original speed or, without match times, a number of plies per second.
#[derive(Clone, Copy, Debug)]
pub struct AnimationWriter {
    pub of_match: fn(
        &Document,
        &Show,
        &Look<'_>,
        RangeInclusive<usize>,
        (f64, u32),
        Watch<'_>,
    ) -> Result<Vec<u8>, AnimationError>,
    /// Draws a variation, beginning with the position where the variation departs from the match.
    pub of_variation: fn(
        &Document,
        &VariationPlace,
        &Show,
        &Look<'_>,
        f64,
        u32,
    ) -> Result<Vec<u8>, AnimationError>,
    /// Draws a range of moments of a game of Kriegspiel. The slice contains the probabilities of the opponent's pieces
    /// at each moment from the start of the game. It is empty if no probabilities are drawn.
    pub of_game: fn(
        GameView<'_>,
        RangeInclusive<usize>,
        &[PieceProbabilities],
        &Show,
        &Look<'_>,
        (f64, u32),
        Watch<'_>,
    ) -> Result<Vec<u8>, AnimationError>,
}

impl Writer {
    #[must_use]
    pub const fn is_drawing(&self) -> bool {
        matches!(self, Self::Drawing(_))
    }

    /// Returns whether the writer draws ranges of moments.
    #[must_use]
    pub const fn is_animation(&self) -> bool {
        matches!(self, Self::Drawing(Drawing::Animation(_)))
    }

    /// Returns whether the writer prints whole matches as PDF. A picture in PDF is a drawing instead.
    #[must_use]
    pub const fn is_paper(&self) -> bool {
        matches!(self, Self::Paged(Paged::Print(_)))
    }

    /// Returns whether the writer lays out whole matches, as a page or as PDF.
    #[must_use]
    pub const fn is_paged(&self) -> bool {
        matches!(self, Self::Paged(_))
    }

    /// Returns whether the writer can also write a game of Kriegspiel, as seen by the referee or a player.
    #[must_use]
    pub const fn shows_games(&self) -> bool {
        self.is_paged() || self.is_drawing()
    }
}
