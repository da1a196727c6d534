//! Contents without a BGN equivalent: written differently, and read back to the same match.

use crate::{
    bgn::check_round_trip,
    damage::damage,
    random::{Rng, random_matches},
};
use tandem::{
    kriegspiel::Notation,
    notation::{BgnLines, Record, Records},
    replay::{Match, bgn_of},
};

/// Writes `text` as BGN, and returns the BPGN that is read back.
fn round_trip(text: &str) -> String {
    let record = Record::parse(text.as_bytes());
    let played = Match::replay(&record, text.as_bytes());
    let json = serde_json::to_vec(&bgn_of(&record, text.as_bytes(), &played, &[])).expect("JSON");
    let lines = BgnLines::read(&json);
    assert_eq!(lines.unreadable_lines, []);
    lines.bpgn
}

fn check(text: &str) {
    check_round_trip(&Record::parse(text.as_bytes()), text.as_bytes(), text);
}

#[test]
fn escaped_line_is_preserved() {
    let text = "[Event \"x\"]\n\n1A. e4{3}\n%esc 9A. Qh5 1-0\n1a. e5{4}\n%esc {\n2A. d4 *\n";
    check(text);
    assert_eq!(
        round_trip(text),
        "[Event \"x\"]\n\n1A. e4{3} \n%esc 9A. Qh5 1-0\n1a. e5{4} \n%esc {\n2A. d4 *\n\n"
    );
}

#[test]
fn stray_text_becomes_a_line_comment() {
    let text = "[Event \"x\"]\n\n1A. e4 Zz9 [Site \"y\"] 1a. e5 ) 2A. d4 {x resigns} 1-0";
    check(text);
    assert_eq!(
        round_trip(text),
        "[Event \"x\"]\n\n1A. e4 ; Zz9 [Site \"y\"]\n1a. e5 ; )\n2A. d4 {x resigns} 1-0\n\n"
    );
}

#[test]
fn notes_do_not_absorb_following_text() {
    for text in [
        "1A. e4 ; to the end 1a. d5\n1a. e5 *",
        "1A. e4 ; to the end\n[Site \"y\"] 1a. e5 *",
        "1A. e4{3} {never closed 1a. e5 *",
        "1A. e4 {C:open { brace} 1a. e5 *",
        "1A. e4 1a. {3} e5 {4} 2A. d4 *",
        "1A. e4 2a. {3} {C:x} 1a. e5 *",
        "1A. e4 2a. (3) 1a. e5 *",
        "1A. e4 1-0 {x resigns}",
        "1A. e4 {x resigns} {} 1-0",
        "1A. e4 {x resigns} 1-0 1a. e5 {y}",
        "1A. e4 {x resigns} Zz {C:z} 1-0",
        "1A. e4 {D:big} {D:} {L:abc} {L:4} 1a. e5 {L:5000000000} *",
        "1A. e4 1a. Zz9 1B. d4 1b. d5 *",
        "1A. e4 {C:a} foo 1a. Zz9 {C:b} 2A. d4 ; c\n(2A. c4) {never",
        "1A. e4 1a. Ke5 {C:why} {y resigns} 0-1",
        "1A. e4 {C:why} 1a. Ke5 {C:not} 2A. d4 {C:there} %x\n 1-0",
        "1A. e4 1a. d5 2A. d5 2A. exd5 {C:a} 2a. Qxd5 *",
        "1A. e5 1a. e5 *",
        "1A. e5 1a. e5 * {x}",
        "1A. e4 1a. Zz9 {x} {} 1-0",
        "1A. e4 1a. Zz9 {x} {y resigns} 1-0",
        "( 1A. e4 ) 1a. e5 ( *",
        "[Event \"a\"] [event \"b\"]\n1A. e4 *",
        "[Result \"\"] [result \"1-0\"] [Site \"a\nb\"] [White \"c\"]\n*",
        "[Site \"a\\\\b \\\"c\\\"\"]\n{C:[Event \"y\"]} 1A. e4 {C:1-0 [Event \"y\"]} *",
        "[Whit\u{a0}A \"a\"]\n1A. e4 *",
        "[[Site \"a\"]\n[ \"b\"]\n[Round -1-]\n1A. e4 *",
        "1-0\n\n[Event \"x\"]\n1A. e4 *",
        "%a\n; b\n[Event \"x\"]\n%c\n1A. e4 *",
    ] {
        check(text);
    }
}

/// Damaged matches are read back unchanged; `TANDEM_MUTATIONS` sets their number.
#[test]
fn damaged_matches_survive_bgn() {
    for seed in 0..crate::count_of("TANDEM_MUTATIONS", 300) {
        let mut rng = Rng::new(seed);
        let mut text = random_matches(4_000, seed % 50);
        // Lines that other programs skip, and text that is not a move.
        for piece in ["\n%esc 9A. Qh5 {\n", " ; 1a. d5\n", " Zz9 ", " {x} ", " (1A. d4 ", " {C:a}"]
        {
            let at = rng.below(text.len());
            text.splice(at..at, piece.bytes());
        }
        damage(&mut text, &mut rng);
        let mut records = Records::of(&text);
        while let Some((record, text, _)) = records.read_next() {
            if Notation::of(record, text) == Notation::Bpgn {
                check_round_trip(record, text, &format!("seed {seed}"));
            }
        }
    }
}

/// A no-break space does not separate a tag's name and value.
#[test]
fn no_break_space_in_a_tag_name_is_preserved() {
    let read = round_trip("[WhiteA \"a\"]\n[T\u{a0}me \"1\"]\n\n1A. e4\n");
    assert!(read.contains("[T\u{a0}me \"1\"]"), "{read}");
}

/// An empty brace keeps a comment from being the reason of a result, where there is a result without a reason.
#[test]
fn brace_after_unplayed_text_is_added_only_before_a_result_without_reason() {
    for (text, expect) in [
        ("1a. Zz9 {x} {} 1-0", "1a. Zz9 {x}\n{} 1-0"),
        ("1a. Zz9 {x} {y resigns} 1-0", "1a. Zz9 {x}\n{y resigns} 1-0"),
        ("1a. Zz9 {x}", "1a. Zz9\n{x}"),
    ] {
        let read = round_trip(&format!("[WhiteA \"a\"]\n\n1A. e4 {text}\n"));
        assert!(read.ends_with(&format!("1A. e4 {expect}\n\n")), "{read}");
    }
}

/// The comment after a result does not become the reason of a second result.
#[test]
fn comment_after_the_result_of_an_unfinished_match_is_preserved() {
    let read = round_trip("[WhiteA \"a\"]\n\n1A. e4 1a. Zz9 2A. d4 * {x}\n");
    assert!(read.ends_with("1A. e4 1a. Zz9 2A. d4 * {x}\n\n"), "{read}");
}
