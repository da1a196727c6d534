//! Search by position, drop, mate and sit, compared with a plain replay.
#![expect(clippy::disallowed_methods, reason = "these tests are about files")]

use super::{archive::real_files, random::random_matches};
use proptest::prelude::*;
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
};
use tandem::{
    analysis::ledger::{LongTurn, TurnKind},
    archive::{Index, RowNumber, WalkError},
    document::Document,
    file::{FileRange, Reader, Source, Text},
    kriegspiel::Notation,
    notation::{Record, record_ranges},
    replay::Match,
    rules::{BoardId, Color, Move, Role, Seat},
    search::{Hit, SearchQuery, SearchQueryError, Selection, search, search_text},
    timeline::Timeline,
};

/// The hits of `query`, written as `record:moment`.
fn hits(text: &[u8], query: &str) -> Vec<String> {
    hits_of(text, &query.parse().expect(query))
}

/// Returns the hits, including those in variations as `record:moment:place`.
fn hits_with_variations(text: &[u8], query: &str) -> Vec<String> {
    let query: SearchQuery = query.parse().expect(query);
    hits_of(text, &SearchQuery { in_variations: true, ..query })
}

fn hits_of(text: &[u8], query: &SearchQuery) -> Vec<String> {
    let index = Index::from_bytes(text);
    let rows: Vec<RowNumber> = (0..).take(index.len()).collect();
    let text = Text::from(Source::from_bytes("a.bpgn", text));
    let selection = Selection { index: &index, texts: &[&text], rows: &rows, moves: None };
    let mut all = Vec::new();
    let mut behind = 0;
    search(&selection, query, |walked, hits| {
        assert!(walked.records > behind && walked.total <= rows.len());
        behind = walked.records;
        all.extend(hits);
        ControlFlow::Continue(())
    })
    .expect("a search in memory");
    if query.by.is_empty() {
        assert_eq!(behind, rows.len());
        let mut found = Vec::new();
        search_text(&text, query, |chunk| {
            found.extend(chunk.hits);
            ControlFlow::Continue(())
        })
        .expect("a search in memory");
        assert_eq!(found, all, "without an index");
    }
    let written = all.iter().map(|hit| {
        let Hit { record, moment, board: _, variation } = hit;
        let place = variation.as_ref().map_or(String::new(), |it| format!(":{it}"));
        format!("{record}:{moment}{place}")
    });
    written.collect()
}

/// A board: its squares from a8 to h1 and the reserves of its two seats, as letters.
struct SeenBoard {
    squares: Vec<char>,
    reserve: Vec<char>,
    white: bool,
}

/// Reads the text of the position, not the masks.
fn seen(bfen: &str) -> SeenBoard {
    let mut fields = bfen.split(' ');
    let pieces = fields.next().expect("pieces");
    let (pieces, reserve) = pieces.split_once('[').expect("a reserve");
    let squares = pieces.chars().filter(|&c| c != '/' && c != '~');
    let squares = squares.flat_map(|c| match c.to_digit(10) {
        Some(count) => vec!['-'; count as usize],
        None => vec![c],
    });
    SeenBoard {
        squares: squares.collect(),
        reserve: reserve.chars().filter(char::is_ascii_alphabetic).collect(),
        white: fields.next() == Some("w"),
    }
}

/// A query that the oracle understands, and that can be written for the program.
#[derive(Clone, Debug, Default)]
struct OracleQuery {
    board: Option<BoardId>,
    /// Indices of squares, and their pieces.
    pieces: Vec<(usize, char)>,
    reserve: Vec<char>,
    white: Option<bool>,
    drop: Option<(char, String)>,
    mate: bool,
    sit_s: Option<u32>,
}

/// Returns the bytes of a record.
pub fn slice(text: &[u8], range: FileRange) -> &[u8] {
    let at = |place: u64| usize::try_from(place).expect("a place in memory");
    &text[at(range.start)..at(range.end)]
}

/// Returns the letter on the square `name`, such as `f3`.
fn square_of(board: &SeenBoard, name: &str) -> char {
    let place = (0..64).find(|&place| square(place) == name).expect("a square");
    board.squares[place]
}

fn square(place: usize) -> String {
    let file = char::from(b'a' + u8::try_from(place % 8).expect("a file"));
    format!("{file}{}", 8 - place / 8)
}

impl OracleQuery {
    fn text(&self) -> String {
        let mut terms = Vec::new();
        for (place, piece) in &self.pieces {
            terms.push(format!("{piece}{}", square(*place)));
        }
        if !self.reserve.is_empty() {
            terms.push(format!("[{}]", self.reserve.iter().collect::<String>()));
        }
        terms.extend(self.white.map(|white| format!("turn:{}", if white { 'w' } else { 'b' })));
        terms.extend(self.drop.as_ref().map(|(piece, to)| format!("{piece}@{to}")));
        terms.extend(self.mate.then(|| "mate".to_owned()));
        terms.extend(self.sit_s.map(|s| format!("sit>{s}")));
        let board = self.board.map(|id| format!("{}:", id.letter()));
        let board = board.unwrap_or_default();
        let terms: Vec<String> = terms.iter().map(|term| format!("{board}{term}")).collect();
        terms.join(" ")
    }

    fn holds(&self, at: &Moment<'_>, id: BoardId) -> bool {
        let seen = &at.boards[id as usize];
        let ply = at.ply.filter(|&ply| at.played.plies[ply].seat.board() == id);
        let count = |letters: &[char], c: char| letters.iter().filter(|&&other| other == c).count();
        self.pieces.iter().all(|&(place, piece)| seen.squares[place] == piece)
            && self.reserve.iter().all(|&c| count(&seen.reserve, c) >= count(&self.reserve, c))
            && self.white.is_none_or(|white| seen.white == white)
            && self.drop.as_ref().is_none_or(|(piece, to)| {
                ply.is_some_and(|ply| at.played.plies[ply].mv.uci(false) == format!("{piece}@{to}"))
            })
            && (!self.mate
                || ply.is_some_and(|ply| {
                    let mut later = at.record.plies.iter().skip(ply + 1);
                    at.played.plies[ply].mate && later.all(|ply| ply.seat.board() != id)
                }))
            && self.sit_s.is_none_or(|s| {
                let mut sits = at.sits.iter();
                sits.any(|&(board, moment, ms)| board == id && moment == at.moment && ms > s * 1000)
            })
    }
}

/// A moment as seen by the oracle.
struct Moment<'a> {
    record: &'a Record,
    played: &'a Match,
    moment: usize,
    ply: Option<usize>,
    boards: [SeenBoard; 2],
    sits: &'a [(BoardId, usize, u32)],
}

/// Returns every sit on the timeline: its board, its first moment and its length.
fn sits(played: &Match) -> Vec<(BoardId, usize, u32)> {
    let timeline = Timeline::of(played);
    let turns = LongTurn::all(played, &timeline).into_iter();
    let known: Vec<_> = turns.filter(|it| it.kind == TurnKind::Sit).map(|it| it.turn).collect();
    let mut found = Vec::new();
    let mut before: BTreeMap<char, (usize, u32)> = BTreeMap::new();
    let mut add = |id: BoardId, (moment, from): (usize, u32), to: u32| {
        let so =
            |sit: &&tandem::timeline::Sit| (sit.seat.board(), sit.from, sit.to) == (id, from, to);
        found.extend(known.iter().find(so).map(|sit| (id, moment, sit.ms)));
    };
    for (index, ply) in played.plies.iter().enumerate() {
        let id = ply.seat.board();
        let time = timeline.time(index);
        add(id, before.get(&id.letter()).copied().unwrap_or_default(), time);
        before.insert(id.letter(), (index + 1, time));
    }
    for id in BoardId::ALL {
        if let Some(&last) = before.get(&id.letter()) {
            add(id, last, timeline.end());
        }
    }
    found
}

fn expected(text: &[u8], asked: &OracleQuery) -> Vec<String> {
    let mut all = Vec::new();
    for (number, range) in record_ranges(text).into_iter().enumerate() {
        let text = slice(text, range);
        let record = Record::parse(text);
        if Notation::of(&record, text) == Notation::Kriegspiel {
            continue;
        }
        let played = Match::replay(&record, text);
        let sits = sits(&played);
        let mut position = played.set_up.position.clone();
        let mut held = false;
        for moment in 0..=played.plies.len() {
            if moment > 0 {
                played.plies[moment - 1].play_on(&mut position);
            }
            let at = Moment {
                record: &record,
                played: &played,
                moment,
                ply: moment.checked_sub(1),
                boards: BoardId::ALL.map(|id| seen(&position.bfen(id))),
                sits: &sits,
            };
            let boards = asked.board.map_or(BoardId::ALL.to_vec(), |id| vec![id]);
            let holds = boards.into_iter().any(|id| asked.holds(&at, id));
            let is_event = asked.drop.is_some() || asked.mate || asked.sit_s.is_some();
            if holds && (is_event || !held) {
                all.push(format!("{number}:{moment}"));
            }
            held = holds;
        }
    }
    all
}

fn compare(text: &[u8], asked: &OracleQuery) -> usize {
    let expect = expected(text, asked);
    assert_eq!(hits(text, &asked.text()), expect, "{}", asked.text());
    expect.len()
}

pub fn corpus() -> Vec<u8> {
    let mut all = Vec::new();
    for path in real_files() {
        all.extend_from_slice(&std::fs::read(&path).expect("a readable file"));
        all.extend_from_slice(b"\n\n");
    }
    all
}

/// Returns queries that match in `text`, as a person would write them.
pub fn queries_about(text: &[u8], choice: u64) -> Vec<SearchQuery> {
    let asked = query_about(text, choice).text();
    vec![asked.parse().expect("a question")]
}

/// Returns a query about a moment of one of the matches in `text`.
fn query_about(text: &[u8], choice: u64) -> OracleQuery {
    let mut state = choice;
    let mut below = |n: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).expect("31 bits") % n.max(1)
    };
    let ranges = record_ranges(text);
    let range = ranges[below(ranges.len())];
    let text = slice(text, range);
    let played = Match::replay(&Record::parse(text), text);
    let moment = below(played.plies.len() + 1);
    let id = BoardId::ALL[below(2)];
    let now = seen(&played.position_after(moment).bfen(id));
    let mut asked = OracleQuery { board: (below(2) == 0).then_some(id), ..OracleQuery::default() };
    if below(4) > 0 {
        for _ in 0..1 + below(8) {
            let place = below(64);
            if asked.pieces.iter().all(|(other, _)| *other != place) {
                asked.pieces.push((place, now.squares[place]));
            }
        }
    }
    if below(3) == 0 {
        let count = below(now.reserve.len().min(3) + 1);
        asked.reserve = now.reserve[..count].to_vec();
    }
    if below(3) == 0 {
        asked.white = Some(now.white);
    }
    let ply = moment.checked_sub(1).map(|ply| played.plies[ply]);
    if let Some(ply) = ply.filter(|ply| ply.seat.board() == id && ply.mv.from().is_none())
        && below(2) == 0
    {
        let uci = ply.mv.uci(false);
        let (piece, to) = uci.split_once('@').expect("a drop");
        asked.drop = Some((piece.chars().next().expect("a piece"), to.to_owned()));
    }
    asked.mate = below(12) == 0;
    asked.sit_s = (below(8) == 0).then(|| u32::try_from(below(30)).expect("small"));
    if asked.text().is_empty() {
        asked.white = Some(now.white);
    }
    asked
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(6) })]

    #[test]
    fn every_mate_is_found(seed in any::<u64>()) {
        let text = random_matches(400_000, seed);
        compare(&text, &OracleQuery { mate: true, ..OracleQuery::default() });
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(16) })]

    #[test]
    fn hits_equal_a_plain_replay(seed in any::<u64>(), choices in prop::array::uniform4(any::<u64>())) {
        let text = random_matches(40_000, seed);
        for choice in choices {
            compare(&text, &query_about(&text, choice));
        }
    }
}

#[test]
fn real_file_hits_equal_a_plain_replay() {
    let text = corpus();
    let mut found = 0;
    for choice in 0..20 {
        found += compare(&text, &query_about(&text, choice));
    }
    assert!(found > 20, "{found}");
}

/// White A and White B, on a diagonal, wait for each other. Black A thinks until the end.
const STAND_OFF: &str = "[WhiteA \"ann\"]\n[BlackA \"bob\"]\n[WhiteB \"cy\"]\n[BlackB \"dee\"]\n[TimeControl \"180+0\"]\n\n\
    1A. e4{179} 1B. e4{179} 1a. e5{178} 1b. e5{178} 2A. Nf3{148} 2B. Nf3{117} *\n";

#[test]
fn thinks_without_a_reason_to_wait_are_no_sits() {
    let found = |query: &str| hits(STAND_OFF.as_bytes(), query);
    assert_eq!(found("sit>20"), ["0:3", "0:4"]);
    assert_eq!(found("think>20"), ["0:5"]);
    assert_eq!(found("finding:sit"), ["0:3", "0:4"]);
    assert_eq!(found("finding:think"), ["0:5"]);
    assert_eq!(found("think>31"), [""; 0]);
    assert_eq!(found("A:think>20 pe5"), ["0:5"]);
    assert_eq!(found("B:think>20"), [""; 0]);
    // White A drops the pawn for which it waited.
    let received = "1B. e4{179} 1A. e4{179} 1b. d5{178} 1a. e5{178} 2B. Nc3{177} 2b. dxe4{120} 2A. P@d4{118} *";
    let text = format!("[TimeControl \"180+0\"]\n\n{received}\n");
    assert_eq!(hits(text.as_bytes(), "A:sit>30"), ["0:4"]);
    let other = text.replace("P@d4", "d4");
    assert_eq!(hits(other.as_bytes(), "A:sit>30"), [""; 0]);
    assert_eq!(hits(other.as_bytes(), "A:think>30"), ["0:4"]);
}

#[test]
fn mates_by_drops_and_sits_are_found() {
    let text = [corpus(), random_matches(400_000, 7)].concat();
    let mate = |piece: char| OracleQuery {
        drop: None,
        mate: true,
        reserve: vec![piece],
        ..OracleQuery::default()
    };
    assert!(compare(&text, &mate('P')) > 0);
    let mates = OracleQuery { mate: true, ..OracleQuery::default() };
    let found = compare(&text, &mates);
    assert!(found > 5, "{found}");
    let sit = OracleQuery { sit_s: Some(15), ..OracleQuery::default() };
    assert!(compare(&text, &sit) > 0);
    let drops = hits(&text, "N@ mate");
    let all = hits(&text, "mate");
    assert!(!drops.is_empty() && drops.len() < all.len());
    assert!(drops.iter().all(|hit| all.contains(hit)));
}

const MATCH: &str = "[Event \"a\"]\n[WhiteA \"x\"]\n\n1A. e4 1a. e5 1B. d4 2A. Nf3 2a. Nc6 1b. d5 3A. Bc4 3a. d6 *\n\n";

#[test]
fn hits_by_a_player_are_deeds_of_that_player() {
    let text = corpus();
    let index = Index::from_bytes(&text);
    // The moments of the deeds of each player, by query and name.
    let mut deeds: BTreeMap<(&str, String), Vec<(usize, usize)>> = BTreeMap::new();
    for (number, (row, range)) in index.rows().zip(record_ranges(&text)).enumerate() {
        let text = slice(&text, range);
        let record = Record::parse(text);
        if Notation::of(&record, text) == Notation::Kriegspiel {
            continue;
        }
        let played = Match::replay(&record, text);
        let mut add = |query, seat, moment| {
            let name = row.player(seat).to_lowercase();
            if !name.contains(['"', '?']) && !name.is_empty() {
                deeds.entry((query, name)).or_default().push((number, moment));
            }
        };
        for (index, ply) in played.plies.iter().enumerate() {
            let later = &played.plies[index + 1..];
            let is_last = later.iter().all(|later| later.seat.board() != ply.seat.board());
            if ply.mate && is_last && record.plies.len() == played.plies.len() {
                add("mate", ply.seat, index + 1);
            }
            if matches!(ply.mv, Move::Drop { role: Role::Knight, .. }) {
                add("N@", ply.seat, index + 1);
            }
        }
        let mut reported = BTreeSet::new();
        for moment in 0..=played.plies.len() {
            let position = played.position_after(moment);
            let boards = BoardId::ALL.map(|id| (id, seen(&position.bfen(id))));
            let has_knight = |board: &SeenBoard| square_of(board, "f3") == 'N';
            if !boards.iter().any(|(_, board)| has_knight(board)) {
                reported.clear();
            }
            for (id, board) in boards.iter().filter(|(_, board)| has_knight(board)) {
                let color = if board.white { Color::White } else { Color::Black };
                let seat = Seat::new(*id, color);
                if reported.insert(row.player(seat).to_lowercase()) {
                    add("Nf3", seat, moment);
                }
            }
        }
        for LongTurn { turn, kind } in LongTurn::all(&played, &Timeline::of(&played)) {
            if turn.ms > 20_000 {
                let query = if kind == TurnKind::Sit { "sit>20" } else { "think>20" };
                add(query, turn.seat, turn.begins);
            }
        }
    }
    assert!(deeds.keys().filter(|(query, _)| *query == "mate").count() > 2);
    for ((query, name), mut moments) in deeds {
        moments.sort_unstable();
        moments.dedup();
        let expected: Vec<String> =
            moments.iter().map(|(number, moment)| format!("{number}:{moment}")).collect();
        let found = hits(&text, &format!("{query} by:\"{name}\""));
        assert_eq!(found, expected, "{query} by {name}");
    }
}

/// Who thinks after a commented move is the player to move, not the one whose move has the comment.
#[test]
fn by_names_the_one_who_thinks() {
    let text =
        b"[WhiteA \"Ann\"]\n[BlackA \"Ben\"]\n[TimeControl \"180+0\"]\n\n1A. e4{180} 1a. d5{179} \
        2A. exd5{178} {C:gambit} 2a. Nf6{120} *\n";
    assert_eq!(hits(text, "think>10 comment:gambit by:ben"), ["0:3"]);
    assert_eq!(hits(text, "think>10 comment:gambit by:ann"), Vec::<String>::new());
}

#[test]
fn mate_after_castling_written_as_king_takes_rook_is_found() {
    let text =
        b"1A. e4 1a. a6 2A. Nf3 2a. h6 3A. Bc4 3a. h5 4A. d3 4a. g6 5A. Qd2 5a. b6 6A. Qb4 6a. c6 \
        7A. Kh1 7a. d6 8A. N@h1 8a. N@e2#";
    assert_eq!(hits(text, "mate"), ["0:16"]);
}

#[test]
fn mate_written_in_coordinates_is_found() {
    let text = b"[FEN \"8/7k/8/5N2/8/8/1Q6/K7[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n\n1A. b2g7";
    assert_eq!(hits(text, "mate"), ["0:1"]);
}

#[test]
fn position_is_reported_once_per_stretch() {
    let text = MATCH.as_bytes();
    // After three plies, both boards have changed, and the position remains until board A changes again.
    assert_eq!(hits(text, "Nf3,nc6,-c4"), ["0:5"]);
    assert_eq!(hits(text, "A:Nf3 B:pd5"), ["0:6"]);
    assert_eq!(hits(text, "B:Nf3"), [""; 0]);
    assert_eq!(hits(text, "turn:b"), ["0:1", "0:3", "0:7"]);
    assert_eq!(hits(text, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R"), ["0:5"]);
    assert_eq!(hits(text, "*/*/*/???pp*/*/*/*/*"), [""; 0]);
    assert_eq!(hits(text, "*/*/*/????p*/*/*/*/*"), ["0:2"]);
    let whole = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[] b KQkq - 3 3 | \
                 rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR[] w KQkq d6 0 2";
    assert_eq!(hits(text, whole), ["0:7"]);
}

/// Filters before replay must not exclude the effects of unusual moves.
#[test]
fn reachable_squares_cover_unusual_moves() {
    let check = |moves: &str, query: &str, moment: usize| {
        let text = format!("[Event \"a\"]\n{moves} *\n");
        assert_eq!(hits(text.as_bytes(), query), [format!("0:{moment}")], "{moves}");
    };
    let castled = "\n1A. e4 1a. e5 2A. Nf3 2a. Nf6 3A. Bc4 3a. Bc5 4A. ";
    for castles in ["O-O", "0-0", "e1g1"] {
        check(&format!("{castled}{castles}"), "Kg1,Rf1,-h1,-e1", 7);
    }
    let fischer = "[FEN \"nrk1r3/4p3/8/8/8/8/4P3/NRK1R3[] w EBeb - 0 1 | nrk1r3/4p3/8/8/8/8/4P3/NRK1R3[] w EBeb - 0 1\"]\n\n";
    check(&format!("{fischer}1A. O-O"), "Kg1,Rf1,-c1,-e1", 1);
    check(&format!("{fischer}1A. Ke1"), "Kg1,Rf1,-c1,-e1", 1);
    let pawn = "[FEN \"4k3/P7/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n\n";
    check(&format!("{pawn}1A. a8=N"), "Na8", 1);
    // The promotion is a queen by default, with a warning.
    check(&format!("{pawn}1A. a8"), "Qa8,-a7", 1);
    let passing = "\n1A. e4 1a. a6 2A. e5 2a. d5 3A. exd6";
    check(passing, "Pd6,-d5,-e5", 5);
    // The knight leaves, and returns to its square.
    let back = "\n1A. Nf3 1a. Nf6 2A. Ng1";
    check(back, "Ng1,nf6", 3);
    check("\n1A. e4 1a. d5 2A. exd5 2a. Qxd5 1B. a3 1b. @b4 ", "B:pb4", 6);
    check("\n1B. e4 1b. d5 2B. exd5 1A. a3 1a. $146@e4", "A:pe4", 5);
}

#[test]
fn file_truncated_during_a_read_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.bpgn");
    std::fs::write(&path, MATCH.repeat(2000)).expect("a file");
    let reader = Reader::open(&path).expect("a file");
    let index = Index::from_file(&reader, |_, _| ControlFlow::Continue(())).expect("a file");
    let text = Text::from(reader);
    std::fs::write(&path, MATCH).expect("a file");
    let rows: Vec<RowNumber> = (0..2000).collect();
    let selection = Selection { index: &index, texts: &[&text], rows: &rows, moves: None };
    let query = "Nf3".parse().expect("a question");
    let ended = search(&selection, &query, |_, _| ControlFlow::Continue(()));
    let Err(WalkError::File(error)) = ended else {
        panic!("{ended:?}");
    };
    assert!(
        error.to_string().ends_with("a.bpgn: the file was truncated while reading; open it again"),
        "{error}"
    );
}

#[test]
fn invalid_words_are_reported() {
    let check = |text: &str, expect: &str| {
        let error: SearchQueryError = text.parse::<SearchQuery>().expect_err(text);
        assert_eq!(error.to_string(), expect);
    };
    check("", "enter a search such as `N@f7 mate`, `Nf3,pe5,-e4` or `sit>20`");
    check("Nf3,x", "\"x\" is not a piece on a square (Nf3) or an empty square (-e4)");
    check("K@f7", "\"K@f7\" is not a drop such as N@f7, @f7 or N@");
    check("8/8", "the position has 2 ranks, not 8");
    check(
        "8/8/8/8/8/8/8/7",
        "rank 1 of the position has 7 squares, not 8; use ? for any square and * for the rest of \
         a rank",
    );
    check("8/8/8/8/8/8/8/7x", "'x' is not a piece");
    check("[K]", "\"[K]\" is not a reserve such as [NNp] (two white knights and a black pawn)");
    check("sit>x", "\"x\" is not a number of seconds, as in sit>20");
    check("turn:x", "use turn:w or turn:b, not \"x\"");
    check("Nf3 | Nf3 | Nf3", "a match has only two boards");
    check("N@f7 N@f2", "a move can only drop one piece");
    check("A:N@f7 B:mate", "a move cannot be on both boards");
}

#[test]
fn search_can_be_cancelled() {
    let text = MATCH.repeat(2000).into_bytes();
    let index = Index::from_bytes(&text);
    let rows: Vec<RowNumber> = (0..2000).collect();
    let text = Text::from(Source::from_bytes("a.bpgn", text));
    let selection = Selection { index: &index, texts: &[&text], rows: &rows, moves: None };
    let query = "Nf3".parse().expect("a question");
    let mut reports = 0;
    let ended = search(&selection, &query, |_, _| {
        reports += 1;
        ControlFlow::Break(())
    });
    assert!(matches!(ended, Err(WalkError::Cancelled)));
    assert_eq!(reports, 1);
}

/// Two matches: a knight reaches f7 in a branch of a variation in the first, and in the match itself in the second.
const TRIED: &str = "\
[WhiteA \"Ann\"][BlackA \"Bo\"][WhiteB \"Cy\"][BlackB \"Di\"]

1A. e4 {300} 1a. e5 {299} 2A. Nf3 {298} {C:Slow. (2A. Bc4 2a. Nc6 (2a. d6 3A. Qh5 3a. Nf6 4A. Qxf7#) 3A. Qf3)} *

[WhiteA \"Ann\"][BlackA \"Bo\"][WhiteB \"Cy\"][BlackB \"Di\"]

1A. e4 {300} 1a. e5 {299} 2A. Bc4 {298} 2a. d6 {297} 3A. Qh5 {296} 3a. Nf6 {295} 4A. Qxf7# {294}
{Bo checkmated} 1-0
";

#[test]
fn variations_are_searched_on_request() {
    let text = TRIED.as_bytes();
    assert_eq!(hits(text, "Qf7"), ["1:7"]);
    assert_eq!(hits_with_variations(text, "Qf7"), ["0:7:2A/1/2/1/4", "1:7"]);
    assert_eq!(hits_with_variations(text, "mate"), ["0:7:2A/1/2/1/4", "1:7"]);
    // The bishop stays on c4, so only the first place in the variation counts, and none in its branches.
    assert_eq!(hits_with_variations(text, "Bc4"), ["0:3:2A/1/1", "1:3"]);
    // What already holds before a variation is not reported in it.
    assert_eq!(hits_with_variations(text, "A:pe5"), ["0:2", "1:2"]);
    assert_eq!(hits_with_variations(text, "A:mate-in:1"), ["0:6:2A/1/2/1/3", "1:6"]);
    // Variations have no sits and no missed mates.
    assert_eq!(hits_with_variations(text, "sit>0"), hits(text, "sit>0"));
    assert_eq!(hits_with_variations(text, "missed-mate"), hits(text, "missed-mate"));
}

#[test]
fn variation_hit_resolves_by_name() {
    let source = Source::from_bytes("a.bpgn", TRIED);
    let range = record_ranges(source.bytes())[0];
    let document = Document::open(source, range);
    let point = document.point_named("2A/1/2/1/4").expect("a place");
    let position = document.variations().position(document.played(), &point);
    assert!(position.bfen(BoardId::A).starts_with("rnbqkb1r/ppp2Qpp/"));
}

#[test]
fn query_placements_may_require_promotion_and_drops_any_piece() {
    let text = MATCH.as_bytes();
    let one = "A:rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
    assert_eq!(hits(text, one), ["0:1"]);
    assert_eq!(hits(text, &one.replace("4P3", "4P~3")), hits(text, one));
    // The reserve may follow the ranks, but no rank may be missing.
    assert_eq!(hits(text, &format!("{one}/")), ["0:1"]);
    assert!(one.replace("/8/8/", "/8/").parse::<SearchQuery>().is_err());
    let drops = b"[Event \"a\"]\n\n1A. e4 1B. e4 1b. d5 2B. exd5 1a. a6 2A. P@e6 *\n";
    assert_eq!(hits(drops, "@e6"), ["0:6"]);
    assert_eq!(hits(drops, "N@e6"), [""; 0]);
}

#[test]
fn comments_in_games_of_kriegspiel_are_found() {
    let game = "[White \"Ann\"][Black \"Bo\"][Variant \"Kriegspiel (Berkeley)\"][Filtered \"no\"]\n\n\
        1. e4 {(:) A sharp idea} e5 {(:)} {Ein Spie\u{df} am K\u{f6}nig} 2. Nf3 {(:)} ; the fork\n*\n\n";
    let text = format!("{MATCH}{game}");
    let found = |query: &str| hits(text.as_bytes(), query);
    assert_eq!(found("comment:SHARP"), ["1:1"]);
    assert_eq!(found("comment:\"am konig\""), ["1:2"]);
    assert_eq!(found("comment:fork"), ["1:3"]);
    for none in
        ["comment:nf3", "comment:fork comment:sharp", "comment:fork mate", "comment:fork by:ann"]
    {
        assert_eq!(found(none), [""; 0], "{none}");
    }
}

/// A match with comments of every kind.
const NOTED: &str = "\
[WhiteA \"Ann\"][BlackA \"Bo\"][WhiteB \"Cy\"][BlackB \"Di\"]

{C:A game of  sharp
play}
1A. e4 {300} {C:Overlooks a fork (1A. d4 (C:Overlooks nothing) 1a. d5) here} (1A. c4 {C:solid}) 1a. e5 {299} {Très calme}
2A. Nf3 {298} {A:Novelty of Ano} ; plain fork
{C:[%csl Ge4] one {two} three} {Bo resigns} 1-0
";

#[test]
fn comments_are_found_by_their_words() {
    let windows_1252: Vec<u8> =
        NOTED.chars().map(|c| u8::try_from(c).expect("a Latin letter")).collect();
    for text in [NOTED.into(), NOTED.replace('\n', "\r\n").into_bytes(), windows_1252] {
        let check =
            |query: &str, expected: &[&str]| assert_eq!(hits(&text, query), expected, "{query}");
        check("comment:sharp", &["0:0"]);
        check("comment:\"of SHARP play\"", &["0:0"]);
        check("comment:OVERLOOKS", &["0:1", "0:1:1A/1/1"]);
        // A part of a word is enough. The variation is no part of the comment around it.
        check("comment:\"fork her\"", &["0:1"]);
        check("comment:fork", &["0:1", "0:3"]);
        check("comment:solid", &["0:1:1A/2/1"]);
        check("comment:très", &["0:2"]);
        check("COMMENT:\"TRÈS CALME\"", &["0:2"]);
        // Accents make no difference, in either direction.
        check("comment:tres", &["0:2"]);
        check("comment:\"tres calmé\"", &["0:2"]);
        check("comment:Fôrk", &["0:1", "0:3"]);
        check("comment:\"novelty of año\"", &["0:3"]);
        // A brace within a comment ends it.
        check("comment:\"one {two\"", &["0:3"]);
        check("comment:three", &[]);
        // The reason for the result, marks, moves and tags are no comments.
        check("comment:resigns", &[]);
        check("comment:csl", &[]);
        check("comment:nf3", &[]);
        check("comment:ann", &[]);
        // All terms hold at one moment.
        check("comment:overlooks comment:fork", &["0:1"]);
        check("comment:sharp comment:fork", &[]);
        check("comment:calme A:pe5", &["0:2"]);
        check("comment:fork A:pe5", &["0:3"]);
        check("comment:overlooks A:Pe4", &["0:1"]);
        check("comment:overlooks A:Pd4", &["0:1:1A/1/1"]);
        check("comment:overlooks sit>20", &[]);
    }
    assert!(
        "comment:".parse::<SearchQuery>().is_err()
            && "comment:\"\"".parse::<SearchQuery>().is_err()
    );
}
