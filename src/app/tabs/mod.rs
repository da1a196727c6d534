//! [`Tabs`]: several open matches, one of which is shown.
//!
//! The session holds the shown tab. A hidden [`Tab`](tab_list::Tab) keeps its record with the playhead and the view, and
//! the number of its file. Switching swaps both. Tabs of the same file share its [`FileSession`](super::FileSession), so
//! that each sees the changes of the others and saving writes them all; only undo is separate. Jobs follow the shown tab:
//! leaving a tab cancels its jobs, and the work that they left unfinished starts again once the tab is shown.

mod action;
mod row;
mod shared_file;
mod switching;
mod tab_list;

pub use action::{TabsAction, can_open_in_new_tab};
pub(in crate::app) use action::{offer_tabs, open_next, update_tabs};
pub use row::{TabRow, tab_rows};
pub(in crate::app) use shared_file::{follow_reload, keep_shared_file, share_undo};
pub(in crate::app) use switching::{
    close_shown, leave_open_file, open_new, show_file, show_requesting,
};
pub use tab_list::Tabs;
