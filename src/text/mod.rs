//! Small helpers for text without domain knowledge.

mod count;
mod sentence;

pub use count::{count_words, grouped, plural};
pub use sentence::{capital, sentence};
