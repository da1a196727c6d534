//! `tandem check`: prints one line per issue.

use super::{
    Check, CliError, Exit, READ_AS_CLOCKS, Result, Stream,
    archives::{Matches, check_walk, empty_folders},
    issues::find_issues,
    position_of, stop_if,
    stream::{BLUE, RED, YELLOW},
    write_json,
};
use crate::{
    archive::{holds_bgn, load_if_small},
    file::{LineColumn, LineCursor, Packing, Source, Text},
    formats::ReadFile,
    import::{BoardFiles, InputFile, NoBoardsError, SkippedFiles},
    notation::Severity,
    rules::Numbers,
    text::count_text,
};
use serde::Serialize;
use serde_json::json;
use std::{
    fmt::Display,
    io::Write,
    path::{Path, PathBuf},
};

/// The line and column reported for an issue that has no place in the file.
const FILE_START: LineColumn = LineColumn { line: 1, column: 1 };

#[derive(Default, Serialize)]
struct CheckTotals {
    matches: usize,
    plies: usize,
    errors: usize,
    warnings: usize,
    hints: usize,
}

/// Checks all files, including the match files in folders. A file that cannot be read is reported, and the check
/// continues. The readable part of a truncated file is checked too.
pub(super) fn run(args: &Check, out: &mut Stream<'_>, err: &mut Stream<'_>) -> Result {
    let mut checked = CheckRun { totals: CheckTotals::default(), args, out };
    let mut is_any_unread = false;
    let mut stopped = None;
    let mut paths = Vec::new();
    let mut number = 0;
    let open = |path: &Path| Text::open_input(path, args.unpack);
    let boards = BoardFiles::read(&args.files, open, false, |file| {
        let result = match file {
            InputFile::Next => {
                number += 1;
                err.progress(format_args!("Reading file {number}"));
                Ok(())
            }
            InputFile::Matches(file) => {
                paths.push(file.text.path().to_owned());
                let progress = |matches| {
                    err.progress(format_args!("File {number}, {matches} matches"));
                };
                checked.check(file.text, &progress)
            }
            InputFile::Rejected(file) => match file.why {
                NoBoardsError::File(error) => Err(error.into()),
                why => checked.report(file.path, FILE_START, Severity::Error, &why),
            },
        };
        match result {
            Ok(()) => {}
            Err(CliError::Write(error)) => stopped = Some(CliError::Write(error)),
            Err(stop) => {
                is_any_unread = true;
                stopped = writeln!(err, "tandem: {stop}").err().map(CliError::Write);
            }
        }
        stop_if(stopped.is_some())
    });
    stopped.map_or(Ok(()), Err)?;
    let boards = boards.unwrap_or_default();
    if !boards.files.is_empty() || !boards.omitted.is_empty() {
        let first = if paths.is_empty() { args.files.first() } else { boards.files.first() };
        let path = first.map_or(Path::new(""), PathBuf::as_path);
        checked.check_boards(path, &boards, &|_| ())?;
    }
    let read: Vec<&Path> = paths.iter().map(PathBuf::as_path).chain(boards.paths()).collect();
    for folder in empty_folders(&args.files, &read) {
        is_any_unread = true;
        writeln!(err, "tandem: {}", CliError::EmptyFolder(folder, SkippedFiles::default()))?;
    }
    if !boards.skipped.is_empty() {
        writeln!(err, "tandem: {}", boards.skipped)?;
    }
    let done = checked.write_totals()?;
    Ok(if is_any_unread { Exit::Failed } else { done })
}

/// A check in progress: its counts, options and outputs.
struct CheckRun<'a, 'o> {
    totals: CheckTotals,
    args: &'a Check,
    out: &'a mut Stream<'o>,
}

impl CheckRun<'_, '_> {
    /// Checks the part of a file that can be read and decompressed.
    fn check(&mut self, text: Text, progress: &dyn Fn(usize)) -> Result<()> {
        let path = &text.path().to_owned();
        if holds_bgn(&text)? {
            return self.check_bgn(&text, progress);
        }
        let (text, torn) = if Packing::of_text(&text)?.is_some() {
            let matches = Matches::from_text(text)?;
            let torn = matches.truncation_error();
            for warning in matches.warnings() {
                self.report(path, FILE_START, Severity::Warning, warning)?;
            }
            (matches.list.files[0].text.clone(), torn)
        } else {
            (load_if_small(text)?, None)
        };
        if torn.is_none()
            && let Some(source) = text.loaded()
            && self.check_position(source, progress)?
        {
            return Ok(());
        }
        if torn.is_none() || text.length() > 0 {
            let mut lines = LineCursor::of(&text);
            let mut place = |offset| lines.place(offset);
            self.check_all(path, &text, None, &mut place, progress)?;
        }
        torn.map_or(Ok(()), Err)
    }

    /// Checks the matches paired from the single-board exports at `path`. The pairs are in no file, so their issues are
    /// reported at the start of the file.
    fn check_boards(
        &mut self,
        path: &Path,
        boards: &BoardFiles,
        progress: &dyn Fn(usize),
    ) -> Result<()> {
        let errors = boards.errors().into_iter().map(|note| (note, Severity::Error));
        let warnings = boards.warnings().chain(boards.notes(|_| true));
        for (note, severity) in errors.chain(warnings.map(|note| (note, Severity::Warning))) {
            self.report(note.file.unwrap_or(path), FILE_START, severity, &note.note.text)?;
        }
        let source = Source::from_bytes(path, boards.text());
        if source.bytes().is_empty() && self.totals.errors > 0 {
            return Ok(());
        }
        self.check_all(path, &source.into(), None, &mut |_| FILE_START, progress)
    }

    /// Checks `source` if it consists of a single position, valid or not. Reports issues at the start of the file.
    /// Returns `false` if `source` holds anything else.
    fn check_position(&mut self, source: &Source, progress: &dyn Fn(usize)) -> Result<bool> {
        let path = source.path();
        match position_of(source) {
            Ok(None) => return Ok(false),
            Ok(Some((position, numbers))) => {
                if numbers == Some(Numbers::Clocks) {
                    self.report(path, FILE_START, Severity::Warning, &READ_AS_CLOCKS)?;
                }
                self.check_all(path, &position.into(), None, &mut |_| FILE_START, progress)?;
            }
            Err(why) => {
                self.report(path, FILE_START, Severity::Error, &CliError::Position(why))?;
            }
        }
        Ok(true)
    }

    /// Checks a BGN file. The whole file is read into memory.
    fn check_bgn(&mut self, text: &Text, progress: &dyn Fn(usize)) -> Result<()> {
        let mut file = ReadFile::of(text)?;
        let torn = file.torn.take();
        if let Some(warning) = file.warning {
            self.report(text.path(), FILE_START, Severity::Warning, &warning)?;
        }
        if torn.is_none() || !file.source.bytes().is_empty() {
            for line in file.bgn.iter().flat_map(|bgn| &bgn.unreadable_lines) {
                let number = |count| u32::try_from(count).unwrap_or(u32::MAX);
                let place = LineColumn { line: number(line.line), column: number(line.column) };
                self.report(text.path(), place, Severity::Error, line)?;
            }
            let matches = file.source.clone().into();
            let mut place = |offset| file.line_column(offset);
            self.check_all(text.path(), &matches, Some(&file), &mut place, progress)?;
        }
        match torn {
            Some(torn) => Err(CliError::Torn(torn.to_string(), text.path().to_owned())),
            None => Ok(()),
        }
    }

    /// Checks all matches in `text`, from the file at `path`. `bgn` is the BGN file from which `text` was converted, if
    /// any. `place` converts byte offsets in `text` to lines and columns of the file.
    fn check_all(
        &mut self,
        path: &Path,
        text: &Text,
        bgn: Option<&ReadFile>,
        place: &mut dyn FnMut(u64) -> LineColumn,
        progress: &dyn Fn(usize),
    ) -> Result<()> {
        // A file whose unreadable BGN lines were reported is not also reported as having no match.
        let lines = bgn.and_then(|file| file.bgn.as_ref());
        let mut readable = lines.is_some_and(|lines| !lines.unreadable_lines.is_empty());
        let mut reported = Ok(());
        let found = find_issues(text, bgn, |records, found| {
            progress(records);
            readable |= found.readable;
            self.totals.matches += found.matches;
            self.totals.plies += found.plies;
            reported = found.issues.iter().try_for_each(|issue| {
                // Counting the lines would read the file again.
                let place = if self.args.quiet { FILE_START } else { place(issue.offset) };
                self.report(path, place, issue.severity, &issue.words)
            });
            stop_if(reported.is_err())
        });
        reported?;
        check_walk(found)?;
        if !readable {
            let what = if text.is_blank() {
                "the file is empty"
            } else {
                "no bughouse match in this file"
            };
            self.report(path, FILE_START, Severity::Error, &what)?;
        }
        Ok(())
    }

    /// Counts an issue, and prints it unless `--quiet` is given.
    fn report(
        &mut self,
        path: &Path,
        LineColumn { line, column }: LineColumn,
        severity: Severity,
        problem: &dyn Display,
    ) -> Result<()> {
        let color = match severity {
            Severity::Error => {
                self.totals.errors += 1;
                RED
            }
            Severity::Warning => {
                self.totals.warnings += 1;
                YELLOW
            }
            Severity::Hint => {
                self.totals.hints += 1;
                BLUE
            }
        };
        if self.args.quiet {
            return Ok(());
        }
        let name = path.display();
        if self.args.json {
            let issue = json!({
                "file": name.to_string(), "line": line, "column": column,
                "severity": severity.name(), "message": problem.to_string(),
            });
            return Ok(write_json(&issue, self.out)?);
        }
        write!(self.out, "{name}:{line}:{column}: ")?;
        self.out.write_painted(color, severity.name())?;
        writeln!(self.out, ": {problem}")?;
        Ok(())
    }

    /// Prints the counts, and returns the exit status.
    fn write_totals(self) -> std::io::Result<Exit> {
        let done = if self.totals.errors > 0 { Exit::Errors } else { Exit::Fine };
        if self.args.json {
            write_json(&self.totals, self.out)?;
            return Ok(done);
        }
        // Without a match, all that is to say has been said, except by `--quiet`.
        if self.totals.matches == 0 && !(self.args.quiet && done == Exit::Errors) {
            return Ok(done);
        }
        write!(
            self.out,
            "{}, {}: {}, {}",
            count_text(self.totals.matches, "match", "matches"),
            count_text(self.totals.plies, "move", "moves"),
            count_text(self.totals.errors, "error", "errors"),
            count_text(self.totals.warnings, "warning", "warnings"),
        )?;
        if self.totals.hints > 0 {
            write!(self.out, ", {}", count_text(self.totals.hints, "hint", "hints"))?;
        }
        writeln!(self.out)?;
        Ok(done)
    }
}
