//! [`MatchState`]: the view state of a match.

use crate::{
    app::{
        Analysis, Header, HeldPiece, JobKind, MatchEvaluation, MatchReview, MoveList, Playing,
        Promotion, Track,
    },
    diagram::Mark,
    document::{Document, Folding, VariationListing},
    file::Span,
    notation::GameResult,
    replay::{Choice, Flow, Point, VariationPath, VariationPlace},
    rules::{BoardId, Move, Position},
    text::sentence,
    timeline::{Moment, Playhead, PlayheadCommand},
};

/// The view state of a match: the rows of its panels and the current point.
#[derive(Clone, Debug)]
pub struct MatchState {
    pub document: Document,
    /// Players, event, result.
    pub header: Header,
    pub moves: MoveList,
    pub track: Track,
    pub flow: Flow,
    pub analysis: Analysis,
    pub evaluations: MatchEvaluation,
    pub review: MatchReview,
    pub playing: Playing,
    pub moment_view: MomentView,
    /// Steps with `Shift` stay on this board. `None` stands for the board of the last ply.
    pub board: Option<BoardId>,
    /// The variations that are folded in the move list.
    pub folding: Folding,
    /// The number of times that variations were folded or unfolded since the last change of the record.
    pub folds: u64,
}

/// The current moment, with state that navigation resets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MomentView {
    pub playhead: Playhead,
    /// The highlighted span in the text; `None` highlights the last ply.
    pub highlight: Option<Span>,
    /// Arrows and circles in a puzzle. The marks of a match are in its record.
    pub marks: Vec<(BoardId, Mark)>,
    /// The move being made, and the current variation.
    pub attempt: Attempt,
    /// The index of the selected next ply; 0 is the continuation of the match or variation.
    pub choice: usize,
    /// Whether the review shows the mistake in the next ply, so that notes are about that ply.
    pub shows_mistake: bool,
    /// Whether the ply before the current moment was inserted, so that the next recorded move is inserted as well.
    pub inserts: bool,
}

/// The unfinished move on the boards, and the current point in a variation. The record stores neither.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attempt {
    /// The piece that was picked up from a board or a reserve and is not yet put down.
    pub hand: Option<HeldPiece>,
    pub promotion: Option<Promotion>,
    /// The current point in a variation, shown instead of the match.
    pub variation: Option<VariationPlace>,
}

impl MomentView {
    /// Creates the state at `playhead`, without marks, unfinished moves or a variation.
    pub fn at(playhead: Playhead) -> Self {
        Self { playhead, ..Self::default() }
    }

    /// Creates the state at `place` in a variation that branches off at `playhead`.
    fn in_variation(playhead: Playhead, place: VariationPlace) -> Self {
        let attempt = Attempt { variation: Some(place), ..Attempt::default() };
        Self { attempt, ..Self::at(playhead) }
    }
}

impl AsRef<Document> for MatchState {
    fn as_ref(&self) -> &Document {
        &self.document
    }
}

impl MatchState {
    pub fn of(document: Document, playhead: Playhead) -> Self {
        Self {
            header: Header::for_window(&document),
            moves: MoveList::with(&document, VariationListing::AsRows(&Folding::default())),
            track: Track::of(&document),
            flow: Flow::of(document.played()),
            analysis: Analysis::default(),
            evaluations: MatchEvaluation::default(),
            review: MatchReview::default(),
            playing: Playing::default(),
            moment_view: MomentView::at(playhead),
            board: None,
            folding: Folding::default(),
            folds: 0,
            document,
        }
    }

    /// Returns whether the starting position cannot be read, so that nothing can be said about positions.
    pub const fn has_unreadable_start(&self) -> bool {
        self.document.played().unreadable_start().is_some()
    }

    /// Returns whether the match has estimates of the win probability, or a review was started.
    pub const fn has_estimates(&self) -> bool {
        !self.evaluations.scores.moments.is_empty() || self.review.is_started()
    }

    pub fn is_at_end(&self) -> bool {
        self.moment_view.playhead.moment() >= self.track.ticks.len()
    }

    /// Returns the result and its reason, or why the replay stops before the last written move.
    pub fn end_text(&self) -> String {
        match self.document.played().stop() {
            Some(problem) => sentence(&problem.to_string()),
            None => self.header.result.clone(),
        }
    }

    /// Returns whether the match or the current variation is over at the current `position`. A match is over at its
    /// last ply if the record has a decided result, a mate or a reason for the end. A variation is over only by mate.
    pub fn is_over(&self, position: &Position) -> bool {
        if self.moment_view.attempt.variation.is_some() {
            return position.mated().is_some();
        }
        let ending = &self.document.played().ending;
        let is_decided = ending.result.is_some_and(GameResult::is_decided)
            || ending.mated.is_some()
            || ending.cause.is_some();
        self.is_at_end() && is_decided
    }

    /// Returns the kinds of jobs whose results the match is waiting for.
    pub(in crate::app) fn pending_jobs(&self) -> Vec<JobKind> {
        let jobs = [
            (JobKind::Analyse, self.analysis.is_running()),
            (JobKind::AnalysePosition, self.analysis.is_analysing_position()),
            (JobKind::Score, self.evaluations.is_started()),
            (JobKind::Review, self.review.is_started()),
            (JobKind::Reply, self.playing.is_on()),
        ];
        jobs.into_iter().filter(|(_, is_pending)| *is_pending).map(|(kind, _)| kind).collect()
    }

    /// Pauses the playback, puts back a held piece, and forgets the unfinished work of jobs.
    pub(in crate::app) fn suspend(&mut self, is_scoring: bool) {
        self.run(PlayheadCommand::Pause);
        self.moment_view.attempt.hand = None;
        self.moment_view.attempt.promotion = None;
        if self.analysis.is_running() {
            self.analysis = Analysis::default();
        }
        self.analysis.forget_position();
        if is_scoring {
            self.evaluations = MatchEvaluation::default();
        }
        if !self.review.is_complete() {
            self.review = MatchReview::default();
        }
        self.playing = Playing::default();
    }

    /// Returns the view state after the match was edited to `document`. Keeps the playhead. Keeps foldings and the
    /// current variation if their variations still exist. Drops a held piece and a pending promotion.
    #[must_use]
    pub fn changed(self, document: Document) -> Self {
        if self.document.text() == document.text() {
            return Self { document, ..self };
        }
        let MomentView { mut playhead, attempt, shows_mistake, .. } = self.moment_view;
        let corresponding =
            |place: &VariationPlace| document.corresponding_place(&self.document, place);
        let variation = attempt.variation.as_ref().and_then(corresponding);
        if variation.is_none() && attempt.variation.is_some() {
            playhead.leave_variation();
        }
        let paths = self.folding.toggled.into_iter();
        let toggled = paths.filter_map(|path| Some(corresponding(&path.after(1))?.path)).collect();
        let folding = Folding { all: self.folding.all, toggled };
        let review = self.review.changed(&document);
        let has_next = playhead.moment() < document.played().plies.len();
        let mut changed = Self {
            board: self.board,
            analysis: self.analysis.changed(&document),
            evaluations: self.evaluations.changed(document.played()),
            playing: self.playing,
            moment_view: MomentView {
                shows_mistake: shows_mistake && has_next,
                attempt: Attempt { variation, ..Attempt::default() },
                ..MomentView::at(playhead)
            },
            review,
            ..Self::of(document, playhead)
        };
        if folding != changed.folding {
            changed.folding = folding;
            changed.rebuild_rows();
        }
        changed
    }

    /// Returns the current point in the match or a variation.
    pub fn point(&self) -> Point {
        match &self.moment_view.attempt.variation {
            Some(place) => Point::Variation(place.clone()),
            None => Point::Match(self.moment_view.playhead.moment()),
        }
    }

    /// Returns the moment after the ply that notes are about: the mistake that the review shows, or else the current ply.
    pub const fn noted_moment(&self) -> Moment {
        self.moment_view.playhead.moment() + self.moment_view.shows_mistake as usize
    }

    fn rebuild_rows(&mut self) {
        self.folds += 1;
        self.moves = MoveList::with(&self.document, VariationListing::AsRows(&self.folding));
    }

    /// If `unfold`, unfolds the variation at `path` together with its parents. Otherwise folds the variation.
    pub(in crate::app) fn fold(&mut self, path: &VariationPath, unfold: bool) {
        if unfold && let Some((parent, _)) = path.parent() {
            self.fold(&parent, true);
        }
        if self.moves.is_unfolded(path) != unfold {
            self.folding.toggle(path.clone());
            self.rebuild_rows();
        }
    }

    /// Unfolds or folds all variations, depending on `unfold`.
    pub(in crate::app) fn fold_all(&mut self, unfold: bool) {
        self.folding = Folding { all: Some(unfold), ..Folding::default() };
        self.rebuild_rows();
    }

    /// Returns the possible next plies: the continuation of the match or variation first, then the first plies of
    /// variations.
    pub fn choices(&self) -> Vec<Choice> {
        self.document.variations().choices(self.document.played(), &self.point())
    }

    /// Returns the last move on `board` in the current variation, including its parent variations; `None` if there is
    /// none.
    pub fn last_in_variation(&self, board: BoardId) -> Option<Move> {
        let place = self.moment_view.attempt.variation.as_ref()?;
        let plies = self.document.variations().plies_to(place);
        let last = plies.iter().rfind(|ply| ply.ply.seat.board() == board);
        last.map(|ply| ply.ply.mv)
    }

    /// Returns the current position of both boards, in the match or a variation.
    pub fn position(&self) -> Position {
        let variations = self.document.variations();
        variations.position(self.document.played(), &self.point())
    }

    /// Runs `command` on the playhead. In a variation, [`PlayheadCommand::Toggle`] plays or pauses the variation instead. Any
    /// other command that navigates or starts playback drops an unfinished move and leaves the variation.
    pub(in crate::app) fn run(&mut self, command: PlayheadCommand) {
        if command == PlayheadCommand::Toggle && self.toggle_variation() {
            return;
        }
        self.moment_view.playhead.run(command, self.document.timeline());
        let stays = match command {
            PlayheadCommand::Pause
            | PlayheadCommand::Faster
            | PlayheadCommand::Slower
            | PlayheadCommand::Speed(_)
            | PlayheadCommand::SkipWaits(_)
            | PlayheadCommand::Loop => true,
            PlayheadCommand::Toggle => !self.moment_view.playhead.is_playing(),
            _ => false,
        };
        if !stays {
            self.moment_view = MomentView::at(self.moment_view.playhead);
        }
    }

    /// Goes to `point`, which must exist.
    pub(in crate::app) fn go_to(&mut self, point: Point) {
        match point {
            Point::Match(moment) => self.run(PlayheadCommand::GoTo(moment)),
            Point::Variation(place) => {
                let branches_off_at = self.document.variations().branches_off_at(&place.path);
                let remaining_plies = self.plies_after(&place);
                let mut playhead = self.moment_view.playhead;
                playhead.enter_variation(
                    branches_off_at,
                    remaining_plies,
                    self.document.timeline(),
                );
                self.moment_view = MomentView::in_variation(playhead, place);
            }
        }
    }

    /// Leaves the current variation, if any, and goes to the moment where the variation branches off.
    fn leave_variation(&mut self) {
        if self.moment_view.attempt.variation.is_some() {
            let mut playhead = self.moment_view.playhead;
            playhead.leave_variation();
            self.moment_view = MomentView::at(playhead);
        }
    }

    /// Puts down the held piece, or cancels a promotion. Without either, leaves the current variation.
    pub(in crate::app) fn put_back(&mut self) {
        let attempt = &mut self.moment_view.attempt;
        let (hand, promotion) = (attempt.hand.take(), attempt.promotion.take());
        if hand.is_none() && promotion.is_none() {
            self.leave_variation();
        }
    }

    /// Plays or pauses the current variation. Returns `false` outside variations.
    fn toggle_variation(&mut self) -> bool {
        let Some(mut place) = self.moment_view.attempt.variation.clone() else { return false };
        let mut playhead = self.moment_view.playhead;
        if playhead.is_playing() {
            self.moment_view.playhead.run(PlayheadCommand::Pause, self.document.timeline());
            return true;
        }
        if self.plies_after(&place) == 0 {
            // Playing at the end of a variation restarts the variation from its first ply.
            place = place.path.after(1);
        }
        playhead.play_variation(self.plies_after(&place));
        self.moment_view = MomentView::in_variation(playhead, place);
        true
    }

    /// Returns the number of plies after `place` in its variation.
    fn plies_after(&self, place: &VariationPlace) -> usize {
        let variation = self.document.variations().get(&place.path);
        variation.map_or(0, |it| it.plies.len().saturating_sub(place.plies))
    }

    /// Advances playback by `dt_s` seconds. When a ply is played, resets the view state of the moment, except for a
    /// held piece, which may still have legal moves.
    pub(in crate::app) fn advance(&mut self, dt_s: f32) {
        let (before, hand) = (self.moment_view.playhead.moment(), self.moment_view.attempt.hand);
        self.moment_view = match self.moment_view.attempt.variation.clone() {
            Some(mut place) => {
                let remaining_plies = self.plies_after(&place);
                let playhead = &mut self.moment_view.playhead;
                let played = playhead.advance_variation(dt_s, remaining_plies);
                if played == 0 {
                    return;
                }
                place.plies += played;
                MomentView::in_variation(*playhead, place)
            }
            None => {
                self.moment_view.playhead.advance(dt_s, self.document.timeline());
                if self.moment_view.playhead.moment() == before {
                    return;
                }
                MomentView::at(self.moment_view.playhead)
            }
        };
        self.moment_view.attempt.hand = hand;
    }
}
