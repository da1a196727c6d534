//! [`ClipboardLog`]: collects the failures of the system clipboard.
//!
//! egui accesses the system clipboard after a frame, and reports failures only through the `log` crate.
//! [`ClipboardLog`] is therefore a logger.

use eframe::egui::Context;
use log::{Level, LevelFilter, Log, Metadata, Record};
use std::sync::{Mutex, PoisonError};

/// The log target of egui's clipboard messages.
const TARGET: &str = "egui_winit::clipboard";

/// Clipboard failures, collected until [`Self::failures`] is called.
#[derive(Debug, Default)]
pub struct ClipboardLog {
    errors: Mutex<ClipboardState>,
}

#[derive(Debug, Default)]
struct ClipboardState {
    /// Failed copies and pastes, each as a sentence without a full stop.
    failures: Vec<String>,
    /// The reason why there is no system clipboard; `None` if there is one.
    missing: Option<String>,
    /// Whether the display server has a clipboard of its own, which takes text if there is no system clipboard.
    has_display_clipboard: bool,
    /// The context of the window, which is repainted after a failure.
    window: Option<Context>,
}

/// The only instance, because a process has only one logger.
static LOG: ClipboardLog = ClipboardLog {
    errors: Mutex::new(ClipboardState {
        failures: Vec::new(),
        missing: None,
        has_display_clipboard: true,
        window: None,
    }),
};

impl ClipboardLog {
    /// Installs the logger. Must be called before the window opens.
    pub fn listen() -> &'static Self {
        // If there is another logger already, failures are not collected.
        if log::set_logger(&LOG).is_ok() {
            log::set_max_level(LevelFilter::Debug);
        }
        &LOG
    }

    pub const fn of_program() -> &'static Self {
        &LOG
    }

    /// Makes failures repaint `window`.
    pub fn wake(&self, window: &Context) {
        self.with(|errors| errors.window = Some(window.clone()));
    }

    /// Records a failure if copied text can be pasted only in this program.
    pub fn check_text_copy(&self) {
        self.with(|errors| {
            if let (Some(reason), false) = (&errors.missing, errors.has_display_clipboard) {
                let words = format!(
                    "Copied, but only Tandem can paste it: the system clipboard is not available \
                     ({reason})"
                );
                errors.add_failure(words);
            }
        });
    }

    /// Returns the failures since the last call.
    pub fn failures(&self) -> Vec<String> {
        self.with(|errors| std::mem::take(&mut errors.failures))
    }

    fn with<R>(&self, access: impl FnOnce(&mut ClipboardState) -> R) -> R {
        // The list is valid even if a writer panicked.
        access(&mut self.errors.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Updates the state from a log message of egui's clipboard.
    fn record(&self, level: Level, words: &str) {
        let reason = || words.split_once(": ").map_or(words, |(_, reason)| reason);
        self.with(|errors| match level {
            Level::Error if words.contains("paste") => {
                errors.add_failure(format!("cannot read the clipboard ({})", reason()));
            }
            // Failures of the primary selection (middle mouse button) are ignored, since the user did not ask to copy.
            Level::Error if words.contains("primary") => {}
            Level::Error => {
                let reason = match &errors.missing {
                    Some(missing) => missing,
                    None => reason(),
                };
                let words = format!("cannot write to the clipboard ({reason})");
                errors.add_failure(words);
            }
            Level::Warn => errors.missing = Some(reason().to_owned()),
            Level::Debug if words.starts_with("Cannot init smithay") => {
                errors.has_display_clipboard = false;
            }
            _ => {}
        });
    }
}

impl ClipboardState {
    fn add_failure(&mut self, words: String) {
        self.failures.push(words);
        if let Some(window) = &self.window {
            window.request_repaint();
        }
    }
}

impl Log for ClipboardLog {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with(TARGET)
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            self.record(record.level(), &record.args().to_string());
        }
    }

    fn flush(&self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log_line(log: &ClipboardLog, target: &str, level: Level, words: &str) {
        log.log(
            &Record::builder().target(target).level(level).args(format_args!("{words}")).build(),
        );
    }

    /// The messages are those of egui-winit 0.37.
    #[test]
    fn clipboard_failure_is_reported_once() {
        let log = ClipboardLog::default();
        log.check_text_copy();
        assert!(log.failures().is_empty(), "nothing is wrong");
        log_line(&log, TARGET, Level::Error, "arboard copy/cut error: it is occupied");
        log_line(&log, "glutin", Level::Error, "another thing");
        log_line(&log, TARGET, Level::Debug, "Copied image to clipboard");
        log_line(&log, TARGET, Level::Error, "arboard primary copy error: no");
        assert_eq!(log.failures(), ["cannot write to the clipboard (it is occupied)"]);
        assert!(log.failures().is_empty());
        log_line(&log, TARGET, Level::Error, "arboard paste error: it is occupied");
        assert_eq!(log.failures(), ["cannot read the clipboard (it is occupied)"]);
    }

    #[test]
    fn copy_without_a_clipboard_is_reported() {
        let log = ClipboardLog::default();
        let missing = "Failed to initialize arboard clipboard: no display answers";
        log_line(&log, TARGET, Level::Warn, missing);
        log.with(|errors| errors.has_display_clipboard = true);
        log.check_text_copy();
        assert!(log.failures().is_empty(), "the display takes text");
        let no_own = "Cannot init smithay clipboard without a Wayland display handle";
        log_line(&log, TARGET, Level::Debug, no_own);
        log.check_text_copy();
        assert_eq!(
            log.failures(),
            ["Copied, but only Tandem can paste it: the system clipboard is not available (no \
                 display answers)"]
        );
        let picture = "Copying images is not supported. Enable the feature.";
        log_line(&log, TARGET, Level::Error, picture);
        assert_eq!(log.failures(), ["cannot write to the clipboard (no display answers)"]);
    }
}
