//! The matches of the corpus, if available.

use super::{
    oracle::{Tally, compare},
    solver,
};
use crate::{corpus, ledger::seat_names};
use std::{collections::BTreeMap, ops::ControlFlow, path::PathBuf};
use tandem::{
    analysis::{
        ledger::{Finding, FindingKind, Ledger, MatchTactics, Mistake},
        report::ReportWriter,
        tactics::{Limits, Solver},
    },
    app::AnalysisJob,
    kriegspiel::Notation,
    notation::{Record, Records},
    replay::Match,
    rules::{BoardId, Role},
    timeline::Timeline,
};

/// Matches that end after one or three plies, one with house rules, and one that is in many collections.
const LEFT_OUT: [&str; 4] = [
    "chess-auto-prep-fixture-crlf-latin1.bpgn",
    "swapmate-style.bpgn",
    "test3.bpgn",
    "wikipedia-sample.bpgn",
];

/// Returns every other match of the corpus, or `None` without a corpus.
pub fn matches() -> Option<Vec<Match>> {
    let texts = texts()?;
    Some(texts.iter().map(|(record, text)| Match::replay(record, text)).collect())
}

/// Returns the records of these matches with their bytes.
#[expect(clippy::disallowed_methods, reason = "reads the corpus")]
pub fn texts() -> Option<Vec<(Record, Vec<u8>)>> {
    let corpus = corpus::folder()?;
    let folders = ["chesscom", "fics", "hyviewer", "bughouse-pro", "other"];
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in folders {
        let entries = std::fs::read_dir(corpus.join(folder)).expect("the corpus");
        files.extend(entries.map(|entry| entry.expect("a file").path()));
    }
    files.retain(|file| {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.ends_with(".bpgn") && !LEFT_OUT.contains(&name)
    });
    files.sort();
    let mut matches = Vec::new();
    for file in files {
        let bytes = std::fs::read(file).expect("a file");
        let mut records = Records::of(&bytes);
        while let Some((record, text, _)) = records.read_next() {
            if Notation::of(record, text) == Notation::Bpgn {
                matches.push((record.clone(), text.to_vec()));
            }
        }
    }
    Some(matches)
}

/// Compares every fifth moment, and mates up to three in every thirtieth.
#[test]
fn real_matches_agree() {
    let Some(matches) = matches() else { return };
    let mut tally = Tally::new();
    let (mut two, mut three) = (solver(2), solver(3));
    let mut number = 0;
    for played in matches {
        let mut position = played.set_up.position.clone();
        for ply in &played.plies {
            ply.play_on(&mut position);
            number += 1;
            let id = if number % 2 == 0 { BoardId::A } else { BoardId::B };
            if number % 30 == 0 {
                compare(&mut three, &position, id, &mut tally);
            } else if number % 5 == 0 {
                compare(&mut two, &position, id, &mut tally);
            }
        }
    }
    assert!(tally["positions"] > 600, "{tally:?}");
}

/// The numbers are from an independent prototype, and were known before this program could compute them.
#[test]
fn corpus_figures_equal_the_prototypes() {
    let Some(matches) = matches() else { return };
    let (mut there, mut missed, mut wished) = ([0; 3], [0; 3], [0; 3]);
    let (mut mated, mut plies) = (0, 0);
    let mut kinds = BTreeMap::<&str, usize>::new();
    let (mut dangers, mut unfinished) = (0, 0);
    for played in &matches {
        let timeline = Timeline::of(played);
        let tactics = MatchTactics::of(&mut Solver::default(), played);
        let mut solver = Solver::new(Limits::default());
        let ledger = Ledger::of(played, &timeline, &tactics, &mut solver);
        unfinished += usize::from(ledger.unfinished);
        let job = AnalysisJob {
            played: played.clone(),
            timeline: timeline.clone(),
            from: played.plies.len() / 2,
        };
        let in_window = job.run(|_| ControlFlow::Continue(()));
        assert!(in_window.as_ref() == Some(&tactics), "the window says the same");
        plies += played.plies.len();
        dangers += dangerous_plies(played, &tactics);
        for (moment, both) in tactics.moments.iter().enumerate() {
            let next = played.plies.get(moment);
            for id in BoardId::ALL {
                if let Some(mate) = &both[id].mate
                    && next.is_none_or(|ply| ply.seat.board() == id)
                {
                    let n = usize::from(mate.moves) - 1;
                    there[n] += 1;
                    missed[n] += usize::from(next.is_some_and(|ply| !mate.first.contains(&ply.mv)));
                }
            }
        }
        for wish in ledger.wanted.iter().flatten() {
            let moves = wish.kinds.iter().map(|&(_, moves)| moves).min();
            wished[usize::from(moves.expect("a piece")) - 1] += 1;
        }
        for finding in &ledger.findings {
            *kinds.entry(finding.kind.word()).or_default() += 1;
            mated += usize::from(finding.mated.is_some());
        }
    }
    assert_eq!((matches.len(), plies), (31, 3208));
    assert_eq!(there, [24, 20, 15]);
    assert_eq!(missed, [3, 5, 3]);
    assert_eq!(wished, [72, 34, 41]);
    assert_eq!(dangers, 116);
    let figures: Vec<String> =
        kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    // The prototype had 5 joint wins missed and 1 spoiled. One of these needed a sit that the clocks did not allow, and one
    // was a capture that the partner declined within a second, but could foresee. It called all long turns sits, and a
    // capture a win although the capturer was mated as fast: one made, one missed.
    let expected = "capture-made 7, defence-found 74, defence-missed 8, joint-made 1, joint-missed 4, \
                    mate-found 26, mate-missed 8, piece-lost 8, sit 127, think 37";
    assert_eq!(figures.join(", "), expected);
    assert_eq!(mated, 4);
    assert_eq!(unfinished, 0);
}

/// Counts the moves that avoid every forced mate again, and compares the sentences.
#[test]
fn real_defences_are_counted_as_the_report_says() {
    let Some(ledgers) = ledgers() else { return };
    let mut solver = Solver::new(Limits::default());
    let mut counted = 0;
    for (played, ledger) in &ledgers {
        let is_defence =
            |kind| matches!(kind, FindingKind::DefenceFound | FindingKind::DefenceMissed);
        for finding in ledger.findings.iter().filter(|it| is_defence(it.kind)) {
            let position = played.position_after(finding.from);
            let attacker = position.reserves[finding.seat.opponent()];
            let mut moves = position.legal_moves(finding.seat);
            moves.retain(|&mv| {
                let after = position.board_of(finding.seat).after_move(mv);
                let is_mated = |moves| solver.mates_within(&after, attacker, moves);
                (1..=3).map(is_mated).all(|mated| mated == Some(false))
            });
            let board = position.board_of(finding.seat);
            let text = ReportWriter::of(played, ledger, &seat_names()).sentence(finding).text;
            let says = match (finding.kind, moves.len()) {
                (FindingKind::DefenceFound, 1) => "the only move that avoids".to_owned(),
                (FindingKind::DefenceFound, count) => format!("one of {count} moves that avoid"),
                (_, 1) => format!("only {} avoids a forced mate", board.san(moves[0])),
                (_, count @ 2..=5) => format!("{} avoids a forced mate", names_of(count, &text)),
                (_, count) => format!("{count} moves avoid a forced mate"),
            };
            assert!(text.contains(&says), "{says}: {text}");
            let is_named = |mv| text.contains(&board.san(mv).to_string());
            assert!(moves.len() > 5 || moves.iter().copied().all(is_named), "{text}");
            counted += 1;
        }
    }
    assert!(counted > 60, "{counted}");
}

/// What decided a match is no sit that was safe, no sit that faced a mate, and no joint win that the clocks did not allow.
#[test]
fn real_decisions_are_possible_by_the_clocks() {
    let Some(ledgers) = ledgers() else { return };
    let mut decisions = 0;
    for (played, ledger) in &ledgers {
        for finding in &ledger.findings {
            let is_owed = matches!(
                finding.kind,
                FindingKind::JointMissed | FindingKind::JointSpoiled if finding.length > 1
            );
            assert!(!is_owed || finding.lead_ms.is_none_or(|lead| lead > 0), "{finding:?}");
        }
        let Some((_, text)) = ReportWriter::of(played, ledger, &seat_names()).decision() else {
            continue;
        };
        decisions += 1;
        assert!(!text.contains("Safe throughout") && !text.contains("facing mate"), "{text}");
        let has_mate = ledger.findings.iter().any(|it| {
            it.kind == FindingKind::MateFound
                && played.plies.get(it.until).is_some_and(|ply| ply.mate)
        });
        assert!(!has_mate || !text.contains("Sat for"), "{text}");
    }
    assert!(decisions > 15, "{decisions}");
}

/// At most one finding of a match decided it: the one that the report names. A move is one mistake, whatever its reasons.
#[test]
fn real_matches_have_one_decision_and_one_mistake_a_move() {
    let Some(ledgers) = ledgers() else { return };
    let (mut decisions, mut reasons) = (0, 0);
    for (played, ledger) in &ledgers {
        let decided: Vec<&Finding> = ledger.findings.iter().filter(|it| it.decided).collect();
        assert!(decided.len() <= 1, "{decided:?}");
        let named = ReportWriter::of(played, ledger, &seat_names()).decision();
        let moment = named.as_ref().map(|(moment, _)| *moment);
        assert_eq!(moment, decided.first().map(|it| it.shown()));
        for finding in decided.iter().filter(|it| it.is_mistake()) {
            let text = ReportWriter::of(played, ledger, &seat_names()).sentence(finding).text;
            assert!(named.as_ref().is_some_and(|(_, named)| named.ends_with(&text)), "{text}");
        }
        decisions += decided.len();
        let mistakes = Mistake::all(&ledger.findings);
        let is_main = |it: &&Finding| mistakes.iter().any(|mistake| mistake.finding == **it);
        assert!(decided.iter().filter(|it| it.is_mistake()).all(is_main));
        let mut moves: Vec<_> =
            mistakes.iter().filter_map(|it| Some((it.finding.seat, it.finding.played?))).collect();
        let count = moves.len();
        moves.sort_unstable();
        moves.dedup();
        assert_eq!(moves.len(), count, "{mistakes:?}");
        reasons += mistakes.iter().map(|it| it.others.len()).sum::<usize>();
    }
    assert!(decisions > 15 && reasons > 0, "{decisions} {reasons}");
}

/// What is said of the clocks of a sit agrees with itself: a lead that is even at the end was not safe throughout, and a
/// part of a sit is shorter than the sit.
#[test]
fn real_sits_do_not_contradict_their_clocks() {
    let Some(ledgers) = ledgers() else { return };
    let mut told = 0;
    for (played, ledger) in &ledgers {
        for finding in ledger.findings.iter().filter(|it| it.kind == FindingKind::Sit) {
            let text = ReportWriter::of(played, ledger, &seat_names()).sentence(finding).text;
            let Some((clocks, safe)) = text.split_once(" at the end. ") else { continue };
            let (start, end) = clocks.rsplit_once(" at the start, ").unwrap();
            let (_, after) = clocks.split_once(" for ").unwrap();
            let how_long = after.split_once(" after ").unwrap().0;
            let is_even = start.rsplit(". ").next().unwrap().starts_with("Even ");
            let part = safe.strip_prefix("Safe for the first ");
            assert!(part.is_none_or(|part| !part.starts_with(&format!("{how_long};"))), "{text}");
            assert_eq!(safe.starts_with("Not safe: no lead"), is_even, "{text}");
            assert!(!safe.starts_with("Safe throughout") || end.ends_with(" ahead"), "{text}");
            assert!(!safe.starts_with("Safe until then") || end == "even", "{text}");
            told += 1;
        }
    }
    assert!(told > 60, "{told}");
}

/// Returns the matches of the corpus with their findings; `None` without a corpus.
fn ledgers() -> Option<Vec<(Match, Ledger)>> {
    let with_ledger = |played: Match| {
        let ledger = Ledger::within(&played, &Timeline::of(&played), Limits::default());
        (played, ledger)
    };
    Some(matches()?.into_iter().map(with_ledger).collect())
}

/// Returns the alternatives of a sentence such as `Allowed mate in 1 at 4a: Kd7, Kd6 or Kf8 avoids it.`, if they are
/// `count`.
fn names_of(count: usize, text: &str) -> String {
    let named = text.split(": ").nth(1).and_then(|it| it.split(" avoids").next());
    let named = named.unwrap_or_default();
    let alternatives = named.split(", ").flat_map(|it| it.split(" or ")).count();
    assert_eq!(alternatives, count, "{text}");
    named.to_owned()
}

/// Returns the number of plies after which a piece on the board would have threatened mate on the other one.
fn dangerous_plies(played: &Match, tactics: &MatchTactics) -> usize {
    let mut position = played.set_up.position.clone();
    let mut count = 0;
    for (ply, both) in played.plies.iter().zip(&tactics.moments[1..]) {
        ply.play_on(&mut position);
        let here = &position.boards[ply.seat.board()];
        let other = ply.seat.board().other();
        let giver = position.turn(other).partner();
        let has = |role: Role| {
            let mut pieces = here.pieces().iter();
            pieces.any(|(square, piece)| {
                let as_taken = if here.is_promoted(square) { Role::Pawn } else { piece.role };
                piece.color == giver.color() && as_taken == role
            })
        };
        count += usize::from(both[other].threat_with.iter().any(|more| has(more.role)));
    }
    count
}
