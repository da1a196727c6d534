//! CSV output of a list: RFC 4180, in UTF-8.

use super::{COLUMNS, Cell, Column, Row};
use crate::text::push_number;
use std::io::{self, Write};

fn columns() -> impl Iterator<Item = &'static Column> {
    COLUMNS.iter().filter(|column| column.is_in_csv)
}

/// Writes the header line.
///
/// # Errors
/// Errors of `out`.
pub fn write_csv_head(out: &mut dyn Write) -> io::Result<()> {
    write_csv_line(out, columns().map(|column| Cell::Text(column.key.into())))
}

/// Writes a row with its `number` in the list, from 1, and the name of its `file`. Unknown values are empty.
///
/// # Errors
/// Errors of `out`.
pub fn write_csv_row(
    number: usize,
    file: &str,
    row: &Row<&str>,
    out: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    let cells = columns().map(|column| column.value.read(row, number, file));
    write_csv_line(out, cells)
}

/// Returns whether a spreadsheet would evaluate `text` as a formula.
fn looks_like_formula(text: &str) -> bool {
    text.len() > 1 && text.starts_with(['=', '@', '+', '-', '\t', '\r'])
}

/// Writes a line of cells, with quotes where needed. Writes `'` before text that a spreadsheet would evaluate as a
/// formula.
///
/// # Errors
/// Errors of `out`.
pub fn write_csv_line<'c>(
    out: &mut (impl Write + ?Sized),
    cells: impl Iterator<Item = Cell<'c>>,
) -> io::Result<()> {
    let mut digits = String::new();
    for (place, cell) in cells.enumerate() {
        let comma = if place == 0 { "" } else { "," };
        out.write_all(comma.as_bytes())?;
        match cell {
            Cell::Empty => {}
            Cell::Number(number) => {
                digits.clear();
                push_number(number, &mut digits);
                out.write_all(digits.as_bytes())?;
            }
            Cell::Text(text) => {
                // Names come from untrusted files and must not run as formulas.
                let mark = if looks_like_formula(&text) { "'" } else { "" };
                if text.bytes().any(|byte| matches!(byte, b'"' | b',' | b'\r' | b'\n')) {
                    let quoted = format!("\"{mark}{}\"", text.replace('"', "\"\""));
                    out.write_all(quoted.as_bytes())?;
                } else {
                    out.write_all(mark.as_bytes())?;
                    out.write_all(text.as_bytes())?;
                }
            }
        }
    }
    out.write_all(b"\r\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        let mut out = Vec::new();
        let cell = Cell::Text(text.to_owned().into());
        write_csv_line(&mut out, [cell].into_iter()).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), format!("{expect}\r\n"));
    }

    #[test]
    fn formulas_are_escaped() {
        check("gnejs", "gnejs");
        check("1-0", "1-0");
        check("-", "-");
        check("=1+1", "'=1+1");
        check("@SUM(A1)", "'@SUM(A1)");
        check("+49", "'+49");
        check("-2", "'-2");
        check("\t=1", "'\t=1");
        check("=HYPERLINK(\"http://x\",\"y\")", "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\"");
    }
}
