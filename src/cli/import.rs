//! `tandem import`: pairs single-board exports into matches.

use super::{Exit, Import, Result, Stream, check_target, stop_if};
use crate::{
    document::shortened,
    file::{Source, Text, Unpacker, atomic_write, check_can_write},
    formats::{FileFormat, MatchFile, check_name},
    import::{
        BoardFiles, Completion, FileNote, ImportSummary, ImportedMatch, InputFile, NoBoardsError,
        SkipReason,
    },
};
use std::{
    io::Write,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

/// The number of bytes read to see whether a file is empty.
const HEAD_BYTES: u64 = 4096;

/// The maximum length of a file name in messages, in bytes.
const MAX_SHOWN_BYTES: usize = 300;

pub(super) fn run(args: &Import, out: &mut dyn Write, err: &mut Stream<'_>) -> Result {
    let mut errors = false;
    let mut printed = Ok(());
    let mut files = 0;
    let mut match_files = Vec::new();
    let open = |path: &Path| Text::open_input(path, args.unpack);
    let boards = BoardFiles::read(&args.files, open, args.chat, |file| {
        let (path, why) = match file {
            InputFile::Next => {
                files += 1;
                err.progress(format_args!("Reading file {files}"));
                return ControlFlow::Continue(());
            }
            // A folder may also contain match files, which is no error.
            InputFile::Matches(file) if !file.is_named => {
                match_files.push(file.text.path().to_owned());
                return ControlFlow::Continue(());
            }
            InputFile::Matches(file) => {
                let why = match file.torn {
                    Some(torn) => NoBoardsError::Incomplete(torn),
                    None if is_blank(&file.text) => NoBoardsError::Empty,
                    None => NoBoardsError::OtherFormat,
                };
                (file.text.path().to_owned(), why)
            }
            InputFile::Rejected(file) => (file.path.to_owned(), file.why),
        };
        errors = true;
        printed = writeln!(err, "{}", no_boards_message(&path, &why));
        stop_if(printed.is_err())
    });
    printed?;
    let mut boards = boards.unwrap_or_default();
    for path in &match_files {
        boards.skipped.add(path, SkipReason::Matches);
    }
    for omitted in &boards.omitted {
        errors = true;
        writeln!(err, "{}", no_boards_message(&omitted.path, &omitted.why))?;
    }
    for problem in boards.problems() {
        errors = true;
        print_note(&problem, "error", err)?;
    }
    let matches = &boards.import.matches;
    let out_file = out_file(args)?;
    let file = out_file.as_ref();
    let (completed, new) = additions(file, matches);
    for note in boards.warnings().chain(boards.notes(|place| new.binary_search(&place).is_ok())) {
        print_note(&note, "warning", err)?;
    }
    let new: Vec<&ImportedMatch> = new.iter().map(|&place| &matches[place]).collect();
    write(args, &boards.files, file, (&completed, &new), out)?;
    let summary = ImportSummary {
        matches: new.len(),
        halves: half_count(&new),
        completed: completed.len(),
        repeated: boards.import.repeated + matches.len() - new.len() - completed.len(),
        other_games: boards.import.other_games,
        missing: 0,
    };
    if !boards.skipped.is_empty() {
        writeln!(err, "{}", boards.skipped)?;
    }
    writeln!(err, "{summary}")?;
    let is_empty = ImportSummary::default() == summary;
    Ok(if errors || is_empty { Exit::Errors } else { Exit::Fine })
}

/// Returns whether `text`, which may be compressed, is empty.
fn is_blank(text: &Text) -> bool {
    let head = Unpacker::head(text, HEAD_BYTES);
    head.is_ok_and(|(head, _)| Text::from(Source::from_bytes("", head)).is_blank())
}

/// Returns the message about a file that contains no boards.
fn no_boards_message(path: &Path, why: &NoBoardsError) -> String {
    let message = why.to_string();
    // The message of a disk error begins with the path, which is added below.
    let words = message.strip_prefix(&format!("{}: ", path.display())).unwrap_or(&message);
    let path = display_name(path);
    match why {
        NoBoardsError::File(_) | NoBoardsError::Incomplete(_) => {
            format!("{path}: error: {words}; skipped the file")
        }
        _ => format!("{path}: error: {words}"),
    }
}

/// Returns the name of a file for messages. Truncates it, since a name in an archive may have thousands of bytes.
fn display_name(path: &Path) -> String {
    shortened(path.display().to_string(), MAX_SHOWN_BYTES)
}

/// Prints a note about a file. `severity` is `error` or `warning`.
fn print_note(note: &FileNote<'_>, severity: &str, err: &mut dyn Write) -> std::io::Result<()> {
    let name = note.file.map_or_else(String::new, display_name);
    writeln!(err, "{name}: {severity}: {}", note.note.text)
}

/// Reads the file to which matches are appended. Returns `None` without `--append`, or if the file does not exist.
pub(super) fn out_file(args: &Import) -> Result<Option<MatchFile>> {
    let path = args.out.as_deref().filter(|path| args.append && path.exists());
    let file = path.map(|path| MatchFile::read(path, args.unpack)).transpose()?;
    file.as_ref().map_or(Ok(()), MatchFile::check_is_plain)?;
    Ok(file)
}

/// Checks whether the output file can be written, as far as this can be known before.
pub(super) fn check_out(args: &Import) -> Result<()> {
    let Some(path) = args.out.as_deref().filter(|path| *path != Path::new("-")) else {
        return Ok(());
    };
    check_name(path, FileFormat::Bpgn)?;
    Ok(check_can_write(path)?)
}

/// Returns the number of `matches` that have only one of the two boards.
pub(super) fn half_count(matches: &[&ImportedMatch]) -> usize {
    matches.iter().filter(|found| found.is_half()).count()
}

/// Returns the completions of half matches in `out_file`, and the indexes of the `matches` to be appended to it. Without
/// `out_file`, all matches are written.
pub(super) fn additions(
    out_file: Option<&MatchFile>,
    matches: &[ImportedMatch],
) -> (Vec<Completion>, Vec<usize>) {
    match out_file {
        Some(file) => file.additions(matches),
        None => (Vec::new(), (0..matches.len()).collect()),
    }
}

/// Writes the matches in `new`, paired from the files `boards`. If `out_file` is given, completes its half matches and
/// appends. Otherwise writes a new file, or to `out` if no output file is named. Fails if the output file is one of the
/// input files.
pub(super) fn write(
    args: &Import,
    boards: &[PathBuf],
    out_file: Option<&MatchFile>,
    (completed, new): (&[Completion], &[&ImportedMatch]),
    out: &mut dyn Write,
) -> Result<()> {
    if let Some(file) = out_file {
        file.complete(completed)?;
    }
    if new.is_empty() {
        return Ok(());
    }
    let text: String = new.iter().map(|found| found.text.as_str()).collect();
    let Some(path) = args.out.as_deref().filter(|path| *path != Path::new("-")) else {
        out.write_all(text.as_bytes())?;
        return Ok(());
    };
    for file in args.files.iter().chain(boards) {
        check_target(file, path)?;
    }
    check_name(path, FileFormat::Bpgn)?;
    match out_file {
        Some(file) => file.append(&text)?,
        None => {
            atomic_write(path, text.as_bytes(), false)?;
        }
    }
    Ok(())
}
