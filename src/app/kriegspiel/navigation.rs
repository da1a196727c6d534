//! Navigates a game of Kriegspiel, and switches between the views of the referee and the players.

use super::{GameMomentView, GameScene, GameState, HeardRow, Side, Step, views::referee_text};
use crate::{
    app::{Cx, Panel, Session, kriegspiel::answer::hides_answer, notes, shell::Copied},
    notation::KnownTag,
};

/// Returns whether the tag `name` contains the solution of a problem.
fn is_answer(name: &str) -> bool {
    let tag = KnownTag::from_name(name.as_bytes());
    matches!(tag, Some(KnownTag::Forced | KnownTag::Epsilon))
}

/// Returns the board scene of the current step; `None` without a game of Kriegspiel.
pub fn game_scene(session: &Session) -> Option<GameScene> {
    let flipped = session.settings.flipped;
    let game = session.game()?;
    let mut scene = game.views.scene(session.game_document()?, &game.moment_view, flipped)?;
    if let Some(moment) = &game.moment_view.plan {
        moment.show_in(&mut scene);
    }
    if session.shell.panel == Panel::Belief {
        scene.heat = game.heat(scene.plies);
    }
    Some(scene)
}

/// Returns the announcements heard in the current view.
pub fn announcement_rows(session: &Session) -> &[HeardRow] {
    session.game().map_or(&[], GameState::rows)
}

/// Returns the text of the last announcement in the current view, with its ply or try, for screen readers; empty
/// without a game.
pub fn last_announcement(session: &Session) -> String {
    let Some(game) = session.game() else { return String::new() };
    let step = game.moment_view.step;
    let rows = announcement_rows(session).iter();
    let mut plies = rows.filter(|row| !row.is_try);
    match plies.find(|row| row.covers(step)) {
        Some(row) => row.spoken(),
        // The caption numbers the tries, so each step has a different text even if the tries were only counted.
        None => game_scene(session).map_or_else(String::new, |it| it.caption),
    }
}

/// Returns whether the file contains the view of `side`.
pub(in crate::app) fn has_side(session: &Session, side: Side) -> bool {
    session.game_views().is_some_and(|views| views.rows(side).is_some())
}

/// Returns whether an export of the view of `side` leaves out the plies after the current step. The export leaves them
/// out for the player whose view is shown, because that player has not heard them yet. The view in a player's own file
/// is always exported whole.
pub fn ends_at_step(session: &Session, side: Side) -> bool {
    let Some(game) = session.game() else { return false };
    let moment_view = &game.moment_view;
    let is_hidden = side != Side::Referee && !game.views.is_filtered();
    is_hidden && moment_view.side == side && moment_view.step.plies < game.views.steps.plies()
}

/// Returns the record of the game as heard so far by the player whose view is shown. Returns `None` in the referee's
/// view and for a player's own file.
pub(in crate::app) fn heard_record(session: &Session) -> Option<String> {
    let game = session.game()?;
    let side = game.moment_view.side;
    let is_part = side != Side::Referee && !game.views.is_filtered();
    is_part.then(|| record_for(session, side)).flatten()
}

/// Returns the record of the game in the view of `side`; `None` if the file does not have that view.
pub(in crate::app) fn record_for(session: &Session, side: Side) -> Option<String> {
    let game = session.game()?;
    let step = game.moment_view.step;
    let plies = if ends_at_step(session, side) { step.plies } else { usize::MAX };
    match side {
        Side::Seat(seat) => game.views.seat(seat).map(|view| view.text_after(plies)),
        Side::Referee => referee_text(session.game_document()?),
    }
}

/// Returns the text that the Text panel shows instead of the file: the game as the player of the current view heard it,
/// up to the current step. Returns `None` in the referee's view. Also returns `None` for a player's file without hidden
/// tags in two cases: the current step is at the end, or a span of the text is highlighted.
pub fn text_panel_override(session: &Session) -> Option<&str> {
    let view = session.seat_view()?;
    let game = session.game()?;
    let moment_view = &game.moment_view;
    let is_whole = game.views.is_filtered() && !withholds_tags(session);
    let is_at_end = moment_view.step.plies == game.views.steps.plies();
    let text = || view.text_after(moment_view.step.plies);
    (!is_whole || !is_at_end && moment_view.highlight.is_none())
        .then(|| moment_view.heard_text.get_or_init(text).as_str())
}

/// Returns whether the tag with index `index` may be shown. In a player's view, only the tags visible to that player
/// may be shown. The tags of a solution are hidden until the user answers the problem or requests the solution.
pub fn shows_tag(session: &Session, index: usize) -> bool {
    let Some(document) = session.game_document() else { return true };
    let record = document.record();
    let tag = record.tags.get(index);
    let name = tag.map_or("".into(), |tag| record.encoding.decode(tag.name.of(document.text())));
    let is_visible = session.seat_view().is_none_or(|view| view.tags.contains(&index));
    // A player does not know yet when the game will end.
    let is_of_end = KnownTag::EndTime.is_named(&name);
    let hides_end = is_of_end && session.game().is_some_and(GameState::hides_result);
    is_visible && !hides_end && !(hides_answer(session) && is_answer(&name))
}

/// Returns whether the current view is a player's and hides some tags of the file.
pub fn withholds_tags(session: &Session) -> bool {
    let document = session.game_document();
    let tag_count = document.map_or(0, |document| document.record().tags.len());
    session.seat_view().is_some_and(|view| view.tags.len() < tag_count)
}

/// Shows the view of `side`, or a notice that the file does not have that view.
pub(in crate::app) fn show_side(cx: &mut Cx<'_>, side: Side) {
    let Some(views) = cx.game_views() else { return };
    if views.rows(side).is_some() {
        notes::commit_drafts(cx);
        cx.in_game(|game| game.moment_view = GameMomentView::at(side, game.moment_view.step));
        return;
    }
    let own = views.side_or_own(side).name();
    let what = match side {
        Side::Referee => "the referee’s".to_owned(),
        Side::Seat(_) => format!("{}’s", side.name()),
    };
    cx.notify(format!("This file is {own}’s view; it doesn’t contain {what}."));
}

/// Copies the current position as FEN. In a player's view, copies only the first field of the FEN, with that player's
/// pieces.
pub(in crate::app) fn copy_game_position(cx: &mut Cx<'_>) {
    let Some(scene) = game_scene(cx) else { return };
    cx.copy(scene.fen, Copied::Position);
}

/// Goes to `step` of the game, or to the nearest existing step.
pub(in crate::app) fn go_in_game(cx: &mut Cx<'_>, step: Step) {
    notes::commit_drafts(cx);
    cx.in_game(|game| game.go_to(step));
}

/// Goes to the next try or move of the game, or to the previous one.
pub(in crate::app) fn step_try(cx: &mut Cx<'_>, forward: bool) {
    if let Some(step) =
        cx.game().map(|game| game.views.steps.by_try(game.moment_view.step, forward))
    {
        go_in_game(cx, step);
    }
}
