//! Marks of forced wins on the timeline: one diamond for a mate, two linked diamonds for a win that needs both boards.

use super::{DIAMOND, diamond, linked_diamonds};
use crate::{
    app::{PlaybackAction, WinMark},
    rules::BySeat,
    timeline::{Moment, PlayheadCommand},
    ui::{
        outbox::SendOnClick as _,
        theme::Tokens,
        widgets::{Ticks, tooltip_below},
    },
};
use eframe::egui::{CursorIcon, Painter, Rect, Sense, Ui, Vec2, WidgetInfo, accesskit::Role};

/// Shows `marks`: filled for a win that was played, otherwise hollow. Marks from the moment `dimmed_from` on are
/// dimmed, because a variation replaces that part of the match. A click on a mark
/// goes to its moment.
pub fn mate_marks_ui(
    ui: &Ui,
    tokens: &Tokens,
    (marks, dimmed_from): (&[WinMark], Moment),
    names: &BySeat<&str>,
    ticks: &Ticks<'_>,
) {
    let painter: &Painter = ui.painter();
    for mark in marks {
        let at = ticks.over(mark.seat.board(), mark.moment);
        let place = Rect::from_center_size(at, Vec2::splat(2.0 * DIAMOND + 5.0));
        let id = ui.make_persistent_id(("win", mark.moment, mark.seat, mark.kind));
        let response =
            ui.interact(place, id, Sense::click()).on_hover_cursor(CursorIcon::PointingHand);
        let (is_joint, is_missed) = (mark.kind.is_joint(), mark.is_missed());
        let shape = if is_joint { "linked diamonds: a joint win" } else { "diamond: a mate" };
        let (fill, outcome) = match is_missed {
            false => ("Filled", "that was played"),
            true => ("Hollow", "that was missed"),
        };
        let meaning = format!("{fill} {shape} {outcome}.");
        let words = format!("{}: {}", names[mark.seat], mark.text);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
        let ink = if is_missed { tokens.warning } else { tokens.team(mark.seat.team()) };
        let ink = if mark.moment < dimmed_from { ink } else { ink.gamma_multiply(0.3) };
        if response.hovered() || response.has_focus() {
            painter.circle_filled(at, DIAMOND + 3.0, tokens.line);
        }
        if is_joint {
            linked_diamonds(painter, at, ink, !is_missed);
        } else {
            diamond(painter, at, ink, !is_missed);
        }
        response.on_click(|| PlaybackAction::Play(PlayheadCommand::GoTo(mark.moment)));
        let words = format!("{words}\n{meaning} Click to go there.");
        let lanes = Rect::from_x_y_ranges(place.x_range(), ticks.lanes());
        tooltip_below(&response, lanes, words);
    }
}
