//! The preview of a print-out: one of its pages, with buttons and keys for the others.

use crate::{
    app::sheet_size,
    diagram::{PagePreview, Raster},
    text::to_u32,
    ui::{
        art::load_texture,
        theme::Tokens,
        widgets::{Icon, cached, icon_button, small},
    },
};
use eframe::egui::{
    Context, CornerRadius, Id, Image, Key, Stroke, StrokeKind, TextureId, Ui, Vec2, WidgetInfo,
    accesskit::Role, vec2,
};

/// The minimum and maximum height of the preview of a page, in points.
const PAGE_HEIGHTS: (f32, f32) = (120.0, 520.0);

/// The height of a dialog without the preview, plus the margin around the dialog, in points.
pub const AROUND_PREVIEW: f32 = 220.0;

/// The minimum width of the window for a preview, in points: that of a window 1280 pixels wide at 150 %.
const PREVIEW_FROM: f32 = 850.0;

/// The height of the line below a page, in points.
const PAGE_TURNER_HEIGHT: f32 = 34.0;

/// Returns whether the window is wide enough for a preview beside the options of a dialog.
pub fn has_room_for_preview(ctx: &Context) -> bool {
    ctx.content_rect().width() >= PREVIEW_FROM
}

/// Returns the height of the preview of a page with the line below it, in points.
pub fn page_height(ctx: &Context) -> f32 {
    let (min, max) = PAGE_HEIGHTS;
    (ctx.content_rect().height() - AROUND_PREVIEW).clamp(min, max)
}

/// Returns the width of the preview of a page on the wider paper, in points.
pub fn page_width(ctx: &Context) -> f32 {
    let (width, height) = sheet_size(true);
    (page_height(ctx) - PAGE_TURNER_HEIGHT) * width / height
}

/// Shows the page of `preview` at index `page`, and buttons and keys for the others. `render` draws the page with this
/// index, with this width in pixels.
pub fn pages_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    preview: &PagePreview,
    page: &mut usize,
    render: impl FnOnce(usize, u32) -> Raster,
) {
    let room = page_height(ui.ctx()) - PAGE_TURNER_HEIGHT;
    let size = vec2(room * preview.aspect(), room);
    let width = to_u32(size.x * ui.ctx().pixels_per_point());
    *page = page_after_keys(ui, *page, preview.pages());
    let source = (preview.clone(), *page, width);
    let texture = cached(ui, Id::unique("shown page"), source, |_| {
        Some(load_texture(ui.ctx(), "page", &render(*page, width)))
    });
    let Some(texture) = texture else { return };
    ui.vertical(|ui| {
        let name = format!("Page {}", *page + 1);
        framed_image(ui, tokens, (texture.id(), size), &name);
        page_turner_ui(ui, tokens, preview, page);
    });
}

/// Returns the index of the page to show after the keys that turn pages. `page` is the page shown before, of `count`.
fn page_after_keys(ui: &Ui, page: usize, count: usize) -> usize {
    let last = count.saturating_sub(1);
    let page = page.min(last);
    if ui.ctx().text_edit_focused() {
        return page;
    }
    let targets = [
        (Key::PageDown, (page + 1).min(last)),
        (Key::PageUp, page.saturating_sub(1)),
        (Key::Home, 0),
        (Key::End, last),
    ];
    let pressed = targets.into_iter().find(|(key, _)| ui.input(|input| input.key_pressed(*key)));
    pressed.map_or(page, |(_, target)| target)
}

/// Shows which of the pages is shown and, if there are several, buttons for the ones before and after it.
fn page_turner_ui(ui: &mut Ui, tokens: &Tokens, preview: &PagePreview, page: &mut usize) {
    let last = preview.pages().saturating_sub(1);
    let shown = *page;
    let mut turn = |ui: &mut Ui, icon: Icon, name: &str, to: usize| {
        ui.add_enabled_ui(to != shown, |ui| {
            if icon_button(ui, tokens, icon, 28.0, name, None).clicked() {
                *page = to;
            }
        });
    };
    ui.horizontal(|ui| {
        if last > 0 {
            turn(ui, Icon::Back, "Previous page (Page Up)", shown.saturating_sub(1));
            turn(ui, Icon::Forward, "Next page (Page Down)", (shown + 1).min(last));
        }
        ui.label(small(format!("Page {} of {}", shown + 1, preview.count_text())));
    });
}

/// Shows a preview with a border, without which white paper would vanish on a white dialog.
pub fn framed_image(ui: &mut Ui, tokens: &Tokens, image: (TextureId, Vec2), name: &str) {
    let shown = ui.add(Image::new(image));
    let edge = Stroke::new(1.0, tokens.line);
    ui.painter().rect_stroke(shown.rect, CornerRadius::ZERO, edge, StrokeKind::Outside);
    shown.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
}
