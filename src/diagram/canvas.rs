//! [`Canvas`]: successive pictures as pixels.

use super::{Raster, Rgb, drawing::Picture, element::Element, layout::Area, painter::Painter};
use crate::text::to_u32;
use resvg::tiny_skia::{Color, Pixmap, Transform};

/// The left, upper, right and lower edge of a rectangle, in pixels.
pub(super) type Pixels = [u32; 4];

/// Pixels that hold one picture after another. Only the areas of elements that differ from those of the previous picture
/// are painted.
#[derive(Default)]
pub(super) struct Canvas {
    painter: Painter,
    painted: Option<Painted>,
}

struct Painted {
    elements: Vec<PlacedElement>,
    pixmap: Pixmap,
}

/// An element and a rectangle that contains it.
struct PlacedElement {
    element: Element,
    bounds: Pixels,
}

impl Canvas {
    /// Paints `picture`, which must have the look of the previous pictures. Returns its pixels, and rectangles that
    /// contain all changes. Returns `None` if there is not enough memory.
    pub fn paint(&mut self, picture: Picture<'_>) -> Option<(&Pixmap, Vec<Pixels>)> {
        let [width, height] = picture.size;
        let scale = Transform::from_scale(
            width as f32 / picture.units[0],
            height as f32 / picture.units[1],
        );
        let background = picture.background();
        let place = |element: Element| {
            let bounds = pixels(element.bounds(picture.look.pieces), scale, picture.size);
            PlacedElement { element, bounds }
        };
        let elements: Vec<_> = picture.elements.into_iter().map(place).collect();
        let previous = self.painted.take();
        let mut paint = |area: Pixels| -> Option<Pixmap> {
            let [left, top, right, bottom] = area;
            let mut pixmap = Pixmap::new(right - left, bottom - top)?;
            if let Some(Rgb(red, green, blue)) = background {
                pixmap.fill(Color::from_rgba8(red, green, blue, 255));
            }
            let place = scale.post_translate(-(left as f32), -(top as f32));
            for PlacedElement { element, .. } in
                elements.iter().filter(|it| overlap(it.bounds, area))
            {
                self.painter.paint(element, &picture.look, place, &mut pixmap);
            }
            Some(pixmap)
        };
        let whole = [0, 0, width, height];
        let (pixmap, areas) = match previous {
            Some(Painted { elements: old, mut pixmap })
                if [pixmap.width(), pixmap.height()] == picture.size =>
            {
                let areas = changed_areas(&old, &elements);
                for &area in &areas {
                    copy(&paint(area)?, &mut pixmap, area);
                }
                (pixmap, areas)
            }
            _ => (paint(whole)?, vec![whole]),
        };
        let painted = self.painted.insert(Painted { elements, pixmap });
        Some((&painted.pixmap, areas))
    }

    /// Paints `picture` as an image, which is empty if its width is 0 or there is not enough memory.
    pub fn raster(picture: Picture<'_>) -> Raster {
        let mut canvas = Self::default();
        canvas.paint(picture);
        canvas.painted.map(|painted| painted.pixmap.into()).unwrap_or_default()
    }
}

/// Returns separate rectangles that contain all elements of `old` and `new` without an equal one in the other list.
fn changed_areas(old: &[PlacedElement], new: &[PlacedElement]) -> Vec<Pixels> {
    let mut areas = Vec::new();
    let mut rest = old;
    for placed in new {
        // Equal elements have the same order in both lists, so that those below others stay below them.
        match rest.iter().position(|it| it.element == placed.element) {
            Some(skipped) => {
                rest[..skipped].iter().for_each(|it| add_area(&mut areas, it.bounds));
                rest = &rest[skipped + 1..];
            }
            None => add_area(&mut areas, placed.bounds),
        }
    }
    rest.iter().for_each(|it| add_area(&mut areas, it.bounds));
    areas
}

/// Adds `area` to separate rectangles. Those that share pixels with it become one rectangle.
fn add_area(areas: &mut Vec<Pixels>, area: Pixels) {
    let mut joined = area;
    while let Some(other) = areas.iter().position(|&other| overlap(other, joined)) {
        joined = union(joined, areas.swap_remove(other));
    }
    if joined[0] < joined[2] && joined[1] < joined[3] {
        areas.push(joined);
    }
}

fn overlap(a: Pixels, b: Pixels) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

/// Returns the smallest rectangle that contains both.
pub(super) fn union(a: Pixels, b: Pixels) -> Pixels {
    [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]
}

/// Returns the pixels that `area` touches, in a picture of `size` pixels. `scale` converts units of the picture to pixels.
fn pixels(area: Area, scale: Transform, [width, height]: [u32; 2]) -> Pixels {
    [
        to_u32((area.left * scale.sx).floor()).min(width),
        to_u32((area.top * scale.sy).floor()).min(height),
        to_u32((area.right * scale.sx).ceil()).min(width),
        to_u32((area.bottom * scale.sy).ceil()).min(height),
    ]
}

/// Copies `patch` to the rectangle `area` of `pixmap`, which has the same size.
fn copy(patch: &Pixmap, pixmap: &mut Pixmap, area: Pixels) {
    let [left, top, right, _] = area.map(|edge| edge as usize);
    let width = pixmap.width() as usize;
    let rows = pixmap.pixels_mut().chunks_mut(width).skip(top);
    for (row, new) in rows.zip(patch.pixels().chunks(right - left)) {
        row[left..right].copy_from_slice(new);
    }
}
