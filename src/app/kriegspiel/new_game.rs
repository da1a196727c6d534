//! The dialog for a new game of Kriegspiel; [`NewProblem`]: the dialog for a problem.

use super::{Side, entering::focus_next_ply};
use crate::{
    app::{
        Cx, DeferredAction, Dialog, Panel, Session,
        kriegspiel::{
            composer::collected_text,
            problem::{show_solver, solve},
        },
        tabs,
    },
    document::{NewGameTags, new_game},
    kriegspiel::{
        MAX_SOLVE_PLIES, Uncertain, UncertainError, hide_end, lines_of_hearing,
        notation::{Filtered, write},
        tags,
    },
    notation::KnownTag,
    rules::{Bfen, Color, Numbers},
    text::sentence,
};

/// A problem to create from the current moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewProblem {
    /// The side to move, which has to mate.
    pub seat: Color,
    /// The number of plies played before the position of the problem.
    pub plies: usize,
    /// The maximum number of plies until mate.
    pub depth: u32,
}

impl NewProblem {
    pub const DEPTHS: std::ops::RangeInclusive<u32> = 1..=MAX_SOLVE_PLIES;
}

pub(in crate::app) fn open_new_game_dialog(cx: &mut Cx<'_>) {
    let tags = NewGameTags { date: cx.shell.today.clone(), ..NewGameTags::default() };
    cx.open_dialog(Dialog::NewGame(Box::new(tags)));
}

/// Returns the reason why no game can be created with these tags; `None` if it can.
pub fn new_game_error(tags: &NewGameTags) -> Option<String> {
    let fen = Some(tags.fen.trim()).filter(|fen| !fen.is_empty())?;
    if !Uncertain::is_text(fen) {
        let error = Bfen::parse_numbers_as(fen, Numbers::Counts).err()?;
        return Some(sentence(&error.problem.to_string()));
    }
    let checked = fen.parse::<Uncertain>().and_then(|uncertain| {
        uncertain.check()?;
        let hidden = uncertain.hidden().color;
        if tags.filtered == Filtered::For(hidden) {
            return Err(UncertainError::View(hidden));
        }
        Ok(())
    });
    Some(sentence(&checked.err()?.to_string()))
}

/// Creates the game described in the dialog. If there is unsaved work, asks the user first.
pub(in crate::app) fn begin_game(cx: &mut Cx<'_>) {
    if let Some(Dialog::NewGame(tags)) = &cx.shell.dialog
        && new_game_error(tags).is_none()
    {
        let text = new_game(tags);
        tabs::open_new(cx, DeferredAction::NewGame(text));
    }
}

/// Returns the problem to create from the current moment; `None` unless the file has the view of the side to move. A
/// player's view offers no problem of the opponent, which would show the opponent's moves.
pub(in crate::app) fn new_problem(session: &Session) -> Option<NewProblem> {
    let game = session.game()?;
    let plies = game.moment_view.step.plies;
    let mut seats = [Color::White, Color::Black].into_iter();
    let side = game.moment_view.side;
    // A player's file allows only problems for that player.
    let seat = seats.find(|seat| {
        if side != Side::Referee && side != Side::Seat(*seat) {
            return false;
        }
        let view = game.views.seat(*seat);
        view.is_some_and(|view| {
            let next = view.hearing.plies.get(plies);
            let turn = next.map_or(view.hearing.turn(), |heard| heard.name.color);
            turn == *seat
        })
    })?;
    Some(NewProblem { seat, plies, depth: 1 })
}

pub(in crate::app) fn open_problem_dialog(cx: &mut Cx<'_>) {
    cx.commit_drafts();
    match new_problem(cx) {
        Some(problem) => cx.open_dialog(Dialog::NewProblem(problem)),
        None => cx.close_dialog(),
    }
}

/// Creates the problem described in the dialog. If there is unsaved work, asks the user first.
pub(in crate::app) fn make_problem(cx: &mut Cx<'_>) {
    let Some(Dialog::NewProblem(problem_sheet)) = cx.shell.dialog else { return };
    if let Some(text) = problem_text(cx, problem_sheet) {
        tabs::open_new(cx, DeferredAction::NewProblem(text));
    }
}

/// Adds the problem described in the dialog to those of the composer's board, so that one file can hold several
/// problems from a game.
pub(in crate::app) fn collect_problem(cx: &mut Cx<'_>) {
    let Some(Dialog::NewProblem(problem_sheet)) = cx.shell.dialog else { return };
    let Some(text) = problem_text(cx, problem_sheet) else { return };
    cx.close_dialog();
    if !cx.composer.collected.contains(&text) {
        cx.composer_mut().collected.push(text);
    }
    let collected = collected_text(cx.composer.collected.len());
    cx.notify(format!("{collected}. New problem… creates the file."));
}

/// Returns the record of the problem `problem_sheet`: the game as the solver heard it up to the position of the
/// problem, without the solution. Returns `None` if the file does not have the view of the solver.
fn problem_text(session: &Session, problem_sheet: NewProblem) -> Option<String> {
    let game = session.game()?;
    let document = &game.document;
    let hearing = &game.views.seat(problem_sheet.seat)?.hearing;
    let lines = lines_of_hearing(hearing, problem_sheet.plies);
    let filtered = Filtered::For(problem_sheet.seat);
    let (record, text) = (document.record(), document.text());
    let mut tags = tags(record, text, hearing.rules, filtered, problem_sheet.seat);
    hide_end(&mut tags);
    let depth = (KnownTag::Depth.name().to_owned(), problem_sheet.depth.to_string());
    tags.push(depth);
    Some(write(&tags, &lines, None))
}

/// Starts entering the plies of a new game, which is shown.
pub(in crate::app) fn begin_entry(cx: &mut Cx<'_>) {
    cx.select_panel(Panel::Moves);
    cx.in_game(|game| game.is_entering = true);
    focus_next_ply(cx);
}

/// Searches for a plan to check a new problem, which is shown.
pub(in crate::app) fn check_new_problem(cx: &mut Cx<'_>) {
    // The collected problems are part of the new file.
    cx.composer_mut().collected.clear();
    let Some(game) = cx.game_mut() else { return };
    let is_solved = game.question().is_some_and(|question| question.forced.is_some());
    game.problem.revealed = true;
    game.problem.unchecked = !is_solved;
    if is_solved { show_solver(cx) } else { solve(cx) }
}
