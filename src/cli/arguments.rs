//! What can be written on the command line.

use clap::{Parser, Subcommand};
use std::path::PathBuf;

/// Study bughouse chess: open a match and watch it as it was played.
#[derive(Debug, Parser)]
#[command(
    name = "tandem",
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Without a subcommand the window opens: with FILE, or with a sample match.\n\
                  Exit status: 0 fine, 1 the files have errors, 2 it could not be done.\n\
                  FILE may be - for standard input."
)]
pub struct Arguments {
    /// The file to show
    pub file: Option<PathBuf>,
    /// The match to show, counted from 1
    #[arg(long, value_name = "N")]
    pub game: Option<usize>,
    /// Where to stand in it: 34A, 12b, a number of plies, or end
    #[arg(long, value_name = "PLY")]
    pub at: Option<String>,
    /// A subcommand, which needs no display
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What is done without a window.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Read and replay every match; a line for each issue, and a sum at the end
    Check {
        /// Say nothing but the sum
        #[arg(long)]
        quiet: bool,
        /// The files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// A row for each match
    List {
        /// The file
        file: PathBuf,
        /// An object a match instead of a row
        #[arg(long)]
        json: bool,
        /// Only how many there are
        #[arg(long, conflicts_with = "json")]
        count: bool,
    },
    /// A line of JSON for each moment: both positions, clock, lag and match time
    Positions {
        /// The file
        file: PathBuf,
        /// Only this match, counted from 1
        #[arg(long, value_name = "N")]
        game: Option<usize>,
    },
}
