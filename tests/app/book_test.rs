//! The book of mistakes: its counts, its list, its puzzles and its files.
#![expect(clippy::disallowed_methods, reason = "the test reads the files that the program writes")]

use crate::{
    painted::Painted,
    window::{CTRL, Window},
};
use clap::Parser as _;
use eframe::egui::{Key, Rect};
use serde_json::Value;
use std::{ops::ControlFlow, path::Path};
use tandem::{
    analysis::{ledger::FindingKind, report::MistakeKind},
    app::{
        Action, BookAction, Command, Dialog, JobKind, SaveTarget, SavingAction, SearchAction,
        SearchPage,
    },
    cli::{self, Arguments},
    diagram::UNWATCHED,
    formats::BookFile,
    search::{Selection, missed},
};

/// In both matches, Ann misses a mate in 1 and finds it a move later; Bo misses two defences.
const MATCH: &str = "[Date \"2026.10.05\"]\n[WhiteA \"Ann\"]\n[BlackA \"Bo\"]\n[WhiteB \"Cy\"]\n[BlackB \"Di\"]\n\
    [TimeControl \"60+0\"]\n\n1A. e4 {59} 1a. e5 {58} 2A. Bc4 {57} 1B. d4 {58} 2a. Nc6 {56} 3A. Qh5 {55} \
    3a. Nf6 {50} 4A. Bb3 {53}\n4a. Nd4 {40} 5A. Qxf7# {51} {Bo checkmated} 1-0\n";

/// The partner captures the queen that mates, and is slow about it; Ann misses the mate.
const QUEEN: &str = "[Date \"2026.11.02\"]\n[WhiteA \"Ann\"]\n[BlackA \"Bo\"]\n[WhiteB \"Cy\"]\n[BlackB \"Di\"]\n\
    [FEN \"k7/8/1K6/8/8/8/7r/8[] b - - 0 1 | k7/8/3p4/2Q5/8/8/8/K7[] b - - 0 1\"]\n\n\
    1b. dxc5 1a. Rh1 2A. Kc6 *\n";

fn three() -> String {
    let later = MATCH.replace("2026.10.05", "2026.11.07");
    format!("{MATCH}\n{later}\n{QUEEN}")
}

impl Window {
    fn open_book(&mut self) {
        self.keys(CTRL, Key::Num9);
        self.book_complete();
    }

    /// Opens the book, and chooses the player `name` if it opens on another.
    fn open_book_of(&mut self, name: &str) {
        self.open_book();
        if self.state().search.book_result().is_some_and(|book| book.names != [name]) {
            let choice = BookAction::Player(Some(name.to_owned()));
            self.update(Action::Search(SearchAction::Book(choice)));
            self.book_complete();
        }
    }

    fn book_complete(&mut self) {
        self.wait("the book is complete", |window| {
            let state = window.state();
            !state.jobs.is_running(JobKind::Search(SearchPage::Book))
                && state.search.book_result().is_some()
        });
    }

    fn choose_player(&mut self, from: &str, to: &str) {
        self.click(&format!("Player: {from}"));
        let start = format!("{to} · ");
        let choice = self.names().into_iter().find(|name| name.starts_with(&start));
        self.click(&choice.unwrap_or_else(|| panic!("{to}: {:?}", self.names())));
        self.book_complete();
    }
}

#[test]
fn page_shows_the_counts_of_the_summary() {
    let mut window = Window::of(&three());
    window.open_book_of("Ann");
    let list = window.state().library.file().expect("a file").list.clone();
    let texts: Vec<_> = list.files.iter().map(|file| &file.text).collect();
    let rows = [0, 1, 2];
    let selection = Selection { index: &list.index, texts: &texts, rows: &rows, moves: None };
    let players = missed(&list, &selection, |_, _| ControlFlow::Continue(())).expect("in memory");
    assert_eq!(players.len(), 4);
    let mut before = "Ann";
    for player in &players {
        let name = player.name.as_str();
        if name != before {
            window.choose_player(before, name);
        }
        before = name;
        let book = window.state().search.book_result().expect("a book");
        assert_eq!(book.missed, player.missed, "{name}");
        assert!(window.has(&format!("{} proved mistakes", player.missed.mistakes())), "{name}");
        for kind in MistakeKind::ALL {
            let of = kind.chances(&player.missed.own);
            let of = of.map_or_else(String::new, |of| format!(" of {of}"));
            let (own, partners) =
                (player.missed.count(kind.kind), player.missed.partner.count(kind.kind));
            let row = format!("Kind, {}: {own}{of}, partners {partners}", kind.name);
            assert!(window.has(&row), "{name}: {row}: {:?}", window.names());
        }
    }
    // Every mistake is in the list of exactly one player.
    let listed: usize = players.iter().map(|player| player.missed.mistakes()).sum();
    assert!(listed > 4, "{listed}");
}

#[test]
fn book_opens_on_the_player_with_the_most_mistakes() {
    let quiet = MATCH.split("3a. Nf6").next().expect("the first moves").replace("Ann", "Zed");
    let quiet = format!("{} *\n", quiet.replace("Bo", "Al").trim());
    let text = format!("{quiet}\n{quiet}\n{quiet}\n{QUEEN}");
    let mut window = Window::of(&text);
    window.open_book();
    let book = window.state().search.book_result().expect("a book");
    assert!(book.missed.mistakes() > 0, "{:?}", book.names);
    let first = book.names[0].clone();
    assert!(!window.has("No mistakes to list."), "{:?}", window.names());
    window.click(&format!("Player: {first}"));
    assert!(window.has("Zed · 0 mistakes"), "{:?}", window.names());
    window.click("Zed · 0 mistakes");
    window.book_complete();
    assert!(window.has("No mistakes to list."), "the user’s choice stays");
}

#[test]
fn bar_of_a_kind_is_the_share_of_its_chances() {
    let mut window = Window::of(&three());
    window.open_book_of("Ann");
    // Ann missed three of five mates.
    let row = window.rect_containing("Kind, Mates missed: 3 of 5");
    let painted = Painted::of(&window);
    let within = |fill: &&Rect| row.contains_rect(**fill) && fill.height() < 10.0;
    let bars: Vec<f32> = painted.fills.iter().filter(within).map(Rect::width).collect();
    assert_eq!(bars.len(), 2, "{bars:?}");
    assert!((bars[1] / bars[0] - 0.6).abs() < 0.01, "{bars:?}");
}

#[test]
fn mistakes_are_whole_if_there_is_room() {
    let names = ["Ann", "Bo", "Cy", "Di"];
    let text = names.iter().fold(TWO_REASONS.to_owned(), |text, name| {
        text.replace(&format!("\"{name}\""), &format!("\"{name} with a rather long name\""))
    });
    let mut window = Window::sized(&text, 900.0, 600.0);
    // The book opens on the only player with a mistake.
    window.open_book();
    let painted = Painted::of(&window);
    let is_sentence = |words: &&(String, Rect)| words.0.contains("Played");
    let cut: Vec<_> = painted.cut.iter().filter(is_sentence).collect();
    assert!(cut.is_empty(), "{cut:?}");
    assert!(painted.words.iter().any(|words| words.contains("Played")), "{:?}", painted.words);
}

#[test]
fn mistake_opens_its_moment_and_the_book_comes_back() {
    let mut window = Window::of(&three());
    window.open_book_of("Ann");
    assert!(window.has("Book of mistakes") && !window.has_containing("board A, e4"));
    let painted = Painted::of(&window);
    let text = "Missed a mate in 1 at 4A: Qxf7#. Played Bb3 after 2 s.";
    assert!(
        painted.words.iter().any(|words| words.contains("Missed a mate in 1 at 4A")),
        "{:?}",
        painted.words
    );
    // The latest match comes first.
    let row = window.names().into_iter().find(|name| name.contains("Missed a mate in 1 at 4A"));
    let row = row.expect(text);
    assert!(row.contains("2026.11.07") && row.contains("match 2, after 3a"), "{row}");
    window.click(&row);
    assert_eq!((window.state().library.file().unwrap().record.id, window.moment()), (1, 7));
    assert!(!window.has("Book of mistakes"), "the boards are back");
    window.open_book_of("Ann");
    assert!(window.has_containing("Missed a mate in 1 at 4A"));
    // Without the mouse: the next mistake, and back by Escape.
    window.key(Key::ArrowDown);
    window.key(Key::Enter);
    assert!(!window.has("Book of mistakes"));
    assert_ne!((window.state().library.file().unwrap().record.id, window.moment()), (1, 7));
    window.open_book_of("Ann");
    window.key(Key::Escape);
    assert!(!window.has("Book of mistakes"));
}

#[test]
fn keys_of_the_boards_do_nothing_behind_the_book() {
    let mut window = Window::of(&three());
    window.key(Key::End);
    let (moment, flipped) = (window.moment(), window.is_flipped());
    window.open_book_of("Ann");
    for key in [Key::ArrowLeft, Key::F, Key::Num1, Key::X, Key::Space] {
        window.key(key);
    }
    assert!(!window.is_unsaved() && !window.is_playing());
    window.key(Key::Escape);
    assert_eq!((window.moment(), window.is_flipped()), (moment, flipped));
}

#[test]
fn filters_limit_the_list() {
    let mut window = Window::of(&three());
    window.open_book_of("Ann");
    let all = window.count_containing("Missed a mate in 1");
    assert_eq!(all, 3, "{:?}", window.names());
    let month = window.names().into_iter().find(|name| name.starts_with("2026.10: "));
    assert_eq!(month.as_deref(), Some("2026.10: 1 in 1, 1.0 a match"));
    window.click("2026.10: 1 in 1, 1.0 a match");
    assert_eq!(window.count_containing("Missed a mate in 1"), 1);
    window.click("Clear filter");
    assert_eq!(window.count_containing("Missed a mate in 1"), all);
    window.click("Partners’");
    assert!(window.has("No mistakes to list."), "{:?}", window.names());
    assert!(window.has_containing("proved mistakes only"), "{:?}", window.names());
    window.choose_player("Ann", "Cy");
    window.click("Partners’");
    assert_eq!(window.count_containing("Could"), 0);
    let partners = window.state().search.listed_mistakes(&window.state().search.book).count();
    let of_partner = window.state().search.book_result().unwrap().missed.partner.mistakes;
    assert_eq!(partners, of_partner);
    assert!(partners > 0 && window.count_containing("partner Bo · ") == partners);
}

#[test]
fn book_opens_beside_a_game_of_kriegspiel() {
    const GAME: &str = include_str!("../../assets/samples/kriegspiel.pgn");
    let mut window = Window::of(&format!("{GAME}\n{}", three()));
    assert!(window.state().game().is_some());
    window.open_book_of("Ann");
    assert!(window.has("Book of mistakes") && window.has("Player: Ann"), "{:?}", window.names());
}

#[test]
fn a_drill_shows_progress_at_once() {
    let mut window = Window::of(&three());
    window.open_book_of("Ann");
    let ctx = window.harness.ctx.clone();
    let drill = Action::Search(SearchAction::Book(BookAction::Drill));
    window.harness.state_mut().update(drill, &ctx);
    let progress = window.state().jobs.progress(JobKind::Puzzles).expect("a search");
    assert_eq!(progress.detail, "0 of 3 matches searched");
}

#[test]
fn drill_poses_exactly_the_listed_mistakes() {
    let mut window = Window::of(&three());
    window.open_book_of("Ann");
    window.click("Drill these 3");
    window.wait("the puzzles are found", |window| {
        let puzzles = &window.state().puzzles;
        puzzles.round.is_some()
            && !window.state().jobs.is_running(JobKind::Puzzles)
            && puzzles.progress.is_some()
    });
    let set = &window.state().puzzle().expect("a round").set;
    let mut posed: Vec<_> =
        set.iter().map(|puzzle| (puzzle.origin.record, puzzle.finding.unwrap())).collect();
    posed.sort_by_key(|it| it.0);
    assert!(posed.iter().all(|(_, (kind, ..))| *kind == FindingKind::MateMissed), "{posed:?}");
    assert_eq!(posed.iter().map(|it| it.0).collect::<Vec<_>>(), [1, 2], "equal positions once");
    window.settle();
    assert!(window.has("Puzzle 1 of 2"), "{:?}", window.names());
    let reason = "2 puzzles from 3 mistakes: 1 repeats a position.";
    assert!(window.has(reason), "{:?}", window.names());
    let answer = tandem::analysis::puzzles::solution_words(&set_first(&window));
    window.key(Key::M);
    window.type_text(answer.split(['.', ' ', ',']).next().expect("a move"));
    window.key(Key::Enter);
    window.settle();
    assert!(window.has("Puzzle 1 of 2 · 1 solved"), "{:?}", window.names());
    window.key(Key::Escape);
    assert!(window.has("Book of mistakes"), "the puzzles lead back to the book");
}

fn set_first(window: &Window) -> tandem::analysis::puzzles::Puzzle {
    window.state().puzzle().expect("a round").now().expect("a puzzle").0.clone()
}

#[test]
fn files_of_the_book_equal_the_summary() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::of(&three());
    let archive = window.file("archive.bpgn", three().as_bytes());
    window.open_book_of("Ann");
    let export = |window: &mut Window, name: &str| {
        let to = folder.path().join(name);
        let export = SavingAction::SavePath(SaveTarget::Book, to.clone());
        window.update(Action::Saving(export));
        window.wait("the book is written", |_| to.exists());
        std::fs::read(to).expect("a file")
    };
    let json = String::from_utf8(export(&mut window, "book.jsonl")).expect("text");
    let mut lines = json.lines();
    let summary = run(&["--summary", "--json", "--player", "Ann"], &archive);
    assert_eq!(lines.next(), Some(summary.trim_end()));
    let lines: Vec<Value> = lines.map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let findings = run(&["--findings", "--json"], &archive);
    let findings = findings.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let mistakes = findings.filter(|line| line["player"] == "Ann" && line["kind"] == "mate-missed");
    let mut ids: Vec<Value> = mistakes.map(|line| line["id"].clone()).collect();
    let mut listed: Vec<Value> = lines.iter().map(|line| line["id"].clone()).collect();
    ids.sort_by_key(Value::to_string);
    listed.sort_by_key(Value::to_string);
    assert_eq!(listed, ids);
    let csv = String::from_utf8(export(&mut window, "book.csv")).expect("text");
    assert_eq!(csv.lines().count(), 1 + ids.len(), "{csv}");
    assert!(csv.starts_with("date,player,kind,"), "{csv}");
    let own = folder.path().join("own.csv");
    run(&["--summary", "--player", "Ann", "-o", own.to_str().expect("a path")], &archive);
    let own = std::fs::read_to_string(own).expect("written");
    assert_eq!(own.replace("archive.bpgn", "match.bpgn"), csv);
    assert!(export(&mut window, "book.pdf").starts_with(b"%PDF"));
    window.settle();
    assert!(window.has_containing("Exported the book of mistakes to "));
}

/// Di misses a mate in 3.
const LONG_MATE: &str = "[WhiteA \"Ann\"]\n[BlackA \"Bo\"]\n[WhiteB \"Cy\"]\n[BlackB \"Di\"]\n\
    [FEN \"3bk2r/pR1n1ppp/2p1p1p1/6q1/8/2PPPPB1/P1P1NPKP/7R[Rr] b - - 0 32 | \
    r1b2r2/ppB2ppk/2n1p2b/8/3P4/2P5/P1PNBnPP/R1B3K1[QQNNPPqbnpppp] b - - 1 23\"]\n\n\
    23b. a6 24B. Kxf2 24b. a5 *\n";

#[test]
fn printed_book_has_the_line_of_a_missed_mate() {
    let mut window = Window::of(LONG_MATE);
    window.open_book_of("Di");
    let list = window.state().library.file().expect("a file").list.clone();
    let book = window.state().search.book_result().expect("a book");
    let file = BookFile { name: "Di", missed: &book.missed, rows: &book.rows, list: &list };
    let printed = file.printed_mistakes(UNWATCHED).expect("mistakes");
    let texts: Vec<&str> = printed.iter().map(|it| it.text.as_str()).collect();
    let line = "Line: 23… N@h3+ 24. gxh3 Q@h1+ 25. Kxf2 B@e1#.";
    let mate = texts.iter().find(|text| text.contains("Missed a mate in 3 at 23b"));
    assert!(mate.is_some_and(|text| text.ends_with(line)), "{texts:?}");
}

#[test]
fn keys_that_export_or_print_write_the_book() {
    let mut window = Window::of(&three());
    window.keys(CTRL, Key::Num9);
    // Not the boards while the book is calculated.
    window.keys(CTRL, Key::E);
    assert_ne!(window.open_dialog().as_deref(), Some("Export"));
    window.book_complete();
    let tooltip = "Export book of mistakes… (Ctrl+E)";
    window.harness.hover_at(window.rect("Export…").center());
    window.harness.run_steps(20);
    assert!(window.has(tooltip), "{:?}", window.names());
    for key in [Key::E, Key::P] {
        window.keys(CTRL, key);
        window.wait("the path of the book is asked for", |window| {
            matches!(window.state().shell.dialog, Some(Dialog::SavePath(SaveTarget::Book, ..)))
        });
        window.key(Key::Escape);
    }
    // A picture of the position can still be shared.
    window.update(Action::RunCommand(Command::Share));
    window.settle();
    assert_eq!(window.open_dialog().as_deref(), Some("Share"));
    window.click_nth("Export…", 1);
    window.settle();
    assert_eq!(window.open_dialog().as_deref(), Some("Export"));
    window.key(Key::Escape);
    window.key(Key::Escape);
    window.keys(CTRL, Key::E);
    assert_eq!(window.open_dialog().as_deref(), Some("Export"), "the boards are shown again");
}

/// Runs `tandem analyse` with these arguments on the file, and returns its output.
fn run(args: &[&str], file: &Path) -> String {
    let file = file.to_str().expect("a path");
    let args = ["tandem", "analyse"].into_iter().chain(args.iter().copied()).chain([file]);
    let command = Arguments::try_parse_from(args).expect("arguments").command.expect("a command");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    assert_eq!(cli::run(&command, &mut out, &mut err), cli::Exit::Fine, "{err:?}");
    String::from_utf8(out).expect("text")
}

/// Di neither takes the queen nor avoids the mate.
const TWO_REASONS: &str = "[Date \"2026.11.02\"]\n[WhiteA \"Ann\"]\n[BlackA \"Bo\"]\n[WhiteB \"Cy\"]\n[BlackB \"Di\"]\n\
    [FEN \"k7/8/1K6/8/8/8/7R/8[] w - - 0 1 | \
    r1bqkbnr/pppp1ppp/8/4p3/2BnP3/5Q2/PPPP1PPP/RNB1K1NR[] b KQkq - 0 1\"]\n\n\
    1b. a6 2B. Qxf7# {Di checkmated} 0-1\n";

#[test]
fn move_with_two_reasons_is_one_mistake_everywhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::of(TWO_REASONS);
    let archive = window.file("archive.bpgn", TWO_REASONS.as_bytes());
    window.open_book_of("Ann");
    window.choose_player("Ann", "Di");
    for figure in ["1 proved mistakes", "1 decisive", "Drill these 1"] {
        assert!(window.has(figure), "{figure}: {:?}", window.names());
    }
    let listed = "Allowed mate in 1 at 1b: 14 moves avoid a forced mate. Played a6. Missed Nxf3 at 1b: with \
                  the queen, Ann mates in 1. Played a6.";
    let row = window.names().into_iter().find(|name| name.contains("Allowed mate")).expect("a row");
    assert!(row.starts_with(listed), "{row}");
    assert!(row.ends_with("two reasons · decided the match"), "{row}");
    window.click("Kind, Mating captures missed: 1 of 1, partners 0");
    assert_eq!(window.count_containing("two reasons"), 1, "{:?}", window.names());
    let own = folder.path().join("own.csv");
    run(&["--summary", "--player", "Di", "-o", own.to_str().expect("a path")], &archive);
    let csv = std::fs::read_to_string(own).expect("written");
    let row = "2026.11.02,Di,defence-missed capture-missed,1,drop-mate contact-mate,opening,yes,archive.bpgn";
    assert_eq!(csv.lines().count(), 2, "{csv}");
    assert!(csv.contains(row), "{csv}");
    let own = folder.path().join("own.jsonl");
    run(&["--summary", "--player", "Di", "-o", own.to_str().expect("a path")], &archive);
    let json = std::fs::read_to_string(own).expect("written");
    let lines: Vec<Value> =
        json.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 2, "{json}");
    assert_eq!((&lines[0]["mistakes"], &lines[0]["decided"]), (&Value::from(1), &Value::from(1)));
    assert_eq!(lines[0]["findings"]["capture-missed"], 1);
    assert_eq!(
        (&lines[1]["kind"], lines[1]["decided"].as_bool()),
        (&"defence-missed".into(), Some(true))
    );
    assert_eq!(lines[1]["also"][0]["kind"], "capture-missed");
}

#[test]
fn own_names_come_first() {
    let mut window = Window::with_settings(&three(), |path| {
        let settings =
            tandem::settings::Settings { my_names: "nobody, di".to_owned(), ..Default::default() };
        tandem::settings::Store::at(path.to_owned()).save(&settings).expect("written");
    });
    window.update(Action::RunCommand(Command::Book));
    window.book_complete();
    assert!(window.has("Player: nobody, di"), "{:?}", window.names());
    assert!(window.has_containing("3 matches of this player among 3 listed"));
}
