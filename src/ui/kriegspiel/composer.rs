//! The composer's board: versions of a problem, its position, its rules and stipulation, and its solution.

use super::{new_game::field_ui, solution::solution_ui};
use crate::{
    app::{
        ComposeOutcome, ComposerSheet, JobKind, KriegspielAction, ProblemSketch, SetUpBoard,
        SetUpPiece, State, Stipulation, figurines, kriegspiel,
    },
    diagram::BoardScene,
    kriegspiel::{
        Rules,
        notation::{HiddenPiece, HiddenPieces},
    },
    rules::{Bitboard, Color, Piece, Role, Square, color_name, role_name},
    ui::{
        new_match::{SquareInput, set_up_board_ui},
        outbox::{SendAction as _, SendOnClick as _},
        shell::{dialog_title, dialog_width},
        widgets::{
            Stage, error_label, job_ui, low_button, note_ui, paint_on_tray, small, square_rect,
            typed_text,
        },
    },
};
use eframe::egui::{
    Button, CornerRadius, DragValue, Event, Id, Key, Modifiers, Rect, ScrollArea, Stroke,
    StrokeKind, Ui, WidgetInfo, accesskit::Role as WidgetRole,
};

const WIDTH: f32 = 980.0;

/// The height of everything in the dialog besides the board and the trays, in squares and in points.
const TRAY_SQUARES: f32 = 10.0;
const AROUND_BOARD: f32 = 218.0;

/// The minimum width and height of a window with the form beside the board, in points. In a narrower one the form is below
/// the board; in a smaller one both scroll.
const COLUMNS_FROM: (f32, f32) = (560.0, 440.0);

/// The height of everything around what scrolls besides rows of buttons, in points.
const AROUND_SCROLLED: f32 = 70.0;

/// The height of everything above and below the solution, in points.
const AROUND_SOLUTION: f32 = 424.0;

/// Shows the composer's board. Every change is sent as an action.
pub fn composer_ui(ui: &mut Ui, stage: &mut Stage<'_>, state: &State) {
    dialog_width(ui, WIDTH);
    let composer = &state.composer;
    let mut sheet = composer.sheet.clone();
    ui.horizontal_wrapped(|ui| {
        dialog_title(ui, "New problem");
        ui.add_space(8.0);
        versions_ui(ui, &mut sheet);
    });
    ui.add_space(4.0);
    let height = ui.ctx().content_rect().height();
    let is_narrow = ui.available_width() < COLUMNS_FROM.0;
    if is_narrow || height < COLUMNS_FROM.1 {
        // Without room for one row, the buttons below have two.
        let rows = if is_narrow { 3.0 } else { 2.0 };
        let row = ui.spacing().interact_size.y + ui.spacing().item_spacing.y;
        let max = height - AROUND_SCROLLED - rows * row;
        ScrollArea::vertical().max_height(max).min_scrolled_height(max).show(ui, |ui| {
            if is_narrow {
                let side = (ui.available_width() / 8.0).clamp(20.0, 44.0).floor();
                board_ui(ui, stage, sheet.sketch_mut(), side);
                form_ui(ui, sheet.sketch_mut());
                ui.separator();
                outcome_ui(ui, stage, state);
            } else {
                columns_ui(ui, stage, state, sheet.sketch_mut(), COLUMNS_FROM.1);
            }
        });
    } else {
        columns_ui(ui, stage, state, sheet.sketch_mut(), height);
    }
    ui.add_space(4.0);
    let is_changed = sheet != composer.sheet;
    buttons_ui(ui, state, &mut sheet);
    if is_changed || sheet != composer.sheet {
        // What was changed last must be part of the file.
        ui.send_first(KriegspielAction::ChangeComposer(Box::new(sheet)));
    }
}

/// Shows the board, and the form with the solution beside it, in a window of this `height`.
fn columns_ui(
    ui: &mut Ui,
    stage: &mut Stage<'_>,
    state: &State,
    sketch: &mut ProblemSketch,
    height: f32,
) {
    let side = ((height - AROUND_BOARD) / TRAY_SQUARES).clamp(20.0, 44.0).floor();
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            ui.set_width(side * 8.0);
            board_ui(ui, stage, sketch, side);
        });
        ui.add_space(10.0);
        ui.vertical(|ui| {
            form_ui(ui, sketch);
            ui.separator();
            let max = (height - AROUND_SOLUTION).max(120.0);
            ScrollArea::vertical()
                .id_salt("solution")
                .max_height(max)
                .auto_shrink(false)
                .show(ui, |ui| outcome_ui(ui, stage, state));
        });
    });
}

fn versions_ui(ui: &mut Ui, sheet: &mut ComposerSheet) {
    if sheet.versions.len() > 1 {
        for index in 0..sheet.versions.len() {
            let letter = ComposerSheet::letter(index);
            let button = ui.selectable_label(index == sheet.current, &letter);
            if button.clicked() {
                sheet.current = index;
            }
        }
        if let Some(note) = sheet.note(sheet.current) {
            ui.label(small(note));
        }
    }
    let can_add = sheet.versions.len() < kriegspiel::MAX_VERSIONS && !sheet.sketch().is_empty();
    let add = ui.add_enabled(can_add, Button::new("Add twin"));
    if add.on_hover_text("Copy this position to change it").clicked() {
        sheet.add_twin();
    }
    if sheet.versions.len() > 1 && ui.button("Remove twin").clicked() {
        sheet.remove_current();
    }
}

/// Shows the board, and its position as text.
fn board_ui(ui: &mut Ui, stage: &mut Stage<'_>, sketch: &mut ProblemSketch, side: f32) {
    let chosen_id = chosen_id();
    let chosen: Option<usize> = ui.data(|data| data.get_temp(chosen_id));
    let hidden = sketch.hidden_pieces();
    let chosen = chosen.filter(|at| hidden.as_ref().is_some_and(|it| *at < it.pieces.len()));
    let paint = |ui: &Ui, stage: &mut Stage<'_>, scene: &BoardScene, rect: Rect| {
        if let Some(hidden) = &hidden {
            paint_hidden(ui, stage, scene, rect, hidden, chosen);
        }
    };
    let places = chosen.is_none();
    let input = set_up_board_ui(ui, stage, &mut sketch.board, side, places, paint);
    if let (Some(at), Some(mut hidden), Some(square)) = (chosen, hidden, input.clicked) {
        toggle_square(&mut hidden.pieces[at], square);
        sketch.hidden = hidden.to_string();
    }
    type_pieces(ui, &mut sketch.board, &input);
    fen_ui(ui, sketch);
}

/// The place of the index of the hidden piece whose squares are being chosen.
fn chosen_id() -> Id {
    Id::unique("chosen hidden piece")
}

/// Adds `square` to the squares of `piece`, or removes it. The first square replaces whole areas.
fn toggle_square(piece: &mut HiddenPiece, square: Square) {
    piece.areas.clear();
    let is_last = piece.listed.contains(square) && piece.listed.count() == 1;
    if is_last {
        return;
    }
    piece.listed.toggle(square);
}

/// Puts the piece of a typed FEN letter on the focused square; Delete removes a piece.
fn type_pieces(ui: &Ui, board: &mut SetUpBoard, input: &SquareInput) {
    let Some(square) = input.focused else { return };
    let (typed, is_removed) = ui.input(|input| {
        let typed = input.events.iter().find_map(|event| match event {
            Event::Text(text) => text.chars().next().and_then(Piece::from_char),
            _ => None,
        });
        (typed, input.key_pressed(Key::Delete) || input.key_pressed(Key::Backspace))
    });
    if is_removed {
        board.put(square, None);
    }
    if let Some(piece) = typed {
        board.put(square, Some(SetUpPiece { piece, promoted: false }));
    }
}

/// Paints the hidden pieces on their squares, small and framed. The areas of the chosen piece are framed too.
fn paint_hidden(
    ui: &Ui,
    stage: &mut Stage<'_>,
    scene: &BoardScene,
    rect: Rect,
    hidden: &HiddenPieces,
    chosen: Option<usize>,
) {
    let mut painted = Bitboard::EMPTY;
    for (index, piece) in hidden.pieces.iter().enumerate() {
        let is_chosen = chosen == Some(index);
        let width = if is_chosen { 2.5 } else { 1.0 };
        let ink = if is_chosen { stage.tokens.second } else { stage.tokens.ghost };
        for square in piece.listed {
            let place = square_rect(scene, rect, square);
            if !painted.contains(square) {
                painted.add(square);
                let small = Rect::from_center_size(place.center(), place.size() * 0.56);
                paint_on_tray(ui, stage, piece.role.of(hidden.color), small);
            }
        }
        let squares = if is_chosen { piece.squares() } else { piece.listed };
        for square in squares {
            let place = square_rect(scene, rect, square).shrink(2.0);
            let edge = Stroke::new(width, ink);
            ui.painter().rect_stroke(place, CornerRadius::same(3), edge, StrokeKind::Inside);
        }
    }
}

/// Shows the position as a FEN, and the number of pieces.
fn fen_ui(ui: &mut Ui, sketch: &mut ProblemSketch) {
    let id = Id::unique("composer's position as text");
    // The typed text is shown until the board is changed in another way.
    let mut text = typed_text(ui, id, sketch.board.fen());
    let width = ui.available_width() - 14.0;
    let response = field_ui(ui, "Position (FEN)", "FEN", width, &mut text);
    if response.changed() {
        // A FEN may be followed by the hidden pieces.
        let (position, hidden) = text.split_once(';').unwrap_or((&text, ""));
        if let Some(board) = SetUpBoard::read_fen(position) {
            sketch.board = board;
            if !hidden.trim().is_empty() {
                hidden.trim().clone_into(&mut sketch.hidden);
            }
        }
        let new = sketch.board.fen();
        ui.data_mut(|data| data.insert_temp(id, (new, text.clone())));
    }
    let position = text.split(';').next().unwrap_or_default();
    if SetUpBoard::read_fen(position).is_none() {
        error_label(ui, "This is not a FEN: it needs eight ranks of eight squares.");
    }
}

fn form_ui(ui: &mut Ui, sketch: &mut ProblemSketch) {
    ui.horizontal_wrapped(|ui| {
        let turn = &mut sketch.board.turn;
        for (color, name) in [(Color::White, "White to move"), (Color::Black, "Black to move")] {
            ui.radio_value(turn, color, name);
        }
        ui.add_space(8.0);
        ui.label("Mate in");
        let moves = ui.add(DragValue::new(&mut sketch.moves).range(ProblemSketch::MOVES));
        moves.widget_info(|| WidgetInfo::labeled(WidgetRole::SpinButton, true, "Mate in moves"));
        ui.label(if sketch.moves == 1 { "move" } else { "moves" });
    });
    ui.horizontal_wrapped(|ui| {
        for stipulation in Stipulation::ALL {
            ui.radio_value(&mut sketch.stipulation, stipulation, stipulation.name());
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.label("Rules");
        for set in Rules::SETS {
            ui.radio_value(&mut sketch.rules, set.rules, set.name);
        }
    });
    hidden_ui(ui, sketch);
    ui.horizontal(|ui| {
        ui.label("Source");
        let width = (ui.available_width() - 20.0).max(80.0);
        field_ui(ui, "Source", "Author, publication, year", width, &mut sketch.source);
    });
}

/// Shows the hidden pieces as text and as buttons. A click on a piece chooses it, so that clicks on the board change
/// its squares.
fn hidden_ui(ui: &mut Ui, sketch: &mut ProblemSketch) {
    ui.horizontal(|ui| {
        ui.label("Hidden");
        let width = (ui.available_width() - 20.0).max(80.0);
        let hint = "None. Write k on a8, c8; b on dark; or click a piece below";
        field_ui(ui, "Hidden pieces", hint, width, &mut sketch.hidden);
    });
    let color = sketch.board.turn.other();
    let pieces = sketch.hidden_pieces();
    ui.horizontal_wrapped(|ui| {
        ui.label(small("Add"));
        // A text that cannot be read must be mended first.
        let can_add = pieces.is_some() || sketch.hidden.trim().is_empty();
        for role in kriegspiel::HIDDEN_ROLES {
            let figurine = figurines(&role.upper_char().to_string());
            let button = ui.add_enabled(can_add, low_button(ui, figurine));
            let name = format!("Add a hidden {} {}", color_name(color), role_name(role));
            button.widget_info(|| WidgetInfo::labeled(WidgetRole::Button, true, &name));
            if button.on_hover_text(&name).clicked() {
                add_hidden(ui, sketch, color, role);
            }
        }
    });
    let Some(mut pieces) = pieces else { return };
    let chosen: Option<usize> = ui.data(|data| data.get_temp(chosen_id()));
    let mut removed = None;
    ui.horizontal_wrapped(|ui| {
        for (index, piece) in pieces.pieces.iter().enumerate() {
            let alone =
                HiddenPieces { color: pieces.color, pieces: vec![piece.clone()], units: None };
            let words = alone.to_string();
            let is_chosen = chosen == Some(index);
            let button = ui.selectable_label(is_chosen, &words);
            if button.on_hover_text("Click squares of the board to change its squares").clicked() {
                ui.data_mut(|data| {
                    if is_chosen {
                        data.remove::<usize>(chosen_id());
                    } else {
                        data.insert_temp(chosen_id(), index);
                    }
                });
            }
            let remove = ui.add(low_button(ui, "×"));
            let name = format!("Remove {words}");
            remove.widget_info(|| WidgetInfo::labeled(WidgetRole::Button, true, &name));
            if remove.clicked() {
                removed = Some(index);
            }
        }
    });
    if let Some(index) = removed {
        pieces.pieces.remove(index);
        ui.data_mut(|data| data.remove::<usize>(chosen_id()));
        sketch.hidden = match (pieces.pieces.is_empty(), pieces.units) {
            (true, None) => String::new(),
            _ => pieces.to_string(),
        };
    } else if chosen.is_some_and(|index| index < pieces.pieces.len()) {
        ui.label(small("Click the squares where this piece may stand."));
    }
}

/// Adds a piece on any square, and chooses it.
fn add_hidden(ui: &Ui, sketch: &mut ProblemSketch, color: Color, role: Role) {
    let pieces = sketch.hidden_pieces();
    let mut pieces = pieces.unwrap_or(HiddenPieces { color, pieces: Vec::new(), units: None });
    pieces.color = color;
    pieces.pieces.push(HiddenPiece::anywhere(role));
    let index = pieces.pieces.len() - 1;
    ui.data_mut(|data| data.insert_temp(chosen_id(), index));
    sketch.hidden = pieces.to_string();
}

fn outcome_ui(ui: &mut Ui, stage: &Stage<'_>, state: &State) {
    let sketch = state.composer.sheet.sketch();
    if sketch.is_empty() {
        note_ui(
            ui,
            "Drag pieces from the tray, or select a square and type K, Q, R, B, N or P for White, k, q, r, b, n or p for Black. The solution appears here while you compose.",
        );
        return;
    }
    let about = format!("{}   {}", sketch.stipulation_text(), sketch.count_text());
    ui.label(small(about));
    match state.composer.outcome() {
        Some(ComposeOutcome::Solved(solution)) => {
            solution_ui(ui, &stage.tokens, solution, sketch);
        }
        Some(ComposeOutcome::Invalid(why)) => error_label(ui, why),
        Some(ComposeOutcome::Undecided) | None if kriegspiel::is_composing(state) => {
            ui.label("Solving…");
            let stop = |ui: &mut Ui| ui.button("Stop");
            job_ui(ui, &state.jobs, JobKind::Compose, stop, || KriegspielAction::StopComposing);
        }
        Some(ComposeOutcome::Undecided) | None => {
            note_ui(ui, "Stopped. The problem is undecided.");
            ui.button("Solve").on_click(|| KriegspielAction::RestartComposing);
        }
    }
}

fn buttons_ui(ui: &mut Ui, state: &State, sheet: &mut ComposerSheet) {
    ui.horizontal_wrapped(|ui| {
        let is_invalid = matches!(state.composer.outcome(), Some(ComposeOutcome::Invalid(_)));
        let collected = state.composer.collected.len();
        let can_create = !is_invalid && (!sheet.sketch().is_empty() || collected > 0);
        let create = ui.add_enabled(can_create, Button::new("Create"));
        create
            .on_hover_text("Open a new file with all versions and their solutions")
            .on_click(|| KriegspielAction::CreateComposed);
        if ui.button("Close").clicked() {
            ui.close_dialog();
        }
        ui.add_space(12.0);
        undo_ui(ui, state);
        if ui.button("Clear board").clicked() {
            sheet.sketch_mut().board = SetUpBoard::empty();
            sheet.sketch_mut().hidden.clear();
        }
        if ui.button("New").on_hover_text("Start again with an empty board").clicked() {
            *sheet = ComposerSheet::default();
        }
        if collected > 0 {
            ui.label(small(kriegspiel::collected_text(collected)));
        }
    });
}

/// Shows the buttons that undo and redo changes. Keys do the same outside text fields, which undo what is typed in them.
fn undo_ui(ui: &mut Ui, state: &State) {
    let composer = &state.composer;
    let in_text = ui.ctx().text_edit_focused();
    let pressed = |ui: &Ui, modifiers: Modifiers, key: Key| {
        !in_text && ui.input_mut(|input| input.consume_key(modifiers, key))
    };
    let redo_pressed = pressed(ui, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z)
        || pressed(ui, Modifiers::COMMAND, Key::Y);
    let undo_pressed = pressed(ui, Modifiers::COMMAND, Key::Z);
    let undo = ui.add_enabled(composer.can_undo(), Button::new("Undo"));
    let keymap = &state.shell.keymap;
    let undo =
        undo.on_hover_text(keymap.beside_fixed("Undo the last change of the board", "Ctrl+Z"));
    if undo.clicked() || (undo_pressed && composer.can_undo()) {
        ui.send(KriegspielAction::UndoComposing);
    }
    let redo = ui.add_enabled(composer.can_redo(), Button::new("Redo"));
    let redo = redo.on_hover_text(keymap.beside_fixed("Redo the undone change", "Ctrl+Shift+Z"));
    if redo.clicked() || (redo_pressed && composer.can_redo()) {
        ui.send(KriegspielAction::RedoComposing);
    }
}
