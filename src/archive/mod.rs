//! Files of matches. A record is the text of one match; it has a byte range in its file and a row in the match list.
//!
//! [`Index`] holds only the list rows of a file of any size; the file itself stays on disk. [`Collection`] adds the
//! files.
//!
//! The user filters a list by typing a few words:
//!
//! ```
//! use tandem::archive::{Index, RowFilter};
//!
//! let file = b"[WhiteA \"raven\"]\n\n1A. e4 1-0\n\n[WhiteA \"Gnejs\"]\n\n1A. d4 0-1\n";
//! let index = Index::from_bytes(file);
//! assert_eq!(index.filter(&"gnejs".parse::<RowFilter>()?), [1]);
//! assert_eq!(index.filter(&"1-0".parse::<RowFilter>()?), [0]);
//! # Ok::<(), tandem::archive::FilterError>(())
//! ```

mod bit_packed;
mod block;
mod build;
mod collection;
mod columns;
mod csv;
mod duplicates;
mod endings;
mod fast_scan;
mod filter;
mod id_table;
mod incremental;
mod index;
mod index_cache;
mod index_chunk;
mod length;
mod listed_result;
mod marks;
mod merge;
mod move_scan;
mod open;
mod record_reader;
mod row;
mod row_ending;
mod scan;
mod series;
mod settled;
mod strings;
mod window;

pub use build::{Progress, WalkError};
pub use collection::{CollectedFile, Collection, TextOrigin};
pub use columns::{
    COLUMNS, Cell, CellValue, Column, ColumnWidth, JSON_COLUMNS, JsonColumn, TABLE_COLUMNS,
    TableColumn,
};
pub use csv::{write_csv_head, write_csv_line, write_csv_row};
pub use endings::EndingReader;
pub use filter::{FilterError, FilterForm, RowFilter, RowNumber, date_text};
pub use index::{Index, RecordId};
pub use listed_result::ListedResult;
pub use marks::Marks;
pub use open::{Notice, holds_bgn, is_match_file, large_text, load_if_small};
pub use record_reader::{ReadRecord, RecordReader};
pub use row::{Row, Summary, parsed_rows};
pub use row_ending::RowEnding;
pub use series::SeriesPlace;
pub use strings::{StringId, Strings};
