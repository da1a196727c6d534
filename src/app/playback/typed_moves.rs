//! Typed moves: one or several, with seats and clocks.
//!
//! The moves are played on one board, first on that which the dialog names. A letter alone chooses the board of all moves
//! after it: `b d5 e4`. A seat before a move is that of this move only: `12b. d5`, `b: d5` or `bd5`. Clocks follow their moves, as on a score sheet.

use super::{
    held_piece::play_move,
    steps::{board, set_board},
};
use crate::{
    app::{Cx, Dialog, Session},
    document::DocumentEdit,
    import::{clock_of, score_words},
    notation::{PlyName, Seconds},
    replay::Point,
    rules::{BoardId, IllegalMove, Move, Position, San, SanError, Seat},
    text::{count_text, sentence},
};

/// A typed move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TypedMove<'t> {
    /// The offset of the move, including what precedes it.
    at: usize,
    number: Option<u16>,
    prefix: Option<Prefix>,
    san: &'t str,
    /// The clock after the move, in milliseconds.
    clock_ms: Option<i32>,
}

/// What precedes a typed move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Prefix {
    /// `b.` or `12b`.
    Seat(Seat),
    /// A letter alone, in either case, for this move and those after it.
    Board(BoardId),
}

/// The reason why a typed move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum TypedMoveError {
    #[error("enter a move after the letter")]
    Missing,
    #[error("not a valid move: {0}")]
    NoMove(#[from] SanError),
    #[error("{0}")]
    Illegal(#[from] IllegalMove),
    /// A wrong `x` is often a move of the other board.
    #[error("there is nothing to take; without x, the move is {0}")]
    NoCapture(String),
    #[error("the typed number is {0}; correct it or leave it out")]
    OtherNumber(u16),
    /// The move cannot be played on the board of moves without a seat, but `other` can.
    #[error("{error}; for {}, type {other}", seat.name())]
    OtherSeat { error: Box<Self>, seat: Seat, other: String },
    #[error("this can be {here} or {there}; type one of them")]
    Ambiguous { here: String, there: String },
    #[error("enter the moves of a puzzle one at a time")]
    Puzzle,
    #[error("this move cannot be recorded here")]
    NotRecorded,
}

/// Plays typed moves, such as `Nf3`, `b d5` or `12b. P@e4 2:58 Nf3`, up to the first one that cannot be played, which
/// stays in the field together with the moves after it. If the moves were typed in the field, it stays open for the next
/// moves.
pub(in crate::app) fn play_typed(cx: &mut Cx<'_>, typed: &str) {
    let moves = read_moves(typed);
    let in_puzzle = cx.puzzle().is_some();
    let in_field = matches!(cx.shell.dialog, Some(Dialog::PlayMove { .. }));
    let mut board = board(cx);
    set_board(cx, Some(board));
    for (index, typed_move) in moves.iter().enumerate() {
        if let Some(Prefix::Board(named)) = typed_move.prefix {
            board = named;
            set_board(cx, Some(named));
        }
        let resolved = if in_puzzle && moves.len() > 1 {
            Err(TypedMoveError::Puzzle)
        } else {
            resolve(&cx.position(), board, typed_move)
        };
        let played = resolved.and_then(|(seat, mv)| {
            check_number(cx, seat, typed_move.number)?;
            cx.close_dialog();
            play_timed(cx, seat, mv, typed_move.clock_ms)
        });
        if let Err(error) = played {
            let message = error_text(cx, typed_move, index, &error);
            let rest = typed.get(typed_move.at..).unwrap_or_default().to_owned();
            cx.open_dialog(Dialog::PlayMove { typed: rest, error: message });
            return;
        }
        if let Some(Dialog::Correct(correction)) = cx.dialog_mut() {
            let next = moves.get(index + 1).and_then(|next| typed.get(next.at..));
            if in_field {
                correction.typed_after = Some(next.unwrap_or_default().to_owned());
            }
            return;
        }
    }
    if in_field {
        cx.open_dialog(Dialog::play_move());
    }
}

/// Opens the dialog for moves with the text `typed`. Where the match continues, its moves are first those of the board of
/// the next ply.
pub(in crate::app) fn type_moves(cx: &mut Cx<'_>, typed: String) {
    if let Some(board) = board_played_next(cx) {
        set_board(cx, Some(board));
    }
    cx.open_dialog(Dialog::PlayMove { typed, error: String::new() });
}

/// Returns the board of the recorded ply after the current moment; `None` at the end, in a variation and in a puzzle.
fn board_played_next(session: &Session) -> Option<BoardId> {
    if session.puzzle().is_some() {
        return None;
    }
    let Point::Match(moment) = session.point() else { return None };
    let next = session.match_document()?.played().plies.get(moment)?;
    Some(next.seat.board())
}

/// Plays the moves in the open field, before they would be lost. Returns whether nothing is left: if a move cannot be
/// played, or if the user must first choose how to record it, the dialog stays and the caller must not go on. A guess in
/// a puzzle is not played.
pub(in crate::app) fn commit_typed_moves(cx: &mut Cx<'_>) -> bool {
    let Some(Dialog::PlayMove { typed, .. }) = &cx.shell.dialog else { return true };
    if typed.trim().is_empty() || cx.puzzle().is_some() {
        return true;
    }
    let typed = typed.clone();
    play_typed(cx, &typed);
    match &cx.shell.dialog {
        Some(Dialog::PlayMove { typed, .. }) if !typed.is_empty() => {
            cx.warn("A typed move can’t be played. Correct or delete it first.".to_owned());
            false
        }
        Some(Dialog::Correct(_)) => false,
        _ => true,
    }
}

/// Returns the name of the ply that a typed move without a seat becomes; `None` in a puzzle.
pub fn next_typed_ply(session: &Session) -> Option<PlyName> {
    if session.puzzle().is_some() {
        return None;
    }
    let document = session.match_document()?;
    Some(document.next_name(&session.point(), session.position().turn(board(session))))
}

/// Plays `mv` of `seat`. Records its clock if the move is recorded in the match.
fn play_timed(
    cx: &mut Cx<'_>,
    seat: Seat,
    mv: Move,
    clock_ms: Option<i32>,
) -> Result<(), TypedMoveError> {
    let before = cx.point();
    play_move(cx, seat, mv, clock_ms);
    if cx.puzzle().is_some() || matches!(cx.shell.dialog, Some(Dialog::Correct(_))) {
        return Ok(());
    }
    if cx.point() == before {
        return Err(TypedMoveError::NotRecorded);
    }
    let is_recorded =
        cx.attempt().variation.is_none() && cx.library.file().is_some_and(|it| it.entering);
    if let (Some(ms), Some(ply), true) = (clock_ms, cx.moment().checked_sub(1), is_recorded) {
        let clock = Seconds { ms, whole: false }.to_string();
        cx.edit(&DocumentEdit::Clock { ply, clock });
    }
    Ok(())
}

/// Formats `error` with the name of the move, after the number of moves that were `played` before it.
fn error_text(
    session: &Session,
    typed: &TypedMove<'_>,
    played: usize,
    error: &TypedMoveError,
) -> String {
    let seat = typed.seat(&session.position(), board(session));
    let name = match session.match_document() {
        Some(document) if session.puzzle().is_none() => {
            format!("{}. {}", document.next_name(&session.point(), seat), typed.san)
        }
        _ if typed.san.is_empty() => return sentence(&error.to_string()),
        // The quotation marks keep the first letter as it was typed.
        _ => format!("“{}”", typed.san),
    };
    let reason = sentence(&format!("{}: {error}", name.trim()));
    match played {
        0 => reason,
        _ => format!("Played {}. {reason}", count_text(played, "move", "moves")),
    }
}

impl TypedMove<'_> {
    /// Returns the seat of the move. `board` is that of a move without a seat.
    fn seat(&self, position: &Position, board: BoardId) -> Seat {
        match self.prefix {
            Some(Prefix::Seat(seat)) => seat,
            Some(Prefix::Board(named)) => position.turn(named),
            None => position.turn(board),
        }
    }
}

/// Checks that the number typed before a move of `seat` is that of the ply that the move becomes. A puzzle has no
/// numbers.
fn check_number(session: &Session, seat: Seat, typed: Option<u16>) -> Result<(), TypedMoveError> {
    let (Some(number), Some(document), None) = (typed, session.match_document(), session.puzzle())
    else {
        return Ok(());
    };
    if document.next_name(&session.point(), seat).number == number {
        Ok(())
    } else {
        Err(TypedMoveError::OtherNumber(number))
    }
}

/// Returns the seat and the move of `typed`. `board` is that of a move without a seat.
fn resolve(
    position: &Position,
    board: BoardId,
    typed: &TypedMove<'_>,
) -> Result<(Seat, Move), TypedMoveError> {
    if typed.san.is_empty() {
        return Err(TypedMoveError::Missing);
    }
    let seat = typed.seat(position, board);
    let here = legal_move(position, seat, typed.san);
    if typed.prefix.is_some() {
        return here.map(|mv| (seat, mv));
    }
    let glued = glued_seat(typed.san).and_then(|(other, san)| {
        let mv = legal_move(position, other, san).ok()?;
        Some((other, mv, format!("{} {san}", other.letter())))
    });
    match (here, glued) {
        // An upper-case B is a bishop first.
        (Ok(mv), Some((Seat::WhiteB, ..))) => Ok((seat, mv)),
        (Ok(mv), Some((other, other_mv, there))) if (seat, mv) != (other, other_mv) => {
            let san = position.board_of(seat).san(mv);
            Err(TypedMoveError::Ambiguous { here: format!("{} {san}", seat.letter()), there })
        }
        (Ok(mv), _) => Ok((seat, mv)),
        (Err(_), Some((other, mv, _))) if other != Seat::WhiteB => Ok((other, mv)),
        (Err(error @ (TypedMoveError::Illegal(_) | TypedMoveError::NoCapture(_))), glued) => {
            let other = position.turn(board.other());
            let there = match glued {
                Some((other, _, there)) => Some((other, there)),
                None if legal_move(position, other, typed.san).is_ok() => {
                    Some((other, format!("{} {}", other.letter(), typed.san)))
                }
                None => None,
            };
            Err(match there {
                Some((seat, other)) => {
                    TypedMoveError::OtherSeat { error: Box::new(error), seat, other }
                }
                None => error,
            })
        }
        (Err(error), _) => Err(error),
    }
}

fn legal_move(position: &Position, seat: Seat, san: &str) -> Result<Move, TypedMoveError> {
    let parsed = San::parse(san.as_bytes())?;
    let mv = position.resolve(seat, &parsed.san)?;
    let written = position.board_of(seat).san(mv).to_string();
    if san.contains('x') && !written.contains('x') {
        return Err(TypedMoveError::NoCapture(written));
    }
    Ok(mv)
}

/// Returns the seat and the move of `bd5`. A capture such as `bxc4` is one of a pawn.
fn glued_seat(word: &str) -> Option<(Seat, &str)> {
    let (seat, san) = split_letter(word)?;
    let begins_move = |c: char| matches!(c, 'a'..='h' | '@') || "KQRBNPO".contains(c);
    if san.starts_with(begins_move) { Some((seat, san)) } else { None }
}

/// Splits the letter of a seat off the start of `text`.
fn split_letter(text: &str) -> Option<(Seat, &str)> {
    let seat = text.bytes().next().and_then(Seat::from_letter)?;
    Some((seat, text.get(1..)?))
}

/// Returns the moves in `typed`. The last one is empty if nothing follows its seat.
fn read_moves(typed: &str) -> Vec<TypedMove<'_>> {
    let mut moves: Vec<TypedMove<'_>> = Vec::new();
    let mut pending: Option<TypedMove<'_>> = None;
    for (at, word) in score_words(typed) {
        if let Some(clock) = clock_of(word) {
            if let Some(last) = moves.last_mut() {
                last.clock_ms = Some(clock);
            }
            continue;
        }
        let (number, after_number) = split_number(word);
        let (prefix, san) = split_seat(after_number, number.is_some());
        let begun = pending.take();
        let typed_move = TypedMove {
            at: begun.map_or(at, |begun| begun.at),
            number: number.or(begun.and_then(|begun| begun.number)),
            prefix: prefix.or(begun.and_then(|begun| begun.prefix)),
            san,
            clock_ms: None,
        };
        if san.is_empty() {
            pending = Some(typed_move);
        } else {
            moves.push(typed_move);
        }
    }
    moves.extend(pending.filter(|begun| begun.prefix.is_some()));
    moves
}

/// The characters between a move number or a seat and its move.
const SEPARATORS: [char; 3] = ['.', ':', '…'];

/// Splits a move number off the start of `word`, but not the first zero of `0-0`.
fn split_number(word: &str) -> (Option<u16>, &str) {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = rest.is_empty() || rest.starts_with(SEPARATORS) || split_letter(rest).is_some();
    let digits = word.strip_suffix(rest).unwrap_or_default();
    match digits.parse() {
        Ok(number) if is_number => (Some(number), rest),
        _ => (None, word),
    }
}

/// Splits a seat off the start of `word`, which may follow a number.
fn split_seat(word: &str, has_number: bool) -> (Option<Prefix>, &str) {
    let Some((seat, rest)) = split_letter(word) else {
        return (None, word.trim_start_matches(SEPARATORS));
    };
    let san = rest.trim_start_matches(SEPARATORS);
    let has_separator = san.len() < rest.len();
    if san.is_empty() && !has_separator && !has_number {
        return (Some(Prefix::Board(seat.board())), san);
    }
    // In `12bd5` the number shows that the letter is a seat.
    let is_seat = has_separator || san.is_empty() || has_number && glued_seat(word).is_some();
    if is_seat { (Some(Prefix::Seat(seat)), san) } else { (None, word) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_and_clocks_are_read() {
        let read = |typed: &str| -> Vec<String> {
            let words = |it: &TypedMove<'_>| {
                let prefix = match it.prefix {
                    None => "-".to_owned(),
                    Some(Prefix::Seat(seat)) => seat.letter().to_string(),
                    Some(Prefix::Board(board)) => format!("board {}", board.letter()),
                };
                let clock = it.clock_ms.map_or(String::new(), |ms| format!(" {ms}"));
                let number = it.number.map_or(String::new(), |number| format!("{number} "));
                format!("{number}{prefix} {}{clock} @{}", it.san, it.at)
            };
            read_moves(typed).iter().map(words).collect()
        };
        assert_eq!(read("Nf3 b d5"), ["- Nf3 @0", "board B d5 @4"]);
        for typed in ["b: d5", "b. d5", "b.d5", "b:d5"] {
            assert_eq!(read(typed), ["b d5 @0"], "{typed}");
        }
        for typed in ["12b. d5", "12b d5", "12bd5", "12 b. d5"] {
            assert_eq!(read(typed), ["12 b d5 @0"], "{typed}");
        }
        assert_eq!(read("bd5 Bd5"), ["- bd5 @0", "- Bd5 @4"]);
        assert_eq!(
            read("1. e4 2:58 e5 {177.5} 2.Nf3"),
            ["1 - e4 178000 @0", "- e5 177500 @11", "2 - Nf3 @22"]
        );
        assert_eq!(read("0-0 1... O-O-O"), ["- 0-0 @0", "1 - O-O-O @4"]);
        assert_eq!(read("e4 b"), ["- e4 @0", "board B  @3"]);
        assert_eq!(read("e4 12."), ["- e4 @0"]);
    }
}
