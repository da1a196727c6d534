//! The matches of the file, to be filtered while typing.

use crate::{
    ui::theme::{self, Tokens},
    view::{Action, Command, MatchRow, OpenFile, State},
};
use eframe::egui::{
    Align2, CornerRadius, FontId, Key, Modifiers, Rect, RichText, ScrollArea, Sense, TextEdit, Ui,
    WidgetInfo,
    accesskit::Role,
    pos2,
    text::{LayoutJob, TextFormat, TextWrapping},
    vec2,
};

/// Height of a row: both teams and a line about them.
const ROW: f32 = 60.0;

/// Shows the filter and the list.
pub fn matches_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    state: &State,
    file: &OpenFile,
    scroll_to: &mut Option<usize>,
    actions: &mut Vec<Action>,
) {
    let mut filter = state.filter.clone();
    let field = ui.add(
        TextEdit::singleline(&mut filter)
            .id_salt("filter")
            .hint_text("Filter by player, event, date, result")
            .desired_width(f32::INFINITY)
            .margin(vec2(8.0, 6.0)),
    );
    field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Filter matches"));
    if state.focus_filter {
        field.request_focus();
    }
    if field.has_focus() {
        // The keys that go through the list do so while it is being filtered, too.
        for (key, command) in [
            (Key::PageDown, Command::NextMatch),
            (Key::PageUp, Command::PreviousMatch),
        ] {
            if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
                actions.push(Action::Do(command));
            }
        }
    }
    // Escape has taken the keyboard from the field by now.
    if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape)) {
        actions.push(Action::Filter(String::new()));
    } else if filter != state.filter {
        actions.push(Action::Filter(filter));
    }
    let count = format!("{} of {} matches", state.filtered.len(), file.rows.len());
    ui.label(RichText::new(count).color(tokens.dim).size(theme::SMALL));
    ui.spacing_mut().item_spacing.y = 2.0;
    let mut area = ScrollArea::vertical().id_salt("matches").auto_shrink(false);
    if *scroll_to != Some(file.chosen) {
        *scroll_to = Some(file.chosen);
        if let Some(place) = state.filtered.iter().position(|&id| id == file.chosen) {
            #[expect(clippy::cast_precision_loss, reason = "a place on the screen")]
            let top = place as f32 * (ROW + 2.0);
            let half = ui.available_height() / 2.0 - ROW;
            area = area.vertical_scroll_offset((top - half).max(0.0));
        }
    }
    area.show_rows(ui, ROW, state.filtered.len(), |ui, range| {
        for &id in &state.filtered[range] {
            let row = &file.rows[id];
            if row_ui(ui, tokens, row, id == file.chosen) {
                actions.push(Action::Choose(id));
            }
        }
    });
}

fn row_ui(ui: &mut Ui, tokens: &Tokens, row: &MatchRow, chosen: bool) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let words = format!(
        "Match {}: {} against {}, {}, {}",
        row.id + 1,
        row.first,
        row.second,
        row.result,
        row.detail
    );
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, chosen, &words));
    if chosen || response.hovered() || response.has_focus() {
        let fill = if chosen { tokens.line } else { tokens.card };
        ui.painter().rect_filled(rect, CornerRadius::same(5), fill);
    }
    let painter = ui.painter_at(rect);
    let result = painter.text(
        rect.right_top() + vec2(-8.0, 7.0),
        Align2::RIGHT_TOP,
        row.result,
        theme::semibold(theme::SMALL + 1.0),
        tokens.text,
    );
    let left = rect.left() + 16.0;
    let line = |y: f32, text: &str, font: FontId, ink, right: f32| {
        let mut job = LayoutJob::single_section(text.to_owned(), TextFormat::simple(font, ink));
        job.wrap = TextWrapping::truncate_at_width(right - left);
        let galley = painter.layout_job(job);
        painter.galley(pos2(left, rect.top() + y), galley, ink);
    };
    let body = theme::regular(theme::TEXT);
    line(
        5.0,
        &row.first,
        body.clone(),
        tokens.text,
        result.left() - 6.0,
    );
    line(22.0, &row.second, body, tokens.text, rect.right() - 8.0);
    let small = theme::regular(theme::SMALL);
    let detail = format!("{} · {}", row.id + 1, row.detail);
    line(41.0, &detail, small, tokens.dim, rect.right() - 8.0);
    for (y, ink) in [(5.0, tokens.first), (22.0, tokens.second)] {
        let mark = Rect::from_min_size(rect.min + vec2(7.0, y + 2.0), vec2(3.0, 13.0));
        painter.rect_filled(mark, CornerRadius::same(1), ink);
    }
    response.clicked()
}
