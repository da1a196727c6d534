//! [`PictureAction`] and what comes of it.

use super::Drawn;
use crate::{
    app::{Dialog, Effect, FileAnswer, State},
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

impl State {
    pub(in crate::app) fn update_pictures(&mut self, action: PictureAction) -> Vec<Effect> {
        match action {
            PictureAction::Save => return self.save_picture(),
            PictureAction::Copy => return self.copy_picture(),
            PictureAction::AskForPath => {
                if let Some(Dialog::Picture(choice)) = &self.shell.dialog {
                    return vec![Effect::AskForPicture(choice.path.clone().into())];
                }
            }
            PictureAction::PathAsked(answer) => self.picture_asked(answer),
            PictureAction::Progress(part) => self.drawing_at(part),
            PictureAction::Stop => self.drawing_ends(),
            PictureAction::Drawn(drawn) => self.drawn(&drawn),
        }
        Vec::new()
    }
}
