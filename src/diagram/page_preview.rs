//! [`PagePreview`]: an image of the first page of a print-out.

use super::{
    GameView, PdfError, Raster, Sheet,
    drawing::Picture,
    element::{Element, Outline, Style, TextLine},
    game_print::first_game_page,
    match_print::first_page,
    painter::Painter,
    print::{DIM, FirstPage},
    sheet::Item,
};
use crate::{document::Document, text::to_u32};
use resvg::tiny_skia::{Color, Pixmap, Transform};

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
/// If the page cannot be laid out.
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
/// If the page cannot be laid out.
pub fn game_page_preview(
    view: GameView<'_>,
    sheet: &Sheet<'_>,
    width: u32,
) -> Result<PagePreview, PdfError> {
    preview_of(&first_game_page(view, sheet)?, sheet, width)
}

fn preview_of(page: &FirstPage, sheet: &Sheet<'_>, width: u32) -> Result<PagePreview, PdfError> {
    Ok(PagePreview { raster: render(&page.items, sheet, width), pages: page.pages })
}

fn render(items: &[Item], sheet: &Sheet<'_>, width: u32) -> Raster {
    let (across, down) = sheet.points;
    let scale = Transform::from_scale(width as f32 / across, width as f32 / across);
    let Some(mut pixmap) = Pixmap::new(width, to_u32(down * scale.sx)) else {
        return Raster::default();
    };
    pixmap.fill(Color::WHITE);
    let (mut painter, look) = (Painter::default(), sheet.look());
    for item in items {
        match item {
            &Item::Text { x, y, size, weight, color, ref text } => {
                let glyphs = weight.face().line(text);
                let line = TextLine { at: [x, y], size, weight, color, glyphs };
                painter.paint(&Element::Text(line), &look, scale, &mut pixmap);
            }
            &Item::Rule { x, y, width } => {
                let line = Outline::Lines(vec![[[x, y], [x + width, y]]]);
                let rule = Element::Outline(line, Style::stroke(DIM, 0.6));
                painter.paint(&rule, &look, scale, &mut pixmap);
            }
            Item::Picture { x, y, width, scene } => {
                let picture = Picture::of(scene, &look, 1);
                let inner = width / picture.units[0];
                let place = scale.pre_translate(*x, *y).pre_scale(inner, inner);
                for element in &picture.elements {
                    painter.paint(element, &look, place, &mut pixmap);
                }
            }
        }
    }
    pixmap.into()
}
