//! Stepping and playing: the piece in hand, the timeline, and what is seen and heard of a ply.

mod action;
mod flights;
mod hand;
mod shown;
mod sound;
mod steps;
mod stories;
mod track;
mod variation_track;
mod variations;

pub use action::PlaybackAction;
pub use flights::{Flight, Place};
pub use hand::{Hand, Origin, Promotion};
pub use shown::{Attempt, MatchState, Shown};
pub use sound::Sound;
pub use stories::{plot_story, sit_story};
pub use track::{PlotPoint, Tick, Track};
pub use variation_track::VariationTrack;
