//! [`HitRow`]: a row of the search results.

use crate::{
    archive::{ListedResult, Row},
    diagram::{BoardScene, LastMove},
    notation::Record,
    replay::{Match, Ply, Point, VariationPlace, Variations},
    rules::Team,
    search::Hit,
};

/// A search result: a moment of a match, as a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HitRow {
    pub hit: Hit,
    /// The ply before the moment, such as `36A N@f7#`, or `Start`. For a missed win, the ply that missed the win.
    pub ply: String,
    /// The player who missed a win, or that player's seat if the name is unknown; `None` if no win was missed.
    pub missed_by: Option<String>,
    pub names: String,
    /// The number of the match, the variation and the date.
    pub detail: String,
    /// The result, or `contradicted`; empty if undecided or unknown.
    pub result: &'static str,
    /// The board of the hit, with the player of the first team below.
    pub scene: BoardScene,
}

impl HitRow {
    /// Returns the row of `hit`. `text` is the record, and `row` its row in the match list. `missed` tells whether the
    /// ply after the moment missed a win.
    pub fn of(hit: Hit, row: &Row<&str>, text: &[u8], missed: bool) -> Self {
        let record = Record::parse(text);
        let played = Match::replay(&record, text);
        let hit_place = HitPlace::of(&hit, &record, text, &played, missed);
        let position = hit_place.variations.position(&played, &hit_place.point);
        let last = hit_place.ply.as_ref();
        let ply = last.map_or_else(
            || "Start".to_owned(),
            |ply| {
                let before = hit_place.variations.position(&played, &hit_place.before);
                format!("{} {}", ply.name(), ply.san(&before))
            },
        );
        let missed_by = match last {
            Some(ply) if missed => Some(match row.player(ply.seat) {
                "" => ply.seat.name().to_owned(),
                name => name.to_owned(),
            }),
            _ => None,
        };
        let mut scene = BoardScene::of(hit.board, &position, &played, hit.moment, false);
        if hit.variation.is_some() {
            let ply_on_board = last.filter(|ply| ply.seat.board() == hit.board);
            scene.last = ply_on_board.map(|ply| LastMove::of(ply.mv));
        }
        let mut detail = (hit.record + 1).to_string();
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
            missed_by,
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
    fn of(hit: &Hit, record: &Record, text: &[u8], played: &Match, missed: bool) -> Self {
        let of_match = || {
            let index = if missed { Some(hit.moment) } else { hit.moment.checked_sub(1) };
            Self {
                variations: Variations::default(),
                point: Point::Match(hit.moment),
                before: Point::Match(index.unwrap_or(0)),
                ply: index.and_then(|index| played.plies.get(index).copied()),
            }
        };
        let Some(name) = &hit.variation else { return of_match() };
        let variations = Variations::of(record, text, played);
        let Some(place) = parse_place_name(&variations, played, name) else { return of_match() };
        Self {
            ply: variations.ply(&place).map(|it| it.ply),
            before: variations.back(&place),
            point: Point::Variation(place),
            variations,
        }
    }
}

/// Parses the name of a place in a variation, such as `21B/1/3`. Returns `None` if the match has no such place.
fn parse_place_name(variations: &Variations, played: &Match, name: &str) -> Option<VariationPlace> {
    let (ply, place_in_variation) = name.split_once('/')?;
    let after = match ply {
        "0" => 0,
        name => {
            let mut plies = played.plies.iter();
            plies.position(|ply| ply.name().to_string() == name)? + 1
        }
    };
    variations.parse_place_name(after, place_in_variation)
}
