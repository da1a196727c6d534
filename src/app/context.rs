//! [`Cx`]: what a feature can access besides its own state.
//!
//! A feature is a struct with `fn update(&mut self, action, cx: &mut Cx)`. If all of a feature's state is part of the
//! [`Session`], the feature consists of functions that take a [`Cx`]. Features read the whole session, and change it only
//! by the methods of [`Cx`], which say what they change. They do not access each other: they request an [`Action`],
//! which [`State::update`](super::State::update) handles next. Work outside the state is an [`Effect`].
//!
//! Methods such as [`Cx::library_mut`] and [`Cx::in_review`] hand out a part of the session. Each part belongs to a
//! feature, and `tests/layers.rs` lists the features and shared files that may call these methods.

use super::{
    Action, Analysis, Center, Composer, Dialog, Draft, Effect, FileSession, Focus, GameState,
    JobKind, JobReport, Library, MatchEvaluation, MatchReview, MatchState, MomentView, Notices,
    Offer, Open, Panel, Playing, Puzzles, Round, ScoreSheets, Session, Shell, Tabs, WindowEffect,
    copied::Copied,
};
use crate::{
    archive::RecordId,
    diagram::Mark,
    document::{Changes, Content},
    platform,
    rules::BoardId,
    settings::Settings,
    timeline::Playhead,
};
use std::{ops::Deref, path::Path};

/// The session, which is read through [`Deref`], with the queues of effects and requests.
#[derive(Debug)]
pub struct Cx<'a> {
    session: &'a mut Session,
    effects: Vec<Effect>,
    requests: Vec<Action>,
}

impl Deref for Cx<'_> {
    type Target = Session;

    fn deref(&self) -> &Session {
        self.session
    }
}

impl<'a> Cx<'a> {
    pub fn new(session: &'a mut Session) -> Self {
        Self { session, effects: Vec::new(), requests: Vec::new() }
    }

    /// Queues `effect`. If [`Effect::kind`] returns a kind, removes queued effects of that kind, withdraws a pending
    /// cancellation of that kind, and records the start of the job.
    pub(in crate::app) fn run(&mut self, effect: impl Into<Effect>) {
        let effect = effect.into();
        if let Some(kind) = effect.kind() {
            self.effects.retain(|queued| queued.kind() != Some(kind));
            self.session.cancelled.retain(|cancelled| *cancelled != kind);
            self.session.jobs.start(kind);
        }
        self.effects.push(effect);
    }

    /// Cancels the running jobs of these kinds after the current action, and drops the errors of earlier jobs of these
    /// kinds. If [`Cx::run`] queues a new job of the same kind first, the cancellation is withdrawn.
    pub(in crate::app) fn cancel(&mut self, kinds: impl IntoIterator<Item = JobKind>) {
        for kind in kinds {
            if self.session.jobs.cancel(kind) {
                self.session.cancelled.push(kind);
            }
        }
    }

    /// Ends the job of this kind without cancelling it, because another job of the kind follows.
    pub(in crate::app) fn forget_job(&mut self, kind: JobKind) {
        self.session.jobs.cancel(kind);
    }

    pub(in crate::app) fn apply_report(&mut self, kind: JobKind, report: JobReport) {
        self.session.jobs.apply(kind, report);
    }

    /// Shows `document`: a new version of the open record or, after [`Cx::close_record`], any other record.
    pub(in crate::app) fn show_document(&mut self, document: Content) {
        let start = self.new_playhead();
        self.session.last_revision += 1;
        let revision = self.session.last_revision;
        let (open, pending_jobs) = match self.session.open.take() {
            Some(open) => {
                let pending_jobs = open.pending_jobs();
                (open.changed(document, start, revision), pending_jobs)
            }
            None => (Open::of(document, start, revision), Vec::new()),
        };
        let still_pending = open.pending_jobs();
        self.session.open = Some(open);
        self.cancel(pending_jobs.into_iter().filter(|kind| !still_pending.contains(kind)));
    }

    /// Closes the open record and cancels its jobs.
    pub(in crate::app) fn close_record(&mut self) {
        let open = self.session.open.take();
        self.cancel(open.map_or_else(Vec::new, |open| open.pending_jobs()));
    }

    /// Leaves the puzzles, and shows the match and its notices again.
    pub(in crate::app) fn leave_puzzles(&mut self) {
        if let Some(round) = self.session.puzzles.round.take() {
            self.cancel([JobKind::Puzzles]);
            self.notices().restore(round.stashed);
        }
    }

    /// Leaves the puzzles, and forgets those that were left to look at a match.
    pub(in crate::app) fn end_puzzles(&mut self) {
        self.leave_puzzles();
        self.session.puzzles.paused = None;
    }

    /// Remembers `paused`, the puzzles that were left in another tab, and returns those of the shown one.
    pub(in crate::app) const fn replace_paused(&mut self, paused: Option<Round>) -> Option<Round> {
        std::mem::replace(&mut self.session.puzzles.paused, paused)
    }

    /// Dismisses the notices of earlier actions if they are outdated: the current action has opened another record, or
    /// has saved or undone the last unsaved work.
    pub(in crate::app) fn dismiss_outdated_notices(&mut self) {
        let record = self.library.file().map(|file| {
            let pasted = if !file.storage.is_in_file() { Some(file.opened) } else { None };
            (file.path.clone(), pasted, file.record.id)
        });
        let is_unsaved = self.is_unsaved();
        self.notices().dismiss_outdated(record, is_unsaved);
    }

    /// Copies `text` to the clipboard, and shows a notice about the copy.
    pub(in crate::app) fn copy(&mut self, text: String, copied: Copied) {
        self.run(WindowEffect::Copy(text));
        self.notify(copied.words().to_owned());
    }

    /// Shows `open`, the record of another tab, and returns the record shown so far.
    pub(in crate::app) const fn replace_open(&mut self, open: Option<Open>) -> Option<Open> {
        std::mem::replace(&mut self.session.open, open)
    }

    pub(in crate::app) const fn tabs_mut(&mut self) -> &mut Tabs {
        &mut self.session.tabs
    }

    pub(in crate::app) const fn puzzles_mut(&mut self) -> &mut Puzzles {
        &mut self.session.puzzles
    }

    pub(in crate::app) const fn composer_mut(&mut self) -> &mut Composer {
        &mut self.session.composer
    }

    pub(in crate::app) const fn library_mut(&mut self) -> &mut Library {
        &mut self.session.library
    }

    pub(in crate::app) const fn file_mut(&mut self) -> Option<&mut FileSession> {
        self.session.library.file_mut()
    }

    /// Returns the open record with its file, for modification.
    pub(in crate::app) const fn open_and_file_mut(&mut self) -> Option<(&Open, &mut FileSession)> {
        match (&self.session.open, self.session.library.file_mut()) {
            (Some(open), Some(file)) => Some((open, file)),
            _ => None,
        }
    }

    /// Applies `change` to the open file, if any.
    pub(in crate::app) fn in_file<T>(&mut self, change: impl FnOnce(&mut FileSession) -> T) {
        if let Some(file) = self.file_mut() {
            change(file);
        }
    }

    /// Applies `change` to the undo steps of the open file, if any.
    pub(in crate::app) fn in_changes(&mut self, change: impl FnOnce(&mut Changes)) {
        self.in_file(|file| change(&mut file.changes));
    }

    pub(in crate::app) fn add_draft(&mut self, draft: Draft) {
        self.in_file(|file| file.add_draft(draft));
    }

    pub(in crate::app) fn take_draft(&mut self, index: usize) -> Option<Draft> {
        Some(self.file_mut()?.take_draft(index))
    }

    /// Appends the moves made at the end of a match to its record if `entering`.
    pub(in crate::app) fn set_entering(&mut self, entering: bool) {
        self.in_file(|file| file.entering = entering);
    }

    pub(in crate::app) fn set_sheets(&mut self, sheets: ScoreSheets) {
        self.in_file(|file| file.sheets = sheets);
    }

    /// Adds whether the first answers to these Kriegspiel problems were correct. Earlier answers stay.
    pub(in crate::app) fn add_answers(
        &mut self,
        answers: impl IntoIterator<Item = (RecordId, bool)>,
    ) {
        self.in_file(|file| {
            for (id, is_correct) in answers {
                file.answers.entry(id).or_insert(is_correct);
            }
        });
    }

    /// Ends a question to the user about saving.
    pub(in crate::app) fn end_save_prompt(&mut self) {
        self.in_file(|file| file.save.end_prompt());
    }

    /// Returns the open record for modification.
    pub(in crate::app) const fn open_mut(&mut self) -> Option<&mut Open> {
        self.session.open.as_mut()
    }

    /// Returns the open match for modification.
    pub(in crate::app) fn match_mut(&mut self) -> Option<&mut MatchState> {
        let Content::Match(open) = &mut self.open_mut()?.content else { return None };
        Some(open)
    }

    pub(in crate::app) fn in_analysis(&mut self, change: impl FnOnce(&mut Analysis)) {
        self.in_match(|open| change(&mut open.analysis));
    }

    pub(in crate::app) fn in_evaluations(&mut self, change: impl FnOnce(&mut MatchEvaluation)) {
        self.in_match(|open| change(&mut open.evaluations));
    }

    pub(in crate::app) fn in_review(&mut self, change: impl FnOnce(&mut MatchReview)) {
        self.in_match(|open| change(&mut open.review));
    }

    pub(in crate::app) fn in_playing(&mut self, change: impl FnOnce(&mut Playing)) {
        self.in_match(|open| change(&mut open.playing));
    }

    /// Makes notes be about the next ply, a mistake that the review shows.
    pub(in crate::app) fn show_mistake(&mut self) {
        self.in_match(|open| {
            open.board = None;
            open.moment_view.shows_mistake = true;
        });
    }

    /// Returns the arrows and circles of the puzzle or the game of Kriegspiel, for modification; `None` for a match, whose
    /// record has them.
    pub(in crate::app) fn temporary_marks_mut(&mut self) -> Option<&mut Vec<(BoardId, Mark)>> {
        if self.puzzle().is_some() {
            return Some(&mut self.moment_view_mut()?.marks);
        }
        Some(&mut self.game_mut()?.moment_view.marks)
    }

    /// Returns the view state of the current moment, in the puzzle or the match, for modification.
    pub(in crate::app) fn moment_view_mut(&mut self) -> Option<&mut MomentView> {
        if self.puzzle().is_none() {
            return Some(&mut self.match_mut()?.moment_view);
        }
        Some(&mut self.session.puzzles.round.as_mut()?.solving_mut()?.moment_view)
    }

    /// Returns the open game of Kriegspiel for modification.
    pub(in crate::app) fn game_mut(&mut self) -> Option<&mut GameState> {
        let Content::Game(game) = &mut self.open_mut()?.content else { return None };
        Some(game)
    }

    /// Takes back a wrong move in the puzzle, so that the next try starts from the position before that move.
    pub(in crate::app) fn take_back_wrong_move(&mut self) {
        if let Some(solving) = self.session.puzzles.round.as_mut().and_then(Round::solving_mut) {
            solving.take_back();
        }
    }

    pub(in crate::app) fn in_match<T>(&mut self, change: impl FnOnce(&mut MatchState) -> T) {
        if let Some(open) = self.match_mut() {
            change(open);
        }
    }

    pub(in crate::app) fn in_game<T>(&mut self, change: impl FnOnce(&mut GameState) -> T) {
        if let Some(game) = self.game_mut() {
            change(game);
        }
    }

    /// Queues an action of another feature, to be handled after the current one.
    pub(in crate::app) fn request(&mut self, action: impl Into<Action>) {
        self.requests.push(action.into());
    }

    pub(in crate::app) fn run_all(&mut self, effects: impl IntoIterator<Item = impl Into<Effect>>) {
        effects.into_iter().for_each(|effect| self.run(effect));
    }

    pub fn finish(self) -> (Vec<Effect>, Vec<Action>) {
        (self.effects, self.requests)
    }

    /// Selects `panel`, and opens the side panel if it was hidden.
    pub(in crate::app) const fn show_panel(&mut self, panel: Panel) {
        self.session.shell.panel = panel;
        self.session.shell.panel_requests += 1;
        self.session.settings.side = true;
        // The table of matches and the book of mistakes hide the panel.
        self.session.shell.center = Center::Boards;
    }

    /// Selects `panel` for the next time that the side panel is open.
    pub(in crate::app) const fn select_panel(&mut self, panel: Panel) {
        self.session.shell.panel = panel;
    }

    pub(in crate::app) const fn show_center(&mut self, center: Center) {
        self.session.shell.center = center;
    }

    /// Shows or hides the match list beside the boards.
    pub(in crate::app) const fn show_matches(&mut self, is_shown: bool) {
        self.session.shell.matches = is_shown;
    }

    /// Limits the report to the player `name`; `None` stands for all players.
    pub(in crate::app) fn limit_report(&mut self, name: Option<String>) {
        self.session.shell.report_player = name;
    }

    /// Opens `dialog` in place of any other.
    pub(in crate::app) fn open_dialog(&mut self, dialog: Dialog) {
        self.session.shell.dialog = Some(dialog);
    }

    pub(in crate::app) fn close_dialog(&mut self) {
        self.session.shell.dialog = None;
    }

    /// Returns the open dialog, to edit its draft.
    pub(in crate::app) const fn dialog_mut(&mut self) -> Option<&mut Dialog> {
        self.session.shell.dialog.as_mut()
    }

    /// Closes the dialog if `is_meant`.
    pub(in crate::app) fn close_dialog_if(&mut self, is_meant: impl FnOnce(&Dialog) -> bool) {
        self.session.shell.dialog.take_if(|dialog| is_meant(dialog));
    }

    /// Gives the focus to `field` in the next frame.
    pub(in crate::app) fn focus(&mut self, field: Focus) {
        self.session.shell.focus = Some(field);
    }

    /// Lets the window close without asking about unsaved work.
    pub(in crate::app) fn quit(&mut self) {
        self.session.shell.is_quitting = true;
        self.run(WindowEffect::Quit);
    }

    pub(in crate::app) const fn notices(&mut self) -> &mut Notices {
        &mut self.session.shell.notices
    }

    /// Returns the window frame, for the features `shell` and `settings` only.
    pub(in crate::app) const fn shell_mut(&mut self) -> &mut Shell {
        &mut self.session.shell
    }

    /// Turns the boards so that the second team is below if `flipped`, or else the first.
    pub(in crate::app) const fn flip(&mut self, flipped: bool) {
        self.session.shell.flipped = flipped;
    }

    /// Applies `change` to the settings, and saves them.
    pub(in crate::app) fn change_settings(&mut self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.session.settings);
        self.save_settings();
    }

    /// Takes over the speed of `playhead` for the next match. The settings are saved with the next change.
    pub(in crate::app) const fn remember_speed(&mut self, playhead: Playhead) {
        self.session.settings.speed = playhead.speed_index();
        self.session.settings.skip_waits = playhead.skips_waits();
    }

    /// Returns the settings, for the feature `settings` only. Others use [`Cx::change_settings`].
    pub(in crate::app) const fn settings_mut(&mut self) -> &mut Settings {
        &mut self.session.settings
    }

    /// Writes the settings to disk.
    pub(in crate::app) fn save_settings(&mut self) {
        self.run(Effect::SaveSettings(Box::new(self.settings.clone())));
    }

    pub(in crate::app) fn warn(&mut self, text: String) {
        self.notices().push(text, true, Vec::new());
    }

    pub(in crate::app) fn notify(&mut self, text: String) {
        self.notices().push(text, false, Vec::new());
    }

    /// Shows the notice `text` in place of earlier ones that only inform, because it is about the same thing.
    pub(in crate::app) fn notify_in_place(&mut self, text: String) {
        self.notices().dismiss_informing();
        self.notify(text);
    }

    pub(in crate::app) fn notify_with_offer(&mut self, text: String, offer: Offer) {
        self.notices().push(text, false, vec![offer]);
    }

    pub(in crate::app) fn warn_with_offer(&mut self, text: String, offer: Offer) {
        self.notices().push(text, true, vec![offer]);
    }

    /// Shows the notice `text`, which says that the file at `path` was written. The notice offers to open the file and
    /// to show its folder, except in a browser.
    pub(in crate::app) fn notify_written(&mut self, text: String, path: &Path) {
        let offers = if platform::HAS_DISK {
            vec![Offer::Open(path.to_owned()), Offer::ShowInFolder(path.to_owned())]
        } else {
            // Browsers show downloaded files themselves.
            Vec::new()
        };
        self.notices().push(text, false, offers);
    }
}
