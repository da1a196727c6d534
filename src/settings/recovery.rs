//! Recovery data: unsaved changes that can be restored after a crash.

use super::stored_paths;
use crate::file::{FileRange, Fingerprint};
use serde::{Deserialize, Serialize, de};
use std::path::{Path, PathBuf};

/// The current format version. Older versions can be read.
const VERSION: u32 = 1;

/// The unsaved changes of one window. In files, missing fields take their defaults and unknown fields are ignored. If
/// the meaning of a field changes, the version must be increased.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Recovery {
    /// The changed file, if only one was open; `None` for a list, and for a match that was never saved.
    #[serde(with = "stored_paths")]
    pub path: Option<PathBuf>,
    /// The fingerprint of `path` when it was loaded. If it no longer matches, the ranges of the records may be wrong.
    pub fingerprint: Option<Fingerprint>,
    /// The files and folders that were open as one list; empty if a single file was open.
    #[serde(with = "stored_paths")]
    pub list: Vec<PathBuf>,
    /// The changed files of the list, and the file of the open match; empty if a single file was open.
    pub files: Vec<ListedFile>,
    /// The changed records, in list order.
    pub records: Vec<ChangedRecord>,
    /// The number of the open match, counted from 1.
    pub shown: usize,
    /// The open match: the index of its file, as in [`ChangedRecord::file`], and its range in that file. Identifies the
    /// match even if its number in the list has changed.
    pub shown_at: Option<(usize, FileRange)>,
    /// The moment shown.
    pub moment: usize,
    /// The time of writing, as a Unix time in seconds.
    pub written_s: u64,
    /// The texts in input fields that have not been applied to a record.
    pub drafts: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedFile {
    #[serde(with = "stored_paths")]
    pub path: PathBuf,
    /// The fingerprint of the file when it was loaded; `None` if its text was never on disk.
    pub fingerprint: Option<Fingerprint>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedRecord {
    /// The index of the record's file in [`Recovery::files`]; 0 for a single file.
    #[serde(default)]
    pub file: usize,
    /// The range in the file as loaded; empty for a new record.
    pub range: FileRange,
    #[serde(with = "serde_bytes")]
    pub bytes: Vec<u8>,
}

#[derive(Debug)]
pub(super) enum RecoveryParseError {
    Newer,
    /// The data is damaged. The text is the error message of the parser.
    Broken(String),
}

impl Default for Recovery {
    fn default() -> Self {
        Self {
            path: None,
            fingerprint: None,
            list: Vec::new(),
            files: Vec::new(),
            records: Vec::new(),
            shown: 1,
            shown_at: None,
            moment: 0,
            written_s: 0,
            drafts: Vec::new(),
        }
    }
}

impl Recovery {
    /// Returns the paths to open in order to find the changed matches; empty for a match that was never saved.
    pub fn opened(&self) -> Vec<PathBuf> {
        let alone = self.path.iter().cloned();
        alone.chain(self.list.iter().cloned()).collect()
    }

    /// Returns the files, in the order of [`ChangedRecord::file`]. Each has its fingerprint when it was loaded and its
    /// number of changed records, which may be 0 for the file of the open match.
    pub fn changed(&self) -> Vec<(&Path, Option<&Fingerprint>, usize)> {
        let alone = self.path.iter().map(|path| (path.as_path(), self.fingerprint.as_ref()));
        let listed = self.files.iter().map(|file| (file.path.as_path(), file.fingerprint.as_ref()));
        let count = |number| self.records.iter().filter(|it| it.file == number).count();
        alone
            .chain(listed)
            .enumerate()
            .map(|(number, (path, fingerprint))| (path, fingerprint, count(number)))
            .collect()
    }

    pub(super) fn to_ron(&self) -> Result<String, ron::Error> {
        let envelope = RecoveryEnvelope { version: VERSION, changes: self };
        ron::ser::to_string_pretty(&envelope, ron::ser::PrettyConfig::default())
    }

    pub(super) fn from_ron(bytes: &[u8]) -> Result<Self, RecoveryParseError> {
        let broken =
            |error: ron::error::SpannedError| RecoveryParseError::Broken(error.to_string());
        let envelope: RecoveryEnvelope<de::IgnoredAny> =
            ron::de::from_bytes(bytes).map_err(broken)?;
        if envelope.version > VERSION {
            return Err(RecoveryParseError::Newer);
        }
        let envelope: RecoveryEnvelope<Self> = ron::de::from_bytes(bytes).map_err(broken)?;
        Ok(envelope.changes)
    }
}

/// The outer format, from which the version can be read even if the changes cannot be parsed.
#[derive(Serialize, Deserialize)]
struct RecoveryEnvelope<T> {
    version: u32,
    changes: T,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn assert_round_trip(recovery: &Recovery) {
        let text = recovery.to_ron().unwrap();
        let read = Recovery::from_ron(text.as_bytes());
        assert_eq!(&read.unwrap(), recovery, "{text}");
    }

    proptest! {
        #[test]
        fn any_bytes_and_text_round_trip(
            bytes in proptest::collection::vec(any::<u8>(), 0..300),
            drafts in proptest::collection::vec(any::<String>(), 0..4),
            start in any::<u64>(),
            shown in any::<usize>(),
        ) {
            assert_round_trip(&Recovery {
                path: Some(PathBuf::from("/x/é \"a\"\n.bpgn")),
                fingerprint: Some(Fingerprint {
                    length: u64::MAX,
                    modified_ns: Some(i64::MIN),
                    changed_ns: None,
                    inode: Some((u64::MAX, start)),
                }),
                list: vec!["/x".into(), "é \"\n".into()],
                files: vec![ListedFile { path: "/x/é".into(), fingerprint: None }],
                records: vec![ChangedRecord {
                    file: shown,
                    range: FileRange::new(start, u64::MAX),
                    bytes,
                }],
                shown,
                shown_at: Some((shown, FileRange::new(0, start))),
                drafts,
                ..Recovery::default()
            });
        }
    }

    #[test]
    fn every_byte_round_trips() {
        assert_round_trip(&Recovery {
            records: vec![ChangedRecord {
                file: 0,
                range: FileRange::default(),
                bytes: (0..=255).collect(),
            }],
            drafts: vec!["\0\u{7f}\r\n\t\"\\ {A:!?} \u{1f600}\u{feff}".to_owned()],
            ..Recovery::default()
        });
    }

    #[cfg(unix)]
    #[test]
    fn non_utf8_path_round_trips() {
        use std::os::unix::ffi::OsStringExt as _;
        let path = std::ffi::OsString::from_vec(b"/x/\xe9\xff.bpgn".to_vec());
        let path = PathBuf::from(path);
        assert_round_trip(&Recovery {
            list: vec![path.clone()],
            path: Some(path),
            ..Recovery::default()
        });
    }

    #[test]
    fn output_is_readable_by_the_user() {
        let recovery = Recovery {
            path: Some("/x/a.bpgn".into()),
            records: vec![ChangedRecord {
                file: 0,
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
    fn old_recovery_data_is_read() {
        let text = r#"(version: 1, changes: (
            path: Some(b"/x/a.bpgn"),
            records: [(range: (start: 5, end: 9), bytes: b"1A. e4")],
            shown: 2,
        ))"#;
        let read = Recovery::from_ron(text.as_bytes()).unwrap();
        assert_eq!(read.opened(), [PathBuf::from("/x/a.bpgn")]);
        assert_eq!(read.changed(), [(Path::new("/x/a.bpgn"), None, 1)]);
        assert_eq!((read.shown, read.shown_at), (2, None));
    }

    #[test]
    fn newer_versions_are_distinguished_from_damage() {
        let read = |text: &str| Recovery::from_ron(text.as_bytes());
        assert!(matches!(read("(version: 2, changes: [soup(3)])"), Err(RecoveryParseError::Newer)));
        for text in ["", "(version: 1)", "(version: 1, changes: (", "(changes: ())"] {
            assert!(matches!(read(text), Err(RecoveryParseError::Broken(_))), "{text}");
        }
        assert_eq!(
            read("(version: 1, changes: (new_in_1: 3), more: 4)").unwrap(),
            Recovery::default()
        );
    }
}
