//! Questions to all matches of the list.

mod asking;

pub use asking::{Answer, Ask, AskAction, AskJob, AskPage, HitRow, MOST_HITS, SearchState, Told};
