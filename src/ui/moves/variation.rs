//! Variations in the move list, as an indented tree. Each variation is folded into one row, or unfolded to show
//! its plies.

use super::ply_menu::{FOLDED_MENU, VARIATION_MENU};
use crate::{
    app::{PlaybackAction, State, figurines},
    document::{Document, VariationRow, excerpt},
    replay::{Point, Variation, VariationPlace},
    text::{count_text, has_right_to_left, in_visual_order},
    ui::{
        outbox::{SendAction as _, SendOnClick as _},
        shell::context_menu,
        theme::{self, Tokens},
        widgets::polygon,
    },
};
use eframe::egui::{
    Color32, CornerRadius, Galley, Painter, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, accesskit::Role, pos2, text::LayoutJob, vec2,
};
use std::sync::Arc;

const LINE_HEIGHT: f32 = 19.0;

pub const FOLDED_HEIGHT: f32 = 22.0;

/// The indentation of every row, in points. It leaves room for the triangle.
const MARGIN: f32 = 22.0;

/// The additional indentation for each level of nesting, in points.
const INDENT: f32 = 12.0;

/// The maximum number of levels that are indented, so that deeply nested variations keep some width.
const MAX_INDENTS: usize = 8;

const GAP: f32 = 5.0;

/// The gap between a number and its move, in points.
const NUMBER_GAP: f32 = 3.0;

/// The font size of variations, in points.
const SIZE: f32 = 12.0;

/// The maximum number of plies laid out in a folded variation: more than fit in any list.
const MAX_FOLDED_PLIES: usize = 24;

/// The maximum length of a comment in the list, in bytes.
const MAX_COMMENT_LEN: usize = 2000;

/// The maximum length of a word of a comment, in bytes.
const MAX_WORD_LEN: usize = 120;

#[derive(Clone, Copy)]
pub struct VariationLook<'a> {
    pub tokens: &'a Tokens,
    pub document: &'a Document,
    pub figurines: bool,
    /// The current point, if it is in a variation.
    pub here: Option<&'a VariationPlace>,
    /// The selected next ply if several can follow; otherwise `None`.
    pub next: Option<&'a Point>,
}

/// A ply, or a word of a comment.
struct Word {
    text: String,
    /// The index of the ply; `None` in a comment.
    ply: Option<usize>,
}

impl VariationLook<'_> {
    fn ply_word(self, variation: &Variation, index: usize) -> Option<Word> {
        let text = self.document.variation_ply_words(variation.plies.get(index)?);
        let text = if self.figurines { figurines_of(&text) } else { text };
        Some(Word { text, ply: Some(index) })
    }

    /// Returns the plies of `row` as words. Each ply is followed by the words of its comment, and by the words of
    /// nested parentheses that are not variations.
    fn words(self, row: &VariationRow, variation: &Variation) -> Vec<Word> {
        let mut words = Vec::new();
        for index in row.plies.clone() {
            let Some(ply) = variation.plies.get(index) else { continue };
            words.extend(self.ply_word(variation, index));
            let place = row.path.clone().after(index + 1);
            let comment = self.document.variation_comment(&place).unwrap_or_default();
            let other_words = ply.words.iter().map(|words| {
                let bytes = words.of(self.document.text());
                self.document.record().encoding.decode(bytes).into_owned()
            });
            for text in std::iter::once(comment).chain(other_words) {
                let text = excerpt(&text, MAX_COMMENT_LEN);
                words.extend(text.split_whitespace().map(|word| Word {
                    text: excerpt(word, MAX_WORD_LEN).into_owned(),
                    ply: None,
                }));
            }
        }
        words
    }

    /// Returns the words of an unfolded row, and then the height of the row.
    fn flow(self, painter: &Painter, row: &VariationRow, width: f32) -> (Vec<PlacedWord>, f32) {
        let Some(variation) = self.document.variations().get(&row.path) else {
            return (Vec::new(), LINE_HEIGHT);
        };
        let plies_on_path =
            self.here.map_or(0, |here| self.document.variations().plies_toward(&row.path, here));
        let left = indent(row);
        let (mut x, mut y) = (left, 2.0);
        let mut placed = Vec::new();
        for word in self.words(row, variation) {
            let is_on_path = word.ply.is_some_and(|ply| ply < plies_on_path);
            let ink =
                if is_on_path || self.here.is_none() { self.tokens.text } else { self.tokens.dim };
            let galley = galley(painter, self.tokens, &word, ink);
            let word_width = galley.size().x;
            if x + word_width > width - 6.0 && x > left {
                x = left;
                y += LINE_HEIGHT;
            }
            placed.push((word, galley, vec2(x, y)));
            x += word_width + GAP;
        }
        (in_visual_lines(painter, self.tokens, placed), y + LINE_HEIGHT + 2.0)
    }

    /// Returns the top of ply `ply` in an unfolded `row`, relative to the row, in points, or 0 if the row lacks that
    /// ply.
    pub fn ply_top(self, ui: &Ui, row: &VariationRow, width: f32, ply: usize) -> f32 {
        let (placed, _) = self.flow(ui.painter(), row, width);
        let found = placed.iter().find(|(word, ..)| word.ply == Some(ply));
        found.map_or(0.0, |(.., at)| at.y)
    }

    /// Returns the height of `row` in a list `width` points wide, in points.
    pub fn height(self, ui: &Ui, row: &VariationRow, width: f32) -> f32 {
        if row.folded {
            FOLDED_HEIGHT.max(ui.spacing().interact_size.y)
        } else {
            self.flow(ui.painter(), row, width).1
        }
    }

    /// Shows `row` in `rect`. A click unfolds the row or goes to a ply; a right click opens a menu.
    pub fn row_ui(self, ui: &Ui, state: &State, row: &VariationRow, rect: Rect) {
        let Some(variation) = self.document.variations().get(&row.path) else { return };
        let painter = ui.painter_at(rect);
        // Paints a vertical line for each level of nesting.
        let mut x = rect.left() + MARGIN - 6.0;
        while x < rect.left() + indent(row) {
            painter.vline(x, rect.y_range(), Stroke::new(1.0, self.tokens.line));
            x += INDENT;
        }
        if row.folded {
            self.folded_ui(ui, state, row, variation, rect);
            return;
        }
        if row.plies.start == 0 {
            self.fold_button(ui, row, rect);
        }
        for (word, galley, at) in self.flow(&painter, row, rect.width()).0 {
            let around = Rect::from_min_size(rect.min + at, galley.size()).expand2(vec2(2.0, 1.0));
            if !ui.is_rect_visible(around) {
                continue;
            }
            if let Some(ply) = word.ply {
                let place = row.path.clone().after(ply + 1);
                self.ply_ui(ui, state, &word, place, around);
            }
            painter.galley(rect.min + at, galley, self.tokens.dim);
        }
    }

    /// Shows a folded variation: `▸ 21B. Nxg7 … 4 more moves`.
    fn folded_ui(
        self,
        ui: &Ui,
        state: &State,
        row: &VariationRow,
        variation: &Variation,
        rect: Rect,
    ) {
        let id = ui.make_persistent_id(("folded", &row.path));
        let response = ui.interact(rect, id, Sense::click());
        // Only screen readers need the name. Computing the name is expensive, since the match is replayed up to the
        // variation.
        response.widget_info(|| {
            let name = format!("Unfold {}", self.document.variation_name(&row.path));
            WidgetInfo::selected(Role::Button, true, false, name)
        });
        let painter = ui.painter_at(rect);
        let left = rect.left() + indent(row);
        if response.hovered() || response.has_focus() {
            let around = rect.shrink(1.0).with_min_x(left - 20.0);
            painter.rect_filled(around, CornerRadius::same(4), self.tokens.card);
        }
        triangle(&painter, self.tokens, pos2(left - 12.0, rect.center().y), false);
        let first = Some(Point::Variation(row.path.clone().after(1)));
        let is_next = self.next == first.as_ref();
        let more = |shown: usize| {
            let hidden = variation.count().saturating_sub(shown);
            let words = format!("… {}", count_text(hidden, "more move", "more moves"));
            painter.layout_no_wrap(words, theme::regular(SIZE), self.tokens.dim)
        };
        let room = rect.right() - 6.0 - more(0).size().x - GAP;
        let mut x = left;
        let mut shown = 0;
        let plies = row.plies.clone().take(MAX_FOLDED_PLIES);
        for word in plies.filter_map(|index| self.ply_word(variation, index)) {
            let galley = galley(&painter, self.tokens, &word, self.tokens.dim);
            if x + galley.size().x > room && shown > 0 {
                break;
            }
            let at = pos2(x, rect.center().y - galley.size().y / 2.0);
            if shown == 0 && is_next {
                let around = Rect::from_min_size(at, galley.size()).expand2(vec2(2.0, 1.0));
                outline(&painter, self.tokens, around);
            }
            x += galley.size().x + GAP;
            painter.galley(at, galley, self.tokens.dim);
            shown += 1;
        }
        if shown < variation.count() {
            let more = more(shown);
            painter.galley(pos2(x, rect.center().y - more.size().y / 2.0), more, self.tokens.dim);
        }
        response.on_click(|| PlaybackAction::Unfold(row.path.clone()));
        context_menu(state, &response, FOLDED_MENU);
    }

    /// Shows the triangle that folds `row`.
    fn fold_button(self, ui: &Ui, row: &VariationRow, rect: Rect) {
        let left = rect.left() + indent(row);
        let place =
            Rect::from_min_size(pos2(left - 20.0, rect.top()), vec2(16.0, LINE_HEIGHT + 2.0));
        let id = ui.make_persistent_id(("unfolded", &row.path));
        let response = ui.interact(place, id, Sense::click());
        response.widget_info(|| {
            let name = format!("Fold {}", self.document.variation_name(&row.path));
            WidgetInfo::selected(Role::Button, true, true, name)
        });
        let painter = ui.painter_at(rect);
        let fill = if response.hovered() { self.tokens.card } else { self.tokens.panel };
        painter.rect_filled(place, CornerRadius::same(3), fill);
        triangle(&painter, self.tokens, pos2(left - 12.0, place.center().y), true);
        if response.has_focus() {
            outline(&painter, self.tokens, place);
        }
        response.on_click(|| PlaybackAction::Fold(row.path.clone()));
    }

    /// Shows the background of a ply and handles clicks. The caller paints the text.
    fn ply_ui(self, ui: &Ui, state: &State, word: &Word, place: VariationPlace, around: Rect) {
        let current = self.here == Some(&place);
        let id = ui.make_persistent_id(("variation ply", &place));
        let response = ui.interact(around, id, Sense::click());
        response.widget_info(|| {
            WidgetInfo::selected(Role::ListItem, true, current, format!("{}, variation", word.text))
        });
        if current || response.hovered() {
            let fill = if current { self.tokens.chosen } else { self.tokens.card };
            ui.painter().rect_filled(around, CornerRadius::same(3), fill);
        }
        let point = Point::Variation(place);
        if response.has_focus() || self.next == Some(&point) {
            outline(ui.painter(), self.tokens, around);
        }
        // The menu applies to the current ply.
        if response.clicked() || response.secondary_clicked() {
            ui.send(PlaybackAction::GoToPoint(point));
        }
        context_menu(state, &response, VARIATION_MENU);
    }
}

/// Replaces the letter of the piece in `ply` by a figurine. The letter of the seat, such as `B` in `21B. Nxg7`, stays.
fn figurines_of(ply: &str) -> String {
    match ply.split_once(' ') {
        Some((number, san)) => format!("{number} {}", figurines(san)),
        None => ply.to_owned(),
    }
}

fn indent(row: &VariationRow) -> f32 {
    MARGIN + INDENT * row.path.branches.len().min(MAX_INDENTS) as f32
}

/// Lays out a word. The number of a ply is regular, its move semibold.
fn galley(painter: &Painter, tokens: &Tokens, word: &Word, ink: Color32) -> Arc<Galley> {
    let plain = theme::regular_text(SIZE, tokens.dim);
    let mut job = LayoutJob::default();
    match word.text.split_once(' ') {
        Some((number, san)) if word.ply.is_some() => {
            job.append(number, 0.0, plain);
            job.append(san, NUMBER_GAP, theme::semibold_text(SIZE, ink));
        }
        _ => job.append(&word.text, 0.0, plain),
    }
    painter.layout_job(job)
}

/// A word with its offset from the upper left corner of its row.
type PlacedWord = (Word, Arc<Galley>, Vec2);

/// Joins the words of a comment on each line that has right-to-left words, in the order in which they are painted.
fn in_visual_lines(painter: &Painter, tokens: &Tokens, placed: Vec<PlacedWord>) -> Vec<PlacedWord> {
    if !placed.iter().any(|(word, ..)| has_right_to_left(&word.text)) {
        return placed;
    }
    let continues = |(one, _, at): &PlacedWord, (other, _, next): &PlacedWord| {
        one.ply.is_none() && other.ply.is_none() && at.y == next.y
    };
    let lines = placed.chunk_by(continues).map(|line| {
        let (word, galley_of_word, at) = &line[0];
        if line.len() == 1 {
            let word = Word { text: word.text.clone(), ply: word.ply };
            return (word, Arc::clone(galley_of_word), *at);
        }
        let words: Vec<&str> = line.iter().map(|(word, ..)| word.text.as_str()).collect();
        let word = Word { text: in_visual_order(&words.join(" ")).into_owned(), ply: None };
        let galley = galley(painter, tokens, &word, tokens.dim);
        (word, galley, *at)
    });
    lines.collect()
}

/// Paints a frame in `rect`. The frame marks the focused ply or, where the user chooses the next ply, the selected one.
pub(super) fn outline(painter: &Painter, tokens: &Tokens, rect: Rect) {
    let stroke = Stroke::new(1.5, tokens.second);
    painter.rect_stroke(rect, CornerRadius::same(3), stroke, StrokeKind::Inside);
}

/// Paints a triangle. If `down`, the triangle points down (unfolded), otherwise right (folded).
fn triangle(painter: &Painter, tokens: &Tokens, center: Pos2, down: bool) {
    let corners = if down {
        [vec2(-4.0, -2.5), vec2(4.0, -2.5), vec2(0.0, 3.5)]
    } else {
        [vec2(-2.5, -4.0), vec2(3.5, 0.0), vec2(-2.5, 4.0)]
    };
    painter.add(polygon(center, corners, tokens.dim));
}
