//! The engine's evaluation of the whole match, in the panel.

use crate::{
    app::{Action, Command, MatchState, PlaybackAction},
    engine::chance_text,
    rules::{Seat, Team},
    timeline,
    ui::theme::{self, Tokens},
};
use eframe::egui::{Label, ProgressBar, RichText, Sense, Ui, WidgetInfo, accesskit::Role};

/// Shows the progress of the analysis, its buttons, and the mistakes found.
pub fn match_ui(ui: &mut Ui, tokens: &Tokens, open: &MatchState, actions: &mut Vec<Action>) {
    let dim = |words: String| RichText::new(words).size(theme::SMALL).color(tokens.dim);
    let guesses = &open.guesses;
    let (done, all) = (guesses.scores.moments.len(), open.track.ticks.len() + 1);
    ui.label(RichText::new("The whole match").font(theme::semibold(theme::TEXT)));
    let command = match (guesses.is_going, done) {
        (true, _) => Some((Command::StopAnalysis, "Stop")),
        (false, 0) => Some((Command::AnalyseMatch, "Analyse match")),
        (false, done) if done < all => Some((Command::AnalyseMatch, "Resume")),
        (false, _) => None,
    };
    if let Some((command, name)) = command {
        ui.horizontal(|ui| {
            if ui.button(name).clicked() {
                actions.push(Action::Do(command));
            }
            if done > 0 {
                #[expect(clippy::cast_precision_loss, reason = "a place on the screen")]
                let part = done as f32 / all as f32;
                ui.add(ProgressBar::new(part).text(format!("{done} of {all}")));
            }
        });
    }
    if let Some(failed) = &guesses.failed {
        ui.label(RichText::new(failed).color(tokens.warning));
    }
    if done == 0 {
        let words = "Every moment is searched, for a curve in the timeline and for plies that lower a chance.";
        ui.label(dim(words.to_owned()));
        return;
    }
    if let Some((team, chance)) = guesses.favours().filter(|_| done == all) {
        let [one, two] = team.seats().map(Seat::name);
        ui.label(dim(format!(
            "At the end both boards together favour {one} and {two} with {}, a weak guide.",
            chance_text(chance)
        )));
    }
    ui.label(dim(format!(
        "{}, {} positions a time. Guesses, one board at a time, apart from what is exact; a ply is held only against \
         the moment before it.",
        guesses.scores.engine, guesses.scores.nodes
    )));
    for row in &guesses.judged {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            let ink = tokens.team(row.seat.team());
            let ply = Label::new(RichText::new(&row.ply).color(ink)).sense(Sense::click());
            let ply = ui.add(ply.selectable(false));
            let name = format!("{}: {}", row.ply, row.words);
            ply.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            if ply.on_hover_text("Go to the moment before it").clicked() {
                let before = timeline::Command::GoTo(row.moment - 1);
                actions.push(Action::Playback(PlaybackAction::Play(before)));
            }
            ui.label(dim(row.words.clone()));
        });
    }
    if guesses.judged.is_empty() {
        ui.label(dim("No ply lowers a chance by a tenth.".to_owned()));
    }
    // The legend of the curves.
    let team = |team: Team| team.seats().map(Seat::name).join(" and ");
    ui.label(dim(format!(
        "In the timeline: the chance of {}, on board A thin, on board B dashed, on both together strong; dots are the plies above.",
        team(Team::First)
    )));
}
