//! The evaluation curves in the timeline.

use crate::{
    app::CurvePoint,
    engine::Severity,
    timeline::MatchTime,
    ui::{theme::Tokens, widgets::paint_line},
};
use eframe::egui::{Painter, Pos2, Rect, Shape, Stroke, pos2};

/// Paints the win probability of the first team as three curves: thin for board A, dashed for board B, bold for both
/// boards together. Each mistake is a dot on the curve of its board; worse mistakes have larger dots. Above the middle,
/// the first team is better. `x_of` returns the x coordinate of a time.
pub fn paint_curve(
    painter: &Painter,
    tokens: &Tokens,
    curve: &[CurvePoint],
    x_of: impl Fn(MatchTime) -> f32,
    rect: Rect,
) {
    #[expect(clippy::cast_possible_truncation, reason = "a place on the screen")]
    let place = |time, chance: f64| {
        let y = rect.bottom() - chance as f32 * rect.height();
        pos2(x_of(time), y)
    };
    let runs = |chance: &dyn Fn(&CurvePoint) -> Option<f64>| -> Vec<Vec<Pos2>> {
        // A moment without an evaluation leaves a gap in the curve.
        let runs = curve.split(|point| chance(point).is_none());
        let places = |run: &[CurvePoint]| {
            let points = run.iter();
            points.filter_map(|point| Some(place(point.time, chance(point)?))).collect()
        };
        runs.map(places).collect()
    };
    let ink = tokens.engine;
    let thin = Stroke::new(1.0, ink.gamma_multiply(0.7));
    for run in runs(&|point| point.boards[0]) {
        paint_line(painter, run, thin);
    }
    for run in runs(&|point| point.boards[1]) {
        painter.extend(Shape::dashed_line(&run, thin, 3.0, 3.0));
    }
    for run in runs(&|point| point.both) {
        paint_line(painter, run, Stroke::new(2.0, ink));
    }
    for point in curve {
        if let Some((board, severity)) = point.mistake
            && let Some(chance) = point.boards[board as usize]
        {
            let radius = match severity {
                Severity::Dubious => 2.0,
                Severity::Mistake => 2.6,
                Severity::Blunder => 3.4,
            };
            painter.circle_filled(place(point.time, chance), radius, tokens.warning);
        }
    }
}
