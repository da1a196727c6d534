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
    /// Those that are wanted, in pieces of their own.
    fn games(&self, game: Option<usize>) -> Result<Vec<FileRange>, Stop> {
        let records = self.list.index.len();
        if let Some(game) = game {
            let id = game.checked_sub(1).and_then(|id| self.list.index.range(id));
            return Ok(vec![id.ok_or(Stop::NoSuchGame { game, records })?]);
        }
        Ok((0..records)
            .filter_map(|id| self.list.index.range(id))
            .collect())
    }

    /// Writes a line a match, in their order, though many are made at once.
    fn write_bgn(&self, games: &[FileRange], out: &mut dyn Write) -> Result<(), Stop> {
        let pieces: Vec<&[FileRange]> = games
            .chunk_by({
                let mut start = games.first().map_or(0, |range| range.start);
                move |_, next| {
                    let same = next.end - start <= PIECE;
                    if !same {
                        start = next.start;
                    }
                    same
                }
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

    fn lines(&self, piece: &[FileRange]) -> Result<Vec<u8>, Stop> {
        let mut writer = BgnWriter::default();
        let mut text = Vec::new();
        let mut lines = Vec::new();
        let start = piece.first().map_or(0, |range| range.start);
        let end = piece.last().map_or(0, |range| range.end);
        if let Some(file) = self.list.files.first() {
            let range = FileRange::new(start, end);
            file.text.read_range(range, &mut text)?;
        }
        for range in piece {
            let place = |at: u64| usize::try_from(at - start).unwrap_or(usize::MAX);
            let text = text
                .get(place(range.start)..place(range.end))
                .unwrap_or_default();
            writer.write(text, &mut lines)?;
        }
        Ok(lines)
    }
}
