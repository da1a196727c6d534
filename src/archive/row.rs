//! [`Row`]: what a list knows of one record.

use super::{
    columns::{PLAYERS, TEXT_COUNT, TEXTS, text_place},
    length::LastClocks,
    marks::Marks,
    part::Causes,
    series::{SeriesPlace, time_of_tags},
};
use crate::{
    file::FileRange,
    kriegspiel::{Notation, notation},
    notation::{Cause, GameResult, KnownTag, NoteKind, Record, TimeControl, read_rating},
    rules::{BoardId, Claim, Color, Seat, Team},
};
use std::borrow::Cow;

/// What a list knows of one record. Its texts are the index's, or its own ([`Summary`]).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row<S> {
    /// The place of its file in the list of files, 0 for one alone.
    pub file: usize,
    /// Where the record stands in the file.
    pub range: FileRange,
    /// The notation in which it is written. The players of one board alone sit at board A.
    pub notation: Notation,
    /// As [`TEXTS`] has them; empty where a tag is missing.
    pub(super) texts: [S; TEXT_COUNT],
    /// By the seats; 0 where there is none.
    pub(super) ratings: [u16; 4],
    /// The result: the tag's, or that after the moves where the tag leaves it open.
    pub result: Option<GameResult>,
    /// How it ended, as far as the closing comment or the last move says.
    pub cause: Option<Cause>,
    /// Whether it is annotated.
    pub marks: Marks,
    /// How many plies are written.
    pub plies: usize,
    /// How long it took by the clocks of the board that took longer, in seconds; `None` where they do not tell.
    pub seconds: Option<u16>,
    /// When it began, in seconds of the day in `Date`; when it ended, where no tag tells that.
    pub time_of_day: Option<u32>,
    /// Where it stands in its series, where the series of the list have been found ([`Index::find_series`]).
    ///
    /// [`Index::find_series`]: super::Index::find_series
    pub series: Option<SeriesPlace>,
}

/// A row with texts of its own.
pub type Summary = Row<String>;

impl<S: AsRef<str>> Row<S> {
    /// The value of `tag` as it is written; empty where it is missing, or where no column has it.
    #[must_use]
    pub fn text(&self, tag: KnownTag) -> &str {
        self.texts.get(text_place(tag)).map_or("", S::as_ref)
    }

    /// The name of the player at `seat`; empty where it is missing.
    #[must_use]
    pub fn player(&self, seat: Seat) -> &str {
        self.texts[PLAYERS[seat as usize]].as_ref()
    }

    /// The rating of the player at `seat`.
    #[must_use]
    pub fn rating(&self, seat: Seat) -> Option<u16> {
        Some(self.ratings[seat as usize]).filter(|&rating| rating > 0)
    }

    /// The date as it is written; empty where it is missing.
    #[must_use]
    pub fn date(&self) -> &str {
        self.text(KnownTag::Date)
    }

    /// The mean of the known ratings of `team`, or of all players, rounded down.
    #[must_use]
    pub fn mean_rating(&self, team: Option<Team>) -> Option<u16> {
        let mean = mean_rating(self.ratings, team);
        u16::try_from(mean).ok().filter(|&mean| mean > 0)
    }

    /// The players of `team`, `raven & death`.
    #[must_use]
    pub fn team(&self, team: Team) -> String {
        self.join(team, |seat| self.name_or_mark(seat).to_owned())
    }

    /// The same with ratings, `raven 2165 & death 2307`.
    #[must_use]
    pub fn rated_team(&self, team: Team) -> String {
        self.join(team, |seat| match self.rating(seat) {
            Some(rating) => format!("{} {rating}", self.name_or_mark(seat)),
            None => self.name_or_mark(seat).to_owned(),
        })
    }

    /// What a game of Kriegspiel is called whose players nobody has named, as of most problems: its event. `None` where a
    /// player is named.
    #[must_use]
    pub fn nameless_title(&self) -> Option<&str> {
        let is_known = |text: &str| text.chars().any(|c| !matches!(c, '?' | '-' | '.' | ' '));
        let is_named =
            [Seat::WhiteA, Seat::BlackA].into_iter().any(|seat| is_known(self.player(seat)));
        if self.notation == Notation::Bpgn || is_named {
            return None;
        }
        let event = self.text(KnownTag::Event);
        Some(if is_known(event) { event } else { "Game of Kriegspiel" })
    }

    fn name_or_mark(&self, seat: Seat) -> &str {
        match self.player(seat) {
            "" => "?",
            name => name,
        }
    }

    fn join(&self, team: Team, words: impl Fn(Seat) -> String) -> String {
        match (self.notation, team) {
            (Notation::Bpgn, team) => team.seats().map(words).join(" & "),
            (Notation::Kriegspiel, Team::First) => words(Seat::WhiteA),
            (Notation::Kriegspiel, Team::Second) => words(Seat::BlackA),
        }
    }

    /// The same with texts of its own.
    #[must_use]
    pub fn summary(&self) -> Summary {
        self.with_texts(std::array::from_fn(|place| self.texts[place].as_ref().to_owned()))
    }

    fn with_texts<Other>(&self, texts: [Other; TEXT_COUNT]) -> Row<Other> {
        Row {
            texts,
            file: self.file,
            range: self.range,
            notation: self.notation,
            ratings: self.ratings,
            result: self.result,
            cause: self.cause,
            marks: self.marks,
            plies: self.plies,
            seconds: self.seconds,
            time_of_day: self.time_of_day,
            series: self.series,
        }
    }
}

impl<'i> Row<&'i str> {
    /// As [`Row::player`], for as long as the index is there.
    #[must_use]
    pub const fn name(&self, seat: Seat) -> &'i str {
        self.texts[PLAYERS[seat as usize]]
    }
}

impl<'t> Row<Cow<'t, str>> {
    /// The row of `record`, whose bytes are `text` and stand at `range` of the file.
    pub(super) fn read(
        record: &Record,
        text: &'t [u8],
        range: FileRange,
        causes: &mut Causes,
    ) -> Self {
        let texts = TEXTS.map(|tag| record.tag_text(text, tag).unwrap_or_default());
        let row = Self {
            file: 0,
            range,
            notation: Notation::of(record, text),
            texts,
            ratings: Seat::ALL.map(|seat| record.rating(text, seat).unwrap_or(0)),
            result: record.result(text),
            cause: None,
            marks: Marks::default(),
            plies: record.plies.len(),
            seconds: None,
            time_of_day: time_of_tags(|tag| record.tag(text, tag).unwrap_or_default()),
            series: None,
        };
        match row.notation {
            Notation::Bpgn => row.with_moves(record, text, causes),
            Notation::Kriegspiel => row.of_kriegspiel(record, text),
        }
    }

    fn with_moves(mut self, record: &Record, text: &[u8], causes: &mut Causes) -> Self {
        let has = |kind: NoteKind| {
            let mut notes = record.notes.iter().filter(|note| note.kind == kind);
            notes.any(|note| text.get(note.span.start as usize) == Some(&b'{'))
        };
        let raw_player = |seat: Seat| record.tag(text, KnownTag::player(seat)).unwrap_or_default();
        let reason = record.ending.reason.of(text);
        let claims_mate = record.plies.last().is_some_and(|ply| ply.claim == Claim::Mate);
        let control = TimeControl::parse(self.text(KnownTag::TimeControl));
        self.cause =
            causes.of(reason, Seat::ALL.map(raw_player)).or(claims_mate.then_some(Cause::Mate));
        self.marks = Marks {
            comment: has(NoteKind::Comment),
            annotation: has(NoteKind::Annotation),
            diagram: has(NoteKind::Diagram),
        };
        let seconds = LastClocks::seconds_of_record(record, text, control);
        self.seconds = Some(seconds).filter(|&seconds| seconds > 0);
        self
    }

    fn of_kriegspiel(mut self, record: &Record, text: &'t [u8]) -> Self {
        for color in [Color::White, Color::Black] {
            let seat = Seat::new(BoardId::A, color);
            let name = record.tag_text(text, KnownTag::player_of(color));
            self.texts[PLAYERS[seat as usize]] = name.unwrap_or_default();
            let rating = record.tag(text, KnownTag::rating_of(color));
            self.ratings[seat as usize] = rating.and_then(read_rating).unwrap_or(0);
        }
        let game = notation::Record::parse(text);
        self.result = game.result(text);
        self.plies = game.plies.len();
        self
    }
}

/// The mean of the known ratings of `team`, or of all players, rounded down; 0 where none is known.
pub(super) fn mean_rating(ratings: [u16; 4], team: Option<Team>) -> u32 {
    let seats = Seat::ALL.into_iter().zip(ratings);
    let known =
        seats.filter(|&(seat, rating)| rating > 0 && team.is_none_or(|team| seat.team() == team));
    let (count, sum) =
        known.fold((0, 0), |(count, sum), (_, rating)| (count + 1, sum + u32::from(rating)));
    sum / count.max(1)
}
