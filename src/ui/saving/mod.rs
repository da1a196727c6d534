//! The dialogs for saving and recovery.

mod dialogs;

pub use dialogs::{
    changed_ui, differences_ui, play_move_ui, recover_ui, replace_ui, save_path_ui, unsaved_ui,
};
