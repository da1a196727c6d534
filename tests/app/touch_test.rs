//! A phone: a narrow or low window, and a touch screen without a mouse and a keyboard.

use crate::window::{SAMPLE, Window};
use eframe::egui::{
    Event, Key, Modifiers, PointerButton, Pos2, Rect, TouchDeviceId, TouchId, TouchPhase,
    ViewportId, accesskit::Role, pos2, vec2,
};
use egui_kittest::{Node, kittest::NodeT as _};
use tandem::app::{Action, Command, Panel, SettingsAction, ShellAction};

/// Upright and on their side, in points.
pub const PHONES: [(f32, f32); 4] =
    [(360.0, 740.0), (360.0, 640.0), (740.0, 360.0), (844.0, 390.0)];

/// The height of a finger, in points.
pub const FINGER: f32 = 44.0;

/// Opens `text` on a phone of this size, which has three pixels a point.
pub fn phone(text: &str, size: (f32, f32)) -> Window {
    let mut window = Window::sized(text, size.0, size.1);
    let viewport = window.harness.input_mut().viewports.entry(ViewportId::ROOT).or_default();
    viewport.native_pixels_per_point = Some(3.0);
    window.update(Action::Shell(ShellAction::TouchOnly));
    window
}

pub fn screen(size: (f32, f32)) -> Rect {
    Rect::from_min_size(pos2(0.0, 0.0), vec2(size.0, size.1)).expand(0.6)
}

/// Returns the name and the place of everything in `root` on the screen that a finger can press, but not of the squares.
pub fn targets(root: &Node<'_>, size: (f32, f32)) -> Vec<(String, Rect)> {
    let all = root.children_recursive().filter_map(|node| {
        let about = node.accesskit_node();
        let role = about.role();
        let is_target = matches!(
            role,
            Role::Button
                | Role::CheckBox
                | Role::ComboBox
                | Role::Link
                | Role::RadioButton
                | Role::Tab
        );
        let place = about.raw_bounds().map(|_| node.rect())?;
        let is_seen = screen(size).contains_rect(place) && place.area() > 0.0;
        if is_target && is_seen { Some((about.label()?, place)) } else { None }
    });
    all.collect()
}

/// Puts a finger on the screen, moves it and lifts it, as a browser reports it.
fn swipe(window: &mut Window, from: Pos2, to: Pos2) {
    let touch = |window: &mut Window, phase, pos| {
        let (device_id, id) = (TouchDeviceId(0), TouchId(1));
        window.harness.event(Event::Touch { device_id, id, phase, pos, force: None });
    };
    let button = |window: &mut Window, pos, pressed| {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        window.harness.event(Event::PointerButton { pos, button, pressed, modifiers });
    };
    touch(window, TouchPhase::Start, from);
    window.harness.event(Event::PointerMoved(from));
    button(window, from, true);
    window.settle();
    for part in [0.3, 0.7, 1.0] {
        let at = from.lerp(to, part);
        touch(window, TouchPhase::Move, at);
        window.harness.event(Event::PointerMoved(at));
        window.settle();
    }
    touch(window, TouchPhase::End, to);
    button(window, to, false);
    window.harness.event(Event::PointerGone);
    window.settle();
}

#[test]
fn submenu_takes_the_place_of_its_menu() {
    for (width, height) in [(360.0, 740.0), (384.0, 640.0), (500.0, 700.0)] {
        let mut window = Window::sized(SAMPLE, width, height);
        // The second opening is as the first.
        for _ in 0..2 {
            if width < 600.0 {
                window.click("Menu");
                assert!(window.has("View") && !window.has("Theme"));
            }
            window.click("View");
            assert!(window.has("Theme") && !window.has("Light"));
            window.click("Theme");
            assert!(window.has("Light") && !window.has("Theme"), "{:?}", window.names());
            let place = window.rect("Light");
            assert!(screen((width, height)).contains_rect(place), "{place:?}");
            window.click("Back from Theme");
            assert!(window.has("Theme") && !window.has("Light"));
            window.key(Key::Escape);
            assert!(!window.has("Theme"));
        }
    }
}

#[test]
fn keys_go_through_the_pages_of_the_menu() {
    let mut window = Window::sized(SAMPLE, 360.0, 740.0);
    window.key(Key::F10);
    window.key(Key::ArrowDown);
    window.key(Key::ArrowRight);
    assert!(window.has("Back from Edit"), "{:?}", window.names());
    window.key(Key::ArrowLeft);
    assert!(window.has("Help") && !window.has("Back from Edit"));
}

#[test]
fn everything_that_a_finger_presses_is_as_high_as_a_finger() {
    for size in PHONES {
        let mut window = phone(SAMPLE, size);
        let mut seen = 0;
        let mut check = |window: &Window, least: usize| {
            let targets = targets(&window.harness.root(), size);
            for (name, place) in &targets {
                seen += 1;
                assert!(place.height() >= FINGER - 0.1, "{name}: {place:?} in {size:?}");
            }
            let named: Vec<_> = targets.iter().map(|(name, _)| name).collect();
            assert!(targets.len() >= least, "{named:?} in {size:?}");
            let keys = window.names();
            let keys: Vec<_> = keys.iter().filter(|it| it.contains("Ctrl+")).collect();
            assert!(keys.is_empty(), "{keys:?}");
        };
        check(&window, 8);
        if size.0 < 600.0 {
            window.click("Menu");
            check(&window, 8);
        }
        window.click("File");
        check(&window, 6);
        window.key(Key::Escape);
        window.click("Panel");
        check(&window, 12);
        assert!(seen > 30);
    }
}

/// The squares of a board and the pieces beside it, which are as large as the room allows.
fn is_of_a_board(name: &str) -> bool {
    let is_square = |name: &str| {
        let mut signs = name.chars();
        let file = signs.next().is_some_and(|it| ('a'..='h').contains(&it));
        file && signs.next().is_some_and(|it| ('1'..='8').contains(&it))
    };
    is_square(name) || name.starts_with("white ") || name.starts_with("black ")
}

#[test]
fn all_rooms_of_a_phone_are_made_for_fingers() {
    let kriegspiel = include_str!("../../assets/samples/kriegspiel-problem.pgn");
    let missed = include_str!("../../assets/samples/missed-mate.bpgn");
    let rooms = [
        (missed, Command::Show(Panel::Moves)),
        (missed, Command::Show(Panel::Search)),
        (missed, Command::Show(Panel::Engine)),
        (missed, Command::PuzzlesOfMatch),
        (missed, Command::Review),
        (SAMPLE, Command::Show(Panel::Notes)),
        (SAMPLE, Command::PlayMove),
        (SAMPLE, Command::Settings),
        (SAMPLE, Command::Help),
        (SAMPLE, Command::Palette),
        (kriegspiel, Command::Show(Panel::Notes)),
        (kriegspiel, Command::NewProblem),
    ];
    for size in PHONES {
        for (text, command) in rooms {
            let mut window = phone(text, size);
            window.update(Action::RunCommand(command));
            window.settle();
            let targets = targets(&window.harness.root(), size);
            assert!(targets.len() >= 8, "{command:?} in {size:?}: {targets:?}");
            for (name, place) in targets.iter().filter(|(name, _)| !is_of_a_board(name)) {
                let is_large = place.size().min_elem() >= FINGER - 0.1;
                assert!(is_large, "{name}: {place:?} after {command:?} in {size:?}");
            }
        }
    }
}

#[test]
fn targets_are_as_large_as_a_finger_at_the_largest_text_size() {
    let mut window = phone(SAMPLE, (740.0, 360.0));
    window.change_settings(|settings| settings.text_percent = 200);
    window.update(Action::RunCommand(Command::Show(Panel::Engine)));
    window.settle();
    assert!(window.has("Settings…"), "{:?}", window.names());
    let targets = targets(&window.harness.root(), (370.0, 180.0));
    assert!(targets.len() >= 4, "{targets:?}");
    for (name, place) in targets {
        // A point is twice as large.
        assert!(2.0 * place.size().min_elem() >= FINGER - 0.1, "{name}: {place:?}");
    }
}

#[test]
fn phone_on_its_side_has_usable_boards_and_a_timeline() {
    for is_touch in [false, true] {
        let size = (740.0, 360.0);
        let window =
            if is_touch { phone(SAMPLE, size) } else { Window::sized(SAMPLE, size.0, size.1) };
        let boards = ["Board A", "Board B"].map(|name| window.rect(name));
        for board in boards {
            assert!(board.width() >= 207.9, "{board:?}, touch {is_touch}");
        }
        let timeline = window.rect_containing("Timeline: ");
        assert!(timeline.width() >= 300.0 && timeline.height() >= 40.0, "{timeline:?}");
        assert!(screen(size).contains_rect(timeline));
        for name in ["Clock of White A", "Clock of Black A", "Clock of White B", "Clock of Black B"]
        {
            let place = window.rect_containing(name);
            assert!(screen(size).contains_rect(place), "{name}: {place:?}");
            assert!(boards.iter().all(|board| !board.shrink(1.0).intersects(place)), "{name}");
        }
    }
}

#[test]
fn swipe_over_a_board_steps_a_ply() {
    for size in PHONES {
        let mut window = phone(SAMPLE, size);
        let at = |window: &Window, x: f32, y: f32| {
            let board = window.rect("Board A");
            board.min + vec2(x, y) * board.width()
        };
        // Over the empty squares of the start.
        let (left, right) = (at(&window, 0.2, 0.44), at(&window, 0.8, 0.46));
        swipe(&mut window, right, left);
        assert_eq!(window.moment(), 1, "{size:?}");
        swipe(&mut window, right, left);
        assert_eq!(window.moment(), 2);
        swipe(&mut window, left, right);
        assert_eq!(window.moment(), 1);
        // A short or a steep one is none.
        swipe(&mut window, left, left + vec2(20.0, 0.0));
        let low = at(&window, 0.5, 0.6);
        swipe(&mut window, low, low - vec2(30.0, 60.0));
        assert_eq!(window.moment(), 1);
        assert!(!window.is_unsaved());
    }
}

/// The pieces of a reserve are lower than a finger.
#[test]
fn finger_beside_a_piece_of_the_reserve_picks_it_up() {
    for size in PHONES {
        let mut window = phone(SAMPLE, size);
        while !window.has("Drop a pawn") {
            window.key(Key::ArrowRight);
        }
        let piece = window.rect("Drop a pawn");
        assert!(piece.height() < FINGER, "{piece:?}");
        let boards = ["Board A", "Board B"].map(|name| window.rect(name));
        let beside = [vec2(0.0, -9.0), vec2(0.0, 9.0)].map(|gap| {
            let edge = if gap.y < 0.0 { piece.center_top() } else { piece.center_bottom() };
            edge + gap
        });
        let free = |at: &Pos2| boards.iter().all(|board| !board.contains(*at));
        let at = beside.into_iter().find(free).expect("the side away from the board");
        for pressed in [true, false] {
            let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
            window.harness.event(Event::PointerMoved(at));
            window.harness.event(Event::PointerButton { pos: at, button, pressed, modifiers });
            window.settle();
        }
        let attempt = &window.state().match_state().expect("a match").moment_view.attempt;
        assert!(attempt.hand.is_some(), "{piece:?} in {size:?}");
    }
}

/// Whether a text names a key, a shortcut or a button of the mouse.
fn names_a_key(text: &str) -> bool {
    let is_key = |word: &str| {
        let word = word.trim_matches(|it: char| !it.is_alphanumeric());
        let is_function = word.strip_prefix('F').is_some_and(|it| it.parse::<u8>().is_ok());
        is_function || ["Esc", "Escape", "Press", "press"].contains(&word)
    };
    let shortcut = ["Page Up", ", Enter ", "Ctrl+", "Shift+", "Alt+", "ight click", "Right-drag"];
    shortcut.iter().any(|it| text.contains(it)) || text.split_whitespace().any(is_key)
}

#[test]
fn nothing_names_a_key_where_only_touch_is() {
    let kriegspiel = include_str!("../../assets/samples/kriegspiel-problem.pgn");
    let missed = include_str!("../../assets/samples/missed-mate.bpgn");
    let rooms = [
        (SAMPLE, vec![Command::Show(Panel::Notes), Command::Show(Panel::Search)]),
        (SAMPLE, vec![Command::PlayMove, Command::Settings, Command::Help, Command::Palette]),
        (missed, vec![Command::PuzzlesOfMatch, Command::Review]),
        (kriegspiel, vec![Command::NewProblem, Command::Show(Panel::Notes)]),
    ];
    for (text, commands) in rooms {
        for command in commands {
            let mut window = phone(text, (360.0, 740.0));
            // The shortcuts stay hidden when they are reset.
            window.update(Action::Settings(SettingsAction::ResetKeys));
            window.update(Action::RunCommand(command));
            window.settle();
            let named: Vec<_> = window.names().into_iter().filter(|it| names_a_key(it)).collect();
            assert!(named.is_empty(), "{command:?}: {named:?}");
        }
    }
}
