//! [`Header`] and [`GameHeader`]: the names of the players, the event and the result, as displayed around the boards.

use super::{Document, GameDocument, shortened};
use crate::{
    notation::{GameResult, KnownTag, is_unknown},
    replay::Cause,
    rules::{BySeat, Color, Seat, Team},
    text::{dotted, single_spaced},
};

/// The maximum length of a player's name in the window, in bytes.
const MAX_NAME_LEN: usize = 160;

/// The maximum length of the event and of the result in the window, in bytes.
const MAX_LINE_LEN: usize = 400;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The event, the time control and the date, separated by ` · `. Unknown parts are omitted.
    pub event: String,
    /// The result and how the match ended, separated by ` · `. Unknown parts are omitted.
    pub result: String,
    pub seats: BySeat<SeatHeader>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatHeader {
    /// The player's name, or the name of the seat if unknown.
    pub name: String,
    /// The player's rating; empty if unknown.
    pub rating: String,
}

impl Header {
    pub fn names(&self) -> BySeat<String> {
        BySeat::from_fn(|seat| self.seats[seat].name.clone())
    }

    /// Formats the players by team: `raven & death – Gnejs & Paaso`.
    pub fn teams(&self) -> String {
        let team = |team: Team| team.seats().map(|seat| self.seats[seat].name.as_str());
        [Team::First, Team::Second].map(|it| team(it).join(" & ")).join(" – ")
    }

    /// Returns the header for the window, which lays the texts out in every frame: they are truncated, and a doubtful
    /// result points to the Issues tab.
    pub fn for_window(document: &Document) -> Self {
        Self::with_remedy(document, "; see Issues").shortened()
    }

    pub fn of(document: &Document) -> Self {
        Self::with_remedy(document, "")
    }

    /// `remedy` follows what contradicts the result.
    fn with_remedy(document: &Document, remedy: &str) -> Self {
        let (record, text) = (document.record(), document.text());
        let known_value = |tag: KnownTag| {
            let tags = tag.find_all(&record.tags);
            let mut values = tags.map(|tag| record.unescape(tag.value.of(text)));
            values.find(|value| !is_unknown(value))
        };
        let event = [KnownTag::Event, KnownTag::TimeControl, KnownTag::Date];
        let seats = BySeat::from_fn(|seat| seat_header(document, seat));
        let event: Vec<_> = event.into_iter().filter_map(known_value).collect();
        Self { event: event.join(" · "), result: result(document, &seats, remedy), seats }
    }

    /// Truncates the texts.
    #[must_use]
    pub fn shortened(mut self) -> Self {
        self.event = shortened(self.event, MAX_LINE_LEN);
        self.result = shortened(self.result, MAX_LINE_LEN);
        for seat in Seat::ALL {
            let name = std::mem::take(&mut self.seats[seat].name);
            self.seats[seat].name = shortened(name, MAX_NAME_LEN);
        }
        self
    }
}

/// The names of the players, the event and the result of a game of Kriegspiel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameHeader {
    /// The names of White and Black. An unknown name is replaced by the colour.
    pub names: [String; 2],
    /// The ratings of White and Black; empty if unknown.
    pub ratings: [String; 2],
    /// The event and the date; empty if both are unknown.
    pub event: String,
    /// The result; empty unless the game is decided.
    pub result: String,
}

impl GameHeader {
    pub fn of(document: &GameDocument) -> Self {
        let known_value = |tag: KnownTag| document.record().known_text(document.text(), tag);
        let colors = [Color::White, Color::Black];
        let name = |tag: KnownTag| known_value(tag).unwrap_or_else(|| tag.label().to_owned());
        let event = [KnownTag::Event, KnownTag::Date].into_iter().filter_map(known_value);
        let result = document.game().result.filter(|result| result.is_decided());
        Self {
            names: colors.map(|color| name(KnownTag::player_of(color))),
            ratings: colors
                .map(|color| known_value(KnownTag::rating_of(color)).unwrap_or_default()),
            event: event.collect::<Vec<_>>().join(" · "),
            result: result.map_or_else(String::new, |result| result.text().to_owned()),
        }
    }

    /// Returns the event, the date and the result in one line. Omits unknown values.
    pub fn about(&self) -> String {
        dotted([self.event.as_str(), &self.result])
    }
}

fn seat_header(document: &Document, seat: Seat) -> SeatHeader {
    let (record, text) = (document.record(), document.text());
    let name = record.known_text(text, KnownTag::player(seat));
    SeatHeader {
        name: name.unwrap_or_else(|| seat.name().to_owned()),
        rating: record.rating(text, seat).map(|rating| rating.to_string()).unwrap_or_default(),
    }
}

/// Formats the result and how the match ended. `remedy` follows what contradicts the result.
fn result(document: &Document, seats: &BySeat<SeatHeader>, remedy: &str) -> String {
    let ending = &document.played().ending;
    let reason = single_spaced(&document.record().reason(document.text()));
    let mut quotes_reason = false;
    let written = match ending.result {
        Some(result) if ending.is_contradicted => {
            let won = |lost: Team| {
                let [one, other] = lost.other().seats().map(|seat| &seats[seat].name);
                let result = GameResult::win_of(lost.other()).text();
                format!("{result}: {one} & {other} won")
            };
            let against = match (ending.mated, ending.lost) {
                (Some(seat), _) => format!("the board says {}", won(seat.team())),
                (None, Some(lost)) => {
                    quotes_reason = true;
                    format!("the comment “{reason}” means {}", won(lost))
                }
                (None, None) => "the file’s tags and moves differ".to_owned(),
            };
            Some(format!("{} ({against}{remedy})", result.text()))
        }
        // `*` means nothing to a reader.
        Some(result) if result.is_decided() => Some(result.text().to_owned()),
        _ => None,
    };
    let how = match (ending.mated, ending.cause) {
        _ if quotes_reason => None,
        _ if !reason.is_empty() => Some(reason),
        (Some(seat), _) => Some(format!("{} checkmated", seat.name())),
        (None, cause) => cause.map(|cause: Cause| cause.name().to_owned()),
    };
    written.into_iter().chain(how).collect::<Vec<_>>().join(" · ")
}
