//! [`Columns`]: the layout of number, move and clock in every cell of the move list.

use super::ROW_HEIGHT;
use crate::{
    app::{MatchState, MoveCell, MoveRow, figurines},
    notation::GLYPHS,
    settings::Settings,
    ui::theme,
};
use eframe::egui::{FontId, Rect, Ui, epaint::text::FontsView};
use std::{borrow::Cow, collections::HashMap};

/// How much of a clock is shown, and where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ClockDetail {
    #[default]
    Nothing,
    /// The whole clock, on a line of its own below the move.
    Below,
    /// The clock without tenths of a second, beside the move. A cell with room shows its tenths nevertheless.
    Seconds,
    /// The whole clock, beside the move.
    Full,
}

/// The left margin of a cell, in points.
const LEFT: f32 = 4.0;

/// The right margin of a cell, in points.
pub(super) const RIGHT: f32 = 1.5;

/// The gap between number and move, in points.
const GAP: f32 = 1.75;

/// The gap between move and clock, in points. A move that is wider by [`MOVE_TOLERANCE`] and the rounding of its clock to
/// whole pixels leave 6 points.
const CLOCK_GAP: f32 = 6.5 + MOVE_TOLERANCE;

/// The gap between a long move and its clock, in points.
const MIN_CLOCK_GAP: f32 = 3.0;

/// The minimum font size of a long move, in points.
pub(super) const MIN_SIZE: f32 = 8.5;

/// egui places characters on whole pixels, which may widen a move by this much, in points. A move wider by no more is not
/// shortened.
pub(super) const MOVE_TOLERANCE: f32 = 1.0;

/// The height of a row of plies with clocks below the moves, in points.
const HIGH_ROW_HEIGHT: f32 = 31.0;

/// The distance of a move, and of the clock below it, from the middle of its cell, in points.
const LINE_OFFSET: f32 = 6.5;

/// The possible layouts, best first: what is shown of the clock, and the font size of the move in points.
const LAYOUTS: [(ClockDetail, f32); 17] = [
    (ClockDetail::Full, 13.0),
    (ClockDetail::Full, 12.5),
    (ClockDetail::Full, 12.0),
    (ClockDetail::Full, 11.5),
    (ClockDetail::Seconds, 12.0),
    (ClockDetail::Seconds, 11.5),
    (ClockDetail::Seconds, 11.0),
    (ClockDetail::Seconds, 10.5),
    (ClockDetail::Seconds, 10.0),
    (ClockDetail::Below, 12.5),
    (ClockDetail::Below, 12.0),
    (ClockDetail::Below, 11.0),
    (ClockDetail::Below, 10.0),
    (ClockDetail::Nothing, 13.0),
    (ClockDetail::Nothing, 12.5),
    (ClockDetail::Nothing, 12.0),
    (ClockDetail::Nothing, 11.0),
];

/// Number, move and clock of a cell are on one line. In a narrow list, the clock is on a second line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Columns {
    pub(super) detail: ClockDetail,
    /// The font size of the move, in points.
    pub(super) size: f32,
    /// The width of the number, in points.
    number: f32,
    /// The width of the clock beside the move, in points; 0 if there is none.
    clock: f32,
    /// Whether clocks have tenths of a second.
    tenths: bool,
}

impl Columns {
    /// Returns the columns for cells of `width` points: the first of [`LAYOUTS`] in which at least 19 of 20 moves fit
    /// beside their clocks, or the last one. Moves that leave no [`CLOCK_GAP`] get a smaller font. Widths are sums of
    /// character widths, since laying out every move would take longer than a frame. Annotations in words are not
    /// counted.
    pub(super) fn of(ui: &Ui, open: &MatchState, settings: &Settings, width: f32) -> Self {
        let clocks = settings.move_clocks && cells(open).any(|cell| !cell.face.is_empty());
        let tenths = settings.tenths;
        ui.fonts_mut(|fonts| {
            let mut columns = Self::default();
            for (detail, size) in LAYOUTS {
                if clocks == (detail == ClockDetail::Nothing) {
                    continue;
                }
                let is_beside = matches!(detail, ClockDetail::Seconds | ClockDetail::Full);
                let mut small = CharWidths::of(theme::regular(small_size(size)));
                let mut bold = CharWidths::of(theme::semibold(size));
                let mut moves = Vec::new();
                columns = Self { detail, size, number: 0.0, clock: 0.0, tenths };
                for cell in cells(open) {
                    let number = small.sum(fonts, &format!("{}.", cell.number));
                    columns.number = columns.number.max(number);
                    if is_beside {
                        let clock = match detail {
                            ClockDetail::Seconds => cell.whole_face(),
                            _ => columns.face(cell),
                        };
                        columns.clock = columns.clock.max(small.sum(fonts, &clock));
                    }
                    let san = if settings.figurines { &figurines(&cell.san) } else { &cell.san };
                    let mut width = bold.sum(fonts, san);
                    if GLYPHS.contains(&cell.glyph.as_str()) {
                        width += bold.sum(fonts, &cell.glyph);
                    }
                    moves.push(width);
                }
                moves.sort_by(f32::total_cmp);
                let percentile_95 = moves.get(moves.len() * 19 / 20).copied().unwrap_or(0.0);
                let shrink = if is_beside { CLOCK_GAP - GAP } else { 0.0 };
                let room = columns.move_room(width) + MOVE_TOLERANCE;
                if percentile_95 <= room + shrink && percentile_95 * MIN_SIZE / size <= room {
                    break;
                }
            }
            columns
        })
    }

    /// Returns the clock of `cell`, with tenths of a second unless the user has switched them off.
    pub(super) fn face<'c>(&self, cell: &'c MoveCell) -> Cow<'c, str> {
        if self.tenths { Cow::Borrowed(&cell.face) } else { cell.whole_face() }
    }

    /// Returns the left edge of the move, relative to the cell.
    pub(super) fn move_left(&self) -> f32 {
        LEFT + self.number + GAP
    }

    /// Returns by how much a clock of `width` points, with tenths of a second, exceeds the clocks of the layout, for which
    /// the move makes room.
    pub(super) fn clock_overhang(&self, width: f32) -> f32 {
        (width - self.clock).max(0.0)
    }

    /// Returns the width available to the move in a cell of `width` points.
    pub(super) fn move_room(&self, width: f32) -> f32 {
        let clock = if self.clock > 0.0 { CLOCK_GAP + self.clock } else { 0.0 };
        self.room_without_clock(width) - clock
    }

    /// Returns the width available to a move in a cell of `width` points that would be cut with the usual gap before
    /// its clock.
    pub(super) fn max_move_room(&self, width: f32) -> f32 {
        let gap = if self.clock > 0.0 { CLOCK_GAP - MIN_CLOCK_GAP } else { 0.0 };
        self.move_room(width) + gap
    }

    /// Returns the width available to the move in a cell of `width` points that shows no clock.
    pub(super) fn room_without_clock(&self, width: f32) -> f32 {
        width - self.move_left() - RIGHT
    }

    /// Returns the right edge of the number, relative to the cell.
    pub(super) fn number_right(&self) -> f32 {
        LEFT + self.number
    }

    /// Returns the height of a row of plies, in points.
    pub(super) fn row_height(&self) -> f32 {
        if self.detail == ClockDetail::Below { HIGH_ROW_HEIGHT } else { ROW_HEIGHT }
    }

    /// Returns the middle of the move in `cell`, and that of its clock.
    pub(super) fn middles(&self, cell: Rect) -> [f32; 2] {
        let middle = cell.center().y - 0.5;
        match self.detail {
            ClockDetail::Below => [middle - LINE_OFFSET, middle + LINE_OFFSET],
            ClockDetail::Nothing | ClockDetail::Seconds | ClockDetail::Full => [middle, middle],
        }
    }

    /// Returns the font of numbers and clocks.
    pub(super) fn small_font(&self) -> FontId {
        theme::regular(small_size(self.size))
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
    (size - 2.0).max(9.5).min(size - 1.0)
}

fn cells(open: &MatchState) -> impl Iterator<Item = &MoveCell> {
    let cells = open.moves.rows.iter().flat_map(|row| match row {
        MoveRow::Plies(cells) => cells.as_slice(),
        _ => &[],
    });
    cells.flatten()
}
