//! [`Face`]: the bundled font, with outlines and widths.
//!
//! Pictures draw text as outlines and define each glyph once. Text therefore looks the same everywhere, pictures load
//! no fonts, and they are smaller than with an embedded font. Characters missing from the bundled font are drawn with
//! fonts of the system. A character that no font has is drawn as a box, and returned by [`missing_characters`].

use super::{
    fallback_fonts::{OutlineFont, face_for, fallback_face},
    path_data::BUNDLED_UNITS,
    runs::{Run, missing, runs},
};
use crate::text::{DirectedRun, directed_runs};
use harfrust::{Direction, ShapeOptions, UnicodeBuffer};
use skrifa::MetadataProvider as _;
use std::sync::OnceLock;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Weight {
    Regular,
    SemiBold,
}

/// The maximum number of characters that [`Face::fitting`] shapes. No line has room for more.
const MAX_LINE_CHARS: usize = 2000;

/// The maximum number of missing characters listed in a message.
const MAX_LISTED_CHARS: usize = 12;

/// The bundled font in one weight. Lengths are in font units, [`Face::UNITS`] to the em.
pub struct Face {
    own: OutlineFont,
}

/// A positioned glyph in a line of text, in font units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The number of the font: 0 is the bundled font, 1 and higher are fallback fonts.
    pub face: u16,
    /// The id of the glyph in its font.
    pub id: u16,
    /// The offset of the character in the text, in bytes.
    pub at: usize,
    /// The offset of the glyph from the start of the line.
    pub x: i32,
    pub advance: i32,
}

impl Weight {
    pub fn face(self) -> &'static Face {
        static FACES: [OnceLock<Face>; 2] = [const { OnceLock::new() }; 2];
        FACES[self as usize].get_or_init(|| Face::of(self.file()))
    }

    pub fn file(self) -> &'static [u8] {
        // A static is stored once in the binary; a constant could be stored several times.
        static REGULAR: &[u8] = include_bytes!("../../assets/fonts/InterTabular-Regular.ttf");
        static SEMIBOLD: &[u8] = include_bytes!("../../assets/fonts/InterTabular-SemiBold.ttf");
        match self {
            Self::Regular => REGULAR,
            Self::SemiBold => SEMIBOLD,
        }
    }
}

impl Face {
    /// The number of font units per em, in both weights.
    pub const UNITS: i32 = BUNDLED_UNITS;

    fn of(bytes: &'static [u8]) -> Self {
        Self { own: OutlineFont::of_bytes(bytes, 0).expect("the bundled font is valid") }
    }

    /// Returns font number `face`: the bundled font for 0, otherwise a fallback font.
    pub(super) fn font(&self, face: u16) -> &OutlineFont {
        fallback_face(face).unwrap_or(&self.own)
    }

    /// Shapes one line of text with kerning. Returns the glyphs from left to right.
    pub fn line(&self, text: &str) -> Vec<Glyph> {
        let mut line = Vec::new();
        let mut x = 0;
        for DirectedRun { range, is_right_to_left } in directed_runs(text) {
            let part = text.get(range.clone()).unwrap_or_default();
            let mut runs = runs(part, |character| self.has(character), face_for);
            if is_right_to_left {
                runs.reverse();
            }
            let direction =
                if is_right_to_left { Direction::RightToLeft } else { Direction::LeftToRight };
            for Run { face, range: run } in runs {
                let run = Run { face, range: range.start + run.start..range.start + run.end };
                x = shape(text, &run, self.font(face), direction, x, &mut line);
            }
        }
        line
    }

    /// Returns whether the bundled font has `character`. ASCII and control characters always count as present.
    fn has(&self, character: char) -> bool {
        character.is_ascii()
            || character.is_control()
            || self.own.font.charmap().map(character).is_some()
    }

    pub fn width(&self, text: &str, size: f32) -> f32 {
        width_of(&self.line(text), size)
    }

    /// Returns how many bytes at the start of `text` fit into `width` at font size `size`. `text` is a single line.
    /// Characters after the first 2000 never count as fitting.
    pub fn fitting(&self, text: &str, size: f32, width: f32) -> usize {
        // A name may be as long as the whole file, so only its beginning is shaped.
        let end = text.char_indices().nth(MAX_LINE_CHARS).map_or(text.len(), |(at, _)| at);
        let mut line = self.line(text.get(..end).unwrap_or(text));
        // Right-to-left text is cut at its end, which is on the left.
        line.sort_by_key(|glyph| glyph.at);
        let mut units = 0;
        let over = line.iter().find(|glyph| {
            units += glyph.advance;
            in_ems(units) * size > width
        });
        over.map_or(end, |glyph| glyph.at)
    }

    /// Returns `text` if it fits into `width` at font size `size`, otherwise its beginning with an ellipsis. Returns an
    /// empty string if not even the ellipsis fits.
    pub fn fit(&self, text: &str, size: f32, width: f32) -> String {
        if self.fitting(text, size, width) == text.len() {
            return text.to_owned();
        }
        let room = width - self.width("…", size);
        if room < 0.0 {
            return String::new();
        }
        let cut = text.get(..self.fitting(text, size, room));
        format!("{}…", cut.unwrap_or_default().trim_end())
    }
}

/// Shapes `run` at `x` in `font`. Appends the glyphs to `line` and returns the x position after them.
fn shape(
    text: &str,
    run: &Run,
    font: &OutlineFont,
    direction: Direction,
    mut x: i32,
    line: &mut Vec<Glyph>,
) -> i32 {
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text.get(run.range.clone()).unwrap_or_default());
    buffer.guess_segment_properties();
    buffer.set_direction(direction);
    let shaper = font.shaper.shaper(&font.font).build();
    let shaped = shaper.shape(buffer, ShapeOptions::new());
    let characters = shaped.glyph_infos().iter().zip(shaped.glyph_positions());
    for (info, position) in characters {
        let advance = font.to_bundled_units(position.x_advance);
        line.push(Glyph {
            face: run.face,
            id: u16::try_from(info.glyph_id).unwrap_or(0),
            at: run.range.start + info.cluster as usize,
            x: x + font.to_bundled_units(position.x_offset),
            advance,
        });
        x += advance;
    }
    x
}

/// Returns the distinct characters of `text` that neither the bundled font nor a font of the system has. They are drawn
/// as boxes.
pub fn missing_characters(text: &str) -> Vec<char> {
    missing(text, |character| Weight::Regular.face().has(character), face_for)
}

/// Returns the message that no font has `characters`, or `None` if `characters` is empty.
pub fn missing_characters_text(characters: &[char]) -> Option<String> {
    let listed: Vec<String> =
        characters.iter().take(MAX_LISTED_CHARS).map(char::to_string).collect();
    let more = if characters.len() > MAX_LISTED_CHARS { " and more" } else { "" };
    let list = listed.join(" ");
    let (noun, pronoun) = match characters {
        [] => return None,
        [_] => ("this character", "it is"),
        _ => ("these characters", "they are"),
    };
    Some(format!("no installed font has {noun}, so {pronoun} drawn as boxes: {list}{more}"))
}

pub fn width_of(line: &[Glyph], size: f32) -> f32 {
    in_ems(line.iter().map(|glyph| glyph.advance).sum()) * size
}

pub(super) const fn in_ems(units: i32) -> f32 {
    units as f32 / Face::UNITS as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::path_data::OUTLINE_STEP;
    use skrifa::instance::{LocationRef, Size};

    #[test]
    fn digits_have_equal_widths_and_an_em_has_2048_units() {
        for weight in [Weight::Regular, Weight::SemiBold] {
            let face = weight.face();
            let widths: Vec<f32> = (0..10).map(|n| face.width(&n.to_string(), 10.0)).collect();
            assert!(widths.iter().all(|width| *width == widths[0]), "{widths:?}");
            let units = face.own.font.metrics(Size::unscaled(), LocationRef::default());
            assert_eq!(i32::from(units.units_per_em), Face::UNITS);
        }
    }

    /// Measures each outline with another SVG parser. The size must equal the one stated by the font up to a hundredth
    /// of an em, since the figure of the font includes control points.
    #[test]
    fn outlines_have_the_size_of_their_glyphs() {
        use resvg::usvg;
        for weight in [Weight::Regular, Weight::SemiBold] {
            let face = weight.face();
            let metrics = face.own.font.glyph_metrics(Size::unscaled(), LocationRef::default());
            for character in ('!'..='~').chain("äéñŁЖΩ–…".chars()) {
                let glyph = face.line(&character.to_string())[0];
                let id = glyph.id;
                let svg = format!(
                    r#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="{}"/></svg>"#,
                    face.own.outline(glyph.id)
                );
                let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).unwrap();
                let drawn = tree.root().bounding_box();
                let bounds = metrics.bounds(u32::from(id).into()).unwrap();
                for (drawn, bound) in [
                    (drawn.left(), bounds.x_min),
                    (drawn.top(), bounds.y_min),
                    (drawn.right(), bounds.x_max),
                    (drawn.bottom(), bounds.y_max),
                ] {
                    assert!(
                        (drawn * OUTLINE_STEP - bound).abs() <= 20.0,
                        "{character} {drawn} {bound}"
                    );
                }
            }
        }
    }

    /// The other weight stands in for a fallback font, so the test does not depend on the fonts of the system.
    #[test]
    fn fallback_run_is_shaped_and_measured_by_its_font() {
        let own = Weight::Regular.face();
        let other = OutlineFont::of_bytes(Weight::SemiBold.file(), 0).unwrap();
        let text = "ab cd";
        let mut line = Vec::new();
        let first = Run { face: 0, range: 0..3 };
        let second = Run { face: 7, range: 3..5 };
        let x = shape(text, &first, &own.own, Direction::LeftToRight, 0, &mut line);
        let end = shape(text, &second, &other, Direction::LeftToRight, x, &mut line);
        let faces: Vec<u16> = line.iter().map(|glyph| glyph.face).collect();
        assert_eq!(faces, [0, 0, 0, 7, 7]);
        assert_eq!(line.iter().map(|glyph| glyph.at).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        let bold = Weight::SemiBold.face().line("cd");
        assert_eq!(end - x, bold.iter().map(|glyph| glyph.advance).sum::<i32>());
        assert_eq!(other.outline(line[3].id), Weight::SemiBold.face().own.outline(bold[0].id));
    }

    /// The offsets of the glyphs from left to right, whatever font has them.
    #[test]
    fn right_to_left_words_are_in_order() {
        let offsets = |text: &str| {
            let line = Weight::Regular.face().line(text);
            line.iter().map(|glyph| glyph.at).collect::<Vec<_>>()
        };
        assert_eq!(offsets("Nf3!"), [0, 1, 2, 3]);
        assert_eq!(offsets("Nf3 אב, גד"), [0, 1, 2, 3, 12, 10, 9, 8, 6, 4]);
        assert_eq!(offsets("אב Nf3 גד"), [11, 9, 8, 5, 6, 7, 4, 2, 0]);
    }

    /// The code point U+10FFFF is not a character in any font.
    #[test]
    fn character_missing_from_all_fonts_is_reported() {
        assert_eq!(missing_characters("José – ½ \u{10ffff}x\u{10ffff}"), ['\u{10ffff}']);
        assert!(missing_characters("raven\n\tdeath").is_empty());
        let told = missing_characters("\u{10ffff}");
        assert_eq!(
            missing_characters_text(&told).unwrap(),
            "no installed font has this character, so it is drawn as boxes: \u{10ffff}"
        );
        assert_eq!(missing_characters_text(&[]), None);
        let line = Weight::Regular.face().line("\u{10ffff}");
        assert_eq!((line[0].face, line[0].id), (0, 0));
    }

    #[test]
    fn long_text_ends_with_an_ellipsis() {
        let face = Weight::SemiBold.face();
        let whole = "a very long name";
        assert_eq!(face.fit(whole, 10.0, 1000.0), whole);
        let cut = face.fit(whole, 10.0, 50.0);
        assert!(cut.ends_with('…') && whole.starts_with(cut.trim_end_matches('…')));
        assert!(face.width(&cut, 10.0) <= 50.0);
        assert_eq!(face.fit(whole, 10.0, 1.0), "");
    }
}
