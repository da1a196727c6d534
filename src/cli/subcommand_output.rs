//! [`subcommand_output`]: the output of a subcommand. A test compares the outputs of the native program and of the
//! browser build.

use super::{Arguments, run};
use clap::Parser as _;
use std::{ffi::OsStr, path::Path};

/// Returns the JSON that `subcommand` prints for the file at `path`, followed by its messages. `subcommand` is
/// `analyse`, `review` (`analyse --review`) or `positions`.
pub fn subcommand_output(subcommand: &str, path: &Path) -> Vec<u8> {
    let words: &[&str] = match subcommand {
        "analyse" => &["analyse", "--json", "--"],
        "review" => &["analyse", "--review", "--json", "--"],
        _ => &["positions", "--"],
    };
    let words = ["tandem"].iter().chain(words).map(OsStr::new).chain([path.as_os_str()]);
    let command = match Arguments::try_parse_from(words) {
        Ok(arguments) => arguments.command,
        Err(error) => return error.to_string().into_bytes(),
    };
    let (mut out, mut err) = (Vec::new(), Vec::new());
    if let Some(command) = command {
        run(&command, &mut out, &mut err);
    }
    out.extend(err);
    out
}
