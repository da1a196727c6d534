//! A chart of the timeline: a row of its own with a legend, a scale, and a line in the middle.

use crate::{
    document::Header,
    rules::Team,
    ui::{
        theme::{self, Tokens},
        widgets::polygon,
    },
};
use eframe::egui::{Align2, Color32, Galley, Painter, Pos2, Rect, Stroke, Vec2, pos2, vec2};
use std::sync::Arc;

/// The height of the legend above a plot, in points.
const LEGEND_HEIGHT: f32 = 13.0;

/// The minimum height of a plot, in points, with a number at both ends of its scale. A chart without this room is left
/// out.
const MIN_PLOT_HEIGHT: f32 = 22.0;

/// The share of the spare height that the upper of two charts gets.
const UPPER_SHARE: f32 = 0.3;

/// The gap between two charts, in points.
const GAP: f32 = 3.0;

/// The size of the numbers of a scale, in points.
const SCALE_TEXT: f32 = theme::SMALL - 1.0;

/// The minimum height of a plot that also has a number in the middle, in points.
const MIDDLE_HEIGHT: f32 = 3.5 * SCALE_TEXT;

/// The length of the stroke before the name of a line in a legend, in points.
pub(super) const STROKE: f32 = 16.0;

/// The gap after the stroke, in points.
pub(super) const STROKE_GAP: f32 = 5.0;

/// The gap between two names in a legend, in points.
pub(super) const BETWEEN: f32 = 14.0;

/// The size of the triangle before the names of a team, in points.
const TRIANGLE: Vec2 = vec2(7.0, 6.0);

/// The places of a chart.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChartRow {
    pub legend: Rect,
    pub plot: Rect,
}

impl ChartRow {
    fn of(row: Rect) -> Self {
        let (legend, plot) = row.split_top_bottom_at_y(row.top() + LEGEND_HEIGHT);
        Self { legend, plot }
    }

    /// Returns the number of charts, at most `count`, that have room in `height` points.
    pub fn count_in(height: f32, count: usize) -> usize {
        (1..=count).rev().find(|count| height >= Self::min_height(*count)).unwrap_or(0)
    }

    /// Returns the height that `count` charts need, in points.
    pub fn min_height(count: usize) -> f32 {
        count as f32 * (LEGEND_HEIGHT + MIN_PLOT_HEIGHT) + count.saturating_sub(1) as f32 * GAP
    }

    /// Divides `room` into rows for `count` charts, or for fewer if there is no room for as many.
    pub fn rows(room: Rect, count: usize) -> Vec<Self> {
        let count = Self::count_in(room.height(), count);
        if count == 0 {
            return Vec::new();
        }
        let spare = room.height() - Self::min_height(count);
        let upper = (LEGEND_HEIGHT + MIN_PLOT_HEIGHT + UPPER_SHARE * spare).floor();
        let mut remaining = room;
        let mut rows = Vec::new();
        for _ in 1..count {
            let (row, below) = remaining.split_top_bottom_at_y(remaining.top() + upper);
            rows.push(Self::of(row));
            remaining = below.with_min_y(below.top() + GAP);
        }
        rows.push(Self::of(remaining));
        rows
    }
}

/// The texts of a scale. Invariant: the middle of the plot is level with `middle`.
pub(super) struct ChartScale {
    pub top: String,
    pub middle: &'static str,
    pub bottom: String,
}

/// Paints the middle line of `plot`, and the scale to the left of it. The ends have the colours of the teams, since
/// above the middle the first team is ahead, and below it the second.
pub(super) fn paint_scale(painter: &Painter, tokens: &Tokens, scale: &ChartScale, plot: Rect) {
    let middle = [plot.left_center(), plot.right_center()];
    painter.line_segment(middle, Stroke::new(1.0, tokens.line));
    let text = |y: f32, align: Align2, words: &str, ink: Color32| {
        let font = theme::regular(SCALE_TEXT);
        painter.text(pos2(plot.left() - 4.0, y), align, words, font, ink);
    };
    for y in [plot.top(), plot.bottom()] {
        let end = [pos2(plot.left(), y), pos2(plot.right(), y)];
        painter.line_segment(end, Stroke::new(1.0, tokens.line.gamma_multiply(0.5)));
    }
    text(plot.top() - 2.0, Align2::RIGHT_TOP, &scale.top, tokens.team(Team::First));
    text(plot.bottom() + 2.0, Align2::RIGHT_BOTTOM, &scale.bottom, tokens.team(Team::Second));
    if plot.height() >= MIDDLE_HEIGHT {
        text(plot.center().y, Align2::RIGHT_CENTER, scale.middle, tokens.dim);
    }
}

/// Paints a name in a legend, with its left end in the middle at `at`. Returns the left end of the next one.
pub(super) fn paint_name(painter: &Painter, at: Pos2, name: Arc<Galley>, ink: Color32) -> f32 {
    let place = Align2::LEFT_CENTER.anchor_size(at, name.size());
    painter.galley(place.min, name, ink);
    place.right() + BETWEEN
}

/// Paints which team is ahead above the middle of a plot and which below, at the right end of `room`: by the names of
/// the players, or by their seats if the names do not fit. Paints nothing if neither fits.
pub(super) fn paint_teams(painter: &Painter, tokens: &Tokens, header: &Header, room: Rect) {
    let beside = TRIANGLE.x + 4.0;
    let font = theme::regular(theme::SMALL);
    let by_names = |team: Team| team.seats().map(|seat| header.seats[seat].name.clone()).join(", ");
    let by_seats = |team: Team| team.seats().map(|seat| seat.name().to_owned()).join(", ");
    let namings: [&dyn Fn(Team) -> String; 2] = [&by_names, &by_seats];
    let teams = [Team::First, Team::Second];
    let fit = namings.into_iter().find_map(|name| {
        let galleys =
            teams.map(|team| painter.layout_no_wrap(name(team), font.clone(), tokens.team(team)));
        let width: f32 = galleys.iter().map(|galley| galley.size().x + beside + 12.0).sum();
        if width <= room.width() { Some((galleys, width)) } else { None }
    });
    let Some((galleys, width)) = fit else { return };
    let mut x = room.right() - width + 12.0;
    for (team, galley) in teams.into_iter().zip(galleys) {
        let tip = if team == Team::First { -TRIANGLE.y / 2.0 } else { TRIANGLE.y / 2.0 };
        let corners = [vec2(-TRIANGLE.x / 2.0, -tip), vec2(TRIANGLE.x / 2.0, -tip), vec2(0.0, tip)];
        let at = pos2(x + TRIANGLE.x / 2.0, room.center().y);
        painter.add(polygon(at, corners, tokens.team(team)));
        let text = pos2(x + beside, room.center().y - galley.size().y / 2.0);
        x = text.x + galley.size().x + 12.0;
        painter.galley(text, Arc::clone(&galley), tokens.text);
    }
}

/// Returns which team is ahead above the middle of a plot, and which below.
pub(super) fn teams_text(header: &Header) -> String {
    let [above, below] = [Team::First, Team::Second].map(|team| {
        let names = team.seats().map(|seat| {
            let name = &header.seats[seat].name;
            format!("{name} ({})", seat.name())
        });
        names.join(" and ")
    });
    format!("Above the middle: {above}. Below: {below}.")
}
