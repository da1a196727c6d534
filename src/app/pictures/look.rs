//! The appearance of an exported picture.

use super::PictureChoice;
use crate::{
    diagram::{Look, PieceSet, Sheet, Theme},
    settings::BoardColors,
};

pub fn board_theme(colors: BoardColors) -> &'static Theme {
    Theme::named(colors.name()).unwrap_or_else(Theme::default_theme)
}

/// Returns the width and the height of the paper, in points: US letter if `letter`, otherwise A4.
pub const fn sheet_size(letter: bool) -> (f32, f32) {
    if letter { Sheet::LETTER } else { Sheet::A4 }
}

impl PictureChoice {
    /// Returns the look of the picture with the piece set `pieces`.
    pub fn look<'a>(&self, pieces: &'a PieceSet) -> Look<'a> {
        Look { theme: board_theme(self.colors), pieces, background: self.background }
    }
}
