//! Queries over all matches of the list.

mod asking;
mod hit_row;

pub use asking::{Answer, Ask, AskJob, AskPage, Asked, MOST_HITS, SearchAction, SearchState, Told};
pub use hit_row::HitRow;
