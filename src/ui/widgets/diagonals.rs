//! The row above the plot of the diagonals. A diagonal is the pair of players with the same colour; the row shows which
//! of them has more time on the clock. It is also the legend of the plot.

use crate::{
    app::DiagonalLead,
    kriegspiel::notation::color_title,
    rules::Color,
    timeline::{gap_size_text, gap_text},
    ui::theme::{self, Tokens},
};
use eframe::egui::{
    Galley, Painter, Pos2, Rect, Sense, Shape, Stroke, Ui, WidgetInfo,
    accesskit::Role,
    pos2,
    text::{LayoutJob, TextFormat},
};
use std::sync::Arc;

/// The length of the stroke before the text of a diagonal, in points.
const STROKE: f32 = 16.0;

/// The gap after the stroke, in points.
const GAP: f32 = 5.0;

/// The gap between the texts of the two diagonals, in points.
const BETWEEN: f32 = 14.0;

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
        let gap = gap_text(ahead.by_ms);
        match self {
            Self::Sentence => {
                format!("{name} {} ahead of {other}", gap_size_text(ahead.by_ms))
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
        let font = theme::regular(theme::SMALL);
        let clocks = format!("{} ", color_title(ahead.color));
        let mut job =
            LayoutJob::single_section(clocks, TextFormat::simple(font.clone(), tokens.dim));
        job.break_on_newline = false;
        let ink = if ahead.is_level() { tokens.dim } else { tokens.team(ahead.seat.team()) };
        job.append(&self.text(ahead), 0.0, TextFormat::simple(font, ink));
        job
    }
}

/// Paints the stroke of a diagonal as in the plot: solid for the white clocks, dashed for the black ones.
pub(super) fn diagonal_line(painter: &Painter, tokens: &Tokens, color: Color, points: Vec<Pos2>) {
    match color {
        Color::White => {
            painter.line(points, Stroke::new(1.3, tokens.text.gamma_multiply(0.85)));
        }
        Color::Black => {
            let stroke = Stroke::new(1.2, tokens.dim);
            painter.extend(Shape::dashed_line(&points, stroke, 4.0, 3.0));
        }
    }
}

/// Shows the row in `rect` with as much detail as fits. `engine` is whether the plot also has the curve of the engine.
pub(super) fn diagonals_ui(
    ui: &Ui,
    tokens: &Tokens,
    diagonals: &[DiagonalLead<'_>; 2],
    engine: bool,
    rect: Rect,
) {
    let painter = ui.painter();
    let word = |text: &str| {
        painter.layout_no_wrap(text.to_owned(), theme::semibold(theme::SMALL), tokens.text)
    };
    let title = word("Diagonals");
    let engine_word = word("Engine");
    let beside = STROKE + GAP + BETWEEN;
    let engine_width = if engine { engine_word.size().x + beside } else { 0.0 };
    let fit = DiagonalDetail::ALL.into_iter().find_map(|detail| {
        let galleys = diagonals.map(|ahead| painter.layout_job(detail.job(tokens, &ahead)));
        let width: f32 = galleys.iter().map(|galley| galley.size().x + beside).sum();
        let with_title = title.size().x + BETWEEN;
        let needed = width - BETWEEN + engine_width;
        match rect.width() - needed {
            room if room >= with_title => Some((galleys, true)),
            room if room >= 0.0 && detail == DiagonalDetail::Board => Some((galleys, false)),
            _ => None,
        }
    });
    let Some((galleys, titled)) = fit else { return };
    let y = rect.center().y;
    let mut x = rect.left();
    let put = |x: f32, galley: Arc<Galley>, ink| {
        let (at, width) = (pos2(x, y - galley.size().y / 2.0), galley.size().x);
        painter.galley(at, galley, ink);
        x + width + BETWEEN
    };
    if titled {
        x = put(x, title, tokens.text);
    }
    for (ahead, galley) in diagonals.iter().zip(galleys) {
        diagonal_line(painter, tokens, ahead.color, vec![pos2(x, y), pos2(x + STROKE, y)]);
        x = put(x + STROKE + GAP, galley, tokens.text);
    }
    if engine {
        painter.hline(x..=x + STROKE, y, Stroke::new(2.0, tokens.engine));
        put(x + STROKE + GAP, engine_word, tokens.dim);
    }
    let response = ui.interact(rect, ui.make_persistent_id("diagonals"), Sense::hover());
    let words = diagonals.map(|ahead| ahead.words("clocks")).join("\n");
    let spoken = diagonals.map(|ahead| DiagonalDetail::Named.text(&ahead)).join("  ·  ");
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("Diagonals: {spoken}")));
    response.on_hover_text(format!(
        "{words}\nOpponents on a diagonal never play each other: the one with more time can sit longer.\n\
         Above the line: White A and Black B are ahead. Below: Black A and White B."
    ));
}
