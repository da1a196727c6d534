//! [`Face`]: the typeface that the program brings along, as outlines and widths.
//!
//! Text in pictures is drawn as outlines, each letter defined once: a picture then looks the same on every
//! machine, fetches nothing, and is smaller than with a font inside. Letters that the face lacks come from the fonts of
//! the system; what they lack too is shown as the empty box of the face, and [`letters_without_face`] tells it.

use super::{
    other_faces::{OtherFace, face_for, other_face},
    runs::{Run, missing, runs},
};
use harfrust::{Direction, FontRef, ShapeOptions, ShaperData, UnicodeBuffer};
use skrifa::{
    MetadataProvider as _,
    instance::{LocationRef, Size},
    outline::{DrawSettings, OutlinePen},
};
use std::{fmt::Write as _, sync::OnceLock};

/// The weights of the face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Weight {
    /// Running text.
    Regular,
    /// Names and clocks.
    SemiBold,
}

/// Units of an outline in one em: half as fine as the face's own, which no eye sees.
pub(super) const OUTLINE_UNITS: f32 = 1024.0;

/// Units of the face in one of an outline.
const OUTLINE_STEP: f32 = 2.0;

/// More letters than any line has room for.
const LONGEST: usize = 2000;

/// So many letters that no font has are told one by one.
const MOST_TOLD: usize = 12;

/// The face in one weight. One em is [`Face::UNITS`] units.
pub struct Face {
    bytes: &'static [u8],
    font: FontRef<'static>,
    shaper: ShaperData,
}

/// A letter in a line of text, in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// Which face it is of: 0 for this one, or the number of a font of the system.
    pub face: u16,
    /// Its number in the face.
    pub id: u16,
    /// From where in the text it comes, in bytes.
    pub at: usize,
    /// Where it stands, from the start of the line.
    pub x: i32,
    /// How far the next one is.
    pub advance: i32,
}

impl Weight {
    /// The face in this weight.
    #[must_use]
    pub fn face(self) -> &'static Face {
        static REGULAR: OnceLock<Face> = OnceLock::new();
        static SEMIBOLD: OnceLock<Face> = OnceLock::new();
        match self {
            Self::Regular => REGULAR.get_or_init(|| Face::of(self.file())),
            Self::SemiBold => SEMIBOLD.get_or_init(|| Face::of(self.file())),
        }
    }

    /// The font file of the face in this weight.
    #[must_use]
    pub fn file(self) -> &'static [u8] {
        // Of a static the program has one copy, of a constant perhaps two.
        static REGULAR: &[u8] = include_bytes!("../../assets/fonts/InterTabular-Regular.ttf");
        static SEMIBOLD: &[u8] = include_bytes!("../../assets/fonts/InterTabular-SemiBold.ttf");
        match self {
            Self::Regular => REGULAR,
            Self::SemiBold => SEMIBOLD,
        }
    }
}

impl Face {
    /// Units of one em, in both weights.
    pub const UNITS: i32 = 2048;

    fn of(bytes: &'static [u8]) -> Self {
        let font = FontRef::new(bytes).expect("the face that the program brings along is sound");
        Self { bytes, shaper: ShaperData::new(&font), font }
    }

    /// The font's file.
    #[must_use]
    pub const fn bytes(&self) -> &'static [u8] {
        self.bytes
    }

    /// The letters of one line from left to right, kerned. Words of a script that is written from right to left stand
    /// in their own order between the others.
    #[must_use]
    pub fn line(&self, text: &str) -> Vec<Glyph> {
        let mut line = Vec::new();
        let mut x = 0;
        for run in runs(text, |letter| self.has(letter), face_for) {
            let other = other_face(run.face);
            x = self.shape(text, &run, other, x, &mut line);
        }
        line
    }

    /// Adds the letters of `run`, which begins at `x`, and tells where it ends.
    fn shape(
        &self,
        text: &str,
        run: &Run,
        other: Option<&OtherFace>,
        mut x: i32,
        line: &mut Vec<Glyph>,
    ) -> i32 {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text.get(run.range.clone()).unwrap_or_default());
        buffer.guess_segment_properties();
        if other.is_none() || buffer.direction() != Direction::RightToLeft {
            buffer.set_direction(Direction::LeftToRight);
        }
        let (font, shaper) = match other {
            Some(other) => (&other.font, &other.shaper),
            None => (&self.font, &self.shaper),
        };
        let shaped = shaper.shaper(font).build().shape(buffer, ShapeOptions::new());
        let own = |units: i32| other.map_or(units, |other| other.own_units(units));
        let letters = shaped.glyph_infos().iter().zip(shaped.glyph_positions());
        for (info, place) in letters {
            line.push(Glyph {
                face: if other.is_some() { run.face } else { 0 },
                id: u16::try_from(info.glyph_id).unwrap_or(0),
                at: run.range.start + info.cluster as usize,
                x: x + own(place.x_offset),
                advance: own(place.x_advance),
            });
            x += own(place.x_advance);
        }
        x
    }

    /// Whether the face itself has `letter`.
    fn has(&self, letter: char) -> bool {
        letter.is_ascii() || letter.is_control() || self.font.charmap().map(letter).is_some()
    }

    /// The width of one line at `size`.
    #[must_use]
    pub fn width(&self, text: &str, size: f32) -> f32 {
        width_of(&self.line(text), size)
    }

    /// How many bytes of one line of `text` are not wider than `width` at `size`.
    #[must_use]
    pub fn fitting(&self, text: &str, size: f32, width: f32) -> usize {
        // No line has room for more; a name may be as long as a file.
        let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(at, _)| at);
        let mut line = self.line(text.get(..end).unwrap_or(text));
        // What is written from right to left is cut at its own end.
        line.sort_by_key(|glyph| glyph.at);
        let mut units = 0;
        let over = line.iter().find(|glyph| {
            units += glyph.advance;
            in_ems(units) * size > width
        });
        over.map_or(end, |glyph| glyph.at)
    }

    /// `text` with its end cut off and an ellipsis in its place where it is wider than `width` at `size`.
    #[must_use]
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

    /// The outline of `glyph` as the data of an SVG path, 1024 units an em, y upwards.
    #[must_use]
    pub fn outline(&self, glyph: Glyph) -> String {
        self.outline_in(glyph.face, glyph.id)
    }

    /// The same of letter `id` of a face.
    pub(super) fn outline_in(&self, face: u16, id: u16) -> String {
        if let Some(other) = other_face(face) {
            return other.outline(id);
        }
        let mut path = PathData::default();
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        if let Some(outline) = self.font.outline_glyphs().get(u32::from(id).into()) {
            // A sound font draws; an empty letter is a blank.
            let _ = outline.draw(settings, &mut path);
        }
        path.data
    }
}

/// The letters of `text` that neither the program's own face nor a font of the system has, each once. A picture shows
/// them as empty boxes.
#[must_use]
pub fn letters_without_face(text: &str) -> Vec<char> {
    missing(text, |letter| Weight::Regular.face().has(letter), face_for)
}

/// What is to be said where `letters` are shown as boxes; nothing where there are none.
#[must_use]
pub fn boxes_in_words(letters: &[char]) -> Option<String> {
    let shown: Vec<String> = letters.iter().take(MOST_TOLD).map(char::to_string).collect();
    let more = if letters.len() > MOST_TOLD { " and more" } else { "" };
    let list = shown.join(" ");
    let (noun, pronoun) = match letters {
        [] => return None,
        [_] => ("this letter", "it"),
        _ => ("these letters", "them"),
    };
    Some(format!("no font of this system has {noun}, and a box stands for {pronoun}: {list}{more}"))
}

/// The width of a line of letters at `size`.
#[must_use]
pub fn width_of(line: &[Glyph], size: f32) -> f32 {
    in_ems(line.iter().map(|glyph| glyph.advance).sum()) * size
}

/// So many units in ems.
#[expect(clippy::cast_precision_loss, reason = "a width of a line")]
pub(super) const fn in_ems(units: i32) -> f32 {
    units as f32 / Face::UNITS as f32
}

/// Path data as SVG has it, in whole steps from point to point, which is shorter than places.
#[derive(Default)]
pub(super) struct PathData {
    pub(super) data: String,
    /// Where the path is.
    x: i32,
    y: i32,
    /// Where its present part began, to which closing it goes back.
    start: (i32, i32),
}

impl PathData {
    /// Appends a command with its points, the last of which is where the path goes.
    fn push(&mut self, command: char, points: &[(f32, f32)]) {
        self.data.push(command);
        let (from_x, from_y) = (self.x, self.y);
        let mut first = true;
        for &(x, y) in points {
            (self.x, self.y) = (outline_unit(x), outline_unit(y));
            for step in [self.x - from_x, self.y - from_y] {
                // A minus parts two numbers as well as a blank does.
                let blank = if first || step < 0 { "" } else { " " };
                let _ = write!(self.data, "{blank}{step}");
                first = false;
            }
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a point of a letter")]
fn outline_unit(value: f32) -> i32 {
    (value / OUTLINE_STEP).round() as i32
}

impl OutlinePen for PathData {
    fn move_to(&mut self, x: f32, y: f32) {
        self.push('m', &[(x, y)]);
        self.start = (self.x, self.y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.push('l', &[(x, y)]);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.push('q', &[(cx, cy), (x, y)]);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.push('c', &[(cx0, cy0), (cx1, cy1), (x, y)]);
    }

    fn close(&mut self) {
        self.data.push('z');
        (self.x, self.y) = self.start;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_of_one_width_and_an_em_is_2048_units() {
        for weight in [Weight::Regular, Weight::SemiBold] {
            let face = weight.face();
            let widths: Vec<f32> = (0..10).map(|n| face.width(&n.to_string(), 10.0)).collect();
            assert!(widths.iter().all(|width| *width == widths[0]), "{widths:?}");
            let units = face.font.metrics(Size::unscaled(), LocationRef::default());
            assert_eq!(i32::from(units.units_per_em), Face::UNITS);
        }
    }

    /// What another reader of paths makes of an outline is as large as the font says that the letter is, but
    /// for a hundredth of an em: the font counts points beside a curve in.
    #[test]
    fn outlines_are_as_large_as_their_letters() {
        use resvg::usvg;
        for weight in [Weight::Regular, Weight::SemiBold] {
            let face = weight.face();
            let metrics = face.font.glyph_metrics(Size::unscaled(), LocationRef::default());
            for letter in ('!'..='~').chain("äéñŁЖΩ–…".chars()) {
                let glyph = face.line(&letter.to_string())[0];
                let id = glyph.id;
                let svg = format!(
                    r#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="{}"/></svg>"#,
                    face.outline(glyph)
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
                        "{letter} {drawn} {bound}"
                    );
                }
            }
        }
    }

    /// What a font of the system would give, with the other weight in its place: no machine's fonts are asked.
    #[test]
    fn a_run_of_another_face_is_shaped_and_measured_by_it() {
        let own = Weight::Regular.face();
        let other = OtherFace::of_bytes(Weight::SemiBold.face().bytes(), 0).unwrap();
        let text = "ab cd";
        let mut line = Vec::new();
        let first = Run { face: 0, range: 0..3 };
        let second = Run { face: 7, range: 3..5 };
        let x = own.shape(text, &first, None, 0, &mut line);
        let end = own.shape(text, &second, Some(&other), x, &mut line);
        let faces: Vec<u16> = line.iter().map(|glyph| glyph.face).collect();
        assert_eq!(faces, [0, 0, 0, 7, 7]);
        assert_eq!(line.iter().map(|glyph| glyph.at).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        let bold = Weight::SemiBold.face().line("cd");
        assert_eq!(end - x, bold.iter().map(|glyph| glyph.advance).sum::<i32>());
        assert_eq!(other.outline(line[3].id), Weight::SemiBold.face().outline(bold[0]));
    }

    /// The last two code points of all are no letters in any font.
    #[test]
    fn a_letter_that_no_font_has_is_told() {
        assert_eq!(letters_without_face("José – ½ \u{10ffff}x\u{10ffff}"), ['\u{10ffff}']);
        assert!(letters_without_face("raven\n\tdeath").is_empty());
        let told = letters_without_face("\u{10ffff}");
        assert_eq!(
            boxes_in_words(&told).unwrap(),
            "no font of this system has this letter, and a box stands for it: \u{10ffff}"
        );
        assert_eq!(boxes_in_words(&[]), None);
        let line = Weight::Regular.face().line("\u{10ffff}");
        assert_eq!((line[0].face, line[0].id), (0, 0));
    }

    #[test]
    fn what_is_too_long_is_cut_with_an_ellipsis() {
        let face = Weight::SemiBold.face();
        let whole = "a very long name";
        assert_eq!(face.fit(whole, 10.0, 1000.0), whole);
        let cut = face.fit(whole, 10.0, 50.0);
        assert!(cut.ends_with('…') && whole.starts_with(cut.trim_end_matches('…')));
        assert!(face.width(&cut, 10.0) <= 50.0);
        assert_eq!(face.fit(whole, 10.0, 1.0), "");
    }
}
