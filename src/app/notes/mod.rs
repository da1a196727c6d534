//! Editing of comments, glyphs, moves, clocks and tags.

mod action;
mod change;
mod draft;
mod field;

pub use action::NotesAction;
pub(in crate::app) use action::update_notes;
pub(in crate::app) use change::{apply_edit, change, edit, replace_document, toggle_glyph};
pub(in crate::app) use draft::commit_drafts;
pub use draft::{Draft, has_draft};
pub use field::{
    Field, FieldText, GLYPHS, comment_fields, field, game_variation_fields, glyph_field,
    has_diagram, result,
};
