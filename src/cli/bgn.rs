//! `tandem convert --to bgn`: a line of JSON a match, made by all cores, of files that need not fit in memory.

use super::{Stop, many::Matches};
use crate::{
    document::BgnWriter,
    file::{FileRange, save_with},
};
use rayon::prelude::*;
use std::{io::Write, path::Path};

/// So many bytes of matches are one piece of work.
const PIECE: u64 = 1 << 20;

/// So many pieces a thread are on their way at once, so that memory does not grow with the file.
const PIECES: usize = 4;

pub(super) fn to_bgn(
    path: &Path,
    target: &Path,
    game: Option<usize>,
    out: &mut dyn Write,
) -> Result<(), Stop> {
    let matches = Matches::open(path)?;
    let games = matches.games(game)?;
    if target == Path::new("-") {
        matches.write_bgn(&games, out)
    } else {
        save_with(target, |file| matches.write_bgn(&games, file))?;
        Ok(())
    }
}

impl Matches {
    /// Those that are wanted: the place of their file, and where they stand in it.
    fn games(&self, game: Option<usize>) -> Result<Vec<(usize, FileRange)>, Stop> {
        let place = |id| self.list.index.row(id).map(|row| (row.file, row.range));
        let records = self.list.index.len();
        if let Some(game) = game {
            let one = game.checked_sub(1).and_then(place);
            return Ok(vec![one.ok_or(Stop::NoSuchGame { game, records })?]);
        }
        Ok((0..records).filter_map(place).collect())
    }

    /// Writes a line a match, in their order, though many are made at once.
    fn write_bgn(&self, games: &[(usize, FileRange)], out: &mut dyn Write) -> Result<(), Stop> {
        let mut start = games.first().map_or(0, |(_, range)| range.start);
        let pieces: Vec<&[(usize, FileRange)]> = games
            .chunk_by(|(file, _), (next_file, next)| {
                let same = file == next_file && next.end.saturating_sub(start) <= PIECE;
                if !same {
                    start = next.start;
                }
                same
            })
            .collect();
        for pieces in pieces.chunks(PIECES * rayon::current_num_threads()) {
            let made: Vec<Result<Vec<u8>, Stop>> =
                pieces.par_iter().map(|piece| self.lines(piece)).collect();
            for lines in made {
                out.write_all(&lines?)?;
            }
        }
        Ok(())
    }

    /// The lines of matches of one file.
    fn lines(&self, piece: &[(usize, FileRange)]) -> Result<Vec<u8>, Stop> {
        let mut writer = BgnWriter::default();
        let mut text = Vec::new();
        let mut lines = Vec::new();
        let (Some(&(file, first)), Some(&(_, last))) = (piece.first(), piece.last()) else {
            return Ok(lines);
        };
        let start = first.start;
        if let Some(file) = self.list.files.get(file) {
            file.text
                .read_range(FileRange::new(start, last.end), &mut text)?;
        }
        for (_, range) in piece {
            let place = |at: u64| usize::try_from(at - start).unwrap_or(usize::MAX);
            let text = text
                .get(place(range.start)..place(range.end))
                .unwrap_or_default();
            writer.write(text, &mut lines)?;
        }
        Ok(lines)
    }
}
