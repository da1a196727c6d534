//! Information shown without a request: the winner, the side to move, the help pages.

use crate::{
    painted::Painted,
    window::{CTRL, SAMPLE, SHORT, Window},
};
use eframe::egui::{Key, pos2};
use tandem::rules::{BoardId, Seat};

#[test]
fn banner_names_the_winning_team_and_its_colour() {
    let mut window = Window::of(SAMPLE);
    let winners = "rln (Black A) and Altais (White B) win · 0-1 · izicik checkmated";
    assert!(!window.has(winners));
    window.key(Key::End);
    assert!(window.has(winners), "{:?}", window.names());
    let painted = Painted::of(&window);
    let banner = "rln (Black A) and Altais (White B) win";
    assert!(painted.words.iter().any(|words| words.starts_with(banner)), "{:?}", painted.words);
}

#[test]
fn result_is_first_shown_at_the_end() {
    let mut window = Window::of(SAMPLE);
    let is_shown = |window: &Window| {
        let painted = Painted::of(window).words;
        painted.iter().any(|words| words.contains("0-1 · izicik checkmated"))
            || painted.iter().any(|words| words.contains("Altais (White B) win"))
    };
    assert!(!is_shown(&window));
    window.key(Key::End);
    assert!(is_shown(&window));
    window.key(Key::ArrowLeft);
    assert!(!is_shown(&window));
}

#[test]
fn banner_never_contradicts_the_reason() {
    let players = [("Anna", true), ("Ben", false), ("Carla", false), ("Dan", true)];
    let mut banners = 0;
    for (loser, is_first) in players {
        for reason in ["checkmated", "resigns", "forfeits on time"] {
            for result in ["1-0", "0-1"] {
                let text = SHORT
                    .replace("[Result \"*\"]", &format!("[Result \"{result}\"]"))
                    .replace("{295} *", &format!("{{295}} {{{loser} {reason}}} {result}"));
                let mut window = Window::of(&text);
                window.key(Key::End);
                let painted = Painted::of(&window).words;
                let banner = painted.iter().find(|words| words.contains(") win"));
                let is_wrong = is_first == (result == "1-0");
                assert_eq!(banner.is_none(), is_wrong, "{loser} {reason} {result}: {banner:?}");
                if let Some(banner) = banner {
                    let (winners, _) = banner.split_once(" win").expect("a banner");
                    assert!(!winners.contains(loser), "{banner}");
                    banners += 1;
                }
            }
        }
    }
    assert_eq!(banners, 12);
}

#[test]
fn side_to_move_is_shown_without_clocks() {
    let text =
        "[WhiteA \"Anna\"][BlackA \"Ben\"][WhiteB \"Carla\"][BlackB \"Dan\"]\n1A. e4 1a. e5 *";
    let mut window = Window::of(text);
    assert!(window.has("Clock of White A: no clock recorded, to move"));
    window.key(Key::ArrowRight);
    assert!(window.has("Clock of Black A: no clock recorded, to move"));
    assert!(window.has("Clock of White A: no clock recorded"));
}

#[test]
fn the_help_menu_explains_bughouse_kriegspiel_and_searching() {
    for (name, word) in [
        ("Bughouse", "Diagonal"),
        ("Kriegspiel: codes, possible positions, problems", "Possible positions"),
        ("Search syntax", "sit>20"),
    ] {
        let mut window = Window::of(SHORT);
        window.menu(&["Help", name]);
        assert!(window.has(word), "{name}");
        window.key(Key::Escape);
        assert!(!window.has(word), "{name}");
    }
}

#[test]
fn help_is_searched_again_after_a_topic() {
    let mut window = Window::of(SHORT);
    window.key(Key::F1);
    window.type_text("type");
    assert!(window.has("Typed moves"), "{:?}", window.names());
    window.click("Search syntax");
    assert!(window.has("sit>20") && !window.has("Diagonal"));
    window.type_text("diagonal");
    assert!(window.has("Diagonal"), "{:?}", window.names());
}

#[test]
fn empty_search_shows_runnable_examples() {
    let two = format!("{SAMPLE}\n{SAMPLE}");
    let mut window = Window::of(&two);
    window.menu(&["View", "Search listed matches"]);
    window.key(Key::Escape);
    window.click("Any drop on h7 mates: @h7 mate");
    assert_eq!(window.value("Search positions"), "@h7 mate");
}

#[test]
fn text_size_scales_text_and_boards_take_the_rest() {
    let mut window = Window::of(SAMPLE);
    let board = window.rect("Board A").width();
    for (percent, most) in [(200, 200), (500, 200), (80, 80)] {
        window.change_settings(|it| it.text_percent = percent);
        window.settle();
        assert_eq!(window.state().settings.text_percent, most);
        let zoom = window.harness.ctx.zoom_factor();
        assert!((zoom - f32::from(most) / 100.0).abs() < 0.01, "{zoom}");
        let now = window.rect("Board A").width() * zoom;
        assert!(now > board * 0.5, "{now} of {board} at {percent} %");
    }
}

#[test]
fn large_text_leaves_the_boards_their_size() {
    for text in [SAMPLE.to_owned(), format!("{SAMPLE}\n{SAMPLE}")] {
        // The second is the same window below a title bar.
        for height in [800.0, 780.0] {
            let mut window = Window::sized(&text, 1280.0, height);
            window.change_settings(|it| it.text_percent = 150);
            window.settle();
            let zoom = window.harness.ctx.zoom_factor();
            let square = window.rect("Board A").width() * zoom / 8.0;
            assert!(square >= 44.9, "{square} at height {height}");
        }
    }
}

#[test]
fn hovering_a_sit_shows_player_and_diagonal() {
    let mut window = Window::of(SAMPLE);
    let sit = window
        .state()
        .match_state()
        .map(|open| open.track.long_turns.iter().map(|it| it.turn))
        .and_then(|turns| turns.max_by_key(|turn| turn.to - turn.from));
    let sit = sit.expect("somebody sits in the sample");
    let end = window.state().match_state().map_or(0, |open| open.track.end);
    let timeline = window.rect_containing("Timeline: ");
    let part = (sit.from + sit.to) as f32 / 2.0 / end as f32;
    let x = timeline.left() + 36.0 + part * (timeline.width() - 42.0);
    let lane = if sit.seat.board() == BoardId::A { 19.0 } else { 45.0 };
    window.harness.hover_at(pos2(x, timeline.top() + lane));
    window.harness.run_steps(12);
    let header = &window.state().match_state().expect("a match").header;
    let name = |seat: Seat| format!("{} ({})", header.seats[seat].name, seat.name());
    let seconds = sit.ms / 1000;
    let story = format!("{} sits for {seconds}", name(sit.seat));
    assert!(window.has_containing(&story), "{story}: {:?}", window.names());
    let diagonal = format!(" {} on the diagonal at the start", name(sit.seat.diagonal()));
    assert!(window.has_containing(&diagonal), "{diagonal}: {:?}", window.names());
}

#[test]
fn f6_and_the_menus_work_by_keys() {
    let mut window = Window::of(SHORT);
    window.key(Key::F10);
    window.settle();
    assert!(window.has("Quit"));
    window.key(Key::Escape);
    window.settle();
    assert!(!window.has("Quit"));
    window.keys(CTRL, Key::B);
    assert!(!window.state().settings.side);
}

#[test]
fn unknown_result_is_shown_in_words() {
    for (end, shown) in
        [("{Game aborted on move 1} *", "Game aborted on move 1"), ("*", "No result")]
    {
        let window = Window::at(&SHORT.replace("{295} *", &format!("{{295}} {end}")), "2a");
        let painted = Painted::of(&window);
        assert!(painted.count(shown) > 0, "{:?}", painted.words);
        assert!(!painted.words.iter().any(|words| words.ends_with('*')), "{:?}", painted.words);
    }
}

#[test]
fn new_match_has_no_row_for_its_result() {
    let mut window = Window::empty();
    window.keys(CTRL, Key::N);
    window.click("Create");
    assert_eq!(Painted::of(&window).count("No result"), 0);
    window.type_text("e4\n");
    assert_eq!(Painted::of(&window).count("No result"), 1);
}
