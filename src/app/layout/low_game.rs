//! The board of a game in a low window, with everything else beside it.

use super::{
    Arrangement, BoardCount, BoardLayout, BoardsLayout, Rectangle, SeatLayout,
    boards::{BoardsRoom, LOW_GAP, MAX_LOW_SQUARE, SeatSizes},
};

/// The minimum width of the column beside the board, in points.
const MIN_COLUMN: f32 = 230.0;

/// The maximum width of the column beside the board, in points.
const MAX_COLUMN: f32 = 480.0;

/// The height of the line of text between the seats, in points.
const TEXT_HEIGHT: f32 = 28.0;

impl BoardsRoom {
    pub fn is_low_game(&self, arrangement: Arrangement) -> bool {
        arrangement == Arrangement::Low && self.request.count == BoardCount::One
    }

    /// Returns the side of the largest square that fits, in points: a whole number of pixels. Returns `None` if the
    /// column beside the board does not fit.
    pub fn low_game_square(&self) -> Option<f32> {
        let (width, height) = self.low_game_size(0.0);
        let side = (self.room.width - width).min(self.room.height - height);
        let square = (side / 8.0).min(MAX_LOW_SQUARE).min(self.max_square);
        let square = self.snap_to_pixel(square);
        let sizes = self.fixed_sizes(Arrangement::Low);
        let bars = 2.0 * SeatSizes::of(square, &sizes).bar;
        let column = sizes.header + bars + TEXT_HEIGHT + sizes.transport + 4.0 * LOW_GAP;
        if column <= 8.0 * square { Some(square) } else { None }
    }

    /// Returns the width and the height of a board with squares of side `square` and the narrowest column; all in
    /// points.
    pub fn low_game_size(&self, square: f32) -> (f32, f32) {
        let side = 8.0 * square;
        let sizes = self.fixed_sizes(Arrangement::Low);
        let margins = 2.0 * sizes.margin;
        // The added points leave room to align the board to whole pixels.
        (side + sizes.between + MIN_COLUMN + margins + 1.0, side + margins + 1.0)
    }

    /// Places the board, and beside it the header, the seats with the text between them, and the buttons.
    pub fn low_game(&self) -> BoardsLayout {
        let sizes = self.fixed_sizes(Arrangement::Low);
        let square = self.low_game_square().unwrap_or(1.0 / self.request.pixels_per_point);
        let side = 8.0 * square;
        let remaining = self.room.shrunk(sizes.margin, sizes.margin);
        let column = (remaining.width - side - sizes.between).min(MAX_COLUMN);
        let mut row = remaining.middle(side + sizes.between + column);
        row.left = self.snap_to_pixel(row.left);
        row.top = self.snap_to_pixel(row.top + (row.height - side) / 2.0);
        row.height = side;
        let board = row.cut_left(side);
        row.cut_left(sizes.between);
        let bar_height = SeatSizes::of(square, &sizes).bar;
        let header = row.cut_top(sizes.header);
        row.cut_top(LOW_GAP);
        let upper = SeatLayout { bar: row.cut_top(bar_height), ..SeatLayout::default() };
        let transport = row.cut_bottom(sizes.transport);
        row.cut_bottom(LOW_GAP);
        let lower = SeatLayout { bar: row.cut_bottom(bar_height), ..SeatLayout::default() };
        row.cut_top((row.height - TEXT_HEIGHT) / 2.0);
        let text = row.cut_top(TEXT_HEIGHT);
        let boards = vec![BoardLayout { board, seats: [upper, lower], text }];
        BoardsLayout { boards, header, timeline: Rectangle::default(), transport }
    }
}
