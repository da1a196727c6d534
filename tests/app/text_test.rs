//! The texts of a file other than its moves: comments and diagrams in the move list, tags, the Text panel.

#![expect(clippy::disallowed_methods, reason = "reads the sources of the project")]

use crate::{
    painted::Painted,
    window::{CTRL, SAMPLE, SHORT, Window},
};
use eframe::egui::{Color32, FontFamily, FontId, Key, MissingGlyphPolicy};
use std::path::Path;
use tandem::app::Panel;

const ANNOTATED: &str = include_str!("../../assets/samples/bpgn-1.1.bpgn");

#[test]
fn comments_and_diagrams_appear_in_the_move_list() {
    let mut window = Window::of(ANNOTATED);
    assert!(window.has_containing("raven and death against Gnejs and Paaso"));
    window.key(Key::End);
    assert!(window.has_containing("Diagram after"));
    assert!(window.has_containing("death checkmated 0-1"));
}

#[test]
fn tags_and_text_are_shown() {
    let mut window = Window::of(SAMPLE);
    window.keys(CTRL, Key::Num3);
    assert!(window.has("Rating of Black B"));
    assert!(window.has("from the clocks and the recorded lag"));
    window.show(Panel::Text);
    assert!(window.has_containing("[BlackB \"izicik\"]"));
}

#[test]
fn clicked_issue_is_highlighted_in_the_text() {
    let mut window = Window::of("[WhiteA \"x\"]\n1A. e4 1a. Ke4 *");
    window.click("Issues 1");
    let issue = "1a is illegal";
    window.click_containing(issue);
    assert_eq!(window.moment(), 1);
    assert!(window.state().match_state().expect("a match").moment_view.highlight.is_some());
    window.show(Panel::Text);
    assert!(window.has("Line 2, column 12"));
}

/// Adds the characters of the sources in a folder to `text`, without those of comments and tests.
fn add_characters(text: &mut String, folder: &Path) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            add_characters(text, &path);
        } else if !path.ends_with("tests.rs") {
            let source = std::fs::read_to_string(&path).expect("sources are text");
            let code = source.lines().take_while(|line| *line != "#[cfg(test)]");
            let code = code.filter(|line| !line.trim_start().starts_with("//"));
            text.extend(code.flat_map(str::chars).filter(|letter| !letter.is_control()));
        }
    }
}

#[test]
fn every_character_of_the_sources_has_a_glyph_in_every_font() {
    let mut text = String::new();
    add_characters(&mut text, &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let mut letters: Vec<char> = text.chars().collect();
    letters.sort_unstable();
    letters.dedup();
    assert!(letters.contains(&'♘') && letters.contains(&'…'), "{letters:?}");
    // The fonts of the system are not used here, as in a browser. The harness panics where there is no glyph.
    let ctx = &Window::empty().harness.ctx;
    for family in
        [FontFamily::Proportional, FontFamily::Monospace, FontFamily::Name("semibold".into())]
    {
        let text = letters.iter().collect();
        ctx.fonts_mut(|fonts| {
            fonts.layout_no_wrap(text, FontId::new(13.0, family), Color32::BLACK)
        });
    }
}

/// egui lays out words from left to right, but the letters of a Hebrew word from right to left.
#[test]
fn right_to_left_comment_is_painted_in_order() {
    let words = "ראשון שני (שלישי) Nf3 רביעי";
    let painted = "רביעי Nf3 (שלישי) שני ראשון";
    let text = SHORT.replace("1a. d5{298}", &format!("1a. d5{{298}} {{C:{words}}}"));
    let mut window = Window::of(SHORT);
    // The bundled fonts have no Hebrew.
    window.harness.ctx.set_missing_glyph_policy(MissingGlyphPolicy::Tofu);
    window.open_match(&text);
    window.key(Key::ArrowRight);
    window.key(Key::ArrowRight);
    assert_eq!(Painted::of(&window).count(painted), 1, "{:?}", Painted::of(&window).words);
}

/// A right-to-left word in a comment neither moves the line ends nor loses text.
#[test]
fn right_to_left_words_in_a_long_comment_wrap_like_others() {
    let words = "Idée : … שלום, תלמידים! Better 17.Kd1 (see diagram). And so on until the end of the line, twice over.";
    let painted_words = words.replace("שלום, תלמידים", "תלמידים ,שלום");
    let text = SHORT.replace("1a. d5{298}", &format!("1a. d5{{298}} {{C:{words}}}"));
    for (width, height) in [(1280.0, 800.0), (1000.0, 700.0), (700.0, 600.0)] {
        let mut window = Window::sized(SHORT, width, height);
        window.harness.ctx.set_missing_glyph_policy(MissingGlyphPolicy::Tofu);
        window.open_match(&text);
        window.key(Key::ArrowRight);
        window.key(Key::ArrowRight);
        let painted = Painted::of(&window);
        let shown: Vec<String> = painted.words.iter().map(|it| it.replace('\n', " ")).collect();
        let squeezed = |it: &str| it.split_whitespace().collect::<Vec<_>>().join(" ");
        let count = shown.iter().filter(|it| squeezed(it) == painted_words).count();
        assert!(count >= 1, "{width}: {shown:?}");
        let is_cut = painted.cut.iter().any(|(it, _)| it.contains("17.Kd1"));
        assert!(!is_cut, "{width}: {:?}", painted.cut);
    }
}

/// The end of a cut right-to-left text is at its left.
#[test]
fn right_to_left_name_is_cut_at_its_end() {
    let words = ["ראשון", "שני", "שלישי", "רביעי", "חמישי", "שישי", "שביעי", "שמיני"].join(" ");
    let mut window = Window::sized(SHORT, 600.0, 400.0);
    window.harness.ctx.set_missing_glyph_policy(MissingGlyphPolicy::Tofu);
    window.open_match(&SHORT.replace("Anna", &words));
    let painted = Painted::of(&window);
    let cut: Vec<&String> = painted.words.iter().filter(|it| it.ends_with("ראשון")).collect();
    assert!(cut.iter().any(|it| it.starts_with('…')), "{:?}", painted.words);
    assert!(window.has_containing(&words), "the tooltip and screen readers have the name");
}

#[test]
fn right_to_left_comment_of_a_variation_is_painted_in_order() {
    let mut window = Window::of(SHORT);
    window.harness.ctx.set_missing_glyph_policy(MissingGlyphPolicy::Tofu);
    window.open_match(&SHORT.replace("1a. d5{298}", "1a. d5{298} (1a. e5 {C:ראשון שני Nf3})"));
    window.key(Key::ArrowRight);
    window.key(Key::ArrowRight);
    if window.has("Unfold variation 1a. e5") {
        window.click("Unfold variation 1a. e5");
    }
    let painted = Painted::of(&window);
    assert_eq!(painted.count("Nf3 שני ראשון"), 1, "{:?}", painted.words);
}
