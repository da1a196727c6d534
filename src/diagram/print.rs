//! [`print()`]: matches in print, in four columns with comments and diagrams.

use super::{
    DrawnPart, Glyph, PdfError, Rgb, Scene, Show, Watch, Weight,
    columns::{plain, title},
    face::{in_ems, missing_characters},
    layout::Layout,
    pdf::{PicturePainter, metadata, page_settings},
    sheet::{Flow, Item, MARGIN, Sheet, wrapped},
    svg,
};
use crate::{
    document::{Document, Header, MoveCell, MoveList, MoveRow},
    file::Encoding,
    replay::GameResult,
    rules::Seat,
    timeline::Moment,
};
use krilla::{
    color,
    geom::{PathBuilder, Point},
    paint::{Fill, Stroke},
    surface::Surface,
    text::{Font, GlyphId, KrillaGlyph},
};
use std::{
    borrow::{Borrow, Cow},
    collections::HashMap,
    ops::ControlFlow,
    rc::Rc,
};

/// The font size of moves, in points. The constants below are the other font sizes, then the line heights.
pub(super) const MOVE: f32 = 9.5;
const CLOCK: f32 = 7.5;
pub(super) const COMMENT: f32 = 8.8;
pub(super) const TITLE: f32 = 15.0;
pub(super) const ROW: f32 = 13.4;
pub(super) const COMMENT_ROW: f32 = 11.8;

/// The distance from the left edge of a column to the end of the move numbers, in points.
const NUMBER_OFFSET: f32 = 20.0;

/// The distance from the end of the clocks to the right edge of their column, in points.
const CLOCK_OFFSET: f32 = 14.0;

/// The gap below a comment, in points.
const COMMENT_GAP: f32 = 3.0;

/// The gaps above and below a picture together, in points.
const PICTURE_GAPS: f32 = 8.0;

/// The number of lines of a comment that are printed on the page of the diagram before or after it.
const LINES_BESIDE_DIAGRAM: usize = 3;

/// The width of a diagram of both boards, in points.
const DIAGRAM_WIDTH: f32 = 330.0;

pub(super) const INK: Rgb = Rgb(0, 0, 0);
pub(super) const DIM: Rgb = Rgb(0x50, 0x50, 0x50);

/// The `width` attribute of a diagram's SVG, in pixels.
const DIAGRAM_PIXELS: u32 = 1000;

/// A match or game of Kriegspiel while it is laid out on pages.
pub(super) struct PrintLayout<'a> {
    pub sheet: &'a Sheet<'a>,
    pub flow: Flow,
    watch: Watch<'a>,
    /// The header of a match; its players are printed above the columns on every page. `None` for a game of Kriegspiel.
    columns: Option<Header>,
}

struct MatchLayout<'a> {
    out: PrintLayout<'a>,
    document: &'a Document,
    header: Header,
}

/// A page: its title, printed at the bottom, and its items.
pub(super) type Page = (Rc<str>, Vec<Item>);

/// Prints `documents` to a PDF. Each document starts on a new page. Once a document is laid out, only its pages stay in
/// memory. `watch` receives the growing number of pages during the layout, then the progress of painting.
///
/// # Errors
/// If the PDF writer fails or `watch` cancels.
pub fn print(
    documents: impl IntoIterator<Item = impl Borrow<Document>>,
    sheet: &Sheet<'_>,
    watch: Watch<'_>,
) -> Result<Vec<u8>, PdfError> {
    let mut pages: Vec<Page> = Vec::new();
    for document in documents {
        let out = PrintLayout::new(sheet, pages.len(), watch);
        let mut printed = MatchLayout::new(document.borrow(), out);
        printed.lay_out()?;
        pages.extend(printed.out.pages(&plain(&printed.header.teams())));
    }
    paint(sheet, DIAGRAM_PIXELS, pages, watch)
}

/// Begins the text of some files, and is not printed.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Returns the characters of `document` that no font has. They are printed as boxes.
pub fn missing_characters_in(document: &Document) -> Vec<char> {
    let bytes = document.text();
    let text = Encoding::of(bytes).decode(bytes);
    missing_characters(text.trim_start_matches(BYTE_ORDER_MARK))
}

/// The first page of a print-out, and how many pages there are.
pub(super) struct FirstPage {
    /// The items on the page, without its number.
    pub items: Vec<Item>,
    /// The number of pages; `None` if there are more than [`MAX_COUNTED_PAGES`].
    pub pages: Option<usize>,
}

/// Returns the first page of `document`.
pub(super) fn first_page(document: &Document, sheet: &Sheet<'_>) -> Result<FirstPage, PdfError> {
    let mut printed = MatchLayout::new(document, PrintLayout::new(sheet, 0, COUNT_PAGES));
    first_of(printed.lay_out(), printed.out)
}

/// The maximum number of pages that are laid out to count them.
pub const MAX_COUNTED_PAGES: usize = 50;

/// A watch that cancels a layout with more than [`MAX_COUNTED_PAGES`] pages.
pub(super) const COUNT_PAGES: Watch<'static> = &|part| {
    if part.all > MAX_COUNTED_PAGES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
};

/// Returns the first page of the layout `out`. `done` is the result of the layout, which [`COUNT_PAGES`] may have
/// cancelled.
pub(super) fn first_of(
    done: Result<(), PdfError>,
    out: PrintLayout<'_>,
) -> Result<FirstPage, PdfError> {
    let pages = match done {
        Ok(()) => Some(out.flow.pages.len()),
        Err(PdfError::Stopped) => None,
        Err(error) => return Err(error),
    };
    Ok(FirstPage { items: out.flow.pages.into_iter().next().unwrap_or_default(), pages })
}

impl<'a> PrintLayout<'a> {
    /// Creates an empty layout. `before` is the number of pages of earlier matches or games, which the
    /// progress includes.
    pub fn new(sheet: &'a Sheet<'a>, before: usize, watch: Watch<'a>) -> Self {
        Self { sheet, flow: Flow::new(sheet.points.1, before), watch, columns: None }
    }

    pub fn start_page(&mut self) -> Result<(), PdfError> {
        self.flow.start_page(self.watch)
    }

    /// Starts a page with the heading `words`.
    pub fn heading(&mut self, words: &str) -> Result<(), PdfError> {
        self.start_page()?;
        self.flow.line(MARGIN, TITLE, 24.0, Weight::SemiBold, INK, words.to_owned());
        Ok(())
    }

    /// Returns the pages, each with `title`.
    pub fn pages(self, title: &str) -> impl Iterator<Item = Page> {
        let title: Rc<str> = title.into();
        self.flow.pages.into_iter().map(move |page| (Rc::clone(&title), page))
    }

    /// Starts a page with `title` and, below it, the lines in `about`.
    ///
    /// # Errors
    /// If the watch cancels.
    pub fn head(&mut self, title: &str, about: [&str; 2]) -> Result<(), PdfError> {
        self.start_page()?;
        self.lines(title, MARGIN, Weight::SemiBold, INK, (TITLE, 20.0))?;
        for about in about {
            self.lines(&plain(about), MARGIN, Weight::Regular, DIM, (MOVE, ROW))?;
        }
        Ok(())
    }

    /// Prints text from `left` to the right margin, with the given font size and line height.
    pub fn lines(
        &mut self,
        text: &str,
        left: f32,
        weight: Weight,
        color: Rgb,
        (size, height): (f32, f32),
    ) -> Result<(), PdfError> {
        for line in wrapped(text, weight, size, self.sheet.width() + MARGIN - left) {
            self.ensure_room(height)?;
            self.flow.line(left, size, height, weight, color, line);
        }
        Ok(())
    }

    /// Returns the lines of a comment that is printed `indent` points from the left margin.
    fn comment_lines(&self, text: &str, indent: f32) -> Vec<String> {
        let text: String = text.lines().map(|line| plain(line) + "\n").collect();
        wrapped(&text, Weight::Regular, COMMENT, self.sheet.width() - indent)
    }

    /// Prints a comment, `indent` points from the left margin. Its last lines are on the same page as the `following`
    /// points below it.
    pub fn comment(
        &mut self,
        text: &str,
        indent: f32,
        color: Rgb,
        following: f32,
    ) -> Result<(), PdfError> {
        let lines = self.comment_lines(text, indent);
        let mut remaining = lines.len();
        for line in lines {
            let room = if following > 0.0 && remaining <= LINES_BESIDE_DIAGRAM {
                comment_height(remaining) + following
            } else {
                COMMENT_ROW
            };
            self.ensure_room(room)?;
            let x = MARGIN + indent;
            self.flow.line(x, COMMENT, COMMENT_ROW, Weight::Regular, color, line);
            remaining -= 1;
        }
        self.flow.y += COMMENT_GAP;
        Ok(())
    }

    /// Prints `scene` as a picture `width` points wide in the middle of the page. `pixels` is the `width` attribute of its SVG.
    pub fn picture(&mut self, scene: Scene, pixels: u32, width: f32) -> Result<(), PdfError> {
        let height = room_of_picture(&scene, pixels, width);
        self.ensure_room(height)?;
        let (x, y) = ((self.sheet.points.0 - width) / 2.0, self.flow.y + PICTURE_GAPS / 2.0);
        self.flow.put(Item::Picture { x, y, width, scene: Rc::new(scene) });
        self.flow.y += height;
        Ok(())
    }

    /// Starts a new page if less than `height` points are left on the current one.
    pub fn ensure_room(&mut self, height: f32) -> Result<(), PdfError> {
        if !self.flow.fits(height) {
            self.start_page()?;
            self.column_heads();
        }
        Ok(())
    }

    fn column(&self, seat: usize) -> f32 {
        MARGIN + self.sheet.width() / 4.0 * f32::from(u8::try_from(seat).unwrap_or(0))
    }

    fn column_heads(&mut self) {
        let Some(header) = &self.columns else { return };
        let top = self.flow.y;
        let room = self.sheet.width() / 4.0 - 6.0;
        for seat in Seat::ALL {
            let x = self.column(seat as usize);
            self.flow.y = top;
            let name = seat.name().to_owned();
            self.flow.line(x, CLOCK, 10.0, Weight::Regular, DIM, name);
            let player = title(&header.seats[seat]);
            let player = Weight::SemiBold.face().fit(&player, MOVE, room);
            self.flow.line(x, MOVE, ROW, Weight::SemiBold, INK, player);
        }
        self.rule(1.0);
    }

    /// Prints a horizontal line across the page, `gap` points below the current position.
    pub fn rule(&mut self, gap: f32) {
        let y = self.flow.y + gap;
        self.flow.put(Item::Rule { y });
        self.flow.y = y + 5.0 - gap;
    }
}

impl<'a> MatchLayout<'a> {
    fn new(document: &'a Document, out: PrintLayout<'a>) -> Self {
        Self { out, document, header: Header::of(document) }
    }

    fn lay_out(&mut self) -> Result<(), PdfError> {
        // The reason for the result is printed in full after the moves, so it is truncated here.
        let result = self.header.clone().shortened().result;
        self.out.head(&plain(&self.header.teams()), [&self.header.event, &result])?;
        self.out.flow.y += 8.0;
        self.out.columns = Some(self.header.clone());
        self.out.column_heads();
        let list = MoveList::of(self.document);
        let mut rows = list.rows.as_slice();
        while let [row, later @ ..] = rows {
            match row {
                MoveRow::Plies(cells) => self.plies(cells, self.height_after_plies(later))?,
                MoveRow::Comment { moment, text } => {
                    let text = self.named_comment(*moment, text);
                    self.out.comment(&text, NUMBER_OFFSET, INK, self.diagram_height(later))?;
                }
                // `MoveList::of` lists variations as comments, so it has no rows of this kind.
                MoveRow::Variation(_) => {}
                MoveRow::Diagram { moment } => {
                    self.out.ensure_room(self.diagram_height(rows))?;
                    self.out.picture(self.scene(*moment), DIAGRAM_PIXELS, DIAGRAM_WIDTH)?;
                }
                // An unknown result is not printed.
                MoveRow::Ending(text) if text == GameResult::Unknown.text() => {}
                MoveRow::Ending(text) => {
                    self.out.ensure_room(ROW + 6.0)?;
                    self.out.flow.y += 6.0;
                    self.out.lines(&plain(text), MARGIN, Weight::SemiBold, INK, (MOVE, ROW))?;
                }
            }
            rows = later;
        }
        Ok(())
    }

    fn plies(&mut self, cells: &[Option<MoveCell>; 4], following: f32) -> Result<(), PdfError> {
        self.out.ensure_room(ROW + following)?;
        let top = self.out.flow.y;
        for (seat, cell) in cells.iter().enumerate() {
            if let Some(cell) = cell {
                self.out.flow.y = top;
                self.ply(self.out.column(seat), cell);
            }
        }
        self.out.flow.y = top + ROW;
        Ok(())
    }

    fn ply(&mut self, left: f32, cell: &MoveCell) {
        let top = self.out.flow.y;
        let number = format!("{}.", cell.number);
        let x = left + NUMBER_OFFSET - Weight::Regular.face().width(&number, MOVE);
        self.out.flow.line(x, MOVE, ROW, Weight::Regular, DIM, number);
        let (weight, color) =
            if cell.played { (Weight::SemiBold, INK) } else { (Weight::Regular, DIM) };
        let room = self.out.sheet.width() / 4.0 - NUMBER_OFFSET - 10.0;
        let text = format!("{}{}", plain(&cell.san), plain(&cell.glyph));
        let text = weight.face().fit(&text, MOVE, room);
        let x = left + NUMBER_OFFSET + 3.0;
        let after = x + weight.face().width(&text, MOVE) + 4.0;
        self.out.flow.y = top;
        self.out.flow.line(x, MOVE, ROW, weight, color, text);
        // Right-aligns the clocks of a column.
        let right = left + self.out.sheet.width() / 4.0 - CLOCK_OFFSET;
        let clock = right - Weight::Regular.face().width(&cell.face, CLOCK);
        if after <= clock {
            self.out.flow.y = top;
            self.out.flow.line(clock, CLOCK, ROW, Weight::Regular, DIM, cell.face.clone());
        }
    }

    /// Returns a comment with the name of its ply, because the row above it can have plies of all seats. A variation
    /// begins with a move number anyway.
    fn named_comment<'t>(&self, moment: Moment, text: &'t str) -> Cow<'t, str> {
        match self.document.ply_name(moment) {
            Some(name) if !text.starts_with('(') => Cow::Owned(format!("{name}: {text}")),
            _ => Cow::Borrowed(text),
        }
    }

    /// Returns the content of a diagram: both boards with names, reserves and clocks.
    fn scene(&self, moment: Moment) -> Scene {
        let show = Show { flipped: self.out.sheet.flipped, ..Show::default() };
        Scene::of(self.document, moment, &show)
    }

    /// Returns the height of the start of `rows`, which follow plies, that belongs on the same page as these plies.
    fn height_after_plies(&self, rows: &[MoveRow]) -> f32 {
        let [MoveRow::Comment { moment, text }, later @ ..] = rows else {
            return self.diagram_height(rows);
        };
        let diagram = self.diagram_height(later);
        if diagram == 0.0 {
            return 0.0;
        }
        let text = self.named_comment(*moment, text);
        let lines = self.out.comment_lines(&text, NUMBER_OFFSET).len();
        if lines > LINES_BESIDE_DIAGRAM {
            return comment_height(LINES_BESIDE_DIAGRAM);
        }
        comment_height(lines) + diagram
    }

    /// Returns the height of the diagram at the start of `rows`, with the first lines of a comment after it; 0 if `rows`
    /// do not begin with a diagram.
    fn diagram_height(&self, rows: &[MoveRow]) -> f32 {
        let [MoveRow::Diagram { moment }, later @ ..] = rows else { return 0.0 };
        let comment = match later {
            [MoveRow::Comment { moment, text }, ..] => {
                let text = self.named_comment(*moment, text);
                let lines = self.out.comment_lines(&text, NUMBER_OFFSET).len();
                comment_height(lines.min(LINES_BESIDE_DIAGRAM))
            }
            _ => 0.0,
        };
        room_of_picture(&self.scene(*moment), DIAGRAM_PIXELS, DIAGRAM_WIDTH) + comment
    }
}

/// Returns the height of a comment of `lines` lines with the gap below it, in points.
fn comment_height(lines: usize) -> f32 {
    COMMENT_ROW * lines as f32 + COMMENT_GAP
}

/// Like [`picture_height`], with the gaps above and below the picture.
pub(super) fn room_of_picture(scene: &Scene, pixels: u32, width: f32) -> f32 {
    picture_height(scene, pixels, width) + PICTURE_GAPS
}

/// Returns the height in points of a picture of `scene`, `width` points wide. `pixels` is the `width` attribute of its SVG.
pub(super) fn picture_height(scene: &Scene, pixels: u32, width: f32) -> f32 {
    width * Layout::of(scene).pixel_height(pixels) as f32 / pixels as f32
}

/// Writes `pages` as a PDF. Each page is dropped as soon as it is painted. `pixels` is the `width` attribute of the SVG
/// of each picture.
pub(super) fn paint(
    sheet: &Sheet<'_>,
    pixels: u32,
    pages: Vec<Page>,
    watch: Watch<'_>,
) -> Result<Vec<u8>, PdfError> {
    let mut document = krilla::Document::new();
    document.set_metadata(metadata(pages.first().map_or("", |(title, _)| title)));
    let mut painter =
        PagePainter { fonts: Fonts::default(), pictures: PicturePainter::default(), pixels, sheet };
    let (width, height) = sheet.points;
    let all = pages.len();
    for (number, (title, items)) in (1_usize..).zip(pages) {
        if watch(DrawnPart { done: number - 1, all }).is_break() {
            return Err(PdfError::Stopped);
        }
        let mut page = document.start_page_with(page_settings(width, height)?);
        let mut surface = page.surface();
        for item in &items {
            painter.item(&mut surface, item)?;
        }
        let page_number = format!("{number} / {all}");
        let face = Weight::Regular.face();
        let right = width - MARGIN - face.width(&page_number, CLOCK);
        let room = right - MARGIN - 12.0;
        for (x, text) in [(MARGIN, face.fit(&title, CLOCK, room)), (right, page_number)] {
            let y = height - MARGIN;
            let (size, weight, color) = (CLOCK, Weight::Regular, DIM);
            painter.item(&mut surface, &Item::Text { x, y, size, weight, color, text })?;
        }
        surface.finish();
        page.finish();
    }
    Ok(document.finish()?)
}

/// The fonts of one PDF: the bundled font by weight, and the fallback fonts by number.
#[derive(Default)]
struct Fonts(HashMap<(Weight, u16), Font>);

impl Fonts {
    fn get(&mut self, weight: Weight, face: u16) -> Result<Font, PdfError> {
        // A fallback font has only one weight.
        let key = if face == 0 { (weight, 0) } else { (Weight::Regular, face) };
        if let Some(font) = self.0.get(&key) {
            return Ok(font.clone());
        }
        let font = weight.face().font(face);
        let font = Font::new(font.bytes.to_vec().into(), font.index)
            .ok_or_else(|| PdfError::Pdf("cannot read the font".to_owned()))?;
        self.0.insert(key, font.clone());
        Ok(font)
    }
}

struct PagePainter<'a> {
    fonts: Fonts,
    pictures: PicturePainter,
    /// The `width` attribute of the SVG of each picture.
    pixels: u32,
    sheet: &'a Sheet<'a>,
}

impl PagePainter<'_> {
    fn item(&mut self, surface: &mut Surface<'_>, item: &Item) -> Result<(), PdfError> {
        let ink = |Rgb(red, green, blue)| color::rgb::Color::new(red, green, blue);
        match item {
            Item::Text { x, y, size, weight, color, text } => {
                surface.set_stroke(None);
                surface.set_fill(Some(Fill { paint: ink(*color).into(), ..Fill::default() }));
                let line = weight.face().line(text);
                let ends = ends_of(&line, text.len());
                let mut before = 0;
                let mut ends = ends.as_slice();
                for part in line.chunk_by(|one, next| one.face == next.face) {
                    let font =
                        self.fonts.get(*weight, part.first().map_or(0, |glyph| glyph.face))?;
                    let at = Point::from_xy(x + in_ems(before) * size, *y);
                    let (part_ends, later_ends) = ends.split_at(part.len());
                    ends = later_ends;
                    surface.draw_glyphs(
                        at,
                        &glyphs(part, before, part_ends),
                        font,
                        text,
                        *size,
                        false,
                    );
                    before += part.iter().map(|glyph| glyph.advance).sum::<i32>();
                }
            }
            Item::Rule { y } => {
                let mut line = PathBuilder::new();
                line.move_to(MARGIN, *y);
                line.line_to(self.sheet.points.0 - MARGIN, *y);
                if let Some(line) = line.finish() {
                    surface.set_fill(None);
                    surface.set_stroke(Some(Stroke {
                        paint: ink(DIM).into(),
                        width: 0.6,
                        ..Stroke::default()
                    }));
                    surface.draw_path(&line);
                }
            }
            Item::Picture { x, y, width, scene } => {
                let picture = svg(scene, &self.sheet.look(), self.pixels);
                let scale = *width / self.pixels as f32;
                self.pictures.paint(surface, &picture, (*x, *y), scale)?;
            }
        }
        Ok(())
    }
}

/// Returns the end of the characters of each glyph in `line`, as a byte offset in the text. The characters of a glyph
/// end where those of the next glyph in the text begin. Those of the last glyph end at `length`, the length of the
/// text.
fn ends_of(line: &[Glyph], length: usize) -> Vec<usize> {
    let mut starts: Vec<usize> = line.iter().map(|glyph| glyph.at).collect();
    // In right-to-left scripts, the last character comes first on the line.
    starts.sort_unstable();
    let end = |glyph: &Glyph| {
        let later = starts.partition_point(|at| *at <= glyph.at);
        starts.get(later).copied().unwrap_or(length)
    };
    line.iter().map(end).collect()
}

/// Converts `part`, a range of the glyphs on a line, to glyphs of the PDF writer. `x` is the position on the line at
/// which `part` begins. `ends` holds the byte offset at which the characters of each glyph end. Each glyph carries its
/// range in the text, so that PDF readers can search and copy.
fn glyphs(part: &[Glyph], mut x: i32, ends: &[usize]) -> Vec<KrillaGlyph> {
    let glyph = |(glyph, end): (&Glyph, &usize)| {
        let offset = glyph.x - x;
        x += glyph.advance;
        KrillaGlyph::new(
            GlyphId::new(u32::from(glyph.id)),
            in_ems(glyph.advance),
            in_ems(offset),
            0.0,
            0.0,
            glyph.at..*end,
            None,
        )
    };
    part.iter().zip(ends).map(glyph).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::{PieceSet, Theme};

    #[test]
    fn clocks_are_aligned_and_an_unknown_result_is_omitted() {
        let text = b"[TimeControl \"180+0\"]\n\n1A. e4{179} 1a. Nf6{98.7} 2A. Nc3{64} *\n";
        let document = Document::from_text(text.as_slice());
        let pieces = PieceSet::load("tandem").expect("built in");
        let theme = Theme::named("print").expect("a theme");
        let sheet = Sheet { points: Sheet::A4, theme, pieces: &pieces, flipped: false };
        let items = first_page(&document, &sheet).expect("a page").items;
        let texts: Vec<(f32, &str)> = items
            .iter()
            .filter_map(|item| match item {
                Item::Text { x, size, weight, text, .. } => {
                    Some((x + weight.face().width(text, *size), text.as_str()))
                }
                _ => None,
            })
            .collect();
        let right = |clock: &str| {
            let found = texts.iter().find(|(_, text)| *text == clock);
            found.unwrap_or_else(|| panic!("no {clock} in {texts:?}")).0
        };
        assert!((right("2:59") - right("1:04")).abs() < 0.01);
        assert!(right("1:38") > right("2:59"));
        assert!(!texts.iter().any(|(_, text)| *text == "*"), "{texts:?}");
    }

    #[test]
    fn comment_begins_with_its_move() {
        let text = b"\n{Begin.} 1A. e4 1a. e5 1B. d4 {Why?} (1B. e4 1b. d5) 1b. d5 *\n";
        let document = Document::from_text(text.as_slice());
        let pieces = PieceSet::load("tandem").expect("built in");
        let theme = Theme::named("print").expect("a theme");
        let sheet = Sheet { points: Sheet::A4, theme, pieces: &pieces, flipped: false };
        let items = first_page(&document, &sheet).expect("a page").items;
        let has = |words: &str| {
            items.iter().any(|item| matches!(item, Item::Text { text, .. } if text == words))
        };
        assert!(has("Begin.") && has("1B: Why?"));
        assert!(has("(1B. e4 1b. d5)"));
    }

    #[test]
    fn diagram_is_on_the_page_of_its_move_and_comment() {
        let pieces = PieceSet::load("tandem").expect("built in");
        let theme = Theme::named("print").expect("a theme");
        let sheet = Sheet { points: Sheet::A4, theme, pieces: &pieces, flipped: false };
        let long = "many words ".repeat(90);
        for (before, after) in
            [("{C:Look.}", ""), ("", ""), ("", "{C:Look.}"), (&*format!("{{C:{long}Look.}}"), "")]
        {
            // One row of moves more each time moves the diagram over the end of the page.
            let mut page_counts = Vec::new();
            for rows in 1..60 {
                let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"];
                let plies: Vec<String> = (0..2 * rows)
                    .map(|ply| {
                        let letter = if ply % 2 == 0 { 'A' } else { 'a' };
                        format!("{}{letter}. {}", ply / 2 + 1, shuffle[ply % 4])
                    })
                    .collect();
                let text = format!("\n{} {before} {{D:}} {after} *\n", plies.join(" "));
                let document = Document::from_text(text.as_bytes());
                let out = PrintLayout::new(&sheet, 0, COUNT_PAGES);
                let mut printed = MatchLayout::new(&document, out);
                printed.lay_out().expect("few pages");
                let pages = printed.out.flow.pages;
                let is_picture = |item: &Item| matches!(item, Item::Picture { .. });
                let page =
                    pages.iter().find(|page| page.iter().any(is_picture)).expect("a diagram");
                let has = |word: &str| {
                    page.iter()
                        .any(|item| matches!(item, Item::Text { text, .. } if text.ends_with(word)))
                };
                let has_comment = !before.is_empty() || !after.is_empty();
                assert!(!has_comment || has("Look."), "{rows} rows, {before} {after}");
                let is_long = before.len() > 100;
                assert!(is_long || has(&format!("{rows}.")), "{rows} rows, {before} {after}");
                page_counts.push(pages.len());
            }
            assert!(page_counts.is_sorted() && page_counts.last() > page_counts.first());
        }
    }
}
