//! [`PictureFormat`]: the file formats of a still picture.

use super::{Look, PdfError, PieceSetError, Scene, pdf, png, raster, svg};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    Png,
    Svg,
    Pdf,
}

#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    #[error(transparent)]
    Pieces(#[from] PieceSetError),
    /// The PNG encoder failed, usually for lack of memory.
    #[error("cannot create the PNG ({0})")]
    Png(#[from] image::ImageError),
    #[error(transparent)]
    Pdf(#[from] PdfError),
}

impl PictureFormat {
    /// Renders `scene` in this format, `width` pixels wide.
    ///
    /// # Errors
    /// If there is not enough memory, or the writer of the format fails.
    pub fn draw(self, scene: &Scene, look: &Look<'_>, width: u32) -> Result<Vec<u8>, PictureError> {
        Ok(match self {
            Self::Png => png(&raster(scene, look, width))?,
            Self::Svg => svg(scene, look, width).into_bytes(),
            Self::Pdf => pdf(&svg(scene, look, width), &scene.title)?,
        })
    }
}
