//! Bughouse and chess: two boards, four seats, the reserves between them.
//!
//! The squares, colours and attack tables are shakmaty's; its own variants are not used, since in
//! bughouse a captured man changes boards and a mate is one that no drop could ever answer.

mod bfen;
mod board;
mod legal;
mod men;
mod moves;
mod position;
mod reserve;
mod resolve;
mod san;
mod seat;

pub use bfen::{Bfen, BfenError, BfenNote, Field, Numbers};
pub use board::Board;
pub use men::Men;
pub use moves::{IllegalMove, Move, castled, castling_side, color_name, role_name};
pub use position::Position;
pub use reserve::Reserve;
pub use san::{Claim, Oddity, San, SanError, SanText};
pub use seat::{BoardId, ByBoard, BySeat, Seat, Team};
pub use shakmaty::{Bitboard, CastlingSide, Color, File, Piece, Rank, Role, Square};
