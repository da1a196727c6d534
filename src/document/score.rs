//! [`MoveList`]: the moves of a match in four columns.
//!
//! The columns are those of section 2.3 of the BPGN standard: White A, Black A, White B, Black B. A ply extends the
//! current row if its column is to the right of the previous ply's; otherwise it begins a new row. The reading order is
//! thus the order of the match. A comment has a row of its own and ends the current one.

use super::{Document, variations::VariationPart};
use crate::{
    file::Span,
    notation::{Clock, GameResult, NoteKind, PlyText, nag_glyph},
    replay::{BranchIndex, Point, VariationPath, VariationPlace},
    rules::Position,
    timeline::{ClockPrecision, MatchTime, clock_text, duration_text, ply_clock_text},
};
use std::{borrow::Cow, collections::BTreeSet, ops::Range};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveCell {
    /// The index of the ply in the match.
    pub ply: usize,
    pub number: u16,
    /// The move in SAN, with `+` or `#`.
    pub san: String,
    /// The glyphs, such as `!?`; empty if there are none.
    pub glyph: String,
    /// The clock in seconds with tenths, `178.8`, or without tenths if the file has none. Time spent is written
    /// `12.3 s`, a match time `at 1:02.3`. Empty if there is none.
    pub clock: String,
    /// The clock as shown beside the boards: `2:58`, or `0:09.3`. Time spent and match times are written as in `clock`.
    /// Empty if there is no clock.
    pub face: String,
    /// Whether the ply was replayed. The first illegal ply and all later ones are shown but not replayed.
    pub played: bool,
}

impl MoveCell {
    /// Returns `face` without tenths of a second: `0:09.3` becomes `0:09`, and `12.3 s` becomes `12 s`.
    pub fn whole_face(&self) -> Cow<'_, str> {
        let Some((whole, rest)) = self.face.split_once('.') else {
            return Cow::Borrowed(&self.face);
        };
        let unit = rest.trim_start_matches(|it: char| it.is_ascii_digit());
        Cow::Owned(format!("{whole}{unit}"))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveRow {
    /// Plies of one row: one place per seat, in seat order; `None` for an empty place.
    Plies(Box<[Option<MoveCell>; 4]>),
    /// A comment on a row of its own.
    Comment { moment: usize, text: String },
    /// A variation, or a part of one before or after a diagram, as a comment on a row of its own.
    VariationText { moment: usize, text: String },
    /// A folded variation, or one row of an unfolded one.
    Variation(Box<VariationRow>),
    /// A diagram of both boards.
    Diagram { at: Point },
    /// The reason for the result, and the result.
    Ending(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariationRow {
    pub path: VariationPath,
    /// Whether the variation is folded. The row of a folded variation stands for the whole variation.
    pub folded: bool,
    /// The indexes of the plies in this row: all plies of the variation if it is folded.
    pub plies: Range<usize>,
}

/// The number of levels of variations that are unfolded by default.
const OPEN_LEVELS: usize = 2;

/// The maximum number of plies in all variations that are unfolded by default.
const MAX_OPEN_PLIES: usize = 1000;

/// The user's choice of unfolded variations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folding {
    /// `Some(true)` unfolds all variations, `Some(false)` folds all. `None` unfolds the outermost levels, up to a limit
    /// on plies.
    pub all: Option<bool>,
    /// The exceptions: these variations are folded if `all` would unfold them, and unfolded if `all` would fold them.
    pub toggled: BTreeSet<VariationPath>,
}

#[derive(Clone, Copy, Debug)]
pub enum VariationListing<'a> {
    /// As comments in parentheses, including their branches, for print.
    AsComments,
    /// In rows: one for a folded variation, several for an unfolded one.
    AsRows(&'a Folding),
}

impl Folding {
    /// Unfolds the variation at `path` if it is folded, and folds it otherwise.
    pub fn toggle(&mut self, path: VariationPath) {
        if !self.toggled.remove(&path) {
            self.toggled.insert(path);
        }
    }

    /// Returns whether the variation at `path` is unfolded. `fits` states whether the outermost variation on this path,
    /// with all its branches, is within the default limit on plies.
    fn unfolds(&self, path: &VariationPath, fits: bool) -> bool {
        let by_default = fits && path.branches.len() < OPEN_LEVELS;
        self.all.unwrap_or(by_default) != self.toggled.contains(path)
    }
}

/// The rows of the list, and the row of each ply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveList {
    pub rows: Vec<MoveRow>,
    row_of: Vec<usize>,
}

impl MoveList {
    /// Returns the rows of `document`, with variations as comments.
    pub fn of(document: &Document) -> Self {
        Self::with(document, VariationListing::AsComments)
    }

    /// Returns the rows of `document`, with variations as in `listing`.
    pub fn with(document: &Document, listing: VariationListing<'_>) -> Self {
        let mut builder = MoveListBuilder {
            document,
            listing,
            list: Self::default(),
            cells: Default::default(),
            next: 0,
            plies_left: MAX_OPEN_PLIES,
        };
        builder.add_all();
        builder.list
    }

    /// Returns the index of the row of the ply before `moment`; 0 at the start.
    pub fn row_at(&self, moment: usize) -> usize {
        moment.checked_sub(1).and_then(|ply| self.row_of.get(ply)).copied().unwrap_or(0)
    }

    /// Returns the cell of ply `ply`, counted from 0.
    pub fn cell(&self, ply: usize) -> Option<&MoveCell> {
        let MoveRow::Plies(cells) = self.rows.get(self.row_at(ply + 1))? else { return None };
        cells.iter().flatten().find(|cell| cell.ply == ply)
    }

    /// Returns the moment at the end of an adjacent row of plies. If `down`, this is the first row that ends after
    /// `moment`; if there is none, returns `moment`. Otherwise, this is the last row above that of `moment`; if there
    /// is none, returns 0.
    pub fn adjacent_row_moment(&self, moment: usize, down: bool) -> usize {
        let last_of = |row: &MoveRow| match row {
            MoveRow::Plies(cells) => {
                cells.iter().flatten().filter(|cell| cell.played).map(|cell| cell.ply + 1).max()
            }
            _ => None,
        };
        let mut ends = self.rows.iter().filter_map(last_of);
        if down {
            ends.find(|&end| end > moment).unwrap_or(moment)
        } else {
            let current = self.row_at(moment);
            self.rows[..current.min(self.rows.len())].iter().rev().find_map(last_of).unwrap_or(0)
        }
    }

    /// Returns whether the variation at `path`, and each variation that contains it, is unfolded.
    pub fn is_unfolded(&self, path: &VariationPath) -> bool {
        self.rows
            .iter()
            .any(|row| matches!(row, MoveRow::Variation(row) if row.path == *path && !row.folded))
    }

    /// Returns the index of the row that shows the ply before `place`, or `None`. For a ply in a folded variation, this
    /// is the row of the variation.
    pub fn row_of_place(&self, place: &VariationPlace) -> Option<usize> {
        let ply = place.plies.saturating_sub(1);
        let shows = |row: &MoveRow| match row {
            MoveRow::Variation(row) if row.path == place.path => row.plies.contains(&ply),
            MoveRow::Variation(row) => {
                row.folded
                    && row.path.root == place.path.root
                    && place.path.branches.starts_with(&row.path.branches)
            }
            _ => false,
        };
        self.rows.iter().position(shows)
    }
}

/// A [`MoveList`] being built.
struct MoveListBuilder<'a> {
    document: &'a Document,
    listing: VariationListing<'a>,
    list: MoveList,
    /// The cells of the current row.
    cells: [Option<MoveCell>; 4],
    /// The first column to the right of all cells.
    next: usize,
    /// The number of plies that can still be unfolded by default.
    plies_left: usize,
}

impl MoveListBuilder<'_> {
    fn add_all(&mut self) {
        let document = self.document;
        self.add_notes(0);
        let mut position = document.played().set_up.position.clone();
        for (index, ply) in document.record().plies.iter().enumerate() {
            let column = ply.seat as usize;
            if self.next > column {
                self.flush();
            }
            self.next = column + 1;
            self.cells[column] = Some(cell(document, index, ply, &mut position));
            self.list.row_of.push(self.list.rows.len());
            self.add_notes(index + 1);
        }
        self.flush();
        let ending = &document.record().ending;
        let text = document.text();
        let words = [ending.reason, ending.result_span]
            .map(|span| document.record().encoding.decode(span.of(text)).trim().to_owned());
        let words = match words {
            // `*` adds nothing to a reason.
            [reason, result] if !reason.is_empty() && result == GameResult::Unknown.text() => {
                reason
            }
            [reason, result] => format!("{reason} {result}").trim().to_owned(),
        };
        // A match that has just been created has no result yet.
        let is_new = document.record().plies.is_empty() && words == GameResult::Unknown.text();
        if !words.is_empty() && !is_new {
            self.list.rows.push(MoveRow::Ending(words));
        }
    }

    /// Ends the current row.
    fn flush(&mut self) {
        if self.next > 0 {
            self.list.rows.push(MoveRow::Plies(Box::new(std::mem::take(&mut self.cells))));
            self.next = 0;
        }
    }

    /// Adds rows for the comments, diagrams and variations at `moment`.
    fn add_notes(&mut self, moment: usize) {
        let document = self.document;
        let record = document.record();
        let mut has_diagram = false;
        for note in record.notes_at(moment) {
            if note.kind == NoteKind::Diagram && moment <= document.played().plies.len() {
                // One diagram for each moment is enough.
                if !has_diagram {
                    has_diagram = true;
                    self.flush();
                    self.list.rows.push(MoveRow::Diagram { at: Point::Match(moment) });
                }
                continue;
            }
            if note.kind != NoteKind::Variation && !record.is_comment(note) {
                continue;
            }
            let roots = document.variations().roots_in(note.span);
            let text = match note.kind {
                NoteKind::Variation if !roots.is_empty() => String::new(),
                NoteKind::Comment if !document.non_word_spans(note).is_empty() => {
                    document.comment_words(note)
                }
                _ => {
                    let bytes = unwrap_lines(document.text(), note.text);
                    record.encoding.decode(&bytes).into_owned()
                }
            };
            self.add_comment(moment, text.trim());
            for path in roots.map(VariationPath::root) {
                match self.listing {
                    VariationListing::AsComments => {
                        self.add_variation_text(moment, &path);
                    }
                    VariationListing::AsRows(folding) => {
                        self.flush();
                        let count = document.variations().roots[path.root].variation.count();
                        let fits = count <= self.plies_left;
                        self.plies_left = self.plies_left.saturating_sub(count);
                        self.add_variation(&path, folding, fits);
                    }
                }
            }
        }
    }

    fn add_comment(&mut self, moment: usize, text: &str) {
        if !text.is_empty() {
            self.flush();
            self.list.rows.push(MoveRow::Comment { moment, text: text.to_owned() });
        }
    }

    /// Adds the variation at `path` as text, with its diagrams in between.
    fn add_variation_text(&mut self, moment: usize, path: &VariationPath) {
        self.flush();
        for part in self.document.variation_parts(path) {
            self.list.rows.push(match part {
                VariationPart::Words(text) => MoveRow::VariationText { moment, text },
                VariationPart::Diagram(place) => MoveRow::Diagram { at: Point::Variation(place) },
            });
        }
    }

    /// Adds the rows of the variation at `path`: a single row if the variation is folded, otherwise the rows of its
    /// plies. The rows of its branches and diagrams are between those of its plies.
    fn add_variation(&mut self, path: &VariationPath, folding: &Folding, fits: bool) {
        let Some(variation) = self.document.variations().get(path) else { return };
        let count = variation.plies.len();
        if !folding.unfolds(path, fits) {
            self.add_variation_row(path, 0..count, true);
            return;
        }
        let mut start = 0;
        for (ply, variation_ply) in variation.plies.iter().enumerate() {
            if variation_ply.branches.is_empty() && !variation_ply.has_diagram() {
                continue;
            }
            self.add_variation_row(path, start..ply + 1, false);
            start = ply + 1;
            if variation_ply.has_diagram() {
                let at = Point::Variation(path.clone().after(start));
                self.list.rows.push(MoveRow::Diagram { at });
            }
            for branch in 0..variation_ply.branches.len() {
                let branch = path.branch(BranchIndex { ply, branch });
                self.add_variation(&branch, folding, fits);
            }
        }
        if start < count {
            self.add_variation_row(path, start..count, false);
        }
    }

    fn add_variation_row(&mut self, path: &VariationPath, plies: Range<usize>, folded: bool) {
        let row = VariationRow { path: path.clone(), folded, plies };
        self.list.rows.push(MoveRow::Variation(Box::new(row)));
    }
}

/// Returns the cell of `ply`, and plays it on `position`. A ply that could not be played is shown as written.
fn cell(document: &Document, index: usize, ply: &PlyText, position: &mut Position) -> MoveCell {
    let played = document.played().plies.get(index);
    let san = match played {
        Some(played) => {
            let san = played.san(position);
            played.play_on(position);
            san
        }
        None => {
            let written = ply.san_span.of(document.text());
            document.record().encoding.decode(written).into_owned()
        }
    };
    let precision = document.timeline().precision;
    let is_whole = precision == ClockPrecision::Seconds;
    let clock = match ply.clock {
        Clock::Left { ms, whole } => ply_clock_text(ms, whole || is_whole),
        Clock::Spent { ms } => format!("{} s", ply_clock_text(ms, is_whole)),
        // Match times are marked with `at`, since they increase while clocks decrease.
        Clock::At { ms } => {
            format!("at {}", duration_text(MatchTime::try_from(ms).unwrap_or(0), precision))
        }
        Clock::None => String::new(),
    };
    let face = match ply.clock {
        Clock::Left { ms, whole } => {
            let precision = if whole { ClockPrecision::Seconds } else { precision };
            clock_text(Some(ms), precision).face()
        }
        _ => clock.clone(),
    };
    MoveCell {
        ply: index,
        number: ply.number,
        san,
        glyph: annotations(document, index + 1),
        clock,
        face,
        played: played.is_some(),
    }
}

/// Returns the bytes of `span`, with line ends as LF. A line break made by wrapping becomes a space. Wrapping is
/// assumed if the line has 60 to 80 columns and the next word would not have fitted.
fn unwrap_lines(text: &[u8], span: Span) -> Vec<u8> {
    let start = span.start as usize;
    // Lines longer than 80 bytes are not wrapped, so searching further back is unnecessary. A longer search would also
    // take quadratic time in long lines.
    let before = &text[start.saturating_sub(81)..start];
    let line_end = memchr::memrchr2(b'\n', b'\r', before);
    let mut column = line_end.map_or(before.len(), |at| before.len() - at - 1);
    let mut out = Vec::with_capacity(span.len());
    let mut rest = span.of(text);
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if !matches!(byte, b'\n' | b'\r') {
            column += 1;
            out.push(byte);
            continue;
        }
        if byte == b'\r' {
            rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        }
        let word = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        let is_wrapped = (60..=80).contains(&column) && column + 2 + word >= 80 && word > 0;
        out.push(if is_wrapped { b' ' } else { b'\n' });
        column = 0;
    }
    out
}

/// Returns the glyphs and annotations at `moment`, as shown beside the move.
fn annotations(document: &Document, moment: usize) -> String {
    let mut glyphs = String::new();
    for note in document.record().notes_at(moment) {
        let decoded = document.record().encoding.decode(note.text.of(document.text()));
        let text = decoded.trim();
        let glyph = match note.kind {
            NoteKind::Annotation => text,
            NoteKind::Nag => nag_glyph(text),
            _ => continue,
        };
        // Words are separated from the move by a space, signs are not.
        if glyph.chars().any(char::is_alphanumeric) {
            glyphs.push(' ');
        }
        glyphs.push_str(glyph);
    }
    glyphs
}
