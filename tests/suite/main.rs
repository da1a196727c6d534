//! Tests without a window: rules, notation, replay, times and the subcommands.

#![expect(
    clippy::string_slice,
    reason = "a test knows the text that it cuts, and may fail"
)]

#[path = "../common/skip.rs"]
mod skip;

mod analyse;
mod analysis;
mod archive;
mod bfen;
mod bgn;
mod change;
mod cli;
mod collection;
mod commands;
mod corpus;
mod diagram;
mod document;
mod editing;
mod engine;
mod exercises;
mod flights;
mod flow;
mod form_table;
mod import;
mod jobs;
mod kriegspiel;
mod layout;
mod match_time;
mod notation;
mod notices;
mod packaging;
mod paper;
mod questions;
mod random;
mod refusals;
mod replay;
mod rules_oracle;
mod rules_vectors;
mod save;
#[cfg(unix)]
mod save_kill;
mod scale;
mod search;
mod series;
mod silence;
mod tactics;
mod timeline;
mod typed;
mod undo;
mod variation_edits;
mod variation_forms;
mod variations;
mod view;
