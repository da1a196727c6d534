//! Available mates, as diamonds above the lanes of the timeline.

use super::{DIAMOND, diamond};
use crate::{
    app::{Action, MateMark, PlaybackAction},
    rules::BySeat,
    timeline::Command,
    ui::theme::Tokens,
};
use eframe::egui::{CursorIcon, Painter, Pos2, Rect, Sense, Ui, Vec2, WidgetInfo, accesskit::Role};

/// Shows `marks`: filled for a mate that was played, hollow for a missed one. A click goes to its ply. `at` returns the
/// place of each.
pub fn mate_marks_ui<'m>(
    ui: &Ui,
    tokens: &Tokens,
    marks: impl Iterator<Item = &'m MateMark>,
    names: &BySeat<&str>,
    at: impl Fn(&MateMark) -> Pos2,
    actions: &mut Vec<Action>,
) {
    let painter: &Painter = ui.painter();
    for mark in marks {
        let at = at(mark);
        let place = Rect::from_center_size(at, Vec2::splat(2.0 * DIAMOND + 5.0));
        let id = ui.make_persistent_id(("mate", mark.moment, mark.seat));
        let response = ui.interact(place, id, Sense::click());
        let meaning = if mark.is_played {
            "Filled diamond: mate was there and was played."
        } else {
            "Hollow diamond: mate was there and was missed."
        };
        let words = format!("{}: {}", names[mark.seat], mark.text);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
        let ink = if mark.is_played { tokens.team(mark.seat.team()) } else { tokens.warning };
        if response.hovered() || response.has_focus() {
            painter.circle_filled(at, DIAMOND + 3.0, tokens.line);
        }
        diamond(painter, at, ink, mark.is_played);
        let response = response.on_hover_cursor(CursorIcon::PointingHand);
        if response.clicked() {
            let there = Command::GoTo(mark.moment);
            actions.push(Action::Playback(PlaybackAction::Play(there)));
        }
        response.on_hover_text(format!("{words}\n{meaning} Click to go there."));
    }
}
