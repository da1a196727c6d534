//! A reserve. Each kind of piece has a fixed place, even while the reserve has none of it.

use super::Stage;
use crate::{
    app::{HeldPiece, Origin, PlaybackAction, role_plural},
    diagram::SeatScene,
    rules::{Color, Piece, Reserve, Role, Seat, role_name},
    ui::{
        art::Pieces,
        outbox::SendAction as _,
        theme::{self, Tokens},
    },
};
use eframe::egui::{
    Align2, Color32, CornerRadius, CursorIcon, PointerButton, Rect, Sense, Ui, Vec2, WidgetInfo,
    accesskit::Role as Access, emath::GuiRounding as _, pos2, vec2,
};

/// The place of a reserve: a single row, or two rows of up to three pieces.
#[derive(Clone, Copy, Debug)]
pub struct Tray {
    rect: Rect,
    /// The side of a piece, in points.
    side: f32,
    columns: u8,
}

impl Tray {
    /// Returns the tray that fills `rect`, for a board with squares of `square` points. If `rect` is low, the tray is a
    /// single row.
    pub fn of(rect: Rect, square: f32) -> Self {
        if rect.height() < 1.2 * square {
            return Self { rect, side: (rect.height() - 4.0).floor(), columns: 5 };
        }
        Self { rect, side: (rect.height() / 2.0 - 4.0).floor(), columns: 3 }
    }

    /// Returns the place of `role`; `None` for a king.
    pub fn place(&self, ui: &Ui, role: Role) -> Option<Rect> {
        let Self { rect, side, columns } = *self;
        let mut pitch = rect.width() / f32::from(columns);
        // Fingers need the whole width.
        if theme::least_side(ui) == 0.0 {
            pitch = pitch.min(side * 1.75);
        }
        let rows = if columns == 5 { 1.0 } else { 2.0 };
        let places = (0_u8..).zip(Reserve::ROLES);
        let (place, _) = places.into_iter().find(|(_, held)| *held == role)?;
        let (column, row) = (place % columns, place / columns);
        // In a small tray, the pieces are closer to each other.
        let edge = (pitch - side).clamp(1.0, 6.0);
        let corner = pos2(
            rect.left() + edge + pitch * f32::from(column),
            rect.top() + rect.height() / rows * (f32::from(row) + 0.5) - side / 2.0,
        )
        .round_to_pixels(ui.ctx().pixels_per_point());
        Some(Rect::from_min_size(corner, Vec2::splat(side)))
    }
}

/// Paints the reserve of `scene`. On the seat's turn, pieces can be picked up. `ages` holds the lines of the tooltip:
/// how long each kind of piece has been in reserve.
pub fn reserve_ui(
    ui: &mut Ui,
    stage: &mut Stage<'_>,
    (scene, ages): (&SeatScene, &[String]),
    tray: Tray,
    turn: bool,
    hand: Option<HeldPiece>,
) {
    let tokens = stage.tokens;
    let Tray { rect, side, .. } = tray;
    let response =
        ui.interact(rect, ui.make_persistent_id(("reserve", scene.seat)), Sense::hover());
    let words = words(scene);
    response.widget_info(|| WidgetInfo::labeled(Access::Group, true, &words));
    let tooltip = if ages.is_empty() {
        words
    } else {
        format!("Reserve of {}\n{}", scene.seat.name(), ages.join("\n"))
    };
    response.on_hover_text(&tooltip);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, CornerRadius::same(4), tokens.tray);
    stage.motion.reserve_at(scene.seat, tray);
    let mut shapes = stage.art.silhouettes(ui.ctx(), side);
    let mut pieces = stage.art.pieces(ui.ctx(), side);
    for role in Reserve::ROLES {
        let count = scene.reserve.count(role);
        let Some(place) = tray.place(ui, role) else { continue };
        if turn && count > 0 {
            reserve_piece_ui(ui, scene.seat, role, place, &tooltip);
        } else if count > 0 {
            waiting_piece_ui(ui, scene.seat, role, place);
        }
        let place_of_hand = (scene.seat, Origin::Reserve(role));
        if hand.is_some_and(|hand| (hand.seat, hand.origin) == place_of_hand) {
            let team = tokens.team(scene.seat.team());
            painter.rect_filled(place, CornerRadius::same(4), team.gamma_multiply(0.5));
        }
        let piece = Piece { color: scene.seat.color(), role };
        if count == 0 {
            shapes.tint(piece, place, tokens.ghost);
            continue;
        }
        put_on_tray(&mut shapes, &mut pieces, piece, place, &tokens);
        if count > 1 {
            let at = place.right_bottom() + vec2(-2.0, 1.0);
            let font = theme::semibold((side * 0.42).clamp(9.0, 26.0));
            painter.text(at, Align2::LEFT_BOTTOM, count, font, tokens.text);
        }
    }
    painter.add(shapes.mesh);
    painter.add(pieces.mesh);
}

/// Paints `piece` on a tray.
pub fn paint_on_tray(ui: &Ui, stage: &mut Stage<'_>, piece: Piece, place: Rect) {
    let mut shapes = stage.art.silhouettes(ui.ctx(), place.width());
    let mut pieces = stage.art.pieces(ui.ctx(), place.width());
    put_on_tray(&mut shapes, &mut pieces, piece, place, &stage.tokens);
    ui.painter().add(shapes.mesh);
    ui.painter().add(pieces.mesh);
}

/// Adds `piece` to the pieces on a tray. On a dark tray, a black piece gets a rim.
fn put_on_tray(
    shapes: &mut Pieces,
    pieces: &mut Pieces,
    piece: Piece,
    place: Rect,
    tokens: &Tokens,
) {
    if piece.color == Color::Black && tokens.rim != Color32::TRANSPARENT {
        shapes.rim(piece, place, tokens.rim);
    }
    pieces.put(piece, place, 1.0);
}

/// Lets the user pick up a piece of the reserve.
pub fn reserve_piece_ui(ui: &Ui, seat: Seat, role: Role, rect: Rect, tooltip: &str) {
    let id = ui.make_persistent_id(("reserve", seat, role));
    let response = ui.interact(rect, id, Sense::CLICK | Sense::DRAG);
    response.widget_info(|| {
        let name = role_name(role);
        WidgetInfo::labeled(Access::Button, true, format!("Drop a {name}"))
    });
    let response = response.on_hover_text(tooltip);
    if response.hovered() {
        ui.ctx().set_cursor_icon(CursorIcon::Grab);
    }
    if response.drag_started_by(PointerButton::Primary) {
        ui.send(PlaybackAction::Drag(seat, Origin::Reserve(role)));
    } else if response.clicked() {
        ui.send(PlaybackAction::PickUp(seat, Origin::Reserve(role)));
    }
}

/// Answers a drag of a piece of the reserve out of turn, which picks up nothing.
fn waiting_piece_ui(ui: &Ui, seat: Seat, role: Role, rect: Rect) {
    let id = ui.make_persistent_id(("waiting reserve", seat, role));
    let response = ui.interact(rect, id, Sense::DRAG);
    if response.drag_started_by(PointerButton::Primary) {
        ui.send(PlaybackAction::Drag(seat, Origin::Reserve(role)));
    }
}

fn words(scene: &SeatScene) -> String {
    let held = Reserve::ROLES.into_iter().filter(|role| scene.reserve.count(*role) > 0);
    let held: Vec<String> = held.map(|role| role_plural(scene.reserve.count(role), role)).collect();
    let held = if held.is_empty() { "empty".to_owned() } else { held.join(", ") };
    format!("Reserve of {}: {held}", scene.seat.name())
}
