//! `tandem players`: the list of players, or the profile of one.

use super::{Done, Players, Stop, Stream, archives::Matches, parse_filter, user_names, write_json};
use crate::{
    archive::date_text,
    rules::Seat,
    search::{PlayerProfile, PlayerRow, Score, player_profile, players},
    text::count_text,
};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::io::Write;

/// The maximum number of partners in the text of a profile. Opponents have the same limit.
const MAX_PLAYERS: usize = 10;

pub(super) fn run(args: &Players, out: &mut dyn Write, err: &mut Stream<'_>) -> Result<Done, Stop> {
    let filter = parse_filter(args.find.as_deref())?;
    let matches = Matches::open_all(&args.files, err)?;
    let done = matches.print_damage(err)?;
    matches.select(&filter, |selection| {
        let Some(name) = args.player.as_deref() else {
            for player in players(selection.index, selection.rows) {
                if args.json {
                    write_json(&PlayerObject::of(&player), out)?;
                    continue;
                }
                let best = player.best.map_or("-".to_owned(), |best| best.to_string());
                let (games, score) = (player.score.games(), percent(player.score));
                writeln!(out, "{games:>8}  {score:>6}  {best:>4}  {}", player.name)?;
            }
            return Ok(());
        };
        let names = match name {
            "me" => user_names(),
            _ => vec![name.to_owned()],
        };
        let mut is_found = false;
        for name in &names {
            let profile = player_profile(selection, name, |walked, _| err.walked(walked))?;
            if profile.score.games() == 0 {
                continue;
            }
            is_found = true;
            if args.json {
                write_json(&PlayerProfileObject::of(name, &profile), out)?;
            } else {
                write_profile(name, &profile, out)?;
            }
        }
        match names.as_slice() {
            [] => Err(Stop::NoOwnName),
            names if !is_found => Err(Stop::NoSuchPlayer(names.join(", "))),
            _ => Ok(()),
        }
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

#[derive(Serialize)]
struct ScoreObject {
    games: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    open: u32,
}

impl From<Score> for ScoreObject {
    fn from(score: Score) -> Self {
        Self {
            games: score.games(),
            won: score.won,
            drawn: score.drawn,
            lost: score.lost,
            open: score.open,
        }
    }
}

#[derive(Serialize)]
struct PlayerObject<'a> {
    name: &'a str,
    #[serde(flatten)]
    score: ScoreObject,
    /// The player's highest rating; `None` if unrated.
    best: Option<u16>,
}

impl<'a> PlayerObject<'a> {
    fn of(player: &'a PlayerRow) -> Self {
        Self { name: &player.name, score: player.score.into(), best: player.best }
    }
}

/// The profile of a player as JSON. It lists all partners and opponents, the most frequent first.
#[derive(Serialize)]
struct PlayerProfileObject<'a> {
    name: &'a str,
    #[serde(flatten)]
    score: ScoreObject,
    /// The results by seat. The key is the letter of the seat.
    seats: Map<String, Value>,
    mean_ply_ms: Option<u64>,
    mean_game_ms: Option<u64>,
    ratings: Vec<Value>,
    partners: Vec<PlayerMet<'a>>,
    opponents: Vec<PlayerMet<'a>>,
}

/// The results with a partner or against an opponent.
#[derive(Serialize)]
struct PlayerMet<'a> {
    name: &'a str,
    #[serde(flatten)]
    score: ScoreObject,
}

impl<'a> PlayerProfileObject<'a> {
    fn of(name: &'a str, profile: &'a PlayerProfile) -> Self {
        let against = |list: &'a [(String, Score)]| {
            let one =
                |(name, score): &'a (String, Score)| PlayerMet { name, score: (*score).into() };
            list.iter().map(one).collect()
        };
        let seat =
            |seat: Seat| (seat.letter().to_string(), json!(ScoreObject::from(profile.seats[seat])));
        let ratings = profile.ratings.iter();
        Self {
            name,
            score: profile.score.into(),
            seats: Seat::ALL.into_iter().map(seat).collect(),
            mean_ply_ms: profile.mean_ply_ms(),
            mean_game_ms: profile.mean_game_ms(),
            ratings: ratings
                .map(|at| json!({ "date": date_text(at.date), "rating": at.rating }))
                .collect(),
            partners: against(&profile.partners),
            opponents: against(&profile.opponents),
        }
    }
}

fn line(score: Score) -> String {
    let Score { won, drawn, lost, open } = score;
    format!(
        "{}, {won} won, {drawn} drawn, {lost} lost, {open} unfinished, {}",
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
