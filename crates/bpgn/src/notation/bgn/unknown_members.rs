//! Keeps unknown members of a BGN file when its matches are written again.

use super::{Bgn, BgnMove, BgnNote};
use bughouse::BoardId;
use serde_json::{Map, Value};
use std::{collections::HashMap, iter::zip};

impl Bgn {
    /// Copies unknown members from `original`, the match in the file from which `self` was read. Unknown members of
    /// plies are copied up to the first ply whose move differs. Unknown members of a note are copied if there is still
    /// a note with the same comment, glyph and quality.
    pub fn preserve_unknown(&mut self, original: &Self) {
        preserve(&mut self.rest, &original.rest);
        preserve(&mut self.bgn.rest, &original.bgn.rest);
        if let (Some(own), Some(original)) = (&mut self.bgn.players, &original.bgn.players) {
            preserve(&mut own.white_a.rest, &original.white_a.rest);
            preserve(&mut own.black_a.rest, &original.black_a.rest);
            preserve(&mut own.white_b.rest, &original.white_b.rest);
            preserve(&mut own.black_b.rest, &original.black_b.rest);
        }
        preserve_in_notes(&mut self.bgn.a, &original.bgn.a);
        preserve_in_plies(&mut self.moves, &original.moves);
    }
}

fn preserve_in_plies(own: &mut [BgnMove], original: &[BgnMove]) {
    for (own, original) in zip(own, original) {
        let board = |ply: &BgnMove| ply.b.unwrap_or(BoardId::A);
        let same = board(own) == board(original)
            && (&own.p, &own.f, &own.t) == (&original.p, &original.f, &original.t);
        if !same {
            return;
        }
        preserve(&mut own.rest, &original.rest);
        preserve_in_notes(&mut own.a, &original.a);
    }
}

fn preserve_in_notes(own: &mut [BgnNote], original: &[BgnNote]) {
    // The first note of several equal ones counts.
    let mut places: HashMap<NoteKey, usize> = HashMap::new();
    for (place, own) in own.iter().enumerate() {
        places.entry(note_key(own)).or_insert(place);
    }
    for original in original {
        let Some(&place) = places.get(&note_key(original)) else { continue };
        let own = &mut own[place];
        preserve(&mut own.rest, &original.rest);
        if let (Some(own), Some(original)) = (&mut own.alt, &original.alt) {
            preserve(&mut own.rest, &original.rest);
            preserve_in_plies(&mut own.moves, &original.moves);
        }
    }
}

/// What two notes must share so that the unknown members of one belong to the other: comment, glyph, quality, and
/// whether they hold a variation.
type NoteKey = (Option<String>, Option<String>, Option<i8>, bool);

fn note_key(note: &BgnNote) -> NoteKey {
    (note.comment.clone(), note.glyph.clone(), note.q, note.alt.is_some())
}

/// Copies the members of `original` that `own` lacks.
fn preserve(own: &mut Map<String, Value>, original: &Map<String, Value>) {
    for (name, value) in original {
        if !own.contains_key(name) {
            own.insert(name.clone(), value.clone());
        }
    }
}
