//! Games entered ply by ply: by the referee, who announces, and by a player, who notes what was heard.

use super::{
    filter::with_tries,
    games::{any_game, board, is_legal},
    referee::{referee, replay},
};
use proptest::prelude::*;
use shakmaty::{Color, Position as _};
use tandem::{
    document::{ChangeError, Content, DocumentEdit, NewGameTags, new_game},
    file::{FileRange, Source},
    kriegspiel::{
        Rules, View, lines_of_hearing, lines_of_referee,
        notation::{Filtered, Line, write},
    },
    rules::Attempt,
};

fn document(text: &str) -> Content {
    let range = FileRange::new(0, text.len() as u64);
    Content::open(Source::from_bytes("game.pgn", text.as_bytes()), range)
}

fn empty(filtered: Filtered, icc: bool) -> String {
    new_game(&NewGameTags {
        event: String::new(),
        date: "2026.11.22".to_owned(),
        names: ["Anna".to_owned(), "Ben".to_owned()],
        ratings: ["1900".to_owned(), String::new()],
        rules: if icc { Rules::ICC } else { Rules::default() },
        filtered,
        fen: String::new(),
    })
}

fn added(document: &Content, line: Line) -> Result<Content, ChangeError> {
    let edit = DocumentEdit::AddGamePly(Box::new(line));
    document.changed(&[edit]).map(|(changed, _)| changed)
}

fn judged(document: &Content, attempt: Attempt, tries: &[Attempt]) -> Option<Line> {
    let game = document.as_game().expect("a game").game();
    let View::Referee(referee) = &game.view else { panic!("a player's view") };
    referee.judge(game.next_name().expect("a ply"), attempt, tries)
}

#[test]
fn new_game_has_no_issues_and_plies_in_specified_form() {
    let text = empty(Filtered::No, false);
    let start = document(&text);
    assert!(!start.has_issues() && start.as_game().is_some());
    let own = |document: &Content, san: &str| {
        let game = document.as_game().expect("a game").game();
        let hearing = game.hearing(game.turn()).expect("a side");
        let own = hearing.sight(usize::MAX).own;
        let read = tandem::rules::San::parse(san.as_bytes()).expect("a move");
        own.resolve(&read.san).expect("a piece")
    };
    let mut now = start;
    for (tries, mv) in [
        (vec![], "e4"),
        (vec![], "f6"),
        (vec![], "e5"),
        (vec![], "fxe5"),
        (vec![], "Qh5"),
        (vec![], "g6"),
        (vec!["Qf7"], "Be2"),
        (vec!["h5"], "gxh5"),
        (vec![], "Bxh5"),
    ] {
        let tries: Vec<Attempt> = tries.iter().map(|san| own(&now, san)).collect();
        for &one in &tries {
            assert_eq!(judged(&now, one, &[]), None);
        }
        let line = judged(&now, own(&now, mv), &tries).expect("a legal move");
        let next = added(&now, line).expect("added");
        // The old bytes are preserved.
        let whole = String::from_utf8_lossy(next.text()).into_owned();
        assert!(whole.starts_with(String::from_utf8_lossy(now.text()).trim_end()));
        now = next;
    }
    let expect = "\n\n1. e4 {(:)}\nf6 {(:)}\n2. e5 {(:)}\nfxe5 {(Xe5:)}\n3. Qh5+ {(CS:)}\ng6 {(:)}\n\
        4. Be2 {(:Qf7)}\ngxh5 {(Xh5:h5)}\n5. Bxh5# {(Xh5,CS:)}\n";
    assert_eq!(String::from_utf8_lossy(now.text()), text.trim_end().to_owned() + expect);
    assert!(!now.has_issues());
    // The result is set, and then the last plies are deleted.
    let ended = DocumentEdit::Outcome {
        result: tandem::notation::GameResult::First,
        reason: String::new(),
    };
    let (ended, _) = now.changed(&[ended]).expect("ended");
    assert!(!ended.has_issues());
    let ended = String::from_utf8_lossy(ended.text()).into_owned();
    assert!(ended.ends_with("{(Xh5,CS:)}\n1-0\n"), "{ended}");
    assert!(ended.contains("[Result \"1-0\"]"));
    // A reason is read back as it was written.
    let told = DocumentEdit::Outcome {
        result: tandem::notation::GameResult::First,
        reason: "Black is mated".to_owned(),
    };
    let (told, _) = document(&ended).changed(&[told]).expect("a reason");
    assert!(!told.has_issues());
    let written = String::from_utf8_lossy(told.text()).into_owned();
    assert!(written.ends_with("{Black is mated} 1-0\n"), "{written}");
    let record = told.as_game().expect("a game").record();
    assert_eq!(record.ending.reason.of(told.text()), b"Black is mated");
    let (cut, _) = document(&ended).changed(&[DocumentEdit::DeleteFrom { ply: 7 }]).expect("cut");
    assert!(String::from_utf8_lossy(cut.text()).ends_with("4. Be2 {(:Qf7)}\n1-0\n"));
    let (none, _) = now.changed(&[DocumentEdit::DeleteFrom { ply: 0 }]).expect("cut");
    assert_eq!(String::from_utf8_lossy(none.text()).trim_end(), text.trim_end());
}

#[test]
fn out_of_order_announcement_is_refused() {
    let start = document(&empty(Filtered::No, false));
    let game = start.as_game().expect("a game").game();
    let mut line = lines_of_referee(&referee("[Variant \"Kriegspiel\"]\n\n1. e4 e5"), 2).remove(1);
    assert_eq!(added(&start, line.clone()).err(), Some(ChangeError::NotNow));
    line.name = game.next_name().expect("a ply");
    // The move is Black's.
    assert!(added(&start, line).is_err());
}

/// Plies are added before a result and after notes, with any line endings.
#[test]
fn plies_are_added_before_the_result_and_after_notes() {
    for (text, expect) in [
        (
            "[Variant \"Kriegspiel\"]\r\n\r\n*\r\n",
            "[Variant \"Kriegspiel\"]\r\n\r\n1. e4 {(:)}\r\n*\r\n",
        ),
        (
            "[Variant \"Kriegspiel\"]\n\n{a game}\n",
            "[Variant \"Kriegspiel\"]\n\n{a game}\n\n1. e4 {(:)}\n",
        ),
        (
            "[Variant \"Kriegspiel\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 12\"]\n",
            "[Variant \"Kriegspiel\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 12\"]\n\n12. e4 {(:)}\n",
        ),
    ] {
        let start = document(text);
        let own = start.as_game().expect("a game").game().hearing(Color::White);
        let own = own.expect("White's").sight(0).own;
        let read = tandem::rules::San::parse(b"e4").expect("a move");
        let attempt = own.resolve(&read.san).expect("a pawn");
        let line = judged(&start, attempt, &[]).expect("a legal move");
        let next = added(&start, line).expect("added");
        assert_eq!(String::from_utf8_lossy(next.text()), expect);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The referee's response to every move and try of a random game agrees with shakmaty's rules. The written text is
    /// the game, and for each player's entries it is what that player heard.
    #[test]
    fn entered_game_equals_the_played_one(game in any_game(), icc in any::<bool>()) {
        let mut now = document(&empty(Filtered::No, icc));
        for ply in &game.plies {
            let own = board(&ply.before).own_pieces(ply.before.turn());
            let mut wanted = None;
            for attempt in own.attempts() {
                let said = judged(&now, attempt, &ply.tries);
                let is = is_legal(&ply.before, attempt);
                prop_assert_eq!(said.is_some(), is);
                if super::games::same(attempt, ply.mv) {
                    wanted = said;
                }
            }
            now = added(&now, wanted.expect("the move is legal")).expect("added");
        }
        prop_assert!(!now.has_issues());
        let (_, mut lines) = with_tries(&game);
        let open = now.as_game().expect("a game").game();
        if icc {
            // Only ICC's rules announce these.
            for (line, ply) in lines.iter_mut().zip(0..) {
                let View::Referee(referee) = &open.view else { unreachable!() };
                let response = referee.plies[ply].response;
                line.response.pawn_tries = response.pawn_tries;
                line.response.taken = response.taken;
            }
        }
        let View::Referee(played) = &open.view else { unreachable!() };
        prop_assert_eq!(write(&[], &lines_of_referee(played, usize::MAX), None), write(&[], &lines, None));
        for seat in Color::ALL {
            let hearing = open.hearing(seat).expect("the referee's");
            let heard = lines_of_hearing(&hearing, usize::MAX);
            let mut view = document(&empty(Filtered::For(seat), icc));
            for line in &heard {
                view = added(&view, line.clone()).expect("added");
            }
            let tags = empty(Filtered::For(seat), icc);
            let (_, body) = std::str::from_utf8(view.text()).expect("UTF-8").split_at(tags.trim_end().len());
            let wanted = write(&[], &heard, None);
            prop_assert_eq!(body.trim(), wanted.trim());
            let again = replay(std::str::from_utf8(view.text()).expect("UTF-8"));
            prop_assert_eq!(again.hearing(seat).expect("this view"), hearing);
        }
    }
}
