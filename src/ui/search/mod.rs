//! The Search panel, with openings and players.

mod form;
mod missed;
mod moments;
mod player_profile;
mod query_page;

pub use query_page::search_ui;
