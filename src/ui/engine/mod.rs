//! Engine evaluation: the panel with its lines, a bar beside each board, and piece values beside the reserves.

mod bar;
mod evaluation_line;
mod match_part;
mod panel;
mod settings;

pub use bar::{evaluation_bar_ui, piece_values_ui};
pub use evaluation_line::evaluation_line_ui;
pub use panel::engine_ui;
pub use settings::engine_settings_ui;
