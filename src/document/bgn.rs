//! A record as a line of BGN.

use super::Document;
use crate::{
    notation::{Bgn, Record},
    replay::{Match, bgn_of},
    timeline::Timeline,
};
use std::io::{self, Write};

/// Writes records as BGN one after the other, with room that is used again.
#[derive(Debug, Default)]
pub struct BgnWriter {
    record: Record,
    played: Match,
}

impl BgnWriter {
    /// Writes the record whose bytes are `text` as one line, with the members of `given`, what a file of BGN says of it,
    /// that nobody here knows. What cannot be played of it stays as text; whether there
    /// is such text is returned.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(
        &mut self,
        text: &[u8],
        given: Option<&Bgn>,
        out: &mut dyn Write,
    ) -> io::Result<bool> {
        self.record.parse_into(text);
        self.played.replay_into(&self.record, text);
        let timeline = Timeline::of(&self.played);
        let times: Vec<u32> = (0..timeline.plies()).map(|ply| timeline.time(ply)).collect();
        let mut game = bgn_of(&self.record, text, &self.played, &times);
        if let Some(given) = given {
            game.keep_unknown(given);
        }
        serde_json::to_writer(&mut *out, &game)?;
        out.write_all(b"\n")?;
        Ok(self.played.cut_short)
    }
}

/// The record of `document` as a line of BGN. What cannot be played of it stays as text.
#[must_use]
pub fn bgn_line(document: &Document) -> String {
    let mut line = Vec::new();
    // Memory takes every byte, and JSON is UTF-8.
    let _ = BgnWriter::default().write(document.text(), None, &mut line);
    String::from_utf8_lossy(&line).into_owned()
}
