//! [`Palette`]: the colours of an animation.

use foldhash::fast::FixedState;
use std::collections::HashMap;

/// The colours of a GIF, with one kept for what does not change.
const COLORS: usize = 255;

/// The one kept.
pub(super) const CLEAR: u8 = 255;

/// From this alpha on a pixel is seen; before it is not: a GIF knows nothing between.
const SEEN: u8 = 128;

type Color = [u8; 3];

/// How often each colour is met.
#[derive(Default)]
pub(super) struct Counts(HashMap<Color, u32, FixedState>);

impl Counts {
    /// Counts a row of pixels.
    pub fn add(&mut self, row: &[[u8; 4]]) {
        // Most pixels are as the one before.
        for run in row.chunk_by(|a, b| a == b) {
            let [red, green, blue, alpha] = run[0];
            if alpha >= SEEN {
                let count = u32::try_from(run.len()).unwrap_or(u32::MAX);
                *self.0.entry([red, green, blue]).or_default() += count;
            }
        }
    }

    /// Adds what was counted elsewhere.
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
    /// The colours that are met most often, flat ones exactly, with as much distance between them as leaves none of
    /// the others far from all.
    pub fn of(counts: Counts) -> Self {
        let mut met: Vec<_> = counts.0.into_iter().collect();
        met.sort_unstable_by_key(|&(color, count)| (std::cmp::Reverse(count), color));
        let mut colors: Vec<Color> = Vec::new();
        for apart in [900, 300, 100, 30, 1] {
            for &(color, _) in &met {
                if colors.len() < COLORS && colors.iter().all(|&c| distance(c, color) >= apart) {
                    colors.push(color);
                }
            }
        }
        Self { colors }
    }

    /// Three bytes a colour, as a GIF has them.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colors.concat();
        bytes.resize((COLORS + 1) * 3, 0);
        bytes
    }

    /// The place of the colour nearest to `color`.
    pub fn nearest(&self, color: Color) -> u8 {
        let places = (0_u8..).zip(&self.colors);
        let nearest = places.min_by_key(|(_, known)| distance(**known, color));
        nearest.map_or(CLEAR, |(place, _)| place)
    }
}

/// Looks colours up in a palette, and remembers them.
pub(super) struct Finder<'p> {
    palette: &'p Palette,
    known: HashMap<Color, u8, FixedState>,
}

impl<'p> Finder<'p> {
    /// Nothing is known yet.
    pub fn new(palette: &'p Palette) -> Self {
        Self { palette, known: HashMap::default() }
    }

    /// The place among the colours for every pixel of `row`, which are as many as `places`.
    pub fn find(&mut self, row: &[[u8; 4]], places: &mut [u8]) {
        let mut start = 0;
        // Most pixels are as the one before.
        for run in row.chunk_by(|a, b| a == b) {
            let [red, green, blue, alpha] = run[0];
            let place = if alpha < SEEN {
                CLEAR
            } else {
                let color = [red, green, blue];
                let palette = self.palette;
                *self.known.entry(color).or_insert_with(|| palette.nearest(color))
            };
            let end = start + run.len();
            places[start..end].fill(place);
            start = end;
        }
    }
}

/// How far two colours are apart, squared; green counts most to the eye.
fn distance(a: Color, b: Color) -> u32 {
    let part = |n: usize| u32::from(a[n].abs_diff(b[n])).pow(2);
    2 * part(0) + 4 * part(1) + part(2)
}
