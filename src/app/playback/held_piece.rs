//! Moves made on the boards: the held piece and its destination.

use crate::{
    app::{
        Correction, Cx, Dialog, PuzzleAction, Session,
        playback::{correction::insert, variations::play_in_variation},
    },
    document::{Changes, DocumentEdit},
    rules::{BoardId, Move, Position, Role, Seat, Square},
    timeline::PlayheadCommand,
};

/// The place from which the held piece was picked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Square(Square),
    Reserve(Role),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldPiece {
    /// The seat that the piece belongs to.
    pub seat: Seat,
    pub origin: Origin,
    /// Whether the piece is dragged. If not, a second click places the piece.
    pub dragged: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// The seat of the pawn.
    pub seat: Seat,
    /// The square from which the pawn moves.
    pub from: Square,
    /// The square on which the pawn promotes.
    pub to: Square,
}

/// Returns the squares to which the held piece can move legally; empty if no piece is held.
pub fn targets(session: &Session) -> Vec<Square> {
    let Some(hand) = session.attempt().hand else { return Vec::new() };
    let moves = legal_moves_from(session, hand.seat, hand.origin);
    let mut squares: Vec<Square> = moves.map(Move::to).collect();
    squares.sort_unstable();
    squares.dedup();
    squares
}

/// Picks up a piece. A click on the held piece puts it down. A piece without legal moves is not picked up.
pub(in crate::app) fn pick_up(cx: &mut Cx<'_>, seat: Seat, origin: Origin, dragged: bool) {
    let hand = HeldPiece { seat, origin, dragged };
    let has_moves = legal_moves_from(cx, seat, origin).next().is_some();
    let Some(moment_view) = cx.moment_view_mut() else { return };
    let attempt = &mut moment_view.attempt;
    let is_same_piece = !dragged && attempt.hand == Some(hand);
    attempt.promotion = None;
    attempt.hand = if has_moves && !is_same_piece { Some(hand) } else { None };
    if !has_moves && matches!(origin, Origin::Reserve(_)) {
        cx.notify(undroppable_text(&cx.position(), seat));
    }
}

/// Returns the reason why `seat` cannot drop a piece of its reserve.
fn undroppable_text(position: &Position, seat: Seat) -> String {
    let turn = position.turn(seat.board());
    if turn == seat {
        format!("No drop of this piece is legal for {} now.", seat.name())
    } else {
        format!("{} is to move.", turn.name())
    }
}

/// Handles a click on `square`. Plays the held piece to `square` if that is legal. Otherwise picks up the piece on
/// `square` if its side is to move, or else puts down the held piece.
pub(in crate::app) fn click_square(cx: &mut Cx<'_>, board: BoardId, square: Square) {
    if put_down(cx, board, square) {
        return;
    }
    let position = cx.position();
    let seat = position.turn(board);
    let piece = position.boards[board].piece_at(square);
    if piece.is_some_and(|piece| piece.color == seat.color()) {
        pick_up(cx, seat, Origin::Square(square), false);
    } else {
        empty_hand(cx);
    }
}

/// Plays the held piece to `square`, or asks for the promotion piece. Returns whether the move is legal. After an
/// illegal move, a dragged piece is put back.
pub(in crate::app) fn put_down(cx: &mut Cx<'_>, board: BoardId, square: Square) -> bool {
    let held = cx.attempt().hand;
    let Some(hand) = held.filter(|hand| hand.seat.board() == board) else { return false };
    let moves = legal_moves_from(cx, hand.seat, hand.origin);
    let moves: Vec<Move> = moves.filter(|mv| arrives_at(*mv, square)).collect();
    match (moves.as_slice(), hand.origin) {
        ([], _) => {
            if hand.dragged {
                empty_hand(cx);
            }
            return false;
        }
        ([_, _, ..], Origin::Square(from)) if is_promotion(&moves) => {
            empty_hand(cx);
            if let Some(moment_view) = cx.moment_view_mut() {
                moment_view.attempt.promotion =
                    Some(Promotion { seat: hand.seat, from, to: square });
            }
        }
        ([mv, ..], _) => play_move(cx, hand.seat, *mv, None),
    }
    true
}

/// Puts the held piece back where it was. Returns whether a piece was held.
pub(in crate::app) fn empty_hand(cx: &mut Cx<'_>) -> bool {
    cx.moment_view_mut().is_some_and(|moment_view| moment_view.attempt.hand.take().is_some())
}

/// Completes the pending promotion with `role`; `None` cancels the promotion.
pub(in crate::app) fn promote(cx: &mut Cx<'_>, role: Option<Role>) {
    let pending = cx.moment_view_mut().and_then(|moment_view| moment_view.attempt.promotion.take());
    if let (Some(Promotion { seat, from, to }), Some(_)) = (pending, role) {
        play_move(cx, seat, Move::Normal { role: Role::Pawn, from, to, promotion: role }, None);
    }
}

/// Plays `mv`. In a puzzle, `mv` is an attempt at the solution. In a match, goes to the next ply if `mv` is that ply.
/// While moves are being recorded, appends `mv` at the end of the match; before the end, asks how to record it, or
/// inserts it after an inserted ply. Otherwise adds `mv` as a variation. A move at the end of the match is appended with
/// the clock `clock_ms`.
pub(super) fn play_move(cx: &mut Cx<'_>, seat: Seat, mv: Move, clock_ms: Option<i32>) {
    empty_hand(cx);
    if cx.puzzle().is_some() {
        return cx.request(PuzzleAction::Play(seat, mv));
    }
    let (Some(document), Some(file)) = (cx.match_document(), cx.library.file()) else { return };
    let plies = &document.played().plies;
    let moment = cx.playhead().moment();
    if cx.attempt().variation.is_none() {
        let next = plies.get(moment);
        if next.is_some_and(|ply| ply.seat == seat && ply.mv == mv) {
            return cx.play(PlayheadCommand::GoTo(moment + 1));
        }
        if file.entering {
            if moment == document.record().plies.len() {
                return cx.edit(&DocumentEdit::AddPly { seat, mv, clock_ms });
            }
            if cx.match_state().is_some_and(|open| open.moment_view.inserts) {
                return insert(cx, moment, seat, mv);
            }
            if let Some(correction) = Correction::of(document, moment, seat, mv) {
                cx.play(PlayheadCommand::Pause);
                cx.open_dialog(Dialog::Correct(Box::new(correction)));
            }
            return;
        }
        cx.play(PlayheadCommand::Pause);
    }
    if cx.match_state().is_some_and(|open| open.playing.is_on()) {
        cx.in_playing(|playing| playing.has_user_moved = true);
        // The program's moves stay now, also if the user's move is undone.
        cx.in_changes(Changes::separate_words);
    }
    play_in_variation(cx, &[(seat, mv)]);
}

fn legal_moves_from(session: &Session, seat: Seat, origin: Origin) -> impl Iterator<Item = Move> {
    let moves = session.position().legal_moves(seat).into_iter();
    moves.filter(move |mv| match (mv, origin) {
        (Move::Drop { role, .. }, Origin::Reserve(held)) => *role == held,
        (mv, Origin::Square(square)) => mv.from() == Some(square),
        _ => false,
    })
}

/// Returns whether `square` is a destination of `mv`. Castling has two destinations: the king's new square and the
/// rook's old one.
fn arrives_at(mv: Move, square: Square) -> bool {
    mv.to() == square || matches!(mv, Move::Castle { rook, .. } if rook == square)
}

fn is_promotion(moves: &[Move]) -> bool {
    moves.iter().all(|mv| matches!(mv, Move::Normal { promotion: Some(_), .. }))
}
