//! An open record, match or game, and its named moments.

use tandem::{
    document::{Content, Document, DocumentEdit},
    file::{FileRange, Source},
    notation::record_ranges,
};

/// Looks up `moment` in a match of four plies.
fn check(moment: &str, expect: Option<usize>) {
    let text = "[Event \"a\"]\n1A. e4 1B. d4 1a. e5 2A. Nf3";
    let source = Source::from_bytes("a.bpgn", text);
    let range = record_ranges(source.bytes())[0];
    let document = Document::open(source, range);
    assert_eq!(document.moment_named(moment), expect, "{moment:?}");
}

#[test]
fn a_ply_names_the_moment_after_it() {
    check("1A", Some(1));
    check("1B", Some(2));
    check("1a", Some(3));
    check("2A", Some(4));
}

#[test]
fn ply_count_and_end_are_moments() {
    check("0", Some(0));
    check("3", Some(3));
    check("4", Some(4));
    check("end", Some(4));
}

#[test]
fn absent_ply_name_has_no_moment() {
    for name in [
        "5",
        "1b",
        "3A",
        "0A",
        "",
        "A",
        "x",
        "1c",
        "-1",
        "99999999999999999999",
        "99999A",
        "1é",
        "é",
        "1A.",
    ] {
        check(name, None);
    }
}

#[test]
fn issue_has_its_line_and_column_in_the_file() {
    let text = "[Event \"a\"]\n1A. e4\n\n[Event \"b\"]\n1A. é9";
    let source = Source::from_bytes("a.bpgn", text);
    let range = record_ranges(source.bytes())[1];
    let document = Document::open(source, range);
    let place = document.line_column(document.played().issues[0].span.start);
    assert_eq!((place.line, place.column), (5, 5));
}

const GAME: &str =
    "[White \"W\"]\n[Black \"B\"]\n[Variant \"Kriegspiel\"]\n\n1. e4 {(:)} e5 {(:)} *\n";

fn content(text: &str) -> Content {
    let source = Source::from_bytes("a.pgn", text.as_bytes());
    Content::open(source, FileRange::new(0, text.len() as u64))
}

#[test]
fn variant_tag_decides_between_match_and_game() {
    let game = content(GAME);
    assert!(game.as_match().is_none());
    assert_eq!(game.as_game().expect("a game").game().plies(), 2);
    let (changed, _) = game
        .changed(&[DocumentEdit::RemoveTag { index: 2 }])
        .and_then(|(plain, _)| {
            plain.changed(&[DocumentEdit::Tag {
                name: "Variant".to_owned(),
                value: "kriegspiel".to_owned(),
            }])
        })
        .expect("tags can be changed");
    assert!(changed.as_game().is_some());
    let plain = content("[Event \"E\"]\n\n1A. e4 1a. e5\n");
    assert_eq!(plain.as_match().expect("a match").played().plies.len(), 2);
    let (changed, _) = plain
        .changed(&[DocumentEdit::Tag {
            name: "Variant".to_owned(),
            value: "Kriegspiel".to_owned(),
        }])
        .expect("a tag can be added");
    assert!(changed.as_match().is_none());
    let back = changed.with_text(plain.text().to_vec());
    assert_eq!(back.as_match().expect("a match").played().plies.len(), 2);
}

#[test]
fn unsupported_text_is_refused_in_games_and_matches() {
    let clock = DocumentEdit::Clock { ply: 0, clock: "180".to_owned() };
    let comment = DocumentEdit::CommentAt { moment: 1, place: 0, text: "good".to_owned() };
    let variation = DocumentEdit::GameVariation { moment: 1, place: 0, text: "d4".to_owned() };
    let game = content(GAME);
    let error = game.changed(&[clock]).expect_err("a clock of a match");
    assert_eq!(error.to_string(), "this cannot be saved in a game of Kriegspiel");
    assert!(game.changed(std::slice::from_ref(&comment)).is_ok());
    let plain = content("1A. e4 1a. e5\n");
    let (commented, _) = plain.changed(&[comment]).expect("a comment of a match");
    assert_eq!(commented.text(), b"1A. e4 {C:good} 1a. e5\n");
    let error = plain.changed(&[variation]).expect_err("a variation of a game");
    assert_eq!(error.to_string(), "this cannot be saved in a match");
}
