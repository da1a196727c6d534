//! `tandem convert`: a file, or one match of it, in another form.

use super::{Done, Form, Stop, read, summary, write};
use crate::archive::Archive;
use std::{io::Write, path::Path};

pub(super) fn run(
    path: &Path,
    target: &Path,
    to: Form,
    game: Option<usize>,
    out: &mut dyn Write,
) -> Result<Done, Stop> {
    let source = read(path)?;
    match (to, game) {
        (Form::Bpgn, None) => write(target, source.bytes(), out)?,
        (Form::Bpgn, Some(_)) => {
            let archive = Archive::of(source);
            let range = summary(&archive, game)?.range;
            write(target, archive.source().slice(range), out)?;
        }
    }
    Ok(Done::Fine)
}
