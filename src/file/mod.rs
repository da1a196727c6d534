//! Bytes: spans, edits, encodings, compressed files, atomic saves.
//!
//! This layer knows nothing of chess. A [`Span`] counts from the start of its record, a [`FileRange`] from the start of
//! the file; [`Source`] holds the bytes of a file and converts offsets to lines and columns. Saves never write in
//! place: after a crash or power loss a file holds either its old or its new bytes.
//!
//! A change is an edit of bytes, and has an inverse:
//!
//! ```
//! use tandem::file::{Edit, EditSet, Span};
//!
//! let text = b"1A. e4 {C:best}";
//! let edit = Edit { span: Span::new(10, 14), insert: b"solid".to_vec() };
//! let edits = EditSet::new(vec![edit])?;
//! let changed = edits.apply(text);
//! assert_eq!(changed, b"1A. e4 {C:solid}");
//! assert_eq!(edits.invert(text).apply(&changed), text);
//! # Ok::<(), tandem::file::EditConflict>(())
//! ```
#![expect(clippy::disallowed_methods, reason = "only this folder accesses the disk")]

mod append;
mod atomic_write;
mod binary;
#[cfg_attr(target_arch = "wasm32", path = "cache_in_memory.rs")]
mod cache;
mod cache_folder;
mod error;
mod fingerprint;
mod input_files;
mod line_cursor;
mod line_diff;
mod line_index;
mod packed;
mod packed_folder;
mod reader;
mod regular_file;
#[cfg_attr(target_arch = "wasm32", path = "replace_in_memory.rs")]
mod replace;
mod source;
mod splice;
pub(crate) mod system;
mod tar_files;
#[cfg(not(target_arch = "wasm32"))]
mod temporary;
mod text;
mod text_reader;
mod unpack_budget;
mod unpack_error;
mod unpack_limits;
mod unsupported_packing;
mod utf16;
mod zstd;

pub use append::append;
pub use atomic_write::{atomic_write, atomic_write_private, atomic_write_with, check_can_write};
pub use binary::is_binary;
pub use bpgn::{Edit, EditConflict, EditSet, Encoding, FileRange, Span, Unwritable};
pub use cache::CacheFile;
pub use cache_folder::CacheFolder;
pub use error::{FileError, system_message};
pub use fingerprint::{Fingerprint, is_same_file};
pub use input_files::{InputFiles, files_beside, is_folder};
pub use line_cursor::LineCursor;
pub use line_diff::{LineChange, changed_lines};
pub use line_index::{LineColumn, line_end};
pub use packed::{Packing, UnpackWarning, Unpacker, has_extension, without_packed_extension};
pub use packed_folder::PackedFolder;
pub use reader::Reader;
pub use regular_file::{check_regular, open_regular, read_regular};
pub use source::{Source, Unpacked};
pub use splice::{Splice, save_spliced};
#[cfg(target_arch = "wasm32")]
pub use system::fs as memory;
pub use text::Text;
pub use unpack_budget::UnpackBudget;
pub use unpack_error::UnpackError;
pub use unpack_limits::UnpackLimits;
pub use unsupported_packing::UnsupportedPacking;
pub use utf16::{ByteOrder, Undecodable, Utf16Writer};
