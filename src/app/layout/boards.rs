//! [`BoardsLayout`]: the boards with their seats, the timeline and the buttons, in the room between the panels.

use super::{BoardCount, Rectangle};

/// A piece in a reserve is at least so large, in sides of a square.
const IN_RESERVE: f32 = 0.62;

/// Room around the pieces of a reserve, in points.
const TRAY: f32 = 4.0;

/// Where both seats of a board stand beside it, so many pieces of a reserve stand beside one another.
const RESERVE_COLUMNS: f32 = 3.0;
const RESERVE_ROWS: f32 = 2.0;

/// Height of a seat's name above its clock, in points.
const STACKED_BAR: f32 = 40.0;

/// Height of the line of text below a board, in points.
const TEXT: f32 = 18.0;

/// A timeline becomes so much higher before anything is left empty, in points.
const EXTRA_TIMELINE: f32 = 120.0;

/// Sums of sizes are exact to so much, in points.
const ROUNDED: f32 = 0.005;

/// Lower windows have no boards over one another: they would lack what boards beside one another have, in points.
const OVER_FROM: f32 = 420.0;

/// How both boards stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// Beside one another, each with its seats above and below it.
    Beside,
    /// Over one another, each with its seats beside it: for narrow windows.
    Over,
}

/// Where the boards and what belongs to them stand.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardsLayout {
    /// The boards from left to right, or from above.
    pub boards: Vec<BoardLayout>,
    /// The line above the boards; empty where there is no room for it.
    pub header: Rectangle,
    /// The timeline; empty where there is none.
    pub timeline: Rectangle,
    /// The buttons of a player.
    pub transport: Rectangle,
}

/// Where a board stands.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BoardLayout {
    /// The squares.
    pub board: Rectangle,
    /// The seat of the upper side, and that of the lower side.
    pub seats: [SeatLayout; 2],
    /// A line of text about this board; empty where there is no room for it.
    pub text: Rectangle,
}

/// Where a seat stands.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SeatLayout {
    /// Name and clock; empty where there is no room for them.
    pub bar: Rectangle,
    /// The reserve; empty where there is none.
    pub reserve: Rectangle,
}

/// The sizes around the boards that do not depend on the squares, in points. Each grows more slowly than the room, so
/// that more room never makes smaller boards.
#[derive(Clone, Copy, Debug)]
struct Furniture {
    margin: f32,
    between: f32,
    header: f32,
    timeline: f32,
    transport: f32,
    text: f32,
    bars: bool,
    reserves: bool,
}

impl Furniture {
    /// What a window has room for that is so high below its menus.
    fn of(room: &Rectangle, window_height: f32, count: BoardCount, over: bool) -> Self {
        let height = window_height;
        let two = count == BoardCount::Two;
        let margin = (room.width.min(room.height) * 0.012).clamp(3.0, 14.0);
        let from = |least: f32, size: f32| if height >= least { size } else { 0.0 };
        let header = from(
            210.0,
            if two { (height * 0.03).clamp(17.0, 24.0) } else { (height * 0.04).clamp(26.0, 32.0) },
        );
        let timeline = if two {
            let least = if over { 44.0 } else { 56.0 };
            from(360.0, (height * 0.1).clamp(least, 90.0))
        } else {
            0.0
        };
        let text = if two { from(300.0, TEXT) } else { (height * 0.05).clamp(20.0, 30.0) };
        Self {
            margin,
            between: margin + 6.0,
            header,
            timeline,
            transport: (height * 0.05).clamp(28.0, 38.0),
            text,
            bars: height >= if two { 90.0 } else { 150.0 },
            reserves: two && height >= 130.0,
        }
    }

    /// What does not belong to a board, from the upper to the lower edge of the room.
    fn height(&self) -> f32 {
        let rows = self.header + self.timeline + self.transport;
        // A board begins at a whole pixel.
        2.0 * self.margin + rows + self.gaps() + 1.0
    }

    /// Between the boards and the timeline, and between that and the buttons.
    fn gaps(&self) -> f32 {
        if self.timeline > 0.0 { 8.0 } else { 4.0 }
    }
}

/// The sizes of what belongs to a board whose squares are `square` points wide, in points.
#[derive(Clone, Copy, Debug)]
struct SeatSizes {
    bar: f32,
    reserve: f32,
    gap: f32,
}

impl SeatSizes {
    fn of(square: f32, furniture: &Furniture) -> Self {
        let bar = (square * 0.52).clamp(15.0, 44.0);
        Self {
            bar: if furniture.bars { bar } else { 0.0 },
            reserve: if furniture.reserves { (square * IN_RESERVE + TRAY).max(13.0) } else { 0.0 },
            gap: (square * 0.06).clamp(1.0, 5.0),
        }
    }

    fn height(&self) -> f32 {
        let gaps = [self.bar, self.reserve].map(|height| if height > 0.0 { self.gap } else { 0.0 });
        self.bar + self.reserve + gaps[0] + gaps[1]
    }

    /// The width of a column beside a board, in which a seat has its name over its clock over its reserve.
    fn column(square: f32) -> f32 {
        (RESERVE_COLUMNS * square * IN_RESERVE * 1.1 + 10.0).max(76.0)
    }

    /// The height of a seat in that column.
    fn column_height(square: f32) -> f32 {
        STACKED_BAR + 4.0 + RESERVE_ROWS * (square * IN_RESERVE + TRAY)
    }
}

/// The room of the boards, and what has to be in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardsRoom {
    /// The room.
    pub room: Rectangle,
    /// The height of the window below its menus, in points.
    pub window_height: f32,
    /// How many boards there are.
    pub count: BoardCount,
    /// Pixels in a point.
    pub pixels_per_point: f32,
    /// The largest side of a square that is wanted, in points.
    pub most: f32,
}

impl BoardsRoom {
    fn furniture(&self, arrangement: Arrangement) -> Furniture {
        let over = arrangement == Arrangement::Over;
        Furniture::of(&self.room, self.window_height, self.count, over)
    }

    /// The largest side of a square that has room, whole pixels, in points.
    pub fn square(&self, arrangement: Arrangement) -> Option<f32> {
        let furniture = self.furniture(arrangement);
        let pixel = 1.0 / self.pixels_per_point;
        let fits = |pixels: u16| {
            let square = f32::from(pixels) * pixel;
            let (width, height) = self.needed(arrangement, &furniture, square);
            // Panels leave exactly the width that the boards need: what sums of sizes round away must not cost a pixel.
            let room = self.room.shrunk(-ROUNDED, -ROUNDED);
            square <= self.most && width <= room.width && height <= room.height
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
        let seats = 2.0 * SeatSizes::column_height(square) <= 8.0 * square;
        match arrangement {
            Arrangement::Beside => Some(square),
            Arrangement::Over => {
                let fits = seats && self.window_height >= OVER_FROM;
                (fits && self.count == BoardCount::Two).then_some(square)
            }
        }
    }

    /// What boards with such squares need, with all around them.
    fn needed(&self, arrangement: Arrangement, furniture: &Furniture, square: f32) -> (f32, f32) {
        let side = 8.0 * square;
        let margins = 2.0 * furniture.margin;
        match (arrangement, self.count) {
            (Arrangement::Over, _) => (
                side + furniture.between + SeatSizes::column(square) + margins,
                2.0 * (side + furniture.text) + furniture.between + furniture.height(),
            ),
            (Arrangement::Beside, count) => {
                let seats = 2.0 * SeatSizes::of(square, furniture).height();
                let width = match count {
                    BoardCount::One => side,
                    BoardCount::Two => 2.0 * side + furniture.between,
                };
                (width + margins, side + seats + furniture.text + furniture.height())
            }
        }
    }

    /// The width and the height that boards with such squares need.
    pub fn size(&self, arrangement: Arrangement, square: f32) -> (f32, f32) {
        self.needed(arrangement, &self.furniture(arrangement), square)
    }

    /// Where everything stands.
    pub fn place(&self, arrangement: Arrangement) -> BoardsLayout {
        let furniture = self.furniture(arrangement);
        let square = self.square(arrangement).unwrap_or(1.0 / self.pixels_per_point);
        let (_, height) = self.needed(arrangement, &furniture, square);
        let mut rest = self.room.shrunk(furniture.margin, furniture.margin);
        let spare = (self.room.height - height).max(0.0);
        let mut transport = rest.take_bottom(furniture.transport);
        // A timeline that is higher shows the diagonals better. What is left then stands empty above and below.
        let grown = if furniture.timeline > 0.0 {
            let empty = 0.08 * self.room.height;
            spare.min(EXTRA_TIMELINE) + (spare - EXTRA_TIMELINE - empty).max(0.0)
        } else {
            0.0
        };
        rest.take_bottom(furniture.gaps() / 2.0);
        let timeline = rest.take_bottom(if furniture.timeline > 0.0 {
            furniture.timeline + grown
        } else {
            0.0
        });
        rest.take_bottom(furniture.gaps() / 2.0);
        rest.take_top((spare - grown) / 2.0);
        let header = rest.take_top(furniture.header);
        let (header, boards) = match arrangement {
            Arrangement::Beside => self.beside(&furniture, square, header, rest),
            Arrangement::Over => (header, self.over(&furniture, square, rest)),
        };
        if self.count == BoardCount::One {
            transport.left = header.left;
            transport.width = header.width;
        }
        BoardsLayout { boards, header, timeline, transport }
    }

    fn beside(
        &self,
        furniture: &Furniture,
        square: f32,
        header: Rectangle,
        rest: Rectangle,
    ) -> (Rectangle, Vec<BoardLayout>) {
        let side = 8.0 * square;
        let sizes = SeatSizes::of(square, furniture);
        let inner = rest;
        let width = self.size(Arrangement::Beside, square).0 - 2.0 * furniture.margin;
        let mut row = rest.middle(width);
        row.left = self.whole_pixels(row.left);
        // Words and buttons may be wider than small boards.
        let header = if width < 460.0 {
            header
        } else {
            Rectangle::new(row.left, header.top, width, header.height)
        };
        let count = match self.count {
            BoardCount::One => 1,
            BoardCount::Two => 2,
        };
        let boards = (0..count).map(|_| {
            let column = row.take_left(side);
            row.take_left(furniture.between);
            let board = self.column(&sizes, furniture, column);
            if self.count == BoardCount::One && side < 300.0 {
                return board.widened(&inner);
            }
            board
        });
        let boards = boards.collect();
        (header, boards)
    }

    /// A board with its seats above and below it.
    fn column(&self, sizes: &SeatSizes, furniture: &Furniture, column: Rectangle) -> BoardLayout {
        let side = column.width;
        let mut rest = column;
        let take = |rest: &mut Rectangle, height: f32| {
            let taken = rest.take_top(height);
            if height > 0.0 {
                rest.take_top(sizes.gap);
            }
            taken
        };
        let upper =
            SeatLayout { bar: take(&mut rest, sizes.bar), reserve: take(&mut rest, sizes.reserve) };
        rest.take_top(self.gap_to_pixel(rest.top));
        let board = Rectangle::new(column.left, rest.top, side, side);
        rest.take_top(side);
        let below = |rest: &mut Rectangle, height: f32| {
            if height > 0.0 {
                rest.take_top(sizes.gap);
            }
            rest.take_top(height)
        };
        let reserve = below(&mut rest, sizes.reserve);
        let bar = below(&mut rest, sizes.bar);
        BoardLayout {
            board,
            seats: [upper, SeatLayout { bar, reserve }],
            text: rest.take_top(furniture.text),
        }
    }

    /// Both boards over one another, each with its seats beside it.
    fn over(&self, furniture: &Furniture, square: f32, rest: Rectangle) -> Vec<BoardLayout> {
        let side = 8.0 * square;
        let least = SeatSizes::column(square);
        let column = (rest.width - side - furniture.between).clamp(least, least.max(220.0));
        let mut rest = rest.middle(side + furniture.between + column);
        rest.left = self.whole_pixels(rest.left);
        rest.take_top(self.gap_to_pixel(rest.top));
        let cell = side + furniture.text;
        let cells = [rest.take_top(cell), {
            rest.take_top(furniture.between);
            rest.take_top(cell)
        }];
        let cells = cells.map(|mut cell| {
            let text = cell.take_bottom(furniture.text);
            let board = cell.take_left(side);
            cell.take_left(furniture.between);
            let reserve = SeatSizes::column_height(square) - STACKED_BAR - 4.0;
            let upper = SeatLayout {
                bar: cell.take_top(STACKED_BAR),
                reserve: {
                    cell.take_top(4.0);
                    cell.take_top(reserve)
                },
            };
            let lower = SeatLayout {
                bar: cell.take_bottom(STACKED_BAR),
                reserve: {
                    cell.take_bottom(4.0);
                    cell.take_bottom(reserve)
                },
            };
            BoardLayout {
                board: Rectangle::new(board.left, self.whole_pixels(board.top), side, side),
                seats: [upper, lower],
                text,
            }
        });
        cells.to_vec()
    }

    /// How far it is from `at` to the next whole pixel, in points.
    fn gap_to_pixel(&self, at: f32) -> f32 {
        let pixels = at * self.pixels_per_point;
        ((pixels - 0.01).ceil() - pixels).max(0.0) / self.pixels_per_point
    }

    fn whole_pixels(&self, at: f32) -> f32 {
        // What is a whole pixel but for rounding stays there.
        (at * self.pixels_per_point + 0.01).floor() / self.pixels_per_point
    }
}

impl BoardLayout {
    /// With names and words as wide as `room`.
    fn widened(mut self, room: &Rectangle) -> Self {
        let wide = |rectangle: &mut Rectangle| {
            rectangle.left = room.left;
            rectangle.width = room.width;
        };
        for seat in &mut self.seats {
            wide(&mut seat.bar);
        }
        wide(&mut self.text);
        self
    }
}
