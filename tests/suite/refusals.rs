//! Illegal moves are rejected with a reason: every SAN compared with the legal moves.

use crate::random::Rng;
use tandem::{
    notation::Record,
    replay::Match,
    rules::{
        BoardId, CastlingSide, Color, File, IllegalMove, Move, Position, Rank, Reserve, Role, San,
        Seat, Square, castled, castling_side,
    },
};

/// The parts of a written piece move.
#[derive(Clone, Copy)]
struct Written {
    role: Role,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    capture: bool,
    promotion: Option<Role>,
}

/// Returns positions of random matches with board A, after some plies.
fn positions(seed: u64, count: usize) -> Vec<(Position, Seat)> {
    let mut rng = Rng::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Position::default();
        for ply in 0..120 {
            let board = if rng.below(2) == 0 { BoardId::A } else { BoardId::B };
            let seat = position.turn(board);
            let moves = position.legal_moves(seat);
            if moves.is_empty() {
                break;
            }
            if ply % 17 == 11 && found.len() < count {
                found.push((position.clone(), seat));
            }
            let chosen = *rng.pick(&moves);
            position.play(seat, chosen);
        }
    }
    found
}

/// Returns the origin and target of a legal piece move as a person writes them, and the promotion.
fn path(mv: Move) -> Option<(Square, Square, Option<Role>)> {
    match mv {
        Move::Normal { from, to, promotion, .. } => Some((from, to, promotion)),
        Move::EnPassant { from, to } => Some((from, to, None)),
        Move::Castle { .. } | Move::Drop { .. } => None,
    }
}

/// Whether a king's move written like this is the castling `mv`: to the king's target, or to the king's own rook.
fn is_castling(
    mv: Move,
    (role, file, rank): (Role, Option<File>, Option<Rank>),
    to: Square,
) -> bool {
    let Move::Castle { king, rook } = mv else {
        return false;
    };
    let whole = role == Role::Pawn && file == Some(king.file()) && rank == Some(king.rank());
    let named =
        role == Role::King && to == rook || whole && (to == rook || to == castled(king, rook).0);
    let own = file.is_none_or(|it| king.file() == it) && rank.is_none_or(|it| king.rank() == it);
    named && own
}

fn check_piece(position: &Position, seat: Seat, legal: &[Move], written: Written) {
    let board = position.board_of(seat);
    let Written { role, file, rank, to, capture, promotion } = written;
    let san = San::Normal { role, file, rank, to, capture, promotion };
    let told = position.resolve(seat, &san);
    let whole = match (role, file, rank) {
        (Role::Pawn, Some(file), Some(rank)) => Some(Square::from_coords(file, rank)),
        _ => None,
    };
    let moves_so = |from: Square| {
        let Some(piece) = board.piece_at(from) else {
            return false;
        };
        // A full origin without a letter names whatever piece stands there.
        let is_it = whole == Some(from) || piece.role == role;
        let leaves_file = role != Role::Pawn || whole.is_some() || !capture || file.is_some();
        is_it
            && file.is_none_or(|file| from.file() == file)
            && rank.is_none_or(|rank| from.rank() == rank)
            && (leaves_file || from.file() != to.file())
    };
    let mut origins: Vec<Square> = legal
        .iter()
        .filter_map(|mv| path(*mv))
        .filter(|&(from, target, _)| target == to && moves_so(from))
        .map(|(from, ..)| from)
        .collect();
    origins.dedup();
    let meant: Vec<Move> = legal
        .iter()
        .copied()
        .filter(|mv| {
            path(*mv).is_some_and(|(from, target, becomes)| {
                origins == [from] && target == to && becomes == promotion
            })
        })
        .collect();
    let castles = legal.iter().copied().find(|mv| {
        promotion.is_none() && meant.is_empty() && is_castling(*mv, (role, file, rank), to)
    });
    let words = || {
        format!(
            "{} {written:?} of {legal:?}",
            board_text(position, seat),
            written = (role, file, rank, to, capture, promotion)
        )
    };
    match (meant.as_slice(), castles) {
        ([mv], _) => assert_eq!(told, Ok(*mv), "{}", words()),
        (_, Some(mv)) => assert_eq!(told, Ok(mv), "{}", words()),
        _ => {
            let Err(why) = told else {
                panic!("{told:?} is not refused: {}", words());
            };
            let promotes = matches!(
                why,
                IllegalMove::PromotionMissing { .. } | IllegalMove::PromotionTooEarly { .. }
            );
            let ambiguous = matches!(why, IllegalMove::Ambiguous { .. });
            assert_eq!(ambiguous, origins.len() > 1, "{why}: {}", words());
            assert!(promotes || origins.len() != 1, "{why}: {}", words());
            assert!(!why.to_string().is_empty());
        }
    }
}

fn board_text(position: &Position, seat: Seat) -> String {
    position.bfen(seat.board())
}

#[test]
fn every_san_text_is_a_legal_move_or_an_error() {
    let (files, ranks) = (File::ALL.map(Some), Rank::ALL.map(Some));
    for (position, seat) in positions(7, 5) {
        let legal = position.legal_moves(seat);
        let promotions =
            [None, Some(Role::Queen), Some(Role::Rook), Some(Role::Knight), Some(Role::Bishop)];
        for role in Role::ALL {
            for file in files.into_iter().chain([None]) {
                for rank in ranks.into_iter().chain([None]) {
                    for to in Square::ALL {
                        for capture in [false, true] {
                            // The promotion of a piece that is not a pawn is tested only once.
                            let some = if role == Role::Pawn { 5 } else { 2 };
                            for promotion in promotions.into_iter().take(some) {
                                let written = Written { role, file, rank, to, capture, promotion };
                                check_piece(&position, seat, &legal, written);
                            }
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn drops_and_castling_are_legal_or_refused() {
    for (position, seat) in positions(11, 300) {
        let legal = position.legal_moves(seat);
        for role in Reserve::ROLES {
            for to in Square::ALL {
                let told = position.resolve(seat, &San::Drop { role: Some(role), to });
                let mv = Move::Drop { role, to };
                assert_eq!(told.is_ok(), legal.contains(&mv), "{}", board_text(&position, seat));
                assert!(told.is_err() || told == Ok(mv));
            }
        }
        for to in Square::ALL {
            let told = position.resolve(seat, &San::Drop { role: None, to });
            let any = Reserve::ROLES.map(|role| Move::Drop { role, to });
            let some = any.iter().any(|mv| legal.contains(mv));
            assert_eq!(told.is_ok(), some);
            assert!(told.is_err() || legal.contains(&told.expect("a drop")));
        }
        for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
            let mv = legal.iter().copied().find(|mv| {
                matches!(*mv, Move::Castle { king, rook } if castling_side(king, rook) == side)
            });
            assert_eq!(position.resolve(seat, &San::Castle(side)).ok(), mv);
        }
        let other = seat.opponent();
        let turn = seat.color();
        let refused = position.resolve(other, &San::Castle(CastlingSide::KingSide));
        assert_eq!(refused, Err(IllegalMove::WrongTurn { turn }));
        assert_ne!(turn, if turn == Color::White { Color::Black } else { Color::White });
    }
}

#[test]
fn each_refusal_explains_itself() {
    let refused = |moves: &str| {
        let text = format!("[Event \"x\"]\n\n{moves} *\n");
        let played = Match::replay(&Record::parse(text.as_bytes()), text.as_bytes());
        let words = played.issues.last().expect("an issue").problem.to_string();
        let words = words.split_once("is illegal: ").expect("a refusal").1.to_owned();
        words.split(';').next().unwrap_or_default().to_owned()
    };
    for (moves, why) in [
        ("1A. Ra5", "no white rook can reach a5"),
        ("1A. d4 1a. e5 2A. Qd5", "no white queen can reach d5"),
        ("1A. e4=Q", "a pawn does not promote on e4"),
        ("1A. Ke1", "a piece of the same colour stands on e1"),
        ("1A. Nd2", "a piece of the same colour stands on d2"),
        ("1A. O-O", "cannot castle: a piece is in the way"),
        ("1A. e4 1a. e5 2A. Nf3 2a. d6 3A. Bb5 3a. a6", "black's king stays in check"),
        ("1A. N@e2", "a piece already stands on e2"),
        ("1A. P@e8", "a piece already stands on e8"),
    ] {
        let said = refused(moves);
        assert_eq!(said, why, "{moves}");
    }
}
