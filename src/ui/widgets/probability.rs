//! The chart of the estimated win probability.

use super::{
    TimelineView,
    chart::{ChartRow, ChartScale, paint_scale, paint_teams, teams_text},
};
use crate::{
    app::duration_text,
    engine::chance_text,
    timeline::MatchTime,
    ui::{
        engine::paint_curve,
        theme::{self, Tokens},
    },
};
use eframe::egui::{
    Color32, FontId, Rect, Sense, Shape, Stroke, Ui, WidgetInfo, accesskit::Role, pos2,
};

/// The length of the stroke before the name of a curve, in points.
const STROKE: f32 = 16.0;

/// The gap after the stroke, in points.
const GAP: f32 = 5.0;

/// The gap between two names, in points.
const BETWEEN: f32 = 14.0;

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
    let scale = ChartScale {
        top: "100 %".to_owned(),
        middle: "50 %",
        bottom: "0 %".to_owned(),
        whole: "50 %".to_owned(),
    };
    paint_scale(ui.painter(), tokens, &scale, row.plot);
    paint_curve(ui.painter(), tokens, view.curve, x_of, row.plot);
}

/// Describes the estimates at `time`.
pub(super) fn probability_story(view: &TimelineView<'_>, time: MatchTime) -> String {
    let mut words = duration_text(time);
    let until = view.curve.partition_point(|point| point.time <= time);
    if let Some(point) = until.checked_sub(1).and_then(|index| view.curve.get(index)) {
        let boards = ["board A", "board B"].into_iter().zip(point.boards);
        for (name, chance) in boards.chain([("both boards", point.both)]) {
            if let Some(chance) = chance {
                words.push_str(&format!("\nEngine, {name}: {}", chance_text(chance)));
            }
        }
    }
    words
}

/// The name of a curve, with its stroke.
struct CurveName {
    name: &'static str,
    width: f32,
    dashed: bool,
    color: Color32,
}

fn legend_ui(ui: &Ui, tokens: &Tokens, view: &TimelineView<'_>, rect: Rect) {
    let painter = ui.painter();
    let (y, mut x) = (rect.center().y, rect.left());
    let put = |x: f32, words: &str, font: FontId, ink: Color32| {
        let galley = painter.layout_no_wrap(words.to_owned(), font, ink);
        let (at, width) = (pos2(x, y - galley.size().y / 2.0), galley.size().x);
        painter.galley(at, galley, ink);
        x + width + BETWEEN
    };
    x = put(x, "Win probability", theme::semibold(theme::SMALL), tokens.text);
    let mut curves = Vec::new();
    if !view.curve.is_empty() {
        let thin = tokens.engine.gamma_multiply(0.7);
        curves.push(CurveName { name: "Engine", width: 2.0, dashed: false, color: tokens.engine });
        curves.push(CurveName { name: "A", width: 1.0, dashed: false, color: thin });
        curves.push(CurveName { name: "B", width: 1.0, dashed: true, color: thin });
    }
    for curve in curves {
        if x + STROKE + GAP + 8.0 * curve.name.len() as f32 > rect.right() {
            break;
        }
        let ends = [pos2(x, y), pos2(x + STROKE, y)];
        let stroke = Stroke::new(curve.width, curve.color);
        if curve.dashed {
            painter.extend(Shape::dashed_line(&ends, stroke, 3.0, 3.0));
        } else {
            painter.line_segment(ends, stroke);
        }
        x = put(x + STROKE + GAP, curve.name, theme::regular(theme::SMALL), tokens.dim);
    }
    paint_teams(painter, tokens, view.header, rect.with_min_x(x));
    let response = ui.interact(rect, ui.make_persistent_id("probability"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, "Win probability chart"));
    response.on_hover_text(format!(
        "Estimates, never exact. 100 %: the team above wins.\n{}",
        teams_text(view.header)
    ));
}
