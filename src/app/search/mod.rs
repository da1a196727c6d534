//! The Search panel: queries over all listed matches.

mod book;
mod hit_row;
mod query_page;

pub use book::{BookAction, BookChoice, BookFilter, BookForm, BookResult, MAX_BOOK_ROWS};
pub use hit_row::{HitRow, HitSubject};
pub use query_page::{
    ArchiveQuery, MAX_HITS, QueryJob, QueryPage, QueryResult, SearchAction, SearchForm, SearchPage,
    SearchState,
};
