//! [`RecordFile`]: a file of any size, whose records are read one by one.

use super::{Done, Stop, many::Matches, position_in, read_text};
use crate::{
    archive::{Collection, ReadRecord, RecordReader, held_if_small, holds_bgn},
    file::{FileError, Text, Unpacker},
    kriegspiel::Notation,
};
use std::{io::Write, ops::ControlFlow, path::Path};

/// A file of matches, packed or not. Up to 16 MB of BPGN are held, and of more no more than a list of the records, once
/// that is asked for; what is packed is unpacked onto the disk. BGN is read whole.
pub(super) struct RecordFile {
    /// Its BPGN, unpacked.
    pub(super) text: Text,
    packed: bool,
    bgn: bool,
    /// Its records, where they were found on the way.
    list: Option<Collection>,
}

impl RecordFile {
    /// Opens the file at `path`, `-` being standard input; a pipe is read whole. What of BGN is no match is said, and then
    /// it is not fine.
    pub(super) fn open(path: &Path, err: &mut dyn Write) -> Result<(Self, Done), Stop> {
        let text = Text::open_input(path)?;
        if holds_bgn(&text)? {
            let (file, done) = read_text(&text, err)?;
            let file = Self {
                text: file.source.clone().into(),
                packed: file.packed,
                bgn: true,
                list: Some(Collection::of(file.source)),
            };
            return Ok((file, done));
        }
        let packed = Unpacker::of(&text)?.is_some();
        let (text, list) = if packed {
            let matches = Matches::of_text(text)?;
            if let Some(torn) = matches.why_torn() {
                return Err(torn);
            }
            for warning in matches.warnings() {
                writeln!(err, "tandem: {warning}: {}", path.display())?;
            }
            (matches.list.files[0].text.clone(), Some(matches.list))
        } else {
            (held_if_small(text)?, None)
        };
        let file = Self { text, packed, bgn: false, list };
        Ok((file, Done::Fine))
    }

    /// The same; where it holds nothing but a position, a record with that.
    pub(super) fn with_position(self, err: &mut dyn Write) -> Result<Self, Stop> {
        let position = match self.text.held() {
            Some(source) => position_in(source, err)?,
            None => None,
        };
        Ok(match position {
            Some(position) => {
                Self { text: position.clone().into(), list: Some(Collection::of(position)), ..self }
            }
            None => self,
        })
    }

    /// Whether `text` has the bytes of the file.
    pub(super) const fn is_as_written(&self) -> bool {
        !self.packed && !self.bgn
    }

    /// Whether it is BGN.
    pub(super) const fn is_bgn(&self) -> bool {
        self.bgn
    }

    /// Whether any record has a tag or a ply; no more is read than tells.
    pub(super) fn holds_match(&self) -> Result<bool, FileError> {
        let mut found = false;
        self.read_each(|read| {
            found = read.record.is_readable();
            go_on_unless(found)
        })?;
        Ok(found)
    }

    /// Whether there are records, and all are games of Kriegspiel; no more is read than tells.
    pub(super) fn holds_games_alone(&self) -> Result<bool, FileError> {
        let mut all = None;
        self.read_each(|read| {
            if read.record.is_blank() {
                return ControlFlow::Continue(());
            }
            let is_game = Notation::of(read.record, read.text) == Notation::Kriegspiel;
            all = Some(is_game);
            go_on_unless(!is_game)
        })?;
        Ok(all == Some(true))
    }

    /// Gives each record to `each`, which may break off.
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

    /// What of it are records.
    pub(super) fn into_records(self) -> Result<Matches, Stop> {
        match self.list {
            Some(list) => Ok(Matches::of(list)),
            None => Matches::of_text(self.text),
        }
    }

    /// The same, if any has a tag or a ply; it is the file at `path`.
    pub(super) fn into_matches(self, path: &Path) -> Result<Matches, Stop> {
        self.check_holds_match(path)?;
        self.into_records()
    }

    /// Refuses it where no record has a tag or a ply; it is the file at `path`.
    pub(super) fn check_holds_match(&self, path: &Path) -> Result<(), Stop> {
        if self.holds_match()? { Ok(()) } else { Err(Stop::NoMatch(path.to_owned())) }
    }
}

const fn go_on_unless(told: bool) -> ControlFlow<()> {
    if told { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}
