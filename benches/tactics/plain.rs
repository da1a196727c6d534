//! A plain implementation of forced mates: the attacker tries each checking move or drop, and needs an answer to each
//! legal reply of the defender. No tables, no generator of checks, no pruning.

use tandem::rules::{Board, Move, Reserve};

/// Returns one piece of each role, the reserve of a defender who may drop any piece.
fn one_of_each() -> Reserve {
    let mut reserve = Reserve::EMPTY;
    for role in Reserve::ROLES {
        reserve.add(role);
    }
    reserve
}

/// Returns whether the side to move, with the reserve `own`, mates within `moves` moves. The defender may drop pieces
/// of `other`, or any piece if that is `None`.
pub fn mates(board: &Board, own: Reserve, other: Option<Reserve>, moves: u8) -> bool {
    board.legal_moves(&own).into_iter().any(|mv| {
        let (after, own) = play(board, own, mv);
        if !after.is_check() {
            return false;
        }
        let answers = after.legal_moves(&other.unwrap_or_else(one_of_each));
        if moves == 1 || answers.is_empty() {
            return after.is_checkmate();
        }
        answers.into_iter().all(|answer| {
            let held = other.unwrap_or_else(one_of_each);
            let (next, held) = play(&after, held, answer);
            mates(&next, own, other.map(|_| held), moves - 1)
        })
    })
}

fn play(board: &Board, mut held: Reserve, mv: Move) -> (Board, Reserve) {
    let mut after = board.clone();
    after.play(mv);
    if let Move::Drop { role, .. } = mv {
        held.take(role);
    }
    (after, held)
}

/// Returns the smallest number of moves to mate, up to `most`.
fn least(board: &Board, own: Reserve, other: Option<Reserve>, most: u8) -> Option<u8> {
    (1..=most).find(|&moves| mates(board, own, other, moves))
}

/// Returns how many of seven queries about a board are true: mate, mate against the current reserve only, and mate with
/// one more piece of each of the five roles.
pub fn count_true_queries(board: &Board, own: Reserve, other: Reserve, most: u8) -> usize {
    let mate = least(board, own, None, most).is_some();
    let unless = !mate && least(board, own, Some(other), most).is_some();
    let wanted = Reserve::ROLES.into_iter().filter(|&role| {
        let mut more = own;
        more.add(role);
        !mate && least(board, more, None, most).is_some()
    });
    wanted.count() + usize::from(mate) + usize::from(unless)
}
