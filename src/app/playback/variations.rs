//! Going through variations, and what is done with them.

use crate::{
    app::{
        Cx, Dialog, Effect, Session,
        issues::sentence,
        kriegspiel, notes, pictures,
        playback::steps::{go_to, play},
    },
    archive::Archive,
    document::{Content, Document, DocumentEdit, VariationEdit},
    file::Source,
    notation::Mark,
    replay::{Choice, Point, VariationPath, VariationPlace},
    rules::{BoardId, Move, Seat},
    timeline,
};

/// What can come next: first what the match or the variation goes on with, then the other variations.
#[must_use]
pub fn choices(session: &Session) -> Vec<Choice> {
    session.shown_match().map_or_else(Vec::new, |open| {
        let document = &open.document;
        let variations = document.variations();
        variations.choices(document.played(), &open.point())
    })
}

/// Goes to `point`; a variation is unfolded in the list.
pub(in crate::app) fn go_to_point(cx: &mut Cx<'_>, point: Point) {
    let place = match &point {
        Point::Match(moment) => return go_to(cx, *moment),
        Point::Variation(place) => place.clone(),
    };
    notes::settle(cx);
    let Some(open) = cx.match_mut() else {
        return;
    };
    if open.document.variations().ply(&place).is_none() {
        return;
    }
    open.go_to(point);
    if !open.unfolded.contains(&place.path) {
        fold(cx, &place.path, true);
    }
}

/// Shows the variation at `path` ply by ply in the list, or in one row.
pub(in crate::app) fn fold(cx: &mut Cx<'_>, path: &VariationPath, unfold: bool) {
    if let Some(open) = cx.match_mut() {
        open.fold(path, unfold);
        cx.revision += 1;
    }
}

/// Plays `mv` where one stands: into a variation that has it, or as a ply that is added to the record.
pub(in crate::app) fn play_in_variation(cx: &mut Cx<'_>, seat: Seat, mv: Move) {
    play_all_in_variation(cx, &[(seat, mv)]);
}

/// The same with several plies, as one change.
pub(in crate::app) fn play_all_in_variation(cx: &mut Cx<'_>, moves: &[(Seat, Move)]) {
    let from = cx.point();
    if let Some(there) = follow(cx, &from, moves) {
        return go_to_point(cx, there);
    }
    notes::edit(
        cx,
        &DocumentEdit::Variation(VariationEdit::Play { from: from.clone(), plies: moves.to_vec() }),
    );
    if let Some(there) = follow(cx, &from, moves) {
        go_to_point(cx, there);
    }
}

/// Where `moves` lead from `from`, if the match or a variation has them all.
fn follow(session: &Session, from: &Point, moves: &[(Seat, Move)]) -> Option<Point> {
    let document = session.match_document()?;
    let (there, known) = document.variations().follow(document.played(), from.clone(), moves);
    (known == moves.len()).then_some(there)
}

/// Steps within the variation; back from its start one goes on in what it leaves. Beyond its end nothing happens.
pub(in crate::app) fn step_in_variation(cx: &mut Cx<'_>, forward: bool) -> bool {
    let place = cx.attempt().variation.clone();
    let Some((place, document)) = place.zip(cx.match_document()) else {
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
        go_to_point(cx, to);
    }
    true
}

/// Asks which of the plies that can come next is wanted; where there is one, goes there.
pub(in crate::app) fn choose_variation(cx: &mut Cx<'_>) {
    let choices = choices(cx);
    match choices.as_slice() {
        [] => {}
        [only] => go_to_point(cx, only.to.clone()),
        _ => {
            play(cx, timeline::Command::Pause);
            cx.shell.dialog = Some(Dialog::Variations);
        }
    }
}

/// Puts the piece in hand back; where there is none, leaves the variation, which stays in the record.
pub(in crate::app) fn leave_variation(cx: &mut Cx<'_>) {
    if kriegspiel::put_back(cx) {
        return;
    }
    let Some(open) = cx.match_mut() else {
        return;
    };
    let attempt = &mut open.shown.attempt;
    let (hand, promotion) = (attempt.hand.take(), attempt.promotion.take());
    if hand.is_none() && promotion.is_none() {
        open.leave_variation();
    }
}

/// The variation that is shown.
pub(in crate::app) fn shown_path(session: &Session) -> Option<VariationPath> {
    Some(session.attempt().variation.as_ref()?.path.clone())
}

/// Makes a change of the variation that is shown.
pub(in crate::app) fn edit_variation(
    cx: &mut Cx<'_>,
    edit: impl Fn(VariationPath) -> VariationEdit,
) {
    if let Some(path) = shown_path(cx) {
        notes::edit(cx, &DocumentEdit::Variation(edit(path)));
    }
}

/// Deletes the variation that is shown, and goes to where it left what it stood in.
pub(in crate::app) fn delete_variation(cx: &mut Cx<'_>) {
    let Some((path, document)) = shown_path(cx).zip(cx.match_document()) else {
        return;
    };
    let start = document.variations().start(&path);
    let edit = DocumentEdit::Variation(VariationEdit::Delete(path));
    let before = cx.revision;
    notes::edit(cx, &edit);
    if cx.revision != before {
        go_to_point(cx, start);
    }
}

/// Deletes the ply that is shown and what follows it: of the variation, or of the match.
pub(in crate::app) fn delete_from_here(cx: &mut Cx<'_>) {
    match cx.attempt().variation.clone() {
        Some(place) if place.plies == 1 => delete_variation(cx),
        Some(place) => {
            notes::edit(cx, &DocumentEdit::Variation(VariationEdit::DeleteFrom(place)));
        }
        None => {
            if let Some(ply) = cx.moment().checked_sub(1) {
                notes::edit(cx, &DocumentEdit::DeleteFrom { ply });
            }
        }
    }
}

/// Whether the variation that is shown has another before or behind it on the same ply.
pub(in crate::app) fn has_variation_beside(session: &Session, down: bool) -> bool {
    let path = shown_path(session);
    path.zip(session.match_document())
        .is_some_and(|(path, document)| document.variation_beside(&path, down).is_some())
}

/// Puts the variation that is shown on the clipboard, as text.
pub(in crate::app) fn copy_variation(cx: &mut Cx<'_>) {
    let text = shown_path(cx)
        .zip(cx.match_document())
        .and_then(|(path, document)| document.variation_text(&path));
    cx.run_all(text.map(Effect::Copy));
}

/// Writes the moves up to where one stands into the comment as words, and leaves the variation.
pub(in crate::app) fn insert_variation(cx: &mut Cx<'_>) {
    let place = cx.attempt().variation.clone();
    let Some((place, document)) = place.zip(cx.match_document()) else {
        return;
    };
    let words = words_to(document, &place);
    let moment = document.variations().leaves_at(&place.path);
    leave_variation(cx);
    notes::edit(cx, &DocumentEdit::AddComment { moment, text: words });
}

/// Adds the variations that the first record of `text` with the same match has.
pub(in crate::app) fn merge_variations(cx: &mut Cx<'_>, text: &str) {
    let Some(document) = cx.match_document() else {
        return;
    };
    if !document.is_scanned() {
        return cx.say("The file is still being read; try again in a moment.".to_owned());
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
                notes::take_changed(cx, merged.into(), set, "adding variations".to_owned());
                cx.shell.dialog = None;
                return cx.tell(sentence(&merge.to_string()));
            }
            Err(error) => refused = sentence(&error.to_string()),
        }
    }
    cx.shell.dialog = Some(Dialog::Merge { text: text.to_owned(), refused });
}

/// The arrows and circles that are kept with the ply that is shown.
#[must_use]
pub(in crate::app) fn kept_marks(session: &Session) -> Vec<(BoardId, Mark)> {
    session.shown_match().map_or_else(Vec::new, |open| {
        let document = &open.document;
        document.kept_marks(&open.point())
    })
}

/// All arrows and circles on the boards: those that are kept with the ply, then those that were drawn.
#[must_use]
pub fn shown_marks(session: &Session) -> Vec<(BoardId, Mark)> {
    let kept = kept_marks(session);
    let drawn = session.marks().iter().copied();
    let others = drawn.filter(|mark| !kept.contains(mark));
    kept.iter().copied().chain(others).collect()
}

/// Keeps the arrows and circles that were drawn with the ply, beside those that are kept there.
pub(in crate::app) fn keep_marks(cx: &mut Cx<'_>) {
    let marks = shown_marks(cx);
    let before = cx.revision;
    notes::edit(cx, &DocumentEdit::Marks { at: cx.point(), marks });
    if cx.revision != before {
        pictures::clear_marks(cx);
    }
}

/// Takes the arrows and circles away that are kept with the ply.
pub(in crate::app) fn delete_kept_marks(cx: &mut Cx<'_>) {
    notes::edit(cx, &DocumentEdit::Marks { at: cx.point(), marks: Vec::new() });
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
