//! `tandem import`: matches from boards that sites give out one at a time.

use super::{Done, Import, Stop, check_target};
use crate::{
    file::{Encoding, Source, Text, append, atomic_write, files_below},
    formats::{Form, ReadFile, check_name},
    notation::one_board::{BoardRef, is_foreign},
    replay::{ImportedMatch, Importer},
};
use std::{
    collections::HashSet,
    io::Write,
    path::{Path, PathBuf},
};

/// More problems of one file than these are counted, not told.
const MOST_SAID: usize = 20;

pub(super) fn run(asked: &Import, out: &mut dyn Write, err: &mut dyn Write) -> Result<Done, Stop> {
    let mut importer = Importer::default();
    let mut errors = false;
    let mut names: Vec<PathBuf> = Vec::new();
    let mut read_file = |path: &Path, named: bool, err: &mut dyn Write| -> Result<(), Stop> {
        let source = match read_bytes(path) {
            Ok(source) => source,
            Err(stop) => {
                errors = true;
                writeln!(err, "error: {stop}; the file was left out")?;
                return Ok(());
            }
        };
        if is_foreign(source.bytes()) {
            importer.add(source.bytes());
            names.push(path.to_owned());
        } else if named {
            errors = true;
            writeln!(err, "{}: error: {}", path.display(), refusal(&source))?;
        }
        Ok(())
    };
    for path in &asked.files {
        if path.is_dir() {
            for file in files_below(path, |_| true)? {
                read_file(&file, false, err)?;
            }
        } else {
            read_file(path, true, err)?;
        }
    }
    let imported = importer.finish();
    let mut said = vec![0; names.len()];
    for problem in &imported.problems {
        errors = true;
        let count = &mut said[problem.file];
        *count += 1;
        if *count <= MOST_SAID {
            let (name, problem) = (names[problem.file].display(), &problem.problem);
            writeln!(
                err,
                "{name}: error: board {}: {}",
                problem.board, problem.kind
            )?;
        }
    }
    for (name, said) in names.iter().zip(said) {
        if said > MOST_SAID {
            let more = said - MOST_SAID;
            writeln!(
                err,
                "{}: error: {more} more of the same kind",
                name.display()
            )?;
        }
    }
    let known = known_ids(asked)?;
    let mut text = String::new();
    let (mut written, mut halves) = (0, 0);
    let mut repeated = imported.repeated;
    for found in &imported.matches {
        if found.ids.iter().any(|id| known.contains(id)) {
            repeated += 1;
            continue;
        }
        written += 1;
        halves += usize::from(found.files.iter().any(Option::is_none));
        say(found, &names, err)?;
        text.push_str(&found.text);
    }
    if written > 0 {
        write(asked, &text, out)?;
    }
    writeln!(err, "{}", summary(written, halves, repeated))?;
    Ok(if errors || written + repeated == 0 {
        Done::Errors
    } else {
        Done::Fine
    })
}

/// What was done, in one line.
fn summary(written: usize, halves: usize, repeated: usize) -> String {
    let mut words = format!("{written} {}", plural(written, "match", "matches"));
    if halves > 0 {
        words += &format!(", {halves} of them without the other board");
    }
    if repeated > 0 {
        words += &format!(
            "; {repeated} that {} there already",
            plural(repeated, "was", "were")
        );
    }
    words
}

const fn plural<'t>(count: usize, one: &'t str, many: &'t str) -> &'t str {
    if count == 1 { one } else { many }
}

/// Tells what a reader of the match should know.
fn say(found: &ImportedMatch, names: &[PathBuf], err: &mut dyn Write) -> Result<(), Stop> {
    let file = found.files.iter().flatten().next();
    let name = file.map_or(String::new(), |&file| names[file].display().to_string());
    for sentence in found.sentences() {
        writeln!(err, "{name}: warning: {sentence}")?;
    }
    Ok(())
}

/// The names of the boards that are in the file to which matches are added.
fn known_ids(asked: &Import) -> Result<HashSet<String>, Stop> {
    let mut ids = HashSet::new();
    let Some(path) = asked
        .out
        .as_deref()
        .filter(|path| asked.append && path.exists())
    else {
        return Ok(ids);
    };
    let source = Source::read(path)?;
    let mut records = crate::notation::Records::of(source.bytes());
    while let Some((record, text, _)) = records.read_next() {
        for name in ["GameIdA", "GameIdB", "GameUuidA", "GameUuidB"] {
            ids.extend(
                record
                    .tag_text(text, name)
                    .map(std::borrow::Cow::into_owned),
            );
        }
    }
    Ok(ids)
}

fn write(asked: &Import, text: &str, out: &mut dyn Write) -> Result<(), Stop> {
    let Some(path) = asked.out.as_deref().filter(|path| *path != Path::new("-")) else {
        out.write_all(text.as_bytes())?;
        return Ok(());
    };
    for file in &asked.files {
        check_target(file, path)?;
    }
    check_name(path, Form::Bpgn)?;
    if !asked.append || !path.exists() {
        atomic_write(path, text.as_bytes(), false)?;
        return Ok(());
    }
    let there = ReadFile::read(path)?;
    if !there.is_as_written() {
        return Err(Stop::AppendedTo(path.to_owned()));
    }
    let encoding = Encoding::of(there.source.bytes());
    let bytes = encoding
        .encode(text)
        .map_err(|_| Stop::OtherEncoding(path.to_owned()))?;
    append(path, &bytes)?;
    Ok(())
}

/// All bytes of the file at `path`, unpacked; JSON is not taken for BGN.
fn read_bytes(path: &Path) -> Result<Source, Stop> {
    let (source, torn) = Source::unpacked(&Text::open(path)?)?;
    match torn {
        Some(torn) => Err(Stop::Torn(torn, path.to_owned())),
        None => Ok(source),
    }
}

/// Why a text has nothing to import.
fn refusal(source: &Source) -> String {
    let text = String::from_utf8_lossy(source.bytes());
    match BoardRef::of_address(text.trim()) {
        Some(board) => format!(
            "this is an address, and the network is not asked; save what {} gives and import that file",
            board.answer_address()
        ),
        None => {
            "there is no board in this file: neither JSON of chess.com nor PGN of bughouse".into()
        }
    }
}
