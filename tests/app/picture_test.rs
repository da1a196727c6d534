//! Export of pictures: the dialog, the file, the clipboard, arrows and circles.
#![expect(clippy::disallowed_methods, reason = "tests look at the files that were written")]

use crate::{
    painted::Painted,
    window::{CTRL, SAMPLE, SHORT, Window},
};
use eframe::egui::{Event, Key, Modifiers, OutputCommand, PointerButton, Pos2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use image::{AnimationDecoder as _, RgbaImage};
use tandem::{
    app::{Action, Command, Dialog, PictureChoice, PlaybackAction, ShellAction, pictures},
    rules::Square,
    timeline::PlayheadCommand,
};

/// The accessible name of the preview in [`at_promotion`].
const PREVIEW: &str = "Margency & izicik – rln & Altais, after 25B. fxg8=Q";

fn at_promotion() -> Window {
    Window::at(SAMPLE, "25B")
}

/// Changes the options in the open dialog.
fn choose(window: &mut Window, change: impl FnOnce(&mut PictureChoice)) {
    let Some(Dialog::Picture(mut choice)) = window.state().shell.dialog.clone() else {
        panic!("the dialog is open");
    };
    change(&mut choice);
    let dialog = Some(Dialog::Picture(choice));
    window.update(Action::Shell(ShellAction::Dialog(dialog)));
}

/// Clicks the topmost widget called `name`, which is in the dialog.
fn choose_last(window: &mut Window, name: &str) {
    let choices = window.harness.get_all_by_label(name).last();
    choices.unwrap_or_else(|| panic!("no {name}")).click();
    window.settle();
}

/// Returns the pixels of the preview in [`at_promotion`].
fn preview(window: &mut Window) -> RgbaImage {
    // Hovered widgets may look different.
    window.harness.hover_at(Pos2::ZERO);
    window.settle();
    let place = window.rect(PREVIEW);
    window.pixels(place)
}

fn choose_path(window: &mut Window, path: &str) {
    window.fill("Picture path", path);
}

#[test]
fn picture_is_saved_at_the_chosen_path() {
    let mut window = at_promotion();
    window.keys(CTRL, Key::E);
    assert!(window.has("Export"));
    assert!(window.has(PREVIEW), "{:?}", window.names());
    let path = window.path("picture.png");
    choose_path(&mut window, path.to_str().unwrap());
    window.click("Save");
    window.wait("Saved the picture as", |window| window.has_containing("Saved the picture as"));
    assert_eq!(window.open_dialog(), None);
    let picture = image::open(&path).unwrap();
    assert_eq!(picture.width(), 1200);

    // A second export would replace the file, which needs confirmation.
    window.keys(CTRL, Key::E);
    choose_path(&mut window, path.to_str().unwrap());
    window.click("B");
    window.click("SVG");
    window.click("Save");
    window.wait("the dialog is gone", |window| window.state().shell.dialog.is_none());
    let text = std::fs::read_to_string(path.with_extension("svg")).unwrap();
    assert!(text.contains("after 25B. fxg8=Q") && !text.contains("rln</"));
    window.keys(CTRL, Key::E);
    choose_path(&mut window, path.to_str().unwrap());
    window.click("Save");
    window.wait("A file with this name already exists.", |window| {
        window.has("A file with this name already exists.")
    });
    window.click("Replace");
    window.wait("the dialog is gone", |window| window.state().shell.dialog.is_none());
}

#[test]
fn failed_picture_export_explains_and_can_be_retried() {
    let mut window = at_promotion();
    window.keys(CTRL, Key::E);
    choose_path(&mut window, "/no/such/folder/picture.png");
    window.click("Save");
    window.wait("the reason", |window| window.has_containing(": no such folder"));
    assert_eq!(window.open_dialog().as_deref(), Some("Export"));
    window.click("Cancel");
    assert_eq!(window.open_dialog(), None);
}

/// Returns a window that is drawing a long animation, and the path of its output.
fn drawing_an_animation() -> (Window, std::path::PathBuf) {
    let mut window = Window::of(SAMPLE);
    window.keys(CTRL, Key::E);
    let path = window.path("match.gif");
    choose_path(&mut window, &path.to_string_lossy());
    // The animation plays at original speed and is large.
    choose(&mut window, |choice| {
        choice.speed = 1;
        choice.width = 1600;
    });
    window.click("Save");
    window.wait("it says how far it has come", |window| window.has_containing("Frame "));
    (window, path)
}

#[test]
fn animation_reports_progress_and_can_be_cancelled() {
    let (mut window, path) = drawing_an_animation();
    assert!(!window.has("Save"), "it is being saved");
    window.click("Stop");
    window.settle();
    assert!(window.has("Save") && !window.has("Stop"));
    // The options are preserved. A shorter range is drawn quickly.
    choose(&mut window, |choice| {
        assert_eq!((choice.speed, choice.width), (1, 1600));
        choice.to = "1A".to_owned();
        choice.width = 64;
    });
    window.click("Save");
    window.wait("the dialog is gone", |window| window.state().shell.dialog.is_none());
    assert_eq!(image::image_dimensions(&path).unwrap().0, 64);
    assert!(window.has_containing("Saved the animation as"));
}

#[test]
fn variation_on_the_boards_is_animated_unless_the_match_is_chosen() {
    let text = "1A. e4 {C:(1A. d4 1a. d5 2A. c4)} 1a. e5 2A. Nf3 2a. Nc6 3A. Bc4 3a. Bc5 4A. O-O";
    let mut window = Window::at(text, "1A");
    window.click_containing("2A. c4");
    let mut frames = |name: &str, choice: &str| {
        window.keys(CTRL, Key::E);
        let path = window.path(name);
        choose_path(&mut window, path.to_str().unwrap());
        window.click(choice);
        // A variation has no range: one typed for the match does not matter.
        let from = if choice == "Match" { "" } else { "99A" };
        choose(&mut window, |choice| choice.from = from.to_owned());
        window.click("Save");
        window.wait("it is saved", |window| window.state().shell.dialog.is_none());
        let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
        image::codecs::gif::GifDecoder::new(file).unwrap().into_frames().count()
    };
    assert_eq!(
        frames("variation.gif", "Variation up to here"),
        4,
        "where it departs, and its moves"
    );
    assert_eq!(frames("match.gif", "Match"), 9, "the first position twice, and seven moves");
}

#[test]
fn closing_the_dialog_cancels_drawing() {
    let (mut window, path) = drawing_an_animation();
    window.key(Key::Escape);
    window.settle();
    assert_eq!(window.open_dialog(), None);
    // Pictures are drawn one at a time, so the next one starts after this one.
    window.keys(CTRL, Key::E);
    let next = window.path("next.png");
    choose_path(&mut window, next.to_str().unwrap());
    window.click("Save");
    window.wait("the next is drawn", |window| {
        window.has_containing("next.png") && window.state().shell.dialog.is_none()
    });
    assert!(next.exists() && !path.exists());
    let left = std::fs::read_dir(path.parent().unwrap()).unwrap();
    let mut names = left.map(|entry| entry.unwrap().file_name());
    assert!(!names.any(|name| name.to_string_lossy().contains("match.gif")));
}

#[test]
fn clipboard_failure_replaces_the_copied_notice() {
    let mut window = at_promotion();
    window.keys(CTRL, Key::C);
    window.settle();
    assert!(window.has("Position copied."));
    let refused = "cannot write to the clipboard (it is occupied)";
    window.update(Action::Shell(ShellAction::ClipboardFailed(refused.to_owned())));
    window.settle();
    assert!(!window.has("Position copied."));
    let said = "Cannot write to the clipboard (it is occupied).";
    assert!(window.has(said), "{:?}", window.names());
}

#[test]
fn missing_viewer_names_the_path() {
    let mut window = at_promotion();
    window.keys(CTRL, Key::P);
    let path = window.path("match.pdf");
    choose_path(&mut window, path.to_str().unwrap());
    window.click("Save as PDF");
    window.wait("it is written", |window| window.has_containing("Saved the printed match as"));
    // There is no desktop in tests, as on a machine without a viewer.
    window.click("Open");
    let said = format!("Saved as {}, but no program could open it", path.display());
    window.wait("it says where it is", |window| window.has_containing(&said));
    assert!(std::fs::read(&path).unwrap().starts_with(b"%PDF"));
}

#[test]
fn picture_name_has_the_ply_only_for_stills() {
    let mut window = at_promotion();
    let named = |window: &Window| match &window.state().shell.dialog {
        Some(Dialog::Picture(choice)) => choice.path.clone(),
        _ => String::new(),
    };
    window.keys(CTRL, Key::E);
    assert!(named(&window).ends_with("match-25B.png"), "{}", named(&window));
    for (form, name) in [
        ("SVG", "match-25B.svg"),
        ("Animation (GIF)", "match.gif"),
        ("Pages (PDF)", "match.pdf"),
        ("PNG", "match-25B.png"),
    ] {
        window.click(form);
        window.settle();
        assert!(named(&window).ends_with(name), "{}", named(&window));
    }
    // A name that was typed is preserved.
    choose_path(&mut window, "/somewhere/own.png");
    window.click("Animation (GIF)");
    window.settle();
    assert_eq!(named(&window), "/somewhere/own.gif");
}

#[test]
fn file_extension_selects_the_format() {
    let mut window = at_promotion();
    let path = window.path("picture.svg");
    window.keys(CTRL, Key::E);
    // PNG is selected, but the name of another format is typed.
    choose_path(&mut window, path.to_str().unwrap());
    window.click("Save");
    window.wait("the dialog is gone", |window| window.state().shell.dialog.is_none());
    assert!(std::fs::read(&path).unwrap().starts_with(b"<svg"));
    // No picture may have the name of a match or of a compressed file.
    for (name, said) in [
        ("a.bpgn", "is for BPGN, but the format is PNG"),
        ("a.png.gz", "ompressed output is not supported"),
    ] {
        let path = window.path(name);
        window.keys(CTRL, Key::E);
        choose_path(&mut window, path.to_str().unwrap());
        window.click("Save");
        window.wait(said, |window| window.has_containing(said));
        assert!(!path.exists());
        window.click("Cancel");
    }
}

#[test]
fn picture_is_copied_to_the_clipboard() {
    for dialog in [Command::Export, Command::Share] {
        let mut window = at_promotion();
        window.update(Action::RunCommand(dialog));
        window.harness.get_by_label("Copy picture").click();
        let mut copied = None;
        for _ in 0..4 {
            window.harness.step();
            for command in &window.harness.output().platform_output.commands {
                if let OutputCommand::CopyImage(image) = command {
                    copied = Some(image.size);
                }
            }
        }
        assert_eq!(copied.map(|size| size[0]), Some(1200), "{dialog:?}");
        assert_eq!(window.open_dialog(), None, "{dialog:?}");
    }
}

#[test]
fn every_option_affects_the_picture() {
    let mut window = at_promotion();
    window.keys(CTRL, Key::E);
    let Some(Dialog::Picture(choice)) = &window.state().shell.dialog else {
        panic!("the dialog is shown");
    };
    let colors = choice.colors.name();
    let plain = preview(&mut window);
    let mut seen = vec![plain.clone()];
    for (name, back) in [
        ("Flipped", "Flipped"),
        ("Names", "Names"),
        ("Clocks", "Clocks"),
        ("Reserves", "Reserves"),
        ("Coordinates", "Coordinates"),
        ("Last move", "Last move"),
        ("Print", colors),
        ("None", "White"),
        ("Dark", "White"),
        ("A", "Both"),
        ("B", "Both"),
    ] {
        choose_last(&mut window, name);
        let picture = preview(&mut window);
        assert!(!seen.contains(&picture), "{name} is seen in the preview");
        seen.push(picture);
        choose_last(&mut window, back);
        assert!(preview(&mut window) == plain, "{back} brings it back");
    }
    for name in ["Flipped", "Names", "Reserves", "Print", "None", "Picture (PDF)"] {
        choose_last(&mut window, name);
    }
    let Some(Dialog::Picture(choice)) = &window.state().shell.dialog else {
        panic!("the dialog is shown");
    };
    assert!(choice.flipped && choice.hidden.names && choice.hidden.reserves);
    assert!(!choice.hidden.clocks);
    assert!(choice.path.ends_with("match-25B.pdf"), "{}", choice.path);
    let scene = pictures::picture(window.state(), choice).unwrap();
    assert_eq!(scene.boards.len(), 2);
}

#[test]
fn right_drag_draws_marks_on_the_current_move() {
    let mut window = at_promotion();
    let drag = |window: &mut Window, from: &str, to: &str, modifiers: Modifiers| {
        let place =
            |name: &str| -> Pos2 { window.harness.get_by_label_contains(name).rect().center() };
        let (from, to) = (place(from), place(to));
        for (at, pressed) in [(from, true), (to, false)] {
            window.harness.event_modifiers(Event::PointerMoved(at), modifiers);
            let button = Event::PointerButton {
                pos: at,
                button: PointerButton::Secondary,
                pressed,
                modifiers,
            };
            window.harness.event_modifiers(button, modifiers);
            window.harness.step();
        }
        // Elsewhere the pointer could be on a piece, whose path would be shown.
        window.harness.event(Event::PointerMoved(Pos2::new(2.0, 2.0)));
        window.settle();
    };
    window.keys(CTRL, Key::E);
    let without = preview(&mut window);
    window.key(Key::Escape);
    let colours = |window: &Window| Painted::of(window).colours;
    let bare = colours(&window);
    drag(&mut window, "board A, d3", "board A, d5", Modifiers::NONE);
    let mut green = colours(&window);
    green.retain(|colour, _| !bare.contains_key(colour));
    let count = |window: &Window| {
        let painted = colours(window);
        let counts = green.keys().filter_map(|colour| painted.get(colour));
        counts.sum::<usize>()
    };
    let arrow = count(&window);
    assert!(arrow > 0, "an arrow is painted");
    drag(&mut window, "board B, g8", "board B, g8", Modifiers::NONE);
    let marks: Vec<_> = window
        .state()
        .marks()
        .iter()
        .map(|(board, mark)| (board.letter(), mark.from, mark.to))
        .collect();
    assert_eq!(marks, [('A', Square::D3, Some(Square::D5)), ('B', Square::G8, None)]);
    assert!(count(&window) > arrow, "and a circle");
    drag(&mut window, "board B, g8", "board B, g8", Modifiers::NONE);
    assert_eq!(count(&window), arrow, "the circle is gone");
    assert_eq!(window.state().marks().len(), 1, "the same again takes it away");
    window.keys(CTRL, Key::E);
    let Some(Dialog::Picture(choice)) = &window.state().shell.dialog else {
        panic!("the dialog is shown");
    };
    let scene = pictures::picture(window.state(), choice).unwrap();
    assert_eq!(scene.boards[0].marks.len(), 1);
    assert!(preview(&mut window) != without, "the arrow is in the picture");
    window.key(Key::Escape);
    window.key(Key::ArrowRight);
    assert!(window.state().marks().is_empty());
    assert_eq!(count(&window), 0, "no arrow is painted");
}

#[test]
fn mark_belongs_to_the_ply_at_which_it_was_begun() {
    let mut window = Window::of(SHORT);
    window.key(Key::ArrowRight);
    let place = |window: &Window, name: &str| window.rect_containing(name).center();
    let ends = [place(&window, "board A, b1"), place(&window, "board A, c3")];
    for (at, pressed) in ends.into_iter().zip([true, false]) {
        window.harness.event(Event::PointerMoved(at));
        let button = PointerButton::Secondary;
        let modifiers = Modifiers::NONE;
        window.harness.event(Event::PointerButton { pos: at, button, pressed, modifiers });
        window.harness.step();
        if pressed {
            // The match goes on while the button is held.
            window.key(Key::ArrowRight);
        }
    }
    window.harness.event(Event::PointerMoved(Pos2::new(2.0, 2.0)));
    window.settle();
    let bare = |moves: usize| {
        let mut bare = Window::of(SHORT);
        (0..moves).for_each(|_| bare.key(Key::ArrowRight));
        bare.harness.event(Event::PointerMoved(Pos2::new(2.0, 2.0)));
        bare.settle();
        window_boards(&mut bare)
    };
    assert!(window_boards(&mut window) == bare(2), "nothing is drawn after the next ply");
    window.key(Key::ArrowLeft);
    assert!(window_boards(&mut window) != bare(1), "the arrow is drawn after 1A");
}

/// Returns the pixels of both boards.
fn window_boards(window: &mut Window) -> RgbaImage {
    let boards = window.rect("Board A").union(window.rect("Board B"));
    window.pixels(boards)
}

#[test]
fn flying_pieces_land_and_can_be_disabled() {
    let mut window = at_promotion();
    let boards = window.rect("Board A").union(window.rect("Board B"));
    let before = window.pixels(boards);
    assert!(window.state().animates_moves());
    window.harness.key_press(Key::ArrowRight);
    window.harness.run_steps(2);
    assert!(window.repaint_delay().is_zero(), "they are on their way");
    let way = window.pixels(boards);
    window.settle();
    assert!(!window.repaint_delay().is_zero(), "they have arrived");
    let after = window.pixels(boards);
    assert!(way != before && way != after, "a piece between two squares");
    window.key(Key::ArrowLeft);
    window.menu(&["View", "Animate pieces"]);
    assert!(!window.state().animates_moves());
    window.harness.hover_at(Pos2::ZERO);
    window.settle();
    assert!(window.pixels(boards) == before);
    window.harness.key_press(Key::ArrowRight);
    window.harness.run_steps(2);
    assert!(window.pixels(boards) == after, "it is there at once");
    window.wait_settings_saved("no motion", |kept| !kept.motion);
}

#[test]
fn a_variation_is_exported_under_its_ply_without_clocks() {
    let text = SHORT.replace("{299} 2A", "{299}{C:(1B. e4 1b. e5)} 2A");
    let mut window = Window::at(&text, "1a");
    let is_disabled = |window: &Window| {
        let mut boxes = window.harness.query_all_by_label("Clocks");
        boxes.next().expect("a box").accesskit_node().is_disabled()
    };
    window.keys(CTRL, Key::E);
    assert!(!is_disabled(&window));
    window.key(Key::Escape);
    window.click("1B. e4, variation");
    window.keys(CTRL, Key::E);
    assert!(is_disabled(&window));
    let path = window.value("Picture path");
    assert!(path.ends_with("-1B-variation.png"), "{path}");
}

#[test]
fn enter_saves_the_picture() {
    let mut window = at_promotion();
    let path = window.path("entered.png");
    window.keys(CTRL, Key::E);
    choose_path(&mut window, &path.to_string_lossy());
    window.click("Flipped");
    window.key(Key::Enter);
    window.wait("it is saved", |window| window.has_containing("Saved the picture as"));
    assert!(path.exists());
}

#[test]
fn dialog_exports_every_command_line_format() {
    for (name, starts) in [
        ("match.gif", b"GIF89a".as_slice()),
        ("match.html", b"<!".as_slice()),
        ("match.txt", b"".as_slice()),
        ("match.jsonl", b"{".as_slice()),
        ("match.pdf", b"%PDF".as_slice()),
        ("match.svg", b"<svg".as_slice()),
    ] {
        let mut window = Window::at(SHORT, "1B");
        window.keys(CTRL, Key::E);
        let path = window.path(name);
        choose_path(&mut window, path.to_str().unwrap());
        // A small picture is drawn in the same way as a large one.
        choose(&mut window, |choice| choice.width = 48);
        window.click("Save");
        window.wait(name, |window| window.state().shell.dialog.is_none());
        let bytes = std::fs::read(&path).unwrap();
        assert!(bytes.starts_with(starts) && bytes.len() > 40, "{name}");
    }
}

#[test]
fn animation_shows_the_requested_plies() {
    let mut window = Window::of(SHORT);
    let mut size_of = |name: &str, from: &str, to: &str| {
        window.keys(CTRL, Key::E);
        let path = window.path(name);
        choose_path(&mut window, path.to_str().unwrap());
        choose(&mut window, |choice| choice.width = 48);
        window.fill("First move", "2a");
        window.fill("Last move", "1A");
        // The error stands beside the fields at once.
        assert!(window.has("The first move must not come after the last move."));
        window.fill("First move", "99A");
        assert!(window.has("Move 99A doesn’t exist in this match. A move is written like 12b."));
        choose(&mut window, |choice| {
            (choice.from, choice.to) = (from.to_owned(), to.to_owned());
        });
        window.click("Save");
        window.wait(name, |window| window.state().shell.dialog.is_none());
        std::fs::read(&path).unwrap().len()
    };
    let (whole, part) = (size_of("all.gif", "", ""), size_of("part.gif", "1A", "1a"));
    assert!(part < whole, "{part} of {whole} bytes");
}

#[test]
fn printing_previews_the_page_and_prompts_for_a_path() {
    let mut window = Window::at(SAMPLE, "25B");
    window.keys(CTRL, Key::P);
    assert!(window.has("Print") && window.has("Page 1"));
    assert!(window.has("Page 1 of 2"), "{:?}", window.names());
    let page = |window: &mut Window, height_by_width: f32| {
        let place = window.rect("Page 1");
        let shape = place.height() / place.width();
        assert!((shape - height_by_width).abs() < 0.02, "{shape}");
        let pixels = window.pixels(place);
        let ink = pixels.pixels().filter(|pixel| pixel.0[1] < 128).count();
        let all = pixels.pixels().count();
        // The page has boards and moves on it.
        assert!(ink * 200 > all && ink * 2 < all, "{ink} of {all}");
    };
    page(&mut window, 842.0 / 595.0);
    window.click("Letter");
    page(&mut window, 792.0 / 612.0);
    let path = window.path("pages.pdf");
    choose_path(&mut window, path.to_str().unwrap());
    window.click("Save as PDF");
    window.wait("the message", |window| window.has_containing("Saved the printed match as"));
    assert!(std::fs::read(&path).unwrap().starts_with(b"%PDF"));
}

#[test]
fn every_page_of_a_print_out_is_previewed() {
    // The only moves are on the first page, and the long comment goes on to the last one.
    let text =
        SHORT.replace("2A. exd5{297}", &format!("2A. exd5{{297}}{{{}}}", "Word ".repeat(3000)));
    let mut window = Window::of(&text);
    window.keys(CTRL, Key::P);
    assert!(window.has("Page 1 of 3"), "{:?}", window.names());
    let pixels_after = |window: &mut Window, key: Key, page: usize| {
        window.key(key);
        assert!(window.has(&format!("Page {page} of 3")), "{key:?}: {:?}", window.names());
        let place = window.rect(&format!("Page {page}"));
        window.pixels(place)
    };
    let first = pixels_after(&mut window, Key::PageUp, 1);
    let second = pixels_after(&mut window, Key::PageDown, 2);
    let last = pixels_after(&mut window, Key::End, 3);
    assert_eq!(pixels_after(&mut window, Key::PageDown, 3), last);
    assert!(first != second && second != last && first != last);
    assert_eq!(pixels_after(&mut window, Key::Home, 1), first);
    window.click("Next page (Page Down)");
    window.click("Next page (Page Down)");
    assert!(window.has("Page 3 of 3"));
    window.click("Previous page (Page Up)");
    assert!(window.has("Page 2 of 3"));
    // The path field keeps its keys.
    window.focus("Picture path");
    window.key(Key::Home);
    assert!(window.has("Page 2 of 3"));
    // A window of 1280 × 800 pixels at 150 % has room for a preview.
    window.harness.set_size(eframe::egui::vec2(1280.0, 800.0) / 1.5);
    window.settle();
    assert!(window.has("Page 2 of 3"), "{:?}", window.names());
}

/// A game of Kriegspiel is printed alone, so that no choice prints something else than it says.
#[test]
fn a_game_among_matches_is_printed_alone() {
    let game = include_str!("../../assets/samples/kriegspiel.pgn");
    let mut window = Window::of(&format!("{game}\n{SHORT}\n{SHORT}"));
    assert!(window.state().game().is_some());
    window.keys(CTRL, Key::P);
    assert!(window.has_containing("Page 1 of"), "{:?}", window.names());
    assert!(!window.has("2 listed matches"), "{:?}", window.names());
}

#[test]
fn listed_matches_are_printed_at_once() {
    let text = format!("{SHORT}\n{}\n{SHORT}", SHORT.replace("Anna", "Zoë"));
    let mut window = Window::of(&text);
    window.keys(CTRL, Key::P);
    assert!(window.has("Page 1 of 1") && window.has("None"));
    window.click("3 listed matches");
    assert!(window.has("Page 1 of 3"), "{:?}", window.names());
    // A diagram is added to the open match only.
    assert!(!window.has("None"));
    let path = window.path("matches.pdf");
    choose_path(&mut window, path.to_str().unwrap());
    window.click("Save as PDF");
    window.wait("the message", |window| window.has_containing("Saved 3 printed matches as"));
    let pdf = std::fs::read(&path).unwrap();
    assert!(pdf.windows(8).any(|part| part == b"/Count 3"));
    // The filter chooses what is listed, and the only match of a list is no choice.
    window.fill("Filter matches", "Zoë");
    window.wait("one match", |window| {
        window.state().file().is_some_and(|file| file.filter.rows.len() == 1)
    });
    window.update(Action::RunCommand(Command::Print));
    assert!(window.has("Page 1 of 1") && !window.has("This match"));
}

#[test]
fn unsaved_changes_of_listed_matches_are_printed() {
    let mut window = Window::at(&format!("{SHORT}\n{SHORT}"), "2A");
    window.keys(CTRL, Key::P);
    window.click("2 listed matches");
    let place = window.rect("Page 1");
    let before = window.pixels(place);
    window.key(Key::Escape);
    window.keys(Modifiers::NONE, Key::Num1);
    window.keys(CTRL, Key::P);
    window.click("2 listed matches");
    let place = window.rect("Page 1");
    assert_ne!(window.pixels(place), before, "{}", window.text());
}

#[test]
fn the_print_dialog_adds_diagrams() {
    let mut window = Window::at(SHORT, "2A");
    window.keys(CTRL, Key::P);
    let top = |name: &str| window.rect(name).center().y;
    assert!((top("Diagrams") - top("None")).abs() < 4.0, "on one line");
    window.click("After 2A");
    assert!(window.has("1") && !window.has("None"), "{:?}", window.names());
    assert!(window.text().contains("2A. exd5{297}{D:}"), "{}", window.text());
    window.click("After 2A");
    assert!(window.has("None"));
    assert_eq!(window.text(), SHORT);
}

#[test]
fn print_dialog_offers_a_diagram_of_the_final_position() {
    let print = |window: &mut Window, name: &str, switches: bool| {
        window.update(Action::RunCommand(Command::Print));
        if switches {
            window.click("Diagram of the final position");
        }
        let path = window.path(name);
        choose_path(window, path.to_str().unwrap());
        window.click("Save as PDF");
        window.wait(name, |window| window.state().shell.dialog.is_none());
        std::fs::read(&path).unwrap().len()
    };
    let mut window = Window::of(SHORT);
    let (plain, with_diagram) =
        (print(&mut window, "plain.pdf", false), print(&mut window, "diagram.pdf", true));
    assert!(with_diagram > plain + 1000, "{with_diagram} and {plain} bytes");
    assert_eq!(window.text(), SHORT);
    // A game of Kriegspiel has had one all along.
    let mut window = Window::of(include_str!("../../assets/samples/kriegspiel.pgn"));
    let (with_diagram, plain) =
        (print(&mut window, "game.pdf", false), print(&mut window, "moves.pdf", true));
    assert!(with_diagram > plain + 1000, "{with_diagram} and {plain} bytes");
}

/// Returns the picture of the first page in the preview, without the pointer on it.
fn first_page(window: &mut Window) -> RgbaImage {
    window.harness.hover_at(Pos2::ZERO);
    window.settle();
    let place = window.rect("Page 1");
    window.pixels(place)
}

#[test]
fn moves_of_a_print_out_can_be_chosen() {
    let mut window = Window::of(&format!("{SHORT}\n{SHORT}"));
    window.keys(CTRL, Key::P);
    let whole = first_page(&mut window);
    window.fill("First move", "2A");
    let excerpt = first_page(&mut window);
    assert_ne!(excerpt, whole);
    window.fill("Last move", "1A");
    assert!(window.has("The first move must not come after the last move."));
    assert!(!window.has("Page 1"), "{:?}", window.names());
    window.fill("Last move", "99b");
    assert!(window.has("Move 99b doesn’t exist in this match. A move is written like 12b."));
    window.fill("Last move", " ");
    assert_eq!(first_page(&mut window), excerpt);
    window.fill("First move", " ");
    window.fill("Last move", "0");
    assert!(window.has("There is no move up to 0. Type a later move."), "{:?}", window.names());
    window.fill("First move", "2A");
    window.fill("Last move", " ");
    // Listed matches are printed as a whole, whatever the moves of this one.
    window.click("2 listed matches");
    assert!(!window.has("First move"));
    assert!(window.has("Page 1 of 2"), "{:?}", window.names());
    window.click("This match");
    let size = |window: &mut Window, name: &str, from: &str| {
        window.fill("First move", from);
        let path = window.path(name);
        choose_path(window, path.to_str().unwrap());
        window.click("Save as PDF");
        window.wait("it is saved", |window| window.state().shell.dialog.is_none());
        window.keys(CTRL, Key::P);
        std::fs::read(&path).unwrap().len()
    };
    let (part, all) = (size(&mut window, "part.pdf", "2A"), size(&mut window, "all.pdf", " "));
    assert!(part > all + 1000, "only the part has a diagram: {part} and {all} bytes");
}

#[test]
fn clocks_of_a_print_out_are_optional() {
    let listed = SHORT.replace("Anna", "Zoë");
    let mut window = Window::of(&format!("{SHORT}\n{listed}"));
    window.keys(CTRL, Key::P);
    for choice in ["This match", "2 listed matches"] {
        window.click(choice);
        let with = first_page(&mut window);
        choose_last(&mut window, "Clocks");
        assert_ne!(first_page(&mut window), with, "{choice}");
        choose_last(&mut window, "Clocks");
        assert_eq!(first_page(&mut window), with, "{choice}");
    }
    choose_last(&mut window, "Clocks");
    let path = window.path("moves.pdf");
    choose_path(&mut window, path.to_str().unwrap());
    window.click("Save as PDF");
    window.wait("it is saved", |window| window.state().shell.dialog.is_none());
    assert!(std::fs::read(&path).unwrap().starts_with(b"%PDF"));
}

#[test]
fn a_diagram_of_the_print_dialog_leaves_the_moment_and_the_time() {
    let mut window = Window::at(SAMPLE, "14A");
    let place = |window: &Window| {
        let playhead = window.state().playhead();
        (playhead.moment(), playhead.time(), playhead.is_playing())
    };
    let before = place(&window);
    window.keys(CTRL, Key::P);
    for _ in 0..2 {
        window.click("After 14A");
        window.settle();
        assert_eq!(place(&window), before);
        assert!(window.has("After 14A"), "{:?}", window.names());
    }
    window.key(Key::Escape);
    assert_eq!(place(&window), before);
    // A time between two moves is kept as well.
    window.update(Action::Playback(PlaybackAction::Play(PlayheadCommand::Seek(before.1 + 500))));
    let between = place(&window);
    window.keys(CTRL, Key::P);
    window.click_containing("After ");
    window.settle();
    assert_eq!(place(&window), between);
    window.key(Key::Escape);
    // The dialog stops the replay: the move that it offers stays the one that is shown.
    window.update(Action::Playback(PlaybackAction::Play(PlayheadCommand::Toggle)));
    assert!(place(&window).2);
    window.keys(CTRL, Key::P);
    assert!(!place(&window).2);
}

#[test]
fn kriegspiel_print_out_has_one_board() {
    let mut window = Window::of(include_str!("../../assets/samples/kriegspiel.pgn"));
    window.update(Action::RunCommand(Command::Print));
    assert!(window.has("Board") && !window.has("Boards"));
    let mut window = Window::of(SHORT);
    window.update(Action::RunCommand(Command::Print));
    assert!(window.has("Boards"));
}

#[test]
fn export_dialog_keeps_its_size() {
    let mut window = Window::sized(SHORT, 1280.0, 800.0);
    window.keys(CTRL, Key::E);
    let form = window.rect("BGN (JSON)");
    let size = window.dialog("Export").size();
    for name in
        ["Animation (GIF)", "PNG", "Replay page (HTML)", "BGN (JSON)", "Text", "Pages (PDF)"]
    {
        choose_last(&mut window, name);
        let dialog = window.dialog("Export");
        assert!((dialog.size() - size).length() < 1.0, "{name}: {dialog:?}, {size:?}");
        let now = window.rect("BGN (JSON)");
        assert!((now.top() - form.top()).abs() < 1.0, "{name}: {now:?}, {form:?}");
        assert!(dialog.top() >= 0.0 && dialog.bottom() <= 800.0, "{name}: {dialog:?}");
    }
}
