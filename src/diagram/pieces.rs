//! Piece sets: twelve drawings each, rasterised at the size at which they are shown.

use crate::rules::{Color, Piece, Role};
use resvg::{tiny_skia, usvg};

/// Twelve drawings.
pub struct PieceSet {
    name: &'static str,
    /// In the order of [`Self::slot`].
    drawings: Vec<usvg::Tree>,
}

/// Pixels with premultiplied alpha, four bytes each, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raster {
    /// Pixels a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// `width × height × 4` bytes.
    pub rgba: Vec<u8>,
}

/// Why a set cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("the drawing of {man} in the piece set {set} cannot be read: {reason}")]
pub struct PieceSetError {
    set: &'static str,
    man: String,
    reason: usvg::Error,
}

/// How many men an atlas holds.
const MEN: u32 = 12;

macro_rules! drawings {
    ($set:literal) => {
        [
            include_bytes!(concat!("../../assets/pieces/", $set, "/wP.svg")).as_slice(),
            include_bytes!(concat!("../../assets/pieces/", $set, "/wN.svg")),
            include_bytes!(concat!("../../assets/pieces/", $set, "/wB.svg")),
            include_bytes!(concat!("../../assets/pieces/", $set, "/wR.svg")),
            include_bytes!(concat!("../../assets/pieces/", $set, "/wQ.svg")),
            include_bytes!(concat!("../../assets/pieces/", $set, "/wK.svg")),
            include_bytes!(concat!("../../assets/pieces/", $set, "/bP.svg")),
            include_bytes!(concat!("../../assets/pieces/", $set, "/bN.svg")),
            include_bytes!(concat!("../../assets/pieces/", $set, "/bB.svg")),
            include_bytes!(concat!("../../assets/pieces/", $set, "/bR.svg")),
            include_bytes!(concat!("../../assets/pieces/", $set, "/bQ.svg")),
            include_bytes!(concat!("../../assets/pieces/", $set, "/bK.svg")),
        ]
    };
}

impl PieceSet {
    /// The names of the sets that come with the program; the first is the usual one.
    pub const NAMES: [&'static str; 2] = ["tandem", "cburnett"];

    /// The set called `name`, or the usual one where there is none of that name.
    ///
    /// # Errors
    /// If a drawing cannot be read.
    pub fn load(name: &str) -> Result<Self, PieceSetError> {
        let (name, drawings) = match name {
            "cburnett" => ("cburnett", drawings!("cburnett")),
            _ => ("tandem", drawings!("tandem")),
        };
        let options = usvg::Options::default();
        let drawings = drawings
            .iter()
            .enumerate()
            .map(|(slot, svg)| {
                usvg::Tree::from_data(svg, &options).map_err(|reason| PieceSetError {
                    set: name,
                    man: slot.to_string(),
                    reason,
                })
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { name, drawings })
    }

    /// The name of the set.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// All men side by side, each `side` pixels wide and high, in the order of [`Self::slot`]. The width
    /// is 0 where `side` is.
    #[must_use]
    pub fn atlas(&self, side: u32) -> Raster {
        let Some(mut pixmap) = tiny_skia::Pixmap::new(side * MEN, side) else {
            return Raster {
                width: 0,
                height: 0,
                rgba: Vec::new(),
            };
        };
        for (slot, drawing) in (0_u16..).zip(&self.drawings) {
            let size = drawing.size();
            #[expect(clippy::cast_precision_loss, reason = "a size in pixels")]
            let side = side as f32;
            let scale = side / size.width().max(size.height());
            let x = f32::from(slot) * side + (side - size.width() * scale) / 2.0;
            let y = (side - size.height() * scale) / 2.0;
            let place = tiny_skia::Transform::from_scale(scale, scale).post_translate(x, y);
            resvg::render(drawing, place, &mut pixmap.as_mut());
        }
        Raster {
            width: pixmap.width(),
            height: pixmap.height(),
            rgba: pixmap.take(),
        }
    }

    /// The place of `piece` in an atlas: white pawn to king, then black pawn to king.
    #[must_use]
    pub const fn slot(piece: Piece) -> u16 {
        let color = match piece.color {
            Color::White => 0,
            Color::Black => 6,
        };
        color + piece.role as u16 - Role::Pawn as u16
    }

    /// The part of an atlas's width that `piece` takes, from 0 to 1.
    #[must_use]
    pub fn span(piece: Piece) -> (f32, f32) {
        let slot = f32::from(Self::slot(piece));
        (slot / 12.0, (slot + 1.0) / 12.0)
    }
}
