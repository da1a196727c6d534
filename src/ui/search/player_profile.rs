//! The profile of a player: results by seat, ratings over time, use of time, partners and opponents.

use super::table::{Columns, matches_text, minutes, percent};
use crate::{
    archive::date_text,
    document::excerpt,
    rules::Seat,
    search::{PlayerProfile, RatingAt, Score},
    ui::{
        theme::{self, Tokens},
        widgets::{paint_line, small, subheading},
    },
};
use eframe::egui::{
    Align2, CornerRadius, Pos2, Rect, ScrollArea, Sense, Stroke, Ui, WidgetInfo, accesskit::Role,
    pos2, vec2,
};

/// The maximum length of a name that is shown, in bytes.
const MAX_NAME_LEN: usize = 120;

const PLOT_HEIGHT: f32 = 110.0;

/// The maximum number of partners shown. The same limit applies to opponents.
const MAX_PLAYERS: usize = 12;

/// Shows `profile`. Returns the name of another player if that name was clicked.
pub fn profile_ui(ui: &mut Ui, tokens: &Tokens, profile: &PlayerProfile) -> Option<String> {
    let mut chosen = None;
    ScrollArea::vertical().id_salt("portrait").auto_shrink(false).show(ui, |ui| {
        ui.label(matches_text(profile.score));
        let ply = profile.mean_ply_ms().unwrap_or(0);
        let words = format!(
            "{} clock time per match, {}.{} s per move",
            minutes(profile.mean_game_ms()),
            ply / 1000,
            ply % 1000 / 100
        );
        ui.label(small(words));
        for seat in Seat::ALL {
            bar_ui(ui, tokens, seat.name(), profile.seats[seat]);
        }
        if profile.ratings.len() > 1 {
            title(ui, "Rating");
            plot_ui(ui, tokens, &profile.ratings);
        }
        let columns = Columns::of(ui, tokens, [("", ""), ("", "0000"), ("", "100.0%")]);
        for (name, list) in [("With", &profile.partners), ("Against", &profile.opponents)] {
            title(ui, name);
            for (name, score) in list.iter().take(MAX_PLAYERS) {
                let shown = excerpt(name, MAX_NAME_LEN);
                let numbers = ["", &*score.games().to_string(), &percent(*score)];
                if columns.player_ui(ui, 24.0, &shown, *score, numbers) {
                    chosen = Some(name.clone());
                }
            }
        }
    });
    chosen
}

fn title(ui: &mut Ui, words: &str) {
    ui.add_space(6.0);
    ui.label(subheading(words));
}

/// Shows a name, and a bar divided into wins, draws and losses.
fn bar_ui(ui: &mut Ui, tokens: &Tokens, name: &str, score: Score) {
    let size = vec2(ui.available_width(), 22.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let words = format!("{name}: {}", matches_text(score));
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    let painter = ui.painter();
    let text = |x: f32, align, text: &str| {
        let place = pos2(x, rect.center().y);
        painter.text(place, align, text, theme::regular(theme::SMALL), tokens.text);
    };
    text(rect.left() + 8.0, Align2::LEFT_CENTER, name);
    text(rect.right() - 8.0, Align2::RIGHT_CENTER, &percent(score));
    let middle = rect.center().y;
    let bar = Rect::from_x_y_ranges(
        rect.left() + 76.0..=rect.right() - 62.0,
        middle - 4.0..=middle + 4.0,
    );
    painter.rect_filled(bar, CornerRadius::same(2), tokens.card);
    let ended = (score.won + score.drawn + score.lost).max(1);
    let length = |count: u32| bar.width() * count as f32 / ended as f32;
    let mut left = bar.left();
    for (count, ink) in
        [(score.won, tokens.first), (score.drawn, tokens.dim), (score.lost, tokens.line)]
    {
        let part = Rect::from_min_size(pos2(left, bar.top()), vec2(length(count), bar.height()));
        painter.rect_filled(part, CornerRadius::ZERO, ink);
        left = part.right();
    }
}

/// Plots the ratings by date.
fn plot_ui(ui: &mut Ui, tokens: &Tokens, ratings: &[RatingAt]) {
    let size = vec2(ui.available_width(), PLOT_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let low = ratings.iter().map(|at| at.rating).min().unwrap_or(0);
    let high = ratings.iter().map(|at| at.rating).max().unwrap_or(0);
    let (Some(first), Some(last)) = (ratings.first(), ratings.last()) else { return };
    let words = format!(
        "Ratings from {} to {}: {low} to {high}, most recently {}",
        date_text(first.date),
        date_text(last.date),
        last.rating
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &words));
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, CornerRadius::same(4), tokens.card);
    let inside = rect.shrink2(vec2(8.0, 18.0));
    let days = |date: u32| {
        // Counting every month as 31 days is accurate enough for a plot.
        let (year, month, day) = (date / 10_000, date / 100 % 100, date % 100);
        (year * 372 + month.max(1) * 31 + day.max(1)) as f32
    };
    let (from, to) = (days(first.date), days(last.date));
    let spread = f32::from((high - low).max(1));
    let count = ratings.len().max(2) - 1;
    let place = |(index, at): (usize, &RatingAt)| -> Pos2 {
        let x = if to > from {
            (days(at.date) - from) / (to - from)
        } else {
            index as f32 / count as f32
        };
        let y = f32::from(at.rating - low) / spread;
        pos2(inside.left() + inside.width() * x, inside.bottom() - inside.height() * y)
    };
    // More points than pixels would waste time.
    let step = (ratings.len() / 1000).max(1);
    let points: Vec<Pos2> = ratings.iter().enumerate().step_by(step).map(place).collect();
    paint_line(&painter, points, Stroke::new(1.5, tokens.first));
    let corner = |at: Pos2, align: Align2, text: String| {
        painter.text(at, align, text, theme::regular(theme::SMALL), tokens.dim);
    };
    let edge = rect.shrink(4.0);
    corner(edge.left_top(), Align2::LEFT_TOP, high.to_string());
    corner(edge.right_top(), Align2::RIGHT_TOP, last.rating.to_string());
    corner(edge.left_bottom(), Align2::LEFT_BOTTOM, format!("{low} · {}", date_text(first.date)));
    corner(edge.right_bottom(), Align2::RIGHT_BOTTOM, date_text(last.date));
}
