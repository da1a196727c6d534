//! The panel beside the boards: its tabs, and the content of the selected one.

use crate::{
    app::{Command, Field, Focus, IssueRow, Keymap, Panel, Region, ShellAction, State},
    notation::Severity,
    ui::{
        analysis::report_ui,
        engine::engine_ui,
        issues::{issues_ui, text_ui},
        kriegspiel::game_side_ui,
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
    Button, Color32, CornerRadius, Frame, Margin, Panel as SidePanel, Response, ScrollArea, Sense,
    Ui, Vec2, WidgetInfo, accesskit::Role, containers::menu::MenuButton, vec2,
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
    if let Some((open, game)) = state.open.as_ref().zip(state.game()) {
        return game_side_ui(ui, stage, state, open, game);
    }
    let mut panel = state.shell.panel.in_match();
    tabs_ui(ui, tokens, &state.shell.keymap, panel, &match_tabs(state, panel));
    ui.separator();
    // A field that is to get the focus must be shown.
    if panel == Panel::Moves && focuses_note(state) && !has_room_for_notes(ui.available_size()) {
        panel = Panel::Notes;
        ui.send(ShellAction::Show(panel));
    }
    let Some((record, open)) = state.open.as_ref().zip(state.match_state()) else { return };
    match panel {
        Panel::Notes => scroll("notes", ui, |ui| {
            notes_ui(ui, tokens, state, open, NotesExtent::Full);
            ui.separator();
            record_ui(ui, tokens, state, &open.document);
        }),
        Panel::Tags => tags_ui(ui, tokens, state, &record.content),
        Panel::Issues => issues_ui(ui, tokens, &record.issues),
        Panel::Report => report_ui(ui, tokens, state, open),
        Panel::Engine => engine_ui(ui, stage, state, open),
        Panel::Search => search_ui(ui, stage, state),
        Panel::Text => text_ui(ui, tokens, &record.content, state.highlighted_span()),
        Panel::Moves | Panel::Belief | Panel::Problem => {
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
            } else if has_room_for_notes(size) {
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
    }
}

fn has_notes_below(size: Vec2) -> bool {
    size.y > NOTES_FROM
}

/// Returns whether a move list of this size has the notes below or beside it.
fn has_room_for_notes(size: Vec2) -> bool {
    has_notes_below(size) || size.x > NOTES_BESIDE_FROM
}

/// Returns whether a field of the notes gets the focus in this frame.
pub fn focuses_note(state: &State) -> bool {
    let Some(Focus::Field(field)) = &state.shell.focus else { return false };
    matches!(
        field,
        Field::Annotation
            | Field::Comment(_)
            | Field::VariationGlyph(_)
            | Field::VariationComment(_)
    )
}

/// Returns the tabs of a match, always including `chosen`.
fn match_tabs(state: &State, chosen: Panel) -> Vec<Tab<'_>> {
    let issues = state.open.as_ref().map(|open| open.issues.as_slice());
    let is_useful = |panel| match panel {
        Panel::Engine => state.settings.engine,
        Panel::Search => is_search_useful(state),
        _ => true,
    };
    let tabs = Panel::tabs_of_match().filter(|tab| is_useful(tab.0) || tab.0 == chosen);
    let issues = |panel| if panel == Panel::Issues { issues } else { None };
    tabs.map(|(panel, name)| Tab { panel, name, issues: issues(panel) }).collect()
}

/// Returns whether the open file has several records to search.
pub fn is_search_useful(state: &State) -> bool {
    state.file().is_some_and(|file| file.list.index.len() > 1)
}

#[derive(Clone, Copy)]
pub struct Tab<'a> {
    pub panel: Panel,
    pub name: &'static str,
    /// The issues to count on the tab; `None` if the tab shows no number.
    pub issues: Option<&'a [IssueRow]>,
}

impl Tab<'_> {
    /// Formats the tab: `Issues 3`, or only the name if there are no issues.
    fn text(&self) -> String {
        match self.issues.map_or(0, <[_]>::len) {
            0 => self.name.to_owned(),
            count => format!("{} {count}", self.name),
        }
    }
    /// Returns whether the tab moves to a menu if space is short. Two tabs do: that of the source text, and that of the
    /// issues while there are none. The selected tab (`chosen`) never does.
    fn is_minor(&self, chosen: Panel) -> bool {
        let is_clean = self.issues.is_some_and(<[_]>::is_empty);
        self.panel != chosen && (self.panel == Panel::Text || is_clean)
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

    /// Returns the widest look in which every tab fits in a column of `width` points; `None` if there is none.
    fn in_columns(ui: &Ui, tabs: &[Tab<'_>], width: f32) -> Option<Self> {
        let fits = |look: &Self| tabs.iter().all(|tab| look.width(ui, tab) <= width);
        Self::ALL.into_iter().find(fits)
    }
}

/// Returns how to arrange tabs that need several lines: the number of columns, their width in points, and the look. All
/// lines have the same number of tabs where possible, so that no tab is alone.
fn tab_columns(ui: &Ui, tabs: &[Tab<'_>]) -> (usize, f32, TabLook) {
    let room = ui.available_width();
    let at = |lines: usize| {
        let columns = tabs.len().div_ceil(lines).max(1);
        let width = (room + TAB_GAP) / columns as f32 - TAB_GAP;
        (columns, width)
    };
    let mut arrangements = (2..=tabs.len()).map(at);
    let [.., narrowest] = TabLook::ALL;
    arrangements
        .find_map(|(columns, width)| {
            TabLook::in_columns(ui, tabs, width).map(|look| (columns, width, look))
        })
        .unwrap_or((1, room, narrowest))
}

/// Shows `tabs` with `chosen` highlighted.
pub fn tabs_ui(ui: &mut Ui, tokens: &Tokens, keymap: &Keymap, chosen: Panel, tabs: &[Tab<'_>]) {
    // In a narrow panel, the tabs that matter least are in a menu at the end of the line.
    let (minor, main): (Vec<Tab<'_>>, Vec<Tab<'_>>) =
        tabs.iter().partition(|tab| tab.is_minor(chosen));
    let room = ui.available_width();
    let menu = OVERFLOW_MENU_WIDTH.max(theme::least_side(ui));
    let fits = |tabs: &[Tab<'_>], room: f32| TabLook::on_one_line(ui, tabs, room).is_some();
    let has_menu = !minor.is_empty() && !fits(tabs, room) && fits(&main, room - menu);
    let (tabs, room) = if has_menu { (main.as_slice(), room - menu) } else { (tabs, room) };
    let (columns, width, look) = match TabLook::on_one_line(ui, tabs, room) {
        Some(look) => (tabs.len().max(1), None, look),
        None => {
            let (columns, width, look) = tab_columns(ui, tabs);
            (columns, Some(width), look)
        }
    };
    let one_ui = |ui: &mut Ui, one: &Tab<'_>| {
        let tab = tab_ui(ui, tokens, one, one.panel == chosen, (look, width));
        tab.on_hover_text(keymap.beside(one.name, &[Command::Show(one.panel)]))
            .on_click(|| ShellAction::Show(one.panel));
    };
    let output = ui.vertical(|ui| {
        ui.spacing_mut().item_spacing = vec2(TAB_GAP, 0.0);
        for line in tabs.chunks(columns) {
            ui.horizontal(|ui| {
                line.iter().for_each(|one| one_ui(ui, one));
                if has_menu {
                    minor_ui(ui, &minor);
                }
            });
        }
    });
    regions::mark(ui.ctx(), Region::Tabs, output.response.rect);
}

/// Shows a menu of the panels whose tabs have no room.
fn minor_ui(ui: &mut Ui, minor: &[Tab<'_>]) {
    ui.spacing_mut().button_padding.x = 4.0;
    // In a drawer, a plain menu would be a submenu, with an arrow.
    let button = Button::new("…").min_size(Vec2::splat(theme::least_side(ui)));
    let (menu, _) = MenuButton::from_button(button).ui(ui, |ui| {
        for one in minor {
            if ui.button(one.name).clicked() {
                ui.send(ShellAction::Show(one.panel));
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

fn tab_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    tab: &Tab<'_>,
    on: bool,
    (look, width): (TabLook, Option<f32>),
) -> Response {
    let text = tab.text();
    let is_error = |issue: &IssueRow| issue.severity == Severity::Error;
    let ink = match tab.issues {
        Some(issues) if issues.iter().any(is_error) => tokens.warning,
        _ if on => tokens.text,
        _ => tokens.dim,
    };
    let galley = ui.painter().layout_no_wrap(text.clone(), theme::regular(look.size), ink);
    let mut size = galley.size() + vec2(look.padding, 12.0);
    size = size.max(Vec2::splat(theme::least_side(ui)));
    if let Some(width) = width {
        size.x = width;
    }
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
