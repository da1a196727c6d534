//! Engine evaluation as display rows.

use super::{MatchEvaluation, PieceWorth, state::LatestEvaluation};
use crate::{
    app::Track,
    document::Document,
    engine::{EngineLine, EngineResult, LineEnd, Mistake, Score, Severity, chance_text},
    rules::{Board, BoardId, Color, Move, Role, Seat, Team},
    timeline::MatchTime,
};

#[derive(Clone, Debug, PartialEq)]
pub struct BoardEvaluation {
    pub turn: Seat,
    /// White's win probability, from 0 to 1; `None` if unknown.
    pub white: Option<f64>,
    /// The score with its depth, such as `+0.45, depth 12`. Without a score, `no move` if the engine has searched no
    /// nodes, otherwise `?`.
    pub words: String,
    pub lines: Vec<LineRow>,
    /// The first moves, in SAN, of the opponent's best line if the side to move passes; `None` if the line is no
    /// threat.
    pub threat: Option<String>,
    /// The value of one more piece in reserve, for each kind of piece.
    pub worth: Vec<PieceWorth>,
    /// Depth, nodes and speed: `depth 18 · 4.2 M nodes · 310 kN/s`.
    pub effort: String,
}

/// The opponent's best line after a pass counts as a threat if it gains at least this win probability (0 to 1).
const MIN_THREAT_GAIN: f64 = 0.1;

/// A line of an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct LineRow {
    /// The win probability of the side to move, from 0 to 1; `None` if unknown.
    pub part: Option<f64>,
    /// The win probability of the side to move: `61 %`; `?` if unknown.
    pub chance: String,
    /// The engine's score with its depth, for the tooltip.
    pub detail: String,
    pub san: Vec<String>,
    pub moves: Vec<Move>,
    /// The text after the last playable move; `None` if all moves are playable. If the next move drops a piece that is
    /// not in reserve, the text is a note. If that move is illegal for another reason, the text is an ellipsis.
    pub end: Option<String>,
    /// The board after each move.
    pub boards: Vec<Board>,
}

impl LineRow {
    /// Returns the row of `line`, which begins on `board`.
    fn of(line: &EngineLine, board: &Board) -> Self {
        let chance = line.score.chance();
        let mut board = board.clone();
        let after = |mv: &Move| {
            board.play(*mv);
            board.clone()
        };
        Self {
            part: chance,
            chance: chance.map_or("?".to_owned(), chance_text),
            detail: format!("{}, depth {}", line.score.text(), line.depth),
            san: line.san.clone(),
            moves: line.moves.clone(),
            end: match &line.end {
                LineEnd::Whole => None,
                LineEnd::NotInReserve(san) => Some(format!("({san} is not in reserve)")),
                LineEnd::Illegal(_) => Some("…".to_owned()),
            },
            boards: line.moves.iter().map(after).collect(),
        }
    }
}

impl BoardEvaluation {
    pub(super) fn of(id: BoardId, latest: &LatestEvaluation) -> Self {
        let color = latest.request.board.turn();
        let turn = Seat::new(id, color);
        let answer = &latest.result;
        let chance = answer.chance();
        // While the engine searches a new depth, its lines still have the order of the previous depth.
        let mut lines: Vec<&EngineLine> = answer.lines.iter().collect();
        let part = |line: &EngineLine| line.score.chance().unwrap_or(-1.0);
        lines.sort_by(|one, other| part(other).total_cmp(&part(one)));
        let threatens = |line: &EngineLine| {
            let after_pass = line.score.chance();
            after_pass
                .zip(chance)
                .is_none_or(|(after_pass, chance)| after_pass - (1.0 - chance) >= MIN_THREAT_GAIN)
        };
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
            lines: lines.into_iter().map(|line| LineRow::of(line, &latest.request.board)).collect(),
            threat: latest.threat.as_ref().filter(|line| threatens(line)).map(|line| {
                let moves: Vec<&str> = line.san.iter().take(3).map(String::as_str).collect();
                moves.join(" ")
            }),
            worth: latest.worth.clone(),
            effort: effort_text(answer),
        }
    }

    /// Returns the value of one more `role` in the reserve of `seat`, in percentage points of win probability, such as
    /// `+9`. Returns `None` if the value is unknown or below 1. Negative values are errors of the engine, since one
    /// more piece does no harm.
    pub fn value_of(&self, seat: Seat, role: Role) -> Option<String> {
        let mut worth = self.worth.iter();
        let found = worth.find(|it| it.seat == seat && it.role == role)?;
        let percent = (found.change * 100.0).round();
        if percent >= 1.0 { Some(format!("{percent:+.0}")) } else { None }
    }
}

fn effort_text(answer: &EngineResult) -> String {
    let nodes = match answer.nodes {
        nodes @ ..1_000 => format!("{nodes}"),
        nodes @ ..1_000_000 => format!("{} k", nodes / 1_000),
        nodes => format!("{}.{} M", nodes / 1_000_000, nodes / 100_000 % 10),
    };
    let speed = answer.nodes_per_second / 1_000;
    format!("depth {} · {nodes} nodes · {speed} kN/s", answer.depth)
}

/// A mistake found by the engine.
#[derive(Clone, Debug, PartialEq)]
pub struct MistakeRow {
    /// The moment after the mistaken ply.
    pub moment: usize,
    pub seat: Seat,
    pub severity: Severity,
    /// The mistaken ply with its glyph: `12A Nf3 ?!`.
    pub ply: String,
    /// The win probabilities before and after the ply, and a better move if known.
    pub words: String,
}

impl MistakeRow {
    pub(super) fn of(mistake: &Mistake, document: &Document) -> Self {
        let moment = mistake.ply + 1;
        let name = document.ply_name(moment).unwrap_or_default();
        let better = match &mistake.best {
            Some(best) => format!(". Better: {best}"),
            None => String::new(),
        };
        let ply = &document.played().plies[mistake.ply];
        let position = document.played().position_after(mistake.ply);
        let san = position.board_of(ply.seat).san(ply.mv);
        Self {
            moment,
            seat: mistake.seat,
            severity: mistake.severity,
            ply: format!("{name} {san} {}", mistake.severity.glyph()),
            words: format!(
                "{} → {}{better}",
                chance_text(mistake.before),
                chance_text(mistake.after)
            ),
        }
    }
}

/// A point of the win probability curves in the timeline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    pub time: MatchTime,
    /// The first team's win probabilities on board A and on board B, from 0 to 1; `None` if unknown.
    pub boards: [Option<f64>; 2],
    /// The mean of `boards`, a weak predictor of the result; `None` if one value is missing.
    pub both: Option<f64>,
    /// The board and the severity of the mistake in the ply before this moment; `None` if that ply is no mistake.
    pub mistake: Option<(BoardId, Severity)>,
}

impl MatchEvaluation {
    /// Returns the points of the curves: one for each evaluated moment. The times come from the timeline data `track`.
    pub fn curve(&self, track: &Track) -> Vec<CurvePoint> {
        let times = std::iter::once(0).chain(track.ticks.iter().map(|tick| tick.time));
        let moments = self.scores.moments.iter().zip(times);
        // Moments and mistakes are both in match order.
        let mut rows = self.mistakes.iter().peekable();
        let mut mistake_at = |moment| {
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
                CurvePoint { time, boards, both, mistake: mistake_at(moment) }
            })
            .collect()
    }

    /// Returns the team favoured at the last evaluated moment, and the win probability of that team. Returns `None`
    /// after checkmate, and if an evaluation is missing.
    pub fn favoured_team(&self) -> Option<(Team, f64)> {
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
