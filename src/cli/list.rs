//! `tandem list`: a row for each match.

use super::{Done, Stop, read};
use crate::{
    archive::{Archive, Summary},
    notation::{GameResult, Notation},
    rules::{Seat, Team},
};
use serde::Serialize;
use std::{io::Write, path::Path};

pub(super) fn run(path: &Path, json: bool, count: bool, out: &mut dyn Write) -> Result<Done, Stop> {
    let archive = Archive::of(read(path)?);
    if count {
        writeln!(out, "{}", archive.records().len())?;
        return Ok(Done::Fine);
    }
    for (game, summary) in (1..).zip(archive.records()) {
        if json {
            let row = match summary.notation {
                Notation::Bpgn => serde_json::to_writer(&mut *out, &Row::of(game, summary)),
                Notation::Kriegspiel => {
                    serde_json::to_writer(&mut *out, &KriegspielRow::of(game, summary))
                }
            };
            row.map_err(std::io::Error::from)?;
            writeln!(out)?;
        } else {
            writeln!(out, "{}", text_row(game, summary))?;
        }
    }
    Ok(Done::Fine)
}

/// `  1  raven 2165 & death 2307 – Gnejs 2724 & Paaso 1925  0-1  1996.08.07  300+0  88 plies`
fn text_row(game: usize, summary: &Summary) -> String {
    let player = |seat: Seat| {
        let name = match summary.players[seat].as_str() {
            "" => "?",
            name => name,
        };
        match summary.ratings[seat] {
            Some(rating) => format!("{name} {rating}"),
            None => name.to_owned(),
        }
    };
    let team = |team: Team| match summary.notation {
        Notation::Bpgn => team.seats().map(player).join(" & "),
        Notation::Kriegspiel => match team {
            Team::First => player(Seat::WhiteA),
            Team::Second => player(Seat::BlackA),
        },
    };
    let or_dash = |text: &str| {
        if text.is_empty() {
            "-".to_owned()
        } else {
            text.to_owned()
        }
    };
    format!(
        "{game:>4}  {} – {}  {}  {}  {}  {} {}",
        team(Team::First),
        team(Team::Second),
        summary.result.unwrap_or(GameResult::Unknown).text(),
        or_dash(&summary.date),
        or_dash(&summary.time_control),
        summary.plies,
        if summary.plies == 1 { "ply" } else { "plies" },
    )
}

/// A match as JSON.
#[derive(Serialize)]
struct Row<'a> {
    game: usize,
    event: &'a str,
    date: &'a str,
    time_control: &'a str,
    result: Option<&'static str>,
    plies: usize,
    white_a: Player<'a>,
    black_a: Player<'a>,
    white_b: Player<'a>,
    black_b: Player<'a>,
    /// Where the record stands in the file, in bytes.
    start: u64,
    end: u64,
}

#[derive(Serialize)]
struct Player<'a> {
    name: &'a str,
    rating: Option<u16>,
}

impl<'a> Player<'a> {
    fn of(summary: &'a Summary, seat: Seat) -> Self {
        Self {
            name: &summary.players[seat],
            rating: summary.ratings[seat],
        }
    }
}

/// A game of Kriegspiel as JSON.
#[derive(Serialize)]
struct KriegspielRow<'a> {
    game: usize,
    notation: &'static str,
    event: &'a str,
    date: &'a str,
    result: Option<&'static str>,
    plies: usize,
    white: Player<'a>,
    black: Player<'a>,
    /// Where the record stands in the file, in bytes.
    start: u64,
    end: u64,
}

impl<'a> KriegspielRow<'a> {
    fn of(game: usize, summary: &'a Summary) -> Self {
        Self {
            game,
            notation: "kriegspiel",
            event: &summary.event,
            date: &summary.date,
            result: summary.result.map(GameResult::text),
            plies: summary.plies,
            white: Player::of(summary, Seat::WhiteA),
            black: Player::of(summary, Seat::BlackA),
            start: summary.range.start,
            end: summary.range.end,
        }
    }
}

impl<'a> Row<'a> {
    fn of(game: usize, summary: &'a Summary) -> Self {
        let player = |seat| Player::of(summary, seat);
        Self {
            game,
            event: &summary.event,
            date: &summary.date,
            time_control: &summary.time_control,
            result: summary.result.map(GameResult::text),
            plies: summary.plies,
            white_a: player(Seat::WhiteA),
            black_a: player(Seat::BlackA),
            white_b: player(Seat::WhiteB),
            black_b: player(Seat::BlackB),
            start: summary.range.start,
            end: summary.range.end,
        }
    }
}
