//! [`FileFormat`]: the file formats, and the table that describes them.

use super::{AnimationWriter, Drawing, PageWriter, Paged, PrintWriter, Writer};
use crate::{
    diagram::{
        PictureFormat, animation, animation_of_variation, columns, game_animation, game_html,
        game_page_preview, html, page_preview, print, print_games,
    },
    document::bgn_line,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatContent {
    /// Any number of matches.
    Matches,
    /// A single match.
    Match,
    /// The rows of a match list.
    Rows,
    /// One moment of a match, or a range of them.
    Moments,
}

#[derive(Clone, Copy, Debug)]
pub struct FormatRow {
    pub format: FileFormat,
    /// The name of the format, as shown to users.
    pub name: &'static str,
    /// The label in the Export dialog; `None` if the dialog does not offer the format.
    pub export_label: Option<&'static str>,
    /// The value of a command-line option, with its help. The option is `--format` of `tandem diagram` if the writer
    /// draws, otherwise `--to` of `tandem convert`. `None` if no subcommand offers the format.
    pub value: Option<(&'static str, &'static str)>,
    /// The file name extensions in lower case, the preferred one first.
    pub extensions: &'static [&'static str],
    /// Other extensions by which the format is recognised. Tandem never writes them.
    pub other_extensions: &'static [&'static str],
    /// The MIME type.
    pub media_type: &'static str,
    /// Whether Tandem can read the format.
    pub is_read: bool,
    pub content: FormatContent,
    /// The parts of a match that the format cannot represent, in words; `None` if the format is lossless.
    pub limitations: Option<&'static str>,
    pub writer: Writer,
}

/// The formats, in the order of menus.
pub static FORMATS: &[FormatRow] = &[
    FormatRow {
        format: FileFormat::Bpgn,
        name: "BPGN",
        export_label: None,
        value: Some(("bpgn", "Unchanged bytes; from BGN, only its matches")),
        extensions: &["bpgn", "pgn"],
        other_extensions: &["txt"],
        media_type: "application/x-bpgn",
        is_read: true,
        content: FormatContent::Matches,
        limitations: None,
        writer: Writer::Bytes,
    },
    FormatRow {
        format: FileFormat::Picture(PictureFormat::Svg),
        name: "SVG",
        export_label: Some("SVG"),
        value: Some(("svg", "Text with a description")),
        extensions: &["svg"],
        other_extensions: &[],
        media_type: "image/svg+xml",
        is_read: false,
        content: FormatContent::Moments,
        limitations: Some("all but one position"),
        writer: Writer::Drawing(Drawing::Picture(PictureFormat::Svg)),
    },
    FormatRow {
        format: FileFormat::Picture(PictureFormat::Png),
        name: "PNG",
        export_label: Some("PNG"),
        value: Some(("png", "Bitmap")),
        extensions: &["png"],
        other_extensions: &[],
        media_type: "image/png",
        is_read: false,
        content: FormatContent::Moments,
        limitations: Some("all but one position"),
        writer: Writer::Drawing(Drawing::Picture(PictureFormat::Png)),
    },
    FormatRow {
        format: FileFormat::Picture(PictureFormat::Pdf),
        name: "PDF",
        export_label: Some("PDF"),
        value: Some(("pdf", "Page")),
        extensions: &["pdf"],
        other_extensions: &[],
        media_type: "application/pdf",
        is_read: false,
        content: FormatContent::Moments,
        limitations: Some("all but one position"),
        writer: Writer::Drawing(Drawing::Picture(PictureFormat::Pdf)),
    },
    FormatRow {
        format: FileFormat::Animation,
        name: "GIF",
        export_label: Some("Animation (GIF)"),
        value: Some(("gif", "Animation")),
        extensions: &["gif"],
        other_extensions: &[],
        media_type: "image/gif",
        is_read: false,
        content: FormatContent::Moments,
        limitations: Some("more than 256 colours, and comments"),
        writer: Writer::Drawing(Drawing::Animation(AnimationWriter {
            of_match: animation,
            of_variation: animation_of_variation,
            of_game: game_animation,
        })),
    },
    FormatRow {
        format: FileFormat::Bgn,
        name: "BGN",
        export_label: Some("BGN"),
        value: Some(("bgn", "JSON, one match per line")),
        extensions: &["jsonl", "bgn", "ndjson"],
        other_extensions: &["json"],
        media_type: "application/x-ndjson",
        is_read: true,
        content: FormatContent::Matches,
        limitations: Some("Kriegspiel, duplicate tags, and text layout"),
        writer: Writer::Text(bgn_line),
    },
    FormatRow {
        format: FileFormat::Columns,
        name: "text in columns",
        export_label: Some("Text"),
        value: Some(("columns", "Text in four columns")),
        extensions: &["txt"],
        other_extensions: &[],
        media_type: "text/plain",
        is_read: false,
        content: FormatContent::Matches,
        limitations: Some("Kriegspiel, lag, and unplayable moves"),
        writer: Writer::Text(columns),
    },
    FormatRow {
        format: FileFormat::Page,
        name: "HTML",
        export_label: Some("Web page"),
        value: Some(("html", "Replay page of one match")),
        extensions: &["html", "htm"],
        other_extensions: &[],
        media_type: "text/html",
        is_read: false,
        content: FormatContent::Match,
        limitations: Some("unplayable moves"),
        writer: Writer::Paged(Paged::Page(PageWriter { of_match: html, of_game: game_html })),
    },
    FormatRow {
        format: FileFormat::Print,
        name: "PDF",
        export_label: Some("Pages (PDF)"),
        value: Some(("pdf", "Print-out in four columns with diagrams")),
        extensions: &["pdf"],
        other_extensions: &[],
        media_type: "application/pdf",
        is_read: false,
        content: FormatContent::Matches,
        limitations: Some("lag, and unplayable moves"),
        writer: Writer::Paged(Paged::Print(PrintWriter {
            of_matches: |documents, sheet, watch| print(documents, sheet, watch),
            of_games: print_games,
            first_page: page_preview,
            first_page_of_game: game_page_preview,
        })),
    },
    FormatRow {
        format: FileFormat::Link,
        name: "a link",
        export_label: None,
        value: Some(("link", "An address of up to 8 kB that opens one match in a browser")),
        extensions: &["link"],
        other_extensions: &[],
        media_type: "text/x-link",
        is_read: false,
        content: FormatContent::Match,
        limitations: Some("matches that are longer than 8 kB when compressed"),
        writer: Writer::Bytes,
    },
    FormatRow {
        format: FileFormat::Csv,
        name: "CSV",
        export_label: None,
        value: None,
        extensions: &["csv"],
        other_extensions: &[],
        media_type: "text/csv",
        is_read: false,
        content: FormatContent::Rows,
        limitations: Some("the moves"),
        writer: Writer::Rows,
    },
    FormatRow {
        format: FileFormat::Kriegspiel,
        name: "Kriegspiel PGN",
        export_label: None,
        value: Some(("kriegspiel", "Kriegspiel PGN 0.9")),
        extensions: &["pgn"],
        other_extensions: &["txt"],
        media_type: "application/vnd.chess-pgn",
        is_read: true,
        content: FormatContent::Matches,
        limitations: Some("bughouse; in a player's view, what that player did not hear"),
        writer: Writer::Games,
    },
];

/// The extensions of compressed files. Tandem reads the first three, and writes none of them.
pub const PACKED: [&str; 7] = ["bz2", "gz", "zst", "xz", "zip", "7z", "lz4"];

/// The extensions of files that Tandem reads, compressed or not. They must agree with [`FORMATS`] and [`PACKED`].
pub const READABLE: [&str; 10] =
    ["bpgn", "pgn", "txt", "jsonl", "bgn", "ndjson", "json", "bz2", "gz", "zst"];

impl FileFormat {
    #[must_use]
    pub fn all(fits: impl Fn(&FormatRow) -> bool) -> Vec<Self> {
        let rows = FORMATS.iter().filter(|row| fits(row));
        rows.map(|row| row.format).collect()
    }

    #[must_use]
    pub fn row(self) -> &'static FormatRow {
        let row = FORMATS.iter().find(|row| row.format == self);
        row.unwrap_or(&FORMATS[0])
    }
}

impl FormatRow {
    /// Returns whether `tandem convert` writes the format.
    #[must_use]
    pub const fn is_converted(&self) -> bool {
        self.value.is_some() && !self.writer.is_drawing()
    }

    /// Returns whether `tandem diagram` draws the format.
    #[must_use]
    pub const fn is_drawn(&self) -> bool {
        self.value.is_some() && self.writer.is_drawing()
    }

    /// Returns whether a file of the format may have the extension `extension`.
    #[must_use]
    pub fn has_extension(&self, extension: &str) -> bool {
        self.extensions.contains(&extension) || self.other_extensions.contains(&extension)
    }
}
