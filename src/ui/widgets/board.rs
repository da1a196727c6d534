//! The board widget: it paints the position and the held piece, and gives every square an accessible name.

use super::{
    Stage,
    drag::{DragEnd, drag_end, is_drag_cancelled},
    shapes::{SCREEN, paint_shapes},
};
use crate::{
    app::{Command, HeldPiece, Origin, PlaybackAction, role_plural, square_text},
    diagram::{BoardLook, BoardScene, PlacedPiece, board_shapes},
    rules::{Piece, Position, Square},
    ui::{
        outbox::{SendAction as _, SendOnClick as _},
        theme::Tokens,
    },
};
use eframe::egui::{
    CornerRadius, CursorIcon, Event, Id, LayerId, MouseWheelUnit, Order, Painter, PointerButton,
    Pos2, Rect, Sense, Stroke, Ui, Vec2, WidgetInfo, accesskit::Role, vec2,
};

/// The minimum width of a square that shows coordinates, in points at the text size of 100 %. On a smaller square they
/// would be too small to read or lie over the piece.
const COORDINATES_FROM: f32 = 34.0;

/// The moves that the user can make on a board, and the piece being moved.
#[derive(Clone, Copy)]
pub struct BoardHand<'a> {
    /// The held piece if it comes from this board or its reserves, otherwise `None`.
    pub hand: Option<HeldPiece>,
    /// The squares to which the held piece can move.
    pub targets: &'a [Square],
    /// The current position, which determines the pieces that can be picked up.
    pub position: &'a Position,
}

/// Paints `scene` and handles input: the wheel steps through the match, moving the pointer over the board makes the
/// board current, and clicks and drags move pieces.
pub fn board_ui(
    ui: &mut Ui,
    stage: &mut Stage<'_>,
    scene: &BoardScene,
    rect: Rect,
    coordinates: bool,
    hand: BoardHand<'_>,
) {
    let id = ui.make_persistent_id(("board", scene.id));
    let board = ui.interact(rect, id, Sense::hover());
    let name = format!("Board {}", scene.id.letter());
    board.widget_info(|| WidgetInfo::labeled(Role::Group, true, &name));
    let painted = stage.motion.on_board(scene, rect);
    paint_board(ui, stage, &painted, rect, coordinates);
    paint_hand(&ui.painter_at(rect), scene, rect, hand, &stage.tokens);
    squares_ui(ui, id, scene, rect, hand);
    if let Some(command) = swipe(ui, id, rect, hand) {
        ui.send(command);
    }
    if let Some(square) = release_square(ui, scene, rect, hand) {
        ui.send(PlaybackAction::PutDown(Some((scene.id, square))));
    }
    if board.contains_pointer() {
        let turned = wheel(ui, id);
        for _ in 0..turned.unsigned_abs() {
            let step =
                if turned > 0 { PlaybackAction::StepForward } else { PlaybackAction::StepBack };
            ui.send(step(scene.id));
        }
        if ui.input(|input| input.pointer.delta() != Vec2::ZERO) {
            ui.send(PlaybackAction::StepOn(scene.id));
        }
    }
}

/// Paints `scene` into `rect`, without handling input.
pub fn paint_board(
    ui: &Ui,
    stage: &mut Stage<'_>,
    scene: &BoardScene,
    rect: Rect,
    coordinates: bool,
) {
    let side = rect.width() / 8.0;
    let painter = ui.painter_at(rect.expand(1.0));
    let shapes = board_shapes(scene, look(ui, rect, coordinates));
    let mut pieces = stage.art.pieces(ui.ctx(), side);
    paint_shapes(&painter, rect, &stage.tokens, &shapes, &mut pieces);
}

/// Returns how to paint a board that fills `rect`. Small squares have no coordinates.
pub(super) fn look(ui: &Ui, rect: Rect, coordinates: bool) -> BoardLook {
    // Larger text leaves a board fewer points, but not fewer pixels.
    let side = rect.width() / 8.0 * ui.ctx().zoom_factor().max(1.0);
    BoardLook { coordinates: coordinates && side >= COORDINATES_FROM, ..SCREEN }
}

/// Returns the rectangle of `square` if the board of `scene` fills `rect`.
pub fn square_rect(scene: &BoardScene, rect: Rect, square: Square) -> Rect {
    let side = rect.width() / 8.0;
    let (column, row) = scene.place(square);
    let corner = rect.min + vec2(f32::from(column), f32::from(row)) * side;
    Rect::from_min_size(corner, Vec2::splat(side))
}

/// Returns the square of this board on which the dragged piece is released in this frame, or `None`.
fn release_square(ui: &Ui, scene: &BoardScene, rect: Rect, hand: BoardHand<'_>) -> Option<Square> {
    let is_dragged = hand.hand.is_some_and(|hand| hand.dragged);
    if !is_dragged || drag_end(ui) != Some(DragEnd::Dropped) {
        return None;
    }
    let at = ui.input(|input| input.pointer.interact_pos())?;
    square_under(scene, rect, at)
}

/// Paints the dragged piece under the pointer. A piece released outside its board returns to its origin, as does a
/// piece whose drag is cancelled.
pub fn hand_ui(
    ui: &Ui,
    stage: &mut Stage<'_>,
    hand: Option<HeldPiece>,
    position: &Position,
    side: f32,
) {
    let Some(hand) = hand.filter(|hand| hand.dragged) else { return };
    if drag_end(ui).is_some() {
        ui.send(PlaybackAction::PutDown(None));
    }
    let piece = match hand.origin {
        Origin::Square(square) => position.board_of(hand.seat).piece_at(square),
        Origin::Reserve(role) => Some(Piece { color: hand.seat.color(), role }),
    };
    if let Some(piece) = piece {
        dragged_piece_ui(ui, stage, piece, side);
    }
}

/// Paints `piece` on a square of `side` points under the pointer.
pub fn dragged_piece_ui(ui: &Ui, stage: &mut Stage<'_>, piece: Piece, side: f32) {
    if let Some(at) = ui.input(|input| input.pointer.latest_pos()) {
        let layer = LayerId::new(Order::Tooltip, Id::unique("piece in hand"));
        let mut pieces = stage.art.pieces(ui.ctx(), side);
        pieces.put(piece, Rect::from_center_size(at, Vec2::splat(side)), 1.0);
        ui.ctx().layer_painter(layer).add(pieces.mesh);
    }
}

/// Returns the square at the point `at` if the board of `scene` fills `rect`; `None` outside the board.
pub fn square_under(scene: &BoardScene, rect: Rect, at: Pos2) -> Option<Square> {
    let offset = (at - rect.min) / (rect.width() / 8.0);
    if !rect.contains(at) {
        return None;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "within the board, from 0 to 8"
    )]
    let square = scene.square_at(offset.x as u8, offset.y as u8);
    Some(square)
}

/// Marks the origin of the held piece, and paints a dot on each empty target square and a ring on each capture. A
/// target square under the pointer is filled instead.
fn paint_hand(
    painter: &Painter,
    scene: &BoardScene,
    rect: Rect,
    hand: BoardHand<'_>,
    tokens: &Tokens,
) {
    let Some(held) = hand.hand else { return };
    let team = tokens.team(held.seat.team());
    if let Origin::Square(square) = held.origin {
        let square = square_rect(scene, rect, square);
        painter.rect_filled(square, CornerRadius::ZERO, team.gamma_multiply(0.35));
    }
    let pointer = painter.ctx().input(|input| input.pointer.latest_pos());
    for &target in hand.targets {
        let square = square_rect(scene, rect, target);
        if pointer.is_some_and(|at| square.contains(at)) {
            // If the button is released here, the piece moves to this square.
            painter.rect_filled(square, CornerRadius::ZERO, team.gamma_multiply(0.55));
            continue;
        }
        let ink = team.gamma_multiply(0.85);
        if scene.pieces.iter().any(|piece| piece.square == target) {
            let width = square.width() * 0.08;
            let radius = square.width() / 2.0 - width / 2.0;
            painter.circle_stroke(square.center(), radius, Stroke::new(width, ink));
        } else {
            let edge = Stroke::new(1.0, tokens.ground);
            painter.circle(square.center(), square.width() * 0.14, ink, edge);
        }
    }
}

/// Gives every square an accessible name, and handles clicks and drags. A promoted piece has a tooltip.
fn squares_ui(ui: &Ui, id: Id, scene: &BoardScene, rect: Rect, hand: BoardHand<'_>) {
    let mut pieces: [Option<&PlacedPiece>; 64] = [None; 64];
    for piece in &scene.pieces {
        pieces[piece.square as usize] = Some(piece);
    }
    let turn = hand.position.turn(scene.id);
    let is_cancelled = is_drag_cancelled(ui);
    let can_move = |square| {
        let moves = hand.position.legal_moves(turn);
        moves.into_iter().any(|mv| mv.from() == Some(square))
    };
    for square in Square::ALL {
        let piece = pieces[square as usize];
        let is_own = piece.is_some_and(|piece| piece.piece.color == turn.color());
        // 64 squares would be too many Tab stops. With the keyboard, moves are typed.
        let sense = if is_own { Sense::CLICK | Sense::DRAG } else { Sense::CLICK };
        let response = ui.interact(square_rect(scene, rect, square), id.with(square as u8), sense);
        if is_own && response.hovered() && can_move(square) {
            ui.ctx().set_cursor_icon(CursorIcon::Grab);
        } else if response.hovered() && hand.targets.contains(&square) {
            ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
        }
        response.widget_info(|| {
            let what = piece.map(|piece| (piece.piece, piece.promoted));
            let target = if hand.targets.contains(&square) { ", legal target" } else { "" };
            let words = square_text(scene.id, square, what);
            WidgetInfo::labeled(Role::Image, true, format!("{words}{target}"))
        });
        if !is_cancelled {
            response.on_click(|| PlaybackAction::ClickSquare(scene.id, square));
        }
        if response.drag_started_by(PointerButton::Primary) {
            ui.send(PlaybackAction::Drag(turn, Origin::Square(square)));
        }
        if piece.is_some_and(|piece| piece.promoted) {
            let pawn = role_plural(1, crate::rules::Role::Pawn);
            response.on_hover_text(format!("Promoted: becomes {pawn} when captured"));
        }
    }
}

/// Returns the command of a swipe that ends in this frame: to the left, the next ply; to the right, the previous one.
/// A swipe is a drag by a finger along the board that moves no piece.
fn swipe(ui: &Ui, id: Id, rect: Rect, hand: BoardHand<'_>) -> Option<Command> {
    /// The minimum length of a swipe, in points.
    const LEAST: f32 = 40.0;
    let id = id.with("swipe");
    let start = ui.input(|input| {
        let pressed = input.has_touch_screen() && input.pointer.primary_pressed();
        if pressed { input.pointer.press_origin() } else { None }
    });
    let is_free = |at: &Pos2| rect.contains(*at) && ui.rect_contains_pointer(rect);
    if let Some(start) = start.filter(is_free) {
        ui.data_mut(|data| data.insert_temp(id, start));
    }
    let is_dragged = hand.hand.is_some_and(|hand| hand.dragged);
    if is_dragged || is_drag_cancelled(ui) {
        ui.data_mut(|data| data.remove::<Pos2>(id));
        return None;
    }
    let end = drag_end(ui)?;
    let start = ui.data_mut(|data| data.remove_temp::<Pos2>(id))?;
    let at = ui.input(|input| input.pointer.interact_pos())?;
    let moved = at - start;
    if end != DragEnd::Dropped || moved.x.abs() < LEAST || moved.x.abs() < 2.0 * moved.y.abs() {
        return None;
    }
    Some(if moved.x < 0.0 { Command::StepForward } else { Command::StepBack })
}

/// Returns the number of plies by which the wheel was turned over the board in this frame; negative is backwards. A
/// notch of the wheel, or the same distance on a touchpad, is one ply.
pub fn wheel(ui: &Ui, id: Id) -> i32 {
    /// The distance of one notch, in points.
    const NOTCH: f32 = 40.0;
    let turned: f32 = ui.input(|input| {
        let turns = input.events.iter().filter_map(|event| match event {
            Event::MouseWheel { unit, delta, .. } => Some(match unit {
                MouseWheelUnit::Point => delta.y / NOTCH,
                MouseWheelUnit::Line | MouseWheelUnit::Page => delta.y,
            }),
            _ => None,
        });
        turns.sum()
    });
    if turned == 0.0 {
        return 0;
    }
    let total = ui.data(|data| data.get_temp::<f32>(id)).unwrap_or(0.0) + turned;
    // Rounding can make a whole notch slightly too small.
    let steps = (total + total.signum() * 0.01).trunc();
    ui.data_mut(|data| data.insert_temp(id, total - steps));
    #[expect(clippy::cast_possible_truncation, reason = "a few notches")]
    let steps = steps as i32;
    -steps
}
