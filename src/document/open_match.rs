//! [`OpenMatch`]: a parsed and replayed match, with its times.

use super::{Document, open::OpenRecord};
use crate::{
    analysis::ledger::LongTurn,
    notation::{Note, NoteKind, PlyName, PlyText, Problem, Record, WrittenRecord},
    replay::{Match, Point, VariationPlace, Variations},
    text::unix_lines,
    timeline::{Moment, Timeline},
};

#[derive(Clone, Debug)]
pub struct OpenMatch {
    record: Record,
    played: Match,
    variations: Variations,
    timeline: Timeline,
}

impl OpenMatch {
    pub(super) fn of(record: Record, text: &[u8], lacks_separator: bool) -> Self {
        let mut played = Match::default();
        played.replay_into(&record, text);
        let variations = Variations::of(&record, text, &played);
        played.report_unplayable_groups(&variations);
        if lacks_separator {
            played.add_missing_separator_issue();
        }
        Self { variations, timeline: Timeline::of(&played), record, played }
    }
}

impl OpenRecord for OpenMatch {
    type Ply = PlyText;
    type Problem = Problem;

    fn parse(text: &[u8], lacks_separator: bool) -> Self {
        Self::of(Record::parse(text), text, lacks_separator)
    }

    fn written(&self) -> &WrittenRecord<PlyText, Problem> {
        &self.record
    }
}

/// Parses `name` as a number of plies, or as `end` for the moment `last`. Returns `None` if `name` is neither, and
/// `Some(None)` if the number is above `last`.
pub(super) fn parse_counted_moment(name: &str, last: Moment) -> Option<Option<Moment>> {
    if name == "end" {
        return Some(Some(last));
    }
    let count = name.parse::<usize>().ok()?;
    Some(if count <= last { Some(count) } else { None })
}

impl Document {
    pub const fn record(&self) -> &Record {
        &self.content.record
    }

    pub const fn played(&self) -> &Match {
        &self.content.played
    }

    pub const fn variations(&self) -> &Variations {
        &self.content.variations
    }

    pub const fn timeline(&self) -> &Timeline {
        &self.content.timeline
    }

    /// Returns the sits and long thinks, those of board A first.
    pub fn long_turns(&self) -> Vec<LongTurn> {
        LongTurn::all(self.played(), self.timeline())
    }

    /// Parses a moment: `34A` or `12b` for the moment after this ply, a number of plies, or `end`. Returns `None` if
    /// there is no such moment.
    pub fn moment_named(&self, name: &str) -> Option<Moment> {
        let plies = &self.played().plies;
        if let Some(moment) = parse_counted_moment(name, plies.len()) {
            return moment;
        }
        let name = PlyName::parse(name)?;
        plies.iter().position(|ply| ply.name() == name).map(|index| index + 1)
    }

    /// Parses a point: a moment of the match, or a place in a variation. Returns `None` if there is no such point.
    ///
    /// `21B/1` is the end of the first variation on ply 21B, and `21B/1/3` the place after its third ply. In
    /// `21B/1/3/2/1`, `/3/2` selects the second branch on that third ply, and `/1` the place after the first ply of the
    /// branch.
    pub fn point_named(&self, name: &str) -> Option<Point> {
        let Some((ply, rest)) = name.split_once('/') else {
            return self.moment_named(name).map(Point::Match);
        };
        let place = self.variations().parse_place_name(self.moment_named(ply)?, rest)?;
        Some(Point::Variation(place))
    }

    /// Returns the name of a place in a variation, which [`Document::point_named`] parses.
    pub fn place_name(&self, place: &VariationPlace) -> String {
        self.variations().place_name(self.record(), place)
    }

    /// Returns the notes of `kind` at `moment`, each with its index in the record.
    pub fn notes_of(&self, kind: NoteKind, moment: Moment) -> impl Iterator<Item = (usize, &Note)> {
        let notes = self.record().notes.iter().enumerate();
        notes.filter(move |(_, note)| note.after as usize == moment && note.kind == kind)
    }

    /// Returns the glyph and the annotation of the ply before `moment`, as the user edits them.
    pub fn annotation(&self, moment: Moment) -> Option<String> {
        let (_, note) = self.notes_of(NoteKind::Annotation, moment).next()?;
        Some(unix_lines(&self.record().encoding.decode(note.text.of(self.text()))))
    }

    /// Returns the comment with index `place` at `moment`, without the variations and marks in it.
    pub fn comment(&self, moment: Moment, place: usize) -> Option<String> {
        Some(self.comment_words(self.notes_of(NoteKind::Comment, moment).nth(place)?.1))
    }

    pub fn comment_count(&self, moment: Moment) -> usize {
        self.notes_of(NoteKind::Comment, moment).count()
    }

    pub fn has_diagram(&self, moment: Moment) -> bool {
        self.notes_of(NoteKind::Diagram, moment).next().is_some()
    }

    /// Returns the name of the ply before `moment`, such as `12b`, or `None` at the start.
    pub fn ply_name(&self, moment: Moment) -> Option<String> {
        Some(self.ply(moment)?.name().to_string())
    }
}
