//! Bughouse matches as text: a lossless reader and editor of BPGN, with replay and match time.
//!
//! A [`notation::Record`] is one match as written: tags, moves, clocks and comments, each with its [`Span`] in the
//! bytes, and issues with their places instead of an error. [`replay::Match`] plays it through the rules of
//! [`bughouse`]; [`timeline::Timeline`] puts the moves of both boards into one order and gives each its match time, from
//! clocks and network lag. Nothing prints a record from a model: a change is an [`EditSet`] on the bytes, with an
//! inverse.
//!
//! ```
//! use bpgn::{notation::Record, replay::Match, timeline::Timeline};
//!
//! let text = b"[TimeControl \"180+0\"]\n[Lag \"0 200 0\"]\n\n1A. e4{180.000} 1a. e5{178.500} 1B. d4{177.000}";
//! let played = Match::replay(&Record::parse(text), text);
//! assert_eq!(played.plies.len(), 3);
//! let timeline = Timeline::of(&played);
//! assert_eq!(timeline.time(1), 1700);
//! ```
//!
//! Limits: a record has at most 4 GiB. There is no state outside the values, no I/O and no clock.

mod edit;
mod encoding;
pub mod notation;
pub mod replay;
mod span;
pub mod timeline;

pub use bughouse;
pub use edit::{Edit, EditConflict, EditSet};
pub use encoding::{Encoding, Unwritable};
pub use span::{FileRange, Span};

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
