//! [`BoardFiles`]: boards that sites give out one at a time, read from files and made into matches.

use crate::{
    archive::is_match_file,
    file::{FileError, FileRange, Source, Text, Unpacker, files_below},
    notation::one_board::is_foreign,
    replay::{Import, ImportedMatch, Importer},
};
use std::{
    io::Read as _,
    path::{Path, PathBuf},
};

/// So many bytes tell the form of a file.
const HEAD: u64 = 64 * 1024;

/// Files of boards, and the matches that they make.
#[derive(Debug)]
pub struct BoardFiles {
    /// The files by the numbers that the import gives them.
    pub files: Vec<PathBuf>,
    /// What came of them.
    pub import: Import,
}

impl BoardFiles {
    /// Reads `paths`, files and folders, if they hold boards and nothing else; `None` where they are to be opened as
    /// they are. Reading ends early, without a result, once `is_cancelled`.
    ///
    /// # Errors
    /// What the disk says of a file.
    pub fn read(
        paths: &[PathBuf],
        is_cancelled: impl Fn() -> bool,
    ) -> Result<Option<Self>, FileError> {
        let mut files = Vec::new();
        for path in paths {
            if path.is_dir() {
                files.extend(files_below(path, |path| {
                    is_match_file(path) || is_json(path)
                })?);
            } else if path != Path::new("-") {
                files.push(path.clone());
            }
        }
        let mut importer = Importer::default();
        for file in &files {
            // What cannot be opened is told by whoever opens it as it is.
            let Some(source) = boards_of(file) else {
                return Ok(None);
            };
            if is_cancelled() {
                return Ok(None);
            }
            importer.add(source.bytes());
        }
        let import = importer.finish();
        Ok((!import.matches.is_empty()).then_some(Self { files, import }))
    }

    /// The matches as one text.
    #[must_use]
    pub fn text(&self) -> String {
        let texts = self.import.matches.iter().map(|found| found.text.as_str());
        texts.collect()
    }

    /// What stands against the files and what was done about it, a sentence each.
    pub fn sentences(&self) -> impl Iterator<Item = String> {
        let problems = self.import.problems.iter().map(|problem| {
            let name = self.files[problem.file].display();
            format!(
                "{} ({name}, board {})",
                problem.problem.kind, problem.problem.board
            )
        });
        let notes = self
            .import
            .matches
            .iter()
            .flat_map(ImportedMatch::sentences);
        problems.chain(notes)
    }
}

/// The text of a file that holds boards. A file of another form is not read beyond its first bytes.
fn boards_of(path: &Path) -> Option<Source> {
    let text = Text::open(path).ok()?;
    let mut head = Vec::new();
    match Unpacker::of(&text).ok()? {
        // The damage is told by whoever opens the file as it is.
        Some(unpacker) => _ = unpacker.take(HEAD).read_to_end(&mut head),
        None => text.read_range(FileRange::new(0, HEAD), &mut head).ok()?,
    }
    if !is_foreign(&head) {
        return None;
    }
    let (source, torn) = Source::unpacked(&text).ok()?;
    torn.is_none().then_some(source)
}

/// Whether a file of that name may hold an answer of chess.com, packed or not.
fn is_json(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.to_lowercase();
    let packed = [".bz2", ".gz", ".zst"];
    let plain = packed.iter().find_map(|packed| name.strip_suffix(packed));
    plain.unwrap_or(&name).ends_with(".json")
}
