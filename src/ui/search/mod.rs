//! The Search panel: positions, openings, players and missed mates.

mod form;
mod missed;
mod moments;
mod player_profile;
mod query_page;
mod table;

pub use query_page::search_ui;
