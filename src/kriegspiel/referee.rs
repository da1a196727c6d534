//! [`Referee`]: a game with all moves and the correct announcements.

use super::{Heard, HeardMove, Hearing, Issue, Obstacle, Problem, Rules, game::Basis};
use crate::{
    file::Span,
    kriegspiel::notation::{
        Announcement, MoveText, PlyName, PlyNotes, PlyText, Record, Response, Tries,
    },
    rules::{
        Attempt, AttemptError, Board, Claim, Color, IllegalMove, Move, OwnPieces, Reserve, Role,
        San, Square,
    },
};

#[derive(Clone, Debug)]
pub struct Referee {
    pub start: Board,
    pub rules: Rules,
    /// Why nothing can be concluded from the game.
    pub obstacle: Option<Obstacle>,
    /// Invariant: `plies[i]` is ply `i` of the record.
    pub plies: Vec<Ply>,
}

/// A ply with the referee's announcement.
#[derive(Clone, Debug, PartialEq)]
pub struct Ply {
    pub name: PlyName,
    pub mv: Move,
    /// The move as the player entered it.
    pub attempt: Attempt,
    /// The move in the notation of Kriegspiel.
    pub san: San,
    /// Whether the move gives check, mate or neither.
    pub claim: Claim,
    /// The correct announcement, computed from the board.
    pub response: Response,
    /// Whether the file contains an announcement of this ply.
    pub announced: bool,
    /// The illegal tries before the move, in the order in which they were made. Empty if the file states only their
    /// number.
    pub tries: Vec<Try>,
    /// The number of illegal tries, which the opponent hears.
    pub try_count: u32,
    pub notes: PlyNotes,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Try {
    /// The try in the notation of Kriegspiel, or as in the file if no piece could make it.
    pub text: String,
    /// The try as a move; `None` if no piece could make it.
    pub attempt: Option<Attempt>,
}

impl Referee {
    pub(super) fn replay(
        record: &Record,
        text: &[u8],
        basis: Basis,
        issues: &mut Vec<Issue>,
    ) -> Self {
        let Basis { start, rules, obstacle } = basis;
        let mut board = start.clone();
        let mut plies = Vec::with_capacity(record.plies.len());
        for (index, written) in record.plies.iter().enumerate() {
            let mut judge = Judge { text, rules, written, board: &board, issues };
            let Some(mv) = judge.find_move() else { break };
            let Some(attempt) = Attempt::of(mv) else { break };
            let after = board.after_move(mv);
            let mut ply = judge.judge(mv, attempt, &after, record);
            ply.notes = notes(record, text, index);
            plies.push(ply);
            board = after;
        }
        Self { start, rules, obstacle, plies }
    }

    #[must_use]
    pub fn turn(&self) -> Color {
        let last = self.plies.last().map(|ply| ply.name.color.other());
        last.unwrap_or(self.start.turn())
    }

    /// Returns the board after `plies` plies, or after the last ply if there are fewer.
    #[must_use]
    pub fn board_after(&self, plies: usize) -> Board {
        let mut board = self.start.clone();
        for ply in &self.plies[..plies.min(self.plies.len())] {
            board.play(ply.mv);
        }
        board
    }

    /// Returns what the player of `seat` has heard. Leaves out all annotations, since they may reveal what the player
    /// could not see.
    #[must_use]
    pub fn hearing(&self, seat: Color) -> Hearing {
        let heard = self.plies.iter().map(|ply| {
            let mv = if ply.name.color == seat {
                HeardMove::Own {
                    attempt: ply.attempt,
                    san: ply.san,
                    claim: ply.claim,
                    tries: ply.tries.clone(),
                    try_count: ply.try_count,
                }
            } else {
                HeardMove::Other { tries: ply.try_count }
            };
            let response =
                if ply.name.color == seat { ply.response.as_mover_hears() } else { ply.response };
            Heard { name: ply.name, mv, response, notes: PlyNotes::default() }
        });
        Hearing {
            seat,
            start: self.start.clone(),
            rules: self.rules,
            obstacle: self.obstacle,
            plies: heard.collect(),
        }
    }
}

/// Returns the announcement of `mv`, which leads from the board `before` to the board `after`.
#[must_use]
pub fn response(before: &Board, mv: Move, after: &Board, rules: Rules) -> Response {
    Response {
        capture: capture_square(before, mv),
        checks: after.check_directions(),
        pawn_tries: rules.pawn_tries.then(|| after.pawn_tries()),
    }
}

/// Returns the square of the piece that `mv` captures on the board `before`, or `None` without a capture.
pub(super) fn capture_square(before: &Board, mv: Move) -> Option<Square> {
    match mv {
        Move::Normal { to, .. } => before.piece_at(to).map(|_| to),
        Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
        Move::Castle { .. } | Move::Drop { .. } => None,
    }
}

/// Compares a written ply with the board before the ply and adds issues.
struct Judge<'a> {
    text: &'a [u8],
    rules: Rules,
    written: &'a PlyText,
    board: &'a Board,
    issues: &'a mut Vec<Issue>,
}

impl Judge<'_> {
    fn issue(&mut self, problem: Problem) {
        let span = self.written.move_span;
        self.issues.push(Issue { span, problem });
    }

    /// Returns the written move. If it cannot be played, adds an issue and returns `None`, which ends the game.
    fn find_move(&mut self) -> Option<Move> {
        let ply = self.written.name;
        let mut san = match self.written.mv {
            MoveText::Known(san, _) => san,
            MoveText::Hidden => {
                self.issue(Problem::Hidden(ply));
                return None;
            }
            // The parser has already reported this move.
            MoveText::Unreadable => return None,
        };
        if ply.color != self.board.turn() {
            let why = IllegalMove::WrongTurn { turn: self.board.turn() };
            self.issue(Problem::Illegal { ply, why });
            return None;
        }
        if matches!(san, San::Drop { .. }) {
            let why = AttemptError::Drop;
            self.issue(Problem::AttemptError { ply, why });
            return None;
        }
        let mut found = self.board.resolve(&san, &Reserve::EMPTY);
        if let (Err(IllegalMove::PromotionMissing { .. }), San::Normal { promotion, .. }) =
            (found, &mut san)
        {
            *promotion = Some(Role::Queen);
            self.issue(Problem::OpenPromotion(ply));
            found = self.board.resolve(&san, &Reserve::EMPTY);
        }
        match found {
            Ok(mv) => Some(mv),
            Err(why) => {
                self.issue(Problem::Illegal { ply, why });
                None
            }
        }
    }

    /// Builds the ply of the move `mv`, which leads to the board `after`. Adds issues where the written announcement is
    /// wrong.
    fn judge(&mut self, mv: Move, attempt: Attempt, after: &Board, record: &Record) -> Ply {
        let name = self.written.name;
        let own = self.board.own_pieces(name.color);
        let correct = response(self.board, mv, after, self.rules);
        let mut ply = Ply {
            name,
            mv,
            attempt,
            san: own.san(attempt, correct.capture.is_some()),
            claim: Claim::of(after.is_check(), after.is_chess_mate()),
            response: correct,
            announced: false,
            tries: Vec::new(),
            try_count: 0,
            notes: PlyNotes::default(),
        };
        let Some(recorded) = &self.written.announcement else { return ply };
        self.compare(recorded, correct, mv);
        ply.announced = true;
        ply.try_count = recorded.tries.count();
        for (span, one) in read_tries(&own, recorded, self.text, record, name, self.issues) {
            if one.attempt.is_some_and(|it| self.board.legal_move_for(it).is_some()) {
                let problem = Problem::LegalTry(name);
                self.issues.push(Issue { span, problem });
            }
            ply.tries.push(one);
        }
        ply
    }

    fn compare(&mut self, recorded: &Announcement, correct: Response, mv: Move) {
        let ply = self.written.name;
        let span = recorded.span;
        let mut issue = |problem| self.issues.push(Issue { span, problem });
        let recorded = recorded.response;
        // Some files announce the target square of an en passant capture instead of the captured pawn's square.
        let is_en_passant_target =
            matches!(mv, Move::EnPassant { to, .. } if recorded.capture == Some(to));
        if recorded.capture != correct.capture && !is_en_passant_target {
            issue(Problem::Capture { ply, recorded: recorded.capture, correct: correct.capture });
        }
        if recorded.checks != correct.checks {
            issue(Problem::Checks { ply, recorded: recorded.checks, correct: correct.checks });
        }
        let announced = recorded.pawn_tries.unwrap_or(0);
        if let Some(tries) = correct.pawn_tries
            && tries != announced
        {
            issue(Problem::PawnTries { ply, recorded: announced, correct: tries });
        }
    }
}

/// Returns the tries that `recorded` lists, with their spans, in the order in which they were made. Reports tries that
/// no piece of `own` could make and keeps them as text.
pub(super) fn read_tries(
    own: &OwnPieces,
    recorded: &Announcement,
    text: &[u8],
    record: &Record,
    ply: PlyName,
    issues: &mut Vec<Issue>,
) -> Vec<(Span, Try)> {
    let Tries::Listed(listed) = &recorded.tries else { return Vec::new() };
    let mut tries = Vec::with_capacity(listed.len());
    for one in listed.iter().rev() {
        let span = one.span;
        let attempt = one.san.and_then(|san| match own.resolve(&san) {
            Ok(attempt) => Some(attempt),
            Err(why) => {
                let problem = Problem::Implausible { ply, why };
                issues.push(Issue { span, problem });
                None
            }
        });
        let text = match attempt {
            Some(attempt) => own.san(attempt, false).to_string(),
            None => record.encoding.decode(span.of(text)).into_owned(),
        };
        tries.push((span, Try { text, attempt }));
    }
    tries
}

/// Returns the annotations of ply `index`. Comments before the first ply belong to the first ply.
pub(super) fn notes(record: &Record, text: &[u8], index: usize) -> PlyNotes {
    let mut notes = record.ply_notes(text, index + 1);
    if index == 0 {
        let before = record.ply_notes(text, 0).comments;
        notes.comments.splice(..0, before);
    }
    notes
}
