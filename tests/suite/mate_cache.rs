//! The mate cache: every query gives the same result as from the text, and a search continues behind it.
#![expect(clippy::disallowed_methods, reason = "these tests are about files")]

use super::{
    move_cache::{CachedFile, GAME, hits, odd_records, query, with},
    random::random_matches_of,
};
use std::{fs, ops::ControlFlow, path::PathBuf, sync::Arc};
use tandem::{
    archive::{Collection, RowNumber, WalkError},
    file::CacheFolder,
    search::{Hit, MoveCache, SearchQuery, Selection, search_and_cache},
};

/// The scholar's mate on board A, missed once.
const SCHOLAR: &str = include_str!("../cmd/analyse.in/scholar.bpgn");

/// White B loses the queen with which White A then mates.
const GIFT: &str = include_str!("../cmd/analyse.in/gift.bpgn");

/// The number of records per chunk.
const PIECE: usize = 32;

/// Queries about forced mates only, and mixed ones.
const QUERIES: [&str; 28] = [
    "missed-mate",
    "A:missed-mate",
    "B:missed-mate",
    "fatal",
    "A:fatal",
    "mate-in:1",
    "B:mate-in:1",
    "mate-in:2",
    "mate-in:3",
    "wanted:N",
    "A:wanted:Q",
    "missed-mate mate-in:1",
    "A:mate-in:1 B:wanted:N",
    "A:wanted:N B:wanted:N",
    "mate-in:1 turn:b",
    "wanted:Q turn:w",
    "wanted:N [p]",
    "missed-mate N@",
    "wanted:N @a8",
    "fatal B:-a1",
    "missed-mate Ke1",
    "mate-in:1 Kg1,-e2",
    "A:mate B:wanted:N",
    "joint",
    "A:joint:2",
    "missed-joint",
    "joint:1 Kb6",
    "missed-mate comment:sharp",
];

/// The result of a search.
struct SearchResult {
    hits: Vec<Hit>,
    /// The number of records with cached facts.
    kept: usize,
    records: usize,
    is_whole: bool,
}

/// Searches the records of `selection`, and cancels after the first `end` of them.
fn ask_until(
    (list, selection): (&Collection, &Selection<'_>),
    query: &SearchQuery,
    end: usize,
) -> SearchResult {
    let mut result = SearchResult { hits: Vec::new(), kept: 0, records: 0, is_whole: false };
    let ended = search_and_cache(list, selection, query, |walked, hits| {
        result.hits.extend(hits);
        (result.kept, result.records) = (walked.cached, walked.records);
        if walked.records < end { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    match ended {
        Ok(()) => result.is_whole = true,
        Err(WalkError::Cancelled) => {}
        Err(error) => panic!("{error}"),
    }
    result
}

impl CachedFile {
    /// Searches like a program that was just started.
    fn ask_rows(
        &self,
        rows: Option<&[RowNumber]>,
        asked: &SearchQuery,
        end: usize,
    ) -> SearchResult {
        let list = self.list();
        let moves = MoveCache::open(&list);
        with(&list, moves.as_ref(), rows, |selection| ask_until((&list, selection), asked, end))
    }

    fn ask(&self, asked: &str) -> SearchResult {
        self.ask_rows(None, &query(asked, false), usize::MAX)
    }

    fn ask_some(&self, asked: &str, end: usize) -> SearchResult {
        self.ask_rows(None, &query(asked, false), end)
    }

    /// Returns the result from the text.
    fn by_text(&self, rows: Option<&[RowNumber]>, asked: &SearchQuery) -> Vec<Hit> {
        with(&self.list(), None, rows, |it| hits(it, asked))
    }

    /// Returns the cache file for mates of up to this many moves.
    fn mates(&self, moves: usize) -> Option<PathBuf> {
        let end = format!("mates{moves}");
        let is = |path: &PathBuf| path.extension().is_some_and(|it| *it == *end);
        self.kept_files().into_iter().find(is)
    }

    fn records(&self) -> usize {
        self.list().index.len()
    }
}

const FORK: &str = "k7/8/1K6/8/8/8/7R/8[p] w - - 0 1 | 6k1/8/8/8/3n4/8/8/Q3K3[] b - - 0 1";

/// Positions with facts from the start, and the moves played.
const PLAYED: [(&str, &str); 9] = [
    // White A sits while the knight forks king and queen; in the next match, White A does not.
    (FORK, "1b. Nc2+ 2B. Kd2 2b. Nxa1 1A. Q@b7#"),
    (FORK, "1A. Rh3 1b. Nc2+"),
    (
        "k7/8/3p4/2Q5/8/8/8/K7[] b - - 0 1 | k7/8/1K6/8/8/8/8/8[] b - - 0 1",
        "1a. dxc5 1b. Kb8 2B. Q@b7#",
    ),
    (
        "6rk/6pp/8/8/8/8/8/6K1[NNnn] b - - 0 1 | 6rk/6pp/8/8/8/8/8/6K1[p] w - - 0 1",
        "1a. N@a1 2A. Kh1 2a. N@b1 3A. N@f7#",
    ),
    ("6rk/6pp/8/8/8/8/8/6K1[] w - - 0 1 | 6rk/6pp/8/8/8/8/8/6K1[q] b - - 0 1", "1b. Q@a8"),
    ("6k1/8/8/8/8/8/6PP/6RK[n] b - - 0 1 | 6k1/8/8/8/8/8/6PP/6RK[] b - - 0 1", "1a. N@f2#"),
    // Each misses a mate after the other, which does not change the facts.
    (
        "6rk/6pp/8/8/8/8/6PP/6RK[Nn] w - - 0 1 | 6k1/8/8/8/8/8/8/6K1[] w - - 0 1",
        "1A. N@a1 1a. N@a8",
    ),
    ("7k/5Q2/8/8/8/8/8/K7[P] w - - 0 1 | k7/8/1K6/8/8/8/7R/8[] w - - 0 1", "1A. P@g7 1a. Kh7"),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1 | \
         rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
        "1B. e4 1b. e5 2B. Bc4 2b. Nc6 3B. Qh5 3b. Nf6 4B. Bb3 4b. Nd4 5B. Qxf7#",
    ),
];

fn played() -> String {
    let record = |(fen, plies)| format!("[FEN \"{fen}\"]\n\n{plies} *\n\n");
    PLAYED.map(record).concat()
}

/// Returns more than 128 matches with missed mates, pieces given away, and everything else.
fn matches() -> Vec<u8> {
    let noted = SCHOLAR.replace("3a. Nf6 {50}", "3a. Nf6 {50} {C:sharp}");
    let tried = noted.replace("4a. Nd4 {40}", "4a. Nd4 {40} {C:(4a. a6 5A. Qf3 5a. Nd4)}");
    [
        SCHOLAR.as_bytes(),
        b"\n",
        GIFT.as_bytes(),
        b"\n",
        played().as_bytes(),
        &odd_records(),
        GAME,
        tried.as_bytes(),
        b"\n",
        &random_matches_of(60_000, 7, (4, 10)),
        GIFT.as_bytes(),
    ]
    .concat()
}

/// Returns each query, also for variations where that is possible.
fn every_query() -> Vec<SearchQuery> {
    let can_be = |text: &&&str| !text.contains("missed") && !text.contains("fatal");
    let of_match = QUERIES.iter().map(|text| query(text, false));
    let in_variations = QUERIES.iter().filter(can_be);
    let in_variations = in_variations.map(|text| query(text, true));
    of_match.chain(in_variations).collect()
}

/// Returns every third record.
fn some_rows(records: usize) -> Vec<RowNumber> {
    (0..).step_by(3).take(records / 3).collect()
}

#[test]
fn queries_agree_from_cache_and_text() {
    let text = matches();
    let (plain, with_moves) = (CachedFile::of(&text), CachedFile::with_moves(&text));
    let records = plain.records();
    assert!(records > 4 * PIECE, "{records}");
    let some = some_rows(records);
    for kept in [&plain, &with_moves] {
        kept.ask("fatal");
        kept.ask_some("mate-in:1", 2 * PIECE);
    }
    let mut in_variations = 0;
    for asked in every_query() {
        let all = plain.by_text(None, &asked);
        assert!(!all.is_empty(), "nothing is found: {asked:?}");
        in_variations += all.iter().filter(|hit| hit.variation.is_some()).count();
        let is_some = |hit: &&Hit| some.iter().any(|&row| row as usize == hit.record);
        let of_some = all.iter().filter(is_some).cloned().collect();
        for (rows, expect) in [(None, all), (Some(some.as_slice()), of_some)] {
            for kept in [&plain, &with_moves] {
                let result = kept.ask_rows(rows, &asked, usize::MAX);
                assert_eq!(result.hits, expect, "{asked:?}");
                assert_eq!(result.kept, rows.map_or(records, <[RowNumber]>::len));
            }
        }
    }
    assert!(in_variations > 0);
}

/// Queries only about mates need no position.
#[test]
fn mate_term_alone_equals_mate_with_a_true_term() {
    let kept = CachedFile::of([SCHOLAR, GIFT, &played()].join("\n").as_bytes());
    let mut found = 0;
    for (alone, with_empty) in [
        ("missed-mate", "missed-mate -g4"),
        ("A:missed-mate", "A:missed-mate A:-g4"),
        ("fatal", "fatal -g4"),
        ("mate-in:1", "mate-in:1 -g4"),
        ("B:mate-in:1", "B:mate-in:1 B:-g4"),
        ("wanted:N", "wanted:N -g4"),
        ("wanted:Q", "wanted:Q -g4"),
        ("missed-mate mate-in:1", "missed-mate mate-in:1 -g4"),
        ("A:wanted:N B:wanted:N", "A:wanted:N A:-g4 B:wanted:N"),
        ("A:mate-in:1 B:wanted:N", "A:mate-in:1 B:wanted:N B:-g4"),
    ] {
        let expect = kept.by_text(None, &query(with_empty, false));
        assert_eq!(kept.by_text(None, &query(alone, false)), expect);
        found += expect.len();
    }
    assert!(found > 30, "{found}");
}

#[test]
fn mate_lengths_are_cached_separately() {
    let kept = CachedFile::of(&[SCHOLAR, GIFT].join("\n").repeat(PIECE).into_bytes());
    let expect = kept.by_text(None, &query("mate-in:4", false));
    for known in [0, kept.records()] {
        let result = kept.ask("mate-in:4");
        assert_eq!((result.hits, result.kept), (expect.clone(), known));
    }
    // Missed mates in 3 are cached separately.
    assert_eq!(kept.ask("missed-mate").kept, 0);
    assert_eq!(kept.ask("mate-in:1").kept, kept.records());
    assert_eq!((kept.mates(1), kept.mates(2)), (None, None));
    assert_eq!(kept.kept_files().len(), 2);
}

#[test]
fn longer_mate_searches_cover_shorter_ones_only() {
    let kept = CachedFile::of(&matches());
    let records = kept.records();
    let expect = kept.by_text(None, &query("mate-in:2", false));
    // The first chunks of a search for mates up to 3, and the rest of one for mates up to 2.
    kept.ask_some("fatal", 2 * PIECE);
    let result = kept.ask("mate-in:2");
    assert_eq!((result.hits, result.kept), (expect.clone(), 2 * PIECE));
    fs::remove_file(kept.mates(3).expect("it is kept")).expect("it can be removed");
    let result = kept.ask("mate-in:2");
    assert_eq!((result.hits, result.kept), (expect, records));
    assert_eq!(kept.ask_some("missed-mate", PIECE).kept, 0);
    assert_eq!(kept.ask_some("mate-in:3", PIECE).kept, PIECE);
    assert_eq!(kept.mates(1), None);
}

#[test]
fn search_resumes_after_the_cached_part() {
    let kept = CachedFile::of(&matches());
    let asked = query("missed-mate", false);
    let expect = kept.by_text(None, &asked);
    let mut known = 0;
    for pieces in 1..=3 {
        let result = kept.ask_some("missed-mate", pieces * PIECE);
        assert!(!result.is_whole);
        assert_eq!((result.records, result.kept), (pieces * PIECE, known));
        let before = expect.iter().filter(|hit| hit.record < result.records);
        assert!(result.hits.iter().eq(before));
        known = result.records;
    }
    // A search that ends earlier does not shorten the cache.
    let length = |kept: &CachedFile| fs::read(kept.mates(3).expect("it is kept")).expect("a file");
    let before = length(&kept);
    kept.ask_some("wanted:N", PIECE);
    assert_eq!(length(&kept), before);
    let result = kept.ask("missed-mate");
    assert!(result.is_whole);
    assert_eq!((result.hits, result.kept), (expect.clone(), known));
    let whole = length(&kept);
    let result = kept.ask("missed-mate");
    assert_eq!((result.hits, result.kept), (expect, kept.records()));
    assert_eq!(length(&kept), whole);
    // A single complete search gives the same cache.
    let other = CachedFile::of(&matches());
    other.ask("fatal");
    let name = "the same text has another time";
    assert_eq!(length(&other).len(), whole.len(), "{name}");
}

#[test]
fn furthest_of_two_searches_is_cached() {
    let kept = CachedFile::of(&matches());
    kept.ask("missed-mate");
    let path = kept.mates(3).expect("it is kept");
    let whole = fs::read(&path).expect("a file");
    fs::remove_file(&path).expect("it can be removed");
    let list = kept.list();
    let asked = query("fatal", false);
    with(&list, None, None, |selection| {
        let ended = search_and_cache(&list, selection, &asked, |walked, _| {
            // Meanwhile another window has made the same search.
            fs::write(&path, &whole).expect("room");
            assert_eq!(walked.cached, 0);
            ControlFlow::Break(())
        });
        assert!(ended.is_err());
    });
    assert_eq!(kept.ask("fatal").kept, kept.records());
}

#[test]
fn long_search_writes_the_cache_before_its_end() {
    let text = "[Event \"x\"]\n\n".repeat(PIECE * 520);
    let kept = CachedFile::of(text.as_bytes());
    let list = kept.list();
    let mut first = None;
    with(&list, None, None, |selection| {
        let asked = query("fatal", false);
        search_and_cache(&list, selection, &asked, |walked, _| {
            if kept.mates(3).is_some() {
                first.get_or_insert(walked.records);
            }
            ControlFlow::Continue(())
        })
        .expect("it can be read");
    });
    assert_eq!(first, Some(PIECE * 512));
    assert_eq!(kept.ask("fatal").kept, kept.records());
}

/// A search that leaves records out uses the cache, but does not extend it.
#[test]
fn partial_searches_write_no_cache() {
    let kept = CachedFile::of(&matches());
    let some = some_rows(kept.records());
    let missed = query("missed-mate", false);
    let expect = kept.by_text(Some(&some), &missed);
    let ask = || kept.ask_rows(Some(&some), &missed, usize::MAX);
    let result = ask();
    assert_eq!((result.hits, result.kept), (expect.clone(), 0));
    // In matches without a drop, mates are not searched.
    kept.ask("missed-mate N@");
    assert_eq!(kept.kept_files(), [""; 0].map(PathBuf::from));
    kept.ask_some("missed-mate", 2 * PIECE);
    let known = some.iter().filter(|&&row| (row as usize) < 2 * PIECE);
    let result = ask();
    assert_eq!((result.hits, result.kept), (expect, known.count()));
    let before = fs::read(kept.mates(3).expect("it is kept")).expect("a file");
    kept.ask("missed-mate N@");
    let after = fs::read(kept.mates(3).expect("it is kept")).expect("a file");
    assert_eq!(before, after);
}

/// A query that also restricts the position may match in every match.
#[test]
fn complete_searches_write_the_cache() {
    let kept = CachedFile::of(&matches());
    kept.ask("missed-mate turn:w");
    assert_eq!(kept.ask("fatal").kept, kept.records());
}

#[test]
fn damaged_cache_chunk_is_recomputed() {
    let kept = CachedFile::with_moves(&matches());
    let asked = [query("missed-mate", false), query("missed-mate N@", false)];
    let expect = asked.clone().map(|asked| kept.by_text(None, &asked));
    kept.ask("missed-mate");
    let path = kept.mates(3).expect("it is kept");
    let whole = fs::read(&path).expect("a file");
    let (mut less, mut mended) = (0, 0);
    let mut try_with = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("room");
        // The second search caches nothing.
        for (asked, expect) in asked.iter().zip(&expect).rev() {
            let result = kept.ask_rows(None, asked, usize::MAX);
            assert_eq!(result.hits, *expect);
            less += usize::from(result.kept < kept.records());
        }
        mended += usize::from(fs::read(&path).expect("a file") == whole);
    };
    let places = [0, 20, 40, whole.len() / 2, whole.len() - 100, whole.len() - 3];
    for at in places {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        try_with(&bytes);
    }
    try_with(&whole[..whole.len() / 2]);
    try_with(&[whole.as_slice(), b"x"].concat());
    try_with(b"");
    assert_eq!((less, mended), (18, 9));
}

#[test]
fn cache_chunks_after_a_damaged_one_survive() {
    let kept = CachedFile::of(&matches());
    kept.ask("missed-mate");
    let path = kept.mates(3).expect("it is kept");
    let whole = fs::read(&path).expect("a file");
    let mut bytes = whole.clone();
    bytes[60] ^= 1;
    fs::write(&path, &bytes).expect("room");
    assert_eq!(kept.ask_some("fatal", PIECE).kept, 0);
    assert!(fs::read(&path).expect("a file") == whole);
}

#[test]
fn cache_of_another_text_is_not_used() {
    let kept = CachedFile::of(&matches());
    kept.ask("missed-mate");
    let list = kept.list();
    // Another file replaces the file.
    let other = [SCHOLAR.repeat(3).as_bytes(), &matches()].concat();
    fs::rename(&kept.path, kept.path.with_extension("old")).expect("it can be renamed");
    fs::write(&kept.path, &other).expect("room");
    let missed = query("missed-mate", false);
    let now = CachedFile { text: other, ..kept };
    // The list that was opened before still belongs to the old file.
    let expect = with(&list, None, None, |it| hits(it, &missed));
    let old = with(&list, None, None, |it| ask_until((&list, it), &missed, usize::MAX));
    assert_eq!(old.hits, expect);
    let expect = now.by_text(None, &missed);
    for known in [0, now.records()] {
        let result = now.ask("missed-mate");
        assert_eq!((&result.hits, result.kept), (&expect, known));
        assert_eq!(now.kept_files().len(), 1);
    }
}

#[test]
fn changed_text_is_not_cached() {
    let kept = CachedFile::of(&matches());
    let list = kept.list();
    let missed = query("missed-mate", false);
    with(&list, None, None, |selection| {
        let mut is_first = true;
        let ended = search_and_cache(&list, selection, &missed, |_, _| {
            if std::mem::take(&mut is_first) {
                fs::write(&kept.path, [kept.text.as_slice(), b"\n"].concat()).expect("room");
            }
            ControlFlow::Continue(())
        });
        // The changed text is an error or not, as without a cache.
        drop(ended);
    });
    assert_eq!(kept.kept_files(), [""; 0].map(PathBuf::from));
}

#[test]
fn full_disk_does_not_stop_a_search() {
    let kept = CachedFile::of(&matches());
    let missed = query("missed-mate", false);
    let expect = kept.by_text(None, &missed);
    let mut list = kept.list();
    for cache in [Some(CacheFolder::new(kept.cache(), 300)), None] {
        let file = Arc::get_mut(&mut list.files[0]).expect("nobody else has it");
        file.cache = cache;
        let result = with(&list, None, None, |it| ask_until((&list, it), &missed, usize::MAX));
        assert!(result.is_whole);
        assert_eq!((result.hits, result.kept), (expect.clone(), 0));
        assert_eq!(kept.kept_files(), [""; 0].map(PathBuf::from));
    }
}
