//! The parts around the boards: menu, panels, tabs, notices, dialogs, Help and the start page.

mod dialogs;
mod guide;
mod menu;
mod notices;
mod parts;
mod side;
mod start;
mod tab_strip;

pub use dialogs::{cancel_button, dialog_head, dialog_title, dialog_ui, dialog_width, is_new};
pub use menu::{MenuKeys, context_menu, menu_ui};
pub use notices::notices_ui;
pub use parts::{Dividers, Drawer, part_ui};
pub use side::{scroll, side_ui};
pub use start::start_ui;
pub use tab_strip::tab_strip_ui;
