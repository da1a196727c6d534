//! The engine's evaluation of the whole match, in the panel.

use crate::{
    app::{Command, JobKind, JobProgress, MatchState, PlaybackAction, State},
    engine::{NO_MISTAKES, chance_text},
    rules::{Seat, Team},
    timeline::PlayheadCommand,
    ui::{
        outbox::SendOnClick as _,
        theme::Tokens,
        widgets::{job_error_ui, progress_ui, small, subheading},
    },
};
use eframe::egui::{Label, RichText, Sense, Ui, WidgetInfo, accesskit::Role};

pub fn match_ui(ui: &mut Ui, tokens: &Tokens, state: &State, open: &MatchState) {
    let evaluations = &open.evaluations;
    let (done, all) = (evaluations.scores.moments.len(), open.track.ticks.len() + 1);
    ui.label(subheading("Whole match"));
    let command = match (state.is_scoring(), done) {
        (true, _) => Some((Command::StopAnalysis, "Stop")),
        (false, 0) => Some((Command::AnalyseMatch, "Analyse match")),
        (false, done) if done < all => Some((Command::AnalyseMatch, "Resume")),
        (false, _) => None,
    };
    if let Some((command, name)) = command {
        if done > 0 || state.is_scoring() {
            let progress = JobProgress::new(done, all, format!("{done} of {all}"));
            progress_ui(ui, &progress, |ui| ui.button(name).on_click(|| command));
        } else {
            ui.button(name).on_click(|| command);
        }
    }
    job_error_ui(ui, &state.jobs, JobKind::Score);
    if done == 0 {
        let words = "Evaluates every position, draws a curve in the timeline and lists mistakes.";
        ui.label(small(words));
        return;
    }
    if done == all
        && let Some((team, chance)) = evaluations.favoured_team()
    {
        let [one, two] = team.seats().map(Seat::name);
        let chance = chance_text(chance);
        let words =
            format!("Final evaluation, both boards: {chance} for {one} and {two} (approximate).");
        ui.label(small(words));
    }
    let (engine, nodes) = (&evaluations.scores.engine, evaluations.scores.nodes);
    let words = format!(
        "{engine}, {nodes} nodes per position. Estimates, one board at a time; forced mates are \
         exact. Each move is compared with the position before it."
    );
    ui.label(small(words));
    for row in &evaluations.mistakes {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            let ink = tokens.team(row.seat.team());
            let ply = Label::new(RichText::new(&row.ply).color(ink)).sense(Sense::click());
            let ply = ui.add(ply.selectable(false));
            let name = format!("{}: {}", row.ply, row.words);
            ply.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            ply.on_hover_text("Go to the position before this move")
                .on_click(|| PlaybackAction::Play(PlayheadCommand::GoTo(row.moment - 1)));
            ui.label(small(&row.words));
        });
    }
    if evaluations.mistakes.is_empty() && done == all {
        ui.label(small(NO_MISTAKES));
    }
    // A legend for the curves in the timeline.
    let team = Team::First.seats().map(Seat::name).join(" and ");
    let words = format!(
        "Timeline: win probability of {team}. Thin line: board A. Dashed: board B. Bold: both. Dots: mistakes."
    );
    ui.label(small(words));
}
