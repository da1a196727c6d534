//! [`Task`]: the question of a puzzle, with its answers.

use super::solution::may_check_first;
use crate::{
    analysis::tactics::{BoardTactics, ExtraPiece, Joint, Mate, Solver},
    rules::{Move, Position, Reserve, Role, Seat, role_name},
    text::capital,
};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// Mate by force.
    Mate(Mate),
    /// Name the least valuable piece with which the seat mates, then mate. Without a further piece the seat has no mate.
    /// The list holds all pieces that mate.
    Need(Vec<ExtraPiece>),
    /// Name the least valuable piece that the partner must not lose. The list holds the fatal pieces: with one of them,
    /// the opponent would mate after every move of the seat.
    Keep(Vec<ExtraPiece>),
    /// Move or sit? The seat should move, since it has this mate.
    Move(Mate),
    /// Move or sit? The seat should sit, since the team has this joint win. The partner then plays the first move of
    /// the win. The list holds the pieces with which the seat would mate.
    Sit(Joint, Vec<ExtraPiece>),
    /// As [`Self::Sit`], but the question gives away that the seat sits, and asks for the partner's moves.
    Deliver(Joint, Vec<ExtraPiece>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Mate in n.
    Mate,
    /// Which is the least valuable extra piece that forces mate?
    WhichPiece,
    /// Which is the least valuable piece that the partner must not lose?
    MustNotLose,
    /// Move or sit? The seat has a mate, or the partner wins the missing piece by force.
    MoveOrSit,
    /// The seat sits. How does the partner win the missing piece?
    JointWin,
}

impl Kind {
    /// All kinds, in the order of menus.
    pub const ALL: [Self; 5] =
        [Self::Mate, Self::WhichPiece, Self::MustNotLose, Self::MoveOrSit, Self::JointWin];

    /// Returns the word for the kind in files and on the command line, such as `which-piece`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::WhichPiece => "which-piece",
            Self::MustNotLose => "must-not-lose",
            Self::MoveOrSit => "move-or-sit",
            Self::JointWin => "joint-win",
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Mate => "Mate",
            Self::WhichPiece => "Which piece?",
            Self::MustNotLose => "Must not lose",
            Self::MoveOrSit => "Move or sit?",
            Self::JointWin => "Joint win",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.word())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown kind of puzzle {0}; use mate, which-piece, must-not-lose, move-or-sit or joint-win"
)]
pub struct UnknownKind(String);

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(word: &str) -> Result<Self, UnknownKind> {
        let kind = Self::ALL.into_iter().find(|kind| kind.word() == word);
        kind.ok_or_else(|| UnknownKind(word.to_owned()))
    }
}

impl Task {
    /// Returns the tasks of `seat`, which is to move in `position`; `tactics` are those of its board. With a joint win,
    /// omits the question which piece mates, since that question would give away half of the answer. Never asks "Move or
    /// sit?", which is fair only where both answers occur.
    pub(super) fn tasks_of(
        tactics: &BoardTactics,
        position: &Position,
        seat: Seat,
        solver: &mut Solver,
    ) -> Vec<Self> {
        let mut tasks = Vec::new();
        tasks.extend(tactics.mate.clone().map(Self::Mate));
        let must_sit = tactics.joint.is_some() && !may_check_first(position, seat, solver);
        if let (Some(joint), true) = (&tactics.joint, must_sit) {
            tasks.push(Self::Deliver(joint.clone(), tactics.wanted.clone()));
        } else if !tactics.wanted.is_empty() {
            tasks.push(Self::Need(tactics.wanted.clone()));
        }
        if !tactics.fatal.is_empty() {
            tasks.push(Self::Keep(tactics.fatal.clone()));
        }
        tasks
    }

    pub const fn kind(&self) -> Kind {
        match self {
            Self::Mate(_) => Kind::Mate,
            Self::Need(_) => Kind::WhichPiece,
            Self::Keep(_) => Kind::MustNotLose,
            Self::Move(_) | Self::Sit(..) => Kind::MoveOrSit,
            Self::Deliver(..) => Kind::JointWin,
        }
    }

    /// Returns whether the question is "Move or sit?".
    pub const fn asks_whether_to_sit(&self) -> bool {
        matches!(self, Self::Move(_) | Self::Sit(..))
    }

    /// Returns whether a joint win by sitting is asked for, or may be the answer.
    pub const fn is_about_sitting(&self) -> bool {
        matches!(self, Self::Move(_) | Self::Sit(..) | Self::Deliver(..))
    }

    /// Returns the same joint win with the question "Move or sit?", or the same mate with that question. Other tasks
    /// stay as they are.
    pub(super) fn asking_whether_to_sit(self) -> Self {
        match self {
            Self::Mate(mate) => Self::Move(mate),
            Self::Deliver(joint, wanted) => Self::Sit(joint, wanted),
            other => other,
        }
    }

    /// Returns the pieces that mate, with their mates; none if the question is not about a piece.
    pub fn pieces(&self) -> &[ExtraPiece] {
        match self {
            Self::Need(pieces) | Self::Keep(pieces) => pieces,
            Self::Mate(_) | Self::Move(_) | Self::Sit(..) | Self::Deliver(..) => &[],
        }
    }

    /// Returns the pieces that answer the question: the least valuable ones of [`Self::pieces`]. A knight and a bishop
    /// have the same value.
    pub fn answers(&self) -> impl Iterator<Item = &ExtraPiece> {
        let least = self.pieces().iter().map(|more| value(more.role)).min();
        self.pieces().iter().filter(move |more| Some(value(more.role)) == least)
    }

    /// Returns whether the question is about a piece, and a guess answers it: only a queen does, or two pieces do.
    pub(super) fn is_guessable(&self) -> bool {
        let answers: Vec<Role> = self.answers().map(|more| more.role).collect();
        answers == [Role::Queen] || answers.len() > 1
    }

    /// Returns the mate of the task. If the question is about a piece, returns the mate with the piece `named`. Returns
    /// `None` for a joint win, and if no piece or a wrong piece is named.
    pub fn mate(&self, named: Option<Role>) -> Option<&Mate> {
        match self {
            Self::Mate(mate) | Self::Move(mate) => Some(mate),
            Self::Need(pieces) | Self::Keep(pieces) => mate_with(pieces, named?),
            Self::Sit(..) | Self::Deliver(..) => None,
        }
    }

    /// Returns the piece that answers the question, or `None` if the question is not about a piece. Of two, returns the
    /// one with the shorter mate.
    pub fn best_piece(&self) -> Option<&ExtraPiece> {
        self.answers().min_by_key(|more| more.mate.moves)
    }

    /// Returns the number of moves to mate. In a joint win, the partner's moves count too.
    pub fn length(&self) -> u8 {
        match self {
            Self::Mate(mate) | Self::Move(mate) => mate.moves,
            Self::Need(_) | Self::Keep(_) => self.best_piece().map_or(0, |more| more.mate.moves),
            Self::Sit(joint, _) | Self::Deliver(joint, _) => {
                joint.moves.saturating_add(joint.mate.unwrap_or(0))
            }
        }
    }

    /// Returns the moves that begin the solution; for a question about a piece, those with any piece that answers it.
    fn first_moves(&self) -> impl Iterator<Item = &Move> {
        let mates: &[Move] = match self {
            Self::Mate(mate) | Self::Move(mate) => &mate.first,
            Self::Sit(joint, _) | Self::Deliver(joint, _) => &joint.first,
            Self::Need(_) | Self::Keep(_) => &[],
        };
        mates.iter().chain(self.pieces().iter().flat_map(|more| &more.mate.first))
    }

    /// Returns whether both tasks are about the same combination: they share a first move, or ask for the same fatal piece.
    pub(super) fn shares_combination(&self, other: &Self) -> bool {
        if let (Self::Keep(pieces), Self::Keep(others)) = (self, other) {
            return pieces.iter().any(|more| mate_with(others, more.role).is_some());
        }
        let theirs: Vec<&Move> = other.first_moves().collect();
        self.first_moves().any(|mv| theirs.contains(&mv))
    }

    /// Returns the answers among which the solver chooses first, in the order of buttons; none if the answer is a move.
    pub fn choices(&self) -> Vec<String> {
        match self {
            Self::Move(_) | Self::Sit(..) => vec!["Move".to_owned(), "Sit".to_owned()],
            Self::Need(_) | Self::Keep(_) => {
                Reserve::ROLES.iter().map(|role| capital(role_name(*role))).collect()
            }
            Self::Mate(_) | Self::Deliver(..) => Vec::new(),
        }
    }

    pub fn question(&self) -> String {
        match self {
            Self::Mate(mate) => format!("Mate in {}.", mate.moves),
            Self::Need(_) => "Which is the least valuable extra piece that forces mate?".to_owned(),
            Self::Keep(_) => "Which is the least valuable piece that would lose the match if your \
                              partner gave it away?"
                .to_owned(),
            Self::Move(_) | Self::Sit(..) => SIT_QUESTION.to_owned(),
            Self::Deliver(..) => "You sit. What does your partner play to win for both?".to_owned(),
        }
    }
}

/// The question whether to sit, with its rule.
pub const SIT_QUESTION: &str = "Move or sit? Move if you can force mate now; sit if your partner wins by force, with a \
                                mate or a piece with which you mate.";

/// Returns the usual value of a piece in pawns.
pub(super) const fn value(role: Role) -> u8 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => u8::MAX,
    }
}

pub(super) fn mate_with(pieces: &[ExtraPiece], role: Role) -> Option<&Mate> {
    let more = pieces.iter().find(|more| more.role == role)?;
    Some(&more.mate)
}
