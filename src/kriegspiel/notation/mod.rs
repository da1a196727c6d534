//! Kriegspiel PGN 0.9: parsing and writing, without chess knowledge.
//!
//! A game is written like a game of chess. A comment after each move contains the announcement and the illegal tries
//! before the move: `5. Qxe7+ {(Xe7,CF:dxe3,dxc3)}`. In a *filtered* game, which is a player's view, the opponent's
//! moves are `??` and only the number of illegal tries is written.

mod announcement;
mod detect;
mod hidden_pieces;
mod notes;
mod parser;
mod problem;
mod public_tags;
mod record;
mod words;
mod write;

pub use announcement::{Announcement, Man, PawnTries, Promotion, Response, Tries, TryText};
pub use detect::Notation;
pub use hidden_pieces::{
    Area, HiddenError, HiddenPiece, HiddenPieces, HiddenReason, MAX_UNITS, UnitRange,
    piece_count_text,
};
pub use notes::PlyNotes;
pub use problem::{PlyName, Problem};
pub use public_tags::{is_problem_tag, is_public_tag};
pub use record::{Filtered, MoveText, PlyText, ProblemQuestion, Record, TriesOrder};
pub(crate) use words::{SILENT, check_words, color_title};
pub use words::{announcement_phrase, announcement_words, pawn_try_words};
pub use write::{Line, WrittenTries, line_text, write};
