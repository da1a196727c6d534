//! The core without a window: tokens, records, replay, and opening a match.
//!
//! All figures are for one core and text in memory.

#[path = "generate/matches.rs"]
mod matches;
#[path = "generate/rng.rs"]
mod rng;

use divan::{
    Bencher, black_box,
    counter::{BytesCount, ItemsCount},
};
use matches::{Recipe, Written, write_matches};
use std::sync::OnceLock;
use tandem::{
    document::Document,
    file::{FileRange, Source},
    notation::{Record, Records, record_ranges, tokens},
    replay::Match,
};

fn main() {
    divan::main();
}

/// Returns the output of `recipe` in memory.
fn matches(recipe: &Recipe) -> (Vec<u8>, Written) {
    let mut text = Vec::new();
    let written = write_matches(recipe, &mut text).expect("memory takes everything");
    (text, written)
}

/// Matches with tags and lag, 100 MB, like a large archive.
fn archive() -> &'static (Vec<u8>, Written) {
    static TEXT: OnceLock<(Vec<u8>, Written)> = OnceLock::new();
    TEXT.get_or_init(|| matches(&Recipe::with_size(100_000_000)))
}

/// Matches like those of [`archive`], few enough to stay in the CPU cache.
fn small() -> &'static (Vec<u8>, Written) {
    static TEXT: OnceLock<(Vec<u8>, Written)> = OnceLock::new();
    TEXT.get_or_init(|| matches(&Recipe::with_size(400_000)))
}

/// Movetext without tags, 1 MB, and its number of plies. One run takes only milliseconds, so that the best of many runs
/// is free of disturbance by other processes.
fn movetext() -> &'static (Vec<u8>, u64) {
    static TEXT: OnceLock<(Vec<u8>, u64)> = OnceLock::new();
    TEXT.get_or_init(|| {
        let (text, written) = matches(&Recipe::with_size(1_250_000));
        let lines = text.split_inclusive(|&byte| byte == b'\n');
        let moves: Vec<&[u8]> = lines.filter(|line| line.starts_with(b"1")).collect();
        (moves.concat(), written.plies)
    })
}

/// One match of 150 plies.
fn one_match() -> Vec<u8> {
    let recipe = Recipe { plies: (150, 150), ..Recipe::with_size(1) };
    matches(&recipe).0
}

fn replay_all(text: &[u8]) -> usize {
    let mut records = Records::of(text);
    let mut played = Match::default();
    let mut plies = 0;
    while let Some((record, text, _)) = records.read_next() {
        played.replay_into(record, text);
        plies += played.plies.len();
    }
    plies
}

/// Tokenization of movetext.
#[divan::bench(sample_count = 200, sample_size = 1)]
fn tokens_of_movetext(bencher: Bencher<'_, '_>) {
    let (text, plies) = movetext();
    bencher
        .counter(BytesCount::of_slice(text.as_slice()))
        .counter(ItemsCount::new(*plies))
        .bench(|| tokens(black_box(text)).count());
}

/// Tokenization and parsing of movetext.
#[divan::bench(sample_count = 200, sample_size = 1)]
fn parse_movetext(bencher: Bencher<'_, '_>) {
    let (text, plies) = movetext();
    let lines = lines(text);
    let mut record = Record::default();
    bencher
        .counter(BytesCount::of_slice(text.as_slice()))
        .counter(ItemsCount::new(*plies))
        .bench_local(|| {
            for line in black_box(&lines) {
                record.parse_into(line);
            }
        });
}

/// The whole way from movetext to a replayed match: tokens, moves, legality, check, mate and clocks.
#[divan::bench(sample_count = 200, sample_size = 1)]
fn replay_movetext(bencher: Bencher<'_, '_>) {
    let (text, plies) = movetext();
    let lines = lines(text);
    let mut record = Record::default();
    let mut played = Match::default();
    bencher
        .counter(BytesCount::of_slice(text.as_slice()))
        .counter(ItemsCount::new(*plies))
        .bench_local(|| {
            let mut plies = 0;
            for line in black_box(&lines) {
                record.parse_into(line);
                played.replay_into(&record, line);
                plies += played.plies.len();
            }
            plies
        });
}

/// The rules alone: parsed moves are resolved, validated and played.
#[divan::bench(sample_count = 200, sample_size = 1)]
fn replay_of_records(bencher: Bencher<'_, '_>) {
    let (text, plies) = movetext();
    let lines = lines(text).into_iter();
    let records: Vec<_> = lines.map(|line| (Record::parse(line), line)).collect();
    let mut played = Match::default();
    bencher.counter(ItemsCount::new(*plies)).bench_local(|| {
        let mut plies = 0;
        for (record, line) in black_box(&records) {
            played.replay_into(record, line);
            plies += played.plies.len();
        }
        plies
    });
}

fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').collect()
}

/// Replay of [`small`].
#[divan::bench(sample_count = 200, sample_size = 1)]
fn replay_small_file(bencher: Bencher<'_, '_>) {
    let (text, written) = small();
    assert_eq!(replay_all(text) as u64, written.plies, "all is legal");
    bencher
        .counter(BytesCount::of_slice(text.as_slice()))
        .counter(ItemsCount::new(written.plies))
        .bench(|| replay_all(black_box(text)));
}

/// Replay of [`archive`].
#[divan::bench(sample_count = 5, sample_size = 1)]
fn replay_archive(bencher: Bencher<'_, '_>) {
    let (text, written) = archive();
    bencher
        .counter(BytesCount::of_slice(text.as_slice()))
        .counter(ItemsCount::new(written.plies))
        .bench(|| replay_all(black_box(text)));
}

/// The record boundaries in [`archive`].
#[divan::bench(sample_count = 5, sample_size = 1)]
fn ranges_of_archive(bencher: Bencher<'_, '_>) {
    let (text, written) = archive();
    bencher
        .counter(BytesCount::of_slice(text.as_slice()))
        .counter(ItemsCount::new(written.plies))
        .bench(|| record_ranges(black_box(text)).len());
}

/// The position at one moment of a match, from its text. The match is parsed and replayed, then replayed again up to
/// the moment.
#[divan::bench(args = [0, 75, 150])]
fn moment_of_match(bencher: Bencher<'_, '_>, moment: usize) {
    let text = one_match();
    bencher.bench(|| {
        let text = black_box(text.as_slice());
        let record = Record::parse(text);
        Match::replay(&record, text).position_after(moment)
    });
}

/// A match opened as in the window, with the match times of its plies.
#[divan::bench]
fn open_document(bencher: Bencher<'_, '_>) {
    let text = one_match();
    let range = FileRange::new(0, text.len() as u64);
    let source = Source::from_bytes("one.bpgn", text);
    bencher.bench(|| Document::open(black_box(source.clone()), range));
}
