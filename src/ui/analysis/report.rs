//! The report of the match: mistakes and missed wins by player. A click on a row goes to its moment.

use crate::{
    app::{
        AnalysisAction, Command, EvaluationReport, JobProgress, Keymap, MatchState, PlaybackAction,
        ReportRow, ReportState, SeatReportRows, State, Switch, analysis,
    },
    engine::NO_MISTAKES,
    rules::Seat,
    timeline::{Moment, PlayheadCommand},
    ui::{
        analysis::{DIAMOND, diamond, linked_diamonds, review::review_ui},
        outbox::{SendAction as _, SendOnClick as _},
        shell::scroll,
        theme::Tokens,
        widgets::{low_button, progress_ui, small, stripe_of, subheading, text_row_ui},
    },
};
use eframe::egui::{
    Button, Color32, CornerRadius, Painter, Pos2, RichText, Sense, Shape, Ui, WidgetInfo,
    accesskit::Role, vec2,
};

/// Shows the report, its progress, or the reason why there is none. The engine's evaluation of the match follows,
/// unless no report is possible.
pub fn report_ui(ui: &mut Ui, tokens: &Tokens, state: &State, open: &MatchState) {
    let evaluations = analysis::evaluation_report(state);
    let report = analysis::report_state(state);
    if let ReportState::Nothing(why) = &report {
        return note_ui(ui, why);
    }
    let only = analysis::report_seat(state);
    scroll("report", ui, |ui| {
        if let ReportState::Ready(rows) = &report {
            decision_ui(ui, tokens, rows.decision.as_ref());
            players_ui(ui, state, open, only);
        }
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
            ReportState::Ready(rows) => {
                save_ui(ui, &state.shell.keymap);
                legend_ui(ui, tokens);
                for seat in shown_seats(only) {
                    seat_ui(ui, tokens, seat, &rows.seats[seat]);
                }
            }
        }
        if let Some(evaluations) = &evaluations {
            evaluations_ui(ui, tokens, open, only, evaluations);
        }
    });
}

fn shown_seats(only: Option<Seat>) -> impl Iterator<Item = Seat> {
    Seat::ALL.into_iter().filter(move |seat| only.is_none_or(|only| only == *seat))
}

/// Shows what decided the match. A click goes there.
fn decision_ui(ui: &mut Ui, tokens: &Tokens, decision: Option<&ReportRow>) {
    let Some(row) = decision else { return };
    ui.label(subheading("What decided it"));
    row_ui(ui, tokens, None, (Source::Tactics, row));
    ui.add_space(4.0);
}

/// Shows the choice of the player to whom the report is limited.
fn players_ui(ui: &mut Ui, state: &State, open: &MatchState, only: Option<Seat>) {
    let own = state.own_seat().map(|(seat, _)| seat);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        let mut choice = |name: String, seat: Option<Seat>| {
            let player = seat.map(|seat| open.header.seats[seat].name.clone());
            let button = Button::new(name).selected(only == seat);
            ui.add(button).on_click(|| AnalysisAction::ReportOf(player));
        };
        choice("All players".to_owned(), None);
        for seat in Seat::ALL {
            let name = &open.header.seats[seat].name;
            let you = if own == Some(seat) { " (you)" } else { "" };
            choice(format!("{name}{you}"), Some(seat));
        }
    });
    ui.add_space(4.0);
}

/// Shows the mistakes that the engine found, those of one seat if there is one.
fn evaluations_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    shown: &MatchState,
    only: Option<Seat>,
    evaluations: &EvaluationReport,
) {
    ui.add_space(8.0);
    ui.separator();
    ui.label(subheading("Engine evaluation"));
    let (searched, all) = evaluations.progress;
    let part =
        if searched < all { format!("; {searched} of {all} positions") } else { String::new() };
    ui.label(small(format!("Estimates: {}, one board at a time{part}.", evaluations.source)));
    for seat in shown_seats(only) {
        let rows = &evaluations.seats[seat];
        if rows.is_empty() {
            continue;
        }
        ui.add_space(4.0);
        let name = RichText::new(&shown.header.seats[seat].name);
        ui.label(name.color(tokens.team(seat.team())));
        for (index, row) in rows.iter().enumerate() {
            row_ui(ui, tokens, Some((seat, index)), (Source::Engine, row));
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
        row_ui(ui, tokens, Some((seat, index)), (Source::Tactics, row));
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
        let button = ui.add(low_button(ui, "Add as variation"));
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

/// Shows `row`. `place` is its seat and its index; `None` for the row about the whole match.
fn row_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    place: Option<(Seat, usize)>,
    (source, row): (Source, &ReportRow),
) {
    let id = ui.make_persistent_id(("report", source, place));
    let response = text_row_ui(ui, tokens, id, &row.text, row.is_shown);
    response.widget_info(|| {
        let words = match source {
            Source::Tactics => row.text.clone(),
            Source::Engine => format!("Engine: {}", row.text),
        };
        WidgetInfo::selected(Role::ListItem, true, row.is_shown, words)
    });
    let stripe = stripe_of(response.rect);
    let ink = place.map_or(tokens.warning, |(seat, _)| tokens.team(seat.team()));
    let team = ink.gamma_multiply(0.7);
    match source {
        Source::Tactics => {
            ui.painter().rect_filled(stripe, CornerRadius::same(1), team);
        }
        Source::Engine => {
            let ends = [stripe.center_top(), stripe.center_bottom()];
            ui.painter().extend(Shape::dashed_line(&ends, (1.5, team), 2.5, 2.5));
        }
    }
    let is_clicked = response.clicked();
    if row.has_several {
        response.on_hover_text("Click to show the next one");
    }
    if is_clicked {
        let command = PlayheadCommand::GoTo(row.moment);
        ui.send(PlaybackAction::Play(command));
    }
}
