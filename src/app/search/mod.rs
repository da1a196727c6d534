//! The Search panel: queries over all listed matches.

mod hit_row;
mod query_page;

pub use hit_row::HitRow;
pub use query_page::{
    ArchiveQuery, MAX_HITS, QueryJob, QueryPage, QueryResult, SearchAction, SearchPage, SearchState,
};
