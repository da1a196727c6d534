//! Forced mates: compared with an independent brute force, and in positions with known results.

mod brute;
mod joint;
mod known;
mod oracle;
mod random;
mod real;

pub use real::texts as corpus_texts;

use std::fmt::Write as _;
use tandem::{
    analysis::tactics::{Limits, Mate, Solver, captures_for},
    rules::{BoardId, Move, Position},
};

fn solver(moves: u8) -> Solver {
    Solver::new(Limits { moves, ..Limits::default() })
}

fn join(moves: &[Move]) -> String {
    let mut first: Vec<String> = moves.iter().map(|mv| mv.uci(true)).collect();
    first.sort();
    first.join(" ")
}

/// Returns the solver's results for one board, one per line.
fn results(solver: &mut Solver, position: &Position, id: BoardId) -> String {
    let tactics = solver.board_of(position, id);
    let mut text = String::new();
    let mate = |name: &str, mate: &Mate, text: &mut String| {
        let _ = writeln!(text, "{name} in {}: {}", mate.moves, join(&mate.first));
    };
    if tactics.stuck {
        text.push_str("stuck\n");
    }
    if let Some(unless) = &tactics.conditional_mate {
        let first = join(&unless.mate.first);
        let _ = write!(text, "unless in {}: {first} refuted by", unless.mate.moves);
        for role in &unless.refuted_by {
            let _ = write!(text, " {}", role.upper_char());
        }
        text.push('\n');
    }
    for more in &tactics.wanted {
        let captures = join(&captures_for(position, position.turn(id), more.role));
        let name = format!("wanted {} ({captures})", more.role.upper_char());
        mate(&name, &more.mate, &mut text);
    }
    if let Some(found) = &tactics.mate {
        mate("mate", found, &mut text);
    }
    for more in &tactics.threat_with {
        let name = format!("with {}", more.role.upper_char());
        mate(&name, &more.mate, &mut text);
    }
    if let Some(found) = &tactics.threat {
        mate("threat", found, &mut text);
    }
    for more in &tactics.fatal {
        let _ = writeln!(text, "fatal {} in {}", more.role.upper_char(), more.mate.moves);
    }
    if tactics.unfinished {
        text.push_str("unfinished\n");
    }
    text
}
