//! [`print()`]: matches on paper in four columns, with comments, and diagrams where they are asked for.

use super::{
    DrawnPart, Glyph, Hidden, PdfError, Rgb, Scene, Show, Watch, Weight,
    columns::{plain, title},
    face::{in_ems, letters_without_face},
    other_faces::other_face,
    pdf::{metadata, paint_tree, part},
    sheet::{Flow, Item, MARGIN, Sheet, wrapped},
    svg,
};
use crate::{
    document::{Document, Header, MoveCell, MoveList, MoveRow},
    file::Encoding,
    rules::{Seat, Team},
    timeline::Moment,
};
use krilla::{
    color,
    geom::{PathBuilder, Point, Transform},
    page::PageSettings,
    paint::{Fill, Stroke},
    surface::Surface,
    text::{Font, GlyphId, KrillaGlyph},
};
use resvg::usvg;
use std::{borrow::Borrow, collections::HashMap};

/// Sizes of type, and what a line takes, in points.
pub(super) const MOVE: f32 = 9.5;
pub(super) const CLOCK: f32 = 7.5;
pub(super) const COMMENT: f32 = 8.8;
pub(super) const TITLE: f32 = 15.0;
pub(super) const ROW: f32 = 13.4;
pub(super) const COMMENT_ROW: f32 = 11.8;

/// How far the moves stand from the edge of their column, so that numbers line up.
const NUMBER: f32 = 20.0;

/// The width of a diagram of both boards.
const DIAGRAM: f32 = 330.0;

pub(super) const INK: Rgb = Rgb(0, 0, 0);
pub(super) const DIM: Rgb = Rgb(0x50, 0x50, 0x50);

/// A match that is laid out.
struct Printed<'a> {
    sheet: &'a Sheet<'a>,
    document: &'a Document,
    header: Header,
    flow: Flow,
}

/// `documents` as a PDF, each beginning on a new page. Of each only its pages are held. `watch` is told of each page.
///
/// # Errors
/// If a picture cannot be read or the PDF cannot be written, and if `watch` ends it.
pub fn print(
    documents: impl IntoIterator<Item = impl Borrow<Document>>,
    sheet: &Sheet<'_>,
    watch: Watch<'_>,
) -> Result<Vec<u8>, PdfError> {
    let mut pages = Vec::new();
    let mut first_title = None;
    for document in documents {
        let (words, laid_out) = pages_of(document.borrow(), sheet)?;
        pages.extend(laid_out.into_iter().map(|page| (words.clone(), page)));
        first_title.get_or_insert(words);
    }
    paint(sheet, &first_title.unwrap_or_default(), &pages, watch)
}

/// The letters of `document` that no font has: on paper empty boxes stand for them.
#[must_use]
pub fn letters_without_face_in(document: &Document) -> Vec<char> {
    let bytes = document.text();
    letters_without_face(&Encoding::of(bytes).decode(bytes))
}

/// What stands on the first page of `document`, without its number.
pub(super) fn first_page(document: &Document, sheet: &Sheet<'_>) -> Result<Vec<Item>, PdfError> {
    let (_, pages) = pages_of(document, sheet)?;
    Ok(pages.into_iter().next().unwrap_or_default())
}

/// The players of `document`, and its pages.
fn pages_of(document: &Document, sheet: &Sheet<'_>) -> Result<(String, Vec<Vec<Item>>), PdfError> {
    let header = Header::of(document);
    let words = teams(&header);
    let mut printed = Printed { sheet, document, header, flow: Flow::new(sheet.points.1) };
    printed.lay_out(&words)?;
    Ok((words, printed.flow.pages))
}

/// `raven & death – Gnejs & Paaso`
fn teams(header: &Header) -> String {
    let team = |team: Team| team.seats().map(|seat| plain(&header.seats[seat].name));
    let teams = [Team::First, Team::Second].map(|t| team(t).join(" & "));
    teams.join(" – ")
}

impl Printed<'_> {
    fn lay_out(&mut self, words: &str) -> Result<(), PdfError> {
        self.flow.turn();
        let width = self.sheet.width();
        for line in wrapped(words, Weight::SemiBold, TITLE, width) {
            self.flow.line(MARGIN, TITLE, 20.0, Weight::SemiBold, INK, line);
        }
        for about in [self.header.event.clone(), self.header.result.clone()] {
            for line in wrapped(&plain(&about), Weight::Regular, MOVE, width) {
                if !line.is_empty() {
                    self.flow.line(MARGIN, MOVE, ROW, Weight::Regular, DIM, line);
                }
            }
        }
        self.flow.y += 8.0;
        self.heads();
        let rows = MoveList::of(self.document).rows;
        for row in &rows {
            match row {
                MoveRow::Plies(cells) => self.plies(cells),
                MoveRow::Comment { text, .. } => self.comment(text),
                // Here variations are comments.
                MoveRow::Variation(_) => {}
                MoveRow::Diagram { moment } => self.diagram(*moment)?,
                MoveRow::Ending(text) => {
                    self.room(ROW + 6.0);
                    self.flow.y += 6.0;
                    self.flow.line(MARGIN, MOVE, ROW, Weight::SemiBold, INK, plain(text));
                }
            }
        }
        Ok(())
    }

    fn column(&self, seat: usize) -> f32 {
        MARGIN + self.sheet.width() / 4.0 * f32::from(u8::try_from(seat).unwrap_or(0))
    }

    /// Turns the page where `height` points more do not fit.
    fn room(&mut self, height: f32) {
        if !self.flow.fits(height) {
            self.flow.turn();
            self.heads();
        }
    }

    /// Who plays in which column.
    fn heads(&mut self) {
        let top = self.flow.y;
        let room = self.sheet.width() / 4.0 - 6.0;
        for seat in Seat::ALL {
            let x = self.column(seat as usize);
            self.flow.y = top;
            let name = seat.name().to_owned();
            self.flow.line(x, CLOCK, 10.0, Weight::Regular, DIM, name);
            let player = title(&self.header.seats[seat]);
            let player = Weight::SemiBold.face().fit(&player, MOVE, room);
            self.flow.line(x, MOVE, ROW, Weight::SemiBold, INK, player);
        }
        let y = self.flow.y + 1.0;
        self.flow.put(Item::Rule { y });
        self.flow.y += 5.0;
    }

    fn plies(&mut self, cells: &[Option<MoveCell>; 4]) {
        self.room(ROW);
        let top = self.flow.y;
        for (seat, cell) in cells.iter().enumerate() {
            if let Some(cell) = cell {
                self.flow.y = top;
                self.ply(self.column(seat), cell);
            }
        }
        self.flow.y = top + ROW;
    }

    /// Number, move, annotation and clock of a ply.
    fn ply(&mut self, left: f32, cell: &MoveCell) {
        let top = self.flow.y;
        let number = format!("{}.", cell.number);
        let x = left + NUMBER - Weight::Regular.face().width(&number, MOVE);
        self.flow.line(x, MOVE, ROW, Weight::Regular, DIM, number);
        let (weight, color) =
            if cell.played { (Weight::SemiBold, INK) } else { (Weight::Regular, DIM) };
        let room = self.sheet.width() / 4.0 - NUMBER - 10.0;
        let text = format!("{}{}", plain(&cell.san), plain(&cell.glyph));
        let text = weight.face().fit(&text, MOVE, room);
        let x = left + NUMBER + 3.0;
        let after = x + weight.face().width(&text, MOVE) + 4.0;
        self.flow.y = top;
        self.flow.line(x, MOVE, ROW, weight, color, text);
        let clock = Weight::Regular.face().width(&cell.clock, CLOCK);
        if after + clock <= left + self.sheet.width() / 4.0 - 2.0 {
            self.flow.y = top;
            let clock = cell.clock.clone();
            self.flow.line(after, CLOCK, ROW, Weight::Regular, DIM, clock);
        }
    }

    fn comment(&mut self, text: &str) {
        let text: String = text.lines().map(|line| plain(line) + "\n").collect();
        let width = self.sheet.width() - NUMBER;
        for line in wrapped(&text, Weight::Regular, COMMENT, width) {
            self.room(COMMENT_ROW);
            let x = MARGIN + NUMBER;
            self.flow.line(x, COMMENT, COMMENT_ROW, Weight::Regular, INK, line);
        }
        self.flow.y += 3.0;
    }

    /// Both boards with reserves and clocks; the names stand above already.
    fn diagram(&mut self, moment: Moment) -> Result<(), PdfError> {
        let show =
            Show { flipped: self.sheet.flipped, hidden: Hidden::default(), ..Show::default() };
        let look = self.sheet.look();
        let picture = svg(&Scene::of(self.document, moment, &show), &look, 1000);
        let tree = usvg::Tree::from_str(&picture, &usvg::Options::default())?;
        let height = DIAGRAM * tree.size().height() / tree.size().width();
        self.room(height + 8.0);
        self.flow.picture(self.sheet, (DIAGRAM, height), tree);
        Ok(())
    }
}

pub(super) fn paint(
    sheet: &Sheet<'_>,
    title: &str,
    pages: &[(String, Vec<Item>)],
    watch: Watch<'_>,
) -> Result<Vec<u8>, PdfError> {
    let mut document = krilla::Document::new();
    document.set_metadata(metadata(title));
    let mut fonts = Fonts::default();
    let (width, height) = sheet.points;
    for (number, (words, items)) in (1_usize..).zip(pages) {
        let part = DrawnPart { done: number - 1, all: pages.len() };
        if watch(part).is_break() {
            return Err(PdfError::Stopped);
        }
        let settings = PageSettings::from_wh(width, height)
            .ok_or_else(|| PdfError::Pdf("the sheet has no size".to_owned()))?;
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        for item in items {
            paint_item(&mut surface, item, &mut fonts, width)?;
        }
        let of = format!("{number} / {}", pages.len());
        let face = Weight::Regular.face();
        let right = width - MARGIN - face.width(&of, CLOCK);
        let room = right - MARGIN - 12.0;
        for (x, text) in [(MARGIN, face.fit(words, CLOCK, room)), (right, of)] {
            let item = Item::Text {
                x,
                y: height - MARGIN,
                size: CLOCK,
                weight: Weight::Regular,
                color: DIM,
                text,
            };
            paint_item(&mut surface, &item, &mut fonts, width)?;
        }
        surface.finish();
        page.finish();
    }
    Ok(document.finish()?)
}

/// The fonts of a file: the own face in two weights, and those of the system by their numbers.
#[derive(Default)]
struct Fonts(HashMap<(Weight, u16), Font>);

impl Fonts {
    fn get(&mut self, weight: Weight, face: u16) -> Result<Font, PdfError> {
        // A font of the system is used in one weight alone.
        let key = if face == 0 { (weight, 0) } else { (Weight::Regular, face) };
        if let Some(font) = self.0.get(&key) {
            return Ok(font.clone());
        }
        let (bytes, index) = match other_face(face) {
            Some(other) => (other.bytes, other.index),
            None => (weight.face().bytes(), 0),
        };
        let font = Font::new(bytes.to_vec().into(), index)
            .ok_or_else(|| PdfError::Pdf("the face cannot be read".to_owned()))?;
        self.0.insert(key, font.clone());
        Ok(font)
    }
}

fn paint_item(
    surface: &mut Surface<'_>,
    item: &Item,
    fonts: &mut Fonts,
    width: f32,
) -> Result<(), PdfError> {
    let ink = |Rgb(red, green, blue)| color::rgb::Color::new(red, green, blue);
    match item {
        Item::Text { x, y, size, weight, color, text } => {
            surface.set_stroke(None);
            surface.set_fill(Some(Fill { paint: ink(*color).into(), ..Fill::default() }));
            let line = weight.face().line(text);
            let mut before = 0;
            for part in line.chunk_by(|one, next| one.face == next.face) {
                let font = fonts.get(*weight, part.first().map_or(0, |glyph| glyph.face))?;
                let at = Point::from_xy(x + in_ems(before) * size, *y);
                let shown = glyphs(part, before, &line, text.len());
                surface.draw_glyphs(at, &shown, font, text, *size, false);
                before += part.iter().map(|glyph| glyph.advance).sum::<i32>();
            }
        }
        Item::Rule { y } => {
            let mut line = PathBuilder::new();
            line.move_to(MARGIN, *y);
            line.line_to(width - MARGIN, *y);
            if let Some(line) = line.finish() {
                surface.set_fill(None);
                surface.set_stroke(Some(Stroke {
                    paint: ink(DIM).into(),
                    width: 0.6,
                    opacity: part(1.0),
                    ..Stroke::default()
                }));
                surface.draw_path(&line);
            }
        }
        Item::Picture { x, y, width, tree } => {
            let scale = width / tree.size().width();
            surface.push_transform(&Transform::from_row(scale, 0.0, 0.0, scale, *x, *y));
            paint_tree(surface, tree);
            surface.pop();
        }
    }
    Ok(())
}

/// A part of a line of letters, which begins at `x`, as the writer of PDF takes it: each letter with the part of the
/// text that it shows, so that text can be searched and copied.
fn glyphs(part: &[Glyph], mut x: i32, line: &[Glyph], length: usize) -> Vec<KrillaGlyph> {
    let glyph = |glyph: &Glyph| {
        let later = line.iter().map(|other| other.at);
        let end = later.filter(|at| *at > glyph.at).min().unwrap_or(length);
        let offset = glyph.x - x;
        x += glyph.advance;
        KrillaGlyph::new(
            GlyphId::new(u32::from(glyph.id)),
            in_ems(glyph.advance),
            in_ems(offset),
            0.0,
            0.0,
            glyph.at..end,
            None,
        )
    };
    part.iter().map(glyph).collect()
}
