//! [`ReadFile`]: a file that is read whole, whatever its form and however it is packed.

use crate::{
    file::{FileError, FileRange, LineColumn, Source, Text, Trailing, Unpacked, Unpacker},
    notation::{Bgn, BgnLines, is_bgn},
};
use std::{io, path::Path};

/// A file of matches in memory. Its form and its packing are told by its bytes.
#[derive(Debug)]
pub struct ReadFile {
    /// The matches as BPGN.
    pub source: Source,
    /// Whether the file is packed.
    pub packed: bool,
    /// Why `source` is not all of it, if it cannot be unpacked to its end.
    pub torn: Option<io::Error>,
    /// What follows the packed text.
    pub trailing: Option<Trailing>,
    /// The lines that were read, if it is BGN; `source` is then the BPGN that they stand for.
    pub bgn: Option<BgnLines>,
    /// The lines themselves.
    json: Option<Source>,
}

impl ReadFile {
    /// Reads the file at `path`; `-` is standard input, and a pipe is read to its end.
    ///
    /// # Errors
    /// What the disk says, and that it is over 4 GiB.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        Self::of(&Text::open_input(path)?)
    }

    /// Reads the file that `text` is.
    ///
    /// # Errors
    /// What the disk says, and that it is over 4 GiB.
    pub fn of(text: &Text) -> Result<Self, FileError> {
        let path = text.path();
        let packed = Unpacker::of(text)?.is_some();
        let Unpacked { source, torn, trailing } = Source::unpacked(text)?;
        if !is_bgn(path, source.bytes()) {
            return Ok(Self { source, packed, torn, trailing, bgn: None, json: None });
        }
        let mut lines = BgnLines::read(source.bytes());
        let bpgn = std::mem::take(&mut lines.bpgn);
        Ok(Self {
            source: Source::from_bytes(path, bpgn),
            packed,
            torn,
            trailing,
            bgn: Some(lines),
            json: Some(source),
        })
    }

    /// Whether `source` has the bytes of the file.
    #[must_use]
    pub const fn is_as_written(&self) -> bool {
        !self.packed && self.bgn.is_none()
    }

    /// Where the byte `offset` of `source` stands in the file; of BGN, where its ply does, or the tags of its match.
    #[must_use]
    pub fn line_column(&self, offset: u64) -> LineColumn {
        let (Some(lines), Some(json)) = (&self.bgn, &self.json) else {
            return self.source.line_column(offset);
        };
        let place = lines.place_of(json.bytes(), offset);
        json.line_column(place.unwrap_or(0))
    }

    /// What the file says of the match whose BPGN holds the byte `offset`, if it is BGN.
    #[must_use]
    pub fn bgn_at(&self, offset: u64) -> Option<Bgn> {
        let (lines, json) = (self.bgn.as_ref()?, self.json.as_ref()?);
        Some(lines.match_of(json.bytes(), offset)?.1)
    }

    /// Where a record at `range` of `source` stands in the file, unpacked.
    #[must_use]
    pub fn range(&self, range: FileRange) -> FileRange {
        let lines = self.bgn.as_ref();
        let game = lines.and_then(|lines| lines.match_at(range.start));
        game.map_or(range, |game| game.range)
    }
}
