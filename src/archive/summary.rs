//! [`Summary`]: what a list of matches shows of one.

use crate::{
    file::FileRange,
    notation::{GameResult, KnownTag, Notation, Record, kriegspiel, read_rating},
    rules::{BoardId, BySeat, Color, Seat},
};

/// One match in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Where the record stands in the file.
    pub range: FileRange,
    /// The notation in which it is written.
    pub notation: Notation,
    /// The players; empty where a name is missing. Those of one board alone sit at board A.
    pub players: BySeat<String>,
    /// Their ratings.
    pub ratings: BySeat<Option<u16>>,
    /// The event; empty where it is missing.
    pub event: String,
    /// The date as it is written; empty where it is missing.
    pub date: String,
    /// The time control as it is written; empty where it is missing.
    pub time_control: String,
    /// The result: the tag's, or that after the moves where the tag leaves it open.
    pub result: Option<GameResult>,
    /// How many plies are written.
    pub plies: usize,
}

impl Summary {
    /// What a list shows of `record`, whose bytes are `text` and stand at `range` of the file.
    #[must_use]
    pub fn of(record: &Record, text: &[u8], range: FileRange) -> Self {
        let mut summary = Self::of_match(record, text, range);
        if Notation::of(record, text) == Notation::Kriegspiel {
            summary.turn_into_kriegspiel(record, text);
        }
        summary
    }

    fn turn_into_kriegspiel(&mut self, record: &Record, text: &[u8]) {
        self.notation = Notation::Kriegspiel;
        for color in [Color::White, Color::Black] {
            let seat = Seat::new(BoardId::A, color);
            let name = record.tag_text(text, KnownTag::player_of(color));
            self.players[seat] = name.unwrap_or_default().into_owned();
            let rating = record.tag(text, KnownTag::rating_of(color));
            self.ratings[seat] = rating.and_then(read_rating);
        }
        let game = kriegspiel::Record::parse(text);
        self.result = game.result(text);
        self.plies = game.plies.len();
    }

    fn of_match(record: &Record, text: &[u8], range: FileRange) -> Self {
        let tag = |tag: KnownTag| {
            let value = record.tag_text(text, tag).unwrap_or_default();
            value.into_owned()
        };
        Self {
            range,
            notation: Notation::Bpgn,
            players: BySeat::from_fn(|seat: Seat| {
                record
                    .player(text, seat)
                    .map(std::borrow::Cow::into_owned)
                    .unwrap_or_default()
            }),
            ratings: BySeat::from_fn(|seat| record.rating(text, seat)),
            event: tag(KnownTag::Event),
            date: tag(KnownTag::Date),
            time_control: tag(KnownTag::TimeControl),
            result: record.result(text),
            plies: record.plies.len(),
        }
    }
}
