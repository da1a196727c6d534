//! Changes of a record: the bytes that come, and that no other byte goes.

#![expect(
    clippy::disallowed_methods,
    reason = "the subcommands are tried on files"
)]

use proptest::prelude::*;
use tandem::{
    archive::Archive,
    cli::{self, Annotate, Command, Done, Switch},
    document::{Document, DocumentEdit},
    file::Source,
};

fn open(text: &[u8]) -> Document {
    let archive = Archive::of(Source::from_bytes("t.bpgn", text));
    Document::open(
        archive.source().clone(),
        archive.range(0).expect("a record"),
    )
}

/// Makes `changes` in `text` and compares what comes of it, or the error; taking them back must give
/// `text` again.
fn check(text: &str, changes: &[DocumentEdit], expect: &str) {
    let document = open(text.as_bytes());
    let got = match document.edit_set(changes) {
        Err(error) => error.to_string(),
        Ok(set) => {
            let changed = set.apply(document.text());
            let back = set.invert(document.text()).apply(&changed);
            assert_eq!(back, document.text(), "taken back");
            String::from_utf8_lossy(&changed).into_owned()
        }
    };
    assert_eq!(got, expect, "{text}");
}

fn glyph(moment: usize, text: &str) -> DocumentEdit {
    DocumentEdit::Glyph {
        moment,
        text: text.to_owned(),
    }
}

fn comment(moment: usize, text: &str) -> DocumentEdit {
    DocumentEdit::Comment {
        moment,
        text: text.to_owned(),
    }
}

fn diagram(moment: usize, on: bool) -> DocumentEdit {
    DocumentEdit::Diagram { moment, on }
}

fn tag(name: &str, value: &str) -> DocumentEdit {
    DocumentEdit::Tag {
        name: name.to_owned(),
        value: value.to_owned(),
    }
}

#[test]
fn an_annotation_comes_behind_the_clock() {
    check(
        "1A. e4 {298} 1a. e6 {297}",
        &[glyph(1, "!")],
        "1A. e4 {298} {A:!} 1a. e6 {297}",
    );
    check("1A. e4 1a. e6", &[glyph(2, "?!")], "1A. e4 1a. e6 {A:?!}");
    check(
        "1A. e4{298}1a. e6{297}",
        &[glyph(1, "!")],
        "1A. e4{298}{A:!}1a. e6{297}",
    );
}

#[test]
fn an_annotation_is_changed_and_taken_away_where_it_stands() {
    check(
        "1A. e4 {298} {A:!} 1a. e6",
        &[glyph(1, "??")],
        "1A. e4 {298} {A:??} 1a. e6",
    );
    check(
        "1A. e4 {298} {A:!} 1a. e6",
        &[glyph(1, "")],
        "1A. e4 {298} 1a. e6",
    );
    check("1A. e4! {298}", &[glyph(1, "?")], "1A. e4? {298}");
    check("1A. e4! {298}", &[glyph(1, "")], "1A. e4 {298}");
    check(
        "1A. e4! {298}",
        &[glyph(1, "best by test")],
        "1A. e4 {298} {A:best by test}",
    );
}

#[test]
fn what_is_as_it_should_be_is_not_touched() {
    let text = "1A. e4 {298} {A:!} {C:x} {D:}";
    check(
        text,
        &[glyph(1, "!"), comment(1, "x"), diagram(1, true)],
        text,
    );
    check("1A. e4", &[glyph(1, ""), diagram(1, false)], "1A. e4");
}

#[test]
fn annotation_comment_and_diagram_stand_in_this_order() {
    check(
        "1A. e4 {298} 1a. e6",
        &[glyph(1, "!"), comment(1, "best"), diagram(1, true)],
        "1A. e4 {298} {A:!} {C:best} {D:} 1a. e6",
    );
    check(
        "1A. e4 {298} {C:best} 1a. e6",
        &[glyph(1, "!")],
        "1A. e4 {298} {A:!} {C:best} 1a. e6",
    );
}

#[test]
fn of_several_comments_the_first_is_changed() {
    check(
        "1A. e4 {C:one} {C:two}",
        &[comment(1, "three")],
        "1A. e4 {C:three} {C:two}",
    );
}

#[test]
fn the_matchs_own_comment_stands_before_the_first_ply() {
    check(
        "[Event \"x\"]\r\n\r\n1A. e4",
        &[comment(0, "a match")],
        "[Event \"x\"]\r\n\r\n{C:a match}\r\n1A. e4",
    );
    check(
        "[Event \"x\"]\n",
        &[comment(0, "nobody moved")],
        "[Event \"x\"]\n\n{C:nobody moved}\n",
    );
}

#[test]
fn tags_are_changed_in_place_or_put_behind_the_others() {
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
    check(
        "1A. e4\n",
        &[tag("Site", "here")],
        "[Site \"here\"]\n1A. e4\n",
    );
}

#[test]
fn what_cannot_be_written_is_refused_with_the_reason() {
    check(
        "1A. e4",
        &[comment(1, "a } b")],
        "a comment cannot hold '}'; ')' can stand in its place",
    );
    check(
        "1A. e4",
        &[comment(3, "x")],
        "there is no ply 3 in this match",
    );
    check(
        "1A. e4",
        &[glyph(0, "!")],
        "an annotation belongs to a ply, and before the first there is none",
    );
    check(
        "1A. e4",
        &[tag("two words", "x")],
        "a tag's name is letters, digits and '_'",
    );
    check(
        "1A. e4",
        &[tag("Event", "a\nb")],
        "a tag's value is one line",
    );
}

#[test]
fn words_are_written_in_the_encoding_of_the_file() {
    let latin = b"[WhiteA \"gu\xefllaume\"]\n\n1A. e4";
    let document = open(latin);
    let set = document.edit_set(&[comment(1, "déjà")]).unwrap();
    let changed = set.apply(document.text());
    assert!(changed.ends_with(b"1A. e4 {C:d\xe9j\xe0}"));
    let error = document.edit_set(&[comment(1, "Ж")]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "'Ж' cannot be written in this file, which is Windows-1252 and not UTF-8"
    );
    check("1A. e4", &[comment(1, "Ж")], "1A. e4 {C:Ж}");
}

#[test]
fn convert_to_bpgn_is_the_same_bytes_and_a_match_is_cut_out_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (folder.path().join("a.bpgn"), folder.path().join("b.bpgn"));
    let second = "[Event \"two\"]\n1B. d4 1-0\n";
    std::fs::write(&a, format!("[Event \"one\"]\n1A. e4 *\n\n{second}")).unwrap();
    let convert = |game| {
        let command = Command::Convert {
            file: a.clone(),
            out: b.clone(),
            to: cli::Form::Bpgn,
            game,
            seat: None,
            at: None,
        };
        let mut err = Vec::new();
        let done = cli::run(&command, &mut Vec::new(), &mut err);
        (done, String::from_utf8(err).unwrap())
    };
    assert_eq!(convert(None).0, Done::Fine);
    assert_eq!(std::fs::read(&a).unwrap(), std::fs::read(&b).unwrap());
    assert_eq!(convert(Some(2)).0, Done::Fine);
    assert_eq!(std::fs::read(&b).unwrap(), second.as_bytes());
    assert_eq!(
        convert(Some(3)),
        (
            Done::Failed,
            "tandem: there is no match 3: the file has 2\n".to_owned()
        )
    );
}

#[test]
fn annotate_changes_only_the_match_that_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.bpgn");
    let text = "[Event \"one\"]\n1A. e4 *\n\n[Event \"two\"]\n1A. e4 {9} 1-0\n";
    std::fs::write(&path, text).unwrap();
    let command = Command::Annotate(Annotate {
        file: path.clone(),
        game: Some(2),
        at: Some("1A".to_owned()),
        glyph: Some("!?".to_owned()),
        comment: None,
        diagram: Some(Switch::On),
        tag: vec!["Result=1-0".to_owned()],
        out: path.clone(),
    });
    let done = cli::run(&command, &mut Vec::new(), &mut Vec::new());
    assert_eq!(done, Done::Fine);
    assert_eq!(
        std::fs::read_to_string(&path).unwrap(),
        "[Event \"one\"]\n1A. e4 *\n\n[Event \"two\"]\n[Result \"1-0\"]\n1A. e4 {9} {A:!?} {D:} 1-0\n"
    );
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
    fn a_change_of_any_text_keeps_every_other_byte_and_can_be_read_back(
        pieces in prop::collection::vec(piece(), 1..14),
        moment in 0usize..4,
        words in "[a-z ]{1,12}",
    ) {
        let text = pieces.concat();
        let archive = Archive::of(Source::from_bytes("t", text.clone()));
        prop_assume!(archive.range(0).is_some());
        let document = open(&text);
        let words = words.trim().to_owned();
        prop_assume!(!words.is_empty());
        let change = DocumentEdit::Comment { moment, text: words.clone() };
        let Ok(set) = document.edit_set(&[change]) else { return Ok(()) };
        let changed = set.apply(document.text());
        prop_assert_eq!(set.invert(document.text()).apply(&changed), document.text());
        let again = open(&changed);
        let found = again.record().notes.iter().any(|note| {
            note.after as usize == moment && note.text.of(again.text()) == words.as_bytes()
        });
        prop_assert!(found, "{:?} became {:?}", text, changed);
    }
}
