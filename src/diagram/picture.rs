//! The file formats of a picture: [`PictureFormat`].

use super::{Look, PdfError, PieceSetError, Scene, pdf, png, raster, svg};

/// The format of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureFormat {
    /// Pixels.
    #[default]
    Png,
    /// Vector graphics as text.
    Svg,
    /// A page.
    Pdf,
}

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// An error of the piece set.
    #[error(transparent)]
    Pieces(#[from] PieceSetError),
    /// An error of the PNG encoder, most often due to missing memory.
    #[error("cannot create the PNG ({0})")]
    Png(#[from] image::ImageError),
    /// An error of the PDF writer.
    #[error(transparent)]
    Pdf(#[from] PdfError),
}

impl PictureFormat {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Png, Self::Svg, Self::Pdf];

    /// Returns the file extension.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Svg => "svg",
            Self::Pdf => "pdf",
        }
    }

    /// Renders `scene` in this format, `width` pixels wide.
    ///
    /// # Errors
    /// Not enough memory, or an error of the writer.
    pub fn draw(self, scene: &Scene, look: &Look<'_>, width: u32) -> Result<Vec<u8>, PictureError> {
        Ok(match self {
            Self::Png => png(&raster(scene, look, width))?,
            Self::Svg => svg(scene, look, width).into_bytes(),
            Self::Pdf => pdf(&svg(scene, look, width), &scene.title)?,
        })
    }
}
