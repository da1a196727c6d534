//! Pasting a position, matches, or single-board exports.

use super::{completing::complete_open, record::go_to_name};
use crate::{
    app::{
        Cx, DeferredAction, Imported, ImportedList, ImportedNote, ImportingAction, LoadRequest,
        Offer, Storage, guard, guard::Guarded, library::opening::show_list, tabs,
    },
    archive::Collection,
    document::{source_of_position, source_of_position_as},
    file::Source,
    import::{BoardFiles, MatchSource, board::is_board_export},
    rules::Numbers,
    text::sentence,
};
use std::path::Path;

/// The file name of pasted text.
const PASTED_FILE_NAME: &str = "pasted.bpgn";

/// The content of pasted text.
enum Pasted {
    /// A position. Its last two numbers may be clocks or move counters. If both are possible, `Numbers` is the
    /// interpretation used; otherwise `None`.
    Position(Source, Option<Numbers>),
    Matches(Collection),
    /// Single-board exports, paired into matches.
    Boards(Collection, Imported),
    /// A link to a match of a site.
    Link,
    /// The text cannot be opened. Holds the reasons.
    Nothing(Vec<ImportedNote>),
}

impl Pasted {
    fn of(text: &str, with_chat: bool) -> Self {
        if is_board_export(text.as_bytes()) {
            let boards = BoardFiles::from_text(text.as_bytes(), with_chat);
            let list = boards.list(PASTED_FILE_NAME);
            return Self::Boards(list, Imported::of(&boards, &LoadRequest::default()));
        }
        if MatchSource::from_link(text).is_some() {
            return Self::Link;
        }
        let error = match source_of_position(text) {
            Ok((source, numbers)) => return Self::Position(source, numbers),
            Err(error) => error,
        };
        let list = Collection::of(Source::from_bytes(PASTED_FILE_NAME, text));
        if list.has_matches() {
            return Self::Matches(list);
        }
        Self::Nothing(vec![format!("The clipboard holds no match or position: {error}.").into()])
    }
}

/// Opens the pasted `text`. If a file is open, the text gets a tab of its own.
pub(in crate::app) fn paste(cx: &mut Cx<'_>, text: &str) {
    match Pasted::of(text, cx.settings.chat) {
        Pasted::Nothing(notes) => cx.request(ImportingAction::Refused(notes)),
        Pasted::Link => {
            cx.request(ImportingAction::Open(text.trim().to_owned()));
        }
        Pasted::Boards(list, imported) if !list.has_matches() => {
            cx.request(ImportingAction::Refused(imported.refusal()));
        }
        Pasted::Boards(list, _) | Pasted::Matches(list) if complete_open(cx, &list) => {
            cx.request(ImportingAction::Finished);
        }
        pasted => {
            if tabs::leave_open_file(cx)
                && let Some(guarded) = guard::guard(cx, &DeferredAction::Paste(text.to_owned()))
            {
                show_pasted(cx, pasted, text, guarded);
            }
        }
    }
}

/// Completes open matches with the downloaded boards. If no match can be completed, opens the downloaded matches.
pub(in crate::app) fn apply_imported(cx: &mut Cx<'_>, imported: ImportedList) {
    if complete_open(cx, &imported.list()) {
        cx.request(ImportingAction::Finished);
        if let Some(at) = imported.at {
            go_to_name(cx, &at);
        }
    } else if tabs::leave_open_file(cx)
        && let Some(guarded) =
            guard::guard(cx, &DeferredAction::Imported(Box::new(imported.clone())))
    {
        show_imported(cx, imported, guarded);
    }
}

/// Opens downloaded matches after the check for unsaved work.
pub(in crate::app) fn show_imported(cx: &mut Cx<'_>, imported: ImportedList, guarded: Guarded) {
    let list = imported.list();
    show_list(cx, &imported.path, list, Storage::NoFile, guarded);
    if let Some(at) = imported.at {
        go_to_name(cx, &at);
    }
    imported.imported.report(cx);
}

/// Opens pasted text after the check for unsaved work.
pub(in crate::app) fn show_pasted_text(cx: &mut Cx<'_>, text: &str, guarded: Guarded) {
    show_pasted(cx, Pasted::of(text, cx.settings.chat), text, guarded);
}

fn show_pasted(cx: &mut Cx<'_>, pasted: Pasted, text: &str, guarded: Guarded) {
    let path = Path::new(PASTED_FILE_NAME);
    match pasted {
        Pasted::Position(source, numbers) => {
            show_position(cx, source, guarded);
            if let Some(numbers) = numbers {
                let other = Offer::Numbers { text: text.to_owned(), numbers: numbers.other() };
                let interpretation = numbers.name();
                let words =
                    format!("The last two numbers of the position were read as {interpretation}.");
                cx.notify_with_offer(words, other);
            }
        }
        Pasted::Matches(list) => show_list(cx, path, list, Storage::NoFile, guarded),
        Pasted::Boards(list, imported) => {
            show_list(cx, path, list, Storage::NoFile, guarded);
            imported.report(cx);
        }
        // There is nothing to open.
        Pasted::Nothing(_) | Pasted::Link => {}
    }
}

/// Shows the pasted position `text`. Interprets its last two numbers as `numbers`: clocks or move counters.
pub(in crate::app) fn reinterpret_numbers(
    cx: &mut Cx<'_>,
    text: &str,
    numbers: Numbers,
    guarded: Guarded,
) {
    match source_of_position_as(text, numbers) {
        Ok(source) => show_position(cx, source, guarded),
        Err(error) => cx.warn(sentence(&error.to_string())),
    }
}

fn show_position(cx: &mut Cx<'_>, source: Source, guarded: Guarded) {
    let path = source.path().to_owned();
    show_list(cx, &path, Collection::of(source), Storage::NoFile, guarded);
}
