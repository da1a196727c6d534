//! File formats: their table, their detection, and the readers and writers shared by the window and the command line.
//!
//! [`FORMATS`] is the only table of formats. The format of an input is detected from its bytes, that of an output from
//! its file name. No file is written under the extension of another format.

mod book;
mod format;
mod link;
mod list;
mod listed;
mod match_file;
mod name;
mod puzzle_set;
mod read;

pub use book::{
    BookFile, BookFormat, headline, per_match, summary_json, team_lines, write_summary_csv,
};
pub use format::{FORMATS, FileFormat, FormatKind, FormatRow, PACKED, READABLE, TextWriter};
pub use link::{LinkError, MAX_LINK_BYTES, MatchLink};
pub use list::{InexactCounts, LIST_FORMATS, ListError, ListExport};
pub use listed::{ListedDocuments, ListedMatches};
pub use match_file::{AddError, Additions, MatchFile};
pub use name::{NameError, check_name, format_for_path, with_default_extension};
pub use puzzle_set::{PuzzleFormat, PuzzlePaper, PuzzleSet, PuzzleSetError};
pub use read::ReadFile;

#[cfg(test)]
mod tests;
