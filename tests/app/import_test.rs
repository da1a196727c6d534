//! Single-board exports in the window: opened, dropped and pasted.

#![expect(
    clippy::disallowed_methods,
    reason = "writes what is opened, and looks at what is left of it"
)]

use crate::{
    painted::Painted,
    window::{CTRL, SAMPLE, SHORT, Window},
};
use eframe::egui::{Event, Key};
use std::io::Write as _;
use tandem::app::{Action, DeferredAction, Dialog, LibraryAction};

/// Returns a board as exported by chess.com: 1. e4 d5 2. exd5 for id 1, and otherwise 1. d4 P@e4.
pub fn answer(id: u64) -> String {
    let (partner, moves, clocks, names) = match id {
        1 => (2, "mCZJCJ", "1190,1190,1180,1185", ["raven", "Gnejs"]),
        _ => (1, "lB=C", "1170,1100,1165", ["Paaso", "death"]),
    };
    format!(
        r#"{{"game":{{"id":{id},"partnerGameId":{partner},"type":"bughouse","moveList":"{moves}",
        "moveTimestamps":"{clocks}","baseTime1":1200,"timeIncrement1":0,"isFinished":true,
        "gameEndReason":"resigned","resultMessage":"raven won by resignation","pgnHeaders":{{"White":"{}",
        "Black":"{}","WhiteElo":2165,"BlackElo":2000,"Date":"2025.11.30","Result":"*","TimeControl":"120"}}}}}}"#,
        names[0], names[1]
    )
}

#[test]
fn repeated_boards_are_no_warning() {
    let mut window = Window::empty();
    let boards = [1, 2, 1, 2].map(answer);
    let boards =
        window.file("boards.jsonl", boards.map(|it| it.replace('\n', "")).join("\n").as_bytes());
    window.open_recent(&boards);
    let notices = &window.state().shell.notices;
    let notice = notices.iter().find(|it| it.text == "Skipped 2 repeated boards.");
    assert!(!notice.expect("a notice").is_warning);
}

#[test]
fn open_without_a_system_dialog_asks_for_a_path() {
    let mut window = Window::empty();
    let why = "This system has no file dialog. Type the path of a file or folder.";
    window.keys(CTRL, Key::O);
    window.wait("the path is asked for", |window| window.has(why));
    assert!(window.has("Open") && !window.has("Choose file…"), "{:?}", window.names());
    window.key(Key::Escape);
    window.keys(CTRL, Key::I);
    assert!(window.has("Choose file…") && !window.has(why), "{:?}", window.names());
}

#[test]
fn folder_of_boards_becomes_an_unnamed_match() {
    let mut window = Window::empty();
    let folder = window.path("boards");
    std::fs::create_dir(&folder).expect("a folder");
    let files = [1, 2].map(|id| folder.join(format!("{id}.json")));
    for (id, file) in (1..).zip(&files) {
        std::fs::write(file, answer(id)).expect("written");
    }
    window.open_by_path(folder.to_str().expect("UTF-8"));
    assert!(window.has("White A: raven 2165") && window.has("Black B: death 2000"));
    window.key(Key::End);
    assert_eq!(window.moment(), 5);
    assert!(window.has_containing("Not saved yet."));
    // The input files are never overwritten.
    window.keys(CTRL, Key::S);
    window.wait("a path is asked for", |window| {
        matches!(window.state().shell.dialog, Some(Dialog::SavePath(..)))
    });
    let path = window.path("mine.bpgn");
    window.type_text(path.to_str().expect("UTF-8"));
    window.key(Key::Enter);
    window.wait("it is saved", |_| path.exists());
    let saved = std::fs::read_to_string(&path).expect("a file");
    assert!(saved.contains("1b. P@e4{110.0}"), "{saved}");
    for (id, file) in (1..).zip(&files) {
        assert_eq!(std::fs::read_to_string(file).expect("a file"), answer(id));
    }
}

/// Returns a ZIP archive of `files`.
fn packed(files: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in files {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).expect("a file");
        zip.write_all(text.as_bytes()).expect("written");
    }
    zip.finish().expect("packed").into_inner()
}

#[test]
fn archive_of_boards_opens_and_reports_skipped_files() {
    let mut window = Window::empty();
    let (one, two) = (answer(1), answer(2));
    let files = [
        ("1.json", one.as_str()),
        ("2.json", &two),
        ("3.json", "https://www.chess.com/game/live/158858846803"),
    ];
    let path = window.file("boards.zip", &packed(&files));
    window.open_by_path(path.to_str().expect("UTF-8"));
    assert!(window.has("White A: raven 2165") && window.has("Black B: death 2000"));
    window.list_notices();
    assert!(window.has_containing("Not saved yet"));
    assert!(window.has_containing("This file holds only a link"));
    assert!(window.has_containing("boards.zip/3.json"));
}

/// Returns an archive with a board, and with its partner board after text that exceeds the limits.
fn over_the_limits() -> Vec<u8> {
    let padded = format!("{}{}", answer(2), "\n".repeat(65 << 20));
    packed(&[("1.json", &answer(1)), ("2.json", &padded)])
}

#[test]
fn oversized_archive_can_be_unpacked_anyway() {
    let mut window = Window::empty();
    let path = window.file("boards.zip", &over_the_limits());
    window.open_by_path(path.to_str().expect("UTF-8"));
    assert!(window.has("White A: raven 2165") && !window.has("White B: Paaso 2165"));
    assert!(window.has_containing("it unpacks to more than 250 times its size"));
    assert!(window.has_containing("boards.zip"));
    // Unpacking would discard unsaved changes.
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    window.click("Unpack anyway");
    assert!(matches!(
        &window.state().shell.dialog,
        Some(Dialog::Unsaved(DeferredAction::UnpackWhole(unpack))) if unpack.unlimited == [path]
    ));
    window.click("Discard");
    window.wait("the other board is there", |window| window.has("White B: Paaso 2165"));
    assert!(window.has("White A: raven 2165"));
    assert!(!window.has_containing("250 times"), "{:?}", window.names());
    assert!(!window.has("Unpack anyway"));
}

#[test]
fn month_import_is_reported_like_on_the_command_line() {
    let chess = vec![r#"{"rules":"chess","tcn":"mC"}"#; 300].join(",");
    let board = |uuid: &str, white: &str, results: [&str; 2]| {
        format!(
            r#"{{"rules":"bughouse","tcn":"mC","uuid":"{uuid}-ce43-11f0-9508-a0369feff220","end_time":1764545363,
            "time_control":"180","white":{{"username":"{white}","result":"{}"}},"black":{{"username":"x","result":"{}"}}}}"#,
            results[0], results[1]
        )
    };
    let pair = [
        board("fcb0a12c", "ann", ["win", "resigned"]),
        board("fcb0a12d", "cy", ["bughousepartnerlose", "win"]),
    ]
    .join(",");
    let mut window = Window::empty();
    window.harness.event(Event::Paste(format!("{{\"games\":[{chess}]}}")));
    window.settle();
    assert!(window.has("0 bughouse matches, 300 other games skipped."), "{:?}", window.names());
    window.harness.event(Event::Paste(format!("{{\"games\":[{chess},{pair}]}}")));
    window.settle();
    window.list_notices();
    let words = "1 bughouse match, 300 other games skipped. Not saved yet.";
    assert!(window.has(words), "{:?}", window.names());
    assert!(window.has_containing("White A: ann"));
}

#[test]
fn archive_without_boards_is_reported() {
    let mut window = Window::empty();
    let path = window.file("notes.zip", &packed(&[("notes.txt", "nothing of the kind")]));
    window.open_by_path(path.to_str().expect("UTF-8"));
    assert!(window.has_containing("o match or board in this archive"));
}

#[test]
fn damaged_archive_is_not_called_empty() {
    let mut window = Window::empty();
    let mut bytes = packed(&[("match.bpgn", SHORT)]);
    bytes.truncate(bytes.len() / 2);
    let path = window.file("cut.zip", &bytes);
    window.open_by_path(path.to_str().expect("UTF-8"));
    assert!(window.has_containing("damaged"), "{:?}", window.names());
    assert!(!window.has_containing("the file is empty"), "{:?}", window.names());
}

/// Returns a tar archive of `files`.
fn tar(files: &[(&str, &str)]) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for (name, text) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        tar.append_data(&mut header, name, text.as_bytes()).expect("written");
    }
    tar.into_inner().expect("packed")
}

#[test]
fn tar_and_utf32_are_handled_like_on_the_command_line() {
    let text = "[WhiteA \"whole\"]\n\n1A. e4 *\n";
    let wide: Vec<u8> = text.chars().flat_map(|one| u32::from(one).to_le_bytes()).collect();
    let refusal = "annot read UTF-32; save it as UTF-8";
    let mut window = Window::empty();
    let packed = window.file("a.tar", &tar(&[("m.bpgn", text), ("notes.txt", "nothing")]));
    let wide = window.file("wide.bpgn", &wide);
    // Dropped together, then opened alone.
    window.open_all(vec![packed.clone(), wide.clone()]);
    assert!(window.has("White A: whole"), "{:?}", window.names());
    window.list_notices();
    assert!(window.has("Skipped 1 file without matches (notes.txt)."), "{:?}", window.names());
    assert!(window.has_containing(refusal), "{:?}", window.names());
    window.list_notices();
    for (path, is_read) in [(packed, true), (wide, false)] {
        let mut window = Window::empty();
        window.open_by_path(path.to_str().expect("UTF-8"));
        assert_eq!(window.has("White A: whole"), is_read, "{:?}", window.names());
        assert_eq!(window.has_containing(refusal), !is_read, "{:?}", window.names());
    }
}

/// A folder of boards, a match and other files is one list. The paired match is in no file, and a change of the other is
/// saved in its own file.
#[test]
fn mixed_folder_is_one_list() {
    let mut window = Window::empty();
    let folder = window.path("mixed");
    std::fs::create_dir(&folder).expect("a folder");
    let files = ["1.json", "2.json", "m.bpgn", "notes.txt", "plan.txt", "m.bpgn.bak"];
    let files = files.map(|name| folder.join(name));
    let whole = "[WhiteA \"whole\"]\n\n1A. e4 *\n";
    let nothing = || "nothing".to_owned();
    let texts = [answer(1), answer(2), whole.to_owned(), nothing(), nothing(), whole.to_owned()];
    for (file, text) in files.iter().zip(&texts) {
        std::fs::write(file, text).expect("written");
    }
    window.open_by_path(folder.to_str().expect("UTF-8"));
    assert!(window.has("White A: whole"), "{:?}", window.names());
    window.list_notices();
    assert!(window.has("1 bughouse match. Not saved yet."), "{:?}", window.names());
    let words = "Skipped 2 files without matches (notes.txt and 1 more), 1 file kept as a backup (m.bpgn.bak).";
    assert!(window.has(words), "{:?}", window.names());
    // Closes the list, which takes the keys.
    window.list_notices();
    assert_eq!(window.state().library.file().expect("a list").matches(), 2);
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    window.keys(CTRL, Key::S);
    let is_saved = |text: &str| text.contains("{A:!}");
    window
        .wait("it is saved", |_| std::fs::read_to_string(&files[2]).is_ok_and(|it| is_saved(&it)));
    for (file, text) in files.iter().zip(&texts).filter(|(file, _)| **file != files[2]) {
        assert_eq!(&std::fs::read_to_string(file).expect("a file"), text);
    }
}

#[test]
fn a_backup_beside_its_file_is_skipped_and_counted() {
    let mut window = Window::empty();
    let folder = window.path("club");
    std::fs::create_dir(&folder).expect("a folder");
    for name in ["a.bpgn", "a.bpgn.bak", "b.bpgn", "lost.bpgn.bak"] {
        let player = name.replace('.', " ");
        std::fs::write(folder.join(name), SHORT.replace("Anna", &player)).expect("written");
    }
    window.open_all(vec![folder.clone()]);
    assert_eq!(window.state().file().expect("a list").list.index.len(), 3);
    window.list_notices();
    let words = "Skipped 1 file kept as a backup (a.bpgn.bak).";
    assert!(window.has_containing(words), "{:?}", window.names());
    window.open_all(vec![folder.join("a.bpgn.bak")]);
    assert!(window.has_containing("a bpgn bak"));
}

#[test]
fn match_in_an_archive_opens_and_is_saved_elsewhere() {
    let mut window = Window::empty();
    let bytes = packed(&[("in/m.bpgn", "[WhiteA \"whole\"]\n\n1A. e4 *\n")]);
    let path = window.file("one.zip", &bytes);
    window.open_by_path(path.to_str().expect("UTF-8"));
    assert!(window.has("White A: whole"), "{:?}", window.names());
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    window.keys(CTRL, Key::S);
    window.wait("a path is asked for", |window| {
        matches!(window.state().shell.dialog, Some(Dialog::SavePath(..)))
    });
    assert!(
        window.has_containing("Files in archives can’t be overwritten"),
        "{:?}",
        window.names()
    );
    let copy = window.path("copy.bpgn");
    window.type_text(copy.to_str().expect("UTF-8"));
    window.key(Key::Enter);
    window.wait("it is saved", |_| copy.exists());
    assert!(std::fs::read_to_string(&copy).expect("a file").contains("{A:!}"));
    assert_eq!(std::fs::read(&path).expect("a file"), bytes);
}

#[test]
fn file_in_an_unsupported_format_is_named() {
    let mut window = Window::empty();
    let path = window.file("m.bpgn.xz", b"\xfd7zXZ\0\0\x04\xe6\xd6\xb4F\x02\0!\x01\x16\0\0\0");
    window.open_by_path(path.to_str().expect("UTF-8"));
    assert!(window.has_containing("annot read xz"), "{:?}", window.names());
}

#[test]
fn half_match_shows_the_partner_address() {
    let mut window = Window::empty();
    window.harness.event(Event::Paste(answer(2)));
    window.settle();
    assert!(window.has("White B: Paaso 2165"));
    assert!(window.has_containing("https://www.chess.com/callback/live/game/1"));
    assert!(window.has("Copy address"));
}

#[test]
fn the_partner_board_in_the_same_folder_is_offered() {
    let mut window = Window::empty();
    window.file("0.json", b"{}");
    window.file("1.json", answer(1).as_bytes());
    let path = window.file("2.json", format!("{}\n{{", answer(2)).as_bytes());
    window.open_by_path(path.to_str().expect("UTF-8"));
    window.list_notices();
    assert!(window.has("The other board of this match is in 1.json."), "{:?}", window.names());
    // The offer hides no other problem.
    assert!(window.has_containing("line 5, column 1"), "{:?}", window.names());
    window.click("Add board");
    window.wait("it is added", |window| window.has("White A: raven 2165"));
    assert!(window.has("White B: Paaso 2165"));
    assert!(!window.has("Add board"));
}

#[test]
fn duplicate_of_a_listed_match_is_noticed() {
    let mut window = Window::empty();
    let both = format!("{}\n{}", answer(2), answer(1));
    window.harness.event(Event::Paste(both.clone()));
    window.settle();
    assert!(!window.has_containing("You already have"));
    // The match is pasted, dropped and opened again.
    let said = "You already have this match: ";
    window.harness.event(Event::Paste(both.clone()));
    window.settle();
    window.list_notices();
    assert!(window.has_containing(&format!("{said}pasted.bpgn")));
    let path = window.path("both.json");
    std::fs::write(&path, both).expect("written");
    window.open_by_path(path.to_str().expect("UTF-8"));
    window.wait("it is read", |window| window.state().library.requested().is_none());
    window.list_notices();
    assert!(window.has_containing(&format!("{said}pasted.bpgn")));
    std::fs::copy(&path, window.path("again.json")).expect("copied");
    let path = window.path("again.json");
    window.update(Action::Library(LibraryAction::OpenAll(vec![path])));
    window.wait("it is read", |window| window.state().library.requested().is_none());
    window.list_notices();
    let notices = &window.state().shell.notices;
    assert!(notices.iter().any(|it| it.text == format!("{said}both.bpgn.")), "{notices:?}");
}

#[test]
fn duplicate_match_is_reported_with_its_number() {
    let both = format!("{SAMPLE}\n{SHORT}");
    let mut window = Window::of(&both);
    let path = window.file("one.bpgn", SHORT.as_bytes());
    window.open_by_path(path.to_str().expect("UTF-8"));
    let said = "You already have this match: match 2 of match.bpgn.";
    assert!(window.has_containing(said), "{:?}", window.names());
    let path = window.file("both.bpgn", both.as_bytes());
    window.open_by_path(path.to_str().expect("UTF-8"));
    assert!(window.has_containing("You already have match 2: one.bpgn."));
    // In a list of several files, the place is that in one of them.
    let other = window.file("other.bpgn", SHORT.replace("Anna", "Zoe").as_bytes());
    window.open_all(vec![other, path]);
    let path = window.file("again.bpgn", SHORT.as_bytes());
    window.open_by_path(path.to_str().expect("UTF-8"));
    assert!(window.has_containing("You already have this match: match 2 of both.bpgn."));
    // A match that is repeated in the new file is one of ours.
    let path = window.file("often.bpgn", format!("{SHORT}\n{SHORT}\n{SHORT}").as_bytes());
    window.open_by_path(path.to_str().expect("UTF-8"));
    assert!(window.has_containing("One match of again.bpgn is also here."), "{:?}", window.names());
}

#[test]
fn truncated_json_is_reported_with_file_and_position() {
    let mut window = Window::empty();
    let path = window.path("torn.json");
    let whole = answer(1);
    std::fs::write(&path, &whole[..whole.len() - 2]).expect("written");
    window.open_by_path(path.to_str().expect("UTF-8"));
    assert!(window.has_containing("invalid JSON (EOF while parsing"));
    assert!(window.has_containing("torn.json"));
}

#[test]
fn series_is_grouped_with_its_score() {
    let one = |event: &str, names: [&str; 4], time: &str, result: &str| {
        let [a, b, c, d] = names;
        format!(
            "[Event \"{event}\"]\n[WhiteA \"{a}\"]\n[BlackA \"{b}\"]\n[WhiteB \"{c}\"]\n[BlackB \"{d}\"]\n\
             [Date \"2024.03.01\"]\n[Time \"{time}\"]\n\n1A. e4 {result}\n\n"
        )
    };
    let text = [
        one("x", ["raven", "Gnejs", "Paaso", "death"], "20:00:00", "1-0"),
        one("y", ["ann", "bob", "cy", "dee"], "20:05:00", "1-0"),
        one("z", ["Gnejs", "raven", "death", "Paaso"], "20:10:00", "0-1"),
    ];
    let window = Window::of(&text.concat());
    let rows = &window.state().file().expect("a file").filter.rows;
    assert_eq!(rows.as_slice(), [0, 2, 1]);
    assert!(window.has_containing("game 1 of 2, session 2–0 for raven & death"));
    // The score does not depend on the seats of the row. A row without room for the team has the place alone.
    assert!(window.has_containing("game 2 of 2, session 2–0 for raven & death"));
    assert_eq!(Painted::of(&window).words.iter().filter(|it| it.contains("2–0")).count(), 0);
}

#[test]
fn pasting_both_halves_makes_one_match() {
    let mut window = Window::empty();
    window.harness.event(Event::Paste(format!("{}\n{}", answer(2), answer(1))));
    window.settle();
    assert!(window.has("White A: raven 2165") && window.has("White B: Paaso 2165"));
    assert!(!window.has("Copy address"));
}

#[test]
fn missing_half_completes_the_open_match() {
    for (first, second) in [(1, 2), (2, 1)] {
        for is_pasted in [true, false] {
            let mut window = Window::empty();
            window.harness.event(Event::Paste(answer(first)));
            window.settle();
            window.key(Key::Enter);
            window.type_text("what a start");
            window.key(Key::Escape);
            let before = window.text();
            if is_pasted {
                window.harness.event(Event::Paste(answer(second)));
                window.settle();
            } else {
                let path = window.file("other.json", answer(second).as_bytes());
                window.open_by_path(path.to_str().expect("UTF-8"));
            }
            assert!(window.has_containing("Added the partner board"), "{:?}", window.names());
            assert!(window.has("White A: raven 2165") && window.has("White B: Paaso 2165"));
            window.key(Key::End);
            assert_eq!(window.moment(), 5);
            assert!(window.text().contains("{C:what a start}"), "{}", window.text());
            window.keys(CTRL, Key::Z);
            assert_eq!(window.text(), before);
        }
    }
}
