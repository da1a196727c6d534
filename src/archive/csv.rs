//! The list as a table that other programs read: comma-separated values as in RFC 4180, in UTF-8.

use super::{COLUMNS, Cell, Column, Row};
use std::io::{self, Write};

fn columns() -> impl Iterator<Item = &'static Column> {
    COLUMNS.iter().filter(|column| column.in_csv)
}

/// Writes the names of the columns.
///
/// # Errors
/// Those of `out`.
pub fn write_csv_head(out: &mut dyn Write) -> io::Result<()> {
    write_line(out, columns().map(|column| Cell::Text(column.key.into())))
}

/// Writes a row: its `number` in the list from 1, its `file`, and what is known of it; what is not known is empty.
///
/// # Errors
/// Those of `out`.
pub fn write_csv_row(
    number: usize,
    file: &str,
    row: &Row<&str>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let cells = columns().map(|column| column.value.read(row, number, file));
    write_line(out, cells)
}

/// Writes cells with commas between, in quotes where they hold what would end them.
fn write_line<'c>(out: &mut dyn Write, cells: impl Iterator<Item = Cell<'c>>) -> io::Result<()> {
    for (place, cell) in cells.enumerate() {
        let comma = if place == 0 { "" } else { "," };
        out.write_all(comma.as_bytes())?;
        match cell {
            Cell::Empty => {}
            Cell::Number(number) => write!(out, "{number}")?,
            Cell::Text(text) if text.contains(['"', ',', '\r', '\n']) => {
                write!(out, "\"{}\"", text.replace('"', "\"\""))?;
            }
            Cell::Text(text) => out.write_all(text.as_bytes())?,
        }
    }
    out.write_all(b"\r\n")
}
