//! [`Belief`]: the positions that are consistent with what one player has heard.
//!
//! The set is exact up to two million positions ([`Limits`]). A larger set is replaced by a random sample, and later
//! sets are samples too. Probabilities from a sample are estimates, biased towards positions to which many earlier
//! positions lead. After 16 plies of sampling, a sample has at most 25,000 positions instead of 250,000. An empty sample does not prove that no position is possible.

use super::{
    BeliefWalk, BoardEnd, Heard, HeardMove, Hearing, Obstacle, Rules, UncertainError,
    expand::{AnnouncementPart, Expansion, words},
    hidden::Hidden,
    pool::Pool,
    response,
};
use crate::{
    kriegspiel::notation::{PlyName, Response},
    parallel::run_in_order,
    rules::{Attempt, Board, Color, OwnPieces, Role, Square},
};
use std::ops::ControlFlow;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of positions in an exact belief.
    pub exact: usize,
    /// The maximum number of positions in a sample.
    pub sample: usize,
    /// The number of plies after which a sample is reduced to a tenth, so that long games end in time.
    pub sampled_plies: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { exact: 2_000_000, sample: 250_000, sampled_plies: 16 }
    }
}

/// The number of positions in a chunk: a few milliseconds of work for one thread. Progress is reported for each chunk.
const CHUNK_POSITIONS: usize = 1024;

/// What one player knows about a position: the player's own pieces, and the possible placements of the opponent's
/// pieces.
#[derive(Clone, Debug)]
pub struct Belief {
    /// The player whose knowledge this is.
    seat: Color,
    turn: Color,
    rules: Rules,
    own: OwnPieces,
    positions: Vec<Hidden>,
    exact: bool,
    limits: Limits,
    plies: usize,
    /// The number of plies for which a sample is not reduced.
    full_plies: usize,
    /// The number of the draw. Each draws other samples.
    draw: u32,
}

/// How the announcements of one ply reduced the number of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of positions before the ply.
    pub before: usize,
    /// The effect of each announcement, in the order heard.
    pub narrowed: Vec<Narrowing>,
    /// The number of distinct positions after the ply.
    pub after: usize,
    /// Whether all positions that are possible after the ply are present, not just a sample.
    pub exact: bool,
}

/// How one announcement reduced the number of ways to play a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Narrowing {
    pub word: AnnouncementPart,
    /// The number of ways to play the ply that are consistent with this and all earlier announcements of the ply,
    /// summed over all positions before the ply. In each position, the player's own ply can be played in at most one
    /// way.
    pub ways: u64,
}

/// The progress on one ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    pub ply: usize,
    /// The number of processed positions.
    pub done: usize,
    /// The number of positions to process.
    pub total: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BeliefError {
    #[error("stopped")]
    Stopped,
    #[error(transparent)]
    Obstacle(#[from] Obstacle),
    #[error(transparent)]
    Uncertain(#[from] UncertainError),
    #[error("{}", describe_contradiction(*name, *word))]
    Impossible {
        /// The index of the ply whose announcements exclude all positions.
        ply: usize,
        name: PlyName,
        /// The announcement that excludes the last remaining positions; `None` if unknown.
        word: Option<AnnouncementPart>,
    },
    /// No position of the sample is consistent with the announcements. Positions outside the sample may be consistent.
    #[error("no sampled position matches {name}; the possible positions after it are unknown")]
    SampleLost { ply: usize, name: PlyName },
}

fn describe_contradiction(name: PlyName, word: Option<AnnouncementPart>) -> String {
    let what = match word {
        None => "the announcement",
        Some(AnnouncementPart::Answer(_)) => "the answer to “Any?”",
        Some(AnnouncementPart::Promotion(_)) => "the announcement of a promotion",
        Some(AnnouncementPart::Illegal(_)) => "the illegal try",
        Some(AnnouncementPart::Legal) => "the legal move",
        Some(AnnouncementPart::Tries(_)) => "the number of tries",
        Some(AnnouncementPart::Capture(_)) => "the capture announcement",
        Some(AnnouncementPart::Checks) => "the check announcement",
        Some(AnnouncementPart::PawnTries(_)) => "the number of pawn tries",
        Some(AnnouncementPart::Mate) => "the mate announcement",
    };
    format!("no position is left at {name}: {what} contradicts earlier announcements")
}

/// The referee's answer to a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    Illegal,
    Legal { response: Response, end: Option<BoardEnd> },
}

/// The probability of each opposing piece on each square, computed from all positions of a belief.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceProbabilities {
    counts: [[u32; 64]; 6],
    positions: u32,
    exact: bool,
}

impl PieceProbabilities {
    /// Returns the probability, from 0 to 1, that an opposing `role` stands on `square`.
    pub fn of(&self, role: Role, square: Square) -> f64 {
        self.share(self.count(role, square))
    }

    /// Returns whether the probabilities are exact, not estimates from a sample.
    pub const fn is_exact(&self) -> bool {
        self.exact
    }

    /// Returns the opposing piece that stands on `square` in every possible position. Returns `None` if there is no
    /// such piece or the positions are a sample.
    pub fn certain(&self, square: Square) -> Option<Role> {
        if !self.exact {
            return None;
        }
        // A belief has a position.
        Role::ALL.into_iter().find(|role| self.count(*role, square) == self.positions)
    }

    /// Returns the probability, from 0 to 1, that any opposing piece stands on `square`.
    pub fn of_any(&self, square: Square) -> f64 {
        // A sum of probabilities could differ from 1 by a rounding error.
        self.share(Role::ALL.into_iter().map(|role| self.count(role, square)).sum())
    }

    /// Returns the number of positions in which an opposing `role` stands on `square`.
    fn count(&self, role: Role, square: Square) -> u32 {
        self.counts[role as usize - 1][usize::from(square)]
    }

    fn share(&self, count: u32) -> f64 {
        f64::from(count) / f64::from(self.positions)
    }
}

impl Belief {
    /// Returns what the player of `hearing` knows before the first ply: the whole starting position, or all positions
    /// of an uncertain one.
    ///
    /// # Errors
    /// The [`Obstacle`] of `hearing`, or an uncertain position with none or too many possible positions.
    pub fn start(hearing: &Hearing, limits: Limits) -> Result<Self, BeliefError> {
        if let Some(obstacle) = hearing.obstacle {
            return Err(obstacle.into());
        }
        if let Some(uncertain) = &hearing.uncertain {
            return Ok(uncertain.belief(hearing.rules, limits)?);
        }
        let Hearing { seat, start, rules, .. } = hearing;
        let positions = vec![Hidden::of(start, seat.other())];
        Ok(Self::of_positions(start, *seat, *rules, limits, positions))
    }

    /// Returns the belief of a player before the first ply. `start` has the player's own pieces and the side to move.
    pub(super) fn of_positions(
        start: &Board,
        seat: Color,
        rules: Rules,
        limits: Limits,
        positions: Vec<Hidden>,
    ) -> Self {
        Self {
            seat,
            turn: start.turn(),
            rules,
            own: start.own_pieces(seat),
            positions,
            exact: true,
            limits,
            plies: 0,
            full_plies: limits.sampled_plies,
            draw: 0,
        }
    }

    /// Returns the belief with another draw of samples, which are not reduced before ply `until`.
    pub(super) fn drawn_again(&self, draw: u32, until: usize) -> Self {
        let full_plies = until.saturating_sub(self.plies).max(self.limits.sampled_plies);
        Self { full_plies, draw, ..self.clone() }
    }

    /// Computes what the player of `hearing` knows after `plies` plies, or after the last ply if there are fewer. Also
    /// returns the effect of each ply. `watch` receives the progress and can return `Break` to cancel.
    ///
    /// # Errors
    /// [`BeliefError`]: an obstacle, cancelled, or no position is left.
    pub fn after(
        hearing: &Hearing,
        plies: usize,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<(Self, Vec<Step>), BeliefError> {
        let mut walk = BeliefWalk::start(hearing, Limits::default())?;
        let mut steps = Vec::new();
        while steps.len() < plies
            && let Some(step) = walk.step(watch)?
        {
            steps.push(step);
        }
        Ok((walk.into_belief(), steps))
    }

    pub const fn seat(&self) -> Color {
        self.seat
    }

    pub const fn rules(&self) -> Rules {
        self.rules
    }

    pub const fn own(&self) -> &OwnPieces {
        &self.own
    }

    pub const fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns `false`, since a belief always has a position.
    pub const fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns whether the belief contains all possible positions, not just a sample.
    pub const fn is_exact(&self) -> bool {
        self.exact
    }

    pub const fn plies(&self) -> usize {
        self.plies
    }

    pub fn boards(&self) -> impl Iterator<Item = Board> {
        self.positions.iter().map(|hidden| hidden.board(&self.own, self.turn))
    }

    pub(super) fn positions(&self) -> &[Hidden] {
        &self.positions
    }

    pub fn chances(&self) -> PieceProbabilities {
        let mut counts = [[0; 64]; 6];
        for hidden in &self.positions {
            for (role, counts) in Role::ALL.into_iter().zip(&mut counts) {
                for square in hidden.squares(role) {
                    counts[usize::from(square)] += 1;
                }
            }
        }
        PieceProbabilities {
            counts,
            positions: u32::try_from(self.positions.len()).unwrap_or(u32::MAX),
            exact: self.exact,
        }
    }

    /// Returns the possible answers of the referee to `attempt`, most frequent first. Each answer comes with the number
    /// of positions in which the referee gives it. The player must be to move.
    pub fn answers(&self, attempt: Attempt) -> Vec<(Answer, usize)> {
        let mut answers = std::collections::BTreeMap::new();
        for before in self.boards() {
            let answer = match before.legal_move_for(attempt) {
                None => Answer::Illegal,
                Some(mv) => {
                    let after = before.after_move(mv);
                    Answer::Legal {
                        response: response(&before, mv, &after, self.rules).as_mover_hears(),
                        end: BoardEnd::of(&after),
                    }
                }
            };
            *answers.entry(answer).or_insert(0) += 1;
        }
        let mut answers: Vec<_> = answers.into_iter().collect();
        answers.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        answers
    }

    /// Updates the belief after the ply `heard`, on all cores. `watch` receives the progress and can return `Break` to
    /// cancel.
    ///
    /// # Errors
    /// [`BeliefError`]: cancelled, or no position is left. The belief is then unchanged.
    pub fn hear(
        &mut self,
        heard: &Heard,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Step, BeliefError> {
        let Limits { exact, sample, .. } = self.limits;
        let sample = if self.full_plies > 0 { sample } else { sample.div_ceil(10) };
        let limit = if self.exact { exact } else { sample };
        let mut pool = Pool::new(limit, self.plies as u64 | u64::from(self.draw) << 32);
        let ways = self.expand(heard, &mut pool, watch)?;
        let exact = self.exact && !pool.is_thinned();
        if !exact {
            pool.thin(sample);
        }
        let narrowed: Vec<Narrowing> = words(heard, self.rules)
            .into_iter()
            .zip(ways)
            .map(|(word, ways)| Narrowing { word, ways })
            .collect();
        let positions = pool.into_sorted();
        if positions.is_empty() {
            let ply = self.plies;
            let name = heard.name;
            let word = narrowed.iter().find(|it| it.ways == 0).map(|it| it.word);
            return Err(if self.exact {
                BeliefError::Impossible { ply, name, word }
            } else {
                BeliefError::SampleLost { ply, name }
            });
        }
        let step = Step { before: self.positions.len(), narrowed, after: positions.len(), exact };
        match heard.mv {
            HeardMove::Own { attempt, .. } => self.own.play(attempt),
            HeardMove::Other { .. } => {
                if let Some(square) = heard.response.capture {
                    self.own.remove_captured(square);
                }
            }
        }
        self.positions = positions;
        self.exact = exact;
        self.turn = self.turn.other();
        self.plies += 1;
        if !exact {
            self.full_plies = self.full_plies.saturating_sub(1);
        }
        Ok(step)
    }

    /// Fills `pool` with the positions after the announced ply `heard`. Returns the [`Narrowing::ways`] of each part of
    /// the announcement, or [`BeliefError::Stopped`] if `watch` cancels.
    fn expand(
        &self,
        heard: &Heard,
        pool: &mut Pool,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Vec<u64>, BeliefError> {
        let expansion = Expansion { heard, own: &self.own, turn: self.turn, rules: self.rules };
        let mut ways = vec![0; words(heard, self.rules).len()];
        let chunks: Vec<&[Hidden]> = self.positions.chunks(CHUNK_POSITIONS).collect();
        run_in_order(
            chunks.len(),
            |(): &mut (), number| expansion.expand(chunks[number]),
            |number, collected| {
                let done = number * CHUNK_POSITIONS;
                let progress = Progress { ply: self.plies, done, total: self.positions.len() };
                if watch(progress).is_break() {
                    return Err(BeliefError::Stopped);
                }
                for (all, more) in ways.iter_mut().zip(collected.ways) {
                    *all += more;
                }
                pool.insert_all(collected.positions);
                Ok(())
            },
        )?;
        Ok(ways)
    }
}
