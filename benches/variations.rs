//! Opening, listing and editing a match with many variations: `cargo bench --bench variations`.

#[path = "generate/matches.rs"]
mod matches;
#[path = "generate/rng.rs"]
mod rng;
#[path = "generate/with_variations.rs"]
mod with_variations;

use divan::{Bencher, black_box};
use tandem::{
    document::{Document, DocumentEdit, Folding, MoveList, VariationEdit, VariationListing},
    file::{FileRange, Source},
    replay::Point,
    rules::{BoardId, Move, Seat},
};
use with_variations::text;

fn main() {
    divan::main();
}

fn open(text: &[u8]) -> Document {
    let range = FileRange::new(0, text.len() as u64);
    Document::open(Source::from_bytes("match.bpgn", text), range)
}

/// Parses and replays the match with all its variations.
#[divan::bench(args = [0, 200, 2000])]
fn opens(bencher: Bencher<'_, '_>, count: usize) {
    let text = text(count);
    assert_eq!(open(&text).variations().roots.len(), count);
    bencher.bench_local(|| black_box(open(&text)));
}

/// Creates the rows of the move list, with all variations folded.
#[divan::bench(args = [0, 2000])]
fn lists(bencher: Bencher<'_, '_>, count: usize) {
    let document = open(&text(count));
    let none = Folding { all: Some(false), ..Folding::default() };
    bencher.bench_local(|| black_box(MoveList::with(&document, VariationListing::AsRows(&none))));
}

/// Adds a ply to a variation: edits the text, parses the whole match again and checks its variations.
#[divan::bench(args = [1, 2000])]
fn adds_a_ply(bencher: Bencher<'_, '_>, count: usize) {
    let document = open(&text(count));
    let moment = document.played().plies.len() / 2;
    let mv: (Seat, Move) = {
        let position = document.played().position_after(moment);
        let seat = position.turn(BoardId::A);
        (seat, *position.legal_moves(seat).last().expect("a move"))
    };
    let edit = DocumentEdit::Variation(VariationEdit::Play {
        from: Point::Match(moment),
        plies: vec![mv],
    });
    bencher.bench_local(|| black_box(document.changed(std::slice::from_ref(&edit))));
}
