//! [`BoardsLayout`]: the layout of boards, seats, timeline and buttons in the space between the panels.

use super::{BoardCount, LayoutRequest, Rectangle, charts::LANES_HEIGHT};

/// The minimum size of a piece in a reserve, as a fraction of the side of a square.
const RESERVE_PIECE_SCALE: f32 = 0.62;

/// The space around the pieces of a reserve, in points.
const TRAY_PADDING: f32 = 4.0;

/// The number of columns of a reserve beside a board.
const RESERVE_COLUMNS: f32 = 3.0;

/// The number of rows of a reserve beside a board.
const RESERVE_ROWS: f32 = 2.0;

/// The height of a seat's name and clock, one above the other, in points: the least, beside low boards, and the most.
const STACKED_BAR: (f32, f32) = (32.0, 40.0);

/// The height of a line of text below a board, in points.
pub(super) const TEXT_LINE_HEIGHT: f32 = 18.0;

/// The height of two lines of small text below a board, in points.
const SMALL_TEXT_LINES: f32 = 27.0;

/// The height of the timeline beside the buttons, in points.
const LOW_TIMELINE: f32 = 48.0;

/// The gap beside the timeline in a low window, in points.
pub(super) const LOW_GAP: f32 = 8.0;

/// The maximum side of a square with seats beside boards that are side by side, in points. With larger squares, the seats
/// have room above and below the boards.
pub(super) const MAX_LOW_SQUARE: f32 = 36.0;

/// The minimum side of a square with seats beside boards that are side by side, in points, in windows lower than
/// [`TIMELINE_FROM`].
const MIN_LOW_SQUARE: f32 = 25.0;

/// The minimum window height for a timeline below boards with seats above and below them, in points.
pub(super) const TIMELINE_FROM: f32 = 360.0;

/// The part of the width that the buttons beside the timeline take.
const LOW_TRANSPORT_SHARE: f32 = 0.5;

/// The most width that the buttons beside the timeline take, in points.
const LOW_TRANSPORT: f32 = 420.0;

/// The tolerance for rounding errors in sums of sizes, in points.
const ROUNDING_TOLERANCE: f32 = 0.005;

/// The minimum window height for boards one above the other, in points. In a lower window, boards side by side leave
/// more room for the other parts.
const MIN_STACKED_HEIGHT: f32 = 420.0;

/// The arrangement of two boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// Side by side, each with its seats above and below it.
    SideBySide,
    /// Side by side, each with its seats beside it, for low windows. Timeline and buttons share a row. The board of a
    /// game has everything beside it.
    Low,
    /// One above the other, each with its seats beside it, for narrow windows.
    Stacked,
}

/// The places of the boards and their parts.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardsLayout {
    /// The boards from left to right, or from top to bottom.
    pub boards: Vec<BoardLayout>,
    /// The line above the boards; empty if there is no room.
    pub header: Rectangle,
    /// The timeline; empty if there is none.
    pub timeline: Rectangle,
    pub transport: Rectangle,
}

/// The place of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BoardLayout {
    /// The squares.
    pub board: Rectangle,
    /// The upper and the lower seat.
    pub seats: [SeatLayout; 2],
    /// One or two lines of text about the board; empty if there is no room.
    pub text: Rectangle,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SeatLayout {
    /// Name and clock; empty if there is no room.
    pub bar: Rectangle,
    /// The reserve; empty if there is none.
    pub reserve: Rectangle,
}

/// The sizes that do not depend on the side of a square, in points. Each size grows more slowly than the window, so
/// that the boards do not shrink when the window grows. There is one exception: at certain window heights, another part
/// appears, such as the timeline.
#[derive(Clone, Copy, Debug)]
pub(super) struct FixedSizes {
    pub margin: f32,
    pub between: f32,
    pub header: f32,
    timeline: f32,
    pub transport: f32,
    pub text: f32,
    bars: bool,
    reserves: bool,
}

impl FixedSizes {
    /// Returns the height of everything that does not belong to a board.
    fn height(&self, arrangement: Arrangement) -> f32 {
        let rows = self.header + self.bottom(arrangement);
        // The added point leaves room to align a board to a whole pixel.
        2.0 * self.margin + rows + self.gaps() + 1.0
    }

    /// Returns the height of timeline and buttons.
    const fn bottom(&self, arrangement: Arrangement) -> f32 {
        match arrangement {
            Arrangement::Low => self.timeline.max(self.transport),
            Arrangement::SideBySide | Arrangement::Stacked => self.timeline + self.transport,
        }
    }

    /// Returns the sum of the gaps above and below the timeline.
    fn gaps(&self) -> f32 {
        if self.timeline > 0.0 { 8.0 } else { 4.0 }
    }
}

/// The sizes of a seat above or below its board, in points.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeatSizes {
    pub bar: f32,
    reserve: f32,
    gap: f32,
}

impl SeatSizes {
    pub fn of(square: f32, fixed_sizes: &FixedSizes) -> Self {
        let bar = (square * 0.52).clamp(15.0, 44.0);
        Self {
            bar: if fixed_sizes.bars { bar } else { 0.0 },
            reserve: if fixed_sizes.reserves {
                (square * RESERVE_PIECE_SCALE + TRAY_PADDING).max(13.0)
            } else {
                0.0
            },
            gap: (square * 0.06).clamp(1.0, 5.0),
        }
    }

    fn height(&self) -> f32 {
        self.bar + self.reserve + self.gap_beside(self.bar) + self.gap_beside(self.reserve)
    }

    /// Returns the gap beside a part of this height; 0 if there is no such part.
    const fn gap_beside(&self, height: f32) -> f32 {
        if height > 0.0 { self.gap } else { 0.0 }
    }

    /// Returns the width of the column beside a stacked board, with a seat's name, clock and reserve.
    fn column(square: f32) -> f32 {
        (RESERVE_COLUMNS * square * RESERVE_PIECE_SCALE * 1.1 + 10.0).max(76.0)
    }

    /// Returns the height of the name and clock of a seat in the column beside its board.
    fn column_bar(square: f32, arrangement: Arrangement) -> f32 {
        let (least, most) = STACKED_BAR;
        if arrangement == Arrangement::Low { (square * 1.5).clamp(least, most) } else { most }
    }

    /// Returns the height of the reserve of a seat in the column beside its board.
    fn column_reserve(square: f32) -> f32 {
        RESERVE_ROWS * (square * RESERVE_PIECE_SCALE + TRAY_PADDING)
    }

    /// Returns the height of one seat in the column beside its board.
    fn column_height(square: f32, arrangement: Arrangement) -> f32 {
        Self::column_bar(square, arrangement) + 4.0 + Self::column_reserve(square)
    }
}

/// The space available to the boards, and the constraints on their sizes.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardsRoom {
    pub room: Rectangle,
    /// The layout of the whole window.
    pub request: LayoutRequest,
    /// The maximum side of a square, in points.
    pub max_square: f32,
}

impl BoardsRoom {
    pub fn fixed_sizes(&self, arrangement: Arrangement) -> FixedSizes {
        let Self { room, request, .. } = self;
        let height = request.room.height;
        let two = request.count == BoardCount::Two;
        let margin = (room.width.min(room.height) * 0.012).clamp(3.0, 14.0);
        let size_from_height = |least: f32, size: f32| if height >= least { size } else { 0.0 };
        let header = size_from_height(
            210.0,
            if two {
                (height * 0.03).clamp(17.0, 24.0)
            } else {
                (height * 0.04).clamp(26.0, 32.0).max(request.button_height)
            },
        );
        let timeline = if two {
            match arrangement {
                Arrangement::SideBySide => {
                    size_from_height(TIMELINE_FROM, request.charts.timeline_height(height))
                }
                Arrangement::Low => LOW_TIMELINE,
                Arrangement::Stacked => size_from_height(TIMELINE_FROM, LANES_HEIGHT),
            }
        } else {
            0.0
        };
        let text = if two {
            size_from_height(300.0, TEXT_LINE_HEIGHT)
        } else {
            (height * 0.05).clamp(20.0, 30.0)
        };
        FixedSizes {
            margin,
            between: margin + 6.0,
            header,
            timeline,
            transport: (height * 0.05).clamp(28.0, 38.0).max(request.button_height),
            text,
            bars: height >= if two { 90.0 } else { 150.0 },
            reserves: two && height >= 130.0,
        }
    }

    /// Returns the side of the largest square that fits, in points: a whole number of pixels, and at least one. Returns
    /// `None` if seats beside the boards are impossible: there is only one board, two seats together are taller than
    /// their board, or the window is too low for stacked boards.
    pub fn square(&self, arrangement: Arrangement) -> Option<f32> {
        if self.is_low_game(arrangement) {
            return self.low_game_square();
        }
        let fixed_sizes = self.fixed_sizes(arrangement);
        let pixel = 1.0 / self.request.pixels_per_point;
        let max_square = match arrangement {
            Arrangement::Low => self.max_square.min(MAX_LOW_SQUARE),
            Arrangement::SideBySide | Arrangement::Stacked => self.max_square,
        };
        let fits = |pixels: u16| {
            let square = f32::from(pixels) * pixel;
            let (width, height) = self.needed(arrangement, &fixed_sizes, square);
            // The panels can leave exactly the width that the boards need. The tolerance keeps a rounding error from
            // making the squares one pixel smaller.
            let room = self.room.shrunk(-ROUNDING_TOLERANCE, -ROUNDING_TOLERANCE);
            square <= max_square && width <= room.width && height <= room.height
        };
        let (mut most, mut too_many) = (0_u16, 4096_u16);
        while too_many - most > 1 {
            let middle = u16::midpoint(most, too_many);
            if fits(middle) {
                most = middle;
            } else {
                too_many = middle;
            }
        }
        let square = f32::from(most.max(1)) * pixel;
        let has_room_for_seats = self.request.count == BoardCount::Two
            && 2.0 * SeatSizes::column_height(square, arrangement) <= 8.0 * square;
        let fits = match arrangement {
            Arrangement::SideBySide => true,
            Arrangement::Low => {
                has_room_for_seats
                    && (self.request.room.height >= TIMELINE_FROM || square >= MIN_LOW_SQUARE)
            }
            Arrangement::Stacked => {
                has_room_for_seats && self.request.room.height >= MIN_STACKED_HEIGHT
            }
        };
        if fits { Some(square) } else { None }
    }

    /// Returns the width and the height that boards with squares of side `square` need, given `fixed_sizes`; all in
    /// points.
    fn needed(
        &self,
        arrangement: Arrangement,
        fixed_sizes: &FixedSizes,
        square: f32,
    ) -> (f32, f32) {
        let side = 8.0 * square;
        let margins = 2.0 * fixed_sizes.margin;
        let height = fixed_sizes.height(arrangement);
        match (arrangement, self.request.count) {
            (Arrangement::Low, _) => {
                let column = SeatSizes::column(square) + fixed_sizes.between;
                let width = 2.0 * (side + column) + fixed_sizes.between + margins;
                (width, side + fixed_sizes.text + height)
            }
            (Arrangement::Stacked, _) => (
                side + fixed_sizes.between + SeatSizes::column(square) + margins,
                2.0 * (side + fixed_sizes.text) + fixed_sizes.between + height,
            ),
            (Arrangement::SideBySide, count) => {
                let seats = 2.0 * SeatSizes::of(square, fixed_sizes).height();
                let width = match count {
                    BoardCount::One => side,
                    BoardCount::Two => 2.0 * side + fixed_sizes.between,
                };
                (width + margins, side + seats + fixed_sizes.text + height)
            }
        }
    }

    /// Returns the width and the height that boards with squares of side `square` need in this `arrangement`; all in
    /// points.
    pub fn size(&self, arrangement: Arrangement, square: f32) -> (f32, f32) {
        if self.is_low_game(arrangement) {
            return self.low_game_size(square);
        }
        self.needed(arrangement, &self.fixed_sizes(arrangement), square)
    }

    /// Computes the places of all parts.
    pub fn place(&self, arrangement: Arrangement) -> BoardsLayout {
        if self.is_low_game(arrangement) {
            return self.low_game();
        }
        let mut fixed_sizes = self.fixed_sizes(arrangement);
        let square = self.square(arrangement).unwrap_or(1.0 / self.request.pixels_per_point);
        let (_, height) = self.needed(arrangement, &fixed_sizes, square);
        let mut remaining = self.room.shrunk(fixed_sizes.margin, fixed_sizes.margin);
        let mut spare = (self.room.height - height).max(0.0);
        // Narrow boards leave height for a second line of text. In a low window, the chart needs that of a full line.
        if arrangement != Arrangement::Stacked && fixed_sizes.text == TEXT_LINE_HEIGHT {
            let small = SMALL_TEXT_LINES - TEXT_LINE_HEIGHT;
            let second_line = if spare >= TEXT_LINE_HEIGHT && arrangement != Arrangement::Low {
                TEXT_LINE_HEIGHT
            } else if spare >= small {
                small
            } else {
                0.0
            };
            fixed_sizes.text += second_line;
            spare -= second_line;
        }
        if arrangement == Arrangement::Low {
            return self.low(&fixed_sizes, square, spare, remaining);
        }
        let timeline_growth =
            if fixed_sizes.timeline > 0.0 { self.timeline_growth(spare) } else { 0.0 };
        let mut transport = remaining.cut_bottom(fixed_sizes.transport);
        remaining.cut_bottom(fixed_sizes.gaps() / 2.0);
        let timeline = remaining.cut_bottom(fixed_sizes.timeline + timeline_growth);
        remaining.cut_bottom(fixed_sizes.gaps() / 2.0);
        remaining.cut_top((spare - timeline_growth) / 2.0);
        let header = remaining.cut_top(fixed_sizes.header);
        let (header, boards) = if arrangement == Arrangement::Stacked {
            (header, self.stacked(&fixed_sizes, square, remaining))
        } else {
            self.place_side_by_side(&fixed_sizes, square, header, remaining)
        };
        if self.request.count == BoardCount::One {
            transport.left = header.left;
            transport.width = header.width;
        }
        BoardsLayout { boards, header, timeline, transport }
    }

    /// Returns the part of the spare height that the timeline takes, since a taller one shows its charts better. The
    /// rest is left empty, half of it at the top.
    fn timeline_growth(&self, spare: f32) -> f32 {
        let empty = 0.08 * self.room.height;
        let most = self.request.charts.max_growth();
        let further =
            if self.request.charts.is_empty() { 0.0 } else { (spare - most - empty).max(0.0) };
        spare.min(most) + further
    }

    fn place_side_by_side(
        &self,
        fixed_sizes: &FixedSizes,
        square: f32,
        header: Rectangle,
        remaining: Rectangle,
    ) -> (Rectangle, Vec<BoardLayout>) {
        let side = 8.0 * square;
        let sizes = SeatSizes::of(square, fixed_sizes);
        let inner = remaining;
        let width = self.size(Arrangement::SideBySide, square).0 - 2.0 * fixed_sizes.margin;
        let mut row = remaining.middle(width);
        row.left = self.snap_to_pixel(row.left);
        // Texts and buttons may extend beyond small boards.
        let header = if width < 460.0 {
            header
        } else {
            Rectangle::new(row.left, header.top, width, header.height)
        };
        let boards = (0..self.request.count as u8).map(|_| {
            let column = row.cut_left(side);
            row.cut_left(fixed_sizes.between);
            let board = self.column(&sizes, fixed_sizes, column);
            if self.request.count == BoardCount::One && side < 300.0 {
                return board.widened(&inner);
            }
            board
        });
        (header, boards.collect())
    }

    /// Places a board with its seats above and below it.
    fn column(
        &self,
        sizes: &SeatSizes,
        fixed_sizes: &FixedSizes,
        column: Rectangle,
    ) -> BoardLayout {
        let side = column.width;
        let mut remaining = column;
        let bar = remaining.cut_top(sizes.bar);
        remaining.cut_top(sizes.gap_beside(sizes.bar));
        let upper = SeatLayout { bar, reserve: remaining.cut_top(sizes.reserve) };
        remaining.cut_top(sizes.gap_beside(sizes.reserve));
        remaining.cut_top(self.gap_to_pixel(remaining.top));
        let board = Rectangle::new(column.left, remaining.top, side, side);
        remaining.cut_top(side);
        remaining.cut_top(sizes.gap_beside(sizes.reserve));
        let reserve = remaining.cut_top(sizes.reserve);
        remaining.cut_top(sizes.gap_beside(sizes.bar));
        let bar = remaining.cut_top(sizes.bar);
        BoardLayout {
            board,
            seats: [upper, SeatLayout { bar, reserve }],
            text: remaining.cut_top(fixed_sizes.text),
        }
    }

    /// Places two boards one above the other, each with its seats beside it.
    fn stacked(
        &self,
        fixed_sizes: &FixedSizes,
        square: f32,
        remaining: Rectangle,
    ) -> Vec<BoardLayout> {
        let side = 8.0 * square;
        let least = SeatSizes::column(square);
        let column = (remaining.width - side - fixed_sizes.between).clamp(least, least.max(220.0));
        let mut remaining = remaining.middle(side + fixed_sizes.between + column);
        remaining.left = self.snap_to_pixel(remaining.left);
        remaining.cut_top(self.gap_to_pixel(remaining.top));
        let cell = side + fixed_sizes.text;
        let first = remaining.cut_top(cell);
        remaining.cut_top(fixed_sizes.between);
        let cells = [first, remaining.cut_top(cell)].map(|mut cell| {
            let text = cell.cut_bottom(fixed_sizes.text);
            let board = cell.cut_left(side);
            cell.cut_left(fixed_sizes.between);
            BoardLayout {
                board: Rectangle::new(board.left, self.snap_to_pixel(board.top), side, side),
                seats: SeatLayout::in_column(square, Arrangement::Stacked, &mut cell),
                text,
            }
        });
        cells.to_vec()
    }

    /// Places two boards side by side, with their seats on the outer sides. The boards do not use the height `spare`.
    /// If it suffices, the timeline is above the buttons, otherwise beside them.
    fn low(
        &self,
        fixed_sizes: &FixedSizes,
        square: f32,
        spare: f32,
        mut remaining: Rectangle,
    ) -> BoardsLayout {
        let side = 8.0 * square;
        let mut bottom = remaining.cut_bottom(fixed_sizes.bottom(Arrangement::Low));
        let more = fixed_sizes.transport + fixed_sizes.gaps() / 2.0;
        let (transport, timeline) = if spare >= more {
            let growth = self.timeline_growth(spare - more);
            let above = remaining.cut_bottom(more + growth);
            bottom =
                Rectangle::new(above.left, above.top, above.width, above.height + bottom.height);
            remaining.cut_top((spare - more - growth) / 2.0);
            let transport = bottom.cut_bottom(fixed_sizes.transport);
            bottom.cut_bottom(fixed_sizes.gaps() / 2.0);
            (transport, bottom)
        } else {
            remaining.cut_top(spare / 2.0);
            let width = (bottom.width * LOW_TRANSPORT_SHARE).min(LOW_TRANSPORT);
            let transport = bottom.cut_left(width);
            bottom.cut_left(LOW_GAP);
            (transport, bottom)
        };
        remaining.cut_bottom(fixed_sizes.gaps());
        let header = remaining.cut_top(fixed_sizes.header);
        remaining.cut_top(self.gap_to_pixel(remaining.top));
        let least = SeatSizes::column(square);
        let between = fixed_sizes.between;
        let column =
            ((remaining.width - 3.0 * between) / 2.0 - side).clamp(least, least.max(220.0));
        let mut row = remaining.middle(2.0 * (side + column) + 3.0 * between);
        row.height = side + fixed_sizes.text;
        let columns = [row.cut_left(column), row.cut_right(column)];
        row.cut_left(between);
        row.left = self.snap_to_pixel(row.left);
        let first = row.cut_left(side);
        row.cut_left(between);
        row.left = self.snap_to_pixel(row.left);
        let places = [first, row.cut_left(side)].into_iter().zip(columns);
        let boards = places.map(|(mut board, mut column)| {
            let text = board.cut_bottom(fixed_sizes.text);
            column.cut_bottom(fixed_sizes.text);
            let seats = SeatLayout::in_column(square, Arrangement::Low, &mut column);
            BoardLayout { board, seats, text }
        });
        BoardsLayout { boards: boards.collect(), header, timeline, transport }
    }

    /// Returns the distance from `at` to the next whole pixel, in points.
    fn gap_to_pixel(&self, at: f32) -> f32 {
        let pixels = at * self.request.pixels_per_point;
        ((pixels - 0.01).ceil() - pixels).max(0.0) / self.request.pixels_per_point
    }

    pub fn snap_to_pixel(&self, at: f32) -> f32 {
        // A value that a rounding error puts just below a whole pixel counts as that pixel.
        (at * self.request.pixels_per_point + 0.01).floor() / self.request.pixels_per_point
    }
}

impl SeatLayout {
    /// Takes the upper and the lower seat from `column`, beside a board with squares of side `square`.
    fn in_column(square: f32, arrangement: Arrangement, column: &mut Rectangle) -> [Self; 2] {
        let bar = SeatSizes::column_bar(square, arrangement);
        let reserve = SeatSizes::column_reserve(square);
        let upper_bar = column.cut_top(bar);
        column.cut_top(4.0);
        let upper = Self { bar: upper_bar, reserve: column.cut_top(reserve) };
        let lower_bar = column.cut_bottom(bar);
        column.cut_bottom(4.0);
        let lower = Self { bar: lower_bar, reserve: column.cut_bottom(reserve) };
        [upper, lower]
    }
}

impl BoardLayout {
    /// Extends the names of both seats and the text of the board to the width of `room`.
    fn widened(mut self, room: &Rectangle) -> Self {
        let widen = |rectangle: &mut Rectangle| {
            rectangle.left = room.left;
            rectangle.width = room.width;
        };
        for seat in &mut self.seats {
            widen(&mut seat.bar);
        }
        widen(&mut self.text);
        self
    }
}
