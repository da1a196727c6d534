//! Games of Kriegspiel in the window: three views, illegal tries, comments, and no hidden information.

#![expect(clippy::disallowed_methods, reason = "reads the file that the program has saved")]

use crate::{
    access_test::said,
    painted::Painted,
    window::{CTRL, SHORT, Window},
};
use eframe::egui::{Event, Key, Modifiers, OutputCommand, Rect};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use std::{ops::ControlFlow, sync::Arc};
use tandem::{
    app::{
        Action, BeliefStatus, Command, Dialog, GameState, JobKind, KriegspielAction, Panel,
        PlaybackAction, ShellAction, Side, Step, library,
    },
    diagram::{Mark, MarkColor},
    formats::MatchLink,
    kriegspiel::{Belief, BeliefError, PlanTry, Solved},
    rules::{BoardId, Color, Square},
};

/// The game in the specification, and a problem made from it.
const GAME: &str = include_str!("../../assets/samples/kriegspiel.pgn");
const PROBLEM: &str = include_str!("../../assets/samples/kriegspiel-problem.pgn");

const SHIFT: Modifiers = Modifiers::SHIFT;

/// Two games that White cannot distinguish, with different moves, tries and comments.
const TWINS: [&str; 2] = [
    "[White \"W\"]\n[Black \"B\"]\n[Variant \"Kriegspiel\"]\n\n\
     1. e4 {(:)}\nd5 {(:) the centre}\n2. h3 {(:)}\ndxe4 {(Xe4:exf6) a pawn takes}\n\
     3. Qe2 {(:hxg4)}\nQd5 {(:)}\n",
    "[White \"W\"]\n[Black \"B\"]\n[Variant \"Kriegspiel\"]\n\n\
     1. e4 {(:)}\nNf6 {(:) a knight}\n2. h3 {(:)}\nNxe4 {(Xe4:dxc6) the knight takes}\n\
     3. Qe2 {(:hxg4)}\nNd6 {(:)}\n",
];

/// Returns the position that the window copies.
fn copied(window: &mut Window) -> String {
    window.harness.key_press_modifiers(CTRL, Key::C);
    window.harness.step();
    let output = window.harness.output().platform_output.commands.clone();
    window.settle();
    format!("{output:?}")
}

fn is_belief_complete(window: &Window) -> bool {
    let known = window.state().game().and_then(GameState::belief);
    known.is_some_and(|known| matches!(known.end, BeliefStatus::Done(_)))
}

#[test]
fn belief_is_counted_and_drawn() {
    let mut window = Window::at(GAME, "2");
    window.show(Panel::Belief);
    assert!(window.has_containing("The referee sees everything."));
    window.click("White’s view");
    window.wait("all is known", is_belief_complete);
    // Black has twenty possible first moves.
    assert!(window.has("20 possible positions"));
    // In two of the positions the pawn has left e7, in one of them for e6.
    assert!(window.has("e7, hidden, a piece 90 %"));
    assert!(window.has("e6, hidden, a piece 5 %"));
    window.click("Knight");
    assert!(window.has("c6, hidden, knight 5 %"));
    assert!(window.has("g8, hidden, knight 90 %"));
    assert!(window.has("No illegal tries"));
    // The number shown for each ply is the one that the library computes.
    let view = window.state().game().and_then(GameState::seat_view).expect("White's side").clone();
    for plies in 0..=9 {
        let watch = &mut |_| ControlFlow::Continue(());
        let (belief, _) = Belief::after(&view.hearing, plies, watch).expect("possible");
        let known = window.state().game().and_then(GameState::belief).expect("known");
        assert_eq!(known.plies[plies].positions, belief.len());
        assert_eq!(known.plies[plies].chances, belief.chances());
    }
    // An annotation does not restart the calculation; another game does.
    window.wait("all is known", |window| belief(window).is_some());
    let known = belief(&window);
    window.key(Key::R);
    window.keys(CTRL, Key::Num1);
    window.fill("Comment", "seen");
    window.key(Key::Escape);
    window.key(Key::W);
    window.show(Panel::Belief);
    assert_eq!(belief(&window), known);
}

/// Returns the belief at the end of the game of the player whose view is shown, once it is computed. The pointer allows
/// an identity check.
fn belief(window: &Window) -> Option<*const Belief> {
    match &window.state().game().and_then(GameState::belief)?.end {
        BeliefStatus::Done(belief) => Some(Arc::as_ptr(belief)),
        _ => None,
    }
}

/// Black has just captured on c6: with a pawn, a knight or the queen.
const CAPTURE: &str = "[Variant \"Kriegspiel (Berkeley)\"]\n[Filtered \"no\"]\n\n1. e4 {(:)}\ne5 {(:)}\n\
    2. Bb5 {(:)}\nNc6 {(:exd4)}\n3. Bxc6 {(Xc6:)}\ndxc6 {(Xc6:)}\n4. Qf3 {(:)}\n";

#[test]
fn square_on_which_a_piece_has_just_captured_is_certain() {
    for ply in ["6", "7"] {
        let mut window = Window::at(CAPTURE, ply);
        window.show(Panel::Belief);
        window.click("White’s view");
        window.wait("all is known", is_belief_complete);
        assert!(window.has_containing("c6, hidden, a piece 100 %"), "{:?}", window.names());
        let painted = Painted::of(&window);
        assert!(painted.count("100") > 0, "{:?}", painted.words);
        window.harness.hover_at(window.rect_containing("c6, hidden").center());
        window.harness.run_steps(20);
        assert!(window.has_containing("pawn 7") && !window.has_containing("nothing"));
    }
}

#[test]
fn contradiction_is_reported_with_its_ply_and_the_game_shown() {
    let impossible = "[Variant \"Kriegspiel\"]\n[Filtered \"white\"]\n\n\
        1. e4 {(:)}\n?? {(:0)}\n2. Nf3 {(:)}\n?? {(Xf3:0)}\n3. gxf3 {(Xf3:)}\n";
    let mut window = Window::of(impossible);
    window.show(Panel::Belief);
    window.wait("it is impossible", |window| {
        window.has_containing("o position is left at Black's move 2: the capture announcement")
    });
    window.click("Go to this move");
    assert_eq!(window.state().game().expect("a game").moment_view.step.plies, 4);
    assert!(window.has("No estimate"));
    window.key(Key::ArrowLeft);
    assert!(window.has("20 possible positions"));
}

#[test]
fn belief_calculation_can_be_stopped_and_restarted() {
    let quiet: Vec<String> = ["a3", "b3", "c3", "d3", "e3", "f3"]
        .iter()
        .zip(1..)
        .map(|(mv, number)| format!("{number}. {mv} {{(:)}} ?? {{(:0)}}"))
        .collect();
    let game = format!("[Filtered \"white\"]\n\n{}\n", quiet.join("\n"));
    let mut window = Window::of(&game);
    window.show(Panel::Belief);
    window.wait("some plies are known", |window| {
        window.state().game().and_then(GameState::belief).is_some_and(|known| known.plies.len() > 4)
    });
    window.key(Key::ArrowRight);
    window.key(Key::ArrowRight);
    // Stepping does not wait for the calculation.
    assert!(window.has("20 possible positions"));
    window.click("Stop");
    window.wait("it is stopped", |window| window.has("Stopped."));
    let known = window.state().game().and_then(GameState::belief).expect("known").plies.len();
    assert!(known < 13, "{known}");
    window.click("Recalculate");
    assert!(window.has("Stop"));
    window.click("Stop");
    window.wait("it is stopped", |window| window.has("Stopped."));
}

#[test]
fn belief_has_one_bar_for_all_moves() {
    let quiet: Vec<String> = ["a3", "b3", "c3", "d3", "e3", "f3"]
        .iter()
        .zip(1..)
        .map(|(mv, number)| format!("{number}. {mv} {{(:)}} ?? {{(:0)}}"))
        .collect();
    let game = format!("[Filtered \"white\"]\n\n{}\n", quiet.join("\n"));
    let mut window = Window::of(&game);
    let kind = JobKind::CalculateBelief(Color::White);
    let share = |window: &Window| {
        let progress = window.state().jobs.progress(kind)?.clone();
        let shown = window.state().game().expect("a game").belief_progress(&progress);
        Some((shown.part(), shown.detail))
    };
    for _ in 0..12 {
        window.key(Key::ArrowRight);
    }
    window.close_gate(kind, 6);
    window.show(Panel::Belief);
    window.wait_held(kind);
    window.wait("it is at the sixth ply", |window| {
        share(window).is_some_and(|(_, detail)| detail.starts_with("Black's move 3"))
    });
    let painted = Painted::of(&window);
    let titles = ["Calculating…", "Not calculated yet"].map(|title| painted.count(title));
    assert_eq!(titles, [1, 0], "{:?}", painted.words);
    let detail = "Black's move 3 · 5 of 12 moves done";
    assert_eq!(painted.count(detail), 1, "{:?}", painted.words);
    let (part, _) = share(&window).expect("progress");
    assert!((5.0 / 12.0..6.0 / 12.0).contains(&part), "{part}");
    // The bar does not tell how many moves follow.
    for _ in 0..2 {
        window.key(Key::ArrowLeft);
    }
    let (part, detail) = share(&window).expect("progress");
    assert_eq!(detail, "Black's move 3 · 5 of 10 moves done");
    assert!((5.0 / 10.0..6.0 / 10.0).contains(&part), "{part}");
    window.open_gate(kind);
}

#[test]
fn problem_from_the_middle_of_a_game_does_not_tell_its_end() {
    let text = GAME.replace("[Variant", "[EndTime \"13:45:00\"]\n[Variant");
    let mut window = Window::at(&text, "2");
    window.key(Key::W);
    window.menu(&["Kriegspiel", "Create problem from here…"]);
    window.click("Create");
    let problem = window.text();
    assert!(problem.contains("[Result \"*\"]") && problem.contains("2004.11.02"), "{problem}");
    assert!(!problem.contains("EndTime") && !problem.contains("13:45"), "{problem}");
}

#[test]
fn problem_hides_its_answer_until_requested() {
    let mut window = Window::of(PROBLEM);
    window.show(Panel::Problem);
    assert!(window.has_containing("White to move. Is mate on the next move certain?"));
    let tells = |window: &Window| {
        window.has_containing("The file says")
            || window.has_containing("forced \"T\"")
            || window.has("forced")
    };
    for panel in
        [Panel::Moves, Panel::Belief, Panel::Tags, Panel::Issues, Panel::Text, Panel::Problem]
    {
        window.show(panel);
        assert!(!tells(&window), "{panel:?}");
    }
    window.click("Show the file’s solution");
    assert!(window.has("The file says yes, mate is forced."));
    window.show(Panel::Tags);
    assert!(window.has("forced"));
    window.show(Panel::Text);
    assert!(window.has_containing("[forced \"T\"]"));
}

#[test]
fn problem_set_is_answered_in_order_and_scored() {
    let other = PROBLEM.replace("[forced \"T\"]", "[forced \"F\"]");
    let untold = PROBLEM.replace("[forced \"T\"]\n", "").replace("[epsilon \"T\"]\n", "");
    let mut window = Window::of(&format!("{PROBLEM}\n{other}\n{untold}\n{GAME}"));
    // A problem opens on its tab.
    assert!(window.has_containing("White to move. Is mate on the next move certain?"));
    assert!(!window.has_containing("The file says"));
    window.click("Yes, certain");
    assert!(window.has("Correct: mate is forced.") && window.has("1 of 1 correct"));
    window.click("Next unsolved");
    assert!(window.has("Yes, certain") && !window.has_containing("The file says"));
    // The file's answer counts until a plan was found.
    window.click("Yes, certain");
    assert!(window.has("Wrong: mate isn’t forced.") && window.has("1 of 2 correct"));
    window.click("Next unsolved");
    window.click("No, not certain");
    window.wait("it is solved", |window| window.has("Wrong: mate is forced."));
    assert!(window.has("1 of 3 correct"));
    // A game without a problem does not have the tab.
    window.click("Next unsolved");
    assert!(!window.has_containing("Is mate on the next move certain?"));
}

/// Pressing the key for the next problem again does not show the answer.
#[test]
fn key_for_the_next_problem_does_not_answer_the_problem() {
    let mut window = Window::of(&format!("{PROBLEM}\n{PROBLEM}\n{PROBLEM}"));
    window.click("Yes, certain");
    window.click("Next unsolved");
    assert!(window.has("Show the file’s solution"));
    window.key(Key::Space);
    assert!(!window.has_containing("The file says"));
}

/// The score survives even if the file was renamed.
#[test]
fn set_score_survives_closing() {
    let other = PROBLEM.replace("[forced \"T\"]", "[forced \"F\"]");
    let set = format!("{PROBLEM}\n{other}\n{GAME}");
    let mut window = Window::empty();
    let path = window.file("set.pgn", set.as_bytes());
    window.open_by_path(path.to_str().expect("UTF-8"));
    window.click("Yes, certain");
    assert!(window.has("1 of 1 correct"));
    let mut window = window.restarted();
    let path = window.file("moved.pgn", set.as_bytes());
    window.open_by_path(path.to_str().expect("UTF-8"));
    assert!(window.has("1 of 1 correct"));
    window.click("Next unsolved");
    window.click("Yes, certain");
    assert!(window.has("Wrong: mate isn’t forced.") && window.has("1 of 2 correct"));
}

#[test]
fn tries_list_the_referees_answers_with_frequencies() {
    let mut window = Window::of(PROBLEM);
    // The window opens at the position of the problem.
    assert_eq!(window.state().game().expect("a game").moment_view.step.plies, 8);
    window.key(Key::Home);
    window.show(Panel::Problem);
    window.click("Go there");
    assert_eq!(window.state().game().expect("a game").moment_view.step.plies, 8);
    window.click("e2, white bishop");
    window.click("h5, hidden, capture here, can be tried");
    window.wait("it is answered", |window| {
        window
            .has("A piece is captured on h5; mate on the short diagonal (Xh5,CS:) – 1 of 1, 100 %")
    });
    assert!(window.has("Bh5: possible announcements"));
    // Moves are typed and dragged.
    window.fill("Move to try", "Bd3");
    window.key(Key::Enter);
    window
        .wait("it is answered", |window| window.has("Legal, no announcement (:) – 1 of 1, 100 %"));
    window.fill("Move to try", "Nh8");
    window.key(Key::Enter);
    assert!(window.has("No knight can make this move."));
    window.key(Key::Escape);
    window.drag("a2, white pawn", "b3, hidden");
    window.wait("it is answered", |window| window.has("Illegal – 1 of 1, 100 %"));
    assert!(window.has("axb3: possible announcements"));
    assert_eq!(window.text(), PROBLEM);
}

#[test]
fn solved_problem_shows_its_plan() {
    let mut window = Window::of(PROBLEM);
    window.show(Panel::Problem);
    window.click_nth("Solve", window.harness.query_all_by_label("Solve").count() - 1);
    window.wait("it is solved", |window| window.has("Mate is forced"));
    assert!(window.has("Within 1 half-move, in the only possible position:"));
    assert!(window.has("Bxh5#"));
    assert!(window.has("possible in the only position left, and mates"));
    // Solving the problem does not reveal the file's answer.
    assert!(window.state().game().is_some_and(GameState::hides_answer));
}

#[test]
fn a_plan_is_a_tree_of_tries_and_answers() {
    let game = "[FEN \"7n/6R1/8/6R1/8/8/8/k2K1N2 b - - 0 1\"]\n[Filtered \"white\"]\n\
        [depth \"3\"]\n\n1... ?? {(:0)}\n2. Rb5 {(:)}\n?? {(:0)}\n";
    let mut window = Window::of(game);
    window.menu(&["Kriegspiel", "Solve"]);
    window.wait("it is solved", |window| window.has("Mate is forced"));
    let search = window.state().game().expect("a game").problem.search.as_ref().expect("a search");
    let Some(Solved::Forced(plan)) = search.solved.as_deref() else {
        panic!("not forced");
    };
    for branch in plan.tries.iter().flat_map(|one| &one.branches) {
        let count = branch.positions;
        let plural = if count == 1 { "" } else { "s" };
        let row =
            format!("({}:) ?? ({}:)  {count} position{plural}", branch.announcement, branch.reply);
        assert!(window.has_containing(&row), "{row}");
    }
    assert!(plan.tries.iter().any(|one| !one.branches.is_empty()));
    // A click on a move of the plan shows the position after it.
    let (place, first, later) = plan
        .tries
        .iter()
        .enumerate()
        .find_map(|(place, one)| Some((place, one, &one.branches.first()?.plan.tries[0])))
        .expect("a branch");
    let to = |one: &PlanTry| one.attempt.squares();
    let (first, later, words) = (to(first), to(later), later.san.to_string());
    let shown = |window: &Window| {
        let game = window.state().game().expect("a game");
        game.moment_view.plan.as_ref().map(|moment| moment.tried)
    };
    assert_eq!(shown(&window), None);
    let name = format!("{words}#");
    let click_first = |window: &Window| {
        let mut moves = window.harness.get_all_by_label(&name);
        moves.next().expect("the move").click();
    };
    click_first(&window);
    window.settle();
    assert_eq!(shown(&window).map(|tried| tried.1), Some(later.1));
    let bare = Painted::of(&window).colours;
    let arrow = Mark { from: Square::A3, to: Some(Square::H6), color: MarkColor::Red };
    window.update(Action::Playback(PlaybackAction::Mark(BoardId::A, arrow, None)));
    window.harness.step();
    let mut drawn = Painted::of(&window).colours;
    drawn.retain(|colour, _| !bare.contains_key(colour));
    assert!(!drawn.is_empty(), "an arrow is painted");
    let path = vec![place, 0, 0];
    window.update(Action::Kriegspiel(KriegspielAction::ShowPlan(path)));
    window.settle();
    assert_eq!(shown(&window), Some(later));
    let painted = Painted::of(&window).colours;
    assert!(
        !drawn.keys().any(|colour| painted.contains_key(colour)),
        "it belonged to another place"
    );
    let said = format!("Last announcement: The plan tries {words} after 2 more half-moves");
    assert!(window.has_containing(&said));
    assert!(window.has(&format!("{}, hidden", first.0)));
    assert!(window.has_containing(&format!("{}, white rook", first.1)));
    // Escape returns to the end of the game.
    window.key(Key::Escape);
    assert_eq!(shown(&window), None);
    assert!(window.has(&format!("{}, white rook", first.0)));
    // A click leads to the end of the game from any moment.
    window.key(Key::Home);
    assert_eq!(window.state().moment(), 0);
    click_first(&window);
    window.settle();
    assert_eq!(shown(&window).map(|tried| tried.1), Some(later.1));
    assert_eq!(window.state().moment(), 3);
}

#[test]
fn refutation_position_is_shown_without_a_forced_mate() {
    let game = "[Filtered \"white\"]\n[depth \"1\"]\n\n1. e4 {(:)}\n?? {(:0)}\n";
    let mut window = Window::of(game);
    window.menu(&["Kriegspiel", "Solve"]);
    window.wait("it is answered", |window| window.has("Mate is not forced"));
    assert!(
        window.has_containing("No plan mates in 20 of 20 positions; one of them is shown below.")
    );
    assert!(window.has_containing("Position that escapes: "));
    // The solution belongs to one game only.
    window.harness.event(Event::Paste("1A. e4 *".to_owned()));
    window.settle();
    let game = window.state().game();
    assert!(game.is_none());
}

#[test]
fn plan_search_can_be_stopped() {
    // Eight unseen moves take minutes to compute, so no machine is done before the click on Stop.
    let quiet: String = (1..)
        .zip("abcdefgh".chars())
        .map(|(number, file)| format!("{number}. {file}3 {{(:)}} ?? {{(:0)}}\n"))
        .collect();
    let mut window = Window::of(&format!("[Filtered \"white\"]\n[depth \"3\"]\n\n{quiet}"));
    window.menu(&["Kriegspiel", "Solve"]);
    assert!(window.has_containing("Calculating possible positions"));
    window.click("Stop solving");
    assert!(window.state().game().expect("a game").problem.search.is_none());
    window.wait("it is stopped", |window| {
        let known = window.state().game().and_then(GameState::belief);
        known.is_some_and(|known| matches!(known.end, BeliefStatus::Ended(BeliefError::Stopped)))
    });
}

#[test]
fn game_has_views_of_referee_white_and_black() {
    let mut window = Window::of(GAME);
    window.key(Key::End);
    assert!(window.has("Board, referee’s view"));
    assert!(window.has("h5, white bishop, capture here"));
    assert!(window.has("e8, black king"));
    window.key(Key::W);
    assert!(window.has("Board, White’s view"));
    assert!(window.has("h5, white bishop, capture here"));
    assert!(window.has("e8, hidden"));
    window.key(Key::B);
    assert!(window.has("Board, Black’s view"));
    assert!(window.has_containing("e8, black king"));
    assert!(window.has_containing("h5, hidden, capture here, check may come from here"));
    window.key(Key::R);
    window.click("Black");
    assert!(window.has("Board, Black’s view"));
}

#[test]
fn announcements_are_shown_as_words_and_codes() {
    let mut window = Window::of(GAME);
    window.key(Key::End);
    assert!(window.has("White’s move 4, Be2: Legal, no announcement. (:Qf7)"));
    assert!(window.has("Black tries h5 at move 4: Illegal."));
    assert!(window.has("Black’s move 4, gxh5: A piece is captured on h5. (Xh5:exf4,h5)"));
    window.key(Key::W);
    assert!(window.has("Black’s move 4, hidden: A piece is captured on h5. (Xh5:2)"));
    assert!(window.has("Black, before move 4: 2 illegal tries."));
    assert!(!window.has_containing("Black tries"));
    window.key(Key::B);
    assert!(
        window
            .has("White’s move 3, hidden · no illegal tries: Check on the short diagonal. (CS:0)")
    );
    // A click goes to the position of the announcement.
    window.click("White, before move 4: 1 illegal try.");
    assert_eq!(window.moment(), 0);
    let step = window.state().game().expect("a game").moment_view.step;
    assert_eq!((step.plies, step.tries), (6, 1));
    assert!(window.has("Last announcement: White tries an illegal move (try 1)"));
}

#[test]
fn players_view_shows_nothing_after_the_current_step() {
    let mut window = Window::of(GAME);
    let later = "White’s move 4, Be2: Legal, no announcement. (:Qf7)";
    assert!(window.has(later), "the referee sees the whole game");
    window.key(Key::W);
    assert!(window.has("No announcement yet."), "{:?}", window.names());
    assert!(!window.has_containing("’s move"), "{:?}", window.names());
    window.key(Key::ArrowRight);
    assert!(window.has_containing("White’s move 1, "), "{:?}", window.names());
    assert!(!window.has_containing("Black’s move 1, "), "{:?}", window.names());
    assert!(!Painted::of(&window).words.iter().any(|words| words.contains("Be2")));
    window.key(Key::End);
    assert!(window.has_containing("White’s move 4, Be2"), "{:?}", window.names());
}

#[test]
fn players_tags_hide_the_result_before_the_end() {
    let mut window = Window::of(GAME);
    window.show(Panel::Tags);
    assert!(window.has("Result") && Painted::of(&window).count("1-0") > 0);
    window.key(Key::W);
    assert!(window.has("Event") && !window.has("Result"), "{:?}", window.names());
    assert_eq!(Painted::of(&window).count("1-0"), 0);
    window.key(Key::End);
    assert!(window.has("Result") && Painted::of(&window).count("1-0") > 0);
}

#[test]
fn text_of_a_player_is_written_once_per_step() {
    let mut window = Window::of(GAME);
    window.show(Panel::Text);
    window.key(Key::W);
    window.key(Key::ArrowRight);
    let text = |window: &Window| {
        let text = window.state().game().and_then(GameState::text_panel_override);
        let text = text.expect("a player’s view");
        (text.as_ptr(), text.to_owned())
    };
    let before = text(&window);
    window.harness.run_steps(3);
    assert_eq!(text(&window), before);
    window.key(Key::ArrowRight);
    let after = painted_text(&window);
    assert!(after.contains("?? {(:0)}") && !before.1.contains("??"), "{after}");
}

#[test]
fn link_of_a_players_view_ends_at_the_current_step() {
    let mut window = Window::with_settings(GAME, |path| {
        std::fs::write(path, "(page: \"https://example.org/\")").expect("should be writable");
    });
    window.key(Key::W);
    window.key(Key::ArrowRight);
    let ctx = window.harness.ctx.clone();
    window.harness.state_mut().update(Action::RunCommand(Command::CopyLink), &ctx);
    window.harness.step();
    let commands = window.harness.output().platform_output.commands.clone();
    let link = commands.iter().find_map(|command| match command {
        OutputCommand::CopyText(text) => text.split_once('#').map(|(_, part)| format!("#{part}")),
        _ => None,
    });
    let link = MatchLink::from_fragment(&link.expect("a link")).expect("a match");
    let text = String::from_utf8(link.expect("readable").text).expect("UTF-8");
    assert!(text.contains("1. e4") && !text.contains("f6") && !text.contains("1-0"), "{text}");
}

/// Returns the painted text that begins with the tags of a file.
fn painted_text(window: &Window) -> String {
    let words = Painted::of(window).words;
    let text = words.into_iter().find(|words| words.starts_with('['));
    text.unwrap_or_else(|| panic!("no text: {:?}", window.names()))
}

#[test]
fn text_and_plot_of_a_player_end_at_the_current_step() {
    let decided = GAME.replacen("\n\n", "\n[Result \"1-0\"]\n\n", 1) + "\n1-0\n";
    let own = {
        let mut window = Window::of(&decided);
        window.key(Key::W);
        kriegspiel_text(&mut window)
    };
    for (file, key) in [(decided.as_str(), Some(Key::W)), (&own, None)] {
        let mut window = Window::of(file);
        window.show(Panel::Text);
        if let Some(key) = key {
            assert!(painted_text(&window).contains("Be2"), "the referee sees the whole game");
            window.key(key);
        }
        let text = painted_text(&window);
        assert!(!text.contains("1. ") && !text.contains("1-0"), "{text}");
        for _ in 0..2 {
            window.key(Key::ArrowRight);
        }
        let text = painted_text(&window);
        assert!(text.contains("1. ") && !text.contains("2. ") && !text.contains("1-0"), "{text}");
        window.show(Panel::Belief);
        window.wait("all is known", is_belief_complete);
        let bars = |window: &Window| {
            let plot = window.rect("Positions after each move (log scale)");
            let bar =
                |fill: &&Rect| plot.contains_rect(**fill) && fill.width() < plot.width() / 2.0;
            Painted::of(window).fills.iter().filter(bar).count()
        };
        assert_eq!(bars(&window), 3);
        window.key(Key::End);
        let plies = window.state().game().expect("a game").views.steps.plies();
        assert_eq!(bars(&window), plies + 1);
        window.show(Panel::Text);
        let text = painted_text(&window);
        assert!(text.contains("Be2") && text.contains("1-0"), "{text}");
    }
}

/// Returns the game in the current player's view, as the Text panel shows it at the end.
fn kriegspiel_text(window: &mut Window) -> String {
    window.show(Panel::Text);
    window.key(Key::End);
    painted_text(window)
}

#[test]
fn current_row_of_a_long_game_is_in_view() {
    let moves: Vec<String> = (1..=200)
        .step_by(2)
        .map(|number| format!("{number}. Nf3 Nf6 {}. Ng1 Ng8", number + 1))
        .collect();
    let game = format!("[Variant \"Kriegspiel\"]\n\n{}\n", moves.join("\n"));
    let mut window = Window::of(&game);
    let first = "White’s move 1, Nf3: Legal, no announcement. (:)";
    let last = "Black’s move 200, Ng8: Legal, no announcement. (:)";
    assert!(window.has(first) && !window.has(last));
    window.key(Key::End);
    assert!(window.has(last) && !window.has(first));
    let row = window.rect(last);
    assert!(row.top() > 60.0 && row.bottom() < 800.0, "{row:?}");
    window.key(Key::Home);
    assert!(window.has(first) && !window.has(last));
}

#[test]
fn steps_go_by_plies_or_by_tries() {
    let mut window = Window::at(GAME, "7");
    let step = |window: &Window| {
        let step = window.state().game().expect("a game").moment_view.step;
        (step.plies, step.tries)
    };
    assert_eq!(step(&window), (7, 0));
    window.key(Key::T);
    assert!(window.has("Last announcement: Black tries h5: illegal (try 1 of 2)"));
    assert!(window.has("h5, white queen, try went here"));
    assert!(window.has("Half-move 7 of 9 · try 1 of 2"));
    window.keys(SHIFT, Key::ArrowRight);
    assert!(window.has("Last announcement: Black tries exf4: illegal (try 2 of 2)"));
    window.key(Key::T);
    assert_eq!(step(&window), (8, 0));
    assert!(window.has("Last announcement: Black: a piece is captured on h5"));
    window.keys(SHIFT, Key::T);
    assert_eq!(step(&window), (7, 2));
    window.key(Key::ArrowLeft);
    assert_eq!(step(&window), (7, 0));
    window.key(Key::T);
    window.key(Key::ArrowRight);
    assert_eq!(step(&window), (8, 0));
    window.key(Key::Home);
    assert!(window.has("Last announcement: No announcement yet"));
    window.keys(SHIFT, Key::T);
    assert_eq!(step(&window), (0, 0));
    window.key(Key::End);
    assert_eq!(step(&window), (9, 0));
    window.key(Key::T);
    assert_eq!(step(&window), (9, 0));
    // A step that does not exist leads to the nearest one.
    for (missing, nearest) in [((7, 9), (7, 2)), ((99, 4), (9, 0))] {
        let (plies, tries) = missing;
        window.update(Action::Kriegspiel(KriegspielAction::GoTo(Step { plies, tries })));
        assert_eq!(step(&window), nearest);
    }
    // Both directions visit the same steps.
    let mut visit = |modifiers| {
        let mut steps = vec![step(&window)];
        loop {
            window.keys(modifiers, Key::T);
            match step(&window) {
                next if Some(&next) == steps.last() => return steps,
                next => steps.push(next),
            }
        }
    };
    let back = visit(SHIFT);
    let forward = visit(Modifiers::NONE);
    assert!(forward.iter().eq(back.iter().rev()), "{forward:?}, {back:?}");
    assert!(forward.contains(&(7, 1)), "{forward:?}");
}

/// Returns all accessible names except the message about copying, whose duration differs between two windows.
fn names_but_copied(window: &Window) -> String {
    let mut names = window.names();
    names.retain(|name| !matches!(name.as_str(), "Position copied." | "Dismiss"));
    names.join("\n")
}

#[test]
fn labels_texts_and_copies_do_not_leak_hidden_moves() {
    let seen = TWINS.map(|game| {
        let mut window = Window::of(game);
        let mut seen = Vec::new();
        let referee = window.names();
        window.key(Key::W);
        for panel in [Panel::Moves, Panel::Notes, Panel::Tags, Panel::Issues, Panel::Text] {
            window.show(panel);
            window.key(Key::Home);
            for _ in 0..12 {
                seen.push(names_but_copied(&window));
                seen.push(copied(&mut window));
                window.key(Key::T);
            }
        }
        window.show(Panel::Belief);
        window.wait("all is known", is_belief_complete);
        window.key(Key::Home);
        for _ in 0..6 {
            seen.push(names_but_copied(&window));
            window.key(Key::ArrowRight);
        }
        // The tooltips of a few squares and of every row.
        window.keys(CTRL, Key::Num1);
        for name in ["e4, hidden", "d5, hidden", "e2, white queen"] {
            let at = window.rect_containing(name).center();
            window.harness.hover_at(at);
            window.harness.run_steps(12);
            seen.push(names_but_copied(&window));
        }
        assert!(seen.iter().any(|names| names.contains("capture here")));
        (referee, seen)
    });
    // This proves that the test works: the referee sees two different games.
    assert_ne!(seen[0].0, seen[1].0);
    for (one, other) in seen[0].1.iter().zip(&seen[1].1) {
        assert_eq!(one, other);
    }
    // Conclusions from announcements are not secret.
    let all = seen[0].1.join("\n").replace("certainly a black", "certainly a");
    for hidden in ["dxe4", "a pawn takes", "exf6", "black pawn", "the centre"] {
        assert!(!all.contains(hidden), "{hidden}");
    }
}

#[test]
fn plies_and_tries_show_the_announcements_of_the_side() {
    let mut window = Window::at(GAME, "7");
    assert_eq!(said(&window), ["White’s move 4, Be2: Legal, no announcement."]);
    window.key(Key::T);
    assert_eq!(said(&window), ["Black tries h5: illegal (try 1 of 2)"]);
    window.key(Key::W);
    assert_eq!(said(&window), ["Black tries an illegal move (try 1)"]);
    window.key(Key::T);
    assert_eq!(said(&window), ["Black tries an illegal move (try 2)"]);
    window.key(Key::ArrowRight);
    assert_eq!(said(&window), ["Black’s move 4, hidden: A piece is captured on h5."]);
    window.key(Key::B);
    assert_eq!(said(&window), ["Black’s move 4, gxh5: A piece is captured on h5."]);
    window.key(Key::Home);
    assert_eq!(said(&window), ["No announcement yet"]);
    // White hears the same in two games that White cannot distinguish.
    let heard = TWINS.map(|game| {
        let mut window = Window::of(game);
        window.key(Key::W);
        let mut heard = Vec::new();
        for _ in 0..8 {
            heard.extend(said(&window));
            window.key(Key::T);
        }
        heard
    });
    assert_eq!(heard[0], heard[1]);
    assert!(heard[0].contains(&"Black’s move 2, hidden: A piece is captured on e4.".to_owned()));
}

#[test]
fn response_to_a_tried_move_is_announced() {
    let mut window = Window::of(PROBLEM);
    window.show(Panel::Problem);
    window.fill("Move to try", "Bd3");
    window.key(Key::Enter);
    let answer = "Bd3: Legal, no announcement (:) – 1 of 1, 100 %";
    window.wait("it is announced", |window| said(window).contains(&answer.to_owned()));
}

#[test]
fn promotion_try_opens_the_chooser() {
    let game = "[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n[Filtered \"white\"]\n[depth \"1\"]\n\n*\n";
    let mut window = Window::of(game);
    let trial = |window: &Window| {
        window.state().game().expect("a game").problem.trial.as_ref().map(|it| it.text.clone())
    };
    let pawn = "a7, white pawn";
    let last = "a8, empty, can be tried";
    window.click(pawn);
    window.click(last);
    assert_eq!(trial(&window), None);
    window.click("Promote to a knight");
    assert_eq!(trial(&window).as_deref(), Some("a8=N"));
    assert!(!window.has("Promote to a knight"));
    // The same holds for a dragged pawn, and the choice can be cancelled.
    window.drag(pawn, "a8, empty");
    assert!(window.has("Promote to a queen"));
    window.key(Key::Escape);
    assert!(!window.has("Promote to a queen"));
    assert_eq!(trial(&window).as_deref(), Some("a8=N"));
    window.click(pawn);
    window.click(last);
    window.click("a1, white king");
    assert!(!window.has("Promote to a queen"), "another piece was taken in hand");
    assert!(window.has("b2, empty, can be tried"));
    window.key(Key::Escape);
    window.click(pawn);
    window.click(last);
    window.click("Promote to a queen");
    assert_eq!(trial(&window).as_deref(), Some("a8=Q"));
    window.wait("it is answered", |window| window.has_containing("a8=Q: possible announcements"));
}

#[test]
fn filtered_file_declares_its_side() {
    let mut window = Window::of(PROBLEM);
    assert!(window.has("Board, White’s view"));
    window.key(Key::B);
    assert!(window.has("Board, White’s view"));
    let said = "This file is White’s view; it doesn’t contain Black’s.";
    assert!(window.has(said));
    window.key(Key::End);
    assert!(window.has("h5, hidden, capture here"));
}

#[test]
fn comment_is_the_only_change_in_the_file() {
    let mut window = Window::at(GAME, "4");
    window.key(Key::Enter);
    window.type_text("he took it");
    window.type_text("r");
    let with = GAME.replace("fxe5 {(Xe5:e7)}", "fxe5 {(Xe5:e7) he took itr}");
    // A letter typed in a text field is text, not a shortcut.
    assert_eq!(window.text(), with);
    window.fill("Comment 1", "he took it");
    assert_eq!(window.text(), with.replace("itr", "it"));
    assert!(window.has("Black’s move 2, fxe5: A piece is captured on e5. “he took it” (Xe5:e7)"));
    // An invalid entry takes back what was typed since the field was entered.
    window.key(Key::Escape);
    window.fill("Comment 1", "a } b");
    assert!(window.has("A comment cannot contain '}'; use ')' instead."));
    window.click("Revert");
    window.fill("Comment 1", "(Xe4:)");
    assert!(window.has_containing("his text would not be read back as a note"));
    window.click("Revert");
    window.key(Key::Escape);
    window.key(Key::Home);
    window.fill("Comment on the game", "a skirmish");
    assert!(window.text().contains("{a skirmish}\n1. e4"));
    window.keys(CTRL, Key::Z);
    assert_eq!(library::undo_names(window.state()).1, Some("comment on the game"));
    while library::undo_names(window.state()).0.is_some() {
        window.keys(CTRL, Key::Z);
    }
    assert_eq!(window.text(), GAME);
}

fn clear(window: &mut Window, field: &str) {
    window.focus(field);
    window.keys(CTRL, Key::A);
    window.key(Key::Backspace);
}

/// Types the next move of a game and presses Enter.
fn enter(window: &mut Window, mv: &str) {
    window.fill("Next move", mv);
    window.click("Add move");
}

#[test]
fn game_entered_as_the_referee_becomes_a_problem() {
    let mut window = Window::empty();
    window.menu(&["Kriegspiel", "New game of Kriegspiel…"]);
    window.fill("White", "Anna");
    window.fill("Position", "8/8");
    assert!(window.has_containing("ranks"));
    clear(&mut window, "Position");
    window.click("Create");
    assert!(window.has("No moves."));
    assert!(window.has("White to move"));
    enter(&mut window, "e4");
    // A move can also be made on the board.
    for square in ["f7, black pawn", "f6, empty"] {
        window.click_containing(square);
    }
    assert!(window.has_containing("Black’s move 1, f6"));
    for mv in ["e5", "e7"] {
        enter(&mut window, mv);
    }
    assert!(window.has_containing("No pawn"));
    enter(&mut window, "fxe5");
    enter(&mut window, "Qh5");
    assert!(window.has_containing("White’s move 3, Qh5+: Check on the short diagonal."));
    enter(&mut window, "g6");
    enter(&mut window, "Qf7");
    assert!(window.has("Illegal tries: Qf7"));
    enter(&mut window, "Be2");
    enter(&mut window, "gxh5");
    let text = window.text();
    let moves = "1. e4 {(:)}\nf6 {(:)}\n2. e5 {(:)}\nfxe5 {(Xe5:)}\n3. Qh5+ {(CS:)}\ng6 {(:)}\n\
        4. Be2 {(:Qf7)}\ngxh5 {(Xh5:)}\n";
    assert!(text.ends_with(moves) && text.contains("[White \"Anna\"]"), "{text}");
    assert_eq!(library::undo_names(window.state()).0, Some("Black's move 4: gxh5"));
    assert!(!has_issues(&window));
    enter(&mut window, "Bxh5");
    assert!(window.has("Checkmate: White wins") && !window.has("Add move"));
    window.keys(CTRL, Key::Z);
    assert_eq!(window.text(), text);
    // White's knowledge becomes a problem, which is solved before it is saved.
    window.menu(&["Kriegspiel", "Create problem from here…"]);
    window.click("Create");
    window.wait("it is checked", |window| window.has("Problem checked: mate is forced."));
    let text = window.text();
    assert!(text.contains("[depth \"1\"]\n[forced \"T\"]\n[epsilon \"T\"]\n"), "{text}");
    assert!(text.contains("[Filtered \"white\"]") && text.contains("?? {(Xh5:0)}\n"));
    assert!(!text.contains("gxh5") && window.has("Mate is forced"));
}

/// After a move that ends the game, no further move is asked for, and the result is set as one change.
#[test]
fn entered_game_ends_with_mate_or_stalemate() {
    for (mv, said, button, end) in [
        ("Rc1", "Checkmate: White wins", "Set result to 1-0", "{Black checkmated} 1-0\n"),
        ("Rb2", "Stalemate", "Set result to 1/2-1/2", "{Black stalemated} 1/2-1/2\n"),
    ] {
        let mut window = Window::empty();
        window.menu(&["Kriegspiel", "New game of Kriegspiel…"]);
        window.fill("Position", "8/8/8/8/8/1K6/2R5/k7 w - - 0 1");
        window.click("Create");
        enter(&mut window, mv);
        assert!(window.has(said) && !window.has("Add move"), "{mv}");
        assert!(!window.has("Black to move"), "{mv}");
        let text = window.text();
        window.click(button);
        let ended = window.text();
        assert!(ended.contains("[Result \"1") && ended.ends_with(end), "{ended}");
        assert!(window.has(said) && !window.has(button), "{mv}");
        window.keys(CTRL, Key::Z);
        assert_eq!(window.text(), text);
        window.keys(CTRL, Key::Z);
        assert!(window.has("White to move") && window.has("Add move"), "{mv}");
    }
    // A player knows only of an own mate.
    let mut window = Window::empty();
    window.menu(&["Kriegspiel", "New game of Kriegspiel…"]);
    window.click("White player");
    window.click("Create");
    window.fill("Next move", "e4");
    window.click("on the file");
    window.click("Mate");
    window.click("Legal");
    assert!(window.has("Checkmate: White wins") && !window.has("Announcement for Black’s move"));
}

/// A player is not asked for what the rules keep private.
#[test]
fn private_tries_are_not_asked_for() {
    for (rules, is_asked) in [("Berkeley", true), ("ICC", false)] {
        let mut window = Window::empty();
        window.menu(&["Kriegspiel", "New game of Kriegspiel…"]);
        window.click(rules);
        window.click("White player");
        window.click("Create");
        enter_own(&mut window, "e4");
        assert!(window.has("Captured on"), "{rules}");
        assert_eq!(window.has("Illegal tries"), is_asked, "{rules}");
        window.click("Add");
        assert!(window.text().contains(if is_asked { "?? {(:0)}" } else { "?? {(:)}" }));
    }
}

fn enter_own(window: &mut Window, mv: &str) {
    window.fill("Next move", mv);
    window.click("Legal");
}

/// Returns whether the open record has issues.
fn has_issues(window: &Window) -> bool {
    let open = window.state().open.as_ref().expect("a record is open");
    open.content.has_issues()
}

#[test]
fn game_is_recorded_as_a_player_from_announcements() {
    let mut window = Window::empty();
    window.menu(&["Kriegspiel", "New game of Kriegspiel…"]);
    window.click("White player");
    window.click("Create");
    window.fill("Next move", "e4");
    window.click("Legal");
    assert!(window.has("Announcement for Black’s move"));
    window.fill("Captured on", "e5");
    window.click("Add");
    assert!(window.has("You have no piece on e5."));
    clear(&mut window, "Captured on");
    window.click("Add");
    window.fill("Next move", "exd5");
    window.click("Illegal");
    window.fill("Next move", "Bb5");
    window.click("on the short diagonal");
    window.click("Legal");
    window.fill("Captured on", "b5");
    window.click("Add");
    let text = window.text();
    let moves = "1. e4 {(:)}\n?? {(:0)}\n2. Bb5+ {(CS:exd5)}\n?? {(Xb5:0)}\n";
    assert!(text.ends_with(moves) && text.contains("[Filtered \"white\"]"), "{text}");
    assert!(!has_issues(&window));
    // The last plies are removed.
    window.key(Key::Escape);
    window.key(Key::ArrowLeft);
    window.menu(&["Edit", "Delete this and later moves"]);
    assert!(window.text().ends_with("1. e4 {(:)}\n?? {(:0)}\n"));
}

#[test]
fn plies_of_a_new_game_are_typed_one_after_another() {
    let moves = |window: &Window| {
        let text = window.text();
        text.split_once("\n\n").map(|(_, moves)| moves.to_owned()).unwrap_or_default()
    };
    let mut window = Window::empty();
    window.menu(&["Kriegspiel", "New game of Kriegspiel…"]);
    window.click("Create");
    window.type_text("e4\nd5\nexd5\n");
    assert_eq!(moves(&window), "1. e4 {(:)}\nd5 {(:)}\n2. exd5 {(Xd5:)}\n");
    // What cannot be a move is replaced by what is typed next.
    window.type_text("d4\nQxd5\n");
    assert!(moves(&window).ends_with("\nQxd5 {(Xd5:)}\n"), "{}", window.text());
    let mut window = Window::empty();
    window.menu(&["Kriegspiel", "New game of Kriegspiel…"]);
    window.click("Create");
    window.type_text("e4 d5 exd5 Qxd5 Nz3 e6\n");
    assert_eq!(moves(&window), "1. e4 {(:)}\nd5 {(:)}\n2. exd5 {(Xd5:)}\nQxd5 {(Xd5:)}\n");
    assert_eq!(window.value("Next move"), "Nz3 e6");
    let mut window = Window::empty();
    window.menu(&["Kriegspiel", "New game of Kriegspiel…"]);
    window.click("White player");
    window.click("Create");
    window.type_text("e4\n\nexd5\nd5\n");
    assert_eq!(moves(&window), "1. e4 {(:)}\n?? {(:0)}\n2. exd5 {(Xd5:)}\n?? {(Xd5:0)}\n");
}

#[test]
fn repeated_tries_do_not_end_a_run_of_typed_moves() {
    let moves = |window: &Window| {
        let text = window.text();
        text.split_once("\n\n").map(|(_, moves)| moves.to_owned()).unwrap_or_default()
    };
    let start = |typed: &str| {
        let mut window = Window::empty();
        window.menu(&["Kriegspiel", "New game of Kriegspiel…"]);
        window.click("Create");
        window.type_text(typed);
        window
    };
    let window = start("e4 e5 exd5 exd5 Nf3 Nc6\n");
    assert_eq!(moves(&window), "1. e4 {(:)}\ne5 {(:)}\n2. Nf3 {(:exd5)}\nNc6 {(:)}\n");
    assert_eq!(window.value("Next move"), "");
    assert!(window.has("exd5: This try is already recorded."), "{:?}", window.names());
    let window = start("e4 e5 exd5 exd5 Nz3 Nc6\n");
    assert_eq!(window.value("Next move"), "Nz3 Nc6");
    assert!(window.has_containing("exd5: This try is already recorded.\nNot a valid move"));
    let window = start("f3 e5 g4 Qh4# a3 a6\n");
    assert!(moves(&window).contains("Qh4# {(CS:)}"), "{}", window.text());
    assert!(window.has("The game has ended. Not added: a3 a6."), "{:?}", window.names());
}

#[test]
fn silent_announcements_are_not_repeated_in_every_row() {
    let window = Window::at(GAME, "8");
    assert!(window.has_containing("Legal, no announcement."), "for screen readers");
    let words = Painted::of(&window).words;
    assert!(!words.iter().any(|it| it.contains("Legal, no announcement")));
    assert!(words.iter().any(|it| it.contains("\nA piece is captured")), "{words:?}");
}

#[test]
fn notes_are_saved_listed_and_hidden_from_players() {
    let mut window = Window::at(GAME, "4");
    let with = |from: &str, to: &str| GAME.replacen(from, to, 1);
    window.key(Key::Num5);
    assert_eq!(window.text(), with("fxe5 {(X", "fxe5 $5 {(X"));
    window.key(Key::D);
    assert_eq!(window.text(), with("fxe5 {(X", "fxe5 $5 $220 {(X"));
    window.click("Notes");
    window.fill("Comment", "first");
    window.fill("Add comment", "second");
    window.fill("Variation", "d6 exd6");
    window.key(Key::Enter);
    let written = with("fxe5 {(Xe5:e7)}", "fxe5 $5 $220 {(Xe5:e7) first} {second} (d6 exd6)");
    assert_eq!(window.text(), written);
    window.fill("Add variation", "Ke4");
    window.key(Key::Enter);
    assert!(window.has_containing("Not a valid variation: Black's move 2 is illegal"));
    window.click("Revert");
    window.click("Announcements");
    let row = "Black’s move 2, fxe5 !?: A piece is captured on e5. “first” “second” Variation: d6 exd6. A diagram. (Xe5:e7)";
    assert!(window.has(row));
    // No player learns of the notes.
    for side in [Key::W, Key::B] {
        window.key(side);
        for panel in [Panel::Moves, Panel::Notes, Panel::Text] {
            window.show(panel);
            for word in ["first", "second", "d6 exd6", "!?:", "$220", "A diagram"] {
                assert!(!window.has_containing(word), "{word}");
            }
        }
        // A player's view cannot be annotated either.
        for key in [Key::Num1, Key::D, Key::Enter] {
            window.key(key);
        }
        assert_eq!(window.text(), written);
    }
    window.key(Key::R);
    while library::undo_names(window.state()).0.is_some() {
        window.keys(CTRL, Key::Z);
    }
    assert_eq!(window.text(), GAME);
}

#[test]
fn game_is_exported_from_a_players_view() {
    let mut window = Window::of(&GAME.replace("g6 {(:)}", "g6 {(:) a secret}"));
    let path = window.path("heard.pgn");
    let export = |window: &mut Window, entry: &str| {
        window.menu(&["File", entry]);
        window.wait("the path is asked for", |window| {
            matches!(window.state().shell.dialog, Some(Dialog::SavePath(..)))
        });
        window.type_text(&path.to_string_lossy());
        window.key(Key::Enter);
    };
    export(&mut window, "Export White’s view…");
    window.wait("it is said", |window| window.has_containing("Saved White’s view of the game as "));
    let heard = std::fs::read_to_string(&path).expect("should be readable");
    let (tags, _) = GAME.split_once("\n\n").expect("tags");
    let moves = "1. e4 {(:)}\n?? {(:0)}\n2. e5 {(:)}\n?? {(Xe5:1)}\n3. Qh5+ {(CS:)}\n?? {(:0)}\n\
        4. Be2 {(:Qf7)}\n?? {(Xh5:2)}\n5. Bxh5# {(Xh5,CS:)}\n1-0\n";
    let tags = tags.replace("Filtered \"no\"", "Filtered \"white\"");
    assert_eq!(heard, format!("{tags}\n\n{moves}"));
    // Overwriting an existing file needs confirmation and keeps the view.
    export(&mut window, "Export Black’s view…");
    window.wait("it is asked", |window| window.has("Replace the file?"));
    window.click("Replace");
    window.wait("it is said", |window| window.has_containing("Saved Black’s view of the game as "));
    let heard = std::fs::read_to_string(&path).expect("should be readable");
    assert!(heard.contains("?? {(CS:0)}\ng6 {(:)}\n"), "{heard}");
    export(&mut window, "Export referee’s view…");
    window.wait("it is asked", |window| window.has("Replace the file?"));
    window.click("Replace");
    window.wait("it is said", |window| {
        window.has_containing("Saved the referee’s view of the game as ")
    });
    let heard = std::fs::read_to_string(&path).expect("should be readable");
    assert_eq!(heard, window.text());
    // A player has not heard the moves after the current step.
    window.key(Key::W);
    window.key(Key::ArrowRight);
    window.menu(&["File", "Export White’s view…"]);
    window.wait("the path is asked for", |window| {
        window.has_containing("Saves only what this player has heard up to the current move")
    });
    window.type_text(&path.to_string_lossy());
    window.key(Key::Enter);
    window.wait("it is asked", |window| window.has("Replace the file?"));
    window.click("Replace");
    window.wait("it is said", |window| window.has_containing("Saved White’s view of the game as "));
    let heard = std::fs::read_to_string(&path).expect("should be readable");
    assert!(heard.ends_with("[Filtered \"white\"]\n\n1. e4 {(:)}\n*\n"), "{heard}");
}

#[test]
fn picture_is_exported_from_the_current_view() {
    let mut window = Window::at(GAME, "8");
    let picture = |window: &mut Window, file: &str| {
        let path = window.path(file);
        window.keys(CTRL, Key::E);
        assert!(!window.has("Reserves") && window.has("Names"));
        window.fill("Picture path", &path.to_string_lossy());
        window.key(Key::Enter);
        // The notice about the previous picture may still be shown.
        window.wait("the picture is saved", |window| {
            window.has_containing("Saved the picture as") && window.state().shell.dialog.is_none()
        });
        std::fs::read_to_string(&path).expect("a picture")
    };
    let drawn =
        |svg: &str, color: char| svg.matches(&format!("<use xlink:href=\"#{color}")).count();
    let referee = picture(&mut window, "referee.svg");
    assert_eq!((drawn(&referee, 'w'), drawn(&referee, 'b')), (14, 16));
    window.key(Key::W);
    let white = picture(&mut window, "white.svg");
    assert_eq!((drawn(&white, 'w'), drawn(&white, 'b')), (14, 0));
    // With the Belief panel open, the picture contains the belief.
    window.show(Panel::Belief);
    window.wait("all is known", is_belief_complete);
    let belief = picture(&mut window, "belief.svg");
    assert!(belief.len() > white.len());
}

#[test]
fn exports_of_a_game_have_the_ratings() {
    let export = |text: &str, name: &str| {
        let mut window = Window::of(text);
        let path = window.path(name);
        window.keys(CTRL, Key::E);
        window.fill("Picture path", &path.to_string_lossy());
        window.key(Key::Enter);
        window
            .wait("it is written", |window| window.state().shell.dialog.is_none() && path.exists());
        std::fs::read_to_string(&path).expect("an export")
    };
    let rated = GAME.replace("[Variant", "[WhiteElo \"1850\"]\n[Variant");
    assert!(export(&rated, "game.html").contains("1850"));
    // A picture has its texts as outlines.
    assert_ne!(export(&rated, "game.svg"), export(GAME, "game.svg"));
}

#[test]
fn animation_is_exported_from_the_current_view() {
    let mut window = Window::at(GAME, "8");
    let mut animation = |key: Key, file: &str| {
        window.key(key);
        let path = window.path(file);
        window.keys(CTRL, Key::E);
        // The animation is small, so that it is drawn quickly.
        let Some(Dialog::Picture(mut choice)) = window.state().shell.dialog.clone() else {
            panic!("no dialog");
        };
        choice.width = 64;
        let dialog = Some(Dialog::Picture(choice));
        window.update(Action::Shell(ShellAction::Dialog(dialog)));
        window.fill("Picture path", &path.to_string_lossy());
        window.key(Key::Enter);
        window
            .wait("it is written", |window| path.exists() && window.state().shell.dialog.is_none());
        std::fs::read(&path).expect("an animation")
    };
    let [referee, white, black] = [(Key::R, "r.gif"), (Key::W, "w.gif"), (Key::B, "b.gif")]
        .map(|(key, file)| animation(key, file));
    // There is one frame for each ply and one before the first. Each begins with a block that states its delay.
    for bytes in [&referee, &white, &black] {
        assert!(bytes.starts_with(b"GIF89a"));
        let frames = bytes.windows(3).filter(|block| *block == b"\x21\xf9\x04");
        assert_eq!(frames.count(), 10);
    }
    assert!(referee != white && white != black && referee != black);
}

#[test]
fn page_and_print_out_use_the_current_view() {
    let mut window = Window::at(GAME, "8");
    let mut written = |key: Key, form: &str, file: &str| {
        window.key(key);
        let path = window.path(file);
        window.keys(CTRL, if form == "Print" { Key::P } else { Key::E });
        if form != "Print" {
            window.click(form);
        }
        window.fill("Picture path", &path.to_string_lossy());
        window.key(Key::Enter);
        window
            .wait("it is written", |window| path.exists() && window.state().shell.dialog.is_none());
        std::fs::read(&path).expect("a file")
    };
    let pages = [(Key::R, "r.html"), (Key::W, "w.html"), (Key::B, "b.html")].map(|(key, file)| {
        String::from_utf8(written(key, "Replay page (HTML)", file)).expect("UTF-8")
    });
    for (page, side) in pages.iter().zip(["referee", "White", "Black"]) {
        assert!(page.contains(&format!("{side}’s view")), "{side}");
        assert!(page.contains("\"moment\":8"), "it begins where the window stands");
    }
    assert!(pages[0].contains("gxh5") && !pages[1].contains("gxh5"));
    let papers = [(Key::R, "r.pdf"), (Key::W, "w.pdf"), (Key::B, "b.pdf")]
        .map(|(key, file)| written(key, "Print", file));
    for paper in &papers {
        assert!(paper.starts_with(b"%PDF"));
    }
    assert!(papers[0] != papers[1] && papers[1] != papers[2]);
}

#[test]
fn chess_end_reason_is_chosen_and_written() {
    let mut window = Window::of("[Variant \"Kriegspiel\"]\n\n1. e4 {(:)}\ne5 {(:)}\n*\n");
    window.keys(CTRL, Key::Num2);
    // The placeholder is an example from chess.
    let hints = |window: &Window| -> Vec<String> {
        let nodes = window.harness.root().children_recursive();
        let hint = |node: egui_kittest::Node<'_>| {
            let node = node.accesskit_node();
            node.data().placeholder().map(str::to_owned)
        };
        nodes.filter_map(hint).collect()
    };
    assert!(hints(&window).contains(&"Reason: White checkmated".to_owned()));
    window.focus("Reason");
    window.type_text("adjourned");
    window.key(Key::Enter);
    assert!(window.text().contains("{adjourned}"), "{}", window.text());
}

#[test]
fn certain_pieces_are_drawn_and_all_kinds_listed_on_hover() {
    let mut window = Window::at(GAME, "2");
    window.key(Key::W);
    window.show(Panel::Belief);
    window.wait("all is known", is_belief_complete);
    assert!(window.has("e8, hidden, certainly a black king"));
    assert!(window.has("b8, hidden, a piece 90 %"));
    let at = window.rect("b8, hidden, a piece 90 %").center();
    window.harness.hover_at(at);
    window.harness.run_steps(12);
    assert!(window.has("b8\nknight 90 %\nnothing 10 %"));
    // Unselected kinds of pieces are not drawn.
    window.click("Knight");
    assert!(window.has("e8, hidden, knight 0 %"));
}

#[test]
fn game_tags_can_be_edited() {
    let mut window = Window::of(GAME);
    window.show(Panel::Tags);
    assert!(!window.has("White A"));
    window.fill("White", "Anna");
    assert_eq!(window.text(), GAME.replace("Player1", "Anna"));
    assert!(window.has_containing("White: Anna"));
    window.fill("Result", "won");
    assert!(window.has("Enter 1-0, 0-1, 1/2-1/2 or *."));
}

#[test]
fn game_is_saved_with_its_notes() {
    let mut window = Window::empty();
    let path = window.file("game.pgn", GAME.as_bytes());
    window.open_by_path(path.to_str().expect("UTF-8"));
    window.key(Key::ArrowRight);
    window.key(Key::Enter);
    window.type_text("well");
    window.keys(CTRL, Key::S);
    window.wait("it is saved", |window| !window.state().is_unsaved());
    let saved = std::fs::read_to_string(&path).expect("should be readable");
    assert_eq!(saved, GAME.replace("1. e4 {(:)}", "1. e4 {(:) well}"));
}

#[test]
fn two_board_tags_are_unavailable_in_chess() {
    let mut window = Window::of(GAME);
    for key in [Key::M, Key::Space, Key::X] {
        window.key(key);
    }
    let state = window.state();
    assert!(
        !state.file().expect("a file").entering
            && state.game().is_some_and(|game| !game.is_entering)
            && state.shell.dialog.is_none()
            && !state.playhead().is_playing()
    );
    assert!(!state.settings.switched);
    assert_eq!(window.text(), GAME);
}

#[test]
fn typed_moves_are_tries_and_never_shortcuts() {
    let mut window = Window::of(PROBLEM);
    window.key(Key::M);
    assert!(window.is_focused("Move to try"), "{:?}", window.names());
    // Without the focus, B would change the view.
    window.type_text("Bxh5");
    window.key(Key::Enter);
    window.wait("it is answered", |window| window.has("Bh5: possible announcements"));
    let side = window.state().game().expect("a game").moment_view.side;
    assert_eq!(side, Side::Seat(Color::White));
}

#[test]
fn samples_of_kriegspiel_are_in_the_menu() {
    let mut window = Window::empty();
    window.menu(&["Kriegspiel", "Sample problem"]);
    assert_eq!(window.text(), PROBLEM);
    window.menu(&["Kriegspiel", "Sample game"]);
    assert_eq!(window.text(), GAME);
}

#[test]
fn names_of_a_new_game_are_typed_at_once() {
    let mut window = Window::empty();
    window.menu(&["Kriegspiel", "New game of Kriegspiel…"]);
    window.type_text("Anna\n");
    assert!(window.text().contains("[White \"Anna\"]"), "{}", window.text());
    // The file is named after the players, and the question about it calls it a game.
    window.keys(CTRL, Key::W);
    assert!(window.has_containing("This game is not saved yet."), "{:?}", window.names());
    window.key(Key::Escape);
    window.keys(CTRL, Key::S);
    window.wait("the path is asked for", |window| {
        matches!(&window.state().shell.dialog, Some(Dialog::SavePath(_, path, _))
            if path.starts_with("Anna") && path.ends_with(".pgn"))
    });
}

#[test]
fn enter_creates_a_game_by_the_chosen_rules() {
    let mut window = Window::empty();
    window.menu(&["Kriegspiel", "New game of Kriegspiel…"]);
    window.click("English");
    window.fill("Event", "An evening");
    window.key(Key::Enter);
    assert!(window.text().contains("[Variant \"Kriegspiel (English)\"]"), "{}", window.text());
    assert!(window.text().contains("[Event \"An evening\"]"));
}

/// Types what would be shortcuts elsewhere into each field in which moves and announcements are entered.
#[test]
fn letters_typed_into_an_entry_field_run_no_shortcut() {
    for (view, fields) in [
        ("Referee", &["Next move"][..]),
        ("White player", &["Next move"]),
        ("Black player", &["Captured on"]),
    ] {
        let mut window = Window::empty();
        window.menu(&["Kriegspiel", "New game of Kriegspiel…"]);
        window.click(view);
        window.click("Create");
        let text = window.text();
        for field in fields {
            let seen = |window: &Window| {
                let state = window.state();
                let game = state.game().expect("a game");
                (game.moment_view.clone(), state.shell.panel, format!("{:?}", state.settings))
            };
            let before = seen(&window);
            window.fill(field, "rwbtfxmTRWB123456[]e");
            assert_eq!(seen(&window), before, "{view}, {field}");
            assert_eq!(window.text(), text, "{view}, {field}");
            assert!(window.is_focused(field), "{view}, {field}");
        }
    }
}

#[test]
fn illegal_drag_while_recording_is_a_try() {
    let mut window = Window::empty();
    window.menu(&["Kriegspiel", "New game of Kriegspiel…"]);
    window.click("Create");
    window.drag("e2, white pawn", "d3, empty");
    assert!(window.has("Illegal tries: exd3"), "{:?}", window.names());
    window.drag("e2, white pawn", "e4, empty");
    assert!(window.text().contains("1. e4 {(:exd3)}"), "{}", window.text());
}

/// Before the first move, the solver of a problem sees its diagram: the pieces that are known, and the squares listed
/// for hidden ones. Nothing else is hidden.
#[test]
fn solver_sees_the_diagram_of_a_problem() {
    let problem = "[Variant \"Kriegspiel (ICC)\"]\n[Filtered \"white\"]\n[SetUp \"1\"]\n\
        [FEN \"8/8/1K6/4p3/8/8/8/7R w - - 0 1\"]\n[Hidden \"k on a8 or b8; n on h6\"]\n[depth \"3\"]\n";
    let mut window = Window::of(problem);
    assert!(window.has("e5, black pawn") && window.has("b6, white king"));
    assert!(
        window.has("a8, hidden, K may stand here") && window.has("h6, hidden, N may stand here")
    );
    assert!(window.has("c3, empty"));
    window.click("h1, white rook");
    window.click("h6, hidden, N may stand here, can be tried");
    window.wait("it is answered", |window| window.has_containing("captured on h6"));
    window.menu(&["Kriegspiel", "Solve"]);
    window.wait("it is solved", |window| window.has_containing("Mate is "));
    assert!(window.has("e5, black pawn"));
    // A known position hides nothing, also in the referee's file.
    let known =
        "[Variant \"Kriegspiel\"]\n[FEN \"k7/8/1K6/8/8/8/8/6R1 w - - 0 1\"]\n[depth \"3\"]\n";
    let mut window = Window::of(known);
    for side in ["White’s view", "Black’s view", "Referee’s view"] {
        window.menu(&["Kriegspiel", side]);
        assert!(window.has("a8, black king") && window.has("g1, white rook"), "{side}");
        assert!(!window.has_containing(", hidden"), "{side}");
    }
    // From the first move on, the opponent's pieces are hidden.
    let moved = format!("{known}\n1. Rg2 {{(:)}} Kb8 {{(:)}}\n");
    let mut window = Window::of(&moved);
    window.menu(&["Kriegspiel", "White’s view"]);
    window.key(Key::End);
    assert!(window.has("a8, hidden") && window.has("b8, hidden"));
    window.key(Key::Home);
    assert!(window.has("a8, black king"));
}

/// A problem that cannot be solved has one sentence in its panel, and Solve has the same reason.
#[test]
fn bad_problems_get_one_sentence() {
    const KING: &str = "[FEN \"8/8/1K6/8/8/8/8/7R w - - 0 1\"]\n";
    let hidden = |value: &str| format!("{KING}[Hidden \"{value}\"]\n");
    for (tags, why) in [
        ("[FEN \"k6k/8/1K6/8/8/8/8/7R w - - 0 1\"]\n".to_owned(), "black has 2 kings"),
        ("[FEN \"k6R/8/1K6/8/8/8/8/8 w - - 0 1\"]\n".to_owned(), "black is in check"),
        ("[FEN \"k7/8/1K6/8/8/8/8/8/7R w - - 0 1\"]\n".to_owned(), "9 ranks instead of 8"),
        (hidden("k on h1"), "a hidden king cannot stand on h1"),
        (hidden("k on a8; p on c8"), "a pawn cannot stand on c8"),
        (hidden("k on a8; Q on d1"), "hidden pieces of both sides"),
        (hidden("k on j9"), "not a square"),
        (hidden("k on a6, a7"), "no placement of the hidden pieces"),
        (hidden("2 black units; 3 black units"), "a second number of units"),
        (format!("{}[Rules \"Kriegspiel (ICC)\"]\n", hidden("k on a8")), "different rules"),
        (format!("{}[Rules \"Kriegspiel (Antarctic)\"]\n", hidden("k on a8")), "unknown rules"),
        (format!("{}[depth \"5\"]\n", hidden("k on a8")), "two depth tags have different values"),
    ] {
        let variant =
            if why.contains("unknown") { "" } else { "[Variant \"Kriegspiel (Berkeley)\"]\n" };
        let problem =
            format!("{variant}[Filtered \"white\"]\n[SetUp \"1\"]\n{tags}[depth \"3\"]\n\n*\n");
        let mut window = Window::of(&problem);
        let sentence = |window: &Window| window.count_containing("This problem can’t be solved: ");
        assert_eq!(sentence(&window), 1, "{problem} {:?}", window.names());
        assert!(window.has_containing(why), "{why}: {:?}", window.names());
        window.menu(&["Kriegspiel", "Solve"]);
        window.wait("the reason is shown", |window| window.count_containing(why) > 1);
        assert!(!window.has_containing("Mate is"), "{why}");
    }
}

#[test]
fn what_is_always_in_the_menu_keeps_its_place() {
    let places = |text: &str| {
        let mut window = Window::of(text);
        window.click("Kriegspiel");
        ["New game of Kriegspiel…", "New problem…", "Sample game", "Sample problem"]
            .map(|name| window.rect(name).top())
    };
    let in_match = places(SHORT);
    assert!(in_match.is_sorted(), "{in_match:?}");
    assert_eq!(in_match, places(GAME));
    assert_eq!(in_match, places(PROBLEM));
}

#[test]
fn stalemate_is_named_where_the_position_is_known() {
    let text = "[White \"Ann\"]\n[Black \"Ben\"]\n[Variant \"Kriegspiel\"]\n[SetUp \"1\"]\n\
        [FEN \"7K/8/5k2/8/6q1/8/8/8 b - - 0 1\"]\n\n1... Qg6 {(:)}\n1/2-1/2\n";
    let mut window = Window::at(text, "1");
    assert!(window.has("White: Ann, stalemate · 1 piece"), "{:?}", window.names());
    window.key(Key::ArrowLeft);
    assert!(window.has("Black: Ben, to move · 2 pieces"), "{:?}", window.names());
    window.key(Key::ArrowRight);
    // The referee announces check and captures, but not that there is no move.
    for view in [Key::B, Key::W] {
        window.key(view);
        assert!(window.has("White: Ann, to move · 1 piece"), "{:?}", window.names());
    }
}

#[test]
fn search_from_before_a_game_was_opened_gives_way_to_the_announcements() {
    let two = TWINS.join("\n");
    let mut window = Window::of(&format!("{SHORT}\n{SHORT}"));
    window.click("Search");
    window.fill("Search positions", "N@f7 mate");
    window.key(Key::Enter);
    let path = window.file("games.pgn", two.as_bytes());
    window.open_by_path(&path.to_string_lossy());
    assert_eq!(window.state().shell.panel, Panel::Moves);
    window.click("Search");
    assert_eq!(window.value("Search positions"), "");
    // What the user has opened here stays when the next game is shown.
    window.key(Key::PageDown);
    assert_eq!(window.state().shell.panel, Panel::Search);
}

#[test]
fn example_searches_are_about_games_and_find_comments() {
    let mut window = Window::of(&TWINS.join("\n"));
    window.click("Search");
    assert!(!window.has("Form") && !window.has("Current board A"), "{:?}", window.names());
    let examples: Vec<String> =
        window.names().into_iter().filter(|name| name.contains(": comment:")).collect();
    assert_eq!(examples.len(), 3, "{:?}", window.names());
    for example in examples {
        window.click(&example);
        window.wait("the search", |window| !window.state().search.hits().is_empty());
        window.click("Examples");
    }
}
