//! Tests without a window: rules, notation, replay, times and the subcommands.

mod bfen;
mod change;
mod match_time;
mod notation;
mod rules_oracle;
mod rules_vectors;
mod view;
