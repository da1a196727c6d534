//! `tandem import`: pairs single-board exports into matches.

use super::{Done, Import, Stop, Stream, check_target};
use crate::{
    document::shortened,
    file::{Encoding, FileRange, Splice, Text, UnpackLimits, append, atomic_write, save_spliced},
    formats::{FileFormat, ReadFile, check_name},
    import::{
        BoardFiles, Completion, FileNote, HalfRecord, ImportSummary, ImportedMatch, NoBoards,
        completions,
    },
    notation::Records,
};
use std::{
    borrow::Cow,
    collections::HashSet,
    io::Write,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

/// The maximum length of a displayed file name, in bytes.
const MAX_SHOWN_BYTES: usize = 300;

pub(super) fn run(asked: &Import, out: &mut dyn Write, err: &mut Stream<'_>) -> Result<Done, Stop> {
    let mut errors = false;
    let mut told = Ok(());
    let mut files = 0;
    let limits = |_: &Path| UnpackLimits::current();
    let boards = BoardFiles::read(&asked.files, Text::open_input, limits, asked.chat, |refused| {
        files += usize::from(refused.is_none());
        err.progress(format_args!("Reading file {files}"));
        // A folder may also contain unrelated files.
        let refused = refused.filter(|refused| refused.is_named || !refused.why.is_foreign());
        if let Some(refused) = refused {
            errors = true;
            told = writeln!(err, "{}", refusal(refused.path, &refused.why));
        }
        match told {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    })?;
    told?;
    let boards = boards.unwrap_or_default();
    for left in &boards.left_out {
        errors = true;
        writeln!(err, "{}", refusal(&left.path, &left.why))?;
    }
    for problem in boards.problems() {
        errors = true;
        tell(&problem, "error", err)?;
    }
    let matches = &boards.import.matches;
    let out_file = OutFile::read(asked)?;
    let completed = out_file.completions(matches);
    let is_taken = |place| completed.iter().any(|it| it.taken == place);
    let is_new: Vec<bool> = (0..)
        .zip(matches)
        .map(|(place, found)| {
            !is_taken(place) && !found.ids.iter().any(|id| out_file.ids.contains(id))
        })
        .collect();
    for note in boards.warnings().chain(boards.notes(|place| is_new[place])) {
        tell(&note, "warning", err)?;
    }
    let new: Vec<&ImportedMatch> = matches
        .iter()
        .zip(&is_new)
        .filter_map(|(found, &is_new)| is_new.then_some(found))
        .collect();
    if !completed.is_empty() {
        out_file.complete(&completed)?;
    }
    if !new.is_empty() {
        let text: String = new.iter().map(|found| found.text.as_str()).collect();
        write(asked, &boards.files, &text, out)?;
    }
    let summary = ImportSummary {
        matches: new.len(),
        halves: halves_of(&new),
        completed: completed.len(),
        repeated: boards.import.repeated + matches.len() - new.len() - completed.len(),
        other_games: boards.import.other_games,
        missing: 0,
    };
    writeln!(err, "{summary}")?;
    let is_empty = ImportSummary::default() == summary;
    Ok(if errors || is_empty { Done::Errors } else { Done::Fine })
}

/// Returns the message for a file without boards.
fn refusal(path: &Path, why: &NoBoards) -> String {
    let path = shown(path);
    match why {
        // The disk error includes the path.
        NoBoards::File(_) => format!("error: {why}; skipped the file"),
        NoBoards::Torn(_) => format!("error: {why}: {path}; skipped the file"),
        NoBoards::Address(_) | NoBoards::OtherForm | NoBoards::WebPage | NoBoards::NoneInside => {
            format!("{path}: error: {why}")
        }
    }
}

/// Returns the name of a file for display, shortened: one in an archive may have thousands of bytes.
fn shown(path: &Path) -> String {
    shortened(path.display().to_string(), MAX_SHOWN_BYTES)
}

/// Prints a note about a file.
fn tell(note: &FileNote<'_>, weight: &str, err: &mut dyn Write) -> std::io::Result<()> {
    let name = note.file.map_or_else(String::new, shown);
    writeln!(err, "{name}: {weight}: {}", note.note.text)
}

/// The file to append to.
#[derive(Default)]
pub(super) struct OutFile {
    file: Option<ReadFile>,
    /// The identifiers of its boards.
    pub(super) ids: HashSet<String>,
    /// Those of boards without their partner.
    pub(super) half_ids: HashSet<String>,
    /// Its records.
    ranges: Vec<FileRange>,
}

impl OutFile {
    /// Reads the file if matches are added to one.
    pub(super) fn read(asked: &Import) -> Result<Self, Stop> {
        let Some(path) = asked.out.as_deref().filter(|path| asked.append && path.exists()) else {
            return Ok(Self::default());
        };
        let file = ReadFile::read(path)?;
        let mut out = Self::default();
        let encoding = Encoding::of(file.source.bytes());
        let mut records = Records::of(file.source.bytes());
        while let Some((record, text, range)) = records.read_next() {
            for name in ["GameIdA", "GameIdB", "GameUuidA", "GameUuidB"] {
                out.ids.extend(record.tag_text(text, name).map(Cow::into_owned));
            }
            let half = HalfRecord { place: out.ranges.len(), text, encoding };
            out.half_ids.extend(half.ids());
            out.ranges.push(range);
        }
        Ok(Self { file: Some(file), ..out })
    }

    /// The half matches in it that `matches` complete.
    pub(super) fn completions(&self, matches: &[ImportedMatch]) -> Vec<Completion> {
        let Some(file) = &self.file else { return Vec::new() };
        let encoding = Encoding::of(file.source.bytes());
        let records = self.ranges.iter().enumerate();
        let records = records.map(|(place, range)| HalfRecord {
            place,
            text: file.source.slice(*range),
            encoding,
        });
        completions(&records.collect::<Vec<_>>(), &halves(matches))
    }

    /// Saves the file with `completed` made whole.
    pub(super) fn complete(&self, completed: &[Completion]) -> Result<(), Stop> {
        let Some(file) = &self.file else { return Ok(()) };
        let path = file.source.path();
        if !file.is_as_written() {
            return Err(Stop::AppendedTo(path.to_owned()));
        }
        let mut splices: Vec<Splice> = completed
            .iter()
            .map(|it| {
                let range = self.ranges[it.place];
                Splice { range, insert: it.edits.apply(file.source.slice(range)) }
            })
            .collect();
        splices.sort_by_key(|splice| splice.range.start);
        save_spliced(path, &splices, path, false)?;
        Ok(())
    }
}

/// How many of `matches` lack their other board.
pub(super) fn halves_of(matches: &[&ImportedMatch]) -> usize {
    matches.iter().filter(|found| found.is_half()).count()
}

/// The half matches among `matches`.
fn halves(matches: &[ImportedMatch]) -> Vec<HalfRecord<'_>> {
    let matches = matches.iter().enumerate().filter(|(_, found)| found.is_half());
    matches
        .map(|(place, found)| HalfRecord {
            place,
            text: found.text.as_bytes(),
            encoding: Encoding::Utf8,
        })
        .collect()
}

/// Writes `text`, which was made of `boards`; a folder that was asked for may hold what it is written to.
pub(super) fn write(
    asked: &Import,
    boards: &[PathBuf],
    text: &str,
    out: &mut dyn Write,
) -> Result<(), Stop> {
    let Some(path) = asked.out.as_deref().filter(|path| *path != Path::new("-")) else {
        out.write_all(text.as_bytes())?;
        return Ok(());
    };
    for file in asked.files.iter().chain(boards) {
        check_target(file, path)?;
    }
    check_name(path, FileFormat::Bpgn)?;
    if !asked.append || !path.exists() {
        atomic_write(path, text.as_bytes(), false)?;
        return Ok(());
    }
    let there = ReadFile::read(path)?;
    if !there.is_as_written() {
        return Err(Stop::AppendedTo(path.to_owned()));
    }
    let encoding = Encoding::of(there.source.bytes());
    let bytes = encoding.encode(text).map_err(|_| Stop::OtherEncoding(path.to_owned()))?;
    append(path, &bytes)?;
    Ok(())
}
