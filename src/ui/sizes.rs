//! [`layout_of_window`] reads the size of the window. The other functions convert rectangles to and from egui.

use crate::{app::Rectangle, settings::Layout};
use eframe::egui::{Context, Rect, pos2};

pub const fn rect_of(place: Rectangle) -> Rect {
    Rect { min: pos2(place.left, place.top), max: pos2(place.right(), place.bottom()) }
}

pub fn rectangle_of(rect: Rect) -> Rectangle {
    Rectangle::new(rect.left(), rect.top(), rect.width(), rect.height())
}

/// Takes `width` from `room` if it fits. Returns whether it fits.
pub fn take_room(room: &mut f32, width: f32) -> bool {
    let fits = *room >= width;
    if fits {
        *room -= width;
    }
    fits
}

/// Returns `layout` with the current size of the window. If the window is full-screen, minimized or maximized, the size
/// in `layout` is kept.
pub fn layout_of_window(ctx: &Context, layout: &Layout) -> Layout {
    let zoom = ctx.zoom_factor();
    ctx.input(|input| {
        let viewport = input.viewport();
        let full = viewport.fullscreen == Some(true) || viewport.minimized == Some(true);
        let maximized = viewport.maximized == Some(true);
        let size = viewport
            .inner_rect
            // Converted to points at the default text size.
            .map(|rect| [rect.width() * zoom, rect.height() * zoom]);
        Layout {
            window: if full || maximized { layout.window } else { size.or(layout.window) },
            maximized: maximized && !full,
            ..*layout
        }
    })
}
