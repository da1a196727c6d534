//! What can be written on the command line.

use clap::{Args, Parser, Subcommand, ValueEnum};
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
        /// Only those that fit: gnejs vs death, elo>2200, 1-0, mate, 2006..2008, plies>80, tc:180+0, has:comment
        #[arg(long, value_name = "WORDS")]
        find: Option<String>,
    },
    /// Write a file in another form; as bpgn it is the same bytes
    Convert {
        /// The file
        file: PathBuf,
        /// Where to write it; - for standard output
        #[arg(short, value_name = "OUT")]
        out: PathBuf,
        /// The form
        #[arg(long)]
        to: Form,
        /// Only this match, counted from 1
        #[arg(long, value_name = "N")]
        game: Option<usize>,
    },
    /// Change an annotation, a comment, a diagram or a tag, and no other byte
    Annotate(Annotate),
    /// A line of JSON for each moment: both positions, clock, lag and match time
    Positions {
        /// The file
        file: PathBuf,
        /// Only this match, counted from 1
        #[arg(long, value_name = "N")]
        game: Option<usize>,
    },
}

/// What `tandem annotate` changes.
#[derive(Debug, Args)]
pub struct Annotate {
    /// The file
    pub file: PathBuf,
    /// The match, counted from 1
    #[arg(long, value_name = "N")]
    pub game: Option<usize>,
    /// The ply: 34A, 12b, a number of plies (0 for the match itself), or end
    #[arg(long, value_name = "PLY", required_unless_present = "tag")]
    pub at: Option<String>,
    /// The annotation, such as ! or ?!; empty to take it away
    #[arg(long, value_name = "G", requires = "at")]
    pub glyph: Option<String>,
    /// The comment; empty to take it away
    #[arg(long, value_name = "TEXT", requires = "at")]
    pub comment: Option<String>,
    /// Whether a diagram is asked for
    #[arg(long, requires = "at")]
    pub diagram: Option<Switch>,
    /// A tag and its value; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    pub tag: Vec<String>,
    /// Where to write the file; - for standard output
    #[arg(short, value_name = "OUT")]
    pub out: PathBuf,
}

/// The forms in which a file can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// As it is; a file of BGN as the matches that it holds.
    Bpgn,
    /// JSON, one match a line.
    Bgn,
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    /// On.
    On,
    /// Off.
    Off,
}
