//! [`PagePreview`]: an image of the first page of a print-out.

use super::{
    GameView, PdfError, Raster, Sheet, Weight, game_print::first_game_page,
    match_print::first_page, path_data::OUTLINE_UNITS, print::FirstPage, sheet::Item, svg,
};
use crate::{document::Document, text::to_u32};
use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg,
};
use std::fmt::Write as _;

/// The `width` attribute of a picture's SVG before the picture is scaled, in pixels.
const PICTURE_PIXELS: u32 = 1000;

#[derive(Clone, Debug)]
pub struct PagePreview {
    /// The first page; empty if its width is 0 or there is not enough memory.
    pub raster: Raster,
    /// The number of pages; `None` if there are more than [`MAX_COUNTED_PAGES`](super::MAX_COUNTED_PAGES).
    pub pages: Option<usize>,
}

/// Renders the first page of `document` on `sheet`, `width` pixels wide.
///
/// # Errors
/// If a picture is invalid.
pub fn page_preview(
    document: &Document,
    sheet: &Sheet<'_>,
    width: u32,
) -> Result<PagePreview, PdfError> {
    preview_of(&first_page(document, sheet)?, sheet, width)
}

/// Like [`page_preview`], for a game of Kriegspiel as the referee or a player sees it.
///
/// # Errors
/// If a picture is invalid.
pub fn game_page_preview(
    view: GameView<'_>,
    sheet: &Sheet<'_>,
    width: u32,
) -> Result<PagePreview, PdfError> {
    preview_of(&first_game_page(view, sheet)?, sheet, width)
}

fn preview_of(page: &FirstPage, sheet: &Sheet<'_>, width: u32) -> Result<PagePreview, PdfError> {
    let raster = render(&page.items, sheet, width)?;
    Ok(PagePreview { raster, pages: page.pages })
}

fn render(items: &[Item], sheet: &Sheet<'_>, width: u32) -> Result<Raster, PdfError> {
    let (across, down) = sheet.points;
    let scale = width as f32 / across;
    let height = to_u32(down * scale);
    let Some(mut pixmap) = Pixmap::new(width, height) else {
        return Ok(Raster::default());
    };
    let mut body = String::new();
    for item in items {
        write_item(&mut body, item);
    }
    let page = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{across}\" height=\"{down}\">\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>{body}</svg>"
    );
    let page = usvg::Tree::from_str(&page, &usvg::Options::default())?;
    resvg::render(&page, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    for item in items {
        if let Item::Picture { x, y, width, scene } = item {
            let picture = svg(scene, &sheet.look(), PICTURE_PIXELS);
            let tree = usvg::Tree::from_str(&picture, &usvg::Options::default())?;
            let inner = width / tree.size().width() * scale;
            let at = Transform::from_row(inner, 0.0, 0.0, inner, x * scale, y * scale);
            resvg::render(&tree, at, &mut pixmap.as_mut());
        }
    }
    Ok(pixmap.into())
}

/// Writes `item` as SVG if it is text or a line. Pictures are rendered separately.
fn write_item(body: &mut String, item: &Item) {
    match item {
        Item::Text { x, y, size, weight, color, text } => {
            let scale = size / OUTLINE_UNITS;
            let _ = write!(
                body,
                r#"<g fill="{color}" transform="matrix({scale} 0 0 -{scale} {x} {y})">"#
            );
            let face = Weight::face(*weight);
            for glyph in face.line(text) {
                let _ = write!(
                    body,
                    r#"<path transform="translate({} 0)" d="{}"/>"#,
                    glyph.x / 2,
                    face.font(glyph.face).outline(glyph.id)
                );
            }
            body.push_str("</g>");
        }
        Item::Rule { x, y, width } => {
            let right = x + width;
            let _ = write!(
                body,
                r##"<path d="M{x} {y}H{right}" stroke="#505050" stroke-width="0.6"/>"##
            );
        }
        Item::Picture { .. } => {}
    }
}
