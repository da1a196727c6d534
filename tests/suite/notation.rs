//! BPGN text: every form in real files, and the warnings about skipped text.

use proptest::prelude::*;
use tandem::{
    file::{Encoding, Span},
    notation::{Clock, NoteKind, Record, Severity, record_ranges, tokens},
    rules::Claim,
};

/// Reads `text` as one record and writes it line by line: tags, plies with their notes, ending, issues.
fn check(text: impl AsRef<[u8]>, expect: &str) {
    let text = text.as_ref();
    assert_eq!(print(&Record::parse(text), text), expect, "{}", String::from_utf8_lossy(text));
}

/// Finds the records of `text` and writes each as [`check`] does, with `--` between them.
fn check_records(text: impl AsRef<[u8]>, expect: &str) {
    let text = text.as_ref();
    let records: Vec<String> =
        record_texts(text).map(|text| print(&Record::parse(text), text)).collect();
    assert_eq!(records.join("\n--\n"), expect, "{}", String::from_utf8_lossy(text));
}

fn record_texts(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let place = |at: u64| usize::try_from(at).expect("a short text");
    record_ranges(text).into_iter().map(move |range| &text[place(range.start)..place(range.end)])
}

fn print(record: &Record, text: &[u8]) -> String {
    let decode = |span: Span| record.encoding.decode(span.of(text)).into_owned();
    let mut lines = Vec::new();
    if record.encoding == Encoding::Windows1252 {
        lines.push("in Windows-1252".to_owned());
    }
    for tag in &record.tags {
        let value = record.unescape(tag.value.of(text));
        lines.push(format!("[{}] {value}", decode(tag.name)));
    }
    let notes = |lines: &mut Vec<String>, after: usize| {
        for note in record.notes.iter().filter(|n| n.after as usize == after) {
            let kind = match note.kind {
                NoteKind::Annotation => "annotation",
                NoteKind::Comment => "comment",
                NoteKind::Diagram => "diagram",
                NoteKind::Lag => "lag",
                NoteKind::Nag => "nag",
                NoteKind::Variation => "variation",
                NoteKind::LineComment => "line comment",
                NoteKind::Escape => "escape",
                NoteKind::Brace => "brace",
                NoteKind::Stray => "stray",
            };
            lines.push(format!("{kind}: {}", decode(note.text)).replace('\n', "/"));
        }
    };
    notes(&mut lines, 0);
    for (index, ply) in (1..).zip(&record.plies) {
        let claim = match ply.claim {
            Claim::None => "",
            Claim::Check => "+",
            Claim::Mate => "#",
        };
        let clock = match ply.clock {
            Clock::None => String::new(),
            Clock::Left { ms, whole: true } => format!(" {} s", ms / 1000),
            Clock::Left { ms, whole: false } => format!(" {ms} ms"),
            Clock::Spent { ms } => format!(" spent {ms} ms"),
            Clock::At { ms } => format!(" at {ms} ms"),
        };
        let (number, seat) = (ply.number, ply.seat.letter());
        lines.push(format!("{number}{seat}. {}{claim}{clock}", ply.san));
        notes(&mut lines, index);
    }
    if let Some(plies) = record.unreadable_ply {
        lines.push(format!("readable: {plies}"));
    }
    if !record.ending.reason.is_empty() {
        lines.push(format!("reason: {}", decode(record.ending.reason)));
    }
    if let Some(result) = record.ending.result {
        lines.push(format!("result: {}", result.text()));
    }
    for issue in &record.issues {
        let severity = issue.problem.severity().name();
        let at = decode(issue.span).replace(['\n', '\r'], "/");
        lines.push(format!("{severity}, {at:?}: {}", issue.problem));
    }
    lines.join("\n")
}

// Tags.

#[test]
fn tags_may_share_a_line() {
    check(
        "[Event \"a\"]\n[WhiteA \"b\"] [BlackA \"c\"][WhiteB \"d\"]\n",
        "[Event] a\n\
         [WhiteA] b\n\
         [BlackA] c\n\
         [WhiteB] d",
    );
}

#[test]
fn tags_may_touch_the_movetext() {
    check(
        "[Event \"a\"][Result \"1-0\"]1B. e4 {179}1A. e4 {179}",
        "[Event] a\n\
         [Result] 1-0\n\
         1B. e4 179 s\n\
         1A. e4 179 s",
    );
}

#[test]
fn values_may_be_empty_or_missing() {
    check(
        "[Event \"\"]\n[Site]\n[Date ]\n",
        "[Event] \n[Site] \n[Date] \nwarning, \"[Site]\": tag without a value\nwarning, \"[Date \
         ]\": tag without a value",
    );
}

#[test]
fn values_may_have_escapes() {
    check(r#"[Event "a \"b\" \\ c\d"]"#, "[Event] a \"b\" \\ c\\d");
}

#[test]
fn values_may_contain_brackets_and_quotes() {
    check(
        "[Event \"a ] b [ c { d } e ( f ; g % h\"]\n1A. e4",
        "[Event] a ] b [ c { d } e ( f ; g % h\n\
         1A. e4",
    );
}

#[test]
fn a_value_may_have_no_quotes_as_in_the_standard() {
    check(
        "[Round -1-]\n[Date 2001.03.03 ]",
        "[Round] -1-\n\
         [Date] 2001.03.03",
    );
}

#[test]
fn value_may_follow_its_name_without_a_space() {
    check(
        "[Event\"a\"]\n[ Site  \"b\" ]\n[\tDate\t\"c\"\t]",
        "[Event] a\n\
         [Site] b\n\
         [Date] c",
    );
}

#[test]
fn a_value_may_run_over_a_line_end() {
    check(
        "[Lag \"100 200\n300\"]\n[Result \"*\"]",
        "[Lag] 100 200\n\
         300\n\
         [Result] *",
    );
    check(
        "[Lag \"100 200\r300\"]\r[Result \"*\"]",
        "[Lag] 100 200\r300\n\
         [Result] *",
    );
}

#[test]
fn a_tag_without_its_bracket_ends_with_its_line() {
    check(
        "[Event \"a\"\n[Site \"b\"]\n",
        "[Event] a\n[Site] b\nwarning, \"[Event \\\"a\\\"\": missing ]; the tag ends with its \
         line",
    );
    check(
        "[Event \"a\n[Site \"b\"]\n",
        "[Event] a\n[Site] b\nwarning, \"[Event \\\"a\": missing ]; the tag ends with its \
         line\nwarning, \"[Event \\\"a\": missing closing quote; the value ends before the ]",
    );
    check(
        "[Event \"a\"\r[Site \"b\"]\r",
        "[Event] a\n[Site] b\nwarning, \"[Event \\\"a\\\"\": missing ]; the tag ends with its \
         line",
    );
    check(
        "[Event \"a\r[Site \"b\"]\r",
        "[Event] a\n[Site] b\nwarning, \"[Event \\\"a\": missing ]; the tag ends with its \
         line\nwarning, \"[Event \\\"a\": missing closing quote; the value ends before the ]",
    );
}

#[test]
fn a_value_without_its_closing_quote_ends_before_the_bracket() {
    check(
        "[Event \"a ]\n[Site \"b\"]\n",
        "[Event] a\n[Site] b\nwarning, \"[Event \\\"a ]\": missing closing quote; the value ends \
         before the ]",
    );
}

#[test]
fn tag_without_a_name_is_ignored() {
    check(
        "[]\n[ ]\n[\"a\"]\n",
        "[] \n[] \n[] a\nwarning, \"[]\": tag without a name; ignored\nwarning, \"[ ]\": tag \
         without a name; ignored\nwarning, \"[\\\"a\\\"]\": tag without a name; ignored",
    );
}

#[test]
fn unknown_tags_are_kept() {
    check(
        "[BughouseDBGameNo \"100\"]\n[Foo-Bar_7 \"x\"]",
        "[BughouseDBGameNo] 100\n\
         [Foo-Bar_7] x",
    );
}

#[test]
fn the_first_of_two_tags_of_a_name_counts_in_either_case() {
    let text = b"[event \"a\"]\n[Event \"b\"]";
    assert_eq!(Record::parse(text).tag(text, "EVENT"), Some(&b"a"[..]));
}

#[test]
fn rating_is_a_positive_number() {
    use tandem::rules::Seat;
    for (value, expect) in [
        ("2126", Some(2126)),
        (" 2126 ", Some(2126)),
        ("UNR", None),
        ("++++", None),
        ("----", None),
        ("0", None),
        ("", None),
        ("99999", None),
    ] {
        let text = format!("[WhiteAElo \"{value}\"]");
        let read = Record::parse(text.as_bytes()).rating(text.as_bytes(), Seat::WhiteA);
        assert_eq!(read, expect, "{value}");
    }
}

#[test]
fn results_with_a_sign_of_a_sentence_are_read() {
    for result in ["1-0.", "1-0,", "1-0!", "1\u{2013}0.", "1:0."] {
        check(format!("1A. e4 {result}"), "1A. e4\nresult: 1-0");
    }
    for result in ["1.0-0.0", "\"1-0\"", "'1-0'", "\"1-0.\""] {
        check(format!("1A. e4 {result}"), "1A. e4\nresult: 1-0");
    }
    check("1A. e4 0.0-1.0", "1A. e4\nresult: 0-1");
    for result in ["1/2-1/2.", "\u{bd}-\u{bd}.", "0.5-0.5!"] {
        check(format!("1A. e4 {result}"), "1A. e4\nresult: 1/2-1/2");
    }
    check("1A. e4 *.", "1A. e4\nresult: *");
    // Castling with a full stop is no result.
    check("1A. 0-0. 1a. e5", "1A. O-O\n1a. e5");
}

// Move numbers.

#[test]
fn numbers_are_written_in_many_ways() {
    check(
        "1A. e4 1a.e5 2A.  d4\n2a.\nd5 1B e4 1b\r\ne5 2B... d4",
        "1A. e4\n\
         1a. e5\n\
         2A. d4\n\
         2a. d5\n\
         1B. e4\n\
         1b. e5\n\
         2B. d4",
    );
}

#[test]
fn numbers_that_people_write_are_read() {
    let moves = "1A. e4\n1a. e5\n1B. d4\n1b. d5";
    for text in [
        "1 A. e4 1 a. e5 1 B. d4 1 b. d5",
        "1 A e4 1 a e5 1 B d4 1 b d5",
        "1.A e4 1.a e5 1.B d4 1.b d5",
        "1.A. e4 1.a. e5 1.B. d4 1.b. d5",
        "1. A. e4 1. a. e5 1. B. d4 1. b. d5",
        "1A) e4 1a) e5 1B) d4 1b) d5",
        "1A)e4 1a)e5 1B)d4 1b)d5",
        "1A: e4 1a: e5 1B: d4 1b: d5",
        "1A:e4 1a:e5 1B:d4 1b:d5",
        "1A.: e4 1a.: e5 1B.: d4 1b.: d5",
        "1A, e4 1a, e5 1B, d4 1b, d5",
        "1A- e4 1a- e5 1B- d4 1b- d5",
        "1 A) e4 1 a) e5 1 B: d4 1 b: d5",
        "1-A e4 1-a e5 1-B d4 1-b d5",
        "1-A. e4 1-a.e5 1-B) d4 1-b: d5",
        "1_A e4 1_a e5 1_B. d4 1_b.d5",
        "1A.) e4 1a.) e5 1B.)d4 1b.)d5",
        "1A-e4 1a,e5 1B_ d4 1b_d5",
        "1A/e4 1a| e5 1B>d4 1b=d5",
        "A1. e4 a1. e5 B1. d4 b1. d5",
        "A1.e4 a1.e5 B1... d4 b1.d5",
        "1A. e4, 1a. e5, 1B. d4, 1b. d5,",
        "1A. e4 , 1a. e5,, 1B. d4 1b. d5",
    ] {
        check(text, moves);
    }
    // Moves, results and variations are none of these.
    check(
        "1A. a4 1a. a5 (1a. b5) 1B. b4 1-0 {1 a day}",
        "1A. a4\n1a. a5\nvariation: 1a. b5\n1B. b4\nbrace: 1 a day\nresult: 1-0",
    );
    // After a number, and without such numbers before, this is a move.
    check(
        "A1. e4 1a. a5. 1b. b1. A12.",
        "1A. e4\n1a. a5\n1b. b1\nwarning, \"A12.\": 12A is a number without a move; ignored",
    );
    check("1A. e4 1a. a5. 2A. a3.", "1A. e4\n1a. a5\n2A. a3");
    check(
        "1) e4 e5 2) d4",
        "1A. e4\n1a. e5\n2A. d4\n\
         warning, \"1)\": move number without a seat letter; read as 1A\n\
         warning, \"e5\": move without a number; read as 1a\n\
         warning, \"2)\": move number without a seat letter; read as 2A",
    );
}

#[test]
fn numbers_may_be_far_too_large() {
    check("99999999999A. e4", "65535A. e4");
}

#[test]
fn a_move_without_a_number_is_the_reply_to_the_last_one() {
    check(
        "1A. e4 e5 1B. d4 d5 c4",
        "1A. e4\n1a. e5\n1B. d4\n1b. d5\n2B. c4\nwarning, \"e5\": move without a number; read as \
         1a\nwarning, \"d5\": move without a number; read as 1b\nwarning, \"c4\": move without a \
         number; read as 2B",
    );
}

#[test]
fn a_number_without_a_seat_is_the_reply_to_the_last_one() {
    check(
        "1. e4 1... e5 1B. d4 1... d5",
        "1A. e4\n1a. e5\n1B. d4\n1b. d5\nwarning, \"1.\": move number without a seat letter; read as \
         1A\nwarning, \"1...\": move number without a seat letter; read as 1a\nwarning, \
         \"1...\": move number without a seat letter; read as 1b",
    );
}

#[test]
fn number_without_a_move_is_ignored() {
    check(
        "1A. 1A. e4 1a.",
        "1A. e4\nwarning, \"1A.\": 1A is a number without a move; ignored\nwarning, \"1a.\": 1a \
         is a number without a move; ignored",
    );
    check(
        "1A. e4 1a. 1-0",
        "1A. e4\nresult: 1-0\nwarning, \"1a.\": 1a is a number without a move; ignored",
    );
}

#[test]
fn repeated_ply_is_read_once() {
    check(
        "3B. Nf3{117.807}3B. Nf3{117.807} 3b. d5",
        "3B. Nf3 117807 ms\n3b. d5\nwarning, \"Nf3\": 3B is repeated; read once",
    );
    check(
        "3B. Nf3 3B. Nf3{117.807}",
        "3B. Nf3 117807 ms\nwarning, \"Nf3\": 3B is repeated; read once",
    );
}

#[test]
fn capitals_for_black_are_detected_by_numbers() {
    check(
        "1A. e4 1B. d4 1A. Nf6 1B. d5 2A. e5",
        "1A. e4\n1B. d4\n1a. Nf6\n1b. d5\n2A. e5\nwarning, \"1A. Nf6\": all seat letters are \
         upper-case from 1A on; took the second move of each number as Black's",
    );
    // Both sides castle, one directly after the other.
    check(
        "1A. e4 1A. e5 2A. O-O 2A. O-O",
        "1A. e4\n1a. e5\n2A. O-O\n2a. O-O\nwarning, \"1A. e5\": all seat letters are \
         upper-case from 1A on; took the second move of each number as Black's",
    );
}

// Moves. Tests of `San` itself are in its module; here, the moves are cut out of the text.

#[test]
fn drops_promotions_and_castling_are_cut_out_whole() {
    check(
        "1A. P@e4 1a. @e5 2A. p@d4 2a. $146@g4 3A. e8=Q+ 3a. e1(Q)# 4A. e8/R 4a. O-O-O 5A. 0-0 5a. o-o",
        "1A. P@e4\n\
         1a. P@e5\n\
         2A. P@d4\n\
         2a. P@g4\n\
         3A. e8=Q+\n\
         3a. e1=Q#\n\
         4A. e8=R\n\
         4a. O-O-O\n\
         5A. O-O\n\
         5a. O-O",
    );
}

#[test]
fn a_glyph_on_a_move_is_an_annotation() {
    check(
        "1A. e4!? 1a. Nf6+! 2A. Qxf7?#",
        "1A. e4\n\
         annotation: !?\n\
         1a. Nf6+\n\
         annotation: !\n\
         2A. Qxf7#\n\
         annotation: ?",
    );
}

#[test]
fn en_passant_may_be_announced() {
    check(
        "1A. exd6e.p. 1a. dxe3ep+ 2A. exd6 e.p. 2a. dxe3 ep",
        "1A. exd6\n\
         1a. dxe3+\n\
         2A. exd6\n\
         2a. dxe3",
    );
}

#[test]
fn glyph_may_be_separated_from_its_move() {
    check(
        "1A. Nf7 + 1a. Kxf7 !? {170} 2A. Qh5 ++",
        "1A. Nf7+\n\
         1a. Kxf7 170 s\n\
         annotation: !?\n\
         2A. Qh5+",
    );
}

#[test]
fn impossible_origin_square_is_reported() {
    check(
        "11a. Qe9e8{100.545}",
        "11a. Qee8 100545 ms\nwarning, \"Qe9e8\": 11a: there is no rank 9; ignored it",
    );
}

#[test]
fn invalid_code_ends_the_moves() {
    check(
        "1A. e4 1a. Zf6 {170} 2A. d4",
        "1A. e4\nstray: 1a. Zf6\nbrace: 170\n2A. d4\nreadable: 1\nerror, \"Zf6\": 1a is not a \
         valid move: Z is no English piece letter; use K, Q, R, B, N or P; replay stops here",
    );
    check(
        "1A. e4 1a. e8=K",
        "1A. e4\nstray: 1a. e8=K\nreadable: 1\nerror, \"e8=K\": 1a is not a valid move: a pawn \
         can only promote to Q, R, B or N; replay stops here",
    );
    check(
        "1A. K@e4",
        "stray: 1A. K@e4\nreadable: 0\nerror, \"K@e4\": 1A is not a valid move: only Q, R, B, N \
         and P can be dropped; replay stops here",
    );
    check(
        "1A. e4z",
        "stray: 1A. e4z\nreadable: 0\nerror, \"e4z\": 1A is not a valid move: unexpected text \
         after the move; replay stops here",
    );
    check(
        "1A. e4!!!!!!!!!!!!!!!!!!!!!!!!!!!",
        "stray: 1A. e4!!!!!!!!!!!!!!!!!!!!!!!!!!!\nreadable: 0\nerror, \
         \"e4!!!!!!!!!!!!!!!!!!!!!!!!!!!\": 1A is not a valid move: too long for a move; replay \
         stops here",
    );
}

#[test]
fn a_line_may_end_anywhere() {
    check(
        "1A.\r\ne4\r\n{298}\r\n1a.\n\nNc6\n{299\n}\n2A. d4{\n297.5\n}",
        "1A. e4 298 s\n\
         1a. Nc6 299 s\n\
         2A. d4 297500 ms",
    );
}

// Clocks.

#[test]
fn clocks_are_seconds_with_or_without_a_fraction() {
    check(
        "1A. e4 {298} 1a. e5{178.839} 2A. d4{298.21} 2a. d5 {119.6} 3A. c4 {-0.576} 3a. c5 { 100 } 4A. b4 {99 }",
        "1A. e4 298 s\n\
         1a. e5 178839 ms\n\
         2A. d4 298210 ms\n\
         2a. d5 119600 ms\n\
         3A. c4 -576 ms\n\
         3a. c5 100 s\n\
         4A. b4 99 s",
    );
}

#[test]
fn clocks_in_parentheses_are_read() {
    check(
        "1A. e4 (298) 1a. e5(297.5) 2A. d4 (1A. d4 d5) (296)",
        "1A. e4 298 s\n\
         1a. e5 297500 ms\n\
         2A. d4 296 s\n\
         variation: 1A. d4 d5",
    );
}

#[test]
fn unclosed_parenthesis_does_not_hide_later_clocks() {
    check(
        "1A. e4 ( 1a. e5 (297)",
        "1A. e4\nstray: (\n1a. e5 297 s\nerror, \"(\": text outside moves, comments and tags; \
         ignored",
    );
}

#[test]
fn clocks_may_be_commands() {
    check(
        "1A. e4 {[%clk 0:02:58.1]} 1a. e5 {[%clk\n0:02:58]}",
        "1A. e4 178100 ms\n\
         1a. e5 178 s",
    );
    check(
        "1A. e4 {[%emt 1.3]} 1a. e5 {[ts=185.070]}",
        "1A. e4 spent 1300 ms\n\
         1a. e5 at 185070 ms",
    );
    check(
        "1A. e4 {[%clk 0:02:58.1] a fine move} 1a. e5 {[%foo 7]}",
        "1A. e4 178100 ms\n\
         comment:  a fine move\n\
         1a. e5\n\
         brace: [%foo 7]\n\
         reason: [%foo 7]",
    );
}

#[test]
fn a_clock_may_follow_an_annotation_or_a_comment() {
    check(
        "1A. e4 {A:!} {298} 1a. e5 $1 {C:so} {297}",
        "1A. e4 298 s\n\
         annotation: !\n\
         1a. e5 297 s\n\
         nag: $1\n\
         comment: so",
    );
}

#[test]
fn a_clock_belongs_to_one_ply_only() {
    check(
        "{300} 1A. e4 {298} {297} 1-0 {296}",
        "brace: 300\n\
         1A. e4 298 s\n\
         brace: 297\n\
         brace: 296\n\
         result: 1-0\n\
         warning, \"{297}\": 1A has two clocks; used the first one\n\
         warning, \"{296}\": 1A has two clocks; used the first one",
    );
}

#[test]
fn non_clock_brace_is_a_comment() {
    check(
        "1A. e4 {298x} {2. d4 is better} {1.2.3} {-} {} {99999999}",
        "1A. e4\n\
         brace: 298x\n\
         brace: 2. d4 is better\n\
         brace: 1.2.3\n\
         brace: -\n\
         brace: \n\
         brace: 99999999\n\
         reason: 99999999\n\
         warning, \"{1.2.3}\": a clock that cannot be read; kept as a comment\n\
         warning, \"{99999999}\": a clock that cannot be read; kept as a comment",
    );
    check(
        "1A. e4 {1:2:3:4:5:6:7:8:9:10:11:12:13:14:15:16}",
        "1A. e4\n\
         brace: 1:2:3:4:5:6:7:8:9:10:11:12:13:14:15:16\n\
         reason: 1:2:3:4:5:6:7:8:9:10:11:12:13:14:15:16\n\
         warning, \"{1:2:3:4:5:6:7:8:9:10:11:12:13:14:15:16}\": a clock that cannot be read; kept as a comment",
    );
}

#[test]
fn time_spent_written_as_clk_rises_and_falls_below_the_initial_time() {
    check(
        "[TimeControl \"180\"]\n1B. e4 {[%clk 0:00:01.3]} 1b. e6 {[%clk 0:00:00.1]} 2B. d4 {[%clk 0:00:01.6]}",
        "[TimeControl] 180\n\
         1B. e4 spent 1300 ms\n\
         1b. e6 spent 100 ms\n\
         2B. d4 spent 1600 ms",
    );
}

#[test]
fn even_and_odd_numbers_of_clk_are_read_alike() {
    check(
        "[TimeControl \"180\"]\n1B. e4 {[%clk 0:00:01.3]} 1b. e6 {[%clk 0:00:00.1]} 2B. d4 {[%clk 0:00:01.6]} 2b. d5 {[%clk 0:00:00.2]}",
        "[TimeControl] 180\n\
         1B. e4 spent 1300 ms\n\
         1b. e6 spent 100 ms\n\
         2B. d4 spent 1600 ms\n\
         2b. d5 spent 200 ms",
    );
}

#[test]
fn clk_rising_by_the_increment_is_time_left() {
    check(
        "[TimeControl \"180+12\"]\n1A. e4 {[%clk 0:03:10]} 1a. e5 {[%clk 0:03:11]} 2A. d4 {[%clk 0:03:20]} 2a. d5 {[%clk 0:03:22]}",
        "[TimeControl] 180+12\n\
         1A. e4 190 s\n\
         1a. e5 191 s\n\
         2A. d4 200 s\n\
         2a. d5 202 s",
    );
}

#[test]
fn falling_clk_is_time_left() {
    check(
        "1A. e4 {[%clk 0:00:05]} 1a. e5 {[%clk 0:00:06]} 2A. d4 {[%clk 0:00:03]}",
        "1A. e4 5 s\n\
         1a. e5 6 s\n\
         2A. d4 3 s",
    );
}

// Notes.

#[test]
fn annotations_comments_diagrams_and_lag_belong_to_the_ply_before() {
    check(
        "{C:of the match} 1A. e4 {298} {A:!}{A:?} {C:one} {C:two\nlines} {D:} {L:250} 1a. e5 {D:}",
        "comment: of the match\n\
         1A. e4 298 s\n\
         annotation: !\n\
         annotation: ?\n\
         comment: one\n\
         comment: two/lines\n\
         diagram: \n\
         lag: 250\n\
         1a. e5\n\
         diagram: ",
    );
}

#[test]
fn kibitzes_are_comments() {
    check(
        "1A. e4 {C:LinusO(2310)[60] kibitzes: \nhigh vs high then}",
        "1A. e4\n\
         comment: LinusO(2310)[60] kibitzes: /high vs high then",
    );
}

#[test]
fn pgn_extras_are_preserved() {
    check(
        "1A. e4 $1 $146 (1A. d4 (1A. c4 {)}) 1a. d5) ; e5 {is\n1a. e5 {R: draw offered}\n% 2A. d4\n2A. Nf3 % 3A",
        "1A. e4\nnag: $1\nnag: $146\nvariation: 1A. d4 (1A. c4 {)}) 1a. d5\nline comment:  e5 \
         {is\n1a. e5\nbrace: R: draw offered\nescape: % 2A. d4\n2A. Nf3\nstray: %\nerror, \"%\": \
         text outside moves, comments and tags; ignored\nwarning, \"3A\": 3A is a number without \
         a move; ignored",
    );
}

#[test]
fn braces_do_not_nest() {
    check(
        "1A. e4 {C:a {b} c} 1a. e5",
        "1A. e4\ncomment: a {b\nstray: c}\n1a. e5\nwarning, \"{\": '{' inside a comment, \
         which ends at the first '}'; an earlier '}' may be missing\nerror, \"c}\": text outside \
         moves, comments and tags; ignored",
    );
}

#[test]
fn adjacent_stray_text_is_one_issue() {
    check(
        "1A. e4 foo bar } ] ) 1a. e5 baz",
        "1A. e4\nstray: foo bar } ] )\n1a. e5\nstray: baz\nerror, \"foo bar } ] )\": text \
         outside moves, comments and tags; ignored\nerror, \"baz\": text outside moves, comments \
         and tags; ignored",
    );
}

#[test]
fn unclosed_brace_is_a_comment_to_the_end() {
    check(
        "1A. e4 {C:and then 1a. e5\n[Site \"x\"]",
        "1A. e4\nbrace: C:and then 1a. e5/[Site \"x\"]\nerror, \"{\": unclosed brace; the rest \
         of the match is read as a comment",
    );
}

// The end.

#[test]
fn the_last_brace_before_the_result_is_the_reason() {
    check(
        "1A. e4 {299} {R: x asks} {death checkmated} 0-1",
        "1A. e4 299 s\n\
         brace: R: x asks\n\
         brace: death checkmated\n\
         reason: death checkmated\n\
         result: 0-1",
    );
    check(
        "{nobody moved} 1-0",
        "brace: nobody moved\n\
         reason: nobody moved\n\
         result: 1-0",
    );
    check(
        "1A. e4 {299} {the end}",
        "1A. e4 299 s\n\
         brace: the end\n\
         reason: the end",
    );
}

#[test]
fn reason_is_never_taken_before_the_last_move() {
    check(
        "1A. e4 {299} {not the end} 1a. e5 1/2-1/2",
        "1A. e4 299 s\n\
         brace: not the end\n\
         1a. e5\n\
         result: 1/2-1/2",
    );
}

#[test]
fn every_result_is_read_even_when_glued() {
    check(
        "1A. e4{299}1-0",
        "1A. e4 299 s\n\
         result: 1-0",
    );
    check(
        "1A. e4 0-1\n",
        "1A. e4\n\
         result: 0-1",
    );
    check(
        "1A. e4 1/2-1/2",
        "1A. e4\n\
         result: 1/2-1/2",
    );
    check(
        "1A. e4 {299}*",
        "1A. e4 299 s\n\
         result: *",
    );
}

#[test]
fn second_result_and_later_plies_are_reported() {
    check(
        "1A. e4 1-0 1a. e5 0-1",
        "1A. e4\n1a. e5\nresult: 0-1\nwarning, \"e5\": 1a after the result; read as part of the \
         match\nwarning, \"0-1\": duplicate result; used the last one",
    );
}

// Encodings and odd bytes.

#[test]
fn invalid_utf8_is_windows_1252() {
    check("[WhiteA \"Санёк\"]", "[WhiteA] Санёк");
    check(
        b"[WhiteA \"Ren\xe9 \x80\"]\n1A. e4 {C:na\xefve}",
        "in Windows-1252\n\
         [WhiteA] René €\n\
         1A. e4\n\
         comment: naïve",
    );
}

#[test]
fn byte_order_mark_counts_as_blank_anywhere() {
    check(
        "\u{feff}[Event \"a\"]\n\u{feff}1A. e4 \u{feff}1a. e5",
        "[Event] a\n\
         1A. e4\n\
         1a. e5",
    );
}

#[test]
fn nul_bytes_tabs_and_trailing_blanks_are_blanks() {
    check(
        "[Event \"a\"]\0\t \n\0\x001A.\0e4\0{298}\t1a.\te5 \u{c}\u{b}\u{7f}\n\0",
        "[Event] a\n\
         1A. e4 298 s\n\
         1a. e5",
    );
}

#[test]
fn lines_may_end_with_cr_alone() {
    check(
        "[Event \"a\"]\r[Site \"b\"]\r\r1A. e4 ; c\r1a. e5\r% d\r2A. d4\r",
        "[Event] a\n\
         [Site] b\n\
         1A. e4\n\
         line comment:  c\n\
         1a. e5\n\
         escape: % d\n\
         2A. d4",
    );
}

#[test]
fn empty_text_is_an_empty_record() {
    check("", "");
    check(" \r\n\t\0\u{feff}", "");
}

// Beginnings of records.

#[test]
fn a_record_begins_at_a_tag_at_the_start_of_a_line_after_moves() {
    check_records(
        "[Event \"a\"]\n1A. e4\n[Event \"b\"]\n1A. d4\n\n[Event \"c\"]",
        "[Event] a\n\
         1A. e4\n\
         --\n\
         [Event] b\n\
         1A. d4\n\
         --\n\
         [Event] c",
    );
    check_records(
        "1A. e4\r[Event \"b\"]\r1A. d4",
        "1A. e4\n\
         --\n\
         [Event] b\n\
         1A. d4",
    );
    check_records(
        "1A. e4 ( \n[Event \"b\"]\n1A. d4 )",
        "1A. e4\nstray: (\nerror, \"(\": text outside moves, comments and tags; \
         ignored\n--\n[Event] b\n1A. d4\nstray: )\nerror, \")\": text outside moves, comments and \
         tags; ignored",
    );
}

#[test]
fn after_a_result_any_tag_begins_a_record() {
    check_records(
        "[Event \"a\"]1A. e4 1-0[Event \"b\"]1A. d4 0-1 [Event \"c\"]",
        "[Event] a\n\
         1A. e4\n\
         result: 1-0\n\
         --\n\
         [Event] b\n\
         1A. d4\n\
         result: 0-1\n\
         --\n\
         [Event] c",
    );
}

#[test]
fn after_a_result_a_first_move_number_begins_a_record() {
    check_records(
        "1A. e4 1-0\n1B. d4 0-1\n1A. c4 *",
        "1A. e4\n\
         result: 1-0\n\
         --\n\
         1B. d4\n\
         result: 0-1\n\
         --\n\
         1A. c4\n\
         result: *",
    );
}

#[test]
fn tag_after_moves_on_the_same_line_is_ignored() {
    check_records(
        "1A. e4 [Foo \"b\"] 1a. e5",
        "1A. e4\nstray: [Foo \"b\"]\n1a. e5\nerror, \"[Foo \\\"b\\\"]\": text outside moves, \
         comments and tags; ignored",
    );
}

#[test]
fn event_tag_at_a_line_start_ends_an_unclosed_brace() {
    check_records(
        "1A. e4 {C:oh\n[Event \"b\"]\n1A. d4 {C:fine}",
        "1A. e4\nbrace: C:oh/\nerror, \"{\": unclosed brace; the rest of the match is read as a \
         comment\n--\n[Event] b\n1A. d4\ncomment: fine",
    );
    check_records(
        "1A. e4 {C:oh [Event \"b\"]\n1A. d4 }",
        "1A. e4\n\
         comment: oh [Event \"b\"]/1A. d4 ",
    );
}

#[test]
fn second_event_tag_starts_a_record_without_moves() {
    check_records(
        "[Event \"a\"]\n[Site \"x\"]\n\n[Event \"b\"]\n1A. d4",
        "[Event] a\n\
         [Site] x\n\
         --\n\
         [Event] b\n\
         1A. d4",
    );
}

#[test]
fn byte_order_mark_is_allowed_before_any_record() {
    check_records(
        "1A. e4\n\u{feff}[Event \"b\"]\n1A. d4",
        "1A. e4\n\
         --\n\
         [Event] b\n\
         1A. d4",
    );
}

#[test]
fn remarks_before_the_first_tag_belong_to_its_record() {
    check_records(
        "; by hand\n% and machine\n[Event \"b\"]\n1A. d4",
        "[Event] b\n\
         line comment:  by hand\n\
         escape: % and machine\n\
         1A. d4",
    );
}

#[test]
fn blanks_belong_to_the_record_before_or_to_the_first() {
    let text = b"\n\n[Event \"a\"]\n1A. e4\n\n\n[Event \"b\"]\n\n";
    let lengths: Vec<usize> = record_texts(text).map(<[u8]>::len).collect();
    assert_eq!(lengths, [23, 13]);
    assert!(record_ranges(b" \n\t").is_empty());
    assert!(record_ranges(b"").is_empty());
}

// Arbitrary text.

/// Checks what must hold for every text.
fn assert_invariants(text: &[u8]) {
    let mut at = 0;
    for token in tokens(text) {
        assert_eq!(token.span.start, at, "tokens without gaps");
        assert!(!token.span.is_empty());
        at = token.span.end;
    }
    assert_eq!(at as usize, text.len());

    let record = Record::parse(text);
    let inside = |span: Span| assert!(span.start <= span.end && span.end as usize <= text.len());
    for tag in &record.tags {
        [tag.span, tag.name, tag.value].into_iter().for_each(inside);
        assert_eq!(tag.span.to(tag.name).to(tag.value), tag.span);
    }
    let mut last = 0;
    for ply in &record.plies {
        [ply.span, ply.san_span, ply.clock_span].into_iter().for_each(inside);
        assert_eq!(ply.span.to(ply.san_span).to(ply.clock_span), ply.span);
        assert!(last <= ply.span.start, "plies in order, none in another");
        last = ply.span.end;
    }
    for note in &record.notes {
        [note.span, note.text].into_iter().for_each(inside);
        assert_eq!(note.span.to(note.text), note.span);
        assert!(note.after as usize <= record.plies.len());
    }
    assert!(record.notes.is_sorted_by_key(|note| note.after));
    record.issues.iter().map(|issue| issue.span).for_each(inside);
    [record.ending.reason, record.ending.result_span].into_iter().for_each(inside);
    assert!(record.readable_plies() <= record.plies.len());

    let mut at = 0;
    let mut first = Record::default();
    let mut rest = text;
    for range in record_ranges(text) {
        assert_eq!(range.start, at, "records without gaps");
        assert!(!range.is_empty());
        at = range.end;
        let (alone, after) = rest.split_at(usize::try_from(range.len()).expect("a short text"));
        assert_eq!(first.parse_first(rest), alone.len());
        assert_eq!(first, Record::parse(alone), "the same record alone");
        assert_eq!(record_ranges(alone).len(), 1);
        rest = after;
    }
    let blank = text.is_empty() || Record::parse(text).is_blank();
    assert_eq!(at, if blank { 0 } else { text.len() as u64 });
}

#[test]
fn number_before_the_next_record_is_the_same_as_at_the_end() {
    for number in ["1b-", "1A,", "1.A", "1A)", "1-A", "1)", "1b:", "12B="] {
        assert_invariants(format!("{number}[Event \"a\"]\n").as_bytes());
    }
}

/// Complete and incomplete parts of the notation.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let pieces: &[&[u8]] = &[
        b"{",
        b"}",
        b"[",
        b"]",
        b"(",
        b")",
        b"\"",
        b"\\",
        b";",
        b"%",
        b"$",
        b"$146@",
        b"@",
        b"\n",
        b"\r",
        b"\r\n",
        b" ",
        b"\t",
        b"\0",
        b"\xef\xbb\xbf",
        b"\xe9",
        b"\xff",
        b"\xc3\xa9",
        b"[Event \"",
        b"\n[Event \"a\"]\n",
        b"\r[Site \"b\"]",
        b"\"]",
        b"][",
        b"[Lag \"1 2 3\"]",
        b"[Round -1-]",
        b"[FEN \"",
        b"1A.",
        b"1a.",
        b"1B.",
        b"1b",
        b"2.",
        b"12b.",
        b"99999A.",
        b"e4",
        b"Nf3+!?",
        b"P@e4",
        b"O-O",
        b"0-0-0",
        b"e8(Q)",
        b"e.p.",
        b"Zz9",
        b"{298}",
        b"{-1.5}",
        b"{C:",
        b"{A:!}",
        b"{D:}",
        b"{L:5}",
        b"{[%clk 0:00:09]}",
        b"{[ts=1.5]}",
        b"(298)",
        b"{death checkmated}",
        b"1-0",
        b"0-1",
        b"1/2-1/2",
        b"*",
        b"+",
        b"#",
        b"-",
        b".",
        b"x",
        b"1:2:3:4:5:6:7:8:9:10:11:12:13",
    ];
    proptest::sample::select(pieces).prop_map(<[u8]>::to_vec)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read(text in proptest::collection::vec(any::<u8>(), 0..300)) {
        assert_invariants(&text);
    }

    #[test]
    fn any_pieces_of_notation_are_read(pieces in proptest::collection::vec(piece(), 0..60)) {
        assert_invariants(&pieces.concat());
    }
}

/// Reads `size` bytes of repeated `piece`, as one record and as many.
fn flood(piece: &str, size: usize, most_records: usize) {
    let text = piece.as_bytes().repeat(size / piece.len());
    let mut record = Record::default();
    record.parse_into(&text);
    // The limit for warnings, the same for errors, and one issue about the rest.
    assert!(record.issues.len() <= 401, "{piece:?}: {}", record.issues.len());
    let records = record_ranges(&text).len();
    assert!(records <= most_records, "{piece:?}: {records}");
}

const MB: usize = 1 << 20;

#[test]
fn twenty_megabytes_of_anything_are_read_in_linear_time() {
    for piece in ["{", "(", "\"", "["] {
        flood(piece, 20 * MB, 1);
    }
}

#[test]
fn many_small_pieces_are_read_in_linear_time() {
    for piece in [
        "1A. ",
        "e4 ",
        "[\n",
        "[\"\n",
        "[\"\r",
        "(\n",
        "{}",
        "x\0",
        "1A. e4 (\n",
        "}",
        "((()",
        // A line as long as the text.
        "[Site \"v\"]",
        "[Site \"v\" ]",
        "[v]",
        // Possibly closed further down.
        "[\"\na",
    ] {
        flood(piece, MB, 1);
    }
}

#[test]
fn many_broken_records_are_read_in_linear_time() {
    for piece in [
        "[Event \"a\"]\n1A. e4 (\n",
        "[Event \"a\"]\n1A. e4 {\n",
        "[\" 1A. e4\n",
        "1A. e4 (\r[\"",
        // A line as long as the text.
        "[Event \"v\"]",
        "[Event \"v\"] 1A. e4 (",
    ] {
        flood(piece, MB, MB / piece.len() + 1);
    }
}

#[test]
fn late_repeated_ply_is_read_in_linear_time() {
    use std::fmt::Write as _;
    let mut text = String::new();
    for number in 1..=100_000 {
        let _ = write!(text, "{number}A. Nf3 ");
    }
    text += &"100000A. Nf3 ".repeat(100_000);
    assert_eq!(Record::parse(text.as_bytes()).plies.len(), 65_535);
}

#[test]
fn error_is_not_hidden_by_many_warnings() {
    let text = "e4 ".repeat(300) + "1A. zzz";
    let record = Record::parse(text.as_bytes());
    assert_eq!(record.unreadable_ply, Some(300));
    let errors = record.issues.iter().filter(|issue| issue.problem.severity() == Severity::Error);
    assert_eq!(errors.count(), 1);
}

#[test]
fn seventy_thousand_plies_are_read() {
    let mut text = String::new();
    for number in 1..=35_000 {
        text += &format!("{number}A. Nf3 {{1}} {number}a. Nf6 {{1}} ");
    }
    let record = Record::parse(text.as_bytes());
    assert_eq!(record.plies.len(), 70_000);
    assert!(record.issues.is_empty());
}
