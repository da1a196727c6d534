//! The progress of a job, with its stop button and its error.

use super::note::{error_label, small};
use crate::{
    app::{Action, JobKind, JobProgress, JobStatuses},
    ui::outbox::SendOnClick as _,
};
use eframe::egui::{Align, Layout, ProgressBar, Response, RichText, Ui, vec2};

/// The height of the bar, in points.
const BAR_HEIGHT: f32 = 8.0;

/// Shows the progress of the running job of this kind. A click on `stop` sends the action that cancels the job.
pub fn job_ui<A: Into<Action>>(
    ui: &mut Ui,
    jobs: &JobStatuses,
    kind: JobKind,
    stop: impl FnOnce(&mut Ui) -> Response,
    cancel: impl FnOnce() -> A,
) {
    let progress = jobs.progress(kind).cloned().unwrap_or_default();
    progress_ui(ui, &progress, |ui| stop(ui).on_click(cancel));
}

/// Shows `progress` as a bar, with its text below. `button` is at the right end. Nothing takes its place when the job
/// ends, so a late click does nothing.
pub fn progress_ui(ui: &mut Ui, progress: &JobProgress, button: impl FnOnce(&mut Ui)) {
    let size = vec2(ui.available_width(), ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        button(ui);
        bar_ui(ui, progress, ui.available_width());
    });
    ui.label(small(&progress.detail));
}

/// Shows the bar of `progress` without its text, `width` points wide.
pub fn bar_ui(ui: &mut Ui, progress: &JobProgress, width: f32) {
    ui.add(ProgressBar::new(progress.part()).desired_width(width).desired_height(BAR_HEIGHT));
}

/// Shows the error that ended the last job of this kind, if any.
pub fn job_error_ui(ui: &mut Ui, jobs: &JobStatuses, kind: JobKind) {
    if let Some(error) = jobs.error(kind) {
        error_label(ui, RichText::new(error).small());
    }
}
