//! The pieces as textures: one atlas for each size on the screen.

use crate::{
    diagram::{PieceSet, PieceSetError, Raster},
    rules::Piece,
    text::to_u32,
};
use eframe::egui::{
    Color32, ColorImage, Context, Mesh, Rect, TextureHandle, TextureOptions, Vec2, pos2,
};

/// The maximum width and height of a texture, in pixels.
pub(super) const MAX_TEXTURE: usize = 8192;

/// An atlas is a single row of this many pieces.
const ROW_PIECES: usize = 12;

/// The maximum number of cached atlases: for two boards, for the pieces and the silhouettes of their reserves, and a
/// few left over from a resize.
const MAX_ATLASES: usize = 6;

/// The width of the rim of a piece, relative to its side.
const RIM: f32 = 0.035;

/// A piece set, rasterised at the sizes on the screen.
pub struct Art {
    set: PieceSet,
    /// The error if the selected set could not be loaded; the default set then replaces it.
    load_error: Option<PieceSetError>,
    /// The atlases, most recently used last. Each is stored with the side of its pieces in pixels, and whether they are
    /// silhouettes.
    atlases: Vec<((u32, bool), TextureHandle)>,
}

impl Art {
    /// Loads the set called `name`. If that set cannot be read, loads the default set.
    ///
    /// # Errors
    /// If a drawing of the default set cannot be read.
    pub fn load(name: &str) -> Result<Self, PieceSetError> {
        let (set, load_error) = match PieceSet::load(name) {
            Ok(set) => (set, None),
            Err(error) => (PieceSet::load(PieceSet::NAMES[0])?, Some(error)),
        };
        Ok(Self { set, load_error, atlases: Vec::new() })
    }

    /// Returns the message that the default pieces replace the selected set, or `None` if the selected set was loaded.
    pub fn load_error(&self) -> Option<String> {
        let error = self.load_error.as_ref()?;
        Some(format!("{error}; using the default pieces instead"))
    }

    /// Returns the name of the piece set.
    pub fn name(&self) -> &str {
        self.set.name()
    }

    pub const fn set(&self) -> &PieceSet {
        &self.set
    }

    /// Returns an empty mesh for pieces `side` points wide. The pieces are rasterised at exactly that size.
    pub fn pieces(&mut self, ctx: &Context, side: f32) -> Pieces {
        self.mesh_of(ctx, side, false)
    }

    /// Like [`Self::pieces`], for white silhouettes, which can be tinted in any colour.
    pub fn silhouettes(&mut self, ctx: &Context, side: f32) -> Pieces {
        self.mesh_of(ctx, side, true)
    }

    fn mesh_of(&mut self, ctx: &Context, side: f32, silhouettes: bool) -> Pieces {
        let pixels = side * ctx.pixels_per_point();
        // After a change of text size, the first frame is laid out before the size of the screen is known, so `side`
        // can be too large.
        let max_side = ctx.input(|input| input.max_texture_side) / ROW_PIECES;
        let pixels = to_u32(pixels.round().min(max_side as f32).max(1.0));
        let key = (pixels, silhouettes);
        let handle = match self.atlases.iter().position(|(cached_key, _)| *cached_key == key) {
            Some(index) => self.atlases.remove(index).1,
            None => {
                let mut atlas = self.set.atlas(pixels);
                if silhouettes {
                    let (pixels, _) = atlas.rgba.as_chunks_mut::<4>();
                    pixels.iter_mut().for_each(|pixel| *pixel = [pixel[3]; 4]);
                }
                let name = format!("pieces {pixels}{}", if silhouettes { " shapes" } else { "" });
                load_texture(ctx, &name, &atlas)
            }
        };
        let texture = handle.id();
        self.atlases.push((key, handle));
        if self.atlases.len() > MAX_ATLASES {
            drop(self.atlases.remove(0));
        }
        Pieces { mesh: Mesh::with_texture(texture) }
    }
}

/// Converts a picture to one of egui.
pub fn image_of(raster: &Raster) -> ColorImage {
    let size = [raster.width as usize, raster.height as usize];
    ColorImage::from_rgba_premultiplied(size, &raster.rgba)
}

/// Loads a picture as a texture.
pub fn load_texture(ctx: &Context, name: &str, raster: &Raster) -> TextureHandle {
    ctx.load_texture(name, image_of(raster), TextureOptions::LINEAR)
}

/// Pieces to paint as one mesh.
pub struct Pieces {
    pub mesh: Mesh,
}

impl Pieces {
    /// Adds `piece` at `rect` with the opacity `alpha`.
    pub fn put(&mut self, piece: Piece, rect: Rect, alpha: f32) {
        self.tint(piece, rect, Color32::WHITE.gamma_multiply(alpha));
    }

    /// Adds a rim in the colour `ink` around `piece`. `self` must be a mesh of silhouettes.
    pub fn rim(&mut self, piece: Piece, rect: Rect, ink: Color32) {
        let distance = (rect.width() * RIM).max(0.8);
        for step in 0_u8..8 {
            let angle = f32::from(step) * std::f32::consts::FRAC_PI_4;
            self.tint(piece, rect.translate(distance * Vec2::angled(angle)), ink);
        }
    }

    /// Adds `piece` at `rect`, tinted with `ink`.
    pub fn tint(&mut self, piece: Piece, rect: Rect, ink: Color32) {
        let (left, right) = PieceSet::span(piece);
        let uv = Rect::from_min_max(pos2(left, 0.0), pos2(right, 1.0));
        self.mesh.add_rect_with_uv(rect, uv, ink);
    }
}
