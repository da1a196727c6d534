//! [`key_handler()`]: decides which part of the window handles a key.

use super::{
    KeyContext, KeyPress,
    layer::{KeyLayer, boards, book, dialog, focused_region, menu, promotion, table, tabs, text},
};
use crate::app::{Command, Keymap, ListStep, Menu};
use std::mem::{Discriminant, discriminant};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FocusStep {
    /// The next field or group of buttons.
    Next,
    /// The previous field or group of buttons.
    Previous,
    Left,
    Right,
    Up,
    Down,
}

/// A key's action in the menu bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuKey {
    Open(Menu),
    /// Open the menu whose name has the focus.
    Focused,
    /// Open the menu to the right of the open one.
    Right,
    /// Open the menu to the left of the open one.
    Left,
    Close,
}

/// A key's action in the match list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListKey {
    Up,
    Down,
    /// One page of visible rows up.
    PageUp,
    /// One page of visible rows down.
    PageDown,
    First,
    Last,
    /// Show the boards of the selected match.
    Open,
}

impl ListKey {
    /// Returns the step in a list whose pages have `page` rows, or `None` for [`ListKey::Open`].
    pub const fn step(self, page: usize) -> Option<ListStep> {
        Some(match self {
            Self::Up => ListStep::Up(1),
            Self::Down => ListStep::Down(1),
            Self::PageUp => ListStep::Up(page),
            Self::PageDown => ListStep::Down(page),
            Self::First => ListStep::First,
            Self::Last => ListStep::Last,
            Self::Open => return None,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyHandler {
    /// The focused widget or dialog handles the key itself.
    View,
    Command(Command),
    Menu(MenuKey),
    List(ListKey),
    Focus(FocusStep),
    /// The dialog for moves opens with this letter of a piece.
    TypeMove(char),
    /// The Search panel runs its query.
    RunQuery,
    Ignored,
}

impl KeyHandler {
    /// Returns whether the handler acts again while its key is held: steps do, and editing in a field. Switches,
    /// buttons and dialogs act once.
    fn repeats(self, press: KeyPress, context: &KeyContext) -> bool {
        match self {
            Self::Command(command) => command.info().repeats,
            Self::Menu(key) => matches!(key, MenuKey::Left | MenuKey::Right),
            Self::List(key) => key != ListKey::Open,
            Self::Focus(_) => true,
            Self::View => match press.shortcut.key {
                "Escape" => false,
                "Space" | "Enter" => context.field.is_some(),
                _ => true,
            },
            Self::TypeMove(_) | Self::RunQuery | Self::Ignored => false,
        }
    }
}

/// Returns the handler of a key press. The press of a held key that repeats has the same handler, or none.
pub fn key_handler(press: KeyPress, context: &KeyContext, keymap: &Keymap) -> KeyHandler {
    let layers: [KeyLayer; 9] =
        [text, dialog, menu, promotion, tabs, focused_region, table, book, boards];
    let mut handlers = layers.iter().map(|layer| layer(press, context, keymap));
    let handler = handlers.find_map(|handler| handler).unwrap_or(KeyHandler::Ignored);
    if press.is_repeat && !handler.repeats(press, context) {
        return KeyHandler::Ignored;
    }
    handler
}

/// The kinds of handlers that the held keys had when they were pressed. A key that ran a command must not type into the
/// field that the command has opened.
#[derive(Debug, Default)]
pub struct HeldKeys(Vec<(&'static str, Discriminant<KeyHandler>)>);

impl HeldKeys {
    /// Returns `handler`, the handler of `press`. If the key is held and its handler was of another kind when it was
    /// pressed, returns [`KeyHandler::Ignored`].
    pub fn follow(&mut self, press: KeyPress, handler: KeyHandler) -> KeyHandler {
        let key = press.shortcut.key;
        let kind = discriminant(&handler);
        if press.is_repeat {
            let pressed = self.0.iter().find(|(held, _)| *held == key);
            let is_same = pressed.is_none_or(|(_, pressed)| *pressed == kind);
            return if is_same { handler } else { KeyHandler::Ignored };
        }
        self.0.retain(|(held, _)| *held != key);
        self.0.push((key, kind));
        handler
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{
        COMMANDS, Shortcut,
        keys::{FieldKind, OpenMenu, Region},
    };

    /// Returns the context with this name in [`TABLE`].
    fn context(layer: &str) -> KeyContext {
        let none = KeyContext::default();
        let focus = |region| KeyContext { focus: Some(region), ..none };
        let typing = |field| KeyContext { field: Some(field), ..none };
        let menu = |menu| KeyContext { menu: Some(menu), ..none };
        match layer {
            "comment" => typing(FieldKind::Record),
            "try" => typing(FieldKind::Other),
            "query" => KeyContext { search: true, ..typing(FieldKind::SearchQuery) },
            "filter" => typing(FieldKind::Filter { stepped: false }),
            "filter, stepped" => typing(FieldKind::Filter { stepped: true }),
            "table's filter" => {
                KeyContext { table: true, ..typing(FieldKind::Filter { stepped: false }) }
            }
            "table's filter, stepped" => {
                KeyContext { table: true, ..typing(FieldKind::Filter { stepped: true }) }
            }
            "dialog" => KeyContext { dialog: true, ..none },
            "dialog about work" => KeyContext { dialog: true, asks_about_work: true, ..none },
            // A dialog covers everything else that handles keys.
            "dialog over all" => KeyContext {
                dialog: true,
                table: true,
                search: true,
                book: true,
                promotion: true,
                focus: Some(Region::Panel),
                takes_moves: true,
                ..typing(FieldKind::Other)
            },
            "menu" => menu(OpenMenu::Root),
            "menu at submenu" => menu(OpenMenu::RootAtSubmenu),
            "submenu" => menu(OpenMenu::Submenu),
            "popup" => menu(OpenMenu::Popup),
            "list drawer" => menu(OpenMenu::Drawer(Region::Matches)),
            "list drawer's filter" => KeyContext {
                field: Some(FieldKind::Filter { stepped: false }),
                ..menu(OpenMenu::Drawer(Region::Matches))
            },
            "panel drawer" => menu(OpenMenu::Drawer(Region::Panel)),
            "promotion" => KeyContext { promotion: true, ..none },
            "menu bar" => focus(Region::Menus),
            "timeline" => focus(Region::Timeline),
            "tabs" => focus(Region::Tabs),
            "matches" => focus(Region::Matches),
            "square" => focus(Region::Boards),
            "table" => KeyContext { table: true, ..none },
            "search" => KeyContext { search: true, ..none },
            "boards" => none,
            other => panic!("no layer {other}"),
        }
    }

    fn press(text: &str) -> KeyPress {
        let (alt, text) = match text.strip_prefix("Alt+") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let shortcut = match text {
            "Tab" | "Shift+Tab" | "Ctrl+Tab" | "Ctrl+Shift+Tab" => Shortcut {
                ctrl: text.starts_with("Ctrl"),
                shift: text.contains("Shift"),
                key: "Tab",
            },
            text => Shortcut::parse(text).expect("a key"),
        };
        KeyPress { shortcut, alt, digit: None, character: None, is_repeat: false }
    }

    /// Returns the handler as one word.
    fn word(key_handler: KeyHandler) -> String {
        match key_handler {
            KeyHandler::View => "shown".to_owned(),
            KeyHandler::Ignored => "-".to_owned(),
            KeyHandler::RunQuery => "ask".to_owned(),
            KeyHandler::TypeMove(letter) => format!("type {letter}"),
            KeyHandler::Command(command) => command.info().id.to_owned(),
            KeyHandler::Menu(MenuKey::Open(menu)) => menu.name().to_owned(),
            KeyHandler::Menu(key) => format!("menu {key:?}"),
            KeyHandler::List(key) => format!("list {key:?}"),
            KeyHandler::Focus(step) => format!("focus {step:?}"),
        }
    }

    /// The handlers: one column per key, one row per layer.
    const TABLE: &str = "
        layer                   | D             | 1        | Enter       | Escape    | ArrowDown  | ArrowRight   | Space     | Home       | PageDown      | Tab        | Ctrl+Z | Ctrl+S | Ctrl+C       | F1    | F6         | F10        | F11        | Alt+F
        comment                 | shown         | shown    | shown       | shown     | shown      | shown        | shown     | shown      | shown         | focus Next | Undo   | Save   | shown        | Help  | NextRegion | OpenMenus  | FullScreen | File
        try                     | shown         | shown    | shown       | shown     | shown      | shown        | shown     | shown      | shown         | focus Next | shown  | Save   | shown        | Help  | NextRegion | OpenMenus  | FullScreen | File
        query                   | shown         | shown    | ask         | shown     | shown      | shown        | shown     | shown      | shown         | focus Next | shown  | Save   | shown        | Help  | NextRegion | OpenMenus  | FullScreen | File
        filter                  | shown         | shown    | list Open   | shown     | list Down  | shown        | shown     | shown      | NextMatch     | focus Next | shown  | Save   | shown        | Help  | NextRegion | OpenMenus  | FullScreen | File
        filter, stepped         | shown         | shown    | list Open   | -         | list Down  | shown        | shown     | shown      | NextMatch     | focus Next | shown  | Save   | shown        | Help  | NextRegion | OpenMenus  | FullScreen | File
        table's filter          | shown         | shown    | -           | shown     | list Down  | shown        | shown     | shown      | list PageDown | focus Next | shown  | Save   | shown        | Help  | NextRegion | OpenMenus  | FullScreen | File
        table's filter, stepped | shown         | shown    | list Open   | -         | list Down  | shown        | shown     | shown      | list PageDown | focus Next | shown  | Save   | shown        | Help  | NextRegion | OpenMenus  | FullScreen | File
        dialog                  | shown         | shown    | shown       | shown     | shown      | shown        | shown     | shown      | shown         | shown      | shown  | shown  | shown        | shown | shown      | shown      | shown      | shown
        dialog about work       | shown         | shown    | shown       | shown     | -          | -            | shown     | shown      | shown         | shown      | shown  | shown  | shown        | shown | shown      | shown      | shown      | shown
        dialog over all         | shown         | shown    | shown       | shown     | shown      | shown        | shown     | shown      | shown         | shown      | shown  | shown  | shown        | shown | shown      | shown      | shown      | shown
        menu                    | -             | -        | shown       | shown     | shown      | menu Right   | shown     | -          | -             | -          | -      | -      | -            | -     | -          | menu Close | -          | File
        menu at submenu         | -             | -        | shown       | shown     | shown      | shown        | shown     | -          | -             | -          | -      | -      | -            | -     | -          | menu Close | -          | File
        submenu                 | -             | -        | shown       | shown     | shown      | shown        | shown     | -          | -             | -          | -      | -      | -            | -     | -          | menu Close | -          | File
        popup                   | -             | -        | shown       | shown     | shown      | shown        | shown     | -          | -             | -          | -      | -      | -            | -     | -          | menu Close | -          | File
        list drawer             | -             | -        | list Open   | shown     | list Down  | StepForward  | PlayPause | Start      | NextMatch     | -          | Undo   | Save   | CopyPosition | Help  | NextRegion | OpenMenus  | FullScreen | File
        list drawer's filter    | shown         | shown    | list Open   | shown     | list Down  | shown        | shown     | shown      | NextMatch     | -          | shown  | Save   | shown        | Help  | NextRegion | OpenMenus  | FullScreen | File
        panel drawer            | ToggleDiagram | Glyph(0) | shown       | shown     | shown      | shown        | shown     | Start      | NextMatch     | -          | Undo   | Save   | CopyPosition | Help  | NextRegion | OpenMenus  | FullScreen | File
        promotion               | -             | -        | shown       | LeaveLine | -          | focus Right  | shown     | -          | -             | -          | -      | -      | -            | -     | -          | -          | -          | -
        tabs                    | -             | -        | shown       | shown     | focus Down | focus Right  | shown     | Start      | NextMatch     | focus Next | Undo   | Save   | CopyPosition | Help  | NextRegion | OpenMenus  | FullScreen | File
        menu bar                | -             | -        | shown       | shown     | menu Focused | focus Right | shown    | Start      | NextMatch     | focus Next | Undo   | Save   | CopyPosition | Help  | NextRegion | OpenMenus  | FullScreen | File
        timeline                | ToggleDiagram | Glyph(0) | EditComment | shown     | RowDown    | StepForward  | PlayPause | Start      | NextMatch     | focus Next | Undo   | Save   | CopyPosition | Help  | NextRegion | OpenMenus  | FullScreen | File
        matches                 | -             | -        | shown       | shown     | list Down  | focus Right  | shown     | Start      | NextMatch     | focus Next | Undo   | Save   | CopyPosition | Help  | NextRegion | OpenMenus  | FullScreen | File
        square                  | ToggleDiagram | Glyph(0) | shown       | shown     | RowDown    | StepForward  | shown     | Start      | NextMatch     | focus Next | Undo   | Save   | CopyPosition | Help  | NextRegion | OpenMenus  | FullScreen | File
        table                   | -             | -        | list Open   | list Open | list Down  | -            | -         | list First | list PageDown | focus Next | -      | Save   | CopyPosition | Help  | NextRegion | OpenMenus  | FullScreen | File
        search                  | -             | -        | -           | LeaveLine | RowDown    | StepForward  | PlayPause | Start      | NextMatch     | focus Next | Undo   | Save   | CopyPosition | Help  | NextRegion | OpenMenus  | FullScreen | File
        boards                  | ToggleDiagram | Glyph(0) | EditComment | LeaveLine | RowDown    | StepForward  | PlayPause | Start      | NextMatch     | focus Next | Undo   | Save   | CopyPosition | Help  | NextRegion | OpenMenus  | FullScreen | File
    ";

    #[test]
    fn layers_handle_keys_as_in_the_table() {
        let mut rows = TABLE.lines().map(str::trim).filter(|row| !row.is_empty());
        let cells = |row: &'static str| row.split('|').map(str::trim);
        let keys: Vec<_> = cells(rows.next().expect("a head")).skip(1).collect();
        let keymap = Keymap::default();
        let mut checked = 0;
        for row in rows {
            let mut cells = cells(row);
            let layer = cells.next().expect("a layer");
            for (key, expect) in keys.iter().zip(cells) {
                let taken = key_handler(press(key), &context(layer), &keymap);
                assert_eq!(word(taken), expect, "{key} in {layer}");
                checked += 1;
            }
        }
        assert_eq!(checked, 26 * 18);
    }

    #[test]
    fn only_board_keys_change_the_record() {
        let keymap = Keymap::default();
        let layers = [
            "try",
            "query",
            "filter",
            "filter, stepped",
            "table's filter",
            "dialog",
            "dialog over all",
            "menu",
            "submenu",
            "popup",
            "promotion",
            "table",
        ];
        for layer in layers {
            for (shortcut, _) in keymap.keys() {
                let press = KeyPress { shortcut, ..press("F1") };
                if let KeyHandler::Command(command) = key_handler(press, &context(layer), &keymap) {
                    assert!(!command.info().changes_record, "{} in {layer}", shortcut.text());
                }
            }
        }
    }

    #[test]
    fn shift_is_ignored_without_a_shift_shortcut() {
        let keymap = Keymap::default();
        let boards = context("boards");
        let taken = |key| word(key_handler(press(key), &boards, &keymap));
        assert_eq!(taken("Shift+CloseBracket"), "Faster");
        assert_eq!(taken("Shift+ArrowRight"), "BoardForward");
        assert_eq!(taken("Shift+Tab"), "focus Previous");
        assert_eq!(taken("Alt+D"), "shown", "no command has Alt");
    }

    #[test]
    fn letter_of_a_piece_types_a_move() {
        let keymap = Keymap::default();
        for letter in ["K", "Q", "R", "B", "N", "P"] {
            let press = press(&format!("Shift+{letter}"));
            let open = KeyContext { takes_moves: true, puzzle: true, ..KeyContext::default() };
            assert_eq!(word(key_handler(press, &open, &keymap)), format!("type {letter}"));
            let solved = KeyContext { takes_moves: false, ..open };
            assert_eq!(word(key_handler(press, &solved, &keymap)), "-", "{letter}");
        }
    }

    #[test]
    fn digit_row_works_shifted_or_not_on_every_layout() {
        let keymap = Keymap::default();
        let boards = context("boards");
        let taken = |text: &str, digit| {
            let press = KeyPress { digit: Some(digit), ..press(text) };
            word(key_handler(press, &boards, &keymap))
        };
        // The signs of the keys 4 and 6 on a French keyboard, and of the key 1 on a Czech one.
        assert_eq!(taken("Quote", "4"), "Glyph(3)");
        assert_eq!(taken("Minus", "6"), "Glyph(5)");
        assert_eq!(taken("Plus", "1"), "Glyph(0)");
        assert_eq!(taken("Shift+4", "4"), "Glyph(3)");
        assert_eq!(taken("Ctrl+Quote", "4"), "ShowReport");
        assert_eq!(taken("Ctrl+Shift+4", "4"), "ShowReport");
        // A sign that is a shortcut itself keeps its meaning.
        assert_eq!(taken("OpenBracket", "5"), "Slower");
        let chosen = [("Flip".to_owned(), "Quote".to_owned())];
        let keymap = Keymap::of(&chosen.into());
        let press = KeyPress { digit: Some("4"), ..press("Quote") };
        assert_eq!(word(key_handler(press, &boards, &keymap)), "Flip");
    }

    #[test]
    fn shifted_digit_is_the_sign_that_it_types() {
        let keymap = Keymap::default();
        let boards = context("boards");
        let taken = |text: &str, character, context: &KeyContext| {
            let press = KeyPress { character: Some(character), ..press(text) };
            word(key_handler(press, context, &keymap))
        };
        // An English keyboard: the key of 2 types `@`, which no command has.
        assert_eq!(taken("Shift+2", '@', &boards), "shown");
        assert_eq!(taken("Shift+3", '#', &boards), "shown");
        // A French keyboard types digits with Shift.
        assert_eq!(taken("Shift+2", '2', &boards), "Glyph(1)");
        assert_eq!(taken("2", 'é', &boards), "Glyph(1)");
        assert_eq!(taken("Shift+CloseBracket", ']', &boards), "Faster");
        // The signs of glyphs, on any key.
        assert_eq!(taken("Shift+1", '!', &boards), "Glyph(0)");
        assert_eq!(taken("Shift+Minus", '?', &boards), "Glyph(1)");
        assert_eq!(taken("Slash", '!', &boards), "Glyph(0)");
        assert_eq!(taken("Shift+1", '!', &context("table")), "-");
        assert_eq!(taken("Shift+1", '!', &context("comment")), "shown");
        let puzzle = KeyContext { puzzle: true, ..boards };
        assert_eq!(taken("Shift+1", '!', &puzzle), "-");
        assert_eq!(taken("1", '1', &puzzle), "Glyph(0)");
    }

    #[test]
    fn only_steps_repeat_while_their_key_is_held() {
        let keymap = Keymap::default();
        let held = |text: &str, layer| {
            let press = KeyPress { is_repeat: true, ..press(text) };
            word(key_handler(press, &context(layer), &keymap))
        };
        for key in ["1", "F", "X", "D", "E", "Space", "Enter", "L", "K", "F11", "Ctrl+F", "Escape"]
        {
            assert_eq!(held(key, "boards"), "-", "{key}");
        }
        assert_eq!(held("ArrowRight", "boards"), "StepForward");
        assert_eq!(held("Shift+ArrowLeft", "boards"), "BoardBack");
        assert_eq!(held("PageDown", "boards"), "NextMatch");
        assert_eq!(held("Ctrl+Z", "boards"), "Undo");
        assert_eq!(held("CloseBracket", "boards"), "Faster");
        assert_eq!(held("F3", "boards"), "NextResult");
        assert_eq!(held("ArrowDown", "table"), "list Down");
        // In a field, every key repeats; a focused button is pressed once.
        assert_eq!(held("Enter", "comment"), "shown");
        assert_eq!(held("Backspace", "comment"), "shown");
        assert_eq!(held("Space", "tabs"), "-");
        assert_eq!(held("Enter", "dialog"), "-");
        assert_eq!(held("ArrowDown", "dialog"), "shown");
        assert_eq!(held("F10", "menu"), "-");
        assert_eq!(held("Enter", "table"), "-");
    }

    #[test]
    fn every_step_in_the_command_table_repeats() {
        let repeats: Vec<_> =
            COMMANDS.iter().filter(|info| info.repeats).map(|info| info.id).collect();
        let expect = "NextTab PreviousTab NextMatch PreviousMatch Undo Redo NextResult PreviousResult \
            NextRegion PreviousRegion StepForward SelectNext SelectPrevious StepBack BoardForward BoardBack \
            RowDown RowUp Faster Slower NextMistake PreviousMistake NextExercise \
            PreviousExercise SolutionForward SolutionBack NextTry PreviousTry";
        assert_eq!(repeats, expect.split_ascii_whitespace().collect::<Vec<_>>());
        for info in COMMANDS {
            assert!(!(info.repeats && info.on.is_some()), "{} is a switch", info.name);
        }
    }

    #[test]
    fn custom_shortcut_overrides_the_default() {
        let chosen = [("Flip".to_owned(), "F6".to_owned())];
        let keymap = Keymap::of(&chosen.into());
        let taken = |key, layer| word(key_handler(press(key), &context(layer), &keymap));
        // Both commands have the key F6; the first of them in the command table runs.
        assert_eq!(taken("F6", "boards"), "Flip");
        assert_eq!(taken("F6", "table"), "-", "the boards are not seen");
    }
}
