//! [`PdfScenes`]: many pictures in one PDF. Parts that occur several times, such as squares, pieces, names and clocks,
//! are stored once, as a PDF form: a drawing that any number of pictures can refer to.

use super::{
    Look, Scene,
    pdf::{paint_tree, transform},
    svg::{PicturePart, base, picture_parts},
};
use krilla::{
    geom::{self, PathBuilder},
    graphic::Graphic,
    paint::{Stroke, StrokeDash},
    surface::Surface,
};
use resvg::{tiny_skia::Transform, usvg};
use std::collections::{HashMap, HashSet};

/// If more forms than this are cached, those that are not in the last picture are evicted. A form that is created again
/// after its eviction is still stored only once in the file.
const MAX_FORMS: usize = 1000;

/// The margin around the drawing in a form, in pixels of the picture.
const FORM_MARGIN: f32 = 6.0;

pub(super) struct PdfScenes<'a> {
    look: Look<'a>,
    /// The `width` attribute of a picture's SVG, in pixels.
    pixels: u32,
    /// The opening SVG tag, which is the same for all pictures, and the transform from units to pixels that it states.
    frame: (String, Transform),
    forms: HashMap<FormKey, Option<Graphic>>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum FormKey {
    /// A piece: its slot in the piece set, and the bits of its opacity.
    Piece(u16, u32),
    /// Any other part: its SVG text.
    Text(String),
}

impl FormKey {
    fn of(part: &PicturePart) -> Self {
        match part.piece {
            Some(piece) => Self::Piece(piece.slot, piece.opacity.to_bits()),
            None => Self::Text(part.text()),
        }
    }
}

impl<'a> PdfScenes<'a> {
    pub fn new(look: Look<'a>, pixels: u32) -> Self {
        Self { look, pixels, frame: (String::new(), Transform::identity()), forms: HashMap::new() }
    }

    /// Paints `scene`, `width` points wide, with its upper left corner at (`x`, `y`).
    pub fn paint(
        &mut self,
        surface: &mut Surface<'_>,
        scene: &Scene,
        (x, y): (f32, f32),
        width: f32,
    ) {
        let picture = picture_parts(scene, &self.look, self.pixels);
        let frame = picture.frame();
        if self.frame.0 != frame {
            self.forms.clear();
            self.frame = (frame.clone(), base(&frame));
        }
        let scale = width / picture.size[0] as f32;
        surface.push_transform(&geom::Transform::from_row(scale, 0.0, 0.0, scale, x, y));
        let mut painted = HashSet::new();
        for part in &picture.parts {
            let key = FormKey::of(part);
            let form = self.forms.entry(key.clone()).or_insert_with(|| {
                let tree = picture.read(part)?;
                let mut builder = surface.stream_builder();
                let mut inner = builder.surface();
                paint_tree(&mut inner, &tree);
                extend_bounds(&mut inner, &tree);
                inner.finish();
                Some(Graphic::new(builder.finish(), false))
            });
            if let Some(form) = form.clone() {
                surface.push_transform(&transform(part.place(self.frame.1)));
                surface.draw_graphic(form);
                surface.pop();
            }
            painted.insert(key);
        }
        surface.pop();
        if self.forms.len() > MAX_FORMS {
            self.forms.retain(|key, _| painted.contains(key));
        }
    }
}

/// Enlarges the bounds of a form by a margin around `tree`. PDF readers clip a form to its bounds; without the margin,
/// a reader that snaps lines to whole pixels may lose an edge. To enlarge the bounds without a visible mark, this
/// function draws a rectangle with a dashed line whose first gap is longer than the perimeter.
fn extend_bounds(surface: &mut Surface<'_>, tree: &usvg::Tree) {
    let bounds = tree.root().abs_layer_bounding_box();
    let (width, height) = (bounds.width() + 2.0 * FORM_MARGIN, bounds.height() + 2.0 * FORM_MARGIN);
    let mut builder = PathBuilder::new();
    if let Some(rect) = geom::Rect::from_xywh(
        bounds.left() - FORM_MARGIN,
        bounds.top() - FORM_MARGIN,
        width,
        height,
    ) {
        builder.push_rect(rect);
    }
    if let Some(path) = builder.finish() {
        let gap = 3.0 * (width + height);
        surface.set_fill(None);
        surface.set_stroke(Some(Stroke {
            dash: Some(StrokeDash { array: vec![1.0, gap], offset: 1.0 }),
            ..Stroke::default()
        }));
        surface.draw_path(&path);
    }
}
