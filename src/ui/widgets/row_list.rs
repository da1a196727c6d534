//! [`RowList`]: a list of any length that lays out only its visible rows.
//!
//! The scroll position is a number of rows, not of points: in a list of a million rows, points would exceed the
//! precision of `f32`.

use crate::ui::theme::{self, Tokens};
use eframe::egui::{
    Align, CornerRadius, Id, Layout, PointerButton, Rect, Response, Sense, Stroke, StrokeKind, Ui,
    UiBuilder, pos2, vec2,
};

/// The width of the scroll bar and the gap before it, in points.
const BAR_WIDTH: f32 = 12.0;

/// The minimum length of the scroll bar's handle, in points.
const MIN_HANDLE: f32 = 28.0;

#[derive(Clone, Copy, Debug, Default)]
pub struct RowList {
    /// The number of rows above the visible part.
    top: f64,
    /// The number of rows visible in the last frame.
    visible_rows: f64,
}

impl RowList {
    /// Scrolls so that row `row` is in the middle, unless the row is visible already; to the top if `row` is `None`.
    pub fn scroll_to(&mut self, row: Option<usize>) {
        let Some(row) = row.map(|row| row as f64) else {
            self.top = 0.0;
            return;
        };
        if row < self.top || row + 1.0 > self.top + self.visible_rows {
            self.top = (row - (self.visible_rows - 1.0).max(0.0) / 2.0).max(0.0);
        }
    }

    /// Returns by how many rows Page Up and Page Down move: one less than are fully visible, but at least one.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rows on a screen")]
    pub fn page(&self) -> usize {
        (self.visible_rows as usize).max(2) - 1
    }

    /// Shows the visible ones among `count` rows, each `height` points high. Calls `row_ui` with the index and the
    /// place of each visible row.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "rows of some millions, and places on the screen"
    )]
    pub fn show(
        &mut self,
        ui: &mut Ui,
        tokens: &Tokens,
        height: f32,
        count: usize,
        mut row_ui: impl FnMut(&mut Ui, usize, Rect),
    ) {
        let outer = ui.available_rect_before_wrap();
        let response = ui.allocate_rect(outer, Sense::hover());
        self.visible_rows = f64::from(outer.height() / height).max(1.0);
        let max_top = (count as f64 - self.visible_rows).max(0.0);
        if response.contains_pointer() {
            let wheel = ui.input(|input| input.smooth_scroll_delta().y);
            self.top -= f64::from(wheel / height);
        }
        self.top = self.top.clamp(0.0, max_top);
        let mut rows = outer;
        if max_top > 0.0 {
            rows.max.x -= BAR_WIDTH;
            self.bar_ui(ui, tokens, outer, max_top);
        }
        let first = self.top.floor() as usize;
        let last = ((self.top + self.visible_rows).ceil() as usize).min(count);
        let offset = self.top.fract() as f32 * height;
        let mut inner =
            ui.new_child(UiBuilder::new().max_rect(rows).layout(Layout::top_down(Align::Min)));
        inner.set_clip_rect(rows.intersect(ui.clip_rect()));
        for row in first..last {
            let y = rows.top() - offset + (row - first) as f32 * height;
            let place = Rect::from_min_size(pos2(rows.left(), y), vec2(rows.width(), height));
            row_ui(&mut inner, row, place);
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "places on the screen")]
    fn bar_ui(&mut self, ui: &Ui, tokens: &Tokens, outer: Rect, max_top: f64) {
        let track = outer.with_min_x(outer.right() - BAR_WIDTH + 4.0);
        let total_rows = max_top + self.visible_rows;
        let handle = (track.height() * (self.visible_rows / total_rows) as f32)
            .max(MIN_HANDLE)
            .min(track.height());
        let room = f64::from(track.height() - handle).max(1.0);
        let response = ui.interact(track, ui.scope_id().with("bar"), Sense::click_and_drag());
        if let Some(at) = response.interact_pointer_pos()
            && (response.dragged_by(PointerButton::Primary) || response.clicked())
        {
            let delta = ui.input(|input| input.pointer.delta().y);
            let handle_top = f64::from(track.top()) + self.top / max_top * room;
            let on_handle =
                (handle_top..handle_top + f64::from(handle)).contains(&f64::from(at.y - delta));
            self.top = if on_handle && response.dragged() {
                self.top + f64::from(delta) / room * max_top
            } else {
                (f64::from(at.y - track.top()) - f64::from(handle) / 2.0) / room * max_top
            };
            self.top = self.top.clamp(0.0, max_top);
            ui.ctx().request_repaint();
        }
        let top = track.top() + (self.top / max_top * room) as f32;
        let bar = Rect::from_min_size(pos2(track.left(), top), vec2(track.width(), handle));
        let ink = if response.hovered() || response.dragged() { tokens.dim } else { tokens.line };
        ui.painter().rect_filled(bar, CornerRadius::same(4), ink);
    }
}

/// Returns the place of the stripe at the left edge of the row `row`.
pub fn stripe_of(row: Rect) -> Rect {
    let inner = row.shrink2(vec2(2.0, 5.0));
    inner.with_max_x(inner.left() + 3.0)
}

/// Returns the response of a clickable row at `place`. The row is highlighted if it is selected (`chosen`), hovered or
/// focused.
pub fn row_response(ui: &Ui, tokens: &Tokens, id: Id, place: Rect, chosen: bool) -> Response {
    let response = ui.interact(place, id, Sense::click());
    if chosen || response.hovered() || response.has_focus() {
        let fill = if chosen { tokens.chosen } else { tokens.card };
        ui.painter().rect_filled(place, CornerRadius::same(5), fill);
    }
    if chosen {
        // With high contrast, the background alone would hardly differ from that of the list.
        let edge = Stroke::new(1.0, tokens.line);
        ui.painter().rect_stroke(place, CornerRadius::same(5), edge, StrokeKind::Inside);
    }
    response
}

/// Shows a row with `text`, which wraps, beside the place of a stripe.
pub fn text_row_ui(ui: &mut Ui, tokens: &Tokens, id: Id, text: &str, is_shown: bool) -> Response {
    let room = ui.available_width();
    let font = theme::regular(theme::TEXT);
    let galley = ui.painter().layout(text.to_owned(), font, tokens.text, room - 22.0);
    let (_, rect) = ui.allocate_space(vec2(room, galley.size().y + 8.0));
    let response = row_response(ui, tokens, id, rect, is_shown);
    ui.painter().galley(rect.min + vec2(14.0, 4.0), galley, tokens.text);
    response
}
