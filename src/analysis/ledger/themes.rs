//! [`Themes`]: the patterns of a win, by its line.

use super::{Context, Finding, FindingKind};
use crate::{
    analysis::{
        report::{joint_line, mate_line},
        tactics::Mate,
    },
    rules::{Bitboard, Board, Move, Position, Role, Seat, attacks},
};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// A pattern of a win. The line of the win is the one of [`crate::analysis::report::winning_lines`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// The mating move is a drop.
    DropMate,
    /// The piece that mates stands beside the king, and no other piece gives check.
    ContactMate,
    /// A knight mates a king whose neighbouring squares all hold its own pieces.
    Smothered,
    /// A rook or queen mates a king on its own first rank from a square of that rank.
    BackRank,
    /// A move of the attacker gives check with two pieces.
    DoubleCheck,
    /// A move of the attacker gives check with a piece that did not move.
    DiscoveredCheck,
    /// The defender captures a checking piece before the mate.
    Sacrifice,
    /// The attacker promotes a pawn.
    Promotion,
    /// The attacker gives check three times or more.
    KingHunt,
    /// Exactly one move avoids the mate.
    OnlyDefence,
    /// The seat was in check and could not move for want of a piece.
    Starvation,
}

impl Theme {
    pub const ALL: [Self; 11] = [
        Self::DropMate,
        Self::ContactMate,
        Self::Smothered,
        Self::BackRank,
        Self::DoubleCheck,
        Self::DiscoveredCheck,
        Self::Sacrifice,
        Self::Promotion,
        Self::KingHunt,
        Self::OnlyDefence,
        Self::Starvation,
    ];

    /// Returns the word for the theme in JSON and on the command line, such as `drop-mate`.
    pub const fn word(self) -> &'static str {
        self.texts().0
    }

    pub const fn name(self) -> &'static str {
        self.texts().1
    }

    /// Returns the word and the name.
    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::DropMate => ("drop-mate", "Drop mate"),
            Self::ContactMate => ("contact-mate", "Contact mate"),
            Self::Smothered => ("smothered", "Smothered mate"),
            Self::BackRank => ("back-rank", "Back rank"),
            Self::DoubleCheck => ("double-check", "Double check"),
            Self::DiscoveredCheck => ("discovered-check", "Discovered check"),
            Self::Sacrifice => ("sacrifice", "Sacrifice"),
            Self::Promotion => ("promotion", "Promotion"),
            Self::KingHunt => ("king-hunt", "King hunt"),
            Self::OnlyDefence => ("only-defence", "Only defence"),
            Self::Starvation => ("starvation", "Piece starvation"),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown theme {0}; use {words}", words = Theme::ALL.map(Theme::word).join(", "))]
pub struct UnknownTheme(String);

impl FromStr for Theme {
    type Err = UnknownTheme;

    fn from_str(word: &str) -> Result<Self, UnknownTheme> {
        let theme = Self::ALL.into_iter().find(|theme| theme.word() == word);
        theme.ok_or_else(|| UnknownTheme(word.to_owned()))
    }
}

/// A set of themes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Themes(u16);

impl Themes {
    pub const NONE: Self = Self(0);
    pub(super) const ONLY_DEFENCE: Self = Self(1 << Theme::OnlyDefence as u16);
    pub(super) const STARVATION: Self = Self(1 << Theme::Starvation as u16);

    pub const fn contains(self, theme: Theme) -> bool {
        self.0 & 1 << theme as u16 != 0
    }

    pub const fn insert(&mut self, theme: Theme) {
        self.0 |= 1 << theme as u16;
    }

    /// Iterates over the themes, in the order of [`Theme::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Theme> {
        Theme::ALL.into_iter().filter(move |theme| self.contains(*theme))
    }

    /// Returns the themes of `line`, in which `attacker` mates from `position`. Moves of other seats may be among them.
    pub fn of_line(position: &Position, attacker: Seat, line: &[(Seat, Move)]) -> Self {
        let mut themes = Self::NONE;
        let mut position = position.clone();
        let (mut checks, mut checker) = (0, None);
        for &(seat, mv) in line {
            if seat == attacker.opponent() && Some(mv.to()) == checker {
                themes.insert(Theme::Sacrifice);
            }
            position.play(seat, mv);
            if seat != attacker {
                continue;
            }
            let board = position.board_of(seat);
            let checkers = board.checkers();
            checks += usize::from(checkers.any());
            checker = Some(mv.to());
            if checkers.more_than_one() {
                themes.insert(Theme::DoubleCheck);
            }
            if (checkers & !Bitboard::from(mv.to())).any() {
                themes.insert(Theme::DiscoveredCheck);
            }
            if matches!(mv, Move::Normal { promotion: Some(_), .. }) {
                themes.insert(Theme::Promotion);
            }
            if board.is_checkmate() {
                themes.add_mate(board, mv);
            }
        }
        if checks >= 3 {
            themes.insert(Theme::KingHunt);
        }
        themes
    }

    /// Adds the themes of the mate on `board`, after `mv`.
    fn add_mate(&mut self, board: &Board, mv: Move) {
        let color = board.turn();
        let king = board.king(color);
        let beside = attacks::king_attacks(king);
        let own = board.pieces().by_color(color);
        let Some(checker) = board.checkers().single_square() else { return };
        let role = board.piece_at(checker).map(|piece| piece.role);
        if matches!(mv, Move::Drop { .. }) {
            self.insert(Theme::DropMate);
        }
        if beside.contains(checker) {
            self.insert(Theme::ContactMate);
        }
        if role == Some(Role::Knight) && (beside & !own).is_empty() {
            self.insert(Theme::Smothered);
        }
        let first_rank = color.backrank();
        if king.rank() == first_rank
            && checker.rank() == first_rank
            && matches!(role, Some(Role::Rook | Role::Queen))
        {
            self.insert(Theme::BackRank);
        }
    }

    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Adds the themes of the mates, captures and joint wins among `findings`.
pub(super) fn add(context: &mut Context<'_>, findings: &mut [Finding]) {
    for finding in findings {
        let themes = themes_of(context, finding);
        finding.themes = finding.themes.union(themes);
    }
}

fn themes_of(context: &mut Context<'_>, finding: &Finding) -> Themes {
    use FindingKind::{
        CaptureMade, CaptureMissed, DefenceFound, DefenceMissed, Estimate, JointMade, JointMissed,
        JointSpoiled, MateFound, MateMissed, PieceLost, Sit, Think,
    };
    let attacker = finding.attacker();
    let mut position = context.played.position_after(finding.from);
    let line = match finding.kind {
        MateFound | MateMissed => {
            let mate = Mate { moves: finding.length, first: finding.first.clone() };
            mate_line(context.solver, &position, attacker, mate)
        }
        CaptureMade | CaptureMissed => {
            let Some(role) = finding.piece else { return Themes::NONE };
            position.lend(attacker, role);
            let mate = context.solver.mate_of(&position, attacker);
            let Some(mate) = mate else { return Themes::NONE };
            mate_line(context.solver, &position, attacker, mate)
        }
        JointMade | JointMissed | JointSpoiled => {
            let tactics = &context.tactics.moments[finding.from][attacker.board()];
            let Some(joint) = &tactics.joint else { return Themes::NONE };
            joint_line(context.solver, &position, attacker, joint, &tactics.wanted)
        }
        PieceLost | Sit | Think | DefenceFound | DefenceMissed | Estimate => return Themes::NONE,
    };
    Themes::of_line(&position, attacker, &line)
}
