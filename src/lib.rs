//! Tandem: bughouse chess matches, read, replayed and shown.
//!
//! The folders in the order in which a file becomes pixels; each names only those before it.

pub mod file;
pub mod notation;
pub mod rules;
