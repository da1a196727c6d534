//! Cache entries: files that hold indexes, moves, mates or engine scores. All of them can be rebuilt.
//!
//! An entry is a file in a [`CacheFolder`](crate::file::CacheFolder): a line with its [`Format`] and the program's
//! version, then chunks, then a footer. A chunk is a value of any type that serde supports; the footer identifies the
//! file from which the chunks were derived. Chunks and footer are encoded as
//! [postcard](https://postcard.jamesmunns.com), each with its own checksum, so each chunk can be read on its own, and
//! damage affects only one chunk. The caller decides whether an entry is still valid, usually by comparing the
//! [`Fingerprint`](crate::file::Fingerprint) in the footer. A folder that exceeds its size limit evicts old entries.
//!
//! ```
//! use tandem::{cache::{Entry, EntryWriter, Format}, file::CacheFolder};
//!
//! const SQUARES: Format = Format { name: "squares", version: 1 };
//! let home = tempfile::tempdir()?;
//! let folder = CacheFolder::new(home.path(), 1 << 20);
//! let mut writer = EntryWriter::begin(&folder, SQUARES)?;
//! writer.push(&[0_u32, 1, 4])?;
//! writer.finish("a.squares", &"squares of 0, 1 and 2")?;
//!
//! let entry: Entry<String> = Entry::open(&folder, "a.squares", SQUARES)?.ok_or("no entry")?;
//! assert_eq!(entry.about(), "squares of 0, 1 and 2");
//! let mut buffer = Vec::new();
//! assert_eq!(entry.chunk(0, &mut buffer), Some([0_u32, 1, 4]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod read;
mod write;

pub use read::{Entry, load_value};
pub use write::{EntryWriter, store_value};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// The name of the format, such as `index`.
    pub name: &'static str,
    /// The version of the encoding of chunks and footer.
    pub version: u32,
}

impl Format {
    /// Returns the name of the entry with a single value, which `about` identifies.
    fn value_name(self, about: &str) -> String {
        format!("{:08x}-{}.{}", crc32fast::hash(about.as_bytes()), about.len(), self.name)
    }

    /// Returns the first line of an entry. It includes the program's version, since another version may derive
    /// different values from the same file.
    fn head(self) -> String {
        let Self { name, version } = self;
        format!("tandem {name} {version} {}\n", env!("CARGO_PKG_VERSION"))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CacheError {
    /// The entry was written by another program, by another version of Tandem, or in another format.
    #[error("is from a different version")]
    Foreign,
    #[error("is damaged")]
    Damaged,
    /// The file from which the entry was derived has changed.
    #[error("is outdated")]
    Outdated,
}

/// Returns the checksum of chunk `number`, whose bytes are `body`. The checksum covers the number too, so that swapped
/// chunks are detected.
fn checksum(number: usize, body: &[u8]) -> [u8; CHECKSUM_BYTES] {
    let mut sum = crc32fast::Hasher::new();
    sum.update(&number.to_le_bytes());
    sum.update(body);
    sum.finalize().to_le_bytes()
}

/// The size of a checksum, in bytes. The field at the end of an entry, which holds the footer's length, has the same
/// size.
const CHECKSUM_BYTES: usize = size_of::<u32>();

/// The footer has no chunk number; its [`checksum`] is computed with this one instead.
const FOOTER_NUMBER: usize = usize::MAX;

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "damages an entry")]
mod tests {
    use super::*;
    use crate::file::CacheFolder;

    const FORMAT: Format = Format { name: "test", version: 3 };

    #[test]
    fn damaged_bytes_are_detected() {
        let home = tempfile::tempdir().unwrap();
        let folder = CacheFolder::new(home.path(), 1 << 20);
        let mut writer = EntryWriter::begin(&folder, FORMAT).unwrap();
        for number in 0..3_u32 {
            writer.push(&vec![number; 50]).unwrap();
        }
        writer.finish("a", &7_u32).unwrap();
        let path = folder.file("a");
        let good = std::fs::read(&path).unwrap();
        let mut buffer = Vec::new();
        let mut errors = Vec::new();
        for at in 0..good.len() {
            let mut bytes = good.clone();
            bytes[at] ^= 1 << (at % 8);
            std::fs::write(&path, bytes).unwrap();
            match Entry::<u32>::open(&folder, "a", FORMAT) {
                Ok(entry) => {
                    let entry = entry.unwrap();
                    assert_eq!(*entry.about(), 7);
                    let values = (0..3_u32)
                        .map(|number| (number, entry.chunk(number as usize, &mut buffer)));
                    let mut lost = 0;
                    for (number, value) in values.collect::<Vec<(u32, Option<Vec<u32>>)>>() {
                        lost += usize::from(value.is_none());
                        assert!(value.is_none_or(|value| value == vec![number; 50]));
                    }
                    assert_eq!(lost, 1, "the damage costs one chunk");
                }
                Err(error) => errors.push(error),
            }
        }
        assert!(errors.contains(&CacheError::Foreign) && errors.contains(&CacheError::Damaged));
        for cut in 0..good.len() {
            std::fs::write(&path, &good[..cut]).unwrap();
            assert!(Entry::<u32>::open(&folder, "a", FORMAT).is_err(), "{cut}");
        }
        let other = Format { version: 4, ..FORMAT };
        std::fs::write(&path, &good).unwrap();
        assert_eq!(Entry::<u32>::open(&folder, "a", other).err(), Some(CacheError::Foreign));
        assert!(Entry::<u32>::open(&folder, "b", FORMAT).unwrap().is_none());
    }
}
