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
            paint_on_tray, small, square_rect, square_under, typed_text,
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

/// The place of the piece that is dragged on the boards of a match.
const MATCH_PIECE: &str = "carried piece";

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
    let carried_id = Id::unique(MATCH_PIECE);
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
        let name = |square: Square, piece: Option<SetUpPiece>| {
            square_text(id, square, piece.map(|it| (it.piece, it.promoted)))
        };
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(side * 8.0), Sense::hover());
        paint_board(ui, stage, &scene, rect, false);
        if !is_editable {
            return;
        }
        let squares = EditedSquares { scene: &scene, rect, carried_id, name: &name };
        let input = squares.show(ui, &mut sheet.boards[id]);
        if let Some(square) = input.under {
            drop_target = Some((id, square));
        }
        ui.vertical(|ui| {
            ui.set_width(if aside > 0.0 { aside - 10.0 } else { side * 8.0 });
            tray_ui(ui, stage, carried_id, Some(id), side);
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
    if let Some(dropped) = dropped_piece(ui, stage, carried_id, SQUARE * 1.2) {
        if let Some((board, square)) = dropped.from {
            sheet.boards[board].put(square, None);
        }
        if let Some((board, square)) = drop_target {
            sheet.boards[board].put(square, Some(dropped.piece));
        }
    }
    if is_editable {
        text_ui(ui, &stage.tokens, sheet);
    }
}

/// Shows the dragged piece on a square of `side` points under the pointer. Returns the piece if it is dropped in this frame.
fn dropped_piece(
    ui: &Ui,
    stage: &mut Stage<'_>,
    carried_id: Id,
    side: f32,
) -> Option<DraggedPiece> {
    let carried: DraggedPiece = ui.data(|data| data.get_temp(carried_id))?;
    dragged_piece_ui(ui, stage, carried.piece.piece, side);
    let end = drag_end(ui)?;
    ui.data_mut(|data| data.remove::<DraggedPiece>(carried_id));
    if end == DragEnd::Dropped { Some(carried) } else { None }
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
        ..BoardScene::empty(Color::White)
    }
}

/// The user's input on the squares of a board.
#[derive(Default)]
pub struct SquareInput {
    /// The square under the pointer.
    under: Option<Square>,
    pub clicked: Option<Square>,
    /// The square that has the keyboard focus.
    pub focused: Option<Square>,
}

/// The squares of a board in the editor.
struct EditedSquares<'a> {
    scene: &'a BoardScene,
    rect: Rect,
    /// Where the dragged piece is stored.
    carried_id: Id,
    name: &'a dyn Fn(Square, Option<SetUpPiece>) -> String,
}

impl EditedSquares<'_> {
    /// Shows the squares. Dragging moves a piece, a right click removes it, and a double click toggles whether it is a
    /// promoted pawn, if the board is one of a match.
    fn show(&self, ui: &Ui, board: &mut SetUpBoard) -> SquareInput {
        let is_cancelled = is_drag_cancelled(ui);
        let id = self.scene.id;
        let mut input = SquareInput::default();
        for square in Square::ALL {
            let place = square_rect(self.scene, self.rect, square);
            let square_id = self.carried_id.with((id, square));
            let response = ui.interact(place, square_id, Sense::drag().union(Sense::click()));
            let piece = board.piece_at(square);
            let words = (self.name)(square, piece);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
            if response.has_focus() {
                input.focused = Some(square);
            }
            if response.clicked() && !is_cancelled {
                response.request_focus();
                input.clicked = Some(square);
            }
            let Some(piece) = piece else { continue };
            if response.drag_started_by(PointerButton::Primary) {
                let from = Some((id, square));
                let dragged = DraggedPiece { piece, from };
                ui.data_mut(|data| data.insert_temp(self.carried_id, dragged));
            }
            if response.secondary_clicked() && !is_cancelled {
                board.put(square, None);
            }
            let can_be_promoted = self.carried_id == Id::unique(MATCH_PIECE)
                && !matches!(piece.piece.role, Kind::Pawn | Kind::King);
            if response.double_clicked() && can_be_promoted {
                let promoted = !piece.promoted;
                board.put(square, Some(SetUpPiece { promoted, ..piece }));
            }
        }
        let at = ui.input(|input| input.pointer.interact_pos());
        input.under = at.and_then(|at| square_under(self.scene, self.rect, at));
        input
    }
}

/// Shows a tray of all kinds of pieces, which can be dragged onto a board. `id` is the board, if there are two. Returns
/// the piece that was clicked.
fn tray_ui(
    ui: &mut Ui,
    stage: &mut Stage<'_>,
    carried_id: Id,
    id: Option<BoardId>,
    side: f32,
) -> Option<Piece> {
    let mut clicked = None;
    for color in [Color::White, Color::Black] {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            for role in Kind::ALL {
                let piece = Piece { color, role };
                let sense = Sense::drag().union(Sense::click());
                let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), sense);
                let mut name = format!("{} {}", color_name(color), role_name(role));
                if let Some(id) = id {
                    name.push_str(&format!(" for board {}", id.letter()));
                }
                response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
                ui.painter().rect_filled(rect, CornerRadius::same(3), stage.tokens.tray);
                paint_on_tray(ui, stage, piece, rect);
                if response.drag_started_by(PointerButton::Primary) {
                    let piece = SetUpPiece { piece, promoted: false };
                    let dragged = DraggedPiece { piece, from: None };
                    ui.data_mut(|data| data.insert_temp(carried_id, dragged));
                }
                if response.clicked() {
                    clicked = Some(piece);
                }
            }
        });
    }
    clicked
}

/// Shows a single board of chess with its tray, and applies the user's changes to `board`. A click on the tray selects
/// a piece, which the next clicks put on squares; `places` is whether they do. `paint` draws over the board.
pub fn set_up_board_ui(
    ui: &mut Ui,
    stage: &mut Stage<'_>,
    board: &mut SetUpBoard,
    side: f32,
    places: bool,
    paint: impl FnOnce(&Ui, &mut Stage<'_>, &BoardScene, Rect),
) -> SquareInput {
    let carried_id = Id::unique("carried chess piece");
    let selected_id = Id::unique("selected chess piece");
    let scene = scene_of(board, BoardId::A);
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(side * 8.0), Sense::hover());
    paint_board(ui, stage, &scene, rect, true);
    paint(ui, stage, &scene, rect);
    let name = |square: Square, piece: Option<SetUpPiece>| match piece {
        Some(SetUpPiece { piece, .. }) => {
            format!("{square}, {} {}", color_name(piece.color), role_name(piece.role))
        }
        None => format!("{square}, empty"),
    };
    let squares = EditedSquares { scene: &scene, rect, carried_id, name: &name };
    let input = squares.show(ui, board);
    if let Some(square) = input.focused {
        let place = square_rect(&scene, rect, square);
        let edge = Stroke::new(2.0, stage.tokens.second);
        ui.painter().rect_stroke(place, CornerRadius::ZERO, edge, StrokeKind::Inside);
    }
    ui.add_space(4.0);
    let selected: Option<Piece> = ui.data(|data| data.get_temp(selected_id));
    if let Some(piece) = tray_ui(ui, stage, carried_id, None, side) {
        ui.data_mut(|data| {
            if selected == Some(piece) {
                data.remove::<Piece>(selected_id);
            } else {
                data.insert_temp(selected_id, piece);
            }
        });
    }
    let put = |piece: Piece| Some(SetUpPiece { piece, promoted: false });
    if let (true, Some(square), Some(piece)) = (places, input.clicked, selected) {
        let is_there = board.piece_at(square).is_some_and(|it| it.piece == piece);
        board.put(square, if is_there { None } else { put(piece) });
    }
    if let (true, Some(piece)) = (places, selected) {
        let piece = format!("{} {}", color_name(piece.color), role_name(piece.role));
        ui.label(small(format!("Click squares to put a {piece}. Click the tray to end.")));
    } else {
        ui.label(small("Drag pieces. Drag one off the board to remove it."));
    }
    if let Some(dropped) = dropped_piece(ui, stage, carried_id, side * 1.2) {
        if let Some((_, square)) = dropped.from {
            board.put(square, None);
        }
        if let Some(square) = input.under {
            board.put(square, Some(dropped.piece));
        }
    }
    input
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
    // The typed text is shown until the boards are changed in another way.
    let mut text = typed_text(ui, id, sheet.bfen());
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
        ui.data_mut(|data| data.insert_temp(id, (new_bfen, text)));
    }
}
