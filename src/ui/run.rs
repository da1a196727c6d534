//! Opens the window, or reports in one line why it cannot be opened.

use super::{
    App, Launch,
    clipboard::ClipboardLog,
    libraries::{Display, Library, libraries_text},
};
use crate::{
    app::{Action, Effect, ShellAction, State},
    platform::OPENGL_HELP,
};
use eframe::egui;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
};

/// The width and height of the window at the first start, in points.
pub const FIRST_WINDOW: [f32; 2] = [1280.0, 800.0];

/// The minimum width and height of the window, in points. They are small, because a window larger than the screen would
/// be cut off.
pub const MIN_WINDOW: [f32; 2] = [200.0, 150.0];

#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// No display server responded.
    #[error(
        "no display (is DISPLAY or WAYLAND_DISPLAY set?); subcommands work without one, see \
         --help"
    )]
    NoDisplay,
    /// Shared libraries that the window loads at run time are missing.
    #[error("cannot open the window: missing {}", libraries_text(.0))]
    NoLibraries(Vec<Library>),
    #[error("cannot open the window: {0}")]
    Graphics(String),
}

impl RunError {
    /// Returns [`RunError::NoLibraries`] if libraries are missing, since that explains every other error. Otherwise
    /// returns `self`.
    fn or_missing_libraries(self) -> Self {
        let missing = display().map(Display::missing).unwrap_or_default();
        if missing.is_empty() { self } else { Self::NoLibraries(missing) }
    }

    /// Converts an error of eframe to [`RunError::Graphics`], with a message of one line.
    fn graphics(error: &eframe::Error) -> Self {
        Self::Graphics(match error {
            eframe::Error::NoGlutinConfigs(_, reason) => no_opengl(reason),
            eframe::Error::Glutin(reason) => no_opengl(reason),
            eframe::Error::OpenGL(reason) => no_opengl(reason),
            error => error.to_string(),
        })
    }
}

/// Returns the message about a display without OpenGL, which ends with what helps.
fn no_opengl(reason: &impl ToString) -> String {
    let reason = reason.to_string();
    let line = reason.lines().next().unwrap_or_default();
    format!("the display does not support OpenGL 2 ({line}); {OPENGL_HELP}")
}

/// Returns `false`: on the desktop, jobs and egui perform all effects.
pub(super) const fn performs(_: &Effect) -> bool {
    false
}

/// Returns the paths of the dropped files. In a browser, where the bytes of the files must be read first, this function
/// returns `None`.
pub(super) fn dropped_paths(files: Vec<egui::DroppedFileHandle>) -> Option<Vec<PathBuf>> {
    Some(files.into_iter().map(|file| file.path().to_owned()).collect())
}

/// Returns no actions: on the desktop, no browser page requests any.
pub(super) const fn actions() -> [Action; 0] {
    []
}

/// Does nothing: only a browser shows the title outside the window.
pub(super) const fn show_title(_: &str) {}

/// Does nothing: only a page in a browser has an address that follows what is shown.
pub(super) const fn follow(_: &State) {}

/// Returns `text` unchanged: on the desktop, a copied link already has the full address from the settings.
pub(super) const fn full_address(text: String) -> String {
    text
}

/// Returns the display server of this session, outside of Linux as well if one is set up.
fn display() -> Option<Display> {
    Display::from_environment(|name| std::env::var_os(name))
}

/// Opens the window, and returns when it is closed.
///
/// # Errors
/// If there is no display, if libraries are missing, or if the graphics system fails.
pub fn run(launch: Launch) -> Result<(), RunError> {
    ClipboardLog::listen();
    let (settings, broken) = launch.store.load();
    let layout = &settings.layout;
    let icon = eframe::icon_data::from_png_bytes(include_bytes!("../../assets/icon/tandem-64.png"));
    let mut viewport = egui::ViewportBuilder::default()
        .with_title("Tandem")
        .with_app_id("tandem")
        .with_inner_size(layout.window.unwrap_or(FIRST_WINDOW))
        .with_maximized(layout.maximized)
        .with_min_inner_size(MIN_WINDOW);
    if let Ok(icon) = icon {
        viewport = viewport.with_icon(icon);
    }
    let options = eframe::NativeOptions {
        viewport,
        renderer: eframe::Renderer::Glow,
        persist_window: false,
        // No depth or stencil buffer is needed.
        depth_buffer: 0,
        stencil_buffer: 0,
        // Dithering improves wide gradients, which the window does not have. With a software renderer, it takes a third
        // of the time of a frame.
        dithering: false,
        ..Default::default()
    };
    // winit panics if a library it loads at run time is missing.
    let old_hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut started = false;
    let ran = catch_unwind(AssertUnwindSafe(|| {
        eframe::run_native(
            "tandem",
            options,
            Box::new(|cc| {
                // The window works, so a panic from here on is a bug, which must be reported in full.
                started = true;
                std::panic::set_hook(old_hook);
                ClipboardLog::of_program().wake(&cc.egui_ctx);
                let mut app = App::with(cc, launch, settings, broken);
                if display() == Some(Display::Wayland) {
                    app.update(Action::Shell(ShellAction::NoDrops), &cc.egui_ctx);
                }
                Ok(Box::new(app))
            }),
        )
    }));
    match ran {
        Ok(Ok(())) => Ok(()),
        Ok(Err(eframe::Error::WinitEventLoop(_))) => {
            Err(RunError::NoDisplay.or_missing_libraries())
        }
        Ok(Err(error)) => Err(RunError::graphics(&error).or_missing_libraries()),
        Err(panic) if started => std::panic::resume_unwind(panic),
        Err(panic) => {
            let words = panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied())
                .unwrap_or("the graphics system failed");
            let line = words.lines().next().unwrap_or_default();
            Err(RunError::Graphics(line.to_owned()).or_missing_libraries())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_display_without_opengl_is_reported_in_one_line_with_a_way_on() {
        let reason = "requires opengl 2.0+\nversion 1.1".to_owned();
        let error = eframe::Error::OpenGL(eframe::egui_glow::PainterError::from(reason));
        let words = RunError::graphics(&error).to_string();
        assert!(words.starts_with("cannot open the window: the display does not support OpenGL 2"));
        assert!(words.contains("requires opengl 2.0+") && !words.contains('\n'), "{words}");
        let way = if cfg!(windows) { "opengl32.dll" } else { "LIBGL_ALWAYS_SOFTWARE=1" };
        assert!(words.contains(way), "{words}");
    }
}
