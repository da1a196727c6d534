//! Who takes a key: what is on top. [`taker`] alone decides; what is shown does no more than follow it.
//!
//! The layers from the top: a text field, a dialog, an open menu, the choice of what a pawn becomes, a part of the
//! window that has the focus, the table of matches, the boards. Each takes a key, stops it, or passes it on.

use super::{Command, Keymap, Menu, Panel, Shortcut, State};

/// A key that was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyPress {
    /// The key with Ctrl and Shift; a key that no command can have has an empty name, and Tab is `Tab`.
    pub shortcut: Shortcut,
    /// Whether Alt is held.
    pub alt: bool,
}

/// The text field that has the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// The filter of the matches.
    Filter {
        /// Whether the list was stepped through since the last letter.
        stepped: bool,
    },
    /// The question of the search.
    Question,
    /// A field of the record, in which every letter is a change that undo takes back.
    Record,
    /// Another.
    Other,
}

/// The menu or popup that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenMenu {
    /// A menu of the bar.
    Root,
    /// The same, at the entry of a menu within it.
    RootAtSubmenu,
    /// A menu within a menu.
    Submenu,
    /// Something else that lies over the window.
    Popup,
}

/// A part of the window that can have the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Region {
    /// The list of matches, or the table in place of the boards.
    Matches,
    /// The boards. They have the keys when nothing else has.
    Boards,
    /// The bar of menus.
    Menus,
    /// The timeline. The arrows step through the match there as they do on the boards.
    Timeline,
    /// The buttons below the boards.
    Transport,
    /// The tabs of the panel beside the boards.
    Tabs,
    /// The panel beside the boards.
    Panel,
    /// Messages.
    Messages,
}

/// What of the window could take a key now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeyContext {
    /// The text field that has the keyboard.
    pub field: Option<FieldKind>,
    /// Whether a dialog is open.
    pub dialog: bool,
    /// What menu is open.
    pub menu: Option<OpenMenu>,
    /// Whether it is asked what a pawn becomes.
    pub promotion: bool,
    /// Where the focus is, if it is on something that is no text field.
    pub focus: Option<Region>,
    /// Whether the table stands in place of the boards.
    pub table: bool,
    /// Whether the search is the panel beside the boards.
    pub search: bool,
}

impl KeyContext {
    /// Whether what is pasted is opened: nothing lies over the boards, and no text is being typed.
    #[must_use]
    pub const fn takes_paste(&self) -> bool {
        self.field.is_none()
            && !self.dialog
            && self.menu.is_none()
            && !self.promotion
            && !self.table
    }
}

/// A step of the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FocusStep {
    /// To the next field or group of buttons.
    Next,
    /// To the one before.
    Previous,
    /// To the left within the group.
    Left,
    /// To the right.
    Right,
    /// Up.
    Up,
    /// Down.
    Down,
}

/// A key of the menu bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuKey {
    /// Opens this menu.
    Open(Menu),
    /// Opens the menu whose name has the focus.
    Focused,
    /// Opens the menu to the right of the one that is open.
    Right,
    /// Opens the menu to the left.
    Left,
    /// Closes what is open.
    Close,
}

/// A key of the list of matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListKey {
    /// A row up.
    Up,
    /// A row down.
    Down,
    /// As many rows up as are in sight.
    PageUp,
    /// As many down.
    PageDown,
    /// To the first row.
    First,
    /// To the last row.
    Last,
    /// Shows the boards of the match that is chosen.
    Open,
}

/// Who takes a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taker {
    /// What is shown on top, which reads the key itself.
    Shown,
    /// This command.
    Command(Command),
    /// The menu bar.
    Menu(MenuKey),
    /// The list of matches.
    List(ListKey),
    /// The focus.
    Focus(FocusStep),
    /// The question of the search is asked.
    Ask,
    /// Nobody: the key does nothing.
    Nobody,
}

/// A layer: who takes a key there; nothing, where the layer passes it on.
type Layer = fn(KeyPress, &KeyContext, &Keymap) -> Option<Taker>;

/// Who takes `press`.
#[must_use]
pub fn taker(press: KeyPress, context: &KeyContext, keymap: &Keymap) -> Taker {
    let layers: [Layer; 7] = [text, dialog, menu, promotion, part, table, boards];
    let mut takers = layers.iter().map(|layer| layer(press, context, keymap));
    takers.find_map(|taker| taker).unwrap_or(Taker::Nobody)
}

impl KeyPress {
    /// The key's name where neither Ctrl, Alt nor Shift is held.
    fn plain(self) -> Option<&'static str> {
        let Shortcut { ctrl, shift, key } = self.shortcut;
        (!ctrl && !shift && !self.alt).then_some(key)
    }

    /// The step of the focus that Tab makes.
    fn tab(self) -> Option<Taker> {
        let Shortcut { ctrl, shift, key } = self.shortcut;
        let step = if shift {
            FocusStep::Previous
        } else {
            FocusStep::Next
        };
        (key == "Tab" && !ctrl && !self.alt).then_some(Taker::Focus(step))
    }

    /// Whether a text field edits with it. What has neither Ctrl nor Alt writes, save function keys and Tab.
    fn edits_text(self) -> bool {
        const WITH_CTRL: [&str; 14] = [
            "A",
            "C",
            "V",
            "X",
            "Y",
            "Z",
            "ArrowLeft",
            "ArrowRight",
            "ArrowUp",
            "ArrowDown",
            "Home",
            "End",
            "Backspace",
            "Delete",
        ];
        let Shortcut { ctrl, key, .. } = self.shortcut;
        if ctrl {
            return WITH_CTRL.contains(&key);
        }
        !self.alt && !is_function_key(key) && key != "Tab"
    }

    /// The menu that Alt opens with this letter.
    fn menu(self) -> Option<Menu> {
        let Shortcut { ctrl, shift, key } = self.shortcut;
        let mut menus = Menu::ALL.into_iter();
        let opens = |menu: &Menu| {
            let letter = menu.name().get(menu.letter_at()..=menu.letter_at());
            letter.is_some_and(|letter| letter.eq_ignore_ascii_case(key))
        };
        let menu = menus.find(opens);
        menu.filter(|_| self.alt && !ctrl && !shift)
    }

    /// The command that has this key. Shift is forgiven where no command has it, as some keyboards need it for a
    /// bracket.
    fn command(self, keymap: &Keymap) -> Option<Command> {
        // No command has Alt.
        if self.alt {
            return None;
        }
        let with = |wanted: Shortcut| {
            let mut keys = keymap.keys();
            keys.find(|(shortcut, _)| *shortcut == wanted)
                .map(|(_, command)| command)
        };
        let unshifted = Shortcut {
            shift: false,
            ..self.shortcut
        };
        with(self.shortcut).or_else(|| with(unshifted).filter(|_| self.shortcut.shift))
    }
}

/// `F1` and the like; the letter F is none.
fn is_function_key(name: &str) -> bool {
    let number = name.strip_prefix('F');
    number.is_some_and(|number| number.parse::<u8>().is_ok())
}

fn text(press: KeyPress, context: &KeyContext, _: &Keymap) -> Option<Taker> {
    let field = context.field?;
    let ctrl = press.shortcut.ctrl && !press.shortcut.shift && !press.alt;
    match (field, press.plain(), press.shortcut.key) {
        _ if context.dialog => {}
        (FieldKind::Record, _, "Z") if press.shortcut.ctrl => return None,
        (FieldKind::Question, Some("Enter"), _) => return Some(Taker::Ask),
        (FieldKind::Filter { .. }, Some("ArrowUp"), _) => return Some(Taker::List(ListKey::Up)),
        (FieldKind::Filter { .. }, Some("ArrowDown"), _) => {
            return Some(Taker::List(ListKey::Down));
        }
        (FieldKind::Filter { .. }, Some("PageUp"), _) => {
            return Some(if context.table {
                Taker::List(ListKey::PageUp)
            } else {
                Taker::Command(Command::PreviousMatch)
            });
        }
        (FieldKind::Filter { .. }, Some("PageDown"), _) => {
            return Some(if context.table {
                Taker::List(ListKey::PageDown)
            } else {
                Taker::Command(Command::NextMatch)
            });
        }
        (FieldKind::Filter { .. }, _, "Home") if ctrl => return Some(Taker::List(ListKey::First)),
        (FieldKind::Filter { .. }, _, "End") if ctrl => return Some(Taker::List(ListKey::Last)),
        (FieldKind::Filter { stepped }, Some("Enter"), _) => {
            // Whoever has only typed goes on typing; whoever has chosen a match wants to see it.
            return Some(if stepped && context.table {
                Taker::List(ListKey::Open)
            } else {
                Taker::Nobody
            });
        }
        _ => {}
    }
    press.edits_text().then_some(Taker::Shown)
}

fn dialog(_: KeyPress, context: &KeyContext, _: &Keymap) -> Option<Taker> {
    context.dialog.then_some(Taker::Shown)
}

fn menu(press: KeyPress, context: &KeyContext, _: &Keymap) -> Option<Taker> {
    let open = context.menu?;
    if let Some(menu) = press.menu() {
        return Some(Taker::Menu(MenuKey::Open(menu)));
    }
    Some(match (press.plain(), open) {
        (Some("F10"), _) => Taker::Menu(MenuKey::Close),
        (Some("ArrowLeft"), OpenMenu::Root | OpenMenu::RootAtSubmenu) => Taker::Menu(MenuKey::Left),
        (Some("ArrowRight"), OpenMenu::Root) => Taker::Menu(MenuKey::Right),
        (
            Some(
                "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" | "Enter" | "Space" | "Escape",
            ),
            _,
        ) => Taker::Shown,
        _ => Taker::Nobody,
    })
}

fn promotion(press: KeyPress, context: &KeyContext, _: &Keymap) -> Option<Taker> {
    if !context.promotion {
        return None;
    }
    Some(match press.plain() {
        Some("Escape") => Taker::Command(Command::LeaveVariation),
        Some("ArrowLeft") => Taker::Focus(FocusStep::Left),
        Some("ArrowRight") => Taker::Focus(FocusStep::Right),
        Some("Enter" | "Space" | "Q" | "R" | "B" | "N") => Taker::Shown,
        _ => Taker::Nobody,
    })
}

fn part(press: KeyPress, context: &KeyContext, keymap: &Keymap) -> Option<Taker> {
    let region = context.focus?;
    if let Some(key) = press.plain() {
        let taker = match (key, region) {
            ("Escape", _) => Some(Taker::Shown),
            (_, Region::Timeline) => None,
            ("Space" | "Enter", _) => Some(Taker::Shown),
            (_, Region::Boards) => None,
            ("ArrowDown", Region::Menus) => Some(Taker::Menu(MenuKey::Focused)),
            ("ArrowUp", Region::Matches) => Some(Taker::List(ListKey::Up)),
            ("ArrowDown", Region::Matches) => Some(Taker::List(ListKey::Down)),
            ("ArrowLeft", _) => Some(Taker::Focus(FocusStep::Left)),
            ("ArrowRight", _) => Some(Taker::Focus(FocusStep::Right)),
            ("ArrowUp", _) => Some(Taker::Focus(FocusStep::Up)),
            ("ArrowDown", _) => Some(Taker::Focus(FocusStep::Down)),
            _ => None,
        };
        if taker.is_some() {
            return taker;
        }
    }
    let command = press.command(keymap).map(Command::info);
    let changes = command.is_some_and(|info| info.changes_record);
    let of_boards = matches!(region, Region::Boards | Region::Timeline);
    (changes && !of_boards && !press.shortcut.ctrl).then_some(Taker::Nobody)
}

fn table(press: KeyPress, context: &KeyContext, keymap: &Keymap) -> Option<Taker> {
    if !context.table {
        return None;
    }
    let ctrl = press.shortcut.ctrl && !press.shortcut.shift && !press.alt;
    let key = match (press.plain(), press.shortcut.key) {
        (Some("ArrowUp"), _) => ListKey::Up,
        (Some("ArrowDown"), _) => ListKey::Down,
        (Some("PageUp"), _) => ListKey::PageUp,
        (Some("PageDown"), _) => ListKey::PageDown,
        (Some("Home"), _) => ListKey::First,
        (Some("End"), _) => ListKey::Last,
        (_, "Home") if ctrl => ListKey::First,
        (_, "End") if ctrl => ListKey::Last,
        (Some("Enter"), _) => ListKey::Open,
        _ => {
            // The boards are not seen.
            let command = press.command(keymap).map(Command::info);
            let unseen = command.is_some_and(|info| info.of_boards || info.changes_record);
            return unseen.then_some(Taker::Nobody);
        }
    };
    Some(Taker::List(key))
}

fn boards(press: KeyPress, context: &KeyContext, keymap: &Keymap) -> Option<Taker> {
    if let Some(menu) = press.menu() {
        return Some(Taker::Menu(MenuKey::Open(menu)));
    }
    let Some(command) = press.command(keymap) else {
        // What no command has is left to what is shown.
        return Some(press.tab().unwrap_or(Taker::Shown));
    };
    let letter = !press.shortcut.ctrl && !is_function_key(press.shortcut.key);
    if context.search && letter && command.info().changes_record {
        return Some(Taker::Nobody);
    }
    Some(Taker::Command(command))
}

impl State {
    /// What of the window could take a key, as far as the state knows it: neither field, menu nor focus.
    #[must_use]
    pub fn key_context(&self) -> KeyContext {
        // In an exercise the boards alone are shown.
        let is_match = self.exercise().is_none();
        KeyContext {
            dialog: self.shell.dialog.is_some(),
            promotion: self.attempt().promotion.is_some()
                || (is_match
                    && self
                        .game()
                        .is_some_and(|game| game.shown.promoting.is_some())),
            table: is_match && self.shell.table && self.library.file.is_some(),
            search: is_match
                && self.shell.panel == Panel::Search
                && self.settings.side
                && self.game_views().is_none(),
            ..KeyContext::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the layers are called in the table, from the top.
    fn context(layer: &str) -> KeyContext {
        let none = KeyContext::default();
        let focus = |region| KeyContext {
            focus: Some(region),
            ..none
        };
        let typing = |field| KeyContext {
            field: Some(field),
            ..none
        };
        let menu = |menu| KeyContext {
            menu: Some(menu),
            ..none
        };
        match layer {
            "comment" => typing(FieldKind::Record),
            "try" => typing(FieldKind::Other),
            "question" => KeyContext {
                search: true,
                ..typing(FieldKind::Question)
            },
            "filter" => typing(FieldKind::Filter { stepped: false }),
            "table's filter" => KeyContext {
                table: true,
                ..typing(FieldKind::Filter { stepped: false })
            },
            "table's filter, stepped" => KeyContext {
                table: true,
                ..typing(FieldKind::Filter { stepped: true })
            },
            "dialog" => KeyContext {
                dialog: true,
                ..none
            },
            // A dialog lies over everything else that takes keys.
            "dialog over all" => KeyContext {
                dialog: true,
                table: true,
                search: true,
                promotion: true,
                menu: None,
                focus: Some(Region::Panel),
                field: Some(FieldKind::Other),
            },
            "menu" => menu(OpenMenu::Root),
            "menu at submenu" => menu(OpenMenu::RootAtSubmenu),
            "submenu" => menu(OpenMenu::Submenu),
            "popup" => menu(OpenMenu::Popup),
            "promotion" => KeyContext {
                promotion: true,
                ..none
            },
            "menu bar" => focus(Region::Menus),
            "timeline" => focus(Region::Timeline),
            "tabs" => focus(Region::Tabs),
            "matches" => focus(Region::Matches),
            "square" => focus(Region::Boards),
            "table" => KeyContext {
                table: true,
                ..none
            },
            "search" => KeyContext {
                search: true,
                ..none
            },
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
            "Tab" | "Shift+Tab" => Shortcut {
                ctrl: false,
                shift: text != "Tab",
                key: "Tab",
            },
            text => Shortcut::parse(text).expect("a key"),
        };
        KeyPress { shortcut, alt }
    }

    /// What happens, in one word.
    fn word(taker: Taker) -> String {
        match taker {
            Taker::Shown => "shown".to_owned(),
            Taker::Nobody => "-".to_owned(),
            Taker::Ask => "ask".to_owned(),
            Taker::Command(command) => command.info().id.to_owned(),
            Taker::Menu(MenuKey::Open(menu)) => menu.name().to_owned(),
            Taker::Menu(key) => format!("menu {key:?}"),
            Taker::List(key) => format!("list {key:?}"),
            Taker::Focus(step) => format!("focus {step:?}"),
        }
    }

    /// A column a key, a row a layer.
    const TABLE: &str = "
        layer                   | D             | 1        | Enter       | Escape    | ArrowDown  | ArrowRight   | Space     | Home       | PageDown      | Tab        | Ctrl+Z | Ctrl+S | Ctrl+C       | F1    | F6         | F10        | F11        | Alt+F
        comment                 | shown         | shown    | shown       | shown     | shown      | shown        | shown     | shown      | shown         | focus Next | Undo   | Save   | shown        | Keys  | NextRegion | OpenMenus  | FullScreen | File
        try                     | shown         | shown    | shown       | shown     | shown      | shown        | shown     | shown      | shown         | focus Next | shown  | Save   | shown        | Keys  | NextRegion | OpenMenus  | FullScreen | File
        question                | shown         | shown    | ask         | shown     | shown      | shown        | shown     | shown      | shown         | focus Next | shown  | Save   | shown        | Keys  | NextRegion | OpenMenus  | FullScreen | File
        filter                  | shown         | shown    | -           | shown     | list Down  | shown        | shown     | shown      | NextMatch     | focus Next | shown  | Save   | shown        | Keys  | NextRegion | OpenMenus  | FullScreen | File
        table's filter          | shown         | shown    | -           | shown     | list Down  | shown        | shown     | shown      | list PageDown | focus Next | shown  | Save   | shown        | Keys  | NextRegion | OpenMenus  | FullScreen | File
        table's filter, stepped | shown         | shown    | list Open   | shown     | list Down  | shown        | shown     | shown      | list PageDown | focus Next | shown  | Save   | shown        | Keys  | NextRegion | OpenMenus  | FullScreen | File
        dialog                  | shown         | shown    | shown       | shown     | shown      | shown        | shown     | shown      | shown         | shown      | shown  | shown  | shown        | shown | shown      | shown      | shown      | shown
        dialog over all         | shown         | shown    | shown       | shown     | shown      | shown        | shown     | shown      | shown         | shown      | shown  | shown  | shown        | shown | shown      | shown      | shown      | shown
        menu                    | -             | -        | shown       | shown     | shown      | menu Right   | shown     | -          | -             | -          | -      | -      | -            | -     | -          | menu Close | -          | File
        menu at submenu         | -             | -        | shown       | shown     | shown      | shown        | shown     | -          | -             | -          | -      | -      | -            | -     | -          | menu Close | -          | File
        submenu                 | -             | -        | shown       | shown     | shown      | shown        | shown     | -          | -             | -          | -      | -      | -            | -     | -          | menu Close | -          | File
        popup                   | -             | -        | shown       | shown     | shown      | shown        | shown     | -          | -             | -          | -      | -      | -            | -     | -          | menu Close | -          | File
        promotion               | -             | -        | shown       | LeaveLine | -          | focus Right  | shown     | -          | -             | -          | -      | -      | -            | -     | -          | -          | -          | -
        tabs                    | -             | -        | shown       | shown     | focus Down | focus Right  | shown     | Start      | NextMatch     | focus Next | Undo   | Save   | CopyPosition | Keys  | NextRegion | OpenMenus  | FullScreen | File
        menu bar                | -             | -        | shown       | shown     | menu Focused | focus Right | shown    | Start      | NextMatch     | focus Next | Undo   | Save   | CopyPosition | Keys  | NextRegion | OpenMenus  | FullScreen | File
        timeline                | ToggleDiagram | Glyph(0) | EditComment | shown     | RowDown    | StepForward  | PlayPause | Start      | NextMatch     | focus Next | Undo   | Save   | CopyPosition | Keys  | NextRegion | OpenMenus  | FullScreen | File
        matches                 | -             | -        | shown       | shown     | list Down  | focus Right  | shown     | Start      | NextMatch     | focus Next | Undo   | Save   | CopyPosition | Keys  | NextRegion | OpenMenus  | FullScreen | File
        square                  | ToggleDiagram | Glyph(0) | shown       | shown     | RowDown    | StepForward  | shown     | Start      | NextMatch     | focus Next | Undo   | Save   | CopyPosition | Keys  | NextRegion | OpenMenus  | FullScreen | File
        table                   | -             | -        | list Open   | -         | list Down  | -            | -         | list First | list PageDown | focus Next | -      | Save   | CopyPosition | Keys  | NextRegion | OpenMenus  | FullScreen | File
        search                  | -             | -        | -           | LeaveLine | RowDown    | StepForward  | PlayPause | Start      | NextMatch     | focus Next | Undo   | Save   | CopyPosition | Keys  | NextRegion | OpenMenus  | FullScreen | File
        boards                  | ToggleDiagram | Glyph(0) | EditComment | LeaveLine | RowDown    | StepForward  | PlayPause | Start      | NextMatch     | focus Next | Undo   | Save   | CopyPosition | Keys  | NextRegion | OpenMenus  | FullScreen | File
    ";

    #[test]
    fn every_layer_does_with_every_key_what_the_table_says() {
        let mut rows = TABLE.lines().map(str::trim).filter(|row| !row.is_empty());
        let cells = |row: &'static str| row.split('|').map(str::trim);
        let keys: Vec<_> = cells(rows.next().expect("a head")).skip(1).collect();
        let keymap = Keymap::default();
        let mut checked = 0;
        for row in rows {
            let mut cells = cells(row);
            let layer = cells.next().expect("a layer");
            for (key, expect) in keys.iter().zip(cells) {
                let taken = taker(press(key), &context(layer), &keymap);
                assert_eq!(word(taken), expect, "{key} in {layer}");
                checked += 1;
            }
        }
        assert_eq!(checked, 21 * 18);
    }

    #[test]
    fn no_key_changes_the_record_but_from_the_boards() {
        let keymap = Keymap::default();
        let layers = [
            "try",
            "question",
            "filter",
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
                let press = KeyPress {
                    shortcut,
                    alt: false,
                };
                if let Taker::Command(command) = taker(press, &context(layer), &keymap) {
                    assert!(
                        !command.info().changes_record,
                        "{} in {layer}",
                        shortcut.text()
                    );
                }
            }
        }
    }

    #[test]
    fn shift_is_forgiven_where_no_command_has_it() {
        let keymap = Keymap::default();
        let boards = context("boards");
        let taken = |key| word(taker(press(key), &boards, &keymap));
        assert_eq!(taken("Shift+CloseBracket"), "Faster");
        assert_eq!(taken("Shift+ArrowRight"), "BoardForward");
        assert_eq!(taken("Shift+Tab"), "focus Previous");
        assert_eq!(taken("Alt+D"), "shown", "no command has Alt");
    }

    #[test]
    fn a_key_that_a_person_chose_wins() {
        let chosen = [("Flip".to_owned(), "F6".to_owned())];
        let keymap = Keymap::of(&chosen.into());
        let taken = |key, layer| word(taker(press(key), &context(layer), &keymap));
        // Both have it now; that which stands first in the table does it.
        assert_eq!(taken("F6", "boards"), "Flip");
        assert_eq!(taken("F6", "table"), "-", "the boards are not seen");
    }
}
