//! [`LineBuffer`]: output in memory, in which formatted text is one line.

use crate::text::one_line;
use std::{
    borrow::Cow,
    fmt,
    io::{self, Write},
};

/// The output of a part of a subcommand that runs on a thread of its own.
///
/// [`write_fmt`](Write::write_fmt), and so `writeln!`, writes at most one line: a line break in a name from a file is
/// escaped, so that the name cannot look like a line of output. A text of several lines is written with
/// [`write_all`](Write::write_all).
#[derive(Default)]
pub(super) struct LineBuffer(pub(super) Vec<u8>);

impl Write for LineBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn write_fmt(&mut self, words: fmt::Arguments<'_>) -> io::Result<()> {
        let start = self.0.len();
        self.0.write_fmt(words)?;
        let text = self.0[start..].strip_suffix(b"\n").unwrap_or(&self.0[start..]);
        // Formatted text is UTF-8.
        let text = String::from_utf8_lossy(text);
        if let Cow::Owned(escaped) = one_line(&text) {
            let end = start + text.len();
            self.0.splice(start..end, escaped.into_bytes());
        }
        Ok(())
    }
}
