//! The list as a table that other programs read: comma-separated values as in RFC 4180, in UTF-8.

use super::Row;
use crate::{
    notation::{Cause, GameResult},
    rules::Seat,
};
use std::io::{self, Write};

/// The names of the columns.
pub const CSV_HEAD: &str = "match,file,event,date,time_control,white_a,white_a_elo,black_a,black_a_elo,white_b,\
     white_b_elo,black_b,black_b_elo,result,ended_by,plies,seconds,comments,annotations,diagrams\r\n";

/// Writes a row: its `number` in the list from 1, its `file`, and what is known of it; what is not known is empty.
///
/// # Errors
/// Those of `out`.
pub fn write_csv_row(
    number: usize,
    file: &str,
    row: &Row<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    write!(out, "{number},")?;
    for text in [file, row.event, row.date, row.time_control] {
        cell(text, out)?;
    }
    for seat in [Seat::WhiteA, Seat::BlackA, Seat::WhiteB, Seat::BlackB] {
        cell(row.players[seat], out)?;
        match row.ratings[seat] {
            Some(rating) => write!(out, "{rating},")?,
            None => write!(out, ",")?,
        }
    }
    write!(
        out,
        "{},{},{},",
        row.result.map_or("", GameResult::text),
        row.cause.map_or("", Cause::name),
        row.plies
    )?;
    if let Some(seconds) = row.seconds {
        write!(out, "{seconds}")?;
    }
    let marks = row.marks;
    for there in [marks.comment, marks.annotation, marks.diagram] {
        write!(out, ",{}", u8::from(there))?;
    }
    write!(out, "\r\n")
}

/// A cell and the comma behind it, in quotes where it holds what would end it.
fn cell(text: &str, out: &mut dyn Write) -> io::Result<()> {
    if text.contains(['"', ',', '\r', '\n']) {
        write!(out, "\"{}\",", text.replace('"', "\"\""))
    } else {
        write!(out, "{text},")
    }
}
