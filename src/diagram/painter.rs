//! [`Painter`]: renders a sequence of pictures, redrawing only the parts that changed.
//!
//! Changed areas are cleared. Then every part that overlaps a changed area is redrawn as a whole, in the order of the
//! picture. The pixels in these areas therefore equal those of [`super::rasterize`].

use super::{
    Look, Raster, Scene,
    svg::{PictureParts, base, picture_parts},
};
use crate::text::to_u32;
use foldhash::fast::FixedState;
use resvg::{
    tiny_skia::{Pixmap, Rect, Transform},
    usvg,
};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

/// If more parts than this are cached, those that are not in the current picture are evicted. The limit leaves room for
/// every piece on every square and a minute of running clocks.
const MAX_CACHED_PARTS: usize = 1000;

/// How far a part may extend beyond its bounds, in pixels. The causes are rounding and the extra layer of a transparent
/// part.
const MAX_OVERDRAW: f32 = 3.0;

/// Renders `scene` as a picture `width` pixels wide. The raster is empty if `width` is 0 or there is not enough memory.
#[must_use]
pub fn raster(scene: &Scene, look: &Look<'_>, width: u32) -> Raster {
    let picture = picture_parts(scene, look, width);
    let Some(mut painter) = Painter::new(picture.size) else {
        return Raster::default();
    };
    painter.show(&picture);
    painter.pixmap.into()
}

/// A rectangle of pixels. Its right and lower edges are exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub left: u32,
    pub top: u32,
    pub right: u32,
    pub bottom: u32,
}

impl Area {
    /// Returns `bounds` extended by [`MAX_OVERDRAW`] and clipped to a picture of `size`.
    fn around(bounds: Rect, [width, height]: [u32; 2]) -> Self {
        let low = |edge: f32| to_u32(edge - MAX_OVERDRAW);
        let high = |edge: f32| to_u32((edge + MAX_OVERDRAW).ceil());
        Self {
            left: low(bounds.left()).min(width),
            top: low(bounds.top()).min(height),
            right: high(bounds.right()).min(width),
            bottom: high(bounds.bottom()).min(height),
        }
    }

    const fn is_empty(self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }

    const fn overlaps(self, other: Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    fn union(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

pub(super) struct Painter {
    /// The pixels. Only those in the areas that the last [`Painter::show`] returned are guaranteed to be valid.
    pixmap: Pixmap,
    /// The SVG text of each part of the current picture, bottom first.
    painted: Vec<String>,
    cached: HashMap<String, ParsedPart, FixedState>,
    /// The opening SVG tag, which is the same for all pictures, and the transform from units to pixels that it states.
    frame: (String, Transform),
}

struct ParsedPart {
    /// `None` if the SVG text of the part is invalid.
    tree: Option<Arc<usvg::Tree>>,
    place: Transform,
    area: Area,
}

impl Painter {
    /// Creates a painter for pictures whose width and height in pixels are `size`. Returns `None` if there is not
    /// enough memory.
    pub fn new([width, height]: [u32; 2]) -> Option<Self> {
        Some(Self {
            pixmap: Pixmap::new(width, height)?,
            painted: Vec::new(),
            cached: HashMap::default(),
            frame: (String::new(), Transform::identity()),
        })
    }

    pub fn width(&self) -> u32 {
        self.pixmap.width()
    }

    pub fn height(&self) -> u32 {
        self.pixmap.height()
    }

    /// Returns the pixels of row `y` from `left` (inclusive) to `right` (exclusive), with premultiplied alpha.
    pub fn row(&self, y: u32, left: u32, right: u32) -> &[[u8; 4]] {
        let (pixels, _) = self.pixmap.data().as_chunks::<4>();
        let row = y as usize * self.width() as usize;
        &pixels[row + left as usize..row + right as usize]
    }

    /// Draws `picture`. Returns the areas that may differ from the previous picture. Only pixels in these areas are
    /// valid.
    pub fn show(&mut self, picture: &PictureParts<'_>) -> Vec<Area> {
        let frame = picture.frame();
        if self.frame.0 != frame {
            self.cached.clear();
            self.painted.clear();
            let place = base(&frame);
            self.frame = (frame, place);
        }
        let size = [self.width(), self.height()];
        let mut next = Vec::with_capacity(picture.parts.len());
        for part in &picture.parts {
            let text = part.text();
            if !self.cached.contains_key(&text) {
                let (tree, place) = (picture.read(part), part.place(self.frame.1));
                let bounds = tree.as_ref().and_then(|tree| {
                    let bounds = tree.root().abs_layer_bounding_box();
                    bounds.to_rect().transform(place)
                });
                let area = match bounds {
                    Some(bounds) => Area::around(bounds, size),
                    None => self.whole(),
                };
                self.cached.insert(text.clone(), ParsedPart { tree, place, area });
            }
            next.push(text);
        }
        let areas = self.changed(&next);
        for area in &areas {
            self.clear(*area);
        }
        for text in &next {
            let part = &self.cached[text];
            if let Some(tree) = &part.tree
                && areas.iter().any(|area| area.overlaps(part.area))
            {
                resvg::render(tree, part.place, &mut self.pixmap.as_mut());
            }
        }
        self.painted = next;
        if self.cached.len() > MAX_CACHED_PARTS {
            let painted: HashSet<&String> = self.painted.iter().collect();
            self.cached.retain(|text, _| painted.contains(text));
        }
        areas
    }

    /// Draws all of `picture`, so that every pixel is valid. Returns the whole picture as the only area.
    pub fn show_whole(&mut self, picture: &PictureParts<'_>) -> Vec<Area> {
        self.painted.clear();
        self.show(picture)
    }

    fn whole(&self) -> Area {
        Area { left: 0, top: 0, right: self.width(), bottom: self.height() }
    }

    /// Returns the areas in which `next` may differ from the current picture. These are the areas of parts that appear
    /// or disappear; overlapping areas are merged. Returns the whole picture if nothing was drawn before, or if parts
    /// in both pictures change their order.
    fn changed(&self, next: &[String]) -> Vec<Area> {
        let old: HashSet<&String, FixedState> = self.painted.iter().collect();
        let new: HashSet<&String, FixedState> = next.iter().collect();
        let (old_kept, removed): (Vec<_>, Vec<_>) =
            self.painted.iter().partition(|it| new.contains(it));
        let (new_kept, added): (Vec<_>, Vec<_>) = next.iter().partition(|it| old.contains(it));
        if self.painted.is_empty() || old_kept != new_kept {
            return vec![self.whole()];
        }
        let mut areas: Vec<Area> = Vec::new();
        for text in removed.into_iter().chain(added) {
            let mut area = self.cached[text].area;
            if area.is_empty() {
                continue;
            }
            while let Some(place) = areas.iter().position(|other| other.overlaps(area)) {
                area = area.union(areas.swap_remove(place));
            }
            areas.push(area);
        }
        areas
    }

    fn clear(&mut self, area: Area) {
        let row = self.width() as usize * 4;
        let pixels = self.pixmap.data_mut();
        for y in area.top as usize..area.bottom as usize {
            let (left, right) = (area.left as usize * 4, area.right as usize * 4);
            pixels[y * row + left..y * row + right].fill(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        diagram::{
            Background, Hidden, PieceSet, Rgb, Show, Theme, Veil, board_mark, rasterize, svg,
        },
        document::Document,
        file::{FileRange, Source},
        rules::Square,
    };
    use proptest::prelude::*;

    fn sample() -> Document {
        let text = include_bytes!("../../assets/samples/bpgn-1.2.bpgn");
        let range = FileRange::new(0, text.len() as u64);
        Document::open(Source::from_bytes("sample.bpgn", text.as_slice()), range)
    }

    /// Returns a piece set whose drawings extend beyond their squares and have a gradient, a clip, transparency, and a
    /// canvas that is not square.
    fn odd_set() -> PieceSet {
        let odd = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 80"><defs>
            <linearGradient id="g"><stop offset="0" stop-color="#ff0"/><stop offset="1" stop-color="#06c"/></linearGradient>
            <clipPath id="c"><circle cx="50" cy="40" r="30"/></clipPath></defs>
            <g transform="rotate(11)" opacity=".6"><rect x="-30" y="20" width="160" height="15" fill="url(#g)"/></g>
            <rect clip-path="url(#c)" x="10" y="10" width="50" height="60" fill="#808"/>
            <path d="M10 70L90 72" stroke="#080" stroke-width="3.3" stroke-dasharray="7 3"/></svg>"##;
        PieceSet::of("odd", &[odd; 12]).expect("twelve drawings")
    }

    #[derive(Clone, Copy, Debug)]
    struct Picked {
        moment: usize,
        late_ms: u32,
        hidden: [bool; 5],
        more: [bool; 4],
    }

    fn picked() -> impl Strategy<Value = Picked> {
        let parts = (0..137_usize, 0..30_000_u32, any::<[bool; 5]>(), any::<[bool; 4]>());
        parts.prop_map(|(moment, late_ms, hidden, more)| Picked { moment, late_ms, hidden, more })
    }

    fn scene(document: &Document, picked: Picked) -> Scene {
        let [marked, told, veiled, flipped] = picked.more;
        let [names, clocks, reserves, coordinates, last_move] = picked.hidden;
        let mut show = Show {
            flipped,
            hidden: Hidden { names, clocks, reserves, coordinates, last_move },
            ..Show::default()
        };
        if marked {
            let marks = ["A:a1h7:red", "B:f7", "B:e2e4:blue"];
            show.marks = marks.map(|mark| board_mark(mark).expect("a mark")).to_vec();
        }
        if told {
            "A caption, ½ of it – told".clone_into(&mut show.caption);
        }
        let moment = picked.moment.min(document.played().plies.len());
        let position = document.played().position_after(moment);
        let time = document.timeline().time_of(moment) + picked.late_ms;
        let mut scene = Scene::at(document, &position, moment, time, &show);
        if veiled {
            let veil = Veil {
                squares: Square::ALL[..picked.moment / 3].to_vec(),
                chances: vec![(Square::E4, 0.37), (Square::A8, 0.003)],
                rays: vec![Square::D5],
                capture_square: Some(Square::H1),
                tried: Some((Square::B2, Square::C7)),
                ..Veil::default()
            };
            scene.boards[picked.moment % 2].veil = Some(veil);
        }
        scene
    }

    fn check(scenes: &[Scene], look: &Look<'_>, width: u32) {
        let mut painters: HashMap<[u32; 2], (Painter, Vec<u8>)> = HashMap::new();
        for (index, scene) in scenes.iter().enumerate() {
            let expect = rasterize(&svg(scene, look, width));
            assert!(raster(scene, look, width) == expect, "{index} alone is another");
            let picture = picture_parts(scene, look, width);
            let (painter, shown) = painters.entry(picture.size).or_insert_with(|| {
                let bytes = picture.size[0] as usize * picture.size[1] as usize * 4;
                let painter = Painter::new(picture.size).expect("memory");
                (painter, vec![7; bytes])
            });
            for area in painter.show(&picture) {
                for y in area.top..area.bottom {
                    let row = painter.row(y, area.left, area.right).as_flattened();
                    let start = (y as usize * width as usize + area.left as usize) * 4;
                    shown[start..start + row.len()].copy_from_slice(row);
                }
            }
            assert!(*shown == expect.rgba, "{index} after the others is another");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5))]

        /// Each pixel equals that of the whole SVG, whichever pictures were drawn before.
        #[test]
        fn pixels_are_those_of_the_whole_svg(
            picked in prop::collection::vec(picked(), 1..4),
            steps in 0..3_u32,
            set in 0..6_usize,
            theme in 0..Theme::ALL.len(),
            ground in 0..3_usize,
            width in 64..500_u32,
        ) {
            let document = sample();
            let pieces = match PieceSet::NAMES.get(set) {
                Some(name) => PieceSet::load(name).expect("our own"),
                None => odd_set(),
            };
            let look = Look {
                theme: &Theme::ALL[theme],
                pieces: &pieces,
                background: [
                    Background::Theme,
                    Background::Transparent,
                    Background::Color(Rgb(0x33, 0x66, 0x99)),
                ][ground],
            };
            let mut scenes = Vec::new();
            for first in picked {
                // As in an animation: the next plies, and the same ply at a later time.
                for step in 0..=steps {
                    let moment = first.moment + step as usize / 2;
                    let late_ms = first.late_ms + 700 * step;
                    scenes.push(scene(&document, Picked { moment, late_ms, ..first }));
                }
            }
            check(&scenes, &look, width);
        }
    }

    /// The units of a picture may equal pixels, and the size of a board in pixels may be odd.
    #[test]
    fn pixels_are_those_of_the_whole_svg_at_every_usual_size() {
        let document = sample();
        let pieces = PieceSet::load("tandem").expect("our own");
        let look = Look { theme: &Theme::ALL[0], pieces: &pieces, background: Background::Theme };
        let show = Show::default();
        let scenes = [80, 81, 40].map(|moment| Scene::of(&document, moment, &show));
        let units = picture_parts(&scenes[0], &look, 800).units[0];
        assert!((units - 768.0).abs() < f32::EPSILON, "{units}");
        check(&scenes, &look, 768);
        check(&scenes[..2], &look, 400);
        check(&scenes[..1], &look, 1600);
    }

    /// The cache stays bounded while clocks run for hours.
    #[test]
    fn what_is_remembered_is_bounded() {
        let document = sample();
        let pieces = PieceSet::load("letters").expect("our own");
        let look = Look { theme: &Theme::ALL[0], pieces: &pieces, background: Background::Theme };
        let first = Scene::of(&document, 9, &Show::default());
        let mut painter = Painter::new(picture_parts(&first, &look, 64).size).expect("memory");
        // Four clocks change in each picture.
        for time in (0..).take(MAX_CACHED_PARTS * 3 / 10) {
            let mut scene = first.clone();
            for board in &mut scene.boards {
                board.above.clock.ms = Some(time * 1000);
                board.below.clock.ms = Some(time * 1000 + 500_000);
            }
            let picture = picture_parts(&scene, &look, 64);
            painter.show(&picture);
            assert!(painter.cached.len() <= MAX_CACHED_PARTS + picture.parts.len());
        }
        assert!(painter.cached.len() < MAX_CACHED_PARTS);
    }
}
