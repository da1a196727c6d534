//! Pictures as pixels.

use super::Raster;
use image::{
    ExtendedColorType, ImageEncoder as _, ImageError,
    codecs::png::{CompressionType, FilterType, PngEncoder},
};
use resvg::{tiny_skia, usvg};

/// The pixels of `svg`, a picture that [`super::svg()`] wrote, at the size that it names. Empty if there is
/// not memory enough.
#[must_use]
pub fn rasterize(svg: &str) -> Raster {
    let none = Raster {
        width: 0,
        height: 0,
        rgba: Vec::new(),
    };
    let Ok(tree) = usvg::Tree::from_str(svg, &usvg::Options::default()) else {
        return none;
    };
    let size = tree.size().to_int_size();
    let Some(mut pixmap) = tiny_skia::Pixmap::new(size.width(), size.height()) else {
        return none;
    };
    resvg::render(
        &tree,
        tiny_skia::Transform::identity(),
        &mut pixmap.as_mut(),
    );
    Raster {
        width: pixmap.width(),
        height: pixmap.height(),
        rgba: pixmap.take(),
    }
}

/// `raster` as a PNG file, without the alpha channel where nothing is transparent.
///
/// # Errors
/// If the raster is empty.
pub fn png(raster: &Raster) -> Result<Vec<u8>, ImageError> {
    let mut out = Vec::new();
    let encoder =
        PngEncoder::new_with_quality(&mut out, CompressionType::Fast, FilterType::Adaptive);
    let pixels = raster.rgba.chunks_exact(4);
    let opaque = pixels.clone().all(|pixel| pixel[3] == 255);
    let (pixels, color): (Vec<u8>, _) = if opaque {
        let rgb = |pixel: &[u8]| [pixel[0], pixel[1], pixel[2]];
        (pixels.flat_map(rgb).collect(), ExtendedColorType::Rgb8)
    } else {
        (
            pixels.flat_map(straight).collect(),
            ExtendedColorType::Rgba8,
        )
    };
    encoder.write_image(&pixels, raster.width, raster.height, color)?;
    Ok(out)
}

/// A pixel without the alpha in its colours.
fn straight(pixel: &[u8]) -> [u8; 4] {
    let alpha = u16::from(pixel[3]);
    let part = |value: u8| match alpha {
        0 => 0,
        _ => u8::try_from((u16::from(value) * 255 + alpha / 2) / alpha).unwrap_or(255),
    };
    [part(pixel[0]), part(pixel[1]), part(pixel[2]), pixel[3]]
}
