//! `tandem list`: a row for each match.

use super::{Done, Stop, many::Matches, read};
use crate::{
    archive::{Archive, CSV_HEAD, Collection, Query, Summary, write_csv_row},
    file::{FileError, Reader, Source, Unpacker},
    notation::{GameResult, Notation},
    rules::{Seat, Team},
    search::drops,
};
use serde::Serialize;
use std::{
    io::Write,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

/// A larger file is not read by the parser but scanned for what the rows need.
const BIG: u64 = 32 << 20;

/// What is asked of the list.
pub(super) struct Asked<'a> {
    pub(super) paths: &'a [PathBuf],
    pub(super) json: bool,
    pub(super) count: bool,
    pub(super) csv: bool,
    pub(super) find: Option<&'a str>,
    pub(super) drops: bool,
}

pub(super) fn run(
    asked: &Asked<'_>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Done, Stop> {
    let query: Query = asked.find.unwrap_or_default().parse()?;
    if asked.drops {
        return with_drops(asked, &query, out);
    }
    let list = match asked.paths {
        [path] if !path.is_dir() => match Reader::open(path) {
            Ok(reader) if reader.length() > BIG || Unpacker::of(&reader)?.is_some() => {
                collect(asked.paths)?
            }
            // What a name alone cannot open, such as a pipe, can be read all the same.
            Err(error) if path != Path::new("-") && !matches!(error, FileError::NotAFile(_)) => {
                return Err(error.into());
            }
            _ if query.is_empty() && !asked.csv => return plain(&read(path)?, asked, out, err),
            _ => Collection::of(read(path)?),
        },
        paths => collect(paths)?,
    };
    let notices = list.files.iter().flat_map(|file| {
        let said = move |notice| format!("{notice}: {}", file.path.display());
        file.notices.iter().map(said)
    });
    let missing = list.missing.iter().map(ToString::to_string);
    let mut done = Done::Fine;
    for words in missing.chain(notices) {
        writeln!(err, "tandem: {words}")?;
        done = Done::Errors;
    }
    let rows = list.index.filter(&query);
    if asked.count {
        writeln!(out, "{}", rows.len())?;
        return Ok(done);
    }
    if asked.csv {
        out.write_all(CSV_HEAD.as_bytes())?;
    }
    for number in rows {
        let id = number as usize;
        let Some(row) = list.index.row(id) else {
            continue;
        };
        if asked.csv {
            let file = list.files.get(row.file).map(|file| file.path.display());
            let file = file.map(|path| path.to_string()).unwrap_or_default();
            write_csv_row(id + 1, &file, &row, out)?;
        } else {
            write_row(id + 1, &row.summary(), asked.json, out)?;
        }
    }
    Ok(done)
}

/// The rows with the number of pieces dropped in each match.
fn with_drops(asked: &Asked<'_>, query: &Query, out: &mut dyn Write) -> Result<Done, Stop> {
    Matches::open_all(asked.paths)?.select(query, |selection| {
        let mut written = Ok(());
        let told = drops(selection, |id, drops| {
            let Some(row) = selection.index.row(id) else {
                return ControlFlow::Continue(());
            };
            written = write_drops(id + 1, &row.summary(), drops, asked.json, out);
            match written {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        written?;
        Ok(told?)
    })?;
    Ok(Done::Fine)
}

fn write_drops(
    game: usize,
    summary: &Summary,
    drops: u32,
    json: bool,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    if json {
        let row = RowWithDrops {
            row: Row::of(game, summary),
            drops,
        };
        serde_json::to_writer(&mut *out, &row)?;
        return writeln!(out);
    }
    let noun = if drops == 1 { "drop" } else { "drops" };
    writeln!(out, "{}, {drops} {noun}", text_row(game, summary))
}

fn collect(paths: &[PathBuf]) -> Result<Collection, Stop> {
    let go_on = |_, _: &dyn Fn() -> Collection| ControlFlow::Continue(());
    Ok(Collection::open(paths, None, go_on)?)
}

/// Lists a file that is small enough to be read by the parser.
fn plain(
    source: &Source,
    asked: &Asked<'_>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Done, Stop> {
    let archive = Archive::of(source.clone());
    if !archive.has_matches() && !archive.records().is_empty() {
        writeln!(err, "tandem: {}", Stop::NoMatch(source.path().to_owned()))?;
        if asked.count {
            writeln!(out, "0")?;
        }
        return Ok(Done::Errors);
    }
    if asked.count {
        writeln!(out, "{}", archive.records().len())?;
        return Ok(Done::Fine);
    }
    for (game, summary) in (1..).zip(archive.records()) {
        write_row(game, summary, asked.json, out)?;
    }
    Ok(Done::Fine)
}

fn write_row(
    game: usize,
    summary: &Summary,
    json: bool,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    if json {
        match summary.notation {
            Notation::Bpgn => serde_json::to_writer(&mut *out, &Row::of(game, summary)),
            Notation::Kriegspiel => {
                serde_json::to_writer(&mut *out, &KriegspielRow::of(game, summary))
            }
        }?;
        writeln!(out)
    } else {
        writeln!(out, "{}", text_row(game, summary))
    }
}

/// `  1  raven 2165 & death 2307 – Gnejs 2724 & Paaso 1925  0-1  1996.08.07  300+0  88 plies`
pub(super) fn text_row(game: usize, summary: &Summary) -> String {
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

/// The same, with the number of pieces dropped.
#[derive(Serialize)]
struct RowWithDrops<'a> {
    #[serde(flatten)]
    row: Row<'a>,
    drops: u32,
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
