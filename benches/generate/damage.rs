//! Random damage to a text, as disks, networks and other programs cause it.

use super::Rng;

/// The texts to insert, some of which mean something in BPGN.
const INSERTIONS: [&[u8]; 20] = [
    b"{",
    b"}",
    b"[",
    b"]",
    b"(",
    b")",
    b"\"",
    b"$1 ",
    b"1A. ",
    b"12b.",
    b"{C:",
    b"{A:!}",
    b"1-0",
    b"\r\n",
    b"\n[Event \"",
    b"N@",
    b"\0",
    b"\xff",
    b"{-9999999999.99}",
    b"O-O-O",
];

/// The maximum number of changes per text.
const MAX_DAMAGES: usize = 6;

/// Damages `text` in one or more places.
pub fn damage(text: &mut Vec<u8>, rng: &mut Rng) {
    for _ in 0..=rng.below(MAX_DAMAGES) {
        damage_once(text, rng);
    }
}

/// Changes one byte, or deletes, duplicates or inserts a piece of text.
fn damage_once(text: &mut Vec<u8>, rng: &mut Rng) {
    if text.is_empty() {
        return;
    }
    let at = rng.below(text.len());
    let end = (at + 1 + rng.below(40)).min(text.len());
    match rng.below(16) {
        0..=4 => text[at] = u8::try_from(rng.below(256)).unwrap_or(0),
        5..=8 => drop(text.drain(at..end)),
        9..=11 => {
            let piece = text[at..end].to_vec();
            let to = rng.below(text.len());
            text.splice(to..to, piece);
        }
        12 => text.truncate(at),
        _ => {
            let piece = INSERTIONS[rng.below(INSERTIONS.len())];
            text.splice(at..at, piece.iter().copied());
        }
    }
}
