//! Preserving unknown members of a BGN file when its matches are written again.

use super::{Bgn, BgnBoard, BgnLine, BgnMove, BgnNote};
use serde_json::{Map, Value};
use std::iter::zip;

impl Bgn {
    /// Copies unknown members from `given`, the same match as read from a file: those of the match, its players, and
    /// all plies and notes that are unchanged.
    pub fn keep_unknown(&mut self, given: &Self) {
        keep(&mut self.rest, &given.rest);
        keep(&mut self.bgn.rest, &given.bgn.rest);
        if let (Some(own), Some(given)) = (&mut self.bgn.players, &given.bgn.players) {
            keep(&mut own.white_a.rest, &given.white_a.rest);
            keep(&mut own.black_a.rest, &given.black_a.rest);
            keep(&mut own.white_b.rest, &given.white_b.rest);
            keep(&mut own.black_b.rest, &given.black_b.rest);
        }
        keep_of_notes(&mut self.bgn.a, &given.bgn.a);
        keep_of_plies(&mut self.moves, &given.moves);
    }
}

fn keep_of_plies(own: &mut [BgnMove], given: &[BgnMove]) {
    for (own, given) in zip(own, given) {
        let board = |ply: &BgnMove| ply.b.unwrap_or(BgnBoard::A);
        let same = board(own) == board(given)
            && (&own.p, &own.f, &own.t) == (&given.p, &given.f, &given.t);
        if !same {
            return;
        }
        keep(&mut own.rest, &given.rest);
        keep_of_notes(&mut own.a, &given.a);
    }
}

fn keep_of_notes(own: &mut [BgnNote], given: &[BgnNote]) {
    for given in given {
        let same = |own: &&mut BgnNote| {
            (&own.comment, &own.glyph, own.q) == (&given.comment, &given.glyph, given.q)
                && own.alt.is_some() == given.alt.is_some()
        };
        let Some(own) = own.iter_mut().find(same) else {
            continue;
        };
        keep(&mut own.rest, &given.rest);
        if let (Some(own), Some(given)) = (&mut own.alt, &given.alt) {
            keep_of_line(own, given);
        }
    }
}

fn keep_of_line(own: &mut BgnLine, given: &BgnLine) {
    keep(&mut own.rest, &given.rest);
    keep_of_plies(&mut own.moves, &given.moves);
}

/// Copies missing members; existing ones stay.
fn keep(own: &mut Map<String, Value>, given: &Map<String, Value>) {
    for (name, value) in given {
        if !own.contains_key(name) {
            own.insert(name.clone(), value.clone());
        }
    }
}
