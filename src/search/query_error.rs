//! [`SearchQueryError`]: a syntax error in a query.

use super::SearchSuggestion;
use crate::analysis::ledger::{FindingKind, UnknownTheme};

/// A syntax error in a query. Shown below the search field while the user types, so each message suggests a correction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchQueryError {
    #[error("enter a search such as `N@f7 mate`, `Nf3,pe5,-e4` or `sit>20`")]
    Nothing,
    /// An unknown term, and the queries that may be meant.
    #[error("unknown term \"{0}\"; {remedy}", remedy = remedy(.1))]
    Term(String, Vec<SearchSuggestion>),
    /// A known keyword with another sign or without a value: an example, and the term as typed.
    #[error("use {0}, not \"{1}\"")]
    Form(&'static str, String),
    /// The query, as typed, only names players, so every moment of their matches would be a hit.
    #[error("{0} needs a move or a position: add a term such as sit>20 or N@f7")]
    OnlyPlayer(String),
    #[error("\"{0}\" is not a piece on a square (Nf3) or an empty square (-e4)")]
    Piece(String),
    #[error("\"{0}\" is not a drop such as N@f7, @f7 or N@")]
    Drop(String),
    #[error(
        "rank {rank} of the position has {squares} squares, not 8; use ? for any square and * \
         for the rest of a rank"
    )]
    Rank {
        /// The number of the rank, from 8 for the first rank of the text down to 1.
        rank: u32,
        squares: u32,
    },
    #[error("the position has {0} ranks, not 8")]
    Ranks(usize),
    #[error("'{0}' is not a piece")]
    Letter(char),
    #[error("\"{0}\" is not a reserve such as [NNp] (two white knights and a black pawn)")]
    Reserve(String),
    #[error("\"{1}\" is not a number of seconds, as in {0}")]
    Seconds(&'static str, String),
    #[error("\"{0}\" is not a loss such as loss>30 (% of win probability, estimated)")]
    Loss(String),
    #[error("use turn:w or turn:b, not \"{0}\"")]
    Turn(String),
    #[error("a match has only two boards")]
    ThirdBoard,
    /// The query has two drops, although only one can be the previous ply.
    #[error("a move can only drop one piece")]
    TwoDrops,
    /// A number of moves to mate that is 0 or too large.
    #[error("use mate-in:1 to mate-in:4, not \"{0}\"")]
    MateIn(String),
    /// A number of moves to a joint win that is 0 or too large.
    #[error("use joint or joint:1 to joint:3, not \"{0}\"")]
    Joint(String),
    /// The text is not the letter of a piece that can be dropped.
    #[error("use wanted:P, N, B, R or Q, not \"{0}\"")]
    NeededPiece(String),
    #[error("unknown finding {0}; use {words}", words = FindingKind::ALL.map(FindingKind::word).join(", "))]
    Finding(String),
    #[error(transparent)]
    Theme(#[from] UnknownTheme),
    /// Both boards have terms about the previous ply.
    #[error("a move cannot be on both boards")]
    TwoPlies,
}

impl SearchQueryError {
    /// Returns the queries that may be meant instead.
    pub fn suggestions(&self) -> &[SearchSuggestion] {
        match self {
            Self::Term(_, suggestions) => suggestions,
            _ => &[],
        }
    }
}

/// Returns what to write in place of an unknown term.
fn remedy(suggestions: &[SearchSuggestion]) -> String {
    const EXAMPLES: &str = "a search finds positions such as N@f7 mate, Nf3,pe5,-e4 or sit>20";
    let uses: Vec<String> =
        suggestions.iter().map(|it| format!("{}use {}", it.purpose, it.query)).collect();
    match suggestions {
        [] => format!("{EXAMPLES}; the help lists all terms"),
        // Words of a comment are only a guess.
        [only] if !only.purpose.is_empty() => format!("{EXAMPLES}; {}", uses[0]),
        _ => uses.join("; "),
    }
}
