//! Pages of pychess, printed here from known matches in the shape of the site's public source, and read by the program.
//!
//! No real page was at hand: `templates/base.html` and `server/bug/game_bug.py` of `gbtami/pychess-variants` tell the
//! shape.
#![expect(clippy::disallowed_methods, reason = "pages are written into a folder of the test's own")]

use crate::{
    cli::program,
    import::{boards::ExportedMatch, known},
};
use proptest::prelude::*;
use serde_json::{Value, json};
use tandem::{
    import::{
        Importer,
        board::{is_board_export, read_boards},
    },
    notation::{Clock, NoteKind, Records},
    replay::Match,
    rules::{BoardId, Color},
};

const BASE_MS: i64 = 900_000;
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

/// The two forms in which the server lists the steps.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    /// During the match: each step has one board's move, and the clocks after it.
    Live,
    /// From the database: each step has the last move of both boards, and the clocks are two steps late.
    Stored,
}

/// Returns the steps of a match. As on the site, only the mover's clock is right.
fn steps(known: &ExportedMatch, shape: Shape) -> Vec<Value> {
    let mut clocks = [[BASE_MS; 2]; 2];
    let mut all = vec![clocks];
    for (ply, tenths) in &known.plies {
        let color = usize::from(ply.seat.color() == Color::Black);
        clocks[ply.seat.board() as usize][color] = i64::from(*tenths) * 100;
        all.push(clocks);
    }
    if shape == Shape::Stored {
        all.splice(0..0, [[[BASE_MS; 2]; 2]; 2]);
    }
    let mut last = [String::new(), String::new()];
    let mut steps = vec![json!({
        "fen": START, "fenB": START, "san": null, "clocks": [BASE_MS, BASE_MS], "clocksB": [BASE_MS, BASE_MS],
    })];
    for (index, (ply, _)) in known.plies.iter().enumerate() {
        let board = ply.seat.board() as usize;
        if shape == Shape::Live {
            last = [String::new(), String::new()];
        }
        last[board] = ply.mv.uci(false);
        let (clocks, name) = (all[index + 1], ["a", "b"][board]);
        let turn = if ply.seat.color() == Color::White { "black" } else { "white" };
        steps.push(json!({
            "fen": "not read", "fenB": "not read", "move": last[0], "moveB": last[1],
            "boardName": name, "san": "not read", "turnColor": turn, "check": false,
            "clocks": clocks[0], "clocksB": clocks[1],
        }));
    }
    steps
}

/// Returns the server's response for the whole match.
fn board(steps: &[Value]) -> Value {
    json!({
        "type": "board", "gameId": "aB3dE6gH", "status": 2, "result": "1-0", "fen": "", "steps": steps, "check": false,
        "ply": 1, "clocks": [1, 2], "clocksB": [3, 4], "pgn": "", "rdiffs": "", "uci_usi": "\"<'&'>\"", "by": "",
    })
}

/// Escapes an attribute like the template engine of the site.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&#34;").replace('\'', "&#39;")
}

/// Returns the page, with attributes escaped by `escape`.
fn page(board: &Value, escape: fn(&str) -> String) -> String {
    let attributes = [
        ("view", "round".to_owned()),
        ("gameid", "aB3dE6gH".to_owned()),
        ("initialfen", String::new()),
        ("ct", String::new()),
        ("board", board.to_string()),
        ("date", "2026-08-22T17:30:12.345000+00:00".to_owned()),
        ("result", "1-0".to_owned()),
        ("status", "2".to_owned()),
        ("variant", "bughouse".to_owned()),
        ("chess960", "False".to_owned()),
        ("rated", "0".to_owned()),
        ("wplayer", "raven".to_owned()),
        ("wtitle", "GM".to_owned()),
        ("wrating", "2165".to_owned()),
        ("bplayer", "Gnejs".to_owned()),
        ("btitle", String::new()),
        ("brating", "1500?".to_owned()),
        ("base", "15".to_owned()),
        ("inc", "0".to_owned()),
        ("wplayer-b", "Pa\"a<so".to_owned()),
        ("wrating-b", "1900".to_owned()),
        ("bplayer-b", "death".to_owned()),
        ("brating-b", "1800".to_owned()),
    ];
    let attributes: String = attributes
        .iter()
        .map(|(name, value)| format!("\n      data-{name}=\"{}\"", escape(value)))
        .collect();
    format!(
        "<!DOCTYPE html>\n<html>\n<head><meta name=\"description\" content='Free Online Chess Variants'>\
         <title>Bughouse • raven+death</title>\n<script>if (1 < 2) {{ x = '<body data-board=\"0\">' }}</script></head>\n\
         <body id=\"pychess-variants\" style=\"--zoom:80;\"{attributes}\n    >\n<div id=placeholder></div></body></html>\n"
    )
}

/// Escapes an attribute like a browser that saves a page.
fn saved(text: &str) -> String {
    text.replace('&', "&amp;").replace('\u{a0}', "&nbsp;").replace('"', "&quot;")
}

/// Returns the plies of a record: seat, move, clock.
fn plies(text: &str) -> Vec<(String, Option<i32>)> {
    let mut records = Records::of(text.as_bytes());
    let (record, text, _) = records.read_next().expect("a record");
    let played = Match::replay(record, text);
    assert_eq!(played.issues, []);
    let line = |ply: &tandem::replay::Ply| {
        let clock = match ply.clock {
            Clock::Left { ms, .. } => Some(ms),
            _ => None,
        };
        (format!("{} {}", ply.seat.letter(), ply.mv.uci(false)), clock)
    };
    played.plies.iter().map(line).collect()
}

fn import(page: &str, with_chat: bool) -> tandem::import::Import {
    assert!(is_board_export(page.as_bytes()));
    let mut importer = Importer::new(with_chat);
    importer.add(page.as_bytes());
    importer.finish()
}

/// Returns the problems with a page.
fn page_problems(page: &str) -> Vec<String> {
    read_boards(page.as_bytes()).problems.iter().map(|it| it.kind.to_string()).collect()
}

#[test]
fn a_page_has_both_boards_with_clocks_in_the_order_of_the_site() {
    for known in known(120_000, 5) {
        for (shape, escape) in [
            (Shape::Live, escaped as fn(&str) -> String),
            (Shape::Live, saved),
            (Shape::Stored, saved),
        ] {
            let imported = import(&page(&board(&steps(&known, shape)), escape), false);
            assert_eq!(imported.problems, []);
            let [found] = &imported.matches[..] else { panic!("{:?}", imported.matches) };
            assert_eq!(found.notes, []);
            let written = plies(&found.text);
            assert_eq!(written.len(), known.plies.len());
            // The database has no clocks for the last two plies.
            let late = if shape == Shape::Stored && known.plies.len() > 2 { 2 } else { 0 };
            let timed = known.plies.len().saturating_sub(late);
            for (index, ((ply, tenths), written)) in known.plies.iter().zip(&written).enumerate() {
                let clock = (index < timed).then_some(tenths * 100);
                let expect = format!("{} {}", ply.seat.letter(), ply.mv.uci(false));
                assert_eq!(written, &(expect, clock), "{index}");
            }
        }
    }
}

#[test]
fn a_page_gives_names_ratings_time_control_date_and_reason() {
    let known = &known(20_000, 3)[0];
    let imported = import(&page(&board(&steps(known, Shape::Live)), escaped), false);
    let text = &imported.matches[0].text;
    for tag in [
        "[Event \"Bughouse\"]",
        "[Site \"pychess.org\"]",
        "[Date \"2026.08.22\"]",
        "[WhiteA \"raven\"]",
        "[WhiteAElo \"2165\"]",
        "[WhiteATitle \"GM\"]",
        "[BlackAElo \"1500\"]",
        "[WhiteB \"Pa\\\"a<so\"]",
        "[BlackB \"death\"]",
        "[TimeControl \"900+0\"]",
        "[LinkA \"https://www.pychess.org/aB3dE6gH\"]",
        "[Result \"1-0\"]",
        "{raven won with death by resignation} 1-0",
    ] {
        assert!(text.contains(tag), "{tag}: {text}");
    }
    assert!(!text.contains("SetUp"));
    // The same page twice gives one match.
    let mut importer = Importer::default();
    let page = page(&board(&steps(known, Shape::Live)), escaped);
    importer.add(page.as_bytes());
    importer.add(page.as_bytes());
    assert_eq!(importer.finish().matches.len(), 1);
}

#[test]
fn chat_becomes_comments_only_on_request() {
    let known = &known(20_000, 3)[0];
    let mut steps = steps(known, Shape::Live);
    let message = |name: &str, words: &str| json!({"message": words, "username": name, "time": 1200, "room": "player"});
    steps[0]["chat"] = json!([message("raven", "hi {all}\n")]);
    steps[3]["chat"] = json!([message("death", "!bug!n"), message("raven", "ok")]);
    let page = page(&board(&steps), escaped);
    let without = import(&page, false);
    let notes: Vec<_> = without.matches[0].notes().map(|note| note.text).collect();
    assert_eq!(notes, ["skipped 3 chat messages"]);
    assert!(!without.matches[0].text.contains("hi "));
    let with = import(&page, true);
    assert_eq!(with.matches[0].notes, []);
    assert_eq!(plies(&with.matches[0].text), plies(&without.matches[0].text));
    let text = with.matches[0].text.as_bytes();
    let mut records = Records::of(text);
    let (record, text, _) = records.read_next().expect("a record");
    let notes = record.notes.iter().filter(|note| note.kind == NoteKind::Comment);
    let notes: Vec<String> =
        notes.map(|note| String::from_utf8_lossy(note.text.of(text)).into_owned()).collect();
    assert_eq!(notes[..2], ["raven: hi (all)", "death: n; raven: ok"], "{notes:?}");
    // The same on the command line.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("page.html").to_str().expect("UTF-8").to_owned();
    std::fs::write(&path, &page).expect("written");
    let run = |arguments: &[&str]| {
        let output = program(arguments, b"");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (status, out, err) = run(&["import", &path, "--chat"]);
    assert_eq!((status, err.as_str()), (Some(0), "1 bughouse match\n"));
    assert_eq!(out, with.matches[0].text);
    let (status, out, err) = run(&["import", &path]);
    assert_eq!(status, Some(0));
    assert_eq!(err, format!("{path}: warning: skipped 3 chat messages\n1 bughouse match\n"));
    assert_eq!(out, without.matches[0].text);
    let (status, out, _) = run(&["list", &path]);
    assert_eq!((status, out.lines().count()), (Some(0), 1));
}

#[test]
fn incomplete_page_is_reported_with_a_reason() {
    let known = &known(20_000, 3)[0];
    let whole = page(&board(&steps(known, Shape::Live)), escaped);
    let cut = whole.find("data-board=").expect("boards") + 400;
    assert_eq!(
        page_problems(&whole[..cut]),
        ["the page is cut off; save it again when it has loaded"],
    );
    for other in [whole.replace("data-board=", "data-bored="), page(&json!(""), |_| String::new())]
    {
        let words = "this page of pychess shows no match; open the match there and save that page";
        assert_eq!(page_problems(&other), [words]);
    }
    let other = whole.replace("data-variant=\"bughouse\"", "data-variant=\"atomic\"");
    assert_eq!(page_problems(&other), ["\"atomic\" is not bughouse; skipped the game"]);
    let torn = whole.replacen("{&#34;type&#34;", "{&#34;type", 1);
    assert!(
        page_problems(&torn)[0].starts_with("the moves in the page are invalid JSON at character ")
    );
    // The part before an invalid move is kept.
    let mut steps = steps(known, Shape::Live);
    steps[4]["move"] = json!("e9e4");
    steps[4]["moveB"] = json!("e9e4");
    let bad = page(&board(&steps), escaped);
    assert_eq!(page_problems(&bad), ["move 4 is invalid (\"e9e4\"); kept the moves before it"]);
    assert_eq!(plies(&import(&bad, false).matches[0].text).len(), 3);
}

/// A real match of another site, converted to a page, gives the same plies and clocks as its export.
#[test]
fn real_match_survives_a_page() {
    let Some(corpus) = crate::corpus::folder() else { return };
    let file = |id: u64| {
        let path = corpus.join(format!("chesscom-json/{id}.json"));
        std::fs::read(path).expect("a file")
    };
    let mut importer = Importer::default();
    importer.add(&file(158_858_846_801));
    importer.add(&file(158_858_846_803));
    let real = importer.finish().matches.remove(0).text;
    let mut records = Records::of(real.as_bytes());
    let (record, text, _) = records.read_next().expect("a record");
    let played = Match::replay(record, text).plies.into_iter();
    let clock = |clock| match clock {
        Clock::Left { ms, .. } => ms / 100,
        _ => panic!("no clock"),
    };
    let known = ExportedMatch { plies: played.map(|ply| (ply, clock(ply.clock))).collect() };
    assert!(known.plies.iter().any(|(ply, _)| ply.seat.board() == BoardId::B));
    let imported = import(&page(&board(&steps(&known, Shape::Live)), escaped), false);
    assert_eq!(plies(&imported.matches[0].text), plies(&real));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn damaged_pages_do_not_panic(cut in 0..30_000_usize, at in 0..30_000_usize, byte in any::<u8>()) {
        let known = &known(8_000, 3)[0];
        let mut page = page(&board(&steps(known, Shape::Stored)), escaped).into_bytes();
        page.truncate(cut.max(200));
        if let Some(place) = page.get_mut(at) {
            *place = byte;
        }
        let mut importer = Importer::new(true);
        importer.add(&page);
        for found in importer.finish().matches {
            let mut records = Records::of(found.text.as_bytes());
            prop_assert!(records.read_next().is_some());
        }
    }
}
