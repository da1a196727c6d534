//! A plain implementation of forced mates. The attacker tries every checking move and drop, and needs an answer to each
//! legal reply of the defender. There are no tables, no generator of checks, and no pruning.

use tandem::rules::{Board, Move, Reserve};

/// Returns a reserve with one piece of each role. The reserve stands for a defender who may drop any piece.
fn one_of_each() -> Reserve {
    let mut reserve = Reserve::EMPTY;
    for role in Reserve::ROLES {
        reserve.add(role);
    }
    reserve
}

/// Returns whether the side to move, with the reserve `own`, mates within `moves` moves. The defender may drop pieces
/// of the reserve `other`, or any piece if that is `None`.
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

/// Returns the smallest number of moves to mate, if it is at most `most`.
fn least(board: &Board, own: Reserve, other: Option<Reserve>, most: u8) -> Option<u8> {
    (1..=most).find(|&moves| mates(board, own, other, moves))
}

/// Returns how many of seven queries about a board are true: mate against any drop, mate against drops of the current
/// reserve, and mate with one more piece of each of the five roles.
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
