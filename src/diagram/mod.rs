//! A picture of a moment: what stands where, in squares, before it is pixels or paper.

mod pieces;
mod scene;

pub use pieces::{PieceSet, PieceSetError, Raster};
pub use scene::{BoardScene, LastMove, Man, SeatScene};
