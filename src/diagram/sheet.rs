//! [`Flow`]: lines and pictures laid out on pages of a [`Sheet`].

use super::{
    Background, DrawnPart, Face, Look, PdfError, PieceSet, Rgb, Scene, Theme, Watch, Weight,
};
use crate::timeline::Moment;
use std::{
    collections::HashMap,
    ops::{ControlFlow, RangeInclusive},
    sync::Arc,
};

#[derive(Clone, Copy)]
pub struct Sheet<'a> {
    /// The width and height of a page, in points of 1/72 inch.
    pub points: (f32, f32),
    pub theme: &'a Theme,
    pub pieces: &'a PieceSet,
    /// Whether the second team is at the bottom.
    pub flipped: bool,
    /// Whether the moves of a match or game end with a diagram of the final position. Never adds a second one there.
    pub final_diagram: bool,
    /// Whether the clocks of a match are printed: beside its moves, and in its diagrams.
    pub clocks: bool,
    /// The only moves of a match to print; `None` for all.
    pub excerpt: Option<Excerpt>,
}

/// A part of the moves of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The moment before the first move.
    pub start: Moment,
    /// The moment after the last move.
    pub end: Moment,
}

impl Excerpt {
    /// Returns the moves that lead to `moments`; `None` if these are all `plies` plies of the match.
    pub const fn of(moments: &RangeInclusive<Moment>, plies: usize) -> Option<Self> {
        let (start, end) = (moments.start().saturating_sub(1), *moments.end());
        if start == 0 && end >= plies { None } else { Some(Self { start, end }) }
    }
}

impl<'a> Sheet<'a> {
    /// The width and height of A4 paper, 210 × 297 mm, in points.
    pub const A4: (f32, f32) = (595.28, 841.89);

    /// The width and height of US Letter paper, 8.5 × 11 inches, in points.
    pub const LETTER: (f32, f32) = (612.0, 792.0);

    /// Returns a sheet of `points` for whole matches, with the first team at the bottom, with clocks and without a final
    /// diagram.
    pub const fn new(points: (f32, f32), theme: &'a Theme, pieces: &'a PieceSet) -> Self {
        Self {
            points,
            theme,
            pieces,
            flipped: false,
            final_diagram: false,
            clocks: true,
            excerpt: None,
        }
    }

    /// Returns the width between the margins, in points.
    pub(super) fn width(&self) -> f32 {
        self.points.0 - 2.0 * MARGIN
    }

    /// Returns the height between the margins, without the bottom line, in points.
    pub(super) fn room(&self) -> f32 {
        self.points.1 - 2.0 * MARGIN - BOTTOM_LINE
    }

    pub(super) const fn look(&self) -> Look<'_> {
        Look { theme: self.theme, pieces: self.pieces, background: Background::Transparent }
    }
}

/// The margin at each edge of a page, in points.
pub(super) const MARGIN: f32 = 42.0;

/// The height that is reserved for the page number, in points.
const BOTTOM_LINE: f32 = 16.0;

/// The maximum length of a word in the cache of word widths, in bytes.
const MAX_CACHED_WORD_BYTES: usize = 64;

/// The number of words at which the cache of word widths is cleared.
const MAX_CACHED_WORDS: usize = 50_000;

/// An item on a page. Coordinates are in points from the upper left corner.
#[derive(Clone)]
pub(super) enum Item {
    /// A line of text. `y` is its baseline.
    Text { x: f32, y: f32, size: f32, weight: Weight, color: Rgb, text: String },
    /// A thin horizontal line, `width` points long.
    Rule { x: f32, y: f32, width: f32 },
    /// A picture, `width` points wide.
    Picture { x: f32, y: f32, width: f32, scene: Arc<Scene> },
}

pub(super) struct Flow {
    height: f32,
    /// The number of pages of earlier matches or games, which precede `pages`.
    before: usize,
    /// The pages. The last one is being filled.
    pub pages: Vec<Vec<Item>>,
    /// The upper edge of the next line, in points.
    pub y: f32,
}

impl Flow {
    /// Creates a flow without pages. `height` is the height of a page, in points. `before` is the number of pages of
    /// earlier matches or games.
    pub const fn new(height: f32, before: usize) -> Self {
        Self { height, before, pages: Vec::new(), y: f32::INFINITY }
    }

    /// Starts a new page, and reports the number of pages so far to `watch` as [`DrawnPart::all`].
    ///
    /// # Errors
    /// If `watch` cancels.
    pub fn start_page(&mut self, watch: Watch<'_>) -> Result<(), PdfError> {
        self.pages.push(Vec::new());
        self.y = MARGIN;
        match watch(DrawnPart { done: 0, all: self.before + self.pages.len() }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(PdfError::Stopped),
        }
    }

    /// Returns whether `height` points are left on the current page.
    pub fn fits(&self, height: f32) -> bool {
        height <= self.room()
    }

    /// Returns the height that is left on the current page, in points. The bottom line is reserved for the page number.
    pub fn room(&self) -> f32 {
        self.height - MARGIN - BOTTOM_LINE - self.y
    }

    pub fn put(&mut self, item: Item) {
        if let Some(page) = self.pages.last_mut() {
            page.push(item);
        }
    }

    /// Adds a line of `text` at `x` and moves down by `height` points.
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
}

/// Wraps `text` into lines no wider than `width` at font size `size`. Lines break between words, and within a word that
/// is too long for one line.
pub(super) fn wrapped(text: &str, weight: Weight, size: f32, width: f32) -> Vec<String> {
    let mut widths = WordWidths { face: weight.face(), size, cached: HashMap::new() };
    let blank = widths.of(" ");
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let (mut line, mut used) = (String::new(), 0.0);
        for mut word in paragraph.split_whitespace() {
            while let at @ 1.. = widths.fitting(word, width)
                && let Some((cut, rest)) = word.split_at_checked(at)
                && !rest.is_empty()
            {
                if !line.is_empty() {
                    lines.push(std::mem::take(&mut line));
                }
                lines.push(cut.to_owned());
                (word, used) = (rest, 0.0);
            }
            let length = widths.of(word);
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

/// A cache of the widths of words at one font size. Most words occur more than once.
struct WordWidths<'t> {
    face: &'static Face,
    size: f32,
    cached: HashMap<&'t str, f32>,
}

impl<'t> WordWidths<'t> {
    fn of(&mut self, word: &'t str) -> f32 {
        if word.len() > MAX_CACHED_WORD_BYTES {
            return self.face.width(word, self.size);
        }
        if self.cached.len() >= MAX_CACHED_WORDS {
            self.cached.clear();
        }
        *self.cached.entry(word).or_insert_with(|| self.face.width(word, self.size))
    }

    /// Returns the number of bytes at the start of `word` that fit into `width`.
    fn fitting(&mut self, word: &'t str, width: f32) -> usize {
        if word.len() <= MAX_CACHED_WORD_BYTES && self.of(word) <= width {
            word.len()
        } else {
            self.face.fitting(word, self.size, width)
        }
    }
}

/// What the tests of all print-outs share.
#[cfg(test)]
pub(super) mod fixtures {
    use super::*;
    use std::sync::LazyLock;

    /// Returns a sheet of A4 paper in black and white.
    pub fn sheet() -> Sheet<'static> {
        static PIECES: LazyLock<PieceSet> =
            LazyLock::new(|| PieceSet::load("tandem").expect("built in"));
        Sheet::new(Sheet::A4, Theme::named("print").expect("a theme"), &PIECES)
    }

    pub fn texts(items: &[Item]) -> impl Iterator<Item = &str> {
        items.iter().filter_map(|item| match item {
            Item::Text { text, .. } => Some(text.as_str()),
            _ => None,
        })
    }

    pub fn scenes(items: &[Item]) -> impl Iterator<Item = &Scene> {
        items.iter().filter_map(|item| match item {
            Item::Picture { scene, .. } => Some(&**scene),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_wraps_at_words_and_long_words_are_broken() {
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
