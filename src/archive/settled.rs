//! Endings that need no replay: the last plies of a record often show how it ended, and that nothing contradicts its
//! result.
//!
//! The boards contradict a result only by a mate of the winners, and a mate counts only as the last ply of its board or
//! with a `#`, see [`Ending`](crate::replay::Ending). So the last ply of each board and the square of the king that it may
//! attack decide nearly every record: a check that a drop can block is no mate. In case of doubt, nothing is decided.

use super::{
    fast_scan::{FastScan, is_usual_start},
    move_scan::count_plies,
    row_ending::{RowEnding, Settled},
};
use crate::{
    notation::{ClosingComment, GameResult, KnownTag, PlyText, Record},
    rules::{
        Bitboard, BoardId, CastlingSide, Claim, Color, File, Rank, Role, San, Seat, Square, Team,
        attacks,
    },
};
use memchr::{memchr, memchr_iter, memmem::Finder, memrchr, memrchr3};
use std::sync::LazyLock;

/// The search for the name of each square, prepared once.
static SQUARE_FINDERS: LazyLock<[Finder<'static>; 64]> = LazyLock::new(|| {
    Square::ALL.map(|square| {
        let name = [square.file().char(), square.rank().char()].map(|letter| letter as u8);
        Finder::new(&name).into_owned()
    })
});

impl Settled {
    /// Reads the ending of the match `fast`, whose closing comment is `comment`.
    pub(super) fn of(fast: &FastScan<'_>, comment: ClosingComment) -> Self {
        let moves = &fast.moves[..fast.moves_end];
        let is_plain = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
        if fast.has_two_results || !fast.reason.iter().all(is_plain) {
            return Self::Nothing;
        }
        let Some(last) = last_plies(fast, moves) else { return Self::Nothing };
        Self::decide(fast.result, comment, last, |seat| find_king(moves, seat))
    }

    /// Like [`Settled::of`], for the parsed match `record`. `text` holds its bytes.
    pub(super) fn of_record(record: &Record, text: &[u8], comment: ClosingComment) -> Self {
        let is_decided = |result: &GameResult| result.is_decided();
        let results = [record.result_tag(text), record.ending.result];
        let mut decided = results.into_iter().flatten().filter(is_decided);
        let first = decided.next();
        let plies = &record.plies;
        let last =
            BoardId::ALL.map(|board| plies.iter().rposition(|ply| ply.seat.board() == board));
        let is_last = |at: usize| last.contains(&Some(at));
        let mut mates = (0..plies.len()).filter(|at| plies[*at].claim == Claim::Mate);
        if decided.any(|other| Some(other) != first)
            || record.unreadable_ply.is_some()
            || !mates.all(is_last)
        {
            return Self::Nothing;
        }
        let has_usual_start = record.tag(text, KnownTag::Fen).is_none_or(is_usual_start);
        let last = last.map(|at| at.map(|at| (plies[at].seat, plies[at].san)));
        let king = |seat| king_of(plies, seat, has_usual_start);
        Self::decide(record.result(text), comment, last, king)
    }

    /// `last` is the last ply of each board. `find_king` returns the square of a king at the end, or `None` in case of
    /// doubt.
    fn decide(
        result: Option<GameResult>,
        ClosingComment { cause, lost }: ClosingComment,
        last: [Option<(Seat, San)>; 2],
        find_king: impl Fn(Seat) -> Option<Square>,
    ) -> Self {
        let result = result.filter(|result| result.is_decided());
        let winner = result.and_then(GameResult::winner);
        let is_contradicted = winner.is_some() && winner == lost.map(Seat::team);
        // A mate of the winners contradicts the result, and one of the losers confirms it against the comment. An open
        // result is never contradicted.
        let decides = |mated: Team| {
            result.is_some() && winner.is_none_or(|winner| is_contradicted != (mated == winner))
        };
        // Without a cause in the comment, any mate is the cause.
        let mut is_cause_known = true;
        for (mover, san) in last.into_iter().flatten() {
            let decides = decides(mover.opponent().team());
            if (decides || cause.is_none()) && may_be_mate(san, mover, &find_king) {
                if decides {
                    return Self::Nothing;
                }
                is_cause_known = false;
            }
        }
        if is_cause_known {
            Self::Ending(RowEnding { cause, is_contradicted })
        } else {
            Self::Contradiction(is_contradicted)
        }
    }
}

/// Returns the last ply of each board in `moves`. Returns `None` if one of them is unreadable, if some plies after those
/// have no number, or if a `#` is elsewhere than at the last plies.
fn last_plies(fast: &FastScan<'_>, moves: &[u8]) -> Option<[Option<(Seat, San)>; 2]> {
    let last = fast.last.by_board();
    let Some(first) = last.iter().flatten().map(|(_, after)| *after).min() else {
        return Some([None; 2]);
    };
    let rest = &moves[first - 1..];
    // The number at `first` begins before the counted text.
    let is_numbered = |(numbers, words)| words == numbers + 1;
    if !(is_numbered(count_plies(rest)) || is_numbered(count_plies_outside_braces(rest)))
        || !rest.is_ascii()
    {
        return None;
    }
    let is_last = |at: usize| {
        last.iter().flatten().any(|(_, after)| {
            let word = moves[*after..].trim_ascii_start();
            let start = moves.len() - word.len();
            let length = word.iter().position(|&byte| byte <= b' ' || byte == b'{');
            (start..start + length.unwrap_or(word.len())).contains(&at)
        })
    };
    let mut signs = fast.first_mate.into_iter().flat_map(|first| {
        let rest = moves.get(first..).unwrap_or_default();
        memchr_iter(b'#', rest).map(move |at| first + at)
    });
    if !signs.all(is_last) {
        return None;
    }
    let mut plies = [None; 2];
    for (ply, last) in plies.iter_mut().zip(last) {
        if let Some((mover, from)) = last {
            *ply = Some((mover, first_move(&moves[from..])?));
        }
    }
    Some(plies)
}

/// Counts like [`count_plies`], but not in braces. Slower, so for text with notes.
fn count_plies_outside_braces(text: &[u8]) -> (u32, u32) {
    let (mut numbers, mut words) = (0, 0);
    let mut rest = text;
    loop {
        // The braces belong to both sides, since a word may follow or precede them.
        let open = memchr(b'{', rest).map_or(rest.len(), |open| open + 1);
        let (outside, inside) = rest.split_at(open);
        let counted = count_plies(outside);
        numbers += counted.0;
        words += counted.1;
        let Some(close) = memchr(b'}', inside) else { return (numbers, words) };
        rest = &inside[close..];
    }
}

/// Returns whether `san`, the last ply of `mover`, may mate the king that `find_king` finds.
fn may_be_mate(san: San, mover: Seat, find_king: impl Fn(Seat) -> Option<Square>) -> bool {
    let squares = mating_squares(san, mover.color());
    let is_mate = |king| squares.contains(king) && !is_blockable(san, king);
    squares.any() && find_king(mover.opponent()).is_none_or(is_mate)
}

/// Returns the square of the king of `seat` after `plies`, if all plies of its board are legal. Returns `None` in case of
/// doubt.
fn king_of(plies: &[PlyText], seat: Seat, has_usual_start: bool) -> Option<Square> {
    let mut own = plies.iter().filter(|ply| ply.seat == seat).map(|ply| ply.san);
    let square = own.clone().rev().find_map(|san| match san {
        San::Normal { role: Role::King, to, .. } => Some(to),
        San::Castle(side) => Some(castled(seat.color(), side)),
        San::Normal { .. } | San::Drop { .. } => None,
    });
    let start = Square::from_coords(File::E, seat.color().backrank());
    let square = square.or(if has_usual_start { Some(start) } else { None })?;
    // The king's move `e8f8`.
    let leaves = |san: San| match san {
        San::Normal { role: Role::Pawn, file: Some(file), rank: Some(rank), .. } => {
            Square::from_coords(file, rank) == square
        }
        _ => false,
    };
    if own.any(leaves) { None } else { Some(square) }
}

/// Returns whether `san`, which attacks `king`, certainly gives a single check that a drop can block: the piece is not
/// next to the king, and comes from no square on which it can have hidden another attacker.
fn is_blockable(san: San, king: Square) -> bool {
    let San::Normal {
        role: role @ (Role::Bishop | Role::Rook | Role::Queen), file, rank, to, ..
    } = san
    else {
        return false;
    };
    let mut origins = lines(role, to) & lines(Role::Queen, king);
    if let Some(file) = file {
        origins &= Bitboard::from_file(file);
    }
    if let Some(rank) = rank {
        origins &= Bitboard::from_rank(rank);
    }
    let hides_attacker = |from: Square| !attacks::aligned(from, to, king);
    !attacks::king_attacks(to).contains(king) && !origins.into_iter().any(hides_attacker)
}

/// Returns the squares that a piece on `to` attacks on an empty board.
fn lines(role: Role, to: Square) -> Bitboard {
    match role {
        Role::Knight => attacks::knight_attacks(to),
        Role::Bishop => attacks::bishop_attacks(to, Bitboard::EMPTY),
        Role::Rook => attacks::rook_attacks(to, Bitboard::EMPTY),
        Role::Queen => attacks::queen_attacks(to, Bitboard::EMPTY),
        // A king attacks no king, and what a pawn attacks depends on its colour.
        Role::King | Role::Pawn => Bitboard::EMPTY,
    }
}

/// Returns the squares on which a king may be mated by `san`: those that the piece attacks. A check that is only
/// discovered can be blocked by a drop, and so can one by a piece dropped at a distance.
fn mating_squares(san: San, color: Color) -> Bitboard {
    match san {
        San::Castle(_) => Bitboard::EMPTY,
        San::Drop { role: Some(Role::Pawn), to } => attacks::pawn_attacks(color, to),
        San::Drop { role: Some(Role::Knight), to } => lines(Role::Knight, to),
        San::Drop { role: Some(role), to } => lines(role, to) & attacks::king_attacks(to),
        San::Drop { role: None, to } => attacks::king_attacks(to) | attacks::knight_attacks(to),
        San::Normal { role: Role::Pawn, file, rank, to, promotion, .. } => {
            let is_any_piece = file.is_some() && rank.is_some();
            // A capture en passant may discover two checks at once.
            let rank = if color == Color::White { Rank::Sixth } else { Rank::Third };
            let is_last = matches!(to.rank(), Rank::First | Rank::Eighth);
            if is_any_piece || promotion.is_some() || is_last || to.rank() == rank {
                Bitboard::FULL
            } else {
                attacks::pawn_attacks(color, to)
            }
        }
        San::Normal { role, to, .. } => lines(role, to),
    }
}

/// Returns the move at the start of `text`, which follows a move number, or `None` if it is unreadable.
fn first_move(text: &[u8]) -> Option<San> {
    let word = text.trim_ascii_start();
    let end = word.iter().position(|&byte| byte <= b' ' || matches!(byte, b'{' | b'}'));
    Some(San::parse(&word[..end.unwrap_or(word.len())]).ok()?.san)
}

/// Returns the square of the king of `seat` after `moves`, if all plies of its board are legal and the match begins at
/// the starting position. Returns `None` in case of doubt.
fn find_king(moves: &[u8], seat: Seat) -> Option<Square> {
    let mut end = moves.len();
    while let Some(at) = memrchr3(b'K', b'k', b'O', &moves[..end]) {
        end = at;
        let before = &moves[..at];
        // What follows a letter begins no move, and what follows `-` is a later part of castling.
        if before.last().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'-') {
            continue;
        }
        match mover(before) {
            Some(mover) if mover != seat => continue,
            _ if memrchr(b'{', before) > memrchr(b'}', before) => continue,
            Some(_) => {}
            None => return None,
        }
        let rest = &moves[at..];
        let square = match first_move(rest)? {
            San::Normal { role: Role::King, to, .. } => to,
            San::Castle(side) => castled(seat.color(), side),
            San::Normal { .. } | San::Drop { .. } => return None,
        };
        return if leaves_square(rest, square) { None } else { Some(square) };
    }
    let square = Square::from_coords(File::E, seat.color().backrank());
    let castles_with_zeros = memchr_iter(b'-', moves).any(|at| {
        at > 0 && matches!(moves[at - 1], b'0' | b'o') && moves.get(at + 1) != Some(&b'1')
    });
    if castles_with_zeros || leaves_square(moves, square) { None } else { Some(square) }
}

/// Returns the square of the king after castling.
fn castled(color: Color, side: CastlingSide) -> Square {
    Square::from_coords(side.king_to_file(), color.backrank())
}

/// Returns the seat of the move number that ends `before`, or `None` if no number with a seat letter ends it.
fn mover(before: &[u8]) -> Option<Seat> {
    let blank_or_dot = |byte: &u8| *byte <= b' ' || *byte == b'.';
    let gap = before.iter().rev().take_while(|byte| blank_or_dot(byte)).count();
    let (number, gap) = before.split_at(before.len() - gap);
    match number {
        [.., b'0'..=b'9', letter] if gap.contains(&b'.') => Seat::from_letter(*letter),
        _ => None,
    }
}

/// Returns whether a king on `square` may leave it in `moves`, which name no king: with a word that begins with the
/// square and continues, as the king's move `e8f8` does, or with a figurine.
fn leaves_square(moves: &[u8], square: Square) -> bool {
    let leaves = |at: usize| {
        matches!(moves.get(at.wrapping_sub(1)), None | Some(0..=b' ' | b'.' | b'}'))
            && !matches!(moves.get(at + 2), None | Some(0..=b' ' | b'{' | b'+' | b'#'))
    };
    !moves.is_ascii() || SQUARE_FINDERS[square as usize].find_iter(moves).any(leaves)
}
