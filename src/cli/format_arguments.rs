//! The formats offered on the command line and their help. Both are generated from [`FORMATS`].

use super::{CliError, Result};
use crate::formats::{FORMATS, FileFormat, FormatRow, format_for_path};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::path::Path;

/// Returns the parser of an option for the formats whose row satisfies `fits`.
pub(super) fn parser(fits: fn(&FormatRow) -> bool) -> impl TypedValueParser<Value = FileFormat> {
    let values = values(fits);
    let offered = values.iter().map(|(_, value, help)| PossibleValue::new(*value).help(*help));
    PossibleValuesParser::new(offered.collect::<Vec<_>>()).try_map(move |argument| {
        let found = values.iter().find(|(_, value, _)| *value == argument);
        found.map(|(format, ..)| *format).ok_or("unknown format")
    })
}

/// Returns the formats on the command line whose row satisfies `fits`, each with its value and its help.
fn values(fits: impl Fn(&FormatRow) -> bool) -> Vec<(FileFormat, &'static str, &'static str)> {
    let rows = FORMATS.iter().filter(|row| fits(row));
    let values = rows.filter_map(|row| row.value.map(|(value, help)| (row.format, value, help)));
    values.collect()
}

/// Lists the values of `--to` whose format satisfies `fits`, such as `html, pdf and kriegspiel`.
pub(super) fn values_in_words(fits: fn(FileFormat) -> bool) -> String {
    let values = values(|row| row.is_converted() && fits(row.format));
    let values: Vec<_> = values.iter().map(|(_, value, _)| *value).collect();
    in_words(&values, "and")
}

/// Lists the names of the formats that show boards.
pub(super) fn formats_with_boards() -> String {
    values_in_words(FileFormat::is_paged)
}

/// Returns whether `format` accepts `--as`.
pub(super) fn has_side(format: FileFormat) -> bool {
    format.is_paged() || format == FileFormat::Kriegspiel
}

/// Returns the format `given` or, without it, that of the name of the output file, among those that satisfy `fits`. An
/// error says what is unknown (`what`) and which `option` gives it.
pub(super) fn output_format(
    given: Option<FileFormat>,
    out: &Path,
    fits: fn(&FormatRow) -> bool,
    what: &'static str,
    option: &'static str,
) -> Result<FileFormat> {
    let named = || format_for_path(out, &FileFormat::all(fits));
    given.or_else(named).ok_or_else(|| CliError::UnknownFormat {
        out: out.to_owned(),
        what,
        endings: extensions_text(fits),
        option,
    })
}

/// Lists the preferred extensions of the formats that satisfy `fits`, such as `.svg, .png or .pdf`.
fn extensions_text(fits: fn(&FormatRow) -> bool) -> String {
    let formats = FileFormat::all(fits);
    let extensions_text = formats.iter().filter_map(|format| {
        let ending = format!(".{}", format.row().extensions.first()?);
        // If several formats share an extension, it is listed only for the first of them.
        let detected = format_for_path(Path::new(&format!("x{ending}")), &formats);
        (detected == Some(*format)).then_some(ending)
    });
    let extensions_text: Vec<String> = extensions_text.collect();
    in_words(&extensions_text, "or")
}

/// Lists what each format of `tandem convert` loses, one line per format.
pub(super) fn losses_text() -> String {
    let mut text = "What each format leaves out:".to_owned();
    for (format, value, _) in values(FormatRow::is_converted) {
        if let Some(limitations) = format.row().limitations {
            text += &format!("\n  {value}: {limitations}");
        }
    }
    text
}

/// Joins `all` with commas, and the word `last` before the final item.
fn in_words<T: AsRef<str>>(all: &[T], last: &str) -> String {
    let all: Vec<&str> = all.iter().map(AsRef::as_ref).collect();
    match all.as_slice() {
        [before @ .., end] if !before.is_empty() => format!("{} {last} {end}", before.join(", ")),
        all => all.concat(),
    }
}
