//! Variations in the move list: folded into one row, or ply by ply.

use crate::{
    app::{PlaybackAction, figurines},
    document::{Document, VariationRow, excerpt},
    replay::{Point, Variation, VariationPlace},
    ui::outbox::SendAction as _,
    ui::theme::{self, Tokens},
};
use eframe::egui::{
    Color32, CornerRadius, Galley, Painter, Rect, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo,
    accesskit::Role, pos2, vec2,
};
use std::sync::Arc;

/// The height of a line of plies, in points.
const LINE: f32 = 19.0;

/// The height of a folded row, in points.
pub const FOLDED: f32 = 22.0;

/// The indentation of the plies, which leaves room for the triangle, and that of each nested variation, in points.
const MARGIN: f32 = 22.0;
const INDENT: f32 = 12.0;

/// The maximum number of indentations, which leaves room for the plies of deeper variations.
const MAX_INDENTS: usize = 8;

/// The gap between two words, in points.
const GAP: f32 = 5.0;

/// The maximum number of plies laid out for a folded variation; more do not fit any list.
const MAX_FOLDED: usize = 24;

/// The maximum length of a comment in the list, and of a word of it, in bytes.
const MAX_COMMENT_LEN: usize = 2000;
const MAX_WORD_LEN: usize = 120;

/// The input of a row.
#[derive(Clone, Copy)]
pub struct VariationLook<'a> {
    /// The match.
    pub document: &'a Document,
    /// Whether figurines are shown.
    pub figurines: bool,
    /// The current position in a variation.
    pub here: Option<&'a VariationPlace>,
}

/// A word of the row: a ply, or part of a comment.
struct Word {
    text: String,
    /// The ply, zero-based.
    ply: Option<usize>,
}

/// Returns the word for ply `index` of `variation`.
fn ply_word(look: VariationLook<'_>, variation: &Variation, index: usize) -> Option<Word> {
    let text = look.document.variation_ply_words(variation.plies.get(index)?);
    let text = if look.figurines { figurines_of(&text) } else { text };
    Some(Word { text, ply: Some(index) })
}

/// Returns the words of the plies of `row`, each ply followed by its comment.
fn words(look: VariationLook<'_>, row: &VariationRow, variation: &Variation) -> Vec<Word> {
    let mut words = Vec::new();
    for index in row.plies.clone() {
        let Some(ply) = variation.plies.get(index) else {
            continue;
        };
        words.extend(ply_word(look, variation, index));
        let place = row.path.clone().after(index + 1);
        let comment = look.document.variation_comment(&place).unwrap_or_default();
        let other_words = ply.words.iter().map(|words| {
            let bytes = words.of(look.document.text());
            look.document.record().encoding.decode(bytes).into_owned()
        });
        for text in std::iter::once(comment).chain(other_words) {
            let text = excerpt(&text, MAX_COMMENT_LEN);
            words.extend(
                text.split_whitespace()
                    .map(|word| Word { text: excerpt(word, MAX_WORD_LEN).into_owned(), ply: None }),
            );
        }
    }
    words
}

/// Returns `21B. Nxg7` with a figurine for the piece; the letter of the seat stays.
fn figurines_of(ply: &str) -> String {
    match ply.split_once(' ') {
        Some((number, san)) => format!("{number} {}", figurines(san)),
        None => ply.to_owned(),
    }
}

fn indent(row: &VariationRow) -> f32 {
    let depth = row.path.turns.len().min(MAX_INDENTS);
    #[expect(clippy::cast_precision_loss, reason = "at most eight")]
    let depth = depth as f32;
    MARGIN + INDENT * depth
}

fn galley(painter: &Painter, word: &Word, current: bool, ink: Color32) -> Arc<Galley> {
    let font = match word.ply {
        Some(_) if current => theme::semibold(12.0),
        _ => theme::regular(12.0),
    };
    painter.layout_no_wrap(word.text.clone(), font, ink)
}

/// Returns the places of the words of an unfolded row, relative to its upper left corner, and its height.
fn flow(
    painter: &Painter,
    look: VariationLook<'_>,
    row: &VariationRow,
    width: f32,
) -> (Vec<(Word, Arc<Galley>, Vec2)>, f32) {
    let Some(variation) = look.document.variations().get(&row.path) else {
        return (Vec::new(), LINE);
    };
    let left = indent(row);
    let (mut x, mut y) = (left, 2.0);
    let mut placed = Vec::new();
    for word in words(look, row, variation) {
        // Measured in the wider semibold font, so that nothing moves when a ply is selected.
        let galley = galley(painter, &word, word.ply.is_some(), Color32::PLACEHOLDER);
        let wide = galley.size().x;
        if x + wide > width - 6.0 && x > left {
            x = left;
            y += LINE;
        }
        placed.push((word, galley, vec2(x, y)));
        x += wide + GAP;
    }
    (placed, y + LINE + 2.0)
}

/// Returns the height of `row` in a list of this width, in points.
pub fn height(ui: &Ui, look: VariationLook<'_>, row: &VariationRow, width: f32) -> f32 {
    if row.folded { FOLDED } else { flow(ui.painter(), look, row, width).1 }
}

/// Shows `row` in `rect`; a click unfolds it or goes to a ply.
pub fn variation_row_ui(
    ui: &Ui,
    tokens: &Tokens,
    look: VariationLook<'_>,
    row: &VariationRow,
    rect: Rect,
) {
    let Some(variation) = look.document.variations().get(&row.path) else {
        return;
    };
    if row.folded {
        folded_ui(ui, tokens, look, (row, variation), rect);
    } else {
        unfolded_ui(ui, tokens, look, row, rect);
    }
}

/// `▸ 21B. Nxg7 … +1`
fn folded_ui(
    ui: &Ui,
    tokens: &Tokens,
    look: VariationLook<'_>,
    (row, variation): (&VariationRow, &Variation),
    rect: Rect,
) {
    let id = ui.make_persistent_id(("folded", &row.path));
    let response = ui.interact(rect, id, Sense::click());
    // Only a screen reader needs the name, which takes a replay up to the variation.
    response.widget_info(|| {
        let name = format!("Unfold {}", look.document.variation_name(&row.path));
        WidgetInfo::selected(Role::Button, true, false, name)
    });
    let painter = ui.painter_at(rect);
    if response.hovered() || response.has_focus() {
        painter.rect_filled(rect.shrink(1.0), CornerRadius::same(4), tokens.card);
    }
    let left = rect.left() + indent(row);
    triangle(&painter, tokens, pos2(left - 11.0, rect.center().y), false);
    let within = variation.count() - variation.plies.len();
    let branches: usize = variation.plies.iter().map(|ply| ply.branches.len()).sum();
    let more = if within > 0 { format!("+{branches}") } else { String::new() };
    let more = painter.layout_no_wrap(more, theme::regular(11.0), tokens.dim);
    let room = rect.right() - 6.0 - more.size().x - 14.0;
    let mut x = left;
    let mut shown = 0;
    let here = look.here.is_some_and(|here| here.path == row.path);
    let plies = row.plies.clone().take(MAX_FOLDED);
    for word in plies.filter_map(|index| ply_word(look, variation, index)) {
        let ink = if here { tokens.text } else { tokens.dim };
        let galley = galley(&painter, &word, shown == 0, ink);
        if x + galley.size().x > room && shown > 0 {
            break;
        }
        let at = pos2(x, rect.center().y - galley.size().y / 2.0);
        x += galley.size().x + GAP;
        painter.galley(at, galley, ink);
        shown += 1;
    }
    if shown < variation.plies.len() {
        let dots = painter.layout_no_wrap("…".to_owned(), theme::regular(12.0), tokens.dim);
        let at = pos2(x, rect.center().y - dots.size().y / 2.0);
        x += dots.size().x + GAP;
        painter.galley(at, dots, tokens.dim);
    }
    painter.galley(pos2(x, rect.center().y - more.size().y / 2.0), more, tokens.dim);
    if response.clicked() {
        ui.send(PlaybackAction::Unfold(row.path.clone(), true));
    }
}

fn unfolded_ui(ui: &Ui, tokens: &Tokens, look: VariationLook<'_>, row: &VariationRow, rect: Rect) {
    let painter = ui.painter_at(rect);
    let left = rect.left() + indent(row);
    let edge = Rect::from_min_max(pos2(left - 6.0, rect.top()), pos2(left - 5.0, rect.bottom()));
    painter.rect_filled(edge, CornerRadius::ZERO, tokens.line);
    if row.plies.start == 0 {
        let place = Rect::from_min_size(pos2(left - 20.0, rect.top()), vec2(14.0, LINE));
        let id = ui.make_persistent_id(("unfolded", &row.path));
        let response = ui.interact(place, id, Sense::click());
        response.widget_info(|| {
            let name = format!("Fold {}", look.document.variation_name(&row.path));
            WidgetInfo::selected(Role::Button, true, true, name)
        });
        triangle(&painter, tokens, place.center(), true);
        if response.clicked() {
            ui.send(PlaybackAction::Unfold(row.path.clone(), false));
        }
    }
    for (word, galley, at) in flow(&painter, look, row, rect.width()).0 {
        let at = rect.min + at;
        let Some(ply) = word.ply else {
            painter.galley(at, galley, tokens.dim);
            continue;
        };
        let place = row.path.clone().after(ply + 1);
        let current = look.here == Some(&place);
        let around = Rect::from_min_size(at, galley.size()).expand2(vec2(2.0, 1.0));
        let id = ui.make_persistent_id(("variation ply", &place));
        let response = ui.interact(around, id, Sense::click());
        response.widget_info(|| {
            WidgetInfo::selected(Role::ListItem, true, current, format!("{}, variation", word.text))
        });
        if current || response.hovered() {
            let fill = if current { tokens.line } else { tokens.card };
            painter.rect_filled(around, CornerRadius::same(3), fill);
        }
        if response.has_focus() {
            painter.rect_stroke(
                around,
                CornerRadius::same(3),
                Stroke::new(1.5, tokens.second),
                eframe::egui::StrokeKind::Inside,
            );
        }
        let galley =
            if current { galley } else { self::galley(&painter, &word, false, tokens.text) };
        painter.galley(at, galley, tokens.text);
        if response.clicked() {
            let point = Point::Variation(place);
            ui.send(PlaybackAction::GoToPoint(point));
        }
    }
}

/// Paints a triangle that points right if the row is folded, and down if not.
fn triangle(painter: &Painter, tokens: &Tokens, center: eframe::egui::Pos2, down: bool) {
    let corners = if down {
        [vec2(-4.0, -2.5), vec2(4.0, -2.5), vec2(0.0, 3.5)]
    } else {
        [vec2(-2.5, -4.0), vec2(3.5, 0.0), vec2(-2.5, 4.0)]
    };
    painter.add(Shape::convex_polygon(
        corners.map(|corner| center + corner).to_vec(),
        tokens.dim,
        Stroke::NONE,
    ));
}
