//! Navigating and editing variations.

use crate::{
    app::{Cx, Dialog, MatchState, Session, copied::Copied},
    document::{Content, Document, DocumentEdit, VariationEdit},
    file::Source,
    notation::record_ranges,
    replay::{Choice, Point, VariationPath, VariationPlace},
    rules::{Move, Seat},
    text::sentence,
    timeline::PlayheadCommand,
};

/// Returns the possible next plies, and the index of the selected one. Returns `None` during playback, without a next
/// ply, and if all next plies are the same move.
pub fn branch(open: &MatchState) -> Option<(Vec<Choice>, usize)> {
    if open.moment_view.playhead.is_playing() {
        return None;
    }
    let choices = open.choices();
    let first = choices.first()?.ply.mv;
    // A variation may begin with the same move as the continuation of the match.
    let has_different_moves = choices.iter().any(|choice| choice.ply.mv != first);
    let selected = open.moment_view.choice.min(choices.len() - 1);
    if has_different_moves { Some((choices, selected)) } else { None }
}

/// Among the possible next plies, selects the one below (`down`) or above the selected one, wrapping around. A step
/// forward plays the selected ply.
pub(in crate::app) fn select_choice(cx: &mut Cx<'_>, down: bool) {
    let Some((choices, selected)) = cx.match_state().and_then(branch) else { return };
    let step = if down { 1 } else { choices.len() - 1 };
    cx.in_match(|open| open.moment_view.choice = (selected + step) % choices.len());
}

/// Folds all variations in the list, or unfolds them if not `fold`.
pub(in crate::app) fn fold_all(cx: &mut Cx<'_>, fold: bool) {
    cx.in_match(|open| open.fold_all(!fold));
}

/// Plays `moves` from the current point, as one undoable change. Goes to the last of them if the match or a variation
/// contains them. Otherwise adds a variation to the record.
pub(in crate::app) fn play_in_variation(cx: &mut Cx<'_>, moves: &[(Seat, Move)]) {
    play_line(cx, moves, None);
}

/// Plays a move of the program like [`play_in_variation`]. It is undone if the user plays no move.
pub(in crate::app) fn play_reply(cx: &mut Cx<'_>, seat: Seat, mv: Move) {
    let field = cx.match_state().and_then(|open| open.playing.reply_field());
    play_line(cx, &[(seat, mv)], field);
}

/// Plays several plies from the current point. A new variation is a change in the text field `field`, if any.
fn play_line(cx: &mut Cx<'_>, moves: &[(Seat, Move)], field: Option<u64>) {
    let from = cx.point();
    if let Some(destination) = follow(cx, &from, moves) {
        return cx.go_to_point(destination);
    }
    let play = VariationEdit::Play { from: from.clone(), plies: moves.to_vec() };
    if let Err(error) = cx.try_edit(&DocumentEdit::Variation(play), field) {
        return cx.warn(sentence(&error.to_string()));
    }
    if let Some(destination) = follow(cx, &from, moves) {
        cx.go_to_point(destination);
    }
}

/// Returns the point to which `moves` lead from `from`; `None` unless the record contains all of `moves`.
fn follow(session: &Session, from: &Point, moves: &[(Seat, Move)]) -> Option<Point> {
    let document = session.match_document()?;
    let (destination, matched) =
        document.variations().follow(document.played(), from.clone(), moves);
    if matched == moves.len() { Some(destination) } else { None }
}

/// Goes to the selected next ply if that ply begins a variation. Returns `false` if the continuation is selected.
pub(in crate::app) fn enter_choice(cx: &mut Cx<'_>) -> bool {
    let Some((mut choices, selected @ 1..)) = cx.match_state().and_then(branch) else {
        return false;
    };
    cx.go_to_point(choices.swap_remove(selected).to);
    true
}

/// Goes to the end of the current variation, or to its start if not `forward`. Returns `false` outside variations.
pub(in crate::app) fn leap_in_variation(cx: &mut Cx<'_>, forward: bool) -> bool {
    let Some((path, document)) = current_path(cx).zip(cx.match_document()) else { return false };
    let variations = document.variations();
    let plies = variations.get(&path).map_or(0, |it| it.plies.len());
    let start = variations.start(&path);
    cx.go_to_point(if forward { Point::Variation(path.after(plies)) } else { start });
    true
}

/// Steps within the current variation. A step back from the start leads to the point where the variation branches off;
/// a step beyond the end does nothing. Returns `false` outside variations.
pub(in crate::app) fn step_in_variation(cx: &mut Cx<'_>, forward: bool) -> bool {
    let place = cx.attempt().variation.clone();
    let Some((place, document)) = place.zip(cx.match_document()) else { return false };
    let variations = document.variations();
    let to = if forward {
        let next = place.path.clone().after(place.plies + 1);
        variations.ply(&next).map(|_| Point::Variation(next))
    } else {
        Some(variations.back(&place))
    };
    if let Some(to) = to {
        cx.go_to_point(to);
    }
    true
}

/// Opens the dialog that lists the possible next plies. If there is only one, plays that ply instead.
pub(in crate::app) fn choose_variation(cx: &mut Cx<'_>) {
    let Some(open) = cx.match_state() else { return };
    let choices = open.choices();
    match choices.as_slice() {
        [] => {}
        [only] => cx.go_to_point(only.to.clone()),
        _ => {
            cx.play(PlayheadCommand::Pause);
            cx.open_dialog(Dialog::Variations);
        }
    }
}

/// Puts down the held piece, cancels a promotion, or takes the plan of a Kriegspiel problem off the board. If none of
/// these is on the boards, leaves the variation, which stays in the record.
pub(in crate::app) fn leave_variation(cx: &mut Cx<'_>) {
    if let Some(open) = cx.open_mut() {
        open.put_back();
    }
}

pub(in crate::app) fn current_path(session: &Session) -> Option<VariationPath> {
    Some(session.attempt().variation.as_ref()?.path.clone())
}

pub(in crate::app) fn edit_variation(
    cx: &mut Cx<'_>,
    edit: impl Fn(VariationPath) -> VariationEdit,
) {
    if let Some(path) = current_path(cx) {
        cx.edit(&DocumentEdit::Variation(edit(path)));
    }
}

/// Deletes the current variation, and goes to the point where it branched off.
pub(in crate::app) fn delete_variation(cx: &mut Cx<'_>) {
    let Some((path, document)) = current_path(cx).zip(cx.match_document()) else { return };
    let start = document.variations().start(&path);
    let edit = DocumentEdit::Variation(VariationEdit::Delete(path));
    let before = cx.revision();
    cx.edit(&edit);
    if cx.revision() != before {
        cx.go_to_point(start);
    }
}

/// Deletes the current ply and all later plies of the variation or match.
pub(in crate::app) fn delete_from_here(cx: &mut Cx<'_>) {
    match cx.attempt().variation.clone() {
        Some(place) if place.plies == 1 => delete_variation(cx),
        Some(place) => {
            cx.edit(&DocumentEdit::Variation(VariationEdit::DeleteFrom(place)));
        }
        None => {
            if let Some(ply) = cx.noted_moment().checked_sub(1) {
                cx.edit(&DocumentEdit::DeleteFrom { ply });
            }
        }
    }
}

/// Returns whether another variation on the same ply follows (`down`) or precedes the current one.
pub(in crate::app) fn has_variation_beside(session: &Session, down: bool) -> bool {
    let path = current_path(session);
    path.zip(session.match_document())
        .is_some_and(|(path, document)| document.adjacent_variation(&path, down).is_some())
}

/// Copies the current variation to the clipboard as text.
pub(in crate::app) fn copy_variation(cx: &mut Cx<'_>) {
    let Some((path, document)) = current_path(cx).zip(cx.match_document()) else { return };
    if let Some(text) = document.variation_text(&path) {
        cx.copy(text, Copied::Variation);
    }
}

/// Adds a comment with the moves of the variation up to the current point. The comment is added at the moment where the
/// variation branches off. Then leaves the variation.
pub(in crate::app) fn insert_variation(cx: &mut Cx<'_>) {
    let place = cx.attempt().variation.clone();
    let Some((place, document)) = place.zip(cx.match_document()) else { return };
    let words = variation_moves_text(document, &place);
    let moment = document.variations().branches_off_at(&place.path);
    leave_variation(cx);
    cx.edit(&DocumentEdit::add_comment(moment, words));
}

/// Imports the variations of the first record in `text` that has the same moves as the open match. Shows the error if
/// there is no such record.
pub(in crate::app) fn merge_variations(cx: &mut Cx<'_>, text: &str) {
    let Some(document) = cx.match_document() else { return };
    if !document.is_scanned() {
        return cx.warn("The file is still loading. Try again in a moment.".to_owned());
    }
    let source = Source::from_bytes("text", text.as_bytes());
    let mut message = "This text contains no match.".to_owned();
    for range in record_ranges(source.bytes()) {
        let Content::Match(other) = Content::open(source.clone(), range) else { continue };
        match document.with_variations_of(&other) {
            Ok((merged, merge)) => {
                let set = document.diff_to(&merged);
                cx.apply_edit(merged.into(), set, "importing variations".to_owned());
                cx.close_dialog();
                return cx.notify(sentence(&merge.to_string()));
            }
            Err(error) => message = sentence(&error.to_string()),
        }
    }
    cx.open_dialog(Dialog::Merge { text: text.to_owned(), error: message });
}

/// Returns the plies of the variation up to `place` as text, such as `21B. Nxg7 21b. Kxg7`.
fn variation_moves_text(document: &Document, place: &VariationPlace) -> String {
    let plies = document.variations().plies_to(place).into_iter();
    let words = plies.map(|ply| {
        let san = document.record().encoding.decode(ply.san_span.of(document.text()));
        format!("{}. {san}", ply.ply.name())
    });
    words.collect::<Vec<_>>().join(" ")
}
