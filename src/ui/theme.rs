//! The colours and fonts of the window. All other files take them from here.

use super::figurines::figurines;
use crate::{
    diagram::Weight,
    rules::Team,
    settings::{BoardColors, Theme},
};
use eframe::egui::{
    self, Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Stroke, TextFormat,
    TextStyle, ThemePreference, Visuals,
};
use std::sync::Arc;

/// The size of running text, in points.
pub const TEXT: f32 = 13.0;

/// The size of small text, such as coordinates and clocks beside moves, in points.
pub const SMALL: f32 = 11.0;

const SEMIBOLD: &str = "semibold";

/// The colours of one theme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tokens {
    /// The background of the boards.
    pub ground: Color32,
    pub panel: Color32,
    /// The background of fields, buttons and stopped clocks.
    pub card: Color32,
    /// The background of the selected row, of the current move and of a button under the pointer.
    pub chosen: Color32,
    /// Lines between panels.
    pub line: Color32,
    pub text: Color32,
    /// Secondary text.
    pub dim: Color32,
    /// The background of a reserve.
    pub tray: Color32,
    /// The silhouette shown in a reserve where a kind of piece is missing.
    pub ghost: Color32,
    /// The rim of a black piece in a reserve; transparent if the piece is visible without one.
    pub rim: Color32,
    /// The curve of the engine's evaluation.
    pub engine: Color32,
    /// The curve of the review's estimate.
    pub review: Color32,
    /// The first team: White A and Black B.
    pub first: Color32,
    /// The second team: Black A and White B.
    pub second: Color32,
    /// Text on the colour of a team.
    pub on_team: Color32,
    /// For low time, checks and errors.
    pub warning: Color32,
    pub light_square: Color32,
    pub dark_square: Color32,
    /// Painted over the squares of the last move.
    pub last_move: Color32,
    /// Painted over a square on which an unseen piece may stand.
    pub heat: Color32,
}

/// The appearance of the window for which colours are chosen.
#[derive(Clone, Copy, Debug)]
pub struct Shade {
    pub dark: bool,
    /// Whether text and lines have a higher contrast.
    pub high_contrast: bool,
}

impl Tokens {
    pub fn of(shade: Shade, boards: BoardColors) -> Self {
        let Shade { dark, high_contrast } = shade;
        let (light_square, dark_square) = squares(dark, boards);
        let last_move = match boards {
            BoardColors::Blue => Color32::from_rgba_premultiplied(38, 122, 88, 140),
            _ => Color32::from_rgba_premultiplied(118, 112, 8, 120),
        };
        // The columns: dark, light, dark with high contrast, light with high contrast.
        let column = usize::from(!dark) + 2 * usize::from(high_contrast);
        let pick = |row: [u32; 4]| rgb(row[column]);
        Self {
            ground: pick([0x17191f, 0xf2f3f5, 0x000000, 0xffffff]),
            panel: pick([0x1d2027, 0xfdfdfe, 0x000000, 0xffffff]),
            card: pick([0x2a2e38, 0xe4e6eb, 0x2a2e38, 0xe4e6eb]),
            chosen: pick([0x303541, 0xdcdfe5, 0x2e333e, 0xdde0e6]),
            line: pick([0x333844, 0xd5d8df, 0x8a92a4, 0x6a707c]),
            text: pick([0xe8eaef, 0x1c1f26, 0xffffff, 0x000000]),
            dim: pick([0x9aa1b0, 0x596070, 0xd8dce4, 0x343842]),
            tray: pick([0x313743, 0xdde0e7, 0x313743, 0xdde0e7]),
            ghost: pick([0x596170, 0xabb1bd, 0x808896, 0x787e8a]),
            rim: if dark { pick([0x9aa1ae, 0, 0xffffff, 0]) } else { Color32::TRANSPARENT },
            engine: pick([0xb78cf2, 0x743cc4, 0xd6bcff, 0x4c1c94]),
            review: pick([0x5fd0a8, 0x066b50, 0x5fd0a8, 0x044a38]),
            first: pick([0xe8a550, 0x925207, 0xffc170, 0x663600]),
            second: pick([0x68b2e6, 0x1a649f, 0x8cccff, 0x08447a]),
            on_team: pick([0x14161a, 0xffffff, 0x000000, 0xffffff]),
            warning: pick([0xf67f77, 0xb92922, 0xffb4ae, 0x860c09]),
            light_square,
            dark_square,
            last_move,
            heat: pick([0xd24a2a, 0xf07a3a, 0xd24a2a, 0xf07a3a]),
        }
    }

    pub const fn team(&self, team: Team) -> Color32 {
        match team {
            Team::First => self.first,
            Team::Second => self.second,
        }
    }
}

/// Returns black or white, whichever contrasts more with `paper`.
pub fn ink_on(paper: Color32) -> Color32 {
    // At this luminance, black and white have the same contrast by WCAG 2.
    if luminance(paper) > 0.18 { Color32::BLACK } else { Color32::WHITE }
}

/// Returns the relative luminance of an opaque colour, as defined by WCAG 2.
fn luminance(color: Color32) -> f32 {
    let [r, g, b, _] = egui::Rgba::from(color).to_array();
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

const fn squares(dark: bool, boards: BoardColors) -> (Color32, Color32) {
    let (light, dark_square) = match boards {
        BoardColors::Green if dark => (0xc9ceb8, 0x6c8668),
        BoardColors::Green => (0xeeeed6, 0x7b9968),
        BoardColors::Wood if dark => (0xddc6a2, 0xa37750),
        BoardColors::Wood => (0xf0d9b5, 0xb58863),
        BoardColors::Blue if dark => (0xc4cfda, 0x6a839c),
        BoardColors::Blue => (0xe4eaf0, 0x8aa4be),
        BoardColors::Grey if dark => (0xc2c4c8, 0x80848c),
        BoardColors::Grey => (0xe6e7ea, 0xa6aab2),
        BoardColors::Print => (0xffffff, 0xcccccc),
    };
    (rgb(light), rgb(dark_square))
}

const fn rgb(hex: u32) -> Color32 {
    let [_, red, green, blue] = hex.to_be_bytes();
    Color32::from_rgb(red, green, blue)
}

pub const fn regular(size: f32) -> FontId {
    FontId::proportional(size)
}

pub fn semibold(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(SEMIBOLD.into()))
}

pub fn regular_text(size: f32, ink: Color32) -> TextFormat {
    TextFormat::simple(regular(size), ink)
}

pub fn semibold_text(size: f32, ink: Color32) -> TextFormat {
    TextFormat::simple(semibold(size), ink)
}

/// Installs the text font, in which all digits have the same width, and the monospaced font. Each font is the fallback
/// of the other.
pub fn install_fonts(ctx: &egui::Context) {
    static MONOSPACED: &[u8] = include_bytes!("../../assets/fonts/HackSubset-Regular.ttf");
    let mut fonts = FontDefinitions::empty();
    for (name, bytes) in [
        ("inter", Weight::Regular.file()),
        ("inter-semibold", Weight::SemiBold.file()),
        ("hack", MONOSPACED),
    ] {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
    }
    for (family, names) in [
        (FontFamily::Proportional, ["inter", "hack"]),
        (FontFamily::Name(SEMIBOLD.into()), ["inter-semibold", "hack"]),
        (FontFamily::Monospace, ["hack", "inter"]),
    ] {
        fonts.families.insert(family, names.map(str::to_owned).into());
    }
    ctx.set_fonts(fonts);
    ctx.add_glyph_rasterizer(figurines());
}

/// The time for which the pointer rests before a tooltip opens, in seconds.
pub const TOOLTIP_DELAY_S: f32 = 0.35;

/// The height of buttons and rows on a touch screen, in points at the default text size.
const TOUCH_HEIGHT: f32 = 44.0;

/// The height of buttons from which they are for fingers, in points: more than the 20 of egui, and less than
/// [`TOUCH_HEIGHT`] at the largest text size.
const TOUCH_FROM: f32 = 21.0;

/// Applies colours and fonts to egui, for both themes. With `reduced_motion` the text cursor does not blink.
pub fn install_style(ctx: &egui::Context, high_contrast: bool, reduced_motion: bool) {
    for theme in [egui::Theme::Dark, egui::Theme::Light] {
        let dark = theme == egui::Theme::Dark;
        let tokens = Tokens::of(Shade { dark, high_contrast }, BoardColors::default());
        ctx.style_mut_of(theme, |style| {
            style.visuals = visuals(dark, &tokens);
            style.visuals.text_cursor.blink = !reduced_motion;
            style.text_styles = [
                (TextStyle::Small, regular(SMALL)),
                (TextStyle::Body, regular(TEXT)),
                (TextStyle::Button, regular(TEXT)),
                (TextStyle::Heading, semibold(17.0)),
                (TextStyle::Monospace, FontId::monospace(TEXT)),
            ]
            .into();
            style.spacing.item_spacing = egui::vec2(8.0, 6.0);
            style.spacing.button_padding = egui::vec2(8.0, 4.0);
            style.spacing.menu_margin = egui::Margin::same(6);
            style.interaction.selectable_labels = false;
            style.interaction.tooltip_delay = TOOLTIP_DELAY_S;
            style.animation_time = 0.12;
            style.scroll_animation = egui::style::ScrollAnimation::none();
            // A bar that appears only under the pointer would not tell that there is more.
            style.spacing.scroll = egui::style::ScrollStyle {
                foreground_color: true,
                dormant_background_opacity: 0.0,
                dormant_handle_opacity: 0.4,
                active_background_opacity: 0.0,
                active_handle_opacity: 0.5,
                ..egui::style::ScrollStyle::thin()
            };
        });
    }
}

/// Sets the size of text and buttons, in per cent of the default. The boards fill the space that is left.
pub fn set_text_size(ctx: &egui::Context, percent: u16) {
    ctx.options_mut(|options| options.zoom_with_keyboard = false);
    ctx.set_zoom_factor(f32::from(percent) / 100.0);
}

/// Makes buttons and rows as high as a finger needs, at the text size of `percent`. A finger beside a piece of a reserve
/// presses it.
pub fn install_touch_height(ctx: &egui::Context, percent: u16) {
    let height = TOUCH_HEIGHT * 100.0 / f32::from(percent);
    ctx.all_styles_mut(|style| {
        style.spacing.interact_size.y = height;
        style.spacing.button_padding.x = 12.0;
        style.interaction.interact_radius = height / 3.0;
    });
}

/// Returns the least side of what is pressed, in points: 0 with a mouse.
pub fn least_side(ui: &egui::Ui) -> f32 {
    // Some places lower the buttons of their own style.
    let height = ui.ctx().global_style().spacing.interact_size.y;
    if height < TOUCH_FROM { 0.0 } else { height }
}

pub const fn preference(theme: Theme) -> ThemePreference {
    match theme {
        Theme::System => ThemePreference::System,
        Theme::Light => ThemePreference::Light,
        Theme::Dark => ThemePreference::Dark,
    }
}

fn visuals(dark: bool, tokens: &Tokens) -> Visuals {
    let mut visuals = if dark { Visuals::dark() } else { Visuals::light() };
    visuals.panel_fill = tokens.panel;
    visuals.window_fill = tokens.panel;
    visuals.window_stroke = Stroke::new(1.0, tokens.line);
    visuals.window_corner_radius = CornerRadius::same(8);
    visuals.menu_corner_radius = CornerRadius::same(6);
    visuals.extreme_bg_color = tokens.card;
    visuals.faint_bg_color = tokens.card;
    visuals.override_text_color = None;
    visuals.weak_text_color = Some(tokens.dim);
    visuals.hyperlink_color = tokens.second;
    visuals.warn_fg_color = tokens.first;
    visuals.error_fg_color = tokens.warning;
    visuals.selection.bg_fill = tokens.second.gamma_multiply(0.35);
    visuals.selection.stroke = Stroke::new(1.0, tokens.text);
    let widgets = &mut visuals.widgets;
    for (widget, fill) in [
        (&mut widgets.noninteractive, tokens.panel),
        (&mut widgets.inactive, tokens.card),
        (&mut widgets.hovered, tokens.chosen),
        (&mut widgets.active, tokens.chosen),
        (&mut widgets.open, tokens.card),
    ] {
        widget.bg_fill = fill;
        widget.weak_bg_fill = fill;
        widget.bg_stroke = Stroke::NONE;
        widget.fg_stroke = Stroke::new(1.0, tokens.text);
        widget.corner_radius = CornerRadius::same(5);
        widget.expansion = 0.0;
    }
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, tokens.line);
    widgets.hovered.bg_stroke = Stroke::new(1.0, tokens.dim);
    widgets.active.bg_stroke = Stroke::new(1.0, tokens.text);
    visuals
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the contrast ratio of two opaque colours, as defined by WCAG 2.
    fn contrast(a: Color32, b: Color32) -> f32 {
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        a.max(b) / a.min(b)
    }

    #[test]
    fn coordinates_have_contrast_4_5_on_every_board_and_last_move() {
        for dark in [false, true] {
            for boards in BoardColors::ALL {
                let t = Tokens::of(Shade { dark, high_contrast: false }, boards);
                for square in [t.light_square, t.dark_square] {
                    for paper in [square, square.blend(t.last_move)] {
                        let contrast = contrast(ink_on(square), paper);
                        assert!(contrast >= 4.5, "{boards:?}, dark {dark}: {contrast:.2}");
                    }
                }
            }
        }
    }

    /// Returns every pair of an ink and a paper of the theme, with their name.
    fn pairs(t: &Tokens) -> Vec<(String, Color32, Color32)> {
        let mut pairs = Vec::new();
        for (ink, color) in [
            ("text", t.text),
            ("dim", t.dim),
            ("first", t.first),
            ("second", t.second),
            ("warning", t.warning),
            ("engine", t.engine),
        ] {
            for (paper, fill) in
                [("ground", t.ground), ("panel", t.panel), ("card", t.card), ("chosen", t.chosen)]
            {
                pairs.push((format!("{ink} on {paper}"), color, fill));
            }
        }
        pairs.push(("on first".to_owned(), t.on_team, t.first));
        pairs.push(("on second".to_owned(), t.on_team, t.second));
        pairs.push(("count on tray".to_owned(), t.text, t.tray));
        pairs
    }

    const SHADES: [Shade; 4] = [
        Shade { dark: false, high_contrast: false },
        Shade { dark: true, high_contrast: false },
        Shade { dark: false, high_contrast: true },
        Shade { dark: true, high_contrast: true },
    ];

    #[test]
    fn every_text_has_contrast_4_5_and_7_in_high_contrast() {
        for shade in SHADES {
            let t = Tokens::of(shade, BoardColors::default());
            let limit = if shade.high_contrast { 7.0 } else { 4.5 };
            for (what, ink, paper) in pairs(&t) {
                let contrast = contrast(ink, paper);
                assert!(contrast >= limit, "{what}, {shade:?}: {contrast:.2}");
            }
            let selection = t.second.gamma_multiply(0.35);
            let contrast = contrast(t.text, t.panel.blend(selection));
            assert!(contrast >= limit, "selected text, {shade:?}: {contrast:.2}");
        }
    }

    #[test]
    fn ghosts_are_faint_but_visible() {
        for shade in SHADES {
            let t = Tokens::of(shade, BoardColors::default());
            let contrast = contrast(t.ghost, t.tray);
            let range = if shade.high_contrast { 3.0..4.0 } else { 1.5..2.2 };
            assert!(range.contains(&contrast), "{shade:?}: {contrast:.2}");
        }
    }
}
