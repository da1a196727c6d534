//! The issues of a Kriegspiel game, found while parsing and replaying it.

use crate::{
    kriegspiel::{
        UncertainError,
        notation::{self, Man, PawnTries, PlyName, check_words, color_title, pawn_try_words},
        obstacle::known_sets,
    },
    notation::{GameResult, KnownTag, Severity},
    rules::{
        AttemptError, BfenError, BfenNote, CheckDirections, Color, IllegalMove, Role, Square,
        role_name,
    },
};
use std::fmt;

/// What is wrong, and how it was handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    #[error("{0}")]
    Text(notation::Problem),
    #[error("no separator after the previous game; read as a new game")]
    MissingSeparator,
    #[error("invalid FEN tag ({}); used the standard starting position", .0.problem)]
    Fen(BfenError),
    #[error("invalid position ({0}); no problem can be solved")]
    Uncertain(UncertainError),
    #[error("{0}")]
    FenNote(BfenNote),
    #[error(
        "unknown rules; shown by those of Berkeley, and no problem can be solved (known are {})",
        known_sets()
    )]
    UnknownRules,
    /// A tag that names other rules than an earlier tag.
    #[error("an earlier tag names other rules; used that one, and no problem can be solved")]
    OtherRules,
    /// A tag of the problem that stands twice with different values.
    #[error("an earlier {} tag has another value; used that one, and no problem can be solved", .0.name())]
    OtherTag(KnownTag),
    /// Tags that claim a mate that is forced, but not with a probability close to 1.
    #[error("the Forced tag claims mate, and the Epsilon tag that it is not even probable")]
    ForcedNotProbable,
    /// An announcement that the rules do not have, or not in this form.
    #[error("{0}: the rules have no such announcement; ignored")]
    NotAnnounced(PlyName),
    #[error("{ply}: the file announces {recorded}, but the board has {correct}")]
    Announcement {
        ply: PlyName,
        /// The part of the announcement as in the file, or `nothing`.
        recorded: Part,
        correct: Part,
    },
    /// A wrong answer to the question "Any?".
    #[error("{0}: wrong answer to the question about pawn captures (A)")]
    Answer(PlyName),
    /// After "Try!", another move was made before any pawn capture was tried.
    #[error("{0}: a pawn capture must be tried after the answer Try! (A+)")]
    NoCaptureTried(PlyName),
    /// Illegal tries of the opponent, who alone hears of them.
    #[error("{ply}: by these rules only {} hears of illegal tries; ignored", color_title(ply.color))]
    PrivateTries { ply: PlyName },
    #[error("{ply} is illegal: {why}; replay stops here")]
    Illegal { ply: PlyName, why: IllegalMove },
    /// A move that the player's own pieces cannot make, or a drop.
    #[error("{ply} is illegal: {why}; replay stops here")]
    AttemptError { ply: PlyName, why: AttemptError },
    /// `??` for a move that the view of the record should contain.
    #[error("{0} is hidden (??); replay stops here")]
    Hidden(PlyName),
    /// A written move of the opponent in a player's view, where `??` is expected.
    #[error("{ply} should be ?? in {}'s view; treated as hidden", color_title(*seat))]
    Given {
        ply: PlyName,
        /// The player of the view.
        seat: Color,
    },
    /// A promotion without a piece; a queen is assumed.
    #[error("{0} promotes without a piece; assumed a queen")]
    OpenPromotion(PlyName),
    /// A wrong announcement of a capture. `None` is no capture.
    #[error("{ply}: the file announces {}, but the board has {}", capture(*recorded), capture(*correct))]
    Capture { ply: PlyName, recorded: Option<Square>, correct: Option<Square> },
    #[error("{ply}: the file announces {}, but the board has {}", checks(*recorded), checks(*correct))]
    Checks { ply: PlyName, recorded: CheckDirections, correct: CheckDirections },
    #[error("{ply}: the file announces {}, but the board has {}", pawn_tries(*recorded), pawn_tries(*correct))]
    PawnTries { ply: PlyName, recorded: Option<PawnTries>, correct: Option<PawnTries> },
    /// Pawn tries announced after the player's own move. Only the opponent can have heard them.
    #[error("{ply}: only {} hears pawn tries (P); ignored", color_title(ply.color.other()))]
    OwnPawnTries { ply: PlyName },
    /// A legal move listed as an illegal try.
    #[error("{0}: a listed try is legal, not illegal")]
    LegalTry(PlyName),
    /// An illegal try that no piece of the player could make.
    #[error("{ply}: impossible try ({why}); kept as text and counted")]
    Implausible { ply: PlyName, why: AttemptError },
    /// A capture by the opponent on a square where the player has no piece, or where the player's king stands.
    #[error("{ply}: {} has no piece on {square} that could be captured", color_title(ply.color.other()))]
    NothingTaken { ply: PlyName, square: Square },
    /// A hidden move without an announcement.
    #[error("{0}: no announcement; read as a quiet move without tries")]
    Silence(PlyName),
    #[error("the Result tag is {}, but the moves end with {}; used the tag", tag.text(), moves.text())]
    Results { tag: GameResult, moves: GameResult },
}

impl Problem {
    pub const fn severity(self) -> Severity {
        match self {
            Self::Text(problem) => problem.severity(),
            Self::Illegal { .. }
            | Self::AttemptError { .. }
            | Self::Hidden(_)
            | Self::Fen(_)
            | Self::Uncertain(_)
            | Self::UnknownRules
            | Self::OtherRules
            | Self::OtherTag(_)
            | Self::NothingTaken { .. } => Severity::Error,
            _ => Severity::Warning,
        }
    }
}

fn pawn_tries(tries: Option<PawnTries>) -> String {
    tries.map_or_else(|| "no pawn tries".to_owned(), pawn_try_words)
}

/// A part of an announcement: a kind of man that takes or is taken, or a promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Nothing,
    Taken(Man),
    Taker(Man),
    Promotion,
    PromotionTo(Role),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("no promotion"),
            Self::Taken(man) => write!(f, "that a {} is taken", man.word()),
            Self::Taker(man) => write!(f, "that a {} takes", man.word()),
            Self::Promotion => f.write_str("a promotion"),
            Self::PromotionTo(role) => write!(f, "a promotion to a {}", role_name(*role)),
        }
    }
}

fn capture(square: Option<Square>) -> String {
    square.map_or("no capture".to_owned(), |square| format!("a capture on {square}"))
}

fn checks(directions: CheckDirections) -> String {
    if directions.is_empty() {
        return "no check".to_owned();
    }
    format!("a {}", check_words("check", directions))
}
