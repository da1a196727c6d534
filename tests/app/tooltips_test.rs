//! Every icon button has a tooltip, and the shortcuts in tooltips are those of the commands.

use crate::{
    painted::Painted,
    window::{CTRL, SAMPLE, Window},
};
use eframe::egui::{Key, Rect, accesskit::Role, pos2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use std::collections::BTreeSet;
use tandem::app::{Action, Command, Dialog, Guide, JobKind, SettingsPage, ShellAction};

/// The name and rectangle of a button.
type Button = (String, Rect);

/// The number of frames until a tooltip appears.
const RESTS: usize = 10;

/// Returns the buttons of the window.
fn buttons(window: &Window) -> Vec<Button> {
    // Widgets that a dialog covers, or that are scrolled out of it, cannot be clicked.
    let dialog = window.harness.query_all_by_role(Role::Dialog).last();
    let (root, screen) = match dialog {
        Some(dialog) => (dialog, dialog.rect()),
        None => (window.harness.root(), window.harness.ctx.content_rect()),
    };
    let all = root.children_recursive().filter_map(|node| {
        let about = node.accesskit_node();
        let pressed = matches!(
            about.role(),
            Role::Button | Role::Tab | Role::CheckBox | Role::RadioButton | Role::Link
        );
        about.raw_bounds()?;
        let name = about.label().or_else(|| about.value()).unwrap_or_default();
        (pressed && !about.is_hidden()).then(|| (name, node.rect()))
    });
    all.filter(|(_, rect)| screen.contains(rect.center())).collect()
}

/// Returns whether a text other than a symbol is painted within `rect`.
fn has_text(painted: &Painted, rect: Rect) -> bool {
    let texts = painted.words.iter().zip(&painted.places);
    texts.into_iter().any(|(words, place)| {
        rect.expand(1.0).contains(place.center()) && words.chars().any(char::is_alphanumeric)
    })
}

/// Returns the shortcuts in a text like `Start (Home)` or `Speed ([ and ])`. The list is empty if there are none in the
/// parentheses.
fn keys_named(words: &str) -> Vec<String> {
    let last = words.lines().next().unwrap_or_default();
    let Some((_, inside)) = last.strip_suffix(')').and_then(|it| it.rsplit_once(" (")) else {
        return Vec::new();
    };
    let keys: Vec<String> = inside.split(" and ").map(str::to_owned).collect();
    let named = ["Home", "End", "Space", "Esc", "Page Up", "Page Down", "Enter", "Delete"];
    let is_key = |key: &String| {
        let function = key.strip_prefix('F').is_some_and(|it| it.parse::<u8>().is_ok());
        key.contains('+') || key.chars().count() == 1 || function || named.contains(&&**key)
    };
    if keys.iter().all(is_key) { keys } else { Vec::new() }
}

#[test]
fn keys_are_found_in_words() {
    assert_eq!(keys_named("Go to start (Home)"), ["Home"]);
    assert_eq!(keys_named("Speed ([ and ])"), ["[", "]"]);
    assert_eq!(keys_named("All matches (Ctrl+T)\nmore"), ["Ctrl+T"]);
    assert!(keys_named("White (Anna)").is_empty());
}

/// The widgets that were checked.
#[derive(Default)]
struct Seen {
    /// The names of the icon buttons.
    icons: BTreeSet<String>,
    /// The number of names and tooltips with a shortcut.
    with_keys: usize,
}

impl Seen {
    fn check_keys(&mut self, window: &Window, words: &str, place: &str) {
        let keymap = &window.state().shell.keymap;
        let known: Vec<String> = keymap.keys().map(|(key, _)| key.text()).collect();
        for key in keys_named(words) {
            assert!(known.contains(&key), "{place}: {words:?} names a key of no command");
            self.with_keys += 1;
        }
    }

    /// Checks all widgets that are shown.
    fn check(&mut self, window: &mut Window, place: &str) {
        window.harness.hover_at(pos2(1.0, 1.0));
        window.harness.run_steps(2);
        let all = buttons(window);
        assert!(!all.is_empty(), "{place}");
        for (name, rect) in all {
            assert!(!name.trim().is_empty(), "{place}: a button at {rect:?} has no name");
            self.check_keys(window, &name, place);
            let before = Painted::of(window);
            if has_text(&before, rect) || !self.icons.insert(name.clone()) {
                continue;
            }
            window.harness.hover_at(rect.center());
            window.harness.run_steps(RESTS);
            let after = Painted::of(window);
            let tooltip = after.words.iter().find(|words| !before.words.contains(words));
            let Some(tooltip) = tooltip else {
                panic!("{place}: {name:?} at {rect:?} has a drawing and no tooltip");
            };
            assert!(tooltip.chars().any(char::is_alphabetic), "{place}: {tooltip:?}");
            self.check_keys(window, tooltip, place);
            window.harness.hover_at(pos2(1.0, 1.0));
            window.harness.run_steps(2);
        }
    }
}

fn open(window: &mut Window, dialog: Dialog) {
    window.update(Action::Shell(ShellAction::Dialog(Some(dialog))));
    window.settle();
}

fn command(window: &mut Window, command: Command) {
    window.update(Action::RunCommand(command));
    window.settle();
}

#[test]
fn tooltips_of_large_areas_open_at_the_pointer() {
    let long = SAMPLE.replace("Margency", "The_Grandmaster_of_Drops_2026");
    let mut table = Window::sized(&format!("{long}\n{SAMPLE}"), 900.0, 600.0);
    command(&mut table, Command::Table);
    let row = table.rect_containing("The_Grandmaster_of_Drops_2026");
    let start = Window::empty();
    let boards = start.rect("Boards of the sample match");
    for (mut window, at, words) in [
        (table, pos2(row.right() - 200.0, row.center().y), "The_Grandmaster_of_Drops_2026"),
        (start, boards.center(), "Open the sample match"),
    ] {
        window.harness.hover_at(at);
        window.harness.run_steps(RESTS);
        let painted = Painted::of(&window);
        let all = painted.words.iter().zip(&painted.places);
        let mut near = all.filter(|(_, place)| place.distance_to_pos(at) < 60.0);
        assert!(near.any(|(it, _)| it.starts_with(words)), "{words} at {at:?}");
    }
}

#[test]
fn a_dialog_closes_the_tooltip_under_a_resting_pointer() {
    const TOOLTIP: &str = "Open the sample match";
    let mut window = Window::empty();
    let at = window.rect("Boards of the sample match").center();
    window.harness.hover_at(at);
    window.harness.run_steps(RESTS);
    assert_eq!(Painted::of(&window).count(TOOLTIP), 1);
    command(&mut window, Command::NewMatch);
    assert_eq!(Painted::of(&window).count(TOOLTIP), 0);
    // The pointer is still there.
    assert_eq!(window.harness.ctx.pointer_hover_pos(), Some(at));
}

#[test]
fn no_text_is_cut_without_a_tooltip() {
    let text = SAMPLE
        .replace("\"Margency\"", "\"The_Grandmaster_of_Drops_2026\"")
        .replace("\"Altais\"", "\"Wolfgang-Amadeus-Bughouse\"")
        .replace(
            "\"FICS rated bughouse match\"",
            "\"Third International Internet Bughouse Championship, qualification\"",
        )
        .replace(
            "{izicik checkmated}",
            "{izicik checkmated, after a sit of half a minute and with every piece on the board}",
        );
    let (mut checked, mut cut) = (0, Vec::new());
    // The last is 1280 × 800 with a text size of 150 %.
    let sizes = [(900.0, 600.0), (1280.0, 800.0), (700.0, 1000.0), (420.0, 700.0), (853.0, 533.0)];
    for (width, height) in sizes {
        let mut window = Window::sized(&format!("{text}\n\n{SAMPLE}"), width, height);
        for (key, digit) in [
            (Key::Home, Key::Num1),
            (Key::End, Key::Num1),
            (Key::ArrowLeft, Key::Num2),
            (Key::ArrowLeft, Key::Num3),
            (Key::ArrowLeft, Key::Num8),
        ] {
            window.key(key);
            // In the narrow window the panel would open as a drawer over the boards.
            if width > 500.0 {
                window.keys(CTRL, digit);
            }
            window.settle();
            let before = Painted::of(&window);
            for (words, seen) in &before.cut {
                window.harness.hover_at(seen.center());
                window.harness.run_steps(RESTS);
                let start: String = words.trim().chars().take(8).collect();
                let after = Painted::of(&window);
                let count = |all: &[String]| all.iter().filter(|it| it.contains(&start)).count();
                if count(&after.words) <= count(&before.words) {
                    cut.push(format!("{width} × {height}, {digit:?}: {words:?} at {seen:?}"));
                }
                checked += 1;
                window.harness.hover_at(pos2(1.0, 1.0));
                window.harness.run_steps(2);
            }
        }
    }
    assert!(cut.is_empty(), "{}", cut.join("\n"));
    assert!(checked > 20, "{checked}");
}

#[test]
fn every_drawing_in_the_panels_and_the_table_of_a_match_has_a_tooltip() {
    let mut seen = Seen::default();
    let mut window = Window::of(&format!("{SAMPLE}\n\n{SAMPLE}"));
    for _ in 0..3 {
        window.key(Key::ArrowRight);
    }
    for digit in
        [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8]
    {
        window.keys(CTRL, digit);
        window.settle();
        seen.check(&mut window, &format!("{digit:?}"));
    }
    command(&mut window, Command::Table);
    seen.check(&mut window, "the table");
    // The rails of folded panels.
    let mut narrow = Window::sized(&format!("{SAMPLE}\n{SAMPLE}"), 400.0, 700.0);
    seen.check(&mut narrow, "a narrow window");
    assert!(seen.icons.len() >= 10, "{:?}", seen.icons);
    assert!(seen.with_keys >= 10, "{}", seen.with_keys);
}

#[test]
fn every_drawing_in_a_dialog_has_a_tooltip() {
    let mut seen = Seen::default();
    let mut window = Window::at(SAMPLE, "25B");
    for name in [
        Command::NewMatch,
        Command::NewGame,
        Command::Export,
        Command::Print,
        Command::Palette,
        Command::Keys,
        Command::About,
        Command::PlayMove,
        Command::MergeVariations,
    ] {
        command(&mut window, name);
        assert!(window.open_dialog().is_some(), "{name:?}");
        seen.check(&mut window, &format!("{name:?}"));
        window.key(Key::Escape);
    }
    for page in
        [SettingsPage::Appearance, SettingsPage::Matches, SettingsPage::Engine, SettingsPage::Keys]
    {
        open(&mut window, Dialog::Settings(page, None));
        seen.check(&mut window, &format!("{page:?}"));
    }
    for guide in Guide::ALL {
        open(&mut window, Dialog::Guide(guide));
        seen.check(&mut window, guide.name());
    }
    let mut start = Window::empty();
    seen.check(&mut start, "the start page");
    assert!(seen.with_keys >= 3, "{}", seen.with_keys);
}

#[test]
fn every_drawing_of_puzzles_and_kriegspiel_has_a_tooltip() {
    let mut seen = Seen::default();
    let mut window = Window::of(include_str!("../../assets/samples/kriegspiel-problem.pgn"));
    for digit in [Key::Num1, Key::Num3, Key::Num5, Key::Num6, Key::Num7] {
        window.keys(CTRL, digit);
        window.settle();
        seen.check(&mut window, &format!("{digit:?}"));
    }
    let mut window = Window::of(
        "[WhiteA \"ann\"]\n[BlackA \"bob\"]\n[WhiteB \"cy\"]\n[BlackB \"dee\"]\n\
         [FEN \"6rk/6pp/8/8/8/8/6PP/R5K1[NQ] w - - 0 1 | \
         rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1\"]\n\n1A. N@f7# *\n",
    );
    command(&mut window, Command::PuzzlesOfMatch);
    window.wait("the puzzles are found", |window| {
        let round = window.state().puzzle();
        round.is_some() && !window.state().jobs.is_running(JobKind::Puzzles)
    });
    seen.check(&mut window, "a puzzle");
    assert!(seen.icons.len() >= 4, "{:?}", seen.icons);
}

#[test]
fn typing_closes_a_tooltip_until_the_pointer_moves() {
    let mut window = Window::with_tactics(SAMPLE, None, 1280.0, 800.0);
    let at = window.rect_containing("Timeline: ").center();
    let words = |window: &Window| {
        let painted = Painted::of(window);
        painted.words.iter().filter(|words| words.contains("White diagonal")).count()
    };
    let at = at + vec2(0.0, 30.0);
    window.harness.hover_at(at);
    window.harness.run_steps(RESTS);
    assert_eq!(words(&window), 1);
    window.key(Key::ArrowRight);
    window.harness.run_steps(RESTS);
    assert_eq!(words(&window), 0, "it would cover what the key changes");
    window.harness.hover_at(at + vec2(3.0, 0.0));
    window.harness.run_steps(RESTS);
    assert_eq!(words(&window), 1);
}
