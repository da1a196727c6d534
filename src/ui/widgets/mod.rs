//! What is painted by hand: boards, reserves, clocks, the timeline, and the signs on buttons.

mod board;
mod field;
mod icon;
mod marks;
mod motion;
mod reserve;
mod row_list;
mod seat_bar;
mod timeline;

pub use board::{BoardHand, board_ui, hand_ui, paint_board, square_rect};
pub use field::{FieldLook, field_ui};
pub use icon::{Icon, icon_button};
pub use marks::marks_ui;
pub use motion::Motion;
pub use reserve::reserve_ui;
pub use row_list::{RowList, row_response};
pub use seat_bar::{SeatBar, seat_bar_ui};
pub use timeline::timeline_ui;

use super::{art::Art, theme::Tokens};

/// What everything is painted with.
pub struct Stage<'a> {
    /// The colours.
    pub tokens: Tokens,
    /// The men.
    pub art: &'a mut Art,
    /// Men on their way.
    pub motion: &'a mut Motion,
}
