//! Questions to all matches of the list.

mod asking;

pub use asking::{
    Answer, Ask, AskJob, AskPage, HitRow, MOST_HITS, SearchAction, SearchState, Told,
};
