//! The functions of commands that involve several features.

use super::Command;
use crate::{
    app::{
        Center, Cx, Dialog, Field, Focus, Guide, Panel, Step, WindowEffect, kriegspiel, new_match,
        notes, playback,
    },
    document::{DocumentEdit, VariationEdit},
    timeline::PlayheadCommand as Play,
};

pub(super) fn new_match_from_position(cx: &mut Cx<'_>) {
    let position = cx.position();
    new_match::open_new_match_dialog(cx, Some(&position));
}

pub(super) fn comment_on_move(cx: &mut Cx<'_>) {
    cx.play(Play::Pause);
    let fields = matches!(cx.shell.panel, Panel::Moves | Panel::Notes);
    cx.show_panel(if fields { cx.shell.panel } else { Panel::Notes });
    let field = notes::comment_fields(cx).into_iter().next();
    cx.focus(Focus::Field(field.unwrap_or(Field::Comment(0))));
}

/// Opens the dialog for a move or, in a game of Kriegspiel, focuses the field for a try, so that what is typed next is
/// never read as shortcuts.
pub(super) fn play_move(cx: &mut Cx<'_>) {
    if cx.game().is_some() {
        return kriegspiel::type_move(cx);
    }
    playback::type_moves(cx, String::new());
}

pub(super) fn toggle_diagram(cx: &mut Cx<'_>) {
    let has_diagram = notes::has_diagram(cx);
    let edit = match cx.attempt().variation.clone() {
        Some(place) if has_diagram => DocumentEdit::Variation(VariationEdit::RemoveDiagram(place)),
        Some(place) => DocumentEdit::Variation(VariationEdit::AddDiagram(place)),
        None => DocumentEdit::Diagram { moment: cx.moment(), on: !has_diagram },
    };
    cx.edit(&edit);
}

pub(super) fn import_variations(cx: &mut Cx<'_>) {
    cx.open_dialog(Dialog::Merge { text: String::new(), error: String::new() });
    cx.run(WindowEffect::AskForClipboard);
}

pub(super) fn toggle_table(cx: &mut Cx<'_>) {
    toggle_center(cx, Center::Table);
    if cx.shell.center == Center::Table {
        cx.focus(Focus::Filter);
    }
}

/// Shows `center` in place of the boards, or the boards in place of `center`.
pub(super) fn toggle_center(cx: &mut Cx<'_>, center: Center) {
    let is_off = cx.shell.center != center && cx.library.file().is_some();
    cx.show_center(if is_off { center } else { Center::Boards });
}

pub(super) fn filter_matches(cx: &mut Cx<'_>) {
    cx.show_matches(true);
    cx.focus(Focus::Filter);
}

/// Opens the help page of the current view, or the lesson about bughouse if no match is open.
pub(super) fn open_help(cx: &mut Cx<'_>) {
    let page = if cx.puzzle().is_some() {
        Guide::Analysis
    } else if cx.game().is_some() {
        Guide::Kriegspiel
    } else if cx.open.is_none() {
        Guide::Bughouse
    } else {
        cx.shell.panel.in_match().help()
    };
    cx.open_dialog(Dialog::Guide(page));
}

/// Replaces `command` by its counterpart in the book of mistakes: what the commands for files and paper write is the book.
/// Other commands are unchanged.
pub(in crate::app) const fn command_in_book(command: Command) -> Command {
    match command {
        Command::Export | Command::Print => Command::ExportBook,
        other => other,
    }
}

/// Steps through the open game of Kriegspiel if `command` is a step or a jump. Returns `false` for other commands, and
/// without such a game.
pub(in crate::app) fn steps_through(cx: &mut Cx<'_>, command: Command) -> bool {
    let Some(game) = cx.game() else { return false };
    let (steps, at) = (game.steps(), game.moment_view.step);
    let step = match command {
        Command::StepForward | Command::RowDown => steps.by_ply(at, true),
        Command::StepBack | Command::RowUp => steps.by_ply(at, false),
        Command::BoardForward => steps.by_try(at, true),
        Command::BoardBack => steps.by_try(at, false),
        Command::Start => Step::default(),
        Command::End => game.end(),
        _ => return false,
    };
    kriegspiel::go_in_game(cx, step);
    true
}
