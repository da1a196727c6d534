//! Plays a record through the rules: plies, variations, result and issues.
//!
//! [`Match`] holds the plies up to the first one that cannot be played, and an issue with the reason. It has the clock
//! readings; `timeline` computes match times from them.
//!
//! ```
//! use bpgn::{notation::Record, replay::Match};
//!
//! let text = b"1A. e4 1a. d5 2A. exd5 1B. d4 1b. P@e4 2B. Kd3";
//! let played = Match::replay(&Record::parse(text), text);
//! assert_eq!(played.plies.len(), 5);
//! assert!(played.cut_short);
//! let why = played.issues[0].problem.to_string();
//! assert!(why.starts_with("2B is illegal: "), "{why}");
//! ```

mod bgn;
mod ending;
mod flow;
mod issue;
mod lag;
mod played;
mod set_up;
mod variation;
mod variation_path;

pub use crate::notation::{Cause, Clock, GameResult, PlyName, Severity};
pub use bgn::{BgnContradiction, bgn_contradictions, bgn_of, is_reworded_as_bgn};
pub use ending::Ending;
pub use flow::{Event, EventKind, Flow, Origin, PieceId, PiecePath, ReservePiece};
pub use issue::{Issue, MarkKind, Problem, VariantName};
pub use played::{Match, Ply, TimedPly};
pub use set_up::{InitialClocks, SetUp};
pub use variation::{MatchWalk, Root, Variation, VariationKind, VariationPly, Variations};
pub use variation_path::{BranchIndex, Choice, Point, VariationPath, VariationPlace};
