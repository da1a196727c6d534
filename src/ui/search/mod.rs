//! The Search panel: positions, openings, players and missed mates; and the book of mistakes.

mod book;
mod book_counts;
mod form;
mod missed;
mod moments;
mod player_profile;
mod query_page;
mod table;

pub use book::book_ui;
pub use query_page::search_ui;
