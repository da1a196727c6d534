//! [`ImportingAction`]: user actions in the import dialog, and results of its jobs.

use super::{
    Added, Download, DownloadError, DownloadJob, DownloadReport, ImportSource, Imported,
    ImportedList, PeriodChoice, UpdateFile,
    adding::{add, apply_added, target},
    download_note,
};
use crate::{
    app::{
        Cx, Dialog, Effect, JobKind, LibraryAction, SaveTarget, SettingsPage, UnpackWhole,
        shell::Copied,
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
    /// Open the dialog with this text.
    Open(String),
    Type(String),
    /// Choose which of a player's matches to download.
    Period(PeriodChoice),
    Month(String),
    /// Open or download the source that the text names.
    Start,
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
    /// A dialog was closed: the import dialog, or the dialog about unsaved work that the import had opened.
    Closed,
    /// Copy an address.
    Copy(String),
    /// The download has progressed or ended.
    Reported(Box<DownloadReport>),
}

pub(in crate::app) fn update_importing(cx: &mut Cx<'_>, action: ImportingAction) {
    let was_running = cx.import.is_downloading() && !matches!(action, ImportingAction::Reported(_));
    let total = total(cx);
    let sheet = cx.import_mut();
    match action {
        ImportingAction::Open(text) => {
            sheet.set_text(text);
            open_import_dialog(cx);
        }
        ImportingAction::Type(text) => sheet.set_text(text),
        ImportingAction::Period(period) => sheet.period = period,
        ImportingAction::Month(month) => sheet.month = month,
        ImportingAction::Start => start(cx),
        ImportingAction::Stop => {
            let is_update = sheet.download.as_ref().is_some_and(|it| it.job.update.is_some());
            sheet.stop(total);
            if is_update && sheet.download.is_none() {
                cx.close_dialog();
            }
            add_to_updated(cx);
        }
        ImportingAction::Continue => {
            if let Some(download) = sheet.download.as_mut().filter(|it| !it.is_running) {
                download.resume();
                let job = Box::new(download.job.clone());
                cx.run(Effect::Download(job));
            }
        }
        ImportingAction::Show => show(cx),
        ImportingAction::Add => {
            if let Some(to) = target(cx).map(Path::to_owned) {
                add(cx, to);
            }
        }
        ImportingAction::AddElsewhere => {
            let (what, suggested) = (SaveTarget::Downloaded, None);
            let title = what.title().to_owned();
            cx.run(Effect::AskForPath { what, suggested, title });
        }
        ImportingAction::AddTo(to) => add(cx, to),
        ImportingAction::Added(added) => apply_added(cx, *added),
        ImportingAction::Closed => close(cx),
        ImportingAction::Copy(text) => cx.copy(text, Copied::Text),
        ImportingAction::Reported(report) => apply_report(cx, *report),
    }
    let is_stopped = was_running && !cx.import.is_downloading();
    if is_stopped {
        cx.cancel([JobKind::Download]);
    }
}

/// Opens the import dialog in the state in which it was closed.
pub(in crate::app) fn open_import_dialog(cx: &mut Cx<'_>) {
    open_dialog(cx, false);
}

fn open_dialog(cx: &mut Cx<'_>, replaces_file_dialog: bool) {
    cx.import_mut().is_pending = false;
    cx.import_mut().set_replaces_file_dialog(replaces_file_dialog);
    cx.open_dialog(Dialog::Import);
}

/// Opens the dialog to type the path of a file, since the system has no file dialog.
pub(in crate::app) fn prompt_typed_path(cx: &mut Cx<'_>) {
    open_dialog(cx, true);
    let words = "This system has no file dialog. Type the path of a file or folder.".to_owned();
    cx.import_mut().failure_notes = vec![words.into()];
}

/// Handles the closing of the dialog, which stops a running download. Reopens the dialog in two cases: the stopped
/// download has received matches, or the requested matches were not opened because the user kept unsaved work.
fn close(cx: &mut Cx<'_>) {
    let total = total(cx);
    let sheet = cx.import_mut();
    let was_running = sheet.is_downloading();
    sheet.stop(total);
    if was_running {
        add_to_updated(cx);
    }
    let sheet = cx.import_mut();
    // An update that had already ended is cleared, because the user has seen its result.
    sheet.download.take_if(|download| !was_running && download.job.update.is_some());
    let has_received_matches = was_running && sheet.download.is_some();
    if std::mem::take(&mut sheet.is_pending) || has_received_matches {
        cx.open_dialog(Dialog::Import);
    }
}

/// Closes and resets the dialog once the requested matches are open, and stores the day of the player's latest match.
/// Does nothing if no request is pending.
pub(in crate::app) fn finish(cx: &mut Cx<'_>) {
    if !cx.import.is_pending {
        return;
    }
    let done = cx.import_mut().take_and_reset();
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

fn start(cx: &mut Cx<'_>) {
    let sheet = cx.import_mut();
    sheet.failure_notes.clear();
    let action = match &sheet.source {
        ImportSource::Site(MatchSource::Pychess(_) | MatchSource::Daily(_))
        | ImportSource::Nothing
        | ImportSource::OtherAddress
        | ImportSource::Unknown => return,
        ImportSource::Site(source) => {
            let source = source.clone();
            return download(cx, source);
        }
        ImportSource::Path => LibraryAction::Open(sheet.path()),
        ImportSource::Text(_) => LibraryAction::Pasted(sheet.text.clone()),
    };
    sheet.is_pending = true;
    cx.request(action);
}

fn download(cx: &mut Cx<'_>, source: MatchSource) {
    if !cx.settings.can_download() || cx.import.is_downloading() {
        return;
    }
    let period = match source {
        MatchSource::Player(_) => cx.import.period(&cx.settings),
        _ => Some(Period::Latest),
    };
    let Some(period) = period else {
        let words = "Enter a month such as 2026-08.".to_owned();
        cx.import_mut().failure_notes = vec![words.into()];
        return;
    };
    // If the open match has only one board, the download may contain the partner board.
    let halves = cx.open.iter().flat_map(|open| {
        let (text, encoding) = (open.content.text(), open.content.record_encoding());
        HalfMatchCandidate { place: 0, text, encoding }.ids()
    });
    let (halves, known) = (halves.collect(), HashSet::new());
    run(cx, DownloadJob { halves, source, period, known, update: None });
}

fn run(cx: &mut Cx<'_>, job: DownloadJob) {
    cx.import_mut().download = Some(Download::begin(job.clone()));
    cx.run(Effect::Download(Box::new(job)));
}

/// Downloads the user's latest matches, and adds them to the file named in the settings. If the settings lack a user
/// name or a valid file, or forbid downloads, opens the settings instead.
pub(in crate::app) fn update_matches(cx: &mut Cx<'_>) {
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
    open_import_dialog(cx);
    if cx.import.is_downloading() {
        return;
    }
    cx.import_mut().failure_notes.clear();
    let source = MatchSource::Player(names.join(", "));
    run(
        cx,
        DownloadJob {
            source,
            period: Period::Latest,
            known: HashSet::new(),
            halves: HashSet::new(),
            update: Some(UpdateFile { names, path }),
        },
    );
}

/// Adds the received matches to the file named in the settings. Does nothing if the download is not an update.
fn add_to_updated(cx: &mut Cx<'_>) {
    let download = cx.import.download.as_ref();
    if let Some(update) = download.and_then(|download| download.job.update.clone()) {
        add(cx, update.path);
    }
}

/// Returns the number of matches that the running download will receive; 0 if unknown.
fn total(cx: &Cx<'_>) -> usize {
    let progress = cx.jobs.progress(JobKind::Download);
    progress.map_or(0, |progress| usize::try_from(progress.total).unwrap_or_default())
}

fn apply_report(cx: &mut Cx<'_>, report: DownloadReport) {
    let total = total(cx);
    let sheet = cx.import_mut();
    let Some(download) = sheet.download.as_mut().filter(|it| it.is_running) else { return };
    download.fetched.skipped = report.skipped;
    download.fetched.import.matches.extend(report.matches);
    match report.end {
        None => {}
        Some(Ok(fetched)) => {
            download.end(fetched);
            if download.job.update.is_some() {
                add_to_updated(cx);
            } else if download.job.player().is_none() {
                show(cx);
            }
        }
        Some(Err(error)) => {
            download.stop(total);
            download.fetched.stopped = None;
            sheet.failure_notes = vec![match error {
                DownloadError::Fetch(error) => download_note(&error),
                DownloadError::File(error) => sentence(&error.to_string()).into(),
            }];
            sheet.download.take_if(|it| it.matches().is_empty() && it.job.update.is_none());
        }
    }
}

/// Opens the received matches.
fn show(cx: &mut Cx<'_>) {
    let Some(download) = &cx.import.download else { return };
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
    let mut imported = Imported::of(&boards, &UnpackWhole::default());
    if download.job.player().is_some() {
        imported.notes.clear();
    } else {
        imported.notes.splice(0..0, fetched.stopped.iter().map(download_note));
    }
    let path = PathBuf::from(format!("{name}.bpgn"));
    cx.import_mut().is_pending = true;
    let list = ImportedList { path, text, at, imported };
    cx.request(LibraryAction::Imported(Box::new(list)));
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
