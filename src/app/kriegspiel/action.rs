//! [`KriegspielAction`]: user actions in a game of Kriegspiel, and results of its jobs.

use super::{
    BeliefStatus, ComposeOutcome, ComposerSheet, GameState, PlyBelief, Step, answer::load_answers,
    problem::sync_problem_panel,
};
use crate::{
    app::{
        Cx, LibraryAction,
        kriegspiel::{
            composer::{
                change_composer, create_composed, redo_composing, start_composing, stop_composing,
                undo_composing,
            },
            entering::{enter_typed, toggle_game_entry},
            navigation::{copy_game_position, go_in_game},
            new_game::{begin_game, collect_problem, make_problem},
            plan_moment::show_plan,
            player_belief::{in_belief, restart_belief, stop_belief},
            problem::{
                answer_problem, apply_answers, apply_solved, make_try, next_problem, show_solver,
                stop_solving,
            },
        },
    },
    kriegspiel::{Answer, Solved},
    rules::{Color, Role, Square},
};
use std::sync::Arc;

#[derive(Debug)]
pub enum KriegspielAction {
    /// Another file was opened.
    FileShown,
    /// Another record is shown, or the same record after reloading.
    RecordShown,
    /// The belief of this player after one more ply.
    PlyBelief(Color, Box<PlyBelief>),
    /// The calculation of the belief of this player has ended.
    BeliefEnded(Color, BeliefStatus),
    /// The referee's possible answers to a try, each with the number of positions in which it is the answer.
    Answers(Vec<(Answer, usize)>),
    /// The result of the search for a plan.
    Solved(Arc<Solved>),
    /// The result for the problem with this record.
    Composed(Arc<str>, Arc<ComposeOutcome>),
    /// Cancel the calculation of the current player's belief, the set of possible positions.
    StopBelief,
    /// Restart the calculation of the current player's belief.
    RestartBelief,
    Click(Square),
    /// Propose the typed move to the referee.
    TryTyped,
    /// Show the solution given in the file of a problem.
    ShowAnswer,
    /// Answer the problem's question: mate is forced.
    AnswerForced,
    /// Answer the problem's question: mate is not forced.
    AnswerNotForced,
    /// Show the next unanswered problem.
    NextProblem,
    /// Go to the position of the problem, in the view of the player who has to solve it.
    ShowSolver,
    /// Cancel the search for a plan that solves the problem.
    StopSolving,
    /// Show a try of the plan on the board. In the path to that try, indices of tries and indices of the referee's
    /// answers alternate.
    ShowPlan(Vec<usize>),
    /// Show the heat map of this kind of piece; `None` for all kinds.
    HeatKind(Option<Role>),
    /// Add the ply being entered to the game.
    EnterPly,
    /// Record the ply being entered as a try that was announced as illegal.
    EnterIllegal,
    /// Create the game described in the dialog.
    BeginGame,
    /// Create the problem described in the dialog.
    MakeProblem,
    /// Add the problem described in the dialog to those of the composer's board.
    CollectProblem,
    /// Change the versions on the composer's board.
    ChangeComposer(Box<ComposerSheet>),
    /// Restore the state before the last change of the composer's board.
    UndoComposing,
    /// Restore the state of the composer's board that was undone last.
    RedoComposing,
    /// Start the solver of the composer's board again.
    RestartComposing,
    /// Cancel the solver of the composer's board.
    StopComposing,
    /// Create a file of the problems on the composer's board.
    CreateComposed,
    GoTo(Step),
    /// Choose the promotion piece of the try; `None` takes the move back.
    Promote(Option<Role>),
    /// Start or end entering plies after the last ply.
    ToggleEntry,
    /// Copy the current position as FEN.
    CopyPosition,
}

pub(in crate::app) fn update_kriegspiel(cx: &mut Cx<'_>, action: KriegspielAction) {
    match action {
        KriegspielAction::FileShown => load_answers(cx),
        KriegspielAction::RecordShown => sync_problem_panel(cx),
        KriegspielAction::PlyBelief(seat, ply) => {
            in_belief(cx, seat, |belief| belief.plies.push(*ply));
        }
        KriegspielAction::BeliefEnded(seat, end) => in_belief(cx, seat, |it| it.end = end),
        KriegspielAction::Answers(answers) => apply_answers(cx, answers),
        KriegspielAction::Solved(solved) => apply_solved(cx, solved),
        KriegspielAction::Composed(text, outcome) => cx.composer_mut().store(&text, outcome),
        KriegspielAction::StopBelief => stop_belief(cx),
        KriegspielAction::RestartBelief => restart_belief(cx),
        KriegspielAction::Click(square) => make_try(cx, |game| game.click(square)),
        KriegspielAction::TryTyped => make_try(cx, GameState::try_typed),
        KriegspielAction::ShowAnswer => cx.in_game(|game| game.problem.revealed = true),
        KriegspielAction::AnswerForced => answer_problem(cx, true),
        KriegspielAction::AnswerNotForced => answer_problem(cx, false),
        KriegspielAction::NextProblem => {
            if let Some(id) = next_problem(cx) {
                cx.request(LibraryAction::Choose(id));
            }
        }
        KriegspielAction::ShowSolver => show_solver(cx),
        KriegspielAction::StopSolving => stop_solving(cx),
        KriegspielAction::ShowPlan(path) => show_plan(cx, &path),
        KriegspielAction::HeatKind(kind) => cx.in_game(|game| game.heat_kind = kind),
        KriegspielAction::EnterPly => enter_typed(cx, false),
        KriegspielAction::EnterIllegal => enter_typed(cx, true),
        KriegspielAction::BeginGame => begin_game(cx),
        KriegspielAction::MakeProblem => make_problem(cx),
        KriegspielAction::CollectProblem => collect_problem(cx),
        KriegspielAction::ChangeComposer(sheet) => change_composer(cx, *sheet),
        KriegspielAction::UndoComposing => undo_composing(cx),
        KriegspielAction::RedoComposing => redo_composing(cx),
        KriegspielAction::RestartComposing => start_composing(cx),
        KriegspielAction::StopComposing => stop_composing(cx),
        KriegspielAction::CreateComposed => create_composed(cx),
        KriegspielAction::GoTo(step) => go_in_game(cx, step),
        KriegspielAction::Promote(role) => make_try(cx, |game| game.promote(role)),
        KriegspielAction::ToggleEntry => toggle_game_entry(cx),
        KriegspielAction::CopyPosition => copy_game_position(cx),
    }
}
