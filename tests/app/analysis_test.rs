//! Tactics in the window: the hint beside a board, mates on the timeline and in the move list, the piece flow and the
//! report.

use crate::{
    painted::Painted,
    window::{CTRL, Window},
};
use eframe::egui::{Key, Rect, vec2};
use tandem::app::{Action, Command, Panel, ShellAction, Switch};

/// The scholar's mate on board A, missed once and then played.
const SCHOLAR: &str = "[WhiteA \"Ann\"]\n[BlackA \"Bo\"]\n[WhiteB \"Cy\"]\n[BlackB \"Di\"]\n[TimeControl \"60+0\"]\n\n\
    1A. e4 {59} 1a. e5 {58} 2A. Bc4 {57} 1B. d4 {58} 2a. Nc6 {56} 3A. Qh5 {55} 3a. Nf6 {50} 4A. Bb3 {53}\n\
    4a. Nd4 {40} 5A. Qxf7# {51} {Bo checkmated} 1-0\n";

/// A pawn changes boards: Ann captures it for Di, who drops it.
const FLOW: &str = "[WhiteA \"Ann\"]\n[BlackA \"Bo\"]\n[WhiteB \"Cy\"]\n[BlackB \"Di\"]\n[TimeControl \"60+0\"]\n\n\
    1A. e4 {59} 1B. a3 {58} 1a. d5 {57} 2A. exd5 {55} 1b. P@e3 {50} *\n";

const LINE: &str = "Board A: Ann mates in 1: Qxf7";
const MISSED: &str = "Ann: Missed a mate in 1 at 4A: Qxf7. Played Bb3 after 2 s.";
const FOUND: &str = "Ann: Found a mate in 1 at 5A: Qxf7.";
const MISSED_IN_LIST: &str = "4A Bb3, clock 53, Missed a mate in 1";

fn window(text: &str, ply: &str) -> Window {
    Window::with_tactics(text, Some(ply), 1280.0, 800.0)
}

#[test]
fn board_hint_appears_only_with_a_finding() {
    let mut window = window(SCHOLAR, "2a");
    assert!(!window.has_containing("Board A: Ann"));
    window.key(Key::ArrowRight);
    let threat = "Board A: Ann threatens mate in 1: Qxf7";
    assert!(window.has(threat), "{:?}", window.names());
    window.key(Key::ArrowRight);
    assert!(window.has(LINE), "{:?}", window.names());
    window.key(Key::ArrowRight);
    assert!(!window.has(LINE));
}

#[test]
fn mates_are_marked_on_timeline_and_move_list() {
    let mut window = window(SCHOLAR, "1A");
    assert!(window.has(FOUND), "{:?}", window.names());
    assert!(window.has_containing(MISSED_IN_LIST), "{:?}", window.names());
    window.click(MISSED);
    assert_eq!(window.moment(), 7, "before 4A");
    assert!(window.has(LINE));
    window.click(FOUND);
    assert_eq!(window.moment(), 9, "before 5A");
}

#[test]
fn diamonds_on_the_timeline_are_explained() {
    let mut window = window(SCHOLAR, "1A");
    for (name, meaning) in [
        (FOUND, "Filled diamond: a mate that was played."),
        (MISSED, "Hollow diamond: a mate that was missed."),
    ] {
        let diamond = window.rect(name).center();
        // The tooltip of the timeline is open first.
        for at in [diamond - vec2(30.0, 0.0), diamond] {
            window.harness.hover_at(at);
            window.harness.run_steps(12);
        }
        let words = Painted::of(&window).words;
        let tooltip = format!("{name}\n{meaning} Click to go there.");
        assert!(words.contains(&tooltip), "{words:?}");
    }
}

#[test]
fn drag_from_a_diamond_moves_the_playhead() {
    let mut window = window(SCHOLAR, "1A");
    let [from, to] = [FOUND, MISSED].map(|name| window.rect(name).center());
    window.drag_at(from, to);
    let moment = window.moment();
    assert!((2..9).contains(&moment), "{moment}");
}

#[test]
fn one_switch_hides_all_tactics_and_is_saved() {
    let mut window = window(SCHOLAR, "3a");
    assert!(window.has(LINE) && window.has(MISSED));
    window.menu(&["Analysis", "Tactics"]);
    let told = |window: &Window| {
        window.has(LINE) || window.has(MISSED) || window.has_containing(MISSED_IN_LIST)
    };
    assert!(!told(&window), "{:?}", window.names());
    window.wait_settings_saved("the switch is kept", |settings| !settings.tactics);
    let window = window.restarted();
    assert!(!window.state().settings.tactics);
}

#[test]
fn report_rows_navigate_to_their_moments() {
    let mut window = window(SCHOLAR, "1A");
    window.click("Report");
    assert!(window.has("2 mates: 1 found, 1 missed"), "{:?}", window.names());
    window.click("Missed a mate in 1 at 4A: Qxf7. Played Bb3 after 2 s.");
    assert_eq!(window.moment(), 7);
    // Without tactics there is no report, only a hint at how to turn them on.
    window.update(Action::RunCommand(Command::Switch(Switch::Tactics)));
    assert!(!window.has("2 mates: 1 found, 1 missed"));
    window.click("Turn on tactics");
    window.wait("the report is there again", |window| window.has("2 mates: 1 found, 1 missed"));
}

#[test]
fn report_is_written_on_request_and_undone_in_one_step() {
    let mut window = window(SCHOLAR, "1A");
    window.click("Report");
    assert_eq!(window.text(), SCHOLAR);
    window.click("Mark missed mates with ?");
    assert_eq!(window.text(), SCHOLAR.replacen("Bb3 {53}", "Bb3 {53} {A:?}", 1));
    assert!(window.has("1 move marked with ?."), "{:?}", window.names());
    window.click("Mark missed mates with ?");
    assert!(window.has("Every missed mate already has a glyph."), "{:?}", window.names());
    window.keys(CTRL, Key::Z);
    assert_eq!(window.text(), SCHOLAR);
    window.click("Add as comments");
    let text = window.text();
    let found = "{C:Ann: Found a mate in 1 at 5A: Qxf7.";
    assert!(text.contains(found), "{text}");
    // A comment stands after its move, and does not reveal the next one.
    assert!(text.find("5A. Qxf7") < text.find(found), "{text}");
    // Statements about the whole match belong to no move.
    let unwrapped = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let missed = "4A. Bb3 {53} {C:Ann: Missed a mate in 1 at 4A: Qxf7. Played Bb3 after 2 s.}";
    assert!(unwrapped.contains(missed), "{text}");
    assert!(!text.contains("Longest think"), "{text}");
    let count = text.matches("{C:").count() - SCHOLAR.matches("{C:").count();
    let added = format!("{count} comments added.");
    assert!(window.has(&added), "{:?}", window.names());
    assert!(!window.has("Every missed mate already has a glyph."), "{:?}", window.names());
    // An existing comment is not added twice.
    window.click("Add as comments");
    assert_eq!(window.text(), text);
    assert!(window.has("The comments already contain the whole report."));
    assert!(!window.has(&added), "{:?}", window.names());
    window.keys(CTRL, Key::Z);
    assert_eq!(window.text(), SCHOLAR);
}

#[test]
fn without_missed_mates_there_is_none_to_mark() {
    let mut window = window(FLOW, "1A");
    window.click("Report");
    window.click("Mark missed mates with ?");
    assert!(window.has("No mates were missed in this match."), "{:?}", window.names());
    assert_eq!(window.text(), FLOW);
}

const VARIATION: &str = "(4A. Qxf7# (C:Mate in 1, missed by Ann))";

#[test]
fn missed_mates_are_added_as_variations_singly_or_together() {
    let mut window = window(SCHOLAR, "1A");
    window.click("Report");
    window.click("Add missed wins as variations");
    let text = window.text();
    assert!(text.contains(VARIATION), "{text}");
    assert!(window.has("1 variation added."), "{:?}", window.names());
    window.click("Add missed wins as variations");
    assert_eq!(window.text(), text, "it is there already");
    window.keys(CTRL, Key::Z);
    assert_eq!(window.text(), SCHOLAR);
    window.click("Add as variation");
    assert_eq!(window.text(), text);
    assert_eq!(window.moment(), 7, "before 4A");
    window.keys(CTRL, Key::Z);
    assert_eq!(window.text(), SCHOLAR);
}

#[test]
fn clicked_board_hint_becomes_a_variation() {
    let mut window = window(SCHOLAR, "3a");
    window.click(LINE);
    assert!(window.text().contains("(4A. Qxf7#)"), "{}", window.text());
    window.keys(CTRL, Key::Z);
    assert_eq!(window.text(), SCHOLAR);
}

/// Ann would mate with a queen, and her partner Di forks king and queen, but Ann moves instead of sitting.
const JOINT: &str = "[WhiteA \"Ann\"]\n[BlackA \"Bo\"]\n[WhiteB \"Cy\"]\n[BlackB \"Di\"]\n\
    [FEN \"k7/8/1K6/8/8/8/7R/8[n] w - - 0 1 | 6k1/8/8/8/3n4/8/8/Q3K3[] b - - 0 1\"]\n\n\
    1A. Rh3 1b. Kf8 *\n";

#[test]
fn a_missed_joint_win_is_marked_and_becomes_a_variation_over_both_boards() {
    let mut window = window(JOINT, "1A");
    let mark = "Ann: Moved instead of sitting at 1A: Di's Nc2 wins a queen in 2 moves, then mate in 1 \
                (if the opponents cannot wait). Played Rh3.";
    assert!(window.has(mark), "{:?}", window.names());
    window.click(mark);
    assert_eq!(window.moment(), 0);
    window.click("Report");
    assert!(window.has("Joint win played"), "the legend");
    window.click("Add as variation");
    let text = window.text();
    assert!(text.contains("1b. Nc2+ 2B. K") && text.contains("2b. Nxa1 1A. Q@"), "{text}");
    assert!(text.contains("# (C:Joint win, spoiled by Ann))"), "{text}");
    // It reads back as one variation with four plies on two boards.
    let document = window.state().match_document().expect("a match");
    assert_eq!(document.variations().roots[0].variation.plies.len(), 4);
    window.keys(CTRL, Key::Z);
    assert_eq!(window.text(), JOINT);
}

#[test]
fn missed_mates_are_totalled_over_listed_matches() {
    let mut window = window(&SCHOLAR.repeat(3), "1A");
    window.update(Action::Shell(ShellAction::Show(Panel::Search)));
    window.click("Missed mates");
    window.click("Count missed mates");
    let sum = "Ann: missed 3 mates (3 in 1), 3 of them queen moves";
    window.wait("the sum is there", |window| window.has(sum));
    for head in ["Mates", "Joint\nwins", "Given\naway"] {
        assert_eq!(Painted::of(&window).count(head), 1, "{head}");
    }
    window.click(sum);
    assert_eq!(window.value("Search positions"), "missed-mate by:Ann");
    window.wait("her missed mates are listed", |window| window.has("3 results"));
    window.click_containing("4A Bb3 · missed by Ann, Ann & Di – Bo & Cy, 2");
    assert_eq!((window.state().file().expect("open").record.id, window.moment()), (1, 7));
}

#[test]
fn players_with_spaces_in_their_names_are_found() {
    let text = SCHOLAR.replace("\"Ann\"", "\"Ann Lee\"").repeat(2);
    let mut window = window(&text, "1A");
    window.update(Action::Shell(ShellAction::Show(Panel::Search)));
    window.click("Missed mates");
    window.click("Count missed mates");
    let sum = "Ann Lee: missed 2 mates (2 in 1), 2 of them queen moves";
    window.wait("the sum is there", |window| window.has(sum));
    window.click(sum);
    assert_eq!(window.value("Search positions"), "missed-mate by:\"Ann Lee\"");
    window.wait("her missed mates are listed", |window| window.has("2 results"));
}

#[test]
fn long_hint_takes_two_lines_beside_the_list() {
    let named = JOINT.replace("Ann", "EmeraldDragon").replace("Di", "BobBughouseClub");
    let mut window = window(&format!("{named}\n{SCHOLAR}"), "0");
    if !window.state().shell.matches {
        window.update(Action::RunCommand(Command::ToggleMatches));
        window.settle();
    }
    let hint = "EmeraldDragon: sit; BobBughouseClub's Nc2 wins a queen in 2 moves, then mate in 1";
    let painted = Painted::of(&window);
    let place = painted.words.iter().position(|words| words.starts_with(hint));
    let place = place.unwrap_or_else(|| panic!("{:?}", painted.words));
    assert_eq!(painted.rows[place], 2);
    assert!(!painted.cut.iter().any(|(words, _)| words.starts_with(hint)), "{:?}", painted.cut);
    let board = window.rect("Board A");
    let rect = painted.places[place];
    assert!(
        rect.top() > board.bottom() && rect.right() <= board.right() + 1.0,
        "{rect:?} {board:?}"
    );
}

/// Ann needs a queen, a bishop or a knight; Di can take either of two queens.
const QUEENS: &str = "[WhiteA \"Ann\"]\n[BlackA \"Bo\"]\n[WhiteB \"Cy\"]\n[BlackB \"Di\"]\n\
    [FEN \"6rk/6pp/8/8/8/8/8/6K1[] w - - 0 1 | 4k3/8/8/3b4/2N5/1N6/8/4K3[] b - - 0 1\"]\n\n\
    1A. Kf1 1b. Ke7 *\n";

/// What a hint says to do is its end, which is cut first.
#[test]
fn hint_in_a_small_window_says_what_to_do() {
    for (text, end) in [(JOINT, "Nc2"), (QUEENS, "Bxc4")] {
        let text = text.replace("Ann", "EmeraldDragon").replace("Di", "BobBughouseClub");
        for percent in [100, 125, 150] {
            let mut window = Window::with_tactics(&text, Some("0"), 900.0, 600.0);
            window.change_settings(|settings| settings.text_percent = percent);
            window.settle();
            let below = window.rect("Board A").bottom();
            let painted = Painted::of(&window);
            let is_hint = |words: &str, place: &Rect| {
                place.top() >= below - 1.0 && (words.contains("White") || words.contains("Emerald"))
            };
            let hints = painted.words.iter().zip(&painted.places);
            let told = hints.filter(|(words, place)| is_hint(words, place));
            let told: Vec<_> = told.map(|(words, _)| words.as_str()).collect();
            assert!(told.iter().any(|words| words.contains(end)), "{percent}: {told:?}");
            let cut: Vec<_> =
                painted.cut.iter().filter(|(words, place)| is_hint(words, place)).collect();
            assert!(cut.is_empty(), "{percent}: {cut:?}");
            window.harness.hover_at(window.rect_containing("Board A: EmeraldDragon").center());
            window.harness.run_steps(20);
            let whole = window.state().match_state().is_some()
                && Painted::of(&window).words.iter().any(|it| it.starts_with("EmeraldDragon"));
            assert!(whole, "{percent}: {:?}", Painted::of(&window).words);
        }
    }
}

#[test]
fn a_missed_joint_win_stands_under_the_partner_who_missed_it() {
    let partner_moves = JOINT.replace("1A. Rh3 1b. Kf8", "1b. Kf8 1A. Rh3");
    let mut window = Window::with_tactics(&partner_moves, Some("0"), 1280.0, 1000.0);
    window.click("Report");
    let row = "Missed a joint win at 1b: Nc2 wins a queen in 2 moves, then Ann mates in 1 (if the \
               opponents cannot wait). Played Kf8.";
    assert!(Painted::of(&window).count(row) == 1, "{row}: {:?}", window.names());
    let hint = "Ann: sit; Di's Nc2 wins a queen in 2 moves, then mate in 1";
    assert!(window.has_containing(hint), "{:?}", window.names());
    window.click("Add as variation");
    assert!(window.text().contains("# (C:Joint win, missed by Di))"), "{}", window.text());
}

#[test]
fn report_begins_with_what_decided_the_match() {
    // Bo misses the mate before Ann mates.
    let text = "[WhiteA \"Ann\"]\n[BlackA \"Bo\"]\n[WhiteB \"Cy\"]\n[BlackB \"Di\"]\n\n\
        1A. f3 1a. e5 2A. g4 2a. Nc6 3A. e4 3a. Bc5 4A. Bc4 4a. Nd4 5A. Qe2 5a. Nxe2 6A. Bxf7 \
        6a. Kxf7 {Ann resigns} 0-1\n";
    let mut window = window(text, "0");
    window.click("Report");
    let painted = Painted::of(&window);
    let is_first = |words: &String| words.contains("decided");
    let at = painted.words.iter().position(is_first).expect("the heading");
    assert_eq!(painted.words[at], "What decided it", "{:?}", painted.words);
    assert!(painted.words[at + 1].starts_with("0-1"), "{}", painted.words[at + 1]);
    let mut window = self::window(SCHOLAR, "1A");
    window.click("Report");
    let decision = "1-0 · Bo checkmated. Bo: Allowed mate in 1 at 4a: 6 moves avoid a forced mate. Played \
                    Nd4 after 10 s.";
    assert_eq!(Painted::of(&window).count(decision), 1, "{:?}", Painted::of(&window).words);
    window.click(decision);
    assert_eq!(window.moment(), 8, "before 4a");
}

#[test]
fn report_of_one_player() {
    let mut window = window(SCHOLAR, "1A");
    window.click("Report");
    let of = |window: &Window, words: &str| {
        let painted = Painted::of(window);
        painted.words.iter().filter(|it| it.starts_with(words)).count()
    };
    assert_eq!((of(&window, "Missed a mate in 1"), of(&window, "Allowed")), (1, 2));
    window.click_nth("Bo", 0);
    assert_eq!((of(&window, "Missed a mate in 1"), of(&window, "Allowed")), (0, 2));
    window.click_nth("Ann", 0);
    assert_eq!((of(&window, "Missed a mate in 1"), of(&window, "Allowed")), (1, 0));
    window.click("All players");
    assert_eq!((of(&window, "Missed a mate in 1"), of(&window, "Allowed")), (1, 2));
}

#[test]
fn every_wanted_piece_moment_is_reachable() {
    // White A lacks a piece before each of three moves.
    let text = "[WhiteA \"Ann\"]\n[BlackA \"Bo\"]\n[WhiteB \"Cy\"]\n[BlackB \"Di\"]\n\
        [FEN \"k7/8/1K6/8/8/8/7R/8[] w - - 0 1 | k7/8/8/8/8/8/8/K7[] b - - 0 1\"]\n\n\
        1A. Rh3 1a. Kb8 2A. Rh2 2a. Ka8 3A. Rh3 *\n";
    let mut window = window(text, "0");
    window.click("Report");
    let row = "With one extra piece there was a forced mate at ";
    let moments: Vec<usize> = (0..4)
        .map(|_| {
            window.click_containing(row);
            window.moment()
        })
        .collect();
    assert!(moments[0] > 0 && moments[0] < moments[1], "{moments:?}: {:?}", window.names());
}

#[test]
fn report_comments_of_version_0_1_are_recognized() {
    const QUEEN: &str = "[Event \"Queens\"]\n[WhiteA \"ann\"]\n[BlackA \"bob\"]\n[WhiteB \"cy\"]\n[BlackB \"dee\"]\n\
        [FEN \"k7/8/1K6/8/8/8/7R/8[] w - - 0 1 | k7/8/3p4/2Q5/8/8/8/K7[] b - - 0 1\"]\n\n\
        1b. dxc5 1A. Q@b7# {ann mates by Q@b7} 1-0\n";
    let mut first = window(QUEEN, "end");
    first.click("Report");
    first.click("Add as comments");
    let lost = "cy: Lost a queen at 1b; ann mated with it at 1A.";
    assert!(first.text().contains(lost), "{}", first.text());
    for words in ["Lost the queen to 1b that 1A mated with.", "1b won the queen that mated (1A)."] {
        let earlier = first.text().replace(lost, &format!("cy: {words}"));
        let mut window = window(&earlier, "end");
        window.click("Report");
        window.click("Add as comments");
        assert_eq!(window.text(), earlier);
    }
}

/// The first line of the report, the counts and the rows say the same of a piece that could not be kept. A move on the
/// other board, made at the same time, follows the mate.
#[test]
fn report_agrees_that_a_lost_piece_could_not_be_kept() {
    let text = "[WhiteA \"ann\"]\n[BlackA \"bob\"]\n[WhiteB \"cy\"]\n[BlackB \"dee\"]\n\
        [FEN \"k7/8/1K6/8/8/8/7R/8[] w - - 0 1 | k7/8/3p4/2Q5/8/8/8/K7[] b - - 0 1\"]\n\n\
        1b. dxc5 1A. Q@b7# 2B. Ka2 1-0\n";
    let mut window = window(text, "end");
    window.click("Report");
    let decision =
        "1-0 · Black A checkmated. No mistake is proved; the queen lost at 1b mated at 1A.";
    assert!(window.has(decision), "{:?}", window.names());
    assert!(window.has_containing("Lost a queen at 1b; ann mated with it at 1A."));
    assert!(window.has_containing("lost 1 mating piece"), "{:?}", window.names());
    assert!(!window.has_containing("gave away"), "{:?}", window.names());
}

#[test]
fn report_gives_no_reason_where_nobody_won() {
    for (end, decision) in [
        ("{Game aborted on move 2} *", "Game aborted on move 2."),
        ("{Game drawn by agreement} 1/2-1/2", "1/2-1/2 · Game drawn by agreement."),
        ("{Bo resigns} 1-0", "1-0 · Bo resigns. No proved mistake decided it."),
    ] {
        let text = format!("[WhiteA \"Ann\"]\n[BlackA \"Bo\"]\n\n1A. e4 1a. e5 {end}\n");
        let mut window = window(&text, "end");
        window.click("Report");
        assert!(window.has(decision), "{:?}", window.names());
    }
}

#[test]
fn report_comments_about_sits_of_version_0_2_are_recognized() {
    let mut first = window(SCHOLAR, "end");
    first.click("Report");
    first.click("Add as comments");
    // Comments are wrapped, so that the words may be on two lines.
    let written = first.text().replace('\n', " ");
    let sat = "Sat for 10 s after 4A. 2 s ahead of Di at the start, 2 s ahead at the end. Safe \
               throughout: Di would have run out of time first.";
    assert!(written.contains(sat), "{written}");
    let waited = "Waited 10.0 s after 4A. Diagonal +2.0 s, then +2.0 s: safe throughout.";
    let earlier = written.replace(sat, waited);
    let mut window = window(&earlier, "end");
    window.click("Report");
    window.click("Add as comments");
    assert_eq!(window.text(), earlier);
}

#[test]
fn failed_report_output_explains_itself() {
    let odd = SCHOLAR.replacen("\"Ann\"", "\"An}n\"", 1);
    let mut window = window(&odd, "1A");
    window.click("Report");
    window.click("Add as comments");
    assert_eq!(window.text(), odd);
    assert!(window.has("A comment cannot contain '}'; use ')' instead."), "{:?}", window.names());
}

#[test]
fn piece_flow_is_described_at_capture_and_drop() {
    const WAY: &str = "Pawn captured by 2A, held 4 s, dropped by 1b on e3";
    let mut window = window(FLOW, "1a");
    assert!(!window.has(WAY));
    window.key(Key::ArrowRight);
    assert!(window.has(WAY), "{:?}", window.names());
    window.key(Key::ArrowRight);
    assert!(window.has(WAY), "from the drop back to the capture");
    // Hovering a ply shows its details at any moment.
    window.key(Key::Home);
    assert!(!window.has(WAY));
    let cell = window.rect("2A exd5, clock 55").center();
    window.harness.hover_at(cell);
    window.settle();
    assert!(window.has(WAY));
    window.menu(&["Analysis", "Piece flow"]);
    window.harness.hover_at(cell);
    window.settle();
    assert!(!window.has(WAY));
}

#[test]
fn reserve_tooltip_shows_how_long_pieces_were_held() {
    let mut window = window(FLOW, "2A");
    let reserve = window.rect_containing("Reserve of Black B: ");
    window.harness.hover_at(reserve.right_center() - vec2(3.0, 0.0));
    window.settle();
    window.harness.run_steps(8);
    let lain = "Reserve of Black B\n1 pawn: 0 s since 2A";
    assert!(window.has(lain), "{:?}", window.names());
    // The same holds for a piece that can be dropped.
    window.harness.hover_at(eframe::egui::pos2(640.0, 10.0));
    window.settle();
    assert!(!window.has(lain));
    let piece = window.rect("Drop a pawn").center();
    window.harness.hover_at(piece);
    window.settle();
    window.harness.run_steps(8);
    assert!(window.has(lain), "{:?}", window.names());
}

#[test]
fn hints_end_with_the_match() {
    let text = "[WhiteA \"Ann\"]\n[BlackA \"Bo\"]\n[WhiteB \"Cy\"]\n[BlackB \"Di\"]\n\
        [FEN \"k7/8/1K6/8/8/8/8/8[] b - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n\n\
        1B. Kd1 {Bo forfeits on time} 1-0\n";
    let hint = "Cy must not lose a queen";
    for (text, lasts) in [(text.to_owned(), false), (text.replace("1-0", "*"), true)] {
        let text = if lasts { text.replace("{Bo forfeits on time} ", "") } else { text };
        let mut window = Window::with_tactics(&text, Some("0"), 1280.0, 800.0);
        let shows =
            |window: &Window| Painted::of(window).words.iter().any(|words| words.contains(hint));
        assert!(shows(&window), "{:?}", window.names());
        window.key(Key::End);
        window.settle();
        assert_eq!(shows(&window), lasts, "{:?}", window.names());
    }
}

#[test]
fn unreadable_start_is_not_analysed() {
    let text = SCHOLAR.replacen(
        "[WhiteA",
        "[FEN \"8/8/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n[WhiteA",
        1,
    );
    assert_ne!(text, SCHOLAR);
    let mut window = Window::at(&text, "3a");
    window.update(Action::RunCommand(Command::Switch(Switch::Tactics)));
    window.click("Report");
    let words = "Cannot read the starting position in the FEN tag: ";
    assert!(window.has_containing(words), "{:?}", window.names());
    assert!(!window.has_containing("mates in"));
    let open = window.state().match_state().expect("a match");
    assert!(!open.analysis.is_running() && open.analysis.report.is_none());
}

#[test]
fn sample_with_a_missed_mate_opens_at_the_chance_and_explains_its_sits() {
    let mut window = window(SCHOLAR, "1A");
    window.update(Action::RunCommand(Command::OpenSampleMate));
    window.wait("the analysis", |window| window.has_containing("Ada mates in 1"));
    assert_eq!(window.moment(), 26, "after 5b");
    window.click("Report");
    window.wait("the report", |window| window.has_containing("Missed a mate in 1 at 9A: Q@f7."));
    for words in [
        "Sat for 15.7 s after 8a; a queen would have mated.",
        "Sat for 14.8 s after 9a; a bishop or another queen would have mated.",
        "Found a mate in 2 at 10A: B@f7.",
    ] {
        assert!(window.has_containing(words), "{words}: {:?}", window.names());
    }
}
