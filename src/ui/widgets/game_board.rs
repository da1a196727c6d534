//! The board of a game of Kriegspiel. Squares that the player does not see are veiled; illegal tries and announcements
//! are marked.
//!
//! This module gets a [`GameScene`], not the game, so it cannot reveal what the player does not know.

use super::{
    Stage,
    board::{dragged_piece_ui, look, paint_board, square_rect, square_under, wheel},
    color_disc,
    drag::is_drag_cancelled,
    marks::paint_mark,
    shapes::paint_shapes,
    truncated,
};
use crate::{
    app::{Action, Command, GameScene, KriegspielAction, Side, game_square_text},
    diagram::{Mark, MarkColor, veil_shapes},
    kriegspiel::BoardEnd,
    rules::{Color, Square},
    text::count_text,
    ui::outbox::SendAction as _,
    ui::theme::{self, Tokens},
};
use eframe::egui::{
    Align2, CornerRadius, Id, Painter, PointerButton, Rect, Sense, Stroke, Ui, WidgetInfo,
    accesskit::Role, pos2, vec2,
};

/// The tries that the user can make, and the last one made.
#[derive(Clone, Copy)]
pub struct GameHand<'a> {
    /// Whether the user can try moves.
    pub tries: bool,
    /// The square of the held piece.
    pub picked: Option<Square>,
    /// The squares to which the held piece can be tried.
    pub targets: &'a [Square],
    /// The last try.
    pub trial: Option<(Square, Square)>,
}

/// Paints `scene` and handles input: the wheel steps through the game, and clicks and drags try moves.
pub fn game_board_ui(
    ui: &mut Ui,
    stage: &mut Stage<'_>,
    scene: &GameScene,
    rect: Rect,
    coordinates: bool,
    hand: GameHand<'_>,
) {
    let id = ui.make_persistent_id("game board");
    let board = ui.interact(rect, id, Sense::hover());
    let name = match scene.side {
        Side::Referee => "Board, referee’s view".to_owned(),
        side => format!("Board, {}’s view", side.name()),
    };
    board.widget_info(|| WidgetInfo::labeled(Role::Group, true, &name));
    paint_board(ui, stage, &scene.board, rect, coordinates);
    let painter = ui.painter_at(rect);
    let look = look(ui, rect, coordinates);
    let shapes = veil_shapes(&scene.board, &scene.veil(), look);
    let mut pieces = stage.art.pieces(ui.ctx(), rect.width() / 8.0);
    paint_shapes(&painter, rect, &stage.tokens, &shapes, &mut pieces);
    let tokens = &stage.tokens;
    paint_hand(&painter, scene, rect, hand, tokens);
    squares_ui(ui, id, scene, rect, hand);
    if let Some(from) = hand.picked
        && ui.ctx().is_being_dragged(id.with(from as u8))
        && let Some(held) = scene.board.pieces.iter().find(|placed| placed.square == from)
    {
        dragged_piece_ui(ui, stage, held.piece, rect.width() / 8.0);
    }
    if board.contains_pointer() {
        let turned = wheel(ui, id);
        let command = if turned > 0 { Command::StepForward } else { Command::StepBack };
        for _ in 0..turned.unsigned_abs() {
            ui.send(command);
        }
    }
}

/// Paints the held piece with its target squares, and the last try.
fn paint_hand(
    painter: &Painter,
    scene: &GameScene,
    rect: Rect,
    hand: GameHand<'_>,
    tokens: &Tokens,
) {
    if let Some((from, to)) = hand.trial {
        let mark = Mark { from, to: Some(to), color: MarkColor::Blue };
        paint_mark(painter, tokens, &scene.board, rect, mark, 0.7);
    }
    let Some(from) = hand.picked else { return };
    let square = square_rect(&scene.board, rect, from);
    painter.rect_filled(square, CornerRadius::ZERO, tokens.second.gamma_multiply(0.4));
    let pointer = painter.ctx().input(|input| input.pointer.latest_pos());
    for &target in hand.targets {
        let square = square_rect(&scene.board, rect, target);
        if pointer.is_some_and(|at| square.contains(at)) {
            // If the button is released here, the move to this square is tried.
            painter.rect_filled(square, CornerRadius::ZERO, tokens.second.gamma_multiply(0.55));
            continue;
        }
        let stroke = Stroke::new(1.0, tokens.ground);
        painter.circle(square.center(), square.width() * 0.14, tokens.second, stroke);
    }
}

/// Gives every square an accessible name, and handles tries.
fn squares_ui(ui: &Ui, id: Id, scene: &GameScene, rect: Rect, hand: GameHand<'_>) {
    let is_cancelled = is_drag_cancelled(ui);
    for square in Square::ALL {
        let is_visible = !scene.is_unseen(square);
        // 64 squares would be too many Tab stops. With the keyboard, moves are typed.
        let sense = match (hand.tries, is_visible) {
            (false, _) => Sense::hover(),
            (true, false) => Sense::CLICK,
            (true, true) => Sense::CLICK | Sense::DRAG,
        };
        let place = square_rect(&scene.board, rect, square);
        let response = ui.interact(place, id.with(square as u8), sense);
        let mut words = game_square_text(scene, square);
        if hand.targets.contains(&square) {
            words.push_str(", can be tried");
        }
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &words));
        let response = match &scene.heat {
            Some(heat) if !is_visible => response.on_hover_ui(|ui| {
                let lines = heat.words(square).join("\n");
                ui.label(format!("{square}\n{lines}"));
            }),
            _ => response,
        };
        let is_picked = hand.picked == Some(square);
        if is_cancelled {
            // The dragged piece is put back.
            if is_picked && response.dragged() {
                ui.send(KriegspielAction::Click(square));
            }
            continue;
        }
        if response.clicked() || (response.drag_started_by(PointerButton::Primary) && !is_picked) {
            ui.send(KriegspielAction::Click(square));
        }
        if response.drag_stopped() && ui.input(|input| input.pointer.primary_released()) {
            let over = response.interact_pointer_pos();
            let target = over.and_then(|at| square_under(&scene.board, rect, at));
            let target = target.filter(|target| hand.targets.contains(target));
            ui.send_all(target.map(|it| Action::Kriegspiel(KriegspielAction::Click(it))));
        }
    }
}

/// Paints the bar of a player: the name, the number of pieces, and whether the player is to move.
pub fn game_bar_ui(
    ui: &Ui,
    tokens: &Tokens,
    scene: &GameScene,
    seat: Color,
    name: &str,
    rect: Rect,
) {
    let painter = ui.painter_at(rect);
    let accent = seat.fold_wb(tokens.first, tokens.second);
    let stripe = Rect::from_min_size(pos2(rect.left(), rect.center().y - 9.0), vec2(4.0, 18.0));
    painter.rect_filled(stripe, CornerRadius::same(1), accent);
    color_disc(&painter, pos2(rect.left() + 17.0, rect.center().y), 5.5, seat);
    let pieces = scene.pieces[seat as usize];
    let count = count_text(pieces, "piece", "pieces");
    let status = if scene.turn == seat {
        format!("{} · {count}", scene.end.map_or("to move", BoardEnd::words))
    } else {
        count
    };
    let at = pos2(rect.right() - 4.0, rect.center().y);
    let font = theme::regular(theme::TEXT);
    let right = painter.text(at, Align2::RIGHT_CENTER, &status, font, tokens.dim);
    let width = right.left() - rect.left() - 42.0;
    let galley = truncated(&painter, name, theme::semibold(14.0), tokens.text, width);
    let at = pos2(rect.left() + 30.0, rect.center().y - galley.size().y / 2.0);
    painter.galley(at, galley, tokens.text);
    let response = ui.interact(rect, ui.make_persistent_id(("game player", seat)), Sense::hover());
    let color = Side::Seat(seat).name();
    let words = format!("{color}: {name}, {status}");
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
}
