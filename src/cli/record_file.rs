//! [`RecordFile`]: an input file of any size, read record by record.

use super::{
    CliError, Exit, READ_AS_CLOCKS, Result, Stream, archives::Matches, check_target, position_of,
    read_text, stop_if,
};
use crate::{
    archive::{Collection, ReadRecord, RecordReader, holds_bgn, load_if_small},
    file::{FileError, Packing, Text, UnpackLimits},
    import::is_match_text,
    kriegspiel::Notation,
    rules::Numbers,
};
use std::{io::Write, ops::ControlFlow, path::Path};

/// An input file, compressed or not. BPGN of up to 16 MB is held in memory. A larger file stays on disk, and its
/// records are listed only when needed. A compressed file is decompressed into memory or, if its text is long, to disk.
/// BGN is converted in memory.
pub(super) struct RecordFile {
    /// The text as uncompressed BPGN.
    pub(super) text: Text,
    /// Whether the text is not that of the file itself: a compressed file, single-board exports, or a file in UTF-16 with
    /// undecodable places.
    packed: bool,
    /// Whether the file is BGN.
    bgn: bool,
    /// The records, if they have been listed.
    list: Option<Collection>,
}

impl RecordFile {
    /// Opens the file at `path`, or standard input for `-`. A pipe is read to its end. Reports lines of BGN that are
    /// not matches; the status is then [`Exit::Errors`]. Fails for an empty file.
    pub(super) fn open(
        path: &Path,
        limits: UnpackLimits,
        err: &mut Stream<'_>,
    ) -> Result<(Self, Exit)> {
        let text = if path.is_dir() { None } else { Some(Text::open_input(path, limits)?) };
        let text = match text {
            Some(text) if is_match_text(&text)? => text,
            other => return Self::of_several(path, other.as_ref(), limits, err),
        };
        if holds_bgn(&text)? {
            let (file, done) = read_text(&text, err)?;
            let text: Text = file.source.clone().into();
            if done == Exit::Fine {
                check_not_blank(path, &text)?;
            }
            let list = Some(Collection::of(file.source));
            return Ok((Self { text, packed: file.packed, bgn: true, list }, done));
        }
        let (text, packed, list) = if Packing::of_text(&text)?.is_some() {
            let matches = Matches::from_text(text)?;
            if let Some(torn) = matches.truncation_error() {
                return Err(torn);
            }
            for warning in matches.warnings() {
                writeln!(err, "tandem: {}: {warning}", path.display())?;
            }
            let file = &matches.list.files[0];
            (file.text.clone(), !file.is_as_written(), Some(matches.list))
        } else {
            (load_if_small(text)?, false, None)
        };
        check_not_blank(path, &text)?;
        let file = Self { text, packed, bgn: false, list };
        Ok((file, Exit::Fine))
    }

    /// Opens the file at `path` like [`RecordFile::open`], to write a changed copy to `out`. Fails for BGN, and if the
    /// output, which is uncompressed, would replace a compressed file.
    pub(super) fn open_to_change(
        path: &Path,
        out: &Path,
        limits: UnpackLimits,
        err: &mut Stream<'_>,
    ) -> Result<(Self, Exit)> {
        let (file, done) = Self::open(path, limits, err)?;
        if file.bgn {
            let path = path.display();
            return Err(format!("{path}: BGN cannot be annotated; convert it to BPGN first").into());
        }
        if file.packed {
            check_target(path, out)?;
        }
        Ok((file, done))
    }

    /// Opens a folder, an archive, or single-board exports, whose matches become one text. `text` is the text of the
    /// file at `path`, or `None` for a folder. Reports what cannot be read; the status is then [`Exit::Errors`]. Fails if
    /// there is no match.
    fn of_several(
        path: &Path,
        text: Option<&Text>,
        limits: UnpackLimits,
        err: &mut Stream<'_>,
    ) -> Result<(Self, Exit)> {
        // Standard input can be read only once.
        let open = |path: &Path| match text {
            Some(text) => Ok(text.clone()),
            None => Text::open_input(path, limits),
        };
        let matches = Matches::open_with(&[path.to_owned()], &open, err)?;
        let done = matches.print_damage(err)?;
        if !matches.list.has_matches() {
            return Err(CliError::NoMatch(path.to_owned()));
        }
        let source = matches.list.joined(path)?;
        let text = source.clone().into();
        Ok((Self { text, packed: true, bgn: false, list: Some(Collection::of(source)) }, done))
    }

    /// Replaces the text with a record that starts at the position in the file, if the file contains only a position.
    /// Reports to `err` if ambiguous numbers were read as clocks.
    pub(super) fn with_position(self, err: &mut dyn Write) -> Result<Self> {
        let position = self.text.loaded().map(position_of).transpose()?.flatten();
        let Some((position, numbers)) = position else { return Ok(self) };
        if numbers == Some(Numbers::Clocks) {
            writeln!(err, "tandem: {}: {READ_AS_CLOCKS}", self.text.path().display())?;
        }
        Ok(Self { text: position.clone().into(), list: Some(Collection::of(position)), ..self })
    }

    /// Returns whether `text` is the text of the file itself, though not its bytes if it is in UTF-16.
    pub(super) const fn is_as_written(&self) -> bool {
        !self.packed && !self.bgn
    }

    /// Returns whether any record has a tag or a ply. Reads no further than the first such record.
    pub(super) fn holds_match(&self) -> Result<bool, FileError> {
        let mut has_match = false;
        self.read_each(|read| {
            has_match = read.record.is_readable();
            stop_if(has_match)
        })?;
        Ok(has_match)
    }

    /// Returns whether there is a game of Kriegspiel and no match. Reads no further than the first match.
    pub(super) fn holds_only_games(&self) -> Result<bool, FileError> {
        let mut all = None;
        self.read_each(|read| {
            if read.record.is_blank() {
                return ControlFlow::Continue(());
            }
            let is_game = Notation::of(read.record, read.text) == Notation::Kriegspiel;
            all = Some(is_game);
            stop_if(!is_game)
        })?;
        Ok(all == Some(true))
    }

    /// Calls `each` with the records in order, until `each` breaks.
    fn read_each(
        &self,
        mut each: impl FnMut(&ReadRecord<'_>) -> ControlFlow<()>,
    ) -> Result<(), FileError> {
        let mut reader = RecordReader::new(&self.text, 0);
        let mut at = 0;
        while at < reader.length() {
            let read = reader.read(at)?;
            if each(&read).is_break() {
                break;
            }
            at = read.range.end;
        }
        Ok(())
    }

    /// Lists the records, even if there is no match among them.
    pub(super) fn into_records(self) -> Result<Matches> {
        match self.list {
            Some(list) => Ok(Matches::of(list)),
            None => Matches::from_text(self.text),
        }
    }

    /// Lists the records. Fails with an error about `path` if none has a tag or a ply.
    pub(super) fn into_matches(self, path: &Path) -> Result<Matches> {
        self.check_holds_match(path)?;
        self.into_records()
    }

    /// Fails with an error about `path` if no record has a tag or a ply.
    pub(super) fn check_holds_match(&self, path: &Path) -> Result<()> {
        if self.holds_match()? { Ok(()) } else { Err(CliError::NoMatch(path.to_owned())) }
    }
}

/// Fails with an error about `path` if its `text` is empty.
fn check_not_blank(path: &Path, text: &Text) -> Result<()> {
    if text.is_blank() { Err(CliError::Empty(path.to_owned())) } else { Ok(()) }
}
