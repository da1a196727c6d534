//! [`Belief`]: every position that is consistent with what one player has heard.
//!
//! The set is exact up to two million members ([`Limits`]). Beyond, it is thinned out to positions of which
//! each one that was found had the same chance of being kept, and from then on it is a sample: chances are
//! estimates, a position that can be reached from many others is more likely to be found at all, and that
//! none is left no longer proves that none is possible.

use super::{
    Heard, HeardMove, Hearing, Rules,
    expand::{Expansion, Found, words},
    hidden::Hidden,
    pool::Pool,
    response,
};
use crate::{
    kriegspiel::notation::Response,
    rules::{Attempt, Board, Color, OwnPieces, Role, Square},
};
use rayon::{ThreadPool, ThreadPoolBuilder, prelude::*};
use std::ops::ControlFlow;

/// How many positions are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// All of them up to so many.
    pub exact: usize,
    /// At most so many, fairly chosen, once there have been more than that.
    pub sample: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { exact: 2_000_000, sample: 250_000 }
    }
}

/// After so many positions it is told how far the work has come: some ten milliseconds of work. So many are divided among
/// the threads at once: where other programs keep a core busy, threads that wait for each other often would wait long.
const EACH: usize = 8192;

/// The parts into which these are divided. One that is soon done leaves its thread free for the next.
const PART: usize = 512;

/// What one player can know of a position.
#[derive(Clone, Debug)]
pub struct Belief {
    seat: Color,
    turn: Color,
    rules: Rules,
    own: OwnPieces,
    positions: Vec<Hidden>,
    exact: bool,
    limits: Limits,
    plies: usize,
}

/// How what was heard of one ply has narrowed the positions down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// How many positions there were before.
    pub before: usize,
    /// What was heard, in order, and how many ways to go on each left over: positions where it was the
    /// player's own ply, pairs of a position and a reply where it was the other's.
    pub narrowed: Vec<Narrowing>,
    /// How many different positions there are after it.
    pub after: usize,
    /// Whether these are all, and no sample.
    pub exact: bool,
}

/// One thing that was heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Narrowing {
    /// What.
    pub word: Word,
    /// In how many ways the ply can have been played, given this and all before it.
    pub ways: u64,
}

/// Something that the referee lets a player know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// The player's own try, by its place among them, was illegal.
    Illegal(usize),
    /// The player's own move was legal.
    Legal,
    /// The other had so many illegal tries, and a legal move.
    Tries(u32),
    /// What was taken, or that nothing was.
    Capture(Option<Square>),
    /// Whether and from where there is check.
    Checks,
    /// How many captures by pawns there are.
    PawnTries(u16),
    /// That it is mate.
    Mate,
}

/// How far the work on one ply has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The ply, from 0.
    pub ply: usize,
    /// How many positions have been looked at.
    pub done: usize,
    /// Of how many.
    pub of: usize,
}

/// Why there is no belief.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoBelief {
    /// It was asked to stop.
    #[error("stopped")]
    Stopped,
    /// No position is consistent with what was heard.
    #[error("{}", impossible(*ply, *word))]
    Impossible {
        /// The ply, from 0, at which none was left.
        ply: usize,
        /// What was heard last.
        word: Option<Word>,
    },
    /// None of the sample is consistent with what was heard, which proves nothing.
    #[error("none of the sampled positions fits ply {}; what is possible from there on is not known", ply + 1)]
    SampleLost {
        /// The ply, from 0.
        ply: usize,
    },
}

fn impossible(ply: usize, word: Option<Word>) -> String {
    let what = match word {
        None => "what is announced",
        Some(Word::Illegal(_)) => "that the try was illegal",
        Some(Word::Legal) => "that the move was legal",
        Some(Word::Tries(_)) => "the number of tries",
        Some(Word::Capture(_)) => "what is announced of a capture",
        Some(Word::Checks) => "what is announced of check",
        Some(Word::PawnTries(_)) => "the number of pawn tries",
        Some(Word::Mate) => "that it is mate",
    };
    format!("at ply {} no position is left: {what} contradicts all that was heard before", ply + 1)
}

/// What the referee would say to a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// It is illegal.
    Illegal,
    /// It is legal, and this is announced.
    Legal {
        /// What is announced.
        response: Response,
        /// Whether it is mate.
        mate: bool,
    },
}

/// In how many positions each kind of piece stands on each square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chances {
    counts: [[u32; 64]; 6],
    positions: u32,
    exact: bool,
}

impl Chances {
    /// How likely a piece of the other side, a `role`, stands on `square`: from 0 to 1.
    #[must_use]
    pub fn of(&self, role: Role, square: Square) -> f64 {
        f64::from(self.counts[role as usize - 1][usize::from(square)]) / f64::from(self.positions)
    }

    /// Whether they are those of all positions that are possible, and no estimates from a sample.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        self.exact
    }

    /// The piece of the other side that stands on `square` in every position that is possible.
    #[must_use]
    pub fn certain(&self, square: Square) -> Option<Role> {
        let mut roles = Role::ALL.into_iter();
        let sure = |role: &Role| {
            let count = self.counts[*role as usize - 1][usize::from(square)];
            count == self.positions && count > 0
        };
        roles.find(sure).filter(|_| self.exact)
    }

    /// How likely any piece of the other side stands on `square`: from 0 to 1.
    #[must_use]
    pub fn of_any(&self, square: Square) -> f64 {
        Role::ALL.into_iter().map(|role| self.of(role, square)).sum()
    }
}

impl Belief {
    /// What the player of `hearing` knows before the first ply: everything.
    #[must_use]
    pub fn start(hearing: &Hearing, limits: Limits) -> Self {
        Self {
            seat: hearing.seat,
            turn: hearing.start.turn(),
            rules: hearing.rules,
            own: hearing.start.own_pieces(hearing.seat),
            positions: vec![Hidden::of(&hearing.start, hearing.seat.other())],
            exact: true,
            limits,
            plies: 0,
        }
    }

    /// What the player of `hearing` knows after `plies` plies, and how it came to that ply by ply. `watch` is
    /// told how far the work has come, and ends it by breaking.
    ///
    /// # Errors
    /// That it was ended, or that no position is left, and at which ply.
    pub fn after(
        hearing: &Hearing,
        plies: usize,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<(Self, Vec<Step>), NoBelief> {
        let mut belief = Self::start(hearing, Limits::default());
        let plies = plies.min(hearing.plies.len());
        let mut steps = Vec::with_capacity(plies);
        for heard in &hearing.plies[..plies] {
            steps.push(belief.hear(heard, watch)?);
        }
        Ok((belief, steps))
    }

    /// Whose knowledge it is.
    #[must_use]
    pub const fn seat(&self) -> Color {
        self.seat
    }

    /// Who is to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The player's own pieces.
    #[must_use]
    pub const fn own(&self) -> &OwnPieces {
        &self.own
    }

    /// How many positions are kept.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether none is, which never is so.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Whether these are all that are possible, and no sample.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        self.exact
    }

    /// After how many plies this is known.
    #[must_use]
    pub const fn plies(&self) -> usize {
        self.plies
    }

    /// Each position that is thought possible.
    pub fn boards(&self) -> impl Iterator<Item = Board> {
        self.positions.iter().map(|hidden| hidden.board(&self.own, self.turn))
    }

    pub(super) fn positions(&self) -> &[Hidden] {
        &self.positions
    }

    /// Where the pieces of the other side may stand.
    #[must_use]
    pub fn chances(&self) -> Chances {
        let mut counts = [[0; 64]; 6];
        for hidden in &self.positions {
            for (role, counts) in Role::ALL.into_iter().zip(&mut counts) {
                for square in hidden.squares(role) {
                    counts[usize::from(square)] += 1;
                }
            }
        }
        Chances {
            counts,
            positions: u32::try_from(self.positions.len()).unwrap_or(u32::MAX),
            exact: self.exact,
        }
    }

    /// What the referee would say if the player, whose turn it is, tried `attempt`, and in how many of the
    /// positions: the most frequent first.
    #[must_use]
    pub fn answers(&self, attempt: Attempt) -> Vec<(Answer, usize)> {
        let mut answers = std::collections::BTreeMap::new();
        for before in self.boards() {
            let answer = match before.allow(attempt) {
                None => Answer::Illegal,
                Some(mv) => {
                    let mut after = before.clone();
                    after.play(mv);
                    Answer::Legal {
                        response: response(&before, mv, &after, self.rules).as_mover_hears(),
                        mate: after.is_chess_mate(),
                    }
                }
            };
            *answers.entry(answer).or_insert(0) += 1;
        }
        let mut answers: Vec<_> = answers.into_iter().collect();
        answers.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        answers
    }

    /// Goes on by one ply, of which `heard` was heard, on all cores.
    ///
    /// # Errors
    /// That it was ended, or that no position is left. The belief is then as it was.
    pub fn hear(
        &mut self,
        heard: &Heard,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Step, NoBelief> {
        self.hear_on(0, heard, watch)
    }

    /// The same on so many threads, on as many as there are cores where that is 0. What is known is the same on any
    /// number.
    ///
    /// # Errors
    /// As [`Self::hear`].
    pub fn hear_on(
        &mut self,
        threads: usize,
        heard: &Heard,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Step, NoBelief> {
        let Limits { exact, sample } = self.limits;
        let most = if self.exact { exact } else { sample };
        let mut pool = Pool::new(most, self.plies as u64);
        let threads = self.threads(threads);
        let ways = self.expand(threads.as_ref(), heard, &mut pool, watch)?;
        let exact = self.exact && !pool.is_thinned();
        if !exact {
            pool.thin(sample);
        }
        let narrowed: Vec<Narrowing> = words(heard, self.rules)
            .into_iter()
            .zip(ways)
            .map(|(word, ways)| Narrowing { word, ways })
            .collect();
        let mut positions = pool.into_vec();
        match &threads {
            Some(threads) => threads.install(|| positions.par_sort_unstable()),
            None => positions.sort_unstable(),
        }
        if positions.is_empty() {
            let ply = self.plies;
            let word = narrowed.iter().find(|it| it.ways == 0).map(|it| it.word);
            return Err(if self.exact {
                NoBelief::Impossible { ply, word }
            } else {
                NoBelief::SampleLost { ply }
            });
        }
        let step = Step { before: self.positions.len(), narrowed, after: positions.len(), exact };
        match heard.mv {
            HeardMove::Own { attempt, .. } => self.own.play(attempt),
            HeardMove::Other { .. } => {
                if let Some(square) = heard.response.capture {
                    self.own.lose(square);
                }
            }
        }
        self.positions = positions;
        self.exact = exact;
        self.turn = self.turn.other();
        self.plies += 1;
        Ok(step)
    }

    /// Threads for the next ply, where there is work for them. Lists are filtered by those that all share.
    fn threads(&self, threads: usize) -> Option<ThreadPool> {
        if threads == 1 || self.positions.len() < 2 * PART {
            return None;
        }
        let pool =
            ThreadPoolBuilder::new().num_threads(threads).thread_name(|_| "believe".to_owned());
        pool.build().ok()
    }

    /// Fills `pool` with what comes after one ply, of which `heard` was heard: in how many ways the ply can be played,
    /// word by word.
    fn expand(
        &self,
        threads: Option<&ThreadPool>,
        heard: &Heard,
        pool: &mut Pool,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Vec<u64>, NoBelief> {
        let expansion = Expansion { heard, own: &self.own, turn: self.turn, rules: self.rules };
        let mut ways = vec![0; words(heard, self.rules).len()];
        for (round, some) in self.positions.chunks(EACH).enumerate() {
            let progress =
                Progress { ply: self.plies, done: round * EACH, of: self.positions.len() };
            if watch(progress).is_break() {
                return Err(NoBelief::Stopped);
            }
            let sieve = pool.sieve();
            let expand = |part: &[Hidden]| expansion.expand(part, sieve);
            let mut work = || {
                let found: Vec<Found> = match threads {
                    Some(_) => some.par_chunks(PART).map(expand).collect(),
                    None => vec![expand(some)],
                };
                let (counts, found): (Vec<_>, Vec<_>) =
                    found.into_iter().map(|it| (it.ways, it.positions)).unzip();
                pool.take_in(&found);
                counts
            };
            let counts = match threads {
                Some(threads) => threads.install(work),
                None => work(),
            };
            for count in counts {
                for (all, more) in ways.iter_mut().zip(count) {
                    *all += more;
                }
            }
        }
        Ok(ways)
    }
}
