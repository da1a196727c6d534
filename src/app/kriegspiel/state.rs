//! [`GameState`]: the view state of a game of Kriegspiel.

use super::{
    BeliefStatus, GameViews, HeardRow, PlanMoment, PlayerBelief, PlyEntry, ProblemState, Side, Step,
};
use crate::{
    app::JobKind,
    diagram::Mark,
    document::GameDocument,
    file::Span,
    kriegspiel::{Hearing, notation::PlyNotes},
    rules::{BoardId, Color, Role, Square},
};
use std::cell::OnceCell;

/// The view state of a game: its views, the current step, and the user's input.
#[derive(Clone, Debug)]
pub struct GameState {
    pub document: GameDocument,
    pub views: GameViews,
    pub moment_view: GameMomentView,
    /// The belief of Black, then of White: the positions that the player must consider possible. `None` until the
    /// calculation starts.
    pub beliefs: [Option<PlayerBelief>; 2],
    /// The kind of piece in the heat map; `None` for all kinds.
    pub heat_kind: Option<Role>,
    pub problem: ProblemState,
    /// Whether the user records the game.
    pub is_entering: bool,
    pub form: GameForm,
}

/// What the user types in the panels of a game.
#[derive(Clone, Debug, Default)]
pub struct GameForm {
    /// The ply being entered while the user records the game.
    pub entry: PlyEntry,
    /// The typed try of a problem.
    pub typed_try: String,
    /// The error in the typed try; empty without an error.
    pub try_error: String,
}

/// The current view and step, with state that navigation resets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameMomentView {
    pub side: Side,
    pub step: Step,
    /// The highlighted span in the text; `None` highlights the last ply.
    pub highlight: Option<Span>,
    /// Arrows and circles on the board.
    pub marks: Vec<(BoardId, Mark)>,
    /// The square of the held piece.
    pub picked: Option<Square>,
    pub pending_promotion: Option<(Square, Square)>,
    /// A try of a plan, shown in place of the end of the game.
    pub plan: Option<PlanMoment>,
    /// The text of the game up to this step, as the player heard it. Computed when the text is first shown.
    pub(super) heard_text: OnceCell<String>,
}

impl GameMomentView {
    /// Creates the state of `step` in the view of `side`, without marks or tries.
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
    /// Creates the view state of `document`, in the referee's view if the file has that view. A problem begins at the
    /// end of the game, other games at the start.
    pub fn of(document: GameDocument) -> Self {
        let views = GameViews::of(&document);
        let side = views.side_or_own(Side::Referee);
        let is_problem = document.game().question.is_some();
        let first_plies = if is_problem { views.steps.plies() } else { 0 };
        Self {
            views,
            moment_view: GameMomentView::at(side, Step::after(first_plies)),
            beliefs: [None, None],
            heat_kind: None,
            problem: ProblemState::default(),
            is_entering: false,
            form: GameForm::default(),
            document,
        }
    }

    /// Returns the view state after the game was edited to `document`, at the same step or the nearest remaining one.
    /// Beliefs stay if the announcements are unchanged.
    #[must_use]
    pub fn changed(self, document: GameDocument) -> Self {
        if self.document.text() == document.text() {
            return Self { document, ..self };
        }
        let views = GameViews::of(&document);
        let is_same_hearing = [Color::Black, Color::White].map(|seat| {
            let now = views.seat(seat).map(|view| without_notes(&view.hearing));
            let belief = self.beliefs[seat as usize].as_ref();
            belief.is_none_or(|belief| now.as_ref() == Some(&*belief.hearing))
        });
        let [black, white] = self.beliefs;
        let all_same = is_same_hearing == [true, true];
        let mut form = if all_same { self.form } else { GameForm::default() };
        // Edits of notes leave the steps unchanged, and keep the ply being entered.
        if self.views.steps != views.steps {
            form.entry = PlyEntry::default();
        }
        let side = views.side_or_own(self.moment_view.side);
        let step = views.steps_of(side).nearest(self.moment_view.step);
        Self {
            moment_view: GameMomentView::at(side, step),
            beliefs: [black.filter(|_| is_same_hearing[0]), white.filter(|_| is_same_hearing[1])],
            heat_kind: self.heat_kind,
            is_entering: self.is_entering,
            form,
            // Tries and searches of the problem are obsolete if the announcements have changed.
            problem: if all_same { self.problem } else { ProblemState::default() },
            views,
            document,
        }
    }

    /// Returns the kinds of jobs whose results the game is waiting for.
    pub(in crate::app) fn pending_jobs(&self) -> Vec<JobKind> {
        let works = |belief: &&PlayerBelief| matches!(belief.end, BeliefStatus::Working);
        let belief = self.beliefs.iter().flatten().filter(works);
        let belief = belief.map(|belief| JobKind::CalculateBelief(belief.hearing.seat));
        let ProblemState { trial, search, .. } = &self.problem;
        let trial = trial.as_ref().filter(|it| it.belief.is_some() && it.answers.is_none());
        let search = search.as_ref().filter(|it| it.belief.is_some() && it.solved.is_none());
        belief.chain(trial.map(|_| JobKind::TryMove)).chain(search.map(|_| JobKind::Plan)).collect()
    }

    /// Forgets the unfinished work of jobs. The search for a plan starts again later.
    pub(in crate::app) fn suspend(&mut self) {
        for belief in &mut self.beliefs {
            belief.take_if(|belief| matches!(belief.end, BeliefStatus::Working));
        }
        self.problem.trial.take_if(|trial| trial.answers.is_none());
        if let Some(search) = &mut self.problem.search
            && search.solved.is_none()
        {
            // It starts again once the game is shown.
            search.belief = None;
        }
    }

    /// Returns the belief of the player whose view is shown, if its calculation has started.
    pub fn belief(&self) -> Option<&PlayerBelief> {
        self.beliefs[self.moment_view.side.color()? as usize].as_ref()
    }

    /// Returns the announcements in the current view.
    pub fn rows(&self) -> &[HeardRow] {
        self.views.rows(self.moment_view.side).unwrap_or_default()
    }

    /// Returns the announcements that are shown. In a player's view, these end at the current step.
    pub fn heard_rows(&self) -> &[HeardRow] {
        let rows = self.rows();
        match self.moment_view.side {
            Side::Referee => rows,
            Side::Seat(_) => &rows[..rows.partition_point(|row| row.from <= self.moment_view.step)],
        }
    }

    /// Returns the result of the game; empty while the result is hidden, and if the game is undecided.
    pub fn visible_result(&self) -> &str {
        if self.hides_result() { "" } else { &self.views.header.result }
    }

    /// Returns whether the result is hidden: in a player's view before the end of the game.
    pub fn hides_result(&self) -> bool {
        self.moment_view.side != Side::Referee && self.heard_rows().len() < self.rows().len()
    }

    /// Goes to `step`, or to the nearest existing step.
    pub(in crate::app) fn go_to(&mut self, step: Step) {
        self.moment_view = GameMomentView::at(self.moment_view.side, self.steps().nearest(step));
    }
}

/// Returns `hearing` without the notes on its plies.
pub(super) fn without_notes(hearing: &Hearing) -> Hearing {
    let mut hearing = hearing.clone();
    for heard in &mut hearing.plies {
        heard.notes = PlyNotes::default();
    }
    hearing
}
