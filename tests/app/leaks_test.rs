//! All texts in the window in a player's view, compared between two games that this player cannot distinguish.

#![expect(clippy::disallowed_methods, reason = "reads the list that was exported")]

use crate::window::{CTRL, Window};
use eframe::egui::Key;
use egui_kittest::{Node, kittest::NodeT as _};
use shakmaty::Color;
use tandem::{
    app::{Action, BeliefStatus, Command, Dialog, Enabled, GameState, LibraryAction, Panel},
    archive::{TABLE_COLUMNS, TableColumn},
};
use twins::{Twins, twins};

#[path = "../suite/kriegspiel/twins.rs"]
#[expect(dead_code, reason = "the suite asks for more of it")]
mod twins;

/// Another game in the file, so that there is a match list.
const OTHER: &str = "[Event \"Another\"]\n[White \"Carla\"]\n[Black \"Dan\"]\n[Variant \"Kriegspiel\"]\n\n1. e4 {(:)}\n";

/// Returns everything that assistive programs get, numbers and places included, and the title of the window.
fn texts(window: &Window) -> String {
    let node = |node: Node<'_>| format!("{:?}", node.accesskit_node().data());
    let root = window.harness.root();
    let mut texts: Vec<String> = root.children_recursive().map(node).collect();
    texts.push(window.state().title());
    texts.join("\n")
}

/// Waits until everything that the player can know is known.
fn wait_for_belief(window: &mut Window) {
    window.wait("all is known", |window| {
        let known = window.state().game().and_then(GameState::belief);
        known.is_some_and(|known| matches!(known.end, BeliefStatus::Done(_)))
    });
}

/// The keys of the panels: announcements, notes, tags, issues, text, belief, problem.
const PANELS: [Panel; 7] = [
    Panel::Moves,
    Panel::Notes,
    Panel::Belief,
    Panel::Problem,
    Panel::Tags,
    Panel::Issues,
    Panel::Text,
];

/// Returns the texts of the game `text` in the view of `seat`, and those in the referee's view.
fn visible_texts(text: &str, seat: Color) -> (Vec<String>, String) {
    let mut window = Window::of(&format!("{text}\n{OTHER}"));
    window.show(Panel::Text);
    let referee = texts(&window);
    window.key(seat.fold_wb(Key::W, Key::B));
    let mut visible_texts = Vec::new();
    for panel in PANELS {
        window.show(panel);
        if panel == Panel::Belief {
            wait_for_belief(&mut window);
        }
        window.key(Key::Home);
        for _ in 0..8 {
            visible_texts.push(texts(&window));
            window.key(Key::T);
        }
        window.key(Key::End);
        visible_texts.push(texts(&window));
        // The tooltip of a square in the middle of the board.
        let at = window.rect_containing("d5, ").center();
        window.harness.hover_at(at);
        window.harness.run_steps(12);
        visible_texts.push(texts(&window));
    }
    // The match list, the command palette and the export menu.
    window.keys(CTRL, Key::K);
    visible_texts.push(texts(&window));
    window.key(Key::Escape);
    window.menu(&["File"]);
    visible_texts.push(texts(&window));
    window.key(Key::Escape);
    window.keys(CTRL, Key::E);
    visible_texts.push(texts(&window));
    window.key(Key::Escape);
    window.menu(&["Kriegspiel"]);
    visible_texts.push(texts(&window));
    window.key(Key::Escape);
    visible_texts.extend(texts_of_new_problem(&mut window));
    (visible_texts, referee)
}

/// Makes a problem from the last position in which the player is to move. Returns the texts of the dialog, of the
/// problem with its solution, and of its file.
fn texts_of_new_problem(window: &mut Window) -> Vec<String> {
    window.key(Key::End);
    let info = Command::MakeProblem.info();
    if (info.enabled)(window.state()) != Enabled::Yes {
        window.key(Key::ArrowLeft);
    }
    window.menu(&["Kriegspiel", "Create problem from here…"]);
    let dialog = texts(window);
    window.click("Create");
    window.wait("it is solved", |window| {
        let search = window.state().game().and_then(|game| game.problem.search.as_ref());
        search.is_some_and(|search| search.solved.is_some())
    });
    window.settle();
    vec![dialog, window.text(), texts(window)]
}

#[test]
fn window_text_does_not_leak_hidden_moves() {
    for (seed, seat, icc) in [(2, Color::Black, true), (3, Color::White, false)] {
        let Twins { texts, different, .. } = twins(seed, seat, icc, 6);
        assert!(different > 1, "{different}");
        let [(one, referee), (other, referees)] =
            [0, 1].map(|it: usize| visible_texts(&texts[it], seat));
        // This proves that the test works: the referee sees two different games.
        assert!(referee.contains("B00") && referees.contains("C20"));
        for (one, other) in one.iter().zip(&other) {
            for (a, b) in one.lines().zip(other.lines()) {
                assert_eq!(a, b);
            }
            assert_eq!(one, other);
            assert!(!one.to_lowercase().contains("secret"), "{one}");
        }
        assert_eq!(one.len(), other.len());
    }
}

/// Two games that are the same to White for five plies. Then they go on for different times to different ends.
const SHORT_AND_LONG: [&str; 2] = [
    "[White \"Anna\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n[EndTime \"10:00:00\"]\n\
     [Variant \"Kriegspiel (Berkeley)\"]\n[Filtered \"no\"]\n[SetUp \"1\"]\n\
     [FEN \"4k3/3p4/8/8/8/8/4P3/4K2N w - - 0 1\"]\n\n\
     1. e4 {(:)} Kd8 {(:)} 2. e5 {(:)} Kc7 {(:)} 3. Ng3 {(:)} d6 {(:dxc6)} 1-0\n",
    "[White \"Anna\"]\n[Black \"Ben\"]\n[Result \"0-1\"]\n[EndTime \"11:30:00\"]\n\
     [Variant \"Kriegspiel (Berkeley)\"]\n[Filtered \"no\"]\n[SetUp \"1\"]\n\
     [FEN \"4k3/3p4/8/8/8/8/4P3/4K2N w - - 0 1\"]\n\n\
     1. e4 {(:)} Ke7 {(:)} 2. e5 {(:)} Ke6 {(:)} 3. Ng3 {(:)} Kxe5 {(Xe5:)}\n\
     4. Ne2 {(:) the end} Kd5 {(:)} 5. Kd2 {(:)} Kc5 {(:)} 0-1\n",
];

/// Returns every text of White's view of the first five plies, on every panel, in the list and in the table.
fn texts_before_the_end(text: &str) -> Vec<String> {
    let mut window = Window::of(&format!("{text}\n{OTHER}"));
    window.key(Key::W);
    let mut visible_texts = Vec::new();
    for panel in PANELS {
        window.show(panel);
        if panel == Panel::Belief {
            wait_for_belief(&mut window);
        }
        window.key(Key::Home);
        for _ in 0..5 {
            visible_texts.push(texts(&window));
            window.key(Key::ArrowRight);
        }
        visible_texts.push(texts(&window));
    }
    window.keys(CTRL, Key::L);
    visible_texts.push(texts(&window));
    window.keys(CTRL, Key::E);
    visible_texts.push(texts(&window));
    let state = window.state();
    let list = state.file().expect("a file").record.id;
    let row = state.match_row(list).expect("the row of the game");
    visible_texts.push(format!("{row:?}"));
    visible_texts
        .push(state.game().and_then(GameState::text_panel_override).unwrap_or_default().to_owned());
    visible_texts
}

#[test]
fn length_and_end_of_a_game_do_not_leak_before_its_end() {
    let [one, other] = SHORT_AND_LONG.map(texts_before_the_end);
    assert_eq!(one.len(), other.len());
    for (place, (one, other)) in one.iter().zip(&other).enumerate() {
        assert_eq!(one, other, "{place}");
    }
}

/// Returns the table of the match list that is exported from White's view of the first five plies.
fn exported_list(text: &str) -> String {
    let mut window = Window::of(&format!("{text}\n{OTHER}"));
    window.key(Key::W);
    window.key(Key::Home);
    window.menu(&["File", "Export listed matches…"]);
    window.wait("a path is asked for", |window| {
        matches!(window.state().shell.dialog, Some(Dialog::SavePath(..)))
    });
    let path = window.path("list.csv");
    window.type_text(path.to_str().expect("a path"));
    window.key(Key::Enter);
    window.wait("it is written", |window| window.has_containing("Exported 2 matches to"));
    std::fs::read_to_string(&path).expect("a file")
}

#[test]
fn exported_list_does_not_leak_the_end_of_a_game() {
    let [one, other] = SHORT_AND_LONG.map(exported_list);
    assert!(one.contains("Anna") && one.contains("Carla"), "{one}");
    assert_eq!(one, other);
}

/// Filters that depend on the end, the length or the notes of a game.
const FILTERS: [&str; 15] = [
    "1-0",
    "-1-0",
    "0-1",
    "-0-1",
    "*",
    "-*",
    "contradicted",
    "mate",
    "-mate",
    "plies>8",
    "plies<9",
    "length>0",
    "has:result",
    "has:moves",
    "-has:comment",
];

/// Returns the listed rows, and all texts, for each filter and each order of the list.
fn listings(window: &mut Window) -> Vec<(Vec<u32>, String)> {
    let mut listings = Vec::new();
    let mut add = |window: &Window| {
        let file = window.state().file().expect("a file");
        listings.push((file.filter.rows.clone(), texts(window)));
    };
    for words in FILTERS {
        window.update(Action::Library(LibraryAction::Filter(words.to_owned())));
        add(window);
    }
    window.update(Action::Library(LibraryAction::Filter(String::new())));
    for TableColumn { column, .. } in &TABLE_COLUMNS {
        for _ in 0..2 {
            window.update(Action::Library(LibraryAction::Sort(column.value.order())));
            add(window);
        }
        window.update(Action::Library(LibraryAction::Sort(column.value.order())));
    }
    listings
}

#[test]
fn filters_and_orders_do_not_leak_the_end() {
    // The result of the other game lies between those of the two.
    let other = OTHER.replace("e4 {(:)}", "e4 {(:)} e5 {(:)} 2. d4 {(:)} d5 {(:dxe5)} 1/2-1/2");
    let listings = |view: Key| {
        SHORT_AND_LONG.map(|text| {
            let mut window = Window::of(&format!("{text}\n{other}"));
            window.key(view);
            window.key(Key::Home);
            let in_list = listings(&mut window);
            window.keys(CTRL, Key::T);
            [in_list, listings(&mut window)].concat()
        })
    };
    let rows = |listings: &[(Vec<u32>, String)]| {
        listings.iter().map(|(rows, _)| rows.clone()).collect::<Vec<_>>()
    };
    let [one, other] = listings(Key::W);
    assert_eq!(rows(&one), rows(&other));
    for (place, (one, other)) in one.iter().zip(&other).enumerate() {
        assert_eq!(one.1, other.1, "{place}");
    }
    // The referee's filters and orders differ.
    let [one, other] = listings(Key::R);
    assert_ne!(rows(&one)[..FILTERS.len()], rows(&other)[..FILTERS.len()]);
    assert_ne!(rows(&one)[FILTERS.len()..], rows(&other)[FILTERS.len()..]);
}

#[test]
fn listing_follows_what_the_view_hides() {
    let mut window = Window::of(&format!("{}\n{OTHER}", SHORT_AND_LONG[0]));
    window.update(Action::Library(LibraryAction::Filter("1-0".to_owned())));
    assert!(window.has("1 of 2 matches"));
    window.key(Key::W);
    window.key(Key::Home);
    assert!(window.has("0 of 2 matches"));
    // The last announcement ends the game for White too.
    window.key(Key::End);
    assert!(window.has("1 of 2 matches"));
    window.key(Key::Home);
    assert!(window.has("0 of 2 matches"));
}

/// The results of a search are about the whole record, so a player's view has none.
#[test]
fn search_is_hidden_in_a_view() {
    const WHY: &str = "Results could reveal what this player didn’t see.";
    let mut window = Window::of(include_str!("../../assets/samples/kriegspiel.pgn"));
    window.update(Action::RunCommand(Command::Show(Panel::Search)));
    window.settle();
    assert!(!window.has_containing(WHY));
    window.click("White");
    assert!(window.has_containing(WHY), "{:?}", window.names());
    window.click("Referee");
    assert!(!window.has_containing(WHY));
}
