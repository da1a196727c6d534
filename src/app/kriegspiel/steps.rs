//! Steps of a game of Kriegspiel: plies and the illegal tries between them. A *try* is a move that a player proposes to
//! the referee.

/// A step of the game: the number of plies played, and the number of illegal tries since the last ply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    pub plies: usize,
    /// The number of illegal tries since the last ply.
    pub tries: usize,
}

/// The numbers of illegal tries: one number for each ply, counting the tries before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameSteps(pub Vec<usize>);

impl Step {
    /// Returns the step after `plies` plies, before any try.
    pub const fn after(plies: usize) -> Self {
        Self { plies, tries: 0 }
    }
}

impl GameSteps {
    pub const fn plies(&self) -> usize {
        self.0.len()
    }

    /// Returns the number of illegal tries after the first `plies` plies and before the next ply; 0 at the end of the
    /// game.
    pub fn tries(&self, plies: usize) -> usize {
        self.0.get(plies).copied().unwrap_or(0)
    }

    /// Returns `step`, or the nearest existing step.
    pub fn nearest(&self, step: Step) -> Step {
        let plies = step.plies.min(self.plies());
        Step { plies, tries: step.tries.min(self.tries(plies)) }
    }

    /// Returns the step one ply forward, or one ply back if not `forward`. From a try, a step back leads to the ply
    /// before the tries. At the end and the start of the game, stays there.
    pub fn by_ply(&self, step: Step, forward: bool) -> Step {
        match (forward, step.tries) {
            (true, _) => Step::after((step.plies + 1).min(self.plies())),
            (false, 0) => Step::after(step.plies.saturating_sub(1)),
            (false, _) => Step::after(step.plies),
        }
    }

    /// Returns the step one try or ply forward, or back if not `forward`. The last try is followed by the next ply. A
    /// step back from a ply leads to the last try before the ply or, without tries, to the previous ply.
    pub fn by_try(&self, step: Step, forward: bool) -> Step {
        let Step { plies, tries } = step;
        if forward {
            if tries < self.tries(plies) {
                return Step { plies, tries: tries + 1 };
            }
            return self.by_ply(step, true);
        }
        if let Some(tries) = tries.checked_sub(1) {
            return Step { plies, tries };
        }
        plies.checked_sub(1).map_or(step, |plies| Step { plies, tries: self.tries(plies) })
    }
}
