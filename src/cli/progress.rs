//! [`Progress`]: a progress line on the terminal.

use crate::text::visible_line;
use std::{
    fmt::Display,
    io::{self, Write},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// The delay before the line appears for the first time.
const INITIAL_DELAY: Duration = Duration::from_secs(1);

/// The minimum time between two updates.
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

/// A progress line on the terminal, which any thread can update. The line is cleared before anything else is printed
/// there.
#[derive(Clone)]
pub struct Progress {
    /// A function that returns the time since the start of the program.
    clock: Arc<dyn Fn() -> Duration + Send + Sync>,
    line: Arc<Mutex<Line>>,
}

struct Line {
    terminal: Box<dyn Write + Send>,
    /// The number of characters on the terminal that the next update must overwrite.
    shown: usize,
    /// The earliest time of the next update, since the start of the program.
    next_update: Duration,
    /// Whether the cursor is within an unfinished line of results.
    in_results: bool,
}

impl Progress {
    /// Creates a progress line on `terminal`. `clock` returns the time since the start of the program. The line stays
    /// hidden for the first second.
    pub fn new(
        terminal: impl Write + Send + 'static,
        clock: impl Fn() -> Duration + Send + Sync + 'static,
    ) -> Self {
        let line = Line {
            terminal: Box::new(terminal),
            shown: 0,
            next_update: INITIAL_DELAY,
            in_results: false,
        };
        Self { clock: Arc::new(clock), line: Arc::new(Mutex::new(line)) }
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wraps `to`, an output to the same terminal. The wrapper clears the line before each write.
    pub const fn beside<W: Write>(&self, to: W) -> ProgressWriter<'_, W> {
        ProgressWriter { progress: self, to }
    }

    /// Shows `words` if an update is due. Errors of the terminal are ignored.
    pub(super) fn show(&self, words: impl Display) {
        let now = (self.clock)();
        let mut line = self.line();
        if now < line.next_update || line.in_results {
            return;
        }
        line.next_update = now + UPDATE_INTERVAL;
        let words = words.to_string();
        let words = visible_line(&words);
        let characters = words.chars().count();
        let rest = " ".repeat(line.shown.saturating_sub(characters));
        // The blanks that overwrite the end of a longer line count as shown too.
        line.shown = characters.max(line.shown);
        let _ = write!(line.terminal, "\r{words}{rest}");
        let _ = line.terminal.flush();
    }

    pub fn clear(&self) {
        self.line().clear();
    }
}

impl Line {
    fn clear(&mut self) {
        let blank = " ".repeat(std::mem::take(&mut self.shown));
        if !blank.is_empty() {
            let _ = write!(self.terminal, "\r{blank}\r");
            let _ = self.terminal.flush();
        }
    }
}

/// An output to the terminal that has a [`Progress`] line.
pub struct ProgressWriter<'a, W> {
    progress: &'a Progress,
    to: W,
}

impl<W: Write> Write for ProgressWriter<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // While this lock is held, no other thread can show the line.
        let mut line = self.progress.line();
        line.clear();
        let written = self.to.write(bytes)?;
        if let Some(last) = bytes[..written].last() {
            line.in_results = *last != b'\n';
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An output that a test can read afterwards.
    #[derive(Clone, Default)]
    struct SharedBuffer(Arc<Mutex<Vec<u8>>>);

    impl Write for SharedBuffer {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn progress_line_waits_and_clears_before_output() {
        let now = Arc::new(Mutex::new(Duration::ZERO));
        let at = |ms| *now.lock().unwrap() = Duration::from_millis(ms);
        let (line, clock, mut results) = (SharedBuffer::default(), now.clone(), Vec::new());
        let progress = Progress::new(line.clone(), move || *clock.lock().unwrap());
        let mut out = progress.beside(&mut results);
        at(999);
        progress.show("too early");
        at(1000);
        progress.show("10 of\n\u{1b}");
        at(1050);
        progress.show("too soon again");
        at(1100);
        progress.show("9 of 9");
        out.write_all(b"a result").unwrap();
        at(2000);
        progress.show("within a line of results");
        out.write_all(b" ends\n").unwrap();
        progress.show("20");
        progress.clear();
        progress.clear();
        assert_eq!(results, b"a result ends\n");
        assert_eq!(
            String::from_utf8(line.0.lock().unwrap().clone()).unwrap(),
            "\r10 of\\n\\u{1b}\r9 of 9       \r             \r\r20\r  \r"
        );
    }
}
