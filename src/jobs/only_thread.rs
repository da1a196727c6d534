//! Jobs on the single thread of a browser.
//!
//! A job is queued until the page is idle; [`run_next_job`] then runs it in [slices](crate::parallel::run_in_slices).

use std::{cell::RefCell, collections::VecDeque};

type Work = Box<dyn FnOnce()>;

#[derive(Default)]
struct Waiting {
    jobs: VecDeque<Work>,
    schedule: Option<fn()>,
}

thread_local! {
    static WAITING: RefCell<Waiting> = RefCell::default();
}

/// Sets the function that is called for each started job. It must arrange for [`run_next_job`] to be called soon, on an
/// empty stack.
pub fn schedule_with(schedule: fn()) {
    WAITING.with_borrow_mut(|waiting| waiting.schedule = Some(schedule));
}

/// Runs the job that was queued first. Does nothing if no job is queued.
pub fn run_next_job() {
    if let Some(job) = WAITING.with_borrow_mut(|waiting| waiting.jobs.pop_front()) {
        job();
    }
}

pub(super) fn start(job: impl FnOnce() + 'static) {
    let schedule = WAITING.with_borrow_mut(|waiting| {
        waiting.jobs.push_back(Box::new(job));
        waiting.schedule
    });
    if let Some(schedule) = schedule {
        schedule();
    }
}
