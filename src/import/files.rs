//! [`BoardFiles`]: reads single-board exports from files and pairs them into matches.

use super::{
    HalfMatchCandidate, Import, ImportNote, Importer,
    board::{BoardRef, is_board_export},
    completions,
};
use crate::{
    archive::{Collection, is_match_file},
    document::shortened,
    file::{
        Encoding, FileError, InputFiles, PackedFolder, Packing, Source, Text, Trailing,
        UnpackBudget, UnpackError, UnpackLimits, Unpacked, Unpacker, files_beside, has_extension,
    },
};
use std::{
    collections::HashMap,
    io::{self, Read},
    ops::ControlFlow,
    path::{Path, PathBuf},
};

/// The number of bytes read from the start of a file to detect its format.
const HEAD_BYTES: u64 = 64 * 1024;

/// The maximum number of files that are searched for a partner board.
const MAX_FILES_BESIDE: usize = 500;
/// The maximum size in bytes of a file that is searched for a partner board.
const MAX_BYTES_BESIDE: u64 = 1 << 20;
/// The maximum total size in bytes of the files that are searched for a partner board. This limits the wait, since the
/// imported board is shown only after the search.
const MAX_ALL_BESIDE: u64 = 16 << 20;

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
    /// Compressed files with data after the compressed text.
    pub trailing: Vec<(PathBuf, Trailing)>,
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
    /// A web page, but not a match page of pychess.
    #[error(
        "this is a web page without a match; save a match page of pychess, or the JSON of chess.com"
    )]
    WebPage,
    #[error("no board in this archive; expected chess.com JSON or bughouse PGN")]
    NoneInside,
}

#[derive(Debug)]
pub struct RejectedFile<'f> {
    pub path: &'f Path,
    /// Whether the caller passed the path of the file itself, not of its folder.
    pub is_named: bool,
    pub why: NoBoardsError,
}

/// A note about one file or about all files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileNote<'f> {
    /// The file; `None` for all files.
    pub file: Option<&'f Path>,
    /// The note, in lower case and without a full stop.
    pub note: ImportNote,
    /// The archive, if unpacking it again within [`UnpackLimits::LIFTED`] would yield more files or text; otherwise
    /// `None`.
    pub over_limits: Option<&'f Path>,
}

impl BoardFiles {
    /// Reads `paths`, which may be folders, and pairs the boards of all files. `open` opens a file, and `limits`
    /// returns the limits on unpacking that file. With `with_chat`, the chat becomes comments. Calls `on_file` with
    /// `None` before each file, and with a [`RejectedFile`] for each file that cannot be read or contains no boards.
    /// Errors in archives are added to [`BoardFiles::omitted`] instead, and files of other formats in archives are
    /// skipped. If `on_file` breaks, the import is cancelled and returns `Ok(None)`.
    ///
    /// # Errors
    /// A disk error of a folder. Disk errors of files are passed to `on_file`.
    pub fn read(
        paths: &[PathBuf],
        open: fn(&Path) -> Result<Text, FileError>,
        limits: impl Fn(&Path) -> UnpackLimits,
        with_chat: bool,
        mut on_file: impl FnMut(Option<RejectedFile<'_>>) -> ControlFlow<()>,
    ) -> Result<Option<Self>, FileError> {
        let importer = Importer::new(with_chat);
        let mut reading = FileImport { importer, ..FileImport::default() };
        for path in paths {
            let found = InputFiles::of(path, |_| true)?;
            let is_named = !found.is_folder;
            let files = found.files.into_iter().map(|path| (open(&path), path));
            let skipped = found.skipped.into_iter().map(|(path, error)| (Err(error), path));
            for (text, path) in files.chain(skipped) {
                let limits = limits(&path);
                if reading.read_file(text, &path, is_named, limits, &mut on_file).is_break() {
                    return Ok(None);
                }
            }
        }
        Ok(Some(reading.finish()))
    }

    /// Like [`BoardFiles::read`], but returns `None` if the caller should open `paths` as match files instead. This is
    /// the case if a file without boards may be a match file, if a folder cannot be read, or if neither boards nor
    /// errors in archives were found. Also returns `None` if `is_cancelled` returns `true`, and for standard input,
    /// which could not be read a second time.
    #[must_use]
    pub fn read_alone(
        paths: &[PathBuf],
        limits: impl Fn(&Path) -> UnpackLimits,
        with_chat: bool,
        is_cancelled: impl Fn() -> bool,
    ) -> Option<Self> {
        if paths.iter().any(|path| path == Path::new("-")) {
            return None;
        }
        let read = Self::read(paths, Text::open, limits, with_chat, |rejected| {
            if is_cancelled() || rejected.is_some_and(|it| it.may_be_match_file()) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        // After `None`, the caller opens the paths as match files and reports any error.
        let boards = read.ok().flatten()?;
        (!boards.files.is_empty() || !boards.omitted.is_empty()).then_some(boards)
    }

    /// Searches the folder of the imported file for the partner board of its half match, and returns the file that
    /// contains that board. Returns `None` if there is no such file. Also returns `None` unless the import consists of
    /// one file with one half match.
    #[must_use]
    pub fn partner_file(&self, is_cancelled: impl Fn() -> bool) -> Option<PathBuf> {
        let ([path], [found]) = (self.files.as_slice(), self.import.matches.as_slice()) else {
            return None;
        };
        let half = candidate(&found.text);
        if !half.is_half() {
            return None;
        }
        let mut bytes_left = MAX_ALL_BESIDE;
        files_beside(path).into_iter().take(MAX_FILES_BESIDE).find(|other| {
            let length = Text::open(other).map_or(u64::MAX, |text| text.length());
            if is_cancelled() || length > MAX_BYTES_BESIDE.min(bytes_left) {
                return false;
            }
            bytes_left -= length;
            let paths = std::slice::from_ref(other);
            let boards = Self::read_alone(paths, |_| UnpackLimits::current(), false, &is_cancelled);
            boards.is_some_and(|boards| match boards.import.matches.as_slice() {
                [other] => !completions(&[half], &[candidate(&other.text)]).is_empty(),
                _ => false,
            })
        })
    }

    /// Reads the boards in `text`, for example from the clipboard.
    #[must_use]
    pub fn from_text(text: &[u8], with_chat: bool) -> Self {
        let mut importer = Importer::new(with_chat);
        importer.add(text);
        Self { import: importer.finish(), ..Self::default() }
    }

    /// Returns the matches as a list, as if read from a file at `path`. The file need not exist.
    #[must_use]
    pub fn list(&self, path: impl Into<PathBuf>) -> Collection {
        Collection::of(Source::from_bytes(path, self.text()))
    }

    #[must_use]
    pub fn text(&self) -> String {
        let texts = self.import.matches.iter().map(|found| found.text.as_str());
        texts.collect()
    }

    /// Returns the problems of the files. Problems beyond the limit per file are only counted.
    #[must_use]
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

    /// Returns the notes about files that were read to their end but have trailing data.
    pub fn warnings(&self) -> impl Iterator<Item = FileNote<'_>> {
        let trailing = self.trailing.iter();
        trailing.map(|(path, trailing)| FileNote::new(Some(path), trailing.to_string().into()))
    }

    /// Returns the notes about the matches whose index satisfies `filter`. Equal notes about matches from one file
    /// become one note with a count.
    #[must_use]
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
    #[must_use]
    pub fn errors(&self) -> Vec<FileNote<'_>> {
        let omitted = self.omitted.iter().map(|file| FileNote {
            over_limits: file.why.is_over_limits().then_some(&file.archive),
            ..FileNote::new(Some(&file.path), file.why.to_string().into())
        });
        omitted.chain(self.problems()).collect()
    }

    /// Returns all notes in the order in which the window shows them. The number of repeated boards is last.
    #[must_use]
    pub fn all_notes(&self) -> Vec<FileNote<'_>> {
        let mut reported = self.errors();
        reported.extend(self.warnings());
        reported.extend(self.notes(|_| true));
        let again = match self.import.repeated {
            0 => return reported,
            1 => "skipped 1 repeated board".to_owned(),
            boards => format!("skipped {boards} repeated boards"),
        };
        reported.push(FileNote::new(None, again.into()));
        reported
    }

    fn path(&self, file: usize) -> Option<&Path> {
        self.files.get(file).map(PathBuf::as_path)
    }
}

impl NoBoardsError {
    /// Returns whether the file is of a format without boards.
    #[must_use]
    pub const fn is_other_format(&self) -> bool {
        matches!(self, Self::OtherFormat | Self::WebPage)
    }

    /// Returns whether [`UnpackLimits::LIFTED`] would allow reading more of the file.
    fn is_over_limits(&self) -> bool {
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
    #[must_use]
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

impl RejectedFile<'_> {
    /// Returns whether the file may contain matches: the caller named it, or its name is that of a match or JSON file.
    #[must_use]
    pub fn may_be_match_file(&self) -> bool {
        self.is_named || is_match_file(self.path) || has_extension(self.path, &[".json"])
    }
}

fn candidate(text: &str) -> HalfMatchCandidate<'_> {
    HalfMatchCandidate { place: 0, text: text.as_bytes(), encoding: Encoding::Utf8 }
}

#[derive(Default)]
struct FileImport {
    importer: Importer,
    boards: BoardFiles,
}

impl FileImport {
    /// Reads a file, or the files in it if it is an archive.
    fn read_file(
        &mut self,
        text: Result<Text, FileError>,
        path: &Path,
        is_named: bool,
        limits: UnpackLimits,
        on_file: &mut impl FnMut(Option<RejectedFile<'_>>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        on_file(None)?;
        let read = text.map_err(NoBoardsError::from).and_then(|text| {
            if let Some(folder) = PackedFolder::of(&text, limits) {
                return Ok(self.read_packed_folder(&folder, is_named, on_file));
            }
            let (source, trailing) = unpack_boards(&text, limits)?;
            self.importer.add(source.bytes());
            self.boards.files.push(path.to_owned());
            self.boards.trailing.extend(trailing.map(|trailing| (path.to_owned(), trailing)));
            Ok(ControlFlow::Continue(()))
        });
        read.unwrap_or_else(|why| on_file(Some(RejectedFile { path, is_named, why })))
    }

    fn read_packed_folder(
        &mut self,
        folder: &PackedFolder<'_>,
        is_named: bool,
        on_file: &mut impl FnMut(Option<RejectedFile<'_>>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let boards = &mut self.boards;
        let before = (boards.files.len(), boards.omitted.len());
        let mut flow = ControlFlow::Continue(());
        let omitted = |path: &Path, why| OmittedFile {
            path: path.to_owned(),
            archive: folder.path().to_owned(),
            why,
        };
        let read = folder.visit_files(|path, file| {
            flow = on_file(None);
            let file = file.map_err(NoBoardsError::Incomplete);
            match file.and_then(|file| read_member_boards(file, folder.budget())) {
                Ok(text) => {
                    self.importer.add(&text);
                    boards.files.push(path.to_owned());
                }
                // Files of other formats are normal in an archive.
                Err(why) if why.is_other_format() => {}
                Err(why) => boards.omitted.push(omitted(path, why)),
            }
            flow
        });
        let found_nothing = before == (boards.files.len(), boards.omitted.len());
        let why = match read {
            Err(torn) => {
                let why = NoBoardsError::Incomplete(torn);
                if why.is_over_limits() && boards.omitted.len() > before.1 {
                    // An archive that exceeds its limit is one error, so drop the error about the file inside the
                    // archive.
                    boards.omitted.pop_if(|last| last.why.is_over_limits());
                }
                why
            }
            Ok(()) if found_nothing && is_named => NoBoardsError::NoneInside,
            Ok(()) => return flow,
        };
        boards.omitted.push(omitted(folder.path(), why));
        flow
    }

    fn finish(mut self) -> BoardFiles {
        self.boards.import = self.importer.finish();
        self.boards
    }
}

/// Returns the text of a file with boards, and the kind of any trailing data. Reads only the start of a file in another
/// format.
fn unpack_boards(
    text: &Text,
    limits: UnpackLimits,
) -> Result<(Source, Option<Trailing>), NoBoardsError> {
    let (head, torn) = Unpacker::head(text, HEAD_BYTES)?;
    check_head(&head, torn)?;
    let Unpacked { source, error: torn, trailing } = Source::unpacked(text, limits)?;
    match torn {
        Some(torn) => Err(NoBoardsError::Incomplete(torn)),
        None => Ok((source, trailing)),
    }
}

/// Like [`unpack_boards`], for a file inside an archive. Such a file can be read only once, from its start.
fn read_member_boards(
    mut file: &mut dyn Read,
    budget: &UnpackBudget,
) -> Result<Vec<u8>, NoBoardsError> {
    let mut packing = Vec::new();
    let torn = (&mut file).take(4).read_to_end(&mut packing).err();
    let bytes = io::Cursor::new(&packing).chain(file);
    let mut bytes: Box<dyn Read> = match Packing::of(&packing) {
        Some(packing) => Box::new(Unpacker::new(packing, bytes, budget)),
        None => Box::new(bytes),
    };
    let mut text = Vec::new();
    let torn = torn.or((&mut bytes).take(HEAD_BYTES).read_to_end(&mut text).err());
    check_head(&text, torn)?;
    budget.read_in_memory(bytes, &mut text).map_err(NoBoardsError::Incomplete)?;
    Ok(text)
}

/// Checks whether a text that begins with `head` contains boards. `torn` is the error that ended reading, if any.
fn check_head(head: &[u8], torn: Option<io::Error>) -> Result<(), NoBoardsError> {
    if is_board_export(head) {
        return torn.map_or(Ok(()), |torn| Err(NoBoardsError::Incomplete(torn)));
    }
    let words = String::from_utf8_lossy(head);
    let address = BoardRef::from_address(words.trim()).map(NoBoardsError::Address);
    // An unreadable file may contain anything, so report the read error and not its format.
    let torn = torn.map(NoBoardsError::Incomplete);
    let is_page = head.trim_ascii_start().first() == Some(&b'<');
    let other = if is_page { NoBoardsError::WebPage } else { NoBoardsError::OtherFormat };
    Err(address.or(torn).unwrap_or(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{file::atomic_write, import::board::MAX_TEXT_BYTES};
    use std::io::Write as _;

    /// Reads `path` within `limits`. Returns the reasons why files have no boards, and the number of files with boards.
    fn read(path: &Path, limits: UnpackLimits) -> (Vec<String>, usize) {
        let mut refused = Vec::new();
        let read = BoardFiles::read(
            &[path.to_owned()],
            Text::open,
            |_| limits,
            false,
            |it| {
                refused.extend(it.map(|it| it.why.to_string()));
                ControlFlow::Continue(())
            },
        );
        let boards = read.unwrap().unwrap();
        let left = boards.omitted.iter();
        refused.extend(left.map(|it| format!("{}: {}", it.path.display(), it.why)));
        let offered =
            boards.all_notes().into_iter().filter_map(|it| it.over_limits.map(Path::to_owned));
        assert!(offered.into_iter().all(|it| it == path));
        (refused, boards.files.len())
    }

    fn gz(bytes: &[u8]) -> Vec<u8> {
        let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        gz.write_all(bytes).unwrap();
        gz.finish().unwrap()
    }

    fn zip(files: &[(String, Vec<u8>)]) -> Vec<u8> {
        let mut zip = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
        for (name, bytes) in files {
            zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    fn tar(files: &[(String, Vec<u8>)]) -> Vec<u8> {
        let mut tar = tar::Builder::new(Vec::new());
        for (name, bytes) in files {
            let mut header = tar::Header::new_gnu();
            header.set_size(bytes.len() as u64);
            tar.append_data(&mut header, name, &bytes[..]).unwrap();
        }
        tar.into_inner().unwrap()
    }

    #[test]
    fn packed_files_in_a_packed_folder_share_its_limits() {
        let limits =
            UnpackLimits { ratio: 1, ratio_exempt_bytes: 1_000_000, ..UnpackLimits::DEFAULT };
        let folder = tempfile::tempdir().unwrap();
        let board = format!("{{\"game\":{{\"id\":1,\"moveList\":\"\"}}}}{}", " ".repeat(300_000));
        let board = gz(board.as_bytes());
        let files: Vec<_> = (0..30).map(|n| (format!("{n}.json.gz"), board.clone())).collect();
        for bytes in [zip(&files), tar(&files), gz(&tar(&files))] {
            let path = folder.path().join("boards");
            atomic_write(&path, &bytes, false).unwrap();
            let (refused, found) = read(&path, limits);
            assert!((2..=4).contains(&found), "{found}");
            assert_eq!(refused.len(), 1, "{refused:?}");
            assert!(refused[0].contains("more than 1 times its size"), "{refused:?}");
            assert_eq!(read(&path, UnpackLimits::LIFTED), (Vec::new(), 30));
        }
    }

    #[test]
    fn memory_limit_applies_to_each_file() {
        let limits = UnpackLimits { memory: 100_000, ..UnpackLimits::DEFAULT };
        let folder = tempfile::tempdir().unwrap();
        let board = |length| {
            let board = "{\"game\":{\"id\":1,\"moveList\":\"\"}}";
            format!("{board}{}", " ".repeat(length - board.len())).into_bytes()
        };
        let files = [("a", 100_001), ("b", 100_000), ("c", 90_000)];
        let files = files.map(|(name, length)| (name.to_owned(), board(length)));
        let packed = files.clone().map(|(name, bytes)| (name, gz(&bytes)));
        for bytes in [zip(&files), zip(&packed), tar(&files), tar(&packed)] {
            let path = folder.path().join("boards");
            atomic_write(&path, &bytes, false).unwrap();
            let (refused, found) = read(&path, limits);
            assert_eq!((refused.len(), found), (1, 2), "{refused:?}");
            assert!(refused[0].contains("boards/a: cannot unpack the whole file"), "{refused:?}");
        }
    }

    #[test]
    fn long_names_are_errors_and_take_no_memory() {
        let folder = tempfile::tempdir().unwrap();
        let name = "x".repeat(MAX_TEXT_BYTES + 1);
        let long = "x".repeat(3 << 20);
        let response = |name: &str| {
            format!(
                "{{\"game\":{{\"id\":1,\"moveList\":\"\",\"pgnHeaders\":{{\"White\":\"{name}\",\"Event\":\"e\"}}}}}}"
            )
        };
        let month = |name: &str| {
            format!(
                "{{\"games\":[{{\"rules\":\"bughouse\",\"tcn\":\"\",\"white\":{{\"username\":\"{name}\"}}}}]}}"
            )
        };
        let pgn = |name: &str| {
            let tags = "[White \"a\"]\n[Black \"b\"]\n[Variant \"Bughouse\"]";
            format!("{tags}\n[Event \"{name}\"]\n\n*\n")
        };
        let page = |name: &str| {
            let board = "data-board='{\"steps\":[]}' data-variant=bughouse";
            format!("<body pychess {board} data-wplayer='{name}'>")
        };
        for (text, problem) in [
            (response(&name), "the name of a player is longer than 1000 bytes; left it out"),
            (response(&long), "a value is longer than 1 MB; left it out"),
            (month(&name), "the name of a player is longer than 1000 bytes; left it out"),
            (pgn(&name), "the event is longer than 1000 bytes; left it out"),
            (pgn(&long.repeat(2)), "this game is longer than 4 MB; skipped"),
            (page(&name), "the name of a player is longer than 1000 bytes; left it out"),
            (page(&long), "the name of a player is longer than 1000 bytes; left it out"),
        ] {
            let path = folder.path().join("board");
            atomic_write(&path, text.as_bytes(), false).unwrap();
            let boards = BoardFiles::read(
                &[path],
                Text::open,
                |_| UnpackLimits::DEFAULT,
                false,
                |_| ControlFlow::Continue(()),
            );
            let boards = boards.unwrap().unwrap();
            let problems = boards.problems();
            assert!(problems[0].note.text.ends_with(problem), "{problem}: {problems:?}");
            let kept: usize = boards.import.matches.iter().map(|it| it.text.len()).sum();
            assert!(kept < 1000, "{problem}: {kept}");
        }
    }

    #[test]
    fn names_of_files_share_a_limit() {
        let limits = UnpackLimits { directory: 1000, ..UnpackLimits::DEFAULT };
        let folder = tempfile::tempdir().unwrap();
        let board = b"{\"game\":{\"id\":1,\"moveList\":\"\"}}".to_vec();
        let files: Vec<_> =
            (10..90).map(|n| (format!("{}{n}.json", "n".repeat(43)), board.clone())).collect();
        let path = folder.path().join("boards");
        atomic_write(&path, &tar(&files), false).unwrap();
        let (refused, found) = read(&path, limits);
        assert_eq!(found, 20);
        assert!(refused[0].contains("its file names take more than 0 MB"), "{refused:?}");
        assert_eq!(read(&path, UnpackLimits::DEFAULT), (Vec::new(), 80));
    }

    #[test]
    fn oversized_input_is_read_with_lifted_limits() {
        let few = UnpackLimits { ratio: 1, ratio_exempt_bytes: 1000, ..UnpackLimits::DEFAULT };
        let folder = tempfile::tempdir().unwrap();
        let board = format!("{{\"game\":{{\"id\":1,\"moveList\":\"\"}}}}{}", " ".repeat(10_000));
        let files = ["1.json", "2.json", "3.json"];
        let files = files.map(|name| (name.to_owned(), board.clone().into_bytes()));
        let tar = gz(&tar(&files));
        for (name, bytes, files) in [("b.json.gz", gz(board.as_bytes()), 1), ("b.tar.gz", tar, 3)] {
            let path = folder.path().join(name);
            atomic_write(&path, &bytes, false).unwrap();
            let (refused, found) = read(&path, few);
            assert_eq!((refused.len(), found), (1, 0), "{refused:?}");
            assert!(refused[0].contains("more than 1 times its size"), "{refused:?}");
            assert_eq!(read(&path, UnpackLimits::LIFTED), (Vec::new(), files));
        }
    }
}
