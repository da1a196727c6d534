//! How a picture looks with what is chosen for it.

use super::PictureChoice;
use crate::{
    diagram::{Look, PieceSet, Sheet, Theme},
    settings::BoardColors,
};

/// The theme of diagrams with the colours that the settings call `colors`.
#[must_use]
pub fn board_theme(colors: BoardColors) -> &'static Theme {
    Theme::named(colors.name()).unwrap_or_else(Theme::usual)
}

/// The size of a sheet, in points: that of American letters, or A4.
#[must_use]
pub const fn sheet_size(letter: bool) -> (f32, f32) {
    if letter { Sheet::LETTER } else { Sheet::A4 }
}

impl PictureChoice {
    /// How the picture looks with `pieces`.
    #[must_use]
    pub fn look<'a>(&self, pieces: &'a PieceSet) -> Look<'a> {
        Look { theme: board_theme(self.colors), pieces, background: self.background }
    }
}
