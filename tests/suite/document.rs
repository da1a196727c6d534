//! An open match: the moments that a person names.

use tandem::{document::Document, file::Source, notation::record_ranges};

/// Names `moment` in a match of four plies.
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
fn a_number_of_plies_and_the_end() {
    check("0", Some(0));
    check("3", Some(3));
    check("4", Some(4));
    check("end", Some(4));
}

#[test]
fn what_is_not_in_the_match_has_no_moment() {
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
fn an_issue_stands_at_its_line_and_column_in_the_file() {
    let text = "[Event \"a\"]\n1A. e4\n\n[Event \"b\"]\n1A. é9";
    let source = Source::from_bytes("a.bpgn", text);
    let range = record_ranges(source.bytes())[1];
    let document = Document::open(source, range);
    let place = document.place(&document.played().issues[0]);
    assert_eq!((place.line, place.column), (5, 5));
}
