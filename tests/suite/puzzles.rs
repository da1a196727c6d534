//! Puzzles from matches: questions, merged duplicates, solution trees, sets and their files.
#![expect(clippy::disallowed_methods, reason = "the files of the corpus are read")]

use super::archive::corpus_folder;
use crate::random::random_matches;
use proptest::prelude::*;
use std::{collections::HashSet, path::PathBuf};
use tandem::{
    analysis::{
        puzzles::{
            FoundPuzzles, Goal, Kind, MatingVerdict, Puzzle, PuzzleFilter, Reply, SolutionState,
            SolutionStep, Task, daily, diagonal_text, judge_mating_move, order_for_solving,
            printed_main_line, printed_solution, puzzles_of_record, remove_repeated,
            solution_lines, solution_words, spread,
        },
        tactics::{Limits, Solver},
    },
    document::{Document, puzzle_record},
    file::{FileRange, Source},
    notation::Records,
    rules::{Bfen, BoardId, BySeat, Move, Role, San, Seat, Square},
    settings::{Progress, PuzzleOutcome, PuzzleScore},
    text::Day,
};

/// White A could mate with a queen, which White A's partner may lose, and then does.
const TEXT: &str = "[FEN \"k7/8/1K6/8/8/8/7R/8[] w - - 0 1 | k7/8/3p4/2Q5/8/8/8/K7[] b - - 0 1\"]\n\n\
    1b. dxc5 1A. Q@b7# *\n";

/// Black B can only move the pawn on e7, and a knight then mates on f7.
const FATAL: &str = "[FEN \"4k3/8/8/8/8/8/8/4K3[] w - - 0 1 | \
    5brk/4p1pp/7P/8/8/8/8/B3K3[] b - - 0 1\"]\n\n*\n";

fn pose(text: &str) -> FoundPuzzles {
    puzzles_of_record(0, text.as_bytes(), None, &mut Solver::new(Limits::default()))
}

fn asked(puzzles: &[Puzzle]) -> Vec<String> {
    let words = puzzles
        .iter()
        .map(|it| format!("{} {}: {}", it.moment, it.seat.letter(), it.task.question()));
    words.collect()
}

#[test]
fn a_match_gives_puzzles_with_exact_answers() {
    let all = pose(TEXT).puzzles;
    // On board B, White would threaten mate with a second queen, but Black can take the first one.
    let expected =
        ["0 A: You sit. What does your partner play to win for both?", "1 A: Mate in 1."];
    assert_eq!(asked(&all), expected, "{all:?}");
    let Task::Deliver(joint, wanted) = &all[0].task else { panic!("{:?}", all[0].task) };
    assert_eq!((joint.moves, all[0].task.kind()), (1, Kind::JointWin));
    assert!(wanted.iter().any(|more| more.role == Role::Queen));
    assert!(!all[0].missed && !all[1].missed, "the match played both");
    let position = &all[1].position;
    let mv = |text: &str| {
        let san = San::parse(text.as_bytes()).expect("a move").san;
        position.resolve(position.turn(BoardId::A), &san).expect("legal")
    };
    let mate = &all[1].task;
    let first = &mate.mate(None).expect("a mate").first;
    assert!(first.contains(&mv("Q@b7")) && !first.contains(&mv("Q@h8")));
}

#[test]
fn the_least_valuable_piece_answers_a_question_about_a_piece() {
    // Of the pieces that White wants beside the queen on f7, a knight, a rook and a queen mate at once.
    let fen = "7k/5Q2/8/8/8/8/8/K7[] w - - 0 1 | 5brk/4p1pp/7P/8/8/8/8/B3K3[] b - - 0 1";
    let all = pose(&format!("[FEN \"{fen}\"]\n\n1A. Ka2 *\n")).puzzles;
    let need = &all[0].task;
    assert_eq!(need.question(), "Which is the least valuable extra piece that forces mate?");
    let moves = |task: &Task, role| task.mate(Some(role)).map(|mate| mate.moves);
    assert_eq!(moves(need, Role::Knight), Some(1));
    assert_eq!(moves(need, Role::Pawn), Some(3), "slower, but right");
    let keep = all.iter().find(|it| it.seat.board() == BoardId::B);
    let keep = &keep.expect("a knight is fatal to Black B").task;
    let question = "Which is the least valuable piece that would lose the match if your partner \
                    gave it away?";
    assert_eq!(keep.question(), question);
    assert_eq!(moves(keep, Role::Knight), Some(1));
    let answers = |task: &Task| task.answers().map(|more| more.role).collect::<Vec<Role>>();
    assert_eq!((answers(need), answers(keep)), (vec![Role::Pawn], vec![Role::Knight]));
}

#[test]
fn a_match_gives_no_near_copies() {
    let puzzles = pose(include_str!("../../assets/samples/bpgn-1.1.bpgn")).puzzles;
    for (index, puzzle) in puzzles.iter().enumerate() {
        for earlier in &puzzles[..index] {
            let is_near = puzzle.moment.abs_diff(earlier.moment) <= 10
                && puzzle.seat == earlier.seat
                && puzzle.task.question() == earlier.task.question();
            assert!(!is_near, "{}: {} and {}", puzzle.seat, earlier.moment, puzzle.moment);
        }
    }
    assert!(puzzles.len() > 4, "{}", puzzles.len());
}

#[test]
fn the_same_danger_at_successive_moments_is_one_puzzle() {
    // The knight on f7 is a threat all the time; White and the other board only shuffle.
    let fen = "6rk/6pp/8/8/8/8/8/R5K1[N] w - - 0 1 | \
               rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    let text = format!(
        "[FEN \"{fen}\"]\n\n1A. Ra2 1B. e4 1a. Rf8 1b. e5 2A. Ra1 2a. Rg8 3A. Ra3 3a. h6 *\n"
    );
    let posed = pose(&text);
    let mates: Vec<&Puzzle> = posed
        .puzzles
        .iter()
        .filter(|it| matches!(it.task, Task::Mate(_) | Task::Move(_)))
        .collect();
    assert_eq!(mates.len(), 1, "{:?}", asked(&posed.puzzles));
    assert!(mates[0].missed);
    // Black B forks a king and a rook, spares the rook, and forks the other one.
    let fen = "k7/8/1KN5/8/8/8/8/8[] w - - 0 1 | 4k3/8/8/8/1n6/1R6/8/R3K3[] b - - 0 1";
    let text = format!("[FEN \"{fen}\"]\n\n1b. Nc2+ 2B. Ke2 2b. Nd4+ 3B. Kd1 3b. Nxb3 *\n");
    let posed = pose(&text);
    let sits = posed.puzzles.iter().filter(|it| matches!(it.task, Task::Deliver(..)));
    assert_eq!(sits.count(), 1, "{:?}", asked(&posed.puzzles));
}

/// Judges a move on board A if the task is a mate in `moves`.
fn mating(fen: &str, moves: u8, san: &str) -> String {
    let position = Bfen::parse(fen, None).expect("a position").position;
    let seat = position.turn(BoardId::A);
    let mv = San::parse(san.as_bytes()).expect("a move").san;
    let mv = position.resolve(seat, &mv).expect("legal");
    let mut solver = Solver::new(Limits::default());
    let mate = solver.board_of(&position, BoardId::A).mate;
    let judged = judge_mating_move(&mut solver, &position, seat, moves, mv);
    // Exactly the first moves found by tactics are right.
    let is_first = mate.is_some_and(|mate| mate.moves == moves && mate.first.contains(&mv));
    let is_right = matches!(judged, MatingVerdict::Mate | MatingVerdict::Continues(_));
    assert_eq!(is_right, is_first, "{fen} {san}");
    let mut after = position.boards[BoardId::A].clone();
    after.play(mv);
    let reply = |reply: Reply| {
        let when = if reply.in_hand { "" } else { ", once it comes" };
        format!("{}{when}", after.san(reply.mv))
    };
    match judged {
        MatingVerdict::Mate => "mates".to_owned(),
        MatingVerdict::Continues(answer) => format!("goes on after {}", reply(answer)),
        MatingVerdict::NoCheck => "no check".to_owned(),
        MatingVerdict::Slower(moves) => format!("mates in {moves}"),
        MatingVerdict::Refuted(answer) => format!("refuted by {}", reply(answer)),
    }
}

#[test]
fn wrong_move_is_refuted() {
    let smothered = "6rk/6pp/8/8/8/8/8/R5K1[NQ] w - - 0 1";
    assert_eq!(mating(smothered, 1, "N@f7"), "mates");
    assert_eq!(mating(smothered, 1, "Ra8"), "no check");
    let rook = "6k1/5ppp/8/8/8/8/8/R5K1[] w - - 0 1";
    assert_eq!(mating(rook, 1, "Ra8"), "refuted by N@b8, once it comes");
    let held = "6k1/5ppp/8/8/8/8/8/R5K1[n] w - - 0 1";
    assert_eq!(mating(held, 1, "Ra8"), "refuted by N@b8");
    let taken = "6k1/5p1p/8/8/8/8/8/6K1[R] w - - 0 1";
    assert_eq!(mating(taken, 1, "R@g7"), "refuted by Kxg7");
}

/// Plays every line of a solution by the rules, with every defence. Returns the number of positions.
fn walk_tree(puzzle: &Puzzle, state: &SolutionState, left: usize, solver: &mut Solver) -> usize {
    assert!(left > 0, "a solution ends: {puzzle:?}");
    if state.is_end() {
        if let Goal::Mated(seat) = state.goal {
            assert!(state.position.board_of(seat).is_checkmate());
        }
        if let Goal::Frozen(seat) = state.goal {
            let defender = seat.partner().opponent();
            assert!(state.position.board_of(defender).is_check());
            assert!(state.position.legal_moves(defender).is_empty());
        }
        return 1;
    }
    let branches = state.branches(puzzle, solver);
    assert!(!branches.is_empty(), "a solution goes on to its end: {state:?}");
    // Every defence is included: all legal moves, and every drop of a piece that may arrive.
    let defences = match state.goal {
        Goal::Defend(seat, _) => {
            let mut with_all = state.position.clone();
            let defender = seat.opponent();
            for role in tandem::rules::Reserve::ROLES {
                with_all.lend(defender, role);
            }
            Some(with_all.legal_moves(defender))
        }
        Goal::Resist(seat, _) => Some(state.position.legal_moves(seat.partner().opponent())),
        Goal::Await(seat, _) => Some(state.position.legal_moves(seat.opponent())),
        _ => None,
    };
    if let Some(mut defences) = defences {
        let mut given: Vec<Move> =
            branches.iter().filter_map(|(it, _)| Some(it.ply()?.1)).collect();
        let by_text = |mv: &Move| mv.uci(false);
        defences.sort_by_key(by_text);
        given.sort_by_key(by_text);
        assert_eq!(given, defences);
    }
    // Of several winning moves, only one is followed, to limit the number of positions.
    let most = if defences_of(state) { usize::MAX } else { 1 };
    let mut positions = 1;
    for (step, after) in branches.iter().take(most) {
        let mut position = state.position.clone();
        match *step {
            SolutionStep::Play(seat, mv) => {
                assert!(position.legal_moves(seat).contains(&mv), "{step:?}");
                position.play(seat, mv);
            }
            SolutionStep::PlayLater(seat, mv) => {
                let Move::Drop { role, .. } = mv else { panic!("only drops can come later") };
                position.lend(seat, role);
                assert!(position.legal_moves(seat).contains(&mv));
                position.play(seat, mv);
            }
            SolutionStep::Gain(seat, role) => position.lend(seat, role),
            SolutionStep::Sit(_) => {}
        }
        assert_eq!(position, after.position);
        positions += walk_tree(puzzle, after, left - 1, solver);
    }
    positions
}

fn defences_of(state: &SolutionState) -> bool {
    matches!(state.goal, Goal::Defend(..) | Goal::Resist(..) | Goal::Await(..))
}

#[test]
fn a_solution_is_played_to_mate_against_every_defence() {
    let mut solver = Solver::new(Limits::default());
    let (mut positions, mut with_others) = (0, 0);
    for fen in [
        "7k/5Q2/8/8/8/8/8/K7[P] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
        "6k1/4P1pp/6N1/8/8/8/8/K4R2[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
        "6rk/6pp/8/6N1/8/8/8/K7[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] b - - 0 1",
        "k7/8/1K6/8/8/8/7R/8[] w - - 0 1 | k7/8/3p4/2Q5/8/8/8/K7[] b - - 0 1",
        "k7/8/1K6/8/8/8/7R/8[Q] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
        "5brk/4p1pp/7P/8/8/8/8/B3K3[] b - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
    ] {
        let all = pose(&format!("[FEN \"{fen}\"]\n\n*\n")).puzzles;
        assert!(!all.is_empty(), "{fen}");
        for puzzle in &all {
            positions += walk_tree(puzzle, &SolutionState::of(puzzle), 12, &mut solver);
            let words = solution_words(puzzle);
            assert!(words.len() > 3);
            if matches!(puzzle.task, Task::Mate(_)) {
                for line in solution_lines(puzzle) {
                    let (seat, mv) = line[0];
                    let san = puzzle.position.board_of(seat).san(mv).to_string();
                    assert!(words.contains(&san), "{fen}: {words} lacks {san}");
                }
                with_others += usize::from(words.contains("Also "));
            }
        }
    }
    assert!(positions > 15 && with_others > 0, "{positions} {with_others}");
}

#[test]
fn printed_solution_has_numbers_boards_and_other_defences() {
    let kings = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    let smothered = format!("6rk/6pp/8/6N1/8/8/8/K7[] w - - 0 31 | {kings}");
    let fatal = format!("{kings} | 5brk/4p1pp/7P/8/8/8/8/B3K3[] b - - 0 7");
    let joint = "k7/8/1K6/8/8/8/7R/8[] w - - 0 5 | k7/8/3p4/2Q5/8/8/8/K7[] b - - 0 9";
    let defences = "3bk2r/pR1n1ppp/2p1p1p1/6q1/8/2PPPPB1/P1P1NPKP/7R[Rr] b - - 0 32 | \
                    r1b2r2/ppB2ppk/2n1p2b/8/3P4/2P5/P1PNBnPP/R1B3K1[QQNNPPqbnpppp] b - - 1 23";
    for (fen, solution) in [
        (smothered.as_str(), "31. Nf7#"),
        (&fatal, "knight (mates after every move): 7… e5 8. N@f7#"),
        (joint, "sit; board B: 9… dxc5; board A: 5. Q@a7# (or Q@b7#)"),
        (defences, "23… N@h3+ 24. gxh3 (24. Kf1 Q@g1#) 24… Q@h1+ 25. Kxf2 B@e1#"),
    ] {
        let all = pose(&format!("[FEN \"{fen}\"]\n\n*\n")).puzzles;
        let printed: Vec<String> = all.iter().map(printed_solution).collect();
        assert!(printed.iter().any(|it| it == solution), "{printed:?}");
        let main_lines: Vec<String> = all.iter().map(printed_main_line).collect();
        assert!(main_lines.iter().any(|it| *it == without_brackets(solution)), "{main_lines:?}");
    }
}

/// Returns `solution` without the moves in brackets, except for the note about a piece.
fn without_brackets(solution: &str) -> String {
    let mut rest = solution.to_owned();
    for (from, to) in [("(or Q@b7#)", ""), ("(24. Kf1 Q@g1#) 24…", "")] {
        rest = rest.replace(from, to);
    }
    rest.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Plays the written lines of a solution through the rules and returns their number. A line ends in mate, in a check
/// that only a piece in hand could answer, or with the piece that a joint win brings.
fn replay_lines(puzzle: &Puzzle) -> usize {
    let lines = solution_lines(puzzle);
    for line in &lines {
        let mut position = puzzle.position.clone();
        for &(seat, mv) in line {
            assert_eq!(position.turn(seat.board()), seat, "{line:?} {puzzle:?}");
            assert!(position.legal_moves(seat).contains(&mv), "{line:?} {puzzle:?}");
            position.play(seat, mv);
        }
        if puzzle.task.pieces().is_empty() {
            continue;
        }
        let is_keep = matches!(puzzle.task, Task::Keep(_));
        let mater = if is_keep { puzzle.seat.opponent() } else { puzzle.seat };
        let (last, _) = line.last().expect("no line is empty");
        assert_eq!(*last, mater, "{line:?}");
        assert!(position.board_of(mater).is_check(), "{line:?}");
        assert!(position.legal_moves(mater.opponent()).is_empty(), "{line:?} {puzzle:?}");
        // The partner brings the piece by a capture.
        let brings = |named: Role| {
            let mut before = puzzle.position.clone();
            line.iter()
                .any(|&(seat, mv)| before.play(seat, mv) == Some(named) && seat == mater.partner())
        };
        assert!(puzzle.task.answers().any(|more| brings(more.role)), "{line:?}");
    }
    lines.len()
}

/// Whether the seat that would have to lose a piece of kind `role` has one, on its board or in reserve.
fn can_lose(puzzle: &Puzzle, role: Role) -> bool {
    let is_keep = matches!(puzzle.task, Task::Keep(_));
    let seat = if is_keep { puzzle.seat.partner() } else { puzzle.seat.diagonal() };
    let (board, reserve) = (puzzle.position.board_of(seat), puzzle.position.reserves[seat]);
    let stands = Square::ALL.into_iter().any(|square| {
        let piece = board.piece_at(square);
        piece.is_some_and(|it| it.role == role && it.color == seat.color())
            && !board.is_promoted(square)
    });
    stands || reserve.count(role) > 0
}

#[test]
fn piece_of_an_answer_arrives_by_legal_moves() {
    let san = |puzzle: &Puzzle| {
        let mut position = puzzle.position.clone();
        let lines = solution_lines(puzzle);
        let plies = lines.first().into_iter().flatten().map(|&(seat, mv)| {
            let words = format!("{} {}", seat.letter(), position.board_of(seat).san(mv));
            position.play(seat, mv);
            words
        });
        plies.collect::<Vec<String>>().join(", ")
    };
    // White B must first move its knight to where Black B can capture it.
    let need = "6rk/6pp/8/8/8/8/6PP/R5K1[] w - - 0 1 | k7/8/3p4/8/2N5/8/8/K7[] w - - 0 1";
    let need = &pose(&format!("[FEN \"{need}\"]\n\n*\n")).puzzles;
    let need = need.iter().find(|it| it.task.kind() == Kind::WhichPiece).expect("a need");
    assert_eq!(replay_lines(need), 1);
    assert_eq!(san(need), "B Ne5, b dxe5, A N@f7");
    // White A can only move the pawn on e2 after Black B has lost the knight.
    let keep = "b3k3/8/8/8/8/7p/4P1PP/5BRK[] w - - 0 1 | k2n4/8/8/8/8/8/8/K2R4[] w - - 0 1";
    let keep = &pose(&format!("[FEN \"{keep}\"]\n\n*\n")).puzzles;
    let keep = keep.iter().find(|it| it.task.kind() == Kind::MustNotLose).expect("a danger");
    assert!(replay_lines(keep) > 0, "{keep:?}");
    let lines = ["B Rxd8, A e3, a N@f2", "B Rxd8, A e4, a N@f2"];
    assert!(lines.contains(&san(keep).as_str()), "{}", san(keep));
}

#[test]
fn a_set_reads_back_as_the_same_puzzles() {
    let fen = "6rk/6pp/8/6N1/8/8/8/K7[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    let more = format!(
        "[WhiteA \"ann {{x}} \\\"y\\\"\"]\n[WhiteAElo \"1900\"]\n[FEN \"{fen}\"]\n\n1A. Kb1 *\n"
    );
    let mut all = pose(TEXT).puzzles;
    all.extend(pose(&more).puzzles);
    all.extend(pose(FATAL).puzzles);
    assert!(all.len() > 3);
    for puzzle in &all {
        let text = puzzle_record(puzzle, "a.bpgn, match 1");
        let again = pose(&text);
        assert!(again.rejected == 0, "{text}");
        let [read] = again.puzzles.as_slice() else { panic!("one puzzle: {text}") };
        assert_eq!((read.key(), &read.task), (puzzle.key(), &puzzle.task));
        assert_eq!((read.seat, read.missed), (puzzle.seat, puzzle.missed));
        assert_eq!(read.origin.players, puzzle.origin.players);
        // The variations are the lines of the solution, and can be played.
        let whole = FileRange::new(0, text.len() as u64);
        let document = Document::open(Source::from_bytes("x", text.clone()), whole);
        let lines = solution_lines(puzzle);
        replay_lines(puzzle);
        let written = document.variations().roots.len();
        assert_eq!(lines.is_empty(), written == 0, "{text}");
        assert!(document.played().issues.is_empty(), "{:?}", document.played().issues);
    }
}

#[test]
fn edited_set_loses_only_its_broken_puzzles() {
    let good = puzzle_record(&pose(TEXT).puzzles[1], "x");
    assert_eq!(pose(&good).puzzles.len(), 1);
    let broken = [
        good.replace("mate A", "mate B"),
        good.replace("mate A", "mate"),
        good.replace("mate A", "riddle A"),
        good.replace("mate A", ""),
        good.replace("[FEN \"k7", "[FEN \"kk6"),
        good.replace("[FEN \"k7", "[FEN \"x7"),
        good.replace("mate A", "joint-win A"),
        "[Puzzle \"mate A\"]\n\n*\n".to_owned(),
    ];
    for text in broken {
        let posed = pose(&text);
        assert!(posed.rejected == 1 && posed.puzzles.is_empty(), "{text}");
    }
    assert!(pose("").rejected == 0 && pose("").puzzles.is_empty());
}

#[test]
fn daily_puzzles_differ_and_can_be_filtered() {
    let text = random_matches(60_000, 7);
    let mut all = Vec::new();
    let mut solver = Solver::new(Limits::default());
    let mut records = Records::of(&text);
    while let Some((_, text, _)) = records.read_next() {
        all.append(&mut puzzles_of_record(all.len(), text, None, &mut solver).puzzles);
    }
    assert!(all.len() > 40, "{}", all.len());
    assert!(all.iter().map(replay_lines).sum::<usize>() > all.len());
    let day: Day = "2026-11-24".parse().unwrap();
    let (one, again, other) = (daily(&all, day, 8), daily(&all, day, 8), daily(&all, day + 1, 8));
    assert_eq!((one.len(), &one), (8, &again));
    assert_ne!(one, other);
    assert_eq!(daily(&[], day, 8), []);
    assert_mixed(&one);
    for kind in Kind::ALL {
        let filter = PuzzleFilter { kinds: vec![kind], ..PuzzleFilter::default() };
        let of_kind = all.iter().filter(|it| filter.admits(it));
        assert!(of_kind.clone().all(|it| it.task.kind() == kind));
        assert_eq!(kind.word().parse(), Ok(kind));
    }
    let mates = PuzzleFilter { max_length: Some(1), ..PuzzleFilter::default() };
    assert!(all.iter().filter(|it| mates.admits(it)).all(|it| it.task.length() == 1));
    let (mut seen, before) = (HashSet::new(), all.len());
    let mut twice: Vec<Puzzle> = all.iter().chain(&all).cloned().collect();
    let repeated = remove_repeated(&mut twice, &mut seen);
    assert!(repeated >= before && twice.len() + repeated == 2 * before);
    order_for_solving(&mut twice);
    assert_mixed(&twice);
    let all = twice.len();
    assert_mixed(&spread(twice.clone(), 12));
    assert_eq!(spread(twice, all).len(), all);
}

/// Asserts that puzzles go from easy to hard, and that within a level every kind comes before one comes again.
fn assert_mixed(puzzles: &[Puzzle]) {
    assert!(puzzles.is_sorted_by_key(|it| it.difficulty.level()));
    for of_level in puzzles.chunk_by(|a, b| a.difficulty.level() == b.difficulty.level()) {
        let kinds: HashSet<Kind> = of_level.iter().map(|it| it.task.kind()).collect();
        let first: HashSet<Kind> =
            of_level[..kinds.len()].iter().map(|it| it.task.kind()).collect();
        assert_eq!(first, kinds);
    }
}

#[test]
fn last_moment_may_be_a_puzzle() {
    let text = b"1A. e4 1a. e5 2A. Bc4 2a. Nc6 3A. Qh5 3a. Nf6";
    let found = puzzles_of_record(0, text, Some(&[5, 6, 7]), &mut Solver::default());
    let seats: Vec<char> = found.puzzles.iter().map(|puzzle| puzzle.seat.letter()).collect();
    assert_eq!(seats, ['A']);
}

/// Black A, in check, can only capture the queen that White B needs.
#[test]
fn joint_win_by_the_only_legal_move_is_no_puzzle() {
    let forced = "[FEN \"3qQk1r/pPpP1pbp/2Ppp3/4n3/4P3/2P4N/P1P1QPpP/R1B1K1Rq[Npp] b Q - 0 28 | \
        r1Q~n1k1r/pp1Pppbp/2n5/5r2/8/2b1N3/P1P2PPP/R1B2RK1[BBNbnpp] w - - 0 25\"]\n\n*\n";
    let is_joint = |it: &Puzzle| it.task.kind() == Kind::JointWin;
    assert!(!pose(forced).puzzles.iter().any(is_joint));
    // If the king could go to g7, it is one.
    let free = forced.replace("3qQk1r/pPpP1pbp", "3qQk1r/pPpP1p1p");
    assert!(pose(&free).puzzles.iter().any(is_joint));
}

#[test]
fn failed_puzzles_return_and_solved_ones_do_not() {
    let puzzle = &pose(TEXT).puzzles[1];
    let key = puzzle.key();
    let start: Day = "2026-11-24".parse().unwrap();
    let mut progress = Progress::default();
    progress.record_try(&key, PuzzleOutcome::FirstTry, start);
    assert!(progress.due(start + 1000).is_empty(), "it was solved at once");
    progress.record_try(&key, PuzzleOutcome::GaveUp, start);
    let mut day = start;
    for wait in [1, 3, 7, 21, 60, 180] {
        assert!(progress.due(day + (wait - 1)).is_empty(), "{wait}");
        assert_eq!(progress.due(day + wait), std::slice::from_ref(&key), "{wait}");
        // Solving the puzzle early changes nothing.
        if wait > 1 {
            progress.record_try(&key, PuzzleOutcome::FirstTry, day + 1);
        }
        day = day + wait;
        progress.record_try(&key, PuzzleOutcome::FirstTry, day);
    }
    assert!(progress.due(day + 100_000).is_empty(), "it is learned");
    progress.record_try(&key, PuzzleOutcome::WithHints, day);
    assert_eq!(progress.due(day + 1), std::slice::from_ref(&key));
    let last = progress.tried(&key).expect("it was tried");
    assert_eq!((last.tried, last.outcome), (day, PuzzleOutcome::WithHints));
    // The puzzle can be posed again from its key.
    let (position, seat, task) = key.pose(&mut Solver::default()).expect("a puzzle");
    assert_eq!((seat, &task), (puzzle.seat, &puzzle.task));
    assert_eq!(position.reserves, puzzle.position.reserves);
}

#[test]
fn progress_survives_json_and_merging() {
    let mut puzzles = pose(TEXT).puzzles;
    puzzles.extend(pose(FATAL).puzzles);
    let day: Day = "2026-11-24".parse().unwrap();
    let mut progress = Progress::default();
    let earlier = PuzzleScore { at_once: 5, later: 2, shown: 1 };
    progress.merge_earlier(earlier);
    progress.merge_earlier(PuzzleScore { at_once: 99, ..earlier });
    for (days, puzzle) in (0..).zip(&puzzles) {
        progress.record_try(&puzzle.key(), PuzzleOutcome::GaveUp, day + 7 * days);
    }
    let text = progress.to_json();
    assert_eq!(Progress::from_json(&text).unwrap(), progress, "{text}");
    let mut merged = progress.clone();
    merged.merge(progress.clone());
    assert_eq!(merged.to_json(), text, "the same file twice changes nothing");
    assert_eq!(progress.score(None).tried(), 8 + 3);
    assert_eq!(progress.score(Some(Kind::Mate)).tried(), 1);
    let weeks = progress.weeks(None, day + 14, 4);
    let tried: Vec<u32> = weeks.iter().map(|week| week.score.tried()).collect();
    assert_eq!(tried, [0, 1, 1, 1]);
    let mut other = Progress::default();
    other.record_try(&puzzles[0].key(), PuzzleOutcome::FirstTry, day + 30);
    other.merge(progress);
    assert_eq!(other.tried(&puzzles[0].key()).unwrap().tried, day + 30);
    for broken in ["", "{", "[]", "{\"version\":1,\"days\":[{\"day\":\"soon\"}]}", "nothing"] {
        assert!(Progress::from_json(broken).is_err(), "{broken}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// On positions of random matches, the verdict on every legal move agrees with the first moves found by tactics.
    #[test]
    fn every_move_is_right_exactly_if_tactics_names_it(seed in any::<u64>()) {
        let text = random_matches(4_000, seed);
        let mut records = Records::of(&text);
        let mut solver = Solver::new(Limits::default());
        while let Some((record, text, _)) = records.read_next() {
            let played = tandem::replay::Match::replay(record, text);
            for moment in (0..=played.plies.len()).step_by(7) {
                let position = played.position_after(moment);
                for id in BoardId::ALL {
                    let Some(mate) = solver.board_of(&position, id).mate else { continue };
                    let seat = position.turn(id);
                    for mv in position.legal_moves(seat) {
                        let judged = judge_mating_move(&mut solver, &position, seat, mate.moves, mv);
                        let right = matches!(judged, MatingVerdict::Mate | MatingVerdict::Continues(_));
                        prop_assert_eq!(right, mate.first.contains(&mv), "{:?}", mv);
                    }
                }
            }
        }
    }
}

/// Returns the matches of the corpus, if there is one.
fn corpus() -> Vec<PathBuf> {
    let Some(folder) = corpus_folder() else { return Vec::new() };
    let mut files: Vec<PathBuf> = walk(folder);
    files.retain(|path| path.extension().is_some_and(|it| it == "bpgn"));
    files.sort();
    files
}

fn walk(folder: PathBuf) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .flat_map(|entry| {
            let path = entry.path();
            if path.is_dir() { walk(path) } else { vec![path] }
        })
        .collect()
}

/// No answer that is given without thinking is right for most questions of a kind. The answers come from the mates with
/// each piece, by a table of values of its own.
fn assert_no_answer_is_usual(puzzles: &[Puzzle]) {
    let values = [1, 3, 3, 5, 9];
    let value = |role: Role| values[role as usize - 1];
    for kind in [Kind::WhichPiece, Kind::MustNotLose] {
        let mut queens = 0;
        let of_kind: Vec<&Puzzle> = puzzles.iter().filter(|it| it.task.kind() == kind).collect();
        for puzzle in &of_kind {
            let pieces = puzzle.task.pieces().iter().map(|more| more.role);
            let least = pieces.clone().map(value).min().expect("a piece");
            let answers: Vec<Role> = pieces.filter(|&role| value(role) == least).collect();
            let [answer] = answers.as_slice() else { panic!("one answer: {answers:?}") };
            queens += usize::from(*answer == Role::Queen);
        }
        assert!(queens * 3 <= of_kind.len().max(3), "{kind}: {queens} of {}", of_kind.len());
    }
    let count = |is: fn(&Task) -> bool| puzzles.iter().filter(|it| is(&it.task)).count();
    let moves = count(|task| matches!(task, Task::Move(_)));
    let sits = count(|task| matches!(task, Task::Sit(..)));
    assert_eq!(moves, sits);
    for puzzle in puzzles.iter().filter(|it| it.task.asks_whether_to_sit()) {
        let partner = puzzle.seat.partner();
        assert_eq!(puzzle.position.turn(partner.board()), partner, "both may move");
    }
}

/// Plays the clocks on from a puzzle in which the seats to move have these clocks: the partner moves after `after_ms`, and
/// then the solver and the diagonal opponent wait. Returns the seat whose flag falls first, by steps of a millisecond.
fn first_flag(puzzle: &Puzzle, after_ms: i32) -> Option<Seat> {
    let mut clocks = puzzle.clocks_ms;
    let partner = puzzle.seat.partner();
    let mut running = [puzzle.seat, partner];
    for ms in 0.. {
        if ms == after_ms {
            running = [puzzle.seat, partner.opponent()];
        }
        let fallen: Vec<Seat> =
            running.into_iter().filter(|&seat| clocks[seat] == Some(0)).collect();
        match fallen.as_slice() {
            [] => {}
            [seat] => return Some(*seat),
            _ => return None,
        }
        for seat in running {
            clocks[seat] = clocks[seat].map(|ms| ms - 1);
        }
    }
    None
}

#[test]
fn sentence_about_the_clocks_is_true_of_the_clocks() {
    let text =
        TEXT.replace("[FEN", "[WhiteA \"ann\"][BlackA \"bob\"][WhiteB \"cy\"][BlackB \"dee\"][FEN");
    let joint = pose(&text).puzzles.remove(0);
    assert!(matches!(joint.task, Task::Deliver(..)));
    assert_eq!(diagonal_text(&joint), None, "no clocks");
    for (own, others) in [(900, 400), (400, 900), (500, 500), (1_000, 899), (700, 801), (1, 301)] {
        let mut puzzle = joint.clone();
        // The clock of the partner does not matter, nor that of the opponent.
        puzzle.clocks_ms = BySeat::new([Some(own), Some(7), Some(others), Some(5_000)]);
        let words = diagonal_text(&puzzle).expect("clocks");
        let clocks = "Your clock and dee’s run now. You ";
        let rest = words.strip_prefix(clocks).unwrap_or_else(|| panic!("{words}"));
        let expected = match first_flag(&puzzle, 0) {
            None => "and cy have the same time.".to_owned(),
            Some(Seat::WhiteA) => {
                // However long the partner takes, the solver's flag falls first.
                assert_eq!(first_flag(&puzzle, 100), Some(Seat::WhiteA));
                format!(
                    "have 0.{} s less than cy: once dee has moved, cy can wait until your flag falls.",
                    (others - own) / 100
                )
            }
            Some(seat) => {
                assert_eq!(seat, Seat::WhiteB);
                format!(
                    "have 0.{} s more than cy: if dee moves at once, you can wait until cy’s flag falls.",
                    (own - others) / 100
                )
            }
        };
        assert_eq!(rest, expected);
    }
}

#[test]
fn joint_win_is_a_sentence_that_names_the_players() {
    let text = TEXT
        .replace("[FEN", "[WhiteA \"ann\"][BlackA \"bob\"][WhiteB \"cy\"][BlackB \"d}ee\"][FEN");
    let all = pose(&text).puzzles;
    assert_eq!(solution_words(&all[0]), "d}ee wins a queen with dxc5; then Q@a7 or Q@b7 mates.");
    // With its rule the question stands on its own, as on paper.
    let sit = puzzle_record(&all[0], "x").replace("joint-win", "move-or-sit");
    let sit = pose(&sit).puzzles.remove(0);
    assert!(
        sit.task.question().contains("sit if your partner wins by force"),
        "{}",
        sit.task.question()
    );
    assert_eq!(solution_words(&sit), "Sit: d}ee wins a queen with dxc5; then Q@a7 or Q@b7 mates.");
    assert_eq!(pose(&puzzle_record(&sit, "x")).puzzles, [sit]);
}

/// The solutions from real matches are played to their ends against every defence, and duplicates are merged.
#[test]
fn real_matches_have_sound_puzzles() {
    let (mut puzzles, mut merged, mut matches) = (Vec::new(), 0, 0);
    let mut solver = Solver::new(Limits::default());
    let mut seen = HashSet::new();
    'files: for path in corpus() {
        let Ok(text) = std::fs::read(&path) else { continue };
        let mut records = Records::of(&text);
        while let Some((_, text, _)) = records.read_next() {
            let mut posed = puzzles_of_record(matches, text, None, &mut solver);
            merged += posed.merged + remove_repeated(&mut posed.puzzles, &mut seen);
            puzzles.append(&mut posed.puzzles);
            matches += 1;
            if matches == 60 {
                break 'files;
            }
        }
    }
    if matches == 0 {
        return;
    }
    let pieces = || puzzles.iter().filter(|it| !it.task.pieces().is_empty());
    let written = pieces().filter(|it| replay_lines(it) > 0).count();
    let words = pieces().count() - written;
    // A piece that can be lost may need more moves than the search for the lines allows.
    let without = pieces().filter(|it| replay_lines(it) == 0);
    let far = without.filter(|it| it.task.answers().any(|more| can_lose(it, more.role))).count();
    assert!(far * 20 <= pieces().count(), "{far} of {}", pieces().count());
    eprintln!("{matches} matches, {} puzzles, {merged} merged", puzzles.len());
    eprintln!("solutions with a piece: {written} with lines, {words} in words only");
    assert!(merged * 8 > puzzles.len(), "duplicates are frequent: {merged} of {}", puzzles.len());
    assert_no_answer_is_usual(&puzzles);
    for puzzle in &puzzles {
        if let Task::Deliver(joint, _) | Task::Sit(joint, _) = &puzzle.task {
            let [own, others] =
                [puzzle.seat, puzzle.seat.diagonal()].map(|it| puzzle.clocks_ms[it]);
            let can_wait = own.zip(others).is_none_or(|(own, others)| own > others);
            assert!(can_wait || joint.moves == 1, "{}: the others outwait", puzzle.task.question());
        }
    }
    for puzzle in puzzles.iter().step_by(9) {
        walk_tree(puzzle, &SolutionState::of(puzzle), 16, &mut solver);
    }
}
