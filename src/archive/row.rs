//! [`Row`]: the values of one record in a list.

use super::{
    ListedResult,
    columns::{PLAYERS, TEXT_COUNT, TEXTS, text_place},
    index_chunk::Causes,
    length::LastClocks,
    marks::Marks,
    row_ending::{RowEnding, Settled},
    series::{SeriesPlace, TIME_TAGS, time_of_day},
};
use crate::{
    file::FileRange,
    kriegspiel::{Notation, notation},
    notation::{
        Cause, ClosingComment, KnownTag, NoteKind, Record, Records, TimeControl, is_unknown,
        read_rating,
    },
    replay::Match,
    rules::{BoardId, Claim, Color, Seat, Team},
    text::push_number,
};
use std::borrow::Cow;

/// The values of one record in a list. Texts are borrowed from the index, or owned in a [`Summary`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row<S> {
    /// The index of the file in its collection.
    pub file: usize,
    pub range: FileRange,
    /// The notation. In Kriegspiel, the players have the seats of board A.
    pub notation: Notation,
    /// The values of text tags in the order of [`TEXTS`]; empty for missing tags.
    pub(super) texts: [S; TEXT_COUNT],
    /// The ratings by seat; 0 if unknown.
    pub(super) ratings: [u16; 4],
    /// The result to display: that of the `Result` tag if it is decided, otherwise that after the moves. If there is no
    /// result after the moves, the undecided result of the tag.
    pub result: ListedResult,
    /// How the match ended, from the closing comment or, before the match is replayed, from a final `#`, after that from
    /// the boards; `None` if unknown.
    pub cause: Option<Cause>,
    pub marks: Marks,
    pub plies: usize,
    /// The duration by the clocks, in seconds, of the board that took longer; `None` if unknown.
    pub seconds: Option<u16>,
    /// The time of day at which the match started or, if unknown, ended, in seconds since midnight; `None` if neither
    /// is known.
    pub time_of_day: Option<u32>,
    /// The place of the match in its series. `None` if it is in no series, or if [`Index::find_series`] was not called
    /// yet.
    ///
    /// [`Index::find_series`]: super::Index::find_series
    pub series: Option<SeriesPlace>,
}

pub type Summary = Row<String>;

impl<S: AsRef<str>> Row<S> {
    /// Returns the value of `tag` as written; empty if the record lacks the tag or `tag` has no text column.
    pub fn text(&self, tag: KnownTag) -> &str {
        self.texts.get(text_place(tag)).map_or("", S::as_ref)
    }

    /// Returns the name of the player at `seat`; empty if missing.
    pub fn player(&self, seat: Seat) -> &str {
        self.texts[PLAYERS[seat as usize]].as_ref()
    }

    /// Returns the name of the player at `seat`, or the name of the seat if the player is unknown.
    pub fn player_or_seat(&self, seat: Seat) -> &str {
        let player = self.player(seat);
        if is_unknown(player) { seat.name() } else { player }
    }

    pub fn rating(&self, seat: Seat) -> Option<u16> {
        Some(self.ratings[seat as usize]).filter(|&rating| rating > 0)
    }

    pub fn date(&self) -> &str {
        self.text(KnownTag::Date)
    }

    /// Returns the mean of the known ratings of `team`, or of all players if `team` is `None`, rounded down.
    pub fn mean_rating(&self, team: Option<Team>) -> Option<u16> {
        let mean = mean_rating(self.ratings, team);
        u16::try_from(mean).ok().filter(|&mean| mean > 0)
    }

    /// Returns the names of the players of `team`: `raven & death`, with `?` for a missing name. In Kriegspiel, a team
    /// has one player.
    pub fn team(&self, team: Team) -> String {
        let mut text = String::new();
        self.write_team(team, &mut text, |seat, text| *text += self.name_or_placeholder(seat));
        text
    }

    /// Returns the [score](SeriesPlace::score) of the series; `None` if the match is in none.
    pub fn series_score(&self) -> Option<String> {
        Some(self.series?.score(|team| self.team(team)))
    }

    /// Returns the names and ratings of the players of `team`: `raven 2165 & death 2307`.
    pub fn rated_team(&self, team: Team) -> String {
        let mut text = String::new();
        self.write_rated_team(team, &mut text);
        text
    }

    /// Appends [`Row::rated_team`] to `text`.
    pub fn write_rated_team(&self, team: Team, text: &mut String) {
        self.write_team(team, text, |seat, text| {
            *text += self.name_or_placeholder(seat);
            if let Some(rating) = self.rating(seat) {
                *text += " ";
                push_number(rating.into(), text);
            }
        });
    }

    /// Returns a title for a game of Kriegspiel without named players, such as a problem: its event, or `Game of
    /// Kriegspiel` if the event is unknown. Returns `None` for any other record.
    pub fn title_without_players(&self) -> Option<&str> {
        let is_named =
            [Seat::WhiteA, Seat::BlackA].into_iter().any(|seat| !is_unknown(self.player(seat)));
        if self.notation == Notation::Bpgn || is_named {
            return None;
        }
        let event = self.text(KnownTag::Event);
        Some(if is_unknown(event) { "Game of Kriegspiel" } else { event })
    }

    fn name_or_placeholder(&self, seat: Seat) -> &str {
        match self.player(seat) {
            "" => "?",
            name => name,
        }
    }

    /// Appends what `write_player` appends for each player of `team` to `text`.
    fn write_team(&self, team: Team, text: &mut String, write_player: impl Fn(Seat, &mut String)) {
        match (self.notation, team) {
            (Notation::Bpgn, team) => {
                let [first, second] = team.seats();
                write_player(first, text);
                *text += " & ";
                write_player(second, text);
            }
            (Notation::Kriegspiel, Team::First) => write_player(Seat::WhiteA, text),
            (Notation::Kriegspiel, Team::Second) => write_player(Seat::BlackA, text),
        }
    }

    pub fn summary(&self) -> Summary {
        Row {
            texts: std::array::from_fn(|place| self.texts[place].as_ref().to_owned()),
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
    /// Like [`Row::player`], with the lifetime of the index.
    pub const fn name(&self, seat: Seat) -> &'i str {
        self.texts[PLAYERS[seat as usize]]
    }
}

impl<'t> Row<Cow<'t, str>> {
    /// Builds the row of `record`, and returns what its text shows about the ending. `text` holds the bytes of the
    /// record, and `range` is its range in the file. The index of the file is set to 0.
    pub(super) fn read(
        record: &Record,
        text: &'t [u8],
        range: FileRange,
        causes: &mut Causes,
    ) -> (Self, Settled) {
        let texts = TEXTS.map(|tag| record.tag_text(text, tag).unwrap_or_default());
        let row = Self {
            file: 0,
            range,
            notation: Notation::of(record, text),
            texts,
            ratings: Seat::ALL.map(|seat| record.rating(text, seat).unwrap_or(0)),
            result: record.result(text).into(),
            cause: None,
            marks: Marks::default(),
            plies: record.plies.len(),
            seconds: None,
            time_of_day: time_of_day(
                TIME_TAGS.map(|tag| record.tag(text, tag).unwrap_or_default()),
            ),
            series: None,
        };
        match row.notation {
            Notation::Bpgn => row.with_moves(record, text, causes),
            // A game of Kriegspiel has no ending.
            Notation::Kriegspiel => {
                (row.with_kriegspiel_moves(record, text), Settled::Ending(RowEnding::default()))
            }
        }
    }

    fn with_moves(mut self, record: &Record, text: &[u8], causes: &mut Causes) -> (Self, Settled) {
        let has = |kind: NoteKind| {
            let mut notes = record.notes.iter().filter(|note| note.kind == kind);
            notes.any(|note| text.get(note.span.start as usize) == Some(&b'{'))
        };
        let players = PLAYERS.map(|place| self.texts[place].as_bytes());
        let reason = record.reason(text);
        let claims_mate = record.plies.last().is_some_and(|ply| ply.claim == Claim::Mate);
        let control = TimeControl::parse(self.text(KnownTag::TimeControl));
        let comment = ClosingComment::read(reason.as_bytes(), players, |words| causes.of(words));
        self.cause = comment.cause.or(claims_mate.then_some(Cause::Mate));
        self.marks = Marks {
            comment: has(NoteKind::Comment),
            annotation: has(NoteKind::Annotation),
            diagram: has(NoteKind::Diagram),
        };
        let seconds = LastClocks::record_seconds(record, text, control);
        self.seconds = Some(seconds).filter(|&seconds| seconds > 0);
        (self, Settled::of_record(record, text, comment))
    }

    fn with_kriegspiel_moves(mut self, record: &Record, text: &'t [u8]) -> Self {
        for color in [Color::White, Color::Black] {
            let seat = Seat::new(BoardId::A, color);
            let name = record.tag_text(text, KnownTag::player_of(color));
            self.texts[PLAYERS[seat as usize]] = name.unwrap_or_default();
            let rating = record.tag(text, KnownTag::rating_of(color));
            self.ratings[seat as usize] = rating.and_then(read_rating).unwrap_or(0);
        }
        let game = notation::Record::parse(text);
        self.result = game.result(text).into();
        self.plies = game.plies.len();
        self
    }
}

/// Returns the rows of the records of `bytes` with their endings, all parsed and replayed, to test the fast scan.
#[doc(hidden)]
pub fn parsed_rows(bytes: &[u8]) -> Vec<Summary> {
    let (mut records, mut causes) = (Records::of(bytes), Causes::default());
    let mut rows = Vec::new();
    while let Some((record, text, range)) = records.read_next() {
        let mut row = Row::read(record, text, range, &mut causes).0.summary();
        if row.notation == Notation::Bpgn {
            let ending = Match::read_ending(record, text);
            row.cause = ending.cause;
            if let (Some(result), true) = (ending.result, ending.is_contradicted) {
                row.result = ListedResult::Contradicted(result);
            }
        }
        rows.push(row);
    }
    rows
}

/// Returns the mean of the known ratings of `team`, or of all players if `team` is `None`, rounded down; 0 if no rating
/// is known.
pub(super) fn mean_rating(ratings: [u16; 4], team: Option<Team>) -> u32 {
    let seats = Seat::ALL.into_iter().zip(ratings);
    let known =
        seats.filter(|&(seat, rating)| rating > 0 && team.is_none_or(|team| seat.team() == team));
    let (count, sum) =
        known.fold((0, 0), |(count, sum), (_, rating)| (count + 1, sum + u32::from(rating)));
    sum / count.max(1)
}
