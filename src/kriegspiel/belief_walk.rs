//! [`BeliefWalk`]: the belief of a player after each ply.

use super::{Belief, BeliefError, BeliefStep, Hearing, Limits, Progress};
use std::ops::ControlFlow;

/// The number of plies between two stored samples, and of the plies repeated at the first attempt.
const STORED_PLIES: usize = 8;

/// The number of samples drawn for a ply before the error is returned. Each goes back twice as many plies as the one
/// before.
const ATTEMPTS: u32 = 4;

type Watch<'a> = dyn FnMut(Progress) -> ControlFlow<()> + 'a;

/// Follows the belief of a player from ply to ply. A sample dies out if no position in it agrees with an announcement,
/// although positions outside it do. The walk then goes back to an earlier sample and follows a larger one from there.
pub struct BeliefWalk<'h> {
    hearing: &'h Hearing,
    belief: Belief,
    /// Earlier samples, oldest first.
    stored: Vec<Belief>,
}

impl<'h> BeliefWalk<'h> {
    /// # Errors
    /// As for [`Belief::start`].
    pub fn start(hearing: &'h Hearing, limits: Limits) -> Result<Self, BeliefError> {
        let belief = Belief::start(hearing, limits)?;
        Ok(Self { hearing, belief, stored: Vec::new() })
    }

    /// Returns the belief after the plies so far.
    pub const fn belief(&self) -> &Belief {
        &self.belief
    }

    pub fn into_belief(self) -> Belief {
        self.belief
    }

    /// Goes to the belief after the next ply. Returns the effect of the ply, or `None` after the last ply. `watch`
    /// receives the progress and can return `Break` to cancel.
    ///
    /// # Errors
    /// As for [`Belief::hear`]. The walk then stays before the ply.
    pub fn step(&mut self, watch: &mut Watch<'_>) -> Result<Option<BeliefStep>, BeliefError> {
        let Some(heard) = self.hearing.plies.get(self.belief.plies()) else { return Ok(None) };
        let last = self.stored.last().map_or(0, |stored| stored.plies() + STORED_PLIES);
        if !self.belief.is_exact() && self.belief.plies() >= last {
            self.stored.push(self.belief.clone());
        }
        match self.belief.hear(heard, watch) {
            Err(lost @ BeliefError::SampleLost { .. }) => self.draw_again(lost, watch).map(Some),
            step => step.map(Some),
        }
    }

    /// Follows larger samples up to the belief after the next ply. Returns `lost` if all of them die out.
    fn draw_again(
        &mut self,
        lost: BeliefError,
        watch: &mut Watch<'_>,
    ) -> Result<BeliefStep, BeliefError> {
        let ply = self.belief.plies();
        for attempt in 0..ATTEMPTS {
            let plies = STORED_PLIES << attempt;
            let is_early = |stored: &Belief| stored.plies() + plies <= ply;
            let index = self.stored.iter().rposition(is_early).unwrap_or(0);
            let Some(stored) = self.stored.get(index) else { break };
            let mut belief = stored.drawn_again(attempt + 1, ply + 1);
            match follow(&mut belief, self.hearing, ply, watch) {
                Ok(step) => {
                    self.belief = belief;
                    self.stored.truncate(index + 1);
                    return Ok(step);
                }
                Err(BeliefError::SampleLost { .. }) => {}
                Err(why) => return Err(why),
            }
        }
        Err(lost)
    }
}

/// Follows `belief` through ply `last` of `hearing`. Returns the effect of that ply.
fn follow(
    belief: &mut Belief,
    hearing: &Hearing,
    last: usize,
    watch: &mut Watch<'_>,
) -> Result<BeliefStep, BeliefError> {
    for heard in &hearing.plies[belief.plies()..last] {
        belief.hear(heard, watch)?;
    }
    belief.hear(&hearing.plies[last], watch)
}
