//! A [`Composition`] as lines of text, which the command prints, the window shows and a comment of the file holds.

use super::{Composition, Dual, FailedTry, SetReply, notation::Response};
use crate::{rules::San, text::count_text};

/// The first line of a comment that holds a solution.
const TITLE: &str = "Solution";

/// Formats the announcements of a move and a reply, such as `(:) ?? (Xe4:)`.
pub fn announcements(announcement: Response, reply: Option<Response>) -> String {
    match reply {
        Some(reply) => format!("({announcement}:) ?? ({reply}:)"),
        None => format!("({announcement}:)"),
    }
}

impl FailedTry {
    /// Returns why the try fails: `illegal`, or the announcements after which nothing wins.
    pub fn refutation(&self) -> String {
        let refutation = self.announcement.map(|it| announcements(it, self.reply));
        refutation.unwrap_or_else(|| "illegal".to_owned())
    }
}

impl Dual {
    /// Returns the moves and announcements before the dual, without those after the last move.
    pub fn moves_before(&self) -> String {
        let mut text = String::new();
        for (index, step) in self.line.iter().enumerate() {
            text.push_str(&step.san.to_string());
            if index + 1 < self.line.len() {
                let heard = announcements(step.announcement, Some(step.reply));
                text.push_str(&format!(" {heard} "));
            }
        }
        text
    }

    /// Returns the announcements of the last move before the dual and of the reply.
    pub fn last_announcements(&self) -> String {
        let last = self.line.last();
        last.map_or_else(String::new, |it| announcements(it.announcement, Some(it.reply)))
    }
}

/// Returns the texts of `moves`, with commas between them.
fn list(moves: &[San]) -> String {
    let texts: Vec<String> = moves.iter().map(San::to_string).collect();
    if texts.is_empty() { "nothing".to_owned() } else { texts.join(", ") }
}

/// Returns a line for the keys and for each set move, failed try, dual and minor dual. `positions` is the number of
/// positions of the problem; a failed try names its position only if there are several.
pub fn solution_lines(all: &Composition, positions: usize) -> Vec<String> {
    let mut lines = Vec::new();
    match (all.shortest, &all.plan) {
        (Some(shortest), Some(plan)) => {
            let shortest = count_text(shortest, "half-move", "half-moves");
            let total = count_text(plan.total_moves(), "move", "moves");
            let keys = list(&all.keys);
            lines.push(format!("keys: {keys} (shortest {shortest}, {total} in all)"));
        }
        _ => lines.push("no key".to_owned()),
    }
    if all.asks {
        lines.push("Any? may come first".to_owned());
    }
    let set_line = |it: &SetReply| format!("set play: ?? ({}:) {}", it.reply, list(&it.moves));
    lines.extend(all.set_play.iter().map(set_line));
    lines.extend(all.tries.iter().map(|it| {
        let place =
            if positions > 1 { format!(" in {}", it.board.chess_fen()) } else { String::new() };
        format!("try: {} fails after {}{place}", it.san, it.refutation())
    }));
    for (is_minor, name) in [(false, "dual"), (true, "minor dual")] {
        let duals = all.duals.iter().filter(|it| it.is_minor == is_minor);
        lines.extend(duals.map(|it| {
            let (before, heard) = (it.moves_before(), it.last_announcements());
            format!("{name}: {before} {heard} {}", list(&it.moves))
        }));
    }
    lines
}

/// Returns the comment that holds `lines`, which [`read_solution`] reads back.
pub fn solution_comment(lines: &[String]) -> String {
    format!("{TITLE}: {}", lines.join("; "))
}

/// Returns the lines of a comment that [`solution_comment`] has written, or `None` for another comment.
pub fn read_solution(comment: &str) -> Option<Vec<String>> {
    let rest = comment.trim().strip_prefix(TITLE)?.strip_prefix(':')?;
    // A program that wraps lines may have replaced spaces.
    let words = rest.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(words.split("; ").map(str::to_owned).collect())
}
