//! `tandem list`: prints one row per match.

use super::{
    List, Result, Stream,
    archives::{Matches, UsedEndings},
    parse_filter, stop_if, write_json,
};
use crate::{
    archive::{
        Cell, CellValue, Collection, JSON_COLUMNS, JsonColumn, Row, RowFilter, RowNumber,
        write_csv_head, write_csv_row,
    },
    kriegspiel::Notation,
    notation::KnownTag,
    parallel::run_in_order,
    rules::Team,
    search::drops,
    text::{count_text, one_line, plural, push_number},
};
use serde::{Serialize, Serializer, ser::SerializeMap as _};
use std::{
    io::{self, Write},
    ops::ControlFlow,
};

pub(super) fn run(args: &List, out: &mut dyn Write, err: &mut Stream<'_>) -> Result {
    let filter = parse_filter(args.find.as_deref())?;
    let (mut matches, done) = Matches::open_reported(&args.files, args.unpack, err)?;
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
        writeln!(out, "{}", list.filter(&filter).len())?;
        return Ok(done);
    }
    let mut rows = list.filter(&filter);
    if args.json {
        list.index.find_series();
    } else if !args.csv {
        list.index.group_series(&mut rows);
    }
    if args.csv {
        write_csv_head(out)?;
        write_in_chunks(&rows, out, |rows, out| write_csv_rows(list, rows, out))?;
        return Ok(done);
    }
    write_in_chunks(&rows, out, |rows, out| {
        let mut writer = RowWriter::new(args);
        for &number in rows {
            let id = number as usize;
            if let Some(row) = list.index.row(id) {
                writer.write(id + 1, &row, None, out)?;
            }
        }
        Ok(())
    })?;
    Ok(done)
}

/// The number of rows that a thread formats at once.
const CHUNK_ROWS: usize = 1024;

/// Calls `write` for chunks of `rows` on all cores, and copies what it writes to `out` in order.
fn write_in_chunks(
    rows: &[RowNumber],
    out: &mut dyn Write,
    write: impl Fn(&[RowNumber], &mut Vec<u8>) -> io::Result<()> + Sync,
) -> io::Result<()> {
    let chunks: Vec<&[RowNumber]> = rows.chunks(CHUNK_ROWS).collect();
    run_in_order(
        chunks.len(),
        |(): &mut (), number| {
            let mut written = Vec::new();
            write(chunks[number], &mut written).map(|()| written)
        },
        |_, written| out.write_all(&written?),
    )
}

fn write_csv_rows(list: &Collection, rows: &[RowNumber], out: &mut Vec<u8>) -> io::Result<()> {
    // The name of the file of the last row.
    let mut name = (usize::MAX, String::new());
    for &number in rows {
        let id = number as usize;
        let Some(row) = list.index.row(id) else { continue };
        if name.0 != row.file {
            let file = list.files.get(row.file);
            name = (row.file, file.map_or_else(String::new, |it| it.path.display().to_string()));
        }
        write_csv_row(id + 1, &name.1, &row, out)?;
    }
    Ok(())
}

impl List {
    const fn used_endings(&self) -> UsedEndings {
        match self {
            Self { drops: true, .. } | Self { csv: true, .. } => UsedEndings::Rows,
            Self { count: true, .. } => UsedEndings::None,
            _ => UsedEndings::SeriesResults,
        }
    }
}

/// Prints the rows with the number of drops in each match.
fn write_with_drops(
    args: &List,
    matches: &Matches,
    filter: &RowFilter,
    out: &mut dyn Write,
) -> Result<()> {
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
    /// Whether rows are JSON objects.
    is_json: bool,
    /// The memory for a JSON object.
    json: Vec<u8>,
    /// The memory for a line of text.
    line: String,
}

impl RowWriter {
    fn new(args: &List) -> Self {
        Self { is_json: args.json, json: Vec::new(), line: String::new() }
    }

    /// Prints a row, with the number of drops if it is known.
    fn write<S: AsRef<str>>(
        &mut self,
        game: usize,
        row: &Row<S>,
        drops: Option<u32>,
        out: &mut (impl Write + ?Sized),
    ) -> io::Result<()> {
        if !self.is_json {
            self.line.clear();
            push_text_row(game, row, &mut self.line);
            if let Some(drops) = drops {
                self.line += ", ";
                self.line += &count_text(drops, "drop", "drops");
            }
            // A name in a file must not look like a line of output.
            out.write_all(one_line(&self.line).as_bytes())?;
            return out.write_all(b"\n");
        }
        self.json.clear();
        write_json(&JsonRow { game, row, drops }, &mut self.json)?;
        out.write_all(&self.json)
    }
}

/// Appends a row as text: `   1  raven 2165 & death 2307 – Gnejs 2724 & Paaso 1925  0-1  1996.08.07  300+0  88 moves`.
pub(super) fn push_text_row<S: AsRef<str>>(game: usize, row: &Row<S>, line: &mut String) {
    let start = line.len();
    push_number(game as u64, line);
    for _ in line.len() - start..4 {
        line.insert(start, ' ');
    }
    *line += "  ";
    match row.title_without_players() {
        Some(title) => *line += title,
        None => {
            row.write_rated_team(Team::First, line);
            *line += " – ";
            row.write_rated_team(Team::Second, line);
        }
    }
    let cells =
        [row.result.text_or_star(), or_dash(row.date()), or_dash(row.text(KnownTag::TimeControl))];
    for cell in cells {
        *line += "  ";
        *line += cell;
    }
    *line += "  ";
    push_number(row.plies as u64, line);
    *line += plural(row.plies, " move", " moves");
    if let Some(series) = row.series {
        *line += "  ";
        *line += &series.words(row.series_score().as_deref());
    }
}

fn or_dash(text: &str) -> &str {
    if text.is_empty() { "-" } else { text }
}

/// A row as a JSON object.
struct JsonRow<'r, S> {
    game: usize,
    row: &'r Row<S>,
    drops: Option<u32>,
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
        for JsonColumn { column, kriegspiel } in &JSON_COLUMNS {
            let key = match notation {
                Notation::Bpgn => Some(column.key),
                Notation::Kriegspiel => *kriegspiel,
            };
            if let Some(key) = key {
                let value = column.value;
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
                score: series.own_points().map(points),
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
