//! Editing of comments, glyphs, moves, clocks and tags.

mod action;
mod draft;
mod edit;
mod field;
mod symbols;

pub use action::NotesAction;
pub(in crate::app) use action::update_notes;
pub(in crate::app) use draft::draft;
pub use draft::{Draft, DraftPlace, FieldText, draft_name, field, has_draft};
pub(in crate::app) use edit::{commit_drafts, correct_result, leave, toggle_glyph, type_into};
pub use field::{comment_fields, game_variation_fields, glyph_field, has_diagram, result};
pub use symbols::{symbol_text, symbols};
