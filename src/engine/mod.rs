//! Engines: external programs that evaluate positions over UCI, one board at a time.
//!
//! An engine sees neither the other board nor the clocks, and disregards that captured pieces go to the partner. So its
//! evaluations are kept apart from the proofs of [`crate::analysis::tactics`]. A mate that it claims is shown as a mate
//! only if tactics confirms it.
//!
//! An engine may be missing, hang, crash, or print invalid or endless output. So every response has limits on time and
//! size, and every failure is an [`EngineError`], whose message is one sentence.
//!
//! ```
//! use tandem::engine::winning_chance;
//!
//! assert_eq!(winning_chance(0), 0.5);
//! assert!((winning_chance(1000) - 0.731).abs() < 0.001);
//! ```
#![expect(
    clippy::disallowed_methods,
    reason = "engines run here: threads write to them and read from them, a clock limits their time, and PATH is \
              searched for them"
)]

mod client;
mod error;
mod find;
mod limits;
mod mistakes;
mod moments;
mod options;
mod process;
mod proof;
mod protocol;
mod reader;
mod request;
mod result;
mod score;
mod score_cache;
mod scores;

pub use client::{Engine, Setup};
pub use error::{EngineError, Fault};
pub use find::{engine_folders, engines_in};
pub use limits::{EngineLimits, ResponseLimit, SearchLimit};
pub use mistakes::{Mistake, NO_MISTAKES, Severity, find_mistakes};
pub use moments::Moments;
pub use options::{EngineOption, OptionKind};
pub use protocol::{Event, Info, RawScore, parse_line};
pub use request::EngineRequest;
pub use result::{EngineLine, EngineResult, LineEnd};
pub use score::{Score, chance_text, winning_chance};
pub use scores::{BoardScore, MatchScores};
