//! [`with_helpers`]: threads that help the calling thread.

use super::IS_UI;
use std::thread;

/// Runs `work` on the calling thread while `count` other threads run `help`, each with its number. Returns the result of
/// `work` once all helpers have ended. There are fewer helpers if the system refuses to start a thread.
///
/// The helpers must notice the end of `work` themselves, even if it panics.
///
/// # Panics
/// If `work` or `help` panics. With debug assertions, also on the UI thread, which must not wait for other threads.
pub fn with_helpers<T>(count: usize, help: impl Fn(usize) + Sync, work: impl FnOnce() -> T) -> T {
    debug_assert!(!IS_UI.get() || count == 0, "the UI thread would wait for helpers");
    thread::scope(|scope| {
        let help = &help;
        let start = |number: usize| {
            let thread = thread::Builder::new().name("helper".to_owned());
            thread.spawn_scoped(scope, move || help(number)).is_ok()
        };
        // Threads end with the scope.
        let _ = (0..count).take_while(|&number| start(number)).count();
        work()
    })
}
