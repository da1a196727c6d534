//! Records that consist only of a position.

use crate::{
    file::Source,
    rules::{Bfen, BfenError, BoardId, Numbers},
};

/// The byte order mark, with which some editors begin a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Returns a record without plies that starts at the position in `text`: one board or two, in any supported notation.
///
/// The last two numbers of a FEN may be clocks or move counters. If the text leaves this open, the second value of the
/// result is the assumed meaning. Otherwise it is `None`.
///
/// # Errors
/// The reason why the text is not a position.
pub fn source_of_position(text: &str) -> Result<(Source, Option<Numbers>), BfenError> {
    let parsed = Bfen::parse(text.trim(), None)?;
    let words: Vec<_> = text.trim_start_matches(BYTE_ORDER_MARK).split_whitespace().collect();
    Ok((record_of(&words.join(" ")), parsed.numbers))
}

/// Like [`source_of_position`], but `numbers` states the meaning of the last two numbers in `text`. The record is
/// written in a notation in which their meaning is clear.
///
/// # Errors
/// The reason why the text is not a position.
pub fn source_of_position_as(text: &str, numbers: Numbers) -> Result<Source, BfenError> {
    let parsed = Bfen::parse_numbers_as(text.trim(), numbers)?;
    let line = match numbers {
        Numbers::Clocks => parsed.position.thief_fen(&parsed.clocks),
        Numbers::Counts => BoardId::ALL.map(|board| parsed.position.bfen(board)).join(" | "),
    };
    Ok(record_of(&line))
}

fn record_of(fen: &str) -> Source {
    let record = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n[Result \"*\"]\n\n*\n");
    Source::from_bytes("position.bpgn", record)
}
