//! Finding the matches of one list in another.

use super::{Index, RecordId, Row};
use crate::{
    notation::{GameResult, KnownTag},
    rules::{BySeat, Seat},
};
use foldhash::fast::FixedState;
use std::collections::HashMap;

/// The values by which two records are recognised as the same match: the players, the date, the time of day, the result,
/// the number of plies, and the duration in seconds.
type MatchKey<'r> = (BySeat<&'r str>, &'r str, Option<u32>, Option<GameResult>, usize, Option<u16>);

/// Returns the key of `row`, or `None` if a player is unnamed or there are no plies.
fn match_key<'r, S: AsRef<str>>(row: &'r Row<S>) -> Option<MatchKey<'r>> {
    let players = BySeat::from_fn(|seat| row.player(seat));
    let is_named = players.iter().all(|&name| !matches!(name, "" | "?"));
    let result = row.result.written();
    let key = (players, row.date(), row.time_of_day, result, row.plies, row.seconds);
    (is_named && row.plies > 0).then_some(key)
}

impl<S: AsRef<str>> Row<S> {
    /// Returns a hash of the players, event, date, time and number of plies. Hashes are stored in files, so this
    /// function must not change.
    pub fn identity(&self) -> u64 {
        let players = Seat::ALL.map(|seat| self.player(seat)).join("\n");
        let (event, date) = (self.text(KnownTag::Event), self.date());
        let time = self.time_of_day.unwrap_or(u32::MAX);
        let text = format!("{players}\n{event}\n{date}\n{time}\n{}", self.plies);
        u64::from(crc32fast::hash(text.as_bytes())) << 32 | (text.len() as u64 & 0xffff_ffff)
    }
}

impl Index {
    /// Returns a pair for each record of this index that `other` contains too: the id of the record, and the id of the
    /// first matching record in `other`. Records match if they have the same players, date, time, result, number of
    /// plies and duration. Records with an unnamed player or without plies never match.
    pub fn duplicates_in(&self, other: &Self) -> Vec<(RecordId, RecordId)> {
        let theirs: Vec<Row<&str>> = other.rows().collect();
        let mut places: HashMap<MatchKey<'_>, RecordId, FixedState> = HashMap::default();
        for (id, row) in theirs.iter().enumerate() {
            if let Some(key) = match_key(row) {
                places.entry(key).or_insert(id);
            }
        }
        let ours = self.rows().enumerate();
        ours.filter_map(|(id, row)| Some((id, *places.get(&match_key(&row)?)?))).collect()
    }
}
