//! How the chosen record comes from its file: at once where the file is held, else by a job.

use crate::{
    app::{Effect, Offer, Open, State, issues::sentence},
    archive::{CollectedFile, RecordId},
    document::Content,
    file::{FileError, FileRange},
    rules::{Move, Seat},
    timeline::Moment,
};
use std::sync::Arc;

/// A record to read from a file that is not held.
#[derive(Clone, Debug)]
pub struct RecordJob {
    /// The record, by its place in the list.
    pub id: RecordId,
    /// The file that holds it.
    pub file: Arc<CollectedFile>,
    /// Where in the file's text.
    pub range: FileRange,
}

/// Two are equal if they read the same place of the same file.
impl PartialEq for RecordJob {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.file, &other.file) && self.range == other.range
    }
}

/// What came of a [`RecordJob`].
#[derive(Debug)]
pub struct RecordRead {
    /// The record, by its place in the list.
    pub id: RecordId,
    /// The record, or why it cannot be read.
    pub document: Result<Content, FileError>,
    /// Whether the file is still what it was when it was opened.
    pub unchanged: bool,
}

/// What is done once a record that a job reads is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Arrival {
    /// Nothing more.
    #[default]
    Show,
    /// Go to this moment.
    Moment(Moment),
    /// Go to the ply of this name.
    Named(String),
    /// Play these plies from a moment on, as a variation.
    Variation(Moment, Vec<(Seat, Move)>),
    /// Take the last change back, which was made in this record.
    Undo,
    /// Make the change again that was taken back last.
    Redo,
}

impl State {
    /// Shows the chosen record as it has been changed, or lets a job read it.
    pub(in crate::app) fn show_chosen(&mut self) {
        let Some(file) = self.library.file_mut() else {
            return;
        };
        let Some((collected, range)) = file.list.place(file.chosen) else {
            return;
        };
        match Content::of_held(&collected.text, range) {
            Some(document) => self.show_record(document),
            None => file.arrival = Some(Arrival::Show),
        }
    }

    fn show_record(&mut self, document: Result<Content, FileError>) {
        let Some(file) = self.library.file_mut() else {
            return;
        };
        match document {
            Ok(document) => {
                file.original = document.text().to_vec();
                let document = match file.changes.text(file.chosen) {
                    Some(text) => document.with_text(text.to_vec()),
                    None => document,
                };
                let start = self.rewound();
                self.open = Some(match self.open.take() {
                    Some(open) => open.changed(document, start),
                    None => Open::of(document, start),
                });
                self.show_panel_of_problem();
            }
            Err(error) => self.say(sentence(&error.to_string())),
        }
    }

    /// The job that reads the chosen record, if it waits for one.
    pub(in crate::app) fn read_chosen(&self) -> Option<Effect> {
        let file = self.library.file()?;
        file.arrival.as_ref()?;
        let (collected, range) = file.list.place(file.chosen)?;
        Some(Effect::ReadRecord(Box::new(RecordJob {
            id: file.chosen,
            file: Arc::clone(collected),
            range,
        })))
    }

    /// The chosen record has been read.
    pub(in crate::app) fn record_read(&mut self, read: RecordRead) {
        let Some(file) = self.library.file_mut() else {
            return;
        };
        if read.id != file.chosen {
            return;
        }
        let arrival = file.arrival.take();
        if !read.unchanged {
            let words = format!(
                "Another program has changed or removed this file, and the list is about what it was: {}.",
                file.list.place(read.id).map_or(&file.path, |(file, _)| &file.path).display()
            );
            self.offer(words, Offer::Reload);
        }
        self.show_record(read.document);
        self.revision += 1;
        self.go_to_arrival(arrival.unwrap_or_default());
    }

    /// Goes to `arrival` in the chosen record: at once, or when it has been read.
    pub(in crate::app) fn arrive(&mut self, arrival: Arrival) {
        match self.library.file_mut().and_then(|file| file.arrival.as_mut()) {
            Some(waiting) => *waiting = arrival,
            None => self.go_to_arrival(arrival),
        }
    }

    fn go_to_arrival(&mut self, arrival: Arrival) {
        match arrival {
            Arrival::Show => {}
            Arrival::Moment(moment) => self.go_to(moment),
            Arrival::Named(name) => self.go_to_name(&name),
            Arrival::Variation(moment, plies) => {
                self.go_to(moment);
                self.play_all_in_variation(&plies);
            }
            Arrival::Undo => self.undo(),
            Arrival::Redo => self.redo(),
        }
    }

    /// Whether the chosen record is being read.
    #[must_use]
    pub fn awaits_record(&self) -> bool {
        let file = self.library.file();
        file.is_some_and(|file| file.arrival.is_some())
    }

    /// A fault has stopped the job that reads the chosen record.
    pub(in crate::app) fn record_failed(&mut self) {
        if let Some(file) = self.library.file_mut() {
            file.arrival = None;
        }
    }
}
