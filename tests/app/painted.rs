//! [`Painted`]: the shapes in a window's last frame, independent of its state.

use crate::window::Window;
use eframe::egui::{Color32, Pos2, Rect, Shape, TextureId, epaint::ColorMode};
use std::collections::{BTreeMap, BTreeSet};

/// The painted shapes, by kind.
#[derive(Debug, Default)]
pub struct Painted {
    /// The texts.
    pub words: Vec<String>,
    /// The number of lines in each text.
    pub rows: Vec<usize>,
    /// The start and the colour of each part of the texts.
    pub inks: Vec<(Pos2, Color32)>,
    /// The underlined parts of the texts.
    pub underlined: Vec<String>,
    /// The rectangle of each text.
    pub places: Vec<Rect>,
    /// The rectangle to which each text is clipped.
    pub clips: Vec<Rect>,
    /// The texts that are elided or clipped at the side, with the part that can be seen.
    pub cut: Vec<(String, Rect)>,
    /// The number of characters that were laid out.
    pub characters: usize,
    /// The number of shapes of each colour.
    pub colours: BTreeMap<[u8; 4], usize>,
    /// The painted textures other than the font atlas.
    pub pictures: BTreeSet<TextureId>,
    /// The outlined rectangles with the width and the colour of the line.
    pub outlines: Vec<(Rect, f32, Color32)>,
    /// The filled rectangles.
    pub fills: Vec<Rect>,
    /// The area of the filled rectangles in square points, unweighted and weighted by brightness from 0 to 1.
    ground: (f32, f32),
}

impl Painted {
    /// Collects the shapes in the last frame of `window`.
    pub fn of(window: &Window) -> Self {
        let mut painted = Self::default();
        for clipped in &window.harness.output().shapes {
            painted.add(&clipped.shape, clipped.clip_rect);
        }
        painted
    }

    /// Returns the number of times that a text is painted.
    pub fn count(&self, words: &str) -> usize {
        self.words.iter().filter(|it| *it == words).count()
    }

    /// Returns the mean brightness of the filled rectangles, from 0 to 1.
    pub fn brightness(&self) -> f32 {
        self.ground.1 / self.ground.0.max(1.0)
    }

    /// Returns the colours of the texts that begin within `place`.
    pub fn inks_in(&self, place: Rect) -> Vec<Color32> {
        let within = self.inks.iter().filter(|(at, _)| place.contains(*at));
        within.map(|(_, ink)| *ink).collect()
    }

    /// Returns the number of filled rectangles that are within `place` and cover at least half of it.
    pub fn filled(&self, place: Rect) -> usize {
        let inside = self.fills.iter().filter(|fill| {
            place.expand(0.5).contains_rect(**fill) && fill.area() * 2.0 >= place.area()
        });
        inside.count()
    }

    /// Returns the colours of at least 48 shapes, which only squares of the boards can be.
    pub fn squares(&self) -> BTreeSet<[u8; 4]> {
        let many = self.colours.iter().filter(|(_, count)| **count >= 48);
        many.map(|(colour, _)| *colour).collect()
    }

    fn add_colour(&mut self, colour: Color32) {
        if colour.a() > 0 {
            *self.colours.entry(colour.to_array()).or_default() += 1;
        }
    }

    fn add(&mut self, shape: &Shape, clip: Rect) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| self.add(shape, clip)),
            Shape::Rect(rect) => {
                self.add_colour(rect.fill);
                self.add_colour(rect.stroke.color);
                if rect.stroke.width > 0.0 {
                    self.outlines.push((rect.rect, rect.stroke.width, rect.stroke.color));
                }
                if rect.fill.a() > 0 {
                    self.fills.push(rect.rect);
                }
                if rect.fill.is_opaque() {
                    let area = rect.rect.area();
                    self.ground.0 += area;
                    self.ground.1 += area * rect.fill.intensity();
                }
            }
            Shape::Circle(circle) => {
                self.add_colour(circle.fill);
                self.add_colour(circle.stroke.color);
            }
            Shape::LineSegment { stroke, .. } => self.add_colour(stroke.color),
            Shape::Path(path) => {
                self.add_colour(path.fill);
                if let ColorMode::Solid(colour) = path.stroke.color {
                    self.add_colour(colour);
                }
            }
            Shape::Text(text) => {
                self.words.push(text.galley.text().to_owned());
                self.rows.push(text.galley.rows.len());
                let job = &text.galley.job;
                self.inks.extend(job.sections.iter().map(|it| {
                    let own = Some(it.format.color).filter(|ink| *ink != Color32::PLACEHOLDER);
                    let ink = text.override_text_color.or(own);
                    (text.pos, ink.unwrap_or(text.fallback_color))
                }));
                let lines = job.sections.iter().filter(|it| it.format.underline.width > 0.0);
                let parts =
                    lines.map(|it| job.text[it.byte_range.start.0..it.byte_range.end.0].to_owned());
                self.underlined.extend(parts);
                let place = text.visual_bounding_rect();
                self.places.push(place);
                self.clips.push(clip);
                let is_cut = place.left() < clip.left() - 2.0 || place.right() > clip.right() + 2.0;
                let seen = place.intersect(clip);
                if (is_cut || text.galley.elided) && seen.is_positive() {
                    self.cut.push((text.galley.text().to_owned(), seen));
                }
                let rows = text.galley.rows.iter();
                self.characters += rows.map(|row| row.glyphs.len()).sum::<usize>();
            }
            Shape::Mesh(mesh) if mesh.texture_id != TextureId::default() => {
                self.pictures.insert(mesh.texture_id);
            }
            Shape::Mesh(mesh) => {
                for corners in mesh.vertices.chunks(4) {
                    self.add_colour(corners[0].color);
                }
            }
            _ => {}
        }
    }
}
