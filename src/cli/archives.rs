//! [`Matches`]: the input files of a command as one indexed list.

use super::{CliError, Exit, RecordFile, Result, Stream, line_buffer::LineBuffer};
use crate::{
    archive::{CollectedFile, Collection, Index, Notice, RowFilter, RowNumber, WalkError},
    document::{Content, Document},
    file::{FileError, FileRange, Text, UnpackLimits},
    import::{FileNote, InputOptions, Inputs, SkippedFiles},
    search::{Selection, WalkedRecord, replay_endings, walk_all},
    text::count_text,
};
use std::{
    io::Write,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

/// The input files and the index of their matches. The files may be larger than memory.
pub(super) struct Matches {
    pub(super) list: Collection,
    /// The input folders without matches.
    empty: Vec<PathBuf>,
    /// Messages about single-board exports, archives and other input that cannot be read.
    problems: Vec<String>,
    /// The other files of folders and archives.
    skipped: SkippedFiles,
}

impl Matches {
    /// Opens `paths`, files, folders or archives, as one list. A file may be compressed, and is unpacked within `limits`.
    /// A pipe is read to its end. Single-board exports are paired into matches. Progress is shown on `err`.
    pub(super) fn open(paths: &[PathBuf], limits: UnpackLimits, err: &Stream<'_>) -> Result<Self> {
        Self::open_with(paths, &|path| Text::open_input(path, limits), err)
    }

    /// Like [`Matches::open`]. `open` opens a file.
    pub(super) fn open_with(
        paths: &[PathBuf],
        open: &dyn Fn(&Path) -> Result<Text, FileError>,
        err: &Stream<'_>,
    ) -> Result<Self> {
        let options = InputOptions { open, ..InputOptions::default() };
        let inputs = Inputs::open(paths, &options, |so_far, _| {
            let percent = so_far.bytes * 100 / so_far.total.max(1);
            err.watch(format_args!("Loading: {percent} %, {} matches", so_far.records))
        })?;
        let list = inputs.list(inputs.paired_path(paths));
        let boards = inputs.boards;
        let problems: Vec<String> = boards.errors().iter().map(FileNote::words).collect();
        let read = list.files.iter().map(|file| file.path.as_path()).chain(boards.paths());
        let empty = empty_folders(paths, &read.collect::<Vec<_>>());
        match (paths, empty.as_slice()) {
            ([_], [folder]) if list.open_errors.is_empty() => {
                Err(CliError::EmptyFolder(folder.clone(), boards.skipped))
            }
            ([path], []) if list.files.is_empty() && problems.is_empty() => {
                Err(CliError::NoMatch(path.clone()))
            }
            _ => Ok(Self { list, empty, problems, skipped: boards.skipped }),
        }
    }

    /// Opens `paths` like [`Matches::open`], and reports problems like [`Matches::print_damage`].
    pub(super) fn open_reported(
        paths: &[PathBuf],
        limits: UnpackLimits,
        err: &mut Stream<'_>,
    ) -> Result<(Self, Exit)> {
        let matches = Self::open(paths, limits, err)?;
        let done = matches.print_damage(err)?;
        Ok((matches, done))
    }

    /// Wraps `list`, with no problems to report.
    pub(super) fn of(list: Collection) -> Self {
        let skipped = SkippedFiles::default();
        Self { list, empty: Vec::new(), problems: Vec::new(), skipped }
    }

    pub(super) fn from_text(text: Text) -> Result<Self> {
        let list = Collection::from_text(text)?;
        Ok(Self::of(list))
    }

    /// Returns the error of the first file that could not be decompressed to its end, or `None` if there is no
    /// such file.
    pub(super) fn truncation_error(&self) -> Option<CliError> {
        self.list.files.iter().find_map(|file| {
            let why = file.notices.iter().find_map(|notice| match notice {
                Notice::Incomplete(error) => Some(error.to_string()),
                Notice::NoRoom(error) => Some(error.to_string()),
                _ => None,
            });
            Some(CliError::Torn(why?, file.path.clone()))
        })
    }

    /// Returns the notices about data that follows the compressed text of a file. They are only warnings, since no
    /// match is missing.
    pub(super) fn warnings(&self) -> impl Iterator<Item = &Notice> {
        let notices = self.list.files.iter().flat_map(|file| &file.notices);
        notices.filter(|notice| notice.is_warning())
    }

    /// Reports unreadable parts, missing files, files and folders without matches, and warnings. Returns
    /// [`Exit::Errors`] if anything but warnings was reported.
    pub(super) fn print_damage(&self, err: &mut dyn Write) -> std::io::Result<Exit> {
        let files = &self.list.files;
        let notices = files.iter().flat_map(|file| {
            let text_of = move |notice: &Notice| {
                (format!("{}: {notice}", file.path.display()), notice.is_warning())
            };
            file.notices.iter().map(text_of)
        });
        let problems = self.problems.iter().cloned();
        let empty_folders = self.empty.iter().cloned();
        let empty = empty_folders
            .map(|folder| CliError::EmptyFolder(folder, SkippedFiles::default()).to_string());
        let missing = self.list.open_errors.iter().map(ToString::to_string);
        let blank = files
            .iter()
            .filter(|file| file.text.is_blank() && file.bgn.is_none() && file.notices.is_empty())
            .map(|file| CliError::Empty(file.path.clone()).to_string());
        let error = |words| (words, false);
        let before = empty.chain(missing).chain(blank).chain(problems).map(error);
        let mut done = Exit::Fine;
        for (words, is_warning) in before.chain(notices) {
            writeln!(err, "tandem: {words}")?;
            if !is_warning {
                done = Exit::Errors;
            }
        }
        if !self.skipped.is_empty() {
            writeln!(err, "tandem: {}", self.skipped)?;
        }
        Ok(done)
    }

    /// Returns the message about the first file that could not be decompressed to its end, or `None` if there is no
    /// such file.
    pub(super) fn truncation_message(&self) -> Option<String> {
        self.list.files.iter().find_map(|file| {
            let torn = file.notices.iter().find(|notice| notice.is_incomplete())?;
            Some(format!("{}: {torn}", file.path.display()))
        })
    }

    /// Returns whether a file was refused because it has no match, and no other file has one.
    pub(super) fn has_no_match(&self) -> bool {
        let mut notices = self.list.files.iter().flat_map(|file| &file.notices);
        self.list.index.is_empty() && notices.any(|it| matches!(it, Notice::NoMatch))
    }

    /// Replays the matches whose endings a command with `filter` needs, as [`Matches::replayed`] does.
    pub(super) fn replay(
        &mut self,
        filter: &RowFilter,
        used: UsedEndings,
        err: &Stream<'_>,
    ) -> Result<()> {
        self.list.index = self.replayed(filter, used, err)?;
        Ok(())
    }

    /// Returns the index with the endings that a command with `filter` needs: those of all matches if the filter depends
    /// on endings, otherwise those that the output depends on.
    pub(super) fn replayed(
        &self,
        filter: &RowFilter,
        used: UsedEndings,
        err: &Stream<'_>,
    ) -> Result<Index> {
        let index = &self.list.index;
        let rows = match used {
            _ if filter.needs_endings() => index.filter(&RowFilter::default()),
            UsedEndings::Rows => self.list.filter(filter),
            UsedEndings::Results => index.rows_in_doubt(&self.list.filter(filter)),
            UsedEndings::SeriesResults => {
                index.rows_in_doubt(&index.with_series(self.list.filter(filter)))
            }
            UsedEndings::None => return Ok(index.clone()),
        };
        self.select_rows(&rows, |selection| {
            Ok(replay_endings(selection, |walked, _| err.walked(walked))?)
        })
    }

    /// Calls `then` with the selection of records that satisfy `filter`.
    pub(super) fn select<T>(
        &self,
        filter: &RowFilter,
        then: impl FnOnce(&Selection<'_>) -> Result<T>,
    ) -> Result<T> {
        self.select_rows(&self.list.filter(filter), then)
    }

    /// Calls `then` with the selection of the records in `rows`.
    pub(super) fn select_rows<T>(
        &self,
        rows: &[RowNumber],
        then: impl FnOnce(&Selection<'_>) -> Result<T>,
    ) -> Result<T> {
        let texts: Vec<&Text> = self.list.files.iter().map(|file| &file.text).collect();
        then(&Selection { index: &self.list.index, texts: &texts, rows, moves: None })
    }

    /// Returns the row of record `game`, counted from 1, or all rows if `game` is `None`. Fails if there is no such
    /// record.
    pub(super) fn rows(&self, game: Option<usize>) -> Result<Vec<RowNumber>> {
        let records = self.list.index.len();
        let rows = match game {
            Some(game) if (1..=records).contains(&game) => game - 1..game,
            Some(game) => return Err(CliError::NoSuchGame { game, records }),
            None => 0..records,
        };
        Ok(rows.filter_map(|row| row.try_into().ok()).collect())
    }

    /// Returns the file and the byte range of record `game`, counted from 1, or those of the first record if `game` is
    /// `None`. Fails if there is no such record.
    pub(super) fn place(&self, game: Option<usize>) -> Result<(&CollectedFile, FileRange)> {
        let (game, records) = (game.unwrap_or(1), self.list.index.len());
        let place = game.checked_sub(1).and_then(|id| self.list.place(id));
        let (file, range) = place.ok_or(CliError::NoSuchGame { game, records })?;
        Ok((file, range))
    }

    /// Reads record `game`, counted from 1, or the first record if `game` is `None`. Reads no other record.
    pub(super) fn content(&self, game: Option<usize>) -> Result<Content> {
        let (file, range) = self.place(game)?;
        Ok(Content::read_unlimited(&file.text, range)?)
    }

    /// Returns the rows as [`Matches::rows`] does. Fails with an error that names `command` if one of the rows is a
    /// game of Kriegspiel.
    pub(super) fn bughouse_rows(
        &self,
        game: Option<usize>,
        command: &str,
    ) -> Result<Vec<RowNumber>> {
        let rows = self.rows(game)?;
        match rows.iter().find(|row| self.list.index.is_game(**row)) {
            Some(&row) => Err(format!(
                "game {} is Kriegspiel, which tandem {command} does not support; open it in the window",
                row as usize + 1
            )
            .into()),
            None => Ok(rows),
        }
    }
}

/// The endings of matches on which the output of a command depends, beside those on which its filter depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UsedEndings {
    None,
    /// Those of the listed rows.
    Rows,
    /// Only whether they contradict the results of the listed rows.
    Results,
    /// As [`UsedEndings::Results`], and for the other matches of their series, whose scores are listed.
    SeriesResults,
}

/// Returns the folders among `paths` in which none of the files `read` is.
pub(super) fn empty_folders(paths: &[PathBuf], read: &[&Path]) -> Vec<PathBuf> {
    let is_empty = |path: &&PathBuf| {
        path.is_dir() && !read.iter().any(|file| file.starts_with(path.as_path()))
    };
    paths.iter().filter(is_empty).cloned().collect()
}

/// Reports how many games of Kriegspiel in `selection` are skipped by `command`.
pub(super) fn print_skipped(
    selection: &Selection<'_>,
    command: &str,
    err: &mut dyn Write,
) -> std::io::Result<()> {
    let games = selection.rows.iter().filter(|row| selection.index.is_game(**row));
    print_skipped_games(games.count(), command, err)
}

/// Reports that `command` skips `count` games of Kriegspiel, if there are any.
pub(super) fn print_skipped_games(
    count: usize,
    command: &str,
    err: &mut dyn Write,
) -> std::io::Result<()> {
    if count > 0 {
        let games = count_text(count, "game", "games");
        writeln!(
            err,
            "tandem: skipped {games} of Kriegspiel: tandem {command} supports only bughouse"
        )?;
    }
    Ok(())
}

/// Opens the file at `path` like [`RecordFile::open`]. Fails if it contains no match.
pub(super) fn open_matches(
    path: &Path,
    limits: UnpackLimits,
    err: &mut Stream<'_>,
) -> Result<(Matches, Exit)> {
    let (file, done) = RecordFile::open(path, limits, err)?;
    Ok((with_match(file.into_records()?, path)?, done))
}

/// Opens the file at `path` like [`open_matches`], but also accepts a file that contains only a position.
pub(super) fn matches_or_position(
    path: &Path,
    limits: UnpackLimits,
    err: &mut Stream<'_>,
) -> Result<(Matches, Exit)> {
    let (file, done) = RecordFile::open(path, limits, err)?;
    let records = file.with_position(err)?.into_records()?;
    Ok((with_match(records, path)?, done))
}

/// Returns `matches`. Fails with an error about `path` if there is no match among them.
fn with_match(matches: Matches, path: &Path) -> Result<Matches> {
    if matches.list.has_matches() { Ok(matches) } else { Err(CliError::NoMatch(path.to_owned())) }
}

/// The output for a chunk of records, and the status of the chunk.
struct ChunkOutput {
    out: LineBuffer,
    err: LineBuffer,
    /// The worst status of the records, or the error of the first record that failed.
    status: Result,
}

impl Default for ChunkOutput {
    fn default() -> Self {
        Self { out: LineBuffer::default(), err: LineBuffer::default(), status: Ok(Exit::Fine) }
    }
}

/// Runs `write` for each match of `selection`, on all cores, and copies what it writes to `out` and `err` in order. The
/// first argument of `write` is the number of the match, counted from 1. Stops at the first error.
pub(super) fn write_each(
    selection: &Selection<'_>,
    out: &mut dyn Write,
    err: &mut Stream<'_>,
    write: impl Fn(usize, &Document, &mut LineBuffer, &mut LineBuffer) -> Result + Sync,
) -> Result {
    write_records(selection, out, err, |record, out, err| {
        write(record.id + 1, &Document::from_text(record.text), out, err)
    })
}

/// Runs `write` for each record of `selection`, on all cores, and copies what it writes to `out` and `err` in order.
/// Stops at the first error.
pub(super) fn write_records(
    selection: &Selection<'_>,
    out: &mut dyn Write,
    err: &mut Stream<'_>,
    write: impl Fn(&WalkedRecord<'_>, &mut LineBuffer, &mut LineBuffer) -> Result + Sync,
) -> Result {
    let mut ended = Ok(Exit::Fine);
    let walked = walk_all(
        selection,
        |(): &mut (), record, written: &mut ChunkOutput| {
            let Ok(done) = written.status else { return };
            let status = write(record, &mut written.out, &mut written.err);
            written.status = status.map(|status| done.max(status));
        },
        |walked, written| {
            let flush = || {
                err.write_all(&written.err.0)?;
                out.write_all(&written.out.0)?;
                written.status
            };
            ended = match (flush(), &ended) {
                (Ok(now), Ok(done)) => Ok(now.max(*done)),
                (other, _) => other,
            };
            match ended {
                Ok(_) => err.walked(walked),
                Err(_) => ControlFlow::Break(()),
            }
        },
    );
    check_walk(walked)?;
    ended
}

/// Returns the disk error of a walk. Cancellation is not an error, since only the caller cancels.
pub(super) fn check_walk(walked: Result<(), WalkError>) -> Result<(), FileError> {
    match walked {
        Err(WalkError::File(error)) => Err(error),
        Err(WalkError::Cancelled) | Ok(()) => Ok(()),
    }
}
