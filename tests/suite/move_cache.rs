//! The move cache: every query gives the same result as from the text.
#![expect(clippy::disallowed_methods, reason = "these tests are about files")]

use super::{
    random::random_matches,
    search::{corpus, queries_about},
};
use proptest::prelude::*;
use std::{fs, ops::ControlFlow, path::PathBuf, sync::Arc};
use tandem::{
    archive::{CollectedFile, Collection, Index, RowNumber, TextOrigin},
    file::{CacheFolder, Fingerprint, Reader, Text},
    kriegspiel::Notation,
    rules::{Bfen, Board, BoardId},
    search::{
        Hit, MoveCache, NextMove, PlayerProfile, SearchQuery, Selection, drops, openings,
        player_profile, players, search,
    },
};

/// A file of matches with its cache folder.
pub struct CachedFile {
    pub folder: tempfile::TempDir,
    pub path: PathBuf,
    pub text: Vec<u8>,
}

impl CachedFile {
    pub fn of(text: &[u8]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.bpgn");
        fs::write(&path, text).expect("room");
        let text = text.to_owned();
        Self { folder, path, text }
    }

    /// Creates the file with its move cache.
    pub fn with_moves(text: &[u8]) -> Self {
        let kept = Self::of(text);
        kept.keep();
        kept
    }

    pub fn cache(&self) -> PathBuf {
        self.folder.path().join("cache")
    }

    /// Opens the file like a large file.
    pub fn list(&self) -> Collection {
        let reader = Reader::open(&self.path).expect("a file");
        let file = CollectedFile {
            path: self.path.clone(),
            fingerprint: Some(Fingerprint::of(&self.path).expect("a file")),
            text: Text::from(reader),
            origin: TextOrigin::File,
            bgn: None,
            json: None,
            notices: Vec::new(),
            cache: Some(CacheFolder::new(self.cache(), 1 << 30)),
        };
        Collection {
            index: Index::from_bytes(&self.text),
            files: vec![Arc::new(file)],
            open_errors: Vec::new(),
        }
    }

    fn keep(&self) {
        MoveCache::build(&self.list(), |_| ControlFlow::Continue(())).expect("it can be kept");
    }

    pub fn kept_files(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.cache()).into_iter().flatten();
        entries.map(|it| it.expect("an entry").path()).collect()
    }

    fn moves_file(&self) -> PathBuf {
        let files = self.kept_files();
        assert_eq!(files.len(), 1, "{files:?}");
        files[0].clone()
    }
}

/// Calls `then` with the records `rows`, or all, and the cache.
pub fn with<T>(
    list: &Collection,
    moves: Option<&MoveCache>,
    rows: Option<&[RowNumber]>,
    then: impl FnOnce(&Selection<'_>) -> T,
) -> T {
    let all: Vec<RowNumber> = (0..).take(list.index.len()).collect();
    then(&Selection {
        index: &list.index,
        texts: &[&list.files[0].text],
        rows: rows.unwrap_or(&all),
        moves,
    })
}

pub fn hits(selection: &Selection<'_>, query: &SearchQuery) -> Vec<Hit> {
    let mut all = Vec::new();
    search(selection, query, |_, hits| {
        all.extend(hits);
        ControlFlow::Continue(())
    })
    .expect("it can be read");
    all
}

fn next_moves(selection: &Selection<'_>, board: &Board) -> Vec<NextMove> {
    let mut all = Vec::new();
    openings(selection, board, None, |_, moves| {
        all = moves.to_vec();
        ControlFlow::Continue(())
    })
    .expect("it can be read");
    all
}

fn counts(selection: &Selection<'_>) -> Vec<(usize, u32)> {
    let mut all = Vec::new();
    drops(selection, |id, count| {
        all.push((id, count));
        ControlFlow::Continue(())
    })
    .expect("it can be read");
    all
}

fn portraits(selection: &Selection<'_>) -> Vec<PlayerProfile> {
    let names = players(selection.index, selection.rows);
    let names = names.iter().step_by(7).take(4);
    let told = names.map(|row| {
        player_profile(selection, &row.name, |_, _| ControlFlow::Continue(()))
            .expect("it can be read")
    });
    told.collect()
}

const QUERIES: [&str; 32] = [
    "N@f7 mate",
    "N@f7",
    "@f7",
    "N@",
    "N@ mate",
    "mate",
    "A:mate",
    "A:mate B:[p]",
    "mate sit>6",
    "mate [p]",
    "[QQ]",
    "[p]",
    "[NNp]",
    "A:[P] B:[p]",
    "sit>0",
    "sit>6",
    "sit>30",
    "A:N@ B:sit>7",
    "sit>7 Ke1",
    "think>6",
    "think>7 Ke1",
    "sit>6 think>6",
    "Nf3,nc6,Pe4",
    "Nf3,nc6 [N]",
    "Kg1,Rf1,-h1",
    "turn:b",
    "A:-e2 B:-d7",
    "N@ by:gnejs",
    "mate by:xshyne",
    "sit>6 by:raven",
    "[p] by:paaso",
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
];

pub fn query(text: &str, in_variations: bool) -> SearchQuery {
    SearchQuery { in_variations, ..text.parse().expect(text) }
}

/// Asserts that all queries give the same results from the cache as from the text; returns the number of hits.
fn compare(kept: &CachedFile, asked: &[SearchQuery]) -> usize {
    let list = kept.list();
    let moves = MoveCache::open(&list).expect("the moves are kept");
    let mut found = 0;
    let some: Vec<RowNumber> =
        (0..).step_by(3).take_while(|&row| (row as usize) < list.index.len()).collect();
    for rows in [None, Some(some.as_slice())] {
        let both = |query: &SearchQuery| {
            let by_text = with(&list, None, rows, |selection| hits(selection, query));
            let by_moves = with(&list, Some(&moves), rows, |it| hits(it, query));
            assert_eq!(by_moves, by_text, "{query:?}");
            by_text.len()
        };
        found += asked.iter().map(both).sum::<usize>();
        let text = with(&list, None, rows, counts);
        assert_eq!(with(&list, Some(&moves), rows, counts), text);
        let text = with(&list, None, rows, portraits);
        assert_eq!(with(&list, Some(&moves), rows, portraits), text);
    }
    found
}

/// Compares the moves that were played next in these positions.
fn compare_openings(kept: &CachedFile, boards: &[Board]) -> usize {
    let list = kept.list();
    let moves = MoveCache::open(&list).expect("the moves are kept");
    let mut found = 0;
    for board in boards {
        let text = with(&list, None, None, |it| next_moves(it, board));
        let got = with(&list, Some(&moves), None, |it| next_moves(it, board));
        assert_eq!(got, text);
        found += text.len();
    }
    found
}

fn fixed() -> Vec<SearchQuery> {
    let asked = |variations| QUERIES.map(|text| query(text, variations));
    [asked(false), asked(true)].concat()
}

/// Malformed records.
pub fn odd_records() -> Vec<u8> {
    let fischer = "nrk1r3/4p3/8/8/8/8/4P3/NRK1R3[] w EBeb - 0 1";
    let records = [
        "1A. N@f3 1a. e5 2A. Q@d3 1B. e4 P@e5 *".to_owned(),
        "1A. a4 1a. b5 2A. axb5 2a. a6 3A. bxa6 3a. Bb7 4A. axb7 4a. Nc6 5A. bxa8 5a. Qxa8 1B. d4 1b. Q@d6 2B. P@e5 *"
            .to_owned(),
        "1A. e4 1a. Ke5 2A. N@f7 *".to_owned(),
        "1A. e4 {9} 1a. e5 Zz9 2A. N@f7# *".to_owned(),
        String::new(),
        "1-0".to_owned(),
        "1A. e4{180} 1a. e5{179} 2A. Bc4{170} 2a. Nc6{150} 3A. Qh5{140} 3a. Nf6{100} 4A. Qxf7#{90} 1B. d4{60} {C:(1B. e4 1b. e5)} 1-0"
            .to_owned(),
        "1A. f3 1a. e5 2A. g4 2a. Qh4# 3A. a3 3a. a6 *".to_owned(),
        "1A. e4 1a. a6 2A. e5 2a. d5 3A. exd6 3a. cxd6 4A. Nf3 4a. Nf6 5A. Bc4 5a. e6 6A. O-O 1B. a3 1b. P@d5 *"
            .to_owned(),
    ];
    let mut all = Vec::new();
    for (number, moves) in records.iter().enumerate() {
        let tags = format!(
            "[Event \"x\"]\n[WhiteA \"p{number}\"]\n[BlackA \"q\"]\n[WhiteB \"r\"]\n[BlackB \"s\"]\n[TimeControl \"180+0\"]\n"
        );
        let record = format!("{tags}\n{moves}\n\n");
        all.extend_from_slice(record.as_bytes());
        all.extend_from_slice(record.replace('\n', "\r\n").as_bytes());
        let with_fen = format!("{tags}[FEN \"{fischer} | {fischer}\"]\n\n{moves}\n");
        // There is no separator before the next record.
        all.extend_from_slice(with_fen.as_bytes());
    }
    let castles =
        format!("[FEN \"{fischer} | {fischer}\"]\n\n1A. O-O 1a. O-O-O 1B. Ke1 {{9}} *\n\n");
    all.extend_from_slice(castles.as_bytes());
    all
}

/// A game of Kriegspiel, which is not a match.
pub const GAME: &[u8] =
    b"[Event \"k\"]\n[Variant \"Kriegspiel\"]\n[White \"W\"]\n[Black \"B\"]\n\n1. e4 {(:)} e5 {(:)} *\n\n";

fn boards() -> Vec<Board> {
    let of = |text: &str| {
        let position = Bfen::parse(text, None).expect(text).position;
        position.boards[BoardId::A].clone()
    };
    vec![
        Board::default(),
        of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        of("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"),
        of("rnbqkb1r/1p3ppp/p2ppn2/8/2B5/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 6"),
        of("nrk1r3/4p3/8/8/8/8/4P3/NRK1R3 w EBeb - 0 1"),
    ]
}

#[test]
fn queries_agree_from_move_cache_and_text() {
    let odd = [odd_records(), GAME.to_vec(), b"\n\n".to_vec()].concat();
    let mut found = 0;
    for text in [odd.clone(), [odd, random_matches(500_000, 11)].concat()] {
        let kept = CachedFile::with_moves(&text);
        found += compare(&kept, &fixed());
        found += compare_openings(&kept, &boards());
    }
    assert!(found > 2000, "{found}");
}

/// Facts that are not in the move cache come from the text.
#[test]
fn mate_terms_are_parsed() {
    let kept = CachedFile::with_moves(&[odd_records(), random_matches(2000, 3)].concat());
    let asked = ["missed-mate", "mate-in:1", "wanted:N [p]"];
    assert!(compare(&kept, &asked.map(|text| query(text, true))) > 0);
}

#[test]
fn queries_agree_on_real_matches() {
    let text = corpus();
    if text.is_empty() {
        return;
    }
    let kept = CachedFile::with_moves(&text);
    assert!(compare(&kept, &fixed()) > 0);
    compare_openings(&kept, &boards());
    for choice in 0..8 {
        compare(&kept, &queries_about(&text, choice));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(6) })]

    #[test]
    fn cached_hits_equal_text_hits(seed in any::<u64>(), choices in prop::array::uniform8(any::<u64>())) {
        let text = random_matches(60_000, seed);
        let kept = CachedFile::with_moves(&text);
        for choice in choices {
            compare(&kept, &queries_about(&text, choice));
        }
    }
}

/// Queries for damaged caches: each kind of cached fact is needed for one of them.
fn short_queries() -> Vec<SearchQuery> {
    let asked = ["N@ mate", "[p]", "sit>6", "Nf3,-e2"];
    asked.iter().map(|text| query(text, false)).collect()
}

#[test]
fn damaged_cache_is_not_used() {
    let text = [odd_records(), random_matches(30_000, 5)].concat();
    let kept = CachedFile::with_moves(&text);
    let list = kept.list();
    let path = kept.moves_file();
    let whole = fs::read(&path).expect("a file");
    let asked = short_queries();
    let expect: Vec<Vec<Hit>> =
        with(&list, None, None, |it| asked.iter().map(|query| hits(it, query)).collect());
    let (mut refused, mut opened) = (0, 0);
    let mut try_with = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("room");
        let Some(moves) = MoveCache::open(&list) else {
            refused += 1;
            return;
        };
        opened += 1;
        with(&list, Some(&moves), None, |it| {
            for (query, expect) in asked.iter().zip(&expect) {
                assert_eq!(hits(it, query), *expect);
            }
        });
    };
    let step = whole.len() / 150 + 1;
    // Every byte of the header and the end, and some of the rest.
    let last = whole.len() - 300;
    let places = (0..whole.len()).filter(|&at| at < 40 || at > last || at % step == 0);
    for at in places {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        try_with(&bytes);
        try_with(&whole[..at]);
    }
    try_with(&[whole.as_slice(), b"x"].concat());
    assert!(refused > 300 && opened > 100, "{refused} {opened}");
}

#[test]
fn cache_of_another_text_is_not_used() {
    let kept = CachedFile::with_moves(&random_matches(20_000, 1));
    let list = kept.list();
    let moves = MoveCache::open(&list).expect("they are kept");
    // Another file replaces the file.
    let other = random_matches(20_000, 2);
    fs::rename(&kept.path, kept.path.with_extension("old")).expect("it can be renamed");
    fs::write(&kept.path, &other).expect("room");
    let now = CachedFile { text: other, ..kept };
    let changed = now.list();
    assert!(MoveCache::open(&changed).is_none());
    let asked = query("turn:b", false);
    let expect = with(&changed, None, None, |it| hits(it, &asked));
    assert_eq!(with(&changed, Some(&moves), None, |it| hits(it, &asked)), expect);
    // The new cache replaces the old one.
    now.keep();
    assert_eq!(now.kept_files().len(), 1);
    assert!(MoveCache::open(&now.list()).is_some());
    assert!(compare(&now, &short_queries()) > 0);
}

#[test]
fn cache_of_another_version_is_rebuilt() {
    let kept = CachedFile::with_moves(&random_matches(20_000, 1));
    let path = kept.moves_file();
    let whole = fs::read(&path).expect("a file");
    let mut other = whole.clone();
    let place = b"tandem moves ".len();
    other[place] += 1;
    fs::write(&path, other).expect("room");
    assert!(MoveCache::open(&kept.list()).is_none());
    kept.keep();
    assert_eq!(fs::read(&path).expect("a file"), whole);
}

#[test]
fn cancelled_search_writes_no_cache() {
    let kept = CachedFile::of(&random_matches(700_000, 1));
    let list = kept.list();
    assert!(list.index.len() > 256);
    let broken = MoveCache::build(&list, |_| ControlFlow::Break(()));
    assert!(broken.is_err());
    assert_eq!(kept.kept_files(), [""; 0].map(PathBuf::from));
    // A completely read file is cached with private permissions.
    kept.keep();
    let path = kept.moves_file();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::metadata(&path).expect("a file").permissions().mode();
        assert_eq!(mode & 0o077, 0);
    }
    let two_a_ply = list.index.rows().map(|row| 2 * row.plies).sum::<usize>();
    let length = fs::metadata(&path).expect("a file").len();
    assert!(length < 2 * two_a_ply as u64, "{length}, {two_a_ply}");
}

#[test]
fn full_disk_disables_the_cache() {
    let kept = CachedFile::of(&random_matches(40_000, 1));
    let mut list = kept.list();
    let file = Arc::get_mut(&mut list.files[0]).expect("nobody else has it");
    file.cache = Some(CacheFolder::new(kept.cache(), 1000));
    assert!(MoveCache::build(&list, |_| ControlFlow::Continue(())).is_err());
    assert_eq!(kept.kept_files(), [""; 0].map(PathBuf::from));
    let file = Arc::get_mut(&mut list.files[0]).expect("nobody else has it");
    file.cache = None;
    MoveCache::build(&list, |_| ControlFlow::Continue(())).expect("nothing is to be done");
    assert_eq!(kept.kept_files(), [""; 0].map(PathBuf::from));
}

#[test]
fn kriegspiel_game_is_not_a_match() {
    let index = Index::from_bytes(GAME);
    let row = index.row(0).expect("a game");
    assert_eq!(row.notation, Notation::Kriegspiel);
}
