//! The surfaces that show findings agree: `--findings`, `--summary`, the search, puzzles and the window's report.

use crate::random::random_matches_of;
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
};
use tandem::{
    analysis::{
        ledger::{Finding, FindingKind, Ledger, match_hash},
        puzzles::{puzzles_of_findings, puzzles_of_record},
        tactics::{Limits, Solver},
    },
    app::MatchReport,
    archive::Collection,
    document::Document,
    file::{FileRange, Source},
    notation::Record,
    replay::Match,
    rules::BoardId,
    search::{HitFindings, SearchQuery, Selection, missed, search},
    timeline::{Moment, Timeline},
};

const GIFT: &str = include_str!("../cmd/analyse.in/gift.bpgn");
const SCHOLAR: &str = include_str!("../cmd/analyse.in/scholar.bpgn");

/// Returns the texts of matches: generated ones, two with known findings, and those of the corpus if it is available. In
/// each, every player has a name.
fn texts() -> Vec<Vec<u8>> {
    let names = "[WhiteA \"Ann\"]\n[BlackA \"Bo\"]\n[WhiteB \"Cy\"]\n[BlackB \"Di\"]\n";
    let mut texts: Vec<Vec<u8>> =
        [GIFT, SCHOLAR].map(|text| format!("{names}{text}").into_bytes()).into();
    let generated = random_matches_of(40_000, 56, (40, 120));
    let mut records = tandem::notation::Records::of(&generated);
    while let Some((_, text, _)) = records.read_next() {
        texts.push(text.to_vec());
    }
    let corpus = crate::tactics::corpus_texts().into_iter().flatten();
    texts.extend(corpus.map(|(_, text)| text));
    let has_names = |text: &Vec<u8>| {
        let record = Record::parse(text);
        tandem::rules::Seat::ALL
            .into_iter()
            .all(|seat| record.player(text, seat).is_some_and(|name| name != "?"))
    };
    texts.retain(has_names);
    texts
}

fn ledger(text: &[u8]) -> Ledger {
    let played = Match::replay(&Record::parse(text), text);
    Ledger::within(&played, &Timeline::of(&played), Limits::default())
}

/// The moment and board at which a search shows a finding.
fn place(finding: &Finding) -> (Moment, BoardId) {
    let after = usize::from(finding.kind == FindingKind::PieceLost);
    (finding.shown() + after, finding.seat.board())
}

#[test]
fn surfaces_agree() {
    let texts = texts();
    let ledgers: Vec<Ledger> = texts.iter().map(|text| ledger(text)).collect();
    let all: Vec<u8> = texts.iter().flat_map(|text| [text, &b"\n\n"[..]].concat()).collect();
    let list = Collection::of(Source::from_bytes("/x/all.bpgn", all));
    assert_eq!(list.index.len(), texts.len());
    let files: Vec<_> = list.files.iter().map(|file| &file.text).collect();
    let rows: Vec<_> = (0..).take(list.index.len()).collect();
    let selection = Selection { index: &list.index, texts: &files, rows: &rows, moves: None };
    let players =
        missed(&list, &selection, |_, _| ControlFlow::Continue(())).expect("all is in memory");
    let mut tally = BTreeMap::new();
    for kind in FindingKind::ALL {
        let of_kind = |ledger: &Ledger| {
            let findings = ledger.findings.iter().filter(|it| it.kind == kind);
            findings.map(place).collect::<Vec<_>>()
        };
        let expected: Vec<Vec<(Moment, BoardId)>> = ledgers.iter().map(of_kind).collect();
        let count: usize = expected.iter().map(Vec::len).sum();
        // A lost piece is held against the player only if it could have been kept.
        let lost = |it: &&Finding| it.kind == kind && kind.is_mistake() && !it.is_mistake();
        let kept: usize = ledgers.iter().map(|it| it.findings.iter().filter(lost).count()).sum();
        let counted: usize = players.iter().map(|it| it.missed.count(kind)).sum();
        assert_eq!(counted, count - kept, "the summary counts {kind:?}");
        let query: SearchQuery = format!("finding:{}", kind.word()).parse().expect("a query");
        let mut hits = Vec::new();
        search(&selection, &query, |_, chunk| {
            hits.extend(chunk.into_iter().map(|hit| (hit.record, hit.moment)));
            ControlFlow::Continue(())
        })
        .expect("all is in memory");
        let places: BTreeSet<(usize, Moment)> = (0..)
            .zip(&expected)
            .flat_map(|(record, places)| places.iter().map(move |(moment, _)| (record, *moment)))
            .collect();
        assert_eq!(hits.into_iter().collect::<BTreeSet<_>>(), places, "the search finds {kind:?}");
        tally.insert(kind, count);
    }
    let mut linked = 0;
    for (text, ledger) in texts.iter().zip(&ledgers) {
        let whole = FileRange::new(0, text.len() as u64);
        let document = Document::open(Source::from_bytes("x", text.clone()), whole);
        let report = MatchReport::of(&document, ledger.clone());
        let described = report.sentences.iter().flatten();
        let described = described
            .filter(|it| matches!(it.subject, tandem::analysis::report::Subject::Finding { .. }));
        assert_eq!(described.count(), ledger.findings.len(), "the report has each finding once");
        let posed = puzzles_of_record(0, text, None, &mut Solver::new(Limits::default()));
        let hash = match_hash(document.played());
        let ids: BTreeMap<String, &Finding> =
            ledger.findings.iter().map(|it| (it.id(hash).to_string(), it)).collect();
        assert_eq!(ids.len(), ledger.findings.len(), "ids are unique");
        for puzzle in &posed.puzzles {
            let finding = puzzle.finding_id().map(|id| ids[&id.to_string()]);
            assert_eq!(puzzle.missed, finding.is_some_and(Finding::is_mistake), "{puzzle:?}");
            linked += usize::from(finding.is_some());
        }
    }
    assert!(linked > 0 && tally[&FindingKind::MateFound] > 0, "{tally:?}");
    assert!(tally[&FindingKind::PieceLost] > 0, "{tally:?}");
}

#[test]
fn puzzles_of_findings_are_about_these_findings() {
    let mut solver = Solver::new(Limits::default());
    // The number of findings and of puzzles, by kind.
    let mut posed: BTreeMap<FindingKind, (usize, usize)> = BTreeMap::new();
    for text in texts() {
        let ledger = ledger(&text);
        let place = |it: &Finding| (it.kind, it.seat, it.from);
        let places: Vec<_> = ledger.findings.iter().map(place).collect();
        let found = puzzles_of_findings(0, &text, &places, &mut solver);
        for finding in &ledger.findings {
            let of_finding = found.puzzles.iter().filter(|it| it.finding == Some(place(finding)));
            let of_finding: Vec<_> = of_finding.collect();
            let count = posed.entry(finding.kind).or_default();
            *count = (count.0 + 1, count.1 + of_finding.len());
            assert!(of_finding.len() <= 1, "{finding:?}");
            let Some(puzzle) = of_finding.first() else { continue };
            assert!((finding.from..=finding.until).contains(&puzzle.moment), "{finding:?}");
            assert_eq!(puzzle.missed, finding.is_mistake(), "{finding:?}");
            let solver_seat = match finding.kind {
                FindingKind::PieceLost => finding.seat.partner(),
                _ => finding.attacker(),
            };
            assert_eq!(puzzle.seat, solver_seat, "{finding:?}");
        }
    }
    let of = |kind| posed.get(&kind).copied().unwrap_or_default();
    let (missed, puzzles) = of(FindingKind::MateMissed);
    assert!(missed > 0 && puzzles == missed, "every missed mate has a puzzle: {posed:?}");
    assert_eq!(of(FindingKind::DefenceMissed).1 + of(FindingKind::Sit).1, 0);
}

/// Both boards begin with a sit, and a hit names only one board.
#[test]
fn hit_has_the_findings_of_both_boards() {
    let text = "[TimeControl \"120+0\"]\n\n1A. e4{110} 1B. e4{109} 1a. e5{119} 1b. e5{119} 2A. d4{109} 2B. d4{108} *\n";
    let list = Collection::of(Source::from_bytes("/x/sits.bpgn", text.as_bytes().to_vec()));
    let files: Vec<_> = list.files.iter().map(|file| &file.text).collect();
    let selection = Selection { index: &list.index, texts: &files, rows: &[0], moves: None };
    let ids = |query: &str| {
        let query: SearchQuery = query.parse().expect("a query");
        let (mut findings, mut ids) = (HitFindings::default(), Vec::new());
        search(&selection, &query, |_, hits| {
            for hit in hits {
                let found = findings.of(&query, &hit, text.as_bytes()).into_iter();
                ids.extend(
                    found.map(|id| format!("{}{} {}", id.ply, id.seat.letter(), id.kind.word())),
                );
            }
            ControlFlow::Continue(())
        })
        .expect("all is in memory");
        ids
    };
    assert_eq!(ids("finding:sit"), ["0A sit", "0B sit"]);
    assert_eq!(ids("sit>10 finding:sit"), ["0B sit"]);
}
