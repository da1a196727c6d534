//! The review in the report: its progress, the turning points, and the seats for which the program plays on. All of it
//! is an estimate, and has a colour of its own.

use crate::{
    analysis::review::MISTAKE,
    app::{
        Command, Focus, JobKind, MatchState, ReviewAction, ReviewReport, State, Switch,
        TurningPointRow, palette, review_report,
    },
    rules::{BoardId, Seat, Team},
    text::count_text,
    ui::{
        outbox::{SendAction as _, SendOnClick as _},
        theme::{self, Tokens},
        widgets::{
            check_box, command_check_box, job_error_ui, job_ui, low_button, small, stripe_of,
            subheading, text_row_ui,
        },
    },
};
use eframe::egui::{Align, RichText, Shape, Ui, WidgetInfo, accesskit::Role};

/// Shows the review of the match, or the button that starts it.
pub(super) fn review_ui(ui: &mut Ui, tokens: &Tokens, state: &State, open: &MatchState) {
    if !palette::can(state, Command::Review) && !open.review.is_complete() {
        return;
    }
    ui.add_space(4.0);
    let heading = ui.label(subheading("Review"));
    if state.shell.focus == Some(Focus::Review) {
        heading.scroll_to_me(Some(Align::TOP));
    }
    match review_report(state) {
        Some(report) => report_ui(ui, tokens, state, open, &report),
        None if state.jobs.is_running(JobKind::Review) => {
            let stop = |ui: &mut Ui| ui.button("Stop");
            job_ui(ui, &state.jobs, JobKind::Review, stop, || ReviewAction::Stop);
        }
        None if open.review.is_complete() => {
            ui.label(small("The review is hidden until you have watched the match to its end."));
        }
        None => {
            let tooltip = state.shell.keymap.tooltip(Command::Review);
            ui.button("Review match").on_hover_text(tooltip).on_click(|| Command::Review);
            let words =
                "Estimates who was winning, and finds the three moves that changed it most.";
            ui.label(small(words));
            job_error_ui(ui, &state.jobs, JobKind::Review);
        }
    }
    playing_ui(ui, tokens, open);
    ui.separator();
}

fn report_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    state: &State,
    open: &MatchState,
    report: &ReviewReport,
) {
    let words = "Estimates by a search of both boards; only forced mates are certain. Each move is compared with the best one in the same \
                 position: −20 % stands for 20 percentage points of the chance to win.";
    ui.label(small(words));
    rating_ui(ui, open, report.rating_lead);
    for row in &report.turning_points {
        mistake_ui(ui, tokens, state, row, "Turning point");
    }
    if let Some(losers) = &report.losers {
        ui.label(small(losers));
    }
    let whose = match &report.only {
        Some(name) => format!(" of {name}"),
        None => String::new(),
    };
    if report.turning_points.is_empty() {
        ui.label(small(format!("No turning point{whose}.")));
    }
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        let keymap = &state.shell.keymap;
        for (command, name) in
            [(Command::PreviousMistake, "Previous mistake"), (Command::NextMistake, "Next mistake")]
        {
            ui.button(name).on_hover_text(keymap.tooltip(command)).on_click(|| command);
        }
    });
    let count = count_text(report.mistakes, "mistake", "mistakes");
    ui.label(small(format!("{count} in this match{whose}, each of at least {LEAST_LOSS} %.")));
    if state.own_seat().is_some() {
        command_check_box(ui, state, Command::Switch(Switch::OnlyMine));
    }
    // What follows stays in place while the user steps through the match.
    let top = ui.cursor().top();
    match &report.next {
        Some(row) => mistake_ui(ui, tokens, state, row, "Mistake in the next move"),
        None => {
            let point = report.turning_points.iter().find(|row| row.is_shown);
            ui.label(small(match point {
                Some(row) => format!("The next move is a turning point: {}.", row.title),
                None => {
                    "At the position before a mistake, its reason and the better moves appear here."
                        .to_owned()
                }
            }));
        }
    }
    let height = 3.0 * theme::TEXT * 1.3 + ui.spacing().interact_size.y;
    ui.add_space((top + height - ui.cursor().top()).max(0.0));
    engine_ui(ui, open);
}

/// The loss of a mistake, in percent.
const LEAST_LOSS: u16 = MISTAKE / 100;

/// Shows how the ratings count, where all are known and differ.
fn rating_ui(ui: &mut Ui, open: &MatchState, lead: i32) {
    if lead == 0 {
        return;
    }
    let team = if lead > 0 { Team::First } else { Team::Second };
    let names = team.seats().map(|seat| open.header.seats[seat].name.as_str()).join(" and ");
    let lead = count_text(lead.unsigned_abs(), "point", "points");
    let words = format!("The ratings count too: {names} have {lead} more on average.");
    ui.label(small(words));
}

/// Shows on which boards the estimate uses the numbers of the engine, once the engine has evaluated the match.
fn engine_ui(ui: &mut Ui, open: &MatchState) {
    let scores = &open.evaluations.scores;
    if !scores.is_complete(open.document.played()) {
        return;
    }
    let by_engine = open.review.by_engine(scores);
    for id in BoardId::ALL {
        let mut on = by_engine[id];
        let name = format!("Board {} by {} in the chart", id.letter(), scores.engine);
        let tooltip = "Replaces the review's number for this board by that of the engine, which sees neither the other \
                       board nor the clocks. Turning points stay those of the review.";
        if check_box(ui, &mut on, &name).on_hover_text(tooltip).changed() {
            ui.send(ReviewAction::ToggleEngine(id));
        }
    }
}

/// Shows a mistake, which is a `kind`, with the better line. Scrolls it into view if it was asked for.
fn mistake_ui(ui: &mut Ui, tokens: &Tokens, state: &State, row: &TurningPointRow, kind: &str) {
    let shown = ui.vertical(|ui| {
        mistake_row_ui(ui, tokens, row, kind);
        if !row.line.is_empty() {
            better_line_ui(ui, row);
        }
    });
    if row.is_shown && state.shell.focus == Some(Focus::Mistake) {
        let place = shown.response.rect;
        let is_taller = place.height() > ui.clip_rect().height();
        ui.scroll_to_rect(place, if is_taller { Some(Align::TOP) } else { None });
    }
}

/// Shows what was played, its cost and the reason. A click goes to the position before the mistake.
fn mistake_row_ui(ui: &mut Ui, tokens: &Tokens, row: &TurningPointRow, kind: &str) {
    let text = format!("{}\n{}", row.title, row.sentence);
    let id = ui.make_persistent_id((kind, row.moment));
    let response = text_row_ui(ui, tokens, id, &text, row.is_shown);
    response.widget_info(|| {
        let words = format!("{kind}, {}", text.replace('\n', ". "));
        WidgetInfo::selected(Role::ListItem, true, row.is_shown, words)
    });
    let stripe = stripe_of(response.rect);
    let ends = [stripe.center_top(), stripe.center_bottom()];
    ui.painter().extend(Shape::dashed_line(&ends, (2.5, tokens.review), 4.0, 2.5));
    response.on_click(|| ReviewAction::Show(row.moment));
}

/// Shows the better line of a mistake, with the button that adds it.
fn better_line_ui(ui: &mut Ui, row: &TurningPointRow) {
    ui.horizontal_wrapped(|ui| {
        ui.add_space(10.0);
        ui.label(small(&row.line));
        let button = ui.add(low_button(ui, "Add as variation"));
        button
            .on_hover_text("Add the better moves to the record")
            .on_click(|| ReviewAction::AddLine(row.moment));
    });
}

/// Shows for which seats the program plays on from the current position.
fn playing_ui(ui: &mut Ui, tokens: &Tokens, open: &MatchState) {
    let playing = &open.playing;
    ui.add_space(4.0);
    ui.label(subheading("Play from here"));
    if !playing.is_on() {
        ui.horizontal_wrapped(|ui| {
            let team = "You play both boards of one team, the program plays the other team.";
            let partner =
                "You play one board, the program plays for your partner and the other team.";
            ui.button("Against a team").on_hover_text(team).on_click(|| Command::PlayFromHere);
            ui.button("With a partner")
                .on_hover_text(partner)
                .on_click(|| Command::PlayWithPartner);
        });
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(small("The program plays"));
        for seat in Seat::ALL {
            let name = RichText::new(seat.name()).color(tokens.team(seat.team()));
            let tooltip = format!("Let the program play {} from this position on.", seat.name());
            ui.selectable_label(playing.seats[seat], name)
                .on_hover_text(tooltip)
                .on_click(|| ReviewAction::ToggleSeat(seat));
        }
    });
    if playing.is_on() {
        ui.horizontal_wrapped(|ui| {
            ui.button("Stop playing").on_click(|| Command::StopPlaying);
            let sitting: Vec<&str> = playing.sitting().map(Seat::name).collect();
            let words = match (playing.is_thinking(), sitting.is_empty()) {
                (true, _) => "Thinking…".to_owned(),
                (false, true) => "Your moves go into a variation.".to_owned(),
                (false, false) => format!("Sits: {}", sitting.join(", ")),
            };
            ui.label(small(words));
        });
    }
}
