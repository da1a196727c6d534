//! The review in the window: its chart, its turning points, its keys, and playing on against the same search.

use crate::{
    painted::Painted,
    window::{CTRL, SHORT, Window},
};
use eframe::egui::{Key, Modifiers, Order, vec2};
use tandem::{
    app::{Action, Command, JobKind, Panel, PlaybackAction, ReviewAction, Switch, review_report},
    rules::Seat,
};

/// Bo overlooks the mate on f7.
const OVERLOOKED: &str = "[WhiteA \"Ann\"]\n[BlackA \"Bo\"]\n[WhiteB \"Cy\"]\n[BlackB \"Di\"]\n[TimeControl \"180+0\"]\n\n\
    1A. e4 {180} 1a. e5 {179} 2A. Bc4 {178} 2a. Nc6 {177} 3A. Qh5 {175} 3a. Nf6 {170} 4A. Qxf7# {173}\n\
    {Bo checkmated} 1-0\n";

fn reviewed() -> Window {
    reviewed_in(Window::of(OVERLOOKED))
}

fn reviewed_in(mut window: Window) -> Window {
    window.key(Key::A);
    window.wait("the review", |window| {
        window.state().match_state().is_some_and(|open| open.review.is_complete())
    });
    window.settle();
    window
}

#[test]
fn review_runs_on_request_only_and_shows_turning_points() {
    let mut window = Window::of(OVERLOOKED);
    assert!(!window.state().jobs.is_running(JobKind::Review));
    assert_eq!(Painted::of(&window).count("Win probability"), 0);
    window = reviewed();
    assert_eq!(window.tab(), "Report");
    let point = "Turning point, 3a Nf6, Bo: −";
    assert!(window.has_containing(point), "{:?}", window.names());
    assert!(window.has_containing("Nf6 allows Qxf7#. Better: "), "{:?}", window.names());
    window.click_containing(point);
    assert_eq!(window.moment(), 5, "before the mistake");
}

#[test]
fn review_scrolls_into_view_when_it_is_requested() {
    let mut window = reviewed_in(Window::sized(OVERLOOKED, 1280.0, 480.0));
    let place = window.rect("Review");
    window.wheel(place.center(), 40.0);
    assert!(window.rect("Review").top() < place.top() - 20.0);
    window.key(Key::A);
    window.settle();
    assert_eq!(window.rect("Review"), place);
}

#[test]
fn estimates_have_a_chart_with_a_scale_and_a_band() {
    let mut window = reviewed();
    let painted = Painted::of(&window);
    assert_eq!(painted.count("Win probability"), 1);
    let has = |painted: &Painted, part: &str| painted.words.iter().any(|it| it.contains(part));
    assert!(has(&painted, "Review: Ann and Di about "), "{:?}", painted.words);
    assert_eq!([painted.count("100 %"), painted.count("0 %")], [1, 1], "{:?}", painted.words);
    // Stepping and the end of the match move nothing.
    let board = window.rect("Board A");
    for _ in 0..7 {
        window.key(Key::ArrowRight);
        assert_eq!(window.rect("Board A"), board);
    }
    window.menu(&["View", "Win probability chart"]);
    let painted = Painted::of(&window);
    assert_eq!(painted.count("Win probability"), 0);
    assert!(!has(&painted, "Review: Ann and Di about "));
    assert_eq!(painted.count("Diagonals"), 1);
}

#[test]
fn keys_go_to_the_mistakes() {
    let mut window = reviewed();
    window.key(Key::J);
    let first = window.moment();
    assert!(first > 0);
    let mut moments = vec![first];
    loop {
        window.key(Key::J);
        if moments.last() == Some(&window.moment()) {
            break;
        }
        moments.push(window.moment());
    }
    assert!(moments.contains(&5), "{moments:?}");
    assert!(window.has_containing("No more mistakes"));
    window.key(Key::Home);
    window.key(Key::J);
    assert_eq!(window.moment(), first);
    assert!(!window.has_containing("No more mistakes"), "one was found");
}

/// Goes to the overlooked mate with the keys of the review.
fn go_to_overlooked(window: &mut Window) {
    window.key(Key::Home);
    while window.moment() < 5 {
        window.key(Key::J);
    }
    window.settle();
    assert_eq!(window.moment(), 5, "before the mistake");
}

#[test]
fn notes_are_about_the_mistake_that_the_review_shows() {
    let mut window = reviewed();
    go_to_overlooked(&mut window);
    window.key(Key::Num4);
    let marked = OVERLOOKED.replace("3a. Nf6 {170}", "3a. Nf6 {170} {A:??}");
    assert_eq!(window.text(), marked);
    assert!(window.has_containing("Turning point, 3a Nf6??, Bo: −"), "{:?}", window.names());
    assert_eq!(window.moment(), 5);
    // The same key takes the glyph back, and undo works on the same move.
    window.key(Key::Num4);
    assert_eq!(window.text(), OVERLOOKED);
    window.update(Action::RunCommand(Command::Undo));
    assert_eq!(window.text(), marked);
    window.update(Action::RunCommand(Command::Glyph(1)));
    assert_eq!(window.text(), OVERLOOKED.replace("3a. Nf6 {170}", "3a. Nf6 {170} {A:?}"));
    // The comment, with the fields of the notes.
    window.key(Key::Enter);
    window.settle();
    assert_eq!(window.tab(), "Notes");
    assert!(window.has("Note on 3a. Nf6"), "{:?}", window.names());
    window.type_text("allows mate");
    window.key(Key::Escape);
    window.settle();
    assert!(window.text().contains("3a. Nf6 {170} {A:?} {C:allows mate} 4A."), "{}", window.text());
    assert_eq!((window.value("Annotation"), window.value("Move")), ("?".into(), "Nf6".into()));
    // After a step, notes are about the current move again, even back at the same moment.
    window.key(Key::ArrowLeft);
    window.key(Key::ArrowRight);
    assert_eq!(window.moment(), 5);
    window.settle();
    assert!(window.has("3A. Qh5") && !window.has_containing("Note on"), "{:?}", window.names());
    window.key(Key::Num1);
    assert!(window.text().contains("3A. Qh5 {175} {A:!} 3a."), "{}", window.text());
}

#[test]
fn notes_stay_at_the_mistake_whose_clock_is_corrected() {
    let mut window = reviewed();
    go_to_overlooked(&mut window);
    window.keys(CTRL, Key::Num2);
    window.settle();
    window.fill("Clock", "169");
    window.keys(Modifiers::SHIFT, Key::Tab);
    window.settle();
    assert!(window.text().contains("3a. Nf6 {169}"), "{}", window.text());
    assert!(window.has("Note on 3a. Nf6"), "{:?}", window.names());
    window.fill("Clock", "168");
    window.key(Key::Enter);
    window.settle();
    assert!(window.text().contains("3a. Nf6 {168}"), "{}", window.text());
    assert_eq!(window.moment(), 7, "the next clock, not that of the same move");
}

#[test]
fn a_clicked_mistake_takes_the_notes() {
    let mut window = reviewed();
    window.click_containing("Turning point, 3a Nf6");
    window.keys(Modifiers::SHIFT, Key::Num4);
    window.key(Key::Num2);
    assert!(window.text().contains("3a. Nf6 {170} {A:?}"), "{}", window.text());
    // The context menu of a move is about that move.
    window.keys(CTRL, Key::Num1);
    let name = window.names().into_iter().find(|it| it.contains("Qh5")).expect("the move");
    window.right_click(&name);
    window.settle();
    window.click_containing("Comment on this move");
    window.settle();
    window.type_text("greedy");
    window.key(Key::Escape);
    assert!(window.text().contains("3A. Qh5 {175} {C:greedy} 3a."), "{}", window.text());
}

#[test]
fn a_diagram_shows_the_boards_before_the_mistake() {
    let mut window = reviewed();
    go_to_overlooked(&mut window);
    window.key(Key::D);
    assert!(window.text().contains("3A. Qh5 {175} {D:} 3a."), "{}", window.text());
    window.update(Action::RunCommand(Command::DeleteFrom));
    assert!(!window.text().contains("3a. Nf6") && window.text().contains("3A. Qh5"));
}

/// Both players overlook captures, four times in a row.
const GIVEN_AWAY: &str = "[WhiteA \"Ann\"]\n[BlackA \"Bo\"]\n[WhiteB \"Cy\"]\n[BlackB \"Di\"]\n\n\
    1A. e4 1a. d5 2A. Qg4 2a. Qd6 3A. Ba6 3a. Qf4 *\n";

#[test]
fn each_mistake_that_is_visited_is_explained() {
    let mut window = Window::of(GIVEN_AWAY);
    window.key(Key::A);
    window.wait("the review", |window| {
        window.state().match_state().is_some_and(|open| open.review.is_complete())
    });
    window.settle();
    let points = "Turning point, ";
    let below = window.rect("Play from here").top();
    let mut others = Vec::new();
    let mut last = None;
    loop {
        window.key(Key::J);
        window.settle();
        let moment = window.moment();
        if last == Some(moment) {
            break;
        }
        last = Some(moment);
        let open = window.state().match_state().expect("a match");
        let name = open.document.ply_name(moment + 1).expect("a ply");
        let is_point = window.has_containing(&format!("{points}{name} "));
        let other = format!("Mistake in the next move, {name} ");
        assert_ne!(is_point, window.has_containing(&other), "{name}: {:?}", window.names());
        if !is_point {
            others.push(moment);
        }
        assert!(window.rect("Play from here").top() - below < 40.0, "what follows stays in place");
    }
    let other = *others.first().expect("more mistakes than turning points");
    window.update(Action::Review(ReviewAction::AddLine(other)));
    window.settle();
    assert_eq!(window.moment(), other);
    assert!(window.text().contains('('), "the line is in the match");
}

#[test]
fn a_mistake_is_explained_in_a_notice_where_the_report_is_not_visible() {
    let why = "3a Nf6, Bo: −";
    let is_noticed = |window: &Window| {
        let notices = &window.state().shell.notices;
        let explained = notices.iter().filter(|notice| {
            notice.text.contains(" Nf6 allows Qxf7#. Better: ") && notice.text.starts_with(why)
        });
        explained.count() == 1
    };
    let go_to_mistake = |window: &mut Window| {
        window.key(Key::Home);
        while window.moment() < 5 {
            window.key(Key::J);
        }
        window.settle();
    };
    let mut window = reviewed();
    go_to_mistake(&mut window);
    assert!(!is_noticed(&window), "the report has it");
    window.keys(CTRL, Key::Num1);
    go_to_mistake(&mut window);
    assert!(is_noticed(&window), "{:?}", window.state().shell.notices);
    // The next notice replaces it.
    window.key(Key::J);
    assert!(!is_noticed(&window));
    assert!(window.has_containing("No more mistakes"));
    // In a narrow window, too.
    let mut window = reviewed_in(Window::sized(OVERLOOKED, 360.0, 640.0));
    go_to_mistake(&mut window);
    assert!(!is_noticed(&window), "the report has it");
    window.keys(CTRL, Key::B);
    go_to_mistake(&mut window);
    assert!(is_noticed(&window), "{:?}", window.state().shell.notices);
}

/// The sizes of small windows with large text.
const SMALL_WINDOWS: [(f32, f32, u16); 5] = [
    (900.0, 600.0, 100),
    (900.0, 600.0, 150),
    (640.0, 480.0, 100),
    (640.0, 480.0, 150),
    (360.0, 640.0, 100),
];

/// Opens `text` in a window of `width` × `height` pixels with text of `percent` %, and reviews it.
fn reviewed_small(text: &str, width: f32, height: f32, percent: u16) -> Window {
    let scale = f32::from(percent) / 100.0;
    reviewed_in(Window::sized(text, width / scale, height / scale))
}

#[test]
fn a_review_covers_no_board() {
    for (width, height, percent) in SMALL_WINDOWS {
        let mut window = reviewed_small(OVERLOOKED, width, height, percent);
        let screen = window.harness.ctx.content_rect();
        for key in [Key::J, Key::J, Key::ArrowLeft] {
            window.key(key);
            window.settle();
            for board in ["Board A", "Board B"] {
                let place = window.rect(board);
                assert!(place.width() >= 80.0 && screen.contains_rect(place), "{place:?}");
                for part in ["Review", "Report", "Next mistake"] {
                    let over = window.rect(part).intersect(place);
                    assert!(!over.is_positive(), "{part} over {board} in {width} × {height}");
                }
                let layer = window.harness.ctx.layer_id_at(place.right_top() + vec2(-2.0, 2.0));
                assert_eq!(layer.map(|it| it.order), Some(Order::Background), "{board}");
            }
        }
        // A piece can be moved without losing the report.
        window.click("board A, d2, white pawn");
        window.settle();
        assert!(window.has("Review"), "{:?}", window.names());
    }
}

#[test]
fn the_whole_entry_of_a_visited_mistake_is_in_view() {
    for (width, height, percent) in SMALL_WINDOWS {
        let mut window = reviewed_small(GIVEN_AWAY, width, height, percent);
        window.key(Key::Home);
        let mut visited = 0;
        loop {
            let before = window.moment();
            window.key(Key::J);
            window.harness.run_steps(30);
            if window.moment() == before {
                break;
            }
            visited += 1;
            let report = review_report(window.state()).expect("a report");
            let point = report.turning_points.into_iter().find(|row| row.is_shown);
            let row = point.or(report.next).expect("a mistake");
            let painted = Painted::of(&window);
            // The entry is painted as two texts.
            for words in [format!("{}\n{}", row.title, row.sentence), row.line.clone()] {
                let index = painted.words.iter().position(|it| *it == words && !it.is_empty());
                let Some(index) = index else {
                    assert!(words.is_empty(), "{words}: {:?}", painted.words);
                    continue;
                };
                let (place, clip) = (painted.places[index], painted.clips[index]);
                assert!(
                    place.top() >= clip.top() - 0.5 && place.bottom() <= clip.bottom() + 0.5,
                    "{words} at {place:?} in {clip:?}, {width} × {height}, {percent} %"
                );
            }
        }
        assert!(visited >= 2, "{visited}");
    }
}

#[test]
fn the_visited_mistake_is_scrolled_into_view() {
    let mut window = Window::sized(GIVEN_AWAY, 1280.0, 420.0);
    window.key(Key::A);
    window.wait("the review", |window| {
        window.state().match_state().is_some_and(|open| open.review.is_complete())
    });
    let point = "Turning point, ";
    let panel = window.rect("Review");
    // The end of the report.
    window.wheel(panel.center(), 100.0);
    for _ in 0..4 {
        window.key(Key::J);
        window.harness.run_steps(30);
        let open = window.state().match_state().expect("a match");
        let name = open.document.ply_name(window.moment() + 1).expect("a ply");
        let starts = [format!("{point}{name} "), format!("Mistake in the next move, {name} ")];
        let start = starts.iter().find(|start| window.has_containing(start)).expect("an entry");
        let entry = window.rect_containing(start);
        assert!(entry.top() > 40.0 && entry.bottom() < 420.0, "{start}: {entry:?}");
    }
}

/// Returns whether the record has a move of the program.
fn has_reply(window: &Window) -> bool {
    window.text().len() > SHORT.len()
}

#[test]
fn moves_of_the_program_alone_leave_with_it() {
    let mut window = Window::empty();
    let path = window.file("match.bpgn", SHORT.as_bytes());
    window.open_by_path(&path.to_string_lossy());
    window.update(Action::RunCommand(Command::PlayFromHere));
    window.wait("the program plays", has_reply);
    window.key(Key::Escape);
    assert_eq!(window.text(), SHORT);
    assert!(!window.is_unsaved());
    assert!(window.has_containing("You played no move"), "{:?}", window.names());
    // They can be asked back.
    window.update(Action::RunCommand(Command::Redo));
    assert!(has_reply(&window));
    window.update(Action::RunCommand(Command::Undo));
    // Nor does a save write them.
    window.update(Action::RunCommand(Command::PlayFromHere));
    window.wait("the program plays", has_reply);
    window.update(Action::RunCommand(Command::Save));
    assert_eq!(window.text(), SHORT);
    // With a move of the user, the variation stays.
    window.update(Action::RunCommand(Command::PlayFromHere));
    window.wait("the program plays", has_reply);
    window.update(Action::Playback(PlaybackAction::PlayTyped("a. b6 A. b4 a. b6".to_owned())));
    window.update(Action::Playback(PlaybackAction::PlayTyped("A. b4".to_owned())));
    assert!(window.text().contains("A. b4"), "{}", window.text());
    window.key(Key::Escape);
    window.key(Key::Escape);
    assert!(window.text().contains("A. b4"), "{}", window.text());
    // Once the user has played, undoing that move leaves those of the program, which a save keeps.
    window.update(Action::RunCommand(Command::Undo));
    assert!(has_reply(&window) && !window.text().contains("A. b4"), "{}", window.text());
    window.update(Action::RunCommand(Command::Save));
    window.settle();
    assert!(has_reply(&window));
}

#[test]
fn review_can_be_stopped() {
    let mut window = Window::of(OVERLOOKED);
    window.close_gate(JobKind::Review, 1);
    window.key(Key::A);
    window.wait_held(JobKind::Review);
    assert!(window.has("Stop"), "{:?}", window.names());
    window.click("Stop");
    window.open_gate(JobKind::Review);
    assert!(!window.state().jobs.is_running(JobKind::Review));
    assert!(window.has("Review match"));
}

#[test]
fn better_line_is_added_as_a_variation() {
    let mut window = reviewed();
    window.click_containing("Turning point, 3a Nf6");
    let moment = window.moment();
    window.click("Add as variation");
    let added = window.text();
    assert_ne!(added, OVERLOOKED);
    // A note is about the mistake, not about the last move of the variation.
    assert_eq!(window.moment(), moment);
    assert!(
        window
            .state()
            .match_state()
            .is_some_and(|open| { open.moment_view.attempt.variation.is_none() })
    );
    window.key(Key::Num2);
    let noted = window.text().replace(' ', "");
    assert!(noted.contains("3a.Nf6{170}{A:?}"), "{noted}");
}

#[test]
fn program_answers_in_a_variation_until_the_user_leaves_it() {
    let mut window = Window::at(OVERLOOKED, "2A");
    window.update(Action::RunCommand(Command::Show(Panel::Report)));
    // Black A is to move, so the program moves at once; and White B too.
    window.update(Action::RunCommand(Command::PlayFromHere));
    window.wait("two moves", |window| {
        let open = window.state().match_state().expect("a match");
        !open.playing.is_thinking() && open.moment_view.attempt.variation.is_some()
    });
    let open = window.state().match_state().expect("a match");
    let position = open.position();
    let names: Vec<_> = [0_u8, 1]
        .map(|board| position.turn(tandem::rules::BoardId::ALL[usize::from(board)]).name())
        .into();
    assert_eq!(names, ["White A", "Black B"], "the user is to move on both boards");
    assert!(window.has_containing("Your moves go into a variation"), "{:?}", window.names());
    window.key(Key::Escape);
    window.settle();
    assert!(!window.state().match_state().is_some_and(|open| open.playing.is_on()));
    assert!(
        window.state().match_state().is_some_and(|it| it.moment_view.attempt.variation.is_none())
    );
}

#[test]
fn only_my_mistakes_are_counted_and_visited() {
    let mut window = Window::with_settings(OVERLOOKED, |path| {
        let settings = tandem::settings::Settings {
            my_names: "Ann".to_owned(),
            only_mine: true,
            ..tandem::settings::Settings::default()
        };
        tandem::settings::Store::at(path).save(&settings).expect("should be writable");
    });
    window.key(Key::A);
    window.wait("the review", |window| {
        window.state().match_state().is_some_and(|open| open.review.is_complete())
    });
    window.settle();
    assert!(!window.has_containing("Turning point, 3a"), "{:?}", window.names());
    assert!(window.has_containing(" of Ann"));
    window.update(Action::RunCommand(Command::Switch(Switch::OnlyMine)));
    window.settle();
    assert!(window.has_containing("Turning point, 3a"));
}

#[test]
fn undo_takes_back_the_programs_move_and_ends_the_playing() {
    let mut window = Window::at(OVERLOOKED, "2A");
    window.update(Action::Review(ReviewAction::ToggleSeat(Seat::BlackA)));
    let is_on =
        |window: &Window| window.state().match_state().is_some_and(|open| open.playing.is_on());
    window.wait("a move", |window| {
        let open = window.state().match_state().expect("a match");
        !open.playing.is_thinking() && open.moment_view.attempt.variation.is_some()
    });
    assert!(is_on(&window));
    window.keys(CTRL, Key::Z);
    window.settle();
    assert_eq!(window.text(), OVERLOOKED);
    assert!(!is_on(&window));
    assert!(!window.state().jobs.is_running(JobKind::Reply));
}

#[test]
fn change_of_the_match_cancels_its_review() {
    let mut window = Window::of(OVERLOOKED);
    window.close_gate(JobKind::Review, 1);
    window.key(Key::A);
    window.wait_held(JobKind::Review);
    window.open_match(&OVERLOOKED.replace(" 4A. Qxf7# {173}", ""));
    window.open_gate(JobKind::Review);
    assert!(!window.state().jobs.is_running(JobKind::Review));
    assert!(window.state().match_state().is_some_and(|open| !open.review.is_started()));
}
