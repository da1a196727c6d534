//! [`PrintLayout`]: titles, lines, comments and pictures laid out on pages, and [`paint`], which writes them as a PDF.

use super::{
    DrawnPart, Glyph, PdfError, Rgb, Scene, Watch, Weight,
    columns::{plain, title},
    face::in_ems,
    layout::Layout,
    pdf::{PicturePainter, metadata, page_settings},
    sheet::{Flow, Item, MARGIN, Sheet, wrapped},
    svg,
};
use crate::{document::Header, rules::Seat};
use krilla::{
    color,
    geom::{PathBuilder, Point},
    paint::{Fill, Stroke},
    surface::Surface,
    text::{Font, GlyphId, KrillaGlyph},
};
use std::{collections::HashMap, sync::Arc};

/// The font size of moves, in points. The constants below are the other font sizes, then the line heights.
pub(super) const MOVE: f32 = 9.5;
pub(super) const CLOCK: f32 = 7.5;
pub(super) const COMMENT: f32 = 8.8;
pub(super) const TITLE: f32 = 15.0;
pub(super) const TITLE_ROW: f32 = 24.0;
pub(super) const ROW: f32 = 13.4;
pub(super) const COMMENT_ROW: f32 = 11.8;

/// The height of the line of the seats above the columns, in points.
const SEAT_ROW: f32 = 10.0;

/// The height of a rule with the gaps around it, in points.
const RULE_HEIGHT: f32 = 5.0;

/// The height of the players above the columns, in points.
const COLUMN_HEADS: f32 = SEAT_ROW + ROW + RULE_HEIGHT;

/// The gap below a comment, in points.
const COMMENT_GAP: f32 = 3.0;

/// The gaps above and below a picture together, in points.
const PICTURE_GAPS: f32 = 8.0;

/// The number of lines of a comment that are printed on the page of the diagram before or after it.
pub(super) const LINES_BESIDE_DIAGRAM: usize = 3;

pub(super) const INK: Rgb = Rgb(0, 0, 0);
pub(super) const DIM: Rgb = Rgb(0x50, 0x50, 0x50);

/// A match or game of Kriegspiel while it is laid out on pages.
pub(super) struct PrintLayout<'a> {
    pub sheet: &'a Sheet<'a>,
    pub flow: Flow,
    watch: Watch<'a>,
    /// The header of a match; its players are printed above the columns on every page. `None` for a game of Kriegspiel.
    pub columns: Option<Header>,
}

/// A page while it is laid out.
pub(super) struct Page {
    /// The title that is printed at the bottom.
    pub title: Arc<str>,
    /// The items above it.
    pub items: Vec<Item>,
}

impl Page {
    /// Returns the line at the bottom of the page: its title, and its `number` among `all` pages.
    pub fn bottom_line(&self, sheet: &Sheet<'_>, number: usize, all: &str) -> [Item; 2] {
        let (width, height) = sheet.points;
        let page_number = format!("{number} / {all}");
        let face = Weight::Regular.face();
        let right = width - MARGIN - face.width(&page_number, CLOCK);
        let room = right - MARGIN - 12.0;
        [(MARGIN, face.fit(&self.title, CLOCK, room)), (right, page_number)].map(|(x, text)| {
            let y = height - MARGIN;
            Item::Text { x, y, size: CLOCK, weight: Weight::Regular, color: DIM, text }
        })
    }
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
        self.flow.line(MARGIN, TITLE, TITLE_ROW, Weight::SemiBold, INK, words.to_owned());
        Ok(())
    }

    /// Returns the pages, each with `title`.
    pub fn pages(self, title: &str) -> impl Iterator<Item = Page> {
        let title: Arc<str> = title.into();
        self.flow.pages.into_iter().map(move |items| Page { title: Arc::clone(&title), items })
    }

    /// Starts a page with `title` and, below it, the lines in `about`.
    ///
    /// # Errors
    /// If the watch cancels.
    pub fn head(&mut self, title: &str, about: [&str; 2]) -> Result<(), PdfError> {
        self.start_page()?;
        self.lines(title, Weight::SemiBold, INK, TITLE, 20.0)?;
        for about in about {
            self.lines(&plain(about), Weight::Regular, DIM, MOVE, ROW)?;
        }
        Ok(())
    }

    /// Prints text between the margins, with the given font size and line height.
    pub fn lines(
        &mut self,
        text: &str,
        weight: Weight,
        color: Rgb,
        size: f32,
        height: f32,
    ) -> Result<(), PdfError> {
        for line in wrapped(text, weight, size, self.sheet.width()) {
            self.ensure_room(height)?;
            self.flow.line(MARGIN, size, height, weight, color, line);
        }
        Ok(())
    }

    /// Returns the lines of a comment that is printed `indent` points from the left margin.
    pub fn comment_lines(&self, text: &str, indent: f32) -> Vec<String> {
        let text: String = text.lines().map(|line| plain(line) + "\n").collect();
        wrapped(&text, Weight::Regular, COMMENT, self.sheet.width() - indent)
    }

    /// Prints a comment, `indent` points from the left margin, on one page with the `following` points below it, or at least
    /// on one page. If the comment alone does not fit on a page, its last lines are on the page of these points.
    pub fn comment(
        &mut self,
        text: &str,
        indent: f32,
        color: Rgb,
        following: f32,
    ) -> Result<(), PdfError> {
        let lines = self.comment_lines(text, indent);
        let mut remaining = lines.len();
        let (comment, room) = (comment_height(remaining), self.page_room());
        // Above a comment with what follows it there is room for the row of its move.
        let fits_alone = comment <= room && comment + following > room - ROW;
        let following = if fits_alone { 0.0 } else { following };
        if comment + following <= room {
            self.ensure_room(comment + following)?;
        }
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
    pub fn picture(&mut self, scene: Arc<Scene>, pixels: u32, width: f32) -> Result<(), PdfError> {
        let height = room_of_picture(&scene, pixels, width);
        self.ensure_room(height)?;
        let (x, y) = ((self.sheet.points.0 - width) / 2.0, self.flow.y + PICTURE_GAPS / 2.0);
        self.flow.put(Item::Picture { x, y, width, scene });
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

    /// Returns the height of an empty page, below the players of a match, in points.
    pub fn page_room(&self) -> f32 {
        let heads = if self.columns.is_some() { COLUMN_HEADS } else { 0.0 };
        self.sheet.room() - heads
    }

    pub fn column(&self, seat: usize) -> f32 {
        MARGIN + self.sheet.width() / 4.0 * f32::from(u8::try_from(seat).unwrap_or(0))
    }

    pub fn column_heads(&mut self) {
        let Some(header) = &self.columns else { return };
        let top = self.flow.y;
        let room = self.sheet.width() / 4.0 - 6.0;
        for seat in Seat::ALL {
            let x = self.column(seat as usize);
            self.flow.y = top;
            let name = seat.name().to_owned();
            self.flow.line(x, CLOCK, SEAT_ROW, Weight::Regular, DIM, name);
            let player = title(&header.seats[seat]);
            let player = Weight::SemiBold.face().fit(&player, MOVE, room);
            self.flow.line(x, MOVE, ROW, Weight::SemiBold, INK, player);
        }
        self.rule(1.0);
    }

    /// Prints a horizontal line across the page, `gap` points below the current position.
    pub fn rule(&mut self, gap: f32) {
        let y = self.flow.y + gap;
        self.flow.put(Item::Rule { x: MARGIN, y, width: self.sheet.width() });
        self.flow.y = y + RULE_HEIGHT - gap;
    }
}

/// Returns the height of a comment of `lines` lines with the gap below it, in points.
pub(super) fn comment_height(lines: usize) -> f32 {
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
    document.set_metadata(metadata(pages.first().map_or("", |page| &page.title)));
    let mut painter =
        PagePainter { fonts: Fonts::default(), pictures: PicturePainter::default(), pixels, sheet };
    let (width, height) = sheet.points;
    let all = pages.len();
    for (number, laid_out) in (1_usize..).zip(pages) {
        if watch(DrawnPart { done: number - 1, all }).is_break() {
            return Err(PdfError::Stopped);
        }
        let mut page = document.start_page_with(page_settings(width, height)?);
        let mut surface = page.surface();
        let bottom_line = laid_out.bottom_line(sheet, number, &all.to_string());
        for item in laid_out.items.iter().chain(&bottom_line) {
            painter.item(&mut surface, item)?;
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
            Item::Rule { x, y, width } => {
                let mut line = PathBuilder::new();
                line.move_to(*x, *y);
                line.line_to(x + width, *y);
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
