//! Small helpers for text. They know nothing about chess.

mod count;
mod day;
mod lines;
mod quoted;
mod sentence;

pub use count::{count_text, grouped, plural, to_u32};
pub use day::{Day, InvalidDate};
pub use lines::unix_lines;
pub use quoted::{quoted_word, quoted_words};
pub use sentence::{capital, dotted, sentence};
