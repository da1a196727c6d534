//! [`Layout`]: the positions and sizes of the parts of a picture, in units of 1/45 of a square.

use super::{Point, Scene};
use crate::text::to_u32;

/// The side of a square. Most piece sets are drawn on 45 units and need no scaling.
pub(super) const SQUARE: f32 = 45.0;

pub(super) const BOARD: f32 = 8.0 * SQUARE;

const MARGIN: f32 = 12.0;

/// The gap between two boards.
const GAP: f32 = 24.0;

/// The height of the line with the name and the clock.
const BAR: f32 = 32.0;

/// The height of the line with the reserve.
const TRAY: f32 = 38.0;

/// The gap between a board and the lines above and below it. The gap above the caption is the same.
const ROW_GAP: f32 = 4.0;

/// The height of the caption below the boards.
const CAPTION: f32 = 30.0;

/// The height of each further line of the caption.
pub(super) const CAPTION_LINE: f32 = 24.0;

fn caption_height(caption: &str) -> f32 {
    match u16::try_from(caption.lines().count()).unwrap_or(u16::MAX) {
        0 => 0.0,
        lines => CAPTION + CAPTION_LINE * f32::from(lines - 1),
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Layout {
    pub width: f32,
    pub height: f32,
    /// The upper edge of the boards.
    pub board_top: f32,
    /// The height of the line with the name and the clock; 0 if both are hidden.
    pub bar: f32,
    /// The height of the line with the reserve; 0 if the reserve is hidden.
    pub tray: f32,
    /// Whether clocks are shown.
    pub clocks: bool,
    /// The vertical middle of the caption's first line, from the top of the picture; `None` without a caption.
    pub caption: Option<f32>,
}

/// The edges of a rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    pub left: f32,
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
}

impl Area {
    /// Returns the rectangle of `size` with the upper left corner (`left`, `top`), enlarged by `reach` on every side.
    pub fn of([left, top]: Point, [width, height]: [f32; 2], reach: f32) -> Self {
        Self {
            left: left - reach,
            top: top - reach,
            right: left + width + reach,
            bottom: top + height + reach,
        }
    }

    /// Returns the smallest rectangle around `points`, enlarged by `reach` on every side.
    pub fn around(points: &[Point], reach: f32) -> Self {
        let edge = |side: fn(f32, f32) -> f32, axis: usize| {
            points.iter().map(|point| point[axis]).reduce(side).unwrap_or_default()
        };
        let [left, top] = [0, 1].map(|axis| edge(f32::min, axis));
        let [right, bottom] = [0, 1].map(|axis| edge(f32::max, axis));
        Self::of([left, top], [right - left, bottom - top], reach)
    }
}

impl Layout {
    pub fn of(scene: &Scene) -> Self {
        let mut seats = scene.boards.iter().flat_map(|part| [&part.above, &part.below]);
        let clocks = !scene.hidden.clocks && seats.any(|seat| seat.clock.ms.is_some());
        let bar = if scene.hidden.names && !clocks { 0.0 } else { BAR };
        let tray = if scene.hidden.reserves { 0.0 } else { TRAY };
        let seat = bar + tray + if bar + tray > 0.0 { ROW_GAP } else { 0.0 };
        let boards = u8::try_from(scene.boards.len().max(1)).unwrap_or(u8::MAX);
        let board_top = MARGIN + seat;
        let boards_end = board_top + BOARD + seat;
        let caption = (!scene.caption.is_empty()).then_some(boards_end + ROW_GAP + CAPTION / 2.0);
        Self {
            width: 2.0 * MARGIN + f32::from(boards) * (BOARD + GAP) - GAP,
            height: boards_end + MARGIN + caption_height(&scene.caption),
            board_top,
            bar,
            tray,
            clocks,
            caption,
        }
    }

    /// Returns the left edge of board number `place`, counted from 0 at the left.
    pub fn board_left(place: usize) -> f32 {
        MARGIN + f32::from(u8::try_from(place).unwrap_or(u8::MAX)) * (BOARD + GAP)
    }

    /// Returns the areas of the seats above and below the board with the left edge `left`; `None` if names, clocks and
    /// reserves are hidden.
    pub fn seats(&self, left: f32) -> Option<[Area; 2]> {
        let height = self.bar + self.tray;
        if height == 0.0 {
            return None;
        }
        let area = |top| Area { left, top, right: left + BOARD, bottom: top + height };
        let below = self.board_top + BOARD + ROW_GAP;
        Some([area(self.board_top - height - ROW_GAP), area(below)])
    }

    /// Returns the usual width of a clock; 0 if clocks are hidden.
    pub fn clock_width(&self) -> f32 {
        if self.clocks { 84.0 } else { 0.0 }
    }

    /// Returns the height in pixels of a picture `width` pixels wide.
    pub fn pixel_height(&self, width: u32) -> u32 {
        to_u32((width as f32 * self.height / self.width).round()).max(1)
    }
}
