//! [`subcommand_output`]: the output of a subcommand. A test compares the outputs of the native program and of the
//! browser build.

use super::{Analyse, Positions, Stream, Subcommand, run_on};
use std::path::Path;

/// Returns the JSON that `subcommand` prints for the file at `path`, followed by its messages. `subcommand` is
/// `analyse`, `review` (`analyse --review`) or `positions`.
pub fn subcommand_output(subcommand: &str, path: &Path) -> Vec<u8> {
    let file = path.to_owned();
    let command = match subcommand {
        "analyse" | "review" => Subcommand::Analyse(Analyse {
            files: vec![file],
            game: None,
            at: None,
            mate: 3,
            deliver: 3,
            engine: None,
            nodes: 1,
            findings: false,
            review: subcommand == "review",
            summary: false,
            player: None,
            find: None,
            out: None,
            csv: false,
            json: true,
        }),
        _ => Subcommand::Positions(Positions { file, game: None, variations: false }),
    };
    let (mut out, mut err) = (Vec::new(), Vec::new());
    run_on(&command, &mut Stream::new(&mut out), &mut Stream::new(&mut err));
    out.extend(err);
    out
}
