//! The filtered view of a player, and that nothing else passes.

use super::{
    games::{RandomGame, any_game},
    referee::{referee, replay},
};
use proptest::prelude::*;
use shakmaty::Color;
use tandem::kriegspiel::{
    Hearing, Referee, Rules, View, lines_of_hearing, lines_of_referee,
    notation::{Filtered, Line, MoveText, Record, WrittenTries, write},
    tags,
};

const GAME: &str = include_str!("../../../assets/samples/kriegspiel.pgn");
const PROBLEM: &str = include_str!("../../../assets/samples/kriegspiel-problem.pgn");

fn unfiltered(text: &str) -> String {
    let record = Record::parse(text.as_bytes());
    let referee = referee(text);
    let (rules, turn) = (referee.rules, referee.turn());
    let tags = tags(&record, text.as_bytes(), rules, Filtered::No, turn);
    write(&tags, &lines_of_referee(&referee, usize::MAX), record.ending.result)
}

fn filtered(text: &str, seat: Color, plies: usize) -> String {
    let record = Record::parse(text.as_bytes());
    let game = replay(text);
    let hearing = game.hearing(seat).expect("this view");
    let (rules, filtered) = (hearing.rules, Filtered::For(seat));
    let tags = tags(&record, text.as_bytes(), rules, filtered, game.turn());
    write(&tags, &lines_of_hearing(&hearing, plies), record.ending.result)
}

#[test]
fn specification_game_round_trips() {
    assert_eq!(unfiltered(GAME), GAME);
}

#[test]
fn filtered_specification_game_equals_its_example() {
    let moves = |text: &str| -> Vec<String> {
        let lines = text.lines().skip_while(|line| !line.starts_with("1."));
        lines.map(str::to_owned).collect()
    };
    let mut expect = moves(PROBLEM);
    expect.extend(["5. Bxh5# {(Xh5,CS:)}".to_owned(), "1-0".to_owned()]);
    assert_eq!(moves(&filtered(GAME, Color::White, usize::MAX)), expect);
    assert_eq!(
        moves(&filtered(GAME, Color::Black, usize::MAX)),
        [
            "1. ?? {(:0)}",
            "f6 {(:)}",
            "2. ?? {(:0)}",
            "fxe5 {(Xe5:e7)}",
            "3. ?? {(CS:0)}",
            "g6 {(:)}",
            "4. ?? {(:1)}",
            "gxh5 {(Xh5:exf4,h5)}",
            "5. ?? {(Xh5,CS:0)}",
            "1-0",
        ]
    );
}

#[test]
fn comments_do_not_pass_the_filter() {
    let text = "1. e4 {(:) the queen of d8 looks on} e5 {(:) she does} {and more}";
    let words =
        |text: &str| text.contains("queen") || text.contains("she") || text.contains("more");
    assert!(words(&unfiltered(text)));
    for seat in Color::ALL {
        assert!(!words(&filtered(text, seat, usize::MAX)));
    }
    // A file that is already filtered keeps its comments.
    let text = "[Filtered \"white\"]\n1. e4 {(:) mine} ?? {(:0) said}";
    let kept = filtered(text, Color::White, usize::MAX);
    assert!(kept.contains("{(:) mine}") && kept.contains("{(:0) said}"), "{kept}");
}

#[test]
fn comment_like_an_announcement_stays_a_comment() {
    let text = "[Variant \"Kriegspiel\"]\n1. e4 {(:)} e5 {(:)} {(Xe4:d5)}";
    let written = unfiltered(text);
    let lines = |text: &str| lines_of_referee(&referee(text), usize::MAX).len();
    assert_eq!(lines(&written), 2);
    assert!(replay(&written).issues.is_empty(), "{written}");
}

#[test]
fn number_before_a_comma_counts_the_tries() {
    let text = "[Variant \"Kriegspiel (ICC)\"]\n1. e4 {(:2,)}";
    let written = unfiltered(text);
    assert!(written.contains("e4 {(:2)}"), "{written}");
    assert_eq!(unfiltered(&written), written);
}

#[test]
fn rules_inferred_from_announcements_are_kept() {
    let text = "[Variant \"Kriegspiel\"]\n1. e4 {(:)} d5 {(P1:)}";
    let begin = filtered(text, Color::White, 1);
    assert!(begin.starts_with("[Variant \"Kriegspiel (ICC)\"]"), "{begin}");
    assert_eq!(replay(&begin).hearing(Color::White).expect("this view").rules, Rules::ICC);
}

#[test]
fn variant_tag_is_kept_if_it_states_rules() {
    for variant in ["Kriegspiel by post", "Kriegspiel (ICC), at night"] {
        let text = format!("[Variant \"{variant}\"]\n1. e4 {{(:)}} d5 {{(:)}}");
        let begin = filtered(&text, Color::White, 1);
        let tag = format!("[Variant \"{variant}\"]");
        assert!(begin.starts_with(&tag), "{begin}");
    }
}

/// Returns the text of the game with its tries, and its lines.
pub fn with_tries(game: &RandomGame) -> (String, Vec<Line>) {
    let text = game.text("");
    let mut lines = lines_of_referee(&referee(&text), usize::MAX);
    for (line, ply) in lines.iter_mut().zip(&game.plies) {
        let own = super::games::board(&ply.before).own_pieces(line.name.color);
        let tries = ply.tries.iter().rev();
        line.tries =
            WrittenTries::Listed(tries.map(|&it| own.san(it, false).to_string()).collect());
    }
    let tags = [("Variant".to_owned(), "Kriegspiel".to_owned())];
    (write(&tags, &lines, None), lines)
}

fn same_hearing(a: &Hearing, b: &Hearing) -> Result<(), TestCaseError> {
    prop_assert_eq!(&a.plies, &b.plies);
    for plies in 0..=a.plies.len() {
        prop_assert_eq!(a.sight(plies), b.sight(plies));
    }
    Ok(())
}

fn own_pieces_are_right(referee: &Referee, hearing: &Hearing) -> Result<(), TestCaseError> {
    for plies in 0..=referee.plies.len() {
        let board = referee.board_after(plies);
        prop_assert_eq!(hearing.sight(plies).own, board.own_pieces(hearing.seat));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// The written text is read back without issues.
    #[test]
    fn unfiltered_games_are_read_back(game in any_game()) {
        let (text, lines) = with_tries(&game);
        let read = replay(&text);
        prop_assert!(read.issues.is_empty(), "{:?}\n{}", read.issues, text);
        let View::Referee(referee) = read.view else { panic!("one player's view") };
        prop_assert_eq!(lines_of_referee(&referee, usize::MAX), lines);
    }

    /// A player's view contains exactly what its filtered text contains: reading the text gives the same view.
    #[test]
    fn view_contains_only_its_text(game in any_game(), white in any::<bool>()) {
        let seat = Color::from_white(white);
        let (text, _) = with_tries(&game);
        let referee = referee(&text);
        let hearing = referee.hearing(seat);
        own_pieces_are_right(&referee, &hearing)?;
        let text = filtered(&text, seat, usize::MAX);
        let record = Record::parse(text.as_bytes());
        for ply in &record.plies {
            prop_assert_eq!(ply.mv == MoveText::Hidden, ply.name.color != seat);
        }
        let read = replay(&text);
        prop_assert!(read.issues.is_empty(), "{:?}\n{}", read.issues, text);
        same_hearing(&hearing, &read.hearing(seat).expect("this view"))?;
        prop_assert!(read.hearing(seat.other()).is_none());
        prop_assert_eq!(filtered(&text, seat, usize::MAX), text);
    }
}
