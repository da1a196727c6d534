//! The filter field of the match list, with the loading progress and the number of matches.

use crate::{
    app::{
        Center, Command, FileSession, Filter, Focus, JobKind, JobStatuses, LibraryAction,
        SearchAction, Shell, State,
    },
    search::SearchQuery,
    text::{grouped, plural, quoted_word},
    ui::{
        keys,
        outbox::{SendAction as _, SendOnClick as _},
        theme,
        widgets::{error_label, job_error_ui, job_ui, progress_ui, small, subheading, wide_field},
    },
};
use eframe::egui::{
    Button, Frame, Grid, Key, Margin, Popup, RectAlign, RichText, Tooltip, Ui, WidgetInfo,
    accesskit::Role,
};

/// The filter syntax with explanations.
const HELP: [(&str, &str); 14] = [
    ("gnejs", "part of a name: player, event, file"),
    ("player:gnejs   me", "a player; me: your “My names” in the settings"),
    ("gnejs vs death", "matches between two players"),
    ("elo>2200", "average rating"),
    ("1-0   0-1   1/2-1/2   *", "result"),
    ("contradicted", "result that the boards or the comment contradict"),
    ("mate   time   resignation", "how the match ended"),
    ("2006..2008   date:2006.05", "date"),
    ("plies>80   plies:20..40", "number of moves (half-moves)"),
    ("length>5:00", "duration"),
    ("tc:180+0   tc<300", "time control"),
    ("has:comment", "also annotation, diagram, moves, result, date"),
    ("-mate", "exclude"),
    ("\"john doe\"", "exact phrase"),
];

/// Shows the filter field and its help. If the filter is invalid, shows the error.
pub fn filter_ui(ui: &mut Ui, shell: &Shell, file: &FileSession) {
    let mut filter = file.filter.words.clone();
    let in_table = shell.center == Center::Table;
    let edit = wide_field(&mut filter, "Filter: player, mate, elo>2200");
    let field = ui.add(edit.id(keys::filter_id(in_table)));
    field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Filter matches"));
    if shell.focus == Some(Focus::Filter) {
        field.request_focus();
    }
    // In the table, the help button is beside the field.
    let needs_help = !in_table && (filter.is_empty() || file.filter.problem.is_some());
    if needs_help && field.has_focus() {
        let mut help = Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), field.id, field.rect);
        help.popup = help.popup.align(RectAlign::RIGHT_START).gap(14.0);
        help.show(help_ui);
    }
    // By now, egui has removed the focus because of Escape. If a drawer or popup is open, Escape only closes that.
    let is_escaped = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape));
    if is_escaped && !Popup::is_any_open(ui.ctx()) {
        if in_table && filter.is_empty() {
            ui.send(Command::Table);
        } else {
            ui.send(LibraryAction::Filter(String::new()));
        }
    } else if filter != file.filter.words {
        ui.send(LibraryAction::Filter(filter));
    }
    if let Some(problem) = &file.filter.problem {
        error_label(ui, RichText::new(problem).small());
        if is_query(&file.filter.words) {
            search_button_ui(ui, &file.filter.words);
        }
    }
}

/// If the filter excludes every match, says so and offers to clear it or to search positions instead. Shows nothing
/// while the list may still change.
pub(super) fn no_matches_ui(ui: &mut Ui, state: &State, file: &FileSession) {
    let Filter { words, problem, rows, pending, .. } = &file.filter;
    let is_final = !pending && !file.is_loading() && !state.jobs.is_running(JobKind::Endings);
    if !rows.is_empty() || !is_final || words.is_empty() || problem.is_some() {
        return;
    }
    ui.add_space(8.0);
    ui.label(subheading("No matches"));
    ui.horizontal_wrapped(|ui| {
        ui.button("Clear filter").on_click(|| LibraryAction::Filter(String::new()));
        search_button_ui(ui, words);
    });
}

fn is_query(words: &str) -> bool {
    words.parse::<SearchQuery>().is_ok()
}

/// Shows a button that opens the Search panel. If `words` are a search query, such as `sit>60`, the button runs it on all
/// matches; if they are plain words, it searches the comments for them.
fn search_button_ui(ui: &mut Ui, words: &str) {
    let comment = format!("comment:{}", quoted_word(words));
    let (name, query) = if is_query(words) {
        (format!("Search positions: {words}"), Some(words.to_owned()))
    } else if !words.contains([':', '<', '>', '=']) && is_query(&comment) {
        (format!("Search comments: {words}"), Some(comment))
    } else {
        ("Search positions".to_owned(), None)
    };
    if ui.add(Button::new(name).truncate()).clicked() {
        ui.send(SearchAction::Focus);
        if let Some(query) = query {
            ui.send(LibraryAction::Filter(String::new()));
            ui.send(SearchAction::Run(query));
        }
    }
}

pub fn help_button_ui(ui: &mut Ui) {
    let button = ui.menu_button("?", help_ui).response;
    let name = "Filter syntax";
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    button.on_hover_text(name);
}

fn help_ui(ui: &mut Ui) {
    Frame::new().inner_margin(Margin::same(2)).show(ui, |ui| {
        Grid::new("filter help").num_columns(2).spacing([16.0, 2.0]).show(ui, |ui| {
            for (words, meaning) in HELP {
                ui.label(RichText::new(words).size(theme::SMALL + 1.0));
                ui.label(RichText::new(meaning).weak().size(theme::SMALL + 1.0));
                ui.end_row();
            }
        });
    });
}

/// Formats the number of listed matches: `4 of 1,204 matches`, `1 of 1 match`.
pub fn count(file: &FileSession) -> String {
    let (listed, all) = (file.filter.rows.len(), file.matches());
    format!("{} of {} {}", grouped(listed), grouped(all), plural(all, "match", "matches"))
}

pub fn count_ui(ui: &mut Ui, jobs: &JobStatuses, file: &FileSession) {
    ui.label(small(count(file)));
    if let Some(progress) = jobs.progress(JobKind::Endings)
        && progress.total > 0
    {
        // Results and causes are still incomplete.
        progress_ui(ui, progress, |_| {});
    }
    job_error_ui(ui, jobs, JobKind::Endings);
    if file.is_loading() {
        let stop = |ui: &mut Ui| {
            let stop = ui.button("Stop").on_hover_text("Stop loading");
            stop.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Stop loading"));
            stop
        };
        job_ui(ui, jobs, JobKind::Read, stop, || LibraryAction::StopReading);
    }
}
