//! Endings that need no replay: the last plies of a record often show how it ended, and that nothing contradicts its
//! result.
//!
//! The boards contradict a result only by a mate of the winners, and a mate counts only as the last ply of its board or
//! with a `#`, see [`Ending`](crate::replay::Ending). So the last ply of each board and the square of the king that it may
//! attack decide nearly every record: a check that a drop can block is no mate. In case of doubt, nothing is decided.

use super::{
    fast_scan::{Closing, Tags},
    length::PlyNumbers,
    move_scan::count_plies,
    row_ending::RowEnding,
};
use crate::{
    notation::{Cause, GameResult, KnownTag},
    rules::{
        Bitboard, BoardId, CastlingSide, Color, File, Rank, Role, San, Seat, Square, Team, attacks,
    },
};
use memchr::{memchr, memchr_iter, memrchr, memrchr3};

/// The starting position as pychess writes it into every match.
const USUAL_START: &[u8] = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq - 0 1 | \
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq - 0 1";

/// Returns whether the match with the bytes `text` contradicts its result, or `None` in case of doubt. Reads little more
/// than the last plies and the closing comment.
pub(super) fn is_contradicted(text: &[u8]) -> Option<bool> {
    End::read(text)?.is_contradicted()
}

/// Returns the ending of the match with the bytes `text`, or `None` in case of doubt.
pub(super) fn ending(text: &[u8]) -> Option<RowEnding> {
    let end = End::read(text)?;
    let is_contradicted = end.is_contradicted()?;
    // Without a cause in the comment, any mate is the cause.
    if end.verdict.cause.is_none() && end.may_have_mate(|_| true)? {
        return None;
    }
    Some(RowEnding { cause: end.verdict.cause, is_contradicted })
}

/// The end of a match as its text has it.
struct End<'t> {
    /// The result if it is decided.
    result: Option<GameResult>,
    verdict: Verdict,
    moves: &'t [u8],
}

/// What the closing comment says.
struct Verdict {
    cause: Option<Cause>,
    loser: Option<Team>,
}

impl<'t> End<'t> {
    /// Returns `None` in case of doubt.
    fn read(text: &'t [u8]) -> Option<Self> {
        if !text.starts_with(b"[") {
            return None;
        }
        let (tags, from) = Tags::of(text)?;
        if !matches!(tags.value(KnownTag::Fen), b"" | USUAL_START) {
            return None;
        }
        let Closing { result, reason, moves } = Closing::read(text, from)?;
        let tag = GameResult::parse(tags.value(KnownTag::Result).trim_ascii());
        let mut decided = [tag, result].into_iter().flatten().filter(|it| it.is_decided());
        let first = decided.next();
        if decided.any(|other| Some(other) != first) {
            return None;
        }
        let names = Seat::ALL.map(|seat| tags.value(KnownTag::player(seat)).trim_ascii());
        Some(Self { result: first, verdict: Verdict::read(reason, names)?, moves })
    }

    fn is_contradicted(&self) -> Option<bool> {
        // An open result is never contradicted.
        let Some(result) = self.result else { return Some(false) };
        let winner = result.winner();
        let is_contradicted = winner.is_some() && winner == self.verdict.loser;
        // A mate of the winners contradicts the result, and one of the losers confirms it against the comment.
        let is_relevant =
            |mated: Team| winner.is_none_or(|winner| is_contradicted != (mated == winner));
        if self.may_have_mate(is_relevant)? { None } else { Some(is_contradicted) }
    }

    /// Returns whether the last ply of a board may be a mate of a team that `is_relevant`. Returns `None` in case of
    /// doubt.
    fn may_have_mate(&self, is_relevant: impl Fn(Team) -> bool) -> Option<bool> {
        for (mover, from) in last_plies(self.moves)?.into_iter().flatten() {
            let san = first_move(&self.moves[from..])?;
            if is_relevant(mover.opponent().team()) && may_be_mate(self.moves, mover, san)? {
                return Some(true);
            }
        }
        Some(false)
    }
}

impl Verdict {
    /// Reads the closing comment `comment` of a match between the players `names`, as
    /// [`Ending`](crate::replay::Ending) does. Returns `None` in case of doubt.
    fn read(comment: &[u8], names: [&[u8]; 4]) -> Option<Self> {
        let reason = comment.trim_ascii();
        if !reason.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace()) {
            return None;
        }
        let mut words = reason.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let Some(name) = words.next() else { return Some(Self { cause: None, loser: None }) };
        if matches!(name, b"WA" | b"BA" | b"WB" | b"BB") {
            return None;
        }
        let has_name =
            |team: Team| team.seats().into_iter().any(|seat| names[seat as usize] == name);
        let (is_first, is_second) = (has_name(Team::First), has_name(Team::Second));
        if is_first && is_second {
            return None;
        }
        if !is_first && !is_second {
            return Some(Self { cause: Cause::from_bytes(reason), loser: None });
        }
        let named = if is_first { Team::First } else { Team::Second };
        let cause = Cause::from_bytes(&reason[name.len()..]);
        let won = matches!(words.next(), Some(b"won" | b"wins" | b"checkmates" | b"mates"));
        let loser = match cause {
            _ if won => Some(named.other()),
            Some(Cause::Mate | Cause::Resignation | Cause::Time | Cause::Disconnection) => {
                Some(named)
            }
            _ => None,
        };
        Some(Self { cause, loser })
    }
}

/// Returns the seat that plays the last ply of each board, and the offset of the move in `moves`. Returns `None` if some
/// plies after those have no number with a seat letter, or if a `#` is elsewhere than at the last plies.
fn last_plies(moves: &[u8]) -> Option<[Option<(Seat, usize)>; 2]> {
    let mut last = [None; 2];
    for (seat, _, after) in PlyNumbers::of(moves) {
        let slot = &mut last[usize::from(seat.board() == BoardId::B)];
        if slot.is_none() {
            *slot = Some((seat, after));
        }
        if last.iter().all(Option::is_some) {
            break;
        }
    }
    let first = last.iter().flatten().map(|(_, after)| *after).min()?;
    let (numbers, words) = count_plies(&moves[first - 1..]);
    // The number at `first` begins before the counted text.
    if words != numbers + 1 {
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
    if memchr_iter(b'#', moves).all(is_last) { Some(last) } else { None }
}

/// Returns whether `san`, the last ply of `mover` in `moves`, may be a mate. Returns `None` in case of doubt.
fn may_be_mate(moves: &[u8], mover: Seat, san: San) -> Option<bool> {
    let squares = mating_squares(san, mover.color());
    if squares == Bitboard::EMPTY {
        return Some(false);
    }
    let king = find_king(moves, mover.opponent())?;
    Some(squares.contains(king) && !is_blockable(san, king))
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
        if before.last().is_some_and(u8::is_ascii_alphanumeric)
            || memrchr(b'{', before) > memrchr(b'}', before)
        {
            continue;
        }
        if before.last() == Some(&b'-') {
            // A later part of castling.
            continue;
        }
        if mover(before)? != seat {
            continue;
        }
        let square = match first_move(&moves[at..])? {
            San::Normal { role: Role::King, to, .. } => to,
            San::Castle(side) => castled(seat.color(), side),
            San::Normal { .. } | San::Drop { .. } => return None,
        };
        return if leaves_in_coordinates(&moves[at..], square) { None } else { Some(square) };
    }
    let square = Square::from_coords(File::E, seat.color().backrank());
    let castles_with_zeros = memchr_iter(b'-', moves).any(|at| {
        at > 0 && matches!(moves[at - 1], b'0' | b'o') && moves.get(at + 1) != Some(&b'1')
    });
    if castles_with_zeros || leaves_in_coordinates(moves, square) { None } else { Some(square) }
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
    memchr(b'.', gap)?;
    match number {
        [.., b'0'..=b'9', letter] => Seat::from_letter(*letter),
        _ => None,
    }
}

/// Returns whether `moves` has a word that begins with `square` and continues, as the king's move `e8f8` does.
fn leaves_in_coordinates(moves: &[u8], square: Square) -> bool {
    let [file, rank] = [square.file().char(), square.rank().char()].map(|letter| letter as u8);
    // There are fewer squares of the rank than letters of the file.
    memchr_iter(rank, moves).any(|at| {
        at > 0
            && moves[at - 1] == file
            && matches!(moves.get(at.wrapping_sub(2)), None | Some(0..=b' ' | b'.' | b'}'))
            && !matches!(moves.get(at + 1), None | Some(0..=b' ' | b'{' | b'+' | b'#'))
    })
}
