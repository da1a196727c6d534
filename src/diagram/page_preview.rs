//! [`PagePreview`]: images of the pages of a print-out.

use super::{
    GameView, PdfError, Raster, Sheet, Watch,
    drawing::Picture,
    element::{Element, Outline, Style, TextLine},
    game_print::lay_out_games,
    match_print::lay_out_matches,
    painter::Painter,
    print::{DIM, Page},
    puzzle_sheet::{PrintedPuzzle, PuzzleSheet, lay_out_puzzles},
    sheet::Item,
};
use crate::{document::Document, text::to_u32};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use std::{borrow::Borrow, ops::ControlFlow, sync::Arc};

/// The maximum number of pages of a preview.
const MAX_PREVIEWED_PAGES: usize = 50;

/// A watch that cancels a layout with more than [`MAX_PREVIEWED_PAGES`] pages.
const PREVIEWED: Watch<'static> = &|part| {
    if part.all > MAX_PREVIEWED_PAGES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
};

/// The pages of a print-out as the PDF has them. A page is only drawn when it is shown.
#[derive(Clone)]
pub struct PagePreview {
    /// The width and height of a page, in points.
    points: (f32, f32),
    pages: Arc<[Page]>,
    is_whole: bool,
}

impl PagePreview {
    /// Lays out `documents` on `sheet`.
    ///
    /// # Errors
    /// If a page cannot be laid out.
    pub fn of_matches(
        documents: impl IntoIterator<Item = impl Borrow<Document>>,
        sheet: &Sheet<'_>,
    ) -> Result<Self, PdfError> {
        let mut pages = Vec::new();
        let done = lay_out_matches(documents, sheet, PREVIEWED, &mut pages);
        Self::of(sheet, pages, done)
    }

    /// Lays out a game of Kriegspiel on `sheet`, as the referee or a player sees it.
    ///
    /// # Errors
    /// If a page cannot be laid out.
    pub fn of_game(view: GameView<'_>, sheet: &Sheet<'_>) -> Result<Self, PdfError> {
        let mut pages = Vec::new();
        let done = lay_out_games(&mut |lay_out| lay_out(view), sheet, PREVIEWED, &mut pages);
        Self::of(sheet, pages, done)
    }

    /// Lays out `puzzles` on `sheet`.
    ///
    /// # Errors
    /// If a page cannot be laid out.
    pub fn of_puzzles(
        layout: &PuzzleSheet,
        puzzles: &[PrintedPuzzle],
        sheet: &Sheet<'_>,
    ) -> Result<Self, PdfError> {
        let mut pages = Vec::new();
        let done = lay_out_puzzles(layout, puzzles, sheet, PREVIEWED, &mut pages);
        Self::of(sheet, pages, done)
    }

    fn of(
        sheet: &Sheet<'_>,
        mut pages: Vec<Page>,
        done: Result<(), PdfError>,
    ) -> Result<Self, PdfError> {
        let is_whole = match done {
            Ok(()) => true,
            Err(PdfError::Stopped) => false,
            Err(error) => return Err(error),
        };
        pages.truncate(MAX_PREVIEWED_PAGES);
        Ok(Self { points: sheet.points, pages: pages.into(), is_whole })
    }

    /// Returns the width of a page, divided by its height.
    pub fn aspect(&self) -> f32 {
        self.points.0 / self.points.1
    }

    /// Returns the number of pages that can be shown.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Returns the number of printed pages in words, such as `2`, or `more than 50`.
    pub fn count_text(&self) -> String {
        if self.is_whole {
            self.pages.len().to_string()
        } else {
            format!("more than {MAX_PREVIEWED_PAGES}")
        }
    }

    /// Renders the page at `index`, `width` pixels wide. The raster is empty if there is no such page, if `width` is 0 or
    /// if there is not enough memory.
    pub fn render(&self, index: usize, sheet: &Sheet<'_>, width: u32) -> Raster {
        let Some(page) = self.pages.get(index) else { return Raster::default() };
        let all = if self.is_whole { self.pages.len().to_string() } else { "…".to_owned() };
        let bottom_line = page.bottom_line(sheet, index + 1, &all);
        render(page.items.iter().chain(&bottom_line), sheet, width)
    }
}

/// Previews are equal if they are clones of one layout.
impl PartialEq for PagePreview {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.pages, &other.pages)
    }
}

fn render<'i>(items: impl Iterator<Item = &'i Item>, sheet: &Sheet<'_>, width: u32) -> Raster {
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
