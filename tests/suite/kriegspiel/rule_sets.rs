//! Every set of rules against brute force on shakmaty's chess: each position is a [`Chess`], each order of tries and of
//! the question "Any?" is played out, and every announcement is made here again.

use super::{
    Random,
    brute::key,
    games::{board, is_legal, same},
    referee::{referee, replay, walk},
};
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, Move, Position as _, Role, Square, fen::Fen,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
};
use tandem::{
    kriegspiel::{Belief, Composition, Rules, compose},
    rules::{Attempt, San},
};

/// The announcements of the six sets, as the sources have them.
#[derive(Clone, Copy, Debug)]
struct Spec {
    name: &'static str,
    /// Whether a pawn or a piece was taken.
    taken: bool,
    /// Whether a pawn or a piece has taken.
    taker: bool,
    pawn_tries: &'static str,
    promotion: bool,
    stalemate_wins: bool,
}

const BERKELEY: Spec = Spec {
    name: "Berkeley",
    taken: false,
    taker: false,
    pawn_tries: "",
    promotion: false,
    stalemate_wins: false,
};

const SPECS: [Spec; 6] = [
    BERKELEY,
    Spec { name: "ICC", taken: true, pawn_tries: "number", ..BERKELEY },
    Spec { name: "English", pawn_tries: "question", ..BERKELEY },
    Spec { name: "Cincinnati", taken: true, pawn_tries: "any", ..BERKELEY },
    Spec {
        name: "RAND",
        taken: true,
        pawn_tries: "squares",
        promotion: true,
        stalemate_wins: true,
        ..BERKELEY
    },
    Spec { name: "Dutch", taker: true, pawn_tries: "question", ..BERKELEY },
];

/// Returns the legal pawn captures, as origin and target.
fn pawn_captures(position: &Chess) -> BTreeSet<(Square, Square)> {
    let moves = position.legal_moves().into_iter();
    let captures = moves.filter(|mv| mv.role() == Role::Pawn && mv.is_capture());
    captures.map(|mv| (mv.from().expect("no drop"), mv.to())).collect()
}

/// Returns what the mover hears, what the opponent hears in addition, and the position after the move.
fn announce(spec: Spec, before: &Chess, mv: Move) -> (String, String, Chess) {
    let mut after = before.clone();
    after.play_unchecked(mv);
    let man = |role: Role| if role == Role::Pawn { "pawn" } else { "piece" };
    let mut public = String::new();
    if let Some(role) = mv.capture() {
        let square = match mv {
            Move::EnPassant { from, to } => Square::from_coords(to.file(), from.rank()),
            mv => mv.to(),
        };
        public += &format!("takes {square}");
        if spec.taken {
            public += man(role);
        }
        if spec.taker {
            public += &format!(" with {}", man(mv.role()));
        }
    }
    let checks: BTreeSet<String> =
        after.checkers().into_iter().map(|at| format!("{:?}", walk(&after, at))).collect();
    public += &format!("{checks:?}");
    if spec.promotion && mv.promotion().is_some() {
        public += "promotes";
    }
    let captures = pawn_captures(&after);
    let private = match spec.pawn_tries {
        "number" => captures.len().to_string(),
        "any" => (!captures.is_empty()).to_string(),
        "squares" => {
            format!("{:?}", captures.iter().map(|capture| capture.0).collect::<BTreeSet<_>>())
        }
        _ => String::new(),
    };
    (public, private, after)
}

fn is_pawn_capture(attempt: Attempt) -> bool {
    matches!(attempt, Attempt::Normal { role: Role::Pawn, from, to, .. } if from.file() != to.file())
}

fn attempts(position: &Chess) -> Vec<Attempt> {
    board(position).own_pieces(position.turn()).attempts()
}

fn distinct(positions: Vec<Chess>) -> Vec<Chess> {
    let mut seen = BTreeSet::new();
    positions.into_iter().filter(|position| seen.insert(key(position))).collect()
}

/// The state of a turn: the captures by pawns that were refused, and the answer to the question.
#[derive(Clone, Default)]
struct Turn {
    refused: Vec<Attempt>,
    asked: bool,
    /// Whether "Try!" still demands a capture by a pawn.
    must_capture: bool,
}

/// Whether the side to move has a plan that mates within `left` plies in each of `positions`.
fn has_plan(spec: Spec, positions: &[Chess], left: u32, turn: &Turn) -> bool {
    let candidates = attempts(&positions[0]);
    let asks = spec.pawn_tries == "question" && !turn.asked;
    if asks && candidates.iter().any(|it| is_pawn_capture(*it)) {
        let (yes, no): (Vec<Chess>, Vec<Chess>) =
            positions.iter().cloned().partition(|it| !pawn_captures(it).is_empty());
        let answered = |must_capture| Turn { asked: true, must_capture, ..turn.clone() };
        let wins =
            |part: &[Chess], must| part.is_empty() || has_plan(spec, part, left, &answered(must));
        if wins(&no, false) && wins(&yes, true) {
            return true;
        }
    }
    candidates.into_iter().any(|attempt| begins_plan(spec, positions, left, turn, attempt))
}

/// Whether a plan can begin with `attempt`.
fn begins_plan(spec: Spec, positions: &[Chess], left: u32, turn: &Turn, attempt: Attempt) -> bool {
    let is_fresh_capture = is_pawn_capture(attempt) && !turn.refused.contains(&attempt);
    if turn.refused.contains(&attempt) || (turn.must_capture && !is_fresh_capture) {
        return false;
    }
    let (legal, illegal): (Vec<Chess>, Vec<Chess>) =
        positions.iter().cloned().partition(|it| is_legal(it, attempt));
    // A try that is legal nowhere helps only where one is demanded.
    if (legal.is_empty() && !turn.must_capture) || !wins(spec, &legal, attempt, left) {
        return false;
    }
    let mut next = turn.clone();
    next.must_capture = false;
    next.refused.push(attempt);
    illegal.is_empty() || has_plan(spec, &illegal, left, &next)
}

fn wins(spec: Spec, legal: &[Chess], attempt: Attempt, left: u32) -> bool {
    let mut groups: BTreeMap<(String, String, String), Vec<Chess>> = BTreeMap::new();
    for position in legal {
        let mut moves = position.legal_moves().into_iter();
        let mv = moves.find(|mv| same(attempt, *mv)).expect("it is legal");
        let (first, _, after) = announce(spec, position, mv);
        if after.is_checkmate() || (spec.stalemate_wins && after.is_stalemate()) {
            continue;
        }
        let replies = after.legal_moves();
        if left < 3 || replies.is_empty() {
            return false;
        }
        for reply in replies {
            let (public, private, next) = announce(spec, &after, reply);
            groups.entry((first.clone(), public, private)).or_default().push(next);
        }
    }
    let mut groups = groups.into_values();
    groups.all(|group| has_plan(spec, &distinct(group), left - 2, &Turn::default()))
}

/// Returns the first moves of all plans, and whether the question can come first with either answer.
fn keys(spec: Spec, positions: &[Chess], left: u32) -> (Vec<String>, bool) {
    let own = board(&positions[0]).own_pieces(positions[0].turn());
    let turn = Turn::default();
    let mut found = Vec::new();
    for attempt in own.attempts() {
        let legal = positions.iter().filter(|it| is_legal(it, attempt));
        let captures = legal.clone().all(|it| {
            let mut moves = it.legal_moves().into_iter();
            moves.find(|mv| same(attempt, *mv)).is_some_and(Move::is_capture)
        });
        if legal.count() > 0 && begins_plan(spec, positions, left, &turn, attempt) {
            found.push(own.san(attempt, captures).to_string());
        }
    }
    found.sort();
    let can_capture = own.attempts().into_iter().any(is_pawn_capture);
    let (yes, no): (Vec<Chess>, Vec<Chess>) =
        positions.iter().cloned().partition(|it| !pawn_captures(it).is_empty());
    let answered = |must_capture| Turn { asked: true, must_capture, ..Turn::default() };
    let asks = spec.pawn_tries == "question"
        && can_capture
        && !yes.is_empty()
        && !no.is_empty()
        && has_plan(spec, &no, left, &answered(false))
        && has_plan(spec, &yes, left, &answered(true));
    (found, asks)
}

/// How many units a generated position has.
#[derive(Clone, Copy, PartialEq)]
enum Size {
    /// 3 or 4, so that a mate in three can be played out.
    Few,
    /// 3 to 9.
    Many,
}

/// Returns a position with `turn` to move, in which White is ahead.
fn generated(random: &mut Random, size: Size, turn: char) -> Chess {
    loop {
        let mut pieces = shakmaty::Board::empty();
        let mut put = |random: &mut Random, color: Color, roles: &[Role]| {
            let role = roles[random.below(roles.len())];
            let square = Square::ALL[random.below(64)];
            let pawn = role == Role::Pawn && shakmaty::Bitboard::BACKRANKS.contains(square);
            if !pawn && pieces.piece_at(square).is_none() {
                pieces.set_piece_at(square, role.of(color));
            }
        };
        put(random, Color::Black, &[Role::King]);
        put(random, Color::White, &[Role::King]);
        let (white, black) = match size {
            Size::Few => (1, random.below(2)),
            Size::Many => (2 + random.below(3), random.below(4)),
        };
        for _ in 0..white {
            let roles = [Role::Queen, Role::Rook, Role::Pawn, Role::Pawn, Role::Knight];
            put(random, Color::White, if size == Size::Few { &roles[..3] } else { &roles });
        }
        for _ in 0..black {
            let roles = [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook];
            put(random, Color::Black, &roles);
        }
        let fen: Fen = format!("{} {turn} - - 0 1", pieces.board_fen()).parse().expect("a FEN");
        if let Ok(position) = fen.into_position::<Chess>(CastlingMode::Standard)
            && !position.is_game_over()
            && (size == Size::Many || is_cornered(&position))
        {
            return position;
        }
    }
}

/// Whether Black's king is on the edge of the board and White's king near it, so that a mate is possible.
fn is_cornered(position: &Chess) -> bool {
    let king = |color| position.board().king_of(color).expect("a king");
    let (black, white) = (king(Color::Black), king(Color::White));
    let is_on_edge = shakmaty::attacks::king_attacks(black).count() < 8;
    is_on_edge && black.distance(white) <= 2
}

/// Compares all keys of generated problems within `depth` plies, by every set of rules. Black has made one move that
/// White only heard, if `heard`. Returns the number of problems, and of those with a key, for each set.
fn compare(
    depth: u32,
    size: Size,
    heard: bool,
    cases: usize,
    most: usize,
    seed: u64,
) -> [usize; 6] {
    let mut random = Random(seed);
    let mut forced = [0; 6];
    let mut seen = 0;
    while seen < cases {
        let start = generated(&mut random, size, if heard { 'b' } else { 'w' });
        let fen = Fen::from_position(&start, EnPassantMode::Legal).to_string();
        for (place, spec) in SPECS.into_iter().enumerate() {
            let tags = format!("[Variant \"Kriegspiel ({})\"]\n[FEN \"{fen}\"]\n", spec.name);
            let (text, positions) = if heard {
                let moves = start.legal_moves();
                let mv = moves[random.below(moves.len())];
                let (public, private, after) = announce(spec, &start, mv);
                if after.is_game_over() {
                    continue;
                }
                let letter = if mv.role() == Role::Pawn {
                    String::new()
                } else {
                    mv.role().upper_char().to_string()
                };
                let promotion =
                    mv.promotion().map_or(String::new(), |it| format!("={}", it.upper_char()));
                let from = mv.from().expect("no drop");
                let text = format!("{tags}\n1... {letter}{from}{}{promotion}\n", mv.to());
                let all = moves.into_iter().map(|mv| announce(spec, &start, mv));
                let same = all.filter(|it| (&it.0, &it.1) == (&public, &private));
                (text, distinct(same.map(|it| it.2).collect()))
            } else {
                (format!("{tags}\n*\n"), vec![start.clone()])
            };
            if positions.len() > most {
                continue;
            }
            let hearing = replay(&text).hearing(Color::White).expect("this view");
            assert_eq!(hearing.rules.name(), format!("Kriegspiel ({})", spec.name));
            let never_cancel = &mut |_| ControlFlow::Continue(());
            let (belief, _) = Belief::after(&hearing, usize::MAX, never_cancel).expect("possible");
            assert_eq!(belief.len(), positions.len(), "{spec:?}\n{text}");
            let ours = compose(&belief, depth, &mut |_| ControlFlow::Continue(()));
            let ours = ours.expect("nothing stops it");
            check_keys(spec, &ours, &positions, depth, &text);
            let has_plan = has_plan(spec, &positions, depth, &Turn::default());
            assert_eq!(ours.shortest.is_some(), has_plan, "{spec:?} within {depth}\n{text}");
            forced[place] += usize::from(has_plan);
            seen += 1;
        }
    }
    forced
}

/// Compares the keys with those of the shortest plans and of the plans within `depth` plies, found by trying everything.
fn check_keys(spec: Spec, ours: &Composition, positions: &[Chess], depth: u32, text: &str) {
    let names = |keys: &[San]| -> Vec<String> { keys.iter().map(ToString::to_string).collect() };
    let (theirs, asks) = keys(spec, positions, ours.shortest.unwrap_or(depth));
    assert_eq!(names(&ours.keys), theirs, "{spec:?} within {depth}\n{text}");
    assert_eq!(ours.asks, asks, "{spec:?} within {depth}\n{text}");
    if let Some(earlier) = ours.shortest.and_then(|shortest| shortest.checked_sub(2)) {
        assert!(!has_plan(spec, positions, earlier, &Turn::default()), "{text}");
    }
    let mut all = [names(&ours.keys), names(&ours.longer_keys)].concat();
    all.sort();
    assert_eq!(all, keys(spec, positions, depth).0, "{spec:?} within {depth}\n{text}");
}

/// The keys of a mate that is shorter than asked are those of that mate; a stalemate is no key.
#[test]
fn keys_of_small_positions_are_those_of_the_shortest_mate() {
    let problems = [
        ("8/8/8/8/8/1K6/2R5/8", "k on a1"),
        ("8/8/8/8/8/2K5/1R6/8", "k on a1"),
        ("8/8/5K2/8/8/8/8/R7", "k on h8"),
        ("8/8/1K6/8/8/8/8/7R", "k on a8"),
        ("8/8/6K1/8/8/8/8/RR6", "k on h8, f8"),
        ("8/1Q6/8/2K5/8/8/8/8", "k on a5"),
        ("8/8/1K4P1/8/8/8/8/8", "k on a8"),
    ];
    let mut keys = Vec::new();
    for (pieces, hidden) in problems {
        let text = format!(
            "[Variant \"Kriegspiel\"]\n[FEN \"{pieces} w - - 0 1\"]\n[Hidden \"{hidden}\"]\n\n*\n"
        );
        let hearing = replay(&text).hearing(Color::White).expect("this view");
        let never_cancel = &mut |_| ControlFlow::Continue(());
        let (belief, _) = Belief::after(&hearing, usize::MAX, never_cancel).expect("possible");
        let position = |board: tandem::rules::Board| -> Chess {
            let fen: Fen = board.chess_fen().parse().expect("a FEN");
            fen.into_position(CastlingMode::Standard).expect("legal")
        };
        let positions: Vec<Chess> = belief.boards().map(position).collect();
        for depth in [1, 3] {
            let ours = compose(&belief, depth, &mut |_| ControlFlow::Continue(()));
            let ours = ours.expect("decided");
            check_keys(BERKELEY, &ours, &positions, depth, &text);
            let names =
                |keys: &[San]| keys.iter().map(San::to_string).collect::<Vec<_>>().join(" ");
            keys.push((ours.shortest, names(&ours.keys), names(&ours.longer_keys)));
        }
    }
    let longer = "Rd2 Re2 Rf2 Rg2 Rh2".to_owned();
    let reported =
        [(Some(1), "Rc1".to_owned(), String::new()), (Some(1), "Rc1".to_owned(), longer)];
    assert_eq!(keys[..2], reported);
    assert!(keys.iter().any(|(shortest, ..)| *shortest == Some(3)), "{keys:?}");
}

/// Returns `few`, or the number in the variable `TANDEM_KRIEGSPIEL_CASES`.
#[expect(clippy::disallowed_methods, reason = "a longer run is asked for by a variable")]
fn cases(few: usize) -> usize {
    let more = std::env::var("TANDEM_KRIEGSPIEL_CASES").ok();
    more.and_then(|count| count.parse().ok()).unwrap_or(few)
}

#[test]
fn keys_of_known_positions_equal_brute_force_by_every_rule_set() {
    let forced = compare(3, Size::Many, false, cases(240), 1, 53);
    assert!(forced.iter().all(|&count| count > 0), "{forced:?}");
}

#[test]
fn keys_after_a_heard_move_equal_brute_force_by_every_rule_set() {
    let forced = compare(1, Size::Many, true, cases(600), 20, 57);
    assert!(forced.iter().all(|&count| count > 0), "{forced:?}");
    let forced = compare(3, Size::Many, true, cases(240), 6, 58);
    assert!(forced.iter().sum::<usize>() > 0, "{forced:?}");
}

#[test]
fn keys_of_mates_in_three_equal_brute_force_by_every_rule_set() {
    let forced = compare(5, Size::Few, false, cases(12), 1, 59);
    assert!(forced.iter().sum::<usize>() > 0, "{forced:?}");
}

#[test]
fn announcements_of_every_set_are_written_and_read_back() {
    for set in Rules::SETS {
        let text = format!(
            "[Variant \"Kriegspiel ({})\"]\n[FEN \"4k3/P2p4/8/2P5/8/8/8/4K3 b - - 0 1\"]\n\n\
             1... d5 2. cxd6 Kd7 3. a8=Q Kxd6\n",
            set.name
        );
        let game = replay(&text);
        assert!(game.issues.is_empty(), "{:?}", game.issues);
        let lines = tandem::kriegspiel::lines_of_referee(&referee(&text), 9);
        let written = tandem::kriegspiel::notation::write(
            &[
                ("Variant".to_owned(), set.rules.name()),
                ("FEN".to_owned(), "4k3/P2p4/8/2P5/8/8/8/4K3 b - - 0 1".to_owned()),
            ],
            &lines,
            None,
        );
        let again = replay(&written);
        assert!(again.issues.is_empty(), "{}\n{written}\n{:?}", set.name, again.issues);
        for seat in Color::ALL {
            assert_eq!(again.hearing(seat), game.hearing(seat), "{written}");
        }
        let expect = match set.name {
            "Berkeley" | "English" => "2. cxd6 {(Xd5:)}",
            "ICC" => "1... d5 {(P1:)}",
            "Cincinnati" => "1... d5 {(P+:)}",
            "RAND" => "1... d5 {(Pc5:)}",
            _ => "2. cxd6 {(Xd5<p:)}",
        };
        assert!(written.contains(expect), "{written}");
    }
}

#[test]
fn unknown_and_contradictory_rules_are_issues_and_not_solved() {
    for (tags, words) in [
        ("[Variant \"Kriegspiel (Antarctic)\"]", "unknown rules"),
        ("[Variant \"Kriegspiel (English)\"]\n[Rules \"Kriegspiel (ICC)\"]", "other rules"),
    ] {
        let game = replay(&format!("{tags}\n[depth \"1\"]\n\n1. e4 {{(:)}} e5 {{(Xa1o:)}}\n"));
        let issues: Vec<String> = game.issues.iter().map(|it| it.problem.to_string()).collect();
        assert_eq!(issues.len(), 1, "{issues:?}");
        assert!(issues[0].contains(words), "{issues:?}");
        let hearing = game.hearing(Color::White).expect("the referee's");
        let belief = Belief::after(&hearing, usize::MAX, &mut |_| ControlFlow::Continue(()));
        assert!(belief.is_err());
    }
    // The two tags may name the same rules, or one of them none.
    for tags in [
        "[Variant \"Wild 16\"]\n[Rules \"Kriegspiel (ICC)\"]",
        "[Variant \"Kriegspiel\"]\n[Rules \"Kriegspiel (wild16)\"]",
    ] {
        let game = replay(&format!("{tags}\n\n1. e4 {{(:)}}\n"));
        assert!(game.issues.is_empty(), "{:?}", game.issues);
        assert_eq!(game.hearing(Color::White).expect("a view").rules, Rules::ICC);
    }
}

/// A tag that stands twice with different values is an issue, and the problem is not solved by either.
#[test]
fn tags_that_disagree_are_issues_and_not_solved() {
    const FEN: &str = "[FEN \"k7/8/1K6/8/8/8/8/7R w - - 0 1\"]";
    for (tags, name) in [
        ("[FEN \"k7/8/1K6/8/8/8/8/6R1 w - - 0 1\"]\n[Depth \"1\"]", "FEN"),
        ("[Depth \"1\"]\n[depth \"3\"]", "depth"),
        ("[Depth \"1\"]\n[Forced \"T\"]\n[forced \"F\"]", "forced"),
        ("[Depth \"1\"]\n[Epsilon \"T\"]\n[Epsilon \"F\"]", "epsilon"),
        ("[Depth \"1\"]\n[Filtered \"white\"]\n[Filtered \"no\"]", "Filtered"),
        ("[Depth \"1\"]\n[Hidden \"q on d8\"]\n[Hidden \"q on c8\"]", "Hidden"),
    ] {
        let text = format!("[Variant \"Kriegspiel\"]\n{FEN}\n{tags}\n\n*\n");
        let game = replay(&text);
        let issues: Vec<String> = game.issues.iter().map(|it| it.problem.to_string()).collect();
        let expect = format!(
            "an earlier {name} tag has another value; used that one, and no problem can be solved"
        );
        assert_eq!(issues, [expect]);
        let why = game.obstacle.expect("an obstacle").to_string();
        assert!(
            why.eq_ignore_ascii_case(&format!("two {name} tags have different values")),
            "{why}"
        );
    }
    // The same value twice is no contradiction; a forced mate that is improbable is one, though the board decides.
    for (tags, expect) in [
        ("[Depth \"1\"]\n[depth \" 1\"]", &[][..]),
        (
            "[Depth \"1\"]\n[Forced \"T\"]\n[Epsilon \"F\"]",
            &["the Forced tag claims mate, and the Epsilon tag that it is not even probable"][..],
        ),
    ] {
        let game = replay(&format!("[Variant \"Kriegspiel\"]\n{FEN}\n{tags}\n\n*\n"));
        let issues: Vec<String> = game.issues.iter().map(|it| it.problem.to_string()).collect();
        assert_eq!(issues, expect);
        assert_eq!(game.obstacle, None);
    }
}
