//! The chart of the estimated win probability.

use super::{
    TimelineView,
    chart::{
        ChartRow, ChartScale, STROKE, STROKE_GAP, paint_name, paint_scale, paint_teams, teams_text,
    },
    paint_line,
};
use crate::{
    analysis::review::CERTAIN,
    app::{CurvePoint, Header, ReviewPoint},
    engine::{Severity, chance_text},
    rules::{Seat, Team},
    text::to_u32,
    timeline::MatchTime,
    ui::theme::{self, Tokens},
};
use eframe::egui::{
    Color32, Mesh, Painter, Pos2, Rect, Sense, Shape, Stroke, Ui, WidgetInfo, accesskit::Role, pos2,
};
/// Shows the win probability of the first team as a chart in `row`, from 0 at the bottom to 100 %. `x_of` returns the x
/// coordinate of a time.
pub(super) fn probability_ui(
    ui: &Ui,
    tokens: &Tokens,
    view: &TimelineView<'_>,
    row: ChartRow,
    x_of: impl Fn(MatchTime) -> f32,
) {
    legend_ui(ui, tokens, view, row.legend);
    let scale = ChartScale { top: "100 %".to_owned(), middle: "50 %", bottom: "0 %".to_owned() };
    paint_band(ui.painter(), tokens, view.review, &x_of, row.plot);
    paint_scale(ui.painter(), tokens, &scale, row.plot);
    paint_review(ui.painter(), tokens, view.review, &x_of, row.plot);
    paint_curve(ui.painter(), tokens, view.curve, x_of, row.plot);
}

/// Paints the band within which the probability may lie.
fn paint_band(
    painter: &Painter,
    tokens: &Tokens,
    review: &[ReviewPoint],
    x_of: impl Fn(MatchTime) -> f32,
    plot: Rect,
) {
    let ink = tokens.review.gamma_multiply(0.22);
    let mut band = Mesh::default();
    for (index, point) in review.iter().enumerate() {
        let x = x_of(point.time);
        band.colored_vertex(pos2(x, y_of(plot, point.high)), ink);
        band.colored_vertex(pos2(x, y_of(plot, point.low)), ink);
        if index > 0 {
            let last = 2 * to_u32(index as f32);
            band.add_triangle(last - 2, last - 1, last);
            band.add_triangle(last - 1, last, last + 1);
        }
    }
    painter.add(band);
}

fn paint_review(
    painter: &Painter,
    tokens: &Tokens,
    review: &[ReviewPoint],
    x_of: impl Fn(MatchTime) -> f32,
    plot: Rect,
) {
    let points = review.iter().map(|it| pos2(x_of(it.time), y_of(plot, it.probability)));
    paint_line(painter, points.collect(), Stroke::new(1.8, tokens.review));
}

fn y_of(plot: Rect, probability: f32) -> f32 {
    plot.bottom() - probability * plot.height()
}

/// Paints the win probability of the first team as three curves: thin for board A, dashed for board B, bold for both
/// boards together. Each mistake is a dot on the curve of its board; worse mistakes have larger dots. Above the middle,
/// the first team is better. `x_of` returns the x coordinate of a time.
fn paint_curve(
    painter: &Painter,
    tokens: &Tokens,
    curve: &[CurvePoint],
    x_of: impl Fn(MatchTime) -> f32,
    plot: Rect,
) {
    #[expect(clippy::cast_possible_truncation, reason = "a place on the screen")]
    let place = |time, chance: f64| pos2(x_of(time), y_of(plot, chance as f32));
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

/// Names the first team, to which all probabilities belong: `ann and dee`.
fn first_team_text(header: &Header) -> String {
    Team::First.seats().map(|seat| header.seats[seat].name.as_str()).join(" and ")
}

/// Formats an estimate: `about 62 % (50–71 %)`, or `100 %` if it is certain, and only then.
fn estimate_text(probability: f32, low: f32, high: f32) -> String {
    if low >= 1.0 || high <= 0.0 {
        return format!("{} %", probability * 100.0);
    }
    let percent = |part: f32| (part * 100.0).round().clamp(1.0, 99.0);
    format!("about {} % ({}–{} %)", percent(probability), percent(low), percent(high))
}

/// Describes the estimates at `time`.
pub(super) fn probability_story(view: &TimelineView<'_>, time: MatchTime) -> String {
    let mut words = view.duration_text(time);
    if let Some(point) = view.curve.iter().rfind(|point| point.time <= time) {
        let boards = ["board A", "board B"].into_iter().zip(point.boards);
        for (name, chance) in boards.chain([("both boards", point.both)]) {
            if let Some(chance) = chance {
                words.push_str(&format!("\nEngine, {name}: {}", chance_text(chance)));
            }
        }
    }
    if let Some(point) = view.review.iter().rfind(|point| point.time <= time) {
        let estimate = estimate_text(point.probability, point.low, point.high);
        let team = first_team_text(&view.open.header);
        words.push_str(&format!("\n{}: {team} {estimate}", view.review_name));
    }
    words
}

/// The name of a curve, with its stroke.
struct CurveName {
    name: String,
    width: f32,
    dashed: bool,
    color: Color32,
}

fn legend_ui(ui: &Ui, tokens: &Tokens, view: &TimelineView<'_>, rect: Rect) {
    let painter = ui.painter();
    let (y, mut x) = (rect.center().y, rect.left());
    let put = |x: f32, galley| paint_name(painter, pos2(x, y), galley, tokens.dim);
    let font = theme::semibold(theme::SMALL);
    x = put(x, painter.layout_no_wrap("Win probability".to_owned(), font, tokens.text));
    if view.curve.is_empty() && view.review.is_empty() {
        let font = theme::regular(theme::SMALL);
        let words = if view.is_hidden {
            "hidden until the match has been watched"
        } else {
            "calculating…"
        };
        put(x, painter.layout_no_wrap(words.to_owned(), font, tokens.dim));
        return;
    }
    let mut curves = Vec::new();
    if !view.review.is_empty() {
        let name = match view.estimate {
            Some(estimate) => {
                let [probability, low, high] = [estimate.probability, estimate.low, estimate.high]
                    .map(|value| f32::from(value) / f32::from(CERTAIN));
                let estimate = estimate_text(probability, low, high);
                let by_seats = Team::First.seats().map(Seat::name).join(" and ");
                let names = [first_team_text(&view.open.header), by_seats]
                    .map(|team| format!("{}: {team} {estimate}", view.review_name));
                let fits = |name: &&String| {
                    let font = theme::regular(theme::SMALL);
                    let galley = painter.layout_no_wrap((*name).clone(), font, tokens.dim);
                    x + STROKE + STROKE_GAP + galley.size().x <= rect.right()
                };
                names.iter().find(fits).unwrap_or(&names[1]).clone()
            }
            None => format!("{} (estimate)", view.review_name),
        };
        curves.push(CurveName { name, width: 1.8, dashed: false, color: tokens.review });
    }
    if !view.curve.is_empty() {
        let thin = tokens.engine.gamma_multiply(0.7);
        for (name, width, dashed, color) in
            [("Engine", 2.0, false, tokens.engine), ("A", 1.0, false, thin), ("B", 1.0, true, thin)]
        {
            curves.push(CurveName { name: name.to_owned(), width, dashed, color });
        }
    }
    let names: Vec<String> = curves.iter().map(|curve| curve.name.clone()).collect();
    for curve in curves {
        let font = theme::regular(theme::SMALL);
        let galley = painter.layout_no_wrap(curve.name, font, tokens.dim);
        if x + STROKE + STROKE_GAP + galley.size().x > rect.right() {
            break;
        }
        let ends = [pos2(x, y), pos2(x + STROKE, y)];
        let stroke = Stroke::new(curve.width, curve.color);
        if curve.dashed {
            painter.extend(Shape::dashed_line(&ends, stroke, 3.0, 3.0));
        } else {
            painter.line_segment(ends, stroke);
        }
        x = put(x + STROKE + STROKE_GAP, galley);
    }
    paint_teams(painter, tokens, &view.open.header, rect.with_min_x(x));
    let response = ui.interact(rect, ui.make_persistent_id("probability"), Sense::hover());
    response.widget_info(|| {
        let words = format!("Win probability: {}", names.join("  ·  "));
        WidgetInfo::labeled(Role::Label, true, words)
    });
    response.on_hover_text(format!(
        "Estimates; only forced mates are certain. 100 %: the team above wins.\n{}",
        teams_text(&view.open.header)
    ));
}
