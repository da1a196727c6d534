//! Tandem: bughouse chess matches, read, replayed and shown.
//!
//! This page is the guide to the architecture. `CONTRIBUTING.md` says how to build and test, and which files a change
//! of a usual kind touches.
//!
//! # From a file to the screen
//!
//! A file becomes pixels by walking through the folders in the order below. Each folder names only those before it;
//! `tests/layers.rs` holds the table and fails with file and line.
//!
//! | folder | holds |
//! |---|---|
//! | [`text`] | plurals, numbers: helpers without domain knowledge |
//! | [`mod@file`] | bytes: sources, spans, edits, decoding, packed input, atomic saves |
//! | [`rules`] | bughouse: seats, boards, reserves, positions, moves, SAN, BFEN, mate |
//! | [`notation`] | text to syntax and back: BPGN, variations, BGN, single-board exports; the table of tags |
//! | [`replay`] | a record played through the rules: plies, variations, endings, issues |
//! | [`timeline`] | one order and one time for two boards; the playhead |
//! | [`analysis`] | exact results: forced mates, wanted and dangerous pieces; the report of a match; puzzles |
//! | [`kriegspiel`] | Kriegspiel: notation, referee, what each player hears and can know, solver |
//! | [`archive`] | files of any size: an index, a row a match, filters, sorting, the kept index |
//! | [`search`] | questions to an archive |
//! | [`document`] | an open record that can be changed, a match or a game of Kriegspiel: edits, undo |
//! | [`diagram`] | a moment as a scene of shapes; SVG, PNG, PDF, GIF, page and paper print it |
//! | [`formats`] | the one table of forms that can be read or written |
//! | [`engine`] | other programs that guess, asked over UCI: process, protocol, limits; lines in our own moves |
//! | [`settings`] | what is remembered, and what is kept against a crash |
//! | [`app`] | what the window shows, without egui: the state as a tree, a folder a feature |
//! | [`jobs`] | the one runner of everything that takes time or touches the world |
//! | `ui` | the window: egui draws the rows of `app`, a folder a feature with the same names |
//! | [`cli`] | the subcommands |
//!
//! Take one ply, `12b. N@f7{34.5}`:
//!
//! 1. [`file::Source`] holds its bytes. Nothing copies them.
//! 2. [`notation::Record`] has a [`notation::PlyText`]: where number, move and clock stand, and what they say. Chess is
//!    not judged yet.
//! 3. [`replay::Match`] resolves the move on a [`rules::Position`] of both boards. What cannot be played is an issue with
//!    its place; all before it can be used.
//! 4. [`timeline::Timeline`] gives the ply its match time from clocks, lag and the order of the plies.
//! 5. [`document::Document`] is these three together, one of the two kinds of [`document::Content`]. A change is an
//!    edit of the bytes; then all of it is derived again.
//! 6. [`app::State`] has the playhead and says what stands on the boards, in rows and scenes.
//! 7. [`diagram::Scene`] is the moment in squares. The window, SVG and the page that replays print the same shapes.
//!
//! # A frame
//!
//! Finished jobs come in as actions. The playhead advances by `dt`. [`app::State::update`] takes the actions, changes the
//! state and answers with effects. `ui` draws the state and returns new actions. [`jobs`] runs the effects on threads of
//! their own. The reducer touches neither disk nor clock nor thread. Without anything to do there is no frame.
//!
//! # What always holds
//!
//! | invariant | held by |
//! |---|---|
//! | a saved file is the old bytes plus the person's change | `tests/suite/change.rs`, `editing.rs`, `undo.rs`, `save.rs` |
//! | a file is old or new, whenever the power goes | `tests/suite/save_kill.rs` |
//! | any bytes can be read; spans cover the text | `tests/suite/notation.rs`, `tests/fuzz` |
//! | a move is legal here exactly if the rules of bughouse say so | `tests/suite/rules_oracle.rs`, `rules_vectors.rs` |
//! | match time follows the rule of [`timeline`] | `tests/suite/match_time.rs`, `timeline.rs` |
//! | a player's view of Kriegspiel holds nothing that this player did not hear | `tests/suite/kriegspiel` |
//! | folders name only those before them; egui stays in `ui`; `app` touches nothing | `tests/layers.rs` |
//! | a variation that is written is read back; one that is changed is what was wanted | `tests/suite/variations.rs`, `variation_edits.rs` |
//! | nothing that an engine says is shown before our rules and tactics have seen it; it is ended with the window | `tests/suite/engine` |
//! | boards that were taken apart come together again | `tests/suite/import.rs` |

pub mod text;

pub mod file;

pub mod rules;

pub mod notation;

pub mod replay;

pub mod timeline;

pub mod analysis;

pub mod kriegspiel;

pub mod archive;

pub mod search;

pub mod document;

pub mod diagram;

pub mod formats;

pub mod engine;

pub mod settings;

pub mod app;

pub mod jobs;

#[cfg(feature = "gui")]
pub mod ui;

pub mod cli;
