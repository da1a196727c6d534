//! Navigation and playback: moves on the boards, the timeline, variations, animation and sound.

mod action;
mod clocks;
mod correction;
mod held_piece;
mod marks;
mod sheets;
mod sound;
mod steps;
mod stories;
mod typed_moves;
mod variation_track;
mod variations;
mod watching;

pub use action::PlaybackAction;
pub(in crate::app) use action::{run, update_playback};
pub use clocks::clocks;
pub use correction::{Correction, CorrectionKind, LaterPlies};
pub use held_piece::{HeldPiece, Origin, Promotion, targets};
pub(in crate::app) use marks::clear_marks;
pub use sheets::ScoreSheets;
pub(in crate::app) use sheets::open_sheets;
pub use sound::Sound;
pub(in crate::app) use sound::step_sound;
pub(in crate::app) use steps::{
    copy, copy_link, copy_record, step, step_board, step_row, toggle_entering,
};
pub use stories::{DiagonalLead, plot_story, turn_story};
pub use typed_moves::next_typed_ply;
pub(in crate::app) use typed_moves::{commit_typed_moves, type_moves};
pub use variation_track::VariationTrack;
pub use variations::branch;
pub(in crate::app) use variations::{
    choose_variation, copy_variation, delete_from_here, delete_variation, edit_variation, fold_all,
    has_variation_beside, insert_variation, leave_variation, select_choice,
};
pub(in crate::app) use watching::record_watched;
