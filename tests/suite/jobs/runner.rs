//! The job runner, with doubles for slow jobs: cancellation, late results, progress, order, panics and shutdown.
//!
//! Jobs stop at gates that the test opens, so nothing depends on the speed of a thread. Times are only timeouts of
//! failing tests.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::Duration,
};
use tandem::{
    app::{JobProgress, JobReport},
    jobs::{Job, JobContext, JobId, Lane},
};

/// A timeout that only failing tests reach.
const LIMIT: Duration = Duration::from_secs(60);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Double {
    Search,
    Dialog,
    Save,
    Sort,
}

type Runner = tandem::jobs::Runner<Double, String>;

fn reported(kind: Double, report: JobReport) -> String {
    match report {
        JobReport::Panicked(title) => {
            assert_eq!(title, "a test");
            format!("{kind:?} failed")
        }
        JobReport::Progress(progress) => format!("{kind:?}: {}", progress.detail),
        JobReport::Finished(error) => format!("{kind:?} finished: {error:?}"),
    }
}

/// Starts a job of `kind` in its lane.
fn start(
    runner: &mut Runner,
    kind: Double,
    work: impl FnOnce(&JobContext<String>) + Send + 'static,
) -> JobId {
    let lane = match kind {
        Double::Search => Lane::Latest,
        Double::Dialog => Lane::Dialogs,
        Double::Save => Lane::Saving,
        Double::Sort => Lane::Sorting,
    };
    runner.start(Job::new(kind, "a test", lane, work))
}

/// A gate where a job waits until the test opens it; dropping the sender opens it too.
fn gate() -> (Sender<()>, Receiver<()>) {
    channel()
}

fn runner() -> Runner {
    Runner::new(|| {}, reported)
}

fn answer(runner: &mut Runner) -> String {
    runner.wait(LIMIT).expect("an answer should come")
}

#[test]
fn a_job_reports_progress_and_its_end_in_order_with_its_results() {
    let mut runner = runner();
    start(&mut runner, Double::Search, |context| {
        context.report(JobProgress::new(1, 2, "half".to_owned()));
        context.send("all".to_owned());
        context.finish(Some("Full.".to_owned()));
    });
    assert_eq!(answer(&mut runner), "Search: half");
    assert_eq!(answer(&mut runner), "all");
    assert_eq!(answer(&mut runner), "Search finished: Some(\"Full.\")");
    // A cancelled job reports nothing.
    start(&mut runner, Double::Search, |context| context.report(JobProgress::default()));
    runner.cancel(Double::Search);
    assert_eq!(runner.wait(Duration::from_millis(50)), None);
}

#[test]
fn job_reports_every_result() {
    let mut runner = runner();
    start(&mut runner, Double::Search, |context| {
        for part in ["a third", "two thirds", "all"] {
            context.send(part.to_owned());
        }
    });
    let results = [(); 3].map(|()| answer(&mut runner));
    assert_eq!(results, ["a third", "two thirds", "all"]);
}

#[test]
fn job_has_a_named_thread_and_a_unique_id() {
    let mut runner = runner();
    let names = |context: &JobContext<String>| {
        let name = thread::current().name().map(str::to_owned);
        context.send(format!("{:?} on {}", context.job(), name.unwrap_or_default()));
    };
    let one = start(&mut runner, Double::Save, names);
    assert_eq!(answer(&mut runner), format!("{one:?} on saving"));
    let two = start(&mut runner, Double::Search, names);
    assert_eq!(answer(&mut runner), format!("{two:?} on a test"));
    assert!(two > one);
}

#[test]
fn cancelled_job_stops_and_its_results_are_dropped() {
    let mut runner = runner();
    let (open, gate) = gate();
    let (sender, stopped) = channel();
    start(&mut runner, Double::Search, move |context| {
        context.send("before".to_owned());
        let _ = gate.recv();
        context.send("late".to_owned());
        let _ = sender.send(context.is_cancelled());
    });
    assert_eq!(answer(&mut runner), "before");
    runner.cancel(Double::Search);
    assert!(!runner.is_live(Double::Search));
    drop(open);
    assert_eq!(stopped.recv_timeout(LIMIT), Ok(true));
    start(&mut runner, Double::Save, |context| context.send("saved".to_owned()));
    assert_eq!(answer(&mut runner), "saved", "and not what came late");
}

#[test]
fn untaken_result_is_dropped_with_its_job() {
    let mut runner = runner();
    let (sender, answered) = channel();
    start(&mut runner, Double::Search, move |context| {
        context.send("of the first question".to_owned());
        let _ = sender.send(());
    });
    assert_eq!(answered.recv_timeout(LIMIT), Ok(()));
    start(&mut runner, Double::Search, |context| {
        context.send("of the second question".to_owned());
    });
    assert_eq!(answer(&mut runner), "of the second question");
}

#[test]
fn job_cancelled_in_the_queue_never_runs() {
    let mut runner = runner();
    let (open, gate) = gate();
    let runs = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&runs);
    start(&mut runner, Double::Sort, move |_| {
        let _ = gate.recv();
    });
    start(&mut runner, Double::Sort, move |_| {
        counted.fetch_add(1, Ordering::SeqCst);
    });
    runner.cancel(Double::Sort);
    drop(open);
    start(&mut runner, Double::Sort, |context| context.send("next".to_owned()));
    assert_eq!(answer(&mut runner), "next");
    assert_eq!(runs.load(Ordering::SeqCst), 0);
}

#[test]
fn lane_runs_jobs_in_submission_order() {
    let mut runner = runner();
    for number in 0..20 {
        start(&mut runner, Double::Save, move |context| context.send(number.to_string()));
    }
    for number in 0..20 {
        assert_eq!(answer(&mut runner), number.to_string());
    }
}

#[test]
fn neither_a_dialog_nor_a_job_of_sorting_delays_another() {
    let mut runner = runner();
    let (close, dialog) = gate();
    let (open, sort) = gate();
    start(&mut runner, Double::Dialog, move |context| {
        let _ = dialog.recv();
        context.send("a file was chosen".to_owned());
    });
    start(&mut runner, Double::Sort, move |context| {
        let _ = sort.recv();
        context.send("sorted".to_owned());
    });
    start(&mut runner, Double::Save, |context| context.send("saved".to_owned()));
    assert_eq!(answer(&mut runner), "saved");
    start(&mut runner, Double::Search, |context| context.send("found".to_owned()));
    assert_eq!(answer(&mut runner), "found");
    drop(close);
    assert_eq!(answer(&mut runner), "a file was chosen");
    drop(open);
    assert_eq!(answer(&mut runner), "sorted");
}

#[test]
fn panic_becomes_one_result_and_the_lane_continues() {
    let mut runner = runner();
    for kind in [Double::Save, Double::Search] {
        // The backtrace of an intended panic would only clutter the log.
        start(&mut runner, kind, |_| std::panic::resume_unwind(Box::new("a fault")));
        assert_eq!(answer(&mut runner), format!("{kind:?} failed"));
        assert!(!runner.is_live(kind));
    }
    start(&mut runner, Double::Save, |context| context.send("saved".to_owned()));
    assert_eq!(answer(&mut runner), "saved");
}

#[test]
fn panic_of_a_cancelled_job_is_dropped() {
    let mut runner = runner();
    let (open, gate) = gate();
    start(&mut runner, Double::Sort, move |_| {
        let _ = gate.recv();
        std::panic::resume_unwind(Box::new("a fault"));
    });
    runner.cancel(Double::Sort);
    drop(open);
    start(&mut runner, Double::Sort, |context| context.send("next".to_owned()));
    assert_eq!(answer(&mut runner), "next");
}

#[test]
fn window_wakes_only_for_results() {
    let woken = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&woken);
    let woke = move || {
        counted.fetch_add(1, Ordering::SeqCst);
    };
    let mut runner = Runner::new(woke, reported);
    start(&mut runner, Double::Save, |_| {});
    start(&mut runner, Double::Save, |context| {
        context.send("one".to_owned());
        context.send("two".to_owned());
    });
    assert_eq!(answer(&mut runner), "one");
    assert_eq!(answer(&mut runner), "two");
    assert!(runner.end(LIMIT, LIMIT));
    assert_eq!(woken.load(Ordering::SeqCst), 2);
}

#[test]
fn finished_job_is_not_live() {
    let mut runner = runner();
    start(&mut runner, Double::Search, |_| {});
    assert!(runner.is_live(Double::Search));
    while runner.is_live(Double::Search) {
        assert_eq!(runner.next_result(), None);
        thread::yield_now();
    }
}

#[test]
fn shutdown_finishes_writes_and_cancels_the_rest() {
    let mut runner = runner();
    let (open, gate) = gate();
    let written = Arc::new(AtomicUsize::new(0));
    start(&mut runner, Double::Save, {
        let written = Arc::clone(&written);
        move |_| {
            let _ = gate.recv();
            written.fetch_add(1, Ordering::SeqCst);
        }
    });
    // The save has not started when the window closes.
    start(&mut runner, Double::Save, {
        let written = Arc::clone(&written);
        move |_| {
            written.fetch_add(1, Ordering::SeqCst);
        }
    });
    start(&mut runner, Double::Search, move |context| {
        while !context.is_cancelled() {
            thread::yield_now();
        }
        // The search has been cancelled; now the disk responds.
        drop(open);
    });
    assert!(runner.end(LIMIT, LIMIT));
    assert_eq!(written.load(Ordering::SeqCst), 2);
}

#[test]
fn shutdown_waits_for_neither_dialogs_nor_stuck_jobs() {
    let mut dialogs = runner();
    let (_open, never) = gate();
    start(&mut dialogs, Double::Dialog, move |_| {
        let _ = never.recv();
    });
    assert!(dialogs.end(LIMIT, LIMIT), "a dialog is not waited for");

    let mut deaf = runner();
    let (open, never) = gate();
    start(&mut deaf, Double::Search, move |_| {
        let _ = never.recv();
    });
    assert!(!deaf.end(Duration::ZERO, Duration::ZERO));
    drop(open);
}

#[test]
fn shutdown_cancels_jobs_at_its_deadline() {
    let mut runner = runner();
    start(&mut runner, Double::Save, |context| {
        while !context.is_cancelled() {
            thread::yield_now();
        }
    });
    assert!(runner.end(Duration::ZERO, LIMIT));
}
