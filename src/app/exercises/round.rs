//! [`Exercises`]: the exercises that are gone through, and which of them is on the boards.

use super::{Gathered, Posed, Solving};
use crate::{app::Notice, search::Walked, settings::ExerciseScore};

/// The exercises, while there are any on the boards.
#[derive(Clone, Debug, Default)]
pub struct Exercises {
    pub(in crate::app) round: Option<Round>,
}

/// How an exercise was done. Only the first time counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Without a mistake, and without a hint.
    AtOnce,
    /// After mistakes or hints.
    Later,
    /// The answer was asked for.
    Shown,
}

/// Exercises that are gone through one after the other.
#[derive(Clone, Debug)]
pub struct Round {
    /// Those that were found, with how they were done.
    posed: Vec<(Posed, Option<Outcome>)>,
    /// Which of them is on the boards.
    at: usize,
    /// What has been done with it.
    solving: Option<Solving>,
    /// How far the search for more has come, as long as it goes on.
    pub walked: Option<Walked>,
    /// The messages about the match, which are shown again when the exercises are left.
    pub(in crate::app) aside: Vec<Notice>,
}

impl Exercises {
    /// The exercises that are gone through; `None` where the match is shown.
    #[must_use]
    pub const fn round(&self) -> Option<&Round> {
        self.round.as_ref()
    }
}

impl Round {
    /// A round of exercises of `matches` matches that are still sought.
    pub(in crate::app) const fn seeking(matches: usize, aside: Vec<Notice>) -> Self {
        Self {
            posed: Vec::new(),
            at: 0,
            solving: None,
            walked: Some(Walked::none_of(matches)),
            aside,
        }
    }

    /// How many have been found.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.posed.len()
    }

    /// Which is on the boards, from 1; 0 where none has been found.
    #[must_use]
    pub fn number(&self) -> usize {
        (self.at + 1).min(self.posed.len())
    }

    /// The exercise on the boards, and what has been done with it.
    #[must_use]
    pub fn now(&self) -> Option<(&Posed, &Solving)> {
        Some((&self.posed.get(self.at)?.0, self.solving.as_ref()?))
    }

    /// Adds what was found.
    pub fn take(&mut self, gathered: Gathered) {
        let new = gathered.posed.into_iter().map(|posed| (posed, None));
        self.posed.extend(new);
        self.walked = gathered.walked;
        if self.solving.is_none() {
            self.go_to(0);
        }
    }

    /// Goes to the next exercise, or to the one before; whether there is one.
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

    /// Does something with the exercise on the boards. What comes of it for the first time is added to `score`.
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
            Outcome::Shown => &mut score.shown,
        };
        *count = count.saturating_add(1);
    }

    /// What has been done with the exercise on the boards.
    pub(in crate::app) const fn solving_mut(&mut self) -> Option<&mut Solving> {
        self.solving.as_mut()
    }
}
