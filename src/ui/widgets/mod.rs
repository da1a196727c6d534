//! Widgets that paint themselves: boards, reserves, clocks, the timeline and icon buttons.

mod board;
mod chart;
mod check_box;
mod diagonals;
mod diagram;
mod drag;
mod field;
mod game_board;
mod grid_row;
mod icon;
mod job;
mod long_text;
mod marks;
mod motion;
mod note;
mod number_field;
mod paint;
mod probability;
mod reserve;
mod row_list;
mod screen_reader;
mod seat_bar;
mod shapes;
mod text_field;
mod timeline;
mod tooltip;

pub use board::{
    BoardHand, board_ui, dragged_piece_ui, hand_ui, paint_board, square_rect, square_under,
};
pub use check_box::{check_box, command_check_box};
pub use diagram::{diagram_height, diagram_ui};
pub use drag::{DragEnd, drag_end, is_drag_cancelled};
pub use field::{FieldLook, field_error_ui, field_ui, field_without_error_ui, is_field_active};
pub use game_board::{GameHand, game_bar_ui, game_board_ui};
pub use grid_row::{grid_line, grid_row, paper_row};
pub use icon::{Icon, icon_button};
pub use job::{bar_ui, job_error_ui, job_ui, progress_ui};
pub use long_text::{MIN_LONG_BYTES, long_text_ui};
pub use marks::{NextMoveLook, marks_ui, paint_mark, paint_next_move};
pub use motion::Motion;
pub use note::{error_label, low_button, note_ui, small, subheading};
pub use number_field::number_field;
pub use paint::{
    cached, color_disc, has_changed, in_reading_order, in_reading_order_for_editing, paint_line,
    polygon, truncated,
};
pub use reserve::{Tray, paint_on_tray, reserve_piece_ui, reserve_ui};
pub use row_list::{RowList, row_response, stripe_of, text_row_ui};
pub use screen_reader::{announce, bounds, name_choice, name_field, name_text, spoken};
pub use seat_bar::{SeatBar, seat_bar_ui};
pub use text_field::{draft_field, is_entered, select_all, typed_text, wide_field};
pub use timeline::{Ticks, TimelineView, timeline_ui};
pub use tooltip::tooltip_below;

use super::{art::Art, theme::Tokens};
use crate::app::Forms;

/// The tooltip of a hidden result.
pub const RESULT_HIDDEN: &str = "The result is hidden until you have watched the match to its end.\n\
     Go to the end to show it now, or turn off View › Hide results until watched to show all results.";

/// The resources that widgets need for painting, and the forms that they change.
pub struct Stage<'a> {
    pub tokens: Tokens,
    pub art: &'a mut Art,
    pub motion: &'a mut Motion,
    pub forms: &'a mut Forms,
}
