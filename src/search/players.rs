//! Player statistics: results, partners, opponents, time and ratings.

use super::{
    Score, Selection, WalkProgress,
    cached_match::time_of,
    walk::{QueryInput, RecordOutcome, walk},
};
use crate::{
    archive::{Index, Row, RowNumber, WalkError},
    notation::{Record, date_number, is_unknown},
    replay::SetUp,
    rules::{BySeat, Seat},
};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
    ops::ControlFlow,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    pub name: String,
    pub score: Score,
    /// The player's highest rating; `None` if no rating is known.
    pub best: Option<u16>,
}

/// Returns the players in `rows`, most matches first, from the index alone. A player on several seats of a match counts
/// once.
pub fn players(index: &Index, rows: &[RowNumber]) -> Vec<PlayerRow> {
    let mut all: HashMap<&str, (Score, Option<u16>)> = HashMap::new();
    for row in rows.iter().filter_map(|&row| index.row(row as usize)) {
        for seat in Seat::ALL {
            let name = row.name(seat);
            let mut before = Seat::ALL.into_iter().take_while(|&other| other != seat);
            if is_unknown(name) || before.any(|other| row.player(other) == name) {
                continue;
            }
            let (score, best) = all.entry(name).or_default();
            score.add(seat.team(), row.result);
            *best = (*best).max(row.rating(seat));
        }
    }
    let mut players: Vec<PlayerRow> = all
        .into_iter()
        .map(|(name, (score, best))| PlayerRow { name: name.to_owned(), score, best })
        .collect();
    players.sort_by_cached_key(|it| (Reverse(it.score.games()), it.name.clone()));
    players
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingAt {
    /// The date as the decimal number `yyyymmdd`, with 0 for an unknown month or day.
    pub date: u32,
    pub rating: u16,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerProfile {
    pub score: Score,
    pub seats: BySeat<Score>,
    /// The results with each partner, the most frequent partner first.
    pub partners: Vec<(String, Score)>,
    /// The results against each opponent, the most frequent opponent first. Both opponents of a match count.
    pub opponents: Vec<(String, Score)>,
    /// The ratings in the order of dates. Matches without a date or a rating are omitted.
    pub ratings: Vec<RatingAt>,
    /// The total time of the player's plies in milliseconds, as far as clocks show it.
    pub used_ms: u64,
    /// The number of plies with a known time.
    pub timed: u64,
    /// The number of matches in which clocks show the time of at least one of the player's plies.
    pub timed_games: u32,
}

impl PlayerProfile {
    /// Returns the mean time per ply in milliseconds, or `None` if no time is known.
    pub fn mean_ply_ms(&self) -> Option<u64> {
        self.used_ms.checked_div(self.timed)
    }

    /// Returns the mean time per match in milliseconds, or `None` if no time is known.
    pub fn mean_game_ms(&self) -> Option<u64> {
        self.used_ms.checked_div(u64::from(self.timed_games))
    }

    fn record(&mut self, row: &Row<&str>, seat: Seat) {
        self.score.add(seat.team(), row.result);
        self.seats[seat].add(seat.team(), row.result);
        if let (Some(rating), Some(date)) = (row.rating(seat), date_number(row.date())) {
            self.ratings.push(RatingAt { date, rating });
        }
    }
}

/// Returns the profile of the player called `name`, ignoring the case of ASCII letters, over the matches of
/// `selection`. The results and ratings come from the index; the clocks are then read chunk by chunk. Calls `on_chunk`
/// after each chunk with the partial profile; `on_chunk` may cancel.
///
/// # Errors
/// Disk errors, or cancellation.
pub fn player_profile(
    selection: &Selection<'_>,
    name: &str,
    mut on_chunk: impl FnMut(WalkProgress, &PlayerProfile) -> ControlFlow<()>,
) -> Result<PlayerProfile, WalkError> {
    let index: &Index = selection.index;
    let is_player = |other: &str| other.eq_ignore_ascii_case(name);
    let seat_of = |row: &Row<&str>| Seat::ALL.into_iter().find(|&seat| is_player(row.player(seat)));
    let mut player_profile = PlayerProfile::default();
    let mut rows = Vec::new();
    let (mut partners, mut opponents) = (BTreeMap::new(), BTreeMap::new());
    for &number in selection.rows {
        let Some(row) = index.row(number as usize) else { continue };
        let Some(seat) = seat_of(&row) else { continue };
        rows.push(number);
        player_profile.record(&row, seat);
        let team = seat.team();
        let record_score = |list: &mut BTreeMap<String, Score>, other: Seat| {
            let name = row.player(other);
            if !is_unknown(name) && !is_player(name) {
                list.entry(name.to_owned()).or_default().add(team, row.result);
            }
        };
        record_score(&mut partners, seat.partner());
        for other in team.other().seats() {
            record_score(&mut opponents, other);
        }
    }
    player_profile.partners = most_frequent(partners);
    player_profile.opponents = most_frequent(opponents);
    player_profile.ratings.sort_by_key(|rating| rating.date);
    let selection = Selection { rows: &rows, ..*selection };
    walk(
        &selection,
        |record: &mut Record, id, input, times: &mut Vec<(u64, u64)>| {
            let Some(seat) = index.row(id).as_ref().and_then(seat_of) else {
                return RecordOutcome::Done;
            };
            match input {
                QueryInput::Cached(cached) => times.extend(cached.time_of(seat)),
                QueryInput::Text(text) => {
                    record.parse_into(text);
                    times.push(time_of(record, &SetUp::of_record(record, text), seat));
                }
                QueryInput::Game(_) | QueryInput::NoMatch => {}
            }
            RecordOutcome::Done
        },
        |walked, times| {
            for (used_ms, timed) in times {
                player_profile.used_ms += used_ms;
                player_profile.timed += timed;
                player_profile.timed_games += u32::from(timed > 0);
            }
            on_chunk(walked, &player_profile)
        },
    )?;
    Ok(player_profile)
}

fn most_frequent(scores: BTreeMap<String, Score>) -> Vec<(String, Score)> {
    let mut list: Vec<(String, Score)> = scores.into_iter().collect();
    list.sort_by_key(|(_, score)| Reverse(score.games()));
    list
}
