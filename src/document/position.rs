//! A match that begins, and ends, with a position.

use crate::{
    file::Source,
    rules::{Bfen, BfenError, BoardId, Numbers},
};

/// What some editors put before the first letter of a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A record of no plies that stands at the position `text`, one board or two in any form that is read; and
/// what its numbers were taken for, where they could be the other thing too.
///
/// # Errors
/// Why the text is no position.
pub fn source_of_position(text: &str) -> Result<(Source, Option<Numbers>), BfenError> {
    let read = Bfen::parse(text.trim(), None)?;
    let line = text.trim_start_matches(BYTE_ORDER_MARK);
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok((record_of(&line), read.numbers))
}

/// The same with its numbers taken for `numbers`, written so that nobody can take them for anything else.
///
/// # Errors
/// Why the text is no position.
pub fn source_of_position_as(text: &str, numbers: Numbers) -> Result<Source, BfenError> {
    let read = Bfen::parse_numbers_as(text.trim(), numbers)?;
    let line = match numbers {
        Numbers::Clocks => read.position.thief_fen(&read.clocks),
        Numbers::Counts => BoardId::ALL.map(|board| read.position.bfen(board)).join(" | "),
    };
    Ok(record_of(&line))
}

fn record_of(fen: &str) -> Source {
    let record = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n[Result \"*\"]\n\n*\n");
    Source::from_bytes("position.bpgn", record)
}
