//! The referee compared with shakmaty's chess, and its issues with files.

use super::games::{RandomGame, any_game, board, is_legal, mover, same};
use proptest::prelude::*;
use shakmaty::{Chess, Position as _, Role, Square};
use tandem::{
    kriegspiel::{
        Game, Referee, View,
        notation::{PawnTries, Record},
    },
    rules::{Claim, Direction},
};

pub fn replay(text: &str) -> Game {
    Game::replay(&Record::parse(text.as_bytes()), text.as_bytes())
}

pub fn referee(text: &str) -> Referee {
    match replay(text).view {
        View::Referee(referee) => referee,
        View::Seat(_) => panic!("one player's view: {text}"),
    }
}

fn check(text: &str, plies: usize, issues: &[&str]) {
    let game = replay(text);
    let said: Vec<String> = game
        .issues
        .iter()
        .map(|issue| format!("{}: {}", issue.problem.severity().name(), issue.problem))
        .collect();
    assert_eq!(said, issues, "{text}");
    assert_eq!(game.plies(), plies, "{text}");
}

#[test]
fn specification_game_has_one_wrong_announcement() {
    check(
        include_str!("../../../assets/samples/kriegspiel.pgn"),
        9,
        &[
            "warning: Black's move 2: impossible try (no pawn can make this move); kept as text and counted",
        ],
    );
    check(include_str!("../../../assets/samples/kriegspiel-problem.pgn"), 8, &[]);
}

#[test]
fn numbers_of_a_position_are_counters() {
    let text =
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 12 40\"]\n[Variant \"Kriegspiel\"]\n\n40. Kd1 {(:)}";
    let after = referee(text).board_after(1).chess_fen();
    assert_eq!(after, "4k3/8/8/8/8/8/8/3K3R b - - 13 40");
}

#[test]
fn contradictions_name_the_ply() {
    check(
        "1. e4 {(:)} d5 {(:)} 2. exd5 {(:)}",
        3,
        &["warning: White's move 2: the file announces no capture, but the board has a capture \
             on d5"],
    );
    check(
        "1. e4 {(Xd4:)} f6 {(CF:)} 2. Qh5+ {(CL:)}",
        3,
        &[
            "warning: White's move 1: the file announces a capture on d4, but the board has no \
             capture",
            "warning: Black's move 1: the file announces a check on the file, but the board has \
             no check",
            "warning: White's move 2: the file announces a check on the long diagonal, but the \
             board has a check on the short diagonal",
        ],
    );
    check(
        "1. e4 {(:)} d5 {(P2:)} 2. d4 {(:)}",
        3,
        &[
            "warning: Black's move 1: the file announces 2 pawn tries, but the board has 1 pawn try",
            "warning: White's move 2: the file announces no pawn tries, but the board has 1 pawn try",
        ],
    );
}

#[test]
fn tries_get_the_right_response() {
    check(
        "1. e4 {(:Nf3,exd5,Bd7,Ke2)} e5",
        2,
        &[
            "warning: White's move 1: a listed try is legal, not illegal",
            "warning: White's move 1: impossible try (no pawn can make this move); kept as text and counted",
            "warning: White's move 1: impossible try (no bishop can make this move); kept as text and counted",
            "warning: White's move 1: impossible try (no king can make this move); kept as text and counted",
        ],
    );
    check(
        "1. d4 {(:)} d5 {(:)} 2. Nf3 {(:)} e6 {(:)} 3. e3 {(:Nd2)}",
        5,
        &[
            "warning: White's move 3: impossible try (more than one knight can make this move); kept as text and counted",
        ],
    );
}

#[test]
fn unplayable_moves_end_the_game() {
    check(
        "1. e4 {(:)} ?? {(:0)} 2. d4 d5 3. c4",
        1,
        &["error: Black's move 1 is hidden (??); replay stops here"],
    );
    check(
        "1. e4 e5 2. e5",
        2,
        &["error: White's move 2 is illegal: no white pawn can reach e5; replay stops here"],
    );
    check(
        "1. N@f3",
        0,
        &["error: White's move 1 is illegal: there are no drops in Kriegspiel; replay stops \
             here"],
    );
    check(
        "1. ?? {(:0)} e5 2. ?? {(Xd4:0)}",
        2,
        &["error: White's move 2: Black has no piece on d4 that could be captured"],
    );
    check(
        "[Filtered \"white\"]\n1. e4 {(:)} e5 {(:0)} 2. e5 {(:)} ?? 3. Rd4 {(:)}",
        4,
        &[
            "warning: Black's move 1 should be ?? in White's view; treated as hidden",
            "warning: Black's move 1: tries are counted but not listed",
            "warning: Black's move 2: no announcement; read as a quiet move without tries",
            "error: White's move 3 is illegal: no rook can make this move; replay stops here",
        ],
    );
}

#[test]
fn en_passant_is_announced_with_either_square() {
    for square in ["d5", "d6"] {
        check(
            &format!("1. e4 {{(:)}} a6 {{(:)}} 2. e5 {{(:)}} d5 {{(:)}} 3. exd6 {{(X{square}:)}}"),
            5,
            &[],
        );
        let text = format!(
            "[Filtered \"black\"]\n1. ?? {{(:0)}} a6 {{(:)}} 2. ?? {{(:0)}} d5 {{(:)}} 3. ?? {{(X{square}:0)}}"
        );
        check(&text, 5, &[]);
        let seen = replay(&text).hearing(shakmaty::Color::Black).unwrap().sight(5);
        assert_eq!(seen.own.pieces().piece_at(Square::D5), None);
        assert_eq!(seen.lost, [Role::Pawn]);
    }
}

#[test]
fn kriegspiel_keeps_distinctions_chess_drops() {
    // The rook on a1 cannot reach d1, because of a bishop that White does not see.
    let text = "[Variant \"Kriegspiel\"]\n[FEN \"4k3/8/8/8/8/8/8/Rb3R1K w - - 0 1\"]\n1. Rd1";
    let game = referee(text);
    assert_eq!(game.plies[0].san.to_string(), "Rfd1");
    // In chess, a pinned knight is not a candidate.
    let text = "[Variant \"Kriegspiel\"]\n[FEN \"4k3/4r3/8/8/4N3/8/3N4/4K3 w - - 0 1\"]\n1. Nf3";
    assert_eq!(referee(text).plies[0].san.to_string(), "Nf3");
    let text = "[Variant \"Kriegspiel\"]\n[FEN \"4k3/4r3/8/8/4N3/8/4K1N1/8 w - - 0 1\"]\n1. Ke1 Kd8 2. Nc5";
    assert_eq!(referee(text).plies.len(), 2, "pinned");
}

/// Returns the direction of a check, found by walking from the king instead of comparing coordinates.
pub fn walk(position: &Chess, checker: Square) -> Direction {
    let king = position.board().king_of(position.turn()).expect("a king");
    if position.board().role_at(checker) == Some(Role::Knight) {
        return Direction::Knight;
    }
    let step = |at: Square, (file, rank): (i32, i32)| {
        let file = i32::from(at.file()) + file;
        let rank = i32::from(at.rank()) + rank;
        let square = || {
            Square::from_coords(
                shakmaty::File::new(u32::try_from(file).expect("on the board")),
                shakmaty::Rank::new(u32::try_from(rank).expect("on the board")),
            )
        };
        ((0..8).contains(&file) && (0..8).contains(&rank)).then(square)
    };
    let squares = |towards: (i32, i32)| {
        std::iter::successors(step(king, towards), move |&at| step(at, towards)).collect::<Vec<_>>()
    };
    let length = |(file, rank)| squares((file, rank)).len() + squares((-file, -rank)).len();
    for (file, rank) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
        let here = [squares((file, rank)), squares((-file, -rank))].concat();
        if here.contains(&checker) {
            return match (file, rank) {
                (0, 1) => Direction::File,
                (1, 0) => Direction::Rank,
                _ if length((file, rank)) > length((file, -rank)) => Direction::Long,
                _ => Direction::Short,
            };
        }
    }
    panic!("no line from {king} to {checker}");
}

fn agree(game: &RandomGame) -> Result<(), TestCaseError> {
    let text = game.text("[Rules \"Kriegspiel (ICC)\"]");
    let ours = referee(&text);
    prop_assert_eq!(ours.plies.len(), game.plies.len(), "{}", text);
    for (index, (ply, theirs)) in ours.plies.iter().zip(&game.plies).enumerate() {
        let before = &theirs.before;
        prop_assert!(same(ply.attempt, theirs.mv));
        let mut after = before.clone();
        after.play_unchecked(theirs.mv);
        let captured = match theirs.mv {
            shakmaty::Move::EnPassant { from, to } => {
                Some(Square::from_coords(to.file(), from.rank()))
            }
            mv => mv.capture().map(|_| mv.to()),
        };
        prop_assert_eq!(ply.response.capture, captured);
        let checks = after.checkers().into_iter().map(|at| walk(&after, at)).collect();
        prop_assert_eq!(ply.response.checks, checks);
        let mut takes: Vec<(Option<Square>, Square)> = after
            .legal_moves()
            .into_iter()
            .filter(|mv| mv.role() == Role::Pawn && mv.is_capture())
            .map(|mv| (mv.from(), mv.to()))
            .collect();
        takes.sort_unstable();
        takes.dedup();
        let count = u16::try_from(takes.len()).expect("few");
        prop_assert_eq!(ply.response.pawn_tries, Some(PawnTries::Number(count)));
        let claim = match (after.is_checkmate(), after.is_check()) {
            (true, _) => Claim::Mate,
            (_, true) => Claim::Check,
            _ => Claim::None,
        };
        prop_assert_eq!(ply.claim, claim);
        // Every legal move is potentially legal, and the referee allows no other.
        let ours = board(before);
        let own = ours.own_pieces(mover(index));
        let attempts = own.attempts();
        for mv in before.legal_moves() {
            prop_assert_eq!(attempts.iter().filter(|&&it| same(it, mv)).count(), 1);
        }
        for &attempt in &attempts {
            prop_assert_eq!(
                ours.legal_move_for(attempt).is_some(),
                is_legal(before, attempt),
                "{:?}",
                attempt
            );
            prop_assert_eq!(own.resolve(&own.san(attempt, false)), Ok(attempt));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_referee_agrees_with_shakmaty(game in any_game()) {
        agree(&game)?;
    }
}
