//! The command line: options, subcommands and their help. Doc comments of options are help texts.

use super::forms;
use crate::formats::Form;
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
                  FILE may be - for standard input.\n\
                  \n\
                  Examples:\n\
                  \x20 tandem match.bpgn --at 12b\n\
                  \x20 tandem list match.bpgn\n\
                  \x20 tandem check FOLDER\n\
                  tandem COMMAND --help has examples of each command."
)]
pub struct Arguments {
    /// The file to show; several, or a folder, are shown as one list
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The match to show, counted from 1
    #[arg(long, value_name = "N")]
    pub game: Option<usize>,
    /// Where to stand in it: 34A, 12b, a number of plies, or end
    #[arg(long, value_name = "PLY")]
    pub at: Option<String>,
    /// Take up to so much text out of a packed file, however short the file is: 1 GB in memory or 64 GB on the disk, and
    /// 250 times as much as the file is long, are usual
    #[arg(long, global = true, value_name = "MB")]
    pub unpack: Option<u64>,
    /// Colours in what is written; auto is a terminal alone, and none where the environment has a `NO_COLOR`
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Colors,
    /// A subcommand, which needs no display
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What is done without a window.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Read and replay every match; a line for each issue, and a sum at the end
    #[command(after_help = "Examples:\n\
                      \x20 tandem check match.bpgn\n\
                      \x20 tandem check --quiet FOLDER\n\
                      \x20 tandem check --json match.bpgn")]
    Check(Check),
    /// A row for each match
    #[command(
        after_help = "Matches that the same two teams played within an hour of each other are a series: they stand together, with\n\
                      the score of the series, each team's points in the order of the row. --json keeps the order of the file and\n\
                      has \"series\", null or an object: number (of the series in the list, from 1), match and of (which match of\n\
                      how many), score (the points of both teams, the first team of the match first). The times are those of the\n\
                      tags Date (or UTCDate) and Time (or UTCTime), or else EndTime.\n\
                      \n\
                      Examples:\n\
                      \x20 tandem list match.bpgn\n\
                      \x20 tandem list FOLDER --find 'gnejs elo>2200' --csv"
    )]
    List {
        /// The file; several, or a folder, are one list
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// An object a match instead of a row
        #[arg(long)]
        json: bool,
        /// Only how many there are
        #[arg(long, conflicts_with = "json")]
        count: bool,
        /// A table of comma-separated values instead of rows
        #[arg(long, conflicts_with_all = ["json", "count"])]
        csv: bool,
        /// Only those that fit: gnejs vs death, elo>2200, 1-0, mate, 2006..2008, plies>80, tc:180+0, has:comment
        #[arg(long, value_name = "WORDS")]
        find: Option<String>,
        /// With each, how many pieces were dropped; every match is replayed for it
        #[arg(long, conflicts_with = "count")]
        drops: bool,
    },
    /// What was played next in a position on one board: how often, with what result, in what time
    #[command(after_help = "Examples:\n\
                      \x20 tandem openings match.bpgn\n\
                      \x20 tandem openings match.bpgn --find 'elo>2200' --json")]
    Openings {
        /// The file
        file: PathBuf,
        /// The position, as FEN; the start where none is given
        #[arg(long, value_name = "FEN")]
        position: Option<String>,
        /// Only in matches that fit, as of list
        #[arg(long, value_name = "WORDS")]
        find: Option<String>,
        /// An object a move instead of a row
        #[arg(long)]
        json: bool,
    },
    /// Who plays: games, points, highest rating; or one player by seat, partners, opponents, time and ratings
    #[command(after_help = "Examples:\n\
                      \x20 tandem players match.bpgn\n\
                      \x20 tandem players match.bpgn --player rln --json")]
    Players(Players),
    /// The moments at which something is so, each with its ply, its match and the match's row
    #[command(
        after_help = "QUESTION is words with blanks between: pieces (Nf3,pe5,-e4), a position in which ? is any square\n\
                      and * the rest of a rank, a drop (N@f7, @f7, N@), mate, sit>20, a reserve ([NNp]), turn:w,\n\
                      missed-mate, mate-in:2, wanted:N (one knight more would mate), fatal (a piece taken that mates),\n\
                      joint, joint:2 (sit while the partner wins the piece that mates), missed-joint.\n\
                      A: or B: before a word names the board.\n\
                      \n\
                      Examples:\n\
                      \x20 tandem search 'N@f7 mate' match.bpgn\n\
                      \x20 tandem search 'sit>20' FOLDER --count"
    )]
    Search(Search),
    /// Write a file in another form; as bpgn it is the same bytes
    #[command(after_help = format!("Examples:\n\
                      \x20 tandem convert match.bpgn -o match.html\n\
                      \x20 tandem convert match.bpgn -o match.pdf --paper letter\n\
                      \x20 tandem convert match.bpgn -o - --to bgn\n\n\
                      {}", forms::losses()))]
    Convert(Convert),
    /// Draw a moment of a match, or a position, as SVG, PNG or PDF, or a stretch of it as GIF
    #[command(after_help = "Examples:\n\
                      \x20 tandem diagram match.bpgn --at 12b -o moment.svg\n\
                      \x20 tandem diagram match.bpgn --from 8A --to 12b --speed 4 -o end.gif\n\
                      \x20 tandem diagram match.bpgn --mark A:e2e4:red --hide clocks,names -o end.png")]
    Diagram(Diagram),
    /// Change an annotation, a comment, a diagram or a tag, and no other byte
    #[command(after_help = "Examples:\n\
                      \x20 tandem annotate match.bpgn --at 12b --glyph '!?' --comment \"a fine drop\" -o match.bpgn\n\
                      \x20 tandem annotate match.bpgn --tag Event=\"A friendly\" -o match.bpgn")]
    Annotate(Annotate),
    /// Make matches of boards that sites give out one at a time: JSON of chess.com, PGN of one board
    #[command(after_help = "Examples:\n\
                      \x20 tandem import FOLDER -o matches.bpgn\n\
                      \x20 tandem import 157189031.json 157189033.json -o matches.bpgn --append")]
    Import(Import),
    /// Download matches from chess.com, both boards of each; exit 0 if all came whole, 1 if some are missing or half, 2 if
    /// nothing came
    #[command(after_help = "Examples:\n\
                      \x20 tandem fetch https://www.chess.com/game/live/157189031 -o match.bpgn\n\
                      \x20 tandem fetch NAME --last 5 -o mine.bpgn --append")]
    Fetch(Fetch),
    /// Answer a Kriegspiel problem: print the plan that mates and exit with 0, or a position that escapes and
    /// exit with 1
    #[command(after_help = "Examples:\n\
                      \x20 tandem solve problems.pgn --game 2\n\
                      \x20 tandem solve problems.pgn --limit 0 --json")]
    Solve(Solve),
    /// What was there: forced mates, and what one piece more would have done; by player, or by moment as JSON
    #[command(after_help = "Examples:\n\
                      \x20 tandem analyse match.bpgn --mate 4\n\
                      \x20 tandem analyse match.bpgn --at 12b\n\
                      \x20 tandem analyse match.bpgn --json")]
    Analyse(Analyse),
    /// A line of JSON for each moment: both positions, clock, lag and match time
    #[command(after_help = "Examples:\n\
                      \x20 tandem positions match.bpgn --game 1")]
    Positions {
        /// The file
        file: PathBuf,
        /// Only this match, counted from 1
        #[arg(long, value_name = "N")]
        game: Option<usize>,
        /// The moments of its variations too, each behind the ply on which its variation stands
        #[arg(long)]
        variations: bool,
    },
    /// Add the variations of one match to another file of the same match: same start, same plies
    #[command(after_help = "Examples:\n\
                      \x20 tandem merge match.bpgn theirs.bpgn -o match.bpgn")]
    Merge(Merge),
}

/// The arguments of `tandem search`.
#[derive(Debug, Args)]
pub struct Search {
    /// What is sought: 'N@f7 mate', Nf3,pe5,-e4, sit>20
    pub question: String,
    /// The files
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Only in matches that fit, as of list
    #[arg(long, value_name = "WORDS")]
    pub find: Option<String>,
    /// In variations too, each place with its name: 21B/1/3
    #[arg(long)]
    pub variations: bool,
    /// An object a moment instead of a row
    #[arg(long)]
    pub json: bool,
    /// Only how many there are
    #[arg(long, conflicts_with = "json")]
    pub count: bool,
}

/// The arguments of `tandem check`.
#[derive(Debug, Args)]
pub struct Check {
    /// Say nothing but the sum
    #[arg(long)]
    pub quiet: bool,
    /// An object an issue instead of a line, and one for the sum
    #[arg(long)]
    pub json: bool,
    /// The files; of a folder, all files of matches in it and below
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// The arguments of `tandem players`.
#[derive(Debug, Args)]
pub struct Players {
    /// The file
    pub file: PathBuf,
    /// Only this one, in detail
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Only in matches that fit, as of list
    #[arg(long, value_name = "WORDS")]
    pub find: Option<String>,
    /// An object a player instead of a row; of one player, one object
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `tandem solve`.
#[derive(Debug, Args)]
pub struct Solve {
    /// The file
    pub file: PathBuf,
    /// The problem, counted from 1
    #[arg(long, value_name = "N")]
    pub game: Option<usize>,
    /// Give up after so many million positions; 0 for never
    #[arg(long, value_name = "MILLIONS", default_value_t = 100)]
    pub limit: u64,
    /// The answer as an object
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `tandem merge`.
#[derive(Debug, Args)]
pub struct Merge {
    /// The file of the match that takes the variations
    pub file: PathBuf,
    /// The file that has them
    pub from: PathBuf,
    /// The match that takes them, counted from 1
    #[arg(long, value_name = "N")]
    pub game: Option<usize>,
    /// The match that has them, counted from 1
    #[arg(long, value_name = "N")]
    pub from_game: Option<usize>,
    /// Where to write the first file with the variations; - for standard output
    #[arg(short, value_name = "OUT")]
    pub out: PathBuf,
}

/// The arguments of `tandem analyse`.
#[derive(Debug, Args)]
pub struct Analyse {
    /// The file; it may hold nothing but a position
    #[arg(required_unless_present = "engine")]
    pub file: Option<PathBuf>,
    /// Only this match, counted from 1
    #[arg(long, value_name = "N")]
    pub game: Option<usize>,
    /// Only this moment: 34A, 12b, a number of plies, or end; of the first match where none is named
    #[arg(long, value_name = "PLY")]
    pub at: Option<String>,
    /// The longest mate that is looked for, in moves: 1 to 9
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u8).range(1..=9))]
    pub mate: u8,
    /// Longest joint win to look for, in moves of the partner: 0 (off) to 6
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u8).range(0..=6))]
    pub deliver: u8,
    /// Ask a UCI engine that knows bughouse, too: the one at PATH, or the first that is found in PATH and /usr/games
    #[arg(long, value_name = "PATH", num_args = 0..=1)]
    pub engine: Option<Option<PathBuf>>,
    /// How many positions the engine looks at each time
    #[arg(long, value_name = "N", default_value = "60000", requires = "engine", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub nodes: u64,
    /// An object a moment instead of a report
    #[arg(long)]
    pub json: bool,
}

impl Analyse {
    /// Returns the file. In `--engine FILE` the value of the option is the file if there is no other.
    pub(super) fn path(&self) -> Option<&PathBuf> {
        let engine = self.engine.as_ref().and_then(Option::as_ref);
        self.file.as_ref().or(engine)
    }

    /// Returns the path of the engine, `Some(None)` for the first one found, or `None` without an engine.
    pub(super) fn engine_path(&self) -> Option<Option<&PathBuf>> {
        let engine = self.engine.as_ref()?;
        Some(engine.as_ref().filter(|_| self.file.is_some()))
    }
}

/// The arguments of `tandem convert`.
#[derive(Debug, Args)]
pub struct Convert {
    /// The file
    pub file: PathBuf,
    /// Where to write it; - for standard output
    #[arg(short, value_name = "OUT")]
    pub out: PathBuf,
    /// The form, where the name of OUT does not tell it
    #[arg(long, value_parser = forms::converted())]
    pub to: Option<Form>,
    /// Only this match, counted from 1
    #[arg(long, value_name = "N", help = format!(
        "Only this match, counted from 1; {} is of one match, the first where none is named", forms::of_one_match()
    ))]
    pub game: Option<usize>,
    /// The colours of boards
    #[arg(long, value_name = "NAME", help = format!(
        "The colours in {}: green, wood, blue, grey or print", forms::with_boards()
    ))]
    pub theme: Option<String>,
    /// The pieces on them
    #[arg(long, value_name = "NAME|FOLDER", default_value = "tandem", help = format!(
        "The pieces in {}: tandem, cburnett, merida, pirat, letters, or a folder of twelve files", forms::with_boards()
    ))]
    pub pieces: String,
    /// Who sits below on board A; as kriegspiel, only what this player could know
    #[arg(long = "as", value_name = "SIDE", help = format!(
        "Who sits below on board A, in {}; as kriegspiel, only what this player could know", forms::with_boards()
    ))]
    pub side: Option<Side>,
    /// As kriegspiel: only the first plies
    #[arg(long, value_name = "PLIES")]
    pub at: Option<usize>,
    /// As a link: the address of the page that opens it; without one, what comes behind the address
    #[arg(long, value_name = "ADDRESS")]
    pub page: Option<String>,
    /// As bpgn: variations out of the comments, as plain ( ) in the movetext, for programs that read those alone
    #[arg(long)]
    pub plain_variations: bool,
    /// The size of the paper
    #[arg(long, default_value = "a4", help = format!("The paper of a {}", forms::printed()))]
    pub paper: Paper,
}

/// The arguments of `tandem diagram`.
#[derive(Debug, Args)]
pub struct Diagram {
    /// The file; it may hold nothing but a position
    pub file: PathBuf,
    /// The match, counted from 1
    #[arg(long, value_name = "N")]
    pub game: Option<usize>,
    /// After which ply: 34A, 12b, a number of plies, end (the usual), or all for a file each; 21B/1/3 is in the first
    /// variation on 21B after three of its plies
    #[arg(long, value_name = "PLY")]
    pub at: Option<String>,
    /// Where to draw it; - for standard output
    #[arg(short, value_name = "OUT")]
    pub out: PathBuf,
    /// The form, where the name of OUT does not tell it
    #[arg(long, value_parser = forms::drawn())]
    pub format: Option<Form>,
    /// The ply with which an animation begins
    #[arg(long, value_name = "PLY", conflicts_with = "at")]
    pub from: Option<String>,
    /// The ply with which it ends
    #[arg(long, value_name = "PLY", conflicts_with = "at")]
    pub to: Option<String>,
    /// How many times as fast as the match was played: 0.1 to 100
    #[arg(long, value_name = "N", conflicts_with = "at")]
    pub speed: Option<f64>,
    /// How many pixels wide: 32 to 8192, an animation to 2048
    #[arg(long, value_name = "PX")]
    pub size: Option<u32>,
    /// The colours: green, wood, blue, grey or print
    #[arg(long, value_name = "NAME", default_value = "green")]
    pub theme: String,
    /// Who sits below on board A, or on the only board, where White is the usual; of a game of Kriegspiel, whose side
    /// it is seen from, where the referee's is the usual
    #[arg(long = "as")]
    pub side: Option<Side>,
    /// Draw where the other side's pieces may stand in a game of Kriegspiel
    #[arg(long)]
    pub belief: bool,
    /// Which boards
    #[arg(long, default_value = "both")]
    pub board: Shown,
    /// The pieces: tandem, cburnett, merida, pirat, letters, or a folder of twelve files wK.svg to bP.svg
    #[arg(long, value_name = "NAME|FOLDER", default_value = "tandem")]
    pub pieces: String,
    /// What is behind: theme, none, or a colour such as #ffffff
    #[arg(long, value_name = "COLOR", default_value = "theme")]
    pub background: String,
    /// A line below the boards
    #[arg(long, value_name = "TEXT")]
    pub caption: Option<String>,
    /// An arrow (A:e2e4) or a circle (B:f7), with :red, :blue or :yellow; may be given several times
    #[arg(long, value_name = "MARK")]
    pub mark: Vec<String>,
    /// What is left out, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "WHAT")]
    pub hide: Vec<Hide>,
}

/// The arguments of `tandem import`.
#[derive(Debug, Args)]
pub struct Import {
    /// JSON, PGN, or folders of these, packed (.zip, .tar.gz) or not; boards of one match are found among all of them
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Where the matches go as BPGN; standard output if it is not given
    #[arg(short, long = "out", value_name = "OUT")]
    pub out: Option<PathBuf>,
    /// Put the matches behind those that OUT has, without those that are there already
    #[arg(long, requires = "out")]
    pub append: bool,
}

/// The arguments of `tandem fetch`.
#[derive(Debug, Args)]
pub struct Fetch {
    /// A link or the number of a game, or the name of a player
    #[arg(value_name = "LINK|NUMBER|NAME")]
    pub what: String,
    /// Only this month of the player; the latest month with games if nothing is given
    #[arg(long, value_name = "YYYY-MM", conflicts_with_all = ["since", "last"])]
    pub month: Option<String>,
    /// The player's matches from this day on
    #[arg(long, value_name = "YYYY-MM-DD", conflicts_with = "last")]
    pub since: Option<String>,
    /// The player's latest N matches
    #[arg(long, value_name = "N")]
    pub last: Option<usize>,
    /// Where the matches go as BPGN; standard output if it is not given
    #[arg(short, long = "out", value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Add the matches to those in FILE, without those that are there already
    #[arg(long, requires = "out")]
    pub append: bool,
    /// A summary as JSON on standard error
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `tandem annotate`.
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

/// Sizes of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Paper {
    /// 210 × 297 mm.
    A4,
    /// 8.5 × 11 inches.
    Letter,
}

/// One of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

/// Which boards are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shown {
    /// Board A.
    A,
    /// Board B.
    B,
    /// Both.
    Both,
}

/// What a picture can do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Hide {
    /// Players.
    Names,
    /// Clocks.
    Clocks,
    /// Reserves.
    Reserves,
    /// Letters and numbers at the edge.
    Coordinates,
    /// The last move.
    LastMove,
}

/// When words are in colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Colors {
    /// On a terminal.
    #[default]
    Auto,
    /// Everywhere.
    Always,
    /// Nowhere.
    Never,
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    /// On.
    On,
    /// Off.
    Off,
}
