//! The book of mistakes of a player: whose book it is ([`BookPlayer`]), and its lines in words ([`BookRow`]).

use super::{
    PlayerRow,
    missed::{BookEntry, MistakeOf, is_named, month_of},
};
use crate::{
    analysis::{
        ledger::{Finding, FindingId, Ledger, Mistake, match_hash},
        report::{Phase, ReportWriter},
    },
    archive::{Collection, RecordId},
    notation::Record,
    replay::Match,
    rules::{BySeat, Team},
    timeline::Moment,
};
use std::cmp::Reverse;

/// Determines whose book is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookPlayer {
    /// The player that the user has chosen.
    pub chosen: Option<String>,
    /// The user's own names.
    pub own: Vec<String>,
    /// The player that the match filter names.
    pub filtered: Option<String>,
}

impl BookPlayer {
    /// Returns the names of the player, whose book is about matches with these `players`: the chosen one, else the user if
    /// they play in a match, else the player of the filter, else the first of `players`. Returns no names if there are no
    /// players.
    pub fn names(&self, players: &[PlayerRow]) -> Vec<String> {
        if let Some(chosen) = &self.chosen {
            return match chosen.as_str() {
                "me" => self.own.clone(),
                name => vec![name.to_owned()],
            };
        }
        if players.iter().any(|player| is_named(&self.own, &player.name)) {
            return self.own.clone();
        }
        let plays = |name: &&String| {
            players.iter().any(|player| is_named(std::slice::from_ref(*name), &player.name))
        };
        match self.filtered.as_ref().filter(plays) {
            Some(name) => vec![name.clone()],
            None => players.first().map(|player| player.name.clone()).into_iter().collect(),
        }
    }
}

/// A mistake in words, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookRow {
    pub record: RecordId,
    pub of: MistakeOf,
    pub mistake: Mistake,
    /// The [`match_hash`] of the match.
    hash: u32,
    /// The player who made the mistake, or the seat if the name is unknown.
    pub player: String,
    /// The mistake as a sentence for each reason.
    pub text: String,
    /// The players of both teams.
    pub names: String,
    /// The date as written; empty if unknown.
    pub date: String,
    /// The month, such as `2026.11`; empty if unknown.
    pub month: String,
    /// The name of the file, without folders.
    pub file: String,
    /// The number of the match in the file, counted from 1.
    pub game: usize,
    /// Whether the file holds other matches.
    pub has_others: bool,
    /// The last ply before the mistake, such as `22b`; `None` at the start of the match.
    pub after: Option<String>,
}

impl BookRow {
    /// Returns the moment to show: before the move that was the mistake.
    pub const fn moment(&self) -> Moment {
        self.mistake.finding.shown()
    }

    pub const fn phase(&self) -> Phase {
        Phase::of(&self.mistake)
    }

    /// Returns the id of `reason`, a reason of the mistake.
    pub const fn id(&self, reason: &Finding) -> FindingId {
        reason.id(self.hash)
    }

    /// Returns the place of the mistake, such as `games.bpgn, match 12, after 34A`.
    pub fn source(&self) -> String {
        format!("{}, {}", self.file, self.place())
    }

    /// Returns the place of the mistake in its file, such as `match 12, after 34A`, or `start` in a file with one match.
    pub fn place(&self) -> String {
        let after =
            self.after.as_ref().map_or_else(|| "start".to_owned(), |ply| format!("after {ply}"));
        if self.has_others { format!("match {}, {after}", self.game) } else { after }
    }
}

/// Builds the rows of a list. Remembers the last match, since the mistakes of a match are adjacent.
pub struct BookRows<'a> {
    list: &'a Collection,
    text: Vec<u8>,
    last: Option<(RecordId, Match, u32)>,
}

impl<'a> BookRows<'a> {
    pub const fn new(list: &'a Collection) -> Self {
        Self { list, text: Vec::new(), last: None }
    }

    /// Returns the row of `entry`, or `None` if its match cannot be read.
    pub fn row(&mut self, entry: BookEntry) -> Option<BookRow> {
        let BookEntry { record, of, mistake } = entry;
        if self.last.as_ref().is_none_or(|last| last.0 != record) {
            self.list.read(record, &mut self.text).ok()?;
            let played = Match::replay(&Record::parse(&self.text), &self.text);
            let hash = match_hash(&played);
            self.last = Some((record, played, hash));
        }
        let (_, played, hash) = self.last.as_ref()?;
        let row = self.list.index.row(record)?;
        let (file, _) = self.list.place(record)?;
        let (game, games) = self.list.number_in_file(record)?;
        let names = BySeat::from_fn(|seat| row.player_or_seat(seat).to_owned());
        let ledger = Ledger::default();
        let writer = ReportWriter::of(played, &ledger, &names);
        let text =
            mistake.reasons().map(|it| writer.sentence(it).text).collect::<Vec<_>>().join(" ");
        let finding = &mistake.finding;
        let after = finding.shown().checked_sub(1).and_then(|ply| played.plies.get(ply));
        Some(BookRow {
            record,
            of,
            hash: *hash,
            player: names[finding.seat].clone(),
            text,
            names: format!("{} – {}", row.team(Team::First), row.team(Team::Second)),
            date: row.date().to_owned(),
            month: month_of(&row).to_owned(),
            file: file.path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            game,
            has_others: games > 1,
            after: after.map(|ply| ply.name().to_string()),
            mistake,
        })
    }
}

/// Sorts `rows` by date, the latest first, and rows of the same date by match and moment.
pub fn sort_latest_first(rows: &mut [BookRow]) {
    rows.sort_by_cached_key(|row| (Reverse(row.date.clone()), row.record, row.moment()));
}
