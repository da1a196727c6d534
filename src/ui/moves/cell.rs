//! A ply of the list: its number, move, glyph and clock.

use super::{
    LONGEST_COMMENT, ROW,
    clocks::{CELL_LEFT, CELL_RIGHT, CLOCK_GAP, Clocks},
    row::Shown,
};
use crate::{
    app::{MoveCell, figurines, ply_story},
    document::excerpt,
    rules::{Seat, Team},
    ui::{
        analysis::{DIAMOND, diamond, point_at},
        theme::{self, Tokens},
    },
};
use eframe::egui::{
    Color32, CornerRadius, Painter, Pos2, Rect, Sense, Stroke, Ui, WidgetInfo,
    accesskit::Role,
    pos2,
    text::{LayoutJob, TextFormat, TextWrapping},
    vec2,
};

/// No more of an annotation is shown beside its move, in bytes.
const LONGEST_GLYPH: usize = 80;

pub(super) fn cell_ui(
    ui: &Ui,
    tokens: &Tokens,
    shown: Shown<'_>,
    cell: &MoveCell,
    seat: Seat,
    rect: Rect,
) -> bool {
    let moment = shown.open.shown.playhead.moment();
    let current =
        cell.played && cell.ply + 1 == moment && shown.open.shown.attempt.variation.is_none();
    let response = ui.interact(rect, ui.make_persistent_id(("ply", cell.ply)), Sense::click());
    let missed = missed_by(shown, cell);
    let words = cell_words(cell, seat, missed);
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, cell.played, current, &words));
    let painter = ui.painter_at(rect);
    let inner = rect.shrink2(vec2(1.0, 1.0));
    if current {
        let team = tokens.team(seat.team());
        painter.rect_filled(inner, CornerRadius::same(4), tokens.line);
        let edge = Rect::from_min_size(inner.min, vec2(3.0, inner.height()));
        painter.rect_filled(edge, CornerRadius::same(1), team);
    } else if response.hovered() && cell.played {
        painter.rect_filled(inner, CornerRadius::same(4), tokens.card);
    }
    if response.has_focus() {
        painter.rect_stroke(
            inner,
            CornerRadius::same(4),
            Stroke::new(1.5, tokens.second),
            eframe::egui::StrokeKind::Inside,
        );
    }
    let ink = if cell.played && cell.ply < moment { tokens.text } else { tokens.dim };
    let team = seat.team();
    paint_cell(&painter, tokens, shown, cell, team, ink, rect);
    let clicked = response.clicked();
    if cell.played && response.hovered() {
        point_at(ui.ctx(), cell.ply);
        let mut story = ply_story(&shown.open.document, cell.ply);
        if let Some(missed) = missed {
            story += "\n";
            story += missed;
        }
        response.on_hover_text(story);
    }
    clicked
}

fn paint_cell(
    painter: &Painter,
    tokens: &Tokens,
    shown: Shown<'_>,
    cell: &MoveCell,
    team: Team,
    ink: Color32,
    rect: Rect,
) {
    let san = if shown.state.settings.figurines { &figurines(&cell.san) } else { &cell.san };
    let missed = missed_by(shown, cell).is_some();
    let mark = if missed { MISSED_GAP + 2.0 * DIAMOND } else { 0.0 };
    let room = rect.width() - 8.0 - mark;
    let clock_in = |clocks: Clocks| {
        let text = clocks.text(&cell.clock).to_owned();
        painter.layout_no_wrap(text, clocks.font(), tokens.dim)
    };
    let (mut rect, below) = (rect, shown.clocks == Clocks::Below);
    if below {
        let clock = clock_in(Clocks::Below);
        let at = pos2(rect.left() + CELL_LEFT, rect.bottom() - clock.size().y - 4.0);
        painter.galley(at, clock, tokens.dim);
        rect.max.y = rect.top() + ROW - 1.0;
    }
    let laid = |clocks: Clocks| {
        let clock = clock_in(if below { Clocks::Hidden } else { clocks });
        // Letters are set on whole pixels: a point may be missing.
        let beside = CELL_LEFT + CLOCK_GAP + CELL_RIGHT + mark;
        let room = rect.width() - beside - clock.size().x + 1.0;
        (clock, room)
    };
    let (exact, beside_exact) = laid(shown.clocks);
    let (whole, beside_whole) = laid(shown.clocks.whole());
    // A narrow column has room for the move and nothing else, a very narrow one not even for its number.
    let [numbered, bare] = [true, false]
        .map(|number| painter.layout_job(cell_job(tokens, cell, san, team, ink, room, number)));
    let (galley, clock) = if numbered.size().x <= beside_exact {
        (numbered, Some(exact))
    } else if numbered.size().x <= beside_whole {
        (numbered, Some(whole))
    } else if bare.size().x <= beside_whole {
        (bare, Some(whole))
    } else if numbered.size().x <= room {
        (numbered, None)
    } else {
        let mut job = cell_job(tokens, cell, san, team, ink, room, false);
        job.wrap = TextWrapping::truncate_at_width(room);
        (painter.layout_job(job), None)
    };
    let center = rect.center().y;
    let at: Pos2 = pos2(rect.left() + CELL_LEFT, center - galley.size().y / 2.0);
    let used = galley.size().x + CELL_LEFT;
    painter.galley(at, galley, ink);
    if missed {
        let at = (rect.left() + used + MISSED_GAP + DIAMOND).min(rect.right() - DIAMOND - 1.0);
        diamond(painter, pos2(at, center), tokens.warning, false);
    }
    if let Some(clock) = clock {
        let left = rect.right() - clock.size().x - CELL_RIGHT;
        let at = pos2(left, center - clock.size().y / 2.0);
        painter.galley(at, clock, tokens.dim);
    }
}

/// Between the number of a move and the move, in points.
pub(super) const NUMBER_GAP: f32 = 3.0;

/// The size of the moves in a column with so much `room`, in points.
pub(super) const fn san_size(room: f32) -> f32 {
    if room < 76.0 { 12.0 } else { 12.5 }
}

/// The words of a ply in a column with so much `room`.
fn cell_job(
    tokens: &Tokens,
    cell: &MoveCell,
    shown_san: &str,
    team: Team,
    ink: Color32,
    room: f32,
    with_number: bool,
) -> LayoutJob {
    let mut job = LayoutJob { break_on_newline: false, ..LayoutJob::default() };
    let size = san_size(room);
    if with_number {
        let number = TextFormat::simple(theme::regular(size - 1.5), tokens.dim);
        job.append(&format!("{}.", cell.number), 0.0, number);
    }
    let face = if cell.played { theme::semibold(size) } else { theme::regular(size) };
    let mut san = TextFormat::simple(face, ink);
    if !cell.played {
        san.strikethrough = Stroke::new(1.0, tokens.dim);
    }
    job.append(shown_san, if with_number { NUMBER_GAP } else { 0.0 }, san);
    if !cell.glyph.is_empty() {
        let glyph = TextFormat::simple(theme::semibold(size), tokens.team(team));
        job.append(&excerpt(&cell.glyph, LONGEST_GLYPH), 0.0, glyph);
    }
    job
}

/// Before the mark of a missed mate, in points.
const MISSED_GAP: f32 = 3.0;

/// What is said of the ply where it missed a mate.
fn missed_by<'s>(shown: Shown<'s>, cell: &MoveCell) -> Option<&'s str> {
    let report = shown.state.told_report().filter(|_| cell.played)?;
    report.missed_by(cell.ply)
}

fn cell_words(cell: &MoveCell, seat: Seat, missed: Option<&str>) -> String {
    let clock =
        if cell.clock.is_empty() { String::new() } else { format!(", clock {}", cell.clock) };
    let rest = match missed {
        _ if !cell.played => ", not played".to_owned(),
        Some(missed) => format!(", {missed}"),
        None => String::new(),
    };
    format!(
        "{}{} {}{}{clock}{rest}",
        cell.number,
        seat.letter(),
        cell.san,
        excerpt(&cell.glyph, LONGEST_COMMENT)
    )
}
