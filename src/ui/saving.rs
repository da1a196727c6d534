//! The dialogs about saving, the paths to save to, and unsaved changes.

use crate::{
    app::{
        Command, DeferredAction, Dialog, FileSession, LineDifference, SaveTarget, Saving,
        SavingAction, Side, State, notes, saving,
    },
    document::excerpt,
    settings::{Recovery, typed_path},
    text::{capital, count_text, dotted, utc_text},
    ui::{
        outbox::{SendAction as _, SendOnClick as _},
        shell::{cancel_button, dialog_head, is_new},
        theme::Tokens,
        widgets::{announce, error_label, is_entered, name_field, select_all, small, wide_field},
    },
};
use eframe::egui::{Button, Response, RichText, ScrollArea, Ui};
use std::path::Path;

/// The maximum length of a line in the list of differences, in bytes.
const MAX_LINE_LEN: usize = 400;

/// The tooltip of buttons that discard work.
const RESTORABLE: &str = "File › Restore discarded changes brings them back.";

/// Shows the field for the path to which `target` is saved. A suggested path is selected, so that typing replaces it.
/// `error` is the reason why the last path failed, if any.
pub fn save_path_ui(
    ui: &mut Ui,
    state: &State,
    target: SaveTarget,
    typed: &mut String,
    error: Option<&str>,
) {
    dialog_head(ui, 460.0, target.title());
    if let Some(why) = saving::save_elsewhere_reason(state, target) {
        ui.label(why);
    }
    ui.add_space(4.0);
    let field = ui.add(wide_field(typed, "File path").id_salt("save path"));
    name_field(&field, "File path", typed);
    if is_new(ui) {
        field.request_focus();
        select_all(&field, typed);
    }
    let entered = is_entered(&field);
    let hint = match target {
        SaveTarget::File => "Saves every match of the open file.",
        SaveTarget::Match => "Saves only the current match.",
        SaveTarget::Heard(Side::Referee) => "Saves the game with every announcement.",
        SaveTarget::Heard(side) if state.game().is_some_and(|game| game.ends_at_step(side)) => {
            "Saves only what this player has heard up to the current move; the opponent’s moves \
             become ??."
        }
        SaveTarget::Heard(Side::Seat(_)) => {
            "Saves only what this player heard; the opponent’s moves become ??."
        }
        SaveTarget::Progress => "Saves your results and review dates, as JSON.",
        SaveTarget::Puzzles => {
            "Saves the puzzles of this set as .bpgn (positions with their solutions), .pdf (a \
             sheet with the answers at the end) or .jsonl."
        }
        SaveTarget::PuzzleSheet => "Saves the puzzles as pages, with the answers at the end.",
        SaveTarget::Book => {
            "Saves the counts and the listed mistakes as .pdf (pages for print), .csv (a table) or .jsonl."
        }
        SaveTarget::Append => "Adds the current match to the end of the file.",
        SaveTarget::Downloaded => "Adds the matches that the file does not have yet.",
        SaveTarget::Matches => {
            "Saves the listed matches as .bpgn, .bgn.jsonl (one line of JSON per match) or .csv \
             (a table)."
        }
    };
    ui.label(small(hint));
    if let Some(error) = error {
        announce(ui, "save failed", || error.to_owned());
        error_label(ui, error);
    }
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        let ready = !typed.trim().is_empty();
        let save = ui.add_enabled(ready, Button::new("Save"));
        if ready && (save.clicked() || entered) {
            ui.send(SavingAction::SavePath(target, typed_path(typed)));
        }
        cancel_button(ui);
    });
}

/// Asks whether to replace an existing file.
pub fn replace_ui(ui: &mut Ui, target: SaveTarget, path: &Path) {
    dialog_head(ui, 420.0, "Replace the file?");
    ui.label(format!("{} already exists.", path.display()));
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        ui.button("Replace").on_click(|| SavingAction::ReplacePath(target, path.to_owned()));
        if focus_by_default(&ui.button("Cancel")).clicked() {
            ui.close_dialog();
        }
    });
}

/// Asks whether to save the changes before they are discarded.
pub fn unsaved_ui(ui: &mut Ui, state: &State, then: &DeferredAction) {
    let unsaved: Vec<&FileSession> =
        state.library.files().filter(|file| file.is_unsaved()).collect();
    if *then == DeferredAction::Quit && (unsaved.len() > 1 || !state.is_unsaved()) {
        return unsaved_tabs_ui(ui, &unsaved);
    }
    let name = state.file_name().unwrap_or_default();
    let is_in_file = state.file().is_some_and(|file| file.storage.is_in_file());
    let changes = if is_in_file { "changes to " } else { "" };
    dialog_head(ui, 420.0, format!("Save {changes}{name}?"));
    let what = match then {
        DeferredAction::Quit | DeferredAction::SaveAllAndQuit | DeferredAction::Close => "Closing",
        DeferredAction::Open(_) => "Opening another file",
        DeferredAction::Sample(_) => "Opening a sample",
        DeferredAction::Paste(_) => "Opening the pasted match",
        DeferredAction::Imported(_) => "Opening the downloaded matches",
        DeferredAction::New(_) | DeferredAction::NewGame(_) | DeferredAction::NewProblem(_) => {
            "Creating a new match"
        }
        DeferredAction::Numbers { .. } => "Changing how move numbers are read",
        DeferredAction::Recover(_) => "Recovering changes from another session",
        DeferredAction::Reload | DeferredAction::UnpackWhole(_) => "Reloading the file",
    };
    let count = state.file().map_or(1, |file| file.list.index.len());
    ui.label(match count {
        _ if is_in_file => format!("{what} without saving discards the changes."),
        0 | 1 if state.game().is_some() => {
            format!("This game is not saved yet. {what} will discard it.")
        }
        0 | 1 => format!("This match is not saved yet. {what} will discard it."),
        count => format!("These {count} matches are not saved yet. {what} will discard them."),
    });
    for draft in state.drafts() {
        ui.weak(draft.unaccepted());
        if let Some(remedy) = draft.remedy() {
            let name = notes::draft_name(state, draft);
            error_label(ui, format!("The {name} can’t be saved: {remedy}."));
        }
    }
    unsaved_buttons_ui(ui, "Save", "Discard");
}

/// Asks whether to save the changes of several tabs before the window closes.
fn unsaved_tabs_ui(ui: &mut Ui, unsaved: &[&FileSession]) {
    let files = count_text(unsaved.len(), "file", "files");
    dialog_head(ui, 420.0, format!("Save changes to {files}?"));
    ui.label("Closing without saving discards the changes to:");
    for file in unsaved {
        let path = file.path.display().to_string();
        ui.weak(file.name()).on_hover_text(path);
    }
    unsaved_buttons_ui(ui, "Save all", "Discard all");
}

fn unsaved_buttons_ui(ui: &mut Ui, save: &str, discard: &str) {
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        focus_by_default(&ui.button(save)).on_click(|| SavingAction::SaveUnsaved);
        let discard = ui.button(discard).on_hover_text(RESTORABLE);
        discard.on_click(|| SavingAction::DiscardUnsaved);
        cancel_button(ui);
    });
}

/// Reports that another program has changed the file, and shows buttons that resolve the conflict.
pub fn changed_ui(ui: &mut Ui, path: &Path) {
    dialog_head(ui, 460.0, "The file has changed on disk");
    ui.label(format!("Another program has modified {} since you opened it.", path.display()));
    ui.add_space(6.0);
    conflict_buttons_ui(ui, |ui| {
        if focus_by_default(&ui.button("Show differences")).clicked() {
            ui.show_dialog(Dialog::Differences(path.to_owned()));
        }
    });
}

/// Shows the differences between the file on disk and the text to be saved.
pub fn differences_ui(ui: &mut Ui, tokens: &Tokens, lines: &[LineDifference]) {
    dialog_head(ui, 640.0, "Differences");
    ui.label(small("− on disk    + yours"));
    let height = (ui.ctx().content_rect().height() - 200.0).clamp(80.0, 420.0);
    ScrollArea::both().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for line in lines {
            let (sign, ink) =
                if line.is_mine { ('+', tokens.second) } else { ('−', tokens.warning) };
            let text = format!("{sign} {:>5}  {}", line.number, excerpt(&line.text, MAX_LINE_LEN));
            ui.label(RichText::new(text).monospace().color(ink));
        }
        if lines.is_empty() {
            ui.label("The contents are unchanged.");
        }
    });
    ui.add_space(6.0);
    conflict_buttons_ui(ui, |_| {});
}

fn conflict_buttons_ui(ui: &mut Ui, more: impl FnOnce(&mut Ui)) {
    ui.horizontal_wrapped(|ui| {
        let keep = ui.button("Keep my version");
        keep.on_hover_text("Overwrite the file on disk").on_click(|| SavingAction::KeepMine);
        let reload = ui.button("Reload").on_hover_text("Reload and discard your changes");
        reload.on_click(|| SavingAction::TakeTheirs);
        more(ui);
        ui.button("Save as…").on_click(|| Command::SaveAs);
        cancel_button(ui);
    });
}

/// Focuses `button`, which is the safe choice, unless another widget has the focus. Returns `button`.
fn focus_by_default(button: &Response) -> &Response {
    if button.ctx.memory(|memory| memory.focused().is_none()) {
        button.request_focus();
    }
    button
}

/// Offers to recover the unsaved changes of earlier sessions, and changes that were discarded.
pub fn recover_ui(ui: &mut Ui, saving: &Saving) {
    let offers = !saving.recoverable.is_empty();
    if offers {
        dialog_head(ui, 460.0, "Recover unsaved changes?");
        ui.label("Tandem closed before these changes were saved.");
        ui.add_space(6.0);
    }
    for (id, recovery) in &saving.recoverable {
        changed_files_ui(ui, recovery);
        ui.horizontal_wrapped(|ui| {
            let recover = ui.button("Recover");
            focus_by_default(&recover).on_click(|| SavingAction::Recover(id.clone()));
            let discard = ui.button("Discard").on_hover_text(RESTORABLE);
            discard.on_click(|| SavingAction::Discard(id.clone()));
        });
        ui.add_space(4.0);
    }
    if saving.recoverable.len() > 1 {
        let all = ui
            .button("Recover all")
            .on_hover_text("Each beside the open files, or in place of its own");
        all.on_click(|| SavingAction::RecoverAll);
        ui.add_space(4.0);
    }
    if !saving.discarded.is_empty() {
        dialog_head(ui, 460.0, "Discarded changes");
        ui.label("They can be restored until the next session ends.");
        ui.add_space(6.0);
    }
    for (id, recovery) in &saving.discarded {
        changed_files_ui(ui, recovery);
        let restore = ui.button("Restore");
        focus_by_default(&restore).on_click(|| SavingAction::Recover(id.clone()));
        ui.add_space(4.0);
    }
    let close = ui.button(if offers { "Not now" } else { "Cancel" });
    let close = if offers { close.on_hover_text("Ask again at the next start") } else { close };
    if close.clicked() {
        ui.close_dialog();
    }
}

/// Shows the files with changes in `recovery`, with the number of changed matches and the time of the last change.
fn changed_files_ui(ui: &mut Ui, recovery: &Recovery) {
    let changed = recovery.changed().into_iter().filter(|(_, _, matches)| *matches > 0);
    let mut counts: Vec<usize> = changed.map(|(_, _, matches)| matches).collect();
    if counts.is_empty() {
        counts.push(recovery.records.len());
    }
    for (name, matches) in saving::changed_names(recovery).iter().zip(counts) {
        let changed = changed_text(matches, !recovery.drafts.is_empty());
        let time = match recovery.written_s {
            0 => String::new(),
            seconds => utc_text(seconds),
        };
        let changed = dotted([&*changed, &*time]);
        ui.horizontal_wrapped(|ui| {
            ui.label(capital(name));
            ui.weak(changed);
        });
    }
}

/// Formats the number of changed matches: `2 changed matches`. If `has_draft`, adds that there is an unfinished entry.
fn changed_text(matches: usize, has_draft: bool) -> String {
    let count = count_text(matches, "changed match", "changed matches");
    match (matches, has_draft) {
        (0, false) => String::new(),
        (0, true) => "unfinished entry".to_owned(),
        (_, false) => count,
        (_, true) => format!("{count}, unfinished entry"),
    }
}
