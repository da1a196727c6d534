//! `tandem check`: every issue of every match, a line each.

use super::{Done, Stop};
use crate::{
    file::Span,
    formats::ReadFile,
    notation::{Notation, Records, Severity, is_glued, kriegspiel},
    replay::{Match, kriegspiel::Game},
};
use std::{fmt::Display, io::Write, path::PathBuf};

#[derive(Default)]
struct Sum {
    matches: usize,
    plies: usize,
    errors: usize,
    warnings: usize,
}

/// Checks `files`. One that cannot be read is said and the others are checked all the same, as is what could be
/// unpacked of it.
pub(super) fn run(
    files: &[PathBuf],
    quiet: bool,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Done, Stop> {
    let mut sum = Sum::default();
    let mut unread = false;
    for path in files {
        let torn = match ReadFile::read(path) {
            Ok(mut file) => {
                let torn = file.torn.take();
                if torn.is_none() || !file.source.bytes().is_empty() {
                    check(&file, quiet, &mut sum, out)?;
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
    writeln!(
        out,
        "{}, {}: {}, {}",
        count(sum.matches, "match", "matches"),
        count(sum.plies, "ply", "plies"),
        count(sum.errors, "error", "errors"),
        count(sum.warnings, "warning", "warnings"),
    )?;
    Ok(if unread {
        Done::Failed
    } else if sum.errors > 0 {
        Done::Errors
    } else {
        Done::Fine
    })
}

fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

fn check(file: &ReadFile, quiet: bool, sum: &mut Sum, out: &mut dyn Write) -> Result<(), Stop> {
    let bytes = file.source.bytes();
    let name = file.source.path().display();
    let unread = file.bgn.as_ref().map_or(&[][..], |bgn| &bgn.unread);
    for line in unread {
        sum.errors += 1;
        if !quiet {
            writeln!(out, "{name}:{}:{}: error: {}", line.line, line.column, line)?;
        }
    }
    let mut records = Records::of(bytes);
    let mut played = Match::default();
    let mut any = false;
    while let Some((record, text, range)) = records.read_next() {
        let readable = record.is_readable();
        any |= readable;
        sum.matches += 1;
        let mut tell =
            |span: Span, severity: Severity, problem: &dyn Display| -> Result<(), Stop> {
                match severity {
                    Severity::Error => sum.errors += 1,
                    Severity::Warning => sum.warnings += 1,
                }
                if !quiet {
                    let place = file.line_column(range.offset_of(span.start));
                    let (line, column) = (place.line, place.column);
                    let severity = severity.name();
                    writeln!(out, "{name}:{line}:{column}: {severity}: {problem}")?;
                }
                Ok(())
            };
        let glued = is_glued(bytes, range.start);
        if Notation::of(record, text) == Notation::Kriegspiel {
            let mut game = Game::replay(&kriegspiel::Record::parse(text), text);
            if glued {
                game.note_glued();
            }
            for issue in &game.issues {
                tell(issue.span, issue.problem.severity(), &issue.problem)?;
            }
            sum.plies += game.plies();
            continue;
        }
        played.replay_into(record, text);
        if glued {
            played.note_glued();
        }
        // Of what is no match at all, a picture say, one issue tells enough.
        let told = if readable { usize::MAX } else { 1 };
        for issue in played.issues.iter().take(told) {
            tell(issue.span, issue.problem.severity(), &issue.problem)?;
        }
        sum.plies += played.plies.len();
    }
    if !any && unread.is_empty() {
        sum.errors += 1;
        if !quiet {
            let what = if bytes.is_empty() {
                "the file is empty"
            } else {
                "there is no bughouse match in this file"
            };
            writeln!(out, "{name}:1:1: error: {what}")?;
        }
    }
    Ok(())
}
