//! Results that the boards or the closing comment contradict: counted for nobody, shown as contradicted, corrected by
//! one change.
#![expect(clippy::disallowed_methods, reason = "these tests are about files")]

use super::{archive::real_files, cli::check, random::random_matches};
use std::{fs, ops::ControlFlow};
use tandem::{
    archive::{Collection, Index, ListedResult, RowFilter, RowNumber},
    document::{Document, DocumentEdit, Header},
    file::{CacheFolder, FileRange, Source},
    import::{InputOptions, Inputs},
    kriegspiel::Notation,
    notation::{Cause, GameResult, Record, record_ranges},
    replay::{Ending, Match},
    search::{Selection, openings, player_profile, players, replay_endings},
};

/// Scholar's mate on board A: White A, of the first team, mates Black A.
const MATE: &str = "1A. e4 1a. e5 2A. Bc4 2a. Nc6 3A. Qh5 3a. Nf6 4A. Qxf7";

fn tags(result: &str) -> String {
    format!(
        "[Event \"x\"]\n[WhiteA \"anna\"]\n[BlackA \"ben\"]\n[WhiteB \"carla\"]\n[BlackB \"dan\"]\n\
         [Result \"{result}\"]\n\n"
    )
}

fn contradicted() -> String {
    tags("0-1") + MATE + " 0-1\n\n"
}

fn ending(text: &str) -> Ending {
    Match::replay(&Record::parse(text.as_bytes()), text.as_bytes()).ending
}

fn results(text: &str) -> Vec<(ListedResult, Option<Cause>)> {
    let index = Index::replayed(text.as_bytes());
    assert!(index.is_replayed());
    index.rows().map(|row| (row.result, row.cause)).collect()
}

#[test]
fn the_boards_outrank_comment_and_movetext() {
    use GameResult::{Draw, First, Second};
    let verdict = |tag: &str, end: &str| {
        let ending = ending(&(tags(tag) + MATE + end));
        (ending.result, ending.is_contradicted, ending.correction)
    };
    assert_eq!(verdict("1-0", " 1-0"), (Some(First), false, None));
    assert_eq!(verdict("0-1", " 0-1"), (Some(Second), true, Some(First)));
    assert_eq!(verdict("*", " 0-1"), (Some(Second), true, Some(First)));
    assert_eq!(verdict("1/2-1/2", " 1/2-1/2"), (Some(Draw), true, Some(First)));
    assert_eq!(verdict("*", " *"), (Some(GameResult::Unknown), false, Some(First)));
    // The mate confirms the tag against the movetext and against the comment.
    assert_eq!(verdict("1-0", " 0-1"), (Some(First), false, None));
    assert_eq!(verdict("1-0", " {anna resigns} 1-0"), (Some(First), false, None));
    // The comment agrees with the wrong result.
    assert_eq!(verdict("0-1", " {anna resigns} 0-1"), (Some(Second), true, Some(First)));
    // A move of the other board after the mate.
    assert_eq!(verdict("0-1", " 1B. e4 0-1"), (Some(Second), true, Some(First)));
    // After a move of the same board, which cannot be played, the mate counts only with its sign.
    assert_eq!(verdict("0-1", " 4a. Kxf7 0-1"), (Some(Second), false, None));
    assert_eq!(verdict("0-1", "# 4a. Kxf7 0-1"), (Some(Second), true, Some(First)));
}

#[test]
fn comment_and_movetext_contradict_without_mate() {
    let verdict = |tag: &str, end: &str| {
        let ending = ending(&format!("{}1A. e4 1a. e5 {end}", tags(tag)));
        (ending.is_contradicted, ending.correction)
    };
    assert_eq!(verdict("1-0", "{anna resigns} 1-0"), (true, Some(GameResult::Second)));
    assert_eq!(verdict("0-1", "{anna resigns} 0-1"), (false, None));
    assert_eq!(verdict("1-0", "0-1"), (true, None), "nothing shows which one is right");
    assert_eq!(verdict("1-0", "{ben resigns} 0-1"), (false, None), "the comment confirms the tag");
    assert_eq!(verdict("0-1", "{ben resigns} 1-0"), (true, Some(GameResult::First)));
    assert_eq!(verdict("1/2-1/2", "{both ran out of time} 1/2-1/2"), (false, None));
}

#[test]
fn mates_on_both_boards_contradict_nothing() {
    // White B mates Black B too, of the other team.
    let other = MATE.replace('A', "B").replace("1a", "1b").replace("2a", "2b").replace("3a", "3b");
    let both = format!("{MATE} {other}");
    assert_eq!(Match::replay(&Record::parse(both.as_bytes()), both.as_bytes()).plies.len(), 14);
    for result in ["1-0", "0-1"] {
        assert!(!ending(&(tags(result) + &both)).is_contradicted, "{result}");
    }
}

#[test]
fn an_unreadable_start_shows_no_mate() {
    let text = format!("[FEN \"8/8/8/8/8/8/8/8 w\"]\n{}{MATE} 0-1\n", tags("0-1"));
    let played = Match::replay(&Record::parse(text.as_bytes()), text.as_bytes());
    assert!(played.unreadable_start().is_some());
    assert_eq!((played.ending.mated, played.ending.is_contradicted), (None, false));
    assert_eq!(results(&text), [(GameResult::Second.into(), None)]);
}

#[test]
fn quick_ending_equals_that_of_the_replay() {
    let mut texts = vec![random_matches(300_000, 11)];
    // Moves after a mate: on the other board, by both sides on the same board, and a drop from an empty reserve.
    for tail in ["", "1B. e4", "1B. e4 1b. e5", "4a. Kxf7", "5A. Nf3", "4a. P@e6 1B. e4", "4a. Kd8"]
    {
        for sign in ["", "#"] {
            texts.push(format!("{}{MATE}{sign} {tail} 0-1\n\n", tags("0-1")).into_bytes());
        }
    }
    texts.extend(real_files().iter().filter_map(|path| fs::read(path).ok()));
    let (mut mates, mut cut) = (0, 0);
    let mut assert_equal = |text: &[u8]| {
        let record = Record::parse(text);
        let played = Match::replay(&record, text);
        assert_eq!(Match::read_ending(&record, text), played.ending, "{:?}", text.escape_ascii());
        mates += usize::from(played.ending.mated.is_some());
        cut += usize::from(played.cut_short);
    };
    for text in &texts {
        for (number, range) in record_ranges(text).into_iter().enumerate() {
            let [start, end] =
                [range.start, range.end].map(|at| usize::try_from(at).expect("short"));
            let text = &text[start..end];
            assert_equal(text);
            // A move from elsewhere in the record cuts most matches short, some of them after a mate.
            let plies = Record::parse(text).plies;
            if plies.len() > 4 {
                let [from, to] = [number % plies.len(), plies.len() - 1 - number % 3];
                let (from, to) = (plies[from].san_span, plies[to].san_span);
                let [head, tail] = [&text[..to.start as usize], &text[to.end as usize..]];
                assert_equal(&[head, from.of(text), tail].concat());
            }
        }
    }
    assert!(mates > 15 && cut > 10, "{mates} mates, {cut} cut short");
}

#[test]
fn mates_on_the_boards_are_found_by_the_filter() {
    // A mate on the board without a sign, a `#` that is no mate, and a comment.
    let text = format!(
        "{0}{MATE} 1-0\n\n{0}1A. e4 1a. e5 2A. Qh5# 1-0\n\n{0}1A. e4 {{ben checkmated}} 1-0\n\n",
        tags("1-0")
    );
    check(&["list", "--count", "--find", "mate", "-"], text.as_bytes(), 0, "2\n", "");
    check(&["list", "--count", "--find=-mate", "-"], text.as_bytes(), 0, "1\n", "");
    let causes: Vec<_> = results(&text).into_iter().map(|(_, cause)| cause).collect();
    assert_eq!(causes, [Some(Cause::Mate), None, Some(Cause::Mate)]);
}

#[test]
fn only_the_window_points_to_its_issues() {
    let text = contradicted();
    let whole = FileRange::new(0, text.len() as u64);
    let document = Document::open(Source::from_bytes("a.bpgn", text.as_str()), whole);
    let words = "0-1 (the board says 1-0: anna & dan won) · Black A checkmated";
    assert_eq!(Header::of(&document).result, words);
    let words = "0-1 (the board says 1-0: anna & dan won; see Issues) · Black A checkmated";
    assert_eq!(Header::for_window(&document).result, words);
}

#[test]
fn contradicted_results_match_no_result() {
    let text = contradicted() + &tags("0-1") + "1A. e4 0-1\n\n";
    for (find, count) in [
        ("contradicted", "1"),
        ("-contradicted", "1"),
        ("0-1", "1"),
        ("1-0", "0"),
        ("*", "0"),
        ("has:result", "2"),
    ] {
        let find = format!("--find={find}");
        let arguments = ["list", "--count", &find, "-"];
        check(&arguments, text.as_bytes(), 0, &format!("{count}\n"), "");
    }
}

#[test]
fn contradicted_results_are_counted_for_nobody() {
    let text = contradicted() + &tags("0-1") + "1A. d4 0-1\n\n";
    let list = Collection::of(Source::from_bytes("a.bpgn", text.as_str()));
    let texts = [&list.files[0].text];
    let rows = [0, 1];
    let selection = Selection { index: &list.index, texts: &texts, rows: &rows, moves: None };
    let go_on = |_, _: &Index| ControlFlow::Continue(());
    let index = replay_endings(&selection, go_on).expect("memory");
    let selection = Selection { index: &index, ..selection };
    let scores = |won, lost, contradicted| (won, lost, contradicted, 2);
    for player in players(&index, &rows) {
        let score = player.score;
        let expected = match player.name.as_str() {
            "anna" | "dan" => scores(0, 1, 1),
            _ => scores(1, 0, 1),
        };
        assert_eq!((score.won, score.lost, score.contradicted, score.games()), expected);
        let never = |_, _: &_| ControlFlow::Continue(());
        let profile = player_profile(&selection, &player.name, never).expect("memory");
        assert_eq!((profile.score, profile.partners[0].1), (score, score));
        assert_eq!((profile.opponents[0].1, profile.opponents[1].1), (score, score));
    }
    let mut moves = Vec::new();
    let start = &tandem::rules::Position::default().boards[tandem::rules::BoardId::A];
    openings(&selection, start, None, |_, found| {
        moves = found.iter().map(|next| (next.san.clone(), next.tally(None).score)).collect();
        ControlFlow::Continue(())
    })
    .expect("memory");
    let score = |san: &str| moves.iter().find(|(one, _)| one == san).expect("a move").1;
    assert_eq!((score("e4").contradicted, score("e4").lost, score("e4").games()), (1, 0, 1));
    assert_eq!((score("d4").contradicted, score("d4").lost), (0, 1));
    assert_eq!(score("e4").permille(), None);
}

#[test]
fn contradicted_results_count_in_no_series() {
    let at = |time: &str, text: String| {
        text.replacen("\n\n", &format!("\n[Date \"2024.03.01\"]\n[Time \"{time}\"]\n\n"), 1)
    };
    let text = at("10:00:00", contradicted()) + &at("10:10:00", tags("1-0") + "1A. e4 1-0\n\n");
    let index = Index::replayed(text.as_bytes());
    index.find_series();
    let series = index.row(0).and_then(|row| row.series).expect("a series");
    assert_eq!((series.games, series.points), (2, [2, 0]));
    check(
        &["list", "--find", "contradicted", "-"],
        text.as_bytes(),
        0,
        "   1  anna & dan – ben & carla  contradicted  2024.03.01  -  7 moves  game 1 of 2, session 1–0 for anna & dan\n",
        "",
    );
}

#[test]
fn only_unknown_endings_are_replayed() {
    let text = contradicted().repeat(3);
    let list = Collection::of(Source::from_bytes("a.bpgn", text.as_str()));
    assert!(!list.index.is_replayed());
    let texts = [&list.files[0].text];
    let replay = |index: &Index, rows: &[RowNumber]| {
        let mut total = 0;
        let selection = Selection { index, texts: &texts, rows, moves: None };
        let index = replay_endings(&selection, |walked, _| {
            total = walked.total;
            ControlFlow::Continue(())
        });
        (index.expect("memory"), total)
    };
    let (index, total) = replay(&list.index, &[1]);
    assert_eq!(total, 1);
    let contradicted = index.filter(&"contradicted".parse::<RowFilter>().expect("a word"));
    assert!(contradicted == [1] && !index.is_replayed() && index.has_rows_of(&list.index));
    let (index, total) = replay(&index, &[2, 1, 0]);
    assert_eq!(total, 2);
    assert!(index.is_replayed());
    assert!(!index.has_rows_of(&Index::replayed(text.as_bytes())));
}

/// Whether the scan or a replay decides them, result and cause are those of the full replay.
#[test]
fn settled_ending_equals_that_of_the_replay() {
    let mut texts = vec![random_matches(600_000, 13)];
    texts.extend(mates().iter().flat_map(|mate| endings_of(mate)));
    texts.extend(real_files().iter().filter_map(|path| fs::read(path).ok()));
    let (mut records, mut contradictions) = (0, 0);
    // The records whose results and whose endings the scan does not decide.
    let (mut in_doubt, mut without_ending) = (0, 0);
    let mut check_record = |text: &[u8]| {
        let record = Record::parse(text);
        let index = Index::from_bytes(text);
        let is_match = index.rows().all(|row| row.notation == Notation::Bpgn);
        if !is_match || record_ranges(text).len() != 1 {
            return;
        }
        let Ending { cause, is_contradicted, .. } = Match::replay(&record, text).ending;
        records += 1;
        contradictions += usize::from(is_contradicted);
        let [doubtful, unknown] =
            [index.rows_in_doubt(&[0]), index.rows_without_ending(&[0])].map(|rows| rows.len());
        in_doubt += doubtful;
        without_ending += unknown;
        let of = |index: &Index| {
            let row = index.row(0).expect("a record");
            (matches!(row.result, ListedResult::Contradicted(_)), row.cause)
        };
        let expected = (is_contradicted, cause);
        assert_eq!(of(&Index::replayed(text)), expected, "{}", text.escape_ascii());
        // What the scan decides is not replayed.
        assert!(doubtful == 1 || of(&index).0 == expected.0, "{}", text.escape_ascii());
    };
    for text in &texts {
        for (number, range) in record_ranges(text).into_iter().enumerate() {
            let [start, end] =
                [range.start, range.end].map(|at| usize::try_from(at).expect("short"));
            let text = &text[start..end];
            check_record(text);
            let flipped = String::from_utf8_lossy(text).replace("1-0", "0-1");
            check_record(flipped.as_bytes());
            check_record(flipped.replace('#', "").as_bytes());
            check_record(flipped.replace(['#', '+'], "").as_bytes());
            let plies = Record::parse(text).plies;
            if plies.len() > 4 {
                // The match ends early, or a move from elsewhere cuts it short.
                let cut = plies[plies.len() - 1 - number % 4].span.start as usize;
                check_record(&text[..cut]);
                check_record(&[&text[..cut], b"0-1"].concat());
                let [from, to] = [number % plies.len(), plies.len() - 1 - number % 3];
                let (from, to) = (plies[from].san_span, plies[to].san_span);
                let [head, tail] = [&text[..to.start as usize], &text[to.end as usize..]];
                check_record(&[head, from.of(text), tail].concat());
            }
        }
    }
    assert!(contradictions > 200, "{contradictions} of {records}");
    assert!(
        in_doubt < records / 2 && without_ending < records * 3 / 4,
        "{in_doubt} and {without_ending} of {records}"
    );
}

/// Returns matches that end in mate, by moves and drops, with signs and without. The mated king has left its square in
/// every spelling.
fn mates() -> Vec<String> {
    let mut mates = vec![
        MATE.to_owned(),
        format!("{MATE}#"),
        format!("{MATE} #"),
        MATE.replace("Qxf7", "h5f7"),
        MATE.replace("Qxf7", "qf7"),
        "1A. e4 1a. e5 2A. Bc4 2a. Ke7 3A. Qh5 3a. d6 4A. Qf7".to_owned(),
        "1A. e4 1a. e5 2A. Bc4 2a. e8e7 3A. Qh5 3a. d6 4A. Qxe5".to_owned(),
        "1A. e4 1a. e5 2A. Bc4 2a. Ke7 3A. Qh5 3a. e7d6 4A. Qxe5".to_owned(),
        "1A. e4 e5 2A. Bc4 Ke7 3A. Qh5 d6 4A. Qxe5".to_owned(),
        "1A. e4 e5 2A. Bc4 Ke7 3A. Qh5 3a. d6 4A. Qxe5".to_owned(),
        "1A. e4 1a. f6 2A. d4 2a. g5 3A. Qh5".to_owned(),
        "1A. f3 1a. e5 2A. g4 2a. Qh4".to_owned(),
        "1A. f3 1a. e5 2A. g4 1B. e4 1b. d5 2B. exd5 2a. Qh4".to_owned(),
        "1A. f3 1a. e5 2A. g4 {C: 3a. Ke7} 2a. Qh4".to_owned(),
        "1A. f3 1a. e5 2A. g4 (2A. Kf2) 2a. Qh4".to_owned(),
        // Letters beyond ASCII before and after the last move of the king, and in it.
        "1A. e4 {C: ü} 1a. e5 2A. Bc4 2a. Ke7 3A. Qh5 3a. d6 4A. Qxe5".to_owned(),
        "1A. e4 1a. e5 2A. Bc4 2a. Ke7 3A. Qh5 {C: ü} 3a. d6 4A. Qxe5".to_owned(),
        "1A. e4 1a. e5 2A. Bc4 2a. Ke7 3A. Qh5 3a. ♚d6 4A. Qxe5".to_owned(),
        "1A. e4 1a. e5 2A. Bc4 2a. Ke7 3A. Qh5 3a.\u{a0}Kd6 4A. Qxe5".to_owned(),
        "1A. f3 1a. e5 2A. g4 {C: ü} 2a. Qh4".to_owned(),
    ];
    let on_board_b = |mate: &String| {
        let words = mate.split(' ').map(|word| {
            if word.ends_with('.') {
                word.replace('A', "B").replace('a', "b")
            } else {
                word.to_owned()
            }
        });
        words.collect::<Vec<_>>().join(" ")
    };
    mates.extend(mates.iter().map(on_board_b).collect::<Vec<_>>());
    mates
}

/// Returns matches that begin with `moves`, with results and ends that hide a mate, move the king, or contradict.
fn endings_of(moves: &str) -> Vec<Vec<u8>> {
    let ends = [
        "",
        "1B. e4",
        "4a. Kxf7",
        "4a. Kxf7 5A. Nf3",
        "4a. e8f7",
        "5A. Nf3",
        "4a. P@e6 1B. e4",
        "4a. Zz9",
        "{anna resigns}",
        "{ben resigns}",
        "{ben won}",
        "{carla checkmated}",
        "{BA resigns}",
        "{C: ben} {ben checkmated}",
    ];
    let mut texts = Vec::new();
    for result in ["1-0", "0-1", "1/2-1/2", "*", ""] {
        for end in ends {
            for written in [result, "0-1"] {
                let text = format!("{}{moves} {end} {written}\n\n", tags(result));
                let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq - 0 1";
                for other in ["rnbqkbnr", "rnbq1bnr"] {
                    let start = format!("{board} | {}", board.replace("rnbqkbnr", other));
                    texts.push(format!("[FEN \"{start}\"]\n{text}").into_bytes());
                }
                texts.push(text.into_bytes());
            }
        }
    }
    texts
}

#[test]
fn games_of_kriegspiel_keep_their_results() {
    let game = include_str!("../../assets/samples/kriegspiel.pgn");
    let (before, after) = (Index::from_bytes(game.as_bytes()), Index::replayed(game.as_bytes()));
    assert!(after.is_replayed());
    let rows = |index: &Index| index.rows().map(|row| (row.result, row.cause)).collect::<Vec<_>>();
    assert_eq!(rows(&after), rows(&before));
}

#[test]
fn replayed_rows_are_cached() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.bpgn");
    // The index of a file in memory is not cached.
    let count = (17 << 20) / contradicted().len();
    fs::write(&path, contradicted().repeat(count)).expect("room");
    let cache = CacheFolder::new(folder.path().join("cache"), 1 << 30);
    let open = || {
        let go_on = |_, _: &dyn Fn() -> Collection| ControlFlow::Continue(());
        let options = InputOptions { cache: Some(&cache), ..InputOptions::default() };
        Inputs::open(std::slice::from_ref(&path), &options, go_on).expect("a file").list
    };
    let mut list = open();
    assert!(!list.index.is_replayed());
    assert!(!open().index.is_replayed(), "cached without endings");
    let texts = [&list.files[0].text];
    let rows = list.index.filter(&RowFilter::default());
    let selection = Selection { index: &list.index, texts: &texts, rows: &rows, moves: None };
    let index = replay_endings(&selection, |_, _| ControlFlow::Continue(())).expect("a file");
    list.index = index;
    list.cache_index().expect("room");
    let again = open().index;
    assert!(again.is_replayed());
    assert_eq!(again.count(&"contradicted mate".parse().expect("words")), count);
}

#[test]
fn correction_changes_only_the_result() {
    let corrected = |text: &str| {
        let whole = FileRange::new(0, text.len() as u64);
        let document = Document::open(Source::from_bytes("a.bpgn", text), whole);
        let result = document.played().ending.correction.expect("a contradiction");
        let (changed, _) = document.changed(&[DocumentEdit::Result(result)]).expect("a change");
        assert!(!changed.played().ending.is_contradicted);
        String::from_utf8(changed.text().to_vec()).expect("ASCII")
    };
    let text = contradicted();
    assert_eq!(corrected(&text), text.replace("0-1", "1-0"));
    // Only the tag is wrong.
    let text = tags("0-1") + MATE + " {C: x } { no  reason } *\r\n\r\n";
    assert_eq!(corrected(&text), text.replace("0-1", "1-0"));
    // Without a tag, only the movetext is corrected.
    let text = format!("[Event \"x\"]\n\n{MATE} 0-1 \n");
    assert_eq!(corrected(&text), text.replace("0-1", "1-0"));
    let text = format!("{}1A. e4 {{anna resigns}} 1-0\n", tags("1-0"));
    assert_eq!(corrected(&text), text.replace("1-0", "0-1"));
}

#[test]
fn rows_of_every_file_are_replayed() {
    let mut list = Collection::of(Source::from_bytes("a.bpgn", tags("1-0") + "1A. e4 1-0\n\n"));
    list.append(Collection::of(Source::from_bytes("b.bpgn", contradicted())));
    list.replay_loaded();
    let results: Vec<_> = list.index.rows().map(|row| row.result.text()).collect();
    assert_eq!(results, ["1-0", "contradicted"]);
}

#[test]
fn positions_of_an_unreadable_start_match_nothing() {
    use tandem::{
        analysis::{puzzles::puzzles_of_record, tactics::Solver},
        rules::{BoardId, Position},
        search::{SearchQuery, search},
    };
    // A king is missing. From the standard position the moves would be legal, and they end in mate.
    let start = "[FEN \"8/8/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n";
    let with_start = format!("{start}{}{MATE} 1-0\n\n", tags("1-0"));
    let without = tags("1-0") + MATE + " 1-0\n\n";
    let counts = |text: &str| {
        let list = Collection::of(Source::from_bytes("a.bpgn", text));
        let texts = [&list.files[0].text];
        let selection = Selection { index: &list.index, texts: &texts, rows: &[0], moves: None };
        let mut counts = Vec::new();
        for query in ["mate", "mate-in:1", "turn:w"] {
            let query = query.parse::<SearchQuery>().expect(query);
            let mut found = 0;
            search(&selection, &query, |_, hits| {
                found += hits.len();
                ControlFlow::Continue(())
            })
            .expect("memory");
            counts.push(found);
        }
        let mut moves = 0;
        let board = &Position::default().boards[BoardId::A];
        openings(&selection, board, None, |_, found| {
            moves = found.len();
            ControlFlow::Continue(())
        })
        .expect("memory");
        let puzzles = puzzles_of_record(0, text.as_bytes(), None, &mut Solver::default());
        counts.extend([moves, puzzles.puzzles.len()]);
        counts
    };
    let readable = counts(&without);
    assert!(readable.iter().filter(|count| **count > 0).count() >= 2, "{readable:?}");
    assert!(counts(&with_start).iter().all(|count| *count == 0), "{:?}", counts(&with_start));
}
