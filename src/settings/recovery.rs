//! What brings back unsaved changes after a crash.

use super::in_bytes;
use crate::file::{FileRange, Fingerprint};
use serde::{Deserialize, Serialize, de};
use std::path::{Path, PathBuf};

/// The version of the form that this program writes. It reads this and older ones.
const VERSION: u32 = 1;

/// The unsaved changes of one window. A field that the file lacks takes its default, and unknown ones are
/// ignored; a change of meaning takes a new version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Recovery {
    /// The file that the changes belong to, where it was open alone; none for a match that was never saved.
    #[serde(with = "in_bytes::paths")]
    pub path: Option<PathBuf>,
    /// What that file was when it was read. Where it is something else now the ranges of the records need
    /// not fit any more.
    pub fingerprint: Option<Fingerprint>,
    /// What was open as one list: files and folders; nothing for a file alone.
    #[serde(with = "in_bytes::paths")]
    pub list: Vec<PathBuf>,
    /// Those files of the list that the changes belong to, and that of the match that was shown.
    pub files: Vec<ListedFile>,
    /// The records that were changed, in the order of the file, or of the list.
    pub records: Vec<ChangedRecord>,
    /// The match that was shown, counted from 1 as people do.
    pub shown: usize,
    /// Where that stands in a list, of which other files may be no longer what they were: the place of its file
    /// among `files`, and its range there.
    pub shown_at: Option<(usize, FileRange)>,
    /// How many plies had been played in it at the moment that was shown.
    pub moment: usize,
    /// When this was written, in seconds since 1970, for the person who is asked.
    pub written_s: u64,
    /// Texts in fields that could not become part of a record yet.
    pub drafts: Vec<String>,
}

/// A file of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedFile {
    /// As it was named or found.
    #[serde(with = "in_bytes::paths")]
    pub path: PathBuf,
    /// What it was when it was read; nothing for what cannot be saved there.
    pub fingerprint: Option<Fingerprint>,
}

/// A record as it was changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedRecord {
    /// The place of its file among those of a list; 0 for a file alone.
    #[serde(default)]
    pub file: usize,
    /// Where it stands in the file as that was read; empty for a record that is new.
    pub range: FileRange,
    /// All of its bytes now.
    #[serde(with = "in_bytes::text")]
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
    /// What has to be opened to find the matches that were changed; nothing for a match that was never saved.
    #[must_use]
    pub fn opened(&self) -> Vec<PathBuf> {
        let alone = self.path.iter().cloned();
        alone.chain(self.list.iter().cloned()).collect()
    }

    /// The files that the changes belong to, as [`ChangedRecord::file`] counts them, each with what it was when it
    /// was read, and with how many of its matches were changed.
    #[must_use]
    pub fn changed(&self) -> Vec<(&Path, Option<&Fingerprint>, usize)> {
        let alone = self.path.iter();
        let alone = alone.map(|path| (path.as_path(), self.fingerprint.as_ref()));
        let listed = self.files.iter();
        let listed = listed.map(|file| (file.path.as_path(), file.fingerprint.as_ref()));
        let count = |number| self.records.iter().filter(|it| it.file == number).count();
        alone
            .chain(listed)
            .enumerate()
            .map(|(number, (path, was))| (path, was, count(number)))
            .collect()
    }

    pub(super) fn to_ron(&self) -> Result<String, ron::Error> {
        let form = Form { version: VERSION, changes: self };
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
    fn every_byte_comes_back() {
        there_and_back(&Recovery {
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
    fn a_path_that_is_no_text_comes_back() {
        use std::os::unix::ffi::OsStringExt as _;
        let path = std::ffi::OsString::from_vec(b"/x/\xe9\xff.bpgn".to_vec());
        let path = PathBuf::from(path);
        there_and_back(&Recovery {
            list: vec![path.clone()],
            path: Some(path),
            ..Recovery::default()
        });
    }

    #[test]
    fn what_is_written_can_be_read_by_a_person() {
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
    fn what_was_kept_before_there_were_lists_is_read() {
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
    fn other_versions_are_told_from_damage() {
        let read = |text: &str| Recovery::from_ron(text.as_bytes());
        assert!(matches!(read("(version: 2, changes: [soup(3)])"), Err(NotRecovery::Newer)));
        for text in ["", "(version: 1)", "(version: 1, changes: (", "(changes: ())"] {
            assert!(matches!(read(text), Err(NotRecovery::Broken(_))), "{text}");
        }
        assert_eq!(
            read("(version: 1, changes: (new_in_1: 3), more: 4)").unwrap(),
            Recovery::default()
        );
    }
}
