//! Figurines in text. Most fonts lack the chess symbols of Unicode, so the symbols are drawn from the program's
//! own pieces.

use crate::{
    app,
    diagram::{PieceSet, Raster},
    rules::{Color, Piece, Role},
    text::to_u32,
};
use eframe::egui::{
    Color32, ColorImage, Vec2,
    epaint::text::{
        FontPriority, GlyphBitmap, GlyphRasterizer, GlyphRasterizerRequest, RasterizedGlyph,
    },
    vec2,
};
use std::sync::OnceLock;

/// The side of a piece, relative to the text height.
const SIDE: f32 = 1.3;

/// The part of a piece's height that is above the baseline.
const ABOVE: f32 = 0.86;

/// The distance between two adjacent pieces, relative to the width of a piece.
const ADVANCE: f32 = 0.92;

/// Returns the rasteriser of the chess symbols. The pieces are loaded on first use, so that start-up does not wait for
/// them.
pub fn figurines() -> GlyphRasterizer {
    let set = OnceLock::new();
    let draw = move |request: &GlyphRasterizerRequest<'_>| {
        let role = role_of(request.cluster)?;
        let load = || PieceSet::load(PieceSet::NAMES[0]).ok();
        let pieces: &PieceSet = set.get_or_init(load).as_ref()?;
        let side = to_u32((request.font_size_px * SIDE).round().clamp(1.0, 400.0));
        let pixels = side as f32;
        Some(RasterizedGlyph {
            bitmap: GlyphBitmap {
                image: cut(&pieces.atlas(side), role),
                offset_px: vec2(request.subpixel_offset_px, -(pixels * ABOVE).round()),
                is_color: false,
            },
            advance_px: (pixels * ADVANCE).round(),
        })
    };
    let figurines = GlyphRasterizer::new("tandem figurines", draw);
    // A system font may have these symbols, but drawn thinner.
    figurines.with_priority(FontPriority::Highest)
}

fn role_of(sign: &str) -> Option<Role> {
    Role::ALL.into_iter().find(|role| app::figurines(&role.upper_char().to_string()) == sign)
}

/// Cuts one piece out of the atlas as an alpha mask, which is opaque where the piece is black.
fn cut(atlas: &Raster, role: Role) -> ColorImage {
    let black = Piece { color: Color::Black, role };
    let (width, height) = (atlas.width as usize, atlas.height as usize);
    let left = to_u32((PieceSet::span(black).0 * width as f32).round()) as usize;
    let ink = |index: usize| {
        let (x, y) = (left + index % height, index / height);
        let pixel = atlas.rgba.get((y * width + x) * 4..)?.first_chunk::<4>()?;
        let [red, green, blue, alpha] = pixel.map(u16::from);
        let light = (red + green + blue) / 3;
        let dark = u8::try_from(alpha.saturating_sub(light)).unwrap_or(u8::MAX);
        Some(Color32::from_white_alpha(dark))
    };
    let pixels = (0..height * height).map(|index| ink(index).unwrap_or_default());
    ColorImage { size: [height, height], source_size: Vec2::splat(0.0), pixels: pixels.collect() }
}
