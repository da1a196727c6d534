//! The built-in records: the sample match of the BPGN standard, version 1.2, a match with a missed mate and two sits, and
//! the sample game and problem of Kriegspiel PGN, version 0.9.

use super::{opening::show_list, record::go_to_name};
use crate::{
    app::{Cx, Storage, guard::Guarded},
    archive::Collection,
    file::Source,
};
use std::path::Path;

pub const SAMPLE: &[u8] = include_bytes!("../../../assets/samples/bpgn-1.2.bpgn");

pub const SAMPLE_NAME: &str = "sample.bpgn";

/// The ply before the missed mate of [`Sample::MissedMate`].
const MISSED_AFTER: &str = "5b";

/// A built-in record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    Match,
    /// A match with a missed mate, at the moment of the chance.
    MissedMate,
    /// A game of Kriegspiel, in the referee's view.
    KriegspielGame,
    KriegspielProblem,
}

impl Sample {
    const ALL: [Self; 4] =
        [Self::Match, Self::MissedMate, Self::KriegspielGame, Self::KriegspielProblem];

    const fn name(self) -> &'static str {
        match self {
            Self::Match => SAMPLE_NAME,
            Self::MissedMate => "missed mate.bpgn",
            Self::KriegspielGame => "sample game.pgn",
            Self::KriegspielProblem => "sample problem.pgn",
        }
    }

    const fn text(self) -> &'static [u8] {
        match self {
            Self::Match => SAMPLE,
            Self::MissedMate => include_bytes!("../../../assets/samples/missed-mate.bpgn"),
            Self::KriegspielGame => include_bytes!("../../../assets/samples/kriegspiel.pgn"),
            Self::KriegspielProblem => {
                include_bytes!("../../../assets/samples/kriegspiel-problem.pgn")
            }
        }
    }

    /// Returns whether `path` is the name of a built-in record.
    pub(in crate::app) fn is_name(path: &Path) -> bool {
        Self::ALL.iter().any(|sample| path == Path::new(sample.name()))
    }

    fn list(self) -> Collection {
        Collection::of(Source::from_bytes(self.name(), self.text()))
    }
}

/// Returns the sample match as a list.
pub fn sample() -> Collection {
    Sample::Match.list()
}

pub(in crate::app) fn show_sample(cx: &mut Cx<'_>, sample: Sample, guarded: Guarded) {
    show_list(cx, Path::new(sample.name()), sample.list(), Storage::ReadOnly, guarded);
    if sample == Sample::MissedMate {
        go_to_name(cx, MISSED_AFTER);
    }
}
