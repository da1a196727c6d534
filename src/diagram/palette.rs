//! The palette of an animation: [`Palette`].

use foldhash::fast::FixedState;
use std::collections::HashMap;

/// The colours of a GIF, except for the transparent one.
const COLORS: usize = 255;

/// The index of the transparent colour.
pub(super) const CLEAR: u8 = 255;

/// The minimum alpha of an opaque pixel; a GIF has no partial transparency.
const SEEN: u8 = 128;

type Color = [u8; 3];

/// The frequency of each colour.
#[derive(Default)]
pub(super) struct Counts(HashMap<Color, u32, FixedState>);

impl Counts {
    /// Counts the colours of a row of pixels.
    pub fn add(&mut self, row: &[[u8; 4]]) {
        // Most pixels equal their neighbour.
        for run in row.chunk_by(|a, b| a == b) {
            let [red, green, blue, alpha] = run[0];
            if alpha >= SEEN {
                let count = u32::try_from(run.len()).unwrap_or(u32::MAX);
                *self.0.entry([red, green, blue]).or_default() += count;
            }
        }
    }

    /// Adds the counts of `other`.
    pub fn add_all(&mut self, other: Self) {
        for (color, count) in other.0 {
            *self.0.entry(color).or_default() += count;
        }
    }
}

/// The colours of all frames.
pub(super) struct Palette {
    colors: Vec<Color>,
}

impl Palette {
    /// Chooses the most frequent colours, so that flat colours are exact, at decreasing minimum distances, so that
    /// every other colour has one nearby.
    pub fn of(counts: Counts) -> Self {
        let mut by_count: Vec<_> = counts.0.into_iter().collect();
        by_count.sort_unstable_by_key(|&(color, count)| (std::cmp::Reverse(count), color));
        let mut colors: Vec<Color> = Vec::new();
        for apart in [900, 300, 100, 30, 1] {
            for &(color, _) in &by_count {
                if colors.len() < COLORS && colors.iter().all(|&c| distance(c, color) >= apart) {
                    colors.push(color);
                }
            }
        }
        Self { colors }
    }

    /// Returns three bytes per colour, as in a GIF.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colors.concat();
        bytes.resize((COLORS + 1) * 3, 0);
        bytes
    }

    /// Returns the index of the colour nearest to `color`.
    pub fn nearest(&self, color: Color) -> u8 {
        let places = (0_u8..).zip(&self.colors);
        let nearest = places.min_by_key(|(_, cached)| distance(**cached, color));
        nearest.map_or(CLEAR, |(place, _)| place)
    }
}

/// A cached lookup in a palette.
pub(super) struct Finder<'p> {
    palette: &'p Palette,
    cached: HashMap<Color, u8, FixedState>,
}

impl<'p> Finder<'p> {
    /// Creates an empty cache.
    pub fn new(palette: &'p Palette) -> Self {
        Self { palette, cached: HashMap::default() }
    }

    /// Writes the palette index of every pixel of `row` to `places`, which has the same length.
    pub fn find(&mut self, row: &[[u8; 4]], places: &mut [u8]) {
        let mut start = 0;
        // Most pixels equal their neighbour.
        for run in row.chunk_by(|a, b| a == b) {
            let [red, green, blue, alpha] = run[0];
            let place = if alpha < SEEN {
                CLEAR
            } else {
                let color = [red, green, blue];
                let palette = self.palette;
                *self.cached.entry(color).or_insert_with(|| palette.nearest(color))
            };
            let end = start + run.len();
            places[start..end].fill(place);
            start = end;
        }
    }
}

/// Returns the squared distance of two colours, weighted by the eye's sensitivity.
fn distance(a: Color, b: Color) -> u32 {
    let part = |n: usize| u32::from(a[n].abs_diff(b[n])).pow(2);
    2 * part(0) + 4 * part(1) + part(2)
}
