//! Navigates a game of Kriegspiel, and switches between the views of the referee and the players.

use super::{
    GameMomentView, GameScene, GameState, GameSteps, SeatView, Side, Step, views::text_after,
};
use crate::{
    app::{Cx, Panel, Session, copied::Copied},
    notation::KnownTag,
};

/// Returns whether the tag `name` contains the solution of a problem.
fn is_answer(name: &str) -> bool {
    let tag = KnownTag::from_name(name.as_bytes());
    matches!(tag, Some(KnownTag::Forced | KnownTag::Epsilon))
}

/// Returns the board scene of the current step; `None` without a game of Kriegspiel.
pub fn game_scene(session: &Session) -> Option<GameScene> {
    let flipped = session.shell.flipped;
    let game = session.game()?;
    let mut scene = game.views.scene(&game.document, &game.moment_view, flipped)?;
    if let Some(moment) = &game.moment_view.plan {
        moment.show_in(&mut scene);
    }
    if session.shell.panel == Panel::Belief {
        scene.heat = game.heat(scene.plies);
    }
    Some(scene)
}

/// Returns whether the file contains the view of `side`.
pub(in crate::app) fn has_side(session: &Session, side: Side) -> bool {
    session.game().is_some_and(|game| game.views.rows(side).is_some())
}

impl GameState {
    /// Returns the step at the end of the game.
    pub(in crate::app) const fn end(&self) -> Step {
        Step::after(self.views.steps.plies())
    }

    /// Returns the steps of the current view.
    pub fn steps(&self) -> &GameSteps {
        self.views.steps_of(self.moment_view.side)
    }

    /// Returns the player's view; `None` in the referee's view.
    pub fn seat_view(&self) -> Option<&SeatView> {
        self.views.seat(self.moment_view.side.color()?)
    }

    /// Returns whether notes may be shown. A player's view of the referee's file hides all notes, even those on the
    /// player's own plies, because they could reveal what that player did not see.
    pub fn shows_notes(&self) -> bool {
        self.views.is_filtered() || self.moment_view.side == Side::Referee
    }

    /// Returns the text of the last announcement in the current view, with its ply or try, for screen readers. `scene`
    /// is the scene of the current step.
    pub fn last_announcement(&self, scene: &GameScene) -> String {
        let mut plies = self.rows().iter().filter(|row| !row.is_try);
        match plies.find(|row| row.covers(self.moment_view.step)) {
            Some(row) => row.spoken(),
            // The caption numbers the tries, so each step has a different text even if the tries were only counted.
            None => scene.caption.clone(),
        }
    }

    /// Returns whether an export of the view of `side` leaves out the plies after the current step. The export leaves
    /// them out for the player whose view is shown, because that player has not heard them yet. The view in a player's
    /// own file is always exported whole.
    pub fn ends_at_step(&self, side: Side) -> bool {
        let is_hidden = side != Side::Referee && !self.views.is_filtered();
        let at = &self.moment_view;
        is_hidden && at.side == side && at.step.plies < self.views.steps.plies()
    }

    /// Returns the record of the game as heard so far by the player whose view is shown. Returns `None` in the
    /// referee's view and for a player's own file.
    pub(in crate::app) fn heard_record(&self) -> Option<String> {
        if self.shows_notes() { None } else { self.record_for(self.moment_view.side) }
    }

    /// Returns the record of the game in the view of `side`; `None` if the file does not have that view.
    pub(in crate::app) fn record_for(&self, side: Side) -> Option<String> {
        let plies = if self.ends_at_step(side) { self.moment_view.step.plies } else { usize::MAX };
        text_after(&self.document, side, plies)
    }

    /// Returns the text that the Text panel shows instead of the file: the game as the player of the current view heard
    /// it, up to the current step. Returns `None` in the referee's view. Also returns `None` for a player's file without
    /// hidden tags in two cases: the current step is at the end, or a span of the text is highlighted.
    pub fn text_panel_override(&self) -> Option<&str> {
        self.seat_view()?;
        let at = &self.moment_view;
        let is_whole = self.views.is_filtered() && !self.withholds_tags();
        let is_at_end = at.step.plies == self.views.steps.plies();
        if is_whole && (is_at_end || at.highlight.is_some()) {
            return None;
        }
        let text = || text_after(&self.document, at.side, at.step.plies).unwrap_or_default();
        Some(at.heard_text.get_or_init(text))
    }

    /// Returns whether the tag with index `index` may be shown. In a player's view, only the tags visible to that
    /// player may be shown. The tags of a solution are hidden until the user answers the problem or requests the
    /// solution.
    pub fn shows_tag(&self, index: usize) -> bool {
        let record = self.document.record();
        let name = record
            .tags
            .get(index)
            .map_or("".into(), |tag| record.encoding.decode(tag.name.of(self.document.text())));
        let is_visible = self.seat_view().is_none_or(|view| view.tags.contains(&index));
        // A player does not know yet when the game will end.
        let hides_end = KnownTag::EndTime.is_named(&name) && self.hides_result();
        is_visible && !hides_end && !(self.hides_answer() && is_answer(&name))
    }

    /// Returns whether the current view is a player's and hides some tags of the file.
    pub fn withholds_tags(&self) -> bool {
        let tag_count = self.document.record().tags.len();
        self.seat_view().is_some_and(|view| view.tags.len() < tag_count)
    }
}

/// Shows the view of `side`, or a notice that the file does not have that view.
pub(in crate::app) fn show_side(cx: &mut Cx<'_>, side: Side) {
    let Some(views) = cx.game().map(|game| &game.views) else { return };
    if views.rows(side).is_some() {
        cx.commit_drafts();
        cx.in_game(|game| {
            let step = game.views.steps_of(side).nearest(game.moment_view.step);
            game.moment_view = GameMomentView::at(side, step);
        });
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
    cx.commit_drafts();
    cx.in_game(|game| game.go_to(step));
}

/// Goes to the next try or move of the game, or to the previous one.
pub(in crate::app) fn step_try(cx: &mut Cx<'_>, forward: bool) {
    if let Some(step) = cx.game().map(|game| game.steps().by_try(game.moment_view.step, forward)) {
        go_in_game(cx, step);
    }
}
