//! [`raster`] and [`png`]: pictures as pixels.

use super::{Look, Raster, Scene, canvas::Canvas, drawing::Picture};
use image::{
    ExtendedColorType, ImageEncoder as _, ImageError,
    codecs::png::{CompressionType, FilterType, PngEncoder},
};

/// Renders `scene` as a picture `width` pixels wide. The raster is empty if `width` is 0 or there is not enough memory.
pub fn raster(scene: &Scene, look: &Look<'_>, width: u32) -> Raster {
    Canvas::raster(Picture::of(scene, look, width))
}

/// Encodes `raster` as PNG, without an alpha channel if all pixels are opaque.
///
/// # Errors
/// If the raster is empty.
pub fn png(raster: &Raster) -> Result<Vec<u8>, ImageError> {
    let mut out = Vec::new();
    let encoder =
        PngEncoder::new_with_quality(&mut out, CompressionType::Fast, FilterType::Adaptive);
    let (pixels, _) = raster.rgba.as_chunks::<4>();
    // The loop has no early exit, so that it can be vectorised.
    let alphas = pixels.iter().fold(255, |all, pixel| all & pixel[3]);
    let opaque = alphas == 255;
    let (pixels, color) = if opaque {
        let mut colors = vec![[0; 3]; pixels.len()];
        for (color, [red, green, blue, _]) in colors.iter_mut().zip(pixels) {
            *color = [*red, *green, *blue];
        }
        (colors.into_flattened(), ExtendedColorType::Rgb8)
    } else {
        let colors: Vec<[u8; 4]> = pixels.iter().map(straight).collect();
        (colors.into_flattened(), ExtendedColorType::Rgba8)
    };
    encoder.write_image(&pixels, raster.width, raster.height, color)?;
    Ok(out)
}

/// Converts a pixel from premultiplied to straight alpha.
fn straight(pixel: &[u8; 4]) -> [u8; 4] {
    let alpha = u16::from(pixel[3]);
    let part = |value: u8| match alpha {
        0 => 0,
        _ => u8::try_from((u16::from(value) * 255 + alpha / 2) / alpha).unwrap_or(255),
    };
    [part(pixel[0]), part(pixel[1]), part(pixel[2]), pixel[3]]
}
