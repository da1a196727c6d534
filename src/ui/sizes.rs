//! [`Sizes`] and [`layout_of_window`]: how large a person has made the window and its panels.

use crate::settings::Layout;
use eframe::egui::{Context, Ui};

/// What has to be known of former frames to tell a panel that was dragged from one that gave way to the window.
#[derive(Debug, Default)]
pub struct Sizes {
    /// The list of matches.
    pub matches: PanelWidth,
    /// The panel beside the boards.
    pub side: PanelWidth,
}

/// The layout with the window as it stands now.
#[must_use]
pub fn layout_of_window(ctx: &Context, layout: &Layout) -> Layout {
    ctx.input(|input| {
        let viewport = input.viewport();
        let full = viewport.fullscreen == Some(true) || viewport.minimized == Some(true);
        let maximized = viewport.maximized == Some(true);
        let size = viewport
            .inner_rect
            .map(|rect| [rect.width(), rect.height()]);
        Layout {
            window: if full || maximized {
                layout.window
            } else {
                size.or(layout.window)
            },
            maximized: maximized && !full,
            ..layout.clone()
        }
    })
}

/// The width of a panel in former frames, in points.
#[derive(Debug, Default)]
pub struct PanelWidth {
    /// The window's, when it was looked at last.
    window: f32,
    /// The panel's, since the window is so wide or since it was last let go.
    panel: f32,
}

impl PanelWidth {
    /// The width that the panel was just dragged to, if it was.
    pub fn dragged(&mut self, ui: &Ui, window: f32, panel: f32) -> Option<f32> {
        #[expect(clippy::float_cmp, reason = "the same value, kept from a former frame")]
        if self.window != window {
            *self = Self { window, panel };
            return None;
        }
        let let_go = ui.input(|input| input.pointer.any_released());
        if !let_go || (self.panel - panel).abs() < 1.0 {
            return None;
        }
        self.panel = panel;
        Some(panel)
    }
}
