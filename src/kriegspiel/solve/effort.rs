//! [`Work`]: how far a search on several threads has come, and whether it shall go on.

use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
        mpsc::{Receiver, SyncSender, sync_channel},
    },
};

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Within how many plies mate is sought now: first 1, then 3 and so on. 0 while a first try is being looked into.
    pub plies: u32,
    /// How many of the first tries have been judged; 0 while one of them is being looked into.
    pub judged: usize,
    /// How many first tries there are.
    pub of: usize,
    /// How many positions have been set up so far.
    pub boards: u64,
}

/// Is told how far a search has come, and ends it by breaking. It is called by the thread that asked for the search.
pub type Watch<'w> = dyn FnMut(Effort) -> ControlFlow<()> + 'w;

/// At least after so many positions it is told how far the search has come: some milliseconds of work, and 20 times
/// as much in a build for tests.
const BETWEEN: u64 = 3000;

/// After so many positions a thread tells the others of them, who share one count.
const UNSAID: u32 = 128;

/// The search was ended, or nobody needs this part of it any more.
pub(super) struct Stopped;

/// So much may be said before the thread that asked has heard it.
const UNHEARD: usize = 64;

/// What the threads of a search share.
pub(super) struct Shared {
    /// The way to the thread that asked for the search. Nobody waits for its answer: it may sleep.
    efforts: SyncSender<Effort>,
    boards: AtomicU64,
    /// The count when it was told last.
    told: AtomicU64,
    stopped: Arc<AtomicBool>,
}

/// What the thread that asked for a search hears of it, until the search is over.
pub(super) struct Told {
    efforts: Receiver<Effort>,
    stopped: Arc<AtomicBool>,
}

impl Told {
    /// Passes all of it on to `watch`. Says whether that ended the search.
    pub(super) fn pass_on(self, watch: &mut Watch<'_>) -> ControlFlow<()> {
        for effort in self.efforts {
            if watch(effort).is_break() {
                self.stopped.store(true, Relaxed);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

impl Shared {
    pub(super) fn new() -> (Self, Told) {
        let (sender, efforts) = sync_channel(UNHEARD);
        let stopped = Arc::new(AtomicBool::new(false));
        let shared = Self {
            efforts: sender,
            boards: AtomicU64::new(0),
            told: AtomicU64::new(0),
            stopped: Arc::clone(&stopped),
        };
        (shared, Told { efforts, stopped })
    }

    fn tell(&self, effort: Effort) -> Result<(), Stopped> {
        let boards = self.boards.load(Relaxed);
        self.told.store(boards, Relaxed);
        // Who hears no more has ended the search.
        let sent = self.efforts.send(Effort { boards, ..effort });
        sent.map_err(|_| Stopped)
    }
}

/// A part of a search, which can be given up with all parts of it while the rest goes on.
pub(super) struct Part<'p> {
    whole: Option<&'p Self>,
    given_up: AtomicBool,
}

impl<'p> Part<'p> {
    /// A part of `whole`; all of the search where there is none.
    pub(super) const fn of(whole: Option<&'p Self>) -> Self {
        Self { whole, given_up: AtomicBool::new(false) }
    }

    /// Nobody needs it any more.
    pub(super) fn give_up(&self) {
        self.given_up.store(true, Relaxed);
    }

    /// Whether nobody needs it any more, or all that it is a part of.
    pub(super) fn is_given_up(&self) -> bool {
        self.given_up.load(Relaxed) || self.whole.is_some_and(Self::is_given_up)
    }
}

/// Counts the positions that one thread sets up, and tells now and then how many there are.
pub(super) struct Work<'s> {
    shared: &'s Shared,
    part: &'s Part<'s>,
    /// Positions that the others were not told of.
    unsaid: u32,
}

impl<'s> Work<'s> {
    pub(super) const fn new(shared: &'s Shared, part: &'s Part<'s>) -> Self {
        Self { shared, part, unsaid: 0 }
    }

    /// The same work on `part` of this part, on another thread.
    pub(super) const fn fork<'t>(&self, part: &'t Part<'t>) -> Work<'t>
    where
        's: 't,
    {
        Work::new(self.shared, part)
    }

    /// The part of the search that is worked on.
    pub(super) const fn part(&self) -> &'s Part<'s> {
        self.part
    }

    /// So many positions more have been set up.
    pub(super) fn add(&mut self, boards: u32) -> Result<(), Stopped> {
        self.unsaid += boards;
        if self.unsaid < UNSAID {
            return Ok(());
        }
        self.say();
        if self.part.is_given_up() || self.shared.stopped.load(Relaxed) {
            return Err(Stopped);
        }
        let told = self.shared.told.load(Relaxed);
        if self.shared.boards.load(Relaxed).saturating_sub(told) < BETWEEN {
            return Ok(());
        }
        self.shared.tell(Effort::default())
    }

    /// Tells how far the first tries have come; the positions are counted here.
    pub(super) fn tell(&mut self, effort: Effort) -> Result<(), Stopped> {
        self.say();
        self.shared.tell(effort)
    }

    fn say(&mut self) {
        self.shared.boards.fetch_add(self.unsaid.into(), Relaxed);
        self.unsaid = 0;
    }
}

impl Drop for Work<'_> {
    fn drop(&mut self) {
        self.say();
    }
}
