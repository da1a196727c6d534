//! [`Document`]: one record of a file, read, played and timed.

use crate::{
    file::{Encoding, FileRange, LineColumn, Source},
    notation::{Record, is_glued},
    replay::{Issue, Match, Ply},
    rules::Seat,
    timeline::{Moment, Timeline},
};

/// An open match. The record's bytes are the truth; everything else is derived from them.
#[derive(Clone, Debug)]
pub struct Document {
    source: Source,
    range: FileRange,
    record: Record,
    played: Match,
    timeline: Timeline,
}

impl Document {
    /// Opens the record at `range` of `source`.
    #[must_use]
    pub fn open(source: Source, range: FileRange) -> Self {
        let text = source.slice(range);
        let record = Record::parse(text);
        let mut played = Match::replay(&record, text);
        if is_glued(source.bytes(), range.start) {
            played.note_glued();
        }
        let timeline = Timeline::of(&played);
        Self {
            source,
            range,
            record,
            played,
            timeline,
        }
    }

    /// The bytes of the record.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        self.source.slice(self.range)
    }

    /// Where the record stands in its file.
    #[must_use]
    pub const fn range(&self) -> FileRange {
        self.range
    }

    /// The encoding of the whole file, in which a person's words are written.
    #[must_use]
    pub fn file_encoding(&self) -> Encoding {
        Encoding::of(self.source.bytes())
    }

    /// What the bytes say.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// What was played.
    #[must_use]
    pub const fn played(&self) -> &Match {
        &self.played
    }

    /// When it was played.
    #[must_use]
    pub const fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The file it is from.
    #[must_use]
    pub const fn source(&self) -> &Source {
        &self.source
    }

    /// The moment that a person names: `34A` or `12b` (after that ply), a number of plies, or `end`.
    #[must_use]
    pub fn moment_named(&self, name: &str) -> Option<Moment> {
        let plies = &self.played.plies;
        if name == "end" {
            return Some(plies.len());
        }
        if let Ok(count) = name.parse::<usize>() {
            return (count <= plies.len()).then_some(count);
        }
        let (number, letter) = name.split_at_checked(name.len().checked_sub(1)?)?;
        let seat = Seat::from_letter(*letter.as_bytes().first()?)?;
        let number: u16 = number.parse().ok()?;
        let named = |ply: &Ply| ply.number == number && ply.seat == seat;
        plies.iter().position(named).map(|index| index + 1)
    }

    /// Where in the file an issue stands.
    #[must_use]
    pub fn place(&self, issue: &Issue) -> LineColumn {
        self.source
            .line_column(self.range.offset_of(issue.span.start))
    }
}
