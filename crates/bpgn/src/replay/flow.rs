//! [`Flow`]: the path of every piece across the boards ("piece flow").

use super::{Match, Ply};
use bughouse::{
    BoardId, ByBoard, BySeat, Color, Move, Position, Reserve, Role, Seat, Square, castled,
};
use std::collections::VecDeque;

/// The index of a piece in [`Flow::paths`].
pub type PieceId = usize;

/// The place of a piece at the start of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Board(BoardId, Square),
    Reserve(Seat),
    /// No place: ply `ply` drops a piece that the reserve lacks, so the piece is lent.
    Lent {
        ply: usize,
    },
}

/// A capture, drop or promotion of a piece. Other moves of the piece are only in [`Match::plies`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The index of the ply in the match.
    pub ply: usize,
    pub square: Square,
    pub kind: EventKind,
}

/// What happens to the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// The piece enters the reserve of `to`. A promoted piece enters it as a pawn.
    Taken {
        to: Seat,
    },
    Dropped,
    Promoted(Role),
}

/// The path of one piece through a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PiecePath {
    pub color: Color,
    /// The role of the piece at the start.
    pub role: Role,
    /// The place of the piece at the start.
    pub origin: Origin,
    /// The captures, drops and promotions of the piece, in order.
    pub events: Vec<Event>,
}

/// The paths of all pieces of a match. Pieces of one role in a reserve look alike; this type assumes that they are
/// dropped in the order of their capture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flow {
    /// The paths, by [`PieceId`]: the pieces of board A from a1 to h8, those of board B, those of the reserves at the
    /// start, then lent pieces.
    pub paths: Vec<PiecePath>,
    /// For each ply, the piece that it captures or drops and the index of this event in the path of the piece; `None`
    /// for other plies.
    transfers: Vec<Option<(PieceId, usize)>>,
}

/// A piece in a reserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReservePiece {
    /// The role in the reserve.
    pub role: Role,
    /// The ply that captured the piece; `None` if it was in the reserve from the start.
    pub captured_by: Option<usize>,
}

/// The places of all pieces at a moment.
struct Places {
    boards: ByBoard<[Option<PieceId>; 64]>,
    reserves: BySeat<[VecDeque<PieceId>; 7]>,
}

impl Flow {
    /// Follows all pieces through the match.
    pub fn of(played: &Match) -> Self {
        let mut flow = Self::default();
        let mut places = flow.place_pieces(&played.set_up.position);
        for (index, ply) in played.plies.iter().enumerate() {
            flow.follow(index, ply, &mut places);
        }
        flow
    }

    /// Returns the piece that ply `index` drops, or captures unless `is_drop`, and the index of this event in the path
    /// of the piece. Returns `None` without such a piece.
    fn transfer(&self, index: usize, is_drop: bool) -> Option<(PieceId, usize)> {
        let (piece, at) = self.transfers.get(index).copied().flatten()?;
        let kind = self.paths[piece].events[at].kind;
        if (kind == EventKind::Dropped) == is_drop { Some((piece, at)) } else { None }
    }

    /// Returns the index of the ply that captured the piece which ply `index` drops. Returns `None` if ply `index` is
    /// not a drop, or if its piece was never captured.
    pub fn capture_of_drop(&self, index: usize) -> Option<usize> {
        let (piece, at) = self.transfer(index, true)?;
        Some(self.paths[piece].events.get(at.checked_sub(1)?)?.ply)
    }

    /// Returns the index of the ply that drops the piece which ply `index` captures. Returns `None` if the piece is
    /// never dropped, or if ply `index` captures nothing.
    pub fn drop_of_capture(&self, index: usize) -> Option<usize> {
        let (piece, at) = self.transfer(index, false)?;
        Some(self.paths[piece].events.get(at + 1)?.ply)
    }

    /// Returns the index of the ply that dropped the piece which stands on `square` of `board` after `plies` plies of
    /// `played`. Returns `None` if the square is empty, or if its piece was never dropped.
    pub fn dropped_onto(
        played: &Match,
        board: BoardId,
        mut square: Square,
        plies: usize,
    ) -> Option<usize> {
        let past = played.plies.iter().enumerate().take(plies).rev();
        for (index, ply) in past.filter(|(_, ply)| ply.seat.board() == board) {
            match ply.mv {
                Move::Drop { to, .. } if to == square => return Some(index),
                Move::Normal { from, to, .. } | Move::EnPassant { from, to } if to == square => {
                    square = from;
                }
                // The piece leaves `square` and no later ply arrives there, so the square is empty.
                Move::Normal { from, .. } | Move::EnPassant { from, .. } if from == square => {
                    return None;
                }
                Move::Castle { king, rook } => {
                    let (king_to, rook_to) = castled(king, rook);
                    if square == king_to {
                        square = king;
                    } else if square == rook_to {
                        square = rook;
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Returns the pieces in the reserve of `seat` after `plies` plies, sorted by role and then by time of capture.
    /// `played` must be the match of this flow.
    pub fn reserve_pieces(&self, played: &Match, seat: Seat, plies: usize) -> Vec<ReservePiece> {
        let reserve_piece = |path: &PiecePath| {
            let past = path.events.iter().take_while(|event| event.ply < plies);
            match past.last() {
                None if path.origin == Origin::Reserve(seat) => {
                    Some(ReservePiece { role: path.role, captured_by: None })
                }
                Some(&Event { ply, kind: EventKind::Taken { to }, .. }) if to == seat => {
                    Some(ReservePiece {
                        // In the reserve a promoted piece is a pawn.
                        role: played.plies.get(ply)?.taken?,
                        captured_by: Some(ply),
                    })
                }
                _ => None,
            }
        };
        let mut all: Vec<ReservePiece> = self.paths.iter().filter_map(reserve_piece).collect();
        all.sort_by_key(|piece| (piece.role, piece.captured_by));
        all
    }

    /// Creates the paths of the pieces in `start`, and returns their places.
    fn place_pieces(&mut self, start: &Position) -> Places {
        let mut places = Places {
            boards: ByBoard::from_fn(|_| [None; 64]),
            reserves: BySeat::from_fn(|_| std::array::from_fn(|_| VecDeque::new())),
        };
        for id in BoardId::ALL {
            let board = &start.boards[id];
            for (square, piece) in board.pieces().iter() {
                let path = self.add(piece.color, piece.role, Origin::Board(id, square));
                places.boards[id][square as usize] = Some(path);
            }
        }
        for seat in Seat::ALL {
            for role in Reserve::ROLES {
                for _ in 0..start.reserves[seat].count(role) {
                    let path = self.add(seat.color(), role, Origin::Reserve(seat));
                    places.reserves[seat][role as usize].push_back(path);
                }
            }
        }
        places
    }

    fn add(&mut self, color: Color, role: Role, origin: Origin) -> PieceId {
        self.paths.push(PiecePath { color, role, origin, events: Vec::new() });
        self.paths.len() - 1
    }

    /// Adds an event to the path of `piece`, and returns its index there.
    fn add_event(&mut self, piece: PieceId, ply: usize, square: Square, kind: EventKind) -> usize {
        let events = &mut self.paths[piece].events;
        events.push(Event { ply, square, kind });
        events.len() - 1
    }

    /// Applies ply `index` to `places`, and records the piece that it captures or drops.
    fn follow(&mut self, index: usize, ply: &Ply, places: &mut Places) {
        let id = ply.seat.board();
        let mut transfer = None;
        match ply.mv {
            Move::Normal { from, to, promotion, .. } => {
                transfer = self.take(index, ply, to, places);
                let board = &mut places.boards[id];
                let moved = board[from as usize].take();
                board[to as usize] = moved;
                if let (Some(role), Some(moved)) = (promotion, moved) {
                    self.add_event(moved, index, to, EventKind::Promoted(role));
                }
            }
            Move::EnPassant { from, to } => {
                let captured_square = Square::from_coords(to.file(), from.rank());
                transfer = self.take(index, ply, captured_square, places);
                let board = &mut places.boards[id];
                board[to as usize] = board[from as usize].take();
            }
            Move::Castle { king, rook } => {
                let (king_to, rook_to) = castled(king, rook);
                let board = &mut places.boards[id];
                let (moved, other) = (board[king as usize].take(), board[rook as usize].take());
                board[king_to as usize] = moved;
                board[rook_to as usize] = other;
            }
            Move::Drop { role, to } => {
                let held = places.reserves[ply.seat][role as usize].pop_front();
                let lent_origin = Origin::Lent { ply: index };
                let path = held.unwrap_or_else(|| self.add(ply.seat.color(), role, lent_origin));
                places.boards[id][to as usize] = Some(path);
                transfer = Some((path, self.add_event(path, index, to, EventKind::Dropped)));
            }
        }
        self.transfers.push(transfer);
    }

    /// Moves the piece that `ply` captures on `square`, if any, to the reserve of the player's partner.
    fn take(
        &mut self,
        index: usize,
        ply: &Ply,
        square: Square,
        places: &mut Places,
    ) -> Option<(PieceId, usize)> {
        let role = ply.taken?;
        let to = ply.seat.partner();
        let path = places.boards[ply.seat.board()][square as usize].take()?;
        places.reserves[to][role as usize].push_back(path);
        Some((path, self.add_event(path, index, square, EventKind::Taken { to })))
    }
}
