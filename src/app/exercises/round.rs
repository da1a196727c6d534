//! [`Exercises`]: the current exercises and the one on the boards.

use super::{Gathered, Posed, Solving};
use crate::{app::Notice, search::Walked, settings::ExerciseScore};

/// The current exercises, if any.
#[derive(Clone, Debug, Default)]
pub struct Exercises {
    pub(in crate::app) round: Option<Round>,
}

/// The outcome of an exercise. Only the first one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Solved without mistakes or hints.
    AtOnce,
    /// Solved after mistakes or hints.
    Later,
    /// The solution was shown.
    MomentView,
}

/// A series of exercises.
#[derive(Clone, Debug)]
pub struct Round {
    /// The exercises found, with their outcomes.
    posed: Vec<(Posed, Option<Outcome>)>,
    /// The index of the current one.
    at: usize,
    /// The state of solving it.
    solving: Option<Solving>,
    /// The progress of the search for more, while it is running.
    pub walked: Option<Walked>,
    /// The notices of the match, restored when the exercises are left.
    pub(in crate::app) aside: Vec<Notice>,
}

impl Exercises {
    /// Returns the current exercises; `None` if the match is shown.
    #[must_use]
    pub const fn round(&self) -> Option<&Round> {
        self.round.as_ref()
    }
}

impl Round {
    /// Creates a round whose exercises are being searched in `matches` matches.
    pub(in crate::app) const fn seeking(matches: usize, aside: Vec<Notice>) -> Self {
        Self {
            posed: Vec::new(),
            at: 0,
            solving: None,
            walked: Some(Walked::none_of(matches)),
            aside,
        }
    }

    /// Returns the number of exercises found.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.posed.len()
    }

    /// Returns the number of the current exercise, one-based; 0 if there is none.
    #[must_use]
    pub fn number(&self) -> usize {
        (self.at + 1).min(self.posed.len())
    }

    /// Returns the current exercise and the state of solving it.
    #[must_use]
    pub fn now(&self) -> Option<(&Posed, &Solving)> {
        Some((&self.posed.get(self.at)?.0, self.solving.as_ref()?))
    }

    /// Adds exercises.
    pub fn take(&mut self, gathered: Gathered) {
        let new = gathered.posed.into_iter().map(|posed| (posed, None));
        self.posed.extend(new);
        self.walked = gathered.walked;
        if self.solving.is_none() {
            self.go_to(0);
        }
    }

    /// Goes to the next or previous exercise. Returns whether there is one.
    pub fn step(&mut self, forward: bool) -> bool {
        let to = if forward { self.at.checked_add(1) } else { self.at.checked_sub(1) };
        let to = to.filter(|&to| to < self.posed.len());
        if let Some(to) = to {
            self.go_to(to);
        }
        to.is_some()
    }

    fn go_to(&mut self, at: usize) {
        if let Some((posed, _)) = self.posed.get(at) {
            self.at = at;
            self.solving = Some(Solving::of(posed));
        }
    }

    /// Applies `act` to the current exercise. Its first outcome is added to `score`.
    pub fn act(&mut self, score: &mut ExerciseScore, act: impl FnOnce(&mut Solving, &Posed)) {
        let (Some((posed, outcome)), Some(solving)) =
            (self.posed.get_mut(self.at), &mut self.solving)
        else {
            return;
        };
        act(solving, posed);
        let Some(new) = solving.outcome().filter(|_| outcome.is_none()) else {
            return;
        };
        *outcome = Some(new);
        let count = match new {
            Outcome::AtOnce => &mut score.at_once,
            Outcome::Later => &mut score.later,
            Outcome::MomentView => &mut score.shown,
        };
        *count = count.saturating_add(1);
    }

    /// Returns the state of solving the current exercise.
    pub(in crate::app) const fn solving_mut(&mut self) -> Option<&mut Solving> {
        self.solving.as_mut()
    }
}
