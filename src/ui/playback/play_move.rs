//! The dialog for typed moves.

use crate::{
    app::{Command, Dialog, PlaybackAction, Region, State, playback::next_typed_ply},
    notation::PlyName,
    ui::{
        outbox::SendAction as _,
        regions,
        shell::{dialog_title, dialog_width, is_new},
        widgets::{error_label, is_entered, small, wide_field},
    },
};
use eframe::egui::{Context, Key, Rect, Ui};

/// The margin between the frame of the dialog and its content, in points.
pub const MARGIN: i8 = 8;

/// The maximum width of the content, in points: the hint fits on one line.
const MAX_WIDTH: f32 = 620.0;

/// The room at the right of the field, for the close button, in points.
const CLOSE_ROOM: f32 = 28.0;

/// Returns the place of the timeline and the buttons below the boards, or `None` if there is neither. The dialog covers
/// them rather than clocks and the panel.
pub fn place(ctx: &Context) -> Option<Rect> {
    let transport = regions::last_marked(ctx, Region::Transport)?;
    let timeline = regions::last_marked(ctx, Region::Timeline);
    Some(timeline.map_or(transport, |timeline| timeline.union(transport)))
}

/// Shows the field for typed moves. Enter plays them; in an empty field, it closes the dialog.
pub fn play_move_ui(ui: &mut Ui, state: &State, typed: &str, error: &str) {
    let room =
        place(ui.ctx()).map_or(MAX_WIDTH, |place| place.width() - 2.0 * f32::from(MARGIN) - 2.0);
    dialog_width(ui, room.min(MAX_WIDTH));
    let mut text = typed.to_owned();
    let field = ui.horizontal(|ui| {
        dialog_title(ui, "Play move");
        let width = ui.available_width() - CLOSE_ROOM;
        let field = wide_field(&mut text, "Nf3, P@e4, or 12b. P@e4").desired_width(width);
        ui.add(field.id_salt("move"))
    });
    let field = field.inner;
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
    // The last line, so that the field does not move.
    if !error.is_empty() {
        error_label(ui, error);
    }
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
    let example = other.color().fold_wb("d4", "d5");
    let several = if is_recording {
        "Several moves can follow, with their clocks: e4 2:58 e5 2:57."
    } else {
        "Several moves can follow: e4 e5."
    };
    format!(
        "Next: {next}. For moves on board {board}, begin with its letter: {letter} {example}. {several}"
    )
}
