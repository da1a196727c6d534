//! Variations outside the window: moments, pictures, PDF, other programs, and merging from another file.

use tandem::{
    diagram::{
        Background, Look, PieceSet, Scene, Show, Theme, animation_of_variation, columns, svg,
    },
    document::{Document, DocumentEdit},
    file::Source,
    notation::record_ranges,
    replay::Point,
};

const MATCH: &str = "[White \"x\"]\n\n1A. e4{180} 1a. e5{180}{C:Usual. (1a. c5 2A. Nf3 (2A. c3 (C:sharp)) 2a. d6) \
                     [%cal Ge7e5]} 2A. Nf3{179} *\n";

fn open(text: &str) -> Document {
    let range = record_ranges(text.as_bytes()).first().copied().expect("a record");
    Document::open(Source::from_bytes("t.bpgn", text.as_bytes()), range)
}

#[test]
fn places_have_names_that_are_read_back() {
    let document = open(MATCH);
    for name in ["1a/1/1", "1a/1/3", "1a/1/2/1/1"] {
        let Some(Point::Variation(place)) = document.point_named(name) else {
            panic!("{name} is no place");
        };
        assert_eq!(document.place_name(&place), name);
    }
    assert_eq!(document.point_named("1a/1"), document.point_named("1a/1/3"));
    assert_eq!(document.point_named("1a"), Some(Point::Match(2)));
    for wrong in ["1a/0", "1a/2", "1a/1/4", "1a/1/0", "2A/1", "1a/x", "9a/1", "1a/1/2/2/1"] {
        assert_eq!(document.point_named(wrong), None, "{wrong}");
    }
}

#[test]
fn a_moment_of_a_variation_is_drawn() {
    let document = open(MATCH);
    let pieces = PieceSet::load("tandem").expect("is there");
    let look = Look {
        theme: Theme::named("green").expect("is there"),
        pieces: &pieces,
        background: Background::Theme,
    };
    let Some(Point::Variation(place)) = document.point_named("1a/1/3") else {
        panic!("no place");
    };
    let scene = Scene::in_variation(&document, &place, &Show::default());
    assert!(scene.title.ends_with(", in a variation after 2a. d6"), "{}", scene.title);
    assert!(scene.hidden.clocks, "it has no times");
    let last = scene.boards[0].board.last.expect("a last move");
    assert_eq!(last.to, tandem::rules::Square::D6);
    assert!(svg(&scene, &look, 800).contains("2a. d6"));
    let gif = animation_of_variation(&document, &place, &Show::default(), &look, 1.0, 200)
        .expect("can be drawn");
    let mut decoder = gif::DecodeOptions::new().read_info(gif.as_slice()).expect("a GIF");
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("frames") {
        delays.push(frame.delay);
    }
    assert_eq!(delays, [100, 100, 100, 250], "one ply a second");
    // Saved marks of a ply are drawn.
    let scene = Scene::of(&document, 2, &Show::default());
    assert_eq!(scene.boards[0].marks.len(), 1);
    assert!(Scene::of(&document, 1, &Show::default()).boards[0].marks.is_empty());
}

#[test]
fn the_columns_have_the_variations_as_words() {
    let text = columns(&open(MATCH));
    assert!(text.contains("Usual."), "{text}");
    assert!(text.contains("(1a. c5 2A. Nf3 (2A. c3 sharp) 2a. d6)"), "{text}");
    assert!(!text.contains('%'), "{text}");
}

/// Returns the second match with the variations of the first, or the error.
fn merged(from: &str, into: &str) -> String {
    match open(into).with_variations_of(&open(from)) {
        Ok((merged, merge)) => {
            let text = String::from_utf8(merged.text().to_vec()).expect("UTF-8");
            assert_eq!(open(into).diff_to(&merged).apply(into.as_bytes()), merged.text());
            format!("{merge}: {text}")
        }
        Err(error) => error.to_string(),
    }
}

#[test]
fn variations_of_the_same_match_are_merged() {
    let with = |variations: &str| format!("1A. e4 1a. e5 {variations}2A. Nf3");
    assert_eq!(
        merged(&with("{C:(1a. c5 2A. c3) (1a. d5)} "), &with("")),
        "2 variations added: 1A. e4 1a. e5 {C:(1a. c5 2A. c3) (1a. d5)} 2A. Nf3"
    );
    // Partial matches are merged, including glyphs and comments.
    assert_eq!(
        merged(
            &with("(1a. c5! {C:sharp} 2A. c3 (2A. Nf3)) "),
            &with("{C:Mine. (1a. c5 2A. c3 2a. d5)} ")
        ),
        "0 variations added, 1 merged with existing ones: 1A. e4 1a. e5 {C:Mine. (1a. c5! \
         (C:sharp) 2A. c3 (2A. Nf3) 2a. d5)} 2A. Nf3"
    );
    // A second merge changes nothing.
    let all = with("{C:(1a. c5! (C:sharp) 2A. c3)} ");
    assert_eq!(merged(&all, &all), format!("0 variations added: {all}"));
    assert_eq!(merged(&with(""), &all), "the other match has no variations");
    assert_eq!(
        merged(&all, "1A. e4 1a. e5 2A. Nc3"),
        "these are different matches: they differ from move 3 on"
    );
    assert_eq!(
        merged(&all, "1A. e4 1a. e5"),
        "these are different matches: they differ from move 3 on"
    );
    let other_start =
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1A. e4";
    assert_eq!(
        merged(&all, other_start),
        "these are different matches: the starting positions differ"
    );
}

#[test]
fn edit_of_a_merged_match_can_be_undone() {
    let bare = "1A. e4 1a. e5 *\r\n";
    let (merged, _) =
        open(bare).with_variations_of(&open("1A. e4 1a. e5 {C:(1a. c5)}")).expect("the same match");
    let set = open(bare).diff_to(&merged);
    assert_eq!(set.invert(bare.as_bytes()).apply(merged.text()), bare.as_bytes());
    assert!(merged.changed(&[DocumentEdit::Glyph { moment: 1, text: "!".to_owned() }]).is_ok());
}

/// Merges `from` into itself, which adds nothing, and into `into`. Returns what was added there.
fn merge_many(into: &str, from: &str) -> String {
    let (into, from) = (open(into), open(from));
    let (same, nothing) = from.with_variations_of(&from).expect("the same match");
    assert_eq!(
        (same.text() == from.text(), nothing.to_string().as_str()),
        (true, "0 variations added")
    );
    let (merged, merge) = into.with_variations_of(&from).expect("the same match");
    let count = |document: &Document| {
        document.variations().roots.iter().map(|root| root.variation.count()).sum::<usize>()
    };
    format!("{merge}: {} plies to {}", count(&merged) - count(&into), count(&into))
}

/// Returns `count` plies on board A.
fn knights(count: usize) -> impl Iterator<Item = String> {
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
    (0..count).map(move |at| format!("{}{}. {}", at / 2 + 1, ["A", "a"][at % 2], moves[at % 4]))
}

#[test]
fn many_variations_are_merged_in_linear_time() {
    const MANY: usize = 6_000;
    let joined = "0 variations added, 1 merged with existing ones";
    let wide = |group: &str| format!("1A. e4 1a. e5 {{C:{}}} *\n", [group].repeat(MANY).join(" "));
    assert_eq!(
        merge_many(&wide("(1a. a6 2A. Nf3)"), &wide("(1a. a6 2A. Nf3 1B. a3 1b. a6)")),
        format!("{joined}: 2 plies to 12000")
    );
    let line = |count: usize| {
        let plies: Vec<String> = knights(count).collect();
        format!("1B. e4 {{C:({})}} *\n", plies.join(" "))
    };
    assert_eq!(merge_many(&line(MANY / 2), &line(MANY)), format!("{joined}: 3000 plies to 3000"));
    // On each ply of the match, and on each ply of a line.
    let each = |branch: [&str; 2]| {
        let plies = knights(MANY).enumerate();
        plies.map(|(at, ply)| format!("{ply} {}", branch[at % 2])).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        merge_many(
            &(each(["{C:(a3)}", "{C:(a6)}"]) + " *\n"),
            &(each(["{C:(a3 e5)}", "{C:(a6 e4)}"]) + " *\n")
        ),
        format!("0 variations added, {MANY} merged with existing ones: {MANY} plies to {MANY}")
    );
    let line = |branch| format!("1B. e4 {{C:({})}} *\n", each(branch));
    assert_eq!(
        merge_many(&line(["(a3)", "(a6)"]), &line(["(a3) (h3!)", "(a6 e4)"])),
        format!("{joined}: {MANY} plies to {}", 2 * MANY)
    );
    // As deep as variations are read, several times.
    let deep = |last: &str| {
        let level = |(at, ply)| format!("({ply} {} ", ["a6", "a3"][at % 2]);
        let levels: String = knights(60).enumerate().map(level).collect();
        let group = format!("{levels}{last}{}", ")".repeat(60));
        format!("1B. e4 {{C:{}}} *\n", [group.as_str()].repeat(MANY / 60).join(" "))
    };
    assert_eq!(
        merge_many(&deep(""), &deep("b6")),
        format!("{joined}: 1 plies to {}", 120 * (MANY / 60))
    );
}
