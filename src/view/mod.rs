//! What the window shows, without a window: the state, what can be asked of it, and rows for its panels.
//!
//! [`State::update`] takes an [`Action`] and answers with [`Effect`]s, which touch the world elsewhere.

mod action;
mod command;
mod issues;
mod matches;
mod state;
mod tags;
mod track;
mod update;
mod words;

// What the window and the diagrams show alike is made before both.
pub use crate::{
    document::{Header, MoveCell, MoveList, MoveRow, SeatHeader},
    timeline::{ClockText, clock_text, duration_text, gap_text, ply_clock_text},
};
pub use action::{Action, Effect, FileAnswer, Opened};
pub use command::{COMMANDS, Command, CommandInfo, Menu, Shortcut};
pub use issues::IssueRow;
pub use matches::{MatchRow, filter_matches};
pub use state::{Dialog, Notice, OpenFile, OpenMatch, Panel, State};
pub use tags::{TagRow, basis_text, tag_rows};
pub use track::{PlotPoint, Tick, Track};
pub use words::{ply_words, role_plural, square_words};
