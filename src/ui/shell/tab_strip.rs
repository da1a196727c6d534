//! The strip of tabs below the menu bar, shown if there are several.

use crate::{
    app::{State, TabRow, TabsAction, tab_rows},
    ui::{
        outbox::SendAction as _,
        theme::{self, Tokens},
        widgets::{Icon, icon_button, truncated},
    },
};
use eframe::egui::{
    Align, CornerRadius, Layout, Rect, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo,
    accesskit::Role, pos2, style::ScrollAnimation, vec2,
};

/// The maximum width of a tab, in points at normal text size.
const MAX_WIDTH: f32 = 220.0;

/// The minimum width of a tab, in points at normal text size. With more tabs, the strip scrolls.
const MIN_WIDTH: f32 = 110.0;

pub fn tab_strip_ui(ui: &mut Ui, tokens: &Tokens, state: &State) {
    let rows = tab_rows(state);
    let gap = 4.0;
    let room = ui.available_width() / rows.len() as f32 - gap;
    let width = room.clamp(MIN_WIDTH, MAX_WIDTH);
    ScrollArea::horizontal().id_salt("tabs").show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            for (index, row) in rows.iter().enumerate() {
                tab_ui(ui, tokens, row, index, width);
            }
        });
    });
}

fn tab_ui(ui: &mut Ui, tokens: &Tokens, row: &TabRow, index: usize, width: f32) {
    let height = ui.spacing().interact_size.y.max(22.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    let words = if row.is_unsaved { format!("{}, unsaved", row.words) } else { row.words.clone() };
    response.widget_info(|| WidgetInfo::selected(Role::Tab, true, row.is_shown, &words));
    if row.is_shown || response.hovered() || response.has_focus() {
        let fill = if row.is_shown { tokens.chosen } else { tokens.card };
        ui.painter().rect_filled(rect, CornerRadius::same(5), fill);
    }
    if row.is_shown {
        let line = rect.with_min_y(rect.bottom() - 2.0).shrink2(vec2(6.0, 0.0));
        ui.painter().rect_filled(line, CornerRadius::same(1), tokens.text);
        reveal(ui, rect, (index, row.words.clone()));
    }
    let close = rect.with_min_x(rect.right() - height);
    let mut left = rect.left() + 8.0;
    if row.is_unsaved {
        let dot = rect.left_center() + vec2(11.0, 0.0);
        ui.painter().circle_filled(dot, 3.0, tokens.text);
        left += 12.0;
    }
    let ink = if row.is_shown { tokens.text } else { tokens.dim };
    let (painter, font) = (ui.painter(), theme::regular(theme::TEXT));
    let number = painter.layout_no_wrap(row.number.clone(), font.clone(), ink);
    let room = close.left() - left - 4.0 - number.size().x;
    let name = truncated(painter, row.name.as_str(), font, ink, room);
    let top = rect.center().y - name.size().y / 2.0;
    let number_left = left + name.size().x;
    painter.galley(pos2(left, top), name, ink);
    painter.galley(pos2(number_left, top), number, ink);
    let layout = Layout::right_to_left(Align::Center);
    let mut child = ui.new_child(UiBuilder::new().max_rect(close).layout(layout));
    let name = format!("Close tab {}{}", row.name, row.number);
    let closes = icon_button(&mut child, tokens, Icon::Close, height - 4.0, &name, None).clicked();
    if closes || response.middle_clicked() {
        ui.send(TabsAction::Close(index));
    } else if response.clicked() {
        ui.send(TabsAction::Show(index));
    }
    response.on_hover_text(&row.words);
}

/// Scrolls to the shown tab until it is in sight. Later the user may scroll it out of sight.
fn reveal(ui: &Ui, rect: Rect, tab: (usize, String)) {
    let id = ui.scope_id().with("revealed tab");
    if ui.data(|data| data.get_temp(id).as_ref() == Some(&tab)) {
        return;
    }
    let clip = ui.clip_rect();
    let visible = clip.intersect(rect).width();
    if visible + 1.0 >= rect.width().min(clip.width()) {
        ui.data_mut(|data| data.insert_temp(id, tab));
    } else {
        ui.scroll_to_rect_animation(rect, None, ScrollAnimation::none());
        ui.ctx().request_repaint();
    }
}
