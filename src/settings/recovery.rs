//! What brings back unsaved changes after a crash.

use crate::file::{FileRange, Fingerprint};
use serde::{Deserialize, Serialize, de};
use std::path::PathBuf;

/// The version of the form that this program writes. It reads this and older ones.
const VERSION: u32 = 1;

/// The unsaved changes of one window. A field that the file lacks takes its default, and unknown ones are
/// ignored; a change of meaning takes a new version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Recovery {
    /// The file that the changes belong to; none for a match that was never saved.
    #[serde(with = "path_as_bytes")]
    pub path: Option<PathBuf>,
    /// What that file was when it was read. Where it is something else now the ranges of the records need
    /// not fit any more.
    pub fingerprint: Option<Fingerprint>,
    /// The records that were changed, in the order of the file.
    pub records: Vec<ChangedRecord>,
    /// The match that was shown, counted from 1 as people do.
    pub shown: usize,
    /// How many plies had been played in it at the moment that was shown.
    pub moment: usize,
    /// When this was written, in seconds since 1970, for the person who is asked.
    pub written_s: u64,
    /// Texts in fields that could not become part of a record yet.
    pub drafts: Vec<String>,
}

/// A record as it was changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedRecord {
    /// Where it stands in the file as that was read; empty for a record that is new.
    pub range: FileRange,
    /// All of its bytes now.
    #[serde(with = "bytes_as_text")]
    pub bytes: Vec<u8>,
}

/// Why a text is no [`Recovery`].
#[derive(Debug)]
pub(super) enum NotRecovery {
    /// A later version of this program has written it.
    Newer,
    /// It is damaged.
    Broken(String),
}

impl Default for Recovery {
    fn default() -> Self {
        Self {
            path: None,
            fingerprint: None,
            records: Vec::new(),
            shown: 1,
            moment: 0,
            written_s: 0,
            drafts: Vec::new(),
        }
    }
}

impl Recovery {
    pub(super) fn to_ron(&self) -> Result<String, ron::Error> {
        let form = Form {
            version: VERSION,
            changes: self,
        };
        ron::ser::to_string_pretty(&form, ron::ser::PrettyConfig::default())
    }

    pub(super) fn from_ron(bytes: &[u8]) -> Result<Self, NotRecovery> {
        let broken = |error: ron::error::SpannedError| NotRecovery::Broken(error.to_string());
        let form: Form<de::IgnoredAny> = ron::de::from_bytes(bytes).map_err(broken)?;
        if form.version > VERSION {
            return Err(NotRecovery::Newer);
        }
        let form: Form<Self> = ron::de::from_bytes(bytes).map_err(broken)?;
        Ok(form.changes)
    }
}

/// The file's form: the version can be read whatever the changes look like.
#[derive(Serialize, Deserialize)]
struct Form<T> {
    version: u32,
    changes: T,
}

/// Bytes as RON's `b"…"`, in which what is not plain ASCII is escaped. A text in any encoding, or in none,
/// comes back as it was, and most of it can be read by a person.
mod bytes_as_text {
    use serde::{Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(bytes)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        struct Bytes;
        impl de::Visitor<'_> for Bytes {
            type Value = Vec<u8>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("bytes")
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
                Ok(bytes.to_vec())
            }

            fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
                Ok(bytes)
            }
        }
        from.deserialize_byte_buf(Bytes)
    }
}

/// A path as its bytes: on Unix it need not be a text.
mod path_as_bytes {
    use super::bytes_as_text;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::path::{Path, PathBuf};

    #[derive(Serialize, Deserialize)]
    #[serde(transparent)]
    struct Bytes(#[serde(with = "bytes_as_text")] Vec<u8>);

    // The shape that `serde(with)` asks for.
    #[expect(clippy::ref_option, reason = "serde hands over the field as it is")]
    pub(super) fn serialize<S: Serializer>(
        path: &Option<PathBuf>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        path.as_deref()
            .map(|path| Bytes(to_bytes(path)))
            .serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<PathBuf>, D::Error> {
        Ok(Option::<Bytes>::deserialize(from)?.map(|bytes| to_path(bytes.0)))
    }

    #[cfg(unix)]
    fn to_bytes(path: &Path) -> Vec<u8> {
        use std::os::unix::ffi::OsStrExt as _;
        path.as_os_str().as_bytes().to_vec()
    }

    #[cfg(unix)]
    fn to_path(bytes: Vec<u8>) -> PathBuf {
        use std::os::unix::ffi::OsStringExt as _;
        PathBuf::from(std::ffi::OsString::from_vec(bytes))
    }

    #[cfg(not(unix))]
    fn to_bytes(path: &Path) -> Vec<u8> {
        path.to_string_lossy().into_owned().into_bytes()
    }

    #[cfg(not(unix))]
    fn to_path(bytes: Vec<u8>) -> PathBuf {
        PathBuf::from(String::from_utf8_lossy(&bytes).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn there_and_back(recovery: &Recovery) {
        let text = recovery.to_ron().unwrap();
        let read = Recovery::from_ron(text.as_bytes());
        assert_eq!(&read.unwrap(), recovery, "{text}");
    }

    proptest! {
        #[test]
        fn any_bytes_and_any_text_come_back(
            bytes in proptest::collection::vec(any::<u8>(), 0..300),
            drafts in proptest::collection::vec(any::<String>(), 0..4),
            start in any::<u64>(),
            shown in any::<usize>(),
        ) {
            there_and_back(&Recovery {
                path: Some(PathBuf::from("/x/é \"a\"\n.bpgn")),
                fingerprint: Some(Fingerprint {
                    length: u64::MAX,
                    modified_ns: Some(i64::MIN),
                    inode: Some((u64::MAX, start)),
                }),
                records: vec![ChangedRecord { range: FileRange::new(start, u64::MAX), bytes }],
                shown,
                drafts,
                ..Recovery::default()
            });
        }
    }

    #[test]
    fn every_byte_comes_back() {
        there_and_back(&Recovery {
            records: vec![ChangedRecord {
                range: FileRange::default(),
                bytes: (0..=255).collect(),
            }],
            drafts: vec!["\0\u{7f}\r\n\t\"\\ {A:!?} \u{1f600}\u{feff}".to_owned()],
            ..Recovery::default()
        });
    }

    #[cfg(unix)]
    #[test]
    fn a_path_that_is_no_text_comes_back() {
        use std::os::unix::ffi::OsStringExt as _;
        let path = std::ffi::OsString::from_vec(b"/x/\xe9\xff.bpgn".to_vec());
        there_and_back(&Recovery {
            path: Some(path.into()),
            ..Recovery::default()
        });
    }

    #[test]
    fn what_is_written_can_be_read_by_a_person() {
        let recovery = Recovery {
            path: Some("/x/a.bpgn".into()),
            records: vec![ChangedRecord {
                range: FileRange::new(5, 9),
                bytes: b"1A. e4{180} {C:caf\xe9}\r\n".to_vec(),
            }],
            ..Recovery::default()
        };
        let text = recovery.to_ron().unwrap();
        assert!(text.contains(r#"b"/x/a.bpgn""#), "{text}");
        assert!(text.contains(r#"b"1A. e4{180} {C:caf\xe9}\r\n""#), "{text}");
    }

    #[test]
    fn other_versions_are_told_from_damage() {
        let read = |text: &str| Recovery::from_ron(text.as_bytes());
        assert!(matches!(
            read("(version: 2, changes: [soup(3)])"),
            Err(NotRecovery::Newer)
        ));
        for text in [
            "",
            "(version: 1)",
            "(version: 1, changes: (",
            "(changes: ())",
        ] {
            assert!(matches!(read(text), Err(NotRecovery::Broken(_))), "{text}");
        }
        assert_eq!(
            read("(version: 1, changes: (new_in_1: 3), more: 4)").unwrap(),
            Recovery::default()
        );
    }
}
