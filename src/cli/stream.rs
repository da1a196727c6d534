//! [`Stream`]: an output of a subcommand, with colours and a progress line.

use super::{Progress, Visible};
use std::{
    fmt::Display,
    io::{self, Write},
};

/// An output of a subcommand, usually standard output or standard error.
pub struct Stream<'a> {
    to: Sink<'a>,
    color: bool,
    progress: Option<&'a Progress>,
}

enum Sink<'a> {
    /// Writes bytes unchanged.
    Raw(Box<dyn Write + 'a>),
    /// Writes text for a terminal, with control characters escaped.
    Visible(Visible<Box<dyn Write + 'a>>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paint {
    /// For errors.
    Red,
    /// For warnings.
    Yellow,
}

impl<'a> Stream<'a> {
    /// Creates a stream that writes bytes unchanged.
    pub fn new(to: impl Write + 'a) -> Self {
        Self { to: Sink::Raw(Box::new(to)), color: false, progress: None }
    }

    /// Creates a stream that escapes control characters, for a terminal; see [`Visible`].
    pub fn visible(to: impl Write + 'a) -> Self {
        Self { to: Sink::Visible(Visible::new(Box::new(to))), color: false, progress: None }
    }

    /// Enables colours if `color` is true.
    #[must_use]
    pub fn with_color(self, color: bool) -> Self {
        Self { color, ..self }
    }

    #[must_use]
    pub fn with_progress(self, progress: Option<&'a Progress>) -> Self {
        Self { progress, ..self }
    }

    /// Shows `words` on the progress line, if there is one.
    pub(super) fn progress(&self, words: impl Display) {
        if let Some(progress) = self.progress {
            progress.show(words);
        }
    }

    /// Returns the progress line for use by other threads, if there is one.
    pub(super) fn progress_line(&self) -> Option<Progress> {
        self.progress.cloned()
    }

    /// Writes `word`, in colour if colours are enabled.
    pub(super) fn write_painted(&mut self, paint: Paint, word: &str) -> io::Result<()> {
        if !self.color {
            return self.write_all(word.as_bytes());
        }
        self.write_raw(match paint {
            Paint::Red => b"\x1b[31m",
            Paint::Yellow => b"\x1b[33m",
        })?;
        self.write_all(word.as_bytes())?;
        self.write_raw(b"\x1b[0m")
    }

    fn write_raw(&mut self, command: &[u8]) -> io::Result<()> {
        match &mut self.to {
            Sink::Raw(to) => to.write_all(command),
            Sink::Visible(to) => to.write_raw(command),
        }
    }
}

impl Write for Stream<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.to {
            Sink::Raw(to) => to.write(bytes),
            Sink::Visible(to) => to.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.to {
            Sink::Raw(to) => to.flush(),
            Sink::Visible(to) => to.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_never_come_from_a_file() {
        for (visible, color, expect) in [
            (true, true, "\x1b[31merror\x1b[0m: \\u{1b}[31mred\n"),
            (true, false, "error: \\u{1b}[31mred\n"),
            (false, true, "\x1b[31merror\x1b[0m: \x1b[31mred\n"),
        ] {
            let mut out = Vec::new();
            let stream = if visible { Stream::visible(&mut out) } else { Stream::new(&mut out) };
            let mut stream = stream.with_color(color);
            stream.write_painted(Paint::Red, "error").unwrap();
            stream.write_all(b": \x1b[31mred\n").unwrap();
            drop(stream);
            assert_eq!(String::from_utf8(out).unwrap(), expect);
        }
    }
}
