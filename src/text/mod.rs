//! Small helpers for text. They know nothing about chess.

mod accents;
mod bidi;
mod count;
mod day;
mod json;
mod lines;
mod quoted;
mod sentence;
mod visible;

pub use accents::{chars_before_folded, fold_accents};
pub use bidi::{
    DirectedRun, VisualCharacter, directed_runs, has_right_to_left, in_visual_order,
    visual_characters,
};
pub use count::{count_text, grouped, number_word, plural, push_number, to_u32};
pub use day::{Day, InvalidDate, MONTH_NAMES, utc_text};
pub use json::write_json;
pub use lines::{single_spaced, unix_lines};
pub use quoted::{quoted_word, quoted_words};
pub use sentence::{capital, dotted, sentence};
pub use visible::{is_misleading, one_line, visible_line};
