//! What is shown of an engine's guesses, in rows.

use super::{MatchGuesses, PieceWorth, state::Said};
use crate::{
    app::Track,
    document::Document,
    engine::{Judged, LineEnd, Score, Severity, chance_text},
    rules::{Board, BoardId, Color, Move, Role, Seat, Team},
    timeline::MatchTime,
};

/// What is guessed of a board that is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardGuess {
    /// Who is to move.
    pub turn: Seat,
    /// The chance of White, from 0 to 1.
    pub white: Option<f64>,
    /// The score and how deep it was searched: `White A: +0.45, depth 12`.
    pub words: String,
    /// The best lines.
    pub lines: Vec<LineRow>,
    /// What the other side threatens, in moves.
    pub threat: Option<String>,
    /// What one more piece would be worth.
    pub worth: Vec<PieceWorth>,
    /// The thousands of positions a second.
    pub kilo_nodes: u64,
}

/// A line of an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct LineRow {
    /// The chance of the side to move: `61 %`; `?` where it is not known.
    pub chance: String,
    /// The score behind it, and how deep it was searched.
    pub detail: String,
    /// The moves as they are written.
    pub san: Vec<String>,
    /// The moves.
    pub moves: Vec<Move>,
    /// What follows them: an impossible drop, or that something was cut.
    pub end: Option<String>,
    /// The board after each of them.
    pub boards: Vec<Board>,
}

impl BoardGuess {
    pub(super) fn of(id: BoardId, said: &Said) -> Self {
        let color = said.about.board.turn();
        let turn = Seat::new(id, color);
        let answer = &said.answer;
        let chance = answer.chance();
        let words = match answer.score() {
            Some(score) => format!("{}, depth {}", score.text(), answer.depth),
            None if answer.lines.is_empty() && answer.nodes == 0 => "no move".to_owned(),
            None => "?".to_owned(),
        };
        Self {
            turn,
            white: chance.map(|chance| match color {
                Color::White => chance,
                Color::Black => 1.0 - chance,
            }),
            words,
            lines: answer
                .lines
                .iter()
                .map(|line| {
                    let mut board = said.about.board.clone();
                    LineRow {
                        chance: line.score.chance().map_or("?".to_owned(), chance_text),
                        detail: format!("{}, depth {}", line.score.text(), line.depth),
                        san: line.san.clone(),
                        moves: line.moves.clone(),
                        end: match &line.end {
                            LineEnd::Whole => None,
                            LineEnd::NotInReserve(san) => {
                                Some(format!("({san} is not in reserve)"))
                            }
                            LineEnd::Illegal(_) => Some("…".to_owned()),
                        },
                        boards: line
                            .moves
                            .iter()
                            .map(|mv| {
                                board.play(*mv);
                                board.clone()
                            })
                            .collect(),
                    }
                })
                .collect(),
            threat: said.threat.as_ref().map(|line| {
                let moves: Vec<&str> = line.san.iter().take(3).map(String::as_str).collect();
                moves.join(" ")
            }),
            worth: said.worth.clone(),
            kilo_nodes: answer.nodes_per_second / 1000,
        }
    }

    /// What one more `role` would be worth to `seat`: `+9` per cent.
    #[must_use]
    pub fn worth_of(&self, seat: Seat, role: Role) -> Option<String> {
        let mut worth = self.worth.iter();
        let found = worth.find(|it| it.seat == seat && it.role == role)?;
        Some(format!("{:+.0}", found.change * 100.0))
    }
}

/// A ply that the engine would not have played.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedRow {
    /// The moment after it.
    pub moment: usize,
    /// Who played it.
    pub seat: Seat,
    /// How much lower the chance is.
    pub severity: Severity,
    /// The ply with its glyph: `12A Nf3 ?!`.
    pub ply: String,
    /// From where to where the chance fell, and what was better.
    pub words: String,
}

impl JudgedRow {
    pub(super) fn of(judged: &Judged, document: &Document) -> Self {
        let moment = judged.ply + 1;
        let name = document.ply_name(moment).unwrap_or_default();
        let better = match &judged.best {
            Some(best) => format!("; {best} was better"),
            None => String::new(),
        };
        let ply = &document.played().plies[judged.ply];
        let position = document.played().position_after(judged.ply);
        let san = position.board_of(ply.seat).san(ply.mv);
        Self {
            moment,
            seat: judged.seat,
            severity: judged.severity,
            ply: format!("{name} {san} {}", judged.severity.glyph()),
            words: format!(
                "{} to {}{better}",
                chance_text(judged.before),
                chance_text(judged.after)
            ),
        }
    }
}

/// A moment of the curves in the timeline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// When, in match time.
    pub time: MatchTime,
    /// The chance of the first team on board A and on board B, from 0 to 1.
    pub boards: [Option<f64>; 2],
    /// The mean of both; a weak guide to who wins.
    pub both: Option<f64>,
    /// How much lower the ply before this moment has made a chance, and the board that it was played on.
    pub judged: Option<(BoardId, Severity)>,
}

impl MatchGuesses {
    /// The curves, with the times of `track`.
    #[must_use]
    pub fn curve(&self, track: &Track) -> Vec<CurvePoint> {
        let times = std::iter::once(0).chain(track.ticks.iter().map(|tick| tick.time));
        let moments = self.scores.moments.iter().zip(times);
        // Both are in the order of the match.
        let mut rows = self.judged.iter().peekable();
        let mut judged = |moment| {
            let row = rows.next_if(|row| row.moment == moment)?;
            Some((row.seat.board(), row.severity))
        };
        moments
            .enumerate()
            .map(|(moment, (scores, time))| {
                let boards = BoardId::ALL.map(|id| scores[id].chance_of_first(id));
                let both = match boards {
                    [Some(a), Some(b)] => Some(f64::midpoint(a, b)),
                    _ => None,
                };
                CurvePoint { time, boards, both, judged: judged(moment) }
            })
            .collect()
    }

    /// Which team the last moment favours, and with which chance; `None` where a mate has told it.
    #[must_use]
    pub fn favours(&self) -> Option<(Team, f64)> {
        let last = self.scores.moments.last()?;
        if last.iter().any(|it| it.score == Some(Score::Mated(0))) {
            return None;
        }
        let mut sum = 0.0;
        for id in BoardId::ALL {
            sum += last[id].chance_of_first(id)? / 2.0;
        }
        Some(if sum >= 0.5 { (Team::First, sum) } else { (Team::Second, 1.0 - sum) })
    }
}
