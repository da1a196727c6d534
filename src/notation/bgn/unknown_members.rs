//! Keeps unknown members of a BGN file when its matches are written again.

use super::{Bgn, BgnMove, BgnNote};
use crate::rules::BoardId;
use serde_json::{Map, Value};
use std::iter::zip;

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
    for original in original {
        let same = |own: &&mut BgnNote| {
            (&own.comment, &own.glyph, own.q) == (&original.comment, &original.glyph, original.q)
                && own.alt.is_some() == original.alt.is_some()
        };
        let Some(own) = own.iter_mut().find(same) else { continue };
        preserve(&mut own.rest, &original.rest);
        if let (Some(own), Some(original)) = (&mut own.alt, &original.alt) {
            preserve(&mut own.rest, &original.rest);
            preserve_in_plies(&mut own.moves, &original.moves);
        }
    }
}

/// Copies the members of `original` that `own` lacks.
fn preserve(own: &mut Map<String, Value>, original: &Map<String, Value>) {
    for (name, value) in original {
        if !own.contains_key(name) {
            own.insert(name.clone(), value.clone());
        }
    }
}
