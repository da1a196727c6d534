//! The import dialog.

use crate::{
    app::{
        Command, Download, Guide, ImportForm, ImportSource, ImportingAction, JobKind, Offer,
        PeriodChoice, State, UpdateFile, importing,
    },
    document::excerpt,
    import::MatchSource,
    platform,
    text::{count_text, sentence},
    ui::{
        outbox::{SendAction as _, SendOnClick as _},
        shell::{cancel_button, dialog_title, dialog_width, is_new},
        theme::Tokens,
        widgets::{
            announce, error_label, is_entered, job_ui, long_text_ui, name_field, note_ui,
            select_all, small, subheading, wide_field,
        },
    },
};
use eframe::egui::{Button, CollapsingHeader, Event, Key, Label, RichText, TextEdit, Ui};
use std::path::Path;

/// The maximum length of a text that can be edited in the field, in bytes. Of a longer text, only a part is shown.
const MAX_FIELD_BYTES: usize = 1000;

/// The maximum number of reasons shown for missing matches.
const MAX_REASONS: usize = 4;

/// The maximum length of the file name on a button, in bytes.
const MAX_NAME_BYTES: usize = 40;

pub fn importing_ui(ui: &mut Ui, tokens: &Tokens, state: &State, form: &mut ImportForm) {
    dialog_width(ui, 500.0);
    let sheet = &state.import;
    let updating = sheet.download.as_ref();
    if let Some((download, update)) = updating.and_then(|it| Some((it, it.job.update.as_ref()?))) {
        update_ui(ui, state, form, download, update);
        if !download.is_running && ui.button("Close").clicked() {
            ui.close_dialog();
        }
        return;
    }
    if form.replaces_file_dialog() {
        dialog_title(ui, "Open");
        ui.label("This system has no file dialog. Type the path of a file or folder.");
    } else {
        dialog_title(ui, "Import");
    }
    ui.add_space(4.0);
    let enter_pressed = text_ui(ui, tokens, state, form);
    source_ui(ui, state, form);
    if let (ImportSource::Site(MatchSource::Player(_)), true) =
        (form.source(), state.settings.can_download())
    {
        period_ui(ui, state, form);
    }
    errors_ui(ui, form);
    match &sheet.download {
        Some(download) if download.is_running => download_progress_ui(ui, state),
        Some(download) => download_result_ui(ui, state, download, enter_pressed),
        None => {}
    }
    if !sheet.is_downloading() {
        buttons_ui(ui, state, form, enter_pressed);
    }
}

/// Shows a download of the user's own matches: its progress or its result.
fn update_ui(
    ui: &mut Ui,
    state: &State,
    form: &ImportForm,
    download: &Download,
    update: &UpdateFile,
) {
    dialog_title(ui, "Get my new chess.com matches");
    ui.add_space(4.0);
    let words = format!("{} on chess.com, to {}", update.names.join(", "), update.path.display());
    note_ui(ui, words);
    errors_ui(ui, form);
    match download.is_running {
        true => download_progress_ui(ui, state),
        false => download_result_ui(ui, state, download, false),
    }
}

/// Shows why the last attempt failed, with buttons for remedies.
fn errors_ui(ui: &mut Ui, form: &ImportForm) {
    if let Some(note) = form.failure_notes.first() {
        announce(ui, "refused", || note.text.clone());
    }
    for note in &form.failure_notes {
        error_label(ui, &note.text);
        if let Some(offer @ Offer::Copy(address)) = &note.offer {
            ui.button(offer.name()).on_click(|| ImportingAction::Copy(address.clone()));
        }
        if let Some(Offer::CopyDetails(reason)) = &note.offer {
            details_ui(ui, reason);
        }
    }
    ui.add_space(6.0);
}

/// Shows the technical reason of a failure on request.
fn details_ui(ui: &mut Ui, reason: &str) {
    let details = CollapsingHeader::new("Details").id_salt(("details", reason));
    details.show(ui, |ui| ui.label(small(reason)));
}

/// Shows the text in a field, or a part of a long text. Returns whether Enter was pressed: in the field, or anywhere if
/// the text is long.
fn text_ui(ui: &mut Ui, tokens: &Tokens, state: &State, form: &mut ImportForm) -> bool {
    let is_long = |text: &str| text.len() > MAX_FIELD_BYTES || text.trim().contains('\n');
    // Pasted text that is long or has several lines is consumed here, since the single-line field would join the lines.
    let pasted = ui.input_mut(|input| {
        let is_long = |event: &Event| matches!(event, Event::Paste(text) if is_long(text));
        let at = input.events.iter().position(is_long)?;
        match input.events.remove(at) {
            Event::Paste(text) => Some(text),
            _ => None,
        }
    });
    if let Some(text) = pasted {
        form.set_text(text);
        ui.ctx().request_repaint();
        return false;
    }
    let is_downloading = state.import.is_downloading();
    if is_long(form.text()) {
        long_text_ui(ui, tokens, "pasted", "Pasted text", form.text());
        if ui.button("Clear").clicked() {
            form.set_text(String::new());
        }
        return !is_downloading && ui.input(|input| input.key_pressed(Key::Enter));
    }
    let mut text = form.text().to_owned();
    let hint = if platform::HAS_DISK {
        "Link, game number, player, file or match as text"
    } else {
        "Link, game number, or a match as text"
    };
    let edit = wide_field(&mut text, hint).id_salt("import");
    let field = ui.add_enabled(!is_downloading, edit);
    name_field(&field, "Import", &text);
    let is_new = is_new(ui);
    let enter_pressed = is_entered(&field);
    let nothing_focused =
        state.import.download.is_none() && ui.memory(|memory| memory.focused().is_none());
    if is_new || nothing_focused {
        field.request_focus();
    }
    if is_new {
        select_all(&field, &text);
    }
    if text != form.text() {
        form.set_text(text);
    }
    enter_pressed
}

/// Shows the kind of source recognised in the text. If the program cannot download from this source, shows the address
/// to open in a browser.
fn source_ui(ui: &mut Ui, state: &State, form: &ImportForm) {
    ui.weak(form.source().words(form.text()));
    let address = match form.source() {
        ImportSource::Site(MatchSource::Pychess(id)) => format!("https://www.pychess.org/{id}"),
        ImportSource::Site(MatchSource::Daily(_)) => return,
        ImportSource::Site(source) if !state.settings.can_download() => {
            let address = match source {
                MatchSource::Board { board, .. } => board.data_address(),
                MatchSource::Player(name)
                | MatchSource::Pychess(name)
                | MatchSource::Daily(name) => {
                    let month = state.shell.today.get(..7).unwrap_or("2026.01").replace('.', "/");
                    let name = name.to_lowercase();
                    format!("https://api.chess.com/pub/player/{name}/games/{month}")
                }
            };
            let why = if platform::HAS_NETWORK {
                "Downloads are off in the settings"
            } else {
                "A web page can’t download from chess.com"
            };
            ui.label(format!(
                "{why}. Open this address in a browser, copy the whole text, and paste it here:"
            ));
            address
        }
        _ => return,
    };
    ui.horizontal_wrapped(|ui| {
        ui.add(Label::new(RichText::new(&address).monospace().small()).wrap());
        ui.button("Copy address").on_click(|| ImportingAction::Copy(address.clone()));
    });
}

/// Shows the choice of the period for downloads of a player's matches.
fn period_ui(ui: &mut Ui, state: &State, form: &mut ImportForm) {
    let last = form.last_day(&state.settings).map(str::to_owned);
    ui.add_enabled_ui(!state.import.is_downloading(), |ui| {
        ui.horizontal_wrapped(|ui| {
            for choice in PeriodChoice::ALL {
                let name = match (choice, &last) {
                    (PeriodChoice::Latest, _) => "Latest month".to_owned(),
                    (PeriodChoice::SinceLast, Some(day)) => {
                        format!("Since {}", day.replace('.', "-"))
                    }
                    (PeriodChoice::SinceLast, None) => continue,
                    (PeriodChoice::Month, _) => "Month".to_owned(),
                };
                ui.radio_value(&mut form.period, choice, name);
            }
            let edit = TextEdit::singleline(&mut form.month).id_salt("month").hint_text("2026-08");
            let field = ui.add(edit.desired_width(90.0));
            name_field(&field, "Month", &form.month);
            if field.changed() {
                form.period = PeriodChoice::Month;
            }
        });
    });
}

/// Shows the progress of a download.
fn download_progress_ui(ui: &mut Ui, state: &State) {
    let stop = |ui: &mut Ui| ui.button("Stop").on_hover_text("Keeps the downloaded matches");
    job_ui(ui, &state.jobs, JobKind::Download, stop, || ImportingAction::Stop);
}

fn download_result_ui(ui: &mut Ui, state: &State, download: &Download, enter_pressed: bool) {
    let fetched = &download.fetched;
    let count = download.matches().len();
    ui.horizontal_wrapped(|ui| {
        ui.set_min_height(ui.spacing().interact_size.y + 6.0);
        ui.label(subheading(sentence(&fetched.summary())));
    });
    for (_, error) in fetched.missing.iter().take(MAX_REASONS) {
        error_label(ui, sentence(&error.to_string()));
        if let Some(reason) = error.reason() {
            details_ui(ui, reason);
        }
    }
    for words in download.remarks() {
        ui.weak(words);
    }
    if let Some(reason) = download.reason() {
        details_ui(ui, reason);
    }
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        // An update adds the downloaded matches to its file without a button.
        if count > 0 && download.job.update.is_none() {
            let open = format!("Open {}", count_text(count, "match", "matches"));
            let open = ui.button(open);
            // If Enter was pressed in the field, it starts another import and must not press this button.
            if !enter_pressed && ui.memory(|memory| memory.focused().is_none()) {
                open.request_focus();
            }
            open.on_click(|| ImportingAction::Show);
            let name = importing::target(state).and_then(Path::file_name);
            if let Some(name) = name {
                let add = format!("Add to {}", excerpt(&name.to_string_lossy(), MAX_NAME_BYTES));
                let add = ui.button(add).on_hover_text("Skips matches already in the file");
                add.on_click(|| ImportingAction::Add);
            }
            let add =
                ui.button(if name.is_some() { "Add to another file…" } else { "Add to file…" });
            add.on_hover_text("Skips matches already in the file")
                .on_click(|| ImportingAction::AddElsewhere);
        }
        if fetched.left > 0 {
            let left = format!("Download {} more", fetched.left);
            ui.button(left).on_click(|| ImportingAction::Continue);
        }
    });
    ui.add_space(6.0);
}

/// Shows the buttons that open, download and cancel.
fn buttons_ui(ui: &mut Ui, state: &State, form: &ImportForm, enter_pressed: bool) {
    let can_download = state.settings.can_download();
    let (name, can_start) = match form.source() {
        ImportSource::Site(MatchSource::Board { .. } | MatchSource::Player(_)) => {
            ("Download from chess.com", can_download)
        }
        ImportSource::Path | ImportSource::Text(_) => ("Open", true),
        _ => ("Open", false),
    };
    ui.horizontal_wrapped(|ui| {
        let start = ui.add_enabled(can_start, Button::new(name));
        if can_start && (start.clicked() || enter_pressed) {
            ui.send(ImportingAction::Start);
        }
        if !form.replaces_file_dialog() {
            ui.button("Choose file…").on_click(|| Command::Open);
        }
        cancel_button(ui);
    });
    let is_download = matches!(form.source(), ImportSource::Site(_));
    if can_download && is_download {
        let words = RichText::new("What does a download send?").small();
        ui.link(words).on_click(|| Command::Guide(Guide::Import));
    }
}
