//! A record played through the rules: what happened, and what stands against it.
//!
//! [`Match`] holds what could be played and why the rest could not. It knows readings of clocks but no
//! time; that is worked out in `timeline`.

pub mod kriegspiel;

mod bgn;
mod ending;
mod import;
mod issue;
mod lag;
mod played;
mod set_up;
mod variation;

pub use crate::notation::{Cause, Clock, GameResult, PlyName, Severity};
pub use bgn::{BgnError, bgn_of, bpgn_of_lines, is_bgn_name};
pub use ending::Ending;
pub use import::{FileProblem, Import, ImportedMatch, Importer, MergeNote};
pub use issue::{Issue, Problem, VariantName};
pub use played::{Match, Ply};
pub use set_up::{InitialClocks, SetUp};
pub use variation::{Root, Variation, VariationKind, VariationPly, Variations};
