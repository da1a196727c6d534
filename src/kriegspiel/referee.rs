//! [`Referee`]: a game of which every move is known, and what had to be announced.

use super::{Heard, HeardMove, Hearing, Issue, Problem, Rules};
use crate::{
    file::Span,
    kriegspiel::notation::{
        Announcement, MoveText, PlyName, PlyNotes, PlyText, Record, Response, Tries,
    },
    rules::{
        Attempt, Board, Claim, Color, IllegalMove, Move, NoAttempt, OwnPieces, Reserve, Role, San,
        Square,
    },
};

/// A game as the referee sees it.
#[derive(Clone, Debug)]
pub struct Referee {
    /// The board before the first ply.
    pub start: Board,
    /// The rules.
    pub rules: Rules,
    /// The plies that were played: ply `i` is ply `i` of the record.
    pub plies: Vec<Ply>,
}

/// A ply and what the referee had to say of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Ply {
    /// Which ply.
    pub name: PlyName,
    /// The move.
    pub mv: Move,
    /// The move as the player tried it.
    pub attempt: Attempt,
    /// How it is written in Kriegspiel.
    pub san: San,
    /// Whether it gave check or mate.
    pub claim: Claim,
    /// What had to be announced, worked out from the board.
    pub response: Response,
    /// Whether the file announces anything here.
    pub announced: bool,
    /// The illegal tries, the first one tried first; none where they are only counted.
    pub tries: Vec<Try>,
    /// How many tries the other player heard of.
    pub try_count: u32,
    /// What a person wrote of it.
    pub notes: PlyNotes,
}

/// An illegal try.
#[derive(Clone, Debug, PartialEq)]
pub struct Try {
    /// As it is written in Kriegspiel; as the file has it where no piece could make it.
    pub text: String,
    /// What was tried; `None` where no piece could make it.
    pub attempt: Option<Attempt>,
}

impl Referee {
    pub(super) fn replay(
        record: &Record,
        text: &[u8],
        start: Board,
        rules: Rules,
        issues: &mut Vec<Issue>,
    ) -> Self {
        let mut board = start.clone();
        let mut plies = Vec::with_capacity(record.plies.len());
        for (index, written) in record.plies.iter().enumerate() {
            let mut judge = Judge { text, rules, written, board: &board, issues };
            let Some(mv) = judge.find_move() else { break };
            let Some(attempt) = Attempt::of(mv) else {
                break;
            };
            let mut after = board.clone();
            after.play(mv);
            let mut ply = judge.judge(mv, attempt, &after, record);
            ply.notes = notes(record, text, index);
            plies.push(ply);
            board = after;
        }
        Self { start, rules, plies }
    }

    /// Who is to move after the last ply.
    #[must_use]
    pub fn turn(&self) -> Color {
        let last = self.plies.last().map(|ply| ply.name.color.other());
        last.unwrap_or(self.start.turn())
    }

    /// The board after `plies` plies; after the last where there are fewer.
    #[must_use]
    pub fn board_after(&self, plies: usize) -> Board {
        let mut board = self.start.clone();
        for ply in &self.plies[..plies.min(self.plies.len())] {
            board.play(ply.mv);
        }
        board
    }

    /// What the player of `seat` heard of it. Comments are left out: they may tell what that player could
    /// not see.
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
        Hearing::new(seat, self.start.clone(), self.rules, heard.collect())
    }
}

/// What is announced of `mv`, which leads from `before` to `after`.
#[must_use]
pub fn response(before: &Board, mv: Move, after: &Board, rules: Rules) -> Response {
    Response {
        capture: captured_on(before, mv),
        checks: after.check_directions(),
        pawn_tries: rules.pawn_tries.then(|| after.pawn_tries()),
    }
}

/// Where the piece stands that `mv` takes.
pub(super) fn captured_on(before: &Board, mv: Move) -> Option<Square> {
    match mv {
        Move::Normal { to, .. } => before.piece_at(to).map(|_| to),
        Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
        Move::Castle { .. } | Move::Drop { .. } => None,
    }
}

/// What a file says of one ply, held against the board before it.
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

    /// The move; `None`, with an issue, where the game cannot be played on.
    fn find_move(&mut self) -> Option<Move> {
        let ply = self.written.name;
        let mut san = match self.written.mv {
            MoveText::Known(san, _) => san,
            MoveText::Hidden => {
                self.issue(Problem::Hidden(ply));
                return None;
            }
            // The text has its issue already.
            MoveText::Unreadable => return None,
        };
        if ply.color != self.board.turn() {
            let why = IllegalMove::WrongTurn { turn: self.board.turn() };
            self.issue(Problem::Illegal { ply, why });
            return None;
        }
        if matches!(san, San::Drop { .. }) {
            let why = NoAttempt::Drop;
            self.issue(Problem::NoAttempt { ply, why });
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

    fn judge(&mut self, mv: Move, attempt: Attempt, after: &Board, record: &Record) -> Ply {
        let name = self.written.name;
        let own = self.board.own_pieces(name.color);
        let is = response(self.board, mv, after, self.rules);
        let mut ply = Ply {
            name,
            mv,
            attempt,
            san: own.san(attempt, is.capture.is_some()),
            claim: match (after.is_chess_mate(), after.is_check()) {
                (true, _) => Claim::Mate,
                (_, true) => Claim::Check,
                _ => Claim::None,
            },
            response: is,
            announced: false,
            tries: Vec::new(),
            try_count: 0,
            notes: PlyNotes::default(),
        };
        let Some(said) = &self.written.announcement else {
            return ply;
        };
        self.compare(said, is, mv);
        ply.announced = true;
        ply.try_count = said.tries.count();
        for (span, one) in read_tries(&own, said, self.text, record, name, self.issues) {
            if one.attempt.is_some_and(|it| self.board.allow(it).is_some()) {
                let problem = Problem::LegalTry(name);
                self.issues.push(Issue { span, problem });
            }
            ply.tries.push(one);
        }
        ply
    }

    /// Holds what the file says against what is so.
    fn compare(&mut self, said: &Announcement, is: Response, mv: Move) {
        let ply = self.written.name;
        let span = said.span;
        let mut issue = |problem| self.issues.push(Issue { span, problem });
        let said = said.response;
        // Of a capture in passing some name the square where it ends.
        let in_passing = matches!(mv, Move::EnPassant { to, .. } if said.capture == Some(to));
        if said.capture != is.capture && !in_passing {
            issue(Problem::Capture { ply, said: said.capture, is: is.capture });
        }
        if said.checks != is.checks {
            issue(Problem::Checks { ply, said: said.checks, is: is.checks });
        }
        let announced = said.pawn_tries.unwrap_or(0);
        if let Some(tries) = is.pawn_tries
            && tries != announced
        {
            issue(Problem::PawnTries { ply, said: announced, is: tries });
        }
    }
}

/// The tries that `said` lists, the first one tried first, each with its place. What no piece of `own` could
/// ever do is an issue and stays text.
pub(super) fn read_tries(
    own: &OwnPieces,
    said: &Announcement,
    text: &[u8],
    record: &Record,
    ply: PlyName,
    issues: &mut Vec<Issue>,
) -> Vec<(Span, Try)> {
    let Tries::Listed(listed) = &said.tries else {
        return Vec::new();
    };
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

/// What a person wrote of ply `index`. What stands before the first ply is written with it.
pub(super) fn notes(record: &Record, text: &[u8], index: usize) -> PlyNotes {
    let mut notes = record.ply_notes(text, index + 1);
    if index == 0 {
        let before = record.ply_notes(text, 0).comments;
        notes.comments.splice(..0, before);
    }
    notes
}
