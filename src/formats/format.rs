//! [`FileFormat`]: the file formats, and the table that describes them.

use crate::{
    diagram::{PictureFormat, columns},
    document::{Document, bgn_line},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFormat {
    /// BPGN: any number of matches.
    Bpgn,
    /// Kriegspiel notation: games of Kriegspiel.
    Kriegspiel,
    /// BGN: one line of JSON per match.
    Bgn,
    /// A link that contains a match.
    Link,
    /// CSV: the rows of a match list.
    Csv,
    /// Matches as plain text in four columns.
    Columns,
    /// A replay page of one match.
    Page,
    /// Matches as PDF.
    Print,
    /// A picture of one moment.
    Picture(PictureFormat),
    /// An animation of a range of moments.
    Animation,
}

pub type TextWriter = fn(&Document) -> String;

/// How a file of a format is written.
#[derive(Clone, Copy, Debug)]
pub enum FormatKind {
    /// This function converts each match.
    Text(TextWriter),
    /// From the bytes of the records, or from the rows of a list.
    Records,
    Picture(PictureFormat),
    Animation,
    Page,
    Print,
}

#[derive(Clone, Copy, Debug)]
pub struct FormatRow {
    pub format: FileFormat,
    /// The name of the format, as shown to users.
    pub name: &'static str,
    /// The label in the Export dialog; `None` if the dialog does not offer the format.
    pub export_label: Option<&'static str>,
    /// The value of a command-line option, with its help. The option is `--format` of `tandem diagram` if the format is
    /// drawn, otherwise `--to` of `tandem convert`. `None` if no subcommand offers the format.
    pub value: Option<(&'static str, &'static str)>,
    /// The file name extensions in lower case, the preferred one first.
    pub extensions: &'static [&'static str],
    /// Other extensions by which the format is recognised. Tandem never writes them.
    pub other_extensions: &'static [&'static str],
    /// The parts of a match that the format cannot represent, in words; `None` if the format is lossless.
    pub limitations: Option<&'static str>,
}

/// The formats, in the order of menus.
pub static FORMATS: &[FormatRow] = &[
    FormatRow {
        value: Some(("bpgn", "Unchanged bytes; from BGN, only its matches")),
        other_extensions: &["txt"],
        ..row(FileFormat::Bpgn, "BPGN", &["bpgn", "pgn"])
    },
    FormatRow {
        export_label: Some("SVG"),
        value: Some(("svg", "Text with a description")),
        limitations: Some("all but one position"),
        ..row(FileFormat::Picture(PictureFormat::Svg), "SVG", &["svg"])
    },
    FormatRow {
        export_label: Some("PNG"),
        value: Some(("png", "Bitmap")),
        limitations: Some("all but one position"),
        ..row(FileFormat::Picture(PictureFormat::Png), "PNG", &["png"])
    },
    FormatRow {
        export_label: Some("Picture (PDF)"),
        value: Some(("pdf", "Page")),
        limitations: Some("all but one position"),
        ..row(FileFormat::Picture(PictureFormat::Pdf), "PDF", &["pdf"])
    },
    FormatRow {
        export_label: Some("Animation (GIF)"),
        value: Some(("gif", "Animation")),
        limitations: Some("more than 256 colours, and comments"),
        ..row(FileFormat::Animation, "GIF", &["gif"])
    },
    FormatRow {
        export_label: Some("BGN (JSON)"),
        value: Some(("bgn", "JSON, one match per line")),
        other_extensions: &["json"],
        limitations: Some("Kriegspiel, duplicate tags, and text layout"),
        ..row(FileFormat::Bgn, "BGN", &["jsonl", "bgn", "ndjson"])
    },
    FormatRow {
        export_label: Some("Text"),
        value: Some(("columns", "Text in four columns")),
        limitations: Some("Kriegspiel, lag, and unplayable moves"),
        ..row(FileFormat::Columns, "text in columns", &["txt"])
    },
    FormatRow {
        export_label: Some("Replay page (HTML)"),
        value: Some(("html", "Replay page of one match")),
        limitations: Some("unplayable moves"),
        ..row(FileFormat::Page, "HTML", &["html", "htm"])
    },
    FormatRow {
        export_label: Some("Pages (PDF)"),
        value: Some(("pdf", "Print-out in four columns with diagrams")),
        limitations: Some("lag, and unplayable moves"),
        ..row(FileFormat::Print, "PDF", &["pdf"])
    },
    FormatRow {
        value: Some(("link", "An address of up to 8 kB that opens one match in a browser")),
        limitations: Some("matches that are longer than 8 kB when compressed"),
        ..row(FileFormat::Link, "a link", &["link"])
    },
    FormatRow { limitations: Some("the moves"), ..row(FileFormat::Csv, "CSV", &["csv"]) },
    FormatRow {
        value: Some(("kriegspiel", "Kriegspiel PGN 0.9")),
        other_extensions: &["txt"],
        limitations: Some("bughouse; in a player's view, what that player did not hear"),
        ..row(FileFormat::Kriegspiel, "Kriegspiel PGN", &["pgn"])
    },
];

/// Returns a row without options, to be completed.
const fn row(
    format: FileFormat,
    name: &'static str,
    extensions: &'static [&'static str],
) -> FormatRow {
    FormatRow {
        format,
        name,
        export_label: None,
        value: None,
        extensions,
        other_extensions: &[],
        limitations: None,
    }
}

/// The extensions of compressed files. Tandem reads the first three, and writes none of them.
pub const PACKED: [&str; 7] = ["bz2", "gz", "zst", "xz", "zip", "7z", "lz4"];

/// The extensions of files that Tandem reads, compressed or not. They must agree with [`FORMATS`] and [`PACKED`].
pub const READABLE: [&str; 10] =
    ["bpgn", "pgn", "txt", "jsonl", "bgn", "ndjson", "json", "bz2", "gz", "zst"];

impl FileFormat {
    pub fn all(fits: impl Fn(&FormatRow) -> bool) -> Vec<Self> {
        let rows = FORMATS.iter().filter(|row| fits(row));
        rows.map(|row| row.format).collect()
    }

    pub fn row(self) -> &'static FormatRow {
        let row = FORMATS.iter().find(|row| row.format == self);
        row.expect("every format has a row")
    }

    /// Returns whether files of the format are drawings of moments of a match.
    pub const fn is_drawing(self) -> bool {
        matches!(self, Self::Picture(_) | Self::Animation)
    }

    /// Returns whether files of the format show whole matches with boards, which can be flipped.
    pub const fn is_paged(self) -> bool {
        matches!(self, Self::Page | Self::Print)
    }

    /// Returns the noun for a file of the format in messages.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Animation => "animation",
            Self::Picture(_) => "picture",
            Self::Page => "page",
            Self::Print => "printed match",
            _ => "match",
        }
    }

    pub fn kind(self) -> FormatKind {
        match self {
            Self::Bgn => FormatKind::Text(bgn_line),
            Self::Columns => FormatKind::Text(columns),
            Self::Bpgn | Self::Kriegspiel | Self::Link | Self::Csv => FormatKind::Records,
            Self::Picture(format) => FormatKind::Picture(format),
            Self::Animation => FormatKind::Animation,
            Self::Page => FormatKind::Page,
            Self::Print => FormatKind::Print,
        }
    }
}

impl FormatRow {
    /// Returns whether `tandem convert` writes the format.
    pub const fn is_converted(&self) -> bool {
        self.value.is_some() && !self.format.is_drawing()
    }

    /// Returns whether `tandem diagram` draws the format.
    pub const fn is_drawn(&self) -> bool {
        self.value.is_some() && self.format.is_drawing()
    }

    /// Returns whether a file of the format may have the extension `extension`.
    pub fn has_extension(&self, extension: &str) -> bool {
        self.extensions.contains(&extension) || self.other_extensions.contains(&extension)
    }
}
