//! Work that takes long, each piece on a thread of its own: what a player of Kriegspiel can know,
//! and problems.

use crate::{
    app::{Action, Found, KnownPly, Task, ThinkJob, Thought},
    replay::kriegspiel::{Belief, Hearing, Limits, NoBelief, Progress, solve},
};
use eframe::egui::Context;
use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc::Sender,
    },
    time::{Duration, Instant},
};

/// How often it is told how far the work has come.
const EACH: Duration = Duration::from_millis(80);

/// Starts work, and stops it.
pub struct Thinker {
    answers: Sender<Action>,
    wake: Context,
    /// Work with this number or a lower one stops.
    stopped: Arc<AtomicU64>,
}

impl Thinker {
    /// Work that answers to `answers` and wakes `wake`.
    #[must_use]
    pub fn new(answers: Sender<Action>, wake: Context) -> Self {
        Self {
            answers,
            wake,
            stopped: Arc::new(AtomicU64::new(0)),
        }
    }

    /// Begins `job`.
    pub fn begin(&self, job: ThinkJob) {
        let desk = Desk {
            job: job.job,
            answers: self.answers.clone(),
            wake: self.wake.clone(),
            stopped: Arc::clone(&self.stopped),
        };
        std::thread::spawn(move || desk.run(job.task));
    }

    /// Stops all work up to `job`.
    pub fn stop(&self, job: u64) {
        self.stopped.fetch_max(job, Ordering::Relaxed);
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop(u64::MAX);
    }
}

/// Where one piece of work is done.
struct Desk {
    job: u64,
    answers: Sender<Action>,
    wake: Context,
    stopped: Arc<AtomicU64>,
}

impl Desk {
    fn run(&self, task: Task) {
        match task {
            Task::Know(hearing) => {
                let found = match self.know(&hearing) {
                    Ok(belief) => Found::Known(Arc::new(belief)),
                    Err(why) => Found::Unknown(why),
                };
                self.say(found);
            }
            Task::Ask(belief, attempt) => self.say(Found::Answers(belief.answers(attempt))),
            Task::Solve(belief, depth) => {
                let mut judged = 0;
                let solved = solve(&belief, depth, &mut |done, of| {
                    // Within a first try it is not told how many there are.
                    if done > judged {
                        judged = done;
                        self.say(Found::Judged(done, of));
                    }
                    self.goes_on()
                });
                self.say(Found::Solved(Arc::new(solved)));
            }
        }
    }

    fn say(&self, what: Found) {
        let thought = Thought {
            job: self.job,
            what,
        };
        // Nobody listens any more where the window is closed.
        if self
            .answers
            .send(Action::Thought(Box::new(thought)))
            .is_ok()
        {
            self.wake.request_repaint();
        }
    }

    fn goes_on(&self) -> ControlFlow<()> {
        if self.stopped.load(Ordering::Relaxed) >= self.job {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn know(&self, hearing: &Hearing) -> Result<Belief, NoBelief> {
        let mut belief = Belief::start(hearing, Limits::default());
        let mut told = Instant::now();
        self.say(Found::Ply(Box::new(known(&belief, None))));
        for heard in &hearing.plies {
            let mut watch = |progress: Progress| {
                if told.elapsed() >= EACH {
                    told = Instant::now();
                    self.say(Found::Progress(progress));
                }
                self.goes_on()
            };
            let step = belief.hear(heard, &mut watch)?;
            self.say(Found::Ply(Box::new(known(&belief, Some(step)))));
        }
        Ok(belief)
    }
}

fn known(belief: &Belief, step: Option<crate::replay::kriegspiel::BeliefStep>) -> KnownPly {
    KnownPly {
        positions: belief.len(),
        exact: belief.is_exact(),
        chances: belief.chances(),
        step,
    }
}
