//! The report of the match: by player what was there, with a click to each moment.

use crate::{
    app::{Action, Command, PlaybackAction, ReportRow, ReportState, SeatReportRows, State, Switch},
    rules::Seat,
    timeline,
    ui::{
        shell::scroll,
        theme::{self, Tokens},
        widgets::row_response,
    },
};
use eframe::egui::{
    CornerRadius, ProgressBar, Rect, RichText, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2,
};

/// Shows the report, or why there is none.
pub fn report_ui(ui: &mut Ui, tokens: &Tokens, state: &State, actions: &mut Vec<Action>) {
    match state.report_state() {
        ReportState::Nothing(why) => aside(ui, tokens, why),
        ReportState::SwitchedOff => {
            aside(
                ui,
                tokens,
                "Tactics are switched off, and the report is made of them.",
            );
            if ui.button("Switch tactics on").clicked() {
                actions.push(Action::Do(Command::Switch(Switch::Tactics)));
            }
        }
        ReportState::Progress(judged, all) => {
            aside(ui, tokens, "Looking for mates at every moment…");
            #[expect(clippy::cast_precision_loss, reason = "a part of a bar")]
            let part = judged as f32 / all.max(1) as f32;
            let words = format!("{judged} of {all} moments");
            ui.add(ProgressBar::new(part).text(words));
        }
        ReportState::Seats(seats) => {
            keep_ui(ui, state, actions);
            scroll("report", ui, |ui| {
                for seat in Seat::ALL {
                    seat_ui(ui, tokens, seat, &seats[seat], actions);
                }
            });
        }
    }
}

fn aside(ui: &mut Ui, tokens: &Tokens, words: &str) {
    ui.add_space(8.0);
    ui.label(RichText::new(words).color(tokens.dim));
    ui.add_space(6.0);
}

/// What a person may do with the report.
fn keep_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        for (command, name) in [
            (Command::ReportAsComments, "Write as comments"),
            (Command::ReportAsGlyphs, "Mark missed mates with ?"),
        ] {
            let tooltip = state.shell.keymap.tooltip(command);
            if ui.button(name).on_hover_text(tooltip).clicked() {
                actions.push(Action::Do(command));
            }
        }
    });
    ui.add_space(4.0);
}

fn seat_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    seat: Seat,
    told: &SeatReportRows,
    actions: &mut Vec<Action>,
) {
    let team = tokens.team(seat.team());
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        let name = RichText::new(&told.name).font(theme::semibold(theme::TEXT));
        ui.label(name.color(team));
        if told.name != seat.name() {
            let seat = RichText::new(seat.name()).size(theme::SMALL);
            ui.label(seat.color(tokens.dim));
        }
    });
    let summary = match (told.summary.as_str(), told.rows.is_empty()) {
        ("", true) => "Nothing to tell.",
        (summary, _) => summary,
    };
    if !summary.is_empty() {
        ui.label(RichText::new(summary).color(tokens.dim));
    }
    for (index, row) in told.rows.iter().enumerate() {
        row_ui(ui, tokens, (seat, index), row, actions);
    }
    ui.add_space(4.0);
}

fn row_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    (seat, index): (Seat, usize),
    row: &ReportRow,
    actions: &mut Vec<Action>,
) {
    let room = ui.available_width();
    let font = theme::regular(theme::TEXT);
    let galley = ui
        .painter()
        .layout(row.text.clone(), font, tokens.text, room - 22.0);
    let size = vec2(room, galley.size().y + 8.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let id = ui.make_persistent_id(("report", seat, index));
    let response = row_response(ui, tokens, id, rect, row.is_shown);
    response.widget_info(|| {
        WidgetInfo::selected(Role::ListItem, true, row.is_shown, row.text.as_str())
    });
    let stripe = Rect::from_min_max(
        pos2(rect.left() + 2.0, rect.top() + 5.0),
        pos2(rect.left() + 5.0, rect.bottom() - 5.0),
    );
    let team = tokens.team(seat.team());
    ui.painter()
        .rect_filled(stripe, CornerRadius::same(1), team.gamma_multiply(0.7));
    let at = rect.min + vec2(14.0, 4.0);
    ui.painter().galley(at, galley, tokens.text);
    if response.clicked() {
        let there = timeline::Command::GoTo(row.moment);
        actions.push(Action::Playback(PlaybackAction::Play(there)));
    }
}
