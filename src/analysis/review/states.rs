//! [`States`]: the boards of a match that are searched, each once.

use super::{
    evaluate::{Reserves, evaluate, index, reserve_value},
    search::Prices,
};
use crate::{
    analysis::{ledger::MatchTactics, tactics::BoardTactics},
    replay::Match,
    rules::{Board, BoardId, ByBoard, Color, Move, Position, Reserve, Seat},
};

/// The price of a piece with which the partner of the capturer mates.
const MATING_PRICE: i32 = 1_200;

/// A board with its reserves, as it stands during some moments of a match.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub board: Board,
    pub reserves: Reserves,
    /// What the partner of each side gains by a captured piece.
    pub prices: Prices,
    /// The move that was played on the board, or `None` if there was none or if its piece was lent.
    pub played: Option<Move>,
}

/// The states of a match.
#[derive(Debug)]
pub(super) struct States {
    pub all: Vec<State>,
    /// The number of the state of each board at each moment. Invariant: there is one entry more than plies.
    pub at: Vec<ByBoard<usize>>,
}

impl States {
    pub(super) fn of(played: &Match, tactics: &MatchTactics) -> Self {
        let mut states = Self { all: Vec::new(), at: Vec::new() };
        for (moment, position) in played.positions(0..=played.plies.len()) {
            let tactics = &tactics.moments[moment];
            let numbers = ByBoard::from_fn(|id| states.number(&position, id, tactics));
            states.at.push(numbers);
            if let Some(ply) = played.plies.get(moment) {
                let board = ply.seat.board();
                let state = &mut states.all[numbers[board]];
                // The prices are those at the time of the move.
                state.prices = prices(&position, board, tactics);
                if !ply.is_lent {
                    state.played = Some(ply.mv);
                }
            }
        }
        states
    }

    /// Returns the number of the state of board `id`, which is new if the board or a reserve has changed.
    fn number(
        &mut self,
        position: &Position,
        id: BoardId,
        tactics: &ByBoard<BoardTactics>,
    ) -> usize {
        let board = &position.boards[id];
        let reserves = reserves(position, id);
        if let Some(last) = self.at.last() {
            let state = &self.all[last[id]];
            if state.played.is_none() && state.board == *board && state.reserves == reserves {
                return last[id];
            }
        }
        let prices = prices(position, id, tactics);
        self.all.push(State { board: board.clone(), reserves, prices, played: None });
        self.all.len() - 1
    }
}

/// Returns the reserves of board `id`, White's first.
pub(super) fn reserves(position: &Position, id: BoardId) -> Reserves {
    Color::ALL.map(|color| position.reserves[Seat::new(id, color)])
}

/// Returns what captures on board `id` are worth on the other board.
pub(super) fn prices(position: &Position, id: BoardId, tactics: &ByBoard<BoardTactics>) -> Prices {
    let other = id.other();
    let board = &position.boards[other];
    let held = reserves(position, other);
    let exact = &tactics[other];
    let now = evaluate(board, &held);
    let mut prices = [[0; 7]; 2];
    for capturer in Color::ALL {
        // The partner has the other color.
        let partner = capturer.other();
        for role in Reserve::ROLES {
            let mut more = held;
            more[index(partner)].add(role);
            let change = evaluate(board, &more) - now;
            let gain = if board.turn() == partner { change } else { -change };
            let usual = reserve_value(role);
            let mates = if board.turn() == partner { &exact.wanted } else { &exact.fatal };
            let price = if mates.iter().any(|more| more.role == role) {
                MATING_PRICE
            } else {
                usual.midpoint(gain.clamp(usual / 2, usual * 2))
            };
            prices[index(capturer)][role as usize] = price;
        }
    }
    prices
}
