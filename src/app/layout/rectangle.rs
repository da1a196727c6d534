//! [`Rectangle`]: a part of the window, in points from the window's upper left corner.

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rectangle {
    pub left: f32,
    pub top: f32,
    pub width: f32,
    pub height: f32,
}

impl Rectangle {
    /// Creates a rectangle from its left and upper edge and its size.
    pub const fn new(left: f32, top: f32, width: f32, height: f32) -> Self {
        Self { left, top, width, height }
    }

    pub const fn right(&self) -> f32 {
        self.left + self.width
    }

    pub const fn bottom(&self) -> f32 {
        self.top + self.height
    }

    pub const fn is_empty(&self) -> bool {
        self.width <= 0.0 || self.height <= 0.0
    }

    /// Returns the rectangle shrunk by `x` points on the left and right and `y` points above and below.
    pub const fn shrunk(&self, x: f32, y: f32) -> Self {
        Self::new(
            self.left + x,
            self.top + y,
            (self.width - 2.0 * x).max(0.0),
            (self.height - 2.0 * y).max(0.0),
        )
    }

    /// Cuts off a part on the left, at most `width` points wide, and returns the part.
    pub const fn cut_left(&mut self, width: f32) -> Self {
        let width = width.clamp(0.0, self.width);
        let taken = Self::new(self.left, self.top, width, self.height);
        self.left += width;
        self.width -= width;
        taken
    }

    /// Cuts off a part on the right, at most `width` points wide, and returns the part.
    pub const fn cut_right(&mut self, width: f32) -> Self {
        let width = width.clamp(0.0, self.width);
        self.width -= width;
        Self::new(self.right(), self.top, width, self.height)
    }

    /// Cuts off a part at the top, at most `height` points high, and returns the part.
    pub const fn cut_top(&mut self, height: f32) -> Self {
        let height = height.clamp(0.0, self.height);
        let taken = Self::new(self.left, self.top, self.width, height);
        self.top += height;
        self.height -= height;
        taken
    }

    /// Cuts off a part at the bottom, at most `height` points high, and returns the part.
    pub const fn cut_bottom(&mut self, height: f32) -> Self {
        let height = height.clamp(0.0, self.height);
        self.height -= height;
        Self::new(self.left, self.bottom(), self.width, height)
    }

    /// Returns the horizontally centred part that is at most `width` points wide.
    pub const fn middle(&self, width: f32) -> Self {
        let width = width.min(self.width);
        let left = self.left + (self.width - width) / 2.0;
        Self::new(left, self.top, width, self.height)
    }
}
