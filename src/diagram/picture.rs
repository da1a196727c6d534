//! [`PictureForm`]: the forms of a file that holds a picture.

use super::{Look, PdfError, PieceSetError, Scene, pdf, png, raster, svg};

/// The forms of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureForm {
    /// Pixels.
    #[default]
    Png,
    /// Text that describes it.
    Svg,
    /// A page.
    Pdf,
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// There are no pieces to draw.
    #[error(transparent)]
    Pieces(#[from] PieceSetError),
    /// The writer of PNG refuses, most often since there is no memory for the pixels.
    #[error("the PNG cannot be written ({0})")]
    Png(#[from] image::ImageError),
    /// The writer of PDF refuses.
    #[error(transparent)]
    Pdf(#[from] PdfError),
}

impl PictureForm {
    /// All.
    pub const ALL: [Self; 3] = [Self::Png, Self::Svg, Self::Pdf];

    /// How a file's name ends.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Svg => "svg",
            Self::Pdf => "pdf",
        }
    }

    /// `scene` as a file in this form, `width` pixels wide.
    ///
    /// # Errors
    /// If there is not memory enough.
    pub fn draw(self, scene: &Scene, look: &Look<'_>, width: u32) -> Result<Vec<u8>, PictureError> {
        Ok(match self {
            Self::Png => png(&raster(scene, look, width))?,
            Self::Svg => svg(scene, look, width).into_bytes(),
            Self::Pdf => pdf(&svg(scene, look, width), &scene.title)?,
        })
    }
}
