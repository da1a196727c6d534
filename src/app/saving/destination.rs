//! [`SaveWhat`]: what a path is asked for, and which one is suggested.

use crate::{
    app::{Cx, Effect, Save, Session, Side, notes},
    formats::{Form, check_name},
    rules::Color,
};
use std::path::PathBuf;

/// What a path is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveWhat {
    /// The whole file, which then goes by that name.
    File,
    /// A copy of the match that is shown.
    Match,
    /// The match that is shown, behind what another file holds.
    Append,
    /// The game that is shown, as it was heard from one side.
    Heard(Side),
    /// The matches that are listed.
    Matches,
}

impl SaveWhat {
    /// The title of the dialog.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::File => "Save as",
            Self::Match => "Save a copy of this match",
            Self::Append => "Append this match to a file",
            Self::Heard(Side::Referee) => "Export the game as the referee has it",
            Self::Heard(Side::Seat(Color::White)) => "Export the game as White heard it",
            Self::Heard(Side::Seat(Color::Black)) => "Export the game as Black heard it",
            Self::Matches => "Export the matches that are listed",
        }
    }
}

/// Asks for a path for `what`; there must be something to write.
pub(in crate::app) fn ask_for_path(cx: &mut Cx<'_>, what: SaveWhat) {
    notes::settle(cx);
    cx.shell.dialog = None;
    let files = cx.library.file().map_or(0, |file| file.list.files.len());
    if what == SaveWhat::File && files > 1 {
        cx.say(format!(
            "{files} files are open as one list: save a copy of this match, or the list as a file, instead."
        ));
        return;
    }
    if cx.open.is_none() {
        return;
    }
    if let Some(file) = cx.library.file_mut() {
        // What was to follow a save of the file follows it under the other name.
        let then = file.save.end_question();
        if what == SaveWhat::File && !file.save.is_saving() {
            file.save = Save::AskingPath { then };
        }
    }
    cx.run(path_question(cx, what));
}

pub(in crate::app) fn path_question(session: &Session, what: SaveWhat) -> Effect {
    let title = what.title();
    Effect::AskForPath {
        what,
        suggested: path_beside(session, what),
        title: match why_elsewhere(session, what) {
            Some(why) => format!("{title}: {why}"),
            None => title.to_owned(),
        },
    }
}

/// Why the file that is open cannot be saved in its place, where `what` is the file; a sentence.
#[must_use]
pub fn why_elsewhere(session: &Session, what: SaveWhat) -> Option<&'static str> {
    let file = session.library.file().filter(|_| what == SaveWhat::File)?;
    let [alone] = file.list.files.as_slice() else {
        return None;
    };
    if alone.packed {
        Some("A packed file is not written in its place; unpacked, it can stand beside it.")
    } else if alone.bgn.is_some() {
        Some("A file of BGN is not written in its place; as BPGN, it can stand beside it.")
    } else {
        None
    }
}

/// A path to save `what` to, in the folder of the file that is open: that of the file itself, or where it cannot
/// be saved in its place, one beside it. `None` where no folder is known, or an other file must be named.
pub(in crate::app) fn path_beside(session: &Session, what: SaveWhat) -> Option<PathBuf> {
    let path = &session.library.file()?.path;
    // What was asked for may be a folder itself.
    let known = match session.library.file()?.list.files.as_slice() {
        [alone] => alone.path.as_path(),
        _ => path,
    };
    let folder = known.parent().filter(|it| !it.as_os_str().is_empty())?;
    match what {
        SaveWhat::File => {
            let mut beside = known.to_owned();
            if let Some([alone]) = session.library.file().map(|file| file.list.files.as_slice())
                && alone.packed
            {
                beside.set_extension("");
            }
            if check_name(&beside, Form::Bpgn).is_err() {
                beside.set_extension("bpgn");
            }
            Some(beside)
        }
        SaveWhat::Match => Some(folder.join("match.bpgn")),
        SaveWhat::Heard(_) => Some(folder.join("game.pgn")),
        SaveWhat::Matches => Some(folder.join("matches.bpgn")),
        SaveWhat::Append => None,
    }
}
