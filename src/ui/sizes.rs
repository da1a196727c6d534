//! [`layout_of_window`] reads the size of the window, and [`fit_to_screen`] maximizes a window that is too large. The
//! other functions convert rectangles to and from egui.

use crate::{app::Rectangle, settings::Layout};
use eframe::egui::{Context, Rect, Vec2, ViewportCommand, pos2, vec2};

/// The room on the screen that title bar, frame and panels of the desktop take, in points at the default text size.
const DESKTOP_ROOM: Vec2 = vec2(16.0, 84.0);

/// The width from which text is larger than the chosen size, in points at that size.
const WIDE_WINDOW: f32 = 1600.0;

/// A window wider by this, in points, has text larger by [`GROWTH_PERCENT`].
const GROWTH_WIDTH: f32 = 192.0;

const GROWTH_PERCENT: u16 = 5;

const MAX_GROWTH_PERCENT: u16 = 25;

/// How much larger than chosen the text of a wide window is.
#[derive(Debug, Default)]
pub struct TextGrowth {
    /// The growth, in per cent of the chosen size.
    pub percent: u16,
    /// The width of the window in the last frame, in points at 100 %.
    last_width: f32,
}

impl TextGrowth {
    /// Adapts the growth to the width of the window, and returns whether it has changed. A width must last for two
    /// frames, because the first frame is laid out for a window of another size, and because the text must not change
    /// while the window is resized.
    pub fn follow(&mut self, ctx: &Context, text_percent: u16) -> bool {
        let width = ctx.content_rect().width() * ctx.zoom_factor();
        let lasts = (width - self.last_width).abs() < 2.0;
        self.last_width = width;
        let percent = growth_percent(width * 100.0 / f32::from(text_percent));
        if percent == self.percent {
            return false;
        }
        if lasts {
            self.percent = percent;
        } else {
            ctx.request_repaint();
        }
        lasts
    }
}

/// Returns the growth of the text in a window `width` points wide, in points at the chosen text size.
fn growth_percent(width: f32) -> u16 {
    let steps = ((width - WIDE_WINDOW) / GROWTH_WIDTH).floor().max(0.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few steps")]
    let steps = steps.min(100.0) as u16;
    (steps * GROWTH_PERCENT).min(MAX_GROWTH_PERCENT)
}

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

#[cfg(test)]
mod tests {
    use super::growth_percent;

    #[test]
    fn text_grows_in_steps_from_1600_points_to_2560() {
        for (width, percent) in [
            (640.0, 0),
            (1600.0, 0),
            (1791.0, 0),
            (1792.0, 5),
            (1920.0, 5),
            (2560.0, 25),
            (3840.0, 25),
            (1.0e9, 25),
        ] {
            assert_eq!(growth_percent(width), percent, "{width}");
        }
    }
}
