//! Bughouse and chess: two boards, four seats, the reserves between them.

mod san;
mod seat;

pub use san::{Claim, Oddity, San, SanError, SanText};
pub use seat::{BoardId, ByBoard, BySeat, Seat, Team};
pub use shakmaty::{CastlingSide, Color, File, Rank, Role, Square};
