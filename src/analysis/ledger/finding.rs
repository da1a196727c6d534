//! [`Finding`]: one fact about one decision of one player.

use super::Themes;
use crate::{
    replay::Match,
    rules::{BoardId, Move, Role, Seat},
    timeline::{MatchTime, Moment},
};
use serde::{Deserialize, Serialize};
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum FindingKind {
    MateFound,
    MateMissed,
    CaptureMade,
    CaptureMissed,
    JointMade,
    JointMissed,
    JointSpoiled,
    PieceLost,
    Sit,
    Think,
    DefenceFound,
    DefenceMissed,
    /// A turning point of a review: an estimate, unlike all other kinds. Not one of [`Self::ALL`].
    Estimate,
}

impl FindingKind {
    /// The kinds of exact findings.
    pub const ALL: [Self; 12] = [
        Self::MateFound,
        Self::MateMissed,
        Self::CaptureMade,
        Self::CaptureMissed,
        Self::JointMade,
        Self::JointMissed,
        Self::JointSpoiled,
        Self::PieceLost,
        Self::Sit,
        Self::Think,
        Self::DefenceFound,
        Self::DefenceMissed,
    ];

    /// Returns the word for the kind in JSON, such as `mate-missed`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::MateFound => "mate-found",
            Self::MateMissed => "mate-missed",
            Self::CaptureMade => "capture-made",
            Self::CaptureMissed => "capture-missed",
            Self::JointMade => "joint-made",
            Self::JointMissed => "joint-missed",
            Self::JointSpoiled => "joint-spoiled",
            Self::PieceLost => "piece-lost",
            Self::Sit => "sit",
            Self::Think => "think",
            Self::DefenceFound => "defence-found",
            Self::DefenceMissed => "defence-missed",
            Self::Estimate => "estimate",
        }
    }

    /// Returns whether findings of this kind are wins that were missed.
    pub const fn is_missed_win(self) -> bool {
        matches!(
            self,
            Self::MateMissed | Self::CaptureMissed | Self::JointMissed | Self::JointSpoiled
        )
    }

    /// Returns whether findings of this kind are turns that last long enough to be a sit.
    pub const fn is_wait(self) -> bool {
        matches!(self, Self::Sit | Self::Think)
    }

    /// Returns whether findings of this kind are wins on both boards.
    pub const fn is_joint(self) -> bool {
        matches!(
            self,
            Self::CaptureMade
                | Self::CaptureMissed
                | Self::JointMade
                | Self::JointMissed
                | Self::JointSpoiled
        )
    }

    /// Returns whether findings of this kind may be mistakes, as [`Finding::is_mistake`] decides. A sit may be one or not.
    pub const fn is_mistake(self) -> bool {
        self.is_missed_win() || matches!(self, Self::PieceLost | Self::DefenceMissed)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    pub kind: FindingKind,
    /// The seat whose decision this is.
    pub seat: Seat,
    /// The first moment of the chance. The position there has the win, the loss or the threat.
    pub from: Moment,
    /// The moment of the ply that decided, or at which the chance was gone; the end of the match if no ply did.
    pub until: Moment,
    /// The number of moves: of a mate, of the delivering partner in a joint win, of the mate with the piece of a capture or
    /// a loss, of the mate that a defence avoids. 0 for a sit.
    pub length: u8,
    /// The maximum number of moves to mate after a joint win, over all pieces that it may bring; `None` if the win needs
    /// no mate, and for other kinds.
    pub mate: Option<u8>,
    /// The pieces that a joint win may bring, from pawn to queen: which one, the opponent may choose. Empty for other
    /// kinds.
    #[serde(with = "crate::analysis::encoding::list")]
    pub delivers: Vec<Role>,
    /// All moves that make use of the chance, at [`Self::from`]. For a sit, the moves by which the partner could win a
    /// wanted piece. Empty for a lost piece.
    #[serde(with = "crate::analysis::encoding::list")]
    pub first: Vec<Move>,
    /// The piece that mates, or that was lost or received, in the role that the reserve has.
    #[serde(with = "crate::analysis::encoding")]
    pub piece: Option<Role>,
    /// The index of the ply that decided; `None` if the chance was open when the match ended.
    pub played: Option<usize>,
    /// The time from the first moment to that ply, or to the end of the match, in milliseconds: for a whole turn by the
    /// clock of the seat, otherwise the match time. `None` without clocks.
    pub took_ms: Option<MatchTime>,
    /// How far the waiting seat's clock was ahead on its diagonal at [`Self::from`], or when it spoiled a joint win, in
    /// milliseconds; `None` if a clock is unknown, and for kinds without a waiting seat.
    pub lead_ms: Option<i32>,
    pub themes: Themes,
    /// Whether the finding decided the match, as `keep_decision` chooses it. True for at most one finding of a match.
    pub decided: bool,
    /// Whether the seat could have kept every fatal piece at its last turn; `false` for other kinds.
    pub avoidable: bool,
    /// For a lost piece: the indices of two plies, the drop of the piece and the mate that it led to. They are equal if the
    /// drop mated.
    pub mated: Option<(usize, usize)>,
}

impl Finding {
    /// Returns a finding without moves and details.
    pub(in crate::analysis) const fn new(
        kind: FindingKind,
        seat: Seat,
        from: Moment,
        until: Moment,
    ) -> Self {
        Self {
            kind,
            seat,
            from,
            until,
            length: 0,
            mate: None,
            delivers: Vec::new(),
            first: Vec::new(),
            piece: None,
            played: None,
            took_ms: None,
            lead_ms: None,
            themes: Themes::NONE,
            decided: false,
            avoidable: false,
            mated: None,
        }
    }

    /// Returns whether the finding is a mistake. A lost piece is one only if it could have been kept.
    pub const fn is_mistake(&self) -> bool {
        self.kind.is_mistake() && (self.avoidable || !matches!(self.kind, FindingKind::PieceLost))
    }

    /// Returns whether the finding is a lost piece that could have been kept.
    pub const fn is_given_away(&self) -> bool {
        self.avoidable && matches!(self.kind, FindingKind::PieceLost)
    }

    /// Returns the seat that mates or would have mated; for a sit, the seat itself.
    pub const fn attacker(&self) -> Seat {
        match self.kind {
            FindingKind::CaptureMade
            | FindingKind::CaptureMissed
            | FindingKind::JointMade
            | FindingKind::JointMissed => self.seat.partner(),
            // The capturer is the opponent of the seat, and passes the piece on.
            FindingKind::PieceLost => self.seat.opponent().partner(),
            FindingKind::DefenceFound | FindingKind::DefenceMissed => self.seat.opponent(),
            FindingKind::MateFound
            | FindingKind::MateMissed
            | FindingKind::JointSpoiled
            | FindingKind::Sit
            | FindingKind::Think
            | FindingKind::Estimate => self.seat,
        }
    }

    /// Returns the moment that shows the finding: before the ply that decided, or the first moment of the chance if there
    /// was no such ply. For a sit, its beginning.
    pub const fn shown(&self) -> Moment {
        match (self.kind, self.played) {
            (FindingKind::Sit | FindingKind::Think, _) | (_, None) => self.from,
            (_, Some(ply)) => ply,
        }
    }

    /// Returns the id of the finding in the match with the [`match_hash`] `record`.
    pub const fn id(&self, record: u32) -> FindingId {
        FindingId { record, ply: self.from, seat: self.seat, kind: self.kind }
    }
}

/// Returns a hash of the set-up and moves of a match. Tags, clocks and comments do not change it.
pub fn match_hash(played: &Match) -> u32 {
    let mut hash = crc32fast::Hasher::new();
    for id in BoardId::ALL {
        hash.update(played.set_up.position.bfen_without_counters(id).as_bytes());
    }
    for ply in &played.plies {
        hash.update(&[ply.seat as u8]);
        hash.update(ply.mv.uci(true).as_bytes());
    }
    hash.finalize()
}

/// Identifies a finding: its match, moment, seat and kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FindingId {
    /// The [`match_hash`] of the match.
    pub record: u32,
    pub ply: Moment,
    pub seat: Seat,
    pub kind: FindingKind,
}

impl fmt::Display for FindingId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { record, ply, seat, kind } = self;
        write!(formatter, "{record:08x}-{ply}{}-{}", seat.letter(), kind.word())
    }
}
