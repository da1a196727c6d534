//! Reads folders, archives, files and standard input, and sorts what is in them by content.

use super::{
    Importer,
    board::{BoardRef, is_board_export},
    files::{BoardFiles, NoBoardsError, OmittedFile, RejectedFile},
    skipped::{SkipReason, is_desktop_file, is_hidden},
};
use crate::{
    archive::{Collection, TextOrigin, is_match_file},
    file::{
        FileError, InputFiles, PackedFolder, Packing, Source, Text, UnpackBudget, UnpackError,
        UnpackLimits, Unpacked, Unpacker, UnsupportedPacking, is_binary,
    },
    notation::is_bgn,
};
use std::{
    io::{self, Read},
    ops::ControlFlow,
    path::{Path, PathBuf},
};

/// The number of bytes read from the start of a file to detect its format.
const HEAD_BYTES: u64 = 64 * 1024;

/// The maximum number of archives around a file.
const MAX_ARCHIVES: usize = 4;

/// The memory of a file in an archive in bytes, in addition to its text.
const MEMBER_BYTES: u64 = 1024;

/// What a caller of [`BoardFiles::read`] learns about the files, in their order.
pub enum InputFile<'f> {
    /// The next file is about to be read.
    Next,
    /// A file with matches, or a file that the caller named and that is no single-board export.
    Matches(MatchText),
    /// A file that cannot be read, or a file that the caller named and that contains nothing to read.
    Rejected(RejectedFile<'f>),
}

/// The text of a file with matches, which may be compressed.
pub struct MatchText {
    pub text: Text,
    /// [`TextOrigin::Archived`] for a file in an archive.
    pub origin: TextOrigin,
    /// Whether the caller passed the path of the file itself, not of its folder.
    pub is_named: bool,
    /// The error that ended unpacking the beginning of the file, if any.
    pub torn: Option<io::Error>,
}

type FileCallback<'r> = dyn FnMut(InputFile<'_>) -> ControlFlow<()> + 'r;

impl BoardFiles {
    /// Reads `paths`, which may be folders and archives, and pairs the boards of all files. `open` opens a file, and
    /// sets the limits on unpacking that file. With `with_chat`, the chat becomes comments. Calls `on_file`
    /// before each file, and with each file that has no boards. Errors in archives are added to
    /// [`BoardFiles::omitted`] instead. Files of other formats in folders and archives are counted in
    /// [`BoardFiles::skipped`]. If `on_file` breaks, reading is cancelled and returns `None`.
    pub fn read(
        paths: &[PathBuf],
        open: impl Fn(&Path) -> Result<Text, FileError>,
        with_chat: bool,
        mut on_file: impl FnMut(InputFile<'_>) -> ControlFlow<()>,
    ) -> Option<Self> {
        let mut reader = BoardReader {
            importer: Importer::new(with_chat),
            boards: Self::default(),
            member_bytes: 0,
            matches: 0,
            on_file: &mut on_file,
        };
        for path in paths {
            if reader.read_path(path, &open).is_break() {
                return None;
            }
        }
        let BoardReader { importer, boards, .. } = reader;
        Some(Self { import: importer.finish(), ..boards })
    }
}

/// A file to be read, or a file in an archive.
#[derive(Clone, Copy)]
struct Place<'f> {
    path: &'f Path,
    /// The path inside its folder or archive; empty for a file that the caller named.
    inside: &'f Path,
}

impl Place<'_> {
    fn is_named(self) -> bool {
        self.inside.as_os_str().is_empty()
    }
}

struct BoardReader<'r> {
    importer: Importer,
    boards: BoardFiles,
    /// The memory of the files with matches in archives, in bytes.
    member_bytes: u64,
    /// The number of files with matches.
    matches: usize,
    on_file: &'r mut FileCallback<'r>,
}

enum ContentKind {
    Boards,
    Matches,
}

impl BoardReader<'_> {
    fn read_path(
        &mut self,
        path: &Path,
        open: &impl Fn(&Path) -> Result<Text, FileError>,
    ) -> ControlFlow<()> {
        let found = match InputFiles::of(path) {
            Ok(found) => found,
            Err(error) => {
                return self.reject(Place { path, inside: Path::new("") }, error.into());
            }
        };
        for link in found.linked_folders {
            self.boards.skipped.add(&link, SkipReason::LinkedFolder);
        }
        for backup in found.backups {
            self.boards.skipped.add(&backup, SkipReason::Backup);
        }
        let files = found.files.into_iter().map(|path| (open(&path), path));
        let skipped = found.skipped.into_iter().map(|(path, error)| (Err(error), path));
        for (text, file) in files.chain(skipped) {
            let inside = file.strip_prefix(path).unwrap_or(&file);
            self.read_file(Place { path: &file, inside }, text)?;
        }
        ControlFlow::Continue(())
    }

    /// Reads a file, or the files in it if it is an archive.
    fn read_file(&mut self, place: Place<'_>, text: Result<Text, FileError>) -> ControlFlow<()> {
        (self.on_file)(InputFile::Next)?;
        let read = text.map_err(NoBoardsError::from).and_then(|text| self.read_text(place, text));
        read.unwrap_or_else(|why| self.reject(place, why))
    }

    fn read_text(
        &mut self,
        place: Place<'_>,
        text: Text,
    ) -> Result<ControlFlow<()>, NoBoardsError> {
        let limits = text.limits();
        // The beginning is examined several times. A short file is read once.
        let is_short = text.length() <= HEAD_BYTES && Packing::of_text(&text)?.is_none();
        let text = if is_short { Text::from(text.read_all()?).within(limits) } else { text };
        if let Some(folder) = PackedFolder::of(&text) {
            return Ok(self.read_archive(place, &folder, 1));
        }
        let (head, torn) = Unpacker::head(&text, HEAD_BYTES)?;
        if PackedFolder::is_at(&head) && torn.is_none() {
            // A `.zip` is read from its end, so a compressed one is unpacked first.
            let Unpacked { source, error, .. } = Source::unpacked(&text)?;
            error.map_or(Ok(()), |torn| Err(NoBoardsError::Incomplete(torn)))?;
            let text = Text::from(source).within(limits);
            let folder = PackedFolder::of(&text).ok_or(NoBoardsError::OtherFormat)?;
            return Ok(self.read_archive(place, &folder, 2));
        }
        match (content_kind(place, &head), torn) {
            (Ok(ContentKind::Matches), torn) => {
                let (is_named, origin) = (place.is_named(), TextOrigin::File);
                Ok(self.send_matches(MatchText { text, origin, is_named, torn }))
            }
            (Ok(ContentKind::Boards), None) => {
                let Unpacked { source, error, warning } = Source::unpacked(&text)?;
                error.map_or(Ok(()), |torn| Err(NoBoardsError::Incomplete(torn)))?;
                self.add_boards(place.path, source.bytes());
                let warning = warning.map(|warning| (place.path.to_owned(), warning));
                self.boards.unpack_warnings.extend(warning);
                Ok(ControlFlow::Continue(()))
            }
            (Ok(ContentKind::Boards) | Err(NoBoardsError::OtherFormat), Some(torn)) => {
                // An unreadable file may contain anything, so report the read error and not its format.
                Err(NoBoardsError::Incomplete(torn))
            }
            (Err(why), _) => Err(why),
        }
    }

    /// Reads the files in an archive, which is the innermost of `depth` archives. `place` is that of the outermost one.
    fn read_archive(
        &mut self,
        place: Place<'_>,
        folder: &PackedFolder<'_>,
        depth: usize,
    ) -> ControlFlow<()> {
        let before = (self.boards.files.len(), self.boards.omitted.len(), self.matches);
        let mut flow = ControlFlow::Continue(());
        let omitted = |path: &Path, why| OmittedFile {
            path: path.to_owned(),
            archive: place.path.to_owned(),
            why,
        };
        let read = folder.visit_files(|path, file| {
            let inside = path.strip_prefix(place.path).unwrap_or(path);
            let member = Place { path, inside };
            flow = (self.on_file)(InputFile::Next);
            if flow.is_break() {
                return flow;
            }
            let file = file.map_err(NoBoardsError::Incomplete);
            let read =
                file.and_then(|file| self.read_member(place, member, file, folder.budget(), depth));
            flow = read.unwrap_or_else(|why| {
                if !self.skip(member, &why) {
                    self.boards.omitted.push(omitted(path, why));
                }
                ControlFlow::Continue(())
            });
            flow
        });
        let found_nothing =
            before == (self.boards.files.len(), self.boards.omitted.len(), self.matches);
        let omitted_files = &mut self.boards.omitted;
        let why = match read {
            Err(torn) => {
                let why = NoBoardsError::Incomplete(torn);
                if why.is_over_limits() && omitted_files.len() > before.1 {
                    // An archive that exceeds its limit is one error, so drop the error about the file inside the
                    // archive.
                    omitted_files.pop_if(|last| last.why.is_over_limits());
                }
                why
            }
            Ok(()) if found_nothing && place.is_named() && depth == 1 => NoBoardsError::NoneInside,
            Ok(()) => return flow,
        };
        omitted_files.push(omitted(folder.path(), why));
        flow
    }

    /// Reads a file inside an archive. Such a file can be read only once, from its start. `outermost` is the place of
    /// the outermost of the `depth` archives around the file.
    fn read_member(
        &mut self,
        outermost: Place<'_>,
        place: Place<'_>,
        mut file: &mut dyn Read,
        budget: &UnpackBudget,
        depth: usize,
    ) -> Result<ControlFlow<()>, NoBoardsError> {
        let mut packing = Vec::new();
        let torn = (&mut file).take(4).read_to_end(&mut packing).err();
        let bytes = io::Cursor::new(&packing).chain(file);
        let mut bytes: Box<dyn Read> = match Packing::of(&packing) {
            Some(packing) => Box::new(Unpacker::new(packing, bytes, budget)),
            None => Box::new(bytes),
        };
        let mut text = Vec::new();
        let torn = torn.or((&mut bytes).take(HEAD_BYTES).read_to_end(&mut text).err());
        let is_archive = PackedFolder::is_at(&text);
        let kind =
            if is_archive { Err(NoBoardsError::TooDeep) } else { content_kind(place, &text) };
        match (kind, torn) {
            (Ok(_) | Err(NoBoardsError::OtherFormat | NoBoardsError::TooDeep), Some(torn)) => {
                Err(NoBoardsError::Incomplete(torn))
            }
            (Ok(ContentKind::Boards), None) => {
                budget.read_in_memory(bytes, &mut text).map_err(NoBoardsError::Incomplete)?;
                self.add_boards(place.path, &text);
                Ok(ControlFlow::Continue(()))
            }
            (Ok(ContentKind::Matches), None) => {
                budget.read_in_memory(bytes, &mut text).map_err(NoBoardsError::Incomplete)?;
                self.add_member(place.path, text, budget.limits())
            }
            (Err(NoBoardsError::TooDeep), None) if depth < MAX_ARCHIVES => {
                budget.read_in_memory(bytes, &mut text).map_err(NoBoardsError::Incomplete)?;
                let text = Source::from_bytes(place.path, text).into();
                let folder =
                    PackedFolder::within(&text, budget).ok_or(NoBoardsError::OtherFormat)?;
                Ok(self.read_archive(outermost, &folder, depth + 1))
            }
            (Err(why), _) => Err(why),
        }
    }

    fn add_boards(&mut self, path: &Path, text: &[u8]) {
        self.importer.add(text);
        self.boards.files.push(path.to_owned());
    }

    /// Passes the matches of a file in an archive to the caller. The texts of all such files stay in memory, so they
    /// share one limit.
    fn add_member(
        &mut self,
        path: &Path,
        text: Vec<u8>,
        limits: UnpackLimits,
    ) -> Result<ControlFlow<()>, NoBoardsError> {
        self.member_bytes += text.len() as u64 + MEMBER_BYTES;
        if self.member_bytes > limits.memory {
            self.member_bytes -= text.len() as u64;
            let error = UnpackError::TooLong { bytes: limits.memory };
            return Err(NoBoardsError::Incomplete(error.into()));
        }
        let text = Text::from(Source::from_bytes(path, text)).within(limits);
        let origin = TextOrigin::Archived;
        Ok(self.send_matches(MatchText { text, origin, is_named: false, torn: None }))
    }

    fn send_matches(&mut self, text: MatchText) -> ControlFlow<()> {
        self.matches += 1;
        (self.on_file)(InputFile::Matches(text))
    }

    fn reject(&mut self, place: Place<'_>, why: NoBoardsError) -> ControlFlow<()> {
        if self.skip(place, &why) {
            return ControlFlow::Continue(());
        }
        (self.on_file)(InputFile::Rejected(RejectedFile { path: place.path, why }))
    }

    /// Counts a file in a folder or archive that is not expected to be read. Returns `false` for any other file.
    fn skip(&mut self, place: Place<'_>, why: &NoBoardsError) -> bool {
        match why.skip_reason() {
            _ if place.is_named() => false,
            _ if matches!(why, NoBoardsError::DesktopFile) => true,
            Some(_) if is_hidden(place.inside) => true,
            Some(reason) => {
                self.boards.skipped.add(place.path, reason);
                true
            }
            None => false,
        }
    }
}

/// Returns whether `text`, which may be compressed, is one file of matches: neither an archive nor a single-board export
/// nor in another format.
///
/// # Errors
/// Disk errors.
pub fn is_match_text(text: &Text) -> Result<bool, FileError> {
    let (head, _) = Unpacker::head(text, HEAD_BYTES)?;
    let place = Place { path: text.path(), inside: Path::new("") };
    let kind = content_kind(place, &head);
    Ok(!PackedFolder::is_at(&head) && matches!(kind, Ok(ContentKind::Matches)))
}

/// Returns what a text that begins with `head` contains. A file that the caller named contains matches if it contains
/// nothing else.
fn content_kind(place: Place<'_>, head: &[u8]) -> Result<ContentKind, NoBoardsError> {
    if is_board_export(head) {
        return Ok(ContentKind::Boards);
    }
    if let Some(packing) = UnsupportedPacking::of(head) {
        return Err(NoBoardsError::Packing(packing));
    }
    if let Some(board) = link_in(head) {
        return Err(NoBoardsError::Address(board));
    }
    if !place.is_named() && is_desktop_file(place.path, head) {
        return Err(NoBoardsError::DesktopFile);
    }
    let is_page = head.trim_ascii_start().first() == Some(&b'<') && !is_binary(head);
    if is_match_file(place.path) || place.is_named() && !is_page || has_matches(head) {
        return Ok(ContentKind::Matches);
    }
    Err(if is_page { NoBoardsError::WebPage } else { NoBoardsError::OtherFormat })
}

/// Returns the board whose address or number is the only content of a text that begins with `head`.
fn link_in(head: &[u8]) -> Option<BoardRef> {
    if head.len() > MAX_LINK_BYTES {
        return None;
    }
    // Shortcuts of Windows, Linux and macOS.
    let has = |words: &&str| memchr::memmem::find(head, words.as_bytes()).is_some();
    let is_shortcut = ["[InternetShortcut]", "[Desktop Entry]", "<plist"].iter().any(has);
    if !is_shortcut {
        let text = head.trim_ascii();
        if text.len() > MAX_ADDRESS_BYTES {
            return None;
        }
        return BoardRef::from_address(String::from_utf8_lossy(text).trim());
    }
    let text = String::from_utf8_lossy(head);
    let ends_word = |it: char| it.is_whitespace() || matches!(it, '<' | '>' | '"' | '=');
    text.split(ends_word).filter(|word| word.starts_with("http")).find_map(BoardRef::from_address)
}

/// The maximum length of a file that contains only a link.
const MAX_LINK_BYTES: usize = 4096;

/// The maximum length of an address.
const MAX_ADDRESS_BYTES: usize = 1024;

/// Returns whether a text that begins with `head` contains matches, whatever its name.
fn has_matches(head: &[u8]) -> bool {
    if is_bgn(Path::new(""), head) {
        let first = head.split(|&byte| byte == b'\n').find(|line| !line.trim_ascii().is_empty());
        let has = |name: &[u8]| first.is_some_and(|it| memchr::memmem::find(it, name).is_some());
        return has(b"\"pgn\"") || has(b"\"bgn\"") || has(b"\"moves\"");
    }
    !is_binary(head) && Collection::of(Source::from_bytes("", head)).has_named_matches()
}

#[cfg(test)]
mod tests;
