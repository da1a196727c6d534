//! Descriptions of plies, squares and pieces.

mod words;

pub use words::{figurines, ply_story, ply_text, role_plural, square_text};
