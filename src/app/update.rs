//! [`State::update`]: dispatches actions to the features.

use super::{
    Action, Center, Command, Cx, DeferredAction, Effect, EngineState, ImportSheet, ImportingAction,
    JobKind, JobReport, LoadRequest, Offer, Saving, SearchPage, SearchState, State, analysis,
    engine::load_cached_scores,
    guard::{self, Guarded},
    job_status::panic_text,
    kriegspiel, library, new_match, notes, palette, pictures, playback, puzzles, review, saving,
    shell, tabs,
};
use crate::archive::Collection;
use std::path::{Path, PathBuf};

/// The features that own their state instead of keeping it in the session.
struct Features<'a> {
    saving: &'a mut Saving,
    import: &'a mut ImportSheet,
    search: &'a mut SearchState,
    engine: &'a mut EngineState,
}

impl State {
    /// Applies `action` and returns the resulting effects.
    pub fn update(&mut self, action: Action) -> Vec<Effect> {
        let (revision, moment) = (self.revision(), self.playhead().moment());
        self.session.shell.notices.begin_action();
        let mut effects = self.act(action);
        effects.extend(self.with_cx(|features, cx| {
            let sound = playback::step_sound(cx, revision, moment);
            cx.run_all(sound);
            features.start_derived_work(cx);
        }));
        effects.extend(self.session.cancelled.drain(..).map(Effect::Cancel));
        effects
    }

    /// Loads the files given on the command line, and then shows match `game` (one-based) at position `at`.
    pub fn read_first(
        &mut self,
        paths: Vec<PathBuf>,
        game: Option<usize>,
        at: Option<String>,
    ) -> Vec<Effect> {
        self.with_cx(|_, cx| {
            if let Some(guarded) = guard::guard(cx, &DeferredAction::Open(paths.clone())) {
                library::read(cx, LoadRequest::of(paths), game, at, Some(&guarded));
            }
        })
    }

    /// Shows `list` under the name `path`: match `game` (one-based; `None` for the first) at position `at` (`None` for
    /// the start). If there is unsaved work, asks the user instead.
    pub fn show(&mut self, path: &Path, list: Collection, game: Option<usize>, at: Option<&str>) {
        let _ = self.with_cx(|_, cx| {
            library::show(cx, path, list, game, at);
            cx.dismiss_outdated_notices();
            shell::number_tabs(cx);
        });
    }

    /// Runs `act` on the features, then handles the actions that `act` has requested. Returns the effects of `act` and
    /// of these actions.
    fn with_cx(&mut self, act: impl FnOnce(Features<'_>, &mut Cx<'_>)) -> Vec<Effect> {
        let features = Features {
            saving: &mut self.saving,
            import: &mut self.import,
            search: &mut self.search,
            engine: &mut self.engine,
        };
        let mut cx = Cx::new(&mut self.session);
        act(features, &mut cx);
        let (mut effects, requests) = cx.finish();
        for request in requests {
            effects.extend(self.act(request));
        }
        effects
    }

    fn act(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::RunCommand(command) => self.do_command(command),
            action => self.with_cx(|features, cx| features.update(action, cx)),
        }
    }

    /// Runs `command`, or shows the reason why it is unavailable.
    fn do_command(&mut self, mut command: Command) -> Vec<Effect> {
        if self.puzzle().is_some() {
            // In a puzzle, the shortcuts of glyphs (by default 1 to 6) choose answers.
            if let Command::Glyph(place) = command {
                return self.with_cx(|_, cx| puzzles::choose_answer(cx, place));
            }
            command = palette::command_in_puzzle(self, command);
        } else if self.shell.center == Center::Book && self.shell.dialog.is_none() {
            command = palette::command_in_book(command);
        }
        let mut effects = Vec::new();
        if command.leaves_typed_moves() {
            let mut is_settled = true;
            effects = self.with_cx(|_, cx| is_settled = playback::commit_typed_moves(cx));
            if !is_settled {
                return effects;
            }
        }
        let (can, reason) = (palette::can(self, command), palette::disabled_reason(self, command));
        effects.extend(self.with_cx(|_, cx| match reason {
            _ if can && palette::steps_through(cx, command) => {}
            _ if can => (command.info().run)(cx),
            Some(reason) => cx.notify(reason.to_owned()),
            None => {}
        }));
        effects
    }
}

impl Features<'_> {
    /// Starts analysis, engine evaluation, recovery data and other derived work. Each feature compares the inputs of its
    /// work with those of the work that it started last, so that only changes start any.
    fn start_derived_work(self, cx: &mut Cx<'_>) {
        playback::record_watched(cx);
        review::refresh_playing(cx);
        cx.dismiss_outdated_notices();
        kriegspiel::start_belief(cx);
        analysis::analyse(cx);
        analysis::analyse_variation(cx);
        review::cancel_outdated(cx);
        load_cached_scores(cx);
        self.engine.refresh(cx);
        kriegspiel::start_problem_jobs(cx);
        self.search.refresh(cx);
        library::refresh_listing(cx);
        pictures::cancel_closed(cx);
        shell::number_tabs(cx);
        kriegspiel::cancel_closed_composer(cx);
        self.saving.refresh(cx);
    }

    fn update(self, action: Action, cx: &mut Cx<'_>) {
        match action {
            // Running a command needs the whole state, which only the caller of this function has, so the caller gets
            // the command back.
            Action::RunCommand(command) => cx.request(command),
            Action::Playback(action) => playback::update_playback(cx, action),
            Action::Notes(action) => notes::update_notes(cx, action),
            Action::Library(action) => library::update_library(cx, action),
            Action::Importing(action) => self.import.update(action, cx),
            Action::Issues(action) => action.apply(cx),
            Action::Search(action) => self.search.update(action, cx),
            Action::Puzzles(action) => puzzles::update_puzzles(cx, action),
            Action::Kriegspiel(action) => kriegspiel::update_kriegspiel(cx, action),
            Action::Saving(action) => self.saving.update(action, cx),
            Action::Pictures(action) => pictures::update_pictures(cx, action),
            Action::Engine(action) => self.engine.update(action, cx),
            Action::Analysis(action) => analysis::update_analysis(cx, action),
            Action::Review(action) => review::update_review(cx, action),
            Action::Settings(action) => action.apply(cx),
            Action::Shell(action) => shell::update_shell(cx, action),
            Action::Tabs(action) => tabs::update_tabs(cx, action),
            Action::BeginMatch => new_match::begin_match(cx),
            Action::Proceed(then, guarded) => self.proceed(then, guarded, cx),
            Action::Job(kind, report) => self.job_reported(cx, kind, report),
        }
    }

    fn proceed(self, then: DeferredAction, guarded: Guarded, cx: &mut Cx<'_>) {
        cx.close_dialog();
        match then {
            DeferredAction::Open(paths) => {
                library::read(cx, LoadRequest::of(paths), None, None, Some(&guarded));
            }
            DeferredAction::Sample(sample) => library::show_sample(cx, sample, guarded),
            DeferredAction::Paste(text) => library::show_pasted_text(cx, &text, guarded),
            DeferredAction::Imported(list) => library::show_imported(cx, *list, guarded),
            DeferredAction::Numbers { text, numbers } => {
                library::reinterpret_numbers(cx, &text, numbers, guarded);
            }
            DeferredAction::New(text) => {
                library::show_unsaved(cx, "new match", "bpgn", text, guarded);
                new_match::begin_recording(cx);
            }
            DeferredAction::NewGame(text) => {
                library::show_unsaved(cx, "new game", "pgn", text, guarded);
                kriegspiel::begin_entry(cx);
            }
            DeferredAction::NewProblem(text) => {
                library::show_unsaved(cx, "new problem", "pgn", text, guarded);
                kriegspiel::check_new_problem(cx);
            }
            DeferredAction::Reload => {
                if let Some(file) = cx.library.file() {
                    let (read, game) = (file.read.clone(), file.record.id + 1);
                    let open = cx.open.as_ref();
                    let at = open.and_then(|open| open.content.ply_name(cx.moment()));
                    library::read(cx, read, Some(game), at, Some(&guarded));
                }
            }
            DeferredAction::UnpackWhole(unpack) => {
                library::read(cx, unpack, None, None, Some(&guarded));
            }
            DeferredAction::Close if cx.tabs.count() > 1 => tabs::close_shown(cx, guarded),
            DeferredAction::Close => library::close(cx, guarded),
            DeferredAction::SaveAllAndQuit => guard::guarded(cx, DeferredAction::SaveAllAndQuit),
            DeferredAction::Recover(id) => self.saving.read_recovery(cx, &id, &guarded),
            DeferredAction::Quit => {
                // The user has discarded any unsaved changes, so they must not be offered for recovery.
                self.saving.discard_own(cx);
                cx.quit();
            }
        }
    }

    /// Applies the report of a job to the features that wait for the job, and to the job statuses.
    fn job_reported(self, cx: &mut Cx<'_>, kind: JobKind, report: JobReport) {
        match &report {
            JobReport::Progress(progress) if kind == JobKind::Export => {
                let is_first = !cx.jobs.is_running(kind);
                cx.notices().show_progress(progress.detail.clone(), is_first);
            }
            JobReport::Finished(_) if kind == JobKind::Puzzles => puzzles::report_skipped(cx),
            JobReport::Panicked(title) => self.job_failed(cx, kind, title),
            // All other jobs only have a status.
            JobReport::Progress(_) | JobReport::Finished(_) => {}
        }
        cx.apply_report(kind, report);
    }

    /// Handles a panic in a job: stops waiting for its result, and warns the user. A job that no action of the user
    /// would start again gets an offer to do so.
    fn job_failed(self, cx: &mut Cx<'_>, kind: JobKind, title: &str) {
        let mut offer = None;
        match kind {
            JobKind::Read => {
                library::stop_loading(cx);
                self.import.is_pending = false;
            }
            JobKind::Download => self.import.update(ImportingAction::Stop, cx),
            JobKind::Record => library::forget_arrival(cx),
            JobKind::List => library::stop_listing(cx),
            JobKind::Search(page) => {
                self.search.stop(page, cx);
                // The queries of the other pages run on request.
                if matches!(page, SearchPage::Openings | SearchPage::Players | SearchPage::Book) {
                    offer = Some(Offer::RefreshSearch);
                }
            }
            JobKind::Recover => self.saving.offer_again(cx),
            JobKind::CalculateBelief(seat) => kriegspiel::belief_failed(cx, seat),
            JobKind::TryMove => kriegspiel::drop_trial(cx),
            JobKind::Plan => kriegspiel::drop_search(cx),
            JobKind::Compose => kriegspiel::stop_composing(cx),
            JobKind::Export => cx.notices().end_progress(),
            JobKind::Analyse => {
                analysis::stop(cx);
                offer = Some(Offer::RestartAnalysis);
            }
            JobKind::AnalysePosition => {
                analysis::stop_position(cx);
                offer = Some(Offer::RestartAnalysis);
            }
            // The engine panel shows the reason, and starts the engine again.
            JobKind::Evaluate => self.engine.fail(panic_text(title)),
            JobKind::FindEngines => {
                self.engine.detected.get_or_insert_default();
                offer = Some(Offer::DetectEngines);
            }
            JobKind::Save => saving::stop_saving(cx),
            JobKind::PathDialog => saving::drop_path_dialog(cx),
            JobKind::Reply => review::stop_playing(cx),
            JobKind::LoadProgress => puzzles::forget_progress(cx),
            // Nothing waits for these jobs, and the next action of the user starts them again.
            JobKind::Endings
            | JobKind::Puzzles
            | JobKind::CheckFiles
            | JobKind::Score
            | JobKind::Review
            | JobKind::Dialog
            | JobKind::Picture
            | JobKind::Recovery
            | JobKind::SaveProgress
            | JobKind::Settings
            | JobKind::Sound
            | JobKind::Version
            | JobKind::Desktop => {}
        }
        let text = format!("{} Nothing else is affected.", panic_text(title));
        match offer {
            Some(offer) => cx.warn_with_offer(text, offer),
            None => cx.warn(text),
        }
    }
}
