//! How an [`Action`] changes the [`State`].

use super::{
    Action, Command, Effect, State,
    context::{Cx, Features, Output},
    engine::look_up_scores,
    shell::COPIED,
};
use std::path::PathBuf;

impl State {
    /// Does what `action` asks for, and says what the world has to do.
    pub fn update(&mut self, action: Action) -> Vec<Effect> {
        let before = (self.revision, self.playhead().moment());
        let (said, record, unsaved) =
            (self.shell.notices.said(), self.record_shown(), self.is_unsaved());
        let (thinking, awaited) = (self.thinking(), self.awaited());
        let (answered, reads) = (action.answers(), self.awaits_record());
        let settings = &self.settings;
        let score = (settings.exercises, settings.problems.newest());
        let mut effects = self.act(action);
        if score != (self.settings.exercises, self.settings.problems.newest()) {
            effects.push(self.keep());
        }
        effects.extend(self.heard_since(before));
        if record != self.record_shown() || (unsaved && !self.is_unsaved()) {
            self.shell.notices.outdate(said);
        }
        if effects.iter().any(|it| matches!(it, Effect::Copy(_))) {
            self.tell(COPIED.to_owned());
        }
        // Work on what is no longer shown is stopped.
        effects.extend(self.cancel_thinking(&thinking));
        effects.extend(self.think());
        effects.extend(self.analyse());
        effects.extend(self.judge_variation());
        effects.extend(self.with_cx(|features, cx| {
            look_up_scores(cx);
            features.engine.refresh(cx);
        }));
        effects.extend(self.think_about_problem());
        effects.extend(self.with_cx(|features, cx| features.search.refresh(cx)));
        if (before.0, reads) != (self.revision, self.awaits_record()) {
            effects.extend(self.read_chosen());
        }
        let file = self.library.file_mut();
        let list = file.and_then(|file| file.filter.job.take());
        effects.extend(list.map(Effect::List));
        self.note_path_dialog(answered, &effects);
        effects.extend(self.cancel_unawaited(awaited, answered));
        if self.saving.touched != self.saving.kept {
            self.saving.kept = self.saving.touched;
            let unsaved = self.unsaved_work();
            let keeps = unsaved.is_some();
            match unsaved {
                Some(unsaved) => effects.push(Effect::KeepRecovery(Box::new(unsaved))),
                None if self.saving.keeps => effects.push(Effect::ForgetRecovery),
                None => {}
            }
            self.saving.keeps = keeps;
        }
        effects
    }

    /// The file and the place in it of the record that is shown.
    fn record_shown(&self) -> Option<(PathBuf, usize)> {
        let file = self.library.file()?;
        Some((file.path.clone(), file.chosen))
    }

    /// Lets a feature act; then handles its requests. Returns the effects of both.
    fn with_cx(&mut self, act: impl FnOnce(Features<'_>, &mut Cx<'_>)) -> Vec<Effect> {
        let (features, mut cx) = self.split();
        act(features, &mut cx);
        let Output { mut effects, requests } = cx.finish();
        for request in requests {
            effects.extend(self.act(request));
        }
        effects
    }

    /// Passes `action` on to its feature.
    pub(super) fn act(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Do(command) => return self.do_or_say(command),
            Action::Playback(action) => return self.update_playback(action),
            Action::Notes(action) => self.update_notes(action),
            Action::Library(action) => return self.update_library(action),
            Action::Issues(action) => return self.with_cx(|_, cx| action.apply(cx)),
            Action::Search(action) => {
                return self.with_cx(|features, cx| features.search.update(action, cx));
            }
            Action::Exercises(action) => self.update_exercises(action),
            Action::Kriegspiel(action) => return self.update_kriegspiel(action),
            Action::Saving(action) => return self.update_saving(action),
            Action::Pictures(action) => return self.update_pictures(action),
            Action::Engine(action) => {
                return self.with_cx(|features, cx| features.engine.update(action, cx));
            }
            Action::Analysis(action) => {
                if let Some(open) = self.match_mut() {
                    open.analysis.update(action);
                }
            }
            Action::Settings(action) => return self.with_cx(|_, cx| action.apply(cx)),
            Action::Shell(action) => return self.update_shell(action),
            Action::JobFailed(kind, title) => self.job_failed(kind, title),
        }
        Vec::new()
    }

    /// Does `command`, or says why it cannot be done.
    fn do_or_say(&mut self, mut command: Command) -> Vec<Effect> {
        if self.exercise().is_some() {
            command = Self::meant_in_exercise(command);
        }
        if self.can(command) {
            return self.command(command);
        }
        if let Some(why) = self.why_not(command) {
            self.tell(why.to_owned());
        }
        Vec::new()
    }
}
