//! Queries over all matches of the file.

use crate::{
    painted::Painted,
    window::{CTRL, SAMPLE, SHORT, Window},
};
use eframe::egui::{Key, Modifiers, Rect};
use tandem::{
    app::{Action, ArchiveQuery, Command, JobKind, JobReport, QueryResult, SearchPage, palette},
    rules::BoardId,
    search::WalkProgress,
};

/// Returns a file with three matches. In the second, White A's first move is with the knight.
fn three() -> String {
    let other = SHORT
        .replace("1A. e4{299}", "1A. Nf3{290}")
        .replace("2A. exd5{297}", "2A. g3{280}")
        .replace("2a. Qxd5{295} *", "2a. Nf6{295} 1-0")
        .replace("[Result \"*\"]", "[Result \"1-0\"]")
        .replace("2026.11.01", "2025.01.02")
        .replace("2001", "1900");
    format!("{SHORT}\n{other}\n{SAMPLE}")
}

fn wait_for_results(window: &mut Window) {
    window.wait("the question is answered", |window| {
        let page = window.state().search.form.page;
        let (asked, kind) = (window.state().search.page_state(page), JobKind::Search(page));
        !window.state().jobs.is_running(kind) && asked.answer != QueryResult::Nothing
    });
}

#[test]
fn found_moment_is_shown() {
    let mut window = Window::of(&three());
    window.click("Search");
    assert_eq!(window.tab(), "Search");
    window.fill("Search positions", "A:Nf3,Pg3");
    window.key(Key::Enter);
    wait_for_results(&mut window);
    assert!(window.has("1 result"), "{:?}", window.names());
    window.click("2A g3, Anna & Dan – Ben & Carla, 2 · 2025.01.02 · 1-0");
    assert_eq!(window.state().library.file().unwrap().record.id, 1);
    assert_eq!(window.moment(), 4);
}

#[test]
fn long_names_use_the_room_that_numbers_leave() {
    let name = "ThePebblesMakeBridges";
    let mut window = Window::of(&three().replace("Anna", name));
    window.keys(CTRL, Key::M);
    window.click("Search");
    window.click("Players");
    wait_for_results(&mut window);
    let painted = Painted::of(&window);
    let row = window.rect_containing(&format!("{name}: 2 matches"));
    let text = painted.words.iter().zip(&painted.places);
    let mut names = text.filter(|(words, place)| *words == name && row.contains_rect(**place));
    assert!(names.next().is_some(), "{:?}", painted.words);
    assert!(
        !painted
            .cut
            .iter()
            .any(|(words, place)| words.contains("Pebbles") && row.intersects(*place))
    );
    // The numbers end where their heads end.
    for (head, number) in [("Matches", "2"), ("Best", "2001")] {
        let right = |text: &str, within: &dyn Fn(&Rect) -> bool| {
            let all = painted.words.iter().zip(&painted.places);
            let mut all = all.filter(|(words, place)| *words == text && within(place));
            all.next().unwrap_or_else(|| panic!("{text}: {:?}", painted.words)).1.right()
        };
        let head = right(head, &|_| true);
        let number = right(number, &|place| row.contains_rect(*place));
        assert!((head - number).abs() < 1.5, "{head} {number}");
    }
}

#[test]
fn variation_hits_are_found_on_request() {
    let tried = SHORT.replace("1a. d5{298}", "1a. d5{298} {C:(1a. c5 2A. Nf3)}");
    let mut window = Window::of(&format!("{SHORT}\n{tried}"));
    window.click("Search");
    window.fill("Search positions", "A:Nf3,pc5");
    window.key(Key::Enter);
    wait_for_results(&mut window);
    assert!(window.has("No results in 2 matches."));
    window.click("Include variations");
    window.wait("the place is found", |window| window.has("1 result"));
    window.click_containing("2A Nf3, Anna & Dan – Ben & Carla, 2 · variation 1a/1/2");
    window.wait("the variation is shown", |window| window.state().attempt().variation.is_some());
    let position = window.state().position().bfen(BoardId::A);
    assert!(position.starts_with("rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/"), "{position}");
    assert_eq!(window.state().library.file().unwrap().record.id, 1);
}

#[test]
fn mate_search_reports_progress() {
    let mut window = Window::of(&three());
    window.click("Search");
    window.fill("Search positions", "missed-mate");
    window.key(Key::Enter);
    wait_for_results(&mut window);
    assert!(!window.has_containing("matches searched"));
    // The progress of a file in which the query takes long.
    let progress = WalkProgress { records: 2, total: 3, cached: 1 };
    let query = ArchiveQuery::Moments(Box::new("missed-mate".parse().unwrap()));
    let report = JobReport::Progress(query.progress(progress));
    window.update(Action::Job(JobKind::Search(SearchPage::Moments), report));
    assert!(window.has("Searched 2 of 3 matches, 1 of them in an earlier search"));
    window.click("Stop");
    assert!(window.has("Stopped after 2 of 3 matches"));
    // The third match has not been searched yet.
    assert!(!window.has("No results in 3 matches."));
    window.click("Find");
    wait_for_results(&mut window);
    assert!(!window.has_containing("Stopped after"));
    assert!(window.has("No results in 3 matches."));
}

#[test]
fn missed_wins_name_their_player() {
    let seats = "[WhiteA \"ann\"]\n[BlackA \"bob\"]\n[WhiteB \"cy\"]\n[BlackB \"dee\"]\n";
    // White A misses a mate after a move on board B. Black B does not take the queen for which White A waits.
    let mate = "[FEN \"6rk/6pp/8/8/8/8/6PP/R5K1[NQ] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n\n\
        1B. Kd1 1A. Ra2 1b. Kd8 *\n";
    let joint = "[FEN \"k7/8/1K6/8/8/8/7R/8[] w - - 0 1 | k7/8/3p4/2Q5/8/8/8/K7[] b - - 0 1\"]\n\n\
        1b. Kb7 1A. Rh3 *\n";
    let mut window = Window::of(&format!("{seats}{mate}\n{seats}{joint}"));
    window.click("Search");
    for (query, row) in [
        ("missed-mate", "1A Ra2 · missed by ann, ann & dee – bob & cy, 1"),
        ("missed-joint", "1b Kb7 · missed by dee, ann & dee – bob & cy, 2"),
    ] {
        window.fill("Search positions", query);
        window.key(Key::Enter);
        wait_for_results(&mut window);
        assert!(window.has(row), "{query}: {:?}", window.names());
    }
}

#[test]
fn unknown_player_who_missed_a_mate_is_named_by_the_seat() {
    let mate = "[WhiteA \"?\"]\n[BlackA \"bob\"]\n\
        [FEN \"6rk/6pp/8/8/8/8/6PP/R5K1[NQ] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n\n\
        1B. Kd1 1A. Ra2 1b. Kd8 *\n";
    let mut window = Window::of(mate);
    window.keys(CTRL | Modifiers::SHIFT, Key::F);
    window.fill("Search positions", "missed-mate");
    window.key(Key::Enter);
    wait_for_results(&mut window);
    assert!(window.has_containing("1A Ra2 · missed by White A,"), "{:?}", window.names());
}

#[test]
fn name_of_who_missed_a_mate_is_readable_in_a_small_window() {
    let players = "[WhiteA \"PebblesMakeBridges\"]\n[BlackA \"chickencrossroad\"]\n\
        [WhiteB \"pumpkinspicedream\"]\n[BlackB \"nochewycandy\"]\n";
    let mate = "[FEN \"6rk/6pp/8/8/8/8/6PP/R5K1[NQ] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n\n\
        1B. Kd1 1A. Ra2 1b. Kd8 *\n";
    let mut window = Window::sized(&format!("{players}{mate}\n{SHORT}"), 900.0, 600.0);
    window.keys(CTRL | Modifiers::SHIFT, Key::F);
    window.fill("Search positions", "missed-mate");
    window.key(Key::Enter);
    wait_for_results(&mut window);
    let painted = Painted::of(&window);
    let in_panel = painted.words.iter().zip(&painted.places).filter(|(words, place)| {
        words.ends_with("PebblesMakeBridges") && place.left() > window.rect("Find").left()
    });
    let rows: Vec<_> = in_panel.collect();
    let [(_, place)] = rows.as_slice() else { panic!("{:?}", painted.words) };
    let is_cut = painted.cut.iter().any(|(_, seen)| place.intersects(*seen));
    assert!(!is_cut, "{:?}", painted.cut);
    assert_eq!(painted.count("1A Ra2 missed by"), 1, "{:?}", painted.words);
}

#[test]
fn invalid_query_is_reported() {
    let mut window = Window::of(&three());
    let shifted = Modifiers { shift: true, ..CTRL };
    window.keys(shifted, Key::F);
    window.fill("Search positions", "K@e4");
    window.click("Find");
    assert!(window.has("\"K@e4\" is not a drop such as N@f7, @f7 or N@."));
    window.fill("Search positions", "Ka8,Kb8");
    window.click("Find");
    wait_for_results(&mut window);
    assert!(window.has("No results in 3 matches."));
}

#[test]
fn current_board_is_found_in_its_own_match() {
    let mut window = Window::of(&three());
    for _ in 0..4 {
        window.key(Key::ArrowRight);
    }
    window.click("Search");
    window.click("Current board A");
    wait_for_results(&mut window);
    assert!(window.has_containing("2A exd5, Anna & Dan – Ben & Carla, 1 ·"));
    let query = window.state().search.form.query();
    assert_eq!(query, "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR turn:b");
}

#[test]
fn next_moves_are_shown_and_stepped_into() {
    let mut window = Window::of(&three());
    window.click("Search");
    window.click("Openings");
    wait_for_results(&mut window);
    // On both boards together: the move took 10, 1 and 1 s.
    assert!(
        window
            .has("Play Nf3: on 3 boards of 2 matches, 1 won, 0 drawn, 1 lost, 1 unfinished, 4.0 s"),
        "{:?}",
        window.names()
    );
    window.click("Play e4: on 2 boards of 2 matches, 0 won, 0 drawn, 1 lost, 1 unfinished, 1.1 s");
    assert_eq!(window.moment(), 1);
    wait_for_results(&mut window);
    window.click("Play d5: on 1 board of 1 match, 0 won, 0 drawn, 0 lost, 1 unfinished, 2.0 s");
    wait_for_results(&mut window);
    assert!(
        window.has("Play exd5: on 1 board of 1 match, 0 won, 0 drawn, 0 lost, 1 unfinished, 2.0 s"),
        "{:?}",
        window.names()
    );
    window.click("From board B");
    wait_for_results(&mut window);
    window.click("White A");
    assert!(window.has_containing("Play Nf3: in 1 match, 1 won,"), "{:?}", window.names());
    window.click("White B");
    assert!(window.has_containing("Play Nf3: in 2 matches, 0 won,"), "{:?}", window.names());
    // A match has one board of a seat, so the counts and points are per match.
    let painted = Painted::of(&window);
    assert_eq!((painted.count("Matches"), painted.count("Boards")), (1, 0), "{:?}", painted.words);
    window.click("Either");
    assert!(window.has_containing("Play Nf3: on 3 boards of 2 matches"), "{:?}", window.names());
    let painted = Painted::of(&window);
    assert_eq!((painted.count("Matches"), painted.count("Boards")), (0, 1), "{:?}", painted.words);
    // One of the two boards with a result was won.
    let row = painted.words.windows(3).filter(|words| *words == ["Nf3", "3", "50.0%"]);
    assert_eq!(row.count(), 1, "{:?}", painted.words);
}

#[test]
fn opening_choices_do_not_overlap_in_a_narrow_panel() {
    for width in [900.0, 1280.0, 1600.0] {
        let mut window = Window::sized(&three(), width, 800.0);
        window.keys(CTRL | Modifiers::SHIFT, Key::F);
        window.click("Openings");
        wait_for_results(&mut window);
        let rects = ["From board A", "From board B", "White A to move"].map(|it| window.rect(it));
        for (index, rect) in rects.iter().enumerate() {
            let rest = &rects[index + 1..];
            assert!(!rest.iter().any(|other| rect.intersects(*other)), "{width}: {rects:?}");
        }
    }
}

#[test]
fn openings_of_one_player_are_those_of_the_filter() {
    let mut window = Window::of(&three());
    window.click("Search");
    window.click("Openings");
    wait_for_results(&mut window);
    assert!(window.has("For one player’s openings, filter the matches by player:NAME."));
    window.fill("Filter matches", "player:ben");
    wait_for_results(&mut window);
    assert!(window.has("Ben plays"), "{:?}", window.names());
    window.click("Black");
    wait_for_results(&mut window);
    // Ben is Black A in two matches, against e4 and Nf3.
    assert!(window.has_containing("Play e4: on 1 board of 1 match,"), "{:?}", window.names());
    assert!(window.has_containing("Play Nf3: on 1 board of 1 match,"), "{:?}", window.names());
    window.click("White");
    wait_for_results(&mut window);
    assert!(window.has("No listed match continues from here."), "{:?}", window.names());
    window.click("Any seat");
    wait_for_results(&mut window);
    assert!(window.has_containing("of 2 matches"), "{:?}", window.names());
    // The profile of a player leads to the same filter.
    window.click("Players");
    wait_for_results(&mut window);
    window.click_containing("Anna: 2 matches");
    wait_for_results(&mut window);
    window.key(Key::End);
    window.click("White");
    wait_for_results(&mut window);
    assert_eq!(window.value("Filter matches"), "player:Anna");
    assert_eq!(window.moment(), 0);
    assert!(window.has("Anna plays"), "{:?}", window.names());
    assert!(
        window.has_containing("Play Nf3: on 1 board of 1 match, 1 won"),
        "{:?}",
        window.names()
    );
}

#[test]
fn a_player_is_shown_with_partners_and_opponents() {
    let mut window = Window::of(&three());
    window.click("Search");
    window.click("Players");
    wait_for_results(&mut window);
    window.click("Anna: 2 matches, 1 won, 0 drawn, 0 lost, 1 unfinished");
    wait_for_results(&mut window);
    for name in [
        "White A: 2 matches, 1 won, 0 drawn, 0 lost, 1 unfinished",
        "Rating",
        "Ratings from 2025-01-02 to 2026-11-01: 1900 to 2001, most recently 2001",
        "Dan: 2 matches, 1 won, 0 drawn, 0 lost, 1 unfinished",
        "Carla: 2 matches, 1 won, 0 drawn, 0 lost, 1 unfinished",
    ] {
        assert!(window.has(name), "{name}: {:?}", window.names());
    }
    // Anna took 1 + 2 s and 10 + 10 s.
    assert!(window.has("0:11.5 clock time per match, 5.7 s per move"), "{:?}", window.names());
    window.click("Dan: 2 matches, 1 won, 0 drawn, 0 lost, 1 unfinished");
    wait_for_results(&mut window);
    assert!(window.has("Black B: 2 matches, 1 won, 0 drawn, 0 lost, 1 unfinished"));
    window.click("All players");
    wait_for_results(&mut window);
    assert!(window.has("8 players in the listed matches"));
    // A single rating has no plot.
    assert!(!window.has_containing("Ratings from"));
    window.click("Margency: 1 match, 0 won, 0 drawn, 1 lost");
    wait_for_results(&mut window);
    assert!(window.has("White A: 1 match, 0 won, 0 drawn, 1 lost"));
    assert!(!window.has("Rating") && !window.has_containing("Ratings from"));
}

#[test]
fn searches_cover_the_listed_matches() {
    let mut window = Window::of(&three());
    window.click("Search");
    window.click("Players");
    wait_for_results(&mut window);
    window.fill("Filter matches", "Anna");
    wait_for_results(&mut window);
    assert!(window.has("4 players in the listed matches"), "{:?}", window.names());
}

#[test]
fn shortcut_focuses_the_search_field() {
    let mut window = Window::of(&three());
    window.keys(CTRL | Modifiers::SHIFT, Key::F);
    assert!(window.is_focused("Search positions"));
    window.type_text("mate");
    assert_eq!(window.value("Search positions"), "mate");
    assert_eq!(window.open_dialog(), None);
    window.key(Key::Escape);
    // The shortcut also works on a page without the field.
    window.click("Openings");
    window.keys(CTRL | Modifiers::SHIFT, Key::F);
    assert!(window.is_focused("Search positions"));
}

fn ask_in_words(window: &mut Window, query: &str) {
    window.keys(CTRL | Modifiers::SHIFT, Key::F);
    window.fill("Search positions", query);
    window.key(Key::Enter);
    wait_for_results(window);
}

#[test]
fn search_results_survive_a_tab_change() {
    let mut window = Window::of(&three());
    ask_in_words(&mut window, "A:Nf3,Pg3");
    assert!(window.has("1 result"));
    window.click("Openings");
    wait_for_results(&mut window);
    window.click("Players");
    wait_for_results(&mut window);
    window.click("Moves");
    window.click("Search");
    assert!(window.has("8 players in the listed matches"));
    window.click("Positions");
    assert!(window.has("1 result"), "{:?}", window.names());
    assert_eq!(window.value("Search positions"), "A:Nf3,Pg3");
    assert!(window.has_containing("2A g3, Anna & Dan"));
}

#[test]
fn error_is_shown_only_with_its_query() {
    let mut window = Window::of(&three());
    let refusal = "\"K@e4\" is not a drop such as N@f7, @f7 or N@.";
    window.keys(CTRL | Modifiers::SHIFT, Key::F);
    window.fill("Search positions", "K@e4");
    window.key(Key::Enter);
    assert!(window.has(refusal));
    window.click("Players");
    wait_for_results(&mut window);
    assert!(!window.has(refusal), "nobody asked this of the players");
    window.click("Positions");
    assert!(window.has(refusal), "the question still stands there");
    window.fill("Search positions", "N@f7");
    assert!(!window.has(refusal));
}

#[test]
fn an_error_replaces_the_results_of_the_query_before() {
    let mut window = Window::of(&three());
    ask_in_words(&mut window, "A:Nf3,Pg3");
    assert!(window.has("1 result") && window.has_containing("2A g3, Anna & Dan"));
    window.fill("Search positions", "K@e4");
    window.key(Key::Enter);
    assert!(!window.has("1 result") && !window.has_containing("2A g3, Anna & Dan"));
}

#[test]
fn a_drop_that_mates_can_be_written_as_in_a_score() {
    let mates = "[FEN \"6rk/6pp/8/8/8/8/6PP/R5K1[NQ] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n\n\
        1A. N@f7# *\n";
    let mut window = Window::of(&format!("{mates}\n{SHORT}"));
    ask_in_words(&mut window, "N@f7#");
    assert!(window.has("1 result"), "{:?}", window.names());
    ask_in_words(&mut window, "Q@f7#");
    assert!(window.has("No results in 2 matches."), "{:?}", window.names());
}

#[test]
fn shortcuts_step_through_results() {
    let mut window = Window::of(&three());
    assert!(!palette::can(window.state(), Command::NextResult), "nothing is found");
    ask_in_words(&mut window, "A:turn:b");
    let found: Vec<_> = window.state().search.hits().to_vec();
    assert!(found.len() > 2, "{found:?}");
    let shown = |window: &Window| {
        let record = window.state().library.file().unwrap().record.id;
        (record, window.moment())
    };
    let at = |row: usize| (found[row].hit.record, found[row].hit.moment);
    // The shortcut works in the query field, on the boards and in another panel.
    window.key(Key::F3);
    assert_eq!(shown(&window), at(0));
    window.click("Moves");
    window.key(Key::F3);
    assert_eq!(shown(&window), at(1));
    window.keys(Modifiers::SHIFT, Key::F3);
    assert_eq!(shown(&window), at(0));
    window.keys(Modifiers::SHIFT, Key::F3);
    assert_eq!(shown(&window), at(found.len() - 1), "from the first the last");
    window.key(Key::F3);
    assert_eq!(shown(&window), at(0));
    // The boards replace the match table.
    window.keys(CTRL, Key::T);
    window.key(Key::Escape);
    window.key(Key::F3);
    assert_eq!(shown(&window), at(1));
    assert!(window.has("Board A"));
}

#[test]
fn form_fills_query_and_filter() {
    let mut window = Window::of(&three());
    window.click("Search");
    window.click("Form");
    window.fill("Drop square", "f7");
    assert_eq!(window.value("Search positions"), "@f7");
    window.click("Gives mate");
    assert_eq!(window.value("Search positions"), "@f7 mate");
    window.fill("Drop square", "");
    window.click("Gives mate");
    window.click("Dropped piece: Any piece");
    window.click("None");
    assert_eq!(window.value("Search positions"), "");
    window.fill("Pieces on the board", "Nf3");
    window.click("Search board: Either");
    window.click("Only A");
    assert_eq!(window.value("Search positions"), "A:Nf3");
    for query in ["A:Nf3 A:missed-mate", "A:Nf3"] {
        window.press("Missed mate");
        assert_eq!(window.value("Search positions"), query);
    }
    window.fill("Match player", "ben");
    window.fill("Match date", "2025");
    let filter = |window: &Window| window.state().file().unwrap().filter.words.clone();
    assert_eq!(filter(&window), "player:ben date:2025");
    // Enter starts the search in any field.
    window.focus("Pieces on the board");
    window.key(Key::Enter);
    wait_for_results(&mut window);
    assert!(window.has("1 result"), "{:?}", window.names());
    // The terms of a typed query appear in the form.
    window.click("Form");
    window.fill("Search positions", "N@f7 sit>20 turn:w");
    assert!(window.has("Dropped piece: knight"));
    assert!(window.has("Side to move: White"));
    assert_eq!(window.value("Sit, seconds"), "20");
}

/// A match in which White A sits for 31 s and White B for 1:02.
const SITS: &str = "[WhiteA \"ann\"]\n[BlackA \"bob\"]\n[WhiteB \"cy\"]\n[BlackB \"dee\"]\n\
    [TimeControl \"180+0\"]\n\n1A. e4{179} 1B. e4{179} 1a. e5{178} 1b. e5{178} 2A. Nf3{148} 2B. Nf3{117} *\n";

#[test]
fn hits_of_sits_name_the_player_and_the_seconds_longest_first() {
    let mut window = Window::of(&format!("{SHORT}\n{SITS}"));
    let rows = |window: &Window| -> Vec<String> {
        let names = window.names().into_iter();
        names.filter(|name| name.contains("ann & dee – bob & cy, 2")).collect()
    };
    ask_in_words(&mut window, "sit>20");
    let found = rows(&window);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("After 1b e5 · 1:02 sit by cy, "), "{found:?}");
    assert!(found[1].starts_with("After 1a e5 · 31 s sit by ann, "), "{found:?}");
    assert!(window.has("cy: 1 sit, 1:02 · ann: 1 sit, 31 s"), "{:?}", window.names());
    // Nothing shows that Black A waits for anything.
    ask_in_words(&mut window, "think>20");
    let thinks = rows(&window);
    assert_eq!(thinks.len(), 1, "{thinks:?}");
    assert!(
        thinks[0].starts_with("After 2A Nf3 · 31 s think by bob, "),
        "until the end: {thinks:?}"
    );
    assert!(window.has("bob: 1 think, 31 s"), "{:?}", window.names());
    // A player is part of the search: all sits in a match of ann, and those of ann.
    // Each row has the seat of the player, and a click goes to the moment.
    ask_in_words(&mut window, "SIT>20 player:an");
    let named = rows(&window);
    assert_eq!(named.len(), 2, "{named:?}");
    assert!(named.iter().all(|row| row.contains("2 · ann: White A")), "{named:?}");
    window.click(&named[0]);
    assert_eq!((window.state().file().map(|it| it.record.id), window.moment()), (Some(1), 4));
    ask_in_words(&mut window, "sit>20 player:nobody");
    assert!(rows(&window).is_empty(), "{:?}", window.names());
    ask_in_words(&mut window, "sit>20 by:ann");
    let of_ann = [format!("{} · ann: White A", found[1])];
    assert_eq!(rows(&window), of_ann);
    // The same for the moves of that player alone, in one click.
    ask_in_words(&mut window, "player:ann sit>20");
    window.click("Only this player’s");
    wait_for_results(&mut window);
    assert_eq!(window.value("Search positions"), "by:ann sit>20");
    assert_eq!(rows(&window), of_ann);
    ask_in_words(&mut window, "player:nobody player:ann");
    let error = "Player:nobody player:ann needs a move or a position";
    assert!(window.has_containing(error), "{:?}", window.names());
}

#[test]
fn comments_of_games_are_found_and_shown_on_a_click() {
    let game = "[White \"Eve\"]\n[Black \"Flo\"]\n[Variant \"Kriegspiel (Berkeley)\"]\n[Filtered \"no\"]\n\n\
        1. e4 {(:)} e5 {(:) A quiet fork} 2. Nf3 {(:)} *\n";
    let mut window = Window::of(&format!("{SHORT}\n{game}"));
    ask_in_words(&mut window, "comment:fork");
    let row = "Black's move 1 e5 · A quiet fork, Eve – Flo, 2";
    assert!(window.has(row), "{:?}", window.names());
    window.click(row);
    window.settle();
    let shown = window.state();
    assert_eq!((shown.file().map(|it| it.record.id), shown.moment()), (Some(1), 2));
    // The results stay, and the next search starts from the game.
    assert!(window.has(row), "{:?}", window.names());
    ask_in_words(&mut window, "comment:quiet");
    assert!(window.has(row), "{:?}", window.names());
    assert!(!window.has("Openings"), "the other pages are about bughouse");
}

#[test]
fn rows_of_missed_mates_stay_in_place_when_the_count_ends() {
    let mate = "[WhiteA \"ann\"]\n[FEN \"6rk/6pp/8/8/8/8/6PP/R5K1[NQ] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n\n\
        1B. Kd1 1A. Ra2 1b. Kd8 *\n";
    let mut window = Window::of(&format!("{SHORT}\n{mate}"));
    window.click("Search");
    window.click("Missed mates");
    window.click("Count missed mates");
    wait_for_results(&mut window);
    let counted = window.rect_containing("ann: missed 1 mate");
    let progress = WalkProgress { records: 1, total: 1, cached: 0 };
    let report = JobReport::Progress(ArchiveQuery::Missed.progress(progress));
    window.update(Action::Job(JobKind::Search(SearchPage::Missed), report));
    assert!(window.has("Stop"), "{:?}", window.names());
    assert_eq!(window.rect_containing("ann: missed 1 mate"), counted);
}

#[test]
fn filter_without_matches_offers_to_clear_it_or_to_search_positions() {
    let mut window = Window::of(&three());
    window.fill("Filter matches", "nobody");
    assert!(window.has("No matches"), "{:?}", window.names());
    window.click("Clear filter");
    assert!(!window.has("No matches") && !window.has("Clear filter"), "{:?}", window.names());
    assert!(window.has("3 of 3 matches"), "{:?}", window.names());
    // Both a word that matches nothing and an invalid term may be meant for the search.
    for query in ["A:Nf3", "turn:b"] {
        window.fill("Filter matches", query);
        window.click(&format!("Search positions: {query}"));
        assert_eq!(window.tab(), "Search");
        wait_for_results(&mut window);
        assert_eq!(window.value("Search positions"), query);
        assert!(!window.state().search.hits().is_empty(), "{query}");
    }
}

#[test]
fn heads_of_the_players_stand_above_their_numbers_beside_a_scroll_bar() {
    let players: Vec<String> = (0..40).map(|number| format!("player{number}")).collect();
    let matches = players.iter().map(|name| SHORT.replace("Anna", name));
    let text: String = matches.collect::<Vec<_>>().join("\n").replace("\"Ben\"", "\"?\"");
    for (width, height) in [(900.0, 600.0), (1280.0, 800.0)] {
        let mut window = Window::sized(&text, width, height);
        window.keys(CTRL | Modifiers::SHIFT, Key::F);
        window.click("Players");
        wait_for_results(&mut window);
        let painted = Painted::of(&window);
        let right = |text: &str| {
            let mut all = painted.words.iter().zip(&painted.places);
            all.find(|(words, _)| *words == text).map(|(_, place)| place.right())
        };
        let (head, number) = (right("Matches").expect("a head"), right("40").expect("a number"));
        assert!((head - number).abs() < 1.0, "{head} {number} in {width}");
        assert!(!window.has_containing("?: "), "an unknown player is no player");
        assert!(!painted.cut.iter().any(|(words, _)| words.starts_with("player")), "{width}");
    }
}

#[test]
fn plain_words_offer_a_search() {
    let mut window = Window::of(&three());
    window.keys(CTRL | Modifiers::SHIFT, Key::F);
    window.fill("Search positions", "pawn drop");
    window.key(Key::Enter);
    assert!(window.has("Unknown term \"pawn\"; use P@."), "{:?}", window.names());
    window.click("P@");
    wait_for_results(&mut window);
    assert_eq!(window.value("Search positions"), "P@");
    window.fill("Search positions", "annabel");
    window.key(Key::Enter);
    window.click("player:annabel");
    window.wait("the list is filtered", |window| window.has("No matches"));
    assert!(!window.has_containing("Unknown term"), "{:?}", window.names());
}

#[test]
fn a_bare_name_lists_the_matches_of_the_player() {
    for typed in ["zoe", "player:Zoe", "by:zoe"] {
        let mut window = Window::of(&format!("{}\n{}", three(), SHORT.replace("Anna", "Zoe")));
        window.keys(CTRL | Modifiers::SHIFT, Key::F);
        window.fill("Search positions", typed);
        window.key(Key::Enter);
        assert!(window.has_containing("Listed the matches of Zoe."), "{:?}", window.names());
        assert!(!window.has_containing("Unknown term"), "{:?}", window.names());
        assert_eq!(window.value("Filter matches"), "player:Zoe");
        window.wait("the list is filtered", |window| window.has("1 of 4 matches"));
    }
}

#[test]
fn results_are_seen_in_place_of_the_form() {
    for by_key in [true, false] {
        let mut window = Window::sized(&three(), 1280.0, 800.0);
        window.keys(CTRL | Modifiers::SHIFT, Key::F);
        window.click("Form");
        window.fill("Pieces on the board", "Pe4");
        if by_key {
            window.key(Key::Enter);
        } else {
            window.click("Find");
        }
        wait_for_results(&mut window);
        assert_eq!(window.value("Search positions"), "Pe4");
        let painted = Painted::of(&window);
        let count = painted.words.iter().position(|words| words.ends_with(" results"));
        let count = painted.places[count.expect("the number of results")];
        assert!(count.bottom() < 400.0, "{count}");
        assert!(!window.has("Pieces on the board"), "{:?}", window.names());
    }
}

#[test]
fn form_has_the_player_of_a_move() {
    let mut window = Window::of(&three());
    window.keys(CTRL | Modifiers::SHIFT, Key::F);
    window.fill("Search positions", "sit>20");
    window.click("Form");
    window.fill("Player of the move, sit or think", "anna");
    assert_eq!(window.value("Search positions"), "sit>20 by:anna");
}

#[test]
fn comments_are_found_by_search_and_from_the_filter() {
    let noted = SHORT.replace(
        "1a. d5{298}",
        "1a. d5{298} {C:A long story that ends where Black overlooks the knight fork on the king’s side}",
    );
    let mut window = Window::of(&format!("{SHORT}\n{noted}"));
    window.fill("Filter matches", "Overlooks");
    assert!(window.has("No matches"), "{:?}", window.names());
    window.click("Search comments: Overlooks");
    wait_for_results(&mut window);
    assert_eq!(window.value("Search positions"), "comment:Overlooks");
    assert_eq!(window.value("Filter matches"), "");
    assert!(window.has("1 result"), "{:?}", window.names());
    window.click_containing(
        "1a d5 · …that ends where Black overlooks the knight fork on the king’s side, Anna & Dan – Ben & Carla, 2",
    );
    assert_eq!(window.state().library.file().unwrap().record.id, 1);
    assert!(window.moment() > 0);
    // Terms of the filter are not words of a comment.
    window.fill("Filter matches", "elo>2900");
    assert!(window.has("Search positions") && !window.has_containing("Search comments"));
}
