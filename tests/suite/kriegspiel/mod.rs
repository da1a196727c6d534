//! Kriegspiel: its text, its referee, what a player may know of it, and problems.

mod filter;
mod games;
mod notation;
mod referee;
