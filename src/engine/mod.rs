//! Engines: other programs that guess what a position is worth, asked over UCI one board at a time.
//!
//! A guess is never mixed with what [`crate::analysis::tactics`] proves: a mate that an engine claims is shown as one only where
//! tactics agrees. An engine knows neither the other board nor a clock, and what is captured vanishes for it.
//!
//! An engine is another program. It may be missing, hang, die, lie or print without end, so that every answer has a limit
//! of time and of length, and every failure is one sentence: [`EngineError`].
//!
//! ```
//! use tandem::engine::winning_chance;
//!
//! assert_eq!(winning_chance(0), 0.5);
//! assert!((winning_chance(1000) - 0.731).abs() < 0.001);
//! ```
#![expect(
    clippy::disallowed_methods,
    reason = "other programs are run here: a thread reads what each says, a clock limits how long it may take, and \
              PATH tells where programs are"
)]

mod answer;
mod client;
mod error;
mod find;
mod judge;
mod limits;
mod moments;
mod options;
mod process;
mod proof;
mod protocol;
mod question;
mod reader;
mod score;
mod score_cache;
mod scores;

pub use answer::{Answer, EngineLine, LineEnd};
pub use client::{Engine, Setup};
pub use error::{EngineError, Fault};
pub use find::{engine_folders, engines_in};
pub use judge::{Judged, Severity, judged};
pub use limits::{EngineLimits, Patience};
pub use moments::Moments;
pub use options::{EngineOption, OptionKind};
pub use protocol::{Event, Info, RawScore, parse_line};
pub use question::Question;
pub use score::{Score, chance_text, winning_chance};
pub use scores::{BoardScore, MatchScores};
