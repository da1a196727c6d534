//! The menu bar: the menus, which are built from the command table; the file name; and the command search.

use super::{Drawer, notices::BarNotice};
use crate::{
    app::{
        COMMANDS, Command, LibraryAction, Menu, MenuKey, OpenMenu, Region, Shortcut, State, Switch,
        library, palette,
    },
    platform,
    ui::{
        outbox::{SendAction as _, SendOnClick as _},
        regions,
        settings::{pieces_ui, squares_ui, theme_ui},
        theme::{self, Tokens},
        widgets::Stage,
    },
};
use eframe::egui::{
    Align, Align2, Atom, AtomExt as _, Button, Context, Id, IntoAtoms, LayerId, Layout, Memory,
    MenuBar, Order, Popup, PopupCloseBehavior, Pos2, Rect, Response, RichText, ScrollArea, Stroke,
    Ui, UiBuilder, UiStackInfo, Vec2, WidgetInfo,
    accesskit::Role,
    containers::menu::{MenuButton, MenuConfig, MenuState, SubMenu},
    pos2,
    text::LayoutJob,
    vec2,
};

/// The minimum width of the window for separate menus, in points. In a narrower window, a single menu contains
/// them all, which leaves room for notices.
const SEPARATE_MENUS_FROM: f32 = 600.0;

/// The minimum width of the window for submenus beside their menu, in points. In a narrower window, and on a touch screen, a
/// submenu replaces its menu.
const SUBMENUS_FROM: f32 = 640.0;

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
    /// What the open menu shows.
    page: Page,
    /// The entries of the last frame that show another page, the one that leads back first.
    page_entries: Vec<(Id, Page)>,
}

/// What a menu shows whose submenus take its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Page {
    /// The menu itself.
    #[default]
    Top,
    /// A menu of the single menu that contains them all.
    Menu(Menu),
    Submenu(Submenu),
}

/// The submenus that are no menus of the bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Submenu {
    Recent,
    Theme,
    Board,
    Pieces,
}

impl Submenu {
    const fn name(self) -> &'static str {
        match self {
            Self::Recent => "Recent",
            Self::Theme => "Theme",
            Self::Board => "Board",
            Self::Pieces => "Pieces",
        }
    }

    /// Returns the menu that has the submenu.
    const fn menu(self) -> Menu {
        match self {
            Self::Recent => Menu::File,
            Self::Theme | Self::Board | Self::Pieces => Menu::View,
        }
    }

    fn ui(self, ui: &mut Ui, stage: &Stage<'_>, state: &State) {
        match self {
            Self::Recent => recent_ui(ui, state),
            Self::Theme => theme_ui(ui, &state.settings),
            Self::Board => squares_ui(ui, &state.settings),
            Self::Pieces => pieces_ui(ui, stage.art.name()),
        }
    }
}

/// The pages of the menus, while the menus are shown.
struct Pages<'a> {
    page: &'a mut Page,
    entries: &'a mut Vec<(Id, Page)>,
    /// Whether submenus replace their menu, rather than open beside it.
    in_place: bool,
    /// Whether a single menu contains them all.
    is_single: bool,
    /// Whether a key has chosen another page.
    by_key: bool,
}

impl Pages<'_> {
    /// Shows an entry with the name of a page. A click shows the page.
    fn entry_ui(&mut self, ui: &mut Ui, name: &str, page: Page) {
        let button = ui.add(Button::new((column(), name)).right_text("›"));
        button.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
        self.follow(&button, page);
    }

    /// Shows an entry that leads back from a page called `name` to `page`.
    fn back_ui(&mut self, ui: &mut Ui, name: &str, page: Page) {
        let button = ui.add(Button::new(format!("‹  {name}")));
        button.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Back from {name}")));
        self.follow(&button, page);
        ui.separator();
    }

    fn follow(&mut self, button: &Response, page: Page) {
        self.entries.push((button.id, page));
        if button.clicked() {
            *self.page = page;
            self.by_key = button.has_focus();
            button.ctx.request_repaint();
        }
    }

    /// Shows a submenu: beside its menu, or as a page.
    fn submenu_ui(&mut self, ui: &mut Ui, stage: &Stage<'_>, state: &State, submenu: Submenu) {
        if self.in_place {
            self.entry_ui(ui, submenu.name(), Page::Submenu(submenu));
        } else {
            beside_ui(ui, submenu.name(), |ui| submenu.ui(ui, stage, state));
        }
    }

    /// Shows the menu `menu`, or the submenu that has taken its place.
    fn menu_ui(&mut self, ui: &mut Ui, stage: &Stage<'_>, state: &State, menu: Menu) {
        scrolling(ui, state, |ui| match *self.page {
            Page::Submenu(submenu) if submenu.menu() == menu => {
                let back = if self.is_single { Page::Menu(menu) } else { Page::Top };
                self.back_ui(ui, submenu.name(), back);
                submenu.ui(ui, stage, state);
            }
            _ => {
                if self.is_single {
                    self.back_ui(ui, menu.name(), Page::Top);
                }
                self.entries_ui(ui, stage, state, menu);
            }
        });
    }

    /// Shows the single menu that contains all menus.
    fn single_ui(&mut self, ui: &mut Ui, stage: &Stage<'_>, state: &State) {
        let menu = match *self.page {
            Page::Top => {
                return scrolling(ui, state, |ui| {
                    for menu in Menu::ALL {
                        self.entry_ui(ui, menu.name(), Page::Menu(menu));
                    }
                });
            }
            Page::Menu(menu) => menu,
            Page::Submenu(submenu) => submenu.menu(),
        };
        self.menu_ui(ui, stage, state, menu);
    }

    fn entries_ui(&mut self, ui: &mut Ui, stage: &Stage<'_>, state: &State, menu: Menu) {
        commands(ui, state, menu);
        match menu {
            // A browser tells no paths that a later page could open.
            Menu::File if platform::HAS_DISK => {
                ui.separator();
                self.submenu_ui(ui, stage, state, Submenu::Recent);
                ui.separator();
                if Command::Quit.is_supported() {
                    menu_entry(ui, state, Command::Quit);
                }
            }
            Menu::View => {
                ui.separator();
                for submenu in [Submenu::Theme, Submenu::Board, Submenu::Pieces] {
                    self.submenu_ui(ui, stage, state, submenu);
                }
            }
            _ => {}
        }
    }
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
            MenuKey::Right => match self.focused_page(ctx) {
                Some(page) => self.show_page(ctx, page),
                None => self.open(ctx, (open.unwrap_or(0) + 1) % count),
            },
            MenuKey::Left => match (self.page, self.page_entries.first()) {
                (Page::Menu(_) | Page::Submenu(_), Some((_, back))) => self.show_page(ctx, *back),
                _ => self.open(ctx, (open.unwrap_or(0) + count - 1) % count),
            },
            MenuKey::Close => Popup::close_all(ctx),
        }
    }

    /// Opens the menu number `index`, counted from 0; in a narrow window, opens the single menu that contains them all.
    pub fn open(&mut self, ctx: &Context, index: usize) {
        let Some(popup) = self.popups.get(index).or(self.popups.last()).copied() else { return };
        regions::clear_focus(ctx);
        Popup::close_all(ctx);
        Popup::open_id(ctx, popup);
        self.page = Page::Top;
        self.pending_focus = Some((popup, 4));
        self.resting = ctx.pointer_latest_pos();
        ctx.request_repaint();
    }

    /// Shows the menus. Returns where they end, in points.
    fn menus_ui(&mut self, ui: &mut Ui, stage: &Stage<'_>, state: &State) -> f32 {
        let is_open = self.open_index(ui.ctx()).is_some();
        self.popups.clear();
        self.names.clear();
        self.page_entries.clear();
        let guard = UiBuilder::new().ui_stack_info(self.hover_guard(ui.ctx()));
        let (mut page, before) = (self.page, self.page);
        let is_single = ui.available_width() < SEPARATE_MENUS_FROM;
        let in_place = state.shell.has_touch_only || ui.available_width() < SUBMENUS_FROM;
        let mut pages = Pages {
            page: &mut page,
            entries: &mut self.page_entries,
            in_place,
            is_single,
            by_key: false,
        };
        let mut config = MenuConfig::new();
        if in_place {
            // An entry that runs a command closes the menu. One that shows a page leaves it open.
            config = config.close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        }
        let mut menus_end = 0.0;
        let mut add = |button: &Response| {
            self.popups.push(Popup::default_response_id(button));
            self.names.push(button.id);
            menus_end = button.rect.right();
        };
        if is_single {
            let button = menu_button(ui, "Menu").config(config);
            let (button, _) = button.ui(ui, |ui| pages.single_ui(ui, stage, state));
            add(&button);
        } else {
            ui.scope_builder(guard, |ui| {
                for menu in Menu::ALL {
                    let button = menu_button(ui, menu_name(ui, menu)).config(config.clone());
                    let (button, _) = button.ui(ui, |ui| pages.menu_ui(ui, stage, state, menu));
                    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, menu.name()));
                    add(&button);
                }
            });
        }
        let by_key = pages.by_key;
        self.page = if is_open { page } else { Page::Top };
        if by_key && self.page != before {
            self.focus_page(ui.ctx());
        }
        menus_end
    }

    fn show_page(&mut self, ctx: &Context, page: Page) {
        self.page = page;
        self.focus_page(ctx);
    }

    /// Moves the focus to the first entry of the page that a key has chosen.
    fn focus_page(&mut self, ctx: &Context) {
        let open = self.open_index(ctx).and_then(|index| self.popups.get(index));
        self.pending_focus = open.map(|popup| (*popup, 4));
        regions::clear_focus(ctx);
        ctx.request_repaint();
    }

    /// Returns the page of the focused entry that shows one, if any.
    fn focused_page(&self, ctx: &Context) -> Option<Page> {
        let focused = ctx.memory(Memory::focused)?;
        let mut entries = self.page_entries.iter();
        entries.find(|(id, _)| *id == focused).map(|(_, page)| *page)
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
        regions::mark(ui.ctx(), Region::Menus, ui.max_rect());
        let menus_end = keys.menus_ui(ui, stage, state);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            // Beside the single menu, there is room for the shortcut but not for the name.
            let key = state.shell.keymap.key(Command::Palette);
            let (long, short) = match key.map(Shortcut::text) {
                Some(key) => (format!("Commands  {key}"), key),
                None => ("Commands".to_owned(), "…".to_owned()),
            };
            let words = if ui.available_width() > 300.0 { long } else { short };
            let hint = RichText::new(words).weak();
            let palette =
                ui.add(Button::new(hint).min_size(least_size(ui)).frame_when_inactive(true));
            let name = state.shell.keymap.tooltip(Command::Palette);
            palette.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            palette.on_click(|| Command::Palette);
            let mut right = palette.rect.left();
            if state.shell.has_touch_only && state.library.file().is_some() {
                // The rails of the drawers are too narrow for a finger.
                for (words, command) in [
                    ("Panel", Command::Switch(Switch::ToggleSide)),
                    ("List", Command::ToggleMatches),
                ] {
                    let button = ui.add(Button::new(words).min_size(least_size(ui)));
                    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, words));
                    right = button.rect.left();
                    button.on_click(|| command);
                }
            }
            let gap = ui.spacing().item_spacing.x;
            let free = menus_end + gap..=right - gap;
            let free = Rect::from_x_y_ranges(free, ui.max_rect().y_range());
            free_part_ui(ui, tokens, state, free);
        });
    });
}

fn least_size(ui: &Ui) -> Vec2 {
    vec2(theme::least_side(ui), 0.0)
}

fn menu_button<'a>(ui: &Ui, name: impl IntoAtoms<'a>) -> MenuButton<'a> {
    MenuButton::from_button(Button::new(name).min_size(least_size(ui)))
}

/// Returns the name of a menu, with the access key underlined while Alt is held.
fn menu_name(ui: &Ui, menu: Menu) -> LayoutJob {
    let ink = ui.visuals().widgets.inactive.text_color();
    let plain = theme::regular_text(theme::TEXT, ink);
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

/// Shows `content`, which scrolls in a small window, as the entries of a menu.
fn scrolling(ui: &mut Ui, state: &State, content: impl FnOnce(&mut Ui)) {
    let window = ui.ctx().content_rect();
    let height = (window.height() - ui.spacing().interact_size.y - 22.0).max(60.0);
    let scroll = ScrollArea::vertical().max_height(height).min_scrolled_height(height);
    scroll.show(ui, |ui| {
        if window.height() < NORMAL_SPACING_FROM && !state.shell.has_touch_only {
            let spacing = ui.spacing_mut();
            spacing.item_spacing.y = 0.0;
            spacing.button_padding.y = 1.0;
            spacing.interact_size.y =
                if window.height() < 700.0 { TIGHT_ROW_HEIGHT } else { COMPACT_ROW_HEIGHT };
        }
        ui.set_min_width(220.0_f32.min(window.width() - 30.0));
        content(ui);
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
        (Command::CloseFile, ..) if state.tabs.count() > 1 => "Close tab".to_owned(),
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
    if command == Command::Switch(Switch::MoveClocks) {
        response = response.on_hover_text("Clocks are hidden where the panel is too narrow.");
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

/// Shows a submenu beside its menu, with its name aligned to those of the commands.
fn beside_ui(ui: &mut Ui, name: &str, content: impl FnOnce(&mut Ui)) {
    let button = ui.menu_button((column(), name), content).response;
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
}

/// Returns an empty column where other entries have a check mark.
fn column() -> Atom<'static> {
    "".atom_size(vec2(CHECK_WIDTH, CHECK_WIDTH))
}

fn recent_ui(ui: &mut Ui, state: &State) {
    ui.set_min_width(220.0);
    if state.settings.recent.is_empty() {
        ui.weak("No recent files");
    }
    for path in &state.settings.recent {
        let name = path.file_name().unwrap_or(path.as_os_str());
        let button = ui.button(name.to_string_lossy()).on_hover_text(path.to_string_lossy());
        if button.clicked() {
            ui.close();
            ui.send(LibraryAction::Open(path.clone()));
        }
    }
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
