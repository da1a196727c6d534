//! Writing to files other than the open one: copies of a match, one view of a game of Kriegspiel, listed matches,
//! puzzles.

use super::SaveTarget;
use crate::{
    app::{
        Action, Cx, Dialog, Effect, ImportingAction, Side,
        action::{ExportJob, PuzzleExportJob, WriteJob, WriteKind, Written},
        kriegspiel,
        saving::{drop_deferred_action, save::save_as},
    },
    formats::{FileFormat, LIST_FORMATS, PuzzleFormat, check_name, format_for_path},
    settings::Progress,
    text::{count_text, sentence},
};
use std::path::PathBuf;

/// Saves `what` to the path `to`, which the user chose. Replaces an existing file only if `replace`.
pub(in crate::app) fn save_path(cx: &mut Cx<'_>, what: SaveTarget, to: PathBuf, replace: bool) {
    cx.shell.dialog = None;
    if what == SaveTarget::Progress {
        return export_progress(cx, to, replace);
    }
    if what == SaveTarget::Puzzles && PuzzleFormat::named(&to).is_some() {
        return export_puzzles(cx, to, replace);
    }
    let format = match what {
        SaveTarget::File
        | SaveTarget::Match
        | SaveTarget::Append
        | SaveTarget::Progress
        | SaveTarget::Puzzles
        | SaveTarget::Downloaded => FileFormat::Bpgn,
        SaveTarget::Heard(_) => FileFormat::Kriegspiel,
        SaveTarget::Matches => format_for_path(&to, &LIST_FORMATS).unwrap_or(FileFormat::Bpgn),
    };
    if let Err(error) = check_name(&to, format) {
        // Nothing is saved, so the action deferred until after the save must not run.
        drop_deferred_action(cx);
        cx.warn(sentence(&error.to_string()));
        return;
    }
    let kind = match what {
        SaveTarget::File => return save_as(cx, to, replace),
        SaveTarget::Match => WriteKind::Copy,
        SaveTarget::Append => WriteKind::Append,
        SaveTarget::Heard(side) => WriteKind::Heard(side),
        SaveTarget::Matches => return export_matches(cx, to, replace),
        SaveTarget::Puzzles => return export_puzzles(cx, to, replace),
        SaveTarget::Downloaded => {
            return cx.request(Action::Importing(ImportingAction::AddTo(to)));
        }
        SaveTarget::Progress => return,
    };
    let Some(open) = &cx.open else { return };
    let bytes = match kind {
        WriteKind::Copy
        | WriteKind::Append
        | WriteKind::Matches(_)
        | WriteKind::Progress
        | WriteKind::Puzzles(_) => open.content.text().to_vec(),
        WriteKind::Heard(side) => match kriegspiel::record_for(cx, side) {
            Some(text) => text.into_bytes(),
            None => return,
        },
    };
    cx.run(Effect::Write(Box::new(WriteJob { to, bytes, kind, replace })));
}

fn export_progress(cx: &mut Cx<'_>, to: PathBuf, replace: bool) {
    let progress = cx.puzzles.progress.as_ref().map(Progress::to_json);
    let bytes = progress.unwrap_or_default().into_bytes();
    cx.run(Effect::Write(Box::new(WriteJob { to, bytes, kind: WriteKind::Progress, replace })));
}

fn export_puzzles(cx: &mut Cx<'_>, to: PathBuf, replace: bool) {
    let puzzles = cx.puzzle().map(|round| round.set.clone()).unwrap_or_default();
    let list = cx.library.file().map(|file| file.list.clone()).unwrap_or_default();
    cx.run(Effect::ExportPuzzles(Box::new(PuzzleExportJob { to, list, puzzles, replace })));
}

fn export_matches(cx: &mut Cx<'_>, to: PathBuf, replace: bool) {
    let Some(file) = cx.library.file() else { return };
    let changed = file.changes.texts();
    cx.run(Effect::Export(Box::new(ExportJob {
        to,
        list: file.list.clone(),
        rows: file.filter.rows.clone(),
        changed: changed.map(|(id, text)| (id, text.to_vec())).collect(),
        replace,
    })));
}

pub(in crate::app) fn apply_written(cx: &mut Cx<'_>, written: Written) {
    let to = &written.to.clone();
    let path = to.display();
    if matches!(written.kind, WriteKind::Matches(_) | WriteKind::Puzzles(_)) {
        cx.shell.notices.end_progress();
    }
    match (written.outcome, written.kind) {
        (Ok(true), WriteKind::Copy) => {
            cx.notify_written(format!("Saved the match as {path}."), to);
        }
        (Ok(true), WriteKind::Append) => {
            cx.notify_written(format!("Appended the match to {path}."), to);
        }
        (Ok(true), WriteKind::Heard(side)) => {
            let view_name = match side {
                Side::Referee => "the referee’s view".to_owned(),
                Side::Seat(_) => format!("{}’s view", side.name()),
            };
            let suffix = match cx.game_document() {
                Some(document) if document.game().cut_short => ", up to the first unplayable move",
                _ => "",
            };
            cx.notify_written(format!("Saved {view_name} of the game as {path}{suffix}."), to);
        }
        (Ok(true), WriteKind::Matches(1)) => {
            cx.notify_written(format!("Exported 1 match to {path}."), to);
        }
        (Ok(true), WriteKind::Matches(count)) => {
            cx.notify_written(format!("Exported {count} matches to {path}."), to);
        }
        (Ok(true), WriteKind::Progress) => {
            cx.notify_written(format!("Exported the puzzle progress to {path}."), to);
        }
        (Ok(true), WriteKind::Puzzles(count)) => {
            let puzzles = count_text(count, "puzzle", "puzzles");
            cx.notify_written(format!("Exported {puzzles} to {path}."), to);
        }
        (Ok(false), kind) => {
            let what = match kind {
                WriteKind::Heard(side) => SaveTarget::Heard(side),
                WriteKind::Matches(_) => SaveTarget::Matches,
                WriteKind::Progress => SaveTarget::Progress,
                WriteKind::Puzzles(_) => SaveTarget::Puzzles,
                WriteKind::Copy | WriteKind::Append => SaveTarget::Match,
            };
            cx.shell.dialog = Some(Dialog::Replace(what, written.to));
        }
        (Err(error), _) => cx.warn(sentence(&error.to_string())),
    }
}
