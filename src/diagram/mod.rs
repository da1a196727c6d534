//! A picture of a moment: what stands where, in squares, before it is pixels or paper.
//!
//! A [`Scene`] holds what is shown, a [`Look`] how it looks. [`svg`] writes both as text; pixels and pages
//! are made of that, so that every form shows the same.

mod face;
mod layout;
mod mark;
mod pdf;
mod pieces;
mod raster;
mod scene;
mod svg;
mod theme;

pub use face::{Face, Glyph, Weight};
pub use mark::{BoardMark, Mark, MarkColor, MarkError};
pub use pdf::{PdfError, pdf};
pub use pieces::{PieceSet, PieceSetError, Raster};
pub use raster::{png, rasterize};
pub use scene::{BoardPart, BoardScene, Hidden, LastMove, Man, Scene, SeatPart, SeatScene, Show};
pub use svg::{Look, svg};
pub use theme::{Background, BackgroundError, Rgb, Theme};
