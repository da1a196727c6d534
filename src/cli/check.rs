//! `tandem check`: every issue of every match, a line each.

use super::{Check, Done, Stop, Stream, stream::Paint};
use crate::{
    archive::is_match_file,
    file::{Span, files_below},
    formats::ReadFile,
    notation::{Notation, Records, Severity, is_glued, kriegspiel},
    replay::{Match, bgn_contradictions, kriegspiel::Game},
};
use serde::Serialize;
use std::{
    fmt::Display,
    io::Write,
    path::{Path, PathBuf},
};

#[derive(Default, Serialize)]
struct Sum {
    matches: usize,
    plies: usize,
    errors: usize,
    warnings: usize,
}

/// An issue as JSON.
#[derive(Serialize)]
struct IssueObject<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    severity: &'static str,
    message: &'a str,
}

/// Checks the files, and of folders all files of matches in them. A file that cannot be read is said and the others are
/// checked all the same, as is what could be unpacked of it.
pub(super) fn run(asked: &Check, out: &mut Stream<'_>, err: &mut Stream<'_>) -> Result<Done, Stop> {
    let mut unread = false;
    let mut paths = Vec::new();
    for path in &asked.files {
        match files_of(path) {
            Ok(found) => paths.extend(found),
            Err(stop) => {
                unread = true;
                writeln!(err, "tandem: {stop}")?;
            }
        }
    }
    let mut checked = Checked {
        sum: Sum::default(),
        asked,
        out,
    };
    for (place, path) in paths.iter().enumerate() {
        let torn = match ReadFile::read(path) {
            Ok(mut file) => {
                let torn = file.torn.take();
                if torn.is_none() || !file.source.bytes().is_empty() {
                    let (number, of) = (place + 1, paths.len());
                    checked.check(&file, &|matches| {
                        err.progress(format_args!("File {number} of {of}, {matches} matches"));
                    })?;
                }
                torn.map(|torn| Stop::Torn(torn, path.clone()))
            }
            Err(error) => Some(error.into()),
        };
        if let Some(stop) = torn {
            unread = true;
            writeln!(err, "tandem: {stop}")?;
        }
    }
    let errors = checked.sum.errors;
    checked.write_sum()?;
    Ok(if unread {
        Done::Failed
    } else if errors > 0 {
        Done::Errors
    } else {
        Done::Fine
    })
}

/// `path` itself, or the files of matches in the folder that it is.
fn files_of(path: &Path) -> Result<Vec<PathBuf>, Stop> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let found = files_below(path, is_match_file)?;
    if found.is_empty() {
        return Err(Stop::EmptyFolder(path.to_owned()));
    }
    Ok(found)
}

fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// Where the issues go, and how many there are.
struct Checked<'a, 'o> {
    sum: Sum,
    asked: &'a Check,
    out: &'a mut Stream<'o>,
}

impl Checked<'_, '_> {
    fn check(&mut self, file: &ReadFile, progress: &dyn Fn(usize)) -> Result<(), Stop> {
        let bytes = file.source.bytes();
        let unread = file.bgn.as_ref().map_or(&[][..], |bgn| &bgn.unread);
        for line in unread {
            self.tell(file, (line.line, line.column), Severity::Error, line)?;
        }
        let mut records = Records::of(bytes);
        let mut played = Match::default();
        let mut any = false;
        while let Some((record, text, range)) = records.read_next() {
            progress(self.sum.matches);
            let readable = record.is_readable();
            any |= readable;
            self.sum.matches += 1;
            let place = |span: Span| {
                let place = file.line_column(range.offset_of(span.start));
                (place.line as usize, place.column as usize)
            };
            let glued = is_glued(bytes, range.start);
            if Notation::of(record, text) == Notation::Kriegspiel {
                let mut game = Game::replay(&kriegspiel::Record::parse(text), text);
                if glued {
                    game.note_glued();
                }
                for issue in &game.issues {
                    let severity = issue.problem.severity();
                    self.tell(file, place(issue.span), severity, &issue.problem)?;
                }
                self.sum.plies += game.plies();
                continue;
            }
            played.replay_into(record, text);
            if glued {
                played.note_glued();
            }
            // Of what is no match at all, a picture say, one issue tells enough.
            let told = if readable { usize::MAX } else { 1 };
            for issue in played.issues.iter().take(told) {
                let severity = issue.problem.severity();
                self.tell(file, place(issue.span), severity, &issue.problem)?;
            }
            let said = file.bgn_at(range.offset_of(0));
            let contradictions = said.iter().flat_map(|it| bgn_contradictions(it, &played));
            for (index, contradiction) in contradictions {
                let ply = record.plies.get(index);
                let span = ply.map_or(Span::at(0), |ply| ply.span);
                let name = ply.map_or_else(String::new, |ply| {
                    format!("{}{}", ply.number, ply.seat.letter())
                });
                let words = format!("{name}: {contradiction}");
                self.tell(file, place(span), Severity::Warning, &words)?;
            }
            self.sum.plies += played.plies.len();
        }
        if !any && unread.is_empty() {
            let what = if bytes.is_empty() {
                "the file is empty"
            } else {
                "there is no bughouse match in this file"
            };
            self.tell(file, (1, 1), Severity::Error, &what)?;
        }
        Ok(())
    }

    /// Counts an issue at a line and column, and tells it.
    fn tell(
        &mut self,
        file: &ReadFile,
        (line, column): (usize, usize),
        severity: Severity,
        problem: &dyn Display,
    ) -> Result<(), Stop> {
        let paint = match severity {
            Severity::Error => {
                self.sum.errors += 1;
                Paint::Red
            }
            Severity::Warning => {
                self.sum.warnings += 1;
                Paint::Yellow
            }
        };
        if self.asked.quiet {
            return Ok(());
        }
        let name = file.source.path().display();
        if self.asked.json {
            let issue = IssueObject {
                file: &name.to_string(),
                line,
                column,
                severity: severity.name(),
                message: &problem.to_string(),
            };
            serde_json::to_writer(&mut *self.out, &issue).map_err(std::io::Error::from)?;
            writeln!(self.out)?;
            return Ok(());
        }
        write!(self.out, "{name}:{line}:{column}: ")?;
        self.out.write_painted(paint, severity.name())?;
        writeln!(self.out, ": {problem}")?;
        Ok(())
    }

    fn write_sum(self) -> Result<(), Stop> {
        if self.asked.json {
            serde_json::to_writer(&mut *self.out, &self.sum).map_err(std::io::Error::from)?;
            writeln!(self.out)?;
            return Ok(());
        }
        writeln!(
            self.out,
            "{}, {}: {}, {}",
            count(self.sum.matches, "match", "matches"),
            count(self.sum.plies, "ply", "plies"),
            count(self.sum.errors, "error", "errors"),
            count(self.sum.warnings, "warning", "warnings"),
        )?;
        Ok(())
    }
}
