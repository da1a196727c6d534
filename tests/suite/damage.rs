//! Files that were damaged at random are read, played and timed, and no byte of them gets lost between two records.
//! `TANDEM_MUTATIONS` says how many; `cargo bench --bench mutations` damages files of one's own.

use crate::random::{Rng, random_matches};
use tandem::{notation::Records, replay::Match, timeline::Timeline};

/// How many files are damaged where nobody says otherwise.
const FEW: u64 = 500;

/// How many damages one text gets at most.
const MOST: usize = 6;

/// What is put in: what means something to the notation, and what does not.
const PIECES: [&[u8]; 16] = [
    b"{",
    b"}",
    b"[",
    b"]",
    b"(",
    b")",
    b"\"",
    b"$1 ",
    b"1A. ",
    b"{C:",
    b"1-0",
    b"\r\n",
    b"\n[Event \"",
    b"N@",
    b"\0",
    b"\xff",
];

/// Changes a byte, cuts a piece out, doubles one, or puts something in.
fn damage(text: &mut Vec<u8>, rng: &mut Rng) {
    if text.is_empty() {
        return;
    }
    let at = rng.below(text.len());
    let end = (at + 1 + rng.below(40)).min(text.len());
    match rng.below(16) {
        0..=4 => text[at] = u8::try_from(rng.below(256)).unwrap_or(0),
        5..=8 => drop(text.drain(at..end)),
        9..=11 => {
            let piece = text[at..end].to_vec();
            let to = rng.below(text.len());
            text.splice(to..to, piece);
        }
        12 => text.truncate(at),
        _ => {
            let piece = PIECES[rng.below(PIECES.len())];
            text.splice(at..at, piece.iter().copied());
        }
    }
}

#[test]
fn damaged_files_are_read_without_a_gap() {
    let count = crate::count_of("TANDEM_MUTATIONS", FEW);
    let whole = random_matches(3_000, 23);
    let sample = include_bytes!("../../assets/samples/bpgn-1.1.bpgn");
    let mut rng = Rng::new(count);
    let mut played = Match::default();
    let mut plies = 0;
    for number in 0..count {
        let mut text = [&whole[..], sample][rng.below(2)].to_vec();
        for _ in 0..=rng.below(MOST) {
            damage(&mut text, &mut rng);
        }
        let mut records = Records::of(&text);
        let mut end = 0;
        while let Some((record, text, range)) = records.read_next() {
            assert!(
                range.start == end,
                "mutation {number}: a gap before {range:?}"
            );
            end = range.end;
            played.replay_into(record, text);
            plies += Timeline::of(&played).plies();
        }
        let rest = &text[usize::try_from(end).expect("short")..];
        let is_blank = rest.iter().all(|byte| *byte <= b' ' || *byte == 0x7f);
        assert!(
            is_blank || end == 0,
            "mutation {number}: {rest:?} is in no record"
        );
    }
    println!("{count} mutations: {plies} plies");
    assert!(plies > 0);
}
