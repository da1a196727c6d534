//! Shows unsaved changes of an earlier session.

use crate::{
    app::{
        Arrival, Cx, FileSession, LoadRequest, Offer, OpenedFiles, Recovered, Storage,
        guard::Guarded,
        library::{
            listing::update_listing,
            opening::show_opened,
            record::{arrive, choose},
        },
        short_path,
    },
    archive::{Collection, Index, RecordId},
    file::{Edit, EditSet, FileRange, Span},
    text::plural,
    timeline::Moment,
};
use std::path::PathBuf;

/// Shows recovered changes.
pub(super) fn show_recovered(cx: &mut Cx<'_>, recovered: Recovered, guarded: Guarded) {
    let Recovered { list, recovery, on_disk, changed_files, missing_files, originals, .. } =
        recovered;
    let opened = OpenedFiles {
        read: LoadRequest::of(if on_disk {
            recovery.opened()
        } else {
            vec!["recovered.bpgn".into()]
        }),
        ..OpenedFiles::complete("", Collection::default())
    };
    let storage = if on_disk { Storage::InPlace } else { Storage::NoFile };
    show_opened(cx, &opened, list, storage, guarded);
    let (mut shown_record, mut first_changed) = (None, None);
    if let Some(file) = cx.file_mut() {
        let changed = recovery.changed();
        let records = recovery.records.iter();
        // If files have changed on disk, `on_disk` is false. The list then contains only the records that the user has
        // changed, in order.
        let place = |number: usize, range: FileRange| match changed.get(number) {
            Some((path, ..)) if on_disk => {
                let files = &file.list.files;
                let index = files.iter().position(|it| it.path == *path)?;
                file.list.index.record_at(index, range)
            }
            _ => records.clone().position(|it| (it.file, it.range) == (number, range)),
        };
        let places: Vec<_> = records.clone().map(|it| place(it.file, it.range)).collect();
        shown_record = match recovery.shown_at {
            Some((number, range)) => place(number, range),
            None if on_disk => recovery.shown.checked_sub(1),
            None => None,
        };
        // If the record that was open no longer exists, the first changed record is shown.
        first_changed = places.first().copied().flatten();
        let records = records.zip(places).zip(&originals);
        let mut recovered: Vec<RecoveredRecord<'_>> = records
            .filter_map(|((record, place), original)| {
                Some(RecoveredRecord { id: place?, text: &record.bytes, original })
            })
            .collect();
        // The record that is shown comes last, so that its changes are the first to be undone.
        recovered.sort_by_key(|record| Some(record.id) == shown_record.or(first_changed));
        if on_disk {
            for record in recovered {
                let is_shown = Some(record.id) == shown_record;
                record.restore(file, if is_shown { recovery.moment } else { 0 });
            }
        }
    }
    choose(cx, shown_record.or(first_changed).unwrap_or(0));
    if shown_record.is_some() {
        arrive(cx, Arrival::Moment(recovery.moment));
    }
    let changed = plural(changed_files.len(), "has", "have");
    warn_about_stale(cx, &changed_files, &format!("{changed} changed since your edits"));
    warn_about_stale(cx, &missing_files, "can no longer be read");
    if !recovery.drafts.is_empty() {
        let entry = plural(recovery.drafts.len(), "entry", "entries");
        let words = format!("Unfinished {entry}: {}", recovery.drafts.join(" · "));
        cx.warn_with_offer(words, Offer::CopyText(recovery.drafts.join("\n")));
    }
    update_listing(cx);
}

/// A record with recovered changes.
struct RecoveredRecord<'a> {
    id: RecordId,
    text: &'a [u8],
    /// The bytes in the file; empty if they cannot be read.
    original: &'a [u8],
}

impl RecoveredRecord<'_> {
    /// Puts the changes into `file`, as one step that can be undone. `moment` is the moment to which the user returns.
    fn restore(self, file: &mut FileSession, moment: Moment) {
        let Self { id, text, original } = self;
        if !original.is_empty()
            && let Ok(end) = u32::try_from(original.len())
        {
            let whole = Edit { span: Span::new(0, end), insert: text.to_vec() };
            if let Ok(set) = EditSet::new(vec![whole.trimmed(original)]) {
                let name = "recovered changes".to_owned();
                file.changes.push_step(id, original, set, name, (moment, moment), None);
            }
        }
        file.changes.set_text(id, text, original);
        file.edited.insert(id, Index::replayed(text));
    }
}

/// Warns that only the edited matches of `files` are shown. `what` says what happened to the files.
fn warn_about_stale(cx: &mut Cx<'_>, files: &[PathBuf], what: &str) {
    if files.is_empty() {
        return;
    }
    let names: Vec<String> = files.iter().map(|it| short_path(it)).collect();
    cx.warn(format!("{} {what}. Showing only your edited matches.", names.join(", ")));
}
