//! The chart of the diagonals. A diagonal is the pair of players with the same colour; the legend shows which of them
//! has more time on the clock.

use super::{
    TimelineView,
    chart::{
        BETWEEN, ChartRow, ChartScale, STROKE, STROKE_GAP, paint_name, paint_scale, paint_teams,
        teams_text,
    },
    paint_line,
};
use crate::{
    app::DiagonalLead,
    document::Header,
    kriegspiel::notation::color_title,
    rules::Color,
    timeline::{MatchTime, gap_size_text, gap_text},
    ui::theme::{self, Tokens},
};
use eframe::egui::{
    Painter, Pos2, Rect, Sense, Shape, Stroke, Ui, WidgetInfo, accesskit::Role, pos2,
    text::LayoutJob,
};
/// The level of detail in the text of a diagonal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DiagonalDetail {
    /// `Margency 0.3 s ahead of rln`
    Sentence,
    /// `White Margency +0.3 s`
    Named,
    /// `White Marge… +0.3 s`, with at most this many characters of the name.
    Truncated(usize),
    /// `White A +0.3 s`
    Board,
}

impl DiagonalDetail {
    /// All levels, from the longest text to the shortest.
    const ALL: [Self; 6] = [
        Self::Sentence,
        Self::Named,
        Self::Truncated(9),
        Self::Truncated(6),
        Self::Truncated(4),
        Self::Board,
    ];

    fn text(self, ahead: &DiagonalLead<'_>) -> String {
        let DiagonalLead { name, other, seat, .. } = ahead;
        if ahead.is_level() {
            return "level".to_owned();
        }
        let gap = gap_text(ahead.by_ms, ahead.precision);
        match self {
            Self::Sentence => {
                format!("{name} {} ahead of {other}", gap_size_text(ahead.by_ms, ahead.precision))
            }
            Self::Truncated(max) if name.chars().count() > max => {
                let letters: String = name.chars().take(max).collect();
                format!("{letters}… {gap}")
            }
            Self::Named | Self::Truncated(_) => format!("{name} {gap}"),
            Self::Board => format!("{} {gap}", seat.board().letter()),
        }
    }

    fn job(self, tokens: &Tokens, ahead: &DiagonalLead<'_>) -> LayoutJob {
        let clocks = format!("{} ", color_title(ahead.color));
        let font = theme::regular(theme::SMALL);
        let mut job = LayoutJob::simple_singleline(clocks, font, tokens.dim);
        let ink = if ahead.is_level() { tokens.dim } else { tokens.team(ahead.seat.team()) };
        job.append(&self.text(ahead), 0.0, theme::regular_text(theme::SMALL, ink));
        job
    }
}

/// Paints the stroke of a diagonal as in the plot: solid for the white clocks, dashed for the black ones.
fn diagonal_line(painter: &Painter, tokens: &Tokens, color: Color, points: Vec<Pos2>) {
    match color {
        Color::White => {
            paint_line(painter, points, Stroke::new(1.3, tokens.text.gamma_multiply(0.85)));
        }
        Color::Black => {
            let stroke = Stroke::new(1.2, tokens.dim);
            painter.extend(Shape::dashed_line(&points, stroke, 4.0, 3.0));
        }
    }
}

/// Shows the leads on both diagonals as a chart in `row`: the legend with as much detail as fits, and the plot. Where a
/// line is above the middle, the first team is ahead and can sit; where it is below, the second team. `x_of` returns the
/// x coordinate of a time.
pub(super) fn diagonals_ui(
    ui: &Ui,
    tokens: &Tokens,
    view: &TimelineView<'_>,
    row: ChartRow,
    x_of: impl Fn(MatchTime) -> f32,
) {
    if let Some(diagonals) = &view.diagonals {
        legend_ui(ui, tokens, diagonals, &view.open.header, row.legend);
    }
    let (plot, points) = (row.plot, &view.track.plot);
    if points.is_empty() {
        return;
    }
    // The scale is that of the whole match, so that it is the same at each moment.
    let ahead_ms = view.whole.plot.iter().flat_map(|point| point.ahead_ms);
    let max_ahead_ms = round_scale(ahead_ms.map(i32::unsigned_abs).max().unwrap_or(0));
    let gap = scale_text(max_ahead_ms);
    let scale = ChartScale { top: format!("+{gap}"), middle: "0 s", bottom: format!("−{gap}") };
    paint_scale(ui.painter(), tokens, &scale, plot);
    for (diagonal, color) in [(1, Color::Black), (0, Color::White)] {
        let points = points.iter().map(|point| {
            let part = point.ahead_ms[diagonal] as f32 / max_ahead_ms as f32;
            let y = plot.center().y - part.clamp(-1.0, 1.0) * (plot.height() / 2.0 - 1.0);
            pos2(x_of(point.time), y)
        });
        diagonal_line(ui.painter(), tokens, color, points.collect());
    }
}

/// Returns the end of a scale for values up to `ms`: the next of 1, 2, 3, 5, 10, 20, 30 s, and so on.
fn round_scale(ms: u32) -> u32 {
    let units = (3..9).map(|digits| 10_u32.pow(digits));
    let mut ends = units.flat_map(|unit| [1, 2, 3, 5].map(|times| times * unit));
    ends.find(|end| ms <= *end).unwrap_or(ms)
}

/// Formats a whole number of seconds: `20 s`, `2k s`.
fn scale_text(ms: u32) -> String {
    match ms / 1000 {
        seconds @ ..1000 => format!("{seconds} s"),
        seconds => format!("{}k s", seconds / 1000),
    }
}

/// Shows the legend in `rect` with as much detail as fits.
fn legend_ui(
    ui: &Ui,
    tokens: &Tokens,
    diagonals: &[DiagonalLead<'_>; 2],
    header: &Header,
    rect: Rect,
) {
    let painter = ui.painter();
    let title =
        painter.layout_no_wrap("Diagonals".to_owned(), theme::semibold(theme::SMALL), tokens.text);
    let beside = STROKE + STROKE_GAP + BETWEEN;
    let fit = DiagonalDetail::ALL.into_iter().find_map(|detail| {
        let galleys = diagonals.map(|ahead| painter.layout_job(detail.job(tokens, &ahead)));
        let width: f32 = galleys.iter().map(|galley| galley.size().x + beside).sum();
        let with_title = title.size().x + BETWEEN;
        match rect.width() - (width - BETWEEN) {
            room if room >= with_title => Some((galleys, true)),
            room if room >= 0.0 && detail == DiagonalDetail::Board => Some((galleys, false)),
            _ => None,
        }
    });
    let Some((galleys, titled)) = fit else { return };
    let y = rect.center().y;
    let mut x = rect.left();
    if titled {
        x = paint_name(painter, pos2(x, y), title, tokens.text);
    }
    for (ahead, galley) in diagonals.iter().zip(galleys) {
        diagonal_line(painter, tokens, ahead.color, vec![pos2(x, y), pos2(x + STROKE, y)]);
        x = paint_name(painter, pos2(x + STROKE + STROKE_GAP, y), galley, tokens.text);
    }
    paint_teams(painter, tokens, header, rect.with_min_x(x));
    let response = ui.interact(rect, ui.make_persistent_id("diagonals"), Sense::hover());
    let words = diagonals.map(|ahead| ahead.words("clocks")).join("\n");
    let spoken = diagonals.map(|ahead| DiagonalDetail::Named.text(&ahead)).join("  ·  ");
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("Diagonals: {spoken}")));
    response.on_hover_text(format!(
        "{words}\nOpponents on a diagonal never play each other: the one with more time can sit longer.\n{}",
        teams_text(header)
    ));
}
