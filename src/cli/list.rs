//! `tandem list`: prints one row per match.

use super::{
    Done, List, Stop, Stream,
    archives::{Matches, UsedEndings},
    parse_filter, stop_if, write_json,
};
use crate::{
    archive::{
        COLUMNS, Cell, CellValue, Column, JsonColumn, Row, RowFilter, write_csv_head, write_csv_row,
    },
    kriegspiel::Notation,
    notation::KnownTag,
    rules::Team,
    search::drops,
    text::{count_text, plural},
};
use serde::{Serialize, Serializer, ser::SerializeMap as _};
use std::{fmt::Write as _, io::Write, ops::ControlFlow};

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
        } else if args.csv {
            write_csv_head(out)?;
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
    let mut writer = RowWriter::new(args);
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
            writer.write(id + 1, &row, None, out)?;
        }
    }
    Ok(done)
}

impl List {
    const fn used_endings(&self) -> UsedEndings {
        match self {
            Self { drops: true, .. } | Self { csv: true, .. } => UsedEndings::Rows,
            Self { count: true, .. } => UsedEndings::None,
            _ => UsedEndings::Results,
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
        let mut writer = RowWriter::new(args);
        let result = drops(selection, |id, drops| {
            let Some(row) = selection.index.row(id) else { return ControlFlow::Continue(()) };
            written = writer.write(id + 1, &row, Some(drops), out);
            stop_if(written.is_err())
        });
        written?;
        Ok(result?)
    })
}

/// Writes rows as text or JSON.
struct RowWriter {
    /// The columns of a JSON object, in its order; `None` for text.
    columns: Option<Vec<(JsonColumn, CellValue, &'static str)>>,
    /// The memory for a JSON object.
    json: Vec<u8>,
}

impl RowWriter {
    fn new(args: &List) -> Self {
        let columns = args.json.then(|| {
            let in_json = |column: &Column| Some((column.json?, column.value, column.key));
            let mut columns: Vec<_> = COLUMNS.iter().filter_map(in_json).collect();
            columns.sort_by_key(|(json, ..)| json.order);
            columns
        });
        Self { columns, json: Vec::new() }
    }

    /// Prints a row, with the number of drops if it is known.
    fn write<S: AsRef<str>>(
        &mut self,
        game: usize,
        row: &Row<S>,
        drops: Option<u32>,
        out: &mut dyn Write,
    ) -> std::io::Result<()> {
        let Some(columns) = &self.columns else {
            let more = drops.map(|drops| format!(", {}", count_text(drops, "drop", "drops")));
            return writeln!(out, "{}{}", text_row(game, row), more.unwrap_or_default());
        };
        self.json.clear();
        write_json(&JsonRow { game, row, drops, columns }, &mut self.json)?;
        out.write_all(&self.json)
    }
}

/// Formats a row as text: `   1  raven 2165 & death 2307 – Gnejs 2724 & Paaso 1925  0-1  1996.08.07  300+0  88 moves`.
pub(super) fn text_row<S: AsRef<str>>(game: usize, row: &Row<S>) -> String {
    let mut line = String::with_capacity(160);
    // Writing to a string never fails.
    _ = write!(line, "{game:>4}  ");
    match row.title_without_players() {
        Some(title) => line += title,
        None => {
            row.write_rated_team(Team::First, &mut line);
            line += " – ";
            row.write_rated_team(Team::Second, &mut line);
        }
    }
    let moves = plural(row.plies, "move", "moves");
    _ = write!(
        line,
        "  {}  {}  {}  {} {moves}",
        row.result.text_or_star(),
        or_dash(row.date()),
        or_dash(row.text(KnownTag::TimeControl)),
        row.plies,
    );
    if let Some(series) = row.series {
        _ = write!(line, "  {}", series.words(true));
    }
    line
}

fn or_dash(text: &str) -> &str {
    if text.is_empty() { "-" } else { text }
}

/// A row as a JSON object.
struct JsonRow<'r, S> {
    game: usize,
    row: &'r Row<S>,
    drops: Option<u32>,
    columns: &'r [(JsonColumn, CellValue, &'static str)],
}

impl<S: AsRef<str>> Serialize for JsonRow<'_, S> {
    fn serialize<T: Serializer>(&self, to: T) -> Result<T::Ok, T::Error> {
        // Drops are counted for bughouse only.
        let notation = self.drops.map_or(self.row.notation, |_| Notation::Bpgn);
        let mut object = to.serialize_map(None)?;
        object.serialize_entry("game", &self.game)?;
        if notation == Notation::Kriegspiel {
            object.serialize_entry("notation", "kriegspiel")?;
        }
        for &(json, value, key) in self.columns {
            let key = match notation {
                Notation::Bpgn => Some(key),
                Notation::Kriegspiel => json.kriegspiel,
            };
            if let Some(key) = key {
                object.serialize_entry(key, &JsonCell { value, game: self.game, row: self.row })?;
            }
        }
        if let Some(drops) = self.drops {
            object.serialize_entry("drops", &drops)?;
        }
        object.end()
    }
}

/// The value of a column of a row in JSON.
struct JsonCell<'r, S> {
    value: CellValue,
    game: usize,
    row: &'r Row<S>,
}

impl<S: AsRef<str>> Serialize for JsonCell<'_, S> {
    fn serialize<T: Serializer>(&self, to: T) -> Result<T::Ok, T::Error> {
        let Self { value, game, row } = *self;
        if let CellValue::Tag(tag) = value
            && let Some(seat) = tag.named_seat()
        {
            return JsonPlayer { name: row.player(seat), rating: row.rating(seat) }.serialize(to);
        }
        if value == CellValue::Series {
            let points = |half: u32| f64::from(half) / 2.0;
            let series = row.series.map(|series| JsonSeries {
                number: series.number,
                game: series.game,
                of: series.games,
                score: [points(series.first), points(series.second)],
            });
            return series.serialize(to);
        }
        match value.read(row, game, "") {
            // An unknown text is an empty string, but an unknown result is null.
            Cell::Text(text) if text.is_empty() && value == CellValue::Result => {
                to.serialize_none()
            }
            Cell::Text(text) => text.serialize(to),
            Cell::Number(number) => number.serialize(to),
            Cell::Empty => to.serialize_none(),
        }
    }
}

#[derive(Serialize)]
struct JsonPlayer<'r> {
    name: &'r str,
    rating: Option<u16>,
}

#[derive(Serialize)]
struct JsonSeries {
    number: u32,
    #[serde(rename = "match")]
    game: u32,
    of: u32,
    score: [f64; 2],
}
