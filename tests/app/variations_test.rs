//! Moves on the boards: variations, which are saved in the file.

use crate::{
    painted::Painted,
    window::{CTRL, SAMPLE, SHORT, Window},
};
use eframe::egui::{Key, Modifiers, Rect};
use tandem::{
    app::{Action, PlaybackAction, playback},
    diagram::{Mark, MarkColor},
    rules::{BoardId, Square},
};

/// Returns the open variation as text.
fn open_variation_text(window: &Window) -> Option<String> {
    let state = window.state();
    let place = state.attempt().variation.as_ref()?;
    state.match_document()?.variation_text(&place.path)
}

/// Returns the short match with variations on 1B, one of which has a branch.
fn with_variations() -> String {
    SHORT.replace(
        "{299} 2A",
        "{299}{C:Quiet. (1B. e4 1b. e5 (1b. c5! (C:sharp) 2B. Nf3) 2B. Nf3) (1B. c4)} 2A",
    )
}

/// Returns the part of the header that has the moves of the variation.
fn header_row(window: &Window) -> Rect {
    let button = window.rect("Back to main line");
    Rect::from_x_y_ranges(0.0..=button.left(), button.y_range())
}

#[test]
fn header_of_a_long_variation_says_what_it_leaves_out() {
    let moves = "1B. e4 1b. e5 2B. Nf3 2b. Nc6 3B. Bc4 3b. Bc5 4B. d3 4b. d6 5B. Nc3 5b. Nf6";
    let text = SHORT.replace("{299} 2A", &format!("{{299}}{{C:({moves})}} 2A"));
    for (width, height) in [(900.0, 600.0), (640.0, 480.0), (400.0, 700.0)] {
        let mut window = Window::showing(&text, Some("1a"), width, height);
        window.click("board B, e2, white pawn");
        window.click("board B, e4, empty, legal target");
        for step in 1..=10 {
            window.settle();
            let painted = Painted::of(&window);
            let row = header_row(&window);
            let in_header = |index: &usize| row.contains(painted.places[*index].center());
            let header: Vec<&str> = (0..painted.words.len())
                .filter(in_header)
                .map(|index| painted.words[index].as_str())
                .collect();
            let plies: Vec<&str> = moves.split(' ').collect();
            let names: Vec<String> = plies.chunks(2).map(|ply| ply.join(" ")).collect();
            let shown: Vec<bool> =
                names.iter().map(|name| header.contains(&name.as_str())).collect();
            assert!(shown[step - 1], "the current move: {header:?}");
            let elided = header.iter().filter(|it| **it == "…").count();
            let ends = [shown[0], shown[9]].into_iter().filter(|is_shown| !is_shown).count();
            assert_eq!(elided, ends, "{header:?} in {width} × {height} after {step}");
            window.key(Key::ArrowRight);
        }
        let painted = Painted::of(&window);
        let row = header_row(&window);
        let mut ellipses = painted.words.iter().zip(&painted.places).filter(|(it, _)| *it == "…");
        let (_, place) = ellipses.find(|(_, it)| row.contains(it.center())).expect("an ellipsis");
        window.harness.hover_at(place.center());
        window.harness.run_steps(20);
        assert!(window.has(moves), "{:?}", window.names());
    }
}

#[test]
fn move_on_the_boards_starts_a_saved_variation() {
    let mut window = Window::at(SHORT, "1a");
    let before = window.state().position();
    window.drag("board A, g1, white knight", "board A, f3, empty");
    assert!(window.has("board A, f3, white knight"));
    window.click("board B, e2, white pawn");
    window.click("board B, e4, empty, legal target");
    assert_eq!(open_variation_text(&window).as_deref(), Some("(2A. Nf3 1B. e4)"));
    let kept = SHORT.replace("1B. Nf3{299}", "1B. Nf3{299}{C:(2A. Nf3 1B. e4)}");
    assert_eq!(window.text(), kept);
    assert!(window.is_unsaved());
    window.key(Key::ArrowLeft);
    assert!(window.has("board B, e2, white pawn"));
    window.key(Key::ArrowRight);
    assert!(window.has("board B, e4, white pawn"));
    let board = window.rect("Board A").center();
    window.wheel(board, -1.0);
    assert!(window.has("board B, e2, white pawn"), "the wheel stays in it");
    // From the start of a variation, stepping back leads to the match.
    window.key(Key::ArrowLeft);
    assert!(!window.has("Back to main line"));
    assert_eq!((window.moment(), window.state().position()), (2, before));
    // The main line comes first. The same move as before enters the variation.
    window.key(Key::ArrowRight);
    assert_eq!(window.moment(), 3);
    window.key(Key::ArrowLeft);
    window.drag("board A, g1, white knight", "board A, f3, empty");
    assert_eq!(window.text(), kept, "nothing is written twice");
    window.key(Key::Escape);
    assert_eq!(window.text(), kept);
    // Each ply is undone separately.
    window.menu(&["Edit", "Undo 1B. e4 in a variation"]);
    window.menu(&["Edit", "Undo variation 2A. Nf3"]);
    assert_eq!(window.text(), SHORT);
    assert!(!window.is_unsaved());
}

#[test]
fn deleting_the_shown_ply_steps_back() {
    let mut window = Window::at(SHORT, "1a");
    window.drag("board A, g1, white knight", "board A, f3, empty");
    window.drag("board B, e2, white pawn", "board B, e4, empty");
    window.keys(CTRL, Key::Z);
    assert_eq!(open_variation_text(&window).as_deref(), Some("(2A. Nf3)"));
    assert!(window.has("board A, f3, white knight"));
    window.keys(CTRL, Key::Z);
    assert!(!window.has("Back to main line"));
    assert_eq!(window.moment(), 2);
}

#[test]
fn pieces_are_dropped_from_the_reserve_by_clicks() {
    // Anna's pawn on e4 captured a pawn on d5, which her partner Dan now holds.
    let mut window = Window::at(SHORT, "2A");
    window.click("Drop a pawn");
    window.click("board B, e4, empty, legal target");
    assert_eq!(open_variation_text(&window).as_deref(), Some("(1b. P@e4)"));
}

#[test]
fn played_move_is_not_a_variation() {
    let mut window = Window::at(SHORT, "1a");
    window.drag("board B, g1, white knight", "board B, f3, empty");
    assert!(!window.has("Back to main line"));
    assert_eq!(window.moment(), 3);
    assert_eq!(window.text(), SHORT);
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut window = Window::of(SHORT);
    window.drag("board A, g1, white knight", "board A, g5, empty");
    window.drag("board A, g8, black knight", "board A, f6, empty");
    assert!(
        window.state().attempt().variation.is_none() && window.state().attempt().hand.is_none()
    );
    window.click("board A, g1, white knight");
    assert_eq!(playback::targets(window.state()), [Square::F3, Square::H3], "where it can go");
    window.key(Key::Escape);
    assert!(window.state().attempt().hand.is_none());
    assert_eq!(window.text(), SHORT);
}

#[test]
fn moves_can_be_typed() {
    let mut window = Window::at(SHORT, "1a");
    window.key(Key::M);
    window.type_text("Ke5");
    window.key(Key::Enter);
    assert!(window.has("1B. Ke5: no white king can reach e5."), "{:?}", window.names());
    for _ in 0..3 {
        window.key(Key::Backspace);
    }
    window.type_text("1B. d4");
    window.key(Key::Enter);
    // The field stays for the next move, until Enter in the empty field.
    assert_eq!(window.open_dialog().as_deref(), Some("Play move"));
    window.key(Key::Enter);
    assert_eq!(window.open_dialog(), None);
    assert_eq!(open_variation_text(&window).as_deref(), Some("(1B. d4)"));
}

#[test]
fn promoting_pawn_opens_the_chooser() {
    let fen = "[FEN \"4k3/P7/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n\n*\n";
    let mut window = Window::of(fen);
    window.drag("board A, a7, white pawn", "board A, a8, empty");
    assert!(window.state().attempt().promotion.is_some());
    window.click("Promote to a knight");
    assert_eq!(open_variation_text(&window).as_deref(), Some("(1A. a8=N)"));
    assert!(window.has("board A, a8, white knight, promoted"));
    window.key(Key::Escape);
    window.drag("board A, a7, white pawn", "board A, a8, empty");
    window.key(Key::Escape);
    assert!(
        window.state().attempt().promotion.is_none()
            && window.state().attempt().variation.is_none()
    );
}

#[test]
fn variations_are_an_indented_tree_that_folds() {
    let mut window = Window::of(&with_variations());
    assert!(window.has("Quiet."), "the words alone are the comment");
    let left = |window: &Window, ply: &str| window.rect(&format!("{ply}, variation")).left();
    assert!(left(&window, "1b. c5!") > left(&window, "1B. e4") + 8.0, "a branch is indented");
    assert!((left(&window, "1B. c4") - left(&window, "1B. e4")).abs() < 0.5);
    window.click("1b. c5!, variation");
    assert!(window.has("board B, c5, black pawn"));
    window.click("Fold variation 1B. e4");
    assert!(!window.has("1B. e4, variation") && !window.has("1b. c5!, variation"));
    assert!(Painted::of(&window).words.iter().any(|it| it == "… 2 more moves"), "in the branch");
    window.click("Unfold variation 1B. e4");
    assert!(window.has("1b. c5!, variation"), "its branch is as it was");
    window.menu(&["Analysis", "Collapse all variations"]);
    assert!(window.has("Unfold variation 1B. e4") && window.has("Unfold variation 1B. c4"));
    window.menu(&["Analysis", "Expand all variations"]);
    assert!(window.has("1B. c4, variation"));
    assert_eq!(window.text(), with_variations());
}

/// By default the third level is folded; going there unfolds it.
#[test]
fn deep_variations_are_folded_until_they_are_entered() {
    let deep = "{299}{C:(1B. e4 1b. e5 (1b. c5 2B. Nf3 (2B. c3 2b. d5) 2b. d6) 2B. Nf3)} 2A";
    let mut window = Window::at(&SHORT.replace("{299} 2A", deep), "1a");
    assert!(window.has("Unfold variation 2B. c3") && window.has("1b. c5, variation"));
    window.click("1b. c5, variation");
    window.keys(Modifiers::SHIFT, Key::ArrowDown);
    window.key(Key::ArrowRight);
    assert!(window.has("2B. c3, variation") && window.has("board B, c3, white pawn"));
}

/// As on lichess, the plies up to the current one stand out, and the others are dimmed.
#[test]
fn line_to_the_current_ply_is_brighter() {
    let mut window = Window::at(&with_variations(), "1a");
    // The first such ply is in the branch.
    window.click_nth("2B. Nf3, variation", 1);
    let ink = |window: &Window, ply: &str| {
        let inks = Painted::of(window).inks_in(window.rect(&format!("{ply}, variation")));
        *inks.last().expect("a move")
    };
    assert_eq!(ink(&window, "1B. e4"), ink(&window, "1b. e5"));
    assert_ne!(ink(&window, "1B. e4"), ink(&window, "1b. c5!"));
}

#[test]
fn keys_choose_among_the_variations_at_a_branch() {
    let mut window = Window::at(&with_variations(), "1a");
    let select = |window: &mut Window, key| window.keys(Modifiers::SHIFT, key);
    assert!(window.has("Next move 1 of 3: 1B. Nf3: the next move of the match"));
    select(&mut window, Key::ArrowDown);
    assert!(window.has("Next move 2 of 3: 1B. e4: a variation"));
    assert_eq!(window.moment(), 2, "selecting goes nowhere");
    select(&mut window, Key::ArrowUp);
    select(&mut window, Key::ArrowUp);
    assert!(window.has("Next move 3 of 3: 1B. c4: a variation"));
    window.key(Key::ArrowRight);
    assert!(window.has("board B, c4, white pawn"));
    window.key(Key::ArrowLeft);
    assert!(window.has_containing("Next move 1 of 3"), "the main line comes first again");
    select(&mut window, Key::ArrowDown);
    window.key(Key::ArrowRight);
    select(&mut window, Key::ArrowDown);
    window.key(Key::ArrowRight);
    assert!(window.has("board B, c5, black pawn"));
    // Down goes to the end of a variation, Up to where it departs from its parent.
    window.key(Key::ArrowDown);
    assert!(window.has("board B, f3, white knight"));
    window.key(Key::ArrowUp);
    assert!(window.has("board B, e4, white pawn") && window.has("board B, c7, black pawn"));
    window.key(Key::ArrowUp);
    assert!(!window.has("Back to main line"));
    assert_eq!(window.moment(), 2);
    assert_eq!(window.text(), with_variations());
}

#[test]
fn right_click_offers_commands_for_its_ply() {
    let mut window = Window::at(&with_variations(), "1a");
    window.right_click("1b. c5!, variation");
    assert_eq!(open_variation_text(&window).as_deref(), Some("(1b. c5! {C:sharp} 2B. Nf3)"));
    window.click("Delete variation");
    assert!(!window.text().contains("c5!"), "{}", window.text());
    window.right_click("1b Nc6, clock 296");
    assert_eq!(window.moment(), 5);
    window.click("Delete this and later moves");
    assert!(!window.text().contains("1b. Nc6"));
}

/// A variation may be higher than the list.
#[test]
fn ply_of_a_long_variation_is_scrolled_into_view() {
    let knights: String = (2..120)
        .map(|number| match number % 2 {
            0 => format!(" {number}A. Nf3 {number}a. Nc6"),
            _ => format!(" {number}A. Ng1 {number}a. Nb8"),
        })
        .collect();
    let text = format!("1A. e4 1a. e5 {{C:(1a. d5{knights})}} *");
    let mut window = Window::sized(&text, 900.0, 600.0);
    window.key(Key::ArrowRight);
    window.keys(Modifiers::SHIFT, Key::ArrowDown);
    window.key(Key::ArrowRight);
    window.key(Key::ArrowDown);
    let last = window.rect("119a. Nb8, variation");
    let notes = window.rect("Annotation");
    assert!(last.top() > 100.0 && last.bottom() < notes.top(), "{last:?}");
    assert!(!window.has("2A. Nf3, variation"), "far above");
}

#[test]
fn branch_asks_for_the_next_ply() {
    let mut window = Window::at(&with_variations(), "1a");
    window.keys(CTRL, Key::ArrowRight);
    assert!(window.has("1B. Nf3  (main line)"));
    // Enter chooses the first continuation.
    window.key(Key::Enter);
    assert!(window.has("board B, f3, white knight"));
    window.key(Key::ArrowLeft);
    window.keys(CTRL, Key::ArrowRight);
    window.click("1B. e4  (variation)");
    assert_eq!(window.open_dialog(), None);
    assert!(window.has("board B, e4, white pawn"));
    window.keys(CTRL, Key::ArrowRight);
    window.click("1b. c5  (variation)");
    // With a single continuation there is nothing to choose.
    window.keys(CTRL, Key::ArrowRight);
    assert_eq!(window.open_dialog(), None);
    assert!(window.has("board B, f3, white knight"));
}

#[test]
fn variation_plies_are_annotated_in_the_same_fields() {
    let mut window = Window::at(&with_variations(), "1a");
    window.click("1B. e4, variation");
    window.key(Key::Num1);
    assert!(window.text().contains("(1B. e4! 1b. e5"));
    window.keys(CTRL, Key::Num2);
    window.fill("Comment on the variation", "best");
    assert!(window.text().contains("(1B. e4! (C:best) 1b. e5"), "{}", window.text());
    window.menu(&["Edit", "Undo comment on 1B in a variation"]);
    window.menu(&["Edit", "Undo annotation of 1B in a variation"]);
    assert_eq!(window.text(), with_variations());
}

#[test]
fn a_comment_is_edited_beside_its_variations() {
    let mut window = Window::at(&with_variations(), "1B");
    window.keys(CTRL, Key::Num2);
    assert_eq!(window.value("Comment 1"), "Quiet.");
    window.fill("Comment 1", "Calm.");
    assert_eq!(window.text(), with_variations().replace("Quiet.", "Calm."));
}

#[test]
fn variations_are_promoted_moved_copied_and_deleted() {
    let text = with_variations();
    let mut window = Window::at(&text, "1a");
    window.click("1B. c4, variation");
    window.menu(&["Analysis", "Move variation up"]);
    assert!(window.text().contains("Quiet. (1B. c4) (1B. e4"));
    assert_eq!(open_variation_text(&window).as_deref(), Some("(1B. c4)"), "one stays in it");
    window.menu(&["Analysis", "Move variation down"]);
    assert_eq!(window.text(), text);
    window.menu(&["Analysis", "Promote variation"]);
    assert!(window.text().contains("Quiet. (1B. c4) (1B. e4"));
    window.menu(&["Analysis", "Delete variation"]);
    assert_eq!(window.text(), text.replace(" (1B. c4)", ""));
    assert_eq!(window.moment(), 2);
    assert!(!window.has("Back to main line"));
    for _ in 0..4 {
        window.keys(CTRL, Key::Z);
    }
    assert_eq!(window.text(), text);
}

#[test]
fn a_variation_plays_at_one_ply_a_second() {
    let mut window = Window::at(&with_variations(), "1a");
    window.click("1B. e4, variation");
    assert!(window.has("Clocks as of 1a"));
    let plies = |window: &Window| window.state().attempt().variation.as_ref().map(|it| it.plies);
    window.key(Key::Space);
    window.harness.run_steps(12);
    assert_eq!(plies(&window), Some(2));
    window.harness.run_steps(12);
    assert_eq!(plies(&window), Some(3));
    assert!(!window.is_playing(), "it stops at its end");
}

#[test]
fn mate_in_a_variation_ends_it() {
    let text = "[WhiteA \"Ann\"]\n[BlackA \"Bo\"]\n[WhiteB \"Cy\"]\n[BlackB \"Di\"]\n[TimeControl \"60+0\"]\n\n\
        1A. e4 {59} 1a. e5 {58} 2A. Bc4 {57} 2a. Nc6 {56} 3A. Qh5 {55} 3a. Nf6 {50} 4A. Bb3 {53} \
        {C:(4A. Qxf7#)} *\n";
    let mut window = Window::at(text, "3a");
    let is_to_move = |window: &Window| window.has_containing(", to move");
    assert!(is_to_move(&window));
    window.click("4A. Qxf7#, variation");
    assert!(window.has("Back to main line"));
    assert!(!is_to_move(&window), "{:?}", window.names());
    let painted = Painted::of(&window);
    assert_eq!((painted.count("#"), painted.count("Ann mates")), (1, 1));
    assert_eq!(painted.count("Clocks as of 3a"), 1);
    // The clocks of the match are dimmed.
    let clock = window.rect_containing("Clock of White A: 0:55");
    let dim = painted.inks_in(clock);
    window.key(Key::Escape);
    window.settle();
    assert!(!dim.is_empty() && Painted::of(&window).inks_in(clock) != dim);
    assert_eq!(Painted::of(&window).count("#"), 0);
}

#[test]
fn drawn_arrows_are_saved_with_the_ply() {
    let mut window = Window::at(SHORT, "1a");
    let arrow = Mark { from: Square::E4, to: Some(Square::D5), color: MarkColor::Green };
    let bare = Painted::of(&window).colours;
    let are_drawn = |window: &Window| Painted::of(window).colours != bare;
    window.update(Action::Playback(PlaybackAction::Mark(BoardId::A, arrow, None)));
    window.settle();
    let kept = SHORT.replace("{298}", "{298}{C:[%cal Ge4d5]}");
    assert_eq!(window.text(), kept);
    assert!(are_drawn(&window));
    assert!(!window.has_containing("%cal"), "no words for a person");
    window.key(Key::ArrowRight);
    assert_eq!(window.state().marks(), []);
    window.key(Key::ArrowLeft);
    assert_eq!(window.state().marks(), [(BoardId::A, arrow)]);
    window.menu(&["Edit", "Clear arrows and circles"]);
    assert_eq!(window.text(), SHORT);
    window.menu(&["Edit", "Undo drawing on 1a"]);
    assert_eq!(window.text(), kept);
    window.keys(CTRL, Key::Z);
    assert_eq!(window.text(), SHORT);
}

#[test]
fn moves_broken_by_an_edit_are_reported() {
    let mut window = Window::at(&with_variations(), "1a");
    window.keys(CTRL, Key::Num2);
    window.click("Delete this and later moves");
    assert!(window.has_containing("kept as text"));
    assert!(window.text().contains("(on 1B: 1B. c4)"), "{}", window.text());
}

/// The number of shapes does not grow with the number of variations; beyond a number of plies they are folded.
#[test]
fn long_variation_list_draws_only_visible_rows() {
    let many = |count: usize| {
        let mut text = SAMPLE.to_owned();
        let one = " (1A. e4 1a. e5 2A. Nf3 2a. Nc6 3A. Bc4 3a. Nf6)".repeat(count);
        let at = text.find("1A. ").expect("a first ply");
        let end = at + text[at..].find('}').expect("a clock") + 1;
        text.insert_str(end, &format!("{{C:{}}}", one.trim_start()));
        text
    };
    let rows = |count: usize| {
        let window = Window::of(&many(count));
        window.count_containing("Fold variation")
    };
    let (few, lots) = (rows(100), rows(2000));
    assert!((10..60).contains(&few), "{few}");
    assert_eq!(few, lots);
    let mut window = Window::of(&many(2000));
    window.keys(Modifiers::NONE, Key::End);
    assert_eq!(window.count_containing("fold variation"), 0);
}

#[test]
fn variations_of_the_same_match_are_added_from_a_text() {
    let mut window = Window::at(SHORT, "1a");
    window.menu(&["Analysis", "Import variations…"]);
    // The dialog has the focus immediately, and releases it after the import.
    let field = "Match with variations";
    assert!(window.is_focused(field));
    window.type_text("1");
    assert_eq!(window.value(field), "1");
    window.key(Key::Escape);
    window.menu(&["Analysis", "Import variations…"]);
    window.update(Action::Playback(PlaybackAction::Merge(SAMPLE.to_owned())));
    assert!(window.has_containing("hese are different matches"));
    window.update(Action::Playback(PlaybackAction::Merge(format!(
        "{SAMPLE}\n{}",
        with_variations()
    ))));
    assert_eq!(window.open_dialog(), None);
    assert!(window.has("2 variations added."));
    assert_eq!(window.text(), with_variations().replace("Quiet. ", ""));
    window.menu(&["Edit", "Undo importing variations"]);
    assert_eq!(window.text(), SHORT);
}

#[test]
fn first_comment_without_a_clock_warns_once() {
    let text = SHORT.replace("1B. Nf3{299}", "1B. Nf3").replace("2A. exd5{297}", "2A. exd5");
    let mut window = Window::at(&text, "1a");
    window.drag("board A, g1, white knight", "board A, f3, empty");
    assert!(window.has_containing("1B has no clock time."));
    assert!(window.text().contains("1B. Nf3 {C:(2A. Nf3)}"));
    window.key(Key::Escape);
    let said = |window: &Window| window.state().shell.notices.iter().count();
    let before = said(&window);
    window.key(Key::ArrowRight);
    window.drag("board B, e7, black pawn", "board B, e5, empty");
    assert!(window.text().contains("2A. exd5 {C:(1b. e5)}"));
    assert_eq!(said(&window), before, "it is said once");
}

#[test]
fn editing_a_variation_changes_no_match_ply() {
    let mut window = Window::at(&with_variations(), "1a");
    window.click("1B. c4, variation");
    window.keys(CTRL, Key::Num2);
    assert!(!window.has("This move"));
    window.click("Delete this and later moves");
    assert_eq!(window.text(), with_variations().replace(" (1B. c4)", ""));
}

#[test]
fn a_dragged_piece_leaves_the_timeline() {
    let mut window = Window::of(SAMPLE);
    let sits = |window: &Window| {
        let words = Painted::of(window).words;
        words.iter().filter(|it| it.ends_with(" s") && it.len() < 6).count()
    };
    let before = sits(&window);
    assert!(before > 2, "{:?}", Painted::of(&window).words);
    window.drag("board A, h2, white pawn", "board A, h4, empty");
    assert!(window.has("Back to main line"), "{:?}", window.names());
    assert_eq!(sits(&window), before);
    let painted = Painted::of(&window);
    assert_eq!(painted.count("Diagonals"), 1, "{:?}", painted.words);
    assert!(!painted.words.iter().any(|it| it.contains("no clock")), "{:?}", painted.words);
}

#[test]
fn arrows_of_possible_moves_have_no_colour_of_an_author_and_can_be_hidden() {
    let mut window = Window::at(&with_variations(), "1a");
    let authors = [[0x15, 0x78, 0x1b], [0x88, 0x20, 0x20], [0x00, 0x30, 0x88], [0xe6, 0x8f, 0x00]];
    let colours = Painted::of(&window).colours;
    let is_authors = |colour: &[u8; 4]| authors.iter().any(|author| colour[..3] == author[..]);
    assert!(!colours.keys().any(is_authors), "{colours:?}");
    let with: usize = colours.values().sum();
    window.menu(&["View", "Next-move arrows"]);
    let without: usize = Painted::of(&window).colours.values().sum();
    assert!(without < with, "{without} of {with} shapes");
}

#[test]
fn diagram_of_the_move_list_has_the_marks_of_the_author() {
    let marked = SHORT.replace("e4{299}", "e4{299} {C:[%cal Re2e4][%csl Rd5]}");
    let reds = |text: &str| {
        let mut window = Window::of(text);
        window.key(Key::ArrowRight);
        window.click("Insert diagram");
        // At the start, the marks are only in the diagram.
        window.key(Key::Home);
        let colours = Painted::of(&window).colours.into_iter();
        let is_red = |colour: &[u8; 4]| colour[0] > 80 && colour[0] / 2 > colour[1].max(colour[2]);
        colours.filter(|(colour, _)| is_red(colour)).map(|(_, count)| count).sum::<usize>()
    };
    assert!(reds(&marked) > reds(SHORT), "{} and {}", reds(&marked), reds(SHORT));
}

#[test]
fn diagram_of_a_variation_is_inserted_by_the_same_key() {
    let mut window = Window::at(SHORT, "1a");
    window.drag("board A, g1, white knight", "board A, f3, empty");
    let kept = window.text();
    window.key(Key::D);
    window.settle();
    assert_eq!(window.text(), kept.replace("(2A. Nf3)", "(2A. Nf3 $220)"));
    assert!(window.has("Diagram after 2A. Nf3, variation"), "{:?}", window.names());
    window.key(Key::D);
    window.settle();
    assert_eq!(window.text(), kept);
    assert!(!window.has("Diagram after 2A. Nf3, variation"));
}
