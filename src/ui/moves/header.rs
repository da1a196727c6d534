//! The headers of the four columns: each player's name, seat and rating.

use super::columns::Columns;
use crate::{
    app::{MatchState, SeatHeader},
    rules::Seat,
    ui::{
        theme::{self, Tokens},
        widgets::in_reading_order,
    },
};
use eframe::egui::{
    Color32, FontId, Galley, Painter, Rect, Sense, Ui, WidgetInfo,
    accesskit::Role,
    pos2,
    text::{LayoutJob, TextWrapping},
    vec2,
};
use std::sync::Arc;

/// The height of the header, in points.
const HEIGHT: f32 = 36.0;

/// The height of the first line of the header, in points.
const NAME_HEIGHT: f32 = 18.0;

/// The minimum left margin, in points.
const MIN_LEFT: f32 = 3.0;

/// The name of a player, and the seat and rating below.
struct PlayerHead {
    left: f32,
    name: Arc<Galley>,
    below: Arc<Galley>,
    /// Whether a part is cut or left out.
    is_shortened: bool,
}

impl PlayerHead {
    fn of(
        painter: &Painter,
        tokens: &Tokens,
        (seat, header): (Seat, &SeatHeader),
        columns: &Columns,
        (column, is_small): (f32, bool),
    ) -> Self {
        let team = tokens.team(seat.team());
        let line = |words: &str, font: FontId, ink: Color32, wrap: TextWrapping| {
            let mut job = LayoutJob::simple_singleline(words.to_owned(), font, ink);
            job.wrap = wrap;
            in_reading_order(painter, job)
        };
        let font = || theme::semibold(if is_small { theme::SMALL } else { theme::TEXT });
        let about = match header.rating.as_str() {
            "" => seat.name().to_owned(),
            rating => format!("{} · {rating}", seat.name()),
        };
        let lines = |left: f32| {
            let room = || TextWrapping::truncate_at_width(column - left - 4.0);
            let name = line(&header.name, font(), team, room());
            let below = line(&about, theme::regular(theme::SMALL), tokens.dim, room());
            let is_shortened = name.elided || below.elided;
            Self { left, name, below, is_shortened }
        };
        // The name starts above the moves. If it does not fit there, it starts at the left edge.
        let mut head = lines(columns.move_left());
        if head.is_shortened {
            head = lines(MIN_LEFT);
        }
        if head.below.elided {
            let room = TextWrapping::truncate_at_width(column - head.left - 4.0);
            head.below = line(seat.name(), theme::regular(theme::SMALL), tokens.dim, room);
        }
        head
    }
}

/// Shows the name of each player above the moves, with seat and rating below. If a name is too long, all names are small,
/// and those that still do not fit end in `…`. A rating without room is left out.
pub(super) fn header_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    open: &MatchState,
    columns: &Columns,
    width: f32,
) {
    let column = width / 4.0;
    let heads = |is_small| {
        Seat::ALL.map(|seat| {
            let player = (seat, &open.header.seats[seat]);
            PlayerHead::of(ui.painter(), tokens, player, columns, (column, is_small))
        })
    };
    let usual = heads(false);
    let has_room = usual.iter().all(|head| !head.name.elided);
    let heads = if has_room { usual } else { heads(true) };
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    let painter = ui.painter_at(rect);
    for ((index, seat), head) in (0_u8..).zip(Seat::ALL).zip(heads) {
        let header = &open.header.seats[seat];
        let corner = pos2(rect.left() + column * f32::from(index), rect.top());
        painter.galley(corner + vec2(head.left, NAME_HEIGHT), head.below, tokens.dim);
        painter.galley(corner + vec2(head.left, 0.0), head.name, tokens.text);
        let cell = Rect::from_min_size(corner + vec2(6.0, 0.0), vec2(column - 6.0, HEIGHT));
        let id = ui.make_persistent_id(("column", seat));
        let response = ui.interact(cell, id, Sense::hover());
        let words = format!("Moves of {}: {} {}", seat.name(), header.name, header.rating);
        response.widget_info(|| WidgetInfo::labeled(Role::ColumnHeader, true, words.trim_end()));
        if head.is_shortened {
            response.on_hover_text(words.trim_end());
        }
    }
}
