//! The timeline: seeking and tooltips.

use crate::{
    painted::Painted,
    window::{SAMPLE, SHORT, Window},
};
use eframe::egui::{
    Event, Key, Modifiers, PointerButton, Pos2, Rect, epaint::Primitive, pos2, vec2,
};
use egui_kittest::kittest::Queryable as _;
use tandem::app::{Action, LibraryAction, PlaybackAction};

fn timeline(window: &Window) -> Rect {
    window.rect_containing("Timeline: ")
}

fn at(rect: Rect, part: f32) -> Pos2 {
    pos2(rect.left() + rect.width() * part, rect.top() + 20.0)
}

fn part(window: &Window) -> f32 {
    let end = window
        .state()
        .open
        .as_ref()
        .expect("a match")
        .content
        .as_match()
        .expect("two boards")
        .track
        .end;
    window.time() as f32 / end as f32
}

#[test]
fn dragging_moves_the_boards_with_the_playhead() {
    let mut window = Window::of(SAMPLE);
    let line = timeline(&window);
    window.harness.hover_at(at(line, 0.1));
    window.harness.drag_at(at(line, 0.1));
    window.settle();
    let mut before = window.moment();
    for step in [0.2, 0.3, 0.5, 0.7, 0.9] {
        window.harness.hover_at(at(line, step));
        window.settle();
        assert!((part(&window) - step).abs() < 0.05, "{step}");
        assert!(window.moment() > before, "{step}");
        before = window.moment();
    }
    // Beyond the end the playhead stays at the end, and it follows the pointer back.
    window.harness.hover_at(pos2(line.right() + 300.0, line.top()));
    window.settle();
    assert_eq!(part(&window), 1.0);
    window.harness.hover_at(at(line, 0.4));
    window.settle();
    assert!((part(&window) - 0.4).abs() < 0.05);
    window.harness.drop_at(at(line, 0.4));
    window.settle();
    let stays = window.time();
    window.harness.hover_at(at(line, 0.8));
    window.settle();
    assert_eq!(window.time(), stays);
}

#[test]
fn click_on_a_row_navigates() {
    let mut window = Window::of(SAMPLE);
    let line = timeline(&window);
    for step in [0.5, 0.25, 0.75] {
        window.harness.hover_at(at(line, step));
        window.harness.drag_at(at(line, step));
        window.harness.drop_at(at(line, step));
        window.settle();
        assert!((part(&window) - step).abs() < 0.05, "{step}");
    }
}

#[test]
fn hovering_shows_the_ply_and_its_clock() {
    let mut window = Window::of(SHORT);
    let line = timeline(&window);
    // The last ply is at the very end, on the lane of board A.
    window.harness.hover_at(pos2(line.right() - 6.0, line.top() + 18.0));
    window.settle();
    window.harness.run_steps(8);
    let told = "2a  Black A: queen from d8 captures a pawn on d5\nat 0:08, took 3 s, clock 4:55\nGrey dot: capture";
    assert!(window.has(told), "{:?}", window.names());
    assert_eq!(window.moment(), 0);
}

#[test]
fn accessible_name_states_the_position() {
    let mut window = Window::of(SHORT);
    window.click("2A exd5, clock 297");
    assert!(window.has("Timeline: 0:05 of 0:08, move 4 of 6"));
}

/// A match with a variation that departs after two plies and has a branch.
const TRIED: &str = "[WhiteA \"Ann\"]\n[BlackA \"Bo\"]\n[WhiteB \"Cy\"]\n[BlackB \"Di\"]\n[TimeControl \"60+0\"]\n\n\
    1A. e4 {59} 1a. e5 {58} 2A. Nf3 {50} {C:Slow. (2A. Bc4 1B. d4 2a. Nc6 (2a. d6 3A. Qh5))} 2a. Nc6 {40} *\n";

#[test]
fn variation_timeline_has_one_second_per_ply() {
    let words = |part: &str| {
        format!("Timeline: variation without clock times, one move per second, move {part}")
    };
    let mut window = Window::at(TRIED, "1a");
    assert!(window.has("Timeline: 0:03 of 0:30, move 2 of 4"), "{:?}", window.names());
    window.update(Action::Library(LibraryAction::Choose(0)));
    let point = |name: &str, window: &Window| {
        let open = window.state().open.as_ref().expect("a match");
        open.content.point_named(name).expect(name)
    };
    let go = |window: &mut Window, name: &str| {
        let point = point(name, window);
        window.update(Action::Playback(PlaybackAction::GoToPoint(point)));
    };
    go(&mut window, "2A/1/2");
    assert!(window.has(&words("2 of 3")), "{:?}", window.names());
    // A branch is shown with the plies that lead to it.
    go(&mut window, "2A/1/3/1/1");
    assert!(window.has(&words("3 of 4")), "{:?}", window.names());
    // A click goes to a ply of the variation, or back to the match.
    let rect = window.rect(&words("3 of 4"));
    // The variation departs after 3 of 30 s.
    let x = |s: f32| rect.left() + 36.0 + (rect.width() - 42.0) * s / 30.0;
    window.harness.hover_at(pos2(x(4.0), rect.top() + 4.0));
    window.settle();
    window.harness.drag_at(pos2(x(4.0), rect.top() + 4.0));
    window.harness.drop_at(pos2(x(4.0), rect.top() + 4.0));
    window.settle();
    assert_eq!(window.state().point(), point("2A/1/1", &window));
    let left = pos2(x(1.0), rect.top() + 4.0);
    window.harness.drag_at(left);
    window.harness.drop_at(left);
    window.settle();
    assert!(!window.has("Back to main line"));
    assert!(window.has_containing("Timeline: 0:0"), "{:?}", window.names());
}

/// Neither the boards with their clocks nor what the pointer is on are covered.
#[test]
fn tooltips_of_the_timeline_are_beside_the_lane_and_the_plot() {
    for (width, height) in [(600.0, 400.0), (900.0, 600.0), (1280.0, 800.0)] {
        let mut window = Window::with_tactics(SAMPLE, None, width, height);
        window.key(Key::End);
        let timeline = window.rect_containing("Timeline: ");
        let covers = ["Board A", "Board B"].map(|board| window.rect(board));
        let clocks = window.harness.query_all_by_label_contains("Clock of ");
        let kept: Vec<Rect> = clocks.map(|clock| clock.rect()).chain(covers).collect();
        let before = Painted::of(&window).words;
        let (mut longest, mut shown) = (0, 0);
        for part in 0_u8..16 {
            let x = timeline.left() + timeline.width() * f32::from(part) / 16.0;
            for y in [timeline.top() + 14.0, timeline.bottom() - 8.0] {
                window.harness.hover_at(pos2(x, y));
                window.harness.run_steps(12);
                let painted = Painted::of(&window);
                let new = painted.words.iter().zip(&painted.rows).zip(&painted.places);
                // The caption of the path of a piece is on the boards.
                let is_new =
                    |words: &String| !before.contains(words) && !words.contains(" captured by ");
                for ((words, rows), place) in new.filter(|((words, _), _)| is_new(words)) {
                    let about =
                        format!("{width} × {height}: {words:?} at {place:?}, pointer {x} {y}");
                    assert!(!kept.iter().any(|it| it.intersects(*place)), "{about} over {kept:?}");
                    assert!(!place.contains(pos2(x, y)), "{about}");
                    longest = longest.max(*rows);
                    shown += 1;
                }
            }
        }
        assert!(longest >= 3 && shown > 16, "{width} × {height}: {longest}, {shown}");
    }
}

/// Several moves without a clock difference are the same point of the chart.
#[test]
fn lines_of_the_charts_stay_in_the_charts() {
    let text =
        SHORT.replace("e4{299}", "e4{300} 1a. e5{300} 2A. Nf3{300} 2a. Nc6{300} 3A. Bc4{300}");
    let text = text.split("1a. d5").next().expect("the moves").to_owned() + "3a. Nf6{290} *";
    let window = Window::of(&text);
    let shapes = window.harness.output().shapes.clone();
    for mesh in window.harness.ctx.tessellate(shapes, 1.0) {
        let Primitive::Mesh(mesh) = mesh.primitive else { continue };
        assert!(mesh.vertices.iter().all(|it| it.pos.is_finite()));
    }
}

#[test]
fn a_dragged_playhead_has_no_tooltip() {
    let mut window = Window::of(SAMPLE);
    let line = timeline(&window);
    let on_plot = |part: f32| pos2(line.left() + line.width() * part, line.bottom() - 4.0);
    let tooltips = |window: &mut Window| {
        window.harness.run_steps(10);
        let words = Painted::of(window).words;
        words.iter().filter(|words| words.contains("ahead of")).count()
    };
    let others = tooltips(&mut window);
    window.harness.hover_at(on_plot(0.6));
    assert_eq!(tooltips(&mut window), others + 1);
    window.harness.drag_at(on_plot(0.6));
    window.settle();
    window.harness.hover_at(on_plot(0.62));
    // The diagonals beside the timeline say who is ahead too.
    let dragged = tooltips(&mut window);
    window.harness.drop_at(on_plot(0.62));
    window.harness.hover_at(pos2(2.0, 2.0));
    assert_eq!(tooltips(&mut window), dragged);
}

/// Returns the painted words with their places below the lanes of the timeline.
fn chart_words(window: &Window) -> Vec<(String, Rect)> {
    let timeline = window.rect_containing("Timeline: ");
    let painted = Painted::of(window);
    let texts = painted.words.into_iter().zip(painted.places);
    let below = Rect::from_min_max(timeline.min + vec2(0.0, 38.0), timeline.max);
    texts.filter(|(_, at)| below.expand(3.0).contains_rect(*at)).collect()
}

fn has_words(words: &[(String, Rect)], part: &str) -> bool {
    words.iter().any(|(words, _)| words.contains(part))
}

#[test]
fn diagonals_have_a_scale_in_seconds_a_zero_and_named_teams() {
    let window = Window::sized(SAMPLE, 1600.0, 1000.0);
    let words = chart_words(&window);
    for part in ["+10 s", "0 s", "−10 s", "Margency, izicik", "rln, Altais"] {
        assert!(has_words(&words, part), "{part}: {words:?}");
    }
    let place = |part: &str| words.iter().find(|(words, _)| words == part).expect(part).1;
    assert!(place("+10 s").bottom() <= place("0 s").top());
    assert!(place("0 s").bottom() <= place("−10 s").top());
    // A low chart has its whole scale in one place.
    let low = chart_words(&Window::sized(SAMPLE, 900.0, 600.0));
    assert!(has_words(&low, "±10 s") || has_words(&low, "+10 s"), "{low:?}");
}

#[test]
fn legend_of_a_chart_never_stays_without_its_plot() {
    let (mut with, mut without) = (0, 0);
    for height in (330_u16..820).step_by(35) {
        for (width, text) in [(640.0, 1.0), (900.0, 1.0), (1280.0, 1.5)] {
            let window = Window::sized(SAMPLE, width / text, f32::from(height) / text);
            let painted = Painted::of(&window);
            let scales = painted
                .words
                .iter()
                .filter(|it| it.starts_with(['+', '±']) && it.ends_with(" s") && !it.contains('.'));
            let legends = painted.count("Diagonals");
            assert_eq!(scales.count(), legends, "{width} × {height} at {text}");
            if legends > 0 { with += 1 } else { without += 1 }
        }
    }
    assert!(with > 10 && without > 3, "{with} with, {without} without");
}

#[test]
fn charts_are_switched_off_in_the_view_menu_and_stay_still() {
    let mut window = Window::sized(SAMPLE, 1280.0, 800.0);
    let board = window.rect("Board A");
    let scale = |window: &Window| {
        let mut words = chart_words(window);
        words.retain(|(words, _)| words.ends_with("10 s"));
        words
    };
    let at_start = scale(&window);
    assert!(!at_start.is_empty());
    for _ in 0..12 {
        window.key(Key::ArrowRight);
        assert_eq!((scale(&window), window.rect("Board A")), (at_start.clone(), board));
    }
    window.menu(&["View", "Diagonals chart"]);
    assert!(scale(&window).is_empty());
    assert_eq!(Painted::of(&window).count("Diagonals"), 0);
    assert!(window.rect("Board A").width() >= board.width());
    assert!(window.has_containing("Timeline: "));
    window.menu(&["View", "Diagonals chart"]);
    assert_eq!((scale(&window), window.rect("Board A")), (at_start, board));
}

#[test]
fn right_click_goes_to_the_nearest_ply_of_its_lane_and_offers_its_commands() {
    let mut window = Window::of(SHORT);
    // In the middle of lane A: 1a was played after three of eight seconds, 2A after five.
    let pos = at(timeline(&window), 0.5);
    window.harness.hover_at(pos);
    window.settle();
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Secondary, Modifiers::NONE);
        window.harness.event(Event::PointerButton { pos, button, pressed, modifiers });
        window.settle();
    }
    assert_eq!(window.moment(), 2);
    window.click("Delete this and later moves");
    assert!(window.text().ends_with("1A. e4{299} *\n"), "{}", window.text());
}
