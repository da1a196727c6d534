//! Suggestions for mistyped commands.

use super::Arguments;
use clap::CommandFactory as _;
use std::path::Path;

/// The minimum Jaro–Winkler similarity between a mistyped command and a suggestion, from 0 to 1.
const MIN_SIMILARITY: f64 = 0.75;

/// Returns whether `word` is a subcommand or `help`.
pub fn is_command(word: &str) -> bool {
    let command = Arguments::command();
    word == "help" || command.find_subcommand(word).is_some()
}

/// Returns a message that suggests a command if `word` looks like a mistyped subcommand and no file has that name.
/// Otherwise returns `None`.
///
/// A word with a folder or an extension counts as a file. If the file is missing, the window reports that.
pub fn no_such_command(word: &Path) -> Option<String> {
    let name = word.to_str()?;
    let is_word = !name.is_empty() && name != "-" && !name.contains(['/', '\\', '.']);
    if !is_word || word.exists() {
        return None;
    }
    if is_command(name) {
        return Some(format!("{name} is a command and must come first: tandem {name}"));
    }
    let command = Arguments::command();
    let nearest = command
        .get_subcommands()
        .map(clap::Command::get_name)
        .chain(["help"])
        .map(|command| (strsim::jaro_winkler(command, name), command))
        .filter(|(similarity, _)| *similarity >= MIN_SIMILARITY)
        .max_by(|(a, _), (b, _)| a.total_cmp(b));
    let advice = match nearest {
        Some((_, nearest)) => format!("did you mean tandem {nearest}?"),
        None => "run tandem --help for a list of commands".to_owned(),
    };
    Some(format!("no such command or file: {name}; {advice}"))
}
