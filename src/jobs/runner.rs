//! [`Runner`]: named threads for jobs, and the one place that drops late answers.
//!
//! It knows nothing of matches and files: what a job does is a closure, and what it answers is a type of the
//! caller's.

use super::{Cancel, cancel::Gate};
use std::{
    collections::HashMap,
    fmt::Debug,
    hash::Hash,
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

/// The number of a job. A later job has a higher number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId(u64);

/// What becomes of a job when the window closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtEnd {
    /// It runs to its end, as it writes what must not be lost; if that takes too long, it is cancelled.
    Finish,
    /// It is cancelled, and the program waits until it has stopped.
    Cancel,
    /// It is left alone: nothing in the program can end it, such as a dialog of the system.
    Leave,
}

/// How the jobs of one kind run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// What the jobs do, as the subject of a sentence.
    pub title: &'static str,
    /// The thread that they run on.
    pub thread: Thread,
    /// Whether a new job cancels those of the same kind.
    pub replaces: bool,
    /// What becomes of them when the window closes.
    pub at_end: AtEnd,
}

impl Row {
    /// The same, with a new job in place of those of its kind.
    #[must_use]
    pub const fn replacing(self) -> Self {
        Self { replaces: true, ..self }
    }

    /// The same, with a new job beside those of its kind.
    #[must_use]
    pub const fn keeping(self) -> Self {
        Self { replaces: false, ..self }
    }
}

/// The thread of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thread {
    /// Each job has a thread of its own, of this name.
    Own(&'static str),
    /// Jobs share the thread of this name, one after the other.
    Lane(&'static str),
}

/// The kinds of jobs that a [`Runner`] knows.
pub trait Kind: Copy + Debug + Eq + Hash + Send + 'static {
    /// What a job answers with.
    type Answer: Send + 'static;

    /// The row of this kind in the table of jobs.
    fn row(self) -> Row;

    /// The answer where a job of this kind has panicked.
    fn failed(self) -> Self::Answer;
}

/// What a job sees of the runner.
pub struct Desk<A> {
    job: JobId,
    cancel: Cancel,
    outbox: Sender<Message<A>>,
    wake: Wake,
}

type Wake = Arc<dyn Fn() + Send + Sync>;
type Work<A> = Box<dyn FnOnce(&Desk<A>) + Send>;

struct Message<A> {
    job: JobId,
    what: What<A>,
}

enum What<A> {
    Answer(A),
    Ended,
    Panicked,
}

struct Queued<A> {
    desk: Desk<A>,
    work: Work<A>,
}

struct Live<K> {
    kind: K,
    cancel: Cancel,
}

/// Runs jobs and hands on their answers.
///
/// Invariant: an answer is handed on only while its job is live. A job is live from [`Runner::start`] until it ends, is
/// cancelled, or is replaced. The runner's owner cancels and takes answers on one thread, so that no answer
/// of a job comes after it was cancelled.
pub struct Runner<K: Kind> {
    wake: Wake,
    outbox: Sender<Message<K::Answer>>,
    inbox: Receiver<Message<K::Answer>>,
    last: u64,
    live: HashMap<JobId, Live<K>>,
    lanes: HashMap<&'static str, Sender<Queued<K::Answer>>>,
    /// Those that a test has closed or opened.
    gates: HashMap<K, Gate>,
    finishing: Group,
    cancelled: Group,
}

impl<A> Desk<A> {
    /// The number of this job.
    #[must_use]
    pub const fn job(&self) -> JobId {
        self.job
    }

    /// The flag that asks this job to stop.
    #[must_use]
    pub const fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// Whether this job was asked to stop.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Answers, as often as there is something new: a result, or how far the job has come.
    pub fn answer(&self, answer: A) {
        self.send(What::Answer(answer));
        (self.wake)();
    }

    fn send(&self, what: What<A>) {
        // Once the window has closed, nobody listens.
        let _ = self.outbox.send(Message { job: self.job, what });
    }

    fn run(&self, work: Work<A>) {
        if self.is_cancelled() {
            return self.send(What::Ended);
        }
        // The job's own values are dropped with it, and all that it shares is behind locks and channels.
        match catch_unwind(AssertUnwindSafe(|| work(self))) {
            Ok(()) => self.send(What::Ended),
            Err(_) => {
                self.send(What::Panicked);
                (self.wake)();
            }
        }
    }
}

impl<K: Kind> Runner<K> {
    /// A runner without jobs. `wake` is called on a job's thread whenever there is an answer.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        let (outbox, inbox) = channel();
        Self {
            wake: Arc::new(wake),
            outbox,
            inbox,
            last: 0,
            live: HashMap::new(),
            lanes: HashMap::new(),
            gates: HashMap::new(),
            finishing: Group::new(),
            cancelled: Group::new(),
        }
    }

    /// Starts a job, or puts it in its lane.
    pub fn start(
        &mut self,
        kind: K,
        work: impl FnOnce(&Desk<K::Answer>) + Send + 'static,
    ) -> JobId {
        let row = kind.row();
        if row.replaces {
            self.cancel(kind);
        }
        self.last += 1;
        let job = JobId(self.last);
        let cancel = Cancel::behind(self.gates.entry(kind).or_default().clone());
        let desk = Desk {
            job,
            cancel: cancel.clone(),
            outbox: self.outbox.clone(),
            wake: Arc::clone(&self.wake),
        };
        self.live.insert(job, Live { kind, cancel });
        let queued = Queued { desk, work: Box::new(work) };
        let started = match row.thread {
            Thread::Lane(lane) => self.queue(lane, row.at_end, queued),
            Thread::Own(name) => self.spawn(name, row.at_end, move || {
                queued.desk.run(queued.work);
            }),
        };
        if started.is_err() {
            // The system has no thread left.
            let _ = self.outbox.send(Message { job, what: What::Panicked });
            (self.wake)();
        }
        job
    }

    fn queue(
        &mut self,
        lane: &'static str,
        at_end: AtEnd,
        queued: Queued<K::Answer>,
    ) -> io::Result<()> {
        if let Some(jobs) = self.lanes.get(lane) {
            // The lane's thread lives as long as its sender, so that nothing is lost here.
            let _ = jobs.send(queued);
            return Ok(());
        }
        let (jobs, inbox) = channel::<Queued<K::Answer>>();
        self.spawn(lane, at_end, move || {
            for Queued { desk, work } in inbox {
                desk.run(work);
            }
        })?;
        let _ = jobs.send(queued);
        self.lanes.insert(lane, jobs);
        Ok(())
    }

    fn spawn(
        &self,
        name: &str,
        at_end: AtEnd,
        run: impl FnOnce() + Send + 'static,
    ) -> io::Result<()> {
        let member = match at_end {
            AtEnd::Finish => self.finishing.member(),
            AtEnd::Cancel => self.cancelled.member(),
            AtEnd::Leave => None,
        };
        let thread = thread::Builder::new().name(name.to_owned());
        thread.spawn(move || {
            run();
            drop(member);
        })?;
        Ok(())
    }

    /// Cancels all jobs of this kind. What they answer from now on, and what they have answered already and nobody
    /// has taken, is dropped.
    pub fn cancel(&mut self, kind: K) {
        self.live.retain(|_, live| {
            let stays = live.kind != kind;
            if !stays {
                live.cancel.cancel();
            }
            stays
        });
    }

    /// Holds the jobs of this kind where they look whether they are cancelled, once they have looked `passes` times: for
    /// tests of what can be done while a job runs. The first look is before the job begins.
    #[doc(hidden)]
    pub fn hold(&mut self, kind: K, passes: usize) {
        self.gates.entry(kind).or_default().close(passes);
    }

    /// Lets the jobs of this kind go.
    #[doc(hidden)]
    pub fn release(&mut self, kind: K) {
        self.gates.entry(kind).or_default().open();
    }

    /// How many jobs of this kind are held.
    #[doc(hidden)]
    #[must_use]
    pub fn held(&self, kind: K) -> usize {
        self.gates.get(&kind).map_or(0, Gate::held)
    }

    /// Whether a job of this kind is live.
    #[must_use]
    pub fn is_live(&self, kind: K) -> bool {
        self.live.values().any(|live| live.kind == kind)
    }

    /// The next answer that has come, if there is one.
    pub fn answer(&mut self) -> Option<K::Answer> {
        while let Ok(message) = self.inbox.try_recv() {
            if let Some(answer) = self.take(message) {
                return Some(answer);
            }
        }
        None
    }

    /// The next answer, if it comes within `patience`.
    pub fn wait(&mut self, patience: Duration) -> Option<K::Answer> {
        let until = Instant::now() + patience;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let message = self.inbox.recv_timeout(left).ok()?;
            if let Some(answer) = self.take(message) {
                return Some(answer);
            }
        }
    }

    /// What `message` says, unless its job is no longer live.
    fn take(&mut self, message: Message<K::Answer>) -> Option<K::Answer> {
        match message.what {
            What::Answer(answer) => self.live.contains_key(&message.job).then_some(answer),
            What::Ended => {
                self.live.remove(&message.job);
                None
            }
            What::Panicked => Some(self.live.remove(&message.job)?.kind.failed()),
        }
    }

    /// Takes no more jobs and cancels those that may be cancelled. Waits no longer than `finishing` for those that finish,
    /// which are cancelled too after that, and then no longer than `cancelled` for all of them. Says whether
    /// all have stopped that were waited for.
    #[must_use]
    pub fn end(mut self, finishing: Duration, cancelled: Duration) -> bool {
        self.cancel_at_end(AtEnd::Cancel);
        self.lanes.clear();
        let until = Instant::now() + finishing + cancelled;
        let finished = self.finishing.wait(finishing) || {
            self.cancel_at_end(AtEnd::Finish);
            self.finishing.wait(cancelled)
        };
        let left = until.saturating_duration_since(Instant::now());
        self.cancelled.wait(left.min(cancelled)) && finished
    }

    fn cancel_at_end(&self, at_end: AtEnd) {
        for live in self.live.values() {
            if live.kind.row().at_end == at_end {
                live.cancel.cancel();
            }
        }
    }
}

/// Threads that are waited for together: each holds a member, and drops it when it ends.
struct Group {
    member: Option<Sender<()>>,
    ended: Receiver<()>,
}

impl Group {
    fn new() -> Self {
        let (member, ended) = channel();
        Self { member: Some(member), ended }
    }

    fn member(&self) -> Option<Sender<()>> {
        self.member.clone()
    }

    /// Waits until all members are dropped; says whether they are.
    fn wait(&mut self, patience: Duration) -> bool {
        self.member = None;
        self.ended.recv_timeout(patience) == Err(RecvTimeoutError::Disconnected)
    }
}
