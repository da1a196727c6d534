//! A ply in the move list: its number, move, glyph and clock.

use super::{
    MAX_COMMENT_LEN,
    columns::{ClockDetail, Columns, MIN_SIZE, MOVE_TOLERANCE, RIGHT},
    ply_menu::MATCH_MENU,
    variation::outline,
};
use crate::{
    app::{MatchState, MoveCell, PlaybackAction, State, analysis, figurines, ply_story},
    document::excerpt,
    notation::GLYPHS,
    replay::Point,
    rules::{Seat, Team},
    timeline::PlayheadCommand,
    ui::{
        analysis::{DIAMOND, diamond, point_at},
        outbox::SendAction as _,
        shell::context_menu,
        theme::{self, Tokens},
    },
};
use eframe::egui::{
    Align2, Color32, CornerRadius, Galley, Painter, Pos2, Rect, Sense, Stroke, Ui, WidgetInfo,
    accesskit::Role,
    pos2,
    text::{LayoutJob, TextFormat, TextWrapping},
    vec2,
};
use std::sync::Arc;

#[derive(Clone, Copy)]
pub(super) struct RowContext<'a> {
    pub(super) tokens: &'a Tokens,
    pub(super) state: &'a State,
    pub(super) open: &'a MatchState,
    pub(super) columns: Columns,
    /// The selected next ply if several can follow; otherwise `None`.
    pub(super) next: Option<&'a Point>,
    /// Whether everything after the current ply is hidden.
    pub(super) hides_end: bool,
}

/// The maximum length of the glyphs and annotations beside a move, in bytes.
const MAX_GLYPH_LEN: usize = 80;

pub(super) fn cell_ui(ui: &Ui, context: RowContext<'_>, cell: &MoveCell, seat: Seat, rect: Rect) {
    let tokens = context.tokens;
    let moment = context.open.moment_view.playhead.moment();
    let current = cell.played
        && cell.ply + 1 == moment
        && context.open.moment_view.attempt.variation.is_none();
    let response = ui.interact(rect, ui.make_persistent_id(("ply", cell.ply)), Sense::click());
    let missed = missed_by(context, cell);
    let words = cell_words(cell, seat, missed);
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, cell.played, current, &words));
    let painter = ui.painter_at(rect);
    let inner = rect.shrink2(vec2(1.0, 1.0));
    if current {
        let team = tokens.team(seat.team());
        painter.rect_filled(inner, CornerRadius::same(4), tokens.chosen);
        let edge = Rect::from_min_size(inner.min, vec2(3.0, inner.height()));
        painter.rect_filled(edge, CornerRadius::same(1), team);
    } else if response.hovered() && cell.played {
        painter.rect_filled(inner, CornerRadius::same(4), tokens.card);
    }
    let is_next = context.next == Some(&Point::Match(cell.ply + 1));
    if response.has_focus() || is_next {
        outline(&painter, tokens, inner);
    }
    let ink = if cell.played && cell.ply < moment { tokens.text } else { tokens.dim };
    paint_cell(&painter, context, cell, seat.team(), ink, rect);
    if !cell.played {
        return;
    }
    if response.clicked() || response.secondary_clicked() {
        ui.send(PlaybackAction::Play(PlayheadCommand::GoTo(cell.ply + 1)));
    }
    context_menu(context.state, &response, MATCH_MENU);
    if response.hovered() {
        point_at(ui.ctx(), cell.ply);
        let mut story = ply_story(&context.open.document, cell.ply);
        if !cell.glyph.is_empty() && !GLYPHS.contains(&cell.glyph.as_str()) {
            story += "\n";
            story += &excerpt(&cell.glyph, MAX_COMMENT_LEN);
        }
        if let Some(missed) = missed {
            story += "\n";
            story += missed;
        }
        response.on_hover_text(story);
    }
}

fn paint_cell(
    painter: &Painter,
    context: RowContext<'_>,
    cell: &MoveCell,
    team: Team,
    ink: Color32,
    rect: Rect,
) {
    let RowContext { tokens, columns, .. } = context;
    let san = if context.state.settings.figurines { &figurines(&cell.san) } else { &cell.san };
    let missed = missed_by(context, cell).is_some();
    let [middle, clock_middle] = columns.middles(rect);
    let mark_width = if missed { MISSED_GAP + 2.0 * DIAMOND } else { 0.0 };
    let layout =
        |room: f32| move_galley(painter, tokens, cell, san, (team, ink), (columns.size, room));
    let mut clock = columns.face(cell);
    let overhang = if columns.detail == ClockDetail::Seconds {
        let galley = painter.layout_no_wrap(clock.to_string(), columns.small_font(), tokens.dim);
        columns.clock_overhang(galley.size().x)
    } else {
        0.0
    };
    let layout_beside_clock = |overhang: f32| {
        let beside = mark_width + overhang;
        let galley = layout(columns.move_room(rect.width()) - beside);
        if galley.elided { layout(columns.max_move_room(rect.width()) - beside) } else { galley }
    };
    let mut galley = layout_beside_clock(overhang);
    if galley.elided && overhang > 0.0 {
        clock = cell.whole_face();
        galley = layout_beside_clock(0.0);
    }
    // The move is worth more than its clock, which the tooltip shows too. An annotation in words is truncated.
    let in_words = !cell.glyph.is_empty() && !GLYPHS.contains(&cell.glyph.as_str());
    let has_clock = !galley.elided || in_words || columns.detail == ClockDetail::Below;
    let room = columns.room_without_clock(rect.width());
    if !has_clock {
        galley = layout(room - mark_width);
    }
    let mut mark_y = middle;
    if galley.elided && missed {
        // The mark is then in the upper corner, above the end of the move.
        galley = layout(room);
        mark_y = rect.top() + DIAMOND;
    }
    let at = pos2(rect.left() + columns.move_left(), middle - galley.size().y / 2.0);
    if missed {
        let after_move = at.x + galley.size().x + MISSED_GAP + DIAMOND;
        let left = after_move.min(rect.right() - DIAMOND - 1.0);
        diamond(painter, pos2(left, mark_y), tokens.warning, false);
    }
    painter.galley(at, galley, ink);
    let small = |text: &str, at: Pos2, align: Align2| {
        painter.text(at, align, text, columns.small_font(), tokens.dim);
    };
    let number = pos2(rect.left() + columns.number_right(), middle);
    small(&format!("{}.", cell.number), number, Align2::RIGHT_CENTER);
    if columns.detail == ClockDetail::Below {
        small(&clock, pos2(at.x, clock_middle), Align2::LEFT_CENTER);
    } else if columns.detail != ClockDetail::Nothing && has_clock {
        small(&clock, pos2(rect.right() - RIGHT, clock_middle), Align2::RIGHT_CENTER);
    }
}

/// Lays out the move with its glyphs in a width of `room` points. A long move gets a smaller font or is truncated.
fn move_galley(
    painter: &Painter,
    tokens: &Tokens,
    cell: &MoveCell,
    san: &str,
    (team, ink): (Team, Color32),
    (size, room): (f32, f32),
) -> Arc<Galley> {
    let job = |size: f32| {
        let mut job = LayoutJob { break_on_newline: false, ..LayoutJob::default() };
        let face = if cell.played { theme::semibold(size) } else { theme::regular(size) };
        let mut words = TextFormat::simple(face, ink);
        if !cell.played {
            words.strikethrough = Stroke::new(1.0, tokens.dim);
        }
        job.append(san, 0.0, words);
        if !cell.glyph.is_empty() {
            let glyph = excerpt(&cell.glyph, MAX_GLYPH_LEN);
            job.append(&glyph, 0.0, theme::semibold_text(size, tokens.team(team)));
        }
        job
    };
    let galley = painter.layout_job(job(size));
    let full_width = galley.size().x;
    if full_width <= room + MOVE_TOLERANCE {
        return galley;
    }
    let mut job = job((size * room / full_width).clamp(MIN_SIZE, size));
    job.wrap = TextWrapping::truncate_at_width(room + MOVE_TOLERANCE);
    painter.layout_job(job)
}

/// The gap before the diamond that marks a missed mate, in points.
const MISSED_GAP: f32 = 2.0;

/// Returns the description of the mate that the ply missed, if any.
fn missed_by<'s>(context: RowContext<'s>, cell: &MoveCell) -> Option<&'s str> {
    if !cell.played {
        return None;
    }
    analysis::finished_report(context.state)?.missed_by(cell.ply)
}

fn cell_words(cell: &MoveCell, seat: Seat, missed: Option<&str>) -> String {
    let clock =
        if cell.clock.is_empty() { String::new() } else { format!(", clock {}", cell.clock) };
    let suffix = match missed {
        _ if !cell.played => ", not played".to_owned(),
        Some(missed) => format!(", {missed}"),
        None => String::new(),
    };
    format!(
        "{}{} {}{}{clock}{suffix}",
        cell.number,
        seat.letter(),
        cell.san,
        excerpt(&cell.glyph, MAX_COMMENT_LEN)
    )
}
