//! Tandem: a viewer and editor for bughouse chess matches.
//!
//! This page is the guide to the architecture. `CONTRIBUTING.md` covers building, testing, common changes and has a
//! glossary.
//!
//! # Bughouse in five sentences
//!
//! Two boards, four players, two teams: White on board A plays together with Black on board B. Each board is a game of
//! chess with its own clocks, and both run at once. A captured piece goes to the partner's *reserve* on the other
//! board. On their turn a player may *drop* a piece from the reserve on an empty square instead of moving. The first
//! board that is decided decides the match, so a player who is ahead on the clock may *sit*: wait for the piece that
//! mates.
//!
//! Three consequences shape the code. A position is both boards with four reserves. A check is mate only if no move and
//! no drop could answer it, whatever pieces the reserve receives later. Move numbers do not give the order of moves
//! between the boards; clocks and network lag do.
//!
//! # Layers
//!
//! Data flows down this list, from bytes to pixels. A folder of `src` may use only those above it; `tests/layers.rs`
//! holds the table and fails with file and line. [`rules`] is the library `crates/bughouse`; [`notation`], [`replay`] and
//! [`timeline`] are the library `crates/bpgn`.
//!
//! | folder | responsibility |
//! |---|---|
//! | [`text`] | plurals, numbers: helpers without domain knowledge |
//! | [`platform`] | what the system offers: files, threads, processes |
//! | [`clock`] | the clock of the platform |
//! | [`parallel`] | work on all cores, for threads that may block; the UI thread may not |
//! | [`mod@file`] | bytes: sources, spans, edits, decoding, decompression, atomic save |
//! | [`cache`] | cache entries: chunks with checksums, for indexes, moves, mates and engine scores |
//! | [`rules`] | bughouse: seats, boards, reserves, positions, moves, SAN, BFEN, mate |
//! | [`notation`] | text ⇄ syntax, without chess knowledge: BPGN, variations, BGN; the table of tags |
//! | [`replay`] | a record played through the rules: plies, variations, results, issues |
//! | [`timeline`] | one order and one time for both boards; the playhead |
//! | [`analysis`] | exact results: forced mates, wanted and fatal pieces; the report of a match; puzzles; a review that estimates |
//! | [`kriegspiel`] | Kriegspiel: notation, referee, what each player hears and can know, solver |
//! | [`archive`] | files of any size: index, rows, filters, sorting, index cache |
//! | [`search`] | queries over an archive; move and mate caches |
//! | [`document`] | an open record that can be edited, a match or a game of Kriegspiel: edits, variations, undo |
//! | [`import`] | single-board exports: reading them, pairing boards into matches |
//! | [`diagram`] | a moment as a scene of shapes; SVG, PNG, PDF, GIF, replay page and print-out |
//! | [`formats`] | the table of formats that can be read or written |
//! | [`engine`] | external engines over UCI: process, protocol, limits |
//! | [`settings`] | preferences and recovery data |
//! | [`app`] | what the window shows, without egui: one state, one folder per feature |
//! | [`jobs`] | the runner for everything asynchronous or blocking |
//! | `ui` | the window: egui draws the rows of `app`, in folders of the same names |
//! | [`cli`] | the subcommands |
//!
//! # One ply, from byte to pixel
//!
//! Take `12b. N@f7{34.5}`, the twelfth move of Black on board B: a knight dropped on f7 with 34.5 s left.
//!
//! 1. [`file::Source`] holds the bytes of the file. Later stages refer to them by span instead of copying them.
//! 2. [`notation::Record`] has one [`notation::PlyText`] per ply: the spans and values of number, move and clock.
//! 3. [`replay::Match`] resolves the move on a [`rules::Position`]. A move that cannot be played becomes an issue
//!    with its place; the plies before it remain usable.
//! 4. [`timeline::Timeline`] assigns the match time, from clocks, lag and the order of the plies.
//! 5. [`document::Document`] combines record, replay and timeline; [`document::Content`] is a match or a game of
//!    Kriegspiel. A change edits the bytes, then everything is derived again.
//! 6. [`app::State`] adds the playhead and produces rows and scenes.
//! 7. [`diagram::Scene`] is the moment as shapes on a grid of squares. The window, SVG and the replay page draw the
//!    same shapes.
//!
//! # One frame of the window
//!
//! Finished jobs arrive as actions, and the playhead advances by `dt`. [`app::State::update`] applies the actions and
//! returns effects. `ui` draws the state and collects new actions; [`jobs`] runs the effects on other threads. The
//! reducer performs no I/O, reads no clock and starts no thread. If nothing changes, no frame is drawn.
//!
//! A change of the record, the current point, the settings or the panel marks [`app::Session`] as changed. Only then do
//! tactics, engine, search and beliefs, which work in the background, start new jobs. A job whose result is no longer
//! needed is cancelled, either directly or by the next job of its kind.
//!
//! # Invariants
//!
//! | invariant | tested by |
//! |---|---|
//! | a saved file is the old bytes plus the user's change | `tests/suite/change.rs`, `editing.rs`, `undo.rs`, `save.rs` |
//! | after a crash or power loss a file is entirely old or entirely new | `tests/suite/save_kill.rs` |
//! | any bytes can be read; spans cover the text | `tests/suite/notation.rs`, `tests/fuzz` |
//! | a move is legal exactly if the rules of bughouse say so | `tests/suite/rules_oracle.rs`, `rules_vectors.rs` |
//! | match time follows the rule of [`timeline`] | `tests/suite/match_time.rs`, `timeline.rs` |
//! | a player's view of Kriegspiel contains only what that player heard | `tests/suite/kriegspiel` |
//! | layers name only those above; egui stays in `ui`; `app` performs no I/O | `tests/layers.rs` |
//! | the UI thread never waits for a walk, whatever job runs | [`parallel`], `tests/app/busy_test.rs` |
//! | a written variation reads back; an edited one is as requested | `tests/suite/variations.rs`, `variation_edits.rs` |
//! | engine output passes our rules and tactics before it is shown; engines end with the window | `tests/suite/engine` |
//! | boards that were exported apart are paired and merged again | `tests/suite/import.rs` |

pub mod text;

pub mod platform;

pub mod clock;

pub mod parallel;

pub mod file;

pub mod cache;

pub use bpgn::{notation, replay, timeline};
pub use bughouse as rules;

pub mod analysis;

pub mod kriegspiel;

pub mod archive;

pub mod search;

pub mod document;

pub mod import;

pub mod diagram;

pub mod formats;

pub mod engine;

pub mod settings;

pub mod app;

pub mod jobs;

#[cfg(feature = "gui")]
pub mod ui;

pub mod cli;
