//! [`Palette`]: the colours of an animated GIF.

use super::canvas::Pixels;
use foldhash::fast::FixedState;
use resvg::tiny_skia::Pixmap;
use std::collections::HashMap;

/// The maximum number of colours in a GIF, excluding the transparent one.
const COLORS: usize = 255;

/// The index of the transparent colour.
pub(super) const CLEAR: u8 = 255;

/// A pixel with at least this alpha is drawn as opaque. A GIF has no partial transparency.
const MIN_OPAQUE_ALPHA: u8 = 128;

type Color = [u8; 3];

/// The number of pixels of each colour.
#[derive(Default)]
pub(super) struct Counts(HashMap<Color, u32, FixedState>);

impl Counts {
    /// Counts the opaque pixels of `pixmap`.
    pub fn of(pixmap: &Pixmap) -> Self {
        let mut counts = Self::default();
        let (pixels, _) = pixmap.data().as_chunks::<4>();
        // Most pixels equal their neighbours.
        for run in pixels.chunk_by(|a, b| a == b) {
            let [red, green, blue, alpha] = run[0];
            if alpha >= MIN_OPAQUE_ALPHA {
                let count = u32::try_from(run.len()).unwrap_or(u32::MAX);
                *counts.0.entry([red, green, blue]).or_default() += count;
            }
        }
        counts
    }

    pub fn add_all(&mut self, other: Self) {
        for (color, count) in other.0 {
            *self.0.entry(color).or_default() += count;
        }
    }
}

/// The colours shared by all frames.
pub(super) struct Palette {
    colors: Vec<Color>,
}

impl Palette {
    /// Chooses the colours, most frequent first, so that flat areas keep their exact colour. The first pass accepts
    /// only colours that are far from those already chosen. Later passes accept closer and closer colours. The palette
    /// thus has a similar colour even for rare colours.
    pub fn of(counts: Counts) -> Self {
        let mut by_count: Vec<_> = counts.0.into_iter().collect();
        by_count.sort_unstable_by_key(|&(color, count)| (std::cmp::Reverse(count), color));
        let mut colors: Vec<Color> = Vec::new();
        for min_distance in [900, 300, 100, 30, 1] {
            for &(color, _) in &by_count {
                if colors.len() < COLORS
                    && colors.iter().all(|&c| distance(c, color) >= min_distance)
                {
                    colors.push(color);
                }
            }
        }
        Self { colors }
    }

    /// Returns the palette in the format of a GIF: three bytes for each colour, padded to 256 colours.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colors.concat();
        bytes.resize((COLORS + 1) * 3, 0);
        bytes
    }

    /// Returns the index of the colour nearest to `color`, or [`CLEAR`] if the palette is empty.
    pub fn nearest(&self, color: Color) -> u8 {
        let places = (0_u8..).zip(&self.colors);
        let nearest = places.min_by_key(|(_, chosen)| distance(**chosen, color));
        nearest.map_or(CLEAR, |(place, _)| place)
    }
}

/// A cache of the palette index nearest to each colour.
#[derive(Default)]
pub(super) struct PaletteLookup(HashMap<Color, u8, FixedState>);

impl PaletteLookup {
    /// Returns the index in `palette` of each pixel of `pixmap` inside the rectangle, row by row.
    pub fn find(&mut self, palette: &Palette, pixmap: &Pixmap, inside: Pixels) -> Vec<u8> {
        let [left, top, right, bottom] = inside.map(|edge| edge as usize);
        let (pixels, _) = pixmap.data().as_chunks::<4>();
        let mut indexes = Vec::with_capacity((right - left) * (bottom - top));
        for row in pixels.chunks(pixmap.width() as usize).take(bottom).skip(top) {
            // Most pixels equal their neighbours.
            for run in row[left..right].chunk_by(|a, b| a == b) {
                let [red, green, blue, alpha] = run[0];
                let index = if alpha < MIN_OPAQUE_ALPHA {
                    CLEAR
                } else {
                    let color = [red, green, blue];
                    *self.0.entry(color).or_insert_with(|| palette.nearest(color))
                };
                indexes.resize(indexes.len() + run.len(), index);
            }
        }
        indexes
    }
}

/// Returns the squared distance between two colours, weighted by the sensitivity of the eye.
fn distance(a: Color, b: Color) -> u32 {
    let part = |n: usize| u32::from(a[n].abs_diff(b[n])).pow(2);
    2 * part(0) + 4 * part(1) + part(2)
}
