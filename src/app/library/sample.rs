//! The built-in match: the sample game of the BPGN standard, version 1.2.

use super::{Storage, opening::show_list};
use crate::{
    app::{Cx, guard::Guarded},
    archive::Collection,
    file::Source,
};
use std::path::Path;

pub const SAMPLE: &[u8] = include_bytes!("../../../assets/samples/bpgn-1.2.bpgn");

pub const SAMPLE_NAME: &str = "sample.bpgn";

#[must_use]
pub fn sample() -> Collection {
    Collection::of(Source::from_bytes(SAMPLE_NAME, SAMPLE))
}

pub(in crate::app) fn show_sample(cx: &mut Cx<'_>, guarded: Guarded) {
    show_list(cx, Path::new(SAMPLE_NAME), sample(), Storage::ReadOnly, guarded);
}
