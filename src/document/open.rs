//! [`Document`]: one record of a file, read, played and timed.

use super::OpenGame;
use crate::{
    file::{Encoding, FileError, FileRange, LineColumn, Source, Text},
    notation::{LINE_START, Notation, Record, is_glued},
    replay::{Issue, Match, Ply, Point, VariationPlace, Variations},
    rules::Seat,
    timeline::{Moment, Timeline},
};
use std::sync::{Arc, OnceLock};

/// A longer record is not opened: it would be laid out for seconds, and no match is as long. The longest of
/// the archives has under 100 kB.
const LONGEST: u64 = 16 << 20;

/// An open match. The record's bytes are the truth; everything else is derived from them.
#[derive(Clone, Debug)]
pub struct Document {
    home: Home,
    text: Source,
    record: Record,
    played: Match,
    variations: Variations,
    timeline: Timeline,
    game: Option<Box<OpenGame>>,
}

/// Where a record stands.
#[derive(Clone, Debug)]
struct Home {
    file: Text,
    range: FileRange,
    /// The line and column of its first byte, once somebody has asked.
    first: Arc<OnceLock<LineColumn>>,
    /// Whether nothing divides it from the record before.
    glued: bool,
}

impl Document {
    /// Opens the record at `range` of `file`.
    #[must_use]
    pub fn open(file: Source, range: FileRange) -> Self {
        let text = file.slice(range).to_vec();
        let glued = is_glued(file.bytes(), range.start);
        let home = Home {
            file: file.into(),
            range,
            first: Arc::default(),
            glued,
        };
        Self::of(home, text)
    }

    /// Reads the record at `range` of `file`, which need not be held.
    ///
    /// # Errors
    /// What the disk says, or that it is too long for a match.
    pub fn read(file: &Text, range: FileRange) -> Result<Self, FileError> {
        if range.end - range.start > LONGEST {
            return Err(FileError::LongRecord {
                megabytes: (range.end - range.start) / 1_000_000,
                limit: LONGEST / 1_000_000,
                path: file.path().to_owned(),
            });
        }
        let from = range.start.saturating_sub(LINE_START);
        let mut text = Vec::new();
        file.read_range(FileRange::new(from, range.end), &mut text)?;
        let before = range.start - from;
        let glued = is_glued(&text, before);
        let before = usize::try_from(before).unwrap_or(usize::MAX);
        text.drain(..before.min(text.len()));
        let home = Home {
            file: file.clone(),
            range,
            first: Arc::default(),
            glued,
        };
        Ok(Self::of(home, text))
    }

    /// Reads the record at `range` of `file` where that is held; touches no disk. `None` where it is not held.
    ///
    /// # Errors
    /// That it is too long for a match.
    #[must_use]
    pub fn of_held(file: &Text, range: FileRange) -> Option<Result<Self, FileError>> {
        file.held().map(|_| Self::read(file, range))
    }

    /// Finds out what an edit asks of the whole file: its encoding, and the line of the record's first byte.
    pub fn scan(&self) {
        self.home.file.scan();
        self.first();
    }

    /// Whether that is known, so that an edit reads nothing.
    #[must_use]
    pub fn is_scanned(&self) -> bool {
        let home = &self.home;
        home.file.held().is_some() || (home.file.is_scanned() && home.first.get().is_some())
    }

    /// Whether anything is wrong with the record.
    #[must_use]
    pub fn has_issues(&self) -> bool {
        match &self.game {
            Some(open) => !open.game.issues.is_empty(),
            None => !self.played.issues.is_empty(),
        }
    }

    /// The same record of the same file with other bytes.
    #[must_use]
    pub fn with_text(&self, text: Vec<u8>) -> Self {
        Self::of(self.home.clone(), text)
    }

    fn of(home: Home, text: Vec<u8>) -> Self {
        let record = Record::parse(&text);
        let is_game = Notation::of(&record, &text) == Notation::Kriegspiel;
        let game = is_game.then(|| Box::new(OpenGame::of(&text, home.glued)));
        // A game of Kriegspiel is no match: neither plies nor clocks of one are in it.
        let mut played = Match::default();
        if !is_game {
            played.replay_into(&record, &text);
            if home.glued {
                played.note_glued();
            }
        }
        let variations = if is_game {
            Variations::default()
        } else {
            Variations::of(&record, &text, &played)
        };
        let timeline = Timeline::of(&played);
        Self {
            text: Source::from_bytes(home.file.path(), text),
            home,
            record,
            played,
            variations,
            timeline,
            game,
        }
    }

    /// The bytes of the record.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        self.text.bytes()
    }

    /// The encoding of the whole file, in which a person's words are written.
    #[must_use]
    pub fn file_encoding(&self) -> Encoding {
        self.home.file.encoding()
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

    /// The variations, which were not played.
    #[must_use]
    pub const fn variations(&self) -> &Variations {
        &self.variations
    }

    /// What the bytes say and what was played, where it is a game of Kriegspiel.
    #[must_use]
    pub fn game(&self) -> Option<&OpenGame> {
        self.game.as_deref()
    }

    /// When it was played.
    #[must_use]
    pub const fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The moment that a person names: `34A` or `12b` (after that ply), a number of plies, or `end`.
    #[must_use]
    pub fn moment_named(&self, name: &str) -> Option<Moment> {
        let plies = &self.played.plies;
        let last = self.game().map_or(plies.len(), |open| open.game.plies());
        if name == "end" {
            return Some(last);
        }
        if let Ok(count) = name.parse::<usize>() {
            return (count <= last).then_some(count);
        }
        let (number, letter) = name.split_at_checked(name.len().checked_sub(1)?)?;
        let seat = Seat::from_letter(*letter.as_bytes().first()?)?;
        let number: u16 = number.parse().ok()?;
        let named = |ply: &Ply| ply.number == number && ply.seat == seat;
        plies.iter().position(named).map(|index| index + 1)
    }

    /// The place that a person names: a moment, or in a variation `21B/1/3`, the first one on ply 21B after three of its
    /// plies; at its end without the last number. A branch follows the ply that it stands on: `21B/1/3/2/1`.
    #[must_use]
    pub fn point_named(&self, name: &str) -> Option<Point> {
        let Some((ply, rest)) = name.split_once('/') else {
            return self.moment_named(name).map(Point::Match);
        };
        let place = self.variations.place_named(self.moment_named(ply)?, rest)?;
        Some(Point::Variation(place))
    }

    /// A place of a variation as [`Document::point_named`] reads it.
    #[must_use]
    pub fn place_name(&self, place: &VariationPlace) -> String {
        self.variations.place_name(&self.record, place)
    }

    /// The ply before `moment` as a person names it, `12b`; `None` at the start.
    #[must_use]
    pub fn ply_name(&self, moment: Moment) -> Option<String> {
        if self.game.is_some() {
            return self.game_ply_name(moment);
        }
        let ply = self.record.plies.get(moment.checked_sub(1)?)?;
        Some(format!("{}{}", ply.number, ply.seat.letter()))
    }

    fn first(&self) -> LineColumn {
        let home = &self.home;
        *home
            .first
            .get_or_init(|| home.file.line_column(home.range.start))
    }

    /// Where in the file an issue stands, as far as only this record has been changed.
    #[must_use]
    pub fn place(&self, issue: &Issue) -> LineColumn {
        self.line_column(issue.span.start)
    }

    /// Where in the file the byte at `offset` of the record stands, as far as only this record has been
    /// changed.
    #[must_use]
    pub fn line_column(&self, offset: u32) -> LineColumn {
        self.line_column_from(self.first(), offset)
    }

    /// The same, reading nothing: where it is not known on which line of the file the record begins, its lines are
    /// counted from 1. See [`Document::scan`].
    #[must_use]
    pub fn known_line_column(&self, offset: u32) -> LineColumn {
        if self.home.file.held().is_some() {
            return self.line_column(offset);
        }
        let start = LineColumn { line: 1, column: 1 };
        let first = self.home.first.get().copied().unwrap_or(start);
        self.line_column_from(first, offset)
    }

    fn line_column_from(&self, first: LineColumn, offset: u32) -> LineColumn {
        let within = self.text.line_column(u64::from(offset));
        LineColumn {
            line: first.line + within.line - 1,
            column: if within.line == 1 {
                first.column + within.column - 1
            } else {
                within.column
            },
        }
    }
}
