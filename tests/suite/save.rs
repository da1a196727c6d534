//! Saving: what is written, preserved and refused.
#![expect(clippy::disallowed_methods, reason = "these tests are about the disk")]

use crate::skip::skipped;
use proptest::prelude::*;
use std::{
    io::Write as _,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};
use tandem::file::{
    ByteOrder, FileError, FileRange, Fingerprint, Splice, append, atomic_write, atomic_write_with,
    save_spliced,
};
use tempfile::TempDir;

/// Creates a folder with these files.
fn folder(files: &[(&str, &str)]) -> (TempDir, impl Fn(&str) -> PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().to_owned();
    for (name, bytes) in files {
        std::fs::write(root.join(name), bytes).expect("a file");
    }
    (folder, move |name| root.join(name))
}

/// Lists every name in `folder` with its bytes, one per line.
fn listing(folder: &Path) -> String {
    let mut lines: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry"))
        .map(|entry| {
            let bytes = std::fs::read(entry.path()).expect("a file");
            format!("{} {}", entry.file_name().display(), String::from_utf8_lossy(&bytes))
        })
        .collect();
    lines.sort();
    lines.join("\n")
}

fn splice(start: u64, end: u64, insert: &str) -> Splice {
    Splice { range: FileRange::new(start, end), insert: insert.into() }
}

#[test]
fn replacing_a_file_leaves_no_temporary_file() {
    let (folder, at) = folder(&[]);
    atomic_write(&at("a"), b"old", true).unwrap();
    let fingerprint = atomic_write(&at("a"), b"new", false).unwrap();
    assert_eq!(listing(folder.path()), "a new");
    assert_eq!(fingerprint, Fingerprint::of(&at("a")).unwrap());
}

#[test]
fn saving_keeps_a_backup() {
    let (folder, at) = folder(&[("a", "first"), ("a.bak", "older")]);
    atomic_write(&at("a"), b"second", true).unwrap();
    assert_eq!(listing(folder.path()), "a second\na.bak first");
    atomic_write(&at("a"), b"third", false).unwrap();
    assert_eq!(listing(folder.path()), "a third\na.bak first");
    save_spliced(&at("a"), &[splice(0, 5, "fourth")], &at("a"), true).unwrap();
    assert_eq!(listing(folder.path()), "a fourth\na.bak third");
}

#[test]
fn changes_are_made_in_the_same_file_or_another() {
    let (folder, at) = folder(&[("a", "0123456789")]);
    let splices = [
        splice(0, 0, "<"),
        splice(0, 2, "AB"),
        splice(2, 2, "+"),
        splice(5, 9, ""),
        splice(10, 10, ">"),
    ];
    let fingerprint = save_spliced(&at("a"), &splices, &at("b"), true).unwrap();
    assert_eq!(listing(folder.path()), "a 0123456789\nb <AB+2349>");
    assert_eq!(fingerprint, Fingerprint::of(&at("b")).unwrap());
    save_spliced(&at("a"), &splices, &at("a"), false).unwrap();
    assert_eq!(listing(folder.path()), "a <AB+2349>\nb <AB+2349>");
    save_spliced(&at("a"), &[], &at("c"), false).unwrap();
    assert_eq!(std::fs::read(at("c")).unwrap(), b"<AB+2349>");
}

proptest! {
    /// Compares the result with the same changes in memory, from last to first.
    #[test]
    fn spliced_changes_equal_in_memory_changes(
        text in proptest::collection::vec(any::<u8>(), 0..300),
        mut cuts in proptest::collection::vec(0_usize..300, 0..8),
        inserts in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..9), 4),
    ) {
        // Edits of UTF-16 are those of its text, in another test.
        prop_assume!(ByteOrder::of(&text).is_none());
        let (folder, at) = folder(&[]);
        std::fs::write(at("a"), &text).unwrap();
        cuts.sort_unstable();
        let mut expect = text.clone();
        let mut splices = Vec::new();
        for (pair, insert) in cuts.chunks_exact(2).zip(inserts).rev() {
            let (start, end) = (pair[0].min(text.len()), pair[1].min(text.len()));
            expect.splice(start..end, insert.iter().copied());
            splices.push(Splice { range: FileRange::new(start as u64, end as u64), insert });
        }
        splices.reverse();
        save_spliced(&at("a"), &splices, &at("a"), false).unwrap();
        prop_assert_eq!(std::fs::read(at("a")).unwrap(), expect);
        prop_assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

/// Returns the message of an error, with `DIR` for the folder. Nothing in the folder may have changed.
#[track_caller]
fn refused<T: std::fmt::Debug>(
    folder: &Path,
    expect: &str,
    done: impl FnOnce() -> Result<T, FileError>,
) {
    let before = listing(folder);
    let error = done().expect_err("it must be refused").to_string();
    assert_eq!(error.replace(&folder.display().to_string(), "DIR"), expect, "the sentence");
    assert_eq!(listing(folder), before, "the folder");
}

#[test]
fn source_that_changes_during_the_copy_is_refused() {
    let (_folder, at) = folder(&[]);
    // Tens of thousands of changes take so long that even a busy machine writes to the source in between.
    let splices: Vec<Splice> = (0..40_000).map(|place| splice(2 * place, 2 * place, "y")).collect();
    std::fs::write(at("a"), "x".repeat(80_000)).unwrap();
    let mut source = std::fs::OpenOptions::new().append(true).open(at("a")).unwrap();
    let is_done = AtomicBool::new(false);
    let is_refused = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_done.load(Relaxed) {
                source.write_all(b"x").unwrap();
            }
        });
        let mut saved = (0..20).map(|_| save_spliced(&at("a"), &splices, &at("b"), false));
        let is_refused = saved.any(|saved| matches!(saved, Err(FileError::Changed(_))));
        is_done.store(true, Relaxed);
        is_refused
    });
    assert!(is_refused);
}

#[test]
fn invalid_splices_are_refused() {
    let (folder, at) = folder(&[("a", "0123456789")]);
    let spliced = |splices: &[Splice]| save_spliced(&at("a"), splices, &at("a"), true);
    let meet = "DIR/a: changes overlap or are out of order at byte 3; nothing written";
    refused(folder.path(), meet, || spliced(&[splice(0, 5, "x"), splice(3, 6, "y")]));
    refused(folder.path(), meet, || spliced(&[splice(7, 8, "x"), splice(3, 4, "y")]));
    refused(
        folder.path(),
        "DIR/a: a change lies beyond the end of the file; nothing written",
        || spliced(&[splice(0, 1, "x"), splice(10, 11, "y")]),
    );
}

#[test]
fn missing_or_special_file_is_refused() {
    let (folder, at) = folder(&[("a", "old"), ("b", "other")]);
    let change = [splice(0, 1, "x")];
    refused(folder.path(), "DIR/gone: no such file", || {
        save_spliced(&at("gone"), &change, &at("a"), true)
    });
    refused(folder.path(), "DIR/no/such: no such folder", || {
        atomic_write(&at("no/such/a"), b"x", true)
    });
    refused(folder.path(), "DIR/b: no such folder", || {
        save_spliced(&at("a"), &change, &at("b").join("a"), false)
    });
}

#[test]
fn folder_at_the_target_path_is_rejected() {
    let (folder, at) = folder(&[("a", "old")]);
    let folder = folder.path();
    std::fs::create_dir_all(at("sub/a.bak")).unwrap();
    std::fs::write(at("sub/a"), "old").unwrap();
    let expect = "this is a folder, not a file";
    let said = |error: FileError| error.to_string();
    let change = [splice(0, 1, "x")];
    for error in [
        atomic_write(&at("sub"), b"x", true).unwrap_err(),
        save_spliced(&at("sub"), &change, &at("a"), true).unwrap_err(),
        save_spliced(&at("a"), &change, &at("sub"), true).unwrap_err(),
        append(&at("sub"), b"x").unwrap_err(),
    ] {
        assert_eq!(said(error), format!("{}/sub: {expect}", folder.display()));
    }
    let error = said(atomic_write(&at("sub/a"), b"x", true).unwrap_err());
    assert!(
        error.starts_with(&format!("{}/sub/a.bak: cannot create the backup (", folder.display()))
            && error.ends_with("); nothing written"),
        "{error}"
    );
    assert_eq!(std::fs::read(at("sub/a")).unwrap(), b"old");
    let mut left: Vec<_> =
        std::fs::read_dir(at("sub")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["a", "a.bak"]);
}

#[test]
fn a_read_only_file_is_refused() {
    let (folder, at) = folder(&[("a", "old"), ("b", "other")]);
    let mut closed = at("a").metadata().unwrap().permissions();
    closed.set_readonly(true);
    std::fs::set_permissions(at("a"), closed).unwrap();
    let expect = "DIR/a: the file is read-only; nothing written";
    refused(folder.path(), expect, || atomic_write(&at("a"), b"x", true));
    refused(folder.path(), expect, || save_spliced(&at("b"), &[], &at("a"), true));
    refused(folder.path(), expect, || append(&at("a"), b"x"));
    // The file may be read, so a changed copy can be written.
    save_spliced(&at("a"), &[splice(0, 1, "0")], &at("c"), true).unwrap();
    assert_eq!(std::fs::read(at("c")).unwrap(), b"0ld");
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::{
        fs::{Permissions, set_permissions},
        os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink},
        process::Command,
    };

    fn mode(path: &Path) -> u32 {
        path.metadata().expect("a file").permissions().mode() & 0o7777
    }

    #[test]
    fn a_read_only_folder_is_refused() {
        let (folder, at) = folder(&[("a", "old")]);
        set_permissions(folder.path(), Permissions::from_mode(0o555)).unwrap();
        let expect = "its folder is read-only; nothing written";
        refused(folder.path(), &format!("DIR/a: {expect}"), || atomic_write(&at("a"), b"x", true));
        refused(folder.path(), &format!("DIR/new: {expect}"), || {
            save_spliced(&at("a"), &[], &at("new"), true)
        });
        set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn permissions_and_links_are_kept() {
        let (folder, at) = folder(&[("a", "old")]);
        set_permissions(at("a"), Permissions::from_mode(0o640)).unwrap();
        symlink("a", at("link")).unwrap();
        symlink("link", at("second")).unwrap();
        atomic_write(&at("second"), b"new", true).unwrap();
        assert_eq!(listing(folder.path()), "a new\na.bak old\nlink new\nsecond new");
        assert_eq!(at("link").read_link().unwrap(), Path::new("a"));
        assert_eq!(at("second").read_link().unwrap(), Path::new("link"));
        assert_eq!(mode(&at("a")), 0o640);
        assert_eq!(mode(&at("a.bak")), 0o640);
    }

    #[test]
    fn dangling_link_creates_its_target() {
        let (_folder, at) = folder(&[]);
        symlink("a", at("link")).unwrap();
        symlink("link", at("second")).unwrap();
        atomic_write(&at("second"), b"new", true).unwrap();
        assert!(at("link").is_symlink() && at("second").is_symlink());
        assert_eq!(std::fs::read(at("a")).unwrap(), b"new");
    }

    #[test]
    fn a_backup_that_links_to_the_file_is_replaced_by_the_previous_version() {
        let (_folder, at) = folder(&[("a", "old")]);
        symlink("a", at("a.bak")).unwrap();
        atomic_write(&at("a"), b"new", true).unwrap();
        assert!(!at("a.bak").is_symlink());
        assert_eq!(std::fs::read(at("a.bak")).unwrap(), b"old");
    }

    #[test]
    fn another_hard_link_keeps_the_old_bytes() {
        let (folder, at) = folder(&[("a", "old")]);
        std::fs::hard_link(at("a"), at("b")).unwrap();
        atomic_write(&at("a"), b"new", true).unwrap();
        assert_eq!(listing(folder.path()), "a new\na.bak old\nb old");
    }

    #[test]
    fn owner_is_preserved_if_permitted() {
        let (_folder, at) = folder(&[("a", "old")]);
        if std::os::unix::fs::chown(at("a"), Some(12), Some(34)).is_err() {
            skipped("only the superuser may give files away");
            return;
        }
        atomic_write(&at("a"), b"new", true).unwrap();
        let meta = at("a").metadata().unwrap();
        assert_eq!((meta.uid(), meta.gid()), (12, 34));
    }

    #[test]
    fn full_device_is_reported() {
        let full = Path::new("/dev/full");
        if !full.exists() {
            skipped("no /dev/full here");
            return;
        }
        let (_folder, at) = folder(&[("a", "old")]);
        let expect = "/dev/full: the disk is full; the file is unchanged";
        let error = atomic_write(full, b"x", true).unwrap_err();
        assert_eq!(error.to_string(), expect);
        let error = save_spliced(&at("a"), &[], full, true).unwrap_err();
        assert_eq!(error.to_string(), expect);
        // More than the buffer holds, so that the writer gets the error too.
        let many = vec![b'x'; 3 << 20];
        let error = atomic_write_with(full, false, |out| {
            let other = |_| FileError::NotAFile("other words".into());
            out.write_all(&many).map_err(other)
        });
        assert_eq!(error.unwrap_err().to_string(), expect);
    }

    #[test]
    fn pipe_does_not_block() {
        let (_folder, at) = folder(&[]);
        let made = Command::new("mkfifo").arg(at("pipe")).status();
        if !made.is_ok_and(|status| status.success()) {
            skipped("no mkfifo here");
            return;
        }
        let said = |error: FileError| error.to_string();
        let expect = format!("{}: this is a device or a pipe, not a file", at("pipe").display());
        let error = save_spliced(&at("pipe"), &[], &at("b"), true).unwrap_err();
        assert_eq!(said(error), expect);
        assert_eq!(said(append(&at("pipe"), b"x").unwrap_err()), expect);
    }

    /// A real disk of 1 MiB with an old version of 400 kB: there is no room for a second new version beside the old
    /// one.
    #[cfg(target_os = "linux")]
    #[test]
    fn full_disk_keeps_the_old_file() {
        let (folder, _) = folder(&[]);
        let Some(disk) = Disk::mount(folder.path()) else {
            skipped("no small disk can be mounted here, which takes the superuser");
            return;
        };
        let path = disk.0.join("a.bpgn");
        let old = "1A. e4 {180} ".repeat(30_000);
        let new = old.repeat(2);
        let other = folder.path().join("other.bpgn");
        std::fs::write(&path, &old).unwrap();
        std::fs::write(&other, &new).unwrap();
        let expect = "DIR/a.bpgn: the disk is full; the file is unchanged";
        refused(&disk.0, expect, || atomic_write(&path, new.as_bytes(), true));
        refused(&disk.0, expect, || save_spliced(&other, &[], &path, true));
        refused(&disk.0, expect, || append(&path, new.as_bytes()));
        let change = [Splice { range: FileRange::new(5, 5), insert: new.clone().into_bytes() }];
        refused(&disk.0, expect, || save_spliced(&path, &change, &path, true));
        // There is room for one more version of the old size.
        save_spliced(&path, &[splice(0, 1, "2")], &path, true).unwrap();
        assert_eq!(std::fs::read(&path).unwrap()[..2], *b"2A");
    }

    #[cfg(target_os = "linux")]
    struct Disk(PathBuf);

    #[cfg(target_os = "linux")]
    impl Disk {
        fn mount(folder: &Path) -> Option<Self> {
            let at = folder.join("disk");
            std::fs::create_dir(&at).expect("a folder");
            let mounted = Command::new("mount")
                .args(["-t", "tmpfs", "-o", "size=1m", "tandem-test"])
                .arg(&at)
                .output();
            // Dropping the value unmounts the disk, so the value is created only after the mount.
            mounted.is_ok_and(|output| output.status.success()).then(|| Self(at))
        }
    }

    #[cfg(target_os = "linux")]
    impl Drop for Disk {
        fn drop(&mut self) {
            let unmounted = Command::new("umount").arg(&self.0).status();
            assert!(unmounted.is_ok_and(|status| status.success()));
        }
    }
}

#[test]
fn longest_possible_name_is_saved() {
    let (folder, at) = folder(&[]);
    for name in ["n".repeat(255), "é".repeat(127), "n".repeat(252)] {
        if std::fs::write(at(&name), "old").is_err() {
            // A file system that allows only shorter names.
            continue;
        }
        atomic_write(&at(&name), b"new", true).unwrap();
        let found = listing(folder.path());
        assert!(found.contains(&format!("{name} new")), "{found}");
        assert_eq!(found.lines().filter(|line| line.ends_with(".bak old")).count(), 1);
        for entry in std::fs::read_dir(folder.path()).unwrap() {
            std::fs::remove_file(entry.unwrap().path()).unwrap();
        }
    }
}

#[cfg(unix)]
#[test]
fn pipe_instead_of_a_file_is_refused_immediately() {
    let (_folder, at) = folder(&[]);
    let made = std::process::Command::new("mkfifo").arg(at("a")).status();
    if !made.is_ok_and(|status| status.success()) {
        skipped("there is no mkfifo");
        return;
    }
    // Opening the pipe would block without a reader.
    let error = atomic_write(&at("a"), b"new", true).unwrap_err();
    assert!(error.to_string().ends_with("/a: this is a device or a pipe, not a file"), "{error}");
    let error = append(&at("a"), b"new").unwrap_err();
    assert!(error.to_string().ends_with("/a: this is a device or a pipe, not a file"), "{error}");
}

#[cfg(unix)]
#[test]
fn private_output_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt as _;
    let (_folder, at) = folder(&[("open", "to all")]);
    std::fs::set_permissions(at("open"), std::fs::Permissions::from_mode(0o644)).unwrap();
    for name in ["open", "new"] {
        for bytes in [b"one", b"two"] {
            tandem::file::atomic_write_private(&at(name), bytes).unwrap();
            let mode = at(name).metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{name}");
            assert_eq!(std::fs::read(at(name)).unwrap(), bytes);
        }
    }
}

#[test]
fn inverted_or_overlapping_edits_are_rejected() {
    let (folder, at) = folder(&[("a", "0123456789")]);
    let refused = |splices: &[Splice]| {
        let refused = save_spliced(&at("a"), splices, &at("a"), false);
        let error = refused.expect_err("it is refused");
        assert_eq!(listing(folder.path()), "a 0123456789");
        error
    };
    let backward = Splice { range: FileRange { start: 5, end: 3 }, insert: b"x".to_vec() };
    assert!(matches!(refused(&[backward]), FileError::Splices { at: 5, .. }));
    let over = refused(&[splice(2, 6, "x"), splice(5, 7, "y")]);
    assert!(matches!(over, FileError::Splices { at: 5, .. }));
    let beyond = refused(&[splice(9, 11, "x")]);
    assert!(matches!(beyond, FileError::BeyondEnd(_)));
}
