//! The report of a whole match, by player: the mates that were there, the pieces that would have mated, those that were
//! given away, who waited for what, who thought longest. Data without a window, and sentences about it.
//!
//! Nothing in here is written into the record.

mod exercise;
mod gifts;
mod mates;
mod mating;
mod moment;
mod sits;
mod tactics;
mod wishes;
mod words;

pub use exercise::{Exercise, Task, Verdict, exercises, exercises_of};
pub use gifts::Gift;
pub use mates::{Chance, Outcome};
pub use mating::{Mating, Reply, judge_mating_move};
pub use moment::moment_words;
pub use sits::{Think, Wait};
pub use tactics::MatchTactics;
pub use wishes::{Arrival, PartnerHad, Wish};
pub use words::{Sentence, chance_sentence, or, sentences};

use crate::{
    replay::{Flow, Match},
    rules::{BySeat, Seat},
    timeline::Timeline,
};

/// What is told of one seat, each list in the order of the match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatReport {
    /// The mates that the seat had.
    pub chances: Vec<Chance>,
    /// When one piece more would have mated.
    pub wishes: Vec<Wish>,
    /// Which of them came in time.
    pub arrivals: Vec<Arrival>,
    /// When its partner had one and did not take it.
    pub partner_had: Vec<PartnerHad>,
    /// The pieces that the seat lost and that could mate its partner.
    pub gifts: Vec<Gift>,
    /// When the seat sat.
    pub waits: Vec<Wait>,
    /// Its longest thinks, the longest first.
    pub thinks: Vec<Think>,
}

/// The report of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// By player.
    pub seats: BySeat<SeatReport>,
    /// A search ran into its budget, so that something may be left out.
    pub unfinished: bool,
}

impl SeatReport {
    /// The mates that the seat had, without those that only go on with one that was begun the move before.
    pub fn new_chances(&self) -> impl Iterator<Item = &Chance> {
        let mut begun: Option<u8> = None;
        self.chances.iter().filter(move |chance| {
            let is_played = chance.outcome == Outcome::Played;
            let goes_on = begun.is_some_and(|left| chance.moves <= left) && is_played;
            begun = is_played.then(|| chance.moves.saturating_sub(1));
            !goes_on
        })
    }
}

impl Report {
    /// The report of `played`, whose times are `timeline` and whose tactics are `tactics`.
    #[must_use]
    pub fn of(played: &Match, timeline: &Timeline, tactics: &MatchTactics) -> Self {
        let mut seats = BySeat::from_fn(|seat| SeatReport {
            thinks: sits::thinks(played, timeline, seat),
            ..SeatReport::default()
        });
        for chance in mates::chances(played, timeline, tactics) {
            seats[chance.seat].chances.push(chance);
        }
        for wish in wishes::wishes(played, tactics) {
            seats[wish.seat].wishes.push(wish);
        }
        for had in wishes::partner_had(played, tactics) {
            seats[had.seat].partner_had.push(had);
        }
        for arrival in wishes::arrivals(played, tactics) {
            seats[arrival.seat].arrivals.push(arrival);
        }
        for gift in gifts::gifts(played, tactics, &Flow::of(played)) {
            seats[gift.seat].gifts.push(gift);
        }
        for wait in sits::waits(played, timeline, tactics) {
            seats[wait.sit.seat].waits.push(wait);
        }
        Self { seats, unfinished: tactics.is_unfinished() }
    }

    /// Whether nothing but thinks is told of `seat`.
    #[must_use]
    pub fn is_quiet(&self, seat: Seat) -> bool {
        let told = &self.seats[seat];
        told.chances.is_empty()
            && told.wishes.is_empty()
            && told.arrivals.is_empty()
            && told.gifts.is_empty()
            && told.waits.is_empty()
    }
}
