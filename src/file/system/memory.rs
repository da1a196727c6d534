//! The files of a browser, which has no disk: the page holds them in memory.
//!
//! Provides the functions of [`std::fs`] that this program uses, under the same names. There are no folders, but names
//! may contain slashes. The page adds files with [`put`] and is notified of every other change through [`watch`]. The
//! page stores the program's own files, such as the settings, and offers all others as downloads.
#![cfg_attr(test, allow(dead_code, reason = "only the browser uses all of it"))]

use crate::clock::{SystemTime as Clock, UNIX_EPOCH as EPOCH};
use std::{
    collections::BTreeMap,
    io::{self, ErrorKind, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

pub use std::fs::TryLockError;

/// A callback for each change of a file: what is written, or `None` if the file was removed.
///
/// # Errors
/// If the page cannot store the change. A file to be written is then unchanged.
pub type ChangeCallback = fn(&Path, Option<&Metadata>) -> io::Result<()>;

#[derive(Default)]
struct Files {
    all: BTreeMap<PathBuf, Metadata>,
    watch: Option<ChangeCallback>,
}

static FILES: Mutex<Files> = Mutex::new(Files { all: BTreeMap::new(), watch: None });

fn files() -> MutexGuard<'static, Files> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A snapshot of a file: its bytes and the time of its last write.
#[derive(Clone, Debug)]
pub struct Metadata {
    bytes: Arc<Vec<u8>>,
    modified: SystemTime,
}

#[allow(clippy::len_without_is_empty, reason = "as in std")]
impl Metadata {
    fn new(bytes: Vec<u8>) -> Self {
        let now = Clock::now().duration_since(EPOCH);
        let modified = UNIX_EPOCH + now.unwrap_or(Duration::ZERO);
        Self { bytes: Arc::new(bytes), modified }
    }

    /// Returns the bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the length in bytes.
    pub fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Returns the time of the last write.
    ///
    /// # Errors
    /// None.
    pub const fn modified(&self) -> io::Result<SystemTime> {
        Ok(self.modified)
    }

    pub const fn is_dir(&self) -> bool {
        false
    }

    pub const fn is_file(&self) -> bool {
        true
    }
}

/// Registers `watch` as the callback for every file written or removed from now on.
pub fn watch(watch: ChangeCallback) {
    files().watch = Some(watch);
}

/// Adds a file that the page supplies, without calling the [`ChangeCallback`]. `modified` is the time of its last write.
pub fn put(path: &Path, bytes: Vec<u8>, modified: SystemTime) {
    files().all.insert(path.to_owned(), Metadata { bytes: Arc::new(bytes), modified });
}

/// Writes a file.
///
/// # Errors
/// Those of [`ChangeCallback`].
pub fn write(path: &Path, bytes: Vec<u8>) -> io::Result<()> {
    let mut files = files();
    let file = Metadata::new(bytes);
    if let Some(watch) = files.watch {
        watch(path, Some(&file))?;
    }
    files.all.insert(path.to_owned(), file);
    Ok(())
}

/// Returns the metadata of the file at `path`.
///
/// # Errors
/// No such file.
pub fn metadata(path: impl AsRef<Path>) -> io::Result<Metadata> {
    files().all.get(path.as_ref()).cloned().ok_or_else(|| ErrorKind::NotFound.into())
}

/// As [`metadata`]: there are no links.
///
/// # Errors
/// As [`metadata`].
pub fn symlink_metadata(path: impl AsRef<Path>) -> io::Result<Metadata> {
    metadata(path)
}

/// Removes a file.
///
/// # Errors
/// No such file, or those of [`ChangeCallback`]. The file is removed even if the callback fails.
pub fn remove_file(path: impl AsRef<Path>) -> io::Result<()> {
    let path = path.as_ref();
    let mut files = files();
    files.all.remove(path).ok_or(ErrorKind::NotFound)?;
    files.watch.map_or(Ok(()), |watch| watch(path, None))
}

/// Renames a file.
///
/// # Errors
/// As [`metadata`] and [`write`].
pub fn rename(from: impl AsRef<Path>, to: impl AsRef<Path>) -> io::Result<()> {
    let bytes = metadata(&from)?.bytes;
    write(to.as_ref(), bytes.to_vec())?;
    remove_file(from)
}

/// Does nothing: there are no folders.
///
/// # Errors
/// None.
pub fn create_dir_all(_: impl AsRef<Path>) -> io::Result<()> {
    Ok(())
}

/// Creates a file in `folder` whose name is unique and ends with `suffix`.
///
/// # Errors
/// Those of [`write`].
pub fn unique_file(folder: &Path, suffix: &str) -> io::Result<(File, PathBuf)> {
    let now = Metadata::new(Vec::new()).modified.duration_since(UNIX_EPOCH);
    let first = now.map_or(0, |now| now.as_nanos());
    let names = (first..).map(|number| folder.join(format!("{number:x}{suffix}")));
    let path = names.into_iter().find(|path| metadata(path).is_err()).unwrap_or_default();
    write(&path, Vec::new())?;
    Ok((File::open(&path)?, path))
}

/// Options for opening a file for writing. A missing file is created. Every file is written from its start.
#[derive(Clone, Copy, Debug)]
pub struct OpenOptions;

impl OpenOptions {
    /// Does nothing: a missing file is always created.
    #[must_use]
    pub const fn create(self, _: bool) -> Self {
        self
    }

    /// Does nothing: files are always written from their start.
    #[must_use]
    pub const fn truncate(self, _: bool) -> Self {
        self
    }

    /// Does nothing: files can always be written.
    #[must_use]
    pub const fn write(self, _: bool) -> Self {
        self
    }

    /// Opens the file at `path`, or creates it.
    ///
    /// # Errors
    /// Those of [`write`].
    pub fn open(self, path: impl AsRef<Path>) -> io::Result<File> {
        let path = path.as_ref();
        if metadata(path).is_err() {
            write(path, Vec::new())?;
        }
        File::open(path)
    }
}

/// An entry of [`read_dir`]: a file directly in the folder.
#[derive(Debug)]
pub struct DirEntry(PathBuf);

impl DirEntry {
    pub fn path(&self) -> PathBuf {
        self.0.clone()
    }
}

/// Returns the files in `folder`.
///
/// # Errors
/// None.
pub fn read_dir(folder: impl AsRef<Path>) -> io::Result<std::vec::IntoIter<io::Result<DirEntry>>> {
    let folder = folder.as_ref();
    let files = files();
    let inside = files.all.keys().filter(|path| path.parent() == Some(folder));
    let inside: Vec<_> = inside.map(|path| Ok(DirEntry(path.clone()))).collect();
    Ok(inside.into_iter())
}

/// An open file: its bytes when it was opened, or the bytes written so far.
#[derive(Debug)]
pub struct File {
    meta: Metadata,
    at: AtomicUsize,
}

impl File {
    /// Opens the file at `path` for reading.
    ///
    /// # Errors
    /// No such file.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        Ok(Self { meta: metadata(path)?, at: AtomicUsize::new(0) })
    }

    pub const fn options() -> OpenOptions {
        OpenOptions
    }

    /// Returns a copy that shares the bytes and is read from the start.
    ///
    /// # Errors
    /// None.
    pub fn try_clone(&self) -> io::Result<Self> {
        Ok(Self { meta: self.meta.clone(), at: AtomicUsize::new(0) })
    }

    /// Returns a file without a name, to be written.
    pub fn unnamed() -> Self {
        Self { meta: Metadata::new(Vec::new()), at: AtomicUsize::new(0) }
    }

    pub fn into_bytes(self) -> Vec<u8> {
        Arc::unwrap_or_clone(self.meta.bytes)
    }

    /// Returns the metadata at the time of opening, with the bytes written since.
    ///
    /// # Errors
    /// None.
    pub fn metadata(&self) -> io::Result<Metadata> {
        Ok(self.meta.clone())
    }

    /// Does nothing: no other program has these files.
    ///
    /// # Errors
    /// None.
    pub const fn try_lock(&self) -> Result<(), TryLockError> {
        Ok(())
    }

    /// Reads bytes from `at` on into `buffer` and returns their number.
    pub fn read_at(&self, at: u64, buffer: &mut [u8]) -> usize {
        let rest = usize::try_from(at).ok().and_then(|at| self.meta.bytes.get(at..));
        let bytes = rest.unwrap_or_default();
        let read = bytes.len().min(buffer.len());
        buffer[..read].copy_from_slice(&bytes[..read]);
        read
    }
}

impl Read for &File {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let at = self.at.load(Ordering::Relaxed);
        let read = self.read_at(at as u64, buffer);
        self.at.store(at + read, Ordering::Relaxed);
        Ok(read)
    }
}

impl Read for File {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (&*self).read(buffer)
    }
}

impl Seek for &File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let offset =
            |from: u64, by: i64| from.checked_add_signed(by).ok_or(ErrorKind::InvalidInput);
        let at = match to {
            SeekFrom::Start(at) => at,
            SeekFrom::End(by) => offset(self.meta.len(), by)?,
            SeekFrom::Current(by) => offset(self.at.load(Ordering::Relaxed) as u64, by)?,
        };
        self.at.store(usize::try_from(at).unwrap_or(usize::MAX), Ordering::Relaxed);
        Ok(at)
    }
}

impl Seek for File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        (&mut &*self).seek(to)
    }
}

impl Write for File {
    /// Appends to the file, which is always written from start to end.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Arc::make_mut(&mut self.meta.bytes).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_can_be_written_read_renamed_and_removed() {
        let (one, two) = (Path::new("memory test/a.bpgn"), Path::new("memory test/b.bpgn"));
        assert_eq!(File::open(one).unwrap_err().kind(), ErrorKind::NotFound);
        let mut file = File::unnamed();
        file.write_all(b"0123").unwrap();
        file.write_all(b"456").unwrap();
        write(one, file.into_bytes()).unwrap();
        let mut open = File::open(one).unwrap();
        write(one, b"new".to_vec()).unwrap();
        rename(one, two).unwrap();
        assert!(metadata(one).is_err());
        let names: Vec<_> = read_dir("memory test").unwrap().flatten().collect();
        assert_eq!(names.iter().map(DirEntry::path).collect::<Vec<_>>(), [two]);
        let mut text = String::new();
        open.seek(SeekFrom::End(-3)).unwrap();
        open.read_to_string(&mut text).unwrap();
        assert_eq!((text.as_str(), open.metadata().unwrap().len()), ("456", 7));
        let mut piece = [0; 9];
        assert_eq!((open.read_at(5, &mut piece), open.read_at(99, &mut piece)), (2, 0));
        assert!(open.seek(SeekFrom::Current(-99)).is_err());
        remove_file(two).unwrap();
        assert!(remove_file(two).is_err());
    }
}
