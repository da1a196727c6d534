//! [`Referee`]: a game with all moves and the correct announcements.

use super::{
    CheckNews, Heard, HeardMove, Hearing, Issue, Obstacle, Part, PawnTryNews, Problem,
    PromotionNews, Rules, TryNews, game::Basis,
};
use crate::{
    file::Span,
    kriegspiel::notation::{
        Announcement, Man, MoveText, PawnTries, PlyName, PlyNotes, PlyText, Promotion, Record,
        Response, Tries, TriesOrder,
    },
    rules::{
        Attempt, AttemptError, Bitboard, Board, CheckDirections, Claim, Color, IllegalMove, Move,
        OwnPieces, Reserve, Role, San, Square,
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
    /// The number of illegal tries, which the opponent hears by most rules.
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
        let Basis { start, rules, obstacle, .. } = basis;
        let has_known_rules = obstacle.is_none_or(|it| !it.is_about_rules());
        let tries_order = record.tries_order(text);
        let mut board = start.clone();
        let mut plies = Vec::with_capacity(record.plies.len());
        for (index, written) in record.plies.iter().enumerate() {
            let mut judge =
                Judge { text, rules, has_known_rules, tries_order, written, board: &board, issues };
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

    pub fn turn(&self) -> Color {
        let last = self.plies.last().map(|ply| ply.name.color.other());
        last.unwrap_or(self.start.turn())
    }

    /// Returns the board after `plies` plies, or after the last ply if there are fewer.
    pub fn board_after(&self, plies: usize) -> Board {
        let mut board = self.start.clone();
        for ply in &self.plies[..plies.min(self.plies.len())] {
            board.play(ply.mv);
        }
        board
    }

    /// Returns what the player of `seat` has heard. Leaves out all annotations, since they may reveal what the player
    /// could not see.
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
                HeardMove::Other { tries: heard_tries(self.rules, ply.try_count) }
            };
            let response =
                if ply.name.color == seat { ply.response.as_mover_hears() } else { ply.response };
            Heard { name: ply.name, mv, response, notes: PlyNotes::default() }
        });
        Hearing {
            seat,
            start: self.start.clone(),
            uncertain: None,
            rules: self.rules,
            obstacle: self.obstacle,
            plies: heard.collect(),
        }
    }
}

/// Returns the number of the opponent's illegal tries as a player hears it: `count`, or `None` if only the mover hears
/// of them.
pub(super) fn heard_tries(rules: Rules, count: u32) -> Option<u32> {
    match rules.tries {
        TryNews::Both => Some(count),
        TryNews::Mover => None,
    }
}

/// Returns the announcement of `mv`, which leads from the board `before` to the board `after`.
pub fn response(before: &Board, mv: Move, after: &Board, rules: Rules) -> Response {
    let capture = capture_square(before, mv);
    let man_at = |square: Square| Some(Man::of(before.piece_at(square)?.role));
    let taken = if rules.names_taken() { capture.and_then(man_at) } else { None };
    let taker = match mv {
        Move::Normal { role, .. } if capture.is_some() => Some(Man::of(role)),
        Move::EnPassant { .. } => Some(Man::Pawn),
        _ => None,
    };
    let promotion = match mv {
        Move::Normal { promotion, .. } => promotion,
        _ => None,
    };
    Response {
        capture,
        taken,
        taker: if rules.names_taker() { taker } else { None },
        checks: match rules.check {
            CheckNews::Check if after.is_check() => CheckDirections::UNKNOWN,
            CheckNews::Check => CheckDirections::NONE,
            CheckNews::Directions => after.check_directions(),
        },
        promotion: match rules.promotion {
            PromotionNews::Nothing => None,
            PromotionNews::Promotion => promotion.map(|_| Promotion::Some),
            PromotionNews::Piece => promotion.map(Promotion::To),
        },
        pawn_tries: match rules.pawn_tries {
            PawnTryNews::Nothing | PawnTryNews::OnQuestion => None,
            PawnTryNews::Number => Some(PawnTries::Number(after.pawn_tries())),
            PawnTryNews::YesOrNo => Some(PawnTries::Any(after.has_pawn_try())),
            PawnTryNews::Squares => Some(PawnTries::From(after.pawn_try_origins())),
        },
        answer: None,
    }
}

/// Returns the square of the piece that `mv` captures on the board `before`, or `None` without a capture.
pub(super) fn capture_square(before: &Board, mv: Move) -> Option<Square> {
    before.captured_by(mv).map(|_| mv.capture_square())
}

/// Compares a written ply with the board before the ply and adds issues.
struct Judge<'a> {
    text: &'a [u8],
    rules: Rules,
    /// Whether announcements can be compared: the tags do not name unknown rules.
    has_known_rules: bool,
    tries_order: TriesOrder,
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
        if self.has_known_rules {
            self.compare(recorded, correct, mv);
        }
        ply.announced = true;
        ply.try_count = recorded.tries.count();
        self.check_question(recorded, attempt);
        if self.rules.has_question() {
            ply.response.answer = recorded.response.answer;
        }
        let tries = TryReader { own: &own, record, text: self.text, order: self.tries_order };
        for (span, one) in tries.read(recorded, name, self.issues) {
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
        let (recorded, has_more) = recorded.response.within(self.rules);
        // Some files announce the target square of an en passant capture instead of the captured pawn's square.
        let is_en_passant_target =
            matches!(mv, Move::EnPassant { to, .. } if recorded.capture == Some(to));
        if recorded.capture != correct.capture && !is_en_passant_target {
            issue(Problem::Capture { ply, recorded: recorded.capture, correct: correct.capture });
        }
        if recorded.checks != correct.checks {
            issue(Problem::Checks { ply, recorded: recorded.checks, correct: correct.checks });
        }
        if has_more {
            issue(Problem::NotAnnounced(ply));
        }
        if correct.pawn_tries != recorded.pawn_tries {
            let (recorded, correct) = (recorded.pawn_tries, correct.pawn_tries);
            issue(Problem::PawnTries { ply, recorded, correct });
        }
        // Older files leave out what was taken.
        if let (Some(recorded), Some(correct)) = (recorded.taken, correct.taken)
            && recorded != correct
        {
            let (recorded, correct) = (Part::Taken(recorded), Part::Taken(correct));
            issue(Problem::Announcement { ply, recorded, correct });
        }
        if let (Some(recorded), Some(correct)) = (recorded.taker, correct.taker)
            && recorded != correct
        {
            let (recorded, correct) = (Part::Taker(recorded), Part::Taker(correct));
            issue(Problem::Announcement { ply, recorded, correct });
        }
        if recorded.promotion != correct.promotion {
            let part = |it: Option<Promotion>| match it {
                None => Part::Nothing,
                Some(Promotion::Some) => Part::Promotion,
                Some(Promotion::To(role)) => Part::PromotionTo(role),
            };
            let (recorded, correct) = (part(recorded.promotion), part(correct.promotion));
            issue(Problem::Announcement { ply, recorded, correct });
        }
    }

    /// Adds issues where the answer to the question "Any?" is wrong or was not obeyed.
    fn check_question(&mut self, recorded: &Announcement, attempt: Attempt) {
        let (ply, span) = (self.written.name, recorded.span);
        let Some(any) = recorded.response.answer else { return };
        if !self.rules.has_question() {
            return;
        }
        if any != self.board.has_pawn_try() {
            self.issues.push(Issue { span, problem: Problem::Answer(ply) });
        }
        let is_capture = |san: Option<San>| {
            matches!(san, Some(San::Normal { role: Role::Pawn, capture: true, .. }))
        };
        let has_tried = attempt.is_pawn_capture()
            || match &recorded.tries {
                Tries::Listed(tries) => tries.iter().any(|it| is_capture(it.san)),
                Tries::Counted(count) => *count > 0,
            };
        if any && !has_tried {
            self.issues.push(Issue { span, problem: Problem::NoCaptureTried(ply) });
        }
    }
}

impl Response {
    /// Returns the part of the announcement that `rules` have, in their form.
    #[must_use]
    pub fn within_rules(self, rules: Rules) -> Self {
        self.within(rules).0
    }

    /// Returns the part of the announcement that `rules` have, in their form, and whether there is more.
    pub(super) fn within(self, rules: Rules) -> (Self, bool) {
        use PawnTries as P;
        let pawn_tries = match (rules.pawn_tries, self.pawn_tries) {
            (PawnTryNews::Number, None) => Some(P::Number(0)),
            (PawnTryNews::Number, Some(tries @ P::Number(_)))
            | (PawnTryNews::Squares, Some(tries @ P::From(_))) => Some(tries),
            (PawnTryNews::YesOrNo, tries) => {
                Some(P::Any(tries.is_some_and(|tries| !tries.is_none())))
            }
            (PawnTryNews::Squares, None) => Some(P::From(Bitboard::EMPTY)),
            _ => None,
        };
        let checks = match rules.check {
            CheckNews::Check if !self.checks.is_empty() => CheckDirections::UNKNOWN,
            _ => self.checks,
        };
        let within = Self {
            capture: self.capture,
            taken: if rules.names_taken() { self.taken } else { None },
            taker: if rules.names_taker() { self.taker } else { None },
            checks,
            promotion: match rules.promotion {
                PromotionNews::Nothing => None,
                PromotionNews::Promotion => self.promotion.map(|_| Promotion::Some),
                PromotionNews::Piece => self.promotion,
            },
            pawn_tries,
            answer: if rules.has_question() { self.answer } else { None },
        };
        let lost_tries = self.pawn_tries.is_some_and(|it| !it.is_none()) && pawn_tries.is_none();
        let lost = lost_tries
            || (self.taken, self.taker) != (within.taken, within.taker)
            || self.promotion.is_some() != within.promotion.is_some()
            || self.answer != within.answer;
        (within, lost)
    }
}

/// Reads the illegal tries before a ply of the player whose pieces are `own`.
pub(super) struct TryReader<'a> {
    pub(super) own: &'a OwnPieces,
    pub(super) record: &'a Record,
    pub(super) text: &'a [u8],
    pub(super) order: TriesOrder,
}

impl TryReader<'_> {
    /// Returns the tries that `recorded` lists, with their spans, in the order in which they were made. Reports tries
    /// that no piece could make and keeps them as text.
    pub(super) fn read(
        &self,
        recorded: &Announcement,
        ply: PlyName,
        issues: &mut Vec<Issue>,
    ) -> Vec<(Span, Try)> {
        let Tries::Listed(listed) = &recorded.tries else { return Vec::new() };
        let mut tries = Vec::with_capacity(listed.len());
        for one in listed {
            let span = one.span;
            let attempt = one.san.and_then(|san| match self.own.resolve(&san) {
                Ok(attempt) => Some(attempt),
                Err(why) => {
                    let problem = Problem::Implausible { ply, why };
                    issues.push(Issue { span, problem });
                    None
                }
            });
            let text = match attempt {
                Some(attempt) => self.own.san(attempt, false).to_string(),
                None => self.record.encoding.decode(span.of(self.text)).into_owned(),
            };
            tries.push((span, Try { text, attempt }));
        }
        if self.order == TriesOrder::LatestFirst {
            tries.reverse();
        }
        tries
    }
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
