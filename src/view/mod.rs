//! What the window shows, without a window: the state, what can be asked of it, and rows for its panels.
//!
//! [`State::update`] takes an [`Action`] and answers with [`Effect`]s, which touch the world elsewhere.

mod action;
mod clock_text;
mod command;
mod header;
mod issues;
mod matches;
mod moves;
mod state;
mod tags;
mod track;
mod update;
mod words;

pub use action::{Action, Effect, FileAnswer, Opened};
pub use clock_text::{ClockText, clock_text, duration_text, gap_text, ply_clock_text};
pub use command::{COMMANDS, Command, CommandInfo, Menu, Shortcut};
pub use header::{Header, SeatHeader};
pub use issues::IssueRow;
pub use matches::{MatchRow, filter_matches};
pub use moves::{MoveCell, MoveList, MoveRow};
pub use state::{Dialog, Notice, OpenFile, OpenMatch, Panel, State};
pub use tags::{TagRow, basis_text, tag_rows};
pub use track::{PlotPoint, Tick, Track};
pub use words::{ply_words, role_plural, square_words};
