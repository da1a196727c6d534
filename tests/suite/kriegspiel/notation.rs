//! Kriegspiel PGN: every form in real files, and the warnings about skipped text.

use proptest::prelude::*;
use tandem::{
    file::Span,
    kriegspiel::{
        Notation,
        notation::{Filtered, MoveText, PawnTries, Record, Tries},
    },
    notation::{NoteKind, Records},
    rules::Claim,
};

/// Reads `text` and writes it ply by ply (move, announcement, comment), then the result and the issues.
fn check(text: &str, expect: &str) {
    let record = Record::parse(text.as_bytes());
    assert_eq!(print(&record, text.as_bytes()), expect, "{text}");
}

fn print(record: &Record, text: &[u8]) -> String {
    let decode = |span: Span| record.encoding.decode(span.of(text)).into_owned();
    let mut lines = Vec::new();
    for ply in &record.plies {
        let mv = match ply.mv {
            MoveText::Known(san, Claim::None) => san.to_string(),
            MoveText::Known(san, Claim::Check) => format!("{san}+"),
            MoveText::Known(san, Claim::Mate) => format!("{san}#"),
            MoveText::Hidden => "??".to_owned(),
            MoveText::Unreadable => "unreadable".to_owned(),
        };
        let mut line = format!("{}{} {mv}", ply.name.number, ply.name.color.char());
        if let Some(said) = &ply.announcement {
            line += &format!(" ({}", said.response);
            if said.response.pawn_tries == Some(PawnTries::Number(0)) {
                line += "P0";
            }
            match &said.tries {
                Tries::Listed(tries) => {
                    let tries: Vec<String> = tries
                        .iter()
                        .map(|one| match one.san {
                            Some(san) => san.to_string(),
                            None => format!("text {}", decode(one.span)),
                        })
                        .collect();
                    line += &format!(": {})", tries.join(" "));
                }
                Tries::Counted(count) => line += &format!(": {count} tries)"),
            }
            if !said.comment.is_empty() {
                line += &format!(" {}", decode(said.comment));
            }
        }
        lines.push(line);
    }
    for note in &record.notes {
        lines.push(format!("note after {}: {}", note.after, decode(note.text)));
    }
    if let Some(result) = record.ending.result {
        lines.push(format!("result {}", result.text()));
    }
    for issue in &record.issues {
        let severity = issue.problem.severity().name();
        lines.push(format!("{severity}, {:?}: {}", decode(issue.span), issue.problem));
    }
    lines.join("\n")
}

#[test]
fn specification_ply_is_read() {
    check(
        "5. Qxe7+ {(Xe7,CF:dxe3,dxc3)} ?? {(Xe7,CF:2)}",
        "5w Qxe7+ (Xe7,CF: dxe3 dxc3)\n5b ?? (Xe7,CF: 2 tries)",
    );
}

#[test]
fn one_ply_per_line_and_pawn_tries_are_read() {
    check(
        "1.   f4 {(:)}\n     a5 {( P2 , : )} 2... h5 {(P0:)}",
        "1w f4 (: )\n1b a5 (P2: )\n2w h5 (P0: )",
    );
}

#[test]
fn comment_may_be_missing_or_shared() {
    check("1. e4 e5 {(:) (:d5) both} 2. Nf3 Nc6", "1w e4 (: )\n1b e5 (: d5) both\n2w Nf3\n2b Nc6");
    check("1. e4 e5 {(:)} {a word}", "1w e4\n1b e5 (: )\nnote after 2: a word");
}

#[test]
fn dots_and_position_determine_the_side_to_move() {
    check("3... e5 4. d4", "3b e5\n4w d4");
    check("3. ... e5 4. d4 *", "3b e5\n4w d4\nresult *");
    check("3 . e4 3 .. e5", "3w e4\n3b e5");
    check("[FEN \"8/8/8/8/8/8/8/8 b - - 0 7\"]\n7. Kd4 8. Kd5", "7b Kd4\n8w Kd5");
}

#[test]
fn announcements_may_omit_braces_but_contain_none() {
    check("1. e4 (:d5) e5 (:{})", "1w e4 (: d5)\n1b e5\nnote after 2: :{}");
}

#[test]
fn brackets_with_other_words_are_comments() {
    check(
        "1. e4 {(see the notes: there)} e5 {no (:)}",
        "1w e4\n1b e5\nnote after 1: (see the notes: there)\nnote after 2: no (:)",
    );
}

#[test]
fn impossible_announcements_are_rejected() {
    check(
        "1. e4 {(Xe,CQ,P,Z9:)}",
        "1w e4 (: )\nwarning, \"Xe\": White's move 1: X must be followed by a square; ignored\nwarning, \
         \"CQ\": White's move 1: C must be followed by F, L, N, R or S; ignored the \
         rest\nwarning, \"P\": White's move 1: P without a number; ignored\nwarning, \"Z9\": \
         White's move 1: unknown announcement (use X, C, =, P or A); ignored",
    );
}

#[test]
fn invalid_tries_and_counts() {
    check(
        "1. e4 {(:zz,d5)} ?? {(:two)} 2. d4 {(:3)} ?? {(:)} 3. a3 {(:4294967296)} ?? {(:4294967296)}",
        "1w e4 (: text zz d5)\n1b ?? (: 0 tries)\n2w d4 (: 3 tries)\n2b ?? (: 0 tries)\n3w a3 (: \
         text 4294967296)\n3b ?? (: 0 tries)\nwarning, \"zz\": White's move 1: invalid try (no \
         target square); kept as text and counted\nwarning, \"two\": Black's move 1: invalid \
         number of tries; assumed none\nwarning, \"3\": White's move 2: tries are counted \
         but not listed\nwarning, \"4294967296\": White's move 3: invalid try (no \
         target square); kept as text and counted\nwarning, \"4294967296\": Black's move 3: \
         invalid number of tries; assumed none",
    );
}

#[test]
fn second_and_early_announcements_are_reported() {
    check(
        "{(:)} 1. e4 {(:)} {(:d5)}",
        "1w e4 (: )\nnote after 0: (:)\nnote after 1: (:d5)\nwarning, \"{(:)}\": announcement \
         before the first move; ignored\nwarning, \"(:d5)\": White's move 1 has two \
         announcements; used the first",
    );
}

#[test]
fn unclosed_tag_is_reported() {
    check(
        "[White \"Anna]\n1. e4",
        "1w e4\nwarning, \"[White \\\"Anna]\": missing closing quote; the value ends before the ]",
    );
    check(
        "[White \"Anna\"\n1. e4",
        "1w e4\nwarning, \"[White \\\"Anna\\\"\": missing ]; the tag ends with its line",
    );
}

#[test]
fn invalid_move_keeps_its_place() {
    check(
        "1. e4 e9 2. d4 5. d5",
        "1w e4\n1b unreadable\n2w d4\n2b d5\nerror, \"e9\": Black's move 1 is not a valid move: \
         e9 is not a square; replay stops here\nwarning, \"5.\": wrong number before Black's \
         move 2; used the order of the moves",
    );
}

#[test]
fn tags_of_problems() {
    let asked = |text: &str| Record::parse(text.as_bytes()).question(text.as_bytes());
    let text = "[depth \"3\"][forced \"F\"][epsilon \"T\"]";
    let three = asked(text).expect("a problem");
    assert_eq!((three.depth, three.forced, three.epsilon), (3, Some(false), Some(true)));
    assert_eq!(asked("[forced \"T\"]"), None);
    assert_eq!(asked("[depth \"0\"]"), None, "nothing can be asked in no plies");
    assert_eq!(asked("[depth \"1\"]").map(|it| it.depth), Some(1));
    check(
        "[Filtered \"maybe\"]\n[depth \"deep\"]\n[forced \"perhaps\"]",
        "warning, \"maybe\": Filtered must be white, black or no; ignored\nwarning, \"deep\": \
         invalid problem tag; ignored\nwarning, \"perhaps\": invalid problem tag; ignored",
    );
}

#[test]
fn file_view_is_detected() {
    let filtered = |text: &str| Record::parse(text.as_bytes()).filtered(text.as_bytes());
    use tandem::rules::Color::{Black, White};
    assert_eq!(filtered("[Filtered \"White\"] 1. e4 e5"), Filtered::For(White));
    assert_eq!(filtered("[Filtered \"no\"] 1. e4 ??"), Filtered::No);
    assert_eq!(filtered("1. e4 ?? 2. d4 ??"), Filtered::For(White));
    assert_eq!(filtered("1. ?? e5 2. ??"), Filtered::For(Black));
    assert_eq!(filtered("1. e4 ?? 2. d4 d5"), Filtered::No);
    assert_eq!(filtered("1. e4"), Filtered::No);
}

#[test]
fn kriegspiel_files_are_detected() {
    let notations = |text: &str| {
        let mut records = Records::of(text.as_bytes());
        let mut found = Vec::new();
        while let Some((record, text, _)) = records.read_next() {
            found.push(Notation::of(record, text));
        }
        found
    };
    use Notation::{Bpgn, Kriegspiel};
    assert_eq!(notations("[Variant \"Kriegspiel (ICC)\"]\n1. e4"), [Kriegspiel]);
    assert_eq!(notations("[Rules \"kriegspiel\"]\n1. e4"), [Kriegspiel]);
    assert_eq!(notations("[Filtered \"white\"]\n1. e4"), [Kriegspiel]);
    assert_eq!(notations("[Variant \"\"]\n1. e4 {(:)} e5"), [Kriegspiel]);
    assert_eq!(notations("1. e4 {(:)} b5"), [Kriegspiel], "`b` is a file");
    assert_eq!(notations("1A. e4{180} 1a. e5 {(:)}"), [Bpgn]);
    assert_eq!(notations("[Variant \"bughouse\"]\n1A. e4{180}"), [Bpgn]);
    assert_eq!(
        notations(
            "[Event \"a\"]\n1A. e4{180}\n[Event \"b\"]\n[Filtered \"no\"]\n1. e4\n[Event \"c\"]\n1A. e4"
        ),
        [Bpgn, Kriegspiel, Bpgn]
    );
}

fn assert_invariants(text: &[u8]) -> Result<(), TestCaseError> {
    let record = Record::parse(text);
    let mut at = 0;
    for ply in &record.plies {
        prop_assert!(at <= ply.span.start && ply.span.start <= ply.move_span.start);
        prop_assert_eq!(ply.span.end, ply.move_span.end);
        at = ply.span.end;
    }
    let notes = record.notes.iter().map(|note| note.span);
    let issues = record.issues.iter().map(|issue| issue.span);
    let said = record.plies.iter().filter_map(|ply| ply.announcement.as_ref());
    for span in notes.chain(issues).chain(said.map(|it| it.span)) {
        prop_assert!(span.start <= span.end && span.end as usize <= text.len());
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_bytes_are_read(text in prop::collection::vec(any::<u8>(), 0..200)) {
        assert_invariants(&text)?;
    }

    #[test]
    fn pieces_of_games_in_any_order_are_read(pieces in prop::collection::vec(
        prop_oneof![
            Just("1. ".to_owned()), Just("2... ".to_owned()), Just("?? ".to_owned()),
            Just("{(".to_owned()), Just(":".to_owned()), Just(")}".to_owned()), Just(",".to_owned()),
            Just("{(Xe5,CS,P1:e7)} ".to_owned()), Just("(:2)".to_owned()), Just("1-0 ".to_owned()),
            "[a-h][1-8] ", "[XCP][a-hFLNRS1-8]{0,3}", "\\[[a-zA-Z]{0,9} \"[a-z]{0,5}\"\\]\n", "[{}();%$\n]",
        ], 0..30,
    )) {
        assert_invariants(pieces.concat().as_bytes())?;
    }
}

#[test]
fn glyph_suffix_is_an_annotation() {
    let text = b"[Variant \"Kriegspiel\"]\n\n1. e4! e5 2. Nf3?? *\n";
    let record = Record::parse(text);
    let notes = record.notes.iter();
    let glyphs = notes.filter(|note| note.kind == NoteKind::Annotation);
    let glyphs: Vec<(u32, &[u8])> = glyphs.map(|note| (note.after, note.text.of(text))).collect();
    assert_eq!(glyphs, [(1, &b"!"[..]), (3, b"??")]);
}

#[test]
fn variation_comments_are_kept_and_an_open_brace_is_reported() {
    let text = b"[Variant \"Kriegspiel\"]\n\n1. e4 ; said\n1... e5 {open";
    let record = Record::parse(text);
    let notes = record.notes.iter();
    let notes: Vec<(NoteKind, &[u8])> = notes.map(|note| (note.kind, note.text.of(text))).collect();
    assert_eq!(notes, [(NoteKind::LineComment, &b" said"[..]), (NoteKind::Brace, b"open")]);
    let issues: Vec<String> = record.issues.iter().map(|issue| issue.problem.to_string()).collect();
    assert_eq!(issues.len(), 1, "{issues:?}");
    assert!(issues[0].contains("unclosed brace"), "{issues:?}");
}

#[test]
fn detached_glyphs_belong_to_the_previous_move() {
    check("1. e4 !? ?? {(,CF:)}", "1w e4\n1b ?? (CF: 0 tries)\nnote after 1: !?");
}

#[test]
fn move_after_the_result_is_reported() {
    check(
        "1. e4 1-0 e5",
        "1w e4\n1b e5\nresult 1-0\nwarning, \"e5\": Black's move 1 after the result; read as \
         part of the game",
    );
    check("1. e4 e5 1-0", "1w e4\n1b e5\nresult 1-0");
}
