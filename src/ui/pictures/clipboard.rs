//! Pictures for the clipboard.

use crate::{
    app::PictureJob,
    diagram::{PieceSet, raster},
};
use eframe::egui::ColorImage;

/// Renders the picture that `job` would export.
pub fn clipboard_image(job: &PictureJob, pieces: &PieceSet) -> ColorImage {
    let look = job.choice.look(pieces);
    let raster = raster(&job.scene, &look, job.choice.width);
    let size = [raster.width as usize, raster.height as usize];
    ColorImage::from_rgba_premultiplied(size, &raster.rgba)
}
