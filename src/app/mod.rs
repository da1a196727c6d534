//! What the window shows, without a window: the state, what can be asked of it, and rows for its panels.
//!
//! [`State::update`] takes an [`Action`] and answers with [`Effect`]s, which touch the world elsewhere.

mod action;
mod asking;
mod command;
mod editing;
mod flights;
mod game;
mod hand;
mod issues;
mod keymap;
mod listing;
mod matches;
mod opening;
mod picture;
mod recovering;
mod saving;
mod sound;
mod state;
mod switch;
mod tags;
mod track;
mod update;
mod words;

// What the window and the diagrams show alike is made before both.
pub use crate::{
    document::{Header, MoveCell, MoveList, MoveRow, SeatHeader},
    timeline::{ClockText, clock_text, duration_text, gap_text, ply_clock_text},
};
pub use action::{
    Action, Effect, ExportForm, ExportJob, FileAnswer, LineDifference, Opened, Recovered, SaveJob,
    SaveOutcome, Saved, WriteJob, WriteKind, Written,
};
pub use asking::{Answer, Ask, AskAction, AskJob, AskPage, Asking, HitRow, MOST_HITS, Told};
pub use command::{COMMANDS, Command, CommandInfo, Menu, Shortcut};
pub use editing::{Draft, Field, FieldText, GLYPHS};
pub use flights::{Flight, Place};
pub use game::{
    Found, GameScene, GameState, GameSteps, GameViews, HeardRow, Heat, Known, KnownEnd, KnownPly,
    NarrowRow, ProblemState, Search, SeatView, Side, Step, Task, ThinkJob, Thought, Trial, Tried,
    answer_words, game_square_words, grouped, percent, reply_words, said_words, task_words,
};
pub use hand::{Hand, Origin, Promotion};
pub use issues::IssueRow;
pub use keymap::{KEY_NAMES, KeyChoice, Keymap};
pub use listing::{Edited, Grown, Halt, ListJob, ListStep, Listing, Reading};
pub use matches::MatchRow;
pub use picture::{DrawOutcome, Drawn, PICTURE_WIDTHS, PictureChoice, PictureJob, PrintJob};
pub use saving::{SaveWhat, Then};
pub use sound::Sound;
pub use state::{Dialog, Notice, Offer, OpenFile, OpenMatch, Panel, SettingsPage, State};
pub use switch::Switch;
pub use tags::{TagRow, basis_text, tag_form, tag_hint, tag_rows, worked_out};
pub use track::{PlotPoint, Tick, Track};
pub use words::{figurines, ply_story, ply_words, role_plural, square_words};
