//! [`BoardEnd`]: the end of a game by mate or stalemate.

use super::{Game, HeardMove, Hearing, Rules, Stalemate, View};
use crate::{
    notation::GameResult,
    rules::{Board, Claim, Color},
};

/// How a position ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BoardEnd {
    Mate,
    Stalemate,
}

impl BoardEnd {
    /// Returns how the position on `board` ends the game; `None` if the side to move has a legal move.
    pub fn of(board: &Board) -> Option<Self> {
        if board.has_move() {
            None
        } else if board.is_check() {
            Some(Self::Mate)
        } else {
            Some(Self::Stalemate)
        }
    }

    /// Describes the side to move: `checkmated` or `stalemate`.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Mate => "checkmated",
            Self::Stalemate => "stalemate",
        }
    }

    /// Returns the result of a game by `rules` in which `loser` is to move and has no move.
    pub fn result(self, loser: Color, rules: Rules) -> GameResult {
        if self == Self::Stalemate && rules.stalemate == Stalemate::Draw {
            return GameResult::Draw;
        }
        loser.fold_wb(GameResult::Second, GameResult::First)
    }

    /// Returns the reason for the end of a game in which `player` is to move and has no move.
    pub fn reason(self, player: &str) -> String {
        match self {
            Self::Mate => format!("{player} checkmated"),
            Self::Stalemate => format!("{player} stalemated"),
        }
    }
}

impl Hearing {
    /// Returns how the game ends after `plies` plies as far as the player has heard: by the player's own mating move.
    pub fn end_after(&self, plies: usize) -> Option<BoardEnd> {
        match self.plies.get(plies.checked_sub(1)?)?.mv {
            HeardMove::Own { claim: Claim::Mate, .. } => Some(BoardEnd::Mate),
            HeardMove::Own { .. } | HeardMove::Other { .. } => None,
        }
    }
}

impl Game {
    /// Returns how the last move ended the game on the board, as far as the player of `viewer` has heard, or as the
    /// referee knows if `viewer` is `None`. A player knows of an own move that it mated. Returns `None` if the record
    /// does not have that view.
    pub fn end_for(&self, viewer: Option<Color>) -> Option<BoardEnd> {
        match (&self.view, viewer) {
            (View::Referee(referee), None) => BoardEnd::of(&referee.board_after(self.plies())),
            (_, viewer) => self.hearing(viewer?)?.end_after(self.plies()),
        }
    }
}
