//! [`HitRow`]: a row of the search results.

use crate::{
    analysis::ledger::{LongTurn, TurnKind},
    archive::{ListedResult, Row},
    diagram::{BoardScene, LastMove},
    kriegspiel::{self, Notation},
    notation::Record,
    replay::{Match, Ply, Point, Variations},
    rules::{Seat, Team},
    search::{Hit, SearchQuery},
    text::{count_text, dotted},
    timeline::{ClockPrecision, MatchTime, Timeline, gap_size_text},
};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

/// What the row of a hit names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitSubject {
    /// The ply before the moment.
    LastPly,
    /// The ply after the moment, which missed a win.
    MissedWin,
    /// The sit or long think that begins at the moment.
    LongTurn,
}

impl HitSubject {
    pub fn of(query: &SearchQuery) -> Self {
        if query.has_wait_terms() {
            Self::LongTurn
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
    /// The ply before the moment, such as `36A N@f7#`, or `Start`. For a missed win, the ply that missed the win. For a sit
    /// or a long think, `After 16b Kc8`.
    pub ply: String,
    /// What a player did there, and the player's name, or the seat if the name is unknown: `missed by` or `42.0 s sit by`.
    /// `None` if the query is about neither.
    pub deed: Option<(String, String)>,
    /// The part of the comment around the words that the query looks for; `None` if it looks for none.
    pub comment: Option<String>,
    /// The sit or long think that begins; `None` if the query is not about these.
    pub long_turn: Option<LongTurn>,
    pub names: String,
    /// The number of the match, the seats of the players that the query names, the variation and the date.
    pub detail: String,
    /// The result, or `contradicted`; empty if undecided or unknown.
    pub result: &'static str,
    /// The board of the hit, with the player of the first team below; `None` for a game of Kriegspiel, whose board a player
    /// may not see.
    pub scene: Option<BoardScene>,
}

impl HitRow {
    /// Returns the row of `hit`, a result of `query`. `text` is the record, and `row` its row in the match list.
    pub fn of(hit: Hit, row: &Row<&str>, text: &[u8], query: &SearchQuery) -> Self {
        if row.notation == Notation::Kriegspiel {
            return Self::of_game(hit, row, text, query);
        }
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
                // The turn is that of another player.
                if subject == HitSubject::LongTurn { format!("After {ply}") } else { ply }
            },
        );
        let name = |seat: Seat| row.player_or_seat(seat).to_owned();
        let (mut deed, mut long_turn) = (None, None);
        match (subject, last) {
            (HitSubject::MissedWin, Some(ply)) => {
                deed = Some(("missed by".to_owned(), name(ply.seat)));
            }
            (HitSubject::LongTurn, _) => {
                let timeline = Timeline::of(&played);
                long_turn = turn_at(&hit, &played, &timeline);
                if let Some(LongTurn { turn, kind }) = long_turn {
                    let length = gap_size_text(turn.ms, timeline.precision);
                    deed = Some((format!("{length} {} by", kind.noun()), name(turn.seat)));
                }
            }
            _ => {}
        }
        let mut scene = BoardScene::of(hit.board, &position, &played, hit.moment, false);
        if hit.variation.is_some() {
            let ply_on_board = last.filter(|ply| ply.seat.board() == hit.board);
            scene.last = ply_on_board.map(|ply| LastMove::of(ply.mv));
        }
        Self {
            ply,
            deed,
            comment,
            long_turn,
            names: names(row),
            detail: detail(&hit, row, query),
            hit,
            result: result_text(&played),
            scene: Some(scene),
        }
    }

    fn of_game(hit: Hit, row: &Row<&str>, text: &[u8], query: &SearchQuery) -> Self {
        let record = kriegspiel::notation::Record::parse(text);
        let last = hit.moment.checked_sub(1).and_then(|index| record.plies.get(index));
        let ply = last.map_or_else(
            || "Start".to_owned(),
            |ply| format!("{} {}", ply.name, record.encoding.decode(ply.move_span.of(text))),
        );
        Self {
            ply,
            deed: None,
            comment: query.comment_excerpt_in_game(&hit, &record, text),
            long_turn: None,
            names: row.title_without_players().map_or_else(|| names(row), str::to_owned),
            detail: detail(&hit, row, query),
            hit,
            result: match row.result {
                ListedResult::Written(result) if !result.is_decided() => "",
                result => result.text(),
            },
            scene: None,
        }
    }

    /// Returns the duration in milliseconds of the sit or long think; 0 without.
    pub fn turn_ms(&self) -> MatchTime {
        self.long_turn.map_or(0, |it| it.turn.ms)
    }

    /// Returns the details, with the result unless `hides_result`.
    pub fn detail(&self, hides_result: bool) -> String {
        match self.result {
            result if hides_result || result.is_empty() => self.detail.clone(),
            result => format!("{} · {result}", self.detail),
        }
    }
}

fn names(row: &Row<&str>) -> String {
    format!("{} – {}", row.team(Team::First), row.team(Team::Second))
}

/// Returns the number of the match, the seats of the players that `query` names, the variation and the date.
fn detail(hit: &Hit, row: &Row<&str>, query: &SearchQuery) -> String {
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
    detail
}

/// The number of players that a summary names.
const MAX_NAMED_PLAYERS: usize = 3;

/// Returns the number and the total duration of the sits and thinks in `rows`, by player, longest first:
/// `cy: 2 sits, 1:40 · ann: 1 sit, 31.0 s`. Returns an empty text if the rows are not about these.
pub(super) fn turn_summary(rows: &[HitRow]) -> String {
    let mut by_player: BTreeMap<(&str, TurnKind), (usize, MatchTime)> = BTreeMap::new();
    for row in rows {
        let (Some(LongTurn { turn, kind }), Some((_, name))) = (row.long_turn, &row.deed) else {
            continue;
        };
        let (count, ms) = by_player.entry((name, kind)).or_default();
        *count += 1;
        *ms = ms.saturating_add(turn.ms);
    }
    let precision =
        ClockPrecision::of(rows.iter().filter_map(|row| i32::try_from(row.turn_ms()).ok()));
    let mut players: Vec<_> = by_player.into_iter().collect();
    players.sort_by_key(|(_, (_, ms))| Reverse(*ms));
    let (named, others) = players.split_at(players.len().min(MAX_NAMED_PLAYERS));
    let mut parts: Vec<String> = named
        .iter()
        .map(|((name, kind), (count, ms))| {
            format!(
                "{name}: {}, {}",
                count_text(*count, kind.noun(), kind.plural()),
                gap_size_text(*ms, precision)
            )
        })
        .collect();
    let others: BTreeSet<&str> = others.iter().map(|((name, _), _)| *name).collect();
    if !others.is_empty() {
        parts.push(count_text(others.len(), "other player", "other players"));
    }
    dotted(parts.iter().map(String::as_str))
}

/// Returns the longest sit or think that begins at `hit`.
fn turn_at(hit: &Hit, played: &Match, timeline: &Timeline) -> Option<LongTurn> {
    let turns = timeline.sits();
    let here = turns.iter().filter(|it| it.begins == hit.moment && it.seat.board() == hit.board);
    let turn = *here.max_by_key(|turn| turn.ms)?;
    Some(LongTurn { turn, kind: TurnKind::of(played, &turns, &turn) })
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
                HitSubject::LastPly | HitSubject::LongTurn => hit.moment.checked_sub(1),
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
