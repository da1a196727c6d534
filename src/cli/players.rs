//! `tandem players`: who plays, or one of them.

use super::{Done, Stop, many::Matches};
use crate::{
    archive::Query,
    rules::Seat,
    search::{Portrait, Score, players, portrait},
};
use std::{io::Write, ops::ControlFlow, path::Path};

/// So many of the partners and of the opponents are listed.
const MOST: usize = 10;

/// What is asked.
pub(super) struct Asked<'a> {
    pub(super) path: &'a Path,
    pub(super) player: Option<&'a str>,
    pub(super) find: Option<&'a str>,
}

pub(super) fn run(
    asked: &Asked<'_>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Done, Stop> {
    let query: Query = asked.find.unwrap_or_default().parse()?;
    let matches = Matches::open(asked.path)?;
    let done = matches.say_damage(err)?;
    matches.select(&query, |selection| {
        let Some(name) = asked.player else {
            for player in players(selection.index, selection.rows) {
                let best = player.best.map_or("-".to_owned(), |best| best.to_string());
                let (games, score) = (player.score.games(), percent(player.score));
                writeln!(out, "{games:>8}  {score:>6}  {best:>4}  {}", player.name)?;
            }
            return Ok(());
        };
        let told = portrait(selection, name, |_, _| ControlFlow::Continue(()))?;
        if told.score.games() == 0 {
            return Err(Stop::NoSuchPlayer(name.to_owned()));
        }
        write_portrait(name, &told, out)?;
        Ok(())
    })?;
    Ok(done)
}

fn write_portrait(name: &str, told: &Portrait, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "{name}: {}", line(told.score))?;
    for seat in Seat::ALL {
        writeln!(out, "  {:<10} {}", seat.name(), line(told.seats[seat]))?;
    }
    writeln!(
        out,
        "time: {} a ply, {} a match",
        seconds(told.mean_ply_ms()),
        seconds(told.mean_game_ms())
    )?;
    let ratings = || told.ratings.iter().map(|at| at.rating);
    if let (Some(low), Some(high)) = (ratings().min(), ratings().max())
        && let (Some(first), Some(last)) = (told.ratings.first(), told.ratings.last())
    {
        writeln!(
            out,
            "ratings: {low} to {high}; {} on {}, {} on {}",
            first.rating, first.date, last.rating, last.date
        )?;
    }
    for (title, list) in [("with", &told.partners), ("against", &told.opponents)] {
        for (name, score) in list.iter().take(MOST) {
            writeln!(out, "{title} {name}: {}", line(*score))?;
        }
    }
    Ok(())
}

fn line(score: Score) -> String {
    let Score {
        won,
        drawn,
        lost,
        open,
    } = score;
    let noun = if score.games() == 1 { "game" } else { "games" };
    format!(
        "{} {noun}, {won} won, {drawn} drawn, {lost} lost, {open} open, {}",
        score.games(),
        percent(score)
    )
}

/// `52.3%`, or a dash.
pub(super) fn percent(score: Score) -> String {
    let tell = |permille: u32| format!("{}.{}%", permille / 10, permille % 10);
    score.permille().map_or("-".to_owned(), tell)
}

/// `2.4 s`, or a dash.
pub(super) fn seconds(ms: Option<u64>) -> String {
    let tell = |ms: u64| format!("{}.{} s", ms / 1000, ms % 1000 / 100);
    ms.map_or("-".to_owned(), tell)
}
