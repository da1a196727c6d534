//! Random matches compared with shakmaty's Crazyhouse, whose pockets are moved across the boards with `Setup`.

use proptest::prelude::*;
use shakmaty::{
    ByColor, ByRole, CastlingMode, CastlingSide, Color, EnPassantMode, FromSetup, Position as _,
    PositionError, Role, Setup, san::SanPlus, uci::UciMove, variant::Crazyhouse,
};
use std::collections::BTreeSet;
use tandem::rules::{BoardId, ByBoard, Move, Position, Reserve, San, Seat};

/// The same match in shakmaty: two games of Crazyhouse.
struct Oracle {
    boards: ByBoard<Crazyhouse>,
    mode: CastlingMode,
}

fn build(setup: Setup, mode: CastlingMode) -> Crazyhouse {
    Crazyhouse::from_setup(setup, mode)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .expect("a position of a match")
}

impl Oracle {
    fn new(start: &Setup, mode: CastlingMode) -> Self {
        Self { boards: ByBoard::from_fn(|_| build(start.clone(), mode)), mode }
    }

    fn moves(&self, board: BoardId) -> BTreeSet<String> {
        self.boards[board]
            .legal_moves()
            .iter()
            .map(|mv| mv.to_uci(CastlingMode::Chess960).to_string())
            .collect()
    }

    /// Plays `uci` and gives a captured piece to the partner on the other board.
    fn play(&mut self, seat: Seat, uci: &str) {
        let id = seat.board();
        let before = self.boards[id].pockets().copied().unwrap_or_default();
        let mv = uci
            .parse::<UciMove>()
            .ok()
            .and_then(|uci| uci.to_move(&self.boards[id]).ok())
            .expect("a legal move");
        let dropped = match mv {
            shakmaty::Move::Put { role, .. } => Some(role),
            _ => None,
        };
        self.boards[id].play_unchecked(mv);
        let color = seat.color();
        let mut setup = self.boards[id].to_setup(EnPassantMode::Always);
        let pockets = setup.pockets.get_or_insert_default();
        let mut taken = None;
        for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let spent = u8::from(dropped == Some(role));
            let due = before.get(color).get(role) - spent;
            if *pockets.get(color).get(role) > due {
                taken = Some(role);
                *pockets.get_mut(color).get_mut(role) = due;
            }
        }
        self.boards[id] = build(setup, self.mode);
        if let Some(role) = taken {
            let partner = seat.partner();
            let mut setup = self.boards[partner.board()].to_setup(EnPassantMode::Always);
            let pockets = setup.pockets.get_or_insert_default();
            *pockets.get_mut(partner.color()).get_mut(role) += 1;
            self.boards[partner.board()] = build(setup, self.mode);
        }
    }

    /// Whether there is a mate in bughouse, by brute force: no legal move with any piece in the pocket. Each role is
    /// tried separately, because shakmaty rejects boards and pockets with over 64 pieces together.
    fn is_mate(&self, id: BoardId) -> bool {
        let board = &self.boards[id];
        let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        board.is_check()
            && roles.into_iter().all(|role| {
                let mut setup = board.to_setup(EnPassantMode::Always);
                let mut pockets = ByColor::<ByRole<u8>>::default();
                *pockets.get_mut(board.turn()).get_mut(role) = 1;
                setup.pockets = Some(pockets);
                build(setup, self.mode).is_checkmate()
            })
    }
}

fn compare(position: &Position, oracle: &Oracle) {
    for id in BoardId::ALL {
        let seat = position.turn(id);
        let theirs = &oracle.boards[id];
        assert_eq!(seat.color(), theirs.turn());
        let board = &position.boards[id];
        assert!(board.pieces().iter().eq(theirs.board()));
        assert_eq!(board.checkers(), theirs.checkers());
        let ours: BTreeSet<String> =
            position.legal_moves(seat).into_iter().map(|mv| mv.uci(true)).collect();
        assert_eq!(ours, oracle.moves(id), "{}", position.bfen(id));
        let pockets = theirs.pockets().copied().unwrap_or_default();
        for color in Color::ALL {
            for role in Reserve::ROLES {
                let ours = position.reserves[Seat::new(id, color)].count(role);
                assert_eq!(ours, *pockets.get(color).get(role));
            }
        }
        assert_eq!(board.is_checkmate(), oracle.is_mate(id), "{}", position.bfen(id));
    }
}

/// Our SAN equals shakmaty's (except for `P@`), and is read back as the same move.
fn compare_san(position: &Position, oracle: &Oracle, seat: Seat, mv: Move) {
    let written = position.board_of(seat).san(mv);
    let read = San::parse(written.to_string().as_bytes()).expect("own SAN").san;
    assert_eq!(position.resolve(seat, &read), Ok(mv), "{written}");
    let board = &oracle.boards[seat.board()];
    let theirs = mv
        .uci(true)
        .parse::<UciMove>()
        .ok()
        .and_then(|uci| uci.to_move(board).ok())
        .map(|mv| SanPlus::from_move(board.clone(), mv).san.to_string())
        .expect("a legal move");
    assert_eq!(written.to_string().trim_start_matches('P'), theirs.trim_start_matches('P'));
}

fn walk(start: &Setup, mode: CastlingMode, choices: &[(bool, u16)]) {
    let mut oracle = Oracle::new(start, mode);
    let fen = shakmaty::fen::Fen::try_from_setup(start.clone()).expect("a start").to_string();
    let mut position =
        tandem::rules::Bfen::parse(&format!("{fen} | {fen}"), None).expect("a start").position;
    compare(&position, &oracle);
    for &(on_b, choice) in choices {
        let id = if on_b { BoardId::B } else { BoardId::A };
        let seat = position.turn(id);
        let moves = position.legal_moves(seat);
        if moves.is_empty() {
            continue;
        }
        // Captures, drops and castling are rare among all moves, but are the subject of this test.
        let board = position.board_of(seat);
        let rare: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|mv| match mv {
                Move::Normal { to, .. } => board.piece_at(*to).is_some(),
                _ => true,
            })
            .collect();
        let pool = if choice % 3 == 0 || rare.is_empty() { &moves } else { &rare };
        let mv = pool[usize::from(choice / 3) % pool.len()];
        compare_san(&position, &oracle, seat, mv);
        oracle.play(seat, &mv.uci(true));
        position.play(seat, mv);
        compare(&position, &oracle);
    }
    let total = position.pieces();
    assert_eq!(total, 64, "no piece is lost or made");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn random_matches_agree_with_crazyhouse(
        choices in proptest::collection::vec((any::<bool>(), any::<u16>()), 1..160)
    ) {
        walk(&Setup::initial(), CastlingMode::Chess960, &choices);
    }

    #[test]
    fn fischer_random_matches_agree_with_crazyhouse(
        number in 0u32..960,
        choices in proptest::collection::vec((any::<bool>(), any::<u16>()), 1..100)
    ) {
        let mut start = Setup::initial();
        start.board = shakmaty::Board::chess960(number);
        start.castling_rights = start.board.rooks();
        walk(&start, CastlingMode::Chess960, &choices);
    }
}

#[test]
fn castling_sides_are_named_by_the_rook() {
    use tandem::rules::{Square, castled, castling_side};
    assert_eq!(castling_side(Square::B1, Square::C1), CastlingSide::KingSide);
    assert_eq!(castled(Square::B1, Square::A1), (Square::C1, Square::D1));
    assert_eq!(castled(Square::F8, Square::G8), (Square::G8, Square::F8));
}
