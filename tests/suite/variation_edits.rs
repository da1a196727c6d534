//! Changes of variations: the inserted bytes, that all others are preserved, and that the result reads back as
//! requested.

use crate::random::random_matches;
use proptest::prelude::*;
use std::fmt::Write as _;
use tandem::{
    document::{Document, DocumentEdit, VariationEdit},
    file::Source,
    notation::{Mark, MarkColor, record_ranges},
    replay::{BranchIndex, Point, Variation, VariationKind, VariationPath, VariationPlace},
    rules::{BoardId, Move, San, Seat, Square},
};

fn open(text: &[u8]) -> Document {
    let range = record_ranges(text).first().copied().unwrap_or_default();
    Document::open(Source::from_bytes("t.bpgn", text), range)
}

/// Returns the bytes after `edit`, or the error. Undoing the edit must restore the bytes before it.
fn changed(text: &[u8], edit: &DocumentEdit) -> Result<Vec<u8>, String> {
    let document = open(text);
    let (changed, set) =
        document.changed(std::slice::from_ref(edit)).map_err(|error| error.to_string())?;
    assert_eq!(set.invert(text).apply(changed.text()), text, "taken back");
    Ok(changed.text().to_vec())
}

#[track_caller]
fn check(text: &str, edit: VariationEdit, expect: &str) {
    let edit = DocumentEdit::Variation(edit);
    let got = match changed(text.as_bytes(), &edit) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => error,
    };
    assert_eq!(got, expect, "{text}");
}

/// Returns the moves of `1a. c5 2A. Nf3` from `point` of `document`.
fn moves(document: &Document, point: &Point, text: &str) -> Vec<(Seat, Move)> {
    let mut position = document.variations().position(document.played(), point);
    let mut found = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let (seat, san) = word.split_at(1);
        let seat = Seat::from_letter(seat.as_bytes()[0]).expect("a seat");
        let san = San::parse(san.as_bytes()).expect("a move").san;
        let mv = position.resolve(seat, &san).expect("legal");
        position.play(seat, mv);
        found.push((seat, mv));
    }
    found
}

/// Returns an edit that plays moves such as `ac5` (Black A to c5) from a point.
fn play(text: &str, from: Point, plies: &str) -> VariationEdit {
    let document = open(text.as_bytes());
    let plies = moves(&document, &from, plies);
    VariationEdit::Play { from, plies }
}

fn root(index: usize) -> VariationPath {
    VariationPath::root(index)
}

fn branch(path: &VariationPath, ply: usize, branch: usize) -> VariationPath {
    path.branch(BranchIndex { ply, branch })
}

fn after(path: VariationPath, plies: usize) -> Point {
    Point::Variation(path.after(plies))
}

#[track_caller]
fn check_play(text: &str, from: Point, plies: &str, expect: &str) {
    check(text, play(text, from, plies), expect);
}

#[test]
fn variation_is_stored_in_the_comment_of_the_replaced_ply() {
    check_play(
        "1A. e4{180} 1a. e5{180}",
        Point::Match(1),
        "ac5 ANf3",
        "1A. e4{180} 1a. e5{180}{C:(1a. c5 2A. Nf3)}",
    );
    check_play(
        "1A. e4 {180} {A:!} {C:Best.} {D:} 1a. e5",
        Point::Match(0),
        "Ad4",
        "1A. e4 {180} {A:!} {C:Best. (1A. d4)} {D:} 1a. e5",
    );
    check_play(
        "1A. e4 1a. e5 {C:(1a. c5) }",
        Point::Match(1),
        "Bd4",
        "1A. e4 1a. e5 {C:(1a. c5) (1B. d4) }",
    );
}

#[test]
fn recording_continues_from_the_last_ply() {
    check_play("1A. e4", Point::Match(1), "ae5", "1A. e4 {C:(1a. e5)}");
    // The move on the other board could also be played before the ply.
    check_play("1A. e4 *", Point::Match(1), "Bd4 ae5", "1A. e4 {C:(1A. e4 1B. d4 1a. e5)} *");
    let text = "1A. e4 {C:(1A. e4 1B. d4)} *";
    check_play(text, Point::Match(1), "Bd4 bd5", "1A. e4 {C:(1A. e4 1B. d4 1b. d5)} *");
    // The match ends before a ply that cannot be played.
    check_play("1A. e4 1a. Ke5", Point::Match(1), "ae5", "1A. e4 {C:(1a. e5)} 1a. Ke5");
    check_play(
        "[White \"x\"]\n\n*\n",
        Point::Match(0),
        "Ae4",
        "[White \"x\"]\n\n{C:(1A. e4)}\n*\n",
    );
}

#[test]
fn existing_moves_are_followed() {
    let text = "1A. e4 1a. e5 {C:(1a. c5 (1a. e6) 2A. Nf3)}";
    check_play(text, Point::Match(0), "Ae4 ae5", text);
    check_play(text, Point::Match(0), "Ae4 ac5 ANf3", text);
    check_play(
        text,
        Point::Match(1),
        "ac5 ANf3 ad6",
        "1A. e4 1a. e5 {C:(1a. c5 (1a. e6) 2A. Nf3 2a. d6)}",
    );
    check_play(
        text,
        Point::Match(1),
        "ae6 Ad4",
        "1A. e4 1a. e5 {C:(1a. c5 (1a. e6 2A. d4) 2A. Nf3)}",
    );
    check_play(
        text,
        after(root(0), 1),
        "Ac3",
        "1A. e4 1a. e5 {C:(1a. c5 (1a. e6) 2A. Nf3 (2A. c3))}",
    );
}

#[test]
fn plain_variations_stay_plain() {
    let text = "1A. e4 (1A. d4 $1 {C:calm}\n) 1a. e5";
    check_play(text, after(root(0), 1), "ad5", "1A. e4 (1A. d4 $1 {C:calm} 1a. d5\n) 1a. e5");
    check(
        text,
        VariationEdit::Comment { at: root(0).after(1), text: "sharp (really".to_owned() },
        "1A. e4 (1A. d4 $1 {C:sharp (really}\n) 1a. e5",
    );
    check(text, VariationEdit::Delete(root(0)), "1A. e4 1a. e5");
}

#[test]
fn variation_plies_have_glyphs() {
    let glyph = |text: &str| VariationEdit::Glyph { at: root(0).after(1), text: text.to_owned() };
    check("1A. e4 {C:(1A. d4)}", glyph("!?"), "1A. e4 {C:(1A. d4!?)}");
    check("1A. e4 {C:(1A. d4!?)}", glyph("?"), "1A. e4 {C:(1A. d4?)}");
    check("1A. e4 {C:(1A. d4!?)}", glyph(""), "1A. e4 {C:(1A. d4)}");
    check("1A. e4 {C:(1A. d4 $1)}", glyph("$22"), "1A. e4 {C:(1A. d4 $22)}");
    check("1A. e4 {C:(1A. d4! $14)}", glyph("??"), "1A. e4 {C:(1A. d4?? $14)}");
    check("1A. e4 (1A. d4 {A:!}) 1a. e5", glyph("?"), "1A. e4 (1A. d4?) 1a. e5");
    check(
        "1A. e4 {C:(1A. d4)}",
        glyph("good"),
        "in a variation, use a glyph such as !? or $14; put text in a comment",
    );
}

#[test]
fn variation_plies_have_comments() {
    let comment = |plies, text: &str| VariationEdit::Comment {
        at: root(0).after(plies),
        text: text.to_owned(),
    };
    let text = "1A. e4 {C:(1A. d4! (1A. c4) 1a. d5)}";
    check(text, comment(1, "calm"), "1A. e4 {C:(1A. d4! (C:calm) (1A. c4) 1a. d5)}");
    let text = "1A. e4 {C:(1A. d4 (C:calm (1a. d5 too)) 1a. d5)}";
    check(text, comment(1, "sharp"), "1A. e4 {C:(1A. d4 (C:sharp) 1a. d5)}");
    check(text, comment(1, ""), "1A. e4 {C:(1A. d4 1a. d5)}");
    check(
        text,
        comment(2, "1A. e4"),
        "1A. e4 {C:(1A. d4 (C:calm (1a. d5 too)) 1a. d5 (C:1A. e4))}",
    );
    for wrong in ["see (the book", "a) b", "{"] {
        check(
            text,
            comment(1, wrong),
            "in a variation, the parentheses in a comment must be balanced, and it cannot contain '{'",
        );
    }
    check(text, comment(1, "}"), "a comment cannot contain '}'; use ')' instead");
    check(text, comment(4, "x"), "no such variation");
}

#[test]
fn a_branch_is_promoted() {
    let promote = |turn: (usize, usize)| VariationEdit::Promote(branch(&root(0), turn.0, turn.1));
    check(
        "1A. e4 1a. e5 {C:x (1a. c5! (C:sharp) (1a. e6 2A. d4 2a. d5) (1a. c6) 2A. Nf3 2a. d6) y}",
        promote((0, 0)),
        "1A. e4 1a. e5 {C:x (1a. e6 (1a. c5! (C:sharp) 2A. Nf3 2a. d6) (1a. c6) 2A. d4 2a. d5) y}",
    );
    check(
        "1A. e4 1a. e5 {C:(1a. c5 2A. Nf3 (2A. c3))}",
        promote((1, 0)),
        "1A. e4 1a. e5 {C:(1a. c5 2A. c3 (2A. Nf3))}",
    );
    // A branch that continues after its ply.
    check(
        "1A. e4 1a. e5 {C:(1a. c5 (2A. c3 2a. d5) 2A. Nf3)}",
        promote((0, 0)),
        "1A. e4 1a. e5 {C:(1a. c5 2A. c3 (2A. Nf3) 2a. d5)}",
    );
}

#[test]
fn variations_on_one_ply_can_be_swapped() {
    let text = "1A. e4 {C:Or (1A. d4) or (1A. c4 (1A. Nf3)).} (1A. b3 {C:odd})";
    check(
        text,
        VariationEdit::MoveDown(root(0)),
        "1A. e4 {C:Or (1A. c4 (1A. Nf3)) or (1A. d4).} (1A. b3 {C:odd})",
    );
    check(
        text,
        VariationEdit::MoveUp(root(2)),
        "1A. e4 {C:Or (1A. d4) or (1A. b3 (C:odd)).} (1A. c4 (1A. Nf3))",
    );
    check(
        text,
        VariationEdit::Promote(root(2)),
        "1A. e4 {C:Or (1A. b3 (C:odd)) or (1A. d4).} (1A. c4 (1A. Nf3))",
    );
    check(text, VariationEdit::MoveUp(root(0)), "no other variation on this move to swap with");
    check(
        text,
        VariationEdit::Promote(root(0)),
        "this is already the first variation; to change the move of the match, edit it in the Notes tab",
    );
    let within = "1A. e4 {C:(1A. d4 (1A. c4) (1A. Nf3))}";
    check(
        within,
        VariationEdit::MoveUp(branch(&root(0), 0, 1)),
        "1A. e4 {C:(1A. d4 (1A. Nf3) (1A. c4))}",
    );
}

#[test]
fn deletion_leaves_no_trace() {
    check("1A. e4 {C:(1A. d4)} 1a. e5", VariationEdit::Delete(root(0)), "1A. e4 1a. e5");
    check(
        "1A. e4 {C:Best. (1A. d4) (1A. c4)}",
        VariationEdit::Delete(root(0)),
        "1A. e4 {C:Best. (1A. c4)}",
    );
    check("1A. e4 {C:(1A. d4) (1A. c4)}", VariationEdit::Delete(root(0)), "1A. e4 {C:(1A. c4)}");
    check(
        "1A. e4 {C:(1A. d4 (1A. c4) 1a. d5 (1a. f5) 2A. c4)}",
        VariationEdit::DeleteFrom(root(0).after(2)),
        "1A. e4 {C:(1A. d4 (1A. c4))}",
    );
    check(
        "1A. e4 {C:(1A. d4 (1A. c4) 1a. d5)}",
        VariationEdit::Delete(branch(&root(0), 0, 0)),
        "1A. e4 {C:(1A. d4 1a. d5)}",
    );
}

#[test]
fn line_endings_and_encoding_are_preserved() {
    let text =
        b"[White \"J\xfcrgen\"]\r\n\r\n1A. e4 {C:sch\xf6n\r\n(1A. d4)}\r\n1a. e5\r\n".as_slice();
    let edit = VariationEdit::Comment { at: root(0).after(1), text: "fürs\nErste".to_owned() };
    assert_eq!(
        changed(text, &DocumentEdit::Variation(edit)).expect("can be written"),
        b"[White \"J\xfcrgen\"]\r\n\r\n1A. e4 {C:sch\xf6n\r\n(1A. d4 (C:f\xfcrs\r\nErste))}\r\n1a. e5\r\n"
    );
    let edit = VariationEdit::Comment { at: root(0).after(1), text: "→".to_owned() };
    assert!(changed(text, &DocumentEdit::Variation(edit)).is_err());
    let note = DocumentEdit::Comment { moment: 1, text: "sehr schön".to_owned() };
    assert_eq!(
        changed(text, &note).expect("can be written"),
        b"[White \"J\xfcrgen\"]\r\n\r\n1A. e4 {C:sehr sch\xf6n\r\n(1A. d4)}\r\n1a. e5\r\n"
    );
}

#[track_caller]
fn check_words(text: &str, words: &str, expect: &str) {
    let edit = DocumentEdit::Comment { moment: 1, text: words.to_owned() };
    let got = changed(text.as_bytes(), &edit);
    let got = got.map_or_else(|error| error, |it| String::from_utf8_lossy(&it).into_owned());
    assert_eq!(got, expect, "{text}");
}

#[test]
fn words_change_around_variations_and_marks() {
    let text = "1A. e4 {C:Best. [%cal Ge2e4] (1A. d4) or (1A. c4).} 1a. e5";
    let document = open(text.as_bytes());
    let note = document.record().notes[0];
    assert_eq!(document.comment_words(&note), "Best. or .");
    check_words(text, "Best. or .", text);
    check_words(text, "Bad. or .", "1A. e4 {C:Bad. [%cal Ge2e4] (1A. d4) or (1A. c4).} 1a. e5");
    check_words(text, "Never", "1A. e4 {C:Never [%cal Ge2e4] (1A. d4) (1A. c4)} 1a. e5");
    check_words("1A. e4 {C:(1A. d4)}", "Or", "1A. e4 {C:Or (1A. d4)}");
    check_words("1A. e4 {C:Or (1A. d4)}", "", "1A. e4 {C:(1A. d4)}");
    check_words("1A. e4 {C:a (1A. d4) b}", "a (x b)", "1A. e4 {C:a (1A. d4) (x b)}");
    check_words(
        "1A. e4 {C:(a (1A. d4) b}",
        "(a b)",
        "this text would not be read back as a note; begin it with a letter",
    );
}

fn mark(from: Square, to: Option<Square>, color: MarkColor) -> Mark {
    Mark { from, to, color }
}

#[test]
fn marks_are_saved_with_a_ply() {
    let marks = vec![
        (BoardId::A, mark(Square::E2, Some(Square::E4), MarkColor::Green)),
        (BoardId::A, mark(Square::F7, None, MarkColor::Red)),
        (BoardId::B, mark(Square::G1, Some(Square::F3), MarkColor::Blue)),
    ];
    let keep =
        |at: Point, marks: &[(BoardId, Mark)]| DocumentEdit::Marks { at, marks: marks.to_vec() };
    let written = "[%csl Rf7] [%cal Ge2e4] [%calB Bg1f3]";
    let kept = |text: &str, edit: &DocumentEdit| {
        let bytes = changed(text.as_bytes(), edit).expect("can be kept");
        String::from_utf8(bytes).expect("UTF-8")
    };
    let text = "1A. e4 1a. e5";
    assert_eq!(
        kept(text, &keep(Point::Match(1), &marks)),
        format!("1A. e4 {{C:{written}}} 1a. e5")
    );
    let text = "1A. e4 {C:Best (1A. d4)} 1a. e5";
    let with = kept(text, &keep(Point::Match(1), &marks));
    assert_eq!(with, format!("1A. e4 {{C:Best {written} (1A. d4)}} 1a. e5"));
    assert_eq!(kept(&with, &keep(Point::Match(1), &[])), text);
    let fewer = kept(&with, &keep(Point::Match(1), &marks[..1]));
    assert_eq!(fewer, "1A. e4 {C:Best [%cal Ge2e4] (1A. d4)} 1a. e5");
    let place = after(root(0), 1);
    let inner = kept(text, &keep(place.clone(), &marks[2..]));
    assert_eq!(inner, "1A. e4 {C:Best (1A. d4 (C:[%calB Bg1f3]))} 1a. e5");
    assert_eq!(open(inner.as_bytes()).saved_marks(&place), marks[2..]);
    assert_eq!(open(inner.as_bytes()).saved_marks(&Point::Match(1)), []);
    assert_eq!(kept(&inner, &keep(place, &[])), text);
    // Other commands in square brackets are text.
    let text = "1A. e4 {C:[%eval 0.3] fine}";
    let note = open(text.as_bytes()).record().notes[0];
    assert_eq!(open(text.as_bytes()).comment_words(&note), "[%eval 0.3] fine");
}

#[test]
fn variation_on_a_changed_or_deleted_ply_becomes_text() {
    let text = "1A. e4 1a. e5 2A. Nf3 {C:(2A. Qh5 2a. Nc6)} 2a. Nc6";
    let edit = DocumentEdit::Move { ply: 0, san: "d4".to_owned() };
    let bytes = changed(text.as_bytes(), &edit).expect("can be changed");
    assert_eq!(bytes, text.replace("e4", "d4").as_bytes());
    assert_eq!(open(&bytes).variations().unplayable.len(), 1);
    let edit = DocumentEdit::DeleteFrom { ply: 2 };
    let bytes = changed(text.as_bytes(), &edit).expect("can be deleted");
    assert_eq!(String::from_utf8_lossy(&bytes), "1A. e4 1a. e5 {C:(on 2A: 2A. Qh5 2a. Nc6)}");
    let read = open(&bytes);
    assert!(read.variations().is_empty() && read.variations().unplayable.len() == 1);
}

#[test]
fn plain_form_is_written_for_other_programs() {
    let text =
        "1A. e4{1}{C:Best (1A. d4 (C:calm) 1a. d5) [x]} 1a. e5 {C:(1a. c5)} {C:(2A. Nf3 2a. d6)}\n";
    let plain = open(text.as_bytes()).with_plain_variations();
    assert_eq!(
        String::from_utf8_lossy(&plain),
        "1A. e4{1}{C:Best [x]} (1A. d4 {C:calm} 1a. d5) 1a. e5 (1a. c5) (1a. e5 2A. Nf3 2a. d6)\n"
    );
    assert_eq!(open(&plain).variations().roots.len(), 3);
}

/// Returns a variation in one line, as it was read.
fn show(variation: &Variation, document: &Document) -> String {
    let text = document.text();
    let of = |span: &tandem::file::Span| String::from_utf8_lossy(span.of(text)).into_owned();
    let mut out = match variation.kind {
        VariationKind::Alternative => "(".to_owned(),
        VariationKind::Continuation => "+(".to_owned(),
    };
    for ply in &variation.plies {
        let (number, seat) = (ply.ply.number, ply.ply.seat.letter());
        let _ = write!(out, " {number}{seat}.{}", ply.ply.mv.uci(false));
        for glyph in ply.glyphs.iter().chain(&ply.comments).chain(&ply.words) {
            let _ = write!(out, " [{}]", of(glyph));
        }
        for branch in &ply.branches {
            let _ = write!(out, " {}", show(branch, document));
        }
    }
    out + ")"
}

fn tree(document: &Document) -> Vec<String> {
    let roots = document.variations().roots.iter();
    roots.map(|root| format!("{} {}", root.after, show(&root.variation, document))).collect()
}

/// Returns a random number from the seed.
fn next(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*seed >> 40).expect("24 bits")
}

/// Returns all places of all variations.
fn places(document: &Document) -> Vec<VariationPlace> {
    fn add(variation: &Variation, path: &VariationPath, places: &mut Vec<VariationPlace>) {
        for (ply, of) in variation.plies.iter().enumerate() {
            places.push(path.clone().after(ply + 1));
            for (branch, of) in of.branches.iter().enumerate() {
                add(of, &path.branch(BranchIndex { ply, branch }), places);
            }
        }
    }
    let mut found = Vec::new();
    for (index, root) in document.variations().roots.iter().enumerate() {
        add(&root.variation, &VariationPath::root(index), &mut found);
    }
    found
}

fn random_play(document: &Document, from: Point, seed: &mut u64) -> Option<VariationEdit> {
    let mut position = document.variations().position(document.played(), &from);
    let mut plies = Vec::new();
    for _ in 0..1 + next(seed) % 3 {
        let seat = position.turn(BoardId::ALL[next(seed) % 2]);
        let moves = position.legal_moves(seat);
        if moves.is_empty() {
            break;
        }
        let mv = moves[next(seed) % moves.len()];
        position.play(seat, mv);
        plies.push((seat, mv));
    }
    (!plies.is_empty()).then_some(VariationEdit::Play { from, plies })
}

fn random_edit(document: &Document, seed: &mut u64) -> Option<VariationEdit> {
    let places = places(document);
    let kind = next(seed) % 10;
    if kind < 3 || places.is_empty() {
        let moment = next(seed) % (document.played().plies.len() + 1);
        return random_play(document, Point::Match(moment), seed);
    }
    let place = places[next(seed) % places.len()].clone();
    let text = |texts: [&str; 4], seed: &mut u64| texts[next(seed) % 4].to_owned();
    Some(match kind {
        3 | 4 => random_play(document, Point::Variation(place), seed)?,
        5 => VariationEdit::Glyph { at: place, text: text(["!", "?!", "$14", ""], seed) },
        6 => VariationEdit::Comment {
            at: place,
            text: text(["idea", "see (1A. e4) there", "a\nb", ""], seed),
        },
        7 => VariationEdit::Promote(place.path),
        8 => VariationEdit::MoveDown(place.path),
        _ if next(seed).is_multiple_of(2) => VariationEdit::DeleteFrom(place),
        _ => VariationEdit::Delete(place.path),
    })
}

proptest! {
    /// After any sequence of edits, the tree is as expected (which `changed` checks), each edit can be undone, and the
    /// match itself is unchanged.
    #[test]
    fn random_edits_give_the_expected_tree(seed in any::<u64>()) {
        let mut seed = seed;
        let text = random_matches(1_500, 1 + seed % 20);
        let mut document = open(&text);
        let played = document.played().plies.clone();
        for _ in 0..12 {
            let Some(edit) = random_edit(&document, &mut seed) else { continue };
            let changed = document.changed(&[DocumentEdit::Variation(edit.clone())]);
            let (next, set) = match changed {
                Ok(changed) => changed,
                Err(error) => {
                    let words = error.to_string();
                    let expected = words.contains("no other variation") || words.contains("already the first variation");
                    prop_assert!(expected, "{words}: {edit:?} in {:?}", tree(&document));
                    continue;
                }
            };
            prop_assert_eq!(set.invert(document.text()).apply(next.text()), document.text());
            prop_assert_eq!(&next.played().plies, &played);
            prop_assert!(next.variations().unplayable.is_empty());
            document = next;
        }
        // The tree is the same when written and read back.
        let again = open(document.text());
        prop_assert_eq!(tree(&again), tree(&document));
        let plain = open(&document.with_plain_variations());
        prop_assert_eq!(plain.variations().roots.len(), document.variations().roots.len());
    }
}

#[test]
fn malformed_input_is_read_and_keeps_its_bytes() {
    let open_bracket = "1A. e4 {C:(1A. d4 and (more} 1a. e5";
    let megabyte =
        format!("1A. e4 {{C:{}{}}} 1a. e5", "(1A. d4 ".repeat(60_000), ")".repeat(60_000));
    let unclosed = format!("1A. e4 {{C:{}}} 1a. e5", "(".repeat(1_000_000));
    let plain = format!("1A. e4 {} 1a. e5", "(1A. d4 ".repeat(500));
    for text in [open_bracket, &megabyte, &unclosed, &plain] {
        let document = open(text.as_bytes());
        let edit = play(text, Point::Match(0), "Ac4");
        match document.changed(&[DocumentEdit::Variation(edit)]) {
            Ok((changed, set)) => {
                assert_eq!(set.invert(text.as_bytes()).apply(changed.text()), text.as_bytes());
            }
            // An unclosed variation extends to the end of the match.
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    check_play(
        open_bracket,
        Point::Match(0),
        "Ac4",
        "1A. e4 {C:(1A. d4 and (more (1A. c4)} 1a. e5",
    );
}

#[test]
fn variations_are_not_nested_deeper_than_the_parser_allows() {
    // Each branch replaces the first of two plies.
    let text = format!("1A. e4 {{C:{}{}}}", "(1A. d4 ".repeat(64), " 1a. d5)".repeat(64));
    let document = open(text.as_bytes());
    let mut path = root(0);
    for _ in 1..64 {
        path = branch(&path, 0, 0);
    }
    assert_eq!(document.variations().get(&path).map(|it| it.plies.len()), Some(2));
    let from = Point::Variation(path.clone().after(1));
    let plies = moves(&document, &from, "ae5");
    let edit = DocumentEdit::Variation(VariationEdit::Play { from, plies });
    let error = document.changed(&[edit]).expect_err("too deep");
    assert_eq!(error.to_string(), "variations can be nested up to 64 deep");
    let (parent, _) = path.parent().expect("has one");
    let from = Point::Variation(parent.after(1));
    let plies = moves(&document, &from, "ae5");
    let edit = DocumentEdit::Variation(VariationEdit::Play { from, plies });
    assert!(document.changed(&[edit]).is_ok());
}

#[test]
fn diagram_is_added_and_removed() {
    let text = "1A. e4 1a. e5 {C:(1a. c5! (C:sharp) 2A. Nf3 (2A. c3))} *\n";
    let place = |plies| VariationPath::root(0).after(plies);
    let branch = VariationPath::root(0).branch(BranchIndex { ply: 1, branch: 0 }).after(1);
    for (at, with) in [
        (place(1), "1A. e4 1a. e5 {C:(1a. c5! $220 (C:sharp) 2A. Nf3 (2A. c3))} *\n"),
        (place(2), "1A. e4 1a. e5 {C:(1a. c5! (C:sharp) 2A. Nf3 $220 (2A. c3))} *\n"),
        (branch, "1A. e4 1a. e5 {C:(1a. c5! (C:sharp) 2A. Nf3 (2A. c3 $220))} *\n"),
    ] {
        check(text, VariationEdit::AddDiagram(at.clone()), with);
        check(with, VariationEdit::AddDiagram(at.clone()), with);
        check(with, VariationEdit::RemoveDiagram(at.clone()), text);
        check(text, VariationEdit::RemoveDiagram(at), text);
    }
    // Those of other programs are removed too, and a glyph does not replace a diagram.
    let plain = "1A. e4 1a. e5 (1a. c5 {D:} 2A. Nf3 $221) *\n";
    check(plain, VariationEdit::RemoveDiagram(place(1)), "1A. e4 1a. e5 (1a. c5 2A. Nf3 $221) *\n");
    check(plain, VariationEdit::RemoveDiagram(place(2)), "1A. e4 1a. e5 (1a. c5 {D:} 2A. Nf3) *\n");
    let good = VariationEdit::Glyph { at: place(2), text: "!".to_owned() };
    check(plain, good, "1A. e4 1a. e5 (1a. c5 {D:} 2A. Nf3! $221) *\n");
    // Diagrams stay when a variation is written anew.
    let document = open(b"1A. e4 1a. e5 {C:(1a. c5 $220 2A. Nf3)} *\n");
    let plain = document.with_plain_variations();
    assert!(String::from_utf8_lossy(&plain).contains("(1a. c5 $220 2A. Nf3)"));
    // So do the number and the place of a NAG, and the words of a brace, which are a comment.
    let document = open(b"1A. e4 1a. e5 {C:(1a. c5 $221 $1 2A. Nf3)} *\n");
    let plain = document.with_plain_variations();
    assert!(String::from_utf8_lossy(&plain).contains("(1a. c5 $221 $1 2A. Nf3)"));
    let document = open(b"1A. e4 1a. e5 (1a. c5 {D:see} 2A. Nf3) *\n");
    let ply = document.variations().ply(&place(1)).expect("a ply");
    assert!(!ply.has_diagram() && ply.comments.len() == 1);
    let promoted = "1A. e4 1a. e5 {C:(1a. c5 2A. Nf3 $220 (2A. c3 $220))} *\n";
    let path = VariationPath::root(0).branch(BranchIndex { ply: 1, branch: 0 });
    check(
        promoted,
        VariationEdit::Promote(path),
        "1A. e4 1a. e5 {C:(1a. c5 2A. c3 $220 (2A. Nf3 $220))} *\n",
    );
}
