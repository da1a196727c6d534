//! [`Part`]: the rows of a stretch of a file while it is scanned, with texts of its own.

use super::{
    Summary,
    block::{Block, Cells},
    length::LastClocks,
    marks::Marks,
    quick::Quick,
    strings::{StringId, Strings},
};
use crate::{
    file::{Encoding, FileRange},
    notation::{Cause, KnownTag, Notation, NoteKind, Record, TimeControl, read_rating},
    rules::{Claim, Seat},
};

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
    /// The last event, date and time control: the next is often the same.
    last: [StringId; 3],
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
            last: [0; 3],
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

    /// Adds the record that begins at `start` of the file, told from its quick reading; `text` is all of it.
    pub(super) fn push_quick(&mut self, start: u64, quick: &Quick<'_>, text: &[u8]) {
        let mut encoding = None;
        let strings = &mut self.strings;
        let mut text_of = |strings: &mut Strings, value: &[u8]| -> StringId {
            if value.is_ascii() {
                return strings.add_ascii(value);
            }
            let encoding = *encoding.get_or_insert_with(|| Encoding::of(text));
            strings.add(&encoding.decode(value))
        };
        let players = if quick.players.iter().all(|name| name.is_ascii()) {
            strings.add_all_ascii(quick.players)
        } else {
            quick.players.map(|name| text_of(strings, name))
        };
        for (last, value) in self
            .last
            .iter_mut()
            .zip([quick.event, quick.date, quick.time_control])
        {
            if strings.get(*last).as_bytes() != value {
                *last = text_of(strings, value);
            }
        }
        let [event, date, time_control] = self.last;
        let cells = Cells {
            start,
            players,
            ratings: quick.ratings.map(|value| read_rating(value).unwrap_or(0)),
            event,
            date,
            time_control,
            plies: quick.plies,
            result: quick.result,
            cause: self
                .causes
                .of(quick.reason, quick.players)
                .or(quick.claims_mate.then_some(Cause::Mate)),
            marks: quick.marks,
            notation: Notation::Bpgn,
            seconds: quick.clocks.seconds(self.control(time_control)),
        };
        self.push(&cells);
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
        if Notation::of(record, text) == Notation::Kriegspiel {
            let range = FileRange::new(start, start + text.len() as u64);
            return self.push_summary(&Summary::of(record, text, range));
        }
        let [event, time_control, date] = [KnownTag::Event, KnownTag::TimeControl, KnownTag::Date]
            .map(|tag| {
                let value = record.tag_text(text, tag).unwrap_or_default();
                self.strings.add(&value)
            });
        let player = |seat: Seat| record.player(text, seat).unwrap_or_default();
        let raw_player = |seat: Seat| record.tag(text, KnownTag::player(seat)).unwrap_or_default();
        let has = |kind: NoteKind| {
            let braced =
                |note: &crate::notation::Note| text.get(note.span.start as usize) == Some(&b'{');
            record
                .notes
                .iter()
                .any(|note| note.kind == kind && braced(note))
        };
        let claims_mate = record
            .plies
            .last()
            .is_some_and(|ply| ply.claim == Claim::Mate);
        let reason = record.ending.reason.of(text);
        let cause = self.causes.of(reason, Seat::ALL.map(raw_player));
        let cells = Cells {
            start,
            players: Seat::ALL.map(|seat| self.strings.add(&player(seat))),
            ratings: Seat::ALL.map(|seat| record.rating(text, seat).unwrap_or(0)),
            event,
            date,
            time_control,
            plies: u32::try_from(record.plies.len()).unwrap_or(u32::MAX),
            result: record.result(text),
            cause: cause.or(claims_mate.then_some(Cause::Mate)),
            marks: Marks {
                comment: has(NoteKind::Comment),
                annotation: has(NoteKind::Annotation),
                diagram: has(NoteKind::Diagram),
            },
            notation: Notation::Bpgn,
            seconds: LastClocks::of_record(record)
                .seconds(TimeControl::parse(self.strings.get(time_control))),
        };
        self.push(&cells);
    }

    /// Adds a record of which a summary was made.
    fn push_summary(&mut self, summary: &Summary) {
        let strings = &mut self.strings;
        let cells = Cells {
            start: summary.range.start,
            players: Seat::ALL.map(|seat| strings.add(&summary.players[seat])),
            ratings: Seat::ALL.map(|seat| summary.ratings[seat].unwrap_or(0)),
            event: strings.add(&summary.event),
            date: strings.add(&summary.date),
            time_control: strings.add(&summary.time_control),
            plies: u32::try_from(summary.plies).unwrap_or(u32::MAX),
            result: summary.result,
            cause: None,
            marks: Marks::default(),
            notation: summary.notation,
            seconds: 0,
        };
        self.push(&cells);
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
struct Causes(Vec<(Vec<u8>, Option<Cause>)>);

impl Causes {
    /// Not more than this are remembered.
    const MOST: usize = 24;

    fn of(&mut self, reason: &[u8], players: [&[u8]; 4]) -> Option<Cause> {
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
        let cause = Cause::of(&String::from_utf8_lossy(words));
        if self.0.len() < Self::MOST {
            self.0.push((words.to_owned(), cause));
        }
        cause
    }
}
