//! Records replayed by the rules: how far they go, and their issues.

use tandem::{
    document::Document,
    file::{FileRange, Source},
    notation::Record,
    replay::{InitialClocks, Match},
    rules::{BoardId, Seat},
};

/// Replays `text` and compares the plies, the ending and the issues.
fn check(text: &str, expect: &str) {
    let played = play(text);
    let mut lines = Vec::new();
    let mut position = played.set_up.position.clone();
    let mut plies = Vec::new();
    for ply in &played.plies {
        let is_lent = if ply.is_lent { "(lent)" } else { "" };
        plies.push(format!("{}. {}{is_lent}", ply.name(), ply.san(&position)));
        ply.play_on(&mut position);
    }
    if !plies.is_empty() {
        lines.push(plies.join(" "));
    }
    if played.cut_short {
        lines.push("cut short".to_owned());
    }
    let ending = &played.ending;
    let result = ending.result.map(|result| result.text().to_owned());
    let cause = ending.cause.map(|cause| cause.name().to_owned());
    let mated = ending.mated.map(|seat| format!("{} mated", seat.name()));
    let lost = ending.lost.map(|team| {
        let [first, second] = team.seats();
        format!("{}{} lost", first.letter(), second.letter())
    });
    let ending: Vec<String> = [result, cause, mated, lost].into_iter().flatten().collect();
    if !ending.is_empty() {
        lines.push(ending.join(", "));
    }
    for issue in &played.issues {
        let at = String::from_utf8_lossy(issue.span.of(text.as_bytes()));
        lines.push(format!("{}, {at:?}: {}", issue.problem.severity().name(), issue.problem));
    }
    let got = lines.join("\n");
    assert_eq!(got, expect, "{text}");
}

fn play(text: &str) -> Match {
    Match::replay(&Record::parse(text.as_bytes()), text.as_bytes())
}

/// Black A is mated on f7; nothing has been played on board B.
const MATE: &str = "1A. e4 1a. e5 2A. Bc4 2a. Nc6 3A. Qh5 3a. Nf6 4A. Qxf7#";

// What ends the replay.

#[test]
fn impossible_clock_is_reported() {
    let check = |control: &str, plies: &str, expect: Option<&str>| {
        let text = format!("[Event \"a\"][TimeControl \"{control}\"]\n{plies} *\n");
        let record = Record::parse(text.as_bytes());
        let played = Match::replay(&record, text.as_bytes());
        let said: Vec<String> =
            played.issues.iter().map(|issue| issue.problem.to_string()).collect();
        assert_eq!(said.first().map(String::as_str), expect, "{text}");
        assert!(said.len() <= 1, "{said:?}");
    };
    let said = "1A has 400 s on its clock, but the time control allows 300 s; used the clock";
    check("300+0", "1A. e4 {400} 1a. e5 {450}", Some(said));
    check("300+0", "1A. e4 {300.9} 1a. e5 {299}", None);
    // Two seconds are added for each of two plies.
    check("300+2", "1A. e4 {302} 1a. e5 {300} 2A. d4 {304}", None);
    check("-", "1A. e4 {400} 1a. e5 {450}", None);
}

#[test]
fn unplayable_ply_ends_the_replay() {
    check(
        "1A. e4 1a. e5 2A. Bb4 2a. Nc6",
        "1A. e4 1a. e5\ncut short\nerror, \"Bb4\": 2A is illegal: no white bishop can reach b4; \
         replay stops here",
    );
    check(
        "1A. e4 1A. d4",
        "1A. e4\ncut short\nerror, \"d4\": 1A is illegal: it is black's turn on this board; \
         replay stops here",
    );
    check(
        "1A. e4 1a. f6 2A. Qh5+ 2a. a6",
        "1A. e4 1a. f6 2A. Qh5+\ncut short\nerror, \"a6\": 2a is illegal: black's king stays in \
         check; replay stops here",
    );
    check(
        "1A. e4 1a. e5 2A. Ke3",
        "1A. e4 1a. e5\ncut short\nerror, \"Ke3\": 2A is illegal: no white king can reach e3; \
         replay stops here",
    );
    check(
        "1A. O-O",
        "cut short\nerror, \"O-O\": 1A is illegal: cannot castle: a piece is in the way; replay \
         stops here",
    );
    check(
        "1A. Nd2",
        "cut short\nerror, \"Nd2\": 1A is illegal: a piece of the same colour stands on d2; \
         replay stops here",
    );
    check(
        "1A. P@e4 ",
        "1A. P@e4(lent)\nwarning, \"P@e4\": 1A drops a pawn that is not in reserve; played anyway",
    );
    check(
        "1A. P@e2",
        "cut short\nerror, \"P@e2\": 1A is illegal: a piece already stands on e2; replay stops here",
    );
}

#[test]
fn ambiguous_ply_ends_the_replay() {
    check(
        "1A. d4 1a. e6 2A. Nf3 2a. d6 3A. Nd2 3a. a6 4A. a3 4a. h6 5A. Nb3 5a. g6 6A. Nd2",
        "1A. d4 1a. e6 2A. Nf3 2a. d6\ncut short\nerror, \"Nd2\": 3A is illegal: more than one \
         knight can reach d2; replay stops here",
    );
    check(
        "1A. Nc3 1a. a6 2A. Nf3 2a. b6 3A. Nd4 3a. c6 4A. Nb5",
        "1A. Nc3 1a. a6 2A. Nf3 2a. b6 3A. Nd4 3a. c6\ncut short\nerror, \"Nb5\": 4A is illegal: \
         more than one knight can reach b5; replay stops here",
    );
}

#[test]
fn invalid_move_ends_the_replay() {
    check(
        "1A. e4 1a. Zz9 2A. d4",
        "1A. e4\ncut short\nerror, \"Zz9\": 1a is not a valid move: z9 is not a square; replay \
         stops here",
    );
}

// Leniencies.

#[test]
fn a_drop_from_an_empty_reserve_is_played() {
    check(
        "1A. e4 1a. N@d4 2A. c3",
        "1A. e4 1a. N@d4(lent) 2A. c3\nwarning, \"N@d4\": 1a drops a knight that is not in \
         reserve; played anyway",
    );
}

#[test]
fn drop_from_a_filled_reserve_is_not_reported() {
    check("1A. e4 1a. d5 2A. exd5 1B. a3 1b. P@e4", "1A. e4 1a. d5 2A. exd5 1B. a3 1b. P@e4");
}

#[test]
fn drop_without_a_piece_letter_prefers_a_knight() {
    check(
        "1A. e4 1a. d5 2A. exd5 1B. a3 1b. $146@e4",
        "1A. e4 1a. d5 2A. exd5 1B. a3 1b. P@e4\nwarning, \"$146@e4\": 1b drops an unnamed \
         piece; assumed a pawn",
    );
    check(
        "1A. e4 1a. Nf6 2A. e5 2a. d5 3A. exf6 1B. a3 1b. $146@e4",
        "1A. e4 1a. Nf6 2A. e5 2a. d5 3A. exf6 1B. a3 1b. N@e4\nwarning, \"$146@e4\": 1b drops \
         an unnamed piece; assumed a knight",
    );
    check(
        "1A. $146@e4",
        "1A. N@e4(lent)\nwarning, \"$146@e4\": 1A drops a knight that is not in reserve; played \
         anyway",
    );
}

#[test]
fn set_up_is_reported_at_most_once() {
    const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    check(&format!("[Setup \"1\"]\n[FEN \"{FEN}\"]\n1A. e4"), "1A. e4");
    check(&format!("[FEN \"{FEN}\"]\n[SetUp \" 1 \"]\n1A. e4"), "1A. e4");
    check("[Setup \"0\"]\n1A. e4", "1A. e4");
    check(
        "[Setup \"1\"]\n1A. e4",
        "1A. e4\nwarning, \"[Setup \\\"1\\\"]\": SetUp tag without a FEN tag; used the standard \
         starting position",
    );
    check(
        "[Setup \"1\"][FEN \"\"]\n1A. e4",
        "1A. e4\nwarning, \"[Setup \\\"1\\\"]\": SetUp tag without a FEN tag; used the standard \
         starting position",
    );
    let fen = format!("[FEN \\\"{FEN}\\\"]");
    check(
        &format!("[FEN \"{FEN}\"]\n1A. Kd2"),
        &format!("1A. Kd2\nwarning, \"{fen}\": FEN tag without a SetUp tag; used the FEN tag"),
    );
    check(
        &format!("[Setup \"0\"]\n[FEN \"{FEN}\"]\n1A. Kd2"),
        "1A. Kd2\nwarning, \"[Setup \\\"0\\\"]\": the SetUp tag disables the FEN tag; used the \
         FEN tag anyway",
    );
}

#[test]
fn pawn_capture_without_x_is_played_and_reported() {
    check(
        "1A. e4 1a. d5 2A. d5",
        "1A. e4 1a. d5 2A. exd5\nwarning, \"d5\": 2A is a pawn capture; played from the e-file",
    );
    check(
        "1A. e4 1a. a6 2A. e5 2a. d5 3A. d6",
        "1A. e4 1a. a6 2A. e5 2a. d5 3A. exd6\nwarning, \"d6\": 3A is a pawn capture; played \
         from the e-file",
    );
    // The origin makes it clear, even where another pawn could capture.
    check("1A. e4 1a. d5 2A. ed5", "1A. e4 1a. d5 2A. exd5");
    check("1A. e4 1a. d5 2A. e4d5", "1A. e4 1a. d5 2A. exd5");
    check("1A. e4 1a. d5 2A. xd5", "1A. e4 1a. d5 2A. exd5");
}

#[test]
fn an_open_promotion_is_a_queen() {
    check(
        "[Setup \"1\"][FEN \"4k3/P7/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n1A. a8 1a. Ke7",
        "1A. a8=Q+ 1a. Ke7\nwarning, \"a8\": 1A promotes without a piece; assumed a queen",
    );
}

#[test]
fn one_half_move_on_the_other_board_may_follow_a_mate() {
    check(
        &format!("{MATE} 1B. e4 {{x}} 1-0"),
        "1A. e4 1a. e5 2A. Bc4 2a. Nc6 3A. Qh5 3a. Nf6 4A. Qxf7# 1B. e4\n\
         1-0, mate, Black A mated, aB lost",
    );
}

#[test]
fn more_plies_after_a_mate_are_played_with_one_warning() {
    check(
        &format!("{MATE} 1B. e4 1b. e5 2B. d4"),
        "1A. e4 1a. e5 2A. Bc4 2a. Nc6 3A. Qh5 3a. Nf6 4A. Qxf7# 1B. e4 1b. e5 2B. d4\nmate, \
         Black A mated, aB lost\nwarning, \"e5\": 1b comes after mate; played anyway\nhint, \"\": Black A \
         is mated on the board, but the record has no result",
    );
    check(
        &format!("{MATE} 4a. Kxf7"),
        "1A. e4 1a. e5 2A. Bc4 2a. Nc6 3A. Qh5 3a. Nf6 4A. Qxf7#\ncut short\nmate, Black A \
         mated, aB lost\nerror, \"Kxf7\": 4a is illegal: black's king stays in check; replay \
         stops here\nhint, \"\": Black A is mated on the board, but the record has no result",
    );
}

// Set-up.

#[test]
fn a_position_for_both_boards_in_thiefs_form_has_clocks() {
    let text = include_str!("../../assets/samples/bpgn-1.1-bfen.bpgn");
    let played = play(text);
    assert_eq!(played.set_up.clocks_from, InitialClocks::Fen);
    let clocks = Seat::ALL.map(|seat| played.set_up.clocks_ms[seat]);
    assert_eq!(clocks, [Some(142_000), Some(164_000), Some(142_000), Some(163_000)]);
    assert_eq!(played.set_up.position.turn(BoardId::A), Seat::BlackA);
    assert_eq!(played.plies.len(), 13);
}

#[test]
fn single_board_position_keeps_the_other_board_standard() {
    check(
        "[Setup \"1\"][FEN \"4k3/8/8/8/8/8/8/4K2R[] w K - 0 1\"]\n1A. O-O 1B. e4",
        "1A. O-O 1B. e4\nwarning, \"4k3/8/8/8/8/8/8/4K2R[] w K - 0 1\": the position has one \
         board; bughouse needs two, separated by “|”; board B is in the starting position",
    );
}

#[test]
fn invalid_position_is_reported_and_replaced_by_the_standard_one() {
    check(
        "[FEN \"7/8 w\"]\n1A. e4",
        "1A. e4\nerror, \"7/8 w\": invalid FEN tag (board A: rank 8 has 7 squares); used the \
         standard starting position",
    );
    check("[FEN \"\"]\n1A. e4", "1A. e4");
}

#[test]
fn first_clocks_without_a_time_control_are_the_largest_rounded_up() {
    for (text, expect, from) in [
        ("1A. e4 {178.9} 1a. e5 {179.9}", Some(180_000), InitialClocks::LargestClock),
        ("1A. e4 {180}", Some(180_000), InitialClocks::LargestClock),
        ("1A. e4 {-5}", Some(30_000), InitialClocks::LargestClock),
        ("[TimeControl \"3 0\"]\n1A. e4 {5}", Some(180_000), InitialClocks::TimeControl),
        ("[TimeControl \"-\"]\n1A. e4 {5}", Some(30_000), InitialClocks::LargestClock),
        ("1A. e4", None, InitialClocks::None),
    ] {
        let set_up = play(text).set_up;
        assert_eq!(set_up.clocks_ms[Seat::BlackB], expect, "{text}");
        assert_eq!(set_up.clocks_from, from, "{text}");
    }
}

// Lag.

#[test]
fn as_many_lags_as_plies_should_be_recorded() {
    check("[Lag \"100 200\"]\n1A. e4 1a. e5", "1A. e4 1a. e5");
    check(
        "[Lag \"100\"]\n1A. e4 1a. e5",
        "1A. e4 1a. e5\nwarning, \"\": 1 lag value for 2 moves; assumed no lag for the others",
    );
    check(
        "[Lag \"100 200 300\"]\n1A. e4",
        "1A. e4\nwarning, \"\": 3 lag values for 1 move; the others are ignored",
    );
    check(
        "[Lag \"100 x -5 99999999999\"]\n1A. e4 1a. e5 2A. d4 2a. d5",
        "1A. e4 1a. e5 2A. d4 2a. d5\nwarning, \"x\": lag is not a number of milliseconds; \
         assumed none\nwarning, \"-5\": lag is not a number of milliseconds; assumed \
         none\nwarning, \"99999999999\": lag is not a number of milliseconds; assumed none",
    );
    check("[Lag \"\"]\n1A. e4", "1A. e4");
}

#[test]
fn lag_is_read_from_the_tag_or_the_plies() {
    let lags = |text| -> Vec<Option<u32>> { play(text).plies.iter().map(|p| p.lag_ms).collect() };
    assert_eq!(lags("[Lag \"100 x\"]\n1A. e4 1a. e5 2A. d4"), [Some(100), None, None]);
    assert_eq!(lags("{L:7} 1A. e4 {L:100} 1a. e5 {L:x}"), [Some(100), None]);
}

#[test]
fn many_bad_lags_are_summarized() {
    let text = format!("[Lag \"{}\"]\n1A. e4", "x ".repeat(100_000));
    assert_eq!(play(&text).issues.len(), 22);
}

// Results.

const NAMES: &str = "[WhiteA \"raven\"][BlackA \"Gnejs\"][WhiteB \"Paaso\"][BlackB \"death\"]\n";

#[test]
fn the_tag_and_the_moves_may_contradict_each_other() {
    check(
        "[Result \"1-0\"]\n1A. e4 0-1",
        "1A. e4\n1-0\nwarning, \"0-1\": the Result tag is 1-0, but the moves end with 0-1; used \
         the tag",
    );
    check(
        "[Result \"1-0\"]\n1A. e4 *",
        "1A. e4\n\
         1-0",
    );
    check(
        "[Result \"*\"]\n1A. e4 0-1",
        "1A. e4\n\
         0-1",
    );
    check(
        "[Result \"foo\"]\n1A. e4 1/2-1/2",
        "1A. e4\n\
         1/2-1/2",
    );
}

#[test]
fn a_mate_may_contradict_the_result() {
    check(
        &format!("{MATE} {{x}} 0-1"),
        "1A. e4 1a. e5 2A. Bc4 2a. Nc6 3A. Qh5 3a. Nf6 4A. Qxf7#\n0-1, mate, Black A mated, aB \
         lost\nwarning, \"0-1\": Black A is mated on the board, but the result is 0-1",
    );
    check(
        &format!("{MATE} 1-0"),
        "1A. e4 1a. e5 2A. Bc4 2a. Nc6 3A. Qh5 3a. Nf6 4A. Qxf7#\n\
         1-0, mate, Black A mated, aB lost",
    );
    check(
        MATE,
        "1A. e4 1a. e5 2A. Bc4 2a. Nc6 3A. Qh5 3a. Nf6 4A. Qxf7#\n\
         mate, Black A mated, aB lost\nhint, \"\": Black A is mated on the board, but the record has no \
         result",
    );
}

#[test]
fn a_comment_may_contradict_the_result() {
    check(
        &format!("{NAMES}1A. e4 {{death resigns}} 1-0"),
        "1A. e4\n1-0, resignation, Ab lost\nwarning, \"1-0\": the comment says that Black B's \
         team lost, but the result is 1-0",
    );
    check(
        &format!("{NAMES}1A. e4 {{death resigns}} 0-1"),
        "1A. e4\n\
         0-1, resignation, Ab lost",
    );
    check(
        &format!("{NAMES}1A. e4 {{BB resigns}} 0-1"),
        "1A. e4\n\
         0-1, resignation, Ab lost",
    );
}

#[test]
fn contradicting_winner_is_named() {
    check(
        &format!("{NAMES}1A. e4 {{Gnejs won on time}} 0-1"),
        "1A. e4\n\
         0-1, time, Ab lost",
    );
    check(
        &format!("{NAMES}1A. e4 {{Gnejs won by checkmate}} 1-0"),
        "1A. e4\n1-0, mate, Ab lost\nwarning, \"1-0\": the comment says that White A's team \
         lost, but the result is 1-0",
    );
    check(
        &format!("{NAMES}1A. e4 {{Paaso checkmates death}} 0-1"),
        "1A. e4\n\
         0-1, mate, Ab lost",
    );
}

#[test]
fn the_partner_may_be_named_as_mated() {
    check(
        &format!("{NAMES}{MATE} {{Paaso checkmated}} 1-0"),
        "1A. e4 1a. e5 2A. Bc4 2a. Nc6 3A. Qh5 3a. Nf6 4A. Qxf7#\n\
         1-0, mate, Black A mated, aB lost",
    );
}

#[test]
fn a_player_of_both_teams_loses_for_neither() {
    check(
        "[WhiteA \"km\"][BlackA \"km\"]\n1A. e4 {km resigns} 1-0",
        "1A. e4\n\
         1-0, resignation",
    );
}

#[test]
fn ending_is_not_read_from_a_name() {
    check(
        "[WhiteA \"automated\"]\n1A. e4 {automated resigns} 0-1",
        "1A. e4\n\
         0-1, resignation, Ab lost",
    );
    check(
        "[WhiteA \"automated\"]\n1A. e4 {automated forfeits on time} 0-1",
        "1A. e4\n\
         0-1, time, Ab lost",
    );
}

#[test]
fn other_endings_are_read() {
    check(
        "1A. e4 {Game aborted on move 1} *",
        "1A. e4\n\
         *, aborted",
    );
    check(
        "1A. e4 {Game drawn by mutual agreement} 1/2-1/2",
        "1A. e4\n\
         1/2-1/2, draw",
    );
    check(
        "1A. e4 {BA lost connection} 1-0",
        "1A. e4\n\
         1-0, disconnection, aB lost",
    );
}

// Everything is a match.

#[test]
fn incomplete_records_are_matches() {
    check("[Event \"a\"]", "");
    check("1B. e4 1b. e5", "1B. e4 1b. e5");
    check(
        "34A. e4 12b. e5",
        "34A. e4\ncut short\nerror, \"e5\": 12b is illegal: it is white's turn on this board; \
         replay stops here",
    );
    check(
        "[Setup \"1\"][FEN \"4k3/8/8/8/8/8/8/4K3[P] b - - 0 20 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 9\"]\n20a. Kd7 21A. P@e4 9B. Kd2",
        "20a. Kd7 21A. P@e4 9B. Kd2",
    );
}

#[test]
fn seventy_thousand_plies_are_played() {
    let mut text = String::new();
    for n in (1..=35_000).step_by(2) {
        let m = n + 1;
        text += &format!("{n}A. Nf3 {{9}} {n}a. Nf6 {m}A. Ng1 {m}a. Ng8\n");
    }
    let played = play(&text);
    assert_eq!(played.plies.len(), 70_000);
    assert!(played.issues.is_empty());
}

#[test]
fn unplayable_plies_of_another_variant_name_it() {
    check(
        "[Variant \"DuckChess\"]\n\n1A. e4 1a. e5 2A. Ke3",
        "1A. e4 1a. e5\ncut short\nerror, \"Ke3\": DuckChess is not bughouse, and 2A is illegal; \
         replay stops here",
    );
}

/// Lag and variations are read after the moves, but may stand before them.
#[test]
fn issues_are_in_the_order_of_the_text() {
    let text = "[TimeControl \"180+0\"]\n[Lag \"1 x\"]\n\n\
                1A. e4{179} ( 1A. Ke5 ) 1a. e5{178} 2A. d4{199} *";
    let range = FileRange::new(0, text.len() as u64);
    let document = Document::open(Source::from_bytes("a.bpgn", text), range);
    for (played, count) in [(document.played(), 4), (&play(text), 3)] {
        let issues = &played.issues;
        assert_eq!(issues.len(), count, "{issues:?}");
        assert!(issues.is_sorted_by_key(|issue| issue.span.start), "{issues:?}");
    }
}

// Files as people really have them.

#[test]
fn signs_after_moves_and_clocks_are_glyphs() {
    let plies = "1A. e4 1a. e5 2A. Nf3 2a. Nc6\n*";
    for [first, second, third] in [
        ["e5±", "Nf3=", "Nc6+-"],
        ["e5⁉", "Nf3!?", "Nc6$14"],
        ["e5N", "Nf3N", "Nc6∞"],
        ["e5 ±", "Nf3 =", "Nc6 N"],
        ["e5{179}±", "Nf3{179}!?", "Nc6{179} -/+"],
    ] {
        check(&format!("1A. e4 1a. {first} 2A. {second} 2a. {third} *"), plies);
    }
    let text = "1A. e4 1a. e5{179}± 2A. Nf3!?+- *".as_bytes();
    let glyphs: Vec<_> = Record::parse(text)
        .notes
        .iter()
        .map(|note| String::from_utf8_lossy(note.text.of(text)).into_owned())
        .collect();
    assert_eq!(glyphs, ["±", "!?+-"]);
}

#[test]
fn typographic_characters_of_certain_meaning_are_read() {
    for text in [
        "1a. ... e5",
        "1a. ...e5",
        "1a.… e5",
        "1a . e5",
        "1a.. e5.",
        "1a.\u{a0}e5\u{a0}",
        "1a. \u{200b}e5",
        "\u{feff}1a. e7–e5",
        "１ａ．　ｅ５",
        "1a. ♟e5",
    ] {
        let text = format!("1A. e4 {text} 2A. Nf3 *");
        check(&text, "1A. e4 1a. e5 2A. Nf3\n*");
    }
    let before = "1A. e4 1a. e5 2A. Nf3 2a. Nc6 3A. Be2 3a. Nf6";
    check(&format!("{before} 4A. O–O *"), &format!("{before} 4A. O-O\n*"));
}

#[test]
fn other_words_have_a_reason_each() {
    for (word, why) in [
        ("--", "a null move; players cannot pass"),
        ("Sf3", "“Sf3” is German for Nf3"),
        ("–", "unexpected character U+2013, a dash"),
        ("“e5”", "unexpected character U+201C, a quotation mark"),
        ("ё5", "unexpected character U+0451, a Cyrillic letter"),
        ("Zz9", "z9 is not a square"),
    ] {
        let expect = format!(
            "1A. e4\ncut short\n*\nerror, {word:?}: 1a is not a valid move: {why}; replay stops here"
        );
        check(&format!("1A. e4 1a. {word} *"), &expect);
    }
    check(
        "1A. e4 1а. *",
        "1A. e4\n*\nerror, \"1а.\": text outside moves, comments and tags, with U+0430, a \
         Cyrillic letter; ignored",
    );
}

#[test]
fn results_in_other_spellings_are_read() {
    for (written, result) in [
        ("1–0", "1-0"),
        ("0:1", "0-1"),
        ("½-½", "1/2-1/2"),
        ("½", "1/2-1/2"),
        ("0.5-0.5", "1/2-1/2"),
        ("0,5-0,5", "1/2-1/2"),
        ("0-0", "*"),
    ] {
        check(&format!("1A. e4 1a. e5 {written}"), &format!("1A. e4 1a. e5\n{result}"));
    }
    check(
        "1A. e4 1a. e5 2A. Nf3 2a. Nc6 3A. Be2 3a. Nf6 4A. 0-0",
        "1A. e4 1a. e5 2A. Nf3 2a. Nc6 3A. Be2 3a. Nf6 4A. O-O",
    );
}

#[test]
fn clocks_among_words_are_read_or_reported() {
    let clocks = |text: &str| -> Vec<Option<i32>> {
        let record = Record::parse(text.as_bytes());
        assert_eq!(record.issues, [], "{text}");
        record.plies.iter().map(|ply| ply.clock.left_ms()).collect()
    };
    for clock in [
        "{good [%clk 0:02:57.5]}",
        "{C:good [%clk 0:02:57.5]}",
        "{[%clk 0:02:57,5] good}",
        "{[%CLK 0:02:57.5]}",
        "{[%clk=0:02:57.5]}",
        "{177,5}",
        "{177.5s}",
    ] {
        let text = format!("[TimeControl \"180+0\"]\n1A. e4 {clock} 1a. e5 *");
        assert_eq!(clocks(&text), [Some(177_500), None], "{text}");
    }
    check(
        "1A. e4 {[%clk soon]} 1a. e5{170}{171} *",
        "1A. e4 1a. e5\n*\nwarning, \"{[%clk soon]}\": a clock that cannot be read; kept as a \
         comment\nwarning, \"{171}\": 1a has two clocks; used the first one",
    );
}

#[test]
fn quotes_in_tags_are_read_and_reported() {
    for (tag, value, problem) in [
        (
            "[WhiteA \"Jo \"Ace\" Roe\"]",
            "Jo \"Ace\" Roe",
            "quotes inside the value; read as a part of it, up to the last quote",
        ),
        (
            "[WhiteA \"Jo \"[GM]\" Roe\"]",
            "Jo \"[GM]\" Roe",
            "quotes inside the value; read as a part of it, up to the last quote",
        ),
        ("[WhiteA \"Jo\" Roe]", "Jo", "text after the value of the tag; ignored"),
        ("[WhiteA “Jo”]", "Jo", "quotes other than \" around the value; read like \""),
        ("[WhiteA \"Jo”]", "Jo", "quotes other than \" around the value; read like \""),
        ("[WhiteA 'Jo']", "Jo", "quotes other than \" around the value; read like \""),
        ("[WhiteA: \"Jo\"]", "Jo", "a : or = after the name of the tag; ignored"),
        ("[WhiteA = \"Jo\"]", "Jo", "a : or = after the name of the tag; ignored"),
        ("[WhiteA=\"Jo\"]", "Jo", "a : or = after the name of the tag; ignored"),
        ("[WhiteA : Jo]", "Jo", "a : or = after the name of the tag; ignored"),
        ("[WhiteA «Jo»]", "Jo", "quotes other than \" around the value; read like \""),
    ] {
        let text = format!("[Event \"x\"]\n{tag}[BlackA \"ba\"]\n\n1A. e4 *");
        let record = Record::parse(text.as_bytes());
        let tags: Vec<_> = record.tag_texts(text.as_bytes()).collect();
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(tags, [pair("Event", "x"), pair("WhiteA", value), pair("BlackA", "ba")]);
        let problems: Vec<_> = record.issues.iter().map(|it| it.problem.to_string()).collect();
        assert_eq!(problems, [problem], "{text}");
    }
}

#[test]
fn marks_that_contradict_the_board_are_hints() {
    check(
        "1A. e4# 1a. e5+ 2A. Nxf3+ 2a. Nc6",
        "1A. e4 1a. e5 2A. Nf3 2a. Nc6\nhint, \"e4#\": 1A is written with #, but is no mate\n\
         hint, \"e5+\": 1a is written with +, but gives no check; 1 more move alike\nwarning, \
         \"Nxf3+\": 2A is written with x, but takes nothing: no piece goes to the reserve",
    );
    check(
        "1A. e4 1a. e5 2A. Nf3 2a. Nc6 3A. Nxe5 3a. Ne5 4A. Qh5 4a. g6 5A. Qe5 5a. Be7 6A. Qh8+",
        "1A. e4 1a. e5 2A. Nf3 2a. Nc6 3A. Nxe5 3a. Nxe5 4A. Qh5 4a. g6 5A. Qxe5+ 5a. Be7 6A. \
         Qxh8\nhint, \"Ne5\": 3a takes a piece, but is written without x; 2 more moves alike\n\
         hint, \"Qe5\": 5A gives check, but is written without +\nhint, \"Qh8+\": 6A is written \
         with +, but gives no check",
    );
    // Records without any such marks are usual.
    check("1A. e4 1a. f6 2A. d4 2a. g5 3A. Qh5", "1A. e4 1a. f6 2A. d4 2a. g5 3A. Qh5+");
}

#[test]
fn unusual_dates_are_reported() {
    let check_date = |date: &str, is_reported: bool| {
        let played = play(&format!("[Date \"{date}\"]\n1A. e4 *"));
        assert_eq!(played.issues.len(), usize::from(is_reported), "{date}");
    };
    check_date("2021.05.17", false);
    check_date("2021-05-17", false);
    check_date("????.??.??", false);
    check_date("17.05.2021", true);
    check_date("May 17, 2021", true);
}
