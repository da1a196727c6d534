//! [`PictureAction`] and what comes of it.

use super::Drawn;
use crate::{
    app::{
        Cx, Dialog, Effect, FileAnswer,
        pictures::picture::{
            copy_picture, drawing_at, drawing_ends, finish_drawing, picture_asked, save_picture,
        },
    },
    diagram::DrawnPart,
};

/// The picture that is exported.
#[derive(Debug)]
pub enum PictureAction {
    /// Draw what the dialog asks for into its file.
    Save,
    /// Draw what the dialog asks for and put it on the clipboard.
    Copy,
    /// Ask for the file of a picture with the system's dialog.
    AskForPath,
    /// That dialog was closed.
    PathAsked(FileAnswer),
    /// A picture that takes long has come so far.
    Progress(DrawnPart),
    /// Draw no more of it.
    Stop,
    /// A picture has been drawn, or could not be.
    Drawn(Box<Drawn>),
}

pub(in crate::app) fn update_pictures(cx: &mut Cx<'_>, action: PictureAction) {
    match action {
        PictureAction::Save => save_picture(cx),
        PictureAction::Copy => copy_picture(cx),
        PictureAction::AskForPath => {
            if let Some(Dialog::Picture(choice)) = &cx.shell.dialog {
                cx.run(Effect::AskForPicture(choice.path.clone().into()));
                return;
            }
        }
        PictureAction::PathAsked(answer) => picture_asked(cx, answer),
        PictureAction::Progress(part) => drawing_at(cx, part),
        PictureAction::Stop => drawing_ends(cx),
        PictureAction::Drawn(drawn) => finish_drawing(cx, &drawn),
    }
}
