//! The built-in match: the sample game of the BPGN standard, version 1.2.

use super::{Storage, opening::show_list};
use crate::{
    app::{Cx, guard::Guarded},
    archive::Collection,
    file::Source,
};
use std::path::Path;

/// The text of the built-in match.
pub const SAMPLE: &[u8] = include_bytes!("../../../assets/samples/bpgn-1.2.bpgn");

/// The file name of the built-in match.
pub const SAMPLE_NAME: &str = "sample.bpgn";

/// Returns the built-in match.
#[must_use]
pub fn sample() -> Collection {
    Collection::of(Source::from_bytes(SAMPLE_NAME, SAMPLE))
}

/// Shows the built-in match.
pub(in crate::app) fn show_sample(cx: &mut Cx<'_>, guarded: Guarded) {
    show_list(cx, Path::new(SAMPLE_NAME), sample(), Storage::ReadOnly, guarded);
}
