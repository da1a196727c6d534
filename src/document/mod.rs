//! Open records that can be edited: matches and games of Kriegspiel.
//!
//! The bytes of a record are the document. A change is an [`EditSet`](crate::file::EditSet) of these bytes; syntax,
//! replay and times are derived from the new bytes. Records are never printed from a model, so all bytes outside the
//! change stay the same:
//!
//! ```
//! use tandem::{
//!     document::{Document, DocumentEdit},
//!     file::{FileRange, Source},
//! };
//!
//! let text = b"1A.  e4 {180}\r\n1a. e5";
//! let source = Source::from_bytes("match.bpgn", text.as_slice());
//! let document = Document::open(source, FileRange::new(0, text.len() as u64));
//! let glyph = DocumentEdit::Glyph { moment: 1, text: "!".to_owned() };
//! let (changed, _) = document.changed(&[glyph])?;
//! assert_eq!(changed.text(), b"1A.  e4 {180} {A:!}\r\n1a. e5");
//! # Ok::<(), tandem::document::ChangeError>(())
//! ```

mod bgn;
mod blank_game;
mod blank_match;
mod blank_problem;
mod change;
mod changes;
mod comment;
mod content;
mod excerpt;
mod file_stem;
mod game;
mod header;
mod marks;
mod notes;
mod open;
mod open_match;
mod outcome;
mod place;
mod plies;
mod position;
mod puzzle_record;
mod score;
mod tags;
mod variations;

pub use crate::notation::{Mark, MarkColor};
pub use bgn::{BgnLosses, bgn_line, write_bgn};
pub use blank_game::{NewGameTags, new_game};
pub use blank_match::{NewTags, new_match};
pub use blank_problem::{NewProblemTags, new_problem};
use change::EditResult;
pub use change::{AddedPly, ChangeError, DocumentEdit};
pub use changes::{Change, Changes};
pub use content::Content;
pub use excerpt::{excerpt, shortened, shortened_in_middle};
pub use game::{GameDocument, OpenGame};
pub use header::{GameHeader, Header, SeatHeader};
pub use open::Document;
pub use open_match::OpenMatch;
use place::{EditableRecord, RecordEditor};
pub use plies::{Alternative, alternatives};
pub use position::{source_of_position, source_of_position_as};
pub use puzzle_record::{puzzle_position, puzzle_record};
pub use score::{Folding, MoveCell, MoveList, MoveRow, VariationListing, VariationRow};
pub use variations::{Merge, MergeError, VariationEdit, VariationForm};
