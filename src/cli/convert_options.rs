//! The options of `tandem convert` that only some formats have.

use super::{
    CliError, Convert, Result,
    format_arguments::{has_side, values_in_words},
};
use crate::formats::{FileFormat, FormatKind, LIST_FORMATS};

/// An option that only some formats have.
struct FormatOption {
    name: &'static str,
    is_given: fn(&Convert) -> bool,
    fits: fn(FileFormat) -> bool,
    /// Whether a game of Kriegspiel has the option in these formats.
    fits_kriegspiel: bool,
}

/// The options that only some formats have, in the order of the help.
const OPTIONS: [FormatOption; 11] = [
    FormatOption { fits: holds_many, ..option("--find", |args| args.find.is_some()) },
    FormatOption { fits: FileFormat::is_paged, ..option("--theme", |args| args.theme.is_some()) },
    FormatOption { fits: FileFormat::is_paged, ..option("--pieces", |args| args.pieces.is_some()) },
    FormatOption { fits: has_side, ..option("--as", |args| args.side.is_some()) },
    FormatOption {
        fits: |format| format == FileFormat::Kriegspiel,
        ..option("--at", |args| args.at.is_some())
    },
    FormatOption {
        fits: |format| format == FileFormat::Link,
        ..option("--page", |args| args.page.is_some())
    },
    FormatOption {
        fits: |format| format == FileFormat::Bpgn,
        ..option("--plain-variations", |args| args.plain_variations)
    },
    option("--final-diagram", |args| args.final_diagram),
    FormatOption { fits_kriegspiel: false, ..option("--moves", |args| args.moves.is_some()) },
    FormatOption { fits_kriegspiel: false, ..option("--no-clocks", |args| args.no_clocks) },
    option("--paper", |args| args.paper.is_some()),
];

/// Returns an option for print-outs, to be changed.
const fn option(name: &'static str, is_given: fn(&Convert) -> bool) -> FormatOption {
    FormatOption {
        name,
        is_given,
        fits: |format| format == FileFormat::Print,
        fits_kriegspiel: true,
    }
}

/// Returns whether a file of `format` may hold many matches of a list.
fn holds_many(format: FileFormat) -> bool {
    LIST_FORMATS.contains(&format)
        || matches!(format.kind(), FormatKind::Print | FormatKind::Text(_))
}

/// Fails if an option is given that `format` does not have.
pub(super) fn check_options(args: &Convert, format: FileFormat) -> Result<()> {
    for FormatOption { name, is_given, fits, .. } in OPTIONS {
        if is_given(args) && !fits(format) {
            let (formats, format) = (values_in_words(fits), format.row().name);
            return Err(CliError::OptionOfOther { option: name, formats, format });
        }
    }
    Ok(())
}

/// Fails if an option is given that a game of Kriegspiel does not have.
pub(super) fn check_options_for_kriegspiel(args: &Convert) -> Result<()> {
    for FormatOption { name, is_given, fits_kriegspiel, .. } in OPTIONS {
        if is_given(args) && !fits_kriegspiel {
            let formats = "bughouse matches".to_owned();
            return Err(CliError::OptionOfOther { option: name, formats, format: "Kriegspiel" });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Arguments;
    use clap::CommandFactory as _;
    use std::collections::BTreeSet;

    #[test]
    fn every_option_is_for_all_formats_or_in_the_table() {
        let command = Arguments::command();
        let convert = command.find_subcommand("convert").expect("a subcommand");
        let names = convert.get_arguments().filter_map(|it| it.get_long());
        let mut names: BTreeSet<String> = names.map(|name| format!("--{name}")).collect();
        for name in ["--to", "--game"] {
            assert!(names.remove(name), "{name}");
        }
        let table: BTreeSet<String> = OPTIONS.iter().map(|it| it.name.to_owned()).collect();
        assert_eq!(names, table);
    }
}
