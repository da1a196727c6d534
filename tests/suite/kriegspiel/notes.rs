//! Notes on a game's plies (glyphs, comments, diagrams, variations): read, changed, and never heard.

use super::{
    games::any_game,
    referee::{referee, replay},
};
use proptest::prelude::*;
use shakmaty::Color;
use tandem::{
    document::{ChangeError, Content, DocumentEdit},
    file::{FileRange, Source},
    kriegspiel::{lines_of_hearing, lines_of_referee, notation::write},
    notation::GameResult,
};

fn document(text: &str) -> Content {
    let range = FileRange::new(0, text.len() as u64);
    Content::open(Source::from_bytes("game.pgn", text.as_bytes()), range)
}

fn change(text: &str, edit: DocumentEdit) -> Result<String, ChangeError> {
    let (changed, _) = document(text).changed(&[edit])?;
    Ok(String::from_utf8(changed.text().to_vec()).expect("UTF-8"))
}

fn check(text: &str, edit: &DocumentEdit, expect: &str) {
    assert_eq!(change(text, edit.clone()).as_deref(), Ok(expect), "{edit:?}");
}

fn glyph(moment: usize, text: &str) -> DocumentEdit {
    let text = text.to_owned();
    DocumentEdit::Glyph { moment, text }
}

fn comment(moment: usize, place: usize, text: &str) -> DocumentEdit {
    let text = text.to_owned();
    DocumentEdit::CommentAt { moment, place, text }
}

fn variation(moment: usize, place: usize, text: &str) -> DocumentEdit {
    let text = text.to_owned();
    DocumentEdit::GameVariation { moment, place, text }
}

const GAME: &str = "[Variant \"Kriegspiel\"]\n\n% by hand\n{a game}\n1. e4! $14 {(:) well} ; at once\n\
    e5 {(:)} (1... c5 {(:)} 2. Nf3) $220\n2. Nf3 {(:)} {one} {two}\n";

#[test]
fn every_kind_of_note_is_read_with_its_ply() {
    let document = document(GAME);
    let game = document.as_game().expect("a game");
    let notes = |moment| game.notes(moment);
    assert_eq!(notes(0).comments, ["a game", "% by hand"]);
    assert_eq!(notes(1).glyphs, ["!", "$14"]);
    assert_eq!(notes(1).comments, ["well", "at once"]);
    assert_eq!(notes(2).variations, ["1... c5 {(:)} 2. Nf3"]);
    assert!(notes(2).diagram && notes(2).glyphs.is_empty() && !notes(1).diagram);
    assert_eq!(notes(3).comments, ["one", "two"]);
}

#[test]
fn edited_record_is_the_old_bytes_plus_the_change() {
    let with = |from: &str, to: &str| GAME.replacen(from, to, 1);
    check(GAME, &glyph(1, "? $14"), &with("e4!", "e4?"));
    check(GAME, &glyph(1, "!"), &with(" $14", ""));
    check(GAME, &glyph(1, ""), &with("e4! $14", "e4"));
    check(GAME, &glyph(1, "$16"), &with("e4! $14", "e4 $16"));
    check(GAME, &glyph(2, "!?"), &with("e5 {", "e5 $5 {"));
    check(GAME, &glyph(3, "?? $10"), &with("Nf3 {(:)} {one", "Nf3 $4 $10 {(:)} {one"));
    check(GAME, &comment(1, 0, "good"), &with("well", "good"));
    check(GAME, &comment(1, 1, "later"), &with("; at once", "; later"));
    check(GAME, &comment(1, 1, "one\ntwo"), &with("; at once", "{one\ntwo}"));
    check(GAME, &comment(1, 1, ""), &with(" ; at once", ""));
    check(GAME, &comment(2, 0, "so"), &with("e5 {(:)}", "e5 {(:) so}"));
    check(GAME, &comment(3, 1, ""), &with(" {two}", ""));
    check(GAME, &comment(3, 2, "three"), &with("{two}", "{two} {three}"));
    check(GAME, &comment(0, 0, "the game"), &with("a game", "the game"));
    let on = |moment, on| DocumentEdit::Diagram { moment, on };
    check(GAME, &on(1, true), &with("$14", "$14 $220"));
    check(GAME, &on(2, false), &with(" $220", ""));
    check(GAME, &on(2, true), GAME);
    check(
        GAME,
        &variation(1, 0, "d4"),
        &with("; at once", "; at once").replace("well}", "well} (d4)"),
    );
    check(GAME, &variation(2, 0, "c6"), &with("1... c5 {(:)} 2. Nf3", "c6"));
    check(GAME, &variation(2, 1, "d5 exd5"), &with("Nf3) $220", "Nf3) $220 (d5 exd5)"));
    // Moves that are legal only after the ply, not instead of it, continue from there.
    check(GAME, &variation(3, 0, "Nc6 Bb5"), &with("{two}", "{two} (Nc6 Bb5)"));
    check(
        GAME,
        &variation(1, 0, "c5 Nf3"),
        &with("; at once", "; at once").replace("well}", "well} (c5 Nf3)"),
    );
    check(GAME, &variation(2, 0, ""), &with(" (1... c5 {(:)} 2. Nf3)", ""));
}

/// The last braces before a result are its reason, so a comment next to the first one is written differently.
#[test]
fn second_comment_on_the_last_ply_is_not_the_reason() {
    let text = "[Variant \"Kriegspiel\"]\n\n1. e4 {(:) first}\n1-0\n";
    let changed = change(text, comment(1, 1, "second")).expect("written");
    assert_eq!(changed, text.replace("first}", "first} ; second"));
    let game = document(&changed);
    assert_eq!(game.as_game().expect("a game").game().result.map(GameResult::text), Some("1-0"));
}

#[test]
fn comment_on_a_game_without_moves_is_before_the_result() {
    let text = "[Variant \"Kriegspiel\"]\n\n*\n";
    let changed = change(text, comment(0, 0, "our club")).expect("written");
    assert_eq!(changed, "[Variant \"Kriegspiel\"]\n\n; our club\n*\n");
    assert_eq!(change(&changed, comment(0, 0, "")).expect("removed").matches("club").count(), 0);
    let text = "[Variant \"Kriegspiel\"]\n";
    let changed = change(text, comment(0, 0, "our club")).expect("written");
    let game = document(&changed);
    assert_eq!(game.as_game().expect("a game").notes(0).comments, ["our club"]);
}

#[test]
fn unrepresentable_variation_is_refused() {
    let refused = |edit, part: &str| {
        let error = change(GAME, edit).expect_err("refused").to_string();
        assert!(error.contains(part), "{error}");
    };
    refused(glyph(1, "well"), "a glyph is ! ? !! ?? !? ?!");
    refused(glyph(1, "$220"), "a glyph is ! ? !! ?? !? ?!");
    refused(glyph(0, "!"), "annotations belong to a move; the starting position has none");
    refused(comment(1, 0, "a } b"), "cannot contain '}'");
    refused(comment(1, 0, "(Xe4:)"), "read back as a note");
    refused(variation(1, 0, "Ke3"), "White's move 1 is illegal");
    refused(variation(2, 1, "e6 d4 zz"), "Black's move 2 is not a valid move");
    refused(variation(1, 0, "??"), "the referee sees every move");
    refused(variation(1, 0, "well"), "is not a valid move");
    refused(variation(1, 0, "d4) (c4"), "unmatched parenthesis");
    refused(variation(1, 0, "d4 (Nf6) d5"), "White's move 1 is illegal");
    refused(variation(9, 0, "d4"), "no move 9");
}

/// A diagram before the first ply can be removed, but no diagram can be added there.
#[test]
fn diagram_before_the_first_ply_is_only_removed() {
    let on = |on| DocumentEdit::Diagram { moment: 0, on };
    let text = "[Variant \"Kriegspiel\"]\n\n$220\n1. e4 {(:)}\n";
    check(text, &on(false), &text.replace("$220", ""));
    check(GAME, &on(false), GAME);
    assert_eq!(change(GAME, on(true)), Err(ChangeError::NoPlyToAnnotate));
}

#[test]
fn result_and_reason_are_written_in_tag_and_text() {
    let tags = |result: &str| format!("[Variant \"Kriegspiel\"]\n[Result \"{result}\"]\n");
    let check = |before: &str, result: GameResult, reason: &str, after: &str| {
        let reason = reason.to_owned();
        let expect = tags(result.text()) + after;
        check(&(tags("1-0") + before), &DocumentEdit::Outcome { result, reason }, &expect);
    };
    use GameResult::{Draw, First, Unknown};
    check("\n1. e4 {(:)} *\n", First, "mated", "\n1. e4 {(:)} {mated} 1-0\n");
    check("\n1. e4 {(:)}\n{mated}\n1-0\n", Draw, "agreed", "\n1. e4 {(:)}\n{agreed} 1/2-1/2\n");
    check("\n1. e4 {(:)}\n{mated} 1-0\n", Unknown, "", "\n1. e4 {(:)}\n*\n");
    check("\n1. e4 {(:)} ; why\n", First, "mated", "\n1. e4 {(:)} ; why\n{mated} 1-0\n");
    check("", First, "", "1-0\n");
}

#[test]
fn reason_of_two_lines_has_the_line_ends_of_the_file() {
    let text = "[Variant \"Kriegspiel\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4 {(:)} 1-0\r\n";
    let reason = "mated\nat once".to_owned();
    let edit = DocumentEdit::Outcome { result: GameResult::First, reason };
    check(text, &edit, &text.replace(" 1-0\r", " {mated\r\nat once} 1-0\r"));
}

#[test]
fn deleted_plies_take_their_notes_and_leave_the_result() {
    let text = "[Variant \"Kriegspiel\"]\n\n1. e4 {(:)} e5 $4 {(:) well } (1... c5)\n\
        2. Nf3 {(:)} ; why\n{mated} 1-0\n";
    let delete = |ply| DocumentEdit::DeleteFrom { ply };
    check(text, &delete(2), &text.replace("\n2. Nf3 {(:)} ; why", ""));
    check(text, &delete(1), "[Variant \"Kriegspiel\"]\n\n1. e4 {(:)}\n{mated} 1-0\n");
    check(text, &delete(0), "[Variant \"Kriegspiel\"]\n{mated} 1-0\n");
    assert_eq!(change(text, delete(3)), Err(ChangeError::NoPly(4)));
}

/// In a player's file, a variation contains the moves of this player, and `??` for the opponent's.
#[test]
fn variation_of_a_player_is_visible_only_to_that_player() {
    let text =
        "[Variant \"Kriegspiel\"]\n[Filtered \"white\"]\n\n1. e4 {(:)}\n?? {(:0)}\n2. Qh5 {(:)}\n";
    let written = change(text, variation(3, 0, "Bc4 ?? Qh5")).expect("written");
    assert_eq!(written, text.replace("Qh5 {(:)}", "Qh5 {(:)} (Bc4 ?? Qh5)"));
    assert!(replay(&written).issues.is_empty());
    let error = change(text, variation(3, 0, "Bc4 Nf6")).expect_err("refused");
    assert!(error.to_string().contains("Black's move 2 is hidden in this view; use ??"), "{error}");
    let error = change(text, variation(3, 0, "Ra5")).expect_err("refused");
    assert!(error.to_string().contains("cannot be tried"), "{error}");
    // A captured piece cannot move.
    let lost = change(text, variation(3, 0, "Bc4 ?? {(Xc4:0)} Bd3")).expect_err("refused");
    assert!(lost.to_string().contains("White's move 3 cannot be tried"), "{lost}");
    // A hidden ply may have glyphs, and stays hidden.
    let written = change(text, glyph(2, "??")).expect("written");
    assert_eq!(written, text.replace("?? {(:0)}", "?? $4 {(:0)}"));
}

#[test]
fn notes_are_written_with_the_game_and_never_pass_the_filter() {
    let game = referee(GAME);
    let whole = write(&[], &lines_of_referee(&game, usize::MAX), None);
    assert_eq!(
        whole,
        "1. e4 $1 $14 {(:) a game} {% by hand} {well} {at once}\n\
         e5 $220 {(:)} (1... c5 {(:)} 2. Nf3)\n2. Nf3 {(:) one} {two}\n"
    );
    for seat in Color::ALL {
        let heard = write(&[], &lines_of_hearing(&game.hearing(seat), usize::MAX), None);
        for secret in ["$", "well", "once", "c5", "one", "two", "hand"] {
            assert!(!heard.contains(secret), "{heard}");
        }
    }
    // The written text is read back unchanged.
    let again = referee(&format!("[Variant \"Kriegspiel\"]\n\n{whole}"));
    assert_eq!(write(&[], &lines_of_referee(&again, usize::MAX), None), whole);
}

fn any_edit() -> impl Strategy<Value = DocumentEdit> {
    let words = "[a-z !?{(;$%\\n]{0,12}";
    prop_oneof![
        (0..12_usize, 0..3_usize, words)
            .prop_map(|(moment, place, text)| comment(moment, place, &text)),
        (0..12_usize, "[!?$14 ]{0,4}").prop_map(|(moment, text)| glyph(moment, &text)),
        (0..12_usize, any::<bool>()).prop_map(|(moment, on)| DocumentEdit::Diagram { moment, on }),
        (0..12_usize, 0..2_usize, "[a-h][3-6]( [a-h][3-6])?")
            .prop_map(|(moment, place, text)| variation(moment, place, &text)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Edits of notes change no move, no announcement and no other note, and undoing them restores the old bytes.
    #[test]
    fn notes_change_nothing_but_notes(game in any_game(), edits in prop::collection::vec(any_edit(), 1..12)) {
        let text = game.text("[Result \"*\"]");
        let mut now = document(&text);
        let plies = now.as_game().expect("a game").game().plies();
        let mut undo = Vec::new();
        for edit in edits {
            let Ok((next, set)) = now.changed(&[edit]) else { continue };
            let inverse = set.invert(now.text());
            prop_assert_eq!(set.apply(now.text()), next.text());
            let game = next.as_game().expect("a game").game();
            prop_assert_eq!(game.plies(), plies);
            prop_assert!(game.issues.is_empty(), "{:?}", game.issues);
            undo.push(inverse);
            now = next;
        }
        let mut bytes = now.text().to_vec();
        for inverse in undo.iter().rev() {
            bytes = inverse.apply(&bytes);
        }
        prop_assert_eq!(bytes, text.into_bytes());
    }
}
