//! [`HitRow`]: a row of the search results.

use crate::{
    archive::{ListedResult, Row},
    diagram::{BoardScene, LastMove},
    notation::Record,
    replay::{Match, Ply, Point, Variations},
    rules::{Seat, Team},
    search::{Hit, SearchQuery},
    text::{count_text, dotted},
    timeline::{ClockPrecision, MatchTime, Sit, Timeline, gap_size_text},
};
use std::{cmp::Reverse, collections::BTreeMap};

/// What the row of a hit names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitSubject {
    /// The ply before the moment.
    LastPly,
    /// The ply after the moment, which missed a win.
    MissedWin,
    /// The sit that begins at the moment.
    Sit,
}

impl HitSubject {
    pub fn of(query: &SearchQuery) -> Self {
        if query.has_sit_terms() {
            Self::Sit
        } else if query.has_missed_terms() {
            Self::MissedWin
        } else {
            Self::LastPly
        }
    }
}

/// A search result: a moment of a match, as a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HitRow {
    pub hit: Hit,
    /// The ply before the moment, such as `36A N@f7#`, or `Start`. For a missed win, the ply that missed the win. For a sit,
    /// `After 16b Kc8`.
    pub ply: String,
    /// What a player did there, and the player's name, or the seat if the name is unknown: `missed by` or `42.0 s sit by`.
    /// `None` if the query is about neither.
    pub deed: Option<(String, String)>,
    /// The part of the comment around the words that the query looks for; `None` if it looks for none.
    pub comment: Option<String>,
    /// The duration of the sit that begins, in milliseconds; 0 if the query is not about sits.
    pub sit_ms: MatchTime,
    pub names: String,
    /// The number of the match, the seats of the players that the query names, the variation and the date.
    pub detail: String,
    /// The result, or `contradicted`; empty if undecided or unknown.
    pub result: &'static str,
    /// The board of the hit, with the player of the first team below.
    pub scene: BoardScene,
}

impl HitRow {
    /// Returns the row of `hit`, a result of `query`. `text` is the record, and `row` its row in the match list.
    pub fn of(hit: Hit, row: &Row<&str>, text: &[u8], query: &SearchQuery) -> Self {
        let subject = HitSubject::of(query);
        let record = Record::parse(text);
        let played = Match::replay(&record, text);
        let comment = query.comment_excerpt(&hit, &record, text, &played);
        let hit_place = HitPlace::of(&hit, &record, text, &played, subject);
        let position = hit_place.variations.position(&played, &hit_place.point);
        let last = hit_place.ply.as_ref();
        let ply = last.map_or_else(
            || "Start".to_owned(),
            |ply| {
                let before = hit_place.variations.position(&played, &hit_place.before);
                let ply = format!("{} {}", ply.name(), ply.san(&before));
                // The sit is that of another player.
                if subject == HitSubject::Sit { format!("After {ply}") } else { ply }
            },
        );
        let name = |seat: Seat| match row.player(seat) {
            "" => seat.name().to_owned(),
            name => name.to_owned(),
        };
        let (mut deed, mut sit_ms) = (None, 0);
        match (subject, last) {
            (HitSubject::MissedWin, Some(ply)) => {
                deed = Some(("missed by".to_owned(), name(ply.seat)));
            }
            (HitSubject::Sit, _) => {
                let timeline = Timeline::of(&played);
                if let Some(sit) = sit_at(&hit, &timeline) {
                    sit_ms = sit.ms;
                    let length = gap_size_text(sit_ms, timeline.precision);
                    deed = Some((format!("{length} sit by"), name(sit.seat)));
                }
            }
            _ => {}
        }
        let mut scene = BoardScene::of(hit.board, &position, &played, hit.moment, false);
        if hit.variation.is_some() {
            let ply_on_board = last.filter(|ply| ply.seat.board() == hit.board);
            scene.last = ply_on_board.map(|ply| LastMove::of(ply.mv));
        }
        let mut detail = (hit.record + 1).to_string();
        for seat in Seat::ALL {
            // The search is about this player, whose seat differs from match to match.
            let player = row.player(seat);
            if query.players.finds_player(player) || query.is_by(player) {
                detail.push_str(&format!(" · {player}: {}", seat.name()));
            }
        }
        let variation = hit.variation.as_ref();
        let place = variation.map_or_else(String::new, |place| format!("variation {place}"));
        for text in [&place, row.date()] {
            if !text.is_empty() {
                detail.push_str(" · ");
                detail.push_str(text);
            }
        }
        Self {
            hit,
            ply,
            deed,
            comment,
            sit_ms,
            names: format!("{} – {}", row.team(Team::First), row.team(Team::Second)),
            detail,
            result: result_text(&played),
            scene,
        }
    }

    /// Returns the details, with the result unless `hides_result`.
    pub fn detail(&self, hides_result: bool) -> String {
        match self.result {
            result if hides_result || result.is_empty() => self.detail.clone(),
            result => format!("{} · {result}", self.detail),
        }
    }
}

/// The number of players that a summary names.
const MAX_NAMED_PLAYERS: usize = 3;

/// Returns the number and the total duration of the sits in `rows`, by player, longest first:
/// `cy: 2 sits, 1:40 · ann: 1 sit, 31.0 s`. Returns an empty text if the rows are not about sits.
pub(super) fn sit_summary(rows: &[HitRow]) -> String {
    let mut by_player: BTreeMap<&str, (usize, MatchTime)> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.sit_ms > 0) {
        let name = row.deed.as_ref().map_or("", |(_, name)| name);
        let (count, ms) = by_player.entry(name).or_default();
        *count += 1;
        *ms = ms.saturating_add(row.sit_ms);
    }
    let precision =
        ClockPrecision::of(rows.iter().filter_map(|row| i32::try_from(row.sit_ms).ok()));
    let mut players: Vec<_> = by_player.into_iter().collect();
    players.sort_by_key(|(_, (_, ms))| Reverse(*ms));
    let others = players.len().saturating_sub(MAX_NAMED_PLAYERS);
    let named = players.iter().take(MAX_NAMED_PLAYERS);
    let mut parts: Vec<String> = named
        .map(|(name, (count, ms))| {
            format!(
                "{name}: {}, {}",
                count_text(*count, "sit", "sits"),
                gap_size_text(*ms, precision)
            )
        })
        .collect();
    if others > 0 {
        parts.push(count_text(others, "other player", "other players"));
    }
    dotted(parts.iter().map(String::as_str))
}

/// Returns the longest sit that begins at `hit`.
fn sit_at(hit: &Hit, timeline: &Timeline) -> Option<Sit> {
    let sits = timeline.sits().into_iter();
    let here = sits.filter(|it| it.begins == hit.moment && it.seat.board() == hit.board);
    here.max_by_key(|sit| sit.ms)
}

fn result_text(played: &Match) -> &'static str {
    match played.ending.result {
        Some(_) if played.ending.is_contradicted => ListedResult::CONTRADICTED,
        Some(result) if result.is_decided() => result.text(),
        _ => "",
    }
}

struct HitPlace {
    variations: Variations,
    point: Point,
    /// The point before `ply`.
    before: Point,
    /// The ply that the row of the hit names, if any.
    ply: Option<Ply>,
}

impl HitPlace {
    fn of(hit: &Hit, record: &Record, text: &[u8], played: &Match, subject: HitSubject) -> Self {
        let of_match = || {
            let index = match subject {
                HitSubject::MissedWin => Some(hit.moment),
                HitSubject::LastPly | HitSubject::Sit => hit.moment.checked_sub(1),
            };
            Self {
                variations: Variations::default(),
                point: Point::Match(hit.moment),
                before: Point::Match(index.unwrap_or(0)),
                ply: index.and_then(|index| played.plies.get(index).copied()),
            }
        };
        let Some(name) = &hit.variation else { return of_match() };
        let variations = Variations::of(record, text, played);
        let Some(place) = variations.place_named(played, name) else { return of_match() };
        Self {
            ply: variations.ply(&place).map(|it| it.ply),
            before: variations.back(&place),
            point: Point::Variation(place),
            variations,
        }
    }
}
