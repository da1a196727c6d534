//! [`Effort`]: how far a search has come, and whether it shall go on.

use std::ops::ControlFlow;

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// How many of the first tries have been judged; 0 while one of them is being looked into.
    pub judged: usize,
    /// How many first tries there are.
    pub of: usize,
    /// How many positions have been set up so far.
    pub boards: u64,
}

/// Is told how far a search has come, and ends it by breaking.
pub type Watch<'w> = dyn FnMut(Effort) -> ControlFlow<()> + 'w;

/// At least after so many positions it is asked whether to go on: some milliseconds of work, and 20 times as
/// much in a build for tests.
pub(super) const BETWEEN: u32 = 4096;

/// The search was ended.
pub(super) struct Stopped;

/// Counts the positions that a search sets up, and asks now and then whether it shall go on.
pub(super) struct Work<'w, 'f> {
    watch: &'w mut Watch<'f>,
    boards: u64,
    /// Since it was asked last.
    since: u32,
}

impl<'w, 'f> Work<'w, 'f> {
    pub(super) fn new(watch: &'w mut Watch<'f>) -> Self {
        Self {
            watch,
            boards: 0,
            since: 0,
        }
    }

    /// So many positions more have been set up.
    pub(super) fn add(&mut self, boards: u32) -> Result<(), Stopped> {
        self.boards += u64::from(boards);
        self.since += boards;
        if self.since < BETWEEN {
            return Ok(());
        }
        self.tell(0, 0)
    }

    /// Tells how many first tries have been judged.
    pub(super) fn tell(&mut self, judged: usize, of: usize) -> Result<(), Stopped> {
        self.since = 0;
        let effort = Effort {
            judged,
            of,
            boards: self.boards,
        };
        match (self.watch)(effort) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stopped),
        }
    }
}
