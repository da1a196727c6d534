//! Variations: which parentheses are one, where it departs, and what remains text.

use crate::random::random_matches;
use proptest::prelude::*;
use std::fmt::Write as _;
use tandem::{
    document::{Document, DocumentEdit, VariationEdit},
    file::{FileRange, Source, Span},
    notation::{Record, Records},
    replay::{BranchIndex, Match, Point, Variation, VariationKind, VariationPath, Variations},
    rules::{BoardId, Position, San, Seat},
};

/// Returns the variations of a record, one per line, and the rejected ones.
fn read(text: &str) -> String {
    let record = Record::parse(text.as_bytes());
    let played = Match::replay(&record, text.as_bytes());
    let found = Variations::of(&record, text.as_bytes(), &played);
    let mut lines = Vec::new();
    for root in &found.roots {
        lines.push(format!("{} {}", root.after, show(&root.variation, text)));
    }
    let of = |span: &Span| String::from_utf8_lossy(span.of(text.as_bytes())).into_owned();
    lines.extend(found.unplayable.iter().map(|span| format!("text: {}", of(span))));
    lines.join("\n")
}

/// Returns a variation in the form of its text, with `+` before a continuation.
fn show(variation: &Variation, text: &str) -> String {
    let of = |span: &Span| String::from_utf8_lossy(span.of(text.as_bytes())).into_owned();
    let mut out = match variation.kind {
        VariationKind::Alternative => "(".to_owned(),
        VariationKind::Continuation => "+(".to_owned(),
    };
    for (index, ply) in variation.plies.iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        let is_lent = if ply.ply.is_lent { "(lent)" } else { "" };
        let (number, seat) = (ply.ply.number, ply.ply.seat.letter());
        let _ = write!(out, "{number}{seat}.{}{is_lent}", ply.ply.mv.uci(false));
        for glyph in &ply.glyphs {
            let _ = write!(out, " {}", of(glyph));
        }
        for diagram in &ply.diagrams {
            let _ = write!(out, " #{}", of(diagram));
        }
        for comment in &ply.comments {
            let _ = write!(out, " [{}]", of(comment));
        }
        for branch in &ply.branches {
            let _ = write!(out, " {}", show(branch, text));
        }
    }
    out + ")"
}

#[track_caller]
fn check(text: &str, expect: &str) {
    assert_eq!(read(text), expect, "{text}");
}

#[test]
fn a_variation_in_a_comment_is_played_from_before_its_ply() {
    check(
        "1A. e4 1a. e5 2A. d4 {C:Better. (2A. Nf3! 2a. Nc6 (2a. d6 3A. d4) 3A. Bb5 1B. d4)}",
        "3 (2A.g1f3 ! 2a.b8c6 (2a.d7d6 3A.d2d4) 3A.f1b5 1B.d2d4)",
    );
}

#[test]
fn plain_variation_may_have_comments_and_clocks() {
    check(
        "1A. e4{180} (1A. d4 $1 {C:calm} {178.2} 1a. d5 {solid}) 1a. e5{180} (1... c5)",
        "1 (1A.d2d4 $1 [calm] 1a.d7d5 [solid])\n2 (1a.c7c5)",
    );
}

#[test]
fn variation_legal_only_after_the_ply_is_a_continuation() {
    check("1A. e4 {C:(1a. e5 2A. Nf3)}", "1 +(1a.e7e5 2A.g1f3)");
    check("{C:(1A. e4 1B. d4)} 1A. d4", "0 +(1A.e2e4 1B.d2d4)");
    check("1A. e4 1a. e5 {C:(2A. Nf3)}", "2 +(2A.g1f3)");
    // It can be played after that ply, in a variation too.
    let document = open("1A. e4 1a. e5 {C:(1a. c5 2A. Nf3 (2a. d6) 1B. d4)}");
    let point = Point::Variation(VariationPath::root(0).after(2));
    let choices = document.variations().choices(document.played(), &point);
    let moves: Vec<String> = choices.iter().map(|choice| choice.ply.mv.uci(false)).collect();
    assert_eq!(moves, ["d2d4", "d7d6"]);
}

#[test]
fn several_groups_on_a_ply_keep_their_order() {
    check("1A. e4 {C:Or (1A. d4) or (1A. c4 (1A. Nf3)).}", "1 (1A.d2d4)\n1 (1A.c2c4 (1A.g1f3))");
}

#[test]
fn plies_without_numbers_alternate_on_their_board() {
    check(
        "1A. e4 1B. d4 1a. e5 {C:(c5 Nf3 1b. d5 c4 2a. d6)}",
        "3 (1a.c7c5 2A.g1f3 1b.d7d5 2B.c2c4 2a.d7d6)",
    );
}

#[test]
fn unplayable_variation_is_kept_as_text() {
    check("1A. e4 {C:(2A. Qh7 mates)}", "text: (2A. Qh7 mates)");
    check("1A. e4 {C:(1A. e5)}", "text: (1A. e5)");
    check(
        "1A. e4 {C:(1A. d4 1a. d5 (1a. Ke5) 2A. c4)}",
        "1 (1A.d2d4 1a.d7d5 2A.c2c4)\ntext: (1a. Ke5)",
    );
    check("1A. e4 {C:(see the book) (really}", "");
    // Nothing can be played after a ply that cannot be played.
    check("1A. e5 {C:(1A. e4)}", "");
}

#[test]
fn virtual_piece_is_used_only_as_a_last_resort() {
    check("1A. e4 1a. e5 {C:(1a. N@f6)}", "2 (1a.N@f6(lent))");
    check("1A. e4 1a. d5 2A. exd5 1B. d4 1b. P@e4 {C:(1b. d5)}", "5 (1b.d7d5)");
}

#[test]
fn plain_variation_may_have_comments_and_a_result() {
    check("1A. e4 1a. e5 ({C:better} 1a. c5 2A. Nf3)", "2 (1a.c7c5 [better] 2A.g1f3)");
    check("1A. e4 1a. e5 {C:((C:better) 1a. c5 *)}", "2 (1a.c7c5 [better])");
    check("1A. e4 1a. e5 {C:(1a. c5 (C:so)(1a. d5))}", "2 (1a.c7c5 [so] (1a.d7d5))");
    check("1A. e4 1a. e5 (1a. c5 2A. Nf3 *) 2A. d4", "2 (1a.c7c5 2A.g1f3)");
    check("1A. e4 1a. e5 (1a. c5 (1a. d5 0-1) 1/2-1/2 {drawn})", "2 (1a.c7c5 [drawn] (1a.d7d5))");
    check(
        "1A. e4 1a. e5 (1a. c5 ; the Sicilian (really) {x\n2A. Nf3; and so on)\n%1a. d5)\n) 2A. d4",
        "2 (1a.c7c5 [ the Sicilian (really) {x] 2A.g1f3 [ and so on)])",
    );
    // Where this would leave the variation without an end, `;` is text.
    check("1A. e4 1a. e5 (1a. c5; good) 2A. d4\n", "");
    check("1A. e4 1a. e5 (1a. c5 2A. Nf3; good) 2A. d4\n", "text: (1a. c5 2A. Nf3; good)");
}

fn open(text: &str) -> Document {
    Document::open(Source::from_bytes("t", text.as_bytes()), FileRange::new(0, text.len() as u64))
}

/// Returns the text after `edit`, after checking that it is read as intended.
fn edited(text: &str, edit: VariationEdit) -> String {
    let changed = open(text).changed(&[DocumentEdit::Variation(edit)]);
    let (changed, _) = changed.unwrap_or_else(|error| panic!("{text}: {error}"));
    String::from_utf8(changed.text().to_vec()).expect("UTF-8")
}

#[test]
fn variation_edit_keeps_other_bytes() {
    let text =
        "1A. e4 1a. e5 ({C:better} 1a. c5 ; sharp\n(1a. d5 ; too\n) 2A. Nf3; quiet\n*) 2A. d4";
    let path = VariationPath::root(0);
    let at = |plies| path.clone().after(plies);
    let comment =
        |plies, text: &str| VariationEdit::Comment { at: at(plies), text: text.to_owned() };
    assert_eq!(edited(text, comment(1, "best")), text.replace("{C:better}", "{C:best}"));
    assert_eq!(edited(text, comment(2, "calm")), text.replace("; quiet", "{C:calm}"));
    assert_eq!(edited(text, comment(2, "")), text.replace("; quiet", ""));
    let glyph = VariationEdit::Glyph { at: at(2), text: "!".to_owned() };
    assert_eq!(edited(text, glyph), text.replace("Nf3;", "Nf3!;"));
    let shorter = text.replace(" 2A. Nf3; quiet\n*)", ")");
    assert_eq!(edited(text, VariationEdit::DeleteFrom(at(2))), shorter);

    let document = open(text);
    let here = document.variations().position(document.played(), &Point::Variation(at(2)));
    let san = San::parse(b"Nc6").expect("a move").san;
    let mv = here.resolve(Seat::BlackA, &san).expect("can be played");
    let from = Point::Variation(at(2));
    let play = VariationEdit::Play { from, plies: vec![(Seat::BlackA, mv)] };
    assert_eq!(
        read(&edited(text, play)),
        "2 (1a.c7c5 [better] [ sharp] (1a.d7d5 [ too]) 2A.g1f3 [ quiet] 2a.b8c6)"
    );

    let branch = path.branch(BranchIndex { ply: 0, branch: 0 });
    let promoted = edited(text, VariationEdit::Promote(branch.clone()));
    assert_eq!(
        read(&promoted),
        "2 (1a.d7d5 [ too] (1a.c7c5 [better] [ sharp] 2A.g1f3 [ quiet]))",
        "{promoted}"
    );
    let deleted = edited(text, VariationEdit::Delete(branch));
    assert_eq!(read(&deleted), "2 (1a.c7c5 [better] [ sharp] 2A.g1f3 [ quiet])", "{deleted}");
}

#[test]
fn variation_with_comments_is_converted_and_read_back() {
    let text = "1A. e4 1a. e5 ({C:better} 1a. c5 ; sharp }\n(see {x} ; b)\n) 2A. Nf3 *)";
    let (merged, _) = open("1A. e4 1a. e5").with_variations_of(&open(text)).expect("the same");
    let merged = String::from_utf8(merged.text().to_vec()).expect("UTF-8");
    assert_eq!(read(&merged), "2 (1a.c7c5 [better] [ sharp ]] 2A.g1f3)", "{merged}");
    // A group of words keeps its end, whatever `;` and braces mean in the movetext.
    let text = "1A. e4 1a. e5 {C:(1a. c5 (C:a; b) (see; e4 there) 2A. Nf3 1-0)} *";
    let plain = String::from_utf8(open(text).with_plain_variations()).expect("UTF-8");
    assert_eq!(plain, "1A. e4 1a. e5 (1a. c5 {C:a; b} (see, e4 there) 2A. Nf3 1-0) *");
    assert_eq!(read(&plain).lines().next(), Some("2 (1a.c7c5 [a; b] 2A.g1f3)"), "{plain}");
}

/// Returns a random number from the seed.
fn next(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*seed >> 40).expect("24 bits")
}

/// Writes random plies of both boards from `position` with nested variations, and what should be read.
fn write(
    seed: &mut u64,
    mut position: Position,
    depth: usize,
    text: &mut String,
    expect: &mut String,
) {
    let mut numbers = [[1_u16; 2]; 2];
    text.push('(');
    expect.push('(');
    for index in 0..1 + next(seed) % 4 {
        let board = BoardId::ALL[next(seed) % 2];
        let seat = position.turn(board);
        let moves = position.legal_moves(seat);
        if moves.is_empty() {
            break;
        }
        let mv = moves[next(seed) % moves.len()];
        let before = position.clone();
        let number = &mut numbers[board as usize][seat.color() as usize];
        let san = position.board_of(seat).san(mv);
        position.play(seat, mv);
        let blank = if index > 0 { " " } else { "" };
        let _ = write!(text, "{blank}{number}{}. {san}", seat.letter());
        let _ = write!(expect, "{blank}{number}{}.{}", seat.letter(), mv.uci(false));
        *number += 1;
        if depth > 0 && next(seed).is_multiple_of(3) && has_other_start(&before, seat) {
            text.push(' ');
            expect.push(' ');
            write(seed, before, depth - 1, text, expect);
        }
    }
    text.push(')');
    expect.push(')');
}

/// Whether a variation can begin on either board here.
fn has_other_start(position: &Position, seat: Seat) -> bool {
    let other = position.turn(seat.board().other());
    !position.legal_moves(seat).is_empty() && !position.legal_moves(other).is_empty()
}

proptest! {
    /// A written tree is read back, in a comment and in plain form.
    #[test]
    fn random_trees_are_read_back(seed in any::<u64>(), plain in any::<bool>()) {
        let mut seed = seed;
        let text = random_matches(4_000, 1 + seed % 20);
        let mut records = Records::of(&text);
        let (mut source, mut expect) = (String::new(), String::new());
        while let Some((record, bytes, _)) = records.read_next() {
            let played = Match::replay(record, bytes);
            let moment = next(&mut seed) % (played.plies.len() + 1);
            if moment == 0 {
                continue;
            }
            let (mut group, mut read) = (String::new(), String::new());
            write(&mut seed, played.position_after(moment - 1), 3, &mut group, &mut read);
            let at = record.plies[moment - 1].span.end as usize;
            let group = if plain { format!(" {group}") } else { format!(" {{C:words {group}}}") };
            let bytes = String::from_utf8(bytes.to_vec()).expect("UTF-8");
            source = format!("{}{group}{}", &bytes[..at], &bytes[at..]);
            expect = format!("{moment} {read}");
            break;
        }
        prop_assert_eq!(read(&source), expect, "{}", source);
    }
}

#[test]
fn many_and_deep_variations_are_read() {
    let one = "(1A. d4 1a. d5 2A. c4 2a. e6 3A. Nc3 3a. Nf6 4A. Bg5 4a. Be7 5A. e3 5a. O-O)";
    let text = format!("1A. e4 {{C:{}}}", one.repeat(2000));
    assert_eq!(read(&text).lines().count(), 2000);
    let deep = format!("1A. e4 {{C:{}{}}}", "(1A. d4 ".repeat(64), ")".repeat(64));
    assert_eq!(read(&deep).matches("1A.d2d4").count(), 64);
    let deeper = format!("1A. e4 {{C:{}{}}}", "(1A. d4 ".repeat(65), ")".repeat(65));
    assert_eq!(read(&deeper).matches("1A.d2d4").count(), 63);
    assert!(read(&deeper).contains("text: (1A. d4 (1A. d4 ))"));
}

#[test]
fn megabyte_of_parentheses_is_read_and_preserved() {
    const COUNT: usize = 500_000;
    let (open, close) = ("(".repeat(COUNT), ")".repeat(COUNT));
    let plays = "(1a. d5 ".repeat(125_000);
    for between in [
        format!("{open}{close}"),
        // Unclosed, and closed too often.
        "(".repeat(2 * COUNT),
        ")".repeat(2 * COUNT),
        format!("{open} {close}{close}"),
        // With moves that can be played, of which 64 levels are read as a tree.
        format!("{plays}{}", ")".repeat(125_000)),
        plays,
    ] {
        let text = format!("1A. e4 {{9}} 1a. e5 {{8}} {between}\n2A. Nf3 {{7}} *\n");
        let source = Source::from_bytes("deep.bpgn", text.as_bytes());
        let document = Document::open(source, FileRange::new(0, text.len() as u64));
        let shown = &between[..between.len().min(20)];
        assert_eq!(document.text(), text.as_bytes(), "{shown}");
        // Nothing before the parentheses is lost.
        assert!(document.played().plies.len() >= 2, "{shown}");
        let roots = document.variations().roots.iter();
        let deepest = roots.map(|root| levels(&root.variation)).max().unwrap_or(0);
        assert!(deepest <= 64, "{deepest} levels of {shown}");
        // A change moves no other byte.
        let edit = DocumentEdit::Glyph { moment: 1, text: "!".to_owned() };
        let changed = document.changed(std::slice::from_ref(&edit));
        let (changed, _) = changed.expect("an annotation");
        let expect = text.replacen("1A. e4 {9}", "1A. e4 {9} {A:!}", 1);
        assert!(changed.text() == expect.as_bytes(), "{shown}");
    }
}

/// Returns the depth of the branches of a variation, including itself.
fn levels(variation: &Variation) -> usize {
    let branches = variation.plies.iter().flat_map(|ply| &ply.branches);
    1 + branches.map(levels).max().unwrap_or(0)
}

/// Runs `tandem positions --variations` and returns its lines.
fn listed_positions(text: &str) -> Vec<serde_json::Value> {
    let out = crate::cli::program(&["positions", "--variations", "-"], text.as_bytes()).stdout;
    let out = String::from_utf8(out).expect("UTF-8");
    out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn listed_positions_of_variations_are_those_of_their_places() {
    let text = "1A. e4 {C:(d4 d5 (e5 2A. dxe5 (Nf3) (2a. d6 3A. exd6)) 2A. c4) (1a. c5)} 1a. e5 \
                {C:(1B. d4 1b. d5 (Nf6)) (c6 (2A. Nf3 (2a. d5)))} 2A. Nf3 {C:(a3) (2a. a6)} *\n";
    let whole = FileRange::new(0, text.len() as u64);
    let document = Document::open(Source::from_bytes("", text), whole);
    let variations = document.variations();
    let mut checked = 0;
    for line in listed_positions(text) {
        let Some(name) = line["variation"].as_str() else { continue };
        let (ply, rest) = name.split_once('/').expect("a slash");
        let after = document.moment_named(ply).expect("a ply");
        let place = variations.parse_place_name(after, rest).expect("a place");
        let count = variations.branches_off_at(&place.path) + variations.plies_to(&place).len();
        let position = variations.position(document.played(), &Point::Variation(place));
        assert_eq!(line["ply"], count, "{name}");
        assert_eq!(line["a"], position.bfen(BoardId::A), "{name}");
        assert_eq!(line["b"], position.bfen(BoardId::B), "{name}");
        checked += 1;
    }
    assert_eq!(checked, 17);
}

#[test]
fn variations_over_a_match_are_listed_in_linear_time() {
    const MANY: usize = 8_000;
    let (moves, branches) = (["Nf3", "Nf6", "Ng1", "Ng8"], ["(a3)", "(a6)"]);
    let ply = |at: usize| {
        let (number, seat) = (at / 2 + 1, ["A", "a"][at % 2]);
        format!("{number}{seat}. {} {{C:{}}}", moves[at % 4], branches[at % 2])
    };
    let plies: Vec<String> = (0..MANY).map(ply).collect();
    let text = format!("{} *\n", plies.join(" "));
    assert_eq!(listed_positions(&text).len(), 2 * MANY + 1);
}

#[test]
fn diagrams_are_no_glyphs() {
    check(
        "1A. e4 1a. e5 {C:(1a. c5! $220 2A. Nf3 $221 (C:look) 2a. d6 $14)} 2A. d4 (2A. Bc4 {D:}) *",
        "2 (1a.c7c5 ! #$220 2A.g1f3 #$221 [look] 2a.d7d6 $14)\n3 (2A.f1c4 #D:)",
    );
}
