//! The tags and the result of a merged match.

use super::{Games, MergeNote};
use crate::{
    import::board::{BoardGame, of_match},
    notation::{GameResult, TimeControl, escape},
    rules::{BoardId, Position},
};

pub(super) struct Outcome {
    pub result: GameResult,
    pub reason: String,
}

/// Chooses the result and reason from both boards. If a board ended only because its partner board did, its result and
/// reason are used only if the partner board has none.
pub(super) fn outcome(games: &Games<'_>, notes: &mut Vec<MergeNote>) -> Outcome {
    let mut known: Vec<(GameResult, &BoardGame)> = BoardId::ALL
        .into_iter()
        .filter_map(|board| {
            let game = games[board]?;
            Some((of_match(game.result?, board), game))
        })
        .collect();
    known.sort_by_key(|(_, game)| game.ended_by_partner);
    if let [(first, _), (second, _)] = known[..]
        && first != second
    {
        notes.push(MergeNote::TwoWinners);
    }
    let reasons = games.iter().flatten();
    let mut reasons: Vec<_> = reasons.filter(|game| !game.reason.is_empty()).collect();
    reasons.sort_by_key(|game| game.ended_by_partner);
    Outcome {
        result: known.first().map_or(GameResult::Unknown, |known| known.0),
        reason: reasons.first().map_or(String::new(), |game| game.reason.clone()),
    }
}

/// Formats a tag, without line end.
pub(super) fn line(name: &str, value: &str) -> String {
    format!("[{name} \"{}\"]", escape(value))
}

/// Returns the names and values of the tags in order.
pub(super) fn match_tags(
    games: &Games<'_>,
    start: &Position,
    outcome: &Outcome,
) -> Vec<(String, String)> {
    let mut tags = Vec::new();
    let mut tag = |name: &str, value: &str| {
        tags.push((name.to_owned(), value.replace(|c: char| c.is_control(), " ")));
    };
    let both = |text: fn(&BoardGame) -> &str| {
        let texts = games.iter().flatten().map(|game| text(game));
        texts.into_iter().find(|text| !text.is_empty())
    };
    let or = |text: Option<&str>, other: &str| text.unwrap_or(other).to_owned();
    tag("Event", &or(both(|game| &game.event), "?"));
    tag("Site", &or(both(|game| &game.site), "?"));
    let end_s = games.iter().flatten().find_map(|game| game.end_s);
    let day = end_s.map(day_of);
    tag("Date", &or(both(|game| &game.date).or(day.as_deref()), "????.??.??"));
    let time = end_s.map(time_of_day);
    if let Some(time) = both(|game| &game.end_time).or(time.as_deref()) {
        tag("EndTime", time);
    }
    for board in BoardId::ALL {
        for (index, color) in ["White", "Black"].into_iter().enumerate() {
            let player = games[board].map(|game| &game.players[index]);
            let name = player.map_or("", |player| &player.name);
            let rating = player.map_or("", |player| &player.rating);
            let letter = board.letter();
            tag(&format!("{color}{letter}"), name);
            tag(&format!("{color}{letter}Elo"), rating);
            if let Some(player) = player.filter(|player| !player.title.is_empty()) {
                tag(&format!("{color}{letter}Title"), &player.title);
            }
        }
    }
    tag("TimeControl", &control(games));
    tag("Variant", "Bughouse");
    for board in BoardId::ALL {
        let letter = board.letter();
        let Some(game) = games[board] else {
            let other = games[board.other()].and_then(|game| game.partner.as_ref());
            if let Some(missing) = other {
                tag(&format!("Link{letter}"), &missing.page_address());
            }
            continue;
        };
        if let Some(id) = game.id {
            tag(&format!("GameId{letter}"), &id.to_string());
        }
        if let Some(uuid) = &game.uuid {
            tag(&format!("GameUuid{letter}"), uuid);
        }
        if let Some(address) = &game.address {
            tag(&format!("Link{letter}"), address);
        }
    }
    if !outcome.reason.is_empty() {
        tag("Termination", &outcome.reason);
    }
    if *start != Position::default() {
        tag("SetUp", "1");
        tag("FEN", &start.thief_fen(&Default::default()));
    }
    tag("Result", outcome.result.text());
    tags
}

/// Returns the time control in seconds, such as `180+0`. Other time controls are returned as written.
fn control(games: &Games<'_>) -> String {
    let mut boards = games.iter().flatten();
    let Some(game) = boards.find(|game| game.control.is_some() || !game.control_text.is_empty())
    else {
        return "-".to_owned();
    };
    match game.control {
        Some(TimeControl { initial_ms, increment_ms }) => {
            format!("{}+{}", seconds(initial_ms), seconds(increment_ms))
        }
        None => game.control_text.clone(),
    }
}

/// Formats milliseconds as seconds with as few digits as possible.
fn seconds(ms: i32) -> String {
    let text = format!("{}.{:03}", ms / 1000, ms % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Formats the UTC date of a time in seconds since 1970, such as `2025.11.30`.
///
/// Years begin in March here, so that a leap day comes last.
pub(in crate::import) fn day_of(seconds: i64) -> String {
    let days = seconds.div_euclid(86_400) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Formats the UTC time of day of a time in seconds since 1970 like chess.com: `23:29:23 GMT+0000`.
pub(super) fn time_of_day(seconds: i64) -> String {
    let seconds = seconds.rem_euclid(86_400);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!("{hours:02}:{minutes:02}:{:02} GMT+0000", seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_match_the_calendar() {
        assert_eq!(day_of(0), "1970.01.01");
        assert_eq!(day_of(951_782_400), "2000.02.29");
        assert_eq!(day_of(1_764_545_363), "2025.11.30");
        assert_eq!(day_of(-1), "1969.12.31");
    }

    #[test]
    fn times_of_day_match_the_clock() {
        assert_eq!(time_of_day(1_764_545_363), "23:29:23 GMT+0000");
        assert_eq!(time_of_day(-1), "23:59:59 GMT+0000");
    }

    #[test]
    fn seconds_have_minimal_digits() {
        assert_eq!(seconds(180_000), "180");
        assert_eq!(seconds(100), "0.1");
        assert_eq!(seconds(0), "0");
    }
}
