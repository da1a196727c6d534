//! [`print_puzzles`]: puzzles in print, as many on a page as the user likes, with the answers at the end.

use super::{
    PdfError, Scene, Show, Watch, Weight,
    columns::plain,
    print::{
        COMMENT, COMMENT_ROW, DIM, INK, MOVE, Page, PrintLayout, ROW, TITLE, TITLE_ROW,
        comment_height, paint, picture_height,
    },
    sheet::{Item, MARGIN, Sheet, wrapped},
};
use crate::{
    document::Document,
    rules::BoardId,
    text::{count_text, to_u32},
};
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct PrintedPuzzle {
    /// The position, as a match without plies.
    pub document: Document,
    /// Whether the second team is at the bottom.
    pub flipped: bool,
    pub question: String,
    /// The only board that the question is about; `None` if it is about both.
    pub board: Option<BoardId>,
    /// The answers to choose from; empty if the answer is a move.
    pub choices: Vec<String>,
    pub answer: String,
    /// The match that the puzzle comes from.
    pub origin: String,
}

/// The layout of a printed set of puzzles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleSheet {
    /// The heading; `None` for the number of puzzles.
    pub title: Option<String>,
    pub per_page: PuzzlesPerPage,
    /// Whether lines for the solver's name and the date follow the heading. With a number of puzzles per page, lines for the
    /// answer follow each diagram, as many as there is room for.
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

    /// Returns the columns and rows of a page on which `count` puzzles begin; `None` if the rows depend on their heights.
    /// Puzzles that fit on a page with fewer places get that page, so that no part of the page is empty.
    const fn grid(self, count: usize) -> Option<Grid> {
        match self {
            Self::Fit => None,
            Self::Four | Self::Six if count <= 2 => Some(Grid { columns: 1, rows: 2 }),
            Self::Six if count <= 4 => Some(Grid { columns: 2, rows: 2 }),
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

/// The distance between the lines for an answer, in points.
const ANSWER_LINE: f32 = 24.0;

/// The height of the lines for an answer below a diagram that could take the whole height of its cell, in points.
const MIN_ANSWER: f32 = 2.0 * ANSWER_LINE;

/// The distance of the match below an answer from the left margin, in points.
const ANSWER_INDENT: f32 = 14.0;

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
    let mut pages = Vec::new();
    lay_out_puzzles(layout, puzzles, sheet, watch, &mut pages)?;
    paint(sheet, DIAGRAM_PIXELS, pages, watch)
}

/// Adds the pages of `puzzles` to `pages`. If `watch` cancels, they have the pages up to the last one begun.
pub(super) fn lay_out_puzzles(
    layout: &PuzzleSheet,
    puzzles: &[PrintedPuzzle],
    sheet: &Sheet<'_>,
    watch: Watch<'_>,
    pages: &mut Vec<Page>,
) -> Result<(), PdfError> {
    let title = match &layout.title {
        Some(title) => plain(title),
        None => count_text(puzzles.len(), "puzzle", "puzzles"),
    };
    let mut out = PrintLayout::new(sheet, 0, watch);
    let done = lay_out(&mut out, &title, layout, puzzles);
    pages.extend(out.pages(&title));
    done
}

fn lay_out(
    out: &mut PrintLayout<'_>,
    title: &str,
    layout: &PuzzleSheet,
    puzzles: &[PrintedPuzzle],
) -> Result<(), PdfError> {
    out.start_page()?;
    out.lines(title, Weight::SemiBold, INK, TITLE, TITLE_ROW)?;
    if layout.name_lines {
        name_lines(out);
    }
    let numbered: Vec<(usize, &PrintedPuzzle)> = (1..).zip(puzzles).collect();
    match layout.per_page.grid(puzzles.len()) {
        Some(grid) => in_cells(out, grid, layout, &numbered)?,
        None => {
            for pair in numbered.chunks(2) {
                row_of(out, pair)?;
            }
        }
    }
    out.heading("Answers")?;
    for (number, puzzle) in numbered {
        answer(out, number, puzzle)?;
    }
    Ok(())
}

/// Prints the answer of a puzzle and its match, on one page if there is room.
fn answer(
    out: &mut PrintLayout<'_>,
    number: usize,
    puzzle: &PrintedPuzzle,
) -> Result<(), PdfError> {
    let text = plain(&format!("{number}. {}", puzzle.answer));
    let lines = wrapped(&text, Weight::Regular, MOVE, out.sheet.width()).len();
    let origin = plain(&puzzle.origin);
    let height =
        ROW * lines as f32 + comment_height(out.comment_lines(&origin, ANSWER_INDENT).len());
    if height <= out.page_room() {
        out.ensure_room(height)?;
    }
    out.lines(&text, Weight::Regular, INK, MOVE, ROW)?;
    out.comment(&origin, ANSWER_INDENT, DIM, 0.0)
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

/// The least share of its cell that a diagram has, whatever the length of the text above it.
const DIAGRAM_SHARE: f32 = 0.55;

/// The least height of a cell, in points. Below a long heading the first puzzle starts a page of its own.
const MIN_CELL: f32 = 150.0;

/// The cells of a page, which share it equally.
struct Cells {
    grid: Grid,
    /// The upper edge of the first row, in points.
    top: f32,
    width: f32,
    height: f32,
    /// Whether there are lines for the answer.
    has_lines: bool,
}

impl Cells {
    /// Divides the rest of the current page.
    fn of(out: &PrintLayout<'_>, grid: Grid, has_lines: bool) -> Self {
        let gaps = COLUMN_GAP * (grid.columns - 1) as f32;
        let width = (out.sheet.width() - gaps) / grid.columns as f32;
        let height = out.flow.room() / grid.rows as f32;
        Self { grid, top: out.flow.y, width, height, has_lines }
    }

    const fn count(&self) -> usize {
        self.grid.columns * self.grid.rows
    }

    /// Returns the maximum number of lines of text above a diagram.
    fn max_lines(&self) -> usize {
        to_u32(self.height * (1.0 - DIAGRAM_SHARE) / COMMENT_ROW) as usize
    }

    /// Returns the number of columns that a puzzle takes: all if its text is too long for one cell.
    fn columns_of(&self, text: &PuzzleText) -> usize {
        let is_too_long = text.lines(self.width, usize::MAX).len() > self.max_lines();
        if is_too_long { self.grid.columns } else { 1 }
    }

    /// Prints a puzzle in the cell with index `place`, from the upper left.
    fn print(
        &self,
        out: &mut PrintLayout<'_>,
        place: usize,
        text: &PuzzleText,
        puzzle: &PrintedPuzzle,
    ) {
        let (row, column) = (place / self.grid.columns, place % self.grid.columns);
        let x = MARGIN + (self.width + COLUMN_GAP) * column as f32;
        let is_wide = self.columns_of(text) > 1;
        let width = if is_wide { out.sheet.width() } else { self.width };
        out.flow.y = self.top + self.height * row as f32;
        text_of_cell(out, x, &text.lines(width, self.max_lines()));
        let y = out.flow.y + TEXT_GAP;
        let bottom = self.top + self.height * (row + 1) as f32 - PUZZLE_GAP;
        // In a cell that is taller than wide, one board is larger than two side by side.
        let board = if self.height > width { puzzle.board } else { None };
        let scene = scene_of(puzzle, board);
        let height_by_width = picture_height(&scene, DIAGRAM_PIXELS, 1.0);
        let answer = if self.has_lines && board.is_some() { MIN_ANSWER } else { 0.0 };
        let picture_width = width.min((bottom - y - answer) / height_by_width);
        out.flow.put(Item::Picture { x, y, width: picture_width, scene: Arc::new(scene) });
        if self.has_lines {
            // From the lower end of the cell, so that lines in one row are level.
            let first = y + picture_width * height_by_width + ANSWER_LINE;
            let mut y = bottom;
            while y >= first {
                out.flow.put(Item::Rule { x, y, width });
                y -= ANSWER_LINE;
            }
        }
    }
}

/// Prints the puzzles in cells that share the pages equally; `grid` is that of the first page. The room below the diagrams
/// is for the answers. A puzzle whose text is too long for its cell takes the whole row.
fn in_cells(
    out: &mut PrintLayout<'_>,
    grid: Grid,
    layout: &PuzzleSheet,
    puzzles: &[(usize, &PrintedPuzzle)],
) -> Result<(), PdfError> {
    if out.flow.room() / (grid.rows as f32) < MIN_CELL {
        out.start_page()?;
    }
    let mut cells = Cells::of(out, grid, layout.name_lines);
    let mut place: usize = 0;
    for (index, (number, puzzle)) in puzzles.iter().enumerate() {
        let text = PuzzleText::of(*number, puzzle);
        if cells.columns_of(&text) > 1 {
            place = place.next_multiple_of(cells.grid.columns);
        }
        if place >= cells.count() {
            out.start_page()?;
            let grid = layout.per_page.grid(puzzles.len() - index).unwrap_or(grid);
            (cells, place) = (Cells::of(out, grid, layout.name_lines), 0);
        }
        cells.print(out, place, &text, puzzle);
        place += cells.columns_of(&text);
    }
    Ok(())
}

/// The text of a puzzle or mistake in print.
pub(super) struct PuzzleText {
    pub text: String,
    /// The answers to choose from, on a line of their own; empty if there are none.
    pub choices: String,
}

/// A puzzle or mistake in print: its text, and the diagram below it.
pub(super) struct PuzzleCell {
    pub text: PuzzleText,
    pub scene: Scene,
}

/// Returns the scene of a puzzle with one `board`, or with both.
fn scene_of(puzzle: &PrintedPuzzle, board: Option<BoardId>) -> Scene {
    let boards = board.map_or_else(|| BoardId::ALL.to_vec(), |board| vec![board]);
    let show = Show { boards, flipped: puzzle.flipped, ..Show::default() };
    Scene::of(&puzzle.document, 0, &show)
}

impl PuzzleText {
    fn of(number: usize, puzzle: &PrintedPuzzle) -> Self {
        let boxes = puzzle.choices.iter().map(|choice| format!("□ {choice}"));
        Self {
            text: format!("{number}. {}", puzzle.question),
            choices: boxes.collect::<Vec<_>>().join(" "),
        }
    }

    /// Returns the lines of the text and of the choices, no wider than `width`. A text of more lines than `max` is cut, but
    /// not the choices.
    fn lines(&self, width: f32, max: usize) -> Vec<String> {
        let wrapped = |text: &str| wrapped(&plain(text), Weight::SemiBold, COMMENT, width);
        let (mut lines, choices) = (wrapped(&self.text), wrapped(&self.choices));
        let max = max.saturating_sub(choices.len()).max(1);
        if lines.len() > max {
            lines.truncate(max);
            lines[max - 1].push('…');
        }
        lines.extend(choices);
        lines
    }
}

fn text_of_cell(out: &mut PrintLayout<'_>, x: f32, lines: &[String]) {
    for line in lines {
        out.flow.line(x, COMMENT, COMMENT_ROW, Weight::SemiBold, INK, line.clone());
    }
}

/// Prints a row with the one or two puzzles of `pair`, each with its number.
fn row_of(out: &mut PrintLayout<'_>, pair: &[(usize, &PrintedPuzzle)]) -> Result<(), PdfError> {
    let cells = pair.iter().map(|(number, puzzle)| PuzzleCell {
        text: PuzzleText::of(*number, puzzle),
        scene: scene_of(puzzle, None),
    });
    picture_row(out, cells.collect())
}

/// Prints one or two diagrams side by side, each below its text.
pub(super) fn picture_row(
    out: &mut PrintLayout<'_>,
    cells: Vec<PuzzleCell>,
) -> Result<(), PdfError> {
    let width = (out.sheet.width() - COLUMN_GAP) / 2.0;
    let heights = cells.iter().map(|cell| picture_height(&cell.scene, DIAGRAM_PIXELS, width));
    let height = heights.fold(0.0, f32::max);
    // On a page of its own, a row has room for its diagrams whatever the length of the text.
    let max_lines = to_u32((out.sheet.room() - height - PUZZLE_GAP) / COMMENT_ROW) as usize;
    let texts: Vec<_> = cells.iter().map(|cell| cell.text.lines(width, max_lines)).collect();
    let text_height = texts.iter().map(Vec::len).max().unwrap_or(0) as f32 * COMMENT_ROW;
    out.ensure_room(text_height + height + PUZZLE_GAP)?;
    let top = out.flow.y;
    let mut x = MARGIN;
    for (cell, lines) in cells.into_iter().zip(texts) {
        out.flow.y = top;
        text_of_cell(out, x, &lines);
        let y = top + text_height + TEXT_GAP;
        out.flow.put(Item::Picture { x, y, width, scene: Arc::new(cell.scene) });
        x += width + COLUMN_GAP;
    }
    out.flow.y = top + text_height + height + PUZZLE_GAP;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::{
        UNWATCHED,
        layout::Area,
        sheet::fixtures::{scenes, sheet, texts},
    };

    fn puzzle(question: &str, choices: &[&str]) -> PrintedPuzzle {
        PrintedPuzzle {
            document: Document::from_text(b"[WhiteA \"Ann\"]\n\n*\n".as_slice()),
            flipped: false,
            question: question.to_owned(),
            choices: choices.iter().map(|&choice| choice.to_owned()).collect(),
            board: None,
            answer: "Black on board A: 1… Q@d8#".to_owned(),
            origin: "Ann & Di – Bo & Cy".to_owned(),
        }
    }

    fn pages_of(
        layout: &PuzzleSheet,
        puzzles: &[PrintedPuzzle],
        points: (f32, f32),
    ) -> Vec<Vec<Item>> {
        let sheet = Sheet { points, ..sheet() };
        let mut out = PrintLayout::new(&sheet, 0, UNWATCHED);
        lay_out(&mut out, "Class", layout, puzzles).expect("pages");
        out.flow.pages
    }

    /// Returns the areas of the diagrams and of the lines on `page`. Checks that they are within the margins of a page
    /// of `points`.
    fn areas(page: &[Item], points: (f32, f32)) -> [Vec<Area>; 2] {
        let [mut diagrams, mut rules] = [Vec::new(), Vec::new()];
        for item in page {
            match item {
                Item::Picture { x, y, width, scene } => {
                    let height = picture_height(scene, DIAGRAM_PIXELS, *width);
                    diagrams.push(Area::of([*x, *y], [*width, height], 0.0));
                }
                Item::Rule { x, y, width } => {
                    rules.push(Area::of([*x, *y], [*width, 0.0], 0.0));
                }
                Item::Text { .. } => {}
            }
        }
        for area in diagrams.iter().chain(&rules) {
            assert!(area.left >= MARGIN && area.right <= points.0 - MARGIN + 0.1, "{area:?}");
            assert!(area.bottom <= points.1 - MARGIN - 16.0, "{area:?}");
        }
        [diagrams, rules]
    }

    fn width(area: &Area) -> f32 {
        area.right - area.left
    }

    #[test]
    fn long_text_never_hides_a_diagram() {
        let long = puzzle(&"A long question about the team. ".repeat(12), &["Move", "Sit"]);
        let endless = puzzle(&"Endless ".repeat(2000), &["Move", "Sit"]);
        let short = puzzle("Mate in 1.", &[]);
        for (per_page, _) in PuzzlesPerPage::ALL {
            for title in [None, Some("Title ".repeat(1200))] {
                let layout = PuzzleSheet { per_page, name_lines: true, title };
                let puzzles = [&short, &long, &short, &endless, &short, &short].map(Clone::clone);
                let pages = pages_of(&layout, &puzzles, Sheet::A4);
                let mut count = 0;
                for page in &pages {
                    let [diagrams, _] = areas(page, Sheet::A4);
                    for Area { left, top, right, bottom } in diagrams {
                        count += 1;
                        assert!(bottom - top > 75.0, "{per_page:?}: {top} to {bottom}");
                        let covers = |item: &&Item| match item {
                            Item::Text { x, y, .. } => {
                                (left..right).contains(x) && (top + 1.0..bottom).contains(y)
                            }
                            Item::Rule { .. } | Item::Picture { .. } => false,
                        };
                        assert_eq!(page.iter().filter(covers).count(), 0, "{per_page:?}");
                    }
                }
                assert_eq!(count, puzzles.len(), "{per_page:?}");
                let choices = pages.iter().flat_map(|page| texts(page));
                let choices = choices.filter(|text| *text == "□ Move □ Sit");
                assert_eq!(choices.count(), 2, "{per_page:?}");
            }
        }
    }

    #[test]
    fn a_small_set_uses_its_page_and_has_lines_for_answers() {
        let last_line = Sheet::A4.1 - MARGIN - 16.0;
        for (per_page, count) in [
            (PuzzlesPerPage::Two, 2),
            (PuzzlesPerPage::Four, 1),
            (PuzzlesPerPage::Four, 2),
            (PuzzlesPerPage::Four, 3),
            (PuzzlesPerPage::Six, 2),
            (PuzzlesPerPage::Six, 4),
            (PuzzlesPerPage::Six, 6),
        ] {
            let layout = PuzzleSheet { per_page, name_lines: true, title: None };
            let puzzles = vec![puzzle("Ann (White A): Mate in 1.", &[]); count];
            let pages = pages_of(&layout, &puzzles, Sheet::A4);
            let [places, rules] = areas(&pages[0], Sheet::A4);
            assert_eq!((places.len(), pages.len()), (count, 2));
            if count <= 2 {
                assert!(places.iter().all(|it| width(it) > 400.0), "{per_page:?} {count}");
            }
            for rule in &rules {
                let crosses = |place: &Area| {
                    rule.left < place.right
                        && rule.right > place.left
                        && rule.top > place.top
                        && rule.top < place.bottom
                };
                assert!(!places.iter().any(crosses), "{per_page:?} {count}");
            }
            let end = places.iter().chain(&rules).map(|it| it.bottom).fold(0.0, f32::max);
            let is_half = count == 1;
            assert!(is_half || end > last_line - 50.0, "{per_page:?} {count}: {end}");
            assert!(per_page != PuzzlesPerPage::Four || count < 3 || rules.len() > 2 + 3);
        }
    }

    #[test]
    fn each_page_has_the_chosen_number_of_diagrams_and_the_answers_come_last() {
        let question = "Ann (White A): Mate in 1, and a question of more than one line. Easy.";
        let puzzles = vec![puzzle(question, &[]); 7];
        for points in [Sheet::A4, Sheet::LETTER] {
            for (per_page, expected) in [
                (PuzzlesPerPage::Two, vec![2, 2, 2, 1, 0]),
                (PuzzlesPerPage::Four, vec![4, 3, 0]),
                (PuzzlesPerPage::Six, vec![6, 1, 0]),
            ] {
                let layout = PuzzleSheet { per_page, name_lines: true, title: None };
                let pages = pages_of(&layout, &puzzles, points);
                let mut counts = Vec::new();
                for page in &pages {
                    let [diagrams, _] = areas(page, points);
                    assert!(diagrams.iter().all(|it| width(it) > 180.0), "{diagrams:?}");
                    counts.push(diagrams.len());
                }
                assert_eq!(counts, expected, "{per_page:?}");
                let has = |page: &[Item], words: &str| texts(page).any(|text| text == words);
                assert!(
                    has(&pages[0], "Name") && has(&pages[0], "Date") && !has(&pages[1], "Name")
                );
                assert!(has(pages.last().expect("answers"), "7. Black on board A: 1… Q@d8#"));
            }
        }
        let plain = pages_of(&PuzzleSheet::default(), &puzzles, Sheet::A4);
        assert!(!plain[0].iter().any(|item| matches!(item, Item::Rule { .. })));
    }

    #[test]
    fn few_puzzles_on_the_last_page_have_large_diagrams() {
        for (per_page, count) in [(PuzzlesPerPage::Four, 6), (PuzzlesPerPage::Six, 8)] {
            let layout = PuzzleSheet { per_page, ..PuzzleSheet::default() };
            let pages = pages_of(&layout, &vec![puzzle("Mate in 1.", &[]); count], Sheet::A4);
            let [diagrams, _] = areas(&pages[1], Sheet::A4);
            let are_large = diagrams.iter().all(|it| width(it) > 400.0);
            assert!(diagrams.len() == 2 && are_large, "{diagrams:?}");
        }
    }

    #[test]
    fn question_about_one_board_fills_a_tall_cell_with_that_board() {
        let one = PrintedPuzzle { board: Some(BoardId::B), ..puzzle("Mate in 1.", &[]) };
        for name_lines in [false, true] {
            let layout = PuzzleSheet { per_page: PuzzlesPerPage::Four, name_lines, title: None };
            let pages = pages_of(&layout, &[one.clone(), one.clone(), one.clone()], Sheet::A4);
            let boards = scenes(&pages[0]).map(|scene| scene.boards.len());
            assert_eq!(boards.collect::<Vec<_>>(), [1, 1, 1]);
            let [diagrams, rules] = areas(&pages[0], Sheet::A4);
            assert!(diagrams.iter().all(|it| it.bottom - it.top > 240.0));
            assert_eq!(rules.len(), if name_lines { 2 + 3 * 2 } else { 0 });
        }
        for per_page in [PuzzlesPerPage::Fit, PuzzlesPerPage::Two, PuzzlesPerPage::Six] {
            let layout = PuzzleSheet { per_page, ..PuzzleSheet::default() };
            let pages = pages_of(&layout, &vec![one.clone(); 5], Sheet::A4);
            assert!(scenes(&pages[0]).all(|scene| scene.boards.len() == 2), "{per_page:?}");
        }
    }
}
