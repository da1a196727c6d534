//! [`Score`]: the match results of a player or team.

use crate::{notation::GameResult, rules::Team};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    /// The number of matches without a result.
    pub open: u32,
}

impl Score {
    pub fn add(&mut self, team: Team, result: Option<GameResult>) {
        let count = match (result, team) {
            (Some(GameResult::Draw), _) => &mut self.drawn,
            (Some(GameResult::First), Team::First) | (Some(GameResult::Second), Team::Second) => {
                &mut self.won
            }
            (Some(GameResult::First | GameResult::Second), _) => &mut self.lost,
            (None | Some(GameResult::Unknown), _) => &mut self.open,
        };
        *count += 1;
    }

    pub const fn join(&mut self, other: Self) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.open += other.open;
    }

    #[must_use]
    pub const fn games(self) -> u32 {
        self.won + self.drawn + self.lost + self.open
    }

    /// Returns the score in thousandths, with half a point for a draw. Ignores matches without a result; returns `None`
    /// if no match has a result.
    #[must_use]
    pub const fn permille(self) -> Option<u32> {
        let ended = self.won + self.drawn + self.lost;
        (self.won * 1000 + self.drawn * 500 + ended / 2).checked_div(ended)
    }
}
