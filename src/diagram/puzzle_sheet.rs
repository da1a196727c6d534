//! [`print_puzzles`]: puzzles in print, as many on a page as the user likes, with the answers at the end.

use super::{
    PdfError, Scene, Show, Watch, Weight,
    columns::plain,
    print::{
        COMMENT, COMMENT_ROW, INK, MOVE, PrintLayout, ROW, TITLE, TITLE_ROW, paint, picture_height,
    },
    sheet::{Item, MARGIN, Sheet, wrapped},
};
use crate::{document::Document, text::count_text};
use std::sync::Arc;

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

/// The layout of a printed set of puzzles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleSheet {
    /// The heading; `None` for the number of puzzles.
    pub title: Option<String>,
    pub per_page: PuzzlesPerPage,
    /// Whether lines for the solver's name and the date follow the heading.
    pub name_lines: bool,
}

/// The number of puzzles on a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PuzzlesPerPage {
    /// As many as fit in two columns.
    #[default]
    Fit,
    Two,
    Four,
    Six,
}

impl PuzzlesPerPage {
    /// All numbers with their names, in the order of dialogs.
    pub const ALL: [(Self, &str); 4] =
        [(Self::Fit, "As many as fit"), (Self::Two, "2"), (Self::Four, "4"), (Self::Six, "6")];

    /// Returns the columns and rows of a page; `None` if the rows depend on their heights.
    const fn grid(self) -> Option<Grid> {
        match self {
            Self::Fit => None,
            Self::Two => Some(Grid { columns: 1, rows: 2 }),
            Self::Four => Some(Grid { columns: 2, rows: 2 }),
            Self::Six => Some(Grid { columns: 2, rows: 3 }),
        }
    }
}

/// The places of puzzles on a page.
#[derive(Clone, Copy)]
struct Grid {
    columns: usize,
    rows: usize,
}

/// The gap between the two columns, in points.
const COLUMN_GAP: f32 = 20.0;

/// The gap below a puzzle, in points.
const PUZZLE_GAP: f32 = 14.0;

/// The gap between the text of a puzzle and its diagram, in points.
const TEXT_GAP: f32 = 2.0;

/// The height of the lines for name and date, in points.
const NAME_HEIGHT: f32 = 30.0;

/// The share of the width that the line for the name takes; the date takes the rest.
const NAME_SHARE: f32 = 0.62;

/// The `width` attribute of a diagram's SVG, in pixels.
pub(super) const DIAGRAM_PIXELS: u32 = 1000;

/// Prints `puzzles` to a PDF: first the positions as in `layout`, then the answers on pages of their own.
///
/// # Errors
/// If the PDF writer fails or `watch` cancels.
pub fn print_puzzles(
    layout: &PuzzleSheet,
    puzzles: &[PrintedPuzzle],
    sheet: &Sheet<'_>,
    watch: Watch<'_>,
) -> Result<Vec<u8>, PdfError> {
    let title = match &layout.title {
        Some(title) => plain(title),
        None => count_text(puzzles.len(), "puzzle", "puzzles"),
    };
    let mut out = PrintLayout::new(sheet, 0, watch);
    lay_out(&mut out, &title, layout, puzzles)?;
    paint(sheet, DIAGRAM_PIXELS, out.pages(&title).collect(), watch)
}

fn lay_out(
    out: &mut PrintLayout<'_>,
    title: &str,
    layout: &PuzzleSheet,
    puzzles: &[PrintedPuzzle],
) -> Result<(), PdfError> {
    out.start_page()?;
    out.lines(title, MARGIN, Weight::SemiBold, INK, (TITLE, TITLE_ROW))?;
    if layout.name_lines {
        name_lines(out);
    }
    let numbered: Vec<(usize, &PrintedPuzzle)> = (1..).zip(puzzles).collect();
    match layout.per_page.grid() {
        Some(grid) => {
            for (page, on_page) in numbered.chunks(grid.columns * grid.rows).enumerate() {
                if page > 0 {
                    out.start_page()?;
                }
                page_of(out, grid, on_page);
            }
        }
        None => {
            for pair in numbered.chunks(2) {
                row_of(out, pair)?;
            }
        }
    }
    out.heading("Answers")?;
    for (number, puzzle) in numbered {
        let text = plain(&format!("{number}. {}", puzzle.answer));
        out.lines(&text, MARGIN, Weight::Regular, INK, (MOVE, ROW))?;
    }
    Ok(())
}

/// Prints a line for the name and one for the date.
fn name_lines(out: &mut PrintLayout<'_>) {
    let top = out.flow.y;
    let right = MARGIN + out.sheet.width();
    let date = MARGIN + out.sheet.width() * NAME_SHARE;
    for (label, x, until) in [("Name", MARGIN, date - COLUMN_GAP), ("Date", date, right)] {
        out.flow.y = top;
        out.flow.line(x, MOVE, NAME_HEIGHT / 1.5, Weight::Regular, INK, label.to_owned());
        let x = x + Weight::Regular.face().width(label, MOVE) + 6.0;
        out.flow.put(Item::Rule { x, y: top + NAME_HEIGHT / 2.0, width: until - x });
    }
    out.flow.y = top + NAME_HEIGHT;
}

/// Prints the puzzles of one page below the current position. Each has an equal share of the page, so that there is room
/// to write below the diagrams.
fn page_of(out: &mut PrintLayout<'_>, grid: Grid, puzzles: &[(usize, &PrintedPuzzle)]) {
    let top = out.flow.y;
    let height = out.flow.room() / grid.rows as f32;
    let gaps = COLUMN_GAP * (grid.columns - 1) as f32;
    let width = (out.sheet.width() - gaps) / grid.columns as f32;
    for (place, (number, puzzle)) in puzzles.iter().enumerate() {
        let (row, column) = (place / grid.columns, place % grid.columns);
        let x = MARGIN + (width + COLUMN_GAP) * column as f32;
        out.flow.y = top + height * row as f32;
        let (text, scene) = text_and_scene(*number, puzzle);
        let lines = wrapped(&plain(&text), Weight::SemiBold, COMMENT, width);
        let text_height = lines.len() as f32 * COMMENT_ROW + TEXT_GAP;
        for line in lines {
            out.flow.line(x, COMMENT, COMMENT_ROW, Weight::SemiBold, INK, line);
        }
        let room = (height - text_height - PUZZLE_GAP).max(0.0);
        let height_by_width = picture_height(&scene, DIAGRAM_PIXELS, 1.0);
        let width = width.min(room / height_by_width);
        let y = out.flow.y + TEXT_GAP;
        out.flow.put(Item::Picture { x, y, width, scene: Arc::new(scene) });
    }
}

fn text_and_scene(number: usize, puzzle: &PrintedPuzzle) -> (String, Scene) {
    let show = Show { flipped: puzzle.flipped, ..Show::default() };
    (format!("{number}. {}", puzzle.question), Scene::of(&puzzle.document, 0, &show))
}

/// Prints a row with the one or two puzzles of `pair`, each with its number.
fn row_of(out: &mut PrintLayout<'_>, pair: &[(usize, &PrintedPuzzle)]) -> Result<(), PdfError> {
    let cells = pair.iter().map(|(number, puzzle)| text_and_scene(*number, puzzle));
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
    out.ensure_room(text_height + height + PUZZLE_GAP)?;
    let flow = &mut out.flow;
    let top = flow.y;
    let mut x = MARGIN;
    for (lines, scene) in cells {
        flow.y = top;
        for line in lines {
            flow.line(x, COMMENT, COMMENT_ROW, Weight::SemiBold, INK, line);
        }
        flow.put(Item::Picture {
            x,
            y: top + text_height + TEXT_GAP,
            width,
            scene: Arc::new(scene),
        });
        x += width + COLUMN_GAP;
    }
    flow.y = top + text_height + height + PUZZLE_GAP;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::{PieceSet, Theme, UNWATCHED};

    /// Returns the pages of `count` puzzles.
    fn pages_of(layout: &PuzzleSheet, count: usize, points: (f32, f32)) -> Vec<Vec<Item>> {
        let pieces = PieceSet::load("tandem").expect("built in");
        let theme = Theme::named("print").expect("a theme");
        let sheet = Sheet { points, theme, pieces: &pieces, flipped: false, final_diagram: false };
        let puzzle = PrintedPuzzle {
            document: Document::from_text(b"[WhiteA \"Ann\"]\n\n*\n".as_slice()),
            flipped: false,
            question: "Ann (White A): Mate in 1, and a question of more than one line. Easy."
                .to_owned(),
            answer: "Q@d8.".to_owned(),
        };
        let mut out = PrintLayout::new(&sheet, 0, UNWATCHED);
        lay_out(&mut out, "Class", layout, &vec![puzzle; count]).expect("pages");
        out.flow.pages
    }

    #[test]
    fn each_page_has_the_chosen_number_of_diagrams_and_the_answers_come_last() {
        for points in [Sheet::A4, Sheet::LETTER] {
            for (per_page, expected) in [
                (PuzzlesPerPage::Two, vec![2, 2, 2, 1, 0]),
                (PuzzlesPerPage::Four, vec![4, 3, 0]),
                (PuzzlesPerPage::Six, vec![6, 1, 0]),
            ] {
                let layout = PuzzleSheet { per_page, name_lines: true, title: None };
                let pages = pages_of(&layout, 7, points);
                let mut counts = Vec::new();
                for page in &pages {
                    let mut count = 0;
                    for item in page {
                        let Item::Picture { x, y, width, scene } = item else { continue };
                        count += 1;
                        let bottom = y + picture_height(scene, DIAGRAM_PIXELS, *width);
                        assert!(bottom <= points.1 - MARGIN - 16.0, "{bottom} of {}", points.1);
                        assert!(x + width <= points.0 - MARGIN + 0.1 && *width > 180.0, "{width}");
                    }
                    counts.push(count);
                }
                assert_eq!(counts, expected, "{per_page:?}");
                let has = |page: &[Item], words: &str| {
                    page.iter().any(|item| matches!(item, Item::Text { text, .. } if text == words))
                };
                assert!(
                    has(&pages[0], "Name") && has(&pages[0], "Date") && !has(&pages[1], "Name")
                );
                assert!(has(pages.last().expect("answers"), "7. Q@d8."));
            }
        }
        let plain = pages_of(&PuzzleSheet::default(), 7, Sheet::A4);
        assert!(!plain[0].iter().any(|item| matches!(item, Item::Rule { .. })));
    }
}
