//! [`OpenMatch`]: a record that is a match, read, played and timed.

use super::{Document, open::Tagged};
use crate::{
    file::{Encoding, LineColumn},
    notation::{Record, Tag},
    replay::{Issue, Match, Ply, Point, VariationPlace, Variations},
    rules::Seat,
    timeline::{Moment, Timeline},
};

/// A match in its record.
#[derive(Clone, Debug)]
pub struct OpenMatch {
    record: Record,
    played: Match,
    variations: Variations,
    timeline: Timeline,
}

impl OpenMatch {
    pub(super) fn of(record: Record, text: &[u8], glued: bool) -> Self {
        let mut played = Match::default();
        played.replay_into(&record, text);
        let variations = Variations::of(&record, text, &played);
        played.note_variations(&variations);
        if glued {
            played.note_glued();
        }
        Self { variations, timeline: Timeline::of(&played), record, played }
    }
}

impl Tagged for OpenMatch {
    fn tags(&self) -> &[Tag] {
        &self.record.tags
    }

    fn encoding(&self) -> Encoding {
        self.record.encoding
    }
}

/// The moment that `name` counts from the start: a number of plies, or `end` for the `last`; `None` where it is no
/// such name, and `Some(None)` where there are not so many plies.
pub(super) fn counted(name: &str, last: Moment) -> Option<Option<Moment>> {
    if name == "end" {
        return Some(Some(last));
    }
    let count = name.parse::<usize>().ok()?;
    Some((count <= last).then_some(count))
}

impl Document {
    /// What the bytes say.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.content.record
    }

    /// What was played.
    #[must_use]
    pub const fn played(&self) -> &Match {
        &self.content.played
    }

    /// The variations, which were not played.
    #[must_use]
    pub const fn variations(&self) -> &Variations {
        &self.content.variations
    }

    /// When it was played.
    #[must_use]
    pub const fn timeline(&self) -> &Timeline {
        &self.content.timeline
    }

    /// Where in the file an issue stands, as far as only this record has been changed.
    #[must_use]
    pub fn place(&self, issue: &Issue) -> LineColumn {
        self.line_column(issue.span.start)
    }

    /// The moment that a person names: `34A` or `12b` (after that ply), a number of plies, or `end`.
    #[must_use]
    pub fn moment_named(&self, name: &str) -> Option<Moment> {
        let plies = &self.played().plies;
        if let Some(moment) = counted(name, plies.len()) {
            return moment;
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
        let place = self.variations().place_named(self.moment_named(ply)?, rest)?;
        Some(Point::Variation(place))
    }

    /// A place of a variation as [`Document::point_named`] reads it.
    #[must_use]
    pub fn place_name(&self, place: &VariationPlace) -> String {
        self.variations().place_name(self.record(), place)
    }

    /// The ply before `moment` as a person names it, `12b`; `None` at the start.
    #[must_use]
    pub fn ply_name(&self, moment: Moment) -> Option<String> {
        let ply = self.record().plies.get(moment.checked_sub(1)?)?;
        Some(format!("{}{}", ply.number, ply.seat.letter()))
    }
}
