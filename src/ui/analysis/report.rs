//! The report of the match: mistakes and missed wins by player. A click on a row goes to its moment.

use crate::{
    app::{
        AnalysisAction, Command, EvaluationReport, JobProgress, Keymap, MatchState, PlaybackAction,
        ReportRow, ReportState, SeatReportRows, State, Switch, analysis,
    },
    engine::NO_MISTAKES,
    rules::Seat,
    timeline::{self, Moment},
    ui::{
        analysis::{DIAMOND, diamond, linked_diamonds, review::review_ui},
        outbox::{SendAction as _, SendOnClick as _},
        shell::scroll,
        theme::{self, Tokens},
        widgets::{progress_ui, row_response, small, subheading},
    },
};
use eframe::egui::{
    Color32, CornerRadius, Painter, Pos2, Rect, RichText, Sense, Shape, Ui, WidgetInfo,
    accesskit::Role, pos2, vec2,
};

/// Shows the report, its progress, or the reason why there is none. The engine's evaluation of the match follows,
/// unless no report is possible.
pub fn report_ui(ui: &mut Ui, tokens: &Tokens, state: &State, open: &MatchState) {
    let evaluations = analysis::evaluation_report(state);
    let report = analysis::report_state(state);
    if let ReportState::Nothing(why) = &report {
        return note_ui(ui, why);
    }
    scroll("report", ui, |ui| {
        review_ui(ui, tokens, state, open);
        match report {
            ReportState::Nothing(_) => {}
            ReportState::SwitchedOff => {
                note_ui(ui, "The report needs tactics, which are off.");
                ui.button("Turn on tactics").on_click(|| Command::Switch(Switch::Tactics));
            }
            ReportState::Progress(analysed, all) => {
                note_ui(ui, "Looking for mates…");
                let words = format!("{analysed} of {all} positions");
                progress_ui(ui, &JobProgress::new(analysed, all, words), |_| ());
            }
            ReportState::Seats(seats) => {
                save_ui(ui, &state.shell.keymap);
                legend_ui(ui, tokens);
                for seat in Seat::ALL {
                    seat_ui(ui, tokens, seat, &seats[seat]);
                }
            }
        }
        if let Some(evaluations) = &evaluations {
            evaluations_ui(ui, tokens, open, evaluations);
        }
    });
}

/// Shows the mistakes that the engine found.
fn evaluations_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    shown: &MatchState,
    evaluations: &EvaluationReport,
) {
    ui.add_space(8.0);
    ui.separator();
    ui.label(subheading("Engine evaluation"));
    let (searched, all) = evaluations.progress;
    let part =
        if searched < all { format!("; {searched} of {all} positions") } else { String::new() };
    ui.label(small(format!("Estimates: {}, one board at a time{part}.", evaluations.source)));
    for seat in Seat::ALL {
        let rows = &evaluations.seats[seat];
        if rows.is_empty() {
            continue;
        }
        ui.add_space(4.0);
        let name = RichText::new(&shown.header.seats[seat].name);
        ui.label(name.color(tokens.team(seat.team())));
        for (index, row) in rows.iter().enumerate() {
            row_ui(ui, tokens, (seat, index), (Source::Engine, row));
        }
    }
    if searched == all && evaluations.seats.iter().all(Vec::is_empty) {
        ui.label(small(NO_MISTAKES));
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Source {
    /// Exact tactics.
    Tactics,
    /// Engine evaluation.
    Engine,
}

fn note_ui(ui: &mut Ui, words: &str) {
    ui.add_space(8.0);
    ui.weak(words);
    ui.add_space(6.0);
}

/// Shows the buttons that save the report in the match, as variations, comments or glyphs.
fn save_ui(ui: &mut Ui, keymap: &Keymap) {
    ui.horizontal_wrapped(|ui| {
        for (command, name) in [
            (Command::ReportAsVariations, "Add missed wins as variations"),
            (Command::ReportAsComments, "Add as comments"),
            (Command::ReportAsGlyphs, "Mark missed mates with ?"),
        ] {
            let tooltip = keymap.tooltip(command);
            ui.button(name).on_hover_text(tooltip).on_click(|| command);
        }
    });
    ui.add_space(4.0);
}

fn seat_ui(ui: &mut Ui, tokens: &Tokens, seat: Seat, seat_rows: &SeatReportRows) {
    let team = tokens.team(seat.team());
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        let name = subheading(&seat_rows.name);
        ui.label(name.color(team));
        if seat_rows.name != seat.name() {
            ui.label(small(seat.name()));
        }
    });
    let summary = match (seat_rows.summary.as_str(), seat_rows.rows.is_empty()) {
        ("", true) => "Nothing to report.",
        (summary, _) => summary,
    };
    if !summary.is_empty() {
        ui.weak(summary);
    }
    for (index, row) in seat_rows.rows.iter().enumerate() {
        row_ui(ui, tokens, (seat, index), (Source::Tactics, row));
        if let Some(line) = row.line {
            line_ui(ui, line);
        }
    }
    ui.add_space(4.0);
}

/// Shows the button that adds the winning line of `seat` at `moment` as a variation.
fn line_ui(ui: &mut Ui, (seat, moment): (Seat, Moment)) {
    ui.horizontal(|ui| {
        ui.add_space(10.0);
        let button = ui.small_button("Add as variation");
        button
            .on_hover_text("Add the winning line to the record")
            .on_click(|| AnalysisAction::AddLine(seat, moment));
    });
}

fn legend_ui(ui: &mut Ui, tokens: &Tokens) {
    type Paint = fn(&Painter, Pos2, Color32, bool);
    let kinds: [(&str, Paint); 2] = [("Mate", diamond), ("Joint win", linked_diamonds)];
    for (win, paint) in kinds {
        ui.horizontal(|ui| {
            for (words, is_filled) in
                [(format!("{win} played"), true), ("not played".to_owned(), false)]
            {
                let (rect, _) = ui.allocate_exact_size(vec2(4.0 * DIAMOND, 14.0), Sense::hover());
                paint(ui.painter(), rect.center(), tokens.dim, is_filled);
                ui.label(small(words));
            }
        });
    }
    let sit = "Sit: waiting much longer than usual without moving. Safe while ahead on the diagonal: the \
               other team runs out of time first.";
    ui.label(small(sit));
    ui.add_space(4.0);
}

fn row_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    (seat, index): (Seat, usize),
    (source, row): (Source, &ReportRow),
) {
    let room = ui.available_width();
    let font = theme::regular(theme::TEXT);
    let galley = ui.painter().layout(row.text.clone(), font, tokens.text, room - 22.0);
    let size = vec2(room, galley.size().y + 8.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let id = ui.make_persistent_id(("report", source, seat, index));
    let response = row_response(ui, tokens, id, rect, row.is_shown);
    response.widget_info(|| {
        let words = match source {
            Source::Tactics => row.text.clone(),
            Source::Engine => format!("Engine: {}", row.text),
        };
        WidgetInfo::selected(Role::ListItem, true, row.is_shown, words)
    });
    let stripe = Rect::from_min_max(
        pos2(rect.left() + 2.0, rect.top() + 5.0),
        pos2(rect.left() + 5.0, rect.bottom() - 5.0),
    );
    let team = tokens.team(seat.team()).gamma_multiply(0.7);
    match source {
        Source::Tactics => {
            ui.painter().rect_filled(stripe, CornerRadius::same(1), team);
        }
        Source::Engine => {
            let ends = [stripe.center_top(), stripe.center_bottom()];
            ui.painter().extend(Shape::dashed_line(&ends, (1.5, team), 2.5, 2.5));
        }
    }
    let at = rect.min + vec2(14.0, 4.0);
    ui.painter().galley(at, galley, tokens.text);
    let is_clicked = response.clicked();
    if row.has_several {
        response.on_hover_text("Click to show the next one");
    }
    if is_clicked {
        let command = timeline::Command::GoTo(row.moment);
        ui.send(PlaybackAction::Play(command));
    }
}
