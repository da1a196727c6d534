//! The dialog for typed moves.

use crate::{
    app::{Command, Dialog, PlaybackAction, State, playback::next_typed_ply},
    notation::PlyName,
    ui::{
        outbox::SendAction as _,
        shell::{dialog_head, is_new},
        widgets::{error_label, is_entered, small, wide_field},
    },
};
use eframe::egui::{Key, Ui};

/// Shows the field for typed moves. Enter plays them; in an empty field, it closes the dialog.
pub fn play_move_ui(ui: &mut Ui, state: &State, typed: &str, error: &str) {
    dialog_head(ui, 380.0, "Play move");
    ui.add_space(4.0);
    let mut text = typed.to_owned();
    let field = ui.add(wide_field(&mut text, "Nf3, P@e4, or 12b. P@e4").id_salt("move"));
    let entered = is_entered(&field);
    // The field stays for the next moves, and for those that were not played.
    if is_new(ui) || entered {
        field.request_focus();
    }
    if text != typed {
        ui.show_dialog(Dialog::PlayMove { typed: text.clone(), error: String::new() });
    }
    // An empty field needs no arrow keys, and the puzzle beside it offers one.
    if state.puzzle().is_some()
        && text.is_empty()
        && ui.input(|input| input.key_pressed(Key::ArrowLeft))
    {
        ui.send(Command::SolutionBack);
    }
    if let Some(next) = next_typed_ply(state) {
        let is_recording = state.file().is_some_and(|file| file.entering);
        ui.label(small(hint(state, next, is_recording)));
    }
    // The line of the error stays, so that the field does not move.
    error_label(ui, if error.is_empty() { " " } else { error });
    if entered && text.trim().is_empty() {
        ui.close_dialog();
    } else if entered {
        ui.send(PlaybackAction::PlayTyped(text));
    }
}

/// Describes what can be typed. `next` is the ply that a move without a seat becomes.
fn hint(state: &State, next: PlyName, is_recording: bool) -> String {
    let other = state.position().turn(next.seat.board().other());
    let (board, letter) = (other.board().letter(), other.letter());
    let several = if is_recording {
        "Several moves can follow, with their clocks: e4 2:58 e5 2:57."
    } else {
        "Several moves can follow: e4 e5."
    };
    format!(
        "Next: {next}. For a move on board {board}, begin with its letter: {letter} d5. {several}"
    )
}
