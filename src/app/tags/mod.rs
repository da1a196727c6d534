//! The Tags panel.

mod rows;

pub use rows::{basis_text, derived_values, tag_field, tag_form, tag_hint, tag_rows};
