//! A Kriegspiel problem: its question, the user's tries (moves proposed to the referee), and the plan that solves the
//! problem. Tries and plans are judged in the player's *belief*, the set of possible positions.

use super::{BeliefStatus, EntryTurn, GameState, KriegspielJob, Side, Step};
use crate::{
    app::{
        Cx, Effect, Focus, JobKind, Panel, Session,
        kriegspiel::{
            answer::{record_answer, write_answer},
            entering::{enter_ply, promotion, typed_attempt},
            navigation::{go_in_game, show_side},
            player_belief::stop_belief,
        },
    },
    archive::RecordId,
    kriegspiel::{
        Answer, Belief, BoardEnd, Notation, Solved,
        notation::{
            ProblemQuestion, Response, announcement_phrase, announcement_words, color_title,
        },
    },
    rules::{Attempt, Color, OwnPieces, Role, Square},
    text::{capital, sentence},
};
use std::sync::Arc;

#[derive(Clone, Debug, Default)]
pub struct ProblemState {
    /// Whether the solution in the file is visible. Set when the user requests the solution or answers the question,
    /// and for a new problem.
    pub revealed: bool,
    /// The user's answer to the question whether mate is forced; `None` without an answer.
    pub user_answer: Option<bool>,
    pub trial: Option<Trial>,
    pub search: Option<Search>,
    /// Whether this is a new problem whose solution the search still has to determine.
    pub unchecked: bool,
}

/// A try with the referee's possible answers.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The belief in which the job judges the try; `None` until the belief is calculated.
    pub belief: Option<Arc<Belief>>,
    pub attempt: Attempt,
    /// The move in SAN.
    pub text: String,
    /// The possible answers, each with the number of positions that give the answer, most frequent first; `None` until
    /// the job has ended.
    pub answers: Option<Vec<(Answer, usize)>>,
}

#[derive(Clone, Debug, Default)]
pub struct Search {
    /// The belief that the job searches; `None` until the belief is calculated.
    pub belief: Option<Arc<Belief>>,
    pub solved: Option<Arc<Solved>>,
}

impl Search {
    /// Returns whether mate is forced; `None` while the search is undecided. A plan for a sample decides nothing, but
    /// positions of a sample that refute every plan do.
    pub fn verdict(&self) -> Option<bool> {
        match self.solved.as_deref()? {
            Solved::Forced(_) => self.belief.as_ref()?.is_exact().then_some(true),
            Solved::NotForced(_) => Some(false),
            Solved::Stopped | Solved::TooDeep => None,
        }
    }
}

/// The second question of a problem that has one, for when mate is not certain.
pub const EPSILON_QUESTION: &str =
    "Can a plan still mate with a probability arbitrarily close to 1?";

/// Returns the question of a problem, such as `White to move. Is mate in 2 certain?`. A mate takes an odd number of
/// half-moves, so that an even number is rounded down.
pub fn task_text(question: ProblemQuestion, turn: Color) -> String {
    let when = match question.depth.div_ceil(2) {
        1 => "on the next move".to_owned(),
        moves => format!("in {moves}"),
    };
    format!("{} to move. Is mate {when} certain?", color_title(turn))
}

/// Returns the solution given in the file, in words.
pub fn answer_text(question: ProblemQuestion) -> String {
    let forced = match question.forced {
        Some(true) => "The file says yes, mate is forced.",
        Some(false) => "The file says no, mate isn’t forced.",
        None => "The file has no solution.",
    };
    let epsilon_answer = match (question.forced, question.epsilon) {
        (Some(true), _) | (_, None) => "",
        (_, Some(true)) => " But a plan can mate with a probability arbitrarily close to 1.",
        (_, Some(false)) => " Nor can a plan mate with a probability arbitrarily close to 1.",
    };
    format!("{forced}{epsilon_answer}")
}

/// Returns the verdict on `user_answer`, given the correct answer.
pub const fn verdict_text(user_answer: bool, correct: bool) -> &'static str {
    match (user_answer, correct) {
        (true, true) => "Correct: mate is forced.",
        (false, false) => "Correct: mate isn’t forced.",
        (true, false) => "Wrong: mate isn’t forced.",
        (false, true) => "Wrong: mate is forced.",
    }
}

/// Describes whether any plan mates with a probability arbitrarily close to 1. Returns `None` if mate is forced, which leaves
/// nothing to ask.
pub const fn epsilon_text(solved: &Solved) -> Option<&'static str> {
    Some(match solved.epsilon() {
        Some(true) => return None,
        Some(false) => {
            "Nor can a plan mate with a probability arbitrarily close to 1: in one possible position, \
             mate can’t be forced even with full information."
        }
        None => {
            "Whether a plan can mate with a probability arbitrarily close to 1 isn’t known: only plans \
             that always mate are searched."
        }
    })
}

/// Returns the referee's answer in words.
pub fn reply_text(answer: Answer, mover: Color) -> String {
    match answer {
        Answer::Illegal => "Illegal".to_owned(),
        Answer::Legal { response, end: Some(BoardEnd::Stalemate) } => {
            capital(&with_stalemate(response, mover))
        }
        Answer::Legal { response, end } => announcement_words(response, mover, end.is_some()),
    }
}

/// Describes the announcement of a move by `mover` that stalemates, for the middle of a sentence.
pub fn with_stalemate(response: Response, mover: Color) -> String {
    if response == Response::default() {
        return "stalemate".to_owned();
    }
    format!("{}; stalemate", announcement_phrase(response, mover, false))
}

/// Selects the Problem panel if a problem is shown. For a game without a question, switches from the Problem panel
/// to the Moves panel, which lists the announcements.
pub(in crate::app) fn sync_problem_panel(cx: &mut Cx<'_>) {
    let is_problem = cx.game().and_then(GameState::question).is_some();
    match (is_problem, cx.shell.panel) {
        (true, _) => cx.select_panel(Panel::Problem),
        (false, Panel::Problem) => cx.select_panel(Panel::Moves),
        _ => {}
    }
}

/// Stores the user's answer to the question whether mate is forced, and reveals the solution in the file. If the
/// solution is unknown, starts a search for a plan.
pub(in crate::app) fn answer_problem(cx: &mut Cx<'_>, forced: bool) {
    let Some(game) = cx.game_mut() else { return };
    game.problem.user_answer = Some(forced);
    game.problem.revealed = true;
    if game.is_forced().is_none() {
        solve(cx);
    }
    record_answer(cx);
}

/// Returns the next Kriegspiel record that the user has not answered, in display order. After the last record,
/// continues with the first. Returns `None` if all other Kriegspiel records are answered.
pub fn next_problem(session: &Session) -> Option<RecordId> {
    let file = session.library.file()?;
    let rows = file.filter.rows.iter().map(|&row| row as RecordId);
    let all: Vec<RecordId> = rows.collect();
    let next_index = all.iter().position(|&id| id == file.record.id).map_or(0, |at| at + 1);
    let mut next = all[next_index..].iter().chain(&all[..next_index]).copied();
    next.find(|id| {
        let row = file.list.index.row(*id);
        let is_game = row.is_some_and(|row| row.notation == Notation::Kriegspiel);
        is_game && *id != file.record.id && !file.answers.contains_key(id)
    })
}

/// Applies `input`, which returns whether a move was tried, to the game. Shows the trial or, while plies are being
/// entered, the move to enter.
pub(in crate::app) fn make_try(cx: &mut Cx<'_>, input: impl FnOnce(&mut GameState) -> bool) {
    let Some(game) = cx.game_mut() else { return };
    if !input(game) {
        return;
    }
    match game.entry_turn() {
        // The move is entered at once, because the position determines the announcements.
        Some(EntryTurn::Referee(_)) => {
            enter_ply(cx, false);
        }
        // The user still has to enter the announcements.
        Some(EntryTurn::Own(_) | EntryTurn::Other(_)) => {}
        None => cx.select_panel(Panel::Problem),
    }
}

/// Starts a search for a plan, and shows the view of the side to move.
pub(in crate::app) fn solve(cx: &mut Cx<'_>) {
    if cx.game().and_then(GameState::question).is_none() {
        return;
    }
    show_solver(cx);
    if let Some(game) = cx.game_mut() {
        game.problem.search = Some(Search::default());
    }
}

/// Goes to the end of the game in the view of the side to move, on the Problem panel.
pub(in crate::app) fn show_solver(cx: &mut Cx<'_>) {
    cx.select_panel(Panel::Problem);
    let Some(game) = cx.game() else { return };
    let (turn, end) = (game.document.game().turn(), game.end());
    if game.views.seat(turn).is_some() {
        show_side(cx, Side::Seat(turn));
    }
    go_in_game(cx, end);
}

/// Focuses the field for the next move to record or, if no moves are recorded, for a try.
pub(in crate::app) fn type_move(cx: &mut Cx<'_>) {
    if let Some(game) = cx.game()
        && game.is_entering
    {
        go_in_game(cx, game.end());
        if !matches!(cx.shell.panel, Panel::Moves | Panel::Notes) {
            cx.show_panel(Panel::Moves);
        }
    } else {
        show_solver(cx);
    }
    cx.focus(Focus::TypedMove);
}

/// Cancels the search for a plan if it has no result yet.
pub(in crate::app) fn stop_solving(cx: &mut Cx<'_>) {
    let Some(game) = cx.game_mut() else { return };
    game.problem.unchecked = false;
    let unsolved = |search: &mut Search| search.solved.is_none();
    let Some(search) = game.problem.search.take_if(unsolved) else { return };
    if search.belief.is_some() {
        return cx.cancel([JobKind::Plan]);
    }
    stop_belief(cx);
}

/// Stops waiting for the result of a try, after a panic in its job.
pub(in crate::app) fn drop_trial(cx: &mut Cx<'_>) {
    cx.in_game(|game| game.problem.trial = None);
}

/// Stops waiting for the solution, after a panic in its job.
pub(in crate::app) fn drop_search(cx: &mut Cx<'_>) {
    cx.in_game(|game| {
        game.problem.search = None;
        game.problem.unchecked = false;
    });
}

/// Stores the referee's possible answers to the try.
pub(super) fn apply_answers(cx: &mut Cx<'_>, answers: Vec<(Answer, usize)>) {
    if let Some(trial) = cx.game_mut().and_then(|game| game.problem.trial.as_mut()) {
        trial.answers = Some(answers);
    }
}

/// Stores the result of the search for a plan.
pub(super) fn apply_solved(cx: &mut Cx<'_>, solved: Arc<Solved>) {
    if let Some(search) = cx.game_mut().and_then(|game| game.problem.search.as_mut()) {
        search.solved = Some(solved);
    }
    write_answer(cx);
    record_answer(cx);
}

/// Starts jobs that were waiting for the belief.
pub(in crate::app) fn start_problem_jobs(cx: &mut Cx<'_>) {
    let Some(game) = cx.game() else { return };
    let Some(BeliefStatus::Done(belief)) = game.belief().map(|belief| &belief.end) else { return };
    let belief = Arc::clone(belief);
    let depth = game.question().map(|question| question.depth);
    let mut jobs = Vec::new();
    if let Some(game) = cx.game_mut() {
        let (trial, search) = (&mut game.problem.trial, &mut game.problem.search);
        if let Some(trial) = trial.as_mut().filter(|it| it.belief.is_none()) {
            trial.belief = Some(Arc::clone(&belief));
            jobs.push(KriegspielJob::TryMove(Arc::clone(&belief), trial.attempt));
        }
        if let Some(search) = search.as_mut().filter(|it| it.belief.is_none())
            && let Some(depth) = depth
        {
            search.belief = Some(Arc::clone(&belief));
            jobs.push(KriegspielJob::Plan(belief, depth));
        }
    }
    cx.run_all(jobs.into_iter().map(Effect::RunKriegspielJob));
}

impl GameState {
    /// Returns the pieces of the player who can try a move now, if any. In a player's view, the player can try moves at
    /// the end of the game, when it is that player's turn. In the referee's view, the side whose ply is being entered
    /// can try moves.
    pub fn tryable_pieces(&self) -> Option<OwnPieces> {
        if self.moment_view.side == Side::Referee {
            let Some(EntryTurn::Referee(turn)) = self.entry_turn() else { return None };
            let hearing = &self.views.seat(turn)?.hearing;
            return Some(hearing.sight(hearing.plies.len()).own);
        }
        let hearing = &self.seat_view()?.hearing;
        let plies = hearing.plies.len();
        let is_at_end =
            self.moment_view.step == Step::after(plies) && self.moment_view.plan.is_none();
        let can_try = is_at_end && hearing.turn() == hearing.seat;
        can_try.then(|| hearing.sight(plies).own)
    }

    /// Returns the squares to which the held piece can move in a try; empty if no piece is held.
    pub fn trial_targets(&self) -> Vec<Square> {
        let (Some(own), Some(from)) = (self.tryable_pieces(), self.moment_view.picked) else {
            return Vec::new();
        };
        let tries = own.attempts().into_iter().map(Attempt::squares);
        let mut targets: Vec<Square> =
            tries.filter(|tried| tried.0 == from).map(|(_, to)| to).collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    /// Tries to move the held piece to `square`; a promotion first waits for the choice of a piece. Without a held
    /// piece that can go there, picks up the piece on `square`. Returns whether a move was tried.
    pub(super) fn click(&mut self, square: Square) -> bool {
        let Some(own) = self.tryable_pieces() else { return false };
        let picked = self.moment_view.picked;
        self.put_back();
        let tried = picked.map(|from| (from, square));
        let mut attempts = own.attempts().into_iter();
        let matching = attempts.rfind(|attempt| Some(attempt.squares()) == tried);
        match matching {
            Some(attempt) if promotion(attempt).is_some() => {
                self.moment_view.pending_promotion = tried;
            }
            Some(attempt) => {
                self.try_move(&own, attempt);
                return true;
            }
            None => {
                let has_piece = own.pieces().occupied().contains(square);
                self.moment_view.picked = (has_piece && picked != Some(square)).then_some(square);
            }
        }
        false
    }

    /// Completes the pending promotion with `role`; `None` cancels the promotion. Returns whether a move was tried.
    pub(in crate::app) fn promote(&mut self, role: Option<Role>) -> bool {
        let tried = self.moment_view.pending_promotion.take();
        if role.is_none() {
            return false;
        }
        let Some(own) = self.tryable_pieces() else { return false };
        let mut attempts = own.attempts().into_iter();
        let matching =
            |attempt: &Attempt| Some(attempt.squares()) == tried && promotion(*attempt) == role;
        let Some(attempt) = attempts.find(matching) else { return false };
        self.try_move(&own, attempt);
        true
    }

    /// Puts down the held piece, cancels a pending promotion, and removes a plan from the board.
    pub(in crate::app) fn put_back(&mut self) {
        let view = &mut self.moment_view;
        (view.picked, view.pending_promotion, view.plan) = (None, None, None);
    }

    /// Tries the typed move, or stores the reason why the move is invalid. Returns whether the move is valid.
    pub(super) fn try_typed(&mut self) -> bool {
        let Some(own) = self.tryable_pieces() else { return false };
        match typed_attempt(&own, &self.form.typed_try) {
            Ok(attempt) => {
                self.try_move(&own, attempt);
                self.form.typed_try.clear();
                true
            }
            Err(error) => {
                self.form.try_error = sentence(&error.to_string());
                false
            }
        }
    }

    fn try_move(&mut self, own: &OwnPieces, attempt: Attempt) {
        self.put_back();
        if self.entry_turn().is_some() {
            self.form.entry.typed = own.san(attempt, false).to_string();
            self.form.entry.error.clear();
            return;
        }
        self.form.try_error.clear();
        self.problem.trial = Some(Trial {
            belief: None,
            attempt,
            text: own.san(attempt, false).to_string(),
            answers: None,
        });
    }

    /// Returns whether a try or a search of the problem waits for the belief.
    pub(super) fn needs_belief(&self) -> bool {
        let trial = self.problem.trial.as_ref().is_some_and(|it| it.belief.is_none());
        let search = self.problem.search.as_ref().is_some_and(|it| it.belief.is_none());
        trial || search
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_both_questions_are_whole_sentences() {
        let answer = |forced, epsilon| {
            answer_text(ProblemQuestion { depth: 3, forced: Some(forced), epsilon: Some(epsilon) })
        };
        let no = "The file says no, mate isn’t forced.";
        let can = "a plan can mate with a probability arbitrarily close to 1.";
        let cannot = "Nor can a plan mate with a probability arbitrarily close to 1.";
        assert_eq!(answer(false, true), format!("{no} But {can}"));
        assert_eq!(answer(false, false), format!("{no} {cannot}"));
        assert_eq!(answer(true, true), "The file says yes, mate is forced.");
        assert_eq!(verdict_text(false, true), "Wrong: mate is forced.");
    }
}
