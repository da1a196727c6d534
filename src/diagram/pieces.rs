//! [`PieceSet`]: the drawings of the twelve pieces.

use super::{Point, layout::Area};
use crate::{
    file::{FileError, Source},
    rules::{Color, Piece, Role},
};
use resvg::{
    tiny_skia::{Pixmap, PixmapPaint, Transform},
    usvg,
};
use std::{path::Path, sync::OnceLock};

pub struct PieceSet {
    name: String,
    /// The drawings, indexed by [`Self::slot`].
    drawings: Vec<usvg::Tree>,
    /// The drawings as SVG text without the outermost element. Those of bundled sets are constant; those of other sets
    /// are computed on first use.
    fragments: OnceLock<Vec<String>>,
}

/// An image of pixels with premultiplied alpha, four bytes each, row by row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Raster {
    pub width: u32,
    pub height: u32,
    /// `width × height × 4` bytes.
    pub rgba: Vec<u8>,
}

impl From<Pixmap> for Raster {
    fn from(pixmap: Pixmap) -> Self {
        Self { width: pixmap.width(), height: pixmap.height(), rgba: pixmap.take() }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum PieceSetError {
    #[error("no piece set {0}; use {list}, or a folder of twelve SVG files", list = PieceSet::NAMES.join(", "))]
    NoSuchSet(String),
    #[error(transparent)]
    File(#[from] FileError),
    #[error("cannot read {piece}.svg of the piece set {set} ({reason})")]
    Drawing {
        set: String,
        /// The piece, as in the file name: `wP`.
        piece: &'static str,
        reason: usvg::Error,
    },
}

/// The number of pieces in an atlas: an image with all pieces side by side.
const ATLAS_PIECES: u32 = 12;

macro_rules! drawings {
    ($set:literal) => {
        [
            include_bytes!(concat!("../../assets/pieces/", $set, "/wP.svg")).as_slice(),
            include_bytes!(concat!("../../assets/pieces/", $set, "/wN.svg")),
            include_bytes!(concat!("../../assets/pieces/", $set, "/wB.svg")),
            include_bytes!(concat!("../../assets/pieces/", $set, "/wR.svg")),
            include_bytes!(concat!("../../assets/pieces/", $set, "/wQ.svg")),
            include_bytes!(concat!("../../assets/pieces/", $set, "/wK.svg")),
            include_bytes!(concat!("../../assets/pieces/", $set, "/bP.svg")),
            include_bytes!(concat!("../../assets/pieces/", $set, "/bN.svg")),
            include_bytes!(concat!("../../assets/pieces/", $set, "/bB.svg")),
            include_bytes!(concat!("../../assets/pieces/", $set, "/bR.svg")),
            include_bytes!(concat!("../../assets/pieces/", $set, "/bQ.svg")),
            include_bytes!(concat!("../../assets/pieces/", $set, "/bK.svg")),
        ]
    };
}

impl PieceSet {
    /// The names of the bundled sets; the first is the default.
    pub const NAMES: [&'static str; 5] = ["tandem", "cburnett", "merida", "pirat", "letters"];

    /// The names of the twelve files in a set, without `.svg`, in the order of [`Self::slot`].
    pub const FILES: [&'static str; 12] =
        ["wP", "wN", "wB", "wR", "wQ", "wK", "bP", "bN", "bB", "bR", "bQ", "bK"];

    /// Loads the bundled set called `name`. If there is none, loads the files `wP.svg` to `bK.svg` from the folder
    /// `name`.
    ///
    /// # Errors
    /// If neither the set nor the folder exists, or if a file cannot be read.
    pub fn load(name: &str) -> Result<Self, PieceSetError> {
        let drawings = match name {
            "tandem" => drawings!("tandem"),
            "cburnett" => drawings!("cburnett"),
            "merida" => drawings!("merida"),
            "pirat" => drawings!("pirat"),
            "letters" => drawings!("letters"),
            folder if Path::new(folder).is_dir() => return Self::of_folder(folder),
            _ => return Err(PieceSetError::NoSuchSet(name.to_owned())),
        };
        let set = Self::of(name, &drawings)?;
        // The bundled drawings are minimal and contain no ids, so they need no cleanup.
        let fragments = drawings.map(|svg| std::str::from_utf8(svg).map_or("", inside).to_owned());
        set.fragments.get_or_init(|| fragments.to_vec());
        Ok(set)
    }

    fn of_folder(name: &str) -> Result<Self, PieceSetError> {
        let mut drawings: [Vec<u8>; 12] = Default::default();
        for (drawing, piece) in drawings.iter_mut().zip(Self::FILES) {
            let file = Source::read(&Path::new(name).join(format!("{piece}.svg")))?;
            *drawing = file.bytes().to_vec();
        }
        Self::of(name, &drawings)
    }

    /// Creates a set called `name` from twelve SVG drawings, in the order of [`Self::FILES`].
    ///
    /// # Errors
    /// If a drawing is invalid.
    pub fn of(name: &str, drawings: &[impl AsRef<[u8]>; 12]) -> Result<Self, PieceSetError> {
        let options = usvg::Options::default();
        let drawings = drawings
            .iter()
            .zip(Self::FILES)
            .map(|(svg, piece)| {
                usvg::Tree::from_data(svg.as_ref(), &options).map_err(|reason| {
                    PieceSetError::Drawing { set: name.to_owned(), piece, reason }
                })
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { name: name.to_owned(), drawings, fragments: OnceLock::new() })
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Renders all pieces side by side, in the order of [`Self::slot`], each in a square of `side` pixels. The raster
    /// is empty if `side` is 0 or there is not enough memory.
    pub fn atlas(&self, side: u32) -> Raster {
        let Some(mut pixmap) = Pixmap::new(side * ATLAS_PIECES, side) else {
            return Raster::default();
        };
        for (slot, drawing) in (0_u16..).zip(&self.drawings) {
            let side = side as f32;
            let [scale, x, y] = placed(drawing, side);
            let x = f32::from(slot) * side + x;
            let place = Transform::from_scale(scale, scale).post_translate(x, y);
            resvg::render(drawing, place, &mut pixmap.as_mut());
        }
        pixmap.into()
    }

    /// Paints `piece` over `pixmap`, into a square of `side` units. `place` converts units of the square to pixels.
    pub(super) fn paint(
        &self,
        piece: Piece,
        side: f32,
        opacity: f32,
        place: Transform,
        pixmap: &mut Pixmap,
    ) {
        let drawing = &self.drawings[usize::from(Self::slot(piece))];
        let [scale, x, y] = placed(drawing, side);
        let inner = place.pre_translate(x, y).pre_scale(scale, scale);
        if opacity == 1.0 {
            resvg::render(drawing, inner, &mut pixmap.as_mut());
            return;
        }
        let bounds = drawing.root().abs_layer_bounding_box().transform(inner);
        let area = bounds.and_then(|bounds| bounds.to_rect().round_out());
        let layer = area.and_then(|area| Some((area, Pixmap::new(area.width(), area.height())?)));
        if let Some((area, mut layer)) = layer {
            let (left, top) = (area.left(), area.top());
            let moved = inner.post_translate(-(left as f32), -(top as f32));
            resvg::render(drawing, moved, &mut layer.as_mut());
            let paint = PixmapPaint { opacity, ..PixmapPaint::default() };
            let identity = Transform::identity();
            pixmap.draw_pixmap(left, top, layer.as_ref(), &paint, identity, None);
        }
    }

    /// Returns the area of `piece` in a square of `side` units with the upper left corner `at`.
    pub(super) fn bounds(&self, piece: Piece, at: Point, side: f32) -> Area {
        let drawing = &self.drawings[usize::from(Self::slot(piece))];
        let [scale, x, y] = placed(drawing, side);
        let bounds = drawing.root().abs_layer_bounding_box();
        let corner = [at[0] + x + bounds.x() * scale, at[1] + y + bounds.y() * scale];
        Area::of(corner, [bounds.width() * scale, bounds.height() * scale], 0.0)
    }

    /// Returns the drawing at `slot` as the content of an SVG element, without scripts, links and editor metadata. Also
    /// returns the scale and the x and y offsets that centre the drawing in a square of `side` units.
    pub(super) fn fragment(&self, slot: u16, side: f32) -> (&str, [f32; 3]) {
        let slot = usize::from(slot);
        let fragments = self.fragments.get_or_init(|| {
            let drawings = self.drawings.iter().zip(Self::FILES);
            drawings.map(|(tree, piece)| fragment(tree, piece)).collect()
        });
        (&fragments[slot], placed(&self.drawings[slot], side))
    }

    /// Returns the index of `piece` in a set: 0 to 5 for White's pawn, knight, bishop, rook, queen and king, 6 to 11
    /// for Black's.
    pub const fn slot(piece: Piece) -> u16 {
        let color = match piece.color {
            Color::White => 0,
            Color::Black => 6,
        };
        color + piece.role as u16 - Role::Pawn as u16
    }

    /// Returns the left and right edge of `piece` in an atlas, as fractions of the width of the atlas.
    pub fn span(piece: Piece) -> (f32, f32) {
        let slot = f32::from(Self::slot(piece));
        (slot / 12.0, (slot + 1.0) / 12.0)
    }
}

/// Returns the scale and the x and y offsets that place `drawing` in the middle of a square of `side` units.
fn placed(drawing: &usvg::Tree, side: f32) -> [f32; 3] {
    let size = drawing.size();
    let scale = side / size.width().max(size.height());
    [scale, (side - size.width() * scale) / 2.0, (side - size.height() * scale) / 2.0]
}

fn fragment(drawing: &usvg::Tree, piece: &str) -> String {
    let is_small = drawing.size().width().max(drawing.size().height()) < 30.0;
    let svg = drawing.to_string(&usvg::WriteOptions {
        id_prefix: Some(format!("{piece}-")),
        // Two decimals are finer than any printer if the drawing has about 45 units. Small drawings need more.
        coordinates_precision: if is_small { 5 } else { 2 },
        transforms_precision: 5,
        indent: usvg::Indent::None,
        attributes_indent: usvg::Indent::None,
        ..usvg::WriteOptions::default()
    });
    inside(&svg).to_owned()
}

fn inside(svg: &str) -> &str {
    let between = || svg.get(svg.find('>')? + 1..svg.rfind("</svg>")?);
    between().unwrap_or_default()
}
