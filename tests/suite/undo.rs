//! Random changes of random matches: undoing all of them restores the old bytes, and a match entered ply by ply is the
//! one played.

use proptest::prelude::*;
use tandem::{
    document::{Changes, Content, Document, DocumentEdit, NewTags, new_match},
    file::Source,
    notation::{GameResult, NoteKind, record_ranges},
    rules::{BoardId, Move, Position, Seat},
};

pub fn open(text: &[u8]) -> Document {
    let range = record_ranges(text).first().copied().expect("a record");
    Document::open(Source::from_bytes("t.bpgn", text), range)
}

/// Returns legal plies from the starting position, selected by `choices`.
pub fn walk(choices: &[(bool, u16)]) -> (Vec<(Seat, Move)>, Position) {
    let mut position = Position::default();
    let mut plies = Vec::new();
    for &(on_b, choice) in choices {
        let board = if on_b { BoardId::B } else { BoardId::A };
        let seat = position.turn(board);
        let moves = position.legal_moves(seat);
        if let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) {
            position.play(seat, mv);
            plies.push((seat, mv));
        }
    }
    (plies, position)
}

/// Returns a match with `plies`, entered one after the other.
pub fn entered(plies: &[(Seat, Move)], clocks: bool) -> Document {
    let text = new_match(&Position::default(), &NewTags::default());
    plies.iter().zip((0..300_000).rev()).fold(
        open(text.as_bytes()),
        |document, (&(seat, mv), clock)| {
            let add = DocumentEdit::AddPly { seat, mv, clock_ms: clocks.then_some(clock) };
            document.changed(&[add]).expect("a legal ply").0
        },
    )
}

fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[ -~\n\r\t]{0,40}",
        r"[;%{(\[$!?1-9AaBb. \n]{1,12}",
        Just("1-0".to_owned()),
        Just("}".to_owned()),
        Just("\n[Event \"x\"]\n".to_owned()),
        Just("%escaped\n;rest".to_owned()),
    ]
}

pub fn edit() -> impl Strategy<Value = DocumentEdit> {
    let moment = 0usize..40;
    let small = 0usize..12;
    prop_oneof![
        (moment.clone(), words()).prop_map(|(moment, text)| DocumentEdit::Glyph { moment, text }),
        (moment.clone(), "[!?]{1,2}")
            .prop_map(|(moment, text)| DocumentEdit::Glyph { moment, text }),
        (moment.clone(), words()).prop_map(|(moment, text)| DocumentEdit::Comment { moment, text }),
        (moment.clone(), words())
            .prop_map(|(moment, text)| DocumentEdit::add_comment(moment, text)),
        (moment.clone(), 0usize..3, words())
            .prop_map(|(moment, place, text)| DocumentEdit::CommentAt { moment, place, text }),
        (small.clone(), moment.clone()).prop_map(|(note, to)| DocumentEdit::MoveNote { note, to }),
        (moment.clone(), any::<bool>())
            .prop_map(|(moment, on)| DocumentEdit::Diagram { moment, on }),
        ("[A-Za-z]{1,6}", words()).prop_map(|(name, value)| DocumentEdit::Tag { name, value }),
        (small.clone(), "[A-Za-z]{1,6}", words())
            .prop_map(|(index, name, value)| DocumentEdit::TagAt { index, name, value }),
        small.clone().prop_map(|index| DocumentEdit::RemoveTag { index }),
        (small.clone(), small).prop_map(|(index, other)| DocumentEdit::SwapTags { index, other }),
        (moment.clone(), "[1-9]{1,3}(\\.[0-9]{1,3})?|")
            .prop_map(|(ply, clock)| DocumentEdit::Clock { ply, clock }),
        (moment.clone(), "[NBRQ]?[a-h][1-8]")
            .prop_map(|(ply, san)| DocumentEdit::Move { ply, san }),
        (20usize..40).prop_map(|ply| DocumentEdit::DeleteFrom { ply }),
        (
            prop::sample::select(vec![
                GameResult::First,
                GameResult::Second,
                GameResult::Draw,
                GameResult::Unknown,
            ]),
            words()
        )
            .prop_map(|(result, reason)| DocumentEdit::Outcome { result, reason }),
    ]
}

proptest! {
    #[test]
    fn plies_that_are_entered_replay_to_the_position_that_was_played(
        choices in prop::collection::vec(any::<(bool, u16)>(), 0..120),
        clocks in any::<bool>(),
    ) {
        let (plies, position) = walk(&choices);
        let document = entered(&plies, clocks);
        let played = document.played();
        prop_assert_eq!(played.plies.len(), plies.len());
        prop_assert!(!played.cut_short);
        let again = played.position_after(plies.len());
        for board in BoardId::ALL {
            prop_assert_eq!(again.bfen(board), position.bfen(board));
        }
        prop_assert!(played.plies.iter().zip(&plies).all(|(ply, &(seat, mv))| ply.seat == seat && ply.mv == mv));
        let text = String::from_utf8_lossy(document.text());
        prop_assert!(text.lines().all(|line| line.len() <= 80), "{}", text);
        prop_assert!(text.ends_with("*\n"), "{}", text);
    }

    #[test]
    fn undo_all_restores_old_bytes_and_redo_all_new_ones(
        choices in prop::collection::vec(any::<(bool, u16)>(), 0..40),
        clocks in any::<bool>(),
        crlf in any::<bool>(),
        edits in prop::collection::vec(edit(), 1..24),
    ) {
        let (plies, _) = walk(&choices);
        let text = entered(&plies, clocks).text().to_vec();
        let text = if crlf {
            String::from_utf8_lossy(&text).replace('\n', "\r\n").into_bytes()
        } else {
            text
        };
        let mut document = open(&text);
        let mut changes = Changes::default();
        let mut steps = vec![document.text().to_vec()];
        for edit in &edits {
            let Ok((after, set)) = document.changed(std::slice::from_ref(edit)) else { continue };
            let again = open(after.text());
            prop_assert_eq!(again.text(), after.text(), "{:?} splits the record", edit);
            let name = Content::from(document.clone()).name_of(edit);
            changes.push_step(0, document.text(), set, name, (0, 0), None);
            document = after;
            steps.push(document.text().to_vec());
        }
        let mut now = document.text().to_vec();
        for before in steps.iter().rev().skip(1) {
            now = changes.undo(&now).expect("a change");
            prop_assert_eq!(&now, before);
        }
        prop_assert_eq!(changes.undo(&now), None);
        for after in steps.iter().skip(1) {
            now = changes.redo(&now).expect("a change");
            prop_assert_eq!(&now, after);
        }
    }

    /// The lexer finds the text again, and the rest of the record is unchanged.
    #[test]
    fn any_text_is_refused_or_round_trips(
        choices in prop::collection::vec(any::<(bool, u16)>(), 1..12),
        moment in 0usize..12,
        words in words(),
    ) {
        let (plies, _) = walk(&choices);
        prop_assume!(moment <= plies.len());
        let document = entered(&plies, true);
        let add = DocumentEdit::add_comment(moment, words.clone());
        let Ok((after, set)) = document.changed(&[add]) else {
            let refused = words.contains('}') || words.contains("[Event");
            prop_assert!(refused, "{:?} is refused", words);
            return Ok(());
        };
        prop_assert_eq!(set.invert(document.text()).apply(after.text()), document.text());
        let notes = |document: &Document| {
            let of = |note: &tandem::notation::Note| {
                let bytes = note.text.of(document.text());
                (note.after, note.kind, document.file_encoding().decode(bytes).into_owned())
            };
            document.record().notes.iter().map(of).collect::<Vec<_>>()
        };
        let lines = words.replace("\r\n", "\n").replace('\r', "\n");
        let mut expected = notes(&document);
        if !words.is_empty() {
            let after = u32::try_from(moment).expect("small");
            expected.push((after, NoteKind::Comment, lines));
        }
        expected.sort_by_key(|note| note.0);
        prop_assert_eq!(notes(&after), expected);
        // All old bytes remain in their order, around one insertion.
        let (old, new) = (document.text(), after.text());
        let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
        prop_assert!(head + tail >= old.len());
    }
}
