//! [`PackedFolder`]: the files in an archive, a `.zip` or a `.tar`.

use super::{
    Packing, Text, UnpackBudget, UnpackError, Unpacker, tar_files::TarFiles,
    text_reader::TextReader,
};
use std::{
    cell::Cell,
    io::{self, BufReader, Read, Seek, SeekFrom},
    ops::ControlFlow,
    path::{Path, PathBuf},
};
use zip::{ZipArchive, result::ZipError};

/// The number of bytes needed to detect an archive.
const HEAD_BYTES: u64 = 512;

/// The offset and the bytes of the signature of a `.tar`.
const TAR_MARK: (usize, &[u8]) = (257, b"ustar");

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ArchiveFormat {
    Zip,
    /// Uncompressed or compressed: `.tar`, `.tar.gz`, `.tar.bz2`, `.tar.zst`.
    Tar,
}

impl ArchiveFormat {
    fn of(head: &[u8]) -> Option<Self> {
        let (at, mark) = TAR_MARK;
        if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
            Some(Self::Zip)
        } else if head.get(at..).is_some_and(|rest| rest.starts_with(mark)) {
            Some(Self::Tar)
        } else {
            None
        }
    }
}

/// An archive, detected by its first bytes. Its files are not extracted to disk, so a name such as `../x` does no harm.
/// Everything unpacked from the archive, including compressed files inside it, shares one [`UnpackBudget`].
#[derive(Debug)]
pub struct PackedFolder<'t> {
    text: &'t Text,
    archive_format: ArchiveFormat,
    budget: UnpackBudget,
}

impl<'t> PackedFolder<'t> {
    /// Returns the archive in `text`, to be unpacked within its limits. Returns `None` if `text` is no archive, is a
    /// compressed `.zip`, or cannot be read.
    pub fn of(text: &'t Text) -> Option<Self> {
        Self::within(text, &UnpackBudget::new(text.limits(), text.length()))
    }

    /// Like [`PackedFolder::of`], for an archive inside another one, whose `budget` it shares.
    pub fn within(text: &'t Text, budget: &UnpackBudget) -> Option<Self> {
        let mut head = Vec::new();
        // Detection does not count against the budget. A read error is reported later, when the caller reads the text
        // as a file and not as an archive.
        let for_detection = UnpackBudget::new(budget.limits(), text.length());
        let _ = unpacked(text, &for_detection).ok()?.take(HEAD_BYTES).read_to_end(&mut head);
        let archive_format = ArchiveFormat::of(&head)?;
        // A `.zip` is read from its end, so the text itself must not be compressed.
        let readable =
            archive_format == ArchiveFormat::Tar || matches!(Packing::of_text(text), Ok(None));
        readable.then(|| Self { text, archive_format, budget: budget.clone() })
    }

    /// Returns whether a text that begins with `head`, decompressed if necessary, is an archive.
    pub fn is_at(head: &[u8]) -> bool {
        ArchiveFormat::of(head).is_some()
    }

    pub fn path(&self) -> &Path {
        self.text.path()
    }

    /// Returns the budget for everything unpacked from the archive.
    pub const fn budget(&self) -> &UnpackBudget {
        &self.budget
    }

    /// Calls `visit` for each file of the archive with two arguments: the path of the archive followed by the name of
    /// the file, and the reader of the file or the error of opening it. Stops early if `visit` returns `Break`.
    ///
    /// # Errors
    /// The reason why the remaining files are not read, such as an exceeded budget.
    pub fn visit_files(
        &self,
        mut visit: impl FnMut(&Path, io::Result<&mut dyn Read>) -> ControlFlow<()>,
    ) -> io::Result<()> {
        match self.archive_format {
            ArchiveFormat::Zip => self.visit_zip(&mut visit),
            ArchiveFormat::Tar => self.visit_tar(&mut visit),
        }
    }

    fn visit_zip(&self, visit: &mut FileCallback<'_>) -> io::Result<()> {
        let bytes = self.budget.limits().directory;
        let remaining = Cell::new(bytes);
        let input = self.budget.input(TextReader::new(self.text));
        let zip = ZipArchive::new(BufReader::new(DirectoryReader { input, remaining: &remaining }));
        let mut zip = zip.map_err(|error| match error {
            _ if remaining.get() == 0 => UnpackError::LongDirectory { bytes }.into(),
            ZipError::InvalidArchive(_) => {
                io::Error::new(io::ErrorKind::InvalidData, "the archive is damaged or cut short")
            }
            error => io::Error::from(error),
        })?;
        // The limit applies only to the list of files. From here on the files themselves are read.
        remaining.set(u64::MAX);
        for number in 0..zip.len() {
            let name = zip.name_for_index(number).transpose()?.unwrap_or_default();
            self.budget.count_file(name.as_bytes())?;
            let path = self.inside(Path::new(&*name));
            let flow = match zip.by_index(number) {
                Ok(file) if !file.is_file() => continue,
                Ok(file) => visit(&path, Ok(&mut self.budget.limited(file))),
                Err(error) => visit(&path, Err(error.into())),
            };
            if flow.is_break() {
                break;
            }
            self.budget.check()?;
        }
        Ok(())
    }

    fn visit_tar(&self, visit: &mut FileCallback<'_>) -> io::Result<()> {
        // The budget already counts the decompressed `.tar`, and the files are parts of it.
        let mut tar = TarFiles::new(unpacked(self.text, &self.budget)?, &self.budget);
        while let Some(name) = tar.next_file()? {
            if visit(&self.inside(&name), Ok(&mut tar)).is_break() {
                break;
            }
            self.budget.check()?;
        }
        Ok(())
    }

    fn inside(&self, name: &Path) -> PathBuf {
        // The name stays as written, even if it is absolute or contains `..`.
        let mut path = self.path().as_os_str().to_owned();
        path.push("/");
        path.push(name);
        path.into()
    }
}

type FileCallback<'e> = dyn FnMut(&Path, io::Result<&mut dyn Read>) -> ControlFlow<()> + 'e;

/// Returns a reader of `text` that decompresses it if necessary.
fn unpacked<'t>(text: &'t Text, budget: &UnpackBudget) -> io::Result<Box<dyn Read + 't>> {
    let packing = Packing::of_text(text).map_err(io::Error::other)?;
    let input = budget.input(TextReader::new(text));
    Ok(match packing {
        Some(packing) => Box::new(Unpacker::new(packing, input, budget)),
        None => Box::new(BufReader::new(input)),
    })
}

/// A reader of a `.zip` that stops after `remaining` bytes. This limits the size of its list of files.
struct DirectoryReader<'l, R> {
    input: R,
    remaining: &'l Cell<u64>,
}

impl<R: Read> Read for DirectoryReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let remaining = self.remaining.get();
        let read = self.input.by_ref().take(remaining).read(buffer)?;
        self.remaining.set(remaining - read as u64);
        Ok(read)
    }
}

impl<R: Seek> Seek for DirectoryReader<'_, R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.input.seek(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::Source;
    use crate::file::{UnpackLimits, unpack_limits::MAX_NAME_BYTES};
    use std::io::{Cursor, Write as _};
    use zip::{ZipWriter, write::SimpleFileOptions};

    const FILES: [(&str, &str); 3] = [("a.json", "one"), ("in/../b", ""), ("in/c", "three")];

    fn zip() -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        zip.add_directory("in", SimpleFileOptions::default()).unwrap();
        for (name, text) in FILES {
            zip.start_file(name, SimpleFileOptions::default()).unwrap();
            zip.write_all(text.as_bytes()).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    fn tar() -> Vec<u8> {
        let mut tar = tar::Builder::new(Vec::new());
        for (name, text) in FILES {
            let mut header = tar::Header::new_ustar();
            header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
            header.set_size(text.len() as u64);
            header.set_cksum();
            tar.append(&header, text.as_bytes()).unwrap();
        }
        tar.into_inner().unwrap()
    }

    fn gz(bytes: &[u8]) -> Vec<u8> {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(bytes).unwrap();
        packer.finish().unwrap()
    }

    /// Returns the names and texts of the files in the archive `bytes`, and the error that ended reading, if any.
    fn files(bytes: &[u8]) -> (Vec<(String, String)>, Option<String>) {
        let text = Text::from(Source::from_bytes("p", bytes));
        let mut files = Vec::new();
        let folder = PackedFolder::of(&text).expect("a packed folder");
        let read = folder.visit_files(|path, file| {
            let mut text = String::new();
            let read = file.and_then(|file| file.read_to_string(&mut text));
            let text = read.map_or_else(|error| error.to_string(), |_| text);
            files.push((path.display().to_string(), text));
            ControlFlow::Continue(())
        });
        (files, read.err().map(|error| error.to_string()))
    }

    #[test]
    fn every_format_writes_its_files() {
        let expected = FILES.map(|(name, text)| (format!("p/{name}"), text.to_owned()));
        for bytes in [zip(), tar(), gz(&tar())] {
            assert_eq!(files(&bytes), (expected.to_vec(), None));
        }
    }

    /// Builds a `.tar` with an entry for each type and content in `notes`, followed by a file `a` with the text `one`.
    fn build_tar(notes: &[(tar::EntryType, &[u8])]) -> Vec<u8> {
        let mut tar = tar::Builder::new(Vec::new());
        let note = |&(kind, bytes): &(tar::EntryType, &[u8])| (kind, "note", bytes.to_vec());
        let file = (tar::EntryType::Regular, "a", b"one".to_vec());
        for (kind, name, bytes) in notes.iter().map(note).chain([file]) {
            let mut header = tar::Header::new_gnu();
            header.set_path(name).unwrap();
            header.set_entry_type(kind);
            header.set_size(bytes.len() as u64);
            header.set_cksum();
            tar.append(&header, &bytes[..]).unwrap();
        }
        tar.into_inner().unwrap()
    }

    /// Returns a record of a POSIX extended header.
    fn record(key: &str, value: &str) -> String {
        let rest = format!(" {key}={value}\n");
        let digits = (rest.len() + 5).to_string().len();
        let length = rest.len() + digits;
        let length = if length.to_string().len() == digits { length } else { length + 1 };
        format!("{length}{rest}")
    }

    #[test]
    fn names_are_read_up_to_the_system_limit() {
        use tar::EntryType as Kind;
        let most = usize::try_from(MAX_NAME_BYTES).unwrap();
        for (length, is_read) in
            [(1, true), (300, true), (most, true), (most + 1, false), (3 << 20, false)]
        {
            let name = "n".repeat(length);
            let gnu = [name.as_bytes(), b"\0"].concat();
            let posix = record("path", &name);
            let tars = [
                build_tar(&[(Kind::GNULongName, &gnu)]),
                build_tar(&[(Kind::XHeader, posix.as_bytes())]),
            ];
            for tar in tars {
                for bytes in [gz(&tar), tar] {
                    let (found, stopped) = files(&bytes);
                    if is_read {
                        assert_eq!(found, [(format!("p/{name}"), "one".to_owned())]);
                        assert_eq!(stopped, None);
                    } else {
                        assert_eq!(found, []);
                        let stopped = stopped.expect("refused");
                        assert!(stopped.ends_with("; the rest was not read"), "{stopped}");
                    }
                }
            }
        }
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        zip.start_file("n".repeat(most + 1), SimpleFileOptions::default()).unwrap();
        let (found, stopped) = files(&zip.finish().unwrap().into_inner());
        assert_eq!(found, []);
        assert_eq!(stopped, Some(UnpackError::LongName.to_string()));
    }

    #[test]
    fn long_names_are_rejected_before_reading() {
        for kind in [tar::EntryType::GNULongName, tar::EntryType::XHeader] {
            let mut header = tar::Header::new_gnu();
            header.set_entry_type(kind);
            header.set_size(1 << 40);
            header.set_cksum();
            // Only the beginning of the name is present.
            let bytes = gz(&[header.as_bytes(), &[b'n'; 100_000][..]].concat());
            let text = Text::from(Source::from_bytes("p", bytes));
            let folder = PackedFolder::of(&text).unwrap();
            let read = folder.visit_files(|_, _| ControlFlow::Continue(()));
            let stopped = read.unwrap_err().to_string();
            assert!(stopped.ends_with("; the rest was not read"), "{stopped}");
            assert_eq!(folder.budget().unpacked(), 512, "{kind:?}");
        }
    }

    #[test]
    fn tar_extension_records_are_ignored() {
        use tar::EntryType as Kind;
        let (size, comment) = (record("size", "3"), record("comment", "none"));
        let posix = [size.as_str(), &comment].concat();
        for notes in [
            [(Kind::XGlobalHeader, comment.as_bytes()), (Kind::XHeader, posix.as_bytes())],
            [(Kind::GNULongLink, &[b'l'; 5000][..]), (Kind::GNULongName, b"a\0")],
            [(Kind::Link, &b""[..]), (Kind::new(b'V'), b"label")],
        ] {
            let expect = vec![("p/a".to_owned(), "one".to_owned())];
            assert_eq!(files(&build_tar(&notes)), (expect, None), "{notes:?}");
        }
        // The map of a sparse file continues after its header.
        let mut sparse = tar::Header::new_gnu();
        sparse.set_entry_type(Kind::GNUSparse);
        sparse.set_size(700);
        sparse.as_gnu_mut().unwrap().isextended = [1];
        sparse.set_cksum();
        let mut map = [0; 512];
        map[504] = 1;
        let bytes =
            [sparse.as_bytes(), &map, &[0; 512], &[b'x'; 1024][..], &build_tar(&[])].concat();
        assert_eq!(files(&bytes), (vec![("p/a".to_owned(), "one".to_owned())], None));
    }

    #[test]
    fn files_and_the_list_of_files_are_counted() {
        for bytes in [zip(), tar(), gz(&tar())] {
            let text = Text::from(Source::from_bytes("p", bytes));
            let read = |limits| {
                let mut files = 0;
                let text = text.clone().within(limits);
                let folder = PackedFolder::of(&text).unwrap();
                let read = folder.visit_files(|_, _| {
                    files += 1;
                    ControlFlow::Continue(())
                });
                (files, read.err().map(|error| error.to_string()))
            };
            let (found, stopped) = read(UnpackLimits { files: 2, ..UnpackLimits::DEFAULT });
            assert!((1..=2).contains(&found), "{found}");
            assert_eq!(
                stopped.as_deref(),
                Some("it contains more than 2 files; the rest was not read")
            );
            if folder_is_zip(&text) {
                let (found, stopped) =
                    read(UnpackLimits { directory: 100, ..UnpackLimits::DEFAULT });
                assert_eq!(found, 0);
                assert!(stopped.is_some_and(|it| it.starts_with("its file list is larger than")));
            }
        }
    }

    fn folder_is_zip(text: &Text) -> bool {
        PackedFolder::of(text).is_some_and(|it| it.archive_format == ArchiveFormat::Zip)
    }

    #[test]
    fn plain_texts_are_not_archives() {
        for bytes in [&b""[..], b"1A. e4", &gz(b"1A. e4"), &gz(&zip())] {
            let text = Text::from(Source::from_bytes("p", bytes));
            assert!(PackedFolder::of(&text).is_none(), "{bytes:?}");
        }
    }

    #[test]
    fn truncated_archive_yields_its_complete_files() {
        let tar = tar();
        let (found, stopped) = files(&tar[..1030]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(stopped.is_some());
        let zip = zip();
        let (found, stopped) = files(&zip[..zip.len() - 9]);
        assert!(found.is_empty() && stopped.is_some(), "{found:?}");
    }

    #[test]
    fn zero_filled_files_do_not_exhaust_memory() {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let noughts = vec![0; 80 << 20];
        zip.start_file("noughts", SimpleFileOptions::default()).unwrap();
        zip.write_all(&noughts).unwrap();
        let bytes = zip.finish().unwrap().into_inner();
        let (found, _) = files(&bytes);
        assert!(found[0].1.contains("it unpacks to more than 250 times its size"), "{found:?}");
    }
}
