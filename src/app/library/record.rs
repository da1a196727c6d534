//! Loads the chosen record: at once if its file is held in memory, otherwise by a job.

use super::undo::{redo, undo};
use crate::{
    app::{
        Arrival, Cx, Effect, JobKind, KriegspielAction, Offer, PlaybackAction, invalid_draft, tabs,
    },
    archive::{CollectedFile, RecordId},
    document::Content,
    file::{FileError, FileRange},
    rules::Team,
    text::sentence,
};
use std::sync::Arc;

/// A record to load from a file that is not held in memory.
#[derive(Clone, Debug)]
pub struct RecordJob {
    /// The record's index in the list.
    pub id: RecordId,
    pub file: Arc<CollectedFile>,
    /// The record's range in the file's text.
    pub range: FileRange,
}

/// The outcome of a [`RecordJob`].
#[derive(Debug)]
pub struct RecordRead {
    pub id: RecordId,
    pub document: Result<Content, FileError>,
    /// Whether the record's file is unchanged since it was opened.
    pub unchanged: bool,
}

/// Shows the chosen record with its changes, or starts a job that loads it.
pub(in crate::app) fn show_chosen(cx: &mut Cx<'_>) {
    let Some(file) = cx.file_mut() else { return };
    let Some((collected, range)) = file.list.place(file.record.id) else { return };
    match Content::open_in_memory(&collected.text, range) {
        Some(document) => show_record(cx, document),
        None => {
            let job = RecordJob { id: file.record.id, file: Arc::clone(collected), range };
            file.record.arrival = Some(Arrival::Show);
            cx.run(Effect::ReadRecord(Box::new(job)));
        }
    }
}

fn show_record(cx: &mut Cx<'_>, document: Result<Content, FileError>) {
    let Some(file) = cx.file_mut() else { return };
    match document {
        Ok(document) => {
            file.record.original = document.text().to_vec();
            let document = match file.changes.text(file.record.id) {
                Some(text) => document.with_text(text.to_vec()),
                None => document,
            };
            if cx.open.is_none() {
                // The user's seat is below; without one, the first team.
                let seat = cx.own_seat().map(|(seat, _)| seat);
                cx.flip(seat.is_some_and(|seat| seat.team() == Team::Second));
            }
            cx.show_document(document);
            cx.request(KriegspielAction::RecordShown);
        }
        Err(error) => cx.warn(sentence(&error.to_string())),
    }
}

pub(in crate::app) fn record_read(cx: &mut Cx<'_>, read: RecordRead) {
    let Some(file) = cx.file_mut() else { return };
    if read.id != file.record.id {
        return;
    }
    let arrival = file.record.arrival.take();
    if !read.unchanged {
        let words = format!(
            "{}: another program has changed or removed this file. The list is out of date.",
            file.list.place(read.id).map_or(&file.path, |(file, _)| &file.path).display()
        );
        cx.notify_with_offer(words, Offer::Reload);
    }
    show_record(cx, read.document);
    go_to_arrival(cx, arrival.unwrap_or_default());
}

/// Performs `arrival` in the chosen record, now or as soon as the record is loaded.
pub(in crate::app) fn arrive(cx: &mut Cx<'_>, arrival: Arrival) {
    match cx.file_mut().and_then(|file| file.record.arrival.as_mut()) {
        Some(pending) => *pending = arrival,
        None => go_to_arrival(cx, arrival),
    }
}

fn go_to_arrival(cx: &mut Cx<'_>, arrival: Arrival) {
    match arrival {
        Arrival::Show => {}
        Arrival::Moment(moment) => cx.go_to(moment),
        Arrival::Named(name) => go_to_name(cx, &name),
        Arrival::Variation(moment, plies) => {
            cx.go_to(moment);
            cx.request(PlaybackAction::PlayLine(plies));
        }
        Arrival::Draft(place, task) => invalid_draft::arrive_at_draft(cx, place, task),
        Arrival::Undo => undo(cx),
        Arrival::Redo => redo(cx),
    }
}

/// Stops waiting for the chosen record, after a panic in the job.
pub(in crate::app) fn forget_arrival(cx: &mut Cx<'_>) {
    cx.in_file(|file| file.record.arrival = None);
}

pub(in crate::app) fn choose(cx: &mut Cx<'_>, id: RecordId) {
    cx.commit_drafts();
    cx.drop_lone_replies();
    let Some(file) = cx.file_mut() else { return };
    // An index beyond the end selects the first record.
    let id = if id < file.matches() { id } else { 0 };
    if file.list.place(id).is_none() {
        return;
    }
    let shown = file.record.id;
    file.record.id = id;
    let pending_jobs = file.record.arrival.take().map(|_| JobKind::Record);
    file.changes.end_typing();
    cx.cancel(pending_jobs);
    if shown != id && cx.open.is_some() {
        let moment = cx.moment();
        cx.in_file(|file| file.record.previous = Some((shown, moment)));
    }
    cx.close_record();
    tabs::share_undo(cx);
    show_chosen(cx);
}

pub(in crate::app) fn go_to_name(cx: &mut Cx<'_>, at: &str) {
    let Some(open) = &cx.open else { return };
    match open.content.point_named(at) {
        Some(point) => cx.go_to_point(point),
        None => {
            cx.warn(format!("Move {at} doesn’t exist in this match. Showing it from the start."));
        }
    }
}
