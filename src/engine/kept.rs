//! [`MatchScores`] as a text that is kept for another start.
//!
//! ```text
//! tandem engine scores 1
//! engine Fairy-Stockfish 11.1 LB 64
//! nodes 60000
//! match rnbqkbnr/… | rnbqkbnr/… e2e4 …
//! w cp 45 Nf3 | b - - -
//! ```

use super::{BoardScore, MatchScores, Score};
use crate::{
    replay::Match,
    rules::{BoardId, ByBoard},
};

const FIRST: &str = "tandem engine scores 1";

/// What tells a match from others: how it begins, and what is played. Comments and clocks do not count.
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
    /// The name under which the scores of `played` are kept.
    #[must_use]
    pub fn kept_name(played: &Match) -> String {
        let line = match_line(played);
        let sum = crc32fast::hash(line.as_bytes());
        format!("scores-{sum:08x}-{}.txt", line.len())
    }

    /// The text that is kept of the scores of `played`.
    #[must_use]
    pub fn to_text(&self, played: &Match) -> String {
        let mut text = format!(
            "{FIRST}\nengine {}\nnodes {}\nmatch {}\n",
            self.engine,
            self.nodes,
            match_line(played)
        );
        for moment in &self.moments {
            let [a, b] = BoardId::ALL.map(|id| board_text(&moment[id]));
            text.push_str(&format!("{a} | {b}\n"));
        }
        text
    }

    /// Reads what [`MatchScores::to_text`] has written; `None` where it is about another match, or damaged.
    #[must_use]
    pub fn from_text(text: &str, played: &Match) -> Option<Self> {
        let mut lines = text.lines();
        if lines.next()? != FIRST {
            return None;
        }
        let engine = lines.next()?.strip_prefix("engine ")?.to_owned();
        let nodes = lines.next()?.strip_prefix("nodes ")?.parse().ok()?;
        if lines.next()?.strip_prefix("match ")? != match_line(played) {
            return None;
        }
        let moment = |line: &str| {
            let (a, b) = line.split_once(" | ")?;
            Some(ByBoard::new(board_score(a)?, board_score(b)?))
        };
        let moments: Vec<_> = lines.map(moment).collect::<Option<_>>()?;
        (moments.len() <= played.plies.len() + 1).then_some(Self { engine, nodes, moments })
    }
}

fn board_text(score: &BoardScore) -> String {
    let (kind, value) = match score.score {
        None => ("-", "-".to_owned()),
        Some(Score::Centipawns(cp)) => ("cp", cp.to_string()),
        Some(Score::Mates(moves)) => ("mates", moves.to_string()),
        Some(Score::Mated(moves)) => ("mated", moves.to_string()),
        Some(Score::Unproved(None)) => ("unproved", "-".to_owned()),
        Some(Score::Unproved(Some(cp))) => ("unproved", cp.to_string()),
    };
    let turn = if score.white_to_move { 'w' } else { 'b' };
    format!("{turn} {kind} {value} {}", score.best.as_deref().unwrap_or("-"))
}

fn board_score(text: &str) -> Option<BoardScore> {
    let mut words = text.split(' ');
    let white_to_move = match words.next()? {
        "w" => true,
        "b" => false,
        _ => return None,
    };
    let (kind, value) = (words.next()?, words.next()?);
    let score = match kind {
        "-" => None,
        "cp" => Some(Score::Centipawns(value.parse().ok()?)),
        "mates" => Some(Score::Mates(value.parse().ok()?)),
        "mated" => Some(Score::Mated(value.parse().ok()?)),
        "unproved" if value == "-" => Some(Score::Unproved(None)),
        "unproved" => Some(Score::Unproved(Some(value.parse().ok()?))),
        _ => return None,
    };
    let best = words.next()?;
    Some(BoardScore { score, best: (best != "-").then(|| best.to_owned()), white_to_move })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores() -> MatchScores {
        let board = |score, best: Option<&str>| BoardScore {
            score,
            best: best.map(str::to_owned),
            white_to_move: best.is_some(),
        };
        let a = board(Some(Score::Centipawns(-45)), Some("N@f7"));
        let all = [None, Some(Score::Mates(2)), Some(Score::Mated(0)), Some(Score::Unproved(None))];
        let mut moments: Vec<_> =
            all.map(|score| ByBoard::new(a.clone(), board(score, None))).into();
        moments.truncate(1);
        MatchScores { engine: "An engine 1.0".to_owned(), nodes: 60_000, moments }
    }

    #[test]
    fn what_is_kept_is_read_back_for_the_same_match_alone() {
        let played = Match::default();
        let text = scores().to_text(&played);
        assert_eq!(MatchScores::from_text(&text, &played), Some(scores()));
        let mut other = Match::default();
        other.set_up.position.reserves[crate::rules::Seat::WhiteA].add(crate::rules::Role::Pawn);
        assert_eq!(MatchScores::from_text(&text, &other), None);
        assert_ne!(MatchScores::kept_name(&played), MatchScores::kept_name(&other));
    }

    #[test]
    fn every_score_is_read_back() {
        for text in [
            "w cp -45 N@f7",
            "b - - -",
            "b mates 2 Qxf7",
            "w mated 0 -",
            "w unproved - Ra8",
            "w unproved 300 Ra8",
        ] {
            assert_eq!(board_text(&board_score(text).unwrap()), text);
        }
    }

    #[test]
    fn a_damaged_text_is_none() {
        let played = Match::default();
        let text = scores().to_text(&played);
        for cut in 0..text.len() {
            let part = text.get(..cut).unwrap_or_default();
            if let Some(read) = MatchScores::from_text(part, &played) {
                assert!(read.moments.len() <= 1, "{cut}");
            }
        }
        assert_eq!(board_score("w cp x e4"), None);
        assert_eq!(board_score("x cp 1 e4"), None);
    }
}
