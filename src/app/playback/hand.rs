//! Pieces that are taken in hand on the boards: plies that are added, and lines that are tried.

use crate::app::{Dialog, Effect, State};
use crate::{
    document::{DocumentEdit, Line},
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
        let Some(hand) = self.hand else {
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
        let hand = Hand {
            seat,
            origin,
            dragged,
        };
        let again = !dragged && self.hand == Some(hand);
        self.hand = None;
        self.promotion = None;
        if again || self.open.is_none() {
            return;
        }
        let moves = self.position().legal_moves(seat);
        if moves.into_iter().any(|mv| comes_from(mv, origin)) {
            self.hand = Some(hand);
        }
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
            self.hand = None;
        }
    }

    /// Plays the piece in hand to `square`; whether that was a move.
    pub(in crate::app) fn put_down(&mut self, board: BoardId, square: Square) -> bool {
        let Some(hand) = self.hand.filter(|hand| hand.seat.board() == board) else {
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
                    self.hand = None;
                }
                return false;
            }
            ([_, _, ..], Origin::Square(from)) if is_promotion(&moves) => {
                self.hand = None;
                self.promotion = Some(Promotion {
                    seat: hand.seat,
                    from,
                    to: square,
                });
            }
            ([mv, ..], _) => self.make(hand.seat, *mv),
        }
        true
    }

    /// The pawn that has arrived becomes `role`; `None` takes it back.
    pub(in crate::app) fn promote(&mut self, role: Option<Role>) {
        if let (Some(asked), Some(role)) = (self.promotion.take(), role) {
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
    /// match stands at its end, and else a ply of a line.
    fn make(&mut self, seat: Seat, mv: Move) {
        self.hand = None;
        let Some(open) = &self.open else { return };
        let played = open.document.played();
        let moment = self.playhead.moment();
        if self.line.is_none() {
            let next = played.plies.get(moment);
            if next.is_some_and(|ply| ply.seat == seat && ply.mv == mv) {
                return self.play(timeline::Command::GoTo(moment + 1));
            }
            if self.entering && moment == played.plies.len() && !played.cut_short {
                return self.edit(&DocumentEdit::AddPly {
                    seat,
                    mv,
                    clock_ms: None,
                });
            }
            self.play(timeline::Command::Pause);
        }
        let Some(open) = &self.open else { return };
        let line = self
            .line
            .get_or_insert_with(|| Line::from(&open.document, moment));
        line.play(&open.document, seat, mv);
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
            None => {
                let board = self
                    .in_hand
                    .or_else(|| self.board_played_last())
                    .unwrap_or(BoardId::A);
                Some(position.turn(board))
            }
        };
        let refused = match (seat, San::parse(san.as_bytes())) {
            (None, _) => "the letter before the full stop is A, a, B or b".to_owned(),
            (_, Err(error)) => format!("this is no move: {error}"),
            (Some(seat), Ok(read)) => match position.resolve(seat, &read.san) {
                Ok(mv) => {
                    self.dialog = None;
                    return self.make(seat, mv);
                }
                Err(error) => error.to_string(),
            },
        };
        self.dialog = Some(Dialog::PlayMove {
            typed: typed.to_owned(),
            refused: crate::app::issues::sentence(&refused),
        });
    }

    /// Steps within the line; back from its start, and on beyond its end, nothing happens.
    pub(in crate::app) fn step_line(&mut self, forward: bool) -> bool {
        let Some(line) = &mut self.line else {
            return false;
        };
        let at = line.at();
        line.go_to(if forward {
            at + 1
        } else {
            at.saturating_sub(1)
        });
        true
    }

    /// Leaves the line, or puts the piece in hand back.
    pub(in crate::app) fn leave_line(&mut self) {
        if self.put_back() {
            return;
        }
        if self.hand.take().is_none() && self.promotion.take().is_none() {
            self.line = None;
        }
    }

    pub(in crate::app) fn copy_line(&self) -> Vec<Effect> {
        let line = self.line.as_ref();
        line.map(|line| Effect::Copy(line.text()))
            .into_iter()
            .collect()
    }

    /// Writes the line as a comment at the moment that it begins at, and leaves it.
    pub(in crate::app) fn insert_line(&mut self) {
        let Some(line) = self.line.take() else { return };
        self.edit(&DocumentEdit::AddComment {
            moment: line.begins_at(),
            text: line.text(),
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
    moves.iter().all(|mv| {
        matches!(
            mv,
            Move::Normal {
                promotion: Some(_),
                ..
            }
        )
    })
}
