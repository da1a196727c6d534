//! [`PageVariations`]: the variations of a match on its replay page.

use super::{LastMove, Rgb, escape::Escaped};
use crate::{
    document::{Document, Mark},
    replay::{BranchIndex, Point, Variation, VariationKind, VariationPath},
    rules::{BoardId, Position, Square},
    timeline::Moment,
};
use serde::Serialize;
use std::fmt::Write as _;

#[derive(Default)]
pub(super) struct PageVariations {
    /// The positions in all variations. The previous position of each one has a lower index.
    pub places: Vec<PlaceData>,
    /// The markup of the variations for the table of moves: one text for each variation that branches off the match
    /// itself. The text includes nested variations. Each ply links to the position after that ply.
    pub texts: Vec<String>,
}

/// A position in a variation. A board is `None` if it equals the board of the previous position.
#[derive(Serialize)]
pub(super) struct PlaceData {
    /// The moment at which the outermost variation departs from the match.
    leaves: Moment,
    /// The index of the previous position; `None` if the previous position is that of the match at `leaves`.
    #[serde(skip_serializing_if = "Option::is_none")]
    back: Option<usize>,
    /// The index of the next position in the same variation, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    on: Option<usize>,
    /// The ply that led to this position: `12b. Qxd3`.
    said: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<String>,
    /// The board on which the ply was played: 0 for board A, 1 for board B.
    board: usize,
    /// The origin and target squares of the ply; a drop has no origin.
    last: [Option<String>; 2],
    /// For boards A and B, the square of the king if it is in check.
    check: [Option<String>; 2],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<MarkData>,
}

impl PageVariations {
    pub(super) fn of(document: &Document) -> Self {
        let mut page = Self::default();
        let variations = document.variations();
        let played = document.played();
        let (mut position, mut moment) = (played.set_up.position.clone(), 0);
        for (root, branch) in variations.roots.iter().enumerate() {
            let path = VariationPath::root(root);
            let leaves = variations.branches_off_at(&path);
            // A variation may depart before or after the ply that it is attached to, so `leaves` may decrease.
            if leaves < moment {
                position = played.position_after(leaves);
            } else {
                for ply in &played.plies[moment..leaves] {
                    ply.play_on(&mut position);
                }
            }
            moment = leaves;
            let start = Start { leaves, back: None, position: &position };
            let mut text = String::new();
            page.add(document, &path, &branch.variation, start, &mut text);
            page.texts.push(text);
        }
        page
    }

    /// Adds the positions of `variation`, which begins at `start`, and appends its markup to `text`.
    fn add(
        &mut self,
        document: &Document,
        path: &VariationPath,
        variation: &Variation,
        start: Start<'_>,
        text: &mut String,
    ) {
        let leaves = start.leaves;
        let mut back = start.back;
        let mut after = start.position.clone();
        text.push('(');
        for (index, variation_ply) in variation.plies.iter().enumerate() {
            let before = after.clone();
            variation_ply.ply.play_on(&mut after);
            let number = self.places.len();
            if index > 0 {
                text.push(' ');
                if let Some(place) = back.and_then(|back| self.places.get_mut(back)) {
                    place.on = Some(number);
                }
            }
            let words = document.variation_ply_words(variation_ply);
            let _ = write!(text, r##"<a href="#" data-v="{number}">{}</a>"##, Escaped(&words));
            let place = path.clone().after(index + 1);
            if let Some(words) = document.variation_comment(&place).filter(|it| !it.is_empty()) {
                let _ = write!(text, " {}", Escaped(&words));
            }
            for span in &variation_ply.words {
                let words = document.record().encoding.decode(span.of(document.text()));
                let _ = write!(text, " {}", Escaped(&words));
            }
            if variation_ply.has_diagram() {
                let _ = write!(
                    text,
                    r##"<span class="diagram"><a href="#" data-v="{number}" aria-label="Diagram"></a></span>"##
                );
            }
            let changed = |id: BoardId| {
                let now = after.bfen(id);
                (before.bfen(id) != now).then_some(now)
            };
            self.places.push(PlaceData {
                marks: marks_at(document, &Point::Variation(place)),
                leaves,
                back,
                on: None,
                said: words,
                a: changed(BoardId::A),
                b: changed(BoardId::B),
                board: variation_ply.ply.seat.board() as usize,
                last: LastMove::of(variation_ply.ply.mv).names(),
                check: checks(&after),
            });
            for (branch, variation) in variation_ply.branches.iter().enumerate() {
                let path = path.branch(BranchIndex { ply: index, branch });
                let (back, position) = match variation.kind {
                    VariationKind::Alternative => (back, &before),
                    VariationKind::Continuation => (Some(number), &after),
                };
                text.push(' ');
                let start = Start { leaves, back, position };
                self.add(document, &path, variation, start, text);
            }
            back = Some(number);
        }
        text.push(')');
    }
}

/// Returns the squares of the kings in check, for boards A and B.
pub(super) fn checks(position: &Position) -> [Option<String>; 2] {
    BoardId::ALL.map(|id| {
        let board = &position.boards[id];
        board.is_check().then(|| board.king(board.turn()).to_string())
    })
}

#[derive(Clone, Copy)]
struct Start<'a> {
    leaves: Moment,
    back: Option<usize>,
    position: &'a Position,
}

/// An arrow or circle: its board (0 for A, 1 for B), its origin square, the target square if it is an arrow, and
/// its colour.
pub(super) type MarkData = (usize, String, Option<String>, String);

pub(super) fn marks_at(document: &Document, at: &Point) -> Vec<MarkData> {
    let marks = document.saved_marks(at).into_iter();
    let square = |square: Square| square.to_string();
    marks
        .map(|(board, Mark { from, to, color })| {
            (board as usize, square(from), to.map(square), Rgb::from(color).to_string())
        })
        .collect()
}
