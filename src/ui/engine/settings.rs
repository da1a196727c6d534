//! The engine page of the settings.

use crate::{
    app::{Action, EngineAction, EngineState},
    engine::SearchLimit,
    settings::{
        ENGINE_DEPTH, ENGINE_NODES, ENGINE_OPTIONS, ENGINE_SECONDS, EngineSetup, typed_path,
    },
    ui::{
        outbox::{SendAction as _, SendOnClick as _},
        theme,
        widgets::{check_box, error_label, name_field, number_field},
    },
};
use eframe::egui::{ComboBox, DragValue, RichText, TextEdit, Ui, WidgetInfo, accesskit::Role};
use std::{mem::discriminant, path::PathBuf};

/// Shows the detected engines, a field for the path of another engine, and the resource limits.
pub fn engine_settings_ui(ui: &mut Ui, (engine, setup): (&EngineState, &EngineSetup)) {
    // Sent only once: every action requests another frame, so an action in each frame would repaint forever.
    if !engine.has_started_detection() {
        ui.send(EngineAction::Detect);
    }
    let small = |words: String| RichText::new(words).small().weak();
    ui.label(RichText::new("UCI engine").font(theme::semibold(theme::TEXT)));
    ui.radio(setup.path.is_none(), "First engine found").on_click(|| EngineAction::Use(None));
    if engine.detected.is_empty() {
        let words = "No engine found in PATH or /usr/games. On Debian, install fairy-stockfish.";
        ui.label(small(words.to_owned()));
    }
    for path in &engine.detected {
        let words = path.display().to_string();
        ui.radio(setup.path.as_ref() == Some(path), words)
            .on_click(|| EngineAction::Use(Some(path.clone())));
    }
    ui.label("Another engine with bughouse support:");
    let field = PathField {
        name: "Engine path",
        hint: "/path/to/engine",
        saved_path: setup.path.as_ref(),
        typed: engine.typed.as_deref(),
    };
    match field.ui(ui) {
        Some(PathInput::Unfinished(part)) => ui.send(EngineAction::TypePath(part)),
        Some(PathInput::Committed(path)) => ui.send(EngineAction::Use(path)),
        None => {}
    }
    separate_engines_ui(ui, (engine, setup));
    if let Some(failed) = &engine.failed {
        error_label(ui, RichText::new(failed).small());
    }
    ui.add_space(4.0);
    let title = if setup.two { "Resources per engine" } else { "Resources" };
    ui.label(RichText::new(title).font(theme::semibold(theme::TEXT)));
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
        let kind = ComboBox::from_id_salt("engine limit").selected_text(name).width(80.0);
        let kind = kind.show_ui(ui, |ui| {
            for (name, kind) in kinds {
                if ui.selectable_label(is_chosen(kind), name).clicked() && !is_chosen(kind) {
                    chosen = Some(kind);
                }
            }
        });
        let label = format!("Search limit per board: {name}");
        kind.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, &label));
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
fn separate_engines_ui(ui: &mut Ui, (engine, setup): (&EngineState, &EngineSetup)) {
    ui.add_space(4.0);
    let mut two = setup.two;
    let words = "Use one engine per board";
    if check_box(ui, &mut two, words).changed() {
        ui.send(EngineAction::SetSeparateEngines(two));
    }
    if two {
        ui.label("Engine for board B, if different:");
        let field = PathField {
            name: "Engine path for board B",
            hint: "same engine",
            saved_path: setup.second_path.as_ref(),
            typed: engine.second_typed.as_deref(),
        };
        match field.ui(ui) {
            Some(PathInput::Unfinished(part)) => ui.send(EngineAction::TypeSecondPath(part)),
            Some(PathInput::Committed(path)) => ui.send(EngineAction::UseSecond(path)),
            None => {}
        }
    }
}

enum PathInput {
    /// The text has changed, but the field still has the focus.
    Unfinished(String),
    /// The field has lost the focus: the path, or `None` if the field is empty.
    Committed(Option<PathBuf>),
}

struct PathField<'a> {
    name: &'a str,
    hint: &'a str,
    saved_path: Option<&'a PathBuf>,
    /// The text that has not been committed yet.
    typed: Option<&'a str>,
}

impl PathField<'_> {
    fn ui(&self, ui: &mut Ui) -> Option<PathInput> {
        let saved_path = self.saved_path.map(|path| path.display().to_string());
        let shown = self.typed.map(str::to_owned).or(saved_path).unwrap_or_default();
        let mut text = shown.clone();
        let field =
            TextEdit::singleline(&mut text).hint_text(self.hint).desired_width(f32::INFINITY);
        let field = ui.add(field);
        name_field(&field, self.name, &shown);
        if field.lost_focus() && (self.typed.is_some() || text != shown) {
            return Some(PathInput::Committed(
                (!text.trim().is_empty()).then(|| typed_path(&text)),
            ));
        }
        (text != shown).then_some(PathInput::Unfinished(text))
    }
}
