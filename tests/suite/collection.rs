//! Files of any size: compressed, damaged, several at once, and changed while open.
#![expect(clippy::disallowed_methods, reason = "these tests are about files")]

use std::{
    io::{self, Write as _},
    ops::ControlFlow,
    path::{Path, PathBuf},
};
use tandem::{
    app::{Action, Command, Effect, LibraryAction, OpenedFiles, RecordRead, ShellAction, State},
    archive::{Collection, Notice, Progress, TextOrigin, WalkError},
    document::Content,
    file::{CacheFolder, Reader, Source, Text, UnpackError, UnpackLimits},
    import::{InputOptions, Inputs},
    kriegspiel::Notation,
    rules::Team,
};

/// Returns a match with White A's name, and at least `bytes` bytes long because of a comment.
fn record(name: &str, bytes: usize) -> String {
    let comment = "words and words ".repeat(bytes / 16);
    format!(
        "[Event \"x\"]\n[WhiteA \"{name}\"]\n[Result \"1-0\"]\n\n\
         1A. e4{{180}} 1a. e5{{179}} {{C:{comment}}} 1-0\n\n"
    )
}

/// Returns `count` matches, `p1` to `p9…`, with at least `megabytes` MB together.
fn records(count: usize, megabytes: usize) -> String {
    let each = megabytes * 1_000_000 / count;
    (1..=count).map(|n| record(&format!("p{n}"), each)).collect()
}

/// A folder that contains a cache.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("room");
        std::fs::write(&path, bytes).expect("room");
        path
    }

    fn cache(&self) -> CacheFolder {
        CacheFolder::new(self.0.path().join("cache"), 1 << 30)
    }

    /// Returns the files of the cache, ordered by the end of their names.
    fn cache_files(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.0.path().join("cache"));
        let entries = entries.into_iter().flatten();
        let mut cache_files: Vec<_> =
            entries.map(|entry| entry.expect("an entry").path()).collect();
        cache_files.sort();
        cache_files
    }
}

/// Opens `paths`; also returns the number of progress reports.
fn open(paths: &[PathBuf], cache: Option<&CacheFolder>) -> (Collection, usize) {
    let mut scans = 0;
    let options = InputOptions { cache, ..InputOptions::default() };
    let inputs = Inputs::open(paths, &options, |_, _| {
        scans += 1;
        ControlFlow::Continue(())
    });
    (inputs.expect("it can be opened").list, scans)
}

fn names(list: &Collection) -> Vec<&str> {
    list.index.rows().map(|row| row.name(tandem::rules::Seat::WhiteA)).collect()
}

/// Returns the notices about the files, without paths.
fn notices(list: &Collection) -> Vec<String> {
    let files = list.files.iter();
    let notices = files.flat_map(|file| file.notices.iter().map(ToString::to_string));
    notices.collect()
}

fn bz2(bytes: &[u8]) -> Vec<u8> {
    let mut out = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    out.write_all(bytes).expect("memory takes everything");
    out.finish().expect("memory takes everything")
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    out.write_all(bytes).expect("memory takes everything");
    out.finish().expect("memory takes everything")
}

fn zst(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

/// Compares every record of the list with `text`.
fn check_texts(list: &Collection, text: &str) {
    let mut bytes = Vec::new();
    let mut all = Vec::new();
    for id in 0..list.index.len() {
        list.read(id, &mut bytes).expect("it can be read");
        all.extend_from_slice(&bytes);
    }
    assert!(all == text.as_bytes(), "every byte is in a record");
}

#[test]
fn compressed_files_give_the_same_list() {
    let folder = Folder::new();
    // The first is held in memory, the second is unpacked into the cache.
    for (count, megabytes) in [(3, 0), (40, 18)] {
        let text = records(count, megabytes);
        let plain = folder.file("a.bpgn", &text);
        let (expect, _) = open(&[plain], None);
        assert_eq!(expect.index.len(), count);
        check_texts(&expect, &text);
        for (name, packed) in [
            ("a.bpgn.bz2", bz2(text.as_bytes())),
            ("b.gz", gz(text.as_bytes())),
            ("named-anything", zst(text.as_bytes())),
        ] {
            let path = folder.file(name, packed);
            for cache in [Some(folder.cache()), None] {
                let (list, _) = open(std::slice::from_ref(&path), cache.as_ref());
                assert_eq!(names(&list), names(&expect), "{name}");
                assert!(
                    list.files[0].origin == TextOrigin::Compressed && list.files[0].path == path
                );
                assert_eq!(notices(&list), [""; 0]);
                check_texts(&list, &text);
            }
        }
    }
    let cache_files = folder.cache_files();
    assert_eq!(cache_files.len(), 6, "text and index of the three that are large: {cache_files:?}");
}

#[test]
fn cached_index_is_used_while_the_file_is_unchanged() {
    let folder = Folder::new();
    let cache = folder.cache();
    let text = records(30, 18);
    for (name, bytes) in [("a.bpgn", text.clone().into_bytes()), ("b.bz2", bz2(text.as_bytes()))] {
        let path = folder.file(name, &bytes);
        let paths = [path.clone()];
        let (first, scans) = open(&paths, Some(&cache));
        assert!(scans > 0);
        let (second, scans) = open(&paths, Some(&cache));
        assert_eq!(scans, 0, "nothing is scanned again");
        assert_eq!(names(&second), names(&first));
        check_texts(&second, &text);
        // Another file of the same length.
        let other = text.replace("\"p1\"", "\"q1\"");
        let bytes =
            if name == "b.bz2" { bz2(other.as_bytes()) } else { other.clone().into_bytes() };
        folder.file(name, bytes);
        let (third, scans) = open(&paths, Some(&cache));
        assert!(scans > 0 && names(&third)[0] == "q1" && notices(&third).is_empty());
        check_texts(&third, &other);
    }
}

#[test]
fn damaged_or_foreign_cache_is_reported_and_rebuilt() {
    let folder = Folder::new();
    let cache = folder.cache();
    let path = folder.file("a.bpgn", records(30, 18));
    let (expect, _) = open(std::slice::from_ref(&path), Some(&cache));
    let [cache_files] = folder.cache_files().try_into().expect("one index");
    let good = std::fs::read(&cache_files).expect("an index");
    let damaged = |at: usize| {
        let mut bytes = good.clone();
        bytes[at] ^= 4;
        bytes
    };
    for (bytes, words) in [
        (damaged(good.len() / 2), "the index cache is damaged; rebuilt"),
        (damaged(40), "the index cache is damaged; rebuilt"),
        (good[..good.len() - 5].to_vec(), "the index cache is damaged; rebuilt"),
        (Vec::new(), "the index cache is from a different version; rebuilt"),
        (
            // As the previous version wrote the cache.
            [b"tandem index 5", &good[b"tandem index 6".len()..]].concat(),
            "the index cache is from a different version; rebuilt",
        ),
        (b"something else".to_vec(), "the index cache is from a different version; rebuilt"),
    ] {
        std::fs::write(&cache_files, bytes).expect("room");
        let (list, scans) = open(std::slice::from_ref(&path), Some(&cache));
        assert!(scans > 0);
        assert_eq!(notices(&list), [words]);
        assert_eq!(names(&list), names(&expect));
        assert!(std::fs::read(&cache_files).expect("an index") == good, "it is right again");
    }
    // The unpacked text of another file is not used, even under the expected name.
    let packed = folder.file("b.bz2", bz2(records(30, 18).as_bytes()));
    open(std::slice::from_ref(&packed), Some(&cache));
    let text =
        folder.cache_files().into_iter().find(|path| path.extension() == Some("bpgn".as_ref()));
    std::fs::write(text.expect("an unpacked text"), records(2, 20)).expect("room");
    let (list, scans) = open(&[packed], Some(&cache));
    assert!(scans > 0 && list.index.len() == 30);
}

#[test]
fn truncated_packed_file_shows_its_beginning() {
    let folder = Folder::new();
    let text = records(400, 3);
    for (name, packed) in [
        ("a.bz2", bz2(text.as_bytes())),
        ("a.gz", gz(text.as_bytes())),
        ("a.zst", zst(text.as_bytes())),
    ] {
        let path = folder.file(name, &packed[..packed.len() * 2 / 3]);
        let (list, _) = open(&[path], Some(&folder.cache()));
        let found = list.index.len();
        assert!((100..400).contains(&found), "{name}: {found}");
        let [notice] = notices(&list).try_into().expect("one notice");
        let words = "only part of the file could be unpacked: truncated; ";
        assert!(notice.starts_with(words), "{name}: {notice}");
        assert_eq!(
            names(&list)[..50],
            names(&Collection::of(Source::from_bytes("t", text.as_str())))[..50]
        );
    }
    assert_eq!(folder.cache_files(), [""; 0].map(PathBuf::from), "nothing of it is kept");
}

#[test]
fn full_cache_disk_shows_the_beginning() {
    let folder = Folder::new();
    let path = folder.file("a.bz2", bz2(records(400, 30).as_bytes()));
    // More than the settings allow.
    let small = CacheFolder::new(folder.0.path().join("cache"), 20_000_000);
    let (list, _) = open(std::slice::from_ref(&path), Some(&small));
    let found = list.index.len();
    assert!((200..=270).contains(&found), "{found}");
    let [notice] = notices(&list).try_into().expect("one notice");
    assert!(
        notice.starts_with("only the beginning of the file could be unpacked: ")
            && notice.ends_with(": larger than the cache size in the settings"),
        "{notice}"
    );
    let mut bytes = Vec::new();
    list.read(found - 2, &mut bytes).expect("it can be read");
    assert!(bytes.starts_with(b"[Event") && bytes.len() > 70_000);
    assert!(list.files[0].notices[0].can_lift_limit());
    drop(list);
    assert_eq!(folder.cache_files().len(), 0);
    // A person may lift the limit; the text is then not cached.
    let mut list = Collection::default();
    let text = Text::open(&path).expect("a file").within(UnpackLimits::LIFTED);
    let go_on = &mut |_: Progress, _: &dyn Fn() -> Collection| ControlFlow::Continue(());
    list.add_file(text, TextOrigin::File, Some(&small), go_on).expect("it can be opened");
    assert_eq!((list.index.len(), notices(&list).len()), (400, 0));
    list.read(399, &mut bytes).expect("it can be read");
    assert!(bytes.starts_with(b"[Event") && bytes.len() > 70_000);
    drop(list);
    assert_eq!(folder.cache_files().len(), 0);
    // A folder cannot be created in the place of a file.
    let file = folder.file("file", "");
    let (list, _) = open(&[path], Some(&CacheFolder::new(file.join("cache"), 1 << 30)));
    assert!(list.index.len() >= 150, "what fits into memory is shown");
    let [notice] = notices(&list).try_into().expect("one notice");
    assert!(
        notice.starts_with("only the beginning of the file could be unpacked: ")
            && notice.contains(": cannot write ("),
        "{notice}"
    );
    assert!(!list.files[0].notices[0].can_lift_limit());
}

#[test]
fn limit_on_text_in_memory_is_not_lifted() {
    let stopped_at = |bytes| Notice::Incomplete(io::Error::other(UnpackError::TooLong { bytes }));
    assert!(!stopped_at(UnpackLimits::LIFTED.memory).can_lift_limit());
    assert!(stopped_at(UnpackLimits::DEFAULT.bytes).can_lift_limit());
}

#[test]
fn folder_is_listed_recursively_as_one_list() {
    let folder = Folder::new();
    let root = folder.0.path().join("archive");
    folder.file("archive/b.bpgn", record("b1", 10) + &record("b2", 10));
    folder.file("archive/2006/a.bpgn.gz", gz(record("a1", 10).as_bytes()));
    folder.file("archive/c.PGN", record("c1", 10));
    folder.file("archive/notes.txt", "not a match");
    folder.file("archive/d.bpgn.bz2", "BZh9 and no more");
    let alone = folder.file("e.bpgn", record("e1", 10));
    let gone = folder.0.path().join("gone.bpgn");
    let (list, _) = open(&[root.clone(), gone.clone(), alone.clone()], None);
    assert_eq!(names(&list), ["a1", "b1", "b2", "c1", "e1"]);
    let files: Vec<usize> = list.index.rows().map(|row| row.file).collect();
    assert_eq!(files, [0, 1, 1, 2, 4], "the damaged one has no match");
    assert_eq!(notices(&list).len(), 1);
    let [missing] = list.open_errors.as_slice() else {
        panic!("one is missing");
    };
    assert_eq!(missing.to_string(), format!("{}: no such file", gone.display()));
    let mut bytes = Vec::new();
    list.read(3, &mut bytes).expect("it can be read");
    assert_eq!(bytes, record("c1", 10).as_bytes());
    // A file with new contents keeps its position in the list.
    let now = record("x1", 10) + &record("x2", 10) + &record("x3", 10);
    folder.file("archive/b.bpgn", &now);
    let (file, _) = open(&[root.join("b.bpgn")], None);
    let list = list.with_file(1, &file);
    assert_eq!(names(&list), ["a1", "x1", "x2", "x3", "c1", "e1"]);
    list.read(3, &mut bytes).expect("it can be read");
    assert_eq!(bytes, record("x3", 10).as_bytes());
    list.read(5, &mut bytes).expect("it can be read");
    assert_eq!(bytes, record("e1", 10).as_bytes());
}

#[test]
fn loading_can_be_cancelled_and_shows_partial_results() {
    let folder = Folder::new();
    let text = records(300, 30);
    for (name, bytes) in [("a.bpgn", text.clone().into_bytes()), ("a.bz2", bz2(text.as_bytes()))] {
        let path = folder.file(name, bytes);
        let mut seen = Vec::new();
        let cache = folder.cache();
        let options = InputOptions { cache: Some(&cache), ..InputOptions::default() };
        let given_up = Inputs::open(&[path], &options, |progress: Progress, so_far| {
            let list = so_far();

            assert!(progress.bytes <= progress.total);
            if let Some(last) = list.index.len().checked_sub(1) {
                assert_eq!(progress.records, list.index.len());
                let mut bytes = Vec::new();
                list.read(last, &mut bytes).expect("what is listed can be read");
                assert!(String::from_utf8_lossy(&bytes).contains(&format!("\"p{}\"", last + 1)));
                seen.push(last);
            }
            if seen.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert!(matches!(given_up, Err(WalkError::Cancelled)), "{name}");
        assert!(seen.len() == 2 && seen[0] < seen[1], "{name}: {seen:?}");
    }
}

/// Returns the state that shows `list`.
fn shown(path: &Path, list: Collection) -> State {
    let mut state = State::default();
    let opened = OpenedFiles::complete(path, list);
    let _ = update(&mut state, Action::Library(LibraryAction::OpenedFiles(Box::new(opened))));
    state
}

/// Performs `action` and reads the requested records. Returns the other effects.
fn update(state: &mut State, action: Action) -> Vec<Effect> {
    let mut others = Vec::new();
    for effect in state.update(action) {
        let Effect::ReadRecord(job) = effect else {
            others.push(effect);
            continue;
        };
        let read = RecordRead {
            id: job.id,
            document: Content::read(&job.file.text, job.range),
            unchanged: job.file.is_unchanged(),
        };
        let read = Action::Library(LibraryAction::RecordRead(Box::new(read)));
        others.extend(update(state, read));
    }
    others
}

fn notice_texts(state: &State) -> Vec<&str> {
    state.shell.notices.iter().map(|notice| notice.text.as_str()).collect()
}

#[test]
fn file_that_changes_size_while_open_is_reported() {
    let folder = Folder::new();
    let text = records(300, 30);
    let path = folder.file("a.bpgn", &text);
    let (list, _) = open(std::slice::from_ref(&path), None);
    let mut state = shown(&path, list);
    assert_eq!(notice_texts(&state), [""; 0]);
    let changed = format!(
        "Another program has changed or removed this file: {}. The list is out of date.",
        path.display()
    );
    // The file grows: the listed records are still valid.
    let mut file = std::fs::File::options().append(true).open(&path).expect("a file");
    file.write_all(record("later", 10).as_bytes()).expect("room");
    let _ = update(&mut state, Action::Library(LibraryAction::Choose(299)));
    assert_eq!(notice_texts(&state), [changed.as_str()]);
    assert_eq!(
        state.open.as_ref().map(|open| open.content.text().len()),
        Some(record("p300", 100_000).len())
    );
    // The file shrinks: the missing records cannot be shown.
    file.set_len(1_000_000).expect("a file");
    let _ = update(&mut state, Action::Library(LibraryAction::Choose(200)));
    assert!(state.open.is_none());
    let short = format!("The file was truncated while reading; open it again: {}.", path.display());
    assert_eq!(notice_texts(&state), [changed.as_str(), short.as_str()]);
    let _ = update(&mut state, Action::Library(LibraryAction::Choose(3)));
    assert!(state.open.is_some(), "the beginning is still there");
    // The file is deleted: while it is open, it can still be read.
    std::fs::remove_file(&path).expect("a file");
    let _ = update(&mut state, Action::Library(LibraryAction::Choose(4)));
    assert!(state.open.is_some());
    // The offered button reads the file again at its path.
    let offer = state.shell.notices.iter().position(|notice| !notice.offers.is_empty());
    let effects =
        update(&mut state, Action::Shell(ShellAction::Accept(offer.expect("an offer"), 0)));
    assert!(
        matches!(&effects[..], [Effect::Read(job)] if job.read.paths == [path] && job.game == Some(5))
    );
}

#[test]
fn record_without_a_match_is_listed_but_not_shown() {
    let folder = Folder::new();
    let path =
        folder.file("a.bpgn", record("p1", 10) + &record("p2", 20_000_000) + &record("p3", 10));
    let (list, _) = open(std::slice::from_ref(&path), None);
    assert_eq!(names(&list), ["p1", "p2", "p3"]);
    let mut state = shown(&path, list);
    let _ = update(&mut state, Action::RunCommand(Command::NextMatch));
    assert!(state.open.is_none());
    assert_eq!(
        notice_texts(&state),
        [format!("The match is 20 MB long; the limit is 16 MB: {}.", path.display())]
    );
    let _ = update(&mut state, Action::RunCommand(Command::NextMatch));
    assert!(state.open.is_some());
}

#[test]
fn empty_records_without_number_are_a_list() {
    let text = "[Event \"\"]\n".repeat(1_000_000);
    let list = Collection::of(Source::from_bytes("a.bpgn", text));
    assert_eq!(list.index.len(), 1_000_000);
    assert!(!list.has_matches());
    let state = shown(Path::new("a.bpgn"), list);
    assert_eq!(notice_texts(&state), ["a.bpgn: no bughouse match in this file."]);
    assert!(state.library.file().is_none());
}

#[test]
fn record_with_only_a_position_opens() {
    for text in [
        "[FEN \"4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n*\n",
        "[FEN \"8/8/8/8/8/2k5/8/K6R w - - 0 1\"]\n[Filtered \"White\"]\n[Depth \"2\"]\n\n*\n",
    ] {
        let list = Collection::of(Source::from_bytes("a.bpgn", text));
        assert!(list.has_matches(), "{text}");
        let state = shown(Path::new("a.bpgn"), list);
        assert_eq!(notice_texts(&state), [""; 0]);
        assert!(state.library.file().is_some());
    }
}

#[test]
fn kriegspiel_games_are_listed_as_games() {
    let game = "[Event \"k\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[WhiteElo \"1500\"]\n[Variant \"kriegspiel\"]\n\
                [Result \"1-0\"]\n\n1. e4 {(:)} d5 {(:)} 2. exd5 {(:)} 1-0\n\n";
    let text = record("p1", 10) + game + &record("p3", 10);
    let list = Collection::of(Source::from_bytes("a.bpgn", text));
    let rows: Vec<_> = list.index.rows().collect();
    let scans: Vec<_> = rows.iter().map(|row| row.notation).collect();
    assert_eq!(scans, [Notation::Bpgn, Notation::Kriegspiel, Notation::Bpgn]);
    let found = list.index.filter(&"bob".parse().expect("words"));
    assert_eq!(found, [1]);
    let teams = [Team::First, Team::Second].map(|team| rows[1].rated_team(team));
    assert_eq!(teams, ["Ann 1500", "Bob"]);
}

#[test]
fn match_length_comes_from_the_last_clocks() {
    let check = |moves: &str, control: &str, seconds: Option<u16>| {
        let text = format!("[Event \"x\"]\n[TimeControl \"{control}\"]\n\n{moves} 1-0\n");
        // The parser reads this text too, because one character is ambiguous.
        let doubtful = text.replace("[Event \"x\"]", "[Event \"x\\\\\"]");
        for text in [text, doubtful] {
            let list = Collection::of(Source::from_bytes("t", text.as_str()));
            let row = list.index.row(0).expect("a record");
            assert_eq!(row.seconds, seconds, "{text}");
        }
    };
    // 20 and 25 s on board A, and 70 s by White on board B, whose opponent has not moved.
    check("1A. e4{160} 1a. e5{155.000} 1B. d4{110.400}", "180+0", Some(70));
    check("1A. e4{170} 1a. e5{160} 2A. d4{150} 2a. d5{141}", "180+0", Some(69));
    check("1A. e4{170} 1a. e5{160} 2A. d4{150} 2a. d5{141}", "180+2", Some(77));
    check("1A. e4{170} {C: 9A. d4{1}} 1a. e5{160}", "180+0", Some(30));
    check("1A. e4{170} 1a. e5{160}", "-", None);
    check("1A. e4 1a. e5", "180+0", None);
}

#[test]
fn text_on_disk_reads_like_text_in_memory() {
    let folder = Folder::new();
    let path = folder.file("a.bpgn", record("é", 10) + "\r" + &record("p2", 10));
    let disk = Text::from(Reader::open(&path).expect("a file"));
    let loaded = Text::from(Source::read(&path).expect("a file"));
    assert_eq!(disk.encoding(), loaded.encoding());
    for offset in 0..disk.length() {
        assert_eq!(disk.line_column(offset), loaded.line_column(offset), "{offset}");
    }
}

#[test]
fn unpacked_part_of_a_torn_file_is_read() {
    let folder = Folder::new();
    let packed = bz2("[Event \"?\"]\n[Result \"*\"]\n\n1A. e4{10} 1a. e5{10} *\n".as_bytes());
    let torn = folder.file("b.bz2", &packed[..40]);
    // `tests/cmd/compressed.md` shows the same message, and not that the file is empty.
    let (list, _) = open(std::slice::from_ref(&torn), None);
    let state = shown(&torn, list);
    let notice = &notice_texts(&state)[0];
    assert!(notice.starts_with("Only part of the file could be unpacked"), "{notice}");
    assert!(notice.ends_with("b.bz2."), "{notice}");
    let notice = &notice_texts(&state)[1];
    assert!(notice.starts_with("No bughouse match in this file: "), "{notice}");
    // The part that could be unpacked is checked.
    let whole = bz2(records(20_000, 30).as_bytes());
    let half = folder.file("c.bz2", &whole[..whole.len() * 2 / 3]);
    let output = crate::cli::program(&["check", "--quiet", half.to_str().expect("a name")], b"");
    assert_eq!(output.status.code(), Some(2));
    let sum = String::from_utf8_lossy(&output.stdout).into_owned();
    let matches: usize = sum.split(' ').next().and_then(|n| n.parse().ok()).expect("a number");
    assert!(0 < matches && matches < 20_000, "{sum}");
}

/// 100 MB of text that are compressed into a few thousand bytes.
fn flood() -> Vec<u8> {
    let text = [b"[Event \"x\"]\n\n1A. e4 *\n".to_vec(), vec![b' '; 10_000_000]].concat();
    bz2(&text).repeat(10)
}

#[test]
fn archive_bomb_is_stopped_and_reported() {
    let folder = Folder::new();
    let packed = flood();
    assert!(packed.len() < 10_000, "{}", packed.len());
    let path = folder.file("flood.bz2", &packed);
    for cache in [Some(folder.cache()), None] {
        let (list, _) = open(std::slice::from_ref(&path), cache.as_ref());
        let notice_texts = notices(&list);
        assert_eq!(
            notice_texts,
            [
                "only part of the file could be unpacked: it unpacks to more than 250 times its size; \
                 only the first 67 MB were read"
            ]
        );
        // The unpacked text is not kept in memory.
        assert!(list.files[0].text.loaded().is_none());
        assert_eq!(list.index.len(), 7);
    }
    assert_eq!(folder.cache_files().len(), 0);
    let name = path.to_str().expect("a name");
    for command in ["list", "check"] {
        let output = crate::cli::program(&[command, name], b"");
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_ne!(output.status.code(), Some(0), "{command}: {words}");
        assert!(words.contains("more than 250 times its size"), "{command}: {words}");
    }
    let output = crate::cli::program(&["list", "--count", "--unpack", "200", name], b"");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "10\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn every_text_has_its_own_limits() {
    let folder = Folder::new();
    let path = folder.file("flood.bz2", flood());
    let text = Text::open(&path).expect("a file");
    let opened = |limits| Collection::from_text(text.clone().within(limits)).expect("a file");
    let limits = [UnpackLimits::allowing(30_000_000), UnpackLimits::LIFTED, UnpackLimits::DEFAULT];
    let lists = limits.map(opened);
    assert_eq!(lists.each_ref().map(|list| list.index.len()), [3, 10, 7]);
    let one_after_another = limits.map(|limits| opened(limits).index.len());
    assert_eq!(one_after_another, [3, 10, 7]);
    // What is unpacked keeps the limits, so that a save compares and reloads the file within them.
    assert_eq!(lists.each_ref().map(|list| list.files[0].text.limits()), limits);
}

#[test]
fn leftovers_of_an_interrupted_unpack_are_removed() {
    let folder = Folder::new();
    let cache = folder.cache();
    let loaded = cache.begin().expect("a file");
    let left = loaded.path().with_file_name(".newAbandoned");
    std::fs::write(&left, "half a text").expect("a file");
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(60);
    for path in [left.as_path(), loaded.path()] {
        let file = std::fs::File::options().write(true).open(path).expect("a file");
        file.set_modified(old).expect("a time");
    }
    let path = folder.file("a.bpgn", "1A. e4 *");
    open(&[path], Some(&cache));
    assert!(!left.exists());
    assert!(loaded.path().exists(), "what is being written stays");
}
