//! The icons of buttons, drawn here because fonts lack them.

use super::polygon;
use crate::ui::theme::Tokens;
use eframe::egui::{
    Color32, CornerRadius, Painter, Rect, Response, Sense, Shape, Stroke, Ui, WidgetInfo,
    accesskit::Role, vec2,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    Start,
    /// One ply back.
    Back,
    Play,
    Pause,
    /// One ply forward.
    Forward,
    End,
    Close,
    Up,
    Down,
}

/// Shows a button with `icon`, `width` points wide. `name` is the accessible name; `accent` is the fill colour, if any.
pub fn icon_button(
    ui: &mut Ui,
    tokens: &Tokens,
    icon: Icon,
    width: f32,
    name: &str,
    accent: Option<Color32>,
) -> Response {
    let height = ui.spacing().interact_size.y.max(width.min(28.0));
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, response.enabled(), name));
    let is_highlighted = response.hovered() || response.has_focus();
    let (fill, ink) = match accent {
        Some(accent) if is_highlighted => (accent.gamma_multiply(0.85), tokens.ground),
        Some(accent) => (accent, tokens.ground),
        None if is_highlighted => (tokens.chosen, tokens.text),
        None => (tokens.card, tokens.text),
    };
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::same(5), fill);
    draw(painter, icon, rect, ink);
    response.on_hover_text(name).on_disabled_hover_text(name)
}

fn draw(painter: &Painter, icon: Icon, rect: Rect, ink: Color32) {
    let center = rect.center();
    let r = 6.0;
    let triangle =
        |tip: f32, back: f32| polygon(center, [vec2(tip, 0.0), vec2(back, r), vec2(back, -r)], ink);
    let bar = |x: f32, width: f32| {
        let rect = Rect::from_min_size(center + vec2(x, -r), vec2(width, 2.0 * r));
        Shape::rect_filled(rect, CornerRadius::ZERO, ink)
    };
    let shapes = match icon {
        Icon::Start => vec![triangle(-4.0, 6.0), bar(-7.0, 2.0)],
        Icon::Back => vec![triangle(-6.0, 4.0)],
        Icon::Play => vec![triangle(7.0, -5.0)],
        Icon::Pause => vec![bar(-5.0, 3.5), bar(1.5, 3.5)],
        Icon::Forward => vec![triangle(6.0, -4.0)],
        Icon::End => vec![triangle(4.0, -6.0), bar(5.0, 2.0)],
        Icon::Up | Icon::Down => {
            let tip = if icon == Icon::Up { -4.0 } else { 4.0 };
            let corners = [vec2(0.0, tip), vec2(-4.5, -tip * 0.7), vec2(4.5, -tip * 0.7)];
            vec![polygon(center, corners, ink)]
        }
        Icon::Close => {
            let d = 4.0;
            let stroke = Stroke::new(1.5, ink);
            vec![
                Shape::line_segment([center - vec2(d, d), center + vec2(d, d)], stroke),
                Shape::line_segment([center - vec2(d, -d), center + vec2(d, -d)], stroke),
            ]
        }
    };
    painter.extend(shapes);
}
