//! The panel beside the boards: its tabs, and the content of the selected one.

use crate::{
    app::{
        Command, Content, Field, Focus, GameState, IssueRow, Keymap, MatchState, Panel, Region,
        ShellAction, Shortcut, State, side_tabs,
    },
    notation::Severity,
    ui::{
        analysis::report_ui,
        engine::engine_ui,
        issues::{issues_ui, text_ui},
        kriegspiel::{
            ANNOUNCEMENTS_WITH_NOTES_FROM, announcements_ui, belief_ui, entry_ui, game_notes_ui,
            game_record_ui, hidden_panel_ui, problem_ui,
        },
        moves::MovesView,
        notes::{NotesExtent, move_ui, notes_ui, record_ui},
        outbox::{SendAction as _, SendOnClick as _},
        regions,
        search::search_ui,
        tags::tags_ui,
        theme::{self, Tokens},
        widgets::Stage,
    },
};
use eframe::egui::{
    Button, Color32, CornerRadius, Frame, Margin, Panel as SidePanel, Response, RichText,
    ScrollArea, Sense, Ui, Vec2, WidgetInfo, accesskit::Role, containers::menu::MenuButton, vec2,
};

/// The minimum and maximum of the initial height of the notes below the moves, in points.
const NOTES_HEIGHT: (f32, f32) = (140.0, 190.0);

const TAB_GAP: f32 = 2.0;

/// The width of the menu for the tabs that do not fit, in points.
const OVERFLOW_MENU_WIDTH: f32 = 22.0;

/// Notes are shown below the moves only if the panel is higher than this, in points.
const NOTES_FROM: f32 = 380.0;

/// In a lower panel, notes are shown beside the moves only if the panel is wider than this, in points.
const NOTES_BESIDE_FROM: f32 = 560.0;

pub fn side_ui(ui: &mut Ui, stage: &mut Stage<'_>, state: &State, moves: &mut MovesView) {
    let tokens = &stage.tokens.clone();
    let game = state.game();
    let selected = state.shell.panel;
    let mut panel = if game.is_some() { selected.in_game() } else { selected.in_match() };
    let issues = state.open.as_ref().map_or(&[][..], |open| &open.issues);
    tabs_ui(ui, tokens, state, panel, if state.shows_notes() { issues } else { &[] });
    ui.separator();
    // A field that is to get the focus must be shown.
    if panel == Panel::Moves && focuses_note(state) && !has_room_for_notes(ui, game) {
        panel = Panel::Notes;
        ui.send(ShellAction::Show(panel));
    }
    let Some(open) = &state.open else { return };
    if game.is_some_and(|game| hidden_panel_ui(ui, tokens, game, panel)) {
        return;
    }
    match (panel, &open.content) {
        (Panel::Notes, _) => scroll("notes", ui, |ui| {
            all_notes_ui(ui, stage, state, &open.content);
        }),
        (Panel::Tags, content) => tags_ui(ui, tokens, state, content),
        (Panel::Issues, _) => issues_ui(ui, tokens, issues),
        (Panel::Text, content) => text_ui(ui, tokens, content, state.highlighted_span()),
        (Panel::Search, _) => search_ui(ui, stage, state),
        (Panel::Moves, Content::Match(open)) => moves_ui(ui, stage, state, open, moves),
        (Panel::Moves, Content::Game(game)) => announcements_ui(ui, stage, state, game),
        (Panel::Report, Content::Match(open)) => report_ui(ui, tokens, state, open),
        (Panel::Engine, Content::Match(open)) => engine_ui(ui, stage, state, open),
        (Panel::Belief, Content::Game(game)) => {
            scroll("belief", ui, |ui| belief_ui(ui, tokens, &state.jobs, game));
        }
        (Panel::Problem, Content::Game(game)) => {
            scroll("problem", ui, |ui| problem_ui(ui, stage, state, game));
        }
        // The panels of the other kind of record are never selected.
        (Panel::Belief | Panel::Problem, Content::Match(_))
        | (Panel::Report | Panel::Engine, Content::Game(_)) => {}
    }
}

fn all_notes_ui(ui: &mut Ui, stage: &mut Stage<'_>, state: &State, content: &Content) {
    let tokens = &stage.tokens.clone();
    match content {
        Content::Match(open) => {
            notes_ui(ui, tokens, state, open, NotesExtent::Full);
            ui.separator();
            record_ui(ui, tokens, state, &open.document);
        }
        Content::Game(game) => {
            entry_ui(ui, game, &mut stage.forms.game.entry, state.shell.focus.as_ref());
            game_notes_ui(ui, tokens, state, game, NotesExtent::Full);
            if game.shows_notes() {
                ui.separator();
                game_record_ui(ui, tokens, state);
            }
        }
    }
}

/// Shows the move list of a match, with the notes below or beside it if there is room.
fn moves_ui(
    ui: &mut Ui,
    stage: &mut Stage<'_>,
    state: &State,
    open: &MatchState,
    moves: &mut MovesView,
) {
    let tokens = &stage.tokens.clone();
    let size = ui.available_size();
    let notes = |ui: &mut Ui| {
        scroll("notes below", ui, |ui| {
            let is_recording = state.file().is_some_and(|file| file.entering);
            if is_recording && state.attempt().variation.is_none() {
                move_ui(ui, tokens, state, &open.document);
            }
            notes_ui(ui, tokens, state, open, NotesExtent::Brief);
        });
    };
    if has_notes_below(size) {
        SidePanel::bottom("notes")
            .default_size((size.y * 0.27).clamp(NOTES_HEIGHT.0, NOTES_HEIGHT.1))
            .size_range(90.0..=size.y * 0.6)
            .frame(Frame::new().inner_margin(Margin { top: 8, ..Margin::ZERO }))
            .show(ui, notes);
    } else if has_room_beside(size) {
        SidePanel::right("notes beside")
            .exact_size(size.x * 0.42)
            .resizable(false)
            .frame(Frame::new().inner_margin(Margin { left: 8, ..Margin::ZERO }))
            .show(ui, notes);
    }
    // In this list, arrow keys step through the match as on the boards.
    regions::mark(ui.ctx(), Region::Boards, ui.available_rect_before_wrap());
    moves.ui(ui, stage, state, open);
}

fn has_notes_below(size: Vec2) -> bool {
    size.y > NOTES_FROM
}

fn has_room_beside(size: Vec2) -> bool {
    size.x > NOTES_BESIDE_FROM
}

/// Returns whether the move list, or the list of announcements of `game`, has the notes below or beside it.
fn has_room_for_notes(ui: &Ui, game: Option<&GameState>) -> bool {
    let size = ui.available_size();
    match game {
        Some(_) => size.y > ANNOUNCEMENTS_WITH_NOTES_FROM,
        None => has_notes_below(size) || has_room_beside(size),
    }
}

/// Returns whether a field of the notes gets the focus in this frame.
fn focuses_note(state: &State) -> bool {
    let Some(Focus::Field(field)) = &state.shell.focus else { return false };
    let is_of_variation = matches!(field, Field::VariationGlyph(_) | Field::VariationComment(_));
    is_of_variation || matches!(field, Field::Annotation | Field::Comment(_))
}

#[derive(Clone, Copy)]
struct Tab<'a> {
    panel: Panel,
    name: &'static str,
    /// The issues to count on the tab.
    issues: &'a [IssueRow],
}

impl Tab<'_> {
    /// Formats the tab: `Issues 3`, or only the name if there are no issues.
    fn text(&self) -> String {
        match self.issues.len() {
            0 => self.name.to_owned(),
            count => format!("{} {count}", self.name),
        }
    }

    fn has_errors(&self) -> bool {
        self.issues.iter().any(|issue| issue.severity == Severity::Error)
    }

    /// Returns whether the tab moves to the menu before others: that of the source text, and that of the issues while
    /// there are none.
    fn is_minor(&self) -> bool {
        self.panel == Panel::Text || self.panel == Panel::Issues && self.issues.is_empty()
    }
}

/// The font size and padding of tabs, in points.
#[derive(Clone, Copy)]
struct TabLook {
    size: f32,
    padding: f32,
}

impl TabLook {
    /// All looks, widest first.
    const ALL: [Self; 4] = [
        Self { size: theme::TEXT, padding: 17.0 },
        Self { size: theme::TEXT, padding: 9.0 },
        Self { size: theme::TEXT, padding: 4.0 },
        Self { size: theme::SMALL, padding: 4.0 },
    ];

    fn width(self, ui: &Ui, tab: &Tab<'_>) -> f32 {
        let text = tab.text();
        let font = theme::regular(self.size);
        let galley = ui.painter().layout_no_wrap(text, font, Color32::PLACEHOLDER);
        (galley.size().x + self.padding).max(theme::least_side(ui))
    }

    /// Returns the widest look in which all `tabs` fit on one line of `room` points; `None` if there is none.
    fn on_one_line(ui: &Ui, tabs: &[Tab<'_>], room: f32) -> Option<Self> {
        Self::ALL.into_iter().find(|look| {
            let widths = tabs.iter().map(|tab| look.width(ui, tab) + TAB_GAP);
            widths.sum::<f32>() <= room
        })
    }
}

/// Splits `tabs` into those in the row of `room` points and those in the menu after it, both in display order. The
/// selected tab (`chosen`) is always in the row. The last tabs go first, minor ones before all others.
fn fitting_tabs<'t>(
    ui: &Ui,
    tabs: &[Tab<'t>],
    chosen: Panel,
    room: f32,
) -> (Vec<Tab<'t>>, Vec<Tab<'t>>) {
    let (mut row, mut rest) = (tabs.to_vec(), Vec::new());
    let menu = OVERFLOW_MENU_WIDTH.max(theme::least_side(ui));
    while TabLook::on_one_line(ui, &row, if rest.is_empty() { room } else { room - menu }).is_none()
    {
        let is_last = |is_minor| {
            row.iter().rposition(|tab| tab.panel != chosen && tab.is_minor() == is_minor)
        };
        let Some(last) = is_last(true).or_else(|| is_last(false)) else { break };
        rest.push(row.remove(last));
    }
    rest.sort_by_key(|tab| tabs.iter().position(|other| other.panel == tab.panel));
    (row, rest)
}

/// Shows the row of tabs for the open record, with `chosen` highlighted and the number of `issues`. Tabs without room
/// are in a menu at the end of the row.
fn tabs_ui(ui: &mut Ui, tokens: &Tokens, state: &State, chosen: Panel, issues: &[IssueRow]) {
    let keymap = &state.shell.keymap;
    let issues_of = |panel| if panel == Panel::Issues { issues } else { &[] };
    let tabs = side_tabs(state).into_iter();
    let tabs: Vec<Tab<'_>> =
        tabs.map(|(panel, name)| Tab { panel, name, issues: issues_of(panel) }).collect();
    let room = ui.available_width();
    let (row, rest) = fitting_tabs(ui, &tabs, chosen, room);
    let [.., narrowest] = TabLook::ALL;
    // With a menu, all rows have the same look, so that the tabs keep their size when another one is selected.
    let look = if rest.is_empty() {
        TabLook::on_one_line(ui, &row, room).unwrap_or(narrowest)
    } else {
        narrowest
    };
    let output = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing = vec2(TAB_GAP, 0.0);
        for tab in &row {
            let words = keymap.beside(tab.name, &[Command::Show(tab.panel)]);
            tab_ui(ui, tokens, tab, tab.panel == chosen, look)
                .on_hover_text(words)
                .on_click(|| ShellAction::Show(tab.panel));
        }
        if !rest.is_empty() {
            rest_ui(ui, tokens, keymap, &rest);
        }
    });
    regions::mark(ui.ctx(), Region::Tabs, output.response.rect);
}

/// Shows a menu of the panels whose tabs have no room.
fn rest_ui(ui: &mut Ui, tokens: &Tokens, keymap: &Keymap, rest: &[Tab<'_>]) {
    ui.spacing_mut().button_padding.x = 4.0;
    let mut dots = RichText::new("…");
    if rest.iter().any(Tab::has_errors) {
        dots = dots.color(tokens.warning);
    }
    // In a drawer, a plain menu would be a submenu, with an arrow.
    let button = Button::new(dots).min_size(Vec2::splat(theme::least_side(ui)));
    let (menu, _) = MenuButton::from_button(button).ui(ui, |ui| {
        for tab in rest {
            let key = keymap.key(Command::Show(tab.panel)).map_or_else(String::new, Shortcut::text);
            if ui.add(Button::new(tab.text()).shortcut_text(key)).clicked() {
                ui.send(ShellAction::Show(tab.panel));
                ui.close();
            }
        }
    });
    menu.widget_info(|| WidgetInfo::labeled(Role::Button, true, "More panels"));
    menu.on_hover_text("More panels");
}

/// Shows `content` in a column that scrolls vertically.
pub fn scroll(salt: &str, ui: &mut Ui, content: impl FnOnce(&mut Ui)) {
    ScrollArea::vertical().id_salt(salt).auto_shrink(false).show(ui, |ui| {
        // Leaves room for the scroll bar.
        ui.set_max_width(ui.available_width() - 8.0);
        content(ui);
    });
}

fn tab_ui(ui: &mut Ui, tokens: &Tokens, tab: &Tab<'_>, on: bool, look: TabLook) -> Response {
    let text = tab.text();
    let ink = if tab.has_errors() {
        tokens.warning
    } else if on {
        tokens.text
    } else {
        tokens.dim
    };
    let galley = ui.painter().layout_no_wrap(text.clone(), theme::regular(look.size), ink);
    let mut size = galley.size() + vec2(look.padding, 12.0);
    size = size.max(Vec2::splat(theme::least_side(ui)));
    size.y = size.y.max(ui.spacing().interact_size.y);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Tab, true, on, &text));
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, CornerRadius::same(5), tokens.card);
    }
    ui.painter().galley(rect.center() - galley.size() / 2.0, galley, ink);
    if on {
        let line = rect.with_min_y(rect.bottom() - 2.0).shrink2(vec2(6.0, 0.0));
        ui.painter().rect_filled(line, CornerRadius::same(1), tokens.text);
    }
    response
}
