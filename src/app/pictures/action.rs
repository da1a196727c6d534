//! User actions in the export dialog, and results of its jobs: [`PictureAction`].

use super::ExportResult;
use crate::app::{
    Cx, Dialog, Effect, FileAnswer, JobKind,
    pictures::picture::{apply_picture_path, finish_export, save_picture},
};

#[derive(Debug)]
pub enum PictureAction {
    /// Export to the chosen file.
    Save,
    /// Print on the default printer.
    Print,
    /// Open the system's file dialog.
    AskForPath,
    /// The file dialog was closed.
    SaveDialogClosed(FileAnswer),
    /// Cancel the export.
    Stop,
    /// An export has finished or failed.
    ExportResult(Box<ExportResult>),
}

pub(in crate::app) fn update_pictures(cx: &mut Cx<'_>, action: PictureAction) {
    match action {
        PictureAction::Save => save_picture(cx, false),
        PictureAction::Print => save_picture(cx, true),
        PictureAction::AskForPath => {
            if let Some(Dialog::Picture(choice)) = &cx.shell.dialog {
                cx.run(Effect::AskForPicture(choice.path.clone().into()));
            }
        }
        PictureAction::SaveDialogClosed(answer) => apply_picture_path(cx, answer),
        PictureAction::Stop => cx.cancel([JobKind::Picture]),
        PictureAction::ExportResult(drawn) => finish_export(cx, &drawn),
    }
}
