//! The parts of the window. Each is given what it shows and gives back what was asked for.

mod asking;
mod center;
mod dialogs;
mod filter;
mod game;
mod issues;
mod line;
mod matches;
mod menu;
mod moves;
mod notes;
mod notices;
mod palette;
mod picture;
mod portrait;
mod saving;
mod settings;
mod side;
mod table;
mod tags;
mod text;
mod transport;
mod welcome;

pub use center::center_ui;
pub use dialogs::dialog_ui;
pub use matches::{MatchesView, matches_ui};
pub use menu::menu_ui;
pub use moves::MovesView;
pub use notices::{in_sight, notices_over, notices_ui};
pub use side::side_ui;
pub use table::table_ui;
