//! Every dialog fits into small windows, with large text too.

use crate::window::{SAMPLE, Window};
use eframe::egui::accesskit::Role;
use egui_kittest::{
    Node,
    kittest::{NodeT as _, Queryable as _},
};
use std::{collections::BTreeSet, path::PathBuf};
use tandem::app::{
    Action, COMMANDS, Command, CommandInfo, DeferredAction, Dialog, Guide, SaveTarget,
    SettingsPage, ShellAction, palette::can,
};

const SIZES: [(f32, f32); 3] = [(640.0, 480.0), (900.0, 600.0), (1280.0, 800.0)];

/// The roles of what the user must reach without scrolling sideways.
const CONTROLS: [Role; 7] = [
    Role::Button,
    Role::RadioButton,
    Role::CheckBox,
    Role::TextInput,
    Role::MultilineTextInput,
    Role::SpinButton,
    Role::ComboBox,
];

/// Returns whether `command` may open a dialog without changing anything else.
fn may_open_dialog(info: &CommandInfo) -> bool {
    let others = [Command::NewMatch, Command::NewFromPosition, Command::About, Command::Help];
    info.name.ends_with('…') || others.contains(&info.command)
}

/// Returns the dialogs that no command opens.
fn other_dialogs() -> Vec<Dialog> {
    let path = PathBuf::from("/home/anna/bughouse/matches/2026/november/league.bpgn");
    let typed = path.to_string_lossy().into_owned();
    let error = "The folder doesn’t exist: league.bpgn. Your changes are still open here.";
    let mut dialogs = vec![
        Dialog::SavePath(SaveTarget::File, typed, Some(error.to_owned())),
        Dialog::Replace(SaveTarget::File, path.clone()),
        Dialog::Unsaved(DeferredAction::Quit),
        Dialog::Unsaved(DeferredAction::Close),
        Dialog::ChangedOnDisk(path.clone()),
        Dialog::Differences(path),
        Dialog::Recover,
        Dialog::play_move(),
        Dialog::Sheets,
        Dialog::Merge { text: String::new(), error: String::new() },
        Dialog::Composer,
        Dialog::Palette(String::new(), 0),
        Dialog::Share,
    ];
    let pages =
        [SettingsPage::Appearance, SettingsPage::Matches, SettingsPage::Engine, SettingsPage::Keys];
    dialogs.extend(pages.map(|page| Dialog::Settings(page, None)));
    dialogs.extend(Guide::ALL.map(Dialog::Guide));
    dialogs
}

/// Returns what of the open dialog lies outside the window, or beside the dialog.
fn cut_off(window: &Window) -> Vec<String> {
    let Some(dialog) = window.harness.query_all_by_role(Role::Dialog).next() else {
        return Vec::new();
    };
    let name = dialog.accesskit_node().label().unwrap_or_default();
    let (screen, frame) = (window.harness.ctx.content_rect().expand(0.6), dialog.rect());
    let mut cut = Vec::new();
    if !screen.contains_rect(frame) {
        cut.push(format!("{name}: {frame:?}"));
    }
    let is_control = |node: &Node<'_>| CONTROLS.contains(&node.accesskit_node().role());
    for control in dialog.children_recursive().filter(is_control) {
        let (node, rect) = (control.accesskit_node(), control.rect());
        if rect.left() < frame.left() - 0.6 || rect.right() > frame.right() + 0.6 {
            cut.push(format!("{name}: {:?} at {rect:?} in {frame:?}", node.label()));
        }
    }
    cut
}

#[test]
fn every_dialog_lies_within_every_window() {
    let texts = [
        SAMPLE,
        include_str!("../../assets/samples/kriegspiel.pgn"),
        include_str!("../../assets/samples/kriegspiel-problem.pgn"),
    ];
    let mut cut = Vec::new();
    for (width, height) in SIZES {
        // The dialogs of Kriegspiel are tested in the smallest window, to save time.
        let count = if width > SIZES[0].0 { 1 } else { texts.len() };
        for (index, text) in texts.iter().take(count).enumerate() {
            let mut window = Window::sized(text, width, height);
            for percent in [100, 150] {
                window.change_settings(|it| it.text_percent = percent);
                let mut opening: Vec<Action> = COMMANDS
                    .iter()
                    .filter(|info| may_open_dialog(info) && can(window.state(), info.command))
                    .map(|info| Action::RunCommand(info.command))
                    .collect();
                if index == 0 {
                    let dialogs = other_dialogs().into_iter();
                    opening.extend(dialogs.map(|it| Action::Shell(ShellAction::Dialog(Some(it)))));
                }
                for action in opening {
                    window.update(action);
                    window.harness.step();
                    let found = cut_off(&window).into_iter();
                    cut.extend(found.map(|it| format!("{width} × {height}, {percent} %: {it}")));
                    window.update(Action::Shell(ShellAction::Dialog(None)));
                }
            }
        }
    }
    assert!(cut.is_empty(), "{cut:#?}");
}

/// Returns the first text of the open dialog.
fn title(window: &Window) -> Option<String> {
    let dialog = window.harness.query_all_by_role(Role::Dialog).next()?;
    let mut labels = dialog.children_recursive().map(|it| it.accesskit_node());
    let first = labels.find(|it| it.role() == Role::Label)?;
    first.value().or_else(|| first.label())
}

#[test]
fn the_name_of_every_dialog_is_its_title() {
    let mut window = Window::of(SAMPLE);
    let commands = COMMANDS
        .iter()
        .filter(|info| may_open_dialog(info) && can(window.state(), info.command))
        .map(|info| Action::RunCommand(info.command));
    let dialogs = other_dialogs().into_iter();
    let opening: Vec<Action> =
        commands.chain(dialogs.map(|it| Action::Shell(ShellAction::Dialog(Some(it))))).collect();
    let mut seen = BTreeSet::new();
    for action in opening {
        window.update(action);
        window.harness.step();
        // The list of all commands begins with a field instead of a title.
        if let (Some(name), Some(title)) = (window.open_dialog(), title(&window))
            && name != "All commands"
        {
            assert_eq!(name, title);
            seen.insert(name);
        }
        window.update(Action::Shell(ShellAction::Dialog(None)));
    }
    for name in ["Open", "Help", "Replace the file?", "Settings", "Play move", "New match"] {
        assert!(seen.contains(name), "{name}: {seen:?}");
    }
}

/// The numbers of Chess960 make the dialog higher and wider.
#[test]
fn starting_positions_fit_a_small_window_with_large_text() {
    for percent in [100, 150] {
        let mut window = Window::sized(SAMPLE, 640.0, 480.0);
        window.change_settings(|it| it.text_percent = percent);
        window.update(Action::RunCommand(Command::NewMatch));
        for start in ["Fischer random", "Custom position"] {
            window.press(start);
            window.harness.step();
            let cut = cut_off(&window);
            assert!(cut.is_empty(), "{start}: {cut:#?}");
        }
    }
}
