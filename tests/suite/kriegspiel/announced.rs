//! What the window, the text, the page and the caption say of every ply and try, compared with the record itself. The
//! record is read here by its brackets alone.

use super::referee::replay;
use crate::{cli::program, corpus};
use shakmaty::Color;
use tandem::{
    app::{GameMomentView, GameViews, HeardRow, Side, Step},
    document::{Content, DocumentEdit, GameDocument},
    file::{FileRange, Source},
    kriegspiel::{Rules, TryNews, View, notation::Filtered, tags_and_lines},
    notation::{KnownTag, TagForm},
};

/// Darkboard's way of writing: no variant is named, and the tries are listed in the order of play.
const DARKBOARD: &str = "[Event \"ICC w16\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1/2-1/2\"]\n[Variant \"\"]\n\n\
    1. e4 {(:)}\n   d5 {(P1:)}\n2. exd5 {(Xd5:)}\n   Qxd5 {(Xd5:axb6,bxc6,Nd7)}\n\
    3. Nc3 {(:dxc3,fxe3)}\n   a6 {(:)}\n1/2-1/2\n";

const SPECIFIED: &str = include_str!("../../../assets/samples/kriegspiel.pgn");
const ENGLISH: &str = "[Variant \"Kriegspiel (English)\"]\n\n1. e4 {(:)}\nd5 {(:)}\n2. exd5 {(Xd5,A+:exf5)}\n\
    Qxd5 {(Xd5:Bg4,Bf5)}\n3. Nc3 {(:)}\nQe5+ {(CF:)}\n4. Be2 {(:)}\n";

/// A ply as written: the move, the announcement before the colon, and the tries in the order of play.
#[derive(Debug)]
struct Written {
    mv: String,
    response: String,
    tries: Vec<String>,
}

/// Reads the plies of `text`, a referee's record with an announcement in braces after every move.
fn written(text: &str) -> Vec<Written> {
    let moves = text.lines().filter(|line| !line.starts_with('[')).collect::<Vec<_>>().join(" ");
    let is_as_played = !text.contains("[Variant \"Kriegspiel");
    let mut plies = Vec::new();
    for part in moves.split('}') {
        let Some((before, inner)) = part.split_once('{') else { continue };
        let mv = before.split_whitespace().last().expect("a move");
        let inside = inner.trim().strip_prefix('(').and_then(|it| it.split(')').next());
        let (response, listed) = inside.expect("parentheses").split_once(':').expect("a colon");
        let tries = listed.split(',').map(str::trim).filter(|one| !one.is_empty());
        let mut tries: Vec<String> = tries.map(str::to_owned).collect();
        if !is_as_played {
            tries.reverse();
        }
        plies.push(Written {
            mv: mv.trim_start_matches(|it: char| it.is_ascii_digit() || it == '.').to_owned(),
            response: response.to_owned(),
            tries,
        });
    }
    plies
}

fn open(text: &str) -> Content {
    let range = FileRange::new(0, text.len() as u64);
    Content::open(Source::from_bytes("game.pgn", text.as_bytes()), range)
}

fn texts() -> Vec<String> {
    let mut texts: Vec<String> = [DARKBOARD, SPECIFIED, ENGLISH].map(str::to_owned).to_vec();
    if let Some(folder) = corpus::folder() {
        let files = crate::archive::files_in(&folder.join("kriegspiel"));
        assert!(!files.is_empty(), "no games of Kriegspiel");
        #[expect(clippy::disallowed_methods, reason = "these are real files")]
        texts.extend(files.iter().map(|file| std::fs::read_to_string(file).expect("a file")));
    }
    texts
}

/// Checks what `words` say of the announcement `response`, which the player who moved hears without the pawn tries.
fn check_words(words: &str, response: &str, is_mover: bool, about: &str) {
    let parts: Vec<&str> = response.split(',').filter(|part| !part.is_empty()).collect();
    let has = |letter: char| parts.iter().any(|part| part.starts_with(letter));
    let capture = parts.iter().find_map(|part| part.strip_prefix('X'));
    assert_eq!(words.contains("captured on "), capture.is_some(), "{about}: {words}");
    if let Some(square) = capture {
        assert!(words.contains(&format!("captured on {}", &square[..2])), "{about}: {words}");
    }
    let checks = words.contains("heck on") || words.contains("heck by") || words.contains("ate on");
    assert_eq!(checks, has('C'), "{about}: {words}");
    let number = parts.iter().find_map(|part| part.strip_prefix('P'));
    match number.filter(|_| !is_mover) {
        Some("1") => assert!(words.contains("has 1 pawn try"), "{about}: {words}"),
        Some(count) => assert!(words.contains(&format!("has {count} pawn tries"))),
        None => assert!(!words.contains("pawn tr"), "{about}: {words}"),
    }
    assert_eq!(words.contains("Any?"), has('A'), "{about}: {words}");
}

/// Returns the rows of tries and the row of the move of every ply.
fn rows_of_plies(rows: &[HeardRow]) -> Vec<(Vec<&HeardRow>, &HeardRow)> {
    let mut plies = Vec::new();
    let mut tries = Vec::new();
    for row in rows {
        if row.is_try {
            tries.push(row);
        } else {
            plies.push((std::mem::take(&mut tries), row));
        }
    }
    assert!(tries.is_empty());
    plies
}

#[test]
fn rows_of_every_view_agree_with_the_record() {
    for_each_view(|document, views, plies, side| {
        let rules = document.game().view.rules();
        let rows = rows_of_plies(views.rows(side).expect("a referee's file"));
        assert_eq!(rows.len(), plies.len(), "{side:?}: {plies:?}");
        for (index, ((tries, row), ply)) in rows.into_iter().zip(plies).enumerate() {
            let mover = Color::from_white(index % 2 == 0);
            let about = format!("{side:?}, {}", row.name);
            let is_mover = side == Side::Seat(mover);
            let is_hidden = side == Side::Seat(mover.other());
            check_words(&row.words, &ply.response, is_mover, &about);
            let (count, listed) = (ply.tries.len(), tries.len());
            if !is_hidden {
                assert_eq!(row.text, ply.mv, "{about}");
                let texts: Vec<&str> = tries.iter().map(|row| row.text.as_str()).collect();
                assert_eq!(texts, ply.tries, "{about}");
                assert!(tries.iter().all(|row| row.words == "Illegal"), "{about}");
                continue;
            }
            let said = format!("{tries:?} {row:?} {}", row.spoken());
            assert!(!said.contains(&ply.mv), "{about}: {said}");
            let expected = match (rules.tries, count) {
                (TryNews::Both, 0) => ("hidden · no illegal tries", None),
                (TryNews::Both, 1) => ("hidden", Some("1 illegal try".to_owned())),
                (TryNews::Both, _) => ("hidden", Some(format!("{count} illegal tries"))),
                (TryNews::Mover, _) => ("hidden", None),
            };
            let words = tries.first().map(|row| row.words.clone());
            assert_eq!((row.text.as_str(), words), expected, "{about}");
            assert!(listed <= 1, "{about}");
            let written_count = match rules.tries {
                TryNews::Both => count.to_string(),
                TryNews::Mover => String::new(),
            };
            assert!(
                row.code.is_empty() || row.code.ends_with(&format!(":{written_count})")),
                "{about}: {}",
                row.code
            );
        }
    });
}

#[test]
fn captions_of_every_step_agree_with_the_record() {
    for_each_view(|document, views, plies, side| {
        let rules = document.game().view.rules();
        let steps = views.steps_of(side);
        for (index, ply) in plies.iter().enumerate() {
            let mover = Color::from_white(index % 2 == 0);
            let player = mover.fold_wb("White", "Black");
            let is_hidden = side == Side::Seat(mover.other());
            let hears_tries = !is_hidden || rules.tries == TryNews::Both;
            let count = if hears_tries { ply.tries.len() } else { 0 };
            assert_eq!(steps.tries(index), count, "{side:?}, ply {index}");
            let caption = |step| {
                let at = GameMomentView::at(side, step);
                views.scene(document, &at, false).expect("a scene").caption
            };
            for (place, one) in (1..).zip(&ply.tries[..count]) {
                let said = caption(Step { plies: index, tries: place });
                let what =
                    if is_hidden { "an illegal move (" } else { &format!("{one}: illegal (") };
                let begin = format!("{player} tries {what}try {place}");
                assert!(said.starts_with(&begin), "{side:?}: {said}");
            }
            let said = caption(Step::after(index + 1));
            let words = said.strip_prefix(&format!("{player}: ")).expect("the player");
            let is_mover = side == Side::Seat(mover);
            check_words(words, &ply.response, is_mover, &format!("{side:?}, ply {index}"));
            assert!(!is_hidden || !said.contains(&ply.mv), "{said}");
        }
    });
}

/// Calls `check` with each view of each of [`texts`] and the plies as written.
fn for_each_view(check: impl Fn(&GameDocument, &GameViews, &[Written], Side)) {
    for text in texts() {
        let content = open(&text);
        let document = content.as_game().expect("a game");
        let (views, plies) = (GameViews::of(document), written(&text));
        Side::ALL.into_iter().for_each(|side| check(document, &views, &plies, side));
    }
}

/// The record of a view reads back as what the player heard, and says nothing of tries that were not announced.
#[test]
fn written_views_read_back() {
    for text in texts() {
        let content = open(&text);
        let document = content.as_game().expect("a game");
        let (record, game) = (document.record(), document.game());
        for seat in [None, Some(Color::White), Some(Color::Black)] {
            let (tags, lines) =
                tags_and_lines(record, text.as_bytes(), game, seat, usize::MAX).expect("a view");
            let view = tandem::kriegspiel::notation::write(&tags, &lines, record.ending.result);
            let again = replay(&view);
            let filtered = seat.map_or(Filtered::No, Filtered::For);
            assert_eq!(Filtered::parse(filtered.text().as_bytes()), Some(filtered));
            match (&again.view, &game.view) {
                (View::Referee(again), View::Referee(referee)) => {
                    let tries = |plies: &[tandem::kriegspiel::Ply]| -> Vec<_> {
                        plies.iter().map(|ply| ply.tries.clone()).collect()
                    };
                    assert_eq!(tries(&again.plies), tries(&referee.plies), "{view}");
                }
                (View::Seat(hearing), _) => {
                    let heard = game.hearing(hearing.seat).expect("a view");
                    assert_eq!(hearing.plies, heard.plies, "{view}");
                }
                _ => panic!("another view: {view}"),
            }
        }
    }
}

/// The page and the text of a view list the tries in the order of play, or nothing that was not announced.
#[test]
fn pages_list_announced_tries_only() {
    for text in texts() {
        let plies = written(&text);
        let is_public = matches!(replay(&text).view.rules().tries, TryNews::Both);
        for (name, seat) in
            [("referee", None), ("white", Some(Color::White)), ("black", Some(Color::Black))]
        {
            let mut arguments = vec!["convert", "-", "-o", "-", "--to", "html"];
            if seat.is_some() {
                arguments.extend(["--as", name]);
            }
            let output = program(&arguments, text.as_bytes());
            let page = String::from_utf8(output.stdout).expect("UTF-8");
            for (index, ply) in plies.iter().enumerate() {
                let mover = Color::from_white(index % 2 == 0);
                let list = format!("Illegal: {}.", ply.tries.join(", "));
                let is_listed = !ply.tries.is_empty() && seat.is_none_or(|seat| seat == mover);
                if is_listed {
                    assert!(page.contains(&list), "{name}: {list}");
                } else if ply.tries.len() > 1 {
                    assert!(!page.contains(&list), "{name}: {list}");
                }
            }
            let hidden = plies.iter().enumerate().filter(|(index, ply)| {
                seat == Some(Color::from_white(index % 2 == 1)) && !ply.tries.is_empty()
            });
            let counted = if is_public { hidden.count() } else { 0 };
            assert_eq!(page.matches("After ").count(), counted, "{name}");
        }
    }
}

/// A ply that is added to a record in Darkboard's order is listed in that order too.
#[test]
fn added_tries_follow_the_order_of_the_record() {
    let content = open(DARKBOARD.trim_end_matches("1/2-1/2\n"));
    let game = content.as_game().expect("a game").game();
    let View::Referee(referee) = &game.view else { panic!("a player's view") };
    let own = game.hearing(Color::White).expect("a view").sight(usize::MAX).own;
    let attempt = |san: &str| {
        own.resolve(&tandem::rules::San::parse(san.as_bytes()).expect("a move").san).expect("a try")
    };
    let tries = [attempt("dxe3"), attempt("fxe3")];
    let line = referee.judge(game.next_name().expect("a ply"), attempt("Nxd5"), &tries);
    let edit = DocumentEdit::AddGamePly(Box::new(line.expect("legal")));
    let (changed, _) = content.changed(&[edit]).expect("added");
    let text = String::from_utf8(changed.text().to_vec()).expect("UTF-8");
    assert!(text.contains("Nxd5 {(Xd5o:dxe3,fxe3)}"), "{text}");
}

/// A tag that a user fills in does not reverse the tries of any ply.
#[test]
fn tags_leave_the_order_of_tries() {
    let heard = |content: &Content| {
        let game = content.as_game().expect("a game").game();
        let View::Referee(referee) = &game.view else { panic!("a player's view") };
        let plies = referee.plies.iter();
        plies.map(|ply| format!("{:?}", ply.tries)).collect::<Vec<String>>()
    };
    for text in texts() {
        let content = open(&text);
        let before = heard(&content);
        let mut values: Vec<(&str, String)> =
            Rules::SETS.iter().map(|set| ("Variant", set.rules.name())).collect();
        let names = KnownTag::ALL.iter().filter(|tag| tag.form() != TagForm::None);
        values.extend(names.map(|tag| (tag.name(), "?".to_owned())));
        for (name, value) in values {
            let edit = DocumentEdit::Tag { name: name.to_owned(), value: value.clone() };
            let (changed, _) = content.changed(&[edit]).expect("set");
            assert_eq!(heard(&changed), before, "{name} {value:?}");
            let edit = DocumentEdit::Tag { name: "Variant".to_owned(), value: String::new() };
            let (changed, _) = changed.changed(&[edit]).expect("set");
            assert_eq!(heard(&changed), before, "{name} {value:?}, then no variant");
        }
    }
    let named = DocumentEdit::Tag { name: "Variant".to_owned(), value: Rules::ICC.name() };
    let (changed, _) = open(DARKBOARD).changed(&[named]).expect("set");
    let expected = DARKBOARD
        .replace("[Variant \"\"]", "[Variant \"Kriegspiel (ICC)\"]")
        .replace("axb6,bxc6,Nd7", "Nd7,bxc6,axb6")
        .replace("dxc3,fxe3", "fxe3,dxc3");
    assert_eq!(String::from_utf8_lossy(changed.text()), expected);
}
