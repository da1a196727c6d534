//! The subcommands. They run without a display and write results to one stream and problems to another.

mod analyse;
mod analysis_progress;
mod annotate;
mod archives;
mod arguments;
mod check;
mod convert;
mod convert_options;
mod diagram;
mod evaluation;
mod fetch;
mod findings;
mod format_arguments;
mod game_diagram;
mod game_pages;
mod import;
mod issues;
mod kriegspiel;
mod line_buffer;
mod list;
mod merge;
mod missed;
mod mistyped;
mod openings;
mod picture_files;
mod players;
mod positions;
mod progress;
mod puzzles;
mod record_file;
mod review;
mod search;
mod solve;
mod stream;
mod study_arguments;
mod subcommand_output;
mod target;
mod terminal;

pub use arguments::{
    Annotate, Arguments, BoardSelection, Check, Colors, Convert, Diagram, Fetch, Hide, Import,
    List, Merge, Openings, PaperSize, Players, Positions, Search, Shell, Subcommand, Switch,
};
pub use mistyped::{is_command, no_such_command};
pub use progress::{Progress, ProgressWriter};
pub use stream::Stream;
pub use study_arguments::{Analyse, Puzzles, Solve};
pub use subcommand_output::subcommand_output;

use record_file::RecordFile;
use solve::SolveError;
use stream::RED;
use target::{check_name_of_records, check_target, copy, write, write_changed, write_with};

use crate::{
    archive::{FilterError, RowFilter, WalkError},
    diagram::{
        AnimationError, BackgroundError, MarkError, PdfError, PictureError, PieceSetError,
        missing_characters_text,
    },
    document::{ChangeError, Document, source_of_position},
    engine::EngineError,
    file::{FileError, Source, Text},
    formats::{AddError, LinkError, ListError, NameError, PuzzleSetError, ReadFile},
    import::SkippedFiles,
    kriegspiel::{BeliefError, Obstacle},
    rules::{BfenError, Numbers},
    search::SearchQueryError,
    settings::Store,
    text,
};
use serde::Serialize;
use std::{
    error::Error,
    io::{self, Write},
    iter,
    ops::ControlFlow,
    path::PathBuf,
};

/// The exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// The command succeeded.
    Fine = 0,
    /// The command completed, but the input has errors, or the result is negative or incomplete.
    Errors = 1,
    /// The command failed, for example because of wrong arguments or a disk error.
    Failed = 2,
}

/// The result of a subcommand, or of one of its steps.
type Result<T = Exit, E = CliError> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
enum CliError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("no match {game}: the file has {records}")]
    NoSuchGame { game: usize, records: usize },
    #[error("{}: no bughouse match in this file", .0.display())]
    NoMatch(PathBuf),
    #[error("{}: the file is empty", .0.display())]
    Empty(PathBuf),
    #[error("{}: the output would overwrite the input", .0.display())]
    OwnInput(PathBuf),
    #[error("no player named {0} in these matches")]
    NoSuchPlayer(String),
    #[error("no move {0} in this match")]
    NoSuchPly(String),
    #[error("game {0} is not Kriegspiel")]
    NoKriegspiel(usize),
    #[error(transparent)]
    Merge(#[from] crate::document::MergeError),
    #[error(transparent)]
    Walk(#[from] WalkError),
    #[error("{path}: cannot unpack the whole file ({0})", path = .1.display())]
    Torn(String, PathBuf),
    #[error(transparent)]
    Name(#[from] NameError),
    #[error(transparent)]
    List(#[from] ListError),
    #[error("--find: {0}")]
    Find(#[from] FilterError),
    /// A syntax error in a query, and what to do instead.
    #[error("{0}{1}")]
    Query(SearchQueryError, String),
    #[error(transparent)]
    Change(#[from] ChangeError),
    #[error("game {game}: {why}")]
    Belief { game: usize, why: BeliefError },
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// An option that is given, but that the format does not have.
    #[error("{option} is for {formats}, not for {format}")]
    OptionOfOther { option: &'static str, formats: String, format: &'static str },
    #[error("{}: unknown {what}; use {endings}, or add {option} FORMAT", .out.display())]
    UnknownFormat { out: PathBuf, what: &'static str, endings: String, option: &'static str },
    #[error("--belief needs --as white or --as black")]
    WhoseBelief,
    #[error(transparent)]
    Animation(#[from] AnimationError),
    #[error("not a valid position: {0}")]
    Position(#[from] BfenError),
    /// Nothing can be said about a record, for example because its starting position is invalid.
    #[error("game {game}: {why}")]
    Obstacle { game: usize, why: Obstacle },
    #[error(transparent)]
    Background(#[from] BackgroundError),
    #[error(transparent)]
    Mark(#[from] MarkError),
    #[error(transparent)]
    Pieces(#[from] PieceSetError),
    #[error(transparent)]
    Picture(#[from] PictureError),
    #[error(transparent)]
    Pages(#[from] PdfError),
    #[error(transparent)]
    Puzzles(#[from] PuzzleSetError),
    #[error(transparent)]
    Add(#[from] AddError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Link(#[from] LinkError),
    #[error("{}: no match files in this folder{}", .0.display(), .1.suffix())]
    EmptyFolder(PathBuf, SkippedFiles),
    #[error("{}", .0.with_reason())]
    Fetch(#[from] crate::import::fetch::FetchError),
    #[error("cannot write the result ({0})")]
    Write(#[from] io::Error),
    /// A message of a single place in the code.
    #[error("{0}")]
    Words(String),
}

impl From<String> for CliError {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}

impl From<&str> for CliError {
    fn from(words: &str) -> Self {
        Self::Words(words.to_owned())
    }
}

/// Runs `command` with plain output: results to `out`, problems to `err`.
pub fn run(command: &Subcommand, out: &mut dyn Write, err: &mut dyn Write) -> Exit {
    run_on(command, &mut Stream::new(out), &mut Stream::new(err))
}

/// Runs `command` on streams that may have colours and a progress line.
pub fn run_on(command: &Subcommand, out: &mut Stream<'_>, err: &mut Stream<'_>) -> Exit {
    let result = match command {
        Subcommand::Check(args) => check::run(args, out, err),
        Subcommand::Convert(args) => convert::run(args, out, err),
        Subcommand::Diagram(args) => diagram::run(args, out, err),
        Subcommand::Annotate(args) => annotate::run(args, out, err),
        Subcommand::Import(args) => import::run(args, out, err),
        Subcommand::Fetch(args) => fetch::run(args, out, err),
        Subcommand::List(args) => list::run(args, out, err),
        Subcommand::Openings(args) => openings::run(args, out, err),
        Subcommand::Players(args) => players::run(args, out, err),
        Subcommand::Search(args) => search::run(args, out, err),
        Subcommand::Solve(args) => solve::run(args, out, err),
        Subcommand::Analyse(args) if args.summary => missed::run(args, out, err),
        Subcommand::Analyse(args) if args.findings => findings::run(args, out, err),
        Subcommand::Analyse(args) if args.review => review::run(args, out, err),
        Subcommand::Analyse(args) => analyse::run(args, out, err),
        Subcommand::Positions(args) => positions::run(args, out, err),
        Subcommand::Puzzles(args) => puzzles::run(args, out, err),
        Subcommand::Merge(args) => merge::run(args, out, err),
        Subcommand::Completions { shell } => {
            out.write_all(shell.completions()).map(|()| Exit::Fine).map_err(CliError::from)
        }
    };
    match result.and_then(|done| Ok(out.flush().map(|()| done)?)) {
        Ok(done) => done,
        // The reader of the output needs no more.
        Err(error) if is_broken_pipe(&error) => Exit::Fine,
        Err(error) => {
            let _ = err.write_painted(RED, "tandem:");
            let _ = writeln!(err, " {error}");
            // The file was read, but has no match.
            let is_read = matches!(
                error,
                CliError::NoMatch(_) | CliError::Empty(_) | CliError::Obstacle { .. }
            );
            if is_read { Exit::Errors } else { Exit::Failed }
        }
    }
}

/// Parses a filter, in which `me` means the user.
fn parse_filter(words: Option<&str>) -> Result<RowFilter> {
    let filter: RowFilter = words.unwrap_or_default().parse()?;
    Ok(filter.with_user(&user_names()))
}

/// Returns the names that `--player` means: `me` stands for the user's own names.
fn names_of(player: &str) -> Vec<String> {
    match player {
        "me" => user_names(),
        name => vec![name.to_owned()],
    }
}

/// Returns the error for a player who is not found. `names` are empty if `me` is queried and the user's are not set.
fn no_such_player(names: &[String]) -> CliError {
    match names {
        [] => "your names are not set; name a player, or set “My names” in the settings".into(),
        names => CliError::NoSuchPlayer(names.join(", ")),
    }
}

/// Returns the user's own player names, as set in the window.
fn user_names() -> Vec<String> {
    Store::for_user().peek().names()
}

/// Returns whether `error` was caused by a broken pipe: the reader of the output has closed the pipe.
fn is_broken_pipe(error: &CliError) -> bool {
    let first: &dyn Error = error;
    iter::successors(Some(first), |&error| error.source())
        .filter_map(|error| error.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Returns the place in `found`. If `found` is `None`, fails with the error that there is no ply `name`.
fn ply_named<T>(found: Option<T>, name: &str) -> Result<T> {
    found.ok_or_else(|| CliError::NoSuchPly(name.to_owned()))
}

/// Reads the whole of `text`, and returns it with the exit status. Reports lines of BGN that are not matches; the
/// status is then [`Exit::Errors`].
fn read_text(text: &Text, err: &mut dyn Write) -> Result<(ReadFile, Exit)> {
    let path = text.path();
    let mut file = ReadFile::of(text)?;
    if let Some(torn) = file.torn.take() {
        return Err(CliError::Torn(torn.to_string(), path.to_owned()));
    }
    if let Some(warning) = file.warning {
        writeln!(err, "tandem: {}: {warning}", path.display())?;
    }
    let mut done = Exit::Fine;
    for line in file.bgn.iter().flat_map(|bgn| &bgn.unreadable_lines) {
        writeln!(err, "tandem: {}: {line}", path.display())?;
        done = Exit::Errors;
    }
    Ok((file, done))
}

/// If match `game` stops at an illegal move, reports that and returns [`Exit::Errors`].
fn print_cut_short(game: usize, document: &Document, err: &mut dyn Write) -> Result {
    if !document.played().cut_short {
        return Ok(Exit::Fine);
    }
    print_partial(game, err)?;
    Ok(Exit::Errors)
}

/// Fails if `obstacle`, the reason why nothing can be said about record `game`, is given.
fn check_obstacle(game: usize, obstacle: Option<Obstacle>) -> Result<()> {
    obstacle.map_or(Ok(()), |why| Err(CliError::Obstacle { game, why }))
}

/// Fails if the starting position of match `game` cannot be read.
fn check_start(game: usize, document: &Document) -> Result<()> {
    check_obstacle(game, document.played().unreadable_start().map(Obstacle::Start))
}

/// Like [`check_start`], for one of several matches: reports the reason. Returns whether the start can be read.
fn has_readable_start(game: usize, document: &Document, err: &mut dyn Write) -> io::Result<bool> {
    let Err(why) = check_start(game, document) else { return Ok(true) };
    writeln!(err, "tandem: {why}")?;
    Ok(false)
}

/// Reports that match `game` stops at an illegal move.
fn print_partial(game: usize, err: &mut dyn Write) -> io::Result<()> {
    writeln!(err, "tandem: game {game} stops at an illegal move")
}

/// Reports that the matches `games` stop at an illegal move. Returns [`Exit::Errors`] if there are any.
fn print_all_partial(games: &[usize], err: &mut dyn Write) -> Result {
    games.iter().try_for_each(|&game| print_partial(game, err))?;
    Ok(if games.is_empty() { Exit::Fine } else { Exit::Errors })
}

/// Returns whether a walk whose callback returns this value goes on.
const fn stop_if(is_done: bool) -> ControlFlow<()> {
    if is_done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

fn write_json(object: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    text::write_json(out, object)?;
    writeln!(out)
}

/// Reports the characters that no font has. The picture shows empty boxes for them.
fn print_missing_characters(characters: &[char], err: &mut dyn Write) -> io::Result<()> {
    match missing_characters_text(characters) {
        Some(words) => writeln!(err, "tandem: {words}"),
        None => Ok(()),
    }
}

/// The warning about a position whose last two numbers could also be move counters.
const READ_AS_CLOCKS: &str =
    "the last two numbers were read as clocks in seconds, not as move counters";

/// Returns a record that starts at the position in `source`, or `None` if `source` holds anything else. If the last two
/// numbers of the position are ambiguous, also returns how they were read. Fails if the position is invalid, since it
/// would otherwise be read as a match without moves.
fn position_of(source: &Source) -> Result<Option<(Source, Option<Numbers>)>, BfenError> {
    let text = match std::str::from_utf8(source.bytes()) {
        Ok(text) if text.len() < 1024 => text,
        _ => return Ok(None),
    };
    let first = text.split_whitespace().next().unwrap_or_default();
    let ranks = first.matches('/').count();
    match source_of_position(text) {
        Ok(found) => Ok(Some(found)),
        Err(why) if ranks >= 6 && !first.contains('"') => Err(why),
        Err(_) => Ok(None),
    }
}
