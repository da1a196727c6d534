//! The line of text below a board about forced and missed wins.

use super::{DIAMOND, diamond};
use crate::{
    app::{AnalysisAction, BoardHint},
    rules::BoardId,
    ui::{
        outbox::SendOnClick as _,
        theme::{self, Tokens},
        widgets::truncated,
    },
};
use eframe::egui::{CursorIcon, Rect, Sense, Ui, WidgetInfo, accesskit::Role, pos2};

/// The distance of the text from the left edge, in points. It leaves room for the diamond.
const TEXT_LEFT: f32 = 2.0 * DIAMOND + 6.0;

/// Shows `hint` below `board`, at the left edge of `rect`. Returns the width of the hint, in points. If space is short,
/// the seat's colour replaces the player's name; if that is not enough, the text is truncated. The tooltip has the full
/// text. A click adds the winning line, if the hint has one, as a variation.
pub fn board_hint_ui(
    ui: &Ui,
    tokens: &Tokens,
    board: BoardId,
    hint: &BoardHint,
    rect: Rect,
) -> f32 {
    let painter = ui.painter_at(rect);
    let team = tokens.team(hint.seat.team());
    let middle = rect.center().y;
    diamond(&painter, pos2(rect.left() + DIAMOND + 1.0, middle), team, hint.is_mate);
    let font =
        if hint.is_mate { theme::semibold(theme::TEXT) } else { theme::regular(theme::TEXT) };
    let room = rect.width() - TEXT_LEFT;
    let full = ui.painter().layout_no_wrap(hint.text.clone(), font.clone(), team);
    let galley = if full.size().x > room {
        truncated(&painter, &hint.short, font, team, room)
    } else {
        full
    };
    let width = (TEXT_LEFT + galley.size().x).min(rect.width());
    let rect = rect.with_max_x(rect.left() + width);
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
