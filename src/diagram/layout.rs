//! [`Layout`]: where the parts of a picture stand, in units of which a square has [`SQUARE`].

use super::Scene;

/// The side of a square. Piece sets are mostly drawn on 45 units, so that their pieces need no scaling.
pub(super) const SQUARE: f32 = 45.0;

/// The side of a board.
pub(super) const BOARD: f32 = 8.0 * SQUARE;

/// Free space at the edges.
const MARGIN: f32 = 12.0;

/// Free space between two boards.
const GAP: f32 = 24.0;

/// The line with a name and a clock.
const BAR: f32 = 32.0;

/// The line with a reserve.
const TRAY: f32 = 38.0;

/// Free space between a board and what stands above and below it.
const SEAM: f32 = 4.0;

/// The line below the boards.
const CAPTION: f32 = 30.0;

/// Where the parts of a picture stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Layout {
    /// Width of the picture.
    pub width: f32,
    /// Height of the picture.
    pub height: f32,
    /// The upper edge of the boards.
    pub board_top: f32,
    /// Height of the line with name and clock; 0 where both are left out.
    pub bar: f32,
    /// Height of the line with a reserve; 0 where it is left out.
    pub tray: f32,
    /// Whether clocks are shown.
    pub clocks: bool,
    /// Where the line below the boards has its middle.
    pub caption: Option<f32>,
}

impl Layout {
    /// Of `scene`.
    pub fn of(scene: &Scene) -> Self {
        let seats = || {
            let of_board = |part: &'_ super::BoardPart| [part.above.clock, part.below.clock];
            scene.boards.iter().flat_map(of_board)
        };
        let clocks = !scene.hidden.clocks && seats().any(|clock| clock.ms.is_some());
        let bar = if scene.hidden.names && !clocks { 0.0 } else { BAR };
        let tray = if scene.hidden.reserves { 0.0 } else { TRAY };
        let seat = bar + tray + if bar + tray > 0.0 { SEAM } else { 0.0 };
        let boards = u8::try_from(scene.boards.len().max(1)).unwrap_or(u8::MAX);
        let board_top = MARGIN + seat;
        let below = board_top + BOARD + seat;
        let caption = (!scene.caption.is_empty()).then_some(below + SEAM + CAPTION / 2.0);
        Self {
            width: 2.0 * MARGIN + f32::from(boards) * (BOARD + GAP) - GAP,
            height: below + MARGIN + if caption.is_some() { CAPTION } else { 0.0 },
            board_top,
            bar,
            tray,
            clocks,
            caption,
        }
    }

    /// The left edge of the board at `place`, counted from the left.
    pub fn board_left(place: usize) -> f32 {
        MARGIN + f32::from(u8::try_from(place).unwrap_or(u8::MAX)) * (BOARD + GAP)
    }

    /// The height in pixels of a picture that is `width` pixels wide.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a size in pixels"
    )]
    pub fn pixel_height(&self, width: u32) -> u32 {
        ((width as f32 * self.height / self.width).round() as u32).max(1)
    }
}
