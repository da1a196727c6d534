//! What the name of a file says about its form.

use super::{FORMS, Form, PACKED};
use std::path::{Path, PathBuf};

/// Why a file of a form may not have a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// A packed file.
    #[error("nothing is packed here, and .{extension} is the name of a packed file: {path}", path = .path.display())]
    Packed {
        /// How the name ends.
        extension: String,
        /// The name.
        path: PathBuf,
    },
    /// A file of another form.
    #[error("this would be {form}, and .{extension} is the name of a file of {other}: {path}", path = .path.display())]
    Other {
        /// What would be written.
        form: &'static str,
        /// What the name says.
        other: &'static str,
        /// How the name ends.
        extension: String,
        /// The name.
        path: PathBuf,
    },
}

/// How the name ends, in small letters.
fn extension(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}

/// The form of a file that is called `path`, among `forms`, of which the first that fits is meant; `None` where the
/// name tells none of them.
#[must_use]
pub fn form_named(path: &Path, forms: &[Form]) -> Option<Form> {
    let extension = extension(path)?;
    let ends_so = |form: &&Form| form.row().extensions.contains(&extension.as_str());
    forms.iter().find(ends_so).copied()
}

/// Whether a file of `form` may be called `path`.
///
/// # Errors
/// The name is that of a packed file, or of another form. A name that tells no form is any form's.
pub fn check_name(path: &Path, form: Form) -> Result<(), NameError> {
    let Some(extension) = extension(path) else {
        return Ok(());
    };
    if PACKED.contains(&extension.as_str()) {
        return Err(NameError::Packed { extension, path: path.to_owned() });
    }
    let row = form.row();
    if row.may_end(&extension) {
        return Ok(());
    }
    match FORMS.iter().find(|other| other.may_end(&extension)) {
        Some(other) => Err(NameError::Other {
            form: row.name,
            other: other.name,
            extension,
            path: path.to_owned(),
        }),
        None => Ok(()),
    }
}
