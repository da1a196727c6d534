//! Exact results: mates forced by checks alone on one board, and joint wins across both.
//!
//! After a quiet move the opponent can wait for a piece from the other board, so only checks are forcing. A check that
//! the defender cannot answer now is not yet mate, since a piece may still arrive. So the attacker checks on every
//! move, and the last check is mate whatever the defender drops. The search gives the attacker no further pieces: its
//! captures go to the partner, and captures by the partner are not relied on.
//!
//! | word | holds when |
//! |---|---|
//! | mate in n | every reply loses, whatever the defender may drop |
//! | unless | there is no such mate, but one against exactly the pieces that the defender holds now |
//! | stuck | the side to move is in check, not mated, and has no legal reply now |
//! | wanted | there is no mate, but there is one with one more piece in reserve |
//! | threat | the side not to move would mate if it were to move |
//! | threat with | there is no threat, but there is one with one more piece in reserve |
//! | fatal | after every legal move the other side mates with one more piece in reserve, but not without it |
//! | joint | a piece is wanted, and the partner wins it by force while this side sits; no race, in which the partner is mated as fast |
//!
//! Nothing is estimated. A search that exceeds its budget reports this. The code uses no clock and no threads.
//!
//! A rook on the eighth rank does not mate, since a piece can be dropped in between. A knight's smothered mate does:
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

mod checks;
mod chess;
mod drops;
mod joint;
mod lines;
mod mates;
mod partner;
mod proof_table;
mod replies;
mod search;
mod solver;
mod words;

pub(crate) use chess::chess_mate;
pub use joint::Joint;
pub use partner::captures_for;
pub use search::OutOfNodes;
pub(crate) use solver::is_stuck;
pub use solver::{Limits, Solver};
pub(crate) use words::is_underpromotion;
pub use words::{BoardTactics, ConditionalMate, ExtraPiece, Mate, main_move};
