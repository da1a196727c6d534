//! Going through variations, and what is done with them.

use crate::{
    app::{Dialog, Effect, State, issues::sentence},
    archive::Archive,
    document::{Content, Document, DocumentEdit, VariationEdit},
    file::Source,
    notation::Mark,
    replay::{Choice, Point, VariationPath, VariationPlace},
    rules::{BoardId, Move, Seat},
    timeline,
};

impl State {
    /// Where one stands: in the match or in a variation.
    #[must_use]
    pub fn point(&self) -> Point {
        self.shown_match().map_or(Point::Match(0), crate::app::MatchState::point)
    }

    /// What can come next: first what the match or the variation goes on with, then the other variations.
    #[must_use]
    pub fn choices(&self) -> Vec<Choice> {
        self.shown_match().map_or_else(Vec::new, |open| {
            let document = &open.document;
            let variations = document.variations();
            variations.choices(document.played(), &open.point())
        })
    }

    /// Goes to `point`; a variation is unfolded in the list.
    pub(in crate::app) fn go_to_point(&mut self, point: Point) {
        let place = match &point {
            Point::Match(moment) => return self.go_to(*moment),
            Point::Variation(place) => place.clone(),
        };
        self.settle();
        let Some(open) = self.match_mut() else {
            return;
        };
        if open.document.variations().ply(&place).is_none() {
            return;
        }
        open.go_to(point);
        if !open.unfolded.contains(&place.path) {
            self.fold(&place.path, true);
        }
    }

    /// Shows the variation at `path` ply by ply in the list, or in one row.
    pub(in crate::app) fn fold(&mut self, path: &VariationPath, unfold: bool) {
        if let Some(open) = self.match_mut() {
            open.fold(path, unfold);
            self.revision += 1;
        }
    }

    /// Plays `mv` where one stands: into a variation that has it, or as a ply that is added to the record.
    pub(in crate::app) fn play_in_variation(&mut self, seat: Seat, mv: Move) {
        self.play_all_in_variation(&[(seat, mv)]);
    }

    /// The same with several plies, as one change.
    pub(in crate::app) fn play_all_in_variation(&mut self, moves: &[(Seat, Move)]) {
        let from = self.point();
        if let Some(there) = self.follow(&from, moves) {
            return self.go_to_point(there);
        }
        self.edit(&DocumentEdit::Variation(VariationEdit::Play {
            from: from.clone(),
            plies: moves.to_vec(),
        }));
        if let Some(there) = self.follow(&from, moves) {
            self.go_to_point(there);
        }
    }

    /// Where `moves` lead from `from`, if the match or a variation has them all.
    fn follow(&self, from: &Point, moves: &[(Seat, Move)]) -> Option<Point> {
        let document = self.match_document()?;
        let (there, known) = document.variations().follow(document.played(), from.clone(), moves);
        (known == moves.len()).then_some(there)
    }

    /// Steps within the variation; back from its start one goes on in what it leaves. Beyond its end nothing happens.
    pub(in crate::app) fn step_in_variation(&mut self, forward: bool) -> bool {
        let place = self.attempt().variation.clone();
        let Some((place, document)) = place.zip(self.match_document()) else {
            return false;
        };
        let variations = document.variations();
        let to = if forward {
            let next = place.path.clone().after(place.plies + 1);
            variations.ply(&next).map(|_| Point::Variation(next))
        } else {
            Some(variations.back(&place))
        };
        if let Some(to) = to {
            self.go_to_point(to);
        }
        true
    }

    /// Asks which of the plies that can come next is wanted; where there is one, goes there.
    pub(in crate::app) fn choose_variation(&mut self) {
        let choices = self.choices();
        match choices.as_slice() {
            [] => {}
            [only] => self.go_to_point(only.to.clone()),
            _ => {
                self.play(timeline::Command::Pause);
                self.shell.dialog = Some(Dialog::Variations);
            }
        }
    }

    /// Puts the piece in hand back; where there is none, leaves the variation, which stays in the record.
    pub(in crate::app) fn leave_variation(&mut self) {
        if self.put_back() {
            return;
        }
        let Some(open) = self.match_mut() else {
            return;
        };
        let attempt = &mut open.shown.attempt;
        let (hand, promotion) = (attempt.hand.take(), attempt.promotion.take());
        if hand.is_none() && promotion.is_none() {
            open.leave_variation();
        }
    }

    /// The variation that is shown.
    pub(in crate::app) fn shown_path(&self) -> Option<VariationPath> {
        Some(self.attempt().variation.as_ref()?.path.clone())
    }

    /// Makes a change of the variation that is shown.
    pub(in crate::app) fn edit_variation(&mut self, edit: impl Fn(VariationPath) -> VariationEdit) {
        if let Some(path) = self.shown_path() {
            self.edit(&DocumentEdit::Variation(edit(path)));
        }
    }

    /// Deletes the variation that is shown, and goes to where it left what it stood in.
    pub(in crate::app) fn delete_variation(&mut self) {
        let Some((path, document)) = self.shown_path().zip(self.match_document()) else {
            return;
        };
        let start = document.variations().start(&path);
        let edit = DocumentEdit::Variation(VariationEdit::Delete(path));
        let before = self.revision;
        self.edit(&edit);
        if self.revision != before {
            self.go_to_point(start);
        }
    }

    /// Deletes the ply that is shown and what follows it: of the variation, or of the match.
    pub(in crate::app) fn delete_from_here(&mut self) {
        match self.attempt().variation.clone() {
            Some(place) if place.plies == 1 => self.delete_variation(),
            Some(place) => {
                self.edit(&DocumentEdit::Variation(VariationEdit::DeleteFrom(place)));
            }
            None => {
                if let Some(ply) = self.moment().checked_sub(1) {
                    self.edit(&DocumentEdit::DeleteFrom { ply });
                }
            }
        }
    }

    /// Whether the variation that is shown has another before or behind it on the same ply.
    pub(in crate::app) fn has_variation_beside(&self, down: bool) -> bool {
        let path = self.shown_path();
        path.zip(self.match_document())
            .is_some_and(|(path, document)| document.variation_beside(&path, down).is_some())
    }

    /// Puts the variation that is shown on the clipboard, as text.
    pub(in crate::app) fn copy_variation(&self) -> Vec<Effect> {
        let text = self
            .shown_path()
            .zip(self.match_document())
            .and_then(|(path, document)| document.variation_text(&path));
        text.map(Effect::Copy).into_iter().collect()
    }

    /// Writes the moves up to where one stands into the comment as words, and leaves the variation.
    pub(in crate::app) fn insert_variation(&mut self) {
        let place = self.attempt().variation.clone();
        let Some((place, document)) = place.zip(self.match_document()) else {
            return;
        };
        let words = words_to(document, &place);
        let moment = document.variations().leaves_at(&place.path);
        self.leave_variation();
        self.edit(&DocumentEdit::AddComment { moment, text: words });
    }

    /// Adds the variations that the first record of `text` with the same match has.
    pub(in crate::app) fn merge_variations(&mut self, text: &str) {
        let Some(document) = self.match_document() else {
            return;
        };
        if !document.is_scanned() {
            return self.say("The file is still being read; try again in a moment.".to_owned());
        }
        let archive = Archive::of(Source::from_bytes("text", text.as_bytes()));
        let mut refused = "There is no match in this text.".to_owned();
        for record in archive.records() {
            let source = archive.source().clone();
            let Content::Match(other) = Content::open(source, record.range) else {
                continue;
            };
            match document.with_variations_of(&other) {
                Ok((merged, merge)) => {
                    let set = document.edit_to(&merged);
                    self.take_changed(merged.into(), set, "adding variations".to_owned());
                    self.shell.dialog = None;
                    return self.tell(sentence(&merge.to_string()));
                }
                Err(error) => refused = sentence(&error.to_string()),
            }
        }
        self.shell.dialog = Some(Dialog::Merge { text: text.to_owned(), refused });
    }

    /// The arrows and circles that are kept with the ply that is shown.
    #[must_use]
    pub fn kept_marks(&self) -> Vec<(BoardId, Mark)> {
        self.shown_match().map_or_else(Vec::new, |open| {
            let document = &open.document;
            document.kept_marks(&open.point())
        })
    }

    /// All arrows and circles on the boards: those that are kept with the ply, then those that were drawn.
    #[must_use]
    pub fn shown_marks(&self) -> Vec<(BoardId, Mark)> {
        let kept = self.kept_marks();
        let drawn = self.marks().iter().copied();
        let others = drawn.filter(|mark| !kept.contains(mark));
        kept.iter().copied().chain(others).collect()
    }

    /// Keeps the arrows and circles that were drawn with the ply, beside those that are kept there.
    pub(in crate::app) fn keep_marks(&mut self) {
        let marks = self.shown_marks();
        let before = self.revision;
        self.edit(&DocumentEdit::Marks { at: self.point(), marks });
        if self.revision != before {
            self.clear_marks();
        }
    }

    /// Takes the arrows and circles away that are kept with the ply.
    pub(in crate::app) fn delete_kept_marks(&mut self) {
        self.edit(&DocumentEdit::Marks { at: self.point(), marks: Vec::new() });
    }
}

/// The plies from the match to `place` in words: `21B. Nxg7 21b. Kxg7`.
fn words_to(document: &Document, place: &VariationPlace) -> String {
    let plies = document.variations().plies_to(place).into_iter();
    let words = plies.map(|ply| {
        let san = document.record().encoding.decode(ply.san_span.of(document.text()));
        format!("{}. {san}", ply.ply.name())
    });
    words.collect::<Vec<_>>().join(" ")
}
