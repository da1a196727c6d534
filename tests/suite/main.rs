//! Tests without a window: rules, notation, replay, times and the subcommands.

#![expect(clippy::string_slice, reason = "a test knows the text that it cuts, and may fail")]

#[path = "../common/site.rs"]
#[expect(
    clippy::disallowed_methods,
    reason = "the server has a thread of its own for each connection"
)]
mod site;
#[path = "../common/skip.rs"]
mod skip;

mod analyse;
mod analysis;
mod archive;
mod bfen;
mod bgn;
mod bgn_text;
mod change;
mod cli;
mod cmd;
mod collection;
mod commands;
mod contradicted;
mod corpus;
mod damage;
mod diagram;
mod document;
mod editing;
mod engine;
mod every_command;
mod fetch;
mod flights;
mod flow;
mod form_table;
mod import;
mod inputs;
mod insertions;
mod jobs;
mod joined;
mod kriegspiel;
mod large;
mod layout;
mod ledger;
mod match_time;
mod mate_cache;
mod move_cache;
mod notation;
mod notices;
mod packaging;
mod paper;
mod playing;
mod puzzles;
mod pychess;
mod queries;
mod random;
mod refusals;
mod replay;
mod review;
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
mod unsaved;
mod updates;
mod utf16;
mod variation_edits;
mod variation_forms;
mod variations;
mod view;
mod wording;

/// Returns the number of test cases from the environment variable, or `few`.
#[expect(clippy::disallowed_methods, reason = "whoever runs the tests may ask for more")]
fn count_of(variable: &str, few: u64) -> u64 {
    match std::env::var(variable) {
        Ok(count) => count.parse().expect("a number"),
        Err(_) => few,
    }
}
