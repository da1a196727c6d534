//! Completing half matches, which have only one board, with their partner boards.

use crate::{
    app::{Cx, library::choose},
    archive::{Collection, RecordId},
    file::Encoding,
    import::{HalfMatchCandidate, completions},
    parallel::MAX_SERIAL,
};

/// Completes half matches of the open list with their partner boards in `list`, each as an undoable change. Returns
/// whether any match was completed. Does nothing if `list` contains a match that is neither such a partner board nor
/// already open, or if either list has more than `MAX_SERIAL` matches.
pub(super) fn complete_open(cx: &mut Cx<'_>, list: &Collection) -> bool {
    let Some(file) = cx.library.file() else { return false };
    let counts = [file.matches(), list.index.len()];
    if counts[1] == 0 || counts.into_iter().any(|count| count > MAX_SERIAL) {
        return false;
    }
    let open_content = cx.open.as_ref().map(|open| &open.content);
    let old = (0..counts[0]).filter_map(|place| {
        let text = match open_content {
            Some(content) if place == file.record.id => content.text(),
            _ => file.changes.text(place).or_else(|| file.list.loaded(place))?,
        };
        let (collected, _) = file.list.place(place)?;
        Some(HalfMatchCandidate { place, text, encoding: collected.text.known_encoding()? })
    });
    let new = (0..counts[1]).filter_map(|place| {
        let text = list.loaded(place)?;
        Some(HalfMatchCandidate { place, text, encoding: Encoding::Utf8 })
    });
    let completed = completions(&old.collect::<Vec<_>>(), &new.collect::<Vec<_>>());
    let repeated = list.index.duplicates_in(&file.list.index);
    let is_known = |place: RecordId| {
        let mut taken = completed.iter().map(|it| it.partner_record);
        taken.any(|taken| taken == place) || repeated.iter().any(|(new, _)| *new == place)
    };
    if completed.is_empty() || !(0..counts[1]).all(is_known) {
        return false;
    }
    let count = completed.len();
    for completion in completed {
        if cx.library.file().is_some_and(|file| file.record.id != completion.place) {
            choose(cx, completion.place);
        }
        let Some(open) = &cx.open else { continue };
        let text = completion.edits.apply(open.content.text());
        let document = open.content.with_text(text);
        cx.apply_edit(document, completion.edits, "other board".to_owned());
    }
    cx.notify(match count {
        1 => "Added the partner board to the open match.".to_owned(),
        _ => format!("Added the partner board to {count} open matches."),
    });
    true
}
