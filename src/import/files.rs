//! [`BoardFiles`]: reads single-board exports from files and pairs them into matches.

use super::{
    Import, ImportNote, Importer,
    board::BoardRef,
    skipped::{SkipReason, SkippedFiles},
};
use crate::{
    archive::{Collection, TextOrigin},
    document::shortened,
    file::{FileError, Source, UnpackError, UnpackWarning, UnsupportedPacking},
    text::count_text,
};
use std::{
    collections::HashMap,
    io,
    path::{Path, PathBuf},
};

const MAX_NOTE_BYTES: usize = 400;

/// Files of single-board exports, and the matches paired from them.
#[derive(Debug, Default)]
pub struct BoardFiles {
    /// The files with boards. A board refers to its file by the index in this list.
    pub files: Vec<PathBuf>,
    /// The matches, and the problems of their boards.
    pub import: Import,
    /// Archives that cannot be read, archives without boards, and unreadable files in archives.
    pub omitted: Vec<OmittedFile>,
    pub unpack_warnings: Vec<(PathBuf, UnpackWarning)>,
    /// The other files of folders and archives.
    pub skipped: SkippedFiles,
}

/// An archive, or a file in an archive, from which no boards could be read.
#[derive(Debug)]
pub struct OmittedFile {
    /// The path of the file. The path of a file in an archive begins with the path of the archive.
    pub path: PathBuf,
    pub archive: PathBuf,
    pub why: NoBoardsError,
}

#[derive(Debug, thiserror::Error)]
pub enum NoBoardsError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("cannot unpack the whole file: {0}")]
    Incomplete(io::Error),
    /// The file contains nothing but the address of a board.
    #[error("this file holds only a link; save {} in a browser and import that file", .0.data_address())]
    Address(BoardRef),
    #[error("no board in this file; expected chess.com JSON or bughouse PGN")]
    OtherFormat,
    #[error("the file is empty")]
    Empty,
    /// A web page, but not a match page of pychess.
    #[error(
        "this is a web page without a match; save a match page of pychess, or the JSON of chess.com"
    )]
    WebPage,
    #[error("no match or board in this archive")]
    NoneInside,
    #[error("cannot read {0}; {remedy}", remedy = .0.remedy())]
    Packing(UnsupportedPacking),
    #[error("archive inside too many archives; unpack it first")]
    TooDeep,
    /// A file of the desktop, which shows a folder or holds attributes of another file.
    #[error("a file of the desktop, without matches")]
    DesktopFile,
}

#[derive(Debug)]
pub struct RejectedFile<'f> {
    pub path: &'f Path,
    pub why: NoBoardsError,
}

/// A note about one file or about all files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileNote<'f> {
    /// The file; `None` for all files.
    pub file: Option<&'f Path>,
    /// The note, in lower case and without a full stop.
    pub note: ImportNote,
    /// The archive, if unpacking it again within [`LIFTED`](crate::file::UnpackLimits::LIFTED) would yield more files or
    /// text; otherwise `None`.
    pub over_limits: Option<&'f Path>,
}

impl BoardFiles {
    /// Reads the boards in `text`, for example from the clipboard.
    pub fn from_text(text: &[u8], with_chat: bool) -> Self {
        let mut importer = Importer::new(with_chat);
        importer.add(text);
        Self { import: importer.finish(), ..Self::default() }
    }

    /// Returns the matches as a list, as if read from a file at `path`. The file need not exist.
    pub fn list(&self, path: impl Into<PathBuf>) -> Collection {
        Collection::of(Source::from_bytes(path, self.text())).with_origin(TextOrigin::Paired)
    }

    pub fn text(&self) -> String {
        let texts = self.import.matches.iter().map(|found| found.text.as_str());
        texts.collect()
    }

    /// Returns the problems of the files. Problems beyond the limit per file are only counted.
    pub fn problems(&self) -> Vec<FileNote<'_>> {
        let mut reported = Vec::new();
        for problems in self.import.problems.chunk_by(|a, b| a.file == b.file) {
            let number = problems[0].file;
            let file = self.path(number);
            reported.extend(problems.iter().map(|problem| {
                let problem = &problem.problem;
                let text = format!("board {}: {}", problem.board, problem.kind);
                FileNote::new(file, text.into())
            }));
            let more = &self.import.omitted_problems;
            if let Ok(place) = more.binary_search_by_key(&number, |(file, _)| *file) {
                let more = more[place].1;
                let text = format!("{more} more not listed");
                reported.push(FileNote::new(file, text.into()));
            }
        }
        reported
    }

    /// Returns the notes about files that were read to their end, but have trailing data or undecodable places.
    pub fn warnings(&self) -> impl Iterator<Item = FileNote<'_>> {
        let warnings = self.unpack_warnings.iter();
        warnings.map(|(path, warning)| FileNote::new(Some(path), warning.to_string().into()))
    }

    /// Returns the notes about the matches whose index satisfies `filter`. Equal notes about matches from one file
    /// become one note with a count.
    pub fn notes(&self, filter: impl Fn(usize) -> bool) -> Vec<FileNote<'_>> {
        let mut reported: Vec<(FileNote<'_>, usize)> = Vec::new();
        let mut places: HashMap<(Option<usize>, String), usize> = HashMap::new();
        for (place, found) in self.import.matches.iter().enumerate() {
            if !filter(place) {
                continue;
            }
            let number = found.files.iter().flatten().next().copied();
            for note in found.notes() {
                let place = *places.entry((number, note.text.clone())).or_insert(reported.len());
                match reported.get_mut(place) {
                    Some((_, matches)) => *matches += 1,
                    None => {
                        let file = number.and_then(|number| self.path(number));
                        reported.push((FileNote::new(file, note), 1));
                    }
                }
            }
        }
        for (reported, matches) in reported.iter_mut().filter(|(_, matches)| *matches > 1) {
            reported.note.text += &format!(" ({matches} matches)");
        }
        reported.into_iter().map(|(note, _)| note).collect()
    }

    /// Returns the notes about unreadable archives, unreadable files in archives, and unreadable boards.
    pub fn errors(&self) -> Vec<FileNote<'_>> {
        let omitted = self.omitted.iter().map(|file| FileNote {
            over_limits: file.why.is_over_limits().then_some(&file.archive),
            ..FileNote::new(Some(&file.path), file.why.to_string().into())
        });
        omitted.chain(self.problems()).collect()
    }

    /// Returns the paths of the files with boards, and of those that could not be read.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        let omitted = self.omitted.iter().map(|file| &file.path);
        self.files.iter().chain(omitted).map(PathBuf::as_path)
    }

    /// Returns all notes on what may be wrong, in the order in which the window shows them.
    pub fn all_notes(&self) -> Vec<FileNote<'_>> {
        let mut reported = self.errors();
        reported.extend(self.warnings());
        reported.extend(self.notes(|_| true));
        reported
    }

    /// Returns the number of repeated boards as a note; `None` if there is none.
    pub fn repeated_note(&self) -> Option<String> {
        if self.import.repeated == 0 {
            return None;
        }
        let again = count_text(self.import.repeated, "repeated board", "repeated boards");
        Some(format!("skipped {again}"))
    }

    fn path(&self, file: usize) -> Option<&Path> {
        self.files.get(file).map(PathBuf::as_path)
    }
}

impl NoBoardsError {
    /// Returns the reason for skipping such a file in a folder or an archive, where it is no error. Returns `None` for
    /// an error.
    pub(super) const fn skip_reason(&self) -> Option<SkipReason> {
        match self {
            Self::OtherFormat | Self::WebPage | Self::DesktopFile => Some(SkipReason::OtherFormat),
            Self::Packing(packing) => Some(SkipReason::Packing(*packing)),
            _ => None,
        }
    }

    /// Returns whether [`LIFTED`](crate::file::UnpackLimits::LIFTED) would allow reading more of the file.
    pub(super) fn is_over_limits(&self) -> bool {
        match self {
            Self::Incomplete(torn) => {
                UnpackError::within(torn).is_some_and(UnpackError::can_lift_limit)
            }
            _ => false,
        }
    }
}

impl<'f> FileNote<'f> {
    /// Formats the note, followed by the path of its file if there is one.
    pub fn words(&self) -> String {
        match self.file {
            Some(file) => format!("{}: {}", self.note.text, file.display()),
            None => self.note.text.clone(),
        }
    }

    fn new(file: Option<&'f Path>, note: ImportNote) -> Self {
        // The text may quote a long part of the file.
        let text = shortened(note.text, MAX_NOTE_BYTES);
        Self { file, note: ImportNote { text, ..note }, over_limits: None }
    }
}
