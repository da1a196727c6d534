//! [`ImportSummary`]: the result of an import or a download as one line.

use crate::text::count_text;
use std::fmt;

/// The counts of an import or a download. Formatted as `8 bughouse matches, 300 other games skipped`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImportSummary {
    pub matches: usize,
    /// The number of new matches that lack their partner board.
    pub halves: usize,
    /// The number of half matches in the caller's file that the import completed.
    pub completed: usize,
    /// The number of matches that the caller's file already contains, plus the number of repeated boards.
    pub repeated: usize,
    /// The number of skipped games of other variants.
    pub other_games: usize,
    /// The number of matches that could not be downloaded.
    pub missing: usize,
}

impl fmt::Display for ImportSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&count_text(self.matches, "bughouse match", "bughouse matches"))?;
        if self.halves > 0 {
            write!(f, ", {} without the partner board", self.halves)?;
        }
        if self.completed > 0 {
            let halves = count_text(self.completed, "half match", "half matches");
            write!(f, ", {halves} completed")?;
        }
        if self.repeated > 0 {
            write!(f, ", {} already there", self.repeated)?;
        }
        if self.other_games > 0 {
            let games = count_text(self.other_games, "other game", "other games");
            write!(f, ", {games} skipped")?;
        }
        if self.missing > 0 {
            write!(f, ", {} missing", self.missing)?;
        }
        Ok(())
    }
}
