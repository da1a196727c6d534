//! [`print_book`]: the book of mistakes in print, the counts first and then the mistakes with diagrams.

use super::{
    PdfError, Scene, Sheet, Show, Watch, Weight,
    columns::plain,
    print::{DIM, INK, MOVE, PrintLayout, ROW, paint},
    puzzle_sheet::{DIAGRAM_PIXELS, PuzzleCell, PuzzleText, picture_row},
    sheet::MARGIN,
};
use crate::{document::Document, timeline::Moment};

#[derive(Clone, Debug)]
pub struct PrintedBook {
    pub title: String,
    /// The line below the title.
    pub about: String,
    pub tables: Vec<PrintedTable>,
    /// Sentences after the tables.
    pub notes: Vec<String>,
    pub mistakes: Vec<PrintedMistake>,
    /// The number of further mistakes that are not printed.
    pub left_out: usize,
}

/// A table of a text and two numbers.
#[derive(Clone, Debug)]
pub struct PrintedTable {
    pub head: [String; 3],
    pub rows: Vec<[String; 3]>,
}

#[derive(Clone, Debug)]
pub struct PrintedMistake {
    pub document: Document,
    /// The moment that the diagram shows.
    pub moment: Moment,
    /// Whether the second team is at the bottom.
    pub flipped: bool,
    pub text: String,
    pub source: String,
}

/// The distances of the numbers from the left margin, in points.
const NUMBERS: [f32; 2] = [220.0, 320.0];

/// Prints `book` to a PDF.
///
/// # Errors
/// If the PDF writer fails or `watch` cancels.
pub fn print_book(
    book: &PrintedBook,
    sheet: &Sheet<'_>,
    watch: Watch<'_>,
) -> Result<Vec<u8>, PdfError> {
    let title = plain(&book.title);
    let mut out = PrintLayout::new(sheet, 0, watch);
    out.heading(&title)?;
    out.lines(&plain(&book.about), Weight::Regular, INK, MOVE, ROW)?;
    for table in book.tables.iter().filter(|table| !table.rows.is_empty()) {
        out.flow.y += 10.0;
        row_of(&mut out, &table.head, Weight::SemiBold)?;
        for row in &table.rows {
            row_of(&mut out, row, Weight::Regular)?;
        }
    }
    out.flow.y += 10.0;
    for note in &book.notes {
        out.lines(&plain(note), Weight::Regular, INK, MOVE, ROW)?;
    }
    if !book.mistakes.is_empty() {
        out.heading("Mistakes")?;
    }
    let numbered: Vec<(usize, &PrintedMistake)> = (1..).zip(&book.mistakes).collect();
    for pair in numbered.chunks(2) {
        let cells = pair.iter().map(|(number, mistake)| {
            let show = Show { flipped: mistake.flipped, ..Show::default() };
            let scene = Scene::of(&mistake.document, mistake.moment, &show);
            let text = format!("{number}. {} ({})", mistake.text, mistake.source);
            PuzzleCell { text: PuzzleText { text, choices: String::new() }, scene }
        });
        picture_row(&mut out, cells.collect())?;
    }
    if book.left_out > 0 {
        let words = format!("{} more are in the program.", book.left_out);
        out.lines(&words, Weight::Regular, DIM, MOVE, ROW)?;
    }
    paint(sheet, DIAGRAM_PIXELS, out.pages(&title).collect(), watch)
}

fn row_of(out: &mut PrintLayout<'_>, row: &[String; 3], weight: Weight) -> Result<(), PdfError> {
    out.ensure_room(ROW)?;
    let top = out.flow.y;
    let places = [0.0, NUMBERS[0], NUMBERS[1]];
    for (text, place) in row.iter().zip(places) {
        out.flow.y = top;
        out.flow.line(MARGIN + place, MOVE, ROW, weight, INK, plain(text));
    }
    Ok(())
}
