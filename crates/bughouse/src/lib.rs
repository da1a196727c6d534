//! The rules of bughouse and chess: two boards, four seats and their reserves.
//!
//! Squares, colors and attack tables come from shakmaty. Its variants do not fit, since in bughouse a captured piece
//! changes boards, and a check is mate only if no drop could ever answer it.
//!
//! A captured piece goes to the partner, who drops it on the other board:
//!
//! ```
//! use bughouse::{Position, Role, San, Seat};
//!
//! let mut position = Position::default();
//! for (seat, san) in [
//!     (Seat::WhiteA, "e4"), (Seat::BlackA, "d5"), (Seat::WhiteA, "exd5"),
//!     (Seat::WhiteB, "d4"), (Seat::BlackB, "P@e4"),
//! ] {
//!     let san = San::parse(san.as_bytes())?.san;
//!     let mv = position.resolve(seat, &san)?;
//!     position.play(seat, mv);
//! }
//! assert_eq!(position.reserves[Seat::BlackB].count(Role::Pawn), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attempt;
mod bfen;
mod board;
mod directions;
mod fischer_random;
mod legal;
mod moves;
mod pieces;
mod position;
mod reserve;
mod resolve;
mod san;
mod seat;
mod text_forms;
pub mod typography;

pub use attempt::{Attempt, AttemptError, OwnPieces};
pub use bfen::{Bfen, BfenError, BfenNote, Field, Numbers, write_pieces};
pub use board::Board;
pub use directions::{CheckDirections, Direction};
pub use fischer_random::{FISCHER_RANDOM_STARTS, STANDARD_START, fischer_random_rank};
pub use moves::{IllegalMove, Move, PROMOTIONS, castled, castling_side, color_name, role_name};
pub use pieces::{Pieces, reach};
pub use position::Position;
pub use reserve::Reserve;
pub use san::{Claim, NonstandardSan, San, SanError, SanSuffix, SanText};
pub use seat::{BoardId, ByBoard, BySeat, Seat, Team};
pub use shakmaty::{Bitboard, CastlingSide, Color, File, Piece, Rank, Role, Square, attacks};
pub use text_forms::SeatError;

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
