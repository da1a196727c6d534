//! The formats selectable on the command line and their help, from [`FORMATS`].

use crate::formats::{FORMATS, FileFormat, FormatRow, Paged, Writer, format_for_path};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::path::Path;

/// Parses a value of `--to` of `convert`.
pub(super) fn converted() -> impl TypedValueParser<Value = FileFormat> {
    parser(FormatRow::is_converted)
}

/// Parses a value of `--format` of `diagram`.
pub(super) fn drawn() -> impl TypedValueParser<Value = FileFormat> {
    parser(FormatRow::is_drawn)
}

fn parser(fits: fn(&FormatRow) -> bool) -> impl TypedValueParser<Value = FileFormat> {
    let values = values(fits);
    let offered = values.iter().map(|(_, value, help)| PossibleValue::new(*value).help(*help));
    PossibleValuesParser::new(offered.collect::<Vec<_>>()).try_map(move |argument| {
        let found = values.iter().find(|(_, value, _)| *value == argument);
        found.map(|(form, ..)| *form).ok_or("unknown format")
    })
}

/// Returns the formats that satisfy `fits`, with their value and its help.
fn values(fits: impl Fn(&FormatRow) -> bool) -> Vec<(FileFormat, &'static str, &'static str)> {
    let rows = FORMATS.iter().filter(|row| fits(row));
    let values = rows.filter_map(|row| row.value.map(|(value, help)| (row.form, value, help)));
    values.collect()
}

/// Returns the matching values of `--to` as text: `html, pdf and kriegspiel`.
pub(super) fn values_in_words(fits: fn(&Writer) -> bool) -> String {
    let values = values(|row| row.is_converted() && fits(&row.writer));
    let values: Vec<_> = values.iter().map(|(_, value, _)| *value).collect();
    in_words(&values, "and")
}

/// Returns the formats for a single match, as text.
pub(super) fn of_one_match() -> String {
    values_in_words(|writer| matches!(writer, Writer::Paged(Paged::Page(_))))
}

/// Returns the formats with boards, as text.
pub(super) fn with_boards() -> String {
    values_in_words(Writer::is_paged)
}

/// Returns the formats with a side, as text.
pub(super) fn with_side() -> String {
    values_in_words(has_side)
}

/// Returns whether a format has a side.
pub(super) const fn has_side(writer: &Writer) -> bool {
    writer.is_paged() || matches!(writer, Writer::Games)
}

/// Returns the print formats, as text.
pub(super) fn printed() -> String {
    values_in_words(Writer::is_paper)
}

/// Returns the extensions of the matching formats, as text: `.svg, .png or .pdf`.
pub(super) fn endings(fits: fn(&FormatRow) -> bool) -> String {
    let forms = FileFormat::all(fits);
    let endings = forms.iter().filter_map(|form| {
        let ending = format!(".{}", form.row().extensions.first()?);
        // Of formats with the same extension, the first is meant.
        let detected = format_for_path(Path::new(&format!("x{ending}")), &forms);
        (detected == Some(*form)).then_some(ending)
    });
    let endings: Vec<String> = endings.collect();
    in_words(&endings, "or")
}

/// Returns the losses of each format of `convert`, one line each.
pub(super) fn losses() -> String {
    let mut text = "Not included in each format:".to_owned();
    for (form, value, _) in values(FormatRow::is_converted) {
        if let Some(lacks) = form.row().lacks {
            text += &format!("\n  {value}: {lacks}");
        }
    }
    text
}

fn in_words<T: AsRef<str>>(all: &[T], last: &str) -> String {
    let all: Vec<&str> = all.iter().map(AsRef::as_ref).collect();
    match all.as_slice() {
        [before @ .., end] if !before.is_empty() => format!("{} {last} {end}", before.join(", ")),
        all => all.concat(),
    }
}
