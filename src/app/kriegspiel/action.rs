//! [`KriegspielAction`] and what comes of it.

use super::{PlyEntry, Step, Thought};
use crate::{
    app::{
        Cx,
        kriegspiel::{
            entering::{change_entry, enter_ply},
            going::go_in_game,
            known::{stop_thinking, take_thought, think_again},
            new_game::{begin_game, make_problem},
            plan_moment::show_plan,
            problem::{
                answer_problem, click_game, next_problem, show_solver, stop_solving, try_typed,
            },
        },
        library,
    },
    rules::{Role, Square},
};

/// What a person does with a game of Kriegspiel, and what is worked out for it.
#[derive(Debug)]
pub enum KriegspielAction {
    /// Something has come of work in the background.
    Thought(Box<Thought>),
    /// Stop what is being worked out for the side that is shown.
    StopThinking,
    /// Begin that anew.
    ThinkAgain,
    /// A click on a square of the board of a game of Kriegspiel.
    Click(Square),
    /// A move is being typed, to be tried.
    TypeTry(String),
    /// Try it.
    TryTyped,
    /// Show the answer that the file of a problem gives.
    ShowAnswer,
    /// Answer whether mate is forced.
    Answer(bool),
    /// Show the next problem that was not answered.
    NextProblem,
    /// Stand where the player is to move who has to solve the problem.
    ShowSolver,
    /// Stop the search for a plan.
    StopSolving,
    /// Show a try of the plan on the board: the place of a try, that of what is heard then, and so on to a try.
    ShowPlan(Vec<usize>),
    /// Show the chances of this kind of piece, or of any.
    HeatKind(Option<Role>),
    /// What is typed and chosen of the ply that is being entered.
    ChangeEntry(Box<PlyEntry>),
    /// Enter it; whether a player was told that it was illegal.
    EnterPly(bool),
    /// Begin the game of the sheet.
    BeginGame,
    /// Make the problem of the dialog.
    MakeProblem,
    /// Go to a step of a game of Kriegspiel.
    GoTo(Step),
}

pub(in crate::app) fn update_kriegspiel(cx: &mut Cx<'_>, action: KriegspielAction) {
    match action {
        KriegspielAction::Thought(thought) => take_thought(cx, *thought),
        KriegspielAction::StopThinking => stop_thinking(cx),
        KriegspielAction::ThinkAgain => think_again(cx),
        KriegspielAction::Click(square) => click_game(cx, square),
        KriegspielAction::TypeTry(typed) => {
            if let Some(game) = cx.game_mut() {
                game.problem.typed = typed;
                game.problem.refused.clear();
            }
        }
        KriegspielAction::TryTyped => try_typed(cx),
        KriegspielAction::ShowAnswer => {
            if let Some(game) = cx.game_mut() {
                game.problem.revealed = true;
            }
        }
        KriegspielAction::Answer(forced) => answer_problem(cx, forced),
        KriegspielAction::NextProblem => {
            if let Some(id) = next_problem(cx) {
                library::choose(cx, id);
            }
        }
        KriegspielAction::ShowSolver => show_solver(cx),
        KriegspielAction::StopSolving => stop_solving(cx),
        KriegspielAction::ShowPlan(path) => show_plan(cx, &path),
        KriegspielAction::HeatKind(kind) => {
            if let Some(game) = cx.game_mut() {
                game.heat_kind = kind;
            }
        }
        KriegspielAction::ChangeEntry(entry) => change_entry(cx, *entry),
        KriegspielAction::EnterPly(illegal) => enter_ply(cx, illegal),
        KriegspielAction::BeginGame => begin_game(cx),
        KriegspielAction::MakeProblem => make_problem(cx),
        KriegspielAction::GoTo(step) => go_in_game(cx, step),
    }
}
