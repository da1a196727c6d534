//! Problems: the specification's, our own, and many small random ones compared with brute force.

use super::{
    Random,
    brute::{Announcement, believe, is_forced, key, said},
    games::{is_legal, same},
    referee::replay,
};
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position as _, Role, Square, fen::Fen};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    num::NonZero,
    ops::ControlFlow,
};
use tandem::{
    kriegspiel::{
        Belief, MAX_SOLVE_PLIES, Plan, Solved,
        notation::{ProblemQuestion, Record, Response},
        solve,
    },
    parallel::limit_threads,
};

fn belief(text: &str, seat: Color) -> Belief {
    let hearing = replay(text).hearing(seat).expect("this view");
    let heard = Belief::after(&hearing, usize::MAX, &mut |_| ControlFlow::Continue(()));
    heard.expect("a possible game").0
}

fn solved(belief: &Belief, depth: u32) -> Solved {
    solve(belief, depth, &mut |_| ControlFlow::Continue(()))
}

/// Returns a small position with Black to move, in which White is far ahead.
fn small(random: &mut Random) -> Chess {
    loop {
        let mut pieces = shakmaty::Board::empty();
        let mut put = |random: &mut Random, piece: shakmaty::Piece| {
            let square = Square::ALL[random.below(64)];
            let pawn = piece.role == Role::Pawn && shakmaty::Bitboard::BACKRANKS.contains(square);
            if !pawn && pieces.piece_at(square).is_none() {
                pieces.set_piece_at(square, piece);
            }
        };
        put(random, Color::Black.king());
        put(random, Color::White.king());
        for _ in 0..2 + random.below(2) {
            let role =
                [Role::Queen, Role::Rook, Role::Rook, Role::Bishop, Role::Knight][random.below(5)];
            put(random, role.of(Color::White));
        }
        for _ in 0..random.below(3) {
            let role =
                [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook][random.below(5)];
            put(random, role.of(Color::Black));
        }
        let fen = format!("{} b - - 0 1", pieces.board_fen());
        let fen: Fen = fen.parse().expect("a position");
        if let Ok(position) = fen.into_position::<Chess>(CastlingMode::Standard) {
            return position;
        }
    }
}

/// Returns White's view of a game with `plies` random plies from `start` that ends before White's move.
fn problem(start: &Chess, plies: usize, random: &mut Random) -> Option<String> {
    let fen = Fen::from_position(start, EnPassantMode::Legal);
    let mut text = format!("[Variant \"Kriegspiel (Berkeley)\"]\n[FEN \"{fen}\"]\n1... ");
    let mut position = start.clone();
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        let mv = moves[random.below(moves.len())];
        let from = mv.from().expect("no drops");
        let letter = if mv.role() == Role::Pawn {
            String::new()
        } else {
            mv.role().upper_char().to_string()
        };
        let promotion = mv.promotion().map_or(String::new(), |it| format!("={}", it.upper_char()));
        let _ = write!(text, "{letter}{from}{}{promotion} ", mv.to());
        position.play_unchecked(mv);
    }
    let over = position.legal_moves().is_empty();
    (position.turn() == Color::White && !over).then_some(text)
}

/// Returns the first position of a game.
fn start(text: &str) -> Chess {
    let record = Record::parse(text.as_bytes());
    let Some(fen) = record.tag_text(text.as_bytes(), "FEN") else { return Chess::default() };
    read(&fen)
}

fn read(fen: &str) -> Chess {
    let fen: Fen = fen.parse().expect("a position");
    fen.into_position(CastlingMode::Standard).expect("a position")
}

/// Plays `plan` in each of `positions`, against all replies.
fn mates(plan: &Plan, mut positions: Vec<Chess>) {
    for one in &plan.tries {
        let (legal, illegal): (Vec<Chess>, Vec<Chess>) =
            positions.into_iter().partition(|it| is_legal(it, one.attempt));
        assert_eq!((legal.len(), illegal.len()), (one.legal, one.illegal), "{}", one.san);
        let mut mated = 0;
        let mut groups: BTreeMap<(Response, Response), BTreeMap<String, Chess>> = BTreeMap::new();
        for position in legal {
            let mut moves = position.legal_moves().into_iter();
            let mv = moves.find(|&mv| same(one.attempt, mv)).expect("it is legal");
            let (first, after) = said(&position, mv);
            mated += usize::from(after.is_checkmate());
            assert!(!after.is_stalemate());
            for reply in after.legal_moves() {
                let (second, next) = said(&after, reply);
                let heard = (response(first), response(second));
                groups.entry(heard).or_default().insert(key(&next), next);
            }
        }
        assert_eq!((mated, groups.len()), (one.mates, one.branches.len()));
        for branch in &one.branches {
            let group =
                groups.remove(&(branch.announcement, branch.reply)).expect("it can be heard");
            assert_eq!(group.len(), branch.positions);
            mates(&branch.plan, group.into_values().collect());
        }
        positions = illegal;
    }
    assert_eq!(positions.len(), 0, "some are left");
}

fn response((capture, checks): Announcement) -> Response {
    Response { capture, checks, ..Response::default() }
}

/// Solves White's problem in `text` and compares the solution with brute force. Returns whether mate is forced, and the
/// number of positions.
fn agrees(text: &str, start: &Chess, depth: u32) -> (bool, usize) {
    let hearing = replay(text).hearing(Color::White).expect("this view");
    let positions = believe(start, &hearing, hearing.plies.len());
    let belief = belief(text, Color::White);
    assert_eq!(belief.len(), positions.len());
    let count = positions.len();
    let solved = solved(&belief, depth);
    let forced = matches!(solved, Solved::Forced(_));
    assert_eq!(forced, is_forced(&positions, depth), "within {depth}: {text}");
    match solved {
        Solved::Forced(plan) => mates(&plan, positions),
        Solved::NotForced(escape) => {
            let escapes = escape.board.chess_fen();
            let one = read(&escapes);
            assert!(positions.iter().any(|it| key(it) == key(&one)), "{escapes}");
            // A player who sees the position and all replies may mate where one who sees only the position cannot.
            assert!(!escape.even_seen || !is_forced(&[one], depth), "{escapes}");
        }
        Solved::Stopped | Solved::TooDeep => panic!("nothing stops it"),
    }
    (forced, count)
}

#[test]
fn specification_problem_is_forced() {
    let text = include_str!("../../../assets/samples/kriegspiel-problem.pgn");
    let belief = belief(text, Color::White);
    let Solved::Forced(plan) = solved(&belief, 1) else {
        panic!("the specification says yes");
    };
    assert_eq!(plan.tries[0].san.to_string(), "Bxh5");
    assert_eq!((plan.tries.len(), plan.tries[0].mates), (1, belief.len()));
    // Without the last two plies, no move mates at once.
    let shorter: Vec<&str> =
        text.lines().filter(|line| !line.contains("4. Be2") && !line.contains("Xh5")).collect();
    let before = self::belief(&shorter.join("\n"), Color::White);
    assert!(matches!(solved(&before, 1), Solved::NotForced(_)));
}

#[test]
fn deep_search_can_be_cancelled() {
    // A complete search would take longer than anyone waits.
    let text = "[Filtered \"white\"]\n\n1. e4 {(:)}\n?? {(:0)}\n";
    let belief = belief(text, Color::White);
    let mut calls = 0;
    let solved = solve(&belief, 9, &mut |_| {
        calls += 1;
        if calls < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(solved, Solved::Stopped);
    assert_eq!(calls, 5);
}

/// Checks the problems with `depth` plies in our file by brute force: their tags are right, and where mate is not
/// forced, it nearly is.
fn own_problems(depth: u32) {
    let file = include_str!("../data/kriegspiel-problems.pgn");
    let mut seen = [0_usize; 2];
    let texts = file.split("\n\n[").map(|text| format!("[{}", text.trim_start_matches('[')));
    for text in texts {
        let record = Record::parse(text.as_bytes());
        let asked = record.question(text.as_bytes()).expect("a problem");
        if asked.depth != depth {
            continue;
        }
        let (forced, positions) = agrees(&text, &start(&text), depth);
        assert_eq!(Some(forced), asked.forced, "{text}");
        assert!(positions > 3, "hardly a problem: {text}");
        assert!(forced || is_near_miss(&text, depth), "{text}");
        seen[usize::from(forced)] += 1;
    }
    assert!(seen.iter().all(|&n| n > 0), "{seen:?}");
}

#[test]
fn own_problems_and_near_misses_within_one_ply() {
    own_problems(1);
}

#[test]
fn own_problems_and_near_misses_within_three_plies() {
    own_problems(3);
}

#[test]
fn own_problems_and_near_misses_within_five_plies() {
    own_problems(5);
}

/// Whether mate is forced in all positions except one.
fn is_near_miss(text: &str, depth: u32) -> bool {
    let hearing = replay(text).hearing(Color::White).expect("this view");
    let all = believe(&start(text), &hearing, hearing.plies.len());
    // The position named by the solver is tried first, because it is the most likely exception.
    let named = match solved(&belief(text, Color::White), depth) {
        Solved::NotForced(escape) => key(&read(&escape.board.chess_fen())),
        _ => return false,
    };
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|&index| key(&all[index]) != named);
    order.into_iter().any(|left_out| {
        let mut others = all.clone();
        others.remove(left_out);
        is_forced(&others, depth)
    })
}

/// Returns the problems of our file, as the beliefs of their players.
fn all_own_problems() -> Vec<(Belief, u32)> {
    let file = include_str!("../data/kriegspiel-problems.pgn");
    let texts = file.split("\n\n[").map(|text| format!("[{}", text.trim_start_matches('[')));
    texts
        .map(|text| {
            let asked = Record::parse(text.as_bytes()).question(text.as_bytes());
            (belief(&text, Color::White), asked.expect("a problem").depth)
        })
        .collect()
}

#[test]
fn plan_is_independent_of_thread_count() {
    let on = |threads: usize, belief: &Belief, depth: u32| {
        limit_threads(NonZero::new(threads).expect("at least one"));
        solved(belief, depth)
    };
    let (mut problems, mut forced) = (all_own_problems(), 0);
    // Over a thousand positions, which are divided among the threads.
    problems.push((belief(MANY_POSITIONS, Color::White), 3));
    assert!(problems[problems.len() - 1].0.len() > 1000);
    for (belief, depth) in &problems {
        let one = on(1, belief, *depth);
        forced += usize::from(matches!(one, Solved::Forced(_)));
        for threads in [2, usize::MAX] {
            assert_eq!(on(threads, belief, *depth), one, "{depth} plies, {threads}");
        }
    }
    assert!(forced > 3, "{forced}");
}

/// Black's five dark-squared bishops roam while White's bishop moves back and forth.
const MANY_POSITIONS: &str = "[Filtered \"white\"]\n[FEN \"k1K5/8/8/1N6/B7/b3b3/1b1b4/2b5 b - - 0 1\"]\n\n\
    1... ?? {(:0)}\n2. Bd1 {(:)}\n?? {(:0)}\n3. Ba4 {(:)}\n?? {(:0)}\n";

/// Problems of 1 ply with a limit of 5: the plan still has 1 ply.
#[test]
fn shortest_plan_is_found() {
    let mut short = 0;
    for (belief, depth) in all_own_problems() {
        let Solved::Forced(plan) = solved(&belief, depth) else { continue };
        assert!(plan.plies() <= depth);
        let Solved::Forced(longer) = solved(&belief, 5) else {
            panic!("what is forced soon is forced later");
        };
        assert_eq!(longer, plan);
        short += usize::from(depth < 5);
    }
    assert!(short > 1, "{short}");
}

#[test]
fn probability_arbitrarily_close_to_1_is_solved() {
    let mut seen = [0; 3];
    for (belief, depth) in all_own_problems() {
        let solved = solved(&belief, depth);
        let place = match (&solved, solved.epsilon()) {
            (Solved::Forced(_), Some(true)) => 0,
            (Solved::NotForced(escape), Some(false)) if escape.even_seen => 1,
            (Solved::NotForced(escape), None) if !escape.even_seen => 2,
            other => panic!("{other:?}"),
        };
        seen[place] += 1;
    }
    assert!(seen[0] > 0 && seen[1] + seen[2] > 0, "{seen:?}");
}

#[test]
fn search_can_be_stopped() {
    let text = include_str!("../../../assets/samples/kriegspiel-problem.pgn");
    let belief = belief(text, Color::White);
    let stopped = solve(&belief, 1, &mut |_| ControlFlow::Break(()));
    assert_eq!(stopped, Solved::Stopped);
}

fn check_random_problems(depth: u32, cases: usize, most: usize) {
    let mut random = Random(u64::from(depth));
    let mut seen = [0_usize; 2];
    while seen[0] + seen[1] < cases {
        let start = small(&mut random);
        let plies = 1 + 2 * random.below(2);
        let Some(text) = problem(&start, plies, &mut random) else { continue };
        if !(2..=most).contains(&belief(&text, Color::White).len()) {
            continue;
        }
        let (forced, _) = agrees(&text, &start, depth);
        seen[usize::from(forced)] += 1;
    }
    assert!(seen.iter().all(|&n| n > 0), "only one answer came up: {seen:?}");
}

#[test]
fn random_problems_within_one_ply() {
    check_random_problems(1, 600, 60);
}

#[test]
fn random_problems_within_three_plies() {
    check_random_problems(3, 40, 8);
}

/// Black's moves caused no announcements.
const WIDE: &str = "[Filtered \"white\"]\n\n1. e4 {(:)}\n?? {(:0)}\n2. d4 {(:)}\n?? {(:0)}\n";

#[test]
fn search_checks_for_cancellation_often() {
    // Between two checks there is at most one move in all positions of a step: some milliseconds.
    const MAX_STEP: u64 = 4096 + 2 * 218;
    let belief = belief(WIDE, Color::White);
    assert!(belief.len() > 100, "{}", belief.len());
    for depth in [9, MAX_SOLVE_PLIES] {
        let (mut before, mut calls) = (0, 0);
        let solved = solve(&belief, depth, &mut |effort| {
            let step = effort.boards - before;
            assert!(step <= MAX_STEP, "{step} positions without a look");
            (before, calls) = (effort.boards, calls + 1);
            if calls < 40 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!((solved, calls), (Solved::Stopped, 40), "{depth}");
    }
}

#[test]
fn the_positions_of_a_search_are_counted() {
    // One position with two kings and a rook.
    let text = "[Filtered \"white\"]\n[FEN \"7k/8/8/8/8/8/8/KR6 w - - 0 1\"]\n";
    let belief = belief(text, Color::White);
    assert_eq!(belief.len(), 1);
    let count = |depth| {
        let mut boards = 0;
        let solved = solve(&belief, depth, &mut |effort| {
            boards = effort.boards;
            ControlFlow::Continue(())
        });
        assert!(matches!(solved, Solved::NotForced(_)));
        boards
    };
    let (short, long) = (count(7), count(9));
    assert!(short >= 3000 && long > 2 * short, "{short} {long}");
    assert_eq!(count(9), long);
}

#[test]
fn a_mate_deeper_than_the_limit_is_refused() {
    let belief = belief(WIDE, Color::White);
    for depth in [MAX_SOLVE_PLIES + 1, 5001, 100_001, u32::MAX] {
        let solved = solve(&belief, depth, &mut |_| panic!("nothing is searched"));
        assert_eq!(solved, Solved::TooDeep, "{depth}");
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "only a thread has a stack of a chosen size")]
fn deepest_search_needs_little_stack() {
    // A plan of this many plies: the two rooks drive the king up the board.
    let text = "[Filtered \"white\"]\n[FEN \"8/8/8/8/4k3/R7/1R6/6K1 w - - 0 1\"]\n";
    let belief = belief(text, Color::White);
    let search = move || {
        let mut left = 60;
        let solved = solve(&belief, MAX_SOLVE_PLIES, &mut |_| {
            left -= 1;
            if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_ne!(solved, Solved::TooDeep);
    };
    let small = std::thread::Builder::new().stack_size(256 * 1024);
    let ended = small.spawn(search).expect("a thread").join();
    assert!(ended.is_ok());
}

/// Returns the complete solution of the problem with the position `fen` and mate within `depth` plies.
fn composition(fen: &str, depth: u32) -> (tandem::kriegspiel::Composition, usize) {
    let text = format!("[Variant \"Kriegspiel\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*\n");
    let record = Record::parse(text.as_bytes());
    let game = tandem::kriegspiel::Game::replay(&record, text.as_bytes());
    let hearing = game.hearing(game.turn()).expect("a hearing");
    let go_on = &mut |_| ControlFlow::Continue(());
    let (belief, _) = Belief::after(&hearing, 0, go_on).expect("a belief");
    let go_on = &mut |_| ControlFlow::Continue(());
    let all = tandem::kriegspiel::compose(&belief, depth, go_on).expect("decided");
    (all, belief.len())
}

/// Two rooks mate alternatively; a pawn mates as a queen or as a rook, which is a minor dual.
#[test]
fn duals_are_found_and_minor_ones_told_apart() {
    for (fen, key, moves, is_minor) in [
        ("7k/8/6K1/8/8/8/8/RR6 w - - 0 1", "Ra2", ["Ra8", "Rb8"], false),
        ("k7/8/1K4P1/8/8/8/8/8 w - - 0 1", "g7", ["g8=Q", "g8=R"], true),
    ] {
        let (all, _) = composition(fen, 3);
        let dual = all.duals.iter().find(|it| it.moves_before() == key).expect(key);
        let found: Vec<String> = dual.moves.iter().map(ToString::to_string).collect();
        assert_eq!((found, dual.is_minor), (moves.map(str::to_owned).to_vec(), is_minor), "{fen}");
        assert_eq!(dual.last_announcements(), "(:) ?? (:)");
    }
}

#[test]
fn duals_of_later_moves_are_found_with_the_line_before() {
    // The rook keeps the king on the last rank, and the pawn promotes at the end.
    let (all, _) = composition("k7/6R1/8/7P/8/8/8/K7 w - - 0 1", 5);
    assert_eq!(all.shortest, Some(5));
    let plan = all.plan.as_ref().expect("a plan");
    assert_eq!((plan.plies(), plan.total_moves()), (5, 3));
    let late = all.duals.iter().find(|it| it.line.len() == 2).expect("a dual of the last move");
    assert_eq!(late.moves_before(), "h6 (:) ?? (:) h7");
    assert!(late.is_minor && late.moves.len() == 2, "{late:?}");
}

/// What the comment of a problem's record holds is what was found.
#[test]
fn solution_is_written_into_the_record_and_reads_back() {
    use tandem::kriegspiel::{read_solution, solution_comment, solution_lines};
    let fen = "k7/8/1K4P1/8/8/8/8/8 w - - 0 1";
    let (all, positions) = composition(fen, 3);
    let lines = solution_lines(&all, positions);
    assert!(lines[0].starts_with("keys: ") && lines.len() > 3, "{lines:?}");
    let tags = tandem::document::NewProblemTags {
        source: "A. } \"Author\"".to_owned(),
        date: String::new(),
        rules: tandem::kriegspiel::Rules::ICC,
        seat: Color::White,
        fen: fen.to_owned(),
        hidden: String::new(),
        question: ProblemQuestion { depth: 3, forced: Some(true), epsilon: None },
    };
    let comments = ["b) Kb5→b6".to_owned(), solution_comment(&lines)];
    let text = tandem::document::new_problem(&tags, &comments);
    let source = tandem::file::Source::from_bytes("p.pgn", text.as_bytes());
    let range = tandem::file::FileRange::new(0, text.len() as u64);
    let document = tandem::document::Content::open(source, range);
    let document = document.as_game().expect("a game");
    assert_eq!(document.game().issues, []);
    let question = document.game().question.expect("a problem");
    assert_eq!((question.depth, question.forced), (3, Some(true)));
    let notes = document.notes(0);
    assert_eq!(notes.comments, comments);
    assert_eq!(read_solution(&notes.comments[0]), None);
    assert_eq!(read_solution(&notes.comments[1]), Some(lines));
}

/// Failed tries with the same refutation, and set moves with the same answers, are one line; nothing is lost.
#[test]
fn lines_of_a_solution_are_grouped() {
    use tandem::kriegspiel::solution_lines;
    for (fen, depth) in [
        ("7k/8/6K1/8/8/8/8/RR6 w - - 0 1", 3),
        ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", 3),
        ("k7/8/1K4P1/8/8/8/8/8 w - - 0 1", 3),
    ] {
        let (all, positions) = composition(fen, depth);
        let lines = solution_lines(&all, positions);
        let mut refutations: BTreeSet<(String, String)> = BTreeSet::new();
        for failed in &all.tries {
            let (san, why) = (failed.san.to_string(), failed.refutation());
            let is_listed = |line: &&String| {
                let Some((head, tail)) = line.split_once(" fail") else { return false };
                let moves = head.split_once(": ").map_or("", |(_, moves)| moves);
                moves.split(", ").any(|one| one == san) && tail.ends_with(&why)
            };
            assert_eq!(lines.iter().filter(is_listed).count(), 1, "{san}: {lines:?}");
            refutations.insert((why, failed.board.chess_fen()));
        }
        let tries = lines.iter().filter(|line| line.starts_with("tr")).count();
        assert_eq!(tries, refutations.len(), "{lines:?}");
        for set in &all.set_play {
            let reply = format!("?? ({}:)", set.reply);
            let named =
                lines.iter().filter(|line| line.starts_with("set play") && line.contains(&reply));
            assert_eq!(named.count(), 1, "{lines:?}");
        }
    }
}

/// The lines of a plan name every move of it once, at the place where it is tried.
#[test]
fn lines_of_a_plan_hold_every_move() {
    use tandem::kriegspiel::plan_lines;
    for (fen, depth) in
        [("7k/8/6K1/8/8/8/8/RR6 w - - 0 1", 3), ("k7/6R1/8/7P/8/8/8/K7 w - - 0 1", 5)]
    {
        let (all, _) = composition(fen, depth);
        let plan = all.plan.expect("a plan");
        let lines = plan_lines(&plan);
        assert!(lines.iter().all(|line| line.starts_with("plan: ")), "{lines:?}");
        let moves = lines.iter().map(|line| {
            let last = line.rfind(") ").map_or(6, |at| at + 2);
            line[last..].split(", else ").count()
        });
        assert_eq!(moves.sum::<usize>(), plan.total_moves(), "{lines:?}");
        let unique: BTreeSet<&String> = lines.iter().collect();
        assert_eq!(unique.len(), lines.len());
    }
}
