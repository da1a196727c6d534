//! Positions with hidden pieces: the set of possible positions compared with an enumeration on shakmaty's boards,
//! counts made by hand, and one sentence for each error.

use super::{Random, referee::replay};
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, FromSetup as _, PositionError, Role,
    Setup, Square, fen::Fen,
};
use std::{collections::BTreeSet, fmt::Write as _, ops::ControlFlow};
use tandem::kriegspiel::{
    Belief, Limits, Rules, Solved, Uncertain, UncertainError, View,
    notation::{Filtered, Record},
    solve,
};

/// A piece as the test places it: its letter and the squares, of which `None` is off the board.
struct Piece {
    role: Role,
    squares: Vec<Option<Square>>,
}

/// Returns the first four fields of the FENs of all legal positions. Every piece goes through all its squares, and
/// every further unit through all squares and kinds.
fn enumerate(
    known: &Setup,
    color: Color,
    pieces: &[Piece],
    units: Option<(usize, usize)>,
) -> BTreeSet<String> {
    let mut all = vec![known.clone()];
    for piece in pieces {
        let mut next = Vec::new();
        for setup in &all {
            for square in &piece.squares {
                match square {
                    None => next.push(setup.clone()),
                    Some(square) if setup.board.piece_at(*square).is_none() => {
                        let mut setup = setup.clone();
                        setup.board.set_piece_at(*square, piece.role.of(color));
                        next.push(setup);
                    }
                    Some(_) => {}
                }
            }
        }
        all = next;
    }
    let count = |setup: &Setup| setup.board.by_color(color).count();
    let mut found = BTreeSet::new();
    let mut open: BTreeSet<String> = all.iter().map(text).collect();
    while let Some(next) = open.pop_first() {
        let setup = next.parse::<Fen>().expect("our FEN").into_setup();
        let (least, most) = units.unwrap_or((0, 16));
        if count(&setup) >= least && count(&setup) <= most && is_legal(&setup) {
            found.insert(text(&setup));
        }
        if units.is_none() || count(&setup) >= most {
            continue;
        }
        for square in !setup.board.occupied() {
            for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                let mut more = setup.clone();
                more.board.set_piece_at(square, role.of(color));
                open.insert(text(&more));
            }
        }
    }
    found
}

fn text(setup: &Setup) -> String {
    let fen = Fen::try_from_setup(setup.clone()).expect("a board").to_string();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// Whether shakmaty accepts the position, except for what only retrograde analysis excludes.
fn is_legal(setup: &Setup) -> bool {
    Chess::from_setup(setup.clone(), CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .is_ok()
}

fn fens(belief: &Belief) -> BTreeSet<String> {
    let fens = belief.boards().map(|board| board.chess_fen());
    fens.map(|fen| fen.split(' ').take(4).collect::<Vec<_>>().join(" ")).collect()
}

fn belief(text: &str) -> Result<Belief, UncertainError> {
    text.parse::<Uncertain>()?.belief(Rules::default(), Limits::default())
}

/// Returns a random clause for `role`, and the squares that it stands for.
fn clause(
    random: &mut Random,
    role: Role,
    color: Color,
    free: Bitboard,
) -> (String, Vec<Option<Square>>) {
    let mut words = role.of(color).char().to_string();
    let mut squares = Bitboard::EMPTY;
    match random.below(4) {
        0 => {
            words += " on dark";
            squares = free & Bitboard::DARK_SQUARES;
        }
        1 => {
            let corner = |random: &mut Random| Square::ALL[random.below(64)];
            let (from, to) = (corner(random), corner(random));
            let _ = write!(words, " {from}-{to}");
            let inside = |it: &Square| {
                let within = |value: u32, one: u32, other: u32| {
                    (one.min(other)..=one.max(other)).contains(&value)
                };
                let (file, rank) = (u32::from(it.file()), u32::from(it.rank()));
                within(file, from.file().into(), to.file().into())
                    && within(rank, from.rank().into(), to.rank().into())
            };
            squares = free & Square::ALL.into_iter().filter(inside).collect::<Bitboard>();
        }
        _ => {
            words += " on";
            for _ in 0..1 + random.below(6) {
                let square = Square::ALL[random.below(64)];
                let fits = role != Role::Pawn || !Bitboard::BACKRANKS.contains(square);
                if free.contains(square) && fits {
                    let _ = write!(words, " {square},");
                    squares.add(square);
                }
            }
        }
    }
    if role == Role::Pawn {
        squares &= !Bitboard::BACKRANKS;
    }
    let mut squares: Vec<_> = squares.into_iter().map(Some).collect();
    if role != Role::King && random.below(4) == 0 {
        words += " or off";
        squares.push(None);
    }
    (words, squares)
}

#[test]
fn possible_positions_equal_an_enumeration() {
    let mut random = Random(71);
    let (mut compared, mut empty, mut longest) = (0, 0, 0);
    while compared < 150 {
        let color = if random.below(3) == 0 { Color::White } else { Color::Black };
        let mut known = Setup::empty();
        known.turn = if random.below(3) == 0 { color } else { color.other() };
        let put = |random: &mut Random, known: &mut Setup, color: Color, role: Role| {
            let square = Square::ALL[random.below(64)];
            let fits = role != Role::Pawn || !Bitboard::BACKRANKS.contains(square);
            if fits && known.board.piece_at(square).is_none() {
                known.board.set_piece_at(square, role.of(color));
            }
        };
        put(&mut random, &mut known, color.other(), Role::King);
        let has_king = random.below(3) == 0;
        if has_king {
            put(&mut random, &mut known, color, Role::King);
        }
        for _ in 0..random.below(3) {
            let role = [Role::Rook, Role::Queen, Role::Pawn, Role::Bishop][random.below(4)];
            let side = if random.below(3) == 0 { color } else { color.other() };
            put(&mut random, &mut known, side, role);
        }
        if has_king && known.board.king_of(color).is_none() {
            continue;
        }
        let free = !known.board.occupied();
        let mut clauses = Vec::new();
        let mut pieces = Vec::new();
        if !has_king {
            let (words, squares) = clause(&mut random, Role::King, color, free);
            clauses.push(words);
            pieces.push(Piece { role: Role::King, squares });
        }
        for _ in 0..random.below(3) {
            let role = [Role::Pawn, Role::Knight, Role::Bishop, Role::Queen][random.below(4)];
            let (words, squares) = clause(&mut random, role, color, free);
            for _ in 0..1 + random.below(2) {
                clauses.push(words.clone());
                pieces.push(Piece { role, squares: squares.clone() });
            }
        }
        let named = known.board.by_color(color).count() + pieces.len();
        let has_units = random.below(4) == 0 && pieces.len() < 3;
        let units = has_units.then(|| (named, named + random.below(2)));
        if let Some((least, most)) = units {
            let side = color.fold_wb("white", "black");
            clauses.push(format!("{least}-{most} {side} units"));
        }
        let size: usize = pieces.iter().map(|it| it.squares.len()).product();
        if clauses.is_empty() || size > if has_units { 40 } else { 3000 } {
            continue;
        }
        if pieces.iter().any(|it| it.squares.is_empty()) {
            continue;
        }
        let fen = format!("{} 0 1", text(&known));
        let all = format!("{fen}; {}", clauses.join("; "));
        let expect = enumerate(&known, color, &pieces, units);
        match belief(&all) {
            Ok(belief) => {
                assert!(belief.is_exact());
                assert_eq!(belief.len(), expect.len(), "{all}");
                assert_eq!(fens(&belief), expect, "{all}");
            }
            Err(why) => {
                assert_eq!((why, expect.len()), (UncertainError::NoPosition, 0), "{all}");
                empty += 1;
            }
        }
        compared += 1;
        longest = longest.max(expect.len());
        let uncertain: Uncertain = all.parse().expect("it was read before");
        assert_eq!(uncertain.to_string().parse(), Ok(uncertain), "{all}");
    }
    assert!(empty > 0 && empty < 50 && longest > 1000, "{empty}, {longest}");
}

#[test]
fn counts_made_by_hand() {
    for (text, count) in [
        // All squares but the king's and the three or eight beside it.
        ("8/8/8/8/8/8/8/K7 w - - 0 1", 60),
        ("8/8/8/8/4K3/8/8/8 w - - 0 1", 55),
        ("8/8/8/8/8/8/8/K7 w - - 0 1; k on a8, a6, c8, e8, e2 or g5", 6),
        // A rook on e1 attacks e2 and e8.
        ("8/8/8/8/8/8/8/K3R3 w - - 0 1; k on a8, a6, c8, e8, e2 or g5", 4),
        // With Black to move, a check is legal.
        ("8/8/8/8/8/8/8/K3R3 b - - 0 1; k on a8, a6, c8, e8, e2 or g5", 6),
        // 32 dark squares without a1 and h8.
        ("7k/8/8/8/8/8/8/K7 w - - 0 1; b on dark", 30),
        ("7k/8/8/8/8/8/8/K7 w - - 0 1; b on dark or off", 31),
        // 16 squares, two equal pawns.
        ("7k/8/8/8/8/8/8/K7 w - - 0 1; 2p on a7-h6", 120),
        // One more unit on one of 62 squares, of which a pawn has 48.
        ("7k/8/8/8/8/8/8/K7 w - - 0 1; 2 black units", 4 * 62 + 48),
        ("7k/8/8/8/8/8/8/K7 w - - 0 1; 1-2 black units", 1 + 4 * 62 + 48),
        // The king has 14 squares on the outer ranks and 46 on the others, where it takes one from the pawn.
        ("8/8/8/8/8/8/8/K7 w - - 0 1; 2 black units", 60 * 4 * 62 + 14 * 48 + 46 * 47),
        // The check by the bishop is blocked on b7 and c6; a rook on b7 does not attack the king on a1.
        ("k7/8/8/8/8/8/6B1/K7 w - - 0 1; n on b7, c6, d4", 2),
        // No piece stands on the squares that the pawn has passed.
        ("7k/8/8/pP6/8/8/8/K7 w - a6 0 1; n on any", 64 - 4 - 2),
        ("8/8/8/8/8/8/8/k7 b - - 0 1; K on dark", 32 - 2),
    ] {
        let belief = belief(text).expect(text);
        assert_eq!(belief.len(), count, "{text}");
        assert!(belief.is_exact());
    }
}

#[test]
fn too_many_positions_are_counted_and_never_sampled() {
    let check = |text: &str, exact: usize, words: &str| {
        let limits = Limits { exact, ..Limits::default() };
        let uncertain: Uncertain = text.parse().expect(text);
        let error = uncertain.belief(Rules::default(), limits).expect_err(text);
        assert_eq!(error.to_string(), words);
    };
    check(
        "8/8/8/8/8/8/8/K7 w - - 0 1; any black units",
        2_000_000,
        "too many possible positions: up to 2.5 × 10^26; the limit is 2000000",
    );
    // C(48, 5) placements of pawns.
    check(
        "7k/8/8/8/8/8/8/K7 w - - 0 1; 5p on any",
        1000,
        "too many possible positions: up to 1712304; the limit is 1000",
    );
    // Few placements, of which the legal ones are counted.
    check(
        "8/8/8/8/8/8/8/K7 w - - 0 1",
        50,
        "too many possible positions: up to 60; the limit is 50",
    );
}

#[test]
fn errors_are_one_sentence_at_their_place() {
    for (fen, hidden, place, words) in [
        (
            "8/8/8/8/8/8/8/K7 w - - 0 1",
            "k on a9",
            "a9",
            "cannot read the hidden pieces: not a square; use squares, corners (a1-h4), dark, light, any or off",
        ),
        (
            "8/8/8/8/8/8/8/K7 w - - 0 1",
            "k on a8; N on b3",
            "N",
            "cannot read the hidden pieces: hidden pieces of both sides; only one side's can be hidden",
        ),
        (
            "8/8/8/8/8/8/8/K7 w - - 0 1",
            "k on a1, a8",
            "k on a1, a8",
            "a hidden king cannot stand on a1: a known piece does, or a pawn has just passed it",
        ),
        ("7k/8/8/8/8/8/8/K7 w - - 0 1", "k on a8", "k on a8", "Black has 2 kings"),
        (
            "7k/8/8/8/8/8/8/8 w - - 0 1",
            "n on a8",
            "7k/8/8/8/8/8/8/8 w - - 0 1",
            "cannot read the known pieces: white has 0 kings",
        ),
        ("7k/8/8/8/8/8/8/K7 w - - 0 1", "p on a8", "p on a8", "a pawn cannot stand on a8"),
        (
            "7k/8/8/8/8/8/8/K7 w - - 0 1",
            "2n on a7, a8; 2 black units",
            "2n on a7, a8; 2 black units",
            "Black has at least 3 named units, but at most 2 in all",
        ),
        (
            "7k/pppppppp/8/8/8/8/8/K7 w - - 0 1",
            "8n on any",
            "8n on any",
            "Black has at least 17 named units, but at most 16 in all",
        ),
        (
            "8/8/8/8/8/8/8/K7 w - - 0 1",
            "k on b1-b2",
            "k on b1-b2",
            "no placement of the hidden pieces is a legal position",
        ),
        (
            "7k/8/8/8/8/8/8/K7 w - - 0 1",
            "p on any or off; k off",
            "k",
            "cannot read the hidden pieces: no squares for this piece",
        ),
        (
            "8/8/8/8/8/8/8/K7 w - - 0 1",
            "k on a8 or off",
            "k on a8 or off",
            "a king cannot be off the board",
        ),
        (
            "7k/8/8/8/8/8/8/K7 w - - 0 1",
            "p on a1-h1",
            "p on a1-h1",
            "no square is free for the hidden pawn",
        ),
    ] {
        let text = format!(
            "[Variant \"Kriegspiel\"]\n[FEN \"{fen}\"]\n[Hidden \"{hidden}\"]\n[depth \"1\"]\n\n*\n"
        );
        let game = replay(&text);
        assert_eq!(game.issues.len(), 1, "{text}{:?}", game.issues);
        let issue = game.issues[0];
        let expect = format!("invalid position ({words}); no problem can be solved");
        assert_eq!(issue.problem.to_string(), expect, "{text}");
        let span = issue.span.start as usize..issue.span.end as usize;
        assert_eq!(&text[span], place, "{text}");
        assert!(game.obstacle.is_some());
    }
}

#[test]
fn hidden_pieces_make_a_players_view() {
    let tags = "[FEN \"8/8/1K6/8/8/8/8/7R w - - 0 1\"]\n[Variant \"Kriegspiel\"]";
    for (tags, plies, expect) in [
        (format!("{tags}\n[Hidden \"k on a8, b8\"]"), "", Filtered::For(Color::White)),
        (
            format!("{tags}\n[Hidden \"k on a8, b8\"]\n[Filtered \"no\"]"),
            "",
            Filtered::For(Color::White),
        ),
        // A missing king is hidden.
        (tags.to_owned(), "", Filtered::For(Color::White)),
        (format!("{tags}\n[Hidden \"\"]"), "1. Rh2 {(:)} ?? {(:0)}", Filtered::For(Color::White)),
        (tags.replace("1K6", "1k6"), "", Filtered::For(Color::Black)),
        // But not if its moves are written: the position is then wrong.
        (tags.to_owned(), "1. Rh2 {(:)} Kb8 {(:)}", Filtered::No),
    ] {
        let text = format!("{tags}\n\n{plies} *\n");
        let record = Record::parse(text.as_bytes());
        assert_eq!(record.filtered(text.as_bytes()), expect, "{text}");
        let is_seat = matches!(replay(&text).view, View::Seat(_));
        assert_eq!(is_seat, expect != Filtered::No);
    }
    let text = format!("{tags}\n[Hidden \"k on a8\"]\n[Filtered \"black\"]\n\n*\n");
    let issues: Vec<String> =
        replay(&text).issues.iter().map(|it| it.problem.to_string()).collect();
    assert_eq!(
        issues,
        [
            "invalid position (the view is that of Black, whose pieces are hidden); no problem can be solved"
        ],
    );
}

#[test]
fn problems_with_hidden_pieces_are_solved() {
    let check = |hidden: &str, key: Option<&str>| {
        let text = format!(
            "[Variant \"Kriegspiel\"]\n[FEN \"8/8/1K6/8/8/8/8/7R w - - 0 1\"]\n[Hidden \"{hidden}\"]\n\n*\n"
        );
        let hearing = replay(&text).hearing(Color::White).expect("this view");
        let (belief, _) =
            Belief::after(&hearing, 9, &mut |_| ControlFlow::Continue(())).expect(hidden);
        match (solve(&belief, 1, &mut |_| ControlFlow::Continue(())), key) {
            (Solved::Forced(plan), Some(key)) => assert_eq!(plan.tries[0].san.to_string(), key),
            (Solved::NotForced(escape), None) => assert!(escape.left > 0),
            other => panic!("{hidden}: {other:?}"),
        }
    };
    check("k on a8, b8", Some("Rh8"));
    // A knight on g6 may take the rook.
    check("k on a8, b8; n on a1, g6", None);
    check("k on a8, b8, c8", None);
}

#[test]
fn announcements_narrow_an_uncertain_start() {
    let text =
        "[Variant \"Kriegspiel\"]\n[FEN \"8/8/8/8/8/8/8/K6R w - - 0 1\"]\n\n1. Rh8 {(CR:)}\n";
    let hearing = replay(text).hearing(Color::White).expect("this view");
    let (belief, steps) =
        Belief::after(&hearing, 9, &mut |_| ControlFlow::Continue(())).expect("possible");
    // Before, 62 squares were free, of which the king attacked three and the rook seven and five more. After the
    // check, the king is on one of the seven other squares of the rank.
    assert_eq!((steps[0].before, belief.len()), (62 - 3 - 7 - 5, 7));
    let fen = Fen::from_position(&Chess::default(), EnPassantMode::Legal);
    assert!(!fens(&belief).contains(&fen.to_string()));
}
