//! The engine page of the settings.

use crate::{
    app::{EngineAction, EngineState},
    engine::{EngineError, SearchLimit},
    settings::{
        ENGINE_DEPTH, ENGINE_NODES, ENGINE_OPTIONS, ENGINE_SECONDS, EngineSetup, typed_path,
    },
    text::sentence,
    ui::{
        outbox::SendAction as _,
        widgets::{
            check_box, draft_field, error_label, name_choice, number_field, small, subheading,
        },
    },
};
use eframe::egui::{ComboBox, DragValue, RichText, Ui};
use std::{mem::discriminant, path::PathBuf};

/// Shows the detected engines, a field for the path of another engine, and the resource limits.
pub fn engine_settings_ui(ui: &mut Ui, engine: &EngineState, setup: &mut EngineSetup) {
    // Sent only once: every action requests another frame, so an action in each frame would repaint forever.
    if !engine.has_started_detection {
        ui.send(EngineAction::Detect);
    }
    ui.label(subheading("UCI engine"));
    ui.radio_value(&mut setup.path, None, "First engine found");
    match engine.detected.as_deref() {
        None => {
            ui.label(small("Looking for engines…"));
        }
        Some([]) => {
            ui.label(small(sentence(&EngineError::NoneFound.to_string())));
        }
        Some(_) => {}
    }
    for path in engine.detected.iter().flatten() {
        ui.radio_value(&mut setup.path, Some(path.clone()), path.display().to_string());
    }
    ui.label("Another engine with bughouse support:");
    path_ui(ui, "Engine path", &mut setup.path, "/path/to/engine");
    ui.add_space(4.0);
    check_box(ui, &mut setup.two, "Use one engine per board");
    if setup.two {
        ui.label("Engine for board B, if different:");
        path_ui(ui, "Engine path for board B", &mut setup.second_path, "same engine");
    }
    if let Some(failed) = &engine.failed {
        error_label(ui, RichText::new(failed).small());
    }
    ui.add_space(4.0);
    let title = if setup.two { "Resources per engine" } else { "Resources" };
    ui.label(subheading(title));
    for option in &ENGINE_OPTIONS {
        ui.horizontal(|ui| {
            number_field(ui, option.name, (option.field)(setup), |value| {
                DragValue::new(value).range(option.range.clone()).suffix(option.unit)
            });
            ui.label(option.name);
        });
    }
    limit_ui(ui, &mut setup.limit);
}

fn limit_ui(ui: &mut Ui, limit: &mut SearchLimit) {
    let kinds = [
        ("Time", SearchLimit::Seconds(10)),
        ("Depth", SearchLimit::Depth(20)),
        ("Nodes", EngineSetup::default().limit),
    ];
    let chosen = discriminant(limit);
    let is_chosen = |kind: SearchLimit| discriminant(&kind) == chosen;
    let name = kinds.iter().find(|(_, kind)| is_chosen(*kind)).map_or("", |(name, _)| name);
    ui.horizontal(|ui| {
        let choice = ComboBox::from_id_salt("engine limit").selected_text(name).width(80.0);
        let kind = choice.show_ui(ui, |ui| {
            for (name, kind) in kinds {
                if ui.selectable_label(is_chosen(kind), name).clicked() && !is_chosen(kind) {
                    *limit = kind;
                }
            }
        });
        name_choice(&kind.response, "Search limit per board", name);
        match limit {
            SearchLimit::Nodes(nodes) => number_field(ui, "Maximum nodes", nodes, |nodes| {
                DragValue::new(nodes).range(ENGINE_NODES).speed(10_000.0).suffix(" nodes")
            }),
            SearchLimit::Depth(plies) => number_field(ui, "Maximum depth", plies, |plies| {
                DragValue::new(plies).range(ENGINE_DEPTH).suffix(" plies")
            }),
            SearchLimit::Seconds(seconds) => number_field(ui, "Maximum time", seconds, |seconds| {
                DragValue::new(seconds).range(ENGINE_SECONDS).suffix(" s")
            }),
        }
        ui.label("Search limit per board");
    });
}

/// Shows a field for the path of an engine. An empty field stands for no path.
fn path_ui(ui: &mut Ui, name: &'static str, path: &mut Option<PathBuf>, hint: &str) {
    let shown = path.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
    let mut typed = shown.clone();
    draft_field(ui, name, &mut typed, hint);
    if typed != shown {
        *path = if typed.is_empty() { None } else { Some(typed_path(&typed)) };
    }
}
