//! Imports matches from sites that export one board at a time.
//!
//! [`board`] reads an export. `merge` pairs boards and writes each match as BPGN. [`BoardFiles`] does both for files,
//! folders and archives.

pub mod board;
pub mod fetch;
mod files;
mod inputs;
mod link;
mod merge;
mod partner;
mod reader;
mod sheets;
mod skipped;
mod summary;

pub use files::{BoardFiles, FileNote, NoBoardsError, OmittedFile, RejectedFile};
pub use inputs::{InputOptions, Inputs};
pub use link::MatchSource;
pub use merge::{Completion, HalfMatchCandidate, completions};
pub use merge::{FileProblem, Import, ImportNote, ImportedMatch, Importer, MergeNote};
pub use reader::{InputFile, MatchText, is_match_text};
pub use sheets::{LeftOver, SheetOrder, SheetProblem, clock_of, order_sheets, score_words};
pub use skipped::{SkipReason, SkippedFiles};
pub use summary::ImportSummary;
