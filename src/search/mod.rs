//! What is asked of the matches of an archive: where a position, a drop, a mate or a sit occurs, what was played in a
//! position, and how somebody plays.
//!
//! All of it replays the records by the rules, on all cores, a piece of the file at a time. The moves of a large file can
//! be kept beside its index ([`MoveCache`]); then most questions are answered from those, and the text is not read. What
//! is so of forced mates takes long to find out, and is kept there as it is found out ([`search_and_keep`]).
//!
//! ```
//! use tandem::search::Question;
//!
//! let question: Question = "N@f7 mate".parse()?;
//! assert!(question.either.mate && question.either.drop.is_some());
//! let why = "Zz9".parse::<Question>().expect_err("no piece has that letter");
//! assert!(why.to_string().contains("Zz9"));
//! # Ok::<(), tandem::search::QuestionError>(())
//! ```

mod cached_match;
mod drops;
mod forced;
mod form;
mod mailbox;
mod match_facts;
mod mate;
mod mate_cache;
mod mate_keeper;
mod mate_search;
mod moments;
mod move_cache;
mod openings;
mod parse;
mod pattern;
mod players;
mod ply_word;
mod question;
mod reach;
mod record_cache;
mod run;
mod score;
mod supply;
mod text_walk;
mod used;
mod variations;
mod walk;

pub use drops::drops;
pub use forced::Forced;
pub use form::QuestionForm;
pub use mate_search::search_and_keep;
pub use move_cache::MoveCache;
pub use openings::{NextMove, openings};
pub use parse::QuestionError;
pub use pattern::BoardPattern;
pub use players::{PlayerRow, Portrait, RatingAt, players, portrait};
pub use question::{Drop, Question, Wanted};
pub use run::{Hit, search};
pub use score::Score;
pub use text_walk::walk_text;
pub use walk::{Selection, WalkError, Walked, WalkedRecord, walk_all};
