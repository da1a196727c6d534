//! [`Part`]: the rows of a stretch of a file while it is scanned, with texts of its own.

use super::{
    Row,
    block::{Block, Cells},
    columns::{PLAYERS, TEXT_COUNT, text_place},
    fast_scan::FastScan,
    series::time_of_tags,
    strings::{StringId, Strings},
};
use crate::{
    file::{Encoding, FileRange},
    notation::{Cause, KnownTag, Notation, Record, TimeControl, read_rating},
};
use std::iter::zip;

/// What was found in a stretch of a file. The numbers of its texts are those of the [`Scanned`] it was in.
#[derive(Debug, Default)]
pub(super) struct Part {
    /// Most often one.
    pub(super) blocks: Vec<Block>,
    /// The texts that were new in it, in the order of their numbers.
    pub(super) fresh: Vec<Box<str>>,
    /// Where the last of its records ends.
    pub(super) end: u64,
}

/// What one thread has found, stretch by stretch.
#[derive(Debug)]
pub(super) struct Scanned {
    pub(super) part: Part,
    strings: Strings,
    /// The number of the first text that is new in the part.
    first_fresh: StringId,
    /// The texts of the last row.
    last: [StringId; TEXT_COUNT],
    causes: Causes,
    /// What the time controls that were met say.
    controls: Vec<(StringId, Option<TimeControl>)>,
}

impl Default for Scanned {
    fn default() -> Self {
        let strings = Strings::default();
        Self {
            part: Part::default(),
            first_fresh: strings.count(),
            strings,
            last: [0; TEXT_COUNT],
            causes: Causes::default(),
            controls: Vec::new(),
        }
    }
}

impl Scanned {
    /// Not more time controls than this are remembered.
    const CONTROLS: usize = 16;

    /// Hands out what was found since the last time.
    pub(super) fn take(&mut self) -> Part {
        self.part.fresh = self.strings.since(self.first_fresh);
        self.first_fresh = self.strings.count();
        std::mem::take(&mut self.part)
    }

    /// Adds the record that begins at `start` of the file, told from its fast scan; `text` is all of it.
    pub(super) fn push_fast(&mut self, start: u64, fast: &FastScan<'_>, text: &[u8]) {
        let mut encoding = None;
        let strings = &mut self.strings;
        let mut text_of = |strings: &mut Strings, value: &[u8]| -> StringId {
            if value.is_ascii() {
                return strings.add_ascii(value);
            }
            let encoding = *encoding.get_or_insert_with(|| Encoding::of(text));
            strings.add(&encoding.decode(value))
        };
        let names = PLAYERS.map(|place| fast.texts[place]);
        let players = if names.iter().all(|name| name.is_ascii()) {
            strings.add_all_ascii(names)
        } else {
            names.map(|name| text_of(strings, name))
        };
        // The next is often the same.
        for (place, value) in fast.texts.iter().enumerate() {
            if !PLAYERS.contains(&place) && strings.get(self.last[place]).as_bytes() != *value {
                self.last[place] = text_of(strings, value);
            }
        }
        for (place, id) in zip(PLAYERS, players) {
            self.last[place] = id;
        }
        let texts = self.last;
        let control = texts.get(text_place(KnownTag::TimeControl));
        // Without a control the clocks tell nothing, and are not sought.
        let control = control.and_then(|&control| self.control(control));
        let seconds = control.map_or(0, |control| fast.clocks().seconds(Some(control)));
        let mate = fast.claims_mate.then_some(Cause::Mate);
        let row = Row {
            file: 0,
            range: FileRange::new(start, start + text.len() as u64),
            notation: Notation::Bpgn,
            texts: fast.texts,
            ratings: fast.ratings.map(|value| read_rating(value).unwrap_or(0)),
            result: fast.result,
            cause: self.causes.of(fast.reason, names).or(mate),
            marks: fast.marks,
            plies: fast.plies as usize,
            seconds: Some(seconds),
            time_of_day: time_of_tags(|tag| fast.time_text(tag)),
            series: None,
        };
        self.push(&Cells::of(&row, texts));
    }

    /// What the time control of number `id` says.
    fn control(&mut self, id: StringId) -> Option<TimeControl> {
        if let Some((_, control)) = self.controls.iter().find(|(known, _)| *known == id) {
            return *control;
        }
        let control = TimeControl::parse(self.strings.get(id));
        if self.controls.len() < Self::CONTROLS {
            self.controls.push((id, control));
        }
        control
    }

    /// Adds the record that begins at `start` of the file, told from what the parser has read; `text` is all
    /// of it.
    pub(super) fn push_read(&mut self, start: u64, record: &Record, text: &[u8]) {
        let range = FileRange::new(start, start + text.len() as u64);
        let row = Row::read(record, text, range, &mut self.causes);
        let texts = std::array::from_fn(|place| self.strings.add(&row.texts[place]));
        self.push(&Cells::of(&row, texts));
    }

    fn push(&mut self, cells: &Cells) {
        let blocks = &mut self.part.blocks;
        match blocks.last_mut() {
            Some(block) if block.has_room_for(cells.start) => block.push(cells),
            _ => {
                let mut block = Block::default();
                block.push(cells);
                blocks.push(block);
            }
        }
    }
}

/// Closing comments that were met: nearly all are one of a few, but for the name they begin with.
#[derive(Debug, Default)]
pub(super) struct Causes(Vec<(Vec<u8>, Option<Cause>)>);

impl Causes {
    /// Not more than this are remembered, and none that is longer than so many bytes.
    const MOST: usize = 24;
    const LONGEST: usize = 200;

    pub(super) fn of(&mut self, reason: &[u8], players: [&[u8]; 4]) -> Option<Cause> {
        // A player may be called "automated", so a name says nothing of how it ended.
        let reason = reason.trim_ascii();
        let name = reason.split(u8::is_ascii_whitespace).next()?;
        let words = if players.contains(&name) {
            &reason[name.len()..]
        } else {
            reason
        };
        if words.is_empty() {
            return None;
        }
        if let Some((_, cause)) = self.0.iter().find(|(known, _)| known == words) {
            return *cause;
        }
        let cause = Cause::of_bytes(words);
        if self.0.len() < Self::MOST && words.len() <= Self::LONGEST {
            self.0.push((words.to_owned(), cause));
        }
        cause
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_closing_comment_is_not_remembered() {
        let mut causes = Causes::default();
        assert_eq!(causes.of(b"b resigns", [b"b"; 4]), Some(Cause::Resignation));
        let long = [b"b checkmated ".as_slice(), &[b'x'; 1 << 20]].concat();
        assert_eq!(causes.of(&long, [b"b"; 4]), Some(Cause::Mate));
        assert_eq!(causes.0, [(b" resigns".to_vec(), Some(Cause::Resignation))]);
    }
}
