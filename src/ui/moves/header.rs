//! The headers of the four columns: each player's name, seat and rating.

use super::columns::Columns;
use crate::{
    app::MatchState,
    rules::Seat,
    ui::theme::{self, Tokens},
};
use eframe::egui::{
    Color32, FontId, Rect, Sense, Ui, WidgetInfo,
    accesskit::Role,
    pos2,
    text::{LayoutJob, TextFormat, TextWrapping},
    vec2,
};

/// The height of the header, in points.
const HEIGHT: f32 = 36.0;

/// The height of the first line of the header, in points.
const NAME_HEIGHT: f32 = 18.0;

/// Shows the name of each player above the moves, with seat and rating below.
pub(super) fn header_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    open: &MatchState,
    columns: &Columns,
    width: f32,
) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    let painter = ui.painter_at(rect);
    let column = width / 4.0;
    for (index, seat) in (0_u8..).zip(Seat::ALL) {
        let header = &open.header.seats[seat];
        let team = tokens.team(seat.team());
        let line = |words: &str, font: FontId, ink: Color32, room: f32| {
            let format = TextFormat::simple(font, ink);
            let mut job = LayoutJob::single_section(words.to_owned(), format);
            job.break_on_newline = false;
            job.wrap = TextWrapping::truncate_at_width(room);
            painter.layout_job(job)
        };
        let about = match header.rating.as_str() {
            "" => seat.name().to_owned(),
            rating => format!("{} · {rating}", seat.name()),
        };
        let lines = |left: f32| {
            let room = column - left - 4.0;
            let name = line(&header.name, theme::semibold(theme::TEXT), team, room);
            let about = line(&about, theme::regular(theme::SMALL), tokens.dim, room);
            (name, about)
        };
        // The name starts above the moves. If it does not fit there, it starts at the left edge.
        let mut left = columns.move_left();
        let (mut name, mut below) = lines(left);
        if name.elided || below.elided {
            left = 6.0;
            (name, below) = lines(left);
        }
        if below.elided && !header.rating.is_empty() {
            let font = theme::regular(theme::SMALL);
            below = line(&header.rating, font, tokens.dim, column - left - 4.0);
        }
        let corner = pos2(rect.left() + column * f32::from(index), rect.top());
        let height = name.size().y;
        if name.elided {
            let font = theme::semibold(theme::SMALL);
            left = 3.0;
            name = line(&header.name, font, team, column - left);
        }
        let elided = name.elided || below.elided;
        painter.galley(corner + vec2(left, NAME_HEIGHT), below, tokens.dim);
        painter.galley(corner + vec2(left, height - name.size().y), name, tokens.text);
        let cell = Rect::from_min_size(corner + vec2(6.0, 0.0), vec2(column - 6.0, HEIGHT));
        let id = ui.make_persistent_id(("column", seat));
        let response = ui.interact(cell, id, Sense::hover());
        let words = format!("Moves of {}: {} {}", seat.name(), header.name, header.rating);
        response.widget_info(|| WidgetInfo::labeled(Role::ColumnHeader, true, words.trim_end()));
        if elided {
            response.on_hover_text(words.trim_end());
        }
    }
}
