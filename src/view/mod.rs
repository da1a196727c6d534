//! What the window shows, without a window: the state, what can be asked of it, and rows for its panels.
//!
//! [`State::update`] takes an [`Action`] and answers with [`Effect`]s, which touch the world elsewhere.

mod action;
mod clock_text;
mod command;
mod editing;
mod hand;
mod header;
mod issues;
mod matches;
mod moves;
mod opening;
mod saving;
mod state;
mod tags;
mod track;
mod update;
mod words;

pub use action::{
    Action, Effect, FileAnswer, LineDifference, Opened, SaveJob, SaveOutcome, Saved, WriteJob,
    WriteKind, Written,
};
pub use clock_text::{ClockText, clock_text, duration_text, gap_text, ply_clock_text};
pub use command::{COMMANDS, Command, CommandInfo, Menu, Shortcut};
pub use editing::{Draft, Field, FieldText, GLYPHS};
pub use hand::{Hand, Origin, Promotion};
pub use header::{Header, SeatHeader};
pub use issues::IssueRow;
pub use matches::{MatchRow, filter_matches};
pub use moves::{MoveCell, MoveList, MoveRow};
pub use saving::{SaveWhat, Then};
pub use state::{Dialog, Notice, Offer, OpenFile, OpenMatch, Panel, State};
pub use tags::{TAG_FORM, TagRow, basis_text, tag_hint, tag_rows, worked_out};
pub use track::{PlotPoint, Tick, Track};
pub use words::{ply_words, role_plural, square_words};
