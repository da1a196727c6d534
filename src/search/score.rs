//! [`Score`]: the match results of a player or team.

use crate::{archive::ListedResult, notation::GameResult, rules::Team};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    /// The number of matches without a result.
    pub open: u32,
    /// The number of matches whose records contradict their results.
    pub contradicted: u32,
}

impl Score {
    pub fn add(&mut self, team: Team, result: ListedResult) {
        let count = match (result, result.written().and_then(GameResult::winner)) {
            (ListedResult::Contradicted(_), _) => &mut self.contradicted,
            (_, Some(winner)) if winner == team => &mut self.won,
            (_, Some(_)) => &mut self.lost,
            (ListedResult::Written(GameResult::Draw), None) => &mut self.drawn,
            (_, None) => &mut self.open,
        };
        *count += 1;
    }

    pub const fn join(&mut self, other: Self) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.open += other.open;
        self.contradicted += other.contradicted;
    }

    pub const fn games(self) -> u32 {
        self.won + self.drawn + self.lost + self.open + self.contradicted
    }

    /// Returns the score in thousandths, with half a point for a draw. Ignores matches without a result or with a
    /// contradicted one; returns `None` if there are no others.
    pub const fn permille(self) -> Option<u32> {
        let ended = self.won + self.drawn + self.lost;
        (self.won * 1000 + self.drawn * 500 + ended / 2).checked_div(ended)
    }
}
