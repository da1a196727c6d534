//! The bar of a seat beside a board: the player's name and rating, and the clock.

use super::{Stage, color_disc, in_reading_order};
use crate::{
    analysis::ledger::TurnKind,
    app::{SeatHeader, clock_text},
    rules::Seat,
    timeline::{Reading, gap_size_text},
    ui::theme::{self, Tokens},
};
use eframe::egui::{
    Align2, Color32, CornerRadius, Painter, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo,
    accesskit::Role,
    pos2,
    text::{LayoutJob, TextWrapping},
    vec2,
};

pub struct SeatBar<'a> {
    pub seat: Seat,
    pub header: &'a SeatHeader,
    pub clock: Reading,
    /// The lead of the clock on its diagonal, as in the audit of a sit; `None` if a clock is unknown.
    pub lead_ms: Option<i32>,
    /// Whether the seat is to move, which is also the case after the last ply of an unfinished match.
    pub is_to_move: bool,
    /// The time in milliseconds after which a seat that is to move is shown as sitting or thinking.
    pub sit_ms: u32,
    /// What the turn of the seat is after that time.
    pub turn_kind: TurnKind,
    /// Whether clocks show tenths below 20 s.
    pub tenths: bool,
    /// Whether this seat lost on time.
    pub flagged: bool,
    /// Whether a variation is shown. Since a variation has no clock times, the clock shows the time at the moment where
    /// the variation branches off.
    pub is_in_variation: bool,
    /// Texts to show instead of the state of the clock, longest first. The first that leaves room for the name is shown,
    /// or the last one if it fits. Empty in a match.
    pub statuses: &'a [String],
}

/// The minimum width of a name, in points.
const MIN_NAME_WIDTH: f32 = 20.0;

/// The minimum width of a line with the letter of the board, in points.
const MIN_WIDTH_WITH_LETTER: f32 = 100.0;

/// The label of the seat to move.
const TO_MOVE: &str = "▶ to move";

/// [`TO_MOVE`] is shown only if it leaves this much width for the name, as a multiple of the font size.
const MIN_NAME_EMS: f32 = 5.5;

/// If the ratio of height to width exceeds this, the name is above the clock rather than beside it.
const MIN_STACKED_RATIO: f32 = 0.28;

/// Font sizes in points. They grow with the height of the line, and therefore with the board.
#[derive(Clone, Copy)]
struct BarSize {
    name: f32,
    small: f32,
    /// The size of minutes and seconds.
    clock: f32,
}

impl BarSize {
    fn of(rect: Rect, stacked: bool) -> Self {
        let height = if stacked { rect.height() / 2.0 } else { rect.height() };
        // In a narrow line, name and clock both need room.
        let narrow = rect.width() * if stacked { 0.2 } else { 0.085 };
        Self {
            name: (height * 0.5).min(rect.width() * 0.09).clamp(11.0, 22.0),
            small: (height * 0.4).clamp(theme::SMALL, 18.0),
            clock: (height * 0.72).min(narrow).clamp(11.5, 34.0),
        }
    }

    fn tenths(self) -> f32 {
        (self.clock * 0.7).max(9.0)
    }

    /// Returns the width reserved for `12:34` with tenths, in points. The width is fixed, so that nothing moves while
    /// the clock runs.
    fn clock_width(self) -> f32 {
        self.clock * 4.3
    }
}

/// Paints the bar into `rect`.
pub fn seat_bar_ui(ui: &mut Ui, stage: &Stage<'_>, bar: &SeatBar<'_>, rect: Rect) {
    let tokens = &stage.tokens;
    let painter = ui.painter_at(rect);
    let stacked = rect.height() > rect.width() * MIN_STACKED_RATIO;
    let size = BarSize::of(rect, stacked);
    let upper = if stacked { rect.with_max_y(rect.center().y - 1.0) } else { rect };
    let from = paint_seat(&painter, tokens, bar.seat, size, upper);
    let clock = if stacked {
        rect.with_min_y(rect.center().y + 1.0)
    } else {
        rect.with_min_x(rect.right() - size.clock_width()).shrink2(vec2(0.0, 1.0))
    };
    bar.paint_clock(ui, &painter, tokens, size, clock);
    let mut right = if stacked { rect.right() } else { clock.left() - 8.0 };
    let is_long = bar.clock.turn && bar.clock.thinking_ms >= bar.sit_ms && !bar.is_in_variation;
    let status = if bar.flagged {
        Some(("flag fell".to_owned(), tokens.warning))
    } else if bar.is_to_move && is_long {
        let room = right - from - MIN_NAME_EMS * size.name;
        let fitting =
            bar.turn_words().into_iter().find(|words| text_width(&painter, words, size) < room);
        let words = fitting.unwrap_or_else(|| bar.turn_length());
        Some((words, tokens.team(bar.seat.team())))
    } else if bar.is_to_move && bar.clock.ms.is_some() {
        Some((TO_MOVE.to_owned(), tokens.team(bar.seat.team())))
    } else {
        None
    };
    let font = theme::regular(size.small);
    // The name takes precedence over this label, since the colour of the clock also shows who is to move.
    let has_room =
        |words: &str| right - from - text_width(&painter, words, size) > MIN_NAME_EMS * size.name;
    let status = match bar.statuses {
        [] => status.filter(|(words, _)| words != TO_MOVE || has_room(words)),
        [.., last] => {
            let words = bar.statuses.iter().find(|words| has_room(words)).unwrap_or(last);
            let fits = !words.is_empty() && text_width(&painter, words, size) <= right - from;
            if fits { Some((words.clone(), tokens.team(bar.seat.team()))) } else { None }
        }
    };
    if !stacked && let Some((words, ink)) = status {
        let at = pos2(right, rect.center().y);
        let text = painter.text(at, Align2::RIGHT_CENTER, words, font, ink);
        right = text.left() - 8.0;
    }
    let name = upper.with_min_x(from).with_max_x(right);
    // A name too short to read is left out. The move list has it.
    if name.width() > MIN_NAME_WIDTH {
        bar.paint_name(ui, &painter, tokens, size, name);
    }
}

fn text_width(painter: &Painter, words: &str, size: BarSize) -> f32 {
    let font = theme::regular(size.small);
    painter.layout_no_wrap(words.to_owned(), font, Color32::PLACEHOLDER).size().x
}

/// Paints the marks before the name: the team's colour, the board's letter and the colour of the pieces. Returns the
/// left edge of the name.
fn paint_seat(painter: &Painter, tokens: &Tokens, seat: Seat, size: BarSize, rect: Rect) -> f32 {
    let unit = size.name;
    let middle = rect.center().y;
    let center = pos2(rect.left() + unit * 0.14, middle);
    let stripe = Rect::from_center_size(center, vec2(unit * 0.28, unit * 1.3));
    painter.rect_filled(stripe, CornerRadius::same(1), tokens.team(seat.team()));
    let mut left = rect.left() + unit * 0.5;
    // The letter helps the user to follow both boards. In a narrow line, the name needs the room.
    if rect.width() >= MIN_WIDTH_WITH_LETTER {
        let (at, font) = (pos2(left + unit * 0.5, middle), theme::semibold(size.small + 1.0));
        painter.text(at, Align2::CENTER_CENTER, seat.board().letter(), font, tokens.dim);
        left += unit * 1.2;
    }
    color_disc(painter, pos2(left + unit * 0.5, middle), unit * 0.4, seat.color());
    left + unit * 1.3
}

impl SeatBar<'_> {
    /// Returns the texts about a long turn with the lead on the diagonal, longest first. Returns none if a clock is unknown.
    ///
    /// While the clock of the diagonal opponent runs too, the lead stays. So it is not the time that is left to sit.
    fn turn_words(&self) -> Vec<String> {
        let Some(lead_ms) = self.lead_ms else { return Vec::new() };
        let gap_ms = lead_ms.unsigned_abs();
        let precision = self.clock.precision;
        let lead = match lead_ms {
            _ if gap_ms < precision.step_ms() => "even".to_owned(),
            1.. => format!("{} ahead", gap_size_text(gap_ms, precision)),
            _ => format!("{} behind", gap_size_text(gap_ms, precision)),
        };
        let length = self.turn_length();
        vec![format!("{length}, {lead} on the diagonal"), format!("{length} · {lead}")]
    }

    fn turn_length(&self) -> String {
        let length = gap_size_text(self.clock.thinking_ms, self.clock.precision);
        format!("{} {length}", self.turn_kind.verb())
    }

    fn paint_clock(&self, ui: &Ui, painter: &Painter, tokens: &Tokens, size: BarSize, rect: Rect) {
        let text = clock_text(self.clock.ms, self.clock.precision);
        let has_time = self.clock.ms.is_some();
        let team = tokens.team(self.seat.team());
        let (fill, ink) = match (self.is_to_move, text.short && !self.is_in_variation) {
            _ if self.is_in_variation && has_time => (tokens.card, tokens.dim),
            (true, true) => (tokens.warning, tokens.on_team),
            (true, false) => (team, tokens.on_team),
            (false, true) => (tokens.card, tokens.warning),
            (false, false) => (tokens.card, if has_time { tokens.text } else { tokens.dim }),
        };
        painter.rect_filled(rect, CornerRadius::same(5), fill);
        if self.is_in_variation && has_time && self.is_to_move {
            let edge = Stroke::new(2.0, team);
            painter.rect_stroke(rect, CornerRadius::same(5), edge, StrokeKind::Inside);
        }
        if has_time {
            // A clock such as `12:34` leaves room for tenths, so that it does not move when tenths appear.
            let middle = rect.center().y;
            let room = if text.main.len() > 5 { 8.0 } else { size.clock * 1.2 };
            let split = rect.right() - room;
            let font = theme::semibold(size.clock);
            painter.text(pos2(split, middle), Align2::RIGHT_CENTER, &text.main, font, ink);
            if self.tenths && !text.tenths.is_empty() {
                let at = pos2(split + 1.0, middle + (size.clock - size.tenths()) * 0.4);
                let font = theme::semibold(size.tenths());
                painter.text(at, Align2::LEFT_CENTER, &text.tenths, font, ink);
            }
        } else {
            let words = if self.is_to_move { "to move" } else { "–" };
            let font = theme::semibold(size.small.min(rect.width() * 0.2));
            painter.text(rect.center(), Align2::CENTER_CENTER, words, font, ink);
        }
        let response =
            ui.interact(rect, ui.make_persistent_id(("clock", self.seat)), Sense::hover());
        let turn = if self.is_to_move { ", to move" } else { "" };
        let words = format!("Clock of {}: {}{turn}", self.seat.name(), text.exact);
        response.widget_info(|| WidgetInfo::labeled(Role::Timer, true, &words));
        let before = if self.is_in_variation { " before the variation" } else { "" };
        response.on_hover_text(format!("{}{before}", text.exact));
    }

    fn paint_name(&self, ui: &Ui, painter: &Painter, tokens: &Tokens, size: BarSize, rect: Rect) {
        let layout = |rating: &str| {
            let mut job = LayoutJob {
                wrap: TextWrapping::truncate_at_width(rect.width().max(0.0)),
                break_on_newline: false,
                ..LayoutJob::default()
            };
            job.append(&self.header.name, 0.0, theme::semibold_text(size.name, tokens.text));
            if !rating.is_empty() {
                let small = theme::regular_text(size.small + 1.0, tokens.dim);
                job.append(rating, 7.0, small);
            }
            in_reading_order(painter, job)
        };
        let whole = layout(&self.header.rating);
        let elided = whole.elided;
        // A rating cut to some of its digits would mislead.
        let galley = if elided { layout("") } else { whole };
        let at = pos2(rect.left(), rect.center().y - galley.size().y / 2.0);
        painter.galley(at, galley, tokens.text);
        let response =
            ui.interact(rect, ui.make_persistent_id(("player", self.seat)), Sense::hover());
        let words = format!("{}: {} {}", self.seat.name(), self.header.name, self.header.rating);
        let status = self.statuses.first().filter(|words| !words.is_empty());
        let parts = [Some(words.trim_end()), status.map(String::as_str)];
        let words = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
        if elided {
            response.on_hover_text(words);
        }
    }
}
