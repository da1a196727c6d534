//! [`Canvas`]: successive pictures as pixels.

use super::{
    Rgb,
    raster::render,
    svg::{Picture, PicturePart},
};
use resvg::tiny_skia::Pixmap;

/// Left, upper, right and lower edge, in pixels.
type Pixels = [u32; 4];

/// Pixels that hold one picture after another. Only the parts that differ from the previous picture are painted, which
/// are a twentieth of a picture when a clock runs.
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
    /// Paints `picture` and returns its pixels, or `None` if there is not enough memory.
    pub fn paint(&mut self, picture: Picture<'_>) -> Option<&Pixmap> {
        let changed = self.painted.as_ref().and_then(|painted| painted.changed_parts(&picture));
        let Some(changed) = changed else {
            return self.paint_all(picture);
        };
        let painted = self.painted.as_mut()?;
        for &index in &changed {
            fill(
                &mut painted.pixmap,
                picture.pixels(picture.parts[index].area),
                painted.background,
            );
        }
        let parts: Vec<_> = changed.iter().map(|&index| &picture.parts[index]).collect();
        if !parts.is_empty() {
            render(&picture.svg_of_parts(&parts), &mut painted.pixmap)?;
        }
        painted.parts = picture.parts;
        Some(&painted.pixmap)
    }

    fn paint_all(&mut self, picture: Picture<'_>) -> Option<&Pixmap> {
        let [width, height] = picture.size;
        let mut pixmap = Pixmap::new(width, height)?;
        fill(&mut pixmap, [0, 0, width, height], picture.background());
        let parts: Vec<_> = picture.parts.iter().collect();
        render(&picture.svg_of_parts(&parts), &mut pixmap)?;
        let background = picture.background();
        let painted = self.painted.insert(Painted { parts: picture.parts, background, pixmap });
        Some(&painted.pixmap)
    }
}

impl Painted {
    /// Returns the indexes of the parts of `picture` that must be painted again: those that differ, and those that share
    /// pixels with one that is painted. Returns `None` if the pictures are not alike.
    fn changed_parts(&self, picture: &Picture<'_>) -> Option<Vec<usize>> {
        let size = [self.pixmap.width(), self.pixmap.height()];
        let is_alike = size == picture.size
            && self.background == picture.background()
            && self.parts.len() == picture.parts.len()
            && self.parts.iter().zip(&picture.parts).all(|(old, new)| old.area == new.area);
        if !is_alike {
            return None;
        }
        let areas: Vec<Pixels> =
            picture.parts.iter().map(|part| picture.pixels(part.area)).collect();
        let mut is_changed: Vec<bool> =
            self.parts.iter().zip(&picture.parts).map(|(old, new)| old != new).collect();
        // A part that shares pixels with a changed one can itself share pixels with the next.
        loop {
            let touched = (0..areas.len()).find(|&index| {
                let mut changed = areas.iter().zip(&is_changed).filter(|(_, changed)| **changed);
                !is_changed[index] && changed.any(|(area, _)| overlap(*area, areas[index]))
            });
            let Some(touched) = touched else { break };
            is_changed[touched] = true;
        }
        Some((0..areas.len()).filter(|&index| is_changed[index]).collect())
    }
}

fn overlap(a: Pixels, b: Pixels) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
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
