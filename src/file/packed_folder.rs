//! [`PackedFolder`]: the files of a folder that was packed into one file.

use super::{Text, UnpackLimits, Unpacker, text_reader::TextReader};
use std::{
    io::{self, BufReader, Read},
    ops::ControlFlow,
    path::{Path, PathBuf},
};
use tar::Archive;
use zip::ZipArchive;

/// So many bytes tell a packed folder.
const HEAD: u64 = 512;

/// Where a `.tar` says that it is one, and how.
const TAR_MARK: (usize, &[u8]) = (257, b"ustar");

/// How a folder is packed into one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Zip,
    /// As it is, or packed in its turn: `.tar.gz`, `.tar.bz2`, `.tar.zst`.
    Tar,
}

/// A folder that was packed into one file, told by its first bytes. Nothing of it is written to the disk, so that the
/// names inside can do no harm.
#[derive(Debug)]
pub struct PackedFolder<'t> {
    text: &'t Text,
    form: Form,
    limits: UnpackLimits,
}

impl<'t> PackedFolder<'t> {
    /// What `text` holds, if it is a packed folder, of which so much is unpacked as `limits` allow.
    #[must_use]
    pub fn of(text: &'t Text, limits: UnpackLimits) -> Option<Self> {
        let mut head = Vec::new();
        // What cannot be read is told by whoever reads it as something else.
        let _ = unpacked(text, limits).ok()?.take(HEAD).read_to_end(&mut head);
        let (at, mark) = TAR_MARK;
        let form = if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
            Form::Zip
        } else if head.get(at..).is_some_and(|rest| rest.starts_with(mark)) {
            Form::Tar
        } else {
            return None;
        };
        // A `.zip` is read from its end, which takes a text that is not packed once more.
        let readable = form == Form::Tar || matches!(Unpacker::of(text), Ok(None));
        readable.then_some(Self { text, form, limits })
    }

    /// The name of the file that it was packed into.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.text.path()
    }

    /// Gives every file inside, with the name of the packed folder before its own, to `each`, or why it cannot be
    /// read; ends early where `each` breaks, and where the files read so far are over the limits.
    ///
    /// # Errors
    /// Why the rest cannot be read or is not.
    pub fn each_file(
        &self,
        mut each: impl FnMut(&Path, io::Result<&mut dyn Read>) -> ControlFlow<()>,
    ) -> io::Result<()> {
        let mut total = 0;
        match self.form {
            Form::Zip => self.each_of_zip(&mut total, &mut each),
            Form::Tar => self.each_of_tar(&mut total, &mut each),
        }
    }

    fn each_of_zip(&self, total: &mut u64, each: &mut Each<'_>) -> io::Result<()> {
        let mut zip = ZipArchive::new(BufReader::new(TextReader::new(self.text)))?;
        for number in 0..zip.len() {
            let name = zip.name_for_index(number).transpose()?;
            let path = self.inside(Path::new(&*name.unwrap_or_default()));
            let flow = match zip.by_index(number) {
                Ok(file) if !file.is_file() => continue,
                Ok(file) => each(&path, Ok(&mut self.measured(file, total))),
                Err(error) => each(&path, Err(error.into())),
            };
            if flow.is_break() {
                break;
            }
            self.check_total(*total)?;
        }
        Ok(())
    }

    fn each_of_tar(&self, total: &mut u64, each: &mut Each<'_>) -> io::Result<()> {
        let mut tar = Archive::new(unpacked(self.text, self.limits)?);
        for file in tar.entries()? {
            let file = file?;
            if !file.header().entry_type().is_file() {
                continue;
            }
            let path = self.inside(&file.path()?);
            if each(&path, Ok(&mut self.measured(file, total))).is_break() {
                break;
            }
            self.check_total(*total)?;
        }
        Ok(())
    }

    /// That `total` bytes of all files are not too many.
    fn check_total(&self, total: u64) -> io::Result<()> {
        Ok(self.limits.check_ratio(total, self.text.length())?)
    }

    fn inside(&self, name: &Path) -> PathBuf {
        // As it is said, not as it would be found: a name may be absolute, or climb.
        let mut path = self.path().as_os_str().to_owned();
        path.push("/");
        path.push(name);
        path.into()
    }

    fn measured<'f, R>(&self, file: R, total: &'f mut u64) -> Measured<'f, R> {
        Measured { file, given: 0, total, packed: self.text.length(), limits: self.limits }
    }
}

/// What takes the files one by one.
type Each<'e> = dyn FnMut(&Path, io::Result<&mut dyn Read>) -> ControlFlow<()> + 'e;

/// The bytes of `text` as they were before it was packed.
fn unpacked(text: &Text, limits: UnpackLimits) -> io::Result<Box<dyn Read + '_>> {
    Ok(match Unpacker::of(text).map_err(io::Error::other)? {
        // One file inside is held at a time.
        Some(unpacker) => Box::new(unpacker.limited(limits)),
        None => Box::new(BufReader::new(TextReader::new(text))),
    })
}

/// A file inside, which gives no more than the limits allow.
struct Measured<'f, R> {
    file: R,
    /// Bytes of this file that were given, and of all files.
    given: u64,
    total: &'f mut u64,
    /// The length of the packed folder.
    packed: u64,
    limits: UnpackLimits,
}

impl<R: Read> Read for Measured<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.limits.in_memory().check_length(self.given)?;
        self.limits.check_ratio(*self.total, self.packed)?;
        let read = self.file.read(buffer)?;
        self.given += read as u64;
        *self.total += read as u64;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::Source;
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

    /// The names and texts of the files in `bytes`, and what stopped the reading.
    fn files(bytes: &[u8]) -> (Vec<(String, String)>, Option<String>) {
        let text = Text::from(Source::from_bytes("p", bytes));
        let mut files = Vec::new();
        let folder = PackedFolder::of(&text, UnpackLimits::USUAL).expect("a packed folder");
        let read = folder.each_file(|path, file| {
            let mut text = String::new();
            let read = file.and_then(|file| file.read_to_string(&mut text));
            let text = read.map_or_else(|error| error.to_string(), |_| text);
            files.push((path.display().to_string(), text));
            ControlFlow::Continue(())
        });
        (files, read.err().map(|error| error.to_string()))
    }

    #[test]
    fn every_form_gives_its_files() {
        let wanted = FILES.map(|(name, text)| (format!("p/{name}"), text.to_owned()));
        for bytes in [zip(), tar(), gz(&tar())] {
            assert_eq!(files(&bytes), (wanted.to_vec(), None));
        }
    }

    #[test]
    fn other_texts_are_no_packed_folders() {
        for bytes in [&b""[..], b"1A. e4", &gz(b"1A. e4"), &gz(&zip())] {
            let text = Text::from(Source::from_bytes("p", bytes));
            assert!(PackedFolder::of(&text, UnpackLimits::USUAL).is_none(), "{bytes:?}");
        }
    }

    #[test]
    fn a_packed_folder_that_is_cut_short_gives_what_is_whole() {
        let tar = tar();
        let (found, stopped) = files(&tar[..1030]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(stopped.is_some());
        let zip = zip();
        let (found, stopped) = files(&zip[..zip.len() - 9]);
        assert!(found.is_empty() && stopped.is_some(), "{found:?}");
    }

    #[test]
    fn files_of_nothing_but_noughts_do_not_fill_memory() {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let noughts = vec![0; 80 << 20];
        zip.start_file("noughts", SimpleFileOptions::default()).unwrap();
        zip.write_all(&noughts).unwrap();
        let bytes = zip.finish().unwrap().into_inner();
        let (found, _) = files(&bytes);
        assert!(found[0].1.contains("its text is over 250 times as long"), "{found:?}");
    }
}
