//! `tandem positions`: a line of JSON for each moment.

use super::{Done, Stop, bughouse_of, read_match_or_position, say_cut_short};
use crate::{
    document::Document,
    replay::{Clock, Ply},
    rules::{BoardId, Position},
};
use serde::Serialize;
use std::{io::Write, path::Path};

/// One moment. `check` and `mate` speak of the board on which the ply was played.
#[derive(Serialize)]
struct Line {
    game: usize,
    ply: usize,
    #[serde(rename = "move")]
    name: Option<String>,
    seat: Option<char>,
    san: Option<String>,
    uci: Option<String>,
    clock_ms: Option<i32>,
    lag_ms: Option<u32>,
    time_ms: u32,
    check: bool,
    mate: bool,
    a: String,
    b: String,
}

pub(super) fn run(
    path: &Path,
    game: Option<usize>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Done, Stop> {
    let (source, mut done) = read_match_or_position(path, err)?;
    let archive = bughouse_of(source, game, "positions")?;
    let records = archive.records().len();
    if let Some(game) = game.filter(|game| !(1..=records).contains(game)) {
        return Err(Stop::NoSuchGame { game, records });
    }
    for (number, summary) in (1..).zip(archive.records()) {
        if game.is_none_or(|game| game == number) {
            let document = Document::open(archive.source().clone(), summary.range);
            write_match(number, &document, out)?;
            done = done.max(say_cut_short(number, &document, err)?);
        }
    }
    Ok(done)
}

fn write_match(game: usize, document: &Document, out: &mut dyn Write) -> Result<(), Stop> {
    let played = document.played();
    let mut position = played.set_up.position.clone();
    let mut write = |line: &Line| -> Result<(), Stop> {
        serde_json::to_writer(&mut *out, line).map_err(std::io::Error::from)?;
        Ok(writeln!(out)?)
    };
    write(&start(game, &position))?;
    for (index, ply) in played.plies.iter().enumerate() {
        let san = played.san(index, &position);
        ply.play_on(&mut position);
        let time_ms = document.timeline().time(index);
        let uci = ply.mv.uci(played.set_up.chess960);
        write(&line(game, index + 1, ply, san, uci, time_ms, &position))?;
    }
    Ok(())
}

fn start(game: usize, position: &Position) -> Line {
    Line {
        game,
        ply: 0,
        name: None,
        seat: None,
        san: None,
        uci: None,
        clock_ms: None,
        lag_ms: None,
        time_ms: 0,
        check: false,
        mate: false,
        a: position.bfen(BoardId::A),
        b: position.bfen(BoardId::B),
    }
}

fn line(
    game: usize,
    number: usize,
    ply: &Ply,
    san: String,
    uci: String,
    time_ms: u32,
    position: &Position,
) -> Line {
    Line {
        ply: number,
        name: Some(format!("{}{}", ply.number, ply.seat.letter())),
        seat: Some(ply.seat.letter()),
        san: Some(san),
        uci: Some(uci),
        clock_ms: match ply.clock {
            Clock::Left { ms, .. } => Some(ms),
            _ => None,
        },
        lag_ms: ply.lag_ms,
        time_ms,
        check: ply.check,
        mate: ply.mate,
        ..start(game, position)
    }
}
