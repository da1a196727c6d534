//! [`PlanMoment`]: a try of a plan, shown on the board as if the earlier tries and answers had happened. A *try* is a
//! move that a player proposes to the referee; a *plan* lists the tries that solve a problem, depending on the
//! referee's answers.

use super::{GameMomentView, GameScene, GameState};
use crate::{
    app::{Cx, kriegspiel::problem::show_solver},
    diagram::placed_pieces,
    kriegspiel::{Plan, Solved},
    rules::{OwnPieces, Square},
};

/// A try of a plan, on the board of the player who follows the plan.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanMoment {
    /// The player's pieces before the try.
    own: OwnPieces,
    pub tried: (Square, Square),
    /// The square of the capture in the other side's last reply, if any.
    capture_square: Option<Square>,
    words: String,
    /// The number of plies of the plan before the try.
    plies: usize,
}

impl PlanMoment {
    /// Returns the try of `plan` at `path`. In `path`, indices of tries and indices of the referee's answers alternate.
    /// Returns `None` if `plan` has no such try. `own` are the player's pieces at the start of the plan.
    fn of(plan: &Plan, own: OwnPieces, path: &[usize]) -> Option<Self> {
        let (mut plan, mut own, mut taken) = (plan, own, None);
        let (last, before) = path.split_last()?;
        let mut answers = 0;
        for turn in before.chunks(2) {
            if turn[0] == plan.tries.len() {
                // An answer to the question "Any?".
                let question = plan.question.as_deref()?;
                plan = if turn[1] == 0 { &question.yes } else { &question.no }.as_ref()?;
                answers += 2;
                continue;
            }
            let planned_try = plan.tries.get(turn[0])?;
            let branch = planned_try.branches.get(*turn.get(1)?)?;
            own.play(planned_try.attempt);
            taken = branch.reply.capture;
            if let Some(square) = taken {
                own.remove_captured(square);
            }
            plan = &branch.plan;
        }
        let planned_try = plan.tries.get(*last)?;
        let plies = before.len() - answers;
        let when = match plies {
            0 => "now".to_owned(),
            plies => format!("after {plies} more half-moves"),
        };
        Some(Self {
            own,
            tried: planned_try.attempt.squares(),
            capture_square: taken,
            plies,
            words: format!("The plan tries {} {when}", planned_try.san),
        })
    }

    /// Shows the try in `scene`. The scene must be that of the end of the game.
    pub(super) fn show_in(&self, scene: &mut GameScene) {
        if self.plies > 0 {
            let pieces = self.own.pieces();
            scene.board.pieces = placed_pieces(pieces.iter());
            scene.veil.squares = (!pieces.occupied()).into_iter().collect();
            scene.veil.possible.clear();
            scene.fen = pieces.to_string();
        }
        scene.board.last = None;
        scene.board.check = None;
        scene.veil.rays.clear();
        scene.veil.tried = None;
        scene.veil.capture_square = self.capture_square;
        scene.capture_square = self.capture_square;
        scene.is_illegal = false;
        scene.caption.clone_from(&self.words);
    }
}

/// Shows the try at `path` in the plan on the solver's board. In `path`, indices of tries and indices of the referee's
/// answers alternate.
pub(in crate::app) fn show_plan(cx: &mut Cx<'_>, path: &[usize]) {
    show_solver(cx);
    cx.in_game(|game| {
        let at = &game.moment_view;
        let plan = game.plan_moment(path);
        game.moment_view = GameMomentView { plan, ..GameMomentView::at(at.side, at.step) };
    });
}

impl GameState {
    fn plan_moment(&self, path: &[usize]) -> Option<PlanMoment> {
        let solved = self.problem.search.as_ref()?.solved.as_deref()?;
        let Solved::Forced(plan) = solved else { return None };
        let hearing = &self.seat_view()?.hearing;
        PlanMoment::of(plan, hearing.sight(hearing.plies.len()).own, path)
    }
}
