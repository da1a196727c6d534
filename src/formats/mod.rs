//! The forms that files have: which there are, what tells them, and the ways in and out that the window and the
//! command line share.
//!
//! [`FORMS`] is the one table. A file that is read is told by its bytes, one that is written by its name: a name
//! never stands for another form than the file has.

mod form;
mod list;
mod name;
mod read;
mod writer;

pub use form::{FORMS, Form, FormRow, Holds, PACKED, READABLE};
pub use list::{InOtherForm, LIST_FORMS, ListError, ListExport};
pub use name::{NameError, check_name, form_named};
pub use read::ReadFile;
pub use writer::{AnimationWriter, Drawing, PageWriter, Paged, PaperWriter, TextWriter, Writer};

#[cfg(test)]
mod tests;
