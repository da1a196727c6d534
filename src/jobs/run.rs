//! [`Jobs`]: an effect of the state becomes a job, and its answer an action.

use super::{
    Desk, Desktop, Dialogs, Runner,
    analyse::analyse,
    dialog,
    engine::{EngineShelf, guess, score},
    export::export,
    picture::{self, show},
    pose::pose,
    read::ReadJob,
    record::read_record,
    recovery::{RecoveryKeeper, RecoveryTold},
    save::{recovered, save_file, write_match},
    search::search_all,
    sound::Sounds,
    think::think,
};
use crate::{
    app::{
        Action, AnalysisAction, Effect, EngineAction, EngineTask, JobKind, LibraryAction,
        SavingAction, SettingsAction, ShellAction, Sound, judged_position,
    },
    file::CacheFolder,
    settings::{RecoveryStore, Settings, Store},
};
use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{Sender, channel},
    },
    time::Duration,
};

/// When the window closes, it waits so long for what is still to be written.
const FINISHING: Duration = Duration::from_secs(10);

/// When the window closes, it waits so long for jobs that were cancelled.
const CANCELLED: Duration = Duration::from_millis(300);

/// What jobs touch of the world.
pub struct World {
    /// Where settings are kept.
    pub store: Store,
    /// Where unsaved changes are kept against a crash.
    pub recovery: RecoveryStore,
    /// Where indexes and unpacked files are kept.
    pub cache: Option<PathBuf>,
    /// The dialogs of the system.
    pub dialogs: Box<dyn Dialogs>,
    /// What shows a file and plays a sound.
    pub desktop: Desktop,
    /// The folders in which engines are looked for.
    pub engine_folders: Vec<PathBuf>,
}

/// The jobs of a window.
pub struct Jobs {
    /// Taken when the window closes.
    runner: Option<Runner<JobKind>>,
    store: Arc<Store>,
    cache: Option<PathBuf>,
    dialogs: Arc<dyn Dialogs>,
    desktop: Desktop,
    /// What the job that keeps unsaved changes is told; taken when the window closes.
    recovery: Option<Sender<RecoveryTold>>,
    /// The engine that is asked about what is shown, between two questions.
    engine: EngineShelf,
    /// What the job that plays sounds is told, once there has been a sound.
    sounds: Option<Sender<Sound>>,
}

impl Jobs {
    /// Starts the job that keeps unsaved changes, which first looks for those of another time. `wake` is called on a
    /// job's thread when there is an answer.
    pub fn new(world: World, wake: impl Fn() + Send + Sync + 'static) -> Self {
        let mut runner = Runner::new(wake);
        let (recovery, told) = channel();
        let store = world.recovery;
        runner.start(JobKind::Recovery, move |desk| {
            RecoveryKeeper::new(store, desk).run(&told);
        });
        Self {
            runner: Some(runner),
            store: Arc::new(world.store),
            cache: world.cache,
            dialogs: Arc::from(world.dialogs),
            desktop: world.desktop,
            recovery: Some(recovery),
            engine: EngineShelf::new(world.engine_folders),
            sounds: None,
        }
    }

    /// Looks up what the desktop is set to.
    pub fn look_at_desktop(&mut self) {
        let desktop = self.desktop;
        self.start(JobKind::Desktop, move |desk| {
            if desktop.wants_less_motion() {
                desk.answer(Action::Settings(SettingsAction::LessMotion));
            }
        });
    }

    /// Starts the job that `effect` asks for. Gives back what only the window can do.
    #[must_use = "some effects are the window's to do"]
    pub fn run(&mut self, effect: Effect) -> Option<Effect> {
        match effect {
            Effect::Cancel(kind) => self.cancel(kind),
            Effect::Read { paths, keep_mb, game, at, unpack_whole } => {
                let limit = u64::from(keep_mb) * 1_000_000;
                let folder = self.cache.as_ref().filter(|_| limit > 0);
                let job = ReadJob {
                    paths: paths.iter().map(|path| full(path)).collect(),
                    game,
                    at,
                    unpack_whole,
                    cache: folder.map(|folder| CacheFolder::new(folder, limit)),
                };
                self.start(JobKind::Read, move |desk| job.run(desk));
            }
            Effect::ReadRecord(job) => {
                self.start(JobKind::Record, move |desk| read_record(&job, desk));
            }
            Effect::List(job) => self.start(JobKind::List, move |desk| {
                let rows = job.listing.rows(&job.index, &job.edited);
                desk.answer(Action::Library(LibraryAction::Listed(rows)));
            }),
            Effect::Ask(job) => self.start(JobKind::Search(job.ask.page()), move |desk| {
                search_all(&job, desk);
            }),
            Effect::Analyse(_) | Effect::Judge(_) | Effect::Think(_) | Effect::Pose(_) => {
                self.work_out(effect);
            }
            Effect::Engine(task) => self.ask_engine(task),
            Effect::AskForFile
            | Effect::AskForFolder
            | Effect::AskForPath { .. }
            | Effect::AskForPicture(_) => self.ask(effect),
            Effect::Save(job) => self.answer(JobKind::Save, move || {
                Action::Saving(SavingAction::Saved(Box::new(save_file(&job))))
            }),
            Effect::Write(job) => self.answer(JobKind::Save, move || {
                Action::Saving(SavingAction::Written(Box::new(write_match(&job))))
            }),
            Effect::Export(job) => self.start(JobKind::Export, move |desk| {
                desk.answer(Action::Saving(SavingAction::Written(Box::new(export(
                    &job,
                    desk.cancel(),
                )))));
            }),
            Effect::Draw(job) => {
                self.start(JobKind::Picture, move |desk| picture::run(&job, desk));
            }
            Effect::ShowFile(path) => self.show(path),
            Effect::ShowFolder(path) => {
                let folder = path.parent().map(Path::to_path_buf);
                self.show(folder.unwrap_or(path));
            }
            Effect::Keep(settings) => self.keep(*settings),
            Effect::Recover(found) => {
                let (id, recovery) = *found;
                self.answer(JobKind::Recover, move || {
                    Action::Saving(SavingAction::Recovered(Box::new(recovered(id, recovery))))
                });
            }
            Effect::AdoptRecovery(id) => self.tell_recovery(RecoveryTold::Adopt(id)),
            Effect::KeepRecovery(unsaved) => self.tell_recovery(RecoveryTold::Keep(unsaved)),
            Effect::ForgetRecovery => self.tell_recovery(RecoveryTold::Forget),
            Effect::RemoveRecovery(id) => self.tell_recovery(RecoveryTold::Remove(id)),
            Effect::Play(sound) => self.play(sound),
            Effect::Quit
            | Effect::FullScreen
            | Effect::GoToRegion(_)
            | Effect::OpenMenus
            | Effect::Copy(_)
            | Effect::CopyPicture(_)
            | Effect::AskForClipboard => return Some(effect),
        }
        None
    }

    /// The next answer that has come, if there is one.
    pub fn next_answer(&mut self) -> Option<Action> {
        self.runner.as_mut()?.answer()
    }

    /// The next answer, if it comes within `patience`.
    pub fn wait(&mut self, patience: Duration) -> Option<Action> {
        self.runner.as_mut()?.wait(patience)
    }

    /// As [`Runner::hold`].
    #[doc(hidden)]
    pub fn hold(&mut self, kind: JobKind, passes: usize) {
        if let Some(runner) = &mut self.runner {
            runner.hold(kind, passes);
        }
    }

    /// As [`Runner::release`].
    #[doc(hidden)]
    pub fn release(&mut self, kind: JobKind) {
        if let Some(runner) = &mut self.runner {
            runner.release(kind);
        }
    }

    /// As [`Runner::held`].
    #[doc(hidden)]
    #[must_use]
    pub fn held(&self, kind: JobKind) -> usize {
        self.runner.as_ref().map_or(0, |runner| runner.held(kind))
    }

    fn cancel(&mut self, kind: JobKind) {
        if let Some(runner) = &mut self.runner {
            runner.cancel(kind);
        }
    }

    fn start(&mut self, kind: JobKind, work: impl FnOnce(&Desk<Action>) + Send + 'static) {
        if let Some(runner) = &mut self.runner {
            runner.start(kind, work);
        }
    }

    /// Starts a job that answers once, at its end.
    fn answer(&mut self, kind: JobKind, work: impl FnOnce() -> Action + Send + 'static) {
        self.start(kind, move |desk| desk.answer(work()));
    }

    /// Works out what `effect` asks for.
    fn work_out(&mut self, effect: Effect) {
        match effect {
            Effect::Analyse(job) => {
                self.start(JobKind::Analyse, move |desk| analyse(&job, desk));
            }
            Effect::Judge(position) => self.answer(JobKind::Judge, move || {
                let judged = judged_position(&position);
                Action::Analysis(AnalysisAction::PositionJudged(judged))
            }),
            Effect::Pose(job) => self.start(JobKind::Exercises, move |desk| pose(&job, desk)),
            Effect::Think(task) => self.start(task.kind(), move |desk| think(task, desk)),
            _ => {}
        }
    }

    /// Starts the job for `task`.
    fn ask_engine(&mut self, task: EngineTask) {
        let shelf = self.engine.clone();
        match task {
            EngineTask::Guess(job) => {
                self.start(JobKind::Guess, move |desk| guess(&job, &shelf, desk));
            }
            EngineTask::Score(job) => {
                let folder = self.cache.as_ref().filter(|_| job.keeps);
                let folder = folder.map(|folder| folder.join("engine"));
                self.start(JobKind::Score, move |desk| {
                    score(&job, &shelf, folder, desk);
                });
            }
            EngineTask::End => {
                self.engine.switch_off();
                self.start(JobKind::Guess, move |_| shelf.clear());
            }
            EngineTask::Find => self.answer(JobKind::FindEngines, move || {
                Action::Engine(EngineAction::Found(shelf.found()))
            }),
        }
    }

    /// Opens the dialog that `effect` asks for.
    fn ask(&mut self, effect: Effect) {
        let dialogs = Arc::clone(&self.dialogs);
        let kind = match effect {
            Effect::AskForPath { .. } => JobKind::PathDialog,
            _ => JobKind::Dialog,
        };
        self.start(kind, move |desk| {
            let dialogs = &*dialogs;
            desk.answer(match effect {
                Effect::AskForFolder => dialog::ask_for_folder(dialogs),
                Effect::AskForPath { what, suggested, title } => {
                    dialog::ask_for_path(dialogs, what, suggested.as_deref(), title)
                }
                Effect::AskForPicture(path) => dialog::ask_for_picture(dialogs, &path),
                _ => dialog::ask_for_files(dialogs),
            });
        });
    }

    fn keep(&mut self, settings: Settings) {
        let store = Arc::clone(&self.store);
        self.start(JobKind::Settings, move |desk| {
            if let Err(error) = store.save(&settings) {
                desk.answer(Action::Shell(ShellAction::Say(error.to_string())));
            }
        });
    }

    fn tell_recovery(&self, told: RecoveryTold) {
        if let Some(recovery) = &self.recovery {
            // Where that job has failed, the window has said so.
            let _ = recovery.send(told);
        }
    }

    fn show(&mut self, path: PathBuf) {
        let desktop = self.desktop;
        self.start(JobKind::Desktop, move |desk| {
            if let Some(refused) = show(&path, desktop) {
                desk.answer(refused);
            }
        });
    }

    fn play(&mut self, sound: Sound) {
        if self.sounds.is_none() {
            let (sounds, inbox) = channel();
            let desktop = self.desktop;
            self.start(JobKind::Sound, move |_| {
                let mut player = Sounds::on(desktop);
                for sound in inbox {
                    player.play(sound);
                }
            });
            self.sounds = Some(sounds);
        }
        if let Some(sounds) = &self.sounds {
            // Silence is no fault.
            let _ = sounds.send(sound);
        }
    }
}

impl Drop for Jobs {
    /// What was changed last is still written; jobs that only read are cancelled, and a dialog that nobody
    /// answers is not waited for.
    fn drop(&mut self) {
        self.recovery = None;
        self.sounds = None;
        if let Some(runner) = self.runner.take() {
            // What has not stopped by now ends with the program.
            let _ = runner.end(FINISHING, CANCELLED);
        }
    }
}

/// The full path of a file, by which it is remembered for a start in another folder; `-`, standard input,
/// stays as it is.
fn full(path: &Path) -> PathBuf {
    match std::path::absolute(path) {
        Ok(full) if path != Path::new("-") => full,
        _ => path.to_owned(),
    }
}
