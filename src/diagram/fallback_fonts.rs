//! [`OutlineFont`]: the bundled font, or a font of the system for characters missing from the bundled font.
//!
//! The fonts of the system are searched only when such a character is first drawn. A font in use stays in memory until
//! the program ends. Installed fonts differ, so a picture with such characters may look different on another machine.

use super::path_data::{BUNDLED_UNITS, PathData};
use fontique::{
    Charmap, Collection, CollectionOptions, FallbackKey, GenericFamily, Query, QueryFamily,
    QueryFont, QueryStatus, Script, SourceCache,
};
use harfrust::{FontRef, ShaperData, UnicodeBuffer};
use skrifa::{
    GlyphId, MetadataProvider as _,
    instance::{LocationRef, Size},
    outline::{DrawSettings, OutlinePen},
};
use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex, PoisonError},
};

/// A font whose glyphs are drawn as outlines.
pub(super) struct OutlineFont {
    pub(super) bytes: &'static [u8],
    /// The index of the font in its file, which may hold several.
    pub(super) index: u32,
    pub(super) font: FontRef<'static>,
    pub(super) shaper: ShaperData,
    /// The number of font units per em.
    units: i64,
}

/// The fallback fonts in use, and the number of the fallback font for each character that needed one.
#[derive(Default)]
struct FontTable {
    system: Option<(Collection, SourceCache)>,
    faces: Vec<&'static OutlineFont>,
    characters: HashMap<char, Option<u16>>,
}

static FONT_TABLE: LazyLock<Mutex<FontTable>> = LazyLock::new(Mutex::default);

/// Returns the number of the fallback font for `character`, counted from 1, or `None` if no font has the character.
pub(super) fn face_for(character: char) -> Option<u16> {
    let mut table = FONT_TABLE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(cached) = table.characters.get(&character) {
        return *cached;
    }
    let number = table.number_for(character);
    table.characters.insert(character, number);
    number
}

/// Returns fallback font `number`, counted from 1, or `None` if no such font is in use.
pub(super) fn fallback_face(number: u16) -> Option<&'static OutlineFont> {
    let table = FONT_TABLE.lock().unwrap_or_else(PoisonError::into_inner);
    table.faces.get(usize::from(number).checked_sub(1)?).copied()
}

impl FontTable {
    fn number_for(&mut self, character: char) -> Option<u16> {
        let has = |face: &&OutlineFont| face.has(character);
        let index = match self.faces.iter().position(has) {
            Some(index) => index,
            None => {
                let face = OutlineFont::of(&self.search(character)?)?;
                // The leak is bounded: few fonts are in use, and they are needed until the program ends.
                self.faces.push(Box::leak(Box::new(face)));
                self.faces.len() - 1
            }
        };
        u16::try_from(index + 1).ok()
    }

    /// Returns a system font that has an outline of `character`, preferably a font made for the script of `character`,
    /// or `None` if there is no such font.
    fn search(&mut self, character: char) -> Option<QueryFont> {
        let (collection, sources) = self.system.get_or_insert_with(|| {
            let options = CollectionOptions { shared: false, system_fonts: true };
            (Collection::new(options), SourceCache::default())
        });
        let families = [
            GenericFamily::SansSerif,
            GenericFamily::SystemUi,
            GenericFamily::Serif,
            GenericFamily::Math,
        ];
        let mut query = collection.query(sources);
        query.set_families(families.map(QueryFamily::Generic));
        query.set_fallbacks(FallbackKey::new(script_of(character), None));
        if let Some(font) = first_with(&mut query, character) {
            return Some(font);
        }
        drop(query);
        let mut names: Vec<String> = collection.family_names().map(str::to_owned).collect();
        names.sort_unstable();
        let mut query = collection.query(sources);
        names.iter().find_map(|name| {
            query.set_families([QueryFamily::Named(name)]);
            first_with(&mut query, character)
        })
    }
}

/// Returns the first font that matches `query` and has an outline of `character`, or `None`.
fn first_with(query: &mut Query<'_>, character: char) -> Option<QueryFont> {
    let mut found = None;
    query.matches_with(|font| {
        let charmap = font.charmap();
        // The same font draws the spaces between words, so it must have a space.
        let has = |charmap: &Charmap<'_>, character: char| charmap.map(character).is_some();
        let has_characters = charmap.is_some_and(|map| has(&map, character) && has(&map, ' '));
        let parsed = FontRef::from_index(font.blob.as_ref(), font.index);
        if has_characters && parsed.is_ok_and(|parsed| has_outline(&parsed, character)) {
            found = Some(font.clone());
            QueryStatus::Stop
        } else {
            QueryStatus::Continue
        }
    });
    found
}

/// Returns whether `font` has an outline of `character`. A bitmap does not suffice.
fn has_outline(font: &FontRef<'_>, character: char) -> bool {
    font.charmap()
        .map(character)
        .is_some_and(|id| id != GlyphId::NOTDEF && !outline(font, id).is_empty())
}

/// Returns the outline of glyph `id` in `font` as SVG path data, in half the units of the bundled font.
fn outline(font: &FontRef<'_>, id: GlyphId) -> String {
    let mut path = PathData::default();
    draw(font, id, &mut path);
    path.data
}

/// Draws the outline of glyph `id` in `font` with `pen`, in units of the bundled font.
fn draw(font: &FontRef<'_>, id: GlyphId, pen: &mut impl OutlinePen) {
    let size = Size::new(BUNDLED_UNITS as f32);
    if let Some(outline) = font.outline_glyphs().get(id) {
        // If a system font is damaged, the glyph is blank.
        let _ = outline.draw(DrawSettings::unhinted(size, LocationRef::default()), pen);
    }
}

fn script_of(character: char) -> Script {
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(character.encode_utf8(&mut [0; 4]));
    buffer.guess_segment_properties();
    Script::from_bytes(buffer.script().tag().into_bytes())
}

impl OutlineFont {
    fn of(found: &QueryFont) -> Option<Self> {
        // The file stays mapped until the program ends.
        let blob: &'static _ = Box::leak(Box::new(found.blob.clone()));
        let bytes: &'static [u8] = blob.as_ref();
        Self::of_bytes(bytes, found.index)
    }

    /// Opens font number `index` of a font file, or returns `None` if the font is invalid.
    pub(super) fn of_bytes(bytes: &'static [u8], index: u32) -> Option<Self> {
        let font = FontRef::from_index(bytes, index).ok()?;
        let metrics = font.metrics(Size::unscaled(), LocationRef::default());
        Some(Self {
            bytes,
            index,
            shaper: ShaperData::new(&font),
            units: i64::from(metrics.units_per_em.max(1)),
            font,
        })
    }

    pub(super) fn has(&self, character: char) -> bool {
        has_outline(&self.font, character)
    }

    pub(super) fn to_bundled_units(&self, units: i32) -> i32 {
        let converted = i64::from(units) * i64::from(BUNDLED_UNITS) / self.units;
        i32::try_from(converted).unwrap_or(0)
    }

    /// Returns the outline of glyph `id` as SVG path data, with 1024 units per em and the y axis pointing up.
    pub(super) fn outline(&self, id: u16) -> String {
        outline(&self.font, u32::from(id).into())
    }

    /// Draws the outline of glyph `id` with `pen`, with 2048 units per em and the y axis pointing up.
    pub(super) fn draw(&self, id: u16, pen: &mut impl OutlinePen) {
        draw(&self.font, u32::from(id).into(), pen);
    }
}
