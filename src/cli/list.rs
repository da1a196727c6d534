//! `tandem list`: prints one row per match.

use super::{
    Done, List, Stop, Stream,
    archives::{Matches, UsedEndings},
    parse_filter, stop_if, write_json,
};
use crate::{
    archive::{COLUMNS, Cell, CellValue, Row, RowFilter, write_csv_head, write_csv_row},
    kriegspiel::Notation,
    notation::KnownTag,
    rules::Team,
    search::drops,
    text::count_text,
};
use serde_json::{Map, Value, json};
use std::{io::Write, ops::ControlFlow};

pub(super) fn run(args: &List, out: &mut dyn Write, err: &mut Stream<'_>) -> Result<Done, Stop> {
    let filter = parse_filter(args.find.as_deref())?;
    let (mut matches, done) = Matches::open_reported(&args.files, err)?;
    matches.replay(&filter, args.used_endings(), err)?;
    if args.drops {
        write_with_drops(args, &matches, &filter, out)?;
        return Ok(done);
    }
    let list = &matches.list;
    if matches.has_no_match() {
        if args.count {
            writeln!(out, "0")?;
        }
        return Ok(done);
    }
    if args.count {
        writeln!(out, "{}", list.index.count(&filter))?;
        return Ok(done);
    }
    let mut rows = list.index.filter(&filter);
    if args.json {
        list.index.find_series();
    } else if !args.csv {
        list.index.group_series(&mut rows);
    }
    if args.csv {
        write_csv_head(out)?;
    }
    for number in rows {
        let id = number as usize;
        let Some(row) = list.index.row(id) else { continue };
        if args.csv {
            let file = match list.files.get(row.file) {
                Some(file) => file.path.display().to_string(),
                None => String::new(),
            };
            write_csv_row(id + 1, &file, &row, out)?;
        } else {
            write_row(id + 1, &row, None, args.json, out)?;
        }
    }
    Ok(done)
}

impl List {
    const fn used_endings(&self) -> UsedEndings {
        match self {
            Self { drops: true, .. } | Self { csv: true, .. } => UsedEndings::Rows,
            Self { count: true, .. } => UsedEndings::None,
            _ => UsedEndings::Series,
        }
    }
}

/// Prints the rows with the number of drops in each match.
fn write_with_drops(
    args: &List,
    matches: &Matches,
    filter: &RowFilter,
    out: &mut dyn Write,
) -> Result<(), Stop> {
    matches.select(filter, |selection| {
        let mut written = Ok(());
        let result = drops(selection, |id, drops| {
            let Some(row) = selection.index.row(id) else { return ControlFlow::Continue(()) };
            written = write_row(id + 1, &row, Some(drops), args.json, out);
            stop_if(written.is_err())
        });
        written?;
        Ok(result?)
    })
}

/// Prints a row, with the number of drops if it is known.
fn write_row<S: AsRef<str>>(
    game: usize,
    row: &Row<S>,
    drops: Option<u32>,
    json: bool,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    if json {
        // Drops are counted for bughouse only.
        let notation = drops.map_or(row.notation, |_| Notation::Bpgn);
        let mut row = json_row(game, row, notation);
        if let Some(drops) = drops {
            row.insert("drops".to_owned(), drops.into());
        }
        return write_json(&row, out);
    }
    let drops = drops.map(|drops| format!(", {}", count_text(drops, "drop", "drops")));
    writeln!(out, "{}{}", text_row(game, row), drops.unwrap_or_default())
}

/// Formats a row as text: `   1  raven 2165 & death 2307 – Gnejs 2724 & Paaso 1925  0-1  1996.08.07  300+0  88 moves`.
pub(super) fn text_row<S: AsRef<str>>(game: usize, row: &Row<S>) -> String {
    let or_dash = |text: &str| {
        if text.is_empty() { "-".to_owned() } else { text.to_owned() }
    };
    let series = row.series.map_or_else(String::new, |series| format!("  {}", series.words(true)));
    let players = match row.title_without_players() {
        Some(title) => title.to_owned(),
        None => format!("{} – {}", row.rated_team(Team::First), row.rated_team(Team::Second)),
    };
    format!(
        "{game:>4}  {players}  {}  {}  {}  {}{series}",
        row.result.text_or_star(),
        or_dash(row.date()),
        or_dash(row.text(KnownTag::TimeControl)),
        count_text(row.plies, "move", "moves"),
    )
}

/// Converts a row to a JSON object. `notation` determines its keys.
fn json_row<S: AsRef<str>>(game: usize, row: &Row<S>, notation: Notation) -> Map<String, Value> {
    let mut columns: Vec<_> =
        COLUMNS.iter().filter_map(|column| Some((column.json?, column))).collect();
    columns.sort_by_key(|(json, _)| json.order);
    let mut object = Map::new();
    object.insert("game".to_owned(), game.into());
    if notation == Notation::Kriegspiel {
        object.insert("notation".to_owned(), "kriegspiel".into());
    }
    for (json, column) in columns {
        let key = match notation {
            Notation::Bpgn => Some(column.key),
            Notation::Kriegspiel => json.kriegspiel,
        };
        if let Some(key) = key {
            object.insert(key.to_owned(), json_cell(column.value, game, row));
        }
    }
    object
}

fn json_cell<S: AsRef<str>>(value: CellValue, game: usize, row: &Row<S>) -> Value {
    let seat = match value {
        CellValue::Tag(tag) => tag.named_seat(),
        _ => None,
    };
    if let Some(seat) = seat {
        return json!({ "name": row.player(seat), "rating": row.rating(seat) });
    }
    if value == CellValue::Series {
        let points = |half: u32| f64::from(half) / 2.0;
        return row.series.map_or(Value::Null, |series| {
            json!({
                "number": series.number,
                "match": series.game,
                "of": series.games,
                "score": [points(series.first), points(series.second)],
            })
        });
    }
    match value.read(row, game, "") {
        // An unknown text is an empty string, but an unknown result is null.
        Cell::Text(text) if text.is_empty() && value == CellValue::Result => Value::Null,
        Cell::Text(text) => text.into(),
        Cell::Number(number) => number.into(),
        Cell::Empty => Value::Null,
    }
}
