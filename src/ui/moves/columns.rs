//! [`Columns`]: the layout of number, move and clock in every cell of the move list.

use super::{HIGH_ROW, ROW_HEIGHT};
use crate::{
    app::{MatchState, MoveCell, MoveRow, figurines},
    notation::GLYPHS,
    ui::theme,
};
use eframe::egui::{FontId, Ui, epaint::text::FontsView};
use std::collections::HashMap;

/// The contents of the second line of every cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum CellDetail {
    /// Cells have one line only.
    #[default]
    Nothing,
    Clock,
    NumberAndClock,
}

/// The left margin of a cell, in points.
const LEFT: f32 = 4.0;

/// The right margin of a cell, in points.
const RIGHT: f32 = 2.0;

/// The gap between number, move and clock, in points.
const GAP: f32 = 2.5;

/// The possible layouts, best first: the second line of a cell, and the font size of the move in points.
const SIZES: [(CellDetail, f32); 6] = [
    (CellDetail::Nothing, 13.0),
    (CellDetail::Nothing, 12.5),
    (CellDetail::Nothing, 12.0),
    (CellDetail::Clock, 12.5),
    (CellDetail::NumberAndClock, 12.5),
    (CellDetail::NumberAndClock, 11.0),
];

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Columns {
    pub(super) detail: CellDetail,
    pub(super) clocks: bool,
    /// The font size of the move, in points.
    pub(super) size: f32,
    /// The width of the number, in points.
    number: f32,
    /// The width of the clock, in points.
    clock: f32,
}

impl Columns {
    /// Returns the columns for cells of `width` points: the first of [`SIZES`] in which at least 19 of 20 moves fit, or
    /// the last one. Moves that do not fit get a smaller font. Widths are sums of character widths, since laying out
    /// every move would take longer than a frame. Annotations in words are not counted.
    pub(super) fn of(
        ui: &Ui,
        open: &MatchState,
        with_figurines: bool,
        clocks: bool,
        width: f32,
    ) -> Self {
        ui.fonts_mut(|fonts| {
            let mut columns = Self::default();
            for (detail, size) in SIZES {
                let mut small = CharWidths::of(theme::regular(small_size(size)));
                let mut bold = CharWidths::of(theme::semibold(size));
                let mut moves = Vec::new();
                columns = Self { detail, clocks: false, size, number: 0.0, clock: 0.0 };
                for cell in cells(open) {
                    let number = small.sum(fonts, &format!("{}.", cell.number));
                    columns.number = columns.number.max(number);
                    if clocks && !cell.face.is_empty() {
                        columns.clocks = true;
                        columns.clock = columns.clock.max(small.sum(fonts, &cell.face));
                    }
                    let san = if with_figurines { &figurines(&cell.san) } else { &cell.san };
                    let mut width = bold.sum(fonts, san);
                    if GLYPHS.contains(&cell.glyph.as_str()) {
                        width += bold.sum(fonts, &cell.glyph);
                    }
                    moves.push(width);
                }
                moves.sort_by(f32::total_cmp);
                let percentile_95 = moves.get(moves.len() * 19 / 20).copied().unwrap_or(0.0);
                let second_line = LEFT + columns.number + GAP + columns.clock + RIGHT;
                if percentile_95 <= columns.move_room(width)
                    && (detail != CellDetail::NumberAndClock || second_line <= width)
                {
                    break;
                }
            }
            columns
        })
    }

    /// Returns the left edge of the move, relative to the cell.
    pub(super) fn move_left(&self) -> f32 {
        match self.detail {
            CellDetail::Nothing | CellDetail::Clock => LEFT + self.number + GAP,
            CellDetail::NumberAndClock => LEFT,
        }
    }

    /// Returns the width available to the move in a cell of `width` points.
    pub(super) fn move_room(&self, width: f32) -> f32 {
        let clock = match self.detail {
            CellDetail::Nothing if self.clocks => GAP + self.clock,
            _ => 0.0,
        };
        width - self.move_left() - clock - RIGHT
    }

    /// Returns the right edge of the number, relative to the cell.
    pub(super) fn number_right(&self) -> f32 {
        LEFT + self.number
    }

    /// Returns the edge at which the clock is aligned in a cell of `width` points: its left edge if the clock is alone
    /// on the second line, otherwise its right edge.
    pub(super) fn clock_edge(&self, width: f32) -> f32 {
        match self.detail {
            CellDetail::Clock => self.move_left(),
            CellDetail::Nothing | CellDetail::NumberAndClock => width - RIGHT,
        }
    }

    /// Returns the font of numbers and clocks.
    pub(super) fn small_font(&self) -> FontId {
        theme::regular(small_size(self.size))
    }

    pub(super) fn row_height(&self) -> f32 {
        match self.detail {
            CellDetail::Nothing => ROW_HEIGHT,
            CellDetail::Clock if !self.clocks => ROW_HEIGHT,
            CellDetail::Clock | CellDetail::NumberAndClock => HIGH_ROW,
        }
    }
}

/// The widths of the characters of one font, in points. Measuring a character again takes several times as long.
struct CharWidths {
    font: FontId,
    known: HashMap<char, f32>,
}

impl CharWidths {
    fn of(font: FontId) -> Self {
        Self { font, known: HashMap::new() }
    }

    /// Returns the sum of the widths of the characters in `text`.
    fn sum(&mut self, fonts: &mut FontsView<'_>, text: &str) -> f32 {
        let Self { font, known } = self;
        let width = |it| *known.entry(it).or_insert_with(|| fonts.glyph_width(font, it));
        text.chars().map(width).sum()
    }
}

/// Returns the font size of numbers and clocks beside moves of font size `size`.
fn small_size(size: f32) -> f32 {
    (size - 2.0).max(9.5)
}

fn cells(open: &MatchState) -> impl Iterator<Item = &MoveCell> {
    let cells = open.moves.rows.iter().flat_map(|row| match row {
        MoveRow::Plies(cells) => cells.as_slice(),
        _ => &[],
    });
    cells.flatten()
}
