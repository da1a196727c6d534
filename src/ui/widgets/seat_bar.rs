//! The line beside a board that tells who sits there and what time is left.

use super::Stage;
use crate::{
    app::{SeatHeader, clock_text},
    rules::{Color, Seat},
    timeline::Reading,
    ui::theme::{self, Tokens},
};
use eframe::egui::{
    Align2, Color32, CornerRadius, Painter, Rect, Sense, Stroke, Ui, WidgetInfo,
    accesskit::Role,
    pos2,
    text::{LayoutJob, TextFormat, TextWrapping},
    vec2,
};

/// What the line shows.
pub struct SeatBar<'a> {
    /// Whose.
    pub seat: Seat,
    /// Name and rating.
    pub header: &'a SeatHeader,
    /// The clock.
    pub clock: Reading,
    /// Whether the match still goes on, so that the clock of the seat to move runs.
    pub running: bool,
    /// From how long a think on the seat is said to sit, in milliseconds.
    pub sit_ms: u32,
    /// Whether tenths are shown under 20 s.
    pub tenths: bool,
    /// Whether anything is known of time.
    pub has_clocks: bool,
}

/// Below this width of the line its clock is a small one, in points.
const NARROW: f32 = 240.0;

/// Below this width the clock is as small as can be read, in points.
const TINY: f32 = 118.0;

/// Below this width a name is left out, in points.
const NAME_FROM: f32 = 20.0;

/// How large a clock is drawn: its room holds `12:34` and a tenth, so that nothing moves while it runs.
struct ClockSize {
    width: f32,
    main: f32,
    tenths: f32,
    /// Room for the tenths.
    split: f32,
}

impl ClockSize {
    const fn of(line: f32) -> Self {
        if line < TINY {
            Self {
                width: 48.0,
                main: 12.0,
                tenths: 9.0,
                split: 13.0,
            }
        } else if line < NARROW {
            Self {
                width: 66.0,
                main: 15.0,
                tenths: 11.0,
                split: 18.0,
            }
        } else {
            Self {
                width: 88.0,
                main: theme::CLOCK,
                tenths: 14.0,
                split: 24.0,
            }
        }
    }
}

/// Paints the line into `rect`.
pub fn seat_bar_ui(ui: &mut Ui, stage: &Stage<'_>, bar: &SeatBar<'_>, rect: Rect) {
    let tokens = &stage.tokens;
    let painter = ui.painter_at(rect);
    let team = tokens.team(bar.seat.team());
    let stripe = Rect::from_min_size(pos2(rect.left(), rect.center().y - 9.0), vec2(4.0, 18.0));
    painter.rect_filled(stripe, CornerRadius::same(1), team);
    // Which board it is, for those who read two at once.
    painter.text(
        pos2(rect.left() + 14.0, rect.center().y),
        Align2::CENTER_CENTER,
        bar.seat.board().letter(),
        theme::semibold(theme::TEXT),
        tokens.dim,
    );
    let disc = pos2(rect.left() + 31.0, rect.center().y);
    let (fill, rim) = match bar.seat.color() {
        Color::White => (Color32::WHITE, Color32::from_gray(0x70)),
        Color::Black => (Color32::from_gray(0x18), Color32::from_gray(0x90)),
    };
    painter.circle(disc, 5.5, fill, Stroke::new(1.2, rim));
    let size = ClockSize::of(rect.width());
    let clock = Rect::from_min_max(
        pos2(rect.right() - size.width, rect.top() + 2.0),
        pos2(rect.right(), rect.bottom() - 2.0),
    );
    paint_clock(ui, &painter, tokens, bar, &size, clock);
    let mut right = clock.left() - 8.0;
    if bar.running && bar.clock.turn && bar.clock.thinking_ms >= bar.sit_ms && bar.has_clocks {
        let words = format!("sits {} s", bar.clock.thinking_ms / 1000);
        let text = painter.text(
            pos2(right, rect.center().y),
            Align2::RIGHT_CENTER,
            words,
            theme::regular(theme::SMALL + 1.0),
            team,
        );
        right = text.left() - 8.0;
    }
    let name = Rect::from_min_max(
        pos2(rect.left() + 44.0, rect.top()),
        pos2(right, rect.bottom()),
    );
    // A name of which only dots would be left is said by the moves' column.
    if name.width() > NAME_FROM {
        paint_name(ui, &painter, tokens, bar, name);
    }
}

fn paint_clock(
    ui: &Ui,
    painter: &Painter,
    tokens: &Tokens,
    bar: &SeatBar<'_>,
    size: &ClockSize,
    rect: Rect,
) {
    let text = clock_text(bar.clock.ms);
    let active = bar.running && bar.clock.turn && bar.clock.ms.is_some();
    let team = tokens.team(bar.seat.team());
    let (fill, ink) = match (active, text.short && bar.has_clocks) {
        (true, true) => (tokens.warning, tokens.on_team),
        (true, false) => (team, tokens.on_team),
        (false, true) => (tokens.card, tokens.warning),
        (false, false) => (tokens.card, tokens.text),
    };
    painter.rect_filled(rect, CornerRadius::same(5), fill);
    // Minutes and seconds end where tenths would begin, so that nothing moves when those appear.
    let baseline = rect.center().y;
    let split = if text.main.len() > 5 {
        rect.right() - 8.0
    } else {
        rect.right() - size.split
    };
    painter.text(
        pos2(split, baseline),
        Align2::RIGHT_CENTER,
        &text.main,
        theme::semibold(size.main),
        ink,
    );
    if bar.tenths && !text.tenths.is_empty() {
        painter.text(
            pos2(split + 1.0, baseline + (size.main - size.tenths) * 0.4),
            Align2::LEFT_CENTER,
            &text.tenths,
            theme::semibold(size.tenths),
            ink,
        );
    }
    let response = ui.interact(
        rect,
        ui.make_persistent_id(("clock", bar.seat)),
        Sense::hover(),
    );
    let turn = if active { ", to move" } else { "" };
    let words = format!("Clock of {}: {}{turn}", bar.seat.name(), text.exact);
    response.widget_info(|| WidgetInfo::labeled(Role::Timer, true, &words));
    response.on_hover_text(text.exact);
}

fn paint_name(ui: &Ui, painter: &Painter, tokens: &Tokens, bar: &SeatBar<'_>, rect: Rect) {
    let mut job = LayoutJob {
        wrap: TextWrapping::truncate_at_width(rect.width().max(0.0)),
        break_on_newline: false,
        ..LayoutJob::default()
    };
    job.append(
        &bar.header.name,
        0.0,
        TextFormat::simple(theme::semibold(14.0), tokens.text),
    );
    if !bar.header.rating.is_empty() {
        job.append(
            &bar.header.rating,
            7.0,
            TextFormat::simple(theme::regular(theme::TEXT), tokens.dim),
        );
    }
    let galley = painter.layout_job(job);
    let elided = galley.elided;
    let at = pos2(rect.left(), rect.center().y - galley.size().y / 2.0);
    painter.galley(at, galley, tokens.text);
    let response = ui.interact(
        rect,
        ui.make_persistent_id(("player", bar.seat)),
        Sense::hover(),
    );
    let words = format!(
        "{}: {} {}",
        bar.seat.name(),
        bar.header.name,
        bar.header.rating
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words.trim_end()));
    if elided {
        response.on_hover_text(words.trim_end());
    }
}
