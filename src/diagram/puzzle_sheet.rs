//! [`print_puzzles`]: puzzles in print, with the answers at the end.

use super::{
    PdfError, Scene, Show, Watch, Weight,
    columns::plain,
    print::{COMMENT, COMMENT_ROW, INK, MOVE, PrintLayout, ROW, paint, picture_height},
    sheet::{Item, MARGIN, Sheet, wrapped},
};
use crate::document::Document;
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
pub(super) const DIAGRAM_PIXELS: u32 = 1000;

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
    let title = plain(title);
    let mut out = PrintLayout::new(sheet, 0, watch);
    out.heading(&title)?;
    let numbered: Vec<(usize, &PrintedPuzzle)> = (1..).zip(puzzles).collect();
    for pair in numbered.chunks(2) {
        row_of(&mut out, pair)?;
    }
    out.heading("Answers")?;
    for (number, puzzle) in numbered {
        let text = plain(&format!("{number}. {}", puzzle.answer));
        out.lines(&text, MARGIN, Weight::Regular, INK, (MOVE, ROW))?;
    }
    paint(sheet, DIAGRAM_PIXELS, out.pages(&title).collect(), watch)
}

/// Prints a row with the one or two puzzles of `pair`, each with its number.
fn row_of(out: &mut PrintLayout<'_>, pair: &[(usize, &PrintedPuzzle)]) -> Result<(), PdfError> {
    let cells = pair.iter().map(|(number, puzzle)| {
        let show = Show { flipped: puzzle.flipped, ..Show::default() };
        (format!("{number}. {}", puzzle.question), Scene::of(&puzzle.document, 0, &show))
    });
    picture_row(out, cells.collect())
}

/// Prints one or two scenes side by side, each below its text.
pub(super) fn picture_row(
    out: &mut PrintLayout<'_>,
    cells: Vec<(String, Scene)>,
) -> Result<(), PdfError> {
    let width = (out.sheet.width() - COLUMN_GAP) / 2.0;
    let heights = cells.iter().map(|(_, scene)| picture_height(scene, DIAGRAM_PIXELS, width));
    let height = heights.fold(0.0, f32::max);
    let cells = cells
        .into_iter()
        .map(|(text, scene)| (wrapped(&plain(&text), Weight::SemiBold, COMMENT, width), scene));
    let cells: Vec<(Vec<String>, Scene)> = cells.collect();
    let lines = cells.iter().map(|(lines, _)| lines.len()).max().unwrap_or(0);
    let text_height = lines as f32 * COMMENT_ROW;
    out.ensure_room(text_height + height + 14.0)?;
    let flow = &mut out.flow;
    let top = flow.y;
    let mut x = MARGIN;
    for (lines, scene) in cells {
        flow.y = top;
        for line in lines {
            flow.line(x, COMMENT, COMMENT_ROW, Weight::SemiBold, INK, line);
        }
        flow.put(Item::Picture { x, y: top + text_height + 2.0, width, scene: Rc::new(scene) });
        x += width + COLUMN_GAP;
    }
    flow.y = top + text_height + height + 14.0;
    Ok(())
}
