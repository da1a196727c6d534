//! Games of Kriegspiel in print, each from one view: [`print_games`]. Every ply has its announcement and the notes of
//! that view; diagrams appear where requested and at the end.

use super::{
    GameView, Hidden, PdfError, Show, Watch, Weight,
    columns::plain,
    game::{game_scene, line_words},
    pdf_scenes::PdfScenes,
    print::{
        COMMENT, COMMENT_ROW, DIM, INK, MOVE, ONE_PAGE, Page, ROW, TITLE, first_of, paint,
        picture_height,
    },
    sheet::{Flow, Item, MARGIN, Sheet, wrapped},
};
use crate::kriegspiel::Line;
use std::rc::Rc;

/// The offsets of moves and announcements from the left margin, in points.
const MOVES: f32 = 30.0;
const WORDS: f32 = 104.0;

/// The width of a diagram, in points.
const DIAGRAM: f32 = 200.0;

/// A game being laid out.
struct Printed<'a> {
    sheet: &'a Sheet<'a>,
    view: GameView<'a>,
    flow: Flow,
    watch: Watch<'a>,
}

/// The nominal width of a diagram in its SVG, in pixels.
const DIAGRAM_PIXELS: u32 = 600;

/// Calls its argument with each game in turn, so that only one has to be in memory.
pub type EachGame<'e> = &'e mut dyn FnMut(LayGameOut<'_>) -> Result<(), PdfError>;

/// Lays out one game.
pub type LayGameOut<'e> = &'e mut dyn FnMut(GameView<'_>) -> Result<(), PdfError>;

/// Prints the games from `each` to a PDF, each on a new page. Of each game only its pages are kept in memory. `watch`
/// receives the progress.
///
/// # Errors
/// The errors of `each`, an unreadable picture, an error of the PDF writer, or cancelled by `watch`.
pub fn print_games(
    each: EachGame<'_>,
    sheet: &Sheet<'_>,
    watch: Watch<'_>,
) -> Result<Vec<u8>, PdfError> {
    let mut pages: Vec<Page> = Vec::new();
    each(&mut |view| {
        let mut printed = Printed::new(view, sheet, pages.len(), watch);
        printed.lay_out()?;
        let words: Rc<str> = plain(&view.title()).into();
        pages.extend(printed.flow.pages.into_iter().map(|page| (Rc::clone(&words), page)));
        Ok(())
    })?;
    paint(sheet, PdfScenes::new(sheet.look(), DIAGRAM_PIXELS), pages, watch)
}

/// Returns the items of the first page of `view`, without the page number.
pub(super) fn first_game_page(
    view: GameView<'_>,
    sheet: &Sheet<'_>,
) -> Result<Vec<Item>, PdfError> {
    let mut printed = Printed::new(view, sheet, 0, ONE_PAGE);
    first_of(printed.lay_out(), printed.flow)
}

impl<'a> Printed<'a> {
    /// Creates an empty print-out of `view` after `before` pages of other games.
    fn new(view: GameView<'a>, sheet: &'a Sheet<'a>, before: usize, watch: Watch<'a>) -> Self {
        Self { sheet, view, flow: Flow::new(sheet.points.1, before), watch }
    }

    fn lay_out(&mut self) -> Result<(), PdfError> {
        self.flow.turn(self.watch)?;
        let width = self.sheet.width();
        let title = plain(&self.view.title());
        for line in wrapped(&title, Weight::SemiBold, TITLE, width) {
            self.room(20.0)?;
            self.flow.line(MARGIN, TITLE, 20.0, Weight::SemiBold, INK, line);
        }
        for about in [self.view.about, self.view.side_words()] {
            for line in wrapped(&plain(about), Weight::Regular, MOVE, width) {
                self.room(ROW)?;
                self.flow.line(MARGIN, MOVE, ROW, Weight::Regular, DIM, line);
            }
        }
        self.flow.y += 4.0;
        let y = self.flow.y;
        self.flow.put(Item::Rule { y });
        self.flow.y += 5.0;
        let lines = self.view.lines();
        for (plies, line) in (1..).zip(&lines) {
            self.ply(line)?;
            if line.notes.diagram && plies < lines.len() {
                self.diagram(plies)?;
            }
        }
        self.diagram(lines.len())
    }

    /// Begins a new page unless `height` points fit.
    fn room(&mut self, height: f32) -> Result<(), PdfError> {
        if self.flow.fits(height) { Ok(()) } else { self.flow.turn(self.watch) }
    }

    /// Prints number, move, announcement in words and in the file's notation, and notes.
    fn ply(&mut self, line: &Line) -> Result<(), PdfError> {
        let words = plain(&format!("{} {}", line_words(line), line.code()));
        let words = wrapped(&words, Weight::Regular, COMMENT, self.sheet.width() - WORDS);
        self.room(ROW)?;
        let top = self.flow.y;
        let dots = line.name.color.fold_wb(".", "…");
        let number = format!("{}{dots}", line.name.number);
        let mv = format!("{} {}", line.move_text(), line.notes.glyph_text());
        let mv = Weight::SemiBold.face().fit(&plain(mv.trim_end()), MOVE, WORDS - MOVES - 4.0);
        for (x, weight, color, text) in
            [(MARGIN, Weight::Regular, DIM, number), (MARGIN + MOVES, Weight::SemiBold, INK, mv)]
        {
            self.flow.y = top;
            self.flow.line(x, MOVE, ROW, weight, color, text);
        }
        for (place, words) in words.into_iter().enumerate() {
            if place == 0 {
                self.flow.y = top;
            } else {
                self.room(ROW)?;
            }
            self.flow.line(MARGIN + WORDS, COMMENT, ROW, Weight::Regular, INK, words);
        }
        let variations = line.notes.variations.iter().map(|it| format!("({it})"));
        for words in line.notes.comments.iter().cloned().chain(variations) {
            self.comment(&words)?;
        }
        Ok(())
    }

    fn comment(&mut self, text: &str) -> Result<(), PdfError> {
        let text: String = text.lines().map(|line| plain(line) + "\n").collect();
        let width = self.sheet.width() - MOVES;
        for line in wrapped(&text, Weight::Regular, COMMENT, width) {
            self.room(COMMENT_ROW)?;
            let x = MARGIN + MOVES;
            self.flow.line(x, COMMENT, COMMENT_ROW, Weight::Regular, DIM, line);
        }
        self.flow.y += 3.0;
        Ok(())
    }

    /// Prints the board after `plies` plies, without the names, which are in the title.
    fn diagram(&mut self, plies: usize) -> Result<(), PdfError> {
        let show = Show {
            flipped: self.sheet.flipped,
            hidden: Hidden { names: true, ..Hidden::default() },
            ..Show::default()
        };
        let Some(scene) = game_scene(self.view, plies, None, &show) else {
            return Ok(());
        };
        let height = picture_height(&scene, DIAGRAM_PIXELS, DIAGRAM);
        self.room(height + 8.0)?;
        self.flow.picture(self.sheet, (DIAGRAM, height), scene);
        Ok(())
    }
}
