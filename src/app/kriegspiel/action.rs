//! [`KriegspielAction`] and what comes of it.

use super::{PlyEntry, Step, Thought};
use crate::{
    app::{Effect, State},
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

impl State {
    pub(in crate::app) fn update_kriegspiel(&mut self, action: KriegspielAction) -> Vec<Effect> {
        match action {
            KriegspielAction::Thought(thought) => self.thought(*thought),
            KriegspielAction::StopThinking => return self.stop_thinking(),
            KriegspielAction::ThinkAgain => self.think_again(),
            KriegspielAction::Click(square) => self.click_game(square),
            KriegspielAction::TypeTry(typed) => {
                if let Some(game) = self.game_mut() {
                    game.problem.typed = typed;
                    game.problem.refused.clear();
                }
            }
            KriegspielAction::TryTyped => self.try_typed(),
            KriegspielAction::ShowAnswer => {
                if let Some(game) = self.game_mut() {
                    game.problem.revealed = true;
                }
            }
            KriegspielAction::Answer(forced) => self.answer_problem(forced),
            KriegspielAction::NextProblem => {
                if let Some(id) = self.next_problem() {
                    self.choose(id);
                }
            }
            KriegspielAction::ShowSolver => self.show_solver(),
            KriegspielAction::StopSolving => return self.stop_solving(),
            KriegspielAction::ShowPlan(path) => self.show_plan(&path),
            KriegspielAction::HeatKind(kind) => {
                if let Some(game) = self.game_mut() {
                    game.heat_kind = kind;
                }
            }
            KriegspielAction::ChangeEntry(entry) => self.change_entry(*entry),
            KriegspielAction::EnterPly(illegal) => self.enter_ply(illegal),
            KriegspielAction::BeginGame => return self.begin_game(),
            KriegspielAction::MakeProblem => return self.make_problem(),
            KriegspielAction::GoTo(step) => self.go_in_game(step),
        }
        Vec::new()
    }
}
