//! Randomly damaged files: read, played and timed in two ways, with no byte lost between records. `TANDEM_MUTATIONS`
//! sets their number; `cargo bench --bench mutations` damages any files.

#[path = "../../benches/generate/damage.rs"]
mod at_random;

use crate::random::{Rng, random_matches};
pub use at_random::damage;
use tandem::{
    notation::{Record, Records},
    replay::{Match, SetUp, TimedPly},
    timeline::Timeline,
};

/// The default number of damaged files.
const DEFAULT_COUNT: u64 = 500;

#[test]
fn damaged_files_are_read_without_a_gap() {
    let count = crate::count_of("TANDEM_MUTATIONS", DEFAULT_COUNT);
    let whole = random_matches(3_000, 23);
    let sample = include_bytes!("../../assets/samples/bpgn-1.1.bpgn");
    let mut rng = Rng::new(count);
    let mut played = Match::default();
    let mut timed = Vec::new();
    let mut plies = 0;
    for number in 0..count {
        let mut text = [&whole[..], sample][rng.below(2)].to_vec();
        damage(&mut text, &mut rng);
        let mut records = Records::of(&text);
        let mut end = 0;
        while let Some((record, text, range)) = records.read_next() {
            assert!(range.start == end, "mutation {number}: a gap before {range:?}");
            end = range.end;
            played.replay_into(record, text);
            plies += Timeline::of(&played).plies();
            check_times(record, text, &played, &mut timed);
        }
        let rest = &text[usize::try_from(end).expect("short")..];
        let is_blank = rest.iter().all(|byte| *byte <= b' ' || *byte == 0x7f);
        assert!(is_blank || end == 0, "mutation {number}: {rest:?} is in no record");
    }
    println!("{count} mutations: {plies} plies");
    assert!(plies > 0);
}

/// Asserts that the times of `played` agree with those computed without a full replay, and that possible sits in a
/// truncated match are found before it is played.
fn check_times(record: &Record, text: &[u8], played: &Match, plies: &mut Vec<TimedPly>) {
    let set_up = SetUp::of_record(record, text);
    TimedPly::read_into(record, text, plies);
    let of_first = |count: usize| Timeline::from_plies(&set_up, plies[..count].iter().copied());
    for count in 0..=plies.len() {
        let sits = of_first(count).sits_over(0);
        let longest = sits.iter().map(|sit| sit.to - sit.from).max();
        assert!(
            longest.is_none_or(|ms| Timeline::may_sit_over(&set_up, plies, ms - 1)),
            "{longest:?} in {count} plies of {}",
            String::from_utf8_lossy(text)
        );
    }
    plies.truncate(Match::count_playable(record, &set_up));
    let replayed: Vec<_> = played.plies.iter().map(TimedPly::from).collect();
    assert_eq!(replayed, *plies);
}
