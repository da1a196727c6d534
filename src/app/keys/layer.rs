//! The layers of the window, topmost first. Each layer handles a key, swallows the key, or passes it on to the layer
//! below.

use super::{
    FieldKind, FocusStep, KeyContext, KeyHandler, KeyPress, ListKey, MenuKey, OpenMenu, Region,
    press::is_function_key,
};
use crate::{
    app::{Command, Keymap, Shortcut},
    platform,
};

/// A layer of the window: returns the handler of a key, or `None` to pass the key to the layer below.
pub(super) type KeyLayer = fn(KeyPress, &KeyContext, &Keymap) -> Option<KeyHandler>;

/// Returns the step through the match list that the key makes, also while its filter has the focus: Home and End need Ctrl.
fn list_step(press: KeyPress) -> Option<ListKey> {
    let ctrl = press.shortcut.ctrl && !press.shortcut.shift && !press.alt;
    Some(match (press.plain(), press.shortcut.key) {
        (Some("ArrowUp"), _) => ListKey::Up,
        (Some("ArrowDown"), _) => ListKey::Down,
        (Some("PageUp"), _) => ListKey::PageUp,
        (Some("PageDown"), _) => ListKey::PageDown,
        (_, "Home") if ctrl => ListKey::First,
        (_, "End") if ctrl => ListKey::Last,
        _ => return None,
    })
}

pub(super) fn text(press: KeyPress, context: &KeyContext, _: &Keymap) -> Option<KeyHandler> {
    let field = context.field?;
    let is_filter = matches!(field, FieldKind::Filter { .. }) && !context.dialog;
    if is_filter && let Some(step) = list_step(press) {
        return Some(match step {
            ListKey::PageUp if !context.table => KeyHandler::Command(Command::PreviousMatch),
            ListKey::PageDown if !context.table => KeyHandler::Command(Command::NextMatch),
            step => KeyHandler::List(step),
        });
    }
    match (field, press.plain(), press.shortcut.key) {
        _ if context.dialog => {}
        (FieldKind::Record, _, "Z") if press.shortcut.ctrl => return None,
        // The command that splits tabs is about the boards.
        (FieldKind::Record, _, "Enter") if press.shortcut.ctrl => {
            return Some(KeyHandler::Ignored);
        }
        (FieldKind::SearchQuery, Some("Enter"), _) => return Some(KeyHandler::RunQuery),
        (FieldKind::Filter { stepped }, Some("Enter"), _) => {
            // In the table, Enter opens the selected match only after a step through the list. Before such a step, the
            // user may still be typing a filter, and the table would go.
            return Some(if stepped || !context.table {
                KeyHandler::List(ListKey::Open)
            } else {
                KeyHandler::Ignored
            });
        }
        // egui has taken the focus from the field. The filter by which the user has chosen a match stays.
        (FieldKind::Filter { stepped: true }, Some("Escape"), _) if context.menu.is_none() => {
            return Some(KeyHandler::Ignored);
        }
        _ => {}
    }
    if press.edits_text() { Some(KeyHandler::View) } else { None }
}

/// In a dialog about work, arrow keys do not move the focus: they step through the match, and a key that is meant for
/// the match must not lead to a button that discards work. Tab moves the focus.
pub(super) fn dialog(press: KeyPress, context: &KeyContext, _: &Keymap) -> Option<KeyHandler> {
    if !context.dialog || (context.types_moves && press.shortcut.ctrl) {
        return None;
    }
    let is_arrow = press.shortcut.key.starts_with("Arrow");
    Some(if context.asks_about_work && is_arrow { KeyHandler::Ignored } else { KeyHandler::View })
}

pub(super) fn menu(press: KeyPress, context: &KeyContext, keymap: &Keymap) -> Option<KeyHandler> {
    let open = context.menu?;
    if let OpenMenu::Drawer(region) = open {
        return drawer(press, region, keymap);
    }
    if let Some(menu) = press.menu() {
        return Some(KeyHandler::Menu(MenuKey::Open(menu)));
    }
    Some(match (press.plain(), open) {
        (Some("F10"), _) => KeyHandler::Menu(MenuKey::Close),
        (Some("ArrowLeft"), OpenMenu::Root | OpenMenu::RootAtSubmenu) => {
            KeyHandler::Menu(MenuKey::Left)
        }
        (Some("ArrowRight"), OpenMenu::Root) => KeyHandler::Menu(MenuKey::Right),
        (
            Some(
                "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" | "Enter" | "Space" | "Escape",
            ),
            _,
        ) => KeyHandler::View,
        _ => KeyHandler::Ignored,
    })
}

/// Handles the keys of a drawer, a part of the window over the boards. The layers below handle all other keys, as if
/// that part were beside the boards. But a key that changes the record is ignored under the list, which hides the boards.
fn drawer(press: KeyPress, region: Region, keymap: &Keymap) -> Option<KeyHandler> {
    match (press.plain(), region) {
        (Some("ArrowUp"), Region::Matches) => Some(KeyHandler::List(ListKey::Up)),
        (Some("ArrowDown"), Region::Matches) => Some(KeyHandler::List(ListKey::Down)),
        (Some("Enter"), Region::Matches) => Some(KeyHandler::List(ListKey::Open)),
        (Some("Escape"), _)
        | (
            Some("ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" | "Enter" | "Space"),
            Region::Panel,
        ) => Some(KeyHandler::View),
        (_, Region::Matches) if types_command(press, keymap) => Some(KeyHandler::Ignored),
        // Tab would move the focus to a field behind the drawer.
        _ => press.tab().map(|_| KeyHandler::Ignored),
    }
}

/// Changes the tab on Ctrl+Tab and Ctrl+Shift+Tab, besides the shortcuts of these commands. In a browser they belong to
/// the browser.
pub(super) fn tabs(press: KeyPress, _: &KeyContext, _: &Keymap) -> Option<KeyHandler> {
    let Shortcut { ctrl, shift, key } = press.shortcut;
    if key != "Tab" || !ctrl || !platform::HAS_ALL_SHORTCUTS {
        return None;
    }
    let command = if shift { Command::PreviousTab } else { Command::NextTab };
    Some(KeyHandler::Command(command))
}

pub(super) fn promotion(press: KeyPress, context: &KeyContext, _: &Keymap) -> Option<KeyHandler> {
    if !context.promotion {
        return None;
    }
    Some(match press.plain() {
        Some("Escape") => KeyHandler::Command(Command::LeaveVariation),
        Some("ArrowLeft") => KeyHandler::Focus(FocusStep::Left),
        Some("ArrowRight") => KeyHandler::Focus(FocusStep::Right),
        Some("Enter" | "Space" | "Q" | "R" | "B" | "N") => KeyHandler::View,
        _ => KeyHandler::Ignored,
    })
}

pub(super) fn focused_region(
    press: KeyPress,
    context: &KeyContext,
    keymap: &Keymap,
) -> Option<KeyHandler> {
    let region = context.focus?;
    if let Some(key) = press.plain() {
        let key_handler = match (key, region) {
            ("Escape", Region::Matches) if context.table => None,
            ("Escape", _) if context.book => None,
            ("Escape", _) => Some(KeyHandler::View),
            (_, Region::Timeline) => None,
            ("Space" | "Enter", _) => Some(KeyHandler::View),
            (_, Region::Boards) => None,
            ("ArrowDown", Region::Menus) => Some(KeyHandler::Menu(MenuKey::Focused)),
            ("ArrowUp", Region::Matches) => Some(KeyHandler::List(ListKey::Up)),
            ("ArrowDown", Region::Matches) => Some(KeyHandler::List(ListKey::Down)),
            ("ArrowLeft", _) => Some(KeyHandler::Focus(FocusStep::Left)),
            ("ArrowRight", _) => Some(KeyHandler::Focus(FocusStep::Right)),
            ("ArrowUp", _) => Some(KeyHandler::Focus(FocusStep::Up)),
            ("ArrowDown", _) => Some(KeyHandler::Focus(FocusStep::Down)),
            _ => None,
        };
        if key_handler.is_some() {
            return key_handler;
        }
    }
    let is_board_region = matches!(region, Region::Boards | Region::Timeline);
    if !is_board_region && types_command(press, keymap) {
        return Some(KeyHandler::Ignored);
    }
    None
}

/// Returns whether the key is without Ctrl, and runs a command that changes the record.
fn types_command(press: KeyPress, keymap: &Keymap) -> bool {
    let command = press.command(keymap).map(Command::info);
    command.is_some_and(|info| info.changes_record) && !press.shortcut.ctrl
}

pub(super) fn table(press: KeyPress, context: &KeyContext, keymap: &Keymap) -> Option<KeyHandler> {
    if !context.table {
        return None;
    }
    match press.plain() {
        Some("Escape") => Some(KeyHandler::List(ListKey::Open)),
        _ => full_list(press, keymap),
    }
}

/// In the book of mistakes, the keys of a list select a mistake, Enter shows it, and Escape returns to the boards.
pub(super) fn book(press: KeyPress, context: &KeyContext, keymap: &Keymap) -> Option<KeyHandler> {
    if !context.book {
        return None;
    }
    match press.plain() {
        Some("Escape") => Some(KeyHandler::Command(Command::Book)),
        _ => full_list(press, keymap),
    }
}

/// The keys of a list that covers the boards. Commands for the boards and the record are ignored, since neither is
/// visible.
fn full_list(press: KeyPress, keymap: &Keymap) -> Option<KeyHandler> {
    let key = match (press.plain(), list_step(press)) {
        (_, Some(step)) => step,
        (Some("Home"), _) => ListKey::First,
        (Some("End"), _) => ListKey::Last,
        (Some("Enter"), _) => ListKey::Open,
        _ => {
            let command = press.command(keymap).map(Command::info);
            let is_unseen = command.is_some_and(|info| info.of_boards || info.changes_record);
            return if is_unseen { Some(KeyHandler::Ignored) } else { None };
        }
    };
    Some(KeyHandler::List(key))
}

pub(super) fn boards(press: KeyPress, context: &KeyContext, keymap: &Keymap) -> Option<KeyHandler> {
    if let Some(menu) = press.menu() {
        return Some(KeyHandler::Menu(MenuKey::Open(menu)));
    }
    if context.puzzle && press.glyph().is_some() {
        return Some(KeyHandler::Ignored);
    }
    if let Some(letter) = press.piece(keymap) {
        if context.takes_moves {
            return Some(KeyHandler::TypeMove(letter));
        }
        // A move typed after the solution steps to no other puzzle.
        if context.puzzle {
            return Some(KeyHandler::Ignored);
        }
    }
    let Some(command) = press.command(keymap) else {
        // The view handles keys that are not shortcuts.
        return Some(press.tab().unwrap_or(KeyHandler::View));
    };
    let types_text = !press.shortcut.ctrl && !is_function_key(press.shortcut.key);
    if context.search && types_text && command.info().changes_record {
        return Some(KeyHandler::Ignored);
    }
    Some(KeyHandler::Command(command))
}
