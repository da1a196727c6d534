//! Commands that ask for input: in every window they get the focus, so that what is typed next edits no match.

use crate::window::{SAMPLE, SHORT, Window};
use eframe::egui::{accesskit::Role, vec2};
use egui_kittest::{
    Node,
    kittest::{NodeT as _, Queryable as _},
};
use tandem::app::{Action, COMMANDS, Command, KeyContext, Panel, Switch, palette::can};

const SIZES: [(f32, f32); 3] = [(640.0, 480.0), (900.0, 600.0), (1280.0, 800.0)];

/// What a command shows for the user's next input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asks {
    /// A dialog, or a notice where no dialog can be shown.
    Dialog,
    /// The field of this name.
    Field(&'static str),
    /// A part of the window, in which a widget has this name.
    Part(&'static str),
    Nothing,
}

fn asks(command: Command) -> Asks {
    match command {
        Command::FilterMatches | Command::Table => Asks::Field("Filter matches"),
        Command::ToggleMatches => Asks::Part("Filter matches"),
        Command::Show(Panel::Search) => Asks::Field("Search"),
        Command::EditComment => Asks::Field("Comment"),
        Command::Show(Panel::Tags) => Asks::Part("Event"),
        Command::Show(Panel::Notes) => Asks::Part("Comment on the match"),
        Command::NewMatch
        | Command::NewFromPosition
        | Command::Help
        | Command::Keys
        | Command::About
        | Command::Guide(_) => Asks::Dialog,
        // Without a branch, it goes to the only next move.
        Command::ChooseVariation => Asks::Nothing,
        command if command.info().name.ends_with('…') => Asks::Dialog,
        _ => Asks::Nothing,
    }
}

/// Returns the name of the focused text field.
fn focused_field(window: &Window) -> Option<String> {
    let fields = [Role::TextInput, Role::MultilineTextInput, Role::SearchInput];
    let mut nodes = fields.into_iter().flat_map(|role| window.harness.query_all_by_role(role));
    nodes.find(Node::is_focused).and_then(|node| node.accesskit_node().label())
}

fn is_visible(window: &Window, name: &str) -> bool {
    let screen = window.harness.ctx.content_rect();
    let mut nodes = window.harness.query_all_by_label_contains(name);
    nodes.any(|node| screen.contains(node.rect().center()) && node.rect().is_positive())
}

#[test]
fn commands_that_ask_get_the_focus_in_every_window() {
    let several = format!("{SHORT}\n{SAMPLE}");
    let mut checked = 0;
    for (width, height) in SIZES {
        for text in [SHORT, &several] {
            for info in COMMANDS.iter().filter(|info| info.command.is_supported()) {
                let asked = asks(info.command);
                // The dialogs of the system cannot be opened here.
                let is_system = matches!(info.command, Command::Open | Command::OpenFolder);
                if asked == Asks::Nothing || is_system {
                    continue;
                }
                let mut window = Window::sized(text, width, height);
                if !can(window.state(), info.command) {
                    continue;
                }
                let hides = info.command == Command::ToggleMatches && window.state().shell.matches;
                if hides && width > 1000.0 {
                    continue;
                }
                let label = format!("{} at {width} × {height}", info.name);
                window.update(Action::RunCommand(info.command));
                match asked {
                    Asks::Dialog => {
                        // A file dialog of the system is asked first.
                        window.wait(&label, |window| {
                            let state = window.state();
                            KeyContext::of(state).dialog || !state.shell.notices.is_empty()
                        });
                    }
                    Asks::Field(name) => {
                        let field = focused_field(&window).unwrap_or_default();
                        assert!(field.contains(name), "{label}: {field}, {:?}", window.names());
                        assert!(is_visible(&window, &field), "{label}");
                    }
                    Asks::Part(name) => {
                        assert!(is_visible(&window, name), "{label}: {:?}", window.names());
                    }
                    Asks::Nothing => {}
                }
                // Beside the boards, the list leaves the keys to them; over the boards, it hides what they would change.
                let covers = info.command != Command::ToggleMatches || width < 1000.0;
                // Without the file dialog of a system, a notice says so, and the boards keep the keys.
                let is_refused = asked == Asks::Dialog && !KeyContext::of(window.state()).dialog;
                let is_panel = matches!(info.command, Command::Show(Panel::Tags | Panel::Notes));
                if covers && !is_refused && !is_panel {
                    let before = window.text();
                    window.type_text("d1");
                    let comment = matches!(info.command, Command::EditComment);
                    assert!(comment || window.text() == before, "{label}: {}", window.text());
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 120, "{checked}");
}

#[test]
fn a_hidden_part_opens_at_the_first_press() {
    for (width, height) in SIZES {
        for (command, name) in
            [(Command::ToggleMatches, "Filter matches"), (Command::FilterMatches, "Filter matches")]
        {
            let mut window = Window::sized(SHORT, width, height);
            assert!(!is_visible(&window, name));
            window.update(Action::RunCommand(command));
            assert!(is_visible(&window, name), "{command:?} at {width} × {height}");
        }
        let mut window = Window::sized(SHORT, width, height);
        let side = Command::Switch(Switch::ToggleSide);
        let is_shown = |window: &Window| {
            window.harness.query_all_by_role(Role::Tab).any(|tab| tab.rect().is_positive())
        };
        // The second of two presses reverses the first.
        let first = is_shown(&window);
        window.update(Action::RunCommand(side));
        let second = is_shown(&window);
        assert_ne!(first, second, "{width} × {height}");
        window.update(Action::RunCommand(side));
        assert_eq!(is_shown(&window), first, "{width} × {height}");
        // Switched off in a large window, the panel opens at the first press in a small one.
        let mut window = Window::of(SHORT);
        window.update(Action::RunCommand(side));
        assert!(!is_shown(&window));
        window.harness.set_size(vec2(width, height));
        window.settle();
        assert!(!is_shown(&window));
        window.update(Action::RunCommand(side));
        assert!(is_shown(&window), "{width} × {height}");
    }
}
