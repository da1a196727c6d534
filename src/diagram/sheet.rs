//! [`Sheet`] and [`Flow`]: lines and pictures that run down over as many pages as they need.

use super::{
    Background, DrawnPart, Face, Look, PdfError, PieceSet, Rgb, Scene, Theme, Watch, Weight,
};
use std::{collections::HashMap, ops::ControlFlow, rc::Rc};

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

/// The width of a word of more bytes is not remembered, nor those of more words.
const MAX_KNOWN_WORD: usize = 64;
const MAX_KNOWN: usize = 50_000;

/// What stands on a page. All places are in points from its upper left corner.
#[derive(Clone)]
pub(super) enum Item {
    /// One line of text that stands on `y`.
    Text { x: f32, y: f32, size: f32, weight: Weight, color: Rgb, text: String },
    /// A thin line across the columns.
    Rule { y: f32 },
    /// A picture of this width.
    Picture { x: f32, y: f32, width: f32, scene: Rc<Scene> },
}

/// Pages that are filled from above.
pub(super) struct Flow {
    height: f32,
    /// The pages of the matches before.
    before: usize,
    /// The pages so far.
    pub pages: Vec<Vec<Item>>,
    /// Where the next line begins.
    pub y: f32,
}

impl Flow {
    /// No page yet, of sheets that are `height` points high, behind so many pages of others.
    pub const fn new(height: f32, before: usize) -> Self {
        Self { height, before, pages: Vec::new(), y: f32::INFINITY }
    }

    /// A new page. `watch` is told how many there are.
    ///
    /// # Errors
    /// If `watch` ends it.
    pub fn turn(&mut self, watch: Watch<'_>) -> Result<(), PdfError> {
        self.pages.push(Vec::new());
        self.y = MARGIN;
        match watch(DrawnPart { done: 0, all: self.before + self.pages.len() }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(PdfError::Stopped),
        }
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
    pub fn picture(&mut self, sheet: &Sheet<'_>, (width, height): (f32, f32), scene: Scene) {
        let y = self.y + 4.0;
        self.put(Item::Picture {
            x: (sheet.points.0 - width) / 2.0,
            y,
            width,
            scene: Rc::new(scene),
        });
        self.y += height + 8.0;
    }
}

/// The lines of `text`, broken between words where they are wider than `width` at `size`. A word that is
/// wider is cut.
pub(super) fn wrapped(text: &str, weight: Weight, size: f32, width: f32) -> Vec<String> {
    let mut widths = WordWidths { face: weight.face(), size, known: HashMap::new() };
    let blank = widths.of(" ");
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let (mut line, mut used) = (String::new(), 0.0);
        for mut word in paragraph.split_whitespace() {
            // What has no room on a line of its own is cut.
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

/// How wide words are at one size. A text has few that are not met again.
struct WordWidths<'t> {
    face: &'static Face,
    size: f32,
    known: HashMap<&'t str, f32>,
}

impl<'t> WordWidths<'t> {
    fn of(&mut self, word: &'t str) -> f32 {
        if word.len() > MAX_KNOWN_WORD {
            return self.face.width(word, self.size);
        }
        if self.known.len() >= MAX_KNOWN {
            self.known.clear();
        }
        *self.known.entry(word).or_insert_with(|| self.face.width(word, self.size))
    }

    /// How many bytes of `word` are not wider than `width`.
    fn fitting(&mut self, word: &'t str, width: f32) -> usize {
        if word.len() <= MAX_KNOWN_WORD && self.of(word) <= width {
            word.len()
        } else {
            self.face.fitting(word, self.size, width)
        }
    }
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
