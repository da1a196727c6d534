//! [`GameState`]: a game of Kriegspiel as it is shown, with what belongs to the place that is shown of it.

use super::{GameViews, HeardRow, Known, PlanMoment, PlyEntry, ProblemState, Side, Step, Tried};
use crate::{
    diagram::Mark,
    document::GameDocument,
    file::Span,
    kriegspiel::{Hearing, notation::PlyNotes},
    rules::{BoardId, Color, Role, Square},
};

/// A game with its rows from every side, and where in it one stands.
#[derive(Clone, Debug)]
pub struct GameState {
    /// The record.
    pub document: GameDocument,
    /// What is shown of it from each side.
    pub views: GameViews,
    /// The place that is shown.
    pub shown: GameShown,
    /// What each player can know, Black first, as far as it has been asked for.
    pub known: [Option<Known>; 2],
    /// The kind of piece whose chances are shown; any, where none is named.
    pub heat_kind: Option<Role>,
    /// What has been done about the problem.
    pub problem: ProblemState,
    /// The ply that is being entered; none where plies are not.
    pub entry: Option<PlyEntry>,
}

/// A place in a game and the side that it is seen from, with what belongs to it and is gone when another one is
/// shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameShown {
    /// From whose side.
    pub side: Side,
    /// Where.
    pub step: Step,
    /// What is lit in the text; the ply before the place where nothing is.
    pub lit: Option<Span>,
    /// Arrows and circles on the board.
    pub marks: Vec<(BoardId, Mark)>,
    /// The square of the piece that was taken in hand.
    pub picked: Option<Square>,
    /// A pawn that was tried to the last rank and must say what it becomes.
    pub promoting: Option<Tried>,
    /// A try of a plan that is shown in place of the end of the game.
    pub plan: Option<PlanMoment>,
}

impl GameShown {
    /// `step` as it is seen from `side`, with nothing drawn or tried.
    #[must_use]
    pub fn at(side: Side, step: Step) -> Self {
        Self { side, step, ..Self::default() }
    }
}

impl AsRef<GameDocument> for GameState {
    fn as_ref(&self) -> &GameDocument {
        &self.document
    }
}

impl GameState {
    /// The game of `document` from its start, a problem from where it asks, and from the side that its file has.
    #[must_use]
    pub fn of(document: GameDocument) -> Self {
        let views = GameViews::of(&document);
        let side = views.side_or_own(Side::Referee);
        let asks = document.game().asked.is_some();
        let begins = if asks { views.steps.plies() } else { 0 };
        Self {
            views,
            shown: GameShown::at(side, Step::after(begins)),
            known: [None, None],
            heat_kind: None,
            problem: ProblemState::default(),
            entry: None,
            document,
        }
    }

    /// The same game with the bytes of `document`: one stands where one stood, if that is still there, and what was
    /// known stays as long as the same was heard.
    #[must_use]
    pub fn changed(self, document: GameDocument) -> Self {
        if self.document.text() == document.text() {
            return Self { document, ..self };
        }
        let views = GameViews::of(&document);
        let same = [Color::Black, Color::White].map(|seat| {
            let now = views.seat(seat).map(|view| bare(&view.hearing));
            let known = self.known[seat as usize].as_ref();
            known.is_none_or(|known| now.as_ref() == Some(known.hearing()))
        });
        let [black, white] = self.known;
        let all = same == [true, true];
        Self {
            shown: GameShown::at(
                views.side_or_own(self.shown.side),
                views.steps.nearest(self.shown.step),
            ),
            known: [black.filter(|_| same[0]), white.filter(|_| same[1])],
            heat_kind: self.heat_kind,
            // What was typed of the next ply stays where only notes are others.
            entry: match self.views.steps == views.steps {
                true => self.entry,
                false => self.entry.map(|_| PlyEntry::default()),
            },
            // What was tried and searched belongs to the game before.
            problem: if all { self.problem } else { ProblemState::default() },
            views,
            document,
        }
    }

    /// What the player whose side is shown can know, as far as it has been worked out.
    #[must_use]
    pub fn known(&self) -> Option<&Known> {
        match self.shown.side {
            Side::Seat(seat) => self.known[seat as usize].as_ref(),
            Side::Referee => None,
        }
    }

    /// What was heard, from the side from which the game is shown.
    #[must_use]
    pub fn rows(&self) -> &[HeardRow] {
        self.views.rows(self.shown.side).unwrap_or_default()
    }

    /// Goes to `step`, or the nearest that there is.
    pub(in crate::app) fn go_to(&mut self, step: Step) {
        self.shown = GameShown::at(self.shown.side, self.views.steps.nearest(step));
    }

    /// Shows a try of a plan in place of the end of the game; the game again where there is none.
    pub(in crate::app) fn go_to_plan(&mut self, plan: Option<PlanMoment>) {
        self.shown = GameShown { plan, ..GameShown::at(self.shown.side, self.shown.step) };
    }
}

/// What was heard, without what a person wrote of it.
pub(super) fn bare(hearing: &Hearing) -> Hearing {
    let mut hearing = hearing.clone();
    for heard in &mut hearing.plies {
        heard.notes = PlyNotes::default();
    }
    hearing
}
