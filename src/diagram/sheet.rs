//! [`Sheet`] and [`Flow`]: lines and pictures that run down over as many pages as they need.

use super::{Background, Look, PieceSet, Rgb, Theme, Weight};
use resvg::usvg;
use std::rc::Rc;

/// What is printed upon, and how.
#[derive(Clone, Copy)]
pub struct Sheet<'a> {
    /// Width and height in points, of which an inch has 72.
    pub points: (f32, f32),
    /// The colours of diagrams.
    pub theme: &'a Theme,
    /// Their pieces.
    pub pieces: &'a PieceSet,
    /// Whether the second team sits below.
    pub flipped: bool,
}

impl Sheet<'_> {
    /// 210 × 297 mm.
    pub const A4: (f32, f32) = (595.28, 841.89);

    /// 8.5 × 11 inches.
    pub const LETTER: (f32, f32) = (612.0, 792.0);

    /// Between the margins.
    pub(super) fn width(&self) -> f32 {
        self.points.0 - 2.0 * MARGIN
    }

    /// How diagrams look on it.
    pub(super) const fn look(&self) -> Look<'_> {
        Look { theme: self.theme, pieces: self.pieces, background: Background::Transparent }
    }
}

/// Free space at the edges, in points.
pub(super) const MARGIN: f32 = 42.0;

/// What stands on a page. All places are in points from its upper left corner.
#[derive(Clone)]
pub(super) enum Item {
    /// One line of text that stands on `y`.
    Text { x: f32, y: f32, size: f32, weight: Weight, color: Rgb, text: String },
    /// A thin line across the columns.
    Rule { y: f32 },
    /// A picture of this width.
    Picture { x: f32, y: f32, width: f32, tree: Rc<usvg::Tree> },
}

/// Pages that are filled from above.
pub(super) struct Flow {
    height: f32,
    /// The pages so far.
    pub pages: Vec<Vec<Item>>,
    /// Where the next line begins.
    pub y: f32,
}

impl Flow {
    /// No page yet, of sheets that are `height` points high.
    pub const fn new(height: f32) -> Self {
        Self { height, pages: Vec::new(), y: f32::INFINITY }
    }

    /// A new page.
    pub fn turn(&mut self) {
        self.pages.push(Vec::new());
        self.y = MARGIN;
    }

    /// Whether `height` points more fit on this page.
    pub fn fits(&self, height: f32) -> bool {
        // Below is the line with the number of the page.
        self.y + height <= self.height - MARGIN - 16.0
    }

    /// Puts `item` on this page.
    pub fn put(&mut self, item: Item) {
        if let Some(page) = self.pages.last_mut() {
            page.push(item);
        }
    }

    /// Puts a line of `text` that is `height` points high at `x`, and goes down to the next.
    pub fn line(
        &mut self,
        x: f32,
        size: f32,
        height: f32,
        weight: Weight,
        color: Rgb,
        text: String,
    ) {
        let y = self.y + height * 0.75;
        self.put(Item::Text { x, y, size, weight, color, text });
        self.y += height;
    }

    /// Puts a picture of this `width` and `height` in the middle of a `sheet`, with room above and below.
    pub fn picture(&mut self, sheet: &Sheet<'_>, (width, height): (f32, f32), tree: usvg::Tree) {
        let y = self.y + 4.0;
        self.put(Item::Picture {
            x: (sheet.points.0 - width) / 2.0,
            y,
            width,
            tree: Rc::new(tree),
        });
        self.y += height + 8.0;
    }
}

/// The lines of `text`, broken between words where they are wider than `width` at `size`. A word that is
/// wider is cut.
pub(super) fn wrapped(text: &str, weight: Weight, size: f32, width: f32) -> Vec<String> {
    let face = weight.face();
    let blank = face.width(" ", size);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let (mut line, mut used) = (String::new(), 0.0);
        for mut word in paragraph.split_whitespace() {
            // What has no room on a line of its own is cut.
            while let at @ 1.. = face.fitting(word, size, width)
                && let Some((cut, rest)) = word.split_at_checked(at)
                && !rest.is_empty()
            {
                if !line.is_empty() {
                    lines.push(std::mem::take(&mut line));
                }
                lines.push(cut.to_owned());
                (word, used) = (rest, 0.0);
            }
            let length = face.width(word, size);
            if line.is_empty() {
                used = length;
            } else if used + blank + length <= width {
                line.push(' ');
                used += blank + length;
            } else {
                lines.push(std::mem::take(&mut line));
                used = length;
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_broken_between_words_and_long_words_are_cut() {
        let text = "a few words and averyveryveryverylongonethatgoeson\n\nand a second paragraph";
        let lines = wrapped(text, Weight::Regular, 10.0, 80.0);
        let face = Weight::Regular.face();
        assert!(lines.iter().all(|line| face.width(line, 10.0) <= 80.0), "{lines:?}");
        let letters = |text: &str| text.replace(char::is_whitespace, "");
        assert_eq!(letters(&lines.concat()), letters(text));
        assert!(lines.contains(&String::new()));
        assert!(lines.iter().any(|line| line == "a few words and"));
    }
}
