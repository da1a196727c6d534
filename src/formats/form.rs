//! [`Form`]: the table of forms.

use crate::diagram::PictureForm;

/// A form that a file can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Matches as they are written.
    Bpgn,
    /// Games of Kriegspiel.
    Kriegspiel,
    /// A line of JSON a match.
    Bgn,
    /// The rows of a list.
    Csv,
    /// Matches as text in four columns.
    Columns,
    /// A page that replays one match.
    Page,
    /// Matches on pages to print.
    Print,
    /// A moment.
    Picture(PictureForm),
    /// A stretch of a match.
    Animation,
}

/// What a file of a form holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Any number of matches.
    Matches,
    /// One match.
    Match,
    /// What a list shows of any number of matches.
    Rows,
    /// One or more moments of a match.
    Moments,
}

/// What is known of a form.
#[derive(Clone, Copy, Debug)]
pub struct FormRow {
    /// The form.
    pub form: Form,
    /// What a person calls it.
    pub name: &'static str,
    /// How names of its files end, in small letters; the first is the usual one.
    pub extensions: &'static [&'static str],
    /// How names of its files may end too, though nothing is written so unless it is asked for.
    pub also: &'static [&'static str],
    /// The media type, by which desktops and servers know it.
    pub media_type: &'static str,
    /// Whether it can be read.
    pub is_read: bool,
    /// What it holds.
    pub holds: Holds,
    /// What of a match it cannot hold, so that what is written does not read back to the same; `None` where it holds
    /// every byte.
    pub lacks: Option<&'static str>,
}

/// The forms.
pub const FORMS: [FormRow; 11] = [
    FormRow {
        form: Form::Bpgn,
        name: "BPGN",
        extensions: &["bpgn", "pgn"],
        also: &["txt"],
        media_type: "application/x-bpgn",
        is_read: true,
        holds: Holds::Matches,
        lacks: None,
    },
    FormRow {
        form: Form::Kriegspiel,
        name: "Kriegspiel PGN",
        extensions: &["pgn"],
        also: &["txt"],
        media_type: "application/vnd.chess-pgn",
        is_read: true,
        holds: Holds::Matches,
        lacks: Some("bughouse, and as one player heard it what this player did not hear"),
    },
    FormRow {
        form: Form::Bgn,
        name: "BGN",
        extensions: &["jsonl", "bgn", "ndjson"],
        also: &["json"],
        media_type: "application/x-ndjson",
        is_read: true,
        holds: Holds::Matches,
        lacks: Some("Kriegspiel, a second tag of one name, and how the text was laid out"),
    },
    FormRow {
        form: Form::Csv,
        name: "CSV",
        extensions: &["csv"],
        also: &[],
        media_type: "text/csv",
        is_read: false,
        holds: Holds::Rows,
        lacks: Some("the plies"),
    },
    FormRow {
        form: Form::Columns,
        name: "text in columns",
        extensions: &["txt"],
        also: &[],
        media_type: "text/plain",
        is_read: false,
        holds: Holds::Matches,
        lacks: Some("Kriegspiel, lag, and what cannot be played"),
    },
    FormRow {
        form: Form::Page,
        name: "HTML",
        extensions: &["html", "htm"],
        also: &[],
        media_type: "text/html",
        is_read: false,
        holds: Holds::Match,
        lacks: Some("what cannot be played"),
    },
    FormRow {
        form: Form::Print,
        name: "PDF",
        extensions: &["pdf"],
        also: &[],
        media_type: "application/pdf",
        is_read: false,
        holds: Holds::Matches,
        lacks: Some("lag, and what cannot be played"),
    },
    FormRow {
        form: Form::Picture(PictureForm::Svg),
        name: "SVG",
        extensions: &["svg"],
        also: &[],
        media_type: "image/svg+xml",
        is_read: false,
        holds: Holds::Moments,
        lacks: Some("all but one moment"),
    },
    FormRow {
        form: Form::Picture(PictureForm::Png),
        name: "PNG",
        extensions: &["png"],
        also: &[],
        media_type: "image/png",
        is_read: false,
        holds: Holds::Moments,
        lacks: Some("all but one moment"),
    },
    FormRow {
        form: Form::Picture(PictureForm::Pdf),
        name: "PDF",
        extensions: &["pdf"],
        also: &[],
        media_type: "application/pdf",
        is_read: false,
        holds: Holds::Moments,
        lacks: Some("all but one moment"),
    },
    FormRow {
        form: Form::Animation,
        name: "GIF",
        extensions: &["gif"],
        also: &[],
        media_type: "image/gif",
        is_read: false,
        holds: Holds::Moments,
        lacks: Some("more than 256 colours, and what is said of the plies"),
    },
];

/// How names of packed files end: the first three can be read, and none is written.
pub const PACKED: [&str; 7] = ["bz2", "gz", "zst", "xz", "zip", "7z", "lz4"];

/// How names of files end that can be read, packed or not, as [`FORMS`] and [`PACKED`] have it.
pub const READABLE: [&str; 10] = [
    "bpgn", "pgn", "txt", "jsonl", "bgn", "ndjson", "json", "bz2", "gz", "zst",
];

impl Form {
    /// Its row in [`FORMS`].
    #[must_use]
    pub fn row(self) -> &'static FormRow {
        let row = FORMS.iter().find(|row| row.form == self);
        row.unwrap_or(&FORMS[0])
    }
}

impl FormRow {
    /// Whether names of its files may end so.
    #[must_use]
    pub fn may_end(&self, extension: &str) -> bool {
        self.extensions.contains(&extension) || self.also.contains(&extension)
    }
}
