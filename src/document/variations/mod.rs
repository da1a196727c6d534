//! [`VariationEdit`]: a change to the variations of a match, as edits of the record's bytes.
//!
//! A variation is stored in the comment of a ply, after the words: `{C:Better. (2A. e5 2a. f6)}`. No other form was
//! accepted by all programs tested. The comment is on the ply that the variation replaces. At the end of the match, the
//! comment is on the last ply, and the variation continues after that ply. If the first ply of the variation could also
//! be played in place of the last ply, the variation begins with a copy of the last ply. Without the copy, the
//! variation would read back as an alternative to that ply. A plain variation, which is in the movetext, stays there
//! when it is edited.

mod addition;
mod expected;
mod join;
mod merge;
mod outline;
mod promote;
mod variation_editor;
mod variation_form;

pub use merge::{Merge, MergeError};
pub use variation_form::VariationForm;
pub(super) use variation_form::VariationPart;

use super::{Document, EditResult, place::RecordEditor, plies::san_text};
use crate::{
    file::Span,
    notation::{NoteKind, PlyName, PlyText},
    replay::{Point, VariationPath, VariationPlace},
    rules::{BoardId, Move, Seat},
    timeline::Moment,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariationEdit {
    /// Plays plies from a point. The first plies add nothing if the match or a variation already contains them. The
    /// remaining plies extend the variation that ends before them, or begin a new one.
    Play {
        from: Point,
        plies: Vec<(Seat, Move)>,
    },
    /// Sets the glyph of the ply before a place, or removes it if `text` is empty.
    Glyph {
        at: VariationPlace,
        /// `!`, `?!` and the like, or `$` and a number.
        text: String,
    },
    /// Sets the comment on the ply before a place, or removes it if `text` is empty.
    Comment {
        at: VariationPlace,
        text: String,
    },
    /// Adds a diagram after the ply before a place.
    AddDiagram(VariationPlace),
    /// Removes the diagrams after the ply before a place.
    RemoveDiagram(VariationPlace),
    /// Makes a variation the continuation of its parent. The former continuation becomes a branch. The moves of the
    /// match cannot be replaced, so a variation on a ply of the match becomes the first variation on that ply.
    Promote(VariationPath),
    /// Swaps a variation with the one before it on the same ply.
    MoveUp(VariationPath),
    /// Swaps a variation with the one after it on the same ply.
    MoveDown(VariationPath),
    Delete(VariationPath),
    /// Deletes the ply before a place and all plies after it in its variation.
    DeleteFrom(VariationPlace),
}

impl VariationEdit {
    /// Returns the edits that make this change to the record. The list is empty if the record needs no change.
    pub(super) fn edits(&self, document: &Document) -> EditResult {
        let editor = RecordEditor::of(document);
        match self {
            Self::Play { from, plies } => {
                editor.additions(&join::with_plies(document, from, plies)?)
            }
            Self::Glyph { at, text } => editor.variation_glyph(at, text.trim()),
            Self::Comment { at, text } => editor.variation_comment(at, text),
            Self::AddDiagram(at) => editor.add_variation_diagram(at),
            Self::RemoveDiagram(at) => editor.remove_variation_diagram(at),
            Self::Promote(path) => editor.promote(path),
            Self::MoveUp(path) => editor.move_variation(path, false),
            Self::MoveDown(path) => editor.move_variation(path, true),
            Self::Delete(path) => editor.delete_variation(path),
            Self::DeleteFrom(place) => editor.delete_variation_from(place),
        }
    }

    /// Returns whether the variations of `after` are those of `before` with exactly this change.
    pub(super) fn is_applied_in_variations(&self, before: &Document, after: &Document) -> bool {
        expected::expected(self, before).is_ok_and(|it| it == outline::outlines(after))
    }

    pub(super) fn name(&self, document: &Document) -> String {
        let variation = |path: &VariationPath| document.variation_name(path);
        let ply = |place: &VariationPlace| {
            let ply = document.variations().ply(place).map(|ply| ply.ply);
            ply.map_or_else(String::new, |ply| ply.name().to_string())
        };
        match self {
            Self::Play { from, plies } => played_name(document, from, plies),
            Self::Glyph { at, .. } => format!("annotation of {} in a variation", ply(at)),
            Self::Comment { at, .. } => format!("comment on {} in a variation", ply(at)),
            Self::AddDiagram(at) | Self::RemoveDiagram(at) => {
                format!("diagram after {} in a variation", ply(at))
            }
            Self::Promote(path) => format!("promoting {}", variation(path)),
            Self::MoveUp(path) => format!("moving {} up", variation(path)),
            Self::MoveDown(path) => format!("moving {} down", variation(path)),
            Self::Delete(path) => format!("deleting {}", variation(path)),
            Self::DeleteFrom(place) => {
                format!("deleting {} and the rest of the variation", ply(place))
            }
        }
    }
}

/// Returns the name of the first new ply: `variation 21B. Nxg7` or `21b. Kxg7 in a variation`.
fn played_name(document: &Document, from: &Point, plies: &[(Seat, Move)]) -> String {
    let variations = document.variations();
    let (point, existing) = variations.follow(document.played(), from.clone(), plies);
    let Some((seat, mv)) = plies.get(existing) else { return "variation".to_owned() };
    let position = variations.position(document.played(), &point);
    let name = document.next_name(&point, *seat);
    let ply = format!("{name}. {}", san_text(&position, *seat, *mv));
    match point {
        Point::Match(_) => format!("variation {ply}"),
        Point::Variation(_) => format!("{ply} in a variation"),
    }
}

impl Document {
    /// Returns the name of the variation at `path`: `variation 21B. Nxg7`.
    pub fn variation_name(&self, path: &VariationPath) -> String {
        let place = path.clone().after(1);
        match self.variation_san(&place) {
            Some(ply) => format!("variation {ply}"),
            None => "variation".to_owned(),
        }
    }

    /// Returns the ply before `place` with its number and seat, `21B. Nxg7+`, or `None` if there is no such place.
    pub fn variation_san(&self, place: &VariationPlace) -> Option<String> {
        let ply = self.variations().ply(place)?.ply;
        let before = self.variations().back(place);
        let position = self.variations().position(self.played(), &before);
        Some(format!("{}. {}", ply.name(), san_text(&position, ply.seat, ply.mv)))
    }

    /// If `down`, returns the variation after the one at `path` on the same ply, otherwise the one before it. Returns
    /// `None` if there is no such variation.
    pub fn adjacent_variation(&self, path: &VariationPath, down: bool) -> Option<VariationPath> {
        let step = |index: usize| {
            if down { Some(index + 1) } else { index.checked_sub(1) }
        };
        let mut other = path.clone();
        if let Some(turn) = other.branches.last_mut() {
            turn.branch = step(turn.branch)?;
            self.variations().get(&other)?;
        } else {
            other.root = step(path.root)?;
            let roots = &self.variations().roots;
            if roots.get(other.root)?.after != roots.get(path.root)?.after {
                return None;
            }
        }
        Some(other)
    }

    /// Returns the index that a new variation on the ply before `moment` gets. The variation goes after those in the
    /// first comment on the ply, and before those in later notes.
    fn next_root_index(&self, moment: Moment) -> usize {
        let editor = RecordEditor::of(self);
        let at = match self.notes_of(NoteKind::Comment, moment).next() {
            Some(note) => note.span.end,
            None => {
                let new = editor.insertion(moment, NoteKind::Comment, b"");
                new.map_or(0, |edit| edit.span.start)
            }
        };
        self.variations().roots_in(Span::new(0, at)).end
    }

    /// Returns the place in this document that corresponds to `place` in `before`, an earlier version of the match.
    /// This is the place after the same plies. If some of these plies are missing, it is the place after the last one
    /// before the gap. Returns `None` if the first ply is missing, or if the match differs where the variation branches
    /// off.
    pub fn corresponding_place(
        &self,
        before: &Self,
        place: &VariationPlace,
    ) -> Option<VariationPlace> {
        let moves = |document: &Self| -> Vec<(Seat, Move)> {
            let plies = document.variations().plies_to(place).into_iter();
            plies.map(|ply| (ply.ply.seat, ply.ply.mv)).collect()
        };
        let branches_off_at = before.variations().branches_off_at(&place.path);
        let (old, new) = (before.played(), self.played());
        if branches_off_at > new.plies.len()
            || old.position_after(branches_off_at) != new.position_after(branches_off_at)
        {
            return None;
        }
        let expected = moves(before);
        if expected == moves(self)
            && branches_off_at == self.variations().branches_off_at(&place.path)
        {
            return Some(place.clone());
        }
        match self.variations().follow(new, Point::Match(branches_off_at), &expected).0 {
            Point::Variation(place) => Some(place),
            Point::Match(_) => None,
        }
    }

    /// Returns the name of the next ply of `seat` after `point`.
    pub fn next_name(&self, point: &Point, seat: Seat) -> PlyName {
        self.name_after(self.last_ply_on(point, seat.board()), seat)
    }

    /// Returns the name of a ply of `seat` that follows `last` on its board. The number follows from `last`. Without
    /// such a ply, it is the move number of the starting position.
    pub(super) fn name_after(&self, last: Option<PlyName>, seat: Seat) -> PlyName {
        let number = match last {
            Some(last) if seat.color().is_black() && last.seat != seat => last.number,
            Some(last) => last.number.saturating_add(1),
            None => self.played().set_up.position.board_of(seat).fullmoves().max(1),
        };
        PlyName { number, seat }
    }

    /// Returns the last ply on `board` before `point`.
    pub(super) fn last_ply_on(&self, point: &Point, board: BoardId) -> Option<PlyName> {
        let (moment, plies) = match point {
            Point::Match(moment) => (*moment, Vec::new()),
            Point::Variation(place) => {
                (self.variations().branches_off_at(&place.path), self.variations().plies_to(place))
            }
        };
        let in_variation = plies.iter().rfind(|ply| ply.ply.seat.board() == board);
        in_variation.map(|ply| ply.ply.name()).or_else(|| {
            let plies = &self.record().plies;
            let plies = &plies[..moment.min(plies.len())];
            plies.iter().rfind(|ply| ply.seat.board() == board).map(PlyText::name)
        })
    }
}
