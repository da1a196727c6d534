//! The save dialog, and the path that it suggests.

use crate::{
    app::{Cx, Effect, Save, SaveTarget, Session},
    archive::TextOrigin,
    formats::{FileFormat, check_name},
};
use std::path::{Path, PathBuf};

/// Opens the save dialog for `what`. Does nothing if no record is open. If `what` is [`SaveTarget::File`] and several
/// files are open, shows a notice instead, because a list of files cannot be saved as a whole.
pub(in crate::app) fn prompt_path(cx: &mut Cx<'_>, what: SaveTarget) {
    cx.commit_drafts();
    cx.drop_lone_replies();
    cx.close_dialog();
    let files = cx.library.file().map_or(0, |file| file.list.files.len());
    if what == SaveTarget::File && files > 1 {
        return cx.warn(format!(
            "{files} files are open as one list. Save a copy of this match or export the list \
             instead."
        ));
    }
    if cx.open.is_none() {
        return;
    }
    if let Some(file) = cx.file_mut() {
        // The deferred action waits until the whole file has a new path. Saving a copy drops the deferred action.
        let then = file.save.end_prompt();
        if what == SaveTarget::File && !file.save.is_saving() {
            file.save = Save::AskingPath { then };
        }
    }
    show_path_prompt(cx, what);
}

/// Opens the system's save dialog for `what`, without the checks of [`prompt_path`].
pub(in crate::app) fn show_path_prompt(cx: &mut Cx<'_>, what: SaveTarget) {
    let title = what.title();
    let title = match save_elsewhere_reason(cx, what) {
        Some(why) => format!("{title}: {why}"),
        None => title.to_owned(),
    };
    let suggested = suggested_path(cx, what);
    cx.in_file(|file| file.path_dialog = true);
    cx.run(Effect::AskForPath { what, suggested, title });
}

/// Returns the reason why the open file cannot be overwritten, as a sentence: the file is compressed, in the BGN
/// format, or damaged. Returns `None` for other files, if several files are open, and if `what` is not the whole file.
pub fn save_elsewhere_reason(session: &Session, what: SaveTarget) -> Option<&'static str> {
    if what != SaveTarget::File {
        return None;
    }
    let file = session.library.file()?;
    let [only_file] = file.list.files.as_slice() else { return None };
    match only_file.origin {
        TextOrigin::Compressed => {
            Some("Compressed files can’t be overwritten. Save an uncompressed copy next to it.")
        }
        TextOrigin::Archived => {
            Some("Files in archives can’t be overwritten. Save a copy next to the archive.")
        }
        _ if only_file.bgn.is_some() => {
            Some("BGN files can’t be overwritten. Save a BPGN copy next to it.")
        }
        TextOrigin::Undecodable => Some(
            "This file isn’t valid UTF-16, so it can’t be overwritten. Save a copy next to it.",
        ),
        TextOrigin::File | TextOrigin::Utf16(_) | TextOrigin::Paired => None,
    }
}

/// Returns a suggested path for `what` in the folder of the open file. For the whole file, suggests the path of the
/// file itself, with another extension if the file is compressed or not BPGN, and for a single record that is in no file
/// [`Content::file_stem`](crate::document::Content::file_stem). Without a folder, the path is a name. Returns `None` if `what` has no default name.
pub(in crate::app) fn suggested_path(session: &Session, what: SaveTarget) -> Option<PathBuf> {
    let file = session.library.file()?;
    // The session's path may be a folder.
    let (open_path, origin) = match file.list.files.as_slice() {
        [only_file] => (&only_file.path, only_file.origin),
        _ => (&file.path, TextOrigin::File),
    };
    // The path of a file in an archive begins with that of the archive.
    let beside = if origin == TextOrigin::Archived { &file.path } else { open_path };
    let folder = beside.parent().unwrap_or(Path::new(""));
    let is_single_unnamed = !file.storage.is_in_file() && file.list.index.len() == 1;
    match what {
        SaveTarget::File | SaveTarget::Match if is_single_unnamed => {
            let extension = if session.game().is_some() { "pgn" } else { "bpgn" };
            let name = session.open.as_ref()?.content.file_stem();
            Some(folder.join(name).with_extension(extension))
        }
        SaveTarget::File => {
            let mut suggested = folder.join(open_path.file_name().unwrap_or_default());
            if origin == TextOrigin::Compressed {
                suggested.set_extension("");
            }
            if check_name(&suggested, FileFormat::Bpgn).is_err() {
                suggested.set_extension("bpgn");
            }
            Some(suggested)
        }
        SaveTarget::Match => Some(folder.join("match.bpgn")),
        SaveTarget::Heard(_) => Some(folder.join("game.pgn")),
        SaveTarget::Matches => Some(folder.join("matches.bpgn")),
        SaveTarget::Puzzles => Some(folder.join("puzzles.bpgn")),
        SaveTarget::PuzzleSheet => Some(folder.join("puzzles.pdf")),
        SaveTarget::Book => Some(folder.join("mistakes.pdf")),
        SaveTarget::Append | SaveTarget::Progress | SaveTarget::Downloaded => None,
    }
}
