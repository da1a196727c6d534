//! `tandem players`: the list of players, or the profile of one.

use super::{
    Players, Result, Stream,
    archives::{Matches, UsedEndings},
    names_of, no_such_player, parse_filter, write_json,
};
use crate::{
    archive::date_text,
    rules::Seat,
    search::{PlayerProfile, RatingAt, Score, player_profile, players},
    text::count_text,
};
use serde_json::{Value, json};
use std::io::Write;

/// The maximum number of partners in the text of a profile. Opponents have the same limit.
const MAX_PLAYERS: usize = 10;

pub(super) fn run(args: &Players, out: &mut dyn Write, err: &mut Stream<'_>) -> Result {
    let filter = parse_filter(args.find.as_deref())?;
    let (mut matches, done) = Matches::open_reported(&args.files, args.unpack, err)?;
    matches.replay(&filter, UsedEndings::Results, err)?;
    matches.select(&filter, |selection| {
        let Some(name) = args.player.as_deref() else {
            for player in players(selection.index, selection.rows) {
                if args.json {
                    let object = json!({ "name": player.name });
                    let mut object = with_score(object, player.score);
                    object["best"] = json!(player.best);
                    write_json(&object, out)?;
                    continue;
                }
                let best = player.best.map_or("-".to_owned(), |best| best.to_string());
                let (games, score) = (player.score.games(), percent(player.score));
                writeln!(out, "{games:>8}  {score:>6}  {best:>4}  {}", player.name)?;
            }
            return Ok(());
        };
        let names = names_of(name);
        let mut is_found = false;
        for name in &names {
            let profile = player_profile(selection, name, |walked, _| err.walked(walked))?;
            if profile.score.games() == 0 {
                continue;
            }
            is_found = true;
            if args.json {
                write_json(&profile_json(name, &profile), out)?;
            } else {
                write_profile(name, &profile, out)?;
            }
        }
        if is_found { Ok(()) } else { Err(no_such_player(&names)) }
    })?;
    Ok(done)
}

fn write_profile(name: &str, profile: &PlayerProfile, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "{name}: {}", line(profile.score))?;
    for seat in Seat::ALL {
        writeln!(out, "  {:<10} {}", seat.name(), line(profile.seats[seat]))?;
    }
    writeln!(
        out,
        "time: {} per move, {} per match",
        seconds(profile.mean_ply_ms()),
        seconds(profile.mean_game_ms())
    )?;
    let ratings = || profile.ratings.iter().map(|at| at.rating);
    if let (Some(low), Some(high)) = (ratings().min(), ratings().max())
        && let (Some(first), Some(last)) = (profile.ratings.first(), profile.ratings.last())
    {
        writeln!(
            out,
            "ratings: {low} to {high}; first {} on {}, latest {} on {}",
            first.rating,
            date_text(first.date),
            last.rating,
            date_text(last.date)
        )?;
    }
    for (title, list) in [("with", &profile.partners), ("against", &profile.opponents)] {
        for (name, score) in list.iter().take(MAX_PLAYERS) {
            writeln!(out, "{title} {name}: {}", line(*score))?;
        }
    }
    Ok(())
}

/// Adds the results in `score` to `object`.
pub(super) fn with_score(mut object: Value, score: Score) -> Value {
    let Score { won, drawn, lost, open, contradicted } = score;
    let results = [
        ("games", score.games()),
        ("won", won),
        ("drawn", drawn),
        ("lost", lost),
        ("open", open),
        ("contradicted", contradicted),
    ];
    for (key, count) in results {
        object[key] = count.into();
    }
    object
}

/// Returns the profile of a player as JSON. It lists all partners and opponents, the most frequent first.
fn profile_json(name: &str, profile: &PlayerProfile) -> Value {
    let named = |name: &str, score: Score| with_score(json!({ "name": name }), score);
    let players_met = |list: &[(String, Score)]| -> Value {
        list.iter().map(|(name, score)| named(name, *score)).collect()
    };
    let seat = |seat: Seat| (seat.letter().to_string(), with_score(json!({}), profile.seats[seat]));
    let rating = |at: &RatingAt| json!({ "date": date_text(at.date), "rating": at.rating });
    let mut object = named(name, profile.score);
    object["seats"] = Seat::ALL.into_iter().map(seat).collect();
    object["mean_ply_ms"] = json!(profile.mean_ply_ms());
    object["mean_game_ms"] = json!(profile.mean_game_ms());
    object["ratings"] = profile.ratings.iter().map(rating).collect();
    object["partners"] = players_met(&profile.partners);
    object["opponents"] = players_met(&profile.opponents);
    object
}

fn line(score: Score) -> String {
    let Score { won, drawn, lost, open, contradicted } = score;
    let contradicted = match contradicted {
        0 => String::new(),
        count => format!("{count} contradicted, "),
    };
    format!(
        "{}, {won} won, {drawn} drawn, {lost} lost, {open} unfinished, {contradicted}{}",
        count_text(score.games(), "match", "matches"),
        percent(score)
    )
}

/// Formats the points per finished match in per cent: `52.3%`, or a dash if none is finished.
pub(super) fn percent(score: Score) -> String {
    let text_of = |permille: u32| format!("{}.{}%", permille / 10, permille % 10);
    score.permille().map_or("-".to_owned(), text_of)
}

/// Formats milliseconds as seconds: `2.4 s`, or a dash for `None`.
pub(super) fn seconds(ms: Option<u64>) -> String {
    let text_of = |ms: u64| format!("{}.{} s", ms / 1000, ms % 1000 / 100);
    ms.map_or("-".to_owned(), text_of)
}
