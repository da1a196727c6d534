//! Text to syntax and back, without chess knowledge.
//!
//! [`Record`] is the syntax of a BPGN record, with spans. Whether its moves are legal is decided by `replay`.
//!
//! Parsing never fails. A problem in the text becomes an [`Issue`] with its place:
//!
//! ```
//! use bpgn::notation::Record;
//!
//! let text = b"[WhiteA \"raven\"]\n1A. e4{180} e5";
//! let record = Record::parse(text);
//! assert_eq!(record.tag_text(text, "WhiteA").as_deref(), Some("raven"));
//! assert_eq!(record.plies.len(), 2);
//! let issue = record.issues[0];
//! assert_eq!(issue.span.of(text), b"e5");
//! assert_eq!(issue.problem.to_string(), "move without a number; read as 1a");
//! ```

mod bgn;
mod cause;
mod clock;
mod closing_comment;
mod date;
mod glyph;
mod issue;
mod known_tags;
mod lexer;
mod marks;
mod parser;
mod plain;
mod problem;
mod record;
mod records;
mod swar;
mod tags;
pub mod variation;
mod written_number;

pub use bgn::{
    BGN_FILE, BGN_QUALITIES, Bgn, BgnError, BgnInfo, BgnLine, BgnLines, BgnMatch, BgnMove, BgnNote,
    BgnPlayer, BgnPlayers, BgnTimeControl, Seconds, is_bgn,
};
pub use cause::Cause;
pub use clock::read_time;
pub use closing_comment::ClosingComment;
pub use date::{date_number, is_iso_date};
pub use glyph::{
    DIAGRAM_NAG, GLYPHS, Nag, is_diagram_nag, nag_glyph, nag_of, nags, split_annotation,
};
pub use issue::Issue;
pub use known_tags::{KnownTag, NameId, TagForm, TagKey, TagValue};
pub use lexer::{EVENT, LINE_START, Lexer, Token, TokenKind, is_line_start, tokens};
pub use marks::{DrawnMarks, Mark, MarkColor, format_marks, mark_spans, parse_drawn_marks};
pub use parser::{Moves, Parser};
pub use problem::{PlyName, Problem, Severity};
pub use record::{Clock, Ending, GameResult, Note, NoteKind, PlyText, Record, Tag, WrittenRecord};
pub use records::{Records, lacks_separator, record_ranges};
pub use swar::{position, reach, value_end};
pub use tags::{
    TimeControl, escape, is_unknown, read_rating, read_time_of_day, unescape, without_braces,
};
