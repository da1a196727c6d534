//! A software renderer for egui, so that pixel tests need neither a display nor a GPU.
//!
//! It does the same as the GL painter of egui: textured triangles, with colours multiplied and blended in gamma space
//! with premultiplied alpha, clipped to whole pixels. Edges are smooth only as far as egui feathers them. Coverage is
//! computed in fixed-point numbers and colours in plain IEEE arithmetic, so that the same triangles give the same bytes
//! on every machine.
//!
//! Not implemented: dithering, which would hide differences, and mipmaps and paint callbacks, which the program does
//! not use. A callback is an error.
//!
//! Another test target includes this file with `#[path = "../pixels/renderer.rs"] mod renderer;`.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a rasteriser turns coordinates into indices; every one is clamped first"
)]

use std::collections::{HashMap, HashSet};

use eframe::egui;
use egui::epaint::{ImageData, ImageDelta, Mesh, Primitive, Vertex};
use egui::{Color32, Rect, TextureFilter, TextureId, TextureOptions, TextureWrapMode};
use image::RgbaImage;

/// The number of subpixels per pixel. Vertices are snapped to this grid, as on a GPU.
const SUBPIXELS: i64 = 256;

/// The distance in pixels beyond which vertices are skipped, so that products fit into `i64`.
const FAR: f32 = 1e6;

/// Returns the size in pixels of the picture for a window of this size and scale.
fn size_in_pixels(rect: Rect, pixels_per_point: f32) -> (u32, u32) {
    let size = rect.size() * pixels_per_point;
    (size.x.round() as u32, size.y.round() as u32)
}

/// A renderer for `Harness::builder().renderer(…)`.
#[derive(Default)]
pub struct CpuRenderer {
    textures: HashMap<TextureId, Texture>,
    /// The textures that egui has freed, but that the last frame may still use.
    freed: HashSet<TextureId>,
}

impl egui_kittest::TestRenderer for CpuRenderer {
    fn handle_delta(&mut self, delta: &mut egui::TexturesDelta) {
        for id in self.freed.drain() {
            self.textures.remove(&id);
        }
        for (id, changes) in delta.set.drain() {
            for change in changes {
                match self.textures.get_mut(&id) {
                    Some(texture) => texture.change(&change),
                    None => {
                        self.textures.insert(id, Texture::new(&change));
                    }
                }
            }
        }
        self.freed.extend(delta.free.drain());
    }

    fn render(
        &mut self,
        ctx: &egui::Context,
        output: &egui::FullOutput,
    ) -> Result<RgbaImage, String> {
        let scale = ctx.pixels_per_point();
        let (width, height) = size_in_pixels(ctx.content_rect(), scale);
        let mut canvas = Canvas::new(width as usize, height as usize);

        for clipped in ctx.tessellate(output.shapes.clone(), scale) {
            let Primitive::Mesh(mesh) = &clipped.primitive else {
                return Err("the CPU renderer does not paint callbacks".to_owned());
            };
            let Some(texture) = self.textures.get(&mesh.texture_id) else {
                return Err(format!("no texture {:?}", mesh.texture_id));
            };
            canvas.clip_to(clipped.clip_rect, scale);
            canvas.mesh(mesh, texture, scale);
        }

        RgbaImage::from_raw(width, height, canvas.pixels.into_flattened())
            .ok_or_else(|| "the picture's size does not fit its pixels".to_owned())
    }
}

/// A texture as sent by egui: premultiplied, in gamma space.
struct Texture {
    width: usize,
    height: usize,
    texels: Vec<Color32>,
    options: TextureOptions,
}

impl Texture {
    fn new(delta: &ImageDelta) -> Self {
        let ImageData::Color(image) = &delta.image;
        Self {
            width: image.width(),
            height: image.height(),
            texels: image.pixels.clone(),
            options: delta.options,
        }
    }

    fn change(&mut self, delta: &ImageDelta) {
        let Some([x, y]) = delta.pos else {
            *self = Self::new(delta);
            return;
        };
        let ImageData::Color(image) = &delta.image;
        for (row, source) in image.pixels.chunks_exact(image.width()).enumerate() {
            let start = (y + row) * self.width + x;
            self.texels[start..start + source.len()].copy_from_slice(source);
        }
        self.options = delta.options;
    }

    fn wrap(&self, index: i64, len: usize) -> usize {
        let len = len as i64;
        let index = match self.options.wrap_mode {
            TextureWrapMode::ClampToEdge => index.clamp(0, len - 1),
            TextureWrapMode::Repeat => index.rem_euclid(len),
            TextureWrapMode::MirroredRepeat => {
                let index = index.rem_euclid(2 * len);
                index.min(2 * len - 1 - index)
            }
        };
        index as usize
    }

    fn texel(&self, x: i64, y: i64) -> Rgba {
        let at = self.wrap(y, self.height) * self.width + self.wrap(x, self.width);
        Rgba::from(self.texels[at])
    }

    /// Returns the colour at `u` and `v`, both in texels.
    fn sample(&self, u: f32, v: f32, filter: TextureFilter) -> Rgba {
        match filter {
            TextureFilter::Nearest => self.texel(u.floor() as i64, v.floor() as i64),
            TextureFilter::Linear => {
                let (u, v) = (u - 0.5, v - 0.5);
                let (left, top) = (u.floor(), v.floor());
                let (x, y) = (left as i64, top as i64);
                // Glyphs are aligned with pixels, so most samples need one texel instead of four.
                let (right_part, low_part) = (u - left, v - top);
                let upper = if right_part == 0.0 {
                    self.texel(x, y)
                } else {
                    self.texel(x, y).mix(self.texel(x + 1, y), right_part)
                };
                if low_part == 0.0 {
                    return upper;
                }
                let lower = if right_part == 0.0 {
                    self.texel(x, y + 1)
                } else {
                    self.texel(x, y + 1).mix(self.texel(x + 1, y + 1), right_part)
                };
                upper.mix(lower, low_part)
            }
        }
    }
}

/// A premultiplied colour, with components from 0 to 255.
#[derive(Clone, Copy, PartialEq)]
struct Rgba {
    r: f32,
    g: f32,
    b: f32,
    a: f32,
}

impl From<Color32> for Rgba {
    fn from(color: Color32) -> Self {
        Self {
            r: f32::from(color.r()),
            g: f32::from(color.g()),
            b: f32::from(color.b()),
            a: f32::from(color.a()),
        }
    }
}

impl Rgba {
    fn mix(self, other: Self, part: f32) -> Self {
        let rest = 1.0 - part;
        Self {
            r: self.r * rest + other.r * part,
            g: self.g * rest + other.g * part,
            b: self.b * rest + other.b * part,
            a: self.a * rest + other.a * part,
        }
    }

    fn times(self, other: Self) -> Self {
        Self {
            r: self.r * other.r / 255.0,
            g: self.g * other.g / 255.0,
            b: self.b * other.b / 255.0,
            a: self.a * other.a / 255.0,
        }
    }

    /// Blends this colour over `pixel`.
    fn blend_into(self, pixel: &mut [u8; 4]) {
        let rest = 1.0 - self.a / 255.0;
        let over = |above: f32, below: u8| (above + f32::from(below) * rest + 0.5) as u8;
        *pixel = [
            over(self.r, pixel[0]),
            over(self.g, pixel[1]),
            over(self.b, pixel[2]),
            over(self.a, pixel[3]),
        ];
    }
}

/// A quantity that varies linearly over a triangle.
#[derive(Clone, Copy)]
struct Slope {
    /// The value at the centre of pixel (0, 0).
    origin: f64,
    per_x: f64,
    per_y: f64,
}

impl Slope {
    fn at(self, x: usize, y: usize) -> f32 {
        (self.origin + self.per_x * x as f64 + self.per_y * y as f64) as f32
    }

    fn is_flat(self) -> bool {
        self.per_x == 0.0 && self.per_y == 0.0
    }
}

/// A triangle on the subpixel grid, with its corners in clockwise order.
struct Triangle<'a> {
    corners: [&'a Vertex; 3],
    at: [(i64, i64); 3],
    double_area: i64,
}

impl<'a> Triangle<'a> {
    /// Returns the triangle, or `None` if it covers nothing.
    fn new(mut corners: [&'a Vertex; 3], scale: f32) -> Option<Self> {
        let snap = |v: f32| ((v * scale).clamp(-FAR, FAR) * SUBPIXELS as f32).round() as i64;
        let mut at = corners.map(|corner| (snap(corner.pos.x), snap(corner.pos.y)));
        let (a, b, c) = (at[0], at[1], at[2]);
        let double_area = (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
        if double_area < 0 {
            corners.swap(1, 2);
            at.swap(1, 2);
        }
        (double_area != 0).then_some(Self { corners, at, double_area: double_area.abs() })
    }

    /// Returns the range of pixels in row `y`, within `left..right`, whose centres the triangle covers. A centre on an
    /// edge that two triangles share belongs to the one for which this is a top or left edge.
    fn span(&self, y: usize, left: usize, right: usize) -> (usize, usize) {
        let (mut left, mut right) = (left as i64, right as i64);
        let centre = SUBPIXELS / 2;
        let row = y as i64 * SUBPIXELS + centre;
        for (from, to) in [(0, 1), (1, 2), (2, 0)] {
            let (from, to) = (self.at[from], self.at[to]);
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let top_or_left = dy < 0 || (dy == 0 && dx > 0);
            // A pixel is inside where `inside_at_zero - dy * SUBPIXELS * x >= 0`.
            let inside_at_zero =
                dx * (row - from.1) - dy * (centre - from.0) - i64::from(!top_or_left);
            let step = dy * SUBPIXELS;
            match step.signum() {
                1 => right = right.min(inside_at_zero.div_euclid(step) + 1),
                -1 => left = left.max(-inside_at_zero.div_euclid(-step)),
                _ if inside_at_zero < 0 => return (0, 0),
                _ => {}
            }
        }
        if left < right { (left as usize, right as usize) } else { (0, 0) }
    }

    fn slope(&self, of: impl Fn(&Vertex) -> f32) -> Slope {
        let [a, b, c] = self.corners.map(|corner| f64::from(of(corner)));
        if a == b && a == c {
            return Slope { origin: a, per_x: 0.0, per_y: 0.0 };
        }
        let pixels = |v: i64| v as f64 / SUBPIXELS as f64;
        let [pa, pb, pc] = self.at;
        let (bx, by) = (pixels(pb.0 - pa.0), pixels(pb.1 - pa.1));
        let (cx, cy) = (pixels(pc.0 - pa.0), pixels(pc.1 - pa.1));
        let area = self.double_area as f64 / (SUBPIXELS * SUBPIXELS) as f64;
        let per_x = ((b - a) * cy - (c - a) * by) / area;
        let per_y = ((c - a) * bx - (b - a) * cx) / area;
        Slope {
            origin: a + per_x * (0.5 - pixels(pa.0)) + per_y * (0.5 - pixels(pa.1)),
            per_x,
            per_y,
        }
    }
}

/// The picture, and the part of it that may be changed.
struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 4]>,
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
}

impl Canvas {
    fn new(width: usize, height: usize) -> Self {
        Self {
            width,
            height,
            pixels: vec![[0; 4]; width * height],
            left: 0,
            right: width,
            top: 0,
            bottom: height,
        }
    }

    fn clip_to(&mut self, rect: Rect, scale: f32) {
        let edge = |v: f32, most: usize| (v * scale).round().clamp(0.0, most as f32) as usize;
        self.left = edge(rect.min.x, self.width);
        self.right = edge(rect.max.x, self.width);
        self.top = edge(rect.min.y, self.height);
        self.bottom = edge(rect.max.y, self.height);
    }

    fn mesh(&mut self, mesh: &Mesh, texture: &Texture, scale: f32) {
        for corners in mesh.indices.chunks_exact(3) {
            let corners = [corners[0], corners[1], corners[2]];
            let corners = corners.map(|index| &mesh.vertices[index as usize]);
            if let Some(triangle) = Triangle::new(corners, scale) {
                self.triangle(&triangle, texture);
            }
        }
    }

    fn triangle(&mut self, triangle: &Triangle<'_>, texture: &Texture) {
        let rows = triangle.at.map(|(_, y)| y.div_euclid(SUBPIXELS));
        let top = rows[0].min(rows[1]).min(rows[2]).max(self.top as i64) as usize;
        let bottom = (rows[0].max(rows[1]).max(rows[2]) + 1).clamp(0, self.bottom as i64) as usize;
        if top >= bottom || self.left >= self.right {
            return;
        }

        let (width, height) = (texture.width as f32, texture.height as f32);
        let u = triangle.slope(|corner| corner.uv.x * width);
        let v = triangle.slope(|corner| corner.uv.y * height);
        let texels_per_pixel = u.per_x.hypot(v.per_x).max(u.per_y.hypot(v.per_y));
        let filter = if texels_per_pixel > 1.0 {
            texture.options.minification
        } else {
            texture.options.magnification
        };

        let [a, b, c] = triangle.corners.map(|corner| corner.color);
        let flat_color = (a == b && a == c).then(|| Rgba::from(a));
        let flat_texel = (u.is_flat() && v.is_flat())
            .then(|| texture.sample(u.origin as f32, v.origin as f32, filter));
        let parts = [0, 1, 2, 3].map(|part| {
            if flat_color.is_some() {
                triangle.slope(|_| 0.0)
            } else {
                triangle.slope(|corner| f32::from(corner.color.to_array()[part]))
            }
        });

        for y in top..bottom {
            let (left, right) = triangle.span(y, self.left, self.right);
            let row = &mut self.pixels[y * self.width..][left..right];
            if let (Some(color), Some(texel)) = (flat_color, flat_texel) {
                fill(row, color.times(texel));
                continue;
            }
            for (pixel, x) in row.iter_mut().zip(left..) {
                let color = flat_color.unwrap_or_else(|| Rgba {
                    r: parts[0].at(x, y),
                    g: parts[1].at(x, y),
                    b: parts[2].at(x, y),
                    a: parts[3].at(x, y),
                });
                let texel =
                    flat_texel.unwrap_or_else(|| texture.sample(u.at(x, y), v.at(x, y), filter));
                color.times(texel).blend_into(pixel);
            }
        }
    }
}

/// Fills a part of a row with one colour, the case of nine pixels in ten.
fn fill(row: &mut [[u8; 4]], color: Rgba) {
    if color.a == 255.0 {
        let mut opaque = [0; 4];
        color.blend_into(&mut opaque);
        row.fill(opaque);
    } else if color.a != 0.0 || color.r != 0.0 || color.g != 0.0 || color.b != 0.0 {
        for pixel in row {
            color.blend_into(pixel);
        }
    }
}
