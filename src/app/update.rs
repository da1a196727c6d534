//! [`State::update`]: dispatches actions to the features.

use super::{
    Action, Command, Cx, Effect, EngineState, Saving, SearchState, State, Then, analysis,
    engine::look_up_scores,
    exercises,
    guard::{self, Guarded},
    importing, job, kriegspiel, library, new_match, notes,
    palette::{self, Run},
    pictures, playback, shell,
};
use crate::archive::Collection;
use std::path::{Path, PathBuf};

/// The features that own their state.
struct Features<'a> {
    saving: &'a mut Saving,
    search: &'a mut SearchState,
    engine: &'a mut EngineState,
}

impl State {
    /// Applies `action` and returns the resulting effects.
    pub fn update(&mut self, action: Action) -> Vec<Effect> {
        let before = (self.revision, self.playhead().moment());
        let (said, record, unsaved) =
            (self.shell.notices.said(), self.record_shown(), self.is_unsaved());
        let (thinking, awaited) = (kriegspiel::thinking(self), job::awaited(self));
        let (answered, reads) = (action.answers(), self.awaits_record());
        let score = (self.settings.exercises, self.settings.problems.newest());
        let mut effects = self.act(action);
        let outdated = record != self.record_shown() || (unsaved && !self.is_unsaved());
        let copied = effects.iter().any(|it| matches!(it, Effect::Copy(_)));
        effects.extend(self.with_cx(|features, cx| {
            if score != (cx.settings.exercises, cx.settings.problems.newest()) {
                cx.save_settings();
            }
            let heard = playback::heard_since(cx, before);
            cx.run_all(heard);
            if outdated {
                cx.shell.notices.outdate(said);
            }
            if copied {
                cx.notify(shell::COPIED.to_owned());
            }
            // Cancels calculations whose results are no longer shown.
            kriegspiel::cancel_thinking(cx, &thinking);
            kriegspiel::think(cx);
            analysis::analyse(cx);
            analysis::judge_variation(cx);
            look_up_scores(cx);
            features.engine.refresh(cx);
            kriegspiel::think_about_problem(cx);
            features.search.refresh(cx);
            if (before.0, reads) != (cx.revision, cx.awaits_record()) {
                let read = library::read_chosen(cx);
                cx.run_all(read);
            }
            let list = cx.library.file_mut().and_then(|file| file.filter.job.take());
            cx.run_all(list.map(Effect::List));
        }));
        job::note_path_dialog(self, answered, &effects);
        effects.extend(job::cancel_unawaited(self, awaited, answered));
        effects.extend(self.with_cx(|features, cx| features.saving.refresh(cx)));
        effects
    }

    /// Loads the files given on the command line, to be shown from match `game` and position `at`.
    pub fn read_first(
        &mut self,
        paths: Vec<PathBuf>,
        game: Option<usize>,
        at: Option<String>,
    ) -> Vec<Effect> {
        self.with_cx(|_, cx| {
            if let Some(guarded) = guard::guard(cx, &Then::Open(paths.clone())) {
                library::read(cx, paths, game, at, Some(&guarded));
            }
        })
    }

    /// Shows the built-in `list` under the name `path`, from match `game` (one-based) or the first, at the start or at
    /// `at`. Does nothing if there is unsaved work.
    pub fn show(&mut self, path: &Path, list: Collection, game: Option<usize>, at: Option<&str>) {
        let _ = self.with_cx(|_, cx| library::show(cx, path, list, game, at));
    }

    /// Returns the sequence number of the open file and the index in it of the current record.
    fn record_shown(&self) -> Option<(u64, usize)> {
        let file = self.library.file()?;
        Some((file.opened, file.chosen))
    }

    /// Runs `act` on the features, then handles its requests. Returns the effects of both.
    fn with_cx(&mut self, act: impl FnOnce(Features<'_>, &mut Cx<'_>)) -> Vec<Effect> {
        let features = Features {
            saving: &mut self.saving,
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

    /// Dispatches `action` to its feature.
    fn act(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Do(command) => self.do_command(command),
            action => self.with_cx(|features, cx| features.update(action, cx)),
        }
    }

    /// Runs `command`, or shows why it is unavailable.
    fn do_command(&mut self, mut command: Command) -> Vec<Effect> {
        if self.exercise().is_some() {
            command = palette::meant_in_exercise(command);
        }
        let (can, why) = (palette::can(self, command), palette::why_not(self, command));
        self.with_cx(|_, cx| match command.info().run {
            Run::Change(change) if can => change(cx),
            Run::Act(action) if can => cx.request(action()),
            _ => {
                if let Some(why) = why {
                    cx.notify(why.to_owned());
                }
            }
        })
    }
}

impl Features<'_> {
    fn update(self, action: Action, cx: &mut Cx<'_>) {
        match action {
            // Commands need the whole state, so they are handled by the caller.
            Action::Do(command) => cx.request(Action::Do(command)),
            Action::Playback(action) => playback::update_playback(cx, action),
            Action::Notes(action) => notes::update_notes(cx, action),
            Action::Library(action) => library::update_library(cx, action),
            Action::Importing(action) => importing::update_importing(cx, action),
            Action::Issues(action) => action.apply(cx),
            Action::Search(action) => self.search.update(action, cx),
            Action::Exercises(action) => exercises::update_exercises(cx, action),
            Action::Kriegspiel(action) => kriegspiel::update_kriegspiel(cx, action),
            Action::Saving(action) => self.saving.update(action, cx),
            Action::Pictures(action) => pictures::update_pictures(cx, action),
            Action::Engine(action) => self.engine.update(action, cx),
            Action::Analysis(action) => analysis::update_analysis(cx, action),
            Action::Settings(action) => action.apply(cx),
            Action::Shell(action) => shell::update_shell(cx, action),
            Action::Proceed(then, guarded) => self.proceed(then, guarded, cx),
            Action::JobFailed(kind, title) => {
                match kind {
                    job::JobKind::Search(page) => self.search.of_mut(page).stop(),
                    job::JobKind::Recover => self.saving.recovering = None,
                    _ => {}
                }
                job::job_failed(cx, kind, title);
            }
        }
    }

    /// Continues after the check for unsaved work.
    fn proceed(self, then: Then, guarded: Guarded, cx: &mut Cx<'_>) {
        cx.shell.dialog = None;
        match then {
            Then::Open(paths) => library::read(cx, paths, None, None, Some(&guarded)),
            Then::Sample => library::show_sample(cx, guarded),
            Then::Paste(text) => library::show_pasted_text(cx, &text, guarded),
            Then::Imported(list) => library::show_imported(cx, *list, guarded),
            Then::Numbers { text, numbers } => {
                library::take_numbers_for(cx, &text, numbers, guarded);
            }
            Then::New(text) => new_match::show_new_match(cx, text, guarded),
            Then::NewGame(text) => kriegspiel::show_new_game(cx, text, guarded),
            Then::NewProblem(text) => kriegspiel::show_new_problem(cx, text, guarded),
            Then::Reload => {
                let file = cx.library.file();
                if let Some((read, game)) = file.map(|file| (file.as_read(), file.chosen + 1)) {
                    library::read_again(cx, read, Some(game), &guarded);
                }
            }
            Then::UnpackWhole(unpack) => library::read_again(cx, unpack, None, &guarded),
            Then::Recover(id) => self.saving.read_recovery(cx, &id, &guarded),
            Then::Quit => {
                cx.shell.quits = true;
                // Knowingly discarded changes are not offered for recovery.
                cx.run_all([Effect::ForgetRecovery, Effect::Quit]);
            }
        }
    }
}
