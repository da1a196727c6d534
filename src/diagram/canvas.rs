//! [`Canvas`]: successive pictures as pixels.

use super::{
    Rgb,
    raster::render,
    svg::{Picture, PicturePart},
};
use resvg::tiny_skia::Pixmap;

/// The left, upper, right and lower edge of a rectangle, in pixels.
pub(super) type Pixels = [u32; 4];

/// Pixels that hold one picture after another. Only the parts that differ from the previous picture are painted; when
/// only clocks run, these are less than a twentieth of a picture.
#[derive(Default)]
pub(super) struct Canvas {
    painted: Option<Painted>,
}

struct Painted {
    parts: Vec<PicturePart>,
    background: Option<Rgb>,
    pixmap: Pixmap,
}

impl Canvas {
    /// Paints `picture`. Returns its pixels, and a rectangle that contains all changes, which is empty if there are
    /// none. Returns `None` if there is not enough memory.
    pub fn paint(&mut self, picture: Picture<'_>) -> Option<(&Pixmap, Pixels)> {
        let [width, height] = picture.size;
        let background = picture.background();
        let kept = self.painted.take().filter(|painted| painted.is_like(&picture));
        let changed = kept.as_ref().map(|painted| painted.changed_parts(&picture));
        let painted = match kept {
            Some(painted) => painted,
            None => Painted { parts: Vec::new(), background, pixmap: Pixmap::new(width, height)? },
        };
        let painted = self.painted.insert(painted);
        let mut bounds = [0; 4];
        let mut clear = |pixels, color| {
            fill(&mut painted.pixmap, pixels, color);
            bounds = if bounds == [0; 4] { pixels } else { union(bounds, pixels) };
        };
        let mut parts = Vec::new();
        if let Some(changed) = changed {
            for part in changed.into_iter().map(|index| &picture.parts[index]) {
                clear(picture.pixels(part.area), picture.ground(part).or(background));
                parts.push(part);
            }
        } else {
            clear([0, 0, width, height], background);
            parts.extend(&picture.parts);
        }
        if !parts.is_empty() {
            render(&picture.svg_with(&parts, "", ""), &mut painted.pixmap)?;
        }
        painted.parts = picture.parts;
        Some((&painted.pixmap, bounds))
    }
}

impl Painted {
    /// Returns whether `picture` can differ only in the content of its parts.
    fn is_like(&self, picture: &Picture<'_>) -> bool {
        [self.pixmap.width(), self.pixmap.height()] == picture.size
            && self.background == picture.background()
            && self.parts.len() == picture.parts.len()
            && self.parts.iter().zip(&picture.parts).all(|(old, new)| old.area == new.area)
    }

    /// Returns the indexes of the parts of `picture` that must be painted again: those that differ, and those that share
    /// pixels with one that is painted, unless it covers a plain part of them.
    fn changed_parts(&self, picture: &Picture<'_>) -> Vec<usize> {
        let pixels: Vec<Pixels> =
            picture.parts.iter().map(|part| picture.pixels(part.area)).collect();
        let has_ground: Vec<bool> =
            picture.parts.iter().map(|part| picture.ground(part).is_some()).collect();
        let mut is_changed: Vec<bool> =
            self.parts.iter().zip(&picture.parts).map(|(old, new)| old != new).collect();
        // Parts are few, and a part that shares pixels with a changed one can itself share pixels with another.
        let mut queue: Vec<usize> = (0..pixels.len()).filter(|&index| is_changed[index]).collect();
        while let Some(changed) = queue.pop() {
            for other in 0..pixels.len() {
                let is_below = other < changed;
                let is_affected =
                    overlap(pixels[changed], pixels[other]) && !(is_below && has_ground[changed]);
                if is_affected && !is_changed[other] {
                    is_changed[other] = true;
                    queue.push(other);
                }
            }
        }
        (0..pixels.len()).filter(|&index| is_changed[index]).collect()
    }
}

fn overlap(a: Pixels, b: Pixels) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

/// Returns the smallest rectangle that contains both.
fn union(a: Pixels, b: Pixels) -> Pixels {
    [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]
}

/// Fills the rectangle with `color`, or makes it transparent.
fn fill(pixmap: &mut Pixmap, [left, top, right, bottom]: Pixels, color: Option<Rgb>) {
    let pixel = color.map_or([0; 4], |Rgb(red, green, blue)| [red, green, blue, 255]);
    let width = pixmap.width() as usize;
    let (pixels, _) = pixmap.data_mut().as_chunks_mut::<4>();
    for row in pixels.chunks_mut(width).take(bottom as usize).skip(top as usize) {
        row[left as usize..right as usize].fill(pixel);
    }
}
