//! The pieces as textures: one atlas for each size at which they are shown.

use crate::{
    diagram::{PieceSet, PieceSetError},
    rules::Piece,
};
use eframe::egui::{Color32, ColorImage, Context, Mesh, Rect, TextureHandle, TextureOptions, pos2};

/// No texture is wider or higher, in pixels.
pub(super) const MAX_TEXTURE: usize = 8192;

/// The pieces that stand beside one another in a texture.
const PIECES: usize = 12;

/// Atlases for so many sizes are kept: two boards and their reserves, and what a resize left behind.
const MAX_ATLASES: usize = 4;

/// The pieces of one piece set, at the sizes in use.
pub struct Art {
    set: PieceSet,
    /// Why the set that was asked for is not shown.
    refused: Option<PieceSetError>,
    /// Newest last.
    atlases: Vec<(u32, TextureHandle)>,
}

impl Art {
    /// The set called `name`, or the usual one where that cannot be read.
    ///
    /// # Errors
    /// If a drawing of the usual one cannot be read.
    pub fn load(name: &str) -> Result<Self, PieceSetError> {
        let (set, refused) = match PieceSet::load(name) {
            Ok(set) => (set, None),
            Err(error) => (PieceSet::load(PieceSet::NAMES[0])?, Some(error)),
        };
        Ok(Self { set, refused, atlases: Vec::new() })
    }

    /// Why the usual pieces are shown in place of those that were asked for, if they are.
    pub fn refused(&self) -> Option<String> {
        let error = self.refused.as_ref()?;
        Some(format!("{error}; the usual pieces are shown instead"))
    }

    /// The name of the set.
    #[must_use]
    pub fn name(&self) -> &str {
        self.set.name()
    }

    /// The set.
    #[must_use]
    pub const fn set(&self) -> &PieceSet {
        &self.set
    }

    /// A mesh for pieces that are shown `side` points wide: each is rasterised at exactly its size in pixels.
    pub fn pieces(&mut self, ctx: &Context, side: f32) -> Pieces {
        let pixels = side * ctx.pixels_per_point();
        // The first frame of another text size is laid out on a screen of any size.
        let widest = ctx.input(|input| input.max_texture_side) / PIECES;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "clamped to what a texture can hold"
        )]
        let pixels = pixels.round().min(widest as f32).max(1.0) as u32;
        let texture = match self.atlases.iter().position(|(size, _)| *size == pixels) {
            Some(place) => {
                let atlas = self.atlases.remove(place);
                let id = atlas.1.id();
                self.atlases.push(atlas);
                id
            }
            None => {
                let atlas = self.set.atlas(pixels);
                let size = [atlas.width as usize, atlas.height as usize];
                let image = ColorImage::from_rgba_premultiplied(size, &atlas.rgba);
                let name = format!("pieces {pixels}");
                let handle = ctx.load_texture(name, image, TextureOptions::LINEAR);
                let id = handle.id();
                self.atlases.push((pixels, handle));
                if self.atlases.len() > MAX_ATLASES {
                    drop(self.atlases.remove(0));
                }
                id
            }
        };
        Pieces { mesh: Mesh::with_texture(texture) }
    }
}

/// Pieces to be painted in one go.
pub struct Pieces {
    /// What to give the painter.
    pub mesh: Mesh,
}

impl Pieces {
    /// Puts `piece` at `rect`, faded to `alpha`.
    pub fn put(&mut self, piece: Piece, rect: Rect, alpha: f32) {
        let (left, right) = PieceSet::span(piece);
        let uv = Rect::from_min_max(pos2(left, 0.0), pos2(right, 1.0));
        self.mesh.add_rect_with_uv(rect, uv, Color32::WHITE.gamma_multiply(alpha));
    }
}
