//! Tests without a window: rules, notation, replay, times and the subcommands.

mod bfen;
mod cli;
mod document;
mod notation;
mod replay;
mod rules_oracle;
mod rules_vectors;
mod timeline;
