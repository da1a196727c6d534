//! The import dialog, with a server on this machine in place of chess.com.

#![expect(clippy::disallowed_methods, reason = "looks at the file that matches are added to")]

use crate::{
    import_test::answer,
    site::{Replies, Reply, Server, found},
    window::{CTRL, SHORT, Window},
};
use eframe::egui::{Event, Key};
use tandem::app::{Action, Command, SaveTarget, SavingAction, Switch};

/// Returns the numbers of the two boards of match `place`.
fn numbers(place: u64) -> [u64; 2] {
    [1, 2].map(|board| 200_000_000 + 10 * place + board)
}

/// Returns the responses for the two boards of match `place`.
fn boards(place: u64) -> [(u64, String); 2] {
    [1, 2].map(|board| {
        let own = numbers(place)[usize::from(board == 2)];
        let partner = numbers(place)[usize::from(board == 1)];
        let text =
            answer(board).replace(&format!("\"id\":{board},"), &format!("\"id\":{own},")).replace(
                &format!("\"partnerGameId\":{},", 3 - board),
                &format!("\"partnerGameId\":{partner},"),
            );
        (own, text)
    })
}

fn callback(number: u64) -> String {
    format!("/callback/live/game/{number}")
}

/// Returns a site with `matches` matches by raven in August 2026, and 300 games of chess.
fn site(matches: u64) -> Replies {
    let answers = (1..=matches).flat_map(boards);
    let mut replies: Replies =
        answers.map(|(number, text)| (callback(number), vec![found(text)])).collect();
    let chess = std::iter::repeat_n(r#"{"rules":"chess","tcn":"mC"}"#.to_owned(), 300);
    let games = (1..=matches).map(|place| {
        format!(
            r#"{{"url":"https://www.chess.com/game/live/{}","rules":"bughouse","tcn":"mC","end_time":{},
            "time_control":"120","white":{{"username":"raven","result":"win"}},
            "black":{{"username":"Gnejs","result":"resigned"}}}}"#,
            numbers(place)[0],
            1_786_000_000 + place
        )
    });
    let games: Vec<String> = chess.chain(games).collect();
    let archives = r#"{"archives":["https://api.chess.com/pub/player/raven/games/2026/08"]}"#;
    replies.insert("/pub/player/raven/games/archives".to_owned(), vec![found(archives)]);
    let month = format!("{{\"games\":[{}]}}", games.join(","));
    replies.insert("/pub/player/raven/games/2026/08".to_owned(), vec![found(month)]);
    replies
}

/// Opens the dialog and types `text` in it.
fn import(window: &mut Window, text: &str) {
    window.update(Action::RunCommand(Command::Import));
    window.harness.event(Event::Text(text.to_owned()));
    window.settle();
}

fn wait_download(window: &mut Window) {
    window.wait("the download ends", |window| !window.state().import.is_downloading());
    window.settle();
}

#[test]
fn link_opens_its_match_at_its_move_in_three_steps() {
    let server = Server::start(site(1));
    let mut window = Window::at_site("1A. e4", &server.base, 1280.0, 800.0);
    let link = format!("https://www.chess.com/game/live/{}?move=2", numbers(1)[1]);
    window.harness.event(Event::Paste(link));
    window.settle();
    assert_eq!(server.paths(), [""; 0], "nothing is requested before a button is pressed");
    let words = format!("chess.com match {}, both boards, at half-move 2", numbers(1)[1]);
    assert!(window.has(&words), "{:?}", window.names());
    window.key(Key::Enter);
    wait_download(&mut window);
    assert!(window.has("White A: raven 2165") && window.has("White B: Paaso 2165"));
    assert_eq!((window.moment(), &window.state().shell.dialog), (5, &None));
    assert_eq!(server.paths(), [numbers(1)[1], numbers(1)[0]].map(callback));
    assert_eq!(window.state().import.form.text(), "");
}

#[test]
fn download_opens_beside_unsaved_changes() {
    let server = Server::start(site(1));
    let mut window = Window::at_site(SHORT, &server.base, 1280.0, 800.0);
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    import(&mut window, &numbers(1)[0].to_string());
    window.key(Key::Enter);
    wait_download(&mut window);
    assert_eq!(window.open_dialog(), None);
    assert!(window.has("White B: Paaso 2165"));
    window.keys(CTRL, Key::PageUp);
    assert!(window.is_unsaved() && window.text().contains("{A:!}"));
    assert_eq!(server.paths().len(), 2);
}

#[test]
fn a_players_month_is_listed_with_counts_and_opened() {
    let server = Server::start(site(3));
    let mut window = Window::at_site("1A. e4", &server.base, 1280.0, 800.0);
    import(&mut window, "Raven");
    assert!(window.has("Player Raven on chess.com") && window.has("Latest month"));
    assert!(!window.has_containing("Since"));
    window.click("Download from chess.com");
    wait_download(&mut window);
    assert!(window.has("3 bughouse matches, 300 other games skipped."), "{:?}", window.names());
    window.key(Key::Enter);
    assert_eq!(window.open_dialog(), None, "{:?}", window.names());
    assert_eq!(window.state().file().expect("a list").matches(), 3);
    assert!(window.has_containing("3 bughouse matches"));
    // The next download offers only what is new.
    let day = "2025.11.30".to_owned();
    assert_eq!(window.state().settings.downloaded.get("raven"), Some(&day));
    import(&mut window, "raven");
    window.click("Since 2025-11-30");
    window.click("Download from chess.com");
    wait_download(&mut window);
    // The list was requested again, but nothing that is in the cache.
    assert_eq!(server.paths().len(), 2 + 6 + 2);
}

#[test]
fn stopped_download_keeps_its_matches() {
    let mut replies = site(3);
    let [slow, _] = numbers(2);
    replies.insert(callback(slow), vec![Reply::Hang]);
    let server = Server::start(replies);
    let mut window = Window::at_site("1A. e4", &server.base, 1280.0, 800.0);
    import(&mut window, "raven");
    window.key(Key::Enter);
    window.wait("the second match is requested", |_| server.paths().contains(&callback(slow)));
    window.settle();
    assert!(
        window.has_containing("Match 2 of 3 · 300 other games skipped"),
        "{:?}",
        window.names()
    );
    window.key(Key::Escape);
    assert!(!window.state().import.is_downloading());
    assert!(window.has("1 bughouse match, 300 other games skipped."), "{:?}", window.names());
    assert!(window.has("Stopped.") && window.has("Download 2 more"));
    // The dialog is closed and opened again.
    window.key(Key::Escape);
    assert_eq!(window.open_dialog(), None);
    window.update(Action::RunCommand(Command::Import));
    window.click("Open 1 match");
    assert_eq!(window.state().file().expect("a list").matches(), 1);
    // No day is stored for the player, since two matches are missing.
    assert!(window.state().settings.downloaded.is_empty());
}

#[test]
fn stopped_download_can_be_continued() {
    let mut replies = site(3);
    let [slow, _] = numbers(2);
    let answer = replies[&callback(slow)][0].clone();
    replies.insert(callback(slow), vec![Reply::Hang, answer]);
    let server = Server::start(replies);
    let mut window = Window::at_site("1A. e4", &server.base, 1280.0, 800.0);
    import(&mut window, "raven");
    window.key(Key::Enter);
    window.wait("the second match is requested", |_| server.paths().contains(&callback(slow)));
    window.settle();
    window.click("Stop");
    window.click("Download 2 more");
    wait_download(&mut window);
    window.click("Open 3 matches");
    assert_eq!(window.state().file().expect("a list").matches(), 3);
}

#[test]
fn download_error_is_shown_with_a_remedy_and_keeps_the_text() {
    let number = numbers(1)[0];
    let mut replies = Replies::new();
    let refused = Reply::Answer(403, "", "<html>Just a moment...</html>".to_owned());
    replies.insert(callback(number), vec![refused]);
    let server = Server::start(replies);
    let mut window = Window::at_site("1A. e4", &server.base, 1280.0, 800.0);
    import(&mut window, &number.to_string());
    window.key(Key::Enter);
    wait_download(&mut window);
    let words = format!(
        "Chess.com refused the download; open https://www.chess.com/callback/live/game/{number} in a \
         browser, copy the whole page, and paste it into Tandem."
    );
    assert!(window.has(&words), "{:?}", window.names());
    assert!(window.has("Copy address"));
    assert_eq!(window.value("Import"), number.to_string());
    assert!(window.is_focused("Import"));
    // Another number is entered.
    window.fill("Import", "200000999");
    assert!(!window.has(&words));
    window.key(Key::Enter);
    wait_download(&mut window);
    assert!(
        window.has_containing("If it is still being played")
            || window.has_containing("if it is still")
    );
    // A path that does not exist, and an unknown name.
    window.fill("Import", "./missing.bpgn");
    window.key(Key::Enter);
    window.wait("it is refused", |window| !window.state().import.form.failure_notes.is_empty());
    window.settle();
    assert_eq!(window.value("Import"), "./missing.bpgn");
    assert!(window.has_containing("missing.bpgn"), "{:?}", window.names());
    window.fill("Import", "nobody");
    window.key(Key::Enter);
    wait_download(&mut window);
    assert!(window.has_containing("no player named nobody"), "{:?}", window.names());
    assert_eq!(window.open_dialog().as_deref(), Some("Import"));
}

#[test]
fn half_a_match_is_opened_and_completed_later() {
    let mut replies = site(1);
    let [one, two] = numbers(1);
    let whole = replies.remove(&callback(two)).expect("a board");
    replies.insert(callback(two), vec![Reply::Answer(503, "", String::new()), whole[0].clone()]);
    let server = Server::start(replies);
    let mut window = Window::at_site("1A. e4", &server.base, 1280.0, 800.0);
    for _ in 0..2 {
        import(&mut window, &one.to_string());
        window.key(Key::Enter);
        wait_download(&mut window);
    }
    assert!(window.has_containing("Added the partner board"), "{:?}", window.names());
    assert!(window.has("White A: raven 2165") && window.has("White B: Paaso 2165"));
    assert_eq!(window.open_dialog(), None);
}

#[test]
fn import_dialog_shows_the_address_without_downloads() {
    let server = Server::start(site(1));
    let mut window = Window::at_site("1A. e4", &server.base, 1280.0, 800.0);
    window.update(Action::RunCommand(Command::Switch(Switch::Downloads)));
    let [one, _] = numbers(1);
    import(&mut window, &one.to_string());
    assert!(window.has_containing("Downloads are off in the settings"), "{:?}", window.names());
    assert!(window.has(&format!("https://www.chess.com/callback/live/game/{one}")));
    window.key(Key::Enter);
    assert!(!window.state().import.is_downloading());
    window.fill("Import", "raven");
    assert!(window.has_containing("https://api.chess.com/pub/player/raven/games/20"));
    assert_eq!(server.paths(), [""; 0]);
    // Pasting the response still works.
    let [(_, a), (_, b)] = boards(1);
    window.harness.event(Event::Paste(format!("{a}\n{b}")));
    window.settle();
    assert!(window.has("Exported boards, 8 lines") || window.has_containing("Exported boards"));
    window.key(Key::Enter);
    window.settle();
    assert!(window.has("White A: raven 2165"), "{:?}", window.names());
}

#[test]
fn pasted_lines_are_unchanged() {
    let mut window = Window::of("1A. e4");
    window.update(Action::RunCommand(Command::Import));
    window.harness.event(Event::Paste(SHORT.to_owned()));
    window.settle();
    assert_eq!(window.state().import.form.text(), SHORT);
    assert!(window.has_containing("Matches as text, 10 lines"), "{:?}", window.names());
    window.click("Clear");
    assert_eq!(window.state().import.form.text(), "");
    window.harness.event(Event::Paste(SHORT.to_owned()));
    window.settle();
    window.click("Open");
    assert_eq!(window.text(), SHORT);
    // Text that cannot be read stays in the field, so that it can be corrected.
    window.keys(CTRL, Key::I);
    window.harness.event(Event::Paste("[Event \"x\"]\n\n{".to_owned()));
    window.settle();
    let text = window.state().import.form.text().to_owned();
    window.click("Open");
    let is_open = window.state().shell.dialog.is_none();
    assert!(is_open || window.state().import.form.text() == text);
}

#[test]
fn palette_finds_import_by_purpose() {
    for words in ["chess.com", "download", "import", "pychess"] {
        let mut window = Window::of("1A. e4");
        window.keys(CTRL, Key::K);
        window.type_text(words);
        assert!(window.has_containing("Import…"), "{words}: {:?}", window.names());
    }
}

#[test]
fn no_network_requests_at_startup() {
    let server = Server::start(site(1));
    let mut window = Window::at_site(SHORT, &server.base, 1280.0, 800.0);
    window.key(Key::End);
    window.settle();
    assert_eq!(server.paths(), [""; 0]);
}

#[test]
fn import_dialog_fits_small_windows_and_large_text() {
    for (width, height) in [(900.0, 600.0), (1280.0, 800.0), (400.0, 300.0)] {
        for percent in [80, 200] {
            let server = Server::start(site(1));
            let mut window = Window::at_site("1A. e4", &server.base, width, height);
            window.change_settings(|it| it.text_percent = percent);
            import(&mut window, "raven");
            let screen = window.harness.ctx.content_rect();
            let dialog = window.dialog("Import");
            assert!(
                screen.expand(1.0).contains_rect(dialog),
                "{width} {percent} {dialog:?} {screen:?}"
            );
            window.key(Key::Enter);
            wait_download(&mut window);
            let dialog = window.dialog("Import");
            assert!(
                screen.expand(1.0).contains_rect(dialog),
                "{width} {percent} {dialog:?} {screen:?}"
            );
        }
    }
}

#[test]
fn tilde_expands_to_the_home_folder() {
    let Some(home) = directories::BaseDirs::new() else { return };
    let mut window = Window::of("1A. e4");
    let name = "tandem-test-that-does-not-exist.bpgn";
    import(&mut window, &format!("~/{name}"));
    window.key(Key::Enter);
    window.wait("it is refused", |window| !window.state().import.form.failure_notes.is_empty());
    let path = home.home_dir().join(name);
    let text = &window.state().import.form.failure_notes[0].text;
    assert!(text.contains(&path.display().to_string()), "{text}");
}

#[test]
fn only_new_downloads_are_added_to_the_open_file() {
    let server = Server::start(site(3));
    let mut window = Window::at_site("1A. e4", &server.base, 1280.0, 800.0);
    // The sample shown at the start is not a file.
    import(&mut window, "raven");
    window.key(Key::Enter);
    wait_download(&mut window);
    assert!(!window.has_containing("Add to match"), "{:?}", window.names());
    window.key(Key::Escape);
    let path = window.file("mine.bpgn", b"[Event \"mine\"]\n1A. e4 {C:my own words} *\n");
    window.open_all(vec![path.clone()]);
    window.update(Action::RunCommand(Command::Import));
    window.click("Add to mine.bpgn");
    window.wait("they are added", |window| {
        window.state().file().is_some_and(|file| file.matches() == 4)
    });
    window.settle();
    assert!(window.has_containing("Added 3 matches to mine.bpgn."), "{:?}", window.names());
    assert_eq!(window.open_dialog(), None);
    let text = std::fs::read_to_string(&path).expect("read");
    assert!(text.starts_with("[Event \"mine\"]\n1A. e4 {C:my own words} *\n"), "{text}");
    // Importing the same matches again changes nothing.
    import(&mut window, "raven");
    window.key(Key::Enter);
    wait_download(&mut window);
    window.click("Add to mine.bpgn");
    window.wait("they are added", |window| window.state().shell.dialog.is_none());
    window.settle();
    assert!(
        window.has_containing("Nothing new for mine.bpgn, 3 already in the file."),
        "{:?}",
        window.names()
    );
    assert_eq!(std::fs::read_to_string(&path).expect("read"), text);
    // Unsaved changes have to be saved first.
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    import(&mut window, "raven");
    window.key(Key::Enter);
    wait_download(&mut window);
    assert!(!window.has_containing("Add to mine"), "{:?}", window.names());
}

/// Sets the name of the user and the path of the user's matches.
fn set_user(window: &mut Window, file: &str) {
    window.change_settings(|it| it.my_names = "Raven".to_owned());
    window.change_settings(|it| it.my_file = file.to_owned());
}

#[test]
fn stopped_update_keeps_its_matches() {
    let mut replies = site(3);
    let [slow, _] = numbers(2);
    let answer = replies[&callback(slow)][0].clone();
    replies.insert(callback(slow), vec![Reply::Hang, answer]);
    let server = Server::start(replies);
    let mut window = Window::at_site(SHORT, &server.base, 1280.0, 800.0);
    let own = b"[Event \"mine\"]\r\n1A. e4 {C:my own words} *\r\n";
    let path = window.file("mine.bpgn", own);
    set_user(&mut window, &path.to_string_lossy());
    window.update(Action::RunCommand(Command::UpdateMatches));
    assert!(window.has("Get my new chess.com matches"), "{:?}", window.names());
    window.wait("the second match is requested", |_| server.paths().contains(&callback(slow)));
    window.settle();
    assert!(window.has_containing("Match 2 of 3 · 300 other games skipped"));
    let stop = window.rect("Stop");
    window.harness.run_steps(10);
    assert_eq!(window.rect("Stop"), stop);
    window.click("Stop");
    window.wait("it is added", |window| window.has_containing("Added 1 match to mine.bpgn."));
    assert!(window.has("Stopped.") && window.has("Download 2 more"), "{:?}", window.names());
    let text = std::fs::read(&path).expect("read");
    assert!(text.starts_with(own));
    window.click("Download 2 more");
    window.wait("the rest is added", |window| window.has_containing("Added 2 matches"));
    assert_eq!(window.open_dialog(), None, "{:?}", window.names());
    let text = std::fs::read_to_string(&path).expect("read");
    assert_eq!(text.matches("[GameIdA ").count(), 3);
    // The open file stays until the user asks for the other one.
    window.list_notices();
    window.click_nth("Open file", 0);
    window.wait("it is open", |window| window.state().file().is_some_and(|it| it.matches() == 4));
    // A second update finds nothing new and writes nothing.
    window.update(Action::RunCommand(Command::UpdateMatches));
    window.wait("it ends", |window| window.has_containing("Nothing new for mine.bpgn"));
    assert_eq!(std::fs::read_to_string(&path).expect("read"), text);
}

#[test]
fn update_creates_its_file_and_reports_errors() {
    let server = Server::start(site(1));
    let mut window = Window::at_site(SHORT, &server.base, 1280.0, 800.0);
    let path = window.path("new.bpgn");
    set_user(&mut window, &path.to_string_lossy());
    window.update(Action::RunCommand(Command::UpdateMatches));
    window.wait("it is added", |window| window.has_containing("Added 1 match to new.bpgn."));
    assert!(path.exists());
    window.change_settings(|it| it.my_names = "nobody".to_owned());
    window.update(Action::RunCommand(Command::UpdateMatches));
    wait_download(&mut window);
    assert!(window.has_containing("no player named nobody"), "{:?}", window.names());
    window.click("Close");
    assert_eq!((&window.state().shell.dialog, &window.state().import.download), (&None, &None));
    // Nothing is added to a compressed file, and a message says so.
    window.change_settings(|it| it.my_file = "mine.bpgn.gz".to_owned());
    window.update(Action::RunCommand(Command::UpdateMatches));
    assert!(!window.state().import.is_downloading());
}

#[test]
fn downloaded_matches_are_added_to_another_file() {
    let server = Server::start(site(2));
    let mut window = Window::at_site(SHORT, &server.base, 1280.0, 800.0);
    let own = b"[Event \"other\"]\r\n1A. e4 {C:caf\xe9} *\r\n";
    let path = window.file("other.bpgn", own);
    import(&mut window, "raven");
    window.key(Key::Enter);
    wait_download(&mut window);
    assert!(window.has("Add to file…"), "{:?}", window.names());
    let add = || SavingAction::SavePath(SaveTarget::Downloaded, path.clone());
    window.update(Action::Saving(add()));
    window.wait("they are added", |window| window.has_containing("Added 2 matches to other.bpgn."));
    assert_eq!(window.open_dialog(), None);
    assert_eq!(window.text(), SHORT, "the open file stays");
    let bytes = std::fs::read(&path).expect("read");
    assert!(bytes.starts_with(own) && bytes.len() > own.len());
    import(&mut window, "raven");
    window.key(Key::Enter);
    wait_download(&mut window);
    window.update(Action::Saving(add()));
    window.wait("nothing is new", |window| window.has_containing("2 already in the file"));
    assert_eq!(std::fs::read(&path).expect("read"), bytes);
    window.list_notices();
    window.click_nth("Open file", 0);
    window.wait("it is open", |window| window.state().file().is_some_and(|it| it.matches() == 3));
}
