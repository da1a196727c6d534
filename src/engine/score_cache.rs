//! Caches [`MatchScores`], so that an analysis can continue where it stopped.

use super::MatchScores;
use crate::{
    cache::{Format, load_value, store_value},
    file::{CacheFolder, FileError},
    replay::Match,
    rules::BoardId,
};

const FORMAT: Format = Format { name: "scores", version: 2 };

/// Returns the text that identifies a match: its starting position and moves, without comments and clocks.
fn match_line(played: &Match) -> String {
    let start = &played.set_up.position;
    let mut line = format!("{} | {}", start.bfen(BoardId::A), start.bfen(BoardId::B));
    for ply in &played.plies {
        line.push(' ');
        line.push(ply.seat.letter());
        line.push_str(&ply.mv.uci(true));
    }
    line
}

impl MatchScores {
    /// Returns the cached scores of `played`. They may cover only its first moments. Returns `None` if no scores are
    /// cached, or if they cannot be read.
    pub fn load(cache: &CacheFolder, played: &Match) -> Option<Self> {
        let scores: Self = load_value(cache, FORMAT, &match_line(played))?;
        if scores.moments.len() <= played.plies.len() + 1 { Some(scores) } else { None }
    }

    /// Stores the scores of `played` in the cache.
    ///
    /// # Errors
    /// Disk errors.
    pub fn store(&self, cache: &CacheFolder, played: &Match) -> Result<(), FileError> {
        store_value(cache, FORMAT, &match_line(played), self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        engine::{BoardScore, Score},
        rules::{ByBoard, Role, Seat},
    };

    #[test]
    fn scores_are_loaded_for_the_same_match_only() {
        let home = tempfile::tempdir().unwrap();
        let cache = CacheFolder::new(home.path(), 1 << 20);
        let board = |score, best: Option<&str>| BoardScore {
            score,
            best: best.map(str::to_owned),
            white_to_move: best.is_some(),
        };
        let all = [
            None,
            Some(Score::Centipawns(-45)),
            Some(Score::Mates(2)),
            Some(Score::Mated(0)),
            Some(Score::Unproved(None)),
            Some(Score::Unproved(Some(300))),
        ];
        let played = Match::default();
        for score in all {
            let moments = vec![ByBoard::new(board(score, Some("N@f7")), board(None, None))];
            let scores = MatchScores { engine: "An engine 1.0".to_owned(), nodes: 60_000, moments };
            scores.store(&cache, &played).unwrap();
            assert_eq!(MatchScores::load(&cache, &played), Some(scores));
        }
        let mut other = Match::default();
        other.set_up.position.reserves[Seat::WhiteA].add(Role::Pawn);
        assert_eq!(MatchScores::load(&cache, &other), None);
    }

    #[test]
    fn more_scores_than_moments_are_not_loaded() {
        let home = tempfile::tempdir().unwrap();
        let cache = CacheFolder::new(home.path(), 1 << 20);
        let played = Match::default();
        let moments = vec![ByBoard::default(); 2];
        MatchScores { moments, ..MatchScores::default() }.store(&cache, &played).unwrap();
        assert_eq!(MatchScores::load(&cache, &played), None);
    }
}
