//! The boards in the new-match dialog. Pieces are dragged from a tray, between squares, and off the board.

use crate::{
    app::{NewMatch, SetUpBoard, SetUpPiece, Start, figurines, square_text},
    diagram::{BoardScene, PlacedPiece, below},
    rules::{
        BoardId, Color, Piece, Position, Reserve, Role as Kind, Square, color_name, role_name,
    },
    ui::{
        theme::Tokens,
        widgets::{
            DragEnd, Stage, check_box, drag_end, dragged_piece_ui, is_drag_cancelled, paint_board,
            paint_on_tray, small, square_rect, square_under,
        },
    },
};
use eframe::egui::{
    CornerRadius, DragValue, Id, PointerButton, Rect, Sense, Stroke, StrokeKind, TextEdit, Ui,
    Vec2, WidgetInfo, accesskit::Role, vec2,
};

/// The side of a square, in points, if there is enough room.
const SQUARE: f32 = 32.0;

/// The width of the trays and options beside a board, in points.
const ASIDE_WIDTH: f32 = 198.0;

const GAP: f32 = 20.0;

#[derive(Clone, Copy)]
struct DraggedPiece {
    piece: SetUpPiece,
    /// The square from which the piece was dragged; `None` if it comes from a tray.
    from: Option<(BoardId, Square)>,
}

/// Shows both boards of `sheet`, and applies the user's changes to `sheet`.
pub(super) fn boards_ui(ui: &mut Ui, stage: &mut Stage<'_>, sheet: &mut NewMatch) {
    let is_editable = sheet.start == Start::Position;
    let shown = sheet.position().map(|read| read.position).ok();
    let carried_id = Id::unique("carried piece");
    let carried: Option<DraggedPiece> = ui.data(|data| data.get_temp(carried_id));
    let end = if carried.is_some() { drag_end(ui) } else { None };
    let mut drop_target = None;
    let room = (ui.available_width() - GAP) / 2.0;
    // With enough room, the options are beside their board, which makes the dialog lower.
    let aside = if is_editable && room > 360.0 { ASIDE_WIDTH } else { 0.0 };
    let side = ((room - aside) / 8.0).clamp(16.0, SQUARE);
    let mut board_ui = |ui: &mut Ui, id: BoardId| {
        let board = match (&shown, is_editable) {
            (Some(position), false) => SetUpBoard::of(position, id),
            _ => sheet.boards[id].clone(),
        };
        let scene = scene_of(&board, id);
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(side * 8.0), Sense::hover());
        paint_board(ui, stage, &scene, rect, false);
        if !is_editable {
            return;
        }
        let under = squares_ui(ui, &scene, rect, &mut sheet.boards[id], carried_id, id);
        if end == Some(DragEnd::Dropped)
            && let Some(square) = under
        {
            drop_target = Some((id, square));
        }
        ui.vertical(|ui| {
            ui.set_width(if aside > 0.0 { aside - 10.0 } else { side * 8.0 });
            tray_ui(ui, stage, carried_id, id, side);
            settings_ui(ui, &mut sheet.boards[id], id);
        });
    };
    ui.horizontal_top(|ui| {
        for id in BoardId::ALL {
            ui.vertical(|ui| {
                ui.label(format!("Board {}", id.letter()));
                if aside > 0.0 {
                    ui.horizontal_top(|ui| board_ui(ui, id));
                } else {
                    ui.set_width(side * 8.0);
                    board_ui(ui, id);
                }
            });
            ui.add_space(GAP - ui.spacing().item_spacing.x);
        }
    });
    if let Some(carried) = carried {
        dragged_piece_ui(ui, stage, carried.piece.piece, SQUARE * 1.2);
        if end.is_some() {
            ui.data_mut(|data| data.remove::<DraggedPiece>(carried_id));
        }
        if end == Some(DragEnd::Dropped) {
            if let Some((board, square)) = carried.from {
                sheet.boards[board].put(square, None);
            }
            if let Some((board, square)) = drop_target {
                sheet.boards[board].put(square, Some(carried.piece));
            }
        }
    }
    if is_editable {
        text_ui(ui, &stage.tokens, sheet);
    }
}

fn scene_of(board: &SetUpBoard, id: BoardId) -> BoardScene {
    let placed = |square: Square| {
        let set_up = board.piece_at(square)?;
        Some(PlacedPiece { square, piece: set_up.piece, promoted: set_up.promoted })
    };
    BoardScene {
        id,
        // As in the main window, the team of White A and Black B is below.
        below: below(id, false),
        pieces: Square::ALL.into_iter().filter_map(placed).collect(),
        last: None,
        check: None,
        mate: false,
    }
}

/// Shows the squares. Dragging moves a piece, a right click removes it, and a double click toggles whether it is a
/// promoted pawn. Returns the square under the pointer, if any. The dragged piece is stored under `carried_id`.
fn squares_ui(
    ui: &Ui,
    scene: &BoardScene,
    rect: Rect,
    board: &mut SetUpBoard,
    carried_id: Id,
    id: BoardId,
) -> Option<Square> {
    let is_cancelled = is_drag_cancelled(ui);
    for square in Square::ALL {
        let place = square_rect(scene, rect, square);
        let square_id = carried_id.with((id, square));
        let response = ui.interact(place, square_id, Sense::drag().union(Sense::click()));
        let piece = board.piece_at(square);
        let words = square_text(id, square, piece.map(|it| (it.piece, it.promoted)));
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
        if let Some(piece) = piece {
            if response.drag_started_by(PointerButton::Primary) {
                let from = Some((id, square));
                ui.data_mut(|data| data.insert_temp(carried_id, DraggedPiece { piece, from }));
            }
            if response.secondary_clicked() && !is_cancelled {
                board.put(square, None);
            }
            let can_be_promoted = !matches!(piece.piece.role, Kind::Pawn | Kind::King);
            if response.double_clicked() && can_be_promoted {
                let promoted = !piece.promoted;
                board.put(square, Some(SetUpPiece { promoted, ..piece }));
            }
        }
    }
    let at = ui.input(|input| input.pointer.interact_pos())?;
    square_under(scene, rect, at)
}

/// Shows a tray of all kinds of pieces, which can be dragged onto a board.
fn tray_ui(ui: &mut Ui, stage: &mut Stage<'_>, carried_id: Id, id: BoardId, side: f32) {
    for color in [Color::White, Color::Black] {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            for role in Kind::ALL {
                let piece = Piece { color, role };
                let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::drag());
                let name =
                    format!("{} {} for board {}", color_name(color), role_name(role), id.letter());
                response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
                ui.painter().rect_filled(rect, CornerRadius::same(3), stage.tokens.tray);
                paint_on_tray(ui, stage, piece, rect);
                if response.drag_started_by(PointerButton::Primary) {
                    let piece = SetUpPiece { piece, promoted: false };
                    let dragged = DraggedPiece { piece, from: None };
                    ui.data_mut(|data| data.insert_temp(carried_id, dragged));
                }
            }
        });
    }
}

/// Shows side to move, castling rights, reserves, and the buttons that empty or reset the board.
fn settings_ui(ui: &mut Ui, board: &mut SetUpBoard, id: BoardId) {
    ui.horizontal_wrapped(|ui| {
        for (color, name) in [(Color::White, "White to move"), (Color::Black, "Black to move")] {
            ui.radio_value(&mut board.turn, color, name);
        }
    });
    for (indices, color) in [([0, 1], "White"), ([2, 3], "Black")] {
        ui.horizontal_wrapped(|ui| {
            ui.label(small(color));
            for (index, side) in indices.into_iter().zip(["O-O", "O-O-O"]) {
                let response = check_box(ui, &mut board.castling[index], side);
                let on = board.castling[index];
                let name = format!("{color} {side}");
                response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, &name));
            }
        });
    }
    for (color, name) in [(Color::White, "White"), (Color::Black, "Black")] {
        ui.label(small(format!("{name}’s reserve")));
        ui.horizontal_wrapped(|ui| {
            let spacing = ui.spacing_mut();
            spacing.item_spacing.x = 3.0;
            spacing.interact_size.x = 32.0;
            spacing.button_padding.x = 3.0;
            for role in Reserve::ROLES {
                let mut count = board.reserve_count(color, role);
                let figurine = figurines(&role.upper_char().to_string());
                let value = DragValue::new(&mut count).range(0..=16).prefix(format!("{figurine} "));
                let response = ui.add(value);
                let (piece, owner) = (role_name(role), color_name(color));
                let name = format!("{piece}s in the reserve of {owner} on board {}", id.letter());
                response.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, &name));
                if response.changed() {
                    board.set_reserve_count(color, role, count);
                }
            }
        });
    }
    ui.horizontal(|ui| {
        if ui.button("Clear").clicked() {
            *board = SetUpBoard::empty();
        }
        if ui.button("Start").on_hover_text("Starting position").clicked() {
            *board = SetUpBoard::of(&Position::default(), id);
        }
    });
}

/// Shows both boards as BFEN in an editable field.
fn text_ui(ui: &mut Ui, tokens: &Tokens, sheet: &mut NewMatch) {
    let id = Id::unique("position as text");
    let pending_edit: Option<(String, String)> = ui.data(|data| data.get_temp(id));
    let bfen = sheet.bfen();
    // The typed text is shown until the boards are changed in another way.
    let mut text = match pending_edit {
        Some((typed, old_bfen)) if old_bfen == bfen => typed,
        _ => bfen.clone(),
    };
    ui.label(small("As text (BFEN)"));
    let field = TextEdit::singleline(&mut text)
        .id_salt("bfen")
        .desired_width(f32::INFINITY)
        .margin(vec2(6.0, 4.0));
    let response = ui.add(field);
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Position (BFEN)"));
    if response.changed() {
        if let Err(error) = sheet.set_up(&text) {
            let edge = Stroke::new(1.0, tokens.warning);
            let corners = CornerRadius::same(3);
            ui.painter().rect_stroke(response.rect, corners, edge, StrokeKind::Inside);
            response.on_hover_text(error.to_string());
        }
        let new_bfen = sheet.bfen();
        ui.data_mut(|data| data.insert_temp(id, (text, new_bfen)));
    }
}
