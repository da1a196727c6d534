//! [`Session`]: the state shared by the features: the open file, the open record, and the notices.

mod field;
mod file;
mod notices;
mod save;
mod storage;

pub use field::Field;
pub use file::{Arrival, FileSession, Filter, Library, LoadState, RecordSession};
pub(in crate::app) use file::{ReadRequest, UnsavedRevision};
pub(in crate::app) use notices::short_path;
pub use notices::{Notice, Notices, Offer};
pub use save::{Save, SaveAs, SaveTarget};
pub use storage::Storage;

use super::{
    Attempt, Charts, Composer, Draft, GameState, IssueRow, JobKind, JobStatuses, MatchRow,
    MatchState, PuzzleState, Puzzles, Round, Shell, Step, Tabs,
};
use crate::{
    analysis::puzzles::Puzzle,
    archive::RecordId,
    diagram::Mark,
    document::{self, Document},
    file::Span,
    kriegspiel::Notation,
    replay::Point,
    rules::{BoardId, Position, Seat},
    settings::Settings,
    timeline::{Moment, Playhead, PlayheadCommand, Timeline},
};

/// The state visible to every feature: settings, window frame, open file, open record, and puzzles.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// The settings, stored between sessions.
    pub settings: Settings,
    pub shell: Shell,
    pub library: Library,
    /// The board on which Kriegspiel problems are composed.
    pub composer: Composer,
    /// The puzzles that replace the match on the boards.
    pub puzzles: Puzzles,
    pub open: Option<Open>,
    /// The hidden tabs.
    pub tabs: Tabs,
    /// The latest revision of a record in this session. No two records have the same revision.
    pub(in crate::app) last_revision: u64,
    /// The progress and errors of jobs.
    pub jobs: JobStatuses,
    /// The kinds of the jobs to cancel after the current action.
    pub(in crate::app) cancelled: Vec<JobKind>,
}

/// The open record with its view state and its issues.
#[derive(Clone, Debug)]
pub struct Open {
    pub content: Content,
    pub issues: Vec<IssueRow>,
    /// Identifies the record and its bytes within the session; invalidates cached layouts.
    revision: u64,
}

/// A record with its view state: a match on two boards, or a game of Kriegspiel.
pub type Content = document::Content<MatchState, GameState>;

impl Open {
    /// Prepares the record for a hidden tab: pauses the playback, and forgets the unfinished work of jobs, which start
    /// again once the tab is shown.
    pub(in crate::app) fn suspend(&mut self, is_scoring: bool) {
        match &mut self.content {
            Content::Match(open) => open.suspend(is_scoring),
            Content::Game(game) => game.suspend(),
        }
    }

    /// Creates the view state of `document`. A match begins at the playhead `start`.
    pub(in crate::app) fn of(document: document::Content, start: Playhead, revision: u64) -> Self {
        Self {
            issues: IssueRow::all(&document),
            content: match document {
                document::Content::Match(document) => {
                    Content::Match(Box::new(MatchState::of(*document, start)))
                }
                document::Content::Game(document) => {
                    Content::Game(Box::new(GameState::of(*document)))
                }
            },
            revision,
        }
    }

    /// Returns the current moment: the number of plies played before that moment.
    pub fn moment(&self) -> Moment {
        match &self.content {
            Content::Match(open) => open.moment_view.playhead.moment(),
            Content::Game(game) => game.moment_view.step.plies,
        }
    }

    /// Returns the moment after the ply that notes are about.
    fn noted_moment(&self) -> Moment {
        match &self.content {
            Content::Match(open) => open.noted_moment(),
            Content::Game(_) => self.moment(),
        }
    }

    pub(in crate::app) fn go_to(&mut self, moment: Moment) {
        match &mut self.content {
            Content::Match(open) => open.run(PlayheadCommand::GoTo(moment)),
            Content::Game(game) => game.go_to(Step::after(moment)),
        }
    }

    /// Puts down the held piece, cancels a promotion, or takes the plan of a problem off the board. If none of these is on
    /// the boards, leaves the variation of a match.
    pub(in crate::app) fn put_back(&mut self) {
        match &mut self.content {
            Content::Match(open) => open.put_back(),
            Content::Game(game) => game.put_back(),
        }
    }

    /// Highlights `span` in the text of the record.
    pub(in crate::app) const fn highlight(&mut self, span: Span) {
        match &mut self.content {
            Content::Match(open) => open.moment_view.highlight = Some(span),
            Content::Game(game) => game.moment_view.highlight = Some(span),
        }
    }

    /// Returns the kinds of jobs whose results the record is waiting for.
    pub(in crate::app) fn pending_jobs(&self) -> Vec<JobKind> {
        match &self.content {
            Content::Match(open) => open.pending_jobs(),
            Content::Game(game) => game.pending_jobs(),
        }
    }

    /// Returns the view state after the record was edited to `document`. The current place stays the same. If the edit
    /// turned a game of Kriegspiel into a match or the reverse, creates a new view state; a new match begins at
    /// `start`.
    pub(in crate::app) fn changed(
        self,
        document: document::Content,
        start: Playhead,
        revision: u64,
    ) -> Self {
        let issues = IssueRow::all(&document);
        let content = match (self.content, document) {
            (Content::Match(shown), document::Content::Match(now)) => {
                Content::Match(Box::new(shown.changed(*now)))
            }
            (Content::Game(game), document::Content::Game(now)) => {
                Content::Game(Box::new(game.changed(*now)))
            }
            (_, document) => return Self::of(document, start, revision),
        };
        Self { content, issues, revision }
    }
}

impl Session {
    pub const fn file(&self) -> Option<&FileSession> {
        self.library.file()
    }

    /// Returns the user's seat in the chosen match, and the user's name in that match; `None` if the user did not play
    /// in the match.
    pub fn own_seat(&self) -> Option<(Seat, String)> {
        let file = self.file()?;
        let own_names: Vec<String> =
            self.settings.names().iter().map(|it| it.to_lowercase()).collect();
        if own_names.is_empty() {
            return None;
        }
        let row = file.list.index.row(file.record.id)?;
        let mut seats = Seat::ALL.into_iter();
        let seat =
            seats.find(|seat| own_names.contains(&row.player(*seat).trim().to_lowercase()))?;
        Some((seat, row.player(seat).to_owned()))
    }

    /// Returns whether the result of record `id` is hidden: the user has not watched the match, or sees the game as a
    /// player who does not know its end.
    pub fn hides_result(&self, id: RecordId) -> bool {
        if self.game_without_end() == Some(id) {
            return true;
        }
        if !self.settings.hide_results {
            return false;
        }
        let row = self.file().and_then(|file| file.list.index.row(id));
        row.is_some_and(|row| {
            row.notation == Notation::Bpgn && !self.settings.watched.contains(&row.identity())
        })
    }

    /// Returns the open game of Kriegspiel if it is in the view of a player who has not heard its end.
    pub(in crate::app) fn game_without_end(&self) -> Option<RecordId> {
        let id = self.file()?.record.id;
        if self.game()?.hides_result() { Some(id) } else { None }
    }

    /// Returns whether exact analysis is hidden: tactics are switched off, or puzzles are shown.
    pub const fn hides_tactics(&self) -> bool {
        !self.settings.tactics || self.puzzle().is_some()
    }

    /// Returns whether the result of the open match, and the moves after the current one, are hidden.
    pub fn hides_end(&self) -> bool {
        self.match_state().is_some()
            && self.file().is_some_and(|it| self.hides_result(it.record.id))
    }

    /// Returns the row of match `id`; `None` without such a match. If results are hidden, the row omits the score of
    /// the series. It also omits the result if the user has not watched the match.
    pub fn match_row(&self, id: RecordId) -> Option<MatchRow> {
        let row = self.file()?.row(id)?;
        if self.game_without_end() == Some(id) {
            return Some(row.with_hidden_end());
        }
        Some(if self.settings.hide_results {
            row.with_hidden_result(self.hides_result(id))
        } else {
            row
        })
    }

    /// Returns the open record if it is a match.
    pub fn match_document(&self) -> Option<&Document> {
        Some(&self.match_state()?.document)
    }

    pub fn match_state(&self) -> Option<&MatchState> {
        self.open.as_ref()?.content.as_match()
    }

    pub fn game(&self) -> Option<&GameState> {
        self.open.as_ref()?.content.as_game()
    }

    /// Returns the word for the open record in texts; `match` without a record.
    pub fn noun(&self) -> &'static str {
        self.open.as_ref().map_or("match", |open| open.content.noun())
    }

    /// Returns the playhead of the open match. Without a match, returns the playhead that a new match would get.
    pub fn playhead(&self) -> Playhead {
        self.match_state().map_or_else(|| self.new_playhead(), |open| open.moment_view.playhead)
    }

    /// Returns a playhead at the start. The settings determine its speed and whether it skips idle time.
    pub(in crate::app) fn new_playhead(&self) -> Playhead {
        let mut playhead = Playhead::default();
        let empty_timeline = Timeline::default();
        playhead.run(PlayheadCommand::Speed(self.settings.speed), &empty_timeline);
        playhead.run(PlayheadCommand::SkipWaits(self.settings.skip_waits), &empty_timeline);
        playhead
    }

    /// Returns the unfinished move and the current variation of the puzzle or the match; an empty attempt if
    /// neither is shown.
    pub fn attempt(&self) -> &Attempt {
        const EMPTY: &Attempt = &Attempt { hand: None, promotion: None, variation: None };
        let shown = match self.puzzle() {
            Some(round) => round.now().map(|(_, solving)| &solving.moment_view),
            None => self.match_state().map(|open| &open.moment_view),
        };
        shown.map_or(EMPTY, |shown| &shown.attempt)
    }

    /// Returns whether the match or a variation is being played back.
    pub fn is_playing(&self) -> bool {
        self.playhead().is_playing()
    }

    /// Returns whether engine evaluation is shown: it is switched on, a match with a readable start is open, and no
    /// puzzles are shown.
    pub fn evaluates_positions(&self) -> bool {
        let is_readable = self.match_state().is_some_and(|open| !open.has_unreadable_start());
        self.settings.engine && is_readable && self.puzzle().is_none()
    }

    /// Returns whether the engine is analysing the open match.
    pub fn is_scoring(&self) -> bool {
        let shown = self.match_state();
        self.jobs.is_running(JobKind::Score)
            && shown.is_some_and(|shown| shown.evaluations.runs_engine())
    }

    /// Returns the charts of the timeline. The chart of the win probability is only shown for a match with estimates.
    pub fn charts(&self) -> Charts {
        let has_estimates = self.match_state().is_some_and(MatchState::has_estimates);
        Charts {
            diagonals: self.settings.diagonals_chart,
            probability: self.settings.probability_chart && has_estimates,
        }
    }

    /// Returns the seconds until the next visible change of the playback on a timeline `pixels` pixels wide, or `None`
    /// if nothing is playing.
    pub fn until_change_s(&self, pixels: f32) -> Option<f64> {
        let open = self.match_state()?;
        let finest_ms = f64::from(open.track.end) / f64::from(pixels.max(1.0));
        open.moment_view.playhead.until_change_s(open.document.timeline(), finest_ms)
    }

    /// Returns the arrows and circles on the boards. A puzzle or a game of Kriegspiel has its own. For a match, returns
    /// those saved at the current point.
    pub fn marks(&self) -> Vec<(BoardId, Mark)> {
        self.marks_at(&self.point())
    }

    /// Returns the arrows and circles on the boards. A puzzle or a game of Kriegspiel has its own. For a match, returns
    /// those saved in its record at the point `at`.
    pub(in crate::app) fn marks_at(&self, at: &Point) -> Vec<(BoardId, Mark)> {
        if self.puzzle().is_some() {
            return self
                .solving()
                .map_or_else(Vec::new, |(_, solving)| solving.moment_view.marks.clone());
        }
        match self.open.as_ref().map(|open| &open.content) {
            Some(Content::Match(open)) => open.document.saved_marks(at),
            Some(Content::Game(game)) => game.moment_view.marks.clone(),
            None => Vec::new(),
        }
    }

    /// Returns the current position of both boards: of the puzzle, the variation, or the match.
    pub fn position(&self) -> Position {
        if let Some(round) = self.puzzle() {
            let solving = round.now().map(|(_, solving)| solving);
            return solving.map_or_else(Position::default, |solving| solving.position().clone());
        }
        self.match_state().map_or_else(Position::default, MatchState::position)
    }

    pub const fn animates_moves(&self) -> bool {
        self.settings.motion && !self.shell.reduced_motion
    }

    /// Returns the boards from left to right.
    pub const fn board_order(&self) -> [BoardId; 2] {
        if self.settings.switched { [BoardId::B, BoardId::A] } else { [BoardId::A, BoardId::B] }
    }

    /// Returns the highlighted span in the text of the record; by default the span of the last ply.
    pub fn highlighted_span(&self) -> Option<Span> {
        let content = &self.open.as_ref()?.content;
        let highlight = match content {
            Content::Match(open) => open.moment_view.highlight,
            Content::Game(game) => game.moment_view.highlight,
        };
        highlight.or_else(|| content.ply_span(self.moment()))
    }

    /// Returns the window title, with a mark for unsaved work. In a puzzle, the title omits the file name, which could
    /// reveal the solution.
    pub fn title(&self) -> String {
        if self.puzzle().is_some() {
            return "Puzzles – Tandem".to_owned();
        }
        match self.marked_name() {
            Some(name) => format!("{name} – Tandem"),
            None => "Tandem".to_owned(),
        }
    }

    /// Returns the file name, with a mark for unsaved work; `None` during puzzles and without an open file.
    pub fn marked_name(&self) -> Option<String> {
        if self.puzzle().is_some() {
            return None;
        }
        let mark = if self.is_unsaved() { "• " } else { "" };
        Some(format!("{mark}{}", self.file_name()?))
    }

    pub fn file_name(&self) -> Option<String> {
        self.library.file().map(FileSession::name)
    }

    /// Returns the current round of puzzles, if any. During a round, the match must not be shown or played.
    pub const fn puzzle(&self) -> Option<&Round> {
        self.puzzles.round.as_ref()
    }

    pub(in crate::app) fn solving(&self) -> Option<(&Puzzle, &PuzzleState)> {
        self.puzzle()?.now()
    }

    /// Returns the revision of the open record (see [`Open`]); 0 without a record.
    pub fn revision(&self) -> u64 {
        self.open.as_ref().map_or(0, |open| open.revision)
    }

    /// Returns the current moment of the match or game: the number of plies played before that moment.
    pub fn moment(&self) -> usize {
        self.open.as_ref().map_or(0, Open::moment)
    }

    /// Returns the moment after the ply that notes are about, which all fields and commands for notes use: the mistake
    /// that the review shows, or else the current ply. Arrows, circles and diagrams belong to the current moment instead,
    /// which the boards show.
    pub fn noted_moment(&self) -> Moment {
        self.open.as_ref().map_or(0, Open::noted_moment)
    }

    /// Returns the current point in the match or a variation.
    pub fn point(&self) -> Point {
        self.match_state().map_or(Point::Match(0), MatchState::point)
    }

    /// Returns whether the chosen record is being loaded.
    pub fn is_loading_record(&self) -> bool {
        let file = self.library.file();
        file.is_some_and(|file| file.record.arrival.is_some())
    }

    /// Returns the typed texts that are not in a record yet.
    pub fn drafts(&self) -> &[Draft] {
        self.library.file().map_or(&[], FileSession::drafts)
    }

    /// Returns whether the open file has unsaved work: a change, a draft, or matches that are in no file.
    pub fn is_unsaved(&self) -> bool {
        self.library.file().is_some_and(FileSession::is_unsaved)
    }

    /// Returns whether the file of any tab has unsaved work.
    pub fn has_unsaved_work(&self) -> bool {
        self.library.files().any(FileSession::is_unsaved)
    }

    /// Returns whether notes may be shown. Only a player's view of a game may hide them.
    pub fn shows_notes(&self) -> bool {
        self.game().is_none_or(GameState::shows_notes)
    }
}
