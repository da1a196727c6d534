//! The heads of the four columns: players and ratings.

use crate::{
    app::MatchState,
    rules::Seat,
    ui::theme::{self, Tokens},
};
use eframe::egui::{
    Rect, Sense, Ui, WidgetInfo,
    accesskit::Role,
    pos2,
    text::{LayoutJob, TextFormat, TextWrapping},
    vec2,
};

pub(super) fn header_ui(ui: &mut Ui, tokens: &Tokens, open: &MatchState, width: f32) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    let painter = ui.painter_at(rect);
    let column = width / 4.0;
    for (place, seat) in (0_u8..).zip(Seat::ALL) {
        let header = &open.header.seats[seat];
        let team = tokens.team(seat.team());
        let mut job = LayoutJob::single_section(
            header.name.clone(),
            TextFormat::simple(theme::semibold(theme::TEXT), team),
        );
        job.break_on_newline = false;
        let mut rated = job.clone();
        let rating = TextFormat::simple(theme::regular(theme::SMALL), tokens.dim);
        rated.append(&header.rating, 5.0, rating);
        let mut galley = painter.layout_job(rated);
        let mut elided = false;
        // A rating that does not fit is left to the tooltip.
        if galley.size().x > column - 8.0 {
            job.wrap = TextWrapping::truncate_at_width(column - 8.0);
            galley = painter.layout_job(job);
            elided = true;
        }
        let at = pos2(rect.left() + column * f32::from(place) + 6.0, rect.top());
        painter.galley(at, galley, tokens.text);
        let cell = Rect::from_min_size(at, vec2(column - 6.0, 20.0));
        let id = ui.make_persistent_id(("column", seat));
        let response = ui.interact(cell, id, Sense::hover());
        let words = format!("Moves of {}: {} {}", seat.name(), header.name, header.rating);
        response.widget_info(|| WidgetInfo::labeled(Role::ColumnHeader, true, words.trim_end()));
        if elided {
            response.on_hover_text(words.trim_end());
        }
    }
}
