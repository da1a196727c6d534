//! The engine page of the settings.

use crate::{
    app::{Action, EngineAction, EngineState},
    engine::{EngineError, SearchLimit},
    rules::BoardId,
    settings::{
        ENGINE_DEPTH, ENGINE_NODES, ENGINE_OPTIONS, ENGINE_SECONDS, EngineSetup, typed_path,
    },
    text::sentence,
    ui::{
        outbox::{SendAction as _, SendOnClick as _},
        widgets::{
            check_box, error_label, name_choice, name_field, number_field, small, subheading,
        },
    },
};
use eframe::egui::{ComboBox, DragValue, RichText, TextEdit, Ui};
use std::{mem::discriminant, path::PathBuf};

/// Shows the detected engines, a field for the path of another engine, and the resource limits.
pub fn engine_settings_ui(ui: &mut Ui, engine: &EngineState, setup: &EngineSetup) {
    // Sent only once: every action requests another frame, so an action in each frame would repaint forever.
    if !engine.has_started_detection {
        ui.send(EngineAction::Detect);
    }
    ui.label(subheading("UCI engine"));
    ui.radio(setup.path.is_none(), "First engine found")
        .on_click(|| EngineAction::Use(BoardId::A, None));
    if engine.detected.is_empty() {
        ui.label(small(sentence(&EngineError::NoneFound.to_string())));
    }
    for path in &engine.detected {
        let words = path.display().to_string();
        ui.radio(setup.path.as_ref() == Some(path), words)
            .on_click(|| EngineAction::Use(BoardId::A, Some(path.clone())));
    }
    ui.label("Another engine with bughouse support:");
    path_ui(ui, (BoardId::A, setup.path.as_ref()), engine, ("Engine path", "/path/to/engine"));
    separate_engines_ui(ui, engine, setup);
    if let Some(failed) = &engine.failed {
        error_label(ui, RichText::new(failed).small());
    }
    ui.add_space(4.0);
    let title = if setup.two { "Resources per engine" } else { "Resources" };
    ui.label(subheading(title));
    let mut setup = setup.clone();
    for option in &ENGINE_OPTIONS {
        let value = *(option.field)(&mut setup);
        let option_row = |ui: &mut Ui| {
            let changed = number_field(ui, option.name, value, |value| {
                DragValue::new(value).range(option.range.clone()).suffix(option.unit)
            });
            ui.label(option.name);
            changed
        };
        let changed = ui.horizontal(option_row).inner;
        ui.send_all(changed.map(|value| Action::Engine(EngineAction::Set(option, value))));
    }
    limit_ui(ui, setup.limit);
}

fn limit_ui(ui: &mut Ui, limit: SearchLimit) {
    let kinds = [
        ("Time", SearchLimit::Seconds(10)),
        ("Depth", SearchLimit::Depth(20)),
        ("Nodes", EngineSetup::default().limit),
    ];
    let is_chosen = |kind: SearchLimit| discriminant(&kind) == discriminant(&limit);
    let name = kinds.iter().find(|(_, kind)| is_chosen(*kind)).map_or("", |(name, _)| name);
    let mut chosen = None;
    ui.horizontal(|ui| {
        let choice = ComboBox::from_id_salt("engine limit").selected_text(name).width(80.0);
        let kind = choice.show_ui(ui, |ui| {
            for (name, kind) in kinds {
                if ui.selectable_label(is_chosen(kind), name).clicked() && !is_chosen(kind) {
                    chosen = Some(kind);
                }
            }
        });
        name_choice(&kind.response, "Search limit per board", name);
        let value = match limit {
            SearchLimit::Nodes(nodes) => number_field(ui, "Maximum nodes", nodes, |nodes| {
                DragValue::new(nodes).range(ENGINE_NODES).speed(10_000.0).suffix(" nodes")
            })
            .map(SearchLimit::Nodes),
            SearchLimit::Depth(plies) => number_field(ui, "Maximum depth", plies, |plies| {
                DragValue::new(plies).range(ENGINE_DEPTH).suffix(" plies")
            })
            .map(SearchLimit::Depth),
            SearchLimit::Seconds(seconds) => number_field(ui, "Maximum time", seconds, |seconds| {
                DragValue::new(seconds).range(ENGINE_SECONDS).suffix(" s")
            })
            .map(SearchLimit::Seconds),
        };
        chosen = chosen.or(value);
        ui.label("Search limit per board");
    });
    ui.send_all(chosen.map(|limit| Action::Engine(EngineAction::Limit(limit))));
}

/// Shows the check box for one engine per board, and the path of the engine for board B.
fn separate_engines_ui(ui: &mut Ui, engine: &EngineState, setup: &EngineSetup) {
    ui.add_space(4.0);
    let mut two = setup.two;
    let words = "Use one engine per board";
    if check_box(ui, &mut two, words).changed() {
        ui.send(EngineAction::ToggleSeparateEngines);
    }
    if two {
        ui.label("Engine for board B, if different:");
        let look = ("Engine path for board B", "same engine");
        path_ui(ui, (BoardId::B, setup.second_path.as_ref()), engine, look);
    }
}

/// Shows a field for the path of the engine of `board`, which is used once the field has lost the focus. `saved` is the
/// path in the settings. An empty field stands for no path.
fn path_ui(
    ui: &mut Ui,
    (board, saved): (BoardId, Option<&PathBuf>),
    engine: &EngineState,
    (name, hint): (&str, &str),
) {
    let typed = &engine.typed[board];
    let saved = saved.map(|path| path.display().to_string());
    let shown = typed.clone().or(saved).unwrap_or_default();
    let mut text = shown.clone();
    let field = TextEdit::singleline(&mut text).hint_text(hint).desired_width(f32::INFINITY);
    let field = ui.add(field);
    name_field(&field, name, &shown);
    if field.lost_focus() && (typed.is_some() || text != shown) {
        let path = if text.trim().is_empty() { None } else { Some(typed_path(&text)) };
        ui.send(EngineAction::Use(board, path));
    } else if text != shown {
        ui.send(EngineAction::TypePath(board, text));
    }
}
