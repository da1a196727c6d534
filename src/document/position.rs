//! A match that begins, and ends, with a position.

use crate::{
    file::Source,
    rules::{Bfen, BfenError},
};

/// A record of no plies that stands at the position `text`, one board or two in any form that is read.
///
/// # Errors
/// Why the text is no position.
pub fn source_of_position(text: &str) -> Result<Source, BfenError> {
    let text = text.trim();
    Bfen::parse(text, None)?;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let record = format!("[SetUp \"1\"]\n[FEN \"{line}\"]\n[Result \"*\"]\n\n*\n");
    Ok(Source::from_bytes("position.bpgn", record))
}
