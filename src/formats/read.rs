//! [`ReadFile`]: a file of matches in memory, in any format and compression that Tandem reads.

use crate::{
    archive::{TextOrigin, holds_bgn},
    file::{FileError, LineColumn, Source, Text, UnpackLimits, UnpackWarning, Unpacked},
    notation::{Bgn, BgnLines},
};
use std::{io, path::Path};

/// A file of matches in memory. Its format and compression are detected from its bytes.
#[derive(Debug)]
pub struct ReadFile {
    /// The matches as BPGN.
    pub source: Source,
    /// Whether the file is compressed, or in UTF-16 with undecodable places.
    pub packed: bool,
    /// The error that ended decompression early, if any. `source` ends where decompression ended.
    pub torn: Option<io::Error>,
    pub warning: Option<UnpackWarning>,
    /// The lines of the file if it is BGN. `source` is then their conversion to BPGN.
    pub bgn: Option<BgnLines>,
    /// The decompressed text of the file if it is BGN.
    json: Option<Source>,
}

impl ReadFile {
    /// Reads the file at `path`, or standard input for `-`, within `limits`. A pipe is read to its end.
    ///
    /// # Errors
    /// Disk errors, a binary file, or a file larger than 4 GiB.
    pub fn read(path: &Path, limits: UnpackLimits) -> Result<Self, FileError> {
        Self::of(&Text::open_input(path, limits)?)
    }

    /// Returns an empty file, to be written to `path` later.
    pub(super) fn empty(path: &Path) -> Self {
        let source = Source::from_bytes(path, Vec::new());
        Self { source, packed: false, torn: None, warning: None, bgn: None, json: None }
    }

    /// Reads the whole of `text`.
    ///
    /// # Errors
    /// Disk errors, a binary file, or a file larger than 4 GiB.
    pub fn of(text: &Text) -> Result<Self, FileError> {
        let is_bgn = holds_bgn(text)?;
        let Unpacked { source, error: torn, warning } = Source::unpacked(text)?;
        let packed = !TextOrigin::of(text, warning)?.is_writable();
        let mut file = Self { source, packed, torn, warning, bgn: None, json: None };
        if is_bgn {
            let mut lines = BgnLines::read(file.source.bytes());
            let bpgn = Source::from_bytes(text.path(), std::mem::take(&mut lines.bpgn));
            file.json = Some(std::mem::replace(&mut file.source, bpgn));
            file.bgn = Some(lines);
        }
        Ok(file)
    }

    /// Returns whether `source` is the text of the file itself, so that edits of it can be saved in place.
    pub const fn is_as_written(&self) -> bool {
        !self.packed && self.bgn.is_none()
    }

    /// Returns the line and column in the file for the byte at `offset` of `source`. In a BGN file, the result is the
    /// place of the last ply that begins at or before the byte. If there is no such ply, it is the place of the match's
    /// tags.
    pub fn line_column(&self, offset: u64) -> LineColumn {
        let (Some(lines), Some(json)) = (&self.bgn, &self.json) else {
            return self.source.line_column(offset);
        };
        let place = lines.place_of(json.bytes(), offset);
        json.line_column(place.unwrap_or(0))
    }

    /// Returns the original BGN of the match at byte `offset` of `source`. Returns `None` if the file is not BGN or
    /// there is no match.
    pub fn original_bgn_at(&self, offset: u64) -> Option<Bgn> {
        let (lines, json) = (self.bgn.as_ref()?, self.json.as_ref()?);
        Some(lines.parse_match_at(json.bytes(), offset)?.1)
    }
}
