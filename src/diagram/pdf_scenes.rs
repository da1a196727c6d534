//! Pictures of many moments in one PDF: [`PdfScenes`]. Parts with the same text, such as squares, pieces, a name or a
//! clock, are stored once, as a form that each picture places.

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

/// The maximum number of cached forms. A form that is created again is stored only once in the file.
const MAX_FORMS: usize = 1000;

/// The margin around a form, in pixels of the picture.
const ROOM: f32 = 6.0;

/// The pictures of one file.
pub(super) struct PdfScenes<'a> {
    look: Look<'a>,
    /// The nominal width of a picture in its SVG, in pixels.
    pixels: u32,
    /// The opening text of the pictures, with size and units, and its transform.
    frame: (String, Transform),
    forms: HashMap<FormKey, Option<Graphic>>,
}

/// The content of a form.
#[derive(Clone, PartialEq, Eq, Hash)]
enum FormKey {
    /// A piece: slot in the set, and opacity as bits.
    Piece(u16, u32),
    /// Anything else, by its text.
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
    /// Creates an empty cache for pictures with this look.
    pub fn new(look: Look<'a>, pixels: u32) -> Self {
        Self { look, pixels, frame: (String::new(), Transform::identity()), forms: HashMap::new() }
    }

    /// Paints `scene` with its upper left corner at the given point, `width` wide.
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
        #[expect(clippy::cast_precision_loss, reason = "a size in pixels")]
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
                widen(&mut inner, &tree);
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

/// Widens a form by a margin around `tree`. A form is clipped to its bounds, and readers that snap lines to whole
/// pixels would lose an edge. The line drawn for this begins inside a gap of its dashes, so it has bounds but no ink.
fn widen(surface: &mut Surface<'_>, tree: &usvg::Tree) {
    let bounds = tree.root().abs_layer_bounding_box();
    let (width, height) = (bounds.width() + 2.0 * ROOM, bounds.height() + 2.0 * ROOM);
    let mut builder = PathBuilder::new();
    if let Some(rect) =
        geom::Rect::from_xywh(bounds.left() - ROOM, bounds.top() - ROOM, width, height)
    {
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
