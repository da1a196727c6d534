//! Small helpers for text without domain knowledge.

mod count;

pub use count::{count_words, grouped, plural};
