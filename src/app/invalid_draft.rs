//! Invalid drafts: the notice that a draft was not saved, and the way to its field.

use super::{Arrival, Cx, DraftPlace, Field, Focus, Offer, Panel, library, notes};
use crate::{replay::Point, text::count_text};

/// Reports the first invalid draft, with offers that lead to it. Returns its place; `None` if there is none.
pub(in crate::app) fn report_invalid(cx: &mut Cx<'_>) -> Option<DraftPlace> {
    let mut invalid = cx.drafts().iter().filter(|draft| draft.error.is_some());
    let draft = invalid.next()?;
    let name = notes::draft_name(cx, draft);
    let remedy = draft.remedy().unwrap_or_default();
    let others = invalid.count();
    let mut words = format!("The {name} was not saved: {remedy}.");
    if others > 0 {
        let entries = count_text(others, "more entry was", "more entries were");
        words = format!("{words} {entries} not saved.");
    }
    let place = draft.place.clone();
    let mut offers = vec![Offer::ShowDraft(Box::new(place.clone()))];
    if draft.has_brace() {
        offers.insert(0, Offer::ReplaceBraces(Box::new(place.clone())));
    }
    cx.notices().push(words, true, offers);
    Some(place)
}

/// Goes to the field of the draft at `place`, and then performs `task`.
pub(in crate::app) fn go_to_draft(cx: &mut Cx<'_>, place: DraftPlace, task: DraftTask) {
    if cx.library.file().is_some_and(|file| file.record.id != place.record) {
        library::choose(cx, place.record);
    }
    library::arrive(cx, Arrival::Draft(place, task));
}

/// Performs `task` for the draft at `place`, whose record is shown.
pub(in crate::app) fn arrive_at_draft(cx: &mut Cx<'_>, place: DraftPlace, task: DraftTask) {
    let DraftPlace { moment, field, .. } = place;
    match &field {
        Field::VariationGlyph(variation) | Field::VariationComment(variation) => {
            cx.go_to_point(Point::Variation(variation.clone()));
        }
        _ if field.is_of_moment() => cx.go_to(moment),
        _ => {}
    }
    let of_tags =
        matches!(field, Field::TagValue(_) | Field::TagName(_) | Field::Tag(_) | Field::NewTag);
    cx.show_panel(if of_tags { Panel::Tags } else { Panel::Notes });
    cx.focus(Focus::Field(field.clone()));
    if task == DraftTask::ReplaceBraces
        && let Some(draft) = notes::draft(cx, &field)
    {
        let text = draft.text.replace('}', ")");
        notes::type_into(cx, field.clone(), text);
        notes::leave(cx, field);
    }
}

/// What to do at the field of a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DraftTask {
    Show,
    /// Replace the braces of the text, and write the text into the record.
    ReplaceBraces,
}
