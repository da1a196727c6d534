//! What is said of a word that is neither a command nor a file.

use super::Arguments;
use clap::CommandFactory as _;
use std::path::Path;

/// Words that are less alike than this are not meant, on the scale of Jaro and Winkler from 0 to 1.
const ALIKE: f64 = 0.75;

/// Whether `word` is the name of a subcommand.
#[must_use]
pub fn is_command(word: &str) -> bool {
    let command = Arguments::command();
    word == "help" || command.find_subcommand(word).is_some()
}

/// What is wrong with `word` as the name of a file, if it looks like a command and nothing has that name.
///
/// A name with a folder or an ending is that of a file, of which the window says that it is not there.
#[must_use]
pub fn no_such_command(word: &Path) -> Option<String> {
    let name = word.to_str()?;
    let is_word = !name.is_empty() && name != "-" && !name.contains(['/', '\\', '.']);
    if !is_word || word.exists() {
        return None;
    }
    if is_command(name) {
        return Some(format!("{name} is a command, which comes first: tandem {name}"));
    }
    let command = Arguments::command();
    let nearest = command
        .get_subcommands()
        .map(clap::Command::get_name)
        .chain(["help"])
        .map(|command| (strsim::jaro_winkler(command, name), command))
        .filter(|(alike, _)| *alike >= ALIKE)
        .max_by(|(a, _), (b, _)| a.total_cmp(b));
    let advice = match nearest {
        Some((_, nearest)) => format!("the nearest command is tandem {nearest}"),
        None => "tandem --help lists the commands".to_owned(),
    };
    Some(format!("no such command or file: {name}; {advice}"))
}
