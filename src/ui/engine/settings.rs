//! The page of the settings about engines.

use crate::{
    app::{Action, EngineAction, State},
    ui::theme::{self, Tokens},
};
use eframe::egui::{DragValue, RichText, TextEdit, Ui, WidgetInfo, accesskit::Role};
use std::path::PathBuf;

/// Shows which engines were found, a field for the path of another, and what the engine may use.
pub fn engine_settings_ui(ui: &mut Ui, tokens: &Tokens, state: &State, actions: &mut Vec<Action>) {
    let mut act = |action| actions.push(Action::Engine(action));
    act(EngineAction::Look);
    let setup = &state.settings.engine_setup;
    let small = |words: String| RichText::new(words).size(theme::SMALL).color(tokens.dim);
    ui.label(RichText::new("Which engine").font(theme::semibold(theme::TEXT)));
    if ui
        .radio(setup.path.is_none(), "The first that is found")
        .clicked()
    {
        act(EngineAction::Use(None));
    }
    if state.engine.found.is_empty() {
        let words = "None was found in PATH or in /usr/games. Debian's is called fairy-stockfish.";
        ui.label(small(words.to_owned()));
    }
    for path in &state.engine.found {
        let words = path.display().to_string();
        if ui.radio(setup.path.as_ref() == Some(path), words).clicked() {
            act(EngineAction::Use(Some(path.clone())));
        }
    }
    ui.label("Another UCI engine that knows bughouse:");
    let kept = setup.path.as_ref().map(|path| path.display().to_string());
    let shown = state.engine.typed.clone().or(kept).unwrap_or_default();
    let mut typed = shown.clone();
    let field = TextEdit::singleline(&mut typed)
        .hint_text("/path/of/an/engine")
        .desired_width(f32::INFINITY);
    let field = ui.add(field);
    field.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::TextInput, true, "Path of an engine");
        info.current_text_value = Some(shown.clone());
        info
    });
    if typed != shown {
        act(EngineAction::TypePath(typed.clone()));
    }
    if field.lost_focus() && state.engine.typed.is_some() {
        let path = typed.trim();
        let path = (!path.is_empty()).then(|| PathBuf::from(path));
        act(EngineAction::Use(path));
    }
    if let Some(failed) = &state.engine.failed {
        ui.label(
            RichText::new(failed)
                .color(tokens.warning)
                .size(theme::SMALL),
        );
    }
    ui.add_space(4.0);
    ui.label(RichText::new("What it may use").font(theme::semibold(theme::TEXT)));
    let mut number = |name: &str, suffix: &str, value: u32, most: u32| {
        let mut changed = value;
        ui.horizontal(|ui| {
            let field = ui.add(DragValue::new(&mut changed).range(1..=most).suffix(suffix));
            field.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, name));
            ui.label(name);
        });
        (changed != value).then_some(changed)
    };
    let lines = number("lines of each board", "", setup.lines, 5);
    let threads = number("threads", "", setup.threads, 512);
    let hash = number(
        "of memory for what it has seen",
        " MB",
        setup.hash_mb,
        65_536,
    );
    for action in [
        lines.map(EngineAction::Lines),
        threads.map(EngineAction::Threads),
        hash.map(EngineAction::HashMegabytes),
    ] {
        actions.extend(action.map(Action::Engine));
    }
}
