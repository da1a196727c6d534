//! Pieces that are taken in hand on the boards, and where they go.

use crate::app::{Dialog, State};
use crate::{
    document::DocumentEdit,
    rules::{BoardId, Move, Role, San, Seat, Square},
    timeline,
};

/// Where a piece in hand comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A square of the board.
    Square(Square),
    /// The reserve.
    Reserve(Role),
}

/// A piece that was taken in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    /// Whose.
    pub seat: Seat,
    /// Where it comes from.
    pub origin: Origin,
    /// Whether the pointer holds it; else a click tells where it goes.
    pub dragged: bool,
}

/// A pawn that has arrived and must say what it becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// Whose.
    pub seat: Seat,
    /// From where.
    pub from: Square,
    /// To where.
    pub to: Square,
}

impl State {
    /// The squares that the piece in hand can go to.
    #[must_use]
    pub fn targets(&self) -> Vec<Square> {
        let Some(hand) = self.attempt().hand else {
            return Vec::new();
        };
        let mut squares: Vec<Square> = self
            .position()
            .legal_moves(hand.seat)
            .into_iter()
            .filter(|mv| comes_from(*mv, hand.origin))
            .map(Move::to)
            .collect();
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    /// Takes a piece in hand; one that cannot go anywhere, or is there already, leaves the hand empty.
    pub(in crate::app) fn pick_up(&mut self, seat: Seat, origin: Origin, dragged: bool) {
        let hand = Hand { seat, origin, dragged };
        let position = self.position();
        let Some(shown) = self.shown_mut() else {
            return;
        };
        let attempt = &mut shown.attempt;
        let again = !dragged && attempt.hand == Some(hand);
        attempt.promotion = None;
        let mut moves = position.legal_moves(seat).into_iter();
        let goes = !again && moves.any(|mv| comes_from(mv, origin));
        attempt.hand = goes.then_some(hand);
    }

    /// A click on a square: the piece in hand goes there, or the piece there comes into the hand.
    pub(in crate::app) fn click_square(&mut self, board: BoardId, square: Square) {
        if self.put_down(board, square) {
            return;
        }
        let position = self.position();
        let seat = position.turn(board);
        let piece = position.boards[board].piece_at(square);
        if piece.is_some_and(|piece| piece.color == seat.color()) {
            self.pick_up(seat, Origin::Square(square), false);
        } else {
            self.empty_hand();
        }
    }

    /// Plays the piece in hand to `square`; whether that was a move.
    pub(in crate::app) fn put_down(&mut self, board: BoardId, square: Square) -> bool {
        let held = self.attempt().hand;
        let Some(hand) = held.filter(|hand| hand.seat.board() == board) else {
            return false;
        };
        let moves: Vec<Move> = self
            .position()
            .legal_moves(hand.seat)
            .into_iter()
            .filter(|mv| comes_from(*mv, hand.origin) && arrives_at(*mv, square))
            .collect();
        match (moves.as_slice(), hand.origin) {
            ([], _) => {
                if hand.dragged {
                    self.empty_hand();
                }
                return false;
            }
            ([_, _, ..], Origin::Square(from)) if is_promotion(&moves) => {
                self.empty_hand();
                if let Some(shown) = self.shown_mut() {
                    shown.attempt.promotion = Some(Promotion { seat: hand.seat, from, to: square });
                }
            }
            ([mv, ..], _) => self.make(hand.seat, *mv),
        }
        true
    }

    /// Puts back the piece in hand; whether there was one.
    pub(in crate::app) fn empty_hand(&mut self) -> bool {
        self.shown_mut().is_some_and(|shown| shown.attempt.hand.take().is_some())
    }

    /// The pawn that has arrived becomes `role`; `None` takes it back.
    pub(in crate::app) fn promote(&mut self, role: Option<Role>) {
        let asked = self.shown_mut().and_then(|shown| shown.attempt.promotion.take());
        if let (Some(asked), Some(role)) = (asked, role) {
            self.make(
                asked.seat,
                Move::Normal {
                    role: Role::Pawn,
                    from: asked.from,
                    to: asked.to,
                    promotion: Some(role),
                },
            );
        }
    }

    /// Plays `mv`: the ply that the record has next, one more ply where plies are being entered and the
    /// match stands at its end, and else a ply of a variation.
    fn make(&mut self, seat: Seat, mv: Move) {
        self.empty_hand();
        if self.exercise().is_some() {
            return self.play_in_exercise(seat, mv);
        }
        let (Some(document), Some(file)) = (self.match_document(), self.library.file()) else {
            return;
        };
        let plies = &document.played().plies;
        let moment = self.playhead().moment();
        if self.attempt().variation.is_none() {
            let next = plies.get(moment);
            if next.is_some_and(|ply| ply.seat == seat && ply.mv == mv) {
                return self.play(timeline::Command::GoTo(moment + 1));
            }
            let ends = moment == plies.len() && !document.played().cut_short;
            if file.entering && ends {
                return self.edit(&DocumentEdit::AddPly { seat, mv, clock_ms: None });
            }
            self.play(timeline::Command::Pause);
        }
        self.play_in_variation(seat, mv);
    }

    /// Plays what was typed: `Nf3` on the board in hand, or `12b. P@e4` on the one that it names.
    pub(in crate::app) fn play_typed(&mut self, typed: &str) {
        let (prefix, san) = match typed.split_once('.') {
            Some((prefix, san)) => (Some(prefix.trim()), san.trim()),
            None => (None, typed.trim()),
        };
        let position = self.position();
        let seat = match prefix {
            Some(prefix) => prefix.bytes().last().and_then(Seat::from_letter),
            None => Some(position.turn(self.board())),
        };
        let refused = match (seat, San::parse(san.as_bytes())) {
            (None, _) => "the letter before the full stop is A, a, B or b".to_owned(),
            (_, Err(error)) => format!("this is not a move: {error}"),
            (Some(seat), Ok(read)) => match position.resolve(seat, &read.san) {
                Ok(mv) => {
                    self.shell.dialog = None;
                    return self.make(seat, mv);
                }
                Err(error) => error.to_string(),
            },
        };
        self.shell.dialog = Some(Dialog::PlayMove {
            typed: typed.to_owned(),
            refused: crate::app::issues::sentence(&refused),
        });
    }
}

fn comes_from(mv: Move, origin: Origin) -> bool {
    match (mv, origin) {
        (Move::Drop { role, .. }, Origin::Reserve(held)) => role == held,
        (mv, Origin::Square(square)) => mv.from() == Some(square),
        _ => false,
    }
}

/// Castling can be shown by the king's new square or by the rook.
fn arrives_at(mv: Move, square: Square) -> bool {
    mv.to() == square || matches!(mv, Move::Castle { rook, .. } if rook == square)
}

fn is_promotion(moves: &[Move]) -> bool {
    moves.iter().all(|mv| matches!(mv, Move::Normal { promotion: Some(_), .. }))
}
