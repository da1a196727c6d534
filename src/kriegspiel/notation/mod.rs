//! Kriegspiel PGN 0.9: parsing and writing, without chess knowledge.
//!
//! A game is written as in chess, with the announcement and the illegal tries after each move: `5. Qxe7+
//! {(Xe7,CF:dxe3,dxc3)}`. In a *filtered* game the moves of one side are hidden as `??` and its tries are a number.

mod announcement;
mod detect;
mod known_to_players;
mod notes;
mod parser;
mod problem;
mod record;
mod words;
mod write;

pub use announcement::{Announcement, Response, Tries, TryText};
pub use detect::Notation;
pub use known_to_players::{is_known_to_players, is_of_problem};
pub use notes::PlyNotes;
pub use problem::{PlyName, Problem};
pub use record::{Filtered, MoveText, PlyText, ProblemQuestion, Record};
pub(crate) use words::color_title;
pub use words::said_words;
pub use write::{Line, WrittenTries, line_text, write};
