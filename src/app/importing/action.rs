//! [`ImportingAction`].

use super::{
    Added, Download, DownloadJob, DownloadReport, ImportSource, Imported, ImportedList,
    PeriodChoice,
    adding::{add, apply_added},
    download_note,
};
use crate::{
    app::{Action, Cx, Dialog, Effect, JobKind, LibraryAction, UnpackWhole},
    import::{
        BoardFiles, HalfRecord, MatchSource,
        board::BoardRef,
        fetch::{FetchError, Period},
    },
    rules::BoardId,
};
use std::{collections::HashSet, path::PathBuf};

/// The maximum number of players whose last download is known.
const MAX_PLAYERS: usize = 200;

/// An action in the import dialog.
#[derive(Debug)]
pub enum ImportingAction {
    /// Open the dialog with this text.
    Open(String),
    /// Set the text.
    Type(String),
    /// Choose which of a player's matches to download.
    Period(PeriodChoice),
    /// Set the month.
    Month(String),
    /// Open or download what is typed.
    Start,
    /// Stop the download; what has arrived stays.
    Stop,
    /// Download the matches that are left.
    Continue,
    /// Open the matches that have arrived.
    Show,
    /// Add them to the open file.
    Add,
    /// They were added.
    Added(Box<Added>),
    /// The dialog, or the question about unsaved work, was closed.
    Closed,
    /// Copy an address.
    Copy(String),
    /// The download has gone on, or ended.
    Reported(Box<DownloadReport>),
}

pub(in crate::app) fn update_importing(cx: &mut Cx<'_>, action: ImportingAction) {
    let was_running = cx.import.is_downloading() && !matches!(action, ImportingAction::Reported(_));
    let sheet = &mut cx.session.import;
    match action {
        ImportingAction::Open(text) => {
            sheet.set_text(text);
            open_import_dialog(cx);
        }
        ImportingAction::Type(text) => sheet.set_text(text),
        ImportingAction::Period(period) => sheet.period = period,
        ImportingAction::Month(month) => sheet.month = month,
        ImportingAction::Start => start(cx),
        ImportingAction::Stop => sheet.stop(),
        ImportingAction::Continue => {
            if let Some(download) = sheet.download.as_mut().filter(|it| !it.is_running) {
                download.resume();
                let job = Box::new(download.job.clone());
                cx.run(Effect::Download(job));
            }
        }
        ImportingAction::Show => show(cx),
        ImportingAction::Add => add(cx),
        ImportingAction::Added(added) => apply_added(cx, *added),
        ImportingAction::Closed => close(cx),
        ImportingAction::Copy(text) => cx.copy(text),
        ImportingAction::Reported(report) => apply_report(cx, *report),
    }
    let is_stopped = was_running && !cx.import.is_downloading();
    cx.cancel(is_stopped.then_some(JobKind::Download));
}

/// Opens the dialog as it was left.
pub(in crate::app) fn open_import_dialog(cx: &mut Cx<'_>) {
    cx.import.is_pending = false;
    cx.shell.dialog = Some(Dialog::Import);
}

/// Brings the dialog back if the question about unsaved work was cancelled before what the dialog was asked for, or if
/// closing it has stopped a download that has brought some matches.
fn close(cx: &mut Cx<'_>) {
    let sheet = &mut cx.session.import;
    let was_running = sheet.is_downloading();
    sheet.stop();
    let has_some = was_running && sheet.download.is_some();
    if std::mem::take(&mut sheet.is_pending) || has_some {
        cx.shell.dialog = Some(Dialog::Import);
    }
}

/// Empties the dialog after what it was asked for is shown.
pub(in crate::app) fn finish(cx: &mut Cx<'_>) {
    if !cx.import.is_pending {
        return;
    }
    let done = cx.session.import.empty();
    cx.cancel(done.is_downloading().then_some(JobKind::Download));
    cx.shell.dialog.take_if(|dialog| *dialog == Dialog::Import);
    let download = done.download.as_ref();
    let day = download.and_then(|it| Some((it.job.player()?.to_lowercase(), it.last_day()?)));
    if let Some((player, day)) = day {
        let downloaded = &mut cx.session.settings.downloaded;
        let latest = downloaded.entry(player).or_default();
        if latest.as_str() < day {
            day.clone_into(latest);
        }
        if downloaded.len() > MAX_PLAYERS {
            downloaded.pop_first();
        }
        cx.save_settings();
    }
}

fn start(cx: &mut Cx<'_>) {
    let sheet = &mut cx.session.import;
    sheet.refused.clear();
    let action = match &sheet.source {
        ImportSource::Site(MatchSource::Pychess(_))
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
    cx.request(Action::Library(action));
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
        cx.import.refused = vec![words.into()];
        return;
    };
    // The download may complete the half match on the screen.
    let halves = cx.open.iter().flat_map(|open| {
        let (text, encoding) = (open.content.text(), open.content.record_encoding());
        HalfRecord { place: 0, text, encoding }.ids()
    });
    let job = DownloadJob { halves: halves.collect(), source, period, known: HashSet::new() };
    cx.import.download = Some(Download::begin(job.clone()));
    cx.run(Effect::Download(Box::new(job)));
}

fn apply_report(cx: &mut Cx<'_>, report: DownloadReport) {
    let sheet = &mut cx.session.import;
    let Some(download) = sheet.download.as_mut().filter(|it| it.is_running) else { return };
    download.progress = report.progress;
    download.fetched.import.matches.extend(report.matches);
    match report.end {
        None => {}
        Some(Ok(fetched)) => {
            download.end(fetched);
            if download.job.player().is_none() {
                show(cx);
            }
        }
        Some(Err(error)) => {
            download.stop();
            if error != FetchError::Cancelled {
                download.fetched.stopped = None;
                sheet.refused = vec![download_note(&error)];
            }
            sheet.download.take_if(|it| it.matches().is_empty());
        }
    }
}

/// Opens the matches that have arrived.
fn show(cx: &mut Cx<'_>) {
    let Some(download) = &cx.import.download else { return };
    let fetched = &download.fetched;
    let text: String = fetched.import.matches.iter().map(|it| it.text.as_str()).collect();
    let (name, at) = match &download.job.source {
        MatchSource::Board { board, ply } => {
            (board.to_string(), ply.and_then(|ply| place(&text, board, ply)))
        }
        MatchSource::Player(name) | MatchSource::Pychess(name) => (name.clone(), None),
    };
    // What is missing of a player's matches stands in the dialog.
    let boards = BoardFiles { import: fetched.import.clone(), ..BoardFiles::default() };
    let mut imported = Imported::of(&boards, &UnpackWhole::default());
    if download.job.player().is_some() {
        imported.notes.clear();
    } else {
        imported.notes.splice(0..0, fetched.stopped.iter().map(download_note));
    }
    let path = PathBuf::from(format!("{name}.bpgn"));
    cx.import.is_pending = true;
    let list = ImportedList { path, text, at, imported };
    cx.request(Action::Library(LibraryAction::Imported(Box::new(list))));
}

/// Returns the name of ply `ply`, counted from 1, of `board` in the match `text`.
fn place(text: &str, board: &BoardRef, ply: u32) -> Option<String> {
    let is_on = |id: &BoardId| {
        let letter = id.letter();
        let mut tags = ["GameId", "GameUuid"].into_iter();
        tags.any(|tag| text.contains(&format!("[{tag}{letter} \"{board}\"]")))
    };
    let id = BoardId::ALL.into_iter().find(is_on)?;
    let letter = if ply % 2 == 1 { id.letter() } else { id.letter().to_ascii_lowercase() };
    (ply > 0).then(|| format!("{}{letter}", ply.div_ceil(2)))
}
