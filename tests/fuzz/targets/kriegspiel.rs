//! Any bytes as a game of Kriegspiel: spans are valid and in order, and the game reads back after it is written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tandem::{file::Span, kriegspiel::{notation::{Filtered, Line, PlyNotes, Record, Tries, write}, Game, View, lines_of_hearing, lines_of_referee, tags}, rules::Color};

fn lines(game: &Game) -> (Vec<Line>, Filtered) {
    match &game.view {
        View::Referee(referee) => (lines_of_referee(referee, usize::MAX), Filtered::No),
        View::Seat(hearing) => (
            lines_of_hearing(hearing, usize::MAX),
            Filtered::For(hearing.seat),
        ),
    }
}

fn moves(lines: &[Line]) -> Vec<Line> {
    let plain = |line: &Line| Line {
        notes: PlyNotes::default(),
        ..line.clone()
    };
    lines.iter().map(plain).collect()
}

fn hold(record: &Record, text: &[u8]) {
    let mut at = 0;
    let mut after = |span: Span| {
        assert!(at <= span.start && span.start <= span.end, "out of order");
        assert!(span.end as usize <= text.len(), "past the end");
        at = span.end;
    };
    for ply in &record.plies {
        after(ply.span);
        let Some(said) = &ply.announcement else { continue };
        if let Tries::Listed(tries) = &said.tries {
            for one in tries {
                assert!(said.span.start < one.span.start && one.span.end < said.span.end);
            }
        }
    }
    let notes = record.notes.iter().map(|note| note.span);
    let issues = record.issues.iter().map(|issue| issue.span);
    for span in notes.chain(issues) {
        assert!(span.start <= span.end && span.end as usize <= text.len());
    }
}

fuzz_target!(|text: &[u8]| {
    let record = Record::parse(text);
    hold(&record, text);
    let game = Game::replay(&record, text);
    let rules = match &game.view {
        View::Referee(referee) => referee.rules,
        View::Seat(hearing) => hearing.rules,
    };
    let (written, filtered) = lines(&game);
    let tags = tags(&record, text, rules, filtered, game.turn());
    let again = write(&tags, &written, record.ending.result);
    let read = Record::parse(again.as_bytes());
    let (lines_again, _) = lines(&Game::replay(&read, again.as_bytes()));
    assert_eq!(moves(&lines_again), moves(&written), "{again}");
    for seat in Color::ALL {
        if let Some(hearing) = game.hearing(seat) {
            let _ = hearing.sight(usize::MAX);
        }
    }
});
