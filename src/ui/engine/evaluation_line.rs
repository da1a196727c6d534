//! The engine's best line, in the text row of a board.

use crate::{
    app::{BoardEvaluation, Panel, Rectangle, ShellAction},
    rules::Seat,
    ui::{
        outbox::SendOnClick as _,
        sizes::rect_of,
        theme::{self, Tokens},
    },
};
use eframe::egui::{
    Sense, Ui, WidgetInfo,
    accesskit::Role,
    pos2,
    text::{LayoutJob, TextWrapping},
};

/// Shows the win probability of `mover`, the player to move, and as many moves of the best line as fit in `place`. A
/// click shows all lines.
pub fn evaluation_line_ui(
    ui: &Ui,
    tokens: &Tokens,
    evaluation: &BoardEvaluation,
    mover: Seat,
    place: Rectangle,
) {
    if place.is_empty() {
        return;
    }
    let Some(line) = evaluation.lines.first() else { return };
    let id = mover.board();
    let rect = rect_of(place);
    let moves = line.san.join(" ");
    let mut job = LayoutJob::default();
    job.append(&line.chance, 0.0, theme::semibold_text(theme::SMALL, tokens.dim));
    job.append(&format!(" {moves}"), 0.0, theme::regular_text(theme::SMALL, tokens.dim));
    job.wrap = TextWrapping {
        max_width: rect.width(),
        max_rows: 1,
        // A truncated move could be read as another move.
        break_anywhere: false,
        ..TextWrapping::default()
    };
    let galley = ui.painter().layout_job(job);
    let at = pos2(rect.left(), rect.center().y - galley.size().y / 2.0);
    let text_rect = rect.with_max_x(at.x + galley.size().x);
    ui.painter_at(text_rect).galley(at, galley, tokens.dim);
    let response =
        ui.interact(text_rect, ui.make_persistent_id(("engine line", id)), Sense::click());
    response.widget_info(|| {
        let words = format!("Engine on board {}: {} {moves}", id.letter(), line.chance);
        WidgetInfo::labeled(Role::Button, true, words)
    });
    if response.hovered() {
        let under = pos2(rect.left(), rect.bottom() - 1.0);
        ui.painter().hline(under.x..=rect.right(), under.y, (1.0, tokens.dim));
    }
    response.on_click(|| ShellAction::Show(Panel::Engine));
    let mover = mover.name();
    response.on_hover_text(format!(
        "{mover} {} ({}): {moves}. Click to show all lines",
        line.chance, line.detail
    ));
}
