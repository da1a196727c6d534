//! [`layout_of_window`] reads the size of the window, and [`fit_to_screen`] maximizes a window that is too large. The
//! other functions convert rectangles to and from egui.

use crate::{app::Rectangle, settings::Layout};
use eframe::egui::{Context, Rect, Vec2, ViewportCommand, pos2, vec2};

/// The room on the screen that title bar, frame and panels of the desktop take, in points at the default text size.
const DESKTOP_ROOM: Vec2 = vec2(16.0, 84.0);

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

/// Maximizes the window if its frame and the panels of the desktop leave too little room for it, because the desktop would
/// cut off its lower edge. Returns whether the size of the screen is known yet.
pub fn fit_to_screen(ctx: &Context) -> bool {
    let (screen, is_full) = ctx.input(|input| {
        let viewport = input.viewport();
        let is_full = viewport.maximized == Some(true) || viewport.fullscreen == Some(true);
        (viewport.monitor_size, is_full)
    });
    let Some(screen) = screen else { return false };
    let room = screen - DESKTOP_ROOM / ctx.zoom_factor();
    let window = ctx.content_rect().size();
    if !is_full && (window.x > room.x || window.y > room.y) {
        ctx.send_viewport_cmd(ViewportCommand::Maximized(true));
    }
    true
}
