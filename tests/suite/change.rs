//! Changes of a record: the inserted bytes, and that all others are preserved.

use proptest::prelude::*;
use tandem::{
    document::{Document, DocumentEdit},
    file::Source,
    notation::record_ranges,
    rules::{San, Seat},
};

/// Returns the tags of a new match with a date.
fn dated() -> tandem::document::NewTags {
    tandem::document::NewTags { date: "2026.11.01".to_owned(), ..Default::default() }
}

fn open(text: &[u8]) -> Document {
    let range = record_ranges(text).first().copied().expect("a record");
    Document::open(Source::from_bytes("t.bpgn", text), range)
}

/// Makes `changes` in `text` and compares the new text, or the error. Undoing them must restore `text`.
fn check(text: &str, changes: &[DocumentEdit], expect: &str) {
    let document = open(text.as_bytes());
    let got = match document.changed(changes) {
        Err(error) => error.to_string(),
        Ok((changed, set)) => {
            let back = set.invert(document.text()).apply(changed.text());
            assert_eq!(back, document.text(), "taken back");
            String::from_utf8_lossy(changed.text()).into_owned()
        }
    };
    assert_eq!(got, expect, "{text}");
}

fn glyph(moment: usize, text: &str) -> DocumentEdit {
    DocumentEdit::Glyph { moment, text: text.to_owned() }
}

fn comment(moment: usize, text: &str) -> DocumentEdit {
    DocumentEdit::Comment { moment, text: text.to_owned() }
}

fn diagram(moment: usize, on: bool) -> DocumentEdit {
    DocumentEdit::Diagram { moment, on }
}

fn tag(name: &str, value: &str) -> DocumentEdit {
    DocumentEdit::Tag { name: name.to_owned(), value: value.to_owned() }
}

#[test]
fn annotation_is_written_after_the_clock() {
    check("1A. e4 {298} 1a. e6 {297}", &[glyph(1, "!")], "1A. e4 {298} {A:!} 1a. e6 {297}");
    check("1A. e4 1a. e6", &[glyph(2, "?!")], "1A. e4 1a. e6 {A:?!}");
    check("1A. e4{298}1a. e6{297}", &[glyph(1, "!")], "1A. e4{298}{A:!}1a. e6{297}");
}

#[test]
fn annotation_is_edited_and_removed_in_place() {
    check("1A. e4 {298} {A:!} 1a. e6", &[glyph(1, "??")], "1A. e4 {298} {A:??} 1a. e6");
    check("1A. e4 {298} {A:!} 1a. e6", &[glyph(1, "")], "1A. e4 {298} 1a. e6");
    check("1A. e4! {298}", &[glyph(1, "?")], "1A. e4? {298}");
    check("1A. e4! {298}", &[glyph(1, "")], "1A. e4 {298}");
    check("1A. e4! {298}", &[glyph(1, "best by test")], "1A. e4 {298} {A:best by test}");
}

#[test]
fn diagram_and_ply_are_inserted_before_result_and_stray_text() {
    for (text, expect) in [
        ("1A. e4{298} [what 1-0", "1A. e4{298}{D:} [what 1-0"),
        ("1A. e4 {298} 1-0 what", "1A. e4 {298} {D:} 1-0 what"),
        ("1A. e4 {C:x} 1-0 {C:y}", "1A. e4 {C:x} {D:} 1-0 {C:y}"),
        ("1A. e4 {x mated} 1-0 {C:y}", "1A. e4 {D:} {x mated} 1-0 {C:y}"),
    ] {
        check(text, &[diagram(1, true)], expect);
    }
    for (text, expect) in [
        ("1A. e4 1-0 {C:y}", "1A. e4 1a. e5 1-0 {C:y}"),
        ("1A. e4 [what", "1A. e4 [what\n1a. e5"),
        ("1A. e4 {x mated} 1-0 what", "1A. e4 1a. e5 {x mated} 1-0 what"),
    ] {
        check(text, &[added(text, Seat::BlackA, "e5", None)], expect);
    }
}

#[test]
fn correct_values_are_unchanged() {
    let text = "1A. e4 {298} {A:!} {C:x} {D:}";
    check(text, &[glyph(1, "!"), comment(1, "x"), diagram(1, true)], text);
    check("1A. e4", &[glyph(1, ""), diagram(1, false)], "1A. e4");
}

#[test]
fn annotation_comment_and_diagram_are_in_this_order() {
    check(
        "1A. e4 {298} 1a. e6",
        &[glyph(1, "!"), comment(1, "best"), diagram(1, true)],
        "1A. e4 {298} {A:!} {C:best} {D:} 1a. e6",
    );
    check("1A. e4 {298} {C:best} 1a. e6", &[glyph(1, "!")], "1A. e4 {298} {A:!} {C:best} 1a. e6");
}

#[test]
fn comment_edit_changes_the_first_comment() {
    check("1A. e4 {C:one} {C:two}", &[comment(1, "three")], "1A. e4 {C:three} {C:two}");
}

#[test]
fn match_comment_precedes_the_first_ply() {
    check(
        "[Event \"x\"]\r\n\r\n1A. e4",
        &[comment(0, "a match")],
        "[Event \"x\"]\r\n\r\n{C:a match}\r\n1A. e4",
    );
    check("[Event \"x\"]\n", &[comment(0, "nobody moved")], "[Event \"x\"]\n\n{C:nobody moved}\n");
}

#[test]
fn tags_are_changed_in_place_or_appended() {
    check(
        "[Event \"x\"]\r\n[Round -1-]\r\n\r\n1A. e4",
        &[tag("event", "a \"b\" c\\d"), tag("Round", "2")],
        "[Event \"a \\\"b\\\" c\\\\d\"]\r\n[Round \"2\"]\r\n\r\n1A. e4",
    );
    check(
        "[Event \"x\"]\r\n\r\n1A. e4",
        &[tag("Site", "here")],
        "[Event \"x\"]\r\n[Site \"here\"]\r\n\r\n1A. e4",
    );
    check("1A. e4\n", &[tag("Site", "here")], "[Site \"here\"]\n1A. e4\n");
}

#[test]
fn unwritable_text_is_refused_with_a_reason() {
    check("1A. e4", &[comment(1, "a } b")], "a comment cannot contain '}'; use ')' instead");
    check("1A. e4", &[comment(3, "x")], "no move 3 in this match");
    check(
        "1A. e4",
        &[glyph(0, "!")],
        "annotations belong to a move; the starting position has none",
    );
    check(
        "1A. e4",
        &[tag("two words", "x")],
        "a tag name may only contain letters, digits and '_'",
    );
    check("1A. e4", &[tag("Event", "a\nb")], "a tag value must be a single line");
}

#[test]
fn text_is_written_in_the_encoding_of_the_file() {
    let latin = b"[WhiteA \"gu\xefllaume\"]\n\n1A. e4";
    let document = open(latin);
    let (changed, _) = document.changed(&[comment(1, "déjà")]).unwrap();
    assert!(changed.text().ends_with(b"1A. e4 {C:d\xe9j\xe0}"));
    let error = document.changed(&[comment(1, "Ж")]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "'Ж' cannot be saved: this file is encoded in Windows-1252, not UTF-8"
    );
    check("1A. e4", &[comment(1, "Ж")], "1A. e4 {C:Ж}");
}

#[test]
fn several_comments_on_a_ply_stay_separate() {
    let add = |moment, text: &str| DocumentEdit::add_comment(moment, text.to_owned());
    let at = |place, text: &str| {
        let text = text.to_owned();
        DocumentEdit::CommentAt { moment: 1, place, text }
    };
    check("1A. e4 {C:one} 1a. e5", &[add(1, "two")], "1A. e4 {C:one} {C:two} 1a. e5");
    check("{C:one}\n1A. e4", &[add(0, "two")], "{C:one}\n{C:two}\n1A. e4");
    let two = "1A. e4 {C:one} {C:two} 1a. e5";
    check(two, &[at(1, "zwei")], "1A. e4 {C:one} {C:zwei} 1a. e5");
    check(two, &[at(0, "")], "1A. e4 {C:two} 1a. e5");
    check(two, &[at(7, "x")], "1A. e4 {C:one} {C:two} {C:x} 1a. e5");
    check(two, &[DocumentEdit::MoveNote { note: 7, to: 0 }], "no such note");
}

#[test]
fn moved_note_keeps_its_bytes() {
    let to = |note, to| DocumentEdit::MoveNote { note, to };
    check("1A. e4 {C:a\r\nb} 1a. e5 {A:!}\r\n", &[to(0, 2)], "1A. e4 1a. e5 {A:!} {C:a\r\nb}\r\n");
    check("1A. e4! 1a. e5", &[to(0, 2)], "1A. e4 1a. e5 {A:!}");
    check("1A. e4 1a. e5 {C:x}", &[to(0, 0)], "{C:x}\n1A. e4 1a. e5");
    check(
        "1A. e4! 1a. e5",
        &[to(0, 0)],
        "annotations belong to a move; the starting position has none",
    );
}

#[test]
fn line_breaks_follow_the_line_endings_of_the_file() {
    check(
        "[Event \"x\"]\r\n\r\n1A. e4\r\n",
        &[comment(1, "a\nb")],
        "[Event \"x\"]\r\n\r\n1A. e4 {C:a\r\nb}\r\n",
    );
}

#[test]
fn text_that_would_read_as_syntax_is_refused() {
    check(
        "1A. e4",
        &[comment(1, "look:\n[Event \"x\"]")],
        "a line starting with [Event would start another match; put a space before it",
    );
    let outcome = |reason: &str| DocumentEdit::Outcome {
        result: tandem::notation::GameResult::First,
        reason: reason.to_owned(),
    };
    check(
        "1A. e4 *",
        &[outcome("180.5")],
        "this text would not be read back as a note; begin it with a letter",
    );
    // The same words in another note do not count.
    check(
        "1A. e4 {A:(a b)} {C:(a (1A. d4) b} 1a. e5 {C:(a b)}",
        &[comment(1, "(a b)")],
        "this text would not be read back as a note; begin it with a letter",
    );
}

#[test]
fn tags_are_renamed_removed_and_reordered() {
    let text = "[Event \"x\"]\r\n[WhiteA \"a\"][BlackA \"b\"]\r\n[Round 1]\r\n\r\n1A. e4";
    let at = |index, name: &str, value: &str| DocumentEdit::TagAt {
        index,
        name: name.to_owned(),
        value: value.to_owned(),
    };
    check(
        text,
        &[at(0, "Site", "x"), at(3, "Round", "2")],
        "[Site \"x\"]\r\n[WhiteA \"a\"][BlackA \"b\"]\r\n[Round \"2\"]\r\n\r\n1A. e4",
    );
    check(
        text,
        &[DocumentEdit::RemoveTag { index: 0 }, DocumentEdit::RemoveTag { index: 2 }],
        "[WhiteA \"a\"]\r\n[Round 1]\r\n\r\n1A. e4",
    );
    check(
        text,
        &[DocumentEdit::SwapTags { index: 0, other: 3 }],
        "[Round 1]\r\n[WhiteA \"a\"][BlackA \"b\"]\r\n[Event \"x\"]\r\n\r\n1A. e4",
    );
    check(text, &[DocumentEdit::RemoveTag { index: 9 }], "no such tag");
}

#[test]
fn corrected_move_is_written_exactly() {
    let fix = |ply, san: &str| DocumentEdit::Move { ply, san: san.to_owned() };
    let text = "1A. e4! {298} 1a. e5 2A. Qh5 2a. Nc6 3A. Bc4 3a. Nf6 4A. Qxf7#";
    check(text, &[fix(0, "e3")], "1A. e3! {298} 1a. e5 2A. Qh5 2a. Nc6 3A. Bc4 3a. Nf6 4A. Qxf7#");
    check(
        text,
        &[fix(6, "c4f7")],
        "1A. e4! {298} 1a. e5 2A. Qh5 2a. Nc6 3A. Bc4 3a. Nf6 4A. Bxf7+",
    );
    check(text, &[fix(6, "Kd4")], "no white king can reach d4");
    check(text, &[fix(6, "hello")], "not a valid move: no target square");
    check(text, &[fix(9, "e4")], "no move 10 in this match");
    check("1A. Ke5 1a. e5", &[fix(1, "e6")], "an earlier move is illegal; correct it first");
}

#[test]
fn corrected_clock_keeps_its_format() {
    let fix = |ply, clock: &str| DocumentEdit::Clock { ply, clock: clock.to_owned() };
    check("1A. e4{178.839}", &[fix(0, "2:57.5")], "1A. e4{177.500}");
    check("1A. e4 {298}", &[fix(0, "297")], "1A. e4 {297}");
    check("1A. e4 (298)", &[fix(0, "297.5")], "1A. e4 (297.500)");
    check("1A. e4 {[%clk 0:02:58.1]}", &[fix(0, "177.5")], "1A. e4 {[%clk 0:02:57.5]}");
    check("1A. e4 {[ts=185.070]}", &[fix(0, "186")], "1A. e4 {[ts=186.000]}");
    check("1A. e4 1a. e5", &[fix(1, "299")], "1A. e4 1a. e5{299}");
    check("1A. e4 {298} 1a. e5", &[fix(0, "")], "1A. e4 1a. e5");
    check(
        "1A. e4 {298}",
        &[fix(0, "soon")],
        "enter a clock as seconds (178.839) or minutes and seconds (2:58.8)",
    );
}

#[test]
fn deleting_last_plies_keeps_the_result() {
    let delete = |ply| DocumentEdit::DeleteFrom { ply };
    let text = "[Lag \"10 20 30\"]\n\n1A. e4 {9} {C:x} 1a. e5\n1B. d4 {A:!} {B resigns} 1-0\n";
    check(text, &[delete(1)], "[Lag \"10\"]\n\n1A. e4 {9} {C:x} {B resigns} 1-0\n");
    check(text, &[delete(0)], "[Lag \"\"]\n\n{B resigns} 1-0\n");
    check(text, &[delete(3)], "no move 4 in this match");
}

/// Returns the change that adds `san` at the end of `text`.
fn added(text: &str, seat: Seat, san: &str, clock_ms: Option<i32>) -> DocumentEdit {
    let document = open(text.as_bytes());
    let played = document.played();
    let position = played.position_after(played.plies.len());
    let san = San::parse(san.as_bytes()).expect("a move").san;
    DocumentEdit::AddPly { seat, mv: position.resolve(seat, &san).expect("a legal move"), clock_ms }
}

#[test]
fn added_plies_follow_the_style_of_the_file() {
    use Seat::{BlackA, WhiteA, WhiteB};
    for (text, seat, san, clock_ms, expect) in [
        ("1A. e4 {298} *\n", BlackA, "e5", None, "1A. e4 {298} 1a. e5 *\n"),
        (
            "1A. e4 {298} {C:x} {WA resigns} *\n",
            BlackA,
            "e5",
            Some(297_000),
            "1A. e4 {298} {C:x} 1a. e5 {297} {WA resigns} *\n",
        ),
        (
            "1A. e4{298.5} 1a. e5{297.1}*",
            WhiteA,
            "Qh5",
            Some(296_000),
            "1A. e4{298.5} 1a. e5{297.1} 2A. Qh5{296.000} *",
        ),
        ("[Event \"x\"]\n\n*\n", WhiteB, "d4", None, "[Event \"x\"]\n\n1B. d4 *\n"),
        ("[Event \"x\"]\n", WhiteB, "d4", None, "[Event \"x\"]\n\n1B. d4\n"),
        ("{C:x}\n*\n", WhiteA, "e4", None, "{C:x}\n1A. e4\n*\n"),
        ("7A. e4 ; why\n*\n", BlackA, "e5", None, "7A. e4 ; why\n7a. e5\n*\n"),
    ] {
        check(text, &[added(text, seat, san, clock_ms)], expect);
    }
    let long = format!("1A. e4 {{C:{}}} *", "x".repeat(66));
    let edit = added(&long, BlackA, "e5", None);
    let wrapped = format!("1A. e4 {{C:{}}}\n1a. e5 *", "x".repeat(66));
    check(&long, &[edit], &wrapped);
}

/// Returns the change that inserts `san` before ply `ply` of `text`.
fn inserted(text: &str, ply: usize, seat: Seat, san: &str) -> DocumentEdit {
    let position = open(text.as_bytes()).played().position_after(ply);
    let san = San::parse(san.as_bytes()).expect("a move").san;
    let mv = position.resolve(seat, &san).expect("a legal move");
    DocumentEdit::InsertPly { ply, seat, mv }
}

#[test]
fn inserted_plies_push_the_numbers_up_to_a_gap() {
    use Seat::{BlackA, WhiteB};
    for (text, ply, seat, san, expect) in [
        // A ply of the other board changes no number.
        (
            "[Lag \"10 20\"]\n\n1A. e4 {9} {C:x}\r\n1a. e5 *\n",
            1,
            WhiteB,
            "d4",
            "[Lag \"10 0 20\"]\n\n1A. e4 {9} {C:x}\r\n1B. d4 1a. e5 *\n",
        ),
        ("1A. e4 {9} {C:x} *", 1, BlackA, "e5", "1A. e4 {9} {C:x} 1a. e5 *"),
        (
            "1A. e4 1a. e5 2a. d5 4a. c5 *\n",
            1,
            BlackA,
            "a6",
            "1A. e4 1a. a6 2a. e5 3a. d5 4a. c5 *\n",
        ),
        // A missing move fits into its gap.
        ("1A. e4 2A. d4 *", 1, BlackA, "e5", "1A. e4 1a. e5 2A. d4 *"),
    ] {
        check(text, &[inserted(text, ply, seat, san)], expect);
    }
    let long = format!("1A. e4 {{C:{}}} 1B. d4 *", "x".repeat(60));
    let wrapped = format!("1A. e4 {{C:{}}} 1a. e5\n1B. d4 *", "x".repeat(60));
    check(&long, &[inserted(&long, 1, BlackA, "e5")], &wrapped);
    let mv = open(b"1A. e4 *").played().plies[0].mv;
    let edit = DocumentEdit::InsertPly { ply: 1, seat: BlackA, mv };
    check("1A. e4 1a. e5 *", &[edit], "this move is not legal here");
}

#[test]
fn unplayable_ply_at_the_end_is_refused() {
    let document = open(b"1A. e4 *");
    let mv = document.played().plies[0].mv;
    let seat = Seat::WhiteA;
    let edit = DocumentEdit::AddPly { seat, mv, clock_ms: None };
    check("1A. e4 *", &[edit], "this move is not legal at the end of the match");
}

#[test]
fn result_and_reason_are_written_in_tag_and_text() {
    let outcome =
        |result, reason: &str| DocumentEdit::Outcome { result, reason: reason.to_owned() };
    use tandem::notation::GameResult::{Draw, First, Unknown};
    check(
        "[Result \"*\"]\n\n1A. e4 *\n",
        &[outcome(First, "Ben resigns")],
        "[Result \"1-0\"]\n\n1A. e4 {Ben resigns} 1-0\n",
    );
    check(
        "[Result \"1-0\"]\n\n1A. e4 {Ben resigns} 1-0\n",
        &[outcome(Draw, "draw agreed")],
        "[Result \"1/2-1/2\"]\n\n1A. e4 {draw agreed} 1/2-1/2\n",
    );
    check(
        "[Result \"1-0\"]\n\n1A. e4 {Ben resigns} 1-0\n",
        &[outcome(Unknown, "")],
        "[Result \"*\"]\n\n1A. e4 *\n",
    );
    check(
        "[Event \"x\"]\n\n1A. e4\n",
        &[outcome(First, "Ben resigns")],
        "[Event \"x\"]\n[Result \"1-0\"]\n\n1A. e4 {Ben resigns} 1-0\n",
    );
}

#[test]
fn plies_can_be_added_to_a_new_match() {
    let text = tandem::document::new_match(&tandem::rules::Position::default(), &dated());
    let document = open(text.as_bytes());
    assert!(document.played().issues.is_empty(), "{text}");
    assert!(text.ends_with("[Result \"*\"]\n\n*\n"));
    let fen = "r1b1k2r/pppp1ppp/8/8/8/8/PPPP1PPP/R3K2R[Qn] w KQkq - 0 1 | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    let start = tandem::rules::Bfen::parse(fen, None).unwrap().position;
    let text = tandem::document::new_match(&start, &dated());
    let document = open(text.as_bytes());
    assert!(document.played().issues.is_empty(), "{text}");
    assert_eq!(document.played().set_up.position, start);
}

#[test]
fn suggested_moves_are_legal_and_ordered_by_similarity() {
    let document = open(b"1A. e4 1a. d5 2A. Nf3 2a. dxe4");
    let sans: Vec<String> =
        tandem::document::alternatives(&document, 2).into_iter().map(|other| other.san).collect();
    assert_eq!(sans.len(), 31);
    assert_eq!(sans[..4], ["Nf3", "Qf3", "f3", "Na3"]);
}

fn piece() -> impl Strategy<Value = &'static [u8]> {
    prop::sample::select(vec![
        b"1A. e4 ".as_slice(),
        b"1a. e5{298}",
        b"1B. d4! ",
        b"{A:!}",
        b" {C:words} ",
        b"{D:}",
        b"[Event \"x\"]\n",
        b"[Round -1-]",
        b"\r\n",
        b"{",
        b"\xe9",
        b"1-0 ",
        b"(1A. d4)",
        b"$1 ",
    ])
}

proptest! {
    #[test]
    fn any_text_change_keeps_other_bytes_and_reads_back(
        pieces in prop::collection::vec(piece(), 1..14),
        moment in 0usize..4,
        words in "[a-z ]{1,12}",
    ) {
        let text = pieces.concat();
        prop_assume!(!record_ranges(&text).is_empty());
        let document = open(&text);
        let words = words.trim().to_owned();
        prop_assume!(!words.is_empty());
        let change = DocumentEdit::Comment { moment, text: words.clone() };
        let Ok((again, set)) = document.changed(&[change]) else { return Ok(()) };
        prop_assert_eq!(set.invert(document.text()).apply(again.text()), document.text());
        let found = again.record().notes.iter().any(|note| {
            note.after as usize == moment && note.text.of(again.text()) == words.as_bytes()
        });
        prop_assert!(found, "{:?} became {:?}", text, again.text());
    }
}
