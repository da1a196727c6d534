//! Exact answers about one board: forced mates by checks alone.
//!
//! While the other board runs, a quiet move can be answered by waiting for a piece, so that only a check binds. And a
//! check that the defender cannot answer with what is in hand now is no mate, since a piece may still come. So the
//! attacker gives check every time, gets nothing on the way (what it takes goes to the partner), and the last check is
//! mate whatever is dropped.
//!
//! | word | holds when |
//! |---|---|
//! | mate in n | every answer loses, whatever the defender may drop |
//! | unless | there is no such mate, but one against exactly what the defender holds now |
//! | stuck | the side to move is in check, not mated, and has no legal answer now |
//! | wanted | there is no mate, but one with one more piece in hand |
//! | threat | the side not to move would mate, if it were to move |
//! | danger | the same with one more piece in hand |
//!
//! Nothing is guessed: a search that runs into its budget says so. There is no clock and no thread in here.
//!
//! A rook on the eighth rank is no mate where something may still be dropped between; a smothering knight is one:
//!
//! ```
//! use tandem::{rules::{Bfen, BoardId}, analysis::tactics::{Limits, Solver}};
//!
//! let mut solver = Solver::new(Limits::default());
//! let mut mate_in = |fen: &str| {
//!     let position = Bfen::parse(fen, None)?.position;
//!     let mate = solver.board_of(&position, BoardId::A).mate;
//!     Ok::<_, tandem::rules::BfenError>(mate.map(|mate| mate.moves))
//! };
//! assert_eq!(mate_in("6k1/5ppp/8/8/8/8/8/R5K1[] w - - 0 1")?, None);
//! assert_eq!(mate_in("6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1")?, Some(1));
//! # Ok::<(), tandem::rules::BfenError>(())
//! ```

mod answers;
mod checks;
mod chess;
mod hand;
mod lines;
mod mates;
mod partner;
mod proven;
mod search;
mod solver;
mod words;

pub(crate) use chess::chess_mate;
pub use partner::captures_for;
pub use solver::{Limits, Solver};
pub use words::{BoardTactics, Mate, OneMore, Unless};
