//! The options of the subcommands that study matches: analysis, puzzles, problems of Kriegspiel. Doc comments of options
//! are help texts.

use super::PaperSize;
use crate::{
    analysis::{ledger::Theme, puzzles::Kind},
    diagram::PuzzlesPerPage,
    file::UnpackLimits,
    text::Day,
};
use clap::{Args, ValueEnum};
use std::{num::NonZero, path::PathBuf};

#[derive(Debug, Args)]
pub struct Solve {
    /// File
    pub file: PathBuf,
    /// Problem to solve, counted from 1 (default: the first, or all with --all)
    #[arg(long, value_name = "N")]
    pub game: Option<usize>,
    /// Print all keys, set play, tries with refutations and duals, of every problem
    #[arg(long)]
    pub all: bool,
    /// Stop after this many million positions; 0 for no limit
    #[arg(long, value_name = "MILLIONS", default_value_t = 100)]
    pub limit: u64,
    /// Number of threads (default: all cores)
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZero<usize>>,
    /// Print the solution as JSON
    #[arg(long)]
    pub json: bool,
    #[arg(from_global)]
    pub unpack: UnpackLimits,
}

#[derive(Debug, Args)]
pub struct Puzzles {
    /// Files or folders
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Only this kind: mate, which-piece, must-not-lose, move-or-sit or joint-win; repeatable
    #[arg(long, value_name = "KIND")]
    pub kind: Vec<Kind>,
    /// Only mates in N moves
    #[arg(long, value_name = "N")]
    pub length: Option<u8>,
    /// Only positions of this player; part of the name is enough
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Only solutions that were missed in the match
    #[arg(long)]
    pub missed: bool,
    /// Lowest rating of the player
    #[arg(long, value_name = "N")]
    pub min_rating: Option<u16>,
    /// Highest rating of the player
    #[arg(long, value_name = "N")]
    pub max_rating: Option<u16>,
    /// Only positions with less than 20 seconds on the clock
    #[arg(long)]
    pub time_trouble: bool,
    /// Only this theme: drop-mate, contact-mate, smothered, back-rank, double-check, discovered-check, sacrifice, promotion or king-hunt
    #[arg(long, value_name = "THEME")]
    pub theme: Option<Theme>,
    /// Filter matches, as in tandem list --find
    #[arg(long, value_name = "WORDS")]
    pub find: Option<String>,
    /// At most N puzzles, spread evenly over kinds and themes, from easy to hard
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub count: Option<u32>,
    /// Daily puzzles for DATE, such as 2026-11-24; --count sets how many
    #[arg(long, value_name = "DATE", requires = "count")]
    pub day: Option<Day>,
    /// Output file: .bpgn, .jsonl, or .pdf for a sheet with the answers at the end (default: standard output)
    #[arg(short, value_name = "OUT", default_value = "-")]
    pub out: PathBuf,
    /// Write one JSON object per puzzle
    #[arg(long)]
    pub json: bool,
    /// For .pdf: paper size (default: a4)
    #[arg(long)]
    pub paper: Option<PaperSize>,
    /// For .pdf: puzzles on a page: 2, 4 or 6 (default: as many as fit)
    #[arg(long, value_name = "N")]
    pub per_page: Option<PerPage>,
    /// For .pdf: heading (default: the number of puzzles)
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// For .pdf: lines for name and date below the heading and, with --per-page, for answers below the diagrams
    #[arg(long)]
    pub name_lines: bool,
    #[arg(from_global)]
    pub unpack: UnpackLimits,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PerPage {
    #[value(name = "2")]
    Two,
    #[value(name = "4")]
    Four,
    #[value(name = "6")]
    Six,
}

impl From<Option<PerPage>> for PuzzlesPerPage {
    fn from(per_page: Option<PerPage>) -> Self {
        match per_page {
            None => Self::Fit,
            Some(PerPage::Two) => Self::Two,
            Some(PerPage::Four) => Self::Four,
            Some(PerPage::Six) => Self::Six,
        }
    }
}

#[derive(Debug, Args)]
pub struct Analyse {
    /// File with matches, or with a position; with --findings or --summary, files or folders
    #[arg(required_unless_present = "engine", value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Only this match, counted from 1
    #[arg(long, value_name = "N")]
    pub game: Option<usize>,
    /// Only this position: 34A, 12b, a number of half-moves, or end (default match: the first)
    #[arg(long, value_name = "PLY")]
    pub at: Option<String>,
    /// Longest mate to search for, in moves: 1 to 9
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u8).range(1..=9))]
    pub mate: u8,
    /// Longest joint win to search for, in moves of the partner: 1 to 6; 0 to skip
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u8).range(0..=6))]
    pub deliver: u8,
    /// Add evaluations of a UCI engine with bughouse support (default: the first found in PATH or /usr/games)
    #[arg(long, value_name = "PATH", num_args = 0..=1)]
    pub engine: Option<Option<PathBuf>>,
    /// Engine nodes per position
    #[arg(long, value_name = "N", default_value = "60000", requires = "engine", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub nodes: u64,
    /// Print the findings: what each player found, missed and gave away
    #[arg(long, conflicts_with_all = ["at", "engine", "summary"])]
    pub findings: bool,
    /// Estimate who was winning, and print the turning points: an estimate by a search of both boards, never against a proof
    #[arg(long, conflicts_with_all = ["at", "engine", "summary", "mate", "deliver"])]
    pub review: bool,
    /// Count the findings about each player across all matches
    #[arg(long, conflicts_with_all = ["game", "at", "engine", "mate", "deliver"])]
    pub summary: bool,
    /// Count only this player
    #[arg(long, value_name = "NAME", requires = "summary")]
    pub player: Option<String>,
    /// Filter matches, as in tandem list --find
    #[arg(long, value_name = "WORDS", requires = "summary")]
    pub find: Option<String>,
    /// Write the player's book of mistakes: counts and mistakes as .pdf (pages for print), .csv or .jsonl
    #[arg(short, value_name = "OUT", requires_all = ["summary", "player"])]
    pub out: Option<PathBuf>,
    /// Print the counts as a CSV table
    #[arg(long, requires = "summary", conflicts_with = "json")]
    pub csv: bool,
    /// Print one JSON object per position, per finding, per reviewed match or per player
    #[arg(long)]
    pub json: bool,
    #[arg(from_global)]
    pub unpack: UnpackLimits,
}

impl Analyse {
    /// Returns the file to analyse, or `None` if none is given. In `tandem analyse --engine FILE`, FILE is that file
    /// and not an engine.
    pub(super) fn path(&self) -> Option<&PathBuf> {
        let engine = self.engine.as_ref().and_then(Option::as_ref);
        self.files.first().or(engine)
    }

    /// Returns the path of the engine, `Some(None)` for the first engine found, or `None` without `--engine`.
    pub(super) fn engine_path(&self) -> Option<Option<&PathBuf>> {
        let engine = self.engine.as_ref()?;
        Some(if self.files.is_empty() { None } else { engine.as_ref() })
    }
}
