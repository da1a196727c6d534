//! [`SearchQueryError`]: a syntax error in a query.

/// A syntax error in a query. Shown below the search field while the user types, so each message suggests a correction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchQueryError {
    #[error("enter a search such as `N@f7 mate`, `Nf3,pe5,-e4` or `sit>20`")]
    Nothing,
    #[error(
        "unknown term \"{0}\"; use pieces (Nf3,pe5,-e4), a drop (N@f7), a position, [reserve], \
         turn:w, mate or sit>20"
    )]
    Term(String),
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
    #[error("\"{0}\" is not a sit such as sit>20 (seconds)")]
    Sit(String),
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
    #[error("use finding:mate-missed or another kind of finding, not \"{0}\"")]
    Finding(String),
    #[error("use theme:smothered or another theme, not \"{0}\"")]
    Theme(String),
    /// Both boards have terms about the previous ply.
    #[error("a move cannot be on both boards")]
    TwoPlies,
}
