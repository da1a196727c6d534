//! Playback has one clock. A match that plays is painted as playing; without playback nothing is painted.

use crate::{
    painted::Painted,
    window::{CTRL, SAMPLE, SHORT, Window},
};
use eframe::egui::{Key, vec2};
use std::time::Duration;
use tandem::{
    app::{Action, Command, PlaybackAction, Switch},
    diagram::{Mark, MarkColor},
    rules::{BoardId, Square},
    timeline::PlayheadCommand,
};

/// Returns the short match with variations on 1B, one of which has a branch.
fn with_variations() -> String {
    SHORT.replace("{299} 2A", "{299}{C:(1B. e4 1b. e5 (1b. c5 2B. Nf3) 2B. Nf3) (1B. c4)} 2A")
}

/// Returns a window at 1a, with the variations in the move list.
fn unfolded() -> Window {
    Window::at(&with_variations(), "1a")
}

/// Returns the pieces on the boards.
fn pieces(window: &Window) -> Vec<String> {
    let names = window.names();
    names.into_iter().filter(|name| name.starts_with("board ")).collect()
}

/// Asserts that nothing plays: the button says so, no frame is pending, and nothing moves.
#[track_caller]
fn assert_paused(window: &mut Window) {
    window.harness.run();
    assert!(window.has("Play (Space)") && !window.has("Pause (Space)"));
    assert_eq!(window.repaint_delay(), Duration::MAX);
    let before = (pieces(window), window.time());
    window.harness.run_steps(30);
    assert_eq!((pieces(window), window.time()), before);
    assert_eq!(window.repaint_delay(), Duration::MAX);
}

/// Returns whether `text` has a point between two digits.
fn has_fraction(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.windows(3).any(|it| it[0].is_ascii_digit() && it[1] == b'.' && it[2].is_ascii_digit())
}

#[test]
fn clocks_in_whole_seconds_have_no_tenths_anywhere() {
    let text = "[WhiteA \"Ann\"][BlackA \"Bo\"][WhiteB \"Cy\"][BlackB \"Di\"]\n\
                [TimeControl \"180+0\"]\n\n\
                1A. e4{179} 1a. e5{179} 1B. e4{178} 1b. e5{178} 2A. d4{145} 2a. d5{178} \
                2B. d4{9} 2b. d5{177} *\n";
    let exact = text.replace("{145}", "{145.3}");
    for (text, is_whole) in [(text, true), (&exact, false)] {
        let mut window = Window::of(text);
        let timeline = window.rect_containing("Timeline: ");
        let (mut words, mut named) = (Vec::new(), Vec::new());
        for key in [Key::Home, Key::End] {
            window.key(key);
            words.extend(Painted::of(&window).words);
            named.extend(window.names());
        }
        for part in [0.2, 0.4, 0.6, 0.8, 0.95] {
            for y in [0.2, 0.4, 0.7, 0.85] {
                let at = timeline.min + vec2(part, y) * timeline.size();
                window.harness.hover_at(at);
                window.harness.run_steps(12);
                words.extend(Painted::of(&window).words);
            }
        }
        assert!(words.iter().any(|it| it.contains("sits for 3")), "{words:?}");
        let mut all = words.iter().chain(&named);
        assert_eq!(all.find(|it| has_fraction(it)).is_none(), is_whole, "{words:?} {named:?}");
    }
}

#[test]
fn list_has_the_tenths_that_the_boards_have() {
    let text = SHORT.replace("{298}", "{118.7}").replace("{295}", "{9.3}").replace("{296}", "{8}");
    for (width, height) in [(900.0, 600.0), (1280.0, 800.0), (1920.0, 1080.0)] {
        let mut window = Window::sized(&format!("{text}\n{text}"), width, height);
        window.key(Key::End);
        let count = |window: &Window, clock: &str| Painted::of(window).count(clock);
        // A board paints the tenths apart from the seconds.
        assert_eq!(count(&window, "0:09.3"), 1, "{width}");
        assert_eq!(count(&window, "0:08"), 2, "without tenths in the record: {width}");
        assert_eq!(count(&window, "1:58"), 1, "{width}");
        window.update(Action::RunCommand(Command::Switch(Switch::Tenths)));
        assert_eq!(count(&window, "0:09.3"), 0, "{width}");
        assert_eq!(count(&window, "0:09"), 2, "{width}");
    }
}

#[test]
fn clicking_a_variation_stops_match_playback() {
    let mut window = unfolded();
    window.key(Key::Space);
    window.harness.run_steps(2);
    assert!(window.has("Pause (Space)"));
    window.click("1b. e5, variation");
    window.harness.step();
    assert!(window.has("board B, e5, black pawn"));
    assert_paused(&mut window);
    window.key(Key::Escape);
    assert!(window.has("board B, e7, black pawn"), "the match is shown again");
    assert_paused(&mut window);
}

#[test]
fn clicking_the_match_stops_variation_playback() {
    let mut window = unfolded();
    window.click("1B. e4, variation");
    window.key(Key::Space);
    window.harness.run_steps(2);
    assert!(window.has("Pause (Space)"));
    window.click("1a d5, clock 298");
    assert_paused(&mut window);
}

#[test]
fn stepping_during_variation_playback_continues_from_there() {
    let mut window = unfolded();
    window.click("1B. e4, variation");
    window.key(Key::Space);
    window.harness.run_steps(2);
    window.key(Key::ArrowRight);
    assert!(window.has("board B, e5, black pawn") && window.has("Pause (Space)"));
    window.harness.run_steps(12);
    assert!(window.has("board B, f3, white knight"));
    assert_paused(&mut window);
}

#[test]
fn stepping_to_the_end_stops_variation_playback() {
    let mut window = unfolded();
    window.click("1B. e4, variation");
    window.key(Key::Space);
    window.key(Key::ArrowRight);
    window.key(Key::ArrowRight);
    assert_paused(&mut window);
    // At the end, playback starts over.
    window.key(Key::Space);
    assert!(window.has("board B, e7, black pawn") && window.has("Pause (Space)"));
}

#[test]
fn dialogs_and_typing_stop_playback() {
    for command in [Command::ChooseVariation, Command::EditComment, Command::PuzzlesOfMatch] {
        let mut window = unfolded();
        window.click("1B. e4, variation");
        window.key(Key::Space);
        window.harness.run_steps(2);
        window.update(Action::RunCommand(command));
        window.harness.run();
        assert!(!window.state().is_playing(), "{command:?}");
        assert_eq!(window.repaint_delay(), Duration::MAX, "{command:?}");
    }
}

/// The shapes in the colours of arrows and circles.
struct Arrows(Vec<[u8; 4]>);

const ARROW: Mark = Mark { from: Square::A3, to: Some(Square::H6), color: MarkColor::Red };

impl Arrows {
    /// Draws an arrow.
    fn draw(window: &mut Window) -> Self {
        let bare = Painted::of(window).colours;
        window.update(Action::Playback(PlaybackAction::Mark(BoardId::A, ARROW, None)));
        window.harness.step();
        let mut drawn = Painted::of(window).colours;
        drawn.retain(|colour, _| !bare.contains_key(colour));
        assert!(!drawn.is_empty(), "an arrow is painted");
        Self(drawn.into_keys().collect())
    }

    fn are_painted(&self, window: &Window) -> bool {
        let painted = Painted::of(window).colours;
        self.0.iter().any(|colour| painted.contains_key(colour))
    }
}

#[test]
fn arrows_are_cleared_when_a_variation_advances() {
    let mut window = unfolded();
    window.click("1B. e4, variation");
    let arrows = Arrows::draw(&mut window);
    window.key(Key::Space);
    window.harness.run_steps(12);
    assert!(window.has("board B, e5, black pawn"));
    assert!(!arrows.are_painted(&window));
    // The same holds for an arrow that is drawn during playback.
    let arrows = Arrows::draw(&mut window);
    window.harness.run_steps(12);
    assert!(window.has("board B, f3, white knight"));
    assert!(!arrows.are_painted(&window));
}

/// A way to navigate to another position.
type Navigation = fn(&mut Window);

#[test]
fn every_navigation_clears_the_marks() {
    let ways: &[(&str, Navigation)] = &[
        ("a step in the variation", |window| window.key(Key::ArrowRight)),
        ("a step back", |window| window.key(Key::ArrowLeft)),
        ("leaving the variation", |window| window.key(Key::Escape)),
        ("a click on another variation", |window| window.click("1b. c5, variation")),
        ("a click on the match", |window| window.click("1b Nc6, clock 296")),
        ("the end", |window| window.key(Key::End)),
        ("a seek", |window| {
            let seek = PlaybackAction::Play(PlayheadCommand::Seek(100));
            window.update(Action::Playback(seek));
        }),
        ("taking back the variation", |window| {
            window.menu(&["Analysis", "Delete variation"]);
            assert_eq!(window.text().matches("1B. e4").count(), 0);
        }),
    ];
    for (way, go) in ways {
        let mut window = unfolded();
        window.click("1B. e4, variation");
        let arrows = Arrows::draw(&mut window);
        go(&mut window);
        if way.contains("another") {
            window.click("1b. c5, variation");
        }
        window.harness.step();
        assert!(!arrows.are_painted(&window), "{way}");
    }
}

#[test]
fn speed_change_and_pause_keep_the_marks() {
    let mut window = Window::of(SAMPLE);
    window.key(Key::Space);
    let arrows = Arrows::draw(&mut window);
    window.key(Key::Space);
    window.key(Key::CloseBracket);
    window.key(Key::L);
    window.harness.step();
    assert!(arrows.are_painted(&window));
    window.keys(CTRL, Key::K);
    window.key(Key::Escape);
    assert!(arrows.are_painted(&window));
}

/// A match on which Black A sits after the second ply of White B. `black_b` is the clock of Black B then.
fn sitting(white_a: &str, black_b: &str, white_b: &str) -> String {
    format!(
        "[WhiteA \"Ann\"][BlackA \"Bo\"][WhiteB \"Cy\"][BlackB \"Di\"][TimeControl \"120+0\"]\n\
         1B. e4{{119}} 1A. e4{{{white_a}}} 1b. e5{{{black_b}}} 2B. d4{{{white_b}}} 2b. d5{{90}} 3B. Nc3{{89}}\n\
         3b. Nc6{{89}} 4B. Nf3{{88}} 4b. Nf6{{88}} 5B. Be2{{87}} 5b. Be7{{87}} *\n"
    )
}

fn sits(window: &Window) -> Vec<String> {
    let words = Painted::of(window).words;
    words.into_iter().filter(|it| it.starts_with("sits ")).collect()
}

/// Black A's clock runs from the ply of White A. The diagonal opponent is Black B.
#[test]
fn sit_shows_the_lead_on_the_diagonal() {
    // White A moves at 18 s, Black B at 19 s. At 27 s Black A has 120 - 9 s, and Black B 102 s.
    let ahead = Window::at(&sitting("102", "102", "111"), "2B");
    assert_eq!(sits(&ahead), ["sits 9 s, 9 s ahead on the diagonal"]);
    // White A moves at 1 s. At 12 s Black A has 120 - 11 s, and Black B 119 s.
    // With tenths, which a later clock has, the words are longer than the room.
    let with_tenths = sitting("119", "119", "109").replace("{90}", "{90.5}");
    let behind = Window::at(&with_tenths, "2B");
    assert_eq!(sits(&behind), ["sits 11.0 s · 10.0 s behind"]);
}
