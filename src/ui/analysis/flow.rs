//! Piece flow, the path of a captured piece to the other board: a curve over the boards, and an arc on the timeline.

use crate::{
    app::{PieceFlow, Place},
    ui::{
        theme::{self, Tokens},
        widgets::{Motion, spoken},
    },
};
use eframe::egui::{
    Align2, Color32, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Ui,
    accesskit::Role, vec2,
};

const CURVE_SEGMENTS: u8 = 32;

/// How far a curve's control point is from the midpoint of its ends, relative to the distance between the ends.
const BEND: f32 = 0.16;

const WIDTH: f32 = 1.8;

/// Paints the path of a piece across boards and reserves, with a label that describes the path. Paints nothing if the
/// reserve is not on the screen. `motion` holds the places of boards and reserves.
pub fn flow_ui(ui: &Ui, tokens: &Tokens, motion: &Motion, flow: &PieceFlow) {
    let place = |place: Place| motion.place(ui, place);
    let Some(reserve) = place(flow.reserve) else { return };
    let painter = ui.painter();
    let (mut label_at, mut bounds) = (reserve.center(), reserve);
    for (side, is_drop) in [(flow.capture, false), (flow.drop, true)] {
        let Some(square) = side.and_then(|(_, at)| place(at)) else { continue };
        let [from, to] = if is_drop { [reserve, square] } else { [square, reserve] };
        let points = curve(from.center(), to.center());
        label_at = points[points.len() / 2];
        line(painter, tokens, points, is_drop);
        ring(painter, tokens, square);
        bounds = bounds.union(square);
    }
    let _ = spoken(ui, "flow", Role::Image, bounds, || flow.words.clone());
    label(ui, tokens, label_at, &flow.words);
}

/// The trace of a piece is the part of its curve next to a square. The curve is this many times as long as its trace.
const TRACE_DIVISOR: usize = 3;

/// Paints the trace of `flow`: a short, faded part of its curve, at the square on which ply `ply` captures or drops the
/// piece.
pub fn trace_ui(ui: &Ui, tokens: &Tokens, motion: &Motion, flow: &PieceFlow, ply: usize) {
    let place = |place: Place| motion.place(ui, place);
    let of_ply = |side: &Option<(usize, Place)>| {
        side.filter(|(index, _)| *index == ply).and_then(|(_, at)| place(at))
    };
    let Some(reserve) = place(flow.reserve) else { return };
    let (points, square) = if let Some(dropped) = of_ply(&flow.drop) {
        let mut points = curve(reserve.center(), dropped.center());
        points.drain(..points.len() - points.len() / TRACE_DIVISOR);
        (points, dropped)
    } else if let Some(taken) = of_ply(&flow.capture) {
        let mut points = curve(taken.center(), reserve.center());
        points.truncate(points.len() / TRACE_DIVISOR);
        (points, taken)
    } else {
        return;
    };
    ui.painter().line(points, Stroke::new(WIDTH, tokens.text.gamma_multiply(0.35)));
    let bounds = reserve.union(square);
    let _ = spoken(ui, "flow", Role::Image, bounds, || flow.words.clone());
}

/// Paints `flow` as an arc on the timeline, from the capture to the drop. Paints nothing if `flow` lacks one of them.
/// `at` returns the position of a ply's tick.
pub fn flow_arc_ui(
    painter: &Painter,
    tokens: &Tokens,
    flow: &PieceFlow,
    at: impl Fn(usize) -> Option<Pos2>,
) {
    let tick = |side: &Option<(usize, Place)>| side.and_then(|(ply, _)| at(ply));
    let (Some(from), Some(to)) = (tick(&flow.capture), tick(&flow.drop)) else { return };
    let middle = f32::midpoint(from.y, to.y);
    let points = (0..=CURVE_SEGMENTS).map(|step| {
        let part = f32::from(step) / f32::from(CURVE_SEGMENTS);
        let back = 1.0 - part;
        let eased = 3.0 * back * part;
        let x = from.x * (back * back * back + eased * back) + to.x * (eased * part + part.powi(3));
        let y = from.y * back.powi(3) + eased * middle + to.y * part.powi(3);
        Pos2::new(x, y)
    });
    line(painter, tokens, points.collect(), false);
    for end in [from, to] {
        painter.circle(end, 2.6, tokens.text, Stroke::new(1.0, tokens.ground));
    }
}

/// Returns the points of a curve from `from` to `to` that bends to the left.
fn curve(from: Pos2, to: Pos2) -> Vec<Pos2> {
    let bend = (to - from).rot90() * BEND;
    let middle = from.lerp(to, 0.5) + bend;
    let at = |step: u8| {
        let part = f32::from(step) / f32::from(CURVE_SEGMENTS);
        from.lerp(middle, part).lerp(middle.lerp(to, part), part)
    };
    (0..=CURVE_SEGMENTS).map(at).collect()
}

/// Paints a line with a rim, so that it is visible on squares of any colour.
fn line(painter: &Painter, tokens: &Tokens, points: Vec<Pos2>, dashed: bool) {
    let rim = Stroke::new(WIDTH + 2.2, tokens.ground.gamma_multiply(0.75));
    let ink = Stroke::new(WIDTH, tokens.text);
    if dashed {
        painter.extend(Shape::dashed_line(&points, rim, 7.0, 5.0));
        painter.extend(Shape::dashed_line(&points, ink, 7.0, 5.0));
    } else {
        painter.line(points.clone(), rim);
        painter.line(points, ink);
    }
}

fn ring(painter: &Painter, tokens: &Tokens, square: Rect) {
    let radius = square.width() * 0.46;
    let rim = Stroke::new(WIDTH + 2.2, tokens.ground.gamma_multiply(0.75));
    painter.circle_stroke(square.center(), radius, rim);
    painter.circle_stroke(square.center(), radius, Stroke::new(WIDTH, tokens.text));
}

/// Paints a label with a background at `at`, moved into the visible area if necessary.
fn label(ui: &Ui, tokens: &Tokens, at: Pos2, words: &str) {
    let painter = ui.painter();
    let galley = painter.layout(words.to_owned(), theme::regular(theme::SMALL), tokens.text, 260.0);
    let visible = ui.clip_rect().shrink(4.0);
    let size = galley.size() + vec2(14.0, 8.0);
    let mut plate = Align2::CENTER_CENTER.anchor_size(at, size);
    let overshoot = |low: f32, high: f32, min_edge: f32, max_edge: f32| {
        (min_edge - low).max(0.0) - (high - max_edge).max(0.0)
    };
    plate = plate.translate(vec2(
        overshoot(plate.left(), plate.right(), visible.left(), visible.right()),
        overshoot(plate.top(), plate.bottom(), visible.top(), visible.bottom()),
    ));
    let rim = Stroke::new(1.0, tokens.line);
    let fill = tokens.ground.gamma_multiply(0.95);
    painter.rect(plate, CornerRadius::same(5), fill, rim, StrokeKind::Inside);
    painter.galley(plate.min + vec2(7.0, 4.0), galley, Color32::PLACEHOLDER);
}
