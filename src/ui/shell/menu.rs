//! The menu bar: the menus, which are built from the command table; the file name; and the command search.

use super::{Drawer, notices::BarNotice};
use crate::{
    app::{
        COMMANDS, Command, LibraryAction, Menu, MenuKey, OpenMenu, Region, Shortcut, State,
        library, palette,
    },
    platform,
    settings::Settings,
    ui::{
        outbox::{SendAction as _, SendOnClick as _},
        regions,
        settings::{pieces_ui, squares_ui, theme_ui},
        theme::{self, Tokens},
        widgets::Stage,
    },
};
use eframe::egui::{
    Align, Align2, Atom, AtomExt as _, Button, Context, Id, LayerId, Layout, Memory, MenuBar,
    Order, Popup, Pos2, Rect, Response, RichText, ScrollArea, Stroke, Ui, UiBuilder, UiStackInfo,
    WidgetInfo,
    accesskit::Role,
    containers::menu::{MenuButton, MenuConfig, MenuState, SubMenu},
    pos2,
    text::{LayoutJob, TextFormat},
    vec2,
};

/// The minimum width of the window for separate menus, in points. In a narrower window, a single menu contains
/// them all, which leaves room for notices.
const SEPARATE_MENUS_FROM: f32 = 600.0;

/// The minimum height of the window for normal spacing of menu entries, in points.
const NORMAL_SPACING_FROM: f32 = 850.0;

/// With entries of this height, in points, the longest menu fits in a window 800 points high.
const COMPACT_ROW_HEIGHT: f32 = 21.5;

/// With entries of this height, in points, the longest menu fits in a window 600 points high.
const TIGHT_ROW_HEIGHT: f32 = 19.5;

/// The space before the name of a command, for a check mark, in points.
const CHECK_WIDTH: f32 = 14.0;

/// Keyboard access to the menus.
#[derive(Debug, Default)]
pub struct MenuKeys {
    /// The ids of the menu popups in the last frame, from left to right.
    popups: Vec<Id>,
    /// The ids of the menu names in the bar, from left to right.
    names: Vec<Id>,
    /// A menu that a key has just opened, and for how many frames to wait until an entry can get the focus. The wait is
    /// limited, since all entries may be disabled.
    pending_focus: Option<(Id, u8)>,
    /// The position of the pointer when a key opened a menu. While the pointer stays there, hovering opens no
    /// other menu.
    resting: Option<Pos2>,
}

impl MenuKeys {
    /// Returns the kind of the open menu or popup, if any.
    pub fn open_menu(&self, ctx: &Context) -> Option<OpenMenu> {
        if !Popup::is_any_open(ctx) {
            return None;
        }
        let Some(index) = self.open_index(ctx) else {
            return Some(Drawer::open_region(ctx).map_or(OpenMenu::Popup, OpenMenu::Drawer));
        };
        let popup = self.popups[index];
        let Some(focused) = ctx.memory(Memory::focused) else { return Some(OpenMenu::Root) };
        let submenu = MenuState::from_id(ctx, popup, |state| state.open_item);
        let entries = regions::focusable(ctx, LayerId::new(Order::Foreground, popup));
        Some(if submenu == Some(SubMenu::id_from_widget_id(focused)) {
            OpenMenu::RootAtSubmenu
        } else if submenu.is_some()
            && !entries.contains(&focused)
            // If the menu was opened with the mouse, its name in the menu bar has the focus.
            && !self.names.contains(&focused)
        {
            OpenMenu::Submenu
        } else {
            OpenMenu::Root
        })
    }

    fn open_index(&self, ctx: &Context) -> Option<usize> {
        let mut popups = self.popups.iter();
        popups.position(|popup| Popup::is_id_open(ctx, *popup))
    }

    /// Handles a menu key.
    pub fn handle_key(&mut self, ctx: &Context, key: MenuKey) {
        let count = self.popups.len().max(1);
        let open = self.open_index(ctx);
        match key {
            MenuKey::Open(menu) => {
                let index = Menu::ALL.iter().position(|other| *other == menu);
                self.open(ctx, index.unwrap_or(0));
            }
            MenuKey::Focused => {
                let focused = ctx.memory(Memory::focused);
                let mut names = self.names.iter();
                if let Some(index) = names.position(|name| Some(*name) == focused) {
                    self.open(ctx, index);
                }
            }
            MenuKey::Right => self.open(ctx, (open.unwrap_or(0) + 1) % count),
            MenuKey::Left => self.open(ctx, (open.unwrap_or(0) + count - 1) % count),
            MenuKey::Close => Popup::close_all(ctx),
        }
    }

    /// Opens the menu number `index`, counted from 0; in a narrow window, opens the single menu that contains them all.
    pub fn open(&mut self, ctx: &Context, index: usize) {
        let Some(popup) = self.popups.get(index).or(self.popups.last()).copied() else { return };
        regions::clear_focus(ctx);
        Popup::close_all(ctx);
        Popup::open_id(ctx, popup);
        self.pending_focus = Some((popup, 4));
        self.resting = ctx.pointer_latest_pos();
        ctx.request_repaint();
    }

    /// Returns the layout tag of the menu bar. As long as the pointer has not moved since a key opened a menu, the tag
    /// hides from egui that the menus form a bar. Otherwise egui would open the menu under the pointer.
    fn hover_guard(&mut self, ctx: &Context) -> UiStackInfo {
        self.resting = self.resting.filter(|at| ctx.pointer_latest_pos() == Some(*at));
        let info = UiStackInfo::default();
        match self.resting {
            Some(_) => info.with_tag_value(MenuConfig::MENU_CONFIG_TAG, MenuConfig::default()),
            None => info,
        }
    }

    /// Focuses the first entry of a menu that a key has just opened, once the entry exists.
    pub fn focus_first_entry(&mut self, ctx: &Context) {
        let Some((popup, frames)) = self.pending_focus else { return };
        let waits = Popup::is_id_open(ctx, popup) && frames > 0;
        if !waits {
            self.pending_focus = None;
            return;
        }
        self.pending_focus = Some((popup, frames - 1));
        let entries = regions::focusable(ctx, LayerId::new(Order::Foreground, popup));
        if let Some(first) = entries.first() {
            ctx.memory_mut(|memory| memory.request_focus(*first));
            self.pending_focus = None;
        }
        ctx.request_repaint();
    }
}

pub fn menu_ui(ui: &mut Ui, stage: &Stage<'_>, state: &State, keys: &mut MenuKeys) {
    let tokens = &stage.tokens;
    MenuBar::new().ui(ui, |ui| {
        let mut menus_end = 0.0;
        keys.popups.clear();
        keys.names.clear();
        regions::mark(ui.ctx(), Region::Menus, ui.max_rect());
        if ui.available_width() < SEPARATE_MENUS_FROM {
            let button = ui.menu_button("Menu", |ui| {
                for menu in Menu::ALL {
                    submenu(ui, menu.name(), |ui| entries(ui, stage, state, menu));
                }
            });
            keys.popups.push(Popup::default_response_id(&button.response));
            keys.names.push(button.response.id);
            menus_end = button.response.rect.right();
        } else {
            let guard = UiBuilder::new().ui_stack_info(keys.hover_guard(ui.ctx()));
            ui.scope_builder(guard, |ui| {
                for menu in Menu::ALL {
                    let button = MenuButton::new(menu_name(ui, menu));
                    let (button, _) = button.ui(ui, |ui| entries(ui, stage, state, menu));
                    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, menu.name()));
                    keys.popups.push(Popup::default_response_id(&button));
                    keys.names.push(button.id);
                    menus_end = button.rect.right();
                }
            });
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            // Beside the single menu, there is room for the shortcut but not for the name.
            let key = state.shell.keymap.key(Command::Palette);
            let (long, short) = match key.map(Shortcut::text) {
                Some(key) => (format!("Commands  {key}"), key),
                None => ("Commands".to_owned(), "…".to_owned()),
            };
            let words = if ui.available_width() > 300.0 { long } else { short };
            let hint = RichText::new(words).weak();
            let palette = ui.add(Button::new(hint).frame_when_inactive(true));
            let name = state.shell.keymap.tooltip(Command::Palette);
            palette.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            palette.on_click(|| Command::Palette);
            let gap = ui.spacing().item_spacing.x;
            let free = menus_end + gap..=palette.rect.left() - gap;
            let free = Rect::from_x_y_ranges(free, ui.max_rect().y_range());
            free_part_ui(ui, tokens, state, free);
        });
    });
}

/// Returns the name of a menu, with the access key underlined while Alt is held.
fn menu_name(ui: &Ui, menu: Menu) -> LayoutJob {
    let ink = ui.visuals().widgets.inactive.text_color();
    let plain = TextFormat::simple(theme::regular(theme::TEXT), ink);
    let (before, rest) = menu.name().split_at(menu.letter_at());
    let (letter, rest) = rest.split_at(1);
    let mut underlined = plain.clone();
    if ui.input(|input| input.modifiers.alt) {
        underlined.underline = Stroke::new(1.0, ink);
    }
    let mut job = LayoutJob::default();
    for (words, format) in [(before, plain.clone()), (letter, underlined), (rest, plain)] {
        job.append(words, 0.0, format);
    }
    job
}

fn entries(ui: &mut Ui, stage: &Stage<'_>, state: &State, menu: Menu) {
    // In a small window the entries scroll.
    let height = (ui.ctx().content_rect().height() - 40.0).max(60.0);
    let scroll = ScrollArea::vertical().max_height(height).min_scrolled_height(height);
    scroll.show(ui, |ui| {
        let window = ui.ctx().content_rect().height();
        if window < NORMAL_SPACING_FROM {
            let spacing = ui.spacing_mut();
            spacing.item_spacing.y = 0.0;
            spacing.button_padding.y = 1.0;
            spacing.interact_size.y =
                if window < 700.0 { TIGHT_ROW_HEIGHT } else { COMPACT_ROW_HEIGHT };
        }
        ui.set_min_width(220.0_f32.min(ui.ctx().content_rect().width() - 30.0));
        commands(ui, state, menu);
        if menu == Menu::File {
            recent(ui, state);
        } else if menu == Menu::View {
            appearance_menu(ui, &state.settings, stage.art.name());
        }
    });
}

fn commands(ui: &mut Ui, state: &State, menu: Menu) {
    let mut is_first = true;
    for info in COMMANDS.iter().filter(|info| info.menu == menu) {
        // Quit comes after the recent files. Outside a game of Kriegspiel, disabled commands about Kriegspiel are
        // left out.
        let is_about_kriegspiel =
            state.game().is_none() && (menu == Menu::Kriegspiel || is_view_export(info.command));
        if info.command == Command::Quit
            || !info.command.is_supported()
            || info.is_not_in_menu
            || (is_about_kriegspiel && !palette::can(state, info.command))
        {
            continue;
        }
        if info.line_above && !is_first {
            ui.separator();
        }
        is_first = false;
        menu_entry(ui, state, info.command);
    }
}

/// Returns whether `command` exports a game of Kriegspiel as the referee or a player hears it.
const fn is_view_export(command: Command) -> bool {
    matches!(command, Command::ExportReferee | Command::ExportWhite | Command::ExportBlack)
}

/// Opens a menu of `commands` on a right click on `response`. The caller makes what was clicked the current item, to which
/// the commands apply.
pub fn context_menu(state: &State, response: &Response, commands: &[Command]) {
    response.context_menu(|ui| {
        ui.set_min_width(220.0);
        for &command in commands {
            menu_entry(ui, state, command);
        }
    });
}

/// Shows `command` as an entry of a menu. A click runs the command.
fn menu_entry(ui: &mut Ui, state: &State, command: Command) {
    let info = command.info();
    let (undo, redo) = library::undo_names(state);
    let name = match (command, undo, redo) {
        (Command::Undo, Some(what), _) => format!("Undo {what}"),
        (Command::Redo, _, Some(what)) => format!("Redo {what}"),
        _ => info.name.to_owned(),
    };
    let on = palette::is_on(state, command);
    // Check marks have a column of their own, which aligns the names.
    let mut button = Button::new((column(), name.as_str()));
    if let Some(key) = state.shell.keymap.key(command) {
        button = button.shortcut_text(key.text());
    }
    let mut response = ui.add_enabled(palette::can(state, command), button);
    if let Some(why) = palette::disabled_reason(state, command) {
        response = response.on_disabled_hover_text(why);
    }
    response.widget_info(|| match on {
        Some(on) => WidgetInfo::selected(Role::CheckBox, true, on, &name),
        None => WidgetInfo::labeled(Role::Button, true, &name),
    });
    if on == Some(true) {
        let left = response.rect.left() + ui.spacing().button_padding.x;
        let middle = pos2(left + CHECK_WIDTH / 2.0, response.rect.center().y);
        let mark = [(-4.0, 0.0), (-1.2, 3.2), (4.5, -3.8)];
        let points = mark.map(|(x, y)| middle + vec2(x, y)).to_vec();
        let ink = ui.visuals().text_color();
        ui.painter().line(points, Stroke::new(1.6, ink));
    }
    if response.clicked() {
        // A click closes the menu, but a key does not.
        ui.close();
        ui.send(command);
    }
}

/// Shows a submenu, with its name aligned to those of the commands.
fn submenu(ui: &mut Ui, name: &str, content: impl FnOnce(&mut Ui)) {
    let button = ui.menu_button((column(), name), content).response;
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
}

/// Returns an empty column where other entries have a check mark.
fn column() -> Atom<'static> {
    "".atom_size(vec2(CHECK_WIDTH, CHECK_WIDTH))
}

fn recent(ui: &mut Ui, state: &State) {
    if !platform::HAS_DISK {
        // In a browser, files do not outlive the page.
        return;
    }
    ui.separator();
    submenu(ui, "Recent", |ui| {
        ui.set_min_width(220.0);
        if state.settings.recent.is_empty() {
            ui.weak("No recent files");
        }
        for path in &state.settings.recent {
            let name = path.file_name().unwrap_or(path.as_os_str());
            ui.button(name.to_string_lossy())
                .on_hover_text(path.to_string_lossy())
                .on_click(|| LibraryAction::Open(path.clone()));
        }
    });
    ui.separator();
    if Command::Quit.is_supported() {
        menu_entry(ui, state, Command::Quit);
    }
}

fn appearance_menu(ui: &mut Ui, settings: &Settings, set: &str) {
    ui.separator();
    submenu(ui, "Theme", |ui| theme_ui(ui, settings));
    submenu(ui, "Board", |ui| squares_ui(ui, settings));
    submenu(ui, "Pieces", |ui| pieces_ui(ui, set));
}

/// Shows the file name in the middle of the window if it fits in `free`, the part of the bar without controls, and the
/// latest notice, which takes the place of the file name if there is no other.
fn free_part_ui(ui: &mut Ui, tokens: &Tokens, state: &State, free: Rect) {
    let middle = pos2(ui.ctx().content_rect().center().x, free.center().y);
    let mut title = None;
    if let Some(name) = state.marked_name() {
        let galley = ui.painter().layout_no_wrap(name, theme::regular(theme::TEXT), tokens.dim);
        let rect = Align2::CENTER_CENTER.anchor_size(middle, galley.size());
        if free.left() + 8.0 < rect.left() && rect.right() + 8.0 < free.right() {
            title = Some((rect, galley));
        }
    }
    let title_end = title.as_ref().map_or(free.left(), |(rect, _)| rect.right() + 12.0);
    let notice = BarNotice::place(ui, tokens, &state.shell.notices, free, title_end);
    let end = notice.as_ref().map_or(free.right(), |notice| notice.rect.left());
    if let Some((rect, galley)) = title
        && rect.right() < end
    {
        ui.painter().galley(rect.min, galley, tokens.dim);
    }
    if let Some(notice) = notice {
        notice.ui(ui);
    }
}
