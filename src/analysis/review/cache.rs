//! Caches a [`Review`], for the window and the command line.

use super::{
    match_review::{Effort, Review, ReviewInput},
    search::CancelCheck,
};
use crate::{
    cache::{Format, load_value, store_value},
    file::{CacheFolder, FileError},
    rules::BoardId,
};
use std::{fmt::Write as _, ops::ControlFlow, path::PathBuf};

/// The version also changes with the search, with the weights, and with the words of the reasons.
const FORMAT: Format = Format { name: "review", version: 11 };

/// The folder of reviews in the user's cache.
pub const REVIEW_FOLDER: &str = "reviews";

/// The maximum size of that folder, in bytes. The review of a match takes about 10,000 bytes.
const MAX_REVIEW_BYTES: u64 = 20_000_000;

/// Returns the text that identifies a review: the effort, the ratings, the starting position, and the moves with their clocks.
fn about(input: ReviewInput<'_>, effort: Effort) -> String {
    let ReviewInput { played, rating_lead, .. } = input;
    let start = &played.set_up.position;
    let mut about =
        format!("{effort:?} {rating_lead} {} | {}", start.bfen(BoardId::A), start.bfen(BoardId::B));
    for ply in &played.plies {
        let mv = ply.mv.uci(true);
        let _ = write!(about, " {}{mv}{:?}{:?}", ply.seat.letter(), ply.clock, ply.lag_ms);
    }
    about
}

impl Review {
    /// As [`Review::of`], but reads the review from the cache in `folder` if it is there, and otherwise stores it there.
    pub fn cached(
        folder: Option<PathBuf>,
        input: ReviewInput<'_>,
        on_progress: impl FnMut(usize, usize) -> ControlFlow<()>,
        cancel: &CancelCheck<'_>,
    ) -> Option<Self> {
        let effort = Effort::default();
        let Some(folder) = folder else {
            return Self::of(input, effort, on_progress, cancel);
        };
        let cache = CacheFolder::new(folder, MAX_REVIEW_BYTES);
        if let Some(review) = Self::load(&cache, input, effort) {
            return Some(review);
        }
        let review = Self::of(input, effort, on_progress, cancel)?;
        // If storing fails, the review is merely computed again next time.
        let _ = review.store(&cache, input, effort);
        Some(review)
    }

    /// Returns the cached review of a match, or `None` if there is none or if it cannot be read.
    pub fn load(cache: &CacheFolder, input: ReviewInput<'_>, effort: Effort) -> Option<Self> {
        let review: Self = load_value(cache, FORMAT, &about(input, effort))?;
        let plies = input.played.plies.len();
        let fits = review.plies.len() == plies && review.features.len() == plies + 1;
        if fits { Some(review) } else { None }
    }

    /// Stores the review of a match in the cache.
    ///
    /// # Errors
    /// Disk errors.
    pub fn store(
        &self,
        cache: &CacheFolder,
        input: ReviewInput<'_>,
        effort: Effort,
    ) -> Result<(), FileError> {
        store_value(cache, FORMAT, &about(input, effort), self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{notation::Record, replay::Match, timeline::Timeline};
    use std::ops::ControlFlow;

    fn played(text: &str) -> (Match, Timeline) {
        let played = Match::replay(&Record::parse(text.as_bytes()), text.as_bytes());
        let timeline = Timeline::of(&played);
        (played, timeline)
    }

    #[test]
    fn review_is_loaded_for_the_same_moves_clocks_ratings_and_effort_only() {
        let home = tempfile::tempdir().unwrap();
        let cache = CacheFolder::new(home.path(), 1 << 20);
        let effort = Effort { nodes: 200, ..Effort::default() };
        let (played_one, timeline) =
            played("1A. e4{180} 1B. Nf3{180} 1a. d5{179} 2A. exd5{178} 1b. P@e4{179}\n");
        let one = ReviewInput { played: &played_one, timeline: &timeline, rating_lead: 0 };
        let go = || ControlFlow::Continue(());
        let review = Review::of(one, effort, |_, _| go(), &go).unwrap();
        assert_eq!(Review::load(&cache, one, effort), None);
        review.store(&cache, one, effort).unwrap();
        assert_eq!(Review::load(&cache, one, effort), Some(review));
        assert_eq!(Review::load(&cache, one, Effort::default()), None);
        assert_eq!(Review::load(&cache, ReviewInput { rating_lead: 9, ..one }, effort), None);
        for other in [
            "1A. e4{180} 1B. Nf3{180} 1a. d5{179} 2A. exd5{178} 1b. P@e4{170}\n",
            "1A. e4{180} 1B. Nf3{180} 1a. d5{179} 2A. exd5{178}\n",
        ] {
            let (other_played, timeline) = played(other);
            let input = ReviewInput { played: &other_played, timeline: &timeline, rating_lead: 0 };
            assert_eq!(Review::load(&cache, input, effort), None, "{other}");
        }
    }
}
