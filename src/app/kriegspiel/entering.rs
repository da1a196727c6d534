//! Recording a game of Kriegspiel ply by ply: as the referee, or as a player from the announcements. A *try* is a move
//! that a player proposes to the referee.

use super::{GameState, Side};
use crate::{
    app::{Cx, Focus},
    document::DocumentEdit,
    kriegspiel::{
        BoardEnd, PawnTryNews, Rules, View, heard_line,
        notation::{Line, Man, PawnTries, Promotion, Response},
        own_line,
    },
    rules::{
        Attempt, AttemptError, Bitboard, CheckDirections, Claim, Color, OwnPieces, Role, San,
        SanError, Square,
    },
    text::sentence,
};

/// The ply being entered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlyEntry {
    pub typed: String,
    /// The error message; empty if there is none.
    pub error: String,
    /// The illegal tries before the ply, in order.
    pub tries: Vec<Attempt>,
    /// Whether the player's own move captured a piece.
    pub captured: bool,
    /// Whether the player's own move was mate.
    pub mate: bool,
    /// The typed square of a capture by the other side.
    pub capture_square: String,
    /// The directions of announced checks.
    pub checks: CheckDirections,
    /// The number of the other side's illegal tries.
    pub try_count: u32,
    /// The number of announced pawn tries; 1 if only their existence is announced.
    pub pawn_tries: u16,
    /// The typed squares of pawns that can capture.
    pub pawn_try_squares: String,
    /// The announced man that was taken.
    pub taken: Option<Man>,
    /// The announced man of the other side that has taken.
    pub taker: Option<Man>,
    /// Whether a promotion of the other side was announced.
    pub promotes: bool,
    /// The answer to the question "Any?" before the ply; `None` if it was not asked.
    pub answer: Option<bool>,
}

/// The ply to enter next. Each variant says who enters the ply, and holds the side that plays the ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryTurn {
    /// A ply of this side, entered by the referee.
    Referee(Color),
    /// A ply of this side, entered by the player of this side.
    Own(Color),
    /// A ply of this side, entered by the player of the other side from the announcements.
    Other(Color),
}

enum EntryOutcome {
    /// The typed ply is an illegal try.
    Try(Attempt),
    /// The line that records the typed ply.
    Ply(Line),
}

/// What became of a typed ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryResult {
    /// It was added to the game or to the tries.
    Entered,
    /// The same try is already recorded.
    Repeated,
    /// It cannot be added, and stays in the field.
    Refused,
}

const REPEATED_TRY: &str = "This try is already recorded.";

/// An error in the ply being entered.
#[derive(Debug, thiserror::Error)]
pub(super) enum EntryError {
    #[error("no move can be added here")]
    NotHere,
    #[error("not a valid move: {0}")]
    San(#[from] SanError),
    #[error(transparent)]
    Attempt(#[from] AttemptError),
    #[error("“{0}” is not a square; type one such as e5")]
    Square(String),
    #[error("“{0}” is not a square; type squares such as d4, f4")]
    Squares(String),
    #[error("you have no piece on {0}")]
    NoPiece(Square),
    #[error("a king can’t be captured")]
    CapturedKing,
    #[error("castling can’t capture")]
    CapturingCastle,
    #[error("mate needs a check; select its direction")]
    MateWithoutCheck,
    #[error("a move can’t give check from more than two directions")]
    TooManyChecks,
}

impl GameState {
    /// Returns whether the current step and view are those where plies are added: the end of the game, in the view of
    /// the file.
    fn is_at_entry(&self) -> bool {
        let is_own_view = self.moment_view.side == Side::Referee || self.views.is_filtered();
        self.is_entering && is_own_view && self.moment_view.step.plies == self.end().plies
    }

    /// Returns how the game ended, if the current step is where the next ply would be entered.
    pub fn entry_end(&self) -> Option<BoardEnd> {
        let game = self.document.game();
        if self.is_at_entry() { game.end_for(game.view.seat()) } else { None }
    }

    /// Returns the ply to enter next. Returns `None` if no plies are being entered, if the current step is not at the
    /// end of the game, if the last ply ended the game, and in a player's view of a referee's file.
    pub fn entry_turn(&self) -> Option<EntryTurn> {
        if !self.is_at_entry() || self.entry_end().is_some() {
            return None;
        }
        let turn = self.document.game().turn();
        match self.moment_view.side {
            Side::Referee => Some(EntryTurn::Referee(turn)),
            Side::Seat(seat) if seat == turn => Some(EntryTurn::Own(turn)),
            Side::Seat(_) => Some(EntryTurn::Other(turn)),
        }
    }

    /// Returns the label of `attempt` in the list of tries.
    pub fn entry_try_text(&self, attempt: Attempt) -> String {
        let own = self.tryable_pieces();
        own.map_or_else(String::new, |own| own.san(attempt, false).to_string())
    }
}

/// Starts or ends entering plies after the last ply.
pub(in crate::app) fn toggle_game_entry(cx: &mut Cx<'_>) {
    cx.commit_drafts();
    let Some(game) = cx.game_mut() else { return };
    game.is_entering = !game.is_entering;
    game.form.entry = PlyEntry::default();
    game.go_to(game.end());
    if game.is_entering {
        focus_next_ply(cx);
    }
}

/// Adds the typed ply to the game, or all typed plies in the referee's view, up to the first that cannot be added. That
/// one and the following stay in the field. `illegal` says whether the player heard that the ply is illegal.
pub(super) fn enter_typed(cx: &mut Cx<'_>, illegal: bool) {
    let Some(game) = cx.game_mut() else { return };
    let typed = game.form.entry.typed.clone();
    let words: Vec<&str> = typed.split_whitespace().collect();
    if words.len() < 2 || !matches!(game.entry_turn(), Some(EntryTurn::Referee(_))) {
        enter_ply(cx, illegal);
        return;
    }
    let mut messages = Vec::new();
    for (index, word) in words.iter().enumerate() {
        cx.in_game(|game| {
            let entry = &mut game.form.entry;
            (*word).clone_into(&mut entry.typed);
            entry.error.clear();
        });
        let outcome = enter_ply(cx, illegal);
        let Some(game) = cx.game_mut() else { return };
        match outcome {
            EntryResult::Entered => {}
            EntryResult::Repeated => messages.push(format!("{word}: {REPEATED_TRY}")),
            EntryResult::Refused if game.entry_end().is_some() => {
                let rest = words[index..].join(" ");
                messages.push(format!("The game has ended. Not added: {rest}."));
                cx.notify(messages.join(" "));
                return;
            }
            EntryResult::Refused => {
                let entry = &mut game.form.entry;
                let error = std::mem::take(&mut entry.error);
                if !error.is_empty() {
                    messages.push(error);
                }
                entry.typed = words[index..].join(" ");
                break;
            }
        }
    }
    cx.in_game(|game| game.form.entry.error = messages.join("\n"));
}

/// Adds the typed ply to the game. An illegal ply is added to the list of tries instead. In the referee's view, the
/// position determines whether the ply is legal. In a player's view, `illegal` says whether the player heard that the
/// ply is illegal.
pub(super) fn enter_ply(cx: &mut Cx<'_>, illegal: bool) -> EntryResult {
    let Some(game) = cx.game_mut() else { return EntryResult::Refused };
    let outcome = entry_outcome(game, illegal);
    let entry = &mut game.form.entry;
    let result = match outcome {
        Err(error) => {
            entry.error = sentence(&error.to_string());
            EntryResult::Refused
        }
        Ok(EntryOutcome::Try(attempt)) => {
            entry.error.clear();
            entry.typed.clear();
            if entry.tries.contains(&attempt) {
                REPEATED_TRY.clone_into(&mut entry.error);
                EntryResult::Repeated
            } else {
                entry.tries.push(attempt);
                EntryResult::Entered
            }
        }
        Ok(EntryOutcome::Ply(line)) => {
            match cx.try_edit(&DocumentEdit::AddGamePly(Box::new(line)), None) {
                Ok(()) => EntryResult::Entered,
                Err(error) => {
                    cx.warn(sentence(&error.to_string()));
                    EntryResult::Refused
                }
            }
        }
    };
    focus_next_ply(cx);
    result
}

/// Gives the focus to the first field of the next ply, if there is one, so that no letter of it is taken for a shortcut.
/// On a touch screen this would open the keyboard.
pub(super) fn focus_next_ply(cx: &mut Cx<'_>) {
    let has_next = cx.game().is_some_and(|game| game.entry_turn().is_some());
    if has_next && !cx.shell.has_touch_only {
        cx.focus(Focus::TypedMove);
    }
}

/// Returns the move that was typed, if `own`, the pieces of its player, can try it.
pub(super) fn typed_attempt(own: &OwnPieces, typed: &str) -> Result<Attempt, EntryError> {
    Ok(own.resolve(&San::parse(typed.trim().as_bytes())?.san)?)
}

/// Judges the typed ply.
fn entry_outcome(game: &GameState, illegal: bool) -> Result<EntryOutcome, EntryError> {
    let document = &game.document;
    let turn = game.entry_turn().ok_or(EntryError::NotHere)?;
    let entry = &game.form.entry;
    let name = document.game().next_name().ok_or(EntryError::NotHere)?;
    if let (EntryTurn::Other(_), View::Seat(hearing)) = (turn, &document.game().view) {
        let sight = hearing.sight(hearing.plies.len());
        let response = entry.other_response(&sight.own, hearing.rules)?;
        return Ok(EntryOutcome::Ply(heard_line(name, response, hearing.rules, entry.try_count)));
    }
    let own = game.tryable_pieces().ok_or(EntryError::NotHere)?;
    let attempt = typed_attempt(&own, &entry.typed)?;
    if illegal {
        return Ok(EntryOutcome::Try(attempt));
    }
    match &document.game().view {
        View::Referee(referee) => Ok(referee
            .judge(name, attempt, &entry.tries)
            .map(|line| entry.with_answer(line, referee.rules))
            .map_or(EntryOutcome::Try(attempt), EntryOutcome::Ply)),
        View::Seat(hearing) => {
            let (response, claim) = entry.own_response(attempt, hearing.rules)?;
            Ok(EntryOutcome::Ply(own_line(&own, name, attempt, claim, response, &entry.tries)))
        }
    }
}

impl PlyEntry {
    /// Builds the announcements about a ply of the other side from the user's input. `own` are the player's pieces.
    fn other_response(&self, own: &OwnPieces, rules: Rules) -> Result<Response, EntryError> {
        let capture = match self.capture_square.trim() {
            "" => None,
            typed => {
                let square = square(typed).ok_or_else(|| EntryError::Square(typed.to_owned()))?;
                let piece = own.pieces().piece_at(square);
                match piece.map(|piece| piece.role) {
                    None => return Err(EntryError::NoPiece(square)),
                    Some(Role::King) => return Err(EntryError::CapturedKing),
                    Some(role) => Some((square, Man::of(role))),
                }
            }
        };
        self.at_most_two_checks()?;
        Ok(Response {
            capture: capture.map(|(square, _)| square),
            taken: capture.map(|(_, man)| man),
            taker: if capture.is_some() { self.taker } else { None },
            checks: self.checks,
            promotion: if self.promotes { Some(Promotion::Some) } else { None },
            pawn_tries: self.pawn_tries(rules)?,
            answer: self.answer,
        }
        .within_rules(rules))
    }

    /// Builds the announcements about the player's own move `attempt` from the user's input.
    fn own_response(
        &self,
        attempt: Attempt,
        rules: Rules,
    ) -> Result<(Response, Claim), EntryError> {
        self.at_most_two_checks()?;
        if self.mate && self.checks.is_empty() {
            return Err(EntryError::MateWithoutCheck);
        }
        if self.captured && matches!(attempt, Attempt::Castle { .. }) {
            return Err(EntryError::CapturingCastle);
        }
        let claim = Claim::of(!self.checks.is_empty(), self.mate);
        let captures = self.captured || attempt.is_pawn_capture();
        let (_, to) = attempt.squares();
        let response = Response {
            capture: if captures { Some(to) } else { None },
            taken: if captures { self.taken } else { None },
            taker: match attempt {
                Attempt::Normal { role, .. } if captures => Some(Man::of(role)),
                _ => None,
            },
            checks: self.checks,
            promotion: promotion(attempt).map(Promotion::To),
            pawn_tries: None,
            answer: self.answer,
        };
        Ok((response.within_rules(rules).as_mover_hears(), claim))
    }

    /// Adds the answer to the question "Any?" to the announcement in `line`.
    fn with_answer(&self, mut line: Line, rules: Rules) -> Line {
        line.response.answer = if rules.has_question() { self.answer } else { None };
        line
    }

    /// Reads the announced pawn tries in the form of `rules`.
    fn pawn_tries(&self, rules: Rules) -> Result<Option<PawnTries>, EntryError> {
        Ok(match rules.pawn_tries {
            PawnTryNews::Nothing | PawnTryNews::OnQuestion => None,
            PawnTryNews::Number => Some(PawnTries::Number(self.pawn_tries)),
            PawnTryNews::YesOrNo => Some(PawnTries::Any(self.pawn_tries > 0)),
            PawnTryNews::Squares => {
                let mut squares = Bitboard::EMPTY;
                for word in self.pawn_try_squares.split([',', ' ']).filter(|it| !it.is_empty()) {
                    squares.add(square(word).ok_or_else(|| EntryError::Squares(word.to_owned()))?);
                }
                Some(PawnTries::From(squares))
            }
        })
    }

    fn at_most_two_checks(&self) -> Result<(), EntryError> {
        if self.checks.iter().count() > 2 {
            return Err(EntryError::TooManyChecks);
        }
        Ok(())
    }
}

/// Returns the piece to which the pawn of `attempt` promotes, if it does.
pub(super) const fn promotion(attempt: Attempt) -> Option<Role> {
    match attempt {
        Attempt::Normal { promotion, .. } => promotion,
        Attempt::Castle { .. } => None,
    }
}

fn square(typed: &str) -> Option<Square> {
    typed.to_ascii_lowercase().parse().ok()
}
