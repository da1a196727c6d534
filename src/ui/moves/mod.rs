//! The move list: four columns of plies, with variations, comments and diagrams in between.

mod cell;
mod columns;
mod header;
mod ply_menu;
mod row;
mod variation;

use crate::{
    app::{MatchState, MoveRow, State, playback},
    document::excerpt,
    replay::Point,
    settings::Settings,
    ui::{
        theme::Tokens,
        widgets::{Stage, diagram_height, in_reading_order},
    },
};
pub use ply_menu::ply_menu;

use cell::RowContext;
use columns::Columns;
use eframe::egui::{Color32, Rect, ScrollArea, Ui, Vec2, pos2, vec2};
use header::header_ui;
use row::{comment_job, diagram_side, row_ui};
use variation::VariationLook;

/// The height of a row of plies on one line, in points.
const ROW_HEIGHT: f32 = 22.0;

const SCROLL_BAR_WIDTH: f32 = 6.0;

/// The maximum length of a comment in the list, in bytes. The Notes panel shows longer comments in full.
const MAX_COMMENT_LEN: usize = 4000;

/// Comments are wrapped only up to this total length, in bytes, to limit the time for layout. Each further comment
/// takes a single line.
const MAX_WRAPPED_BYTES: usize = 200_000;

/// The total space above and below a comment, in points.
const COMMENT_EDGES: f32 = 10.0;

/// The cached layout and the scroll position of the move list.
#[derive(Default)]
pub struct MovesView {
    /// The top of each row and the bottom of the last one, valid for `layout_key`.
    tops: Vec<f32>,
    /// The inputs of `tops` and `columns`: the revision and the folds of the match, the width, and whether figurines,
    /// clocks and their tenths of a second are shown.
    layout_key: Option<(u64, u64, f32, [bool; 3])>,
    columns: Columns,
    /// The record, the point in it and the size of the list, all at the time of the last scroll to the current ply.
    scrolled_to: Option<(usize, Point, Vec2)>,
    /// The size of the list in the last frame.
    size: Option<Vec2>,
}

impl MovesView {
    /// Shows the move list. A click on a ply goes to that ply.
    pub fn ui(&mut self, ui: &mut Ui, stage: &mut Stage<'_>, state: &State, open: &MatchState) {
        let width = ui.available_width() - SCROLL_BAR_WIDTH;
        self.lay_out(ui, stage, &state.settings, (open, state.revision()), width);
        header_ui(ui, &stage.tokens, open, &self.columns, width);
        let chosen = state.library.file().map_or(0, |file| file.record.id);
        let point = open.point();
        let mut area = ScrollArea::vertical().id_salt("moves").auto_shrink(false);
        let size = ui.available_size();
        let target = Some((chosen, point.clone(), size));
        if self.size.replace(size).is_some_and(|before| before != size) {
            // egui restores the old scroll position of a resized list, so the list must be scrolled again in the next
            // frame.
            self.scrolled_to = None;
            ui.ctx().request_repaint();
        } else if self.scrolled_to != target {
            self.scrolled_to = target;
            area = self.scroll(ui, &stage.tokens, area, (state, open, &point), width);
        }
        let total = self.tops.last().copied().unwrap_or(0.0);
        let branch = playback::branch(open);
        let next = branch.map(|(mut choices, selected)| choices.swap_remove(selected).to);
        let tokens = stage.tokens;
        let context = RowContext {
            tokens: &tokens,
            state,
            open,
            columns: self.columns,
            next: next.as_ref(),
            hides_end: state.hides_end(),
        };
        let output = area.show_viewport(ui, |ui, viewport| {
            ui.set_height(total);
            ui.set_width(width);
            let origin = ui.max_rect().min;
            let first = self.tops.partition_point(|&top| top <= viewport.top());
            for index in first.saturating_sub(1)..open.moves.rows.len() {
                if self.tops[index] > viewport.bottom() {
                    break;
                }
                let top = origin.y + self.tops[index];
                let height = self.tops[index + 1] - self.tops[index];
                let rect = Rect::from_min_size(pos2(origin.x, top), vec2(width, height));
                row_ui(ui, stage, context, index, rect);
            }
        });
        ui.data_mut(|data| data.insert_temp(view_id(), output.state.clamped_offset().y));
    }

    /// Calculates the columns and the top of every row, unless they are already valid. A comment is as high as
    /// its text.
    fn lay_out(
        &mut self,
        ui: &Ui,
        stage: &Stage<'_>,
        settings: &Settings,
        (open, revision): (&MatchState, u64),
        width: f32,
    ) {
        let figurines = settings.figurines;
        let shown = [figurines, settings.move_clocks, settings.tenths];
        let key = (revision, open.folds, width, shown);
        if self.layout_key == Some(key) {
            return;
        }
        self.layout_key = Some(key);
        self.columns = Columns::of(ui, open, settings, width / 4.0);
        self.tops.clear();
        let mut top = 0.0;
        let mut bytes_left = MAX_WRAPPED_BYTES;
        let (tokens, document) = (&stage.tokens, &open.document);
        let look = VariationLook { tokens, document, figurines, here: None, next: None };
        for row in &open.moves.rows {
            self.tops.push(top);
            top += match row {
                MoveRow::Plies(_) => self.columns.row_height().max(ui.spacing().interact_size.y),
                MoveRow::Variation(row) => look.height(ui, row, width),
                MoveRow::Comment { text, .. }
                | MoveRow::VariationText { text, .. }
                | MoveRow::Ending(text) => {
                    let text = excerpt(text, MAX_COMMENT_LEN);
                    match bytes_left.checked_sub(text.len()) {
                        Some(left) => {
                            bytes_left = left;
                            let job = comment_job(&text, Color32::PLACEHOLDER, width, false);
                            in_reading_order(ui.painter(), job).size().y + COMMENT_EDGES
                        }
                        None => ROW_HEIGHT,
                    }
                }
                MoveRow::Diagram { .. } => diagram_height(diagram_side(width)),
            };
        }
        self.tops.push(top);
    }

    /// Returns `area`, scrolled so that the row of `point` is visible, with some rows around it.
    fn scroll(
        &self,
        ui: &Ui,
        tokens: &Tokens,
        area: ScrollArea,
        (state, open, point): (&State, &MatchState, &Point),
        width: f32,
    ) -> ScrollArea {
        let row = match point {
            Point::Match(moment) => open.moves.row_at(*moment),
            Point::Variation(place) => open.moves.row_of_place(place).unwrap_or(0),
        };
        let Some(&top) = self.tops.get(row) else { return area };
        let top = match (open.moves.rows.get(row), point) {
            // A long variation may be higher than the list, so the list scrolls to the line with the current ply.
            (Some(MoveRow::Variation(variation_row)), Point::Variation(place))
                if !variation_row.folded =>
            {
                let (document, figurines) = (&open.document, state.settings.figurines);
                let look = VariationLook { tokens, document, figurines, here: None, next: None };
                let ply = place.plies.saturating_sub(1);
                top + look.ply_top(ui, variation_row, width, ply)
            }
            _ => top,
        };
        let room = ui.available_height();
        let offset: f32 = ui.data(|data| data.get_temp(view_id())).unwrap_or(0.0);
        let height = self.columns.row_height();
        let margin = (room / 3.0).min(height * 4.0);
        let target_offset = if *point == Point::Match(0) {
            0.0
        } else if top - margin < offset {
            top - margin
        } else if top + height + margin > offset + room {
            top + height + margin - room
        } else {
            return area;
        };
        // If the offset were beyond the end, the list would spring back.
        let last = self.tops.last().copied().unwrap_or(0.0) - room;
        area.vertical_scroll_offset(target_offset.min(last).max(0.0))
    }
}

fn view_id() -> eframe::egui::Id {
    eframe::egui::Id::unique("moves offset")
}
