//! Files that were damaged at random are read, played and timed, and no byte of them gets lost between two records.
//! `TANDEM_MUTATIONS` says how many; `cargo bench --bench mutations` damages files of one's own.

#[path = "../../benches/generate/damage.rs"]
mod at_random;

use crate::random::{Rng, random_matches};
use at_random::damage;
use tandem::{notation::Records, replay::Match, timeline::Timeline};

/// How many files are damaged where nobody says otherwise.
const FEW: u64 = 500;

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
        damage(&mut text, &mut rng);
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
