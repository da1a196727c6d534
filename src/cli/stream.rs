//! [`Stream`]: an output of a subcommand, with colours and a progress line.

use super::{Progress, line_buffer::LineBuffer, terminal::Visible};
use crate::{diagram::DrawnPart, search::WalkProgress, text::plural};
use std::{
    fmt::{self, Display},
    io::{self, Write},
    ops::ControlFlow,
};

/// An output of a subcommand, usually standard output or standard error.
///
/// [`write_fmt`](Write::write_fmt), and so `writeln!`, writes at most one line: line breaks in a name are escaped.
pub struct Stream<'a> {
    to: Box<dyn Write + 'a>,
    /// The state of escaping for a terminal; `None` if bytes are written unchanged.
    visible: Option<Visible>,
    color: bool,
    progress: Option<&'a Progress>,
    /// The memory for formatted lines.
    line: LineBuffer,
}

/// The control sequence that begins red text, for errors.
pub(super) const RED: &str = "\x1b[31m";

/// The control sequence that begins yellow text, for warnings.
pub(super) const YELLOW: &str = "\x1b[33m";

pub(super) const BLUE: &str = "\x1b[34m";

impl<'a> Stream<'a> {
    /// Creates a stream that writes bytes unchanged.
    pub fn new(to: impl Write + 'a) -> Self {
        Self {
            to: Box::new(to),
            visible: None,
            color: false,
            progress: None,
            line: LineBuffer::default(),
        }
    }

    /// Creates a stream that escapes control characters, for a terminal.
    pub fn visible(to: impl Write + 'a) -> Self {
        Self { visible: Some(Visible::default()), ..Self::new(to) }
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

    /// Shows `words` like [`Stream::progress`], for work that can be cancelled. Always returns
    /// [`ControlFlow::Continue`].
    pub(super) fn watch(&self, words: impl Display) -> ControlFlow<()> {
        self.progress(words);
        ControlFlow::Continue(())
    }

    /// Shows the number of records processed. Always returns [`ControlFlow::Continue`].
    pub(super) fn walked(&self, walked: WalkProgress) -> ControlFlow<()> {
        let matches = plural(walked.total, "match", "matches");
        self.watch(format_args!("{} of {} {matches}", walked.records, walked.total))
    }

    /// Shows the number of frames or pages drawn, as `unit` says. Always returns [`ControlFlow::Continue`].
    pub(super) fn drawn(&self, unit: &str, part: DrawnPart) -> ControlFlow<()> {
        self.watch(format_args!("{unit} {} of {}", part.done + 1, part.all))
    }

    /// Returns the progress line for use by other threads, if there is one.
    pub(super) fn progress_line(&self) -> Option<Progress> {
        self.progress.cloned()
    }

    /// Writes `word`, in the colour [`RED`] or [`YELLOW`] if colours are enabled.
    pub(super) fn write_painted(&mut self, color: &str, word: &str) -> io::Result<()> {
        if !self.color {
            return self.write_all(word.as_bytes());
        }
        self.write_raw(color.as_bytes())?;
        self.write_all(word.as_bytes())?;
        self.write_raw(b"\x1b[0m")
    }

    /// Writes a control sequence, without escaping.
    fn write_raw(&mut self, command: &[u8]) -> io::Result<()> {
        if let Some(visible) = &mut self.visible {
            self.to.write_all(visible.end_line().as_bytes())?;
        }
        self.to.write_all(command)
    }
}

impl Write for Stream<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(visible) = &mut self.visible else { return self.to.write(bytes) };
        self.to.write_all(visible.escape(bytes).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }

    fn write_fmt(&mut self, words: fmt::Arguments<'_>) -> io::Result<()> {
        let mut line = std::mem::take(&mut self.line);
        line.0.clear();
        line.write_fmt(words)?;
        let written = self.write_all(&line.0);
        self.line = line;
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formatted_text_is_one_line() {
        for is_visible in [true, false] {
            let mut out = Vec::new();
            let mut stream =
                if is_visible { Stream::visible(&mut out) } else { Stream::new(&mut out) };
            let name = "a\ntandem: all is well\r";
            writeln!(stream, "{name}: {}", 1).unwrap();
            write!(stream, "b").unwrap();
            writeln!(stream).unwrap();
            stream.write_all(b"two\nlines\n").unwrap();
            drop(stream);
            let expect = "a\\ntandem: all is well\\r: 1\nb\ntwo\nlines\n";
            assert_eq!(String::from_utf8(out).unwrap(), expect);
        }
    }

    #[test]
    fn colours_never_come_from_a_file() {
        for (visible, color, expect) in [
            (true, true, "\x1b[31merror\x1b[0m: \\u{1b}[31mred\n"),
            (true, false, "error: \\u{1b}[31mred\n"),
            (false, true, "\x1b[31merror\x1b[0m: \x1b[31mred\n"),
        ] {
            let mut out = Vec::new();
            let new = if visible { Stream::visible } else { Stream::new };
            let mut stream = new(&mut out).with_color(color);
            stream.write_painted(RED, "error").unwrap();
            let name = "\x1b[31mred";
            writeln!(stream, ": {name}").unwrap();
            drop(stream);
            assert_eq!(String::from_utf8(out).unwrap(), expect);
        }
    }
}
