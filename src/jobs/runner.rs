//! [`Runner`]: runs jobs on named threads, and drops the results of those that were cancelled.
//!
//! A job is a closure with any type of result; this module knows nothing of matches and files.

use super::{Cancel, Lane, ShutdownRule, cancel::Gate};
use crate::{
    app::{JobProgress, JobReport},
    clock::Instant,
    platform,
};
use std::{
    collections::HashMap,
    hash::Hash,
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    time::Duration,
};
#[cfg(target_arch = "wasm32")]
use {
    super::only_thread,
    crate::parallel::run_in_slices,
    std::sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

/// The number of a job; later jobs have higher numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId(u64);

/// A job: its kind, title and lane, and the work itself.
///
/// ```
/// use tandem::jobs::{Job, Lane, Runner};
/// use std::time::Duration;
///
/// let mut runner = Runner::new(|| {}, |kind, report| format!("{kind}: {report:?}"));
/// runner.start(Job::new('+', "adding", Lane::Latest, |context| context.send("5")));
/// assert_eq!(runner.wait(Duration::from_secs(60)).as_deref(), Some("5"));
/// ```
pub struct Job<K, A> {
    kind: K,
    /// The task, as the subject of an error message: `saving the settings`.
    title: &'static str,
    lane: Lane,
    work: Work<A>,
}

impl<K, A: 'static> Job<K, A> {
    pub fn new(
        kind: K,
        title: &'static str,
        lane: Lane,
        work: impl FnOnce(&JobContext<A>) + Send + 'static,
    ) -> Self {
        Self { kind, title, lane, work: Box::new(work) }
    }
}

/// A job's connection to the runner.
pub struct JobContext<A> {
    job: JobId,
    cancel: Cancel,
    outbox: Sender<Message<A>>,
    wake: Wake,
}

type Wake = Arc<dyn Fn() + Send + Sync>;
type Work<A> = Box<dyn FnOnce(&JobContext<A>) + Send>;

struct Message<A> {
    job: JobId,
    event: Event<A>,
}

enum Event<A> {
    Answer(A),
    Report(JobReport),
    Ended,
    Panicked,
}

/// A job that is ready to run.
struct Queued<A> {
    context: JobContext<A>,
    work: Work<A>,
}

#[cfg(not(target_arch = "wasm32"))]
type Queue<A> = Sender<Queued<A>>;

/// Queued jobs, which run one after another.
#[cfg(target_arch = "wasm32")]
struct Queue<A> {
    jobs: Sender<Queued<A>>,
    inbox: Arc<Mutex<Receiver<Queued<A>>>>,
    is_busy: Arc<AtomicBool>,
}

struct LiveJob<K> {
    kind: K,
    title: &'static str,
    lane: Lane,
    cancel: Cancel,
}

/// Runs jobs and delivers their results.
///
/// Invariant: results are delivered only while their job is live. A job is live from [`Runner::start`] until it ends,
/// is cancelled, or is replaced. The owner cancels jobs and polls results on one thread, so no result arrives after a
/// cancellation.
pub struct Runner<K, A> {
    wake: Wake,
    /// Converts the kind of a job and a report on that job to a result.
    report: fn(K, JobReport) -> A,
    outbox: Sender<Message<A>>,
    inbox: Receiver<Message<A>>,
    /// The number of the job started last.
    last: u64,
    live: HashMap<JobId, LiveJob<K>>,
    queues: HashMap<Lane, Queue<A>>,
    /// The gates by kind of job, used by tests.
    gates: HashMap<K, Gate>,
    /// The threads of jobs with [`ShutdownRule::Finish`].
    finishing: WaitGroup,
    /// The threads of jobs with [`ShutdownRule::Cancel`].
    cancelled: WaitGroup,
}

impl<A> JobContext<A> {
    pub const fn job(&self) -> JobId {
        self.job
    }

    pub const fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Panics if a test has requested a panic of this kind of job. Called when the work begins; a job that lasts as
    /// long as the window also calls it for each message.
    pub(super) fn panic_if_requested(&self) {
        self.cancel.panic_if_requested();
    }

    /// Reports progress.
    pub fn report(&self, progress: JobProgress) {
        self.post(Event::Report(JobReport::Progress(progress)));
    }

    /// Reports the end of the work. If an error ended it, `error` is a sentence; `None` means that the results are
    /// complete.
    pub fn finish(&self, error: Option<String>) {
        self.post(Event::Report(JobReport::Finished(error)));
    }

    /// Sends a result; may be called any number of times.
    pub fn send(&self, result: impl Into<A>) {
        self.post(Event::Answer(result.into()));
    }

    /// Sends `event`, and wakes the owner of the runner.
    fn post(&self, event: Event<A>) {
        self.send_event(event);
        (self.wake)();
    }

    fn send_event(&self, event: Event<A>) {
        // The receiver is gone once the window has closed.
        let _ = self.outbox.send(Message { job: self.job, event });
    }
}

impl<A> Queued<A> {
    fn run(self) {
        let Self { context, work } = self;
        if context.is_cancelled() {
            return context.send_event(Event::Ended);
        }
        // Unwind safe: the job owns its values, and shares only locks and channels.
        let run = || {
            catch_unwind(AssertUnwindSafe(|| {
                context.panic_if_requested();
                work(&context);
            }))
        };
        #[cfg(target_arch = "wasm32")]
        let run = || {
            let (cancel, mut ran) = (context.cancel.clone(), Ok(()));
            run_in_slices(move || cancel.is_set(), || ran = run());
            ran
        };
        match run() {
            Ok(()) => context.send_event(Event::Ended),
            Err(_) => context.post(Event::Panicked),
        }
    }
}

impl<K: Copy + Eq + Hash, A: Send + 'static> Runner<K, A> {
    /// Creates a runner without jobs. `wake` is called on a job's thread whenever a result is available; `report`
    /// converts a report on a job to a result.
    pub fn new(wake: impl Fn() + Send + Sync + 'static, report: fn(K, JobReport) -> A) -> Self {
        let (outbox, inbox) = channel();
        Self {
            wake: Arc::new(wake),
            report,
            outbox,
            inbox,
            last: 0,
            live: HashMap::new(),
            queues: HashMap::new(),
            gates: HashMap::new(),
            finishing: WaitGroup::new(),
            cancelled: WaitGroup::new(),
        }
    }

    /// Starts a job at once, or queues it in its lane.
    pub fn start(&mut self, job: Job<K, A>) -> JobId {
        let Job { kind, title, lane, work } = job;
        if lane.replaces() {
            self.cancel(kind);
        }
        self.last += 1;
        let job = JobId(self.last);
        let cancel = Cancel::with_gate(self.gates.entry(kind).or_default().clone());
        self.live.insert(job, LiveJob { kind, title, lane, cancel: cancel.clone() });
        let (outbox, wake) = (self.outbox.clone(), Arc::clone(&self.wake));
        let queued = Queued { context: JobContext { job, cancel, outbox, wake }, work };
        let started = match lane.thread() {
            Some(name) => self.queue(lane, name, queued),
            None => self.spawn(title, lane.at_end(), move || queued.run()),
        };
        if started.is_err() {
            // The system has no thread left. The job counts as panicked, so that the caller gets a result.
            let _ = self.outbox.send(Message { job, event: Event::Panicked });
            (self.wake)();
        }
        job
    }

    #[cfg(target_arch = "wasm32")]
    fn queue(&mut self, lane: Lane, _name: &str, queued: Queued<A>) -> io::Result<()> {
        let lane = self.queues.entry(lane).or_insert_with(|| {
            let (jobs, inbox) = channel();
            Queue { jobs, inbox: Arc::new(Mutex::new(inbox)), is_busy: Arc::default() }
        });
        // The lane owns the receiver, so the send cannot fail.
        let _ = lane.jobs.send(queued);
        if lane.is_busy.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        let (inbox, is_busy) = (Arc::clone(&lane.inbox), Arc::clone(&lane.is_busy));
        only_thread::start(move || {
            let next = || inbox.lock().ok()?.try_recv().ok();
            while let Some(queued) = next() {
                queued.run();
            }
            is_busy.store(false, Ordering::Relaxed);
        });
        Ok(())
    }

    #[cfg(target_arch = "wasm32")]
    fn spawn(
        &self,
        _name: &str,
        _at_end: ShutdownRule,
        run: impl FnOnce() + Send + 'static,
    ) -> io::Result<()> {
        only_thread::start(run);
        Ok(())
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn queue(&mut self, lane: Lane, name: &str, queued: Queued<A>) -> io::Result<()> {
        if let Some(jobs) = self.queues.get(&lane) {
            // The lane's thread lives as long as its sender, so the send cannot fail.
            let _ = jobs.send(queued);
            return Ok(());
        }
        let (jobs, inbox) = channel::<Queued<A>>();
        self.spawn(name, lane.at_end(), move || {
            inbox.into_iter().for_each(Queued::run);
        })?;
        let _ = jobs.send(queued);
        self.queues.insert(lane, jobs);
        Ok(())
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn spawn(
        &self,
        name: &str,
        at_end: ShutdownRule,
        run: impl FnOnce() + Send + 'static,
    ) -> io::Result<()> {
        let member = match at_end {
            ShutdownRule::Finish => self.finishing.member(),
            ShutdownRule::Cancel => self.cancelled.member(),
            ShutdownRule::Leave => None,
        };
        let thread = std::thread::Builder::new().name(name.to_owned());
        thread.spawn(move || {
            run();
            drop(member);
        })?;
        Ok(())
    }

    /// Cancels all jobs of this kind. Their undelivered results are dropped.
    pub fn cancel(&mut self, kind: K) {
        self.live.retain(|_, live| {
            let stays = live.kind != kind;
            if !stays {
                live.cancel.cancel();
            }
            stays
        });
    }

    /// Blocks the jobs of this kind at their cancellation checks, after `passes` more checks, so that a test can act
    /// while a job runs. The first check is made before the work begins.
    #[doc(hidden)]
    pub fn close_gate(&mut self, kind: K, passes: usize) {
        self.gates.entry(kind).or_default().close(passes);
    }

    /// Unblocks the jobs of this kind.
    #[doc(hidden)]
    pub fn open_gate(&mut self, kind: K) {
        self.gates.entry(kind).or_default().open();
    }

    /// Makes the next job of this kind panic as soon as it runs. A job that waits for messages panics at the next one.
    #[doc(hidden)]
    pub fn panic_next(&mut self, kind: K) {
        self.gates.entry(kind).or_default().request_panic();
    }

    /// Returns the number of blocked jobs of this kind.
    #[doc(hidden)]
    pub fn blocked_jobs(&self, kind: K) -> usize {
        self.gates.get(&kind).map_or(0, Gate::blocked)
    }

    pub fn is_live(&self, kind: K) -> bool {
        self.live.values().any(|live| live.kind == kind)
    }

    /// Returns the next pending result, if any.
    pub fn next_result(&mut self) -> Option<A> {
        while let Ok(message) = self.inbox.try_recv() {
            if let Some(answer) = self.take(message) {
                return Some(answer);
            }
        }
        None
    }

    /// Returns the next pending result, if any, without waiting: a browser must not block.
    #[cfg(target_arch = "wasm32")]
    pub fn wait(&mut self, _patience: Duration) -> Option<A> {
        self.next_result()
    }

    /// Returns the next result if it arrives within `patience`.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn wait(&mut self, patience: Duration) -> Option<A> {
        let until = Instant::now() + patience;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let message = self.inbox.recv_timeout(left).ok()?;
            if let Some(answer) = self.take(message) {
                return Some(answer);
            }
        }
    }

    /// Returns the result in `message`, or `None` if its job is no longer live.
    fn take(&mut self, message: Message<A>) -> Option<A> {
        match message.event {
            Event::Answer(answer) => self.live.contains_key(&message.job).then_some(answer),
            Event::Report(report) => {
                self.live.get(&message.job).map(|live| (self.report)(live.kind, report))
            }
            Event::Ended => {
                self.live.remove(&message.job);
                None
            }
            Event::Panicked => {
                let live = self.live.remove(&message.job)?;
                Some((self.report)(live.kind, JobReport::Panicked(live.title)))
            }
        }
    }

    /// Shuts down the runner: cancels the jobs of [`ShutdownRule::Cancel`], and waits up to `finishing` for those of
    /// [`ShutdownRule::Finish`]. If any jobs of [`ShutdownRule::Finish`] still run, cancels them too and waits up to
    /// `cancelled`. Returns whether all jobs of both rules have stopped.
    pub fn end(&mut self, finishing: Duration, cancelled: Duration) -> bool {
        if !platform::HAS_THREADS {
            // In a browser, jobs end together with the page.
            return true;
        }
        self.cancel_at_end(ShutdownRule::Cancel);
        self.queues.clear();
        let until = Instant::now() + finishing + cancelled;
        let finished = self.finishing.wait(finishing) || {
            self.cancel_at_end(ShutdownRule::Finish);
            self.finishing.wait(cancelled)
        };
        let left = until.saturating_duration_since(Instant::now());
        self.cancelled.wait(left.min(cancelled)) && finished
    }

    fn cancel_at_end(&self, at_end: ShutdownRule) {
        for live in self.live.values() {
            if live.lane.at_end() == at_end {
                live.cancel.cancel();
            }
        }
    }
}

/// Waits for threads to end. Each thread holds a clone of `member` and drops it on exit.
struct WaitGroup {
    member: Option<Sender<()>>,
    ended: Receiver<()>,
}

impl WaitGroup {
    fn new() -> Self {
        let (member, ended) = channel();
        Self { member: Some(member), ended }
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn member(&self) -> Option<Sender<()>> {
        self.member.clone()
    }

    /// Waits until all members are dropped, but no longer than `patience`. Returns whether all were dropped.
    fn wait(&mut self, patience: Duration) -> bool {
        self.member = None;
        self.ended.recv_timeout(patience) == Err(RecvTimeoutError::Disconnected)
    }
}
