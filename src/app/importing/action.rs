//! [`ImportingAction`]: user actions in the import dialog, and results of its jobs.

use super::{
    Added, Download, DownloadError, DownloadJob, DownloadReport, ImportSheet, ImportSource,
    UpdateFile, adding::target, download_note,
};
use crate::{
    app::{
        Cx, Dialog, Effect, Imported, ImportedList, ImportedNote, JobKind, LibraryAction,
        LoadRequest, SaveTarget, SettingsPage, copied::Copied, imported::report_imported,
    },
    formats::{FileFormat, check_name},
    import::{BoardFiles, HalfMatchCandidate, MatchSource, board::BoardRef, fetch::Period},
    rules::BoardId,
    text::sentence,
};
use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

/// The maximum number of players for whom the day of the last download is stored.
const MAX_PLAYERS: usize = 200;

#[derive(Debug)]
pub enum ImportingAction {
    /// Open the dialog in the state in which it was closed.
    OpenDialog,
    /// Open the dialog to type the path of a file, since the system has no file dialog.
    TypePath,
    /// Open the dialog with this text.
    Open(String),
    /// Open or download the source that the text names.
    Start,
    /// Download the user's latest matches, and add them to the file named in the settings.
    UpdateMatches,
    /// Stop the download; received matches stay.
    Stop,
    /// Continue the download with the remaining matches.
    Continue,
    /// Open the received matches.
    Show,
    /// Add the received matches to the open file.
    Add,
    /// Ask for the file to which the received matches are added.
    AddElsewhere,
    /// Add the received matches to this file.
    AddTo(PathBuf),
    /// The matches were added to a file, or adding failed.
    Added(Box<Added>),
    /// The requested matches are open.
    Finished,
    /// Nothing could be opened, for these reasons.
    Refused(Vec<ImportedNote>),
    /// A dialog was closed: the import dialog, or the dialog about unsaved work that the import had opened.
    Closed,
    /// Copy an address.
    Copy(String),
    /// The download has progressed or ended.
    Reported(Box<DownloadReport>),
}

impl ImportSheet {
    pub(in crate::app) fn update(&mut self, action: ImportingAction, cx: &mut Cx<'_>) {
        match action {
            ImportingAction::OpenDialog => self.open_dialog(false, cx),
            ImportingAction::Open(text) => {
                self.form.set_text(text);
                self.open_dialog(false, cx);
            }
            ImportingAction::TypePath => self.open_dialog(true, cx),
            ImportingAction::Start => self.start(cx),
            ImportingAction::UpdateMatches => self.update_matches(cx),
            ImportingAction::Stop => {
                let is_update = self.download.as_ref().is_some_and(|it| it.job.update.is_some());
                self.stop(cx);
                if is_update && self.download.is_none() {
                    cx.close_dialog();
                }
                self.add_to_updated(cx);
            }
            ImportingAction::Continue => {
                if let Some(download) = self.download.as_mut().filter(|it| !it.is_running) {
                    download.resume();
                    cx.run(Effect::Download(Box::new(download.job.clone())));
                }
            }
            ImportingAction::Show => self.show(cx),
            ImportingAction::Add => {
                if let Some(to) = target(cx).map(Path::to_owned) {
                    self.add(to, cx);
                }
            }
            ImportingAction::AddElsewhere => {
                let (what, suggested) = (SaveTarget::Downloaded, None);
                let title = what.title().to_owned();
                cx.run(Effect::AskForPath { what, suggested, title });
            }
            ImportingAction::AddTo(to) => self.add(to, cx),
            ImportingAction::Added(added) => self.apply_added(*added, cx),
            ImportingAction::Finished => self.finish(cx),
            ImportingAction::Refused(notes) => self.refuse(notes, cx),
            ImportingAction::Closed => self.close(cx),
            ImportingAction::Copy(text) => cx.copy(text, Copied::Text),
            ImportingAction::Reported(report) => self.apply_report(*report, cx),
        }
    }

    /// Stops a running download. Matches received so far stay; a stopped download without matches is dropped.
    fn stop(&mut self, cx: &mut Cx<'_>) {
        if let Some(download) = self.download.as_mut().filter(|download| download.is_running) {
            download.stop(total(cx));
            cx.cancel([JobKind::Download]);
        }
        self.download.take_if(|download| download.was_stopped_empty());
    }

    /// Opens the import dialog in the state in which it was closed.
    fn open_dialog(&mut self, replaces_file_dialog: bool, cx: &mut Cx<'_>) {
        self.is_pending = false;
        self.form.set_replaces_file_dialog(replaces_file_dialog);
        cx.open_dialog(Dialog::Import);
    }

    /// Handles the closing of the dialog, which stops a running download. Reopens the dialog in two cases: the stopped
    /// download has received matches, or the requested matches were not opened because the user kept unsaved work.
    fn close(&mut self, cx: &mut Cx<'_>) {
        let was_running = self.is_downloading();
        self.stop(cx);
        if was_running {
            self.add_to_updated(cx);
        }
        // An update that had already ended is cleared, because the user has seen its result.
        self.download.take_if(|download| !was_running && download.job.update.is_some());
        let has_received_matches = was_running && self.download.is_some();
        if std::mem::take(&mut self.is_pending) || has_received_matches {
            cx.open_dialog(Dialog::Import);
        }
    }

    /// Closes and resets the dialog once the requested matches are open, and stores the day of the player's latest
    /// match. Does nothing if no request is pending.
    pub(super) fn finish(&mut self, cx: &mut Cx<'_>) {
        if !self.is_pending {
            return;
        }
        let done = self.take_and_reset();
        if done.is_downloading() {
            cx.cancel([JobKind::Download]);
        }
        cx.close_dialog_if(|dialog| *dialog == Dialog::Import);
        let download = done.download.as_ref().filter(|download| download.job.update.is_none());
        let day = download.and_then(|it| Some((it.job.player()?.to_lowercase(), it.last_day()?)));
        if let Some((player, day)) = day {
            cx.change_settings(|settings| {
                let latest = settings.downloaded.entry(player).or_default();
                if latest.as_str() < day {
                    day.clone_into(latest);
                }
                if settings.downloaded.len() > MAX_PLAYERS {
                    settings.downloaded.pop_first();
                }
            });
        }
    }

    /// Reports that nothing could be opened. The notes appear in the import dialog if the request came from that dialog,
    /// otherwise as notices.
    fn refuse(&mut self, notes: Vec<ImportedNote>, cx: &mut Cx<'_>) {
        if !std::mem::take(&mut self.is_pending) {
            return report_imported(cx, notes);
        }
        self.form.failure_notes = notes;
        cx.open_dialog(Dialog::Import);
    }

    fn start(&mut self, cx: &mut Cx<'_>) {
        self.form.failure_notes.clear();
        let action = match self.form.source() {
            ImportSource::Site(MatchSource::Pychess(_) | MatchSource::Daily(_))
            | ImportSource::Nothing
            | ImportSource::OtherAddress
            | ImportSource::Unknown => return,
            ImportSource::Site(source) => {
                let source = source.clone();
                return self.download(source, cx);
            }
            ImportSource::Path => LibraryAction::Open(self.form.path()),
            ImportSource::Text(_) => LibraryAction::Pasted(self.form.text().to_owned()),
        };
        self.is_pending = true;
        cx.request(action);
    }

    fn download(&mut self, source: MatchSource, cx: &mut Cx<'_>) {
        if !cx.settings.can_download() || self.is_downloading() {
            return;
        }
        let period = match source {
            MatchSource::Player(_) => self.form.period(&cx.settings),
            _ => Some(Period::Latest),
        };
        let Some(period) = period else {
            self.form.failure_notes = vec!["Enter a month such as 2026-08.".to_owned().into()];
            return;
        };
        // If the open match has only one board, the download may contain the partner board.
        let halves = cx.open.iter().flat_map(|open| {
            let (text, encoding) = (open.content.text(), open.content.record_encoding());
            HalfMatchCandidate { place: 0, text, encoding }.ids()
        });
        let (halves, known) = (halves.collect(), HashSet::new());
        self.run(DownloadJob { halves, source, period, known, update: None }, cx);
    }

    fn run(&mut self, job: DownloadJob, cx: &mut Cx<'_>) {
        self.download = Some(Download::begin(job.clone()));
        cx.run(Effect::Download(Box::new(job)));
    }

    /// Downloads the user's latest matches, and adds them to the file named in the settings. If the settings lack a user
    /// name or a valid file, or forbid downloads, opens the settings instead.
    fn update_matches(&mut self, cx: &mut Cx<'_>) {
        let (names, path) = (cx.settings.names(), PathBuf::from(&cx.settings.my_file));
        let name = check_name(&path, FileFormat::Bpgn);
        if !cx.settings.can_download() || names.is_empty() || name.is_err() {
            cx.open_dialog(Dialog::Settings(SettingsPage::Matches, None));
            if let Err(error) = name
                && !cx.settings.my_file.is_empty()
            {
                cx.warn(sentence(&error.to_string()));
            }
            return;
        }
        self.open_dialog(false, cx);
        if self.is_downloading() {
            return;
        }
        self.form.failure_notes.clear();
        let job = DownloadJob {
            source: MatchSource::Player(names.join(", ")),
            period: Period::Latest,
            known: HashSet::new(),
            halves: HashSet::new(),
            update: Some(UpdateFile { names, path }),
        };
        self.run(job, cx);
    }

    /// Adds the received matches to the file named in the settings. Does nothing if the download is not an update.
    fn add_to_updated(&self, cx: &mut Cx<'_>) {
        let download = self.download.as_ref();
        if let Some(update) = download.and_then(|download| download.job.update.clone()) {
            self.add(update.path, cx);
        }
    }

    fn apply_report(&mut self, report: DownloadReport, cx: &mut Cx<'_>) {
        let Some(download) = self.download.as_mut().filter(|it| it.is_running) else { return };
        download.fetched.skipped = report.skipped;
        download.fetched.import.matches.extend(report.matches);
        match report.end {
            None => {}
            Some(Ok(fetched)) => {
                download.end(fetched);
                if download.job.update.is_some() {
                    self.add_to_updated(cx);
                } else if download.job.player().is_none() {
                    self.show(cx);
                }
            }
            Some(Err(error)) => {
                download.stop(total(cx));
                download.fetched.stopped = None;
                self.form.failure_notes = vec![match error {
                    DownloadError::Fetch(error) => download_note(&error),
                    DownloadError::File(error) => sentence(&error.to_string()).into(),
                }];
                self.download.take_if(|it| it.matches().is_empty() && it.job.update.is_none());
            }
        }
    }

    /// Opens the received matches.
    fn show(&mut self, cx: &mut Cx<'_>) {
        let Some(download) = &self.download else { return };
        let fetched = &download.fetched;
        let text: String = fetched.import.matches.iter().map(|it| it.text.as_str()).collect();
        let (name, at) = match &download.job.source {
            MatchSource::Board { board, ply } => {
                (board.to_string(), ply.and_then(|ply| ply_name(&text, board, ply)))
            }
            MatchSource::Player(name) | MatchSource::Pychess(name) | MatchSource::Daily(name) => {
                (name.clone(), None)
            }
        };
        // If a player's matches were downloaded, the dialog already lists the missing matches.
        let boards = BoardFiles { import: fetched.import.clone(), ..BoardFiles::default() };
        let mut imported = Imported::of(&boards, &LoadRequest::default());
        if download.job.player().is_some() {
            imported.notes.clear();
        } else {
            imported.notes.splice(0..0, fetched.stopped.iter().map(download_note));
        }
        let path = PathBuf::from(format!("{name}.bpgn"));
        let list = ImportedList { path, text, at, imported };
        cx.request(LibraryAction::Imported(Box::new(list)));
        self.is_pending = true;
    }
}

/// Returns the number of matches that the running download will receive; 0 if unknown.
fn total(cx: &Cx<'_>) -> usize {
    let progress = cx.jobs.progress(JobKind::Download);
    progress.map_or(0, |progress| usize::try_from(progress.total).unwrap_or_default())
}

/// Returns the name of the `ply`-th ply (counted from 1) on `board` in the match `text`, such as `12b`. Returns `None`
/// if the match does not have `board`, or if `ply` is 0.
fn ply_name(text: &str, board: &BoardRef, ply: u32) -> Option<String> {
    let is_on = |id: &BoardId| {
        let letter = id.letter();
        let mut tags = ["GameId", "GameUuid"].into_iter();
        tags.any(|tag| text.contains(&format!("[{tag}{letter} \"{board}\"]")))
    };
    let id = BoardId::ALL.into_iter().find(is_on)?;
    let letter = if ply % 2 == 1 { id.letter() } else { id.letter().to_ascii_lowercase() };
    if ply > 0 { Some(format!("{}{letter}", ply.div_ceil(2))) } else { None }
}
