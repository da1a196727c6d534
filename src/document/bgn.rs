//! Writing a record as a line of BGN, a format with one match per line as JSON.

use super::Document;
use crate::{
    notation::{Bgn, Record},
    replay::{Match, bgn_of, is_reworded_as_bgn},
    text::write_json,
    timeline::Timeline,
};
use std::io::{self, Write};

/// The differences between a record and its line of BGN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BgnLosses {
    /// Whether the replay ended early, at a ply that cannot be played. The line holds that ply and all later ones as
    /// text.
    pub cut_short: bool,
    /// Whether BGN cannot express a part of the record, so that the line lacks or changes this part.
    pub reworded: bool,
}

/// Writes the record with the bytes `text` as one line. `original` is the line of BGN from which the record was read, if
/// any. The unknown JSON members of that line are copied. Plies that cannot be played are written as text.
///
/// # Errors
/// If writing to `out` fails.
pub fn write_bgn(
    text: &[u8],
    original: Option<&Bgn>,
    out: &mut dyn Write,
) -> io::Result<BgnLosses> {
    let record = Record::parse(text);
    let mut played = Match::default();
    played.replay_into(&record, text);
    let timeline = Timeline::of(&played);
    let times: Vec<u32> = (0..timeline.plies()).map(|ply| timeline.time(ply)).collect();
    let mut game = bgn_of(&record, text, &played, &times);
    if let Some(original) = original {
        game.preserve_unknown(original);
    }
    write_json(out, &game)?;
    out.write_all(b"\n")?;
    let reworded = is_reworded_as_bgn(&record, text, &played);
    Ok(BgnLosses { cut_short: played.cut_short, reworded })
}

/// Returns the record of `document` as a line of BGN. Plies that cannot be played are written as text.
pub fn bgn_line(document: &Document) -> String {
    let mut line = Vec::new();
    // Writing to memory does not fail, and JSON is UTF-8.
    let _ = write_bgn(document.text(), None, &mut line);
    String::from_utf8_lossy(&line).into_owned()
}
