//! [`print()`]: matches in print, in four columns with comments and diagrams.

use super::{
    Hidden, PdfError, Scene, Show, Watch, Weight,
    columns::plain,
    face::missing_characters,
    print::{
        CLOCK, DIM, INK, LINES_BESIDE_DIAGRAM, MOVE, Page, PrintLayout, ROW, comment_height, paint,
        room_of_picture,
    },
    sheet::{Excerpt, Sheet},
};
use crate::{
    document::{Document, Header, MoveCell, MoveList, MoveRow},
    file::Encoding,
    replay::{GameResult, Point},
    timeline::Moment,
};
use std::{
    borrow::{Borrow, Cow},
    sync::Arc,
};

/// The distance from the left edge of a column to the end of the move numbers, in points.
const NUMBER_OFFSET: f32 = 20.0;

/// The distance from the end of the clocks to the right edge of their column, in points.
const CLOCK_OFFSET: f32 = 14.0;

/// The width of a diagram of both boards, in points.
const DIAGRAM_WIDTH: f32 = 330.0;

/// The `width` attribute of a diagram's SVG, in pixels.
const DIAGRAM_PIXELS: u32 = 1000;

struct MatchLayout<'a> {
    out: PrintLayout<'a>,
    document: &'a Document,
    header: Header,
    /// The last diagram whose scene was built. It is measured before it is printed.
    diagram: Option<Diagram>,
}

/// A diagram of both boards with names, reserves and clocks.
struct Diagram {
    at: Point,
    scene: Arc<Scene>,
    /// The height with the gaps above and below, in points.
    room: f32,
}

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
    let mut pages = Vec::new();
    lay_out_matches(documents, sheet, watch, &mut pages)?;
    paint(sheet, DIAGRAM_PIXELS, pages, watch)
}

/// Adds the pages of `documents` to `pages`. If `watch` cancels, they have the pages up to the last one begun.
pub(super) fn lay_out_matches(
    documents: impl IntoIterator<Item = impl Borrow<Document>>,
    sheet: &Sheet<'_>,
    watch: Watch<'_>,
    pages: &mut Vec<Page>,
) -> Result<(), PdfError> {
    for document in documents {
        let out = PrintLayout::new(sheet, pages.len(), watch);
        let mut printed = MatchLayout::new(document.borrow(), out);
        let done = printed.lay_out();
        pages.extend(printed.out.pages(&plain(&printed.header.teams())));
        done?;
    }
    Ok(())
}

/// Begins the text of some files, and is not printed.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Returns the characters of `document` that no font has. They are printed as boxes.
pub fn missing_characters_in(document: &Document) -> Vec<char> {
    let bytes = document.text();
    let text = Encoding::of(bytes).decode(bytes);
    missing_characters(text.trim_start_matches(BYTE_ORDER_MARK))
}

impl<'a> MatchLayout<'a> {
    fn new(document: &'a Document, out: PrintLayout<'a>) -> Self {
        Self { out, document, header: Header::of(document), diagram: None }
    }

    fn lay_out(&mut self) -> Result<(), PdfError> {
        // The reason for the result is printed in full after the moves, so it is truncated here.
        let result = self.header.clone().shortened().result;
        self.out.head(&plain(&self.header.teams()), [&self.header.event, &result])?;
        if let Some(words) = self.excerpt_text() {
            self.out.lines(&plain(&words), Weight::Regular, DIM, MOVE, ROW)?;
        }
        self.out.flow.y += 8.0;
        let list = self.rows();
        let mut rows = list.as_slice();
        // The position in which an excerpt begins is above the columns.
        if let [MoveRow::Diagram { at }, later @ ..] = rows
            && self.out.sheet.excerpt.is_some_and(|excerpt| *at == Point::Match(excerpt.start))
        {
            let scene = Arc::clone(&self.diagram(at).scene);
            self.out.picture(scene, DIAGRAM_PIXELS, DIAGRAM_WIDTH)?;
            rows = later;
        }
        self.out.columns = Some(self.header.clone());
        self.out.column_heads();
        while let [row, later @ ..] = rows {
            match row {
                MoveRow::Plies(cells) => {
                    let following = self.height_after_plies(later);
                    self.plies(cells, following)?;
                }
                MoveRow::VariationText { text, .. } => {
                    let following = self.diagram_height(later);
                    self.out.comment(text, NUMBER_OFFSET, INK, following)?;
                }
                MoveRow::Comment { moment, text } => {
                    let text = self.named_comment(*moment, text);
                    let following = self.diagram_height(later);
                    self.out.comment(&text, NUMBER_OFFSET, INK, following)?;
                }
                // `MoveList::of` lists variations as text, so it has no rows of this kind.
                MoveRow::Variation(_) => {}
                MoveRow::Diagram { at } => {
                    let height = self.diagram_height(rows);
                    self.out.ensure_room(height)?;
                    let scene = Arc::clone(&self.diagram(at).scene);
                    self.out.picture(scene, DIAGRAM_PIXELS, DIAGRAM_WIDTH)?;
                }
                // An unknown result is not printed.
                MoveRow::Ending(text) if text == GameResult::Unknown.text() => {}
                MoveRow::Ending(text) => {
                    self.out.ensure_room(ROW + 6.0)?;
                    self.out.flow.y += 6.0;
                    self.out.lines(&plain(text), Weight::SemiBold, INK, MOVE, ROW)?;
                }
            }
            rows = later;
        }
        Ok(())
    }

    /// Returns the line that names the moves of an excerpt: `Moves 12A to 20b`.
    fn excerpt_text(&self) -> Option<String> {
        let excerpt = self.out.sheet.excerpt?;
        let first = self.document.ply_name(excerpt.start + 1)?;
        let last = self.document.ply_name(excerpt.end)?;
        Some(if first == last {
            format!("Move {first}")
        } else {
            format!("Moves {first} to {last}")
        })
    }

    /// Returns the rows of the match or excerpt. With [`Sheet::final_diagram`], a diagram of the final position precedes
    /// the result, unless the match has one there.
    fn rows(&self) -> Vec<MoveRow> {
        let all = MoveList::of(self.document).rows;
        let plies = self.document.played().plies.len();
        let excerpt = self.out.sheet.excerpt;
        let end = excerpt.map_or(plies, |excerpt| excerpt.end);
        let mut rows = match excerpt {
            Some(excerpt) => self.rows_of_excerpt(all, excerpt),
            None => all,
        };
        let last = MoveRow::Diagram { at: Point::Match(end) };
        if self.out.sheet.final_diagram && !rows.contains(&last) {
            let ending = rows.iter().position(|row| matches!(row, MoveRow::Ending(_)));
            rows.insert(ending.unwrap_or(rows.len()), last);
        }
        rows
    }

    /// Returns the part of `rows` within `excerpt`, after a diagram of the position in which it begins, if that is not the
    /// start of the match.
    fn rows_of_excerpt(&self, rows: Vec<MoveRow>, excerpt: Excerpt) -> Vec<MoveRow> {
        let plies = self.document.played().plies.len();
        let is_within = |moment: Moment| {
            // A ply that cannot be played comes after the last moment.
            let moment = moment.min(plies);
            (moment > excerpt.start || excerpt.start == 0) && moment <= excerpt.end
        };
        let mut within = Vec::new();
        if excerpt.start > 0 {
            within.push(MoveRow::Diagram { at: Point::Match(excerpt.start) });
        }
        // A diagram in a variation is among the parts of its text.
        let mut is_text_within = false;
        for mut row in rows {
            let is_kept = match &mut row {
                MoveRow::Plies(cells) => {
                    for cell in cells.iter_mut() {
                        cell.take_if(|cell| !is_within(cell.ply + 1));
                    }
                    cells.iter().any(Option::is_some)
                }
                MoveRow::Comment { moment, .. } | MoveRow::Diagram { at: Point::Match(moment) } => {
                    is_within(*moment)
                }
                MoveRow::VariationText { moment, .. } => {
                    is_text_within = is_within(*moment);
                    is_text_within
                }
                MoveRow::Variation(_) => false,
                MoveRow::Diagram { at: Point::Variation(_) } => is_text_within,
                MoveRow::Ending(_) => excerpt.end >= plies,
            };
            if is_kept {
                within.push(row);
            }
        }
        within
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
        if !self.out.sheet.clocks {
            return;
        }
        // Right-aligns the clocks of a column.
        let right = left + self.out.sheet.width() / 4.0 - CLOCK_OFFSET;
        // The tenths go before the clock goes.
        for clock in [Cow::Borrowed(&*cell.face), cell.whole_face()] {
            let left = right - Weight::Regular.face().width(&clock, CLOCK);
            if after <= left {
                self.out.flow.y = top;
                self.out.flow.line(left, CLOCK, ROW, Weight::Regular, DIM, clock.into_owned());
                return;
            }
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

    /// Returns the diagram at `point`, built only if the last one was at another point.
    fn diagram(&mut self, point: &Point) -> &Diagram {
        let diagram = match self.diagram.take() {
            Some(last) if last.at == *point => last,
            _ => Diagram::of(self.document, point, self.out.sheet),
        };
        self.diagram.insert(diagram)
    }

    /// Returns the height of the start of `rows`, which follow plies, that belongs on the same page as these plies: a comment
    /// and the diagram after it, as far as they fit.
    fn height_after_plies(&mut self, rows: &[MoveRow]) -> f32 {
        let Some(lines) = self.lines_of_first(rows) else { return self.diagram_height(rows) };
        let diagram = self.diagram_height(&rows[1..]);
        let room = self.out.page_room() - ROW;
        let comment = comment_height(lines);
        if comment + diagram <= room {
            comment + diagram
        } else if comment <= room {
            comment
        } else {
            comment_height(LINES_BESIDE_DIAGRAM)
        }
    }

    /// Returns the height of the diagram at the start of `rows`, with the comment after it if both fit on a page; 0 if
    /// `rows` do not begin with a diagram.
    fn diagram_height(&mut self, rows: &[MoveRow]) -> f32 {
        let [MoveRow::Diagram { at }, later @ ..] = rows else { return 0.0 };
        let room = self.diagram(at).room;
        let Some(lines) = self.lines_of_first(later) else { return room };
        let whole = room + comment_height(lines);
        if whole <= self.out.page_room() {
            whole
        } else {
            room + comment_height(LINES_BESIDE_DIAGRAM)
        }
    }

    /// Returns the number of lines of the comment or variation at the start of `rows`; `None` if there is none.
    fn lines_of_first(&self, rows: &[MoveRow]) -> Option<usize> {
        let text = match rows.first()? {
            MoveRow::Comment { moment, text } => self.named_comment(*moment, text),
            MoveRow::VariationText { text, .. } => Cow::Borrowed(text.as_str()),
            _ => return None,
        };
        Some(self.out.comment_lines(&text, NUMBER_OFFSET).len())
    }
}

impl Diagram {
    fn of(document: &Document, at: &Point, sheet: &Sheet<'_>) -> Self {
        let hidden = Hidden { clocks: !sheet.clocks, ..Hidden::default() };
        let show = Show { flipped: sheet.flipped, hidden, ..Show::default() };
        let scene = Scene::at_point(document, at, &show);
        let room = room_of_picture(&scene, DIAGRAM_PIXELS, DIAGRAM_WIDTH);
        Self { at: at.clone(), scene: Arc::new(scene), room }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::{
        UNWATCHED,
        sheet::{
            Item,
            fixtures::{scenes, sheet, texts},
        },
    };

    /// Returns the items of each page of the match `text`.
    fn pages_of(text: &str, sheet: &Sheet<'_>) -> Vec<Vec<Item>> {
        let mut pages = Vec::new();
        let document = Document::from_text(text);
        lay_out_matches([document], sheet, UNWATCHED, &mut pages).expect("pages");
        pages.into_iter().map(|page| page.items).collect()
    }

    /// Returns the items of the first page of the match `text`.
    fn first_page(text: &str, sheet: &Sheet<'_>) -> Vec<Item> {
        pages_of(text, sheet).swap_remove(0)
    }

    #[test]
    fn clocks_are_aligned_and_an_unknown_result_is_omitted() {
        let text =
            "[TimeControl \"180+0\"]\n\n1A. e4{179} 1a. Nf6{98.7} 2A. Nc3{64} 2a. d5{8.4} *\n";
        let items = first_page(text, &sheet());
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
        assert!((right("0:08.4") - right("1:38")).abs() < 0.01, "as beside the boards");
        assert!(!texts.iter().any(|(_, text)| *text == "*"), "{texts:?}");
    }

    #[test]
    fn clocks_can_be_left_out_of_moves_and_diagrams() {
        let text = "[TimeControl \"180+0\"]\n\n1A. e4{179} 1a. Nf6{98.7} {D:} *\n";
        for sheet in [sheet(), Sheet { clocks: false, ..sheet() }] {
            let items = first_page(text, &sheet);
            let has = |words: &str| texts(&items).any(|text| text == words);
            assert!(has("e4") && has("Nf6"));
            assert_eq!((has("2:59"), has("1:38")), (sheet.clocks, sheet.clocks));
            let diagram = scenes(&items).next().expect("a diagram");
            assert_eq!(diagram.hidden.clocks, !sheet.clocks);
        }
    }

    #[test]
    fn an_excerpt_begins_with_a_diagram_and_has_only_its_moves() {
        let text = "\n{Begin.} 1A. e4 {first} 1a. e5 (1a. c5 2A. Nf3 $220) 1B. d4 {D:} 2A. Nf3 {mine} \
                    (2A. f4 2a. exf4 $220) 1b. d5 2a. Nc6 {C:after} {Resigns} 1-0\n";
        let document = Document::from_text(text);
        let printed = |first: &str, last: &str| {
            let moment = |name: &str| document.moment_named(name).expect("a moment");
            let excerpt = Excerpt::of(&(moment(first)..=moment(last)), 6);
            let sheet = Sheet { excerpt, ..sheet() };
            let mut words = Vec::new();
            for item in first_page(text, &sheet) {
                match item {
                    Item::Text { text, size, .. } if size != CLOCK => words.push(text),
                    Item::Picture { scene, .. } => {
                        let (_, after) = scene.title.rsplit_once(" after ").expect("a ply");
                        words.push(format!("[{after}]"));
                    }
                    Item::Text { .. } | Item::Rule { .. } => {}
                }
            }
            let words = words.join(" ");
            let (_, words) = words.split_once("Resigns ").expect("a heading");
            words.replace("White A Black A White B Black B", "|")
        };
        let first = "Begin. 1. e4 1A: first 1. e5";
        let last = "2. Nf3 2A: mine (2A. f4 2a. exf4) [2a. exf4] 1. d5";
        for (from, to, expected) in [
            ("2A", "1b", format!("Moves 2A to 1b [1B. d4] | {last}")),
            ("2A", "end", format!("Moves 2A to 2a [1B. d4] | {last} 2. Nc6 2a: after Resigns 1-0")),
            ("1B", "1B", "Move 1B [1a. e5] | 1. d4 [1B. d4]".to_owned()),
            ("0", "1a", format!("Moves 1A to 1a | {first} (1a. c5 2A. Nf3) [2A. Nf3]")),
        ] {
            assert_eq!(printed(from, to), expected);
        }
        let whole = printed("1A", "end");
        assert!(whole.starts_with(&format!("| {first}")), "{whole}");
    }

    /// Returns `rows` moves of each player on board A, with knights that go back and forth.
    fn knight_moves(rows: usize) -> String {
        let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"];
        let plies: Vec<String> = (0..2 * rows)
            .map(|ply| {
                let letter = if ply % 2 == 0 { 'A' } else { 'a' };
                format!("{}{letter}. {}", ply / 2 + 1, shuffle[ply % 4])
            })
            .collect();
        plies.join(" ")
    }

    #[test]
    fn diagram_is_on_the_page_of_its_move_and_comment() {
        let long = "many words ".repeat(90);
        for (before, after) in
            [("{C:Look.}", ""), ("", ""), ("", "{C:Look.}"), (&*format!("{{C:{long}Look.}}"), "")]
        {
            // One row of moves more each time moves the diagram over the end of the page.
            let mut page_counts = Vec::new();
            for rows in 1..60 {
                let text = format!("\n{} {before} {{D:}} {after} *\n", knight_moves(rows));
                let pages = pages_of(&text, &sheet());
                let page = pages.iter().find(|page| scenes(page).next().is_some());
                let page = page.expect("a diagram");
                let has = |word: &str| texts(page).any(|text| text.ends_with(word));
                let has_comment = !before.is_empty() || !after.is_empty();
                assert!(!has_comment || has("Look."), "{rows} rows, {before} {after}");
                let is_long = before.len() > 100;
                assert!(is_long || has(&format!("{rows}.")), "{rows} rows, {before} {after}");
                page_counts.push(pages.len());
            }
            assert!(page_counts.is_sorted() && page_counts.last() > page_counts.first());
        }
    }

    #[test]
    fn comment_is_on_the_page_of_its_move() {
        let words = "many words ".repeat(90);
        for note in [
            format!("{{C:First {words} last.}}"),
            format!("{{C:Why?}} (2A. e4 {{First {words} last.}})"),
        ] {
            let mut page_counts = Vec::new();
            for rows in 36..60 {
                let text = format!("\n{} {note} *\n", knight_moves(rows));
                let pages = pages_of(&text, &sheet());
                let page_of = |word: &str| {
                    let has = |page: &Vec<Item>| texts(page).any(|text| text.contains(word));
                    pages.iter().position(has).expect("the word is printed")
                };
                let move_number = format!("{rows}.");
                let expected = page_of(if note.contains("Why") { "First" } else { &move_number });
                assert_eq!(
                    (page_of("First"), page_of("last.")),
                    (expected, expected),
                    "{rows} rows"
                );
                page_counts.push(pages.len());
            }
            assert!(page_counts.is_sorted() && page_counts.last() > page_counts.first());
        }
    }

    #[test]
    fn scene_of_a_diagram_is_built_once() {
        let document = Document::from_text(b"\n1A. e4 {C:Look.} {D:} 1a. e5 {D:} *\n".as_slice());
        let sheet = sheet();
        let mut printed = MatchLayout::new(&document, PrintLayout::new(&sheet, 0, UNWATCHED));
        let list = MoveList::of(&document);
        printed.height_after_plies(&list.rows[1..]);
        let measured = Arc::clone(&printed.diagram.as_ref().expect("measured").scene);
        assert!(Arc::ptr_eq(&measured, &printed.diagram(&Point::Match(1)).scene));
        assert!(!Arc::ptr_eq(&measured, &printed.diagram(&Point::Match(2)).scene));
    }

    #[test]
    fn final_position_has_at_most_one_diagram() {
        let without = sheet();
        let with = Sheet { final_diagram: true, ..without };
        let diagrams = |text: &str, sheet: &Sheet<'_>| scenes(&first_page(text, sheet)).count();
        for (text, marked) in [
            ("\n1A. e4 1a. e5 {Resigns} 1-0\n", 0),
            ("\n1A. e4 1a. e5", 0),
            ("\n1A. e4 {D:} 1a. e5 *\n", 1),
        ] {
            assert_eq!(diagrams(text, &without), marked, "{text}");
            assert_eq!(diagrams(text, &with), marked + 1, "{text}");
        }
        let marked = "\n1A. e4 1a. e5 {D:} {Resigns} 1-0\n";
        assert_eq!((diagrams(marked, &without), diagrams(marked, &with)), (1, 1));
    }

    #[test]
    fn diagram_of_a_variation_divides_its_text() {
        let text =
            "\n1A. e4 1a. e5 2A. Nf3 {C:Or (2A. f4 2a. exf4 $220 3A. Bc4 (3A. Nf3 $220))} *\n";
        let mut order = Vec::new();
        for item in first_page(text, &sheet()) {
            match item {
                Item::Text { text, .. } if text.contains("f4") || text.contains("Bc4") => {
                    order.push(text);
                }
                Item::Picture { scene, .. } => order.push(scene.title.clone()),
                _ => {}
            }
        }
        assert_eq!(order[0], "(2A. f4 2a. exf4");
        assert!(order[1].ends_with("in a variation after 2a. exf4"), "{order:?}");
        assert_eq!(order[2], "3A. Bc4 (3A. Nf3))");
        assert!(order[3].ends_with("in a variation after 3A. Nf3"), "{order:?}");
    }
}
