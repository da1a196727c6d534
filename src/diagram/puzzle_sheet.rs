//! [`print_puzzles`]: puzzles in print, with the answers at the end.

use super::{
    Hidden, PdfError, Scene, SceneCursor, Show, Watch, Weight,
    columns::plain,
    layout::Layout,
    pdf_scenes::PdfScenes,
    print::{COMMENT, COMMENT_ROW, INK, MOVE, Page, ROW, TITLE, paint},
    sheet::{Flow, Item, MARGIN, Sheet, wrapped},
};
use crate::document::{Document, Header};
use std::rc::Rc;

#[derive(Clone, Debug)]
pub struct PrintedPuzzle {
    /// The position, as a match without plies.
    pub document: Document,
    /// Whether the second team is at the bottom.
    pub flipped: bool,
    pub question: String,
    /// The answer, followed by the match that the puzzle comes from.
    pub answer: String,
}

/// The gap between the two columns, in points.
const COLUMN_GAP: f32 = 20.0;

/// The `width` attribute of a diagram's SVG, in pixels.
const DIAGRAM_PIXELS: u32 = 1000;

/// Prints `puzzles` to a PDF with the heading `title`: first the positions in two columns, then the answers.
///
/// # Errors
/// If the PDF writer fails or `watch` cancels.
pub fn print_puzzles(
    title: &str,
    puzzles: &[PrintedPuzzle],
    sheet: &Sheet<'_>,
    watch: Watch<'_>,
) -> Result<Vec<u8>, PdfError> {
    let mut flow = Flow::new(sheet.points.1, 0);
    flow.start_page(watch)?;
    head(&mut flow, &plain(title));
    for (row, pair) in puzzles.chunks(2).enumerate() {
        row_of(&mut flow, sheet, (2 * row + 1, pair), watch)?;
    }
    flow.start_page(watch)?;
    head(&mut flow, "Answers");
    for (number, puzzle) in (1..).zip(puzzles) {
        let text = plain(&format!("{number}. {}", puzzle.answer));
        for line in wrapped(&text, Weight::Regular, MOVE, sheet.width()) {
            if !flow.fits(ROW) {
                flow.start_page(watch)?;
            }
            flow.line(MARGIN, MOVE, ROW, Weight::Regular, INK, line);
        }
    }
    let title: Rc<str> = plain(title).into();
    let pages: Vec<Page> = flow.pages.into_iter().map(|page| (Rc::clone(&title), page)).collect();
    paint(sheet, PdfScenes::new(sheet.look(), DIAGRAM_PIXELS), pages, watch)
}

fn head(flow: &mut Flow, words: &str) {
    flow.line(MARGIN, TITLE, 24.0, Weight::SemiBold, INK, words.to_owned());
}

/// Prints a row with the one or two puzzles of `pair`, numbered from `first`.
fn row_of(
    flow: &mut Flow,
    sheet: &Sheet<'_>,
    (first, pair): (usize, &[PrintedPuzzle]),
    watch: Watch<'_>,
) -> Result<(), PdfError> {
    let width = (sheet.width() - COLUMN_GAP) / 2.0;
    let scenes: Vec<Scene> = pair.iter().map(scene_of).collect();
    let heights = scenes.iter().map(|scene| picture_height(scene, width));
    let height = heights.fold(0.0, f32::max);
    let questions: Vec<Vec<String>> = (first..)
        .zip(pair)
        .map(|(number, puzzle)| {
            let text = plain(&format!("{number}. {}", puzzle.question));
            wrapped(&text, Weight::SemiBold, COMMENT, width)
        })
        .collect();
    let lines = questions.iter().map(Vec::len).max().unwrap_or(0);
    let text_height = lines as f32 * COMMENT_ROW;
    if !flow.fits(text_height + height + 14.0) {
        flow.start_page(watch)?;
    }
    let top = flow.y;
    let mut x = MARGIN;
    for (question, scene) in questions.into_iter().zip(scenes) {
        flow.y = top;
        for line in question {
            flow.line(x, COMMENT, COMMENT_ROW, Weight::SemiBold, INK, line);
        }
        flow.put(Item::Picture { x, y: top + text_height + 2.0, width, scene: Rc::new(scene) });
        x += width + COLUMN_GAP;
    }
    flow.y = top + text_height + height + 14.0;
    Ok(())
}

fn scene_of(puzzle: &PrintedPuzzle) -> Scene {
    let document = &puzzle.document;
    let show = Show { flipped: puzzle.flipped, hidden: Hidden::default(), ..Show::default() };
    let cursor = SceneCursor::start(document);
    let time = document.timeline().time_of(0);
    Scene::at_cursor(document, &Header::of(document), &cursor, time, &show)
}

fn picture_height(scene: &Scene, width: f32) -> f32 {
    width * Layout::of(scene).pixel_height(DIAGRAM_PIXELS) as f32 / DIAGRAM_PIXELS as f32
}
