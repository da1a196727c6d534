//! The command line: options, subcommands and their help. Doc comments of options are help texts.

use super::{Analyse, Puzzles, Solve, format_arguments, search};
use crate::{
    diagram::Sheet,
    file::UnpackLimits,
    formats::{FileFormat, FormatRow},
    rules::Color,
};
use clap::{
    Args, Parser, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use std::{num::NonZero, path::PathBuf};

/// Replay and study bughouse chess matches
#[derive(Debug, Parser)]
#[command(
    name = "tandem",
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Without a subcommand, opens the window with FILE, or with the start page.\n\
                  Exit status: 0 success, 1 errors in the files, 2 failure.\n\
                  Use - as FILE for standard input.\n\
                  \n\
                  Examples:\n\
                  \x20 tandem match.bpgn --at 12b\n\
                  \x20 tandem list match.bpgn\n\
                  \x20 tandem check FOLDER\n\
                  Run tandem COMMAND --help for examples of each command."
)]
pub struct Arguments {
    /// File to open; several files or a folder open as one list
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Match to show, counted from 1
    #[arg(long, value_name = "N")]
    pub game: Option<usize>,
    /// Move to go to: 34A, 12b, a number of half-moves, or end
    #[arg(long, value_name = "PLY")]
    pub at: Option<String>,
    /// Unpack at most MB megabytes of a compressed file (default: 512 MB in memory or 64 GB on disk, and 250 times the size
    /// of the file)
    #[arg(long, global = true, value_name = "MB", value_parser = unpack_limits(), default_value = "0", hide_default_value = true)]
    pub unpack: UnpackLimits,
    /// When to colour output; auto means on a terminal, unless `NO_COLOR` is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Colors,
    /// Subcommand; needs no display
    #[command(subcommand)]
    pub command: Option<Subcommand>,
}

/// A subcommand, which runs without a window.
#[derive(Debug, clap::Subcommand)]
pub enum Subcommand {
    /// Check every match: print each issue and a summary
    #[command(after_help = "Examples:\n\
                      \x20 tandem check match.bpgn\n\
                      \x20 tandem check --quiet FOLDER\n\
                      \x20 tandem check --json match.bpgn")]
    Check(Check),
    /// List matches, one row each
    #[command(
        after_help = "Matches of the same two teams within an hour of each other form a series. They are listed together, with the\n\
                      score of the series, whose first number belongs to the first team of its first match. --json keeps the order\n\
                      of the file. There \"series\" is null or an object: number (of the series, from 1), match and of (match 2 of 5), score\n\
                      (points of both teams, the first team of the match first). Times come from the tags Date (or UTCDate) and\n\
                      Time (or UTCTime), or else from EndTime.\n\
                      \n\
                      Examples:\n\
                      \x20 tandem list match.bpgn\n\
                      \x20 tandem list FOLDER --find 'gnejs elo>2200' --csv"
    )]
    List(List),
    /// Explore openings: the moves played in a position, with counts, results and times
    #[command(
        after_help = "Prints for each move the number of boards on which it was played, the move, the score of the team that\n\
                      played it (%), over the boards of finished matches, and the mean time. A match has two boards.\n\
                      \n\
                      Examples:\n\
                      \x20 tandem openings match.bpgn\n\
                      \x20 tandem openings FOLDER --find player:gnejs --as white\n\
                      \x20 tandem openings FOLDER match.bpgn --find 'elo>2200' --json"
    )]
    Openings(Openings),
    /// List players with matches, points and highest rating, or show one player in detail
    #[command(
        after_help = "Prints for each player the number of matches, the score in finished matches (%), the highest\n\
                      rating and the name.\n\
                      \n\
                      Examples:\n\
                      \x20 tandem players match.bpgn\n\
                      \x20 tandem players match.bpgn --player rln --json"
    )]
    Players(Players),
    /// Find positions, drops, mates and sits
    #[command(after_help = format!("{}\n\
                      The missed mates of each player: tandem analyse --summary\n\n\
                      Examples:\n\
                      \x20 tandem search 'N@f7 mate' match.bpgn\n\
                      \x20 tandem search 'sit>20 by:gnejs' FOLDER --count",
                      search::terms_text()))]
    Search(Search),
    /// Convert to another format; bpgn copies the bytes unchanged
    #[command(after_help = format!("Examples:\n\
                      \x20 tandem convert match.bpgn -o match.html\n\
                      \x20 tandem convert match.bpgn -o match.pdf --paper letter\n\
                      \x20 tandem convert match.bpgn -o end.pdf --moves 30A.. --no-clocks\n\
                      \x20 tandem convert match.bpgn -o - --to bgn\n\n\
                      {}", format_arguments::losses_text()))]
    Convert(Convert),
    /// Draw a position as SVG, PNG or PDF, or a range of moves as an animated GIF
    #[command(after_help = "Examples:\n\
                      \x20 tandem diagram match.bpgn --at 12b -o moment.svg\n\
                      \x20 tandem diagram match.bpgn --from 8A --to 12b --speed 4 -o end.gif\n\
                      \x20 tandem diagram match.bpgn --mark A:e2e4:red --hide clocks,names -o end.png")]
    Diagram(Diagram),
    /// Edit an annotation, comment, diagram or tag; leaves all other bytes unchanged
    #[command(after_help = "Examples:\n\
                      \x20 tandem annotate match.bpgn --at 12b --glyph '!?' --comment \"a fine drop\" -o match.bpgn\n\
                      \x20 tandem annotate match.bpgn --tag Event=\"A friendly\" -o match.bpgn")]
    Annotate(Annotate),
    /// Import single-board exports as matches: chess.com JSON, single-board PGN
    #[command(after_help = "Examples:\n\
                      \x20 tandem import FOLDER -o matches.bpgn\n\
                      \x20 tandem import 157189031.json 157189033.json -o matches.bpgn --append")]
    Import(Import),
    /// Download matches from chess.com, both boards of each; exit status 0 if all are complete, 1 if some are missing
    /// or incomplete, 2 if there are none
    #[command(after_help = "Examples:\n\
                      \x20 tandem fetch https://www.chess.com/game/live/157189031 -o match.bpgn\n\
                      \x20 tandem fetch NAME --last 5 -o mine.bpgn --append")]
    Fetch(Fetch),
    /// Solve a Kriegspiel problem: print a mating plan or a position that refutes every plan, or with --all everything a composer needs
    #[command(after_help = "Examples:\n\
                      \x20 tandem solve problems.pgn --game 2\n\
                      \x20 tandem solve problems.pgn --game 2 --all --json\n\
                      \x20 tandem solve problems.pgn --limit 0 --json\n\
                      \n\
                      Exit status: 0 if every problem has a solution, 1 if one has none or the file has errors, 2 if a\n\
                      search was undecided.")]
    Solve(Solve),
    /// Report mates found and missed, by player, or by position as JSON
    #[command(after_help = "Examples:\n\
                      \x20 tandem analyse match.bpgn --mate 4\n\
                      \x20 tandem analyse match.bpgn --at 12b\n\
                      \x20 tandem analyse match.bpgn --json\n\
                      \x20 tandem analyse match.bpgn --review\n\
                      \x20 tandem analyse FOLDER --summary")]
    Analyse(Analyse),
    /// Make a set of puzzles from matches: positions with their solutions, pages with the answers at the end, or JSON
    #[command(
        after_help = "Near-duplicates are merged: the same threat at successive moments is one puzzle. The set is ordered from easy to\n\
                      hard. In BPGN, each puzzle is a position with its solution as variations; open the file in the\n\
                      window to solve them.\n\
                      \n\
                      Examples:\n\
                      \x20 tandem puzzles match.bpgn -o puzzles.bpgn\n\
                      \x20 tandem puzzles match.bpgn --count 20 -o puzzles.pdf\n\
                      \x20 tandem puzzles FOLDER --kind mate --json"
    )]
    Puzzles(Puzzles),
    /// Print one line of JSON per position: both boards, clocks, lag and match time
    #[command(after_help = "Examples:\n\
                      \x20 tandem positions match.bpgn --game 1")]
    Positions(Positions),
    /// Merge the variations of two files of the same match
    #[command(after_help = "Examples:\n\
                      \x20 tandem merge match.bpgn theirs.bpgn -o match.bpgn")]
    Merge(Merge),
    /// Print shell completions
    #[command(after_help = "Examples:\n\
                      \x20 tandem completions bash")]
    Completions {
        /// The shell
        shell: Shell,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shell {
    /// Bash.
    Bash,
    /// Zsh.
    Zsh,
    /// Fish.
    Fish,
}

impl Shell {
    pub(super) const fn completions(self) -> &'static [u8] {
        match self {
            Self::Bash => include_bytes!("../../packaging/completions/tandem.bash"),
            Self::Zsh => include_bytes!("../../packaging/completions/_tandem"),
            Self::Fish => include_bytes!("../../packaging/completions/tandem.fish"),
        }
    }
}

#[derive(Debug, Args)]
pub struct List {
    /// Files or folders
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print one JSON object per match
    #[arg(long)]
    pub json: bool,
    /// Print only the number of matches
    #[arg(long, conflicts_with = "json")]
    pub count: bool,
    /// Print a CSV table
    #[arg(long, conflicts_with_all = ["json", "count"])]
    pub csv: bool,
    /// Filter: part of a player, event or file name, gnejs vs death, elo>2200, 1-0, mate, 2006..2008, plies>80, tc:180+0,
    /// has:comment
    #[arg(long, value_name = "WORDS")]
    pub find: Option<String>,
    /// Add the number of drops; replays every match
    #[arg(long, conflicts_with = "count")]
    pub drops: bool,
    #[arg(from_global)]
    pub unpack: UnpackLimits,
}

#[derive(Debug, Args)]
pub struct Openings {
    /// Files or folders
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Position as FEN (default: the starting position)
    #[arg(long, value_name = "FEN")]
    pub position: Option<String>,
    /// Filter matches, as in tandem list --find
    #[arg(long, value_name = "WORDS")]
    pub find: Option<String>,
    /// Only boards on which the player named in --find (player:gnejs or me) has this color
    #[arg(long = "as", value_name = "SIDE", requires = "find", value_parser = side())]
    pub side: Option<Color>,
    /// Print one JSON object per move
    #[arg(long)]
    pub json: bool,
    #[arg(from_global)]
    pub unpack: UnpackLimits,
}

#[derive(Debug, Args)]
pub struct Positions {
    /// File
    pub file: PathBuf,
    /// Only this match, counted from 1
    #[arg(long, value_name = "N")]
    pub game: Option<usize>,
    /// Include variations, each after the move it belongs to
    #[arg(long)]
    pub variations: bool,
    #[arg(from_global)]
    pub unpack: UnpackLimits,
}

#[derive(Debug, Args)]
pub struct Search {
    /// Search terms: 'N@f7 mate', Nf3,pe5,-e4, sit>20
    #[arg(allow_hyphen_values = true)]
    pub query: String,
    /// Files or folders
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Filter matches, as in tandem list --find
    #[arg(long, value_name = "WORDS")]
    pub find: Option<String>,
    /// Include variations, printed as 21B/1/3
    #[arg(long)]
    pub variations: bool,
    /// Print one JSON object per result
    #[arg(long)]
    pub json: bool,
    /// Print only the number of results
    #[arg(long, conflicts_with = "json")]
    pub count: bool,
    #[arg(from_global)]
    pub unpack: UnpackLimits,
}

#[derive(Debug, Args)]
pub struct Check {
    /// Print only the summary
    #[arg(long)]
    pub quiet: bool,
    /// Print one JSON object per issue, and one for the summary
    #[arg(long)]
    pub json: bool,
    /// Files or folders (searched recursively)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[arg(from_global)]
    pub unpack: UnpackLimits,
}

#[derive(Debug, Args)]
pub struct Players {
    /// Files or folders
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Show one player in detail; without NAME, yourself (“My names” in the settings)
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "me")]
    pub player: Option<String>,
    /// Filter matches, as in tandem list --find
    #[arg(long, value_name = "WORDS")]
    pub find: Option<String>,
    /// Print one JSON object per player
    #[arg(long)]
    pub json: bool,
    #[arg(from_global)]
    pub unpack: UnpackLimits,
}

#[derive(Debug, Args)]
pub struct Merge {
    /// File to add variations to
    pub file: PathBuf,
    /// File to take variations from
    pub from: PathBuf,
    /// Match in FILE, counted from 1
    #[arg(long, value_name = "N")]
    pub game: Option<usize>,
    /// Match in FROM, counted from 1
    #[arg(long, value_name = "N")]
    pub from_game: Option<usize>,
    /// Output file; - for standard output
    #[arg(short, value_name = "OUT")]
    pub out: PathBuf,
    #[arg(from_global)]
    pub unpack: UnpackLimits,
}

#[derive(Debug, Args)]
pub struct Convert {
    /// File
    pub file: PathBuf,
    /// Output file; - for standard output
    #[arg(short, value_name = "OUT")]
    pub out: PathBuf,
    /// Output format (default: from the name of OUT)
    #[arg(long, value_parser = format_arguments::parser(FormatRow::is_converted))]
    pub to: Option<FileFormat>,
    /// Only this match, counted from 1
    #[arg(long, value_name = "N", help = format!(
        "Only this match, counted from 1; {} holds one match (default: the first)", format_arguments::values_in_words(|format| format == FileFormat::Page)
    ))]
    pub game: Option<usize>,
    /// Filter matches, as in tandem list --find
    #[arg(long, value_name = "WORDS", conflicts_with_all = ["game", "plain_variations"])]
    pub find: Option<String>,
    /// Board colours
    #[arg(long, value_name = "NAME", help = format!(
        "Board colours in {}: green, wood, blue, grey or print", format_arguments::formats_with_boards()
    ))]
    pub theme: Option<String>,
    /// Pieces
    #[arg(long, value_name = "NAME|FOLDER", help = format!(
        "Pieces in {}: tandem (default), cburnett, merida, pirat, letters, or a folder of twelve SVG files", format_arguments::formats_with_boards()
    ))]
    pub pieces: Option<String>,
    /// Side at the bottom of board A; for kriegspiel, the player whose view to write
    #[arg(long = "as", value_name = "SIDE", value_parser = side(), help = format!(
        "Side at the bottom of board A in {}; for kriegspiel, the player whose view to write", format_arguments::formats_with_boards()
    ))]
    pub side: Option<Color>,
    /// For kriegspiel: only the first PLIES half-moves
    #[arg(long, value_name = "PLIES")]
    pub at: Option<usize>,
    /// For link: address of the page that opens it (default: print only the part from #m=)
    #[arg(long, value_name = "ADDRESS")]
    pub page: Option<String>,
    /// For bpgn: write variations in plain ( ) in the movetext, for programs that cannot read them in comments
    #[arg(long)]
    pub plain_variations: bool,
    /// For pdf: end each match with a diagram of the final position, unless it has one there; a game of Kriegspiel always has one
    #[arg(long)]
    pub final_diagram: bool,
    /// For pdf: only the moves FROM..TO of one bughouse match, such as 12A..20b, 12A.. or ..20b, after a diagram of the position
    #[arg(long, value_name = "FROM..TO")]
    pub moves: Option<String>,
    /// For pdf of bughouse matches: leave out the clocks of the moves and diagrams
    #[arg(long)]
    pub no_clocks: bool,
    /// Paper size
    #[arg(long, help = format!("Paper size of {} (default: a4)", format_arguments::values_in_words(|format| format == FileFormat::Print)))]
    pub paper: Option<PaperSize>,
    #[arg(from_global)]
    pub unpack: UnpackLimits,
}

#[derive(Debug, Args)]
pub struct Diagram {
    /// File with matches, or with a position
    pub file: PathBuf,
    /// Match, counted from 1
    #[arg(long, value_name = "N")]
    pub game: Option<usize>,
    /// Position after this move: 34A, 12b, a number of half-moves, end (default), or all for one file per move; 21B/1/3 is the third move of the first variation on 21B
    #[arg(long, value_name = "PLY")]
    pub at: Option<String>,
    /// Output file; - for standard output
    #[arg(short, value_name = "OUT")]
    pub out: PathBuf,
    /// Output format (default: from the name of OUT)
    #[arg(long, value_parser = format_arguments::parser(FormatRow::is_drawn))]
    pub format: Option<FileFormat>,
    /// First move of an animation
    #[arg(long, value_name = "PLY", conflicts_with = "at")]
    pub from: Option<String>,
    /// Last move of an animation
    #[arg(long, value_name = "PLY", conflicts_with = "at")]
    pub to: Option<String>,
    /// Playback speed: 0.1 to 100 times the original
    #[arg(long, value_name = "N", conflicts_with = "at")]
    pub speed: Option<f64>,
    /// Width in pixels: 32 to 8192 (animations: up to 2048)
    #[arg(long, value_name = "PX")]
    pub size: Option<u32>,
    /// Board colours: green, wood, blue, grey or print
    #[arg(long, value_name = "NAME", default_value = "green")]
    pub theme: String,
    /// Side at the bottom of board A (default: white); in a game of Kriegspiel, whose view to draw (default: the
    /// referee's)
    #[arg(long = "as", value_parser = side())]
    pub side: Option<Color>,
    /// Draw where the opponent's pieces may be in a game of Kriegspiel
    #[arg(long)]
    pub belief: bool,
    /// Boards to draw
    #[arg(long, default_value = "both")]
    pub board: BoardSelection,
    /// Pieces: tandem, cburnett, merida, pirat, letters, or a folder of twelve files wK.svg to bP.svg
    #[arg(long, value_name = "NAME|FOLDER", default_value = "tandem")]
    pub pieces: String,
    /// Background: theme, none, or a colour such as #ffffff
    #[arg(long, value_name = "COLOR", default_value = "theme")]
    pub background: String,
    /// Caption below the boards
    #[arg(long, value_name = "TEXT")]
    pub caption: Option<String>,
    /// Arrow (A:e2e4) or circle (B:f7), optionally with :red, :blue or :yellow; repeatable
    #[arg(long, value_name = "MARK")]
    pub mark: Vec<String>,
    /// Elements to hide, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "WHAT")]
    pub hide: Vec<Hide>,
    #[arg(from_global)]
    pub unpack: UnpackLimits,
}

#[derive(Debug, Args)]
pub struct Import {
    /// JSON, PGN or pychess pages, folders, or archives (.zip, .tar.gz); boards are paired across all of them
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Output file in BPGN (default: standard output)
    #[arg(short, long = "out", value_name = "OUT")]
    pub out: Option<PathBuf>,
    /// Append to OUT, skipping matches it already has
    #[arg(long, requires = "out")]
    pub append: bool,
    /// Import the chat of pychess pages as comments
    #[arg(long)]
    pub chat: bool,
    #[arg(from_global)]
    pub unpack: UnpackLimits,
}

#[derive(Debug, Args)]
pub struct Fetch {
    /// Link or number of a game, or name of a player
    #[arg(value_name = "LINK|NUMBER|NAME")]
    pub what: String,
    /// Only this month of the player (default: with --append, everything since the latest match in FILE; otherwise
    /// the latest month with games)
    #[arg(long, value_name = "YYYY-MM", conflicts_with_all = ["since", "last"])]
    pub month: Option<String>,
    /// The player's matches from this day on
    #[arg(long, value_name = "YYYY-MM-DD", conflicts_with = "last")]
    pub since: Option<String>,
    /// The player's latest N matches
    #[arg(long, value_name = "N")]
    pub last: Option<NonZero<usize>>,
    /// Output file in BPGN (default: standard output)
    #[arg(short, long = "out", value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Append to FILE, skipping matches it already has
    #[arg(long, requires = "out")]
    pub append: bool,
    /// Print the summary as JSON on standard error
    #[arg(long)]
    pub json: bool,
    #[arg(from_global)]
    pub unpack: UnpackLimits,
}

#[derive(Debug, Args)]
pub struct Annotate {
    /// File
    pub file: PathBuf,
    /// Match, counted from 1
    #[arg(long, value_name = "N")]
    pub game: Option<usize>,
    /// Move: 34A, 12b, a number of half-moves (0 for the match itself), or end
    #[arg(long, value_name = "PLY", required_unless_present = "tag")]
    pub at: Option<String>,
    /// Annotation, such as ! or ?!; empty to remove it
    #[arg(long, value_name = "G", requires = "at")]
    pub glyph: Option<String>,
    /// Comment; empty to remove it
    #[arg(long, value_name = "TEXT", requires = "at")]
    pub comment: Option<String>,
    /// Insert (on) or remove (off) a diagram
    #[arg(long, requires = "at")]
    pub diagram: Option<Switch>,
    /// Tag and value; repeatable
    #[arg(long, value_name = "NAME=VALUE")]
    pub tag: Vec<String>,
    /// Output file; - for standard output
    #[arg(short, value_name = "OUT")]
    pub out: PathBuf,
    #[arg(from_global)]
    pub unpack: UnpackLimits,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PaperSize {
    /// 210 × 297 mm.
    A4,
    /// 8.5 × 11 inches.
    Letter,
}

impl PaperSize {
    /// Returns the width and height, in points.
    pub(super) const fn points(self) -> (f32, f32) {
        match self {
            Self::A4 => Sheet::A4,
            Self::Letter => Sheet::LETTER,
        }
    }
}

/// Returns the parser of the limit on unpacking, in megabytes; 0 stands for the default.
fn unpack_limits() -> impl TypedValueParser<Value = UnpackLimits> {
    clap::value_parser!(u64).map(|mb| match mb {
        0 => UnpackLimits::DEFAULT,
        mb => UnpackLimits::allowing(mb.saturating_mul(1_000_000)),
    })
}

/// Returns the parser of a side.
fn side() -> impl TypedValueParser<Value = Color> {
    let white = PossibleValue::new("white").help("White");
    let black = PossibleValue::new("black").help("Black");
    let color = |side: String| Color::from_white(side == "white");
    PossibleValuesParser::new([white, black]).map(color)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BoardSelection {
    /// Board A.
    A,
    /// Board B.
    B,
    /// Both.
    Both,
}

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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    /// On.
    On,
    /// Off.
    Off,
}
