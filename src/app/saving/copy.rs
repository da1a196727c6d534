//! Writing to files other than the open one: copies of a match, one view of a game of Kriegspiel, listed matches,
//! puzzles.

use crate::{
    analysis::puzzles::Puzzle,
    app::{
        BookAction, Cx, Dialog, Effect, ImportingAction, SaveTarget, SearchAction, Side,
        action::{ExportJob, PuzzleExportJob, WriteJob, Written},
        saving::{drop_deferred_action, report_failure, save::save_as},
    },
    formats::{
        BookFormat, FileFormat, LIST_FORMATS, PuzzleFormat, check_name, format_for_path,
        with_default_extension,
    },
    text::{count_text, sentence},
};
use std::path::PathBuf;

/// Saves `what` to the path `to`, which the user chose. A name without extension gets that of the format. Replaces an
/// existing file only if `replace`.
pub(in crate::app) fn save_path(cx: &mut Cx<'_>, what: SaveTarget, to: PathBuf, replace: bool) {
    cx.close_dialog();
    let chosen = to;
    let to = match what {
        // The user names a file that exists.
        SaveTarget::Append | SaveTarget::Downloaded => chosen.clone(),
        SaveTarget::File if cx.file().is_some_and(|file| file.path == chosen) => chosen.clone(),
        SaveTarget::Progress => with_default_extension(&chosen, "json"),
        SaveTarget::Heard(_) => with_default_extension(&chosen, "pgn"),
        SaveTarget::Book | SaveTarget::PuzzleSheet => with_default_extension(&chosen, "pdf"),
        SaveTarget::File | SaveTarget::Match | SaveTarget::Matches | SaveTarget::Puzzles => {
            with_default_extension(&chosen, "bpgn")
        }
    };
    // The user has not been asked about a file with the added extension.
    let replace = replace && to == chosen;
    let format = match what {
        SaveTarget::Heard(_) => FileFormat::Kriegspiel,
        SaveTarget::Matches => format_for_path(&to, &LIST_FORMATS).unwrap_or(FileFormat::Bpgn),
        _ => FileFormat::Bpgn,
    };
    let is_other_format = match what {
        SaveTarget::Progress => true,
        SaveTarget::Puzzles | SaveTarget::PuzzleSheet => PuzzleFormat::named(&to).is_some(),
        SaveTarget::Book => BookFormat::named(&to).is_some(),
        _ => false,
    };
    if !is_other_format && let Err(error) = check_name(&to, format) {
        // Nothing is saved, so the action deferred until after the save must not run.
        drop_deferred_action(cx);
        return report_failure(cx, what, sentence(&error.to_string()));
    }
    let bytes = match what {
        SaveTarget::File => return save_as(cx, to, replace),
        SaveTarget::Matches => return export_matches(cx, to, replace),
        SaveTarget::Puzzles => {
            let set = cx.puzzle().map(|round| round.set.to_vec()).unwrap_or_default();
            return export_puzzles(cx, to, set, replace);
        }
        SaveTarget::PuzzleSheet => {
            let set = cx.puzzle().map(|round| &*round.set).unwrap_or_default();
            return match cx.puzzles.sheet.chosen(set) {
                Ok(chosen) => export_puzzles(cx, to, chosen, replace),
                // The set has changed since the dialog.
                Err(error) => report_failure(cx, what, error.to_string()),
            };
        }
        SaveTarget::Book => {
            let action = if replace { BookAction::Replace(to) } else { BookAction::Write(to) };
            return cx.request(SearchAction::Book(action));
        }
        SaveTarget::Downloaded => return cx.request(ImportingAction::AddTo(to)),
        SaveTarget::Match | SaveTarget::Append => {
            cx.open.as_ref().map(|open| open.content.text().to_vec())
        }
        SaveTarget::Heard(side) => {
            cx.game().and_then(|game| game.record_for(side)).map(String::into_bytes)
        }
        SaveTarget::Progress => {
            cx.puzzles.progress.as_ref().map(|progress| progress.to_json().into_bytes())
        }
    };
    if let Some(bytes) = bytes {
        cx.run(Effect::Write(Box::new(WriteJob { to, bytes, what, replace })));
    }
}

fn export_puzzles(cx: &mut Cx<'_>, to: PathBuf, puzzles: Vec<Puzzle>, replace: bool) {
    let list = cx.library.file().map(|file| file.list.clone()).unwrap_or_default();
    let sheet = cx.puzzles.sheet.clone();
    cx.run(Effect::ExportPuzzles(Box::new(PuzzleExportJob { to, list, puzzles, sheet, replace })));
}

fn export_matches(cx: &mut Cx<'_>, to: PathBuf, replace: bool) {
    let hidden = cx.game_without_end();
    let Some(file) = cx.library.file() else { return };
    let changed = file.changes.texts();
    cx.run(Effect::Export(Box::new(ExportJob {
        to,
        list: file.list.clone(),
        rows: file.filter.rows.clone(),
        changed: changed.map(|(id, text)| (id, text.to_vec())).collect(),
        hidden,
        replace,
    })));
}

pub(in crate::app) fn apply_written(cx: &mut Cx<'_>, written: Written) {
    let Written { to, what, count, outcome } = written;
    if matches!(what, SaveTarget::Matches | SaveTarget::Puzzles | SaveTarget::Book) {
        cx.notices().end_progress();
    }
    match outcome {
        Ok(true) => {}
        Ok(false) => return cx.open_dialog(Dialog::Replace(what, to)),
        Err(error) => return report_failure(cx, what, sentence(&error.to_string())),
    }
    cx.in_file(|file| file.typed_save = None);
    let path = to.display();
    let words = match what {
        SaveTarget::Append => format!("Appended the match to {path}."),
        SaveTarget::Heard(side) => {
            let view_name = match side {
                Side::Referee => "the referee’s view".to_owned(),
                Side::Seat(_) => format!("{}’s view", side.name()),
            };
            let suffix = match cx.game() {
                Some(game) if game.document.game().cut_short => ", up to the first unplayable move",
                _ => "",
            };
            format!("Saved {view_name} of the game as {path}{suffix}.")
        }
        SaveTarget::Matches => {
            format!("Exported {} to {path}.", count_text(count, "match", "matches"))
        }
        SaveTarget::Progress => format!("Exported the puzzle progress to {path}."),
        SaveTarget::Puzzles | SaveTarget::PuzzleSheet => {
            format!("Exported {} to {path}.", count_text(count, "puzzle", "puzzles"))
        }
        SaveTarget::Book => format!("Exported the book of mistakes to {path}."),
        // The other jobs that write a file have results of their own.
        SaveTarget::Match | SaveTarget::File | SaveTarget::Downloaded => {
            format!("Saved the match as {path}.")
        }
    };
    cx.notify_written(words, &to);
}
