//! [`EngineRequest`]: a position for an engine to search.

use super::SearchLimit;
use crate::rules::{Board, BoardId, Color, Position, Reserve, Role, Seat};

/// A board with both reserves, and the limit of its search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineRequest {
    pub board: Board,
    /// The reserve of the side to move.
    pub own: Reserve,
    /// The reserve of the other side.
    pub other: Reserve,
    pub limit: SearchLimit,
}

impl EngineRequest {
    /// Creates a request for board `id` of `position`, limited to `nodes` nodes.
    pub fn of(position: &Position, id: BoardId, nodes: u64) -> Self {
        let seat = position.turn(id);
        Self {
            board: position.boards[id].clone(),
            own: position.reserves[seat],
            other: position.reserves[seat.opponent()],
            limit: SearchLimit::Nodes(nodes),
        }
    }

    /// Returns the request with the other side to move. The best line of its result is the threat. Returns `None` if
    /// the side to move is in check.
    pub fn null_move(&self) -> Option<Self> {
        Some(Self {
            board: self.board.null_move()?,
            own: self.other,
            other: self.own,
            limit: self.limit,
        })
    }

    /// Returns the request with one more piece of `role` in the reserve of `color`.
    pub fn with_piece(&self, color: Color, role: Role) -> Self {
        let mut more = self.clone();
        if color == self.board.turn() {
            more.own.add(role);
        } else {
            more.other.add(role);
        }
        more
    }

    /// Returns the board and the reserves as BFEN 0.1. The move counters are always `0 1`. Some files have clocks in
    /// their place, which an engine would read as counters for the fifty-move rule.
    pub fn bfen(&self) -> String {
        let turn = self.board.turn();
        let mut position = Position::default();
        position.boards[BoardId::A] = self.board.clone();
        position.reserves[Seat::new(BoardId::A, turn)] = self.own;
        position.reserves[Seat::new(BoardId::A, turn.other())] = self.other;
        position.bfen_without_counters(BoardId::A)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Bfen;

    #[test]
    fn request_has_reserves_and_promotions_but_no_counters() {
        let text = "r1b1k2r/ppp2ppp/2n5/3Q~4/8/5N2/PPP2PPP/R3K2R[QNp] b KQkq - 45 56 | k7/8/8/8/8/8/8/K7[] w - - 0 1";
        let position = Bfen::parse(text, None).unwrap().position;
        let request = EngineRequest::of(&position, BoardId::A, 1000);
        assert_eq!(
            request.bfen(),
            "r1b1k2r/ppp2ppp/2n5/3Q~4/8/5N2/PPP2PPP/R3K2R[QNp] b KQkq - 0 1"
        );
        assert_eq!(request.own.count(Role::Pawn), 1);
        let more = request.with_piece(Color::White, Role::Rook).bfen();
        assert!(more.contains("[QRNp]"), "{more}");
        let null_move = request.null_move().unwrap().bfen();
        assert!(null_move.contains("[QNp] w"), "{null_move}");
    }
}
