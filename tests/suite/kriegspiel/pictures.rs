//! Pictures of games: only what is visible from each side.

use crate::cli::program;

const GAME: &str = include_str!("../../../assets/samples/kriegspiel.pgn");
const PROBLEM: &str = include_str!("../../../assets/samples/kriegspiel-problem.pgn");

fn svg(text: &str, more: &[&str]) -> String {
    let mut arguments = vec!["diagram", "-", "-o", "-", "--format", "svg"];
    arguments.extend(more);
    let output = program(&arguments, text.as_bytes());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), said.as_str()), (Some(0), ""), "{more:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Counts the drawn pieces of `color`, `w` or `b`.
fn drawn(svg: &str, color: char) -> usize {
    svg.matches(&format!("<use xlink:href=\"#{color}")).count()
}

#[test]
fn boards_are_drawn_from_each_sides_view() {
    let referee = svg(GAME, &["--at", "8"]);
    assert_eq!((drawn(&referee, 'w'), drawn(&referee, 'b')), (14, 16));
    assert!(referee.contains("Player1 – Player2, 4... gxh5 (Xh5:exf4,h5)"));
    let white = svg(GAME, &["--at", "8", "--as", "white"]);
    assert_eq!((drawn(&white, 'w'), drawn(&white, 'b')), (14, 0));
    // The announcements and only the player's own pieces are shown.
    assert!(white.contains("4... ?? (Xh5:2)"), "{white}");
    assert!(white.contains("<desc>8/8/8/8/8/8/PPPPBPPP/RNB1K1NR</desc>"), "{white}");
    // All squares are veiled except for the 14 with pieces.
    let black = svg(GAME, &["--at", "8", "--as", "black"]);
    assert_eq!((drawn(&black, 'w'), drawn(&black, 'b')), (0, 16));
    // A file with a player's view is drawn from this player's side.
    let problem = svg(PROBLEM, &["--at", "8"]);
    assert_eq!((drawn(&problem, 'w'), drawn(&problem, 'b')), (14, 0));
    // The position of a problem has its stipulation, the moves before it have not.
    assert!(problem.contains("#1, Berkeley rules"), "{problem}");
    assert!(!svg(PROBLEM, &["--at", "6"]).contains("Berkeley"));
}

#[test]
fn belief_is_drawn_as_heat() {
    // Black has 20 possible first moves: in two each, a knight has left b8 or g8. The king has not moved.
    let heat = svg(GAME, &["--at", "2", "--as", "white", "--belief"]);
    assert_eq!((drawn(&heat, 'w'), drawn(&heat, 'b')), (16, 6), "{heat}");
    assert!(heat.contains("#bK") && heat.contains("#bQ") && !heat.contains("#bN"));
    let cold = svg(GAME, &["--at", "2", "--as", "white"]);
    assert!(heat.len() > cold.len() && drawn(&cold, 'b') == 0);
}

#[test]
fn every_picture_format_is_drawn() {
    for (form, begins) in [("png", &b"\x89PNG"[..]), ("pdf", b"%PDF"), ("gif", b"GIF89a")] {
        let arguments = [
            "diagram", "-", "-o", "-", "--format", form, "--as", "white", "--belief", "--size",
            "200",
        ];
        let output = program(&arguments, PROBLEM.as_bytes());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(output.stdout.starts_with(begins), "{form}");
    }
}

/// A page and a print-out from every side; several games of a file are separate pages.
#[test]
fn page_and_print_out_hold_only_a_players_knowledge() {
    let convert = |text: &str, more: &[&str]| {
        let mut arguments = vec!["convert", "-", "-o", "-"];
        arguments.extend(more);
        let output = program(&arguments, text.as_bytes());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), said.as_str()), (Some(0), ""), "{more:?}");
        output.stdout
    };
    let page = |more: &[&str]| {
        let mut all = vec!["--to", "html"];
        all.extend(more);
        String::from_utf8(convert(GAME, &all)).expect("UTF-8")
    };
    let referee = page(&[]);
    assert!(referee.contains("referee’s view") && referee.contains("gxh5"));
    assert!(referee.contains("\"veiled\":false"));
    // The referee's board after gxh5, from the eighth rank down.
    assert!(referee.contains("\"said\":\"4... gxh5 (Xh5:exf4,h5)\""), "{referee}");
    let white = page(&["--as", "white"]);
    assert!(white.contains("White’s view") && white.contains("\"veiled\":true"));
    assert!(!white.contains("gxh5") && !white.contains("exf4"), "{white}");
    assert!(white.contains("\"taken\":\"h5\"") && white.contains("After 2 illegal tries"));
    let own = "\"a\":\"8/8/8/8/8/8/PPPPBPPP/RNB1K1NR\"";
    assert!(white.contains(own), "{white}");
    // Nothing is loaded from other places.
    let links = white.matches("http").count();
    assert_eq!(
        links,
        white.matches("http-equiv").count() + white.matches("http://www.w3.org/2000/svg").count()
    );
    let paper = |text: &str| {
        let bytes = convert(text, &["--to", "pdf"]);
        assert!(bytes.starts_with(b"%PDF"));
        bytes
    };
    assert!(paper(&format!("{GAME}\n{PROBLEM}")).len() > paper(GAME).len());
}

#[test]
fn page_of_a_long_game_is_written_in_linear_time() {
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let ply = |ply: usize| {
        let number =
            if ply.is_multiple_of(2) { format!("{}. ", ply / 2 + 1) } else { String::new() };
        format!("{number}{} {{(:)}}\n", moves[ply % 4])
    };
    let plies: String = (0..10_000).map(ply).collect();
    let tags = "[Event \"x\"]\n[Variant \"Kriegspiel (Berkeley)\"]\n[Filtered \"no\"]\n\n";
    let text = format!("{tags}{plies}*\n");
    for side in [&[][..], &["--as", "white"]] {
        let arguments = [&["convert", "-", "--to", "html", "-o", "-"], side].concat();
        let page = program(&arguments, text.as_bytes()).stdout;
        let page = String::from_utf8(page).expect("UTF-8");
        assert_eq!(page.matches("<a href=\"#\" data-m=\"").count(), 10_000);
    }
}

/// A problem is drawn as it is published: all known pieces, the squares of hidden ones, and three lines below.
#[test]
fn problem_is_drawn_with_stipulation_and_hidden_squares() {
    let problem = "[Event \"A. Author, Journal 1921\"]\n[Variant \"Kriegspiel (English)\"]\n\
        [Filtered \"white\"]\n[FEN \"8/8/1K6/8/8/3p4/8/7R w - - 0 1\"]\n\
        [Hidden \"k on a8, c8; b on dark\"]\n[depth \"3\"]\n";
    let drawing = svg(problem, &[]);
    assert_eq!((drawn(&drawing, 'w'), drawn(&drawing, 'b')), (2, 1));
    let title = "<title>Kriegspiel problem: #2, English rules, 2+3; Hidden: b on dark; \
                 A. Author, Journal 1921</title>";
    assert!(drawing.contains(title), "{drawing}");
    assert_eq!(drawing.matches("stroke-dasharray").count(), 2);
    assert!(drawing.contains("<desc>8/8/1K6/8/8/3p4/8/7R w - - 0 1; k on a8, c8; b on dark"));
    assert!(!drawing.contains("White"), "no names");
    for (form, begins) in [("png", &b"\x89PNG"[..]), ("pdf", b"%PDF")] {
        let arguments = ["diagram", "-", "-o", "-", "--format", form];
        assert!(program(&arguments, problem.as_bytes()).stdout.starts_with(begins));
    }
}
