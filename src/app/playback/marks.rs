//! Arrows and circles on the boards.

use crate::{app::Cx, diagram::Mark, document::DocumentEdit, replay::Point, rules::BoardId};

/// Toggles an arrow or a circle. If the boards have the same mark in another colour, changes only the colour. In a
/// match, the mark is saved at the point `at`, by default the current point.
pub(super) fn toggle_mark(cx: &mut Cx<'_>, board: BoardId, mark: Mark, at: Option<Point>) {
    let at = at.unwrap_or_else(|| cx.point());
    let mut marks = cx.marks_at(&at);
    let same_mark =
        |(b, m): &(BoardId, Mark)| *b == board && (m.from, m.to) == (mark.from, mark.to);
    match marks.iter().position(same_mark) {
        Some(place) if marks[place].1 == mark => {
            marks.remove(place);
        }
        Some(place) => marks[place].1 = mark,
        None => marks.push((board, mark)),
    }
    set_marks(cx, at, marks);
}

/// Removes all arrows and circles on the boards. In a match, removes those saved at the current point.
pub(in crate::app) fn clear_marks(cx: &mut Cx<'_>) {
    let at = cx.point();
    set_marks(cx, at, Vec::new());
}

fn set_marks(cx: &mut Cx<'_>, at: Point, marks: Vec<(BoardId, Mark)>) {
    // The marks of a match are stored in its record.
    match cx.temporary_marks_mut() {
        Some(temporary) => *temporary = marks,
        None => cx.edit(&DocumentEdit::Marks { at, marks }),
    }
}
