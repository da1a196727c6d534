//! Tests without a window: rules, notation, replay, times and the subcommands.

mod bfen;
mod notation;
mod rules_oracle;
mod rules_vectors;
