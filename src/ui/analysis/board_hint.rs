//! The line of text below a board about forced and missed wins.

use super::{DIAMOND, diamond};
use crate::{
    app::{AnalysisAction, BoardHint},
    rules::BoardId,
    ui::{
        outbox::SendOnClick as _,
        theme::{self, Tokens},
        widgets::in_reading_order,
    },
};
use eframe::egui::{
    CursorIcon, Rect, Sense, TextFormat, Ui, WidgetInfo,
    accesskit::Role,
    pos2,
    text::{LayoutJob, TextWrapping},
};
use std::iter::once;

/// The distance of the text from the left edge, in points. It leaves room for the diamond.
const TEXT_LEFT: f32 = 2.0 * DIAMOND + 6.0;

/// Shows `hint` below `board`, at the left edge of `rect`. Returns the width of the hint, in points. The text wraps if
/// `rect` has room for two lines. If space is short, the text is smaller; if that is not enough, a shorter text replaces
/// it, of which the last is truncated if necessary. The tooltip has the full text. A click adds the winning line, if the
/// hint has one, as a variation.
pub fn board_hint_ui(
    ui: &Ui,
    tokens: &Tokens,
    board: BoardId,
    hint: &BoardHint,
    rect: Rect,
) -> f32 {
    let painter = ui.painter_at(rect);
    let team = tokens.team(hint.seat.team());
    let room = rect.width() - TEXT_LEFT;
    let font = if hint.is_mate { theme::semibold } else { theme::regular };
    let line_height = ui.fonts_mut(|fonts| fonts.row_height(&font(theme::TEXT)));
    let lay_out = |text: &str, size: f32| {
        let format = TextFormat::simple(font(size), team);
        let row_height = ui.fonts_mut(|fonts| fonts.row_height(&format.font_id));
        let mut job = LayoutJob::single_section(text.to_owned(), format);
        job.wrap = TextWrapping::truncate_at_width(room);
        job.wrap.max_rows = if rect.height() >= 2.0 * row_height { 2 } else { 1 };
        job.wrap.break_anywhere = job.wrap.max_rows == 1;
        in_reading_order(&painter, job)
    };
    let mut galley = lay_out(&hint.text, theme::TEXT);
    for text in once(&hint.text).chain(&hint.shorter) {
        for size in [theme::TEXT, theme::SMALL] {
            if galley.elided {
                galley = lay_out(text, size);
            }
        }
    }
    let middle = if galley.rows.len() > 1 {
        rect.center().y
    } else {
        rect.top() + (line_height + 2.0).min(rect.height()) / 2.0
    };
    diamond(&painter, pos2(rect.left() + DIAMOND + 1.0, middle), team, hint.is_mate);
    let width = (TEXT_LEFT + galley.size().x).min(rect.width());
    let rect = rect.with_max_x(rect.left() + width).with_max_y(middle + galley.size().y / 2.0);
    let at = pos2(rect.left() + TEXT_LEFT, middle - galley.size().y / 2.0);
    painter.galley(at, galley, team);
    let id = ui.make_persistent_id(("tactics", board));
    let (sense, role) = match hint.has_line {
        true => (Sense::click(), Role::Button),
        false => (Sense::hover(), Role::Label),
    };
    let mut response = ui.interact(rect, id, sense);
    let mut words = hint.all.join("\n");
    response.widget_info(|| {
        let words = format!("Board {}: {}", board.letter(), hint.all.join(", "));
        WidgetInfo::labeled(role, true, words)
    });
    if hint.has_line {
        words += "\nClick to add the winning line as a variation.";
        response = response.on_hover_cursor(CursorIcon::PointingHand);
    }
    response.on_click(|| AnalysisAction::AddShownLine(board));
    response.on_hover_text(words);
    width
}
