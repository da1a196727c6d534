//! Tests without a window: rules, notation, replay, times and the subcommands.

mod bfen;
mod change;
mod cli;
mod document;
mod kriegspiel;
mod match_time;
mod notation;
mod replay;
mod rules_oracle;
mod rules_vectors;
mod timeline;
mod view;
