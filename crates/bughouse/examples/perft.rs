//! Counts the positions of one board after a number of plies, with the pieces given in its reserve:
//!
//!     cargo run --release --example perft -- 4
//!     cargo run --release --example perft -- 3 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Nn] w KQkq - 0 1'

#![expect(clippy::print_stderr, clippy::print_stdout, reason = "a program for the terminal")]

use bughouse::{BoardId, Position};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().map_or(Ok(3), |text| text.parse::<u8>());
    let position = arguments.next().map_or_else(|| Ok(Position::default()), |text| text.parse());
    let error = match (depth, position) {
        (Ok(depth), Ok(position)) => {
            for plies in 0..=depth {
                println!("{plies}: {}", count(&position, plies));
            }
            return ExitCode::SUCCESS;
        }
        (Err(error), _) => format!("not a number of plies: {error}"),
        (_, Err(error)) => error.to_string(),
    };
    eprintln!("{error}");
    ExitCode::FAILURE
}

/// Returns the number of sequences of `plies` plies on board A.
fn count(position: &Position, plies: u8) -> u64 {
    if plies == 0 {
        return 1;
    }
    let seat = position.turn(BoardId::A);
    let moves = position.legal_moves(seat);
    moves.into_iter().map(|mv| count(&position.after_move(seat, mv), plies - 1)).sum()
}
