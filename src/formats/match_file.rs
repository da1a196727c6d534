//! [`MatchFile`]: a BPGN file to which imported matches are added.

use super::ReadFile;
use crate::{
    file::{Encoding, FileError, FileRange, Splice, UnpackLimits, append, save_spliced},
    import::{Completion, HalfMatchCandidate, ImportedMatch, completions},
    notation::Records,
};
use std::{
    borrow::Cow,
    collections::HashSet,
    path::{Path, PathBuf},
};

/// A BPGN file to which matches are added. Its bytes stay unchanged, except that half matches (matches without one of
/// the boards) are completed.
#[derive(Debug)]
pub struct MatchFile {
    file: ReadFile,
    /// The ids that the site gave to the boards in the file: numbers and UUIDs.
    pub ids: HashSet<String>,
    /// The ids of the boards whose partner board is missing.
    pub half_ids: HashSet<String>,
    /// The byte ranges of the records.
    ranges: Vec<FileRange>,
    /// For each record, the players in lower case and the date.
    players: Vec<([String; 4], String)>,
}

/// The result of adding matches to a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Additions {
    /// The number of matches added at the end.
    pub added: usize,
    /// The number of half matches that were completed.
    pub completed: usize,
    /// The number of matches already in the file.
    pub known: usize,
}

#[derive(Debug, thiserror::Error)]
pub enum AddError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{}: matches can be added only to a BPGN file, not to a compressed, BGN or damaged file", .0.display())]
    NotPlain(PathBuf),
}

impl MatchFile {
    /// Reads the file at `path`, within `limits`.
    ///
    /// # Errors
    /// Disk errors.
    pub fn read(path: &Path, limits: UnpackLimits) -> Result<Self, FileError> {
        Ok(Self::of(ReadFile::read(path, limits)?))
    }

    /// Like [`MatchFile::read`], or returns an empty file if it is missing. The file is created when something is added.
    ///
    /// # Errors
    /// Disk errors.
    pub fn read_or_new(path: &Path, limits: UnpackLimits) -> Result<Self, FileError> {
        match Self::read(path, limits) {
            Err(FileError::Missing(_)) => Ok(Self::of(ReadFile::empty(path))),
            read => read,
        }
    }

    fn of(file: ReadFile) -> Self {
        let encoding = Encoding::of(file.source.bytes());
        let (mut ids, mut half_ids) = (HashSet::new(), HashSet::new());
        let (mut ranges, mut players) = (Vec::new(), Vec::new());
        let mut records = Records::of(file.source.bytes());
        while let Some((record, text, range)) = records.read_next() {
            let tag = |name: &str| record.tag_text(text, name).map(Cow::into_owned);
            for name in ["GameIdA", "GameIdB", "GameUuidA", "GameUuidB"] {
                ids.extend(tag(name));
            }
            half_ids.extend(HalfMatchCandidate { place: ranges.len(), text, encoding }.ids());
            let names = ["WhiteA", "BlackA", "WhiteB", "BlackB"];
            let seat_names = names.map(|name| tag(name).unwrap_or_default().to_lowercase());
            players.push((seat_names, tag("Date").unwrap_or_default()));
            ranges.push(range);
        }
        Self { file, ids, half_ids, ranges, players }
    }

    /// Returns the date of the latest match of `player`, such as `2026.08.15`. `None` if none of their matches has a
    /// full date.
    pub fn latest_match_date(&self, player: &str) -> Option<&str> {
        let player = player.to_lowercase();
        let matches = self.players.iter().filter(|(players, _)| players.contains(&player));
        let dates = matches.map(|(_, date)| date.trim());
        dates.filter(|date| date.len() == 10 && !date.contains('?')).max()
    }

    fn completions(&self, matches: &[ImportedMatch]) -> Vec<Completion> {
        let encoding = Encoding::of(self.file.source.bytes());
        let records = self.ranges.iter().enumerate().map(|(place, range)| {
            let text = self.file.source.slice(*range);
            HalfMatchCandidate { place, text, encoding }
        });
        let half_matches = matches.iter().enumerate().filter(|(_, found)| found.is_half());
        let halves = half_matches.map(|(place, found)| {
            let text = found.text.as_bytes();
            HalfMatchCandidate { place, text, encoding: Encoding::Utf8 }
        });
        completions(&records.collect::<Vec<_>>(), &halves.collect::<Vec<_>>())
    }

    /// Returns the edits that complete half matches in the file with partner boards from `matches`, and the indexes of
    /// the `matches` to be appended: those that the file lacks and that complete no half match.
    pub fn additions(&self, matches: &[ImportedMatch]) -> (Vec<Completion>, Vec<usize>) {
        let completed = self.completions(matches);
        let is_new = |place: &usize| {
            let is_taken = completed.iter().any(|it| it.partner_record == *place);
            !is_taken && !matches[*place].ids.iter().any(|id| self.ids.contains(id))
        };
        let new = (0..matches.len()).filter(is_new).collect();
        (completed, new)
    }

    /// Checks whether matches can be added to the file.
    ///
    /// # Errors
    /// If the file is compressed or BGN.
    pub fn check_is_plain(&self) -> Result<(), AddError> {
        if self.file.is_as_written() {
            return Ok(());
        }
        Err(AddError::NotPlain(self.file.source.path().to_owned()))
    }

    /// Saves the file with the half matches completed by `completed`. Does nothing if `completed` is empty.
    ///
    /// # Errors
    /// Disk errors, or a file that is compressed or BGN.
    pub fn complete(&self, completed: &[Completion]) -> Result<(), AddError> {
        let path = self.file.source.path();
        if completed.is_empty() {
            return Ok(());
        }
        self.check_is_plain()?;
        let mut splices: Vec<Splice> = completed
            .iter()
            .map(|it| {
                let range = self.ranges[it.place];
                Splice { range, insert: it.edits.apply(self.file.source.slice(range)) }
            })
            .collect();
        splices.sort_by_key(|splice| splice.range.start);
        save_spliced(path, &splices, path, false)?;
        Ok(())
    }

    /// Appends `text`, one or more whole records, to the file.
    ///
    /// # Errors
    /// Disk errors, a file that is compressed or BGN, or a character that its encoding lacks.
    pub fn append(&self, text: &str) -> Result<(), AddError> {
        let path = self.file.source.path();
        if text.is_empty() {
            return Ok(());
        }
        self.check_is_plain()?;
        append(path, text.as_bytes())?;
        Ok(())
    }

    /// Appends those of `matches` that are new. A match that completes a half match in the file is merged into it
    /// instead.
    ///
    /// # Errors
    /// As for [`MatchFile::append`]. If only the completion of half matches fails, the new matches have already been
    /// added.
    pub fn add(&self, matches: &[ImportedMatch]) -> Result<Additions, AddError> {
        let (completed, new) = self.additions(matches);
        let new: Vec<&str> = new.iter().map(|&place| matches[place].text.as_str()).collect();
        self.append(&new.concat())?;
        self.complete(&completed)?;
        Ok(Additions {
            added: new.len(),
            completed: completed.len(),
            known: matches.len() - new.len() - completed.len(),
        })
    }
}
