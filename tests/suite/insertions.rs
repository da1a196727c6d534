//! Random insertions of plies: only the inserted bytes and the numbers after them are new, the record reads back as
//! intended, and undoing restores the old bytes.

use crate::undo::{edit, entered, open, walk};
use proptest::prelude::*;
use tandem::{
    document::{AddedPly, Document, DocumentEdit},
    rules::BoardId,
};

/// Replaces the numbers of plies in `text`, digits before a letter of a seat and a dot, by one `#` each. Texts of notes
/// that look like a number are replaced too, equally before and after a change.
fn without_numbers(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let digits = text[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let rest = &text[at + digits..];
        if digits > 0 && matches!(rest, [b'A' | b'a' | b'B' | b'b', b'.', ..]) {
            out.push(b'#');
        } else {
            out.extend_from_slice(&text[at..at + digits]);
        }
        at += digits;
        if let Some(byte) = text.get(at) {
            out.push(*byte);
            at += 1;
        }
    }
    out
}

/// Returns the plies as they are written, without their numbers: seat, move and clock.
fn written_plies(document: &Document) -> Vec<Vec<u8>> {
    let text = document.text();
    let plies = document.record().plies.iter();
    plies
        .map(|ply| without_numbers(&text[ply.span.start as usize..ply.span.end as usize]))
        .collect()
}

proptest! {
    #[test]
    fn inserted_ply_changes_no_other_byte_but_numbers(
        choices in prop::collection::vec(any::<(bool, u16)>(), 1..60),
        at in any::<prop::sample::Index>(),
        choice in any::<(bool, u16)>(),
        clocks in any::<bool>(),
        crlf in any::<bool>(),
        edits in prop::collection::vec(edit(), 0..6),
    ) {
        let (plies, _) = walk(&choices);
        prop_assume!(!plies.is_empty());
        let mut text = entered(&plies, clocks).text().to_vec();
        if crlf {
            text = String::from_utf8_lossy(&text).replace('\n', "\r\n").into_bytes();
        }
        let mut document = open(&text);
        let mut is_edited = false;
        for edit in &edits {
            if let Ok((after, _)) = document.changed(std::slice::from_ref(edit)) {
                document = after;
                is_edited = true;
            }
        }
        let count = document.record().plies.len().min(document.played().plies.len());
        prop_assume!(count > 0);
        let index = at.index(count);
        let position = document.played().position_after(index);
        let board = if choice.0 { BoardId::B } else { BoardId::A };
        let seat = position.turn(board);
        let moves = position.legal_moves(seat);
        prop_assume!(!moves.is_empty());
        let mv = moves[usize::from(choice.1) % moves.len()];
        let Ok((after, set)) = document.changed(&[DocumentEdit::InsertPly { ply: index, seat, mv }]) else {
            prop_assert!(is_edited, "refused {:?} before {}", mv, index);
            return Ok(());
        };
        let (old, new) = (document.text(), after.text());
        prop_assert_eq!(&set.invert(old).apply(new), old);
        let again = open(new);
        prop_assert_eq!(again.text(), new);
        prop_assert_eq!(again.played().plies[index].mv, mv);
        prop_assert_eq!(again.played().plies[index].seat, seat);
        let mut kept = written_plies(&again);
        kept.remove(index);
        prop_assert_eq!(kept, written_plies(&document));
        let notes = |document: &Document| {
            let notes = document.record().notes.iter();
            notes.map(|note| note.text.of(document.text()).to_vec()).collect::<Vec<_>>()
        };
        prop_assert_eq!(notes(&again), notes(&document));
        // Without the inserted ply and the blank after it, the bytes are the old ones, except the numbers.
        let span = again.record().plies[index].span;
        let head = &new[..span.start as usize];
        let mut tail = &new[span.end as usize..];
        for blank in [&b"\r\n"[..], b"\n", b" "] {
            if let Some(rest) = tail.strip_prefix(blank) {
                tail = rest;
                break;
            }
        }
        let kept = without_numbers(&[head, tail].concat());
        prop_assert_eq!(
            String::from_utf8_lossy(&kept).into_owned(),
            String::from_utf8_lossy(&without_numbers(old)).into_owned()
        );
    }

    #[test]
    fn added_plies_are_one_insertion_and_read_back(
        choices in prop::collection::vec(any::<(bool, u16)>(), 0..80),
        cut in any::<prop::sample::Index>(),
        clocks in any::<bool>(),
        crlf in any::<bool>(),
    ) {
        let (plies, end) = walk(&choices);
        let kept = cut.index(plies.len() + 1);
        let mut text = entered(&plies[..kept], clocks).text().to_vec();
        if crlf {
            text = String::from_utf8_lossy(&text).replace('\n', "\r\n").into_bytes();
        }
        let document = open(&text);
        let clock_ms = |index: i32| clocks.then_some(290_000 - index * 1_500);
        let added: Vec<AddedPly> = (0..)
            .zip(&plies[kept..])
            .map(|(index, &(seat, mv))| AddedPly { seat, mv, clock_ms: clock_ms(index) })
            .collect();
        let (after, set) = document.changed(&[DocumentEdit::AddPlies(added)]).expect("legal plies");
        let (old, new) = (document.text(), after.text());
        prop_assert_eq!(&set.invert(old).apply(new), old);
        let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
        prop_assert!(head + tail >= old.len(), "{}", String::from_utf8_lossy(new));
        let again = open(new);
        let played = again.played();
        prop_assert!(played.plies.iter().map(|ply| (ply.seat, ply.mv)).eq(plies.iter().copied()));
        for board in BoardId::ALL {
            prop_assert_eq!(played.position_after(plies.len()).bfen(board), end.bfen(board));
        }
        let has_bare_line_end = String::from_utf8_lossy(new).replace("\r\n", "").contains(['\r', '\n']);
        prop_assert!(!crlf || !has_bare_line_end, "mixed line ends");
    }
}
